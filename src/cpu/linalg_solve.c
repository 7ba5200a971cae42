/*
 * Equations: solved by LU, by its factors, by Cholesky factors, by triangles.
 */
#include "cpu/convert.h"
#include "cpu/linalg.h"
#include "cpu/linalg_getrf.h"
#include "cpu/linalg_lu.h"
#include "cpu/linalg_small.h"

#include <string.h>

typedef struct state {
    ra__linalg base;
    ra__matrices a, b, x, pivot;
    int a_data, b_data;          /* where they are in r->data */
    bool x_direct;               /* LAPACK writes X where it belongs */
    bool informs;                /* solve: result 1 tells of each matrix of A whether there is an answer */
    int64_t info_step[RA_MAX_DIMS]; /* its strides over the batch, in bytes; 0 where A is broadcast */
    ra_dtype x_dtype;            /* cholesky_solve: of an output that X is converted to */
    ra__convert_fn convert;
    size_t lu, pivots, right;    /* scratch; of a matrix that is taken apart `right` is workspace, behind the factors */
    ra__lu factors;
} state;

/* ---- equations ---- */

/*
 * X A = B is solved as A^T X^T = B^T: b and x are the transposed views then, and everything below is about n rows and
 * `right_hand_sides` columns.
 */
static state *begin_equation(const ra_meta *m, ra_plan *p, int a_arg, int b_arg, bool transposed)
{
    const ra__shape *x = ra__out_shape(m, 0);
    const ra_layout *a = ra__layout(m, a_arg), *b = ra__layout(m, b_arg);
    const ra__linalg_pre *pre = RA__PRE(m, const ra__linalg_pre);
    state *s = (state *)BEGIN(m, p, sizeof *s, x->ndim - (pre->vector ? 1 : 2), x->sizes);
    if (!s)
        return NULL;
    s->a_data = s->base.results + a_arg;
    s->b_data = s->base.results + b_arg;
    MATRICES(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    MATRICES(&s->base, &s->b, b->ndim, ra__sizes(b), ra__strides(b), pre->vector);
    MATRICES(&s->base, &s->x, x->ndim, x->sizes, x->strides, pre->vector);
    if (transposed) {
        s->b = ra__matrices_transposed(&s->b);
        s->x = ra__matrices_transposed(&s->x);
    }
    int64_t n = s->x.rows, columns = s->x.columns;
    s->x_direct = x->dtype == s->base.dtype && (n <= 1 || s->x.row == 1) && (columns <= 1 || (s->x.column >= ra__ld(n) && s->x.column <= INT32_MAX));
    s->lu = TAKE(&s->base, pre->rows * pre->rows, s->base.size);
    s->pivots = TAKE(&s->base, pre->rows, sizeof(int));
    s->right = s->x_direct ? 0 : TAKE(&s->base, n * columns, s->base.size);
    if (n == 0 || columns == 0)
        s->base.batch = 0; /* of solutions without elements there is none to compute, in a batch of any size */
    return s;
}

/* B where LAPACK turns it into X, after A, since X may lie where A does. */
static char *load_right(const ra__run *r, const state *s, int64_t at, char **x, int *ldx)
{
    const ra__linalg *l = &s->base;
    *x = AT(l, &s->x, r->data[0], at);
    *ldx = s->x_direct && s->x.columns > 1 ? (int)s->x.column : ra__ld(s->x.rows);
    char *place = s->x_direct ? *x : (char *)r->scratch + s->right;
    LOAD(l, &s->b, AT(l, &s->b, r->data[s->b_data], at), place, *ldx);
    return place;
}

/*
 * Where the result info has its entry for the matrix of A that solution `at` comes of: NULL but at the first that does, so that
 * each entry is written once.
 */
static int32_t *info_at(const ra__run *r, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    char *info = s->informs ? r->data[1] : NULL;
    for (int d = l->dims - 1; info && d >= 0; d--) {
        const int64_t index = at % l->sizes[d];
        at /= l->sizes[d];
        info = index > 0 && s->info_step[d] == 0 ? NULL : info + index * s->info_step[d];
    }
    return (int32_t *)(void *)info;
}

static ra_status solve_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), columns = (int)s->x.columns;
    char *scratch = r->scratch, *lu = scratch + s->lu, *x, label[48];
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0, ldx;
    int32_t *told = info_at(r, s, at);
    LOAD(l, &s->a, AT(l, &s->a, r->data[s->a_data], at), lu, ld);
    char *right = load_right(r, s, at, &x, &ldx);
    const bool small = ra__is_small_matrix(l->dtype, n, n);
    if (small)
        info = ra__small_factor(l->dtype, n, n, lu, ld, pivots);
    else if (n > 0)
        info = ra__getrf(b, l->dtype, n, n, lu, ld, pivots);
    if (told)
        *told = info;
    if (info > 0 && l->pre.strict)
        return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", LABEL(l, at, label), info);
    if (small && l->pre.left && columns <= RA__LINALG_SMALL) /* by zeros, where there is no answer */
        ra__small_solve(l->dtype, n, columns, lu, ld, pivots, right, ldx);
    else if (n > 0 && columns > 0)
        RA__LAPACK(b, l->dtype, getrs_, l->pre.left ? "N" : "T", &n, &columns, (void *)lu, &ld, pivots, (void *)right, &ldx, &info, 1);
    if (right != x)
        STORE(l, &s->x, x, right, ldx);
    return RA_OK;
}

