/* math_f64_exp.h: exp of float64 as an operator of its own, from math_f64.h: ra__exp_alone(x) and ra__exp_alone_n(out, in, count). ra__exp is what other
 * functions are made of, in loops that a compiler makes vectors of.
 *
 * Where the lanes of a vector take from two registers: x = (16 n + k) ln2/16 + r, |r| <= ln2/32, and e^x = 2^n 2^(k/16) e^r.
 * The powers of 2 are in two parts, (e^r - 1 - r) / r^2 is of degree 4, error 2^-56.2 of e^r. Error: 0.62.
 *
 * ra__decay_f64(x, wide, &second): e^-x as two numbers, which are its own matter, |x| <= RA__DECAY_NEAR_F64; where wide, |x| <= 800, and below minus
 * that bound 2^-128 times as much. ra__decay_n(first, second, in, count, wide): true, and the same of an array, or false: not all are near, which is
 * asked where not wide. ra__decay_sum_f64(first, second, &low): 1 + e^-x as a sum of two, far closer than a double is.
 */
#ifndef RA_CPU_MATH_F64_EXP_H
#define RA_CPU_MATH_F64_EXP_H

#define RA__DECAY_NEAR_F64 680.0 /* e^680 has room above it for what splits its bits in two, where there is no FMA */
enum { RA__DECAY_BLOCK = 512 }; /* elements of an array that ra__decay_n takes, at most */
#define RA__DECAY_DOWN (UINT64_C(128) << 52)

#ifdef RA__BY_TABLE

static const double ra__exp_high_table[16] __attribute__((aligned(64))) = {
    0x1.0000000000000p+0, 0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0, 0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0,
    0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0, 0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
    0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0};
static const double ra__exp_low_table[16] __attribute__((aligned(64))) = {
    0x0.0p+0, 0x1.8a62e4adc610bp-54, -0x1.19041b9d78a76p-55, 0x1.9b07eb6c70573p-54, 0x1.6f46ad23182e4p-55, 0x1.ada0911f09ebcp-55,
    0x1.d4397afec42e2p-56, 0x1.6324c054647adp-54, -0x1.bdd3413b26456p-54, -0x1.41577ee04992fp-55, 0x1.6e9f156864b27p-54, 0x1.c7c46b071f2bep-56,
    0x1.7a1cd345dcc81p-54, 0x1.11065895048ddp-55, 0x1.2ed02d75b3707p-55, -0x1.e9c23179c2893p-54};

#define RA__ROUND_SIXTEENTHS 0x1.8p48
/* The same steps on numbers and on vectors. */
#define RA__EXP_REST(q, r, fma, mul, constant) \
    q = fma(r, constant(0x1.6c185dfed5cc4p-10), constant(0x1.11123abf723bfp-7)); \
    q = fma(q, r, constant(0x1.555555545e965p-5)); \
    q = fma(q, r, constant(0x1.555555548f71cp-3)); \
    q = fma(q, r, constant(0x1.0000000000005p-1)); \
    q = fma(mul(r, r), q, r)

#define RA__PRODUCT(a, b) ((a) * (b))
RA_MATH double ra__exp_alone(double x) {
    double q, s1, s2;
    x = x > 710.0 ? 710.0 : x;
    x = x < -746.0 ? -746.0 : x;
    double t = RA_FMA(x, 0x1.71547652b82fep0, RA__ROUND_SIXTEENTHS), m = t - RA__ROUND_SIXTEENTHS;
    double r = RA_FMA(m, -RA__LN2_LO_F64, RA_FMA(m, -RA__LN2_HI_F64, x));
    RA__EXP_REST(q, r, RA_FMA, RA__PRODUCT, );
    uint64_t k = ra__bits_f64(t);
    double y = ra__exp_high_table[k & 15] + RA_FMA(ra__exp_high_table[k & 15], q, ra__exp_low_table[k & 15]);
    ra__scale_f64((int64_t)(k - ra__bits_f64(RA__ROUND_SIXTEENTHS)) >> 4, &s1, &s2);
    return (y * s1) * s2;
}

RA_MATH double ra__decay_f64(double x, int wide, double *low) {
    double q, t = RA_FMA(-x, 0x1.71547652b82fep0, RA__ROUND_SIXTEENTHS), m = t - RA__ROUND_SIXTEENTHS;
    double r = RA_FMA(m, -RA__LN2_LO_F64, RA_FMA(m, -RA__LN2_HI_F64, -x));
    RA__EXP_REST(q, r, RA_FMA, RA__PRODUCT, );
    uint64_t k = ra__bits_f64(t), down = wide && x < -RA__DECAY_NEAR_F64 ? RA__DECAY_DOWN : 0;
    double p = ra__from_bits_f64(ra__bits_f64(ra__exp_high_table[k & 15]) + ((k & ~UINT64_C(15)) << 48) - down), e;
    q += ra__exp_low_table[k & 15] / ra__exp_high_table[k & 15];
    e = RA_FMA(p, q, p);
    *low = RA_FMA(p, q, p - e);
    return e;
}
#undef RA__PRODUCT

