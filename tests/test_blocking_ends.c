/*
 * Functions that block and come to another end than their own: a wait of theirs that is refused, a cancel, before their turn or in it, and
 * the child of a fork.
 */
#include "helpers/blocking.h"

#include <signal.h>
#include <sys/wait.h>

static ra_status waits_for_what_comes_after_it(const ra_function_call *call)
{
    (void)call;
    EVENTUALLY(atomic_load(&inner));
    const ra_status s = ra_wait(atomic_load(&inner));
    ra_clear_error();
    return s == RA_ERR_STATE ? RA_OK : RA_ERR_VALUE;
}

static void a_wait_that_cannot_end_is_refused(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        ra_tensor *token = ra_token_new(), *outer = ra_call_function(waits_for_what_comes_after_it, NULL, NOTHING, RA_LIST(token), BLOCKS);
        ra_tensor *after = ra_call_function(leaf, NULL, RA_LIST(token), NOTHING, BLOCKS);
        atomic_store(&inner, after);
        expect_end(outer);
        expect_end(after);
        RELEASE(token, outer, after);
        stop();
    }
}

static ra_status waits_for_a_cancelled_one(const ra_function_call *call)
{
    const ra_status s = waits_for_one_that_blocks(call);
    ra_clear_error();
    return s == RA_OK || s == RA_ERR_CANCELLED ? RA_OK : s;
}

static void one_that_is_cancelled_ends(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++)
        for (int first = 0; first < 2; first++) {
            begin(worker_counts[n]);
            ra_tensor *outer = ra_call_function(waits_for_a_cancelled_one, NULL, NOTHING, NOTHING, BLOCKS);
            if (workers < 0)
                bring_to_the_lane(outer);
            EVENTUALLY(atomic_load(&inner));
            if (!first)
                bring_to_the_lane(atomic_load(&inner));
            OK(ra_cancel(atomic_load(&inner)));
            atomic_store(&go_on, true);
            expect_end(outer);
            ra_release(outer);
            stop();
        }
}

/* It lies in a queue, or already in the lane behind one that goes on. */
static void one_that_is_cancelled_before_its_turn_is_not_called(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++)
        for (int in_lane = 0; in_lane < 2; in_lane++) {
            begin(worker_counts[n]);
            sem_init(&later, 0, 0);
            ra_tensor *x = ra_zeros(RA_DIMS(3)), *runs = ra_call_function(waits_for_what_comes_later, NULL, NOTHING, NOTHING, BLOCKS);
            OK(ra_wait(x));
            bring_to_the_lane(runs);
            ra_tensor *next = ra_call_function(leaf, NULL, NOTHING, RA_LIST(x), BLOCKS);
            if (in_lane)
                bring_to_the_lane(next);
            OK(ra_cancel(next));
            if (!in_lane && workers < 0)
                assert_true(ra_is_ready(next)); /* nobody else has it */
            sem_post(&later);
            expect_end(runs);
            assert_int_equal(ra_wait(next), RA_ERR_CANCELLED);
            assert_int_equal(ra_wait(x), RA_ERR_CANCELLED);
            ra_clear_error();
            assert_int_equal(atomic_load(&calls), 1);
            RELEASE(x, runs, next);
            stop();
        }
}

static void the_child_of_a_fork_has_a_lane_of_its_own(void **state)
{
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip(); /* its runtime does not let the child of a process with threads have threads */
#endif
    begin(1);
    ra_tensor *outer = ra_call_function(waits_for_one_that_blocks, NULL, NOTHING, NOTHING, BLOCKS);
    EVENTUALLY(atomic_load(&inner));
    bring_to_the_lane(atomic_load(&inner));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(30 * HARNESS_SLOWER);
        const bool lost = ra_wait(outer) == RA_ERR_FORKED && ra_wait(atomic_load(&inner)) == RA_ERR_FORKED && atomic_load(&calls) == 0;
        ra_clear_error();
        atomic_store(&go_on, true);
        RA_AUTO ra_tensor *again = ra_call_function(waits_for_one_that_blocks, NULL, NOTHING, NOTHING, BLOCKS);
        _exit(lost && !ra_wait(again) && atomic_load(&calls) == 1 ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    atomic_store(&go_on, true);
    expect_end(outer);
    assert_int_equal(atomic_load(&calls), 1);
    ra_release(outer);
    stop();
}

static _Atomic int child;

static void fork_here(void)
{
    const pid_t made = fork();
    if (made)
        atomic_store(&child, (int)made);
}

static ra_status forks(const ra_function_call *call)
{
    (void)call;
    fork_here();
    return RA_OK;
}

static void forks_when_ready(void *unused, ra_status status)
{
    (void)unused, (void)status;
    fork_here();
}

/* On the lane, or in a callback: the thread is the only one of that child, and has nothing more to do. */
static void the_child_of_a_fork_in_a_lane_ends(void **state)
{
    (void)state;
    if (HARNESS_SANITIZED)
        skip(); /* a lock of its runtime's that another thread has when this one forks, the child waits for without end */
    for (int in_callback = 0; in_callback < 2; in_callback++) {
        begin(1);
        atomic_store(&child, 0);
        ra_tensor *t = in_callback ? ra_ones(RA_DIMS(1)) : ra_call_function(forks, NULL, NOTHING, NOTHING, BLOCKS);
        if (in_callback)
            OK(ra_on_ready(t, forks_when_ready, NULL));
        EVENTUALLY(atomic_load(&child));
        int status = -1;
        pid_t ended = 0;
        for (int ms = 0; !ended && ms < 5000; ms++) {
            usleep(1000);
            ended = waitpid(atomic_load(&child), &status, WNOHANG);
        }
        if (!ended)
            kill(atomic_load(&child), SIGKILL);
        assert_int_equal(ended, atomic_load(&child));
        assert_int_equal(status, 0);
        OK(ra_wait(t));
        ra_release(t);
        stop();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_wait_that_cannot_end_is_refused, NULL, clean_up),
        TEST_AROUND(one_that_is_cancelled_ends, NULL, clean_up),
        TEST_AROUND(one_that_is_cancelled_before_its_turn_is_not_called, NULL, clean_up),
        TEST_AROUND(the_child_of_a_fork_has_a_lane_of_its_own, NULL, clean_up),
        TEST_AROUND(the_child_of_a_fork_in_a_lane_ends, NULL, clean_up),
    };
    blocking_unused();
    (void)held_after, (void)clock_inject;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
