/*
 * Views by dimension: exchanged, dropped, inserted, cut.
 */
#include <limits.h>
#include <string.h>

#include "meta/view.h"

static void erase_dim(ra__shape *s, int dim)
{
    const size_t rest = (size_t)(s->ndim - dim - 1) * sizeof(int64_t);

    memmove(s->sizes + dim, s->sizes + dim + 1, rest);
    memmove(s->strides + dim, s->strides + dim + 1, rest);
    s->ndim--;
}

/* The shape of argument 0 and its dimension `arg`; a 0-dim tensor has none to cut. */
static ra_status begin_cut(ra_meta *m, int arg, ra__shape *s, int *dim)
{
    ra__shape_from_layout(s, ra__layout(m, 0));
    if (s->ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "self has no dimensions");
    return ra__wrap_dim(m, ra__arg_int(m, arg), s->ndim, dim);
}

ra_status ra__meta_permute(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__shape s = {.dtype = self->dtype, .ndim = self->ndim};
    int64_t dims[RA_MAX_DIMS];
    uint32_t seen = 0;
    int count;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &count, dims)) != RA_OK)
        return status;
    if (count != self->ndim)
        return ra__refuse(m, RA_ERR_ARGUMENT, "dims has %d entries, but self has %d dimensions", count, self->ndim);
    for (int d = 0; d < count; d++) {
        int from;

        if ((status = ra__wrap_dim(m, dims[d], self->ndim, &from)) != RA_OK)
            return status;
        if (seen >> from & 1)
            return ra__refuse(m, RA_ERR_ARGUMENT, "dims has dimension %d twice", from);
        seen |= 1u << from;
        s.sizes[d] = ra__sizes(self)[from];
        s.strides[d] = ra__strides(self)[from];
    }
    return ra__set_view_at(m, 0, &s, 0, 0);
}

static ra_status set_transposed(ra_meta *m, int a, int b)
{
    ra__shape s;

    ra__shape_from_layout(&s, ra__layout(m, 0));
    if (s.ndim) {
        const int64_t size = s.sizes[a], stride = s.strides[a];

        s.sizes[a] = s.sizes[b];
        s.strides[a] = s.strides[b];
        s.sizes[b] = size;
        s.strides[b] = stride;
    }
    return ra__set_view_at(m, 0, &s, 0, 0);
}

ra_status ra__meta_transpose(ra_meta *m)
{
    const int ndim = ra__layout(m, 0)->ndim;
    int a, b;
    ra_status status;

    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), ndim, &a)) != RA_OK)
        return status;
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 2), ndim, &b)) != RA_OK)
        return status;
    return set_transposed(m, a, b);
}

ra_status ra__meta_t(ra_meta *m)
{
    const int ndim = ra__layout(m, 0)->ndim;

    if (ndim > 2)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %d dimensions, more than 2", ndim);
    return set_transposed(m, 0, ndim > 1);
}

ra_status ra__meta_squeeze(ra_meta *m)
{
    ra__shape s;
    uint32_t mask;
    ra_status status;

    ra__shape_from_layout(&s, ra__layout(m, 0));
    if ((status = ra__dims_mask(m, ra__arg_dims(m, 1), s.ndim, false, &mask)) != RA_OK)
        return status;
    for (int d = s.ndim - 1; d >= 0; d--)
        if ((mask >> d & 1) && s.sizes[d] == 1)
            erase_dim(&s, d);
    return ra__set_view_at(m, 0, &s, 0, 0);
}

