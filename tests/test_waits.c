/*
 * Waits: what they leave behind, how deep they go, and that nobody else is kept waiting by them.
 */
#define _GNU_SOURCE
#include "helpers/known_costs.h"
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/pool/parking.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

static int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

/* ---- waits that keep to their time ---- */

enum { CHAIN = 10000 };

/* Each after the last; on a clock that stands. */
static ra_tensor *chain_after(held *first)
{
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .relief_percent = -1, .pacing_count = 2 * CHAIN};
    OK(ra_init(&config));
    clock_inject(0);
    ra_tensor *x = first ? held_new(first, 8) : ra_ones(RA_DIMS(8));
    for (int i = 0; i < CHAIN; i++) {
        ra_tensor *next = ra_cumsum(x, 0);
        ra_release(x);
        x = next;
    }
    ra_reset_stats();
    return x;
}

static int passed_by;

static void count_passed(ra_task *t)
{
    passed_by += atomic_load(&t->needed) != 0;
}

static int passed(void)
{
    passed_by = 0;
    ra__graph_lock();
    ra__graph_each(count_passed);
    ra__graph_unlock();
    return passed_by;
}

/* What is ready one after the other is estimated one by one, and comes to more than the limit. */
static void a_wait_ends_between_two_quick_ones(void **state)
{
    (void)state;
    ra_tensor *last = chain_after(NULL);
    int waits = 0;
    atomic_store(&clock_step, 1000);
    for (ra_status s = RA_ERR_TIMEOUT; s == RA_ERR_TIMEOUT; waits++) {
        const uint64_t before = ra_get_stats().ran_by_waiter;
        s = ra_wait_for(last, 1000000); /* of which all looks at the clock take 1 us */
        assert_in_range(ra_get_stats().ran_by_waiter - before, s ? 100 : 1, 1000);
        assert_true(s == RA_OK || s == RA_ERR_TIMEOUT);
    }
    assert_in_range(waits, CHAIN / 1000, CHAIN / 100);
    assert_int_equal(ra_get_stats().ran_by_waiter, CHAIN + 1);
    ra_clear_error();
    ra_release(last);
    stop();
}

/* Nor does it look for what it may run any longer. */
static void a_wait_ends_while_it_looks(void **state)
{
    (void)state;
    held h = {.open = true}; /* is estimated to take 0.8 ms */
    ra_tensor *last = chain_after(&h);
    atomic_store(&clock_step, 100000);
    assert_int_equal(ra_wait_for(last, 500000), RA_ERR_TIMEOUT);
    assert_in_range(passed(), 1, CHAIN / 4);
    for (int i = 0; i < CHAIN / 64 && passed() < CHAIN; i++) /* each goes on where the last one was stopped */
        assert_int_equal(ra_wait_for(last, 500000), RA_ERR_TIMEOUT);
    assert_int_equal(passed(), CHAIN + 1);
    assert_int_equal(atomic_load(&h.running), 0);
    OK(ra_wait_for(last, INT64_MAX / 2));
    ra_clear_error();
    ra_release(last);
    stop();
}

/* However short they are, one after another comes to the end. */
static void short_waits_come_to_the_end(void **state)
{
    (void)state;
    ra_tensor *last = chain_after(NULL);
    int waits = 0;
    atomic_store(&clock_step, 100000);
    while (ra_wait_for(last, 500000) && waits <= 2 * CHAIN)
        waits++;
    assert_in_range(waits, 10, 2 * CHAIN);
    OK(ra_wait(last));
    ra_clear_error();
    ra_release(last);
    stop();
}

/* ---- waits whose time is over ---- */

static void a_wait_whose_time_is_over_counts_for_nothing(void **state)
{
    (void)state;
    enum { LIMIT = 50, WAITS = 60 };
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .pacing_count = LIMIT, .relief_percent = -1};
    OK(ra_init(&config));
    ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait_all());
    held h = {0};
    ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    for (int i = 0; i < WAITS; i++)
        assert_int_equal(ra_wait_for(t, 20000), RA_ERR_TIMEOUT);
    ra_clear_error();
    EVENTUALLY(ra_get_memory_stats().in_flight == sizeof(float));
    assert_int_equal(ra__graph_in_flight().tasks, 1);
    ra_tensor *y = ra_neg(x); /* is not held back */
    let_go(&h);
    RELEASE(t, x, y);
    stop();
}

