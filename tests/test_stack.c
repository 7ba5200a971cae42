/*
 * The stack that a thread of the program needs: STACK for whatever call, as the header says, with nothing but the library's
 * calls on it. Painted before, looked at afterwards; every operator, computed in the call and run by the waiter, and the rest.
 */
#define _GNU_SOURCE
#include "helpers/call_text.h"
#include "helpers/moments.h"
#include "helpers/operator_examples.h"

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

enum { STACK = 96 << 10, ROOM = 1 << 20, PAINT = 0xa5 };

static size_t most;
static bool speaks;

/* Runs it on a thread of its own and gives how far that came down, the C library's own part at the top included. */
static size_t stack_of(void *(*run)(void *arg), void *arg)
{
    pthread_t t;
    pthread_attr_t attributes;
    unsigned char *stack = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(stack != MAP_FAILED);
    memset(stack, PAINT, ROOM);
    pthread_attr_init(&attributes);
    assert_int_equal(pthread_attr_setstack(&attributes, stack, ROOM), 0);
    assert_int_equal(pthread_create(&t, &attributes, run, arg), 0);
    pthread_attr_destroy(&attributes);
    pthread_join(t, NULL);
    size_t untouched = 0;
    while (untouched < ROOM && stack[untouched] == PAINT)
        untouched++;
    munmap(stack, ROOM);
    return ROOM - untouched;
}

static void *nothing(void *unused)
{
    return unused;
}

static void expect_within(size_t limit, const char *what, void *(*run)(void *arg), void *arg)
{
    size_t used = stack_of(run, arg);
    if (speaks || used > limit)
        fprintf(stderr, "# %s: %zu bytes of stack\n", what, used);
    if (used > limit && !speaks)
        fail();
    if (limit == STACK)
        most = used > most ? used : most;
}

static void expect_little(const char *what, void *(*run)(void *arg), void *arg)
{
    expect_within(STACK, what, run, arg);
}

/* ---- every operator ---- */

static bool in_place(const ra_op *op)
{
    return !(ra_op_variants(op) & RA_FUNCTIONAL);
}

static void *calls(void *arg)
{
    struct call_text *c = arg;
    ra_tensor *results[8] = {NULL};
    size_t n = 0;
    ra_status s = ra_call(c->op, in_place(c->op) ? RA_INPLACE : RA_FUNCTIONAL, c->args, c->count, in_place(c->op) ? NULL : results, in_place(c->op) ? 0 : 8, &n);
    if (!s && in_place(c->op))
        (void)!ra_wait(c->tensor[0]);
    for (size_t i = 0; !s && !in_place(c->op) && i < n; i++) {
        (void)!ra_wait(results[i]);
        ra_release(results[i]);
    }
    return NULL;
}

static void every_operator(ra_execution execution)
{
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1, .execution = execution}));
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        char small[256];
        const ra_op *op = ra_op_find(operator_examples[i].op);
        assert_non_null(op);
        call_text_small(operator_examples[i].args, small);
        assert_true(call_text_read(&c, op, small, RA_CPU, NULL));
        expect_little(operator_examples[i].op, calls, &c);
        call_text_release(&c);
    }
    OK(ra_shutdown());
}

static void every_operator_in_the_call(void **state)
{
    (void)state;
    every_operator(RA_SYNC);
}

static void every_operator_run_by_a_waiter(void **state)
{
    (void)state;
    every_operator(RA_RUN_AHEAD);
}

/* ---- sizes that take other ways: blocks, vectors, packed panels, LAPACK's recursion ---- */

static ra_dtype dtype;

#define DO(call) \
    do { \
        ra_tensor *done_ = (call); \
        (void)!ra_wait(done_); \
        ra_release(done_); \
    } while (0)

