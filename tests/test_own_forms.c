/*
 * Operators of the program's own among those of the library, in every form: reflection, the meta device, the order by bytes, what is run for
 * nobody, and failures. (test_own_life.c: cancelled, asked for, reported, traced.)
 */
#include "helpers/own_forms.h"
#include "helpers/release.h"

#include <pthread.h>

/* ---- reflection, and descriptions ---- */

static void each_form_is_told_of_by_reflection(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        start(1);
        const size_t before = ra_op_count();
        const ra_op *op = registered(forms[form]);
        assert_int_equal(ra_op_count(), before + 1);
        assert_ptr_equal(ra_op_at(before), op);
        assert_null(ra_op_at(before + 1));
        assert_ptr_equal(ra_op_find(forms[form].name), op);
        assert_string_equal(ra_op_name(op), forms[form].name);
        assert_string_equal(ra_op_schema(op), ONE_SCHEMA);
        assert_string_equal(ra_op_doc(op), forms[form].doc);
        assert_string_equal(ra_op_family(op), "the program's own");
        assert_int_equal(ra_op_variants(op), RA_FUNCTIONAL | RA_OUT | (form == LOOPS ? RA_INPLACE : 0));
        assert_int_equal(ra_op_properties(op), form == DEFINED ? RA_OP_COMPOSITE : form == RANGE ? RA_OP_SPLITTABLE : form == LOOPS ? RA_OP_ELEMENTWISE | RA_OP_SPLITTABLE : 0);
        assert_int_equal(ra_op_devices(op), 1 << RA_CPU | 1 << RA_META | (form == DEFINED ? 1 << RA_CUDA : 0));
        assert_true(ra_op_dtypes(op) >> RA_FLOAT32 & 1);
        assert_true(ra_op_arg_count(op) == 1 && ra_op_result_count(op) == 1 && !ra_op_returns_list(op));
        assert_string_equal(ra_op_arg_at(op, 0)->name, "x");
        assert_int_equal(ra_op_arg_at(op, 0)->kind, RA_ARG_TENSOR);
        assert_int_equal(ra_op_result_at(op, 0)->kind, RA_ARG_TENSOR);
        OK(ra_op_unregister(op));
        assert_int_equal(ra_op_count(), before);
        assert_null(ra_op_find(forms[form].name));
        ra_clear_error();
        assert_null(ra_op_name(op));
        expect_message("has been unregistered");
        stop();
    }
}

/* Nothing is run for it, and what is computed with it is described as well. */
static void upon_descriptions_each_form_gives_descriptions(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const ra_op *op = begin_form(form, 1);
        ra_tensor *m = ra_empty(RA_DIMS(3, 2), RA_OPTS(ra_empty, .device = RA_META)), *r = call1(op, ARGS(ARG_T(m))), *next = ra_sum(r, RA_DIMS(0));
        ra_tensor *out = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .device = RA_META));
        assert_true(ra_tensor_device(r) == RA_META && ra_tensor_dtype(r) == RA_FLOAT32 && ra_ndim(r) == 2 && ra_size(r, 0) == 3 && ra_stride(r, 0) == 2);
        assert_true(ra_tensor_device(next) == RA_META && ra_numel(next) == 2);
        OK(ra_call(op, RA_OUT, ARGS(ARG_T(m)), &out, 1, NULL));
        assert_int_equal(ra_size(out, 0), 3);
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&ran), 0);
        RELEASE(m, r, next, out);
        end_form(op);
    }
}

/* ---- the order ---- */

static void expect_floats(const char *what, const ra_tensor *t, const float *values, int count)
{
    float got[16];
    assert_int_equal(ra_numel(t), count);
    OK(ra_copy_to(t, got, (size_t)count * sizeof *got));
    for (int i = 0; i < count; i++)
        if (got[i] != values[i])
            fail_msg("element %d of %s is %g, not %g", i, what, (double)got[i], (double)values[i]);
}

