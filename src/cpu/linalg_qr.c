/*
 * QR factors, by Householder reflections.
 *
 * A large matrix is taken apart into panels of columns (linalg_panels.h), whose reflections are brought to what is right of them. What is
 * above the diagonal of a panel is R's when its last piece is made, and is written with that. Further steps put Q together from behind: the
 * reflections of one panel after another go to columns of the identity, of which those of a panel begin with it, as what is left of them
 * stays as it is.
 *
 * Workspace: the factors, reflections below the diagonal, and each panel's triangle T, with which they are I - V T V^H.
 */
#include "cpu/linalg_panels.h"

#include <string.h>

enum { NARROW = 32, WIDE = 48, WIDE_FROM = 1536 }; /* columns of a panel; reflections from which on they are wide */
enum { PIECE_LEAST = 8 };
/* Multiply-adds of float32 for a pair of columns, one of a panel and one of a stripe, or of a piece: some 150 and 200 us. */
#define STRIPE_GRAIN 6.2e6
#define PIECE_GRAIN 2e6

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    size_t factors, tau, work;   /* scratch, the first two workspace where it is taken apart */
    size_t top, joined, other;   /* scratch */
    int lwork;
    int64_t least, wide;         /* reflections; columns of Q */
    ra__panels panels;
    int panel;                   /* columns of one */
} state;

/*
 * The first column of A in which anything is infinite or NaN: there R's diagonal is, and from there on Q and R are NaN, where their numbers are
 * made of that column's (OpenBLAS makes zeros of some). `least`: there is none.
 */
static int64_t first_none(const ra__linalg *l, const char *factors, int64_t ld, int64_t least)
{
    int64_t i = 0;
    for (; i < least; i++, factors += (ld + 1) * l->size) {
        const double x = l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64 ? *(const float *)(const void *)factors : *(const double *)(const void *)factors;
        if (x - x != 0)
            break;
    }
    return i;
}

/* R: the upper triangle of the factors' first `rows` rows, in columns first to end - 1. */
static void write_r(const ra__linalg *l, char *r, int64_t rows, const char *factors, int64_t ld, int64_t first, int64_t end)
{
    const int64_t least = end < rows ? end : rows, none = first_none(l, factors, ld, least);
    r += first * rows * l->size;
    factors += first * ld * l->size;
    for (int64_t j = first; j < end; j++, r += rows * l->size, factors += ld * l->size) {
        int64_t there = j + 1 < rows ? j + 1 : rows;
        memcpy(r, factors, (size_t)(there * l->size));
        memset(r + there * l->size, 0, (size_t)((rows - there) * l->size));
        if (j > none && none < there)
            ra__fill_nan(l, r + none * l->size, there - none);
    }
}

static ra_status qr_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, k = m < n ? m : n, ld = ra__ld(m), wide = l->pre.full ? m : k;
    char *scratch = r->scratch, *factors = scratch + s->factors, *tau = scratch + s->tau, *work = scratch + s->work;
    int info = 0;
    LOAD(l, &s->a, RA__ISA_NAME(ra__matrix_at)(l, &s->a, r->data[2], at), factors, ld);
    if (k > 0)
        RA__LAPACK(b, l->dtype, geqrf_, &m, &n, (void *)factors, &ld, (void *)tau, (void *)work, &s->lwork, &info);
    write_r(l, r->data[1] + at * wide * (int64_t)n * l->size, wide, factors, ld, 0, n);
    if (l->pre.values_only || wide == 0)
        return RA_OK;
    char *q = r->data[0] + at * m * (int64_t)wide * l->size;
    memcpy(q, factors, (size_t)(m * (int64_t)k * l->size));
    switch (l->dtype) {
    case RA_FLOAT32: b->sorgqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    case RA_FLOAT64: b->dorgqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    case RA_COMPLEX64: b->cungqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    default: b->zungqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    }
    const int64_t none = first_none(l, factors, ld, k);
    if (none < k)
        ra__fill_nan(l, q + none * m * l->size, (wide - none) * (int64_t)m);
    return RA_OK;
}

/* ---- a matrix that is taken apart ---- */

typedef struct work {
    const state *s;
    const struct ra__blas *b;
    ra__run *r;
    int64_t at;
} work;

static int64_t first_of(const state *s, int64_t panel)
{
    return ra__panel_first(&s->panels, panel);
}

static char *factor_at(const work *w, int64_t i, int64_t j)
{
    const ra__linalg *l = &w->s->base;
    return (char *)w->r->workspace + w->s->factors + l->size * (j * l->pre.rows + i);
}

