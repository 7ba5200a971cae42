/*
 * Layers against plain loops in double, at sizes and layouts that cross the kernels' tiles and grains.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int open_seeded(void **state)
{
    ra_manual_seed(11);
    return open_scope(state);
}

/* The values of any real tensor, row-major, in double. */
static const double *doubles(const ra_tensor *t)
{
    ra_status s;
    const double *x = ra_data_f64(ra_contiguous(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64))), &s);
    assert_int_equal(s, RA_OK);
    return x;
}

static void assert_close(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance * (1 + fabs(want))))
        fail_msg("got %.9g, want %.9g", got, want);
}

static double tolerance_of(ra_dtype dtype)
{
    return dtype == RA_FLOAT64 ? 1e-12 : dtype == RA_FLOAT32 ? 2e-6 : dtype == RA_FLOAT16 ? 2e-3 : 1.6e-2;
}

static const ra_dtype floating[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};

/* (outer, n, inner), contiguous or a turned view. */
static void check_softmax(const ra_tensor *x, bool of_log, double tolerance)
{
    int64_t outer = ra_size(x, 0), n = ra_size(x, 1), inner = ra_size(x, 2);
    const double *in = doubles(x), *out = doubles(of_log ? ra_log_softmax(x, 1) : ra_softmax(x, 1));
    for (int64_t line = 0; line < outer * inner; line++) {
        const double *a = in + line / inner * n * inner + line % inner, *b = out + line / inner * n * inner + line % inner;
        double most = -INFINITY, sum = 0;
        for (int64_t k = 0; k < n; k++)
            most = fmax(most, a[k * inner]);
        for (int64_t k = 0; k < n; k++)
            sum += exp(a[k * inner] - most);
        for (int64_t k = 0; k < n; k++)
            assert_close(b[k * inner], of_log ? a[k * inner] - most - log(sum) : exp(a[k * inner] - most) / sum, tolerance);
    }
}

static void softmax_of_any_layout(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{7, 33, 1}, {2, 5000, 1}, {3, 70, 67}, {300, 9, 2}, {1, 1, 5}, {1, 40000, 3}, {1, 32769, 1}, {1, 65537, 1}};
    for (int d = 0; d < 4; d++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            const int64_t *n = shapes[k];
            const ra_tensor *x = ra_mul(ra_randn(RA_DIMS(n[0], n[1], n[2]), RA_OPTS(ra_randn, .dtype = floating[d])), 5.0);
            const ra_tensor *turned = ra_transpose(ra_mul(ra_randn(RA_DIMS(n[2], n[1], n[0]), RA_OPTS(ra_randn, .dtype = floating[d])), 5.0), 0, 2);
            for (int log = 0; log < 2; log++) {
                check_softmax(x, log, tolerance_of(floating[d]));
                check_softmax(turned, log, tolerance_of(floating[d]));
            }
        }
}

static void softmax_survives_extremes(void **state)
{
    (void)state;
    static const float values[] = {1e30f, -1e30f, 1e30f, -INFINITY};
    const double *p = doubles(ra_softmax(ra_from_copy(values, RA_FLOAT32, RA_DIMS(4)), 0));
    assert_true(p[0] == 0.5 && p[1] == 0 && p[2] == 0.5 && p[3] == 0);
    assert_true(isnan(doubles(ra_softmax(ra_full(RA_DIMS(3), (double)-INFINITY), 0))[1]));
    assert_true(doubles(ra_softmax(ra_full(RA_DIMS(), 7.0), 0))[0] == 1);
    assert_refused(ra_softmax(ra_zeros(RA_DIMS(2)), 1), RA_ERR_SHAPE, "");
    assert_refused(ra_softmax(ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_INT64)), 0), RA_ERR_DTYPE, "int64");
}

