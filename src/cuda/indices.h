/*
 * Index tensors: how a kernel finds and checks them (indices.cu), and how their fault is told.
 */
#ifndef RA_CUDA_INDICES_H
#define RA_CUDA_INDICES_H

#include "cuda/flag.h"
#include "meta/indexing.h"

/* As struct ra_indices. */
typedef struct ra__cuda_indices {
    int64_t count, dims;
    int64_t sizes[RA_MAX_DIMS];
    int64_t strides[RA_MAX_DIMS][RA_MAX_DIMS];
    int64_t size[RA_MAX_DIMS], step[RA_MAX_DIMS];
    int64_t wide, back;
    const char *data[RA_MAX_DIMS];
    uint64_t *flag;
} ra__cuda_indices;

/* What a plan knows of them. */
typedef struct ra__cuda_index_plan {
    ra__cuda_indices indices;
    int input[RA_MAX_DIMS], dim[RA_MAX_DIMS]; /* in ra_meta.in; of the indexed tensor, for messages */
} ra__cuda_index_plan;

/* Over a space of these sizes, outermost first, which has as yet no index. */
void ra__cuda_indices_over(ra__cuda_index_plan *x, int ndim, const int64_t *sizes);
/* One more: strides over the space in elements; it stands for a dimension of such a size, in steps of so many bytes. */
void ra__cuda_indices_add(ra__cuda_index_plan *x, const ra_meta *m, int input, const int64_t *strides, int dim, int64_t size, int64_t step);
/* The plan, whose first phase is settled, has the flag and a second phase, which is to tell. */
void ra__cuda_indices_planned(ra_plan *p);
/* For a launch: bound to what the run says. */
ra_status ra__cuda_indices_bind(const ra__cuda_index_plan *x, ra__run *r, int results, ra__cuda_indices *to);
/* The second phase: RA_ERR_INDEX where one was out of range. */
ra_status ra__cuda_indices_tell(const ra__cuda_index_plan *x, ra__run *r);

#endif
