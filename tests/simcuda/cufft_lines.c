/* What the simulated cuFFT computes: sums by their definition along each dimension, split by the factors of its length, in double. */
#define _GNU_SOURCE
#include "cufft.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

int64_t block_of(const int64_t *n, int rank, bool half)
{
    int64_t product = 1;
    for (int i = 0; i < rank; i++)
        product *= half && i == rank - 1 ? n[i] / 2 + 1 : n[i];
    return product;
}

int type_in(int type)
{
    return type == R2C ? R_32F : type == D2Z ? R_64F : type == C2R || type == C2C ? C_32F : C_64F;
}

int type_out(int type)
{
    return type == C2R ? R_32F : type == Z2D ? R_64F : type == R2C || type == C2C ? C_32F : C_64F;
}

static int64_t least_factor(int64_t n)
{
    for (int64_t p = 2; p * p <= n; p++)
        if (n % p == 0)
            return p;
    return n;
}

/* exp(sign 2 pi i k / n); its parts are exact where they are 0, 1/2 or 1. */
static double complex root(int64_t k, int64_t n, int sign)
{
    const int64_t eighth = 8 * (k % n) / n; /* the angle is brought down to an eighth of the circle */
    const int64_t part = (k % n) * 8 - (eighth + 1) / 2 * 2 * n;
    const double angle = 2 * M_PI * (double)part / (double)(8 * n);
    const double c = cos(angle), s = 12 * part == 8 * n ? 0.5 : 12 * part == -8 * n ? -0.5 : sin(angle);
    static const int turns[8] = {0, 1, 1, 2, 2, 3, 3, 0};
    const double re[4] = {c, -s, -c, s}, im[4] = {s, c, -s, -c};
    return CMPLX(re[turns[eighth]], sign * im[turns[eighth]]);
}

/* Without the care for infinities that C takes, which would make other numbers of them than a device does. */
static double complex times(double complex a, double complex b)
{
    return CMPLX(creal(a) * creal(b) - cimag(a) * cimag(b), creal(a) * cimag(b) + cimag(a) * creal(b));
}

/* to[k] = sum of from[j * step] root(j k): of the p parts, first, whose sums are put together. */
static void line(const double complex *from, int64_t step, double complex *to, int64_t n, int64_t unit, const double complex *roots, double complex *spare)
{
    if (n == 1) {
        to[0] = from[0];
        return;
    }
    const int64_t p = least_factor(n), m = n / p;
    for (int64_t i = 0; i < p; i++)
        line(from + i * step, step * p, spare + i * m, m, unit * p, roots, to + i * m);
    for (int64_t k = 0; k < n; k++) {
        double complex sum = spare[k % m];
        for (int64_t i = 1; i < p; i++)
            sum += times(spare[i * m + k % m], roots[i * k % n * unit]);
        to[k] = sum;
    }
}

/* Along dimension d of blocks of n; false: no memory. */
static bool along(double complex *x, const int64_t *n, int rank, int d, int64_t batch, int sign)
{
    const int64_t length = n[d], whole = block_of(n, rank, false) * batch;
    int64_t step = 1;
    for (int i = d + 1; i < rank; i++)
        step *= n[i];
    double complex *roots = malloc(3 * (size_t)length * sizeof *roots), *to = roots + length, *spare = to + length;
    for (int64_t k = 0; roots && k < length; k++)
        roots[k] = root(k, length, sign);
    for (int64_t i = 0; roots && i < whole; i++) {
        if (i / step % length)
            continue;
        line(x + i, step, to, length, 1, roots, spare);
        for (int64_t k = 0; k < length; k++)
            x[i + k * step] = to[k];
    }
    free(roots);
    return roots != NULL;
}

/* Element of a block of the half at which the rest of n, counted through all of it, lies; *turned: as its conjugate. */
static int64_t place_in_half(const struct transform *t, int64_t at, bool *turned)
{
    const int last = t->rank - 1;
    int64_t index[RANK_MOST] = {0}, place = 0, left = at;
    for (int i = last; i >= 0; i--) {
        index[i] = left % t->n[i];
        left /= t->n[i];
    }
    *turned = index[last] > t->n[last] / 2;
    for (int i = 0; i <= last; i++) {
        const int64_t k = *turned ? (t->n[i] - index[i]) % t->n[i] : index[i];
        place = place * (i == last ? t->n[i] / 2 + 1 : t->n[i]) + k;
    }
    return left * block_of(t->n, t->rank, true) + place;
}

