/*
 * Threads, the program's and the library's: what class and processors those of the library have, whoever's call made them;
 * and what becomes of the program's when they are cancelled or end in the middle.
 */
#define _GNU_SOURCE
#include "helpers/child.h"
#include "helpers/moments.h"

#include <pthread.h>
#include <sched.h>

/* ---- a thread of the library's ---- */

static _Atomic int seen;
static int seen_policy;
static cpu_set_t seen_cpus;

static void look(void)
{
    seen_policy = sched_getscheduler(0);
    sched_getaffinity(0, sizeof seen_cpus, &seen_cpus);
    atomic_store(&seen, 1);
}

static void called_back(void *context, ra_status status)
{
    (void)context, (void)status;
    look();
}

static void given_back(void *context)
{
    (void)context;
    look();
}

static void assert_ordinary(const cpu_set_t *home)
{
    EVENTUALLY(atomic_load(&seen));
    assert_int_equal(seen_policy, SCHED_OTHER);
    assert_true(CPU_EQUAL(&seen_cpus, home));
    atomic_store(&seen, 0);
}

/* What a worker in the background ends makes a callback due. */
static void callbacks_are_of_the_ordinary_class(void **state)
{
    (void)state;
    cpu_set_t home;
    assert_int_equal(sched_getaffinity(0, sizeof home, &home), 0);
    start(2);
    held h = {0};
    ra_tensor *x = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running)); /* a worker has it */
    OK(ra_on_ready(x, called_back, NULL));
    let_go(&h);
    assert_ordinary(&home);
    ra_release(x);
    stop();
}

/* The thread that asks is bound, and of a class of its own. */
static void *asks(void *unused)
{
    (void)unused;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    struct sched_param first = {.sched_priority = 1};
    (void)sched_setscheduler(0, SCHED_FIFO, &first); /* refused to an ordinary user: then it is only bound */
    if (sched_setaffinity(0, sizeof one, &one))
        abort();
    static float buffer[4];
    ra_tensor *x = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .release = given_back));
    ra_release(x);
    return NULL;
}

static void callbacks_are_not_bound_where_who_asked_is(void **state)
{
    (void)state;
    cpu_set_t home;
    pthread_t t;
    assert_int_equal(sched_getaffinity(0, sizeof home, &home), 0);
    start(1);
    assert_int_equal(pthread_create(&t, NULL, asks, NULL), 0);
    pthread_join(t, NULL);
    assert_ordinary(&home);
    stop();
}

/* A callback that outlives an engine is due in the next, from whatever thread. */
static void callbacks_of_an_earlier_engine_too(void **state)
{
    (void)state;
    static float buffer[4] = {1, 2, 3, 4};
    cpu_set_t home;
    assert_int_equal(sched_getaffinity(0, sizeof home, &home), 0);
    start(1);
    ra_tensor *x = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .release = given_back));
    OK(ra_shutdown());
    start(1);
    held h = {0};
    ra_tensor *y = held_after(&h, 1, (const ra_tensor *const[]){x, NULL});
    ra_release(x); /* its reader is the last that holds it */
    EVENTUALLY(atomic_load(&h.running));
    let_go(&h);
    OK(ra_wait(y));
    assert_ordinary(&home);
    ra_release(y);
    stop();
}

/* ---- a cancelled thread ---- */

static _Atomic int reached;

/* A call that ends a cancelled thread where it begins, in a thread that is to go on. */
#define GOES_ON(call) \
    ({ \
        int state_; \
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state_); \
        __typeof__(call) result_ = (call); \
        pthread_setcancelstate(state_, NULL); \
        result_; \
    })
static char file[] = "/tmp/runahead-threads-XXXXXX", trace[] = "/tmp/runahead-threads-trace-XXXXXX";

#define RIGHT(call) \
    do { \
        if (!(call)) { \
            pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); \
            fprintf(stderr, "%s: %s\n", #call, ra_last_error()); \
            abort(); \
        } \
    } while (0)

static void is_called(void *context, ra_status status)
{
    (void)context, (void)status;
    pthread_testcancel(); /* the program's function may be such a place, and runs within a call */
}

static ra_status function(const ra_function_call *call)
{
    (void)call;
    pthread_testcancel();
    return RA_OK;
}

static ra_status kernel(const ra_op_work *work)
{
    pthread_testcancel();
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = 2 * ((const float *)work->inputs[0].data)[i];
    return RA_OK;
}

static ra_status definition(const ra_op_call *call, ra_tensor **results)
{
    pthread_testcancel();
    results[0] = ra_mul(call->args[0].tensor, 2);
    return RA_OK;
}

