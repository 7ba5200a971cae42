/*
 * Eigenvalues and singular values of the simulated cuSOLVER, by Jacobi's rotations in double. What is not finite is not to be shown to
 * it: not every version of a real one comes back from that.
 */
#define _GNU_SOURCE
#include "cusolver.h"

#include <math.h>
#include <stdlib.h>

enum { SWEEPS = 60 };

/* The rotation that makes [[p, g], [conj(g), q]] diagonal: columns (x, y) become (c x - s conj(e) y, s e x + c y), e = g / |g|. */
static void rotation(double p, double q, double complex g, double *c, double complex *s)
{
    const double tau = (q - p) / (2 * cabs(g)), t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
    *c = 1 / sqrt(1 + t * t);
    *s = t * *c * g / cabs(g);
}

static void rotate(double complex *x, double complex *y, int64_t n, int64_t step, double c, double complex s)
{
    for (int64_t i = 0; i < n; i++, x += step, y += step) {
        const double complex old = *x;
        *x = c * old - conj(s) * *y;
        *y = s * old + c * *y;
    }
}

static bool all_finite(const struct call *c, struct access *access, const double complex *a, int64_t count)
{
    (void)access;
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(creal(a[i])) || !isfinite(cimag(a[i]))) {
            simcuda_library_violation("%s: element %lld is not finite, from which not every version comes back", c->all_v ? "cusolverDnXgesvd" : "cusolverDnXsyevd", (long long)i);
            return false;
        }
    return true;
}

static CUresult write_values(const struct call *c, struct access *access, const double *values, int64_t n)
{
    double complex *x = malloc(((size_t)n + 1) * sizeof *x);
    for (int64_t i = 0; x && i < n; i++)
        x[i] = values[i];
    CUresult result = x ? complex_write(access, c->values_type, n, 1, c->values, n ? n : 1, x) : CUDA_ERROR_OUT_OF_MEMORY;
    free(x);
    return result;
}

/* Columns of both in the order of their values. */
static void sort(double *values, int64_t n, double complex *x, int64_t x_rows, double complex *y, int64_t y_rows, bool descending)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            if (descending ? values[j] > values[i] : values[j] < values[i]) {
                const double v = values[i];
                values[i] = values[j], values[j] = v;
                for (int64_t k = 0; k < x_rows; k++) {
                    const double complex e = x[i * x_rows + k];
                    x[i * x_rows + k] = x[j * x_rows + k], x[j * x_rows + k] = e;
                }
                for (int64_t k = 0; k < y_rows; k++) {
                    const double complex e = y[i * y_rows + k];
                    y[i * y_rows + k] = y[j * y_rows + k], y[j * y_rows + k] = e;
                }
            }
}

static void identity(double complex *x, int64_t n)
{
    for (int64_t i = 0; i < n * n; i++)
        x[i] = i % (n + 1) == 0;
}

/* ---- eigenvalues ---- */

static void diagonalise(double complex *a, double complex *v, int64_t n)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                const double complex g = a[q * n + p];
                double c;
                double complex s;
                if (cabs(g) <= 1e-18 * (cabs(a[p * n + p]) + cabs(a[q * n + q])) || cabs(g) < 1e-300)
                    continue;
                rotation(creal(a[p * n + p]), creal(a[q * n + q]), g, &c, &s);
                rotate(a + p * n, a + q * n, n, 1, c, s);
                rotate(a + p, a + q, n, n, c, conj(s)); /* the rows, by the conjugate */
                rotate(v + p * n, v + q * n, n, 1, c, s);
            }
}

