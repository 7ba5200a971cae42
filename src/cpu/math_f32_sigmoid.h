/* math_f32_sigmoid.h: the functions of float32 that are shaped like an S, and what is made of them:
 * tanh, sigmoid, silu, erf. tanh and erf have a polynomial for |x| <= 1, and beyond it tails made
 * of an exponential; math_pieces.h makes the two into one. sigmoid and silu are quotients by a sum with an exponential throughout, by the
 * steps of math_pieces.h alone. Where there are vectors whose lanes take from a table, all of them
 * are by math_table.h, which is twice as fast: the bits are then others. Included by math_f32.h, which says how errors
 * are stated and polynomials were obtained; those of functions in pieces or by table, with FMA, hold for every float32.
 */
#ifndef RA_CPU_MATH_F32_SIGMOID_H
#define RA_CPU_MATH_F32_SIGMOID_H

#ifndef RA__BY_TABLE
/* tanh. |x| <= 1: x + x P(x^2 - 17/32), degree 7, error 2^-27.6. The shift keeps P's terms small, here
 * and below. */
RA_MATH float ra__tanhf_small(float x) {
    float z = RA_FMAF(x, x, -0.53125f);
    float p = RA_FMAF(-0x1.72ff72p-12f, z, 0x1.fab9ecp-11f);
    p = RA_FMAF(p, z, -0x1.66c47p-9f);
    p = RA_FMAF(p, z, 0x1.0e1472p-7f);
    p = RA_FMAF(p, z, -0x1.956aa6p-6f);
    p = RA_FMAF(p, z, 0x1.308e26p-4f);
    p = RA_FMAF(p, z, -0x1.d0fd9ep-3f);
    p = RA_FMAF(p, z, -0x1.2b3c74p-3f);
    return __builtin_copysignf(RA_FMAF(p, x, x), x); /* at zero P may be below zero */
}

/* Above: 1 - 2 / (1 + e^(2|x|)), where the quotient is below 0.24. */
RA_MATH void ra__tanhf_step(int k, float x, float *kept, int wide) {
    (void)k, (void)wide;
    float y = 2.0f * ra__magnitude_f32(x, 10.0f);
    float t = RA_FMAF(y, RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_LO_F32, RA_FMAF(n, -RA__LN2_HI_F32, y));
    float g = RA_FMAF(r * r, ra__exp_tail4_f32(r), r);
    float s = ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); /* 2^n */
    kept[0] = RA_FMAF(s, g, s + 1.0f);
}

RA_MATH float ra__tanhf_last(float x, const float *kept, int wide) {
    (void)wide;
    return __builtin_copysignf(1.0f - 2.0f / kept[0], x);
}

/* Error: 0.86 and 0.98. */
#define RA_PIECES_NAME tanhf
#define RA_PIECES_STEPS 1
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_KEPT 1
#include "math_pieces.h"
#else
/* In the first intervals, so many, the table holds what is to be added to |x|. */
RA_MATH float ra__join_odd_f32(float x, float s, float w, float first) { return __builtin_copysignf(s < RA__ROUND_F32 + first ? __builtin_fabsf(x) + w : w, x); }

RA_MATH __m512 ra__join_odd_vector(__m512 x, __m512 s, __m512 w, float first) {
    const __m512 sum = _mm512_mask_add_ps(w, _mm512_cmp_ps_mask(s, _mm512_set1_ps(RA__ROUND_F32 + first), _CMP_LT_OQ), w, _mm512_abs_ps(x));
    return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(sum), _mm512_castps_si512(x), _mm512_set1_epi32(INT32_MIN), 0xd8)); /* of x the sign */
}