/* Whatever is asked of a pending tensor may be asked in a loop. */
static void who_asks_again_and_again_takes_no_memory(void **state)
{
    (void)state;
    enum { WARM = 100, TURNS = 30000 };
    char text[64];
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .relief_percent = -1};
    OK(ra_init(&config));
    held h = {0};
    ra_tensor *first = held_new(&h, 1), *t = ra_add(first, 1), *view = ra_view(t, RA_DIMS(-1)), *const of[] = {first, t, view};
    EVENTUALLY(atomic_load(&h.running));
    size_t heap = 0;
    for (int i = 0; i < TURNS; i++) {
        for (size_t k = 0; k < sizeof of / sizeof *of; k++) {
            OK(ra_hurry(of[k]));
            assert_false(ra_is_ready(of[k]));
            OK(ra_tensor_error(of[k], text, sizeof text));
            assert_int_equal(ra_wait_for(of[k], 0), RA_ERR_TIMEOUT);
        }
        ra_clear_error();
        (void)ra_get_memory_stats();
        (void)ra_get_stats();
        (void)ra_poll();
        ra_thread_state_restore(ra_thread_state_save());
        if (i == WARM)
            heap = ra_get_memory_stats().heap;
    }
    for (int i = 0; i < TURNS; i++)
        OK(ra_cancel(of[i % 3]));
    assert_int_equal(ra_get_memory_stats().heap, heap);
    let_go(&h);
    assert_int_equal(ra_wait(t), RA_ERR_CANCELLED);
    ra_clear_error();
    RELEASE(first, t, view);
    stop();
}

static void a_wait_whose_time_is_over_closes_no_group(void **state)
{
    (void)state;
    enum { WIDE = 8192 };
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .fusion = RA_FUSION_ALWAYS, .relief_percent = -1};
    OK(ra_init(&config));
    ra_tensor *x = ra_ones(RA_DIMS(WIDE));
    OK(ra_wait_all());
    held h = {0};
    ra_tensor *late = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    ra_reset_stats();
    ra_tensor *first = ra_mul(x, late), *second = ra_neg(first);
    assert_int_equal(ra_wait_for(first, 20000), RA_ERR_TIMEOUT);
    ra_clear_error();
    let_go(&h);
    EVENTUALLY(ra_is_ready(second));
    assert_int_equal(ra_get_stats().fused, 2);
    RELEASE(x, late, first, second);
    stop();
}

/* ---- waits within waits ---- */

enum { NESTED = 200 };

static ra_tensor *_Atomic nested[NESTED];
static _Atomic int failed;

/* Each kernel waits for the next one's result. */
static void waits_for_the_next(void *own, int64_t grain)
{
    (void)grain;
    int next = (int)((ra_tensor *_Atomic *)own - nested) + 1;
    if (next < NESTED && ra_wait(atomic_load(&nested[next])))
        atomic_fetch_add(&failed, 1);
}

static void kernels_wait_for_one_another_to_any_depth(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers += 2) {
        static held h[NESTED];
        held gate = {0};
        start(workers);
        ra_tensor *late = held_new(&gate, 1);
        const ra_tensor *after[] = {late, NULL};
        for (int i = 0; i < NESTED; i++) {
            memset(&h[i], 0, sizeof h[i]);
            h[i].open = true;
            h[i].inside = waits_for_the_next;
            h[i].context = &nested[i];
            atomic_store(&nested[i], held_after(&h[i], 1, after));
        }
        let_go(&gate);
        OK(ra_wait(atomic_load(&nested[0])));
        assert_int_equal(atomic_load(&failed), 0);
        for (int i = 0; i < NESTED; i++)
            ra_release(atomic_load(&nested[i]));
        ra_release(late);
        stop();
    }
}

/* ---- what a wait walks over ---- */

/* Entries of so many parts are joined, and the joins joined: a walk over all of that goes over each task once. */
static void a_wait_goes_through_joins_of_joins(void **state)
{
    (void)state;
    enum { PARTS = 60000 };
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 20};
    OK(ra_init(&config));
    ra_tensor *x = ra_zeros(RA_DIMS(PARTS));
    OK(ra_wait(x));
    for (int i = 0; i < PARTS; i++) {
        ra_tensor *part = ra_select(x, 0, i);
        OK(ra_fill_(part, RA_F(i)));
        ra_release(part);
    }
    assert_true(at(x, PARTS - 1) == PARTS - 1);
    ra_release(x);
    stop();
}

/* ---- what does not wait ---- */

static void *asks_for_memory_statistics(void *in_flight)
{
    *(size_t *)in_flight = ra_get_memory_stats().in_flight;
    return NULL;
}

