/*
 * Functions that block and wait for what needs the lane that they are run in: for one another, for operators behind one, for functions
 * that wait for one; nested, with a stack that is deep. Such a wait ends, and what it does not need is not begun within it.
 */
#include "helpers/blocking.h"

#include "async/run/lane.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"

#include <runahead/io.h>

enum { DEPTH = 3 };

static char path[64];

/* ---- what needs the lane ---- */

static ra_status saves_and_waits(const ra_function_call *call)
{
    (void)call;
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(10));
    return wait_when_taken(ra_save_npy(path, a));
}

static ra_status loads_and_waits(const ra_function_call *call)
{
    (void)call;
    return wait_when_taken(ra_load_npy(path));
}

static ra_status waits_for_an_operator_behind_one(const ra_function_call *call)
{
    (void)call;
    RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(100));
    ra_release(ra_call_function(leaf, NULL, NOTHING, RA_LIST(x), BLOCKS));
    ra_tensor *y = ra_add(x, 1);
    return wait_when_taken(y);
}

static void waits_for_what_needs_the_lane_end(void **state)
{
    (void)state;
    const ra_function functions[] = {waits_for_one_that_blocks, saves_and_waits, loads_and_waits, waits_for_an_operator_behind_one};
    snprintf(path, sizeof path, "/tmp/test_blocking.%d.npy", (int)getpid());
    for (int n = 0; n < COUNTS; n++)
        for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
            begin(worker_counts[n]);
            outer_ends(functions[i], NULL);
            assert_int_equal(atomic_load(&calls), i == 0 || i == 3);
            stop();
        }
    unlink(path);
}

/* ---- nested ---- */

static ra_status nests(const ra_function_call *call)
{
    (void)call;
    const int level = atomic_fetch_add(&levels, 1);
    ra_tensor *next = ra_call_function(level < DEPTH ? nests : leaf, NULL, NOTHING, NOTHING, BLOCKS);
    if (level == 0)
        return wait_when_taken(next);
    if (workers > 0) /* the first waits already: a worker takes this to the lane */
        bring_to_the_lane(next);
    return wait_at_once(next);
}

static void they_may_be_nested(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        outer_ends(nests, NULL);
        assert_int_equal(atomic_load(&calls), 1);
        assert_int_equal(atomic_load(&levels), DEPTH + 1);
        stop();
    }
}

/* More than waits within one another use of one stack: the wait goes on upon another. */
enum { MUCH = 64 << 10 };

static ra_status waits_deep_down(const ra_function_call *call)
{
    volatile char much[MUCH];
    much[0] = much[MUCH - 1] = 1;
    ra_tensor *t = ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS);
    const ra_status s = *(const bool *)call->state ? wait_when_taken(t) : wait_at_once(t);
    return much[0] + much[MUCH - 1] == 2 ? s : RA_ERR_VALUE;
}

static ra_status nests_deep_down(const ra_function_call *call)
{
    volatile char much[MUCH];
    much[0] = much[MUCH - 1] = 1;
    const ra_status s = nests(call);
    return much[0] + much[MUCH - 1] == 2 ? s : RA_ERR_VALUE;
}

static void a_stack_may_be_deep(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        ra_tensor *outer = ra_call_function(waits_deep_down, &(bool){false}, NOTHING, NOTHING, BLOCKS);
        expect_end(outer);
        ra_release(outer);
        outer_ends(waits_deep_down, &(bool){true});
        atomic_store(&inner, NULL);
        atomic_store(&go_on, false);
        outer_ends(nests_deep_down, NULL);
        assert_int_equal(atomic_load(&calls), 3);
        stop();
    }
}

/* ---- functions in between, which other threads run ---- */

static ra_status last_of_the_middle(const ra_function_call *call)
{
    (void)call;
    return wait_at_once(ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS));
}

/* It waits again and again, for a short time. */
static ra_status impatient_middle(const ra_function_call *call)
{
    (void)call;
    ra_status s;
    RA_AUTO ra_tensor *t = ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS);
    atomic_fetch_add(&levels, 1);
    while ((s = ra_wait_for(t, 20000000)) == RA_ERR_TIMEOUT)
        ;
    return s;
}

