/*
 * What becomes of operators of the program's own, in every form, and of its functions: cancelled, asked for, told of by the stall report and
 * the trace.
 */
#include "helpers/busy.h"
#include "helpers/own_forms.h"
#include "helpers/release.h"
#include "helpers/trace_reading.h"

#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- cancelled, and asked for: the only worker is inside a kernel that is held throughout ---- */

static void what_is_cancelled_is_not_run(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const ra_op *op = begin_form(form, 1);
        ra_tensor *x = ra_ones(RA_DIMS(4));
        OK(ra_wait(x));
        keep_busy();
        ra_tensor *r = call1(op, ARGS(ARG_T(x))), *next = ra_neg(r), *mine = call1(op, ARGS(ARG_T(next))), *apart = ra_neg(x);
        const size_t before = ra_get_memory_stats().in_flight;
        OK(ra_cancel(r));
        assert_true(ra_is_ready(r));
        assert_int_equal(ra_get_memory_stats().in_flight, before - 4 * sizeof(float));
        assert_int_equal(ra_wait(mine), RA_ERR_CANCELLED);
        assert_int_equal(ra_wait(next), RA_ERR_CANCELLED);
        assert_int_equal(ra_wait(r), RA_ERR_CANCELLED);
        ra_clear_error();
        end_busy();
        assert_true(at(apart, 3) == -1);
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&ran), 0);
        RELEASE(x, r, next, mine, apart);
        end_form(op);
    }
}

static ra_status is_held(const ra_op_work *work)
{
    held *h = work->state;
    atomic_fetch_add(&h->running, 1);
    EVENTUALLY(atomic_load(&h->released));
    atomic_fetch_add(&h->done, 1);
    return twice_by_range(work);
}

/* What runs goes on, and what waits for it is not run. */
static void what_runs_is_not_cancelled(void **state)
{
    (void)state;
    held h = {0};
    ra_op_description d = forms[RANGE];
    d.kernel = is_held, d.state = &h;
    start(1);
    atomic_store(&ran, 0);
    const ra_op *op = registered(d);
    ra_tensor *x = ra_ones(RA_DIMS(4)), *r = call1(op, ARGS(ARG_T(x))), *next = call1(op, ARGS(ARG_T(r)));
    EVENTUALLY(atomic_load(&h.running));
    OK(ra_cancel(next));
    OK(ra_cancel(r));
    assert_false(ra_is_ready(r));
    let_go(&h);
    assert_true(at(r, 3) == 2);
    assert_int_equal(ra_wait(next), RA_ERR_CANCELLED);
    ra_clear_error();
    OK(ra_wait_all());
    assert_int_equal(atomic_load(&h.done), atomic_load(&h.running));
    RELEASE(x, r, next);
    end_form(op);
}

static void count(void *context, ra_status status)
{
    atomic_fetch_add((_Atomic int *)context, status == RA_OK ? 1 : 1000);
}

/* What is a matter of the library's loops is computed ahead of the rest, by whoever: loops of the program's and what its definition is
 * made of. Its kernels may take any time and are left to the workers, which they do not hold up; what they are asked for by is told. */
static void what_is_asked_for_comes_first_where_it_is_quick(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++)
        for (int way = 0; way < 4; way++) {
            const ra_op *op = begin_form(form, 1);
            _Atomic int told = 0;
            int fd = -1;
            ra_tensor *x = ra_ones(RA_DIMS(4));
            OK(ra_wait(x));
            keep_busy();
            ra_tensor *other = ra_neg(x);
            if (way == 3)
                ra_urgent_begin();
            ra_tensor *r = call1(op, ARGS(ARG_T(x))), *next = ra_add(r, 1);
            if (way == 0)
                OK(ra_hurry(next));
            else if (way == 1)
                OK(ra_ready_fd(next, &fd));
            else if (way == 2)
                OK(ra_on_ready(next, count, &told));
            else
                OK(ra_urgent_end());
            if (form == LOOPS || form == DEFINED) {
                EVENTUALLY(ra_is_ready(next));
                assert_false(ra_is_ready(other));
            } else {
                ra_tensor *small = ra_full(RA_DIMS(2), 5);
                OK(ra_hurry(small));
                EVENTUALLY(ra_is_ready(small));
                assert_true(!ra_is_ready(next) && atomic_load(&ran) == 0);
                ra_release(small);
            }
            let_go(&busy);
            if (way == 1) {
                assert_int_equal(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
                close(fd);
            } else if (way == 2)
                EVENTUALLY(atomic_load(&told) == 1);
            assert_true(at(next, 3) == 3);
            end_busy();
            RELEASE(x, other, r, next);
            end_form(op);
        }
}

