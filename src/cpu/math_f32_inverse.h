/* math_f32_inverse.h: the inverses of sine, cosine and tangent of float32, in float32 lanes but for the angle of a point, and for the tangent's
 * where there is no FMA, which are in float64 lanes. Included by math_f32.h, which says how errors are stated.
 */
#ifndef RA_CPU_MATH_F32_INVERSE_H
#define RA_CPU_MATH_F32_INVERSE_H

#include "math_base.h"

#define RA__PI_F64 0x1.921fb54442d18p1

/* (atan t - t) / t^3 by z = t^2, |t| <= tan(pi/8): degree 6, error 2^-38 of atan. */
RA_MATH double ra__atan_tail_wide(double z) {
    double p = RA_FMA(-0x1.4b348fe081416p-5, z, 0x1.24425ba99f811p-4);
    p = RA_FMA(p, z, -0x1.71d3963f586fcp-4);
    p = RA_FMA(p, z, 0x1.c6f683c68ff3fp-4);
    p = RA_FMA(p, z, -0x1.2491c07b55c0bp-3);
    p = RA_FMA(p, z, 0x1.9999982560b1bp-3);
    p = RA_FMA(p, z, -0x1.55555555020aap-2);
    return p;
}

/* The angle of the point (x, y), both from 0 to infinity, not both NaN; up to pi/8 by the quotient, about pi/4 by that of difference
 * and sum. */
RA_MATH double ra__atan_quadrant_wide(double y, double x) {
    double less = y < x ? y : x, more = y < x ? x : y;
    int both = less == RA__INF_F64;
    less = both ? 1.0 : less;
    more = (both | (more == 0.0)) ? 1.0 : more;
    int steep = less > more * 0x1.a827999fcef32p-2; /* tan(pi/8) */
    double t = (steep ? less - more : less) / (steep ? less + more : more);
    double r = RA_FMA(t * (t * t), ra__atan_tail_wide(t * t), t);
    r = steep ? r + RA__PI_F64 / 4 : r;
    return y > x ? RA__PI_F64 / 2 - r : r;
}

#ifdef RA__BY_TABLE
/* atan t and, from column 16 on, pi/2 - atan t, 0 <= t <= 1: of the interval about column / 15 by degree 5, error 2^-33. c0 and c1 are nearly
 * exact, as math_table.h says. */
