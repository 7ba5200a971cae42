/*
 * Eigenvalues and eigenvectors of Hermitian matrices: reflections make a tridiagonal form, whose eigenvectors divide and conquer finds, and
 * are brought to those. That iterates: a matrix that is not finite is not shown to it, since not every version of LAPACK comes back from
 * one.
 *
 * A large matrix is taken apart. Step 0 is one grain, which makes the form. In step 1 the first grain finds the form's eigenvectors, and
 * meanwhile others put together of each panel of reflections the triangle T with which they are I - V T V^H. Further steps bring the panels
 * to the eigenvectors, stripe by stripe, the last panel first. Of a matrix of which the upper triangle is told the lower one of its
 * transpose is taken.
 *
 * Workspace: the factors, reflections below the first subdiagonal; what they and the form are besides; each panel's T; LAPACK's own for the
 * two steps that have it for one grain. Step 0 writes all that tells of the form. In step 1 the first grain has the form and LAPACK's
 * workspace to itself, the others read the reflections and write a T each. Numbers of any size are shown to LAPACK as they are: its norms do
 * not square them, and divide and conquer scales the form.
 */
#include "cpu/linalg.h"
#include "cpu/sequence.h"

#include <string.h>

enum { NARROW = 32, WIDE = 48, WIDE_FROM = 1280 }; /* columns of a panel, and of a stripe; columns from which on they are wide */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    int64_t value_size;            /* of an eigenvalue */
    size_t work, real_work, int_work; /* scratch, workspace where it is taken apart */
    int lwork, lrwork, liwork;
    /* Where it is taken apart: */
    int64_t panels;
    int panel;                     /* columns of one, and of a stripe */
    size_t tau, beside, told, triangles; /* workspace, behind the factors */
    size_t reflected;              /* scratch */
} state;

static bool is_single(const ra__linalg *l)
{
    return l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64;
}

static void fill_nan(const ra__linalg *l, char *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (is_single(l))
            ((float *)(void *)x)[i] = __builtin_nanf("");
        else
            ((double *)(void *)x)[i] = __builtin_nan("");
}

/* Of the triangle that is read: the other may hold anything. */
static void clear_other_triangle(const ra__linalg *l, char *a, bool upper)
{
    int64_t n = l->pre.rows;
    for (int64_t j = 0; j < n; j++, a += n * l->size)
        if (upper)
            memset(a + (j + 1) * l->size, 0, (size_t)((n - j - 1) * l->size));
        else
            memset(a, 0, (size_t)(j * l->size));
}

static char *values_at(const ra__run *r, int64_t at)
{
    const state *s = r->plan->state;
    return r->data[0] + at * s->base.pre.rows * s->value_size;
}

static char *vectors_at(const ra__run *r, int64_t at)
{
    const ra__linalg *l = &((const state *)r->plan->state)->base;
    return r->data[1] + at * l->pre.rows * l->pre.rows * l->size;
}

/* Whether a matrix that was loaded can be shown to LAPACK; else its answer is given. */
static bool has_numbers(ra__run *r, int64_t at, const char *a)
{
    const ra__linalg *l = &((const state *)r->plan->state)->base;
    const int64_t n = l->pre.rows;
    if (RA__ISA_NAME(ra__matrix_is_finite)(l, a, n, n))
        return true;
    fill_nan(l, values_at(r, at), n);
    fill_nan(l, vectors_at(r, at), n * n * (ra__is_complex(l->dtype) ? 2 : 1));
    return false;
}

static ra_status answer(ra__run *r, int64_t at, int info)
{
    const ra__linalg *l = &((const state *)r->plan->state)->base;
    char label[48];
    return info == 0 ? RA_OK : ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (LAPACK answers %d)", LABEL(l, at, label), info);
}

/* ---- a matrix by itself ---- */

static ra_status one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *values = values_at(r, at), *vectors = vectors_at(r, at);
    char *scratch = r->scratch, *work = scratch + s->work, *real_work = scratch + s->real_work;
    int *int_work = (int *)(void *)(scratch + s->int_work), info = 0;
    const char *half = l->pre.upper ? "U" : "L";
    if (n == 0)
        return RA_OK;
    LOAD(l, &s->a, AT(l, &s->a, r->data[2], at), vectors, ld);
    clear_other_triangle(l, vectors, l->pre.upper);
    if (!has_numbers(r, at, vectors))
        return RA_OK;
