/* math_f32_inverse.h: the inverses of sine, cosine and tangent of float32, in float64 lanes. Included by math_f32.h, which says how
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

/* atan. Error: 0.501 and 0.501. */
RA_MATH float ra__atanf(float x) {
    float y = (float)ra__atan_quadrant_wide((double)__builtin_fabsf(x), 1.0);
    return x == x ? __builtin_copysignf(y, x) : x;
}

/* atan2. Error: 0.501 and 0.501. */
RA_MATH float ra__atan2f(float y, float x) {
    double r = ra__atan_quadrant_wide((double)__builtin_fabsf(y), (double)__builtin_fabsf(x));
    r = (int32_t)ra__bits_f32(x) < 0 ? RA__PI_F64 - r : r;
    return (x == x) & (y == y) ? __builtin_copysignf((float)r, y) : x + y;
}

/* asin of s, 0 <= s <= 1/2, z = s^2; (asin s - s) / s^3 by degree 7 in z, error 2^-38 of asin. */
RA_MATH double ra__asin_half_wide(double s, double z) {
    double p = RA_FMA(0x1.e055c6ab71d4cp-6, z, 0x1.64157dc57bfb9p-8);
    p = RA_FMA(p, z, 0x1.3c5d44991a0f2p-6);
    p = RA_FMA(p, z, 0x1.6a9c2ffd8a6dp-6);
    p = RA_FMA(p, z, 0x1.f20913ba8d37p-6);
    p = RA_FMA(p, z, 0x1.6db5cef583cefp-5);
    p = RA_FMA(p, z, 0x1.333334d009e1p-4);
    p = RA_FMA(p, z, 0x1.55555554ede81p-3);
    return RA_FMA(s * z, p, s);
}

/* asin. Above 1/2: pi/2 - 2 asin(sqrt((1 - x) / 2)). NaN beyond -1 and 1. Error: 0.501 and 0.501. */
RA_MATH float ra__asinf(float x) {
    double a = (double)__builtin_fabsf(x);
    int large = a > 0.5;
    double z = large ? 0.5 - 0.5 * a : a * a, p = ra__asin_half_wide(large ? __builtin_sqrt(z) : a, z);
    return __builtin_copysignf((float)(large ? RA__PI_F64 / 2 - 2.0 * p : p), x);
}

/* acos, likewise. Error: 0.501 and 0.501. */
RA_MATH float ra__acosf(float x) {
    double a = (double)__builtin_fabsf(x);
    int large = a > 0.5;
    double z = large ? 0.5 - 0.5 * a : a * a, p = ra__asin_half_wide(large ? __builtin_sqrt(z) : a, z);
    double near = x < 0.0f ? RA__PI_F64 - 2.0 * p : 2.0 * p, middle = RA__PI_F64 / 2 - (x < 0.0f ? -p : p);
    return (float)(large ? near : middle);
}

#endif
