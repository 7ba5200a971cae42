/*
 * ra_call takes what it is given and nothing else: what is left out has its default whatever lies where it would be, and a
 * kind, number, length or enumeration that there is not is refused by the names of the operator and the argument, by every
 * operator alike.
 */
#include "helpers/each_operator.h"
#include "helpers/release.h"

#include <runahead/register.h>

enum { RESULTS = 8, MOST_TEXT = 1024 };

/* What an earlier call may have left where the next one has its variables. */
static __attribute__((noinline)) void scribble(int byte)
{
    volatile unsigned char stack[16384];
    for (size_t i = 0; i < sizeof stack; i++)
        stack[i] = (unsigned char)byte;
}

/* Status, message and descriptions of a call, as text. The arguments lie by themselves, so that a look past them is seen. */
static void answer(const ra_op *op, const ra_arg *args, size_t count, char text[MOST_TEXT])
{
    ra_tensor *results[RESULTS] = {NULL};
    ra_arg *exact = malloc(count * sizeof *args + !count);
    assert_non_null(exact);
    if (count)
        memcpy(exact, args, count * sizeof *args);
    ra_variant v = first_variant(op);
    size_t n = 0;
    ra_clear_error();
    scribble(0x11);
    ra_status s = ra_call(op, v, exact, count, v == RA_FUNCTIONAL ? results : NULL, v == RA_FUNCTIONAL ? RESULTS : 0, &n);
    size_t at = (size_t)snprintf(text, MOST_TEXT, "%s %s", ra_status_name(s), ra_last_error());
    for (size_t r = 0; !s && v == RA_FUNCTIONAL && r < n; r++) {
        at += (size_t)snprintf(text + at, MOST_TEXT - at, "%s [", ra_dtype_name(ra_tensor_dtype(results[r])));
        for (int d = 0; d < ra_ndim(results[r]); d++)
            at += (size_t)snprintf(text + at, MOST_TEXT - at, " %lld", (long long)ra_size_bound(results[r], d));
        at += (size_t)snprintf(text + at, MOST_TEXT - at, " ] ");
    }
    if (!s && v == RA_FUNCTIONAL)
        release_all(results, n);
    free(exact);
}

static void same_answer(const ra_op *op, const ra_arg *want_args, const ra_arg *args, size_t count, const char *what)
{
    char want[MOST_TEXT], have[MOST_TEXT];
    answer(op, want_args, ra_op_arg_count(op), want);
    answer(op, args, count, have);
    if (strcmp(want, have))
        complain(ra_op_name(op), "%s: \"%s\", want \"%s\"", what, have, want);
}

/* ---- what is not given ---- */

/* However many are given, the rest is as if each had been said to be absent. */
static void what_is_left_out_is_absent(void **state)
{
    (void)state;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        if (!read_example(&c, &operator_examples[i], RA_META))
            continue;
        ra_arg rest[CALL_ARGS];
        memcpy(rest, c.args, sizeof rest);
        for (size_t given = c.count + 1; given-- > 0;) {
            char what[40];
            snprintf(what, sizeof what, "%zu of %zu arguments", given, c.count);
            memset(&rest[given], 0, sizeof rest - given * sizeof *rest);
            same_answer(c.op, rest, rest, given, what);
        }
        call_text_release(&c);
    }
    settle();
}

static void what_is_absent_is_not_looked_at(void **state)
{
    (void)state;
    static const int bytes[] = {0x11, 0xff, 0x01, 0x80};
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        if (!read_example(&c, &operator_examples[i], RA_META))
            continue;
        for (size_t a = 0; a < c.count; a++)
            for (size_t b = 0; b < sizeof bytes / sizeof *bytes; b++) {
                ra_arg nothing[CALL_ARGS], something[CALL_ARGS];
                memcpy(nothing, c.args, sizeof nothing);
                memset(&nothing[a], 0, sizeof *nothing);
                memcpy(something, nothing, sizeof something);
                memset(&something[a], bytes[b], sizeof *something);
                something[a].kind = RA_ARG_NONE;
                same_answer(c.op, nothing, something, c.count, ra_op_arg_at(c.op, a)->name);
            }
        call_text_release(&c);
    }
    settle();
}

