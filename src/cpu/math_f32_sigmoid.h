/* math_f32_sigmoid.h: the functions of float32 that are shaped like an S, and what is made of them:
 * tanh, sigmoid, silu, erf, gelu. All but silu have a polynomial for |x| <= 1, and beyond it tails made
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

/* gelu = x Phi(x). |x| <= 1: Phi = 1/2 + x (p0 + P(x^2 - 15/32)), degree 5, error 2^-30.6. Its leading
 * part keeps its rounding error. */
RA_MATH float ra__geluf_small(float x) {
    const float p0 = 0x1.988454p-2f;
    float z = RA_FMAF(x, x, -0.46875f);
    float p = RA_FMAF(-0x1.f4599p-18f, z, 0x1.90543ap-14f);
    p = RA_FMAF(p, z, -0x1.03a034p-10f);
    p = RA_FMAF(p, z, 0x1.14c8dcp-7f);
    p = RA_FMAF(p, z, -0x1.da21d8p-5f);
    p = ra__residual_f32(p, z, -0x1.dca83ep-6f);
    float w = x * p0, h = 0.5f + w, l = (w - (h - 0.5f)) + ra__residual_f32(x, p, ra__residual_f32(x, p0, -w));
    return ra__residual_f32(x, h, x * l);
}

/* Above, with z = |x|: Phi(-z) = e^(-z^2/2 - slope z + shift + B(z)) / 4. B is small and what is beside
 * it nearly exact, so that the exponent is good beyond float's last bit. Here: the exponent as n ln2 + r
 * + c, and n in the low bits of t. r lies in [log 3/4, log 3/2], about 0.0589, and not about zero: so
 * e^r - 1 lies in [-1/4, 1/2], where it rounds to the finest part of e^r. */
RA_MATH float ra__gelu_reduce_f32(float z, float slope, float shift, float b, float *c, float *t) {
    float y = -0.5f * z, q = y * z, ql = ra__residual_f32(y, z, -q);
    *t = RA_FMAF((q + (shift - 0.0589f)) + RA_FMAF(-slope, z, b), RA__LOG2E_F32, RA__ROUND_F32);
    float n = *t - RA__ROUND_F32, hi = RA_FMAF(n, -RA__LN2_HI_F32, q) + shift;
    float w = RA_FMAF(-slope, z, hi), wl = RA_FMAF(-slope, z, hi - w);
    float v = b + RA_FMAF(n, -RA__LN2_LO_F32, ql), r = w + v;
    *c = ((w - r) + v) + wl;
    return r;
}

/* m (e^r + c); (e^r - 1 - r) / r^2 by degree 4, error 2^-28.4 of e^r. */
RA_MATH float ra__gelu_tail_f32(float m, float r, float c) {
    float q = RA_FMAF(0x1.7fc268p-10f, r, 0x1.11f262p-7f);
    q = RA_FMAF(q, r, 0x1.554422p-5f);
    q = RA_FMAF(q, r, 0x1.5554d6p-3f);
    q = RA_FMAF(q, r, 0x1.000006p-1f);
    return ra__residual_f32(m, r + ra__residual_f32(r * r, q, c), m);
}

/* B by degree 11 in z - 2.875 on [1, 5.5], error 2^-29.5. */
RA_MATH float ra__gelu_near_f32(float z) {
    float t = z - 2.875f, u = t * t;
    float a = RA_FMAF(0x1.b1584ep-31f, u, 0x1.a4d272p-27f), b = RA_FMAF(-0x1.c46a58p-28f, u, 0x1.179168p-23f);
    a = RA_FMAF(a, u, -0x1.e55p-20f);
    b = RA_FMAF(b, u, 0x1.11d1bp-16f);
    a = RA_FMAF(a, u, -0x1.05b14ep-13f);
    b = RA_FMAF(b, u, 0x1.c480cap-11f);
    a = RA_FMAF(a, u, -0x1.72ca32p-8f);
    float p = RA_FMAF(b, t, a); /* the last steps one by one: there their terms are small */
    p = ra__residual_f32(p, t, 0x1.31bf6ep-5f);
    p = ra__residual_f32(p, t, -0x1.597666p-5f);
    return ra__residual_f32(p, t, -0x1.f7bcdcp-4f);
}

/* B by degree 11 in z - 9.75 on [5.5, 14.625], error 2^-29.7. */
RA_MATH float ra__gelu_far_f32(float z) {
    float t = z - 9.75f, u = t * t;
    float a = RA_FMAF(-0x1.9fb6d2p-42f, u, -0x1.088a9cp-34f), b = RA_FMAF(0x1.adbda8p-38f, u, 0x1.9108e8p-31f);
    a = RA_FMAF(a, u, -0x1.544e84p-27f);
    b = RA_FMAF(b, u, 0x1.167a4p-23f);
    a = RA_FMAF(a, u, -0x1.c76ac6p-20f);
    b = RA_FMAF(b, u, 0x1.7d9f3cp-16f);
    a = RA_FMAF(a, u, -0x1.4efa22p-12f);
    float p = RA_FMAF(b, t, a); /* the last steps one by one: there their terms are small */
    p = RA_FMAF(p, t, 0x1.44aa9p-8f);
    p = RA_FMAF(p, t, 0x1.91373ep-6f);
    return RA_FMAF(p, t, -0x1.5f680ap-4f);
}

#define RA__GELU_NEAR_F32 5.5f
RA_MATH void ra__geluf_first(float x, float *kept, int wide) {
    float z = wide ? ra__magnitude_f32(x, 14.625f) : __builtin_fabsf(x), b = ra__gelu_near_f32(z);
    kept[0] = wide && z > RA__GELU_NEAR_F32 ? ra__gelu_far_f32(z) : b;
}

/* Far below zero n is raised by 64, and the result brought down in the end. */
#define RA__GELU_FAR_F32 10.0f
RA_MATH void ra__geluf_second(float x, float *kept, int wide) {
    float z = wide ? ra__magnitude_f32(x, 14.625f) : __builtin_fabsf(x);
    int far = wide && z > RA__GELU_NEAR_F32;
    float c, t, r = ra__gelu_reduce_f32(z, far ? 0.125f : 0.25f, far ? -0.515625f : 0.15625f, kept[0], &c, &t);
    t = wide && z > RA__GELU_FAR_F32 ? t + 64.0f : t;
    kept[0] = r;
    kept[1] = RA_FMAF(c, r, c); /* c e^r, nearly */
    kept[2] = z * ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3e800000u); /* z 2^n / 4 */
}

/* gelu(x) = max(x, 0) - |x| Phi(-|x|). NaN at -inf, as x (1 + erf(x/sqrt 2)) / 2 has it. */
RA_MATH float ra__geluf_last(float x, const float *kept, int wide) {
    float tail = ra__gelu_tail_f32(kept[2], kept[0], kept[1]);
    tail = wide && __builtin_fabsf(x) > RA__GELU_FAR_F32 ? tail * 0x1p-64f : tail;
    float y = (x > 0.0f ? x : -0.0f) - tail;
    return wide && x == -RA__INF_F32 ? RA__NAN_F32 : y;
}

/* Error: 0.97 and 0.98. */
#define RA_PIECES_NAME geluf
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_NEAR RA__GELU_NEAR_F32
#define RA_PIECES_SECOND
#define RA_PIECES_KEPT 3
#include "math_pieces.h"

#endif
