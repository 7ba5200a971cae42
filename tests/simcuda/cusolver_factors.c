/* Cholesky, LU and QR factors of the simulated cuSOLVER, by plain loops in double. A Cholesky factor of what is no number is none either. */
#define _GNU_SOURCE
#include "cusolver.h"

#include <math.h>
#include <stdlib.h>

#define HOST_AND_DEVICE(n)                 \
    do {                                   \
        int status = solver_enter(name, h); \
        if (status)                        \
            return status;                 \
        *device = device_room(n);          \
        *host = HOST_ROOM;                 \
        return STATUS_SUCCESS;             \
    } while (0)

/* ---- Cholesky ---- */

static CUresult potrf(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t n = c->n;
    CUresult result;
    int info = 0;
    double complex *a = complex_read(access, c->type, n, n, c->a, c->lda, &result);
#define L(i, j) a[c->half == FILL_LOWER ? (j) * n + (i) : (i) * n + (j)] /* of U^H U = A, U lies turned */
    for (int64_t j = 0; a && j < n && !info; j++) {
        double d = creal(L(j, j));
        for (int64_t k = 0; k < j; k++)
            d -= creal(L(j, k) * conj(L(j, k)));
        if (d <= 0)
            info = (int)j + 1;
        L(j, j) = sqrt(d);
        for (int64_t i = j + 1; i < n && !info; i++) {
            double complex sum = L(i, j);
            for (int64_t k = 0; k < j; k++)
                sum -= L(i, k) * conj(L(j, k));
            L(i, j) = sum / L(j, j);
        }
    }
#undef L
    if (a)
        result = complex_write(access, c->type, n, n, c->a, c->lda, a);
    free(a);
    result = solver_end(c, access, result, info);
    free(c);
    return result;
}