/* The values, where a description does not show them. */
static void defaults_are_those_of_the_schema(void **state)
{
    (void)state;
    double v[] = {1, 2, 4, 9};
    ra_tensor *x = ra_from_copy(v, RA_FLOAT64, RA_DIMS(2, 2)), *r = NULL;
    ra_arg a = {.tensor = x, .kind = RA_ARG_TENSOR};
    static const struct {
        const char *op;
        double value;
    } wanted[] = {{"sum", 16}, {"mean", 4}, {"prod", 72}, {"amax", 9}, {"var", 12 + 2 / 3.}, {"argmax", 3}, {"any", 1}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        double have;
        scribble(0x11);
        assert_int_equal(ra_call(ra_op_find(wanted[i].op), RA_FUNCTIONAL, &a, 1, &r, 1, NULL), RA_OK);
        assert_int_equal(ra_item_f64(r, &have), RA_OK);
        if (have != wanted[i].value)
            complain(wanted[i].op, "gives %g, want %g", have, wanted[i].value);
        ra_release(r);
    }
    ra_release(x);
    settle();
}

/* ---- what there is not ---- */

/* Refused with the status, naming operator and argument, and nothing is written. */
static void expect_refusal(const struct call_text *c, size_t a, const char *what, ra_status want)
{
    static ra_tensor *const untouched = (ra_tensor *)(uintptr_t)&failures;
    ra_tensor *results[RESULTS];
    const char *name = ra_op_name(c->op), *argument = ra_op_arg_at(c->op, a)->name;
    for (int r = 0; r < RESULTS; r++)
        results[r] = untouched;
    ra_variant v = first_variant(c->op);
    size_t n = 0;
    ra_clear_error();
    ra_status s = ra_call(c->op, v, c->args, c->count, results, RESULTS, &n);
    if (s != want || !strstr(ra_last_error(), name) || !strstr(ra_last_error(), argument))
        complain(name, "%s for argument %s: %s, want %s (%s)", what, argument, ra_status_name(s), ra_status_name(want), ra_last_error());
    for (int r = 0; r < RESULTS; r++)
        if (s && results[r] != untouched)
            complain(name, "%s for argument %s: refused, but result %d was written", what, argument, r);
    if (!s && v == RA_FUNCTIONAL)
        release_all(results, n);
}

static bool takes_numbers(ra_arg_kind kind)
{
    return kind == RA_ARG_SCALAR || kind == RA_ARG_BOOL || kind == RA_ARG_INT || kind == RA_ARG_FLOAT || kind == RA_ARG_OPERAND;
}

/* An argument, with another in its place for the while. */
static void refuse_instead(struct call_text *c, size_t a, ra_arg other, const char *what, ra_status want)
{
    ra_arg was = c->args[a];
    c->args[a] = other;
    expect_refusal(c, a, what, want);
    c->args[a] = was;
}

static void refuse_numbers(struct call_text *c, size_t a)
{
    static const int kinds[] = {5, 6, 77, -1, INT32_MAX, INT32_MIN};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        ra_arg other = {.scalar = {.value = {.i = 1}, .kind = (ra_scalar_kind)kinds[k]}, .kind = RA_ARG_SCALAR};
        refuse_instead(c, a, other, "a number of no kind", RA_ERR_ARGUMENT);
    }
    for (int value = 2; value < 256; value += 253) {
        ra_arg other = {.kind = RA_ARG_BOOL};
        memset(&other.boolean, value, 1);
        refuse_instead(c, a, other, "a bool that is none", RA_ERR_ARGUMENT);
    }
}

static void refuse_lists(struct call_text *c, size_t a)
{
    static const int64_t counts[] = {-1, INT64_MIN, INT64_MAX, (int64_t)1 << 32, ((int64_t)1 << 31) + 1};
    const ra_tensor *one = RA_NONE;
    for (size_t n = 0; n < sizeof counts / sizeof *counts; n++)
        refuse_instead(c, a, (ra_arg){.tensors = {&one, counts[n]}, .kind = RA_ARG_TENSORS}, "a list of so many", RA_ERR_ARGUMENT);
    refuse_instead(c, a, (ra_arg){.tensors = {NULL, 3}, .kind = RA_ARG_TENSORS}, "a list without entries", RA_ERR_ARGUMENT);
}

static void refuse_dims(struct call_text *c, size_t a)
{
    static const int64_t one = 1;
    refuse_instead(c, a, (ra_arg){.dims = {&one, -2}, .kind = RA_ARG_DIMS}, "a negative count", RA_ERR_ARGUMENT);
    refuse_instead(c, a, (ra_arg){.dims = {&one, INT64_MIN}, .kind = RA_ARG_DIMS}, "a negative count", RA_ERR_ARGUMENT);
    refuse_instead(c, a, (ra_arg){.dims = {NULL, 2}, .kind = RA_ARG_DIMS}, "a list without values", RA_ERR_ARGUMENT);
    if (ra_op_arg_at(c->op, a)->length)
        refuse_instead(c, a, (ra_arg){.dims = {&one, INT64_MAX}, .kind = RA_ARG_DIMS}, "too many values", RA_ERR_ARGUMENT);
}

