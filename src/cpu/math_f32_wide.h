/* math_f32_wide.h: the elementary functions of float32 that are computed in float64 lanes: there a
 * product of arguments is exact, and one rounding at the end gives a result within a hair of half
 * an ulp. Included by math_f32.h, which says how errors are stated and polynomials were obtained
 * (coefficients here are float64).
 */
#ifndef RA_CPU_MATH_F32_WIDE_H
#define RA_CPU_MATH_F32_WIDE_H

#include "math_base.h"

#define RA__LOG2E_F64 0x1.71547652b82fep0
#define RA__LN2_F64 0x1.62e42fefa39efp-1

/* 2^x, |x| < 1000, to 2^-34: degree 7 on |r| <= 1/2. */
RA_MATH double ra__exp2_wide(double x) {
    double t = x + RA__ROUND_F64, r = x - (t - RA__ROUND_F64);
    double p = RA_FMA(0x1.00f8b03508afcp-16, r, 0x1.445fc851d6837p-13);
    p = RA_FMA(p, r, 0x1.5d8713f4d4a7ap-10);
    p = RA_FMA(p, r, 0x1.3b29eef2beb68p-7);
    p = RA_FMA(p, r, 0x1.c6b08e08af836p-5);
    p = RA_FMA(p, r, 0x1.ebfbe07d91dcfp-3);
    p = RA_FMA(p, r, 0x1.62e42fef6bf5cp-1);
    p = RA_FMA(p, r, 1.0);
    return p * ra__from_bits_f64((ra__bits_f64(t) + 1023) << 52);
}

/* log2 of a positive normal double, to 2^-43 relative: x = 2^k m, s = (m-1)/(m+1), an odd
 * polynomial of degree 11 in s on |s| <= 0.172. */
RA_MATH double ra__log2_wide(double x) {
    const uint64_t root = 0x3fe6a09e667f3bcdu; /* sqrt(1/2) */
    uint64_t u = ra__bits_f64(x) + (0x3ff0000000000000u - root);
    /* the exponent enters the low bits of a double just above 2^52 */
    double k = ra__from_bits_f64((u >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
    double m = ra__from_bits_f64((u & 0xfffffffffffffu) + root);
    double s = (m - 1.0) / (m + 1.0), z = s * s;
    double p = RA_FMA(0x1.21d237483a6ap-2, z, 0x1.47931ab08f4e2p-2);
    p = RA_FMA(p, z, 0x1.a61a3c112fb1ap-2);
    p = RA_FMA(p, z, 0x1.2776c2834ffdcp-1);
    p = RA_FMA(p, z, 0x1.ec709dc5499d3p-1);
    p = RA_FMA(p, z, 0x1.71547652b824ap1);
    return RA_FMA(s, p, k);
}

/* log1p. 1 + x is exact in double down to |x| = 2^-20; below, x - x^2/2. Error: 0.501 and 0.501. */
RA_MATH float ra__log1pf_wide(float x) {
    double d = (double)x;
    double y = RA__LN2_F64 * ra__log2_wide(1.0 + d);
    double small = RA_FMA(-0.5 * d, d, d);
    float r = (float)(__builtin_fabsf(x) < 0x1p-20f ? small : y);
    r = x < RA__INF_F32 ? r : x;
    r = x < -1.0f ? RA__NAN_F32 : r;
    r = x == 0.0f ? x : r;
    return x == -1.0f ? -RA__INF_F32 : r;
}

/* gelu, tanh form: x (1 + tanh u)/2 = x / (1 + e^-2u), u = sqrt(2/pi)(x + 0.044715 x^3). NaN at
 * -inf. Error: 0.501 and 0.501. */
RA_MATH float ra__gelu_tanhf(float x) {
    double d = (double)x;
    double v = 0x1.9884533d43651p0 * RA_FMA(0.044715 * d, d * d, d);
    double a = __builtin_fabs(v);
    a = a > 250.0 ? 250.0 : a;
    double e = ra__exp2_wide(-RA__LOG2E_F64 * a);
    float y = (float)(d * (x < 0.0f ? e : 1.0) / (1.0 + e));
    return x == -RA__INF_F32 ? RA__NAN_F32 : y;
}

/* pow = 2^(y log2|x|), with C99's special cases. Error: 0.501 and 0.501. */
RA_MATH float ra__powf(float x, float y) {
    double a = (double)__builtin_fabsf(x), d = (double)y;
    double l = ra__log2_wide(a);
    l = a == 0.0 ? -RA__INF_F64 : l;
    l = a < RA__INF_F64 ? l : a;
    double p = d * l;
    p = p > 400.0 ? 400.0 : p;
    p = p < -400.0 ? -400.0 : p;
    float r = (float)ra__exp2_wide(p);
    float half = 0.5f * y;
    int whole = __builtin_rintf(y) == y;
    int odd = whole & (__builtin_rintf(half) != half);
    r = ((a == 1.0) & (__builtin_fabsf(y) == RA__INF_F32)) ? 1.0f : r;
    r = ((x < 0.0f) & (x > -RA__INF_F32) & !whole & (y == y)) ? RA__NAN_F32 : r;
    uint32_t sign = odd ? ra__bits_f32(x) & 0x80000000u : 0u;
    r = ra__from_bits_f32(ra__bits_f32(r) ^ sign);
    return ((x == 1.0f) | (y == 0.0f)) ? 1.0f : r;
}

#endif
