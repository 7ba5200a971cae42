/*
 * Kernels that call the library: where they are run, what they see of the thread that runs them, and what they may wait for. What runs
 * upon them: test_nesting.c.
 */
#include "helpers/moments.h"

#include "async/front/tensor.h"
#include "async/pool/pool.h"
#include "async/run/submit.h"

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
        T(kernels_do_everything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
