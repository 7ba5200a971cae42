/*
 * LU factors, and what comes of those of square matrices: inverses, determinants.
 */
#include "cpu/linalg.h"
#include "cpu/linalg_lu.h"
#include "cpu/linalg_getrf.h"
#include "cpu/linalg_small.h"

#include <math.h>
#include <string.h>


typedef struct state {
    ra__linalg base;
    ra__matrices a;
    int info;                    /* which result tells of each matrix whether there is an answer; 0: none */
    size_t lu, pivots, work;
    ra__lu factors;              /* of a matrix that is taken apart: result 0, or at the beginning of the workspace */
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

/* ---- matrices that are taken apart ---- */

/* In workspace, where they are not result 0; with right-hand sides: the inverse. */
static void plan_apart(state *s, ra_plan *p, int64_t right, bool is_result)
{
    const ra__linalg_pre *pre = &s->base.pre;
    const int64_t bytes = is_result ? 0 : pre->rows * pre->columns * s->base.size; /* fits: of the operand */
    (void)ra__linalg_room(&p->workspace, (size_t)bytes);
    RA__ISA_NAME(ra__lu_plan)(&s->base, &s->factors, pre->rows, pre->columns, right, right > 0, &p->workspace);
}

static ra__lu_work work_on(const ra__run *r, const struct ra__blas *b, char *a)
{
    const state *s = r->plan->state;
    char *workspace = r->workspace;
    return (ra__lu_work){.lu = &s->factors, .b = b, .a = a ? a : workspace, .ld = s->base.pre.rows, .right_ld = s->base.pre.rows,
                         .pivots = (int *)(void *)(workspace + s->factors.pivots), .workspace = workspace, .scratch = r->scratch};
}

static void load_columns(const ra__run *r, const ra__lu_work *w, int64_t at, int64_t first, int64_t end)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    ra__matrices part = s->a;
    part.columns = end - first;
    LOAD(l, &part, input_at(r, s, at) + l->size * first * part.column, w->a + l->size * first * w->ld, w->ld);
}

/* Whether a step is one of those that come after the factors. */
static bool is_after_factors(const state *s, int64_t step)
{
    return step >= RA__ISA_NAME(ra__lu_factor_steps)(&s->factors);
}

static bool run_factors(const ra__run *r, const ra__lu_work *w, int64_t at, int64_t step, int64_t grain)
{
    int64_t first, end;
    if (is_after_factors(r->plan->state, step))
        return false;
    if (RA__ISA_NAME(ra__lu_columns)(w->lu, step, grain, &first, &end))
        load_columns(r, w, at, first, end);
    RA__ISA_NAME(ra__lu_run)(w, step, grain);
    return true;
}

/* Behind the factors: of the inverse what it takes; of others little, and of as few rows or columns. */
static double factor_work(const ra_plan *p, int phase, int64_t grain)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps;
    return is_after_factors(s, step) && s->factors.right == 0 ? 0 : RA__ISA_NAME(ra__lu_grain_work)(&s->factors, step, grain);
}

/* ---- inverse ---- */

/* Whether the last pivot is NaN, as it is where any element of A is: so is all of the inverse then, of which LAPACK leaves some as numbers. */
static bool is_nan_to_the_last(const ra__linalg *l, int64_t n, const char *lu, int64_t ld)
{
    const char *last = lu + l->size * ((n - 1) * ld + n - 1);
    bool is_nan = false;
    for (int part = 0; part < (ra__is_complex(l->dtype) ? 2 : 1); part++) {
        const double x = l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64 ? ((const float *)(const void *)last)[part] : ((const double *)(const void *)last)[part];
        is_nan |= x != x;
    }
    return is_nan;
}

static ra_status inv_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n), lwork = ra__ld(n) * RA__LAPACK_COLUMNS;
    char *out = result_at(r, 0, l->size * n * n, at), *scratch = r->scratch;
    int *pivots = (int *)(void *)(scratch + s->pivots), info = 0;
    LOAD(l, &s->a, input_at(r, s, at), out, ld);
    const bool small = ra__is_small_matrix(l->dtype, n, n);
    if (small)
        info = ra__small_factor(l->dtype, n, n, out, ld, pivots);
    else if (n > 0)
        info = ra__getrf(b, l->dtype, n, n, out, ld, pivots);
    if (small && info == 0)
        ra__small_inverse(l->dtype, n, out, pivots);
    else if (info == 0 && n > 0 && is_nan_to_the_last(l, n, out, ld))
        ra__fill_nan(l, out, n * (int64_t)n);
    else if (info == 0 && n > 0)
        RA__LAPACK(b, l->dtype, getri_, &n, (void *)out, &ld, pivots, (void *)(scratch + s->work), &lwork, &info);
    if (is_failure(r, s, at, info))
        return singular(r, l, at, info);
    if (info > 0)
        ra__fill_nan(l, out, n * (int64_t)n);
    return RA_OK;
}

