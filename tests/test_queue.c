/*
 * The injection queue: it keeps the order in which things came, however many more there are than its ring holds, loses and
 * doubles none between threads, and does not look empty while one is in it.
 */
#include "helpers/harness.h"

#include "async/os/os.h"
#include "async/os/point.h"
#include "async/pool/queue.h"

#include <pthread.h>
#include <stdlib.h>

enum { MANY = 5 * RA__INJECT_ROOM + 7 };

static ra__inject queue;
static ra_task *tasks;

static int begin(void **state)
{
    (void)state;
    tasks = calloc(MANY, sizeof *tasks);
    return ra__inject_init(&queue) && tasks ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    atomic_store_explicit(&ra__point_hooked, NULL, memory_order_relaxed);
    ra__inject_free(&queue);
    free(tasks);
    return 0;
}

static void order_is_kept_beyond_the_ring(void **state)
{
    (void)state;
    assert_true(ra__inject_is_empty(&queue));
    for (int i = 0; i < MANY; i++) {
        ra__inject_put(&queue, &tasks[i]);
        assert_false(ra__inject_is_empty(&queue));
    }
    for (int i = 0; i < MANY; i++) {
        assert_false(ra__inject_is_empty(&queue));
        assert_ptr_equal(ra__inject_take(&queue), &tasks[i]);
    }
    assert_true(ra__inject_is_empty(&queue));
    assert_null(ra__inject_take(&queue));
}

/* One who has read before which ring is the last comes to the first when what is in front is in the second. */
static void what_was_in_front_is_taken_behind_one_that_comes_to_an_older_ring(void **state)
{
    (void)state;
    ra_task *const front = &tasks[RA__INJECT_ROOM], *const late = front + 1;
    for (int i = 0; i <= RA__INJECT_ROOM; i++)
        ra__inject_put(&queue, &tasks[i]);
    for (int i = 0; i < RA__INJECT_ROOM; i++)
        assert_ptr_equal(ra__inject_take(&queue), &tasks[i]);
    ra__front place, other;
    assert_ptr_equal(ra__inject_front(&queue, &place), front);
    assert_int_equal(atomic_exchange(&queue.last, 0), 1);
    ra__inject_put(&queue, late);
    atomic_store(&queue.last, 1);
    assert_ptr_equal(ra__inject_front(&queue, &other), late);
    assert_true(ra__inject_take_from(&place));
    assert_false(ra__inject_take_from(&place));
    assert_ptr_equal(ra__inject_take(&queue), late);
    assert_true(ra__inject_is_empty(&queue));
}

/* Whoever has looked at what is in front takes it there, or nothing: not the same task in a place that it has come to since. */
static void what_has_come_back_is_not_taken_for_what_was_in_front(void **state)
{
    (void)state;
    ra_task *const t = &tasks[0];
    ra__front place;
    ra__inject_put(&queue, t);
    assert_ptr_equal(ra__inject_front(&queue, &place), t);
    assert_ptr_equal(ra__inject_take(&queue), t);
    ra__inject_put(&queue, t);
    assert_false(ra__inject_take_from(&place));
    assert_ptr_equal(ra__inject_front(&queue, &place), t);
    ra__inject_put(&queue, t);
    assert_true(ra__inject_take_from(&place));
    assert_ptr_equal(ra__inject_take(&queue), t);
    assert_true(ra__inject_is_empty(&queue));
}

/* Two come for each that goes: those behind wait for all before them. */
static void order_is_kept_while_it_fills(void **state)
{
    (void)state;
    int in = 0, out = 0;
    while (out < MANY) {
        for (int k = 0; k < 2 && in < MANY; k++)
            ra__inject_put(&queue, &tasks[in++]);
        assert_ptr_equal(ra__inject_take(&queue), &tasks[out++]);
    }
    assert_null(ra__inject_take(&queue));
}

/* ---- between threads ---- */

enum { PRODUCERS = 2, CONSUMERS = 2 };

static _Atomic int taken;

static void *produce(void *arg)
{
    for (int i = (int)(intptr_t)arg; i < MANY; i += PRODUCERS)
        ra__inject_put(&queue, &tasks[i]);
    return NULL;
}

static void *consume(void *arg)
{
    (void)arg;
    while (atomic_load_explicit(&taken, memory_order_relaxed) < MANY) {
        ra_task *t = ra__inject_take(&queue);
        if (!t)
            continue;
        atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
        atomic_fetch_add_explicit(&taken, 1, memory_order_relaxed);
    }
    return NULL;
}

