/*
 * Results whose size only the data give, written to given outputs: what PyTorch 2.13 answers for these very calls. One of the
 * very size is written as it is laid out, any other gets what a fresh result has, from where it begins; and nothing lies
 * within reach of a view that was never written.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#define N -1 /* as it was */

static ra_tensor *filled(ra_dims sizes)
{
    return ra_full(sizes, RA_I(N), RA_OPTS(ra_full, .dtype = RA_INT64));
}

static void assert_laid_out(const ra_tensor *t, ra_dims sizes, ra_dims strides)
{
    assert_int_equal(ra_ndim(t), sizes.count);
    for (int64_t d = 0; d < sizes.count; d++) {
        assert_int_equal(ra_size(t, d), sizes.values[d]);
        assert_int_equal(ra_stride(t, d), strides.values[d]);
    }
}

static void assert_holds(const ra_tensor *t, const int64_t *values, int64_t count)
{
    int64_t got[64];
    assert_int_equal(ra_numel(t), count);
    OK(ra_copy_to(t, got, (size_t)count * sizeof *got));
    assert_memory_equal(got, values, (size_t)count * sizeof *got);
}
#define HOLDS(t, ...) assert_holds(t, (const int64_t[]){__VA_ARGS__}, sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

/* [0 1 0; 2 0 3] */
static ra_tensor *sample(void)
{
    static const int64_t values[] = {0, 1, 0, 2, 0, 3};
    return ra_from_copy(values, RA_INT64, RA_DIMS(2, 3));
}

static const int workers[] = {-1, 2};

static void nonzero_into_what_has_the_size(void **state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        start(workers[w]);
        ra_tensor *x = sample(), *base = filled(RA_DIMS(3, 4)), *gapped = ra_narrow(base, 1, 0, 2), *rows = filled(RA_DIMS(3, 2));
        OK(ra_nonzero_out(gapped, x));
        OK(ra_nonzero_out(rows, x));
        assert_laid_out(gapped, RA_DIMS(3, 2), RA_DIMS(4, 1));
        HOLDS(gapped, 0, 1, 1, 0, 1, 2);
        HOLDS(base, 0, 1, N, N, 1, 0, N, N, 1, 2, N, N);
        assert_laid_out(rows, RA_DIMS(3, 2), RA_DIMS(2, 1));
        HOLDS(rows, 0, 1, 1, 0, 1, 2);
        ra_tensor *all = ra_ones(RA_DIMS(2, 3)), *most = filled(RA_DIMS(6, 2)), *none = ra_zeros(RA_DIMS(2, 3)), *empty = filled(RA_DIMS(0, 2));
        OK(ra_nonzero_out(most, all));
        assert_laid_out(most, RA_DIMS(6, 2), RA_DIMS(2, 1));
        HOLDS(most, 0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2);
        OK(ra_nonzero_out(empty, none));
        assert_laid_out(empty, RA_DIMS(0, 2), RA_DIMS(2, 1));
        RELEASE(x, base, gapped, rows, all, most, none, empty);
        stop();
    }
}

static void nonzero_into_what_has_another_size(void **state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        start(workers[w]);
        ra_tensor *x = sample();
        ra_tensor *long_base = filled(RA_DIMS(4, 4)), *too_long = ra_narrow(long_base, 1, 0, 2);
        OK(ra_nonzero_out(too_long, x));
        assert_laid_out(too_long, RA_DIMS(3, 2), RA_DIMS(1, 3));
        HOLDS(long_base, 0, 1, 1, 1, 0, 2, N, N, N, N, N, N, N, N, N, N);
        ra_tensor *base = filled(RA_DIMS(2, 4)), *last = ra_narrow(base, 0, 1, 1), *later = ra_narrow(last, 1, 1, 2);
        OK(ra_nonzero_out(later, x));
        assert_laid_out(later, RA_DIMS(3, 2), RA_DIMS(1, 3));
        HOLDS(later, 0, 1, 1, 0, 1, 2);
        HOLDS(base, N, N, N, N, N, 0, 1, 1);
        ra_tensor *bound = filled(RA_DIMS(6, 4)), *narrow = ra_narrow(bound, 1, 0, 2), *flat = filled(RA_DIMS(3)), *empty = filled(RA_DIMS(0));
        OK(ra_nonzero_out(narrow, x));
        assert_laid_out(narrow, RA_DIMS(3, 2), RA_DIMS(1, 3));
        HOLDS(bound, 0, 1, 1, 1, 0, 2, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N, N);
        OK(ra_nonzero_out(flat, x));
        HOLDS(flat, 0, 1, 1, 0, 1, 2);
        OK(ra_nonzero_out(empty, x));
        assert_laid_out(empty, RA_DIMS(3, 2), RA_DIMS(1, 3));
        ra_tensor *none = ra_zeros(RA_DIMS(2, 3)), *three = filled(RA_DIMS(3, 4)), *part = ra_narrow(three, 1, 0, 2);
        OK(ra_nonzero_out(part, none));
        assert_laid_out(part, RA_DIMS(0, 2), RA_DIMS(1, 0));
        HOLDS(three, N, N, N, N, N, N, N, N, N, N, N, N);
        RELEASE(x, long_base, too_long, base, last, later, bound, narrow, flat, empty, none, three, part);
        stop();
    }
}

