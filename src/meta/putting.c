/*
 * Operators that write into a copy of self (or into self) at places that tensors tell, with an operation: scatter_add,
 * scatter_reduce, index_add, index_copy, index_reduce, masked_scatter.
 */
#include "meta/indexing.h"

#include "meta/copy.h"
#include "meta/pre.h"

#include <math.h>

ra_scalar ra__put_neutral(int operation, ra_dtype dtype)
{
    const bool is_least = operation == RA__PUT_AMAX, is_unsigned = dtype == RA_BOOL || dtype == RA_UINT8;
    if (operation != RA__PUT_AMAX && operation != RA__PUT_AMIN)
        return ra_scalar_int(operation == RA__PUT_PROD);
    if (ra__is_floating(dtype))
        return ra_scalar_float(is_least ? -(double)INFINITY : (double)INFINITY);
    if (is_unsigned)
        return ra_scalar_int(is_least ? 0 : dtype == RA_BOOL ? 1 : UINT8_MAX);
    const int64_t half = INT64_C(1) << (8 * ra_dtype_size(dtype) - 2); /* fits: bits of an element of 8 bytes at most */
    return ra_scalar_int(is_least ? -half * 2 : (half - 1) * 2 + 1); /* fits: the ends of the dtype */
}

static ra_status like_self(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    return ra__set_output(m, 0, self->dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

static ra_status check_source_dtype(ra_meta *m, const char *name, const ra_layout *source)
{
    const ra_layout *self = ra__layout(m, 0);
    if (source->dtype != self->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "%s has dtype %s, but self has %s", name, ra_dtype_name((ra_dtype)source->dtype), ra_dtype_name((ra_dtype)self->dtype));
    return RA_OK;
}

/* Extremes are not of complex numbers, nor means of bool. */
static ra_status check_operation(ra_meta *m, int operation, bool of_bool)
{
    const ra_dtype dtype = ra__layout(m, 0)->dtype;
    const bool ordered = operation == RA__PUT_AMAX || operation == RA__PUT_AMIN;
    if ((ordered && ra__is_complex(dtype)) || (dtype == RA_BOOL && !of_bool))
        return ra__refuse(m, RA_ERR_DTYPE, "not defined for dtype %s with this operation", ra_dtype_name(dtype));
    return RA_OK;
}

/* ---- by an index for each element ---- */

static ra_status scattered(ra_meta *m, int operation, bool include_self)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2), *src = ra__layout(m, 3);
    ra__put_pre *pre = RA__PRE(m, ra__put_pre);
    ra_status status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &pre->dim);

    if (!status)
        status = ra__check_index_dtype(m, "index", index);
    if (!status)
        status = check_source_dtype(m, "src", src);
    if (!status && index->numel)
        status = ra__check_within(m, index, "self", self, pre->dim, false);
    if (!status && index->numel)
        status = ra__check_within(m, index, "src", src, pre->dim, true);
    if (!status && self->ndim)
        status = ra__check_not_empty(m, index, pre->dim, ra__sizes(self)[pre->dim]);
    pre->operation = operation;
    pre->include_self = include_self;
    return status ? status : like_self(m);
}

ra_status ra__meta_scatter_add(ra_meta *m)
{
    return scattered(m, RA__PUT_SUM, true);
}

ra_status ra__meta_scatter_reduce(ra_meta *m)
{
    const int operation = ra__arg_choice(m, 4); /* in the order of RA__PUT_... */
    const ra_status status = check_operation(m, operation, operation != RA__PUT_MEAN);
    return status ? status : scattered(m, operation, ra__arg_bool(m, 5));
}

/* ---- by an index for each slice ---- */

