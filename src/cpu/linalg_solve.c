/*
 * What comes of LU and of triangles: Cholesky factors, solutions, inverses, determinants.
 */
#include "cpu/linalg.h"

#include <string.h>

#define BEGIN RA__ISA_NAME(ra__linalg_begin)
#define TAKE RA__ISA_NAME(ra__linalg_take)
#define FINISH RA__ISA_NAME(ra__linalg_finish)
#define RUN RA__ISA_NAME(ra__linalg_run)
#define MATRICES RA__ISA_NAME(ra__matrices_of)
#define AT RA__ISA_NAME(ra__matrix_at)
#define LOAD RA__ISA_NAME(ra__matrix_load)
#define STORE RA__ISA_NAME(ra__matrix_store)
#define LABEL RA__ISA_NAME(ra__matrix_label)

enum { BLOCK_COLUMNS = 64 }; /* LAPACK's blocks are at most so wide: workspace for them */

typedef struct state {
    ra__linalg base;
    ra__matrices a, b, x;
    bool x_direct;               /* LAPACK writes X where it belongs */
    size_t lu, pivots, work, right;
} state;

static double cubic(const ra__linalg *l, int64_t n, int64_t columns)
{
    double flops = (double)n * (double)n * (double)columns;
    return flops * (l->dtype == RA_FLOAT32 ? 0.05 : l->dtype == RA_COMPLEX128 ? 0.4 : 0.1);
}

static state *begin(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)BEGIN(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (s)
        MATRICES(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    return s;
}

/* Result matrices lie one after another. */
static char *result_at(const ra__run *r, int result, int64_t bytes, int64_t at)
{
    return r->data[result] + at * bytes;
}

/* ---- Cholesky ---- */

static bool is_nan_at(const ra__linalg *l, const char *element)
{
    if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
        return *(const float *)(const void *)element != *(const float *)(const void *)element;
    return *(const double *)(const void *)element != *(const double *)(const void *)element;
}

static ra_status cholesky_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *out = result_at(r, 0, l->size * n * n, at), label[48];
    int info = 0;
    LOAD(l, &s->a, AT(l, &s->a, r->data[1], at), out, ld);
    if (n > 0)
        RA__LAPACK(b, l->dtype, potrf_, l->pre.upper ? "U" : "L", &n, (void *)out, &ld, &info, 1);
    for (int i = 0; i < n && info == 0; i++) /* a NaN is not positive, which not every implementation notices */
        if (is_nan_at(l, out + l->size * (i * (int64_t)ld + i)))
            info = i + 1;
    if (info > 0)
        return ra__fault(r, RA_ERR_SINGULAR, "%snot positive definite, as its first %d rows and columns show", LABEL(l, at, label), info);
    for (int64_t j = 0; j < n; j++) {
        char *column = out + l->size * j * ld;
        if (l->pre.upper)
            memset(column + l->size * (j + 1), 0, (size_t)(l->size * (n - j - 1)));
        else
            memset(column, 0, (size_t)(l->size * j));
    }
    return RA_OK;
}

static ra_status cholesky_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p);
    return s ? FINISH(&s->base, p, cubic(&s->base, s->base.pre.rows, s->base.pre.rows) / 3) : RA_ERR_MEMORY;
}

static ra_status cholesky_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, cholesky_one);
}

const ra_kernel RA__KERNEL(linalg_cholesky) = {.name = "linalg_cholesky", .plan = cholesky_plan, .run = cholesky_run};

/* ---- inverse ---- */

static ra_status inv_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), lwork = ra__ld(n) * BLOCK_COLUMNS;
    char *out = result_at(r, 0, l->size * n * n, at), *scratch = r->scratch, label[48];
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0;
    if (n == 0)
        return RA_OK;
    LOAD(l, &s->a, AT(l, &s->a, r->data[1], at), out, ld);
    RA__LAPACK(b, l->dtype, getrf_, &n, &n, (void *)out, &ld, pivots, &info);
    if (info == 0)
        RA__LAPACK(b, l->dtype, getri_, &n, (void *)out, &ld, pivots, (void *)(scratch + s->work), &lwork, &info);
    if (info > 0)
        return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", LABEL(l, at, label), info);
    return RA_OK;
}

static ra_status inv_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    s->work = TAKE(&s->base, ra__ld(s->base.pre.rows) * BLOCK_COLUMNS, s->base.size);
    return FINISH(&s->base, p, 2 * cubic(&s->base, s->base.pre.rows, s->base.pre.rows));
}

static ra_status inv_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, inv_one);
}

const ra_kernel RA__KERNEL(linalg_inv) = {.name = "linalg_inv", .plan = inv_plan, .run = inv_run};

