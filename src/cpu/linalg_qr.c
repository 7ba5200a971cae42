/*
 * QR factors, by Householder reflections.
 *
 * A large matrix is taken apart into panels of columns. Step 0 loads A, and its first grain factors the first panel. Step 1 + k brings the
 * reflections of panel k to the columns right of it, stripe by stripe; its first grain has panel k + 1, and factors it at once. What is
 * above the diagonal of a panel is R's then, and is written with it. Further steps put Q together from behind: the reflections of one panel
 * after another go to columns of the identity, of which those of a panel begin with it, as what is left of them stays as it is.
 *
 * Workspace: the factors, reflections below the diagonal, and each panel's triangle T, with which they are I - V T V^H.
 */
#include "cpu/linalg.h"
#include "cpu/sequence.h"

#include <string.h>

enum { NARROW = 32, WIDE = 48, WIDE_FROM = 1536 }; /* columns of a panel, and of a stripe; reflections from which on they are wide */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    size_t factors, tau, work;   /* scratch, the first two workspace where it is taken apart */
    int lwork;
    int64_t least, panels, wide; /* reflections, panels of them, columns of Q */
    int panel;                   /* columns of one, and of a stripe */
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
    return ra__min(panel * s->panel, s->least);
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

static void factor(const work *w, int64_t k)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = first_of(w->s, k), end = first_of(w->s, k + 1);
    const int rows = (int)(l->pre.rows - first), columns = (int)(end - first), ld = (int)l->pre.rows;
    int info = 0;
    RA__LAPACK(w->b, l->dtype, geqrt3_, &rows, &columns, (void *)factor_at(w, first, first), &ld, (void *)triangle(w, k), &w->s->panel, &info);
    if (k > 0) /* in step 0 A may still be read where R is to be */
        finish_r(w, k > 1 ? first : 0, end);
}

/* The reflections of panel k, the last of them first or, where they are undone, the first, to columns that lie so. */
static void reflect(const work *w, int64_t k, bool undone, char *column, int64_t columns)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = first_of(w->s, k);
    const int rows = (int)(l->pre.rows - first), n = (int)columns, wide = (int)(first_of(w->s, k + 1) - first), ld = (int)l->pre.rows;
    RA__LAPACK(w->b, l->dtype, larfb_, "L", !undone ? "N" : ra__is_complex(l->dtype) ? "C" : "T", "F", "C", &rows, &n, &wide,
               (const void *)factor_at(w, first, first), &ld, (const void *)triangle(w, k), &w->s->panel, (void *)(column + l->size * first), &ld,
               (void *)((char *)w->r->scratch + w->s->work), &w->s->panel, 1, 1, 1, 1);
}

/* Columns of the stripe of a grain that loads, or that panel `after` - 1 is brought to: the first has panel `after`. */
static bool stripe_of(const state *s, int64_t after, int64_t grain, int64_t *first, int64_t *end)
{
    const bool is_panel = grain == 0 && after < s->panels;
    *first = is_panel ? first_of(s, after) : first_of(s, after + 1) + (grain - (after < s->panels)) * s->panel;
    *end = is_panel ? first_of(s, after + 1) : ra__min(*first + s->panel, s->base.pre.columns);
    return is_panel;
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
    const int64_t m = l->pre.rows, first = stripe * w->s->panel, columns = ra__min(w->s->panel, w->s->wide - first);
    char *q = w->r->data[0] + (w->at * w->s->wide + first) * m * l->size;
    if (k == ra__min(stripe, w->s->panels - 1))
        RA__ISA_NAME(ra__matrix_identity)(l, q, m, first, columns);
    reflect(w, k, false, q, columns);
    const int64_t none = k == 0 ? first_none(l, factor_at(w, 0, 0), m, w->s->least) : w->s->least, spared = ra__max(0, none - first);
    if (none < w->s->least && spared < columns)
        ra__fill_nan(l, q + spared * m * l->size, (columns - spared) * m);
}

static int64_t qr_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps;
    if (step > s->panels)
        return ra__ceil_div(s->wide, s->panel) - (2 * s->panels - step);
    return (step < s->panels) + ra__ceil_div(s->base.pre.columns - first_of(s, step + 1), s->panel);
}

static ra_status grain_of(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const work w = {s, b, r, at};
    if (step > s->panels) {
        const int64_t k = 2 * s->panels - step;
        build(&w, k, k + grain);
        return RA_OK;
    }
    int64_t first, end;
    const bool is_panel = stripe_of(s, step, grain, &first, &end);
    if (step == 0)
        load(&w, first, end);
    else
        reflect(&w, step - 1, true, factor_at(&w, 0, first), end - first);
    if (is_panel)
        factor(&w, step);
    else if (step == s->panels)
        finish_r(&w, first, end);
    return RA_OK;
}

/* ---- the kernel ---- */

static void plan_apart(state *s, ra_plan *p)
{
    ra__linalg *l = &s->base;
    const size_t line = 64;
    s->panel = s->least < WIDE_FROM ? NARROW : WIDE;
    s->panels = ra__ceil_div(s->least, s->panel);
    s->factors = 0;
    s->tau = ((size_t)(l->pre.rows * l->pre.columns * l->size) + line - 1) / line * line; /* fits: elements of the operand */
    p->workspace = s->tau + (size_t)(s->panels * s->panel * s->panel * l->size); /* fits: no more than columns of it, and a panel */
    s->work = TAKE(l, s->panel * s->panel, l->size);
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
        return RA__ISA_NAME(ra__linalg_finish_apart)(l, p, 1 + s->panels + (l->pre.values_only ? 0 : s->panels), ns);
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

const ra_kernel RA__KERNEL(linalg_qr) = {.name = "linalg_qr", .plan = qr_plan, .run = qr_run, .grains = qr_grains};
