/* math_f32_special.h: special functions of float32, in float64 lanes: like those of math_special_both.h, but branch-free, and of degrees
 * that a float shows. Included by math_f32.h, which says how errors are stated.
 */
#ifndef RA_CPU_MATH_F32_SPECIAL_H
#define RA_CPU_MATH_F32_SPECIAL_H

#include "math_base.h"
#include "math_f32_wide.h"
#include "math_special.h"

#include <math.h>
#include <string.h>

/* ---- error function ---- */

/* e^(z^2) erfc(z) for 0 <= z <= 10.5: degree 14 in (z-4)/(z+4), error 2^-37. */
RA_MATH double ra__erfcx_near_wide(double z) {
    double t = (z - 4.0) / (z + 4.0);
    double p = RA_FMA(0x1.f00dd9b6b81eep-21, t, -0x1.c6670fc1ab996p-18);
    p = RA_FMA(p, t, -0x1.ab495eb9be47ep-16);
    p = RA_FMA(p, t, 0x1.513dcea75c472p-14);
    p = RA_FMA(p, t, -0x1.4a17b78b3a60ep-16);
    p = RA_FMA(p, t, -0x1.a2dc6abc6469ep-11);
    p = RA_FMA(p, t, 0x1.0a0fef9265f76p-8);
    p = RA_FMA(p, t, -0x1.a4dfda45d5c05p-7);
    p = RA_FMA(p, t, 0x1.0066fb1748189p-5);
    p = RA_FMA(p, t, -0x1.027d5317c1d96p-4);
    p = RA_FMA(p, t, 0x1.be502b98080f3p-4);
    p = RA_FMA(p, t, -0x1.5066670f4e13dp-3);
    p = RA_FMA(p, t, 0x1.bff01a611ca6dp-3);
    p = RA_FMA(p, t, -0x1.094922734d2f2p-2);
    return RA_FMA(p, t, 0x1.18932bf08c84ap-3);
}

/* The same for any positive z; from 10.5 on by the asymptotic series, to 2^-37. NaN for a NaN. */
RA_MATH double ra__erfcx_wide(double z) {
    double inverse = 1.0 / (z > 10.5 ? z : 10.5), u = 0.5 * inverse * inverse;
    double p = RA_FMA(u, 10395.0, -945.0);
    p = RA_FMA(p, u, 105.0);
    p = RA_FMA(p, u, -15.0);
    p = RA_FMA(p, u, 3.0);
    p = RA_FMA(p, u, -1.0);
    double far = 0x1.20dd750429b6dp-1 * inverse * RA_FMA(p, u, 1.0);
    return z > 10.5 ? far : ra__erfcx_near_wide(z > 10.5 ? 10.5 : z);
}

/* erfc. NaN for a NaN. */
RA_MATH double ra__erfc_wide(double x) {
    double z = __builtin_fabs(x);
    z = z > 10.5 ? 10.5 : z;
    double y = ra__erfcx_near_wide(z) * ra__exp2_wide(-RA__LOG2E_F64 * (z * z));
    return x < 0.0 ? 2.0 - y : y;
}

/* The share of a normal distribution below x. Error: 0.501 and 0.501. */
RA_MATH float ra__ndtrf(float x) { return (float)(0.5 * ra__erfc_wide((double)x * -0x1.6a09e667f3bcdp-1)); }

/* e^(x^2) erfc(x); of a negative x, 2 e^(x^2) - erfcx(-x). Error: 0.501 and 0.501. */
RA_MATH float ra__erfcxf(float x) {
    double d = (double)x, y = ra__erfcx_wide(__builtin_fabs(d));
    return (float)(x < 0.0f ? 2.0 * ra__exp2_wide(RA__LOG2E_F64 * (d * d > 600.0 ? 600.0 : d * d)) - y : y);
}

