/*
 * Kernels that call the library: where they are run, what they see of the thread that runs them, and what runs upon what.
 */
#include "helpers/moments.h"

#include "async/front/tensor.h"
#include "async/pool/pool.h"
#include "async/run/submit.h"

#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>

static const int worker_counts[] = {-1, 1, 2, 64};
enum { COUNTS = sizeof worker_counts / sizeof *worker_counts };

/* ---- where they are run ---- */

/* A call of this operator, whose kernel is the test's: a result of one element. */
static ra_tensor *call_of(const ra_op *op, const ra_kernel *kernel)
{
    ra_tensor *t = ra_empty(RA_DIMS(1));
    ra__job j;
    assert_true(ra__submit_begin());
    OK(ra__job_init(&j, op, RA_FUNCTIONAL, 1, 0));
    ra__job_bind(&j.operand[0], t->storage, ra__layout_of(t), 0, true);
    ra_plan *plan = &ra__prepared_of(j.plan)->plan;
    plan->kernel = kernel;
    plan->phases = 1;
    plan->grains[0] = 1;
    ra__submit(&j);
    return t;
}

static ra_status makes_and_reads(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(3), 2), *sum = ra_sum(x, RA_ALL);
    double v = 0;
    ra_status s = ra_item_f64(sum, &v);
    *(float *)(void *)r->data[0] = (float)v;
    return s;
}

/* However cheap it says it is. */
static void an_operator_of_others_is_not_run_in_the_call(void **state)
{
    (void)state;
    static const ra_kernel kernel = {.name = "makes_and_reads", .run = makes_and_reads};
    for (int workers = -1; workers <= 1; workers += 2) {
        ra_config config = {.size = sizeof config, .workers = workers, .relief_percent = -1};
        OK(ra_init(&config));
        ra_reset_stats();
        static ra_op op;
        op = *ra_op_find("neg");
        op.id = RA__OP_COUNT;
        op.name = "theirs";
        ra_tensor *t = call_of(&op, &kernel);
        assert_int_equal(ra_get_stats().recorded, 1);
        assert_true(item(t) == 6);
        ra_release(t);
        stop();
    }
}

static void notes_its_thread(void *context, int64_t grain)
{
    (void)grain;
    atomic_store((_Atomic int *)context, ra__is_worker() ? 1 : 2);
}

/* The lane of files ends what it has in hand and no more: what comes after that may itself wait for the lane. */
static void the_lane_runs_nothing_else(void **state)
{
    (void)state;
    start(1);
    held file = {0}, *after = &(held){.open = true};
    _Atomic int on_worker = 0;
    after->inside = notes_its_thread;
    after->context = (void *)&on_worker;
    ra__external e = {.name = "file", .kernel = &held_kernel, .flags = RA__PLAN_BLOCKING, .grains = 1, .cost_ns = 1e5, .state = &file};
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = 1, .sizes = {1}, .strides = {1}};
    ra_tensor *read = ra__external_record(&e, NULL), *next = held_after(after, 1, (const ra_tensor *[]){read, NULL});
    EVENTUALLY(atomic_load(&file.running));
    let_go(&file);
    EVENTUALLY(atomic_load(&after->done));
    assert_int_equal(atomic_load(&on_worker), 1);
    ra_release(read), ra_release(next);
    stop();
}

/* ---- what they see, and leave ---- */

typedef struct seen {
    ra_dtype dtype;
    ra_status before, refused;
    bool waits_for_itself;
} seen;

static void changes_everything(seen *s)
{
    s->dtype = ra_get_default_dtype();
    s->before = ra_last_status();
    ra_scope_begin(); /* and no end */
    ra_tensor *x = ra_ones(RA_DIMS(2)), *y = ra_ones(RA_DIMS(3));
    (void)ra_add(x, y);
    s->refused = ra_last_status();
    (void)!ra_set_default_dtype(RA_FLOAT64);
    ra_set_execution(RA_SYNC);
    ra_set_site("theirs.c", 99);
}