/* In blocks and what is left of one, with all ends among them, on either side of the threshold, dense and every other element. */
static void logarithms_of_exponentials(void **state)
{
    (void)state;
    static const double special[] = {-INFINITY, INFINITY, NAN, 0, -0.0, 20, 20.000001, 10, 10.000001, 709, -709, 750, -750, 1e300, -1e300};
    for (int64_t n = 1; n < 1300; n = n * 2 + n % 3)
        for (int k = 0; k < 3; k++) {
            ra_scope_begin();
            const double beta = k == 2 ? 2 : 1;
            const ra_tensor *wide = ra_mul(ra_randn(RA_DIMS(n, 2), RA_OPTS(ra_randn, .dtype = RA_FLOAT64)), 10), *x = ra_select(wide, 1, 0);
            for (int64_t i = k; i < n; i += 7)
                assert_int_equal(ra_fill_(ra_select(x, 0, i), special[i % 15]), RA_OK);
            x = k ? ra_clone(x) : x;
            const double *in = doubles(x), *soft = doubles(ra_softplus(x, beta, 20)), *log = doubles(ra_log_sigmoid(x));
            for (int64_t i = 0; i < n; i++) {
                const double a = in[i], y = a * beta > 20 ? a : log1p(exp(a * beta)) / beta, z = fmin(a, 0) - log1p(exp(-fabs(a)));
                assert_true(isnan(a) ? isnan(soft[i]) && isnan(log[i]) : soft[i] == y || fabs(soft[i] - y) <= 1e-15 * y + 1e-320);
                assert_true(isnan(a) || log[i] == z || fabs(log[i] - z) <= -1e-15 * z + 1e-320);
            }
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

/* Of the rows of x. */
static void check_layer_norm(const ra_tensor *x, const ra_tensor *w, const ra_tensor *b)
{
    const int64_t rows = ra_size(x, 0), n = ra_size(x, 1);
    const bool has_weight = w != RA_NONE, has_bias = b != RA_NONE;
    const double *in = doubles(x), *out = doubles(ra_layer_norm(x, RA_DIMS(n), w, b)), *weight = has_weight ? doubles(w) : NULL, *bias = has_bias ? doubles(b) : NULL;
    for (int64_t i = 0; i < rows; i++) {
        double mean = 0, var = 0;
        for (int64_t j = 0; j < n; j++)
            mean += in[i * n + j] / (double)n;
        for (int64_t j = 0; j < n; j++)
            var += (in[i * n + j] - mean) * (in[i * n + j] - mean) / (double)n;
        for (int64_t j = 0; j < n; j++)
            assert_close(out[i * n + j], (in[i * n + j] - mean) / sqrt(var + 1e-5) * (weight ? weight[j] : 1) + (bias ? bias[j] : 0),
                         4 * tolerance_of(ra_tensor_dtype(x)));
    }
}

static void layer_norm_of_rows(void **state)
{
    (void)state;
    static const int64_t lengths[] = {1, 5, 64, 1000, 5000};
    for (int d = 0; d < 4; d++)
        for (int k = 0; k < 5; k++)
            for (int affine = 0; affine < 4; affine++) {
                int64_t n = lengths[k], rows = 9;
                const ra_tensor *x = ra_add(ra_randn(RA_DIMS(n, rows), RA_OPTS(ra_randn, .dtype = floating[d])), 3.0);
                const ra_tensor *w = affine & 1 ? ra_randn(RA_DIMS(n), RA_OPTS(ra_randn, .dtype = floating[d])) : RA_NONE;
                const ra_tensor *b = affine & 2 ? ra_randn(RA_DIMS(n), RA_OPTS(ra_randn, .dtype = floating[d])) : RA_NONE;
                x = ra_transpose(x, 0, 1);
                check_layer_norm(x, w, b);
            }
    assert_refused(ra_layer_norm(ra_zeros(RA_DIMS(2, 3)), RA_DIMS(2), RA_NONE, RA_NONE), RA_ERR_SHAPE, "normalized_shape");
    assert_refused(ra_layer_norm(ra_zeros(RA_DIMS(2, 3)), RA_DIMS(3), ra_zeros(RA_DIMS(2)), RA_NONE), RA_ERR_SHAPE, "weight");
}

/*
 * On either side of what a vector and several of them have: all so far below zero that a zero among them would be the only one that counts, and
 * with one that is, in some place of each.
 */
static void short_rows_of_every_length(void **state)
{
    (void)state;
    for (int64_t n = 1; n < 100; n++)
        for (int d = 0; d < 4; d++) {
            ra_scope_begin();
            const ra_tensor *x = ra_randn(RA_DIMS(3, n), RA_OPTS(ra_randn, .dtype = floating[d])), *below = ra_unsqueeze(ra_sub(x, 1000), 2);
            check_softmax(below, false, tolerance_of(floating[d]));
            check_softmax(below, true, tolerance_of(floating[d]));
            for (int64_t row = 0; row < 3; row++)
                assert_int_equal(ra_fill_(ra_narrow(ra_select(below, 0, row), 0, (n * 7 + row * 31) % n, 1), 0), RA_OK);
            check_softmax(below, n % 2, tolerance_of(floating[d]));
            check_layer_norm(ra_add(x, 3), RA_NONE, RA_NONE);
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

struct window {
    int64_t kernel[2], stride[2], padding[2], dilation[2];
};

static void check_conv2d(const int64_t in[4], int64_t outs, int64_t groups, const struct window *w, ra_dtype dtype, bool last)
{
    int64_t per_group = in[1] / groups;
    const ra_tensor *x = ra_randn(RA_DIMS(in[0], in[1], in[2], in[3]), RA_OPTS(ra_randn, .dtype = dtype));
    const ra_tensor *k = ra_randn(RA_DIMS(outs, per_group, w->kernel[0], w->kernel[1]), RA_OPTS(ra_randn, .dtype = dtype));
    const ra_tensor *b = ra_randn(RA_DIMS(outs), RA_OPTS(ra_randn, .dtype = dtype));
    if (last)
        x = ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last"));
    const ra_tensor *y = ra_conv2d(x, k, b, RA_OPTS(ra_conv2d, .stride = {w->stride[0], w->stride[1]}, .padding = {w->padding[0], w->padding[1]},
                                                    .dilation = {w->dilation[0], w->dilation[1]}, .groups = RA_I(groups)));
    assert_non_null(y);
    assert_true(!last || in[1] == 1 || ra_is_channels_last(y));
    const double *xd = doubles(x), *kd = doubles(k), *bd = doubles(b), *yd = doubles(y);
    int64_t height = ra_size(y, 2), width = ra_size(y, 3), terms = per_group * w->kernel[0] * w->kernel[1];
    for (int64_t e = 0; e < ra_numel(y); e++) {
        int64_t n = e / (outs * height * width), o = e / (height * width) % outs, i = e / width % height, j = e % width;
        double sum = bd[o];
        for (int64_t t = 0; t < terms; t++) {
            int64_t c = o / (outs / groups) * per_group + t / (w->kernel[0] * w->kernel[1]);
            int64_t yy = i * w->stride[0] - w->padding[0] + t / w->kernel[1] % w->kernel[0] * w->dilation[0];
            int64_t xx = j * w->stride[1] - w->padding[1] + t % w->kernel[1] * w->dilation[1];
            if (yy >= 0 && yy < in[2] && xx >= 0 && xx < in[3])
                sum += xd[((n * in[1] + c) * in[2] + yy) * in[3] + xx] * kd[o * terms + t];
        }
        assert_close(yd[e], sum, sqrt((double)terms) * tolerance_of(dtype));
    }
}

static void conv2d_of_any_window(void **state)
{
    (void)state;
    static const struct window windows[] = {
        {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {{1, 1}, {1, 1}, {0, 0}, {1, 1}}, {{1, 1}, {2, 3}, {0, 1}, {1, 1}}, {{3, 2}, {2, 1}, {0, 0}, {1, 2}},
        {{2, 5}, {1, 3}, {2, 4}, {3, 2}}, {{7, 7}, {2, 2}, {3, 3}, {1, 1}}, {{3, 3}, {4, 4}, {0, 0}, {1, 1}},
    };
    static const int64_t inputs[][4] = {{2, 6, 9, 13}, {1, 6, 12, 61}};
    static const int64_t channels[][2] = {{70, 1}, {4, 1}, {12, 6}, {66, 2}, {6, 6}}; /* out channels, groups */
    for (size_t w = 0; w < sizeof windows / sizeof *windows; w++)
        for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
            for (size_t c = 0; c < sizeof channels / sizeof *channels; c++)
                for (int last = 0; last < 2; last++) {
                    check_conv2d(inputs[i], channels[c][0], channels[c][1], &windows[w], RA_FLOAT32, last);
                    check_conv2d(inputs[i], channels[c][0], channels[c][1], &windows[w], (w + c) % 2 ? RA_FLOAT64 : RA_FLOAT16, last);
                }
    /* many terms and channels: several grains along every way that the work is cut */
    check_conv2d((const int64_t[]){1, 256, 6, 6}, 600, 1, &windows[0], RA_FLOAT32, false);
    check_conv2d((const int64_t[]){1, 3, 3, 9000}, 40, 1, &windows[0], RA_FLOAT32, false);
}

/* Of few channels to a group: every number of rows and of columns beside those that are computed at once. */
static void conv2d_of_narrow_groups(void **state)
{
    (void)state;
    static const struct window windows[] = {
        {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, {{1, 3}, {2, 1}, {0, 5}, {1, 1}}, {{5, 5}, {1, 2}, {2, 6}, {1, 1}}, {{2, 2}, {3, 3}, {0, 1}, {1, 1}},
    };
    static const int64_t widths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 24, 31, 32, 33, 40, 47, 48, 49, 63, 64, 65, 90, 128, 130};
    for (int k = 0; k < 5 * 11 * 25; k++) {
        const struct window *w = &windows[k % 5];
        const int64_t in[] = {1, 2, 1 + k / 5 % 11, widths[k / 55]};
        if (in[2] + 2 * w->padding[0] < w->kernel[0] || in[3] + 2 * w->padding[1] < w->kernel[1])
            continue;
        ra_scope_begin();
        check_conv2d(in, k % 3 ? 2 : 3, k % 3 ? 2 : 1, w, floating[(k + k / 5) % 4], false);
        check_conv2d(in, k % 2 ? 2 : 3, k % 2 ? 2 : 1, w, RA_FLOAT32, false);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

static ra_tensor *conv(const ra_tensor *x, const ra_tensor *k, const ra_tensor *b, int64_t groups, const struct window *w)
{
    ra_tensor *y = ra_conv2d(x, k, b, RA_OPTS(ra_conv2d, .stride = {w->stride[0], w->stride[1]}, .padding = {w->padding[0], w->padding[1]},
                                              .dilation = {w->dilation[0], w->dilation[1]}, .groups = RA_I(groups)));
    assert_non_null(y);
    return y;
}

static const struct window few_windows[] = {
    {{3, 3}, {1, 1}, {1, 1}, {1, 1}}, {{1, 1}, {1, 1}, {0, 0}, {1, 1}}, {{3, 2}, {2, 1}, {0, 0}, {1, 2}}, {{2, 5}, {1, 3}, {2, 4}, {3, 2}},
    {{3, 1}, {1, 1}, {0, 0}, {1, 1}},
};

/* Both parts are those of four convolutions of real numbers. */
static void conv2d_of_complex_numbers(void **state)
{
    (void)state;
    static const int64_t channels[][3] = {{6, 70, 1}, {6, 1, 1}, {6, 12, 6}, {3, 5, 1}, {6, 66, 2}}; /* in, out, groups */
    enum { WINDOWS = sizeof few_windows / sizeof *few_windows, CHANNELS = sizeof channels / sizeof *channels };
    for (int k = 0; k < WINDOWS * CHANNELS * 4; k++) {
        const struct window *w = &few_windows[k % WINDOWS];
        const int64_t *c = channels[k / WINDOWS % CHANNELS];
        const bool last = k / (WINDOWS * CHANNELS) & 1, has_bias = k % 3;
        const ra_dtype dtype = k / (WINDOWS * CHANNELS) & 2 ? RA_COMPLEX128 : RA_COMPLEX64;
        ra_scope_begin();
        ra_tensor *x = ra_randn(RA_DIMS(2, c[0], 9, w->kernel[0] > 2 * w->kernel[1] ? 1 : 37), RA_OPTS(ra_randn, .dtype = dtype)), *b = ra_randn(RA_DIMS(c[1]), RA_OPTS(ra_randn, .dtype = dtype));
        ra_tensor *k4 = ra_randn(RA_DIMS(c[1], c[0] / c[2], w->kernel[0], w->kernel[1]), RA_OPTS(ra_randn, .dtype = dtype));
        if (last)
            x = ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last"));
        ra_tensor *y = conv(x, k4, has_bias ? b : RA_NONE, c[2], w), *none = ra_zeros(RA_DIMS(c[1]), RA_OPTS(ra_zeros, .dtype = dtype));
        const ra_tensor *bias = has_bias ? b : none, *xr = ra_real(x), *xi = ra_imag(x), *kr = ra_real(k4), *ki = ra_imag(k4);
        const double *re = doubles(ra_real(y)), *im = doubles(ra_imag(y));
        const double *want_re = doubles(ra_sub(conv(xr, kr, ra_real(bias), c[2], w), conv(xi, ki, RA_NONE, c[2], w)));
        const double *want_im = doubles(ra_add(conv(xr, ki, ra_imag(bias), c[2], w), conv(xi, kr, RA_NONE, c[2], w)));
        for (int64_t e = 0; e < ra_numel(y); e++) {
            assert_close(re[e], want_re[e], 20 * tolerance_of(ra_tensor_dtype(xr)));
            assert_close(im[e], want_im[e], 20 * tolerance_of(ra_tensor_dtype(xr)));
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

static ra_tensor *whole(const ra_tensor *x, ra_dtype dtype)
{
    return ra_to(x, RA_OPTS(ra_to, .dtype = dtype));
}

/* Integers wrap, in whatever they were computed: what is left is that of int64's. */
static void check_wrapped(const ra_tensor *x, const ra_tensor *k, const ra_tensor *b, int64_t groups, const struct window *w)
{
    const ra_dtype dtype = ra_tensor_dtype(x);
    const ra_tensor *want = whole(whole(conv(whole(x, RA_INT64), whole(k, RA_INT64), whole(b, RA_INT64), groups, w), dtype), RA_INT64);
    const ra_tensor *got = whole(conv(x, k, b, groups, w), RA_INT64);
    ra_status s;
    const int64_t *a = ra_data_i64(ra_contiguous(got), &s), *c = ra_data_i64(ra_contiguous(want), &s);
    assert_int_equal(s, RA_OK);
    assert_memory_equal(a, c, (size_t)ra_numel(got) * sizeof *a);
}

static void conv2d_of_integers_wraps(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32};
    static const int64_t channels[][3] = {{6, 70, 1}, {6, 2, 1}, {6, 12, 6}, {200, 33, 1}}; /* in, out, groups */
    const struct window *cross = &few_windows[0], *point = &few_windows[1];
    for (int d = 0; d < 4; d++)
        for (int c = 0; c < 4; c++)
            for (size_t w = 0; w < sizeof few_windows / sizeof *few_windows; w++) {
                const int64_t *n = channels[c], *kernel = few_windows[w].kernel;
                ra_scope_begin();
                check_wrapped(whole(ra_randint(INT32_MIN, INT32_MAX, RA_DIMS(2, n[0], 7, kernel[0] > 2 * kernel[1] ? 1 : 11)), dtypes[d]),
                              whole(ra_randint(INT32_MIN, INT32_MAX, RA_DIMS(n[1], n[0] / n[2], kernel[0], kernel[1])), dtypes[d]),
                              whole(ra_randint(INT32_MIN, INT32_MAX, RA_DIMS(n[1])), dtypes[d]), n[2], &few_windows[w]);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
    /* the furthest from 0, around as many terms as have exact sums in each of the dtypes that they are computed in */
    static const int64_t terms[] = {257, 258, 259, 1022, 1023, 1024, 1025, 33024, 33025, 33026, 131070, 131072, 131073};
    for (int d = 0; d < 2; d++)
        for (size_t t = 0; t < sizeof terms / sizeof *terms; t++)
            for (int sign = 0; sign < 2; sign++) {
                const double far = d ? -128 : 255, other = d && sign ? 127 : far;
                ra_scope_begin();
                check_wrapped(whole(ra_full(RA_DIMS(1, terms[t], 1, 3), far), dtypes[d]), whole(ra_full(RA_DIMS(3, terms[t], 1, 1), other), dtypes[d]),
                              whole(ra_full(RA_DIMS(3), far), dtypes[d]), 1, point);
                if (terms[t] < 2000)
                    check_wrapped(whole(ra_full(RA_DIMS(1, terms[t], 2, 3), far), dtypes[d]), whole(ra_full(RA_DIMS(20, terms[t], 3, 3), other), dtypes[d]),
                                  whole(ra_full(RA_DIMS(20), far), dtypes[d]), 1, cross);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
}

/* An image without a batch is a batch of one: where that lies as channels-last does, so does the result, as PyTorch's. */
static void conv2d_of_an_image_lies_as_of_a_batch_of_one(void **state)
{
    (void)state;
    ra_tensor *x = ra_as_strided(ra_ones(RA_DIMS(16)), RA_DIMS(4, 1, 1), RA_DIMS(1, 4, 4), -1), *weight = ra_ones(RA_DIMS(3, 4, 2, 2));
    ra_tensor *y = ra_conv2d(x, weight, RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1}));
    assert_int_equal(ra_stride(y, 0), 1);
    assert_int_equal(ra_stride(y, 1), 6);
    assert_int_equal(ra_stride(y, 2), 3);
    y = ra_conv1d(ra_squeeze(x, RA_DIMS(2)), ra_ones(RA_DIMS(3, 4, 2)), RA_NONE, RA_OPTS(ra_conv1d, .padding = {1}));
    assert_int_equal(ra_stride(y, 0), 1);
    assert_int_equal(ra_stride(y, 1), 3);
    y = ra_conv2d(ra_as_strided(x, RA_DIMS(4, 1, 1), RA_DIMS(1, 1, 1), -1), weight, RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1}));
    assert_int_equal(ra_stride(y, 0), 4);
}

static void conv2d_refuses(void **state)
{
    (void)state;
    const ra_tensor *x = ra_zeros(RA_DIMS(1, 4, 5, 5)), *w = ra_zeros(RA_DIMS(6, 4, 3, 3));
    assert_refused(ra_conv2d(x, ra_zeros(RA_DIMS(6, 3, 3, 3)), RA_NONE), RA_ERR_SHAPE, "channels");
    assert_refused(ra_conv2d(x, ra_zeros(RA_DIMS(6, 4, 6, 3)), RA_NONE), RA_ERR_SHAPE, "height");
    assert_refused(ra_conv2d(x, w, ra_zeros(RA_DIMS(5))), RA_ERR_SHAPE, "bias");
    assert_refused(ra_conv2d(x, w, RA_NONE, RA_OPTS(ra_conv2d, .groups = RA_I(4))), RA_ERR_SHAPE, "groups");
    assert_refused(ra_conv2d(x, w, RA_NONE, RA_OPTS(ra_conv2d, .padding = {-1, 1})), RA_ERR_ARGUMENT, "padding");
    assert_refused(ra_conv2d(x, ra_zeros(RA_DIMS(6, 4, 1, 2)), RA_NONE, RA_OPTS(ra_conv2d, .dilation = {1, INT64_MAX})), RA_ERR_OVERFLOW, "dilation");
    assert_refused(ra_conv2d(ra_zeros(RA_DIMS(5, 5)), w, RA_NONE), RA_ERR_SHAPE, "input");
}

/* Both poolings of one window over x, (N, C, H, W). */
static void check_pools(const ra_tensor *x, const struct window *w, bool ceil_mode)
{
    ra_tensor *largest = NULL, *where = NULL;
    assert_int_equal(ra_max_pool2d(x, RA_DIMS(w->kernel[0], w->kernel[1]), &largest, &where,
                                   RA_OPTS(ra_max_pool2d, .stride = {w->stride[0], w->stride[1]}, .padding = {w->padding[0], w->padding[1]},
                                           .dilation = {w->dilation[0], w->dilation[1]}, .ceil_mode = ceil_mode)),
                     RA_OK);
    ra_status s;
    const double *in = doubles(x), *most = doubles(largest);
    const int64_t *at = ra_data_i64(ra_contiguous(where), &s);
    int64_t height = ra_size(x, 2), width = ra_size(x, 3), rows = ra_size(largest, 2), columns = ra_size(largest, 3);
    for (int64_t e = 0; e < ra_numel(largest); e++) {
        const double *plane = in + e / (rows * columns) * height * width;
        double want = -INFINITY;
        int64_t place = -1;
        for (int64_t t = 0; t < w->kernel[0] * w->kernel[1]; t++) {
            int64_t y = e / columns % rows * w->stride[0] - w->padding[0] + t / w->kernel[1] * w->dilation[0];
            int64_t z = e % columns * w->stride[1] - w->padding[1] + t % w->kernel[1] * w->dilation[1];
            if (y < 0 || y >= height || z < 0 || z >= width)
                continue;
            if (place < 0 || plane[y * width + z] > want || isnan(plane[y * width + z])) {
                want = plane[y * width + z];
                place = y * width + z;
            }
        }
        assert_true(most[e] == want || (isnan(most[e]) && isnan(want)));
        assert_int_equal(at[e], place);
    }
}

static void max_pool2d_of_any_window(void **state)
{
    (void)state;
    static const struct window windows[] = {{{2, 2}, {2, 2}, {0, 0}, {1, 1}}, {{6, 5}, {2, 3}, {0, 0}, {1, 1}}, {{4, 8}, {3, 4}, {1, 0}, {1, 1}}, {{3, 3}, {2, 2}, {1, 1}, {1, 1}}, {{3, 2}, {1, 3}, {1, 1}, {2, 3}}, {{5, 1}, {3, 1}, {2, 0}, {1, 1}}};
    static const int64_t inputs[][4] = {{2, 5, 13, 17}, {1, 300, 8, 9}, {1, 2, 9, 700}};
    for (size_t k = 0; k < sizeof windows / sizeof *windows; k++)
        for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
            for (int ceil_mode = 0; ceil_mode < 2; ceil_mode++) {
                ra_tensor *x = ra_randn(RA_DIMS(inputs[i][0], inputs[i][1], inputs[i][2], inputs[i][3]));
                ra_status s;
                float *data = ra_data_mut(x, &s);
                for (int64_t e = 0; e < ra_numel(x); e += 41)
                    data[e] = e % 2 ? NAN : -INFINITY;
                check_pools(x, &windows[k], ceil_mode);
                check_pools(ra_round(x), &windows[k], ceil_mode); /* of which many are equal */
                check_pools(ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), &windows[k], ceil_mode);
                check_pools(ra_contiguous(x, RA_OPTS(ra_contiguous, .memory_format = "channels_last")), &windows[k], ceil_mode);
                check_pools(ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT16)), &windows[k], ceil_mode);
            }
}

static void pools_refuse(void **state)
{
    (void)state;
    const ra_tensor *x = ra_zeros(RA_DIMS(1, 2, 5, 5));
    assert_refused(ra_avg_pool2d(x, RA_DIMS(3), RA_OPTS(ra_avg_pool2d, .padding = {2, 2})), RA_ERR_ARGUMENT, "padding");
    assert_refused(ra_avg_pool2d(x, RA_DIMS(6)), RA_ERR_SHAPE, "height");
    assert_refused(ra_avg_pool2d(x, RA_DIMS(0)), RA_ERR_ARGUMENT, "kernel_size");
    assert_refused(ra_avg_pool2d(ra_zeros(RA_DIMS(5, 5)), RA_DIMS(2)), RA_ERR_SHAPE, "self");
    assert_refused(ra_avg_pool2d(ra_zeros(RA_DIMS(1, 0, 5, 5)), RA_DIMS(2)), RA_ERR_SHAPE, "empty");
}

static double norm_of(const double *a, const double *b, int64_t n, double p)
{
    double sum = 0;
    for (int64_t k = 0; k < n; k++) {
        double d = fabs(a[k] - b[k]);
        sum = p == 0 ? sum + (d != 0) : isinf(p) ? fmax(sum, d) : sum + pow(d, p);
    }
    return p == 0 || isinf(p) ? sum : pow(sum, 1 / p);
}

static void check_cdist(const ra_tensor *x1, const ra_tensor *x2, double p, double tolerance)
{
    const ra_tensor *y = ra_cdist(x1, x2, p);
    assert_non_null(y);
    const double *a = doubles(x1), *b = doubles(x2), *d = doubles(y);
    int64_t rows = ra_size(x1, -2), others = ra_size(x2, -2), n = ra_size(x1, -1), entries = ra_numel(y) / (rows * others);
    int64_t each1 = ra_numel(x1) / (rows * n), each2 = ra_numel(x2) / (others * n); /* batches that are 1 or all */
    for (int64_t e = 0; e < ra_numel(y); e++) {
        int64_t entry = e / (rows * others), i = e / others % rows, j = e % others;
        assert_in_range(entry, 0, entries - 1);
        assert_close(d[e], norm_of(a + (entry % each1 * rows + i) * n, b + (entry % each2 * others + j) * n, n, p), tolerance);
    }
}

static void cdist_of_any_norm(void **state)
{
    (void)state;
    const double norms[] = {0, 1, 2, INFINITY, 0.5, 3};
    const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64};
    for (int k = 0; k < 6; k++)
        for (int d = 0; d < 2; d++) {
            const ra_tensor *a = ra_randn(RA_DIMS(3, 21, 37), RA_OPTS(ra_randn, .dtype = dtypes[d]));
            const ra_tensor *b = ra_randn(RA_DIMS(1, 35, 37), RA_OPTS(ra_randn, .dtype = dtypes[d]));
            const ra_tensor *turned = ra_transpose(ra_randn(RA_DIMS(37, 19), RA_OPTS(ra_randn, .dtype = dtypes[d])), 0, 1);
            const ra_tensor *deep = ra_randn(RA_DIMS(5, 1300), RA_OPTS(ra_randn, .dtype = dtypes[d]));
            double tolerance = (norms[k] == 0.5 ? 20 : 4) * tolerance_of(dtypes[d]);
            check_cdist(a, b, norms[k], tolerance);
            check_cdist(b, a, norms[k], tolerance);
            check_cdist(turned, turned, norms[k], tolerance);
            check_cdist(deep, deep, norms[k], tolerance);
        }
    assert_true(doubles(ra_cdist(ra_zeros(RA_DIMS(2, 0)), ra_zeros(RA_DIMS(3, 0)), 2.0))[5] == 0);
    assert_refused(ra_cdist(ra_zeros(RA_DIMS(2, 3)), ra_zeros(RA_DIMS(2, 4)), 2.0), RA_ERR_SHAPE, "length");
    assert_refused(ra_cdist(ra_zeros(RA_DIMS(2, 3)), ra_zeros(RA_DIMS(2, 3)), -1.0), RA_ERR_ARGUMENT, "p");
}

/* Rows that nearly coincide: what the expanded square would lose. */
static void cdist_keeps_small_distances(void **state)
{
    (void)state;
    const ra_tensor *a = ra_full(RA_DIMS(40, 64), 1000.0), *b = ra_full(RA_DIMS(40, 64), 1000.0001220703125);
    const double *d = doubles(ra_cdist(a, b, 2.0));
    for (int i = 0; i < 1600; i++)
        assert_close(d[i], 8 * 0.0001220703125, 1e-9);
}

static void cross_entropy_reports_targets_out_of_range(void **state)
{
    (void)state;
    static const int64_t targets[][3] = {{0, 3, 1}, {0, -1, 1}};
    for (int k = 0; k < 2; k++) {
        ra_status s = RA_OK;
        ra_tensor *loss = ra_cross_entropy(ra_zeros(RA_DIMS(3, 3)), ra_from_copy(targets[k], RA_INT64, RA_DIMS(3)), RA_NONE);
        assert_non_null(loss);
        assert_null(ra_data_f32(loss, &s));
        assert_int_equal(s, RA_ERR_INDEX);
        ra_clear_error();
    }
}

static void losses_refuse(void **state)
{
    (void)state;
    const ra_tensor *line = ra_ones(RA_DIMS(5)), *rows = ra_ones(RA_DIMS(3, 5)), *one = ra_ones(RA_DIMS()), *three = ra_ones(RA_DIMS(3));
    assert_refused(ra_smooth_l1_loss(line, line, RA_OPTS(ra_smooth_l1_loss, .beta = RA_F(-1))), RA_ERR_ARGUMENT, "beta");
    assert_refused(ra_smooth_l1_loss(line, line, RA_OPTS(ra_smooth_l1_loss, .beta = RA_F(NAN))), RA_ERR_ARGUMENT, "beta");
    assert_refused(ra_cosine_embedding_loss(rows, line, three), RA_ERR_SHAPE, "input1, input2 and target");
    assert_refused(ra_cosine_embedding_loss(line, rows, one), RA_ERR_SHAPE, "input1, input2 and target"); /* which broadcast */
    assert_refused(ra_cosine_embedding_loss(line, one, one), RA_ERR_SHAPE, "input1, input2 and target");
}

/* By rows, with a weight for each class or none, of which one counts for nothing; of a turned view and of every floating dtype. */
static void nll_loss_over_many_grains(void **state)
{
    (void)state;
    enum { ROWS = 40001, CLASSES = 7 };
    ra_tensor *t = ra_randint(0, CLASSES, RA_DIMS(ROWS));
    const double *target = doubles(t);
    for (int k = 0; k < 16; k++) {
        ra_scope_begin();
        ra_tensor *x = ra_to(ra_rand(k & 4 ? RA_DIMS(CLASSES, ROWS) : RA_DIMS(ROWS, CLASSES)), RA_OPTS(ra_to, .dtype = floating[k % 4]));
        x = k & 4 ? ra_t(x) : x;
        ra_tensor *weight = ra_to(ra_rand(RA_DIMS(CLASSES)), RA_OPTS(ra_to, .dtype = floating[k % 4]));
        const double *in = doubles(x), *w = doubles(weight);
        double sum = 0, total = 0;
        for (int64_t i = 0; i < ROWS; i++) {
            const int64_t c = (int64_t)target[i];
            const double share = c == 3 ? 0 : k & 8 ? w[c] : 1;
            sum -= share * in[i * CLASSES + c];
            total += share;
        }
        const ra_tensor *given = k & 8 ? weight : RA_NONE;
        assert_close(doubles(ra_nll_loss(x, t, given, RA_OPTS(ra_nll_loss, .ignore_index = RA_I(3))))[0], sum / total, tolerance_of(floating[k % 4]));
        if (floating[k % 4] != RA_FLOAT16) /* whose numbers do not reach so far */
            assert_close(doubles(ra_nll_loss(x, t, given, RA_OPTS(ra_nll_loss, .ignore_index = RA_I(3), .reduction = "sum")))[0], sum, tolerance_of(floating[k % 4]));
        ra_tensor *far = ra_clone(t);
        assert_int_equal(ra_fill_(ra_select(far, 0, ROWS - 1), CLASSES), RA_OK);
        assert_int_equal(ra_wait(ra_nll_loss(x, far, given)), RA_ERR_INDEX);
        ra_clear_error();
        (void)!ra_scope_end();
        ra_clear_error();
    }
}

/* Of no items, which have more classes or columns than there is memory for. */
static void nothing_of_long_rows(void **state)
{
    (void)state;
    ra_tensor *x = ra_zeros(RA_DIMS(0, INT64_C(1) << 50)), *t = ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    assert_true(isnan(doubles(ra_cross_entropy(x, t, RA_NONE))[0]));
    assert_close(doubles(ra_cross_entropy(x, t, RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "sum")))[0], 0, 0);
    assert_int_equal(ra_wait(ra_embedding_bag(x, ra_zeros(RA_DIMS(0, 5), RA_OPTS(ra_zeros, .dtype = RA_INT64)), RA_NONE, RA_NONE)), RA_OK);
    assert_int_equal(ra_wait(ra_layer_norm(x, RA_DIMS(INT64_C(1) << 50), RA_NONE, RA_NONE)), RA_OK);
}

static void cross_entropy_over_many_grains(void **state)
{
    (void)state;
    enum { ROWS = 3001, CLASSES = 37 };
    const ra_tensor *x = ra_randn(RA_DIMS(ROWS, CLASSES)), *t = ra_randint(0, CLASSES, RA_DIMS(ROWS));
    const double *in = doubles(x), *target = doubles(t);
    double sum = 0;
    int64_t count = 0;
    for (int64_t i = 0; i < ROWS; i++) {
        double total = 0;
        for (int64_t c = 0; c < CLASSES; c++)
            total += exp(in[i * CLASSES + c]);
        if (target[i] == 5)
            continue;
        sum += log(total) - in[i * CLASSES + (int64_t)target[i]];
        count++;
    }
    assert_close(doubles(ra_cross_entropy(x, t, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = RA_I(5))))[0], sum / (double)count, 1e-6);
    assert_close(doubles(ra_cross_entropy(x, t, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = RA_I(5), .reduction = "sum")))[0], sum, 1e-6);
    assert_refused(ra_cross_entropy(x, ra_zeros(RA_DIMS(ROWS), RA_OPTS(ra_zeros, .dtype = RA_INT32)), RA_NONE), RA_ERR_DTYPE, "int32");
    assert_refused(ra_cross_entropy(x, x, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = RA_I(1))), RA_ERR_ARGUMENT, "ignore_index");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_seeded, close_scope_whatever)
    const struct CMUnitTest tests[] = {
        TEST(softmax_of_any_layout),
        TEST(softmax_survives_extremes),
        TEST(logarithms_of_exponentials),
        TEST(layer_norm_of_rows),
        TEST(short_rows_of_every_length),
        TEST(conv2d_of_any_window),
        TEST(conv2d_of_narrow_groups),
        TEST(conv2d_of_complex_numbers),
        TEST(conv2d_of_integers_wraps),
        TEST(conv2d_of_an_image_lies_as_of_a_batch_of_one),
        TEST(conv2d_refuses),
        TEST(max_pool2d_of_any_window),
        TEST(pools_refuse),
        TEST(cdist_of_any_norm),
        TEST(cdist_keeps_small_distances),
        TEST(cross_entropy_reports_targets_out_of_range),
        TEST(nll_loss_over_many_grains),
        TEST(nothing_of_long_rows),
        TEST(cross_entropy_over_many_grains),
        TEST(losses_refuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