static char *triangle(const work *w, int64_t k)
{
    return (char *)w->r->workspace + w->s->tau + w->s->base.size * k * w->s->panel * w->s->panel;
}

static void finish_r(const work *w, int64_t first, int64_t end)
{
    const ra__linalg *l = &w->s->base;
    const int64_t rows = l->pre.full ? l->pre.rows : w->s->least;
    write_r(l, w->r->data[1] + w->at * rows * l->pre.columns * l->size, rows, factor_at(w, 0, 0), l->pre.rows, first, end);
}

/* `count` reflections of panel k from the `from`th on, the last of them first or, where they are undone, the first, to columns that lie so. */
static void reflect_some(const work *w, int64_t k, int64_t from, int64_t count, bool undone, char *column, int64_t columns)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = first_of(w->s, k) + from;
    const int rows = (int)(l->pre.rows - first), n = (int)columns, wide = (int)count, ld = (int)l->pre.rows;
    RA__LAPACK(w->b, l->dtype, larfb_, "L", !undone ? "N" : ra__is_complex(l->dtype) ? "C" : "T", "F", "C", &rows, &n, &wide,
               (const void *)factor_at(w, first, first), &ld, (const void *)(triangle(w, k) + l->size * from * (w->s->panel + 1)), &w->s->panel,
               (void *)(column + l->size * first), &ld, (void *)((char *)w->r->scratch + w->s->work), &n, 1, 1, 1, 1);
}

/* How many of columns first to end - 1 come before one that is none. */
static int64_t numbers_in(const work *w, int64_t first, int64_t end)
{
    return first_none(&w->s->base, factor_at(w, first, first), w->s->base.pre.rows, end - first);
}

/* C = scale A B + keep C, A m x k and B k x n, or A k x m, transposed and conjugated. */
static void multiply(const work *w, bool adjoint, int64_t m, int64_t n, int64_t k, double scale, const char *a, int64_t lda, const char *x, int64_t ldx,
                     double keep, char *c, int64_t ldc)
{
    const int m_ = (int)m, n_ = (int)n, k_ = (int)k, lda_ = (int)lda, ldx_ = (int)ldx, ldc_ = (int)ldc;
    const char *form = adjoint ? "C" : "N";
#define ARGUMENTS(T) form, "N", &m_, &n_, &k_, &(T){(T)scale}, (const void *)a, &lda_, (const void *)x, &ldx_, &(T){(T)keep}, (void *)c, &ldc_, 1, 1
    switch (w->s->base.dtype) {
    case RA_FLOAT32: w->b->sgemm_(ARGUMENTS(float)); break;
    case RA_FLOAT64: w->b->dgemm_(ARGUMENTS(double)); break;
    case RA_COMPLEX64: w->b->cgemm_(ARGUMENTS(ra__c32)); break;
    default: w->b->zgemm_(ARGUMENTS(ra__c64)); break;
    }
#undef ARGUMENTS
}

/* The triangle of a panel's first `before` reflections and the next `count` of them: what is right of the one and above the other, -T1 V1^H V2 T2. */
static void join(const work *w, int64_t k, int64_t before, int64_t count)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = first_of(w->s, k), from = first + before, rows = l->pre.rows, ld = w->s->panel, size = l->size;
    char *scratch = w->r->scratch, *top = scratch + w->s->top, *joined = scratch + w->s->joined, *other = scratch + w->s->other, *t = triangle(w, k);
    RA__ISA_NAME(ra__matrix_identity)(l, top, count, 0, count);
    for (int64_t j = 0; j < count; j++) /* the first rows of V2, above whose diagonal R is */
        memcpy(top + size * (j * count + j + 1), factor_at(w, from + j + 1, from + j), (size_t)(size * (count - j - 1)));
    multiply(w, true, before, count, count, 1, factor_at(w, from, first), rows, top, count, 0, joined, before);
    if (from + count < rows)
        multiply(w, true, before, count, rows - from - count, 1, factor_at(w, from + count, first), rows, factor_at(w, from + count, from), rows, 1, joined, before);
    multiply(w, false, before, count, before, -1, t, ld, joined, before, 0, other, before);
    multiply(w, false, before, count, count, 1, other, before, t + size * before * (ld + 1), ld, 0, t + size * before * ld, ld);
}

