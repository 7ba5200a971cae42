/*
 * Composites that move: views, joins, turns.
 */
#include "async/front/composites.h"

#include "async/front/tensor.h"
#include "async/os/os.h"
#include "meta/dtype.h"

#include <runahead/ops.h>
#include <string.h>

/* A dimension counted from either end; -1, and a refusal, where it is none of ndim (of which a number has one). */
static int dimension(const char *argument, int64_t dim, int ndim)
{
    const int64_t all = ndim ? ndim : 1;
    if (dim >= -all && dim < all)
        return (int)(dim < 0 ? dim + all : dim);
    ra__refusal(RA_ERR_ARGUMENT, "%s: %lld is none of %lld dimensions", argument, (long long)dim, (long long)all);
    return -1;
}

/* ---- side by side ---- */

static ra_tensor *at_least_1d(const ra_tensor *t)
{
    return ra_ndim(t) ? ra_ref(t) : ra_reshape(t, RA_DIMS(1));
}

/* A vector is a row. */
static ra_tensor *at_least_2d(const ra_tensor *t)
{
    return ra_ndim(t) > 1 ? ra_ref(t) : ra_unsqueeze(at_least_1d(t), 0);
}

static ra_tensor *at_least_3d(const ra_tensor *t)
{
    return ra_ndim(t) > 2 ? ra_ref(t) : ra_unsqueeze(at_least_2d(t), 2);
}

/* What it makes of each, joined along dim (of tensors of one dimension: the first). */
static ra_status join(const ra_op_call *call, ra_tensor **results, ra_tensor *(*make)(const ra_tensor *t), int dim)
{
    const ra_tensors list = call->args[0].tensors;
    if (!list.count)
        return ra__refusal(RA_ERR_ARGUMENT, "tensors: the list is empty");
    const ra_tensor **all = ra__os_alloc((size_t)list.count * sizeof *all); /* fits: as many as there are pointers */
    if (!all)
        return ra__refusal(RA_ERR_MEMORY, "out of memory for %lld tensors", (long long)list.count);
    for (int64_t i = 0; i < list.count; i++)
        all[i] = make(list.items[i]);
    results[0] = ra_cat(ra_tensors_of(all, list.count), all[0] && ra_ndim(all[0]) == 1 ? 0 : dim);
    ra__os_free(all);
    return RA_OK;
}

DEFINE(hstack)
{
    return join(call, results, at_least_1d, 1);
}

DEFINE(vstack)
{
    return join(call, results, at_least_2d, 0);
}

DEFINE(dstack)
{
    return join(call, results, at_least_3d, 2);
}

/* Columns: those of fewer than two dimensions count as one. */
static ra_tensor *as_columns(const ra_tensor *t)
{
    return ra_ndim(t) > 1 ? ra_ref(t) : ra_reshape(t, RA_DIMS(-1, 1));
}

DEFINE(column_stack)
{
    return join(call, results, as_columns, 1);
}

/* Fewer numbers than dimensions are those of the last. */
DEFINE(tile)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dims = call->args[1].dims;
    int64_t repeats[RA_MAX_DIMS];
    const int ndim = ra_ndim(self), missing = dims.count < ndim ? ndim - (int)dims.count : 0;
    if (!missing)
        return ra__gives(results, ra_repeat(self, dims));
    for (int d = 0; d < ndim; d++)
        repeats[d] = d < missing ? 1 : dims.values[d - missing];
    return ra__gives(results, ra_repeat(self, ra_dims_of(repeats, ndim)));
}

/* Two slices of each dimension, exchanged. */
static ra_tensor *rolled(const ra_tensor *t, int64_t shift, int dim)
{
    const int64_t size = ra_size(t, dim);
    if (!ra_numel(t))
        return ra_clone(t, NULL);
    const int64_t rest = shift % size, start = rest > 0 ? size - rest : -rest;
    return ra_cat(RA_LIST(ra_narrow(t, dim, start, size - start), ra_narrow(t, dim, 0, start)), dim);
}

DEFINE(roll)
{
    ra_tensor *t = ra_ref(call->args[0].tensor);
    const ra_dims shifts = call->args[1].dims, dims = call->args[2].dims;
    int64_t sizes[RA_MAX_DIMS];
    const int ndim = ra_ndim(t);
    if (shifts.count < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "shifts: there are none");
    if (dims.count < 1 && shifts.count == 1) {
        for (int d = 0; d < ndim; d++)
            sizes[d] = ra_size(t, d);
        return ra__gives(results, ra_view(rolled(ra_reshape(t, RA_DIMS(ra_numel(t))), shifts.values[0], 0), ra_dims_of(sizes, ndim)));
    }
    if (dims.count == shifts.count && !ra_numel(t))
        return ra__gives(results, ra_clone(t, NULL)); /* whatever dims says */
    if (dims.count != shifts.count)
        return ra__refusal(RA_ERR_ARGUMENT, "shifts and dims: %lld and %lld of them", (long long)shifts.count, (long long)(dims.count < 0 ? 0 : dims.count));
    for (int64_t i = 0; t && i < shifts.count; i++) {
        const int dim = ndim ? dimension("dims", dims.values[i], ndim) : -1;
        if (!ndim)
            return ra__refusal(RA_ERR_ARGUMENT, "dims: self has none");
        if (dim < 0)
            return RA_ERR_ARGUMENT;
        t = rolled(t, shifts.values[i], dim);
    }
    return ra__gives(results, t);
}

