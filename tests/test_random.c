/*
 * Random numbers: Philox against the published answers, numbers that depend on seed and place alone, and moments.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/cpu/philox.h"

/* The known answers for philox4x32 of 10 rounds that are published with Random123. */
static void philox_gives_the_published_answers(void **state)
{
    (void)state;
    static const struct {
        uint32_t counter[4], key[2], answer[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}, {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        uint32_t x[4][RA__PHILOX_LANES];
        for (int w = 0; w < 4; w++)
            for (int l = 0; l < RA__PHILOX_LANES; l++)
                x[w][l] = known[k].counter[w];
        ra__philox(x, known[k].key[0], known[k].key[1]);
        for (int w = 0; w < 4; w++)
            for (int l = 0; l < RA__PHILOX_LANES; l++)
                assert_int_equal(x[w][l], known[k].answer[w]);
    }
}

/* rand is the tile of words that its place names, in the order of the tile. */
static void rand_is_philox_by_place(void **state)
{
    (void)state;
    enum { N = 1000 };
    ra_generator *g = ra_generator_new(0x123456789abcdef);
    ra_generator_set(g, (ra_generator_state){.seed = 0x123456789abcdef, .offset = 0xfffffff8});
    const float *x = floats(ra_rand(RA_DIMS(N), RA_OPTS(ra_rand, .generator = g)));
    for (int i = 0; i < N; i++) {
        uint32_t tile[4][RA__PHILOX_LANES];
        ra__philox_tile(0x123456789abcdef, 0xfffffff8 + (uint64_t)(i / 64 * 16), tile);
        assert_true(x[i] == (float)((&tile[0][0])[i % 64] >> 8) * 0x1p-24f);
    }
    assert_int_equal(ra_generator_get(g).offset, 0xfffffff8 + (uint64_t)((N + 63) / 64 * 16));
    ra_generator_free(g);
}

/* A longer tensor starts with the numbers of a shorter one: nothing depends on how the work was cut. */
static void numbers_do_not_depend_on_the_cut(void **state)
{
    (void)state;
    const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
        for (int normal = 0; normal < 2; normal++) {
            const int64_t lengths[] = {1, 63, 65, 4099, 70001};
            const void *x[5];
            ra_status s;
            for (int i = 0; i < 5; i++) {
                ra_manual_seed(99);
                ra_tensor *t = normal ? ra_randn(RA_DIMS(lengths[i]), RA_OPTS(ra_randn, .dtype = dtypes[k]))
                                      : ra_rand(RA_DIMS(lengths[i]), RA_OPTS(ra_rand, .dtype = dtypes[k]));
                x[i] = ra_data(t, &s);
                assert_int_equal(s, RA_OK);
            }
            for (int i = 0; i < 4; i++)
                assert_memory_equal(x[i], x[4], (size_t)lengths[i] * ra_dtype_size(dtypes[k]));
        }
}

static void numbers_do_not_depend_on_strides(void **state)
{
    (void)state;
    ra_tensor *straight = ra_zeros(RA_DIMS(37, 53)), *turned = ra_transpose(ra_zeros(RA_DIMS(53, 37)), 0, 1);
    ra_tensor *sparse = ra_slice(ra_zeros(RA_DIMS(37, 106)), 1, 0, RA_END, 2);
    ra_tensor *each[] = {straight, turned, sparse};
    for (int k = 0; k < 3; k++) {
        ra_manual_seed(5);
        assert_int_equal(ra_normal_(each[k], 1.0, 2.0), RA_OK);
    }
    for (int k = 1; k < 3; k++)
        assert_memory_equal(floats(straight), floats(ra_contiguous(each[k])), 37 * 53 * sizeof(float));
}

static void states_are_saved_and_restored(void **state)
{
    (void)state;
    ra_generator *g = ra_generator_new(1);
    floats(ra_rand(RA_DIMS(100), RA_OPTS(ra_rand, .generator = g)));
    ra_generator_state saved = ra_generator_get(g);
    const float *first = floats(ra_randn(RA_DIMS(100), RA_OPTS(ra_randn, .generator = g)));
    const float *second = floats(ra_randn(RA_DIMS(100), RA_OPTS(ra_randn, .generator = g)));
    ra_generator_set(g, saved);
    const float *again = floats(ra_randn(RA_DIMS(100), RA_OPTS(ra_randn, .generator = g)));
    assert_memory_equal(first, again, 100 * sizeof *first);
    assert_memory_not_equal(first, second, 100 * sizeof *first);
    ra_generator_free(g);
}

static void refused_and_meta_calls_draw_nothing(void **state)
{
    (void)state;
    ra_generator *g = ra_generator_new(1);
    assert_null(ra_rand(RA_DIMS(-1), RA_OPTS(ra_rand, .generator = g)));
    assert_null(ra_randint(3, 3, RA_DIMS(4), RA_OPTS(ra_randint, .generator = g)));
    assert_null(ra_randint(0, 300, RA_DIMS(4), RA_OPTS(ra_randint, .generator = g, .dtype = RA_UINT8)));
    ra_clear_error();
    assert_non_null(ra_rand(RA_DIMS(1000), RA_OPTS(ra_rand, .generator = g, .device = RA_META)));
    assert_int_equal(ra_generator_get(g).offset, 0);
    ra_tensor *x = ra_zeros(RA_DIMS(4));
    assert_int_equal(ra_uniform_(x, 2.0, 1.0), RA_ERR_ARGUMENT);
    assert_int_equal(ra_uniform_(x, -3e38, 3e38), RA_ERR_ARGUMENT);
    assert_int_equal(ra_normal_(x, 0.0, -1.0), RA_ERR_ARGUMENT);
    assert_true(floats(x)[0] == 0);
    ra_generator_free(g);
}

/* Mean and the next three moments of n numbers, each within six deviations of what is expected. */
static void assert_moments(const double *x, int64_t n, const double expected[4], const double deviation[4])
{
    double sum[4] = {0};
    for (int64_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            sum[k] += pow(x[i], k + 1);
    for (int k = 0; k < 4; k++)
        assert_true(fabs(sum[k] / (double)n - expected[k]) < 6 * deviation[k] / sqrt((double)n));
}

static void moments_are_right(void **state)
{
    (void)state;
    enum { N = 400000 };
    static const double uniform[] = {1 / 2., 1 / 3., 1 / 4., 1 / 5.}, uniform_dev[] = {0.2887, 0.2981, 0.2835, 0.2667};
    static const double normal[] = {0, 1, 0, 3}, normal_dev[] = {1, 1.4142, 3.873, 9.798};
    const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64};
    ra_manual_seed(2024);
    for (int k = 0; k < 2; k++) {
        ra_status s;
        ra_tensor *u = ra_to(ra_rand(RA_DIMS(N), RA_OPTS(ra_rand, .dtype = dtypes[k])), RA_OPTS(ra_to, .dtype = RA_FLOAT64));
        ra_tensor *z = ra_to(ra_randn(RA_DIMS(N), RA_OPTS(ra_randn, .dtype = dtypes[k])), RA_OPTS(ra_to, .dtype = RA_FLOAT64));
        assert_moments(ra_data_f64(u, &s), N, uniform, uniform_dev);
        assert_moments(ra_data_f64(z, &s), N, normal, normal_dev);
    }
}

/* The share of normal numbers below a few places, against the distribution: largest distance well under Kolmogorov's. */
static void normal_numbers_are_distributed_so(void **state)
{
    (void)state;
    enum { N = 400000 };
    ra_manual_seed(77);
    const float *x = floats(ra_randn(RA_DIMS(N)));
    for (double at = -3.5; at <= 3.5; at += 0.25) {
        int64_t below = 0;
        for (int i = 0; i < N; i++)
            below += (double)x[i] < at;
        assert_true(fabs((double)below / N - 0.5 * erfc(-at * 0.70710678118654752)) < 2.0 / sqrt(N));
    }
}

static void uniform_stays_below_its_end(void **state)
{
    (void)state;
    enum { N = 300000 };
    const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    for (int k = 0; k < 4; k++) {
        ra_status s;
        ra_tensor *t = ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .dtype = dtypes[k]));
        assert_int_equal(ra_uniform_(t, 1.0, 1.0625), RA_OK);
        const double *x = ra_data_f64(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), &s);
        double most = 0;
        for (int i = 0; i < N; i++) {
            assert_true(x[i] >= 1 && x[i] < 1.0625);
            most = x[i] > most ? x[i] : most;
        }
        assert_true(most > 1.05);
    }
}

