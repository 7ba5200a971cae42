/*
 * Least squares, by the drivers of LAPACK. It gives the solution in the first rows of B and what is left of |A X - B| in those
 * behind, so B is copied into rooms of as many rows as either has. What is not finite is not shown to it, as in linalg_svd.c.
 *
 * The first phase solves; where the ranks decide whether there are residuals a second one looks at them. It also writes the rank
 * and values of an A that no B asked for.
 */
#include "cpu/convert.h"
#include "cpu/linalg.h"
#include "cpu/sequence.h"

#include <string.h>

enum { SOLUTION, RESIDUALS, RANK, VALUES, RESULTS };

typedef struct state {
    ra__linalg base;
    ra__lstsq_pre pre;
    ra__matrices a, b, out[RESULTS];
    ra__convert_fn convert[RESULTS];
    int64_t out_size[RESULTS], real_size;
    int64_t a_sizes[RA_MAX_DIMS];       /* of the batch of A */
    int64_t residuals, kept, room;      /* where the ranks decide: their first size; of the given output; bytes of one that is not kept */
    bool alone;                         /* A, beside a B that is broadcast to none: of it alone there is something to tell */
    size_t sums_at;                     /* in the workspace, behind a byte for each matrix of full rank */
    int sides;                          /* shown to LAPACK: those of B, or one of zeros */
    size_t matrix, x, values, sums, pivots, work, real_work, int_work;
} state;

static bool is_single(const ra__linalg *l)
{
    return l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64;
}

/* ---- LAPACK ---- */

static int solve(ra__run *r, const struct ra__blas *b, const state *s, int *rank)
{
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, ld = ra__ld(m), ldx = ra__ld(m > n ? m : n);
    char *scratch = r->scratch, *a = scratch + s->matrix, *x = scratch + s->x, *values = scratch + s->values, *work = scratch + s->work, *real_work = scratch + s->real_work;
    int *pivots = (int *)(void *)(scratch + s->pivots), *int_work = (int *)(void *)(scratch + s->int_work), info = 0;
    const float rcond_single = (float)s->pre.rcond;
    const void *rcond = is_single(l) ? (const void *)&rcond_single : (const void *)&s->pre.rcond;
#define EQUATIONS &m, &n, &s->sides, (void *)a, &ld, (void *)x, &ldx
#define WORK (void *)work, &s->pre.workspace
    switch (s->pre.driver) {
    case RA__LSTSQ_GELS: RA__LAPACK(b, l->dtype, gels_, "N", EQUATIONS, WORK, &info, 1); break;
    case RA__LSTSQ_GELSY:
        memset(pivots, 0, (size_t)n * sizeof *pivots);
        switch (l->dtype) {
        case RA_FLOAT32: b->sgelsy_(EQUATIONS, pivots, rcond, rank, WORK, &info); break;
        case RA_FLOAT64: b->dgelsy_(EQUATIONS, pivots, rcond, rank, WORK, &info); break;
        case RA_COMPLEX64: b->cgelsy_(EQUATIONS, pivots, rcond, rank, WORK, (void *)real_work, &info); break;
        default: b->zgelsy_(EQUATIONS, pivots, rcond, rank, WORK, (void *)real_work, &info); break;
        }
        break;
    case RA__LSTSQ_GELSD:
        switch (l->dtype) {
        case RA_FLOAT32: b->sgelsd_(EQUATIONS, (void *)values, rcond, rank, WORK, int_work, &info); break;
        case RA_FLOAT64: b->dgelsd_(EQUATIONS, (void *)values, rcond, rank, WORK, int_work, &info); break;
        case RA_COMPLEX64: b->cgelsd_(EQUATIONS, (void *)values, rcond, rank, WORK, (void *)real_work, int_work, &info); break;
        default: b->zgelsd_(EQUATIONS, (void *)values, rcond, rank, WORK, (void *)real_work, int_work, &info); break;
        }
        break;
    default:
        switch (l->dtype) {
        case RA_FLOAT32: b->sgelss_(EQUATIONS, (void *)values, rcond, rank, WORK, &info); break;
        case RA_FLOAT64: b->dgelss_(EQUATIONS, (void *)values, rcond, rank, WORK, &info); break;
        case RA_COMPLEX64: b->cgelss_(EQUATIONS, (void *)values, rcond, rank, WORK, (void *)real_work, &info); break;
        default: b->zgelss_(EQUATIONS, (void *)values, rcond, rank, WORK, (void *)real_work, &info); break;
        }
    }
#undef EQUATIONS
#undef WORK
    return info;
}

