/*
 * What holds of every operator of the table, by its schema and properties alone: it runs on the meta device at any size
 * and costs no memory there, shares storage where it is a view, commutes where it says so, passes a refusal on, and
 * refuses what is not of its schema without leaving anything behind.
 */
#include "helpers/each_operator.h"
#include "helpers/release.h"

#include <math.h>

enum { RESULTS = 8 };

/* ---- the table ---- */

static void every_operator_has_one_example(void **state)
{
    (void)state;
    for (size_t i = 0; i < ra_op_count(); i++) {
        const char *name = ra_op_name(ra_op_at(i));
        int n = 0;
        for (int e = 0; e < OPERATOR_EXAMPLES; e++)
            n += !strcmp(operator_examples[e].op, name);
        if (n != 1)
            complain(name, "has %d examples", n);
    }
    settle();
}

static void reflection_is_consistent(void **state)
{
    (void)state;
    assert_null(ra_op_at(ra_op_count()));
    assert_null(ra_op_find("no_such_operator"));
    assert_null(ra_op_find(NULL));
    for (size_t i = 0; i < ra_op_count(); i++) {
        const ra_op *op = ra_op_at(i);
        assert_ptr_equal(ra_op_find(ra_op_name(op)), op);
        assert_true(strlen(ra_op_family(op)) && strlen(ra_op_doc(op)) && ra_op_schema(op)[0] == '(');
        assert_true(ra_op_variants(op) && ra_op_dtypes(op) && ra_op_result_count(op) >= 1);
        assert_null(ra_op_arg_at(op, ra_op_arg_count(op)));
        assert_null(ra_op_result_at(op, ra_op_result_count(op)));
        for (size_t a = 0; a < ra_op_arg_count(op); a++) /* the text names every argument */
            assert_non_null(strstr(ra_op_schema(op), ra_op_arg_at(op, a)->name));
        if (ra_op_variants(op) & RA_INPLACE)
            assert_int_equal(ra_op_result_count(op), 1);
    }
}

/* ---- the meta device ---- */

static bool is_as_described(const char *op, const char *what, ra_tensor *const *results, size_t count, const char *text)
{
    struct tensor_text want;
    size_t n = 0;
    for (; tensor_text_next(&text, &want, NULL); n++) {
        if (n == count)
            break;
        bool same = results[n] && ra_tensor_device(results[n]) == RA_META && ra_tensor_dtype(results[n]) == want.dtype && ra_ndim(results[n]) == want.ndim;
        for (int d = 0; same && d < want.ndim; d++)
            same = ra_size_bound(results[n], d) == want.sizes[d] && ra_size(results[n], d) == want.sizes[d];
        if (!same) {
            char got[200] = "";
            for (int d = 0; results[n] && d < ra_ndim(results[n]); d++)
                snprintf(got + strlen(got), sizeof got - strlen(got), " %lld", (long long)ra_size_bound(results[n], d));
            complain(op, "%s: result %zu is %s [%s]", what, n, results[n] ? ra_dtype_name(ra_tensor_dtype(results[n])) : "NULL", got);
            return false;
        }
    }
    if (n != count || *text)
        complain(op, "%s: %zu results", what, count);
    return n == count && !*text;
}

static void describe_functional(const struct operator_example *e)
{
    struct call_text c;
    ra_tensor *results[RESULTS] = {NULL};
    size_t n = 0;
    if (!read_example(&c, e, RA_META))
        return;
    if (ra_op_variants(c.op) & RA_FUNCTIONAL) {
        if (ra_call(c.op, RA_FUNCTIONAL, c.args, c.count, results, RESULTS, &n)) {
            complain(e->op, "refused: %s", ra_last_error());
            n = 0;
        } else
            is_as_described(e->op, "functional", results, n, e->results);
        release_all(results, n);
    }
    call_text_release(&c);
}

static void describe_out(const struct operator_example *e)
{
    struct call_text c;
    ra_tensor *results[RESULTS] = {NULL};
    struct tensor_text t;
    size_t n = 0;
    if (!read_example(&c, e, RA_META))
        return;
    if (ra_op_variants(c.op) & RA_OUT) {
        for (const char *text = e->results; tensor_text_next(&text, &t, NULL);) {
            results[n++] = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = t.dtype, .device = RA_META));
            assert_non_null(results[n - 1]);
        }
        if (ra_call(c.op, RA_OUT, c.args, c.count, results, n, NULL))
            complain(e->op, "out= refused: %s", ra_last_error());
        else
            is_as_described(e->op, "out=", results, n, e->results);
        release_all(results, n);
    }
    call_text_release(&c);
}

