/*
 * nonzero, masked_select, masked_scatter and unique on CUDA, on the simulated driver, by the bits that the processor gives: over dtypes, layouts, none
 * and all, what is longer than the blocks of a launch, results that are given; masks as indices, and what follows.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

/* Every third or so is zero. */
static ra_tensor *sparse(ra_dtype dtype, int64_t n)
{
    ra_tensor *v = values(dtype, n, false), *rest = ra_gt(ra_sin(ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64))), 0.3);
    return ra_masked_fill(v, rest, dtype == RA_FLOAT32 ? -0.0 : 0.0);
}

static void unlike_zero(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_BOOL, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        ra_tensor *base[SIDES], *x[SIDES];
        ra_scope_begin();
        both(base, sparse(every[i], 5 * 37 * 30));
        for (int how = 0; how < (every[i] == RA_FLOAT32 ? LAYOUTS : 1); how++) {
            for (int k = 0; k < SIDES; k++)
                x[k] = laid_out(base[k], (enum layout)how);
            SAME_BITS("nonzero", ra_nonzero(x[k]));
        }
        OK(ra_scope_end());
    }
    ra_tensor *none[SIDES], *number[SIDES], *zero[SIDES], *empty[SIDES];
    ra_scope_begin();
    both(none, ra_zeros(RA_DIMS(40, 3)));
    both(number, ra_full(RA_DIMS(), RA_F(NAN)));
    both(zero, ra_full(RA_DIMS(), RA_F(-0.0)));
    both(empty, ra_zeros(RA_DIMS(3, 0)));
    SAME_BITS("none", ra_nonzero(none[k]));
    SAME_BITS("all", ra_nonzero(ra_eq(none[k], 0)));
    SAME_BITS("a number", ra_nonzero(number[k]));
    SAME_BITS("zero", ra_nonzero(zero[k]));
    SAME_BITS("of nothing", ra_nonzero(empty[k]));
    OK(ra_scope_end());
    stop();
}

static void where_a_mask_holds(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_UINT8, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        ra_tensor *base[SIDES], *x[SIDES], *mask[SIDES];
        ra_scope_begin();
        both(base, values(widths[i], 5 * 37 * 30, false));
        for (int how = 0; how < (widths[i] == RA_FLOAT32 ? LAYOUTS : 1); how++) {
            for (int k = 0; k < SIDES; k++)
                x[k] = laid_out(base[k], (enum layout)how);
            SAME_BITS("masked_select", ra_masked_select(x[k], ra_ne(x[k], ra_select(x[k], 0, 0))));
        }
        both(mask, ra_ne(sparse(RA_INT32, 37), 0));
        SAME_BITS("of a row", ra_masked_select(ra_view(base[k], RA_DIMS(5, 30, 37)), mask[k]));
        SAME_BITS("by a column, of a row", ra_masked_select(ra_slice(base[k], 0, 0, 9, 1), ra_unsqueeze(mask[k], 1)));
        SAME_BITS("as an index", ra_index(ra_view(base[k], RA_DIMS(37, 150)), RA_LIST(mask[k])));
        OK(ra_scope_end());
    }
    stop();
}

static ra_tensor *scattered_into(ra_tensor *self, const ra_tensor *mask, const ra_tensor *source)
{
    return ra_masked_scatter_(self, mask, source) ? NULL : ra_ref(self);
}

static void scattered(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_UINT8, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        ra_tensor *base[SIDES], *more[SIDES], *mask[SIDES], *x[SIDES], *whole[SIDES];
        ra_scope_begin();
        both(base, values(widths[i], 5 * 37 * 30, false));
        both(more, ra_neg(values(widths[i] == RA_UINT8 ? RA_INT16 : widths[i], 37 * 9 * 30, false)));
        if (widths[i] == RA_UINT8)
            both(more, ra_to(more[HERE], RA_OPTS(ra_to, .dtype = RA_UINT8)));
        both(mask, ra_ne(sparse(RA_INT32, 37), 0));
        for (int how = 0; how < (widths[i] == RA_FLOAT32 ? LAYOUTS : 1); how++) {
            for (int k = 0; k < SIDES; k++)
                x[k] = laid_out(base[k], (enum layout)how);
            SAME_BITS("masked_scatter", ra_masked_scatter(x[k], ra_ne(x[k], ra_select(x[k], 0, 0)), more[k]));
        }
        SAME_BITS("of a column, which is broadcast", ra_masked_scatter(ra_slice(base[k], 0, 0, 9, 1), ra_unsqueeze(mask[k], 1), ra_t(ra_view(ra_slice(more[k], 0, 0, 600, 1), RA_DIMS(20, 30)))));
        SAME_BITS("none", ra_masked_scatter(base[k], ra_zeros_like(base[k], RA_OPTS(ra_zeros_like, .dtype = RA_BOOL)), ra_slice(more[k], 0, 0, 0, 1)));
        both(whole, ra_zeros(RA_DIMS(37, 6), RA_OPTS(ra_zeros, .dtype = widths[i])));
        SAME_BITS("in place, with strides", scattered_into(ra_t(ra_slice(whole[k], 1, 1, 6, 2)), mask[k], more[k]));
        SAME_BITS("what lies around it", ra_ref(whole[k]));
        OK(ra_scope_end());
    }
    ra_tensor *x[SIDES], *few[SIDES];
    ra_scope_begin();
    both(x, ra_ones(RA_DIMS(3, 700)));
    both(few, ra_zeros(RA_DIMS(2099)));
    for (int k = 0; k < SIDES; k++) {
        assert_int_equal(ra_wait(ra_neg(ra_masked_scatter(x[k], ra_ne(x[k], 0), few[k]))), RA_ERR_INDEX);
        if (!strstr(ra_last_error(), "mask holds at 2100 places, but source has 2099 elements"))
            fail_msg("%s", ra_last_error());
        ra_clear_error();
    }
    assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
    ra_clear_error();
    stop();
}

