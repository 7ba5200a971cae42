/*
 * Composites: pooling of lines and volumes by that of planes, and with windows that a size of the result leads to.
 */
#include "async/front/composites_layers.h"

/* ---- of lines ---- */

static ra_status check_line(const ra_tensor *self)
{
    const int n = ra_ndim(self);
    return n == 2 || n == 3 ? RA_OK : ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, must be (N, C, L) or (C, L)", n);
}

/* As an image of height 1, and never channels-last. */
static ra_tensor *image_of(const ra_tensor *line)
{
    return ra_unsqueeze(ra__layer_ordered(ra_ref(line), false), -2);
}

/* Where no kernel takes windows of lines, few elements that lie within the line, all of them: their first elements, second elements, ... against each
 * other, since nobody asks where the largest are. The first of those that are equal is kept, as by windows. NULL: none, or too many of them. */
static ra_tensor *largest_of_few(const ra_op_call *call)
{
    enum { FEW = 4 };
    const ra_tensor *self = call->args[0].tensor;
    const int64_t kernel = call->args[1].dims.values[0], stride = call->args[2].dims.values[0] ? call->args[2].dims.values[0] : kernel;
    const int64_t dilation = call->args[4].dims.values[0], length = ra_size(self, -1);
    if (kernel < 2 || kernel > FEW || stride < 1 || dilation < 1 || dilation > length || call->args[3].dims.values[0] || call->args[5].boolean)
        return NULL;
    const int64_t within = (kernel - 1) * dilation, windows = (length - within - 1) / stride + 1; /* fits: a few lengths */
    if (length <= within || !ra_numel(self))
        return NULL;
    const ra_tensor *line = ra__layer_ordered(ra_ref(self), false);
    ra_tensor *largest = NULL;
    for (int64_t k = 0; k < kernel; k++) {
        const int64_t first = k * dilation;
        ra_tensor *one = ra_slice(line, -1, first, first + (windows - 1) * stride + 1, windows > 1 ? stride : 1); /* fits: within the line */
        largest = k ? ra_maximum(one, largest) : one;
    }
    return largest;
}

DEFINE(max_pool1d)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t kernel = call->args[1].dims.values[0], stride = call->args[2].dims.values[0];
    ra_tensor *output = NULL, *indices = NULL, *largest;
    ra_status s = check_line(self);
    if (!s)
        s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    if (ra__layer_is_here(self)) {
        largest = ra__hidden(largest_of_windows, {.tensor = image_of(self), .kind = RA_ARG_TENSOR}, {.dims = RA_DIMS(1, kernel), .kind = RA_ARG_DIMS},
                             {.dims = RA_DIMS(stride != 0, stride), .kind = RA_ARG_DIMS}, {.dims = RA_DIMS(0, call->args[3].dims.values[0]), .kind = RA_ARG_DIMS},
                             {.dims = RA_DIMS(1, call->args[4].dims.values[0]), .kind = RA_ARG_DIMS}, call->args[5]);
        return ra__gives(results, ra_squeeze(largest, RA_DIMS(-2)));
    }
    if ((largest = largest_of_few(call)))
        return ra__gives(results, largest);
    (void)!ra_max_pool2d(image_of(self), RA_DIMS(1, kernel), &output, &indices,
                         RA_OPTS(ra_max_pool2d, .stride = {stride != 0, stride}, .padding = {0, call->args[3].dims.values[0]},
                                 .dilation = {1, call->args[4].dims.values[0]}, .ceil_mode = call->args[5].boolean));
    return ra__gives(results, ra_squeeze(output, RA_DIMS(-2)));
}

DEFINE(avg_pool1d)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t kernel = call->args[1].dims.values[0], stride = call->args[2].dims.values[0];
    ra_status s = check_line(self);
    if (s)
        return s;
    ra_tensor *output = ra_avg_pool2d(ra_unsqueeze(self, -2), RA_DIMS(1, kernel),
                                      RA_OPTS(ra_avg_pool2d, .stride = {stride != 0, stride}, .padding = {0, call->args[3].dims.values[0]},
                                              .ceil_mode = call->args[4].boolean, .count_include_pad = call->args[5].boolean));
    return ra__gives(results, ra_squeeze(output, RA_DIMS(-2)));
}