static void masked_select_by_its_own_strides(void **state)
{
    (void)state;
    static const int64_t values[] = {1, 2, 3, 4, 5, 6};
    static const uint8_t bits[] = {1, 0, 1, 0, 1, 1};
    for (int w = 0; w < 2; w++) {
        start(workers[w]);
        ra_tensor *x = ra_from_copy(values, RA_INT64, RA_DIMS(2, 3)), *mask = ra_from_copy(bits, RA_BOOL, RA_DIMS(2, 3));
        ra_tensor *base = filled(RA_DIMS(4, 3)), *column = ra_select(base, 1, 1), *long_base = filled(RA_DIMS(5, 3)), *longer = ra_select(long_base, 1, 1);
        ra_tensor *six = filled(RA_DIMS(6, 2)), *bound = ra_select(six, 1, 0), *short_base = filled(RA_DIMS(3, 3)), *shorter = ra_select(short_base, 1, 1);
        OK(ra_masked_select_out(column, x, mask));
        assert_laid_out(column, RA_DIMS(4), RA_DIMS(3));
        HOLDS(base, N, 1, N, N, 3, N, N, 5, N, N, 6, N);
        OK(ra_masked_select_out(longer, x, mask));
        assert_laid_out(longer, RA_DIMS(4), RA_DIMS(1));
        HOLDS(long_base, N, 1, 3, 5, 6, N, N, N, N, N, N, N, N, N, N);
        OK(ra_masked_select_out(shorter, x, mask));
        HOLDS(short_base, N, 1, 3, 5, 6, N, N, N, N);
        OK(ra_masked_select_out(bound, x, mask));
        assert_laid_out(bound, RA_DIMS(4), RA_DIMS(1));
        HOLDS(six, 1, 3, 5, 6, N, N, N, N, N, N, N, N);
        RELEASE(x, mask, base, column, long_base, longer, six, bound, short_base, shorter);
        stop();
    }
}

/* A borrowed buffer has the room it has: what does not fit is an error of the data, and leaves it as it was. */
static void into_borrowed_buffers(void **state)
{
    (void)state;
    static const int64_t values[] = {1, 2, 3, 4, 5, 6};
    static const uint8_t bits[] = {1, 0, 1, 0, 1, 1};
    for (int w = 0; w < 2; w++) {
        start(workers[w]);
        int64_t six[] = {N, N, N, N, N, N}, three[] = {N, N, N};
        ra_tensor *x = ra_from_copy(values, RA_INT64, RA_DIMS(2, 3)), *mask = ra_from_copy(bits, RA_BOOL, RA_DIMS(2, 3));
        ra_tensor *buffer = ra_from_data(six, RA_INT64, RA_DIMS(6), NULL), *four = ra_narrow(buffer, 0, 0, 4), *less = ra_narrow(buffer, 0, 1, 3);
        ra_tensor *small = ra_from_data(three, RA_INT64, RA_DIMS(3), NULL);
        OK(ra_masked_select_out(four, x, mask));
        HOLDS(buffer, 1, 3, 5, 6, N, N);
        OK(ra_masked_select_out(less, x, mask));
        HOLDS(less, 1, 3, 5, 6);
        HOLDS(buffer, 1, 1, 3, 5, 6, N);
        OK(ra_masked_select_out(small, x, mask));
        assert_int_equal(ra_numel(small), -1);
        assert_int_equal(ra_last_status(), RA_ERR_SHAPE);
        assert_non_null(strstr(ra_last_error(), "borrowed buffer"));
        ra_clear_error();
        assert_true(three[0] == N && three[2] == N);
        RELEASE(x, mask, buffer, four, less, small);
        stop();
    }
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = sample(), *thin = filled(RA_DIMS(1, 2)), *expanded = ra_expand(thin, RA_DIMS(3, 2)), *other = ra_zeros(RA_DIMS(3, 2));
    assert_int_equal(ra_nonzero_out(expanded, x), RA_ERR_OVERLAP);
    assert_int_equal(ra_nonzero_out(x, x), RA_ERR_OVERLAP);
    assert_int_equal(ra_nonzero_out(other, x), RA_ERR_DTYPE);
    ra_clear_error();
    HOLDS(thin, N, N);
    HOLDS(x, 0, 1, 0, 2, 0, 3);
    RELEASE(x, thin, expanded, other);
    stop();
}