/* What the program hands in to be called, which is run in the call or by who waits where there is nobody else. */
static void foreign_code(void)
{
    const ra_op_description d = {.size = sizeof d, .name = "threads.twice", .schema = "(Tensor x) -> Tensor", .kernel = kernel, .range_dims = -1,
                                 .definition = definition, .dtypes = 1 << RA_FLOAT32};
    const ra_op *op = NULL;
    ra_tensor *one = ra_full(RA_DIMS(), 1.0), *twice = NULL, *done = ra_call_function(function, NULL, RA_LIST(one), RA_LIST(), NULL);
    const ra_arg args[] = {{.tensor = one, .kind = RA_ARG_TENSOR}};
    double v = 0;
    RIGHT(done && !ra_item_f64(done, &v) && v == 1);
    RIGHT(!ra_op_register(&d, &op) && !ra_call(op, RA_FUNCTIONAL, args, 1, &twice, 1, NULL) && !ra_item_f64(twice, &v) && v == 2);
    RIGHT(!ra_op_check(op, args, 1, 0) && !ra_op_unregister(op));
}

/* Something of every part of the library that does more than compute. */
static void everything(int workers, ra_execution execution)
{
    int fd = -1;
    char text[2000];
    double v = 0;
    RIGHT(!ra_init(&(ra_config){.size = sizeof(ra_config), .workers = workers, .execution = execution}));
    RIGHT(!ra_trace_start(trace));
    ra_scope_begin();
    ra_tensor *x = ra_randn(RA_DIMS(300, 300)), *y = ra_mm(x, x), *sum = ra_sum(y, RA_ALL), *pair = ra_eye(2, 2), *inverse = ra_linalg_inv(pair);
    ra_set_callbacks_polled(true);
    RIGHT(!ra_on_ready(y, is_called, NULL) && !ra_on_ready(sum, is_called, NULL));
    RIGHT(!ra_ready_fd(y, &fd));
    ra_tensor *saved = ra_save_npy(file, y);
    RIGHT(!GOES_ON(ra_wait(saved)));
    ra_tensor *loaded = GOES_ON(ra_load_npy(file));
    RIGHT(loaded && !GOES_ON(ra_wait(loaded)));
    RIGHT(!ra_item_f64(sum, &v));
    RIGHT(inverse && (!GOES_ON(ra_wait(inverse)) || ra_last_status() == RA_ERR_BLAS));
    ra_clear_error();
    foreign_code();
    RIGHT(!GOES_ON(ra_wait_for(y, 1000000000)));
    RIGHT(!GOES_ON(ra_wait_all()));
    while (ra_poll())
        ;
    ra_set_callbacks_polled(false);
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before); /* the program's own calls are such places */
    FILE *nothing = fopen("/dev/null", "w");
    setvbuf(nothing, NULL, _IONBF, 0);
    pthread_setcancelstate(before, NULL);
    RIGHT(!ra_print(nothing, pair));
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    fclose(nothing);
    close(fd);
    pthread_setcancelstate(before, NULL);
    RIGHT(ra_report(text, sizeof text) > 0);
    ra_trim(0);
    RIGHT(!ra_scope_end());
    RIGHT(!ra_trace_stop());
    RIGHT(!ra_shutdown());
}

struct way {
    int workers;
    ra_execution execution;
};

static void *is_cancelled(void *arg)
{
    const struct way *w = arg;
    pthread_cancel(pthread_self()); /* from now on it ends wherever it may */
    everything(w->workers, w->execution);
    atomic_store(&reached, 1);
    pthread_testcancel();
    return NULL;
}

static void no_other_call_ends_a_cancelled_thread(void **state)
{
    static struct way ways[] = {{2, RA_RUN_AHEAD}, {-1, RA_RUN_AHEAD}, {1, RA_SYNC}};
    (void)state;
    close(mkstemp(file)), close(mkstemp(trace));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        pthread_t t;
        void *result = NULL;
        atomic_store(&reached, 0);
        assert_int_equal(pthread_create(&t, NULL, is_cancelled, &ways[i]), 0);
        pthread_join(t, &result);
        assert_true(result == PTHREAD_CANCELED); /* it was asked to */
        assert_int_equal(atomic_load(&reached), 1);
        everything(ways[i].workers, ways[i].execution); /* and nothing is left behind */
    }
    unlink(file), unlink(trace);
}

/* ---- a thread that ends ---- */

static void *leaves_a_scope_open(void *kept)
{
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(1000));
    ra_scope_begin();
    ra_tensor *y = ra_add(x, 1);
    if (kept)
        *(ra_tensor **)kept = ra_keep(y);
    (void)!ra_wait(y);
    return NULL;
}

