/*
 * Large operators beside the machine's limits, read in the same run, turn by turn.
 *
 * One thread: the operator synchronously, the limit on one thread. All: run ahead with the workers there are (the control
 * thread that waits lends its hands), the limit on as many threads as workers.
 */
#include "measure/clock.h"
#include "measure/machine_limits.h"
#include "parts/micro.h"

#include <math.h>

enum { FLOATS = 1 << 24, SQUARE = 1024 };

typedef struct subjects {
    ra_tensor *a, *b, *out, *scalar;
    ra_tensor *ma, *mb, *mc;
} subjects;

typedef ra_status (*run_fn)(subjects *s);

static ra_status run_add(subjects *s) { return ra_add_out(s->out, s->a, s->b); }
static ra_status run_relu(subjects *s) { return ra_clamp_min_out(s->out, s->a, 0.0); }
static ra_status run_exp(subjects *s) { return ra_exp_out(s->out, s->a); }
static ra_status run_sum(subjects *s) { return ra_sum_out(s->scalar, s->a, RA_ALL); }
static ra_status run_mm(subjects *s) { return ra_mm_out(s->mc, s->ma, s->mb); }

enum { TARGET_OUT, TARGET_SCALAR, TARGET_PRODUCT };

static const struct subject {
    const char *label, *limit_label, *unit;
    run_fn run;
    limit_kind limit;
    double work; /* bytes or operations, in units of 1e9 */
    int target;
} list[] = {{"add, 16.8M floats", "own loop", "GB/s", run_add, LIMIT_ADD, 12.0 * FLOATS / 1e9, TARGET_OUT},
            {"clamp_min, 16.8M floats", "own copy loop", "GB/s", run_relu, LIMIT_COPY, 8.0 * FLOATS / 1e9, TARGET_OUT},
            {"exp, 16.8M floats", "own copy loop", "GB/s", run_exp, LIMIT_COPY, 8.0 * FLOATS / 1e9, TARGET_OUT},
            {"sum, 16.8M floats", "own read loop", "GB/s", run_sum, LIMIT_READ, 4.0 * FLOATS / 1e9, TARGET_SCALAR},
            {"mm, 1024 x 1024 x 1024", "its BLAS, serial, on each thread", "GFLOP/s", run_mm, LIMIT_GEMM, 2.0 * SQUARE * SQUARE * SQUARE / 1e9, TARGET_PRODUCT}};
enum { SUBJECTS = sizeof list / sizeof *list };

static void subjects_close(subjects *s)
{
    ra_tensor *const all[] = {s->a, s->b, s->out, s->scalar, s->ma, s->mb, s->mc};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
}

static bool subjects_open(bench *b, subjects *s)
{
    *s = (subjects){.a = ra_full(RA_DIMS(FLOATS), 0.5),
                    .b = ra_ones(RA_DIMS(FLOATS)),
                    .out = ra_zeros(RA_DIMS(FLOATS)),
                    .scalar = ra_zeros(RA_DIMS()),
                    .ma = ra_full(RA_DIMS(SQUARE, SQUARE), 0.5),
                    .mb = ra_full(RA_DIMS(SQUARE, SQUARE), 0.25),
                    .mc = ra_zeros(RA_DIMS(SQUARE, SQUARE))};
    if (s->a && s->b && s->out && s->scalar && s->ma && s->mb && s->mc)
        return bench_ok(b, "ra_wait_all", ra_wait_all());
    bench_need(b, "preparing large operands", NULL);
    subjects_close(s);
    return false;
}

/* Seconds of one run; NaN when it failed. */
static double time_ours(bench *b, const struct subject *what, subjects *s, ra_execution execution)
{
    ra_tensor *const targets[] = {s->out, s->scalar, s->mc};
    ra_set_execution(execution);
    const int64_t start = clock_now_ns();
    const bool good = bench_ok(b, what->label, what->run(s)) && bench_ok(b, what->label, ra_wait(targets[what->target]));
    const double seconds = (double)(clock_now_ns() - start) / 1e9;
    ra_set_execution(RA_RUN_AHEAD);
    return good ? seconds : NAN;
}

/* What the last runs must have left behind. */
static void check(bench *b, subjects *s)
{
    double sum = 0, product = 0, element = 0;
    RA_AUTO ra_tensor *corner = ra_select(s->mc, 0, SQUARE - 1);
    RA_AUTO ra_tensor *last = ra_select(corner, 0, SQUARE - 1);
    RA_AUTO ra_tensor *exponential = ra_select(s->out, 0, FLOATS - 1);
    if (!bench_ok(b, "sum", ra_item_f64(s->scalar, &sum)) || !bench_ok(b, "mm", ra_item_f64(last, &product)) || !bench_ok(b, "exp", ra_item_f64(exponential, &element)))
        return;
    if (sum != 0.5 * FLOATS || product != SQUARE * 0.125 || fabs(element - exp(0.5)) > 1e-6)
        report_failure(b->report, "FAILED: sum %g, mm %g, exp %g are not what they must be", sum, product, element);
}