/* ---- of volumes: planes first, then their places along the depth ---- */

typedef struct volume {
    int64_t sizes[5]; /* batch, channels, depth, height, width */
    int64_t kernel[3], stride[3], padding[3];
    bool has_batch, ceil_mode;
} volume;

static ra_status take_volume(const ra_op_call *call, volume *v)
{
    const ra_tensor *self = call->args[0].tensor;
    const int n = ra_ndim(self);
    *v = (volume){.has_batch = n == 5, .sizes = {1}};
    if (n != 4 && n != 5)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, must be (N, C, D, H, W) or (C, D, H, W)", n);
    for (int d = 0; d < n; d++)
        v->sizes[5 - n + d] = ra_size(self, d);
    for (int d = 1; d < 5; d++)
        if (!v->sizes[d])
            return ra__refusal(RA_ERR_SHAPE, "self: may be empty in its batch only");
    return ra__composite_computes(call, ra_tensor_dtype(self));
}

static ra_status take_windows(const ra_op_call *call, volume *v)
{
    bool given[3];
    const ra_status s = take_volume(call, v);
    for (int k = 0; !s && k < 3; k++) {
        v->kernel[k] = call->args[1].dims.values[k];
        given[k] = call->args[2].dims.values[k] != 0;
        v->stride[k] = given[k] ? call->args[2].dims.values[k] : v->kernel[k];
        v->padding[k] = call->args[3].dims.values[k];
        if (v->kernel[k] < 1 || v->stride[k] < 1 || given[k] != given[0])
            return ra__refusal(RA_ERR_ARGUMENT, "kernel_size and stride: must be above 0; strides of 0 in all dimensions stand for kernel_size");
    }
    return s;
}

/* Each channel's planes, as the channels of an image. */
static ra_tensor *planes_of(const ra_tensor *self, const volume *v)
{
    return ra_view(ra_contiguous(self, NULL), RA_DIMS(ra__capped_product(v->sizes[0], v->sizes[1]), v->sizes[2], v->sizes[3], v->sizes[4]));
}

/* Each channel's pooled planes as the rows of one image. */
static ra_tensor *rows_of(const ra_tensor *planes)
{
    return ra_unsqueeze(ra_flatten(planes, 2, 3), 1);
}

/* With a batch, of one where there was none. */
static ra_tensor *volume_of(const ra_tensor *rows, const ra_tensor *planes, const volume *v)
{
    return ra_view(rows, RA_DIMS(v->sizes[0], v->sizes[1], ra_size(rows, 2), ra_size(planes, 2), ra_size(planes, 3)));
}

static ra_tensor *without_batch(ra_tensor *t, const volume *v)
{
    return v->has_batch ? t : ra_squeeze(t, RA_DIMS(0));
}

/* Where the windows of one dimension begin within what there is, or, of those that lie in padding alone, where their next element would be. */
static ra_tensor *beginnings(const ra_tensor *t, const volume *v, int k, int64_t dilation, int64_t windows)
{
    ra_tensor *at = ra_sub(ra_mul(ra__layer_steps(t, 0, windows), v->stride[k]), v->padding[k]);
    return ra_where(ra_lt(at, 0), ra_remainder(at, dilation), at);
}

/* Which element of the volume each window names: of the places found in the planes (N, D, H, W), that of the plane it has chosen. */
static ra_tensor *numbers_of(const ra_tensor *place, const ra_tensor *which, const volume *v, const int64_t *dilation)
{
    const int64_t plane = ra__capped_product(v->sizes[3], v->sizes[4]), columns = ra__capped_product(ra_size(place, 2), ra_size(place, 3));
    ra_tensor *base = ra_mul(ra__layer_steps(place, 0, v->sizes[2]), plane);
    ra_tensor *all = ra_flatten(ra_add(place, ra_view(base, RA_DIMS(v->sizes[2], 1, 1))), 1, 3), *chosen = ra_flatten(which, 1, 3);
    ra_tensor *found = ra_gather(all, 1, ra_clamp(chosen, 0, ra_size(all, 1) - 1));
    if (v->sizes[2] >= dilation[0])
        return found;
    /* a window whose planes are all of padding names what its first one would have first, as PyTorch does, which is past the end */
    ra_tensor *row = beginnings(place, v, 1, dilation[1], ra_size(place, 2)), *column = beginnings(place, v, 2, dilation[2], ra_size(place, 3));
    ra_tensor *first = ra_flatten(ra_add(ra_mul(ra_unsqueeze(row, 1), v->sizes[4]), column), 0, 1);
    ra_tensor *beyond = ra_add(ra_mul(ra_floor_divide(chosen, columns), plane), ra_index(first, RA_LIST(ra_remainder(chosen, columns))));
    return ra_where(ra_lt(chosen, ra_size(all, 1)), found, beyond);
}

