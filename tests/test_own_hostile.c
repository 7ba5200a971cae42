/*
 * What a program may do wrong in registering operators and in what it registers: it is refused by name, and nothing is corrupted, lost or
 * waits for ever.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/own_operators.h"
#include "helpers/release.h"

#include <float.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#define ONE_SCHEMA "(Tensor x) -> Tensor"

static _Atomic int released;

static void note_release(void *state)
{
    (void)state;
    atomic_fetch_add(&released, 1);
}

static ra_status negated(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_neg(call->args[0].tensor);
    return RA_OK;
}

static ra_status negates(const ra_op_work *work)
{
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = -((const float *)work->inputs[0].data)[i];
    return RA_OK;
}

#define NEGATED (ra_op_description){.name = "own.neg", .schema = ONE_SCHEMA, .definition = negated, .kernel = negates, .range_dims = -1, .dtypes = 1u << RA_FLOAT32}

static void expect_refused(ra_op_description d, const char *message)
{
    d.size = sizeof d;
    assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
    expect_message(message);
}

/* ---- texts ---- */

static void names_of_odd_characters_are_refused(void **state)
{
    (void)state;
    static const char *const odd[] = {".", ".a", "a.", "a..b", "a.1", "a-b", "a b", " a", "a ", "a\n", "a\tb", "\x01", "\xc3\xa9", "\xff", "a/b", "a\"b", "a%s%n", "a\\", "a:b", "9"};
    start(1);
    const size_t count = ra_op_count();
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        expect_refused((ra_op_description){.name = odd[i], .schema = ONE_SCHEMA, .definition = negated}, "ra_op_register: name: ");
    char name[1 << 16];
    memset(name, 'n', sizeof name);
    for (size_t length = sizeof name - 1; length > 60; length = length > 61 ? length / 2 > 61 ? length / 2 : 61 : 60) {
        name[length] = 0;
        expect_refused((ra_op_description){.name = name, .schema = ONE_SCHEMA, .definition = negated}, "of at most 60 characters");
    }
    assert_int_equal(ra_op_count(), count);
    name[60] = 0;
    const ra_op *op = registered((ra_op_description){.name = name, .schema = ONE_SCHEMA, .definition = negated});
    assert_ptr_equal(ra_op_find(name), op);
    name[0] = 'm'; /* it has a copy */
    assert_true(ra_op_name(op)[0] == 'n' && strlen(ra_op_name(op)) == 60);
    OK(ra_op_unregister(op));
    stop();
}

static ra_status sum_of_all(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_clone(call->args[0].tensor);
    for (int i = 1; i < 12; i++)
        results[0] = ra_add(results[0], call->args[i].tensor);
    return RA_OK;
}

static ra_status four(const ra_op_call *call, ra_tensor **results)
{
    for (int i = 0; i < 4; i++)
        results[i] = ra_add(call->args[0].tensor, i);
    return RA_OK;
}

static void as_many_arguments_and_results_as_there_may_be(void **state)
{
    (void)state;
    start(1);
    const ra_op *op = registered((ra_op_description){.name = "own.many", .definition = sum_of_all,
        .schema = "(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e, Tensor f, Tensor g, Tensor h, Tensor i, Tensor j, Tensor k, Tensor l) -> Tensor"});
    expect_refused((ra_op_description){.name = "own.more", .definition = sum_of_all,
        .schema = "(Tensor a, Tensor b, Tensor c, Tensor d, Tensor e, Tensor f, Tensor g, Tensor h, Tensor i, Tensor j, Tensor k, Tensor l, Tensor m) -> Tensor"}, "too many arguments");
    const ra_op *results = registered((ra_op_description){.name = "own.four", .schema = "(Tensor x) -> (Tensor a, Tensor b, Tensor c, Tensor d)", .definition = four});
    expect_refused((ra_op_description){.name = "own.five", .schema = "(Tensor x) -> (Tensor a, Tensor b, Tensor c, Tensor d, Tensor e)", .definition = four}, "too many results");
    ra_tensor *x = ra_ones(RA_DIMS(3)), *r[4];
    ra_arg args[12];
    for (int i = 0; i < 12; i++)
        args[i] = ARG_T(x);
    ra_tensor *sum = call1(op, args, 12);
    assert_true(at(sum, 2) == 12);
    assert_null(call1(op, args, 11));
    expect_message("own.many: argument l is missing");
    OK(ra_call(results, RA_FUNCTIONAL, args, 1, r, 4, NULL));
    assert_true(at(r[3], 1) == 4);
    assert_int_equal(ra_call(results, RA_FUNCTIONAL, args, 1, r, 3, NULL), RA_ERR_ARGUMENT);
    expect_message("own.four: has 4 results");
    RELEASE(x, sum, r[0], r[1], r[2], r[3]);
    OK(ra_op_unregister(op)), OK(ra_op_unregister(results));
    stop();
}

