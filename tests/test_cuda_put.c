/*
 * scatter and index_put_ on CUDA, on the simulated driver, by the bits that the processor gives: targets that are named often, of which the
 * last wins or all are added in their order; over layouts and dtypes of each width; what is empty or 0-dim; indices out of range.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

/* Places in [0, below), many of them more than once. */
static ra_tensor *indices(int64_t n, int64_t below, ra_dtype dtype)
{
    ra_tensor *wave = ra_mul(ra_sin(ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64))), (double)below - 0.5);
    return ra_to(ra_floor(ra_abs(wave)), RA_OPTS(ra_to, .dtype = dtype));
}

static void scattered(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_UINT8, RA_BFLOAT16, RA_FLOAT32, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        ra_tensor *base[SIDES], *other[SIDES], *x[SIDES], *src[SIDES], *index[SIDES], *box[SIDES], *few[SIDES];
        ra_scope_begin();
        both(base, values(widths[i], 5 * 37 * 30, false));
        both(other, values(widths[i], 5 * 37 * 30, true));
        both(index, indices(5 * 37 * 30, 30, i % 2 ? RA_INT32 : RA_INT64));
        both(few, ra_view(indices(4 * 4 * 9, 10, RA_INT64), RA_DIMS(4, 4, 9)));
        for (int k = 0; k < SIDES; k++) {
            x[k] = laid_out(base[k], i ? PERMUTED : SLICED);
            src[k] = laid_out(other[k], i ? PERMUTED : SLICED);
            box[k] = ra_slice(ra_view(index[k], RA_DIMS(5, 37, 30)), 1, 0, 10, 1);
        }
        SAME_BITS("of the last", ra_scatter(ra_view(base[k], RA_DIMS(5, 37, 30)), 2, box[k], ra_view(other[k], RA_DIMS(5, 37, 30))));
        SAME_BITS("of the middle, a number", ra_scatter(ra_view(base[k], RA_DIMS(5, 37, 30)), 1, box[k], 7));
        SAME_BITS("between layouts", ra_scatter(x[k], i ? 0 : 2, few[k], src[k]));
        for (int k = 0; k < SIDES; k++)
            OK(ra_scatter_(ra_view(base[k], RA_DIMS(5, 37, 30)), 2, box[k], ra_view(other[k], RA_DIMS(5, 37, 30))));
        SAME_BITS("in place", ra_ref(base[k]));
        OK(ra_scope_end());
    }
    stop();
}