/* Of the largest of each plane, those of the planes that are the largest. */
DEFINE(max_pool3d)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t *dilation = call->args[4].dims.values;
    volume v;
    ra_tensor *plane = NULL, *place = NULL, *row = NULL, *which = NULL;
    ra_status s = take_windows(call, &v);
    if (s)
        return s;
    (void)!ra_max_pool2d(planes_of(self, &v), RA_DIMS(v.kernel[1], v.kernel[2]), &plane, &place,
                         RA_OPTS(ra_max_pool2d, .stride = {v.stride[1], v.stride[2]}, .padding = {v.padding[1], v.padding[2]},
                                 .dilation = {dilation[1], dilation[2]}, .ceil_mode = call->args[5].boolean));
    if (!plane)
        return RA_OK;
    (void)!ra_max_pool2d(rows_of(plane), RA_DIMS(v.kernel[0], 1), &row, &which,
                         RA_OPTS(ra_max_pool2d, .stride = {v.stride[0], 1}, .padding = {v.padding[0]}, .dilation = {dilation[0], 1}, .ceil_mode = call->args[5].boolean));
    if (!row)
        return RA_OK;
    ra_tensor *found = ra_view(numbers_of(place, which, &v, dilation), RA_DIMS(ra_size(row, 0), 1, ra_size(row, 2), ra_size(row, 3)));
    const bool is_last = v.has_batch ? ra__layer_is_channels_last(self) : !ra_is_contiguous(self) && ra__layer_is_dense_last(ra_unsqueeze(self, 0));
    ra_tensor *both[] = {row, found};
    for (int i = 0; i < 2; i++)
        results[i] = without_batch(ra__layer_ordered(volume_of(both[i], plane, &v), is_last), &v);
    return RA_OK;
}

/* How many elements the windows of one dimension have. */
static ra_tensor *counts(const ra_tensor *t, const volume *v, int k, int64_t windows, bool with_padding)
{
    ra_tensor *first = ra_sub(ra_mul(ra__layer_steps(t, 0, windows), v->stride[k]), v->padding[k]);
    ra_tensor *end = ra_clamp_max(ra_add(first, v->kernel[k]), v->sizes[2 + k] + v->padding[k]);
    return with_padding ? ra_sub(end, first) : ra_sub(ra_clamp_max(end, v->sizes[2 + k]), ra_clamp_min(first, 0));
}

static ra_tensor *sums_of_planes(const ra_tensor *planes, const volume *v)
{
    return ra_avg_pool2d(planes, RA_DIMS(v->kernel[1], v->kernel[2]), RA_OPTS(ra_avg_pool2d, .stride = {v->stride[1], v->stride[2]},
                                                                              .padding = {v->padding[1], v->padding[2]}, .ceil_mode = v->ceil_mode, .divisor_override = 1));
}

/* Divided by a number, which may be 1. */
static ra_tensor *sums_of_rows(const ra_tensor *rows, const volume *v, int64_t by)
{
    return ra_avg_pool2d(rows, RA_DIMS(v->kernel[0], 1),
                         RA_OPTS(ra_avg_pool2d, .stride = {v->stride[0], 1}, .padding = {v->padding[0]}, .ceil_mode = v->ceil_mode, .divisor_override = by));
}

static ra_tensor *divided(const ra_tensor *sum, ra_tensor *by)
{
    if (ra__is_integral(ra_tensor_dtype(sum)))
        return ra_div(sum, by, RA_OPTS(ra_div, .rounding_mode = "trunc"));
    return ra_div(sum, ra_to(by, RA_OPTS(ra_to, .dtype = ra_tensor_dtype(sum))));
}