/* Without rows the solution is 0; without columns it is empty and all of B is left, which gels takes for 0. */
static void solve_nothing(const state *s, char *x, int64_t ldx)
{
    const ra__linalg *l = &s->base;
    if (l->pre.rows == 0 || s->pre.driver == RA__LSTSQ_GELS)
        memset(x, 0, (size_t)(ldx * s->sides * l->size)); /* fits: it has been taken */
}

/* ---- what comes of it ---- */

static void store(const ra__run *r, const state *s, int result, const char *from, int64_t from_size, int64_t ld, int64_t at)
{
    const ra__matrices *v = &s->out[result];
    const int64_t size = s->out_size[result];
    char *to = AT(&s->base, v, r->data[result], at);
    for (int64_t j = 0; j < v->columns; j++)
        s->convert[result](to + j * v->column * size, v->row * size, from + j * ld * from_size, from_size, v->rows);
}

#define RA__SUM_SQUARES(T)                                                                                        \
    static void sum_squares_##T(const T *x, int64_t ld, int64_t first, int64_t end, int64_t columns, T *sums)      \
    {                                                                                                             \
        for (int64_t j = 0; j < columns; j++, x += ld) {                                                          \
            double sum = 0;                                                                                       \
            for (int64_t i = first; i < end; i++)                                                                 \
                sum += (double)x[i] * (double)x[i];                                                               \
            sums[j] = (T)sum;                                                                                     \
        }                                                                                                         \
    }
RA__SUM_SQUARES(float)
RA__SUM_SQUARES(double)

static char *open_sums(const ra__run *r, const state *s, int64_t at)
{
    return (char *)r->workspace + s->sums_at + at * s->base.pre.right_hand_sides * s->real_size; /* fits: within the workspace */
}

static void write_residuals(const ra__run *r, const state *s, const char *x, int64_t ldx, int64_t at)
{
    const ra__linalg *l = &s->base;
    const int64_t parts = ra__is_complex(l->dtype) ? 2 : 1;
    char *sums = s->pre.is_open ? open_sums(r, s, at) : (char *)r->scratch + s->sums;
    if (is_single(l))
        sum_squares_float((const float *)(const void *)x, ldx * parts, l->pre.columns * parts, l->pre.rows * parts, l->pre.right_hand_sides, (float *)(void *)sums);
    else
        sum_squares_double((const double *)(const void *)x, ldx * parts, l->pre.columns * parts, l->pre.rows * parts, l->pre.right_hand_sides, (double *)(void *)sums);
    if (!s->pre.is_open)
        store(r, s, RESIDUALS, sums, s->real_size, l->pre.right_hand_sides, at);
}

static ra_status settle_residuals(ra__run *r, const state *s)
{
    const int64_t batch = s->base.batch, bytes = ra__capped_product(ra__capped_product(batch, s->base.pre.right_hand_sides), s->real_size);
    bool full = true;
    for (int64_t at = 0; at < batch; at++)
        full = full && ((const char *)r->workspace)[at];
    if (full && s->kept != s->residuals && bytes > s->room)
        return ra__fault(r, RA_ERR_SHAPE, "residuals is a borrowed buffer with room for %lld bytes and cannot grow to %lld", (long long)s->room, (long long)bytes);
    r->extents[RESIDUALS] = full ? s->residuals : 0;
    for (int64_t at = 0; full && at < batch; at++)
        store(r, s, RESIDUALS, open_sums(r, s, at), s->real_size, s->base.pre.right_hand_sides, at);
    return RA_OK;
}

/* Of the matrices of the batch that are one of A the first writes what is told of it. */
static bool tells_of_a(const state *s, int64_t at)
{
    for (int d = s->base.dims - 1; d >= 0; d--) {
        if (s->a_sizes[d] != s->base.sizes[d] && at % s->base.sizes[d] != 0)
            return false;
        at /= s->base.sizes[d];
    }
    return true;
}