static void schemas_that_are_none_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"", "( is missing"}, {"(", "unknown type"}, {"(Tensor", "a name is missing"}, {"(Tensor x", ") is missing"}, {"(Tensor x)", "-> is missing"}, {"(Tensor x) ->", "unknown type"},
        {"(Tensor x) -> (", "unknown type"}, {"(Tensor x) -> (Tensor a", ") is missing"}, {"(Tensor x) -> Tensor,", "behind the end"}, {"(Tensor x) -> Tensor Tensor", "behind the end"},
        {"(Tensor x) -> int", "a result must be a tensor"}, {"(Tensor x, int n=) -> Tensor", "number expected"}, {"(Tensor x, int n=z) -> Tensor", "number expected"},
        {"(Tensor x, str{a} s=a) -> Tensor", "string expected"}, {"(Tensor x, str{a} s=\"b\") -> Tensor", "not among the choices"}, {"(Tensor x, str{a} s=\"a", "not among the choices"},
        {"(Tensor x, str{a s) -> Tensor", "} is missing"}, {"(Tensor x, int[ n) -> Tensor", "] is missing"}, {"(Tensor x, float[2] n) -> Tensor", "no list of this type"},
        {"(Tensor x, int[-5] n) -> Tensor", "the length of a list"}, {"(Tensor x, int[17] n) -> Tensor", "the length of a list"},
        {"(Tensor x, int[99999999999999999999] n) -> Tensor", "the length of a list"}, {"(Tensor[2] x) -> Tensor", "the length of a list"},
        {"(Tensor\xff x) -> Tensor", "is missing"}, {"(Tensor \x01) -> Tensor", "a name is missing"},
    };
    start(1);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const size_t size = strlen(wrong[i][0]) + 1;
        char *copy = malloc(size); /* of which nothing more is to be read */
        memcpy(copy, wrong[i][0], size);
        expect_refused((ra_op_description){.name = "own.wrong", .schema = copy, .doc = "\") -> Tensor", .definition = negated}, wrong[i][1]);
        free(copy);
    }
    enum { LONG = 1 << 20 };
    char *text = malloc(LONG + 1);
    memset(text, 'x', LONG);
    text[LONG] = 0;
    memcpy(text, "(Tensor ", 8);
    expect_refused((ra_op_description){.name = "own.long", .schema = text, .definition = negated}, "too much text");
    memset(text, ' ', LONG);
    text[0] = '(';
    expect_refused((ra_op_description){.name = "own.long", .schema = text, .definition = negated}, "unknown type");
    memset(text, '(', LONG);
    expect_refused((ra_op_description){.name = "own.long", .schema = text, .definition = negated}, "unknown type");
    free(text);
    assert_null(ra_op_find("own.wrong"));
    ra_clear_error();
    stop();
}

static bool all_alike;

static ra_status sums_a_list(const ra_op_call *call, ra_tensor **results)
{
    const ra_dims list = call->args[1].dims;
    int64_t sum = 0;
    all_alike = true;
    for (int64_t i = 0; i < list.count; i++) {
        sum += list.values[i];
        all_alike = all_alike && list.values[i] == list.values[0];
    }
    results[0] = ra_add(call->args[0].tensor, sum);
    return RA_OK;
}