static ra_status middle(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&levels, 1);
    return wait_at_once(ra_call_function(last_of_the_middle, NULL, NOTHING, NOTHING, NULL));
}

static const ra_function middles[] = {last_of_the_middle, middle, impatient_middle};
enum { MIDDLES = sizeof middles / sizeof *middles };

static ra_status waits_for_one_in_between(const ra_function_call *call)
{
    return wait_when_taken(ra_call_function(*(const ra_function *)call->state, NULL, NOTHING, NOTHING, NULL));
}

/* The thread of the test runs the one in between where there are no workers, while the outer one waits for that. */
static void waits_by_way_of_others_end(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++)
        for (int i = 0; i < MIDDLES; i++) {
            begin(worker_counts[n]);
            ra_tensor *outer = ra_call_function(waits_for_one_in_between, (void *)(uintptr_t)&middles[i], NOTHING, NOTHING, BLOCKS);
            if (workers < 0)
                bring_to_the_lane(outer);
            EVENTUALLY(atomic_load(&inner));
            ra_tensor *between = ra_ref(atomic_load(&inner));
            if (workers > 0 && middles[i] != last_of_the_middle)
                EVENTUALLY(atomic_load(&levels));
            atomic_store(&go_on, true);
            expect_end(between);
            expect_end(outer);
            assert_int_equal(atomic_load(&calls), 1);
            RELEASE(outer, between);
            stop();
        }
}

/* ---- what is not needed ---- */

static ra_tensor *_Atomic unrelated;

static ra_status waits_then_posts(const ra_function_call *call)
{
    (void)call;
    atomic_store(&unrelated, ra_call_function(waits_for_what_comes_later, NULL, NOTHING, NOTHING, BLOCKS));
    ra_status s = waits_for_one_that_blocks(call);
    s = s ? s : atomic_load(&calls) == 1 ? RA_OK : RA_ERR_VALUE;
    sem_post(&later);
    return s;
}

static void what_a_wait_does_not_need_is_not_begun_in_it(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        sem_init(&later, 0, 0);
        outer_ends(waits_then_posts, NULL);
        expect_end(atomic_load(&unrelated));
        ra_release(atomic_load(&unrelated));
        assert_int_equal(atomic_load(&calls), 2);
        stop();
    }
}

/* Very many of them, behind which lies what is needed, and more that is not. */
static ra_status waits_for_one_of_many(const ra_function_call *call)
{
    ra_tensor *needed = NULL;
    for (int i = 0; i < 1000; i++) {
        ra_tensor *t = ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS);
        if (i == 900)
            needed = t;
        else
            ra_release(t);
    }
    const ra_status s = wait_when_taken(needed);
    *(int *)call->state = atomic_load(&calls);
    return s;
}

static void one_of_many_is_found(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        int called = 0;
        outer_ends(waits_for_one_of_many, &called);
        assert_int_equal(called, 1);
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&calls), 1000);
        stop();
    }
}

/* ---- one wait after another ---- */

static _Atomic int looks;

static void count_looks(enum ra__point point)
{
    if (point == RA__POINT_WAIT && ra__lane_is_mine())
        atomic_fetch_add(&looks, 1);
}

/* Where another thread runs it, it ends when the lane has looked for what else it could do. */
static ra_status goes_on_for_a_while(const ra_function_call *call)
{
    (void)call;
    const int first = atomic_load(&looks);
    atomic_fetch_add(&levels, 1);
    if (!ra__lane_is_mine())
        EVENTUALLY(atomic_load(&looks) > first + 3);
    return RA_OK;
}

/* The first wait is too short for a function, which lies in the lane, and ends after this one alone; the second is not for it. */
static ra_status waits_too_short_a_time_and_for_another(const ra_function_call *call)
{
    (void)call;
    atomic_store(&inner, ra_call_function(waits_for_what_comes_later, NULL, NOTHING, NOTHING, BLOCKS));
    EVENTUALLY(atomic_load(&go_on));
    const bool too_short = ra_wait_for(atomic_load(&inner), 100000) == RA_ERR_TIMEOUT;
    ra_tensor *other = ra_call_function(goes_on_for_a_while, NULL, NOTHING, NOTHING, NULL);
    if (workers > 0)
        EVENTUALLY(atomic_load(&levels));
    const ra_status s = wait_at_once(other);
    sem_post(&later);
    return s ? s : too_short && atomic_load(&calls) == 0 ? RA_OK : RA_ERR_VALUE;
}

