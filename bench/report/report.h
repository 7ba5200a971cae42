/*
 * What the bench found, apart from how it is shown: sections with tables, plots and remarks.
 *
 * The benches fill it in; report_text.c, report_json.c and report_html.c show it. Everything is copied. Building a report
 * does not fail: where memory runs out, the report is marked incomplete and its writers say so.
 */
#ifndef BENCH_REPORT_REPORT_H
#define BENCH_REPORT_REPORT_H

#include "measure/stats.h"
#include "report/variants.h"

#include <stdbool.h>
#include <stdio.h>

enum { REPORT_MAX_COLUMNS = 8, REPORT_MAX_SERIES = 8 };

typedef enum better { BETTER_NONE, BETTER_LOWER, BETTER_HIGHER } better;

typedef struct report_cell {
    bool filled;
    double value, low, high; /* low and high are NaN where there is no spread */
    size_t count;            /* measurements behind it; 0: not a statistic */
} report_cell;

typedef struct report_row {
    char *label, *unit, *note;
    char *id, *verdict; /* NULL where nothing is judged */
    better better;
    report_cell cells[REPORT_MAX_COLUMNS];
} report_row;

typedef struct report_table {
    char *id, *title, *columns[REPORT_MAX_COLUMNS];
    int column_count;
    report_row *rows;
    size_t row_count;
} report_table;

typedef enum plot_kind { PLOT_LINES, PLOT_BARS } plot_kind;

typedef struct report_series {
    variant variant;
    double *x, *y;
    size_t count;
} report_series;

typedef struct report_plot {
    char *id, *title, *x_label, *y_label;
    plot_kind kind;
    bool log_x, log_y;
    report_series series[REPORT_MAX_SERIES];
    int series_count;
    char **labels; /* of bars, one per x */
    size_t label_count;
} report_plot;

typedef struct report_section {
    char *id, *title, *text;
    char *result; /* what was found, in a sentence or two; NULL: none */
    report_table *tables;
    size_t table_count;
    report_plot *plots;
    size_t plot_count;
    struct timeline *timeline; /* NULL: none */
    char **remarks;
    size_t remark_count;
} report_section;

typedef struct report {
    char *mode;
    char *warning; /* why the figures are not to be trusted; NULL: nothing is known against them */
    char **facts; /* "name\0value" pairs about the machine */
    size_t fact_count;
    report_section *sections;
    size_t section_count;
    double seconds;
    bool incomplete; /* out of memory while it was built */
    int failures;    /* results that were wrong, calls that failed */
} report;

/* Pointers to sections, tables, rows and plots are good until the next of their kind is begun. */
void report_free(report *r);
void report_fact(report *r, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
report_section *report_begin(report *r, const char *id, const char *title, const char *text);
report_section *report_last(report *r);
/* What the last section found: said before all else. */
void report_result(report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_warn(report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_remark(report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A remark that makes the bench fail. */
void report_failure(report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* columns: NULL-terminated. */
void report_begin_table(report *r, const char *id, const char *title, const char *const *columns);
void report_begin_row(report *r, const char *label, const char *unit, better better, const char *note);
/* Fill the next cell of the last row. */
void report_value(report *r, double value);
void report_summary(report *r, summary s);
void report_no_value(report *r);
/* Names the last row, for programs, and says what came of it. */
void report_verdict(report *r, const char *id, const char *verdict);

void report_begin_plot(report *r, plot_kind kind, const char *id, const char *title, const char *x_label, const char *y_label);
void report_plot_log(report *r, bool x, bool y);
/* x may be NULL: 0, 1, 2, ... */
void report_add_series(report *r, variant v, const double *x, const double *y, size_t count);
void report_add_label(report *r, const char *label);
/* Taken over: the last section's. */
void report_set_timeline(report *r, struct timeline *t);

void report_print_section(FILE *stream, const report_section *s);
/* A regular file is written beside its target and renamed, so that a reader never sees half of one; what is none, a device or a pipe, is written into. */
bool report_write(const report *r, const char *path, bool (*put)(FILE *f, const report *r));
bool report_write_json(const report *r, const char *path);
bool report_write_html(const report *r, const char *path);

const char *better_text(better b);
/* A time in the unit that suits it: 48.6 us, 30.4 ms, 2.1 s. */
void format_time(char *text, size_t size, double us);
/* Four significant digits or so, without exponents in the usual range. */
void format_number(char *text, size_t size, double value);

#endif
