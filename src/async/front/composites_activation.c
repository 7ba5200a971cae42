/*
 * Composites: activations. Those that round once in PyTorch compute half dtypes in float32, as kernels do.
 */
#include "async/front/composites_layers.h"

#include <math.h>

/* What an argument is computed as. */
static ra_tensor *widened(const ra_tensor *x)
{
    return ra_to(x, RA_OPTS(ra_to, .dtype = ra__compute_dtype(ra_tensor_dtype(x))));
}

/* The result, in the dtype of the argument, and in the strides of a result over it: what is computed in another dtype has gone by copies. */
static ra_status gives_like(ra_tensor **results, ra_tensor *result, const ra_tensor *x)
{
    return ra__gives(results, ra__layer_over(ra_to(result, RA_OPTS(ra_to, .dtype = ra_tensor_dtype(x))), x));
}

/* Argument i as a real number, which the dtype that is computed in holds. */
static ra_status real_argument(const ra_op_call *call, int i, double *number)
{
    const ra_scalar s = call->args[i].scalar;
    const ra_op *op = call->state;
    const ra_dtype dtype = ra__compute_dtype(ra_tensor_dtype(call->args[0].tensor));
    *number = ra__scalar_double(s);
    if (!ra__scalar_is_real(s))
        return ra__refusal(RA_ERR_DTYPE, "%s: a complex number", op->args[i].name);
    if (dtype != RA_BOOL && !ra__is_integral(dtype) && !ra__number_fits(s, dtype))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: cannot be held by dtype %s", op->args[i].name, ra_dtype_name(dtype));
    return RA_OK;
}

/* ---- exponential ones ---- */

/* scale * alpha * (exp(inner * x) - 1) below 0, else scale * x. */
static ra_status exponential_unit(const ra_op_call *call, ra_tensor **results, double alpha, double scale, double inner)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    ra_tensor *x = widened(self), *below = ra_mul(ra_expm1(inner == 1 ? x : ra_mul(x, inner)), alpha * scale);
    return gives_like(results, ra_where(ra_lt(x, 0), below, scale == 1 ? x : ra_mul(x, scale)), self); /* 0 is not below, where alpha may be infinite */
}

DEFINE(elu)
{
    double alpha, scale, inner;
    ra_status s = real_argument(call, 1, &alpha);
    if (s || (s = real_argument(call, 2, &scale)) || (s = real_argument(call, 3, &inner)))
        return s;
    return exponential_unit(call, results, alpha, scale, inner);
}

DEFINE(celu)
{
    double alpha;
    const ra_status s = real_argument(call, 1, &alpha);
    if (s)
        return s;
    if (alpha == 0)
        return ra__refusal(RA_ERR_ARGUMENT, "alpha: 0, by which is divided");
    const ra_dtype dtype = ra__compute_dtype(ra_tensor_dtype(call->args[0].tensor));
    if (ra__is_floating(dtype) && !ra__number_fits(ra_scalar_float(1 / alpha), dtype))
        return ra__refusal(RA_ERR_ARGUMENT, "alpha: %g, whose inverse cannot be held by dtype %s", alpha, ra_dtype_name(dtype));
    return exponential_unit(call, results, alpha, 1, 1 / alpha);
}

DEFINE(selu)
{
    return exponential_unit(call, results, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1);
}

DEFINE(softplus)
{
    const ra_tensor *self = call->args[0].tensor;
    double beta, threshold;
    ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s || (s = real_argument(call, 1, &beta)) || (s = real_argument(call, 2, &threshold)))
        return s;
    return ra__gives(results, ra__hidden(soft_ramp, {.tensor = self, .kind = RA_ARG_TENSOR}, {.real = beta, .kind = RA_ARG_FLOAT}, {.real = threshold, .kind = RA_ARG_FLOAT}));
}

DEFINE(log_sigmoid)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    ra_tensor *x = ra_contiguous(self, NULL); /* and so is the result */
    return ra__gives(results, x ? ra__hidden(sigmoid_log, {.tensor = x, .kind = RA_ARG_TENSOR}) : NULL);
}

