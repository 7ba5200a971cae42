/*
 * Composites: planes, lines and volumes at other sizes. Each dimension for itself: every place of the result is a sum of some places of
 * that dimension, which are found by arithmetic on small tensors, in the dtype that PyTorch computes them in.
 */
#include "async/front/composites_layers.h"

#include <math.h>

typedef struct resampling {
    int dims;             /* how many of the last dimensions */
    const int64_t *sizes; /* of the result */
    double scale[3];      /* given, or 0 */
    bool align_corners, exact;
    ra_tensor *shaped;    /* as the result, which it is where there are no elements */
} resampling;

/* First of all, so that no places are looked for in a result that there cannot be. */
static ra_status describe(const ra_tensor *self, resampling *r)
{
    int64_t sizes[5] = {ra_size(self, 0), ra_size(self, 1)};
    for (int k = 0; k < r->dims; k++)
        sizes[2 + k] = r->sizes[k];
    r->shaped = ra_empty(ra_dims_of(sizes, r->dims + 2), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(self), .device = ra_tensor_device(self)));
    return r->shaped ? RA_OK : ra_last_status();
}

/* The last dims arguments are the scales. */
static ra_status take(const ra_op_call *call, int dims, int first_scale, resampling *r)
{
    const ra_op *op = call->state;
    const ra_tensor *self = call->args[0].tensor;
    *r = (resampling){.dims = dims, .sizes = call->args[1].dims.values};
    if (ra_ndim(self) != dims + 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, not %d: batch, channels and what is resampled", ra_ndim(self), dims + 2);
    for (int k = 0; k < dims; k++) {
        const ra_scalar *scale = &call->args[first_scale + k].scalar;
        if (r->sizes[k] < 1)
            return ra__refusal(RA_ERR_ARGUMENT, "output_size: %lld is not above 0", (long long)r->sizes[k]);
        if (call->args[first_scale + k].kind != RA_ARG_SCALAR)
            continue;
        if (scale->kind == RA_SCALAR_COMPLEX)
            return ra__refusal(RA_ERR_DTYPE, "%s: a complex number", op->args[first_scale + k].name);
        r->scale[k] = scale->kind == RA_SCALAR_FLOAT ? scale->value.f[0] : (double)scale->value.i;
    }
    for (int d = 1; d < dims + 2; d++)
        if (!ra_size(self, d))
            return ra__refusal(RA_ERR_SHAPE, "self: may be empty in its batch only");
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    return s ? s : describe(self, r);
}

/* Rounded as a number of the dtype that places are computed in. */
static double rounded(double x, ra_dtype dtype)
{
    return dtype == RA_FLOAT64 ? x : (double)(float)x;
}

static ra_dtype place_dtype(const ra_tensor *t)
{
    return ra_tensor_dtype(t) == RA_FLOAT64 ? RA_FLOAT64 : RA_FLOAT32;
}

/* How many places of what there is a step of the result is. */
static double step_of(const resampling *r, int k, int64_t size, ra_dtype dtype)
{
    if (r->align_corners)
        return r->sizes[k] > 1 ? rounded(rounded((double)(size - 1), dtype) / rounded((double)(r->sizes[k] - 1), dtype), dtype) : 0;
    return r->scale[k] > 0 ? rounded(1 / r->scale[k], dtype) : rounded(rounded((double)size, dtype) / rounded((double)r->sizes[k], dtype), dtype);
}

static ra_tensor *as_places(const ra_tensor *t)
{
    return ra_to(t, RA_OPTS(ra_to, .dtype = RA_INT64));
}

/* 0, 1, ... as numbers of the result's places. */
static ra_tensor *places_of(const ra_tensor *t, int64_t count)
{
    return ra_to(ra__layer_steps(t, 0, count), RA_OPTS(ra_to, .dtype = place_dtype(t)));
}

/* Where the places of the result lie among those there are. */
static ra_tensor *positions(const resampling *r, const ra_tensor *t, int k, int64_t size)
{
    const double step = step_of(r, k, size, place_dtype(t));
    ra_tensor *i = places_of(t, r->sizes[k]);
    return r->align_corners ? ra_mul(i, step) : ra_sub(ra_mul(ra_add(i, 0.5), step), 0.5);
}

/* ---- the nearest ---- */

/* By a power of two, of which a float has the inverse, and places of the result that it has too: each is repeated so often. */
static bool goes_in_evenly(int64_t result, int64_t size)
{
    const int64_t times = result / size;
    return result % size == 0 && (times & (times - 1)) == 0 && result < 1 << 23;
}

/* Whether PyTorch looks for places in float, whatever the dtype: in planes, and in volumes whose more than 3 channels are innermost. */
static bool looks_in_float(const ra_tensor *self, int dims)
{
    return dims == 2 || (dims == 3 && ra_size(self, 1) > 3 && ra__layer_is_dense_last(self));
}

static ra_status nearest(const ra_op_call *call, ra_tensor **results, int dims, bool exact)
{
    const ra_tensor *self = call->args[0].tensor;
    resampling r;
    const ra_status s = take(call, dims, 2, &r);
    ra_tensor *t = NULL;
    if (!s && !ra_size(self, 0))
        return ra__gives(results, ra__layer_laid_out(r.shaped, self));
    const bool in_float = !s && looks_in_float(self, dims);
    const ra_dtype dtype = in_float ? RA_FLOAT32 : place_dtype(self);
    for (int k = 0; !s && k < dims; k++) {
        const int64_t size = ra_size(self, 2 + k);
        if (in_float && !exact && (r.sizes[k] == size || (r.sizes[k] % 2 == 0 && r.sizes[k] / 2 == size)))
            r.scale[k] = 0; /* in these two cases, and there alone, PyTorch goes by the sizes */
        if (r.sizes[k] == size && !(r.scale[k] > 0))
            continue;
        if (!(r.scale[k] > 0) && goes_in_evenly(r.sizes[k], size)) {
            t = ra_repeat_interleave(t ? t : self, r.sizes[k] / size, RA_DIMS(2 + k));
            continue;
        }
        ra_tensor *i = ra_to(ra__layer_steps(self, 0, r.sizes[k]), RA_OPTS(ra_to, .dtype = dtype));
        const double step = step_of(&r, k, size, dtype), most = 4 * (double)size; /* of which half is past the last place: more may be no integer */
        ra_tensor *from = ra_mul(exact ? ra_add(i, 0.5) : i, step < most ? step : most);
        from = ra_floor(ra_to(from, RA_OPTS(ra_to, .dtype = RA_FLOAT32))); /* rounded first, so that what lies a last bit below a place is that place */
        t = ra_index_select(t ? t : self, 2 + k, ra_clamp_max(as_places(from), size - 1));
    }
    if (s)
        return s;
    return ra__gives(results, ra__layer_laid_out(t ? t : ra_clone(self, RA_OPTS(ra_clone, .memory_format = "contiguous")), self));
}

DEFINE(upsample_nearest1d)
{
    return nearest(call, results, 1, false);
}

DEFINE(upsample_nearest2d)
{
    return nearest(call, results, 2, false);
}

DEFINE(upsample_nearest3d)
{
    return nearest(call, results, 3, false);
}

DEFINE(upsample_nearest_exact1d)
{
    return nearest(call, results, 1, true);
}

DEFINE(upsample_nearest_exact2d)
{
    return nearest(call, results, 2, true);
}

DEFINE(upsample_nearest_exact3d)
{
    return nearest(call, results, 3, true);
}

/* ---- sums of some ---- */

enum { MOST_TAPS = 4 };

typedef struct taps {
    int count;
    ra_tensor *place[MOST_TAPS], *weight[MOST_TAPS];
} taps;

/* The two around it. */
static taps linear_taps(const resampling *r, const ra_tensor *t, int k, int64_t size)
{
    ra_tensor *at = ra_clamp_min(positions(r, t, k, size), 0), *first = ra_clamp_max(as_places(at), size - 1);
    ra_tensor *share = ra_clamp(ra_sub(at, ra_to(first, RA_OPTS(ra_to, .dtype = place_dtype(t)))), 0, 1);
    return (taps){2, {first, ra_clamp_max(ra_add(first, 1), size - 1)}, {ra_sub(1, share), share}};
}

/* Of cubic convolution (Keys 1981) with a = -3/4, for a distance up to 1, and from 1 to 2. */
static ra_tensor *cubic_near(ra_tensor *x)
{
    return ra_add(ra_mul(ra_mul(ra_sub(ra_mul(x, 1.25), 2.25), x), x), 1);
}

static ra_tensor *cubic_far(ra_tensor *x)
{
    return ra_sub(ra_mul(ra_sub(ra_mul(ra_add(ra_mul(x, -0.75), 3.75), x), 6), x), -3);
}

static taps cubic_taps(const resampling *r, const ra_tensor *t, int k, int64_t size)
{
    ra_tensor *at = positions(r, t, k, size), *below = ra_floor(at), *share = ra_sub(at, below), *rest = ra_sub(1, share), *first = as_places(below);
    taps all = {4, {NULL}, {cubic_far(ra_add(share, 1)), cubic_near(share), cubic_near(rest), cubic_far(ra_add(rest, 1))}};
    for (int i = 0; i < all.count; i++)
        all.place[i] = ra_clamp(ra_add(first, i - 1), 0, size - 1);
    return all;
}

static ra_tensor *weighed(const ra_tensor *t, int dim, const taps *all)
{
    ra_tensor *sum = NULL;
    if (t && ra__layer_is_here(t) && ra_size(t, dim) <= INT32_MAX) {
        const ra_tensors places = ra_tensors_of((const ra_tensor *const *)all->place, all->count), weights = ra_tensors_of((const ra_tensor *const *)all->weight, all->count);
        return ra__hidden(weigh_places, {.tensor = ra_contiguous(t, NULL), .kind = RA_ARG_TENSOR}, {.tensor = ra_stack(places, 0), .kind = RA_ARG_TENSOR},
                          {.tensor = ra_stack(weights, 0), .kind = RA_ARG_TENSOR}, {.integer = dim, .kind = RA_ARG_INT});
    }
    for (int i = 0; i < all->count; i++) {
        ra_tensor *weight = all->weight[i];
        for (int d = dim + 1; d < ra_ndim(t); d++)
            weight = ra_unsqueeze(weight, -1);
        ra_tensor *part = ra_mul(ra_index_select(t, dim, all->place[i]), weight);
        sum = i ? ra_add(sum, part) : part;
    }
    return sum;
}

/* A part of the result: what lies from `at` on, so many places, between those from `at` and from `next` on. */
static bool between(ra_tensor *result, int64_t to, const ra_tensor *t, int64_t at, int64_t next, int dim, int64_t count, double share)
{
    ra_tensor *place = ra_slice(result, dim, to, to + count, 1);
    return place && !ra_add_out(place, ra_mul(ra_slice(t, dim, at, at + count, 1), 1 - share), ra_slice(t, dim, next, next + count, 1), RA_OPTS(ra_add, .alpha = RA_F(share))); /* fits: within a dimension */
}

/* `times` places for each there is, a power of two: the shares are the same for each, and no place has to be looked up. */
static ra_tensor *doubled(const ra_tensor *t, int dim, int64_t times)
{
    const int64_t last = ra_size(t, dim) - 1;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d <= ra_ndim(t); d++)
        sizes[d] = d == dim + 1 ? times : ra_size(t, d > dim ? d - 1 : d);
    ra_tensor *result = ra_empty(ra_dims_of(sizes, ra_ndim(t) + 1), RA_OPTS(ra_empty, .dtype = ra_tensor_dtype(t), .device = ra_tensor_device(t)));
    bool is_well = result != NULL;
    for (int64_t i = 0; i < times && is_well; i++) {
        const double at = ((double)i + 0.5) / (double)times - 0.5;
        ra_tensor *part = ra_select(result, dim + 1, i);
        is_well = at < 0 ? between(part, 1, t, 0, 1, dim, last, at + 1) && between(part, 0, t, 0, last ? 1 : 0, dim, 1, 0)
                         : between(part, 0, t, 0, 1, dim, last, at) && between(part, last, t, last, last, dim, 1, at);
    }
    return is_well ? ra_flatten(result, dim, dim + 1) : NULL;
}