/* The logarithm of ndtr: of e^-w^2 erfcx(w) / 2, w = -x/sqrt(2), for a negative x, else of 1 less that of -x. Error: 0.501 and 0.501. */
RA_MATH float ra__log_ndtrf(float x) {
    double d = (double)x, square = 0.5 * d * d, share = 0.5 * ra__erfcx_wide(__builtin_fabs(d) * 0x1.6a09e667f3bcdp-1);
    double above = share * ra__exp2_wide(-RA__LOG2E_F64 * (square > 600.0 ? 600.0 : square)), y = RA__LN2_F64 * ra__log2_wide(x < 0.0f ? share : 1.0 - above);
    double small = -RA_FMA(0.5 * above, above, above);
    float r = (float)(x < 0.0f ? y - square : above < 0x1p-20 ? small : y);
    return x == x ? r : x;
}

/* erfinv(y) / y by w = -log(1 - y^2), 0 <= w < 5.0625: degree 12, error 2^-34; the even and the odd powers apart, for they wait for each
 * other half as long. */
RA_MATH double ra__erfinv_centre_wide(double w) {
    double t = RA_FMA(w, 1 / 2.53125, -1.0), u = t * t;
    double even = RA_FMA(-0x1.87b87ff7a3ae1p-20, u, 0x1.3bf360ec1e7a2p-17), odd = RA_FMA(0x1.a7a362c52fcb2p-19, u, -0x1.7b1c82f1269bbp-15);
    even = RA_FMA(even, u, 0x1.2e1649a94292ap-16);
    odd = RA_FMA(odd, u, 0x1.5050508bd3a0bp-12);
    even = RA_FMA(even, u, -0x1.c8c0a8f7d161p-11);
    odd = RA_FMA(odd, u, -0x1.328e556b7a473p-11);
    even = RA_FMA(even, u, 0x1.2479eb3e11325p-7);
    odd = RA_FMA(odd, u, -0x1.45a26e91d6399p-6);
    even = RA_FMA(even, u, -0x1.c2b66a6681894p-6);
    odd = RA_FMA(odd, u, 0x1.3f4d7eab2a2dep-1);
    even = RA_FMA(even, u, 0x1.8255367243e7bp+0);
    return RA_FMA(odd, t, even);
}

/* The same of any w: from there on by degree 13 in sqrt(w), as far as 4.125, error 2^-36, and, where w may be any of ndtri, by degree 14 as
 * far as 10.25, error 2^-33. */
RA_MATH double ra__erfinv_ratio_wide(double w, int far) {
    w = w < 0.0 ? 0.0 : w;
    double s = __builtin_sqrt(w), v = (s - 3.1875) * (1 / 0.9375), u = (s - 7.1875) * (1 / 3.0625);
    double q = RA_FMA(-0x1.b31c5a293dfp-20, v, 0x1.0ecab454997f9p-18);
    q = RA_FMA(q, v, 0x1.c788b4545a18cp-19);
    q = RA_FMA(q, v, -0x1.f1309cfed0b2cp-16);
    q = RA_FMA(q, v, 0x1.dcc5231815f68p-15);
    q = RA_FMA(q, v, -0x1.c0811dc4482e8p-17);
    q = RA_FMA(q, v, -0x1.dbbc6b1ee09f8p-13);
    q = RA_FMA(q, v, 0x1.8aee4523a7f3dp-11);
    q = RA_FMA(q, v, -0x1.89ed7f99a1f29p-10);
    q = RA_FMA(q, v, 0x1.37a4c47a686b9p-9);
    q = RA_FMA(q, v, -0x1.e00ba6400f19dp-9);
    q = RA_FMA(q, v, 0x1.617dd2704d43fp-8);
    q = RA_FMA(q, v, 0x1.e22e01ea00971p-1);
    q = RA_FMA(q, v, 0x1.82b2b64c98d7fp+1);
    double f = RA_FMA(0x1.0a552e7586c2p-19, u, -0x1.a1fb9f0042868p-19);
    f = RA_FMA(f, u, -0x1.eeed322df00adp-20);
    f = RA_FMA(f, u, 0x1.cf09b6153bc96p-22);
    f = RA_FMA(f, u, 0x1.e0dc960cb6218p-17);
    f = RA_FMA(f, u, -0x1.e0f7b78eb01cep-16);
    f = RA_FMA(f, u, 0x1.a4390a0fe064ap-15);
    f = RA_FMA(f, u, -0x1.b8dc088aca181p-14);
    f = RA_FMA(f, u, 0x1.b3968b388de0cp-13);
    f = RA_FMA(f, u, -0x1.7079f111d9e27p-12);
    f = RA_FMA(f, u, 0x1.b09b8ced18ae3p-12);
    f = RA_FMA(f, u, 0x1.36212ae99c322p-12);
    f = RA_FMA(f, u, -0x1.3835e4ec8bd56p-8);
    f = RA_FMA(f, u, 0x1.8b4b60892728bp+1);
    f = RA_FMA(f, u, 0x1.c3b82115481a9p+2);
    double r = w < 5.0625 ? ra__erfinv_centre_wide(w) : q;
    return far && s > 4.125 ? f : r;
}

