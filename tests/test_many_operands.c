/*
 * Operators of very many operands, and very many operators of one: the work of recording one, of recording what comes after it, and
 * of waiting, grows with their number and no faster. What takes its square runs out of the test's time, many times over.
 */
#include "helpers/moments.h"

static long count(void)
{
    return harness_rounds(200000);
}

static ra_tensor **list_of(long n)
{
    ra_tensor **list = calloc((size_t)n, sizeof *list);
    assert_non_null(list);
    return list;
}

static void release_all(ra_tensor **list, long n)
{
    for (long i = 0; i < n; i++)
        ra_release(list[i]);
    free(list);
}

static void start_far_ahead(void)
{
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 24};
    OK(ra_init(&config));
}

/* Each is pending, and of a storage of its own, which is written again behind it. */
static void of_many_storages(void **state)
{
    (void)state;
    const long n = count();
    start_far_ahead();
    ra_tensor **x = list_of(n);
    for (long i = 0; i < n; i++)
        x[i] = ra_full(RA_DIMS(1), (double)(i % 1000));
    ra_tensor *y = ra_cat(ra_tensors_of((const ra_tensor *const *)x, n), 0);
    for (long i = 0; i < n; i++)
        OK(ra_add_(x[i], 1));
    OK(ra_wait(y));
    const float *v = ra_data_f32(y, NULL);
    for (long i = 0; i < n; i++)
        assert_true(v[i] == (float)(i % 1000));
    for (long i = 0; i < n; i += 997)
        assert_true(at(x[i], 0) == (float)(i % 1000 + 1));
    ra_release(y);
    release_all(x, n);
    stop();
}

/* All are parts of one storage, which is pending, and written in whole and in parts behind it. */
static void of_one_storage(void **state)
{
    (void)state;
    const long n = count();
    start_far_ahead();
    ra_tensor *all = ra_arange(0, 2 * n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), **x = list_of(n);
    for (long i = 0; i < n; i++)
        x[i] = ra_narrow(all, 0, 2 * i, 1);
    ra_tensor *y = ra_cat(ra_tensors_of((const ra_tensor *const *)x, n), 0);
    for (long i = 0; i < n; i += 10)
        OK(ra_fill_(x[i], -1));
    ra_tensor *again = ra_cat(ra_tensors_of((const ra_tensor *const *)x, n), 0);
    OK(ra_neg_(all));
    OK(ra_wait(again));
    OK(ra_wait(all));
    const float *first = ra_data_f32(y, NULL), *second = ra_data_f32(again, NULL), *now = ra_data_f32(all, NULL);
    for (long i = 0; i < n; i++) {
        assert_true(first[i] == (float)(2 * i));
        assert_true(second[i] == (i % 10 ? (float)(2 * i) : -1));
        assert_true(now[2 * i] == -second[i]);
    }
    ra_release(y), ra_release(again), ra_release(all);
    release_all(x, n);
    stop();
}

/* Each is a chain that its waiter runs: it does not go through those that have ended to come to the next. */
static void of_many_chains(void **state)
{
    (void)state;
    const long n = harness_rounds(100000);
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 24, .fusion = RA_FUSION_OFF};
    OK(ra_init(&config));
    ra_tensor **x = list_of(n);
    for (long i = 0; i < n; i++) {
        ra_tensor *before = ra_full(RA_DIMS(1), (double)(i % 1000));
        x[i] = ra_neg(before);
        ra_release(before);
    }
    ra_tensor *y = ra_cat(ra_tensors_of((const ra_tensor *const *)x, n), 0), *z = ra_neg(y);
    release_all(x, n);
    OK(ra_wait(z));
    const float *v = ra_data_f32(z, NULL);
    for (long i = 0; i < n; i++)
        assert_true(v[i] == (float)(i % 1000));
    ra_release(y), ra_release(z);
    stop();
}

/*
 * Three layers, each of which many operators make of one and one makes of many: a waiter that asks whether a task leads to what it
 * needs does not go through all that follows from it.
 */
static void of_many_that_come_after(void **state)
{
    (void)state;
    const long n = harness_rounds(4000);
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 24, .fusion = RA_FUSION_ALWAYS};
    OK(ra_init(&config));
    ra_tensor *from = ra_ones(RA_DIMS(16)), *first = NULL;
    for (int layer = 0; layer < 3; layer++) {
        ra_tensor **x = list_of(n);
        for (long i = 0; i < n; i++)
            x[i] = ra_add(from, (double)i);
        ra_release(from);
        ra_tensor *all = ra_cat(ra_tensors_of((const ra_tensor *const *)x, n), 0);
        from = ra_narrow(all, 0, 16, 16);
        if (!first)
            first = ra_ref(x[0]);
        ra_release(all);
        release_all(x, n);
    }
    assert_true(at(first, 15) == 1);
    assert_true(at(from, 0) == 4);
    ra_release(from), ra_release(first);
    stop();
}

/* Without memory for the entries of the last, nothing is left behind of what the others asked for: it is recorded when there is. */
static void without_memory_for_some(void **state)
{
    (void)state;
    enum { N = 70 };
    for (long fails = 1; fails < 60; fails++) {
        start_far_ahead();
        ra_tensor *x[N];
        for (int i = 0; i < N; i++) {
            x[i] = ra_full(RA_DIMS(2), i);
            ra_release(ra_neg(x[i])); /* a reader as well */
        }
        ra__os_fault_arm_call(RA__OS_HEAP, fails, 3);
        ra_tensor *y = ra_cat(ra_tensors_of((const ra_tensor *const *)x, N), 0);
        ra__os_fault_disarm();
        if (y) {
            for (int i = 0; i < N; i++)
                OK(ra_fill_(x[i], -1));
            for (int i = 0; i < N; i++)
                assert_true(at(y, 2 * i + 1) == (float)i);
        }
        ra_clear_error();
        for (int i = 0; i < N; i++)
            ra_release(x[i]);
        ra_release(y);
        stop();
    }
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(of_many_storages), T(of_one_storage), T(of_many_chains), T(of_many_that_come_after), T(without_memory_for_some)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
