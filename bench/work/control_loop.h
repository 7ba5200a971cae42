/*
 * A control loop of fixed period, with mathematics behind it or without.
 */
#ifndef BENCH_WORK_CONTROL_LOOP_H
#define BENCH_WORK_CONTROL_LOOP_H

#include "report/timeline.h"
#include "work/ridge.h"

enum { CONTROL_PERIOD_NS = 1000000, CONTROL_WORK_NS = 100000 };

/* What was seen of one kind of run, over all its pieces. */
typedef struct control_run {
    samples lateness_us; /* of each period: from its scheduled start to when its control work began, or was given up */
    samples calls_us;    /* each recording call */
    samples blocked_us;  /* per fit: recording all of it, and taking its result */
    samples accuracy;
    uint64_t periods, missed, fits;
    uint64_t kernel_ns, kernel_ns_control;
    double longest_inline_us, seconds;
    bool failed;
    timeline_mark *marks; /* NULL, or room for so many: the control work of each period, and the periods that were missed */
    size_t mark_room, mark_count;
} control_run;

bool control_run_reserve(control_run *run, double seconds);
void control_run_free(control_run *run);

/* Turns of control_work that take CONTROL_WORK_NS on this machine when nothing disturbs. */
int control_calibrate(void);
void control_work(int turns);

/*
 * Runs the loop for so long in the thread's present execution mode and adds to run. math NULL: control work only.
 * The loop never waits for mathematics: it asks whether the last fit is ready and then takes its result and records the
 * next.
 */
void control_loop(bench *b, control_run *run, ridge *math, int turns, double seconds);

/* The same mathematics without a loop: fits one after another, each waited for. */
void control_mathematics(bench *b, control_run *run, ridge *math, double seconds);

#endif