/* The triangle of the first `count` reflections of a piece anew, behind which one is none: products with zeros have brought that to those. */
static void part_from_none(const work *w, int64_t k, int64_t before, int64_t count)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = first_of(w->s, k) + before, apart = l->size * (w->s->panel + 1);
    const int rows = (int)(l->pre.rows - first), wide = (int)count, ld = (int)l->pre.rows;
    char *t = triangle(w, k) + apart * before, *tau = (char *)w->r->scratch + w->s->other;
    for (int64_t i = 0; i < count; i++)
        memcpy(tau + l->size * i, t + apart * i, (size_t)l->size);
    RA__LAPACK(w->b, l->dtype, larft_, "F", "C", &rows, &wide, (void *)factor_at(w, first, first), &ld, (const void *)tau, (void *)t, &w->s->panel, 1, 1);
}

/* A piece of the panel that is made. */
static void factor(const work *w, const ra__panel_step *step)
{
    const ra__linalg *l = &w->s->base;
    const int64_t k = step->made, panel = w->s->panel;
    int64_t first, end;
    ra__panel_columns(&w->s->panels, step, step->piece, &first, &end);
    const int64_t before = first - step->first;
    const int rows = (int)(l->pre.rows - first), columns = (int)(end - first), ld = (int)l->pre.rows;
    int info = 0;
    if (before == 0) /* below its diagonal are zeros, for products with it */
        memset(triangle(w, k), 0, (size_t)(panel * panel * l->size));
    else
        reflect_some(w, k, 0, before, true, factor_at(w, 0, first), columns);
    RA__LAPACK(w->b, l->dtype, geqrt3_, &rows, &columns, (void *)factor_at(w, first, first), &ld,
               (void *)(triangle(w, k) + l->size * before * (panel + 1)), &w->s->panel, &info);
    const int64_t numbers = numbers_in(w, first, end);
    if (numbers > 0 && numbers < columns)
        part_from_none(w, k, before, numbers);
    if (numbers > 0 && before > 0)
        join(w, k, before, numbers);
    if (k > 0 && end == step->end) /* in the steps of panel 0 A may still be read where R is to be */
        finish_r(w, k > 1 ? step->first : 0, end);
}

static void load(const work *w, int64_t first, int64_t end)
{
    const ra__linalg *l = &w->s->base;
    ra__matrices part = w->s->a;
    part.columns = end - first;
    LOAD(l, &part, AT(l, &w->s->a, w->r->data[2], w->at) + l->size * first * part.column, factor_at(w, 0, first), l->pre.rows);
}

static void build(const work *w, int64_t k, int64_t stripe)
{
    const ra__linalg *l = &w->s->base;
    const int64_t m = l->pre.rows, wide = w->s->panels.stripe, first = stripe * wide, columns = ra__min(wide, w->s->wide - first);
    char *q = w->r->data[0] + (w->at * w->s->wide + first) * m * l->size;
    if (k == ra__min(first / w->s->panel, w->s->panels.count - 1))
        RA__ISA_NAME(ra__matrix_identity)(l, q, m, first, columns);
    const int64_t count = numbers_in(w, first_of(w->s, k), first_of(w->s, k + 1)); /* the others leave the columns before theirs as they are */
    if (count > 0)
        reflect_some(w, k, 0, count, false, q, columns);
    const int64_t none = k == 0 ? first_none(l, factor_at(w, 0, 0), m, w->s->least) : w->s->least, spared = ra__max(0, none - first);
    if (none < w->s->least && spared < columns)
        ra__fill_nan(l, q + spared * m * l->size, (columns - spared) * m);
}

/* The panel that a step puts Q together with; < 0: the step is one of the factors. */
static int64_t built(const state *s, int64_t step)
{
    const int64_t factors = ra__panels_steps(&s->panels);
    return step < factors ? -1 : s->panels.count - 1 - (step - factors);
}

static int64_t qr_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps, k = built(s, step), wide = s->panels.stripe;
    if (k >= 0)
        return ra__ceil_div(s->wide, wide) - k * s->panel / wide;
    const ra__panel_step of = ra__panels_step(&s->panels, step, 0);
    return ra__panel_grains(&of);
}

static double work_of_reflecting(const ra__linalg *l, int64_t rows, int64_t count, int64_t columns)
{
    return 2 * ra__work_product(l, rows, count, columns);
}

