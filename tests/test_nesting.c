/*
 * What runs upon a kernel or callback that calls the library and has not ended: only what ends by itself, to any depth, and nothing that
 * is kept from others meanwhile.
 */
#include "helpers/moments.h"

#include <pthread.h>

static const int worker_counts[] = {-1, 1, 2, 64};
enum { COUNTS = sizeof worker_counts / sizeof *worker_counts };

typedef struct waiting_kernel {
    _Atomic(ra_tensor *) of;
    _Atomic int status, begun, polls;
} waiting_kernel;

static void waits_inside(void *context, int64_t grain)
{
    waiting_kernel *k = context;
    (void)grain;
    atomic_store(&k->begun, 1);
    EVENTUALLY(atomic_load(&k->of));
    atomic_store(&k->status, (int)ra_wait(atomic_load(&k->of)));
}

/* A task that finds no memory lets others run before it gives up, but none that waits for it. */
static void nothing_that_waits_runs_upon_a_task_without_memory(void **state)
{
    (void)state;
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .memory_limit = 4 << 20};
    OK(ra_init(&config));
    ra_tensor *full = ra_ones(RA_DIMS(3 << 18)); /* 3 MiB */
    OK(ra_wait(full));
    ra_tensor *more = ra_neg(full); /* there is no room for it */
    waiting_kernel k = {.of = more, .status = -1};
    held h = {.open = true, .inside = waits_inside, .context = &k};
    ra_tensor *t = held_new(&h, 1);
    assert_int_equal(ra_wait(more), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    assert_int_equal(atomic_load(&k.begun), 0);
    OK(ra_wait(t));
    assert_int_equal(atomic_load(&k.status), RA_ERR_TASK_MEMORY);
    ra_release(full), ra_release(more), ra_release(t);
    stop();
}

static void polls_inside(void *context, int64_t grain)
{
    waiting_kernel *k = context;
    (void)grain;
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&k->polls, (int)ra_poll());
}

/* A poll in a kernel runs operators, which end by themselves, and no kernel that may wait for the one below. */
static void a_poll_in_a_kernel_runs_what_ends(void **state)
{
    (void)state;
    start(-1);
    waiting_kernel outer = {.of = NULL}, inner = {.status = -1};
    held h = {.open = true, .inside = polls_inside, .context = &outer}, other = {.open = true, .inside = waits_inside, .context = &inner};
    ra_tensor *t = held_new(&h, 1), *u = held_new(&other, 1), *x = ra_ones(RA_DIMS(5));
    atomic_store(&inner.of, t);
    OK(ra_wait(t));
    assert_int_equal(atomic_load(&outer.polls), 1);
    assert_int_equal(atomic_load(&inner.begun), 0);
    uint64_t before = ra_get_stats().ran_by_waiter;
    assert_true(ra_is_ready(x) && at(x, 4) == 1);
    assert_int_equal(ra_get_stats().ran_by_waiter, before); /* it was that one */
    OK(ra_wait(u)); /* still in the queue */
    assert_int_equal(atomic_load(&inner.status), RA_OK);
    ra_release(t), ra_release(u), ra_release(x);
    stop();
}

static void asks_inside(void *context, int64_t grain)
{
    waiting_kernel *k = context;
    (void)grain;
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&k->polls, ra_is_ready(atomic_load(&k->of)));
}

/* So does who asks there after what comes behind the kernel itself; what else it asks after is run, whatever it is. */
static void a_question_in_a_kernel_runs_what_ends(void **state)
{
    (void)state;
    for (int needed = 0; needed < 2; needed++) {
        start(-1);
        waiting_kernel outer = {.of = NULL}, inner = {.status = -1};
        held h = {.open = true, .inside = asks_inside, .context = &outer}, other = {.open = true, .inside = waits_inside, .context = &inner};
        ra_tensor *t = held_new(&h, 1), *behind = ra_neg(t), *u = held_new(&other, 1), *after = ra_neg(u), *x = ra_ones(RA_DIMS(5));
        atomic_store(&outer.of, needed ? after : behind);
        atomic_store(&inner.of, x);
        OK(ra_wait(t));
        assert_int_equal(atomic_load(&inner.begun), needed);
        assert_int_equal(atomic_load(&outer.polls) > 0, needed);
        uint64_t before = ra_get_stats().ran_by_waiter;
        assert_true(ra_is_ready(x) && at(x, 4) == 1);
        assert_int_equal(ra_get_stats().ran_by_waiter, before); /* it had run */
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&inner.status), RA_OK);
        ra_release(t), ra_release(behind), ra_release(u), ra_release(after), ra_release(x);
        stop();
    }
}