enum { RA__ATAN_DEGREE = 5, RA__ATAN_ROWS = RA__ATAN_DEGREE + 2 };
static const float ra__atanf_table[RA__ATAN_ROWS][32] __attribute__((aligned(64))) = { /* centre, c0, ... c5 */
    {0x0p+0f, 0x1.1132e4p-4f, 0x1.118eap-3f, 0x1.99c5a8p-3f, 0x1.110f26p-2f, 0x1.55e45cp-2f, 0x1.993b6cp-2f, 0x1.dd4672p-2f,
     0x1.1144cp-1f, 0x1.3338e6p-1f, 0x1.55ef24p-1f, 0x1.76f38cp-1f, 0x1.99b4ccp-1f, 0x1.bb76d8p-1f, 0x1.de49d2p-1f, 0x1.f71136p-1f,
     0x1.114ccep-6f, 0x1.10dfa6p-4f, 0x1.10bebep-3f, 0x1.993a08p-3f, 0x1.109ea6p-2f, 0x1.55cf84p-2f, 0x1.99e66ap-2f, 0x1.de47dp-2f,
     0x1.1187b2p-1f, 0x1.3306c2p-1f, 0x1.55ad6cp-1f, 0x1.77c8p-1f, 0x1.991aacp-1f, 0x1.bc44eep-1f, 0x1.de5e96p-1f, 0x1.f80ce8p-1f},
    {0x0p+0f, 0x1.10cb74p-4f, 0x1.0ff28ap-3f, 0x1.946e7cp-3f, 0x1.0ad99p-2f, 0x1.49f9aep-2f, 0x1.855244p-2f, 0x1.be9ed2p-2f,
     0x1.f607d6p-2f, 0x1.14b60ep-1f, 0x1.2d791ap-1f, 0x1.43a1d4p-1f, 0x1.59883ap-1f, 0x1.6d75f2p-1f, 0x1.80b372p-1f, 0x1.8d9e48p-1f,
     0x1.8dda9cp+0f, 0x1.81182cp+0f, 0x1.703aecp+0f, 0x1.5fa2aep+0f, 0x1.4f8394p+0f, 0x1.3fa5fap+0f, 0x1.30a64ap+0f, 0x1.22432ap+0f,
     0x1.1483b4p+0f, 0x1.07d71ep+0f, 0x1.f6f3c6p-1f, 0x1.e01368p-1f, 0x1.cb1534p-1f, 0x1.b653dp-1f, 0x1.a380e2p-1f, 0x1.962132p-1f},
    {0x1p+0f, 0x1.fdbb7ap-1f, 0x1.f70672p-1f, 0x1.ec4ab2p-1f, 0x1.de0292p-1f, 0x1.cca62ap-1f, 0x1.b97d18p-1f, 0x1.a49fc2p-1f,
     0x1.8e7c42p-1f, 0x1.7874c6p-1f, 0x1.6213e2p-1f, 0x1.4d4486p-1f, 0x1.3821c6p-1f, 0x1.2489b6p-1f, 0x1.1168d2p-1f, 0x1.04815ep-1f,
     -0x1.ffdb8ap-1f, -0x1.fdbcdap-1f, -0x1.f713d4p-1f, -0x1.ec579ap-1f, -0x1.de1cb4p-1f, -0x1.ccabccp-1f, -0x1.b94a44p-1f, -0x1.a44ec6p-1f,
     -0x1.8e50f8p-1f, -0x1.78954ep-1f, -0x1.623ddep-1f, -0x1.4cc0bep-1f, -0x1.387d7cp-1f, -0x1.24153ep-1f, -0x1.115dc2p-1f, -0x1.040172p-1f},
    {0x1.361b94p-30f, -0x1.0ec8b8p-4f, -0x1.080cf6p-3f, -0x1.7ad52ap-3f, -0x1.dc03dep-3f, -0x1.14c03ep-2f, -0x1.3046d8p-2f, -0x1.421ea2p-2f,
     -0x1.4b0ef2p-2f, -0x1.4c2db6p-2f, -0x1.470fcep-2f, -0x1.3db98ep-2f, -0x1.30895p-2f, -0x1.218af8p-2f, -0x1.10c6cep-2f, -0x1.04776cp-2f,
     0x1.112b44p-6f, 0x1.0e778ap-4f, 0x1.07522ep-3f, 0x1.7a6844p-3f, 0x1.db73dcp-3f, 0x1.14b65ep-2f, 0x1.307fc6p-2f, 0x1.42503p-2f,
     0x1.4b1804p-2f, 0x1.4c30dap-2f, 0x1.471e62p-2f, 0x1.3d71ecp-2f, 0x1.30c9a4p-2f, 0x1.212accp-2f, 0x1.10bc7ep-2f, 0x1.03f986p-2f},
    {-0x1.55556ap-2f, -0x1.4c5304p-2f, -0x1.325ed6p-2f, -0x1.0af9c8p-2f, -0x1.b5067ep-3f, -0x1.4ae894p-3f, -0x1.c7f344p-4f, -0x1.07a8b8p-4f,
     -0x1.766212p-6f, 0x1.5c14a6p-7f, 0x1.314a7p-5f, 0x1.ca8db6p-5f, 0x1.1ce73p-4f, 0x1.3e7dc6p-4f, 0x1.506134p-4f, 0x1.551356p-4f,
     0x1.54c4bcp-2f, 0x1.4c5892p-2f, 0x1.3291dcp-2f, 0x1.0b266cp-2f, 0x1.b5af26p-3f, 0x1.4b081p-3f, 0x1.c5f732p-4f, 0x1.04fb7ap-4f,
     0x1.71b1c2p-6f, -0x1.565ab6p-7f, -0x1.2fe4p-5f, -0x1.cdc8c2p-5f, -0x1.1c2348p-4f, -0x1.3f148cp-4f, -0x1.506a2cp-4f, -0x1.5514d4p-4f},
    {0x1.9b5218p-16f, 0x1.0ad8dp-4f, 0x1.f3c988p-4f, 0x1.4fc2d6p-3f, 0x1.80f918p-3f, 0x1.8d6e6p-3f, 0x1.7bdf1cp-3f, 0x1.545f9p-3f,
     0x1.1edeeep-3f, 0x1.cbe2acp-4f, 0x1.5b0da8p-4f, 0x1.f26c7cp-5f, 0x1.469e7ap-5f, 0x1.785a08p-6f, 0x1.405c8p-7f, 0x1.f2dc4ap-8f,
     -0x1.5b69fcp-6f, -0x1.0a117p-4f, -0x1.f1a1b2p-4f, -0x1.50ac24p-3f, -0x1.813df4p-3f, -0x1.8f0b3p-3f, -0x1.7b3f62p-3f, -0x1.54671ap-3f,
     -0x1.1e15dcp-3f, -0x1.cc2382p-4f, -0x1.5aadb6p-4f, -0x1.ed195ep-5f, -0x1.4bd794p-5f, -0x1.760b06p-6f, -0x1.368f36p-7f, -0x1.57b1e8p-8f},
    {0x1.984662p-3f, 0x1.80b69p-3f, 0x1.34332p-3f, 0x1.9cdefep-4f, 0x1.6d4a32p-5f, -0x1.8364ccp-8f, -0x1.62ec56p-5f, -0x1.1f6418p-4f,
     -0x1.4f4762p-4f, -0x1.5cb286p-4f, -0x1.3f14f2p-4f, -0x1.1662a6p-4f, -0x1.caf14ep-5f, -0x1.71ac6ep-5f, -0x1.113708p-5f, -0x1.a03644p-4f,
     -0x1.ad73bp-3f, -0x1.8124c4p-3f, -0x1.36555cp-3f, -0x1.907806p-4f, -0x1.65b3b6p-5f, 0x1.8c9992p-8f, 0x1.68daa6p-5f, 0x1.226136p-4f,
     0x1.515612p-4f, 0x1.544e3cp-4f, 0x1.3efa68p-4f, 0x1.1a90b2p-4f, 0x1.d9236cp-5f, 0x1.704326p-5f, 0x1.22cfeep-5f, -0x1.7a88fp-8f},
};