RA_MATH double ra__erfinv_argument_wide(double z) { return -RA__LN2_F64 * ra__log2_wide((1.0 - z) * (1.0 + z)); }

/* |y| < 0.996: what most are, of which w is below 5.0625. */
RA_MATH float ra__erfinvf_near(float y) {
    double w = ra__erfinv_argument_wide((double)__builtin_fabsf(y));
    return (float)((double)y * ra__erfinv_centre_wide(w < 0.0 ? 0.0 : w));
}

RA_MATH int ra__erfinvf_is_far(float y) { return !(__builtin_fabsf(y) < 0.996f); }

/* NaN beyond -1 and 1; 1 - 2^-24 has a w of 15.96. Error: 0.51 and 0.51. */
RA_MATH float ra__erfinvf_wide(float y) {
    double z = (double)__builtin_fabsf(y), w = ra__erfinv_argument_wide(z);
    float r = (float)((double)y * ra__erfinv_ratio_wide(w, 0));
    float end = z == 1.0 ? __builtin_copysignf(RA__INF_F32, y) : RA__NAN_F32;
    return z < 1.0 ? r : end;
}

/* The number that a share p of a normal distribution lies below: sqrt(2) erfinv(2p - 1). Error: 0.51 and 0.51. */
RA_MATH float ra__ndtrif(float p) {
    double d = (double)p, w = -RA__LN2_F64 * ra__log2_wide(4.0 * d * (1.0 - d));
    float r = (float)(0x1.6a09e667f3bcdp0 * (2.0 * d - 1.0) * ra__erfinv_ratio_wide(w, 1));
    float end = p == 0.0f ? -RA__INF_F32 : p == 1.0f ? RA__INF_F32 : RA__NAN_F32;
    return ((p > 0.0f) & (p < 1.0f)) ? r : end;
}

/* ---- modified Bessel functions of the first kind ---- */

