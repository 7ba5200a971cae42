/* math_f32_log.h: logarithms of float32 to other bases than e, and of sums and quotients, in float32 lanes. Included by math_f32.h, which says how errors are stated.
 */
#ifndef RA_CPU_MATH_F32_LOG_H
#define RA_CPU_MATH_F32_LOG_H

#if RA_HAVE_FMA
/* log2 of 2^k m, m = 1 + f: k + f / ln 2 + f^2 Q(f), of which the first two keep their rounding errors; Q by degree 9, error 2^-30.2. */
RA_MATH float ra__log2_parts_f32(uint32_t u, int32_t up) {
    float f, k = ra__log_reduce_f32(u, up, &f);
    float q = RA_FMAF(0x1.8af5e8p-4f, f, -0x1.574d6cp-3f);
    q = RA_FMAF(q, f, 0x1.5f5b34p-3f);
    q = RA_FMAF(q, f, -0x1.6eeef2p-3f);
    q = RA_FMAF(q, f, 0x1.a42aa4p-3f);
    q = RA_FMAF(q, f, -0x1.ec71d4p-3f);
    q = RA_FMAF(q, f, 0x1.277e66p-2f);
    q = RA_FMAF(q, f, -0x1.7154acp-2f);
    q = RA_FMAF(q, f, 0x1.ec708cp-2f);
    q = RA_FMAF(q, f, -0x1.715476p-1f);
    float g = f * RA__LOG2E_F32, low = RA_FMAF(f, 0x1.4ae0cp-26f, RA_FMAF(f, RA__LOG2E_F32, -g));
    float s = k + g, e = (k - s) + g;
    return s + RA_FMAF(f * f, q, e + low);
}

RA_MATH float ra__log2f_near(float x) { return ra__log2_parts_f32(ra__bits_f32(x), 0); }

RA_MATH float ra__log2f_wide(float x) {
    int tiny = x < 0x1p-126f;
    return ra__log_ends_f32(x, ra__log2_parts_f32(ra__bits_f32(tiny ? x * 0x1p23f : x), tiny ? 23 : 0));
}
#else
/* In float64 lanes. */
RA_MATH float ra__log2f_near(float x) { return (float)ra__log2_wide((double)x); }
RA_MATH float ra__log2f_wide(float x) { return ra__log_ends_f32(x, ra__log2f_near(x)); }
#endif

/* log2. Error: 0.96, of every float32, and 0.501. */
RA_MATH float ra__log2f(float x) { return ra__log2f_wide(x); }

#if RA_HAVE_FMA
/* log10, likewise by log's polynomial; log10 2 in two parts, of which the first is exact times any exponent. */
RA_MATH float ra__log10_parts_f32(uint32_t u, int32_t up) {
    const float over = 0x1.bcb7b2p-2f; /* 1 / ln 10 */
    float f, k = ra__log_reduce_f32(u, up, &f), p = ra__log_tail_f32(f);
    float g = f * over, low = RA_FMAF(f, -0x1.5b235ep-27f, ra__residual_f32(f, over, -g));
    float s = RA_FMAF(k, 0x1.344p-2f, g), e = RA_FMAF(k, 0x1.344p-2f, -s) + g;
    float rest = (f * f) * RA_FMAF(p, f, -0.5f);
    return s + RA_FMAF(rest, over, RA_FMAF(k, 0x1.3509f8p-18f, e + low));
}

RA_MATH float ra__log10f_near(float x) { return ra__log10_parts_f32(ra__bits_f32(x), 0); }

RA_MATH float ra__log10f_wide(float x) {
    int tiny = x < 0x1p-126f;
    return ra__log_ends_f32(x, ra__log10_parts_f32(ra__bits_f32(tiny ? x * 0x1p23f : x), tiny ? 23 : 0));
}
#else
RA_MATH float ra__log10f_near(float x) { return (float)(0x1.34413509f79ffp-2 * ra__log2_wide((double)x)); }
RA_MATH float ra__log10f_wide(float x) { return ra__log_ends_f32(x, ra__log10f_near(x)); }
#endif

/* log10; of a power of ten its exponent. Error: 0.92, of every float32, and 0.501. */
RA_MATH float ra__log10f(float x) { return ra__log10f_wide(x); }

#define RA_FAR_NAME log2f
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_IS_NEAR RA__LOG_NEAR_F32
#include "math_far_block.h"
#define RA_FAR_NAME log10f
#define RA_FAR_TYPE float
#define RA_FAR_SAME
#define RA_FAR_IS_NEAR RA__LOG_NEAR_F32
#include "math_far_block.h"