/* atan. t = |x|, or beyond 1 the processor's guess at 1 / |x|, good to 2^-14, and what it lacks. From 2^30 on the result is a float's pi/2.
 * Error, of every float32: 0.996. */
RA_MATH float ra__atanf(float x) {
    float a = __builtin_fabsf(x);
    a = a > 0x1p30f ? 0x1p30f : a; /* NaN stays */
    int steep = a > 1.0f;
    __m128 guess = _mm_set_ss(a);
    float t = steep ? _mm_cvtss_f32(_mm_rcp14_ss(guess, guess)) : a, lacks = steep ? RA_FMAF(-a, t, 1.0f) : 0.0f;
    uint32_t k = ra__bits_f32(RA_FMAF(t, 15.0f, steep ? RA__ROUND_F32 + 16.0f : RA__ROUND_F32)) & 31u;
    float d = RA_FMAF(t, lacks, t - ra__atanf_table[0][k]), w = ra__atanf_table[RA__ATAN_ROWS - 1][k];
    for (int j = RA__ATAN_DEGREE; j > 0; j--)
        w = RA_FMAF(w, d, ra__atanf_table[j][k]);
    return __builtin_copysignf(w, x);
}

/* The same, a lane an element. */
RA_MATH __m512 ra__atanf_vector(__m512 x, const __m512 *table) {
    const __m512 sign = _mm512_set1_ps(-0.0f), one = _mm512_set1_ps(1.0f), a = _mm512_min_ps(_mm512_set1_ps(0x1p30f), _mm512_abs_ps(x)); /* NaN stays */
    const __mmask16 steep = _mm512_cmp_ps_mask(a, one, _CMP_GT_OQ);
    const __m512 t = _mm512_mask_rcp14_ps(a, steep, a), lacks = _mm512_maskz_fnmadd_ps(steep, a, t, one);
    const __m512 from = _mm512_mask_blend_ps(steep, _mm512_set1_ps(RA__ROUND_F32), _mm512_set1_ps(RA__ROUND_F32 + 16.0f));
    const __m512i k = _mm512_castps_si512(_mm512_fmadd_ps(t, _mm512_set1_ps(15.0f), from)); /* of which the low five bits count */
    const __m512 d = _mm512_fmadd_ps(t, lacks, _mm512_sub_ps(t, _mm512_permutex2var_ps(table[0], k, table[1])));
    __m512 w = _mm512_permutex2var_ps(table[2 * RA__ATAN_ROWS - 2], k, table[2 * RA__ATAN_ROWS - 1]);
    for (int j = RA__ATAN_DEGREE; j > 0; j--)
        w = _mm512_fmadd_ps(w, d, _mm512_permutex2var_ps(table[2 * j], k, table[2 * j + 1]));
    return _mm512_or_ps(_mm512_andnot_ps(sign, w), _mm512_and_ps(x, sign));
}

