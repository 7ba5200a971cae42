/* gemm_small.h: matrix products of our own, for what is too small for a BLAS call or of a dtype BLAS does not have.
 *
 * C = alpha * A B + beta * C, with A m x k, B k x n, C m x n, each with a row and a column stride counted in elements
 * (any sign, and zero for A and B; the elements of C must be distinct and lie apart from A's and B's). Where beta is 0,
 * C is written without being read. Sizes may be 0; with k = 0 the sum is 0.
 *
 * The bits of an element of C depend on its row of A, its column of B, alpha, beta, its own old value and k; and, where
 * n is 1 or m at most RA__GEMM_FEW_ROWS, on that and on which strides are 1 (such shapes sum k in another order, being
 * bound by memory). Any other cutting of m and n gives the same bits.
 *
 * Compiled once for each instruction set; the names end in it (ra__gemm_f32_v3).
 */
#ifndef RA_CPU_GEMM_SMALL_H
#define RA_CPU_GEMM_SMALL_H

#include <stdint.h>

#ifndef RA_ISA
#define RA_ISA base
#endif
enum { RA__GEMM_FEW_ROWS = 8, RA__GEMM_STRETCH = 256 };

#define RA__GEMM_PASTE(name, isa) ra__gemm_##name##_##isa
#define RA__GEMM_EXPAND(name, isa) RA__GEMM_PASTE(name, isa)
#define RA__GEMM_NAME(name) RA__GEMM_EXPAND(name, RA_ISA)

#define RA__GEMM_DECLARE(name, T, S)                                                                           \
	void RA__GEMM_NAME(name)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs,        \
	                         const T *b, int64_t brs, int64_t bcs, T *c, int64_t crs, int64_t ccs, S alpha, \
	                         S beta)

/* Floating: one chain of fused multiply-adds over k (k split over lanes for products of contiguous rows). */
RA__GEMM_DECLARE(f32, float, float);
RA__GEMM_DECLARE(f64, double, double);
/* D instead of C's old values: it may be C, with the same strides. */
#define RA__GEMM_DECLARE_ADD(name, T)                                                                                 \
	void RA__GEMM_NAME(name)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b,       \
	                         int64_t brs, int64_t bcs, T *c, int64_t crs, int64_t ccs, const T *d, int64_t drs,       \
	                         int64_t dcs, T alpha, T beta)
RA__GEMM_DECLARE_ADD(add_f32, float);
RA__GEMM_DECLARE_ADD(add_f64, double);
/* And the sum of the products of `pairs` of factors, which lie a_step and b_step apart, as one chain over all their k. */
#define RA__GEMM_DECLARE_SUM(name, T)                                                                                 \
	void RA__GEMM_NAME(name)(int64_t pairs, int64_t m, int64_t n, int64_t k, const T *a, int64_t a_step, int64_t ars, \
	                         int64_t acs, const T *b, int64_t b_step, int64_t brs, int64_t bcs, T *c, int64_t crs,    \
	                         int64_t ccs, const T *d, int64_t drs, int64_t dcs, T alpha, T beta)
RA__GEMM_DECLARE_SUM(sum_f32, float);
RA__GEMM_DECLARE_SUM(sum_f64, double);
/* Complex: one chain over k of the four products of the parts, each rounded. */
RA__GEMM_DECLARE(c32, float _Complex, float _Complex);
RA__GEMM_DECLARE(c64, double _Complex, double _Complex);
/* Halves, passed as their bits: summed in float32, alpha and beta applied there, rounded once. */
RA__GEMM_DECLARE(f16, uint16_t, float);
RA__GEMM_DECLARE(bf16, uint16_t, float);
/* Integers: modulo 2^width. */
RA__GEMM_DECLARE(u8, uint8_t, int64_t);
RA__GEMM_DECLARE(i8, int8_t, int64_t);
RA__GEMM_DECLARE(i16, int16_t, int64_t);
RA__GEMM_DECLARE(i32, int32_t, int64_t);
RA__GEMM_DECLARE(i64, int64_t, int64_t);
/* Booleans (bytes 0 and 1): or of ands; alpha and beta count as true unless 0. */
RA__GEMM_DECLARE(b8, uint8_t, int64_t);

#endif