static void refuse_enumerations(struct call_text *c, size_t a)
{
    static const int dtypes[] = {RA_DTYPE_COUNT, -1, 1 << 20}, devices[] = {RA_CUDA + 1, -1, 1 << 20};
    for (size_t i = 0; i < 3; i++)
        if (ra_op_arg_at(c->op, a)->kind == RA_ARG_DTYPE)
            refuse_instead(c, a, (ra_arg){.dtype = (ra_dtype)dtypes[i], .kind = RA_ARG_DTYPE}, "no dtype", RA_ERR_DTYPE);
        else
            refuse_instead(c, a, (ra_arg){.device = (ra_device)devices[i], .kind = RA_ARG_DEVICE}, "no device", RA_ERR_DEVICE);
}

static void what_there_is_not_is_refused_by_name(void **state)
{
    (void)state;
    size_t live = ra_get_memory_stats().live;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        if (!read_example(&c, &operator_examples[i], RA_META))
            continue;
        for (size_t a = 0; a < c.count; a++) {
            ra_arg_kind kind = ra_op_arg_at(c.op, a)->kind;
            ra_arg other = c.args[a];
            for (int wrong = RA_ARG_OPERAND; wrong < RA_ARG_OPERAND + 20; wrong++) {
                other.kind = (ra_arg_kind)wrong;
                refuse_instead(&c, a, other, "a kind that no value has", RA_ERR_ARGUMENT);
            }
            other.kind = (ra_arg_kind)-1;
            refuse_instead(&c, a, other, "a kind that there is not", RA_ERR_ARGUMENT);
            /* The empty value of another kind is no way to leave an argument out. */
            if (kind != RA_ARG_STRING)
                refuse_instead(&c, a, (ra_arg){.string = NULL, .kind = RA_ARG_STRING}, "no string", RA_ERR_ARGUMENT);
            if (kind != RA_ARG_DTYPE)
                refuse_instead(&c, a, (ra_arg){.dtype = RA_NO_DTYPE, .kind = RA_ARG_DTYPE}, "no dtype", RA_ERR_ARGUMENT);
            if (takes_numbers(kind))
                refuse_numbers(&c, a);
            if (kind == RA_ARG_TENSORS)
                refuse_lists(&c, a);
            if (kind == RA_ARG_DIMS)
                refuse_dims(&c, a);
            if (kind == RA_ARG_DTYPE || kind == RA_ARG_DEVICE)
                refuse_enumerations(&c, a);
        }
        call_text_release(&c);
    }
    settle();
    assert_true(ra_get_memory_stats().live <= live);
}

/* A true bool is one, whatever its bits as an integer are. */
static void a_bool_of_a_number_is_one_of_two(void **state)
{
    (void)state;
    ra_arg args[] = {{.scalar = RA_I(5), .kind = RA_ARG_SCALAR}, {.scalar = {.value = {.i = 77}, .kind = RA_SCALAR_BOOL}, .kind = RA_ARG_SCALAR}};
    ra_tensor *r = NULL;
    int64_t sum;
    assert_int_equal(ra_call(ra_op_find("add"), RA_FUNCTIONAL, args, 2, &r, 1, NULL), RA_OK);
    assert_int_equal(ra_item_i64(r, &sum), RA_OK);
    assert_int_equal(sum, 6);
    ra_release(r);
}

/* ---- operators and results ---- */

static void what_is_no_operator_is_refused(void **state)
{
    (void)state;
    const ra_op *first = ra_op_at(0);
    const ra_op *const none[] = {NULL, (const ra_op *)(const void *)((const char *)first + 8), (const ra_op *)(const void *)&failures};
    for (size_t i = 0; i < 3; i++) {
        ra_tensor *r = NULL;
        assert_int_equal(ra_call(none[i], RA_FUNCTIONAL, NULL, 0, &r, 1, NULL), RA_ERR_UNKNOWN);
        assert_null(ra_op_name(none[i]));
        assert_null(ra_op_family(none[i]));
        assert_null(ra_op_schema(none[i]));
        assert_null(ra_op_doc(none[i]));
        assert_int_equal(ra_op_variants(none[i]), 0);
        assert_int_equal(ra_op_properties(none[i]), 0);
        assert_int_equal(ra_op_dtypes(none[i]), 0);
        assert_int_equal(ra_op_arg_count(none[i]), 0);
        assert_null(ra_op_arg_at(none[i], 0));
        assert_int_equal(ra_op_result_count(none[i]), 0);
        assert_null(ra_op_result_at(none[i], 0));
        assert_false(ra_op_returns_list(none[i]));
        assert_int_equal(ra_last_status(), RA_ERR_UNKNOWN);
        ra_clear_error();
    }
}

