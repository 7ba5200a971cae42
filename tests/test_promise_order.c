/*
 * Promise 4: two operators that touch the same bytes behave as if run one after another; those that do not, run in
 * parallel and out of order.
 */
#include "async/front/tensor.h"
#include "helpers/moments.h"

#include <pthread.h>

/* ---- same bytes ---- */

enum { N = 4096, STEPS = 300 };

static uint64_t seed;

static int64_t draw(int64_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (int64_t)((seed >> 33) % (uint64_t)below);
}

/* Slices of one buffer are added to, scaled, copied on to each other; the same is done to an array. */
static void overlapping_views_are_ordered(void **state)
{
    (void)state;
    static float model[N], other[N];
    uint64_t mixed = 0;
    for (int workers = -1; workers <= 7; workers = workers < 0 ? 1 : workers + 3) {
        start(workers);
        atomic_store(&ra__observing, true);
        seed = 11;
        memset(model, 0, sizeof model);
        ra_tensor *x = ra_zeros(RA_DIMS(N));
        for (int i = 0; i < STEPS; i++) {
            int64_t n = 1 + draw(N / 2), a = draw(N - n), b = draw(N - n);
            float k = (float)draw(3);
            RA_AUTO ra_tensor *to = ra_narrow(x, 0, a, n), *from = ra_narrow(x, 0, b, n), *copy = ra_clone(from);
            memcpy(other, model + b, (size_t)n * sizeof *model);
            switch (draw(3)) {
            case 0:
                OK(ra_add_(to, k));
                for (int64_t j = 0; j < n; j++)
                    model[a + j] += k;
                break;
            case 1:
                OK(ra_copy_(to, copy));
                memcpy(model + a, other, (size_t)n * sizeof *model);
                break;
            default:
                OK(ra_sub_(to, copy));
                for (int64_t j = 0; j < n; j++)
                    model[a + j] -= other[j];
            }
        }
        ra_status s;
        const float *p = ra_data_f32(x, &s);
        OK(s);
        assert_memory_equal(p, model, sizeof model);
        ra_release(x);
        mixed += ra_get_stats().out_of_order + ra_get_stats().overlapped;
        stop();
    }
    assert_true(mixed > 0); /* else nothing was put to the test */
}


/* A writer waits for a reader that is in the middle of its work. */
static void in_place_work_waits_for_readers(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    ra_tensor *x = ra_full(RA_DIMS(8), RA_F(1));
    OK(ra_wait(x));
    const ra_tensor *inputs[] = {x, NULL};
    ra_tensor *reader = held_after(&h, 1, inputs);
    EVENTUALLY(atomic_load(&h.running));
    OK(ra_fill_(x, 5.0));
    ra_tensor *elsewhere = ra_full(RA_DIMS(8), RA_F(2)); /* the other worker is free, and shows it */
    EVENTUALLY(ra_is_ready(elsewhere));
    assert_false(ra_is_ready(x));
    assert_int_equal(atomic_load(&h.done), 0);
    let_go(&h);
    assert_true(at(x, 3) == 5);
    ra_release(x), ra_release(reader), ra_release(elsewhere);
    stop();
}

/* out= that grows moves the memory: a reader of the old bytes is waited for, and an old view keeps its values. */
static void out_that_resizes_waits_for_readers(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    ra_tensor *x = ra_full(RA_DIMS(4), RA_F(1)), *first = ra_narrow(x, 0, 0, 2);
    OK(ra_wait(x));
    const ra_tensor *inputs[] = {x, NULL};
    ra_tensor *reader = held_after(&h, 1, inputs);
    EVENTUALLY(atomic_load(&h.running));
    ra_tensor *a = ra_full(RA_DIMS(5000), RA_F(3)), *before = ra_clone(first);
    OK(ra_add_out(x, a, 1));
    assert_int_equal(ra_size(x, 0), 5000); /* the handle has it at once */
    EVENTUALLY(ra_is_ready(a));
    assert_false(ra_is_ready(x));
    let_go(&h);
    assert_true(at(x, 4999) == 4);
    assert_true(at(before, 1) == 1);
    assert_true(at(first, 1) == 4); /* an old view sees the new bytes */
    ra_release(x), ra_release(first), ra_release(reader), ra_release(a), ra_release(before);
    stop();
}

