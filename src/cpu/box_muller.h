/*
 * Pairs of standard normal numbers from pairs of uniform words (Box and Muller): sqrt(-2 log u) times sine and cosine of
 * an angle. The angle is reduced on the word's bits, which is exact; all else is plain arithmetic, so that the result
 * does not depend on a library.
 */
#ifndef RA_CPU_BOX_MULLER_H
#define RA_CPU_BOX_MULLER_H

#include <stdint.h>
#include <string.h>

/* An integer of 64 bits as a double, rounded once, by parts where the processor has no instruction for vectors of them. */
static inline double ra__double_of(int64_t n)
{
#if defined(__AVX512DQ__) || !defined(__x86_64__)
    return (double)n;
#else
    const uint64_t high = ((uint64_t)n >> 32 ^ 0x80000000u) | 0x4330000000000000u, low = ((uint64_t)n & 0xffffffffu) | 0x4330000000000000u;
    double h, l;
    memcpy(&h, &high, 8);
    memcpy(&l, &low, 8);
    return (h - (0x1p52 + 0x1p31)) * 0x1p32 + (l - 0x1p52);
#endif
}

/* log u for 2^-33 <= u <= 1: u = 2^k m with m in [sqrt(1/2), sqrt(2)), and log m = 2 atanh((m - 1) / (m + 1)). */
static inline float ra__log_unit_f32(float u)
{
    uint32_t bits;
    memcpy(&bits, &u, 4);
    int32_t k = (int32_t)(bits - 0x3f3504f3u) >> 23;
    bits -= (uint32_t)k << 23;
    float m;
    memcpy(&m, &bits, 4);
    float s = (m - 1) / (m + 1), z = s * s;
    float p = 2.0f + z * (2.0f / 3 + z * (2.0f / 5 + z * (2.0f / 7 + z * (2.0f / 9))));
    return (float)k * 0x1.62e43p-1f + s * p;
}

static inline double ra__log_unit_f64(double u)
{
    uint64_t bits;
    memcpy(&bits, &u, 8);
    const uint64_t above = (bits - 0x3fe6a09e667f3bcdu + (1024ull << 52)) >> 52; /* the exponent k, by 1024 more */
    bits -= (above - 1024) << 52;
    double m;
    memcpy(&m, &bits, 8);
    double s = (m - 1) / (m + 1), z = s * s, p = 2.0 / 23;
    for (int i = 21; i > 0; i -= 2)
        p = 2.0 / i + z * p;
    return (ra__double_of((int64_t)above) - 1024) * 0x1.62e42fefa39efp-1 + s * p;
}

/* Sine and cosine of the eighth turns to either side of 0, by their series to below a quarter of a last place. */
static inline void ra__turn_f32(uint32_t word, float *sine, float *cosine)
{
    uint32_t quadrant = (word + 0x20000000u) >> 30;
    float a = (float)(int32_t)(word - (quadrant << 30)) * 0x1.921fb6p-30f, z = a * a;
    float s = a + a * z * (-1.0f / 6 + z * (1.0f / 120 + z * (-1.0f / 5040 + z * (1.0f / 362880))));
    float c = 1 + z * (-0.5f + z * (1.0f / 24 + z * (-1.0f / 720 + z * (1.0f / 40320 + z * (-1.0f / 3628800)))));
    float odd_s = quadrant & 1 ? c : s, odd_c = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -odd_s : odd_s;
    *cosine = (quadrant + 1) & 2 ? -odd_c : odd_c;
}

static inline void ra__turn_f64(uint64_t word, double *sine, double *cosine)
{
    static const double s_series[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
    static const double c_series[] = {-1.0 / 2,        1.0 / 24,          -1.0 / 720,        1.0 / 40320,
                                      -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000};
    uint64_t quadrant = (word + 0x2000000000000000u) >> 62;
    double a = ra__double_of((int64_t)(word - (quadrant << 62))) * 0x1.921fb54442d18p-62, z = a * a;
    double s = s_series[6], c = c_series[7];
    for (int i = 5; i >= 0; i--)
        s = s_series[i] + z * s;
    for (int i = 6; i >= 0; i--)
        c = c_series[i] + z * c;
    s = a + a * z * s;
    c = 1 + z * c;
    double odd_s = quadrant & 1 ? c : s, odd_c = quadrant & 1 ? s : c;
    *sine = quadrant & 2 ? -odd_s : odd_s;
    *cosine = (quadrant + 1) & 2 ? -odd_c : odd_c;
}

static inline void ra__box_muller_f32(uint32_t u, uint32_t turn, float *x, float *y)
{
    float radius = __builtin_sqrtf(-2.0f * ra__log_unit_f32((float)u * 0x1p-32f + 0x1p-33f)), sine, cosine;
    ra__turn_f32(turn, &sine, &cosine);
    *x = radius * cosine;
    *y = radius * sine;
}

static inline void ra__box_muller_f64(uint64_t u, uint64_t turn, double *x, double *y)
{
    uint64_t bits = u >> 12 | 0x3ff0000000000000u;
    double d, sine, cosine;
    memcpy(&d, &bits, 8);
    double radius = __builtin_sqrt(-2.0 * ra__log_unit_f64(2.0 - d)); /* 2 - d in (0, 1] */
    ra__turn_f64(turn, &sine, &cosine);
    *x = radius * cosine;
    *y = radius * sine;
}

#endif