/* ---- determinant ---- */

/* The diagonal's product; an exchange of rows changes the sign. */
#define RA__DIAGONAL(T, parts, store)                                                                  \
    do {                                                                                               \
        const T *x = (const T *)(const void *)lu;                                                      \
        T re = negative ? -1 : 1, im = 0;                                                              \
        for (int64_t i = 0; i < n; i++, x += (parts) * (n + 1)) {                                      \
            T xr = x[0], xi = (parts) == 2 ? x[(parts) - 1] : 0, old = re;                             \
            re = (parts) == 2 ? old * xr - im * xi : old * xr;                                         \
            im = (parts) == 2 ? old * xi + im * xr : 0;                                                \
        }                                                                                              \
        ((T *)(void *)out)[0] = re;                                                                    \
        if ((parts) == 2)                                                                              \
            ((T *)(void *)out)[(parts) - 1] = im;                                                      \
    } while (0)

static ra_status det_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *out = result_at(r, 0, l->size, at), *scratch = r->scratch, *lu = scratch + s->lu;
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0;
    bool negative = false;
    LOAD(l, &s->a, AT(l, &s->a, r->data[1], at), lu, ld);
    if (n > 0)
        RA__LAPACK(b, l->dtype, getrf_, &n, &n, (void *)lu, &ld, pivots, &info); /* singular: a zero on the diagonal, and 0 comes out */
    for (int i = 0; i < n; i++)
        negative ^= pivots[i] != i + 1;
    switch (l->dtype) {
    case RA_FLOAT32: RA__DIAGONAL(float, 1, out); break;
    case RA_FLOAT64: RA__DIAGONAL(double, 1, out); break;
    case RA_COMPLEX64: RA__DIAGONAL(float, 2, out); break;
    default: RA__DIAGONAL(double, 2, out); break;
    }
    return RA_OK;
}

static ra_status det_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    s->lu = TAKE(&s->base, s->base.pre.rows * s->base.pre.rows, s->base.size);
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    return FINISH(&s->base, p, 0.7 * cubic(&s->base, s->base.pre.rows, s->base.pre.rows));
}

static ra_status det_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, det_one);
}

const ra_kernel RA__KERNEL(linalg_det) = {.name = "linalg_det", .plan = det_plan, .run = det_run};

/* ---- equations ---- */

/*
 * X A = B is solved as A^T X^T = B^T: b and x are the transposed views then, and everything below is about n rows and
 * `right_hand_sides` columns.
 */
static state *begin_equation(const ra_meta *m, ra_plan *p, bool transposed)
{
    const ra__shape *x = ra__out_shape(m, 0);
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    const ra__linalg_pre *pre = RA__PRE(m, const ra__linalg_pre);
    state *s = (state *)BEGIN(m, p, sizeof *s, x->ndim - (pre->vector ? 1 : 2), x->sizes);
    if (!s)
        return NULL;
    MATRICES(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    MATRICES(&s->base, &s->b, b->ndim, ra__sizes(b), ra__strides(b), pre->vector);
    MATRICES(&s->base, &s->x, x->ndim, x->sizes, x->strides, pre->vector);
    if (transposed) {
        s->b = ra__matrices_transposed(&s->b);
        s->x = ra__matrices_transposed(&s->x);
    }
    int64_t n = s->x.rows, columns = s->x.columns;
    s->x_direct = (n <= 1 || s->x.row == 1) && (columns <= 1 || (s->x.column >= ra__ld(n) && s->x.column <= INT32_MAX));
    s->lu = TAKE(&s->base, pre->rows * pre->rows, s->base.size);
    s->pivots = TAKE(&s->base, pre->rows, sizeof(int));
    s->right = s->x_direct ? 0 : TAKE(&s->base, n * columns, s->base.size);
    return s;
}

/* B where LAPACK turns it into X, after A, since X may lie where A does. */
static char *load_right(const ra__run *r, const state *s, int64_t at, char **x, int *ldx)
{
    const ra__linalg *l = &s->base;
    *x = AT(l, &s->x, r->data[0], at);
    *ldx = s->x_direct && s->x.columns > 1 ? (int)s->x.column : ra__ld(s->x.rows);
    char *place = s->x_direct ? *x : (char *)r->scratch + s->right;
    LOAD(l, &s->b, AT(l, &s->b, r->data[2], at), place, *ldx);
    return place;
}

static ra_status solve_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), columns = (int)s->x.columns;
    char *scratch = r->scratch, *lu = scratch + s->lu, *x, label[48];
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0, ldx;
    if (n == 0)
        return RA_OK;
    LOAD(l, &s->a, AT(l, &s->a, r->data[1], at), lu, ld);
    char *right = load_right(r, s, at, &x, &ldx);
    RA__LAPACK(b, l->dtype, getrf_, &n, &n, (void *)lu, &ld, pivots, &info);
    if (info > 0)
        return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", LABEL(l, at, label), info);
    if (columns > 0)
        RA__LAPACK(b, l->dtype, getrs_, l->pre.left ? "N" : "T", &n, &columns, (void *)lu, &ld, pivots, (void *)right, &ldx, &info, 1);
    if (right != x)
        STORE(l, &s->x, x, right, ldx);
    return RA_OK;
}

