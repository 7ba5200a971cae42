/*
 * Where a call stands, in every message: refusals, failures of tasks and what inherits them, the report of waits. Lines
 * are numbered by the program itself, so that each call is somewhere in "made_up.c".
 */
#include "helpers/harness.h"

#include <runahead.h>

#include <stdio.h>

static void assert_says(const char *text, const char *place)
{
    if (!strstr(text, place))
        fail_msg("\"%s\" does not say \"%s\"", text, place);
}

static void assert_refused_at(ra_status status, const char *place)
{
    assert_int_not_equal(status, RA_OK);
    assert_int_equal(ra_last_status(), status);
    assert_says(ra_last_error(), place);
    ra_clear_error();
}

static ra_status refused(const ra_tensor *t)
{
    assert_null(t);
    return ra_last_status();
}

static ra_tensor *vector, *pair;

static int make(void **state)
{
    (void)state;
    vector = ra_ones(RA_DIMS(3));
    pair = ra_ones(RA_DIMS(2));
    return vector && pair ? 0 : -1;
}

static int unmake(void **state)
{
    (void)state;
    ra_release(vector);
    ra_release(pair);
    ra_clear_error();
    return 0;
}

static void refusals_of_operators(void **state)
{
    (void)state;
    ra_tensor *values, *indices;
#line 101 "made_up.c"
    assert_refused_at(refused(ra_add(vector, pair)), "called at made_up.c:101");
    assert_refused_at(refused(ra_mm(vector, pair)), "called at made_up.c:102");
    assert_refused_at(ra_add_(vector, pair), "called at made_up.c:103");
    assert_refused_at(ra_add_out(pair, vector, pair), "called at made_up.c:104");
    assert_refused_at(ra_topk(vector, 5, 0, &values, &indices), "called at made_up.c:105");
    assert_refused_at(refused(ra_var(vector, RA_DIMS(4), RA_OPTS(ra_var, .correction = 0))), "called at made_up.c:106");
    assert_refused_at(refused(ra_view(vector, RA_DIMS(2))), "called at made_up.c:107");
    assert_refused_at(refused(ra_relu(NULL)), "called at made_up.c:108");
    assert_refused_at(ra_split(vector, -1, 0, NULL, 0, NULL), "called at made_up.c:109");
    assert_refused_at(ra_call(ra_op_find("relu"), RA_FUNCTIONAL, NULL, 0, &values, 1, NULL), "called at made_up.c:110");
    /* A call within a call, each with a line of its own: the inner is refused, the outer passes it on. */
    assert_null(ra_relu(
        ra_neg(
            ra_add(vector,
                   pair))));
    assert_says(ra_last_error(), "called at made_up.c:114");
    ra_clear_error();
}

/* What is refused within a definition is refused where the operator is called, the library's own definition or the program's. */
static ra_status adds_what_does_not_fit(const ra_op_call *call, ra_tensor **results)
{
#line 801 "definition.c"
    results[0] = ra_add(call->args[0].tensor, pair);
    return results[0] ? RA_OK : ra_last_status();
}

/* What fails there later has failed where the operator is called, too. */
static ra_status picks_what_is_not_there(const ra_op_call *call, ra_tensor **results)
{
    RA_AUTO ra_tensor *index = ra_full(RA_DIMS(2), 99, RA_OPTS(ra_full, .dtype = RA_INT64));
#line 802 "definition.c"
    results[0] = ra_index_select(call->args[0].tensor, 0, index);
    return results[0] ? RA_OK : ra_last_status();
}

static void definitions_that_fail_later(void **state)
{
    (void)state;
    char text[1024];
    const ra_op *own;
    const ra_op_description d = {.size = sizeof d, .name = "own.beyond", .schema = "(Tensor x) -> Tensor", .definition = picks_what_is_not_there};
    const ra_arg args[] = {{.tensor = vector, .kind = RA_ARG_TENSOR}};
    ra_tensor *result = NULL;
    assert_int_equal(ra_op_register(&d, &own), RA_OK);
#line 771 "made_up.c"
    assert_int_equal(ra_call(own, RA_FUNCTIONAL, args, 1, &result, 1, NULL), RA_OK);
    assert_int_not_equal(ra_wait(result), RA_OK);
    assert_int_not_equal(ra_tensor_error(result, text, sizeof text), RA_OK);
    assert_says(text, "at made_up.c:771");
    ra_clear_error();
    ra_release(result);
    assert_int_equal(ra_op_unregister(own), RA_OK);
}

