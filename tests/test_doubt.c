/*
 * Workers in doubt of their processor: how long they stay so, what they take meanwhile, and who serves in their place. By a clock of the
 * test's own that all but stands, unless a test moves it: so nobody is late, and the watch looks at nobody by itself.
 */
#include "helpers/asleep.h"
#include "helpers/moments.h"

#include "async/pool/doubt.h"
#include "async/pool/parking.h"
#include "async/pool/relief.h"
#include "async/pool/stand_back.h"

static _Atomic uint64_t shown;

static uint64_t show(void)
{
    return atomic_fetch_add(&shown, 100);
}

/* Whoever looks, and however often: the watch never looks at anybody. */
static uint64_t stand(void)
{
    return atomic_load(&shown);
}

/* ---- how long it stays in doubt ---- */

/* Off its processor while it looked for work, it would take what somebody waits for as if it had one. */
static void who_could_not_look_for_a_while_is_in_doubt(void **state)
{
    (void)state;
    enum { LATE_NS = 500000 };
    static ra__worker w;
    memset(&w, 0, sizeof w);
    const ra_config config = {.size = sizeof config, .workers = 1, .priority = RA_PRIORITY_BACKGROUND};
    OK(ra_init(&config));
    const uint64_t looked = ra__os_now_ns();
    ra__looks_on(&w, 0, looked + 10 * LATE_NS); /* it had not looked */
    ra__looks_on(&w, looked, looked + LATE_NS);
    assert_int_equal(atomic_load(&w.standing), RA__SERVES);
    ra__looks_on(&w, looked, looked + LATE_NS + 1);
    assert_int_equal(atomic_load(&w.standing), RA__DOUBTED);
    stop();
}

/* It rests, by the clock of the test's, and goes on when it was to. */
static void goes_on_in_time(ra__worker *w)
{
    atomic_fetch_add(&shown, ra__doubt_rest_ns(w));
    ra__goes_on(w, ra__os_now_ns());
}

/* How long it does so before it serves again. */
static uint64_t shows_for(ra__worker *w)
{
    const uint64_t from = ra__os_now_ns();
    int times = 0;
    for (; atomic_load(&w->standing) != RA__SERVES; times++)
        goes_on_in_time(w);
    assert_true(times >= 5);
    return ra__os_now_ns() - from;
}

static void who_was_off_for_longer_shows_for_longer(void **state)
{
    (void)state;
    static const struct {
        uint64_t off, again, shows; /* again: and once more, before it serves */
    } cases[] = {{0, 0, 1250000},        {4000000, 0, 1250000},  {600000, 100000000, 25000000}, {0, 0, 12500000}, {0, 1000000, 6250000},
                 {UINT64_MAX, 0, 100000000}, {100000000, 0, 50000000}, {40000000, 20000000, 25000000}};
    static ra__worker w;
    memset(&w, 0, sizeof w);
    ra_config config = {.size = sizeof config, .workers = 1};
    OK(ra_init(&config));
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, show);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ra__doubt(&w, cases[i].off);
        for (int times = 0; cases[i].again && times < 4; times++)
            goes_on_in_time(&w); /* does not count any more */
        if (cases[i].again)
            ra__doubt(&w, cases[i].again);
        const uint64_t shows = shows_for(&w), rest = ra__doubt_rest_ns(&w);
        if (shows < cases[i].shows || shows > cases[i].shows + rest + 1000)
            fail_msg("case %zu: %.3f ms", i, (double)shows * 1e-6);
    }
    stop();
    start(1); /* nobody serves in its place: what is long waits for it */
    ra__doubt(&w, UINT64_MAX);
    assert_in_range(shows_for(&w), 10000000, 12001000);
    atomic_store(&ra__os_clock_hooked, NULL);
    stop();
}

static void expect_when_on_time(ra__worker *w, int times, enum ra__standing before, enum ra__standing after)
{
    for (int i = 0; i < times; i++) {
        assert_int_equal(atomic_load(&w->standing), before);
        goes_on_in_time(w);
    }
    assert_int_equal(atomic_load(&w->standing), after);
}

