/*
 * Special functions. float32 is computed in double, whose errors a float does not show, in lanes where math_f32_special.h has them.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_special.h"

/* ---- gamma ---- */

#define RA__NAME lgamma
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 2.5
#define RA__ON_FLOAT32(a) ra__lgammaf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__lgammaf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__lgamma(a)
#include "cpu/loops.h"

#define RA__NAME digamma
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 2.5
#define RA__ON_FLOAT32(a) ra__digammaf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__digammaf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__digamma(a)
#include "cpu/loops.h"

/* ---- error function ---- */

#define RA__NAME erfinv
#define RA__TEMPLATE "cpu/loop_unary.h"
#ifdef RA__BY_TABLE
#define RA__COST 0.5
#else
#define RA__COST 2
#endif
#define RA__DENSE_FLOAT32(out, in, n) ra__erfinvf_n(out, in, n)
#define RA__ON_FLOAT32(a) ra__erfinvf(a)
#define RA__ON_FLOAT64(a) ra__erfinv(a)
#include "cpu/loops.h"

#define RA__NAME special_erfcx
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 1
#define RA__ON_FLOAT32(a) ra__erfcxf(a)
#define RA__ON_FLOAT64(a) ra__erfcx(a)
#include "cpu/loops.h"

#define RA__NAME special_ndtri
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 12
#define RA__ON_FLOAT32(a) ra__ndtrif(a)
#define RA__ON_FLOAT64(a) ra__ndtri(a)
#include "cpu/loops.h"

#define RA__NAME special_ndtr
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 8
#define RA__ON_FLOAT32(a) ra__ndtrf(a)
#define RA__ON_FLOAT64(a) ra__ndtr(a)
#include "cpu/loops.h"

#define RA__NAME special_log_ndtr
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 1.9
#define RA__ON_FLOAT32(a) ra__log_ndtrf(a)
#define RA__ON_FLOAT64(a) ra__log_ndtr(a)
#include "cpu/loops.h"

/* ---- Bessel functions ---- */

#define RA__NAME i0
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 10
#define RA__ON_FLOAT32(a) ra__i0f(a)
#define RA__ON_FLOAT64(a) ra__i0(a)
#include "cpu/loops.h"

#define RA__NAME special_i0e
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 8
#define RA__ON_FLOAT32(a) ra__i0ef(a)
#define RA__ON_FLOAT64(a) ra__i0e(a)
#include "cpu/loops.h"

#define RA__NAME special_i1
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 10
#define RA__ON_FLOAT32(a) ra__i1f(a)
#define RA__ON_FLOAT64(a) ra__i1(a)
#include "cpu/loops.h"

#define RA__NAME special_i1e
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 8
#define RA__ON_FLOAT32(a) ra__i1ef(a)
#define RA__ON_FLOAT64(a) ra__i1e(a)
#include "cpu/loops.h"

/* ---- of logarithms ---- */

/* log(x / (1 - x)); near 1/2 by what x is above it, of which the quotient would lose the low bits. */
static inline double logit_of(double x)
{
    const double rest = 1.0 - x;
    return x > 0.25 && x < 0.75 ? ra__log1p(2.0 * (x - 0.5) / rest) : x == 1.0 ? INFINITY : ra__log(x / rest);
}

#define LIMITED(a, least, most) ((a) < (least) ? (least) : (a) > (most) ? (most) : (a))

/* Without limits in a loop of its own, which has fewer steps. */
static inline void logit_f32_n(float *out, const float *in, size_t n, float least, float most)
{
    if (least == -INFINITY && most == INFINITY) {
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            out[i] = ra__logitf(in[i]);
        return;
    }
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++)
        out[i] = ra__logitf(LIMITED(in[i], least, most));
}

/* Limited to [eps, 1 - eps] first, which are params.f[0] and f[1]. */
#define RA__NAME logit
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.9
#define RA__SETUP const double least = params->f[0], most = params->f[1];
#define RA__ON_FLOAT32(a) ra__logitf(LIMITED(a, (float)least, (float)most))
#define RA__DENSE_FLOAT32(out, in, n) logit_f32_n(out, in, n, (float)least, (float)most)
#define RA__ON_FLOAT64(a) logit_of(LIMITED(a, least, most))
#include "cpu/loops.h"

#define RA__NAME special_entr
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 1
#define RA__ON_FLOAT32(a) (a > 0 ? -a * ra__logf(a) : a == 0 ? 0 : a < 0 ? -INFINITY : a)
#define RA__ON_FLOAT64(a) (a > 0 ? -a * ra__log(a) : a == 0 ? 0 : a < 0 ? -INFINITY : a)
#include "cpu/loops.h"