/* What every sum is divided by; 0: each by the elements of its own window. */
static int64_t divisor_of(const ra_op_call *call, const volume *v)
{
    const bool is_padded = v->padding[0] || v->padding[1] || v->padding[2], with_padding = call->args[5].boolean;
    if (call->args[6].integer)
        return call->args[6].integer;
    return v->ceil_mode || (is_padded && !with_padding) ? 0 : ra__capped_product(v->kernel[0], ra__capped_product(v->kernel[1], v->kernel[2]));
}

DEFINE(avg_pool3d)
{
    volume v;
    ra_status s = take_windows(call, &v);
    if (s)
        return s;
    for (int k = 0; k < 3; k++)
        if (v.sizes[2 + k] < v.kernel[k])
            return ra__refusal(RA_ERR_SHAPE, "self: volumes of %lld by %lld by %lld are smaller than kernel_size", (long long)v.sizes[2], (long long)v.sizes[3], (long long)v.sizes[4]);
    v.ceil_mode = call->args[4].boolean;
    const ra_dtype dtype = ra_tensor_dtype(call->args[0].tensor);
    const int64_t divisor = divisor_of(call, &v);
    const bool at_once = divisor > 0 && (dtype == RA_FLOAT32 || dtype == RA_FLOAT64); /* others are rounded before */
    ra_tensor *planes = sums_of_planes(planes_of(call->args[0].tensor, &v), &v);
    ra_tensor *sum = planes ? sums_of_rows(rows_of(planes), &v, at_once ? divisor : 1) : NULL;
    if (!sum)
        return RA_OK;
    sum = without_batch(volume_of(sum, planes, &v), &v);
    if (at_once)
        return ra__gives(results, sum);
    if (divisor)
        return ra__gives(results, divided(sum, ra_full(RA_DIMS(), divisor, RA_OPTS(ra_full, .dtype = RA_INT64, .device = ra_tensor_device(sum)))));
    const bool with_padding = call->args[5].boolean;
    ra_tensor *count = counts(sum, &v, 0, ra_size(sum, -3), with_padding);
    for (int k = 1; k < 3; k++)
        count = ra_mul(ra_unsqueeze(count, -1), counts(sum, &v, k, ra_size(sum, k - 3), with_padding));
    return ra__gives(results, divided(sum, count));
}

/* ---- with windows as many as the result has places: i * size / count up to (i + 1) * size / count, rounded away from each other ---- */

typedef struct spread {
    ra_tensor *elements; /* with the elements of all windows one after another */
    int64_t width;       /* of each window */
    ra_tensor *from;     /* (count * width) where they come from; NULL: they were so */
    ra_tensor *count;    /* (count) of those that are elements; NULL: all of width */
} spread;

static ra_status check_count(int64_t count, int64_t size)
{
    int64_t product;
    if (count < 0)
        return ra__refusal(RA_ERR_ARGUMENT, "output_size: %lld is negative", (long long)count);
    return __builtin_mul_overflow(count + (count < INT64_MAX), size + 2, &product) ? ra__refusal(RA_ERR_OVERFLOW, "output_size: %lld is too large", (long long)count) : RA_OK;
}

/* What is past the end of a shorter window is its last element once more, or, with zeros, a zero. */
static spread spread_out(const ra_tensor *t, int dim, int64_t count, bool with_zeros)
{
    if (!t) /* refused before */
        return (spread){.elements = NULL};
    const int64_t size = ra_size(t, dim);
    const int ndim = ra_ndim(t);
    if (count && size % count == 0)
        return (spread){.elements = ra_ref(t), .width = size / count};
    const int64_t width = count && count % size == 0 ? 1 : count ? size / count + 2 : 1;
    ra_tensor *i = ra__layer_steps(t, 0, count);
    ra_tensor *first = ra_floor_divide(ra_mul(i, size), count ? count : 1), *end = ra_floor_divide(ra_add(ra_mul(ra_add(i, 1), size), count - 1), count ? count : 1);
    ra_tensor *at = ra_add(ra_unsqueeze(first, 1), ra__layer_steps(t, 0, width)), *behind = ra_unsqueeze(end, 1);
    if (with_zeros) {
        int64_t pads[2 * RA_MAX_DIMS] = {0};
        pads[2 * (ndim - 1 - dim) + 1] = 1;
        t = ra__layer_padded(t, ra_dims_of(pads, 2 * (ndim - dim)), RA_F(0));
    }
    at = ra_flatten(with_zeros ? ra_where(ra_lt(at, behind), at, size) : ra_minimum(at, ra_sub(behind, 1)), 0, 1);
    return (spread){.elements = ra_index_select(t, dim, at), .width = width, .from = at, .count = ra_sub(end, first)};
}

