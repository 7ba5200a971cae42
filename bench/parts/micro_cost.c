/*
 * What recording an operator costs the control thread.
 *
 * Operators are recorded in bursts; the results are kept until the burst is over, since what nobody can observe is not
 * computed, and finishing and releasing them is outside the clock.
 */
#include "measure/clock.h"
#include "parts/micro.h"

#include <math.h>

enum { BURST = 200, MAX_TENSORS = 16 };

typedef struct operands {
    ra_tensor *a, *b, *out, *meta;
    ra_tensor *many[MAX_TENSORS];
} operands;

typedef ra_tensor *(*record_fn)(operands *o);

static ra_tensor *record_add(operands *o) { return ra_add(o->a, o->b); }
static ra_tensor *record_meta(operands *o) { return ra_add(o->meta, o->meta); }
static ra_tensor *record_view(operands *o) { return ra_transpose(o->a, 0, 1); }
static ra_tensor *record_cat_2(operands *o) { return ra_cat(ra_tensors_of((const ra_tensor *const *)o->many, 2), 0); }
static ra_tensor *record_cat_8(operands *o) { return ra_cat(ra_tensors_of((const ra_tensor *const *)o->many, 8), 0); }
static ra_tensor *record_cat_16(operands *o) { return ra_cat(ra_tensors_of((const ra_tensor *const *)o->many, 16), 0); }

/* The variants that make no handle give back one that is there already. */
static ra_tensor *record_in_place(operands *o) { return ra_add_(o->out, o->b) == RA_OK ? ra_ref(o->out) : NULL; }
static ra_tensor *record_out(operands *o) { return ra_add_out(o->out, o->a, o->b) == RA_OK ? ra_ref(o->out) : NULL; }
static ra_tensor *record_ref(operands *o) { return ra_ref(o->a); }

static const struct recorded {
    const char *label;
    record_fn record;
    const char *note;
} recorded[] = {{"add 4x4", record_add, NULL},
                {"add_ 4x4, in place", record_in_place, "and a further handle"},
                {"add 4x4 into out=", record_out, "and a further handle"},
                {"add 4x4 on the meta device", record_meta, NULL},
                {"transposed view", record_view, NULL},
                {"cat of 2 tensors 4x4", record_cat_2, NULL},
                {"cat of 8", record_cat_8, NULL},
                {"cat of 16", record_cat_16, NULL},
                {"a further handle", record_ref, NULL}};
enum { RECORDED = sizeof recorded / sizeof *recorded };

static bool operands_open(bench *b, operands *o)
{
    *o = (operands){.a = ra_ones(RA_DIMS(4, 4)), .b = ra_ones(RA_DIMS(4, 4)), .out = ra_zeros(RA_DIMS(4, 4)),
                     .meta = ra_empty(RA_DIMS(4, 4), RA_OPTS(ra_empty, .device = RA_META))};
    bool good = o->a && o->b && o->out && o->meta;
    for (int i = 0; i < MAX_TENSORS; i++)
        good = (o->many[i] = ra_ones(RA_DIMS(4, 4))) != NULL && good;
    if (!good)
        bench_need(b, "preparing operands", NULL);
    return good && bench_ok(b, "ra_wait_all", ra_wait_all());
}

static void operands_close(operands *o)
{
    ra_release(o->a);
    ra_release(o->b);
    ra_release(o->out);
    ra_release(o->meta);
    for (int i = 0; i < MAX_TENSORS; i++)
        ra_release(o->many[i]);
}

/* One burst; false when an operator was refused. ns per operator go into recording and, released one by one, into releasing. */
static bool burst(bench *b, operands *o, record_fn record, samples *recording, samples *releasing)
{
    ra_tensor *results[BURST];
    bool good = true;
    int64_t start = clock_now_ns();
    for (int i = 0; i < BURST; i++)
        good &= (results[i] = record(o)) != NULL;
    samples_add(recording, (double)(clock_now_ns() - start) / BURST);
    good = good && bench_ok(b, "ra_wait_all", ra_wait_all());
    start = clock_now_ns();
    for (int i = 0; i < BURST; i++)
        ra_release(results[i]);
    samples_add(releasing, (double)(clock_now_ns() - start) / BURST);
    return good;
}

