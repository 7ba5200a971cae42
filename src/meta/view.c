/*
 * Views that give the same elements other sizes: view, reshape, flatten, ravel, expand, as_strided.
 */
#include "meta/view.h"

#include <string.h>

ra_status ra__read_dims(ra_meta *m, int arg, int *count, int64_t *out)
{
    const ra_dims dims = ra__arg_dims(m, arg);
    const char *name = m->op->args[arg].name;

    if (dims.count < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "%s must be a list", name);
    if (dims.count > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "%s has %lld entries, more than the %d dimensions a tensor can have", name, (long long)dims.count, RA_MAX_DIMS);
    *count = (int)dims.count;
    if (dims.count)
        memcpy(out, dims.values, (size_t)dims.count * sizeof *out);
    return RA_OK;
}

/*
 * The old dimensions fall into blocks that are each evenly spaced (a dimension of the stride that its inner neighbour's
 * whole span has belongs to that neighbour's block). New dimensions must fill block after block, from the inside out,
 * without reaching over the border of one.
 */
static bool strides_of_blocks(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides, int new_ndim, const int64_t *new_sizes, int64_t *new_strides)
{
    int n = new_ndim - 1;
    int d = ndim - 1;

    while (d >= 0) {
        const int64_t step = strides[d];
        int64_t block = sizes[d], filled = 1, span;

        while (d > 0 && (sizes[d - 1] == 1 || (ra__product_fits(block, step, &span) && strides[d - 1] == span)))
            block *= sizes[--d]; /* fits: a product of some sizes */
        d--;
        while (n >= 0 && (filled < block || new_sizes[n] == 1)) {
            new_strides[n] = ra__outer_stride(element, filled, step);
            filled *= new_sizes[n--]; /* fits: likewise */
        }
        if (filled != block)
            return false;
    }
    return n < 0;
}

bool ra__view_strides(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides, int new_ndim, const int64_t *new_sizes, int64_t *new_strides)
{
    bool empty = false;

    for (int d = 0; d < ndim; d++)
        empty |= sizes[d] == 0;
    if (empty) {
        if (ndim == new_ndim && !memcmp(sizes, new_sizes, (size_t)ndim * sizeof *sizes))
            memcpy(new_strides, strides, (size_t)ndim * sizeof *strides);
        else
            ra__strides_contiguous(new_ndim, new_sizes, new_strides);
        return true;
    }
    if (ndim == 0) {
        for (int d = 0; d < new_ndim; d++)
            new_strides[d] = 1;
        return true;
    }
    return strides_of_blocks(element, ndim, sizes, strides, new_ndim, new_sizes, new_strides);
}

/* Replaces a single -1 by what the number of elements leaves for it. */
static ra_status infer_size(ra_meta *m, int arg, int64_t numel, int ndim, int64_t *sizes)
{
    const char *name = m->op->args[arg].name;
    int inferred = -1;
    int64_t product = 1;
    bool fits = true, zero = false;

    for (int d = 0; d < ndim; d++) {
        if (sizes[d] == -1) {
            if (inferred >= 0)
                return ra__refuse(m, RA_ERR_ARGUMENT, "%s is %s: only one entry can be -1", name, RA__SIZES_TEXT(ndim, sizes));
            inferred = d;
        } else if (sizes[d] < 0) {
            return ra__refuse(m, RA_ERR_ARGUMENT, "%s is %s: entry %d is negative", name, RA__SIZES_TEXT(ndim, sizes), d);
        } else if (sizes[d] == 0) {
            zero = true;
        } else if (!ra__product_fits(product, sizes[d], &product)) {
            fits = false;
        }
    }
    if (zero) {
        product = 0;
        fits = true;
    }
    if (inferred >= 0 && product == 0 && numel == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "%s is %s: with no elements, any size would do for -1", name, RA__SIZES_TEXT(ndim, sizes));
    if (inferred >= 0 && fits && product > 0 && numel % product == 0) {
        sizes[inferred] = numel / product;
        return RA_OK;
    }
    if (inferred < 0 && fits && product == numel)
        return RA_OK;
    return ra__refuse(m, RA_ERR_SHAPE, "%s is %s, which does not fit the %lld elements of self", name, RA__SIZES_TEXT(ndim, sizes), (long long)numel);
}

static ra_status set_self_view(ra_meta *m, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    ra__shape s = {.dtype = dtype, .ndim = ndim};

    memcpy(s.sizes, sizes, (size_t)ndim * sizeof *sizes);
    memcpy(s.strides, strides, (size_t)ndim * sizeof *strides);
    return ra__set_view(m, 0, m->first[0], &s, ra__in(m, 0)->offset);
}