static void what_a_wait_was_too_short_for_runs_later(void **state)
{
    (void)state;
    for (int n = 0; n < COUNTS; n++) {
        begin(worker_counts[n]);
        sem_init(&later, 0, 0);
        atomic_store(&ra__point_hooked, count_looks);
        outer_ends(waits_too_short_a_time_and_for_another, NULL);
        expect_end(atomic_load(&inner));
        ra_release(atomic_load(&inner));
        assert_int_equal(atomic_load(&calls), 1);
        stop();
    }
}

/* One in between gives up waiting for a function, and ends before the lane looks again. */
static _Atomic bool lane_may_look;

static void hold_second_look(enum ra__point point)
{
    count_looks(point);
    if (point == RA__POINT_WAIT && ra__lane_is_mine() && atomic_load(&looks) == 2)
        EVENTUALLY(atomic_load(&lane_may_look));
}

static ra_status gives_up(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&levels, 1);
    EVENTUALLY(atomic_load(&looks) == 2);
    atomic_store(&unrelated, ra_call_function(leaf, NULL, NOTHING, NOTHING, BLOCKS));
    return ra_wait_for(atomic_load(&unrelated), 100000) == RA_ERR_TIMEOUT ? RA_OK : RA_ERR_VALUE;
}

static ra_status waits_for_one_that_gives_up(const ra_function_call *call)
{
    (void)call;
    atomic_store(&inner, ra_call_function(gives_up, NULL, NOTHING, NOTHING, NULL));
    EVENTUALLY(atomic_load(&levels));
    return ra_wait(atomic_load(&inner));
}

static void what_one_in_between_has_given_up_is_not_lost(void **state)
{
    (void)state;
    begin(1);
    atomic_store(&looks, 0);
    atomic_store(&lane_may_look, false);
    atomic_store(&ra__point_hooked, hold_second_look);
    ra_tensor *outer = ra_call_function(waits_for_one_that_gives_up, NULL, NOTHING, NOTHING, BLOCKS);
    EVENTUALLY(atomic_load(&inner));
    EVENTUALLY(ra_is_ready(atomic_load(&inner)));
    atomic_store(&lane_may_look, true);
    expect_end(outer);
    expect_end(atomic_load(&unrelated));
    assert_int_equal(atomic_load(&calls), 1);
    RELEASE(outer, atomic_load(&inner), atomic_load(&unrelated));
    stop();
}

/* ---- at random ---- */

/* A function that records others, of either kind, and waits for them, or not, in one way or another; as do these. */
typedef struct tree {
    unsigned random, depth;
} tree;

enum { TREES = 3000, ROOTS = 4 };
static tree trees[TREES];
static _Atomic int trees_made;

static unsigned draw(unsigned *random)
{
    *random = *random * 1664525 + 1013904223;
    return *random >> 16;
}

static ra_status grow(const ra_function_call *call);

/* NULL: there are enough of them. */
static ra_tensor *grow_one(unsigned random, unsigned depth)
{
    const int n = atomic_load(&trees_made) < TREES ? atomic_fetch_add(&trees_made, 1) : TREES;
    if (n >= TREES)
        return NULL;
    trees[n] = (tree){random, depth};
    if (draw(&random) % 3)
        return ra_call_function(grow, &trees[n], NOTHING, NOTHING, RA_OPTS(ra_call_function, .blocks = draw(&random) & 1));
    RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(5));
    ra_release(ra_call_function(grow, &trees[n], NOTHING, RA_LIST(x), RA_OPTS(ra_call_function, .blocks = draw(&random) & 1)));
    return ra_add(x, 1);
}

static ra_status wait_somehow(const ra_tensor *t, unsigned how)
{
    ra_status s = RA_OK;
    if (how % 4 == 0)
        while ((s = ra_wait_for(t, 3000000)) == RA_ERR_TIMEOUT)
            ;
    else if (how % 4 < 3)
        s = ra_wait(t);
    return s;
}