/* tanh, in the first interval less |x|; by degree 5, error 2^-27.2 of the result. Beyond near it is 1. */
static const float ra__tanhf_table[7][32] __attribute__((aligned(64))) = { /* centre, c0, ... c5 */
    {0x0p+0f, 0x1.5360ep-3f, 0x1.567126p-2f, 0x1.0463ecp-1f, 0x1.61a62p-1f, 0x1.bda18p-1f, 0x1.0e588ep+0f, 0x1.3d5602p+0f,
     0x1.6eecbcp+0f, 0x1.9eaf6p+0f, 0x1.d14a66p+0f, 0x1.027838p+1f, 0x1.1e097cp+1f, 0x1.3815e6p+1f, 0x1.5541p+1f, 0x1.71a584p+1f,
     0x1.8fc34cp+1f, 0x1.ad2f3ap+1f, 0x1.cdef46p+1f, 0x1.ecca14p+1f, 0x1.07d08ap+2f, 0x1.19f18ep+2f, 0x1.2b5a1cp+2f, 0x1.3f0366p+2f,
     0x1.533366p+2f, 0x1.68c668p+2f, 0x1.807e9cp+2f, 0x1.9a2bd4p+2f, 0x1.b61ca2p+2f, 0x1.d3dab8p+2f, 0x1.f7bbdcp+2f, 0x1.144d1p+3f},
    {0x0p+0f, 0x1.504e4p-3f, 0x1.4a3906p-2f, 0x1.e01608p-2f, 0x1.326758p-1f, 0x1.673354p-1f, 0x1.917b32p-1f, 0x1.b0d05cp-1f,
     0x1.c8e0e6p-1f, 0x1.d965cp-1f, 0x1.e5adf2p-1f, 0x1.ee4468p-1f, 0x1.f46726p-1f, 0x1.f8404ep-1f, 0x1.fb12e8p-1f, 0x1.fcd55cp-1f,
     0x1.fe050cp-1f, 0x1.febfa6p-1f, 0x1.ff3fdep-1f, 0x1.ff8954p-1f, 0x1.ffbb22p-1f, 0x1.ffd8eap-1f, 0x1.ffe95p-1f, 0x1.fff3bap-1f,
     0x1.fff978p-1f, 0x1.fffcacp-1f, 0x1.fffe6ap-1f, 0x1.ffff4ap-1f, 0x1.ffffb4p-1f, 0x1.ffffe2p-1f, 0x1.fffff6p-1f, 0x1.fffffep-1f},
    {0x0p+0f, 0x1.f23194p-1f, 0x1.cac11ep-1f, 0x1.8f75acp-1f, 0x1.48a264p-1f, 0x1.03ff8p-1f, 0x1.8a5cd2p-2f, 0x1.24402p-2f,
     0x1.a13c0ep-3f, 0x1.292dbp-3f, 0x1.9a4dccp-4f, 0x1.16cfb2p-4f, 0x1.6ee75p-5f, 0x1.ec2bccp-6f, 0x1.39c1bap-6f, 0x1.941122p-7f,
     0x1.f9f906p-8f, 0x1.3ff5c6p-8f, 0x1.7ffbe8p-9f, 0x1.da7904p-10f, 0x1.13657ep-10f, 0x1.38a42p-11f, 0x1.6af7dcp-12f, 0x1.88bb5p-13f,
     0x1.a1fd86p-14f, 0x1.a9ff7cp-15f, 0x1.9600a4p-16f, 0x1.6bfcbp-17f, 0x1.300776p-18f, 0x1.e0160ap-20f, 0x1.38e62p-21f, 0x1.0fcb26p-23f},
    {0x1.6ac8a8p-25f, -0x1.473c18p-3f, -0x1.27e122p-2f, -0x1.768f32p-2f, -0x1.8956b4p-2f, -0x1.6ccf86p-2f, -0x1.353cbap-2f, -0x1.ee1a56p-3f,
     -0x1.7450eap-3f, -0x1.12c5dap-3f, -0x1.853624p-4f, -0x1.0d27a2p-4f, -0x1.6697bcp-5f, -0x1.e4b8c4p-6f, -0x1.36bcc4p-6f, -0x1.91911ep-7f,
     -0x1.f803aap-8f, -0x1.3f2d48p-8f, -0x1.7f6b6ep-9f, -0x1.da0a7ap-10f, -0x1.134004p-10f, -0x1.388bbep-11f, -0x1.6ae706p-12f, -0x1.88b0dp-13f,
     -0x1.a1f6dp-14f, -0x1.a9fafp-15f, -0x1.95fceap-16f, -0x1.6bf95p-17f, -0x1.3003ccp-18f, -0x1.e00be8p-20f, -0x1.38d97cp-21f, -0x1.0faa98p-23f},
    {-0x1.555684p-2f, -0x1.31430cp-2f, -0x1.a4d43p-3f, -0x1.6ac9e8p-4f, 0x1.04cd06p-6f, 0x1.4a6c52p-4f, 0x1.bc233ap-4f, 0x1.bdb478p-4f,
     0x1.8250cap-4f, 0x1.35fep-4f, 0x1.d0debp-5f, 0x1.4dcaccp-5f, 0x1.c8566cp-6f, 0x1.39550ap-6f, 0x1.965266p-7f, 0x1.0864fp-7f,
     0x1.4d672ep-8f, 0x1.a77e04p-9f, 0x1.fdb71ap-10f, 0x1.3b76b2p-10f, 0x1.6e9d36p-11f, 0x1.a076bap-12f, 0x1.e3b8c8p-13f, 0x1.05bfe2p-13f,
     0x1.16a078p-14f, 0x1.1bfd58p-15f, 0x1.0ea794p-16f, 0x1.e5423p-18f, 0x1.954b56p-19f, 0x1.4015f2p-20f, 0x1.a15178p-22f, 0x1.69e1e6p-24f},
    {0x1.2b28a8p-13f, 0x1.a07f1cp-4f, 0x1.4b786cp-3f, 0x1.4db604p-3f, 0x1.e4f3cap-4f, 0x1.fe6296p-5f, 0x1.03c6cep-6f, -0x1.74c652p-7f,
     -0x1.803c06p-6f, -0x1.9cd8cap-6f, -0x1.6abb1ep-6f, -0x1.1da48ap-6f, -0x1.9e3c6ep-7f, -0x1.2666a6p-7f, -0x1.872c54p-8f, -0x1.0254a2p-8f,
     -0x1.48f414p-9f, -0x1.a4642ap-10f, -0x1.fc13bp-11f, -0x1.3b3926p-11f, -0x1.6f0f08p-12f, -0x1.a1682ap-13f, -0x1.e537acp-14f, -0x1.06ce02p-14f,
     -0x1.17e94p-15f, -0x1.1d7eeep-16f, -0x1.106b6ap-17f, -0x1.e8f298p-19f, -0x1.990becp-20f, -0x1.43f468p-21f, -0x1.a8442ap-23f, -0x1.750ff4p-25f},
    {0x1.0dfab2p-3f, 0x1.a9f05cp-4f, 0x1.1e62ecp-5f, -0x1.ed208ep-6f, -0x1.f7a71ap-5f, -0x1.e4cf3p-5f, -0x1.4a1afep-5f, -0x1.4d6b84p-6f,
     -0x1.958fc4p-8f, 0x1.617834p-10f, 0x1.1b0b08p-8f, 0x1.36c7f6p-8f, 0x1.0a6e3ep-8f, 0x1.9792a8p-9f, 0x1.2138aap-9f, 0x1.88c58ep-10f,
     0x1.00e056p-10f, 0x1.47fe98p-11f, 0x1.95ec16p-12f, 0x1.eeeb1cp-13f, 0x1.24916ep-13f, 0x1.519fcp-14f, 0x1.7eb7bcp-15f, 0x1.a21ea6p-16f,
     0x1.baeb72p-17f, 0x1.c28fp-18f, 0x1.b3462ap-19f, 0x1.8bf104p-20f, 0x1.4d9ff8p-21f, 0x1.fda218p-23f, 0x1.48e7a8p-24f, 0x1.365de2p-26f},
};

/* Error, of every float32: 0.88. */
#define RA_TABLE_NAME tanhf
#define RA_TABLE_DEGREE 5
#define RA_TABLE_NEAR 9.02f
#define RA_TABLE_LEVEL
#define RA_TABLE_LINEAR 6.0f
#define RA_TABLE_SQUARE -0.2781f
#define RA_TABLE_JOIN(x, s, w) ra__join_odd_f32(x, s, w, 1.0f)
#define RA_TABLE_JOIN_VECTOR(x, s, w) ra__join_odd_vector(x, s, w, 1.0f)
#include "math_table.h"
#endif

