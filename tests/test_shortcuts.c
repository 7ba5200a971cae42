/*
 * Composites that take a shorter way where there is one, against the longer one or a plain loop: at sizes around vectors and tiles, with
 * strides, NaN, infinities and zeros of both signs.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const ra_dtype floating[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
static const double odd[] = {NAN, -0.0, 0.0, INFINITY, -INFINITY, 1, -1, 0.5, -0.0};

/* n numbers of a dtype, of which each third is odd. */
static ra_tensor *numbers(int64_t n, ra_dtype dtype)
{
    double *x = malloc((size_t)(n ? n : 1) * sizeof *x);
    for (int64_t i = 0; i < n; i++)
        x[i] = i % 3 == 1 ? odd[i / 3 % 9] : sin((double)(i * i)) * 3;
    ra_tensor *t = ra_to(ra_from_copy(x, RA_FLOAT64, RA_DIMS(n)), RA_OPTS(ra_to, .dtype = dtype));
    free(x);
    return t;
}

/* The values, row-major; the caller frees them. */
static char *bytes_of(const ra_tensor *t, size_t *size)
{
    *size = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    char *bytes = malloc(*size + 1);
    assert_int_equal(ra_copy_to(ra_contiguous(t), bytes, *size), RA_OK);
    return bytes;
}

static void assert_same_bits(const ra_tensor *a, const ra_tensor *b)
{
    size_t n, m;
    assert_non_null(a);
    assert_non_null(b);
    assert_int_equal(ra_ndim(a), ra_ndim(b));
    for (int d = 0; d < ra_ndim(a); d++)
        assert_int_equal(ra_size(a, d), ra_size(b, d));
    char *x = bytes_of(a, &n), *y = bytes_of(b, &m);
    assert_int_equal(n, m);
    assert_memory_equal(x, y, n);
    free(x);
    free(y);
}

static const double *doubles(const ra_tensor *t)
{
    ra_status s;
    const double *x = ra_data_f64(ra_contiguous(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64))), &s);
    assert_int_equal(s, RA_OK);
    return x;
}

static void assert_near(double got, double want, double tolerance)
{
    if (isnan(want) ? !isnan(got) : isinf(want) ? got != want : !(fabs(got - want) <= tolerance * (1 + fabs(want))))
        fail_msg("got %.9g, want %.9g", got, want);
}

