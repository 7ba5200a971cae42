/*
 * Scopes for which there is no memory: no handle is lost, each end belongs to its begin, and the program is told.
 */
#include "helpers/moments.h"

#include "async/os/os.h"

#include <pthread.h>

static void begin_without_memory(void)
{
    ra__os_fault_arm_call(RA__OS_HEAP, 1, 1);
    ra_scope_begin();
    assert_int_equal(ra__os_fault_hits(), 1);
    ra__os_fault_disarm();
}

static size_t live(void)
{
    OK(ra_wait_all());
    return ra_get_memory_stats().live;
}

static ra_tensor *made(double value)
{
    ra_tensor *t = ra_full(RA_DIMS(1000), value);
    OK(ra_wait(t));
    return t;
}

/* The first of a thread needs none. */
static void an_outermost_scope_needs_no_memory(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < 3; i++) {
        begin_without_memory();
        OK(ra_last_status());
        (void)made(1);
        ra_tensor *kept = ra_keep(made(2));
        OK(ra_scope_end());
        assert_int_equal(live(), 4096);
        ra_release(kept);
        assert_int_equal(live(), 0);
    }
    begin_without_memory();
    RA_AUTO ra_tensor *x = ra_keep(made(1)), *y = ra_keep(ra_ones(RA_DIMS(3)));
    assert_null(ra_add(x, y));
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE); /* as of any other */
    ra_clear_error();
    assert_int_equal(ra_scope_end(), RA_ERR_STATE);
    ra_release(x), ra_release(y);
    x = y = NULL;
    stop();
}

/* One within another has its handles with that. */
static void an_inner_scope_falls_to_the_outer(void **state)
{
    (void)state;
    for (int outer = 0; outer < 2; outer++) {
        start(1);
        if (outer)
            begin_without_memory();
        else
            ra_scope_begin();
        (void)made(1);
        begin_without_memory();
        assert_int_equal(ra_last_status(), RA_ERR_MEMORY);
        assert_non_null(strstr(ra_last_error(), "test_scopes.c"));
        ra_clear_error();
        (void)made(2);
        ra_scope_begin();
        (void)made(3);
        OK(ra_scope_end());
        assert_int_equal(live(), 2 * 4096);
        assert_int_equal(ra_scope_end(), RA_ERR_MEMORY);
        assert_int_equal(live(), 2 * 4096);
        assert_int_equal(ra_scope_end(), RA_ERR_MEMORY); /* what was refused within it */
        assert_int_equal(live(), 0);
        ra_clear_error();
        stop();
    }
}

static void *goes_on_elsewhere(void *saved)
{
    ra_thread_state_restore(saved);
    (void)made(3);
    return (void *)(intptr_t)ra_scope_end();
}

/* A scope may outlive the thread whose memory it is in. */
static void a_saved_scope_is_nobody_s(void **state)
{
    (void)state;
    start(1);
    ra_thread_state *without = ra_thread_state_save();
    begin_without_memory();
    (void)made(1);
    ra_scope_begin();
    (void)made(2);
    ra__os_fault_arm_call(RA__OS_HEAP, 2, 1);
    assert_null(ra_thread_state_save());
    assert_int_equal(ra__os_fault_hits(), 1);
    ra__os_fault_disarm();
    assert_int_equal(ra_last_status(), RA_ERR_MEMORY);
    ra_clear_error();
    assert_int_equal(ra_scope_end(), RA_ERR_MEMORY); /* the inner one, in which that was refused */
    ra_thread_state *saved = ra_thread_state_save();
    assert_non_null(saved);
    ra_thread_state_restore(without); /* as a coroutine leaves a thread */
    pthread_t thread;
    void *ended;
    assert_int_equal(pthread_create(&thread, NULL, goes_on_elsewhere, saved), 0);
    pthread_join(thread, &ended);
    assert_int_equal((intptr_t)ended, RA_ERR_MEMORY);
    assert_int_equal(live(), 0);
    stop();
}

/* Twice saved; of three scopes the inner one, the inner two and all are ended before. */
static void a_scope_that_was_ended_stays_ended(void **state)
{
    (void)state;
    enum { DEPTH = 3 };
    for (int ended = 0; ended <= DEPTH; ended++) {
        start(1);
        for (int i = 0; i < DEPTH; i++) {
            ra_scope_begin();
            (void)made(1);
        }
        ra_thread_state *first = ra_thread_state_save(), *second = ra_thread_state_save();
        for (int i = 0; i < ended; i++)
            assert_int_equal(ra_scope_end(), RA_OK);
        ra_thread_state_restore(first);
        ra_thread_state_restore(second);
        ra_tensor *t = made(1); /* of what is around them */
        for (int i = ended; i < DEPTH; i++)
            assert_int_equal(ra_scope_end(), RA_OK);
        assert_int_equal(ra_scope_end(), RA_ERR_STATE);
        ra_clear_error();
        if (ended == DEPTH)
            ra_release(t);
        assert_int_equal(live(), 0);
        stop();
    }
}

