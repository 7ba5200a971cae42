/*
 * LU factors by plain loops, column-major and by partial pivoting as LAPACK's: of small matrices (linalg_small.h), and of those that are not of numbers
 * alone (linalg_getrf.h).
 */
#ifndef RA_CPU_LINALG_PLAIN_H
#define RA_CPU_LINALG_PLAIN_H

#include <stdint.h>

#define RA__PLAIN_NAME(name) name##_f32
#define RA__PLAIN_T float
#define RA__PLAIN_TIMES(x, y) ((x) * (y))
#define RA__PLAIN_ABS __builtin_fabsf
#include "cpu/linalg_plain_template.h"

#define RA__PLAIN_NAME(name) name##_f64
#define RA__PLAIN_T double
#define RA__PLAIN_TIMES(x, y) ((x) * (y))
#define RA__PLAIN_ABS __builtin_fabs
#include "cpu/linalg_plain_template.h"

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
#include "cpu/linalg_plain_template.h"

#define RA__PLAIN_ABS(x) (__builtin_fabs(__real__(x)) + __builtin_fabs(__imag__(x)))
#define RA__PLAIN_NAME(name) name##_c128
#define RA__PLAIN_T double _Complex
#define RA__PLAIN_TIMES ra__plain_times_c128
#include "cpu/linalg_plain_template.h"

#endif
