/*
 * What tests of functions that block share: an outer one that waits for an inner one which others have taken to the lane by then.
 */
#ifndef TESTS_HELPERS_BLOCKING_H
#define TESTS_HELPERS_BLOCKING_H

#include "helpers/moments.h"
#include "helpers/release.h"

#include <runahead/function.h>

#include <semaphore.h>

#define NOTHING RA_LIST()
#define BLOCKS RA_OPTS(ra_call_function, .blocks = true)

static const int worker_counts[] = {-1, 1, 2};
enum { COUNTS = sizeof worker_counts / sizeof *worker_counts };

static int workers;                          /* of the engine that runs */
static _Atomic int calls, levels;            /* of leaves; how deep one is nested in another */
static ra_tensor *_Atomic inner;            /* what the outer function is about to wait for */
static _Atomic bool go_on;

static void begin(int count)
{
    workers = count;
    start(count);
    atomic_store(&calls, 0);
    atomic_store(&levels, 0);
    atomic_store(&inner, NULL);
    atomic_store(&go_on, false);
}

static ra_status leaf(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&calls, 1);
    return RA_OK;
}

static ra_status ordinary(const ra_function_call *call)
{
    (void)call;
    return RA_OK;
}

/* Whatever lies in the queues by now is in the lane, if it blocks: what is recorded later is taken later. */
static void bring_to_the_lane(ra_tensor *what)
{
    if (workers < 0) {
        (void)ra_is_ready(what);
        return;
    }
    RA_AUTO ra_tensor *behind = ra_call_function(ordinary, NULL, NOTHING, NOTHING, NULL);
    EVENTUALLY(ra_is_ready(behind));
}

/* The outer function ends: it would else be waited for until the limit of the test. */
static void expect_end(ra_tensor *outer)
{
    const ra_status s = ra_wait_for(outer, INT64_C(5000000000) * HARNESS_SLOWER);
    if (s)
        fail_msg("with %d workers: %s, %s", workers, ra_status_name(s), ra_last_error());
}

/* In a function: waits when others have had the time to take it. */
static ra_status wait_when_taken(ra_tensor *of)
{
    atomic_store(&inner, of);
    EVENTUALLY(atomic_load(&go_on));
    const ra_status s = ra_wait(of);
    ra_release(of);
    return s;
}

static ra_status wait_at_once(ra_tensor *of)
{
    const ra_status s = ra_wait(of);
    ra_release(of);
    return s;
}

static void outer_ends(ra_function function, void *of)
{
    ra_tensor *outer = ra_call_function(function, of, NOTHING, NOTHING, BLOCKS);
    if (workers < 0)
        bring_to_the_lane(outer);
    EVENTUALLY(atomic_load(&inner));
    bring_to_the_lane(atomic_load(&inner));
    atomic_store(&go_on, true);
    expect_end(outer);
    ra_release(outer);
}

static ra_status waits_for_one_that_blocks(const ra_function_call *call)
{
    (void)call;
    return wait_when_taken(ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS));
}

static sem_t later;

static ra_status waits_for_what_comes_later(const ra_function_call *call)
{
    while (sem_wait(&later))
        ;
    return leaf(call);
}

static inline void blocking_unused(void)
{
    moments_unused();
    (void)ordinary, (void)wait_at_once, (void)outer_ends, (void)waits_for_one_that_blocks, (void)waits_for_what_comes_later;
}

#endif
