/*
 * Operators of the program's own by CUDA source, on the simulated driver: what the source finds, how it is launched, what is refused
 * and where, compared with the definition; and that what was compiled is given up.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda.h"
#include "helpers/own_operators.h"

#include <sched.h>

#define INDEX {{"i", "thread_index_in_grid"}}

/* Handles that a test leaves are of a scope around it. */
static void begin(int workers)
{
    start(workers);
    ra_scope_begin();
}

static void end(void)
{
    (void)!ra_scope_end();
    ra_clear_error();
    stop();
}

static const ra_op *registered_cuda(ra_op_description d, ra_op_cuda c)
{
    c.size = sizeof c;
    d.cuda = &c;
    return registered(d);
}

/* ---- two results, a number, halves ---- */

static ra_status both(const ra_op_call *call, ra_tensor **results)
{
    ra_tensor *x = ra_mul(call->args[0].tensor, call->args[1].real);
    results[0] = ra_sin(x);
    results[1] = ra_cos(x);
    return RA_OK;
}

static const ra_op_cuda sincos_source = {
    .source = "if (i >= x_numel)\n    return;\nconst float angle = (float)((double)x[i] * scale);\nsine[i] = part(angle, 0);\ncosine[i] = T(part(angle, 1));\n",
    .helpers = "__device__ float part(float x, int which) { return which ? cosf(x) : sinf(x); }\n",
    .attributes = INDEX,
    .templates = {{"T", "x"}},
    .launch = {.block = {64, 1, 1}},
};

static void two_results(void **state)
{
    (void)state;
    begin(2);
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.sincos", .schema = "(Tensor x, float scale=2) -> (Tensor sine, Tensor cosine)", .definition = both,
                                                          .dtypes = 1u << RA_FLOAT32 | 1u << RA_FLOAT16 | 1u << RA_BFLOAT16}, sincos_source);
    assert_int_equal(ra_op_devices(op), 1 << RA_CPU | 1 << RA_META | 1 << RA_CUDA);
    assert_false(ra_op_properties(op) & RA_OP_COMPOSITE);
    ra_tensor *x = ra_reshape(numbers(RA_FLOAT32, 300, -3), RA_DIMS(10, 30)), *dx = there(x), *pair[2], *here[2];
    OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(dx)), pair, 2, NULL));
    OK(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x)), here, 2, NULL)); /* by the definition */
    assert_int_equal(ra_tensor_device(pair[1]), RA_CUDA);
    assert_int_equal(ra_tensor_device(here[1]), RA_CPU);
    ra_tensor *back = ra_to(pair[1], RA_OPTS(ra_to, .device = RA_CPU)), *apart = ra_amax(ra_abs(ra_sub(back, here[1])), RA_ALL);
    double most = 1;
    OK(ra_item_f64(apart, &most));
    assert_true(most < 1e-6);
    OK(ra_op_check(op, ARGS(ARG_T(dx), ARG_F(0.5)), 1e-2));
    OK(ra_op_unregister(op));
    end();
}

/* ---- every kind of argument, strides, templates of results ---- */

static ra_status gathered(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty(RA_DIMS(8), RA_OPTS(ra_empty, .dtype = RA_FLOAT64, .device = ra_tensor_device(call->args[0].tensor)));
    return RA_OK;
}

