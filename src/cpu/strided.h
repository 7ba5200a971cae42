/*
 * Runs of a strided tensor's elements, in row-major order, to and from a contiguous buffer of another dtype.
 */
#ifndef RA_CPU_STRIDED_H
#define RA_CPU_STRIDED_H

#include "cpu/convert.h"

typedef struct ra__strided {
    ra_dtype dtype;
    int ndim;                     /* >= 1 */
    bool contiguous;              /* one run */
    int64_t sizes[RA_MAX_DIMS];   /* dimension 0 is the outermost */
    int64_t strides[RA_MAX_DIMS]; /* bytes */
} ra__strided;

/* Neighbouring dimensions that one stride walks are merged; the order of elements stays. */
static inline void ra__strided_set(ra__strided *s, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    int64_t bytes = (int64_t)ra_dtype_size(dtype);
    s->dtype = dtype;
    s->ndim = 0;
    for (int d = 0; d < ndim; d++) {
        int last = s->ndim - 1;
        if (sizes[d] == 1)
            continue;
        if (last >= 0 && s->strides[last] == ra__capped_product(sizes[d], strides[d] * bytes)) {
            s->sizes[last] *= sizes[d];
            s->strides[last] = strides[d] * bytes;
        } else {
            s->sizes[s->ndim] = sizes[d];
            s->strides[s->ndim++] = strides[d] * bytes;
        }
    }
    if (s->ndim == 0) {
        s->sizes[0] = 1;
        s->strides[0] = bytes;
        s->ndim = 1;
    }
    s->contiguous = s->ndim == 1 && s->strides[0] == bytes;
}

static inline void ra__strided_from_layout(ra__strided *s, const ra_layout *l)
{
    ra__strided_set(s, (ra_dtype)l->dtype, l->ndim, ra__sizes(l), ra__strides(l));
}

static inline void ra__strided_from_shape(ra__strided *s, const ra__shape *shape)
{
    ra__strided_set(s, shape->dtype, shape->ndim, shape->sizes, shape->strides);
}

/* An input as if it had the result's sizes, which it is broadcast to. */
static inline void ra__strided_broadcast(ra__strided *s, const ra_layout *l, const ra__shape *to)
{
    int64_t strides[RA_MAX_DIMS];
    for (int d = 0; d < to->ndim; d++)
        strides[d] = ra__broadcast_stride(l, to->ndim, to->sizes, d);
    ra__strided_set(s, (ra_dtype)l->dtype, to->ndim, to->sizes, strides);
}

/* Byte offset of element `index` of the row-major order. */
static inline int64_t ra__strided_offset(const ra__strided *s, int64_t index)
{
    int64_t offset = 0;
    for (int d = s->ndim - 1; d > 0; d--) {
        offset += index % s->sizes[d] * s->strides[d];
        index /= s->sizes[d];
    }
    return offset + index * s->strides[0];
}

/* Elements first to first + n - 1 of the tensor at base into buffer (to_buffer), or back; buffer holds `dtype`. */
static inline void ra__strided_move(const ra__strided *s, char *base, int64_t first, int64_t n, char *buffer, ra_dtype dtype, bool to_buffer)
{
    int64_t bytes = (int64_t)ra_dtype_size(dtype), inner = s->sizes[s->ndim - 1], step = s->strides[s->ndim - 1];
    ra__convert_fn convert = to_buffer ? RA__ISA_NAME(ra__convert)(dtype, s->dtype) : RA__ISA_NAME(ra__convert)(s->dtype, dtype);
    while (n > 0) {
        int64_t run = inner - first % inner;
        run = run < n ? run : n;
        char *at = base + ra__strided_offset(s, first);
        if (to_buffer)
            convert(buffer, bytes, at, step, run);
        else
            convert(at, step, buffer, bytes, run);
        buffer += run * bytes;
        first += run;
        n -= run;
    }
}

static inline void ra__strided_gather(const ra__strided *s, const char *base, int64_t first, int64_t n, void *buffer, ra_dtype dtype)
{
    ra__strided_move(s, (char *)(uintptr_t)base, first, n, buffer, dtype, true);
}

static inline void ra__strided_scatter(const ra__strided *s, char *base, int64_t first, int64_t n, const void *buffer, ra_dtype dtype)
{
    ra__strided_move(s, base, first, n, (char *)(uintptr_t)buffer, dtype, false);
}

#endif