/* A program that asks for what it has just recorded has the processor then that a worker rested on in time. */
static void who_was_relieved_is_on_trial(void **state)
{
    (void)state;
    enum { OFTEN = 5, TRIAL = 100 };
    static ra__worker w;
    memset(&w, 0, sizeof w);
    ra_config config = {.size = sizeof config, .workers = 1};
    OK(ra_init(&config));
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, show);
    ra__doubt(&w, 0);
    expect_when_on_time(&w, OFTEN, RA__DOUBTED, RA__SERVES);
    ra__doubt(&w, 0);
    (void)ra__set_standing(&w, RA__CALLED);
    expect_when_on_time(&w, OFTEN, RA__CALLED, RA__SERVES);
    ra__doubt(&w, 0);
    (void)ra__set_standing(&w, RA__RELIEVED);
    for (int i = 0; i < 2; i++) {
        expect_when_on_time(&w, OFTEN, RA__RELIEVED, RA__ON_TRIAL);
        expect_when_on_time(&w, TRIAL - 1, RA__ON_TRIAL, RA__ON_TRIAL);
        assert_int_equal(atomic_load(&ra__pool.watch.relieved), 1);
        ra__doubt(&w, 0);
    }
    expect_when_on_time(&w, OFTEN, RA__RELIEVED, RA__ON_TRIAL);
    expect_when_on_time(&w, TRIAL, RA__ON_TRIAL, RA__SERVES);
    assert_int_equal(atomic_load(&ra__pool.watch.relieved), 0);
    atomic_store(&ra__os_clock_hooked, NULL);
    stop();
}

/* It would stand aside, and wake the other then. */
static void who_is_in_doubt_is_woken_last(void **state)
{
    (void)state;
    ra_config config = {.size = sizeof config, .workers = 2};
    OK(ra_init(&config));
    for (int in_doubt = 0; in_doubt < 2; in_doubt++) {
        EVENTUALLY(workers_asleep() == 2);
        for (int i = 0; i < 2; i++)
            atomic_store(&ra__pool.workers[i].standing, i == in_doubt ? RA__DOUBTED : RA__SERVES);
        assert_true(ra__pool_wake_one(ra__pool.workers[0].node));
        assert_int_equal(atomic_load(&ra__pool.workers[in_doubt].parked), RA__ASLEEP);
    }
    stop();
}

/* Though nobody waits, and what there is to do is short: by a clock that all but stands it shows nothing, and the watch does not look. */
static void who_is_in_doubt_takes_nothing(void **state)
{
    (void)state;
    held before = {0}, after = {.open = true};
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, show);
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true};
    OK(ra_init(&config));
    ra_tensor *first = held_new(&before, 1), *second;
    EVENTUALLY(atomic_load(&before.running));
    ra__doubt(&ra__pool.workers[0], 0);
    second = held_new(&after, 1);
    let_go(&before);
    EVENTUALLY(!atomic_load(&ra__pool.workers[0].busy));
    const uint64_t then = atomic_load(&shown);
    EVENTUALLY(atomic_load(&shown) > then + 10000); /* others have looked a hundred times */
    assert_int_equal(atomic_load(&after.running), 0);
    atomic_store(&ra__os_clock_hooked, NULL);
    EVENTUALLY(atomic_load(&after.done));
    ra_release(first), ra_release(second);
    stop();
}

/* Nor more of the job that it is in: the rest is for others. */
static void who_is_in_doubt_leaves_the_rest(void **state)
{
    (void)state;
    enum { GRAINS = 64 };
    held h = {0};
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, show);
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true};
    OK(ra_init(&config));
    ra_tensor *t = held_new(&h, GRAINS);
    EVENTUALLY(atomic_load(&h.running));
    ra__doubt(&ra__pool.workers[0], 0);
    let_go(&h);
    EVENTUALLY(!atomic_load(&ra__pool.workers[0].busy));
    const uint64_t then = atomic_load(&shown);
    EVENTUALLY(atomic_load(&shown) > then + 10000);
    assert_in_range(atomic_load(&h.done), 1, GRAINS / 4);
    OK(ra_wait(t));
    for (int i = 0; i < GRAINS; i++)
        assert_true(at(t, i) == (float)(1000 + i));
    atomic_store(&ra__os_clock_hooked, NULL);
    ra_release(t);
    stop();
}

/* ---- he serves until nobody waits any more ---- */

static void whom_others_serve_for_comes_back_when_nobody_waits(void **state)
{
    (void)state;
    static ra__worker w;
    memset(&w, 0, sizeof w);
    start(1);
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, show);
    ra__doubt(&w, 0);
    atomic_store(&w.standing, RA__CALLED);
    ra__pool_wait_begin();
    for (int i = 0; i < 20; i++)
        goes_on_in_time(&w);
    assert_int_equal(atomic_load(&w.standing), RA__CALLED);
    ra__pool_wait_end();
    goes_on_in_time(&w);
    assert_int_equal(atomic_load(&w.standing), RA__SERVES);
    atomic_store(&ra__os_clock_hooked, NULL);
    stop();
}