static void randint_covers_its_range_evenly(void **state)
{
    (void)state;
    enum { N = 700000, RANGE = 7 };
    int64_t count[RANGE] = {0};
    ra_status s;
    const int64_t *x = ra_data_i64(ra_randint(-3, 4, RA_DIMS(N)), &s);
    for (int i = 0; i < N; i++) {
        assert_in_range(x[i] + 3, 0, RANGE - 1);
        count[x[i] + 3]++;
    }
    for (int k = 0; k < RANGE; k++)
        assert_true(labs((long)count[k] - N / RANGE) < 6 * 293); /* sqrt(N p (1 - p)) */
    x = ra_data_i64(ra_randint(INT64_MIN, INT64_MAX, RA_DIMS(1000)), &s);
    int negative = 0;
    for (int i = 0; i < 1000; i++)
        negative += x[i] < 0;
    assert_in_range(negative, 400, 600);
}

/* ---- distributions ---- */

static double exponential_share(double x) { return x < 0 ? 0 : -expm1(-2 * x); }
static double cauchy_share(double x) { return 0.5 + atan((x - 1) / 3) / 3.14159265358979323846; }

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov and Smirnov: the largest distance is beyond 1.95 / sqrt(n) once in a thousand times. */
static void assert_distributed(const ra_tensor *t, double (*share)(double))
{
    ra_status s;
    const int64_t n = ra_numel(t);
    double *x = malloc((size_t)n * sizeof *x), most = 0;
    memcpy(x, ra_data_f64(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), &s), (size_t)n * sizeof *x);
    qsort(x, (size_t)n, sizeof *x, ascending);
    for (int64_t i = 0; i < n; i++)
        most = fmax(most, fmax(fabs(share(x[i]) - (double)i / (double)n), fabs(share(x[i]) - (double)(i + 1) / (double)n)));
    free(x);
    assert_true(most < 1.95 / sqrt((double)n));
}

