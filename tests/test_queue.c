/*
 * The injection queue: it keeps the order in which things came, however many more there are than its ring holds, loses and
 * doubles none between threads, and does not look empty while one is in it.
 */
#include "harness.h"

#include "async/queue.h"

#include <pthread.h>
#include <stdlib.h>

enum { MANY = 5 * RA__INJECT_ROOM + 7 };

static ra__inject queue;
static ra_task *tasks;

static int begin(void **state)
{
    (void)state;
    ra__inject_init(&queue);
    tasks = calloc(MANY, sizeof *tasks);
    return tasks ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
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

/* It does not look empty to one that comes along while another brings back what the ring had no room for. */
static void it_is_not_empty_while_it_is_refilled(void **state)
{
    (void)state;
    ra__inject_put(&queue, &tasks[0]);
    atomic_store_explicit(&queue.refilling, true, memory_order_relaxed);
    assert_ptr_equal(ra__inject_take(&queue), &tasks[0]);
    assert_false(ra__inject_is_empty(&queue));
    atomic_store_explicit(&queue.overflow, &tasks[1], memory_order_relaxed);
    assert_null(ra__inject_take(&queue)); /* it does not wait for the other */
    atomic_store_explicit(&queue.refilling, false, memory_order_relaxed);
    assert_ptr_equal(ra__inject_take(&queue), &tasks[1]);
    assert_true(ra__inject_is_empty(&queue));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(order_is_kept_beyond_the_ring, begin, end),
        TEST_AROUND(order_is_kept_while_it_fills, begin, end),
        TEST_AROUND(none_is_lost_between_threads, begin, end),
        TEST_AROUND(it_is_not_empty_while_it_is_refilled, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
