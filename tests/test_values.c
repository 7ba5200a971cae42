/* Numbers of the program as tensors, and elements by their position: every type, what is refused, views and what is pending. */
#include "helpers/harness.h"

#include <runahead.h>

#include "async/os/os.h"

#define IS(tensor, dtype, count, bytes) \
    do { \
        RA_AUTO ra_tensor *made = (tensor); \
        unsigned char got[64]; \
        assert_non_null(made); \
        assert_int_equal(ra_tensor_dtype(made), dtype); \
        assert_int_equal(ra_ndim(made), 1); \
        assert_int_equal(ra_numel(made), count); \
        assert_int_equal(ra_copy_to(made, got, sizeof bytes), RA_OK); \
        assert_memory_equal(got, bytes, sizeof bytes); \
    } while (0)

static void every_type(void **state)
{
    (void)state;
    static const uint8_t truths[] = {1, 0, 1}, naturals[] = {0, 255};
    static const int8_t small[] = {-128, 127};
    static const int16_t shorts[] = {-5, 6};
    static const int32_t whole[] = {1, 2, 3};
    static const int64_t wide[] = {INT64_MIN, INT64_MAX};
    static const float singles[] = {0.5f, 1};
    static const double doubles[] = {1, 0x1p60 + 256}, pairs[] = {1, -2};
    IS(RA_VEC(bool, true, false, 7), RA_BOOL, 3, truths);
    IS(RA_VEC(uint8_t, 0, 255), RA_UINT8, 2, naturals);
    IS(RA_VEC(int8_t, -128, 127), RA_INT8, 2, small);
    IS(RA_VEC(int16_t, -5, 6), RA_INT16, 2, shorts);
    IS(RA_VEC(int, 1, 2, 3), RA_INT32, 3, whole);
    IS(RA_VEC(int64_t, INT64_MIN, INT64_MAX), RA_INT64, 2, wide);
    IS(RA_VEC(long long, INT64_MIN, INT64_MAX), RA_INT64, 2, wide);
    IS(RA_VEC(float, 0.5, 1), RA_FLOAT32, 2, singles);
    IS(RA_VEC(double, 1, 0x1p60 + 256), RA_FLOAT64, 2, doubles);
    IS(RA_VEC(double _Complex, 1 - 2 * __extension__ 1i), RA_COMPLEX128, 1, pairs);
}

static void sizes(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = RA_TENSOR(float, RA_DIMS(2, 3), 1, 2, 3, 4, 5, 6), *one = RA_TENSOR(int, RA_DIMS(), 5), *none = ra_from_values(NULL, 0, RA_INT8, RA_DIMS(3, 0));
    const float *got = ra_data_f32(t, NULL);
    assert_true(got && got[3] == 4);
    assert_int_equal(ra_size(t, 1), 3);
    assert_int_equal(ra_ndim(one), 0);
    assert_int_equal(ra_ndim(none), 2);
    const struct {
        ra_tensor *made;
        ra_status status;
    } cases[] = {
        {(ra_clear_error(), RA_TENSOR(float, RA_DIMS(2, 3), 1, 2, 3, 4, 5)), ra_last_status()},
        {(ra_clear_error(), RA_TENSOR(float, RA_DIMS(), 1, 2)), ra_last_status()},
        {(ra_clear_error(), RA_TENSOR(float, RA_DIMS(-1), 1)), ra_last_status()},
        {(ra_clear_error(), ra_from_values(NULL, INT64_MAX, RA_INT64, RA_DIMS(2))), ra_last_status()},
        {(ra_clear_error(), ra_from_values(NULL, -1, RA_INT64, RA_ALL)), ra_last_status()},
        {(ra_clear_error(), ra_from_values("", 1, RA_NO_DTYPE, RA_ALL)), ra_last_status()},
    };
    static const ra_status expected[] = {RA_ERR_SHAPE, RA_ERR_SHAPE, RA_ERR_SHAPE, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT, RA_ERR_DTYPE};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(cases[i].made);
        assert_int_equal(cases[i].status, expected[i]);
    }
}

