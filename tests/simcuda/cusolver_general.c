/*
 * Eigenvalues of any matrices, and their right vectors, of the simulated cuSOLVER (geev, of version 11.7 and later): shifted QR by Givens
 * rotations in complex double, whatever the type. Of a real matrix the eigenvalues are made pairs of conjugate ones, one behind the
 * other, the one above the axis first, and their vectors a real and an imaginary part.
 */
#define _GNU_SOURCE
#include "cusolver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_EACH = 300 };
#define EPSILON 0x1p-52

struct rotation {
    double c;
    double complex s;
};

/* [[c, s], [-conj(s), c]] (a, b) = (r, 0). */
static struct rotation rotation_of(double complex a, double complex b)
{
    const double r = hypot(cabs(a), cabs(b));
    if (r == 0)
        return (struct rotation){1, 0};
    if (cabs(a) == 0)
        return (struct rotation){0, conj(b) / cabs(b)};
    return (struct rotation){cabs(a) / r, a / cabs(a) * conj(b) / r};
}

/* Rows p and p + 1, from a column on. */
static void turn_rows(double complex *h, int64_t n, int64_t p, int64_t from, struct rotation g)
{
    for (int64_t j = from; j < n; j++) {
        const double complex x = h[j * n + p], y = h[j * n + p + 1];
        h[j * n + p] = g.c * x + g.s * y;
        h[j * n + p + 1] = g.c * y - conj(g.s) * x;
    }
}

/* Columns p and p + 1, by the adjoint, up to a row. */
static void turn_columns(double complex *h, int64_t n, int64_t p, int64_t end, struct rotation g)
{
    for (int64_t i = 0; i < end; i++) {
        const double complex x = h[p * n + i], y = h[(p + 1) * n + i];
        h[p * n + i] = g.c * x + conj(g.s) * y;
        h[(p + 1) * n + i] = g.c * y - g.s * x;
    }
}

static void make_hessenberg(double complex *h, double complex *q, int64_t n)
{
    for (int64_t k = 0; k + 2 < n; k++)
        for (int64_t i = n - 2; i > k; i--) {
            const struct rotation g = rotation_of(h[k * n + i], h[k * n + i + 1]);
            turn_rows(h, n, i, k, g);
            turn_columns(h, n, i, n, g);
            turn_columns(q, n, i, n, g);
            h[k * n + i + 1] = 0;
        }
}

/* The eigenvalue of the last two rows that is nearer to the last one's; now and then another number. */
static double complex shift_of(const double complex *h, int64_t n, int64_t last, int step)
{
    const double complex a = h[(last - 1) * n + last - 1], b = h[last * n + last - 1], c = h[(last - 1) * n + last], d = h[last * n + last];
    const double complex middle = (a + d) / 2, root = csqrt((a - d) * (a - d) / 4 + b * c);
    if (step % 10 == 9)
        return d + cabs(c);
    return cabs(middle + root - d) < cabs(middle - root - d) ? middle + root : middle - root;
}

static void step_of_qr(double complex *h, double complex *q, int64_t n, int64_t first, int64_t last, double complex shift, struct rotation *g)
{
    for (int64_t i = first; i <= last; i++)
        h[i * n + i] -= shift;
    for (int64_t k = first; k < last; k++) {
        g[k] = rotation_of(h[k * n + k], h[k * n + k + 1]);
        turn_rows(h, n, k, k, g[k]);
    }
    for (int64_t k = first; k < last; k++) {
        turn_columns(h, n, k, k + 2, g[k]);
        turn_columns(q, n, k, n, g[k]);
    }
    for (int64_t i = first; i <= last; i++)
        h[i * n + i] += shift;
}

