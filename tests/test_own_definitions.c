/*
 * Definitions that do what none should, and kernels that ra_op_check is to find out: what the thread carries stays the thread's, and what is
 * wrong is refused by name.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/own_operators.h"
#include "helpers/release.h"

#include <pthread.h>

#define ONE_SCHEMA "(Tensor x) -> Tensor"

static ra_status negates(const ra_op_work *work)
{
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = -((const float *)work->inputs[0].data)[i];
    return RA_OK;
}

/* ---- one that calls itself ---- */

static const ra_op *itself;
static int depth, deepest;

static ra_status calls_itself(const ra_op_call *call, ra_tensor **results)
{
    const int64_t times = call->args[1].integer;
    deepest = ++depth > deepest ? depth : deepest;
    results[0] = times > 0 && itself ? call1(itself, ARGS(call->args[0], ARG_I(times - 1))) : ra_add(call->args[0].tensor, 1);
    depth--;
    return results[0] ? RA_OK : ra_last_status();
}

/* Some levels are of use; one that never ends is told, before the stack is at its end. */
static void it_may_call_itself_but_not_for_ever(void **state)
{
    (void)state;
    for (int kernel = 0; kernel < 2; kernel++) { /* for results, and for what they are like alone */
        start(1);
        itself = NULL;
        deepest = 0;
        itself = registered((ra_op_description){.name = "own.itself", .schema = "(Tensor x, int times) -> Tensor", .definition = calls_itself, .kernel = kernel ? negates : NULL,
                                                .range_dims = -kernel});
        ra_tensor *x = ra_ones(RA_DIMS(3)), *r = call1(itself, ARGS(ARG_T(x), ARG_I(20)));
        assert_true(at(r, 2) == (kernel ? -1 : 2));
        assert_true(deepest >= 20);
        ra_scope_begin();
        assert_null(call1(itself, ARGS(ARG_T(x), ARG_I(1000000000))));
        assert_true(ra_last_status() == RA_ERR_STATE && strstr(ra_last_error(), "own.itself") && strstr(ra_last_error(), "calls itself"));
        assert_in_range(deepest, 20, 100);
        ra_clear_error();
        assert_int_equal(ra_scope_end(), RA_ERR_STATE);
        ra_tensor *again = call1(itself, ARGS(ARG_T(x), ARG_I(3)));
        assert_true(at(again, 2) == (kernel ? -1 : 2));
        RELEASE(x, r, again);
        OK(ra_op_unregister(itself));
        stop();
    }
}

/* ---- what the thread carries ---- */

enum way { ENDS_SCOPES, BEGINS_SCOPES, CHANGES_MODES, RESTORES_ANOTHER, SHUTS_DOWN, ENDS_URGENCY, WAYS };
static enum way way;
static ra_thread_state *other_state;

static ra_status disturbs(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor;
    switch (way) {
    case ENDS_SCOPES:
        for (int i = 0; i < 5; i++)
            (void)!ra_scope_end();
        break;
    case BEGINS_SCOPES:
        for (int i = 0; i < 5; i++)
            ra_scope_begin();
        break;
    case CHANGES_MODES:
        ra_set_default_dtype(RA_FLOAT64);
        ra_set_site("definition.c", 99);
        ra_set_execution(RA_SYNC);
        ra_urgent_begin();
        break;
    case RESTORES_ANOTHER: ra_thread_state_restore(other_state); other_state = NULL; break;
    case SHUTS_DOWN: (void)!ra_shutdown(); break;
    default: (void)!ra_urgent_end(); break;
    }
    results[0] = ra_neg(x);
    return RA_OK;
}

static void *save_state(void *unused)
{
    (void)unused;
    ra_scope_begin();
    (void)ra_ones(RA_DIMS(2));
    return ra_thread_state_save();
}