static void elements(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *t = RA_TENSOR(double, RA_DIMS(2, 3), 1, 2, 3, 4, 5, 6), *turned = ra_t(t), *part = ra_slice(turned, 0, 1, 3, 1), *twice = ra_mul(part, 2);
    ra_scalar got;
    for (int i = -2; i < 2; i++)
        for (int j = -2; j < 2; j++) {
            assert_int_equal(ra_get_item(twice, RA_DIMS(i, j), &got), RA_OK);
            const int row = (i + 2) % 2, column = (j + 2) % 2;
            assert_int_equal(got.kind, RA_SCALAR_FLOAT);
            assert_true(got.value.f[0] == 2 * (column * 3 + row + 2));
        }
    assert_int_equal(ra_set_item(part, RA_DIMS(-1, 1), 60), RA_OK); /* seen through every handle of the storage */
    assert_int_equal(ra_get_item(t, RA_DIMS(1, 2), &got), RA_OK);
    assert_true(got.value.f[0] == 60);
    RA_AUTO ra_tensor *sum = ra_sum(t, RA_ALL);
    assert_int_equal(ra_set_item(t, RA_DIMS(0, 0), 1000), RA_OK); /* behind the sum */
    assert_int_equal(ra_item(sum, &got), RA_OK);
    assert_true(got.value.f[0] == 75);
    RA_AUTO ra_tensor *whole = RA_VEC(int, 1, 2), *number = RA_TENSOR(float, RA_DIMS(), 4);
    assert_int_equal(ra_set_item(whole, RA_DIMS(0), -7.9), RA_OK);
    assert_int_equal(ra_get_item(whole, RA_DIMS(0), &got), RA_OK);
    assert_true(got.kind == RA_SCALAR_INT && got.value.i == -7);
    assert_int_equal(ra_set_item(number, RA_DIMS(), 5), RA_OK);
    assert_int_equal(ra_get_item(number, RA_DIMS(), &got), RA_OK);
    assert_true(got.value.f[0] == 5);
}

static void what_is_found(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *m = RA_VEC(bool, false, true, false, true), *where = ra_nonzero(m);
    ra_scalar got;
    assert_int_equal(ra_get_item(where, RA_DIMS(-1, 0), &got), RA_OK); /* of those that there are, not of those that there can be */
    assert_int_equal(got.value.i, 3);
    assert_int_equal(ra_get_item(where, RA_DIMS(2, 0), &got), RA_ERR_ARGUMENT);
    assert_int_equal(ra_set_item(where, RA_DIMS(1, 0), 9), RA_OK);
    assert_int_equal(ra_get_item(where, RA_DIMS(1, -1), &got), RA_OK);
    assert_int_equal(got.value.i, 9);
}

static void refused(void **state)
{
    (void)state;
    static double lent[2];
    RA_AUTO ra_tensor *t = RA_VEC(double, 1, 2), *meta = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .device = RA_META)), *empty = ra_zeros(RA_DIMS(0));
    RA_AUTO ra_tensor *readonly = ra_from_data(lent, RA_FLOAT64, RA_DIMS(2), RA_OPTS(ra_from_data, .readonly = true));
    RA_AUTO ra_tensor *zeros = ra_zeros(RA_DIMS(2, 2)), *bad = ra_linalg_inv(zeros);
    ra_scalar got = {.kind = RA_SCALAR_NONE};
    ra_clear_error();
    assert_int_equal(ra_get_item(t, RA_DIMS(2), &got), RA_ERR_ARGUMENT);
    assert_non_null(strstr(ra_last_error(), "ra_get_item: index 2 is out of range for dimension 0 with size 2"));
    assert_int_equal(ra_get_item(t, RA_DIMS(-3), &got), RA_ERR_ARGUMENT);
    assert_int_equal(ra_get_item(t, RA_DIMS(), &got), RA_ERR_SHAPE);
    assert_int_equal(ra_get_item(t, RA_DIMS(0, 0), &got), RA_ERR_SHAPE);
    assert_int_equal(ra_get_item(t, RA_ALL, &got), RA_ERR_SHAPE);
    assert_int_equal(ra_get_item(empty, RA_DIMS(0), &got), RA_ERR_ARGUMENT);
    assert_int_equal(ra_get_item(NULL, RA_DIMS(0), &got), RA_ERR_REFUSED);
    assert_int_equal(ra_get_item(RA_NONE, RA_DIMS(0), &got), RA_ERR_ARGUMENT);
    assert_int_equal(ra_get_item(t, RA_DIMS(0), NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_int_equal(ra_get_item(meta, RA_DIMS(0), &got), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "ra_get_item: "));
    assert_int_equal(ra_get_item(bad, RA_DIMS(0, 0), &got), RA_ERR_SINGULAR);
    assert_int_equal(got.kind, RA_SCALAR_NONE);
    assert_int_equal(ra_set_item(t, RA_DIMS(2), 1), RA_ERR_ARGUMENT);
    assert_int_equal(ra_set_item(NULL, RA_DIMS(2), 1), RA_ERR_REFUSED);
    assert_int_equal(ra_set_item(readonly, RA_DIMS(0), 1), RA_ERR_READONLY);
    assert_int_equal(ra_set_item(meta, RA_DIMS(1), 1), RA_OK);
    const double *data = ra_data_f64(t, NULL);
    assert_true(data[0] == 1 && data[1] == 2);
}