static bool is_doubled(const resampling *r, const ra_tensor *t, int k, int64_t size)
{
    enum { TIMES_MOST = 8, ENOUGH = 1 << 14 };
    const int64_t times = r->sizes[k] / size;
    const bool is_weighed_well = ra__layer_is_here(t) && (k < r->dims - 1 || ra_tensor_dtype(t) == RA_FLOAT32);
    return !is_weighed_well && !r->align_corners && times > 1 && times <= TIMES_MOST && goes_in_evenly(r->sizes[k], size) && ra_numel(t) >= ENOUGH &&
           step_of(r, k, size, place_dtype(t)) * (double)times == 1;
}

/* The last dimension first. */
static ra_status interpolate(const ra_op_call *call, ra_tensor **results, int dims, taps (*taps_of)(const resampling *r, const ra_tensor *t, int k, int64_t size))
{
    const ra_tensor *self = call->args[0].tensor;
    resampling r;
    const ra_status s = take(call, dims, 3, &r);
    if (s)
        return s;
    if (!ra_size(self, 0))
        return ra__gives(results, ra__layer_laid_out(r.shaped, self));
    r.align_corners = call->args[2].boolean;
    ra_tensor *wide = ra__layer_widened(self), *t = wide;
    for (int k = dims - 1; k >= 0; k--) {
        const int64_t size = ra_size(self, 2 + k);
        if (r.sizes[k] == size && taps_of == linear_taps)
            continue; /* each is its own */
        if (taps_of == linear_taps && t && is_doubled(&r, t, k, size)) {
            t = doubled(t, 2 + k, r.sizes[k] / size);
            continue;
        }
        const taps all = taps_of(&r, wide, k, size);
        t = weighed(t, 2 + k, &all);
    }
    ra_tensor *result = t == wide ? ra_clone(self, RA_OPTS(ra_clone, .memory_format = "contiguous")) : ra__layer_narrowed(t, self);
    return ra__gives(results, ra__layer_laid_out(result, self));
}