/* More readers and writers than a storage keeps entries for are joined, and still waited for. */
static void many_readers_are_joined(void **state)
{
    (void)state;
    enum { MANY = 300 };
    static ra_tensor *sums[MANY];
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        held h = {.open = workers < 0};
        ra_tensor *x = held_new(&h, 4);
        for (int i = 0; i < MANY; i++)
            sums[i] = ra_add(x, i);
        if (workers > 0) {
            assert_in_range(x->storage->hazards.count, 1, 65); /* 300 are pending: joined */
            assert_true(ra__graph_in_flight().tasks > MANY);
        }
        OK(ra_fill_(x, 7.0));
        ra_tensor *after = ra_mul(x, 2);
        let_go(&h);
        assert_true(at(after, 3) == 14);
        for (int i = 0; i < MANY; i++) {
            assert_true(at(sums[i], 2) == (float)(1002 + i));
            ra_release(sums[i]);
        }
        ra_release(x), ra_release(after);
        stop();
    }
}

static void many_writers_are_joined(void **state)
{
    (void)state;
    enum { MANY = 300 };
    start(2);
    held h = {0};
    ra_tensor *value = held_new(&h, 1), *x = ra_zeros(RA_DIMS(MANY));
    OK(ra_wait(x));
    for (int i = 0; i < MANY; i++) {
        RA_AUTO ra_tensor *place = ra_narrow(x, 0, i, 1);
        OK(ra_copy_(place, value));
        OK(ra_add_(place, i));
    }
    assert_in_range(x->storage->hazards.count, 1, 65);
    ra_tensor *sum = ra_sum(x, RA_ALL);
    assert_false(ra_is_ready(x));
    let_go(&h);
    assert_true(item(sum) == 1000.0 * MANY + MANY * (MANY - 1) / 2.0);
    ra_release(value), ra_release(x), ra_release(sum);
    stop();
}

/* ---- several control threads ---- */

enum { THREADS = 4, ROUNDS = 200 };

static ra_tensor *shared_sum;

