/* math_f32_gelu.h: gelu of float32. Included by math_f32.h, which says how errors are stated and polynomials were obtained.
 *
 * In two pieces by math_pieces.h: a polynomial for |x| <= 1, and beyond it a tail made of an exponential. Where there are vectors whose
 * lanes take from a table, or from its rows, by math_table.h up to RA__GELU_NEAR_F32 instead, which is twice as fast, and from there on the same
 * tail: the bits are then others than those of the pieces.
 */
#ifndef RA_CPU_MATH_F32_GELU_H
#define RA_CPU_MATH_F32_GELU_H

#include "math_f32_sigmoid.h"

/* gelu = x Phi(x). |x| <= 1: Phi = 1/2 + x (p0 + P(x^2 - 15/32)), degree 5, error 2^-30.6. Its leading
 * part keeps its rounding error. */
RA_MATH float ra__geluf_small(float x) {
    const float p0 = 0x1.988454p-2f;
    float z = RA_FMAF(x, x, -0.46875f);
    float p = RA_FMAF(-0x1.f4599p-18f, z, 0x1.90543ap-14f);
    p = RA_FMAF(p, z, -0x1.03a034p-10f);
    p = RA_FMAF(p, z, 0x1.14c8dcp-7f);
    p = RA_FMAF(p, z, -0x1.da21d8p-5f);
    p = ra__residual_f32(p, z, -0x1.dca83ep-6f);
    float w = x * p0, h = 0.5f + w, l = (w - (h - 0.5f)) + ra__residual_f32(x, p, ra__residual_f32(x, p0, -w));
    return ra__residual_f32(x, h, x * l);
}

/* Above, with z = |x|: Phi(-z) = e^(-z^2/2 - slope z + shift + B(z)) / 4. B is small and what is beside
 * it nearly exact, so that the exponent is good beyond float's last bit. Here: the exponent as n ln2 + r
 * + c, and n in the low bits of t. r lies in [log 3/4, log 3/2], about 0.0589, and not about zero: so
 * e^r - 1 lies in [-1/4, 1/2], where it rounds to the finest part of e^r. */
RA_MATH float ra__gelu_reduce_f32(float z, float slope, float shift, float b, float *c, float *t) {
    float y = -0.5f * z, q = y * z, ql = ra__residual_f32(y, z, -q);
    *t = RA_FMAF((q + (shift - 0.0589f)) + RA_FMAF(-slope, z, b), RA__LOG2E_F32, RA__ROUND_F32);
    float n = *t - RA__ROUND_F32, hi = RA_FMAF(n, -RA__LN2_HI_F32, q) + shift;
    float w = RA_FMAF(-slope, z, hi), wl = RA_FMAF(-slope, z, hi - w);
    float v = b + RA_FMAF(n, -RA__LN2_LO_F32, ql), r = w + v;
    *c = ((w - r) + v) + wl;
    return r;
}

/* m (e^r + c); (e^r - 1 - r) / r^2 by degree 4, error 2^-28.4 of e^r. */
RA_MATH float ra__gelu_tail_f32(float m, float r, float c) {
    float q = RA_FMAF(0x1.7fc268p-10f, r, 0x1.11f262p-7f);
    q = RA_FMAF(q, r, 0x1.554422p-5f);
    q = RA_FMAF(q, r, 0x1.5554d6p-3f);
    q = RA_FMAF(q, r, 0x1.000006p-1f);
    return ra__residual_f32(m, r + ra__residual_f32(r * r, q, c), m);
}