/* h becomes the triangle of Schur's form; 0, or one more than the last row that did not settle. */
static int make_triangle(double complex *h, double complex *q, int64_t n, struct rotation *g)
{
    make_hessenberg(h, q, n);
    int step = 0;
    for (int64_t last = n - 1; last > 0;) {
        int64_t first = last;
        while (first > 0 && cabs(h[(first - 1) * n + first]) > EPSILON * (cabs(h[(first - 1) * n + first - 1]) + cabs(h[first * n + first])))
            first--;
        if (first > 0)
            h[(first - 1) * n + first] = 0;
        if (first == last) {
            last--;
            step = 0;
        } else if (step++ == STEPS_EACH)
            return (int)last + 1;
        else
            step_of_qr(h, q, n, first, last, shift_of(h, n, last, step), g);
    }
    return 0;
}

/* Vector k of the triangle, turned back, of length one, its largest number real. */
static void vector_of(const double complex *t, const double complex *q, int64_t n, int64_t k, double norm, double complex *x, double complex *v)
{
    double length = 0;
    int64_t most = 0;
    x[k] = 1;
    for (int64_t i = k - 1; i >= 0; i--) {
        double complex sum = 0, apart = t[i * n + i] - t[k * n + k];
        for (int64_t j = i + 1; j <= k; j++)
            sum -= t[j * n + i] * x[j];
        x[i] = sum / (cabs(apart) < EPSILON * norm ? EPSILON * norm : apart);
    }
    for (int64_t i = 0; i < n; i++) {
        v[i] = 0;
        for (int64_t j = 0; j <= k; j++)
            v[i] += q[j * n + i] * x[j];
        length = hypot(length, cabs(v[i]));
        most = cabs(v[i]) > cabs(v[most]) ? i : most;
    }
    const double complex turn = conj(v[most]) / cabs(v[most]) / length;
    for (int64_t i = 0; i < n; i++)
        v[i] *= turn;
    v[most] = creal(v[most]);
}

static void exchange(double complex *w, double complex *v, int64_t n, int64_t i, int64_t j)
{
    const double complex x = w[i];
    w[i] = w[j], w[j] = x;
    for (int64_t k = 0; k < n; k++) {
        const double complex y = v[i * n + k];
        v[i * n + k] = v[j * n + k], v[j * n + k] = y;
    }
}

/* Of a real matrix: each eigenvalue is on the axis, or beside its conjugate one. */
static void make_pairs(double complex *w, double complex *v, int64_t n, double norm)
{
    for (int64_t i = 0; i < n; i++) {
        int64_t other = i;
        for (int64_t j = i + 1; j < n; j++)
            if (other == i || cabs(w[j] - conj(w[i])) < cabs(w[other] - conj(w[i])))
                other = j;
        if (fabs(cimag(w[i])) <= 1e-13 * norm || other == i || cabs(w[other] - conj(w[i])) > 1e-6 * norm) {
            w[i] = creal(w[i]);
            for (int64_t k = 0; k < n; k++)
                v[i * n + k] = creal(v[i * n + k]);
            continue;
        }
        exchange(w, v, n, i + 1, other);
        if (cimag(w[i]) < 0)
            exchange(w, v, n, i, i + 1);
        w[i + 1] = conj(w[i]);
        for (int64_t k = 0; k < n; k++) {
            const double complex x = v[i * n + k];
            v[i * n + k] = creal(x);
            v[(i + 1) * n + k] = cimag(x);
        }
        i++;
    }
}

static bool all_finite(const double complex *a, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!isfinite(creal(a[i])) || !isfinite(cimag(a[i]))) {
            simcuda_library_violation("cusolverDnXgeev: element %lld is not finite, from which not every version comes back", (long long)i);
            return false;
        }
    return true;
}

static int decompose(double complex *a, double complex *q, double complex *w, double complex *v, int64_t n, bool is_real, struct rotation *g, double complex *x)
{
    double norm = 0x1p-1000;
    for (int64_t i = 0; i < n * n; i++) {
        norm = hypot(norm, cabs(a[i]));
        q[i] = i % (n + 1) == 0;
    }
    const int info = make_triangle(a, q, n, g);
    for (int64_t k = 0; k < n && !info; k++) {
        w[k] = a[k * n + k];
        vector_of(a, q, n, k, norm, x, v + k * n);
    }
    if (is_real && !info)
        make_pairs(w, v, n, norm);
    return info;
}