static double qr_work(const ra_plan *p, int phase, int64_t grain)
{
    const state *s = p->state;
    const ra__linalg *l = &s->base;
    const int64_t step = phase % s->base.steps, k = built(s, step), rows = l->pre.rows;
    if (k >= 0)
        return work_of_reflecting(l, rows - first_of(s, k), s->panel, s->panels.stripe);
    const ra__panel_step of = ra__panels_step(&s->panels, step, 0);
    const int64_t stripe = ra__panel_stripe(&of, grain);
    int64_t first, end;
    double sum = 0;
    if (stripe >= 0) {
        ra__panel_columns(&s->panels, &of, stripe, &first, &end);
        sum += of.made == 0 ? ra__work_load(l, rows, end - first) : work_of_reflecting(l, rows - first_of(s, of.made - 1), s->panel, end - first);
    }
    if (grain == 0 && of.has_piece) {
        ra__panel_columns(&s->panels, &of, of.piece, &first, &end);
        const int64_t before = first - of.first;
        sum += work_of_reflecting(l, rows - of.first, before, end - first) + ra__work_product(l, rows - first, before, end - first) +
                3 * ra__work_factors(l, rows - first, end - first);
    }
    return sum;
}

static ra_status grain_of(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const work w = {s, b, r, at};
    const int64_t k = built(s, step);
    if (k >= 0) {
        build(&w, k, k * s->panel / s->panels.stripe + grain);
        return RA_OK;
    }
    const ra__panel_step of = ra__panels_step(&s->panels, step, 0);
    const int64_t stripe = ra__panel_stripe(&of, grain);
    int64_t first = 0, end = 0;
    if (stripe >= 0)
        ra__panel_columns(&s->panels, &of, stripe, &first, &end);
    if (of.made == 0)
        load(&w, first, end);
    else if (stripe >= 0)
        reflect_some(&w, of.made - 1, 0, of.first - first_of(s, of.made - 1), true, factor_at(&w, 0, first), end - first);
    if (grain == 0 && of.has_piece)
        factor(&w, &of);
    else if (of.made == s->panels.count)
        finish_r(&w, first, end);
    return RA_OK;
}

/* ---- the kernel ---- */

static void plan_apart(state *s, ra_plan *p)
{
    ra__linalg *l = &s->base;
    const size_t line = 64;
    const double each = ra__linalg_dear(l->dtype) * (double)l->pre.rows;
    ra__panels *panels = &s->panels;
    s->panel = s->least < WIDE_FROM ? NARROW : WIDE;
    *panels = (ra__panels){.columns = l->pre.columns, .least = s->least, .width = s->panel, .count = ra__ceil_div(s->least, s->panel)};
    panels->stripe = ra__panels_narrowed(s->panel, PIECE_LEAST, each * s->panel, STRIPE_GRAIN);
    panels->piece = ra__panels_narrowed(panels->stripe, PIECE_LEAST, each * s->panel, PIECE_GRAIN);
    panels->pieces = s->panel / panels->piece;
    s->factors = 0;
    s->tau = ((size_t)(l->pre.rows * l->pre.columns * l->size) + line - 1) / line * line; /* fits: elements of the operand */
    p->workspace = s->tau + (size_t)(panels->count * s->panel * s->panel * l->size); /* fits: no more than columns of it, and a panel */
    s->work = TAKE(l, s->panel * s->panel, l->size);
    s->top = TAKE(l, panels->piece * panels->piece, l->size);
    s->joined = TAKE(l, s->panel * panels->piece, l->size);
    s->other = TAKE(l, s->panel * panels->piece, l->size);
}

static ra_status qr_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    int64_t rows = l->pre.rows, columns = l->pre.columns, widest = rows > columns ? rows : columns, k = rows < columns ? rows : columns;
    const double ns = 0.3 * (double)rows * (double)columns * (double)k;
    RA__ISA_NAME(ra__matrices_of)(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->least = k;
    s->wide = l->pre.full ? rows : k;
    if (RA__ISA_NAME(ra__linalg_is_apart)(l, k)) {
        plan_apart(s, p);
        return RA__ISA_NAME(ra__linalg_finish_apart)(l, p, ra__panels_steps(&s->panels) + (l->pre.values_only ? 0 : s->panels.count), ns);
    }
    s->factors = TAKE(l, rows * columns, l->size);
    s->tau = TAKE(l, k, l->size);
    s->lwork = widest < INT32_MAX / RA__LAPACK_COLUMNS ? ra__ld(widest) * RA__LAPACK_COLUMNS : INT32_MAX;
    s->work = TAKE(l, s->lwork, l->size);
    return RA__ISA_NAME(ra__linalg_finish)(l, p, ns);
}

static ra_status qr_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, grain_of) : RUN(r, first, last, qr_one);
}

const ra_kernel RA__KERNEL(linalg_qr) = {.name = "linalg_qr", .plan = qr_plan, .run = qr_run, .grains = qr_grains, .work = qr_work};