/* The definition is tried with as many as there are to be. */
static void a_list_may_be_as_long_as_a_shape(void **state)
{
    (void)state;
    start(1);
    const ra_op *op = registered((ra_op_description){.name = "own.listed", .schema = "(Tensor x, int[16] list) -> Tensor", .definition = sums_a_list});
    assert_true(all_alike);
    int64_t list[16];
    for (int i = 0; i < 16; i++)
        list[i] = i;
    ra_tensor *x = ra_zeros(RA_DIMS(2)), *r = call1(op, ARGS(ARG_T(x), {.dims = ra_dims_of(list, 16), .kind = RA_ARG_DIMS}));
    assert_true(at(r, 1) == 120);
    assert_null(call1(op, ARGS(ARG_T(x), {.dims = ra_dims_of(list, 1), .kind = RA_ARG_DIMS})));
    expect_message("argument list takes 16 values");
    RELEASE(x, r);
    OK(ra_op_unregister(op));
    stop();
}

/* A description of another version has whole fields: what ends within one is none, and of none more is read than it has. */
static void sizes_that_are_none_are_refused(void **state)
{
    (void)state;
    start(1);
    const ra_op_description whole = {.size = sizeof whole, .name = "own.sized", .schema = ONE_SCHEMA, .definition = negated, .meta = like_first, .kernel = negates, .range_dims = -1};
    const ra_op_cuda source = {.size = sizeof source, .source = "if (i < x_numel) result[i] = -x[i];", .attributes = {{"i", "thread_index_in_grid"}}, .helpers = "// none\n"};
    for (int of_cuda = 0; of_cuda < 2; of_cuda++) {
        const size_t full = of_cuda ? sizeof source : sizeof whole;
        int accepted = 0;
        for (size_t size = 0; size <= full + 24; size++) {
            char *copy = calloc(1, size < sizeof(size_t) ? sizeof(size_t) : size);
            memcpy(copy, of_cuda ? (const char *)&source : (const char *)&whole, size < full ? size : full);
            memcpy(copy, &size, sizeof size);
            ra_op_description with_cuda = whole;
            with_cuda.cuda = (const ra_op_cuda *)(const void *)copy;
            const ra_op *op = NULL;
            const ra_status s = ra_op_register(of_cuda ? &with_cuda : (const ra_op_description *)(const void *)copy, &op);
            free(copy);
            assert_true(s == RA_OK || s == RA_ERR_ARGUMENT);
            if (s) {
                expect_message(of_cuda && size < sizeof source ? "cuda" : "ra_op_register");
                assert_null(op);
                continue;
            }
            accepted++;
            if (size % sizeof(void *))
                fail_msg("%zu bytes are accepted", size);
            RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3)), *r = call1(op, ARGS(ARG_T(x)));
            assert_true(at(r, 0) == -1);
            OK(ra_op_unregister(op));
        }
        assert_true(accepted >= 4);
        const size_t vast[] = {SIZE_MAX, (size_t)1 << 40, (1 << 16) + 8};
        for (int i = 0; i < 3; i++) {
            ra_op_description d = whole;
            ra_op_cuda c = source;
            d.size = of_cuda ? d.size : vast[i];
            c.size = vast[i];
            d.cuda = of_cuda ? &c : NULL;
            assert_int_equal(ra_op_register(&d, NULL), RA_ERR_ARGUMENT);
            expect_message(of_cuda ? "cuda.size: " : "size: ");
        }
    }
    stop();
}

/* ---- two at a time, and what has gone ---- */

static _Atomic int is_tried, goes_on;

static ra_status is_held_when_tried(const ra_op_call *call, ra_tensor **results)
{
    atomic_store(&is_tried, 1);
    EVENTUALLY(atomic_load(&goes_on));
    return negated(call, results);
}

static void *registers_slowly(void *op)
{
    ra_op_description d = NEGATED;
    d.size = sizeof d, d.definition = is_held_when_tried;
    return ra_op_register(&d, op) ? NULL : op;
}

/* Who comes while the other's definition is being tried is refused, and nobody finds it before it has been. */
static void of_two_who_take_a_name_one_has_it(void **state)
{
    (void)state;
    pthread_t other;
    const ra_op *op = NULL;
    void *done;
    start(1);
    const size_t count = ra_op_count();
    atomic_store(&is_tried, 0), atomic_store(&goes_on, 0);
    assert_int_equal(pthread_create(&other, NULL, registers_slowly, &op), 0);
    EVENTUALLY(atomic_load(&is_tried));
    expect_refused(NEGATED, "\"own.neg\" is registered already");
    assert_null(ra_op_find("own.neg"));
    ra_clear_error();
    assert_int_equal(ra_op_count(), count);
    atomic_store(&goes_on, 1);
    pthread_join(other, &done);
    assert_ptr_equal(done, &op);
    assert_ptr_equal(ra_op_find("own.neg"), op);
    OK(ra_op_unregister(op));
    stop();
}

