/*
 * Elements reached through index tensors: a walk whose operand 1 or 0 gets its last offset from indices.
 *
 * Indices are turned into byte offsets a tile at a time, all of a tile checked before any of its elements is touched.
 */
#ifndef RA_CPU_INDEXED_H
#define RA_CPU_INDEXED_H

#include "cpu/walk.h"
#include "meta/indexing.h"

enum {
    RA__INDEX_TILE = 512,     /* offsets of a tile: 4 KiB, on the stack */
    RA__INDEX_GRAIN = 32768   /* elements; random access takes about 3 ns each */
};

typedef struct ra__index_spec {
    int64_t size, step; /* of the indexed dimension; step in bytes */
    int dim;            /* for messages */
    int input;          /* in ra_meta.in */
    bool wide;          /* int64, else int32 */
} ra__index_spec;

typedef struct ra__indexed {
    ra__walk *walk; /* operands: written, read, then the indices */
    size_t bytes;
    int64_t grain;
    int count;
    bool negative;  /* indices may count from the end */
    ra__index_spec index[];
} ra__indexed;

static inline ra__indexed *ra__indexed_new(ra_plan *p, int ndim, int count, size_t bytes)
{
    ra__indexed *s = ra__plan_alloc(p, sizeof *s + (size_t)count * sizeof *s->index); /* fits: tensors of one call */

    if (!s)
        return NULL;
    *s = (ra__indexed){.walk = ra__walk_new(p, ndim, count + 2), .bytes = bytes, .grain = RA__INDEX_GRAIN, .count = count};
    p->state = s;
    return s->walk ? s : NULL;
}

/* Index k: its strides over the walk in elements, and the dimension it stands for; step in elements. */
static inline void ra__indexed_set(ra__indexed *s, const ra_meta *m, int k, int input, const int64_t *strides, int dim, int64_t size, int64_t step)
{
    const ra_dtype dtype = (ra_dtype)m->in[input].layout->dtype;

    s->index[k] = (ra__index_spec){.size = size, .step = step * (int64_t)s->bytes, .dim = dim, .input = input, .wide = dtype == RA_INT64};
    ra__walk_set(s->walk, k + 2, strides, (int64_t)ra_dtype_size(dtype));
}

/* For operators with one index tensor: its strides over its own dimensions, which start at dimension `at` of the walk. */
static inline void ra__indexed_spread(const ra_layout *index, int at, int ndim, int64_t *strides)
{
    memset(strides, 0, RA_MAX_DIMS * sizeof *strides);
    for (int d = 0; d < index->ndim && at + d < ndim; d++)
        strides[at + d] = ra__strides(index)[d];
}

/* The space of index and index_put_, with self as operand `self_operand`. */
static inline ra__indexed *ra__indexed_from_space(const ra_meta *m, ra_plan *p, const ra__index_space *space, int self_operand)
{
    ra__indexed *s = ra__indexed_new(p, space->ndim, space->count, ra_dtype_size((ra_dtype)ra__layout(m, 0)->dtype));
    int64_t strides[RA_MAX_DIMS];

    if (!s)
        return NULL;
    s->negative = true;
    memcpy(s->walk->sizes, space->sizes, (size_t)space->ndim * sizeof *space->sizes);
    ra__walk_set(s->walk, self_operand, space->self, (int64_t)s->bytes);
    for (int k = 0; k < space->count; k++) {
        ra__index_strides(space, m->in[space->input[k]].layout, strides);
        ra__indexed_set(s, m, k, space->input[k], strides, space->dim[k], space->size[k], space->step[k]);
    }
    return s;
}