static void *adds_up(void *arg)
{
    int64_t own = (int64_t)(intptr_t)arg;
    ra_tensor *mine = ra_zeros(RA_DIMS(64), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    for (int i = 0; i < ROUNDS; i++) {
        if (ra_add_(shared_sum, 1) || ra_add_(mine, own) || ra_mul_(mine, 3) || ra_remainder_(mine, 1000003))
            return mine;
        if (i % 16 == 0) {
            ra_tensor *seen = ra_clone(shared_sum);
            int64_t v = 0;
            RA_AUTO ra_tensor *one = ra_select(seen, 0, 0);
            ra_release(seen);
            if (ra_item_i64(one, &v) || v < i + 1)
                return mine;
        }
    }
    return mine;
}

static void control_threads_share_tensors(void **state)
{
    (void)state;
    uint64_t mixed = 0;
    for (int workers = -1; workers <= 3; workers += 2) {
        start(workers);
        atomic_store(&ra__observing, true);
        pthread_t threads[THREADS];
        shared_sum = ra_zeros(RA_DIMS(64), RA_OPTS(ra_zeros, .dtype = RA_INT64));
        for (int t = 0; t < THREADS; t++)
            assert_int_equal(pthread_create(&threads[t], NULL, adds_up, (void *)(intptr_t)(t + 1)), 0);
        for (int t = 0; t < THREADS; t++) {
            void *mine;
            pthread_join(threads[t], &mine);
            int64_t expected = 0, got;
            for (int i = 0; i < ROUNDS; i++)
                expected = (expected + t + 1) * 3 % 1000003;
            RA_AUTO ra_tensor *one = ra_select(mine, 0, 63);
            OK(ra_item_i64(one, &got));
            assert_int_equal(got, expected);
            ra_release(mine);
        }
        RA_AUTO ra_tensor *one = ra_select(shared_sum, 0, 63);
        int64_t got;
        OK(ra_item_i64(one, &got));
        assert_int_equal(got, THREADS * ROUNDS);
        ra_release(shared_sum);
        mixed += ra_get_stats().out_of_order + ra_get_stats().overlapped;
        ra_release(one);
        one = NULL;
        stop();
    }
    assert_true(mixed > 0);
}

/* ---- different bytes ---- */

/* Two tasks on disjoint columns are both under way before either may go on: ordered, they would never meet. */
static void disjoint_columns_run_in_parallel(void **state)
{
    (void)state;
    start(2);
    atomic_store(&ra__observing, true);
    ra_tensor *m = ra_zeros(RA_DIMS(64, 8));
    OK(ra_wait(m));
    RA_AUTO ra_tensor *left = ra_narrow(m, 1, 0, 4), *right = ra_narrow(m, 1, 4, 4);
    gate_close(RA__POINT_GRAIN);
    OK(ra_add_(left, 1));
    OK(ra_add_(right, 2));
    EVENTUALLY(atomic_load(&gate_arrived) == 2);
    gate_release();
    assert_true(at(left, 0) == 1 && at(right, 0) == 2);
    assert_true(ra_get_stats().overlapped > 0);
    ra_release(left), ra_release(right), ra_release(m);
    left = right = NULL;
    stop();
}

/* The converse, so that the test above is known to be able to fail: columns that share one wait for each other. */
static void overlapping_columns_do_not(void **state)
{
    (void)state;
    start(2);
    ra_tensor *m = ra_zeros(RA_DIMS(64, 8));
    OK(ra_wait(m));
    RA_AUTO ra_tensor *left = ra_narrow(m, 1, 0, 5), *right = ra_narrow(m, 1, 4, 4);
    gate_close(RA__POINT_GRAIN);
    OK(ra_add_(left, 1));
    OK(ra_mul_(right, 2));
    EVENTUALLY(atomic_load(&gate_arrived) == 1);
    ra_tensor *elsewhere = ra_ones(RA_DIMS(3)); /* comes by, as the second column cannot */
    EVENTUALLY(atomic_load(&gate_arrived) == 2);
    assert_false(ra_is_ready(right));
    gate_release();
    assert_true(at(right, 0) == 2);
    ra_release(left), ra_release(right), ra_release(m), ra_release(elsewhere);
    left = right = NULL;
    stop();
}

/* A later, independent operator ends while an earlier one is held. */
static void independent_work_overtakes(void **state)
{
    (void)state;
    start(2);
    atomic_store(&ra__observing, true);
    held h = {0};
    ra_tensor *slow = held_new(&h, 1), *after_slow = ra_add(slow, 1), *x = ra_ones(RA_DIMS(100)), *y = ra_add(x, 1);
    EVENTUALLY(ra_is_ready(y));
    assert_false(ra_is_ready(after_slow));
    let_go(&h);
    assert_true(at(after_slow, 0) == 1001);
    assert_true(ra_get_stats().out_of_order > 0); /* after_slow began behind y */
    ra_release(slow), ra_release(after_slow), ra_release(x), ra_release(y);
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(overlapping_views_are_ordered), T(in_place_work_waits_for_readers), T(out_that_resizes_waits_for_readers),
                                       T(many_readers_are_joined), T(many_writers_are_joined), T(control_threads_share_tensors),
                                       T(disjoint_columns_run_in_parallel), T(overlapping_columns_do_not), T(independent_work_overtakes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