/* Before and behind operators of the library, upon views of what those read and write: a model computes the same one after another. */
static void order_of_form(int form, int workers)
{
    enum { N = 8, FROM = 2, PART = 4 };
    const ra_op *op = begin_form(form, workers);
    held h = {0};
    float x_is[N], first_is[PART], second_is[N], third_is[PART], before_is[N], last_is[N];
    ra_tensor *base = held_new(&h, 1), *ramp = ra_arange(0.0, N, 1.0), *x = ra_zeros(RA_DIMS(N)), *part = ra_narrow(x, 0, FROM, PART), *head = ra_narrow(x, 0, 0, PART);
    OK(ra_add_(x, base)); /* it is held: all below is recorded before any of it runs */
    OK(ra_add_(x, ramp));
    for (int i = 0; i < N; i++)
        x_is[i] = (float)(1000 + i);

    ra_tensor *first = call1(op, ARGS(ARG_T(part))); /* reads what a writer of the library's is to write */
    for (int i = 0; i < PART; i++)
        first_is[i] = 2 * x_is[FROM + i];
    OK(ra_add_(part, 1)); /* writes what it is to read */
    for (int i = 0; i < PART; i++)
        x_is[FROM + i] += 1;
    ra_tensor *second = call1(op, ARGS(ARG_T(x))), *before = ra_neg(x);
    for (int i = 0; i < N; i++)
        second_is[i] = 2 * x_is[i], before_is[i] = -x_is[i];
    OK(ra_call(op, RA_OUT, ARGS(ARG_T(first)), &head, 1, NULL)); /* writes what readers of both kinds are to read */
    for (int i = 0; i < PART; i++)
        x_is[i] = 2 * first_is[i];
    if (form == LOOPS) {
        OK(ra_call(op, RA_INPLACE, ARGS(ARG_T(part)), NULL, 0, NULL));
        for (int i = 0; i < PART; i++)
            x_is[FROM + i] *= 2;
    }
    ra_tensor *third = call1(op, ARGS(ARG_T(part))); /* what it has written in part itself */
    for (int i = 0; i < PART; i++)
        third_is[i] = 2 * x_is[FROM + i];
    OK(ra_mul_(x, 3));
    ra_tensor *last = ra_add(x, 0);
    for (int i = 0; i < N; i++)
        last_is[i] = 3 * x_is[i];
    OK(ra_zero_(x));
    OK(ra_zero_(first));

    assert_int_equal(atomic_load(&ran), 0);
    let_go(&h);
    expect_floats("what was read first", third, third_is, PART);
    expect_floats("all", second, second_is, N);
    expect_floats("what was read before", before, before_is, N);
    expect_floats("the last", last, last_is, N);
    expect_floats("x", x, (float[N]){0}, N);
    RELEASE(base, ramp, x, part, head, first, second, before, third, last);
    end_form(op);
}

static void program_order_holds_for_every_byte(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++)
        for (int workers = -1; workers <= 3; workers += 2)
            order_of_form(form, workers);
}

/* In the call, on the caller's thread. */
static pthread_t ran_on;

static ra_status notes_its_thread(const ra_op_work *work)
{
    ran_on = pthread_self();
    return twice_whole(work);
}

static void one_after_another_it_is_run_in_the_call(void **state)
{
    (void)state;
    ra_op_description d = forms[WHOLE];
    d.kernel = notes_its_thread;
    start(1);
    atomic_store(&ran, 0);
    const ra_op *op = registered(d);
    ra_tensor *x = ra_ones(RA_DIMS(3));
    OK(ra_wait(x)); /* else who computes that may go on with what waits for it */
    ra_set_execution(RA_SYNC);
    ra_tensor *r = call1(op, ARGS(ARG_T(x)));
    assert_int_equal(atomic_load(&ran), 1);
    assert_true(pthread_equal(ran_on, pthread_self()) && at(r, 2) == 2);
    ra_set_execution(RA_RUN_AHEAD);
    RELEASE(x, r);
    end_form(op);
}

/* What nobody can look at is left out, unless it does something beside. */
static void only_an_effect_is_run_for_nobody(void **state)
{
    (void)state;
    for (int effect = 0; effect < 2; effect++) {
        ra_op_description d = forms[WHOLE];
        d.effect = effect;
        start(1);
        atomic_store(&ran, 0);
        const ra_op *op = registered(d);
        held h = {0};
        ra_tensor *base = held_new(&h, 1);
        EVENTUALLY(atomic_load(&h.running));
        ra_release(call1(op, ARGS(ARG_T(base))));
        let_go(&h);
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&ran), effect);
        ra_release(base);
        end_form(op);
    }
}

/* ---- failures ---- */

/* What a message must have, in this order. */
static void expect_chain(const char *const *parts)
{
    const char *from = ra_last_error();
    for (; *parts; parts++) {
        const char *found = strstr(from, *parts);
        if (!found)
            fail_msg("\"%s\" is not in, or not behind what comes before it, \"%s\"", *parts, ra_last_error());
        from = found + strlen(*parts);
    }
    ra_clear_error();
}
#define EXPECT_CHAIN(...) expect_chain((const char *const[]){__VA_ARGS__, NULL})