static CUresult syevd(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t n = c->n;
    CUresult result;
    double complex *a = complex_read(access, c->type, n, n, c->a, c->lda, &result), *v = calloc((size_t)(n * n) + 1, sizeof *v);
    double *values = calloc((size_t)n + 1, sizeof *values);
    bool finite = a && v && values && all_finite(c, access, a, n * n);
    if (finite) {
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i <= j; i++)
                if (i == j)
                    a[j * n + j] = creal(a[j * n + j]);
                else if (c->half == FILL_UPPER)
                    a[i * n + j] = conj(a[j * n + i]);
                else
                    a[j * n + i] = conj(a[i * n + j]);
        identity(v, n);
        diagonalise(a, v, n);
        for (int64_t i = 0; i < n; i++)
            values[i] = creal(a[i * n + i]);
        sort(values, n, v, n, NULL, 0, false);
        result = complex_write(access, c->type, n, n, c->a, c->lda, v);
        if (!result)
            result = write_values(c, access, values, n);
    }
    free(a), free(v), free(values);
    result = solver_end(c, access, result, finite ? 0 : 1);
    free(c);
    return result;
}

static int room_of(const char *name, struct solver *h, int64_t n, size_t *device, size_t *host)
{
    *device = device_room(n);
    *host = HOST_ROOM;
    return solver_enter(name, h);
}

