/*
 * Writing through indices with an operation: scatter_add, scatter_reduce, index_add, index_reduce, and index_copy, where
 * the last wins. They share one walk: over index (or, of those by slices, over source), where the result stands still along
 * dim and an index says how far to go.
 *
 * Targets may be named often, so the order is part of the result: row-major over the walk. Long slices are put together from the side of the
 * result (put_slices.h). Else whole blocks from dim on lead
 * to places of their own; where they are short enough to be grains they run in parallel, else the plan is serial. Up to
 * four phases: self is copied (and counts for means begin); where self is not to count, what is named becomes the neutral element;
 * elements are combined; sums are divided by counts.
 */
#include "cpu/indexed.h"
#include "cpu/math_complex.h"
#include "cpu/put.h"
#include "meta/pre.h"

#include <math.h>

typedef struct target {
    char *self;
    int64_t self_stride;
    const char *src;
    int64_t src_stride;
    const int64_t *offsets; /* NULL: none */
    int64_t n;
    const void *factor;     /* of the sum that is scaled: an element */
} target;

#define BOTH(a, b) ((a) && (b))
#define EITHER(a, b) ((a) || (b))
#define WHOLE(a, n) floor_quotient((int64_t)(a), n)

/* Rounded down. */
static inline int64_t floor_quotient(int64_t a, int64_t n)
{
    return a / n - (a % n < 0);
}

static inline float _Complex c64_share(float _Complex a, int64_t n)
{
    return ra__c64(__real__ a / (float)n, __imag__ a / (float)n);
}

static inline double _Complex c128_share(double _Complex a, int64_t n)
{
    return ra__c128(__real__ a / (double)n, __imag__ a / (double)n);
}

#define PUT_NAME logic
#define PUT_T uint8_t
#define PUT_C int
#define PUT_ADD EITHER
#define PUT_MULTIPLY BOTH
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME u8
#define PUT_T uint8_t
#define PUT_C uint32_t
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME i8
#define PUT_T int8_t
#define PUT_C int32_t
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME i16
#define PUT_T int16_t
#define PUT_C int32_t
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME i32
#define PUT_T int32_t
#define PUT_C int32_t
#define PUT_ADD(a, b) (int32_t)((uint32_t)(a) + (uint32_t)(b))
#define PUT_MULTIPLY(a, b) (int32_t)((uint32_t)(a) * (uint32_t)(b))
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME i64
#define PUT_T int64_t
#define PUT_C int64_t
#define PUT_ADD(a, b) (int64_t)((uint64_t)(a) + (uint64_t)(b))
#define PUT_MULTIPLY(a, b) (int64_t)((uint64_t)(a) * (uint64_t)(b))
#define PUT_DIVIDE WHOLE
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME f16
#define PUT_T uint16_t
#define PUT_C float
#define PUT_LOAD ra__float_from_half
#define PUT_STORE ra__half_from_float
#define PUT_DIVIDE(a, n) ((a) / (float)(n))
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME bf16
#define PUT_T uint16_t
#define PUT_C float
#define PUT_LOAD ra__float_from_bfloat
#define PUT_STORE ra__bfloat_from_float
#define PUT_DIVIDE(a, n) ((a) / (float)(n))
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME f32
#define PUT_T float
#define PUT_C float
#define PUT_DIVIDE(a, n) ((a) / (float)(n))
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME f64
#define PUT_T double
#define PUT_C double
#define PUT_DIVIDE(a, n) ((a) / (double)(n))
#define PUT_ORDERED
#include "cpu/put_reduce_template.h"
#define PUT_NAME c64
#define PUT_T float _Complex
#define PUT_C float _Complex
#define PUT_MULTIPLY ra__c64_mul
#define PUT_DIVIDE c64_share
#include "cpu/put_reduce_template.h"
#define PUT_NAME c128
#define PUT_T double _Complex
#define PUT_C double _Complex
#define PUT_MULTIPLY ra__c128_mul
#define PUT_DIVIDE c128_share
#include "cpu/put_reduce_template.h"

typedef void (*combine_fn)(const target *t);

#include "cpu/put_slices.h"