ra_status ra__meta_unsqueeze(ra_meta *m)
{
    ra__shape s;
    size_t rest;
    int dim;
    ra_status status;

    ra__shape_from_layout(&s, ra__layout(m, 0));
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), s.ndim + 1, &dim)) != RA_OK)
        return status;
    if (s.ndim == RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %d dimensions already, the most a tensor can have", s.ndim);
    rest = (size_t)(s.ndim - dim) * sizeof(int64_t);
    const int64_t stride = dim < s.ndim ? ra__outer_stride(ra__element_bytes(s.dtype), s.sizes[dim], s.strides[dim]) : 1;
    memmove(s.sizes + dim + 1, s.sizes + dim, rest);
    memmove(s.strides + dim + 1, s.strides + dim, rest);
    s.sizes[dim] = 1;
    s.strides[dim] = stride;
    s.ndim++;
    return ra__set_view_at(m, 0, &s, 0, 0);
}

ra_status ra__meta_select(ra_meta *m)
{
    const int64_t index = ra__arg_int(m, 2);
    ra__shape s;
    int64_t size, stride;
    int dim;
    ra_status status;

    if ((status = begin_cut(m, 1, &s, &dim)) != RA_OK)
        return status;
    size = s.sizes[dim];
    if (index < -size || index >= size)
        return ra__refuse(m, RA_ERR_ARGUMENT, "index %lld is out of range for dimension %d with size %lld", (long long)index, dim, (long long)size);
    stride = s.strides[dim];
    erase_dim(&s, dim);
    return ra__set_view_at(m, 0, &s, index < 0 ? index + size : index, stride);
}

/* Counts negative positions from the end, and keeps them within [low, size]. */
static int64_t clamp_position(int64_t position, int64_t low, int64_t size)
{
    if (position < 0)
        position += size;
    return position < low ? low : position > size ? size : position;
}

ra_status ra__meta_slice(ra_meta *m)
{
    const int64_t step = ra__arg_int(m, 4);
    ra__shape s;
    int64_t start, length, stride;
    int dim;
    ra_status status;

    if ((status = begin_cut(m, 1, &s, &dim)) != RA_OK)
        return status;
    if (step <= 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "step is %lld and must be positive", (long long)step);
    start = clamp_position(ra__arg_int(m, 2), 0, s.sizes[dim]);
    length = clamp_position(ra__arg_int(m, 3), start, s.sizes[dim]) - start;
    stride = s.strides[dim];
    s.sizes[dim] = ra__pieces(length, step);
    s.strides[dim] = ra__outer_stride(ra__element_bytes(s.dtype), step, stride);
    return ra__set_view_at(m, 0, &s, start, stride);
}

ra_status ra__meta_narrow(ra_meta *m)
{
    const int64_t length = ra__arg_int(m, 3);
    int64_t start = ra__arg_int(m, 2), size;
    ra__shape s;
    int dim;
    ra_status status;

    if ((status = begin_cut(m, 1, &s, &dim)) != RA_OK)
        return status;
    size = s.sizes[dim];
    if (length < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "length is %lld and cannot be negative", (long long)length);
    if (start < -size || start > size)
        return ra__refuse(m, RA_ERR_ARGUMENT, "start %lld is out of range for dimension %d with size %lld", (long long)start, dim, (long long)size);
    if (start < 0)
        start += size;
    if (length > size - start)
        return ra__refuse(m, RA_ERR_ARGUMENT, "start %lld and length %lld reach past dimension %d with size %lld", (long long)start, (long long)length, dim,
                          (long long)size);
    s.sizes[dim] = length;
    return ra__set_view_at(m, 0, &s, start, s.strides[dim]);
}

ra_status ra__meta_split(ra_meta *m)
{
    const int64_t piece = ra__arg_int(m, 1);
    ra__shape s;
    int64_t size, pieces;
    int dim;
    ra_status status;

    if ((status = begin_cut(m, 2, &s, &dim)) != RA_OK)
        return status;
    size = s.sizes[dim];
    if (piece < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "split_size is %lld and cannot be negative", (long long)piece);
    if (piece == 0 && size)
        return ra__refuse(m, RA_ERR_ARGUMENT, "split_size is 0, but dimension %d has size %lld", dim, (long long)size);
    pieces = size ? ra__pieces(size, piece) : 1;
    if ((status = ra__reserve_views(m, pieces)) != RA_OK)
        return status;
    for (int64_t i = 0; i < pieces && status == RA_OK; i++) {
        s.sizes[dim] = i + 1 < pieces ? piece : size - i * piece; /* fits: i * piece < size, or i is 0 */
        status = ra__set_view_at(m, (int)i, &s, i * piece, s.strides[dim]);
    }
    return status;
}