/* Whatever the data make of it, an input stays as it is; how much they will make is not known at the call. */
static void what_may_reach_an_input_is_refused(void **state)
{
    (void)state;
    start(1);
    ra_tensor *base = filled(RA_DIMS(12)), *x = ra_narrow(base, 0, 8, 4), *zeros = ra_narrow(base, 0, 9, 3), *near = ra_narrow(base, 0, 5, 1), *apart = ra_narrow(base, 0, 4, 1);
    OK(ra_fill_(zeros, 0));
    assert_int_equal(ra_nonzero_out(near, x), RA_ERR_OVERLAP);
    assert_non_null(strstr(ra_last_error(), "would reach over input 0"));
    ra_clear_error();
    assert_int_equal(ra_numel(near), 1);
    HOLDS(base, N, N, N, N, N, N, N, N, N, 0, 0, 0);
    OK(ra_nonzero_out(apart, x));
    assert_laid_out(apart, RA_DIMS(1, 1), RA_DIMS(1, 1));
    HOLDS(base, N, N, N, N, 0, N, N, N, N, 0, 0, 0);
    RELEASE(base, x, zeros, near, apart);
    stop();
}

/* While the size is not known, a writer of the bytes between the elements of the output is ordered behind it. */
static void what_it_may_touch_is_ordered(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    ra_tensor *after = held_new(&h, 1), *zero = ra_mul(after, 0), *two = ra_full(RA_DIMS(2), RA_F(1)), *x = ra_add(two, zero);
    ra_tensor *base = filled(RA_DIMS(2, 50)), *column = ra_narrow(base, 1, 0, 1), *end = ra_narrow(base, 1, 49, 1);
    OK(ra_nonzero_out(column, x));
    OK(ra_fill_(base, 7));
    assert_false(ra_is_ready(base));
    let_go(&h);
    assert_laid_out(column, RA_DIMS(2, 1), RA_DIMS(50, 1));
    HOLDS(end, 7, 7);
    HOLDS(column, 7, 7);
    RELEASE(after, zero, two, x, base, column, end);
    stop();
}

/* A result has as many bytes as it turns out to need; past them nothing was written. */
static void nothing_unwritten_is_in_reach(void **state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        start(workers[w]);
        ra_tensor *x = sample(), *fresh = ra_nonzero(x), *flat = ra_flatten(x, 0, -1), *given = filled(RA_DIMS(0)), *unique[3];
        OK(ra_unique(x, &unique[0], &unique[1], &unique[2], RA_OPTS(ra_unique, .return_counts = true)));
        OK(ra_nonzero_out(given, x));
        ra_tensor *all = ra_as_strided(fresh, RA_DIMS(6), RA_DIMS(1), -1), *same = ra_as_strided(given, RA_DIMS(6), RA_DIMS(1), -1);
        HOLDS(all, 0, 1, 1, 1, 0, 2);
        HOLDS(same, 0, 1, 1, 1, 0, 2);
        assert_null(ra_as_strided(fresh, RA_DIMS(7), RA_DIMS(1), -1));
        assert_int_equal(ra_last_status(), RA_ERR_LAYOUT);
        assert_null(ra_as_strided(given, RA_DIMS(7), RA_DIMS(1), -1));
        assert_null(ra_as_strided(unique[0], RA_DIMS(5), RA_DIMS(1), -1));
        assert_null(ra_as_strided(unique[2], RA_DIMS(5), RA_DIMS(1), -1));
        ra_clear_error();
        OK(ra_add_out(given, flat, 1)); /* grows it */
        HOLDS(given, 1, 2, 1, 3, 1, 4);
        RELEASE(x, fresh, flat, given, unique[0], unique[1], unique[2], all, same);
        stop();
    }
}

