/*
 * exp for sums of exponentials, in a form that loops vectorise: to about 2 ulp, 0 below the smallest normal result,
 * infinity above the largest; NaN stays.
 */
#ifndef RA_CPU_REDUCE_EXPONENT_H
#define RA_CPU_REDUCE_EXPONENT_H

#include <math.h>
#include <stdint.h>
#include <string.h>

/* x = k ln 2 + r with |r| <= ln 2 / 2; adding 1.5 * 2^23 leaves k, rounded, in the lowest bits of the sum. */
static inline float ra__exponent_f32(float x)
{
    const float shifter = 12582912.0f;
    float limited = x < -87.33f ? -87.33f : x > 88.72f ? 88.72f : x;
    float t = limited * 1.44269504f + shifter;
    float k = t - shifter;
    float r = limited - k * 0.693359375f;
    r = r + k * 2.12194440e-4f;
    float p = 1.0f / 5040;
    p = p * r + 1.0f / 720;
    p = p * r + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r * r + r + 1;
    /* 2^k in two factors: k may be 128 */
    int32_t bits;
    memcpy(&bits, &t, sizeof bits);
    int32_t exponent = bits - 0x4b400000, half = exponent >> 1;
    int32_t low_bits = (int32_t)((uint32_t)(half + 127) << 23), high_bits = (int32_t)((uint32_t)(exponent - half + 127) << 23);
    float low, high;
    memcpy(&low, &low_bits, sizeof low);
    memcpy(&high, &high_bits, sizeof high);
    float y = p * low * high;
    y = x < -87.33f ? 0 : y;
    y = x > 88.72f ? INFINITY : y;
    return x != x ? x : y;
}

static inline double ra__exponent_f64(double x)
{
    const double shifter = 6755399441055744.0; /* 1.5 * 2^52 */
    double limited = x < -708.39 ? -708.39 : x > 709.78 ? 709.78 : x;
    double t = limited * 1.4426950408889634 + shifter;
    double k = t - shifter;
    double r = limited - k * 0.693147180369123816490; /* ln 2 to 33 bits, so that the product is exact */
    r = r - k * 1.90821492927058770002e-10;
    double p = 1.0 / 479001600;
    p = p * r + 1.0 / 39916800;
    p = p * r + 1.0 / 3628800;
    p = p * r + 1.0 / 362880;
    p = p * r + 1.0 / 40320;
    p = p * r + 1.0 / 5040;
    p = p * r + 1.0 / 720;
    p = p * r + 1.0 / 120;
    p = p * r + 1.0 / 24;
    p = p * r + 1.0 / 6;
    p = p * r + 0.5;
    p = p * r * r + r + 1;
    int64_t bits;
    memcpy(&bits, &t, sizeof bits);
    int64_t exponent = bits - 0x4338000000000000, half = exponent / 2;
    int64_t low_bits = (int64_t)((uint64_t)(half + 1023) << 52), high_bits = (int64_t)((uint64_t)(exponent - half + 1023) << 52);
    double low, high;
    memcpy(&low, &low_bits, sizeof low);
    memcpy(&high, &high_bits, sizeof high);
    double y = p * low * high;
    y = x < -708.39 ? 0 : y;
    y = x > 709.78 ? (double)INFINITY : y;
    return x != x ? x : y;
}

#endif