/* What a worker in doubt has in hand, and what another has who serves in its place. */
typedef struct two {
    held by_worker, by_other;
    ra_tensor *of_worker, *of_other;
} two;

/* Somebody waits from now on. spin_us: as in ra_config; by a clock that stands who looks for longer does so until a test moves it. */
static void begin_two(two *t, uint64_t (*clock)(void), int64_t spin_us)
{
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, clock);
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .spin_us = spin_us};
    OK(ra_init(&config));
    t->of_worker = held_new(&t->by_worker, 1);
    EVENTUALLY(atomic_load(&t->by_worker.running));
    ra__doubt(&ra__pool.workers[0], 0);
    ra__pool_wait_begin();
    ra__relief_call();
    t->of_other = held_new(&t->by_other, 1);
    EVENTUALLY(atomic_load(&t->by_other.running));
}

static void end_two(two *t)
{
    ra_release(t->of_worker), ra_release(t->of_other);
    OK(ra_wait_all());
    atomic_store(&ra__os_clock_hooked, NULL);
    stop();
}

static void another_is_served(void)
{
    held h = {.open = true};
    EVENTUALLY(!atomic_load(&ra__pool.watch.serving));
    ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.done));
    ra_release(t);
}

/* Who waits may be busy with something himself; and by a clock that all but stands the watch does not look. */
static void what_comes_after_a_lull_is_served(void **state)
{
    (void)state;
    two t = {0};
    begin_two(&t, show, -1);
    let_go(&t.by_other);
    EVENTUALLY(!atomic_load(&ra__pool.watch.serving));
    let_go(&t.by_worker);
    EVENTUALLY(!atomic_load(&ra__pool.workers[0].busy));
    another_is_served();
    assert_int_equal(atomic_load(&ra__pool.workers[0].standing), RA__CALLED);
    ra__pool_wait_end();
    end_two(&t);
}

/* A program that asks now and then, and computes or sleeps meanwhile, does not wait. */
static void who_serves_for_the_work_is_told_of_it(void **state)
{
    (void)state;
    two t = {0};
    begin_two(&t, stand, -1);
    (void)ra__set_standing(&ra__pool.workers[0], RA__RELIEVED);
    ra__pool_wait_end();
    let_go(&t.by_other);
    another_is_served(); /* the worker has a piece in hand: none is woken */
    let_go(&t.by_worker);
    EVENTUALLY(workers_asleep() == 1);
    another_is_served();
    assert_int_equal(atomic_load(&ra__pool.workers[0].standing), RA__RELIEVED);
    end_two(&t);
}

/* And where one on trial has been woken, and is not up. Here it has a piece in hand, and is said to have been woken by its flag alone. */
static void who_serves_is_told_of_it_with_one_on_trial(void **state)
{
    (void)state;
    two t = {0};
    begin_two(&t, stand, -1);
    ra__worker *w = &ra__pool.workers[0];
    (void)ra__set_standing(w, RA__ON_TRIAL);
    ra__pool_wait_end();
    assert_false(ra__is_served_for(w, false)); /* it is up */
    atomic_store(&w->parked, RA__TAKEN);
    assert_true(ra__is_served_for(w, false));
    let_go(&t.by_other);
    another_is_served();
    atomic_store(&w->parked, RA__UP);
    assert_int_equal(atomic_load(&w->standing), RA__ON_TRIAL);
    let_go(&t.by_worker);
    end_two(&t);
}

/* Also where it is rung in the last sleep before it would sleep until then. */
static void who_has_found_nothing_often_looks_when_it_is_rung(void **state)
{
    (void)state;
    two t = {0};
    ra__worker *w;
    begin_two(&t, stand, -1);
    w = &ra__pool.workers[0];
    (void)ra__set_standing(w, RA__RELIEVED);
    ra__pool_wait_end();
    atomic_fetch_add(&shown, UINT64_C(3600000000000)); /* so that nobody's time is over */
    let_go(&t.by_other);
    for (int i = 0; i < 4; i++) {
        EVENTUALLY(!atomic_load(&w->relief.awake));
        ra__relief_wake(w);
        EVENTUALLY(!atomic_load(&w->relief.rung));
    }
    EVENTUALLY(!atomic_load(&w->relief.awake));
    held h = {.open = true};
    ra_tensor *third = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.done));
    ra_release(third);
    atomic_store(&ra__os_clock_hooked, NULL);
    let_go(&t.by_worker);
    end_two(&t);
}