/* In place, where the result of the example has the description of its first argument. */
static void describe_inplace(const struct operator_example *e)
{
    struct call_text c;
    const char *first = e->args, *result = e->results;
    struct tensor_text a, r;
    if (!read_example(&c, e, RA_META))
        return;
    if ((ra_op_variants(c.op) & RA_INPLACE) && tensor_text_next(&first, &a, NULL) && tensor_text_next(&result, &r, NULL) && a.dtype == r.dtype && a.ndim == r.ndim &&
        !memcmp(a.sizes, r.sizes, (size_t)a.ndim * sizeof *a.sizes)) {
        if (ra_call(c.op, RA_INPLACE, c.args, c.count, NULL, 0, NULL))
            complain(e->op, "in place refused: %s", ra_last_error());
        else
            is_as_described(e->op, "in place", &c.tensor[0], 1, e->results);
    }
    call_text_release(&c);
}

static void descriptions_cost_nothing(void **state)
{
    (void)state;
    const size_t before = ra_get_memory_stats().peak, live = ra_get_memory_stats().live;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        ra_clear_error();
        describe_functional(&operator_examples[i]);
        describe_out(&operator_examples[i]);
        describe_inplace(&operator_examples[i]);
    }
    settle();
    assert_true(ra_get_memory_stats().live <= live);
    assert_true(ra_get_memory_stats().peak <= before + (1 << 20));
}

static void descriptions_draw_no_random_numbers(void **state)
{
    (void)state;
    ra_manual_seed(1);
    const uint64_t offset = ra_generator_get(NULL).offset;
    int random = 0;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++)
        if (ra_op_properties(ra_op_find(operator_examples[i].op)) & RA_OP_RANDOM) {
            describe_functional(&operator_examples[i]);
            describe_inplace(&operator_examples[i]);
            random++;
        }
    settle();
    assert_true(random >= 5);
    assert_int_equal(ra_generator_get(NULL).offset, offset);
    ra_tensor *t = ra_rand(RA_DIMS(4));
    assert_non_null(t);
    assert_true(ra_generator_get(NULL).offset > offset);
    ra_release(t);
}

static void views_share_storage(void **state)
{
    (void)state;
    int views = 0;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        const struct operator_example *e = &operator_examples[i];
        struct call_text c;
        ra_tensor *results[RESULTS] = {NULL};
        size_t n = 0;
        const unsigned properties = ra_op_properties(ra_op_find(e->op));
        if (!read_example(&c, e, RA_META))
            continue;
        if (first_variant(c.op) == RA_FUNCTIONAL && !ra_call(c.op, RA_FUNCTIONAL, c.args, c.count, results, RESULTS, &n)) {
            views += (properties & RA_OP_VIEW) != 0;
            for (size_t r = 0; r < n; r++)
                for (int t = 0; t < c.tensors; t++) {
                    const bool shares = ra_shares_storage(results[r], c.tensor[t]);
                    const int viewed = c.args[0].kind == RA_ARG_TENSORS ? (int)r : 0; /* of a list each its own */
                    if ((properties & RA_OP_VIEW) ? shares != (t == viewed) : shares && !(properties & RA_OP_MAY_ALIAS))
                        complain(e->op, "result %zu %s the storage of argument %d", r, shares ? "shares" : "does not share", t);
                }
            release_all(results, n);
        }
        call_text_release(&c);
    }
    settle();
    assert_true(views >= 15);
}

/* ---- commuting ---- */

/* Values that show a wrong order: zeros of both signs, infinities, NaN, ties, and a seeded rest. */
static ra_tensor *make_values(ra_dtype dtype, uint64_t seed, int64_t n)
{
    static const double special[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 1e-45, 65504, 3};
    double values[64];
    for (int64_t i = 0; i < n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t bits = (uint32_t)(seed >> 33);
        bool floating = dtype >= RA_FLOAT16;
        values[i] = bits % 3 ? (double)(bits % 2001) / 8 - (dtype == RA_UINT8 || dtype == RA_BOOL ? 0 : 125) : floating ? special[bits / 3 % 10] : (double)(bits % 4);
    }
    ra_tensor *from = ra_from_copy(values, RA_FLOAT64, RA_DIMS(n));
    ra_tensor *to = ra_to(from, RA_OPTS(ra_to, .dtype = dtype, .copy = true));
    ra_release(from);
    return to;
}

