/* math_reduce.h: the argument reduction of the trigonometric functions far from zero, in integer
 * arithmetic (after Payne and Hanek). Rare and scalar.
 */
#ifndef RA_CPU_MATH_REDUCE_H
#define RA_CPU_MATH_REDUCE_H

#include "math_base.h"

/* r + rl = x - n pi/2 with |r| <= pi/4, to 2^-66 of r; returns n modulo 4. |x| >= 2^19, or x is
 * infinite or NaN, which give NaN.
 *
 * x = m 2^e with an integer m < 2^53. Of 2/pi only those bits matter that m does not turn into
 * multiples of 4: 192 bits from the one of weight 2^(1-e) on are enough, as no double comes closer
 * to a multiple of pi/2 than 2^-62 and what is left out is below 2^-137. */
static inline uint64_t ra__trig_reduce_far(double x, double *r, double *rl) {
    /* A zero word, then the binary digits of 2/pi: floor(2/pi 2^1216), most significant first. */
    static const uint64_t digits[20] = {
        0,
        0xa2f9836e4e441529u, 0xfc2757d1f534ddc0u, 0xdb6295993c439041u, 0xfe5163abdebbc561u,
        0xb7246e3a424dd2e0u, 0x06492eea09d1921cu, 0xfe1deb1cb129a73eu, 0xe88235f52ebb4484u,
        0xe99c7026b45f7e41u, 0x3991d639835339f4u, 0x9c845f8bbdf9283bu, 0x1ff897ffde05980fu,
        0xef2f118b5a0a6d1fu, 0x6d367ecf27cb09b7u, 0x4f463f669e5fea2du, 0x7527bac7ebe5f17bu,
        0x3d0739f78a5292eau, 0x6bfb5fb11f8d5d08u, 0x56033046fc7b6babu,
    };
    uint64_t u = ra__bits_f64(x) & 0x7fffffffffffffffu;
    if (u >= 0x7ff0000000000000u) {
        *r = *rl = RA__NAN_F64;
        return 0;
    }
    uint64_t m = (u & 0xfffffffffffffu) | 0x10000000000000u;
    int skip = (int)(u >> 52) - 1075 + 62; /* digit of weight 2^(1-e), counted with the zero word */
    int word = skip >> 6, shift = skip & 63;
    uint64_t w[3];
    for (int i = 0; i < 3; i++)
        w[i] = shift ? digits[word + i] << shift | digits[word + i + 1] >> (64 - shift)
                     : digits[word + i];
    /* the product modulo 2^192, whose top two bits are n modulo 4 */
    unsigned __int128 low = (unsigned __int128)m * w[2];
    unsigned __int128 mid = (unsigned __int128)m * w[1] + (uint64_t)(low >> 64);
    uint64_t high = m * w[0] + (uint64_t)(mid >> 64);
    uint64_t n = high >> 62;
    unsigned __int128 fraction =
        (unsigned __int128)(high << 2 | (uint64_t)mid >> 62) << 64 | ((uint64_t)mid << 2 | (uint64_t)low >> 62);
    __int128 f = (__int128)fraction; /* in units of 2^-128, to the nearest integer */
    n += f < 0;
    double h = (double)f, l = (double)(f - (__int128)h);
    h *= 0x1p-128;
    l *= 0x1p-128;
    const double pio2 = 0x1.921fb54442d18p0, pio2_low = 0x1.1a62633145c07p-54;
    double p = h * pio2;
    double q = ra__residual_f64(h, pio2, -p) + (h * pio2_low + l * pio2);
    *r = p + q;
    *rl = (p - *r) + q;
    if (ra__bits_f64(x) >> 63) {
        *r = -*r;
        *rl = -*rl;
        n = 0 - n;
    }
    return n;
}

#endif