static void scopes_end_with_their_thread(void **state)
{
    (void)state;
    pthread_t t;
    ra_tensor *kept = NULL;
    start(1);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(pthread_create(&t, NULL, leaves_a_scope_open, i == 9 ? &kept : NULL), 0);
        pthread_join(t, NULL);
    }
    assert_true(at(kept, 999) == 2);
    ra_release(kept);
    stop(); /* which finds nothing alive */
}

static void *saves_its_state(void *unused)
{
    (void)unused;
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(1000));
    (void)!ra_wait(x);
    return ra_thread_state_save();
}

static void a_saved_scope_outlives_its_thread(void **state)
{
    (void)state;
    pthread_t t;
    void *saved;
    start(1);
    assert_int_equal(pthread_create(&t, NULL, saves_its_state, NULL), 0);
    pthread_join(t, &saved);
    assert_true(ra_get_memory_stats().live > 0);
    ra_thread_state_restore(saved);
    OK(ra_scope_end());
    stop();
}

/* ---- pointers to results that are NULL ---- */

#define REFUSED(call) \
    do { \
        ra_clear_error(); \
        assert_int_equal(call, RA_ERR_ARGUMENT); \
        assert_non_null(strstr(ra_last_error(), "NULL")); \
    } while (0)

static void null_results_are_refused(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_ones(RA_DIMS(2)), *one = ra_ones(RA_DIMS());
    REFUSED(ra_get_info(NULL));
    REFUSED(ra_sizes(x, NULL));
    REFUSED(ra_item(one, NULL));
    REFUSED(ra_item_f64(one, NULL));
    REFUSED(ra_item_i64(one, NULL));
    REFUSED(ra_equal(x, x, NULL));
    REFUSED(ra_print(NULL, x));
    REFUSED(ra_ready_fd(x, NULL));
    REFUSED(ra_on_ready(x, NULL, NULL));
    REFUSED(ra_strides(x, NULL));
    ra_clear_error();
    assert_int_equal(ra_tensor_error(x, NULL, 10), RA_OK); /* no text is wanted */
    assert_true(ra_report(NULL, 10) > 0);
    ra_release_at(NULL);
    ra_release(x), ra_release(one);
    stop();
}

/* ---- where it does end ---- */

struct waits {
    int way;
    ra_tensor *t;
    bool before; /* it is cancelled before it waits */
};

static _Atomic bool in_a_wait;

static void note_wait(enum ra__point point)
{
    if (point == RA__POINT_WAIT)
        atomic_store(&in_a_wait, true);
}

static void *waits(void *arg)
{
    const struct waits *w = arg;
    if (w->before)
        pthread_cancel(pthread_self());
    ra_status s = w->way == 0 ? ra_wait(w->t) : w->way == 1 ? ra_wait_for(w->t, -1) : w->way == 2 ? ra_wait_all() : (ra_release(ra_load_npy(file)), RA_OK);
    atomic_store(&reached, s == RA_OK ? 2 : 3);
    RIGHT(!ra_wait(w->t));
    atomic_store(&reached, 4);
    return NULL;
}

/* One that is cancelled while it waits goes on to the end of the wait, and ends where the next begins. */
static void a_cancelled_thread_ends_where_a_wait_begins(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* it takes the frames that such a thread leaves for live ones */
#endif
    start(2);
    for (int way = 0; way < 4; way++) {
        held h = {0};
        pthread_t t;
        void *result;
        struct waits w = {way, held_new(&h, 1), true};
        EVENTUALLY(atomic_load(&h.running));
        atomic_store(&reached, 0);
        assert_int_equal(pthread_create(&t, NULL, waits, &w), 0);
        pthread_join(t, &result);
        assert_true(result == PTHREAD_CANCELED);
        assert_int_equal(atomic_load(&reached), 0);
        if (way < 3) {
            w.before = false;
            atomic_store(&in_a_wait, false);
            atomic_store(&ra__point_hooked, note_wait);
            assert_int_equal(pthread_create(&t, NULL, waits, &w), 0);
            EVENTUALLY(atomic_load(&in_a_wait));
            pthread_cancel(t);
            let_go(&h);
            pthread_join(t, &result);
            assert_true(result == PTHREAD_CANCELED);
            assert_int_equal(atomic_load(&reached), 2);
            atomic_store(&ra__point_hooked, NULL);
        } else
            let_go(&h);
        OK(ra_wait(w.t));
        ra_release(w.t);
    }
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(callbacks_are_of_the_ordinary_class), T(callbacks_are_not_bound_where_who_asked_is), T(callbacks_of_an_earlier_engine_too),
                                       T(no_other_call_ends_a_cancelled_thread), T(a_cancelled_thread_ends_where_a_wait_begins), T(scopes_end_with_their_thread), T(a_saved_scope_outlives_its_thread),
                                       T(null_results_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
