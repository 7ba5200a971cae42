/* math_f32.h: elementary functions of float32, computed in float32 lanes (this file) and, where
 * that is the simple way to an accurate result, in float64 lanes (math_f32_wide.h).
 *
 * Scalar and branch-free; see math_base.h for how they vectorise and why body and tail agree.
 * "Error" is in units in the last place of the exact result, first with FMA and then without:
 * tests/test_math.c finds no larger one in its sample of 4.5 million (every 997th float32 and the
 * neighbourhoods of interest). Domain: every float32. Polynomial coefficients come from minimax
 * fits (Remez exchange, then lattice reduction to float32 coefficients) of the function, degree and
 * interval given beside them.
 */
#ifndef RA_CPU_MATH_F32_H
#define RA_CPU_MATH_F32_H

#include "math_base.h"
#include "math_f32_trig.h"
#include "math_f32_wide.h"

#define RA__LOG2E_F32 0x1.715476p0f
#define RA__LN2_HI_F32 0x1.62e4p-1f       /* 15 bits: exact times any exponent */
#define RA__LN2_LO_F32 0x1.7f7d1cp-20f

/* x between low <= 0 and high >= 0 by the order of its bits; a NaN becomes one of them. */
RA_MATH float ra__clamp_f32(float x, float low, float high) {
    uint32_t u = ra__bits_f32(x), least = ra__bits_f32(low);
    int32_t v = (int32_t)(u < least ? u : least), most = (int32_t)ra__bits_f32(high);
    return ra__from_bits_f32((uint32_t)(v < most ? v : most));
}

/* (e^r - 1 - r) / r^2 on |r| <= ln2/2: degree 5, error 2^-32.1 of e^r. */
RA_MATH float ra__exp_tail_f32(float r) {
    float q = RA_FMAF(0x1.a2d99p-13f, r, 0x1.6d2e0cp-10f);
    q = RA_FMAF(q, r, 0x1.110fc2p-7f);
    q = RA_FMAF(q, r, 0x1.555502p-5f);
    q = RA_FMAF(q, r, 0x1.555556p-3f);
    return RA_FMAF(q, r, 0.5f);
}

/* x = n ln2 + r + c with |r| <= ln2/2 and c the part of the argument that r has no bits for.
 * Returns n; any number for a NaN, whose r is NaN. |x| < 2^9. */
RA_MATH int32_t ra__exp_reduce_f32(float x, float *r, float *c) {
    float t = RA_FMAF(x, RA__LOG2E_F32, RA__ROUND_F32);
    float n = t - RA__ROUND_F32;
    float hi = RA_FMAF(n, -RA__LN2_HI_F32, x);
    *r = RA_FMAF(n, -RA__LN2_LO_F32, hi);
    *c = RA_FMAF(n, -RA__LN2_LO_F32, hi - *r);
    return (int32_t)(ra__bits_f32(t) - ra__bits_f32(RA__ROUND_F32));
}

/* 2^n as a product of two normal numbers, -250 < n < 250. */
RA_MATH void ra__scale_f32(int32_t n, float *s1, float *s2) {
    uint32_t biased = (uint32_t)(n + 254), half = biased >> 1;
    *s1 = ra__from_bits_f32(half << 23);
    *s2 = ra__from_bits_f32((biased - half) << 23);
}

/* e^r 2^n from r + c and n, scaled in two steps, so that a subnormal result is rounded once. */
RA_MATH float ra__exp_finish_f32(float r, float c, int32_t n) {
    float s1, s2;
    ra__scale_f32(n, &s1, &s2);
    return ((1.0f + (r + RA_FMAF(r * r, ra__exp_tail_f32(r), c))) * s1) * s2;
}

/* exp. Reduction to |r| <= ln2/2 and a polynomial. Error: 0.85 and 0.87. */
RA_MATH float ra__expf_wide(float x) {
    float r, c;
    int32_t n = ra__exp_reduce_f32(ra__clamp_f32(x, -104.0f, 89.0f), &r, &c);
    float y = ra__exp_finish_f32(r, c, n);
    return x == x ? y : x;
}