static void tell_of_halves(const struct transform *t, const struct number *from)
{
    const int64_t n = t->n[0], half = n / 2 + 1;
    for (int64_t i = 0; t->rank == 1 && i < t->batch; i++)
        if (from[i * half].im != 0 || (n % 2 == 0 && from[i * half + n / 2].im != 0)) {
            simcuda_library_violation("cufftExec: line %lld of a transform to real numbers is not its own conjugate backwards, of which no result is promised", (long long)i);
            return;
        }
}

/* All numbers of all blocks, complex, whole. */
static double complex *gather(const struct transform *t, struct access *access, CUresult *result)
{
    const bool from_half = t->type == C2R || t->type == Z2D;
    const int64_t whole = block_of(t->n, t->rank, false) * t->batch, there = block_of(t->n, t->rank, from_half) * t->batch;
    struct number *numbers = matrix_read(access, type_in(t->type), there, 1, t->in, there, result);
    double complex *x = numbers ? malloc((size_t)whole * sizeof *x) : NULL;
    if (x && from_half)
        tell_of_halves(t, numbers);
    for (int64_t i = 0; x && i < whole; i++) {
        bool turned = false;
        const struct number y = numbers[from_half ? place_in_half(t, i, &turned) : i];
        x[i] = CMPLX(y.re, turned ? -y.im : y.im);
    }
    if (numbers && !x)
        *result = CUDA_ERROR_OUT_OF_MEMORY;
    free(numbers);
    return x;
}

static CUresult scatter(const struct transform *t, struct access *access, const double complex *x)
{
    const bool to_half = t->type == R2C || t->type == D2Z;
    const int64_t last = t->n[t->rank - 1], whole = block_of(t->n, t->rank, false) * t->batch, there = block_of(t->n, t->rank, to_half) * t->batch;
    struct number *numbers = malloc((size_t)there * sizeof *numbers);
    int64_t count = 0;
    for (int64_t i = 0; numbers && i < whole; i++)
        if (!to_half || i % last <= last / 2)
            numbers[count++] = (struct number){creal(x[i]), cimag(x[i])};
    CUresult result = numbers ? matrix_write(access, type_out(t->type), there, 1, t->out, there, numbers) : CUDA_ERROR_OUT_OF_MEMORY;
    free(numbers);
    return result;
}

/* A transform to real numbers may have anything in place of what went in. */
static CUresult spoil(const struct transform *t, struct access *access)
{
    const int64_t there = block_of(t->n, t->rank, true) * t->batch;
    struct number *numbers = malloc((size_t)there * sizeof *numbers);
    for (int64_t i = 0; numbers && i < there; i++)
        numbers[i] = (struct number){-1234.5, 5432.1};
    CUresult result = numbers ? matrix_write(access, type_in(t->type), there, 1, t->in, there, numbers) : CUDA_ERROR_OUT_OF_MEMORY;
    free(numbers);
    return result;
}

CUresult transform_run(void *data, struct access *access)
{
    struct transform *t = data;
    const bool to_real = t->type == C2R || t->type == Z2D;
    const int sign = to_real ? INVERSE : t->type == R2C || t->type == D2Z ? FORWARD : t->direction;
    CUresult result = CUDA_SUCCESS;
    void *at;
    double complex *x = gather(t, access, &result);
    for (int d = 0; x && d < t->rank && !result; d++)
        if (!along(x, t->n, t->rank, d, t->batch, sign))
            result = CUDA_ERROR_OUT_OF_MEMORY;
    if (!result && t->work_bytes)
        result = simcuda_library_touch(access, t->work, t->work_bytes, SIMCUDA_WRITE, &at);
    if (!result && t->work_bytes)
        memset(at, 0x5a, t->work_bytes);
    if (!result && to_real)
        result = spoil(t, access);
    if (!result)
        result = scatter(t, access, x);
    free(x);
    atomic_fetch_sub_explicit(&t->plan->pending, 1, memory_order_release);
    free(t);
    return result;
}