static void tell_of_a(const ra__run *r, const state *s, int rank, const char *values, int64_t at)
{
    const int64_t wide = rank;
    if (s->pre.driver != RA__LSTSQ_GELS)
        store(r, s, RANK, (const char *)&wide, sizeof wide, 1, at);
    if (s->pre.driver == RA__LSTSQ_GELSD || s->pre.driver == RA__LSTSQ_GELSS)
        store(r, s, VALUES, values, s->real_size, s->out[VALUES].rows, at);
}

static ra_status lstsq_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t m = l->pre.rows, n = l->pre.columns, ldx = ra__ld(m > n ? m : n);
    char *scratch = r->scratch, *x = scratch + s->x, label[48];
    int rank = 0, info = 0;
    memset(x, 0, (size_t)(ldx * s->sides * l->size)); /* fits: it has been taken */
    LOAD(l, &s->a, AT(l, &s->a, r->data[RESULTS], at), scratch + s->matrix, ra__ld(m));
    LOAD(l, &s->b, AT(l, &s->b, r->data[RESULTS + 1], at), x, ldx);
    if (!RA__ISA_NAME(ra__matrix_is_finite)(l, scratch + s->matrix, m, n) || !RA__ISA_NAME(ra__matrix_is_finite)(l, x, ldx, s->sides))
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: an element is not finite", RA__ISA_NAME(ra__matrix_label)(l, at, label));
    if (m == 0 || n == 0 || s->sides == 0)
        solve_nothing(s, x, ldx);
    else
        info = solve(r, b, s, &rank);
    if (info > 0 && s->pre.driver == RA__LSTSQ_GELS)
        return ra__fault(r, RA_ERR_SINGULAR, "%snot of full rank, as number %d of the diagonal of its triangular factor is 0; drivers gelsy, gelsd and gelss take it",
                         RA__ISA_NAME(ra__matrix_label)(l, at, label), info);
    if (info != 0)
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (LAPACK answers %d)", RA__ISA_NAME(ra__matrix_label)(l, at, label), info);
    store(r, s, SOLUTION, x, l->size, ldx, at);
    if (s->pre.tells)
        write_residuals(r, s, x, ldx, at);
    if (tells_of_a(s, at))
        tell_of_a(r, s, rank, scratch + s->values, at);
    if (s->pre.is_open)
        ((char *)r->workspace)[at] = rank == n;
    return RA_OK;
}

/* ---- the plan ---- */

static void describe_result(state *s, const ra_meta *m, int result, ra_dtype from, bool vector)
{
    const ra__shape *x = ra__out_shape(m, result);
    int64_t sizes[RA_MAX_DIMS + 1], strides[RA_MAX_DIMS + 1];
    int ndim = x->ndim;
    const ra__result *out = &m->out[result];
    memcpy(sizes, x->sizes, (size_t)ndim * sizeof *sizes);
    memcpy(strides, out->kept && ra__sizes(out->kept)[0] == x->sizes[0] ? ra__strides(out->kept) : x->strides, (size_t)ndim * sizeof *strides);
    if (result == RANK) {
        sizes[ndim] = 1;
        strides[ndim++] = 0;
    }
    MATRICES(&s->base, &s->out[result], ndim, sizes, strides, vector);
    s->out_size[result] = (int64_t)ra_dtype_size(x->dtype);
    s->convert[result] = RA__ISA_NAME(ra__convert)(x->dtype, from);
    for (int d = 0; d < s->base.dims; d++) /* in bytes, of elements as large as those of A */
        s->out[result].batch[d] = s->out[result].batch[d] / s->base.size * s->out_size[result];
}