static void windows_of_few(void **state)
{
    (void)state;
    static const int64_t lengths[] = {4, 7, 31, 32, 33, 64, 65, 1000};
    for (int k = 0; k < 8 * 4 * 3 * 3 * 2; k++) {
        const int64_t length = lengths[k % 8], kernel = 1 + k / 8 % 4, stride = k / 32 % 3, dilation = 1 + k / 288;
        const ra_dtype dtype = floating[(k + k / 8) % 4];
        if ((kernel - 1) * dilation >= length)
            continue;
        ra_scope_begin();
        ra_tensor *x = ra_view(numbers(6 * length, dtype), RA_DIMS(2, 3, length)), *wanted = NULL, *indices = NULL;
        if (k / 96 % 3 == 1)
            x = ra_select(x, 0, 1);
        if (k / 96 % 3 == 2)
            x = ra_transpose(ra_contiguous(ra_transpose(x, 1, 2)), 1, 2);
        assert_int_equal(ra_max_pool2d(ra_contiguous(ra_unsqueeze(x, -2)), RA_DIMS(1, kernel), &wanted, &indices,
                                       RA_OPTS(ra_max_pool2d, .stride = {stride != 0, stride}, .dilation = {1, dilation})), RA_OK);
        assert_same_bits(ra_max_pool1d(x, RA_DIMS(kernel), RA_OPTS(ra_max_pool1d, .stride = {stride}, .dilation = {dilation})), ra_squeeze(wanted, RA_DIMS(-2)));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* A scale that is given leads the longer way. */
static void whole_times_the_size(void **state)
{
    (void)state;
    for (int64_t k = 0; k < 16; k++) {
        const int64_t times = INT64_C(2) << k % 3, width = 5 + 30 * (k % 2);
        const double scale = (double)times;
        const ra_dtype dtype = floating[k % 4];
        ra_scope_begin();
        ra_tensor *line = ra_view(numbers(6 * width, dtype), RA_DIMS(2, 3, width)), *plane = ra_view(numbers(24 * width, dtype), RA_DIMS(2, 3, 4, width));
        ra_tensor *volume = ra_view(numbers(24 * width, dtype), RA_DIMS(1, 2, 4, 3, width));
        if (k & 8)
            plane = ra_contiguous(plane, RA_OPTS(ra_contiguous, .memory_format = "channels_last"));
        assert_same_bits(ra_upsample_nearest1d(line, RA_DIMS(width * times)), ra_upsample_nearest1d(line, RA_DIMS(width * times), RA_OPTS(ra_upsample_nearest1d, .scales = RA_F(scale))));
        assert_same_bits(ra_upsample_nearest_exact2d(plane, RA_DIMS(4 * times, width)),
                         ra_upsample_nearest_exact2d(plane, RA_DIMS(4 * times, width), RA_OPTS(ra_upsample_nearest_exact2d, .scales_h = RA_F(scale), .scales_w = RA_F(1))));
        assert_same_bits(ra_upsample_nearest3d(volume, RA_DIMS(4 * times, 3, width * times)),
                         ra_upsample_nearest3d(volume, RA_DIMS(4 * times, 3, width * times), RA_OPTS(ra_upsample_nearest3d, .scales_d = RA_F(scale), .scales_h = RA_F(1), .scales_w = RA_F(scale))));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* Places beyond all integers are the last one. */
static void places_beyond_are_the_last(void **state)
{
    (void)state;
    const double scales[] = {1e-40, 5e-324, 1e-18};
    for (size_t k = 0; k < sizeof scales / sizeof *scales; k++) {
        ra_scope_begin();
        ra_tensor *x = ra_view(numbers(15, RA_FLOAT32), RA_DIMS(1, 3, 5)), *last = ra_expand(ra_slice(x, 2, 4, 5, 1), RA_DIMS(1, 3, 2));
        ra_tensor *ends = ra_cat(RA_LIST(ra_slice(x, 2, 0, 1, 1), ra_slice(x, 2, 4, 5, 1)), 2);
        assert_same_bits(last, ra_upsample_nearest_exact1d(x, RA_DIMS(2), RA_OPTS(ra_upsample_nearest_exact1d, .scales = RA_F(scales[k]))));
        assert_same_bits(ends, ra_upsample_nearest1d(x, RA_DIMS(2), RA_OPTS(ra_upsample_nearest1d, .scales = RA_F(scales[k]))));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* In whatever strides, and nothing beside it is touched. */
static void diagonals_in_place(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{1, 1}, {3, 3}, {9, 2}, {8, 2}, {7, 2}, {6, 2}, {2, 9}, {200, 3}, {5, 1}, {4, 0}, {0, 4}};
    for (size_t k = 0; k < 6 * sizeof shapes / sizeof *shapes; k++) {
        const int64_t rows = shapes[k / 6][0], columns = shapes[k / 6][1], least = rows < columns ? rows : columns;
        const bool wrap = k % 2;
        ra_scope_begin();
        ra_tensor *base = ra_full(RA_DIMS(2 * rows + 1, 3 * columns + 1), 1, RA_OPTS(ra_full, .dtype = k % 4 < 2 ? RA_INT16 : RA_COMPLEX64));
        ra_tensor *self = ra_slice(ra_slice(base, 0, 1, INT64_MAX, 2), 1, 1, INT64_MAX, 3);
        if (k % 6 / 2 == 1)
            self = ra_clone(self);
        if (k % 6 / 2 == 2)
            self = ra_transpose(ra_contiguous(ra_transpose(self, 0, 1)), 0, 1);
        assert_int_equal(ra_fill_diagonal_(self, RA_I(7), wrap), RA_OK);
        const double *x = doubles(ra_real(self));
        double sum = 0;
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++) {
                const bool on = wrap && rows > columns ? (i * columns + j) % (columns + 1) == 0 : i == j && i < least;
                assert_true(x[i * columns + j] == (on ? 7 : 1));
                sum += on ? 6 : 0;
            }
        if (k % 6 / 2 == 0)
            assert_true(doubles(ra_real(ra_sum(base, RA_ALL)))[0] == (double)ra_numel(base) + sum);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    ra_tensor *cube = ra_zeros(RA_DIMS(3, 3, 3));
    assert_int_equal(ra_fill_diagonal_(ra_permute(cube, RA_DIMS(2, 0, 1)), RA_F(2), false), RA_OK);
    assert_true(doubles(ra_sum(cube, RA_ALL))[0] == 6 && doubles(cube)[13] == 2);
}

static void losses_of_odd_distances(void **state)
{
    (void)state;
    static const double bounds[] = {1, 0.3, 2.5, 1e-30, INFINITY};
    enum { N = 1000 };
    for (int k = 0; k < 20; k++) {
        const ra_dtype dtype = floating[k % 4];
        const double bound = bounds[k / 4], tolerance = dtype == RA_FLOAT64 ? 1e-14 : dtype == RA_FLOAT32 ? 4e-7 : dtype == RA_FLOAT16 ? 2e-3 : 1.6e-2;
        ra_scope_begin();
        ra_tensor *x = numbers(N, dtype), *y = ra_to(ra_mul(ra_rand(RA_DIMS(N)), 2), RA_OPTS(ra_to, .dtype = dtype));
        assert_int_equal(ra_zero_(ra_narrow(y, 0, 0, N / 2)), RA_OK);
        const double *a = doubles(ra_sub(x, y));
        const ra_tensor *smooth = ra_smooth_l1_loss(x, y, RA_OPTS(ra_smooth_l1_loss, .reduction = "none", .beta = bound));
        const ra_tensor *huber = ra_huber_loss(x, y, RA_OPTS(ra_huber_loss, .reduction = "none", .delta = bound));
        const double *s = doubles(smooth), *h = doubles(huber);
        for (int i = 0; i < N; i++) {
            const double z = fabs(a[i]);
            assert_near(s[i], z < bound ? 0.5 * z * z / bound : z - 0.5 * bound, tolerance);
            assert_near(h[i], z <= bound ? 0.5 * z * z : bound * (z - 0.5 * bound), tolerance);
            assert_true((isnan(h[i]) || !signbit(h[i])) && (isnan(s[i]) || !signbit(s[i]))); /* the distance of zeros has no sign */
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* A bound that is 0 or infinite in float32, as PyTorch has it then. */
static void bounds_beyond_the_dtype(void **state)
{
    (void)state;
    static const double bounds[] = {1e-50, 1e300}, smooth[][2] = {{0.5, 3}, {0, 0}}, huber[][2] = {{0, 0}, {0.125, 4.5}};
    const ra_tensor *x = ra_from_copy((float[]){0.5f, -3}, RA_FLOAT32, RA_DIMS(2)), *y = ra_zeros(RA_DIMS(2));
    for (int i = 0; i < 2; i++) {
        const double *s = doubles(ra_smooth_l1_loss(x, y, RA_OPTS(ra_smooth_l1_loss, .reduction = "none", .beta = bounds[i])));
        const double *h = doubles(ra_huber_loss(x, y, RA_OPTS(ra_huber_loss, .reduction = "none", .delta = bounds[i])));
        for (int k = 0; k < 2; k++) {
            assert_true(s[k] == smooth[i][k]);
            assert_true(h[k] == huber[i][k]);
        }
    }
}

static void areas(void **state)
{
    (void)state;
    static const int64_t lengths[] = {1, 2, 3, 4, 17, 1000};
    for (int k = 0; k < 24; k++) {
        const int64_t n = lengths[k % 6];
        ra_scope_begin();
        ra_tensor *y = ra_to(ra_randn(RA_DIMS(5, n), RA_OPTS(ra_randn, .dtype = RA_FLOAT64)), RA_OPTS(ra_to, .dtype = k / 6 % 2 ? RA_FLOAT64 : RA_FLOAT32));
        assert_int_equal(ra_fill_(ra_select(ra_select(y, 0, 0), 0, 0), RA_F(INFINITY)), RA_OK);
        assert_int_equal(ra_fill_(ra_select(ra_select(y, 0, 1), 0, n - 1), RA_F(NAN)), RA_OK);
        const double *x = doubles(y), *got = doubles(ra_trapezoid(k < 12 ? y : ra_contiguous(ra_t(y)), RA_NONE, RA_OPTS(ra_trapezoid, .dx = RA_F(0.25), .dim = k < 12 ? -1 : 0)));
        for (int64_t i = 0; i < 5; i++) {
            double sum = 0;
            for (int64_t j = 0; j + 1 < n; j++)
                sum += (x[i * n + j] + x[i * n + j + 1]) / 2;
            assert_near(got[i], sum * 0.25, k / 6 % 2 ? 1e-13 : 1e-5);
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* The same bits dense, in strides and in place. */
static void up_to_a_threshold(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    static const int64_t sizes[] = {0, 1, 15, 16, 17, 63, 65, 5000};
    for (int k = 0; k < 8 * 9; k++) {
        const ra_dtype dtype = dtypes[k % 9];
        const int64_t n = sizes[k / 9];
        ra_scope_begin();
        ra_tensor *x = k % 9 < 5 ? ra_randint(0, 9, RA_DIMS(n), RA_OPTS(ra_randint, .dtype = dtype)) : numbers(n, dtype);
        ra_tensor *y = ra_threshold(x, RA_F(k % 9 < 5 ? 4.75 : 0.5), RA_F(2.5)), *wide = ra_stack(RA_LIST(x, x), 1);
        const double *a = doubles(x), *b = doubles(y), bound = k % 9 < 5 ? 4 : 0.5, value = k % 9 < 5 ? 2 : 2.5;
        for (int64_t i = 0; i < n; i++)
            assert_true(a[i] <= bound ? b[i] == value : isnan(a[i]) ? isnan(b[i]) : b[i] == a[i]);
        assert_same_bits(ra_threshold(ra_select(wide, 1, 1), RA_F(k % 9 < 5 ? 4.75 : 0.5), RA_F(2.5)), y);
        assert_int_equal(ra_threshold_(x, RA_F(k % 9 < 5 ? 4.75 : 0.5), RA_F(2.5)), RA_OK);
        assert_same_bits(x, y);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    assert_null(ra_threshold(ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_UINT8)), RA_I(0), RA_I(300)));
    assert_non_null(strstr(ra_last_error(), "threshold(uint8 [2]"));
    assert_non_null(strstr(ra_last_error(), "value: cannot be held by dtype uint8"));
    ra_clear_error();
}

/* One number or one for each channel, in strides too, beside a plain loop. */
static void below_zero_by_channels(void **state)
{
    (void)state;
    static const int64_t inner[] = {1, 2, 15, 17, 64, 333};
    for (int k = 0; k < 6 * 4 * 3; k++) {
        const int64_t n = inner[k % 6], channels = k / 24 ? 3 : 1;
        const ra_dtype dtype = floating[k / 6 % 4];
        const double tolerance = dtype == RA_FLOAT64 ? 0 : dtype == RA_FLOAT32 ? 1e-7 : dtype == RA_FLOAT16 ? 1e-3 : 8e-3;
        ra_scope_begin();
        ra_tensor *x = ra_view(numbers(6 * n, dtype), RA_DIMS(2, 3, n)), *weights = ra_to(ra_randn(RA_DIMS(channels, 2)), RA_OPTS(ra_to, .dtype = dtype));
        ra_tensor *weight = ra_select(weights, 1, 1);
        if (k / 24 == 2)
            x = ra_transpose(ra_contiguous(ra_transpose(x, 1, 2)), 1, 2);
        ra_tensor *y = ra_prelu(x, weight);
        assert_non_null(y);
        for (int d = 0; d < 3; d++)
            assert_int_equal(ra_stride(y, d), ra_stride(x, d));
        const double *a = doubles(x), *b = doubles(y), *w = doubles(weight);
        for (int64_t i = 0; i < 6 * n; i++)
            assert_near(b[i], a[i] > 0 ? a[i] : a[i] * w[channels > 1 ? i / n % 3 : 0], tolerance);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    assert_null(ra_prelu(ra_zeros(RA_DIMS(2, 3)), ra_zeros(RA_DIMS(2))));
    assert_non_null(strstr(ra_last_error(), "prelu(float32 [2, 3], float32 [2]): weight: must be one number, or one for each of 3 channels"));
    ra_clear_error();
}

/* Short lines, of which there are many: as of operands with gaps, which go the longer way. NaN by NaN may be either. */
static void kronecker_products(void **state)
{
    (void)state;
    static const int64_t sizes[][4] = {{16, 3, 16, 5}, {32, 32, 32, 32}, {9, 2, 9, 1}, {9, 1, 9, 7}, {16, 2, 16, 300}, {0, 3, 16, 5}, {16, 3, 16, 0}, {8, 4, 8, 4}, {8, 37, 8, 20}, {8, 36, 8, 24}, {8, 9, 8, 100}};
    for (int k = 0; k < 11 * 4; k++) {
        const int64_t *n = sizes[k / 4];
        ra_scope_begin();
        ra_tensor *a = ra_nan_to_num(ra_view(numbers(n[0] * n[1], floating[k % 4]), RA_DIMS(n[0], n[1]))), *b = ra_view(numbers(n[2] * n[3], floating[k % 4]), RA_DIMS(n[2], n[3]));
        ra_tensor *gaps = ra_slice(ra_stack(RA_LIST(a, a), 2), 2, 0, 1, 1), *c = ra_select(gaps, 2, 0);
        assert_true(!ra_numel(a) || !ra_is_contiguous(c));
        ra_tensor *quick = ra_kron(a, b), *slow = ra_kron(c, b);
        for (int d = 0; d < 2; d++)
            assert_int_equal(ra_stride(quick, d), ra_stride(slow, d));
        assert_same_bits(quick, slow);
        if (n[0])
            assert_same_bits(ra_kron(ra_reshape(a, RA_DIMS(1, n[0], n[1])), b), ra_unsqueeze(slow, 0));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* Of so many variables that each half's products with the other are computed once: of whole numbers that add up to none, so that they are exact. */
static void covariances_of_many(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{127, 32}, {128, 32}, {131, 40}, {257, 33}, {260, 32}, {300, 31}};
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64};
    for (int k = 0; k < 6 * 3; k++) {
        const int64_t rows = sizes[k / 3][0], n = sizes[k / 3][1];
        const ra_dtype dtype = dtypes[k % 3];
        ra_scope_begin();
        ra_tensor *one = ra_randint(-9, 10, RA_DIMS(rows, n)), *other = ra_randint(-9, 10, RA_DIMS(rows, n));
        ra_tensor *part = k % 3 == 2 ? ra_complex(ra_to(one, RA_OPTS(ra_to, .dtype = RA_FLOAT32)), ra_to(other, RA_OPTS(ra_to, .dtype = RA_FLOAT32))) : ra_to(one, RA_OPTS(ra_to, .dtype = dtype));
        ra_tensor *x = ra_cat(RA_LIST(part, ra_neg(part)), 1), *c = ra_cov(x, RA_NONE, RA_NONE, RA_OPTS(ra_cov, .correction = 0));
        ra_tensor *products = ra_sum(ra_mul(ra_unsqueeze(x, 1), ra_conj_physical(ra_unsqueeze(x, 0))), RA_DIMS(2));
        assert_same_bits(c, ra_div(products, (double)(2 * n)));
        assert_true(ra_stride(c, 0) == rows && ra_stride(c, 1) == 1);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* Of two that are added, either may be what is kept. */
static ra_tensor *of_one_nan(ra_tensor *t)
{
    return ra_where(ra_isnan(t), (double)NAN, t);
}

/* A power of two as many places in each dimension: all at once as in parts, which are too small for the shorter way. */
static void twice_as_many_between(void **state)
{
    (void)state;
    enum { BATCH = 8, CHANNELS = 64 };
    static const int64_t sizes[][3] = {{40, 1, 1}, {37, 1, 1}, {1, 40, 1}, {7, 6, 1}, {1, 37, 1}, {3, 4, 5}, {5, 1, 7}};
    static const int64_t times[][3] = {{2, 1, 1}, {8, 1, 1}, {2, 2, 1}, {4, 2, 1}, {2, 4, 1}, {2, 2, 2}, {4, 2, 1}};
    for (int k = 0; k < 7 * 4; k++) {
        const int64_t *n = sizes[k / 4], *by = times[k / 4], to[] = {n[0] * by[0], n[1] * by[1], n[2] * by[2]};
        const int dims = k / 4 < 2 ? 1 : k / 4 < 5 ? 2 : 3;
        ra_scope_begin();
        ra_tensor *x = ra_view(numbers(BATCH * CHANNELS * n[0] * n[1] * n[2], floating[k % 4]), ra_dims_of((int64_t[]){BATCH, CHANNELS, n[0], n[1], n[2]}, dims + 2));
        ra_tensor *whole = NULL;
        for (int i = -1; i < BATCH; i++) {
            ra_tensor *from = i < 0 ? x : ra_slice(x, 0, i, i + 1, 1);
            ra_tensor *y = dims == 1 ? ra_upsample_linear1d(from, ra_dims_of(to, 1)) : dims == 2 ? ra_upsample_bilinear2d(from, ra_dims_of(to, 2)) : ra_upsample_trilinear3d(from, ra_dims_of(to, 3));
            if (i < 0)
                whole = of_one_nan(y);
            else
                assert_same_bits(ra_slice(whole, 0, i, i + 1, 1), of_one_nan(y));
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_scope, close_scope_whatever)
    const struct CMUnitTest tests[] = {
        TEST(windows_of_few), TEST(whole_times_the_size), TEST(places_beyond_are_the_last), TEST(diagonals_in_place), TEST(losses_of_odd_distances), TEST(bounds_beyond_the_dtype), TEST(areas), TEST(up_to_a_threshold), TEST(below_zero_by_channels), TEST(kronecker_products), TEST(covariances_of_many), TEST(twice_as_many_between),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
