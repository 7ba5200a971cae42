/*
 * Advanced indexing as one iteration space: what its meta functions check and its kernels walk.
 */
#ifndef RA_META_INDEXING_H
#define RA_META_INDEXING_H

#include "meta/meta.h"

/*
 * The broadcast sizes of the index tensors stand where the indexed dimensions of self were, if those are next to each
 * other, else in front of the rest. Over this space self steps only along what is not indexed; index k, multiplied by
 * step[k], gives the rest of the way. All strides count elements.
 */
typedef struct ra__index_space {
    int ndim;
    int count;                  /* index tensors */
    int at, index_ndim;         /* their sizes are dimensions at to at + index_ndim - 1 of the space */
    int64_t sizes[RA_MAX_DIMS];
    int64_t self[RA_MAX_DIMS];  /* strides of self over the space; 0 within the index dimensions */
    int input[RA_MAX_DIMS];     /* of index k: its place in ra_meta.in, the dimension of self, that one's size and stride */
    int dim[RA_MAX_DIMS];
    int64_t size[RA_MAX_DIMS];
    int64_t step[RA_MAX_DIMS];
} ra__index_space;

/* The space of `self` indexed by the list of inputs [list, list + entries). */
ra_status ra__index_space_of(ra_meta *m, const ra_layout *self, int list, int entries, ra__index_space *space);
/* Strides of index k over the space; 0 outside of the index dimensions and where it is broadcast. */
void ra__index_strides(const ra__index_space *space, const ra_layout *index, int64_t *strides);

/* Refuses an index that is neither int64 nor int32. */
ra_status ra__check_index_dtype(ra_meta *m, const char *name, const ra_layout *index);
/* Refuses an index into a dimension of size 0: whatever it is, it is out of range, which is known without looking at it. */
ra_status ra__check_not_empty(ra_meta *m, const ra_layout *index, int dim, int64_t size);
/* Refuses an index that reaches past other in a dimension beside dim, or, where it counts everywhere, in any. */
ra_status ra__check_within(ra_meta *m, const ra_layout *index, const char *name, const ra_layout *other, int dim, bool everywhere);

#endif
