/* math_f32_error.h: erfc and erfinv of float32, by table where there are vectors whose lanes take from one (or, erfc, from its rows), else in
 * float64 lanes.
 * Included by math_f32.h, which says how errors are stated; those of functions by table, with FMA, hold for every float32.
 */
#ifndef RA_CPU_MATH_F32_ERROR_H
#define RA_CPU_MATH_F32_ERROR_H

#if !defined(RA__BY_TABLE) && !defined(RA__BY_ROWS)
/* Error: 0.501 and 0.501. */
RA_MATH float ra__erfcf(float x) { return (float)ra__erfc_wide((double)x); }
#else
/* erfc(|x|) by degree 6, error 2^-29.5. The intervals become narrower as it falls faster. */
static const float ra__erfcf_table[8][32] __attribute__((aligned(64))) = { /* centre, c0, ... c6 */
    {0x0p+0, 0x1.98d992p-3f, 0x1.8dd22ep-2f, 0x1.226b02p-1f, 0x1.794fdp-1f, 0x1.cb58eap-1f, 0x1.0d6e42p+0f, 0x1.337094p+0f,
     0x1.586b8p+0f, 0x1.7b9c72p+0f, 0x1.9dcec4p+0f, 0x1.bfee2ep+0f, 0x1.e0bcaep+0f, 0x1.ffde96p+0f, 0x1.0ec9b4p+1f, 0x1.1f0566p+1f,
     0x1.2d5334p+1f, 0x1.3b7e8cp+1f, 0x1.49f106p+1f, 0x1.56e29ap+1f, 0x1.647d64p+1f, 0x1.71f434p+1f, 0x1.7f32dp+1f, 0x1.8c81dp+1f,
     0x1.98f9ap+1f, 0x1.a52afap+1f, 0x1.b134d4p+1f, 0x1.bdf646p+1f, 0x1.c9d17cp+1f, 0x1.d46f52p+1f, 0x1.e01654p+1f, 0x1.ea833cp+1f},
    {0x1p+0f, 0x1.8e2dfap-1f, 0x1.2a5a1cp-1f, 0x1.b09758p-2f, 0x1.30760ap-2f, 0x1.a2db32p-3f, 0x1.17d868p-3f, 0x1.6e545cp-4f,
     0x1.d3a13cp-5f, 0x1.26ce16p-5f, 0x1.6ca08cp-6f, 0x1.b5369p-7f, 0x1.035276p-7f, 0x1.334056p-8f, 0x1.6b7f86p-9f, 0x1.8e02a6p-10f,
     0x1.c8a102p-11f, 0x1.014bfp-11f, 0x1.17f96ap-12f, 0x1.3dfeb6p-13f, 0x1.57a00ep-14f, 0x1.6ddbb4p-15f, 0x1.818646p-16f, 0x1.8cb728p-17f,
     0x1.a1cbp-18f, 0x1.b675ap-19f, 0x1.c807dap-20f, 0x1.bfc4ap-21f, 0x1.c661c6p-22f, 0x1.e8111p-23f, 0x1.e5e1cp-24f, 0x1.00c3aep-24f},
    {-0x1.20dd76p+0f, -0x1.159442p+0f, -0x1.f0cb72p-1f, -0x1.a2c9c8p-1f, -0x1.4fa31cp-1f, -0x1.02525ep-1f, -0x1.7dad46p-2f, -0x1.11254ep-2f,
     -0x1.7a29cep-3f, -0x1.005954p-3f, -0x1.52e46cp-4f, -0x1.b0be9p-5f, -0x1.0fdaaep-5f, -0x1.534c9p-6f, -0x1.a4f3eap-7f, -0x1.e470a2p-8f,
     -0x1.21d80ap-8f, -0x1.5408eep-9f, -0x1.80edep-10f, -0x1.c47152p-11f, -0x1.fa45a2p-12f, -0x1.16b038p-12f, -0x1.2f3424p-13f, -0x1.41e34cp-14f,
     -0x1.5cc2fap-15f, -0x1.780fccp-16f, -0x1.91782ap-17f, -0x1.94f7d4p-18f, -0x1.a5207cp-19f, -0x1.ce25ecp-20f, -0x1.d6cd8ap-21f, -0x1.fbbe8p-22f},
    {0x1.0d9ad4p-17f, 0x1.bb5022p-3f, 0x1.8201bp-2f, 0x1.db179ep-2f, 0x1.eeafd8p-2f, 0x1.cf8366p-2f, 0x1.91b376p-2f, 0x1.4807dap-2f,
     0x1.fcc6fap-3f, 0x1.7c20e8p-3f, 0x1.11e61cp-3f, 0x1.7a97aep-4f, 0x1.fe8264p-5f, 0x1.53366cp-5f, 0x1.bd44ecp-6f, 0x1.0f923ep-6f,
     0x1.552938p-7f, 0x1.a30f14p-8f, 0x1.f01c1ep-9f, 0x1.2efffp-9f, 0x1.608066p-10f, 0x1.92bdd8p-11f, 0x1.c5db3p-12f, 0x1.f28ed4p-13f,
     0x1.169568p-13f, 0x1.35588ep-14f, 0x1.53af8ap-15f, 0x1.60bc32p-16f, 0x1.788fcep-17f, 0x1.a6d32p-18f, 0x1.b97534p-19f, 0x1.e66f72p-20f},
    {0x1.80c92ep-2f, 0x1.549aa2p-2f, 0x1.ce7192p-3f, 0x1.8e2588p-4f, -0x1.346ca4p-6f, -0x1.a410ccp-4f, -0x1.353fecp-3f, -0x1.572972p-3f,
     -0x1.4a4806p-3f, -0x1.2255a4p-3f, -0x1.dd5b0cp-4f, -0x1.717faep-4f, -0x1.123fd8p-4f, -0x1.8b9e58p-5f, -0x1.16ea0cp-5f, -0x1.6d9a26p-6f,
     -0x1.e71c72p-7f, -0x1.3bf65cp-7f, -0x1.8a30f2p-8f, -0x1.f76954p-9f, -0x1.32272cp-9f, -0x1.6cc91ap-10f, -0x1.aba42cp-11f, -0x1.e7f8bp-12f,
     -0x1.1a2b96p-12f, -0x1.439e34p-13f, -0x1.6e7c18p-14f, -0x1.88c708p-15f, -0x1.af66dcp-16f, -0x1.f089fap-17f, -0x1.0a26fp-17f, -0x1.2c1a24p-18f},
    {0x1.cc57eep-8f, -0x1.af698ep-4f, -0x1.5b2a54p-3f, -0x1.75259p-3f, -0x1.3b94cap-3f, -0x1.ad9034p-4f, -0x1.a446c2p-5f, -0x1.93ce52p-8f,
     0x1.a4a6c2p-6f, 0x1.6234dcp-5f, 0x1.966f3ap-5f, 0x1.8a2168p-5f, 0x1.58d598p-5f, 0x1.1a705cp-5f, 0x1.b9a11p-6f, 0x1.3f6318p-6f,
     0x1.cba148p-7f, 0x1.3f8b3cp-7f, 0x1.a95c4cp-8f, 0x1.1ea2cp-8f, 0x1.6f97e4p-9f, 0x1.cc0dbep-10f, 0x1.1a3e82p-10f, 0x1.505876p-11f,
     0x1.945c5p-12f, 0x1.e0dc28p-13f, 0x1.19ca64p-13f, 0x1.38b576p-14f, 0x1.625ae8p-15f, 0x1.a317dap-16f, 0x1.ce614p-17f, 0x1.0b4234p-17f},
    {-0x1.6798fcp-3f, -0x1.750a8ep-4f, -0x1.53137p-5f, 0x1.8ce5p-7f, 0x1.a090eap-5f, 0x1.17837ep-4f, 0x1.11af04p-4f, 0x1.b3fe4ap-5f,
     0x1.1b0306p-5f, 0x1.155f36p-6f, 0x1.7b7d8p-9f, -0x1.aedf3p-8f, -0x1.78f478p-7f, -0x1.ac39f6p-7f, -0x1.9c6994p-7f, -0x1.619574p-7f,
     -0x1.1eafa4p-7f, -0x1.b8ab38p-8f, -0x1.407ff6p-8f, -0x1.cf8b3cp-9f, -0x1.3df28ap-9f, -0x1.a6e65ep-10f, -0x1.12366ep-10f, -0x1.5817b2p-11f,
     -0x1.b0deb6p-12f, -0x1.0c64e2p-12f, -0x1.4724ep-13f, -0x1.79b02p-14f, -0x1.bb4626p-15f, -0x1.0e0b2ep-15f, -0x1.339894p-16f, -0x1.6d34c8p-17f},
    {0x1.b27f8cp-3f, 0x1.07dfe8p-5f, 0x1.9cfa8cp-5f, 0x1.6d6564p-5f, 0x1.d0138p-6f, 0x1.cd8b26p-8f, -0x1.38fed4p-7f, -0x1.4b8ec2p-6f,
     -0x1.68b4fap-6f, -0x1.44736ap-6f, -0x1.e99d2ap-7f, -0x1.283406p-7f, -0x1.04a8fep-8f, -0x1.462266p-12f, 0x1.c02882p-10f, 0x1.6b4f9p-9f,
     0x1.9cbb42p-9f, 0x1.82b6a6p-9f, 0x1.449d86p-9f, 0x1.02636ap-9f, 0x1.822d8ep-10f, 0x1.184788p-10f, 0x1.89894ap-11f, 0x1.0bca9p-11f,
     0x1.5f8524p-12f, 0x1.c9f1aep-13f, 0x1.211dfp-13f, 0x1.69057ep-14f, 0x1.b8a7b2p-15f, 0x1.08c5b6p-15f, 0x1.3984cp-16f, 0x1.7e6846p-17f},
};

