/*
 * What operators are found to cost, and what follows from it: how much of one is taken at once, and what is run in its call.
 */
#include "helpers/known_costs.h"
#include "helpers/own_operators.h"

#include "async/tasks/graph.h"

static _Atomic int64_t unit_takes_ns; /* by the test's clock */

static ra_status costs_time(char *const *data, const int64_t *strides, int64_t n, const union ra__params *reserved)
{
    (void)data, (void)strides, (void)reserved;
    atomic_fetch_add(&clock_time, (uint64_t)(n * atomic_load(&unit_takes_ns)));
    return RA_OK;
}

static ra_status costs_time_by_range(const ra_op_work *work)
{
    atomic_fetch_add(&runs, 1);
    atomic_fetch_add(&clock_time, (uint64_t)((work->last - work->first) * atomic_load(&unit_takes_ns)));
    return RA_OK;
}

static void run_some(const ra_op *op, const ra_tensor *x, int times)
{
    for (int i = 0; i < times; i++) {
        ra_tensor *r = call1(op, ARGS(ARG_T(x)));
        OK(ra_wait(r));
        ra_release(r);
    }
}

static float scale_of(const ra_op *op)
{
    return atomic_load(&op->cost->scale);
}

static void what_runs_took_is_known_of_each(void **state)
{
    (void)state;
    start(-1);
    clock_inject(1);
    const ra_op_description dear = {.name = "dear", .schema = "(Tensor x) -> Tensor", .definition = like_first, .loops = {[RA_FLOAT32] = costs_time}, .cost_ns = 10};
    ra_op_description cheap = dear;
    cheap.name = "cheap";
    const ra_op *as_told = registered(cheap), *op = registered(dear), *neg = ra_op_find("neg");
    const float neg_before = scale_of(neg);
    ra_tensor *x = ra_zeros(RA_DIMS(100), NULL);
    atomic_store(&unit_takes_ns, 80);
    run_some(op, x, 20);
    assert_true(scale_of(op) > 4 && scale_of(op) < 16);
    assert_true(scale_of(as_told) == 0 && scale_of(neg) == neg_before);
    atomic_store(&unit_takes_ns, 10);
    run_some(as_told, x, 20);
    assert_true(scale_of(as_told) > 0.5f && scale_of(as_told) < 2 && scale_of(op) > 4);
    ra_release(x);
    OK(ra_op_unregister(op));
    OK(ra_op_unregister(as_told));
    stop();
    atomic_store(&ra__os_clock_hooked, NULL);
}

/*
 * Units that are planned to last as long as a grain should, and take next to nothing: many are taken at once, but for the first ones. By
 * one thread: each thief begins with few again.
 */
static void what_is_taken_at_once_follows_what_the_last_took(void **state)
{
    (void)state;
    enum { UNITS = 1024 };
    start(-1);
    clock_inject(1);
    const ra_op_description d = {.name = "hasty", .schema = "(Tensor x) -> Tensor", .definition = like_first, .kernel = costs_time_by_range, .range_dims = 1, .cost_ns = 1e5};
    const ra_op *op = registered(d);
    ra_tensor *x = ra_zeros(RA_DIMS(UNITS), NULL);
    OK(ra_wait(x));
    atomic_store(&unit_takes_ns, 1);
    atomic_store(&runs, 0);
    ra_reset_stats();
    run_some(op, x, 1);
    assert_int_equal(ra_get_stats().grains, UNITS);
    assert_in_range(atomic_load(&runs), 2, 64);
    ra_release(x);
    OK(ra_op_unregister(op));
    stop();
    atomic_store(&ra__os_clock_hooked, NULL);
}

enum { LIMIT = 2000 };

/* One that is expected to take so long, of an operator that nothing is known of. */
#define ROW(expected)                                                            \
    ra__cost cost = {0};                                                         \
    const ra_op row = {.name = "row", .cost = &cost};                            \
    ra__prepared prepared = {.op = &row, .plan = {.cost_ns = expected}};         \
    const ra__job j = {.plan = &prepared.plan}