/* A view without elements has no byte that could fail: what a task that failed was to put there has an extent of none, or none that
 * is known. */
static void what_failed_into_no_bytes_has_no_wild_size(void **state)
{
    (void)state;
    start(-1);
    int64_t zero = 0;
    ra_tensor *z = ra_from_copy(&zero, RA_INT64, RA_DIMS()), *failed = ra_remainder(z, z), *none = ra_zeros(RA_DIMS(0)), *all = ra_arange(0, 14, 1);
    OK(ra_add_(none, failed));
    ra_tensor *mask = ra_gt(none, 0), *whole = ra_to(none, RA_OPTS(ra_to, .dtype = RA_INT64));
    for (int64_t length = 0; length < 2; length++) {
        ra_tensor *selected = ra_narrow(all, 0, 5, length), *found = ra_narrow(all, 0, 5, length);
        OK(ra_masked_select_out(selected, whole, mask));
        OK(ra_wait(selected));
        assert_int_equal(ra_numel(selected), 0);
        OK(ra_nonzero_out(found, failed)); /* a row of no columns, or none */
        assert_int_equal(ra_numel(found), -1);
        assert_int_equal(ra_last_status(), RA_ERR_DIVIDE);
        ra_clear_error();
        assert_null(ra_neg(found));
        assert_int_equal(ra_last_status(), RA_ERR_DIVIDE);
        ra_clear_error();
        RELEASE(selected, found);
    }
    RELEASE(z, failed, none, all, mask, whole);
    stop();
}

/* Nor has what failed into bytes that others overwrite: they are well, and of what size it would have been nobody knows. */
static void what_failed_and_was_overwritten_has_no_wild_size(void **state)
{
    (void)state;
    start(-1);
    int64_t zero = 0;
    ra_tensor *z = ra_from_copy(&zero, RA_INT64, RA_DIMS()), *failed = ra_remainder(z, z), *mask = ra_gt(failed, 0), *all = ra_arange(0, 14, 1), *selected = ra_narrow(all, 0, 5, 1);
    OK(ra_masked_select_out(selected, failed, mask));
    OK(ra_zero_(all));
    OK(ra_wait(selected));
    assert_int_equal(ra_numel(selected), -1);
    assert_int_equal(ra_last_status(), RA_ERR_DIVIDE);
    ra_clear_error();
    assert_null(ra_neg(selected));
    assert_int_equal(ra_last_status(), RA_ERR_DIVIDE);
    ra_clear_error();
    assert_true(at(all, 5) == 0);
    RELEASE(z, failed, mask, all, selected);
    stop();
}