/* e^-x = 2^n e^r, n in the low bits of t. */
RA_MATH float ra__decay_reduce_f32(float x, float *t) {
    *t = RA_FMAF(x, -RA__LOG2E_F32, RA__ROUND_F32);
    float n = *t - RA__ROUND_F32;
    return RA_FMAF(n, -RA__LN2_LO_F32, RA_FMAF(n, -RA__LN2_HI_F32, -x));
}
RA_MATH float ra__decay_power_f32(float t) { return ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); } /* 2^n */

/* Far from zero, where 1 + e^-x is 1 or e^-x, that is taken 2^64 times as near to 1. */
#define RA__SIGMOID_FAR_F32 70.0f
#define RA__SIGMOID_END_F32 120.0f /* from there on it is nothing, and that many times it too */

/* sigmoid(x) = 1 / (1 + e^-x): e^r - 1 and 2^n, of e^-x. */
RA_MATH void ra__sigmoidf_step(int k, float x, float *kept, int wide) {
    if (k == 0) {
        float z = wide && x > RA__SIGMOID_FAR_F32 ? RA__SIGMOID_FAR_F32 : x;
        kept[0] = ra__decay_reduce_f32(wide && x < -RA__SIGMOID_END_F32 ? -RA__SIGMOID_END_F32 : z, &kept[1]);
        if (wide)
            kept[1] = x < -RA__SIGMOID_FAR_F32 ? kept[1] - 64.0f : kept[1];
    } else {
        kept[0] = RA_FMAF(kept[0] * kept[0], ra__exp_tail4_f32(kept[0]), kept[0]);
        kept[1] = ra__decay_power_f32(kept[1]);
    }
}

/* 1 + s + b p, and in *low what that is rounded by: of three numbers any may be the largest by far. */
RA_MATH float ra__decay_sum_f32(float s, float b, float p, float *low) {
    float most = 1.0f + s, d = RA_FMAF(b, p, most);
    *low = ra__residual_f32(b, p, most - d) + (1.0f - (most - s));
    return d;
}

RA_MATH float ra__sigmoidf_last(float x, const float *kept, int wide) {
    float low, d = ra__decay_sum_f32(kept[1], kept[1], kept[0], &low), y = 1.0f / d;
    float rest = RA_FMAF(y, low, ra__residual_f32(y, d, -1.0f));
    y = RA_FMAF(-rest, y, y);
    return wide && x < -RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
}

