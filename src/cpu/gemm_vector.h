/* gemm_vector.h: the vectors that gemm_small.c computes with, one width for each instruction set.
 * For each of f32 and f64: the type vec_*, LANES_*, and load, store, their partial forms (the first `count` lanes; the
 * others read as 0 and are not touched), broadcast, fused multiply-add, and a sum over lanes in a fixed order.
 * Of pairs of 16-bit integers, two to a lane of 32 bits: load, store, broadcast, and a multiply-add of both, modulo 2^32. The same of pairs of
 * bfloat16 where there is an instruction for it (RA__HAS_BF16_PAIRS): a lane of their sums is a float32, in which subnormal numbers count as 0.
 * Where the instruction set has no fused multiply-add, a product is rounded before it is added. */
#ifndef RA_CPU_GEMM_VECTOR_H
#define RA_CPU_GEMM_VECTOR_H

#include "cpu/vector.h"

#include <string.h>

#if defined(__AVX512F__) && defined(__AVX512VL__) && defined(__AVX512DQ__)
#define RA__MASK_F32(count) ((__mmask16)((1u << (count)) - 1))
#define RA__MASK_F64(count) ((__mmask8)((1u << (count)) - 1))
#define RA__STORE_PART_F32(p, count, v) _mm512_mask_storeu_ps(p, RA__MASK_F32(count), (__m512)(v))
#define RA__STORE_PART_F64(p, count, v) _mm512_mask_storeu_pd(p, RA__MASK_F64(count), (__m512d)(v))
#elif defined(__AVX2__) && defined(__FMA__)
/* A masked store takes longer than two or three of a half, a quarter and one lane on some processors. */
static inline __attribute__((always_inline)) void ra__store_first_f32(float *p, __m256 v, int count)
{
	__m128 rest = _mm256_castps256_ps128(v);
	if (count & 8) {
		_mm256_storeu_ps(p, v);
		return;
	}
	if (count & 4) {
		_mm_storeu_ps(p, rest);
		rest = _mm256_extractf128_ps(v, 1);
		p += 4;
	}
	if (count & 2) {
		_mm_storel_pi((__m64 *)(void *)p, rest);
		rest = _mm_movehl_ps(rest, rest);
		p += 2;
	}
	if (count & 1)
		_mm_store_ss(p, rest);
}

static inline __attribute__((always_inline)) void ra__store_first_f64(double *p, __m256d v, int count)
{
	__m128d rest = _mm256_castpd256_pd128(v);
	if (count & 4) {
		_mm256_storeu_pd(p, v);
		return;
	}
	if (count & 2) {
		_mm_storeu_pd(p, rest);
		rest = _mm256_extractf128_pd(v, 1);
		p += 2;
	}
	if (count & 1)
		_mm_store_sd(p, rest);
}
#define RA__STORE_PART_F32(p, count, v) ra__store_first_f32(p, (__m256)(v), count)
#define RA__STORE_PART_F64(p, count, v) ra__store_first_f64(p, (__m256d)(v), count)
#endif

#if defined(__AVX512BW__) && RA__VECTOR_BYTES == 64
#define RA__PAIRS_SUM(a, b) ((vec_pairs)_mm512_madd_epi16((__m512i)(a), (__m512i)(b)))
#elif RA__VECTOR_BYTES == 32
#define RA__PAIRS_SUM(a, b) ((vec_pairs)_mm256_madd_epi16((__m256i)(a), (__m256i)(b)))
#elif defined(__SSE2__)
#define RA__PAIRS_SUM(a, b) ((vec_pairs)_mm_madd_epi16((__m128i)(a), (__m128i)(b)))
#else
#define RA__PAIRS_SUM(a, b) (((vec_pairs)((vec_signed)((a) << 16) >> 16)) * ((vec_pairs)((vec_signed)((b) << 16) >> 16)) + ((vec_pairs)((vec_signed)(a) >> 16)) * ((vec_pairs)((vec_signed)(b) >> 16)))
#endif

