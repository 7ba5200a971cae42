/*
 * Operators of the program's own: registered, refused, computed by definition, kernel, range and loops, unregistered. (test_own_check.c: checked.)
 */
#include "helpers/own_operators.h"
#include "helpers/release.h"

#include <sched.h>

static _Atomic int released;

static void note_release(void *state)
{
    (void)state;
    atomic_fetch_add(&released, 1);
}

static void begin(int workers)
{
    start(workers);
    atomic_store(&released, 0);
}

/* x^2 + y, of which the sum has a name. */
static ra_status square_plus(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor, *y = call->args[1].tensor;
    results[0] = ra_add(ra_mul(x, x), y);
    return RA_OK;
}

/* ---- definitions ---- */

static void a_definition_alone_is_an_operator(void **state)
{
    (void)state;
    begin(1);
    const size_t before = ra_op_count();
    const ra_op *op = registered((ra_op_description){.name = "mine.square_plus", .schema = PAIR_SCHEMA, .doc = "x^2 + y", .definition = square_plus});
    assert_int_equal(ra_op_count(), before + 1);
    assert_ptr_equal(ra_op_find("mine.square_plus"), op);
    assert_ptr_equal(ra_op_at(before), op);
    assert_string_equal(ra_op_doc(op), "x^2 + y");
    assert_true(ra_op_properties(op) & RA_OP_COMPOSITE);
    ra_tensor *x = ra_full(RA_DIMS(2, 3), 3.0), *y = ra_arange(0.0, 3.0, 1.0);
    ra_tensor *r = call1(op, ARGS(ARG_T(x), ARG_T(y)));
    assert_true(at(r, 5) == 11);
    assert_int_equal(ra_get_stats().failed, 0);
    /* out=, resized, and one with other strides */
    ra_tensor *out = ra_empty(RA_DIMS(0), NULL), *base = ra_zeros(RA_DIMS(3, 2), NULL), *columns = ra_transpose(base, 0, 1);
    OK(ra_call(op, RA_OUT, ARGS(ARG_T(x), ARG_T(y)), &out, 1, NULL));
    assert_int_equal(ra_numel(out), 6);
    assert_true(at(out, 2) == 11);
    OK(ra_call(op, RA_OUT, ARGS(ARG_T(x), ARG_T(y)), &columns, 1, NULL));
    assert_int_equal(ra_stride(columns, 0), 1);
    ra_tensor *rows = ra_contiguous(columns, NULL);
    assert_true(at(rows, 1) == 10);
    RELEASE(x, y, r, out, base, columns, rows);
    OK(ra_op_unregister(op));
    assert_int_equal(ra_op_count(), before);
    stop();
}

static void what_a_definition_refuses_names_the_operator(void **state)
{
    (void)state;
    begin(1);
    const ra_op *op = registered((ra_op_description){.name = "square_plus", .schema = PAIR_SCHEMA, .definition = square_plus});
    ra_tensor *x = ra_zeros(RA_DIMS(2), NULL), *y = ra_zeros(RA_DIMS(3), NULL);
    OK(ra_wait_all());
    const size_t live = ra_get_memory_stats().live;
    assert_null(call1(op, ARGS(ARG_T(x), ARG_T(y))));
    assert_true(strncmp(ra_last_error(), "square_plus", 11) == 0);
    expect_message("[2]");
    assert_int_equal(ra_get_memory_stats().live, live);
    OK(ra_op_unregister(op));
    RELEASE(x, y);
    stop();
}

static ra_status of_meta(const ra_op_call *call, ra_tensor **results)
{
    assert_int_equal(ra_tensor_device(call->args[0].tensor), RA_META);
    return like_first(call, results);
}

/* ---- kernels ---- */

