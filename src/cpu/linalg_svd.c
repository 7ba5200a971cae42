/*
 * Singular values with their vectors, by divide and conquer. That iterates: a matrix that is not finite is not shown to it, since not
 * every version of LAPACK comes back from one.
 */
#include "cpu/linalg.h"

#include <string.h>

#define IS_FINITE RA__ISA_NAME(ra__matrix_is_finite)


typedef struct state {
    ra__linalg base;
    ra__matrices a;
    int64_t value_size; /* of a singular value */
    size_t matrix, work, real_work, int_work;
    int lwork;
} state;

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
    LOAD(l, &s->a, AT(l, &s->a, r->data[3], at), a, ldu);
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
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)BEGIN(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->value_size = (int64_t)ra_dtype_size(ra__real_of(l->dtype));
    int64_t rows = l->pre.rows, columns = l->pre.columns, k = rows < columns ? rows : columns, most = rows < columns ? columns : rows;
    int64_t real_work = k * (5 * k + 7 > 2 * most + 2 * k + 1 ? 5 * k + 7 : 2 * most + 2 * k + 1);
    s->lwork = ra__lapack_size(4 * k * k + 7 * k + (rows + columns + 2 * k) * RA__LAPACK_COLUMNS);
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