/* Each dimension that dim names, or all, moved on by half its size, `up` rounded up. */
static ra_status shifted(const ra_op_call *call, ra_tensor **results, int64_t up)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dims = call->args[1].kind == RA_ARG_DIMS ? call->args[1].dims : RA_ALL;
    const int ndim = ra_ndim(self);
    const int64_t count = dims.count < 0 ? ndim : dims.count;
    ra_tensor *t = ra_ref(self);
    if (count < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: there is none to shift along");
    for (int64_t i = 0; t && i < count; i++) {
        const int dim = dims.count < 0 ? (int)i : ndim ? dimension("dim", dims.values[i], ndim) : -1;
        if (!ndim)
            return ra__refusal(RA_ERR_ARGUMENT, "dim: self has none");
        if (dim < 0)
            return RA_ERR_ARGUMENT;
        t = rolled(t, (ra_size(t, dim) + up) / 2, dim); /* fits: a size of a tensor, and 1 */
    }
    return ra__gives(results, t);
}

DEFINE(fft_fftshift)
{
    return shifted(call, results, 0);
}

DEFINE(fft_ifftshift)
{
    return shifted(call, results, 1);
}

/* ---- views ---- */

DEFINE(movedim)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims source = call->args[1].dims, destination = call->args[2].dims;
    const int ndim = ra_ndim(self);
    int64_t order[RA_MAX_DIMS];
    bool placed[RA_MAX_DIMS] = {false}, moved[RA_MAX_DIMS] = {false};
    if (source.count < 0 || source.count != destination.count)
        return ra__refusal(RA_ERR_ARGUMENT, "source and destination: %lld and %lld dimensions", (long long)source.count, (long long)destination.count);
    for (int64_t i = 0; i < source.count; i++) {
        const int from = dimension("source", source.values[i], ndim), to = from < 0 ? -1 : dimension("destination", destination.values[i], ndim);
        if (to < 0)
            return RA_ERR_ARGUMENT;
        if (moved[from] || placed[to])
            return ra__refusal(RA_ERR_ARGUMENT, "%s: dimension %d appears twice", moved[from] ? "source" : "destination", moved[from] ? from : to);
        moved[from] = placed[to] = true;
        order[to] = from;
    }
    for (int to = 0, from = 0; to < ndim; to++) {
        if (placed[to])
            continue;
        while (moved[from])
            from++;
        order[to] = from++;
    }
    return ra__gives(results, ra_permute(self, ra_dims_of(order, ndim)));
}

DEFINE(unflatten)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims sizes = call->args[2].dims;
    const int ndim = ra_ndim(self), dim = dimension("dim", call->args[1].integer, ndim);
    int64_t all[RA_MAX_DIMS], product = 1;
    int n = 0, open = -1;
    if (dim < 0)
        return RA_ERR_ARGUMENT;
    if (sizes.count < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "sizes: there are none");
    if (!ndim)
        return ra__refusal(RA_ERR_SHAPE, "self: has no dimensions");
    if (ndim - 1 + sizes.count > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "sizes: the result would have %lld dimensions, more than %d", (long long)(ndim - 1 + sizes.count), RA_MAX_DIMS);
    for (int d = 0; d < dim; d++)
        all[n++] = ra_size(self, d);
    for (int64_t i = 0; i < sizes.count; i++, n++) {
        all[n] = sizes.values[i];
        if (all[n] < -1 || (all[n] == -1 && open >= 0))
            return ra__refusal(RA_ERR_ARGUMENT, all[n] == -1 ? "sizes: -1 appears twice" : "sizes: %lld is negative", (long long)all[n]);
        if (all[n] == -1)
            open = n;
        else if (__builtin_mul_overflow(product, all[n], &product))
            return ra__refusal(RA_ERR_OVERFLOW, "sizes: their product is too large");
    }
    const int64_t size = ra_size(self, dim);
    if (open >= 0 ? !product || size % product : product != size)
        return ra__refusal(RA_ERR_SHAPE, "sizes: do not make up the %lld of dimension %d", (long long)size, dim);
    if (open >= 0)
        all[open] = size / product;
    for (int d = dim + 1; d < ndim; d++)
        all[n++] = ra_size(self, d);
    return ra__gives(results, ra_view(self, ra_dims_of(all, n)));
}