/* A call of what was not found says which name that was; to look for one is no refusal of a scope's. */
static void a_name_that_is_not_found_is_said(void **state)
{
    (void)state;
    ra_scope_begin();
    assert_null(ra_op_find("no_such_operator"));
    assert_null(ra_op_find("bounded_square")); /* a hidden row */
    for (size_t i = 0; i < ra_op_count(); i++)
        assert_string_not_equal(ra_op_name(ra_op_at(i)), "bounded_square");
    assert_int_equal(ra_scope_end(), RA_OK);
    assert_int_equal(ra_last_status(), RA_ERR_UNKNOWN);
    assert_int_equal(ra_call(ra_op_find("no_such_operator"), RA_FUNCTIONAL, NULL, 0, NULL, 0, NULL), RA_ERR_UNKNOWN);
    assert_non_null(strstr(ra_last_error(), "no_such_operator"));
    ra_clear_error();
    assert_null(ra_op_find(NULL));
    assert_int_equal(ra_last_status(), RA_ERR_UNKNOWN);
}

/* The list of outputs is no longer than is said, down to nothing. */
static void outputs_that_are_not_there_are_not_looked_at(void **state)
{
    (void)state;
    for (int i = 0; i < OPERATOR_EXAMPLES; i++) {
        struct call_text c;
        if (!read_example(&c, &operator_examples[i], RA_META))
            continue;
        ra_tensor **none = malloc(1);
        assert_non_null(none);
        if ((ra_op_variants(c.op) & RA_OUT) && ra_call(c.op, RA_OUT, c.args, c.count, none, 0, NULL) != RA_ERR_ARGUMENT)
            complain(operator_examples[i].op, "no outputs: not refused");
        free(none);
        call_text_release(&c);
    }
    settle();
}

static const ra_op_arg *argument_of(const char *op, const char *name)
{
    const ra_op *row = ra_op_find(op);
    for (size_t a = 0; row && a < ra_op_arg_count(row); a++)
        if (!strcmp(ra_op_arg_at(row, a)->name, name))
            return ra_op_arg_at(row, a);
    fail_msg("%s has no argument %s", op, name);
    return NULL;
}

static void arguments_tell_what_they_are(void **state)
{
    (void)state;
    assert_true(argument_of("sum", "dim")->is_dimension && argument_of("sum", "dim")->list_optional);
    assert_true(argument_of("flatten", "end_dim")->is_dimension && argument_of("permute", "dims")->is_dimension);
    assert_false(argument_of("permute", "dims")->list_optional);
    assert_false(argument_of("topk", "k")->is_dimension || argument_of("view", "size")->is_dimension);
    assert_true(argument_of("index", "indices")->optional && !argument_of("index", "indices")->list_optional);
    assert_true(argument_of("slice", "end")->has_sentinel && argument_of("slice", "end")->sentinel == RA_END);
    assert_string_equal(argument_of("max_pool2d", "stride")->sentinel_text, "kernel_size");
    assert_false(argument_of("max_pool2d", "padding")->has_sentinel);
    /* a default that is a sentinel is said to be one */
    static const char *const hollow[][2] = {{"eye", "m"}, {"as_strided", "storage_offset"}, {"avg_pool2d", "divisor_override"}};
    for (size_t k = 0; k < sizeof hollow / sizeof *hollow; k++) {
        const ra_op_arg *a = argument_of(hollow[k][0], hollow[k][1]);
        assert_true(a->has_sentinel && a->has_default && a->default_value.integer == a->sentinel);
    }
}