#define ARGUMENTS "V", half, &n, (void *)vectors, &ld, (void *)values, (void *)work, &s->lwork
    switch (l->dtype) {
    case RA_FLOAT32: b->ssyevd_(ARGUMENTS, int_work, &s->liwork, &info, 1, 1); break;
    case RA_FLOAT64: b->dsyevd_(ARGUMENTS, int_work, &s->liwork, &info, 1, 1); break;
    case RA_COMPLEX64: b->cheevd_(ARGUMENTS, (void *)real_work, &s->lrwork, int_work, &s->liwork, &info, 1, 1); break;
    default: b->zheevd_(ARGUMENTS, (void *)real_work, &s->lrwork, int_work, &s->liwork, &info, 1, 1); break;
    }
#undef ARGUMENTS
    return answer(r, at, info);
}

/* ---- a matrix that is taken apart ---- */

typedef struct work {
    const state *s;
    const struct ra__blas *b;
    ra__run *r;
    int64_t at;
    char *factors;
} work;

/* Whether there are numbers to compute with: else the answer is given. */
static bool *goes_on(const work *w)
{
    return (bool *)(w->factors + w->s->told);
}

static void conjugate(const ra__linalg *l, char *x, int64_t count)
{
    for (int64_t i = 1; i < 2 * count; i += 2)
        if (is_single(l))
            ((float *)(void *)x)[i] *= -1;
        else
            ((double *)(void *)x)[i] *= -1;
}

/* The form: its diagonal where the eigenvalues are to be, and what is beside that. */
static ra_status reduce(const work *w)
{
    const state *s = w->s;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows;
    const ra__matrices lower = l->pre.upper ? ra__matrices_transposed(&s->a) : s->a;
    char *a = w->factors, *values = values_at(w->r, w->at), *tau = a + s->tau, *beside = a + s->beside, *space = a + s->work;
    int info = 0;
    LOAD(l, &lower, AT(l, &s->a, w->r->data[2], w->at), a, n);
    clear_other_triangle(l, a, false);
    if (!(*goes_on(w) = has_numbers(w->r, w->at, a)))
        return RA_OK;
    if (l->pre.upper && ra__is_complex(l->dtype))
        conjugate(l, a, l->pre.rows * l->pre.rows);
#define ARGUMENTS "L", &n, (void *)a, &n, (void *)values, (void *)beside, (void *)tau, (void *)space, &s->lwork, &info, 1
    switch (l->dtype) {
    case RA_FLOAT32: w->b->ssytrd_(ARGUMENTS); break;
    case RA_FLOAT64: w->b->dsytrd_(ARGUMENTS); break;
    case RA_COMPLEX64: w->b->chetrd_(ARGUMENTS); break;
    default: w->b->zhetrd_(ARGUMENTS); break;
    }
#undef ARGUMENTS
    return answer(w->r, w->at, info);
}

static ra_status conquer(const work *w)
{
    const state *s = w->s;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows;
    char *values = values_at(w->r, w->at), *vectors = vectors_at(w->r, w->at), *beside = w->factors + s->beside;
    char *space = w->factors + s->work, *real_space = w->factors + s->real_work;
    int *int_space = (int *)(void *)(w->factors + s->int_work), info = 0;
#define ARGUMENTS "I", &n, (void *)values, (void *)beside, (void *)vectors, &n, (void *)space, &s->lwork
    switch (l->dtype) {
    case RA_FLOAT32: w->b->sstedc_(ARGUMENTS, int_space, &s->liwork, &info, 1); break;
    case RA_FLOAT64: w->b->dstedc_(ARGUMENTS, int_space, &s->liwork, &info, 1); break;
    case RA_COMPLEX64: w->b->cstedc_(ARGUMENTS, (void *)real_space, &s->lrwork, int_space, &s->liwork, &info, 1); break;
    default: w->b->zstedc_(ARGUMENTS, (void *)real_space, &s->lrwork, int_space, &s->liwork, &info, 1); break;
    }
#undef ARGUMENTS
    return answer(w->r, w->at, info);
}

/* Reflections of panel k: they leave the rows up to the first of them alone. */
static const char *reflections(const work *w, int64_t k, int *rows, int *count)
{
    const int64_t n = w->s->base.pre.rows, first = k * w->s->panel;
    *rows = (int)(n - 1 - first);
    *count = (int)ra__min(w->s->panel, n - 1 - first);
    return w->factors + w->s->base.size * (first * n + first + 1);
}

static char *triangle(const work *w, int64_t k)
{
    return w->factors + w->s->triangles + w->s->base.size * k * w->s->panel * w->s->panel;
}