/* Beside a B of no elements the matrices of A are factored, of which there may be something to tell, and nothing is solved. */
static void factor_alone(const ra_meta *m, state *s, const ra_layout *a)
{
    ra__linalg *l = &s->base;
    l->dims = a->ndim - 2;
    l->batch = ra__plan_has_elements(m);
    for (int d = 0; d < l->dims; d++) {
        l->sizes[d] = ra__sizes(a)[d];
        l->batch *= l->sizes[d];
    }
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    memset(&s->b, 0, sizeof s->b);
    memset(&s->x, 0, sizeof s->x);
}

/* A grain's right-hand sides of a matrix that is taken apart, from B or to X. */
static void move_right(const ra__run *r, const state *s, int64_t at, const ra__lu_work *w, int64_t first, int64_t end, bool load)
{
    const ra__linalg *l = &s->base;
    const ra__matrices *v = load ? &s->b : &s->x;
    ra__matrices part = *v;
    part.columns = end - first;
    char *there = AT(l, v, r->data[load ? s->b_data : 0], at) + l->size * first * v->column, *right = w->right + l->size * first * w->right_ld;
    if (load)
        LOAD(l, &part, there, right, w->right_ld);
    else if (!s->x_direct)
        STORE(l, &part, there, right, w->right_ld);
}

static ra_status solve_grain(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const ra__lu *lu = &s->factors;
    char *workspace = r->workspace, *x = AT(l, &s->x, r->data[0], at), label[48];
    const ra__lu_work w = {.lu = lu, .b = b, .a = workspace, .ld = l->pre.rows, .right = s->x_direct ? x : workspace + s->right,
                           .right_ld = s->x_direct && s->x.columns > 1 ? s->x.column : l->pre.rows, .pivots = (int *)(void *)(workspace + lu->pivots),
                           .workspace = workspace, .scratch = r->scratch};
    int64_t first, end;
    if (RA__ISA_NAME(ra__lu_columns)(lu, step, grain, &first, &end)) {
        ra__matrices part = s->a;
        part.columns = end - first;
        LOAD(l, &part, AT(l, &s->a, r->data[s->a_data], at) + l->size * first * part.column, w.a + l->size * first * w.ld, w.ld);
    }
    if (RA__ISA_NAME(ra__lu_right)(lu, step, grain, &first, &end))
        move_right(r, s, at, &w, first, end, true);
    if (step == RA__ISA_NAME(ra__lu_factor_steps)(lu) && grain == 0) {
        const int info = RA__ISA_NAME(ra__lu_info)(&w);
        int32_t *told = info_at(r, s, at);
        if (told)
            *told = info;
        if (info > 0 && l->pre.strict)
            return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", LABEL(l, at, label), info);
    }
    RA__ISA_NAME(ra__lu_run)(&w, step, grain);
    first = grain * lu->back_width;
    if (step == s->base.steps - 1)
        move_right(r, s, at, &w, first, first + lu->back_width < lu->right ? first + lu->back_width : lu->right, false);
    return RA_OK;
}

