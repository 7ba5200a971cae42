/*
 * Operators that read or write at positions given by tensors: index_select, gather, scatter, index, index_put_,
 * embedding.
 */
#include "meta/indexing.h"

#include <string.h>

#include "meta/copy.h"
#include "meta/pre.h"
#include "meta/view.h"

/* A 0-dim tensor is taken for a 1-d one of size 1. */
static int ndim_of(const ra_layout *l)
{
    return l->ndim ? l->ndim : 1;
}

static int64_t size_of(const ra_layout *l, int dim)
{
    return l->ndim ? ra__sizes(l)[dim] : 1;
}

ra_status ra__check_index_dtype(ra_meta *m, const char *name, const ra_layout *index)
{
    if (index->dtype != RA_INT64 && index->dtype != RA_INT32)
        return ra__refuse(m, RA_ERR_DTYPE, "%s has dtype %s and must be int64 or int32", name, ra_dtype_name((ra_dtype)index->dtype));
    return RA_OK;
}

ra_status ra__check_not_empty(ra_meta *m, const ra_layout *index, int dim, int64_t size)
{
    if (index->numel && size == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "dimension %d has size 0, so no index into it is in range", dim);
    return RA_OK;
}

ra_status ra__meta_index_select(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2);
    int64_t sizes[RA_MAX_DIMS];
    int dim = 0;
    ra_status status;

    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &dim)) != RA_OK)
        return status;
    if ((status = ra__check_index_dtype(m, "index", index)) != RA_OK)
        return status;
    if (index->ndim > 1)
        return ra__refuse(m, RA_ERR_SHAPE, "index has %d dimensions and must have one", index->ndim);
    if (self->ndim == 0 && index->numel != 1)
        return ra__refuse(m, RA_ERR_SHAPE, "index has %lld entries, but self is 0-dim, from which only one can be taken", (long long)index->numel);
    if ((status = ra__check_not_empty(m, index, dim, size_of(self, dim))) != RA_OK)
        return status;
    memcpy(sizes, ra__sizes(self), self->ndim * sizeof *sizes);
    if (self->ndim)
        sizes[dim] = index->numel;
    m->pre.i[RA__PRE_DIM] = dim;
    return ra__set_output(m, 0, self->dtype, self->ndim, sizes, NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__meta_embedding(ra_meta *m)
{
    const ra_layout *weight = ra__layout(m, 0), *indices = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS];
    ra_status status;

    if (weight->ndim != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "weight has %d dimensions and must have 2", weight->ndim);
    if ((status = ra__check_index_dtype(m, "indices", indices)) != RA_OK)
        return status;
    if ((status = ra__check_not_empty(m, indices, 0, ra__sizes(weight)[0])) != RA_OK)
        return status;
    if (indices->ndim == RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "indices has %d dimensions already, the most a tensor can have", indices->ndim);
    memcpy(sizes, ra__sizes(indices), indices->ndim * sizeof *sizes);
    sizes[indices->ndim] = ra__sizes(weight)[1];
    return ra__set_output(m, 0, weight->dtype, indices->ndim + 1, sizes, NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__check_within(ra_meta *m, const ra_layout *index, const char *name, const ra_layout *other, int dim, bool everywhere)
{
    char a[160], b[160];

    if (ndim_of(other) != ndim_of(index))
        return ra__refuse(m, RA_ERR_SHAPE, "index has %d dimensions, but %s has %d", index->ndim, name, other->ndim);
    for (int d = 0; d < ndim_of(index); d++)
        if ((everywhere || d != dim) && size_of(index, d) > size_of(other, d))
            return ra__refuse(m, RA_ERR_SHAPE, "index of sizes %s is larger than %s of sizes %s in dimension %d", ra__sizes_text(index->ndim, ra__sizes(index), a, sizeof a),
                              name, ra__sizes_text(other->ndim, ra__sizes(other), b, sizeof b), d);
    return RA_OK;
}

ra_status ra__meta_gather(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2);
    int dim = 0;
    ra_status status;

    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &dim)) != RA_OK)
        return status;
    if ((status = ra__check_index_dtype(m, "index", index)) != RA_OK)
        return status;
    if (index->numel && (status = ra__check_within(m, index, "self", self, dim, false)) != RA_OK)
        return status;
    m->pre.i[RA__PRE_DIM] = dim;
    return ra__set_output(m, 0, self->dtype, index->ndim, ra__sizes(index), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__meta_scatter(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2), *src = ra__layout(m, 3);
    const ra_scalar *number = ra__in(m, 3)->number;
    int dim = 0;
    ra_status status;

    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &dim)) != RA_OK)
        return status;
    if ((status = ra__check_index_dtype(m, "index", index)) != RA_OK)
        return status;
    if (number && (status = ra__check_number(m, *number, (ra_dtype)self->dtype)) != RA_OK)
        return status;
    if (!number && src->dtype != self->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "src has dtype %s, but self has %s", ra_dtype_name((ra_dtype)src->dtype), ra_dtype_name((ra_dtype)self->dtype));
    if (index->numel && (status = ra__check_within(m, index, "self", self, dim, false)) != RA_OK)
        return status;
    if (index->numel && !number && (status = ra__check_within(m, index, "src", src, dim, true)) != RA_OK)
        return status;
    m->pre.i[RA__PRE_DIM] = dim;
    return ra__set_output(m, 0, self->dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

/* ---- advanced indexing ---- */

static ra_status broadcast_indices(ra_meta *m, int list, int entries, int *ndim, int64_t *sizes)
{
    char a[160], b[160];

    *ndim = 0;
    for (int k = 0; k < entries; k++) {
        const ra_layout *l = m->in[list + k].layout;

        if (!l)
            continue;
        if (l->dtype != RA_INT64 && l->dtype != RA_INT32)
            return ra__refuse(m, RA_ERR_DTYPE, "indices[%d] has dtype %s and must be int64, int32, uint8 or bool", k, ra_dtype_name((ra_dtype)l->dtype));
        if (!ra__broadcast(ndim, sizes, l->ndim, ra__sizes(l)))
            return ra__refuse(m, RA_ERR_SHAPE, "index tensors of sizes %s and %s (indices[%d]) do not broadcast", ra__sizes_text(*ndim, sizes, a, sizeof a),
                              ra__sizes_text(l->ndim, ra__sizes(l), b, sizeof b), k);
    }
    return RA_OK;
}

static void add_plain_dim(ra__index_space *s, const ra_layout *self, int dim)
{
    s->sizes[s->ndim] = ra__sizes(self)[dim];
    s->self[s->ndim++] = ra__strides(self)[dim];
}

static void add_index_dims(ra__index_space *s, const int64_t *sizes)
{
    s->at = s->ndim;
    for (int d = 0; d < s->index_ndim; d++) {
        s->sizes[s->ndim] = sizes[d];
        s->self[s->ndim++] = 0;
    }
}

ra_status ra__index_space_of(ra_meta *m, const ra_layout *self, int list, int entries, ra__index_space *s)
{
    int64_t sizes[RA_MAX_DIMS];
    int last = -1;
    bool adjacent = true, empty = false;
    ra_status status;

    s->ndim = s->count = s->index_ndim = s->at = 0;
    if (entries > self->ndim)
        return ra__refuse(m, RA_ERR_SHAPE, "%d indices are too many for the %d dimensions of self", entries, self->ndim);
    if ((status = broadcast_indices(m, list, entries, &s->index_ndim, sizes)) != RA_OK)
        return status;
    for (int d = 0; d < entries; d++) {
        if (!m->in[list + d].layout)
            continue;
        adjacent = adjacent && (last < 0 || last == d - 1);
        last = d;
        empty = empty || ra__sizes(self)[d] == 0;
        s->input[s->count] = list + d;
        s->dim[s->count] = d;
        s->size[s->count] = ra__sizes(self)[d];
        s->step[s->count++] = ra__strides(self)[d];
    }
    if (s->count == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "at least one of indices must be a tensor");
    if (self->ndim - s->count + s->index_ndim > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "result would have %d dimensions, more than %d", self->ndim - s->count + s->index_ndim, RA_MAX_DIMS);
    for (int d = 0; empty && d < s->index_ndim; d++)
        empty = sizes[d] != 0;
    if (empty)
        return ra__refuse(m, RA_ERR_SHAPE, "an indexed dimension of self has size 0, so no index into it is in range");

    if (!adjacent)
        add_index_dims(s, sizes);
    for (int d = 0; d < self->ndim; d++) {
        if (d >= entries || !m->in[list + d].layout)
            add_plain_dim(s, self, d);
        else if (adjacent && d == s->dim[0])
            add_index_dims(s, sizes);
    }
    return RA_OK;
}

void ra__index_strides(const ra__index_space *s, const ra_layout *index, int64_t *strides)
{
    memset(strides, 0, (size_t)s->ndim * sizeof *strides);
    for (int d = 0; d < index->ndim; d++) {
        const int to = s->at + s->index_ndim - index->ndim + d;

        if (ra__sizes(index)[d] != 1 || s->sizes[to] == 1)
            strides[to] = ra__strides(index)[d];
    }
}

/*
 * Index k as PyTorch's iterator sees it: broadcast, int32 turned into int64 (which makes a broadcast one dense), and
 * brought between dimensions of size 1.
 */
static void index_operand(const ra__index_space *s, const ra_layout *index, ra__layout_space *to)
{
    int64_t wide[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    ra__shape shape = {.dtype = RA_INT64, .ndim = s->ndim};

    ra__index_strides(s, index, wide);
    if (index->dtype == RA_INT32)
        ra__strides_preserved(s->index_ndim, s->sizes + s->at, wide + s->at, strides);
    else
        memcpy(strides, wide + s->at, (size_t)s->index_ndim * sizeof *strides);
    for (int d = 0; d < s->ndim; d++)
        shape.sizes[d] = d >= s->at && d < s->at + s->index_ndim ? s->sizes[d] : 1;
    if (!ra__view_strides(ra__element_bytes(RA_INT64), s->index_ndim, s->sizes + s->at, strides, s->ndim, shape.sizes, shape.strides))
        ra__strides_contiguous(s->ndim, shape.sizes, shape.strides);
    ra__layout_from_shape(&to->layout, &shape, 0);
}

static void indexed_strides(const ra_meta *m, const ra__index_space *s, const ra_layout *self, int64_t *strides)
{
    ra__layout_space space[RA_MAX_DIMS + 1];
    ra__input operands[RA_MAX_DIMS + 1];
    ra__shape shape = {.dtype = self->dtype, .ndim = s->ndim};

    memset(operands, 0, sizeof operands);
    memcpy(shape.sizes, s->sizes, (size_t)s->ndim * sizeof *shape.sizes);
    memcpy(shape.strides, s->self, (size_t)s->ndim * sizeof *shape.strides);
    ra__layout_from_shape(&space[0].layout, &shape, 0);
    operands[0].layout = &space[0].layout;
    for (int k = 0; k < s->count; k++) {
        index_operand(s, m->in[s->input[k]].layout, &space[k + 1]);
        operands[k + 1].layout = &space[k + 1].layout;
    }
    ra__strides_elementwise(operands, s->count + 1, s->ndim, s->sizes, strides);
}

ra_status ra__meta_index(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__index_space space;
    int64_t strides[RA_MAX_DIMS], numel;
    ra_status status = ra__index_space_of(m, self, m->first[1], m->in_count - m->first[1], &space);

    if (status != RA_OK)
        return status;
    if (!ra__sizes_numel((ra_dtype)self->dtype, space.ndim, space.sizes, &numel))
        return ra__refuse(m, RA_ERR_OVERFLOW, "the result does not fit the address space");
    indexed_strides(m, &space, self, strides);
    return ra__set_output(m, 0, self->dtype, space.ndim, space.sizes, strides, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__meta_index_put_(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *values = ra__layout(m, 2);
    ra__index_space space;
    int64_t sizes[RA_MAX_DIMS];
    int ndim;
    ra_status status = ra__index_space_of(m, self, m->first[1], m->first[2] - m->first[1], &space);

    if (status != RA_OK)
        return status;
    if (values->dtype != self->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "values has dtype %s, but self has %s", ra_dtype_name((ra_dtype)values->dtype), ra_dtype_name((ra_dtype)self->dtype));
    ndim = space.ndim;
    memcpy(sizes, space.sizes, (size_t)ndim * sizeof *sizes);
    if (!ra__broadcast(&ndim, sizes, values->ndim, ra__sizes(values)) || ndim != space.ndim || memcmp(sizes, space.sizes, (size_t)ndim * sizeof *sizes)) {
        char a[160], b[160];

        return ra__refuse(m, RA_ERR_SHAPE, "values of sizes %s cannot be broadcast to the indexed sizes %s",
                          ra__sizes_text(values->ndim, ra__sizes(values), a, sizeof a), ra__sizes_text(space.ndim, space.sizes, b, sizeof b));
    }
    return ra__set_output(m, 0, self->dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

ra_status ra__meta_embedding_bag(ra_meta *m)
{
    const ra_layout *weight = ra__layout(m, 0), *indices = ra__layout(m, 1), *offsets = ra__layout(m, 2), *each = ra__layout(m, 3);
    struct ra__bag_pre *pre = RA__PRE(m, struct ra__bag_pre);
    ra_status s = ra__check_dtype(m, (ra_dtype)weight->dtype);
    if (!s)
        s = ra__check_index_dtype(m, "indices", indices);
    if (!s && offsets)
        s = ra__check_index_dtype(m, "offsets", offsets);
    if (s)
        return s;
    *pre = (struct ra__bag_pre){.mode = ra__arg_choice(m, 4), .ends = ra__arg_bool(m, 5), .padding = ra__arg_int(m, 6), .per_bag = -1};
    if (weight->ndim != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "weight has %d dimensions and must have two", weight->ndim);
    if (offsets ? indices->ndim != 1 || offsets->ndim != 1 : indices->ndim != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "indices must be a matrix, or a vector with offsets, which are a vector");
    if (pre->ends && (!offsets || !offsets->numel))
        return ra__refuse(m, RA_ERR_ARGUMENT, "include_last_offset needs offsets");
    if (pre->padding < -1 || pre->padding >= ra__sizes(weight)[0])
        return ra__refuse(m, RA_ERR_ARGUMENT, "padding_idx (%lld) is none of %lld rows", (long long)pre->padding, (long long)ra__sizes(weight)[0]);
    if (each && (pre->mode != RA__BAG_SUM || each->dtype != weight->dtype))
        return ra__refuse(m, pre->mode != RA__BAG_SUM ? RA_ERR_ARGUMENT : RA_ERR_DTYPE, "per_sample_weights need mode sum and the dtype of weight");
    if (each && (each->ndim != indices->ndim || memcmp(ra__sizes(each), ra__sizes(indices), indices->ndim * sizeof(int64_t))))
        return ra__refuse(m, RA_ERR_SHAPE, "per_sample_weights must have the sizes of indices");
    pre->bags = offsets ? offsets->numel - pre->ends : ra__sizes(indices)[0];
    if (!offsets)
        pre->per_bag = ra__sizes(indices)[1];
    const int64_t sizes[] = {pre->bags, ra__sizes(weight)[1]};
    return ra__set_output(m, 0, (ra_dtype)weight->dtype, 2, sizes, NULL, 0);
}
