/*
 * Reductions and running sums: against references in long double, over layouts, dtypes and sizes on both sides of every
 * cut; infinities and empty inputs (extrema of NaN and ties: test_reduce_extrema.c); what is refused; and the same bits in
 * whatever order grains are run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <runahead/engine.h>
#include <runahead/ops.h>
#include <runahead/tensor.h>

#include "helpers/grains.h"

/* ---- inputs ---- */

struct input {
    const char *name;
    int ndim;
    int64_t sizes[3], strides[3], extent;
};

static const struct input inputs[] = {
    {"0-dim", 0, {0}, {0}, 1},
    {"one", 1, {1}, {1}, 1},
    {"short", 1, {37}, {1}, 37},
    {"leaf and a bit", 1, {4099}, {1}, 4099},
    {"long", 1, {700001}, {1}, 700001},
    {"strided", 1, {5000}, {3}, 15000},
    {"rows", 2, {130, 1030}, {1030, 1}, 130 * 1030},
    {"columns", 2, {130, 1030}, {1, 130}, 130 * 1030},
    {"slice", 2, {50, 60}, {200, 2}, 10000},
    {"every third", 2, {100, 600}, {1900, 3}, 190000},
    {"expanded", 2, {70, 300}, {0, 1}, 300},
    {"thin", 2, {9000, 3}, {3, 1}, 27000},
    {"tall", 2, {3, 90001}, {90001, 1}, 270003},
    {"box", 3, {20, 30, 40}, {1200, 40, 1}, 24000},
    {"turned box", 3, {20, 30, 40}, {40, 800, 1}, 24000},
    {"channels last", 3, {3, 100, 110}, {1, 330, 3}, 33000},
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static uint64_t random_state = 0x9e3779b97f4a7c15;

static double random_value(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (double)(random_state >> 11) * 0x1p-53;
}

static float *random_floats(int64_t n)
{
    float *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++)
        x[i] = (float)(random_value() * 4 - 1);
    return x;
}

/* On a copy of the data: a result that a test leaves unread may still be computed when the test's own are gone. */
static ra_tensor *tensor_of(const struct input *in, ra_dtype dtype, const void *data)
{
    RA_AUTO ra_tensor *all = ra_from_copy(data, dtype, RA_DIMS(in->extent));
    assert_non_null(all);
    ra_tensor *t = ra_as_strided(all, ra_dims_of(in->sizes, in->ndim), ra_dims_of(in->strides, in->ndim), 0);
    assert_non_null(t);
    return t;
}

/* ---- references ---- */

enum reference { SUM, MEAN, PROD, AMAX, AMIN, VAR, LOGSUMEXP, NORM, POSITION };

static long double reference_of(enum reference what, const long double *x, int64_t n)
{
    long double sum = 0, product = 1, largest = -INFINITY, smallest = INFINITY, squares = 0, powers = 0, modulus = 0;
    int64_t position = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += x[i];
        product *= x[i];
        modulus += x[i] * x[i];
        if (x[i] > largest) {
            largest = x[i];
            position = i;
        }
        smallest = x[i] < smallest ? x[i] : smallest;
    }
    for (int64_t i = 0; i < n; i++) {
        squares += (x[i] - sum / n) * (x[i] - sum / n);
        powers += expl(x[i] - largest);
    }
    switch (what) {
    case SUM: return sum;
    case MEAN: return sum / n;
    case PROD: return product;
    case AMAX: return largest;
    case AMIN: return smallest;
    case VAR: return n > 1 ? squares / (n - 1) : NAN;
    case LOGSUMEXP: return largest + logl(powers);
    case NORM: return sqrtl(modulus);
    default: return position;
    }
}

static ra_tensor *computed(enum reference what, const ra_tensor *t, ra_dims dims)
{
    switch (what) {
    case SUM: return ra_sum(t, dims);
    case MEAN: return ra_mean(t, dims);
    case PROD: return ra_prod(t, dims);
    case AMAX: return ra_amax(t, dims);
    case AMIN: return ra_amin(t, dims);
    case VAR: return ra_var(t, dims);
    case LOGSUMEXP: return ra_logsumexp(t, dims);
    case NORM: return ra_linalg_vector_norm(t, 2, dims);
    default: return ra_argmax(t, dims);
    }
}