/* e^-z I0(z), z = |x|: up to 8 by degree 21 in z, error 2^-36, above by degree 9 in 1/z over sqrt(z), error 2^-34. */
RA_MATH double ra__i0e_wide(double x) {
    double z = __builtin_fabs(x), near = z < 8.0 ? z : 8.0, far = z > 8.0 ? z : 8.0;
    double t = RA_FMA(near, 0.25, -1.0), v = 16.0 / far - 1.0;
    double p = RA_FMA(-0x1.273e3177cf9e4p-16, t, 0x1.a9357fae17286p-15);
    p = RA_FMA(p, t, -0x1.6e35af0873b02p-15);
    p = RA_FMA(p, t, 0x1.8f3aec1447c02p-14);
    p = RA_FMA(p, t, -0x1.b1bdebe7ca5ddp-12);
    p = RA_FMA(p, t, 0x1.f2b6cdbb21dp-11);
    p = RA_FMA(p, t, -0x1.d412195cad7fp-10);
    p = RA_FMA(p, t, 0x1.cf6d18d2d55aep-9);
    p = RA_FMA(p, t, -0x1.be16573098cffp-8);
    p = RA_FMA(p, t, 0x1.895d4178e09adp-7);
    p = RA_FMA(p, t, -0x1.4266183ed93bap-6);
    p = RA_FMA(p, t, 0x1.ee2e6b9949003p-6);
    p = RA_FMA(p, t, -0x1.6026551bed86bp-5);
    p = RA_FMA(p, t, 0x1.d1251580fea92p-5);
    p = RA_FMA(p, t, -0x1.1cd71626104a9p-4);
    p = RA_FMA(p, t, 0x1.44b5a871f1942p-4);
    p = RA_FMA(p, t, -0x1.5c02923dec467p-4);
    p = RA_FMA(p, t, 0x1.65c23d0513845p-4);
    p = RA_FMA(p, t, -0x1.6cb8d0ba1055ap-4);
    p = RA_FMA(p, t, 0x1.8322d1aa03601p-4);
    p = RA_FMA(p, t, -0x1.cedda0049605fp-4);
    p = RA_FMA(p, t, 0x1.a7f09f8f06a1bp-3);
    double q = RA_FMA(-0x1.054c4179a0fdep-27, v, 0x1.8914a9bb8f681p-30);
    q = RA_FMA(q, v, 0x1.a26158e5ad9c1p-25);
    q = RA_FMA(q, v, 0x1.c67d2298cabf2p-24);
    q = RA_FMA(q, v, 0x1.3c4366f061c8bp-22);
    q = RA_FMA(q, v, 0x1.8cb8caccaf028p-20);
    q = RA_FMA(q, v, 0x1.75e8b740f4fe4p-17);
    q = RA_FMA(q, v, 0x1.1daad750d79dcp-13);
    q = RA_FMA(q, v, 0x1.b87969ad8ab84p-9);
    q = RA_FMA(q, v, 0x1.9bd428ace4674p-2);
    double r = z <= 8.0 ? p : q / __builtin_sqrt(far);
    return x == x ? r : x;
}

/* The same of I1, errors 2^-36 and 2^-34. */
RA_MATH double ra__i1e_wide(double x) {
    double z = __builtin_fabs(x), near = z < 8.0 ? z : 8.0, far = z > 8.0 ? z : 8.0;
    double t = RA_FMA(near, 0.25, -1.0), v = 16.0 / far - 1.0;
    double p = RA_FMA(-0x1.101f92744c739p-19, t, 0x1.9ca9b525bac0ap-18);
    p = RA_FMA(p, t, -0x1.c9e90aded9c4fp-18);
    p = RA_FMA(p, t, 0x1.19725db4ee971p-16);
    p = RA_FMA(p, t, -0x1.0f35427011b7cp-14);
    p = RA_FMA(p, t, 0x1.4d3e71552f9a3p-13);
    p = RA_FMA(p, t, -0x1.62d963383300cp-12);
    p = RA_FMA(p, t, 0x1.81a25a3dd84ecp-11);
    p = RA_FMA(p, t, -0x1.93cd12a42b53ep-10);
    p = RA_FMA(p, t, 0x1.8a9ca649f7178p-9);
    p = RA_FMA(p, t, -0x1.6aaddeb5c3b01p-8);
    p = RA_FMA(p, t, 0x1.39fdd75b65a7dp-7);
    p = RA_FMA(p, t, -0x1.fe3e8e5b23dap-7);
    p = RA_FMA(p, t, 0x1.8413e5621565p-6);
    p = RA_FMA(p, t, -0x1.13d5ebbbc427ep-5);
    p = RA_FMA(p, t, 0x1.6df945c373aedp-5);
    p = RA_FMA(p, t, -0x1.c4daa5909a2p-5);
    p = RA_FMA(p, t, 0x1.0530f8e4126fcp-4);
    p = RA_FMA(p, t, -0x1.1881379e698aap-4);
    p = RA_FMA(p, t, 0x1.16c390d893fffp-4);
    p = RA_FMA(p, t, -0x1.f4bb071a7aa52p-5);
    p = RA_FMA(p, t, 0x1.6e14eb8e68032p-5);
    double q = RA_FMA(0x1.0c350420f575p-27, v, -0x1.4129e147db9bfp-29);
    q = RA_FMA(q, v, -0x1.c9f0de888ff8bp-25);
    q = RA_FMA(q, v, -0x1.fb0e207343a2fp-24);
    q = RA_FMA(q, v, -0x1.72c471f4e6eaap-22);
    q = RA_FMA(q, v, -0x1.eadd4fbd217bap-20);
    q = RA_FMA(q, v, -0x1.f89f31fc48cd7p-17);
    q = RA_FMA(q, v, -0x1.cbc5b8b8abd09p-13);
    q = RA_FMA(q, v, -0x1.3f79619512f1fp-7);
    q = RA_FMA(q, v, 0x1.8ebe783ac82bep-2);
    double r = __builtin_copysign(z <= 8.0 ? z * p : q / __builtin_sqrt(far), x);
    return x == x ? r : x;
}

