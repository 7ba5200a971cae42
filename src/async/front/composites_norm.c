/*
 * Composites: what brings slices to a mean and a variance.
 */
#include "async/front/composites_layers.h"

#include <float.h>

/* Of each channel: as many as there are, all of one dtype, which is the input's or, of halves, float32. */
static ra_status check_channels(const ra_op_call *call, const int *args, int count, ra_dtype *seen)
{
    const ra_op *op = call->state;
    const ra_tensor *input = call->args[0].tensor;
    const ra_dtype dtype = ra_tensor_dtype(input);
    for (int i = 0; i < count; i++) {
        const ra_tensor *t = ra__composite_optional(call, args[i]);
        if (t == RA_NONE)
            continue;
        const ra_dtype own = ra_tensor_dtype(t);
        if (ra_ndim(t) != 1 || ra_size(t, 0) != ra_size(input, 1))
            return ra__refusal(RA_ERR_SHAPE, "%s: must have one number for each of %lld channels", op->args[args[i]].name, (long long)ra_size(input, 1));
        if (own != dtype && !(ra__is_half(dtype) && own == RA_FLOAT32))
            return ra__refusal(RA_ERR_DTYPE, "%s: has dtype %s, input %s", op->args[args[i]].name, ra_dtype_name(own), ra_dtype_name(dtype));
        if (*seen != RA_NO_DTYPE && *seen != own)
            return ra__refusal(RA_ERR_DTYPE, "%s: has dtype %s, another %s", op->args[args[i]].name, ra_dtype_name(own), ra_dtype_name(*seen));
        *seen = own;
    }
    return RA_OK;
}

static ra_status check_input(const ra_op_call *call)
{
    const ra_tensor *input = call->args[0].tensor;
    if (ra_ndim(input) < 2)
        return ra__refusal(RA_ERR_SHAPE, "input: has %d dimensions, fewer than 2", ra_ndim(input));
    return ra__composite_computes(call, ra_tensor_dtype(input));
}

/* One number for each channel beside x, as it is computed; RA_NONE stays. */
static const ra_tensor *beside(const ra_tensor *t, int ndim)
{
    if (t == RA_NONE)
        return RA_NONE;
    ra_tensor *wide = ra__layer_widened(t);
    for (int d = 2; d < ndim; d++)
        wide = ra_unsqueeze(wide, -1);
    return wide;
}

static ra_tensor *scaled(ra_tensor *x, const ra_tensor *weight, const ra_tensor *bias)
{
    x = weight == RA_NONE ? x : ra_mul(x, weight);
    return bias == RA_NONE ? x : ra_add(x, bias);
}

static bool is_of_instances(const ra_op_call *call)
{
    const ra_op *op = call->state;
    return op->id == RA__OP_instance_norm;
}

/* ---- by groups of channels of each sample: rows of layer_norm ---- */

static ra_status by_groups(const ra_op_call *call, ra_tensor **results, int64_t groups, const ra_tensor *weight, const ra_tensor *bias, double eps)
{
    const ra_tensor *input = call->args[0].tensor;
    const int n = ra_ndim(input);
    const bool plain = weight == RA_NONE && bias == RA_NONE;
    int64_t sizes[RA_MAX_DIMS], slice;
    for (int d = 0; d < n; d++)
        sizes[d] = ra_size(input, d);
    if (ra__layer_is_here(input)) {
        ra_tensor *y = ra__hidden(normalise_groups, {.tensor = ra_contiguous(input, NULL), .kind = RA_ARG_TENSOR}, {.integer = groups, .kind = RA_ARG_INT},
                                  {.tensor = weight, .kind = RA_ARG_TENSOR}, {.tensor = bias, .kind = RA_ARG_TENSOR}, {.real = eps, .kind = RA_ARG_FLOAT});
        return ra__gives(results, ra__layer_ordered(y, !is_of_instances(call) && ra__layer_is_channels_last(input)));
    }
    slice = sizes[1] / groups;
    for (int d = 2; d < n; d++)
        slice = ra__capped_product(slice, sizes[d]);
    ra_tensor *x = ra_contiguous(plain ? input : ra__layer_widened(input), NULL);
    ra_tensor *rows = ra_view(x, RA_DIMS(ra__capped_product(sizes[0], groups), slice));
    ra_tensor *y = ra_view(ra_layer_norm(rows, RA_DIMS(slice), RA_NONE, RA_NONE, RA_OPTS(ra_layer_norm, .eps = RA_F(eps))), ra_dims_of(sizes, n));
    if (!plain)
        y = ra__layer_narrowed(scaled(y, beside(weight, n), beside(bias, n)), input);
    return ra__gives(results, ra__layer_ordered(y, !is_of_instances(call) && ra__layer_is_channels_last(input)));
}