/* The same where result and 2^n are normal numbers: no clamping, and one addition to scale. */
RA_MATH float ra__expf_near(float x) {
    float r, c;
    int32_t n = ra__exp_reduce_f32(x, &r, &c);
    float y = 1.0f + (r + RA_FMAF(r * r, ra__exp_tail_f32(r), c));
    return ra__from_bits_f32(ra__bits_f32(y) + ((uint32_t)n << 23));
}

RA_MATH float ra__expf(float x) { return ra__expf_wide(x); }

/* e^x = (h + l) 2^n, h + l in [0.7, 1.42], l below the last bit of h. */
RA_MATH int32_t ra__exp_parts_f32(float x, float *h, float *l) {
    float r, c;
    int32_t n = ra__exp_reduce_f32(x, &r, &c);
    float w = RA_FMAF(r * r, ra__exp_tail_f32(r), c), g = r + w;
    *h = 1.0f + g;
    *l = ((1.0f - *h) + g) + ((r - g) + w);
    return n;
}

/* 2^down (h + l) = e^x - 1. The sum 2^n - 1 + 2^n r keeps its rounding errors, so the cancellation
 * at n = -1 and n = 1 costs nothing. down is 0, or 1 where 2^n may be no float: there the 1, then
 * not halved, is far below the last bit. */
RA_MATH void ra__expm1_parts_f32(float x, int32_t down, float *h, float *l) {
    float r, c;
    int32_t n = ra__exp_reduce_f32(x, &r, &c);
    float w = RA_FMAF(r * r, ra__exp_tail_f32(r), c);
    float s = ra__from_bits_f32((uint32_t)(n - down + 127) << 23);
    float a = s - 1.0f, b = s * r, sum = a + b;
    float rest = (((s - a) - 1.0f) + ((a - sum) + b)) + s * w;
    *h = sum + rest;
    *l = (sum - *h) + rest;
}

/* expm1. Error: 0.89 and 1.03. */
RA_MATH float ra__expm1f(float x) {
    float h, l, xc = x > 89.0f ? 89.0f : x;
    xc = xc < -18.0f ? -18.0f : xc;
    ra__expm1_parts_f32(xc, x > 80.0f ? 1 : 0, &h, &l);
    return __builtin_copysignf((h + l) * (x > 80.0f ? 2.0f : 1.0f), x);
}

/* tanh = E / (E + 2), E = e^(2|x|) - 1 in two floats, the quotient corrected by its residual.
 * Error: 0.77 and 0.84. */
RA_MATH float ra__tanhf(float x) {
    float y = 2.0f * __builtin_fabsf(x), h, l;
    y = y > 20.0f ? 20.0f : y;
    ra__expm1_parts_f32(y, 0, &h, &l);
    float big = h > 2.0f ? h : 2.0f, small = h > 2.0f ? 2.0f : h;
    float d = big + small, dl = ((big - d) + small) + l;
    float inverse = 1.0f / d, q = h * inverse;
    float rest = ra__residual_f32(-q, d, h) + (l - q * dl);
    return __builtin_copysignf(RA_FMAF(rest, inverse, q), x);
}

/* sigmoid(x) = 1 / (1 + e^-x) = low / (d + dl), e^-x = 2^n (1 + g): numerator and denominator are
 * scaled by low = 2^-max(n, 0), so that d = 1 + 2^-|n| + 2^min(n, 0) g lies in [0.7, 2.42]; dl is
 * what its sums lost. Far below zero (asked for where x may be any) n is lowered by 64, which
 * changes no bit of d, and low is to be followed by 2^-64. */