static ra_status inv_grain(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    ra__lu_work w = work_on(r, b, NULL);
    w.right = result_at(r, 0, l->size * n * n, at);
    if (run_factors(r, &w, at, step, grain))
        return RA_OK;
    const int info = RA__ISA_NAME(ra__lu_info)(&w);
    if (grain == 0 && is_failure(r, s, at, info))
        return singular(r, l, at, info);
    if (info == 0 && !is_nan_to_the_last(l, n, w.a, w.ld))
        RA__ISA_NAME(ra__lu_run)(&w, step, grain);
    else if (grain == 0 && step == s->base.steps - 1)
        ra__fill_nan(l, w.right, n * n);
    return RA_OK;
}

static int64_t inv_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    return RA__ISA_NAME(ra__lu_grains)(&s->factors, phase % s->base.steps);
}

static ra_status inv_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p, 1);
    if (!s)
        return RA_ERR_MEMORY;
    const double ns = 2 * ra__linalg_cubic(&s->base, s->base.pre.rows, s->base.pre.rows);
    if (RA__ISA_NAME(ra__linalg_is_apart)(&s->base, s->base.pre.rows)) {
        plan_apart(s, p, s->base.pre.rows, false);
        return RA__ISA_NAME(ra__linalg_finish_apart)(&s->base, p, RA__ISA_NAME(ra__lu_steps)(&s->factors), ns);
    }
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    s->work = TAKE(&s->base, ra__ld(s->base.pre.rows) * RA__LAPACK_COLUMNS, s->base.size);
    return FINISH(&s->base, p, ns);
}

static ra_status inv_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, inv_grain) : RUN(r, first, last, inv_one);
}

const ra_kernel RA__KERNEL(linalg_inv) = {.name = "linalg_inv", .plan = inv_plan, .run = inv_run, .grains = inv_grains, .work = factor_work};

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

static bool is_odd(const int *pivots, int64_t n)
{
    bool odd = false;
    for (int64_t i = 0; i < n; i++)
        odd ^= pivots[i] != i + 1;
    return odd;
}

/* The upper factor in scratch; whether an odd number of rows was exchanged. */
static bool factor_in_scratch(const ra__run *r, const struct ra__blas *b, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *scratch = r->scratch, *lu = scratch + s->lu;
    int *pivots = (int *)(void *)(scratch + s->pivots);
    LOAD(l, &s->a, input_at(r, s, at), lu, ld);
    if (ra__is_small_matrix(l->dtype, n, n)) /* singular: a zero on the diagonal, and 0 comes out */
        (void)ra__small_factor(l->dtype, n, n, lu, ld, pivots);
    else if (n > 0)
        (void)ra__getrf(b, l->dtype, n, n, lu, ld, pivots);
    return is_odd(pivots, n);
}

static void det_of(const ra__run *r, int64_t at, const char *lu, bool negative)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    char *out = result_at(r, 0, l->size, at);
    switch (l->dtype) {
    case RA_FLOAT32: RA__DIAGONAL(float, 1, out); break;
    case RA_FLOAT64: RA__DIAGONAL(double, 1, out); break;
    case RA_COMPLEX64: RA__DIAGONAL(float, 2, out); break;
    default: RA__DIAGONAL(double, 2, out); break;
    }
}

/* What is told of the factors, and of whether their rows were exchanged an odd number of times. */
typedef void told_of(const ra__run *r, int64_t at, const char *lu, bool negative);

static ra_status tell_one(ra__run *r, const struct ra__blas *b, int64_t at, told_of *tell)
{
    const state *s = r->plan->state;
    const bool negative = factor_in_scratch(r, b, s, at);
    tell(r, at, (const char *)r->scratch + s->lu, negative);
    return RA_OK;
}

static ra_status tell_grain(const ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain, told_of *tell)
{
    const state *s = r->plan->state;
    const ra__lu_work w = work_on(r, b, NULL);
    if (!run_factors(r, &w, at, step, grain))
        tell(r, at, w.a, is_odd(w.pivots, s->base.pre.rows));
    return RA_OK;
}

static ra_status det_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    return tell_one(r, b, at, det_of);
}

static ra_status det_grain(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    return tell_grain(r, b, at, step, grain, det_of);
}