/* Nobody waits any more, and who looks on in the place of w has seen that: he looks by a time that came after it. */
static void ends_waiting(int count, ra__worker *const *w)
{
    ra__pool_wait_end();
    const uint64_t then = atomic_fetch_add(&shown, 1) + 1;
    for (int i = 0; i < count; i++)
        EVENTUALLY(atomic_load(&w[i]->relief.looked_at) >= then);
}

/* Who waits for one call after the other has the next one for it in a moment, and rings nobody. What is not for it others are told of. */
static void who_serves_looks_on_between_two_waits(void **state)
{
    (void)state;
    enum { LOOK_US = 20 };
    two t = {0};
    held next = {.open = true}, last = {.open = true};
    ra_tensor *second, *third;
    uint64_t wakes;
    begin_two(&t, stand, LOOK_US);
    ra__worker *w = &ra__pool.workers[0];
    ra__pool.processors = 2;
    ra__pool_wait_end();
    let_go(&t.by_worker);
    EVENTUALLY(workers_asleep() == 1);
    let_go(&t.by_other);
    EVENTUALLY(atomic_load(&w->relief.looked_at));
    assert_true(ra__pool_is_looked_at());
    wakes = ra_get_stats().wakes;
    second = held_new(&next, 1);
    assert_int_equal(atomic_load(&w->relief.rung), 0);
    ra__pool_wait_begin();
    EVENTUALLY(atomic_load(&next.done));
    EVENTUALLY(atomic_load(&w->relief.looked_at));
    ends_waiting(1, &w);
    third = held_new(&last, 1);
    assert_int_equal(ra_get_stats().wakes, wakes);
    assert_int_equal(atomic_load(&last.running), 0);
    atomic_fetch_add(&shown, (LOOK_US + 1) * 1000);
    EVENTUALLY(ra_get_stats().wakes > wakes);
    assert_false(ra__pool_is_looked_at());
    ra__pool_wait_begin();
    EVENTUALLY(atomic_load(&last.done));
    ra__pool_wait_end();
    ra_release(second), ra_release(third);
    end_two(&t);
}

/* ---- what has counted on him ---- */

static _Atomic int is_over, is_recorded, has_slept;

/* Who serves reads it, and something is recorded before he sees that his time to look on is over. As he goes to sleep he reads it as well. */
static uint64_t over_when_recorded(void)
{
    const ra__worker *w = ra__tls.in_place_of;
    int armed = 1;
    if (w && !atomic_load(&w->relief.awake))
        atomic_store(&has_slept, 1);
    if (w && atomic_compare_exchange_strong(&is_over, &armed, 0)) {
        EVENTUALLY(atomic_load(&is_recorded));
        atomic_store(&has_slept, 0);
        atomic_fetch_add(&shown, 21000);
    }
    return atomic_load(&shown);
}

static void note_sleep(void *slept, int64_t grain)
{
    (void)grain;
    atomic_store((_Atomic int *)slept, atomic_load(&has_slept));
}

/* Who recorded it rang nobody, and the worker has a piece in hand. */
static void what_comes_in_his_last_look_is_served_at_once(void **state)
{
    (void)state;
    two t = {0};
    _Atomic int slept = -1;
    held last = {.open = true, .inside = note_sleep, .context = &slept};
    ra_tensor *third;
    atomic_store(&is_over, 0), atomic_store(&is_recorded, 0);
    begin_two(&t, over_when_recorded, 20);
    ra__worker *w = &ra__pool.workers[0];
    ra__pool.processors = 64;
    let_go(&t.by_other);
    EVENTUALLY(atomic_load(&w->relief.looked_at));
    atomic_store(&is_over, 1);
    EVENTUALLY(!atomic_load(&is_over));
    third = held_new(&last, 1);
    assert_int_equal(atomic_load(&w->relief.rung), 0);
    atomic_store(&is_recorded, 1);
    EVENTUALLY(atomic_load(&last.done));
    assert_int_equal(atomic_load(&slept), 0);
    ra_release(third);
    ra__pool_wait_end();
    let_go(&t.by_worker);
    end_two(&t);
}

static void note_worker(void *index, int64_t grain)
{
    (void)grain;
    atomic_store((_Atomic int *)index, ra__tls.worker ? ra__tls.worker->index : -1);
}