#if RA_HAVE_FMA
/* log(1 + x + xl) = k ln2 + log(1 + f + fl), 1 + x = 2^k (1 + f), fl what that sum lost and xl, over 1 + f; where k is 0, f is x. */
RA_MATH float ra__log1p_parts_f32(float x, float xl) {
    float u = 1.0f + x, low = (x - (u - 1.0f)) + xl, f, k = ra__log_reduce_f32(ra__bits_f32(u), 0, &f);
    int32_t n = (int32_t)(ra__bits_f32(u) - 0x3f3504f3u) >> 23; /* k */
    float up = low * ra__from_bits_f32((uint32_t)(190 - n) << 23); /* 2^63 fl */
    f = n ? f : x;
    up = n ? up : xl * 0x1p63f;
    float fl = up * RA_FMAF(f, RA_FMAF(f, 0x1p-63f, -0x1p-63f), 0x1p-63f);
    float s = RA_FMAF(k, RA__LN2_HI_F32, f), e = RA_FMAF(k, RA__LN2_HI_F32, -s) + f;
    return s + RA_FMAF(f * f, RA_FMAF(ra__log_tail_f32(f), f, -0.5f), RA_FMAF(k, RA__LN2_LO_F32, e + fl));
}

/* log1p. Error: 0.95, of every float32, and 0.501. */
RA_MATH float ra__log1pf(float x) { return __builtin_copysignf(ra__log_ends_f32(1.0f + x, ra__log1p_parts_f32(x, 0.0f)), x); }

/* log(1 + e^x), with what e^x has no bits for; far above 0 it is x. Error: 0.89, of every float32, and 0.501. */
RA_MATH float ra__softplusf(float x) {
    float h, l, s1, s2;
    int32_t n = ra__exp_parts_f32(ra__clamp_f32(x, -104.0f, 20.0f), &h, &l);
    ra__scale_f32(n, &s1, &s2);
    float y = ra__log1p_parts_f32((h * s1) * s2, (l * s1) * s2);
    y = x > 20.0f ? x : y;
    return x == x ? y : x;
}
#else
RA_MATH float ra__log1pf(float x) { return ra__log1pf_wide(x); }

RA_MATH float ra__softplusf(float x) {
    return (float)RA_FMA(RA__LN2_F64, ra__log2_1p_exp2_wide(-RA__LOG2E_F64 * (double)__builtin_fabsf(x)), x > 0.0f ? (double)x : x == x ? 0.0 : (double)x);
}
#endif

/* log((x + xl) / (y + yl)) of positive numbers, the seconds below the last bits of the firsts; difference is the exact 2^-up (x + xl) - y - yl.
 * The quotient is 2^k (1 + f), f = (x 2^-k - y) / y, whose dividend is exact; fl is what f lacks; `up` is taken from k. */
RA_MATH float ra__log_ratio_f32(float x, float xl, float y, float yl, float difference, int32_t up) {
    float inverse = 1.0f / y;
    int32_t n = (int32_t)(ra__bits_f32(x * inverse) - 0x3f3504f3u) >> 23;
    float k = (float)(n - up), scale = ra__from_bits_f32((uint32_t)(127 - n) << 23);
    float top = n != up ? RA_FMAF(x, scale, -y) : difference, low = n != up ? RA_FMAF(xl, scale, -yl) : 0.0f;
    float f = top * inverse, fl = (ra__residual_f32(-f, y, top) + RA_FMAF(-f, yl, low)) * inverse;
    fl = fl * RA_FMAF(f, f - 1.0f, 1.0f); /* over 1 + f */
    float s = RA_FMAF(k, RA__LN2_HI_F32, f), e = RA_FMAF(k, RA__LN2_HI_F32, -s) + f;
    return s + RA_FMAF(f * f, RA_FMAF(ra__log_tail_f32(f), f, -0.5f), RA_FMAF(k, RA__LN2_LO_F32, e + fl));
}

/* log(x / (1 - x)). NaN beyond 0 and 1. Error: 0.93, of every float32, and 0.79. */
RA_MATH float ra__logitf(float x) {
    float rest = 1.0f - x, rest_low = (1.0f - rest) - x;
    float y = ra__log_ratio_f32(x * 0x1p23f, 0.0f, rest, rest_low, RA_FMAF(2.0f, x, -1.0f), 23); /* subnormal numbers become normal */
    float end = x == 0.0f ? -RA__INF_F32 : x == 1.0f ? RA__INF_F32 : RA__NAN_F32;
    return ((x > 0.0f) & (x < 1.0f)) ? y : end;
}

/* atanh: log((1 + x) / (1 - x)) / 2. NaN beyond -1 and 1. Error: 0.89, of every float32, and 0.96. */
RA_MATH float ra__atanhf(float x) {
    float m = __builtin_fabsf(x), more = 1.0f + m, less = 1.0f - m;
    float y = 0.5f * ra__log_ratio_f32(more, m - (more - 1.0f), less, (1.0f - less) - m, 2.0f * m, 0);
    float end = m == 1.0f ? RA__INF_F32 : RA__NAN_F32;
    return __builtin_copysignf(m < 1.0f ? y : end, x);
}

#endif