static ra_status slices(ra_meta *m, int operation, bool include_self)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2), *source = ra__layout(m, 3);
    ra__put_pre *pre = RA__PRE(m, ra__put_pre);
    ra_status status = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &pre->dim);
    char a[160], b[160];

    if (!status)
        status = check_source_dtype(m, "source", source);
    if (status)
        return status;
    if (index->ndim > 1)
        return ra__refuse(m, RA_ERR_SHAPE, "index has %d dimensions and must have one", index->ndim);
    bool alike = self->ndim == source->ndim || (operation == RA__PUT_COPY && self->ndim <= 1 && source->ndim <= 1);
    for (int d = 0; alike && d < self->ndim && d < source->ndim; d++)
        alike = d == pre->dim || ra__sizes(self)[d] == ra__sizes(source)[d];
    if (!alike)
        return ra__refuse(m, RA_ERR_SHAPE, "self of sizes %s and source of sizes %s differ beside dimension %d", ra__sizes_text(self->ndim, ra__sizes(self), a, sizeof a),
                          ra__sizes_text(source->ndim, ra__sizes(source), b, sizeof b), pre->dim);
    const int64_t count = source->ndim ? ra__sizes(source)[pre->dim] : 1;
    if (index->numel != count)
        return ra__refuse(m, RA_ERR_SHAPE, "index has %lld entries for %lld slices of source", (long long)index->numel, (long long)count);
    if (self->ndim && (operation != RA__PUT_SUM || self->ndim == 1)) /* index_add of more dimensions takes it, as PyTorch's does */
        status = ra__check_not_empty(m, index, pre->dim, ra__sizes(self)[pre->dim]);
    pre->operation = operation;
    pre->include_self = include_self;
    return status ? status : like_self(m);
}

/* alpha is converted to the dtype of self, whatever it is. */
static ra_status take_alpha(ra_meta *m)
{
    const ra_scalar alpha = ra__arg_scalar(m, 4);
    ra__put_pre *pre = RA__PRE(m, ra__put_pre);

    pre->alpha = alpha;
    pre->scales = alpha.kind == RA_SCALAR_COMPLEX || ra__scalar_double(alpha) != 1;
    return ra__check_number(m, alpha, (ra_dtype)ra__layout(m, 0)->dtype);
}

ra_status ra__meta_index_add(ra_meta *m)
{
    ra_status status = ra__check_index_dtype(m, "index", ra__layout(m, 2));
    if (!status)
        status = take_alpha(m);
    return status ? status : slices(m, RA__PUT_SUM, true);
}

ra_status ra__meta_index_copy(ra_meta *m)
{
    const ra_layout *index = ra__layout(m, 2);
    if (index->dtype != RA_INT64)
        return ra__refuse(m, RA_ERR_DTYPE, "index has dtype %s and must be int64", ra_dtype_name((ra_dtype)index->dtype));
    return slices(m, RA__PUT_COPY, true);
}

ra_status ra__meta_index_reduce(ra_meta *m)
{
    const int operation = RA__PUT_PROD + ra__arg_choice(m, 4);
    const ra_dtype dtype = ra__layout(m, 0)->dtype;
    ra_status status = check_operation(m, operation, operation != RA__PUT_MEAN);
    if (!status && !ra__arg_bool(m, 5) && (dtype == RA_BOOL || ra__is_complex(dtype)))
        status = ra__refuse(m, RA_ERR_DTYPE, "not defined for dtype %s where self does not count", ra_dtype_name(dtype));
    if (!status)
        status = ra__check_index_dtype(m, "index", ra__layout(m, 2));
    return status ? status : slices(m, operation, ra__arg_bool(m, 5));
}

/* ---- by a mask ---- */

ra_status ra__meta_masked_scatter(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *mask = ra__layout(m, 1), *source = ra__layout(m, 2);
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    char a[160], b[160];
    ra_status status = check_source_dtype(m, "source", source);

    if (status)
        return status;
    if (mask->dtype != RA_BOOL)
        return ra__refuse(m, RA_ERR_DTYPE, "mask has dtype %s and must be bool", ra_dtype_name((ra_dtype)mask->dtype));
    if (!ra__broadcast(&ndim, sizes, self->ndim, ra__sizes(self)) || !ra__broadcast(&ndim, sizes, mask->ndim, ra__sizes(mask)))
        return ra__refuse(m, RA_ERR_SHAPE, "self of sizes %s and mask of sizes %s do not broadcast", ra__sizes_text(self->ndim, ra__sizes(self), a, sizeof a),
                          ra__sizes_text(mask->ndim, ra__sizes(mask), b, sizeof b));
    return ra__set_output(m, 0, self->dtype, ndim, sizes, NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}
