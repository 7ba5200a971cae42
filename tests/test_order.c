/*
 * Order and lifetime of tasks: what a record says of a group or a wait that is over counts no more, a cancel is not lost, and
 * what is dropped, cancelled or waited for may be any number of tasks deep.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/front/tensor.h"

#include <pthread.h>

enum { WIDE = 4096 }; /* elements that are worth fusing */

static int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

static void start_fused(int workers, ra_fusion fusion)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .fusion = fusion, .priority = RA_PRIORITY_NORMAL};
    OK(ra_init(&config));
    ra_reset_stats();
}

/* ---- a held kernel of one grain and WIDE elements, each of them 7 ---- */

static ra_status held_wide_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    held *h = r->plan->state;
    (void)phase, (void)first, (void)last;
    atomic_fetch_add(&h->running, 1);
    if (!h->open)
        EVENTUALLY(atomic_load(&h->released));
    for (int i = 0; i < WIDE; i++)
        ((float *)(void *)r->data[0])[i] = 7;
    atomic_fetch_add(&h->done, 1);
    return RA_OK;
}

static const ra_kernel held_wide_kernel = {.name = "held", .run = held_wide_run};

static ra_tensor *held_wide(held *h, const ra_tensor *after)
{
    ra__external e = {.name = "held", .kernel = &held_wide_kernel, .grains = 1, .cost_ns = 1e5, .state = h};
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = 1, .sizes = {WIDE}, .strides = {1}};
    e.inputs = (const ra_tensor *[]){after};
    e.input_count = after != NULL;
    ra_tensor *t = ra__external_record(&e, NULL);
    assert_non_null(t);
    return t;
}

/* ---- groups ---- */

/* With the records of what has ended taken back. */
static int64_t in_flight(void)
{
    ra__graph_collect_all();
    return ra__graph_in_flight().tasks;
}

/*
 * The first worker runs the group {head, x, p}, and sits in `late` while a group is made whose leader gets the record of
 * `head`. What waits for p and for `last`, which has not begun, must not take p for a member of that group.
 */
static void a_leader_counts_only_while_its_group_runs(void **state)
{
    (void)state;
    start_fused(2, RA_FUSION_ON);
    held first = {0}, second = {0}, before = {0}, late = {0}, last = {.open = true};
    ra_tensor *low = ra_full(RA_DIMS(WIDE), RA_F(-20)), *high = ra_full(RA_DIMS(WIDE), RA_F(3)), *small = ra_full(RA_DIMS(8), RA_F(1));
    EVENTUALLY(in_flight() == 0);
    ra_tensor *one = held_wide(&first, NULL);
    EVENTUALLY(atomic_load(&first.running));
    ra_tensor *two = held_wide(&second, NULL);
    EVENTUALLY(atomic_load(&second.running));
    ra_tensor *head = ra_neg(low), *x = ra_neg(head), *p = ra_neg(x);
    ra_tensor *w = held_wide(&before, NULL), *n = held_wide(&late, w), *m = ra_neg(w), *q = held_wide(&last, n);
    ra_tensor *t = ra_clamp(p, m, q);
    let_go(&first);
    EVENTUALLY(atomic_load(&before.running));
    assert_true(ra_is_ready(p));
    let_go(&before);
    EVENTUALLY(atomic_load(&late.running));
    EVENTUALLY(in_flight() == 5); /* two, n, m, q and t: the records of the others are the next */
    ra_tensor *other = ra_neg(small), *again = ra_neg(high), *sum = ra_add(again, m);
    let_go(&second);
    EVENTUALLY(ra_is_ready(sum));
    assert_int_equal(atomic_load(&last.done), 0);
    assert_false(ra_is_ready(t));
    let_go(&late);
    assert_true(at(t, 0) == 7);
    RELEASE(low, high, small, one, two, head, x, p, w, n, m, q, t, other, again, sum);
    stop();
}