#define BY_DTYPE(name) \
    {[RA_BOOL] = name##_logic, [RA_UINT8] = name##_u8, [RA_INT8] = name##_i8, [RA_INT16] = name##_i16, [RA_INT32] = name##_i32, [RA_INT64] = name##_i64, \
     [RA_FLOAT16] = name##_f16, [RA_BFLOAT16] = name##_bf16, [RA_FLOAT32] = name##_f32, [RA_FLOAT64] = name##_f64
#define AND_COMPLEX(name) , [RA_COMPLEX64] = name##_c64, [RA_COMPLEX128] = name##_c128}
static const combine_fn adders[RA_DTYPE_COUNT] = BY_DTYPE(add) AND_COMPLEX(add);
static const combine_fn scaled_adders[RA_DTYPE_COUNT] = BY_DTYPE(add_scaled) AND_COMPLEX(add_scaled);
static const combine_fn multipliers[RA_DTYPE_COUNT] = BY_DTYPE(multiply) AND_COMPLEX(multiply);
static const combine_fn dividers[RA_DTYPE_COUNT] = BY_DTYPE(divide) AND_COMPLEX(divide);
static const combine_fn greatest[RA_DTYPE_COUNT] = BY_DTYPE(most)};
static const combine_fn smallest[RA_DTYPE_COUNT] = BY_DTYPE(least)};

enum { PREPARE, CLEAR, COMBINE, DIVIDE, SORT, ROWS };

typedef struct state {
    ra__indexed *indexed;  /* operands: result, source, index */
    ra__indexed *counted;  /* the same with counts for the result; NULL: no mean */
    const ra__walk *copy;  /* operands: result, self; NULL where nothing is copied */
    const ra__walk *means; /* operands: result, counts */
    const slices *sorted;  /* of phases SORT and ROWS, which stand for all others; NULL: there are those */
    int64_t cells, grain;  /* of the result, where it is gone through */
    int kinds[RA__MAX_PHASES];
    combine_fn combine;    /* NULL: the last wins */
    combine_fn divide;
    bool include_self;
    _Alignas(16) char neutral[16];
    _Alignas(16) char factor[16];
} state;

/* Result and counts, which lie one after another. */
static const ra__walk *plan_means(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    ra__walk *w = ra__walk_new(p, out->ndim, 2);
    int64_t strides[RA_MAX_DIMS];

    if (!w)
        return NULL;
    memcpy(w->sizes, out->sizes, (size_t)out->ndim * sizeof *out->sizes);
    ra__walk_set(w, 0, out->strides, (int64_t)ra_dtype_size(out->dtype));
    ra__strides_contiguous(out->ndim, out->sizes, strides);
    ra__walk_set(w, 1, strides, (int64_t)sizeof(int64_t));
    ra__walk_finish(w);
    return w;
}

/* Over the sizes of `space` (index or source): `strides` are those of the result, of elements of so many bytes. */
static ra__indexed *plan_indexed(const ra_meta *m, ra_plan *p, const ra_layout *space, bool by_slices, const int64_t *strides, size_t bytes)
{
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    const ra_layout *index = ra__layout(m, 2), *src = ra__layout(m, 3);
    const ra__shape *out = ra__out_shape(m, 0);
    ra__indexed *x = ra__indexed_new(p, space->ndim, 1, bytes);
    int64_t along[RA_MAX_DIMS] = {0}, from[RA_MAX_DIMS] = {0}, by[RA_MAX_DIMS] = {0};

    if (!x)
        return NULL;
    memcpy(x->walk->sizes, ra__sizes(space), space->ndim * sizeof(int64_t));
    for (int d = 0; d < space->ndim; d++) {
        along[d] = d == pre->dim || d >= out->ndim ? 0 : strides[d];
        from[d] = d >= src->ndim ? 0 : ra__strides(src)[d];
        by[d] = by_slices ? d == pre->dim && index->ndim ? ra__strides(index)[0] : 0 : ra__strides(index)[d];
    }
    ra__walk_set(x->walk, 0, along, (int64_t)bytes);
    ra__walk_set(x->walk, 1, from, (int64_t)ra_dtype_size((ra_dtype)src->dtype));
    ra__indexed_set(x, m, 0, m->first[2], by, pre->dim, out->ndim ? out->sizes[pre->dim] : 1, out->ndim ? strides[pre->dim] : 0);
    ra__walk_finish(x->walk);
    return x;
}

static void choose(state *s, const ra_meta *m)
{
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    const ra_dtype dtype = ra__out_shape(m, 0)->dtype;
    s->include_self = pre->include_self;
    switch (pre->operation) {
    case RA__PUT_COPY:
        return;
    case RA__PUT_SUM:
    case RA__PUT_MEAN:
        s->combine = pre->scales ? scaled_adders[dtype] : adders[dtype];
        break;
    case RA__PUT_PROD:
        s->combine = multipliers[dtype];
        break;
    case RA__PUT_AMAX:
        s->combine = greatest[dtype];
        break;
    case RA__PUT_AMIN:
        s->combine = smallest[dtype];
        break;
    }
    ra__scalar_store(ra__put_neutral(pre->operation, dtype), dtype, s->neutral);
    if (pre->scales)
        ra__scalar_store(pre->alpha, dtype, s->factor);
}

