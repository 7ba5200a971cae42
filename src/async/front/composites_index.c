/*
 * Composites: by indices, and what differs along a dimension.
 */
#include "async/front/composites_layers.h"

#include "meta/dtype.h"

#include <runahead/ops.h>

/* A dimension counted from either end; -1, and a refusal, where there is none such. */
static int dimension(int64_t dim, int ndim)
{
    if (dim >= -ndim && dim < ndim)
        return (int)(dim < 0 ? dim + ndim : dim);
    ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %d dimensions", (long long)dim, ndim);
    return -1;
}

static ra_status check_index(const ra_tensor *index)
{
    return ra_tensor_dtype(index) == RA_INT64 ? RA_OK : ra__refusal(RA_ERR_DTYPE, "index: is of dtype %s, not int64", ra_dtype_name(ra_tensor_dtype(index)));
}

/* ---- by indices ---- */

DEFINE(take)
{
    const ra_tensor *self = call->args[0].tensor, *index = call->args[1].tensor;
    int64_t sizes[RA_MAX_DIMS];
    const ra_status s = check_index(index);
    if (s)
        return s;
    if (!ra_numel(self) && ra_numel(index))
        return ra__refusal(RA_ERR_SHAPE, "self: is empty, so no index into it is in range");
    for (int d = 0; d < ra_ndim(index); d++)
        sizes[d] = ra_size(index, d);
    ra_tensor *flat = ra_reshape(self, RA_DIMS(ra_numel(self))), *places = ra_reshape(index, RA_DIMS(ra_numel(index)));
    return ra__gives(results, ra_view(ra_index(flat, RA_LIST(places)), ra_dims_of(sizes, ra_ndim(index))));
}

/* What a number or a 0-dim tensor becomes in a tensor of that dtype; NULL: refused. */
static ra_tensor *value_as(const ra_arg *value, const ra_tensor *self)
{
    const ra_dtype dtype = ra_tensor_dtype(self);
    const bool is_number = value->kind == RA_ARG_SCALAR;
    const bool is_complex = is_number ? value->scalar.kind == RA_SCALAR_COMPLEX : ra__is_complex(ra_tensor_dtype(value->tensor));
    if (is_complex && !ra__is_complex(dtype)) {
        ra__refusal(RA_ERR_DTYPE, "value: a complex number, which %s cannot hold", ra_dtype_name(dtype));
        return NULL;
    }
    if (is_number && !ra__number_fits(value->scalar, dtype)) {
        ra__refusal(RA_ERR_ARGUMENT, "value: cannot be held by dtype %s", ra_dtype_name(dtype));
        return NULL;
    }
    if (is_number)
        return ra_scalar_tensor(value->scalar, RA_OPTS(ra_scalar_tensor, .dtype = dtype, .device = ra_tensor_device(self)));
    if (ra_ndim(value->tensor)) {
        ra__refusal(RA_ERR_SHAPE, "value: has %d dimensions, not 0", ra_ndim(value->tensor));
        return NULL;
    }
    return ra_to(value->tensor, RA_OPTS(ra_to, .dtype = dtype));
}

DEFINE(index_fill)
{
    const ra_tensor *self = call->args[0].tensor, *index = call->args[2].tensor, *list[RA_MAX_DIMS];
    const int ndim = ra_ndim(self) ? ra_ndim(self) : 1, dim = dimension(call->args[1].integer, ndim);
    const ra_status s = dim < 0 ? RA_ERR_ARGUMENT : check_index(index);
    if (s)
        return s;
    if (ra_ndim(index) > 1)
        return ra__refusal(RA_ERR_SHAPE, "index: has %d dimensions, not 1", ra_ndim(index));
    ra_tensor *value = value_as(&call->args[3], self), *copy = value ? ra_clone(self, NULL) : NULL;
    if (!copy)
        return RA_ERR_ARGUMENT;
    for (int d = 0; d < dim; d++)
        list[d] = RA_NONE;
    list[dim] = index;
    (void)!ra_index_put_(ra_ndim(self) ? copy : ra_unsqueeze(copy, 0), ra_tensors_of(list, dim + 1), value, false);
    return ra__gives(results, copy);
}

/* ---- between neighbours ---- */