static int64_t solve_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    return RA__ISA_NAME(ra__lu_grains)(&s->factors, phase % s->base.steps);
}

static double solve_work(const ra_plan *p, int phase, int64_t grain)
{
    const state *s = p->state;
    return RA__ISA_NAME(ra__lu_grain_work)(&s->factors, phase % s->base.steps, grain);
}

static ra_status plan_apart(state *s, ra_plan *p, double ns)
{
    ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    l->scratch = 0;
    p->workspace = (size_t)(n * n * l->size + 63) / 64 * 64; /* fits: of the operand */
    RA__ISA_NAME(ra__lu_plan)(l, &s->factors, n, n, s->x.columns, false, &p->workspace);
    s->right = p->workspace;
    p->workspace += s->x_direct ? 0 : (size_t)(n * s->x.columns * l->size); /* fits: elements of the result */
    return RA__ISA_NAME(ra__linalg_finish_apart)(l, p, RA__ISA_NAME(ra__lu_steps)(&s->factors), ns);
}

static ra_status solve_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = begin_equation(m, p, 0, 1, !RA__PRE(m, const ra__linalg_pre)->left);
    if (!s)
        return RA_ERR_MEMORY;
    s->informs = s->base.results > 1;
    if (s->base.batch == 0)
        factor_alone(m, s, a);
    int64_t step = sizeof(int32_t);
    for (int d = s->base.dims - 1, own = a->ndim - 3; s->informs && own >= 0; d--, own--) {
        s->info_step[d] = ra__sizes(a)[own] == 1 && s->base.sizes[d] != 1 ? 0 : step;
        step *= ra__sizes(a)[own];
    }
    const double ns = ra__linalg_cubic(&s->base, s->base.pre.rows, 2 * s->x.columns + s->base.pre.rows * 2 / 3);
    if (s->base.pre.left && s->x.columns > 0 && RA__ISA_NAME(ra__linalg_is_apart)(&s->base, s->base.pre.rows))
        return plan_apart(s, p, ns);
    return FINISH(&s->base, p, ns);
}

static ra_status solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, solve_grain) : RUN(r, first, last, solve_one);
}

const ra_kernel RA__KERNEL(linalg_solve) = {.name = "linalg_solve", .plan = solve_plan, .run = solve_run, .grains = solve_grains, .work = solve_work};

/* ---- factors that are there already ---- */

static void conjugate(const ra__linalg *l, char *x, int64_t rows, int64_t columns, int64_t ld)
{
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++) {
            char *part = x + (j * ld + i) * l->size + l->size / 2;
            if (l->dtype == RA_COMPLEX64)
                *(float *)(void *)part = -*(float *)(void *)part;
            else
                *(double *)(void *)part = -*(double *)(void *)part;
        }
}

static ra_status load_pivots(ra__run *r, const state *s, int64_t at, int *pivots)
{
    const ra__linalg *l = &s->base;
    const int32_t *from = (const int32_t *)(const void *)AT(l, &s->pivot, r->data[l->results + 1], at);
    char label[48];
    for (int64_t i = 0; i < l->pre.rows; i++) {
        pivots[i] = from[i * s->pivot.row];
        if (pivots[i] < 1 || pivots[i] > l->pre.rows)
            return ra__fault(r, RA_ERR_INDEX, "%spivot %lld is %d, but rows are counted from 1 to %lld", LABEL(l, at, label), (long long)i, pivots[i], (long long)l->pre.rows);
    }
    return RA_OK;
}