/* Elements of output `output` (row-major over kept dimensions), in row-major order over reduced ones. */
static int64_t sequence_of(const struct input *in, const float *data, unsigned mask, int64_t output, long double *x)
{
    int64_t base = 0, n = 1;
    for (int d = in->ndim - 1; d >= 0; d--) {
        if (mask >> d & 1) {
            n *= in->sizes[d];
        } else {
            base += output % in->sizes[d] * in->strides[d];
            output /= in->sizes[d];
        }
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t at = base, rest = i;
        for (int d = in->ndim - 1; d >= 0; d--)
            if (mask >> d & 1) {
                at += rest % in->sizes[d] * in->strides[d];
                rest /= in->sizes[d];
            }
        x[i] = data[at];
    }
    return n;
}

static void read_values(const ra_tensor *t, double *out)
{
    int64_t n = ra_numel(t);
    if (ra_tensor_dtype(t) == RA_INT64) {
        int64_t *whole = malloc((size_t)n * sizeof *whole);
        assert_int_equal(ra_copy_to(t, whole, (size_t)n * sizeof *whole), RA_OK);
        for (int64_t i = 0; i < n; i++)
            out[i] = (double)whole[i];
        free(whole);
        return;
    }
    assert_int_equal(ra_tensor_dtype(t), RA_FLOAT32);
    float *real = malloc((size_t)n * sizeof *real);
    assert_int_equal(ra_copy_to(t, real, (size_t)n * sizeof *real), RA_OK);
    for (int64_t i = 0; i < n; i++)
        out[i] = real[i];
    free(real);
}

static void compare(enum reference what, const struct input *in, float *data, unsigned mask)
{
    int64_t dims[3], outputs = 1, length = 1;
    int count = 0;
    for (int d = 0; d < in->ndim; d++)
        if (mask >> d & 1) {
            dims[count++] = d;
            length *= in->sizes[d];
        } else {
            outputs *= in->sizes[d];
        }
    bool all = mask == (1u << in->ndim) - 1;
    if ((what == PROD || what == POSITION) && !all && count != 1)
        return; /* these take one dimension or all */
    ra_tensor *t = tensor_of(in, RA_FLOAT32, data), *r = computed(what, t, all ? RA_ALL : ra_dims_of(dims, count));
    if (!r)
        fail_msg("%s: %s", in->name, ra_last_error());
    assert_int_equal(ra_numel(r), outputs);
    assert_true(ra_is_contiguous(r));
    double *got = malloc((size_t)outputs * sizeof *got);
    long double *x = malloc((size_t)length * sizeof *x);
    read_values(r, got);
    /* outputs are sampled, so that large inputs do not take forever */
    for (int64_t i = 0; i < outputs; i += 1 + outputs / 97) {
        int64_t n = sequence_of(in, data, mask, i, x);
        long double want = reference_of(what, x, n), scale = fabsl(want);
        if (what == SUM)
            scale += 1.2L * sqrtl(n); /* terms cancel */
        if (what == MEAN)
            scale += 1.2L / sqrtl(n);
        long double tolerance = what == AMAX || what == AMIN || what == POSITION ? 0 : what == PROD ? 4e-6L * sqrtl(n) * scale : 2e-6L * scale;
        if (isnan(want) ? !isnan(got[i]) : !(fabsl(got[i] - want) <= tolerance + 1e-37L))
            fail_msg("%s, reference %d, mask %u, output %lld: %.9g, not %.9Lg", in->name, (int)what, mask, (long long)i, got[i], want);
    }
    free(x);
    free(got);
    ra_release(r);
    ra_release(t);
}