EXPORT int cusolverDnXsyevd_bufferSize(struct solver *h, void *params, int job, int half, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXsyevd_bufferSize(struct solver *h, void *params, int job, int half, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, int compute, size_t *device, size_t *host)
{
    (void)params, (void)job, (void)half, (void)type, (void)a, (void)lda, (void)w_type, (void)w, (void)compute;
    return room_of("cusolverDnXsyevd_bufferSize", h, n, device, host);
}

static int real_of(int type)
{
    return type_is_single(type) ? R_32F : R_64F;
}

EXPORT int cusolverDnXsyevd(struct solver *h, void *params, int job, int half, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info);
EXPORT int cusolverDnXsyevd(struct solver *h, void *params, int job, int half, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXsyevd";
    int status = solver_enter(name, h);
    if (!status && (!params || job != WITH_VECTORS || compute != type || w_type != real_of(type) || n < 0 || half > FILL_UPPER || !matrix_is_there(name, "A", type, n, n, a, lda) ||
                    !matrix_is_there(name, "W", w_type, n, 1, w, n ? n : 1)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .values_type = w_type, .half = half, .n = n, .a = a, .lda = lda, .values = w, .info = info, .room = room, .room_bytes = room_bytes},
                                         n, host, host_bytes, true, syevd);
}

/* ---- singular values ---- */

static double complex inner(const double complex *x, const double complex *y, int64_t n)
{
    double complex sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += conj(x[i]) * y[i];
    return sum;
}

/* Columns of A become orthogonal, V keeps how. */
static void orthogonalise(double complex *a, double complex *v, int64_t m, int64_t n)
{
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (int64_t p = 0; p < n; p++)
            for (int64_t q = p + 1; q < n; q++) {
                const double complex g = inner(a + p * m, a + q * m, m);
                const double pp = creal(inner(a + p * m, a + p * m, m)), qq = creal(inner(a + q * m, a + q * m, m));
                double c;
                double complex s;
                if (cabs(g) <= 1e-17 * sqrt(pp * qq) || cabs(g) < 1e-300)
                    continue;
                rotation(pp, qq, g, &c, &s);
                rotate(a + p * m, a + q * m, m, 1, c, s);
                rotate(v + p * n, v + q * n, n, 1, c, s);
            }
}

/* Column j, orthogonal to those before: of the unit vectors the one with most left. */
static void complete(double complex *u, int64_t m, int64_t j)
{
    double best = -1;
    double complex *x = calloc((size_t)m + 1, sizeof *x);
    for (int64_t e = 0; x && e < m; e++) {
        for (int64_t i = 0; i < m; i++)
            x[i] = i == e;
        for (int again = 0; again < 2; again++)
            for (int64_t k = 0; k < j; k++) {
                const double complex share = inner(u + k * m, x, m);
                for (int64_t i = 0; i < m; i++)
                    x[i] -= share * u[k * m + i];
            }
        const double norm = sqrt(creal(inner(x, x, m)));
        for (int64_t i = 0; i < m && norm > best; i++)
            u[j * m + i] = x[i] / norm;
        best = norm > best ? norm : best;
    }
    free(x);
}

static CUresult gesvd(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t m = c->m, n = c->n, u_columns = c->all_u ? m : n;
    CUresult result;
    double complex *a = complex_read(access, c->type, m, n, c->a, c->lda, &result), *v = calloc((size_t)(n * n) + 1, sizeof *v), *u = calloc((size_t)(m * u_columns) + 1, sizeof *u),
                   *turned = calloc((size_t)(n * n) + 1, sizeof *turned);
    double *values = calloc((size_t)n + 1, sizeof *values);
    bool finite = a && v && u && turned && values && all_finite(c, access, a, m * n);
    if (finite) {
        identity(v, n);
        orthogonalise(a, v, m, n);
        for (int64_t j = 0; j < n; j++)
            values[j] = sqrt(creal(inner(a + j * m, a + j * m, m)));
        sort(values, n, a, m, v, n, true);
        for (int64_t j = 0; j < u_columns; j++)
            if (j < n && values[j] > 1e-14 * values[0])
                for (int64_t i = 0; i < m; i++)
                    u[j * m + i] = a[j * m + i] / values[j];
            else
                complete(u, m, j);
        for (int64_t i = 0; i < n * n; i++)
            turned[i] = conj(v[i % n * n + i / n]);
        result = complex_write(access, c->type, m, u_columns, c->b, c->ldb, u);
        if (!result)
            result = complex_write(access, c->type, n, n, c->c, c->ldc, turned);
        if (!result)
            result = write_values(c, access, values, n);
    }
    free(a), free(v), free(u), free(turned), free(values);
    result = solver_end(c, access, result, finite ? 0 : 1);
    free(c);
    return result;
}

EXPORT int cusolverDnXgesvd_bufferSize(struct solver *h, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, const void *a, int64_t lda, int s_type, const void *s, int u_type,
                                       const void *u, int64_t ldu, int v_type, const void *v, int64_t ldv, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXgesvd_bufferSize(struct solver *h, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, const void *a, int64_t lda, int s_type, const void *s, int u_type,
                                       const void *u, int64_t ldu, int v_type, const void *v, int64_t ldv, int compute, size_t *device, size_t *host)
{
    (void)params, (void)job_u, (void)job_v, (void)m, (void)type, (void)a, (void)lda, (void)s_type, (void)s, (void)u_type, (void)u, (void)ldu, (void)v_type, (void)v, (void)ldv, (void)compute;
    return room_of("cusolverDnXgesvd_bufferSize", h, n, device, host);
}

EXPORT int cusolverDnXgesvd(struct solver *h, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, void *a, int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu,
                            int v_type, void *v, int64_t ldv, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info);
EXPORT int cusolverDnXgesvd(struct solver *h, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, void *a, int64_t lda, int s_type, void *s, int u_type, void *u, int64_t ldu,
                            int v_type, void *v, int64_t ldv, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXgesvd";
    int status = solver_enter(name, h);
    if (!status && m < n) {
        simcuda_library_violation("%s: %lld rows and %lld columns, where there may be no more columns than rows", name, (long long)m, (long long)n);
        status = STATUS_INVALID_VALUE;
    }
    if (!status && (!params || (job_u != 'A' && job_u != 'S') || (job_v != 'A' && job_v != 'S') || compute != type || s_type != real_of(type) || u_type != type || v_type != type || n < 0 ||
                    !matrix_is_there(name, "A", type, m, n, a, lda) || !matrix_is_there(name, "S", s_type, n, 1, s, n ? n : 1) ||
                    !matrix_is_there(name, "U", type, m, job_u == 'A' ? m : n, u, ldu) || !matrix_is_there(name, "VT", type, n, n, v, ldv)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .values_type = s_type, .m = m, .n = n, .a = a, .lda = lda, .values = s, .b = u, .ldb = ldu, .c = v, .ldc = ldv,
                                                                 .all_u = job_u == 'A', .all_v = true, .info = info, .room = room, .room_bytes = room_bytes}, n, host, host_bytes, true, gesvd);
}