DEFINE(upsample_linear1d)
{
    return interpolate(call, results, 1, linear_taps);
}

DEFINE(upsample_bilinear2d)
{
    return interpolate(call, results, 2, linear_taps);
}

DEFINE(upsample_trilinear3d)
{
    return interpolate(call, results, 3, linear_taps);
}

DEFINE(upsample_bicubic2d)
{
    return interpolate(call, results, 2, cubic_taps);
}

/* ---- by mode ---- */

static ra_tensor *resized(const ra_tensor *t, ra_dims size, const char *mode, bool align_corners, ra_scalar scale)
{
    const int dims = (int)size.count;
    const bool exact = !strcmp(mode, "nearest-exact");
    if (!strcmp(mode, "area"))
        return dims == 1 ? ra_adaptive_avg_pool1d(t, size) : dims == 2 ? ra_adaptive_avg_pool2d(t, size) : ra_adaptive_avg_pool3d(t, size);
    if (exact && dims == 1)
        return ra_upsample_nearest_exact1d(t, size, RA_OPTS(ra_upsample_nearest_exact1d, .scales = scale));
    if (exact && dims == 2)
        return ra_upsample_nearest_exact2d(t, size, RA_OPTS(ra_upsample_nearest_exact2d, .scales_h = scale, .scales_w = scale));
    if (exact)
        return ra_upsample_nearest_exact3d(t, size, RA_OPTS(ra_upsample_nearest_exact3d, .scales_d = scale, .scales_h = scale, .scales_w = scale));
    if (!strcmp(mode, "nearest") && dims == 1)
        return ra_upsample_nearest1d(t, size, RA_OPTS(ra_upsample_nearest1d, .scales = scale));
    if (!strcmp(mode, "nearest") && dims == 2)
        return ra_upsample_nearest2d(t, size, RA_OPTS(ra_upsample_nearest2d, .scales_h = scale, .scales_w = scale));
    if (!strcmp(mode, "nearest"))
        return ra_upsample_nearest3d(t, size, RA_OPTS(ra_upsample_nearest3d, .scales_d = scale, .scales_h = scale, .scales_w = scale));
    if (!strcmp(mode, "linear") && dims == 1)
        return ra_upsample_linear1d(t, size, RA_OPTS(ra_upsample_linear1d, .align_corners = align_corners, .scales = scale));
    if (!strcmp(mode, "bilinear") && dims == 2)
        return ra_upsample_bilinear2d(t, size, RA_OPTS(ra_upsample_bilinear2d, .align_corners = align_corners, .scales_h = scale, .scales_w = scale));
    if (!strcmp(mode, "bicubic") && dims == 2)
        return ra_upsample_bicubic2d(t, size, RA_OPTS(ra_upsample_bicubic2d, .align_corners = align_corners, .scales_h = scale, .scales_w = scale));
    if (!strcmp(mode, "trilinear") && dims == 3)
        return ra_upsample_trilinear3d(t, size, RA_OPTS(ra_upsample_trilinear3d, .align_corners = align_corners, .scales_d = scale, .scales_h = scale, .scales_w = scale));
    ra__refusal(RA_ERR_ARGUMENT, "mode: %s is not for %d dimensions", mode, dims);
    return NULL;
}

