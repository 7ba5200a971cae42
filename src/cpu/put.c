/*
 * Writing through indices: scatter and index_put_.
 *
 * Targets may be named twice, so the order of writing is part of the result: row-major over the indices. scatter writes
 * to different places from different positions outside of its dimension; where whole blocks of it are short enough to
 * be grains, those run in parallel, else the plan is serial.
 */
#include "cpu/indexed.h"
#include "cpu/put.h"
#include "meta/pre.h"

typedef struct state {
    ra__indexed *indexed;
    const ra__walk *copy; /* operands: result, self; NULL where nothing is copied */
    int64_t copy_grain;
    int source;           /* in ra__run.data; -1: number */
    ra_dtype accumulate;  /* dtype to add in; RA_NO_DTYPE: write */
    _Alignas(16) char number[16];
} state;

/* A phase that copies self, where there is something to copy, and one that writes. */
static ra_status finish(state *s, ra__indexed *x, const ra_meta *m, ra_plan *p, int64_t block)
{
    s->indexed = x;
    p->state = s;
    p->phases = 0;
    p->cost_ns = 0;
    if (m->variant != RA_INPLACE && ra__layout(m, 0)->numel) {
        s->copy = ra__put_copy(m, p);
        if (!s->copy)
            return RA_ERR_MEMORY;
        s->copy_grain = ra__move_grain(x->bytes);
        p->grains[p->phases++] = ra__grain_count(s->copy->numel, s->copy_grain);
        p->cost_ns += (double)s->copy->numel * 0.1 * (double)x->bytes;
    }
    ra__walk_finish(x->walk);
    if (x->walk->numel == 0)
        return RA_OK;
    if (block && block <= RA__INDEX_GRAIN)
        x->grain = RA__INDEX_GRAIN / block * block;
    else if (x->walk->numel > x->grain)
        p->flags |= RA__PLAN_SERIAL;
    p->grains[p->phases++] = ra__grain_count(x->walk->numel, x->grain);
    p->cost_ns += (double)x->walk->numel * (3 + x->count);
    return RA_OK;
}

static ra_status plan_scatter(const ra_meta *m, ra_plan *p)
{
    const ra_layout *index = ra__layout(m, 2), *src = ra__layout(m, 3);
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_scalar *number = ra__in(m, 3)->number;
    const int dim = (int)m->pre.i[RA__PRE_DIM];
    ra__indexed *x = ra__indexed_new(p, index->ndim, 1, ra_dtype_size(out->dtype));
    state *s = ra__plan_alloc(p, sizeof *s);
    int64_t strides[RA_MAX_DIMS] = {0}, block = 1;

    if (!s || !x)
        return RA_ERR_MEMORY;
    *s = (state){.source = number ? -1 : 1 + m->first[3]};
    if (number)
        ra__scalar_store(*number, out->dtype, s->number);
    memcpy(x->walk->sizes, ra__sizes(index), index->ndim * sizeof(int64_t));
    for (int d = 0; d < index->ndim && d < out->ndim; d++)
        strides[d] = d == dim ? 0 : out->strides[d];
    ra__walk_set(x->walk, 0, strides, (int64_t)x->bytes);
    for (int d = 0; d < index->ndim; d++)
        strides[d] = number || d >= src->ndim ? 0 : ra__strides(src)[d];
    ra__walk_set(x->walk, 1, strides, (int64_t)x->bytes);
    ra__indexed_set(x, m, 0, m->first[2], ra__strides(index), dim, out->ndim ? out->sizes[dim] : 1, out->ndim ? out->strides[dim] : 0);
    for (int d = dim; index->numel && d < index->ndim; d++)
        block *= ra__sizes(index)[d];
    return finish(s, x, m, p, block);
}

