/*
 * Parts of numbers: signs, angles and conjugates, complex numbers of their parts, and what takes the place of those that are not finite.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64_trig.h"

#include <string.h>

#undef complex /* the name of an operator here */

/* Zero of zero; NaN of real ones gives 0, as sign does. */
static inline double _Complex sgn_c128(double _Complex a)
{
    const double modulus = ra__c128_abs(a);
    return modulus == 0 ? ra__c128(0, 0) : ra__c128(__real__ a / modulus, __imag__ a / modulus);
}

#define RA__NAME sgn
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.31 /* for the sake of complex ones */
#define RA__ON_BOOL(a) (a != 0)
#define RA__ON_INT(a) (a > 0 ? 1 : a == 0 ? 0 : -1)
#define RA__ON_FLOAT32(a) ra__signf(a)
#define RA__ON_FLOAT64(a) ra__sign(a)
#define RA__ON_COMPLEX64(a) ((float _Complex)sgn_c128((double _Complex)a))
#define RA__ON_COMPLEX128(a) sgn_c128(a)
#include "cpu/loops.h"

/* The sign first, then NaN: two comparisons in a vector, not three. */
static inline float angle_f32(float a)
{
    const float side = a < 0 ? (float)M_PI : 0;
    return a == a ? side : a;
}

static inline double angle_f64(double a)
{
    const double side = a < 0 ? M_PI : 0;
    return a == a ? side : a;
}

#define RA__NAME angle
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.09
#define RA__MODULUS
#define RA__ON_FLOAT32(a) angle_f32(a)
#define RA__ON_FLOAT64(a) angle_f64(a)
#define RA__ON_COMPLEX64(a) ra__atan2f(__imag__(a), __real__(a))
#define RA__ON_COMPLEX128(a) ra__c128_angle(a)
#include "cpu/loops.h"

/* Of contiguous numbers the sign of a part in place: compilers here put all parts of one kind together first, and apart again. */
static inline void conjugate_c64(float _Complex *out, const float _Complex *in, size_t n)
{
    RA__INDEPENDENT
    for (size_t i = 0; i < n; i++) {
        uint64_t both;
        memcpy(&both, in + i, sizeof both);
        both ^= UINT64_C(1) << 63;
        memcpy(out + i, &both, sizeof both);
    }
}

static inline void conjugate_c128(double _Complex *out, const double _Complex *in, size_t n)
{
    const char *from = (const char *)in;
    char *to = (char *)out;
    RA__INDEPENDENT
    for (size_t i = 0; i < 2 * n; i++) {
        uint64_t part;
        memcpy(&part, from + i * sizeof part, sizeof part);
        part ^= (uint64_t)i << 63; /* of every other one */
        memcpy(to + i * sizeof part, &part, sizeof part);
    }
}

#define RA__NAME conj_physical
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a) (a)
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT(a) (a)
#define RA__DENSE_COMPLEX64(out, in, n) conjugate_c64(out, in, n)
#define RA__DENSE_COMPLEX128(out, in, n) conjugate_c128(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64(__real__ a, -__imag__ a)
#define RA__ON_COMPLEX128(a) ra__c128(__real__ a, -__imag__ a)
#include "cpu/loops.h"

/* One step after the other: a choice of four at once takes gcc more comparisons. */
#define FINITE(type, largest)                                                                 \
    static inline type finite_##type(type a, type nan, type most, type least)                 \
    {                                                                                         \
        const type below = a > (largest) ? most : a, within = a < -(largest) ? least : below; \
        return a != a ? nan : within;                                                         \
    }
FINITE(float, 0x1.fffffep127f)
FINITE(double, 0x1.fffffffffffffp1023)

/* In the parameters: for NaN, for infinity, for its negative. */
#define RA__NAME nan_to_num
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.1
#define RA__SETUP \
    const double nan = params->f[0], most = params->f[1], least = params->f[2]; \
    (void)nan, (void)most, (void)least;
#define RA__ON_BOOL(a) (a)
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT32(a) finite_float(a, (float)nan, (float)most, (float)least)
#define RA__ON_FLOAT64(a) finite_double(a, nan, most, least)
#define RA__ON_COMPLEX64(a) ra__c64(finite_float(__real__ a, (float)nan, (float)most, (float)least), finite_float(__imag__ a, (float)nan, (float)most, (float)least))
#define RA__ON_COMPLEX128(a) ra__c128(finite_double(__real__ a, nan, most, least), finite_double(__imag__ a, nan, most, least))
#include "cpu/loops.h"

/* NaN gives 0. */
#define RA__NAME heaviside
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a | b)
#define RA__ON_INT(a, b) (a == 0 ? b : (RA__T)(a > 0))
#define RA__ON_FLOAT(a, b) (a == 0 ? b : (RA__T)(a > 0))
#include "cpu/loops.h"

/* The bits of a half, whose magnitude is infinite from `infinite` on. */
static inline int16_t next_half(int16_t a, int16_t b, int64_t infinite)
{
    const int size = a & 0x7fff, other = b & 0x7fff;
    if (size > infinite || other > infinite)
        return (int16_t)(infinite | 0x40);
    if (a == b || (size | other) == 0)
        return b;
    if (size == 0)
        return (int16_t)((b & 0x8000) | 1);
    const int from = a < 0 ? -size : size, to = b < 0 ? -other : other;
    return (int16_t)(a + ((to > from) == (a >= 0) ? 1 : -1));
}

#define RA__NAME nextafter
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 2
#define RA__SETUP const int64_t infinite = params->i[0]; (void)infinite;
#define RA__ON_INT(a, b) next_half((int16_t)a, (int16_t)b, infinite)
#define RA__ON_FLOAT32(a, b) ra__nextafterf(a, b)
#define RA__ON_FLOAT64(a, b) ra__nextafter(a, b)
#include "cpu/loops.h"

/* ---- of two parts ---- */

#define POLAR_LOOP polar_float32
#define POLAR_T float
#define POLAR_COS ra__cosf_n
#define POLAR_SIN ra__sinf_n
#include "cpu/polar_template.h"

#define POLAR_LOOP polar_float64
#define POLAR_T double
#define POLAR_COS ra__cos_n
#define POLAR_SIN ra__sin_n
#include "cpu/polar_template.h"

#define RA__R float _Complex
#define RA__T float
#define RA__LOOP complex_float32
#define RA__EVAL(a, b) ra__c64(a, b)
#include "cpu/loop_binary.h"
#undef RA__LOOP
#undef RA__EVAL
#undef RA__T
#undef RA__R

#define RA__R double _Complex
#define RA__T double
#define RA__LOOP complex_float64
#define RA__EVAL(a, b) ra__c128(a, b)
#include "cpu/loop_binary.h"
#undef RA__LOOP
#undef RA__EVAL
#undef RA__T
#undef RA__R

static const ra__loop_fn complex_loops[RA_DTYPE_COUNT] = {[RA_FLOAT32] = complex_float32, [RA_FLOAT64] = complex_float64};
static const ra__loop_fn polar_loops[RA_DTYPE_COUNT] = {[RA_FLOAT32] = polar_float32, [RA_FLOAT64] = polar_float64};

RA__ELEMENTWISE_KERNEL(complex, complex_loops, 0.1, false);
RA__ELEMENTWISE_KERNEL(polar, polar_loops, 1.7, false);