DEFINE(interpolate)
{
    const ra_tensor *input = call->args[0].tensor;
    const ra_arg *size = &call->args[1], *factor = &call->args[2];
    const char *mode = call->args[3].string;
    const bool sized = size->kind == RA_ARG_DIMS && size->dims.values, scaled = factor->kind == RA_ARG_SCALAR, align_corners = call->args[4].boolean;
    const int dims = ra_ndim(input) - 2;
    int64_t sizes[RA_MAX_DIMS];
    if (dims < 1 || dims > 3)
        return ra__refusal(RA_ERR_SHAPE, "input: has %d dimensions, not 3 to 5", ra_ndim(input));
    if (sized == scaled)
        return ra__refusal(RA_ERR_ARGUMENT, "size and scale_factor: one of them is needed, and only one");
    if (align_corners && (!strncmp(mode, "nearest", 7) || !strcmp(mode, "area")))
        return ra__refusal(RA_ERR_ARGUMENT, "align_corners: has no meaning for mode %s", mode);
    if (sized && size->dims.count != 1 && size->dims.count != dims)
        return ra__refusal(RA_ERR_SHAPE, "size: lists %lld sizes for %d dimensions", (long long)size->dims.count, dims);
    if (scaled && factor->scalar.kind == RA_SCALAR_COMPLEX)
        return ra__refusal(RA_ERR_DTYPE, "scale_factor: a complex number");
    const double times = scaled ? ra__scalar_double(factor->scalar) : 0;
    for (int k = 0; k < dims; k++) {
        const double wanted = floor((double)ra_size(input, 2 + k) * times);
        if (scaled && !(wanted >= 0 && wanted < 0x1p62))
            return ra__refusal(RA_ERR_ARGUMENT, "scale_factor: %g times %lld leaves no size", times, (long long)ra_size(input, 2 + k));
        sizes[k] = scaled ? (int64_t)wanted : size->dims.values[size->dims.count == 1 ? 0 : k];
    }
    const bool passed = scaled && !call->args[5].boolean && strcmp(mode, "area");
    return ra__gives(results, resized(input, ra_dims_of(sizes, dims), mode, align_corners, passed ? ra_scalar_float(times) : (ra_scalar){.kind = (ra_scalar_kind)RA__ABSENT}));
}