EXPORT int cusolverDnXpotrf_bufferSize(struct solver *h, void *params, int half, int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXpotrf_bufferSize(struct solver *h, void *params, int half, int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device, size_t *host)
{
    static const char name[] = "cusolverDnXpotrf_bufferSize";
    (void)params, (void)half, (void)type, (void)a, (void)lda, (void)compute;
    HOST_AND_DEVICE(n);
}

EXPORT int cusolverDnXpotrf(struct solver *h, void *params, int half, int64_t n, int type, void *a, int64_t lda, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info);
EXPORT int cusolverDnXpotrf(struct solver *h, void *params, int half, int64_t n, int type, void *a, int64_t lda, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXpotrf";
    int status = solver_enter(name, h);
    if (!status && (!params || compute != type || n < 0 || half > FILL_UPPER || !matrix_is_there(name, "A", type, n, n, a, lda)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .half = half, .n = n, .a = a, .lda = lda, .info = info, .room = room, .room_bytes = room_bytes}, n, host, host_bytes, true, potrf);
}

/* The triangle's columns, and nothing else, are touched. */
static double complex *read_half(const struct call *c, struct access *access, CUresult *result)
{
    const int64_t n = c->n;
    double complex *a = calloc((size_t)(n * n) + 1, sizeof *a);
    *result = a ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (int64_t j = 0; a && j < n && !*result; j++) {
        const int64_t first = c->half == FILL_LOWER ? j : 0, rows = c->half == FILL_LOWER ? n - j : j + 1;
        double complex *column = complex_read(access, c->type, rows, 1, (const char *)c->a + (size_t)(j * c->lda + first) * type_size(c->type), rows, result);
        for (int64_t i = 0; column && i < rows; i++)
            a[j * n + first + i] = column[i];
        free(column);
    }
    return a;
}

/* L L^H x = b, or U^H U x = b: forwards by the one, backwards by the other. */
static void substitute(const struct call *c, const double complex *a, double complex *x)
{
    const int64_t n = c->n;
#define L(i, j) (c->half == FILL_LOWER ? a[(j) * n + (i)] : conj(a[(i) * n + (j)]))
    for (int64_t i = 0; i < n; i++) {
        for (int64_t j = 0; j < i; j++)
            x[i] -= L(i, j) * x[j];
        x[i] /= L(i, i);
    }
    for (int64_t i = n - 1; i >= 0; i--) {
        for (int64_t j = i + 1; j < n; j++)
            x[i] -= conj(L(j, i)) * x[j];
        x[i] /= conj(L(i, i));
    }
#undef L
}

static CUresult tell_nothing(const struct call *c, struct access *access)
{
    void *at;
    CUresult result = simcuda_library_touch(access, c->info, sizeof(int), SIMCUDA_WRITE, &at);
    if (!result)
        *(int *)at = 0;
    return result;
}

static CUresult potrs(void *data, struct access *access)
{
    struct call *c = data;
    CUresult result;
    double complex *a = read_half(c, access, &result), *b = a && !result ? complex_read(access, c->type, c->n, c->k, c->b, c->ldb, &result) : NULL;
    for (int64_t j = 0; b && j < c->k; j++)
        substitute(c, a, b + j * c->n);
    if (b)
        result = complex_write(access, c->type, c->n, c->k, c->b, c->ldb, b);
    free(a), free(b);
    if (!result)
        result = tell_nothing(c, access);
    free(c);
    return result;
}

EXPORT int cusolverDnXpotrs(struct solver *h, void *params, int half, int64_t n, int64_t columns, int type, const void *a, int64_t lda, int b_type, void *b, int64_t ldb, int *info);
EXPORT int cusolverDnXpotrs(struct solver *h, void *params, int half, int64_t n, int64_t columns, int type, const void *a, int64_t lda, int b_type, void *b, int64_t ldb, int *info)
{
    static const char name[] = "cusolverDnXpotrs";
    int status = solver_enter(name, h);
    if (!status && (!params || b_type != type || n < 0 || columns < 0 || half > FILL_UPPER || !matrix_is_there(name, "A", type, n, n, a, lda) || !matrix_is_there(name, "B", type, n, columns, b, ldb)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .half = half, .n = n, .k = columns, .a = (void *)(uintptr_t)a, .lda = lda, .b = b, .ldb = ldb, .info = info}, -1, NULL, 0, false, potrs);
}

/* ---- LU ---- */

static CUresult write_pivots(struct access *access, int64_t *to, const int64_t *from, int64_t n)
{
    void *at;
    CUresult result = simcuda_library_touch(access, to, (size_t)n * sizeof *to, SIMCUDA_WRITE, &at);
    for (int64_t i = 0; i < n && !result; i++)
        ((int64_t *)at)[i] = from[i];
    return result;
}

static void exchange(double complex *a, int64_t columns, int64_t ld, int64_t i, int64_t j)
{
    for (int64_t k = 0; k < columns && i != j; k++) {
        const double complex x = a[k * ld + i];
        a[k * ld + i] = a[k * ld + j];
        a[k * ld + j] = x;
    }
}

/* As LAPACK and cuBLAS compare complex numbers. */
static double size_of(double complex x)
{
    return fabs(creal(x)) + fabs(cimag(x));
}

static CUresult getrf(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t m = c->m, n = c->n, least = m < n ? m : n;
    CUresult result;
    int info = 0;
    double complex *a = complex_read(access, c->type, m, n, c->a, c->lda, &result);
    int64_t *pivots = calloc((size_t)least + 1, sizeof *pivots);
    for (int64_t k = 0; a && pivots && k < least; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; i < m && c->pivots; i++) /* without them rows stay where they are */
            if (size_of(a[k * m + i]) > size_of(a[k * m + best]))
                best = i;
        pivots[k] = best + 1;
        exchange(a, n, m, k, best);
        if (a[k * m + k] == 0) {
            info = info ? info : (int)k + 1;
            continue;
        }
        for (int64_t i = k + 1; i < m; i++) {
            a[k * m + i] /= a[k * m + k];
            for (int64_t j = k + 1; j < n; j++)
                a[j * m + i] -= a[k * m + i] * a[j * m + k];
        }
    }
    if (a && pivots)
        result = complex_write(access, c->type, m, n, c->a, c->lda, a);
    if (!result && pivots && c->pivots)
        result = write_pivots(access, c->pivots, pivots, least);
    free(a), free(pivots);
    result = solver_end(c, access, result, info);
    free(c);
    return result;
}

EXPORT int cusolverDnXgetrf_bufferSize(struct solver *h, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXgetrf_bufferSize(struct solver *h, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int compute, size_t *device, size_t *host)
{
    static const char name[] = "cusolverDnXgetrf_bufferSize";
    (void)params, (void)m, (void)type, (void)a, (void)lda, (void)compute;
    HOST_AND_DEVICE(n);
}

static bool are_integers(const char *name, const int64_t *pivots, int64_t n)
{
    if ((uintptr_t)pivots % sizeof *pivots == 0 && simcuda_library_is_device(pivots, (size_t)n * sizeof *pivots))
        return true;
    simcuda_library_violation("%s: pivots at %p are no integers of the device's", name, (const void *)pivots);
    return false;
}

EXPORT int cusolverDnXgetrf(struct solver *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int64_t *pivots, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info);
EXPORT int cusolverDnXgetrf(struct solver *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int64_t *pivots, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXgetrf";
    int status = solver_enter(name, h);
    if (!status && (!params || compute != type || m < 0 || n < 0 || !matrix_is_there(name, "A", type, m, n, a, lda) || (pivots && !are_integers(name, pivots, m < n ? m : n))))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .m = m, .n = n, .a = a, .lda = lda, .pivots = pivots, .info = info, .room = room, .room_bytes = room_bytes}, n, host, host_bytes, true, getrf);
}