static void a_definition_leaves_its_thread_as_it_was(void **state)
{
    (void)state;
    for (int kernel = 0; kernel < 2; kernel++)
        for (int w = 0; w < WAYS; w++) {
            pthread_t thread;
            void *saved;
            start(1);
            assert_int_equal(pthread_create(&thread, NULL, save_state, NULL), 0);
            pthread_join(thread, &saved);
            other_state = NULL;
            ra_scope_begin();
            ra_scope_begin();
            ra_urgent_begin();
            ra_tensor *x = ra_ones(RA_DIMS(3)), *kept = ra_full(RA_DIMS(2), 5.0), *r = NULL;
            way = (enum way)w;
            const ra_op_description d = {.size = sizeof d, .name = "own.disturbs", .schema = ONE_SCHEMA, .definition = disturbs, .kernel = kernel ? negates : NULL, .range_dims = -kernel};
            const ra_op *op = NULL;
            const bool is_refused = w != CHANGES_MODES && w != ENDS_URGENCY;
            OK(ra_op_register(&d, &op)); /* it is tried, which tells nothing */
            other_state = saved;
            ra_set_site("caller.c", 7);
            const ra_status s = ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x)), &r, 1, NULL);
            ra_set_site(NULL, 0);
            assert_int_equal(s, is_refused ? RA_ERR_STATE : RA_OK);
            if (is_refused) {
                assert_null(r);
                assert_true(strstr(ra_last_error(), "own.disturbs") && strstr(ra_last_error(), "definition") && strstr(ra_last_error(), "caller.c:7"));
                ra_clear_error();
            } else
                assert_true(at(r, 2) == -1);
            /* its scopes, dtype, place and urgency are the caller's still */
            assert_int_equal(ra_get_default_dtype(), RA_FLOAT32);
            ra_tensor *next = ra_add(kept, 1);
            OK(ra_wait(kept));
            assert_true(at(next, 1) == 6);
            OK(ra_urgent_end());
            assert_int_equal(ra_urgent_end(), RA_ERR_STATE);
            ra_clear_error();
            (void)!ra_scope_end();
            (void)!ra_scope_end();
            assert_int_equal(ra_scope_end(), RA_ERR_STATE);
            ra_clear_error();
            if (other_state)
                ra_thread_state_restore(other_state), (void)!ra_scope_end();
            OK(ra_op_unregister(op));
            stop();
        }
}

/* ---- what it has borrowed ---- */

static ra_status releases_its_argument(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_neg(call->args[0].tensor);
    ra_release((ra_tensor *)(uintptr_t)call->args[0].tensor);
    return RA_OK;
}

/* Where handles are checked, by who gave it up; of one with a kernel that was only a description. */
static int program_releases(const char *by_kernel)
{
    const bool kernel = *by_kernel == '1';
    const ra_op_description d = {.size = sizeof d, .name = "own.releases", .schema = ONE_SCHEMA, .definition = releases_its_argument, .kernel = kernel ? negates : NULL, .range_dims = -kernel};
    const ra_op *op = NULL;
    if (ra_op_register(&d, &op))
        return 1;
    ra_tensor *x = ra_ones(RA_DIMS(3)), *r = call1(op, ARGS(ARG_T(x)));
    if (!r || at(r, 2) != -1)
        return 2;
    ra_tensor *next = ra_neg(x);
    if (kernel ? !next : next || ra_last_status() != RA_ERR_STATE || !strstr(ra_last_error(), "given up by ra_release"))
        return 3;
    ra_clear_error();
    ra_release(r), ra_release(next);
    if (kernel)
        ra_release(x);
    return ra_op_unregister(op) || ra_shutdown() ? 4 : ra_get_memory_stats().live ? 5 : 0;
}

static const child_program programs[] = {{"releases", program_releases}};

static void what_it_releases_of_the_callers_is_told(void **state)
{
    (void)state;
    setenv("RUNAHEAD_CHECK", "1", 1);
    child_ends_well("releases", "0");
    child_ends_well("releases", "1");
    unsetenv("RUNAHEAD_CHECK");
}

/* ---- operators that come and go within one ---- */

static const ra_op *within;

static ra_status unregisters_itself(const ra_op_call *call, ra_tensor **results)
{
    const ra_op *op = within;
    within = NULL;
    if (op && ra_op_unregister(op))
        return RA_ERR_STATE;
    usleep(1000);
    if (atomic_load((_Atomic int *)call->state)) /* given up before its time */
        return RA_ERR_VALUE;
    results[0] = ra_neg(call->args[0].tensor);
    return RA_OK;
}