/* ---- cancelling ---- */

/* Fusion has claimed what is cancelled, and has not decided yet whether it joins: it would, or reads rows that the group writes. */
static void a_cancel_meets_what_fusion_looks_at(void **state)
{
    (void)state;
    for (int below = 0; below < 2; below++) {
        start_fused(1, RA_FUSION_ALWAYS);
        held h = {0};
        ra_tensor *all = ra_zeros(RA_DIMS(65, 64)), *upper = ra_narrow(all, 0, 0, 64), *lower = ra_narrow(all, 0, 1, 64);
        OK(ra_wait_all());
        ra_tensor *flat = held_wide(&h, NULL), *square = ra_reshape(flat, RA_DIMS(64, 64));
        EVENTUALLY(atomic_load(&h.running));
        OK(ra_sub_(upper, square));
        ra_tensor *next = ra_neg(below ? lower : upper), *last = ra_neg(next);
        gate_close(RA__POINT_FUSE);
        let_go(&h);
        EVENTUALLY(atomic_load(&gate_arrived));
        OK(ra_cancel(next));
        gate_release();
        assert_int_equal(ra_wait(last), RA_ERR_CANCELLED);
        assert_int_equal(ra_wait(next), RA_ERR_CANCELLED);
        ra_clear_error();
        OK(ra_wait(upper));
        RELEASE(all, upper, lower, flat, square, next, last);
        stop();
    }
}

static void *cancels(void *t)
{
    OK(ra_cancel(t));
    return NULL;
}

/* What a cancel looks through for the tasks behind it ends, and is retired, before the cancel has a hold of it: once, not again. */
static void a_cancel_meets_a_join_that_ends(void **state)
{
    enum { PARTS = 100 };
    (void)state;
    start_fused(1, RA_FUSION_OFF);
    held h = {0};
    ra_tensor *x = ra_zeros(RA_DIMS(PARTS)), *one = ra_narrow(x, 0, PARTS / 2, 1);
    OK(ra_wait_all());
    ra_tensor *before = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    for (int i = 0; i < PARTS; i++) {
        ra_tensor *part = ra_narrow(x, 0, i, 1);
        OK(ra_copy_(part, before));
        ra_release(part);
    }
    ra_task *join = NULL;
    for (int i = 0; i < x->storage->hazards.count; i++)
        if (x->storage->hazards.entries[i].task->kind == RA__TASK_JOIN)
            join = x->storage->hazards.entries[i].task;
    assert_non_null(join);
    pthread_t thread;
    gate_close(RA__POINT_CANCEL);
    assert_int_equal(pthread_create(&thread, NULL, cancels, one), 0);
    EVENTUALLY(atomic_load(&gate_arrived));
    let_go(&h);
    EVENTUALLY(atomic_load(&join->holds) == 0);
    gate_release();
    pthread_join(thread, NULL);
    for (ra_task *t = atomic_load(&join->link); t; t = atomic_load(&t->link))
        assert_ptr_not_equal(t, join); /* it is in the list of retired records once */
    OK(ra_wait_all());
    assert_true(item(one) == item(before));
    RELEASE(x, one, before);
    stop();
}

/* ---- long chains on a small stack: no step of dropping and cancelling calls the next ---- */

enum { LINKS = 20000, SMALL_STACK = (HARNESS_SANITIZED ? 256 : 64) << 10 };

static void on_a_small_stack(void *(*body)(void *none))
{
    pthread_attr_t attributes;
    pthread_t thread;
    const size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN); /* 128 KiB on aarch64 */
    OK(pthread_attr_init(&attributes));
    OK(pthread_attr_setstacksize(&attributes, SMALL_STACK > least ? SMALL_STACK : least));
    OK(pthread_create(&thread, &attributes, body, NULL));
    OK(pthread_join(thread, NULL));
    OK(pthread_attr_destroy(&attributes));
}