static ra_tensor *joined_along(int dim, const ra_tensor *before, const ra_tensor *self, const ra_tensor *after)
{
    if (before == RA_NONE && after == RA_NONE)
        return ra_ref(self);
    return before == RA_NONE ? ra_cat(RA_LIST(self, after), dim) : after == RA_NONE ? ra_cat(RA_LIST(before, self), dim) : ra_cat(RA_LIST(before, self, after), dim);
}

/* Of the sizes of self, but for dim. */
static ra_status check_joined(const char *name, const ra_tensor *t, const ra_tensor *self, int dim)
{
    if (t == RA_NONE)
        return RA_OK;
    bool alike = ra_ndim(t) == ra_ndim(self);
    for (int d = 0; alike && d < ra_ndim(self); d++)
        alike = d == dim || ra_size(t, d) == ra_size(self, d);
    return alike ? RA_OK : ra__refusal(RA_ERR_SHAPE, "%s: has other sizes than self beside dimension %d", name, dim);
}

DEFINE(diff)
{
    const ra_tensor *self = call->args[0].tensor, *before = ra__composite_optional(call, 3), *after = ra__composite_optional(call, 4);
    const int64_t n = call->args[1].integer;
    if (!ra_ndim(self))
        return ra__refusal(RA_ERR_SHAPE, "self: has no dimensions");
    if (n < 0)
        return ra__refusal(RA_ERR_ARGUMENT, "n: %lld is negative", (long long)n);
    const int dim = dimension(call->args[2].integer, ra_ndim(self));
    ra_status s = dim < 0 ? RA_ERR_ARGUMENT : check_joined("prepend", before, self, dim);
    if (s || (s = check_joined("append", after, self, dim)))
        return s;
    if (!n)
        return ra__gives(results, ra_clone(self, NULL));
    ra_tensor *t = joined_along(dim, before, self, after);
    if (t && !ra_size(t, dim))
        return ra__gives(results, ra_clone(t, NULL));
    const bool hollow = t && (ra__layer_is_hollow(t) || n >= ra_size(t, dim));
    for (int64_t i = 0; t && i < n && ra_size(t, dim); i++) {
        if (hollow && i) { /* the last stands for those between, which may be as many as sizes reach */
            const int64_t more = n - 1 - i, size = ra_size(t, dim);
            t = ra_narrow(t, dim, 0, size > more ? size - more : 1);
            i = n - 1;
        }
        const int64_t left = ra_size(t, dim) - 1;
        ra_tensor *next = ra_narrow(t, dim, 1, left), *here = ra_narrow(t, dim, 0, left);
        t = ra_tensor_dtype(t) == RA_BOOL ? ra_ne(next, here) : ra_sub(next, here);
    }
    return ra__gives(results, t);
}

/* ---- diagonals ---- */

DEFINE(trace)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    if (ra_ndim(self) != 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, not 2", ra_ndim(self));
    return ra__gives(results, ra_sum(ra_diagonal(self, 0, 0, 1), RA_ALL));
}

DEFINE(diag_embed)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t offset = call->args[1].integer;
    const int ndim = ra_ndim(self) + 1;
    int64_t sizes[RA_MAX_DIMS + 1], n;
    const int first = dimension(call->args[2].integer, ndim), second = first < 0 ? -1 : dimension(call->args[3].integer, ndim);
    if (second < 0)
        return RA_ERR_ARGUMENT;
    if (first == second)
        return ra__refusal(RA_ERR_ARGUMENT, "dim1 and dim2: are both %d", first);
    if (ndim > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "self: the result would have more than %d dimensions", RA_MAX_DIMS);
    if (offset == INT64_MIN || __builtin_add_overflow(ra_size(self, -1), offset < 0 ? -offset : offset, &n))
        return ra__refusal(RA_ERR_OVERFLOW, "offset: %lld is too far", (long long)offset);
    for (int d = 0, from = 0; d < ndim; d++)
        sizes[d] = d == first || d == second ? n : ra_size(self, from++);
    ra_tensor *square = ra_zeros(ra_dims_of(sizes, ndim), RA_OPTS(ra_zeros, .dtype = ra_tensor_dtype(self), .device = ra_tensor_device(self)));
    return square && ra_copy_(ra_diagonal(square, offset, first, second), self) ? RA_OK : ra__gives(results, square);
}

