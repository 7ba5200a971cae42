/*
 * Records under their owners' feet: threads that wait, fork and record while others are between two steps of recording.
 */
#include "helpers/harness.h"

#include "async/os/os.h"

#include <runahead.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>

static _Atomic bool stop;

static ra_tensor *ones(int64_t n)
{
    return ra_ones(ra_dims_of(&n, 1), NULL);
}

static void start(bool no_inline, size_t pacing_count, int workers)
{
    ra_config c = {.size = sizeof c, .workers = workers, .no_inline = no_inline, .pacing_count = pacing_count};
    assert_int_equal(ra_shutdown(), RA_OK);
    assert_int_equal(ra_init(&c), RA_OK);
    atomic_store_explicit(&stop, false, memory_order_relaxed);
}

static int finish(void **state)
{
    (void)state;
    return ra_shutdown();
}

/* Operators that run in the call: their records are taken and given back without ever being recorded. */
static void *small_operators(void *arg)
{
    (void)arg;
    ra_tensor *x = ones(4);
    while (!atomic_load_explicit(&stop, memory_order_relaxed))
        ra_release(ra_add(x, 1));
    ra_release(x);
    return NULL;
}

static void waiting_for_all_passes_over_what_is_not_recorded_yet(void **state)
{
    (void)state;
    start(false, 0, 1);
    pthread_t t;
    assert_int_equal(pthread_create(&t, NULL, small_operators, NULL), 0);
    ra_tensor *x = ones(1 << 16);
    for (long i = 0; i < harness_rounds(4000); i++) {
        ra_release(ra_add(x, 1));
        assert_int_equal(ra_wait_all(), RA_OK);
    }
    atomic_store_explicit(&stop, true, memory_order_relaxed);
    pthread_join(t, NULL);
    ra_release(x);
}

/* Waits for whatever is recorded on the tensor, and runs it: between the moment it is ready and that of its publication. */
static void *waits(void *tensor)
{
    while (!atomic_load_explicit(&stop, memory_order_relaxed))
        assert_int_equal(ra_wait(tensor), RA_OK);
    return NULL;
}

static void a_waiter_may_end_a_task_before_it_is_published(void **state)
{
    (void)state;
    enum { WAITERS = 2 };
    start(true, 0, 1);
    pthread_t t[WAITERS];
    ra_tensor *x = ones(4);
    for (int i = 0; i < WAITERS; i++)
        assert_int_equal(pthread_create(&t[i], NULL, waits, x), 0);
    long rounds = harness_rounds(10000);
    for (long i = 0; i < rounds; i++)
        assert_int_equal(ra_add_(x, 1), RA_OK);
    float values[4];
    assert_int_equal(ra_copy_to(x, values, sizeof values), RA_OK);
    assert_true(values[0] == (float)(rounds + 1));
    atomic_store_explicit(&stop, true, memory_order_relaxed);
    for (int i = 0; i < WAITERS; i++)
        pthread_join(t[i], NULL);
    ra_release(x);
}

static void *records(void *arg)
{
    ra_tensor *x = ones(256);
    for (long i = 0; i < *(long *)arg; i++)
        assert_int_equal(ra_add_(x, 1), RA_OK);
    float first;
    ra_tensor *one = ra_select(x, 0, 0);
    assert_int_equal(ra_copy_to(one, &first, sizeof first), RA_OK);
    assert_true(first == (float)(*(long *)arg + 1));
    ra_release(one);
    ra_release(x);
    return NULL;
}

/* Each of them has begun to record when it is held back: that alone must not keep the others waiting. */
static void more_threads_than_may_be_in_flight(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    start(true, 1, 1);
    pthread_t t[THREADS];
    long rounds = harness_rounds(1000);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&t[i], NULL, records, &rounds), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
}

/* In the child nobody finishes the records that other threads were filling, or the memory they were taking. */
static void fork_between_begin_and_record(void **state)
{
    (void)state;
#if HARNESS_SANITIZED
    skip(); /* ThreadSanitizer allows no threads in the child of a process that had some, and AddressSanitizer's allocator has locks that a fork
             * does not take: who held one is not there to let it go */
#endif
    start(false, 0, 1);
    pthread_t t;
    assert_int_equal(pthread_create(&t, NULL, small_operators, NULL), 0);
    for (long i = 0; i < harness_rounds(40); i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            alarm(10);
            ra_tensor *x = ones(1 << 15);
            ra_tensor *y = ra_add(x, 1);
            bool right = ra_wait(y) == RA_OK && *ra_data_f32(y, NULL) == 2;
            _exit(right ? 0 : 1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store_explicit(&stop, true, memory_order_relaxed);
    pthread_join(t, NULL);
}

/* A look with no time to wait costs no record, however often. */
static void polling_takes_no_records(void **state)
{
    (void)state;
    start(true, 0, -1);
    ra_tensor *x = ones(4), *y = ra_add(x, 1);
    size_t before = ra_get_memory_stats().in_flight;
    for (int i = 0; i < 100; i++)
        assert_int_equal(ra_wait_for(y, 0), RA_ERR_TIMEOUT);
    assert_int_equal(ra_get_memory_stats().in_flight, before);
    assert_int_equal(ra_wait(y), RA_OK);
    ra_release(y);
    ra_release(x);
}

static void numbers_in_the_environment_that_do_not_fit(void **state)
{
    (void)state;
    assert_int_equal(ra_shutdown(), RA_OK);
    setenv("RUNAHEAD_PACING_BYTES", "9223372036854775807G", 1);
    assert_int_equal(ra_init(NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    setenv("RUNAHEAD_PACING_BYTES", "3G", 1);
    assert_int_equal(ra_init(NULL), RA_OK);
    ra_info info;
    assert_int_equal(ra_get_info(&info), RA_OK);
    assert_true(info.pacing_bytes == (size_t)3 << 30);
    unsetenv("RUNAHEAD_PACING_BYTES");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(waiting_for_all_passes_over_what_is_not_recorded_yet, NULL, finish),
        TEST_AROUND(a_waiter_may_end_a_task_before_it_is_published, NULL, finish),
        TEST_AROUND(more_threads_than_may_be_in_flight, NULL, finish),
        TEST_AROUND(fork_between_begin_and_record, NULL, finish),
        TEST_AROUND(polling_takes_no_records, NULL, finish),
        TEST_AROUND(numbers_in_the_environment_that_do_not_fit, NULL, finish),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