enum { LANES_f32 = RA__VECTOR_BYTES / 4, LANES_f64 = RA__VECTOR_BYTES / 8, LANES_pairs = RA__VECTOR_BYTES / 4 };
typedef ra__vf32 vec_f32;
typedef ra__vf64 vec_f64;
typedef uint32_t vec_pairs __attribute__((vector_size(RA__VECTOR_BYTES)));
typedef int32_t vec_signed __attribute__((vector_size(RA__VECTOR_BYTES)));

#define RA__INLINE static inline __attribute__((always_inline))

#ifdef RA__STORE_PART_F32
#define RA__HAS_MASKS 1
#else
#define RA__HAS_MASKS 0
#define RA__STORE_PART_F32(p, count, v)                                                     \
	for (int i = 0; i < (count); i++)                                                   \
	(p)[i] = (v)[i]
#define RA__STORE_PART_F64 RA__STORE_PART_F32
#endif

#define RA__PARTS(t, T, U)                                                                  \
	RA__INLINE vec_##t load_part_##t(const T *p, int count)                             \
	{                                                                                   \
		return ra__vload_part_##t(p, count);                                        \
	}                                                                                   \
	RA__INLINE void store_part_##t(T *p, vec_##t v, int count)                          \
	{                                                                                   \
		RA__STORE_PART_##U(p, count, v);                                            \
	}

#define RA__VECTOR_MOVES(t, T)                                                              \
	RA__INLINE vec_##t load_##t(const T *p)                                             \
	{                                                                                   \
		vec_##t v;                                                                  \
		memcpy(&v, p, sizeof v);                                                    \
		return v;                                                                   \
	}                                                                                   \
	RA__INLINE void store_##t(T *p, vec_##t v)                                          \
	{                                                                                   \
		memcpy(p, &v, sizeof v);                                                    \
	}

#define RA__VECTOR_FUNCTIONS(t, T, U)                                                       \
	RA__PARTS(t, T, U)                                                                  \
	RA__VECTOR_MOVES(t, T)                                                              \
	RA__INLINE vec_##t broadcast_##t(T x)                                               \
	{                                                                                   \
		return x - (vec_##t){0}; /* minus: x + 0 would turn -0 into 0 */            \
	}                                                                                   \
	RA__INLINE vec_##t fma_##t(vec_##t a, vec_##t b, vec_##t c)                         \
	{                                                                                   \
		return ra__vfma_##t(a, b, c);                                               \
	}

RA__VECTOR_FUNCTIONS(f32, float, F32)
RA__VECTOR_FUNCTIONS(f64, double, F64)
RA__VECTOR_MOVES(pairs, uint32_t)

RA__INLINE vec_pairs broadcast_pairs(uint32_t x)
{
	return x + (vec_pairs){0};
}

RA__INLINE vec_pairs fma_pairs(vec_pairs a, vec_pairs b, vec_pairs c)
{
	return c + RA__PAIRS_SUM(a, b);
}

#if defined(__AVX512BF16__) && RA__VECTOR_BYTES == 64
#define RA__HAS_BF16_PAIRS 1
typedef vec_pairs vec_bf16_pairs;
enum { LANES_bf16_pairs = LANES_pairs };
RA__VECTOR_MOVES(bf16_pairs, uint32_t)

RA__INLINE vec_bf16_pairs broadcast_bf16_pairs(uint32_t x)
{
	return broadcast_pairs(x);
}

RA__INLINE vec_bf16_pairs fma_bf16_pairs(vec_bf16_pairs a, vec_bf16_pairs b, vec_bf16_pairs c)
{
	return (vec_bf16_pairs)_mm512_dpbf16_ps((__m512)c, (__m512bh)a, (__m512bh)b);
}
#else
#define RA__HAS_BF16_PAIRS 0
#endif

RA__INLINE float sum_f32(vec_f32 v)
{
	return ra__vsum_f32(v);
}

RA__INLINE double sum_f64(vec_f64 v)
{
	return ra__vsum_f64(v);
}

#endif