/* Result `which` of all three, or of the first alone. */
static ra_tensor *unique(const ra_tensor *x, bool all, int which)
{
    ra_tensor *results[3] = {NULL};
    if (ra_unique(x, &results[0], &results[1], &results[2], RA_OPTS(ra_unique, .return_inverse = all, .return_counts = all)))
        return NULL;
    return results[which];
}

static void all_kinds(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_BOOL, RA_UINT8, RA_INT16, RA_INT64, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        ra_tensor *base[SIDES], *x[SIDES];
        ra_scope_begin();
        both(base, values(every[i], 5 * 37 * 30, false));
        for (int how = 0; how < (every[i] == RA_FLOAT32 ? LAYOUTS : 1); how++) {
            for (int k = 0; k < SIDES; k++)
                x[k] = laid_out(base[k], (enum layout)how);
            SAME_BITS("unique", unique(x[k], true, 0));
            SAME_BITS("which", unique(x[k], true, 1));
            SAME_BITS("how many", unique(x[k], true, 2));
        }
        SAME_BITS("alone", unique(x[k], false, 0));
        OK(ra_scope_end());
    }
    static const float specials[] = {NAN, 1, -0.0f, 0, NAN, INFINITY, -INFINITY, 1, NAN};
    static const int64_t ends[] = {INT64_MAX, INT64_MIN, INT64_MAX, -1, INT64_MIN};
    ra_tensor *x[SIDES], *y[SIDES], *number[SIDES], *none[SIDES];
    ra_scope_begin();
    both(x, ra_from_copy(specials, RA_FLOAT32, RA_DIMS(9)));
    both(y, ra_from_copy(ends, RA_INT64, RA_DIMS(5)));
    both(number, ra_full(RA_DIMS(), RA_F(3)));
    both(none, ra_zeros(RA_DIMS(0)));
    SAME_BITS("NaN, each by itself", unique(x[k], false, 0));
    SAME_BITS("and counted so", unique(x[k], true, 2));
    SAME_BITS("the ends of integers", unique(y[k], true, 2));
    SAME_BITS("of a number", unique(number[k], false, 0));
    SAME_BITS("of nothing", unique(none[k], false, 0));
    OK(ra_scope_end());
    stop();
}

/* More chunks than blocks; the results are read on the device, whose size the host has asked for. */
static void many(void **state)
{
    (void)state;
    start(2);
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, sparse(RA_FLOAT32, 100001));
    for (int k = 0; k < SIDES; k++) {
        ra_tensor *places = ra_nonzero(x[k]), *taken = ra_index_select(x[k], 0, ra_select(places, 1, 0));
        x[k] = ra_add(taken, ra_masked_select(x[k], ra_ne(x[k], 0)));
    }
    SAME_BITS("one by the other", ra_ref(x[k]));
    SAME_BITS("unique", unique(x[k], true, 2));
    OK(ra_scope_end());
    stop();
}

/* One of the very size stays as it lies; any other is laid out anew, from where it begins. */
static void into_what_is_given(void **state)
{
    (void)state;
    static const int64_t some[] = {0, 1, 0, 2, 0, 3};
    start(2);
    ra_tensor *x[SIDES], *base[SIDES], *wider[SIDES];
    ra_scope_begin();
    both(x, ra_from_copy(some, RA_INT64, RA_DIMS(2, 3)));
    for (int rows = 2; rows < 5; rows++) {
        ra_tensor *given[SIDES];
        both(base, ra_full(RA_DIMS(rows, 4), RA_I(-1), RA_OPTS(ra_full, .dtype = RA_INT64)));
        both(wider, ra_full(RA_DIMS(rows, 2), RA_I(-1), RA_OPTS(ra_full, .dtype = RA_INT64)));
        for (int k = 0; k < SIDES; k++) {
            given[k] = ra_narrow(base[k], 1, 0, 2);
            OK(ra_nonzero_out(given[k], x[k]));
            OK(ra_masked_select_out(ra_select(wider[k], 1, 1), x[k], ra_ne(x[k], 0)));
        }
        for (int d = 0; d < 2; d++) {
            assert_int_equal(ra_size(given[HERE], d), ra_size(given[THERE], d));
            assert_int_equal(ra_stride(given[HERE], d), ra_stride(given[THERE], d));
        }
        SAME_BITS("given", ra_ref(given[k]));
        SAME_BITS("what lies around it", ra_ref(base[k]));
        SAME_BITS("a column", ra_ref(wider[k]));
    }
    OK(ra_scope_end());
    stop();
}

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_compact, which))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(70000)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_nonzero(y) : NULL;
    static int64_t got[70000];
    if (!z || ra_numel(z) != 70000 || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 70000; i++)
        if (got[i] != i)
            return 2;
    ra_release(x), ra_release(y), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_compact));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(unlike_zero, 200, NULL, shut_down),
        HARNESS_TEST(where_a_mask_holds, 200, NULL, shut_down),
        HARNESS_TEST(scattered, 200, NULL, shut_down),
        HARNESS_TEST(all_kinds, 200, NULL, shut_down),
        HARNESS_TEST(many, 100, NULL, shut_down),
        HARNESS_TEST(into_what_is_given, 100, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 200, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
