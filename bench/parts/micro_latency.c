/* A tiny operator end to end, the wake of an idle worker, and what an idle engine burns. */
#include "measure/clock.h"
#include "parts/micro.h"

#include <math.h>

/* Records and waits, again and again, without a pause. */
static bool end_to_end(bench *b, samples *us, double seconds)
{
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(4, 4));
    const int64_t end = clock_now_ns() + (int64_t)(seconds * 1e9);
    while (clock_now_ns() < end) {
        const int64_t start = clock_now_ns();
        ra_tensor *r = ra_add(a, a);
        const bool good = bench_need(b, "add", r) && bench_ok(b, "ra_wait", ra_wait(r));
        samples_add(us, (double)(clock_now_ns() - start) / 1e3);
        ra_release(r);
        if (!good)
            return false;
    }
    return true;
}

/*
 * Lets every worker fall asleep, then records one operator and asks until it is ready. Asking does not help to run it: what is
 * measured is the worker's.
 */
static bool wake(bench *b, samples *us, int times, double seconds)
{
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(4, 4));
    if (!bench_need(b, "ones", a) || !bench_ok(b, "ra_wait_all", ra_wait_all()))
        return false;
    const int64_t end = clock_now_ns() + (int64_t)(seconds * 1e9); /* a busy machine may let a background worker wait for long */
    for (int i = 0; i < times && clock_now_ns() < end; i++) {
        clock_sleep_for(2000000);
        const int64_t start = clock_now_ns();
        ra_tensor *r = ra_add(a, a);
        if (!bench_need(b, "add", r))
            return false;
        while (!ra_is_ready(r) && clock_now_ns() - start < 1000000000)
            ;
        samples_add(us, (double)(clock_now_ns() - start) / 1e3);
        const bool good = bench_ok(b, "ra_wait", ra_wait(r));
        ra_release(r);
        if (!good)
            return false;
    }
    return true;
}

/* CPU time of the whole process while its control thread sleeps and nothing is to be done, in us per second. */
static double idle_burn(double seconds)
{
    clock_sleep_for(100000000); /* what was running before has ended */
    const int64_t cpu = clock_process_cpu_ns(), start = clock_now_ns();
    clock_sleep_for((int64_t)(seconds * 1e9));
    return (double)(clock_process_cpu_ns() - cpu) / 1e3 / ((double)(clock_now_ns() - start) / 1e9);
}

void micro_latency(bench *b)
{
    const char *const columns[] = {variant_name(VARIANT_AHEAD), variant_name(VARIANT_AHEAD_HANDED_OVER), NULL};
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    samples ends[2] = {0}, wakes = {0};
    progress("micro: latency");
    double burn = NAN;
    bool good = bench_restart(b, NULL) && end_to_end(b, &ends[0], bench_pick(b, 0.3, 2, 10));
    if (good)
        burn = idle_burn(bench_pick(b, 1, 5, 10));
    good = good && bench_restart(b, &hand_over) && end_to_end(b, &ends[1], bench_pick(b, 0.3, 2, 10)) &&
           wake(b, &wakes, (int)bench_pick(b, 200, 1000, 5000), bench_pick(b, 1, 5, 30));
    report_begin_table(b->report, "micro_latency", "a tiny operator, and none", columns);
    report_begin_row(b->report, "add 4x4, recorded and waited for", "us", BETTER_LOWER, NULL);
    report_summary(b->report, samples_summary(&ends[0]));
    report_summary(b->report, samples_summary(&ends[1]));
    static const struct {
        const char *label;
        double q;
    } rows[] = {{"asleep worker: recorded to ready, p50", 0.5}, {"p99", 0.99}, {"p99.9", 0.999}};
    for (int i = 0; i < 3; i++) {
        report_begin_row(b->report, rows[i].label, "us", BETTER_LOWER, NULL);
        report_no_value(b->report);
        report_value(b->report, samples_quantile(&wakes, rows[i].q));
    }
    report_begin_row(b->report, "CPU time of the idle process", "us/s", BETTER_LOWER, "all threads");
    report_value(b->report, burn);
    samples_free(&ends[0]);
    samples_free(&ends[1]);
    samples_free(&wakes);
}
