/*
 * Composites: convolution of volumes, and transposed convolutions, by a hidden row.
 */
#include "async/front/composites_layers.h"

enum { MOST_DIMS = 3, MOST = 1 << 30 }; /* what extents, steps and paddings may be: products of two fit */

typedef struct windows {
    int dims;
    int64_t in[MOST_DIMS], kernel[MOST_DIMS], stride[MOST_DIMS], padding[MOST_DIMS], dilation[MOST_DIMS], more[MOST_DIMS], out[MOST_DIMS];
    int64_t groups;
    bool has_batch;
} windows;

static ra_status check_step(const char *name, int64_t value, int64_t least)
{
    if (value < least)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %lld is below %lld", name, (long long)value, (long long)least);
    return value > MOST ? ra__refusal(RA_ERR_OVERFLOW, "%s: %lld is too large", name, (long long)value) : RA_OK;
}

static ra_status take(const ra_op_call *call, int dims, windows *w)
{
    const ra_tensor *input = call->args[0].tensor, *weight = call->args[1].tensor;
    const int n = ra_ndim(input);
    *w = (windows){.dims = dims, .has_batch = n == dims + 2};
    if ((n != dims + 1 && n != dims + 2) || ra_ndim(weight) != dims + 2)
        return ra__refusal(RA_ERR_SHAPE, "input and weight: have %d and %d dimensions, must have %d (%d without a batch) and %d", n, ra_ndim(weight), dims + 2, dims + 1, dims + 2);
    for (int k = 0; k < dims; k++) {
        w->in[k] = ra_size(input, n - dims + k);
        w->kernel[k] = ra_size(weight, 2 + k);
        w->stride[k] = call->args[3].dims.values[k];
        w->padding[k] = call->args[4].dims.values[k];
        ra_status s = check_step("input", w->in[k], 0);
        if (!s)
            s = check_step("weight", w->kernel[k], 1);
        if (!s)
            s = check_step("stride", w->stride[k], 1);
        if (!s && (s = check_step("padding", w->padding[k], 0)))
            return s;
        if (s)
            return s;
    }
    return RA_OK;
}

static ra_status take_dilation(const ra_op_call *call, int arg, int groups, windows *w)
{
    ra_status s = check_step("groups", w->groups = call->args[groups].integer, 1);
    for (int k = 0; !s && k < w->dims; k++)
        s = check_step("dilation", w->dilation[k] = call->args[arg].dims.values[k], 1);
    return s;
}

/* ---- of volumes ---- */

DEFINE(conv3d)
{
    const ra_tensor *input = call->args[0].tensor;
    windows w;
    ra_status s = take(call, 3, &w);
    if (!s)
        s = take_dilation(call, 5, 6, &w);
    if (s)
        return s;
    const int64_t depth = w.in[0] + 2 * w.padding[0], span = w.dilation[0] * (w.kernel[0] - 1) + 1; /* fits: MOST */
    if (depth < span)
        return ra__refusal(RA_ERR_SHAPE, "weight: windows of depth %lld do not fit the padded %lld", (long long)span, (long long)depth);
    if (!w.in[0] && ra_size(input, 0) && ra_size(input, w.has_batch))
        return ra__refusal(RA_ERR_SHAPE, "input: has an empty depth");
    ra_tensor *x = w.has_batch ? ra_ref(input) : ra_unsqueeze(input, 0);
    ra_tensor *y = ra__hidden(convolve_volumes, {.tensor = x, .kind = RA_ARG_TENSOR}, call->args[1], call->args[2], call->args[3], call->args[4], call->args[4], call->args[6], call->args[5]);
    return ra__gives(results, w.has_batch ? y : ra_squeeze(y, RA_DIMS(0)));
}

/* ---- transposed: the results a stride apart are a convolution with every so manieth element of the window, turned round ---- */

/* Along one dimension, the results at offset `phase` of every stride: their places, which elements of the window they take, and of the input. */
typedef struct phase {
    int64_t first, count;      /* results */
    int64_t tap, step, taps;   /* of the window */
    int64_t base, reach, span; /* of the input: where it begins, the distance between elements, how many places there are */
} phase;

static int64_t common_divisor(int64_t a, int64_t b)
{
    return b ? common_divisor(b, a % b) : a;
}