RA_MATH float ra__erfcf_far(float x) { return (float)ra__erfc_wide((double)x); }

/* Error, of every float32: 0.80. */
#define RA_TABLE_NAME erfcf
#define RA_TABLE_DEGREE 6
#define RA_TABLE_NEAR 3.875f
#define RA_TABLE_LINEAR 4.8f
#define RA_TABLE_SQUARE 0.85f
#define RA_TABLE_JOIN(x, s, w) (x < 0.0f ? 2.0f - w : w)
#define RA_TABLE_JOIN_VECTOR(x, s, w) _mm512_mask_sub_ps(w, _mm512_cmp_ps_mask(x, _mm512_setzero_ps(), _CMP_LT_OQ), _mm512_set1_ps(2.0f), w)
#define RA_TABLE_ROWS_FAR(x) (x) /* beyond minus near it is 2, as it is there */
#define RA_TABLE_JOIN_ROWS(x, k, w) _mm256_blendv_ps(w, _mm256_sub_ps(_mm256_set1_ps(2.0f), w), _mm256_cmp_ps(x, _mm256_setzero_ps(), _CMP_LT_OQ))
#include "math_table.h"
#endif

#ifndef RA__BY_TABLE
/* Error: 0.51 and 0.51. */
RA_MATH float ra__erfinvf(float y) { return ra__erfinvf_wide(y); }
static inline void ra__erfinvf_n(float *out, const float *in, size_t count) { ra__erfinvf_wide_n(out, in, count); }
#else