static void what_reflection_counts_has_names(void **state)
{
    (void)state;
    assert_string_equal(ra_arg_kind_name(RA_ARG_DIMS), "int[]");
    assert_null(ra_arg_kind_name((ra_arg_kind)99));
    assert_string_equal(ra_variant_name(RA_OUT), "out");
    assert_null(ra_variant_name((ra_variant)3));
    for (size_t i = 0; i < ra_op_count(); i++)
        for (unsigned bit = 1, all = ra_op_properties(ra_op_at(i)); all; bit <<= 1, all >>= 1)
            if (all & 1)
                assert_non_null(ra_op_property_name((ra_op_property)bit));
    assert_null(ra_op_property_name((ra_op_property)3));
    assert_int_equal(ra_struct_size("ra_arg"), sizeof(ra_arg));
    assert_int_equal(ra_struct_size("ra_op_arg"), sizeof(ra_op_arg));
    assert_int_equal(ra_struct_size("ra_tensor"), 0);
    assert_int_equal(ra_struct_size(NULL), 0);
}

static void refused_calls_produce_nothing(void **state)
{
    (void)state;
    ra_tensor *x = ra_ones(RA_DIMS(6)), *parts[2] = {NULL, NULL};
    ra_arg args[] = {{.tensor = x, .kind = RA_ARG_TENSOR}, {.integer = 2, .kind = RA_ARG_INT}, {.integer = 0, .kind = RA_ARG_INT}};
    size_t n = 7;
    assert_int_equal(ra_call(ra_op_find("split"), RA_FUNCTIONAL, args, 3, parts, 2, &n), RA_ERR_ARGUMENT);
    assert_int_equal(n, 3);
    assert_null(parts[0]);
    n = 7;
    args[2].integer = 5;
    assert_int_not_equal(ra_call(ra_op_find("split"), RA_FUNCTIONAL, args, 3, parts, 2, &n), RA_OK);
    assert_int_equal(n, 0);
    n = 7;
    assert_int_equal(ra_call(NULL, RA_FUNCTIONAL, args, 3, parts, 2, &n), RA_ERR_UNKNOWN);
    assert_int_equal(n, 0);
    ra_release(x);
    char text[12], more[512];
    const ra_status first = ra_last_status();
    snprintf(more, sizeof more, "%.11s", ra_last_error());
    assert_int_equal(ra_take_error(text, sizeof text), first);
    assert_string_equal(text, more);
    assert_int_equal(ra_last_status(), RA_OK);
    assert_int_equal(ra_take_error(NULL, 0), RA_OK);
}

static ra_status copies(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_clone(call->args[0].tensor, NULL);
    return RA_OK;
}

/* Its state is where the operator stands, which it gives up. */
static ra_status copies_and_goes(const ra_op_work *work)
{
    const ra_op **op = work->state;
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = ((const float *)work->inputs[0].data)[i];
    const ra_status s = *op ? ra_op_unregister(*op) : RA_OK;
    *op = NULL;
    return s;
}

/* Not taken for a kernel that fails where its definition does not. */
static void an_operator_that_goes_while_it_is_checked(void **state)
{
    (void)state;
    static const ra_op *op;
    const ra_op_description d = {.size = sizeof d, .name = "test.goes", .schema = "(Tensor x) -> Tensor", .definition = copies, .kernel = copies_and_goes,
                                 .range_dims = 1, .dtypes = 1u << RA_FLOAT32, .state = &op};
    const ra_op *registered = NULL;
    assert_int_equal(ra_op_register(&d, &registered), RA_OK);
    ra_tensor *x = ra_ones(RA_DIMS(1));
    const ra_arg arg = {.tensor = x, .kind = RA_ARG_TENSOR};
    op = registered;
    assert_int_equal(ra_op_check(registered, &arg, 1, 0), RA_ERR_UNKNOWN);
    assert_non_null(strstr(ra_last_error(), "ra_op_check(test.goes): it was unregistered meanwhile"));
    ra_clear_error();
    ra_release(x);
}

#define CALL_TEST(function) HARNESS_TEST(function, HARNESS_SECONDS, fresh_start, NULL)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CALL_TEST(what_is_left_out_is_absent),
        CALL_TEST(what_is_absent_is_not_looked_at),
        CALL_TEST(defaults_are_those_of_the_schema),
        CALL_TEST(what_there_is_not_is_refused_by_name),
        CALL_TEST(a_bool_of_a_number_is_one_of_two),
        CALL_TEST(what_is_no_operator_is_refused),
        CALL_TEST(a_name_that_is_not_found_is_said),
        CALL_TEST(outputs_that_are_not_there_are_not_looked_at),
        CALL_TEST(arguments_tell_what_they_are),
        CALL_TEST(what_reflection_counts_has_names),
        CALL_TEST(refused_calls_produce_nothing),
        CALL_TEST(an_operator_that_goes_while_it_is_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