/* out and in are the same array or do not overlap. */
static inline void ra__atanf_n(float *out, const float *in, size_t count) {
    __m512 table[2 * RA__ATAN_ROWS];
    for (int j = 0; j < 2 * RA__ATAN_ROWS; j++)
        table[j] = _mm512_load_ps(ra__atanf_table[0] + 16 * j);
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        _mm512_storeu_ps(out + i, ra__atanf_vector(_mm512_loadu_ps(in + i), table));
    if (i < count) {
        const __mmask16 rest = (__mmask16)((1u << (count - i)) - 1);
        _mm512_mask_storeu_ps(out + i, rest, ra__atanf_vector(_mm512_maskz_loadu_ps(rest, in + i), table));
    }
}
#elif RA_HAVE_FMA
/* (atan t - t) / t^3 by z = t^2, |t| <= 1: degree 10, error 2^-33 of atan. */
RA_MATH float ra__atan_tail_f32(float z) {
    float p = RA_FMAF(-0x1.3ea66p-11f, z, 0x1.226576p-8f);
    p = RA_FMAF(p, z, -0x1.efa324p-7f);
    p = RA_FMAF(p, z, 0x1.0d8f06p-5f);
    p = RA_FMAF(p, z, -0x1.b3ea8ap-5f);
    p = RA_FMAF(p, z, 0x1.26816ap-4f);
    p = RA_FMAF(p, z, -0x1.6f1358p-4f);
    p = RA_FMAF(p, z, 0x1.c639ecp-4f);
    p = RA_FMAF(p, z, -0x1.2486fap-3f);
    p = RA_FMAF(p, z, 0x1.999906p-3f);
    return RA_FMAF(p, z, -0x1.555554p-2f);
}

/* atan. t = |x|, or beyond 1 pi/2 and t = -1 / |x|, less its rounding error over 1 + t^2. From 2^30 on the result is a float's pi/2.
 * Error: 0.98, of every float32, and 0.501. */
RA_MATH float ra__atanf(float x) {
    float a = __builtin_fabsf(x);
    a = a > 0x1p30f ? 0x1p30f : a; /* NaN stays */
    int steep = a > 1.0f;
    float over = steep ? -1.0f : a, under = steep ? a : 1.0f, t = over / under, z = t * t, cube = t * z, p = ra__atan_tail_f32(z);
    float tl = t * RA_FMAF(t, under, -over);
    float base = steep ? 0x1.921fb6p0f : 0.0f, low = steep ? -0x1.777a5cp-25f : 0.0f;
    float h = base + t, e = (base - h) + t + low;
    return __builtin_copysignf(h + RA_FMAF(cube, p, RA_FMAF(RA_FMAF(t, z, -cube), p, RA_FMAF(-0.5f * z, tl, tl) + e)), x);
}
#else
/* In float64 lanes. */
RA_MATH float ra__atanf(float x) {
    float y = (float)ra__atan_quadrant_wide((double)__builtin_fabsf(x), 1.0);
    return x == x ? __builtin_copysignf(y, x) : x;
}
#endif