static void what_the_source_finds(void **state)
{
    (void)state;
    begin(1);
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.all", .strided = true, .meta = gathered,
                                                          .schema = "(Tensor m, Tensor? none, Operand number, int n, bool yes, Scalar s, int[] list, str{a, b} text=\"a\") -> Tensor"},
                                      (ra_op_cuda){.attributes = INDEX, .templates = {{"R", "result"}, {"M", "m"}},
                                                   .source = "const M first = m[m_strides[0] * 1 + m_strides[1] * 2];\n"
                                                             "if (i == 0) result[0] = (R)first;\n"
                                                             "if (i == 1) result[1] = none == nullptr && none_numel == 0 ? m_ndim : -1;\n"
                                                             "if (i == 2) result[2] = number[0];\n"
                                                             "if (i == 3) result[3] = (R)n;\n"
                                                             "if (i == 4) result[4] = yes ? 1 : -1;\n"
                                                             "if (i == 5) result[5] = s;\n"
                                                             "if (i == 6) result[6] = (R)(list[0] * 10 + list[1] + list_count * 100);\n"
                                                             "if (i == 7) result[7] = (R)(m_sizes[0] * 10 + m_sizes[1]);\n"});
    assert_int_equal(ra_op_devices(op), 1 << RA_META | 1 << RA_CUDA);
    ra_tensor *x = ra_view(numbers(RA_INT16, 12, 0), RA_DIMS(4, 3)), *t = ra_t(there(x)), *five = ra_scalar_tensor(5, NULL);
    const double want_number[] = {2.5, 5};
    for (int round = 0; round < 2; round++) {
        const ra_arg number = round ? ARG_T(five) : (ra_arg){.scalar = ra_scalar_float(2.5), .kind = RA_ARG_SCALAR};
        const int64_t list[] = {3, 4};
        ra_tensor *r = call1(op, ARGS(ARG_T(t), {.kind = RA_ARG_NONE}, number, ARG_I(-7), {.boolean = true, .kind = RA_ARG_BOOL},
                                      {.scalar = ra_scalar_float(0.25), .kind = RA_ARG_SCALAR}, {.dims = ra_dims_of(list, 2), .kind = RA_ARG_DIMS}));
        double got[8];
        OK(ra_copy_to(r, got, sizeof got));
        const double want[] = {5, 2, want_number[round], -7, 1, 0.25, 234, 34}; /* int16 of 7 * 0.75 */
        for (int i = 0; i < 8; i++)
            if (got[i] != want[i])
                fail_msg("element %d is %g, not %g", i, got[i], want[i]);
    }
    /* Descriptions need no kernel. */
    const int64_t described[] = {3, 4};
    ra_tensor *m = ra_empty(RA_DIMS(4, 3), RA_OPTS(ra_empty, .dtype = RA_INT16, .device = RA_META));
    ra_tensor *shape = call1(op, ARGS(ARG_T(m), {.kind = RA_ARG_NONE}, ARG_F(1), ARG_I(-7), {.boolean = true, .kind = RA_ARG_BOOL}, {.scalar = ra_scalar_float(0.25), .kind = RA_ARG_SCALAR},
                                      {.dims = ra_dims_of(described, 2), .kind = RA_ARG_DIMS}));
    assert_true(ra_tensor_device(shape) == RA_META && ra_numel(shape) == 8);
    /* The processor has nothing for it. */
    ra_tensor *none = NULL;
    const int64_t list[] = {3, 4};
    assert_int_equal(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x), {.kind = RA_ARG_NONE}, ARG_F(1), ARG_I(-7), {.boolean = true, .kind = RA_ARG_BOOL},
                                                     {.scalar = ra_scalar_float(0.25), .kind = RA_ARG_SCALAR}, {.dims = ra_dims_of(list, 2), .kind = RA_ARG_DIMS}), &none, 1, NULL),
                     RA_ERR_UNSUPPORTED);
    expect_message("test.all: has no kernel for device cpu");
    OK(ra_op_unregister(op));
    end();
}

/* ---- blocks of two dimensions, shared memory, a launch by the shapes ---- */

static ra_status turned(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_clone(ra_t(call->args[0].tensor));
    return RA_OK;
}

static int asked;

static ra_status tiles(const ra_op_work *work, ra_op_launch *launch)
{
    const int64_t rows = work->inputs[0].sizes[0], columns = work->inputs[0].sizes[1];
    asked++;
    if (rows == 13) {
        snprintf(work->message, work->message_size, "no %s of 13 rows", *(const char *const *)work->state);
        return RA_ERR_SHAPE;
    }
    launch->grid[0] = (unsigned)((columns + 7) / 8);
    launch->grid[1] = rows == 14 ? 0 : (unsigned)((rows + 7) / 8);
    launch->shared = 8 * 9 * sizeof(float);
    return RA_OK;
}