static void refusals_of_ra_call(void **state)
{
    (void)state;
    const ra_op *own, *gone, *inner = ra_op_find("inner");
    const ra_op_description d = {.size = sizeof d, .name = "own.misfit", .schema = "(Tensor x) -> Tensor", .definition = adds_what_does_not_fit};
    const ra_arg args[] = {{.tensor = vector, .kind = RA_ARG_TENSOR}, {.tensor = pair, .kind = RA_ARG_TENSOR}};
    ra_tensor *result = NULL;
    assert_non_null(inner);
    assert_int_equal(ra_op_register(&d, &own), RA_OK);
    gone = own;
#line 701 "made_up.c"
    assert_refused_at(ra_call(NULL, RA_FUNCTIONAL, args, 2, &result, 1, NULL), "called at made_up.c:701");
    assert_refused_at(ra_call(inner, (ra_variant)0, args, 2, &result, 1, NULL), "called at made_up.c:702");
    assert_refused_at(ra_call(inner, RA_FUNCTIONAL, NULL, 2, &result, 1, NULL), "called at made_up.c:703");
    assert_refused_at(ra_call(inner, RA_FUNCTIONAL, args, 2, NULL, 0, NULL), "called at made_up.c:704");
    assert_refused_at(ra_call(inner, RA_FUNCTIONAL, args, 1, &result, 1, NULL), "called at made_up.c:705");
    assert_refused_at(ra_call(inner, RA_FUNCTIONAL, args, 2, &result, 1, NULL), "called at made_up.c:706");
    assert_refused_at(ra_call(own, RA_FUNCTIONAL, args, 1, &result, 1, NULL), "called at made_up.c:707");
    assert_int_equal((ra_call)(own, RA_FUNCTIONAL, args, 1, &result, 1, NULL), RA_ERR_SHAPE); /* not told where */
    assert_null(strstr(ra_last_error(), "made_up.c"));
    ra_clear_error();
    assert_int_equal(ra_op_unregister(own), RA_OK);
#line 751 "made_up.c"
    assert_refused_at(ra_call(gone, RA_FUNCTIONAL, args, 1, &result, 1, NULL), "called at made_up.c:751");
    assert_null(result);
}

static void refusals_of_other_functions(void **state)
{
    (void)state;
    double number;
    bool equal;
    ra_status status;
    char buffer[4];
    int fd;
    ra_stream *stream;
#line 201 "made_up.c"
    assert_refused_at(ra_item_f64(vector, &number), "called at made_up.c:201");
    assert_refused_at(ra_equal(vector, RA_NONE, &equal), "called at made_up.c:202");
    assert_refused_at(ra_copy_to(vector, buffer, sizeof buffer), "called at made_up.c:203");
    assert_refused_at(ra_wait(RA_NONE), "called at made_up.c:204");
    assert_refused_at(ra_wait_for(NULL, 0), "called at made_up.c:205");
    assert_refused_at(refused(ra_from_copy(NULL, RA_FLOAT32, RA_DIMS(1))), "called at made_up.c:206");
    assert_refused_at(refused(ra_from_data(NULL, RA_FLOAT32, RA_DIMS(1), NULL)), "called at made_up.c:207");
    assert_refused_at(refused(ra_load_npy("")), "called at made_up.c:208");
    assert_refused_at(ra_set_default_dtype(RA_INT8), "called at made_up.c:209");
    assert_null(ra_data_f64(vector, &status));
    assert_refused_at(status, "called at made_up.c:210");
    assert_refused_at(ra_ready_fd(NULL, &fd), "called at made_up.c:212");
    assert_int_equal(ra_size(vector, 7), -1);
    assert_null(ra_op_find("no_such_operator"));
    assert_says(ra_last_error(), "called at made_up.c:21"); /* the first of the two that refused */
    ra_clear_error();
    assert_refused_at(ra_stream_new(RA_CPU, &stream), "called at made_up.c:217");
    assert_refused_at(ra_stream_wrap(RA_CPU, NULL, &stream), "called at made_up.c:218");
    assert_null(ra_stream_current(RA_META));
    assert_says(ra_last_error(), "called at made_up.c:219");
    ra_clear_error();
}

/* Those whose place is not told must not name that of an earlier call. */
static void no_place_rather_than_another(void **state)
{
    (void)state;
    (void)ra_numel(vector);
    assert_int_equal(ra_ndim(NULL), -1);
    assert_non_null(strstr(ra_last_error(), "ra_ndim"));
    assert_null(strstr(ra_last_error(), "called at"));
    ra_clear_error();
    (void)ra_numel(vector);
    assert_null((ra_add)((ra_operand){.tensor = vector}, (ra_operand){.tensor = pair}, NULL));
    assert_non_null(strstr(ra_last_error(), "add(float32 [3], float32 [2])"));
    assert_null(strstr(ra_last_error(), "called at"));
    ra_clear_error();
    assert_null(ra_relu_at(NULL, (ra_site){NULL, 0}));
    assert_null(strstr(ra_last_error(), "called at"));
}

static void ready(void *context, ra_status status)
{
    (void)context, (void)status;
}