static ra_status registers_another(const ra_op_call *call, ra_tensor **results)
{
    const ra_op *op = NULL;
    ra_op_description d = {.size = sizeof d, .name = "own.within", .schema = ONE_SCHEMA, .definition = unregisters_itself, .state = call->state};
    ra_status s = ra_op_register(&d, &op);
    if (s)
        return s;
    within = op;
    results[0] = call1(op, &call->args[0], 1);
    if (within)
        (void)!ra_op_unregister(op);
    within = NULL;
    return results[0] ? RA_OK : ra_last_status();
}

static _Atomic int gone; /* so often the state of the one that goes was given up */

static void note_gone(void *state)
{
    (void)state;
    atomic_fetch_add(&gone, 1);
}

static void a_definition_may_register_and_unregister(void **state)
{
    (void)state;
    for (int kernel = 0; kernel < 2; kernel++) {
        _Atomic int given_up = 0;
        start(1);
        const ra_op *op = registered((ra_op_description){.name = "own.outer", .schema = ONE_SCHEMA, .definition = registers_another, .kernel = kernel ? negates : NULL, .range_dims = -kernel,
                                                         .state = &given_up});
        ra_tensor *x = ra_ones(RA_DIMS(3));
        for (int i = 0; i < 3; i++) {
            ra_tensor *r = call1(op, ARGS(ARG_T(x)));
            assert_true(at(r, 2) == -1);
            ra_release(r);
        }
        /* the same name within: it is taken */
        ra_op_description taken = {.name = "own.within", .schema = ONE_SCHEMA, .definition = like_first};
        const ra_op *holder = registered(taken);
        if (!kernel) {
            assert_null(call1(op, ARGS(ARG_T(x))));
            assert_non_null(strstr(ra_last_error(), "own.outer"));
            expect_message("\"own.within\" is registered already");
        }
        OK(ra_op_unregister(holder));
        /* one that unregisters itself in its call, and its state */
        atomic_store(&gone, 0);
        within = NULL;
        const ra_op *goes = registered((ra_op_description){.name = "own.goes", .schema = ONE_SCHEMA, .definition = unregisters_itself, .state = (void *)&gone, .release = note_gone});
        within = goes;
        ra_tensor *r = call1(goes, ARGS(ARG_T(x)));
        assert_true(at(r, 2) == -1);
        assert_null(call1(goes, ARGS(ARG_T(x))));
        expect_message("own.goes has been unregistered");
        EVENTUALLY(atomic_load(&gone) == 1);
        RELEASE(x, r);
        OK(ra_op_unregister(op));
        stop();
        assert_int_equal(atomic_load(&gone), 1);
    }
}

/* ---- what it gives ---- */

static enum { NONE_HANDLE, ONE_FOR_BOTH, ARGUMENTS_OWN, ELSEWHERE, A_VIEW, TOO_LARGE, GIVES } gives;

/* It is tried with up to four dimensions: of more it is found out at the call. */
static ra_status gives_wrong(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor;
    results[0] = ra_empty_like(x, NULL);
    results[1] = ra_empty_like(x, NULL);
    if (ra_ndim(x) < *(const int *)call->state)
        return RA_OK;
    switch (gives) {
    case NONE_HANDLE: results[1] = (ra_tensor *)(uintptr_t)RA_NONE; break;
    case ONE_FOR_BOTH: results[1] = results[0]; break;
    case ARGUMENTS_OWN: results[1] = (ra_tensor *)(uintptr_t)x; break;
    case ELSEWHERE: results[1] = ra_ones(RA_DIMS(2)); break;
    case A_VIEW: results[1] = ra_narrow(x, 0, 0, 1); break;
    default: results[1] = ra_empty(RA_DIMS(INT64_C(1) << 40, INT64_C(1) << 40), RA_OPTS(ra_empty, .device = ra_tensor_device(x))); break;
    }
    return RA_OK;
}

