/*
 * Large matrix products: tiles over copies of A and B that lie in the order in which the tiles read them.
 *
 * A is cut into panels of `height` rows, B into panels of `width` columns, all of k deep; in a panel the elements of one
 * k lie together. Where the panels are made once and shared by all tiles, tiles can be as small as a grain should be and
 * still run at the machine's speed: nothing is copied per tile, and every load is of contiguous memory.
 *
 * All floating dtypes go through one pair of kernels, float32 and float64. Integers of up to 16 bits have a third, in
 * which a number is two elements of 16 bits along k, multiplied and added up in one instruction, and sums are of 32 bits,
 * of which the result has the lower ones. Halves are widened into the panels, summed in float32 and rounded once at the
 * end; where the level has an instruction for pairs of bfloat16, these are paired as integers are, and subnormal numbers
 * count as 0. Complex numbers are embedded in the reals: A's row (re, im, re, im, ...) is a real row of twice the length;
 * each element x + iy of B becomes the two by two block (x, y; -y, x); the real product is then the complex one, re and im
 * side by side, for exactly the arithmetic that it takes.
 *
 * Each element of C is one chain of fused multiply-adds in k's order, whatever the cut, so the bits do not depend on it.
 */
#ifndef RA_CPU_GEMM_PACKED_H
#define RA_CPU_GEMM_PACKED_H

#include "cpu/isa.h"
#include "meta/product.h"

typedef struct ra__packed {
    int64_t height;   /* rows of a panel of A */
    int64_t width;    /* columns (of elements) of a panel of B */
    int64_t a_panels, b_panels;
    size_t a_panel_bytes, b_panel_bytes;
} ra__packed;

/* Whether panels hold two elements of this dtype in a number. */
bool RA__ISA_NAME(ra__is_paired)(ra_dtype dtype);
/* Sizes of the panels of a product. */
void RA__ISA_NAME(ra__packed_sizes)(const ra__product *x, ra__packed *sizes);
/* Makes panels first to last - 1 of all that begin at `panels`. */
void RA__ISA_NAME(ra__pack_a)(const ra__product *x, const void *a, int64_t first, int64_t last, void *panels);
void RA__ISA_NAME(ra__pack_b)(const ra__product *x, const void *b, int64_t first, int64_t last, void *panels);

/* A tile in units of panels: rows of panels down_first to down_last - 1, columns of panels across_first ... */
typedef struct ra__tile {
    int64_t down_first, down_last, across_first, across_last;
} ra__tile;

/* A tile from shared panels. */
size_t RA__ISA_NAME(ra__tile_scratch)(const ra__product *x, int64_t down, int64_t across);
void RA__ISA_NAME(ra__tile_shared)(const ra__product *x, ra__tile tile, const void *a_panels, const void *b_panels, void *c, const void *d,
                                   void *scratch);
/*
 * A tile of a sum of products, each with panels of its own that are one stretch of k deep: C = alpha (A1 B1 + A2 B2 + ...) + beta D. The tiles are
 * one, told in each product's panels; all else of C and D is the last product's.
 */
typedef struct ra__share {
    ra__product x;
    ra__tile tile;
    const void *a_panels, *b_panels;
} ra__share;
size_t RA__ISA_NAME(ra__tile_sum_scratch)(int64_t down, int64_t across);
void RA__ISA_NAME(ra__tile_sum)(const ra__share *shares, int count, void *c, const void *d, void *scratch);
/* The same bits without: the tile makes its own panels in scratch, a stretch of k at a time. */
size_t RA__ISA_NAME(ra__tile_own_scratch)(const ra__product *x, int64_t down, int64_t across);
void RA__ISA_NAME(ra__tile_own)(const ra__product *x, ra__tile tile, const void *a, const void *b, void *c, const void *d, void *scratch);

#endif