/* Whatever is asked of it. */
static void what_has_gone_is_refused_everywhere(void **state)
{
    (void)state;
    start(1);
    const ra_op *op = registered(NEGATED);
    ra_tensor *x = ra_ones(RA_DIMS(3)), *out = ra_zeros(RA_DIMS(3)), *r = call1(op, ARGS(ARG_T(x)));
    assert_true(at(r, 0) == -1); /* and the cache knows it */
    OK(ra_op_unregister(op));
    ra_op nowhere;
    const ra_op *const none[] = {op, NULL, (const ra_op *)((uintptr_t)op + 8), (const ra_op *)(uintptr_t)16, (const ra_op *)UINTPTR_MAX, &nowhere};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        ra_tensor *result = NULL;
        assert_int_equal(ra_call(none[i], RA_FUNCTIONAL, ARGS(ARG_T(x)), &result, 1, NULL), RA_ERR_UNKNOWN);
        expect_message("ra_call");
        assert_int_equal(ra_call(none[i], RA_OUT, ARGS(ARG_T(x)), &out, 1, NULL), RA_ERR_UNKNOWN);
        assert_int_equal(ra_op_check(none[i], ARGS(ARG_T(x)), 0), RA_ERR_UNKNOWN);
        assert_int_equal(ra_op_unregister(none[i]), RA_ERR_UNKNOWN);
        assert_true(!ra_op_name(none[i]) && !ra_op_schema(none[i]) && !ra_op_devices(none[i]) && !ra_op_arg_at(none[i], 0) && !ra_op_variants(none[i]));
        assert_null(result);
        ra_clear_error();
    }
    assert_int_equal(ra_op_unregister(ra_op_find("neg")), RA_ERR_UNKNOWN);
    expect_message("ra_op_unregister: no operator that is registered");
    assert_true(at(out, 0) == 0);
    RELEASE(x, out, r);
    stop();
}

/* ---- kernels that do what none should ---- */

static const ra_op *goes;

static ra_status goes_and_negates(const ra_op_work *work)
{
    const ra_op *op = goes;
    goes = NULL;
    if (op && ra_op_unregister(op))
        return RA_ERR_STATE;
    usleep(1000); /* its state is there until it has ended */
    return atomic_load((_Atomic int *)work->state) ? RA_ERR_VALUE : negates(work);
}

static void a_kernel_may_unregister_itself(void **state)
{
    (void)state;
    for (int sync = 0; sync < 2; sync++) {
        ra_op_description d = NEGATED;
        d.kernel = goes_and_negates, d.range_dims = 0, d.state = &released, d.release = note_release;
        d.range_dims = 1;
        start(1);
        atomic_store(&released, 0);
        goes = NULL;
        const ra_op *op = registered(d);
        ra_tensor *x = ra_ones(RA_DIMS(1)), *first = call1(op, ARGS(ARG_T(x)));
        assert_true(at(first, 0) == -1);
        goes = op;
        ra_set_execution(sync ? RA_SYNC : RA_RUN_AHEAD);
        ra_tensor *r = call1(op, ARGS(ARG_T(x)));
        assert_true(at(r, 0) == -1);
        ra_set_execution(RA_RUN_AHEAD);
        assert_null(call1(op, ARGS(ARG_T(x))));
        expect_message("own.neg has been unregistered");
        RELEASE(x, first, r);
        stop();
        ra_poll();
        assert_int_equal(atomic_load(&released), 1);
    }
}

static const int no_statuses[] = {-1, -2, 17, 39, 1000, 12345, INT32_MIN, INT32_MAX};

static ra_status says_no_status(const ra_op_work *work)
{
    memset(work->message, 'x', work->message_size); /* without an end */
    return (ra_status)*(const int *)work->state;
}

/* They have no state. */
static _Atomic int loop_says;