static void memory_statistics_wait_for_nobody(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    size_t in_flight = 0;
    pthread_t thread;
    ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    ra__graph_lock();
    OK(pthread_create(&thread, NULL, asks_for_memory_statistics, &in_flight));
    OK(pthread_join(thread, NULL));
    ra__graph_unlock();
    assert_int_equal(in_flight, sizeof(float));
    let_go(&h);
    ra_release(t);
    stop();
}

/* ---- workers that are off the processor ---- */

static _Atomic bool one_stopped, stopped_goes_on;

/* The first worker that is about to sleep, and counts as one that searches, stays there. */
static void stop_the_first_searcher(enum ra__point point)
{
    if (point != RA__POINT_SLEEP || atomic_exchange(&one_stopped, true))
        return;
    EVENTUALLY(atomic_load(&stopped_goes_on));
}

static void a_searcher_that_stops_keeps_nobody_asleep(void **state)
{
    (void)state;
    atomic_store(&one_stopped, false);
    atomic_store(&stopped_goes_on, false);
    atomic_store(&ra__point_hooked, stop_the_first_searcher);
    const ra_config config = {.size = sizeof config, .workers = 2, .no_inline = true, .relief_percent = -1};
    ra_reset_stats(); /* before the workers begin: one may sleep at once */
    OK(ra_init(&config));
    EVENTUALLY(atomic_load(&one_stopped) && ra_get_stats().sleeps >= 1);
    ra_tensor *x = ra_ones(RA_DIMS(8));
    EVENTUALLY(ra_is_ready(x)); /* which runs nothing itself */
    atomic_store(&stopped_goes_on, true);
    ra_release(x);
    stop();
}

/* Who has just run something looks for more, if the system lets it: by and by it is seen to. */
static bool is_seen_to_look(void)
{
    ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait(x));
    ra_release(x);
    return ra__pool_is_looked_at();
}

/* Nobody is counted on but one that looks, and none that sleeps or runs something. */
static void who_looks_is_seen_to(void **state)
{
    (void)state;
    for (int looks = 0; looks <= 1; looks++) {
        const ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .relief_percent = -1, .priority = RA_PRIORITY_NORMAL, .spin_us = looks ? 1000000 : -1};
        ra_reset_stats();
        OK(ra_init(&config));
        EVENTUALLY(looks ? is_seen_to_look() : ra_get_stats().sleeps > 0);
        held h = {0};
        ra_tensor *t = held_new(&h, 1);
        EVENTUALLY(atomic_load(&h.running));
        for (int i = 0; i < 1000; i++)
            assert_false(ra__pool_is_looked_at());
        let_go(&h);
        OK(ra_wait(t));
        ra_release(t);
        stop();
    }
}

/* On two processors one worker and the program have one each; with another worker they have not, until it sleeps. */
static void who_needs_a_processor_is_counted(void **state)
{
    (void)state;
    const ra_config config = {.size = sizeof config, .workers = 2, .no_inline = true, .relief_percent = -1, .priority = RA_PRIORITY_NORMAL, .spin_us = -1, .topology = "core:2 pu:1"};
    held h[2] = {{0}, {0}};
    ra_tensor *t[2];
    ra_reset_stats();
    OK(ra_init(&config));
    EVENTUALLY(ra_get_stats().sleeps >= 2);
    assert_true(ra__pool_has_room());
    for (int i = 0; i < 2; i++) {
        t[i] = held_new(&h[i], 1);
        EVENTUALLY(atomic_load(&h[i].running));
        EVENTUALLY(ra__pool_has_room() == (i == 0));
    }
    assert_false(ra__pool_is_full_with_waiters()); /* nobody waits */
    for (int i = 0; i < 2; i++) {
        let_go(&h[i]);
        OK(ra_wait(t[i]));
        ra_release(t[i]);
    }
    EVENTUALLY(ra__pool_has_room());
    stop();
}

/* The first worker that has taken the flag of another, and has not woken it, stays there. */
static void stop_the_first_waker(enum ra__point point)
{
    if (point != RA__POINT_WAKE || !ra__is_worker() || atomic_exchange(&one_stopped, true))
        return;
    EVENTUALLY(atomic_load(&stopped_goes_on));
}

