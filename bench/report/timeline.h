/*
 * A stretch of a few traces as lanes, one for each thread, drawn under one another over one axis.
 */
#ifndef BENCH_REPORT_TIMELINE_H
#define BENCH_REPORT_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { TIMELINE_PANELS = 2, TIMELINE_LANES = 17, TIMELINE_KINDS = 64, TIMELINE_SHOWN = 6 };

typedef struct timeline_span {
    double from, to; /* ms from the beginning of the stretch */
    int kind;
} timeline_span;

typedef struct timeline_lane {
    char name[32];
    timeline_span *spans;
    size_t count;
} timeline_lane;

typedef struct timeline_panel {
    char title[80];
    timeline_lane lanes[TIMELINE_LANES]; /* the first is the control thread's */
    int lane_count, lanes_left_out;
} timeline_panel;

typedef struct timeline {
    double ms; /* how long the stretch is */
    timeline_panel panels[TIMELINE_PANELS];
    int panel_count;
    struct {
        char name[48];
        double total_ms;
    } kinds[TIMELINE_KINDS]; /* the first are those of timeline_fixed; the others kernels */
    int kind_count;
    char caption[400];
} timeline;

/* Kinds that are no kernels. */
enum { TIMELINE_WORK, TIMELINE_MISSED, TIMELINE_RECORD, TIMELINE_WAIT, TIMELINE_OTHER, TIMELINE_FIXED };

/* What the program itself saw on its control thread, in the clock of the trace (CLOCK_MONOTONIC). */
typedef struct timeline_mark {
    int64_t start_ns, end_ns;
    int kind;
} timeline_mark;

timeline *timeline_new(double ms);
void timeline_free(timeline *t);

/*
 * Adds a panel: of the trace in this file, the stretch that begins so many ns by that clock, and the marks. False where
 * the file is no such trace or there is no memory; *why says which.
 */
bool timeline_add(timeline *t, const char *title, const char *path, int64_t begin_ns, const timeline_mark *marks, size_t mark_count, const char **why);

/* The colour of a kind in the drawing, or NULL where it is shown as TIMELINE_OTHER or not at all. After the last panel. */
const char *timeline_colour(const timeline *t, int kind);
/* One <svg> element as wide as its place, whatever that is: times are percentages, letters and lanes have their size. */
void timeline_draw(FILE *f, const timeline *t);

#endif
