/*
 * Singular values and the eigenvalues of Hermitian matrices, both by divide and conquer. These iterate: a matrix that is
 * not finite is not shown to them, since not every version of LAPACK comes back from one.
 */
#include "cpu/linalg.h"

#include <string.h>

#define IS_FINITE RA__ISA_NAME(ra__matrix_is_finite)

enum { BLOCK_COLUMNS = 64 }; /* LAPACK's blocks are at most so wide: workspace for them */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    int64_t value_size; /* of a singular value or eigenvalue */
    size_t matrix, work, real_work, int_work;
    int lwork, lrwork, liwork;
} state;

static state *begin(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return NULL;
    RA__ISA_NAME(ra__matrices_of)(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->value_size = (int64_t)ra_dtype_size(ra__real_of(s->base.dtype));
    return s;
}

static int limited(int64_t n)
{
    return n < 1 ? 1 : n > INT32_MAX ? INT32_MAX : (int)n;
}

static const char *input_at(const ra__run *r, const state *s, int results, int64_t at)
{
    return RA__ISA_NAME(ra__matrix_at)(&s->base, &s->a, r->data[results], at);
}

/* ---- singular values ---- */

static void write_identity(const ra__linalg *l, char *x, int64_t n)
{
    memset(x, 0, (size_t)(n * n * l->size));
    for (int64_t i = 0; i < n; i++, x += (n + 1) * l->size)
        if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
            *(float *)(void *)x = 1;
        else
            *(double *)(void *)x = 1;
}

static ra_status svd_failure(ra__run *r, const ra__linalg *l, int64_t at, const char *why)
{
    char label[48];
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: %s", RA__ISA_NAME(ra__matrix_label)(l, at, label), why);
}

static ra_status svd_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, k = m < n ? m : n, ldu = ra__ld(m), ldv = ra__ld(l->pre.full ? n : k);
    const int64_t u_columns = l->pre.full ? m : k, v_rows = l->pre.full ? n : k;
    char *u = r->data[0] + at * m * u_columns * l->size, *values = r->data[1] + at * k * s->value_size, *vh = r->data[2] + at * n * v_rows * l->size;
    char *scratch = r->scratch, *a = scratch + s->matrix, *work = scratch + s->work, *real_work = scratch + s->real_work;
    int *int_work = (int *)(void *)(scratch + s->int_work), info = 0;
    const char *job = l->pre.full ? "A" : "S";
    if (k == 0) {
        if (l->pre.full) {
            write_identity(l, u, m);
            write_identity(l, vh, n);
        }
        return RA_OK;
    }
    LOAD(l, &s->a, input_at(r, s, 3, at), a, ldu);
    if (!IS_FINITE(l, a, m, n))
        return svd_failure(r, l, at, "an element is not finite");
#define ARGUMENTS job, &m, &n, (void *)a, &ldu, (void *)values, (void *)u, &ldu, (void *)vh, &ldv, (void *)work, &s->lwork
    switch (l->dtype) {
    case RA_FLOAT32: b->sgesdd_(ARGUMENTS, int_work, &info, 1); break;
    case RA_FLOAT64: b->dgesdd_(ARGUMENTS, int_work, &info, 1); break;
    case RA_COMPLEX64: b->cgesdd_(ARGUMENTS, (void *)real_work, int_work, &info, 1); break;
    default: b->zgesdd_(ARGUMENTS, (void *)real_work, int_work, &info, 1); break;
    }
#undef ARGUMENTS
    return info == 0 ? RA_OK : svd_failure(r, l, at, "LAPACK gave up");
}

/* The least that LAPACK documents, and room for its blocks. */
static ra_status svd_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    int64_t rows = l->pre.rows, columns = l->pre.columns, k = rows < columns ? rows : columns, most = rows < columns ? columns : rows;
    int64_t real_work = k * (5 * k + 7 > 2 * most + 2 * k + 1 ? 5 * k + 7 : 2 * most + 2 * k + 1);
    s->lwork = limited(4 * k * k + 7 * k + (rows + columns + 2 * k) * BLOCK_COLUMNS);
    s->matrix = TAKE(l, rows * columns, l->size);
    s->work = TAKE(l, s->lwork, l->size);
    s->real_work = ra__is_complex(l->dtype) ? TAKE(l, real_work, s->value_size) : 0;
    s->int_work = TAKE(l, 8 * k, sizeof(int));
    return RA__ISA_NAME(ra__linalg_finish)(l, p, 2.0 * (double)rows * (double)columns * (double)k);
}

