/*
 * Meta functions of reductions: which dimensions go away, in which dtype, and what an empty one means.
 */
#include "meta/pre.h"

#include <math.h>

/* Dimensions that are reduced (in pre), and result i without them or, with keepdim, of size 1. */
static ra_status set_reduced(ra_meta *m, int i, ra_dtype dtype, uint32_t mask, bool keepdim, unsigned how)
{
    const ra_layout *in = ra__layout(m, 0);
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    for (int d = 0; d < in->ndim; d++) {
        if (!((mask >> d) & 1))
            sizes[ndim++] = ra__sizes(in)[d];
        else if (keepdim)
            sizes[ndim++] = 1;
    }
    RA__PRE(m, ra__reduce_pre)->mask = mask;
    return ra__set_output(m, i, dtype, ndim, sizes, NULL, how | RA__NO_OVERLAP);
}

/* One dimension, or all of them: for operators that take no other list. */
static ra_status one_or_all(ra_meta *m, int arg, uint32_t *mask)
{
    ra_dims dims = ra__arg_dims(m, arg);
    if (dims.values && dims.count != 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "dim must be one dimension or RA_ALL");
    return ra__dims_mask(m, dims, ra__layout(m, 0)->ndim, true, mask);
}

/* Operators without an identity need an element for each result. */
static ra_status check_not_empty(ra_meta *m, uint32_t mask)
{
    const ra_layout *in = ra__layout(m, 0);
    if (in->numel > 0)
        return RA_OK;
    for (int d = 0; d < in->ndim; d++)
        if (((mask >> d) & 1) && ra__sizes(in)[d] == 0)
            return ra__refuse(m, RA_ERR_SHAPE, "nothing to choose from: dimension %d has size 0", d);
    return RA_OK;
}

/* dtype= and out= name the result's dtype, and elements are converted to it first; else it is `otherwise`. */
static ra_status named_dtype(ra_meta *m, int arg, ra_dtype otherwise, ra_dtype *result)
{
    ra_dtype named = ra__arg_dtype(m, arg);
    *result = named != RA_NO_DTYPE ? named : m->given ? (ra_dtype)m->given[0].layout->dtype : otherwise;
    RA__PRE(m, ra__reduce_pre)->via = *result;
    return RA_OK;
}

static ra_dtype accumulated(ra_dtype d)
{
    return d == RA_BOOL || ra__is_integral(d) ? RA_INT64 : d;
}

ra_status ra__meta_sum(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    uint32_t mask;
    ra_dtype dtype;
    ra_status status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, true, &mask);
    if (!status)
        status = named_dtype(m, 3, accumulated(in->dtype), &dtype);
    return status ? status : set_reduced(m, 0, dtype, mask, ra__arg_bool(m, 2), 0);
}

/* Floating numbers add up in a floating dtype, or as the integers that dtype= makes of them; the others as they do in sum. */
ra_status ra__meta_nansum(ra_meta *m)
{
    const ra_dtype from = ra__layout(m, 0)->dtype;
    ra_dtype dtype = from;
    ra_status status = ra__check_dtype(m, from);
    if (!status)
        status = named_dtype(m, 3, from, &dtype);
    if (!status && ra__is_floating(from) && !ra__is_floating(dtype) && (ra__is_complex(dtype) || ra__arg_dtype(m, 3) == RA_NO_DTYPE))
        return ra__refuse(m, RA_ERR_DTYPE, "not defined for dtype %s", ra_dtype_name(dtype));
    return status ? status : ra__meta_sum(m);
}

ra_status ra__meta_prod(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    uint32_t mask;
    ra_dtype dtype;
    ra_status status = one_or_all(m, 1, &mask);
    if (!status)
        status = named_dtype(m, 3, accumulated(in->dtype), &dtype);
    return status ? status : set_reduced(m, 0, dtype, mask, ra__arg_bool(m, 2), 0);
}

ra_status ra__meta_mean(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_dtype asked = ra__arg_dtype(m, 3), from = asked != RA_NO_DTYPE ? asked : (ra_dtype)in->dtype;
    if (!ra__is_floating(from) && !ra__is_complex(from))
        return ra__refuse(m, RA_ERR_DTYPE, "mean of %s: name a floating or complex dtype", ra_dtype_name(from));
    uint32_t mask;
    ra_dtype dtype;
    ra_status status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, true, &mask);
    if (!status)
        status = named_dtype(m, 3, in->dtype, &dtype);
    if (!status && !ra_can_cast(from, dtype))
        return ra__refuse(m, RA_ERR_DTYPE, "a mean in %s cannot be written to %s", ra_dtype_name(from), ra_dtype_name(dtype));
    return status ? status : set_reduced(m, 0, dtype, mask, ra__arg_bool(m, 2), 0);
}

ra_status ra__meta_all_any(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_dtype dtype = in->dtype == RA_UINT8 ? RA_UINT8 : RA_BOOL;
    if (m->given) {
        ra_dtype given = m->given[0].layout->dtype;
        if (given == RA_BOOL || given == RA_UINT8)
            dtype = given;
    }
    uint32_t mask;
    ra_status status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, false, &mask);
    RA__PRE(m, ra__reduce_pre)->via = RA_NO_DTYPE;
    return status ? status : set_reduced(m, 0, dtype, mask, ra__arg_bool(m, 2), 0);
}

