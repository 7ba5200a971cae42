/*
 * Factors of square matrices, and what comes of them: Cholesky, LU, inverses, determinants.
 */
#include "cpu/linalg.h"

#include <math.h>
#include <string.h>

#define BEGIN RA__ISA_NAME(ra__linalg_begin)
#define TAKE RA__ISA_NAME(ra__linalg_take)
#define FINISH RA__ISA_NAME(ra__linalg_finish)
#define RUN RA__ISA_NAME(ra__linalg_run)
#define MATRICES RA__ISA_NAME(ra__matrices_of)
#define AT RA__ISA_NAME(ra__matrix_at)
#define LOAD RA__ISA_NAME(ra__matrix_load)
#define LABEL RA__ISA_NAME(ra__matrix_label)

enum { BLOCK_COLUMNS = 64 }; /* LAPACK's blocks are at most so wide: workspace for them */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    int info;                    /* which result tells of each matrix whether there is an answer; 0: none */
    size_t lu, pivots, work;
} state;

/* `info`: the result that is there in the operator's form _ex alone. */
static state *begin(const ra_meta *m, ra_plan *p, int info)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)BEGIN(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return NULL;
    MATRICES(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->info = info < s->base.results ? info : 0;
    return s;
}

/* Result matrices lie one after another. */
static char *result_at(const ra__run *r, int result, int64_t bytes, int64_t at)
{
    return r->data[result] + at * bytes;
}

static const char *input_at(const ra__run *r, const state *s, int64_t at)
{
    return AT(&s->base, &s->a, r->data[s->base.results], at);
}

/* Writes what LAPACK says of a matrix, where that is a result; whether it is an error. */
static bool is_failure(const ra__run *r, const state *s, int64_t at, int info)
{
    if (s->info)
        ((int32_t *)(void *)r->data[s->info])[at] = info;
    return info > 0 && s->base.pre.strict;
}

static ra_status singular(ra__run *r, const ra__linalg *l, int64_t at, int pivot)
{
    char label[48];
    return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", LABEL(l, at, label), pivot);
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
    LOAD(l, &s->a, input_at(r, s, at), out, ld);
    if (n > 0)
        RA__LAPACK(b, l->dtype, potrf_, l->pre.upper ? "U" : "L", &n, (void *)out, &ld, &info, 1);
    for (int i = 0; i < n && info == 0; i++) /* a NaN is not positive, which not every implementation notices */
        if (is_nan_at(l, out + l->size * (i * (int64_t)ld + i)))
            info = i + 1;
    if (is_failure(r, s, at, info))
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
    state *s = begin(m, p, 1);
    return s ? FINISH(&s->base, p, ra__linalg_cubic(&s->base, s->base.pre.rows, s->base.pre.rows) / 3) : RA_ERR_MEMORY;
}

static ra_status cholesky_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, cholesky_one);
}

const ra_kernel RA__KERNEL(linalg_cholesky) = {.name = "linalg_cholesky", .plan = cholesky_plan, .run = cholesky_run};

/* ---- inverse ---- */

static void fill_nan(const ra__linalg *l, char *x, int64_t n)
{
    const int64_t numbers = n * (ra__is_complex(l->dtype) ? 2 : 1);
    for (int64_t i = 0; i < numbers; i++)
        if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
            ((float *)(void *)x)[i] = __builtin_nanf("");
        else
            ((double *)(void *)x)[i] = __builtin_nan("");
}

static ra_status inv_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), lwork = ra__ld(n) * BLOCK_COLUMNS;
    char *out = result_at(r, 0, l->size * n * n, at), *scratch = r->scratch;
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0;
    LOAD(l, &s->a, input_at(r, s, at), out, ld);
    if (n > 0)
        RA__LAPACK(b, l->dtype, getrf_, &n, &n, (void *)out, &ld, pivots, &info);
    if (n > 0 && info == 0)
        RA__LAPACK(b, l->dtype, getri_, &n, (void *)out, &ld, pivots, (void *)(scratch + s->work), &lwork, &info);
    if (is_failure(r, s, at, info))
        return singular(r, l, at, info);
    if (info > 0)
        fill_nan(l, out, n * (int64_t)n);
    return RA_OK;
}

static ra_status inv_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p, 1);
    if (!s)
        return RA_ERR_MEMORY;
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    s->work = TAKE(&s->base, ra__ld(s->base.pre.rows) * BLOCK_COLUMNS, s->base.size);
    return FINISH(&s->base, p, 2 * ra__linalg_cubic(&s->base, s->base.pre.rows, s->base.pre.rows));
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

