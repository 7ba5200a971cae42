/*
 * Views that give the parts of complex numbers, self as it is, and lists of views: chunk, broadcast_tensors, meshgrid.
 */
#include "meta/view.h"

#include <limits.h>
#include <string.h>

/* ---- complex numbers and their parts ---- */

/* Self in the strides of its parts, which are half as wide. */
static void shape_of_parts(const ra_layout *self, ra__shape *s)
{
    ra__shape_from_layout(s, self);
    s->dtype = ra__real_of(self->dtype);
    for (int d = 0; d < s->ndim; d++)
        s->strides[d] *= 2; /* fits: strides in bytes do, of at least two bytes each */
}

static ra_status set_part(ra_meta *m, int part)
{
    ra__shape s;
    shape_of_parts(ra__layout(m, 0), &s);
    return ra__set_view_at(m, 0, &s, part, 1);
}

ra_status ra__meta_itself(ra_meta *m)
{
    ra__shape s;
    const ra_status status = ra__check_dtype(m, (ra_dtype)ra__layout(m, 0)->dtype);
    ra__shape_from_layout(&s, ra__layout(m, 0));
    return status ? status : ra__set_view(m, 0, m->first[0], &s, ra__in(m, 0)->offset);
}

ra_status ra__meta_real(ra_meta *m)
{
    return ra__is_complex((ra_dtype)ra__layout(m, 0)->dtype) ? set_part(m, 0) : ra__meta_itself(m);
}

ra_status ra__meta_imag(ra_meta *m)
{
    const ra_status s = ra__check_dtype(m, (ra_dtype)ra__layout(m, 0)->dtype);
    return s ? s : set_part(m, 1);
}

ra_status ra__meta_view_as_real(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__shape s;
    const ra_status status = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (status)
        return status;
    if (self->ndim == RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "the result would have %d dimensions, more than %d", RA_MAX_DIMS + 1, RA_MAX_DIMS);
    shape_of_parts(self, &s);
    s.sizes[s.ndim] = 2;
    s.strides[s.ndim++] = 1;
    return ra__set_view(m, 0, m->first[0], &s, ra__in(m, 0)->offset);
}

/* The last dimension is the two parts, side by side; where the others step between them, there are no complex numbers. */
ra_status ra__meta_view_as_complex(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra_status status = ra__check_dtype(m, (ra_dtype)self->dtype);
    const int last = self->ndim - 1;
    ra__shape s;
    if (status)
        return status;
    if (last < 0 || ra__sizes(self)[last] != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "the last dimension must be of size 2");
    if (ra__strides(self)[last] != 1)
        return ra__refuse(m, RA_ERR_LAYOUT, "the last dimension must have stride 1, not %lld", (long long)ra__strides(self)[last]);
    ra__shape_from_layout(&s, self);
    s.dtype = ra__complex_of(s.dtype);
    s.ndim = last;
    for (int d = 0; d < last; d++) {
        if (s.strides[d] % 2 && s.sizes[d] != 1)
            return ra__refuse(m, RA_ERR_LAYOUT, "stride %lld of dimension %d is odd", (long long)s.strides[d], d);
        s.strides[d] /= 2;
    }
    if (ra__in(m, 0)->offset % ra__element_bytes(s.dtype))
        return ra__refuse(m, RA_ERR_LAYOUT, "the offset in its storage is odd");
    return ra__set_view(m, 0, m->first[0], &s, ra__in(m, 0)->offset);
}

/* ---- lists ---- */

ra_status ra__reserve_views(ra_meta *m, int64_t results)
{
    if (results > INT_MAX)
        return ra__refuse(m, RA_ERR_OVERFLOW, "%lld results are too many for one call", (long long)results);
    if (!m->reserve(m, (int)results))
        return ra__refuse(m, RA_ERR_MEMORY, "no memory for %lld results", (long long)results);
    return RA_OK;
}