/* X A^H = B is conj(A) X^T = B^T, and solved by A as the equation of what is conjugated. */
static ra_status lu_solve_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const bool conjugated = !l->pre.left && l->pre.adjoint && ra__is_complex(l->dtype);
    const int n = (int)l->pre.rows, ld = ra__ld(n), columns = (int)s->x.columns;
    const char *form = l->pre.left ? l->pre.adjoint ? "C" : "N" : l->pre.adjoint ? "N" : "T";
    char *scratch = r->scratch, *lu = scratch + s->lu, *x;
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0, ldx;
    if (n == 0 || columns == 0)
        return RA_OK;
    ra_status status = load_pivots(r, s, at, pivots);
    if (status)
        return status;
    LOAD(l, &s->a, AT(l, &s->a, r->data[s->a_data], at), lu, ld);
    char *right = load_right(r, s, at, &x, &ldx);
    if (conjugated)
        conjugate(l, right, n, columns, ldx);
    RA__LAPACK(b, l->dtype, getrs_, form, &n, &columns, (void *)lu, &ld, pivots, (void *)right, &ldx, &info, 1);
    if (conjugated)
        conjugate(l, right, n, columns, ldx);
    if (right != x)
        STORE(l, &s->x, x, right, ldx);
    return RA_OK;
}

static ra_status lu_solve_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *pivots = ra__layout(m, 1);
    state *s = begin_equation(m, p, 0, 2, !RA__PRE(m, const ra__linalg_pre)->left);
    if (!s)
        return RA_ERR_MEMORY;
    MATRICES(&s->base, &s->pivot, pivots->ndim, ra__sizes(pivots), ra__strides(pivots), true);
    for (int d = 0; d < s->base.dims; d++) /* in bytes, of elements as large as those of LU */
        s->pivot.batch[d] = s->pivot.batch[d] / s->base.size * (int64_t)sizeof(int32_t);
    return FINISH(&s->base, p, ra__linalg_cubic(&s->base, s->base.pre.rows, 2 * s->x.columns));
}

static ra_status lu_solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, lu_solve_one);
}

const ra_kernel RA__KERNEL(linalg_lu_solve) = {.name = "linalg_lu_solve", .plan = lu_solve_plan, .run = lu_solve_run};

/* Into an output of another dtype. */
static void store_converted(const state *s, char *x, const char *right, int64_t ld)
{
    const ra__linalg *l = &s->base;
    const int64_t size = (int64_t)ra_dtype_size(s->x_dtype);
    for (int64_t j = 0; j < s->x.columns; j++)
        s->convert(x + j * s->x.column * size, s->x.row * size, right + j * ld * l->size, l->size, s->x.rows);
}

static ra_status cholesky_solve_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), columns = (int)s->x.columns;
    char *scratch = r->scratch, *factor = scratch + s->lu, *x;
    int info = 0, ldx;
    if (n == 0 || columns == 0)
        return RA_OK;
    LOAD(l, &s->a, AT(l, &s->a, r->data[s->a_data], at), factor, ld);
    char *right = load_right(r, s, at, &x, &ldx);
    RA__LAPACK(b, l->dtype, potrs_, l->pre.upper ? "U" : "L", &n, &columns, (void *)factor, &ld, (void *)right, &ldx, &info, 1);
    if (s->convert)
        store_converted(s, x, right, ldx);
    else if (right != x)
        STORE(l, &s->x, x, right, ldx);
    return RA_OK;
}

static ra_status cholesky_solve_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin_equation(m, p, 1, 0, false);
    if (!s)
        return RA_ERR_MEMORY;
    s->x_dtype = ra__out_shape(m, 0)->dtype;
    s->convert = s->x_dtype == s->base.dtype ? NULL : RA__ISA_NAME(ra__convert)(s->x_dtype, s->base.dtype);
    for (int d = 0; d < s->base.dims; d++) /* in bytes, of elements as large as those of A */
        s->x.batch[d] = s->x.batch[d] / s->base.size * (int64_t)ra_dtype_size(s->x_dtype);
    return FINISH(&s->base, p, ra__linalg_cubic(&s->base, s->base.pre.rows, 2 * s->x.columns));
}

static ra_status cholesky_solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, cholesky_solve_one);
}

const ra_kernel RA__KERNEL(cholesky_solve) = {.name = "cholesky_solve", .plan = cholesky_solve_plan, .run = cholesky_solve_run};
