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
#include "math_f32_inverse.h"
#include "math_f32_special.h"
#include "math_f32_trig.h"
#include "math_f32_wide.h"

#define RA__LOG2E_F32 0x1.715476p0f
#define RA__LN2_F32 0x1.62e43p-1f
#define RA__LN2_HI_F32 0x1.62e4p-1f       /* 15 bits: exact times any exponent */
#define RA__LN2_LO_F32 0x1.7f7d1cp-20f

/* x between low <= 0 and high >= 0 by the order of its bits; a NaN becomes one of them. */
RA_MATH float ra__clamp_f32(float x, float low, float high) {
    uint32_t u = ra__bits_f32(x), least = ra__bits_f32(low);
    int32_t v = (int32_t)(u < least ? u : least), most = (int32_t)ra__bits_f32(high);
    return ra__from_bits_f32((uint32_t)(v < most ? v : most));
}

/* |x|, but high where that is larger or NaN. */
RA_MATH float ra__magnitude_f32(float x, float high) {
    int32_t v = (int32_t)(ra__bits_f32(x) & 0x7fffffffu), most = (int32_t)ra__bits_f32(high);
    int32_t least = v < most ? v : most;
    return ra__from_bits_f32((uint32_t)least);
}

/* (e^r - 1 - r) / r^2 on |r| <= ln2/2: degree 5, error 2^-32.1 of e^r. */
RA_MATH float ra__exp_tail_f32(float r) {
    float q = RA_FMAF(0x1.a2d99p-13f, r, 0x1.6d2e0cp-10f);
    q = RA_FMAF(q, r, 0x1.110fc2p-7f);
    q = RA_FMAF(q, r, 0x1.555502p-5f);
    q = RA_FMAF(q, r, 0x1.555556p-3f);
    return RA_FMAF(q, r, 0.5f);
}