/* The upper factor in scratch; whether an odd number of rows was exchanged. */
static bool factor_in_scratch(const ra__run *r, const struct ra__blas *b, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *scratch = r->scratch, *lu = scratch + s->lu;
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0;
    bool negative = false;
    LOAD(l, &s->a, input_at(r, s, at), lu, ld);
    if (n > 0)
        RA__LAPACK(b, l->dtype, getrf_, &n, &n, (void *)lu, &ld, pivots, &info); /* singular: a zero on the diagonal, and 0 comes out */
    for (int i = 0; i < n; i++)
        negative ^= pivots[i] != i + 1;
    return negative;
}

static ra_status det_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    char *out = result_at(r, 0, l->size, at);
    const char *lu = (const char *)r->scratch + s->lu;
    const bool negative = factor_in_scratch(r, b, s, at);
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
    state *s = begin(m, p, 0);
    if (!s)
        return RA_ERR_MEMORY;
    s->lu = TAKE(&s->base, s->base.pre.rows * s->base.pre.rows, s->base.size);
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    return FINISH(&s->base, p, 0.7 * ra__linalg_cubic(&s->base, s->base.pre.rows, s->base.pre.rows));
}

static ra_status det_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, det_one);
}

const ra_kernel RA__KERNEL(linalg_det) = {.name = "linalg_det", .plan = det_plan, .run = det_run};

static void read_number(const ra__linalg *l, const char *x, double part[2])
{
    const int parts = ra__is_complex(l->dtype) ? 2 : 1;
    part[1] = 0;
    for (int i = 0; i < parts; i++)
        part[i] = l->size == 4 * parts ? (double)((const float *)(const void *)x)[i] : ((const double *)(const void *)x)[i];
}

static void write_number(const ra__linalg *l, char *x, const double part[2], int parts)
{
    const bool single = l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64;
    for (int i = 0; i < parts; i++)
        if (single)
            ((float *)(void *)x)[i] = (float)part[i];
        else
            ((double *)(void *)x)[i] = part[i];
}

/* In double, whatever the dtype: the product of x / |x| over the diagonal, and the sum of log |x|. Of a real NaN the sign is 0, as that of sgn. */
static ra_status slogdet_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const bool is_complex = ra__is_complex(l->dtype), negative = factor_in_scratch(r, b, s, at);
    const int64_t n = l->pre.rows, real_size = is_complex ? l->size / 2 : l->size;
    const char *lu = (const char *)r->scratch + s->lu;
    double sign[2] = {negative ? -1 : 1, 0}, logarithm[2] = {0, 0};
    for (int64_t i = 0; i < n; i++) {
        double x[2], size, old = sign[0];
        read_number(l, lu + i * (n + 1) * l->size, x);
        size = is_complex ? hypot(x[0], x[1]) : fabs(x[0]);
        logarithm[0] += log(size);
        if (!is_complex)
            sign[0] *= (x[0] > 0) - (x[0] < 0);
        else if (size != 0) {
            sign[0] = old * (x[0] / size) - sign[1] * (x[1] / size);
            sign[1] = old * (x[1] / size) + sign[1] * (x[0] / size);
        } else
            sign[0] = sign[1] = 0;
    }
    write_number(l, result_at(r, 0, l->size, at), sign, is_complex ? 2 : 1);
    write_number(l, result_at(r, 1, real_size, at), logarithm, 1);
    return RA_OK;
}

static ra_status slogdet_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, slogdet_one);
}

const ra_kernel RA__KERNEL(linalg_slogdet) = {.name = "linalg_slogdet", .plan = det_plan, .run = slogdet_run};

/* ---- LU ---- */

static ra_status lu_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, k = m < n ? m : n, ld = ra__ld(m);
    char *lu = result_at(r, 0, l->size * m * n, at);
    int *pivots = (int *)(void *)result_at(r, 1, (int64_t)sizeof(int) * k, at), info = 0;
    LOAD(l, &s->a, input_at(r, s, at), lu, ld);
    if (k > 0)
        RA__LAPACK(b, l->dtype, getrf_, &m, &n, (void *)lu, &ld, pivots, &info);
    return is_failure(r, s, at, info) ? singular(r, l, at, info) : RA_OK;
}

static ra_status lu_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p, 2);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t rows = s->base.pre.rows, columns = s->base.pre.columns, k = rows < columns ? rows : columns, most = rows < columns ? columns : rows;
    return FINISH(&s->base, p, 0.7 * ra__linalg_cubic(&s->base, k, most));
}

static ra_status lu_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, lu_one);
}

const ra_kernel RA__KERNEL(linalg_lu_factor) = {.name = "linalg_lu_factor", .plan = lu_plan, .run = lu_run};