/* 1 + e + el. */
RA_MATH double ra__decay_sum_f64(double e, double el, double *low) {
    double d = 1.0 + e, big = e > 1.0 ? e : 1.0, small = e > 1.0 ? 1.0 : e;
    *low = (small - (d - big)) + el;
    return d;
}

/* out[i] = ra__exp_alone(in[i] - less) */
RA_MATH void ra__exp_less_n(double *out, const double *in, double less, size_t count) {
    const __m512d h0 = _mm512_load_pd(ra__exp_high_table), h1 = _mm512_load_pd(ra__exp_high_table + 8);
    const __m512d l0 = _mm512_load_pd(ra__exp_low_table), l1 = _mm512_load_pd(ra__exp_low_table + 8);
    const __m512d round = _mm512_set1_pd(RA__ROUND_SIXTEENTHS);
    for (size_t i = 0; i < count; i += 8) {
        const __mmask8 whole = count - i < 8 ? (__mmask8)((1u << (count - i)) - 1) : 0xff;
        __m512d x = _mm512_sub_pd(_mm512_maskz_loadu_pd(whole, in + i), _mm512_set1_pd(less)), q;
        x = _mm512_max_pd(_mm512_set1_pd(-746.0), _mm512_min_pd(_mm512_set1_pd(710.0), x)); /* NaN stays */
        const __m512d t = _mm512_fmadd_pd(x, _mm512_set1_pd(0x1.71547652b82fep0), round), m = _mm512_sub_pd(t, round);
        const __m512d r = _mm512_fmadd_pd(m, _mm512_set1_pd(-RA__LN2_LO_F64), _mm512_fmadd_pd(m, _mm512_set1_pd(-RA__LN2_HI_F64), x));
        RA__EXP_REST(q, r, _mm512_fmadd_pd, _mm512_mul_pd, _mm512_set1_pd);
        const __m512i k = _mm512_castpd_si512(t); /* of which the low four bits count */
        const __m512d high = _mm512_permutex2var_pd(h0, k, h1), low = _mm512_permutex2var_pd(l0, k, l1);
        const __m512d y = _mm512_add_pd(high, _mm512_fmadd_pd(high, q, low));
        _mm512_mask_storeu_pd(out + i, whole, _mm512_scalef_pd(y, m)); /* by 2^n, n the integer below m; rounded once */
    }
}

static inline void ra__exp_alone_n(double *out, const double *in, size_t count) { ra__exp_less_n(out, in, 0.0, count); }

struct ra__decay_tables {
    __m512i p0, p1; /* powers, less what is no multiple of 16 of that k that they are then added to */
    __m512d r0, r1; /* what they are to be multiplied by besides, less 1 */
};

RA_MATH struct ra__decay_tables ra__decay_load(void) {
    const __m512d h0 = _mm512_load_pd(ra__exp_high_table), h1 = _mm512_load_pd(ra__exp_high_table + 8);
    const __m512i lane = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
    struct ra__decay_tables s;
    s.p0 = _mm512_sub_epi64(_mm512_castpd_si512(h0), _mm512_slli_epi64(lane, 48));
    s.p1 = _mm512_sub_epi64(_mm512_castpd_si512(h1), _mm512_slli_epi64(_mm512_add_epi64(lane, _mm512_set1_epi64(8)), 48));
    s.r0 = _mm512_div_pd(_mm512_load_pd(ra__exp_low_table), h0);
    s.r1 = _mm512_div_pd(_mm512_load_pd(ra__exp_low_table + 8), h1);
    return s;
}

RA_MATH __m512d ra__decay_vector(__m512d x, int wide, __m512d *low, struct ra__decay_tables s) {
    const __m512d round = _mm512_set1_pd(RA__ROUND_SIXTEENTHS);
    const __m512d t = _mm512_fnmadd_pd(x, _mm512_set1_pd(0x1.71547652b82fep0), round), m = _mm512_sub_pd(t, round);
    const __m512d r = _mm512_fmadd_pd(m, _mm512_set1_pd(-RA__LN2_LO_F64), _mm512_fmsub_pd(m, _mm512_set1_pd(-RA__LN2_HI_F64), x));
    __m512d q;
    RA__EXP_REST(q, r, _mm512_fmadd_pd, _mm512_mul_pd, _mm512_set1_pd);
    const __m512i k = _mm512_castpd_si512(t);
    __m512i power = _mm512_add_epi64(_mm512_slli_epi64(k, 48), _mm512_permutex2var_epi64(s.p0, k, s.p1));
    if (wide) {
        const __mmask8 down = _mm512_cmp_pd_mask(x, _mm512_set1_pd(-RA__DECAY_NEAR_F64), _CMP_LT_OQ);
        power = _mm512_mask_sub_epi64(power, down, power, _mm512_set1_epi64((int64_t)RA__DECAY_DOWN));
    }
    q = _mm512_add_pd(q, _mm512_permutex2var_pd(s.r0, k, s.r1));
    const __m512d p = _mm512_castsi512_pd(power), e = _mm512_fmadd_pd(p, q, p);
    *low = _mm512_fmadd_pd(p, q, _mm512_sub_pd(p, e));
    return e;
}