/* The same to degree 4, error 2^-28.2 of e^r. */
RA_MATH float ra__exp_tail4_f32(float r) {
    float q = RA_FMAF(0x1.6a4f28p-10f, r, 0x1.12398p-7f);
    q = RA_FMAF(q, r, 0x1.5558aep-5f);
    q = RA_FMAF(q, r, 0x1.555492p-3f);
    return RA_FMAF(q, r, 0x1.fffffcp-2f);
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

/* e^x = y 2^n, y in [0.7, 1.42]. With FMA no step of the sum but the last rounds anything that matters. */
RA_MATH int32_t ra__exp_scaled_f32(float x, float *y) {
    float r, c;
    int32_t n = ra__exp_reduce_f32(x, &r, &c);
#if RA_HAVE_FMA
    *y = RA_FMAF(RA_FMAF(ra__exp_tail4_f32(r), r, 1.0f), r, 1.0f);
#else
    *y = 1.0f + (r + RA_FMAF(r * r, ra__exp_tail_f32(r), c));
#endif
    return n;
}

/* exp. Reduction to |r| <= ln2/2 and a polynomial. Error: 0.90 and 0.87. */
RA_MATH float ra__expf_wide(float x) {
    float y, s1, s2;
    int32_t n = ra__exp_scaled_f32(ra__clamp_f32(x, -104.0f, 89.0f), &y);
    ra__scale_f32(n, &s1, &s2); /* in two steps, so that a subnormal result is rounded once */
    y = (y * s1) * s2;
    return x == x ? y : x;
}

/* The same where result and 2^n are normal numbers: no clamping, and one addition to scale. */
RA_MATH float ra__expf_near(float x) {
    float y;
    int32_t n = ra__exp_scaled_f32(x, &y);
    return ra__from_bits_f32(ra__bits_f32(y) + ((uint32_t)n << 23));
}

/* The same up to 40, and so far down as one likes: in two steps, of which the first leaves a normal number. Where the second would come to
 * nothing, which takes processors long, another number is taken through both. */
RA_MATH float ra__expf_low(float x) {
    float y;
    int32_t n = ra__exp_scaled_f32(x > -104.0f ? x : 0.0f, &y);
    y = ra__from_bits_f32(ra__bits_f32(y) + ((uint32_t)(n + 64) << 23)) * 0x1p-64f;
    return x > -104.0f ? y : 0.0f;
}

/* The same where it is near, or so far that it is 0, infinity or NaN. */
RA_MATH float ra__expf_ends(float x) {
    int near = __builtin_fabsf(x) <= 87.0f;
    float y = ra__expf_near(near ? x : 0), end = x > 0 ? RA__INF_F32 : 0;
    return near ? y : x == x ? end : x;
}

RA_MATH float ra__expf(float x) { return ra__expf_wide(x); }

/* exp2: e^(f ln2) 2^n, f what is left of x by its nearest integer n, which is exact. Error: 0.83 and 0.83. */
RA_MATH int32_t ra__exp2_scaled_f32(float x, float *y) {
    float t = x + RA__ROUND_F32, f = x - (t - RA__ROUND_F32);
    float r = f * RA__LN2_F32, c = RA_FMAF(f, -0x1.05c61p-29f, ra__residual_f32(f, RA__LN2_F32, -r));
    *y = 1.0f + (r + RA_FMAF(r * r, ra__exp_tail_f32(r), c));
    return (int32_t)(ra__bits_f32(t) - ra__bits_f32(RA__ROUND_F32));
}

RA_MATH float ra__exp2f_wide(float x) {
    float y, s1, s2;
    int32_t n = ra__exp2_scaled_f32(ra__clamp_f32(x, -151.0f, 129.0f), &y);
    ra__scale_f32(n, &s1, &s2);
    y = (y * s1) * s2;
    return x == x ? y : x;
}

RA_MATH float ra__exp2f_near(float x) {
    float y;
    int32_t n = ra__exp2_scaled_f32(x, &y);
    return ra__from_bits_f32(ra__bits_f32(y) + ((uint32_t)n << 23));
}

/* The same where it is near, or so far that it is 0, infinity or NaN. */
RA_MATH float ra__exp2f_ends(float x) {
    int near = __builtin_fabsf(x) <= 125.0f;
    float y = ra__exp2f_near(near ? x : 0), end = x > 0 ? RA__INF_F32 : 0;
    return near ? y : x == x ? end : x;
}

RA_MATH float ra__exp2f(float x) { return ra__exp2f_wide(x); }

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

/* (log(1+f) - f + f^2/2) / f^3, 1 + f in [sqrt(1/2), sqrt(2)), by degree 8, error 2^-27.7 of the logarithm. */
RA_MATH float ra__log_tail_f32(float f) {
    float p = RA_FMAF(0x1.2cb40ep-4f, f, -0x1.ddb2cep-4f);
    p = RA_FMAF(p, f, 0x1.dc75e8p-4f);
    p = RA_FMAF(p, f, -0x1.fbbf2ep-4f);
    p = RA_FMAF(p, f, 0x1.23de4p-3f);
    p = RA_FMAF(p, f, -0x1.556288p-3f);
    p = RA_FMAF(p, f, 0x1.999d2ap-3f);
    p = RA_FMAF(p, f, -0x1.ffffe6p-3f);
    return RA_FMAF(p, f, 0x1.555554p-2f);
}

/* k and f = m - 1 from u, the bits of 2^(k + up) m, m in [sqrt(1/2), sqrt(2)). */
RA_MATH float ra__log_reduce_f32(uint32_t u, int32_t up, float *f) {
    u -= 0x3f3504f3u; /* sqrt(1/2) */
    *f = ra__from_bits_f32((u & 0x7fffffu) + 0x3f3504f3u) - 1.0f;
    return (float)(((int32_t)u >> 23) - up);
}

/* log of 2^k m. k ln2 + f keeps its rounding error. */
RA_MATH float ra__log_parts_f32(uint32_t u, int32_t up) {
    float f, k = ra__log_reduce_f32(u, up, &f), p = ra__log_tail_f32(f);
    float s = RA_FMAF(k, RA__LN2_HI_F32, f), e = RA_FMAF(k, RA__LN2_HI_F32, -s) + f; /* the product is exact */
    return s + RA_FMAF(f * f, RA_FMAF(p, f, -0.5f), RA_FMAF(k, RA__LN2_LO_F32, e));
}

/* A logarithm y of x, where x may be no positive number. */
RA_MATH float ra__log_ends_f32(float x, float y) {
    y = x < RA__INF_F32 ? y : x; /* +inf and NaN */
    y = x < 0.0f ? RA__NAN_F32 : y;
    return x == 0.0f ? -RA__INF_F32 : y;
}

/* log. Error: 0.88 and 0.78. */
#define RA__LOG_NEAR_F32(x) (((x) >= 0x1p-126f) & ((x) < RA__INF_F32))
RA_MATH float ra__logf_near(float x) { return ra__log_parts_f32(ra__bits_f32(x), 0); }

RA_MATH float ra__logf_wide(float x) {
    int tiny = x < 0x1p-126f;
    return ra__log_ends_f32(x, ra__log_parts_f32(ra__bits_f32(tiny ? x * 0x1p23f : x), tiny ? 23 : 0));
}

RA_MATH float ra__logf(float x) { return ra__logf_wide(x); }

/* 1 / sqrt(x): a first value y, and a step of y (1 + e / 2 + 3 e^2 / 8) with e = 1 - x y^2, which keeps the residual. Error: 0.501 and 0.501. */
#ifdef RA__BY_TABLE
/* Where the root's and the quotient's instructions take as long again for twice the lanes: from a guess from the bits, 3.5 % off at most, by
 * such a step without the residual. */
#define RA__RSQRT_NEAR_F32(x) (((x) >= 0x1p-100f) & ((x) < RA__INF_F32))
RA_MATH float ra__rsqrtf_near(float a) {
    float y = ra__from_bits_f32(0x5f375a86u - (ra__bits_f32(a) >> 1));
    float e = RA_FMAF(-a * y, y, 1.0f);
    y = RA_FMAF(y * e, RA_FMAF(0.375f, e, 0.5f), y);
    float t = a * y, tl = ra__residual_f32(a, y, -t);
    e = RA_FMAF(-tl, y, ra__residual_f32(-t, y, 1.0f));
    return RA_FMAF(y * e, RA_FMAF(0.375f, e, 0.5f), y);
}

RA_MATH float ra__rsqrtf_wide(float x) {
    int tiny = x < 0x1p-100f;
    float z = ra__rsqrtf_near(tiny ? x * 0x1p100f : x);
    z = tiny ? z * 0x1p50f : z;
    z = x < RA__INF_F32 ? z : x == x ? 0.0f : x;
    z = x < 0.0f ? RA__NAN_F32 : z;
    return x == 0.0f ? __builtin_copysignf(RA__INF_F32, x) : z;
}

RA_MATH float ra__rsqrtf(float x) { return ra__rsqrtf_wide(x); }
#else
/* By those, in whose time the step has a place; e^2 is nothing then. Of what has no such e they give what there is. */
RA_MATH float ra__rsqrtf(float x) {
    float y = 1.0f / __builtin_sqrtf(x), t = x * y, tl = ra__residual_f32(x, y, -t);
    float e = RA_FMAF(-tl, y, ra__residual_f32(-t, y, 1.0f));
    return e == e ? RA_FMAF(0.5f * y, e, y) : y;
}

static inline void ra__rsqrtf_n(float *out, const float *in, size_t count) {
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < count; i++)
        out[i] = ra__rsqrtf(in[i]);
}
#endif