/* NaN of either; a product with zero is zero, whatever the logarithm is. */
#define RA__NAME special_xlog1py
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__EXPANDS 1
#define RA__COST 1
#define RA__ON_FLOAT32(a, b) (b != b ? b : a == 0 ? 0 : a * ra__log1pf_wide(b))
#define RA__ON_FLOAT64(a, b) (b != b ? b : a == 0 ? 0 : a * ra__log1p(b))
#include "cpu/loops.h"

/*
 * The larger and log(1 + e^-d) of the distance d; infinities alike, of which there is no distance, stay. To base 2 likewise.
 */
static inline double log_add(double a, double b)
{
    const double most = a < b ? b : a, least = a < b ? a : b;
    return a == b && a - a != 0 ? a : most + ra__log1p(ra__exp(least - most));
}

static inline double log_add_2(double a, double b)
{
    const double most = a < b ? b : a, least = a < b ? a : b;
    return a == b && a - a != 0 ? a : most + ra__log1p(ra__exp((least - most) * M_LN2)) * M_LOG2E;
}

/* By the number of the larger real part; NaN in both parts where either has one. */
static inline double _Complex log_add_complex(double _Complex a, double _Complex b)
{
    const bool less = __real__ a < __real__ b;
    const double _Complex most = less ? b : a, least = less ? a : b;
    const double real = __real__ least;
    if (a != a || b != b)
        return ra__c128(NAN, NAN);
    if (real - real != 0 && real == __real__ most)
        return real < 0 ? least : ra__c128_log(ra__c128_exp(least) + ra__c128_exp(most));
    return ra__c128_log1p(ra__c128_exp(least - most)) + most;
}

#define RA__NAME logaddexp
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 3
#define RA__ON_FLOAT32(a, b) ra__logaddexpf(a, b)
#define RA__ON_FLOAT64(a, b) log_add(a, b)
#define RA__ON_COMPLEX64(a, b) ((float _Complex)log_add_complex((double _Complex)a, (double _Complex)b))
#define RA__ON_COMPLEX128(a, b) log_add_complex(a, b)
#include "cpu/loops.h"

#define RA__NAME logaddexp2
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 3
#define RA__ON_FLOAT32(a, b) ra__logaddexp2f(a, b)
#define RA__ON_FLOAT64(a, b) log_add_2(a, b)
#include "cpu/loops.h"

/* ---- sin(pi a) / (pi a), of pi a rounded, as PyTorch has it ---- */

static inline float sinc_f32(float a)
{
    const float x = (float)M_PI * a;
    return a == 0 ? 1 : ra__sinf(x) / x;
}

static inline double sinc_f64(double a)
{
    const double x = M_PI * a;
    return a == 0 ? 1 : ra__sin(x) / x;
}

#define SINC_N(name, type, sine_n) \
    static inline void name(type *out, const type *in, size_t n) \
    { \
        enum { BLOCK = 256 }; \
        type x[BLOCK], sine[BLOCK]; \
        for (size_t at = 0; at < n; at += BLOCK) { \
            const size_t count = n - at < BLOCK ? n - at : BLOCK; \
            for (size_t i = 0; i < count; i++) \
                x[i] = (type)M_PI * in[at + i]; \
            sine_n(sine, x, count); \
            RA_MATH_INDEPENDENT \
            for (size_t i = 0; i < count; i++) \
                out[at + i] = in[at + i] == 0 ? 1 : sine[i] / x[i]; \
        } \
    }
SINC_N(sinc_f32_n, float, ra__sinf_n)
SINC_N(sinc_f64_n, double, ra__sin_n)
#undef SINC_N

static inline float _Complex sinc_c64(float _Complex a)
{
    const float _Complex x = ra__c64(__real__ a * (float)M_PI, __imag__ a * (float)M_PI);
    return __real__ a == 0 && __imag__ a == 0 ? ra__c64(1, 0) : ra__c64_div(ra__c64_sin(x), x);
}

static inline double _Complex sinc_c128(double _Complex a)
{
    const double _Complex x = ra__c128(__real__ a * M_PI, __imag__ a * M_PI);
    return __real__ a == 0 && __imag__ a == 0 ? ra__c128(1, 0) : ra__c128_div(ra__c128_sin(x), x);
}

#define RA__NAME sinc
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.6
#define RA__ON_FLOAT32(a) sinc_f32(a)
#define RA__DENSE_FLOAT32(out, in, n) sinc_f32_n(out, in, n)
#define RA__ON_FLOAT64(a) sinc_f64(a)
#define RA__DENSE_FLOAT64(out, in, n) sinc_f64_n(out, in, n)
#define RA__ON_COMPLEX64(a) sinc_c64(a)
#define RA__ON_COMPLEX128(a) sinc_c128(a)
#include "cpu/loops.h"
