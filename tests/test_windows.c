/*
 * Windows over lines, planes and volumes, norms by groups, resampling and paddings, against plain loops in double or the same by other operators, bit by bit: at the edges of
 * vectors, tiles and rows, in every dtype and layout that the kernels tell apart.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int open_seeded(void **state)
{
    ra_manual_seed(23);
    return open_scope(state);
}

static const ra_dtype floating[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};

static ra_tensor *as(const ra_tensor *t, ra_dtype dtype)
{
    return ra_to(t, RA_OPTS(ra_to, .dtype = dtype));
}

/* Row-major, in double. */
static const double *doubles(const ra_tensor *t)
{
    ra_status s;
    const double *x = ra_data_f64(ra_contiguous(as(t, RA_FLOAT64)), &s);
    assert_int_equal(s, RA_OK);
    return x;
}

static double tolerance_of(ra_dtype dtype)
{
    return dtype == RA_FLOAT64 ? 1e-12 : dtype == RA_FLOAT32 ? 4e-6 : dtype == RA_FLOAT16 ? 2e-3 : dtype == RA_BFLOAT16 ? 1.6e-2 : 0;
}

static void assert_close(double got, double want, double tolerance)
{
    if (isnan(want) ? !isnan(got) : isinf(want) ? got != want : !(fabs(got - want) <= tolerance * (1 + fabs(want))))
        fail_msg("got %.9g, want %.9g", got, want);
}

static void assert_same(const ra_tensor *got, const ra_tensor *want)
{
    ra_status s;
    assert_non_null(got);
    assert_non_null(want);
    assert_int_equal(ra_tensor_dtype(got), ra_tensor_dtype(want));
    assert_int_equal(ra_numel(got), ra_numel(want));
    const size_t bytes = (size_t)ra_numel(got) * ra_dtype_size(ra_tensor_dtype(got));
    const void *a = ra_data(ra_contiguous(got), &s), *b = ra_data(ra_contiguous(want), &s);
    assert_int_equal(s, RA_OK);
    if (bytes)
        assert_memory_equal(a, b, bytes);
}

/* With a NaN and an infinity here and there. */
static ra_tensor *spoilt(ra_tensor *x)
{
    ra_status s;
    float *data = ra_data_mut(x, &s);
    assert_int_equal(s, RA_OK);
    for (int64_t e = 5; e < ra_numel(x); e += 37)
        data[e] = e % 2 ? NAN : e % 4 ? -INFINITY : INFINITY;
    return x;
}

/* Each element two places from the last. */
static ra_tensor *spread(const ra_tensor *x)
{
    return ra_select(ra_stack(RA_LIST(x, x), -1), -1, 0);
}

/* (N, C, L) in three ways to lie. */
static ra_tensor *line_in(int way, const ra_tensor *x)
{
    return way == 0 ? ra_ref(x) : way == 1 ? ra_transpose(ra_contiguous(ra_transpose(x, 1, 2)), 1, 2) : spread(x);
}

/* ---- of lines ---- */