static void exponential_and_cauchy_are_distributed_so(void **state)
{
    (void)state;
    const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64};
    ra_manual_seed(5);
    for (int k = 0; k < 2; k++) {
        ra_tensor *t = ra_empty(RA_DIMS(100000), RA_OPTS(ra_empty, .dtype = dtypes[k]));
        assert_int_equal(ra_exponential_(t, 2), RA_OK);
        assert_distributed(t, exponential_share);
        assert_int_equal(ra_cauchy_(t, 1, 3), RA_OK);
        assert_distributed(t, cauchy_share);
    }
}

/* Sum of (observed - expected)^2 / expected; with so many degrees of freedom it is beyond d + 5 sqrt(2 d) + 10 hardly ever. */
static void assert_even(const int64_t *count, const double *expected, int kinds)
{
    double sum = 0;
    for (int k = 0; k < kinds; k++)
        sum += ((double)count[k] - expected[k]) * ((double)count[k] - expected[k]) / expected[k];
    assert_true(sum < kinds - 1 + 5 * sqrt(2.0 * (kinds - 1)) + 10);
}

static void bernoulli_and_geometric_have_their_shares(void **state)
{
    (void)state;
    enum { N = 200000, MOST = 12 };
    const ra_dtype dtypes[] = {RA_UINT8, RA_INT64, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64};
    ra_manual_seed(6);
    for (int k = 0; k < 5; k++) {
        ra_status s;
        int64_t trials[MOST] = {0}, ones[2] = {0};
        double expected[MOST], left = N;
        ra_tensor *t = ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .dtype = dtypes[k]));
        assert_int_equal(ra_bernoulli_(t, 0.3), RA_OK);
        const int64_t *x = ra_data_i64(ra_to(t, RA_OPTS(ra_to, .dtype = RA_INT64)), &s);
        for (int i = 0; i < N; i++)
            ones[x[i]]++;
        assert_even(ones, (double[]){0.7 * N, 0.3 * N}, 2);
        assert_int_equal(ra_geometric_(t, 0.4), RA_OK);
        x = ra_data_i64(ra_to(t, RA_OPTS(ra_to, .dtype = RA_INT64)), &s);
        for (int i = 0; i < N; i++) {
            assert_true(x[i] >= 1);
            trials[x[i] < MOST ? x[i] - 1 : MOST - 1]++;
        }
        for (int j = 0; j < MOST; j++) {
            expected[j] = j + 1 < MOST ? 0.4 * left : left;
            left *= 0.6;
        }
        assert_even(trials, expected, MOST);
    }
    ra_tensor *certain = ra_zeros(RA_DIMS(1000));
    assert_int_equal(ra_bernoulli_(certain, 1), RA_OK);
    bool equal = false;
    assert_int_equal(ra_equal(certain, ra_ones(RA_DIMS(1000)), &equal), RA_OK);
    assert_true(equal);
}

