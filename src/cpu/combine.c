/*
 * Weighted sums of three operands.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"

/* From params: i[0], or f[0] and for complex ones f[1]. */
#define VALUE \
    const int64_t value = params->i[0]; \
    const double re = params->f[0], im = params->f[1]; \
    (void)value, (void)re, (void)im;

#define RA__NAME addcmul
#define RA__TEMPLATE "cpu/loop_ternary.h"
#define RA__COST 0.12
#define RA__SETUP VALUE
#define RA__ON_INT(a, b, c) ((RA__W)a + (RA__W)value * (RA__W)b * (RA__W)c)
#define RA__ON_FLOAT(a, b, c) (a + (RA__T)re * b * c)
#define RA__ON_COMPLEX64(a, b, c) (a + ra__c64_mul(ra__c64_mul(ra__c64((float)re, (float)im), b), c))
#define RA__ON_COMPLEX128(a, b, c) (a + ra__c128_mul(ra__c128_mul(ra__c128(re, im), b), c))
#include "cpu/loops.h"

#define RA__NAME addcdiv
#define RA__TEMPLATE "cpu/loop_ternary.h"
#define RA__COST 0.2
#define RA__SETUP VALUE
#define RA__ON_FLOAT(a, b, c) (a + (RA__T)re * b / c)
#define RA__ON_COMPLEX64(a, b, c) (a + ra__c64_div(ra__c64_mul(ra__c64((float)re, (float)im), b), c))
#define RA__ON_COMPLEX128(a, b, c) (a + ra__c128_div(ra__c128_mul(ra__c128(re, im), b), c))
#include "cpu/loops.h"

/* Near each end from there, so that weights 0 and 1 give the ends themselves. */
#define IS_NEAR(w) (__real__ w * __real__ w + __imag__ w * __imag__ w < (RA__P)0.25)

#define RA__NAME lerp
#define RA__TEMPLATE "cpu/loop_ternary.h"
#define RA__COST 0.12
#define RA__ON_FLOAT32(a, b, w) (__builtin_fabsf(w) < 0.5f ? a + w * (b - a) : b - (b - a) * (1 - w))
#define RA__ON_FLOAT64(a, b, w) (__builtin_fabs(w) < 0.5 ? a + w * (b - a) : b - (b - a) * (1 - w))
#define RA__ON_COMPLEX64(a, b, w) (IS_NEAR(w) ? a + ra__c64_mul(w, b - a) : b - ra__c64_mul(b - a, ra__c64(1 - __real__ w, -__imag__ w)))
#define RA__ON_COMPLEX128(a, b, w) (IS_NEAR(w) ? a + ra__c128_mul(w, b - a) : b - ra__c128_mul(b - a, ra__c128(1 - __real__ w, -__imag__ w)))
#include "cpu/loops.h"