enum { SYNC, AHEAD, NEVER_INLINE, KINDS };
static const variant variants[KINDS] = {VARIANT_SYNCHRONOUS, VARIANT_AHEAD, VARIANT_AHEAD_HANDED_OVER};

static bool set_kind(bench *b, int kind)
{
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    return kind == SYNC || bench_restart(b, kind == NEVER_INLINE ? &hand_over : NULL);
}

/* All operators in one kind of execution. */
static bool measure_kind(bench *b, int kind, samples recording[RECORDED], samples *releasing, double seconds)
{
    operands o;
    if (!set_kind(b, kind) || !operands_open(b, &o))
        return false;
    ra_set_execution(kind == SYNC ? RA_SYNC : RA_RUN_AHEAD);
    bool good = true;
    for (int i = 0; good && i < RECORDED; i++) {
        samples warm = {0}, other = {0};
        for (int n = 0; good && n < 5; n++)
            good = burst(b, &o, recorded[i].record, &warm, &other);
        const int64_t end = clock_now_ns() + (int64_t)(seconds * 1e9 / RECORDED);
        while (good && clock_now_ns() < end)
            good = burst(b, &o, recorded[i].record, &recording[i], i == 0 ? releasing : &other);
        samples_free(&warm);
        samples_free(&other);
        if (!good)
            bench_need(b, recorded[i].label, NULL);
    }
    ra_set_execution(RA_RUN_AHEAD);
    operands_close(&o);
    return good;
}

static void put_plot(bench *b, samples recording[KINDS][RECORDED])
{
    static const char *const labels[] = {"add", "in place", "out=", "meta", "view", "cat 2", "cat 8", "cat 16"}; /* the first of recorded */
    enum { SHOWN = sizeof labels / sizeof *labels };
    report_begin_plot(b->report, PLOT_BARS, "micro_cost_plot", "Control thread per operator (lower is better)", "", "ns");
    for (int i = 0; i < SHOWN; i++)
        report_add_label(b->report, labels[i]);
    for (int kind = 0; kind < KINDS; kind++) {
        double ns[SHOWN];
        for (int i = 0; i < SHOWN; i++)
            ns[i] = samples_quantile(&recording[kind][i], 0.5);
        report_add_series(b->report, variants[kind], NULL, ns, SHOWN);
    }
}

void micro_cost(bench *b)
{
    const char *const columns[] = {variant_name(variants[SYNC]), variant_name(variants[AHEAD]), variant_name(variants[NEVER_INLINE]), NULL};
    samples recording[KINDS][RECORDED] = {0}, releasing[KINDS] = {0};
    const double seconds = bench_pick(b, 0.3, 3, 10);
    bool good = true;
    for (int kind = 0; good && kind < KINDS; kind++) {
        progress("micro: control thread, %s", columns[kind]);
        good = measure_kind(b, kind, recording[kind], &releasing[kind], seconds);
    }
    report_begin_table(b->report, "micro_cost", "control thread per operator", columns);
    for (int i = 0; i < RECORDED; i++) {
        report_begin_row(b->report, recorded[i].label, "ns", BETTER_LOWER, recorded[i].note);
        for (int kind = 0; kind < KINDS; kind++)
            report_summary(b->report, samples_summary(&recording[kind][i]));
    }
    report_begin_row(b->report, "releasing the result of add", "ns", BETTER_LOWER, NULL);
    for (int kind = 0; kind < KINDS; kind++)
        report_summary(b->report, samples_summary(&releasing[kind]));
    put_plot(b, recording);
    report_result(b->report, "Recording an operator on two small tensors costs the control thread %.0f ns, releasing its result %.0f ns; called synchronously it takes %.0f ns.",
                  samples_quantile(&recording[AHEAD][0], 0.5), samples_quantile(&releasing[AHEAD], 0.5), samples_quantile(&recording[SYNC][0], 0.5));
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < RECORDED; i++)
            samples_free(&recording[kind][i]);
        samples_free(&releasing[kind]);
    }
}