DEFINE(diag)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t offset = call->args[1].integer;
    if (ra_ndim(self) == 2)
        return ra__gives(results, ra_clone(ra_diagonal(self, offset, 0, 1), RA_OPTS(ra_clone, .memory_format = "contiguous")));
    if (ra_ndim(self) != 1)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, neither 1 nor 2", ra_ndim(self));
    int64_t n;
    if (offset == INT64_MIN || __builtin_add_overflow(ra_size(self, 0), offset < 0 ? -offset : offset, &n))
        return ra__refusal(RA_ERR_OVERFLOW, "diagonal: %lld is too far", (long long)offset);
    ra_tensor *square = ra_zeros(RA_DIMS(n, n), RA_OPTS(ra_zeros, .dtype = ra_tensor_dtype(self), .device = ra_tensor_device(self)));
    return square && ra_copy_(ra_diagonal(square, offset, 0, 1), self) ? RA_OK : ra__gives(results, square);
}

/* ---- turned, and written in places ---- */

/* Vectors are rows, numbers matrices of one. */
enum { BLOCK_PARTS = 1 << 16 }; /* bytes of the result for each of its blocks from which on zeros are not written below them */

static ra_status zero_beside(ra_tensor *strip, int64_t first, int64_t end)
{
    const int64_t columns = ra_size(strip, 1);
    const ra_status status = first ? ra_zero_(ra_narrow(strip, 1, 0, first)) : RA_OK;
    return status || end == columns ? status : ra_zero_(ra_narrow(strip, 1, end, columns - end));
}

DEFINE(block_diag)
{
    const ra_tensors list = call->args[0].tensors;
    int64_t rows = 0, columns = 0;
    if (!list.count)
        return ra__gives(results, ra_empty(RA_DIMS(1, 0), NULL));
    ra__promotion promotion = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    for (int64_t i = 0; i < list.count; i++) {
        const ra_tensor *t = list.items[i];
        if (ra_ndim(t) > 2)
            return ra__refusal(RA_ERR_SHAPE, "tensors: number %lld has %d dimensions, more than 2", (long long)i, ra_ndim(t));
        ra__promote_tensor(&promotion, ra_tensor_dtype(t), ra_ndim(t));
        if (__builtin_add_overflow(rows, ra_ndim(t) == 2 ? ra_size(t, 0) : 1, &rows) || __builtin_add_overflow(columns, ra_ndim(t) ? ra_size(t, -1) : 1, &columns))
            return ra__refusal(RA_ERR_OVERFLOW, "tensors: their sizes add up to too much");
    }
    const ra_dtype dtype = ra__promoted(&promotion);
    const bool by_parts = (double)rows * (double)columns * (double)ra_dtype_size(dtype) >= (double)list.count * BLOCK_PARTS;
    ra_tensor *whole = by_parts ? ra_empty(RA_DIMS(rows, columns), RA_OPTS(ra_empty, .dtype = dtype, .device = ra_tensor_device(list.items[0])))
                                : ra_zeros(RA_DIMS(rows, columns), RA_OPTS(ra_zeros, .dtype = dtype, .device = ra_tensor_device(list.items[0])));
    rows = columns = 0;
    for (int64_t i = 0; whole && i < list.count; i++) {
        ra_tensor *t = at_least_2d(list.items[i]), *strip = t ? ra_narrow(whole, 0, rows, ra_size(t, 0)) : NULL;
        const int64_t width = t ? ra_size(t, 1) : 0, behind = columns + width;
        if (!strip || ra_copy_(ra_narrow(strip, 1, columns, width), t) || (by_parts && zero_beside(strip, columns, behind)))
            return ra__gives(results, NULL);
        rows += ra_size(t, 0); /* fits: did above */
        columns = behind;
    }
    return ra__gives(results, whole);
}

DEFINE(rot90)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t k = call->args[1].integer % 4, quarters = k < 0 ? k + 4 : k;
    const ra_dims dims = call->args[2].dims;
    const int ndim = ra_ndim(self);
    if (!dims.values || dims.count != 2)
        return ra__refusal(RA_ERR_ARGUMENT, "dims: are not two");
    if (ndim < 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 2", ndim);
    const int first = dimension("dims", dims.values[0], ndim), second = first < 0 ? -1 : dimension("dims", dims.values[1], ndim);
    if (second < 0)
        return RA_ERR_ARGUMENT;
    if (first == second)
        return ra__refusal(RA_ERR_ARGUMENT, "dims: are both %d", first);
    if (quarters == 2)
        return ra__gives(results, ra_flip(self, RA_DIMS(first, second)));
    if (quarters == 0)
        return ra__gives(results, ra_clone(self, RA_OPTS(ra_clone, .memory_format = "contiguous")));
    return ra__gives(results, ra_transpose(ra_flip(self, RA_DIMS(quarters == 1 ? second : first)), first, second));
}

