/* bench control: the loop alone, with the mathematics in its way, and with the mathematics behind it. */
#include "measure/clock.h"
#include "measure/foreign.h"
#include "work/control_loop.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { ALONE, SYNCHRONOUS, AHEAD, AHEAD_NORMAL, MATHEMATICS, KINDS };
enum { FOREIGN_PROCESSES = 2 };

/* One machine state: idle but for this program, or beside foreign processes. */
typedef struct scene {
    const char *id, *title;
    bool foreign;
    bool has[KINDS];
    control_run runs[KINDS];
} scene;

static const variant variants[KINDS] = {VARIANT_ALONE, VARIANT_SYNCHRONOUS, VARIANT_AHEAD, VARIANT_AHEAD_NORMAL, VARIANT_MATHEMATICS};

static const char *kind_name(int kind) { return variant_name(variants[kind]); }

static void run_kind(bench *b, scene *s, int kind, ridge *math, int turns, double seconds)
{
    control_run *run = &s->runs[kind];
    progress("control: %s, %s", s->title, kind_name(kind));
    switch (kind) {
    case ALONE:
        control_loop(b, run, NULL, turns, seconds);
        return;
    case SYNCHRONOUS:
        ra_set_execution(RA_SYNC);
        control_loop(b, run, math, turns, seconds);
        ra_set_execution(RA_RUN_AHEAD);
        return;
    case AHEAD:
        control_loop(b, run, math, turns, seconds);
        return;
    case AHEAD_NORMAL: {
        const ra_config normal = {.size = sizeof normal, .priority = RA_PRIORITY_NORMAL};
        if (bench_restart(b, &normal))
            control_loop(b, run, math, turns, seconds);
        bench_restart(b, NULL);
        return;
    }
    default:
        control_mathematics(b, run, math, seconds);
    }
}

/* All kinds in turn, so that what the machine does meanwhile falls on all alike. */
static void play(bench *b, scene *s, ridge *math, int turns, double seconds)
{
    foreign busy = {0};
    if (s->foreign && !foreign_start(&busy, FOREIGN_PROCESSES)) {
        report_failure(b->report, "FAILED to start foreign processes");
        return;
    }
    for (int kind = 0; kind < KINDS; kind++)
        if (s->has[kind])
            run_kind(b, s, kind, math, turns, kind == MATHEMATICS ? seconds / 2 : seconds);
    if (!foreign_stop(&busy))
        report_failure(b->report, "FAILED: a foreign process had ended by itself: the machine was not as busy as said");
}

enum { MISSED, LATE_50, LATE_99, LATE_999, LATE_MAX, BLOCKED, CALL_50, CALL_999, CALL_MAX, FITS, IDEAL, ACCURACY, SHARE, LONGEST, MEASURES };

static const struct measure {
    const char *label, *unit;
    better better;
    const char *note;
} measures[MEASURES] = {
    [MISSED] = {"missed deadlines", "%", BETTER_LOWER, NULL},
    [LATE_50] = {"lateness p50", "us", BETTER_LOWER, NULL},
    [LATE_99] = {"lateness p99", "us", BETTER_LOWER, NULL},
    [LATE_999] = {"lateness p99.9", "us", BETTER_LOWER, NULL},
    [LATE_MAX] = {"lateness max", "us", BETTER_LOWER, NULL},
    [BLOCKED] = {"control thread blocked per fit", "us", BETTER_LOWER, NULL},
    [CALL_50] = {"a recording call p50", "us", BETTER_LOWER, NULL},
    [CALL_999] = {"a recording call p99.9", "us", BETTER_LOWER, NULL},
    [CALL_MAX] = {"a recording call max", "us", BETTER_LOWER, NULL},
    [FITS] = {"fits per second", "1/s", BETTER_HIGHER, NULL},
    [IDEAL] = {"share of the ideal", "%", BETTER_HIGHER, "the ideal: mathematics alone, which is the longer of the two"},
    [ACCURACY] = {"accuracy, lowest of all fits", "", BETTER_HIGHER, "held-out digits; at least 0.97 is expected"},
    [SHARE] = {"kernel time on the control thread", "%", BETTER_LOWER, "outside waits"},
    [LONGEST] = {"longest inline kernel", "us", BETTER_LOWER, "goal: 20; of those timed"},
};

static double rate(const control_run *r) { return r->seconds > 0 ? (double)r->fits / r->seconds : NAN; }

static double lowest(const samples *s)
{
    double low = NAN;
    for (size_t i = 0; i < s->count; i++)
        low = s->values[i] < low || isnan(low) ? s->values[i] : low;
    return low;
}