#ifndef RA__BY_TABLE
/* Error: 0.96 and 0.98. */
#define RA_PIECES_NAME sigmoidf
#define RA_PIECES_STEPS 2
#define RA_PIECES_KEPT 2
#define RA_PIECES_NEAR 60.0f
#include "math_pieces.h"
#else
/* sigmoid(-|x|) by degree 5, error 2^-28.5. */
static const float ra__sigmoidf_table[7][32] __attribute__((aligned(64))) = { /* centre, c0, ... c5 */
    {0x0p+0f, 0x1.745ea2p-2f, 0x1.745a86p-1f, 0x1.174182p+0f, 0x1.7454c2p+0f, 0x1.d173c6p+0f, 0x1.17462ap+1f, 0x1.45db1p+1f,
     0x1.745b98p+1f, 0x1.a2d878p+1f, 0x1.d17f12p+1f, 0x1.000a2ep+2f, 0x1.174c9cp+2f, 0x1.2e8a5p+2f, 0x1.45d1c8p+2f, 0x1.5d1a48p+2f,
     0x1.7459ecp+2f, 0x1.8ba08p+2f, 0x1.a2efb2p+2f, 0x1.ba305cp+2f, 0x1.d17674p+2f, 0x1.e8b838p+2f, 0x1.000022p+3f, 0x1.0ba444p+3f,
     0x1.1743eep+3f, 0x1.22df0ap+3f, 0x1.2e8cdap+3f, 0x1.3a33p+3f, 0x1.45cfc6p+3f, 0x1.51702ep+3f, 0x1.5d16e2p+3f, 0x1.68b574p+3f},
    {0x1p-1f, 0x1.a3eb88p-2f, 0x1.4d9dfp-2f, 0x1.017e9ap-2f, 0x1.83bb86p-3f, 0x1.1e0288p-3f, 0x1.9f4f82p-4f, 0x1.29d4c4p-4f,
     0x1.a79806p-5f, 0x1.2b4dfcp-5f, 0x1.a4782ap-6f, 0x1.26819ep-6f, 0x1.9bc9eap-7f, 0x1.1f7e92p-7f, 0x1.90bb58p-8f, 0x1.170a82p-8f,
     0x1.8499p-9f, 0x1.0e5cf8p-9f, 0x1.77e77cp-10f, 0x1.058106p-10f, 0x1.6bab9ap-11f, 0x1.f9d6a2p-12f, 0x1.5fa268p-12f, 0x1.e8d99ap-13f,
     0x1.53fadap-13f, 0x1.d924bcp-14f, 0x1.487a08p-14f, 0x1.c881ecp-15f, 0x1.3d94dap-15f, 0x1.b9ab6ep-16f, 0x1.32e26p-16f, 0x1.aae2cap-17f},
    {-0x1p-2f, -0x1.ef70a4p-3f, -0x1.c1d9bep-3f, -0x1.817d7cp-3f, -0x1.3a5376p-3f, -0x1.ec22a6p-4f, -0x1.753354p-4f, -0x1.142ccep-4f,
     -0x1.91b0c8p-5f, -0x1.205e82p-5f, -0x1.99adcp-6f, -0x1.213666p-6f, -0x1.969d26p-7f, -0x1.1cf8d8p-7f, -0x1.8e480ep-8f, -0x1.15da5ap-8f,
     -0x1.83721p-9f, -0x1.0dce34p-9f, -0x1.775d7ep-10f, -0x1.053e3ep-10f, -0x1.6b6b06p-11f, -0x1.f9982ap-12f, -0x1.5f8438p-12f, -0x1.e8bc6ep-13f,
     -0x1.53ecbep-13f, -0x1.d91712p-14f, -0x1.487372p-14f, -0x1.c87b9p-15f, -0x1.3d91c6p-15f, -0x1.b9a874p-16f, -0x1.32e0fp-16f, -0x1.aae166p-17f},
    {-0x1.38af5cp-26f, 0x1.646746p-6f, 0x1.397536p-5f, 0x1.7f3d02p-5f, 0x1.869dacp-5f, 0x1.62addcp-5f, 0x1.298534p-5f, 0x1.d8067p-6f,
     0x1.68264ep-6f, 0x1.0b4c2ep-6f, 0x1.84a6bep-7f, 0x1.16d0aap-7f, 0x1.8c64dep-8f, 0x1.17f8aep-8f, 0x1.89691p-9f, 0x1.137c9p-9f,
     0x1.8125d4p-10f, 0x1.0cb132p-10f, 0x1.7649ccp-11f, 0x1.04b8bep-11f, 0x1.6ae9d8p-12f, 0x1.f91b24p-13f, 0x1.5f47cp-13f, 0x1.e881f2p-14f,
     0x1.53d06cp-14f, 0x1.d8fb98p-15f, 0x1.48662cp-15f, 0x1.c86eb6p-16f, 0x1.3d8b82p-16f, 0x1.b9a25cp-17f, 0x1.32ddf4p-17f, 0x1.aade7ap-18f},
    {0x1.55582p-6f, 0x1.2a3dbap-6f, 0x1.7d5fe4p-7f, 0x1.09f7a8p-8f, -0x1.09458cp-9f, -0x1.6e4644p-8f, -0x1.c32462p-8f, -0x1.b686a4p-8f,
     -0x1.7a03a8p-8f, -0x1.2f489ap-8f, -0x1.d04958p-9f, -0x1.58c6cp-9f, -0x1.f5c9c8p-10f, -0x1.6822c2p-10f, -0x1.ffadd6p-11f, -0x1.690c4cp-11f,
     -0x1.fb6e8ep-12f, -0x1.634c1ep-12f, -0x1.f02ffap-13f, -0x1.5a3dcap-13f, -0x1.e28af8p-14f, -0x1.5016a2p-14f, -0x1.d3bf46p-15f, -0x1.455e78p-15f,
     -0x1.c4cae6p-16f, -0x1.3b2e6ep-16f, -0x1.b5bb08p-17f, -0x1.3038fp-17f, -0x1.a754a4p-18f, -0x1.266494p-18f, -0x1.9920c6p-19f, -0x1.1c90f4p-19f},
    {-0x1.0b4b94p-17f, -0x1.c1687ap-9f, -0x1.543836p-8f, -0x1.409b8cp-8f, -0x1.b62d96p-9f, -0x1.a34422p-10f, -0x1.2f5a2ap-12f, 0x1.db433cp-12f,
     0x1.89b7d2p-11f, 0x1.9af6c2p-11f, 0x1.6a7e4ap-11f, 0x1.25106cp-11f, 0x1.c215dep-12f, 0x1.4e9d46p-12f, 0x1.e6d01ap-13f, 0x1.5d0d1p-13f,
     0x1.eff68ap-14f, 0x1.5ddc12p-14f, 0x1.eb299ap-15f, 0x1.57f31ep-15f, 0x1.e08fa8p-16f, 0x1.4f45fap-16f, 0x1.d3317ap-17f, 0x1.453f88p-17f,
     0x1.c4dfdcp-18f, 0x1.3b5ee4p-18f, 0x1.b61cd6p-19f, 0x1.30893p-19f, 0x1.a7dacep-20f, 0x1.26c5d2p-20f, 0x1.99b5ccp-21f, 0x1.1cf864p-21f},
    {-0x1.0ca87ep-9f, -0x1.91b7b6p-10f, -0x1.7d4824p-12f, 0x1.43496p-11f, 0x1.034cfep-10f, 0x1.c84864p-11f, 0x1.24ff7cp-11f, 0x1.194002p-12f,
     0x1.3b27e4p-14f, -0x1.c73ef8p-16f, -0x1.1b51fap-14f, -0x1.37fda4p-14f, -0x1.17a694p-14f, -0x1.c70306p-15f, -0x1.5ce4ep-15f, -0x1.02ca84p-15f,
     -0x1.790ad6p-16f, -0x1.0e2cf4p-16f, -0x1.7f55c4p-17f, -0x1.0e5fe4p-17f, -0x1.7b706ep-18f, -0x1.0990bep-18f, -0x1.72efe8p-19f, -0x1.02c3c4p-19f,
     -0x1.68b3cep-20f, -0x1.f5ec4cp-21f, -0x1.5d16d6p-21f, -0x1.e63ed6p-22f, -0x1.522d8ep-22f, -0x1.d63de8p-23f, -0x1.46f106p-23f, -0x1.c6912p-24f},
};

RA_MATH float ra__sigmoidf_far(float x) {
    float kept[2];
    ra__sigmoidf_step(0, x, kept, 1);
    ra__sigmoidf_step(1, x, kept, 1);
    return ra__sigmoidf_last(x, kept, 1);
}

/* Error, of every float32: 0.89, and 0.96 where it is far. */
#define RA_TABLE_NAME sigmoidf
#define RA_TABLE_DEGREE 5
#define RA_TABLE_NEAR 11.45f
#define RA_TABLE_LINEAR 2.75f
#define RA_TABLE_JOIN(x, s, w) (x < 0.0f ? w : 1.0f - w)
#define RA_TABLE_JOIN_VECTOR(x, s, w) _mm512_mask_sub_ps(w, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_NLT_UQ), _mm512_set1_ps(1.0f), w)
#include "math_table.h"
#endif

/* e^-|x|, far from zero 2^64 times that. */
RA_MATH float ra__decayf(float x) {
    float z = __builtin_fabsf(x), t, r = ra__decay_reduce_f32(z > RA__SIGMOID_END_F32 ? RA__SIGMOID_END_F32 : z, &t);
    float s = ra__decay_power_f32(z > RA__SIGMOID_FAR_F32 ? t + 64.0f : t);
    return RA_FMAF(s * r, RA_FMAF(ra__exp_tail_f32(r), r, 1.0f), s);
}

/* sigmoid as a factor: 1 / (1 + e^-|x|), or below zero e^-|x| as much, the quotient not corrected. Error: 2.18 and 2.18. */
RA_MATH float ra__sigmoid_factorf(float x) {
    float e = ra__decayf(x), y = (x < 0.0f ? e : 1.0f) / (1.0f + e);
    return x < -RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : y;
}

