/*
 * Waiting and what goes with it: limits, cancelling, the access that waits, scopes, thread state, borrowed buffers, shutdown
 * with live handles, trace and report.
 */
#include "helpers/moments.h"

#include "async/pool/pool.h"

#include <pthread.h>
#include <time.h>

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* ---- limits ---- */

static void a_wait_ends_in_time(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *next = ra_add(t, 1);
    EVENTUALLY(atomic_load(&h.running));
    assert_int_equal(ra_wait_for(t, 0), RA_ERR_TIMEOUT);
    int64_t begin = now_ns();
    assert_int_equal(ra_wait_for(next, 30000000), RA_ERR_TIMEOUT);
    assert_true(now_ns() - begin >= 30000000);
    ra_clear_error();
    assert_false(ra_is_ready(next));
    let_go(&h);
    OK(ra_wait_for(next, -1));
    assert_true(at(next, 0) == 1001);
    OK(ra_wait_for(next, 0));
    assert_in_range(ra_get_stats().waits, 1, 3); /* what was ready at once is no wait, and all but the one whose time ran out may have been */
    ra_release(t), ra_release(next);
    t = next = NULL;
    stop();
}

/* All that rests on time follows the clock that is injected, so a run is the same however fast the machine is. */
static void time_is_what_the_clock_says(void **state)
{
    (void)state;
    enum { HOUR_S = 3600 };
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    clock_inject(INT64_C(1000000000) * HOUR_S); /* an hour at every look */
    assert_int_equal(ra_wait_for(t, INT64_C(1000000000) * HOUR_S * 5), RA_ERR_TIMEOUT); /* or the test runs out of time */
    ra_clear_error();
    let_go(&h);
    OK(ra_wait(t));
    ra_release(t);
    t = NULL;
    stop();
}

/* Whether an operator runs in the call is decided by what the clock said it took. */
static void inline_execution_follows_the_clock(void **state)
{
    (void)state;
    uint64_t ran_inline[2];
    for (int slow = 0; slow < 2; slow++) {
        ra_config config = {.size = sizeof config, .workers = 1, .relief_percent = -1};
        OK(ra_init(&config));
        clock_inject(slow ? 1000000 : 0); /* 1 ms from one look to the next, or no time at all */
        RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(4, 4));
        for (int i = 0; i < 64; i++) /* learnt first */
            ra_release(ra_add(x, x));
        OK(ra_wait_all());
        ra_reset_stats();
        for (int i = 0; i < 64; i++)
            ra_release(ra_add(x, x));
        ran_inline[slow] = ra_get_stats().ran_inline;
        ra_release(x);
        x = NULL;
        OK(ra_wait_all());
        stop();
        atomic_store(&ra__os_clock_hooked, NULL);
    }
    assert_int_equal(ran_inline[0], 64);
    assert_in_range(ran_inline[1], 0, 8); /* one now and then is let run, to learn whether it is still so */
}

/* What a scope's end gives must not depend on who was faster, so a wait that may run out of time tells it nothing. */
static void a_wait_with_a_limit_tells_its_scope_nothing(void **state)
{
    (void)state;
    for (int limited = 0; limited < 2; limited++) {
        start(1);
        ra_scope_begin();
        ra_tensor *zero = ra_full(RA_DIMS(1), RA_I(0)), *bad = ra_remainder(zero, zero);
        assert_int_equal(limited ? ra_wait_for(bad, INT64_C(10000000000)) : ra_wait(bad), RA_ERR_DIVIDE);
        assert_int_equal(ra_last_status(), RA_ERR_DIVIDE);
        assert_int_equal(ra_scope_end(), limited ? RA_OK : RA_ERR_DIVIDE);
        ra_clear_error();
        stop();
    }
}

/* A waiter with a limit does not begin what will take longer. */
static void a_wait_with_a_limit_runs_nothing_long(void **state)
{
    (void)state;
    start(-1);
    held h = {.open = true};
    RA_AUTO ra_tensor *t = held_new(&h, 100); /* says it takes 10 ms */
    assert_int_equal(ra_wait_for(t, 2000000), RA_ERR_TIMEOUT);
    assert_int_equal(atomic_load(&h.running), 0);
    ra_clear_error();
    OK(ra_wait_for(t, INT64_C(10000000000)));
    assert_int_equal(atomic_load(&h.done), 100);
    ra_release(t);
    t = NULL;
    stop();
}

static uint64_t slept_before;
static _Atomic bool stolen;

/* The worker's grains go on once one has been stolen, and that one lasts until the worker has gone to sleep. */
static void waiter_ends_it(void *context, int64_t grain)
{
    (void)context;
    (void)grain;
    if (!ra__is_worker()) {
        atomic_store(&stolen, true);
        EVENTUALLY(ra_get_stats().sleeps > slept_before);
    } else
        EVENTUALLY(atomic_load(&stolen));
}