/* B by degree 11 in z - 2.875 on [1, 5.5], error 2^-29.5. */
RA_MATH float ra__gelu_near_f32(float z) {
    float t = z - 2.875f, u = t * t;
    float a = RA_FMAF(0x1.b1584ep-31f, u, 0x1.a4d272p-27f), b = RA_FMAF(-0x1.c46a58p-28f, u, 0x1.179168p-23f);
    a = RA_FMAF(a, u, -0x1.e55p-20f);
    b = RA_FMAF(b, u, 0x1.11d1bp-16f);
    a = RA_FMAF(a, u, -0x1.05b14ep-13f);
    b = RA_FMAF(b, u, 0x1.c480cap-11f);
    a = RA_FMAF(a, u, -0x1.72ca32p-8f);
    float p = RA_FMAF(b, t, a); /* the last steps one by one: there their terms are small */
    p = ra__residual_f32(p, t, 0x1.31bf6ep-5f);
    p = ra__residual_f32(p, t, -0x1.597666p-5f);
    return ra__residual_f32(p, t, -0x1.f7bcdcp-4f);
}

/* B by degree 11 in z - 9.75 on [5.5, 14.625], error 2^-29.7. */
RA_MATH float ra__gelu_far_f32(float z) {
    float t = z - 9.75f, u = t * t;
    float a = RA_FMAF(-0x1.9fb6d2p-42f, u, -0x1.088a9cp-34f), b = RA_FMAF(0x1.adbda8p-38f, u, 0x1.9108e8p-31f);
    a = RA_FMAF(a, u, -0x1.544e84p-27f);
    b = RA_FMAF(b, u, 0x1.167a4p-23f);
    a = RA_FMAF(a, u, -0x1.c76ac6p-20f);
    b = RA_FMAF(b, u, 0x1.7d9f3cp-16f);
    a = RA_FMAF(a, u, -0x1.4efa22p-12f);
    float p = RA_FMAF(b, t, a); /* the last steps one by one: there their terms are small */
    p = RA_FMAF(p, t, 0x1.44aa9p-8f);
    p = RA_FMAF(p, t, 0x1.91373ep-6f);
    return RA_FMAF(p, t, -0x1.5f680ap-4f);
}

#define RA__GELU_NEAR_F32 5.5f
#define RA__GELU_FAR_F32 10.0f /* from there on n is raised by 64, and the result brought down in the end */
RA_MATH void ra__geluf_step(int k, float x, float *kept, int wide) {
    float z = wide ? ra__magnitude_f32(x, 14.625f) : __builtin_fabsf(x);
    int far = wide && z > RA__GELU_NEAR_F32;
    if (k == 0) {
        float b = ra__gelu_near_f32(z);
        kept[0] = far ? ra__gelu_far_f32(z) : b;
        return;
    }
    float c, t, r = ra__gelu_reduce_f32(z, far ? 0.125f : 0.25f, far ? -0.515625f : 0.15625f, kept[0], &c, &t);
    t = wide && z > RA__GELU_FAR_F32 ? t + 64.0f : t;
    kept[0] = r;
    kept[1] = RA_FMAF(c, r, c); /* c e^r, nearly */
    kept[2] = z * ra__from_bits_f32((ra__bits_f32(t) << 23) + 0x3e800000u); /* z 2^n / 4 */
}

/* gelu(x) = max(x, 0) - |x| Phi(-|x|). NaN at -inf, as x (1 + erf(x/sqrt 2)) / 2 has it. */
RA_MATH float ra__geluf_last(float x, const float *kept, int wide) {
    float tail = ra__gelu_tail_f32(kept[2], kept[0], kept[1]);
    tail = wide && __builtin_fabsf(x) > RA__GELU_FAR_F32 ? tail * 0x1p-64f : tail;
    float y = (x > 0.0f ? x : -0.0f) - tail;
    return wide && x == -RA__INF_F32 ? RA__NAN_F32 : y;
}

#if !defined(RA__BY_TABLE) && !defined(RA__BY_ROWS)
/* Error: 0.97 and 0.98. */
#define RA_PIECES_NAME geluf
#define RA_PIECES_STEPS 2
#define RA_PIECES_KEPT 3
#define RA_PIECES_SMALL 1.0f
#define RA_PIECES_NEAR RA__GELU_NEAR_F32
#include "math_pieces.h"
#else

