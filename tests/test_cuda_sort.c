/*
 * sort, argsort and topk on CUDA, on the simulated driver, by the bits that the processor gives: over dtypes, layouts, dimensions, and
 * lengths on both sides of tiles and runs; equal elements, zeros of both signs, NaN; given results, what is empty or 0-dim.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

static void same_order(const char *what, ra_tensor *const x[SIDES], int64_t dim, bool descending, int64_t count)
{
    ra_tensor *values[SIDES], *places[SIDES], *top[SIDES] = {NULL}, *top_places[SIDES] = {NULL};
    for (int side = 0; side < SIDES; side++) {
        OK(ra_sort(x[side], dim, &values[side], &places[side], RA_OPTS(ra_sort, .descending = descending)));
        if (ra_tensor_dtype(x[side]) != RA_BOOL)
            OK(ra_topk(x[side], count, dim, &top[side], &top_places[side], RA_OPTS(ra_topk, .largest = descending)));
    }
    SAME_BITS(what, ra_ref(values[k]));
    SAME_BITS(what, ra_ref(places[k]));
    SAME_BITS(what, ra_argsort(x[k], dim, RA_OPTS(ra_argsort, .descending = descending)));
    if (top[HERE]) {
        SAME_BITS(what, ra_ref(top[k]));
        SAME_BITS(what, ra_ref(top_places[k]));
    }
}

static void layouts(void **state)
{
    (void)state;
    start(2);
    for (int how = 0; how < LAYOUTS; how++) {
        ra_tensor *base[SIDES], *x[SIDES];
        ra_scope_begin();
        both(base, values(RA_FLOAT32, 5 * 37 * 30, false));
        for (int k = 0; k < SIDES; k++)
            x[k] = laid_out(base[k], (enum layout)how);
        for (int64_t dim = -1; dim < 2; dim++)
            same_order("a layout", x, dim, dim == 0, 3);
        OK(ra_scope_end());
    }
    stop();
}

static void dtypes(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_BOOL, RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        both(x, ra_view(values(some[i], 7 * 50, false), RA_DIMS(7, 50)));
        same_order("a dtype", x, 1, i % 2, 5);
        OK(ra_scope_end());
    }
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, ra_from_copy((const float[]){1, NAN, 0.0f, -0.0f, INFINITY, -INFINITY, -1, -NAN, 1, 0.0f, 3e38f, -0.0f}, RA_FLOAT32, RA_DIMS(12)));
    same_order("specials", x, 0, false, 12);
    same_order("specials", x, 0, true, 7);
    OK(ra_scope_end());
    stop();
}

static void lengths(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {3, 2}, {700, 3}, {2, 512}, {5, 513}, {2, 1024}, {2, 1025}, {1, 5000}, {0, 5}, {5, 0}};
    start(2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        both(x, ra_view(values(RA_FLOAT32, sizes[i][0] * sizes[i][1], false), RA_DIMS(sizes[i][0], sizes[i][1])));
        same_order("a length", x, 1, i % 2, sizes[i][1] / 2);
        OK(ra_scope_end());
    }
    ra_tensor *x[SIDES], *values_given[SIDES], *places_given[SIDES];
    ra_scope_begin();
    both(x, ra_full(RA_DIMS(), RA_F(2.5)));
    same_order("0-dim", x, 0, true, 1);
    both(x, ra_view(values(RA_FLOAT32, 60, false), RA_DIMS(6, 10)));
    both(values_given, ra_zeros(RA_DIMS(6, 8)));
    both(places_given, ra_zeros(RA_DIMS(4, 6), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    for (int k = 0; k < SIDES; k++)
        OK(ra_topk_out(ra_slice(values_given[k], 1, 0, 8, 2), ra_t(places_given[k]), x[k], 4, 1));
    SAME_BITS("given values", ra_ref(values_given[k]));
    SAME_BITS("given places", ra_ref(places_given[k]));
    OK(ra_scope_end());
    stop();
}

/* ---- one by its rank ---- */

static void compare_pairs(const char *what, ra_tensor *const here[2], ra_tensor *const there_too[2])
{
    for (int k = 0; k < 2; k++)
        assert_same(what, here[k], ra_keep(there_too[k]));
}

