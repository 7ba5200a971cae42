/* math_f32_sigmoid.h: the functions of float32 that are shaped like an S, and what is made of them:
 * tanh, sigmoid, silu, erf. All but silu have a polynomial for |x| <= 1, and beyond it tails made
 * of an exponential; math_pieces.h makes the two into one. Included by math_f32.h, which says how errors
 * are stated and polynomials were obtained; those of functions in pieces, with FMA, hold for every float32.
 */
#ifndef RA_CPU_MATH_F32_SIGMOID_H
#define RA_CPU_MATH_F32_SIGMOID_H

/* tanh. |x| <= 1: x + x P(x^2 - 17/32), degree 7, error 2^-27.6. The shift keeps P's terms small, here
 * and below. */
RA_MATH float ra__tanhf_small(float x) {
    float z = RA_FMAF(x, x, -0.53125f);
    float p = RA_FMAF(-0x1.72ff72p-12f, z, 0x1.fab9ecp-11f);
    p = RA_FMAF(p, z, -0x1.66c47p-9f);
    p = RA_FMAF(p, z, 0x1.0e1472p-7f);
    p = RA_FMAF(p, z, -0x1.956aa6p-6f);
    p = RA_FMAF(p, z, 0x1.308e26p-4f);
    p = RA_FMAF(p, z, -0x1.d0fd9ep-3f);
    p = RA_FMAF(p, z, -0x1.2b3c74p-3f);
    return __builtin_copysignf(RA_FMAF(p, x, x), x); /* at zero P may be below zero */
}

/* Above: 1 - 2 / (1 + e^(2|x|)), where the quotient is below 0.24. */
RA_MATH void ra__tanhf_first(float x, float *kept, int wide) {
    (void)wide;
    float y = 2.0f * ra__magnitude_f32(x, 10.0f);
    float t = RA_FMAF(y, RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_LO_F32, RA_FMAF(n, -RA__LN2_HI_F32, y));
    float g = RA_FMAF(r * r, ra__exp_tail4_f32(r), r);
    float s = ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); /* 2^n */
    kept[0] = RA_FMAF(s, g, s + 1.0f);
}

RA_MATH float ra__tanhf_last(float x, const float *kept, int wide) {
    (void)wide;
    return __builtin_copysignf(1.0f - 2.0f / kept[0], x);
}

/* Error: 0.86 and 0.98. */
#define RA_PIECES_NAME tanhf
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_KEPT 1
#include "math_pieces.h"

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

/* sigmoid. |x| <= 1: 1/2 + x P(x^2 - 33/64), degree 4, error 2^-27.5. */
RA_MATH float ra__sigmoidf_small(float x) {
    float z = RA_FMAF(x, x, -0.515625f);
    float p = RA_FMAF(0x1.10d51ep-16f, z, -0x1.696f04p-13f);
    p = RA_FMAF(p, z, 0x1.d4df5p-10f);
    p = RA_FMAF(p, z, -0x1.34b53ap-6f);
    p = RA_FMAF(p, z, 0x1.eb14p-3f);
    return ra__residual_f32(p, x, 0.5f);
}

/* Above: 1 / (d + dl) as ra__sigmoid_parts_f32 says, the quotient corrected by its residual. */
RA_MATH void ra__sigmoidf_first(float x, float *kept, int wide) {
    x = wide ? ra__clamp_f32(x, -105.0f, 30.0f) : x;
    float t = RA_FMAF(x, RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float hi = RA_FMAF(n, RA__LN2_HI_F32, -x), r = RA_FMAF(n, RA__LN2_LO_F32, hi);
    float c = RA_FMAF(n, RA__LN2_LO_F32, hi - r);
    kept[0] = r + RA_FMAF(r * r, ra__exp_tail4_f32(r), c);
    kept[1] = wide && x < RA__SIGMOID_FAR_F32 ? t + 64.0f : t;
}

RA_MATH float ra__sigmoidf_last(float x, const float *kept, int wide) {
    float g = kept[0];
    int32_t shift = (int32_t)(ra__bits_f32(kept[1]) << 23), back = (int32_t)(0u - (uint32_t)shift);
    int32_t up = back < 0 ? back : 0, down = shift < 0 ? shift : 0, away = back < shift ? back : shift;
    const uint32_t one = 0x3f800000u;
    float s = ra__from_bits_f32((uint32_t)up + one), low = ra__from_bits_f32((uint32_t)down + one);
    float b = ra__from_bits_f32((uint32_t)away + one), a = 1.0f + b, d = RA_FMAF(s, g, a), q = 1.0f / d;
    float dl = ra__residual_f32(s, g, a - d) + ((1.0f - a) + b);
    float rest = RA_FMAF(-q, dl, ra__residual_f32(-q, d, 1.0f));
    float y = RA_FMAF(rest, q, q) * low;
    return wide && x < RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
}

/* Error: 0.89 and 0.91. */
#define RA_PIECES_NAME sigmoidf
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_NEAR 29.0f
#define RA_PIECES_KEPT 2
#include "math_pieces.h"

/* e^-|x|; far from zero, where 1 + e does not show it, 2^64 times that. */
RA_MATH float ra__decayf(float x) {
    float z = __builtin_fabsf(x);
    z = z > 105.0f ? 105.0f : z;
    float t = RA_FMAF(z, -RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_LO_F32, RA_FMAF(n, -RA__LN2_HI_F32, -z));
    float g = RA_FMAF(r * r, ra__exp_tail4_f32(r), r);
    t = z > -RA__SIGMOID_FAR_F32 ? t + 64.0f : t;
    float s = ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); /* 2^n */
    return RA_FMAF(s, g, s);
}