/* z = |x|. In the first two intervals x/2 + E(z), E(z) = z (Phi(z) - 1/2), in the others max(x, 0) - z Phi(-z), by degree 6, error 2^-29 of the
 * result. In the first, whose centre is 0, c0 and c1 are of a sign that leaves the zeros theirs. The intervals are such that z Phi(-z)
 * falls by no more than a third on either side of a centre. */
static const float ra__geluf_table[8][32] __attribute__((aligned(64))) = { /* centre, c0, ... c6 */
    {0x0p+0f, 0x1.2046c4p-2f, 0x1.17f486p-1f, 0x1.9d6a6ap-1f, 0x1.0aacb6p+0f, 0x1.462feep+0f, 0x1.7de79cp+0f, 0x1.b476b4p+0f,
     0x1.e7fcecp+0f, 0x1.0c8034p+1f, 0x1.258222p+1f, 0x1.3d715cp+1f, 0x1.532d8cp+1f, 0x1.6a448ep+1f, 0x1.7fe4fp+1f, 0x1.9591f6p+1f,
     0x1.a9879cp+1f, 0x1.be9ccap+1f, 0x1.d2eee2p+1f, 0x1.e60932p+1f, 0x1.f8f2f6p+1f, 0x1.063b56p+2f, 0x1.0f18b2p+2f, 0x1.181352p+2f,
     0x1.21379cp+2f, 0x1.29c7f4p+2f, 0x1.3273p+2f, 0x1.3af4ccp+2f, 0x1.43a334p+2f, 0x1.4bf496p+2f, 0x1.53eac4p+2f, 0x1.5c0daep+2f},
    {-0x0p+0f, 0x1.ff42ap-6f, -0x1.47480ep-3f, -0x1.5ac724p-3f, -0x1.3d65e8p-3f, -0x1.0858c8p-3f, -0x1.9ebdb8p-4f, -0x1.33fda6p-4f,
     -0x1.ba1bb8p-5f, -0x1.34c114p-5f, -0x1.9a5e34p-6f, -0x1.0ae78cp-6f, -0x1.5da1b6p-7f, -0x1.af655ap-8f, -0x1.0a0c4ap-8f, -0x1.3e2972p-9f,
     -0x1.820956p-10f, -0x1.bb3114p-11f, -0x1.f9a2e2p-12f, -0x1.2362bep-12f, -0x1.4a36b6p-13f, -0x1.6710e2p-14f, -0x1.947784p-15f, -0x1.bb602ap-16f,
     -0x1.d7061ep-17f, -0x1.ff2a2ep-18f, -0x1.0e48e8p-18f, -0x1.1c1528p-19f, -0x1.2150f2p-20f, -0x1.29dd98p-21f, -0x1.3687cap-22f, -0x1.3a0bbep-23f},
    {-0x1p-60f, 0x1.c01576p-3f, -0x1.abae6p-4f, 0x1.75c1fap-6f, 0x1.7c0708p-4f, 0x1.fdacb8p-4f, 0x1.05938p-3f, 0x1.d6a426p-4f,
     0x1.86567p-4f, 0x1.322c06p-4f, 0x1.c335b8p-5f, 0x1.407684p-5f, 0x1.c36e6ap-6f, 0x1.2b011ap-6f, 0x1.884678p-7f, 0x1.f10e86p-8f,
     0x1.3d126ep-8f, 0x1.7ec24ap-9f, 0x1.c938ecp-10f, 0x1.1293acp-10f, 0x1.43942ep-11f, 0x1.6dbff4p-12f, 0x1.aa31d6p-13f, 0x1.e2efaap-14f,
     0x1.090748p-14f, 0x1.283fb2p-15f, 0x1.428638p-16f, 0x1.5c8176p-17f, 0x1.6ccf36p-18f, 0x1.815532p-19f, 0x1.9b6efap-20f, 0x1.aa20fcp-21f},
    {0x1.988454p-2f, 0x1.791604p-2f, 0x1.2b3466p-2f, 0x1.8d7e8ep-3f, 0x1.b27936p-4f, 0x1.11345ep-5f, -0x1.e46ff8p-7f, -0x1.5a66ccp-5f,
     -0x1.b1e67cp-5f, -0x1.b2896ap-5f, -0x1.801d46p-5f, -0x1.393028p-5f, -0x1.ea418ep-6f, -0x1.65efd4p-6f, -0x1.fd2e0ep-7f, -0x1.5b24d4p-7f,
     -0x1.d73112p-8f, -0x1.2e2d1p-8f, -0x1.7d2926p-9f, -0x1.e05d8p-10f, -0x1.2818b8p-10f, -0x1.5dca06p-11f, -0x1.a77b3ap-12f, -0x1.f1fe36p-13f,
     -0x1.1b5f14p-13f, -0x1.4742f6p-14f, -0x1.6fd2eap-15f, -0x1.99a56p-16f, -0x1.b9cadep-17f, -0x1.dfbf9cp-18f, -0x1.06ccf6p-18f, -0x1.173d74p-19f},
    {-0x1.3a9e22p-21f, -0x1.20ec84p-4f, -0x1.da9bc8p-4f, -0x1.09b73ep-3f, -0x1.e0aaeap-4f, -0x1.6e3866p-4f, -0x1.d9e2acp-5f, -0x1.daa848p-6f,
     -0x1.eeaf0cp-8f, 0x1.9545cp-8f, 0x1.c575eep-7f, 0x1.0c4afcp-6f, 0x1.04901ap-6f, 0x1.c29e9ep-7f, 0x1.6b7f52p-7f, 0x1.136eeep-7f,
     0x1.96c8c2p-8f, 0x1.1a5c7cp-8f, 0x1.7d807cp-9f, 0x1.fe1628p-10f, 0x1.4bf0d8p-10f, 0x1.9d2136p-11f, 0x1.0576bep-11f, 0x1.40dca6p-12f,
     0x1.7c828cp-13f, 0x1.c7e664p-14f, 0x1.097c84p-14f, 0x1.31bee4p-15f, 0x1.54c078p-16f, 0x1.7d6b12p-17f, 0x1.adc1d2p-18f, 0x1.d57c16p-19f},
    {-0x1.104df4p-4f, -0x1.c3bd5ap-5f, -0x1.d433a4p-6f, 0x1.b3d6d8p-10f, 0x1.7ee37cp-6f, 0x1.1df2f8p-5f, 0x1.2886c6p-5f, 0x1.f6d298p-6f,
     0x1.6c6878p-6f, 0x1.c0e91ep-7f, 0x1.957f4cp-8f, 0x1.ec2cecp-11f, -0x1.0e0ea2p-9f, -0x1.e0139p-9f, -0x1.0a3daap-8f, -0x1.f0c00cp-9f,
     -0x1.a734f4p-9f, -0x1.4b9d34p-9f, -0x1.ee0666p-10f, -0x1.65ab32p-10f, -0x1.f36dcap-11f, -0x1.4bca0ep-11f, -0x1.bb7a08p-12f, -0x1.1e5f64p-12f,
     -0x1.647c42p-13f, -0x1.bdbdd8p-14f, -0x1.0e5ebep-14f, -0x1.436e9cp-15f, -0x1.76004cp-16f, -0x1.b10366p-17f, -0x1.f74acp-18f, -0x1.1b6a2ap-18f},
    {-0x1.0367bap-14f, 0x1.f6b10cp-7f, 0x1.7a48b2p-6f, 0x1.645c68p-6f, 0x1.dd085cp-7f, 0x1.56d724p-8f, -0x1.431f0ap-9f, -0x1.dde5fap-8f,
     -0x1.2736e4p-7f, -0x1.1727dep-7f, -0x1.b72a52p-8f, -0x1.2710bep-8f, -0x1.56a366p-9f, -0x1.0cc724p-10f, -0x1.1c1742p-17f, 0x1.2f668ep-11f,
     0x1.ab83acp-11f, 0x1.bdbccap-11f, 0x1.8eee84p-11f, 0x1.497396p-11f, 0x1.ff373cp-12f, 0x1.74083cp-12f, 0x1.0b91ccp-12f, 0x1.711bfep-13f,
     0x1.e83938p-14f, 0x1.416c12p-14f, 0x1.997feep-15f, 0x1.0017eep-15f, 0x1.351d5p-16f, 0x1.74090ap-17f, 0x1.bfda84p-18f, 0x1.0507p-18f},
    {0x1.4a3078p-7f, 0x1.e9baa4p-8f, 0x1.e8ab5ap-10f, -0x1.b4a872p-9f, -0x1.a8e76ap-8f, -0x1.afcc6ap-8f, -0x1.47c2acp-8f, -0x1.445824p-9f,
     -0x1.530deep-12f, 0x1.3fb786p-10f, 0x1.f1062cp-10f, 0x1.0f46c6p-9f, 0x1.a232dep-10f, 0x1.43a0fp-10f, 0x1.971cd2p-11f, 0x1.83da44p-12f,
     0x1.faa714p-14f, -0x1.70b044p-15f, -0x1.13915ep-13f, -0x1.57aef6p-13f, -0x1.3dcf22p-13f, -0x1.1b1bfep-13f, -0x1.bbd946p-14f, -0x1.523f6p-14f,
     -0x1.e56706p-15f, -0x1.51209ep-15f, -0x1.cebefap-16f, -0x1.2f791p-16f, -0x1.87dd84p-17f, -0x1.ef90ap-18f, -0x1.30fc56p-18f, -0x1.74d698p-19f},
};