/* Place t of what is not cut by padding is q strides and the phase; the element at tap k of input i adds to t = i * stride + k * dilation. */
static phase phase_of(const windows *w, int k, int64_t number)
{
    const int64_t stride = w->stride[k], dilation = w->dilation[k], divisor = common_divisor(stride, dilation), ahead = w->padding[k] - number;
    phase p = {.step = stride / divisor, .reach = dilation / divisor};
    const int64_t from = ahead > 0 ? (ahead + stride - 1) / stride : 0; /* fits: MOST */
    p.first = from * stride - ahead;
    p.count = p.first < w->out[k] ? (w->out[k] - 1 - p.first) / stride + 1 : 0;
    for (p.tap = 0; p.tap < w->kernel[k] && p.tap < stride && (p.tap * dilation - number) % stride; p.tap++) /* fits: MOST */
        ;
    if (p.tap < w->kernel[k] && (p.tap * dilation - number) % stride == 0)
        p.taps = (w->kernel[k] - 1 - p.tap) / p.step + 1;
    p.base = from - (p.tap * dilation - number) / stride - (p.taps - 1) * p.reach;
    p.span = p.count + (p.taps - 1) * p.reach;
    if (p.base >= w->in[k] || p.base + p.span <= 0)
        p.taps = 0; /* of nothing but padding */
    return p;
}

/*
 * The results of one phase of each dimension: from what there is of the input, with padding around, or without some of it. NULL: no element
 * adds to the results.
 */
static ra_tensor *of_phases(const ra_tensor *x, const ra_tensor *weight, const ra_tensor *bias, const windows *w, const phase *p)
{
    const ra_arg none = {.kind = RA_ARG_NONE};
    int64_t turned[MOST_DIMS], before[3] = {0}, behind[3] = {0}, reach[3] = {1, 1, 1};
    const int first = 3 - w->dims; /* of planes the depth is 1 */
    for (int k = 0; k < w->dims; k++) {
        if (!p[k].taps)
            return NULL;
        before[first + k] = -p[k].base;
        behind[first + k] = p[k].base + p[k].span - w->in[k];
        reach[first + k] = p[k].reach;
        turned[k] = 2 + k;
        weight = ra_slice(weight, 2 + k, p[k].tap, w->kernel[k], p[k].step);
    }
    weight = ra_flip(weight, ra_dims_of(turned, w->dims));
    if (first) {
        x = ra_unsqueeze(x, 2);
        weight = ra_unsqueeze(weight, 2);
    }
    ra_tensor *y = ra__hidden(convolve_volumes, {.tensor = x, .kind = RA_ARG_TENSOR}, {.tensor = weight, .kind = RA_ARG_TENSOR}, bias != RA_NONE ? (ra_arg){.tensor = bias, .kind = RA_ARG_TENSOR} : none,
                              {.dims = RA_DIMS(1, 1, 1), .kind = RA_ARG_DIMS}, {.dims = ra_dims_of(before, 3), .kind = RA_ARG_DIMS}, {.dims = ra_dims_of(behind, 3), .kind = RA_ARG_DIMS},
                              {.integer = w->groups, .kind = RA_ARG_INT}, {.dims = ra_dims_of(reach, 3), .kind = RA_ARG_DIMS});
    return first ? ra_squeeze(y, RA_DIMS(2)) : y;
}

/* (C, O / groups, ...) as (O, C / groups, ...) */
static ra_tensor *exchanged(const ra_tensor *weight, const windows *w)
{
    const int n = w->dims + 2;
    int64_t order[MOST_DIMS + 3] = {0, 2, 1}, sizes[MOST_DIMS + 2] = {ra_size(weight, 1) * w->groups, ra_size(weight, 0) / w->groups}; /* fits: checked */
    for (int k = 0; k < w->dims; k++) {
        order[3 + k] = 3 + k;
        sizes[2 + k] = w->kernel[k];
    }
    return ra_reshape(ra_permute(ra_unflatten(weight, 0, RA_DIMS(w->groups, sizes[1])), ra_dims_of(order, n + 1)), ra_dims_of(sizes, n));
}

static ra_status check_transposed(const ra_tensor *input, const ra_tensor *weight, const ra_tensor *bias, windows *w)
{
    const int64_t channels = ra_size(input, 0 + w->has_batch);
    int64_t made;
    if (ra_size(weight, 0) != channels || channels % w->groups)
        return ra__refusal(RA_ERR_SHAPE, "input and weight: %lld channels, for %lld in %lld groups", (long long)channels, (long long)ra_size(weight, 0), (long long)w->groups);
    if (__builtin_mul_overflow(ra_size(weight, 1), w->groups, &made) || made < 1 || channels < 1)
        return ra__refusal(RA_ERR_SHAPE, "weight: leads from %lld channels to %lld in each group", (long long)channels, (long long)ra_size(weight, 1));
    if (ra_tensor_dtype(input) != ra_tensor_dtype(weight) || (bias != RA_NONE && ra_tensor_dtype(bias) != ra_tensor_dtype(input)))
        return ra__refusal(RA_ERR_DTYPE, "input, weight and bias: are not of the same dtype");
    if (bias != RA_NONE && (ra_ndim(bias) != 1 || ra_size(bias, 0) != made))
        return ra__refusal(RA_ERR_SHAPE, "bias: must have %lld numbers", (long long)made);
    for (int k = 0; k < w->dims; k++) {
        if (w->more[k] < 0 || (w->more[k] >= w->stride[k] && w->more[k] >= w->dilation[k]))
            return ra__refusal(RA_ERR_ARGUMENT, "output_padding: %lld is not below stride or dilation", (long long)w->more[k]);
        w->out[k] = (w->in[k] - 1) * w->stride[k] - 2 * w->padding[k] + w->dilation[k] * (w->kernel[k] - 1) + w->more[k] + 1; /* fits: MOST */
        if (w->in[k] < 1 || w->out[k] < 0)
            return ra__refusal(RA_ERR_SHAPE, "input: an extent of %lld leads to less than nothing", (long long)w->in[k]);
    }
    return RA_OK;
}