static void changes_everything_inside(void *context, int64_t grain)
{
    (void)grain;
    changes_everything(context);
}

static void assert_unchanged(const char *error)
{
    assert_int_equal(ra_get_default_dtype(), RA_FLOAT64);
    assert_int_equal(ra_get_execution(), RA_RUN_AHEAD);
    assert_int_equal(ra_last_status(), RA_ERR_DTYPE);
    assert_string_equal(ra_last_error(), error);
}

static void assert_fresh(const seen *s)
{
    assert_int_equal(s->dtype, RA_FLOAT32);
    assert_int_equal(s->before, RA_OK);
    assert_int_equal(s->refused, RA_ERR_SHAPE);
}

static void a_kernel_sees_nothing_of_its_thread(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers += 2) {
        start(workers);
        char error[1024];
        OK(ra_set_default_dtype(RA_FLOAT64));
        assert_int_equal(ra_set_default_dtype(RA_INT64), RA_ERR_DTYPE);
        snprintf(error, sizeof error, "%s", ra_last_error());
        seen s[2] = {{.dtype = RA_NO_DTYPE}, {.dtype = RA_NO_DTYPE}};
        held h[2] = {{.open = true, .inside = changes_everything_inside, .context = &s[0]}, {.open = true, .inside = changes_everything_inside, .context = &s[1]}};
        ra_tensor *first = held_new(&h[0], 1), *second = held_after(&h[1], 1, (const ra_tensor *[]){first, NULL});
        OK(ra_wait(second));
        assert_fresh(&s[0]);
        assert_fresh(&s[1]);
        assert_unchanged(error);
        ra_release(first), ra_release(second);
        OK(ra_set_default_dtype(RA_FLOAT32));
        stop(); /* what was made in the scopes is gone */
    }
}

static void ready(void *context, ra_status status)
{
    (void)status;
    seen *s = context;
    changes_everything(s);
    s->waits_for_itself = ra_wait_all() == RA_OK;
}

static void a_callback_sees_nothing_of_its_thread(void **state)
{
    (void)state;
    for (int polled = 0; polled < 2; polled++) {
        start(-1);
        char error[1024];
        OK(ra_set_default_dtype(RA_FLOAT64));
        assert_int_equal(ra_set_default_dtype(RA_INT64), RA_ERR_DTYPE);
        snprintf(error, sizeof error, "%s", ra_last_error());
        ra_set_callbacks_polled(polled);
        ra_tensor *x = ra_ones(RA_DIMS(2));
        static seen s[2];
        for (int i = 0; i < 2; i++)
            OK(ra_on_ready(x, ready, &s[i]));
        ra_release(x);
        while (ra_poll())
            ;
        if (!polled)
            OK(ra_shutdown());
        for (int i = 0; i < 2; i++) {
            assert_fresh(&s[i]);
            assert_false(s[i].waits_for_itself);
        }
        assert_unchanged(error);
        OK(ra_set_default_dtype(RA_FLOAT32));
        ra_set_callbacks_polled(false);
        stop();
    }
}

/* The report of a wait in which a kernel called the library has the place of the wait. */
static void a_wait_keeps_its_place(void **state)
{
    (void)state;
    start(-1);
    held h = {.open = true, .inside = changes_everything_inside, .context = &(seen){.dtype = RA_NO_DTYPE}};
    ra_tensor *t = held_new(&h, 1);
    int line = __LINE__ + 1;
    OK(ra_wait(t));
    char text[4096], place[80];
    ra_report(text, sizeof text);
    snprintf(place, sizeof place, "test_guests.c:%d", line);
    if (!strstr(text, place) || strstr(text, "theirs.c"))
        fail_msg("%s is not in, or theirs.c is:\n%s", place, text);
    ra_release(t);
    stop();
}

/* ---- waits that would never end ---- */