DEFINE(group_norm)
{
    const ra_tensor *input = call->args[0].tensor;
    const int64_t groups = call->args[1].integer;
    ra_dtype seen = RA_NO_DTYPE;
    ra_status s = check_input(call);
    if (s)
        return s;
    if (groups < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "num_groups: %lld is not above 0", (long long)groups);
    if (ra_size(input, 1) % groups)
        return ra__refusal(RA_ERR_SHAPE, "input: its %lld channels are no multiple of num_groups", (long long)ra_size(input, 1));
    if ((s = check_channels(call, (int[]){2, 3}, 2, &seen)))
        return s;
    return by_groups(call, results, groups, ra__composite_optional(call, 2), ra__composite_optional(call, 3), call->args[4].real);
}

/* ---- by channels: what x is multiplied by, and what is added ---- */

/* Whether the result is channels-last. As long as all fill their memory, it is what the input can be taken for first. */
static bool follows_input(const ra_op_call *call)
{
    const ra_tensor *input = call->args[0].tensor;
    bool is_plain = true;
    if (is_of_instances(call))
        return false;
    for (int i = 1; i <= 4; i++)
        is_plain &= ra__composite_optional(call, i) == RA_NONE || ra_is_contiguous(call->args[i].tensor);
    if (is_plain && (ra_is_contiguous(input) || ra__layer_is_dense_last(input)))
        return !ra_is_contiguous(input);
    return ra__layer_is_channels_last(input);
}

enum { WEIGHT = 1, BIAS, MEAN, VARIANCE, TRAINING, EPS = 7 }; /* arguments of batch_norm, and so of instance_norm */

/* With the mean and variance of each channel, which are (C) or, of x itself, beside it. */
static ra_status by_channels(const ra_op_call *call, ra_tensor **results, ra_tensor *x, const ra_tensor *mean, ra_tensor *variance)
{
    const ra_tensor *input = call->args[0].tensor, *weight = beside(ra__composite_optional(call, WEIGHT), ra_ndim(input)), *bias = beside(ra__composite_optional(call, BIAS), ra_ndim(input));
    const double eps = call->args[EPS].real;
    ra_tensor *factor = ra_div(1, ra_sqrt(ra_add(variance, eps)));
    if (call->args[TRAINING].boolean && eps == 0) /* of one value again and again, whose differences from the mean are 0 */
        factor = ra_where(ra_eq(variance, 0), 0., factor);
    factor = weight == RA_NONE ? factor : ra_mul(factor, weight);
    ra_tensor *shift = ra_mul(mean, factor);
    shift = bias == RA_NONE ? ra_neg(shift) : ra_sub(bias, shift);
    return ra__gives(results, ra__layer_ordered(ra__layer_narrowed(ra_add(ra_mul(x, factor), shift), input), follows_input(call)));
}

static ra_tensor *ordered(const ra_op_call *call)
{
    return ra__layer_ordered(ra__layer_widened(call->args[0].tensor), follows_input(call));
}