/* op(A) X = B from its factors: of A, L then U; of the transposed one U^T then L^T, and the exchanges at the end, backwards. */
static void solve(const double complex *a, const int64_t *pivots, int64_t n, int op, double complex *x)
{
    for (int64_t k = 0; k < n && op == OP_N; k++)
        exchange(x, 1, n, k, pivots[k] - 1);
    for (int64_t step = 0; step < 2 * n; step++) {
        const bool first = step < n, unit = first == (op == OP_N);
        const int64_t i = first ? step : 2 * n - 1 - step;
        for (int64_t j = first ? 0 : i + 1; j < (first ? i : n); j++) {
            const double complex e = op == OP_N ? a[j * n + i] : a[i * n + j];
            x[i] -= (op == OP_C ? conj(e) : e) * x[j];
        }
        if (!unit)
            x[i] /= op == OP_C ? conj(a[i * n + i]) : a[i * n + i];
    }
    for (int64_t k = n - 1; k >= 0 && op != OP_N; k--)
        exchange(x, 1, n, k, pivots[k] - 1);
}

static CUresult getrs(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t n = c->n;
    CUresult result;
    void *pivots = NULL;
    double complex *b = NULL, *a = complex_read(access, c->type, n, n, c->a, c->lda, &result);
    if (a)
        result = simcuda_library_touch(access, c->pivots, (size_t)n * sizeof *c->pivots, SIMCUDA_READ, &pivots);
    if (!result)
        b = complex_read(access, c->type, n, c->k, c->b, c->ldb, &result);
    for (int64_t j = 0; b && j < c->k; j++)
        solve(a, pivots, n, c->op, b + j * n);
    if (b)
        result = complex_write(access, c->type, n, c->k, c->b, c->ldb, b);
    free(a), free(b);
    if (!result)
        result = tell_nothing(c, access);
    free(c);
    return result;
}

EXPORT int cusolverDnXgetrs(struct solver *h, void *params, int op, int64_t n, int64_t columns, int type, const void *a, int64_t lda, const int64_t *pivots, int b_type, void *b, int64_t ldb, int *info);
EXPORT int cusolverDnXgetrs(struct solver *h, void *params, int op, int64_t n, int64_t columns, int type, const void *a, int64_t lda, const int64_t *pivots, int b_type, void *b, int64_t ldb, int *info)
{
    static const char name[] = "cusolverDnXgetrs";
    int status = solver_enter(name, h);
    if (!status && (!params || b_type != type || n < 0 || columns < 0 || op > OP_C || !matrix_is_there(name, "A", type, n, n, a, lda) || !matrix_is_there(name, "B", type, n, columns, b, ldb) ||
                    !are_integers(name, pivots, n)))
        status = STATUS_INVALID_VALUE;
    return status ? status :
                    solver_give(name, h, &(struct call){.type = type, .n = n, .k = columns, .op = op, .a = (void *)(uintptr_t)a, .lda = lda, .b = b, .ldb = ldb, .pivots = (int64_t *)(uintptr_t)pivots, .info = info}, -1, NULL, 0, false, getrs);
}

/* ---- QR ---- */

static CUresult geqrf(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t m = c->m, n = c->n, least = m < n ? m : n;
    CUresult result;
    double complex *a = complex_read(access, c->type, m, n, c->a, c->lda, &result), *tau = calloc((size_t)least + 1, sizeof *tau);
    for (int64_t k = 0; a && tau && k < least; k++) {
        double complex *x = a + k * m;
        double below = 0;
        for (int64_t i = k + 1; i < m; i++)
            below += creal(x[i] * conj(x[i]));
        if (below == 0 && cimag(x[k]) == 0)
            continue;
        const double norm = sqrt(below + creal(x[k] * conj(x[k]))), beta = creal(x[k]) > 0 ? -norm : norm;
        tau[k] = (beta - x[k]) / beta;
        for (int64_t i = k + 1; i < m; i++)
            x[i] /= x[k] - beta;
        x[k] = beta;
        for (int64_t j = k + 1; j < n; j++) {
            double complex *y = a + j * m, sum = y[k];
            for (int64_t i = k + 1; i < m; i++)
                sum += conj(x[i]) * y[i];
            sum *= conj(tau[k]);
            y[k] -= sum;
            for (int64_t i = k + 1; i < m; i++)
                y[i] -= sum * x[i];
        }
    }
    if (a && tau)
        result = complex_write(access, c->type, m, n, c->a, c->lda, a);
    if (!result && tau)
        result = complex_write(access, c->type, least, 1, c->values, least ? least : 1, tau);
    free(a), free(tau);
    result = solver_end(c, access, result, 0);
    free(c);
    return result;
}

