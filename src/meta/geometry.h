/*
 * Geometry of elementwise work: one iteration space and, for each operand, byte strides over it.
 *
 * Dimension 0 is the innermost. Dimensions are ordered by the strides of the output and merged where all operands
 * allow it, so a contiguous problem of any rank has one dimension. It depends on layouts alone, never on addresses or
 * threads; everything that cuts work (grains, tiles, fused groups) cuts this space.
 */
#ifndef RA_META_GEOMETRY_H
#define RA_META_GEOMETRY_H

#include "meta/layout.h"

enum { RA__MAX_OPERANDS = 6 };

/* Attributes baked into an elementwise loop (alpha, a slope, ...), by the meta function. */
typedef union ra__params {
    double f[4];
    int64_t i[4];
} ra__params;

typedef struct ra__geometry {
    ra__params params;
    int ndim;     /* >= 1; numel == product of sizes */
    int operands; /* outputs first, then inputs */
    int outputs;
    ra_dtype compute;                          /* picks the loop */
    ra_dtype via;                              /* what the operands in by_way become between memory and loop; RA_NO_DTYPE: there are none */
    unsigned by_way;                           /* bit k: operand k */
    int64_t numel;
    int64_t sizes[RA_MAX_DIMS];
    int64_t strides[RA__MAX_OPERANDS][RA_MAX_DIMS]; /* bytes */
    uint8_t memory[RA__MAX_OPERANDS];          /* dtype in memory */
    uint8_t loop[RA__MAX_OPERANDS];            /* dtype that the loop reads or writes; differs: converted on the way */
    uint8_t input[RA__MAX_OPERANDS];           /* for inputs: index into ra_meta.in; for outputs: into ra_meta.out */
    bool is_number[RA__MAX_OPERANDS];          /* a number: its value, in the loop dtype, is in `number` */
    ra_scalar number[RA__MAX_OPERANDS];
} ra__geometry;

/* Orders and merges the dimensions of g (given outermost first as sizes/strides of the broadcast shape). */
void ra__geometry_collapse(ra__geometry *g);

#endif