/* Batched, and in 2 or 3 dimensions. */
static ra_tensor *transpose(const ra_tensor *x, const ra_tensor *weight, const ra_tensor *bias, const windows *w)
{
    int64_t sizes[MOST_DIMS + 2] = {ra_size(x, 0), ra_size(weight, 1) * w->groups}, phases = 1; /* fits: checked */
    ra_tensor *turned = exchanged(weight, w), *y = NULL;
    for (int k = 0; k < w->dims; k++) {
        sizes[2 + k] = w->out[k];
        phases = ra__capped_product(phases, w->stride[k] < w->out[k] ? w->stride[k] : w->out[k]);
    }
    if (!ra_size(x, 0) || !phases)
        return ra_empty(ra_dims_of(sizes, w->dims + 2), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(x), .device = ra_tensor_device(x)));
    if (phases > 1)
        y = ra_empty(ra_dims_of(sizes, w->dims + 2), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(x), .device = ra_tensor_device(x)));
    const int64_t made = y && ra__layer_is_hollow(y) ? 1 : phases;
    for (int64_t i = 0; i < made; i++) {
        phase p[MOST_DIMS] = {{0}};
        ra_tensor *part = y;
        int64_t rest = i;
        for (int k = w->dims - 1; k >= 0; k--) {
            const int64_t among = w->stride[k] < w->out[k] ? w->stride[k] : w->out[k];
            p[k] = phase_of(w, k, (w->padding[k] + rest % among) % w->stride[k]); /* the results from that one on */
            rest /= among;
            part = part ? ra_slice(part, 2 + k, p[k].first, w->out[k], w->stride[k]) : NULL;
        }
        ra_tensor *values = of_phases(x, turned, bias, w, p);
        if (phases == 1 && values)
            return values;
        if (!y)
            y = part = ra_empty(ra_dims_of(sizes, w->dims + 2), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(x), .device = ra_tensor_device(x)));
        if (!part)
            return NULL;
        if (values || bias == RA_NONE)
            (void)!(values ? ra_copy_(part, values) : ra_zero_(part));
        else
            (void)!ra_copy_(part, ra_reshape(bias, w->dims == 2 ? RA_DIMS(-1, 1, 1) : RA_DIMS(-1, 1, 1, 1)));
    }
    return y;
}

static ra_status transposed(const ra_op_call *call, ra_tensor **results, int dims)
{
    const ra_tensor *input = call->args[0].tensor, *weight = call->args[1].tensor, *bias = ra__composite_optional(call, 2);
    windows w;
    ra_status s = ra__composite_computes(call, ra_tensor_dtype(input));
    if (!s)
        s = take(call, dims, &w);
    if (!s)
        s = take_dilation(call, 7, 6, &w);
    for (int k = 0; !s && k < dims; k++)
        w.more[k] = call->args[5].dims.values[k];
    if (!s)
        s = check_transposed(input, weight, bias, &w);
    if (s)
        return s;
    const ra_tensor *x = w.has_batch ? input : ra_unsqueeze(input, 0);
    if (dims == 1) { /* of height 1 */
        w = (windows){.dims = 2, .in = {1, w.in[0]}, .kernel = {1, w.kernel[0]}, .stride = {1, w.stride[0]}, .padding = {0, w.padding[0]}, .dilation = {1, w.dilation[0]},
                      .out = {1, w.out[0]}, .groups = w.groups, .has_batch = w.has_batch};
        x = ra_unsqueeze(ra_contiguous(x, NULL), 2);
        weight = ra_unsqueeze(weight, 2);
    }
    const bool is_last = dims < 3 && ra_size(input, 0) && (ra__layer_is_channels_last(x) || ra__layer_is_channels_last(weight));
    ra_tensor *y = ra__layer_ordered(transpose(ra_contiguous(x, NULL), weight, bias, &w), is_last);
    y = dims == 1 ? ra_squeeze(y, RA_DIMS(2)) : y;
    return ra__gives(results, w.has_batch ? y : ra_squeeze(y, RA_DIMS(0)));
}

DEFINE(conv_transpose1d)
{
    return transposed(call, results, 1);
}

DEFINE(conv_transpose2d)
{
    return transposed(call, results, 2);
}

DEFINE(conv_transpose3d)
{
    return transposed(call, results, 3);
}