/* Loops over contiguous elements, ra__expf_n and so on (out, in, count); out may be in. Of these
 * functions the near form gives the same bits as the other, and leaves out what only special values
 * and results that are not normal numbers need. */
#define RA_FAR_NAME expf
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_NEAR 87.0f
#define RA_FAR_LOW 40.0f
#define RA_FAR_END 104.0f
#include "math_far_block.h"
#define RA_FAR_NAME exp2f
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_NEAR 125.0f
#define RA_FAR_END 151.0f
#include "math_far_block.h"
#define RA_FAR_NAME logf
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_IS_NEAR RA__LOG_NEAR_F32
#include "math_far_block.h"
#ifdef RA__BY_TABLE
#define RA_FAR_NAME rsqrtf
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_IS_NEAR RA__RSQRT_NEAR_F32
#include "math_far_block.h"
#endif

/* sqrt of contiguous elements, correctly rounded. The instruction of 16 lanes takes long: here 1 / sqrt(x) to 14 bits, one of Newton's steps
 * for the root and half its reciprocal together, and one of the root with the residual kept, which leaves what the instruction gives (tried
 * for each significand, of even and odd exponents). Where one of 16 is tiny, infinite or none, the instruction has them all. */
static inline void ra__sqrtf_n(float *out, const float *in, size_t count) {
    size_t i = 0;
#ifdef RA__BY_TABLE
    for (; count - i >= 16; i += 16) {
        const __m512 x = _mm512_loadu_ps(in + i), half = _mm512_set1_ps(0.5f);
        const __mmask16 near = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p-100f), _CMP_GE_OQ) & _mm512_cmp_ps_mask(x, _mm512_set1_ps(RA__INF_F32), _CMP_LT_OQ);
        const __m512 y = _mm512_rsqrt14_ps(x), s = _mm512_mul_ps(x, y), h = _mm512_mul_ps(half, y), e = _mm512_fnmadd_ps(s, h, half);
        const __m512 root = _mm512_fmadd_ps(s, e, s), left = _mm512_fnmadd_ps(root, root, x), by = _mm512_fmadd_ps(h, e, h);
        __m512 z = _mm512_fmadd_ps(left, by, root);
        if (__builtin_expect(near != 0xffff, 0))
            z = _mm512_sqrt_ps(x);
        _mm512_storeu_ps(out + i, z);
    }
#endif
    for (; i < count; i++)
        out[i] = __builtin_sqrtf(in[i]);
}

#include "math_f32_log.h"
#include "math_f32_sigmoid.h"
#include "math_f32_gelu.h"
#include "math_f32_error.h"

#endif