/* A waiter that steals the last part of a task and so ends it has several successors to run: it forgets none of them. */
static void a_thief_that_waits_runs_all_successors(void **state)
{
    (void)state;
    start(1);
    held h = {.open = true, .inside = waiter_ends_it};
    ra_tensor *t = held_new(&h, 4), *a = ra_add(t, 1), *b = ra_mul(t, 2), *c = ra_neg(t), *ab = ra_add(a, b), *abc = ra_add(ab, c);
    EVENTUALLY(atomic_load(&h.running));
    slept_before = ra_get_stats().sleeps;
    OK(ra_wait(abc));
    assert_true(at(abc, 0) == 1001 + 2000 - 1000);
    assert_true(atomic_load(&stolen));
    ra_release(t), ra_release(a), ra_release(b), ra_release(c), ra_release(ab), ra_release(abc);
    stop(); /* does not end while a task is held by somebody */
}

/* ---- cancelling ---- */

static void cancelling_stops_what_hangs_on_it(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *running = held_new(&h, 1), *pending = ra_add(running, 1), *hangs = ra_mul(pending, 2), *apart = ra_add(running, 3);
    EVENTUALLY(atomic_load(&h.running));
    OK(ra_cancel(pending));
    OK(ra_cancel(pending));
    let_go(&h);
    assert_int_equal(ra_wait(hangs), RA_ERR_CANCELLED);
    assert_int_equal(ra_wait(pending), RA_ERR_CANCELLED);
    assert_true(at(running, 0) == 1000 && at(apart, 0) == 1003);
    ra_clear_error();
    OK(ra_cancel(apart)); /* too late, and no harm */
    assert_true(at(apart, 0) == 1003);
    OK(ra_fill_(pending, 2.0));
    assert_true(at(pending, 0) == 2);
    ra_release(running), ra_release(pending), ra_release(hangs), ra_release(apart);
    running = pending = hangs = apart = NULL;
    stop();
}

/* More writers than the storage keeps entries for: those behind a join are cancelled as well, others on it are not. */
static void cancelling_reaches_behind_joins(void **state)
{
    (void)state;
    enum { MANY = 200 };
    start(1);
    held h = {0};
    ra_tensor *parts[MANY], *value = held_new(&h, 1), *x = ra_zeros(RA_DIMS(MANY));
    OK(ra_wait(x));
    for (int i = 0; i < MANY; i++) {
        parts[i] = ra_narrow(x, 0, i, 1);
        OK(ra_copy_(parts[i], value));
    }
    OK(ra_cancel(parts[3]));
    OK(ra_cancel(parts[MANY - 1]));
    let_go(&h);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(ra_wait(parts[i]), i == 3 || i == MANY - 1 ? RA_ERR_CANCELLED : RA_OK);
        ra_clear_error();
    }
    for (int i = 0; i < MANY; i++)
        ra_release(parts[i]);
    ra_release(value), ra_release(x);
    stop();
}

/* ---- the access that waits ---- */

static void *lets_go_later(void *h)
{
    usleep(20000);
    let_go(h);
    return NULL;
}

static void data_mut_waits_for_readers(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    ra_tensor *x = ra_full(RA_DIMS(4), RA_F(1)), *slow = held_new(&h, 4);
    OK(ra_wait(x));
    ra_tensor *reader = ra_add(x, slow); /* pending, and reads x */
    ra_status s;
    const float *p = ra_data(x, &s); /* a reader waits for no reader */
    assert_non_null(p);
    assert_false(ra_is_ready(reader));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, lets_go_later, &h), 0);
    float *mine = ra_data_mut(x, &s);
    OK(s);
    assert_true(atomic_load(&h.done) == 4);
    assert_true(ra_is_ready(reader));
    pthread_join(thread, NULL);
    mine[0] = 50;
    assert_true(at(reader, 0) == 1001 && at(x, 0) == 50);
    ra_release(x), ra_release(slow), ra_release(reader);
    stop();
}

