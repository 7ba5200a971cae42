/* gemm_tiles.h: how a matrix product is cut. A function of the shape and dtype alone, so that the cut, and with it every
 * bit of the result, is the same for any number of threads. Compiled once. */
#ifndef RA_CPU_GEMM_TILES_H
#define RA_CPU_GEMM_TILES_H

#include <stdbool.h>
#include <stdint.h>

enum ra__gemm_kind { RA__GEMM_F32, RA__GEMM_F64, RA__GEMM_C32, RA__GEMM_C64, RA__GEMM_OTHER };

struct ra__gemm_cut {
	bool own;              /* straight from the operands (gemm_small.h); otherwise one tile here, cut by whoever copies */
	int64_t rows, columns; /* of a tile; those of the last row and column of tiles are what is left, never 0 */
	int64_t down, across;  /* tiles: down = ceil(m / rows), across = ceil(n / columns); 0 of them where C is empty */
};

/* C is m x n, the sums have k terms; no size is negative. All of k belongs to each tile. */
struct ra__gemm_cut ra__gemm_cut(int64_t m, int64_t n, int64_t k, enum ra__gemm_kind kind);

#endif