static ra_status plan_index_put(const ra_meta *m, ra_plan *p)
{
    const ra_layout *values = ra__layout(m, 2);
    ra_meta checked = *m; /* its checks were passed in the meta function and cannot fail here */
    ra__index_space space;
    state *s = ra__plan_alloc(p, sizeof *s);
    int64_t strides[RA_MAX_DIMS] = {0};
    ra__indexed *x;

    (void)ra__index_space_of(&checked, ra__layout(m, 0), m->first[1], m->first[2] - m->first[1], &space);
    x = ra__indexed_from_space(m, p, &space, 0);
    if (!s || !x)
        return RA_ERR_MEMORY;
    *s = (state){.source = 1 + m->first[2], .accumulate = ra__arg_bool(m, 3) ? (ra_dtype)values->dtype : RA_NO_DTYPE};
    for (int d = 0; d < values->ndim; d++) {
        const int to = space.ndim - values->ndim + d;

        strides[to] = ra__sizes(values)[d] == 1 ? 0 : ra__strides(values)[d];
    }
    ra__walk_set(x->walk, 1, strides, (int64_t)x->bytes);
    return finish(s, x, m, p, 0);
}

typedef struct target {
    char *self;
    int64_t self_stride;
    const char *src;
    int64_t src_stride;
    const int64_t *offsets;
    int64_t n;
} target;

/* Here and below fields are copied: an element that is written might be thought to change them, and they would be read again for each. */
static inline __attribute__((always_inline)) void put_sized(const target *t, size_t bytes)
{
    const target at = *t;

    for (int64_t i = 0; i < at.n; i++)
        memcpy(at.self + i * at.self_stride + at.offsets[i], at.src + i * at.src_stride, bytes);
}

static void put(const target *t, size_t bytes)
{
    switch (bytes) {
    case 1:
        put_sized(t, 1);
        break;
    case 2:
        put_sized(t, 2);
        break;
    case 4:
        put_sized(t, 4);
        break;
    case 8:
        put_sized(t, 8);
        break;
    default:
        put_sized(t, 16);
    }
}

/* A dense index, of int64, to elements of a row, from ones that lie side by side: the strides are constants. */
static inline __attribute__((always_inline)) void put_dense(char *self, const char *src, const char *index, int64_t wrap, int64_t n, size_t bytes)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(self + ra__index_step(index, 8, (int64_t)bytes, wrap, true, i), src + i * (int64_t)bytes, bytes);
}

static inline __attribute__((always_inline)) void put_single_sized(const target *t, const ra__index_way *w, bool wide, size_t bytes)
{
    const target at = *t;
    const ra__index_way way = *w;

    if (wide && way.stride == 8 && way.step == (int64_t)bytes && at.self_stride == 0 && at.src_stride == (int64_t)bytes) {
        if (way.wrap)
            put_dense(at.self, at.src, way.index, way.wrap, at.n, bytes);
        else
            put_dense(at.self, at.src, way.index, 0, at.n, bytes);
        return;
    }
    for (int64_t i = 0; i < at.n; i++)
        memcpy(at.self + i * at.self_stride + ra__index_step(way.index, way.stride, way.step, way.wrap, wide, i), at.src + i * at.src_stride, bytes);
}

static void put_single(const target *t, const ra__index_way *w, bool wide, size_t bytes)
{
    switch (bytes) {
    case 1:
        wide ? put_single_sized(t, w, true, 1) : put_single_sized(t, w, false, 1);
        break;
    case 2:
        wide ? put_single_sized(t, w, true, 2) : put_single_sized(t, w, false, 2);
        break;
    case 4:
        wide ? put_single_sized(t, w, true, 4) : put_single_sized(t, w, false, 4);
        break;
    case 8:
        wide ? put_single_sized(t, w, true, 8) : put_single_sized(t, w, false, 8);
        break;
    default:
        wide ? put_single_sized(t, w, true, 16) : put_single_sized(t, w, false, 16);
    }
}