static void start_unpaced(void)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 20};
    OK(ra_init(&config));
    ra_reset_stats();
}

static void *releases_a_chain(void *none)
{
    ra_tensor *x = ra_ones(RA_DIMS(1));
    for (int i = 0; i < LINKS; i++) {
        ra_tensor *next = ra_neg(x);
        ra_release(x);
        x = next;
    }
    ra_release(x);
    return none;
}

static void *releases_work_in_place(void *none)
{
    ra_tensor *x = ra_ones(RA_DIMS(1));
    for (int i = 0; i < LINKS; i++)
        OK(ra_add_(x, 1));
    ra_release(x);
    return none;
}

static void the_last_handle_of_a_long_chain_drops_all_of_it(void **state)
{
    (void)state;
    start_unpaced();
    on_a_small_stack(releases_a_chain);
    assert_int_equal(ra_get_stats().dropped, LINKS + 1);
    on_a_small_stack(releases_work_in_place);
    OK(ra_wait_all());
    assert_int_equal(ra_get_stats().dropped, 2 * (LINKS + 1));
    stop();
}

/* So many parts of one storage are being written that their entries are joined, all but the oldest, and the joins joined, again and again. */
static void *cancels_one_of_many_parts(void *none)
{
    ra_tensor *x = ra_zeros(RA_DIMS(4 * LINKS));
    OK(ra_wait(x));
    for (int i = 0; i < 4 * LINKS; i++) {
        ra_tensor *part = ra_select(x, 0, i);
        OK(ra_fill_(part, RA_F(1)));
        ra_release(part);
    }
    ra_tensor *early = ra_select(x, 0, 100), *last = ra_select(x, 0, 4 * LINKS - 1);
    OK(ra_cancel(early));
    OK(ra_wait_all());
    assert_int_equal(ra_wait(early), RA_ERR_CANCELLED);
    ra_clear_error();
    assert_true(item(last) == 1);
    RELEASE(x, early, last);
    return none;
}

static void a_cancel_goes_through_joins_of_joins(void **state)
{
    (void)state;
    start_unpaced();
    on_a_small_stack(cancels_one_of_many_parts);
    stop();
}

/* ---- what a task that is dropped gives up ---- */

static _Atomic int given_up;

/* It calls the library, as any function of a program may. */
static void give_up(void *none)
{
    (void)none;
    ra_tensor *x = ra_ones(RA_DIMS(1)), *y = ra_add(x, 1);
    OK(ra_wait(y));
    RELEASE(x, y);
    atomic_fetch_add(&given_up, 1);
}

static void a_dropped_task_gives_up_its_state_outside_the_lock(void **state)
{
    (void)state;
    start(-1);
    held h = {.open = true};
    atomic_store(&given_up, 0);
    ra__external e = {.name = "held", .kernel = &held_kernel, .grains = 1, .cost_ns = 1e5, .state = &h, .release = give_up};
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = 1, .sizes = {1}, .strides = {1}};
    ra_tensor *t = ra__external_record(&e, NULL), *next = ra_neg(t);
    RELEASE(t, next);
    assert_int_equal(atomic_load(&given_up), 1);
    assert_int_equal(atomic_load(&h.running), 0);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_leader_counts_only_while_its_group_runs, NULL, shut_down),
        TEST_AROUND(a_cancel_meets_what_fusion_looks_at, NULL, shut_down),
        TEST_AROUND(the_last_handle_of_a_long_chain_drops_all_of_it, NULL, shut_down),
        TEST_AROUND(a_cancel_meets_a_join_that_ends, NULL, shut_down),
        TEST_AROUND(a_cancel_goes_through_joins_of_joins, NULL, shut_down),
        TEST_AROUND(a_dropped_task_gives_up_its_state_outside_the_lock, NULL, shut_down),
    };
    moments_unused();
    (void)held_after, (void)clock_inject;
    unsetenv("RUNAHEAD_FUSION"); /* each test has its own */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
