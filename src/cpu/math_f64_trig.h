/* math_f64_trig.h: sine, cosine and tangent of float64 (see math_f64.h). */
#ifndef RA_CPU_MATH_F64_TRIG_H
#define RA_CPU_MATH_F64_TRIG_H

#include "math_base.h"
#include "math_reduce.h"

/* r + rl = x - n pi/2 for |x| <= 2^20: pi/2 as 33 + 33 + 53 bits; the products of the first two with
 * n are exact, and so are the sums but for what rl keeps. */
#define RA__TRIG_LIMIT_F64 0x1p20
RA_MATH uint64_t ra__trig_reduce_f64(double x, double *r, double *rl) {
    double t = RA_FMA(x, 0x1.45f306dc9c883p-1, RA__ROUND_F64), n = t - RA__ROUND_F64;
    double a = RA_FMA(n, -0x1.921fb544p0, x), w = n * 0x1.0b4611a6p-34;
    double b = a - w, v = a - b;
    double lost = (a - (b + v)) + (v - w);
    double low = RA_FMA(n, -0x1.3198a2e037073p-69, lost);
    *r = b + low;
    *rl = (b - *r) + low;
    return ra__bits_f64(t);
}

/* sin(r + rl), |r| <= pi/4: degree 13, error 2^-56. */
RA_MATH double ra__sin_small_f64(double r, double rl) {
    double z = r * r;
    double p = RA_FMA(0x1.5e11494b41834p-33, z, -0x1.ae602042d8606p-26);
    p = RA_FMA(p, z, 0x1.71de37b1147aep-19);
    p = RA_FMA(p, z, -0x1.a01a019ea0a8bp-13);
    p = RA_FMA(p, z, 0x1.1111111110c81p-7);
    p = RA_FMA(p, z, -0x1.5555555555555p-3);
    double low = RA_FMA(z * r, p, rl - 0.5 * z * rl);
    return r + low;
}

/* cos(r + rl), |r| <= pi/4: degree 14, error 2^-61. */
RA_MATH double ra__cos_small_f64(double r, double rl) {
    double z = r * r;
    double p = RA_FMA(-0x1.90739324dc0afp-37, z, 0x1.1eeb57f5def62p-29);
    p = RA_FMA(p, z, -0x1.27e4fa03161a7p-22);
    p = RA_FMA(p, z, 0x1.a01a019f386d6p-16);
    p = RA_FMA(p, z, -0x1.6c16c16c168cbp-10);
    p = RA_FMA(p, z, 0x1.5555555555555p-5);
    double half = 0.5 * z, h = 1.0 - half;
    return h + (((1.0 - h) - half) + RA_FMA(z * z, p, -r * rl));
}

RA_MATH double ra__sin_quadrant_f64(double r, double rl, uint64_t n) {
    double s = ra__sin_small_f64(r, rl), c = ra__cos_small_f64(r, rl);
    uint64_t u = ra__bits_f64((n & 1) ? c : s);
    return ra__from_bits_f64(u ^ ((n & 2) << 62));
}

RA_MATH double ra__tan_quadrant_f64(double r, double rl, uint64_t n) {
    double s = ra__sin_small_f64(r, rl), c = ra__cos_small_f64(r, rl);
    return (n & 1) ? -c / s : s / c;
}

RA_MATH double ra__sin_near(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_f64(x, &r, &rl);
    double y = ra__sin_quadrant_f64(r, rl, n);
    return __builtin_fabs(x) < 0x1p-30 ? x : y;
}

RA_MATH double ra__cos_near(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_f64(x, &r, &rl);
    return ra__sin_quadrant_f64(r, rl, n + 1);
}

RA_MATH double ra__tan_near(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_f64(x, &r, &rl);
    double y = ra__tan_quadrant_f64(r, rl, n);
    return __builtin_fabs(x) < 0x1p-30 ? x : y;
}

static inline double ra__sin_far(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far(x, &r, &rl);
    return ra__sin_quadrant_f64(r, rl, n);
}

static inline double ra__cos_far(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far(x, &r, &rl);
    return ra__sin_quadrant_f64(r, rl, n + 1);
}

static inline double ra__tan_far(double x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far(x, &r, &rl);
    return ra__tan_quadrant_f64(r, rl, n);
}

/* sin, cos, tan of one element; loops use the block functions below. Errors: 0.77, 0.74, 2.0 (2.2 without FMA). */
RA_MATH double ra__sin(double x) {
    return __builtin_fabs(x) <= RA__TRIG_LIMIT_F64 ? ra__sin_near(x) : ra__sin_far(x);
}

RA_MATH double ra__cos(double x) {
    return __builtin_fabs(x) <= RA__TRIG_LIMIT_F64 ? ra__cos_near(x) : ra__cos_far(x);
}

RA_MATH double ra__tan(double x) {
    return __builtin_fabs(x) <= RA__TRIG_LIMIT_F64 ? ra__tan_near(x) : ra__tan_far(x);
}

/* ra__sin_n, ra__cos_n, ra__tan_n (out, in, count): out may be in. */
#define RA_FAR_NAME sin
#define RA_FAR_TYPE double
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F64
#include "math_far_block.h"
#define RA_FAR_NAME cos
#define RA_FAR_TYPE double
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F64
#include "math_far_block.h"
#define RA_FAR_NAME tan
#define RA_FAR_TYPE double
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F64
#include "math_far_block.h"

#endif