/* ---- functions of the program's, where test_functions.c says nothing of them ---- */

static _Atomic int calls, released;

static void note_release(void *context)
{
    (void)context;
    atomic_fetch_add(&released, 1);
}

static ra_status function_that_is_held(const ra_function_call *call)
{
    held *h = call->state;
    atomic_fetch_add(&h->running, 1);
    EVENTUALLY(atomic_load(&h->released));
    atomic_fetch_add(&calls, 1);
    ((float *)call->writes[0])[0] = 7;
    return h->status;
}

/* One that runs goes on when it is cancelled, or fails; what waits for it is not called; the state of each is given up once. */
static void functions_end_once_whatever_becomes_of_them(void **state)
{
    (void)state;
    static const ra_status statuses[] = {RA_OK, RA_ERR_FORMAT};
    for (int i = 0; i < 2; i++)
        for (int blocks = 0; blocks < 2; blocks++) {
            held h = {.status = statuses[i]};
            start(1);
            atomic_store(&calls, 0), atomic_store(&released, 0);
            ra_tensor *x = ra_zeros(RA_DIMS(1)), *y = ra_zeros(RA_DIMS(1));
            ra_tensor *done = ra_call_function(function_that_is_held, &h, RA_LIST(), RA_LIST(x), RA_OPTS(ra_call_function, .name = "keeps", .release = note_release, .blocks = blocks));
            ra_tensor *behind = ra_call_function(function_that_is_held, &h, RA_LIST(x), RA_LIST(y), RA_OPTS(ra_call_function, .release = note_release, .blocks = blocks));
            EVENTUALLY(atomic_load(&h.running));
            OK(ra_cancel(behind));
            OK(ra_cancel(done));
            assert_false(ra_is_ready(done));
            let_go(&h);
            assert_int_equal(ra_wait(done), statuses[i]);
            assert_int_equal(ra_wait(x), statuses[i]);
            ra_clear_error();
            assert_int_equal(ra_wait(behind), RA_ERR_CANCELLED);
            ra_clear_error();
            EVENTUALLY(atomic_load(&released) == 2);
            RELEASE(x, y, done, behind);
            stop();
            assert_int_equal(atomic_load(&calls), 1);
            assert_int_equal(atomic_load(&released), 2);
        }
}

/* ---- the report ---- */

static void let_go_of_busy(enum ra__point point)
{
    if (point == RA__POINT_WAIT)
        let_go(&busy);
}

static void expect_reported(const char *line)
{
    static char text[1 << 16];
    assert_in_range(ra_report(text, sizeof text), 1, sizeof text - 1);
    if (!strstr(text, line))
        fail_msg("no \"%s\" in\n%s", line, text);
}