/* What there is nothing of is a copy, as it lies, times the first weight plus the first bias: PyTorch's way to its strides. */
static ra_status of_nothing(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *input = call->args[0].tensor, *weight = ra__composite_optional(call, 1), *bias = ra__composite_optional(call, 2);
    int64_t sizes[RA_MAX_DIMS], merged[RA_MAX_DIMS];
    const int n = ra_ndim(input);
    for (int d = 0; d < n; d++)
        sizes[d] = merged[d] = ra_size(input, d);
    merged[0] = 1;
    merged[1] = ra__capped_product(sizes[0], sizes[1]);
    ra_tensor *x = ra_clone(is_of_instances(call) ? ra_view(ra_contiguous(input, NULL), ra_dims_of(merged, n)) : input, NULL);
    x = weight == RA_NONE ? x : ra_mul(x, ra_select(weight, 0, 0));
    x = bias == RA_NONE ? x : ra_add(x, ra_select(bias, 0, 0));
    return ra__gives(results, is_of_instances(call) ? ra_view(x, ra_dims_of(sizes, n)) : x);
}

static ra_status check_statistics(const ra_op_call *call, bool training)
{
    const ra_op *op = call->state;
    ra_dtype seen = RA_NO_DTYPE;
    const ra_status s = check_input(call);
    for (int i = MEAN; !s && i <= VARIANCE; i++) {
        const bool is_there = ra__composite_optional(call, i) != RA_NONE;
        if (training && is_there)
            return ra__refusal(RA_ERR_UNSUPPORTED, "%s: is not kept up to date while %s; leave it out, and update it by the means of the batch", op->args[i].name, op->args[TRAINING].name);
        if (!training && !is_there)
            return ra__refusal(RA_ERR_ARGUMENT, "%s: is needed without %s", op->args[i].name, op->args[TRAINING].name);
    }
    return s ? s : check_channels(call, (int[]){WEIGHT, BIAS, MEAN, VARIANCE}, 4, &seen);
}

static ra_status with_given(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *input = call->args[0].tensor;
    const int n = ra_ndim(input);
    ra_tensor *variance = ra_ref(beside(call->args[VARIANCE].tensor, n));
    return by_channels(call, results, ordered(call), beside(call->args[MEAN].tensor, n), variance);
}

/* With those of its own channels: of the whole batch, or of each instance. */
static ra_status with_own(const ra_op_call *call, ra_tensor **results, bool of_batch)
{
    ra_tensor *x = ordered(call);
    const int n = ra_ndim(call->args[0].tensor), first = of_batch ? 1 : 0;
    int64_t dims[RA_MAX_DIMS] = {0};
    for (int d = 2; d < n; d++)
        dims[first + d - 2] = d;
    const ra_dims over = ra_dims_of(dims, first + n - 2);
    ra_tensor *mean = ra_mean(x, over, RA_OPTS(ra_mean, .keepdim = true)), *variance = ra_var(x, over, RA_OPTS(ra_var, .correction = 0, .keepdim = true));
    return by_channels(call, results, x, mean, variance);
}

DEFINE(batch_norm)
{
    const ra_tensor *input = call->args[0].tensor;
    const bool training = call->args[TRAINING].boolean;
    const ra_status s = check_statistics(call, training);
    if (s)
        return s;
    if (!ra_numel(input))
        return of_nothing(call, results);
    return training ? with_own(call, results, true) : with_given(call, results);
}

/* Where the mean that is given has another dtype than the weights, PyTorch converts both statistics to theirs. */
static const ra_tensor *as_weights(const ra_op_call *call, int i)
{
    const ra_tensor *t = call->args[i].tensor, *mean = ra__composite_optional(call, MEAN), *weight = ra__composite_optional(call, WEIGHT);
    const ra_dtype dtype = ra_tensor_dtype(weight == RA_NONE ? call->args[0].tensor : weight);
    return mean == RA_NONE || ra_tensor_dtype(mean) == dtype || !ra__is_floating(ra_tensor_dtype(t)) ? t : ra_to(t, RA_OPTS(ra_to, .dtype = dtype));
}