static void max_pool1d_is_that_of_planes(void **state)
{
    (void)state;
    static const int64_t lengths[] = {6, 31, 33, 64, 513, 1030}, kernels[] = {1, 2, 3, 5}, strides[] = {1, 2, 3};
    for (int k = 0; k < 6 * 4 * 3 * 2 * 2 * 2; k++) {
        const int64_t length = lengths[k % 6], kernel = kernels[k / 6 % 4], stride = strides[k / 24 % 3], dilation = 1 + k / 72 % 2;
        const int64_t padding = k / 144 % 2 * (kernel / 2);
        const bool ceil_mode = k / 288;
        const ra_dtype dtype = floating[(k + k / 6) % 4];
        if ((kernel - 1) * dilation >= length)
            continue;
        ra_scope_begin();
        ra_tensor *x = line_in(k / 5 % 3, as(spoilt(ra_randn(RA_DIMS(2, 3, length))), dtype)), *wanted = NULL, *indices = NULL;
        assert_int_equal(ra_max_pool2d(ra_contiguous(ra_unsqueeze(x, -2)), RA_DIMS(1, kernel), &wanted, &indices,
                                       RA_OPTS(ra_max_pool2d, .stride = {1, stride}, .dilation = {1, dilation}, .padding = {0, padding}, .ceil_mode = ceil_mode)), RA_OK);
        assert_same(ra_max_pool1d(x, RA_DIMS(kernel), RA_OPTS(ra_max_pool1d, .stride = {stride}, .dilation = {dilation}, .padding = {padding}, .ceil_mode = ceil_mode)),
                    ra_squeeze(wanted, RA_DIMS(-2)));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    ra_tensor *none = ra_max_pool1d(ra_zeros(RA_DIMS(0, 3, 8)), RA_DIMS(2));
    assert_int_equal(ra_size(none, 0), 0);
    assert_int_equal(ra_size(none, 2), 4);
}

static void max_pool1d_refuses(void **state)
{
    (void)state;
    const ra_tensor *x = ra_zeros(RA_DIMS(2, 3, 8));
    assert_refused(ra_max_pool1d(x, RA_DIMS(9)), RA_ERR_SHAPE, "max_pool1d");
    assert_refused(ra_max_pool1d(x, RA_DIMS(2), RA_OPTS(ra_max_pool1d, .padding = {2})), RA_ERR_ARGUMENT, "padding");
    assert_refused(ra_max_pool1d(ra_zeros(RA_DIMS(2, 0, 8)), RA_DIMS(2)), RA_ERR_SHAPE, "empty");
    assert_refused(ra_max_pool1d(ra_zeros(RA_DIMS(2, 3, 8), RA_OPTS(ra_zeros, .dtype = RA_INT64)), RA_DIMS(2)), RA_ERR_DTYPE, "int64");
}

/* ---- means of planes ---- */

struct mean {
    int64_t kernel[2], stride[2], padding[2];
    bool ceil_mode, counts;
    int64_t divisor;
};

static void check_mean(const ra_tensor *x, const struct mean *w)
{
    const ra_tensor *y = ra_avg_pool2d(x, RA_DIMS(w->kernel[0], w->kernel[1]),
                                       RA_OPTS(ra_avg_pool2d, .stride = {w->stride[0], w->stride[1]}, .padding = {w->padding[0], w->padding[1]}, .ceil_mode = w->ceil_mode,
                                               .count_include_pad = w->counts, .divisor_override = w->divisor));
    const double *in = doubles(x), *out = doubles(y), tolerance = tolerance_of(ra_tensor_dtype(x));
    const int64_t height = ra_size(x, 2), width = ra_size(x, 3), rows = ra_size(y, 2), columns = ra_size(y, 3);
    for (int64_t e = 0; e < ra_numel(y); e++) {
        const double *plane = in + e / (rows * columns) * height * width;
        const int64_t top = e / columns % rows * w->stride[0] - w->padding[0], left = e % columns * w->stride[1] - w->padding[1];
        double sum = 0;
        int64_t inside = 0, padded = 0;
        for (int64_t t = 0; t < w->kernel[0] * w->kernel[1]; t++) {
            const int64_t a = top + t / w->kernel[1], b = left + t % w->kernel[1];
            padded += a < height + w->padding[0] && b < width + w->padding[1];
            if (a < 0 || a >= height || b < 0 || b >= width)
                continue;
            inside++;
            sum += plane[a * width + b];
        }
        const double mean = inside ? sum / (double)(w->divisor ? w->divisor : w->counts ? padded : inside) : 0;
        assert_close(out[e], tolerance ? mean : trunc(mean), tolerance);
    }
}

static void avg_pool2d_of_any_window(void **state)
{
    (void)state;
    static const struct mean windows[] = {
        {{2, 2}, {2, 2}, {0, 0}, false, true, 0},  {{2, 2}, {2, 2}, {1, 1}, true, true, 0},    {{2, 2}, {2, 2}, {1, 1}, true, false, 0},  {{3, 3}, {1, 1}, {1, 1}, false, false, 0},
        {{3, 3}, {1, 1}, {0, 0}, false, true, 0},  {{3, 4}, {3, 2}, {1, 2}, true, true, 0},    {{2, 3}, {2, 5}, {0, 1}, true, false, 0},  {{3, 3}, {2, 2}, {1, 1}, false, true, 5},
        {{1, 32}, {1, 32}, {0, 0}, false, true, 0}, {{1, 33}, {1, 7}, {0, 0}, false, true, 0},  {{2, 64}, {1, 64}, {0, 0}, true, true, 0}, {{3, 40}, {2, 9}, {1, 20}, true, false, 0},
        {{1, 1}, {1, 2}, {0, 0}, false, true, 0},  {{1, 31}, {1, 31}, {0, 15}, true, true, 1}, {{2, 35}, {2, 35}, {1, 0}, true, true, 1}, {{1, 2}, {1, 1}, {0, 1}, false, false, 0}};
    static const int64_t planes[][4] = {{2, 3, 5, 70}, {1, 2, 3, 1300}, {1, 33, 4, 67}};
    for (size_t k = 0; k < sizeof windows / sizeof *windows; k++)
        for (int i = 0; i < 3; i++) {
            ra_scope_begin();
            ra_tensor *x = ra_randn(RA_DIMS(planes[i][0], planes[i][1], planes[i][2], planes[i][3]));
            for (int d = 0; d < 4; d++)
                check_mean(as(x, floating[d]), &windows[k]);
            check_mean(as(ra_mul(x, 100), RA_INT64), &windows[k]);
            check_mean(ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last")), &windows[k]);
            check_mean(ra_transpose(ra_contiguous(ra_transpose(x, 2, 3)), 2, 3), &windows[k]);
            check_mean(ra_slice(ra_constant_pad_nd(x, RA_DIMS(3, 2, 1, 1), RA_I(0)), 3, 3, planes[i][3] + 3, 1), &windows[k]);
            check_mean(spoilt(x), &windows[k]);
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

/* Windows whose padding is on both sides, rows that are wholly padding, and what lies on either side of a plane. */
static void avg_pool2d_reads_its_plane_alone(void **state)
{
    (void)state;
    ra_status s;
    ra_tensor *wide = ra_full(RA_DIMS(3, 6, 100), (double)NAN, RA_OPTS(ra_full, .dtype = RA_FLOAT32)), *x = ra_slice(ra_slice(wide, 1, 2, 4, 1), 2, 10, 90, 1);
    assert_int_equal(ra_fill_(x, 3), RA_OK);
    const float *out;
    ra_tensor *y = ra_avg_pool2d(x, RA_DIMS(2, 40), RA_OPTS(ra_avg_pool2d, .stride = {1, 20}, .padding = {1, 0}, .count_include_pad = false));
    assert_non_null(out = ra_data_f32(y, &s));
    for (int64_t e = 0; e < ra_numel(y); e++)
        assert_float_equal(out[e], 3, 0);
    y = ra_avg_pool2d(x, RA_DIMS(2, 3), RA_OPTS(ra_avg_pool2d, .stride = {1, 1}, .padding = {1, 0}, .count_include_pad = false));
    assert_non_null(out = ra_data_f32(y, &s));
    for (int64_t e = 0; e < ra_numel(y); e++)
        assert_float_equal(out[e], 3, 0);
}

/* ---- convolution of volumes ---- */

struct volume_window {
    int64_t kernel[3], stride[3], padding[3], dilation[3];
};

static void check_conv3d(const ra_tensor *x, const ra_tensor *weight, const ra_tensor *bias, int64_t groups, const struct volume_window *w)
{
    const ra_tensor *y = ra_conv3d(x, weight, bias, RA_OPTS(ra_conv3d, .stride = {w->stride[0], w->stride[1], w->stride[2]}, .padding = {w->padding[0], w->padding[1], w->padding[2]},
                                                            .dilation = {w->dilation[0], w->dilation[1], w->dilation[2]}, .groups = RA_I(groups)));
    assert_non_null(y);
    const bool has_bias = bias != RA_NONE;
    const double *in = doubles(x), *factor = doubles(weight), *shift = has_bias ? doubles(bias) : NULL, *out = doubles(y), tolerance = 20 * tolerance_of(ra_tensor_dtype(x));
    const int64_t channels = ra_size(x, 1), each = ra_size(weight, 1), outs = ra_size(weight, 0), *k = w->kernel;
    const int64_t size[] = {ra_size(x, 2), ra_size(x, 3), ra_size(x, 4)}, made[] = {ra_size(y, 2), ra_size(y, 3), ra_size(y, 4)};
    assert_true(ra_is_contiguous(y));
    for (int64_t e = 0; e < ra_numel(y); e++) {
        const int64_t at[] = {e / (made[1] * made[2]) % made[0], e / made[2] % made[1], e % made[2]}, o = e / (made[0] * made[1] * made[2]) % outs;
        const int64_t n = e / (made[0] * made[1] * made[2]) / outs, first = o / (outs / groups) * each;
        double sum = has_bias ? shift[o] : 0;
        for (int64_t t = 0; t < each * k[0] * k[1] * k[2]; t++) {
            const int64_t tap[] = {t / (k[1] * k[2]) % k[0], t / k[2] % k[1], t % k[2]}, c = t / (k[0] * k[1] * k[2]);
            int64_t place = n * channels + first + c;
            bool inside = true;
            for (int d = 0; d < 3; d++) {
                const int64_t i = at[d] * w->stride[d] - w->padding[d] + tap[d] * w->dilation[d];
                inside &= i >= 0 && i < size[d];
                place = place * size[d] + i;
            }
            sum += inside ? in[place] * factor[o * each * k[0] * k[1] * k[2] + t] : 0;
        }
        assert_close(out[e], sum, tolerance);
    }
}

static void conv3d_of_any_window(void **state)
{
    (void)state;
    static const struct volume_window windows[] = {
        {{2, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}}, {{3, 2, 3}, {1, 2, 2}, {1, 1, 1}, {1, 1, 1}}, {{2, 2, 2}, {2, 1, 3}, {2, 0, 1}, {1, 2, 1}}, {{1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}},
        {{2, 1, 1}, {2, 1, 1}, {0, 0, 0}, {2, 1, 1}}, {{3, 1, 2}, {1, 1, 1}, {3, 0, 0}, {2, 1, 3}}, {{4, 3, 1}, {3, 2, 1}, {0, 1, 0}, {1, 1, 1}},
        {{2, 2, 3}, {1, 1, 1}, {3, 0, 0}, {1, 1, 1}}, {{3, 1, 1}, {1, 1, 1}, {6, 0, 0}, {6, 1, 1}}, {{3, 2, 2}, {2, 1, 1}, {5, 1, 1}, {4, 1, 1}}}; /* the last three also lie in padding alone, or around all planes but one */
    static const int64_t channels[][3] = {{3, 5, 1}, {4, 16, 2}, {2, 17, 1}, {2, 33, 1}, {4, 32, 4}, {5, 1, 1}}; /* in, out, groups */
    for (size_t k = 0; k < sizeof windows / sizeof *windows; k++)
        for (int c = 0; c < 6; c++) {
            ra_scope_begin();
            const struct volume_window *w = &windows[k];
            const int64_t in = channels[c][0], out = channels[c][1], groups = channels[c][2];
            ra_tensor *x = ra_randn(RA_DIMS(2, in, 5, 6, 7 + (k % 3) * 13)), *weight = ra_randn(RA_DIMS(out, in / groups, w->kernel[0], w->kernel[1], w->kernel[2])), *bias = ra_randn(RA_DIMS(out));
            for (int d = 0; d < 4; d++)
                check_conv3d(as(x, floating[d]), as(weight, floating[d]), d % 2 ? as(bias, floating[d]) : RA_NONE, groups, w);
            check_conv3d(as(ra_mul(x, 10), RA_INT64), as(ra_mul(weight, 10), RA_INT64), as(ra_mul(bias, 10), RA_INT64), groups, w);
            const ra_tensor *last = ra_permute(ra_contiguous(ra_permute(x, RA_DIMS(0, 2, 3, 4, 1))), RA_DIMS(0, 4, 1, 2, 3));
            const ra_tensor *turned = ra_permute(ra_contiguous(ra_permute(weight, RA_DIMS(2, 4, 3, 1, 0))), RA_DIMS(4, 3, 0, 2, 1));
            check_conv3d(last, weight, bias, groups, w);
            check_conv3d(x, turned, RA_NONE, groups, w);
            check_conv3d(ra_slice(ra_constant_pad_nd(x, RA_DIMS(1, 1, 2, 0, 1, 2), RA_I(1)), 2, 1, 6, 1), weight, bias, groups, w);
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

/* Many grains; and without a batch. */
static void conv3d_of_large_volumes(void **state)
{
    (void)state;
    static const struct volume_window plain = {{3, 3, 3}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}}, padded = {{3, 3, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
    const ra_tensor *x = ra_randn(RA_DIMS(1, 8, 9, 20, 130)), *weight = ra_randn(RA_DIMS(48, 8, 3, 3, 3)), *bias = ra_randn(RA_DIMS(48));
    check_conv3d(x, ra_slice(weight, 0, 0, 16, 1), RA_NONE, 1, &plain);
    check_conv3d(ra_slice(x, 4, 0, 40, 1), weight, bias, 1, &padded);
    ra_tensor *y = ra_conv3d(ra_select(x, 0, 0), weight, bias);
    assert_int_equal(ra_ndim(y), 4);
    assert_same(y, ra_select(ra_conv3d(x, weight, bias), 0, 0));
}

static void conv3d_of_nothing(void **state)
{
    (void)state;
    ra_tensor *y = ra_conv3d(ra_zeros(RA_DIMS(0, 2, 4, 4, 4)), ra_zeros(RA_DIMS(3, 2, 2, 2, 2)), RA_NONE);
    assert_int_equal(ra_size(y, 0), 0);
    assert_int_equal(ra_size(y, 1), 3);
    y = ra_conv3d(ra_zeros(RA_DIMS(1, 0, 4, 4, 4)), ra_zeros(RA_DIMS(3, 0, 2, 2, 2)), ra_ones(RA_DIMS(3)), RA_OPTS(ra_conv3d, .padding = {1, 0, 0}));
    assert_int_equal(ra_size(y, 2), 5);
    assert_same(y, ra_ones(RA_DIMS(1, 3, 5, 3, 3)));
}

static void conv3d_refuses(void **state)
{
    (void)state;
    const ra_tensor *x = ra_zeros(RA_DIMS(1, 4, 5, 5, 5)), *w = ra_zeros(RA_DIMS(6, 4, 3, 3, 3));
    assert_refused(ra_conv3d(x, ra_zeros(RA_DIMS(6, 3, 3, 3, 3)), RA_NONE), RA_ERR_SHAPE, "channels");
    assert_refused(ra_conv3d(x, ra_zeros(RA_DIMS(6, 4, 6, 3, 3)), RA_NONE), RA_ERR_SHAPE, "depth");
    assert_refused(ra_conv3d(x, ra_zeros(RA_DIMS(6, 4, 3, 6, 3)), RA_NONE), RA_ERR_SHAPE, "height");
    assert_refused(ra_conv3d(x, w, ra_zeros(RA_DIMS(5))), RA_ERR_SHAPE, "bias");
    assert_refused(ra_conv3d(x, w, RA_NONE, RA_OPTS(ra_conv3d, .groups = RA_I(4))), RA_ERR_SHAPE, "groups");
    assert_refused(ra_conv3d(ra_zeros(RA_DIMS(1, 4, 0, 5, 5)), w, RA_NONE, RA_OPTS(ra_conv3d, .padding = {2, 0, 0})), RA_ERR_SHAPE, "conv3d");
    assert_refused(ra_conv3d(x, w, RA_NONE, RA_OPTS(ra_conv3d, .padding = {0, -1, 0})), RA_ERR_ARGUMENT, "padding");
}

/* ---- norms by groups ---- */

/* By rows of layer_norm, then times and plus one number of each channel; halves in float32. */
static ra_tensor *by_rows(const ra_tensor *x, int64_t groups, const ra_tensor *weight, const ra_tensor *bias)
{
    const int64_t batch = ra_size(x, 0), channels = ra_size(x, 1), slice = ra_numel(x) / batch / groups;
    const ra_dtype dtype = ra_tensor_dtype(x), wide = dtype == RA_FLOAT64 ? RA_FLOAT64 : RA_FLOAT32;
    ra_tensor *rows = ra_view(ra_contiguous(as(x, wide)), RA_DIMS(batch * groups, slice));
    ra_tensor *y = ra_view(ra_layer_norm(rows, RA_DIMS(slice), RA_NONE, RA_NONE), RA_DIMS(batch, channels, ra_numel(x) / batch / channels));
    if (weight != RA_NONE)
        y = ra_mul(y, ra_unsqueeze(as(weight, wide), 1));
    if (bias != RA_NONE)
        y = ra_add(y, ra_unsqueeze(as(bias, wide), 1));
    return as(y, dtype);
}

static void norms_by_groups(void **state)
{
    (void)state;
    static const int64_t shapes[][4] = {{2, 6, 5, 7}, {3, 12, 1, 1}, {1, 6, 40, 41}, {2, 6, 1, 3}, {1, 18, 16, 16}, {2, 6, 90, 90}};
    static const int64_t counts[] = {1, 2, 3, 6};
    for (int k = 0; k < 6 * 4 * 4; k++) {
        const int64_t *n = shapes[k % 6], groups = counts[k / 6 % 4];
        const ra_dtype dtype = floating[k / 24];
        ra_scope_begin();
        const ra_tensor *x = as(ra_add(ra_randn(RA_DIMS(n[0], n[1], n[2], n[3])), 2), dtype), *weight = as(ra_randn(RA_DIMS(n[1])), dtype), *bias = as(ra_randn(RA_DIMS(n[1])), dtype);
        assert_same(ra_group_norm(x, groups, weight, bias), by_rows(x, groups, weight, bias));
        assert_same(ra_group_norm(x, groups, weight, RA_NONE), by_rows(x, groups, weight, RA_NONE));
        assert_same(ra_group_norm(x, groups, RA_NONE, bias), by_rows(x, groups, RA_NONE, bias));
        assert_same(ra_group_norm(x, groups, RA_NONE, RA_NONE), by_rows(x, groups, RA_NONE, RA_NONE));
        assert_same(ra_group_norm(x, groups, as(weight, dtype == RA_FLOAT64 ? RA_FLOAT64 : RA_FLOAT32), RA_NONE), by_rows(x, groups, weight, RA_NONE));
        const ra_tensor *last = ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last"));
        assert_same(ra_group_norm(last, groups, spread(weight), bias), by_rows(x, groups, weight, bias));
        assert_same(ra_instance_norm(x, weight, bias, RA_NONE, RA_NONE), by_rows(x, n[1], weight, bias));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    assert_int_equal(ra_numel(ra_group_norm(ra_zeros(RA_DIMS(0, 6, 3)), 3, RA_NONE, RA_NONE)), 0);
    assert_int_equal(ra_numel(ra_group_norm(ra_zeros(RA_DIMS(2, 6, 0)), 3, ra_ones(RA_DIMS(6)), RA_NONE)), 0);
    assert_refused(ra_group_norm(ra_zeros(RA_DIMS(2, 6, 3)), 4, RA_NONE, RA_NONE), RA_ERR_SHAPE, "num_groups");
}

/* ---- resampling ---- */

/* What each of `in` places counts for in each of `out` (out, in). */
static double *shares(int64_t in, int64_t out, bool align_corners, bool cubic)
{
    double *w = calloc((size_t)(in * out), sizeof *w);
    for (int64_t i = 0; i < out; i++) {
        const double at = align_corners ? out > 1 ? (double)i * (double)(in - 1) / (double)(out - 1) : 0 : ((double)i + 0.5) * (double)in / (double)out - 0.5;
        const double place = cubic || at > 0 ? at : 0, below = floor(place);
        for (int tap = cubic ? -1 : 0; tap < (cubic ? 3 : 2); tap++) {
            const double far = fabs(place - below - tap), a = -0.75;
            const double share = !cubic ? 1 - far : far <= 1 ? ((a + 2) * far - (a + 3)) * far * far + 1 : ((a * far - 5 * a) * far + 8 * a) * far - 4 * a;
            const int64_t from = (int64_t)below + tap;
            w[i * in + (from < 0 ? 0 : from >= in ? in - 1 : from)] += share;
        }
    }
    return w;
}

/* x (batch, channels, height, width) and y, of which the last dims are resampled. */
static void check_resampled(const ra_tensor *x, const ra_tensor *y, bool align_corners, bool cubic)
{
    const int64_t h = ra_size(x, 2), w = ra_size(x, 3), rows = ra_size(y, 2), columns = ra_size(y, 3);
    double *down = shares(h, rows, align_corners, cubic), *across = shares(w, columns, align_corners, cubic);
    const double *in = doubles(x), *out = doubles(y), tolerance = 4 * tolerance_of(ra_tensor_dtype(x));
    for (int64_t e = 0; e < ra_numel(y); e++) {
        const double *plane = in + e / (rows * columns) * h * w;
        double sum = 0;
        for (int64_t p = 0; p < h * w; p++)
            sum += down[e / columns % rows * h + p / w] * across[e % columns * w + p % w] * plane[p];
        assert_close(out[e], sum, tolerance > 1e-5 ? tolerance : ra_tensor_dtype(x) == RA_FLOAT64 ? 1e-11 : 1e-5);
    }
    free(down);
    free(across);
}

static void planes_at_other_sizes(void **state)
{
    (void)state;
    static const int64_t sizes[][4] = {{5, 7, 9, 11}, {6, 9, 12, 18}, {8, 6, 4, 3}, {1, 5, 3, 5}, {3, 40, 12, 33}, {4, 1, 4, 2}, {2, 33, 4, 70}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int d = 0; d < 4; d++)
            for (int way = 0; way < 6; way++) {
                ra_scope_begin();
                const int64_t *n = sizes[k];
                const bool align = way % 2, cubic = way / 2 == 1;
                ra_tensor *x = as(ra_randn(RA_DIMS(2, 3, n[0], n[1])), floating[d]);
                if (way / 2 == 2)
                    x = k % 2 ? ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last")) : spread(x);
                check_resampled(x, cubic ? ra_upsample_bicubic2d(x, RA_DIMS(n[2], n[3]), RA_OPTS(ra_upsample_bicubic2d, .align_corners = align))
                                         : ra_upsample_bilinear2d(x, RA_DIMS(n[2], n[3]), RA_OPTS(ra_upsample_bilinear2d, .align_corners = align)), align, cubic);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
}

/* Many grains of planes, lines that are cut, and an element behind each place. */
static void large_planes_at_other_sizes(void **state)
{
    (void)state;
    ra_tensor *x = ra_randn(RA_DIMS(1, 2, 3, 17000)), *y = ra_upsample_bilinear2d(x, RA_DIMS(6, 17000));
    check_resampled(ra_slice(x, 3, 0, 50, 1), ra_slice(y, 3, 0, 50, 1), false, false);
    check_resampled(ra_slice(x, 3, 16960, 17000, 1), ra_slice(y, 3, 16960, 17000, 1), false, false);
    ra_tensor *line = ra_view(ra_arange(0, 30000, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64)), RA_DIMS(1, 1, 30000));
    ra_status s;
    const double *out = ra_data_f64(ra_upsample_linear1d(line, RA_DIMS(45000), RA_OPTS(ra_upsample_linear1d, .align_corners = true)), &s);
    for (int64_t i = 0; i < 45000; i++)
        assert_close(out[i], (double)i * 29999 / 44999, 1e-12);
    ra_tensor *volume = ra_randn(RA_DIMS(2, 3, 4, 6, 5)), *all = ra_upsample_trilinear3d(volume, RA_DIMS(4, 9, 8));
    for (int64_t d = 0; d < 4; d++)
        check_resampled(ra_select(volume, 2, d), ra_select(all, 2, d), false, false);
    assert_int_equal(ra_numel(ra_upsample_bilinear2d(ra_zeros(RA_DIMS(0, 3, 4, 4)), RA_DIMS(7, 5))), 0);
    const double *odd = doubles(ra_upsample_bilinear2d(ra_full(RA_DIMS(1, 1, 3, 3), (double)NAN, RA_OPTS(ra_full, .dtype = RA_FLOAT32)), RA_DIMS(5, 4)));
    for (int i = 0; i < 20; i++)
        assert_true(isnan(odd[i]));
}

/* ---- paddings: against rows and columns that are picked by an index, and a constant against what cat puts around ---- */

static int64_t source_of(char mode, int64_t i, int64_t size)
{
    if (mode == 'e')
        return i < 0 ? 0 : i < size ? i : size - 1;
    if (mode == 'c')
        return (i + size) % size;
    return i < 0 ? -i : i < size ? i : 2 * (size - 1) - i;
}

static ra_tensor *picked(const ra_tensor *t, int dim, char mode, int64_t before, int64_t after)
{
    const int64_t size = ra_size(t, dim), n = before + size + after;
    int64_t *places = malloc(sizeof *places * (size_t)n);
    assert_non_null(places);
    for (int64_t i = 0; i < n; i++)
        places[i] = source_of(mode, i - before, size);
    ra_tensor *index = ra_from_copy(places, RA_INT64, RA_DIMS(n));
    free(places);
    return ra_index_select(t, dim, index);
}

static ra_tensor *amid(const ra_tensor *t, int dim, int64_t before, int64_t after, double value)
{
    int64_t sizes[2][RA_MAX_DIMS];
    const int ndim = ra_ndim(t);
    for (int d = 0; d < ndim; d++)
        sizes[0][d] = d == dim ? before : ra_size(t, d), sizes[1][d] = d == dim ? after : ra_size(t, d);
    return ra_cat(RA_LIST(as(ra_full(ra_dims_of(sizes[0], ndim), value), ra_tensor_dtype(t)), t, as(ra_full(ra_dims_of(sizes[1], ndim), value), ra_tensor_dtype(t))), dim);
}

static void check_pads(const ra_tensor *t, const int64_t *pad)
{
    static const char *const modes[] = {"reflect", "replicate", "circular"};
    const ra_dims pads = ra_dims_of(pad, 6);
    for (int k = 0; k < 3; k++) {
        const char mode = "rec"[k];
        assert_same(ra_pad(t, pads, RA_OPTS(ra_pad, .mode = modes[k])), picked(picked(picked(t, 4, mode, pad[0], pad[1]), 3, mode, pad[2], pad[3]), 2, mode, pad[4], pad[5]));
    }
    assert_same(ra_constant_pad_nd(t, pads, 3), amid(amid(amid(t, 4, pad[0], pad[1], 3), 3, pad[2], pad[3], 3), 2, pad[4], pad[5], 3));
}

static void pads_of_any_side(void **state)
{
    static const ra_dtype dtypes[] = {RA_UINT8, RA_FLOAT16, RA_FLOAT32, RA_INT64, RA_COMPLEX128};
    static const int64_t pads[][6] = {{1, 1, 1, 1, 1, 1}, {2, 0, 0, 3, 1, 0}, {0, 0, 2, 1, 0, 0}, {0, 0, 0, 0, 3, 2}, {30, 33, 0, 0, 0, 1}};
    (void)state;
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
        for (size_t i = 0; i < sizeof pads / sizeof *pads; i++) {
            const ra_tensor *t = as(ra_mul(ra_rand(RA_DIMS(3, 2, 13, 40, 35)), 200), dtypes[k]); /* grains of rows: 60 thousand elements make two at least */
            check_pads(t, pads[i]);
            check_pads(ra_slice(as(ra_mul(ra_rand(RA_DIMS(1, 2, 5, 7, 80)), 200), dtypes[k]), 4, 1, 80, 2), pads[i][0] > 3 ? pads[i] : pads[2]);
            check_pads(ra_transpose(as(ra_mul(ra_rand(RA_DIMS(2, 1, 5, 36, 6)), 200), dtypes[k]), 3, 4), pads[i]);
        }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_seeded, close_scope_whatever)
    const struct CMUnitTest tests[] = {
        TEST(pads_of_any_side),
        TEST(max_pool1d_is_that_of_planes),
        TEST(max_pool1d_refuses),
        TEST(avg_pool2d_of_any_window),
        TEST(avg_pool2d_reads_its_plane_alone),
        TEST(conv3d_of_any_window),
        TEST(conv3d_of_large_volumes),
        TEST(conv3d_of_nothing),
        TEST(conv3d_refuses),
        TEST(norms_by_groups),
        TEST(planes_at_other_sizes),
        TEST(large_planes_at_other_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