static ra_status solve_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin_equation(m, p, !RA__PRE(m, const ra__linalg_pre)->left);
    return s ? FINISH(&s->base, p, cubic(&s->base, s->base.pre.rows, 2 * s->x.columns + s->base.pre.rows * 2 / 3)) : RA_ERR_MEMORY;
}

static ra_status solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, solve_one);
}

const ra_kernel RA__KERNEL(linalg_solve) = {.name = "linalg_solve", .plan = solve_plan, .run = solve_run};

/* ---- triangles ---- */

/*
 * A as BLAS reads it. One whose columns or rows are contiguous is read where it lies, the latter as the transposed matrix;
 * where X is about to be written over it, from a copy in the same order, so that the bits do not depend on addresses.
 */
typedef struct triangle {
    char *at;
    int ld;
    bool by_rows;
} triangle;

static bool lies_by_columns(const ra__matrices *v)
{
    return v->row == 1 && v->column >= ra__ld(v->rows) && v->column <= INT32_MAX;
}

static triangle load_triangle(const ra__run *r, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    const ra__matrices by_rows = ra__matrices_transposed(&s->a);
    char *from = AT(l, &s->a, r->data[1], at), *copy = (char *)r->scratch + s->lu;
    const char *x = AT(l, &s->x, r->data[0], at);
    triangle t = {.by_rows = !lies_by_columns(&s->a) && lies_by_columns(&by_rows)};
    const ra__matrices *view = t.by_rows ? &by_rows : &s->a;
    const int64_t bytes = l->size * ((view->rows - 1) * view->column + view->rows);
    const int64_t x_bytes = l->size * ((s->x.columns - 1) * s->x.column + s->x.rows);
    const bool in_place = lies_by_columns(view) && (!s->x_direct || from + bytes <= x || x + x_bytes <= from);
    t.at = in_place ? from : copy;
    t.ld = in_place ? (int)view->column : ra__ld(l->pre.rows);
    if (!in_place)
        LOAD(l, view, from, copy, t.ld);
    return t;
}

static ra_status triangular_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int rows = (int)s->x.rows, columns = (int)s->x.columns;
    int ldx;
    char *x;
    if (rows == 0 || columns == 0)
        return RA_OK;
    const triangle a = load_triangle(r, s, at);
    const char *side = l->pre.left ? "L" : "R", *half = l->pre.upper != a.by_rows ? "U" : "L";
    const char *transposed = a.by_rows ? "T" : "N", *diagonal = l->pre.unit ? "U" : "N";
    char *right = load_right(r, s, at, &x, &ldx);
    switch (l->dtype) {
    case RA_FLOAT32:
        b->strsm_(side, half, transposed, diagonal, &rows, &columns, &(float){1}, (void *)a.at, &a.ld, (void *)right, &ldx, 1, 1, 1, 1);
        break;
    case RA_FLOAT64:
        b->dtrsm_(side, half, transposed, diagonal, &rows, &columns, &(double){1}, (void *)a.at, &a.ld, (void *)right, &ldx, 1, 1, 1, 1);
        break;
    case RA_COMPLEX64:
        b->ctrsm_(side, half, transposed, diagonal, &rows, &columns, &(float _Complex){1}, (void *)a.at, &a.ld, (void *)right, &ldx, 1, 1, 1, 1);
        break;
    default:
        b->ztrsm_(side, half, transposed, diagonal, &rows, &columns, &(double _Complex){1}, (void *)a.at, &a.ld, (void *)right, &ldx, 1, 1, 1, 1);
        break;
    }
    if (right != x)
        STORE(l, &s->x, x, right, ldx);
    return RA_OK;
}

static ra_status triangular_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin_equation(m, p, false);
    return s ? FINISH(&s->base, p, cubic(&s->base, s->base.pre.rows, s->base.pre.right_hand_sides)) : RA_ERR_MEMORY;
}

static ra_status triangular_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, triangular_one);
}

const ra_kernel RA__KERNEL(linalg_solve_triangular) = {.name = "linalg_solve_triangular", .plan = triangular_plan, .run = triangular_run};