static ra_status norm_of_instances(const ra_op_call *call, ra_tensor **results)
{
    const bool training = call->args[TRAINING].boolean;
    const ra_status s = check_statistics(call, training);
    if (s)
        return s;
    if (!ra_numel(call->args[0].tensor))
        return of_nothing(call, results);
    if (!training)
        return with_given(call, results);
    if (call->args[EPS].real == 0) /* as PyTorch's batch_norm, whose it is: rows of layer_norm would be NaN without a variance */
        return with_own(call, results, false);
    const int64_t channels = ra_size(call->args[0].tensor, 1);
    return by_groups(call, results, channels, ra__composite_optional(call, WEIGHT), ra__composite_optional(call, BIAS), call->args[EPS].real);
}

DEFINE(instance_norm)
{
    ra_arg args[EPS + 1];
    memcpy(args, call->args, sizeof args);
    for (int i = MEAN; i <= VARIANCE && !args[TRAINING].boolean; i++)
        if (ra__composite_optional(call, i) != RA_NONE)
            args[i].tensor = as_weights(call, i);
    return norm_of_instances(&(ra_op_call){.args = args, .state = call->state}, results);
}

/* ---- by the root of the mean square ---- */

DEFINE(rms_norm)
{
    const ra_tensor *input = call->args[0].tensor, *weight = ra__composite_optional(call, 2);
    const ra_dims shape = call->args[1].dims;
    const ra_dtype dtype = ra_tensor_dtype(input);
    const int n = ra_ndim(input);
    const bool has_eps = call->args[3].kind == RA_ARG_SCALAR;
    const ra_scalar given = has_eps ? call->args[3].scalar : RA_F(dtype == RA_FLOAT64 || dtype == RA_COMPLEX128 ? DBL_EPSILON : (double)FLT_EPSILON);
    int64_t dims[RA_MAX_DIMS];
    const ra_status s = ra__composite_computes(call, dtype);
    if (s)
        return s;
    if (given.kind == RA_SCALAR_COMPLEX)
        return ra__refusal(RA_ERR_DTYPE, "eps: a complex number");
    if (shape.count < 1 || shape.count > n)
        return ra__refusal(RA_ERR_ARGUMENT, "normalized_shape: lists %lld extents, input has %d dimensions", (long long)shape.count, n);
    if (weight != RA_NONE && ra_ndim(weight) != shape.count)
        return ra__refusal(RA_ERR_SHAPE, "weight: is not of normalized_shape");
    for (int64_t i = 0; i < shape.count; i++) {
        dims[i] = n - shape.count + i;
        if (ra_size(input, dims[i]) != shape.values[i])
            return ra__refusal(RA_ERR_SHAPE, "input: does not end in normalized_shape");
        if (weight != RA_NONE && ra_size(weight, i) != shape.values[i])
            return ra__refusal(RA_ERR_SHAPE, "weight: is not of normalized_shape");
    }
    ra_tensor *x = ra__layer_widened(input);
    ra_tensor *factor = ra_rsqrt(ra_add(ra_mean(ra_square(x), ra_dims_of(dims, shape.count), RA_OPTS(ra_mean, .keepdim = true)), given));
    x = ra__layer_narrowed(scaled(ra_mul(x, factor), weight == RA_NONE ? weight : ra__layer_widened(weight), RA_NONE), input);
    return ra__gives(results, ra__layer_is_channels_last(input) ? x : ra_contiguous(x, NULL)); /* channels-last ones keep what the products have, as in PyTorch */
}

DEFINE(normalize)
{
    const ra_tensor *input = call->args[0].tensor;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < ra_ndim(input); d++)
        sizes[d] = ra_size(input, d);
    ra_tensor *norm = ra_linalg_vector_norm(input, call->args[1].real, RA_DIMS(call->args[2].integer), RA_OPTS(ra_linalg_vector_norm, .keepdim = true));
    return ra__gives(results, ra_div(input, ra_expand(ra_clamp_min(norm, call->args[3].real), ra_dims_of(sizes, ra_ndim(input))), NULL));
}

/* ---- by norms that are too large ---- */