static ra_status grow(const ra_function_call *call)
{
    const tree *me = call->state;
    unsigned random = me->random;
    ra_tensor *next[3];
    const int count = me->depth ? (int)(draw(&random) % 4) : 0;
    ra_status s = RA_OK;
    for (int i = 0; i < count; i++)
        next[i] = grow_one(draw(&random) * 7919, me->depth - 1);
    for (int i = 0; i < count; i++)
        if (next[i]) {
            const ra_status status = wait_somehow(next[i], draw(&random));
            s = s ? s : status;
            ra_release(next[i]);
        }
    atomic_fetch_add(&calls, 1);
    return s;
}

static void whatever_waits_for_whatever_ends(void **state)
{
    (void)state;
    for (long round = harness_rounds(150); round--;) {
        begin(worker_counts[round % COUNTS]);
        atomic_store(&trees_made, 0);
        ra_tensor *roots[ROOTS];
        for (unsigned i = 0; i < ROOTS; i++)
            roots[i] = grow_one((unsigned)round * ROOTS + i, 6);
        for (int i = ROOTS; i--;) {
            expect_end(roots[i]);
            ra_release(roots[i]);
        }
        while (atomic_load(&calls) < atomic_load(&trees_made)) /* some have not been waited for, and record others */
            OK(ra_wait_all());
        assert_int_equal(atomic_load(&calls), atomic_load(&trees_made));
        stop();
    }
}

/* ---- the mark of what the lane's wait needs ---- */

enum { PENDING = 5 };

/* What is pending is walked over for a waiter, and for that task of the lane's; 0: for none. Checks whose marks lie there then. */
static void walk_for(uint64_t waiter, uint64_t lane, uint64_t mark)
{
    ra__targets pending = {.count = 0};
    ra__record_cursor from = {0};
    ra__walk walk = {.lane = lane};
    ra__graph_lock();
    while (pending.count < PENDING && !ra__targets_of_all(&pending, &from, ra__graph_last_sequence()))
        ;
    for (bool more = true; more;)
        (void)ra__find_needed(&pending, &walk, waiter, 1e300, &more);
    int marked = 0;
    for (int i = 0; i < pending.count; i++)
        marked += atomic_load(&pending.of[i].task->needed) == waiter && pending.of[i].task->needed_in_lane == mark;
    ra__graph_unlock();
    assert_int_equal(pending.count, PENDING);
    assert_int_equal(marked, PENDING);
}

/* However others come by; but a record that is used again has none. */
static void no_other_walk_takes_a_mark_away(void **state)
{
    (void)state;
    begin(-1);
    for (int turn = 0; turn < 2; turn++) {
        ra_tensor *called[PENDING];
        for (int i = 0; i < PENDING; i++)
            called[i] = ra_call_function(ordinary, NULL, NOTHING, NOTHING, NULL);
        walk_for(1, 0, 0);
        walk_for(2, 7, 7);
        walk_for(3, 0, 7);
        walk_for(4, 8, 8);
        OK(ra_wait_all());
        for (int i = 0; i < PENDING; i++)
            ra_release(called[i]);
    }
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(waits_for_what_needs_the_lane_end, NULL, clean_up),
        TEST_AROUND(they_may_be_nested, NULL, clean_up),
        TEST_AROUND(a_stack_may_be_deep, NULL, clean_up),
        TEST_AROUND(waits_by_way_of_others_end, NULL, clean_up),
        TEST_AROUND(what_a_wait_does_not_need_is_not_begun_in_it, NULL, clean_up),
        TEST_AROUND(one_of_many_is_found, NULL, clean_up),
        TEST_AROUND(what_a_wait_was_too_short_for_runs_later, NULL, clean_up),
        TEST_AROUND(what_one_in_between_has_given_up_is_not_lost, NULL, clean_up),
        TEST_AROUND(whatever_waits_for_whatever_ends, NULL, clean_up),
        TEST_AROUND(no_other_walk_takes_a_mark_away, NULL, clean_up),
    };
    blocking_unused();
    (void)held_after, (void)clock_inject;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
