/* half.h: float16 and bfloat16 to and from float32, rounding to nearest, ties to even. Kernels
 * compute in float32 and pass through here at both ends.
 *
 * A value is the uint16_t of its bits. NaNs keep their sign and the upper bits of their payload and
 * become quiet, as the F16C instructions do it, so that the instruction sets agree bit by bit. The
 * scalar functions are branch-free integer arithmetic and vectorise; the array functions for
 * float16 use F16C where there is any. Conversions of float64 go through float32, rounding twice,
 * as PyTorch's do.
 */
#ifndef RA_CPU_HALF_H
#define RA_CPU_HALF_H

#include "math_base.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

/* The 15 bits below the sign, moved to float's place, make a float that is 2^112 too small. A normal
 * one gets that added to its exponent. A subnormal one gets an exponent that makes it 2^-14 too
 * large, and loses that by subtraction: no operand is subnormal, so that flushing them changes
 * nothing. */
RA_MATH float ra__f32_of_f16(uint16_t h) {
    uint32_t sign = (uint32_t)(h & 0x8000u) << 16, low = (uint32_t)(h & 0x7fffu) << 13;
    uint32_t normal = low + (112u << 23);
    uint32_t small = ra__bits_f32(ra__from_bits_f32(low + (113u << 23)) - 0x1p-14f);
    uint32_t special = low | 0x7f800000u;
    special |= low > 0x0f800000u ? 0x00400000u : 0u;
    uint32_t u = low < (1u << 23) ? small : normal;
    u = low >= 0x0f800000u ? special : u;
    return ra__from_bits_f32(sign | u);
}

RA_MATH uint16_t ra__f16_of_f32(float x) {
    uint32_t u = ra__bits_f32(x), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
    /* normal: half the last place less one, plus the bit that decides ties; a carry may run into
     * the exponent, and out of it to infinity */
    uint32_t normal = (a - (112u << 23) + 0xfffu + ((a >> 13) & 1u)) >> 13;
    /* subnormal: adding 0.5, whose last place is a float16 subnormal's, rounds in hardware */
    uint32_t small = ra__bits_f32(ra__from_bits_f32(a) + 0.5f) - 0x3f000000u;
    uint32_t nan = 0x7e00u | ((a >> 13) & 0x3ffu);
    uint32_t h = a < (113u << 23) ? small : normal;
    h = a >= 0x47800000u ? 0x7c00u : h; /* from 65536 on; 65520 to there carries */
    h = a > 0x7f800000u ? nan : h;
    return (uint16_t)(sign | h);
}

RA_MATH float ra__f32_of_bf16(uint16_t b) {
    return ra__from_bits_f32((uint32_t)b << 16);
}

RA_MATH uint16_t ra__bf16_of_f32(float x) {
    uint32_t u = ra__bits_f32(x);
    uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    uint32_t nan = (u >> 16) | 0x40u;
    return (uint16_t)((u & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
}

RA_MATH uint16_t ra__f16_of_f64(double x) { return ra__f16_of_f32((float)x); }
RA_MATH uint16_t ra__bf16_of_f64(double x) { return ra__bf16_of_f32((float)x); }

static inline void ra__f32_of_f16_n(float *out, const uint16_t *in, size_t n) {
    size_t whole = 0;
#if defined(__F16C__)
    whole = n & ~(size_t)7;
    for (size_t i = 0; i < whole; i += 8)
        _mm256_storeu_ps(out + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(in + i))));
#endif
    for (size_t i = whole; i < n; i++)
        out[i] = ra__f32_of_f16(in[i]);
}

static inline void ra__f16_of_f32_n(uint16_t *out, const float *in, size_t n) {
    size_t whole = 0;
#if defined(__F16C__)
    whole = n & ~(size_t)7;
    for (size_t i = 0; i < whole; i += 8)
        _mm_storeu_si128((__m128i *)(out + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(in + i), _MM_FROUND_TO_NEAREST_INT));
#endif
    for (size_t i = whole; i < n; i++)
        out[i] = ra__f16_of_f32(in[i]);
}

static inline void ra__f32_of_bf16_n(float *out, const uint16_t *in, size_t n) {
    for (size_t i = 0; i < n; i++)
        out[i] = ra__f32_of_bf16(in[i]);
}

static inline void ra__bf16_of_f32_n(uint16_t *out, const float *in, size_t n) {
    for (size_t i = 0; i < n; i++)
        out[i] = ra__bf16_of_f32(in[i]);
}

#endif
