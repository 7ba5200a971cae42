/*
 * Meta functions of scans, sorting and sets.
 */
#include "meta/pre.h"

#include <string.h>

/* Like self; in place and out= keep or give the dtype. */
ra_status ra__meta_cumsum(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_dtype asked = ra__arg_dtype(m, 2);
    ra_dtype dtype = asked != RA_NO_DTYPE                               ? asked
                     : m->given                                         ? (ra_dtype)m->given[0].layout->dtype
                     : in->dtype == RA_BOOL || ra__is_integral(in->dtype) ? RA_INT64
                                                                        : (ra_dtype)in->dtype;
    if (dtype == RA_BOOL)
        return ra__refuse(m, RA_ERR_DTYPE, "a scan in bool");
    ra__along_pre *pre = RA__PRE(m, ra__along_pre);
    ra_status status = ra__wrap_dim(m, ra__arg_int(m, 1), in->ndim, &pre->dim);
    return status ? status : ra__set_output(m, 0, dtype, in->ndim, ra__sizes(in), NULL, RA__STRIDES_HINT);
}

ra_status ra__meta_logcumsumexp(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = ra__wrap_dim(m, ra__arg_int(m, 1), in->ndim, &RA__PRE(m, ra__along_pre)->dim);
    return status ? status : ra__set_output(m, 0, in->dtype, in->ndim, ra__sizes(in), NULL, RA__STRIDES_HINT | RA__NO_OVERLAP);
}

/* Extremes so far and where they are. */
ra_status ra__meta_cumextremum(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_status status = ra__check_dtype(m, in->dtype);
    if (!status)
        status = ra__wrap_dim(m, ra__arg_int(m, 1), in->ndim, &RA__PRE(m, ra__along_pre)->dim);
    if (!status)
        status = ra__set_output(m, 0, in->dtype, in->ndim, ra__sizes(in), NULL, RA__NO_OVERLAP);
    return status ? status : ra__set_output(m, 1, RA_INT64, in->ndim, ra__sizes(in), NULL, RA__NO_OVERLAP);
}

static ra_status along(ra_meta *m, int dim_arg, bool descending)
{
    const ra_layout *in = ra__layout(m, 0);
    ra__along_pre *pre = RA__PRE(m, ra__along_pre);
    ra_status status = ra__check_dtype(m, in->dtype);
    pre->descending = descending;
    return status ? status : ra__wrap_dim(m, ra__arg_int(m, dim_arg), in->ndim, &pre->dim);
}

ra_status ra__meta_sort(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    ra_status status = along(m, 1, ra__arg_bool(m, 2));
    ra__strides_preserved(in->ndim, ra__sizes(in), ra__strides(in), strides);
    if (!status)
        status = ra__set_output(m, 0, in->dtype, in->ndim, ra__sizes(in), strides, RA__NO_OVERLAP);
    return status ? status : ra__set_output(m, 1, RA_INT64, in->ndim, ra__sizes(in), strides, RA__NO_OVERLAP);
}

ra_status ra__meta_argsort(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    ra_status status = along(m, 1, ra__arg_bool(m, 2));
    ra__strides_preserved(in->ndim, ra__sizes(in), ra__strides(in), strides);
    return status ? status : ra__set_output(m, 0, RA_INT64, in->ndim, ra__sizes(in), strides, RA__NO_OVERLAP);
}

ra_status ra__meta_topk(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra__along_pre *pre = RA__PRE(m, ra__along_pre);
    ra_status status = along(m, 2, ra__arg_bool(m, 3));
    if (status)
        return status;
    int64_t k = ra__arg_int(m, 1), n = in->ndim ? ra__sizes(in)[pre->dim] : 1;
    if (k < 0 || k > n)
        return ra__refuse(m, RA_ERR_ARGUMENT, "k is %lld, but there are %lld elements along dim %d", (long long)k, (long long)n, pre->dim);
    int64_t sizes[RA_MAX_DIMS];
    memcpy(sizes, ra__sizes(in), in->ndim * sizeof *sizes);
    if (in->ndim)
        sizes[pre->dim] = k;
    else
        k = 1; /* PyTorch gives the one element whether k is 0 or 1 */
    pre->k = k;
    status = ra__set_output(m, 0, in->dtype, in->ndim, sizes, NULL, RA__NO_OVERLAP);
    return status ? status : ra__set_output(m, 1, RA_INT64, in->ndim, sizes, NULL, RA__NO_OVERLAP);
}

/* One element of each row and where it is: values and indices without dim, or of size 1 there. */
static ra_status chosen(ra_meta *m, bool keepdim)
{
    const ra_layout *in = ra__layout(m, 0);
    const int dim = RA__PRE(m, ra__along_pre)->dim;
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    if (in->ndim && ra__sizes(in)[dim] == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "nothing to choose from: dimension %d has size 0", dim);
    for (int d = 0; d < in->ndim; d++)
        if (d != dim)
            sizes[ndim++] = ra__sizes(in)[d];
        else if (keepdim)
            sizes[ndim++] = 1;
    ra_status status = ra__set_output(m, 0, in->dtype, ndim, sizes, NULL, RA__NO_OVERLAP);
    return status ? status : ra__set_output(m, 1, RA_INT64, ndim, sizes, NULL, RA__NO_OVERLAP);
}

ra_status ra__meta_kthvalue(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra__along_pre *pre = RA__PRE(m, ra__along_pre);
    ra_status status = along(m, 2, false);
    if (status)
        return status;
    const int64_t n = in->ndim ? ra__sizes(in)[pre->dim] : 1;
    pre->k = ra__arg_int(m, 1);
    if (pre->k < 1 || pre->k > n)
        return ra__refuse(m, RA_ERR_ARGUMENT, "k is %lld, but there are %lld elements along dim %d", (long long)pre->k, (long long)n, pre->dim);
    return chosen(m, ra__arg_bool(m, 3));
}

/* median, nanmedian, mode */
ra_status ra__meta_central(ra_meta *m)
{
    ra_status status = along(m, 1, false);
    return status ? status : chosen(m, ra__arg_bool(m, 2));
}

/* Results of at most as many elements as self has; what is not asked for is empty. */
ra_status ra__meta_unique(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra__along_pre *pre = RA__PRE(m, ra__along_pre);
    ra_status status = ra__check_dtype(m, in->dtype);
    if (status)
        return status;
    const int64_t most = in->numel, none = 0;
    pre->inverse = ra__arg_bool(m, 2);
    pre->counts = ra__arg_bool(m, 3);
    const unsigned by_data = most > 0 ? RA__DATA_SIZE : 0;
    status = ra__set_output(m, 0, in->dtype, 1, &most, NULL, by_data);
    if (!status)
        status = pre->inverse ? ra__set_output(m, 1, RA_INT64, in->ndim, ra__sizes(in), NULL, 0) : ra__set_output(m, 1, RA_INT64, 1, &none, NULL, 0);
    if (!status)
        status = ra__set_output(m, 2, RA_INT64, 1, pre->counts ? &most : &none, NULL, pre->counts ? by_data : 0);
    return status;
}