/* Each wait takes place: what it is for waits for a kernel that is let go by it. */
static void waits_for_it_are_reported_by_its_name_and_place(void **state)
{
    (void)state;
    char line[80];
    for (int form = 0; form < FORMS; form++) {
        const ra_op *op = begin_form(form, 1);
        keep_busy();
        ra_tensor *r = call1(op, ARGS(ARG_T(running)));
        atomic_store(&ra__point_hooked, let_go_of_busy);
        ra_set_site("reads.c", 30 + form);
        assert_true(at(r, 0) == 2000);
        snprintf(line, sizeof line, "read: %s at reads.c:%d", form == DEFINED ? "mul" : forms[form].name, 30 + form);
        expect_reported(line);
        ra_set_site(NULL, 0);
        end_busy();
        ra_release(r);
        end_form(op);
    }
    held h = {.released = 1};
    start(1);
    keep_busy();
    ra_tensor *x = ra_zeros(RA_DIMS(1)), *done = ra_call_function(function_that_is_held, &h, RA_LIST(running), RA_LIST(x), RA_OPTS(ra_call_function, .name = "measure"));
    atomic_store(&ra__point_hooked, let_go_of_busy);
    ra_set_site("reads.c", 40);
    OK(ra_wait(done));
    expect_reported("wait: measure at reads.c:40");
    ra_set_site(NULL, 0);
    end_busy();
    RELEASE(x, done);
    stop();
}

/* ---- the trace ---- */

/* Also of one that has gone by the time that it is written, and whose name is another's. */
static void each_stands_in_the_trace(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const ra_op *op = begin_form(form, 1);
        char record[60];
        held h = {.released = 1};
        OK(ra_trace_start(path));
        keep_busy();
        ra_tensor *shifted = ra_add(running, 1), *r = call1(op, ARGS(ARG_T(shifted))), *x = ra_zeros(RA_DIMS(2, 3));
        ra_tensor *done = ra_call_function(function_that_is_held, &h, RA_LIST(r), RA_LIST(x), RA_OPTS(ra_call_function, .name = "measure"));
        OK(ra_op_unregister(op));
        ra_op_description other = forms[(form + 1) % FORMS];
        const ra_op *taken = registered(other);
        ra_set_site("traced.c", 50);
        atomic_store(&ra__point_hooked, let_go_of_busy);
        OK(ra_wait(done));
        OK(ra_wait_all());
        OK(ra_op_unregister(taken));
        OK(ra_trace_stop());
        ra_set_site(NULL, 0);
        read_trace();
        check_events();
        const char *name = form == DEFINED ? "mul" : forms[form].name;
        snprintf(record, sizeof record, "record %s", name);
        const json_t *ran_it = kernel_of(argument(only("X", "record", record), "task"));
        assert_non_null(ran_it);
        if (form == WHOLE || form == RANGE) { /* others may have been fused */
            assert_string_equal(text_of(ran_it, "name"), name);
            assert_string_equal(text_of(json_object_get(ran_it, "args"), "result"), "float32 (1)");
            assert_int_equal(arrows_between("add", name), 1);
            assert_int_equal(arrows_between(name, "measure"), 1);
        } else
            assert_non_null(strstr(text_of(ran_it, "name"), name));
        assert_non_null(kernel_of(argument(only("X", "record", "record measure"), "task")));
        const json_t *wait = only("X", "wait", "wait: wait measure");
        assert_string_equal(text_of(json_object_get(wait, "args"), "at"), "traced.c:50");
        forget_trace();
        end_busy();
        RELEASE(shifted, r, x, done);
        stop();
    }
}

/* ---- those that have gone ---- */

