/* gemm_tiles.c: see gemm_tiles.h. The figures are multiply-adds, measured on one AVX-512 core (Zen 5, 285 GFLOP/s float32
 * at most) with OpenBLAS 0.3.21 on its Cooperlake and Haswell kernels.
 *
 * With or without copies. From 4 x 4 x 4 to 256 x 256 x 256 the kernels that read operands where they lie are as fast as
 * BLAS or faster in all but a few odd shapes (float32, B as it lies: 1.3 times at 16, 1.0 at 64, 1.04 at 256; B transposed:
 * 1.8, 1.3, 1.08), and they cost no copying, so they can be cut as finely as one likes. Above, rows 4 KiB and more apart
 * begin to evict each other, and copies that all tiles share (gemm_packed.h) go ahead. With few rows or columns (a vector, a
 * small batch through a layer) the work is the reading of the matrix, which is not worth copying: 1.5 to 7 times as fast as
 * BLAS where that matters (512 x 512 and more).
 *
 * A BLAS call for each tile was no way to split a large product: it copies A and B for each call, and tiles of 128 x 256
 * (a third of a millisecond at k = 1024) reached 74 to 82% of the whole product's speed in float32, 256 x 256 85 to 92%. */
#include "gemm_tiles.h"

#include <stddef.h>

enum { FEW = 16, STEP = 32 };

static int64_t ceil_div(int64_t a, int64_t b)
{
	return a / b + (a % b != 0);
}

static int64_t saturating_product(int64_t a, int64_t b)
{
	int64_t product;
	return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

/* An edge near `wanted` that cuts an extent evenly, in whole steps. */
static int64_t even_edge(int64_t extent, int64_t wanted)
{
	int64_t edge = ceil_div(extent, ceil_div(extent, wanted));
	return ceil_div(edge, STEP) * STEP;
}

/* Multiply-adds of one of our grains: a few microseconds, so that a product of 10 can be shared. Who takes grains takes
 * several of them where they are shorter than that. */
static int64_t own_volume(enum ra__gemm_kind kind)
{
	switch (kind) {
	case RA__GEMM_F32: return (int64_t)1 << 17;
	case RA__GEMM_F64: return (int64_t)1 << 16;
	case RA__GEMM_C32: return (int64_t)1 << 15;
	case RA__GEMM_C64: return (int64_t)1 << 14;
	default: return (int64_t)1 << 15;
	}
}

/* Up to which volume a dtype that BLAS has is ours. Complex kernels of ours do not keep their sums in registers. */
static int64_t own_limit(enum ra__gemm_kind kind)
{
	switch (kind) {
	case RA__GEMM_F32:
	case RA__GEMM_F64: return (int64_t)256 * 256 * 256;
	case RA__GEMM_C32:
	case RA__GEMM_C64: return (int64_t)16 * 16 * 16;
	default: return INT64_MAX;
	}
}

/* Full rows first: they are what our kernels read B along. */
static void cut_own(struct ra__gemm_cut *cut, int64_t m, int64_t n, int64_t k, int64_t volume)
{
	int64_t depth = k > 0 ? k : 1;
	int64_t area = volume / depth > STEP * STEP ? volume / depth : STEP * STEP;
	cut->rows = even_edge(m, m < 128 ? m : 128);
	int64_t wanted = area / (cut->rows < m ? cut->rows : m);
	cut->columns = even_edge(n, wanted > STEP ? wanted : STEP);
	/* A narrow C leaves room for more rows, where those are short. */
	if (cut->columns >= n && volume / depth / n > cut->rows)
		cut->rows = even_edge(m, volume / depth / n);
}

struct ra__gemm_cut ra__gemm_cut(int64_t m, int64_t n, int64_t k, enum ra__gemm_kind kind)
{
	struct ra__gemm_cut cut = {0};
	if (m <= 0 || n <= 0) {
		cut.own = true;
		cut.rows = cut.columns = 1;
		return cut;
	}
	bool few = (m <= FEW || n <= FEW) && (kind == RA__GEMM_F32 || kind == RA__GEMM_F64);
	cut.own = few || saturating_product(saturating_product(m, n), k) <= own_limit(kind);
	if (cut.own) {
		cut_own(&cut, m, n, k, own_volume(kind));
	} else {
		cut.rows = m;
		cut.columns = n;
	}
	if (cut.rows > m)
		cut.rows = m;
	if (cut.columns > n)
		cut.columns = n;
	cut.down = ceil_div(m, cut.rows);
	cut.across = ceil_div(n, cut.columns);
	return cut;
}
