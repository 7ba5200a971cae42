/* math_f64_pow.h: pow of float64 (see math_f64.h), by a logarithm in two doubles. */
#ifndef RA_CPU_MATH_F64_POW_H
#define RA_CPU_MATH_F64_POW_H

#include "math_base.h"

#define RA__POW_LN2 0x1.62e42fefa39efp-1

/* log2(x) - shift = *h + *l to 2^-65 relative, x positive and normal: x = 2^k m, s = (m-1)/(m+1) in two
 * doubles, log m = 2s + 2/3 s^3 + s^5 P(s^2), P of degree 7 on s <= 0.172, error 2^-68 of log m / s. Pairs are
 * not brought into order on the way: a low part may be a few units of the high one's last digit. */
RA_MATH void ra__log2_two_f64(double x, double shift, double *h, double *l) {
    const uint64_t root = 0x3fe6a09e667f3bcdu;
    uint64_t u = ra__bits_f64(x) + (0x3ff0000000000000u - root);
    double k = ra__from_bits_f64((u >> 52) | 0x4330000000000000u) - (0x1p52 + 1023.0) - shift;
    double m = ra__from_bits_f64((u & 0xfffffffffffffu) + root), f = m - 1.0;
    double d = 1.0 + m, dl = m - (d - 1.0), inverse = 1.0 / d; /* m has no larger exponent than 1: dl is exact */
    double s = f * inverse, sl = RA_FMA(-s, dl, ra__residual_f64(-s, d, f)) * inverse;
    double z = s * s, zl = RA_FMA(2.0 * s, sl, ra__residual_f64(s, s, -z));
    double zz = z * z, p1 = RA_FMA(0x1.c71c71c74b4eep-3, z, 0x1.24924924923p-2), p2 = RA_FMA(0x1.3b13a928b81b6p-3, z, 0x1.745d173e38369p-3);
    double p3 = RA_FMA(0x1.e01113a64b1a6p-4, z, 0x1.111576d1cf699p-3);
    double p = RA_FMA(RA_FMA(RA_FMA(RA_FMA(0x1.db0093121537fp-4, zz, p3), zz, p2), zz, p1), z, 0x1.999999999999ap-2);
    /* t = z (2/3 + z p) */
    double c = 0x1.5555555555555p-1, e = z * p, ch = c + e, cl = ((c - ch) + e) + RA_FMA(zl, p, 0x1.5555555555555p-55);
    double t = z * ch, tl = ra__residual_f64(z, ch, -t) + RA_FMA(z, cl, zl * ch);
    /* a = 2 + t, log m = s a */
    double a = 2.0 + t, al = ((2.0 - a) + t) + tl;
    double g = s * a, gl = ra__residual_f64(s, a, -g) + RA_FMA(s, al, sl * a);
    /* times 1/ln2, plus k; |k| is 0 or exceeds the other */
    double v = g * 0x1.71547652b82fep0, vl = RA_FMA(gl, 0x1.71547652b82fep0, RA_FMA(g, 0x1.777d0ffda0d24p-56, ra__residual_f64(g, 0x1.71547652b82fep0, -v)));
    *h = k + v;
    *l = ((k - *h) + v) + vl;
}

/* 2^(h + l), |h| < 1100; in two steps, so that a subnormal result is rounded once. The first terms of the polynomial
 * are added one by one, to be rounded as little as can be. */
RA_MATH double ra__exp2_two_f64(double h, double l) {
    double t = h + RA__ROUND_F64, n = t - RA__ROUND_F64, f = h - n;
    double r = f * RA__POW_LN2, c = ra__residual_f64(f, RA__POW_LN2, -r) + RA_FMA(f, 0x1.abc9e3b39803fp-56, l * RA__POW_LN2);
    double rr = r * r, q1 = RA_FMA(0x1.6c16c16c156a4p-10, r, 0x1.111111111004fp-7), q2 = RA_FMA(0x1.a01a01ab99293p-16, r, 0x1.a01a01ac1f722p-13);
    double q3 = RA_FMA(0x1.27e4cfacf6e31p-22, r, 0x1.71de01a752804p-19), q4 = RA_FMA(0x1.1f86f4eee1807p-29, r, 0x1.af4ed774cba06p-26);
    double q = RA_FMA(RA_FMA(RA_FMA(q4, rr, q3), rr, q2), rr, q1);
    q = RA_FMA(RA_FMA(RA_FMA(q, r, 0x1.5555555555557p-5), r, 0x1.5555555555557p-3), r, 0.5);
    double w = rr * q, e = 1.0 + r, el = ((1.0 - e) + r) + (w + RA_FMA(c, r + w, c));
    uint64_t biased = ra__bits_f64(t) - ra__bits_f64(RA__ROUND_F64) + 2046, half = biased >> 1;
    return ((e + el) * ra__from_bits_f64(half << 52)) * ra__from_bits_f64((biased - half) << 52);
}

/* pow = 2^(y log2|x|), with C99's special cases. Error: 0.77 and 0.77. */
RA_MATH double ra__pow(double x, double y) {
    double a = __builtin_fabs(x), up = a * 0x1p54, h, l;
    ra__log2_two_f64(a < 0x1p-1022 ? up : a, a < 0x1p-1022 ? 54.0 : 0.0, &h, &l);
    /* beyond 2^70 every power but that of 1 is 0 or infinite: keeps the product in range */
    double yc = y > 0x1p70 ? 0x1p70 : y;
    yc = yc < -0x1p70 ? -0x1p70 : yc;
    double ph = yc * h, pl = RA_FMA(yc, l, ra__residual_f64(yc, h, -ph));
    /* powers of 0 and infinity are sure to be 0 or infinite: their logarithms have the right sign */
    double sure = __builtin_copysign(1200.0, ph);
    ph = ra__bits_f64(a) - 1 < ra__bits_f64(RA__INF_F64) - 1 ? ph : sure;
    pl = __builtin_fabs(ph) > 1090.0 ? 0.0 : pl;
    ph = ph > 1090.0 ? 1090.0 : ph;
    ph = ph < -1090.0 ? -1090.0 : ph;
    double r = ra__exp2_two_f64(ph, pl);
    r = a == a ? r : a;
    r = y == y ? r : y;
    /* an odd y keeps the sign of x; beyond 2^53 every y is even */
    double half = 0.5 * y, sign = __builtin_rint(half) == half ? 1.0 : __builtin_copysign(1.0, x);
    double below = a < RA__INF_F64 ? RA__NAN_F64 : r;
    below = x < 0.0 ? below : r;
    r = __builtin_rint(y) == y ? r * sign : below;
    r = x == 1.0 ? 1.0 : r;
    return y == 0.0 ? 1.0 : r;
}

#endif