static void what_it_gives_and_cannot_is_refused(void **state)
{
    (void)state;
    static const char *const said[GIVES] = {"gives no b", "one handle for a and b", "an argument's own handle for b", "on device cpu", "a view of an argument for b", "own.gives"};
    start(1);
    ra_tensor *x = ra_ones(RA_DIMS(2, 2, 2, 2, 2));
    for (int g = 0; g < GIVES; g++) {
        int wrong_from = 5;
        gives = g;
        ra_tensor *r[2] = {NULL, NULL};
        ra_op_description d = {.size = sizeof d, .name = "own.gives", .schema = "(Tensor x) -> (Tensor a, Tensor b)", .meta = gives_wrong, .kernel = negates, .range_dims = -1, .state = &wrong_from};
        const ra_op *op = registered(d);
        assert_int_not_equal(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x)), r, 2, NULL), RA_OK);
        assert_true(!r[0] && !r[1]);
        expect_message(said[g]);
        OK(ra_op_unregister(op));
        wrong_from = 0;
        if (g > ARGUMENTS_OWN) /* what is seen of the handles alone */
            continue;
        assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
        expect_message(said[g]);
    }
    ra_release(x);
    stop();
}

/* ---- kernels that ra_op_check is to find out ---- */

static enum { NOTHING, HALF, NOT_A_NUMBER, A_STATUS, WRONG_AT_THE_END, FAULTS } fault;

static ra_status copies_wrongly(const ra_op_work *work)
{
    const float *x = work->inputs[0].data;
    float *out = work->results[0].data;
    if (fault == A_STATUS) {
        snprintf(work->message, work->message_size, "out of bounds");
        return RA_ERR_INDEX;
    }
    for (int64_t i = work->first; i < work->last && fault != NOTHING; i++)
        if (fault != HALF || i % 2)
            out[i] = fault == NOT_A_NUMBER ? NAN : fault == WRONG_AT_THE_END && i == 11 ? x[i] + 1 : x[i];
    return RA_OK;
}

static ra_status copies(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_clone(call->args[0].tensor, RA_OPTS(ra_clone, .memory_format = "contiguous"));
    return RA_OK;
}

/* Also where the memory that it does not write has what it should have written: what is given to a result is as it was left. */
static void the_check_finds_what_is_not_written(void **state)
{
    (void)state;
    static const char *const said[FAULTS] = {": element ", ": element ", "nan", "only the kernel fails: own.copy", "element 11"};
    for (int filled = 0; filled < 2; filled++)
        for (int f = 0; f < FAULTS; f++) {
            fault = f;
            start(1);
            const ra_op *op = registered((ra_op_description){.name = "own.copy", .schema = ONE_SCHEMA, .definition = copies, .kernel = copies_wrongly, .range_dims = -1, .dtypes = 1u << RA_FLOAT32});
            ra_tensor *line = ra_arange(1.0, 13.0, 1.0), *x = filled ? ra_ones(RA_DIMS(3, 4)) : ra_reshape(line, RA_DIMS(3, 4)), *left[40];
            OK(ra_wait(x));
            for (int i = 0; i < 40; i++) { /* whatever is given out next has ones in it */
                left[i] = ra_ones(RA_DIMS(3, 4));
                OK(ra_wait(left[i]));
            }
            for (int i = 0; i < 40; i++)
                ra_release(left[i]);
            assert_int_equal(ra_op_check(op, ARGS(ARG_T(x)), 0), RA_ERR_VALUE);
            assert_non_null(strstr(ra_last_error(), "ra_op_check(own.copy): "));
            expect_message(said[f]);
            RELEASE(line, x);
            OK(ra_op_unregister(op));
            stop();
        }
}

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(it_may_call_itself_but_not_for_ever, NULL, clean_up),
        TEST_AROUND(a_definition_leaves_its_thread_as_it_was, NULL, clean_up),
        TEST_AROUND(what_it_releases_of_the_callers_is_told, NULL, clean_up),
        TEST_AROUND(a_definition_may_register_and_unregister, NULL, clean_up),
        TEST_AROUND(what_it_gives_and_cannot_is_refused, NULL, clean_up),
        TEST_AROUND(the_check_finds_what_is_not_written, NULL, clean_up),
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
