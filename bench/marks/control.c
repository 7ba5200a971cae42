/* The 1 kHz loop of bench control, judged: how late it is with mathematics behind it, and what becomes of the mathematics. */
#include "marks/marks.h"
#include "measure/foreign.h"
#include "work/control_loop.h"

enum { ALONE, BEHIND, SYNCHRONOUS, MATHEMATICS, KINDS };

static double rate(const control_run *r) { return r->seconds > 0 ? (double)r->fits / r->seconds : NAN; }

/* Both in turn, in a few pieces, so that what the machine does meanwhile falls on all alike. */
static bool play(marks *m, ridge *math, control_run runs[KINDS], int turns, double seconds, int foreigners)
{
    enum { PIECES = 4 };
    foreign busy = {0};
    if (foreigners && !foreign_start(&busy, foreigners)) {
        report_failure(m->b->report, "FAILED to start foreign processes");
        return false;
    }
    for (int i = 0; i < PIECES; i++) {
        control_loop(m->b, &runs[ALONE], NULL, turns, seconds / PIECES);
        control_loop(m->b, &runs[BEHIND], math, turns, seconds / PIECES);
        if (!foreigners) {
            ra_set_execution(RA_SYNC);
            control_loop(m->b, &runs[SYNCHRONOUS], math, turns, seconds / PIECES);
            ra_set_execution(RA_RUN_AHEAD);
        }
        control_mathematics(m->b, &runs[MATHEMATICS], math, seconds / PIECES / 2);
    }
    return foreign_stop(&busy) && !runs[BEHIND].failed && !runs[SYNCHRONOUS].failed && !runs[MATHEMATICS].failed;
}

static void scene(marks *m, ridge *math, int turns, double seconds, int foreigners, mark_id late, mark_id fits)
{
    control_run runs[KINDS] = {0};
    bool good = true;
    progress("marks: control loop%s", foreigners ? " beside foreign processes" : "");
    for (int k = 0; k < KINDS; k++)
        good = control_run_reserve(&runs[k], seconds) && good;
    if (good && play(m, math, runs, turns, seconds, foreigners)) {
        mark_found(m, late, samples_quantile(&runs[BEHIND].lateness_us, 0.999) / 1e3, NAN, samples_quantile(&runs[ALONE].lateness_us, 0.999) / 1e3);
        mark_found(m, fits, rate(&runs[BEHIND]), NAN, rate(&runs[MATHEMATICS]));
        if (!foreigners)
            mark_found(m, MARK_LOOP_SYNCHRONOUS, rate(&runs[BEHIND]), rate(&runs[SYNCHRONOUS]), NAN);
        mark_note(m, late, "over %.1f s", seconds);
        mark_note(m, fits, "the ideal is the mathematics alone, which is the longer of the two");
    } else {
        mark_note(m, late, "the loop failed");
        mark_note(m, fits, "the loop failed");
    }
    for (int k = 0; k < KINDS; k++)
        control_run_free(&runs[k]);
}

void marks_control(marks *m)
{
    enum { FOREIGN_PROCESSES = 2 };
    const double seconds = bench_pick(m->b, 1, 20, 60);
    ridge math;
    if (!ridge_open(m->b, &math)) {
        mark_note(m, MARK_LOOP_LATE, "the data could not be loaded");
        mark_note(m, MARK_LOOP_FITS, "the data could not be loaded");
        return;
    }
    const int turns = control_calibrate();
    scene(m, &math, turns, seconds, 0, MARK_LOOP_LATE, MARK_LOOP_FITS);
    scene(m, &math, turns, seconds / 2, FOREIGN_PROCESSES, MARK_LOOP_LATE_BUSY, MARK_LOOP_FITS_BUSY);
    ridge_close(&math);
}