static ra_status loop_of_no_status(char *const *data, const int64_t *strides, int64_t n, const union ra__params *reserved)
{
    (void)data, (void)strides, (void)n, (void)reserved;
    return (ra_status)atomic_load(&loop_says);
}

static ra_status defined_by_no_status(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_neg(call->args[0].tensor);
    return ra_tensor_device(call->args[0].tensor) == RA_META ? RA_OK : (ra_status)*(const int *)call->state;
}

static ra_status described_by_no_status(const ra_op_call *call, ra_tensor **results)
{
    (void)results;
    return (ra_status)*(const int *)call->state;
}

/* Nothing waits for ever, and who asks is given a status. */
static void numbers_that_are_no_status_are_failures(void **state)
{
    (void)state;
    enum { KERNEL, LOOP, DEFINITION, META, WAYS };
    start(1);
    ra_tensor *x = ra_ones(RA_DIMS(3));
    for (size_t i = 0; i < sizeof no_statuses / sizeof *no_statuses; i++)
        for (int way = 0; way < WAYS; way++) {
            int number = no_statuses[i];
            char text[20];
            ra_op_description d = {.name = "own.wild", .schema = ONE_SCHEMA, .state = &number};
            atomic_store(&loop_says, number);
            if (way == LOOP)
                d.loops[RA_FLOAT32] = loop_of_no_status;
            else if (way == DEFINITION)
                d.definition = defined_by_no_status;
            else {
                d.meta = way == META ? described_by_no_status : like_first;
                d.kernel = says_no_status;
            }
            snprintf(text, sizeof text, "%d", number);
            const ra_op *op = registered(d);
            ra_tensor *r = NULL;
            const ra_status s = ra_call(op, RA_FUNCTIONAL, ARGS(ARG_T(x)), &r, 1, NULL);
            assert_int_equal(s, way == DEFINITION || way == META ? RA_ERR_VALUE : RA_OK);
            if (!s)
                assert_int_equal(ra_wait(r), RA_ERR_VALUE);
            assert_int_equal(ra_last_status(), RA_ERR_VALUE);
            assert_non_null(strstr(ra_last_error(), "own.wild"));
            if (way != KERNEL) /* which has said something else */
                assert_non_null(strstr(ra_last_error(), text));
            ra_clear_error();
            ra_release(r);
            OK(ra_op_unregister(op));
        }
    ra_release(x);
    stop();
}

/* However wrong it is, what is computed is the same. */
static void costs_may_be_anything(void **state)
{
    (void)state;
    static const double costs[] = {DBL_MIN, 1e-300, 1, 1e18};
    static const double wrong[] = {-1, -DBL_MIN, NAN, INFINITY, -INFINITY, 1e19, DBL_MAX};
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        ra_tensor *x = ra_ones(RA_DIMS(300, 100));
        for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
            for (int loops = 0; loops < 2; loops++) {
                ra_op_description d = loops ? HALF_PLUS : NEGATED;
                d.cost_ns = costs[i];
                const ra_op *op = registered(d);
                ra_tensor *r = loops ? call1(op, ARGS(ARG_T(x), ARG_F(1))) : call1(op, ARGS(ARG_T(x))), *next = ra_neg(r), *sum = ra_sum(next, RA_ALL);
                assert_true(at(sum, 0) == (loops ? -45000 : 30000));
                RELEASE(r, next, sum);
                OK(ra_op_unregister(op));
            }
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
            ra_op_description d = NEGATED;
            d.cost_ns = wrong[i];
            expect_refused(d, "cost_ns");
        }
        ra_release(x);
        stop();
    }
}

/* ---- libraries of operators ---- */

static int init_says;

static ra_status init_of_a_library(void)
{
    ra_op_description d = NEGATED;
    d.size = sizeof d;
    d.name = "library.neg";
    const ra_status s = ra_op_register(&d, NULL);
    return s ? s : (ra_status)init_says;
}

