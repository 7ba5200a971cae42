/*
 * The specialisation cache: calls are served from it, by keys that hold all that the results depend on; it is bounded, and
 * what it gives up is there as long as a pending task runs by it.
 */
#include "helpers/moments.h"

#include "async/front/specialise.h"

#include <pthread.h>

enum { PLACES = RA__SPECIAL_SETS * RA__SPECIAL_WAYS };

static uint64_t served(void)
{
    return ra_get_stats().cached;
}

static ra_tensor *counted(int64_t n)
{
    ra_tensor *t = ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    assert_non_null(t);
    return t;
}

static double value_at(const ra_tensor *t, int64_t i)
{
    RA_AUTO ra_tensor *flat = ra_reshape(t, RA_DIMS(-1)), *one = ra_select(flat, 0, i), *wide = ra_to(one, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    ra_status s;
    const double *d = ra_data_f64(wide, &s);
    assert_int_equal(s, RA_OK);
    return *d;
}

/* ---- serving ---- */

static void calls_like_an_earlier_one_are_served(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *x = ra_view(counted(12), RA_DIMS(3, 4)), *y = ra_view(counted(12), RA_DIMS(3, 4));
    ra_tensor *results[2][5];
    for (int round = 0; round < 2; round++) {
        uint64_t before = served();
        results[round][0] = ra_add(x, y);
        results[round][1] = ra_transpose(x, 0, 1);
        results[round][2] = ra_sum(x, RA_DIMS(1));
        results[round][3] = ra_matmul(x, ra_transpose(y, 0, 1));
        results[round][4] = ra_select(x, 0, 2);
        assert_int_equal(served() - before, round ? 6 : 1); /* the second transpose, too, is like the first */
    }
    for (int i = 0; i < 5; i++) {
        ra_tensor *a = results[0][i], *b = results[1][i];
        assert_int_equal(ra_tensor_dtype(a), ra_tensor_dtype(b));
        assert_int_equal(ra_ndim(a), ra_ndim(b));
        for (int d = 0; d < ra_ndim(a); d++) {
            assert_int_equal(ra_size(a, d), ra_size(b, d));
            assert_int_equal(ra_stride(a, d), ra_stride(b, d));
        }
        assert_int_equal(ra_storage_offset(a), ra_storage_offset(b));
        for (int64_t k = 0; k < ra_numel(a); k++)
            assert_true(value_at(a, k) == value_at(b, k));
    }
    OK(ra_scope_end());
    stop();
}

/* A task that is served and recorded does what the first one did, however many there are, and in what order they end. */
static void pending_calls_share_a_plan(void **state)
{
    (void)state;
    enum { MANY = 300 };
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *first = held_new(&h, 4);
    ra_tensor *r[MANY];
    for (int i = 0; i < MANY; i++)
        r[i] = ra_add(i ? r[i - 1] : first, 1);
    assert_int_equal(served(), MANY - 1);
    let_go(&h);
    for (int i = MANY - 1; i >= 0; i--) {
        assert_true(value_at(r[i], 3) == 1003 + i + 1);
        ra_release(r[i]);
    }
    ra_release(first);
    first = NULL;
    stop();
}

/* ---- what is in the key ---- */

static void the_default_dtype_is_in_the_key(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *i = ra_arange(0, 4, 1, RA_OPTS(ra_arange, .dtype = RA_INT64));
    assert_int_equal(ra_tensor_dtype(ra_div(i, i)), RA_FLOAT32);
    OK(ra_set_default_dtype(RA_FLOAT64));
    assert_int_equal(ra_tensor_dtype(ra_div(i, i)), RA_FLOAT64);
    OK(ra_set_default_dtype(RA_FLOAT32));
    assert_int_equal(ra_tensor_dtype(ra_div(i, i)), RA_FLOAT32);
    OK(ra_scope_end());
    stop();
}

static void numbers_are_in_the_key(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *x = counted(4), *i = ra_arange(0, 4, 1, RA_OPTS(ra_arange, .dtype = RA_INT32));
    for (int round = 0; round < 3; round++)
        for (int n = 0; n < 20; n++) {
            assert_true(value_at(ra_add(x, n * 0.5), 3) == 3 + n * 0.5);
            assert_true(value_at(ra_sub(n * 0.5, x), 3) == n * 0.5 - 3);
            assert_true(value_at(ra_add(x, x, RA_OPTS(ra_add, .alpha = RA_I(n))), 3) == 3 + 3 * n);
            assert_int_equal(ra_tensor_dtype(ra_add(i, n)), RA_INT32);
            assert_int_equal(ra_tensor_dtype(ra_add(i, (double)n)), RA_FLOAT32);
            assert_int_equal(ra_tensor_dtype(ra_add(i, n % 2 != 0)), RA_INT32);
        }
    assert_in_range(served(), 100, 10000);
    OK(ra_scope_end());
    stop();
}

static void lists_strings_and_choices_are_in_the_key(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *x = ra_view(counted(12), RA_DIMS(3, 4)), *y = ra_sub(x, 6.5);
    char mode[] = "floor"; /* of the same place, and not of the same text */
    for (int round = 0; round < 3; round++) {
        int64_t dims[] = {0, 1};
        for (int d = 0; d < 2; d++) {
            ra_tensor *s = ra_sum(x, ra_dims_of(dims + d, 1)), *k = ra_sum(x, ra_dims_of(dims + d, 1), RA_OPTS(ra_sum, .keepdim = true));
            assert_int_equal(ra_numel(s), d ? 3 : 4);
            assert_true(value_at(s, 1) == (d ? 22 : 15));
            assert_int_equal(ra_ndim(k), 2);
        }
        assert_int_equal(ra_ndim(ra_sum(x, RA_ALL)), 0);
        assert_int_equal(ra_tensor_dtype(ra_sum(x, RA_ALL, RA_OPTS(ra_sum, .dtype = RA_FLOAT64))), RA_FLOAT64);
        memcpy(mode, "floor", 5);
        assert_true(value_at(ra_div(y, 1, RA_OPTS(ra_div, .rounding_mode = mode)), 0) == -7);
        memcpy(mode, "trunc", 5);
        assert_true(value_at(ra_div(y, 1, RA_OPTS(ra_div, .rounding_mode = mode)), 0) == -6);
    }
    OK(ra_scope_end());
    stop();
}

static void layouts_devices_and_variants_are_in_the_key(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *x = ra_view(counted(16), RA_DIMS(4, 4)), *t = ra_transpose(x, 0, 1), *m = ra_empty(RA_DIMS(4, 4), RA_OPTS(ra_empty, .device = RA_META));
    for (int round = 0; round < 3; round++) {
        assert_true(value_at(ra_add(x, x), 1) == 2);
        assert_true(value_at(ra_add(x, t), 1) == 5);
        assert_true(value_at(ra_add(t, x), 1) == 5);
        assert_int_equal(ra_stride(ra_add(t, t), 0), 1);
        assert_int_equal(ra_stride(ra_add(x, x), 0), 4);
        assert_int_equal(ra_tensor_device(ra_add(m, m)), RA_META);
        assert_int_equal(ra_tensor_device(ra_add(x, x)), RA_CPU);
        ra_tensor *own = ra_clone(x), *out = ra_empty(RA_DIMS(4, 4));
        OK(ra_add_(own, x));
        OK(ra_add_(own, x));
        assert_true(value_at(own, 5) == 15 && value_at(x, 5) == 5);
        OK(ra_add_out(out, x, t));
        assert_true(value_at(out, 1) == 5);
        ra_tensor *small = ra_empty(RA_DIMS(2)); /* resized, as often as it is asked for */
        OK(ra_add_out(small, x, t));
        assert_int_equal(ra_numel(small), 16);
        assert_true(value_at(small, 1) == 5);
    }
    OK(ra_scope_end());
    stop();
}

/* Of any length: those that fit a key and those that do not; as new results and into given ones. */
static void lists_of_tensors_are_in_the_key(void **state)
{
    (void)state;
    enum { LONGEST = 50 };
    start(1);
    ra_scope_begin();
    const ra_tensor *list[LONGEST];
    ra_tensor *x = counted(3), *y = ra_add(x, 10), *wide = counted(5), *out = ra_empty(RA_DIMS(3 * LONGEST));
    for (int round = 0; round < 2; round++)
        for (int n = 1; n <= LONGEST; n++) {
            for (int i = 0; i < n; i++)
                list[i] = i % 2 ? y : x;
            ra_tensor *c = ra_cat(ra_tensors_of(list, n), 0), *part = ra_slice(out, 0, 0, 3 * n, 1);
            assert_int_equal(ra_numel(c), 3 * n);
            assert_true(value_at(c, 3 * n - 1) == (n % 2 ? 2 : 12));
            OK(ra_cat_out(part, ra_tensors_of(list, n), 0));
            assert_true(value_at(out, 3 * n - 1) == (n % 2 ? 2 : 12));
            list[n - 1] = wide;
            assert_int_equal(ra_numel(ra_cat(ra_tensors_of(list, n), 0)), 3 * n + 2);
        }
    assert_in_range(served(), 2 * RA__KEY_TENSORS, 100000);
    OK(ra_scope_end());
    stop();
}

static void views_begin_where_their_base_does(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *base = counted(64);
    for (int round = 0; round < 2; round++)
        for (int64_t from = 0; from < 16; from += 4) {
            ra_tensor *v = ra_slice(base, 0, from, from + 16, 1);
            assert_int_equal(ra_storage_offset(ra_select(ra_view(v, RA_DIMS(4, 4)), 0, 2)), from + 8);
            assert_true(value_at(ra_select(v, 0, 3), 0) == (double)from + 3);
        }
    OK(ra_scope_end());
    stop();
}

/* Calls of the same operator, layouts and attributes, of which some must be refused: for where their tensors lie. */
static void overlap_and_place_are_not_forgotten(void **state)
{
    (void)state;
    static float fixed[8];
    start(1);
    ra_tensor *base = counted(16), *other = counted(8), *readonly = ra_from_data(fixed, RA_FLOAT32, RA_DIMS(8), RA_OPTS(ra_from_data, .readonly = true));
    ra_tensor *low = ra_slice(base, 0, 0, 8, 1), *middle = ra_slice(base, 0, 4, 12, 1), *high = ra_slice(base, 0, 8, 16, 1);
    for (int round = 0; round < 3; round++) {
        OK(ra_add_out(low, high, other));
        assert_true(value_at(low, 1) == 10);
        assert_int_equal(ra_add_out(low, middle, other), RA_ERR_OVERLAP);
        assert_int_equal(ra_add_out(low, other, middle), RA_ERR_OVERLAP);
        OK(ra_add_out(low, low, other));
        assert_true(value_at(low, 1) == 11);
        OK(ra_add_(low, high));
        assert_int_equal(ra_add_(low, middle), RA_ERR_OVERLAP);
        OK(ra_add_(low, low));
        assert_int_equal(ra_add_(readonly, other), RA_ERR_READONLY);
        assert_int_equal(ra_add_out(readonly, other, other), RA_ERR_READONLY);
        ra_tensor *inside = ra_as_strided(other, RA_DIMS(8), RA_DIMS(1), 0);
        assert_non_null(inside);
        assert_null(ra_as_strided(high, RA_DIMS(8), RA_DIMS(1), 9)); /* of the same layout as what is allowed of base's low half */
        ra_tensor *shifted = ra_as_strided(low, RA_DIMS(8), RA_DIMS(1), 8);
        assert_non_null(shifted);
        ra_release(inside), ra_release(shifted);
        ra_clear_error();
    }
    ra_release(base), ra_release(other), ra_release(readonly), ra_release(low), ra_release(middle), ra_release(high);
    stop();
}

static void refusals_and_random_numbers_are_not_cached(void **state)
{
    (void)state;
    start(1);
    ra_tensor *a = counted(3), *b = counted(4);
    uint64_t before = served();
    for (int i = 0; i < 5; i++) {
        assert_null(ra_add(a, b));
        assert_non_null(strstr(ra_last_error(), "do not broadcast"));
        ra_clear_error();
    }
    double sum = 0, first = 0;
    for (int i = 0; i < 5; i++) {
        RA_AUTO ra_tensor *r = ra_rand(RA_DIMS(8));
        assert_int_equal(served(), before);
        double v = value_at(r, 0);
        before = served();
        first = i ? first : v;
        sum += v;
    }
    assert_true(sum != 5 * first);
    ra_release(a), ra_release(b);
    stop();
}

/* ---- bounds ---- */

/* So many different calls. */
static void fill_cache(const ra_tensor *x, int count)
{
    for (int i = 0; i < count; i++)
        ra_release(ra_mul(x, 1.0 + i));
}

static void its_places_are_bounded(void **state)
{
    (void)state;
    start(1);
    RA_AUTO ra_tensor *x = counted(4);
    for (int i = 0; i < 8 * PLACES; i++)
        ra_release(ra_add(x, (double)i));
    uint64_t before = served();
    for (int i = 8 * PLACES - 1; i >= 0; i--) /* those it still has come first, so that none is put out unasked */
        ra_release(ra_add(x, (double)i));
    assert_in_range(served() - before, PLACES / 2, PLACES);
    ra_release(x);
    x = NULL;
    stop();
}

static void what_is_put_out_serves_its_pending_tasks(void **state)
{
    (void)state;
    enum { MANY = 32 };
    start(1);
    held h = {0};
    ra_tensor *first = held_new(&h, 4), *r[MANY], *x = counted(4);
    for (int i = 0; i < MANY; i++)
        r[i] = ra_add(first, i / 2 + 0.5); /* each twice: one has worked its plan out, the other was served */
    fill_cache(x, 4 * PLACES);
    uint64_t before = served();
    ra_release(ra_add(first, 0.5));
    assert_int_equal(served(), before); /* it has been put out */
    let_go(&h);
    for (int i = 0; i < MANY; i++) {
        assert_true(value_at(r[i], 2) == 1002 + i / 2 + 0.5);
        ra_release(r[i]);
    }
    ra_release(first), ra_release(x);
    stop();
}

typedef struct leaving {
    const ra_tensor *first;
    ra_tensor *results[8];
} leaving;

static void *record_and_leave(void *context)
{
    leaving *l = context;
    for (int i = 0; i < 8; i++)
        l->results[i] = ra_mul(l->first, 3);
    return NULL;
}

static void a_thread_may_end_before_its_tasks(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    ra_tensor *first = held_new(&h, 4);
    leaving l = {.first = first};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, record_and_leave, &l), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(served(), 7);
    let_go(&h);
    for (int i = 0; i < 8; i++) {
        assert_true(value_at(l.results[i], 1) == 3003);
        ra_release(l.results[i]);
    }
    ra_release(first);
    stop();
}