#define RA__SIGMOID_FAR_F32 -70.0f
RA_MATH float ra__sigmoid_parts_f32(float x, int any, float *dl, float *low) {
    float t = RA_FMAF(x, RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float hi = RA_FMAF(n, RA__LN2_HI_F32, -x), r = RA_FMAF(n, RA__LN2_LO_F32, hi);
    float g = r + RA_FMAF(r * r, ra__exp_tail_f32(r), RA_FMAF(n, RA__LN2_LO_F32, hi - r));
    const int32_t one = 0x3f800000;
    int32_t shift = (int32_t)(ra__bits_f32(any && x < RA__SIGMOID_FAR_F32 ? t + 64.0f : t) << 23);
    int32_t up = (int32_t)((uint32_t)one - (uint32_t)shift), down = (int32_t)((uint32_t)one + (uint32_t)shift); /* far x: whatever comes */
    float s = ra__from_bits_f32((uint32_t)(up < one ? up : one));
    float b = ra__from_bits_f32((uint32_t)(up < down ? up : down));
    float a = 1.0f + b, d = RA_FMAF(s, g, a);
    *dl = ra__residual_f32(s, g, a - d) + ((1.0f - a) + b);
    *low = ra__from_bits_f32((uint32_t)(down < one ? down : one));
    return d;
}

/* sigmoid: the quotient corrected by its residual. Error: 0.79 and 0.83. */
RA_MATH float ra__sigmoidf_near(float x) {
    float dl, low, d = ra__sigmoid_parts_f32(x, 0, &dl, &low), q = 1.0f / d;
    float rest = RA_FMAF(-q, dl, ra__residual_f32(-q, d, 1.0f));
    return RA_FMAF(rest, q, q) * low;
}

RA_MATH float ra__sigmoidf_wide(float x) {
    float dl, low, xc = ra__clamp_f32(x, -105.0f, 30.0f);
    float d = ra__sigmoid_parts_f32(xc, 1, &dl, &low), q = 1.0f / d;
    float rest = RA_FMAF(-q, dl, ra__residual_f32(-q, d, 1.0f));
    float y = RA_FMAF(rest, q, q) * low;
    y = xc < RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
    return x == x ? y : x;
}

RA_MATH float ra__sigmoidf(float x) { return ra__sigmoidf_wide(x); }

/* silu = x sigmoid(x). NaN at -inf, as x / (1 + e^-x) has it. Error: 0.90 and 0.88. */
RA_MATH float ra__siluf_near(float x) {
    float dl, low, d = ra__sigmoid_parts_f32(x, 0, &dl, &low), q = 1.0f / d;
    float rest = RA_FMAF(-q, dl, ra__residual_f32(-q, d, 1.0f));
    float p = x * q;
    return (p - RA_FMAF(-p, rest, ra__residual_f32(-x, q, p))) * low; /* -0 stays -0 */
}

RA_MATH float ra__siluf_wide(float x) {
    float dl, low, xc = ra__clamp_f32(x, -120.0f, 30.0f);
    float d = ra__sigmoid_parts_f32(xc, 1, &dl, &low), q = 1.0f / d;
    float rest = RA_FMAF(-q, dl, ra__residual_f32(-q, d, 1.0f));
    float p = xc * q, y = p - RA_FMAF(-p, rest, ra__residual_f32(-xc, q, p));
    y *= low;
    y = xc < RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
    y = x < 30.0f ? y : x;
    return x == -RA__INF_F32 ? RA__NAN_F32 : y;
}

RA_MATH float ra__siluf(float x) { return ra__siluf_wide(x); }

/* log of 2^k m from u, the bits of 2^(k + bias) m, m in [sqrt(1/2), sqrt(2)), f = m - 1, and
 * (log(1+f) - f + f^2/2) / f^3 by degree 8, error 2^-27.7 of the logarithm. k ln2 + f keeps its
 * rounding error. */
RA_MATH float ra__log_parts_f32(uint32_t u, int32_t bias) {
    u += 0x3f800000u - 0x3f3504f3u;
    float k = (float)((int32_t)(u >> 23) - bias);
    float f = ra__from_bits_f32((u & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
    float p = RA_FMAF(0x1.2cb40ep-4f, f, -0x1.ddb2cep-4f);
    p = RA_FMAF(p, f, 0x1.dc75e8p-4f);
    p = RA_FMAF(p, f, -0x1.fbbf2ep-4f);
    p = RA_FMAF(p, f, 0x1.23de4p-3f);
    p = RA_FMAF(p, f, -0x1.556288p-3f);
    p = RA_FMAF(p, f, 0x1.999d2ap-3f);
    p = RA_FMAF(p, f, -0x1.ffffe6p-3f);
    p = RA_FMAF(p, f, 0x1.555554p-2f);
    float w = (f * f) * RA_FMAF(p, f, -0.5f);
    float a = k * RA__LN2_HI_F32, s = a + f, e = (a - s) + f;
    return s + (e + RA_FMAF(k, RA__LN2_LO_F32, w));
}

/* log. Error: 0.94 and 0.92. */
#define RA__LOG_NEAR_F32(x) (((x) >= 0x1p-126f) & ((x) < RA__INF_F32))
RA_MATH float ra__logf_near(float x) { return ra__log_parts_f32(ra__bits_f32(x), 127); }

RA_MATH float ra__logf_wide(float x) {
    int tiny = x < 0x1p-126f;
    float y = ra__log_parts_f32(ra__bits_f32(tiny ? x * 0x1p23f : x), tiny ? 150 : 127);
    y = x < RA__INF_F32 ? y : x; /* +inf and NaN */
    y = x < 0.0f ? RA__NAN_F32 : y;
    return x == 0.0f ? -RA__INF_F32 : y;
}

RA_MATH float ra__logf(float x) { return ra__logf_wide(x); }

/* erf. |x| < 0.86: x + x P(x^2), degree 6, error 2^-30.1. Above: 1 - erfc, log erfc = -2|x| +
 * |x| Q(|x| - 1), Q by degree 6 on |x| in [0.84, 4], error 2^-29.6 of erf. Q is small where erfc is
 * large, and -2|x| exact, so that the logarithm is good beyond float's last bit.
 * Error: 0.81 and 0.98. */
RA_MATH float ra__erff(float x) {
    float a = __builtin_fabsf(x), z = a * a;
    float p = RA_FMAF(0x1.5d5c98p-14f, z, -0x1.aa4e96p-11f);
    p = RA_FMAF(p, z, 0x1.54c5a6p-8f);
    p = RA_FMAF(p, z, -0x1.b80db2p-6f);
    p = RA_FMAF(p, z, 0x1.ce2df2p-4f);
    p = RA_FMAF(p, z, -0x1.812742p-2f);
    p = RA_FMAF(p, z, 0x1.06eba8p-3f);
    float low = RA_FMAF(p, a, a);
    a = a > 4.0f ? 4.0f : a;
    float t = a - 1.0f;
    float q = RA_FMAF(-0x1.136bfcp-17f, t, 0x1.ff1928p-13f);
    q = RA_FMAF(q, t, -0x1.1de692p-9f);
    q = RA_FMAF(q, t, 0x1.8f58acp-7f);
    q = RA_FMAF(q, t, -0x1.b845d4p-5f);
    q = RA_FMAF(q, t, -0x1.942744p-1f);
    q = RA_FMAF(q, t, 0x1.340206p-3f);
    float g = RA_FMAF(q, a, -2.0f * a), gl = RA_FMAF(q, a, -2.0f * a - g);
    float r, c;
    int32_t n = ra__exp_reduce_f32(g, &r, &c);
    float high = 1.0f - ra__exp_finish_f32(r, c + gl, n);
    return __builtin_copysignf(a < 0.86f ? low : high, x);
}

/* 1 / sqrt(x), one Newton step on the rounded quotient with its residual. Error: 0.501 and 0.501. */
RA_MATH float ra__rsqrtf(float x) {
    float y = 1.0f / __builtin_sqrtf(x);
    float t = x * y, tl = ra__residual_f32(x, y, -t);
    float e = ra__residual_f32(-t, y, 1.0f) - tl * y;
    float z = RA_FMAF(0.5f * y, e, y);
    return (x > 0.0f && x < RA__INF_F32) ? z : y;
}

/* Loops over contiguous elements, ra__expf_n and so on (out, in, count); out may be in. Of these
 * functions the near form gives the same bits as the other, and leaves out what only special values
 * and results that are not normal numbers need. */
#define RA_FAR_NAME expf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR 87.0f
#include "math_far_block.h"
#define RA_FAR_NAME logf
#define RA_FAR_TYPE float
#define RA_FAR_IS_NEAR RA__LOG_NEAR_F32
#include "math_far_block.h"
#define RA_FAR_NAME sigmoidf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR 29.0f
#include "math_far_block.h"
#define RA_FAR_NAME siluf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR 29.0f
#include "math_far_block.h"

#endif