/* Refused, by its pointer, after a call that was told where it stands. */
static void assert_no_place(int number)
{
    int fd;
    (void)ra_numel(vector);
    switch (number) {
    case 0: (void)(ra_cancel)(NULL); break;
    case 1: (void)(ra_is_ready)(RA_NONE); break;
    case 2: (void)!(ra_on_ready)(vector, NULL, NULL); break;
    case 3: (void)!(ra_on_ready)(NULL, ready, NULL); break;
    case 4: (void)!(ra_ready_fd)(NULL, &fd); break;
    case 5: (void)(ra_tensor_error)(NULL, NULL, 0); break;
    case 6: (void)!(ra_init)(NULL); break;
    case 7: (void)(ra_get_info)(NULL); break;
    case 8: (void)(ra_set_default_dtype)(RA_INT64); break;
    case 9: (void)!(ra_trace_start)(""); break;
    case 10: (void)!(ra_wait)(NULL); break;
    case 11: (void)!(ra_item)(NULL, NULL); break;
    case 12: (void)(ra_from_copy)(NULL, RA_FLOAT32, RA_DIMS(2)); break;
    case 13: (void)(ra_op_name)(NULL); break;
    case 14: (void)!(ra_call)(NULL, RA_FUNCTIONAL, NULL, 0, NULL, 0, NULL); break;
    default: (void)(ra_load_npy)(NULL); break;
    }
    if (ra_last_status() == RA_OK || strstr(ra_last_error(), "called at"))
        fail_msg("%d: \"%s\"", number, ra_last_error());
    ra_clear_error();
}

static void no_place_of_functions_by_pointer(void **state)
{
    (void)state;
    for (int i = 0; i < 16; i++)
        assert_no_place(i);
}

static void failures_of_tasks(void **state)
{
    (void)state;
    char text[1024];
    RA_AUTO ra_tensor *index = ra_full(RA_DIMS(2), 99, RA_OPTS(ra_full, .dtype = RA_INT64));
#line 301 "made_up.c"
    RA_AUTO ra_tensor *failed = ra_index_select(vector, 0, index);
    RA_AUTO ra_tensor *heir = ra_relu(failed);
    RA_AUTO ra_tensor *later =
        ra_exp(heir);
    assert_int_equal(ra_wait(later), RA_ERR_INDEX);
    assert_says(ra_last_error(), ") at made_up.c:301");
    assert_says(ra_last_error(), ") at made_up.c:302");
    assert_says(ra_last_error(), ") at made_up.c:304");
    assert_null(strstr(ra_last_error(), "made_up.c:305")); /* who asks is not to blame */
    assert_int_equal(ra_tensor_error(failed, text, sizeof text), RA_ERR_INDEX);
    assert_says(text, ") at made_up.c:301");
}

/* A binding that says where its own caller stands is not overruled by the place of its C. */
static void the_place_of_a_binding_wins(void **state)
{
    (void)state;
    ra_set_site("script.py", 12);
    assert_refused_at(refused(ra_add(vector, pair)), "called at script.py:12");
    assert_refused_at(ra_wait(NULL), "called at script.py:12");
    ra_thread_state *mine = ra_thread_state_save();
    ra_set_site(NULL, 0);
#line 401 "made_up.c"
    assert_refused_at(refused(ra_add(vector, pair)), "called at made_up.c:401");
    ra_thread_state_restore(mine);
    assert_refused_at(refused(ra_add(vector, pair)), "called at script.py:12");
    ra_set_site(NULL, 0);
    assert_refused_at(refused(ra_add(vector, pair)), "called at made_up.c:405");
}

static void the_report_names_the_same(void **state)
{
    (void)state;
    static char text[1 << 16];
    ra_reset_stats();
    RA_AUTO ra_tensor *x = ra_randn(RA_DIMS(300, 300));
    RA_AUTO ra_tensor *y = ra_mm(x, x);
#line 501 "made_up.c"
    assert_int_equal(ra_wait(y), RA_OK);
    assert_true(ra_report(text, sizeof text) < sizeof text);
    assert_says(text, "made_up.c:501");
    assert_int_equal(ra_shutdown(), RA_OK); /* by line 504 */
    RA_AUTO ra_tensor *first __attribute__((unused)) = ra_ones(RA_DIMS(1));
    ra_report(text, sizeof text);
    assert_says(text, "start at made_up.c:505");
    assert_says(text, "shutdown: several operators at made_up.c:504");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST_AROUND(refusals_of_operators, make, unmake),
                                       TEST_AROUND(refusals_of_ra_call, make, unmake),
                                       TEST_AROUND(definitions_that_fail_later, make, unmake),
                                       TEST_AROUND(refusals_of_other_functions, make, unmake),
                                       TEST_AROUND(no_place_rather_than_another, make, unmake),
                                       TEST_AROUND(no_place_of_functions_by_pointer, make, unmake),
                                       TEST_AROUND(failures_of_tasks, make, unmake),
                                       TEST_AROUND(the_place_of_a_binding_wins, make, unmake),
                                       TEST_AROUND(the_report_names_the_same, make, unmake)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