#ifdef RA__BY_ROWS
#define ra__geluf_tails_step ra__geluf_step
#define ra__geluf_tails_last ra__geluf_last
#define RA_PIECES_NAME geluf_tails
#define RA_PIECES_STEPS 2
#define RA_PIECES_KEPT 3
#include "math_pieces.h"
RA_MATH float ra__geluf_far(float x) { return ra__geluf_tails(x); }
#define RA_TABLE_FAR_N ra__geluf_tails_n
#else
RA_MATH float ra__geluf_far(float x) {
    float kept[3];
    ra__geluf_step(0, x, kept, 1);
    ra__geluf_step(1, x, kept, 1);
    return ra__geluf_last(x, kept, 1);
}
#endif

/* Error, of every float32: 0.91. */
#define RA_TABLE_NAME geluf
#define RA_TABLE_DEGREE 6
#define RA_TABLE_NEAR RA__GELU_NEAR_F32
#define RA_TABLE_LINEAR 0x1.b22d0ep+1f
#define RA_TABLE_SQUARE 0x1.b2b02p-2f
#define RA_TABLE_JOIN(x, s, w) ra__join_unit_f32(x, s < RA__ROUND_F32 + 2.0f, w)
#define RA_TABLE_JOIN_VECTOR(x, s, w) ra__join_unit_vector(x, _mm512_cmp_ps_mask(s, _mm512_set1_ps(RA__ROUND_F32 + 2.0f), _CMP_LT_OQ), w)
#define RA_TABLE_ROWS_FAR(x) _mm256_xor_ps(x, _mm256_set1_ps(-0.0f)) /* beyond near, x less what it loses is x */
#define RA_TABLE_JOIN_ROWS(x, k, w) ra__join_unit_rows(x, _mm256_castsi256_ps(_mm256_cmpgt_epi32(_mm256_set1_epi32(2 * 32), k)), w)
#include "math_table.h"
#endif

#endif