/* y e^|x|; NaN for an infinity, as in PyTorch. */
RA_MATH float ra__grown_wide(double x, double y) {
    double z = __builtin_fabs(x), most = z > 200.0 ? 200.0 : z;
    float r = (float)(y * ra__exp2_wide(RA__LOG2E_F64 * most));
    return z == RA__INF_F64 ? RA__NAN_F32 : r;
}

/* Errors: 0.51 and 0.51. */
RA_MATH float ra__i0ef(float x) { return (float)ra__i0e_wide((double)x); }
RA_MATH float ra__i1ef(float x) { return (float)ra__i1e_wide((double)x); }
RA_MATH float ra__i0f(float x) { return ra__grown_wide((double)x, ra__i0e_wide((double)x)); }
RA_MATH float ra__i1f(float x) { return ra__grown_wide((double)x, ra__i1e_wide((double)x)); }

/* ---- of exponentials and logarithms ---- */

/* log2(1 + 2^d), d <= 0 or NaN, to 2^-32. */
RA_MATH double ra__log2_1p_exp2_wide(double d) {
    double e = ra__exp2_wide(d < -200.0 ? -200.0 : d);
    double small = RA__LOG2E_F64 * RA_FMA(-0.5 * e, e, e);
    double y = e < 0x1p-20 ? small : ra__log2_wide(1.0 + e);
    return e == e ? y : e;
}

/* log(e^a + e^b): the larger, and log(1 + e^-d) of the distance d; infinities alike, of which there is no distance, stay. */
RA_MATH float ra__logaddexpf(float a, float b) {
    double most = (double)(a < b ? b : a), least = (double)(a < b ? a : b);
    double y = RA_FMA(RA__LN2_F64, ra__log2_1p_exp2_wide((least - most) * RA__LOG2E_F64), most);
    return ((a == b) & (a - a != 0.0f)) ? a : (float)y;
}

/* To base 2. */
RA_MATH float ra__logaddexp2f(float a, float b) {
    double most = (double)(a < b ? b : a), least = (double)(a < b ? a : b);
    double y = most + ra__log2_1p_exp2_wide(least - most);
    return ((a == b) & (a - a != 0.0f)) ? a : (float)y;
}

/* ---- bits, lengths ---- */

/* The next float towards b; zero steps to the least number of b's sign. */
RA_MATH float ra__nextafterf(float a, float b) {
    uint32_t u = ra__bits_f32(a), least = (ra__bits_f32(b) & 0x80000000u) | 1u;
    u = a == 0.0f ? least : (a < b) == (a > 0.0f) ? u + 1 : u - 1;
    float y = a == b ? b : ra__from_bits_f32(u);
    return ((a == a) & (b == b)) ? y : a + b;
}

RA_MATH double ra__nextafter(double a, double b) {
    uint64_t u = ra__bits_f64(a), least = (ra__bits_f64(b) & 0x8000000000000000u) | 1u;
    u = a == 0.0 ? least : (a < b) == (a > 0.0) ? u + 1 : u - 1;
    double y = a == b ? b : ra__from_bits_f64(u);
    return ((a == a) & (b == b)) ? y : a + b;
}

/* An infinite side has an infinite diagonal, whatever the other is. Error: 0.501 and 0.501. */
RA_MATH float ra__hypotf(float a, float b) {
    double c = (double)a, d = (double)b;
    float y = (float)__builtin_sqrt(c * c + d * d);
    return ((int)(__builtin_fabsf(a) == RA__INF_F32) | (__builtin_fabsf(b) == RA__INF_F32)) ? RA__INF_F32 : y;
}