static void memory_that_nobody_wrote(void **state)
{
    (void)state;
    start(1);
    ra_status s;
    RA_AUTO ra_tensor *x = ra_empty(RA_DIMS(3, 100)), *row = ra_select(x, 0, 2), *nothing = ra_empty(RA_DIMS(0));
    float *p = ra_data_mut(row, &s);
    OK(s);
    for (int i = 0; i < 100; i++)
        p[i] = 7;
    RA_AUTO ra_tensor *sum = ra_sum(row, RA_ALL);
    assert_true(item(sum) == 700);
    (void)ra_data(nothing, &s);
    OK(s);
    /* Its first writer failed: there is still memory to look at. */
    RA_AUTO ra_tensor *y = ra_empty(RA_DIMS(2)), *left = ra_narrow(y, 0, 0, 1), *right = ra_narrow(y, 0, 1, 1);
    held h = {0};
    RA_AUTO ra_tensor *bad = held_new(&h, 1);
    OK(ra_copy_(left, bad));
    OK(ra_cancel(left));
    let_go(&h);
    assert_int_equal(ra_wait(left), RA_ERR_CANCELLED);
    ra_clear_error();
    assert_non_null(ra_data(right, &s));
    OK(s);
    ra_release(x), ra_release(row), ra_release(nothing), ra_release(sum), ra_release(y), ra_release(left), ra_release(right), ra_release(bad);
    x = row = nothing = sum = y = left = right = bad = NULL;
    stop();
}

static _Atomic int given_back;

static void gives_back(void *context)
{
    memset(context, 0xff, 16);
    atomic_fetch_add(&given_back, 1);
}

static void borrowed_buffers_outlast_their_tasks(void **state)
{
    (void)state;
    static float buffer[4];
    start(2);
    for (int i = 0; i < 4; i++)
        buffer[i] = (float)i;
    atomic_store(&given_back, 0);
    held h = {0};
    ra_tensor *slow = held_new(&h, 4), *x = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .release = gives_back, .context = buffer));
    ra_tensor *view = ra_narrow(x, 0, 1, 2), *sum = NULL, *two = ra_narrow(slow, 0, 0, 2);
    sum = ra_add(view, two);
    ra_release(two);
    ra_release(x);
    ra_release(view);
    ra_tensor *elsewhere = ra_ones(RA_DIMS(2));
    OK(ra_wait(elsewhere)); /* by this thread, where both workers have a grain each */
    assert_int_equal(atomic_load(&given_back), 0);
    let_go(&h);
    assert_true(at(sum, 0) == 1001 && at(sum, 1) == 1003);
    EVENTUALLY(atomic_load(&given_back));
    ra_tensor *constant = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .readonly = true));
    ra_status s;
    assert_int_equal(ra_add_(constant, 1), RA_ERR_READONLY);
    assert_null(ra_data_mut(constant, &s));
    assert_int_equal(s, RA_ERR_READONLY);
    ra_release(constant), ra_release(slow), ra_release(sum), ra_release(elsewhere);
    ra_clear_error();
    ra_wait_all();
    OK(ra_shutdown());
    assert_int_equal(atomic_load(&given_back), 1);
}

/* ---- scopes and thread state ---- */

static void scopes_own_what_they_saw(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *outer = ra_ones(RA_DIMS(4));
    ra_scope_begin();
    ra_tensor *kept = ra_keep(ra_add(outer, 1)), *early = ra_add(kept, 1);
    for (int i = 0; i < 20; i++)
        (void)ra_relu(ra_mul(early, 2));
    ra_release(early);
    ra_thread_state *saved = ra_thread_state_save();
    assert_non_null(saved);
    ra_set_execution(RA_SYNC);
    OK(ra_set_default_dtype(RA_FLOAT64));
    assert_int_equal(ra_get_execution(), RA_SYNC);
    ra_thread_state_restore(saved);
    assert_int_equal(ra_get_execution(), RA_RUN_AHEAD);
    assert_int_equal(ra_get_default_dtype(), RA_FLOAT32);
    OK(ra_scope_end());
    ra_tensor *still = ra_add(outer, 5);
    assert_true(at(still, 0) == 6);
    OK(ra_scope_end());
    assert_true(at(kept, 3) == 2);
    assert_int_equal(ra_scope_end(), RA_ERR_STATE);
    ra_clear_error();
    ra_release(kept);
    stop();
}

/* ---- life after shutdown ---- */

static void handles_outlive_the_engine(void **state)
{
    (void)state;
    ra_tensor *x = NULL, *y = NULL, *view = NULL;
    for (int round = 0; round < 5; round++) {
        start(round % 2 ? -1 : 2);
        if (!x) {
            x = ra_full(RA_DIMS(100), RA_F(1));
            view = ra_narrow(x, 0, 10, 20);
        }
        for (int i = 0; i < 100; i++) /* hazards of x name records of this life */
            OK(ra_add_(view, 1));
        ra_release(y);
        y = ra_add(x, 1);
        OK(ra_shutdown());
        ra_status s;
        const float *p = ra_data_f32(y, &s); /* nothing runs now */
        OK(s);
        assert_true(p[0] == 2 && p[10] == (float)(2 + 100 * (round + 1)));
    }
    ra_release(x), ra_release(y), ra_release(view);
    start(1);
    stop();
}

