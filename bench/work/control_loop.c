/*
 * The loop: a period begins every millisecond, whatever happened before. What it has to do must end before the next
 * begins, else its deadline is missed. Periods that went by wholly while the loop was held up are missed as well and count
 * with the lateness that they had when it came back; none is left out of the statistics.
 */
#define _GNU_SOURCE
#include "work/control_loop.h"
#include "measure/clock.h"

#include <math.h>
#include <sys/prctl.h>

/* A small observer and feedback: enough arithmetic, in its order, to stand for control work. */
void control_work(int turns)
{
    static volatile double sensor = 0.25; /* read and written from outside the loop below: it cannot be left out */
    double state[4] = {sensor, 0, 0, 0};
    for (int i = 0; i < turns; i++) {
        const double error = 1.0 - state[0];
        state[3] += 0.01 * error;
        state[2] = 0.9 * state[2] + 0.1 * error;
        state[1] += 0.01 * (2.0 * error + 0.5 * state[3] - 0.3 * state[2] - 0.2 * state[1]);
        state[0] += 0.01 * state[1];
    }
    sensor = state[0] - (double)(int)state[0];
}

int control_calibrate(void)
{
    const int turns = 20000;
    samples s = {0};
    for (int i = 0; i < 51; i++) {
        const int64_t start = clock_now_ns();
        control_work(turns);
        samples_add(&s, (double)(clock_now_ns() - start));
    }
    const double took = samples_quantile(&s, 0.25);
    samples_free(&s);
    return took > 0 ? (int)(turns * (CONTROL_WORK_NS / took)) : turns;
}

bool control_run_reserve(control_run *run, double seconds)
{
    return samples_reserve(&run->lateness_us, (size_t)(seconds * 1e9 / CONTROL_PERIOD_NS) + 1000) &&
           samples_reserve(&run->calls_us, (size_t)(seconds * 5000) + 1000) && samples_reserve(&run->blocked_us, (size_t)(seconds * 300) + 100) &&
           samples_reserve(&run->accuracy, (size_t)(seconds * 300) + 100);
}

void control_run_free(control_run *run)
{
    samples_free(&run->lateness_us);
    samples_free(&run->calls_us);
    samples_free(&run->blocked_us);
    samples_free(&run->accuracy);
}

typedef struct behind {
    ra_tensor *pending; /* share predicted right by the fit under way */
    int fold;
    int64_t recording_ns; /* of the fit under way */
} behind;

static void record_fit(bench *b, control_run *run, const ridge *math, behind *state)
{
    const int64_t start = clock_now_ns();
    state->pending = ridge_fit(math, state->fold);
    state->recording_ns = clock_now_ns() - start;
    state->fold = (state->fold + 1) % RIDGE_FOLDS;
    if (!state->pending) {
        bench_need(b, "recording a fit", NULL);
        run->failed = true;
    }
}

/* The result is there: reading it does not wait. */
static void take_fit(bench *b, control_run *run, behind *state)
{
    double right = NAN;
    const int64_t start = clock_now_ns();
    const ra_status status = ra_item_f64(state->pending, &right);
    ra_release(state->pending);
    const int64_t took = clock_now_ns() - start;
    state->pending = NULL;
    run->failed |= !bench_ok(b, "the result of a fit", status);
    samples_add(&run->accuracy, right);
    samples_add(&run->blocked_us, (double)(state->recording_ns + took) / 1e3);
    run->fits++;
}

static void poll_fit(bench *b, control_run *run, const ridge *math, behind *state)
{
    if (state->pending && !ra_is_ready(state->pending))
        return;
    if (state->pending)
        take_fit(b, run, state);
    if (!run->failed)
        record_fit(b, run, math, state);
}

/* What is under way at the end is not wanted any more. */
static void abandon_fit(bench *b, behind *state)
{
    if (state->pending) {
        bench_ok(b, "ra_cancel", ra_cancel(state->pending));
        ra_release(state->pending);
    }
    state->pending = NULL;
    bench_ok(b, "ra_wait_all", ra_wait_all());
}

static void add_shares(control_run *run, double seconds)
{
    const inline_share share = bench_inline_share();
    run->kernel_ns += share.kernel_ns;
    run->kernel_ns_control += share.kernel_ns_control;
    if (share.longest_us > run->longest_inline_us)
        run->longest_inline_us = share.longest_us;
    run->seconds += seconds;
}

static void mark(control_run *run, int kind, int64_t start, int64_t end)
{
    if (run->mark_count < run->mark_room)
        run->marks[run->mark_count++] = (timeline_mark){start, end, kind};
}

void control_loop(bench *b, control_run *run, ridge *math, int turns, double seconds)
{
    behind state = {0};
    if (math)
        math->calls = &run->calls_us;
    prctl(PR_SET_TIMERSLACK, 1); /* as every control loop asks for: wake when said, not 50 us about it */
    ra_reset_stats();
    const int64_t begin = clock_now_ns() + CONTROL_PERIOD_NS, end = begin + (int64_t)(seconds * 1e9);
    for (int64_t next = begin; next < end && !run->failed; next += CONTROL_PERIOD_NS) {
        clock_sleep_until(next);
        const int64_t began = clock_now_ns();
        samples_add(&run->lateness_us, (double)(began - next) / 1e3);
        control_work(turns);
        if (run->marks)
            mark(run, TIMELINE_WORK, began, clock_now_ns());
        if (math)
            poll_fit(b, run, math, &state);
        const int64_t done = clock_now_ns();
        run->periods++;
        const bool missed = done > next + CONTROL_PERIOD_NS;
        run->missed += missed;
        if (missed)
            mark(run, TIMELINE_MISSED, next, next + CONTROL_PERIOD_NS);
        while (done >= next + 2 * CONTROL_PERIOD_NS && next + CONTROL_PERIOD_NS < end) {
            next += CONTROL_PERIOD_NS;
            samples_add(&run->lateness_us, (double)(done - next) / 1e3);
            run->periods++;
            run->missed++;
            mark(run, TIMELINE_MISSED, next, next + CONTROL_PERIOD_NS);
        }
    }
    add_shares(run, (double)(clock_now_ns() - begin) / 1e9);
    prctl(PR_SET_TIMERSLACK, 0); /* the default again */
    abandon_fit(b, &state);
    if (math)
        math->calls = NULL;
}

void control_mathematics(bench *b, control_run *run, ridge *math, double seconds)
{
    behind state = {0};
    ra_reset_stats();
    const int64_t begin = clock_now_ns();
    while (!run->failed && clock_now_ns() - begin < (int64_t)(seconds * 1e9)) {
        record_fit(b, run, math, &state);
        if (state.pending && bench_ok(b, "ra_wait", ra_wait(state.pending)))
            take_fit(b, run, &state);
    }
    add_shares(run, (double)(clock_now_ns() - begin) / 1e9);
    abandon_fit(b, &state);
}