static void none_is_lost_between_threads(void **state)
{
    (void)state;
    pthread_t threads[PRODUCERS + CONSUMERS];
    atomic_store_explicit(&taken, 0, memory_order_relaxed);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i < PRODUCERS ? produce : consume, (void *)(intptr_t)i), 0);
    for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < MANY; i++)
        assert_int_equal(atomic_load_explicit(&tasks[i].holds, memory_order_relaxed), 1);
    assert_true(ra__inject_is_empty(&queue));
}

/* ---- a thread that stops between two steps ---- */

static _Atomic int stop_at = -1;
static _Atomic bool stopped, go_on;

/* The first thread that comes by stays there. */
static void stop_one(enum ra__point point)
{
    int at = (int)point;
    if (!atomic_compare_exchange_strong(&stop_at, &at, -1))
        return;
    atomic_store(&stopped, true);
    while (!atomic_load(&go_on))
        ra__os_yield();
}

static void *puts_the_first(void *none)
{
    ra__inject_put(&queue, &tasks[0]);
    return none;
}

static void *takes_one(void *none)
{
    (void)none;
    return ra__inject_take(&queue);
}

static pthread_t stop_thread_at(enum ra__point point, void *(*body)(void *none))
{
    pthread_t thread;
    atomic_store(&stopped, false);
    atomic_store(&go_on, false);
    atomic_store(&stop_at, (int)point);
    atomic_store(&ra__point_hooked, stop_one);
    assert_int_equal(pthread_create(&thread, NULL, body, NULL), 0);
    while (!atomic_load(&stopped))
        ra__os_yield();
    return thread;
}

static void a_producer_that_stops_hides_nothing_behind_it(void **state)
{
    (void)state;
    pthread_t thread = stop_thread_at(RA__POINT_QUEUED, puts_the_first);
    for (int i = 1; i < MANY; i++)
        ra__inject_put(&queue, &tasks[i]);
    for (int i = 0; i < MANY; i++)
        assert_ptr_equal(ra__inject_take(&queue), &tasks[i]);
    assert_true(ra__inject_is_empty(&queue));
    atomic_store(&go_on, true);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(ra__inject_is_empty(&queue));
}

static void a_consumer_that_stops_has_taken_one_and_keeps_nobody(void **state)
{
    (void)state;
    for (int i = 0; i < MANY / 2; i++)
        ra__inject_put(&queue, &tasks[i]);
    pthread_t thread = stop_thread_at(RA__POINT_DEQUEUED, takes_one);
    for (int i = MANY / 2; i < MANY; i++)
        ra__inject_put(&queue, &tasks[i]);
    for (int i = 1; i < MANY; i++)
        assert_ptr_equal(ra__inject_take(&queue), &tasks[i]);
    assert_true(ra__inject_is_empty(&queue));
    atomic_store(&go_on, true);
    void *taken_by_it;
    assert_int_equal(pthread_join(thread, &taken_by_it), 0);
    assert_ptr_equal(taken_by_it, &tasks[0]);
}

/* ---- without memory ---- */

static void without_memory_for_a_larger_ring_none_is_lost(void **state)
{
    (void)state;
    int n = 0;
    for (; n < RA__INJECT_ROOM; n++)
        ra__inject_put(&queue, &tasks[n]);
    ra__os_fault_arm_call(RA__OS_CALL_COUNT, 1, 1000000);
    for (; n < RA__INJECT_ROOM + 100; n++)
        ra__inject_put(&queue, &tasks[n]);
    assert_true(ra__os_fault_hits() > 0);
    ra__os_fault_disarm();
    for (int i = 0; i < n; i++) {
        assert_false(ra__inject_is_empty(&queue));
        ra_task *t = ra__inject_take(&queue);
        assert_non_null(t);
        assert_int_equal(atomic_fetch_add(&t->holds, 1), 0);
    }
    assert_true(ra__inject_is_empty(&queue));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(order_is_kept_beyond_the_ring, begin, end),
        TEST_AROUND(what_was_in_front_is_taken_behind_one_that_comes_to_an_older_ring, begin, end),
        TEST_AROUND(what_has_come_back_is_not_taken_for_what_was_in_front, begin, end),
        TEST_AROUND(order_is_kept_while_it_fills, begin, end),
        TEST_AROUND(none_is_lost_between_threads, begin, end),
        TEST_AROUND(a_producer_that_stops_hides_nothing_behind_it, begin, end),
        TEST_AROUND(a_consumer_that_stops_has_taken_one_and_keeps_nobody, begin, end),
        TEST_AROUND(without_memory_for_a_larger_ring_none_is_lost, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