static void tiled(void **state)
{
    (void)state;
    static const char *what = "matrix";
    begin(2);
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.turned", .schema = "(Tensor m) -> (Tensor turned)", .definition = turned, .state = &what, .dtypes = 1u << RA_FLOAT32},
                                      (ra_op_cuda){.attributes = {{"at", "thread_position_in_block"}, {"block", "block_position_in_grid"}, {"size", "block_size"}},
                                                   .launch = {.block = {8, 8, 1}}, .launch_by = tiles,
                                                   .source = "extern __shared__ float tile[];\n"
                                                             "const long long rows = m_sizes[0], columns = m_sizes[1];\n"
                                                             "long long x = block.x * size.x + at.x, y = block.y * size.y + at.y;\n"
                                                             "if (x < columns && y < rows)\n"
                                                             "    tile[at.y * 9 + at.x] = m[y * columns + x];\n"
                                                             "__syncthreads();\n"
                                                             "x = block.y * size.y + at.x, y = block.x * size.x + at.y;\n"
                                                             "if (x < rows && y < columns)\n"
                                                             "    turned[y * rows + x] = tile[at.x * 9 + at.y];\n"});
    ra_tensor *x = ra_view(numbers(RA_FLOAT32, 20 * 11, 0), RA_DIMS(20, 11)), *dx = there(x), *want = ra_contiguous(ra_t(x));
    OK(ra_wait(dx)); /* as long as a device is being started no call is kept */
    asked = 0;
    for (int i = 0; i < 3; i++)
        assert_same("turned", want, call1(op, ARGS(ARG_T(dx))));
    assert_int_equal(asked, 1); /* what it gave is kept */
    /* Inputs that are not contiguous are packed: of a view, and where there is nothing nothing is launched. */
    ra_tensor *part = ra_slice(dx, 1, 1, 10, 3), *part_here = ra_contiguous(ra_t(ra_slice(x, 1, 1, 10, 3)));
    assert_same("a part", part_here, call1(op, ARGS(ARG_T(part))));
    ra_tensor *empty = ra_narrow(dx, 0, 0, 0), *none = call1(op, ARGS(ARG_T(empty)));
    assert_int_equal(ra_numel(none), 0);
    OK(ra_wait(none));
    assert_int_equal(asked, 2);
    OK(ra_op_check(op, ARGS(ARG_T(dx)), 0));
    /* out= */
    ra_tensor *out = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .device = RA_CUDA));
    OK(ra_call(op, RA_OUT, ARGS(ARG_T(dx)), &out, 1, NULL));
    assert_same("out=", want, out);
    /* What the launch refuses, or gives and is none. */
    ra_tensor *r = NULL;
    assert_int_equal(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(ra_narrow(dx, 0, 0, 13))), &r, 1, NULL), RA_ERR_SHAPE);
    expect_message("test.turned: its launch refuses: no matrix of 13 rows");
    assert_int_equal(ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(ra_narrow(dx, 0, 0, 14))), &r, 1, NULL), RA_ERR_VALUE);
    expect_message("test.turned: its launch gives grid: 2 x 0 x 1 blocks");
    assert_null(r);
    OK(ra_op_unregister(op));
    end();
}

/* ---- what is refused ---- */

static ra_status any_loop(char *const *data, const int64_t *strides, int64_t count, const union ra__params *reserved)
{
    (void)data, (void)strides, (void)count, (void)reserved;
    return RA_OK;
}