static void take_scratch(state *s)
{
    ra__linalg *l = &s->base;
    const int64_t m = l->pre.rows, n = l->pre.columns, k = m < n ? m : n, side = s->sides, leaf = (RA__LSTSQ_LEAF + 1) * (RA__LSTSQ_LEAF + 1);
    const int64_t tail = k * (1 + side) + 2 * side; /* fits: half of the workspace's elements, and twice as much of */
    s->matrix = TAKE(l, m * n, l->size);
    s->x = TAKE(l, ra__ld(m > n ? m : n) * side, l->size);
    s->values = TAKE(l, k, s->real_size);
    s->sums = TAKE(l, side, s->real_size);
    s->pivots = TAKE(l, n, sizeof(int));
    s->work = TAKE(l, s->pre.workspace, l->size);
    s->int_work = TAKE(l, k * (3 * s->pre.levels + 11), sizeof(int));
    s->real_work = TAKE(l, ra__is_complex(l->dtype) ? 2 * n + k * (60 + 8 * s->pre.levels) + 3 * RA__LSTSQ_LEAF * side + (tail > leaf ? tail : leaf) : 1, s->real_size);
}

/* The sums wait in the workspace until all ranks are known. */
static void open_residuals(state *s, const ra_meta *m, ra_plan *p)
{
    const ra__result *out = &m->out[RESIDUALS];
    const size_t batch = (size_t)s->base.batch;
    s->residuals = out->shape.sizes[0];
    s->kept = out->kept ? ra__sizes(out->kept)[0] : -1;
    s->room = out->room;
    s->sums_at = (batch + 63) / 64 * 64;
    p->workspace = s->sums_at + batch * (size_t)s->pre.base.right_hand_sides * (size_t)s->real_size; /* fits: a byte for each, and as many as the residuals */
}

static ra_status lstsq_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    const ra__lstsq_pre *pre = RA__PRE(m, const ra__lstsq_pre);
    const ra__shape *x = ra__out_shape(m, SOLUTION);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, x->sizes);
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    const ra_dtype real = ra__real_of(l->dtype);
    const bool by_values = pre->driver == RA__LSTSQ_GELSD || pre->driver == RA__LSTSQ_GELSS;
    s->pre = *pre;
    s->real_size = (int64_t)ra_dtype_size(real);
    s->sides = by_values && pre->base.right_hand_sides == 0 ? 1 : (int)pre->base.right_hand_sides;
    memcpy(s->a_sizes, ra__sizes(a), (size_t)l->dims * sizeof *s->a_sizes);
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    MATRICES(l, &s->b, b->ndim, ra__sizes(b), ra__strides(b), pre->base.vector);
    describe_result(s, m, SOLUTION, l->dtype, pre->base.vector);
    if (pre->tells)
        describe_result(s, m, RESIDUALS, real, true);
    if (pre->driver != RA__LSTSQ_GELS)
        describe_result(s, m, RANK, RA_INT64, true);
    if (by_values)
        describe_result(s, m, VALUES, real, true);
    take_scratch(s);
    if (pre->is_open)
        open_residuals(s, m, p);
    const double least = (double)ra__min(l->pre.rows, l->pre.columns);
    const ra_status status = RA__ISA_NAME(ra__linalg_finish)(l, p, 2.0 * least * (double)l->pre.rows * (double)l->pre.columns);
    s->alone = l->batch == 0 && ra__plan_has_elements(m);
    p->phases = 2;
    p->grains[1] = pre->is_open || s->alone;
    return status;
}

/* ---- the run ---- */

/* Of an A that is alone. */
static void tell_nothing(ra__run *r, const state *s)
{
    state alone = *s;
    alone.base.batch = 1;
    for (int d = 0; d < alone.base.dims; d++)
        alone.base.batch *= alone.base.sizes[d] = s->a_sizes[d]; /* fits: as in the layout of A */
    memset((char *)r->scratch + s->values, 0, (size_t)(ra__min(s->pre.base.rows, s->pre.base.columns) * s->real_size)); /* fits: it has been taken */
    for (int64_t at = 0; at < alone.base.batch; at++)
        tell_of_a(r, &alone, 0, (const char *)r->scratch + s->values, at);
}

static ra_status lstsq_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    if (phase == 0)
        return RA__ISA_NAME(ra__linalg_run)(r, first, last, lstsq_one);
    if (s->alone)
        tell_nothing(r, s);
    return s->pre.is_open ? settle_residuals(r, s) : RA_OK;
}

const ra_kernel RA__KERNEL(linalg_lstsq) = {.name = "linalg_lstsq", .plan = lstsq_plan, .run = lstsq_run};