static bool is_nan(ra_dtype dtype, const uint8_t *at)
{
    uint16_t half;
    float f[2] = {0, 0};
    double d[2] = {0, 0};
    switch (dtype) {
    case RA_FLOAT16: memcpy(&half, at, 2); return (half & 0x7fff) > 0x7c00;
    case RA_BFLOAT16: memcpy(&half, at, 2); return (half & 0x7fff) > 0x7f80;
    case RA_FLOAT32: memcpy(f, at, 4); return isnan(f[0]);
    case RA_FLOAT64: memcpy(d, at, 8); return isnan(d[0]);
    case RA_COMPLEX64: memcpy(f, at, 8); return isnan(f[0]) || isnan(f[1]);
    case RA_COMPLEX128: memcpy(d, at, 16); return isnan(d[0]) || isnan(d[1]);
    default: return false;
    }
}

static bool is_zero(const uint8_t *at, size_t item)
{
    for (size_t i = 0; i < item; i++)
        if (at[i] & (i == item - 1 ? 0x7f : 0xff))
            return false;
    return true;
}

/* Bit by bit, but that a NaN is a NaN, and that of the extremes either zero is. */
static void commute(const ra_op *op, ra_dtype dtype, uint64_t seed)
{
    enum { N = 61 };
    const char *name = ra_op_name(op);
    const bool extreme = !strcmp(name, "maximum") || !strcmp(name, "minimum");
    ra_tensor *a = make_values(dtype, seed, N), *b = make_values(dtype, ~seed, N), *ab = NULL, *ba = NULL;
    uint8_t x[N * 16], y[N * 16];
    assert_true(a && b);
    ra_arg first[2] = {{.tensor = a, .kind = RA_ARG_TENSOR}, {.tensor = b, .kind = RA_ARG_TENSOR}};
    ra_arg second[2] = {first[1], first[0]};
    if (ra_call(op, RA_FUNCTIONAL, first, 2, &ab, 1, NULL) || ra_call(op, RA_FUNCTIONAL, second, 2, &ba, 1, NULL))
        complain(name, "refused: %s", ra_last_error());
    else {
        const ra_dtype result = ra_tensor_dtype(ab);
        const size_t item = ra_dtype_size(result);
        assert_int_equal(ra_copy_to(ab, x, N * item), RA_OK);
        assert_int_equal(ra_copy_to(ba, y, N * item), RA_OK);
        for (size_t i = 0; i < N * item; i += item)
            if (memcmp(x + i, y + i, item) && !(is_nan(result, x + i) && is_nan(result, y + i)) && !(extreme && is_zero(x + i, item) && is_zero(y + i, item)))
                complain(name, "%s: element %zu differs when the operands are exchanged (seed %llu)", ra_dtype_name(dtype), i / item, (unsigned long long)seed);
    }
    ra_release(ab);
    ra_release(ba);
    ra_release(a);
    ra_release(b);
}

static void commuting_operators_commute(void **state)
{
    (void)state;
    int commuting = 0;
    for (size_t i = 0; i < ra_op_count(); i++) {
        const ra_op *op = ra_op_at(i);
        if (!(ra_op_properties(op) & RA_OP_COMMUTES))
            continue;
        commuting++;
        for (int d = 1; d < RA_DTYPE_COUNT; d++)
            for (uint64_t seed = 1; seed <= 8 && (ra_op_dtypes(op) >> d & 1); seed++)
                commute(op, (ra_dtype)d, seed);
    }
    settle();
    assert_true(commuting >= 8);
}

/* ---- refusals ---- */

static ra_tensor *const untouched = (ra_tensor *)(uintptr_t)&failures; /* no handle: only to be found again */

/* Calls it as it may be called, expecting a refusal with a status that has nothing written. */
static void expect_refusal(const struct call_text *c, const char *what, ra_status want)
{
    ra_tensor *results[RESULTS];
    const char *name = ra_op_name(c->op);
    for (int r = 0; r < RESULTS; r++)
        results[r] = untouched;
    ra_variant v = first_variant(c->op);
    ra_status s = ra_call(c->op, v, c->args, c->count, v == RA_FUNCTIONAL ? results : NULL, v == RA_FUNCTIONAL ? RESULTS : 0, NULL);
    if (s != want)
        complain(name, "%s: %s, want %s (%s)", what, ra_status_name(s), ra_status_name(want), ra_last_error());
    for (int r = 0; r < RESULTS; r++)
        if (s && results[r] != untouched)
            complain(name, "%s: refused, but result %d was written", what, r);
    for (int r = 0; !s && v == RA_FUNCTIONAL && r < RESULTS; r++)
        if (results[r] != untouched)
            ra_release(results[r]);
}