static CUresult geev(void *data, struct access *access)
{
    struct call *c = data;
    const int64_t n = c->n;
    const size_t square = (size_t)(n * n) + 1;
    CUresult result;
    int info = 0;
    double complex *a = complex_read(access, c->type, n, n, c->a, c->lda, &result), *room = calloc(2 * square + 2 * (size_t)n + 2, sizeof *room);
    double complex *q = room, *v = room + square, *w = v + square, *x = w + n + 1;
    struct rotation *g = calloc((size_t)n + 1, sizeof *g);
    if (a && room && g && all_finite(a, n * n)) {
        info = decompose(a, q, w, v, n, !type_is_complex(c->type), g, x);
        result = complex_write(access, c->type, n, n, c->a, c->lda, a); /* it is destroyed */
        if (!result && !info)
            result = complex_write(access, c->values_type, n, 1, c->values, n, w);
        if (!result && !info && c->all_v)
            result = complex_write(access, c->type, n, n, c->b, c->ldb, v);
    }
    free(a), free(room), free(g);
    result = solver_end(c, access, result, info);
    free(c);
    return result;
}

EXPORT int cusolverDnXgeev_bufferSize(struct solver *h, void *params, int job_left, int job_right, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, int left_type,
                                      const void *left, int64_t ldl, int right_type, const void *right, int64_t ldr, int compute, size_t *device, size_t *host);
EXPORT int cusolverDnXgeev_bufferSize(struct solver *h, void *params, int job_left, int job_right, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, int left_type,
                                      const void *left, int64_t ldl, int right_type, const void *right, int64_t ldr, int compute, size_t *device, size_t *host)
{
    (void)params, (void)job_left, (void)job_right, (void)type, (void)a, (void)lda, (void)w_type, (void)w, (void)left_type, (void)left, (void)ldl, (void)right_type, (void)right, (void)ldr, (void)compute;
    int status = solver_enter("cusolverDnXgeev_bufferSize", h);
    *device = device_room(n);
    *host = HOST_ROOM;
    return status;
}

EXPORT int cusolverDnXgeev(struct solver *h, void *params, int job_left, int job_right, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int left_type, void *left, int64_t ldl,
                           int right_type, void *right, int64_t ldr, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info);
EXPORT int cusolverDnXgeev(struct solver *h, void *params, int job_left, int job_right, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int left_type, void *left, int64_t ldl,
                           int right_type, void *right, int64_t ldr, int compute, void *room, size_t room_bytes, void *host, size_t host_bytes, int *info)
{
    static const char name[] = "cusolverDnXgeev";
    (void)left, (void)ldl;
    int status = solver_enter(name, h);
    if (!status && (job_left || w_type != (type == R_32F ? C_32F : type == R_64F ? C_64F : type))) {
        simcuda_library_violation("%s: left vectors, or eigenvalues that are not complex, which are not known here", name);
        status = STATUS_INVALID_VALUE;
    }
    if (!status && (!params || compute != type || left_type != type || right_type != type || n < 1 || !matrix_is_there(name, "A", type, n, n, a, lda) || !matrix_is_there(name, "W", w_type, n, 1, w, n) ||
                    (job_right == WITH_VECTORS && !matrix_is_there(name, "VR", type, n, n, right, ldr))))
        status = STATUS_INVALID_VALUE;
    return status ? status :
                    solver_give(name, h, &(struct call){.type = type, .values_type = w_type, .n = n, .a = a, .lda = lda, .values = w, .b = right, .ldb = ldr, .all_v = job_right == WITH_VECTORS, .info = info,
                                                        .room = room, .room_bytes = room_bytes}, n, host, host_bytes, true, geev);
}