/* With the strides of t, where its elements share no memory. */
static ra_tensor *copy_of(const ra_tensor *t)
{
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    const int ndim = ra_ndim(t);
    if (ra__layout_of(t)->flags & RA__SELF_OVERLAP)
        return ra_clone(t, NULL);
    for (int d = 0; d < ndim; d++) {
        sizes[d] = ra_size(t, d);
        strides[d] = ra_stride(t, d);
    }
    ra_tensor *copy = ra_empty_strided(ra_dims_of(sizes, ndim), ra_dims_of(strides, ndim), RA_OPTS(ra_empty_strided, .dtype = ra_tensor_dtype(t), .device = ra_tensor_device(t)));
    return copy && !ra_copy_(copy, t) ? copy : NULL;
}

/* A copy, in whose view src is written, which has its sizes. */
static ra_status written(ra_tensor **results, ra_tensor *copy, ra_tensor *view, const ra_tensor *src)
{
    bool alike = view && ra_ndim(view) == ra_ndim(src);
    for (int d = 0; alike && d < ra_ndim(src); d++)
        alike = ra_size(view, d) == ra_size(src, d);
    if (view && !alike)
        return ra__refusal(RA_ERR_SHAPE, "src: has other sizes than the place that it is for");
    return copy && view && ra_copy_(view, src) ? RA_OK : ra__gives(results, copy);
}

DEFINE(select_scatter)
{
    ra_tensor *copy = copy_of(call->args[0].tensor);
    return written(results, copy, ra_select(copy, call->args[2].integer, call->args[3].integer), call->args[1].tensor);
}

DEFINE(slice_scatter)
{
    ra_tensor *copy = copy_of(call->args[0].tensor);
    return written(results, copy, ra_slice(copy, call->args[2].integer, call->args[3].integer, call->args[4].integer, call->args[5].integer), call->args[1].tensor);
}

/* self, of which the view is filled. */
static ra_status filled(ra_tensor **results, const ra_tensor *self, const ra_tensor *view, ra_scalar value)
{
    return view && ra_fill_((ra_tensor *)(uintptr_t)view, value) ? RA_OK : ra__gives(results, ra_ref(self));
}

/* Of a tall matrix: whole diagonals, each followed by a row that stays, and what is left of one. */
static ra_status fill_wrapped(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_scalar value = call->args[1].scalar;
    const int64_t rows = ra_size(self, 0), columns = ra_size(self, 1), whole = rows / (columns + 1), begun = whole * (columns + 1), along = ra_stride(self, 0);
    if (whole) {
        const int64_t next = whole > 1 ? along * (columns + 1) : 1; /* fits: within self */
        const ra_status s = filled(results, self, ra_as_strided(self, RA_DIMS(whole, columns), RA_DIMS(next, along + ra_stride(self, 1)), -1), value); /* fits: within self */
        if (s || begun == rows)
            return s;
    }
    return filled(results, self, ra_diagonal(ra_narrow(self, 0, begun, rows - begun), 0, 0, 1), value);
}

DEFINE(fill_diagonal_)
{
    const ra_tensor *self = call->args[0].tensor;
    const int ndim = ra_ndim(self);
    int64_t step = 0, least = INT64_MAX;
    if (ndim < 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 2", ndim);
    for (int d = ndim - 1; d >= 0; d--) {
        const int64_t size = ra_size(self, d);
        if (ndim > 2 && size != ra_size(self, 0))
            return ra__refusal(RA_ERR_SHAPE, "self: has more than two dimensions, which are not all of one size");
        least = size < least ? size : least;
    }
    if (!least && !ra__number_fits(call->args[1].scalar, ra_tensor_dtype(self)))
        return ra__refusal(RA_ERR_ARGUMENT, "fill_value: cannot be held by dtype %s", ra_dtype_name(ra_tensor_dtype(self)));
    if (!least)
        return ra__gives(results, ra_ref(self));
    if (call->args[2].boolean && ndim == 2 && ra_size(self, 0) > ra_size(self, 1))
        return fill_wrapped(call, results);
    if (ndim == 2) /* one that is quicker to make */
        return filled(results, self, ra_diagonal(self, 0, 0, 1), call->args[1].scalar);
    for (int d = 0; least > 1 && d < ndim; d++)
        step += ra_stride(self, d); /* fits: within self */
    return filled(results, self, ra_as_strided(self, RA_DIMS(least), RA_DIMS(step), -1), call->args[1].scalar);
}
