/*
 * Meta functions of what counts, and of what repeats as often as it is told.
 */
#include "meta/pre.h"
#include "meta/sizes.h"

#include <math.h>
#include <string.h>

/* ---- one_hot ---- */

ra_status ra__meta_one_hot(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    struct ra__count_pre *pre = RA__PRE(m, struct ra__count_pre);
    int64_t sizes[RA_MAX_DIMS + 1];
    ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    pre->count = ra__arg_int(m, 1);
    if (pre->count < -1 || (pre->count == 0 && self->numel))
        return ra__refuse(m, RA_ERR_ARGUMENT, "num_classes is %lld", (long long)pre->count);
    if (pre->count < 1 && !self->numel)
        return ra__refuse(m, RA_ERR_ARGUMENT, "num_classes must be named where self is empty");
    if (self->ndim == RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "result would have %d dimensions, more than %d", RA_MAX_DIMS + 1, RA_MAX_DIMS);
    memcpy(sizes, ra__sizes(self), self->ndim * sizeof *sizes);
    sizes[self->ndim] = pre->count;
    return pre->count >= 0 ? ra__set_output(m, 0, RA_INT64, self->ndim + 1, sizes, NULL, 0) : ra__set_output_late(m, 0, RA_INT64, self->ndim + 1, sizes, self->ndim);
}

/* ---- bincount ---- */

ra_status ra__meta_bincount(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *weights = ra__layout(m, 1);
    struct ra__count_pre *pre = RA__PRE(m, struct ra__count_pre);
    int64_t length = pre->count = ra__arg_int(m, 2);
    ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    if (self->ndim != 1)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %d dimensions and must have one", self->ndim);
    if (length < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "minlength (%lld) must not be negative", (long long)length);
    if (!self->numel) /* whatever the weights are */
        return ra__set_output(m, 0, RA_INT64, 1, &length, NULL, 0);
    if (weights && (weights->ndim != 1 || weights->numel != self->numel))
        return ra__refuse(m, RA_ERR_SHAPE, "weights must have one dimension of %lld elements, as self", (long long)self->numel);
    const ra_dtype dtype = !weights ? RA_INT64 : weights->dtype == RA_FLOAT32 ? RA_FLOAT32 : RA_FLOAT64;
    s = ra__set_output_late(m, 0, dtype, 1, &length, 0);
    return !s && pre->count > length ? ra__refuse(m, RA_ERR_OVERFLOW, "a result of at least %lld elements does not fit the address space", (long long)pre->count) : s;
}

/* ---- histc ---- */

ra_status ra__meta_histc(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    struct ra__histogram_pre *pre = RA__PRE(m, struct ra__histogram_pre);
    const ra_scalar least = ra__arg_scalar(m, 2), most = ra__arg_scalar(m, 3);
    const ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    pre->bins = ra__arg_int(m, 1);
    if (pre->bins < 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "bins (%lld) must be above 0", (long long)pre->bins);
    if (!ra__scalar_is_real(least) || !ra__scalar_is_real(most))
        return ra__refuse(m, RA_ERR_DTYPE, "min and max cannot be complex");
    pre->least = ra__scalar_double(least);
    pre->most = ra__scalar_double(most);
    if (pre->least == pre->most && self->numel > 0) /* whatever they are: the range is that of the elements */
        pre->least = pre->most = 0;
    if (!isfinite(pre->least) || !isfinite(pre->most))
        return ra__refuse(m, RA_ERR_ARGUMENT, "the range from %g to %g is not finite", pre->least, pre->most);
    if (pre->most < pre->least)
        return ra__refuse(m, RA_ERR_ARGUMENT, "max (%g) is less than min (%g)", pre->most, pre->least);
    if (!ra__number_fits(ra_scalar_float(pre->least), (ra_dtype)self->dtype) || !ra__number_fits(ra_scalar_float(pre->most), (ra_dtype)self->dtype))
        return ra__refuse(m, RA_ERR_ARGUMENT, "the range from %g to %g cannot be held by dtype %s", pre->least, pre->most, ra_dtype_name((ra_dtype)self->dtype));
    return ra__set_output(m, 0, (ra_dtype)self->dtype, 1, &pre->bins, NULL, RA__NO_OVERLAP);
}

