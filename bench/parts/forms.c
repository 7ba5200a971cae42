/*
 * Elementwise operators over their operands' forms: each dense, one number for all, a row or a column for a table, or a table of which
 * the rows lie apart. A form that costs more than twice the operator's best has missed the loop that the compiler made vectors of.
 */
#include "bench.h"
#include "measure/clock.h"
#include "report/report.h"

#include <math.h>
#include <string.h>

enum form { DENSE, NUMBER, ROW, COLUMN, APART, FORMS };
enum { ROWS = 256, COLUMNS = 16, ELEMENTS = ROWS * COLUMNS, GAP = 2, MOST_TENSORS = 3, MOST_ARGS = 16, CALLS = 8, MOST_FORMS = FORMS * FORMS * FORMS };
static const char *const form_names[FORMS] = {"dense", "a number", "a row", "a column", "rows apart"};
static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT32, RA_INT64};

/* Of one dtype: two tensors, so that no operator meets itself, in each form; and as conditions. */
typedef struct operands {
    ra_tensor *values[2][FORMS], *conditions[FORMS];
} operands;

/* Of a table whose rows are longer than what is measured. */
static ra_tensor *formed(const ra_tensor *whole, enum form form)
{
    const int64_t rows = form == NUMBER || form == ROW ? 1 : ROWS, columns = form == NUMBER || form == COLUMN ? 1 : COLUMNS;
    const ra_tensor *part = ra_narrow(ra_narrow(whole, 0, 0, rows), 1, 0, columns);
    return form == APART ? ra_ref(part) : ra_expand(ra_contiguous(part), RA_DIMS(ROWS, COLUMNS));
}

/* Of the open scope: small numbers that every operator takes. */
static bool open_operands(bench *b, operands *o, ra_dtype dtype)
{
    bool good = true;
    for (int i = 0; i < 2; i++) {
        const ra_tensor *whole = ra_to(ra_randint(1, 9, RA_DIMS(ROWS, COLUMNS + GAP)), RA_OPTS(ra_to, .dtype = dtype)), *truth = ra_gt(whole, 4);
        for (int form = 0; form < FORMS; form++) {
            good = good && (o->values[i][form] = formed(whole, (enum form)form)) != NULL;
            good = good && (o->conditions[form] = formed(truth, (enum form)form)) != NULL;
        }
    }
    return good && bench_ok(b, "preparing operands", ra_wait_all());
}

static bool is_operand(const ra_op_arg *schema)
{
    return schema->kind == RA_ARG_TENSOR || schema->kind == RA_ARG_OPERAND;
}

/* How many operands it has; 0: it is none of those that are measured. */
static int operands_of(const ra_op *op)
{
    int tensors = 0;
    if (!(ra_op_properties(op) & RA_OP_ELEMENTWISE) || !(ra_op_variants(op) & RA_FUNCTIONAL) || ra_op_result_count(op) != 1 || ra_op_arg_count(op) > MOST_ARGS)
        return 0;
    for (size_t i = 0; i < ra_op_arg_count(op); i++) {
        const ra_op_arg *schema = ra_op_arg_at(op, i);
        if (is_operand(schema))
            tensors++;
        else if (!schema->has_default && !schema->optional)
            return 0;
    }
    return tensors <= MOST_TENSORS ? tensors : 0;
}

/* The form of operand k in the number that stands for the forms of all, a digit for each. */
static enum form form_of(int number, int k)
{
    while (k-- > 0)
        number /= FORMS;
    return (enum form)(number % FORMS);
}

/* Of numbers alone there is little to compute, and of those and columns once a row. */
static bool is_of(int number, int tensors, enum form one, enum form other)
{
    bool of = true;
    for (int k = 0; k < tensors; k++)
        of = of && (form_of(number, k) == one || form_of(number, k) == other);
    return of;
}