static void a_kernel_by_range_is_split_and_packed(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 3; workers++) {
        begin(workers ? workers : 1);
        const ra_op *op = registered(SINCOS);
        ra_tensor *x = ra_linspace(-3, 3, 3000), *matrix = ra_reshape(x, RA_DIMS(30, 100)), *turned = ra_transpose(matrix, 0, 1);
        ra_tensor *r[2];
        atomic_store(&runs, 0), atomic_store(&units_seen, 0);
        OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(turned)), r, 2, NULL));
        assert_int_equal(ra_stride(r[0], 0), 30);
        OK(ra_wait(r[1]));
        assert_int_equal(atomic_load(&units_seen), 3000);
        for (int i = 0; i < 100; i++) {
            const float value = at(x, (i % 30) * 100 + i / 30);
            assert_true(at(r[0], i) == sinf(value) && at(r[1], i) == cosf(value));
        }
        /* again: from the cache, and with outputs given */
        ra_reset_stats();
        ra_tensor *again[2];
        OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(turned)), again, 2, NULL));
        assert_int_equal((int)ra_get_stats().cached, 1);
        OK(ra_wait(again[0]));
        ra_tensor *out[2] = {ra_zeros(RA_DIMS(100, 30), NULL), ra_zeros(RA_DIMS(1), NULL)};
        OK(ra_call(op, RA_OUT, ARGS(ARG_T(turned)), out, 2, NULL));
        assert_true(at(out[1], 31) == at(again[1], 31));
        /* of nothing it is not run */
        atomic_store(&runs, 0);
        ra_tensor *nothing = ra_zeros(RA_DIMS(0, 5), NULL), *empty[2];
        OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(nothing)), empty, 2, NULL));
        OK(ra_wait(empty[0]));
        assert_int_equal(atomic_load(&runs), 0);
        RELEASE(x, matrix, turned, r[0], r[1], again[0], again[1], out[0], out[1], nothing, empty[0], empty[1]);
        OK(ra_op_unregister(op));
        stop();
    }
}

static void a_refused_output_leaves_all_untouched(void **state)
{
    (void)state;
    begin(1);
    const ra_op *op = registered(SINCOS);
    ra_tensor *x = ra_ones(RA_DIMS(4), NULL), *out[2] = {ra_zeros(RA_DIMS(2), NULL), ra_zeros(RA_DIMS(4), RA_OPTS(ra_zeros, .dtype = RA_INT32))};
    assert_int_equal(ra_call(op, RA_OUT, ARGS(ARG_T(x)), out, 2, NULL), RA_ERR_DTYPE);
    assert_int_equal(ra_numel(out[0]), 2);
    ra_clear_error();
    ra_tensor *same[2] = {x, out[0]};
    assert_int_equal(ra_call(op, RA_OUT, ARGS(ARG_T(x)), same, 2, NULL), RA_ERR_OVERLAP);
    ra_clear_error();
    ra_tensor *wrong = ra_zeros(RA_DIMS(4), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64));
    assert_int_equal(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(wrong)), out, 2, NULL), RA_ERR_DTYPE);
    expect_message("sincos");
    RELEASE(x, out[0], out[1], wrong);
    OK(ra_op_unregister(op));
    stop();
}

/* What a kernel is told of numbers, lists, texts and absent tensors. */
static ra_status tells(const ra_op_work *work)
{
    float *out = work->results[0].data;
    const bool told = work->input_count == 5 && !work->inputs[1].data && work->inputs[2].ndim == 0 && work->args[2].tensors.count == 2 &&
                      work->args[4].dims.count == 3 && work->args[4].dims.values[2] == 30 && !strcmp(work->args[6].string, "up") && work->args[5].boolean;
    if (!told)
        return RA_ERR_STATE;
    memset(work->scratch, 1, 100);
    out[0] = *(const float *)work->inputs[0].data;
    out[1] = *(const float *)work->inputs[3].data;
    out[2] = (float)(work->args[3].scalar.value.f[0] + *(const double *)work->inputs[4].data);
    return RA_OK;
}

static ra_status three_of(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .device = ra_tensor_device(call->args[0].tensor)));
    return RA_OK;
}