EXPORT int cusolverDnXgeqrf_bufferSize(struct solver *h, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int tau_type, const void *tau, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXgeqrf_bufferSize(struct solver *h, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int tau_type, const void *tau, int compute, size_t *device, size_t *host)
{
    static const char name[] = "cusolverDnXgeqrf_bufferSize";
    (void)params, (void)m, (void)type, (void)a, (void)lda, (void)tau_type, (void)tau, (void)compute;
    HOST_AND_DEVICE(n);
}

EXPORT int cusolverDnXgeqrf(struct solver *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int tau_type, void *tau, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info);
EXPORT int cusolverDnXgeqrf(struct solver *h, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int tau_type, void *tau, int compute, void *room, size_t room_bytes, void *host,
                            size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXgeqrf";
    int status = solver_enter(name, h);
    const int64_t least = m < n ? m : n;
    if (!status && (!params || compute != type || tau_type != type || m < 0 || n < 0 || !matrix_is_there(name, "A", type, m, n, a, lda) || !matrix_is_there(name, "tau", type, least, 1, tau, least ? least : 1)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .m = m, .n = n, .a = a, .lda = lda, .values = tau, .info = info, .room = room, .room_bytes = room_bytes}, n, host, host_bytes, true, geqrf);
}

/* H, or H^H by the conjugate tau, of n columns of m numbers: reflection number l, whose vector lies below row l, where it is 1. */
static void reflect(const double complex *vector, double complex tau, int64_t l, int64_t m, int64_t n, double complex *x)
{
    for (int64_t j = 0; j < n; j++) {
        double complex *y = x + j * m, sum = y[l];
        for (int64_t i = l + 1; i < m; i++)
            sum += conj(vector[i]) * y[i];
        sum *= tau;
        y[l] -= sum;
        for (int64_t i = l + 1; i < m; i++)
            y[i] -= sum * vector[i];
    }
}

/* Q = H(1) ... H(k), of which the first n columns are wanted: from the last reflection on. */
static CUresult orgqr(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t m = c->m, n = c->n, k = c->k;
    CUresult result;
    double complex *tau = NULL, *q = NULL, *a = complex_read(access, c->type, m, k, c->a, c->lda, &result);
    if (a)
        tau = complex_read(access, c->type, k, 1, c->values, k, &result);
    if (tau)
        q = calloc((size_t)(m * n) + 1, sizeof *q);
    for (int64_t j = 0; q && j < n; j++)
        q[j * m + j] = 1;
    for (int64_t l = k - 1; q && l >= 0; l--)
        reflect(a + l * m, tau[l], l, m, n, q);
    if (q)
        result = complex_write(access, c->type, m, n, c->a, c->lda, q);
    free(a), free(tau), free(q);
    result = solver_end(c, access, result, 0);
    free(c);
    return result;
}

/* Q C, or Q^H C: by the last reflection first, or by the first. */
static CUresult ormqr(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t m = c->m, n = c->n, k = c->k;
    CUresult result;
    double complex *tau = NULL, *x = NULL, *a = complex_read(access, c->type, m, k, c->a, c->lda, &result);
    if (a)
        tau = complex_read(access, c->type, k, 1, c->values, k, &result);
    if (tau)
        x = complex_read(access, c->type, m, n, c->c, c->ldc, &result);
    for (int64_t step = 0; x && step < k; step++) {
        const int64_t l = c->op == OP_N ? k - 1 - step : step;
        reflect(a + l * m, c->op == OP_N ? tau[l] : conj(tau[l]), l, m, n, x);
    }
    if (x)
        result = complex_write(access, c->type, m, n, c->c, c->ldc, x);
    free(a), free(tau), free(x);
    result = solver_end(c, access, result, 0);
    free(c);
    return result;
}

static int ormqr_call(const char *name, struct solver *h, int type, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, void *to, int ldc, void *room, int elements, int *info)
{
    int status = solver_enter(name, h);
    if (!status && side != SIDE_LEFT) {
        simcuda_library_violation("%s: from the right, which is not known here", name);
        status = STATUS_INVALID_VALUE;
    }
    if (!status && (m < 0 || n < 0 || k < 1 || k > m || (op != OP_N && op != (type_is_complex(type) ? OP_C : OP_T)) || !matrix_is_there(name, "A", type, m, k, a, lda) ||
                    !matrix_is_there(name, "tau", type, k, 1, tau, k) || !matrix_is_there(name, "C", type, m, n, to, ldc)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .op = op, .m = m, .n = n, .k = k, .a = (void *)(uintptr_t)a, .lda = lda, .values = (void *)(uintptr_t)tau, .c = to, .ldc = ldc, .info = info,
                                                                 .room = room, .room_bytes = (size_t)elements * type_size(type)}, n, NULL, 0, false, ormqr);
}

static int orgqr_size(const char *name, struct solver *h, int type, int n, int *elements)
{
    int status = solver_enter(name, h);
    *elements = (int)(device_room(n) / type_size(type)) + 1;
    return status;
}

static int orgqr_call(const char *name, struct solver *h, int type, int m, int n, int k, void *a, int lda, const void *tau, void *room, int elements, int *info)
{
    int status = solver_enter(name, h);
    if (!status && (n < 0 || n > m || k < 1 || k > n || !matrix_is_there(name, "A", type, m, n, a, lda) || !matrix_is_there(name, "tau", type, k, 1, tau, k)))
        status = STATUS_INVALID_VALUE;
    return status ? status : solver_give(name, h, &(struct call){.type = type, .m = m, .n = n, .k = k, .a = a, .lda = lda, .values = (void *)(uintptr_t)tau, .info = info, .room = room,
                                                                 .room_bytes = (size_t)elements * type_size(type)}, n, NULL, 0, false, orgqr);
}

#define ORGQR(name, type)                                                                                                                             \
    EXPORT int cusolverDn##name##_bufferSize(struct solver *h, int m, int n, int k, const void *a, int lda, const void *tau, int *elements);           \
    EXPORT int cusolverDn##name##_bufferSize(struct solver *h, int m, int n, int k, const void *a, int lda, const void *tau, int *elements)            \
    {                                                                                                                                                 \
        (void)m, (void)k, (void)a, (void)lda, (void)tau;                                                                                              \
        return orgqr_size("cusolverDn" #name "_bufferSize", h, type, n, elements);                                                                    \
    }                                                                                                                                                 \
    EXPORT int cusolverDn##name(struct solver *h, int m, int n, int k, void *a, int lda, const void *tau, void *room, int elements, int *info);        \
    EXPORT int cusolverDn##name(struct solver *h, int m, int n, int k, void *a, int lda, const void *tau, void *room, int elements, int *info)         \
    {                                                                                                                                                 \
        return orgqr_call("cusolverDn" #name, h, type, m, n, k, a, lda, tau, room, elements, info);                                                   \
    }
ORGQR(Sorgqr, R_32F)
ORGQR(Dorgqr, R_64F)
ORGQR(Cungqr, C_32F)
ORGQR(Zungqr, C_64F)

#define ORMQR(name, type)                                                                                                                                                                       \
    EXPORT int cusolverDn##name##_bufferSize(struct solver *h, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, const void *c, int ldc, int *elements);           \
    EXPORT int cusolverDn##name##_bufferSize(struct solver *h, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, const void *c, int ldc, int *elements)            \
    {                                                                                                                                                                                           \
        (void)side, (void)op, (void)m, (void)k, (void)a, (void)lda, (void)tau, (void)c, (void)ldc;                                                                                              \
        return orgqr_size("cusolverDn" #name "_bufferSize", h, type, n, elements);                                                                                                              \
    }                                                                                                                                                                                           \
    EXPORT int cusolverDn##name(struct solver *h, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, void *c, int ldc, void *room, int elements, int *info);        \
    EXPORT int cusolverDn##name(struct solver *h, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, void *c, int ldc, void *room, int elements, int *info)         \
    {                                                                                                                                                                                           \
        return ormqr_call("cusolverDn" #name, h, type, side, op, m, n, k, a, lda, tau, c, ldc, room, elements, info);                                                                           \
    }
ORMQR(Sormqr, R_32F)
ORMQR(Dormqr, R_64F)
ORMQR(Cunmqr, C_32F)
ORMQR(Zunmqr, C_64F)