static void add_phase(state *s, ra_plan *p, int kind, int64_t grains, double ns)
{
    s->kinds[p->phases] = kind;
    p->grains[p->phases++] = grains;
    p->cost_ns += ns;
}

/* Where blocks are too long to be grains but rows of the result are worth to be gone through by themselves; false: not so. */
static bool plan_by_rows(state *s, const ra_meta *m, ra_plan *p)
{
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    const ra__walk *w = s->indexed->walk;
    slices *sorted = plan_sorted(m, p, pre->dim);

    if (!sorted)
        return false;
    s->sorted = sorted;
    p->phases = 0;
    p->cost_ns = 0;
    p->workspace = sorted_bytes(sorted);
    s->divide = pre->operation == RA__PUT_MEAN ? dividers[ra__out_shape(m, 0)->dtype] : NULL;
    add_phase(s, p, SORT, 1, (double)sorted->entries * 2 + (double)sorted->count);
    add_phase(s, p, ROWS, ra__grain_count(sorted->rows, sorted->grain), 0.1 * (double)sorted->bytes * (double)(w->numel + (sorted->in_place ? 0 : s->cells)));
    return true;
}

static ra_status plan_put(const ra_meta *m, ra_plan *p, bool by_slices)
{
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_layout *space = ra__layout(m, by_slices ? 3 : 2);
    const size_t bytes = ra_dtype_size(out->dtype);
    const bool mean = pre->operation == RA__PUT_MEAN && space->numel;
    state *s = ra__plan_alloc(p, sizeof *s);
    int64_t strides[RA_MAX_DIMS], block = 1;

    if (!s)
        return RA_ERR_MEMORY;
    *s = (state){.grain = ra__move_grain(bytes), .indexed = plan_indexed(m, p, space, by_slices, out->strides, bytes)};
    p->phases = 0;
    p->cost_ns = 0;
    choose(s, m);
    ra__strides_contiguous(out->ndim, out->sizes, strides);
    if (!s->indexed || (mean && (!(s->counted = plan_indexed(m, p, space, by_slices, strides, sizeof(int64_t))) || !(s->means = plan_means(m, p)))))
        return RA_ERR_MEMORY;
    p->state = s;
    s->cells = ra__layout(m, 0)->numel;
    if (m->variant != RA_INPLACE && s->cells && !(s->copy = ra__put_copy(m, p)))
        return RA_ERR_MEMORY;
    if (s->copy || mean)
        add_phase(s, p, PREPARE, ra__grain_count(s->cells, s->grain), (double)s->cells * 0.1 * (double)bytes);
    ra__indexed *x = s->indexed;
    if (x->walk->numel == 0 || s->cells == 0)
        return RA_OK;
    for (int d = pre->dim; d < space->ndim; d++)
        block *= ra__sizes(space)[d]; /* fits: at most its elements */
    if (by_slices && block > RA__INDEX_GRAIN && plan_by_rows(s, m, p))
        return RA_OK;
    if (block <= RA__INDEX_GRAIN)
        x->grain = RA__INDEX_GRAIN / block * block;
    else if (x->walk->numel > x->grain)
        p->flags |= RA__PLAN_SERIAL;
    const int64_t grains = ra__grain_count(x->walk->numel, x->grain);
    if (!s->include_self)
        add_phase(s, p, CLEAR, grains, (double)x->walk->numel * 3);
    add_phase(s, p, COMBINE, grains, (double)x->walk->numel * (mean ? 7 : 4));
    if (!mean)
        return RA_OK;
    p->workspace = (size_t)s->cells * sizeof(int64_t); /* fits: a count for each element */
    s->divide = dividers[out->dtype];
    add_phase(s, p, DIVIDE, ra__grain_count(s->cells, s->grain), (double)s->cells * 2);
    return RA_OK;
}

static ra_status plan_scattered(const ra_meta *m, ra_plan *p)
{
    return plan_put(m, p, false);
}

static ra_status plan_slices(const ra_meta *m, ra_plan *p)
{
    return plan_put(m, p, true);
}

/* What is done at the places of a run: each gets one more (counts), the neutral element, or is combined. */
typedef struct doing {
    ra__run *r;
    const ra__indexed *x;
    combine_fn combine;
    const char *value; /* written where nothing is combined; NULL: the source itself */
    const void *factor;
} doing;

