/* math_f32_trig.h: sine, cosine and tangent of float32. Included by math_f32.h, which says how errors
 * are stated and polynomials were obtained.
 *
 * Arguments by size: up to 2^13 in float32 lanes where there is FMA; up to 2^20 in float64 lanes; beyond, the exact
 * reduction of math_reduce.h one by one.
 */
#ifndef RA_CPU_MATH_F32_TRIG_H
#define RA_CPU_MATH_F32_TRIG_H

#include "math_base.h"
#include "math_reduce.h"

/* ---- float64 lanes ---- */

/* Sine and cosine of r, |r| <= pi/4, to 2^-36: degrees 9 and 10. The quadrant n picks one and its
 * sign. */
RA_MATH float ra__sin_quadrant_wide(double r, uint64_t n) {
    double z = r * r;
    double s = RA_FMA(0x1.6dbdb20450035p-19, z, -0x1.a013a6b263911p-13);
    s = RA_FMA(s, z, 0x1.11110deeb4114p-7);
    s = RA_FMA(s, z, -0x1.555555545df61p-3);
    s = r * RA_FMA(s, z, 1.0);
    double c = RA_FMA(-0x1.25240e3401fb5p-22, z, 0x1.a015c3cf8008ep-16);
    c = RA_FMA(c, z, -0x1.6c16bf547fcaap-10);
    c = RA_FMA(c, z, 0x1.5555555502c26p-5);
    c = RA_FMA(c, z, -0.5);
    c = RA_FMA(c, z, 1.0);
    uint64_t u = ra__bits_f64((n & 1) ? c : s);
    return (float)ra__from_bits_f64(u ^ ((n & 2) << 62));
}

RA_MATH float ra__tan_quadrant_wide(double r, uint64_t n) {
    double z = r * r;
    double s = RA_FMA(0x1.6dbdb20450035p-19, z, -0x1.a013a6b263911p-13);
    s = RA_FMA(s, z, 0x1.11110deeb4114p-7);
    s = RA_FMA(s, z, -0x1.555555545df61p-3);
    s = r * RA_FMA(s, z, 1.0);
    double c = RA_FMA(-0x1.25240e3401fb5p-22, z, 0x1.a015c3cf8008ep-16);
    c = RA_FMA(c, z, -0x1.6c16bf547fcaap-10);
    c = RA_FMA(c, z, 0x1.5555555502c26p-5);
    c = RA_FMA(c, z, -0.5);
    c = RA_FMA(c, z, 1.0);
    return (float)((n & 1) ? -c / s : s / c);
}

/* r = x - n pi/2 for |x| <= 2^20: pi/2 as 33 bits, whose product with n is exact, and 53 more. */
#define RA__TRIG_LIMIT_F32 0x1p20f
RA_MATH uint64_t ra__trig_reduce_wide(double x, double *r) {
    double t = RA_FMA(x, 0x1.45f306dc9c883p-1, RA__ROUND_F64);
    double n = t - RA__ROUND_F64;
    *r = RA_FMA(n, -0x1.0b4611a626331p-34, RA_FMA(n, -0x1.921fb544p0, x));
    return ra__bits_f64(t);
}

RA_MATH float ra__sinf_wide(float x) {
    double r;
    uint64_t n = ra__trig_reduce_wide((double)x, &r);
    return ra__sin_quadrant_wide(r, n);
}

RA_MATH float ra__cosf_wide(float x) {
    double r;
    uint64_t n = ra__trig_reduce_wide((double)x, &r);
    return ra__sin_quadrant_wide(r, n + 1);
}

RA_MATH float ra__tanf_wide(float x) {
    double r;
    uint64_t n = ra__trig_reduce_wide((double)x, &r);
    return ra__tan_quadrant_wide(r, n);
}

static inline float ra__sinf_far(float x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far((double)x, &r, &rl);
    return ra__sin_quadrant_wide(r, n);
}

static inline float ra__cosf_far(float x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far((double)x, &r, &rl);
    return ra__sin_quadrant_wide(r, n + 1);
}

static inline float ra__tanf_far(float x) {
    double r, rl;
    uint64_t n = ra__trig_reduce_far((double)x, &r, &rl);
    return ra__tan_quadrant_wide(r, n);
}

/* ---- float32 lanes ---- */

#if RA_HAVE_FMA
#define RA__TRIG_NEAR_F32 0x1p13f

/* r - l = x - n pi/2 for |x| <= 2^13, pi/2 as three floats. The first difference is exact (the first
 * float is a multiple of 2^-23, and |r| < 1); the product with the second is taken in two parts.
 * At x = -0, r is -0 and l is +0. */
