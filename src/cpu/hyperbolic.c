/*
 * Hyperbolic functions and their inverses. float32 goes through double, whose errors a float does not show; float64 through the C library.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f32_hyperbolic.h"
#include "cpu/math_f64.h"

#define MAGNITUDE(a) __builtin_fabs((double)a)

/* log(|a| + sqrt(a^2 + 1)) by log1p; the square of a float is finite in double. */
static inline float asinh_of(float a)
{
    const double m = MAGNITUDE(a), square = m * m, y = ra__log1p(m + square / (1 + __builtin_sqrt(1 + square)));
    return __builtin_copysignf((float)(m > 0x1p128 ? m : y), a);
}

static inline float acosh_of(float a)
{
    const double over = (double)a - 1, y = ra__log1p(over + __builtin_sqrt(over * (over + 2)));
    return (float)(over < 0 ? (double)__builtin_nanf("") : y);
}

#define RA__NAME sinh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.7
#define RA__ON_FLOAT32(a) ra__sinhf(a)
#define RA__ON_FLOAT64(a) sinh(a)
#define RA__ON_COMPLEX64(a) ra__c64_sinh(a)
#define RA__ON_COMPLEX128(a) ra__c128_sinh(a)
#include "cpu/loops.h"

#define RA__NAME cosh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.7
#define RA__ON_FLOAT32(a) ra__coshf(a)
#define RA__ON_FLOAT64(a) cosh(a)
#define RA__ON_COMPLEX64(a) ra__c64_cosh(a)
#define RA__ON_COMPLEX128(a) ra__c128_cosh(a)
#include "cpu/loops.h"

#define RA__NAME asinh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 2
#define RA__ON_FLOAT32(a) asinh_of(a)
#define RA__ON_FLOAT64(a) asinh(a)
#define RA__ON_COMPLEX64(a) ra__c64_asinh(a)
#define RA__ON_COMPLEX128(a) ra__c128_asinh(a)
#include "cpu/loops.h"

#define RA__NAME acosh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 2
#define RA__ON_FLOAT32(a) acosh_of(a)
#define RA__ON_FLOAT64(a) acosh(a)
#define RA__ON_COMPLEX64(a) ra__c64_acosh(a)
#define RA__ON_COMPLEX128(a) ra__c128_acosh(a)
#include "cpu/loops.h"

#define RA__NAME atanh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.8
#define RA__ON_FLOAT32(a) ra__atanhf(a)
#define RA__ON_FLOAT64(a) atanh(a)
#define RA__ON_COMPLEX64(a) ra__c64_atanh(a)
#define RA__ON_COMPLEX128(a) ra__c128_atanh(a)
#include "cpu/loops.h"