/* sigmoid as a factor: 1 / (1 + e^-|x|), or below zero e^-|x| as much, the quotient not corrected. Error: 2.18 and 2.18. */
RA_MATH float ra__sigmoid_factorf(float x) {
    float e = ra__decayf(x), y = (x < 0.0f ? e : 1.0f) / (1.0f + e);
    return x < RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
}

/* log sigmoid(x) = min(x, 0) - log(1 + e), e = e^-|x|: the logarithm over e by degree 9 in e - 1/2, error 2^-25. Error: 2.09 and 2.27. */
RA_MATH float ra__log_sigmoidf(float x) {
    float e = ra__decayf(x), z = e - 0.5f;
    float p = RA_FMAF(-0x1.82199cp-9f, z, 0x1.25c78ap-8f);
    p = RA_FMAF(p, z, -0x1.c45b68p-8f);
    p = RA_FMAF(p, z, 0x1.882dbap-7f);
    p = RA_FMAF(p, z, -0x1.509f3ep-6f);
    p = RA_FMAF(p, z, 0x1.2b9a5ap-5f);
    p = RA_FMAF(p, z, -0x1.154106p-4f);
    p = RA_FMAF(p, z, 0x1.0f9706p-3f);
    p = RA_FMAF(p, z, -0x1.2773a6p-2f);
    p = RA_FMAF(p, z, 0x1.9f323ep-1f) * e;
    return (x < 0.0f ? x : 0.0f) - (__builtin_fabsf(x) > -RA__SIGMOID_FAR_F32 ? p * 0x1p-64f : p);
}

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

#define RA_FAR_NAME siluf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR 29.0f
#include "math_far_block.h"

/* erf. |x| <= 1: x + x P(x^2 - 1/2), degree 6, error 2^-29.1. */
RA_MATH float ra__erff_small(float x) {
    float z = RA_FMAF(x, x, -0.5f);
    float p = RA_FMAF(0x1.50374ep-14f, z, -0x1.288f14p-11f);
    p = RA_FMAF(p, z, 0x1.c8176p-9f);
    p = RA_FMAF(p, z, -0x1.2b8d9ep-6f);
    p = RA_FMAF(p, z, 0x1.454374p-4f);
    p = RA_FMAF(p, z, -0x1.1fd164p-2f);
    p = RA_FMAF(p, z, -0x1.1ae14ep-5f);
    return RA_FMAF(p, x, x);
}

/* Above: 1 - erfc, log erfc = -2|x| + |x| Q(|x| - 1), Q by degree 5 on |x| in [1, 4], error 2^-28.6 of
 * erf. erfc is below 0.16, so that its own rounding errors do not matter, and n ln2 needs one float. */
RA_MATH void ra__erff_first(float x, float *kept, int wide) {
    (void)wide;
    float a = ra__magnitude_f32(x, 4.0f), t = a - 1.0f;
    float q = RA_FMAF(0x1.b97cdap-13f, t, -0x1.17a076p-9f);
    q = RA_FMAF(q, t, 0x1.8e5b1p-7f);
    q = RA_FMAF(q, t, -0x1.b8348ap-5f);
    q = RA_FMAF(q, t, -0x1.94276p-1f);
    q = RA_FMAF(q, t, 0x1.340208p-3f);
    kept[0] = RA_FMAF(q, a, -2.0f * a);
}

RA_MATH float ra__erff_last(float x, const float *kept, int wide) {
    (void)wide;
    float t = RA_FMAF(kept[0], RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_F32, kept[0]);
    float s = ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); /* 2^n */
    float g = RA_FMAF(r * r, ra__exp_tail4_f32(r), r);
    return __builtin_copysignf(RA_FMAF(-s, g, 1.0f - s), x);
}

/* Error: 0.82 and 0.94. */
#define RA_PIECES_NAME erff
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_KEPT 1
#include "math_pieces.h"

#endif