static void arguments_reach_the_kernel_by_value(void **state)
{
    (void)state;
    begin(1);
    const ra_op *op = registered((ra_op_description){
        .name = "tells", .meta = three_of, .kernel = tells, .scratch = 100,
        .schema = "(Tensor x, Tensor? none, Tensor[] list, Scalar s, int[] dims, bool yes, str{down,up} way, Operand last) -> Tensor"});
    ra_tensor *x = ra_full(RA_DIMS(), 3.0), *y = ra_full(RA_DIMS(), 4.0), *wide = ra_full(RA_DIMS(), 8.0, RA_OPTS(ra_full, .dtype = RA_FLOAT64));
    int64_t dims[] = {10, 20, 30};
    char way[] = "up";
    ra_arg args[] = {ARG_T(x), ARG_T(RA_NONE), {.tensors = RA_LIST(x, y), .kind = RA_ARG_TENSORS}, {.scalar = RA_F(0.5), .kind = RA_ARG_SCALAR},
                     {.dims = ra_dims_of(dims, 3), .kind = RA_ARG_DIMS}, {.boolean = true, .kind = RA_ARG_BOOL}, {.string = way, .kind = RA_ARG_STRING}, ARG_T(wide)};
    ra_tensor *r = call1(op, args, 8);
    dims[2] = 0, way[0] = 'x';
    assert_true(at(r, 0) == 3 && at(r, 1) == 4 && at(r, 2) == 8.5f);
    RELEASE(x, y, wide, r);
    OK(ra_op_unregister(op));
    stop();
}

static ra_status fails(const ra_op_work *work)
{
    snprintf(work->message, work->message_size, "because of %d", *(const int *)work->state);
    return RA_ERR_VALUE;
}

static ra_status no_status(const ra_op_work *work)
{
    (void)work;
    return (ra_status)12345;
}

static void a_failure_poisons_the_results(void **state)
{
    (void)state;
    begin(1);
    static int reason = 7;
    const ra_op *op = registered((ra_op_description){.name = "fails", .schema = "(Tensor x) -> Tensor", .meta = like_first, .kernel = fails, .state = &reason});
    const ra_op *wild = registered((ra_op_description){.name = "wild", .schema = "(Tensor x) -> Tensor", .meta = of_meta, .kernel = no_status});
    ra_tensor *x = ra_ones(RA_DIMS(4), NULL), *r = call1(op, ARGS(ARG_T(x))), *w = call1(wild, ARGS(ARG_T(x))), *next = ra_neg(r);
    assert_int_equal(ra_wait(next), RA_ERR_VALUE);
    expect_message("because of 7");
    assert_int_equal(ra_wait(w), RA_ERR_VALUE);
    expect_message("12345");
    RELEASE(x, r, w, next);
    OK(ra_op_unregister(op)), OK(ra_op_unregister(wild));
    stop();
}

/* What a kernel is told of by the test: its own result, and another tensor. */
static struct {
    _Atomic(const ra_tensor *) own;
    const ra_tensor *other;
    ra_status own_status, other_status;
} asks;

static ra_status asks_the_library(const ra_op_work *work)
{
    const ra_tensor *own;
    double sum = 0;
    while (!(own = atomic_load(&asks.own)))
        sched_yield(); /* the call that records this one is about to return */
    ra_tensor *all = ra_sum(ra_add(asks.other, 1.0), RA_ALL);
    asks.other_status = ra_item_f64(all, &sum);
    asks.own_status = ra_wait(own);
    ra_clear_error();
    *(float *)work->results[0].data = (float)sum;
    return RA_OK;
}

static ra_status one_of(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty(RA_DIMS(1), RA_OPTS(ra_empty, .device = ra_tensor_device(call->args[0].tensor)));
    return RA_OK;
}

static ra_status asks_in_scope(const ra_op_work *work)
{
    ra_scope_begin();
    const ra_status s = asks_the_library(work);
    return ra_scope_end() == RA_ERR_STATE ? s : RA_ERR_VALUE; /* of the wait that was refused */
}