/* Nanoseconds an element, the least of some; NaN where the call is refused. */
static double time_form(const operands *o, const ra_op *op, int number, int times)
{
    ra_arg args[MOST_ARGS] = {{.kind = RA_ARG_NONE}};
    double best = INFINITY;
    for (size_t i = 0, k = 0; i < ra_op_arg_count(op); i++) {
        const ra_op_arg *schema = ra_op_arg_at(op, i);
        if (!is_operand(schema))
            continue;
        const bool condition = !strcmp(schema->name, "condition") || !strcmp(schema->name, "mask");
        const enum form form = form_of(number, (int)k);
        args[i] = (ra_arg){.kind = RA_ARG_TENSOR, .tensor = condition ? o->conditions[form] : o->values[k % 2][form]};
        k++;
    }
    for (int n = 0; n < times; n++) {
        const int64_t start = clock_now_ns();
        for (int i = 0; i < CALLS; i++) {
            ra_tensor *result = NULL;
            if (ra_call(op, RA_FUNCTIONAL, args, ra_op_arg_count(op), &result, 1, NULL) || ra_wait(result)) {
                ra_release(result);
                ra_clear_error();
                return NAN;
            }
            ra_release(result);
        }
        best = fmin(best, (double)(clock_now_ns() - start) / CALLS / ELEMENTS);
    }
    return best;
}

static void put_form(bench *b, const ra_op *op, ra_dtype dtype, int tensors, int number, double ns, double dense, double best)
{
    char label[160];
    int length = snprintf(label, sizeof label, "%s, %s:", ra_op_name(op), ra_dtype_name(dtype));
    for (int k = 0; k < tensors; k++)
        length += snprintf(label + length, sizeof label - (size_t)length, "%s %s", k ? "," : "", form_names[form_of(number, k)]);
    report_begin_row(b->report, label, "ns an element", BETTER_LOWER, NULL);
    report_value(b->report, ns);
    report_value(b->report, dense);
    report_value(b->report, best);
}

/* Gives how many forms were measured, and adds to those that are dear. */
static int measure_operator(bench *b, const operands *o, const ra_op *op, ra_dtype dtype, int *dear)
{
    const int tensors = operands_of(op), times = (int)bench_pick(b, 5, 9, 25);
    int measured = 0, forms = tensors ? 1 : 0;
    double ns[MOST_FORMS], best = INFINITY;
    for (int k = 0; k < tensors; k++)
        forms *= FORMS;
    for (int number = 0; number < forms; number++) {
        ns[number] = is_of(number, tensors, NUMBER, NUMBER) ? NAN : time_form(o, op, number, times);
        measured += isfinite(ns[number]);
        best = is_of(number, tensors, NUMBER, COLUMN) ? best : fmin(best, ns[number]);
    }
    for (int number = 0; number < forms; number++)
        if (ns[number] > 2 * best) {
            put_form(b, op, dtype, tensors, number, ns[number], ns[0], best);
            ++*dear;
        }
    return measured;
}

static void measure_dtype(bench *b, ra_dtype dtype, int *measured, int *dear)
{
    operands o;
    ra_scope_begin();
    if (open_operands(b, &o, dtype))
        for (size_t i = 0; i < ra_op_count(); i++) {
            progress("forms: %s, %zu of %zu", ra_dtype_name(dtype), i, ra_op_count());
            *measured += measure_operator(b, &o, ra_op_at(i), dtype, dear);
        }
    (void)!ra_scope_end(); /* dtypes that some refuse are none of its failures */
}

void bench_forms(bench *b)
{
    int measured = 0, dear = 0;
    report_begin(b->report, "forms", "Forms of operands",
                 "Elementwise operators over 256 rows of 16 elements, synchronously, with operands that are dense, one number for all, one row or one column again "
                 "and again, or rows that lie apart: what costs more than twice the operator's best form, of those that differ from element to element. A form "
                 "that reads fewer tensors may well be the best.");
    report_begin_table(b->report, "forms_dear", "Dear forms", (const char *const[]){"this form", "all dense", "the best", NULL});
    ra_set_execution(RA_SYNC);
    for (size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++)
        measure_dtype(b, dtypes[i], &measured, &dear);
    ra_set_execution(RA_RUN_AHEAD);
    progress_done();
    report_result(b->report, "%d of %d forms cost more than twice the operator's best", dear, measured);
}