/* Their rows are kept for ever, but nobody comes by them who looks for another: they are out of reach meanwhile. */
static void who_looks_for_one_passes_none_that_have_gone(void **state)
{
    (void)state;
    enum { GONE = 3000 };
    static const ra_op *ops[GONE];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    start(1);
    const ra_op *before = registered((ra_op_description){.name = "own.before", .schema = ONE_SCHEMA, .definition = forms[DEFINED].definition});
    for (int i = 0; i < GONE; i++) {
        ops[i] = registered((ra_op_description){.name = "own.goes", .schema = ONE_SCHEMA, .definition = forms[DEFINED].definition});
        OK(ra_op_unregister(ops[i]));
    }
    const ra_op *after = registered((ra_op_description){.name = "own.after", .schema = ONE_SCHEMA, .definition = forms[DEFINED].definition});
    int from = 0, to = 0; /* the most that lie side by side */
    for (int i = 0, first = 0; i < GONE; i++) {
        const intptr_t step = i > first ? (intptr_t)ops[first + 1] - (intptr_t)ops[first] : 0;
        if (i > first && (intptr_t)ops[i] - (intptr_t)ops[i - 1] != step)
            first = i;
        if (i - first > to - from)
            from = first, to = i;
    }
    const uintptr_t low = ((uintptr_t)ops[from] + page - 1) / page * page, high = (uintptr_t)ops[to] / page * page;
    assert_true(to - from > GONE / 3 && high > low);
    assert_int_equal(mprotect((void *)low, high - low, PROT_NONE), 0);
    const ra_op *found = ra_op_find("own.before"), *behind = ra_op_find("own.after"), *none = ra_op_find("own.none");
    const size_t count = ra_op_count();
    const ra_op *last = ra_op_at(count - 1), *next_last = ra_op_at(count - 2), *past = ra_op_at(count);
    const ra_op *again = registered((ra_op_description){.name = "own.goes", .schema = ONE_SCHEMA, .definition = forms[DEFINED].definition});
    OK(ra_op_unregister(before));
    const ra_op *gone = ra_op_find("own.before"), *there = ra_op_find("own.goes");
    OK(ra_op_unregister(again));
    OK(ra_op_unregister(after));
    assert_int_equal(mprotect((void *)low, high - low, PROT_READ | PROT_WRITE), 0);
    assert_true(found == before && behind == after && !none && !gone && there == again && last == after && next_last == before && !past);
    assert_int_equal(ra_op_count(), count - 2);
    ra_clear_error();
    stop();
}

/* ---- released ---- */

typedef struct caller {
    const ra_op *op;
    _Atomic int released, has_called, may_end;
} caller;

static void *calls_and_stays(void *of)
{
    caller *c = of;
    ra_tensor *x = ra_ones(RA_DIMS(4)), *r = call1(c->op, ARGS(ARG_T(x)));
    assert_true(at(r, 3) == 2);
    RELEASE(x, r);
    atomic_store(&c->has_called, 1);
    EVENTUALLY(atomic_load(&c->may_end));
    return NULL;
}

static void count_release(void *of)
{
    atomic_fetch_add((_Atomic int *)of, 1);
}

/* Once, and not after the engine has stopped, though a thread that has called it goes on and would call it again by what it keeps. */
static void its_state_is_released_before_the_engine_stops(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++)
        for (int lives = 0; lives < 2; lives++) {
            caller c = {0};
            pthread_t thread;
            start(1);
            ra_op_description d = forms[form];
            d.state = &c.released, d.release = count_release;
            c.op = registered(d);
            assert_int_equal(pthread_create(&thread, NULL, calls_and_stays, &c), 0);
            EVENTUALLY(atomic_load(&c.has_called));
            OK(ra_op_unregister(c.op));
            OK(ra_shutdown());
            assert_int_equal(atomic_load(&c.released), 1);
            if (lives)
                start(1);
            atomic_store(&c.may_end, 1);
            pthread_join(thread, NULL);
            OK(ra_shutdown());
            assert_int_equal(atomic_load(&c.released), 1);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(who_looks_for_one_passes_none_that_have_gone, NULL, clean_up),
        TEST_AROUND(what_is_cancelled_is_not_run, NULL, clean_up),
        TEST_AROUND(what_runs_is_not_cancelled, NULL, clean_up),
        TEST_AROUND(what_is_asked_for_comes_first_where_it_is_quick, NULL, clean_up),
        TEST_AROUND(functions_end_once_whatever_becomes_of_them, NULL, clean_up),
        TEST_AROUND(waits_for_it_are_reported_by_its_name_and_place, NULL, clean_up),
        T(each_stands_in_the_trace),
        TEST_AROUND(its_state_is_released_before_the_engine_stops, NULL, clean_up),
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
