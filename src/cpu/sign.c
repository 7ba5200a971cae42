/*
 * What depends on the sign: abs, neg, sign, relu and its kin, copysign.
 */
#include "cpu/loop.h"
#include "cpu/math_base.h"
#include "cpu/math_complex.h"

#define RA__NAME abs
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.31 /* for the sake of complex ones */
#define RA__MODULUS
#define RA__ON_INT(a) (a > 0 ? (RA__W)a : 0 - (RA__W)a)
#define RA__ON_FLOAT32(a) __builtin_fabsf(a)
#define RA__ON_FLOAT64(a) __builtin_fabs(a)
#define RA__ON_HALF(a) (a & 0x7fff)
#define RA__ON_COMPLEX64(a) ra__c64_abs(a)
#define RA__ON_COMPLEX128(a) ra__c128_abs(a)
#include "cpu/loops.h"

#define RA__NAME neg
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (0 - (RA__W)a)
#define RA__ON_FLOAT(a) (-a)
#define RA__ON_HALF(a) (a ^ 0x8000)
#define RA__ON_COMPLEX(a) (-a)
#include "cpu/loops.h"

#define RA__NAME sign
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.1
#define RA__ON_BOOL(a) (a != 0)
#define RA__ON_INT(a) (a > 0 ? 1 : a == 0 ? 0 : -1)
#define RA__ON_FLOAT32(a) ra__signf(a)
#define RA__ON_FLOAT64(a) ra__sign(a)
#include "cpu/loops.h"

/* NaN and -0 stay. */
#define RA__NAME relu
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (a > 0 ? a : 0)
#define RA__ON_FLOAT(a) (a < 0 ? 0 : a)
#define RA__ON_FLOAT16(a) (a > 0x8000 && a <= 0xfc00 ? 0 : a)
#define RA__ON_BFLOAT16(a) (a > 0x8000 && a <= 0xff80 ? 0 : a)
#include "cpu/loops.h"

/* The slope is params.f[0]. */
#define RA__NAME leaky_relu
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__SETUP const double slope = params->f[0];
#define RA__ON_FLOAT(a) (a > 0 ? a : a * (RA__T)slope)
#include "cpu/loops.h"

#define RA__NAME prelu
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_FLOAT(a, b) (a > 0 ? a : a * b)
#include "cpu/loops.h"

/* a limited to [0, 6]; NaN stays. One step after the other: a choice of three at once takes gcc twice the comparisons. */
#define WITHIN_6(type)                              \
    static inline type within_6_##type(type a)      \
    {                                               \
        const type most = a > 6 ? 6 : a;            \
        return a < 0 ? 0 : most;                    \
    }
WITHIN_6(float)
WITHIN_6(double)

#define RA__NAME hardsigmoid
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.12
#define RA__ON_FLOAT32(a) (within_6_float(a + 3) / 6)
#define RA__ON_FLOAT64(a) (within_6_double(a + 3) / 6)
#include "cpu/loops.h"

#define RA__NAME hardswish
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.12
#define RA__ON_FLOAT32(a) (a * within_6_float(a + 3) / 6)
#define RA__ON_FLOAT64(a) (a * within_6_double(a + 3) / 6)
#include "cpu/loops.h"

/* lambda is params.f[0]. */
#define RA__NAME hardshrink
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__SETUP const double lambda = params->f[0];
#define RA__ON_FLOAT(a) (((a >= -(RA__T)lambda) & (a <= (RA__T)lambda)) ? 0 : a)
#include "cpu/loops.h"

/* NaN stays, and so does the sign of what becomes zero. */
#define RA__NAME softshrink
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__SETUP const double lambda = params->f[0];
#define RA__ON_FLOAT(a) (a > (RA__T)lambda ? a - (RA__T)lambda : a < -(RA__T)lambda ? a + (RA__T)lambda : a * 0)
#include "cpu/loops.h"

/* The bound is params.f[0], what the bounded part is divided by f[1]; without 1 spared, division would take most of the time. */
#define BOUNDED_SQUARE(z, bound, over) ((divides ? ((z) < (bound) ? (z) : (bound)) / (over) : ((z) < (bound) ? (z) : (bound))) * ((z) - ((z) < (bound) ? (z) : (bound)) / 2))

#define RA__NAME bounded_square
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.1
#define RA__SETUP \
    const double bound = params->f[0], over = params->f[1]; \
    const bool divides = over != 1;
#define RA__ON_FLOAT32(a) BOUNDED_SQUARE(__builtin_fabsf(a), (float)bound, (float)over)
#define RA__ON_FLOAT64(a) BOUNDED_SQUARE(__builtin_fabs(a), bound, over)
#include "cpu/loops.h"

/* The threshold is params.i[0] or f[0], what stands for all up to it i[1] or f[1]; NaN stays. */
#define RA__NAME threshold
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__SETUP const ra__params p = *params;
#define RA__ON_INT(a) (a <= (RA__T)p.i[0] ? (RA__T)p.i[1] : a)
#define RA__ON_FLOAT(a) (a <= (RA__T)p.f[0] ? (RA__T)p.f[1] : a)
#include "cpu/loops.h"

#define RA__NAME copysign
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_FLOAT32(a, b) __builtin_copysignf(a, b)
#define RA__ON_FLOAT64(a, b) __builtin_copysign(a, b)
#include "cpu/loops.h"