/* The step after the factors is one grain. */
static int64_t det_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps;
    return is_after_factors(s, step) ? 1 : RA__ISA_NAME(ra__lu_grains)(&s->factors, step);
}

static ra_status det_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p, 0);
    if (!s)
        return RA_ERR_MEMORY;
    const double ns = 0.7 * ra__linalg_cubic(&s->base, s->base.pre.rows, s->base.pre.rows);
    if (RA__ISA_NAME(ra__linalg_is_apart)(&s->base, s->base.pre.rows)) {
        plan_apart(s, p, 0, false);
        return RA__ISA_NAME(ra__linalg_finish_apart)(&s->base, p, RA__ISA_NAME(ra__lu_steps)(&s->factors) + 1, ns);
    }
    s->lu = TAKE(&s->base, s->base.pre.rows * s->base.pre.rows, s->base.size);
    s->pivots = TAKE(&s->base, s->base.pre.rows, sizeof(int));
    return FINISH(&s->base, p, ns);
}

static ra_status det_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, det_grain) : RUN(r, first, last, det_one);
}

const ra_kernel RA__KERNEL(linalg_det) = {.name = "linalg_det", .plan = det_plan, .run = det_run, .grains = det_grains, .work = factor_work};

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
static void slogdet_of(const ra__run *r, int64_t at, const char *lu, bool negative)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const bool is_complex = ra__is_complex(l->dtype);
    const int64_t n = l->pre.rows, real_size = is_complex ? l->size / 2 : l->size;
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
}

static ra_status slogdet_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    return tell_one(r, b, at, slogdet_of);
}

static ra_status slogdet_grain(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    return tell_grain(r, b, at, step, grain, slogdet_of);
}

static ra_status slogdet_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, slogdet_grain) : RUN(r, first, last, slogdet_one);
}

const ra_kernel RA__KERNEL(linalg_slogdet) = {.name = "linalg_slogdet", .plan = det_plan, .run = slogdet_run, .grains = det_grains, .work = factor_work};

/* ---- LU ---- */

static ra_status lu_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, k = m < n ? m : n, ld = ra__ld(m);
    char *lu = result_at(r, 0, l->size * m * n, at);
    int *pivots = (int *)(void *)result_at(r, 1, (int64_t)sizeof(int) * k, at), info = 0;
    LOAD(l, &s->a, input_at(r, s, at), lu, ld);
    if (ra__is_small_matrix(l->dtype, m, n))
        info = ra__small_factor(l->dtype, m, n, lu, ld, pivots);
    else if (k > 0)
        info = ra__getrf(b, l->dtype, m, n, lu, ld, pivots);
    return is_failure(r, s, at, info) ? singular(r, l, at, info) : RA_OK;
}

static ra_status lu_grain(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t m = l->pre.rows, n = l->pre.columns;
    ra__lu_work w = work_on(r, b, result_at(r, 0, l->size * m * n, at));
    w.pivots = (int *)(void *)result_at(r, 1, (int64_t)sizeof(int) * s->factors.panels.least, at);
    if (run_factors(r, &w, at, step, grain))
        return RA_OK;
    const int info = RA__ISA_NAME(ra__lu_info)(&w);
    if (grain == 0 && is_failure(r, s, at, info))
        return singular(r, l, at, info);
    RA__ISA_NAME(ra__lu_exchange)(&w, grain);
    return RA_OK;
}

/* The step after the factors exchanges rows left of the panels. */
static int64_t lu_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps;
    return is_after_factors(s, step) ? RA__ISA_NAME(ra__lu_exchanges)(&s->factors) : RA__ISA_NAME(ra__lu_grains)(&s->factors, step);
}

static ra_status lu_plan(const ra_meta *m, ra_plan *p)
{
    state *s = begin(m, p, 2);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t rows = s->base.pre.rows, columns = s->base.pre.columns, k = rows < columns ? rows : columns, most = rows < columns ? columns : rows;
    const double ns = 0.7 * ra__linalg_cubic(&s->base, k, most);
    if (!RA__ISA_NAME(ra__linalg_is_apart)(&s->base, k))
        return FINISH(&s->base, p, ns);
    plan_apart(s, p, 0, true);
    return RA__ISA_NAME(ra__linalg_finish_apart)(&s->base, p, RA__ISA_NAME(ra__lu_steps)(&s->factors) + 1, ns);
}

static ra_status lu_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, lu_grain) : RUN(r, first, last, lu_one);
}

const ra_kernel RA__KERNEL(linalg_lu_factor) = {.name = "linalg_lu_factor", .plan = lu_plan, .run = lu_run, .grains = lu_grains, .work = factor_work};