/* ---- as if flat, and of sizes that broadcast ---- */

DEFINE(put)
{
    const ra_tensor *self = call->args[0].tensor, *index = call->args[1].tensor, *source = call->args[2].tensor;
    int64_t sizes[RA_MAX_DIMS];
    const ra_status s = check_index(index);
    if (s)
        return s;
    if (ra_tensor_dtype(source) != ra_tensor_dtype(self))
        return ra__refusal(RA_ERR_DTYPE, "source: is of dtype %s, but self of %s", ra_dtype_name(ra_tensor_dtype(source)), ra_dtype_name(ra_tensor_dtype(self)));
    if (ra_numel(source) != ra_numel(index))
        return ra__refusal(RA_ERR_SHAPE, "source: has %lld elements for %lld indices", (long long)ra_numel(source), (long long)ra_numel(index));
    if (!ra_numel(self) && ra_numel(index))
        return ra__refusal(RA_ERR_SHAPE, "self: is empty, so no index into it is in range");
    if (!ra_numel(index))
        return ra__gives(results, ra_clone(self, NULL));
    for (int d = 0; d < ra_ndim(self); d++)
        sizes[d] = ra_size(self, d);
    const ra_dims n = RA_DIMS(ra_numel(index));
    ra_tensor *like = ra_empty_like(self, NULL);
    if (!like)
        return RA_ERR_ARGUMENT;
    const bool in_place = ra_is_contiguous(like); /* else it is changed where it is flat, and copied once more */
    if (in_place && ra_copy_(like, self))
        return ra__gives(results, NULL);
    ra_tensor *whole = in_place ? like : ra_clone(self, RA_OPTS(ra_clone, .memory_format = "contiguous"));
    ra_tensor *flat = ra_view(whole, RA_DIMS(ra_numel(self)));
    if (!flat)
        return RA_ERR_ARGUMENT;
    (void)!ra_index_put_(flat, RA_LIST(ra_reshape(index, n)), ra_reshape(source, n), call->args[3].boolean);
    if (in_place)
        return ra__gives(results, like);
    ra_tensor *changed = ra_view(flat, ra_dims_of(sizes, ra_ndim(self)));
    return changed && ra_copy_(like, changed) ? RA_OK : ra__gives(results, like);
}

DEFINE(take_along_dim)
{
    const ra_tensor *self = call->args[0].tensor, *indices = call->args[1].tensor;
    int64_t sizes[2][RA_MAX_DIMS];
    if (ra_tensor_dtype(indices) != RA_INT64)
        return ra__refusal(RA_ERR_DTYPE, "indices: are of dtype %s, not int64", ra_dtype_name(ra_tensor_dtype(indices)));
    const ra_arg *given = &call->args[2];
    if (given->kind == RA_ARG_NONE || !given->dims.values)
        return ra__gives(results, ra_gather(ra_reshape(self, RA_DIMS(-1)), 0, ra_reshape(indices, RA_DIMS(-1))));
    const int ndim = ra_ndim(self);
    if (ra_ndim(indices) != ndim)
        return ra__refusal(RA_ERR_SHAPE, "indices: have %d dimensions, but self %d", ra_ndim(indices), ndim);
    if (given->dims.count != 1)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: is not one dimension");
    const int dim = dimension(given->dims.values[0], ndim);
    if (dim < 0)
        return RA_ERR_ARGUMENT;
    for (int d = 0; d < ndim; d++) {
        const int64_t a = ra_size(self, d), b = ra_size(indices, d);
        if (d != dim && a != b && a != 1 && b != 1)
            return ra__refusal(RA_ERR_SHAPE, "indices: do not broadcast with self in dimension %d", d);
        sizes[0][d] = d == dim || a != 1 ? a : b;
        sizes[1][d] = d == dim || b != 1 ? b : a;
    }
    ra_tensor *wide = ra_expand(indices, ra_dims_of(sizes[1], ndim)); /* places beyond either end go round */
    return ra__gives(results, ra_gather(ra_expand(self, ra_dims_of(sizes[0], ndim)), dim, ra_size(self, dim) ? ra_remainder(wide, ra_size(self, dim)) : wide));
}