static double measured(const scene *s, int kind, int measure, control_run *r)
{
    const bool loop = kind != MATHEMATICS, fits = kind != ALONE;
    if (measure <= LATE_MAX && !loop)
        return NAN;
    if (measure > LATE_MAX && !fits)
        return NAN;
    if (measure >= SHARE && kind == SYNCHRONOUS)
        return NAN; /* all of it, by definition */
    switch (measure) {
    case MISSED:
        return r->periods ? 100.0 * (double)r->missed / (double)r->periods : NAN;
    case LATE_50:
        return samples_quantile(&r->lateness_us, 0.5);
    case LATE_99:
        return samples_quantile(&r->lateness_us, 0.99);
    case LATE_999:
        return samples_quantile(&r->lateness_us, 0.999);
    case LATE_MAX:
        return samples_max(&r->lateness_us);
    case CALL_50:
        return samples_quantile(&r->calls_us, 0.5);
    case CALL_999:
        return samples_quantile(&r->calls_us, 0.999);
    case CALL_MAX:
        return samples_max(&r->calls_us);
    case FITS:
        return rate(r);
    case IDEAL:
        return 100 * rate(r) / rate(&s->runs[MATHEMATICS]);
    case ACCURACY:
        return lowest(&r->accuracy);
    case SHARE:
        return r->kernel_ns ? 100.0 * (double)r->kernel_ns_control / (double)r->kernel_ns : NAN;
    default:
        return r->longest_inline_us;
    }
}

static void put_table(bench *b, scene *s)
{
    const char *columns[KINDS + 1] = {0};
    int used = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (s->has[kind])
            columns[used++] = kind_name(kind);
    report_begin_table(b->report, s->id, s->title, columns);
    for (int m = 0; m < MEASURES; m++) {
        report_begin_row(b->report, measures[m].label, measures[m].unit, measures[m].better, measures[m].note);
        for (int kind = 0; kind < KINDS; kind++) {
            if (!s->has[kind])
                continue;
            if (m == BLOCKED && kind != ALONE && kind != MATHEMATICS && s->runs[kind].blocked_us.count)
                report_summary(b->report, samples_summary(&s->runs[kind].blocked_us));
            else
                report_value(b->report, m == BLOCKED ? NAN : measured(s, kind, m, &s->runs[kind]));
        }
    }
}

/* How large a share of the periods was later than each of so many latenesses. */
static void put_plot(bench *b, scene *s)
{
    enum { POINTS = 161 };
    char id[64];
    snprintf(id, sizeof id, "%s_lateness", s->id);
    report_begin_plot(b->report, PLOT_LINES, id, s->title, "lateness, us", "share of periods later than that");
    report_plot_log(b->report, true, true);
    for (int kind = 0; kind < MATHEMATICS; kind++) {
        samples *late = &s->runs[kind].lateness_us;
        if (!s->has[kind] || !late->count)
            continue;
        double x[POINTS], y[POINTS];
        size_t points = 0, at = 0;
        samples_quantile(late, 0.5); /* sorts */
        for (int i = 0; i < POINTS; i++) {
            const double limit = pow(10, 6.0 * i / (POINTS - 1));
            while (at < late->count && late->values[at] <= limit)
                at++;
            if (at == late->count)
                break;
            x[points] = limit;
            y[points++] = (double)(late->count - at) / (double)late->count;
        }
        report_add_series(b->report, variants[kind], x, y, points);
    }
}

/* What the control thread paid, which deadlines it missed, and what the mathematics kept of its speed. */
static void put_result(bench *b, scene *s)
{
    control_run *ahead = &s->runs[AHEAD], *synchronous = &s->runs[SYNCHRONOUS];
    char paid[24], whole[24];
    format_time(paid, sizeof paid, samples_quantile(&ahead->blocked_us, 0.5));
    format_time(whole, sizeof whole, samples_quantile(&synchronous->blocked_us, 0.5));
    if (ahead->fits && synchronous->fits)
        report_result(b->report, "Run ahead, a fit of the classifier holds the control thread up for %s, synchronously for %s: the 1 kHz loop misses %.3g %% of its deadlines (synchronously %.3g %%, "
                                 "with no mathematics at all %.3g %%), and the mathematics keeps %.3g %% of the speed that it has alone.",
                      paid, whole, measured(s, AHEAD, MISSED, ahead), measured(s, SYNCHRONOUS, MISSED, synchronous), measured(s, ALONE, MISSED, &s->runs[ALONE]),
                      measured(s, AHEAD, IDEAL, ahead));
    else
        report_result(b->report, "No fit of the classifier was finished %s; the 1 kHz loop misses %.3g %% of its deadlines, with synchronous mathematics %.3g %%.",
                      ahead->fits ? "synchronously" : "run ahead", measured(s, AHEAD, MISSED, ahead), measured(s, SYNCHRONOUS, MISSED, synchronous));
}

static void check(bench *b, const scene *s)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const control_run *r = &s->runs[kind];
        if (!s->has[kind] || kind == ALONE)
            continue;
        if (r->accuracy.count && !(lowest(&r->accuracy) >= 0.97))
            report_failure(b->report, "FAILED: accuracy %.4f (%s, %s): the mathematics is wrong", lowest(&r->accuracy), s->title, kind_name(kind));
        if (!r->fits)
            report_remark(b->report, "No fit was finished within %.0f seconds: %s, %s.%s", r->seconds, s->title, kind_name(kind),
                          s->foreign && kind == AHEAD ? " Background workers give way to every ordinary program, and here each processor has one." : "");
        if (r->lateness_us.lost || r->calls_us.lost || r->blocked_us.lost)
            report_failure(b->report, "FAILED: memory for measurements ran out (%s)", kind_name(kind));
    }
}