static void compare_ranks(const ra_tensor *here, int64_t dim, int64_t k, bool keepdim)
{
    ra_tensor *far = there(here), *a[2], *b[2];
    if (ra_tensor_dtype(here) != RA_BOOL) {
        OK(ra_median(here, dim, &a[0], &a[1], RA_OPTS(ra_median, .keepdim = keepdim)));
        OK(ra_median(far, dim, &b[0], &b[1], RA_OPTS(ra_median, .keepdim = keepdim)));
        compare_pairs("median", a, b);
        OK(ra_nanmedian(here, dim, &a[0], &a[1], RA_OPTS(ra_nanmedian, .keepdim = keepdim)));
        OK(ra_nanmedian(far, dim, &b[0], &b[1], RA_OPTS(ra_nanmedian, .keepdim = keepdim)));
        compare_pairs("nanmedian", a, b);
        OK(ra_kthvalue(here, k, dim, &a[0], &a[1], RA_OPTS(ra_kthvalue, .keepdim = keepdim)));
        OK(ra_kthvalue(far, k, dim, &b[0], &b[1], RA_OPTS(ra_kthvalue, .keepdim = keepdim)));
        compare_pairs("kthvalue", a, b);
    }
    OK(ra_mode(here, dim, &a[0], &a[1], RA_OPTS(ra_mode, .keepdim = keepdim)));
    OK(ra_mode(far, dim, &b[0], &b[1], RA_OPTS(ra_mode, .keepdim = keepdim)));
    compare_pairs("mode", a, b);
}

static void ranks(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_BOOL, RA_UINT8, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    static const int64_t sizes[][2] = {{1, 1}, {1, 2}, {300, 7}, {3, 1023}, {2, 1025}, {1, 5000}, {0, 3}};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_scope_begin();
        ra_tensor *x = ra_view(values(some[i], 4 * 6 * 50, false), RA_DIMS(4, 6, 50)), *few = some[i] == RA_BOOL ? x : ra_remainder(x, 5), *turned = ra_permute(few, RA_DIMS(2, 0, 1));
        for (int64_t dim = -1; dim < 2; dim++) {
            compare_ranks(x, dim, 3, dim == 0);
            compare_ranks(turned, dim, 2, dim != 0);
        }
        OK(ra_scope_end());
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int64_t n = sizes[i][0] * sizes[i][1];
        ra_scope_begin();
        ra_tensor *x = ra_view(ra_to(ra_remainder(values(RA_INT64, n, false), 9), RA_OPTS(ra_to, .dtype = RA_FLOAT32)), RA_DIMS(sizes[i][0], sizes[i][1]));
        ra_tensor *spoilt = ra_where(ra_ge(x, 6), NAN, x), *all = ra_full_like(x, NAN);
        compare_ranks(x, 1, 1, false);
        compare_ranks(spoilt, 1, sizes[i][1], false);
        compare_ranks(all, 1, 1, true);
        OK(ra_scope_end());
    }
    ra_scope_begin();
    compare_ranks(ra_full(RA_DIMS(), RA_F(2.5)), 0, 1, false);
    OK(ra_scope_end());
    stop();
}

/* ---- places in what is sorted ---- */

static void searches(void **state)
{
    (void)state;
    static const ra_dtype some[][2] = {{RA_FLOAT32, RA_FLOAT32}, {RA_INT64, RA_INT32}, {RA_UINT8, RA_FLOAT64}, {RA_FLOAT16, RA_INT16}, {RA_BFLOAT16, RA_BFLOAT16}};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_scope_begin();
        ra_tensor *rows, *order, *unsorted = ra_to(ra_remainder(ra_view(values(RA_INT32, 6 * 50, false), RA_DIMS(2, 3, 50)), 40), RA_OPTS(ra_to, .dtype = some[i][0]));
        OK(ra_sort(unsorted, -1, &rows, &order));
        ra_tensor *wanted = ra_to(ra_remainder(ra_view(values(RA_INT32, 6 * 33, false), RA_DIMS(2, 33, 3)), 45), RA_OPTS(ra_to, .dtype = some[i][1])), *turned = ra_transpose(wanted, 1, 2);
        ra_tensor *line = ra_select(ra_select(rows, 0, 1), 0, 2), *there_rows = there(rows), *there_turned = there(turned), *there_line = there(line);
        for (int right = 0; right < 2; right++) {
            assert_same("rows", ra_searchsorted(rows, turned, RA_NONE, RA_OPTS(ra_searchsorted, .right = right)),
                        ra_keep(ra_searchsorted(there_rows, there_turned, RA_NONE, RA_OPTS(ra_searchsorted, .right = right))));
            assert_same("one row", ra_searchsorted(line, turned, RA_NONE, RA_OPTS(ra_searchsorted, .right = right, .out_int32 = true)),
                        ra_keep(ra_searchsorted(there_line, there_turned, RA_NONE, RA_OPTS(ra_searchsorted, .right = right, .out_int32 = true))));
            assert_same("buckets", ra_bucketize(turned, line, RA_OPTS(ra_bucketize, .right = right)), ra_keep(ra_bucketize(there_turned, there_line, RA_OPTS(ra_bucketize, .right = right))));
            assert_same("a number", ra_searchsorted(line, 7, RA_NONE, RA_OPTS(ra_searchsorted, .right = right)),
                        ra_keep(ra_searchsorted(there_line, 7, RA_NONE, RA_OPTS(ra_searchsorted, .right = right))));
            assert_same("by a sorter", ra_searchsorted(unsorted, turned, order, RA_OPTS(ra_searchsorted, .right = right)),
                        ra_keep(ra_searchsorted(there(unsorted), there_turned, there(order), RA_OPTS(ra_searchsorted, .right = right))));
        }
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *ends = ra_from_copy((const float[]){-INFINITY, -1, 0, 0, 2, INFINITY, NAN, NAN}, RA_FLOAT32, RA_DIMS(8)), *there_ends = there(ends), *none = ra_zeros(RA_DIMS(0));
    assert_same("NaN and infinities", ra_searchsorted(ends, ends, RA_NONE), ra_keep(ra_searchsorted(there_ends, there_ends, RA_NONE)));
    assert_same("in nothing", ra_searchsorted(none, ends, RA_NONE), ra_keep(ra_searchsorted(there(none), there_ends, RA_NONE)));
    assert_same("of nothing", ra_searchsorted(ends, none, RA_NONE), ra_keep(ra_searchsorted(there_ends, there(none), RA_NONE)));
    OK(ra_scope_end());
    stop();
}