static void null_keeps_the_first_error(void **state)
{
    (void)state;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        ra_clear_error();
        if (!read_example(&c, &operator_examples[i], RA_META))
            continue;
        const size_t live = ra_get_memory_stats().live;
        assert_null(ra_empty(RA_DIMS(-1))); /* the first error */
        const ra_status first = ra_last_status();
        char text[256];
        snprintf(text, sizeof text, "%s", ra_last_error());
        for (size_t a = 0; a < c.count; a++) {
            const ra_arg was = c.args[a];
            const ra_tensor *null_item = NULL;
            if (was.kind == RA_ARG_TENSOR)
                c.args[a].tensor = NULL;
            else if (was.kind == RA_ARG_TENSORS)
                c.args[a].tensors = ra_tensors_of(&null_item, 1);
            else
                continue;
            expect_refusal(&c, "NULL", RA_ERR_REFUSED);
            c.args[a] = was;
            if (ra_last_status() != first || strncmp(text, ra_last_error(), sizeof text - 1) != 0)
                complain(operator_examples[i].op, "the first error is gone: %s", ra_last_error());
        }
        if (ra_get_memory_stats().live > live)
            complain(operator_examples[i].op, "NULL arguments leak");
        call_text_release(&c);
    }
    settle();
}

/* A value of each kind; numbers such that they stand for no other kind of number. */
static ra_arg value_of(ra_arg_kind kind, const ra_tensor *t, ra_generator *g)
{
    static const ra_tensor *items[1];
    items[0] = t;
    ra_arg a = {.kind = kind};
    switch (kind) {
    case RA_ARG_TENSOR: a.tensor = t; break;
    case RA_ARG_TENSORS: a.tensors = ra_tensors_of(items, 1); break;
    case RA_ARG_SCALAR: a.scalar = RA_C(1, 1); break;
    case RA_ARG_DIMS: a.dims = RA_ALL; break;
    case RA_ARG_DTYPE: a.dtype = RA_FLOAT32; break;
    case RA_ARG_DEVICE: a.device = RA_META; break;
    case RA_ARG_BOOL: a.boolean = true; break;
    case RA_ARG_INT: a.integer = 1; break;
    case RA_ARG_FLOAT: a.real = 1.5; break;
    case RA_ARG_STRING: a.string = "word"; break;
    case RA_ARG_GENERATOR: a.generator = g; break;
    default: break;
    }
    return a;
}

/* Whether a value of one kind may stand where the schema has another. */
static bool is_taken(ra_arg_kind schema, ra_arg_kind given)
{
    const bool number = given == RA_ARG_BOOL || given == RA_ARG_INT || given == RA_ARG_FLOAT || given == RA_ARG_SCALAR;
    if (schema == given)
        return given != RA_ARG_OPERAND;
    switch (schema) {
    case RA_ARG_OPERAND: return number || given == RA_ARG_TENSOR;
    case RA_ARG_SCALAR: return number;
    case RA_ARG_FLOAT: return given == RA_ARG_BOOL || given == RA_ARG_INT;
    case RA_ARG_INT: return given == RA_ARG_BOOL;
    default: return false;
    }
}

static void refuse_wrong_kinds(const struct operator_example *e, ra_generator *g)
{
    struct call_text c;
    if (!read_example(&c, e, RA_META))
        return;
    ra_tensor *t = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .device = RA_META));
    assert_non_null(t);
    for (size_t a = 0; a < c.count; a++) {
        const ra_arg was = c.args[a];
        const ra_op_arg *schema = ra_op_arg_at(c.op, a);
        for (int kind = RA_ARG_NONE; kind <= RA_ARG_GENERATOR + 2; kind++) {
            char what[80];
            if (kind == RA_ARG_NONE ? schema->optional || schema->has_default : is_taken(schema->kind, (ra_arg_kind)kind))
                continue;
            c.args[a] = value_of((ra_arg_kind)kind, t, g);
            snprintf(what, sizeof what, "kind %d for argument %s", kind, schema->name);
            ra_clear_error();
            expect_refusal(&c, what, RA_ERR_ARGUMENT);
            if (!strstr(ra_last_error(), ra_op_name(c.op)) || !strstr(ra_last_error(), schema->name))
                complain(e->op, "%s: the message does not name it: %s", what, ra_last_error());
        }
        c.args[a] = was;
        if (schema->choices) {
            c.args[a] = (ra_arg){.string = "no_such_choice", .kind = RA_ARG_STRING};
            expect_refusal(&c, "a choice there is not", RA_ERR_ARGUMENT);
        }
        c.args[a] = was;
    }
    c.count = ra_op_arg_count(c.op) + 1;
    c.args[c.count - 1] = value_of(RA_ARG_INT, t, g);
    expect_refusal(&c, "an argument too many", RA_ERR_ARGUMENT);
    ra_release(t);
    call_text_release(&c);
}

