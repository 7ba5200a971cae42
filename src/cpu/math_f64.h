/* math_f64.h: elementary functions of float64. The trigonometric ones are in math_f64_trig.h, pow
 * in math_f64_pow.h, sigmoid and silu in math_f64_sigmoid.h.
 *
 * Scalar and branch-free; see math_base.h for how they vectorise and why body and tail agree.
 * "Error" is the largest found by tests/test_math.c among random samples, in units in the last place
 * of the exact result, first with and then without FMA. Domain: every float64. Polynomial
 * coefficients come from minimax fits (Remez exchange, then lattice reduction to float64
 * coefficients) of the function, degree and interval given beside them.
 */
#ifndef RA_CPU_MATH_F64_H
#define RA_CPU_MATH_F64_H

#include "math_base.h"
#include "math_f64_pow.h"
#include "math_f64_trig.h"

#define RA__LN2_HI_F64 0x1.62e42fefa38p-1 /* 42 bits: exact times any exponent */
#define RA__LN2_LO_F64 0x1.ef35793c7673p-45

/* (e^r - 1 - r) / r^2 on |r| <= ln2/2: degree 10, error 2^-62.4 of e^r. The factors of r^0 to r^10. */
#define RA__EXP_TAIL_0 0.5
#define RA__EXP_TAIL_1 0x1.5555555555557p-3
#define RA__EXP_TAIL_2 0x1.5555555555557p-5
#define RA__EXP_TAIL_3 0x1.111111111004fp-7
#define RA__EXP_TAIL_4 0x1.6c16c16c156a4p-10
#define RA__EXP_TAIL_5 0x1.a01a01ac1f722p-13
#define RA__EXP_TAIL_6 0x1.a01a01ab99293p-16
#define RA__EXP_TAIL_7 0x1.71de01a752804p-19
#define RA__EXP_TAIL_8 0x1.27e4cfacf6e31p-22
#define RA__EXP_TAIL_9 0x1.af4ed774cba06p-26
#define RA__EXP_TAIL_10 0x1.1f86f4eee1807p-29

RA_MATH double ra__exp_tail_f64(double r) {
    double q = RA_FMA(RA__EXP_TAIL_10, r, RA__EXP_TAIL_9);
    q = RA_FMA(q, r, RA__EXP_TAIL_8);
    q = RA_FMA(q, r, RA__EXP_TAIL_7);
    q = RA_FMA(q, r, RA__EXP_TAIL_6);
    q = RA_FMA(q, r, RA__EXP_TAIL_5);
    q = RA_FMA(q, r, RA__EXP_TAIL_4);
    q = RA_FMA(q, r, RA__EXP_TAIL_3);
    q = RA_FMA(q, r, RA__EXP_TAIL_2);
    q = RA_FMA(q, r, RA__EXP_TAIL_1);
    return RA_FMA(q, r, RA__EXP_TAIL_0);
}

/* x = n ln2 + r + c with |r| <= ln2/2 and c the part of the argument that r has no bits for.
 * Returns n in 32 low bits enough; anything for a NaN, whose r is NaN. |x| < 2^11. */
RA_MATH int64_t ra__exp_reduce_f64(double x, double *r, double *c) {
    double t = RA_FMA(x, 0x1.71547652b82fep0, RA__ROUND_F64);
    double n = t - RA__ROUND_F64;
    double hi = RA_FMA(n, -RA__LN2_HI_F64, x), lo = n * RA__LN2_LO_F64;
    *r = hi - lo;
    *c = (hi - *r) - lo;
    return (int64_t)(ra__bits_f64(t) - ra__bits_f64(RA__ROUND_F64));
}

/* 2^n as a product of two normal numbers, -2000 < n < 2000. */
RA_MATH void ra__scale_f64(int64_t n, double *s1, double *s2) {
    uint64_t biased = (uint64_t)(n + 2046), half = biased >> 1;
    *s1 = ra__from_bits_f64(half << 52);
    *s2 = ra__from_bits_f64((biased - half) << 52);
}