static void a_sorter_that_leads_outside(void **state)
{
    (void)state;
    start(2);
    for (int at = -1; at < 9; at += 9) {
        char told[80];
        ra_scope_begin();
        ra_tensor *row = ra_arange(0, 8, 1), *order = ra_arange(0, 8, 1);
        OK(ra_fill_(ra_select(order, 0, 5), at));
        ra_tensor *places = ra_searchsorted(there(row), there(row), there(order)), *after = ra_add(places, 1);
        assert_int_equal(ra_wait(after), RA_ERR_INDEX);
        snprintf(told, sizeof told, "sorter has index %d, which is out of range for 8 elements", at);
        assert_non_null(strstr(ra_last_error(), told));
        ra_clear_error();
        assert_int_equal(ra_wait(ra_searchsorted(there(row), there(ra_zeros(RA_DIMS(0))), there(order))), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), told));
        ra_clear_error();
        OK(ra_wait(ra_searchsorted(there(row), there(row), RA_NONE)));
        assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
        ra_clear_error();
    }
    stop();
}

static bool leave_out(const char *which)
{
    char of_rank[16];
    const int of_sort = barriers_of(ra__cuda_text_sort);
    if (*which == '-' || atoi(which) < of_sort)
        return leave_out_barrier(ra__cuda_text_sort, which);
    snprintf(of_rank, sizeof of_rank, "%d", atoi(which) - of_sort);
    return leave_out_barrier(ra__cuda_text_rank, of_rank);
}

static int program_barrier(const char *which)
{
    if (!leave_out(which))
        return 4;
    ra_tensor *x = ra_arange(40000, 0, -1), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *rows = ra_view(y, RA_DIMS(400, 100)), *z = rows ? ra_argsort(rows, -1) : NULL;
    static int64_t got[40000];
    if (!z || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 40000; i++)
        if (got[i] != 99 - i % 100)
            return 2;
    ra_tensor *many = ra_view(y, RA_DIMS(4000, 10)), *most[2];
    if (ra_mode(many, 1, &most[0], &most[1]) || ra_copy_to(most[1], got, 4000 * sizeof *got))
        return 2;
    for (int i = 0; i < 4000; i++)
        if (got[i] != 9)
            return 2;
    ra_release(x), ra_release(y), ra_release(rows), ra_release(z), ra_release(many), ra_release(most[0]), ra_release(most[1]);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_sort) + barriers_of(ra__cuda_text_rank));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(ranks, 200, NULL, shut_down),
        HARNESS_TEST(searches, 200, NULL, shut_down),
        HARNESS_TEST(a_sorter_that_leads_outside, 100, NULL, shut_down),
        HARNESS_TEST(layouts, 200, NULL, shut_down),
        HARNESS_TEST(dtypes, 200, NULL, shut_down),
        HARNESS_TEST(lengths, 200, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