/* log sigmoid(x) = min(x, 0) - log(1 + e), e = e^-|x|: the logarithm over e by degree 9 in e - 1/2, error 2^-25. Error: 2.09 and 2.27. */
RA_MATH float ra__log_sigmoidf(float x) {
    float e = ra__decayf(x), z = e - 0.5f;
    float p = RA_FMAF(-0x1.82199cp-9f, z, 0x1.25c78ap-8f);
    p = RA_FMAF(p, z, -0x1.c45b68p-8f);
    p = RA_FMAF(p, z, 0x1.882dbap-7f);
    p = RA_FMAF(p, z, -0x1.509f3ep-6f);
    p = RA_FMAF(p, z, 0x1.2b9a5ap-5f);
    p = RA_FMAF(p, z, -0x1.154106p-4f);
    p = RA_FMAF(p, z, 0x1.0f9706p-3f);
    p = RA_FMAF(p, z, -0x1.2773a6p-2f);
    p = RA_FMAF(p, z, 0x1.9f323ep-1f) * e;
    return (x < 0.0f ? x : 0.0f) - (__builtin_fabsf(x) > RA__SIGMOID_FAR_F32 ? p * 0x1p-64f : p);
}

#if defined(RA__BY_TABLE) || defined(RA__BY_ROWS)
/* x/2, or above zero x, and else nothing, and w. */
RA_MATH float ra__join_unit_f32(float x, int halves, float w) { return (halves ? 0.5f * x : x > 0.0f ? x : 0.0f) + w; }

#ifdef RA__BY_TABLE
RA_MATH __m512 ra__join_unit_vector(__m512 x, __mmask16 halves, __m512 w) {
    return _mm512_add_ps(_mm512_mask_mul_ps(_mm512_max_ps(x, _mm512_setzero_ps()), halves, x, _mm512_set1_ps(0.5f)), w);
}
#else
RA_MATH __m256 ra__join_unit_rows(__m256 x, __m256 halves, __m256 w) {
    return _mm256_add_ps(_mm256_blendv_ps(_mm256_max_ps(x, _mm256_setzero_ps()), _mm256_mul_ps(x, _mm256_set1_ps(0.5f)), halves), w);
}
#endif
#endif

/* silu = x / (1 + e^-x), NaN at -inf. 2^n, and 2^n r and p, which make 2^n (e^r - 1) closer than that rounded. */
RA_MATH void ra__siluf_step(int k, float x, float *kept, int wide) {
    if (k == 0) {
        ra__sigmoidf_step(0, x, kept, wide);
    } else {
        float r = kept[0];
        kept[0] = RA_FMAF(ra__exp_tail_f32(r), r, 1.0f);
        kept[1] = ra__decay_power_f32(kept[1]);
        kept[2] = kept[1] * r;
    }
}

RA_MATH float ra__siluf_last(float x, const float *kept, int wide) {
    float z = wide && x < -RA__SIGMOID_END_F32 ? -RA__SIGMOID_END_F32 : x;
    float low, d = ra__decay_sum_f32(kept[1], kept[2], kept[0], &low), by = 1.0f / d, y = z * by;
    float rest = RA_FMAF(y, low, ra__residual_f32(y, d, -z));
    y = RA_FMAF(rest, -by, y); /* not of -rest, which a compiler makes a step earlier with another zero */
    if (!wide)
        return y;
    y = x < -RA__SIGMOID_FAR_F32 ? y * 0x1p-64f : x > RA__SIGMOID_FAR_F32 ? x : y;
    return x == -RA__INF_F32 ? RA__NAN_F32 : y;
}

#ifndef RA__BY_TABLE
/* Error: 0.97 and 1.00. */
#define RA_PIECES_NAME siluf
#define RA_PIECES_STEPS 2
#define RA_PIECES_KEPT 3
#define RA_PIECES_NEAR 60.0f
#include "math_pieces.h"
#else
/* z = |x|. In the first interval x/2 + z (sigmoid(z) - 1/2), whose c0 and c1 are of a sign that leaves the zeros theirs; in the others
 * max(x, 0) - z sigmoid(-z). By degree 6, error 2^-29.7 of the result. */