/* The last `dims` dimensions of self come behind channels, of which there have to be some for some operators, and perhaps a batch. */
static ra_status check_adaptive(const ra_op_call *call, int dims, bool of_channels)
{
    const ra_tensor *self = call->args[0].tensor;
    const int n = ra_ndim(self);
    ra_status s = RA_OK;
    if (n != dims + 1 && n != dims + 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, must have %d, or %d without a batch", n, dims + 2, dims + 1);
    for (int d = of_channels ? 1 : n - dims; d < n; d++)
        if (!ra_size(self, d))
            return ra__refusal(RA_ERR_SHAPE, "self: may be empty in its batch only");
    for (int k = 0; !s && k < dims; k++)
        s = check_count(call->args[1].dims.values[k], ra_size(self, n - dims + k));
    return s ? s : ra__composite_computes(call, ra_tensor_dtype(self));
}

static ra_tensor *divided_by_counts(ra_tensor *sum, const spread *s, int dims)
{
    for (int k = 0; k < dims; k++) {
        ra_tensor *count = s[k].count;
        for (int after = k + 1; count && after < dims; after++)
            count = ra_unsqueeze(count, -1);
        sum = count ? divided(sum, count) : ra_div(sum, s[k].width);
    }
    return sum;
}

/* No windows have no kernel: nothing is left of what there is. */
static bool makes_nothing(const ra_op_call *call, int dims)
{
    for (int k = 0; k < dims; k++)
        if (!call->args[1].dims.values[k])
            return true;
    return !ra_numel(call->args[0].tensor);
}

static ra_tensor *nothing(const ra_op_call *call, int dims, ra_dtype dtype)
{
    const ra_tensor *self = call->args[0].tensor;
    int64_t sizes[RA_MAX_DIMS];
    const ra_tensor *like = dims == 1 ? ra_unsqueeze(self, -2) : self; /* lines are images of height 1 */
    const int n = ra_ndim(self), shown = ra_ndim(like);
    for (int d = 0; d < n; d++)
        sizes[d] = d < n - dims ? ra_size(self, d) : call->args[1].dims.values[d - (n - dims)];
    if (dims == 1) {
        sizes[n] = sizes[n - 1];
        sizes[n - 1] = 1;
    }
    ra_tensor *t = ra__layer_empty(self, ra_dims_of(sizes, shown), dtype, dims < 3 && ra__layer_is_channels_last(like));
    return dims == 1 ? ra_squeeze(t, RA_DIMS(-2)) : t;
}

/* t: of three dimensions or four, the last two of which are averaged. */
static ra_tensor *averages(const ra_tensor *t, int64_t height, int64_t width)
{
    const int n = ra_ndim(t);
    spread s[2] = {spread_out(t, n - 2, height, true)};
    s[1] = spread_out(s[0].elements, n - 1, width, true);
    ra_tensor *sum = ra_avg_pool2d(s[1].elements, RA_DIMS(s[0].width, s[1].width), RA_OPTS(ra_avg_pool2d, .divisor_override = 1));
    return divided_by_counts(sum, s, 2);
}

static ra_tensor *adaptive_average(const ra_op_call *call, const ra_tensor *t, int dims, int64_t height, int64_t width)
{
    if (makes_nothing(call, dims))
        return nothing(call, dims, ra_tensor_dtype(t));
    if (height == 1 && width == 1)
        return ra_mean(ra__layer_widened(t), RA_DIMS(-2, -1), RA_OPTS(ra_mean, .keepdim = true));
    return averages(ra_contiguous(ra__layer_widened(t), NULL), height, width);
}

DEFINE(adaptive_avg_pool1d)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = check_adaptive(call, 1, false);
    if (s)
        return s;
    if (makes_nothing(call, 1))
        return ra__gives(results, nothing(call, 1, ra_tensor_dtype(self)));
    ra_tensor *image = ra_unsqueeze(self, -2), *mean = ra__layer_narrowed(adaptive_average(call, image, 1, 1, call->args[1].dims.values[0]), self);
    return ra__gives(results, ra_squeeze(ra__layer_laid_out(mean, image), RA_DIMS(-2)));
}