/* Of nothing there are as many pieces as are asked for, else as many as it takes of the size that makes up so many. */
ra_status ra__meta_chunk(ra_meta *m)
{
    const int64_t chunks = ra__arg_int(m, 1);
    ra__shape s;
    int dim;
    ra__shape_from_layout(&s, ra__layout(m, 0));
    if (s.ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "self has no dimensions");
    if (chunks <= 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "chunks is %lld and must be positive", (long long)chunks);
    ra_status status = ra__wrap_dim(m, ra__arg_int(m, 2), s.ndim, &dim);
    if (status)
        return status;
    const int64_t size = s.sizes[dim], piece = ra__pieces(size, chunks), pieces = size ? ra__pieces(size, piece) : chunks;
    status = ra__reserve_views(m, pieces);
    for (int64_t i = 0; i < pieces && !status; i++) {
        s.sizes[dim] = i + 1 < pieces ? piece : size - i * piece; /* fits: i * piece < size, or piece is 0 */
        status = ra__set_view_at(m, (int)i, &s, i * piece, s.strides[dim]);
    }
    return status;
}

static ra_status set_expanded(ra_meta *m, int i, int from, const ra__shape *view, int ndim, const int64_t *sizes)
{
    ra__shape s = {.dtype = view->dtype, .ndim = ndim};
    memcpy(s.sizes, sizes, (size_t)ndim * sizeof *sizes);
    ra__strides_expanded(view, ndim, sizes, s.strides);
    return ra__set_view(m, i, from, &s, m->in[from].offset);
}

ra_status ra__meta_broadcast_tensors(ra_meta *m)
{
    int ndim = 0;
    int64_t sizes[RA_MAX_DIMS];
    for (int k = 0; k < m->in_count; k++)
        if (!ra__broadcast(&ndim, sizes, m->in[k].layout->ndim, ra__sizes(m->in[k].layout)))
            return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] of sizes %s does not broadcast with those before, of %s", k,
                              RA__SIZES_TEXT(m->in[k].layout->ndim, ra__sizes(m->in[k].layout)), RA__SIZES_TEXT(ndim, sizes));
    ra_status status = ra__reserve_views(m, m->in_count);
    for (int k = 0; k < m->in_count && !status; k++) {
        ra__shape s;
        ra__shape_from_layout(&s, m->in[k].layout);
        status = set_expanded(m, k, k, &s, ndim, sizes);
    }
    return status;
}

/* Along one dimension each, the other ones repeated; with indexing "xy" the first goes along the second dimension, the second along the first. */
ra_status ra__meta_meshgrid(ra_meta *m)
{
    const int n = m->in_count;
    const bool swaps = ra__arg_choice(m, 1) == 1 && n > 1;
    int64_t sizes[RA_MAX_DIMS];
    if (n == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "tensors: the list is empty");
    if (n > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "%d tensors would make more dimensions than %d", n, RA_MAX_DIMS);
    for (int k = 0; k < n; k++) {
        const ra_layout *l = m->in[k].layout;
        if (l->ndim > 1)
            return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] has %d dimensions, more than 1", k, l->ndim);
        if (l->dtype != m->in[0].layout->dtype)
            return ra__refuse(m, RA_ERR_DTYPE, "tensors[%d] is of dtype %s, not %s as the first", k, ra_dtype_name((ra_dtype)l->dtype), ra_dtype_name((ra_dtype)m->in[0].layout->dtype));
        sizes[swaps && k < 2 ? 1 - k : k] = l->numel;
    }
    ra_status status = ra__reserve_views(m, n);
    for (int k = 0; k < n && !status; k++) {
        const ra_layout *l = m->in[k].layout;
        const int along = swaps && k < 2 ? 1 - k : k;
        ra__shape view = {.dtype = l->dtype, .ndim = n}, s = {.dtype = l->dtype, .ndim = n};
        for (int d = 0; d < n; d++)
            view.sizes[d] = d == along ? l->numel : 1;
        ra__view_strides(ra__element_bytes(l->dtype), l->ndim, ra__sizes(l), ra__strides(l), n, view.sizes, view.strides);
        memcpy(s.sizes, sizes, (size_t)n * sizeof *sizes);
        ra__strides_expanded(&view, n, sizes, s.strides);
        status = ra__set_view(m, k, k, &s, m->in[k].offset);
    }
    return status;
}