static void references_over_layouts(void **state)
{
    (void)state;
    for (int k = 0; k < INPUTS; k++) {
        float *data = random_floats(inputs[k].extent);
        for (unsigned mask = inputs[k].ndim ? 1 : 0; mask < 1u << inputs[k].ndim; mask++)
            for (int what = SUM; what <= POSITION; what++)
                compare((enum reference)what, &inputs[k], data, mask);
        free(data);
    }
}

/* A running error would be about 10^-3 here. */
static void sums_are_accurate(void **state)
{
    (void)state;
    int64_t n = 1 << 22;
    float *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++)
        x[i] = 0.1f;
    struct input flat = {"flat", 1, {n}, {1}, n}, columns = {"columns", 2, {n / 16, 16}, {16, 1}, n};
    ra_tensor *a = tensor_of(&flat, RA_FLOAT32, x), *b = tensor_of(&columns, RA_FLOAT32, x);
    ra_tensor *one = ra_sum(a, RA_ALL), *many = ra_sum(b, RA_DIMS(0));
    double got[16];
    read_values(one, got);
    assert_true(fabs(got[0] / ((double)0.1f * (double)n) - 1) < 1e-6);
    read_values(many, got);
    for (int j = 0; j < 16; j++)
        assert_true(fabs(got[j] / ((double)0.1f * (double)(n / 16)) - 1) < 1e-6);
    ra_release(one);
    ra_release(many);
    ra_release(a);
    ra_release(b);
    free(x);
}

/* A large mean does not drown the variance. */
static void variance_with_an_offset(void **state)
{
    (void)state;
    int64_t n = 300000;
    double *x = malloc((size_t)n * sizeof *x);
    for (int64_t i = 0; i < n; i++)
        x[i] = 1e9 + (double)(i % 3);
    struct input flat = {"flat", 1, {n}, {1}, n};
    ra_tensor *t = tensor_of(&flat, RA_FLOAT64, x), *v = ra_var(t, RA_ALL, RA_OPTS(ra_var, .correction = RA_F(0)));
    double got;
    if (!v)
        fail_msg("%s", ra_last_error());
    assert_int_equal(ra_item_f64(v, &got), RA_OK);
    assert_true(fabs(got - 2.0 / 3) < 1e-9);
    ra_release(v);
    ra_release(t);
    free(x);
}

/* ---- special values ---- */

/* Elements whose sum, and differences whose squares, are no floats; read along and across outputs. */
static void variance_beyond_floats(void **state)
{
    (void)state;
    enum { N = 5000 };
    static float same[N], row[N], columns[N * 2];
    for (int i = 0; i < N; i++) {
        same[i] = 2e35f;
        columns[2 * i] = (float)(i % 2) * 2e30f;
        columns[2 * i + 1] = (float)(i % 2);
        row[i] = (float)(i % 2) * 2e-30f;
    }
    RA_AUTO ra_tensor *s = ra_from_copy(same, RA_FLOAT32, RA_DIMS(N));
    RA_AUTO ra_tensor *none = ra_std(s, RA_ALL);
    double got;
    assert_int_equal(ra_item_f64(none, &got), RA_OK);
    assert_true(got == 0);
    RA_AUTO ra_tensor *r = ra_from_copy(row, RA_FLOAT32, RA_DIMS(N));
    RA_AUTO ra_tensor *small = ra_std(r, RA_ALL, RA_OPTS(ra_std, .correction = RA_F(0)));
    assert_int_equal(ra_item_f64(small, &got), RA_OK);
    assert_true(fabs(got / 1e-30 - 1) < 1e-6);
    RA_AUTO ra_tensor *c = ra_from_copy(columns, RA_FLOAT32, RA_DIMS(N, 2));
    RA_AUTO ra_tensor *wide = ra_repeat(c, RA_DIMS(1, 20));
    RA_AUTO ra_tensor *each = ra_std(wide, RA_DIMS(0), RA_OPTS(ra_std, .correction = RA_F(0)));
    ra_status status;
    const float *per = ra_data_f32(each, &status);
    assert_non_null(per);
    for (int j = 0; j < 40; j++)
        assert_true(fabsf(per[j] / (j % 2 ? 0.5f : 1e30f) - 1) < 1e-6f);
}