DEFINE(adaptive_avg_pool2d)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = check_adaptive(call, 2, false);
    if (s)
        return s;
    ra_tensor *t = adaptive_average(call, self, 2, call->args[1].dims.values[0], call->args[1].dims.values[1]);
    return ra__gives(results, ra__layer_laid_out(ra__layer_narrowed(t, self), self));
}

/* Planes first, then along the depth. */
DEFINE(adaptive_avg_pool3d)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t *count = call->args[1].dims.values;
    volume v;
    ra_status s = check_adaptive(call, 3, true);
    if (s)
        return s;
    if (makes_nothing(call, 3))
        return ra__gives(results, nothing(call, 3, ra_tensor_dtype(self)));
    if ((s = take_volume(call, &v)))
        return s;
    ra_tensor *planes = averages(planes_of(ra__layer_widened(self), &v), count[1], count[2]);
    ra_tensor *rows = averages(rows_of(planes), count[0], ra__capped_product(count[1], count[2]));
    return ra__gives(results, ra__layer_narrowed(without_batch(volume_of(rows, planes, &v), &v), self));
}

/* Which element of a plane (or line) of self each element of what was spread out is. */
static ra_tensor *places(const ra_tensor *t, const spread *s, int64_t height, int64_t width)
{
    ra_tensor *row = s[0].from ? s[0].from : ra__layer_steps(t, 0, height), *column = s[1].from ? s[1].from : ra__layer_steps(t, 0, width);
    return ra_flatten(ra_add(ra_mul(ra_unsqueeze(row, 1), width), column), 0, 1);
}

static void largest(const ra_tensor *t, int64_t height, int64_t width, ra_tensor **value, ra_tensor **index)
{
    const int n = ra_ndim(t);
    spread s[2] = {spread_out(t, n - 2, height, false)};
    s[1] = spread_out(s[0].elements, n - 1, width, false);
    (void)!ra_max_pool2d(s[1].elements, RA_DIMS(s[0].width, s[1].width), value, index, NULL);
    if (!*index || (!s[0].from && !s[1].from))
        return;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < n; d++)
        sizes[d] = ra_size(*index, d);
    ra_tensor *flat = ra_view(*index, RA_DIMS(ra_numel(*index)));
    *index = ra_view(ra_index_select(places(t, s, ra_size(t, n - 2), ra_size(t, n - 1)), 0, flat), ra_dims_of(sizes, n));
}

DEFINE(adaptive_max_pool1d)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = check_adaptive(call, 1, true);
    if (s)
        return s;
    if (makes_nothing(call, 1)) {
        results[0] = nothing(call, 1, ra_tensor_dtype(self));
        results[1] = nothing(call, 1, RA_INT64);
        return RA_OK;
    }
    ra_tensor *value = NULL, *index = NULL;
    largest(image_of(self), 1, call->args[1].dims.values[0], &value, &index);
    results[0] = ra_squeeze(ra__layer_laid_out(value, ra_unsqueeze(self, -2)), RA_DIMS(-2));
    results[1] = ra_squeeze(ra__layer_laid_out(index, ra_unsqueeze(self, -2)), RA_DIMS(-2));
    return RA_OK;
}

DEFINE(adaptive_max_pool2d)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_status s = check_adaptive(call, 2, true);
    if (s)
        return s;
    if (makes_nothing(call, 2)) {
        results[0] = nothing(call, 2, ra_tensor_dtype(self));
        results[1] = nothing(call, 2, RA_INT64);
        return RA_OK;
    }
    ra_tensor *value = NULL, *index = NULL;
    largest(ra_contiguous(self, NULL), call->args[1].dims.values[0], call->args[1].dims.values[1], &value, &index);
    results[0] = ra__layer_laid_out(value, self);
    results[1] = ra__layer_laid_out(index, self);
    return RA_OK;
}