/* Integers wrap, so they are added as unsigned ones of their size. */
#define ADD_NAME add_u8
#define ADD_TYPE uint8_t
#include "cpu/put_add.h"
#define ADD_NAME add_u16
#define ADD_TYPE uint16_t
#include "cpu/put_add.h"
#define ADD_NAME add_u32
#define ADD_TYPE uint32_t
#include "cpu/put_add.h"
#define ADD_NAME add_u64
#define ADD_TYPE uint64_t
#include "cpu/put_add.h"
#define ADD_NAME add_f32
#define ADD_TYPE float
#include "cpu/put_add.h"
#define ADD_NAME add_f64
#define ADD_TYPE double
#include "cpu/put_add.h"
#define ADD_NAME add_c64
#define ADD_TYPE float _Complex
#include "cpu/put_add.h"
#define ADD_NAME add_c128
#define ADD_TYPE double _Complex
#include "cpu/put_add.h"
#define ADD_NAME add_bool
#define ADD_TYPE uint8_t
#define ADD_VALUES(a, b) (uint8_t)((a) || (b))
#include "cpu/put_add.h"
#define ADD_NAME add_f16
#define ADD_TYPE uint16_t
#define ADD_VALUES(a, b) ra__half_from_float(ra__float_from_half(a) + ra__float_from_half(b))
#include "cpu/put_add.h"
#define ADD_NAME add_bf16
#define ADD_TYPE uint16_t
#define ADD_VALUES(a, b) ra__bfloat_from_float(ra__float_from_bfloat(a) + ra__float_from_bfloat(b))
#include "cpu/put_add.h"

static void (*const adders[RA_DTYPE_COUNT])(const target *t) = {
    [RA_BOOL] = add_bool,     [RA_UINT8] = add_u8,   [RA_INT8] = add_u8,       [RA_INT16] = add_u16,     [RA_INT32] = add_u32,     [RA_INT64] = add_u64,
    [RA_FLOAT16] = add_f16,   [RA_BFLOAT16] = add_bf16, [RA_FLOAT32] = add_f32, [RA_FLOAT64] = add_f64, [RA_COMPLEX64] = add_c64, [RA_COMPLEX128] = add_c128,
};

static ra_status put_tile(ra__run *r, const state *s, char *const *data, const int64_t *strides, int64_t from, int64_t n)
{
    int64_t offsets[RA__INDEX_TILE];
    const target t = {data[0] + from * strides[0], strides[0], data[1] + from * strides[1], strides[1], offsets, n};
    ra__index_way way;
    ra_status status;

    if (s->indexed->count == 1 && !s->accumulate) {
        status = ra__index_single(r, s->indexed, data, strides, from, n, &way);
        if (status == RA_OK)
            put_single(&t, &way, s->indexed->index[0].wide, s->indexed->bytes);
        return status;
    }
    status = ra__index_offsets(r, s->indexed, data, strides, from, n, offsets);
    if (status != RA_OK)
        return status;
    if (s->accumulate)
        adders[s->accumulate](&t);
    else
        put(&t, s->indexed->bytes);
    return RA_OK;
}

/* Where the indices stand still, a whole run goes to one place. */
static ra_status put_row(ra__run *r, const state *s, char *const *data, const int64_t *strides, int64_t n)
{
    int64_t offset = 0;
    const ra_status status = ra__index_offsets(r, s->indexed, data, strides, 0, 1, &offset);

    if (status == RA_OK)
        ra__move(data[0] + offset, strides[0], data[1], strides[1], n, s->indexed->bytes);
    return status;
}

static ra_status put_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    ra__run *r = context;
    const state *s = r->plan->state;
    ra_status status = RA_OK;

    (void)at;
    if (!s->accumulate && ra__index_is_constant(s->indexed, strides))
        return put_row(r, s, data, strides, n);
    for (int64_t i = 0; i < n && status == RA_OK; i += RA__INDEX_TILE)
        status = put_tile(r, s, data, strides, i, ra__min64(n - i, RA__INDEX_TILE));
    return status;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const ra__indexed *x = s->indexed;
    _Alignas(16) char number[16];
    char *base[RA__WALK_OPERANDS] = {r->data[0], r->data[1]};
    size_t bytes = x->bytes;

    if (s->copy && phase == 0)
        return ra__walk_run(s->copy, base, first * s->copy_grain, ra__min64(last * s->copy_grain, s->copy->numel), ra__put_copy_run, &bytes);
    memcpy(number, s->number, sizeof number);
    ra__indexed_base(r, x, r->data[0], s->source < 0 ? number : r->data[s->source], base);
    return ra__walk_run(x->walk, base, first * x->grain, ra__min64(last * x->grain, x->walk->numel), put_run, r);
}

const ra_kernel RA__KERNEL(scatter) = {.name = "scatter", .plan = plan_scatter, .run = run};
const ra_kernel RA__KERNEL(index_put) = {.name = "index_put", .plan = plan_index_put, .run = run};