/* ---- the timeline ---- */

enum { SHOWN_MS = 60, WARMED_UP_MS = 150, TRACED_MS = 300, MARKS = 2 * TRACED_MS };

/* A piece of the loop with a trace; the panel is a stretch in the middle of it. */
static bool add_panel(bench *b, timeline *t, ridge *math, int turns, int kind)
{
    char path[] = "/tmp/runahead-trace-XXXXXX";
    const char *why = "no file for a trace";
    timeline_mark marks[MARKS];
    control_run run = {.marks = marks, .mark_room = MARKS};
    const int fd = mkstemp(path);
    if (fd >= 0)
        close(fd);
    bool good = fd >= 0 && control_run_reserve(&run, TRACED_MS / 1e3) && bench_ok(b, "ra_trace_start", ra_trace_start(path));
    if (good) {
        const int64_t begin = clock_now_ns();
        ra_set_execution(kind == SYNCHRONOUS ? RA_SYNC : RA_RUN_AHEAD);
        control_loop(b, &run, math, turns, TRACED_MS / 1e3);
        ra_set_execution(RA_RUN_AHEAD);
        good = bench_ok(b, "ra_trace_stop", ra_trace_stop()) && timeline_add(t, kind_name(kind), path, begin + INT64_C(1000000) * WARMED_UP_MS, marks, run.mark_count, &why);
    }
    if (!good)
        report_remark(b->report, "No timeline: %s.", why);
    control_run_free(&run);
    if (fd >= 0)
        unlink(path);
    return good;
}

static void put_timeline(bench *b, ridge *math, int turns)
{
    timeline *t = timeline_new(SHOWN_MS);
    progress("control: the timeline");
    if (!t || !add_panel(b, t, math, turns, SYNCHRONOUS) || !add_panel(b, t, math, turns, AHEAD)) {
        timeline_free(t);
        return;
    }
    snprintf(t->caption, sizeof t->caption, "%d ms of the loop, from a trace (RUNAHEAD_TRACE): above, the mathematics runs in the control thread; "
             "below, the control thread records it and workers run it. A period begins every millisecond.%s", SHOWN_MS,
             t->panels[1].lanes_left_out ? " Only the first workers are shown." : "");
    report_set_timeline(b->report, t);
}

static void free_runs(scene *s)
{
    for (int kind = 0; kind < KINDS; kind++)
        control_run_free(&s->runs[kind]);
}

void bench_control(bench *b)
{
    scene idle = {.id = "control_idle", .title = "otherwise idle machine", .has = {[ALONE] = 1, [SYNCHRONOUS] = 1, [AHEAD] = 1, [MATHEMATICS] = 1}};
    scene busy = {.id = "control_busy",
                  .title = "beside two foreign busy processes",
                  .foreign = true,
                  .has = {[ALONE] = 1, [SYNCHRONOUS] = 1, [AHEAD] = 1, [AHEAD_NORMAL] = 1, [MATHEMATICS] = 1}};
    const double seconds = bench_pick(b, 1, 4, 10);
    const int rounds = (int)bench_pick(b, 1, 2, 6);
    ridge math;
    report_begin(b->report, "control", "Control loop", "A loop of 1 kHz does 100 us of control work in each period, and must be done before the next begins; behind it a "
                                                        "kernel ridge classifier of handwritten digits is fitted again and again.");
    if (!ridge_open(b, &math))
        return;
    const int turns = control_calibrate();
    bool room = true;
    for (int kind = 0; kind < KINDS; kind++)
        room = room && control_run_reserve(&idle.runs[kind], seconds * rounds) && control_run_reserve(&busy.runs[kind], seconds * rounds);
    for (int round = 0; room && round < rounds; round++) {
        play(b, &idle, &math, turns, seconds);
        play(b, &busy, &math, turns, seconds);
    }
    if (room) {
        put_table(b, &idle);
        put_table(b, &busy);
        put_timeline(b, &math, turns);
        put_plot(b, &idle);
        put_result(b, &idle);
        put_plot(b, &busy);
        check(b, &idle);
        check(b, &busy);
        report_remark(b->report, "%d x %.3g s of each, in turn. One fit: RBF kernel of %lld digits of 64 pixels, Cholesky, two solves for 10 classes, prediction of %lld. "
                                 "Lateness: from the start of a period to the start of its control work; periods missed wholly count.",
                      rounds, seconds, (long long)math.trained, (long long)math.held_out);
    } else
        report_failure(b->report, "FAILED: no memory for the measurements");
    free_runs(&idle);
    free_runs(&busy);
    ridge_close(&math);
}