ra_status ra__meta_view(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim = 0;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &ndim, sizes)) != RA_OK)
        return status;
    if ((status = infer_size(m, 1, self->numel, ndim, sizes)) != RA_OK)
        return status;
    if (!ra__view_strides(ra__element_bytes(self->dtype), self->ndim, ra__sizes(self), ra__strides(self), ndim, sizes, strides)) {
        char from[256], to[256];

        return ra__refuse(m, RA_ERR_LAYOUT, "sizes %s cannot be had without a copy from %s with strides %s; reshape copies where it has to",
                          ra__sizes_text(ndim, sizes, to, sizeof to), ra__layout_text(self, from, sizeof from),
                          RA__SIZES_TEXT(self->ndim, ra__strides(self)));
    }
    return set_self_view(m, self->dtype, ndim, sizes, strides);
}

/*
 * The copy of self into a contiguous block of its elements in row-major order, which then has the new sizes: over self's
 * own sizes, so that the elementwise copy kernel can do it.
 */
static ra_status set_copy(ra_meta *m, int ndim, const int64_t *sizes)
{
    const ra_layout *self = ra__layout(m, 0);
    const int64_t bytes = ra__element_bytes(self->dtype);
    ra__geometry *g = &m->geometry;
    int64_t row_major[RA_MAX_DIMS];
    ra_status status = ra__set_output(m, 0, self->dtype, ndim, sizes, NULL, RA__STRIDES_HINT);

    if (status != RA_OK)
        return status;
    ra__strides_contiguous(self->ndim, ra__sizes(self), row_major);
    memset(g, 0, sizeof *g);
    g->ndim = self->ndim;
    g->operands = 2;
    g->outputs = 1;
    g->compute = self->dtype;
    g->numel = self->numel;
    for (int k = 0; k < 2; k++)
        g->memory[k] = g->loop[k] = self->dtype;
    g->input[1] = (uint8_t)m->first[0];
    for (int d = 0; d < self->ndim; d++) {
        g->sizes[d] = ra__sizes(self)[d];
        g->strides[0][d] = row_major[d] * bytes; /* fits: a stride in bytes */
        g->strides[1][d] = ra__strides(self)[d] * bytes; /* fits: likewise */
    }
    ra__geometry_collapse(g);
    return RA_OK;
}

static ra_status set_reshaped(ra_meta *m, int ndim, const int64_t *sizes)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];

    if (ra__view_strides(ra__element_bytes(self->dtype), self->ndim, ra__sizes(self), ra__strides(self), ndim, sizes, strides))
        return set_self_view(m, self->dtype, ndim, sizes, strides);
    return set_copy(m, ndim, sizes);
}

ra_status ra__meta_reshape(ra_meta *m)
{
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &ndim, sizes)) != RA_OK)
        return status;
    if ((status = infer_size(m, 1, ra__layout(m, 0)->numel, ndim, sizes)) != RA_OK)
        return status;
    return set_reshaped(m, ndim, sizes);
}

ra_status ra__meta_flatten(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t sizes[RA_MAX_DIMS];
    int from, to, ndim = 0;
    ra_status status;

    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &from)) != RA_OK)
        return status;
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 2), self->ndim, &to)) != RA_OK)
        return status;
    if (from > to)
        return ra__refuse(m, RA_ERR_ARGUMENT, "start_dim %d comes after end_dim %d", from, to);
    if (self->ndim == 0) {
        sizes[ndim++] = 1;
    } else if (from == to) {
        return set_self_view(m, self->dtype, self->ndim, ra__sizes(self), ra__strides(self));
    } else {
        for (int d = 0; d < self->ndim; d++) {
            if (d <= from || d > to)
                sizes[ndim++] = ra__sizes(self)[d];
            else if (!ra__product_fits(sizes[ndim - 1], ra__sizes(self)[d], &sizes[ndim - 1])) /* where another size is 0 */
                return ra__refuse(m, RA_ERR_OVERFLOW, "dimensions %d to %d merged do not fit the address space", from, to);
        }
    }
    return set_reshaped(m, ndim, sizes);
}

/* Of what is not contiguous a copy, even where strides would allow a view. */
ra_status ra__meta_ravel(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);

    return self->flags & RA__CONTIGUOUS ? set_reshaped(m, 1, &self->numel) : set_copy(m, 1, &self->numel);
}