static void *calls_with_more(void *unused)
{
    ra_scope_begin();
    ra_tensor *a = ra_randn(RA_DIMS(96, 96)), *x = ra_to(a, RA_OPTS(ra_to, .dtype = dtype)), *p, *q, *r;
    ra_tensor *square = ra_add(ra_mm(x, ra_t(x)), ra_mul(ra_to(ra_eye(96, 96), RA_OPTS(ra_to, .dtype = dtype)), 100.0));
    bool real = dtype == RA_FLOAT32 || dtype == RA_FLOAT64;
    DO(ra_mm(x, ra_t(x)));
    DO(ra_exp(x));
    DO(ra_sum(x, RA_DIMS(0)));
    DO(ra_cumsum(x, 0));
    DO(ra_cat(RA_LIST(x, x, x, x, x, x, x, x, x, x), 0));
    if (real) {
        DO(ra_softmax(x, 1));
        DO(ra_argsort(x, 0));
        DO(ra_cdist(x, x, 2));
        ra_tensor *image = ra_view(ra_to(ra_randn(RA_DIMS(2, 16, 32, 32)), RA_OPTS(ra_to, .dtype = dtype)), RA_DIMS(2, 16, 32, 32));
        DO(ra_conv2d(image, ra_to(ra_randn(RA_DIMS(16, 16, 3, 3)), RA_OPTS(ra_to, .dtype = dtype)), RA_NONE));
        if (!ra_topk(x, 7, 1, &p, &q))
            (void)!ra_wait(p);
        if (!ra_unique(x, &p, &q, &r))
            (void)!ra_wait(p);
    }
    ra_tensor *line = ra_to(ra_randn(RA_DIMS(5000)), RA_OPTS(ra_to, .dtype = dtype)), *half = ra_to(a, RA_OPTS(ra_to, .dtype = RA_FLOAT16));
    DO(ra_logsumexp(line, RA_DIMS(0)));
    for (int i = 0; i < 2; i++) { /* the squares of the smaller are no floats */
        const double scale = i ? 1e-30 : 1;
        DO(ra_var(ra_mul(line, scale), RA_DIMS(0)));
        DO(ra_var(ra_mul(x, scale), RA_DIMS(0)));
    }
    DO(ra_mm(half, half));
    DO(ra_linalg_inv(square));
    DO(ra_linalg_cholesky(square));
    DO(ra_linalg_solve(square, x));
    DO(ra_linalg_det(square));
    if (!ra_linalg_svd(x, &p, &q, &r))
        (void)!ra_wait(q);
    if (!ra_linalg_eigh(square, &p, &q))
        (void)!ra_wait(q);
    if (!ra_linalg_qr(x, &p, &q))
        (void)!ra_wait(q);
    ra_clear_error();
    (void)!ra_scope_end();
    return unused;
}

static void larger_ones(void **state)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    (void)state;
    for (int sync = 0; sync < 2; sync++) {
        OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1, .execution = sync ? RA_SYNC : RA_RUN_AHEAD}));
        for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
            dtype = dtypes[i];
            expect_little(ra_dtype_name(dtype), calls_with_more, NULL);
        }
        OK(ra_shutdown());
    }
}

/* ---- definitions of the program's, each of which takes DEFINITION more, around what takes most ---- */

enum { DEFINITION = 8 << 10, DEEPEST = 32 };

static const ra_op *nesting;

static ra_status nests(const ra_op_call *call, ra_tensor **results)
{
    const int64_t within = call->args[1].integer;
    const ra_tensor *x = call->args[0].tensor;
    if (!within)
        return (results[0] = ra_scaled_dot_product_attention(x, x, x, RA_NONE)) ? RA_OK : ra_last_status();
    const ra_arg next[2] = {call->args[0], {.integer = within - 1, .kind = RA_ARG_INT}};
    return ra_call(nesting, RA_FUNCTIONAL, next, 2, results, 1, NULL);
}

static void *calls_nested(void *within)
{
    ra_tensor *x = ra_ones(RA_DIMS(2, 2, 8, 8)), *y = NULL;
    const ra_arg args[2] = {{.tensor = x, .kind = RA_ARG_TENSOR}, {.integer = (intptr_t)within, .kind = RA_ARG_INT}};
    (void)!ra_call(nesting, RA_FUNCTIONAL, args, 2, &y, 1, NULL);
    if (y)
        (void)!ra_wait(y);
    ra_release(x), ra_release(y);
    return NULL;
}

static void definitions_within_one_another(void **state)
{
    (void)state;
    const ra_op_description d = {.size = sizeof d, .name = "stack.nests", .schema = "(Tensor x, int within=0) -> Tensor", .definition = nests};
    for (int sync = 0; sync < 2; sync++) {
        OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1, .execution = sync ? RA_SYNC : RA_RUN_AHEAD}));
        OK(ra_op_register(&d, &nesting));
        for (intptr_t within = 0; within < DEEPEST; within = 2 * within + 1)
            expect_within(STACK + (size_t)(within + 1) * DEFINITION, "definitions within one another", calls_nested, (void *)within);
        OK(ra_last_status());
        OK(ra_op_unregister(nesting));
        OK(ra_shutdown());
    }
}

/* ---- the rest of the interface ---- */