static void a_waker_that_stops_keeps_nobody_asleep(void **state)
{
    (void)state;
    atomic_store(&one_stopped, false);
    atomic_store(&stopped_goes_on, false);
    const ra_config config = {.size = sizeof config, .workers = 2, .no_inline = true, .fusion = RA_FUSION_OFF, .relief_percent = -1};
    ra_reset_stats();
    OK(ra_init(&config));
    EVENTUALLY(ra_get_stats().sleeps >= 2);
    held one = {0};
    ra_tensor *first = held_new(&one, 1);
    EVENTUALLY(atomic_load(&one.running));
    ra_tensor *mine = ra_add(first, 1), *another = ra_mul(first, 2); /* who ends the first wakes somebody for one of them, and for which depends on whether it is in doubt */
    atomic_store(&ra__point_hooked, stop_the_first_waker);
    let_go(&one);
    EVENTUALLY(atomic_load(&one_stopped));
    ra_tensor *x = ra_ones(RA_DIMS(8));
    EVENTUALLY(ra_is_ready(x)); /* which runs nothing itself */
    EVENTUALLY(ra_is_ready(another) || ra_is_ready(mine));
    atomic_store(&stopped_goes_on, true);
    OK(ra_wait(mine));
    OK(ra_wait(another));
    ra_release(first), ra_release(mine), ra_release(another), ra_release(x);
    stop();
}

/* ---- parts of what is joined ---- */

static _Atomic bool goes_on;

static ra_status slow(const ra_function_call *call)
{
    (void)call;
    EVENTUALLY(atomic_load(&goes_on));
    return RA_OK;
}

static ra_status quick(const ra_function_call *call)
{
    *(float *)call->writes[0] = 1;
    return RA_OK;
}

/* More writers of parts of a buffer are pending than it tells apart: who asks for one part is not concerned with the others. */
static void a_part_is_waited_for_alone(void **state)
{
    (void)state;
    enum { ROWS = 300, SLOW = 150 };
    for (int workers = -1; workers <= 1; workers += 2) {
        ra_config config = {.size = sizeof config, .workers = workers};
        OK(ra_init(&config));
        atomic_store(&goes_on, false);
        ra_tensor *all = ra_zeros(RA_DIMS(ROWS, 4)), *row[ROWS];
        OK(ra_wait(all));
        for (int i = 0; i < ROWS; i++) {
            row[i] = ra_select(all, 0, i);
            ra_release(ra_call_function(i == SLOW ? slow : quick, NULL, RA_LIST(), RA_LIST(row[i]), RA_OPTS(ra_call_function, .blocks = i == SLOW)));
        }
        for (int i = 0; i < ROWS; i += 7) {
            if (i % 2)
                OK(ra_wait_for(row[i], 20000000000));
            else
                EVENTUALLY(ra_is_ready(row[i]));
            assert_true(ra_is_ready(row[i]));
            OK(ra_wait_for(row[i], 0));
            assert_true(*ra_data_f32(row[i], NULL) == 1);
        }
        assert_false(ra_is_ready(row[SLOW]));
        assert_false(ra_is_ready(all));
        assert_int_equal(ra_wait_for(row[SLOW], 1000), RA_ERR_TIMEOUT);
        assert_int_equal(ra_wait_for(all, 1000), RA_ERR_TIMEOUT);
        ra_clear_error();
        atomic_store(&goes_on, true);
        OK(ra_wait(all));
        for (int i = 0; i < ROWS; i++)
            ra_release(row[i]);
        ra_release(all);
        stop();
    }
}

/* ---- behind what was computed in a call ---- */

/* Such a storage is known to be at rest without a look, until somebody records anything. */
static void what_is_recorded_behind_a_computed_one_is_waited_for(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers += 2) {
        ra_config config = {.size = sizeof config, .workers = workers};
        OK(ra_init(&config));
        known_as_short("fill_");
        ra_tensor *x = ra_zeros(RA_DIMS(4)), *other = ra_ones(RA_DIMS(4));
        OK(ra_wait(x));
        OK(ra_wait(other));
        const uint64_t before = ra_get_stats().ran_inline;
        OK(ra_fill_(x, 3));
        assert_int_equal(ra_get_stats().ran_inline, before + 1);
        OK(ra_wait_for(x, 0));
        assert_true(*ra_data_f32(x, NULL) == 3);
        atomic_store(&goes_on, false);
        ra_release(ra_call_function(slow, NULL, RA_LIST(), RA_LIST(x), RA_OPTS(ra_call_function, .blocks = true)));
        assert_int_equal(ra_wait_for(x, 1000), RA_ERR_TIMEOUT);
        ra_clear_error();
        OK(ra_fill_(other, 2));
        OK(ra_wait_for(other, 0));
        assert_int_equal(ra_wait_for(x, 1000), RA_ERR_TIMEOUT);
        ra_clear_error();
        atomic_store(&goes_on, true);
        OK(ra_wait(x));
        atomic_store(&goes_on, false);
        ra_tensor *front = ra_narrow(x, 0, 0, 2), *back = ra_narrow(x, 0, 2, 2);
        ra_release(ra_call_function(slow, NULL, RA_LIST(), RA_LIST(front), RA_OPTS(ra_call_function, .blocks = true)));
        const uint64_t in_calls = ra_get_stats().ran_inline;
        OK(ra_fill_(back, 5)); /* beside what is pending */
        assert_int_equal(ra_get_stats().ran_inline, in_calls + 1);
        OK(ra_wait_for(back, 0));
        assert_int_equal(ra_wait_for(x, 1000), RA_ERR_TIMEOUT);
        assert_int_equal(ra_wait_for(front, 1000), RA_ERR_TIMEOUT);
        ra_clear_error();
        atomic_store(&goes_on, true);
        OK(ra_wait(x));
        ra_release(front), ra_release(back), ra_release(x), ra_release(other);
        stop();
    }
}