/* It records operators and waits for them, on a worker and where who waits does the work; for its own result it cannot. */
static void a_kernel_may_call_the_library(void **state)
{
    (void)state;
    for (int workers = 0; workers < 3; workers++) {
        begin(workers);
        const ra_op *op = registered((ra_op_description){.name = "asks", .schema = "(Tensor x) -> Tensor", .meta = one_of, .kernel = asks_in_scope});
        ra_tensor *x = ra_zeros(RA_DIMS(4), NULL), *pending = ra_full(RA_DIMS(1000), 2.0);
        asks.other = pending;
        atomic_store(&asks.own, NULL);
        ra_tensor *r = call1(op, ARGS(ARG_T(x)));
        atomic_store(&asks.own, r);
        assert_true(at(r, 0) == 3000);
        assert_int_equal(asks.other_status, RA_OK);
        assert_int_equal(asks.own_status, RA_ERR_STATE);
        RELEASE(x, pending, r);
        OK(ra_op_unregister(op));
        stop();
    }
}

/* ---- loops ---- */

static void loops_are_elementwise_operators(void **state)
{
    (void)state;
    begin(2);
    const ra_op *op = registered(HALF_PLUS);
    assert_true(ra_op_properties(op) & RA_OP_ELEMENTWISE);
    assert_int_equal(ra_op_variants(op), RA_FUNCTIONAL | RA_INPLACE | RA_OUT);
    ra_tensor *x = ra_arange(0.0, 6.0, 1.0), *column = ra_reshape(x, RA_DIMS(6, 1)), *row = ra_mul(x, 10.0);
    ra_tensor *r = call1(op, ARGS(ARG_T(column), ARG_T(row)));
    assert_int_equal(ra_numel(r), 36);
    assert_true(at(r, 6 * 4 + 3) == 32);
    ra_tensor *number = call1(op, ARGS(ARG_T(row), ARG_F(0.5)));
    assert_true(at(number, 3) == 15.5f);
    ra_tensor *half = ra_to(row, RA_OPTS(ra_to, .dtype = RA_BFLOAT16)), *of_half = call1(op, ARGS(ARG_T(half), ARG_F(1)));
    assert_int_equal(ra_tensor_dtype(of_half), RA_BFLOAT16);
    ra_tensor *whole = ra_to(row, RA_OPTS(ra_to, .dtype = RA_INT32)), *of_whole = call1(op, ARGS(ARG_T(whole), ARG_F(1)));
    assert_int_equal(ra_tensor_dtype(of_whole), RA_FLOAT32);
    assert_true(at(of_whole, 1) == 6);
    OK(ra_call(op, RA_INPLACE, ARGS(ARG_T(row), ARG_T(row)), NULL, 0, NULL));
    assert_true(at(row, 2) == 30);
    ra_tensor *wide = ra_to(row, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    assert_null(call1(op, ARGS(ARG_T(wide), ARG_F(1))));
    expect_message("half_plus(float64 [6], 1.0): not defined for dtype float64");
    RELEASE(x, column, row, r, number, half, of_half, whole, of_whole, wide);
    OK(ra_op_unregister(op));
    stop();
}

static void loops_are_fused(void **state)
{
    (void)state;
    ra_config config = {.size = sizeof config, .workers = 1, .fusion = RA_FUSION_ALWAYS, .relief_percent = -1};
    OK(ra_init(&config));
    const ra_op *op = registered(HALF_PLUS);
    held h = {0};
    ra_tensor *first = held_new(&h, 1), *x = ra_ones(RA_DIMS(5000), NULL), *one = ra_select(first, 0, 0);
    ra_tensor *sum = ra_add(x, one), *mine = call1(op, ARGS(ARG_T(sum), ARG_T(x))), *last = ra_neg(mine);
    RELEASE(sum, mine);
    ra_reset_stats();
    let_go(&h);
    OK(ra_wait(last));
    assert_true(ra_get_stats().fused >= 3);
    RELEASE(first, x, one, last);
    OK(ra_op_unregister(op));
    stop();
}

/* ---- what is refused at registration ---- */

static ra_status gives_one(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_neg(call->args[0].tensor);
    return RA_OK;
}

static ra_status gives_its_argument(const ra_op_call *call, ra_tensor **results)
{
    results[0] = (ra_tensor *)(uintptr_t)call->args[0].tensor;
    return RA_OK;
}

static void what_does_not_fit_is_refused_by_its_field(void **state)
{
    (void)state;
    begin(1);
#define ONE "(Tensor x) -> Tensor"
    const struct {
        ra_op_description d;
        const char *message;
    } wrong[] = {
        {{.schema = ONE, .definition = gives_one}, "name is not given"},
        {{.name = "", .schema = ONE, .definition = gives_one}, "name: \"\" is none"},
        {{.name = "a..b", .schema = ONE, .definition = gives_one}, "is none"},
        {{.name = "1a", .schema = ONE, .definition = gives_one}, "is none"},
        {{.name = "a b", .schema = ONE, .definition = gives_one}, "is none"},
        {{.name = "add", .schema = ONE, .definition = gives_one}, "is an operator of the library's"},
        {{.name = "x", .definition = gives_one}, "schema is not given"},
        {{.name = "x", .schema = "(Tensor x) -> Tensr", .definition = gives_one}, "unknown type"},
        {{.name = "x", .schema = "(Tensor x, Tensor x) -> Tensor", .definition = gives_one}, "the name x appears twice"},
        {{.name = "x", .schema = "(Tensor x) -> Tensor[]", .definition = gives_one}, "list of results"},
        {{.name = "x", .schema = "(Tensor x, Generator? g=None) -> Tensor", .definition = gives_one}, "argument g is a Generator"},
        {{.name = "x", .schema = ONE}, "none of definition, kernel, loops and cuda"},
        {{.name = "x", .schema = ONE, .kernel = fails}, "nothing says what the results are"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .range_dims = 1}, "range_dims is given, and no kernel"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .kernel = fails, .range_dims = -2}, "range_dims: -2"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .strided = true}, "strided is given"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .kernel = fails, .cost_ns = NAN}, "cost_ns"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .dtypes = 1u << 30}, "dtypes"},
        {{.name = "x", .schema = ONE, .definition = gives_one, .kernel = fails, .loops = {[RA_FLOAT32] = half_plus}}, "loops and kernel are both given"},
        {{.name = "x", .schema = ONE, .loops = {[RA_FLOAT16] = half_plus}}, "loops[float16]"},
        {{.name = "x", .schema = "(Tensor x, float s) -> Tensor", .loops = {[RA_FLOAT32] = half_plus}}, "argument s is no Tensor"},
        {{.name = "x", .schema = "(Tensor x) -> (Tensor a, Tensor b)", .definition = gives_one}, "gives no b"},
        {{.name = "x", .schema = ONE, .definition = gives_its_argument}, "argument's own handle"},
    };
    const size_t count = ra_op_count();
    assert_int_equal(ra_op_register(NULL, NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ra_op_description d = wrong[i].d;
        d.size = sizeof d;
        d.release = note_release;
        assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
        expect_message(wrong[i].message);
    }
    ra_op_description sizeless = {.name = "x", .schema = ONE, .definition = gives_one};
    assert_int_equal(ra_op_register(&sizeless, NULL), RA_ERR_ARGUMENT);
    expect_message("size");
    assert_int_equal(ra_op_count(), count);
    const ra_op *op = registered((ra_op_description){.name = "x", .schema = ONE, .definition = gives_one});
    ra_op_description twice = {.size = sizeof twice, .name = "x", .schema = ONE, .definition = gives_one};
    assert_int_equal(ra_op_register(&twice, NULL), RA_ERR_ARGUMENT);
    expect_message("registered already");
    OK(ra_op_unregister(op));
    assert_int_equal(atomic_load(&released), 0);
    stop();
}

