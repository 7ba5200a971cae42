/*
 * What it costs the control thread to record an operator of the program's own, beside the library's that does the same: both add two
 * tensors of 4 x 4, in bursts, in turn. The library's is handed over, as the program's is, and not run in the call.
 */
#include "marks/marks.h"
#include "measure/clock.h"

enum { BURST = 64, SIDE = 4 };

typedef struct operands {
    ra_tensor *a, *b;
    const ra_op *own, *add;
} operands;

static ra_status like_first(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty_like(call->args[0].tensor);
    return RA_OK;
}

static ra_status sum(const ra_op_work *work)
{
    const float *a = work->inputs[0].data, *b = work->inputs[1].data;
    float *to = work->results[0].data;
    for (int i = 0; i < SIDE * SIDE; i++)
        to[i] = a[i] + b[i];
    return RA_OK;
}

static ra_tensor *record_add(const operands *o)
{
    return ra_add(o->a, o->b);
}

static ra_tensor *record_call(const ra_op *op, const operands *o)
{
    const ra_arg args[] = {{.tensor = o->a, .kind = RA_ARG_TENSOR}, {.tensor = o->b, .kind = RA_ARG_TENSOR}};
    ra_tensor *result = NULL;
    return ra_call(op, RA_FUNCTIONAL, args, 2, &result, 1, NULL) ? NULL : result;
}

static ra_tensor *record_own(const operands *o)
{
    return record_call(o->own, o);
}

static ra_tensor *record_by_call(const operands *o)
{
    return record_call(o->add, o);
}

/* ns for each of a burst; NaN when something was refused or wrong. */
static double burst(marks *m, const operands *o, ra_tensor *(*record)(const operands *o))
{
    ra_tensor *results[BURST];
    const int64_t start = clock_now_ns();
    for (int i = 0; i < BURST; i++)
        results[i] = record(o);
    const int64_t took = clock_now_ns() - start;
    bool good = bench_ok(m->b, "ra_wait_all", ra_wait_all());
    for (int i = 0; i < BURST; i++) {
        ra_status status;
        const float *value = results[i] ? ra_data_f32(results[i], &status) : NULL;
        good = good && value && value[SIDE * SIDE - 1] > 4.5f && value[SIDE * SIDE - 1] < 5.5f;
        ra_release(results[i]);
    }
    return good ? (double)took / BURST : NAN;
}

static bool open_operands(marks *m, operands *o)
{
    const ra_op_description d = {.size = sizeof d, .name = "bench.sum", .schema = "(Tensor a, Tensor b) -> Tensor", .meta = like_first, .kernel = sum, .dtypes = 1u << RA_FLOAT32};
    *o = (operands){ra_full(RA_DIMS(SIDE, SIDE), 2.0), ra_full(RA_DIMS(SIDE, SIDE), 3.0), NULL, ra_op_find("add")};
    return bench_need(m->b, "full", o->a) && bench_need(m->b, "full", o->b) && bench_ok(m->b, "ra_op_register", ra_op_register(&d, &o->own));
}

static void close_operands(operands *o)
{
    if (o->own)
        (void)!ra_op_unregister(o->own);
    ra_release(o->a);
    ra_release(o->b);
}

enum { OWN, ADD, BY_CALL, KINDS };

/* The medians, in ns. */
static void measure(marks *m, const operands *o, double ns[KINDS])
{
    ra_tensor *(*const record[KINDS])(const operands *o) = {record_own, record_add, record_by_call};
    const int turns = (int)bench_pick(m->b, 500, 3000, 20000);
    samples found[KINDS] = {0};
    for (int i = 0; i < turns; i++)
        for (int k = 0; k < KINDS; k++)
            samples_add(&found[k], burst(m, o, record[k]));
    for (int k = 0; k < KINDS; k++) {
        ns[k] = samples_quantile(&found[k], 0.5);
        samples_free(&found[k]);
    }
}

void marks_own(marks *m)
{
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    double ns[KINDS] = {NAN, NAN, NAN};
    operands o = {0};
    if (mark_restart(m, NULL, &hand_over) && open_operands(m, &o))
        measure(m, &o, ns);
    close_operands(&o);
    mark_found(m, MARK_OWN, ns[OWN], ns[ADD], NAN);
    mark_note(m, MARK_OWN, "ra_call of add: %.0f ns", ns[BY_CALL]);
}