static const float ra__siluf_table[8][32] __attribute__((aligned(64))) = { /* centre, c0, ... c6 */
    {0x0p+0f, 0x1.99a18cp-2f, 0x1.99a80ap-1f, 0x1.3330e4p+0f, 0x1.999742p+0f, 0x1.fff7a8p+0f, 0x1.332986p+1f, 0x1.666c24p+1f,
     0x1.99977cp+1f, 0x1.ccd374p+1f, 0x1.000438p+2f, 0x1.199d98p+2f, 0x1.33331p+2f, 0x1.4cdcf2p+2f, 0x1.66688p+2f, 0x1.7ffd5ap+2f,
     0x1.99a2c2p+2f, 0x1.b32c84p+2f, 0x1.ccd724p+2f, 0x1.e66914p+2f, 0x1.0001e4p+3f, 0x1.0cc9a8p+3f, 0x1.19aa18p+3f, 0x1.2665e6p+3f,
     0x1.333196p+3f, 0x1.3ffe88p+3f, 0x1.4ccdc4p+3f, 0x1.59953p+3f, 0x1.666ab4p+3f, 0x1.733184p+3f, 0x1.7ffed4p+3f, 0x1.8cd9d6p+3f},
    {-0x0p+0f, -0x1.48c626p-3f, -0x1.fbfa26p-3f, -0x1.1c6fa4p-2f, -0x1.13391ep-2f, -0x1.e84762p-3f, -0x1.98deeep-3f, -0x1.48afap-3f,
     -0x1.00afeep-3f, -0x1.88221cp-4f, -0x1.26a16ap-4f, -0x1.b51602p-5f, -0x1.40f7acp-5f, -0x1.d30bb6p-6f, -0x1.51febcp-6f, -0x1.e633eap-7f,
     -0x1.5bb64cp-7f, -0x1.eff7dep-8f, -0x1.5fd458p-8f, -0x1.f23408p-9f, -0x1.5f91b2p-9f, -0x1.ef374ep-10f, -0x1.5b0c8ap-10f, -0x1.e755f8p-11f,
     -0x1.54ed4ep-11f, -0x1.dc1ba4p-12f, -0x1.4bd39ap-12f, -0x1.ce3feep-13f, -0x1.4105dep-13f, -0x1.be0bbep-14f, -0x1.354978p-14f, -0x1.abc848p-15f},
    {-0x1p-60f, -0x1.3884cap-2f, -0x1.1c617ap-3f, -0x1.271508p-6f, 0x1.c7c4aap-5f, 0x1.73d38p-4f, 0x1.98f11cp-4f, 0x1.80ef16p-4f,
     0x1.4cd572p-4f, 0x1.10c936p-4f, 0x1.af5cp-5f, 0x1.4c743p-5f, 0x1.f6f558p-6f, 0x1.76afbap-6f, 0x1.146524p-6f, 0x1.93f6e4p-7f,
     0x1.24cf74p-7f, 0x1.a679bp-8f, 0x1.2eb4ccp-8f, 0x1.b06706p-9f, 0x1.3381a2p-9f, 0x1.b425cep-10f, 0x1.339184p-10f, 0x1.b250ap-11f,
     0x1.3163d2p-11f, 0x1.ac7986p-12f, 0x1.2be912p-12f, 0x1.a36ffp-13f, 0x1.245b6cp-13f, 0x1.9796cp-14f, 0x1.1b82c8p-14f, 0x1.894954p-15f},
    {0x1p-2f, 0x1.d89fdcp-3f, 0x1.73794ap-3f, 0x1.ede1f6p-4f, 0x1.0c6044p-4f, 0x1.9a474ep-6f, -0x1.0ab824p-16f, -0x1.a8314cp-7f,
     -0x1.24a7e8p-6f, -0x1.2ab78cp-6f, -0x1.0c8a66p-6f, -0x1.c21e56p-7f, -0x1.6902ccp-7f, -0x1.18c79ap-7f, -0x1.ac01f2p-8f, -0x1.40ee32p-8f,
     -0x1.db075p-9f, -0x1.5c981p-9f, -0x1.fac9aep-10f, -0x1.6e6b0ep-10f, -0x1.075af2p-10f, -0x1.78fe98p-11f, -0x1.0c0c2ap-11f, -0x1.7d4172p-12f,
     -0x1.0dd5a8p-12f, -0x1.7cd2fap-13f, -0x1.0bfc74p-13f, -0x1.789df8p-14f, -0x1.07b01p-14f, -0x1.7120dep-15f, -0x1.01bbaep-15f, -0x1.66c9fep-16f},
    {0x1.f7c008p-26f, -0x1.f86192p-6f, -0x1.8f261p-5f, -0x1.9af676p-5f, -0x1.4ade8cp-5f, -0x1.baf122p-6f, -0x1.f397ap-7f, -0x1.c2b166p-8f,
     -0x1.d8ec6p-10f, 0x1.c5bd0cp-11f, 0x1.07fa7cp-9f, 0x1.2eb192p-9f, 0x1.1dc59ap-9f, 0x1.eb7e04p-10f, 0x1.90b5fep-10f, 0x1.3b5a98p-10f,
     0x1.e40ee6p-11f, 0x1.6d5c1cp-11f, 0x1.0fa75cp-11f, 0x1.9022b6p-12f, 0x1.240e7ep-12f, 0x1.a79498p-13f, 0x1.3099e6p-13f, 0x1.b57f9cp-14f,
     0x1.385392p-14f, 0x1.bc306cp-15f, 0x1.3abadep-15f, 0x1.bd0ae8p-16f, 0x1.3958d8p-16f, 0x1.b8e1bcp-17f, 0x1.3544e8p-17f, 0x1.b062ecp-18f},
    {-0x1.55596cp-6f, -0x1.0953p-6f, -0x1.7fe6dap-8f, 0x1.c0eb0ap-9f, 0x1.047a7cp-7f, 0x1.0cf0ep-7f, 0x1.a08e7ep-8f, 0x1.0e383p-8f,
     0x1.2ff9a4p-9f, 0x1.22d8fap-10f, 0x1.9edb68p-12f, 0x1.2bbb32p-16f, -0x1.42bf8ep-13f, -0x1.bef5aep-13f, -0x1.c1e348p-13f, -0x1.8f483ep-13f,
     -0x1.4b625ep-13f, -0x1.085806p-13f, -0x1.995acep-14f, -0x1.37029p-14f, -0x1.d1464ep-15f, -0x1.581fa4p-15f, -0x1.f748b2p-16f, -0x1.6e5eaap-16f,
     -0x1.08ca78p-16f, -0x1.7c8b0cp-17f, -0x1.101aep-17f, -0x1.83ececp-18f, -0x1.130fap-18f, -0x1.85ac4p-19f, -0x1.12eabep-19f, -0x1.8266fcp-20f},
    {0x1.63c5b8p-17f, 0x1.17883ep-8f, 0x1.60d656p-8f, 0x1.d1da9ap-9f, 0x1.1228dep-10f, -0x1.2b1ebap-11f, -0x1.25411cp-10f, -0x1.10cca4p-10f,
     -0x1.897f52p-11f, -0x1.ea90b8p-12f, -0x1.11582ap-12f, -0x1.0e3c1ep-13f, -0x1.b62016p-15f, -0x1.840b8cp-17f, 0x1.ec79a6p-18f, 0x1.f43328p-17f,
     0x1.1632aap-16f, 0x1.ff984cp-17f, 0x1.b466p-17f, 0x1.5f7a5p-17f, 0x1.13e5f6p-17f, 0x1.a64a64p-18f, 0x1.3e69eap-18f, 0x1.d8fba8p-19f,
     0x1.5bdp-19f, 0x1.fa739p-20f, 0x1.6e781p-20f, 0x1.08f56ep-20f, 0x1.7c37fep-21f, 0x1.0ef3aep-21f, 0x1.81a0c8p-22f, 0x1.10123cp-22f},
    {0x1.0bbbe2p-9f, 0x1.4bb776p-10f, -0x1.243106p-12f, -0x1.217ffep-10f, -0x1.dbd6acp-11f, -0x1.be3f2ep-12f, -0x1.09bc94p-14f, 0x1.9ab7dep-14f,
     0x1.225124p-13f, 0x1.ba12eep-14f, 0x1.fef138p-15f, 0x1.779192p-15f, 0x1.25beb6p-16f, 0x1.8a70e8p-17f, 0x1.c17bc4p-18f, 0x1.1e1144p-20f,
     -0x1.52b29cp-20f, -0x1.04e27ap-21f, -0x1.9c3e92p-21f, -0x1.55795cp-21f, -0x1.61af94p-21f, -0x1.813d54p-21f, -0x1.24c3fap-21f, -0x1.297a5ep-21f,
     -0x1.676012p-22f, -0x1.06f498p-22f, -0x1.8b38fap-23f, -0x1.148506p-23f, -0x1.caed2cp-24f, -0x1.00f8dap-24f, -0x1.9d06a6p-25f, -0x1.2de672p-25f},
};

