/*
 * Factories: values at the edges that vectors from elsewhere do not reach, refusals, and out=.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <string.h>

static const int64_t *integers(const ra_tensor *t)
{
    ra_status s;
    const int64_t *x = ra_data_i64(t, &s);
    assert_int_equal(s, RA_OK);
    return x;
}

static void arange_counts_integers_exactly(void **state)
{
    (void)state;
    /* 2^62 + 1 is no double */
    int64_t start = ((int64_t)1 << 62) + 1;
    const ra_tensor *t = ra_arange(start, start + 5, 2);
    assert_int_equal(ra_numel(t), 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(integers(t)[i], start + 2 * i);
    t = ra_arange(5, -3, -4);
    assert_int_equal(ra_numel(t), 2);
    assert_int_equal(integers(t)[1], 1);
    assert_int_equal(ra_numel(ra_arange(3, 3, 1)), 0);
    assert_int_equal(ra_tensor_dtype(ra_arange(0, 3, 1)), RA_INT64);
    assert_int_equal(ra_tensor_dtype(ra_arange(0, 3.0, 1)), RA_FLOAT32);
}

static void arange_is_right_in_every_grain(void **state)
{
    (void)state;
    const int64_t n = 100001;
    const int64_t *x = integers(ra_arange(-7, n - 7, 1));
    for (int64_t i = 0; i < n; i++)
        assert_int_equal(x[i], i - 7);
}

static void arange_refuses(void **state)
{
    (void)state;
    assert_refused(ra_arange(0, 1, 0), RA_ERR_ARGUMENT, "step");
    assert_refused(ra_arange(0, 1, -1), RA_ERR_ARGUMENT, "end");
    assert_refused(ra_arange(0, (double)INFINITY, 1), RA_ERR_ARGUMENT, "finite");
    assert_refused(ra_arange(0, 1e300, 1), RA_ERR_OVERFLOW, "");
    assert_refused(ra_arange(0, RA_C(1, 2), 1), RA_ERR_ARGUMENT, "real");
}

static void linspace_meets_both_ends_and_is_symmetric(void **state)
{
    (void)state;
    enum { STEPS = 40001 };
    const float *x = floats(ra_linspace(-0.1, 0.1, STEPS));
    assert_true(x[0] == -0.1f && x[STEPS - 1] == 0.1f);
    for (int i = 0; i < STEPS; i++)
        assert_true(x[i] == -x[STEPS - 1 - i]);
    assert_true(floats(ra_linspace(3, 9, 1))[0] == 3);
    assert_refused(ra_linspace(0, 1, -1), RA_ERR_ARGUMENT, "steps");
    assert_refused(ra_linspace(0, RA_C(0, 1), 3, RA_OPTS(ra_linspace, .dtype = RA_FLOAT32)), RA_ERR_DTYPE, "complex");
}

static void eye_has_ones_on_its_diagonal_only(void **state)
{
    (void)state;
    const int64_t sizes[][2] = {{3, 5}, {5, 3}, {400, 700}, {0, 3}, {3, 0}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const ra_tensor *t = ra_eye(sizes[k][0], sizes[k][1]);
        const float *x = floats(t);
        for (int64_t i = 0; i < ra_numel(t); i++)
            assert_true(x[i] == (i / sizes[k][1] == i % sizes[k][1] ? 1 : 0));
    }
    assert_int_equal(ra_size(ra_eye(4, -1), 1), 4);
    assert_refused(ra_eye(-1, 2), RA_ERR_SHAPE, "n");
    assert_refused(ra_eye(1, -2), RA_ERR_SHAPE, "m");
}

static void full_refuses_what_the_dtype_cannot_hold(void **state)
{
    (void)state;
    assert_refused(ra_full(RA_DIMS(2), 300, RA_OPTS(ra_full, .dtype = RA_UINT8)), RA_ERR_ARGUMENT, "uint8");
    assert_refused(ra_full(RA_DIMS(2), 1e39), RA_ERR_ARGUMENT, "float32");
    assert_refused(ra_full(RA_DIMS(2), RA_C(1, 1), RA_OPTS(ra_full, .dtype = RA_FLOAT64)), RA_ERR_ARGUMENT, "float64");
    assert_refused(ra_full(RA_DIMS(2), (double)NAN, RA_OPTS(ra_full, .dtype = RA_INT32)), RA_ERR_ARGUMENT, "int32");
    assert_true(isinf(floats(ra_full(RA_DIMS(2), (double)INFINITY))[1]));
    assert_int_equal(ra_tensor_dtype(ra_full(RA_DIMS(1), RA_B(true))), RA_BOOL);
    assert_int_equal(ra_tensor_dtype(ra_full(RA_DIMS(1), 7)), RA_INT64);
}