static void put_together(const work *w, int64_t k)
{
    const ra__linalg *l = &w->s->base;
    const int ld = (int)l->pre.rows;
    int rows, count;
    const char *v = reflections(w, k, &rows, &count);
    RA__LAPACK(w->b, l->dtype, larft_, "F", "C", &rows, &count, (void *)v, &ld, (const void *)(w->factors + w->s->tau + l->size * k * w->s->panel),
               (void *)triangle(w, k), &w->s->panel, 1, 1);
}

static void reflect(const work *w, int64_t k, int64_t stripe)
{
    const ra__linalg *l = &w->s->base;
    const int64_t n = l->pre.rows, first = stripe * w->s->panel;
    const int ld = (int)n, columns = (int)ra__min(w->s->panel, n - first);
    int rows, count;
    const char *v = reflections(w, k, &rows, &count);
    char *to = vectors_at(w->r, w->at) + l->size * (first * n + k * w->s->panel + 1);
    RA__LAPACK(w->b, l->dtype, larfb_, "L", "N", "F", "C", &rows, &columns, &count, (const void *)v, &ld, (const void *)triangle(w, k), &w->s->panel,
               (void *)to, &ld, (void *)((char *)w->r->scratch + w->s->reflected), &w->s->panel, 1, 1, 1, 1);
}

/* Steps of a matrix: the form; its eigenvectors and the triangles; then each panel. */
static int64_t eigh_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps;
    return step == 0 ? 1 : step == 1 ? 1 + s->panels : ra__ceil_div(s->base.pre.rows, s->panel);
}

static ra_status grain_of(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const work w = {s, b, r, at, r->workspace};
    if (step == 0)
        return reduce(&w);
    if (!*goes_on(&w))
        return RA_OK;
    if (step == 1 && grain == 0)
        return conquer(&w);
    if (step == 1)
        put_together(&w, grain - 1);
    else
        reflect(&w, s->panels - 1 - (step - 2), grain);
    return RA_OK;
}

/* ---- the kernel ---- */

static void plan_apart(state *s, ra_plan *p)
{
    ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    size_t *end = &p->workspace;
    s->panel = n < WIDE_FROM ? NARROW : WIDE;
    s->panels = ra__ceil_div(n - 1, s->panel);
    (void)ra__linalg_room(end, (size_t)(n * n * l->size)); /* the factors; fits: elements of the result */
    s->tau = ra__linalg_room(end, (size_t)(n * l->size)); /* fits: of a row of it */
    s->beside = ra__linalg_room(end, (size_t)(n * s->value_size)); /* fits: no more than that */
    s->told = ra__linalg_room(end, sizeof(bool));
    s->triangles = ra__linalg_room(end, (size_t)(s->panels * s->panel * s->panel * l->size)); /* fits: no more than columns of it, and a panel */
    s->work = ra__linalg_room(end, (size_t)s->lwork * (size_t)l->size);
    s->real_work = ra__linalg_room(end, ra__is_complex(l->dtype) ? (size_t)s->lrwork * (size_t)s->value_size : 0);
    s->int_work = ra__linalg_room(end, (size_t)s->liwork * sizeof(int));
    s->reflected = TAKE(l, s->panel * s->panel, l->size);
}

static ra_status eigh_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)BEGIN(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    const bool is_complex = ra__is_complex(l->dtype);
    const double ns = 1.0 * (double)n * (double)n * (double)n;
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->value_size = (int64_t)ra_dtype_size(ra__real_of(l->dtype));
    s->lwork = ra__lapack_size(is_complex ? 2 * n + n * n + n * RA__LAPACK_COLUMNS : 1 + 6 * n + 2 * n * n + n * RA__LAPACK_COLUMNS);
    s->lrwork = ra__lapack_size(1 + 5 * n + 2 * n * n);
    s->liwork = ra__lapack_size(3 + 5 * n);
    if (RA__ISA_NAME(ra__linalg_is_apart)(l, n)) {
        plan_apart(s, p);
        return RA__ISA_NAME(ra__linalg_finish_apart)(l, p, 2 + s->panels, ns);
    }
    s->work = TAKE(l, s->lwork, l->size);
    s->real_work = is_complex ? TAKE(l, s->lrwork, s->value_size) : 0;
    s->int_work = TAKE(l, s->liwork, sizeof(int));
    return FINISH(l, p, ns);
}

static ra_status eigh_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, grain_of) : RUN(r, first, last, one);
}

const ra_kernel RA__KERNEL(linalg_eigh) = {.name = "linalg_eigh", .plan = eigh_plan, .run = eigh_run, .grains = eigh_grains};