enum { ONE, LIMIT_ONE, ALL, LIMIT_ALL, SERIES };

static void put_row(bench *b, const struct subject *what, samples series[SERIES])
{
    summary s[SERIES];
    for (int i = 0; i < SERIES; i++)
        s[i] = samples_summary(&series[i]);
    report_begin_row(b->report, what->label, what->unit, BETTER_HIGHER, what->limit_label);
    report_summary(b->report, s[ONE]);
    report_summary(b->report, s[LIMIT_ONE]);
    report_value(b->report, 100 * s[ONE].median / s[LIMIT_ONE].median);
    report_summary(b->report, s[ALL]);
    report_summary(b->report, s[LIMIT_ALL]);
    report_value(b->report, 100 * s[ALL].median / s[LIMIT_ALL].median);
}

/* How near to its limit each came, in percent. */
static void put_plot(bench *b, samples series[SUBJECTS][SERIES])
{
    static const char *const labels[SUBJECTS] = {"add", "clamp_min", "exp", "sum", "mm"};
    double one[SUBJECTS], all[SUBJECTS];
    for (int i = 0; i < SUBJECTS; i++) {
        one[i] = 100 * samples_quantile(&series[i][ONE], 0.5) / samples_quantile(&series[i][LIMIT_ONE], 0.5);
        all[i] = 100 * samples_quantile(&series[i][ALL], 0.5) / samples_quantile(&series[i][LIMIT_ALL], 0.5);
    }
    report_begin_plot(b->report, PLOT_BARS, "micro_speed_plot", "Share of the machine's limit (higher is better)", "", "%");
    for (int i = 0; i < SUBJECTS; i++)
        report_add_label(b->report, labels[i]);
    report_add_series(b->report, VARIANT_SYNCHRONOUS, NULL, one, SUBJECTS);
    report_add_series(b->report, VARIANT_AHEAD, NULL, all, SUBJECTS);
}

static void measure(bench *b, subjects *s, limits *l, int threads)
{
    const char *const columns[] = {variant_name(VARIANT_SYNCHRONOUS), "limit, 1 thread", "% of it", variant_name(VARIANT_AHEAD), "limit, all workers", "% of that", NULL};
    const int times = (int)bench_pick(b, 5, 15, 41);
    samples series[SUBJECTS][SERIES] = {0};
    for (int n = 0; n < times + 1; n++) {
        progress("micro: speed, %d of %d", n, times);
        for (int i = 0; i < SUBJECTS; i++) {
            const double seconds[SERIES] = {time_ours(b, &list[i], s, RA_SYNC), limits_seconds(l, list[i].limit, 1), time_ours(b, &list[i], s, RA_RUN_AHEAD),
                                            limits_seconds(l, list[i].limit, threads)};
            for (int k = 0; n > 0 && k < SERIES; k++) /* the first turn warms up */
                if (isfinite(seconds[k]))
                    samples_add(&series[i][k], list[i].work / seconds[k]);
        }
        if (b->report->failures)
            break;
    }
    time_ours(b, &list[2], s, RA_RUN_AHEAD); /* leaves exp in out for the check */
    check(b, s);
    report_begin_table(b->report, "micro_speed", "large operators beside the machine's limits", columns);
    for (int i = 0; i < SUBJECTS; i++)
        put_row(b, &list[i], series[i]);
    put_plot(b, series);
    for (int i = 0; i < SUBJECTS; i++) {
        for (int k = 0; k < SERIES; k++)
            samples_free(&series[i][k]);
    }
}

void micro_speed(bench *b)
{
    subjects s;
    ra_info info = {0};
    if (!bench_restart(b, NULL) || !subjects_open(b, &s))
        return;
    /* The BLAS is loaded at first use; only then is its name known. */
    const bool good = bench_ok(b, "mm", run_mm(&s)) && bench_ok(b, "mm", ra_wait(s.mc)) && bench_ok(b, "ra_get_info", ra_get_info(&info));
    limits *l = good ? limits_open(FLOATS, SQUARE, info.blas_library) : NULL;
    if (l) {
        const int threads = info.workers < 1 ? 1 : info.workers > LIMIT_THREADS ? LIMIT_THREADS : info.workers;
        measure(b, &s, l, threads);
        if (!limits_has_blas(l))
            report_remark(b->report, "GEMM's limit could not be read: the BLAS could not be opened a second time.");
        report_remark(b->report, "A page of 4 KiB touched first takes the system %.0f ns, %.0f ns where huge pages are advised.", limits_page_ns(false), limits_page_ns(true));
    } else if (good)
        report_failure(b->report, "FAILED: no memory for the machine's limits");
    limits_close(l);
    subjects_close(&s);
}