static ra_status svd_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RA__ISA_NAME(ra__linalg_run)(r, first, last, svd_one);
}

const ra_kernel RA__KERNEL(linalg_svd) = {.name = "linalg_svd", .plan = svd_plan, .run = svd_run};

/* ---- eigenvalues ---- */

static void fill_nan(const ra__linalg *l, char *x, int64_t n)
{
    bool single = l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64;
    for (int64_t i = 0; i < n; i++)
        if (single)
            ((float *)(void *)x)[i] = __builtin_nanf("");
        else
            ((double *)(void *)x)[i] = __builtin_nan("");
}

/* Of the triangle that is read: the other may hold anything. */
static void clear_other_triangle(const ra__linalg *l, char *a)
{
    int64_t n = l->pre.rows;
    for (int64_t j = 0; j < n; j++, a += n * l->size)
        if (l->pre.upper)
            memset(a + (j + 1) * l->size, 0, (size_t)((n - j - 1) * l->size));
        else
            memset(a, 0, (size_t)(j * l->size));
}

static ra_status eigh_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *values = r->data[0] + at * n * s->value_size, *vectors = r->data[1] + at * n * (int64_t)n * l->size, label[48];
    char *scratch = r->scratch, *work = scratch + s->work, *real_work = scratch + s->real_work;
    int *int_work = (int *)(void *)(scratch + s->int_work), info = 0;
    const char *half = l->pre.upper ? "U" : "L";
    if (n == 0)
        return RA_OK;
    LOAD(l, &s->a, input_at(r, s, 2, at), vectors, ld);
    clear_other_triangle(l, vectors);
    if (!IS_FINITE(l, vectors, n, n)) {
        fill_nan(l, values, n);
        fill_nan(l, vectors, n * (int64_t)n * (ra__is_complex(l->dtype) ? 2 : 1));
        return RA_OK;
    }
#define ARGUMENTS "V", half, &n, (void *)vectors, &ld, (void *)values, (void *)work, &s->lwork
    switch (l->dtype) {
    case RA_FLOAT32: b->ssyevd_(ARGUMENTS, int_work, &s->liwork, &info, 1, 1); break;
    case RA_FLOAT64: b->dsyevd_(ARGUMENTS, int_work, &s->liwork, &info, 1, 1); break;
    case RA_COMPLEX64: b->cheevd_(ARGUMENTS, (void *)real_work, &s->lrwork, int_work, &s->liwork, &info, 1, 1); break;
    default: b->zheevd_(ARGUMENTS, (void *)real_work, &s->lrwork, int_work, &s->liwork, &info, 1, 1); break;
    }
#undef ARGUMENTS
    if (info == 0)
        return RA_OK;
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (LAPACK answers %d)", RA__ISA_NAME(ra__matrix_label)(l, at, label), info);
}

static ra_status eigh_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    int64_t n = l->pre.rows;
    bool is_complex = ra__is_complex(l->dtype);
    s->lwork = limited(is_complex ? 2 * n + n * n + n * BLOCK_COLUMNS : 1 + 6 * n + 2 * n * n + n * BLOCK_COLUMNS);
    s->lrwork = limited(1 + 5 * n + 2 * n * n);
    s->liwork = limited(3 + 5 * n);
    s->work = TAKE(l, s->lwork, l->size);
    s->real_work = is_complex ? TAKE(l, s->lrwork, s->value_size) : 0;
    s->int_work = TAKE(l, s->liwork, sizeof(int));
    return RA__ISA_NAME(ra__linalg_finish)(l, p, 1.0 * (double)n * (double)n * (double)n);
}

static ra_status eigh_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RA__ISA_NAME(ra__linalg_run)(r, first, last, eigh_one);
}

const ra_kernel RA__KERNEL(linalg_eigh) = {.name = "linalg_eigh", .plan = eigh_plan, .run = eigh_run};