/* erfinv(z), z = |y|: up to 1/2, z + z w of z^2 - 1/8; above, w of the mantissa of 1 - z less a centre, one polynomial for each exponent,
 * whose low five bits are the column: 31 and 30 are those up to 1/2, 29 to 7 what follows, and 0 is that of 1 - z = 0. By degree 9, error
 * 2^-28.5. c0 and c1 are nearly exact, as math_table.h says. */
enum { RA__ERFINV_DEGREE = 9, RA__ERFINV_ROWS = RA__ERFINV_DEGREE + 2 };
static const float ra__erfinvf_table[RA__ERFINV_ROWS][32] __attribute__((aligned(64))) = { /* centre, c0, ... c9 */
    {0x1p+0f, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.19b024p+0f,
     0x1.7f8ad2p+0f, 0x1.7f97f6p+0f, 0x1.7f660ap+0f, 0x1.802e7ep+0f, 0x1.7fabdp+0f, 0x1.8092a8p+0f, 0x1.7fde8cp+0f, 0x1.7ffe64p+0f,
     0x1.80270ep+0f, 0x1.7f687ep+0f, 0x1.802bdap+0f, 0x1.7fdb46p+0f, 0x1.802a9ep+0f, 0x1.7f654p+0f, 0x1.80785ep+0f, 0x1.807348p+0f,
     0x1.7f655p+0f, 0x1.7f826p+0f, 0x1.7faef4p+0f, 0x1.8053dcp+0f, 0x1.804ee6p+0f, 0x1.7f7a9ap+0f, 0x1p-3f, 0x1p-3f},
    {__builtin_inff(), 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.e902e6p+1f,
     0x1.d87d9ep+1f, 0x1.ccbbb8p+1f, 0x1.c0b328p+1f, 0x1.b44fdcp+1f, 0x1.a7a6b4p+1f, 0x1.9a8f7p+1f, 0x1.8d27dcp+1f, 0x1.7f4788p+1f,
     0x1.70ed8p+1f, 0x1.621a7p+1f, 0x1.529cp+1f, 0x1.4285cep+1f, 0x1.31a75p+1f, 0x1.2000d2p+1f, 0x1.0d3bf2p+1f, 0x1.f2bcfcp+0f,
     0x1.c85c26p+0f, 0x1.9a51ccp+0f, 0x1.67d37ap+0f, 0x1.2f4dbap+0f, 0x1.dd021ap-1f, 0x1.418614p-1f, -0x1.524b9ap-4f, -0x1.524b9ap-4f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, -0x1.d7f846p-4f,
     -0x1.6600d4p-4f, -0x1.6e7f7cp-4f, -0x1.77da1p-4f, -0x1.80fa9p-4f, -0x1.8c26d6p-4f, -0x1.96d598p-4f, -0x1.a431eap-4f, -0x1.b1ee1cp-4f,
     -0x1.c10c3cp-4f, -0x1.d2e0dp-4f, -0x1.e4fe7p-4f, -0x1.fad0eap-4f, -0x1.096f86p-3f, -0x1.180d7ap-3f, -0x1.27d35p-3f, -0x1.3b7d7ep-3f,
     -0x1.543fp-3f, -0x1.722aep-3f, -0x1.990184p-3f, -0x1.cdb76ep-3f, -0x1.0e3806p-2f, -0x1.508d02p-2f, 0x1.12fcp-2f, 0x1.12fcp-2f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.9f88b6p-5f,
     0x1.ce03d8p-6f, 0x1.d826ecp-6f, 0x1.e39752p-6f, 0x1.ed5aeep-6f, 0x1.fb3f88p-6f, 0x1.0338bcp-5f, 0x1.0b7fa8p-5f, 0x1.134e1cp-5f,
     0x1.1bc84cp-5f, 0x1.26709p-5f, 0x1.2fd47ap-5f, 0x1.3c062ap-5f, 0x1.489988p-5f, 0x1.58a9f8p-5f, 0x1.67848ap-5f, 0x1.7abbcp-5f,
     0x1.93128p-5f, 0x1.acf38p-5f, 0x1.cb3dcap-5f, 0x1.ed4ebp-5f, 0x1.09bbc6p-4f, 0x1.15d874p-4f, 0x1.569dap-3f, 0x1.569dap-3f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, -0x1.f02754p-6f,
     -0x1.94c9fp-7f, -0x1.9d550ap-7f, -0x1.a73f4p-7f, -0x1.ae8f94p-7f, -0x1.bae16p-7f, -0x1.c325b6p-7f, -0x1.d1e676p-7f, -0x1.dec2dp-7f,
     -0x1.eca19ep-7f, -0x1.ff58fap-7f, -0x1.06d94p-6f, -0x1.111616p-6f, -0x1.1b15c4p-6f, -0x1.28c06ap-6f, -0x1.33bd6ap-6f, -0x1.4310e2p-6f,
     -0x1.576008p-6f, -0x1.6ba08p-6f, -0x1.8343a2p-6f, -0x1.9df386p-6f, -0x1.c0c908p-6f, -0x1.f3ba78p-6f, 0x1.088c08p-3f, 0x1.088c08p-3f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.4fc9cap-6f,
     0x1.9164dap-8f, 0x1.99a014p-8f, 0x1.a3788cp-8f, 0x1.a9a338p-8f, 0x1.b62988p-8f, 0x1.bd05d2p-8f, 0x1.cc1b94p-8f, 0x1.d84c76p-8f,
     0x1.e56546p-8f, 0x1.f855ap-8f, 0x1.0277c6p-7f, 0x1.0c7084p-7f, 0x1.15ab2ap-7f, 0x1.233876p-7f, 0x1.2ca14ep-7f, 0x1.3af7dep-7f,
     0x1.4ee5a6p-7f, 0x1.618c3p-7f, 0x1.771f5ap-7f, 0x1.8ebb72p-7f, 0x1.adde7ap-7f, 0x1.d5afaap-7f, 0x1.cafb6p-4f, 0x1.cafb6p-4f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, -0x1.e2ebdap-7f,
     -0x1.a9afb6p-9f, -0x1.b23e84p-9f, -0x1.bcbd44p-9f, -0x1.c2412cp-9f, -0x1.cfe372p-9f, -0x1.d5eb6ep-9f, -0x1.e6765p-9f, -0x1.f2f0d4p-9f,
     -0x1.002156p-8f, -0x1.0a70e2p-8f, -0x1.10650ap-8f, -0x1.1ae296p-8f, -0x1.241e5p-8f, -0x1.329c42p-8f, -0x1.3b5284p-8f, -0x1.49e95p-8f,
     -0x1.5f14eep-8f, -0x1.71d214p-8f, -0x1.87570ep-8f, -0x1.9e3a94p-8f, -0x1.bd4dd2p-8f, -0x1.e7de8ep-8f, 0x1.94e87ap-4f, 0x1.94e87ap-4f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.a522fap-9f,
     0x1.cdc12p-10f, 0x1.d71ba2p-10f, 0x1.e2a2d8p-10f, 0x1.e767b8p-10f, 0x1.f69d14p-10f, 0x1.fbcd92p-10f, 0x1.074a4ep-9f, 0x1.0df1dap-9f,
     0x1.14c48p-9f, 0x1.208faap-9f, 0x1.2618fcp-9f, 0x1.318cdap-9f, 0x1.3b2724p-9f, 0x1.4b1d9ap-9f, 0x1.532c14p-9f, 0x1.629cfp-9f,
     0x1.79d656p-9f, 0x1.8d66f6p-9f, 0x1.a3ab36p-9f, 0x1.ba9d8p-9f, 0x1.dad4aep-9f, 0x1.03c4fp-8f, -0x1.0547a8p-4f, -0x1.0547a8p-4f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, -0x1.8f737cp-7f,
     -0x1.04bfa8p-10f, -0x1.09b6f2p-10f, -0x1.1093a6p-10f, -0x1.11c5acp-10f, -0x1.1b569cp-10f, -0x1.1c6d5ep-10f, -0x1.281b54p-10f, -0x1.2f34d6p-10f,
     -0x1.36ae7cp-10f, -0x1.4543ep-10f, -0x1.499f02p-10f, -0x1.571a68p-10f, -0x1.60fe72p-10f, -0x1.74eb3ap-10f, -0x1.7a93b2p-10f, -0x1.8b845ep-10f,
     -0x1.a8b9e2p-10f, -0x1.bdde92p-10f, -0x1.d5b30ep-10f, -0x1.ecb506p-10f, -0x1.0854b6p-9f, -0x1.2369cap-9f, 0x1.91eec6p-3f, 0x1.91eec6p-3f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.9a996cp-2f,
     0x1.85f58ep-11f, 0x1.8c7a6ep-11f, 0x1.967592p-11f, 0x1.98a0ecp-11f, 0x1.a6e202p-11f, 0x1.a8805cp-11f, 0x1.b950b4p-11f, 0x1.c30184p-11f,
     0x1.cefa64p-11f, 0x1.e29088p-11f, 0x1.ea62c6p-11f, 0x1.fd834ap-11f, 0x1.05893p-10f, 0x1.142ddep-10f, 0x1.18dda2p-10f, 0x1.24c61ap-10f,
     0x1.3a12e8p-10f, 0x1.4907a6p-10f, 0x1.5a0cacp-10f, 0x1.6a6764p-10f, 0x1.8370bcp-10f, 0x1.a906d2p-10f, 0x1.49b7d4p+2f, 0x1.49b7d4p+2f},
    {0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x0p+0, 0x1.740a3cp-3f,
     -0x1.dd1d64p-12f, -0x1.e6c908p-12f, -0x1.f0e324p-12f, -0x1.fa38bp-12f, -0x1.03177ap-11f, -0x1.083ca6p-11f, -0x1.0fedc2p-11f, -0x1.169f7p-11f,
     -0x1.1db43p-11f, -0x1.267d68p-11f, -0x1.2f525p-11f, -0x1.3903b2p-11f, -0x1.42c618p-11f, -0x1.4ed592p-11f, -0x1.5c3522p-11f, -0x1.6ac28ap-11f,
     -0x1.7b0a58p-11f, -0x1.8d8b74p-11f, -0x1.a2ee9ep-11f, -0x1.ba5364p-11f, -0x1.d487fp-11f, -0x1.f13fcep-11f, -0x1.25f004p+1f, -0x1.25f004p+1f},
};

