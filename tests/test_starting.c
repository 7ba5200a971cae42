/*
 * A worker that has just begun to start a thread of the library may be off the processor, for long: who calls the library meanwhile, and
 * needs the same thread later, is not held up.
 *
 * The program puts a function of its own in the place of the C library's that makes threads, where workers stop.
 */
#define _GNU_SOURCE
#include "helpers/moments.h"
#include "helpers/release.h"

#include <runahead/function.h>

#include <dlfcn.h>
#include <pthread.h>

#if !HARNESS_SANITIZED

#define NOTHING RA_LIST()
#define BLOCKS RA_OPTS(ra_call_function, .blocks = true)

static _Atomic bool stops, has_stopped, goes_on;
static pthread_t control;
static int (*real_create)(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg);

#pragma GCC visibility push(default)
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *arg)
{
    if (!real_create)
        *(void **)(void *)&real_create = dlsym(RTLD_NEXT, "pthread_create");
    if (atomic_load(&stops) && !pthread_equal(pthread_self(), control)) {
        atomic_store(&has_stopped, true);
        EVENTUALLY(atomic_load(&goes_on));
    }
    return real_create(thread, attributes, run, arg);
}
#pragma GCC visibility pop

static _Atomic int calls, releases;
static float buffers[2][3];

static void count_release(void *unused)
{
    (void)unused;
    atomic_fetch_add(&releases, 1);
}

static void count_ready(void *unused, ra_status status)
{
    (void)status;
    count_release(unused);
}

static ra_status leaf(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&calls, 1);
    return RA_OK;
}

static ra_tensor *borrow(int which)
{
    return ra_from_data(buffers[which], RA_FLOAT32, RA_DIMS(3), RA_OPTS(ra_from_data, .release = count_release));
}

static ra_status borrows(const ra_function_call *call)
{
    (void)call;
    ra_release(borrow(1));
    return RA_OK;
}

static ra_status blocks(const ra_function_call *call)
{
    (void)call;
    ra_release(ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS));
    return RA_OK;
}

/* A worker stops in what `function` calls, or what it has recorded is taken by. */
static ra_tensor *begin_with(ra_function function)
{
    control = pthread_self();
    atomic_store(&calls, 0);
    atomic_store(&releases, 0);
    start(2);
    atomic_store(&has_stopped, false);
    atomic_store(&goes_on, false);
    atomic_store(&stops, true);
    ra_tensor *t = ra_call_function(function, NULL, NOTHING, NOTHING, NULL);
    EVENTUALLY(atomic_load(&has_stopped));
    return t;
}

static void go_on(ra_tensor *t)
{
    atomic_store(&goes_on, true);
    OK(ra_wait(t));
    OK(ra_wait_all());
    atomic_store(&stops, false);
    ra_release(t);
}

static void who_wants_callbacks_is_not_held_up(void **state)
{
    (void)state;
    ra_tensor *t = begin_with(borrows), *mine = borrow(0);
    OK(ra_on_ready(mine, count_ready, NULL)); /* which is due already */
    ra_release(mine);
    go_on(t);
    EVENTUALLY(atomic_load(&releases) == 3);
    stop();
    assert_int_equal(atomic_load(&releases), 3);
}

static void who_records_a_function_that_blocks_is_not_held_up(void **state)
{
    (void)state;
    ra_tensor *t = begin_with(blocks), *mine = ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS);
    go_on(t);
    OK(ra_wait(mine));
    ra_release(mine);
    assert_int_equal(atomic_load(&calls), 2);
    stop();
}
#else
static void nothing_is_stopped(void **state)
{
    (void)state;
    skip(); /* the sanitizer has that function itself */
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#if !HARNESS_SANITIZED
        TEST_AROUND(who_wants_callbacks_is_not_held_up, NULL, clean_up),
        TEST_AROUND(who_records_a_function_that_blocks_is_not_held_up, NULL, clean_up),
#else
        TEST(nothing_is_stopped),
#endif
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