RA_MATH float ra__siluf_far(float x) {
    float kept[3];
    ra__siluf_step(0, x, kept, 1);
    ra__siluf_step(1, x, kept, 1);
    return ra__siluf_last(x, kept, 1);
}

/* Error, of every float32: 0.97, where it is far. */
#define RA_TABLE_NAME siluf
#define RA_TABLE_DEGREE 6
#define RA_TABLE_NEAR 12.59f
#define RA_TABLE_LINEAR 2.5f
#define RA_TABLE_JOIN(x, s, w) ra__join_unit_f32(x, s < RA__ROUND_F32 + 1.0f, w)
#define RA_TABLE_JOIN_VECTOR(x, s, w) ra__join_unit_vector(x, _mm512_cmp_ps_mask(s, _mm512_set1_ps(RA__ROUND_F32 + 1.0f), _CMP_LT_OQ), w)
#include "math_table.h"
#endif

#ifndef RA__BY_TABLE
/* erf. |x| <= 1: x + x P(x^2 - 1/2), degree 6, error 2^-29.1. */
RA_MATH float ra__erff_small(float x) {
    float z = RA_FMAF(x, x, -0.5f);
    float p = RA_FMAF(0x1.50374ep-14f, z, -0x1.288f14p-11f);
    p = RA_FMAF(p, z, 0x1.c8176p-9f);
    p = RA_FMAF(p, z, -0x1.2b8d9ep-6f);
    p = RA_FMAF(p, z, 0x1.454374p-4f);
    p = RA_FMAF(p, z, -0x1.1fd164p-2f);
    p = RA_FMAF(p, z, -0x1.1ae14ep-5f);
    return RA_FMAF(p, x, x);
}

/* Above: 1 - erfc, log erfc = -2|x| + |x| Q(|x| - 1), Q by degree 5 on |x| in [1, 4], error 2^-28.6 of
 * erf. erfc is below 0.16, so that its own rounding errors do not matter, and n ln2 needs one float. */
RA_MATH void ra__erff_step(int k, float x, float *kept, int wide) {
    (void)k, (void)wide;
    float a = ra__magnitude_f32(x, 4.0f), t = a - 1.0f;
    float q = RA_FMAF(0x1.b97cdap-13f, t, -0x1.17a076p-9f);
    q = RA_FMAF(q, t, 0x1.8e5b1p-7f);
    q = RA_FMAF(q, t, -0x1.b8348ap-5f);
    q = RA_FMAF(q, t, -0x1.94276p-1f);
    q = RA_FMAF(q, t, 0x1.340208p-3f);
    kept[0] = RA_FMAF(q, a, -2.0f * a);
}

RA_MATH float ra__erff_last(float x, const float *kept, int wide) {
    (void)wide;
    float t = RA_FMAF(kept[0], RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_F32, kept[0]);
    float s = ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3f800000u); /* 2^n */
    float g = RA_FMAF(r * r, ra__exp_tail4_f32(r), r);
    return __builtin_copysignf(RA_FMAF(-s, g, 1.0f - s), x);
}