static void extents_become_known(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 4), *mask = ra_gt(t, 1001), *found = ra_nonzero(mask), *again = ra_ref(found);
    assert_true(ra_has_pending_extent(found) && ra_has_pending_extent(again));
    assert_int_equal(ra_size_bound(again, 0), 4);
    let_go(&h);
    assert_int_equal(ra_size(found, 0), 2);
    RA_AUTO ra_tensor *third = ra_ref(found);
    assert_int_equal(ra_numel(again), 2);
    assert_int_equal(ra_numel(third), 2);
    assert_false(ra_has_pending_extent(third));
    ra_release(t), ra_release(mask), ra_release(found), ra_release(again), ra_release(third);
    t = mask = found = again = third = NULL;
    stop();
}

/* ---- seeing it ---- */

/* Braces, brackets and quotes nest; text outside strings is what JSON has. */
static bool is_json(const char *p)
{
    char open[64];
    int depth = 0;
    for (; *p; p++) {
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                if (*p == '\\' && !*++p)
                    return false;
                else if ((unsigned char)*p < 32)
                    return false;
            if (!*p)
                return false;
        } else if (*p == '{' || *p == '[') {
            if (depth == 64)
                return false;
            open[depth++] = *p == '{' ? '}' : ']';
        } else if (*p == '}' || *p == ']') {
            if (!depth || open[--depth] != *p)
                return false;
        } else if (!strchr(" \n\t,:-+.0123456789eEtruefalsn", *p))
            return false;
    }
    return depth == 0;
}

static void a_trace_shows_kernels_and_waits(void **state)
{
    (void)state;
    char path[] = "/tmp/runahead-trace-XXXXXX";
    close(mkstemp(path));
    start(1);
    OK(ra_trace_start(path));
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *x = ra_add(t, 1), *y = ra_mul(x, 3);
    EVENTUALLY(atomic_load(&h.running)); /* by the worker, not by the thread that waits */
    assert_int_equal(ra_wait_for(y, 1000000), RA_ERR_TIMEOUT);
    ra_clear_error();
    let_go(&h);
    OK(ra_wait(y));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    static char text[1 << 16];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    unlink(path);
    assert_true(text[0] == '[');
    assert_true(is_json(text));
    if (!strstr(text, "\"cat\":\"kernel\",\"name\":\"fused add mul\"")) { /* RUNAHEAD_FUSION=always: even one element is fused */
        assert_non_null(strstr(text, "\"cat\":\"kernel\",\"name\":\"add\""));
        assert_non_null(strstr(text, "\"cat\":\"kernel\",\"name\":\"mul\""));
    }
    assert_non_null(strstr(text, "wait: wait"));
    assert_non_null(strstr(text, "record mul"));
    assert_non_null(strstr(text, "ra-0"));
    assert_false(is_json("[{\"a\":1]") || is_json("[\"a]"));
    ra_release(t), ra_release(x), ra_release(y);
    t = x = y = NULL;
    stop();
}

/* Without ra_set_site the report names the function that called; it can only see exported ones, so the address serves. */
__attribute__((noinline)) static void waits_here(const ra_tensor *t)
{
    assert_int_equal(ra_wait_for(t, 2000000), RA_ERR_TIMEOUT);
}

static void the_report_names_places(void **state)
{
    (void)state;
    char text[16384];
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    ra_set_site("control.c", 314);
    assert_int_equal(ra_wait_for(t, 2000000), RA_ERR_TIMEOUT);
    ra_set_site(NULL, 0);
    size_t n = ra_report(text, sizeof text);
    assert_in_range(n, 100, sizeof text - 1);
    assert_non_null(strstr(text, "control.c:314"));
    size_t lines = 0, after = 0;
    for (const char *p = text; *p; p++)
        lines += *p == '\n';
    waits_here(t);
    ra_clear_error();
    ra_report(text, sizeof text);
    for (const char *p = text; *p; p++)
        after += *p == '\n';
    assert_int_equal(after, lines + 2); /* a place of its own, and what to do about it */
    assert_null(strstr(text, "(unknown)"));
    let_go(&h);
    ra_release(t);
    t = NULL;
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(a_wait_ends_in_time), T(time_is_what_the_clock_says), T(inline_execution_follows_the_clock), T(a_wait_with_a_limit_tells_its_scope_nothing), T(a_wait_with_a_limit_runs_nothing_long), T(a_thief_that_waits_runs_all_successors),
                                       T(cancelling_stops_what_hangs_on_it), T(cancelling_reaches_behind_joins), T(data_mut_waits_for_readers), T(memory_that_nobody_wrote),
                                       T(borrowed_buffers_outlast_their_tasks), T(scopes_own_what_they_saw), T(handles_outlive_the_engine),
                                       T(extents_become_known), T(a_trace_shows_kernels_and_waits), T(the_report_names_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
