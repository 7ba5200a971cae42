/*
 * Sums, differences and products. Integers wrap: their arithmetic is done in an unsigned type.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"

/* Variant 0 is for alpha = 1; variant 1 takes alpha from params: i[0], or f[0] and for complex ones f[1]. */
#define ALPHA \
    const int64_t alpha = params->i[0]; \
    const double re = params->f[0], im = params->f[1]; \
    (void)alpha, (void)re, (void)im;

#define RA__NAME add_plain
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__ON_BOOL(a, b) ((a | b) != 0)
#define RA__ON_INT(a, b) ((RA__W)a + (RA__W)b)
#define RA__ON_FLOAT(a, b) (a + b)
#define RA__ON_COMPLEX(a, b) (a + b)
#include "cpu/loops.h"

#define RA__NAME add_scaled
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP ALPHA
#define RA__ON_BOOL(a, b) ((a | (b & (alpha != 0))) != 0)
#define RA__ON_INT(a, b) ((RA__W)a + (RA__W)alpha * (RA__W)b)
#define RA__ON_FLOAT(a, b) (a + (RA__T)re * b)
#define RA__ON_COMPLEX64(a, b) (a + ra__c64_mul(ra__c64((float)re, (float)im), b))
#define RA__ON_COMPLEX128(a, b) (a + ra__c128_mul(ra__c128(re, im), b))
#include "cpu/loops.h"

#define RA__NAME add
#define RA__VARIANTS add_plain_loops, add_scaled_loops
#define RA__COST 0.08
#include "cpu/variants.h"

#define RA__NAME sub_plain
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__ON_INT(a, b) ((RA__W)a - (RA__W)b)
#define RA__ON_FLOAT(a, b) (a - b)
#define RA__ON_COMPLEX(a, b) (a - b)
#include "cpu/loops.h"

#define RA__NAME sub_scaled
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP ALPHA
#define RA__ON_INT(a, b) ((RA__W)a - (RA__W)alpha * (RA__W)b)
#define RA__ON_FLOAT(a, b) (a - (RA__T)re * b)
#define RA__ON_COMPLEX64(a, b) (a - ra__c64_mul(ra__c64((float)re, (float)im), b))
#define RA__ON_COMPLEX128(a, b) (a - ra__c128_mul(ra__c128(re, im), b))
#include "cpu/loops.h"

#define RA__NAME sub
#define RA__VARIANTS sub_plain_loops, sub_scaled_loops
#define RA__COST 0.08
#include "cpu/variants.h"

#define RA__NAME mul
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) ((a & b) != 0)
#define RA__ON_INT(a, b) ((RA__W)a * (RA__W)b)
#define RA__ON_FLOAT(a, b) (a * b)
#define RA__ON_COMPLEX64(a, b) ra__c64_mul(a, b)
#define RA__ON_COMPLEX128(a, b) ra__c128_mul(a, b)
#include "cpu/loops.h"