/* It sleeps; by a clock that goes on only when it has read it, so that it is not late. */
static void falls_asleep(const ra__worker *w)
{
    while (atomic_load(&w->parked) != RA__ASLEEP || !is_asleep(atomic_load(&w->tid)))
        if (atomic_load(&w->looked_at) == atomic_load(&shown))
            atomic_fetch_add(&shown, 21000);
        else
            usleep(100);
}

/* Two of them look on where a worker begins a job of many pieces, and take none, as nobody waits: so it has woken nobody for them. */
static void pieces_that_are_not_for_him_others_are_told_of(void **state)
{
    (void)state;
    enum { WORKERS = 4, OTHERS = 2, PIECES = 64 };
    held of_worker[WORKERS] = {{0}}, of_other[OTHERS] = {{0}}, wide = {0};
    ra_tensor *t[WORKERS + OTHERS + 1];
    _Atomic int worker[WORKERS];
    held *has[WORKERS];
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, stand);
    const ra_config config = {.size = sizeof config, .workers = WORKERS, .no_inline = true, .spin_us = 20};
    OK(ra_init(&config));
    ra__pool.processors = 64;
    for (int i = 0; i < WORKERS; i++) {
        atomic_store(&worker[i], -1);
        of_worker[i].inside = note_worker, of_worker[i].context = &worker[i];
        t[i] = held_new(&of_worker[i], 1);
    }
    for (int i = 0; i < WORKERS; i++) {
        EVENTUALLY(atomic_load(&worker[i]) >= 0);
        has[atomic_load(&worker[i])] = &of_worker[i];
    }
    for (int i = 0; i < OTHERS; i++)
        ra__doubt(&ra__pool.workers[i], 0);
    ra__pool_wait_begin();
    ra__relief_call();
    for (int i = 0; i < OTHERS; i++) {
        t[WORKERS + i] = held_new(&of_other[i], 1);
        EVENTUALLY(atomic_load(&of_other[i].running));
    }
    let_go(has[3]);
    falls_asleep(&ra__pool.workers[3]);
    let_go(has[2]);
    EVENTUALLY(atomic_load(&ra__pool.workers[2].looked_at));
    for (int i = 0; i < OTHERS; i++)
        let_go(&of_other[i]);
    for (int i = 0; i < OTHERS; i++)
        EVENTUALLY(atomic_load(&ra__pool.workers[i].relief.looked_at));
    ends_waiting(OTHERS, (ra__worker *const[]){&ra__pool.workers[0], &ra__pool.workers[1]});
    t[WORKERS + OTHERS] = held_new(&wide, PIECES);
    EVENTUALLY(atomic_load(&wide.running));
    assert_int_equal(atomic_load(&ra__pool.workers[3].parked), RA__ASLEEP);
    atomic_fetch_add(&shown, 21000);
    EVENTUALLY(atomic_load(&wide.running) == 2);
    for (int i = 0; i < OTHERS; i++)
        let_go(has[i]);
    let_go(&wide);
    for (int i = 0; i < WORKERS + OTHERS + 1; i++)
        ra_release(t[i]);
    OK(ra_wait_all());
    atomic_store(&ra__os_clock_hooked, NULL);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(who_could_not_look_for_a_while_is_in_doubt, clean_up, clean_up),
        TEST_AROUND(who_was_off_for_longer_shows_for_longer, clean_up, clean_up),
        TEST_AROUND(who_was_relieved_is_on_trial, clean_up, clean_up),
        TEST_AROUND(who_is_in_doubt_is_woken_last, clean_up, clean_up),
        TEST_AROUND(who_is_in_doubt_takes_nothing, clean_up, clean_up),
        TEST_AROUND(who_is_in_doubt_leaves_the_rest, clean_up, clean_up),
        TEST_AROUND(whom_others_serve_for_comes_back_when_nobody_waits, clean_up, clean_up),
        TEST_AROUND(what_comes_after_a_lull_is_served, clean_up, clean_up),
        TEST_AROUND(who_serves_for_the_work_is_told_of_it, clean_up, clean_up),
        TEST_AROUND(who_serves_is_told_of_it_with_one_on_trial, clean_up, clean_up),
        TEST_AROUND(who_has_found_nothing_often_looks_when_it_is_rung, clean_up, clean_up),
        TEST_AROUND(who_serves_looks_on_between_two_waits, clean_up, clean_up),
        TEST_AROUND(what_comes_in_his_last_look_is_served_at_once, clean_up, clean_up),
        TEST_AROUND(pieces_that_are_not_for_him_others_are_told_of, clean_up, clean_up),
    };
    (void)clock_inject;
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