static void refused_at_registration(void **state)
{
    (void)state;
    static const struct {
        const char *schema, *message;
        ra_op_cuda cuda;
        bool loops, nothing;
    } wrong[] = {
        {"(Tensor x) -> Tensor", "cuda.source is not given", {.source = NULL}, false, false},
        {"(Tensor x) -> Tensor", "cuda.source is not given", {.source = " \n"}, false, false},
        {"(Tensor x) -> Tensor", "nothing says what the results are", {.source = "return;"}, false, true},
        {"(Tensor x) -> Tensor", "cuda is given beside loops", {.source = "return;"}, true, false},
        {"(Tensor x) -> Tensor", "cuda.attributes[0].of is not given", {.source = "return;", .attributes = {{"i", NULL}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.attributes[0].name is not given", {.source = "return;", .attributes = {{NULL, "block_size"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.attributes[2] is given, but not [1]", {.source = "return;", .attributes = {{"b", "block_size"}, {NULL, NULL}, {"g", "grid_size"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.attributes[0].of: \"warp\" is nothing that a thread knows of itself", {.source = "return;", .attributes = {{"w", "warp"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.attributes[0].name: \"1i\" is no name", {.source = "return;", .attributes = {{"1i", "block_size"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.templates[0].name: \"ra_call\" is no name", {.source = "return;", .templates = {{"ra_call", "x"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda: the name x appears twice", {.source = "return;", .attributes = {{"x", "block_size"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda: the name T appears twice", {.source = "return;", .templates = {{"T", "x"}, {"T", "result"}}}, false, false},
        {"(Tensor x) -> (Tensor x)", "cuda: the name x appears twice", {.source = "return;"}, false, false},
        {"(Tensor x) -> Tensor", "cuda: the name x_sizes is what the source finds with x", {.source = "return;", .attributes = {{"x_sizes", "block_size"}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.templates[0].of: y is no tensor among the arguments or results", {.source = "return;", .templates = {{"T", "y"}}}, false, false},
        {"(Tensor x, float y) -> Tensor", "cuda.templates[0].of: y is no tensor among the arguments or results", {.source = "return;", .templates = {{"T", "y"}}}, false, false},
        {"(Tensor[] x) -> Tensor", "argument x is a Tensor[], which CUDA source cannot take", {.source = "return;"}, false, false},
        {"(Tensor x) -> Tensor", "cuda.launch.block: 32 x 0 x 1 is not 1 to 1024 threads", {.source = "return;", .launch = {.block = {32, 0, 1}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.launch.block: 64 x 32 x 1 is not 1 to 1024 threads", {.source = "return;", .launch = {.block = {64, 32, 1}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.launch.grid: 1 x 70000 x 1 blocks", {.source = "return;", .launch = {.grid = {1, 70000, 1}}}, false, false},
        {"(Tensor x) -> Tensor", "cuda.launch.shared: 50000 bytes are more than 49152", {.source = "return;", .launch = {.shared = 50000}}, false, false},
        {"(Tensor x) -> (Tensor a, Tensor b)", "definition: its definition gives no b", {.source = "return;"}, false, false},
        {"(Tensor x) -> Tensor", "cuda.source: its CUDA source does not compile: test.wrong(3): error", {.source = "if (x_numel == 0)\n    return;\nresult[0] = unheard_of;\n"}, false, false},
        {"(Tensor x) -> Tensor", "cuda.source: its CUDA source does not compile: test.wrong, helpers(2): error", {.source = "return;", .helpers = "\n__device__ int f() { return unheard_of; }\n"}, false, false},
    };
    begin(1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        ra_op_cuda c = wrong[i].cuda;
        c.size = sizeof c;
        ra_op_description d = {.size = sizeof d, .name = "test.wrong", .schema = wrong[i].schema, .definition = wrong[i].nothing ? NULL : like_first, .cuda = &c};
        if (wrong[i].loops)
            d.loops[RA_FLOAT32] = any_loop;
        if (strstr(wrong[i].schema, "[]"))
            d.definition = NULL, d.meta = gathered;
        assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
        expect_message("ra_op_register(test.wrong)");
        assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
        expect_message(wrong[i].message);
    }
    const ra_op_cuda no_size = {.source = "return;"};
    assert_int_equal(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "test.wrong", .schema = "(Tensor x) -> Tensor", .definition = like_first, .cuda = &no_size}, NULL), RA_ERR_ARGUMENT);
    expect_message("cuda.size: 0");
    assert_null(ra_op_find("test.wrong"));
    ra_clear_error();
    end();
}

/* Of dtypes that were not tried at registration: the first call fails, with the operator's name and the line, and what depends on it. */
static void what_does_not_compile_for_a_dtype(void **state)
{
    (void)state;
    begin(2);
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.floats", .schema = "(Tensor x) -> Tensor", .definition = like_first},
                                      (ra_op_cuda){.attributes = INDEX, .templates = {{"T", "x"}}, .source = "if (i >= x_numel)\n    return;\nstatic_assert(sizeof(T) == 4, \"four bytes\");\nresult[i] = x[i];\n"});
    ra_tensor *f = numbers(RA_FLOAT32, 5, 1), *df = there(f), *d = there(numbers(RA_FLOAT64, 5, 1));
    assert_same("float", f, call1(op, ARGS(ARG_T(df))));
    ra_tensor *failed = call1(op, ARGS(ARG_T(d))), *later = ra_neg(failed);
    assert_int_equal(ra_wait(later), RA_ERR_SYSTEM);
    assert_non_null(strstr(ra_last_error(), "test.floats(float64 [5]) at"));
    expect_message("its CUDA source does not compile: test.floats(3): error");
    assert_same("float again", f, call1(op, ARGS(ARG_T(df))));
    ra_release(failed), ra_release(later);
    OK(ra_op_unregister(op));
    end();
}

/* ---- checked ---- */

static ra_status doubled(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_mul(call->args[0].tensor, 2);
    return RA_OK;
}

/* Of a view with gaps alone it is not its definition: it goes by the elements of a buffer, and takes operands of any strides. */
static void the_check_finds_a_source_that_is_not_its_definition(void **state)
{
    (void)state;
    begin(1);
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.doubled", .schema = "(Tensor x) -> Tensor", .definition = doubled, .strided = true, .dtypes = 1u << RA_FLOAT32},
                                      (ra_op_cuda){.attributes = INDEX, .source = "if (i < x_numel)\n    result[i] = 2 * x[i];\n"});
    ra_tensor *x = numbers(RA_FLOAT32, 12, 1), *dx = there(x);
    assert_int_equal(ra_op_check(op, ARGS(ARG_T(dx)), 0), RA_ERR_VALUE);
    expect_message("ra_op_check(test.doubled): tensors with gaps, floating ones of their own dtype: element 1 of result");
    assert_int_equal(ra_op_check(op, ARGS(ARG_T(x)), 0), RA_ERR_ARGUMENT);
    expect_message("it has no kernel for such arguments to compare with");
    OK(ra_op_unregister(op));
    end();
}

/* ---- as any operator ---- */

static _Atomic bool gate;

static ra_status waits_for_the_gate(const ra_function_call *call)
{
    (void)call;
    while (!atomic_load(&gate))
        sched_yield();
    return RA_OK;
}

/* What has failed before reaches it, and it what comes after; what is cancelled is not run; it may be asked for urgently, and stands in the trace. */
static void as_any_operator(void **state)
{
    (void)state;
    char trace[] = "/tmp/runahead-own-XXXXXX", *text = calloc(1, 1 << 20);
    const int file = mkstemp(trace);
    assert_true(file >= 0 && text);
    setenv("RUNAHEAD_TRACE", trace, 1);
    begin(2);
    unsetenv("RUNAHEAD_TRACE");
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.passing", .schema = "(Tensor x) -> Tensor", .definition = like_first},
                                      (ra_op_cuda){.attributes = INDEX, .source = "if (i < x_numel)\n    result[i] = x[i];\n"});
    ra_tensor *x = numbers(RA_FLOAT32, 40, 1), *dx = there(x);
    ra_tensor *out_of_range = there(numbers(RA_INT64, 2, 100)), *bad = ra_index_select(dx, 0, out_of_range), *reached = call1(op, ARGS(ARG_T(bad)));
    assert_int_equal(ra_wait(reached), RA_ERR_INDEX);
    expect_message("reached test.passing(float32 [2])");
    ra_release(bad), ra_release(reached);
    ra_urgent_begin();
    ra_tensor *urgent = call1(op, ARGS(ARG_T(dx)));
    ra_urgent_end();
    assert_same("asked for", x, urgent);
    atomic_store(&gate, false);
    ra_tensor *slow = ra_clone(x), *written = ra_call_function(waits_for_the_gate, NULL, RA_LIST(), RA_LIST(slow), NULL), *later = call1(op, ARGS(ARG_T(ra_to(slow, RA_OPTS(ra_to, .device = RA_CUDA)))));
    OK(ra_cancel(later));
    atomic_store(&gate, true);
    assert_int_equal(ra_wait(later), RA_ERR_CANCELLED);
    ra_clear_error();
    OK(ra_wait(written));
    OK(ra_op_unregister(op));
    end();
    OK(ra_shutdown());
    assert_true(read(file, text, (1 << 20) - 1) > 0);
    assert_non_null(strstr(text, "test.passing"));
    close(file);
    unlink(trace);
    free(text);
}

/* ---- coming and going ---- */

static uint64_t modules(void)
{
    uint64_t (*simcuda_count)(const char *what) = (uint64_t (*)(const char *))call_of("simcuda_count");
    return simcuda_count("modules loaded") - simcuda_count("modules unloaded");
}

static void modules_are_given_up(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = there(numbers(RA_FLOAT32, 50, 0));
    OK(ra_wait(x));
    const uint64_t before = modules();
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.passing", .schema = "(Tensor x) -> Tensor", .definition = like_first},
                                      (ra_op_cuda){.attributes = INDEX, .source = "if (i < x_numel)\n    result[i] = x[i];\n"});
    ra_tensor *y = call1(op, ARGS(ARG_T(x)));
    OK(ra_wait(y));
    assert_int_equal(modules(), before + 1);
    ra_tensor *pending = call1(op, ARGS(ARG_T(y)));
    OK(ra_op_unregister(op));
    assert_same("what was pending", y, ra_ref(pending));
    ra_release(pending);
    for (int i = 0; i < 2; i++) { /* the stream rests behind each */
        ra_tensor *z = there(x);
        ra_tensor *here = ra_to(z, RA_OPTS(ra_to, .device = RA_CPU));
        OK(ra_wait(here));
    }
    assert_int_equal(modules(), before);
    end();
}

/* ---- programs of their own, since the driver is loaded once ---- */

/* On each device there is, twice; what is wrong is printed, what has failed is not. */
static int program_on_each(const char *devices)
{
    const ra_op *op = registered_cuda((ra_op_description){.name = "test.twice", .schema = "(Tensor x, Operand y) -> Tensor", .definition = like_first},
                                      (ra_op_cuda){.attributes = INDEX, .source = "if (i < x_numel)\n    result[i] = x[i] * y[0];\n"});
    for (int i = 0; i < 2 * atoi(devices); i++) {
        ra_scope_begin();
        ra_tensor *x = numbers(RA_FLOAT32, 64, 0), *d = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA_AT(i / 2))), *y = NULL;
        float got[64];
        if (d && !ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(d), {.scalar = ra_scalar_float(2), .kind = RA_ARG_SCALAR}), &y, 1, NULL) && !ra_copy_to(y, got, sizeof got))
            for (int k = 0; k < 64; k++)
                if (got[k] != 1.5f * (float)k)
                    printf("element %d is %g; ", k, (double)got[k]);
        if (y && !ra_last_status())
            printf("%s ", ra_device_name(ra_tensor_device(y)));
        (void)!ra_scope_end();
        ra_clear_error();
    }
    if (ra_op_unregister(op))
        printf("it is not registered");
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"on_each", program_on_each}};

static void on_two_devices(void **state)
{
    (void)state;
    need_simulated();
    char text[1024];
    setenv("SIMCUDA_DEVICES", "2", 1);
    assert_int_equal(child_output("on_each", "2", text, sizeof text), 0);
    unsetenv("SIMCUDA_DEVICES");
    assert_string_equal(text, "cuda:0 cuda:0 cuda:1 cuda:1 ");
}

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cuDeviceGet:1", "cuDeviceGetAttribute:1", "cuModuleLoadData:1", "cuModuleGetFunction:1", "cuMemHostRegister_v2:1", "cuMemHostGetDevicePointer_v2:1",
                                        "cuLaunchKernel:1", "cuModuleUnload:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[1024];
        setenv("SIMCUDA_FAIL", calls[i], 1);
        const int code = child_output("on_each", "1", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || strstr(text, "element") || strstr(text, "registered"))
            fail_msg("%s fails: exit status %d, %s", calls[i], code, text);
    }
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(two_results, 200, NULL, shut_down),
        HARNESS_TEST(what_the_source_finds, 200, NULL, shut_down),
        HARNESS_TEST(tiled, 200, NULL, shut_down),
        HARNESS_TEST(refused_at_registration, 200, NULL, shut_down),
        HARNESS_TEST(what_does_not_compile_for_a_dtype, 200, NULL, shut_down),
        HARNESS_TEST(the_check_finds_a_source_that_is_not_its_definition, 100, NULL, shut_down),
        HARNESS_TEST(as_any_operator, 100, NULL, shut_down),
        HARNESS_TEST(on_two_devices, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 200, NULL, shut_down),
        HARNESS_TEST(modules_are_given_up, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
