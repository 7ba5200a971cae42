/*
 * Index tensors, and how the fault of one is told.
 */
#include "cuda/indices.h"

#include <stdio.h>
#include <string.h>

void ra__cuda_indices_over(ra__cuda_index_plan *x, int ndim, const int64_t *sizes)
{
    memset(x, 0, sizeof *x);
    x->indices.dims = ndim;
    for (int d = 0; d < ndim; d++)
        x->indices.sizes[d] = sizes[ndim - 1 - d];
}

void ra__cuda_indices_add(ra__cuda_index_plan *x, const ra_meta *m, int input, const int64_t *strides, int dim, int64_t size, int64_t step)
{
    ra__cuda_indices *i = &x->indices;
    const int k = (int)i->count++, ndim = (int)i->dims;
    const ra_dtype dtype = (ra_dtype)m->in[input].layout->dtype;
    for (int d = 0; d < ndim; d++)
        i->strides[k][d] = strides[ndim - 1 - d] * ra__element_bytes(dtype); /* fits: a stride in bytes */
    i->size[k] = size;
    i->step[k] = step;
    i->wide |= (int64_t)(dtype == RA_INT64) << k;
    x->input[k] = input;
    x->dim[k] = dim;
}

void ra__cuda_indices_planned(ra_plan *p)
{
    ra__cuda_flag_planned(p);
    p->staging = 2 * sizeof(uint64_t); /* which element, what it says */
}

ra_status ra__cuda_indices_bind(const ra__cuda_index_plan *x, ra__run *r, int results, ra__cuda_indices *to)
{
    *to = x->indices;
    for (int k = 0; k < to->count; k++)
        to->data[k] = r->data[results + x->input[k]];
    return ra__cuda_flag_bind(r, &to->flag);
}

ra_status ra__cuda_indices_tell(const ra__cuda_index_plan *x, ra__run *r)
{
    const ra__cuda_indices *i = &x->indices;
    const uint64_t flag = ra__cuda_flag_of(r);
    int64_t value;
    char text[RA_MAX_DIMS * 22 + 3] = "[";
    if (flag == RA__CUDA_NO_FLAG)
        return RA_OK;
    const int k = (int)(flag % (uint64_t)i->count);
    int64_t place = (int64_t)(flag / (uint64_t)i->count), at[RA_MAX_DIMS];
    size_t length = 1;
    for (int d = 0; d < i->dims; place /= i->sizes[d++])
        at[d] = place % i->sizes[d];
    for (int d = (int)i->dims; d-- > 0;)
        length += (size_t)snprintf(text + length, sizeof text - length, "%lld%s", (long long)at[d], d ? ", " : "");
    snprintf(text + length, sizeof text - length, "]");
    memcpy(&value, (const char *)r->staging + sizeof flag, sizeof value);
    return ra__fault(r, RA_ERR_INDEX, "index %lld is out of range for dimension %d with size %lld, that for element %s", (long long)value, x->dim[k], (long long)i->size[k], text);
}
