/*
 * Composites: products, moments and what is counted.
 */
#include "async/front/composites.h"

#include "meta/dtype.h"

#include <runahead/ops.h>

/* ---- products ---- */

DEFINE(outer)
{
    const ra_tensor *self = call->args[0].tensor, *vec2 = call->args[1].tensor;
    if (ra_ndim(self) != 1 || ra_ndim(vec2) != 1)
        return ra__refusal(RA_ERR_SHAPE, "%s: has %d dimensions, not 1", ra_ndim(self) != 1 ? "self" : "vec2", ra_ndim(ra_ndim(self) != 1 ? self : vec2));
    return ra__gives(results, ra_mul(ra_unsqueeze(self, 1), vec2));
}

/* As the product of two matrices whose rows are what is summed over. */
DEFINE(inner)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const int n = ra_ndim(self), m = ra_ndim(other);
    int64_t sizes[2 * RA_MAX_DIMS], rows = 1, columns = 1;
    if (!n || !m)
        return ra__gives(results, ra_mul(self, other));
    const int64_t k = ra_size(self, -1);
    if (k != ra_size(other, -1))
        return ra__refusal(RA_ERR_SHAPE, "self and other: their last dimensions are %lld and %lld", (long long)k, (long long)ra_size(other, -1));
    if (ra_tensor_dtype(self) != ra_tensor_dtype(other))
        return ra__refusal(RA_ERR_DTYPE, "self and other: are not of the same dtype");
    bool fits = true;
    for (int d = 0; d < n - 1; d++)
        fits &= !__builtin_mul_overflow(rows, sizes[d] = ra_size(self, d), &rows);
    for (int d = 0; d < m - 1; d++)
        fits &= !__builtin_mul_overflow(columns, sizes[n - 1 + d] = ra_size(other, d), &columns);
    if (!fits)
        return ra__refusal(RA_ERR_OVERFLOW, "self and other: the result is too large");
    ra_tensor *a = ra_reshape(self, RA_DIMS(rows, k)), *b = ra_reshape(other, RA_DIMS(columns, k));
    return ra__gives(results, ra_reshape(ra_mm(a, ra_t(b)), ra_dims_of(sizes, n + m - 2)));
}

/* Each dimension of the one beside that of the other, then merged. */
DEFINE(kron)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const int n = ra_ndim(self), m = ra_ndim(other), most = n > m ? n : m;
    int64_t a[RA_MAX_DIMS], b[RA_MAX_DIMS], merged[RA_MAX_DIMS];
    if (2 * most > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "self and other: have more than %d dimensions", RA_MAX_DIMS / 2);
    for (int d = 0; d < most; d++) {
        a[2 * d] = d < most - n ? 1 : ra_size(self, d - (most - n));
        b[2 * d + 1] = d < most - m ? 1 : ra_size(other, d - (most - m));
        a[2 * d + 1] = b[2 * d] = 1;
        if (__builtin_mul_overflow(a[2 * d], b[2 * d + 1], &merged[d]))
            return ra__refusal(RA_ERR_OVERFLOW, "self and other: dimension %d of the result is too large", d);
    }
    ra_tensor *product = ra_mul(ra_reshape(self, ra_dims_of(a, 2 * most)), ra_reshape(other, ra_dims_of(b, 2 * most)));
    return ra__gives(results, ra_reshape(product, ra_dims_of(merged, most)));
}

DEFINE(mv)
{
    const ra_tensor *self = call->args[0].tensor, *vec = call->args[1].tensor;
    if (ra_ndim(self) != 2 || ra_ndim(vec) != 1)
        return ra__refusal(RA_ERR_SHAPE, "self and vec: have %d and %d dimensions, not 2 and 1", ra_ndim(self), ra_ndim(vec));
    return ra__gives(results, ra_matmul(self, vec));
}

/* As a 2-d one whose images are of height 1, and never channels-last. */
DEFINE(conv1d)
{
    const ra_tensor *input = call->args[0].tensor, *weight = call->args[1].tensor;
    const int n = ra_ndim(input);
    if ((n != 2 && n != 3) || ra_ndim(weight) != 3)
        return ra__refusal(RA_ERR_SHAPE, "input and weight: must be (N, C, L) or (C, L) and (O, C / groups, K)");
    ra_tensor *image = ra_unsqueeze(ra_contiguous(input, NULL), n - 1), *window = ra_unsqueeze(weight, 2);
    const int64_t stride = call->args[3].dims.values[0], padding = call->args[4].dims.values[0], dilation = call->args[5].dims.values[0];
    if (stride < 1 || dilation < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "stride and dilation: %lld and %lld, not above 0", (long long)stride, (long long)dilation);
    ra_tensor *result = ra_conv2d(image, window, ra__composite_optional(call, 2),
                                  RA_OPTS(ra_conv2d, .stride = {1, stride}, .padding = {0, padding}, .dilation = {1, dilation}, .groups = RA_I(call->args[6].integer)));
    return ra__gives(results, ra_squeeze(result, RA_DIMS(-2)));
}

/* ---- moments ---- */

DEFINE(var_mean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = call->args[1].dims;
    const bool keepdim = call->args[3].boolean;
    results[0] = ra_var(self, dim, RA_OPTS(ra_var, .correction = RA_F(call->args[2].real), .keepdim = keepdim));
    results[1] = ra_mean(self, dim, RA_OPTS(ra_mean, .keepdim = keepdim));
    return RA_OK;
}

DEFINE(std_mean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = call->args[1].dims;
    const bool keepdim = call->args[3].boolean;
    results[0] = ra_std(self, dim, RA_OPTS(ra_std, .correction = RA_F(call->args[2].real), .keepdim = keepdim));
    results[1] = ra_mean(self, dim, RA_OPTS(ra_mean, .keepdim = keepdim));
    return RA_OK;
}

DEFINE(count_nonzero)
{
    return ra__gives(results, ra_sum(ra_ne(call->args[0].tensor, 0), call->args[1].dims));
}

/* ---- whether ---- */

DEFINE(isfinite)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dtype dtype = ra_tensor_dtype(self);
    if (dtype == RA_BOOL || ra__is_integral(dtype))
        return ra__gives(results, ra_ones_like(self, RA_OPTS(ra_ones_like, .dtype = RA_BOOL)));
    return ra__gives(results, ra_logical_not(ra_logical_or(ra_isnan(self), ra_isinf(self))));
}

DEFINE(logical_xor)
{
    return ra__gives(results, ra_ne(ra_ne(call->args[0].tensor, 0), ra_ne(call->args[1].tensor, 0)));
}