/* Whatever cannot be had, the element is as it was, or is written. */
static void each_call_fails(void **state)
{
    (void)state;
    for (long nth = 1;; nth++) {
        RA_AUTO ra_tensor *t = RA_VEC(int, 1, 2);
        ra_scalar got;
        assert_int_equal(ra_wait_all(), RA_OK);
        ra__os_fault_arm(nth);
        RA_AUTO ra_tensor *made = RA_VEC(double, 1, 2);
        const ra_status s = ra_set_item(t, RA_DIMS(0), 5), read = ra_get_item(t, RA_DIMS(0), &got);
        const long hits = ra__os_fault_hits();
        ra__os_fault_disarm();
        assert_true((s == RA_OK || s == RA_ERR_MEMORY) && (read == RA_OK || read == RA_ERR_MEMORY || read == RA_ERR_TASK_MEMORY));
        if (read == RA_OK)
            assert_int_equal(got.value.i, s ? 1 : 5);
        if (!hits) {
            assert_true(made && s == RA_OK && read == RA_OK);
            return;
        }
    }
}

/* A copy of the program's bools is 0 or 1, whatever byte was true: kernels compare them as numbers. */
static void copied_bools_are_one(void **state)
{
    (void)state;
    static const unsigned char bytes[] = {2, 255, 0, 1};
    static const bool want[] = {true, true, false, true};
    bool got[4];
    RA_AUTO ra_tensor *x = ra_from_copy(bytes, RA_BOOL, RA_DIMS(4)), *y = ra_from_copy(want, RA_BOOL, RA_DIMS(4)), *alike = ra_eq(x, y);
    RA_AUTO ra_tensor *all = ra_all(alike, RA_ALL);
    assert_int_equal(ra_copy_to(all, got, 1), RA_OK);
    assert_true(got[0]);
    assert_int_equal(ra_copy_to(x, got, sizeof got), RA_OK);
    assert_memory_equal(got, want, sizeof got);
}

/* However it was made: what stands behind NULL is not read. */
static void a_list_without_values(void **state)
{
    (void)state;
    float data[6] = {1, 2, 3, 4, 5, 6};
    const ra_dims nowhere = ra_dims_of(NULL, 2);
    RA_AUTO ra_tensor *t = ra_from_copy(data, RA_FLOAT32, RA_DIMS(2, 3));
    ra_scalar got;
    assert_int_equal(ra_get_item(t, nowhere, &got), RA_ERR_SHAPE);
    assert_int_equal(ra_set_item(t, nowhere, 1), RA_ERR_SHAPE);
    ra_clear_error();
    const struct {
        ra_tensor *made;
        ra_status status;
    } cases[] = {
        {ra_zeros(nowhere), ra_last_status()},
        {(ra_clear_error(), ra_permute(t, nowhere)), ra_last_status()},
        {(ra_clear_error(), ra_sum(t, nowhere)), ra_last_status()},
        {(ra_clear_error(), ra_from_copy(data, RA_FLOAT32, nowhere)), ra_last_status()},
        {(ra_clear_error(), ra_from_values(data, 6, RA_FLOAT32, nowhere)), ra_last_status()},
        {(ra_clear_error(), ra_from_data(data, RA_FLOAT32, RA_DIMS(2, 3), RA_OPTS(ra_from_data, .strides = nowhere))), ra_last_status()},
    };
    static const ra_status expected[] = {RA_ERR_ARGUMENT, RA_ERR_ARGUMENT, RA_ERR_ARGUMENT, RA_ERR_SHAPE, RA_ERR_SHAPE, RA_ERR_SHAPE};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(cases[i].made);
        assert_int_equal(cases[i].status, expected[i]);
    }
    ra_clear_error();
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(every_type), TEST(copied_bools_are_one), TEST(sizes), TEST(elements), TEST(what_is_found), TEST(refused), TEST(a_list_without_values),
                                       TEST(each_call_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