DEFINE(mish)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    ra_tensor *x = widened(self);
    return gives_like(results, ra_mul(x, ra_tanh(ra_log1p(ra_exp(x)))), self);
}

DEFINE(glu)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    const int64_t dim = call->args[1].integer, ndim = ra_ndim(self);
    if (s)
        return s;
    if (!ndim)
        return ra__refusal(RA_ERR_SHAPE, "self: has no dimensions");
    if (dim < -ndim || dim >= ndim)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %lld dimensions", (long long)dim, (long long)ndim);
    const int64_t size = ra_size(self, (int)dim);
    if (size % 2)
        return ra__refusal(RA_ERR_SHAPE, "self: size %lld of dimension %lld is odd", (long long)size, (long long)dim);
    ra_tensor *half = ra_narrow(self, dim, 0, size / 2), *gate = ra_narrow(self, dim, size / 2, size / 2);
    return ra__gives(results, half && gate ? ra__hidden(gated, {.tensor = half, .kind = RA_ARG_TENSOR}, {.tensor = gate, .kind = RA_ARG_TENSOR}) : NULL);
}

/* ---- by pieces ---- */

/* Laid out as self is. */
static ra_status gives_bounded(ra_tensor **results, const ra_tensor *self, ra_scalar low, ra_scalar high)
{
    ra_tensor *result = ra_empty_like(self, NULL);
    return result && ra_clamp_out(result, self, low, high) ? RA_OK : ra__gives(results, result);
}

/* Bounds of integers are cut, and lead to no other dtype. */
static ra_status bounded(const ra_op_call *call, ra_tensor **results, double low, double high)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dtype dtype = ra_tensor_dtype(self);
    const ra_status s = ra__composite_computes(call, dtype);
    if (s)
        return s;
    if (!ra__is_integral(dtype))
        return gives_bounded(results, self, RA_F(low), RA_F(high));
    if (!(fabs(low) < 9e18 && fabs(high) < 9e18))
        return ra__refusal(RA_ERR_OVERFLOW, "min_val and max_val: %g and %g are beyond integers", low, high);
    if (dtype == RA_UINT8 && ((int64_t)low < 0 || (int64_t)high < 0))
        return ra__refusal(RA_ERR_ARGUMENT, "min_val and max_val: %g and %g, of which uint8 takes none below 0", low, high);
    return gives_bounded(results, self, RA_I((int64_t)low), RA_I((int64_t)high));
}

DEFINE(hardtanh)
{
    double low, high;
    ra_status s = real_argument(call, 1, &low);
    if (s || (s = real_argument(call, 2, &high)))
        return s;
    return bounded(call, results, low, high);
}

DEFINE(relu6)
{
    return bounded(call, results, 0, 6);
}

/* ---- angles, and a difference turned round ---- */

static ra_status scaled(const ra_op_call *call, ra_tensor **results, double factor)
{
    const ra_tensor *self = call->args[0].tensor;
    if (ra__is_complex(ra_tensor_dtype(self)))
        return ra__refusal(RA_ERR_DTYPE, "not defined for dtype %s", ra_dtype_name(ra_tensor_dtype(self)));
    const ra_dtype dtype = ra_tensor_dtype(self);
    ra_tensor *result = ra_empty_like(self, RA_OPTS(ra_empty_like, .dtype = dtype == RA_BOOL || ra__is_integral(dtype) ? ra__tls.carried.default_dtype : dtype));
    return result && ra_mul_out(result, self, factor) ? RA_OK : ra__gives(results, result);
}

DEFINE(deg2rad)
{
    return scaled(call, results, 0.017453292519943295769236907684886);
}

DEFINE(rad2deg)
{
    return scaled(call, results, 57.295779513082320876798154814105);
}

DEFINE(rsub)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_arg *other = &call->args[1];
    const ra_scalar alpha = call->args[2].scalar;
    if (other->kind == RA_ARG_SCALAR)
        return ra__gives(results, ra_sub(other->scalar, self, RA_OPTS(ra_sub, .alpha = alpha)));
    return ra__gives(results, ra_sub(other->tensor, self, RA_OPTS(ra_sub, .alpha = alpha)));
}