static void logsumexp_of_infinities(void **state)
{
    (void)state;
    float x[4][3] = {{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, -1, 2}, {INFINITY, -INFINITY, 0}, {1000, 1000, NAN}};
    struct input in = {"rows", 2, {4, 3}, {3, 1}, 12};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_FLOAT32, x);
    for (int64_t times = 1; times < 60; times += 29) {
        RA_AUTO ra_tensor *rows = ra_repeat(t, RA_DIMS(1, times));
        RA_AUTO ra_tensor *r = ra_logsumexp(rows, RA_DIMS(1));
        double got[4];
        read_values(r, got);
        assert_true(got[0] == -INFINITY && got[1] == INFINITY && got[2] == INFINITY && isnan(got[3]));
    }
}

static void norms_of_all_orders(void **state)
{
    (void)state;
    float x[4] = {3, -4, 0, 12};
    struct input in = {"row", 1, {4}, {1}, 4};
    const double orders[] = {0, 1, 2, 3, INFINITY, -INFINITY}, want[] = {3, 19, 13, cbrt(27 + 64 + 1728), 12, 0};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_FLOAT32, x);
    for (int i = 0; i < 6; i++) {
        RA_AUTO ra_tensor *r = ra_linalg_vector_norm(t, orders[i], RA_ALL);
        double got;
        read_values(r, &got);
        assert_true(fabs(got - want[i]) <= 1e-6 * want[i]);
    }
}

/* ---- empty inputs, dtypes, refusals ---- */

static void empty_inputs(void **state)
{
    (void)state;
    float none = 0;
    struct input in = {"empty", 2, {0, 3}, {3, 1}, 0};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_FLOAT32, &none);
    double got[3];
    RA_AUTO ra_tensor *sum = ra_sum(t, RA_DIMS(0));
    read_values(sum, got);
    assert_true(got[0] == 0 && got[1] == 0 && got[2] == 0);
    RA_AUTO ra_tensor *prod = ra_prod(t, RA_DIMS(0));
    read_values(prod, got);
    assert_true(got[0] == 1 && got[2] == 1);
    RA_AUTO ra_tensor *mean = ra_mean(t, RA_DIMS(0));
    read_values(mean, got);
    assert_true(isnan(got[0]));
    RA_AUTO ra_tensor *variance = ra_var(t, RA_DIMS(0), RA_OPTS(ra_var, .correction = RA_F(-1)));
    read_values(variance, got);
    assert_true(isnan(got[0]) && isnan(got[2]));
    RA_AUTO ra_tensor *deviation = ra_std(t, RA_DIMS(0), RA_OPTS(ra_std, .correction = RA_F(-2)));
    read_values(deviation, got);
    assert_true(isnan(got[0]) && isnan(got[2]));
    RA_AUTO ra_tensor *exponents = ra_logsumexp(t, RA_DIMS(0));
    read_values(exponents, got);
    assert_true(got[1] == -INFINITY);
    RA_AUTO ra_tensor *all = ra_all(t, RA_ALL), *any = ra_any(t, RA_ALL);
    ra_scalar value;
    assert_int_equal(ra_item(all, &value), RA_OK);
    assert_int_equal(value.value.i, 1);
    assert_int_equal(ra_item(any, &value), RA_OK);
    assert_int_equal(value.value.i, 0);
    RA_AUTO ra_tensor *kept = ra_amax(t, RA_DIMS(1));
    assert_int_equal(ra_numel(kept), 0);
    ra_clear_error();
    assert_null(ra_amax(t, RA_DIMS(0)));
    assert_null(ra_argmax(t, RA_ALL));
    assert_null(ra_linalg_vector_norm(t, (double)INFINITY, RA_DIMS(0)));
    ra_tensor *values = NULL, *indices = NULL;
    assert_int_not_equal(ra_max(t, 0, &values, &indices), RA_OK);
    ra_clear_error();
}