/* The engine may come back with other kernels: nothing is kept from one of its lives to the next. */
static void it_ends_with_the_engine(void **state)
{
    (void)state;
    for (int life = 0; life < 3; life++) {
        start(1);
        RA_AUTO ra_tensor *x = counted(4), *y = ra_mul(x, x), *z = ra_mul(x, x);
        assert_int_equal(served(), 1);
        assert_true(value_at(y, 3) == 9 && value_at(z, 3) == 9);
        ra_release(x), ra_release(y), ra_release(z);
        x = y = z = NULL;
        stop();
    }
}

int main(void)
{
#define MOMENT(name) TEST_AROUND(name, clean_up, clean_up)
    const struct CMUnitTest tests[] = {
        MOMENT(calls_like_an_earlier_one_are_served),
        MOMENT(pending_calls_share_a_plan),
        MOMENT(the_default_dtype_is_in_the_key),
        MOMENT(numbers_are_in_the_key),
        MOMENT(lists_strings_and_choices_are_in_the_key),
        MOMENT(layouts_devices_and_variants_are_in_the_key),
        MOMENT(lists_of_tensors_are_in_the_key),
        MOMENT(views_begin_where_their_base_does),
        MOMENT(overlap_and_place_are_not_forgotten),
        MOMENT(refusals_and_random_numbers_are_not_cached),
        MOMENT(its_places_are_bounded),
        MOMENT(what_is_put_out_serves_its_pending_tasks),
        MOMENT(a_thread_may_end_before_its_tasks),
        MOMENT(it_ends_with_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