static char path[] = "/tmp/runahead-stack-XXXXXX", trace[] = "/tmp/runahead-stack-trace-XXXXXX";

static void *starts_and_stops(void *unused)
{
    (void)!ra_init(NULL);
    (void)!ra_shutdown();
    return unused;
}

static void *saves_and_loads(void *unused)
{
    ra_tensor *x = ra_ones(RA_DIMS(50, 50)), *saved = ra_save_npy(path, ra_t(x));
    (void)!ra_wait(saved);
    ra_tensor *loaded = ra_load_npy(path);
    (void)!ra_wait(loaded);
    ra_release(x), ra_release(saved), ra_release(loaded);
    return unused;
}

static void *prints(void *unused)
{
    ra_tensor *x = ra_randn(RA_DIMS(4, 4));
    char *text = ra_to_string(x);
    free(text);
    FILE *f = fopen("/dev/null", "w");
    (void)!ra_print(f, x);
    fclose(f);
    ra_release(x);
    return unused;
}

static void *fails(void *unused)
{
    ra_tensor *x = ra_ones(RA_DIMS(3)), *far = ra_full(RA_DIMS(3), 1000, RA_OPTS(ra_full, .dtype = RA_INT64)), *bad = ra_index_select(x, 0, far);
    char text[200];
    for (int i = 0; i < 30; i++) {
        ra_tensor *next = ra_add(bad, 1);
        ra_release(bad);
        bad = next;
    }
    (void)!ra_wait(bad);
    (void)!ra_tensor_error(bad, text, sizeof text);
    DO(ra_mm(x, far));
    ra_clear_error();
    ra_release(x), ra_release(far), ra_release(bad);
    return unused;
}

static void *reports(void *unused)
{
    char text[200];
    ra_report(text, sizeof text);
    (void)ra_get_stats(), (void)ra_get_memory_stats();
    ra_info *info = malloc(sizeof *info);
    (void)!ra_get_info(info);
    free(info);
    return unused;
}

static void *traces(void *unused)
{
    (void)!ra_trace_start(trace);
    DO(ra_ones(RA_DIMS(100)));
    (void)!ra_trace_stop();
    return unused;
}

static void is_told(void *context, ra_status status)
{
    (void)context, (void)status;
}

static void *chains(void *unused)
{
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(10000));
    for (int i = 0; i < 3000; i++)
        x = i % 2 ? ra_add(x, 1) : ra_cumsum(x, 0);
    (void)!ra_on_ready(x, is_told, NULL);
    (void)!ra_wait_for(x, 1000);
    (void)!ra_wait(x);
    (void)!ra_scope_end();
    ra_tensor *of = ra_randn(RA_DIMS(1000)); /* and one that nobody wants in the end */
    for (int i = 0; i < 3000; i++) {
        ra_tensor *next = ra_cumsum(of, 0);
        ra_release(of);
        of = next;
    }
    ra_release(of);
    (void)!ra_wait_all();
    ra_trim(0);
    return unused;
}

static void the_rest(void **state)
{
    (void)state;
    close(mkstemp(path)), close(mkstemp(trace));
    expect_little("start and stop", starts_and_stops, NULL);
    for (int way = 0; way < 3; way++) {
        OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = way ? -1 : 1, .no_inline = true, .execution = way == 2 ? RA_SYNC : RA_RUN_AHEAD}));
        expect_little("files", saves_and_loads, NULL);
        expect_little("print", prints, NULL);
        expect_little("failures", fails, NULL);
        expect_little("trace", traces, NULL);
        expect_little("chains", chains, NULL);
        expect_little("report", reports, NULL);
        OK(ra_shutdown());
    }
    unlink(path), unlink(trace);
}

#if HARNESS_SANITIZED
static void is_skipped(void **state)
{
    (void)state;
    skip(); /* the sanitizers' frames are larger */
}
#endif

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    speaks = getenv("STACK_SPEAKS") != NULL;
    const struct CMUnitTest tests[] = {T(the_rest), T(every_operator_in_the_call), T(every_operator_run_by_a_waiter), T(larger_ones), T(definitions_within_one_another)};
#if HARNESS_SANITIZED
    (void)tests, (void)nothing;
    return cmocka_run_group_tests_name("stack", (const struct CMUnitTest[]){TEST(is_skipped)}, NULL, NULL);
#else
    (void)nothing;
    int result = cmocka_run_group_tests(tests, NULL, NULL);
    if (speaks)
        fprintf(stderr, "# at most %zu, of an empty thread %zu\n", most, stack_of(nothing, NULL));
    return result;
#endif
}