/* What is a little too long for the call is tried, twice in a row, after 32 calls, after 64 more, 128, and so on; what is far too long never. */
static void what_is_nearly_short_is_tried(void **state)
{
    (void)state;
    static const struct {
        double expected_ns;
        bool always, nearly;
    } of[] = {{1999, true, false}, {2001, false, true}, {3999, false, true}, {4001, false, false}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        ROW(of[i].expected_ns);
        assert_int_equal(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT), of[i].always); /* the first one finds out */
        int call = 0;
        for (int patience = 32; patience <= 4096; patience *= 2)
            for (const int first = call + (patience < 1024 ? patience : 1024); call < first + 1;) {
                call++;
                assert_int_equal(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT), of[i].always || (of[i].nearly && call >= first));
            }
    }
}

static void what_was_too_long_comes_back_once_it_is_shorter_by_a_tenth(void **state)
{
    (void)state;
    ROW(2100);
    assert_false(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
    prepared.plan.cost_ns = 1900;
    assert_false(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
    prepared.plan.cost_ns = 1700;
    assert_true(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
    prepared.plan.cost_ns = 1900;
    assert_true(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
}

/* Whatever it took on a worker. */
static void what_is_short_when_it_is_tried_comes_back(void **state)
{
    (void)state;
    ROW(1000);
    for (int i = 0; i < 8; i++)
        ra__cost_learn(&j, 3500);
    int calls = 0;
    while (calls < 100 && !ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT))
        calls++;
    assert_in_range(calls, 32, 33);
    ra__cost_ran_in_call(&j, 2500, LIMIT); /* its operands were elsewhere */
    assert_true(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
    ra__cost_ran_in_call(&j, 1700, LIMIT);
    assert_true(scale_of(&row) > 1.69f && scale_of(&row) < 1.71f);
    for (int i = 0; i < 100; i++)
        assert_true(ra__cost_is_short(&j, ra__cost_expected_ns(&j), LIMIT));
}

/* ---- by one who waits for each ---- */

static _Atomic bool may_end;

static ra_status costs_a_wait(char *const *data, const int64_t *strides, int64_t n, const union ra__params *reserved)
{
    (void)data, (void)strides, (void)n, (void)reserved;
    EVENTUALLY(atomic_load(&may_end));
    return RA_OK;
}

/* Of what has ended no worker needs its record any more, but for one that it keeps. */
static bool are_given_back(int workers)
{
    ra__graph_collect_all();
    return ra__graph_in_flight().tasks <= workers;
}

typedef ra_tensor *(*called)(const ra_tensor *x);

static ra_tensor *neg_of(const ra_tensor *x)
{
    return ra_neg(x);
}

static ra_tensor *sub_of(const ra_tensor *x)
{
    return ra_sub(x, x);
}

/* The mean of abs of sub. */
static ra_tensor *loss_of(const ra_tensor *x)
{
    return ra_l1_loss(x, x);
}

/* Whether `call` computes something in the call where the operator is expected to take `scale` times as long as planned. */
static bool does_in_call(called call, const char *operator, const ra_tensor *x, float scale)
{
    known_to_take(operator, scale);
    const uint64_t before = ra_get_stats().ran_inline;
    ra_tensor *r = call(x);
    const bool is_run = ra_get_stats().ran_inline > before;
    OK(ra_wait(r));
    ra_release(r);
    return is_run;
}

static void take_turns(const ra_tensor *x, int times)
{
    for (int i = 0; i < times; i++) {
        ra_tensor *r = ra_abs(x);
        OK(ra_wait(r));
        ra_release(r);
    }
}

static void run_ahead(const ra_tensor *x)
{
    ra_tensor *a = ra_abs(x), *b = ra_abs(x);
    OK(ra_wait(a));
    OK(ra_wait(b));
    ra_release(a);
    ra_release(b);
}

/* How much longer than planned it has to take, not to be computed in the call of one who runs ahead. */
static float too_long(called call, const char *operator, const ra_tensor *x)
{
    float scale = 1;
    for (run_ahead(x); does_in_call(call, operator, x, scale); run_ahead(x)) {
        scale *= 1.1f;
        assert_true(scale < 100);
    }
    run_ahead(x);
    return scale;
}

static void who_waits_for_each_has_more_computed_in_the_call(void **state)
{
    (void)state;
    enum { WORKERS = 2 };
    const ra_config config = {.size = sizeof config, .workers = WORKERS, .relief_percent = -1};
    OK(ra_init(&config));
    ra_tensor *x = ra_ones(RA_DIMS(2000));
    const float scale = too_long(neg_of, "neg", x);
    take_turns(x, 7);
    assert_false(does_in_call(neg_of, "neg", x, scale)); /* the eighth */
    EVENTUALLY(are_given_back(WORKERS));
    assert_true(does_in_call(neg_of, "neg", x, scale));
    assert_true(does_in_call(neg_of, "neg", x, 3 * scale));
    assert_false(does_in_call(neg_of, "neg", x, 5 * scale));
    EVENTUALLY(are_given_back(WORKERS));
    assert_true(does_in_call(neg_of, "neg", x, scale));
    ra_tensor *first = ra_abs(x);
    assert_false(does_in_call(neg_of, "neg", x, scale)); /* it ran ahead of it */
    assert_false(does_in_call(neg_of, "neg", x, scale));
    ra_release(first);
    /* what is urgent is called for like anything else */
    take_turns(x, 8);
    EVENTUALLY(are_given_back(WORKERS));
    ra_urgent_begin();
    first = ra_abs(x);
    assert_false(does_in_call(neg_of, "neg", x, scale));
    OK(ra_urgent_end());
    ra_release(first);
    /* a definition's operators are one call */
    for (int i = 0; i < 8; i++) {
        ra_tensor *r = ra_mse_loss(x, x);
        OK(ra_wait(r));
        ra_release(r);
    }
    EVENTUALLY(are_given_back(WORKERS));
    assert_true(does_in_call(neg_of, "neg", x, scale));
    /* but what may be joined with the next is no more computed alone than it was */
    const float apart = too_long(sub_of, "sub", x);
    take_turns(x, 8);
    EVENTUALLY(are_given_back(WORKERS));
    assert_true(does_in_call(sub_of, "sub", x, apart));
    assert_false(does_in_call(loss_of, "sub", x, apart));
    /* the lock is not held up where others may need it */
    const ra_op_description d = {.name = "stuck", .schema = "(Tensor x) -> Tensor", .definition = like_first, .loops = {[RA_FLOAT32] = costs_a_wait}, .cost_ns = 10};
    const ra_op *op = registered(d);
    enum { STUCK = 4 };
    ra_tensor *stuck[STUCK];
    for (int i = 0; i < STUCK; i++)
        stuck[i] = call1(op, ARGS(ARG_T(x)));
    take_turns(x, 9);
    assert_false(does_in_call(neg_of, "neg", x, scale));
    atomic_store(&may_end, true);
    for (int i = 0; i < STUCK; i++) {
        OK(ra_wait(stuck[i]));
        ra_release(stuck[i]);
    }
    ra_release(x);
    OK(ra_op_unregister(op));
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_runs_took_is_known_of_each),
        TEST(what_is_taken_at_once_follows_what_the_last_took),
        TEST(what_is_nearly_short_is_tried),
        TEST(what_was_too_long_comes_back_once_it_is_shorter_by_a_tenth),
        TEST(what_is_short_when_it_is_tried_comes_back),
        TEST(who_waits_for_each_has_more_computed_in_the_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