/* ---- going ---- */

static _Atomic bool goes_on;

static ra_status waits_for_the_test(const ra_op_work *work)
{
    while (!atomic_load(&goes_on))
        usleep(100);
    *(float *)work->results[0].data = 5;
    return RA_OK;
}

static void what_is_pending_runs_after_its_operator_has_gone(void **state)
{
    (void)state;
    begin(1);
    atomic_store(&goes_on, false);
    ra_op_description d = {.name = "gone", .schema = "(Tensor x) -> Tensor", .meta = like_first, .kernel = waits_for_the_test, .release = note_release};
    const ra_op *op = registered(d);
    ra_tensor *x = ra_ones(RA_DIMS(1), NULL), *r = call1(op, ARGS(ARG_T(x)));
    OK(ra_op_unregister(op));
    assert_int_equal(ra_op_unregister(op), RA_ERR_UNKNOWN);
    ra_clear_error();
    assert_null(call1(op, ARGS(ARG_T(x))));
    expect_message("gone has been unregistered");
    assert_int_equal(atomic_load(&released), 0);
    const ra_op *next = registered(d);
    assert_ptr_not_equal(next, op);
    atomic_store(&goes_on, true);
    assert_true(at(r, 0) == 5);
    OK(ra_op_unregister(next));
    RELEASE(x, r);
    stop();
    ra_poll();
    assert_int_equal(atomic_load(&released), 2);
}

