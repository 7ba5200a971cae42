/* math_f32_hyperbolic.h: sinh and cosh of float32, in float64 lanes; math_f32.h says how errors are stated and polynomials were obtained.
 */
#ifndef RA_CPU_MATH_F32_HYPERBOLIC_H
#define RA_CPU_MATH_F32_HYPERBOLIC_H

#include "math_base.h"
#include "math_f32_wide.h"

/* |x| = n ln2 + r with |r| <= ln2/2, and there the odd part of e^r, sinh r, by degree 7, error 2^-37, and the even one, cosh r, by degree 6,
 * error 2^-34: e^|x| / 2 = up (even + odd), e^-|x| / 2 = down (even - odd), where no step cancels and none divides. */
typedef struct ra__hyperbolic {
    double odd, even, up, down;
} ra__hyperbolic;

RA_MATH ra__hyperbolic ra__hyperbolic_wide(float x) {
    float m = __builtin_fabsf(x);
    double a = (double)(m > 100.0f ? 100.0f : m); /* beyond, the exponential is more than a float holds; NaN stays */
    double t = RA_FMA(a, RA__LOG2E_F64, RA__ROUND_F64), r = RA_FMA(t - RA__ROUND_F64, -RA__LN2_F64, a), z = r * r;
    double s = RA_FMA(0x1.a16f897b18ab7p-13, z, 0x1.1110b20957c79p-7);
    s = RA_FMA(s, z, 0x1.555555735e24cp-3);
    double c = RA_FMA(0x1.6d9790f8fdc79p-10, z, 0x1.55547ecdc7125p-5);
    c = RA_FMA(c, z, 0x1.00000043fa5b4p-1);
    ra__hyperbolic h = {RA_FMA(s, r * z, r), RA_FMA(c, z, 1.0), ra__from_bits_f64((1022u + ra__bits_f64(t)) << 52),
                        ra__from_bits_f64((1022u - ra__bits_f64(t)) << 52)};
    return h;
}

/* Error: 0.502 and 0.502. */
RA_MATH float ra__sinhf(float x) {
    ra__hyperbolic h = ra__hyperbolic_wide(x);
    return __builtin_copysignf((float)RA_FMA(h.odd, h.up + h.down, h.even * (h.up - h.down)), x);
}

/* Error: 0.501 and 0.501. */
RA_MATH float ra__coshf(float x) {
    ra__hyperbolic h = ra__hyperbolic_wide(x);
    return (float)RA_FMA(h.odd, h.up - h.down, h.even * (h.up + h.down));
}

#endif
