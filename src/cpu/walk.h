/*
 * Walking several operands together over one n-dimensional space, and moving elements by their size alone.
 *
 * The geometry of elementwise operators (meta/geometry.h) fits at most six operands that step forward. Here strides may
 * be negative (flip), there may be more dimensions than a tensor can have (repeat) and an operand per index tensor.
 * Elements are numbered in row-major order over the space; a range of them is a grain's work.
 */
#ifndef RA_CPU_WALK_H
#define RA_CPU_WALK_H

#include <string.h>

#include "cpu/isa.h"
#include "cpu/rows.h"

enum { RA__WALK_DIMS = 2 * RA_MAX_DIMS, RA__WALK_OPERANDS = RA_MAX_DIMS + 2 };

typedef struct ra__walk {
    int ndim;     /* >= 1 once finished */
    int operands;
    int64_t numel;
    int64_t sizes[RA__WALK_DIMS]; /* outermost first */
    int64_t strides[];            /* bytes, of operand k along dimension d at [d * operands + k] */
} ra__walk;

/* Room for a space, whose sizes and strides the caller fills in; NULL when out of memory. */
static inline ra__walk *ra__walk_new(ra_plan *p, int ndim, int operands)
{
    const size_t strides = (size_t)(ndim ? ndim : 1) * (size_t)operands;
    ra__walk *w = ra__plan_alloc(p, sizeof *w + strides * sizeof *w->strides); /* fits: dimensions of the operands */

    if (w) {
        w->ndim = ndim;
        w->operands = operands;
        memset(w->strides, 0, strides * sizeof *w->strides);
    }
    return w;
}

/* Strides of operand k, from those of a layout in elements. */
static inline void ra__walk_set(ra__walk *w, int k, const int64_t *strides, int64_t bytes)
{
    for (int d = 0; d < w->ndim; d++)
        w->strides[d * w->operands + k] = strides[d] * bytes;
}

static inline void ra__walk_copy_dim(ra__walk *w, int to, int from)
{
    w->sizes[to] = w->sizes[from];
    memcpy(w->strides + to * w->operands, w->strides + from * w->operands, (size_t)w->operands * sizeof *w->strides);
}

/* Exchanges dimensions d - 1 and d. */
static inline void ra__walk_swap(ra__walk *w, int d)
{
    const int64_t size = w->sizes[d];

    w->sizes[d] = w->sizes[d - 1];
    w->sizes[d - 1] = size;
    for (int k = 0; k < w->operands; k++) {
        int64_t *outer = w->strides + (d - 1) * w->operands + k, *inner = outer + w->operands, stride = *outer;

        *outer = *inner;
        *inner = stride;
    }
}

/* Orders the dimensions so that operand 0 takes its largest steps outermost. */
static inline void ra__walk_order(ra__walk *w)
{
    for (int d = 1; d < w->ndim; d++)
        for (int e = d; e > 0 && w->strides[(e - 1) * w->operands] < w->strides[e * w->operands]; e--)
            ra__walk_swap(w, e);
}

static inline bool ra__walk_merges(const ra__walk *w, int outer, int inner)
{
    for (int k = 0; k < w->operands; k++) {
        int64_t span; /* of an empty operand it may be anything */
        if (!ra__product_fits(w->strides[inner * w->operands + k], w->sizes[inner], &span) || w->strides[outer * w->operands + k] != span)
            return false;
    }
    return true;
}

/* Counts the elements, drops dimensions of size 1 and merges those that all operands allow. Their order stays. */
static inline void ra__walk_finish(ra__walk *w)
{
    int kept = 0;

    for (int d = 0; d < w->ndim; d++)
        if (w->sizes[d] == 0) { /* beside any others */
            w->sizes[0] = w->numel = 0;
            memset(w->strides, 0, (size_t)w->operands * sizeof *w->strides);
            w->ndim = 1;
            return;
        }
    w->numel = 1;
    for (int d = 0; d < w->ndim; d++) {
        w->numel *= w->sizes[d];
        if (w->sizes[d] == 1)
            continue;
        if (kept && ra__walk_merges(w, kept - 1, d)) {
            const int64_t outer = w->sizes[kept - 1];

            ra__walk_copy_dim(w, kept - 1, d);
            w->sizes[kept - 1] *= outer;
        } else {
            ra__walk_copy_dim(w, kept++, d);
        }
    }
    if (kept == 0) {
        w->sizes[0] = 1;
        memset(w->strides, 0, (size_t)w->operands * sizeof *w->strides);
        kept = 1;
    }
    w->ndim = kept;
}

/*
 * After ra__walk_finish, where order does not matter: rows too short to be worth a call of their own (a few elements) and
 * a longer dimension around them change places.
 */