/* ---- gamma ---- */

/* log Gamma of a positive number. About its zeros, 1 and 2, (x - 1) (x - 2) P(x - 1.53125), degree 13, error 2^-33; elsewhere Stirling's series
 * of z = x or, below 6, z = x + 6, less the logarithm of the product of the six from x on: the error is below 2^-38 of what is added up,
 * which is no more than 150 times the result. */
RA_MATH double ra__lgamma_wide(double x) {
    double t = x - 1.53125;
    double p = RA_FMA(-0x1.d3cd9a1e10a89p-13, t, 0x1.7dbb6cec15a27p-12);
    p = RA_FMA(p, t, -0x1.320dcbf8e07b2p-12);
    p = RA_FMA(p, t, 0x1.fda3e317da37ap-12);
    p = RA_FMA(p, t, -0x1.00cb7b2155610p-10);
    p = RA_FMA(p, t, 0x1.b08eeecb55853p-10);
    p = RA_FMA(p, t, -0x1.6ac1338e420cfp-9);
    p = RA_FMA(p, t, 0x1.39ea59c7551e4p-8);
    p = RA_FMA(p, t, -0x1.1574aecea7c7dp-7);
    p = RA_FMA(p, t, 0x1.f8a96e5f80116p-7);
    p = RA_FMA(p, t, -0x1.e003596537b3ap-6);
    p = RA_FMA(p, t, 0x1.ec1bc9f4f27dap-5);
    p = RA_FMA(p, t, -0x1.230e943a30d64p-3);
    p = RA_FMA(p, t, 0x1.ea1d82d939b39p-2);
    p = p * ((x - 1.0) * (x - 2.0)) + 0.0; /* the zero at 1 has no sign */
    double product = (x * (x + 1.0)) * ((x + 2.0) * (x + 3.0)) * ((x + 4.0) * (x + 5.0));
    double z = x < 6.0 ? x + 6.0 : x, w = 1.0 / z, v = w * w;
    product = x < 6.0 ? product : 1.0;
    double s = RA_FMA(0x1.b951e2b18ff23p-11, v, -0x1.3813813813814p-11); /* 1/1188, -1/1680, 1/1260, -1/360, 1/12 */
    s = RA_FMA(s, v, 0x1.a01a01a01a01ap-11);
    s = RA_FMA(s, v, -0x1.6c16c16c16c17p-9);
    s = RA_FMA(s, v, 0x1.5555555555555p-4);
    double logs = RA_FMA(z - 0.5, ra__log2_wide(z), -ra__log2_wide(product));
    double y = RA_FMA(logs, 0x1.62e42fefa39efp-1, RA_FMA(s, w, 0x1.d67f1c864beb5p-1) - z);
    return ((x >= 0.90625) & (x <= 2.15625)) ? p : y;
}

/* Infinity and NaN stay. Error: 0.501 and 0.501. */
RA_MATH float ra__lgammaf_near(float x) {
    float y = (float)ra__lgamma_wide((double)x);
    return x < RA__INF_F32 ? y : x;
}

static inline float ra__lgammaf_far(float x) {
    int sign;
    return (float)lgamma_r((double)x, &sign);
}

static inline float ra__lgammaf(float x) { return x <= 0.0f ? ra__lgammaf_far(x) : ra__lgammaf_near(x); }

/* digamma of a positive number. About its zero z, for |x - 1.46875| <= 1/4, (x - z) P(x - 1.46875), degree 9, error 2^-35; elsewhere the
 * asymptotic series of x or, below 6, of x + 6, less 1 / x + ... + 1 / (x + 5), of which the first and the last, and so on, make one fraction
 * in u = x (x + 5) each: the error is below 2^-36 of what is added up, which is no more than 20 times the result. */