/* ---- repeat_interleave ---- */

static ra_status check_repeats(ra_meta *m, const ra_layout *repeats, const ra_scalar *number, int64_t n)
{
    if (number && (number->kind == RA_SCALAR_FLOAT || number->kind == RA_SCALAR_COMPLEX))
        return ra__refuse(m, RA_ERR_DTYPE, "repeats must be an integer");
    if (number)
        return ra__scalar_int64(*number) >= 0 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "repeats (%lld) must not be negative", (long long)ra__scalar_int64(*number));
    if (repeats->dtype != RA_INT64 && repeats->dtype != RA_INT32)
        return ra__refuse(m, RA_ERR_DTYPE, "repeats has dtype %s and must be int32 or int64", ra_dtype_name((ra_dtype)repeats->dtype));
    if (repeats->ndim > 1 || (repeats->numel != 1 && repeats->numel != n))
        return ra__refuse(m, RA_ERR_SHAPE, "repeats must be one number, or one for each of %lld", (long long)n);
    return RA_OK;
}

ra_status ra__meta_repeat_interleave(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *repeats = ra__layout(m, 1);
    const ra_scalar *number = ra__in(m, 1)->number;
    struct ra__repeat_pre *pre = RA__PRE(m, struct ra__repeat_pre);
    const ra_dims given = m->args[2].kind == RA_ARG_DIMS ? ra__arg_dims(m, 2) : RA_ALL;
    int64_t sizes[RA_MAX_DIMS + 1] = {1};
    int dim = 0, ndim = 1;
    ra_status s = RA_OK;
    if (given.values && given.count != 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "dim is not one dimension");
    if (given.values && !self->ndim)
        return ra__refuse(m, RA_ERR_ARGUMENT, "self has no dimensions");
    if (given.values)
        s = ra__wrap_dim(m, given.values[0], self->ndim, &dim);
    if (s)
        return s;
    *pre = (struct ra__repeat_pre){.outer = 1, .inner = 1, .number = -1};
    if (!given.values)
        pre->n = sizes[0] = self->numel;
    else {
        ndim = self->ndim;
        memcpy(sizes, ra__sizes(self), self->ndim * sizeof *sizes);
        pre->n = sizes[dim];
        for (int d = 0; d < ndim; d++)
            *(d < dim ? &pre->outer : d > dim ? &pre->inner : &(int64_t){0}) *= sizes[d]; /* fits: a product of some sizes, or 0 */
    }
    s = check_repeats(m, repeats, number, pre->n);
    if (s)
        return s;
    pre->total = ra__arg_int(m, 3);
    if (pre->total < -1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "output_size (%lld) must not be negative", (long long)pre->total);
    if (number) {
        int64_t total;
        pre->number = ra__scalar_int64(*number);
        if (!ra__product_fits(pre->n, pre->number, &total))
            return ra__refuse(m, RA_ERR_OVERFLOW, "%lld elements %lld times do not fit the address space", (long long)pre->n, (long long)pre->number);
        if (pre->total >= 0 && pre->total != total)
            return ra__refuse(m, RA_ERR_SHAPE, "output_size is %lld, but the repeats add up to %lld", (long long)pre->total, (long long)total);
        pre->total = total;
    } else if (!pre->n)
        pre->total = 0;
    sizes[dim] = pre->total;
    if (pre->total >= 0)
        return ra__set_output(m, 0, (ra_dtype)self->dtype, ndim, sizes, NULL, 0);
    s = ra__set_output_late(m, 0, (ra_dtype)self->dtype, ndim, sizes, dim);
    pre->bound = sizes[dim];
    return s;
}
