/*
 * Geometry of a reduction: dimensions that are kept, which give the results, and those that are reduced, along which lies the sequence
 * of each result. Either are collapsed, innermost first; dimensions of size 1 carry nothing. Smaller strides go inside, since they are
 * read one after another; where positions count, the reduced ones stay in row-major order. It depends on layouts alone.
 */
#ifndef RA_META_REDUCTION_H
#define RA_META_REDUCTION_H

#include "meta/meta.h"

typedef struct ra__reduction {
    int kept, reduced;    /* dimensions, each >= 1 */
    int64_t kept_sizes[RA_MAX_DIMS + 1], kept_in[RA_MAX_DIMS + 1], kept_out[2][RA_MAX_DIMS + 1]; /* byte strides */
    int64_t sizes[RA_MAX_DIMS + 1], strides[RA_MAX_DIMS + 1];
    int64_t outputs, length; /* products of kept_sizes, of sizes */
} ra__reduction;

/* Of input 0, over the dimensions in ra__reduce_pre. kept_out[k] is of the call's result results[k]; -1: there is none. */
void ra__reduction_of(const ra_meta *m, const int results[2], bool in_order, ra__reduction *r);

#endif
