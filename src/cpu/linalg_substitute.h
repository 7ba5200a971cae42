/*
 * Substitution: L X = B in place, for triangles of any strides and many right-hand sides side by side.
 *
 * X lies by rows, the elements of a row one after another, so that a row of the equation is a few vectors: X -= L[i, q] X[q] takes
 * elements of L one by one, wherever they are. A triangle that is read from its last row and column, and X from its last row, is an
 * upper one: negative strides. A large triangle is taken in blocks of rows: what the solved rows take from a block is a product
 * (gemm_packed.h), the rest a small triangle. Each element is one chain over the columns of L in their order.
 */
#ifndef RA_CPU_LINALG_SUBSTITUTE_H
#define RA_CPU_LINALG_SUBSTITUTE_H

#include "cpu/blas.h"
#include "cpu/isa.h"
#include "cpu/linalg.h"

/* Rows of a block. Whole panels of any instruction set: a multiple of 12 rows and of 32 columns. */
enum { RA__BLOCK_ROWS = 96 };

typedef struct ra__triangle {
    ra_dtype dtype;
    int64_t n;
    const char *at;      /* the first element of the diagonal */
    int64_t row, column; /* strides in elements, both negative where it is read backwards; for complex numbers: ra__triangle_is_direct */
    bool unit;           /* its diagonal counts as ones */
} ra__triangle;

/* Whether complex triangles can be read where they lie: LAPACK does some of it. */
bool RA__ISA_NAME(ra__triangle_is_direct)(const ra__matrices *a);
/* Bytes of scratch for triangles of up to n rows beside `width` right-hand sides, 64-byte aligned; calls begin at multiples of `step` rows. */
size_t RA__ISA_NAME(ra__substitute_scratch)(ra_dtype dtype, int64_t n, int64_t width, int64_t step);
/* Rows first to last - 1 of X, whose rows are `x_row` elements apart (negative where the triangle is read backwards); those before are solved. */
void RA__ISA_NAME(ra__substitute)(const struct ra__blas *b, const ra__triangle *l, int64_t first, int64_t last, char *x, int64_t x_row, int64_t width,
                                  char *scratch);

#endif