static void a_failure_goes_through_it_with_its_name_and_place(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        const ra_op *op = begin_form(form, 2);
        ra_tensor *x = ra_ones(RA_DIMS(4)), *beyond = ra_full(RA_DIMS(2), 9, RA_OPTS(ra_full, .dtype = RA_INT64)), *well = call1(op, ARGS(ARG_T(x)));
        assert_true(at(well, 3) == 2);
        const int runs_before = atomic_load(&ran);
        ra_set_site("chain.c", 10);
        ra_tensor *bad = ra_index_select(x, 0, beyond);
        ra_set_site("chain.c", 11);
        ra_tensor *r = call1(op, ARGS(ARG_T(bad)));
        ra_set_site("chain.c", 12);
        ra_tensor *next = ra_neg(r);
        ra_set_site(NULL, 0);
        assert_int_equal(ra_wait(next), RA_ERR_INDEX);
        char reached[60];
        snprintf(reached, sizeof reached, "reached %s(float32 [2]", form == DEFINED ? "mul" : forms[form].name);
        EXPECT_CHAIN("index_select(float32 [4]", "chain.c:10", reached, "chain.c:11", "reached neg(float32 [2]) at chain.c:12");
        assert_int_equal(atomic_load(&ran), runs_before);
        RELEASE(x, beyond, well, bad, r, next);
        end_form(op);
    }
}

/* By range, of the units from number 3 on: the first of them is told, though it fails when others have. */
static _Atomic bool a_later_one_failed;

static ra_status fails_from_three(const ra_op_work *work)
{
    const bool by_range = work->state;
    int64_t i = work->first;
    while (by_range && i < 3 && i < work->last)
        i++;
    if (i == work->last)
        return RA_OK;
    if (by_range && i == 3)
        EVENTUALLY(atomic_load(&a_later_one_failed));
    snprintf(work->message, work->message_size, "no good from %d", (int)i);
    atomic_store(&a_later_one_failed, true);
    return RA_ERR_SINGULAR;
}

static ra_status like_first_twice(const ra_op_call *call, ra_tensor **results)
{
    results[1] = ra_empty_like(call->args[0].tensor, NULL);
    return like_first(call, results);
}

static void its_own_failure_tells_where_it_began_and_what_it_reached(void **state)
{
    (void)state;
    static int by_range;
    for (int ranged = 0; ranged < 2; ranged++) {
        start(3);
        atomic_store(&a_later_one_failed, false);
        const ra_op *op = registered((ra_op_description){.name = "own.fails", .schema = "(Tensor x) -> (Tensor a, Tensor b)", .meta = like_first_twice, .kernel = fails_from_three,
                                                         .range_dims = ranged, .cost_ns = 100000, .state = ranged ? &by_range : NULL});
        ra_tensor *x = ra_ones(RA_DIMS(40)), *r[2];
        ra_set_site("fails.c", 20);
        OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x)), r, 2, NULL));
        ra_set_site("fails.c", 21);
        ra_tensor *next = ra_exp(r[1]), *apart = ra_neg(x);
        ra_set_site(NULL, 0);
        assert_int_equal(ra_wait(next), RA_ERR_SINGULAR);
        EXPECT_CHAIN("own.fails(float32 [40]) at fails.c:20: ", ranged ? "no good from 3" : "no good from 0", "reached exp(float32 [40]) at fails.c:21");
        assert_int_equal(ra_wait(r[0]), RA_ERR_SINGULAR);
        ra_clear_error();
        assert_true(at(apart, 39) == -1);
        RELEASE(x, r[0], r[1], next, apart);
        end_form(op);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(each_form_is_told_of_by_reflection, NULL, clean_up),
        TEST_AROUND(upon_descriptions_each_form_gives_descriptions, NULL, clean_up),
        TEST_AROUND(program_order_holds_for_every_byte, NULL, clean_up),
        TEST_AROUND(one_after_another_it_is_run_in_the_call, NULL, clean_up),
        TEST_AROUND(only_an_effect_is_run_for_nobody, NULL, clean_up),
        TEST_AROUND(a_failure_goes_through_it_with_its_name_and_place, NULL, clean_up),
        TEST_AROUND(its_own_failure_tells_where_it_began_and_what_it_reached, NULL, clean_up),
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