/* ---- waits that are long ---- */

static atomic_bool begun;

static ra_status take_long(const ra_function_call *call)
{
    (void)call;
    atomic_store(&begun, true);
    for (int i = 0; i < 300; i++)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    return RA_OK;
}

static void begin_long(ra_tensor *x)
{
    atomic_store(&begun, false);
    ra_release(ra_call_function(take_long, NULL, RA_LIST(), RA_LIST(x), RA_OPTS(ra_call_function, .blocks = true)));
    while (!atomic_load(&begun))
        sched_yield();
}

static long switches(void)
{
    struct rusage r;
    assert_int_equal(getrusage(RUSAGE_THREAD, &r), 0);
    return r.ru_nvcsw;
}

/* Who finds nothing to do looks again, ever more seldom: every third of a millisecond would be a thousand times here. */
static void who_waits_for_long_looks_seldom(void **state)
{
    (void)state;
    const ra_config config = {.size = sizeof config, .workers = 1};
    OK(ra_init(&config));
    RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(1));
    begin_long(x);
    const long before = switches();
    OK(ra_wait(x));
    assert_in_range(switches() - before, 1, 300);
}

/* And who is to record no more for now: every tenth would be some two thousand times. */
static void who_is_paced_for_long_looks_seldom(void **state)
{
    (void)state;
    const ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .pacing_count = 1};
    OK(ra_init(&config));
    RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(1));
    OK(ra_wait(x));
    begin_long(x);
    const long before = switches();
    RA_AUTO ra_tensor *next = ra_add(x, x);
    RA_AUTO ra_tensor *last = ra_add(next, x);
    assert_in_range(switches() - before, 1, 800);
    assert_true(ra_get_stats().paced > 0);
    OK(ra_wait(last));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_wait_ends_between_two_quick_ones, NULL, shut_down),
        TEST_AROUND(a_wait_ends_while_it_looks, NULL, shut_down),
        TEST_AROUND(short_waits_come_to_the_end, NULL, shut_down),
        TEST_AROUND(a_wait_whose_time_is_over_counts_for_nothing, NULL, shut_down),
        TEST_AROUND(who_asks_again_and_again_takes_no_memory, NULL, shut_down),
        TEST_AROUND(a_wait_whose_time_is_over_closes_no_group, NULL, shut_down),
        TEST_AROUND(kernels_wait_for_one_another_to_any_depth, NULL, shut_down),
        TEST_AROUND(a_wait_goes_through_joins_of_joins, NULL, shut_down),
        TEST_AROUND(a_part_is_waited_for_alone, NULL, shut_down),
        TEST_AROUND(what_is_recorded_behind_a_computed_one_is_waited_for, NULL, shut_down),
        TEST_AROUND(memory_statistics_wait_for_nobody, NULL, shut_down),
        TEST_AROUND(a_searcher_that_stops_keeps_nobody_asleep, NULL, shut_down),
        TEST_AROUND(a_waker_that_stops_keeps_nobody_asleep, NULL, shut_down),
        TEST_AROUND(who_looks_is_seen_to, NULL, shut_down),
        TEST_AROUND(who_needs_a_processor_is_counted, NULL, shut_down),
        TEST_AROUND(who_waits_for_long_looks_seldom, NULL, shut_down),
        TEST_AROUND(who_is_paced_for_long_looks_seldom, NULL, shut_down),
    };
    moments_unused();
    unsetenv("RUNAHEAD_FUSION"); /* each test has its own */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