/* ---- pieces of given sizes ---- */

/* Piece i of dim, of `size` places from `start` on. */
static ra_status set_piece(ra_meta *m, int i, const ra__shape *self, int dim, int64_t start, int64_t size)
{
    ra__shape s = *self;
    s.sizes[dim] = size;
    return ra__set_view_at(m, i, &s, start, s.strides[dim]);
}

static ra_status begin_pieces(ra_meta *m, ra__shape *s, int *dim)
{
    ra__shape_from_layout(s, ra__layout(m, 0));
    if (s->ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "self has no dimensions");
    return ra__wrap_dim(m, ra__arg_int(m, 2), s->ndim, dim);
}

ra_status ra__meta_split_with_sizes(ra_meta *m)
{
    const ra_dims sizes = ra__arg_dims(m, 1);
    ra__shape s;
    int dim;
    int64_t start = 0;
    ra_status status = begin_pieces(m, &s, &dim);
    if (!status && !sizes.values)
        status = ra__refuse(m, RA_ERR_ARGUMENT, "split_sizes must be listed");
    for (int64_t i = 0; i < sizes.count && !status; i++)
        if (sizes.values[i] < 0 || sizes.values[i] > s.sizes[dim] - start)
            status = ra__refuse(m, RA_ERR_ARGUMENT, "split_sizes do not make up the %lld of dimension %d", (long long)s.sizes[dim], dim);
        else
            start += sizes.values[i];
    if (!status && start != s.sizes[dim])
        status = ra__refuse(m, RA_ERR_ARGUMENT, "split_sizes do not make up the %lld of dimension %d", (long long)s.sizes[dim], dim);
    if (!status)
        status = ra__reserve_views(m, sizes.count);
    start = 0;
    for (int64_t i = 0; i < sizes.count && !status; i++) {
        status = set_piece(m, (int)i, &s, dim, start, sizes.values[i]);
        start += sizes.values[i];
    }
    return status;
}

ra_status ra__meta_tensor_split(ra_meta *m)
{
    const int64_t sections = ra__arg_int(m, 1);
    ra__shape s;
    int dim;
    int64_t start = 0;
    ra_status status = begin_pieces(m, &s, &dim);
    if (!status && sections < 1)
        status = ra__refuse(m, RA_ERR_ARGUMENT, "sections is %lld and must be positive", (long long)sections);
    if (!status)
        status = ra__reserve_views(m, sections);
    for (int64_t i = 0; i < sections && !status; i++) {
        const int64_t size = s.sizes[dim] / sections + (i < s.sizes[dim] % sections);
        status = set_piece(m, (int)i, &s, dim, start, size);
        start += size;
    }
    return status;
}

/* Where a slice that begins or ends at `place` does, counted from either end and clamped. */
static int64_t clamped(int64_t place, int64_t size)
{
    place += place < 0 ? size : 0;
    return place < 0 ? 0 : place > size ? size : place;
}

ra_status ra__meta_tensor_split_indices(ra_meta *m)
{
    const ra_dims indices = ra__arg_dims(m, 1);
    ra__shape s;
    int dim;
    int64_t start = 0;
    ra_status status = begin_pieces(m, &s, &dim);
    if (!status && !indices.values)
        status = ra__refuse(m, RA_ERR_ARGUMENT, "indices must be listed");
    if (!status)
        status = ra__reserve_views(m, indices.count + 1);
    for (int64_t i = 0; i <= indices.count && !status; i++) {
        const int64_t end = i < indices.count ? indices.values[i] : s.sizes[dim], from = clamped(start, s.sizes[dim]), to = clamped(end, s.sizes[dim]);
        status = set_piece(m, (int)i, &s, dim, from, to > from ? to - from : 0);
        start = end;
    }
    return status;
}