RA_MATH double ra__digamma_wide(double x) {
    double t = x - 1.46875;
    double p = RA_FMA(-0x1.0300c632f9805p-6, t, 0x1.7d43d32c6b7b4p-6);
    p = RA_FMA(p, t, -0x1.04d5b9186b80ap-5);
    p = RA_FMA(p, t, 0x1.81c89ba85e513p-5);
    p = RA_FMA(p, t, -0x1.1f572b3488f50p-4);
    p = RA_FMA(p, t, 0x1.af47f66273c58p-4);
    p = RA_FMA(p, t, -0x1.498aab2e1564bp-3);
    p = RA_FMA(p, t, 0x1.0526fa60a9a6cp-2);
    p = RA_FMA(p, t, -0x1.c1a5875d7f83bp-2);
    p = RA_FMA(p, t, 0x1.edd75e6f0768cp-1);
    p = p * ((x - 0x1.762d86356be3fp+0) - 0x1.b86a722197829p-54);
    double u = x * (x + 5.0);
    double fractions = RA_FMA(2.0, x, 5.0) * RA_FMA(RA_FMA(3.0, u, 20.0), u, 24.0) / (u * ((u + 4.0) * (u + 6.0)));
    double z = x < 6.0 ? x + 6.0 : x, w = 1.0 / z, v = w * w;
    double s = RA_FMA(0x1.f07c1f07c1f08p-8, v, -0x1.1111111111111p-8); /* 1/132, -1/240, 1/252, -1/120, 1/12 */
    s = RA_FMA(s, v, 0x1.0410410410410p-8);
    s = RA_FMA(s, v, -0x1.1111111111111p-7);
    s = RA_FMA(s, v, 0x1.5555555555555p-4);
    double y = RA_FMA(ra__log2_wide(z), RA__LN2_F64, RA_FMA(-s, v, -0.5 * w));
    y = x < 6.0 ? y - fractions : y;
    return ((x >= 1.21875) & (x <= 1.71875)) ? p : y;
}

/* Infinity and NaN stay. Error: 0.501 and 0.501. */
RA_MATH float ra__digammaf_near(float x) {
    float y = (float)ra__digamma_wide((double)x);
    return x < RA__INF_F32 ? y : x;
}

static inline float ra__digammaf_far(float x) { return (float)ra__digamma((double)x); }

static inline float ra__digammaf(float x) { return x <= 0.0f ? ra__digammaf_far(x) : ra__digammaf_near(x); }

/* ---- loops ---- */

/* Contiguous elements of functions of which a form is shorter, or has lanes at all, for what most elements are: those in lanes, and the rest
 * one at a time; where they are many and their form has lanes, all by that, which gives the same bits. out and in are the same array or do
 * not overlap. */
static inline __attribute__((always_inline)) void ra__mostly_near_n(float *out, const float *in, size_t count, float (*near)(float), int (*is_far)(float), float (*far_form)(float),
                                                                    int far_has_lanes) {
    enum { BLOCK = 512, MANY = BLOCK / 16 };
    for (size_t at = 0; at < count; at += BLOCK) {
        float kept[BLOCK], *y = out + at;
        size_t n = count - at < BLOCK ? count - at : BLOCK;
        int far = 0;
        memcpy(kept, in + at, n * sizeof kept[0]);
        for (size_t i = 0; i < n; i++)
            far += is_far(kept[i]);
        if (far_has_lanes && far > MANY) {
            RA_MATH_INDEPENDENT
            for (size_t i = 0; i < n; i++)
                y[i] = far_form(kept[i]);
            continue;
        }
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            y[i] = near(kept[i]);
        for (size_t i = 0; far && i < n; i++)
            if (is_far(kept[i]))
                y[i] = far_form(kept[i]);
    }
}

RA_MATH int ra__gammaf_is_far(float x) { return x <= 0.0f; }

static inline void ra__lgammaf_n(float *out, const float *in, size_t count) { ra__mostly_near_n(out, in, count, ra__lgammaf_near, ra__gammaf_is_far, ra__lgammaf_far, 0); }
static inline void ra__digammaf_n(float *out, const float *in, size_t count) { ra__mostly_near_n(out, in, count, ra__digammaf_near, ra__gammaf_is_far, ra__digammaf_far, 0); }
static inline void ra__erfinvf_wide_n(float *out, const float *in, size_t count) {
    ra__mostly_near_n(out, in, count, ra__erfinvf_near, ra__erfinvf_is_far, ra__erfinvf_wide, 1);
}

#endif
