/*
 * LU factors of one matrix, or of a panel, by LAPACK; by plain loops where an element is infinite or NaN: OpenBLAS scales what is below a pivot
 * that is NaN, or infinite, to 0, and so what a NaN reaches comes out as numbers.
 */
#ifndef RA_CPU_LINALG_GETRF_H
#define RA_CPU_LINALG_GETRF_H

#include "cpu/blas.h"
#include "cpu/linalg.h"
#include "cpu/vector.h"

#define RA__PLAIN_NAME(name) name##_f32
#define RA__PLAIN_T float
#define RA__PLAIN_TIMES(x, y) ((x) * (y))
#define RA__PLAIN_ABS __builtin_fabsf
#include "cpu/linalg_getrf_template.h"

#define RA__PLAIN_NAME(name) name##_f64
#define RA__PLAIN_T double
#define RA__PLAIN_TIMES(x, y) ((x) * (y))
#define RA__PLAIN_ABS __builtin_fabs
#include "cpu/linalg_getrf_template.h"

/* Both parts of a product are differences, so that gcc makes no fused instruction of them (math_complex.h, whose names are LAPACK's types here). */
static inline float _Complex ra__plain_times_c64(float _Complex x, float _Complex y)
{
    const float re = __real__ x, im = __imag__ x, minus_im = -im;
    return __builtin_complex(re * __real__ y - im * __imag__ y, re * __imag__ y - minus_im * __real__ y);
}

static inline double _Complex ra__plain_times_c128(double _Complex x, double _Complex y)
{
    const double re = __real__ x, im = __imag__ x, minus_im = -im;
    return __builtin_complex(re * __real__ y - im * __imag__ y, re * __imag__ y - minus_im * __real__ y);
}

/* As LAPACK compares complex pivots. */
#define RA__PLAIN_ABS(x) (__builtin_fabsf(__real__(x)) + __builtin_fabsf(__imag__(x)))
#define RA__PLAIN_NAME(name) name##_c64
#define RA__PLAIN_T float _Complex
#define RA__PLAIN_TIMES ra__plain_times_c64
#include "cpu/linalg_getrf_template.h"

#define RA__PLAIN_ABS(x) (__builtin_fabs(__real__(x)) + __builtin_fabs(__imag__(x)))
#define RA__PLAIN_NAME(name) name##_c128
#define RA__PLAIN_T double _Complex
#define RA__PLAIN_TIMES ra__plain_times_c128
#include "cpu/linalg_getrf_template.h"

/* x - x is 0 of numbers, and of nothing else. */
static inline bool ra__are_numbers_f32(const float *x, int64_t n)
{
    ra__vf32 sum = {0};
    float rest = 0;
    int64_t i = 0;
    const int64_t width = RA__VECTOR_BYTES / sizeof *x;
    for (; i + width <= n; i += width) {
        const ra__vf32 v = *(const ra__vf32_any *)(const void *)(x + i);
        sum += v - v;
    }
    for (; i < n; i++)
        rest += x[i] - x[i];
    return rest == 0 && ra__vsum_f32(sum) == 0;
}

static inline bool ra__are_numbers_f64(const double *x, int64_t n)
{
    ra__vf64 sum = {0};
    double rest = 0;
    int64_t i = 0;
    const int64_t width = RA__VECTOR_BYTES / sizeof *x;
    for (; i + width <= n; i += width) {
        const ra__vf64 v = *(const ra__vf64_any *)(const void *)(x + i);
        sum += v - v;
    }
    for (; i < n; i++)
        rest += x[i] - x[i];
    return rest == 0 && ra__vsum_f64(sum) == 0;
}

static inline bool ra__has_numbers_alone(ra_dtype dtype, int64_t rows, int64_t columns, const char *a, int64_t ld)
{
    const bool is_single = dtype == RA_FLOAT32 || dtype == RA_COMPLEX64;
    const int64_t numbers = ra__is_complex(dtype) ? 2 : 1, size = (is_single ? 4 : 8) * numbers;
    bool all = true;
    if (ld == rows) { /* in one line */
        rows *= columns; /* fits: the elements */
        columns = columns > 0;
    }
    for (int64_t j = 0; j < columns && all; j++, a += ld * size)
        all = is_single ? ra__are_numbers_f32((const float *)(const void *)a, rows * numbers) : ra__are_numbers_f64((const double *)(const void *)a, rows * numbers);
    return all;
}

/* As getrf: gives the first pivot, from 1 on, that is zero, or 0. */
static inline int ra__getrf(const struct ra__blas *b, ra_dtype dtype, int rows, int columns, char *a, int ld, int *pivots)
{
    int info = 0;
    if (ra__has_numbers_alone(dtype, rows, columns, a, ld))
        RA__LAPACK(b, dtype, getrf_, &rows, &columns, (void *)a, &ld, pivots, &info);
    else
        switch (dtype) {
        case RA_FLOAT32: return ra__plain_getrf_f32(rows, columns, (void *)a, ld, pivots);
        case RA_FLOAT64: return ra__plain_getrf_f64(rows, columns, (void *)a, ld, pivots);
        case RA_COMPLEX64: return ra__plain_getrf_c64(rows, columns, (void *)a, ld, pivots);
        default: return ra__plain_getrf_c128(rows, columns, (void *)a, ld, pivots);
        }
    return info;
}

#endif
