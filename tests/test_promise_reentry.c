/*
 * Promise 7, first half: the API may be called from kernels, callbacks and any thread; whoever waits helps to run what it
 * waits for; zero workers is a legal pool. (Second half: test_fork.c.)
 */
#include "helpers/moments.h"

#include <pthread.h>

/* ---- from kernels ---- */

typedef struct nest {
    _Atomic int reached; /* kernels that have waited for another within */
    _Atomic int wrong;
} nest;

static nest nested;

/* Each grain of a kernel makes work of several grains and waits for it, down to a depth. */
static void waits_within(void *context, int64_t grain)
{
    int depth = (int)(intptr_t)context;
    (void)grain;
    if (depth == 0)
        return;
    held h = {.open = true, .inside = waits_within, .context = (void *)(intptr_t)(depth - 1)};
    ra_tensor *inner = held_new(&h, 4), *sum = ra_sum(inner, RA_ALL);
    double v = 0;
    if (ra_item_f64(sum, &v) || v != 4006)
        atomic_fetch_add(&nested.wrong, 1);
    ra_release(inner), ra_release(sum);
    atomic_fetch_add(&nested.reached, 1);
}

static void kernels_wait_for_kernels(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 3; workers++) {
        if (workers == 0)
            continue;
        start(workers);
        atomic_store(&nested.reached, 0);
        atomic_store(&nested.wrong, 0);
        held h = {.open = true, .inside = waits_within, .context = (void *)(intptr_t)3};
        ra_tensor *t = held_new(&h, 8);
        OK(ra_wait(t));
        assert_int_equal(atomic_load(&nested.wrong), 0);
        assert_int_equal(atomic_load(&nested.reached), 8 + 32 + 128);
        assert_true(at(t, 7) == 1007);
        ra_release(t);
        stop();
    }
}

/* As many waits inside one another as one worker and one waiter can be brought to. */
static void waits_nest_deeply(void **state)
{
    (void)state;
    start(1);
    atomic_store(&nested.reached, 0);
    held h = {.open = true, .inside = waits_within, .context = (void *)(intptr_t)5};
    ra_tensor *t = held_new(&h, 1);
    OK(ra_wait(t));
    assert_int_equal(atomic_load(&nested.reached), 1 + 4 + 16 + 64 + 256);
    ra_release(t);
    stop();
}

static void refused_within(void *context, int64_t grain)
{
    ra_status *s = context;
    (void)grain;
    ra_clear_error();
    s[0] = ra_wait_all();
    s[1] = ra_shutdown();
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2)), *y = ra_ones(RA_DIMS(3)), *z = ra_add(x, y);
    s[2] = ra_last_status();
    s[3] = z ? RA_OK : RA_ERR_REFUSED;
}

/* What would wait for the kernel itself is refused; and nothing that a kernel does shows in the thread that ran it. */
static void a_kernel_is_a_guest(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers += 2) {
        start(workers);
        ra_status s[4] = {0};
        held h = {.open = true, .inside = refused_within, .context = s};
        ra_scope_begin();
        ra_tensor *t = held_new(&h, 1);
        OK(ra_wait(t));
        assert_int_equal(s[0], RA_ERR_STATE);
        assert_int_equal(s[1], RA_ERR_STATE);
        assert_int_not_equal(s[2], RA_OK);
        assert_int_equal(s[3], RA_ERR_REFUSED);
        assert_int_equal(ra_last_status(), RA_OK);
        OK(ra_scope_end());
        OK(ra_wait_all()); /* the mark of a kernel has gone again */
        stop();
    }
}

/* ---- from callbacks ---- */

typedef struct chain {
    _Atomic int steps;
    int until;
    _Atomic int wrong;
} chain;

static void goes_on(void *context, ra_status status)
{
    chain *c = context;
    int n = atomic_fetch_add(&c->steps, 1) + 1;
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(50), RA_F(n)), *sum = ra_sum(x, RA_ALL);
    double v = 0;
    if (status || ra_item_f64(sum, &v) || v != 50.0 * n)
        atomic_fetch_add(&c->wrong, 1);
    RA_AUTO ra_tensor *next = ra_add(sum, 1);
    if (n < c->until && ra_on_ready(next, goes_on, c))
        atomic_fetch_add(&c->wrong, 1);
}