/* Norms are taken in the dtype that PyTorch adds up in. */
static ra_dtype summed_in(ra_dtype dtype)
{
    return ra__is_half(dtype) ? RA_FLOAT32 : ra__is_complex(dtype) ? RA_COMPLEX128 : RA_FLOAT64;
}

DEFINE(renorm)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_scalar p = call->args[1].scalar, most = call->args[3].scalar;
    const ra_dtype dtype = ra_tensor_dtype(self);
    const int n = ra_ndim(self);
    const int64_t dim = call->args[2].integer < 0 ? call->args[2].integer + n : call->args[2].integer;
    int64_t others[RA_MAX_DIMS];
    if (ra__composite_computes(call, dtype))
        return RA_ERR_DTYPE;
    if (p.kind == RA_SCALAR_COMPLEX || !(ra__scalar_double(p) > 0))
        return ra__refusal(RA_ERR_ARGUMENT, "p: is not above 0");
    if (most.kind == RA_SCALAR_COMPLEX || !(ra__scalar_double(most) >= 0))
        return ra__refusal(RA_ERR_ARGUMENT, "maxnorm: is negative");
    if (n < 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 2", n);
    if (dim < 0 || dim >= n)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %d dimensions", (long long)call->args[2].integer, n);
    for (int d = 0, to = 0; d < n; d++)
        if (d != dim)
            others[to++] = d;
    ra_tensor *norm = ra_linalg_vector_norm(self, p, ra_dims_of(others, n - 1), RA_OPTS(ra_linalg_vector_norm, .keepdim = true, .dtype = summed_in(dtype)));
    ra_tensor *factor = ra_where(ra_gt(norm, most), ra_div(most, ra_add(norm, 1e-7)), 1.0);
    return ra__gives(results, ra__layer_ordered(ra_mul(self, ra_to(factor, RA_OPTS(ra_to, .dtype = dtype))), false));
}

/* Means of squares over neighbouring channels, which lie along dimension 1 of images, or of volumes whose last dimensions are one. */
static ra_tensor *mean_squares(const ra_tensor *input, int64_t size)
{
    const int n = ra_ndim(input);
    const int64_t around[] = {0, 0, 0, 0, size / 2, (size - 1) / 2};
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < n; d++)
        sizes[d] = ra_size(input, d);
    ra_tensor *squares = ra_mul(input, input);
    if (n == 3) {
        squares = ra__layer_padded(ra_unsqueeze(squares, 1), ra_dims_of(around + 2, 4), RA_I(0));
        return ra_squeeze(ra_avg_pool2d(squares, RA_DIMS(size, 1), RA_OPTS(ra_avg_pool2d, .stride = {1, 1})), RA_DIMS(1));
    }
    squares = ra__layer_padded(ra_reshape(squares, RA_DIMS(sizes[0], 1, sizes[1], sizes[2], -1)), ra_dims_of(around, 6), RA_I(0));
    squares = ra_avg_pool3d(squares, RA_DIMS(size, 1, 1), RA_OPTS(ra_avg_pool3d, .stride = {1, 1, 1}));
    return ra_view(ra_squeeze(squares, RA_DIMS(1)), ra_dims_of(sizes, n));
}

DEFINE(local_response_norm)
{
    const ra_tensor *input = call->args[0].tensor;
    const int64_t size = call->args[1].integer;
    if (ra_ndim(input) < 3)
        return ra__refusal(RA_ERR_SHAPE, "input: has %d dimensions, fewer than 3", ra_ndim(input));
    if (!ra_numel(input))
        return ra__gives(results, ra_ref(input));
    if (ra__composite_computes(call, ra_tensor_dtype(input)))
        return RA_ERR_DTYPE;
    if (size < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "size: %lld is not above 0", (long long)size);
    ra_tensor *scaled = ra_pow(ra_add(ra_mul(mean_squares(input, size), call->args[3].real), call->args[2].real), call->args[4].real);
    return ra__gives(results, ra_div(input, scaled));
}