/* One around it ends while it is saved, as where a coroutine was begun in it: it is not there any more when that one ends. */
static void a_scope_that_has_ended_is_around_nothing(void **state)
{
    (void)state;
    enum { MOST = 3 };
    for (int between = 0; between < MOST; between++) /* scopes that end, from the inner one on */
        for (int stays = 0; stays < 2; stays++) {
            start(1);
            if (stays)
                ra_scope_begin();
            for (int i = 0; i <= between; i++) {
                ra_scope_begin();
                (void)made(1);
            }
            ra_thread_state *around = ra_thread_state_save();
            ra_scope_begin();
            (void)made(2);
            ra_thread_state *within = ra_thread_state_save(), *again = ra_thread_state_save();
            ra_thread_state_restore(around);
            for (int i = 0; i <= between; i++)
                assert_int_equal(ra_scope_end(), RA_OK);
            for (int i = 0; i < 2; i++) {
                ra_thread_state_restore(i ? again : within);
                ra_scope_begin(); /* it may have the memory of one that has ended */
                (void)made(3);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
            assert_int_equal(ra_scope_end(), RA_OK);
            if (stays) {
                (void)made(4);
                assert_int_equal(ra_scope_end(), RA_OK);
            }
            assert_int_equal(ra_scope_end(), RA_ERR_STATE);
            ra_clear_error();
            assert_int_equal(live(), 0);
            stop();
        }
}

static void *restores_and_leaves(void *saved)
{
    ra_thread_state *own = ra_thread_state_save();
    ra_thread_state_restore(saved);
    ra_thread_state_restore(own);
    return own;
}

/* As by coroutines, which have the scopes around theirs in common: each is given back once, by the last that has it, whether that is a state or
 * the thread that ends it meanwhile. */
static void several_threads_restore_at_once(void **state)
{
    (void)state;
    enum { STATES = 2 };
    start(1);
    for (int round = 0; round < 200; round++) {
        ra_thread_state *saved[STATES];
        pthread_t thread[STATES];
        ra_scope_begin();
        for (int i = 0; i < STATES; i++) {
            ra_scope_begin();
            saved[i] = ra_thread_state_save();
            assert_int_equal(ra_scope_end(), RA_OK);
        }
        if (round % 2)
            assert_int_equal(ra_scope_end(), RA_OK);
        for (int i = 0; i < STATES; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, restores_and_leaves, saved[i]), 0);
        if (round % 2 == 0)
            assert_int_equal(ra_scope_end(), RA_OK);
        for (int i = 0; i < STATES; i++) {
            void *own;
            pthread_join(thread[i], &own);
            assert_non_null(own);
        }
    }
    assert_int_equal(live(), 0);
    stop();
}

static void scopes_inside(void *context, int64_t grain)
{
    (void)context, (void)grain;
    begin_without_memory();
    (void)made(1);
    begin_without_memory();
    (void)made(2); /* and no end */
}

/* A kernel has one of its own, whatever the thread that runs it has open. */
static void a_kernel_has_its_own(void **state)
{
    (void)state;
    start(-1);
    begin_without_memory();
    held h = {.open = true, .inside = scopes_inside};
    ra_tensor *t = held_new(&h, 1);
    OK(ra_wait(t));
    assert_int_equal(live(), 64); /* its result */
    OK(ra_scope_end());
    assert_int_equal(live(), 0);
    stop();
}

static void *leaves_it_open(void *unused)
{
    begin_without_memory();
    (void)made(1);
    return unused;
}

static void a_thread_that_ends_ends_it(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, leaves_it_open, NULL), 0);
        pthread_join(thread, NULL);
        assert_int_equal(live(), 0);
    }
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(an_outermost_scope_needs_no_memory), T(an_inner_scope_falls_to_the_outer), T(a_saved_scope_is_nobody_s), T(a_scope_that_was_ended_stays_ended), T(a_scope_that_has_ended_is_around_nothing),
                                       T(several_threads_restore_at_once), T(a_kernel_has_its_own), T(a_thread_that_ends_ends_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
