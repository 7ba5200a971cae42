/*
 * Fusion: who looks for what comes after an operator, for how long, and what of it is seen while it is recorded.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/pool/parking.h"
#include "async/thread/state.h"

static int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

static void start_with(int workers, size_t pacing_count)
{
    ra_clear_error();
    const ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .fusion = RA_FUSION_ALWAYS, .pacing_count = pacing_count, .relief_percent = -1};
    OK(ra_init(&config));
}

static ra_tensor *ones(int64_t n)
{
    ra_tensor *x = ra_ones(RA_DIMS(n));
    OK(ra_wait_all());
    ra_reset_stats();
    return x;
}

/* ---- who looks ---- */

enum { N = 40000 };

/* The waiter runs what it needs, and what comes after that is left as it was. */
static void a_wait_is_not_delayed_by_what_comes_after(void **state)
{
    (void)state;
    start_with(-1, 0);
    ra_tensor *x = ones(N), *a = ra_add(x, 1), *b = ra_mul(a, 2), *c = ra_sub(b, 1), *d = ra_abs(c);
    OK(ra_wait(b));
    assert_int_equal(ra_get_stats().fused, 2);
    OK(ra_wait(d));
    assert_int_equal(ra_get_stats().fused, 4);
    RELEASE(x, a, b, c, d);
    stop();
}

/* Who waits for nothing of it takes all that comes after, as a worker does: who is asked to go on a little, and who is paced. */
static void whoever_runs_what_is_oldest_takes_what_comes_after(void **state)
{
    (void)state;
    for (int paced = 0; paced < 2; paced++) {
        start_with(-1, paced ? 8 : 0);
        ra_tensor *x = ones(N), *t[8], *ninth = NULL, *tenth = NULL;
        for (int i = 0; i < 8; i++)
            t[i] = ra_add(i ? t[i - 1] : x, 1);
        if (paced)
            ninth = ra_sum(x, RA_ALL), tenth = ra_sum(x, RA_ALL);
        else
            (void)ra_poll();
        assert_int_equal(ra_get_stats().fused, 8);
        for (int i = 0; i < 8; i++)
            ra_release(t[i]);
        RELEASE(x, ninth, tenth);
        stop();
    }
}

/* ---- what is seen of what is recorded meanwhile ---- */

enum { LONG = 1 << 20 };

/* A clock by which a worker looks for as long as a test wants: it stands, or goes on by a microsecond whenever a worker reads it. */
static _Atomic uint64_t shown;
static _Atomic int worker_reads;

static uint64_t stands(void)
{
    if (ra__tls.worker)
        atomic_fetch_add(&worker_reads, 1);
    return atomic_load(&shown);
}

/* The worker has looked some times. */
static void wait_for_looks(void)
{
    const int from = atomic_load(&worker_reads);
    EVENTUALLY(atomic_load(&worker_reads) > from + 10);
}

static void look_amid_the_commit(enum ra__point point)
{
    if (point == RA__POINT_COMMIT)
        wait_for_looks();
}

/* What is being recorded has its place behind the others before it is complete. */
static void what_is_seen_too_soon_is_seen_again(void **state)
{
    (void)state;
    start_with(1, 0);
    ra_tensor *x = ones(LONG), *a, *b;
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, stands);
    a = ra_lgamma(x);
    wait_for_looks();
    atomic_store(&ra__point_hooked, look_amid_the_commit);
    b = ra_add(a, 1);
    atomic_store(&ra__point_hooked, NULL);
    wait_for_looks();
    atomic_fetch_add(&shown, 1000000000);
    EVENTUALLY(ra_is_ready(b));
    assert_int_equal(ra_get_stats().fused, 2);
    atomic_store(&ra__os_clock_hooked, NULL);
    RELEASE(x, a, b);
    OK(ra_wait_all());
    stop();
}

enum { LATE = 30 }; /* us: a worker that finds nothing has given up by then */
static _Atomic int is_called, is_late, is_recorded;

/* Whoever records it may be off the processor in the middle of waking the worker, which would see that he is kept in a call. */
static void begin_behind_the_call(enum ra__point point)
{
    if (point != RA__POINT_RUN)
        return;
    EVENTUALLY(atomic_load(&is_called));
    atomic_store(&worker_reads, 0);
}

static uint64_t goes_on(void)
{
    if (!ra__tls.worker)
        return atomic_load(&shown);
    if (atomic_fetch_add(&worker_reads, 1) == LATE) {
        atomic_store(&is_late, 1);
        EVENTUALLY(atomic_load(&is_recorded));
    }
    return atomic_fetch_add(&shown, 1000);
}

static uint64_t fused_when_late(int amid_calls)
{
    start_with(1, 0);
    ra_tensor *x = ones(LONG), *a, *b;
    atomic_store(&is_called, 0), atomic_store(&is_late, 0), atomic_store(&is_recorded, 0);
    atomic_store(&worker_reads, LATE + 1);
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&ra__os_clock_hooked, goes_on);
    atomic_store(&ra__point_hooked, begin_behind_the_call);
    atomic_fetch_add(&ra__pool.amid_calls, amid_calls);
    a = ra_lgamma(x);
    atomic_store(&is_called, 1);
    EVENTUALLY(atomic_load(&is_late));
    b = ra_add(a, 1);
    atomic_store(&is_recorded, 1);
    EVENTUALLY(ra_is_ready(b));
    atomic_fetch_sub(&ra__pool.amid_calls, amid_calls);
    atomic_store(&ra__os_clock_hooked, NULL);
    const uint64_t fused = ra_get_stats().fused;
    RELEASE(x, a, b);
    stop();
    return fused;
}

static void who_is_kept_in_a_call_is_given_time_to_record(void **state)
{
    (void)state;
    assert_int_equal(fused_when_late(0), 0);
    assert_int_equal(fused_when_late(1), 2);
}

static _Atomic int amid_a_wake;

static void look_amid_a_wake(enum ra__point point)
{
    if (point == RA__POINT_WAKE)
        atomic_store(&amid_a_wake, atomic_load(&ra__pool.amid_calls));
}

/* And who calls an operator for the first time, or so that nothing is known of such calls. */
static void who_wakes_a_worker_is_kept_in_a_call(void **state)
{
    (void)state;
    start_with(1, 0);
    ra_tensor *x = ones(N);
    for (int is_first = 1; is_first >= 0; is_first--) {
        EVENTUALLY(ra__sleeping_of(atomic_load(&ra__pool.idle[0].count)) == 1);
        atomic_store(&ra__point_hooked, look_amid_a_wake);
        ra_tensor *a = ra_add(x, 1);
        atomic_store(&ra__point_hooked, NULL);
        assert_int_equal(atomic_load(&amid_a_wake), is_first + 1);
        assert_int_equal(atomic_load(&ra__pool.amid_calls), 0);
        OK(ra_wait(a));
        ra_release(a);
    }
    ra_release(x);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_wait_is_not_delayed_by_what_comes_after, NULL, shut_down),
        TEST_AROUND(whoever_runs_what_is_oldest_takes_what_comes_after, NULL, shut_down),
        TEST_AROUND(what_is_seen_too_soon_is_seen_again, NULL, shut_down),
        TEST_AROUND(who_is_kept_in_a_call_is_given_time_to_record, NULL, shut_down),
        TEST_AROUND(who_wakes_a_worker_is_kept_in_a_call, NULL, shut_down),
    };
    (void)clock_inject;
    moments_unused();
    unsetenv("RUNAHEAD_FUSION"); /* each test has its own */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