static inline void ra__walk_lengthen(ra__walk *w)
{
    const int inner = w->ndim - 1;

    if (inner > 0 && w->sizes[inner] < 8 && w->sizes[inner - 1] >= 4 * w->sizes[inner])
        ra__walk_swap(w, inner);
}

/* n elements of the innermost dimension, of which the first is number `at`. */
typedef ra_status (*ra__walk_fn)(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at);

/* Calls fn for the inner runs of elements first to last - 1, in order. */
static inline __attribute__((always_inline)) ra_status ra__walk_run(const ra__walk *w, char *const *base, int64_t first, int64_t last, ra__walk_fn fn, void *context)
{
    const int operands = w->operands, inner = w->ndim - 1;
    const int64_t *steps = w->strides + inner * operands;
    char *data[RA__WALK_OPERANDS];
    int64_t index[RA__WALK_DIMS];
    int64_t rest = first;

    for (int k = 0; k < operands; k++)
        data[k] = base[k];
    if (inner == 0) { /* one run, however little of it: no division, no index */
        for (int k = 0; k < operands; k++)
            data[k] += first * steps[k];
        return fn(context, data, steps, last - first, first);
    }
    for (int d = inner; d >= 0; d--) {
        index[d] = rest % w->sizes[d];
        rest /= w->sizes[d];
        for (int k = 0; k < operands; k++)
            data[k] += index[d] * w->strides[d * operands + k];
    }
    while (first < last) {
        const int64_t left = w->sizes[inner] - index[inner], n = left < last - first ? left : last - first;
        const ra_status status = fn(context, data, steps, n, first);

        if (status != RA_OK)
            return status;
        first += n;
        for (int k = 0; k < operands; k++)
            data[k] -= index[inner] * steps[k];
        index[inner] = 0;
        for (int d = inner - 1; d >= 0; d--) {
            const int64_t *step = w->strides + d * operands;
            const int64_t back = ++index[d] < w->sizes[d] ? 0 : w->sizes[d];

            for (int k = 0; k < operands; k++)
                data[k] += step[k] - back * step[k];
            if (!back)
                break;
            index[d] = 0;
        }
    }
    return RA_OK;
}

static inline __attribute__((always_inline)) void ra__move_sized(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n, size_t bytes)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(dst + i * dst_stride, src + i * src_stride, bytes);
}

/* One element n times; it is read once, since dst might be thought to change it. */
static inline __attribute__((always_inline)) void ra__fill_sized(char *dst, int64_t dst_stride, const char *src, int64_t n, size_t bytes)
{
    _Alignas(16) char value[16];

    memcpy(value, src, bytes);
    for (int64_t i = 0; i < n; i++)
        memcpy(dst + i * dst_stride, value, bytes);
}

/* With the usual strides as constants, which lets the compiler use vectors. */
static inline __attribute__((always_inline)) void ra__move_of(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n, size_t bytes)
{
    const int64_t step = (int64_t)bytes;

    if (src_stride == 0 && dst_stride == step)
        ra__fill_sized(dst, step, src, n, bytes);
    else if (src_stride == 0)
        ra__fill_sized(dst, dst_stride, src, n, bytes);
    else if (src_stride == -step && dst_stride == step)
        ra__move_sized(dst, step, src, -step, n, bytes);
    else
        ra__move_sized(dst, dst_stride, src, src_stride, n, bytes);
}

/* Moves n elements of 1, 2, 4, 8 or 16 bytes; strides in bytes. Source and destination share no byte. */
static inline void ra__move(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n, size_t bytes)
{
    if (dst_stride == (int64_t)bytes && src_stride == (int64_t)bytes) {
        ra__row_copy(dst, src, n * (int64_t)bytes);
        return;
    }
    switch (bytes) {
    case 1:
        ra__move_of(dst, dst_stride, src, src_stride, n, 1);
        break;
    case 2:
        ra__move_of(dst, dst_stride, src, src_stride, n, 2);
        break;
    case 4:
        ra__move_of(dst, dst_stride, src, src_stride, n, 4);
        break;
    case 8:
        ra__move_of(dst, dst_stride, src, src_stride, n, 8);
        break;
    default:
        ra__move_of(dst, dst_stride, src, src_stride, n, 16);
    }
}

/*
 * Elements of a grain that moves elements of so many bytes: 256 KiB, a few tens of microseconds of cold memory, and no
 * more than 65,536 elements, since strided ones take about a nanosecond each.
 */
static inline int64_t ra__move_grain(size_t bytes)
{
    return bytes <= 4 ? 65536 : 262144 / (int64_t)bytes;
}

static inline int64_t ra__grain_count(int64_t numel, int64_t grain)
{
    return numel / grain + (numel % grain != 0);
}

static inline int64_t ra__min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

#endif