/* e^(x + low) = (h + l) 2^n, h + l in [0.7, 1.42], l below the last bit of h; |low| < 2^-40. */
RA_MATH int64_t ra__exp_parts_f64(double x, double low, double *h, double *l) {
    double r, c;
    int64_t n = ra__exp_reduce_f64(x, &r, &c);
    double w = r * r * ra__exp_tail_f64(r), g = r + w, gl = (r - g) + w;
    *h = 1.0 + g;
    *l = ((1.0 - *h) + g) + (gl + RA_FMA(c + low, g, c + low));
    return n;
}

/* e^x = y 2^n, y in [0.7, 1.42]; returns what has n as its low bits. */
RA_MATH uint64_t ra__exp_scaled_f64(double x, double *y) {
    double t = RA_FMA(x, 0x1.71547652b82fep0, RA__ROUND_F64), n = t - RA__ROUND_F64;
    double hi = RA_FMA(n, -RA__LN2_HI_F64, x), lo = n * RA__LN2_LO_F64, r = hi - lo, c = (hi - r) - lo;
    *y = 1.0 + (r + RA_FMA(r * r, ra__exp_tail_f64(r), c));
    return ra__bits_f64(t);
}

/* exp. Reduction to |r| <= ln2/2 and a polynomial; scaled in two steps, so that a subnormal result
 * is rounded once. Error: 0.81 and 0.81. */
RA_MATH double ra__exp_wide(double x) {
    double y, s1, s2;
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    ra__scale_f64((int64_t)(ra__exp_scaled_f64(x, &y) - ra__bits_f64(RA__ROUND_F64)), &s1, &s2);
    return (y * s1) * s2;
}

/* The same where result and 2^n are normal numbers: no clamping, and one addition to scale. */
RA_MATH double ra__exp_near(double x) {
    double y;
    uint64_t n = ra__exp_scaled_f64(x, &y);
    return ra__from_bits_f64(ra__bits_f64(y) + (n << 52));
}

/* The same where it is near, or so far that it is 0, infinity or NaN. */
RA_MATH double ra__exp_ends(double x) {
    int near = __builtin_fabs(x) <= 708.0;
    double y = ra__exp_near(near ? x : 0), end = x > 0 ? RA__INF_F64 : 0;
    return near ? y : x == x ? end : x;
}

RA_MATH double ra__exp(double x) { return ra__exp_wide(x); }

#include "math_f64_exp.h"
#include "math_f64_sigmoid.h"

/* 2^down (h + l) = e^x - 1. The sum 2^n - 1 + 2^n r keeps its rounding errors, so the cancellation
 * at n = -1 and n = 1 costs nothing. down is 0, or 1 where 2^n may be no double: there the 1, then
 * not halved, is far below the last bit. */
RA_MATH void ra__expm1_parts_f64(double x, int64_t down, double *h, double *l) {
    double r, c;
    int64_t n = ra__exp_reduce_f64(x, &r, &c);
    double w = RA_FMA(r * r, ra__exp_tail_f64(r), c);
    double s = ra__from_bits_f64((uint64_t)(n - down + 1023) << 52);
    double a = s - 1.0, b = s * r, sum = a + b;
    double rest = (((s - a) - 1.0) + ((a - sum) + b)) + s * w;
    *h = sum + rest;
    *l = (sum - *h) + rest;
}

/* expm1. Error: 1.01 and 1.01. */
RA_MATH double ra__expm1(double x) {
    double h, l, xc = x > 710.0 ? 710.0 : x;
    xc = xc < -40.0 ? -40.0 : xc;
    ra__expm1_parts_f64(xc, x > 700.0 ? 1 : 0, &h, &l);
    return __builtin_copysign((h + l) * (x > 700.0 ? 2.0 : 1.0), x);
}

/* tanh = E / (E + 2), E = e^(2|x|) - 1 in two doubles, the quotient corrected by its residual.
 * Below 2^-30 the next term, x^3/3, is not seen (and residuals could underflow). Error: 0.80 and 0.75. */
RA_MATH double ra__tanh(double x) {
    double y = 2.0 * __builtin_fabs(x), h, l;
    y = y > 40.0 ? 40.0 : y;
    ra__expm1_parts_f64(y, 0, &h, &l);
    double big = h > 2.0 ? h : 2.0, small = h > 2.0 ? 2.0 : h;
    double d = big + small, dl = ((big - d) + small) + l;
    double inverse = 1.0 / d, q = h * inverse;
    double rest = ra__residual_f64(-q, d, h) + (l - q * dl);
    double t = __builtin_copysign(RA_FMA(rest, inverse, q), x);
    return y < 0x1p-29 ? x : t;
}