/* Error: 0.82 and 0.94. */
#define RA_PIECES_NAME erff
#define RA_PIECES_STEPS 1
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_KEPT 1
#include "math_pieces.h"
#else
/* erf, in the first two intervals less |x|; by degree 5, error 2^-28 of the result. Beyond near it is 1. */
static const float ra__erff_table[7][32] __attribute__((aligned(64))) = { /* centre, c0, ... c5 */
    {0x0p+0f, 0x1.a9659cp-4f, 0x1.b77cbap-3f, 0x1.44f6a8p-2f, 0x1.b58e5ep-2f, 0x1.1457d4p-1f, 0x1.4dc9dap-1f, 0x1.86d224p-1f,
     0x1.c06cdp-1f, 0x1.f9d9e2p-1f, 0x1.1b692ep+0f, 0x1.387fb6p+0f, 0x1.56f54cp+0f, 0x1.761d02p+0f, 0x1.94625ep+0f, 0x1.b4a01ap+0f,
     0x1.d3b4c2p+0f, 0x1.f344fcp+0f, 0x1.09e08ap+1f, 0x1.1a7c2ap+1f, 0x1.2b0f74p+1f, 0x1.3ce9c6p+1f, 0x1.4debf8p+1f, 0x1.5ecf46p+1f,
     0x1.70da9ep+1f, 0x1.8349e4p+1f, 0x1.950fa2p+1f, 0x1.a7a2e8p+1f, 0x1.ba80dcp+1f, 0x1.cee36ap+1f, 0x1.e168c6p+1f, 0x1.f693a2p+1f},
    {0x0p+0f, 0x1.a7228p-7f, 0x1.e86666p-3f, 0x1.62bc5cp-2f, 0x1.d141bap-2f, 0x1.1c0372p-1f, 0x1.4972fap-1f, 0x1.707408p-1f,
     0x1.91ab58p-1f, 0x1.ace12cp-1f, 0x1.c3dfcap-1f, 0x1.d4d82ap-1f, 0x1.e23aaap-1f, 0x1.ec276p-1f, 0x1.f2f344p-1f, 0x1.f7e0b8p-1f,
     0x1.fafef2p-1f, 0x1.fd05f8p-1f, 0x1.fe4e66p-1f, 0x1.ff13ccp-1f, 0x1.ff8326p-1f, 0x1.ffc358p-1f, 0x1.ffe288p-1f, 0x1.fff214p-1f,
     0x1.fff9fap-1f, 0x1.fffd8ap-1f, 0x1.ffffp-1f, 0x1.ffffap-1f, 0x1.ffffdep-1f, 0x1.fffff6p-1f, 0x1.fffffcp-1f, 0x1p+0f},
    {0x1.06eba8p-3f, 0x1.dc41cp-4f, 0x1.13dd48p+0f, 0x1.0530ccp+0f, 0x1.e1508p-1f, 0x1.afba5ap-1f, 0x1.79b288p-1f, 0x1.429c58p-1f,
     0x1.0c477cp-1f, 0x1.b35738p-2f, 0x1.5337b8p-2f, 0x1.0461b8p-2f, 0x1.80017ap-3f, 0x1.1114ccp-3f, 0x1.7d33cap-4f, 0x1.f8144ap-5f,
     0x1.484658p-5f, 0x1.9c1b88p-6f, 0x1.ee6a54p-7f, 0x1.1b9654p-7f, 0x1.3aec6ap-8f, 0x1.41e9c4p-9f, 0x1.4798c6p-10f, 0x1.437b1p-11f,
     0x1.24dc2p-12f, 0x1.f44c78p-14f, 0x1.a7a0ep-15f, 0x1.4b1df6p-16f, 0x1.e882e2p-18f, 0x1.3cb88ep-19f, 0x1.b3a824p-21f, 0x1.e8c3d8p-23f},
    {0x1.21afbcp-29f, -0x1.dadbeep-4f, -0x1.d996dp-3f, -0x1.4b8d6p-2f, -0x1.9b54fep-2f, -0x1.d208fap-2f, -0x1.ec77p-2f, -0x1.ec82fap-2f,
     -0x1.d5ef1ep-2f, -0x1.ae1ccap-2f, -0x1.7789fcp-2f, -0x1.3dd904p-2f, -0x1.0138fep-2f, -0x1.8f1362p-3f, -0x1.2d1426p-3f, -0x1.addef8p-4f,
     -0x1.2be018p-4f, -0x1.91dc62p-5f, -0x1.00bedap-5f, -0x1.38ed1p-6f, -0x1.6fe4f2p-7f, -0x1.8e8224p-8f, -0x1.ab4f04p-9f, -0x1.bb472ap-10f,
     -0x1.a5f502p-11f, -0x1.7a6e2cp-12f, -0x1.4f2364p-13f, -0x1.11f614p-14f, -0x1.a62ed4p-16f, -0x1.1e52c2p-17f, -0x1.999808p-19f, -0x1.dfb872p-21f},
    {-0x1.81275ep-2f, -0x1.74cd44p-2f, -0x1.4df1a4p-2f, -0x1.161bb2p-2f, -0x1.9766aep-3f, -0x1.e084dap-4f, -0x1.2e1cd8p-5f, 0x1.1c71cep-5f,
     0x1.7e2412p-4f, 0x1.145e56p-3f, 0x1.483012p-3f, 0x1.57bd5ep-3f, 0x1.4b7584p-3f, 0x1.29c646p-3f, 0x1.fb0dbcp-4f, 0x1.94c556p-4f,
     0x1.3687f2p-4f, 0x1.c5ce94p-5f, 0x1.3a55a8p-5f, 0x1.9d2364p-6f, 0x1.0446e8p-6f, 0x1.2e0e96p-7f, 0x1.5847ccp-8f, 0x1.7a0558p-9f,
     0x1.7cea92p-10f, 0x1.68d0a2p-11f, 0x1.4fe37ep-12f, 0x1.207838p-13f, 0x1.d2376cp-15f, 0x1.4be3e8p-16f, 0x1.ef79f8p-18f, 0x1.2faa5p-19f},
    {0x1.2c1c7cp-16f, 0x1.d6d7e4p-5f, 0x1.ca7fdcp-4f, 0x1.34e9acp-3f, 0x1.68d51cp-3f, 0x1.771eb2p-3f, 0x1.609a5p-3f, 0x1.2cfaf2p-3f,
     0x1.cb0c5p-4f, 0x1.2c7e56p-4f, 0x1.1350bep-5f, 0x1.25aa62p-10f, -0x1.928d9ap-6f, -0x1.5164acp-5f, -0x1.8ed68p-5f, -0x1.935354p-5f,
     -0x1.6f2804p-5f, -0x1.347e1cp-5f, -0x1.e1db52p-6f, -0x1.5fd0ap-6f, -0x1.e60e8ap-7f, -0x1.34135cp-7f, -0x1.7ad09ap-8f, -0x1.bd8926p-9f,
     -0x1.e07d2p-10f, -0x1.e53538p-11f, -0x1.de73a4p-12f, -0x1.b2bfa2p-13f, -0x1.72c0e6p-14f, -0x1.16e694p-15f, -0x1.b4756cp-17f, -0x1.19b36ep-18f},
    {0x1.ccf506p-4f, 0x1.b51cb4p-4f, 0x1.6b2b34p-4f, 0x1.f99dc8p-5f, 0x1.de5886p-6f, -0x1.0ac124p-8f, -0x1.111adcp-5f, -0x1.c2a882p-5f,
     -0x1.12e88ap-4f, -0x1.1c1992p-4f, -0x1.0216dap-4f, -0x1.9f52d6p-5f, -0x1.20f2d4p-5f, -0x1.42264ap-6f, -0x1.9a4426p-8f, 0x1.f53dp-9f,
     0x1.47fd4p-7f, 0x1.a229cep-7f, 0x1.a63ac2p-7f, 0x1.73925p-7f, 0x1.27b2f4p-7f, 0x1.af1bb2p-8f, 0x1.248504p-8f, 0x1.72d38ap-9f,
     0x1.b54cdap-10f, 0x1.e1ac48p-11f, 0x1.f343bep-12f, 0x1.e1f834p-13f, 0x1.b22c68p-14f, 0x1.6899aep-15f, 0x1.1b4f04p-16f, 0x1.95f874p-18f},
};

/* Error, of every float32: 0.92. */
#define RA_TABLE_NAME erff
#define RA_TABLE_DEGREE 5
#define RA_TABLE_NEAR 4.0f
#define RA_TABLE_LEVEL
#define RA_TABLE_LINEAR 9.5f
#define RA_TABLE_SQUARE -0.407f
#define RA_TABLE_JOIN(x, s, w) ra__join_odd_f32(x, s, w, 2.0f)
#define RA_TABLE_JOIN_VECTOR(x, s, w) ra__join_odd_vector(x, s, w, 2.0f)
#include "math_table.h"
#endif

#endif
