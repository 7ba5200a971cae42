/*
 * Options as the library takes them over. (What they mean in C and in C++, for every operator, is check_headers.sh's.)
 */
#include "helpers/harness.h"

#include <runahead.h>

static double variance(const ra_var_opts *opts)
{
    double value = -1;
    RA_AUTO ra_tensor *x = ra_arange(0, 4, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64));
    RA_AUTO ra_tensor *v = ra_var(x, RA_ALL, opts);
    if (v)
        assert_int_equal(ra_item_f64(v, &value), RA_OK);
    return value;
}

static void zero_is_not_absent(void **state)
{
    (void)state;
    assert_true(variance(NULL) == 5.0 / 3);
    assert_true(variance(RA_OPTS(ra_var)) == 5.0 / 3);
    assert_true(variance(RA_OPTS(ra_var, .correction = 0)) == 1.25);
    assert_true(variance(RA_OPTS(ra_var, .correction = 0.0)) == 1.25);
    assert_true(variance(RA_OPTS(ra_var, .correction = RA_I(0))) == 1.25);
    ra_var_opts copy = *RA_OPTS(ra_var, .correction = 0);
    assert_true(variance(&copy) == 1.25);
    copy.correction = RA_F(1);
    assert_true(variance(&copy) == 5.0 / 3);
}

/* Zero in them would mean the default to one reader and zero to another. */
static void options_of_other_making_are_refused(void **state)
{
    (void)state;
    char data[4] = {0};
    ra_var_opts none = {0}, sized = {.size = sizeof sized}, given = {.size = sizeof given, .correction = RA_I(0)};
    const ra_var_opts *const all[] = {&none, &sized, &given};
    for (int i = 0; i < 3; i++) {
        assert_true(variance(all[i]) == -1);
        assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
        assert_non_null(strstr(ra_last_error(), "ra_var: its options are not made with RA_OPTS"));
        ra_clear_error();
    }
    assert_null(ra_from_data(data, RA_UINT8, RA_DIMS(4), &(ra_from_data_opts){.size = sizeof(ra_from_data_opts)}));
    assert_non_null(strstr(ra_last_error(), "ra_from_data: its options are not made with RA_OPTS"));
    ra_clear_error();
}

/* A program may have been compiled when the struct had fewer fields: those behind have their defaults. */
static void smaller_structs_leave_the_rest_absent(void **state)
{
    (void)state;
    ra_tensor *values, *indices;
    RA_AUTO ra_tensor *x = ra_arange(0, 4, 1);
    ra_topk_opts opts = *RA_OPTS(ra_topk, .largest = false, .sorted = false);
    opts.size = offsetof(ra_topk_opts, largest) | (opts.size & ~(sizeof opts));
    assert_int_equal(ra_topk(x, 1, 0, &values, &indices, &opts), RA_OK);
    int64_t top = 0;
    assert_int_equal(ra_item_i64(values, &top), RA_OK);
    assert_int_equal(top, 3);
    ra_release(values);
    ra_release(indices);
    ra_var_opts early = *RA_OPTS(ra_var, .correction = 0);
    early.size = offsetof(ra_var_opts, correction) | (early.size & ~sizeof early);
    assert_true(variance(&early) == 5.0 / 3);
}

static void integers_are_whole_or_refused(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *logits = ra_zeros(RA_DIMS(2, 2)), *target = ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    const int64_t large = (INT64_C(1) << 53) + 1;
    RA_AUTO ra_tensor *rounded = ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = (double)large));
    assert_null(rounded);
    assert_non_null(strstr(ra_last_error(), "ignore_index"));
    ra_clear_error();
    assert_null(ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = 2.5)));
    assert_non_null(strstr(ra_last_error(), "argument ignore_index must be int, not 2.5"));
    ra_clear_error();
    RA_AUTO ra_tensor *whole = ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = RA_I(large)));
    assert_non_null(whole);
    RA_AUTO ra_tensor *below = ra_cross_entropy(logits, target, RA_NONE, RA_OPTS(ra_cross_entropy, .ignore_index = 1 - (INT64_C(1) << 53)));
    assert_non_null(below);
}

static void complex_numbers_are_whole(void **state)
{
    (void)state;
    double parts[2];
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(1), RA_OPTS(ra_ones, .dtype = RA_COMPLEX128));
    RA_AUTO ra_tensor *y = ra_add(x, x, RA_OPTS(ra_add, .alpha = 2.0 + 3.0 * (double _Complex){__extension__ 1.0i}));
    assert_int_equal(ra_copy_to(y, parts, sizeof parts), RA_OK);
    assert_true(parts[0] == 3 && parts[1] == 3);
    RA_AUTO ra_tensor *z = ra_mul(x, __extension__ 2.0i);
    assert_int_equal(ra_copy_to(z, parts, sizeof parts), RA_OK);
    assert_true(parts[0] == 0 && parts[1] == 2);
}

/* 64 bits without a sign hold more than an int64: past it a number is floating point, and never negative. */
static void large_unsigned_numbers_stay_positive(void **state)
{
    (void)state;
    double value;
    RA_AUTO ra_tensor *zero = ra_zeros(RA_DIMS(), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64));
    RA_AUTO ra_tensor *most = ra_add(zero, UINT64_MAX), *whole = ra_add(zero, (size_t)1 << 40);
    assert_int_equal(ra_item_f64(most, &value), RA_OK);
    assert_true(value == 0x1p64);
    assert_int_equal(ra_item_f64(whole, &value), RA_OK);
    assert_true(value == 0x1p40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(zero_is_not_absent),
                                       TEST(options_of_other_making_are_refused),
                                       TEST(smaller_structs_leave_the_rest_absent),
                                       TEST(integers_are_whole_or_refused),
                                       TEST(complex_numbers_are_whole),
                                       TEST(large_unsigned_numbers_stay_positive)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