static void sizes_are_checked(void **state)
{
    (void)state;
    assert_refused(ra_zeros(RA_DIMS(2, -1)), RA_ERR_SHAPE, "negative");
    assert_refused(ra_zeros(RA_DIMS(INT64_MAX, INT64_MAX)), RA_ERR_OVERFLOW, "");
    assert_refused(ra_empty_strided(RA_DIMS(2, 2), RA_DIMS(1)), RA_ERR_ARGUMENT, "stride");
    assert_refused(ra_empty_strided(RA_DIMS(2), RA_DIMS(-1)), RA_ERR_ARGUMENT, "negative");
    assert_refused(ra_empty(RA_DIMS(2, 3), RA_OPTS(ra_empty, .memory_format = "channels_last")), RA_ERR_SHAPE, "channels_last");
    assert_int_equal(ra_ndim(ra_zeros(RA_DIMS())), 0);
}

static void likes_keep_dense_strides(void **state)
{
    (void)state;
    const ra_tensor *x = ra_zeros(RA_DIMS(2, 3)), *turned = ra_transpose(x, 0, 1), *wide = ra_expand(ra_zeros(RA_DIMS(1, 3)), RA_DIMS(2, 3));
    assert_int_equal(ra_stride(ra_ones_like(turned), 0), 1);
    assert_int_equal(ra_stride(ra_ones_like(turned), 1), 3);
    assert_int_equal(ra_stride(ra_ones_like(wide), 0), 3);
    assert_int_equal(ra_stride(ra_empty_like(turned, RA_OPTS(ra_empty_like, .memory_format = "contiguous")), 0), 2);
}

static void out_is_filled_in_its_own_dtype(void **state)
{
    (void)state;
    ra_tensor *out = ra_zeros(RA_DIMS(4), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    assert_int_equal(ra_arange_out(out, 0, 8, 2), RA_OK);
    for (int i = 0; i < 4; i++)
        assert_int_equal(integers(out)[i], 2 * i);
    assert_int_equal(ra_eye_out(out, 2, 2), RA_OK);
    assert_int_equal(ra_ndim(out), 2);
    assert_int_equal(integers(out)[3], 1);
    assert_int_equal(ra_full_out(out, RA_DIMS(2, 2), 9, RA_OPTS(ra_full, .dtype = RA_FLOAT32)), RA_ERR_DTYPE);
    assert_int_equal(integers(out)[0], 1); /* as it was */
}

/* What lies before and behind is as it was; elements of one byte repeated and others, as far as their kernel tells lengths apart. */
static void check_fill(ra_dtype dtype, int64_t n, int value)
{
    enum { AROUND = 64, ROOM = 16384 + 9 * 16, BEFORE = 0x5a };
    static _Alignas(64) unsigned char bytes[AROUND + ROOM + AROUND];
    const int64_t size = (int64_t)ra_dtype_size(dtype), end = AROUND + n * size;
    ra_status s;
    const unsigned char *one = ra_data(ra_full(RA_DIMS(1), value, RA_OPTS(ra_full, .dtype = dtype)), &s);
    assert_true(one && end <= AROUND + ROOM);
    memset(bytes, BEFORE, sizeof bytes);
    ra_tensor *t = ra_from_data(bytes + AROUND, dtype, RA_DIMS(n));
    assert_int_equal(ra_fill_(t, value), RA_OK);
    assert_int_equal(ra_wait(t), RA_OK);
    for (int64_t i = 0; i < (int64_t)sizeof bytes; i++)
        if (bytes[i] != (i < AROUND || i >= end ? BEFORE : one[(i - AROUND) % size]))
            fail_msg("%s, %lld elements of %d: byte %lld", ra_dtype_name(dtype), (long long)n, value, (long long)(i - AROUND));
}

static void fills_write_every_element_and_no_more(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX128};
    static const int64_t near[] = {0, 256, 2048, 4096, 16384};
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
        for (size_t k = 0; k < sizeof near / sizeof *near; k++)
            for (int more = -9; more <= 9; more++) {
                const int64_t n = near[k] / (int64_t)ra_dtype_size(dtypes[d]) + more;
                ra_scope_begin();
                for (int value = 0; n >= 0 && value <= 1; value++)
                    check_fill(dtypes[d], n, value);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_scope, close_scope_whatever)
    const struct CMUnitTest tests[] = {
        TEST(arange_counts_integers_exactly),
        TEST(arange_is_right_in_every_grain),
        TEST(arange_refuses),
        TEST(linspace_meets_both_ends_and_is_symmetric),
        TEST(eye_has_ones_on_its_diagonal_only),
        TEST(full_refuses_what_the_dtype_cannot_hold),
        TEST(sizes_are_checked),
        TEST(likes_keep_dense_strides),
        TEST(out_is_filled_in_its_own_dtype),
        TEST(fills_write_every_element_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