typedef struct circle {
    _Atomic(ra_tensor *) result; /* of the kernel itself, or of another; NULL: not recorded yet */
    ra_tensor *kept;             /* made in the kernel */
    int links;
    bool sync;
    _Atomic int running, *meet;  /* kernels that are to run at the same time; NULL: no matter */
    _Atomic int told;
    char error[400];
} circle;

/* Waits for what comes after itself, through so many operators. */
static void waits_for_what_follows(void *context, int64_t grain)
{
    circle *c = context;
    (void)grain;
    EVENTUALLY(atomic_load(&c->result));
    if (c->sync)
        ra_set_execution(RA_SYNC);
    ra_tensor *t = ra_ref(atomic_load(&c->result));
    for (int i = 0; i < c->links; i++) {
        ra_tensor *next = ra_neg(t);
        ra_release(t);
        t = next;
    }
    if (c->meet) {
        atomic_fetch_add(c->meet, 1);
        EVENTUALLY(atomic_load(c->meet) >= 2);
    }
    if (ra_wait(t) == RA_ERR_STATE) {
        snprintf(c->error, sizeof c->error, "%s", ra_last_error());
        atomic_fetch_add(&c->told, 1);
    }
    c->kept = t;
}

static void a_kernel_that_waits_for_itself_is_told(void **state)
{
    (void)state;
    static const int links[] = {0, 1, 2000};
    for (int sync = 0; sync < 2; sync++)
        for (int w = 0; w < COUNTS; w++)
            for (int l = 0; l < (sync ? 2 : 3); l++) {
                start(worker_counts[w]);
                circle c = {.links = links[l], .sync = sync};
                held h = {.open = true, .inside = waits_for_what_follows, .context = &c};
                ra_tensor *t = held_new(&h, 1);
                atomic_store(&c.result, t);
                OK(ra_wait(t));
                assert_int_equal(atomic_load(&c.told), 1);
                assert_non_null(strstr(c.error, "kernel of held"));
                assert_true(at(c.kept, 0) == (links[l] % 2 ? -1000 : 1000)); /* it is computed all the same */
                ra_release(c.kept), ra_release(t);
                stop();
            }
}

/* Each waits for the other; one of them is told, and so both end. */
static void kernels_that_wait_for_one_another_are_told(void **state)
{
    (void)state;
    for (int w = 0; w < COUNTS; w++) {
        start(worker_counts[w]);
        _Atomic int meet = 0;
        circle c[2] = {{.links = 3}, {.links = 700}};
        held h[2];
        ra_tensor *t[2];
        for (int i = 0; i < 2; i++) {
            c[i].meet = worker_counts[w] > 1 ? &meet : NULL;
            h[i] = (held){.open = true, .inside = waits_for_what_follows, .context = &c[i]};
            t[i] = held_new(&h[i], 1);
        }
        atomic_store(&c[0].result, t[1]);
        atomic_store(&c[1].result, t[0]);
        OK(ra_wait(t[0]));
        OK(ra_wait(t[1]));
        assert_int_equal(atomic_load(&c[0].told) + atomic_load(&c[1].told), 1);
        OK(ra_wait_all());
        for (int i = 0; i < 2; i++)
            ra_release(c[i].kept), ra_release(t[i]);
        stop();
    }
}

/* ---- what runs upon what ---- */

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

static void *tells_when_ready(void *arg)
{
    void **what = arg;
    held *h = what[0];
    struct pollfd fd = {.fd = *(int *)what[1], .events = POLLIN};
    while (poll(&fd, 1, -1) < 1)
        ;
    let_go(h);
    return NULL;
}