static void dtypes_of_results(void **state)
{
    (void)state;
    uint8_t bytes[6] = {200, 100, 0, 1, 2, 3};
    struct input in = {"bytes", 2, {2, 3}, {3, 1}, 6};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_UINT8, bytes);
    RA_AUTO ra_tensor *sum = ra_sum(t, RA_ALL);
    assert_int_equal(ra_tensor_dtype(sum), RA_INT64);
    int64_t total;
    assert_int_equal(ra_item_i64(sum, &total), RA_OK);
    assert_int_equal(total, 306);
    RA_AUTO ra_tensor *wrapped = ra_sum(t, RA_ALL, RA_OPTS(ra_sum, .dtype = RA_UINT8));
    assert_int_equal(ra_tensor_dtype(wrapped), RA_UINT8);
    assert_int_equal(ra_item_i64(wrapped, &total), RA_OK);
    assert_int_equal(total, 306 - 256);
    RA_AUTO ra_tensor *all = ra_all(t, RA_DIMS(0));
    assert_int_equal(ra_tensor_dtype(all), RA_UINT8);
    RA_AUTO ra_tensor *same = ra_any(t, RA_DIMS());
    assert_int_equal(ra_ndim(same), 2); /* an empty list reduces nothing here */
    RA_AUTO ra_tensor *everything = ra_sum(t, RA_DIMS());
    assert_int_equal(ra_ndim(everything), 0); /* and everything there */
    RA_AUTO ra_tensor *kept = ra_sum(t, RA_DIMS(0), RA_OPTS(ra_sum, .keepdim = true));
    assert_int_equal(ra_size(kept, 0), 1);
    assert_int_equal(ra_size(kept, 1), 3);
}

static void refusals(void **state)
{
    (void)state;
    float x[6] = {0};
    struct input in = {"rows", 2, {2, 3}, {3, 1}, 6};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_FLOAT32, x);
    ra_clear_error();
    assert_null(ra_sum(t, RA_DIMS(0, -2)));
    assert_null(ra_sum(t, RA_DIMS(2)));
    assert_null(ra_prod(t, RA_DIMS(0, 1)));
    assert_null(ra_argmax(t, RA_DIMS(0, 1)));
    assert_null(ra_mean(t, RA_ALL, RA_OPTS(ra_mean, .dtype = RA_INT64)));
    assert_null(ra_linalg_vector_norm(t, 2, RA_ALL, RA_OPTS(ra_linalg_vector_norm, .dtype = RA_FLOAT16)));
    int32_t whole[2] = {1, 2};
    struct input pair = {"pair", 1, {2}, {1}, 2};
    RA_AUTO ra_tensor *ints = tensor_of(&pair, RA_INT32, whole);
    assert_null(ra_mean(ints, RA_ALL));
    assert_null(ra_var(ints, RA_ALL));
    ra_clear_error();
}

/* In a tensor, where it is data: however its place is rounded, of one element and of NaN as well. */
static void quantiles_beyond_0_and_1(void **state)
{
    (void)state;
    static const char *const ways[] = {"linear", "lower", "higher", "midpoint", "nearest"};
    static const float wrong[] = {1.125f, -0.125f, 2, NAN, INFINITY}, rows[][3] = {{1, 2, 3}, {1, NAN, 3}, {NAN, NAN, NAN}};
    for (int k = 0; k < 3 * 5 * 5 * 2 * 2; k++) {
        const bool ignores = k & 1;
        const int64_t count = k & 2 ? 1 : 3;
        RA_AUTO ra_tensor *row = ra_from_copy(rows[k / 4 % 3], RA_FLOAT32, RA_DIMS(count)), *q = ra_from_copy((float[]){0.5f, wrong[k / 12 % 5]}, RA_FLOAT32, RA_DIMS(2));
        const char *way = ways[k / 60];
        RA_AUTO ra_tensor *r = ignores ? ra_nanquantile(row, q, RA_ALL, RA_OPTS(ra_nanquantile, .interpolation = way))
                                       : ra_quantile(row, q, RA_ALL, RA_OPTS(ra_quantile, .interpolation = way));
        assert_non_null(r);
        if (ra_wait(r) != RA_ERR_INDEX)
            fail_msg("%s of %lld elements of row %d: q of %g passes", way, (long long)count, k / 4 % 3, (double)wrong[k / 12 % 5]);
        char told[64];
        snprintf(told, sizeof told, "q has %g, and must be between 0 and 1", (double)wrong[k / 12 % 5]);
        assert_non_null(strstr(ra_last_error(), told));
        assert_int_equal(strncmp(ra_last_error(), ignores ? "nanquantile(" : "quantile(", ignores ? 12 : 9), 0);
        ra_clear_error();
    }
}