RA_MATH uint32_t ra__trig_reduce_f32(float x, float *r, float *l) {
    float t = RA_FMAF(x, 0x1.45f306p-1f, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float a = RA_FMAF(n, -0x1.921fb4p0f, x);
    float p = n * 0x1.4442d2p-24f, pl = RA_FMAF(n, 0x1.4442d2p-24f, -p);
    *r = a - p;
    *l = RA_FMAF(n, -0x1.ee59dap-50f, pl) - ((a - *r) - p);
    return ra__bits_f32(t);
}

/* Sine and cosine of r - l: degrees 7 and 8, errors 2^-28 and 2^-33. */
RA_MATH float ra__sin_quadrant_f32(float r, float l, uint32_t n) {
    float z = r * r, w = RA_FMAF(z, -0.5f, 1.0f), wl = RA_FMAF(z, -0.5f, 1.0f - w);
    float s = RA_FMAF(RA_FMAF(z, 0x1.9940ap-13f, -0x1.11073p-7f), z, 0x1.555546p-3f);
    s = r - RA_FMAF(r * z, s, l * w); /* +0 is taken from -0, which stays */
    float c = RA_FMAF(RA_FMAF(z, 0x1.99e868p-16f, -0x1.6c0c28p-10f), z, 0x1.55554ap-5f);
    c = w + RA_FMAF(z * z, c, RA_FMAF(r, l, wl));
    uint32_t u = ra__bits_f32((n & 1) ? c : s);
    return ra__from_bits_f32(u ^ ((n & 2) << 30));
}

RA_MATH float ra__sinf_near(float x) {
    float r, l;
    uint32_t n = ra__trig_reduce_f32(x, &r, &l);
    return ra__sin_quadrant_f32(r, l, n);
}

RA_MATH float ra__cosf_near(float x) {
    float r, l;
    uint32_t n = ra__trig_reduce_f32(x, &r, &l);
    return ra__sin_quadrant_f32(r, l, n + 1);
}

/* Tangent of r - l: t + tl, r + r^3 p by degree 7 in r^2, error 2^-33, less l times the slope 1 + t^2; rest is what the cube lacks. In odd quadrants -1 / (t + tl), the
 * quotient corrected by its residual. */
RA_MATH float ra__tanf_near(float x) {
    float r, l;
    uint32_t n = ra__trig_reduce_f32(x, &r, &l);
    float z = r * r, cube = r * z, rest = RA_FMAF(r, RA_FMAF(r, r, -z), RA_FMAF(r, z, -cube));
    float p = RA_FMAF(0x1.15273ap-9f, z, -0x1.936edp-11f);
    p = RA_FMAF(p, z, 0x1.52145p-8f);
    p = RA_FMAF(p, z, 0x1.0e51b4p-7f);
    p = RA_FMAF(p, z, 0x1.688f42p-6f);
    p = RA_FMAF(p, z, 0x1.b9f85ep-5f);
    p = RA_FMAF(p, z, 0x1.111196p-3f);
    p = RA_FMAF(p, z, 0x1.555554p-2f);
    float about = RA_FMAF(cube, p, r), w = RA_FMAF(cube, p, -RA_FMAF(-rest, p, RA_FMAF(l * about, about, l)));
    float t = r + w, tl = (r - t) + w, q = -1.0f / t;
    q = RA_FMAF(q, RA_FMAF(q, tl, RA_FMAF(q, t, 1.0f)), q);
    return (n & 1) ? q : t;
}
#else
#define RA__TRIG_NEAR_F32 RA__TRIG_LIMIT_F32
RA_MATH float ra__sinf_near(float x) { return ra__sinf_wide(x); }
RA_MATH float ra__cosf_near(float x) { return ra__cosf_wide(x); }
RA_MATH float ra__tanf_near(float x) { return ra__tanf_wide(x); }
#endif

/* ---- any argument ---- */

/* sin, cos, tan of one element; loops use the block functions below. Errors: 0.80, 0.81 and 0.84 (of
 * every float32) with FMA, 0.501 without. */
RA_MATH float ra__sinf(float x) {
    float a = __builtin_fabsf(x);
    return a <= RA__TRIG_NEAR_F32 ? ra__sinf_near(x) : a <= RA__TRIG_LIMIT_F32 ? ra__sinf_wide(x) : ra__sinf_far(x);
}

RA_MATH float ra__cosf(float x) {
    float a = __builtin_fabsf(x);
    return a <= RA__TRIG_NEAR_F32 ? ra__cosf_near(x) : a <= RA__TRIG_LIMIT_F32 ? ra__cosf_wide(x) : ra__cosf_far(x);
}

RA_MATH float ra__tanf(float x) {
    float a = __builtin_fabsf(x);
    return a <= RA__TRIG_NEAR_F32 ? ra__tanf_near(x) : a <= RA__TRIG_LIMIT_F32 ? ra__tanf_wide(x) : ra__tanf_far(x);
}

/* ra__sinf_n, ra__cosf_n, ra__tanf_n (out, in, count): out may be in. */
#define RA_FAR_NAME sinf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR RA__TRIG_NEAR_F32
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F32
#include "math_far_block.h"
#define RA_FAR_NAME cosf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR RA__TRIG_NEAR_F32
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F32
#include "math_far_block.h"
#define RA_FAR_NAME tanf
#define RA_FAR_TYPE float
#define RA_FAR_NEAR RA__TRIG_NEAR_F32
#define RA_FAR_LIMIT RA__TRIG_LIMIT_F32
#include "math_far_block.h"

#endif