/* What is found in long operands, of each element size, dense and not: none, all, few, many, and at both ends. */
static void what_is_found_in_long_operands(void **state)
{
    (void)state;
    enum { MOST = 200000 };
    static const int64_t sizes[] = {1, 511, 512, 513, 1025, 65536, 65537, MOST};
    static const ra_dtype dtypes[] = {RA_BOOL, RA_INT8, RA_FLOAT16, RA_FLOAT32, RA_INT64, RA_COMPLEX128};
    int64_t *places = malloc(2 * MOST * sizeof *places), *got = places + MOST;
    assert_non_null(places);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int every = 0; every < 4; every++) { /* a set element among 1, 2, 7, or n + 1, beside the last */
            const int64_t n = sizes[i], step = every == 0 ? 1 : every == 1 ? 2 : every == 2 ? 7 : n + 1;
            RA_AUTO ra_tensor *place = ra_arange(RA_I(0), RA_I(n), RA_I(1)), *apart = ra_remainder(place, RA_I(step)), *one = ra_eq(apart, 0), *last = ra_eq(place, RA_I(n - 1));
            RA_AUTO ra_tensor *set = ra_logical_or(one, last);
            int64_t count = 0;
            for (int64_t k = 0; k < n; k++)
                if (k % step == 0 || k == n - 1)
                    places[count++] = k;
            for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
                for (int strided = 0; strided < 2; strided++) {
                    RA_AUTO ra_tensor *dense = ra_to(set, RA_OPTS(ra_to, .dtype = dtypes[d])), *zeros = ra_zeros_like(dense), *both = ra_stack(RA_LIST(dense, zeros), 1);
                    RA_AUTO ra_tensor *gapped = ra_select(both, 1, 0), *found = ra_nonzero(strided ? gapped : dense);
                    assert_int_equal(ra_size(found, 0), count);
                    OK(ra_copy_to(found, got, (size_t)count * sizeof *got));
                    assert_memory_equal(got, places, (size_t)count * sizeof *got);
                    RA_AUTO ra_tensor *row = ra_unsqueeze(dense, 0), *pairs = ra_nonzero(row), *columns = ra_select(pairs, 1, 1);
                    OK(ra_copy_to(columns, got, (size_t)count * sizeof *got));
                    assert_memory_equal(got, places, (size_t)count * sizeof *got);
                    if (dtypes[d] == RA_BOOL)
                        continue;
                    RA_AUTO ra_tensor *values = ra_to(place, RA_OPTS(ra_to, .dtype = dtypes[d])), *pair = ra_stack(RA_LIST(values, zeros), 1), *spread = ra_select(pair, 1, 0);
                    RA_AUTO ra_tensor *chosen = ra_masked_select(strided ? spread : values, set), *back = ra_real(chosen), *whole = ra_to(back, RA_OPTS(ra_to, .dtype = RA_INT64));
                    assert_int_equal(ra_size(chosen, 0), count);
                    OK(ra_copy_to(whole, got, (size_t)count * sizeof *got));
                    if (dtypes[d] != RA_INT8 && dtypes[d] != RA_FLOAT16) /* which do not hold places */
                        assert_memory_equal(got, places, (size_t)count * sizeof *got);
                    RA_AUTO ra_tensor *blank = ra_full_like(values, RA_I(-1)), *put = ra_masked_scatter(blank, set, chosen), *wanted = ra_where(set, values, blank);
                    RA_AUTO ra_tensor *differ = ra_ne(put, wanted), *number = ra_sum(differ, RA_ALL);
                    double differing = -1;
                    OK(ra_item_f64(number, &differing));
                    assert_true(differing == 0);
                    if (strided) /* and one too few */
                        continue;
                    RA_AUTO ra_tensor *few = ra_narrow(chosen, 0, 0, count - 1), *kept = ra_clone(blank);
                    OK(ra_masked_scatter_(kept, set, few));
                    assert_int_equal(ra_wait(kept), RA_ERR_INDEX);
                    ra_clear_error();
                }
        }
    free(places);
}

/* Of many elements few are found: what is taken is for those, not for as many as there might be. */
static void little_is_kept_of_little(void **state)
{
    (void)state;
    enum { MOST = 1 << 20, LITTLE = 1 << 16 };
    for (int w = 0; w < 2; w++)
        for (int by = 0; by < 2; by++) {
            start(workers[w]);
            ra_tensor *x = ra_zeros(RA_DIMS(MOST)), *mask = ra_zeros(RA_DIMS(MOST), RA_OPTS(ra_zeros, .dtype = RA_BOOL));
            OK(ra_set_item(x, RA_DIMS(MOST / 2), 3.0));
            OK(ra_set_item(mask, RA_DIMS(MOST / 2), 1.0));
            OK(ra_wait_all());
            const size_t before = ra_get_memory_stats().live;
            ra_tensor *found = by ? ra_masked_select(x, mask) : ra_nonzero(x);
            OK(ra_wait_all());
            assert_in_range(ra_get_memory_stats().live - before, 0, LITTLE);
            assert_int_equal(ra_numel(found), 1);
            if (by)
                assert_true(at(found, 0) == 3);
            else
                HOLDS(found, MOST / 2);
            RELEASE(x, mask, found);
            stop();
        }
}

int main(void)
{
#define T(f) TEST_AROUND(f, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(nonzero_into_what_has_the_size), T(nonzero_into_what_has_another_size), T(masked_select_by_its_own_strides),
                                       T(into_borrowed_buffers), T(what_cannot_be_written_is_refused), T(what_it_may_touch_is_ordered),
                                       T(into_borrowed_buffers), T(what_may_reach_an_input_is_refused), T(what_it_may_touch_is_ordered),
                                       T(nothing_unwritten_is_in_reach), T(what_failed_into_no_bytes_has_no_wild_size),
                                       T(what_failed_and_was_overwritten_has_no_wild_size), T(little_is_kept_of_little), T(what_is_found_in_long_operands)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