static void wrong_kinds_are_refused(void **state)
{
    (void)state;
    ra_generator *g = ra_generator_new(1);
    assert_non_null(g);
    const size_t live = ra_get_memory_stats().live;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++)
        refuse_wrong_kinds(&operator_examples[i], g);
    settle();
    assert_true(ra_get_memory_stats().live <= live);
    ra_generator_free(g);
}

static void refuse_wrong_results(const struct operator_example *e)
{
    struct call_text c;
    ra_tensor *results[RESULTS] = {NULL};
    if (!read_example(&c, e, RA_META))
        return;
    static const ra_variant all[] = {RA_FUNCTIONAL, RA_INPLACE, RA_OUT};
    for (int v = 0; v < 3; v++)
        if (!(ra_op_variants(c.op) & all[v]) && ra_call(c.op, all[v], c.args, c.count, results, ra_op_result_count(c.op), NULL) != RA_ERR_ARGUMENT)
            complain(e->op, "variant %d, which it does not have, is not refused", (int)all[v]);
    if (ra_call(c.op, (ra_variant)3, c.args, c.count, results, RESULTS, NULL) != RA_ERR_ARGUMENT)
        complain(e->op, "a variant that there is not is not refused");
    if ((ra_op_variants(c.op) & RA_FUNCTIONAL) && ra_call(c.op, RA_FUNCTIONAL, c.args, c.count, results, 0, NULL) != RA_ERR_ARGUMENT)
        complain(e->op, "no room for results is not refused");
    if (ra_op_variants(c.op) & RA_OUT) {
        const size_t n = ra_op_result_count(c.op);
        for (size_t r = 0; r < n; r++)
            results[r] = NULL;
        if (ra_call(c.op, RA_OUT, c.args, c.count, results, n, NULL) != RA_ERR_REFUSED)
            complain(e->op, "NULL as out= is not refused");
        if (ra_call(c.op, RA_OUT, c.args, c.count, results, n + 1, NULL) != RA_ERR_ARGUMENT)
            complain(e->op, "an out= too many is not refused");
        for (size_t r = 0; r < n; r++)
            results[r] = (ra_tensor *)(uintptr_t)RA_NONE;
        if (ra_call(c.op, RA_OUT, c.args, c.count, results, n, NULL) != RA_ERR_ARGUMENT)
            complain(e->op, "RA_NONE as out= is not refused");
        /* on another device than the inputs */
        for (size_t r = 0; r < n; r++)
            results[r] = ra_empty(RA_DIMS(0));
        ra_status s = ra_call(c.op, RA_OUT, c.args, c.count, results, n, NULL);
        if (s != RA_ERR_DEVICE && s != RA_ERR_DTYPE)
            complain(e->op, "out= on another device: %s", ra_status_name(s));
        release_all(results, n);
    }
    call_text_release(&c);
}

static void wrong_results_are_refused(void **state)
{
    (void)state;
    const size_t live = ra_get_memory_stats().live;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++)
        refuse_wrong_results(&operator_examples[i]);
    settle();
    assert_true(ra_get_memory_stats().live <= live);
    assert_int_equal(ra_call(NULL, RA_FUNCTIONAL, NULL, 0, NULL, 0, NULL), RA_ERR_UNKNOWN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(every_operator_has_one_example, fresh_start),
        cmocka_unit_test_setup(reflection_is_consistent, fresh_start),
        cmocka_unit_test_setup(descriptions_cost_nothing, fresh_start),
        cmocka_unit_test_setup(descriptions_draw_no_random_numbers, fresh_start),
        cmocka_unit_test_setup(views_share_storage, fresh_start),
        cmocka_unit_test_setup(commuting_operators_commute, fresh_start),
        cmocka_unit_test_setup(null_keeps_the_first_error, fresh_start),
        cmocka_unit_test_setup(wrong_kinds_are_refused, fresh_start),
        cmocka_unit_test_setup(wrong_results_are_refused, fresh_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
