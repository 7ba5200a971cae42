/* math_loops.h: for test_math.c: every elementary function as an array loop (what kernels do
 * with it, so it vectorises) and as a call of one element (which cannot). */
#ifndef TESTS_HELPERS_MATH_LOOPS_H
#define TESTS_HELPERS_MATH_LOOPS_H

#include "../src/cpu/math_f32.h"
#include "../src/cpu/math_f32_hyperbolic.h"
#include "../src/cpu/math_f64.h"

#define NOINLINE __attribute__((noinline))

#define PLAIN(type, name)                                                                          \
    static NOINLINE void loop_##name(type *o, const type *a, size_t n) {                           \
        for (size_t i = 0; i < n; i++)                                                             \
            o[i] = ra__##name(a[i]);                                                               \
    }                                                                                              \
    static NOINLINE type one_##name(type x) { return ra__##name(x); }
#define BLOCK(type, name)                                                                          \
    static NOINLINE void loop_##name(type *o, const type *a, size_t n) { ra__##name##_n(o, a, n); } \
    static NOINLINE type one_##name(type x) { return ra__##name(x); }

BLOCK(float, expf)
PLAIN(float, expm1f)
BLOCK(float, logf)
PLAIN(float, log1pf)
BLOCK(float, log2f)
BLOCK(float, log10f)
BLOCK(float, sinf)
BLOCK(float, cosf)
BLOCK(float, tanf)
BLOCK(float, tanhf)
BLOCK(float, sigmoidf)
BLOCK(float, erff)
BLOCK(float, geluf)
BLOCK(float, lgammaf)
BLOCK(float, digammaf)
PLAIN(float, gelu_tanhf)
PLAIN(float, sigmoid_factorf)
PLAIN(float, log_sigmoidf)
BLOCK(float, siluf)
BLOCK(float, rsqrtf)
static NOINLINE void loop_sqrtf(float *o, const float *a, size_t n) { ra__sqrtf_n(o, a, n); }
BLOCK(float, exp2f)
PLAIN(float, sinhf)
PLAIN(float, coshf)
PLAIN(float, asinf)
PLAIN(float, acosf)
#ifdef RA__BY_TABLE
BLOCK(float, atanf)
#else
PLAIN(float, atanf)
#endif
#if defined(RA__BY_TABLE) || defined(RA__BY_ROWS)
BLOCK(float, erfcf)
#else
PLAIN(float, erfcf)
#endif
BLOCK(float, erfinvf)
PLAIN(float, ndtrf)
PLAIN(float, erfcxf)
PLAIN(float, log_ndtrf)
PLAIN(float, ndtrif)
PLAIN(float, i0ef)
PLAIN(float, i1ef)
PLAIN(float, i0f)
PLAIN(float, i1f)
PLAIN(float, logitf)
PLAIN(float, softplusf)
PLAIN(float, atanhf)

PLAIN(double, exp)
BLOCK(double, exp_alone)
PLAIN(double, expm1)
PLAIN(double, log)
PLAIN(double, log1p)
PLAIN(double, log2)
BLOCK(double, sin)
BLOCK(double, cos)
BLOCK(double, tan)
PLAIN(double, tanh)
BLOCK(double, sigmoid)
PLAIN(double, erf)
PLAIN(double, gelu)
PLAIN(double, gelu_tanh)
BLOCK(double, silu)
PLAIN(double, rsqrt)

#define OF_TWO(type, name)                                                                         \
    static NOINLINE void loop_##name(type *o, const type *a, const type *b, size_t n) {            \
        for (size_t i = 0; i < n; i++)                                                             \
            o[i] = ra__##name(a[i], b[i]);                                                         \
    }                                                                                              \
    static NOINLINE type one_##name(type a, type b) { return ra__##name(a, b); }
OF_TWO(float, atan2f)
OF_TWO(float, hypotf)
OF_TWO(float, logaddexpf)
OF_TWO(float, logaddexp2f)
OF_TWO(float, nextafterf)

static NOINLINE void loop_powf(float *o, const float *a, const float *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        o[i] = ra__powf(a[i], b[i]);
}
static NOINLINE float one_powf(float a, float b) { return ra__powf(a, b); }
static NOINLINE void loop_pow(double *o, const double *a, const double *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        o[i] = ra__pow(a[i], b[i]);
}
static NOINLINE double one_pow(double a, double b) { return ra__pow(a, b); }

#endif