static void polls_in_a_callback(void *context, ra_status status)
{
    waiting_kernel *k = context;
    assert_int_equal(status, RA_OK);
    for (int i = 0; i < 3; i++)
        atomic_fetch_add(&k->polls, (int)ra_poll());
    atomic_store(&k->begun, 1);
}

static void a_poll_in_a_callback_runs_what_ends(void **state)
{
    (void)state;
    start(-1);
    ra_set_callbacks_polled(true);
    waiting_kernel told = {.of = NULL}, inner = {.status = -1};
    held other = {.open = true, .inside = waits_inside, .context = &inner};
    ra_tensor *done = ra_ones(RA_DIMS(1));
    OK(ra_wait(done));
    OK(ra_on_ready(done, polls_in_a_callback, &told));
    ra_tensor *u = held_new(&other, 1), *x = ra_ones(RA_DIMS(5));
    atomic_store(&inner.of, x);
    while (!atomic_load(&told.begun)) { /* the call that runs it goes on to a task of its own */
        (void)ra_poll();
        assert_int_equal(atomic_load(&told.polls), atomic_load(&told.begun));
    }
    OK(ra_wait(u));
    assert_int_equal(atomic_load(&inner.status), RA_OK);
    ra_set_callbacks_polled(false);
    ra_release(done), ra_release(u), ra_release(x);
    stop();
}

typedef struct nest {
    int depth, most;
    _Atomic int wrong;
} nest;

static void nests(void *context, int64_t grain)
{
    nest *n = context;
    (void)grain;
    if (n->depth == n->most)
        return;
    n->depth++;
    held h = {.open = true, .inside = nests, .context = n};
    RA_AUTO ra_tensor *inner = held_new(&h, 1), *twice = ra_add(inner, inner);
    double v = 0;
    if (ra_item_f64(twice, &v) || v != 2000)
        atomic_fetch_add(&n->wrong, 1);
}

static void *nests_in_a_thread(void *arg)
{
    nest *n = arg;
    held h = {.open = true, .inside = nests, .context = n};
    RA_AUTO ra_tensor *t = held_new(&h, 1);
    OK(ra_wait(t));
    return NULL;
}

/* On as much stack as a call of the library needs, whatever kernels run upon kernels there. */
static void kernels_nest_100_deep(void **state)
{
    (void)state;
    for (int w = 0; w < COUNTS; w++) {
        start(worker_counts[w]);
        nest n = {.most = 100};
        pthread_attr_t attributes;
        pthread_t thread;
        assert_int_equal(pthread_attr_init(&attributes), 0);
        if (!HARNESS_SANITIZED)
            assert_int_equal(pthread_attr_setstacksize(&attributes, 96 << 10), 0);
        assert_int_equal(pthread_create(&thread, &attributes, nests_in_a_thread, &n), 0);
        pthread_join(thread, NULL);
        pthread_attr_destroy(&attributes);
        assert_int_equal(n.depth, 100);
        assert_int_equal(atomic_load(&n.wrong), 0);
        stop();
    }
}

static void lets_go(void *context, int64_t grain)
{
    (void)grain;
    let_go(context);
}

static void releases_and_waits(void *context, int64_t grain)
{
    void **what = context;
    (void)grain;
    let_go(what[0]);
    (void)!ra_wait(what[1]);
}

/* It does not wait, but asks. */
static void releases_and_asks(void *context, int64_t grain)
{
    void **what = context;
    (void)grain;
    let_go(what[0]);
    EVENTUALLY(ra_is_ready(what[1]));
}

