/* gemm_small.c: our own matrix products, one instance for each instruction set. The forms for float32 and float64 are
 * in gemm_float_template.h, those for the other dtypes in gemm_plain_template.h. */
#include "gemm_small.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "gemm_vector.h"

/* Registers: 32 vectors in AVX-512 and NEON hold 12 x 2 sums, or 4 x 4 dots; 16 in AVX and SSE hold 6 x 2 and 4 x 2. */
#if RA__VECTOR_BYTES == 64
enum { M_BIG = 12, M_HALF = 8, DOT_COLUMNS = 4 };
#elif defined(__aarch64__)
enum { M_BIG = 12, M_HALF = 8, DOT_COLUMNS = 2 };
#else
enum { M_BIG = 6, M_HALF = 5, DOT_COLUMNS = 2 };
#endif

/* A panel of B is two vectors wide: 32 KiB at most, in the L1 cache; the sums of as many rows lie in L2 and are as long
 * as makes the copying of the panel small beside its use (one pass of stores for 256 of multiply-adds). */
enum { PANEL_ROWS = RA__GEMM_STRETCH, SUM_ROWS = 256 };

#define T float
#define t f32
#include "gemm_float_template.h"

#define T double
#define t f64
#include "gemm_float_template.h"

/* --- halves ----------------------------------------------------------------------------------------------------- */

/* Exact: a half is its magnitude's bits, moved under float's exponent, times 2^112; infinities and NaNs, which that
 * leaves finite, get the exponent they lack. */
RA__INLINE float widen_f16(uint16_t h)
{
	uint32_t magnitude = (uint32_t)(h & 0x7fff) << 13, sign = (uint32_t)(h & 0x8000) << 16, bits;
	float x;
	memcpy(&x, &magnitude, sizeof x);
	x *= 0x1p112f;
	memcpy(&bits, &x, sizeof bits);
	bits |= (h & 0x7c00) == 0x7c00 ? 0x7f800000u : 0;
	bits |= sign;
	memcpy(&x, &bits, sizeof x);
	return x;
}

/* To nearest, ties to even. Below the smallest normal half (2^-14) adding 0.5 lets the float adder round to a multiple
 * of 2^-24, half's spacing there. */
RA__INLINE uint16_t narrow_f16(float x)
{
	uint32_t bits, sign;
	memcpy(&bits, &x, sizeof bits);
	sign = bits >> 16 & 0x8000;
	bits &= 0x7fffffff;
	if (bits > 0x7f800000)
		return (uint16_t)(sign | 0x7e00);
	if (bits >= 0x477ff000) /* 65520 and more round to infinity */
		return (uint16_t)(sign | 0x7c00);
	if (bits < 0x38800000) {
		float small;
		memcpy(&small, &bits, sizeof small);
		small += 0.5f;
		memcpy(&bits, &small, sizeof bits);
		return (uint16_t)(sign | (bits - 0x3f000000));
	}
	bits += 0xfff + (bits >> 13 & 1);
	return (uint16_t)(sign | ((bits - 0x38000000) >> 13));
}

RA__INLINE float widen_bf16(uint16_t h)
{
	uint32_t bits = (uint32_t)h << 16;
	float x;
	memcpy(&x, &bits, sizeof x);
	return x;
}

RA__INLINE uint16_t narrow_bf16(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	if ((bits & 0x7fffffff) > 0x7f800000)
		return (uint16_t)((bits >> 16 & 0x8000) | 0x7fc0);
	return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

#define T uint16_t
#define S float
#define t f16
#define WIDEN(x) widen_f16(x)
#define NARROW(x) narrow_f16(x)
#include "gemm_half_template.h"

#define T uint16_t
#define S float
#define t bf16
#define WIDEN(x) widen_bf16(x)
#define NARROW(x) narrow_bf16(x)
#include "gemm_half_template.h"

/* --- the rest --------------------------------------------------------------------------------------------------- */

/* Integers are summed without a sign, where overflow is defined, and in 32 bits at least, where C computes anyway. */
#define INTEGER_FINISH(sum, alpha, beta, old) ((A)(alpha) * (sum) + (A)(beta) * (A)(old))
#define SUM(sum, x, y) ((sum) + (A)(x) * (A)(y))
#define FINISH INTEGER_FINISH

#define T uint8_t
#define A uint32_t
#define S int64_t
#define t u8
#include "gemm_plain_template.h"

#define T int8_t
#define A uint32_t
#define S int64_t
#define t i8
#include "gemm_plain_template.h"

#define T int16_t
#define A uint32_t
#define S int64_t
#define t i16
#include "gemm_plain_template.h"

#define T int32_t
#define A uint32_t
#define S int64_t
#define t i32
#include "gemm_plain_template.h"

#define T int64_t
#define A uint64_t
#define S int64_t
#define t i64
#include "gemm_plain_template.h"

#undef SUM
#undef FINISH
#define SUM(sum, x, y) ((sum) | (((x) != 0) & ((y) != 0)))
#define FINISH(sum, alpha, beta, old) (((alpha) != 0 && (sum) != 0) || ((beta) != 0 && (old) != 0))
#define T uint8_t
#define A uint8_t
#define S int64_t
#define t b8
#include "gemm_plain_template.h"
#undef SUM
#undef FINISH

/* The language's complex product looks for NaNs and repairs infinities after each one; BLAS does not, nor do we. */
#define T float
#define t c32
#include "gemm_complex_template.h"

#define T double
#define t c64
#include "gemm_complex_template.h"