static void count_one(const target *t)
{
    const target all = *t; /* what is written might be thought to change t */

    for (int64_t i = 0; i < all.n; i++)
        ++*(int64_t *)(void *)(all.self + i * all.self_stride + (all.offsets ? all.offsets[i] : 0));
}

static inline __attribute__((always_inline)) void write(const target *t, size_t bytes)
{
    const target all = *t;

    if (all.offsets)
        for (int64_t i = 0; i < all.n; i++)
            memcpy(all.self + i * all.self_stride + all.offsets[i], all.src + i * all.src_stride, bytes);
    else
        ra__move(all.self, all.self_stride, all.src, all.src_stride, all.n, bytes);
}

static void do_tile(const doing *d, const target *t)
{
    if (d->combine)
        d->combine(t);
    else
        switch (d->x->bytes) {
        case 1: write(t, 1); break;
        case 2: write(t, 2); break;
        case 4: write(t, 4); break;
        case 8: write(t, 8); break;
        default: write(t, 16);
        }
}

static ra_status do_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    const doing *d = context;
    int64_t offsets[RA__INDEX_TILE];
    const char *src = d->value ? d->value : data[1];
    const int64_t step = d->value ? 0 : strides[1];
    ra_status status = RA_OK;

    (void)at;
    if (ra__index_is_constant(d->x, strides)) { /* a whole run goes to one place */
        int64_t place = 0;

        status = ra__index_offsets(d->r, d->x, data, strides, 0, 1, &place);
        if (status == RA_OK)
            do_tile(d, &(target){data[0] + place, strides[0], src, step, NULL, n, d->factor});
        return status;
    }
    for (int64_t i = 0; i < n && status == RA_OK; i += RA__INDEX_TILE) {
        const int64_t count = ra__min64(n - i, RA__INDEX_TILE);

        status = ra__index_offsets(d->r, d->x, data, strides, i, count, offsets);
        if (status == RA_OK)
            do_tile(d, &(target){data[0] + i * strides[0], strides[0], src + i * step, step, offsets, count, d->factor});
    }
    return status;
}

static ra_status go_through(ra__run *r, const doing *d, char *written, int64_t first, int64_t last, int64_t grain)
{
    char *base[RA__WALK_OPERANDS];
    doing own = *d;

    ra__indexed_base(r, d->x, written, r->data[3], base);
    return ra__walk_run(d->x->walk, base, first * grain, ra__min64(last * grain, d->x->walk->numel), do_run, &own);
}

static ra_status divide_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    const state *s = context;

    (void)at;
    s->divide(&(target){data[0], strides[0], data[1], strides[1], NULL, n, NULL});
    return RA_OK;
}

static ra_status prepare(ra__run *r, const state *s, int64_t first, int64_t end)
{
    char *base[RA__WALK_OPERANDS] = {r->data[0], r->data[1]};
    size_t bytes = s->indexed->bytes;

    for (int64_t i = first; s->counted && i < end; i++)
        ((int64_t *)r->workspace)[i] = s->include_self;
    return s->copy ? ra__walk_run(s->copy, base, first, end, ra__put_copy_run, &bytes) : RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t grain = s->indexed->grain, end = ra__min64(last * s->grain, s->cells);
    doing d = {.r = r, .x = s->indexed, .factor = s->factor};
    char *base[RA__WALK_OPERANDS] = {r->data[0], r->workspace};
    ra_status status;

    switch (s->kinds[phase]) {
    case SORT:
        return sort_entries(r, s->sorted, s->indexed->index);
    case ROWS:
        put_rows(r, s->sorted, &(slice_ways){s->combine, s->divide, s->combine && !s->include_self ? s->neutral : NULL, s->factor}, first, last);
        return RA_OK;
    case PREPARE:
        return prepare(r, s, first * s->grain, end);
    case CLEAR:
        d.value = s->neutral;
        return go_through(r, &d, r->data[0], first, last, grain);
    case COMBINE:
        d.combine = s->combine;
        status = go_through(r, &d, r->data[0], first, last, grain);
        if (status != RA_OK || !s->counted)
            return status;
        return go_through(r, &(doing){.r = r, .x = s->counted, .combine = count_one}, r->workspace, first, last, grain);
    default:
        return ra__walk_run(s->means, base, first * s->grain, end, divide_run, (void *)(uintptr_t)s);
    }
}

const ra_kernel RA__KERNEL(scatter_reduce) = {.name = "scatter_reduce", .plan = plan_scattered, .run = run};
const ra_kernel RA__KERNEL(index_reduce) = {.name = "index_reduce", .plan = plan_slices, .run = run};
