/* math_base.h: what the elementary functions of math_f32.h and math_f64.h stand on.
 *
 * The functions are scalar and branch-free (ternaries only), so that the compiler turns a plain
 * loop over them into vector code, and the tail of such a loop computes the very same bits as its
 * body. For that to hold they use nothing but IEEE basic arithmetic, sqrt, integer arithmetic on
 * the bits, and fused multiply-adds that are written out: the compiler contracts none by itself
 * (-ffp-contract=off). The bits may differ between a machine with FMA and one without.
 *
 * Rounding mode: to nearest. Subnormals: not flushed.
 */
#ifndef RA_CPU_MATH_BASE_H
#define RA_CPU_MATH_BASE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Inlined whatever their size and number of uses: a call left in a loop keeps it from vectorising. */
#define RA_MATH static inline __attribute__((always_inline))

/* Before a loop over arrays that are the same or do not overlap. */
#if defined(__clang__)
#define RA_MATH_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define RA_MATH_INDEPENDENT _Pragma("GCC ivdep")
#endif

#if defined(__FMA__) || defined(__aarch64__)
#define RA_HAVE_FMA 1
#else
#define RA_HAVE_FMA 0
#endif

/* Vectors whose lanes take from a table of 32 floats: math_table.h. */
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#include <immintrin.h>
#define RA__BY_TABLE
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define RA__BY_ROWS /* the rows of such a table for eight elements are loaded and turned instead: half as fast */
#endif

/* a*b + c, fused where the machine does it in one instruction, else rounded twice: for steps whose
 * error is far below the result's last bit either way. */
#if RA_HAVE_FMA
#define RA_FMAF(a, b, c) __builtin_fmaf((a), (b), (c))
#define RA_FMA(a, b, c) __builtin_fma((a), (b), (c))
#else
#define RA_FMAF(a, b, c) ((a) * (b) + (c))
#define RA_FMA(a, b, c) ((a) * (b) + (c))
#endif

RA_MATH uint32_t ra__bits_f32(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

RA_MATH float ra__from_bits_f32(uint32_t u) {
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

RA_MATH uint64_t ra__bits_f64(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

RA_MATH double ra__from_bits_f64(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

/* -1, 0 or 1; of NaN 0. One comparison, and the sign bit. */
RA_MATH float ra__signf(float x) { return __builtin_islessgreater(x, 0.0f) ? __builtin_copysignf(1.0f, x) : 0.0f; }
RA_MATH double ra__sign(double x) { return __builtin_islessgreater(x, 0.0) ? __builtin_copysign(1.0, x) : 0.0; }

/* a*b + c where c nearly cancels the product (residuals): the product must not be rounded. Without
 * FMA a product of floats is exact in double. */
RA_MATH float ra__residual_f32(float a, float b, float c) {
#if RA_HAVE_FMA
    return __builtin_fmaf(a, b, c);
#else
    return (float)((double)a * (double)b + (double)c);
#endif
}

/* The same in double; without FMA by Dekker's product. |a|, |b| < 2^995, and the product far from
 * underflow. */
RA_MATH double ra__residual_f64(double a, double b, double c) {
#if RA_HAVE_FMA
    return __builtin_fma(a, b, c);
#else
    double ta = a * 0x1.0000002p27, tb = b * 0x1.0000002p27;
    double ah = ta - (ta - a), bh = tb - (tb - b);
    double al = a - ah, bl = b - bh, p = a * b;
    double e = ((ah * bh - p) + ah * bl + al * bh) + al * bl;
    return (p + c) + e;
#endif
}

/* Adding 1.5 * 2^23 (2^52) rounds to an integer, which then stands in the low bits of the sum: a
 * conversion that vectorises on every instruction set. */
#define RA__ROUND_F32 0x1.8p23f
#define RA__ROUND_F64 0x1.8p52

#define RA__NAN_F32 ra__from_bits_f32(0x7fc00000u)
#define RA__INF_F32 ra__from_bits_f32(0x7f800000u)
#define RA__NAN_F64 ra__from_bits_f64(0x7ff8000000000000u)
#define RA__INF_F64 ra__from_bits_f64(0x7ff0000000000000u)

#endif