ra_status ra__meta_extremum(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    uint32_t mask;
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, true, &mask);
    if (!status)
        status = check_not_empty(m, mask);
    return status ? status : set_reduced(m, 0, in->dtype, mask, ra__arg_bool(m, 2), 0);
}

ra_status ra__meta_extremum_dim(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    int dim = 0;
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = ra__wrap_dim(m, ra__arg_int(m, 1), in->ndim, &dim);
    uint32_t mask = in->ndim ? 1u << dim : 0;
    if (!status)
        status = check_not_empty(m, mask);
    if (!status)
        status = set_reduced(m, 0, in->dtype, mask, ra__arg_bool(m, 2), 0);
    return status ? status : set_reduced(m, 1, RA_INT64, mask, ra__arg_bool(m, 2), 0);
}

ra_status ra__meta_arg_extremum(ra_meta *m)
{
    uint32_t mask;
    ra_status status = ra__check_dtype(m, ra__layout(m, 0)->dtype);
    if (!status)
        status = one_or_all(m, 1, &mask);
    if (!status)
        status = check_not_empty(m, mask);
    return status ? status : set_reduced(m, 0, RA_INT64, mask, ra__arg_bool(m, 2), 0);
}

/* A real variance into a complex output: PyTorch computes one where it is all of the result, or where there is nothing to compute. */
static bool goes_to_complex(const ra_layout *in, uint32_t mask)
{
    bool one = !ra__is_half((ra_dtype)in->dtype);
    for (int d = 0; d < in->ndim; d++)
        one = one && (mask >> d & 1 || ra__sizes(in)[d] == 1);
    return one || in->numel == 0;
}

ra_status ra__meta_var(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    uint32_t mask;
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, true, &mask);
    if (!status && m->given && ra__is_complex((ra_dtype)m->given[0].layout->dtype) && !ra__is_complex(in->dtype) && !goes_to_complex(in, mask))
        return ra__refuse(m, RA_ERR_DTYPE, "a variance of %s cannot be written to complex", ra_dtype_name(in->dtype));
    RA__PRE(m, ra__reduce_pre)->value = ra__arg_float(m, 2);
    return status ? status : set_reduced(m, 0, ra__real_of(in->dtype), mask, ra__arg_bool(m, 3), RA__CAST_OUTPUT);
}

ra_status ra__meta_logsumexp(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    uint32_t mask;
    ra_dtype dtype = ra__to_float(m, in->dtype);
    ra_status status = ra__dims_mask(m, ra__arg_dims(m, 1), in->ndim, true, &mask);
    RA__PRE(m, ra__reduce_pre)->via = dtype;
    return status ? status : set_reduced(m, 0, dtype, mask, ra__arg_bool(m, 2), RA__CAST_OUTPUT);
}

/* dtype= must be of the input's kind, real or complex, and lose nothing of it. */
static ra_status check_norm_dtype(ra_meta *m, ra_dtype from, ra_dtype asked)
{
    if (asked == RA_NO_DTYPE)
        return RA_OK;
    if ((!ra__is_floating(asked) && !ra__is_complex(asked)) || ra__is_complex(from) != ra__is_complex(asked))
        return ra__refuse(m, RA_ERR_DTYPE, "dtype %s does not fit an input of %s", ra_dtype_name(asked), ra_dtype_name(from));
    if (ra_promote_types(from, asked) != asked)
        return ra__refuse(m, RA_ERR_DTYPE, "dtype %s is narrower than the input's %s", ra_dtype_name(asked), ra_dtype_name(from));
    return RA_OK;
}

static bool is_of_one(const ra_layout *in, uint32_t mask)
{
    bool one = true;
    for (int d = 0; d < in->ndim; d++)
        one &= !(mask >> d & 1) || ra__sizes(in)[d] == 1;
    return one;
}

ra_status ra__meta_vector_norm(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_dtype asked = ra__arg_dtype(m, 4), dtype = asked != RA_NO_DTYPE ? asked : (ra_dtype)in->dtype;
    if (ra__arg_scalar(m, 1).kind == RA_SCALAR_COMPLEX)
        return ra__refuse(m, RA_ERR_ARGUMENT, "ord must be real");
    double order = ra__scalar_double(ra__arg_scalar(m, 1));
    uint32_t mask;
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = check_norm_dtype(m, in->dtype, asked);
    if (!status)
        status = ra__dims_mask(m, ra__arg_dims(m, 2), in->ndim, true, &mask);
    if (!status && (order < 0 || isinf(order)))
        status = check_not_empty(m, mask);
    if (!status && order > 0 && !isinf(order) && in->numel == 0) /* 0, whatever the power: that of a sum of nothing may be 0 to the 0 */
        order = 1;
    if (!status && order != 0 && is_of_one(in, mask)) /* its size, which no power is to leave the range of the dtype with */
        order = 1;
    RA__PRE(m, ra__reduce_pre)->value = order;
    RA__PRE(m, ra__reduce_pre)->via = dtype;
    return status ? status : set_reduced(m, 0, ra__real_of(dtype), mask, ra__arg_bool(m, 3), 0);
}
