/*
 * bench inference: how long the call of a model takes, and how long it takes until the result is there.
 *
 * One pass at a time: recorded, waited for, read. Synchronous and run ahead take turns pass by pass.
 */
#include "measure/clock.h"
#include "work/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SYNC, AHEAD, KINDS };

typedef struct inference_run {
    samples call_us, result_us;
    uint64_t kernel_ns, kernel_ns_control;
    double longest_inline_us;
    float *output; /* of the last pass */
    size_t bytes;
} inference_run;

typedef ra_tensor *(*pass_fn)(const model *m);

static bool one_pass(bench *b, const model *m, pass_fn pass, inference_run *run)
{
    ra_reset_stats();
    const int64_t start = clock_now_ns();
    ra_tensor *result = pass(m);
    const int64_t called = clock_now_ns();
    const bool good = bench_need(b, "recording a pass", result) && bench_ok(b, "a pass", ra_wait(result));
    const int64_t there = clock_now_ns();
    const inline_share share = bench_inline_share();
    run->kernel_ns += share.kernel_ns;
    run->kernel_ns_control += share.kernel_ns_control;
    run->longest_inline_us = fmax(run->longest_inline_us, share.longest_us);
    samples_add(&run->call_us, (double)(called - start) / 1e3);
    samples_add(&run->result_us, (double)(there - start) / 1e3);
    const bool read = good && bench_ok(b, "reading a pass", ra_copy_to(result, run->output, run->bytes));
    ra_release(result);
    return read;
}

/* Both ways of running must give the same bits; probabilities must add up. */
static void check(bench *b, const char *name, const inference_run *runs, int64_t rows, int64_t columns, bool probabilities)
{
    if (memcmp(runs[SYNC].output, runs[AHEAD].output, runs[SYNC].bytes) != 0)
        report_failure(b->report, "FAILED: %s gives other bits run ahead than synchronously", name);
    for (int64_t r = 0; r < rows; r++) {
        double sum = 0;
        for (int64_t c = 0; c < columns; c++)
            sum += runs[SYNC].output[r * columns + c];
        if (!isfinite(sum) || (probabilities && fabs(sum - 1) > 1e-5)) {
            report_failure(b->report, "FAILED: row %lld of %s sums up to %g", (long long)r, name, sum);
            return;
        }
    }
}

static void put_results(bench *b, const char *id, const char *name, inference_run *runs)
{
    const char *const columns[] = {variant_name(VARIANT_SYNCHRONOUS), variant_name(VARIANT_AHEAD), NULL};
    report_begin_table(b->report, id, name, columns);
    report_begin_row(b->report, "latency of the call", "us", BETTER_LOWER, NULL);
    for (int k = 0; k < KINDS; k++)
        report_summary(b->report, samples_summary(&runs[k].call_us));
    report_begin_row(b->report, "latency of the result", "us", BETTER_LOWER, NULL);
    for (int k = 0; k < KINDS; k++)
        report_summary(b->report, samples_summary(&runs[k].result_us));
    report_begin_row(b->report, "latency of the result, p99", "us", BETTER_LOWER, NULL);
    for (int k = 0; k < KINDS; k++)
        report_value(b->report, samples_quantile(&runs[k].result_us, 0.99));
    report_begin_row(b->report, "kernel time on the control thread", "%", BETTER_LOWER, "outside waits");
    report_no_value(b->report); /* synchronous: all of it, by definition */
    report_value(b->report, runs[AHEAD].kernel_ns ? 100.0 * (double)runs[AHEAD].kernel_ns_control / (double)runs[AHEAD].kernel_ns : NAN);
    report_begin_row(b->report, "longest inline kernel", "us", BETTER_LOWER, "goal: 20; of those timed");
    report_no_value(b->report);
    report_value(b->report, runs[AHEAD].longest_inline_us);
}

static void put_result(bench *b, const char *name, inference_run *runs)
{
    char call[24], result[24], synchronous[24];
    format_time(call, sizeof call, samples_quantile(&runs[AHEAD].call_us, 0.5));
    format_time(result, sizeof result, samples_quantile(&runs[AHEAD].result_us, 0.5));
    format_time(synchronous, sizeof synchronous, samples_quantile(&runs[SYNC].call_us, 0.5));
    report_result(b->report, "Run ahead, a pass through a %s holds its caller up for %s and is there after %s; synchronously it holds it up for %s.", name, call, result, synchronous);
}

static void put_plot(bench *b, const char *id, const char *name, inference_run *runs)
{
    char plot_id[64];
    const double synchronous[2] = {samples_quantile(&runs[SYNC].call_us, 0.5), samples_quantile(&runs[SYNC].result_us, 0.5)};
    const double ahead[2] = {samples_quantile(&runs[AHEAD].call_us, 0.5), samples_quantile(&runs[AHEAD].result_us, 0.5)};
    snprintf(plot_id, sizeof plot_id, "%s_plot", id);
    report_begin_plot(b->report, PLOT_BARS, plot_id, name, "", "us (lower is better)");
    report_add_label(b->report, "until the call returns");
    report_add_label(b->report, "until the result is there");
    report_add_series(b->report, VARIANT_SYNCHRONOUS, NULL, synchronous, 2);
    report_add_series(b->report, VARIANT_AHEAD, NULL, ahead, 2);
}

static void measure(bench *b, const model *m, const char *id, const char *name, pass_fn pass, int64_t rows, int64_t columns, bool probabilities)
{
    inference_run runs[KINDS] = {0};
    const size_t bytes = (size_t)(rows * columns) * sizeof(float);
    bool good = true;
    for (int k = 0; k < KINDS; k++) {
        runs[k].bytes = bytes;
        runs[k].output = malloc(bytes);
        good = good && runs[k].output;
    }
    if (!good)
        report_failure(b->report, "FAILED: no memory for the outputs");
    progress("inference: %s", name);
    const double seconds = bench_pick(b, 1.2, 8, 30);
    for (int64_t begin = clock_now_ns(); good && (double)(clock_now_ns() - begin) / 1e9 < seconds;) {
        ra_set_execution(RA_SYNC);
        good = one_pass(b, m, pass, &runs[SYNC]);
        ra_set_execution(RA_RUN_AHEAD);
        good = good && one_pass(b, m, pass, &runs[AHEAD]);
    }
    if (good) {
        put_results(b, id, name, runs);
        put_plot(b, id, name, runs);
        if (!probabilities)
            put_result(b, "transformer block", runs);
        check(b, name, runs, rows, columns, probabilities);
    }
    for (int k = 0; k < KINDS; k++) {
        samples_free(&runs[k].call_us);
        samples_free(&runs[k].result_us);
        free(runs[k].output);
    }
}

void bench_inference(bench *b)
{
    model m;
    report_begin(b->report, "inference", "Inference", "One pass at a time: the call returns when all of it is recorded, the result is there when it has been computed.");
    if (!model_open(b, &m))
        return;
    measure(b, &m, "inference_block", "transformer block: 128 tokens of 256, 4 heads, 1,024 hidden", model_block, BLOCK_TOKENS, BLOCK_WIDTH, false);
    measure(b, &m, "inference_mlp", "perceptron 256-1024-1024-10, batch of 32", model_mlp, MLP_BATCH, MLP_CLASSES, true);
    model_close(&m);
}