/* sigmoid(-z - low) = (h + l) s1 s2 for 0 <= z < 1400, |low| < 2^-40, unscaled so that it loses nothing before the end;
 * s = s1 s2 may have underflowed. */
RA_MATH void ra__sigmoid_parts_f64(double z, double low, double *h, double *l, double *s1, double *s2) {
    double eh, el;
    ra__scale_f64(ra__exp_parts_f64(-z, -low, &eh, &el), s1, s2);
    double s = *s1 * *s2, t = s * eh;
    double d = 1.0 + t, dl = ((1.0 - d) + t) + s * el;
    *h = eh / d;
    double rest = ra__residual_f64(-*h, d, eh) + (el - *h * dl);
    *l = rest * (1.0 - s * *h); /* 1/d = 1 - e^-z/d */
}

/* x (h + l) s1 s2 for x < 0, else x (1 - (h + l) s1 s2), where h + l keeps what is behind its last bit. NaN at -inf, as the
 * quotients and sums that these shares of x are defined by have it. */
RA_MATH double ra__share_f64(double x, double h, double l, double s1, double s2) {
    double s = s1 * s2, t = s * h, u = 1.0 - t, z = __builtin_fabs(x);
    double v = ((1.0 - u) - t) - s * l;
    double xc = x > 800.0 ? 800.0 : x;
    xc = xc < -800.0 ? -800.0 : xc;
    double p = x < 0.0 ? h : u, q = x < 0.0 ? l : v;
    double y = ra__residual_f64(xc, p, xc * q);
    double scaled = (y * s1) * s2, tiny = 0.5 * x;
    y = x < 0.0 ? scaled : y;
    y = x > 100.0 ? x : y;
    y = z < 0x1p-900 ? tiny : y; /* where Dekker's product would underflow */
    return x == -RA__INF_F64 ? RA__NAN_F64 : y;
}

