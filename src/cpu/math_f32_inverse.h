/* math_f32_inverse.h: the inverses of sine, cosine and tangent of float32, in float64 lanes but for that of the tangent alone. Included by math_f32.h, which says how
 * errors are stated.
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
    more = both | (more == 0.0) ? 1.0 : more;
    int steep = less > more * 0x1.a827999fcef32p-2; /* tan(pi/8) */
    double t = (steep ? less - more : less) / (steep ? less + more : more);
    double r = RA_FMA(t * (t * t), ra__atan_tail_wide(t * t), t);
    r = steep ? r + RA__PI_F64 / 4 : r;
    return y > x ? RA__PI_F64 / 2 - r : r;
}

#if RA_HAVE_FMA
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
    return (x == x) & (y == y) ? __builtin_copysignf((float)r, y) : x + y;
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