static void a_library_registers_its_operators_when_it_is_loaded(void **state)
{
    (void)state;
    char path[PATH_MAX], address[32];
    start(1);
    child_beside("tests/operators.so", path, sizeof path);
    snprintf(address, sizeof address, "%p", (void *)(uintptr_t)init_of_a_library);
    setenv("TEST_INIT", address, 1);
    init_says = RA_OK;
    OK(ra_load_library(path));
    const ra_op *op = ra_op_find("library.neg");
    ra_tensor *x = ra_ones(RA_DIMS(2)), *r = call1(op, ARGS(ARG_T(x)));
    assert_true(at(r, 1) == -1);
    assert_int_equal(ra_load_library(path), RA_ERR_ARGUMENT); /* what it says */
    expect_message("\"library.neg\" is registered already");
    OK(ra_op_unregister(op));
    init_says = RA_ERR_DEVICE;
    assert_int_equal(ra_load_library(path), RA_ERR_DEVICE);
    OK(ra_op_unregister(ra_op_find("library.neg")));
    init_says = -1;
    assert_int_equal(ra_load_library(path), RA_ERR_VALUE);
    expect_message("ra_library_init returned -1, which is no status");
    OK(ra_op_unregister(ra_op_find("library.neg")));
    unsetenv("TEST_INIT");
    RELEASE(x, r);
    stop();
}

/* The first `bytes` of a file. */
static void cut(const char *from, const char *to, size_t bytes)
{
    static char all[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out && bytes <= sizeof all);
    const size_t n = fread(all, 1, bytes, in);
    assert_int_equal(fwrite(all, 1, n, out), n);
    fclose(in), fclose(out);
}

/* The loader would wait for the writer of a FIFO, with all others behind it, and end the process where segments are not there. */
static void files_that_are_no_libraries_are_refused(void **state)
{
    (void)state;
    char whole[PATH_MAX], folder[] = "/tmp/runahead-own-XXXXXX", path[64];
    start(1);
    child_beside("tests/operators.so", whole, sizeof whole);
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/fifo.so", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(ra_load_library(path), RA_ERR_FILE);
    expect_message("is a FIFO: only regular files can be loaded");
    char link[64];
    snprintf(link, sizeof link, "%s/link.so", folder);
    assert_int_equal(symlink(path, link), 0);
    assert_int_equal(ra_load_library(link), RA_ERR_FILE);
    expect_message("is a FIFO");
    assert_int_equal(ra_load_library(folder), RA_ERR_FILE);
    expect_message("is a folder");
    unlink(path), unlink(link);
    for (size_t bytes = 0; bytes <= 8192; bytes = bytes < 1024 ? bytes + 32 : bytes + 512) {
        snprintf(path, sizeof path, "%s/%zu.so", folder, bytes);
        cut(whole, path, bytes);
        assert_int_equal(ra_load_library(path), RA_ERR_FILE);
        unlink(path);
        if (bytes >= 4096)
            expect_message("is cut short: its segments end at byte ");
        ra_clear_error();
    }
    snprintf(path, sizeof path, "%s/text.so", folder);
    FILE *text = fopen(path, "w");
    assert_non_null(text);
    for (int i = 0; i < 1000; i++)
        fputs("no library\n", text);
    fclose(text);
    assert_int_equal(ra_load_library(path), RA_ERR_FILE);
    expect_message("text.so");
    unlink(path), rmdir(folder);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(names_of_odd_characters_are_refused, NULL, clean_up),
        TEST_AROUND(as_many_arguments_and_results_as_there_may_be, NULL, clean_up),
        TEST_AROUND(schemas_that_are_none_are_refused, NULL, clean_up),
        TEST_AROUND(a_list_may_be_as_long_as_a_shape, NULL, clean_up),
        TEST_AROUND(sizes_that_are_none_are_refused, NULL, clean_up),
        TEST_AROUND(of_two_who_take_a_name_one_has_it, NULL, clean_up),
        TEST_AROUND(what_has_gone_is_refused_everywhere, NULL, clean_up),
        TEST_AROUND(a_kernel_may_unregister_itself, NULL, clean_up),
        TEST_AROUND(numbers_that_are_no_status_are_failures, NULL, clean_up),
        TEST_AROUND(costs_may_be_anything, NULL, clean_up),
        TEST_AROUND(a_library_registers_its_operators_when_it_is_loaded, NULL, clean_up),
        TEST_AROUND(files_that_are_no_libraries_are_refused, NULL, clean_up),
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