static inline int64_t ra__index_load(const char *at, bool wide)
{
    int64_t value;
    int32_t narrow;

    if (wide) {
        memcpy(&value, at, sizeof value);
        return value;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

/* The way of a single index to elements: how, and what is added to a value below 0. */
typedef struct ra__index_way {
    const char *index;
    int64_t stride, step, wrap;
} ra__index_way;

/* The offset of element i. */
static inline __attribute__((always_inline)) int64_t ra__index_step(const char *index, int64_t stride, int64_t step, int64_t wrap, bool wide, int64_t i)
{
    int64_t value = ra__index_load(index + i * stride, wide);

    value += value >> 63 & wrap;
    return value * step;
}

/* Index values times step into offsets, or, where `adds`, on top of what is there; whether all were in [-back, size). */
static inline __attribute__((always_inline)) bool ra__index_tile(const ra__index_spec *x, const char *at, int64_t stride, bool wide, bool adds, int64_t back, int64_t n,
                                                                 int64_t *restrict offsets)
{
    const uint64_t range = (uint64_t)x->size + (uint64_t)back;
    const int64_t step = x->step, wrap = back;
    uint64_t outside = 0;

    for (int64_t i = 0; i < n; i++) {
        const int64_t value = ra__index_load(at + i * stride, wide), offset = (int64_t)((uint64_t)(value + (value >> 63 & wrap)) * (uint64_t)step);

        outside |= (uint64_t)value + (uint64_t)back >= range;
        offsets[i] = adds ? offsets[i] + offset : offset;
    }
    return !outside;
}

/*
 * The usual index: dense, of int64, none below 0, to the elements of a row. Steps of 4 and 8 bytes are shifts, while a product of 64 bits
 * takes three instructions of a vector unit, or many.
 */
static inline __attribute__((always_inline)) bool ra__index_dense(const ra__index_spec *x, const char *at, int64_t step, int64_t n, int64_t *restrict offsets)
{
    const uint64_t range = (uint64_t)x->size;
    uint64_t outside = 0;

    for (int64_t i = 0; i < n; i++) {
        const uint64_t value = (uint64_t)ra__index_load(at + i * 8, true);

        outside |= value >= range;
        offsets[i] = (int64_t)(value * (uint64_t)step);
    }
    return !outside;
}

static inline ra_status ra__index_fault(ra__run *r, const ra__index_spec *x, const char *at, int64_t stride, int64_t back, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const int64_t value = ra__index_load(at + i * stride, x->wide);

        if (value < -back || value >= x->size)
            return ra__fault(r, RA_ERR_INDEX, "index %lld is out of range for dimension %d with size %lld", (long long)value, x->dim, (long long)x->size);
    }
    return RA_ERR_INDEX;
}

/* Byte offsets of elements from to from + n - 1 of a run, whose data and strides are those of the walk. */
static inline ra_status ra__index_offsets(ra__run *r, const ra__indexed *s, char *const *data, const int64_t *strides, int64_t from, int64_t n, int64_t *offsets)
{
    if (s->count == 0)
        memset(offsets, 0, (size_t)n * sizeof *offsets);
    for (int k = 0; k < s->count; k++) {
        const ra__index_spec *x = &s->index[k];
        const int64_t back = s->negative ? x->size : 0, stride = strides[k + 2];
        const char *at = data[k + 2] + from * stride;
        const bool dense = k == 0 && back == 0 && x->wide && stride == 8 && (x->step == 4 || x->step == 8);
        const bool good = dense     ? x->step == 4 ? ra__index_dense(x, at, 4, n, offsets) : ra__index_dense(x, at, 8, n, offsets)
                          : k > 0   ? x->wide ? ra__index_tile(x, at, stride, true, true, back, n, offsets) : ra__index_tile(x, at, stride, false, true, back, n, offsets)
                          : x->wide ? ra__index_tile(x, at, stride, true, false, back, n, offsets)
                                    : ra__index_tile(x, at, stride, false, false, back, n, offsets);

        if (!good)
            return ra__index_fault(r, x, at, stride, back, n);
    }
    return RA_OK;
}

static inline __attribute__((always_inline)) bool ra__index_in_range(const char *at, int64_t stride, bool wide, uint64_t back, uint64_t range, int64_t n)
{
    uint64_t outside = 0;

    for (int64_t i = 0; i < n; i++)
        outside |= (uint64_t)ra__index_load(at + i * stride, wide) + back >= range;
    return !outside;
}

/* Checks the only index of elements from to from + n - 1 of a run, and tells the way by it. */
static inline ra_status ra__index_single(ra__run *r, const ra__indexed *s, char *const *data, const int64_t *strides, int64_t from, int64_t n, ra__index_way *way)
{
    const ra__index_spec *x = s->index;
    const int64_t back = s->negative ? x->size : 0, stride = strides[2];
    const uint64_t range = (uint64_t)x->size + (uint64_t)back;
    const char *at = data[2] + from * stride;
    const bool good = x->wide ? stride == 8 ? ra__index_in_range(at, 8, true, (uint64_t)back, range, n) : ra__index_in_range(at, stride, true, (uint64_t)back, range, n)
                              : ra__index_in_range(at, stride, false, (uint64_t)back, range, n);

    *way = (ra__index_way){at, stride, x->step, back};
    return good ? RA_OK : ra__index_fault(r, x, at, stride, back, n);
}

/* Whether the indices stand still along a run. */
static inline bool ra__index_is_constant(const ra__indexed *s, const int64_t *strides)
{
    for (int k = 0; k < s->count; k++)
        if (strides[k + 2] != 0)
            return false;
    return true;
}

/* Base pointers of the walk. */
static inline void ra__indexed_base(const ra__run *r, const ra__indexed *s, char *written, char *read, char **base)
{
    base[0] = written;
    base[1] = read;
    for (int k = 0; k < s->count; k++)
        base[k + 2] = r->data[1 + s->index[k].input];
}

#endif