/* x = 2^k m with m in [sqrt(1/2), sqrt(2)), x positive and normal. Returns k; *f = m - 1. */
RA_MATH double ra__log_split_f64(double x, double *f) {
    const uint64_t root = 0x3fe6a09e667f3bcdu;
    uint64_t u = ra__bits_f64(x) + (0x3ff0000000000000u - root);
    *f = ra__from_bits_f64((u & 0xfffffffffffffu) + root) - 1.0;
    /* the exponent enters the low bits of a double just above 2^52 */
    return ra__from_bits_f64((u >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0);
}

/* *s (f^2/2 + R), where log(1+f) = f - f^2/2 + that: s = f/(2+f), R = log((1+s)/(1-s))/s - 2 by degree 7
 * in s^2 on s <= 0.172, error 2^-56.5. */
RA_MATH double ra__log_tail_f64(double f, double half_square) {
    double s = f / (2.0 + f), z = s * s;
    double p = RA_FMA(0x1.2b81041328194p-3, z, 0x1.39fb1a517fc78p-3);
    p = RA_FMA(p, z, 0x1.7462cd845ca64p-3);
    p = RA_FMA(p, z, 0x1.c71c6290f3d0bp-3);
    p = RA_FMA(p, z, 0x1.2492492e2e9c4p-2);
    p = RA_FMA(p, z, 0x1.9999999995137p-2);
    p = RA_FMA(p, z, 0x1.5555555555558p-1);
    return s * RA_FMA(p, z, half_square);
}

RA_MATH double ra__log_special_f64(double x, double y) {
    y = x < RA__INF_F64 ? y : x; /* +inf and NaN */
    y = x < 0.0 ? RA__NAN_F64 : y;
    return x == 0.0 ? -RA__INF_F64 : y;
}

/* log = k ln2 + log(1+f). Error: 0.76 and 0.76. */
RA_MATH double ra__log(double x) {
    double f, down = x < 0x1p-1022 ? 54.0 : 0.0;
    double k = ra__log_split_f64(x < 0x1p-1022 ? x * 0x1p54 : x, &f) - down;
    double half = 0.5 * f * f, tail = ra__log_tail_f64(f, half);
    double low = tail + k * RA__LN2_LO_F64;
    double y = k * RA__LN2_HI_F64 - ((half - low) - f);
    return ra__log_special_f64(x, y);
}

/* log2: log(1+f) as a head of 21 bits and a rest, times 1/ln2 as a head of 31 bits and a rest.
 * Error: 0.73 and 0.73. */
RA_MATH double ra__log2(double x) {
    double f, down = x < 0x1p-1022 ? 54.0 : 0.0;
    double k = ra__log_split_f64(x < 0x1p-1022 ? x * 0x1p54 : x, &f) - down;
    double half = 0.5 * f * f, tail = ra__log_tail_f64(f, half);
    double h = ra__from_bits_f64(ra__bits_f64(f - half) & 0xffffffff00000000u);
    double l = ((f - h) - half) + tail;
    double a = h * 0x1.71547652p0;
    double b = (l + h) * 0x1.705fc2eefa2p-33 + l * 0x1.71547652p0;
    double y = k + a;
    return ra__log_special_f64(x, y + (b + ((k - y) + a)));
}

/* log1p: the logarithm of u = 1 + x rounded, plus what the rounding lost over u. Error: 0.78 and 0.78. */
RA_MATH double ra__log1p(double x) {
    double u = 1.0 + x, f;
    double lost = x >= 1.0 ? 1.0 - (u - x) : x - (u - 1.0);
    double k = ra__log_split_f64(u, &f);
    double half = 0.5 * f * f, tail = ra__log_tail_f64(f, half);
    double low = tail + (k * RA__LN2_LO_F64 + lost / u);
    double y = k * RA__LN2_HI_F64 - ((half - low) - f);
    y = ra__log_special_f64(u, y);
    return __builtin_fabs(x) < 0x1p-54 ? x : y;
}

/* e^(z^2) erfc(z) for 0 <= z <= 28: degree 23 in (z-4)/(z+4), error 2^-58.8 of it. In two chains, for their latency. */
RA_MATH double ra__erfcx_f64(double z) {
    double t = (z - 4.0) / (z + 4.0), u = t * t;
    double q = RA_FMA(-0x1.a9f4e78ec6fe2p-34, u, 0x1.f60d829ab978dp-30), p = RA_FMA(0x1.10043e2541555p-32, u, -0x1.54536b28b99b6p-29);
    q = RA_FMA(q, u, -0x1.04bf3e0fc310ep-26);
    p = RA_FMA(p, u, 0x1.b6e49589182d1p-26);
    q = RA_FMA(q, u, 0x1.9cb579631fd2dp-24);
    p = RA_FMA(p, u, -0x1.31367d92c06f9p-22);
    q = RA_FMA(q, u, -0x1.b6c12109dfdc5p-22);
    p = RA_FMA(p, u, 0x1.8b38c7ddf99e7p-19);
    q = RA_FMA(q, u, -0x1.fee865648c824p-20);
    p = RA_FMA(p, u, -0x1.7a6d926190c68p-16);
    q = RA_FMA(q, u, 0x1.4b479266ca621p-14);
    p = RA_FMA(p, u, -0x1.6d19d919959f2p-16);
    q = RA_FMA(q, u, -0x1.a2f8fc68741e3p-11);
    p = RA_FMA(p, u, 0x1.0a17eb792019dp-8);
    q = RA_FMA(q, u, -0x1.a4ded413b4407p-7);
    p = RA_FMA(p, u, 0x1.0066e10499d47p-5);
    q = RA_FMA(q, u, -0x1.027d5744b7824p-4);
    p = RA_FMA(p, u, 0x1.be502c3658308p-4);
    q = RA_FMA(q, u, -0x1.506666f69e507p-3);
    p = RA_FMA(p, u, 0x1.bff01a5f90864p-3);
    q = RA_FMA(q, u, -0x1.094922737431ap-2);
    p = RA_FMA(p, u, 0x1.18932bf08e154p-3);
    return RA_FMA(q, t, p);
}

/* erf. |x| < 0.92: x + x P(x^2), degree 11, error 2^-56.3. Above: 1 - erfc. Error: 1.15 and 1.15. */
RA_MATH double ra__erf(double x) {
    double a = __builtin_fabs(x), z = a * a;
    double u = z * z, q = RA_FMA(-0x1.d2b1d4bb0d045p-31, u, -0x1.5d988fc0a9b19p-23), p = RA_FMA(0x1.e2ff38e4c797bp-27, u, 0x1.b9bbc758d32fbp-20);
    q = RA_FMA(q, u, -0x1.f4cfe0734f111p-17);
    p = RA_FMA(p, u, 0x1.f9a31030021cap-14);
    q = RA_FMA(q, u, -0x1.c02db38cbe17fp-11);
    p = RA_FMA(p, u, 0x1.565bcd0dc0108p-8);
    q = RA_FMA(q, u, -0x1.b82ce312920dfp-6);
    p = RA_FMA(p, u, 0x1.ce2f21a0431ddp-4);
    q = RA_FMA(q, u, -0x1.812746b0379f9p-2);
    p = RA_FMA(p, u, 0x1.06eba8214db69p-3);
    p = RA_FMA(q, z, p);
    double small = RA_FMA(p, a, a);
    a = a > 6.0 ? 6.0 : a;
    double high = 1.0 - ra__erfcx_f64(a) * ra__exp_near(-(a * a));
    return __builtin_copysign(a < 0.92 ? small : high, x);
}

/* (1 + c w) e^(w^2) erfc(w) / 2, c = 2/sqrt(pi), for 0 <= w <= 27.6 as a sum of two: degree 23 in t = (w-4)/(w+4). The factor leaves
 * little that hangs on t. In two chains, for their latency. */
RA_MATH double ra__tail_share_f64(double t, double *low) {
    double u = t * t;
    double p = RA_FMA(0x1.7bcd5159c464ep-32, u, -0x1.edf5fb1d9efd2p-29);
    double q = RA_FMA(0x1.4c9b64eaa65e8p-31, u, -0x1.873ac491d77e3p-28);
    p = RA_FMA(p, u, 0x1.dc80c6f458850p-26);
    q = RA_FMA(q, u, 0x1.cb8c5316670c2p-26);
    p = RA_FMA(p, u, -0x1.c708621030883p-23);
    q = RA_FMA(q, u, 0x1.663afd49d4470p-26);
    p = RA_FMA(p, u, 0x1.987562e06900fp-20);
    q = RA_FMA(q, u, -0x1.52c3a2a97c3d2p-19);
    p = RA_FMA(p, u, -0x1.e9bc17875c8abp-18);
    q = RA_FMA(q, u, 0x1.3b329f2653acbp-15);
    p = RA_FMA(p, u, -0x1.47247bd6db432p-15);
    q = RA_FMA(q, u, -0x1.ca3d74a54d0dbp-13);
    p = RA_FMA(p, u, 0x1.46769a506e437p-10);
    q = RA_FMA(q, u, -0x1.e2f0c6774e118p-9);
    p = RA_FMA(p, u, 0x1.f7b5addf534e4p-8);
    q = RA_FMA(q, u, -0x1.85a6cf99abb5bp-7);
    p = RA_FMA(p, u, 0x1.9fd3a0979cdcfp-7);
    q = RA_FMA(q, u, -0x1.37e1f07aafcd2p-8);
    p = RA_FMA(p, u, -0x1.0fb15805d1664p-6);
    q = RA_FMA(q, u, 0x1.a9f9211be9cb8p-5);
    p = RA_FMA(p, u, -0x1.888e2046c786dp-4);
    p = RA_FMA(RA_FMA(q, t, p), t, 0x1.abbd6f030ecadp-56);
    double head = 0x1.82bd13b785217p-2, sum = head + p;
    *low = (head - sum) + p;
    return sum;
}

/* e^(z^2) erfc(z) for 0 <= z <= 27.5 as closely as a double can tell: twice that share over 1 + c z. Error: 1.0 and 1.0. */
RA_MATH double ra__erfcx_close_f64(double z) {
    double low, high = ra__tail_share_f64((z - 4.0) / (z + 4.0), &low);
    double d = RA_FMA(z, 0x1.20dd750429b6dp0, 1.0), dl = RA_FMA(z, 0x1.1ae3a914fed80p-56, RA_FMA(z, 0x1.20dd750429b6dp0, 1.0 - d));
    double q = high / d;
    return 2.0 * (q + (ra__residual_f64(-q, d, high) + RA_FMA(-q, dl, low)) / d);
}

/* gelu = x Phi(x), Phi(-z) = ra__tail_share_f64(w) / (1 + c w) e^(-w^2), w = z/sqrt 2. Error: 1.26 and 2.12. */
RA_MATH double ra__gelu(double x) {
    double z = __builtin_fabs(x), h, l, s1, s2, pl;
    z = z > 39.0 ? 39.0 : z;
    double a = z * z, al = ra__residual_f64(z, z, -a);
    al = z < 0x1p-400 ? 0.0 : al;
    ra__scale_f64(ra__exp_parts_f64(-0.5 * a, -0.5 * al, &h, &l), &s1, &s2);
    double d = RA_FMA(z, 0x1.9884533d43651p-1, 1.0), dl = RA_FMA(z, -0x1.cbc0d30ebfd15p-55, RA_FMA(z, 0x1.9884533d43651p-1, 1.0 - d));
    double far = z + 0x1.6a09e667f3bcdp2, inverse = 1.0 / (far * d);
    double p = ra__tail_share_f64((z - 0x1.6a09e667f3bcdp2) * d * inverse, &pl);
    inverse *= far;
    double g = p * h, gl = ra__residual_f64(p, h, -g) + RA_FMA(p, l, pl * h), q = g * inverse;
    return ra__share_f64(x, q, (ra__residual_f64(-q, d, g) + RA_FMA(-q, dl, gl)) * inverse, s1, s2);
}

/* gelu, tanh form: x sigmoid(2u), 2u = x (K + A x^2) in two doubles, K = 2 sqrt(2/pi), A = 0.044715 K: an error of u is
 * magnified by u itself. Error: 0.97 and 1.72. */
RA_MATH double ra__gelu_tanh(double x) {
    double z = __builtin_fabs(x), h, l, s1, s2;
    double zc = z > 26.0 ? 26.0 : z, c = zc * zc, cl = ra__residual_f64(zc, zc, -c);
    double p = c * 0x1.2444f2a4d8b4bp-4, pl = ra__residual_f64(c, 0x1.2444f2a4d8b4bp-4, -p) + (cl * 0x1.2444f2a4d8b4bp-4 + c * -0x1.6c843a29d1c70p-61);
    pl = z < 0x1p-400 ? 0.0 : pl;
    double big = p > 0x1.9884533d43651p+0 ? p : 0x1.9884533d43651p+0, small = p > 0x1.9884533d43651p+0 ? 0x1.9884533d43651p+0 : p;
    double k = big + small, kl = ((big - k) + small) + (pl + -0x1.cbc0d30ebfd15p-54);
    double v = zc * k, vl = ra__residual_f64(zc, k, -v) + zc * kl;
    vl = z < 0x1p-400 ? 0.0 : vl;
    vl = v > 800.0 ? 0.0 : vl;
    v = v > 800.0 ? 800.0 : v;
    ra__sigmoid_parts_f64(v, vl, &h, &l, &s1, &s2);
    return ra__share_f64(x, h, l, s1, s2);
}

/* 1 / sqrt(x), one Newton step on the rounded quotient with its residual. Error: 0.501 and 0.501. */
RA_MATH double ra__rsqrt(double x) {
    double scale = x < 0x1p-900 ? 0x1p200 : (x > 0x1p900 ? 0x1p-200 : 1.0);
    double back = x < 0x1p-900 ? 0x1p100 : (x > 0x1p900 ? 0x1p-100 : 1.0);
    double xs = x * scale, y = 1.0 / __builtin_sqrt(xs);
    double t = xs * y, tl = ra__residual_f64(xs, y, -t);
    double e = ra__residual_f64(-t, y, 1.0) - tl * y;
    double z = RA_FMA(0.5 * y, e, y);
    return ((x > 0.0 && x < RA__INF_F64) ? z : y) * back;
}

#endif