static void callbacks_record_and_wait(void **state)
{
    (void)state;
    start(1);
    chain c = {.until = 100};
    ra_tensor *x = ra_ones(RA_DIMS(1));
    OK(ra_on_ready(x, goes_on, &c));
    EVENTUALLY(atomic_load(&c.steps) == c.until);
    assert_int_equal(atomic_load(&c.wrong), 0);
    ra_release(x);
    stop();
}

/* A shutdown ends what callbacks record while it is under way. */
static void callbacks_record_during_shutdown(void **state)
{
    (void)state;
    for (int polled = 0; polled < 2; polled++) {
        start(1);
        ra_set_callbacks_polled(polled);
        chain c = {.until = 100};
        held h = {0};
        ra_tensor *x = held_new(&h, 1);
        OK(ra_on_ready(x, goes_on, &c));
        ra_release(x);
        assert_int_equal(atomic_load(&c.steps), 0);
        let_go(&h);
        stop();
        assert_int_equal(atomic_load(&c.steps), c.until);
        assert_int_equal(atomic_load(&c.wrong), 0);
        ra_set_callbacks_polled(false);
    }
}

/* ---- zero workers ---- */

static void nobody_but_the_program(void **state)
{
    (void)state;
    start(-1);
    ra_info info;
    OK(ra_get_info(&info));
    assert_int_equal(info.workers, 0);
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(10)), *b = ra_add(a, 1), *c = ra_mul(b, b);
    int looks = 0;
    while (!ra_is_ready(c))
        assert_in_range(++looks, 1, 20); /* each look runs one task at least */
    assert_true(looks > 0);
    RA_AUTO ra_tensor *d = ra_ones(RA_DIMS(20)), *e = ra_neg(d);
    assert_int_equal(ra_poll(), 1); /* and each poll one */
    assert_int_equal(ra_poll(), 1);
    assert_int_equal(ra_poll(), 0);
    assert_true(ra_is_ready(e));
    assert_true(at(c, 9) == 4 && at(e, 19) == -1);
    OK(ra_wait_all());
    assert_int_equal(ra_poll(), 0);
    assert_int_equal(ra_get_stats().ran_by_worker, 0);
    assert_true(ra_get_stats().ran_by_waiter >= 5);
    ra_release(a), ra_release(b), ra_release(c), ra_release(d), ra_release(e);
    a = b = c = d = e = NULL;
    stop();
}

/* A waiter runs what it needs, and not what it does not. */
static void a_waiter_runs_what_it_needs(void **state)
{
    (void)state;
    start(-1);
    held h = {.open = true};
    RA_AUTO ra_tensor *apart = held_new(&h, 4), *a = ra_ones(RA_DIMS(10)), *b = ra_add(a, 1);
    OK(ra_wait(b));
    assert_int_equal(atomic_load(&h.running), 0);
    assert_int_equal(ra_get_stats().ran_by_waiter, 2);
    OK(ra_wait(apart));
    assert_int_equal(atomic_load(&h.done), 4);
    ra_release(apart), ra_release(a), ra_release(b);
    apart = a = b = NULL;
    stop();
}

/* ---- any thread ---- */

static void *waits_too(void *arg)
{
    ra_tensor *t = arg;
    double v = 0;
    RA_AUTO ra_tensor *sum = ra_sum(t, RA_ALL);
    return ra_item_f64(sum, &v) || v != 64 * 1000 + 63 * 32 ? (void *)1 : NULL;
}

/* Many threads wait for one tensor, with nobody but themselves to compute it. */
static void all_waiters_help(void **state)
{
    (void)state;
    enum { THREADS = 6 };
    start(-1);
    held h = {.open = true};
    RA_AUTO ra_tensor *t = held_new(&h, 64);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, waits_too, t), 0);
    for (int i = 0; i < THREADS; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        assert_null(wrong);
    }
    assert_int_equal(atomic_load(&h.done), 64); /* each grain once */
    ra_release(t);
    t = NULL;
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(kernels_wait_for_kernels), T(waits_nest_deeply), T(a_kernel_is_a_guest), T(callbacks_record_and_wait),
                                       T(callbacks_record_during_shutdown), T(nobody_but_the_program), T(a_waiter_runs_what_it_needs), T(all_waiters_help)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