ra_status ra__meta_as_strided(ra_meta *m)
{
    const ra__input *in = ra__in(m, 0);
    const ra_layout *self = in->layout;
    const int64_t bytes = ra__element_bytes(self->dtype), offset = ra__arg_int(m, 3);
    ra__shape s = {.dtype = self->dtype};
    int64_t numel, extent, start = in->offset, end;
    int strides = 0;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &s.ndim, s.sizes)) != RA_OK)
        return status;
    if ((status = ra__read_dims(m, 2, &strides, s.strides)) != RA_OK)
        return status;
    if (strides != s.ndim)
        return ra__refuse(m, RA_ERR_ARGUMENT, "size has %d entries but stride has %d", s.ndim, strides);
    for (int d = 0; d < s.ndim; d++) {
        if (s.sizes[d] < 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "size[%d] is %lld: sizes cannot be negative", d, (long long)s.sizes[d]);
        if (s.strides[d] < 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "stride[%d] is %lld: strides cannot be negative", d, (long long)s.strides[d]);
    }
    if (offset < -1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "storage_offset is %lld: it cannot be negative, but for -1, which keeps self's", (long long)offset);
    if (!ra__sizes_numel(s.dtype, s.ndim, s.sizes, &numel) || !ra__extent_of(s.dtype, s.ndim, s.sizes, s.strides, &extent) ||
        (offset >= 0 && !ra__product_fits(offset, bytes, &start)) || !ra__end_fits(start, extent, bytes, &end) ||
        end > ra__most_bytes(in->device))
        return ra__refuse(m, RA_ERR_OVERFLOW, "size %s with stride %s and storage_offset %lld does not fit the address space", RA__SIZES_TEXT(s.ndim, s.sizes),
                          RA__SIZES_TEXT(s.ndim, s.strides), (long long)offset);
    if (numel && end > in->storage_bytes)
        return ra__refuse(m, RA_ERR_LAYOUT, "size %s with stride %s and storage_offset %lld ends at byte %lld of a storage of %lld", RA__SIZES_TEXT(s.ndim, s.sizes),
                          RA__SIZES_TEXT(s.ndim, s.strides), (long long)(start / bytes), (long long)end, (long long)in->storage_bytes);
    return ra__set_view(m, 0, m->first[0], &s, start);
}

ra_status ra__set_view_at(ra_meta *m, int i, const ra__shape *s, int64_t steps, int64_t stride)
{
    const ra__input *in = ra__in(m, 0);
    int64_t elements, offset;
    if (!ra__product_fits(steps, stride, &elements) || !ra__end_fits(in->offset, elements, ra__element_bytes(s->dtype), &offset) ||
        offset > ra__most_bytes(in->device))
        offset = in->offset;
    return ra__set_view(m, i, m->first[0], s, offset);
}

/* New dimensions come in front; an old one of size 1 is repeated by a stride of 0. */
void ra__strides_expanded(const ra__shape *view, int ndim, const int64_t *sizes, int64_t *strides)
{
    for (int d = ndim - 1; d >= 0; d--) {
        const int old = d - (ndim - view->ndim);
        if (sizes[d] != (old >= 0 ? view->sizes[old] : 1) || view->ndim == 0)
            strides[d] = 0;
        else if (old >= 0)
            strides[d] = view->strides[old];
        else
            strides[d] = ra__outer_stride(ra__element_bytes(view->dtype), sizes[d + 1], strides[d + 1]);
    }
}

ra_status ra__meta_expand(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim = 0;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &ndim, sizes)) != RA_OK)
        return status;
    if (ndim < self->ndim)
        return ra__refuse(m, RA_ERR_SHAPE, "size has %d entries, fewer than the %d dimensions of self", ndim, self->ndim);
    for (int d = ndim - 1; d >= 0; d--) {
        const int old = d - (ndim - self->ndim);
        const int64_t size = old >= 0 ? ra__sizes(self)[old] : 1;

        if (old < 0 && sizes[d] == -1)
            return ra__refuse(m, RA_ERR_SHAPE, "size[%d] is -1, but that is a new dimension, with no size to keep", d);
        if (sizes[d] == -1)
            sizes[d] = size;
        if (sizes[d] < 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "size[%d] is %lld: sizes cannot be negative", d, (long long)sizes[d]);
        if (sizes[d] != size && size != 1)
            return ra__refuse(m, RA_ERR_SHAPE, "dimension %d of self has size %lld and cannot be expanded to size[%d], %lld", old, (long long)size, d,
                              (long long)sizes[d]);
    }
    ra__shape s;
    ra__shape_from_layout(&s, self);
    ra__strides_expanded(&s, ndim, sizes, strides);
    return set_self_view(m, self->dtype, ndim, sizes, strides);
}

ra_status ra__meta_broadcast_to(ra_meta *m)
{
    return ra__meta_expand(m);
}