/* With so much of the stack in use that the wait goes on upon another. */
static void releases_and_waits_deep_down(void *context, int64_t grain)
{
    volatile char much[64 << 10];
    much[0] = 1;
    releases_and_waits(context, grain);
    much[sizeof much - 1] = much[0]; /* it is in use until here */
}

static pthread_t waiter;
static _Atomic int looks; /* of the waiter, for what it needs */

static void count_looks(enum ra__point point)
{
    if (point == RA__POINT_WAIT && pthread_equal(pthread_self(), waiter))
        atomic_fetch_add(&looks, 1);
}

static void stays_until_looked_at(void *context, int64_t grain)
{
    (void)context, (void)grain;
    EVENTUALLY(atomic_load(&looks) > 1);
}

/*
 * A waiter that has made two things ready does the first and keeps the second; where the first waits for long, others get it. To
 * bring it about: the waiter has marked all that it needs while `start_of_it` ran elsewhere, in a wait, from where x goes to a queue;
 * and nobody else asks for any of it, which would mark it as his, or could run x: where a worker in the background gets no processor an
 * ordinary thread serves for those who wait, so these are of the ordinary class.
 */
static void keeps_while_it_waits(void (*releases)(void *context, int64_t grain))
{
    ra_config config = {.size = sizeof config, .workers = 3, .no_inline = true, .priority = RA_PRIORITY_NORMAL};
    OK(ra_init(&config));
    waiter = pthread_self();
    atomic_store(&looks, 0);
    atomic_store(&ra__point_hooked, count_looks);
    held blocked = {0}, aside = {0}, opens = {.open = true}, begins = {.open = true, .inside = stays_until_looked_at};
    ra_tensor *q = held_new(&blocked, 1), *a = held_new(&aside, 1);
    EVENTUALLY(atomic_load(&blocked.running) && atomic_load(&aside.running));
    waiting_kernel k = {.of = NULL};
    held elsewhere = {.inside = waits_inside, .context = &k};
    ra_tensor *e = held_new(&elsewhere, 1);
    EVENTUALLY(atomic_load(&k.begun)); /* no worker has anything else to do */
    ra_tensor *start_of_it = held_new(&begins, 1), *x = held_after(&opens, 1, (const ra_tensor *[]){start_of_it, NULL});
    atomic_store(&k.of, start_of_it);
    EVENTUALLY(atomic_load(&begins.running));
    held first = {.open = true, .inside = releases, .context = (void *[]){&aside, q}};
    held second = {.open = true, .inside = lets_go, .context = &blocked, .cost_ns = 100}; /* so little is kept */
    ra_tensor *s1 = held_after(&first, 1, (const ra_tensor *[]){x, NULL}), *s2 = held_after(&second, 1, (const ra_tensor *[]){x, NULL}), *both = ra_add(s1, s2);
    OK(ra_wait(both)); /* it runs x, then s1, which waits until somebody has run s2 */
    let_go(&elsewhere);
    assert_true(at(both, 0) == 2000);
    ra_release(q), ra_release(a), ra_release(e), ra_release(start_of_it), ra_release(x), ra_release(s1), ra_release(s2), ra_release(both);
    stop();
}

static void what_a_waiter_keeps_is_not_held_up(void **state)
{
    (void)state;
    keeps_while_it_waits(releases_and_waits);
}

static void nor_where_that_asks(void **state)
{
    (void)state;
    keeps_while_it_waits(releases_and_asks);
}

static void nor_by_a_wait_upon_another_stack(void **state)
{
    (void)state;
    keeps_while_it_waits(releases_and_waits_deep_down);
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(nothing_that_waits_runs_upon_a_task_without_memory),
        T(a_poll_in_a_kernel_runs_what_ends),
        T(a_question_in_a_kernel_runs_what_ends),
        T(a_poll_in_a_callback_runs_what_ends),
        T(kernels_nest_100_deep),
        T(what_a_waiter_keeps_is_not_held_up),
        T(nor_where_that_asks),
        T(nor_by_a_wait_upon_another_stack),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