static void weights_that_are_none(void **state)
{
    (void)state;
    static const float wrong[][3] = {{1, -1, 3}, {1, NAN, 1}, {0, 0, 0}};
    RA_AUTO ra_tensor *x = ra_from_copy((float[]){1, 2, 4}, RA_FLOAT32, RA_DIMS(3));
    for (int k = 0; k < 3; k++) {
        RA_AUTO ra_tensor *w = ra_from_copy(wrong[k], RA_FLOAT32, RA_DIMS(3)), *c = ra_cov(x, RA_NONE, w, NULL);
        assert_non_null(c);
        assert_int_equal(ra_wait(c), RA_ERR_INDEX);
        assert_int_equal(strncmp(ra_last_error(), "cov(", 4), 0);
        assert_non_null(strstr(ra_last_error(), k == 2 ? "the weights add up to 0" : "aweights has "));
        ra_clear_error();
    }
}

/* ---- running sums ---- */

static void running_sums(void **state)
{
    (void)state;
    for (int k = 0; k < INPUTS; k++) {
        const struct input *in = &inputs[k];
        float *data = random_floats(in->extent);
        ra_tensor *t = tensor_of(in, RA_FLOAT32, data);
        for (int dim = 0; dim < (in->ndim ? in->ndim : 1); dim++) {
            ra_tensor *r = ra_cumsum(t, dim);
            assert_non_null(r);
            int64_t n = in->ndim ? in->sizes[dim] : 1, lines = ra_numel(t) / n, inner = 1;
            for (int d = dim + 1; d < in->ndim; d++)
                inner *= in->sizes[d];
            double *got = malloc((size_t)ra_numel(t) * sizeof *got);
            long double *x = malloc((size_t)n * sizeof *x);
            read_values(r, got);
            for (int64_t line = 0; line < lines; line += 1 + lines / 31) {
                sequence_of(in, data, in->ndim ? 1u << dim : 0, line, x);
                long double sum = 0;
                for (int64_t i = 0; i < n; i++) {
                    sum += x[i];
                    double value = got[(line / inner * n + i) * inner + line % inner];
                    if (fabsl(value - sum) > 2e-7L * fabsl(sum) + 1e-9L * (long double)n)
                        fail_msg("%s, dim %d, line %lld, %lld: %.9g, not %.9Lg", in->name, dim, (long long)line, (long long)i, value, sum);
                }
            }
            free(x);
            free(got);
            ra_release(r);
        }
        ra_release(t);
        free(data);
    }
}

static void running_sums_in_place(void **state)
{
    (void)state;
    int8_t x[2][4] = {{100, 100, 100, 100}, {1, -1, 1, -1}};
    const int8_t want[2][4] = {{100, -56, 44, -112}, {1, 0, 1, 0}};
    struct input in = {"rows", 2, {2, 4}, {4, 1}, 8};
    RA_AUTO ra_tensor *t = tensor_of(&in, RA_INT8, x);
    assert_int_equal(ra_cumsum_(t, 1), RA_OK);
    int8_t got[2][4];
    assert_int_equal(ra_copy_to(t, got, sizeof got), RA_OK);
    assert_memory_equal(got, want, sizeof got);
}

/* ---- the same bits ---- */