ra_status ra__meta_unbind(ra_meta *m)
{
    ra__shape s;
    int64_t size, stride;
    int dim;
    ra_status status;

    if ((status = begin_cut(m, 1, &s, &dim)) != RA_OK)
        return status;
    size = s.sizes[dim];
    stride = s.strides[dim];
    erase_dim(&s, dim);
    if ((status = ra__reserve_views(m, size)) != RA_OK)
        return status;
    for (int64_t i = 0; i < size && status == RA_OK; i++)
        status = ra__set_view_at(m, (int)i, &s, i, stride);
    return status;
}

ra_status ra__meta_diagonal(ra_meta *m)
{
    const int64_t offset = ra__arg_int(m, 1);
    ra__shape s;
    int64_t rows, columns, length, stride, step, bytes;
    int row, column;
    ra_status status;

    ra__shape_from_layout(&s, ra__layout(m, 0));
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 2), s.ndim, &row)) != RA_OK)
        return status;
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 3), s.ndim, &column)) != RA_OK)
        return status;
    if (row == column)
        return ra__refuse(m, RA_ERR_ARGUMENT, "dim1 and dim2 are both dimension %d", row);
    rows = s.sizes[row];
    columns = s.sizes[column];
    if (offset >= 0) {
        length = offset >= columns ? 0 : rows < columns - offset ? rows : columns - offset;
        step = s.strides[column];
    } else {
        length = offset <= -rows ? 0 : rows + offset < columns ? rows + offset : columns; /* fits: of unlike signs */
        step = s.strides[row];
    }
    if (!ra__sum_fits(s.strides[row], s.strides[column], &stride) || !ra__product_fits(stride, ra__element_bytes(s.dtype), &bytes))
        stride = s.strides[row]; /* no element is that far */
    erase_dim(&s, row > column ? row : column);
    erase_dim(&s, row > column ? column : row);
    s.sizes[s.ndim] = length;
    s.strides[s.ndim++] = stride;
    return ra__set_view_at(m, 0, &s, length == 0 ? 0 : offset < 0 ? -offset : offset, step);
}

/* PyTorch leaves the strides alone where the sizes stay and no format is asked for. */
ra_status ra__meta_resize_(ra_meta *m)
{
    enum { CHANNELS_LAST = 1 };
    const ra_layout *self = ra__layout(m, 0);
    const int format = ra__arg_choice(m, 2);
    ra__shape s = {.dtype = self->dtype};
    ra_status status;

    if ((status = ra__read_dims(m, 1, &s.ndim, s.sizes)) != RA_OK)
        return status;
    for (int d = 0; d < s.ndim; d++)
        if (s.sizes[d] < 0)
            return ra__refuse(m, RA_ERR_SHAPE, "size %lld of dimension %d is negative", (long long)s.sizes[d], d);
    if (format == CHANNELS_LAST && s.ndim != 4)
        return ra__refuse(m, RA_ERR_SHAPE, "memory_format channels_last needs 4 dimensions, size lists %d", s.ndim);
    if (format < 0 && s.ndim == self->ndim && !memcmp(s.sizes, ra__sizes(self), (size_t)s.ndim * sizeof *s.sizes))
        memcpy(s.strides, ra__strides(self), (size_t)s.ndim * sizeof *s.strides);
    else if (format == CHANNELS_LAST)
        ra__strides_channels_last(s.sizes, s.strides);
    else
        ra__strides_contiguous(s.ndim, s.sizes, s.strides);
    return ra__set_resized(m, &s);
}