static void releases_and_waits(void *context, int64_t grain)
{
    void **what = context;
    (void)grain;
    let_go(what[0]);
    (void)!ra_wait(what[1]);
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
 * bring it about: the waiter has marked all that it needs while `start_of_it` ran elsewhere, in a wait, from where x goes to a queue.
 */
static void what_a_waiter_keeps_is_not_held_up(void **state)
{
    (void)state;
    start(3);
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
    held first = {.open = true, .inside = releases_and_waits, .context = (void *[]){&aside, q}};
    ra_tensor *s1 = held_after(&first, 1, (const ra_tensor *[]){x, NULL}), *s2 = ra_neg(x), *both = ra_add(s1, s2);
    int fd;
    OK(ra_ready_fd(s2, &fd));
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, tells_when_ready, (void *[]){&blocked, &fd}), 0);
    OK(ra_wait(both)); /* it runs x, then s1, which waits until somebody has seen s2 */
    pthread_join(thread, NULL);
    close(fd);
    let_go(&elsewhere);
    assert_true(at(both, 0) == 0);
    ra_release(q), ra_release(a), ra_release(e), ra_release(start_of_it), ra_release(x), ra_release(s1), ra_release(s2), ra_release(both);
    stop();
}

/* ---- all at once ---- */

static _Atomic int children_failed;

static void does_everything(void *context, int64_t grain)
{
    _Atomic int *wrong = context;
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(40), RA_F((double)grain)), *y = ra_mul(x, 2), *sum = ra_sum(y, RA_ALL), *lost = ra_exp(y), *gone = ra_ones(RA_DIMS(9));
    double v = 0;
    (void)ra_poll();
    (void)ra_is_ready(y);
    ra_release(lost);
    (void)!ra_cancel(gone);
    ra_status s = ra_wait_for(gone, 1000000000);
    if (s != RA_OK && s != RA_ERR_CANCELLED && s != RA_ERR_TIMEOUT)
        atomic_fetch_add(wrong, 1);
    if (ra_item_f64(sum, &v) || v != 80 * (double)grain)
        atomic_fetch_add(wrong, 1);
    ra_tensor *kept = ra_keep(ra_neg(y));
    ra_clear_error();
    if (ra_scope_end() && s == RA_OK)
        atomic_fetch_add(wrong, 1);
    if (ra_wait(kept) || *ra_data_f32(kept, NULL) != -2 * (float)grain)
        atomic_fetch_add(wrong, 1);
    ra_release(kept);
    if (grain == 3 && !HARNESS_SANITIZED) {
        pid_t child = fork();
        if (!child) {
            alarm(20);
            double w = 0;
            ra_tensor *one = ra_ones(RA_DIMS(4)), *all = ra_sum(one, RA_ALL);
            _exit(ra_item_f64(all, &w) || w != 4);
        }
        int status = -1;
        waitpid(child, &status, 0);
        atomic_fetch_add(&children_failed, status != 0);
    }
}

static void kernels_do_everything(void **state)
{
    (void)state;
    atomic_store(&children_failed, 0);
    for (int w = 0; w < COUNTS; w++) {
        start(worker_counts[w]);
        _Atomic int wrong = 0;
        held h[4];
        ra_tensor *t[4];
        for (int i = 0; i < 4; i++) {
            h[i] = (held){.open = true, .inside = does_everything, .context = (void *)&wrong};
            t[i] = held_new(&h[i], 8);
        }
        for (int i = 0; i < 4; i++)
            OK(ra_wait(t[i]));
        assert_int_equal(atomic_load(&wrong), 0);
        assert_int_equal(atomic_load(&children_failed), 0);
        for (int i = 0; i < 4; i++)
            ra_release(t[i]);
        stop();
    }
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        T(an_operator_of_others_is_not_run_in_the_call),
        T(the_lane_runs_nothing_else),
        T(a_kernel_sees_nothing_of_its_thread),
        T(a_callback_sees_nothing_of_its_thread),
        T(a_wait_keeps_its_place),
        T(a_kernel_that_waits_for_itself_is_told),
        T(kernels_that_wait_for_one_another_are_told),
        T(nothing_that_waits_runs_upon_a_task_without_memory),
        T(a_poll_in_a_kernel_runs_what_ends),
        T(a_question_in_a_kernel_runs_what_ends),
        T(a_poll_in_a_callback_runs_what_ends),
        T(kernels_nest_100_deep),
        T(what_a_waiter_keeps_is_not_held_up),
        T(kernels_do_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