/* Neither 0 nor infinite, though most of such a rate are beyond a half. */
static void exponential_numbers_are_positive_and_finite(void **state)
{
    (void)state;
    const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    for (int k = 0; k < 4; k++)
        for (int large = 0; large < 2; large++) {
            ra_status s;
            ra_tensor *t = ra_empty(RA_DIMS(10000), RA_OPTS(ra_empty, .dtype = dtypes[k]));
            assert_int_equal(ra_exponential_(t, large ? 1e-6 : 1e9), RA_OK);
            const double *x = ra_data_f64(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), &s);
            for (int i = 0; i < 10000; i++)
                assert_true(x[i] > 0 && x[i] < INFINITY);
        }
}

static void all_orders_are_as_frequent(void **state)
{
    (void)state;
    enum { N = 24000, ORDERS = 24 };
    int64_t count[ORDERS] = {0};
    double expected[ORDERS];
    ra_manual_seed(8);
    for (int i = 0; i < N; i++) {
        ra_status s;
        ra_scope_begin();
        ra_tensor *t = ra_randperm(4, RA_OPTS(ra_randperm, .dtype = RA_INT64));
        const int64_t *x = ra_data_i64(t, &s);
        int rank = 0;
        for (int a = 0; a < 4; a++) {
            int less = 0;
            for (int b = a + 1; b < 4; b++)
                less += x[b] < x[a];
            rank = rank * (4 - a) + less;
        }
        count[rank]++;
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    for (int k = 0; k < ORDERS; k++)
        expected[k] = N / ORDERS;
    assert_even(count, expected, ORDERS);
    const ra_dtype dtypes[] = {RA_INT16, RA_INT64, RA_FLOAT32, RA_FLOAT16};
    for (int k = 0; k < 4; k++) {
        ra_status s;
        bool seen[2000] = {false};
        const int64_t *x = ra_data_i64(ra_to(ra_randperm(2000, RA_OPTS(ra_randperm, .dtype = dtypes[k])), RA_OPTS(ra_to, .dtype = RA_INT64)), &s);
        for (int i = 0; i < 2000; i++) {
            assert_true(x[i] >= 0 && x[i] < 2000 && !seen[x[i]]);
            seen[x[i]] = true;
        }
    }
    assert_null(ra_randperm(2050, RA_OPTS(ra_randperm, .dtype = RA_FLOAT16)));
    assert_null(ra_randperm(129, RA_OPTS(ra_randperm, .dtype = RA_INT8)));
    assert_non_null(ra_randperm(128, RA_OPTS(ra_randperm, .dtype = RA_INT8)));
    assert_non_null(ra_randperm(2049, RA_OPTS(ra_randperm, .dtype = RA_FLOAT16)));
    assert_null(ra_randperm(-1));
    ra_clear_error();
}

static void dropout_leaves_a_share(void **state)
{
    (void)state;
    enum { N = 100000 };
    ra_manual_seed(9);
    ra_tensor *x = ra_ones(RA_DIMS(N));
    const float *y = floats(ra_dropout(x, 0.2, true));
    int64_t count[2] = {0};
    for (int i = 0; i < N; i++) {
        assert_true(y[i] == 0 || y[i] == 1.25f);
        count[y[i] != 0]++;
    }
    assert_even(count, (double[]){0.2 * N, 0.8 * N}, 2);
    assert_true(ra_shares_storage(ra_dropout(x, 0.2, false), x));
    assert_true(floats(ra_dropout(x, 1, true))[5] == 0);
    assert_int_equal(ra_dropout_(x, 0.5, true), RA_OK);
    assert_true(floats(x)[0] == 0 || floats(x)[0] == 2);
    assert_null(ra_dropout(x, 1.5, true));
    ra_clear_error();
}

static bool equal(const ra_tensor *a, const ra_tensor *b)
{
    bool same = false;
    assert_int_equal(ra_equal(a, b, &same), RA_OK);
    return same;
}

static void assert_fault(ra_tensor *t, const char *text)
{
    assert_int_equal(ra_wait(t), RA_ERR_VALUE);
    assert_non_null(strstr(ra_last_error(), text));
    ra_clear_error();
}

/* Where all are the same, the very numbers that one parameter gives. */
static void parameters_may_be_tensors(void **state)
{
    (void)state;
    const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    const ra_dims sizes = RA_DIMS(61, 1000);
    ra_scope_begin();
    for (int k = 0; k < 4; k++) {
        ra_tensor *x = ra_empty(sizes, RA_OPTS(ra_empty, .dtype = dtypes[k])), *p = ra_full(sizes, 0.25, RA_OPTS(ra_full, .dtype = dtypes[k]));
        ra_manual_seed(20);
        assert_int_equal(ra_bernoulli_(x, 0.25), RA_OK);
        ra_manual_seed(20);
        assert_true(equal(x, ra_bernoulli(p)));
        ra_manual_seed(20);
        assert_true(equal(x, ra_bernoulli(ra_expand(ra_slice(ra_select(p, 0, 3), 0, 0, 1, 1), sizes))));
        ra_manual_seed(21);
        assert_int_equal(ra_normal_(x, 3, 0.25), RA_OK);
        ra_manual_seed(21);
        assert_true(equal(x, ra_normal(3, p)));
        ra_manual_seed(21);
        assert_true(equal(x, ra_normal(ra_full(RA_DIMS(61, 1), 3, RA_OPTS(ra_full, .dtype = dtypes[k])), ra_full(RA_DIMS(1000), 0.25))));
        ra_manual_seed(21);
        assert_true(equal(x, ra_normal(ra_full(sizes, 3, RA_OPTS(ra_full, .dtype = dtypes[k])), 0.25)));
    }
    assert_int_equal(ra_scope_end(), RA_OK);
}

/* A column of each: its share of ones, its mean and its deviation; whatever the layout of what says so. */
static void each_number_has_its_own_parameters(void **state)
{
    (void)state;
    enum { N = 40000, K = 5 };
    const float p[K] = {0, 0.125f, 0.5f, 0.875f, 1}, mean[K] = {-100, 0, 1, 50, 7}, std[K] = {1, 0, 3, 0.5f, 20};
    ra_status s;
    ra_scope_begin();
    ra_manual_seed(22);
    ra_tensor *shares = ra_expand(ra_from_copy(p, RA_FLOAT32, RA_DIMS(K)), RA_DIMS(N, K)), *turned = ra_t(ra_contiguous(ra_t(shares)));
    for (int way = 0; way < 2; way++) {
        ra_tensor *ones = ra_bernoulli(way ? turned : shares);
        assert_true(ra_is_contiguous(ones));
        const float *found = ra_data_f32(ra_mean(ones, RA_DIMS(0)), &s);
        for (int j = 0; j < K; j++)
            assert_true(fabsf(found[j] - p[j]) <= 5 * sqrtf(p[j] * (1 - p[j]) / N));
    }
    ra_tensor *x = ra_normal(ra_from_copy(mean, RA_FLOAT32, RA_DIMS(1, K)), ra_expand(ra_from_copy(std, RA_FLOAT32, RA_DIMS(K)), RA_DIMS(N, K)));
    const float *means = ra_data_f32(ra_mean(x, RA_DIMS(0)), &s), *deviations = ra_data_f32(ra_std(x, RA_DIMS(0)), &s);
    for (int j = 0; j < K; j++) {
        assert_true(fabsf(means[j] - mean[j]) <= 5 * std[j] / sqrtf(N));
        assert_true(fabsf(deviations[j] - std[j]) <= 5 * std[j] / sqrtf(2 * N));
    }
    assert_int_equal(ra_scope_end(), RA_OK);
}

static void wrong_parameters_are_refused_or_fail(void **state)
{
    (void)state;
    const double wrong[] = {-0.1, 1.1, NAN, INFINITY};
    ra_scope_begin();
    for (int i = 0; i < 4; i++) {
        ra_tensor *p = ra_full(RA_DIMS(700), 0.5);
        assert_int_equal(ra_fill_(ra_slice(p, 0, 699, 700, 1), wrong[i]), RA_OK);
        assert_fault(ra_bernoulli(p), "element 699 of self is no probability");
    }
    ra_tensor *mean = ra_zeros(RA_DIMS(2, 3));
    assert_fault(ra_normal(mean, ra_full(RA_DIMS(3), -1.0)), "std at element 0 of the result is negative");
    assert_fault(ra_normal(1, ra_full(RA_DIMS(3), NAN)), "std at element 0 of the result is negative or NaN");
    assert_refused(ra_normal(mean, -1), RA_ERR_ARGUMENT, "std (-1) must not be negative");
    assert_refused(ra_normal(mean, NAN), RA_ERR_ARGUMENT, "std (nan) must not be negative");
    assert_refused(ra_normal(1, 2), RA_ERR_ARGUMENT, "one must be a tensor");
    assert_refused(ra_normal(RA_C(1, 1), mean), RA_ERR_DTYPE, "mean is complex");
    assert_refused(ra_normal(mean, ra_ones(RA_DIMS(2))), RA_ERR_SHAPE, "do not broadcast");
    assert_refused(ra_bernoulli(ra_ones(RA_DIMS(2), RA_OPTS(ra_ones, .dtype = RA_INT64))), RA_ERR_DTYPE, "int64");
    assert_int_equal(ra_normal_out(mean, mean, 1), RA_ERR_OVERLAP);
    ra_clear_error();
    assert_int_equal(ra_numel(ra_bernoulli(ra_empty(RA_DIMS(0, 3)))), 0);
    (void)!ra_scope_end(); /* of what was refused */
    ra_clear_error();
}

/* With replacement by the share of each; without, the first by its share, the second by its share of what is left. */
static void multinomial_draws_by_share(void **state)
{
    (void)state;
    enum { N = 60000, K = 4 };
    const double p[K] = {1, 0, 2, 5};
    ra_manual_seed(9);
    for (int once = 0; once < 2; once++) {
        ra_status s;
        int64_t first[K - 1] = {0}, second[K - 1] = {0};
        const int to[K] = {0, -1, 1, 2};
        ra_tensor *rows = ra_expand(ra_from_copy(p, RA_FLOAT64, RA_DIMS(K)), RA_DIMS(N, K));
        const int64_t *x = ra_data_i64(ra_multinomial(rows, 2, !once), &s);
        for (int i = 0; i < N; i++) {
            assert_true(to[x[2 * i]] >= 0 && to[x[2 * i + 1]] >= 0 && (!once || x[2 * i] != x[2 * i + 1]));
            first[to[x[2 * i]]]++;
            second[to[x[2 * i + 1]]]++;
        }
        const double again[] = {1. / 8, 2. / 8, 5. / 8}, left[] = {2. / 8 * 1 / 6 + 5. / 8 * 1 / 3, 1. / 8 * 2 / 7 + 5. / 8 * 2 / 3, 1. / 8 * 5 / 7 + 2. / 8 * 5 / 6};
        double expected[2][K - 1];
        for (int j = 0; j < K - 1; j++) {
            expected[0][j] = N * again[j];
            expected[1][j] = N * (once ? left : again)[j];
        }
        assert_even(first, expected[0], K - 1);
        assert_even(second, expected[1], K - 1);
    }
    const double wrong[][2] = {{-1, 2}, {0, 0}, {1, INFINITY}, {1, NAN}};
    for (int i = 0; i < 4; i++)
        assert_int_equal(ra_wait(ra_multinomial(ra_from_copy(wrong[i], RA_FLOAT64, RA_DIMS(2)), 1, true)), RA_ERR_VALUE);
    assert_null(ra_multinomial(ra_ones(RA_DIMS(3)), 4, false));
    assert_int_equal(ra_wait(ra_multinomial(ra_ones(RA_DIMS(0, 0)), INT64_C(1) << 50, true)), RA_OK); /* of no rows, any number of samples */
    ra_clear_error();
}

/* Of many equal shares the index tells the number; of others it is then that of the running sum around it, found one by one. */
static void multinomial_finds_the_sum(void **state)
{
    (void)state;
    enum { FINE = 1 << 16, ROWS = 3, SAMPLES = 203, MOST = 1031 };
    static double shares[ROWS * MOST];
    static int64_t fine[ROWS * SAMPLES], drawn[ROWS * SAMPLES];
    (void)state;
    for (int64_t n = 1; n <= MOST; n += n < 20 ? 1 : 337) {
        for (int64_t i = 0; i < ROWS * n; i++)
            shares[i] = (i * 7) % 5 == 2 || i % n > n * 3 / 4 ? 0 : (double)(1 + i * i % 11); /* of small integers: sums are exact */
        for (int64_t row = 0; row < ROWS; row++)
            shares[row * n] = 1;
        ra_manual_seed(17 + (uint64_t)n);
        assert_int_equal(ra_copy_to(ra_multinomial(ra_ones(RA_DIMS(ROWS, FINE)), SAMPLES, true), fine, sizeof fine), RA_OK);
        ra_manual_seed(17 + (uint64_t)n);
        assert_int_equal(ra_copy_to(ra_multinomial(ra_from_copy(shares, RA_FLOAT64, RA_DIMS(ROWS, n)), SAMPLES, true), drawn, sizeof drawn), RA_OK);
        for (int64_t k = 0; k < ROWS * SAMPLES; k++) {
            const double *p = shares + k / SAMPLES * n;
            const int64_t at = drawn[k];
            double before = 0, sum = 0;
            for (int64_t i = 0; i < n; i++) {
                before += i < at ? p[i] : 0;
                sum += p[i];
            }
            assert_true(at >= 0 && at < n && p[at] > 0);
            assert_true(before <= (double)(fine[k] + 1) / FINE * sum);
            assert_true(before + p[at] > (double)fine[k] / FINE * sum);
        }
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_scope, close_scope_whatever)
    const struct CMUnitTest tests[] = {
        TEST(philox_gives_the_published_answers),
        TEST(rand_is_philox_by_place),
        TEST(numbers_do_not_depend_on_the_cut),
        TEST(numbers_do_not_depend_on_strides),
        TEST(states_are_saved_and_restored),
        TEST(refused_and_meta_calls_draw_nothing),
        TEST(moments_are_right),
        TEST(normal_numbers_are_distributed_so),
        TEST(uniform_stays_below_its_end),
        TEST(exponential_and_cauchy_are_distributed_so),
        TEST(bernoulli_and_geometric_have_their_shares),
        TEST(exponential_numbers_are_positive_and_finite),
        TEST(multinomial_draws_by_share),
        TEST(multinomial_finds_the_sum),
        TEST(parameters_may_be_tensors),
        TEST(each_number_has_its_own_parameters),
        TEST(wrong_parameters_are_refused_or_fail),
        TEST(all_orders_are_as_frequent),
        TEST(dropout_leaves_a_share),
        TEST(randint_covers_its_range_evenly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