/* atan2. Error: 0.501 and 0.501. */
RA_MATH float ra__atan2f(float y, float x) {
    double r = ra__atan_quadrant_wide((double)__builtin_fabsf(y), (double)__builtin_fabsf(x));
    r = (int32_t)ra__bits_f32(x) < 0 ? RA__PI_F64 - r : r;
    return ((x == x) & (y == y)) ? __builtin_copysignf((float)r, y) : x + y;
}

/*
 * asin of s = hi + *lo, which is a up to 1/2, and beyond it sqrt((1 - a) / 2), of which asin(a) is pi/2 - 2 asin(s). (asin s - s) / s^3 by
 * degree 4 in s^2, error 2^-27.6 of asin. The root is by a guess from the bits, two of Newton's steps for its reciprocal, and one with the
 * residual, of which what s has no room for is in *lo.
 */
RA_MATH float ra__asin_parts_f32(float a, float *lo) {
    int large = a > 0.5f;
    float z = large ? 0.5f - 0.5f * a : a * a, half = 0.5f * z;
    float y = ra__from_bits_f32(0x5f375a86u - (ra__bits_f32(z) >> 1));
    y = RA_FMAF(y, RA_FMAF(-half * y, y, 0.5f), y);
    y = RA_FMAF(y, RA_FMAF(-half * y, y, 0.5f), y);
    float near = z * y, by = ra__residual_f32(-near, near, z) * (0.5f * y), root = near + by, left = (near - root) + by;
    float s = large ? root : a;
    float p = RA_FMAF(0x1.596d26p-5f, z, 0x1.8c283ep-6f);
    p = RA_FMAF(p, z, 0x1.747e4ap-5f);
    p = RA_FMAF(p, z, 0x1.3301e4p-4f);
    p = RA_FMAF(p, z, 0x1.5555c8p-3f);
    *lo = RA_FMAF(s * z, p, large ? left : 0.0f);
    return s;
}

/* base - (hi + lo), rounded once but for a little, where base is a multiple of pi/2 as a float, and |hi| <= base, or base is zero. */
RA_MATH float ra__angle_less_f32(float base, float hi, float lo) {
    float t = base - hi;
    return t + (((base - t) - hi) + RA_FMAF(base, -0x1.de12cap-26f, -lo)); /* what it lacks of the angle, for each of its units */
}

#define RA__HALF_PI_F32 0x1.921fb6p0f

/* asin. NaN beyond -1 and 1. Error: 0.675 and 0.69. */
RA_MATH float ra__asinf(float x) {
    float a = __builtin_fabsf(x), lo, hi = ra__asin_parts_f32(a, &lo);
    float y = a > 0.5f ? ra__angle_less_f32(RA__HALF_PI_F32, 2.0f * hi, 2.0f * lo) : hi + lo;
    return __builtin_copysignf(a > 1.0f ? RA__NAN_F32 : y, x);
}

/* acos: up to 1/2 it is pi/2 less asin(x), beyond it 2 asin(s), and pi less that of what is negative. Error: 0.655 and 0.68. */
RA_MATH float ra__acosf(float x) {
    float a = __builtin_fabsf(x), lo, hi = ra__asin_parts_f32(a, &lo);
    int large = a > 0.5f;
    uint32_t negative = ra__bits_f32(x) & 0x80000000u;
    float turned = ra__from_bits_f32((uint32_t)((int32_t)negative >> 31) & ra__bits_f32(2.0f * RA__HALF_PI_F32));
    float base = large ? turned : RA__HALF_PI_F32, by = ra__from_bits_f32(ra__bits_f32(large ? -2.0f : 1.0f) ^ negative);
    return a > 1.0f ? RA__NAN_F32 : ra__angle_less_f32(base, by * hi, by * lo);
}

#endif