static void put(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_BOOL, RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++)
        for (int add = every[i] == RA_FLOAT32 ? 0 : 1; add < 2; add++) {
            ra_tensor *base[SIDES], *with[SIDES], *a[SIDES], *b[SIDES], *row[SIDES];
            ra_scope_begin();
            both(base, ra_view(values(every[i], 8 * 9 * 10, false), RA_DIMS(8, 9, 10)));
            both(with, ra_view(values(every[i], 40 * 9 * 10, true), RA_DIMS(40, 9, 10)));
            both(a, indices(40, 8, RA_INT64));
            both(b, ra_neg(ra_add(indices(40, 8, RA_INT32), 1)));
            for (int k = 0; k < SIDES; k++) {
                row[k] = ra_select(with[k], 1, 3);
                OK(ra_index_put_(base[k], RA_LIST(a[k]), with[k], add));
                OK(ra_index_put_(base[k], RA_LIST(RA_NONE, b[k]), ra_select(ra_select(with[k], 0, 1), 0, 2), false));
                OK(ra_index_put_(ra_permute(base[k], RA_DIMS(2, 0, 1)), RA_LIST(ra_view(a[k], RA_DIMS(4, 10)), RA_NONE, ra_slice(b[k], 0, 0, 10, 1)), ra_t(ra_slice(row[k], 0, 0, 8, 1)), add));
            }
            SAME_BITS("put", ra_ref(base[k]));
            OK(ra_scope_end());
        }
    ra_tensor *x[SIDES], *many[SIDES], *ones[SIDES], *none[SIDES], *zero[SIDES], *number[SIDES];
    ra_scope_begin();
    both(x, ra_zeros(RA_DIMS(50)));
    both(many, indices(3000, 50, RA_INT64));
    both(ones, values(RA_FLOAT32, 3000, false));
    both(none, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    both(zero, ra_zeros(RA_DIMS(), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    both(number, ra_full(RA_DIMS(), RA_F(2.5)));
    for (int k = 0; k < SIDES; k++) {
        OK(ra_index_put_(x[k], RA_LIST(many[k]), ones[k], true));
        OK(ra_index_put_(x[k], RA_LIST(none[k]), number[k], true));
        OK(ra_index_put_(x[k], RA_LIST(zero[k]), number[k], false));
    }
    SAME_BITS("many, none and one", ra_ref(x[k]));
    SAME_BITS("scatter of a number", ra_scatter(number[k], 0, zero[k], 4));
    SAME_BITS("scatter of nothing", ra_scatter(x[k], 0, none[k], 4));
    OK(ra_scope_end());
    stop();
}

/* ---- with an operation; where many meet, in their order ---- */

static void combine(const ra_dtype dtype)
{
    static const char *const operations[] = {"sum", "prod", "mean", "amax", "amin"};
    const bool is_complex = ra__is_complex(dtype);
    ra_tensor *base[SIDES], *with[SIDES], *index[SIDES], *line[SIDES];
    ra_scope_begin();
    both(base, ra_view(values(dtype, 6 * 7 * 8, true), RA_DIMS(6, 7, 8)));
    both(with, ra_permute(ra_view(values(dtype, 9 * 7 * 20, true), RA_DIMS(9, 7, 20)), RA_DIMS(2, 1, 0)));
    both(index, ra_view(indices(20 * 7 * 8, 6, RA_INT64), RA_DIMS(20, 7, 8)));
    both(line, indices(20, 6, RA_INT32));
    for (int k = 0; k < SIDES; k++)
        with[k] = ra_slice(with[k], 2, 0, 8, 1);
    SAME_BITS("scatter_add", ra_scatter_add(base[k], 0, index[k], with[k]));
    SAME_BITS("index_add", ra_index_add(base[k], 0, line[k], with[k]));
    SAME_BITS("index_add of a part", ra_index_add(base[k], 0, line[k], with[k], RA_OPTS(ra_index_add, .alpha = RA_I(3))));
    SAME_BITS("index_copy", ra_index_copy(ra_t(ra_select(base[k], 0, 1)), 1, ra_to(ra_slice(line[k], 0, 0, 5, 1), RA_OPTS(ra_to, .dtype = RA_INT64)), ra_t(ra_select(ra_slice(with[k], 0, 0, 5, 1), 1, 2))));
    for (size_t i = 0; i < (is_complex ? 2 : 5); i++)
        for (int alone = 0; alone < (is_complex || dtype == RA_BOOL ? 1 : 2); alone++) {
            if (i == 2 && dtype == RA_BOOL)
                continue;
            SAME_BITS(operations[i], ra_scatter_reduce(base[k], 0, index[k], with[k], operations[i], RA_OPTS(ra_scatter_reduce, .include_self = !alone)));
            if (i)
                SAME_BITS(operations[i], ra_index_reduce(base[k], 0, line[k], with[k], operations[i], RA_OPTS(ra_index_reduce, .include_self = !alone)));
        }
    for (int k = 0; k < SIDES; k++)
        OK(ra_scatter_add_(ra_transpose(base[k], 0, 2), 2, ra_transpose(index[k], 0, 2), ra_transpose(with[k], 0, 2)));
    SAME_BITS("in place", ra_ref(base[k]));
    OK(ra_scope_end());
}

static void combined(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_BOOL, RA_UINT8, RA_INT8, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++)
        combine(every[i]);
    ra_scope_begin();
    ra_tensor *x[SIDES], *index[SIDES], *with[SIDES], *none[SIDES];
    both(x, ra_from_copy((const float[]){1, NAN, 3, -INFINITY}, RA_FLOAT32, RA_DIMS(4)));
    both(index, ra_from_copy((const int64_t[]){0, 0, 1, 3, 3, 3}, RA_INT64, RA_DIMS(6)));
    both(with, ra_from_copy((const float[]){NAN, 2, 5, -0.0F, INFINITY, -7}, RA_FLOAT32, RA_DIMS(6)));
    both(none, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    SAME_BITS("NaN is the most", ra_scatter_reduce(x[k], 0, index[k], with[k], "amax"));
    SAME_BITS("and the least", ra_scatter_reduce(x[k], 0, index[k], with[k], "amin", RA_OPTS(ra_scatter_reduce, .include_self = false)));
    SAME_BITS("nothing", ra_scatter_add(x[k], 0, none[k], with[k]));
    OK(ra_scope_end());
    for (int k = 0; k < SIDES; k++) {
        ra_scope_begin();
        ra_tensor *t = k == HERE ? ra_zeros(RA_DIMS(4)) : there(ra_zeros(RA_DIMS(4))), *at = ra_from_copy((const int64_t[]){0, 4}, RA_INT64, RA_DIMS(2)), *ones = ra_ones(RA_DIMS(2));
        assert_int_equal(ra_wait(ra_index_add(t, 0, k == HERE ? at : there(at), k == HERE ? ones : there(ones))), RA_ERR_INDEX);
        ra_clear_error();
        assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
        ra_clear_error();
    }
    stop();
}

static void out_of_range(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = there(ra_zeros(RA_DIMS(6, 8))), *y = there(ra_zeros(RA_DIMS(6, 8))), *ones = there(ra_ones(RA_DIMS(4, 8)));
    ra_tensor *bad = there(ra_from_copy((const int64_t[]){0, 6, -7, 2}, RA_INT64, RA_DIMS(4)));
    assert_int_equal(ra_wait(ra_scatter(x, 1, ra_expand(ra_unsqueeze(bad, 1), RA_DIMS(4, 8)), ones)), RA_ERR_INDEX);
    assert_non_null(strstr(ra_last_error(), "scatter"));
    assert_non_null(strstr(ra_last_error(), "index -7 is out of range for dimension 1 with size 8, that for element [2, 0]"));
    ra_clear_error();
    OK(ra_wait(x));
    OK(ra_index_put_(y, RA_LIST(bad), ones, true));
    assert_int_equal(ra_wait(y), RA_ERR_INDEX);
    assert_non_null(strstr(ra_last_error(), "index_put_"));
    assert_non_null(strstr(ra_last_error(), "index 6 is out of range for dimension 0 with size 6, that for element [1]"));
    ra_clear_error();
    assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
    stop();
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(scattered, 200, NULL, shut_down),
        HARNESS_TEST(put, 200, NULL, shut_down),
        HARNESS_TEST(combined, 300, NULL, shut_down),
        HARNESS_TEST(out_of_range, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