/* NaN beyond -1 and 1. Error, of every float32: 0.78. */
RA_MATH float ra__erfinvf(float y) {
    float z = __builtin_fabsf(y);
    uint32_t u = ra__bits_f32(1.0f - z), k = (u >> 23) & 31u;
    float m = ra__from_bits_f32((u & 0x7fffffu) | 0x3f800000u), t = (z <= 0.5f ? z * z : m) - ra__erfinvf_table[0][k];
    float w = ra__erfinvf_table[RA__ERFINV_ROWS - 1][k];
    for (int j = RA__ERFINV_DEGREE; j > 0; j--)
        w = RA_FMAF(w, t, ra__erfinvf_table[j][k]);
    w = z <= 0.5f ? RA_FMAF(z, w, z) : w;
    return __builtin_copysignf(z <= 1.0f ? w : RA__NAN_F32, y);
}

/* The same, a lane an element. */
RA_MATH __m512 ra__erfinvf_vector(__m512 y, const __m512 *table) {
    const __m512 one = _mm512_set1_ps(1.0f), z = _mm512_abs_ps(y);
    const __m512i u = _mm512_castps_si512(_mm512_sub_ps(one, z)), k = _mm512_srli_epi32(u, 23), mantissa = _mm512_and_si512(u, _mm512_set1_epi32(0x7fffff));
    const __mmask16 small = _mm512_cmp_ps_mask(z, _mm512_set1_ps(0.5f), _CMP_LE_OQ), inside = _mm512_cmp_ps_mask(z, one, _CMP_LE_OQ);
    const __m512 m = _mm512_mask_mul_ps(_mm512_or_ps(_mm512_castsi512_ps(mantissa), one), small, z, z);
    const __m512 t = _mm512_sub_ps(m, _mm512_permutex2var_ps(table[0], k, table[1]));
    __m512 w = _mm512_permutex2var_ps(table[2 * RA__ERFINV_ROWS - 2], k, table[2 * RA__ERFINV_ROWS - 1]);
    for (int j = RA__ERFINV_DEGREE; j > 0; j--)
        w = _mm512_fmadd_ps(w, t, _mm512_permutex2var_ps(table[2 * j], k, table[2 * j + 1]));
    w = _mm512_mask_mov_ps(_mm512_set1_ps(RA__NAN_F32), inside, _mm512_mask_fmadd_ps(w, small, z, z));
    return _mm512_or_ps(w, _mm512_and_ps(y, _mm512_set1_ps(-0.0f)));
}

/* out and in are the same array or do not overlap. */
static inline void ra__erfinvf_n(float *out, const float *in, size_t count) {
    __m512 table[2 * RA__ERFINV_ROWS];
    for (int j = 0; j < 2 * RA__ERFINV_ROWS; j++)
        table[j] = _mm512_load_ps(ra__erfinvf_table[0] + 16 * j);
    size_t i = 0;
    for (; i + 16 <= count; i += 16)
        _mm512_storeu_ps(out + i, ra__erfinvf_vector(_mm512_loadu_ps(in + i), table));
    if (i < count) {
        const __mmask16 rest = (__mmask16)((1u << (count - i)) - 1);
        _mm512_mask_storeu_ps(out + i, rest, ra__erfinvf_vector(_mm512_maskz_loadu_ps(rest, in + i), table));
    }
}
#endif

#endif