RA_MATH int ra__decay_n(double *high, double *low, const double *in, size_t count, int wide) {
    const struct ra__decay_tables s = ra__decay_load();
    unsigned far = 0;
    size_t i = 0;
    for (; i + 8 <= count; i += 8) {
        const __m512d x = _mm512_loadu_pd(in + i);
        __m512d l, e = ra__decay_vector(x, wide, &l, s);
        far |= _mm512_cmp_pd_mask(_mm512_abs_pd(x), _mm512_set1_pd(RA__DECAY_NEAR_F64), _CMP_NLE_UQ);
        _mm512_storeu_pd(high + i, e);
        _mm512_storeu_pd(low + i, l);
    }
    if (i < count) {
        const __mmask8 rest = (__mmask8)((1u << (count - i)) - 1);
        const __m512d x = _mm512_maskz_loadu_pd(rest, in + i);
        __m512d l, e = ra__decay_vector(x, wide, &l, s);
        far |= _mm512_cmp_pd_mask(_mm512_abs_pd(x), _mm512_set1_pd(RA__DECAY_NEAR_F64), _CMP_NLE_UQ);
        _mm512_mask_storeu_pd(high + i, rest, e);
        _mm512_mask_storeu_pd(low + i, rest, l);
    }
    return wide || !far;
}

#undef RA__EXP_REST
#undef RA__ROUND_SIXTEENTHS

#else

#define RA_FAR_NAME exp
#define RA_FAR_TYPE double
#define RA_FAR_SAME
#define RA_FAR_NEAR 708.0
#define RA_FAR_END 746.0
#include "math_far_block.h"

RA_MATH double ra__exp_alone(double x) { return ra__exp(x); }
static inline void ra__exp_alone_n(double *out, const double *in, size_t count) { ra__exp_n(out, in, count); }

/* -x = n ln2 + r + c; p = 2^n. */
RA_MATH double ra__decay_reduce_f64(double x, int wide, double *c, double *p) {
    double t = RA_FMA(-x, 0x1.71547652b82fep0, RA__ROUND_F64), n = t - RA__ROUND_F64;
    double hi = RA_FMA(n, -RA__LN2_HI_F64, -x), lo = n * RA__LN2_LO_F64, r = hi - lo;
    *p = ra__from_bits_f64((ra__bits_f64(t) << 52) + 0x3ff0000000000000u - (wide && x < -RA__DECAY_NEAR_F64 ? RA__DECAY_DOWN : 0));
    *c = (hi - r) - lo;
    return r;
}

/* e^(r + c) - 1, which goes with p. The polynomial is that of ra__exp_tail_f64, by even and odd powers, for its latency. */
RA_MATH double ra__decay_rest_f64(double r, double c) {
    double z = r * r;
    double even = RA_FMA(RA__EXP_TAIL_10, z, RA__EXP_TAIL_8), odd = RA_FMA(RA__EXP_TAIL_9, z, RA__EXP_TAIL_7);
    even = RA_FMA(even, z, RA__EXP_TAIL_6);
    odd = RA_FMA(odd, z, RA__EXP_TAIL_5);
    even = RA_FMA(even, z, RA__EXP_TAIL_4);
    odd = RA_FMA(odd, z, RA__EXP_TAIL_3);
    even = RA_FMA(even, z, RA__EXP_TAIL_2);
    odd = RA_FMA(odd, z, RA__EXP_TAIL_1);
    return r + RA_FMA(z, RA_FMA(odd, r, RA_FMA(even, z, RA__EXP_TAIL_0)), c);
}

RA_MATH double ra__decay_f64(double x, int wide, double *power) {
    double c, r = ra__decay_reduce_f64(x, wide, &c, power);
    return ra__decay_rest_f64(r, c);
}

/* In two loops, as one chain of operations is longer than a core looks ahead. */
RA_MATH int ra__decay_n(double *parts, double *power, const double *in, size_t count, int wide) {
    double less[RA__DECAY_BLOCK] __attribute__((aligned(64)));
    uint64_t far = 0;
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < count; i++) {
        double x = in[i], c, p;
        parts[i] = ra__decay_reduce_f64(x, wide, &c, &p);
        less[i] = c;
        power[i] = p;
        far |= !wide && !(__builtin_fabs(x) <= RA__DECAY_NEAR_F64);
    }
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < count; i++)
        parts[i] = ra__decay_rest_f64(parts[i], less[i]);
    return !far;
}

/* 1 + p (1 + g), p a power of 2: of three numbers any may be the largest by far. */
RA_MATH double ra__decay_sum_f64(double g, double p, double *low) {
    double most = 1.0 + p, d = RA_FMA(p, g, most);
    *low = RA_FMA(p, g, most - d) + (1.0 - (most - p));
    return d;
}

#endif

#endif