static void any_order_of_grains(void **state)
{
    (void)state;
    static const ra__op_id ids[] = {RA__OP_sum, RA__OP_prod, RA__OP_amax, RA__OP_max, RA__OP_argmax, RA__OP_var, RA__OP_logsumexp, RA__OP_cumsum};
    int64_t split = 0;
    for (int k = 0; k < INPUTS; k++) {
        const struct input *in = &inputs[k];
        float *data = random_floats(in->extent);
        ra__shape shape = {.dtype = RA_FLOAT32, .ndim = in->ndim};
        memcpy(shape.sizes, in->sizes, sizeof in->sizes);
        memcpy(shape.strides, in->strides, sizeof in->strides);
        for (int level = 0; ra__level_at(level); level++)
            for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
                for (int64_t dim = -1; dim < in->ndim; dim++) {
                    bool one = ids[i] == RA__OP_max || ids[i] == RA__OP_cumsum;
                    ra_arg args[RA__MAX_ARGS] = {{.kind = RA_ARG_TENSOR}};
                    args[1].kind = one ? RA_ARG_INT : RA_ARG_DIMS;
                    if (one)
                        args[1].integer = dim;
                    else
                        args[1].dims = dim < 0 ? ra_dims_all() : ra_dims_of(&dim, 1);
                    if (ids[i] == RA__OP_var)
                        args[2] = (ra_arg){.real = 1, .kind = RA_ARG_FLOAT};
                    struct grains_outcome forward;
                    if (!grains_run(level, ids[i], &shape, data, args, GRAINS_FORWARD, &forward))
                        continue;
                    assert_true(grains_same_in_any_order(level, ids[i], &shape, data, args, &forward));
                    split += forward.phases > 1 && forward.grains > 1;
                    grains_free(&forward);
                }
        free(data);
    }
    assert_true(split > 0); /* or nothing was cut, and nothing tested */
}

/* Columns that are read together, by one call, and each alone: the same bits, wherever sequences are cut. */
static void columns_together_and_alone(void **state)
{
    (void)state;
    static const int64_t lengths[] = {3, 70, 4100, 16000, 70000};
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_BFLOAT16, RA_FLOAT64};
    enum { WIDTH = 15 };
    for (size_t k = 0; k < sizeof lengths / sizeof *lengths * 3; k++)
        for (int64_t step = 1; step <= 3; step++) {
            ra_scope_begin();
            ra_tensor *x = ra_to(ra_randn(RA_DIMS(lengths[k / 3], WIDTH)), RA_OPTS(ra_to, .dtype = dtypes[k % 3])), *columns = ra_slice(x, 1, 0, WIDTH, step);
            ra_tensor *sums = ra_sum(columns, RA_DIMS(0)), *spreads = ra_var(columns, RA_DIMS(0));
            for (int64_t j = 0; j * step < WIDTH; j++) {
                const ra_tensor *column = ra_select(columns, 1, j);
                bool same_sum = false, same_spread = false;
                assert_int_equal(ra_equal(ra_select(sums, 0, j), ra_sum(column, RA_DIMS(0)), &same_sum), RA_OK);
                assert_int_equal(ra_equal(ra_select(spreads, 0, j), ra_var(column, RA_DIMS(0)), &same_spread), RA_OK);
                assert_true(same_sum && same_spread);
            }
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(references_over_layouts),
        cmocka_unit_test(sums_are_accurate),
        cmocka_unit_test(variance_with_an_offset),
        cmocka_unit_test(variance_beyond_floats),
        cmocka_unit_test(logsumexp_of_infinities),
        cmocka_unit_test(norms_of_all_orders),
        cmocka_unit_test(empty_inputs),
        cmocka_unit_test(dtypes_of_results),
        cmocka_unit_test(refusals),
        cmocka_unit_test(quantiles_beyond_0_and_1),
        cmocka_unit_test(weights_that_are_none),
        cmocka_unit_test(running_sums),
        cmocka_unit_test(running_sums_in_place),
        cmocka_unit_test(any_order_of_grains),
        cmocka_unit_test(columns_together_and_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
