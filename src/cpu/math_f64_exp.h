/* math_f64_exp.h: exp of float64 as an operator of its own, from math_f64.h: ra__exp_alone(x) and ra__exp_alone_n(out, in, count). ra__exp is what other
 * functions are made of, in loops that a compiler makes vectors of.
 *
 * Where the lanes of a vector take from two registers: x = (16 n + k) ln2/16 + r, |r| <= ln2/32, and e^x = 2^n 2^(k/16) e^r.
 * The powers of 2 are in two parts, (e^r - 1 - r) / r^2 is of degree 4, error 2^-56.2 of e^r. Error: 0.62.
 */
#ifndef RA_CPU_MATH_F64_EXP_H
#define RA_CPU_MATH_F64_EXP_H

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
#undef RA__PRODUCT

static inline void ra__exp_alone_n(double *out, const double *in, size_t count) {
    const __m512d h0 = _mm512_load_pd(ra__exp_high_table), h1 = _mm512_load_pd(ra__exp_high_table + 8);
    const __m512d l0 = _mm512_load_pd(ra__exp_low_table), l1 = _mm512_load_pd(ra__exp_low_table + 8);
    const __m512d round = _mm512_set1_pd(RA__ROUND_SIXTEENTHS);
    for (size_t i = 0; i < count; i += 8) {
        const __mmask8 whole = count - i < 8 ? (__mmask8)((1u << (count - i)) - 1) : 0xff;
        __m512d x = _mm512_maskz_loadu_pd(whole, in + i), q;
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

#endif

#endif