static void what_is_no_library_is_refused(void **state)
{
    (void)state;
    begin(1);
    assert_int_equal(ra_load_library("/no/such/library.so"), RA_ERR_FILE);
    expect_message("/no/such/library.so");
    assert_int_equal(ra_load_library("libm.so.6"), RA_ERR_FILE);
    expect_message("ra_library_init");
    assert_int_equal(ra_load_library(NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    stop();
}

static ra_status first_of(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .device = ra_tensor_device(call->args[0].tensors.items[0])));
    return RA_OK;
}

static ra_status never_called(const ra_op_work *work)
{
    (void)work;
    return RA_ERR_STATE;
}

/* Of operands that share one element, together as many bytes as wrap to none. */
static void what_does_not_fit_packed_is_out_of_memory(void **state)
{
    (void)state;
    enum { MANY = 16384 };
    begin(1);
    const ra_op *op = registered((ra_op_description){.name = "test.packed", .schema = "(Tensor[] x) -> Tensor", .meta = first_of, .kernel = never_called});
    RA_AUTO ra_tensor *one = ra_ones(RA_DIMS(1), RA_OPTS(ra_ones, .dtype = RA_COMPLEX128)), *few = ra_expand(one, RA_DIMS(7)), *most = ra_expand(one, RA_DIMS(INT64_C(1) << 46));
    static const ra_tensor *items[1 + MANY];
    items[0] = few;
    for (int i = 1; i <= MANY; i++)
        items[i] = most;
    RA_AUTO ra_tensor *r = call1(op, ARGS(((ra_arg){.tensors = {items, 1 + MANY}, .kind = RA_ARG_TENSORS})));
    assert_int_equal(ra_wait(r), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    OK(ra_op_unregister(op));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_definition_alone_is_an_operator),
        TEST(what_a_definition_refuses_names_the_operator),
        TEST(a_kernel_by_range_is_split_and_packed),
        TEST(a_refused_output_leaves_all_untouched),
        TEST(arguments_reach_the_kernel_by_value),
        TEST(a_failure_poisons_the_results),
        TEST(a_kernel_may_call_the_library),
        TEST(loops_are_elementwise_operators),
        TEST(loops_are_fused),
        TEST(what_does_not_fit_is_refused_by_its_field),
        TEST(what_is_pending_runs_after_its_operator_has_gone),
        TEST(what_is_no_library_is_refused),
        TEST(what_does_not_fit_packed_is_out_of_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
