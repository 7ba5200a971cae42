/* The report's data: appending, copying, releasing. */
#define _GNU_SOURCE
#include "report/report.h"
#include "report/timeline.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *copy_text(report *r, const char *text)
{
    if (!text)
        return NULL;
    char *copy = strdup(text);
    if (!copy)
        r->incomplete = true;
    return copy;
}

/* Makes a list one longer; the new element is zeroed. NULL, and the report incomplete, when out of memory. */
static void *grow(report *r, void *list, size_t *count, size_t size)
{
    void **pointer = list;
    char *grown = realloc(*pointer, (*count + 1) * size);
    if (!grown) {
        r->incomplete = true;
        return NULL;
    }
    *pointer = grown;
    return memset(grown + (*count)++ * size, 0, size);
}

static void add_text(report *r, char ***list, size_t *count, char *text)
{
    char **slot = text ? grow(r, list, count, sizeof *slot) : NULL;
    if (slot)
        *slot = text;
    else
        free(text);
}

void report_fact(report *r, const char *name, const char *format, ...)
{
    char value[512], *fact;
    va_list list;
    va_start(list, format);
    vsnprintf(value, sizeof value, format, list);
    va_end(list);
    if (asprintf(&fact, "%s%c%s", name, 0, value) < 0) {
        r->incomplete = true;
        return;
    }
    add_text(r, &r->facts, &r->fact_count, fact);
}

report_section *report_begin(report *r, const char *id, const char *title, const char *text)
{
    report_section *s = grow(r, &r->sections, &r->section_count, sizeof *s);
    if (s)
        *s = (report_section){.id = copy_text(r, id), .title = copy_text(r, title), .text = copy_text(r, text)};
    return s;
}

report_section *report_last(report *r) { return r->section_count ? &r->sections[r->section_count - 1] : NULL; }

static void set_text(report *r, char **text, const char *format, va_list list)
{
    free(*text);
    if (vasprintf(text, format, list) < 0) {
        *text = NULL;
        r->incomplete = true;
    }
}

void report_result(report *r, const char *format, ...)
{
    report_section *s = report_last(r);
    va_list list;
    va_start(list, format);
    if (s)
        set_text(r, &s->result, format, list);
    va_end(list);
}

void report_warn(report *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    set_text(r, &r->warning, format, list);
    va_end(list);
}

static void remark(report *r, const char *format, va_list list)
{
    report_section *s = report_last(r);
    char *text;
    if (!s || vasprintf(&text, format, list) < 0) {
        r->incomplete = true;
        return;
    }
    add_text(r, &s->remarks, &s->remark_count, text);
}

void report_remark(report *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    remark(r, format, list);
    va_end(list);
}

void report_failure(report *r, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    remark(r, format, list);
    va_end(list);
    r->failures++;
}

void report_begin_table(report *r, const char *id, const char *title, const char *const *columns)
{
    report_section *s = report_last(r);
    report_table *t = s ? grow(r, &s->tables, &s->table_count, sizeof *t) : NULL;
    if (!t)
        return;
    *t = (report_table){.id = copy_text(r, id), .title = copy_text(r, title)};
    while (columns[t->column_count] && t->column_count < REPORT_MAX_COLUMNS) {
        t->columns[t->column_count] = copy_text(r, columns[t->column_count]);
        t->column_count++;
    }
}

static report_table *last_table(report *r)
{
    report_section *s = report_last(r);
    return s && s->table_count ? &s->tables[s->table_count - 1] : NULL;
}

void report_begin_row(report *r, const char *label, const char *unit, better b, const char *note)
{
    report_table *t = last_table(r);
    report_row *row = t ? grow(r, &t->rows, &t->row_count, sizeof *row) : NULL;
    if (row)
        *row = (report_row){.label = copy_text(r, label), .unit = copy_text(r, unit), .note = copy_text(r, note), .better = b};
}

/* The next unfilled cell; the cells of a row are filled from the left, an absent one is filled with NaN. */
static void put_cell(report *r, report_cell cell)
{
    report_table *t = last_table(r);
    if (!t || !t->row_count)
        return;
    report_row *row = &t->rows[t->row_count - 1];
    for (int i = 0; i < t->column_count; i++) {
        if (!row->cells[i].filled) {
            row->cells[i] = cell;
            return;
        }
    }
}

void report_value(report *r, double value) { put_cell(r, (report_cell){.filled = true, .value = value, .low = NAN, .high = NAN}); }

void report_no_value(report *r) { report_value(r, NAN); }

void report_verdict(report *r, const char *id, const char *verdict)
{
    report_table *t = last_table(r);
    report_row *row = t && t->row_count ? &t->rows[t->row_count - 1] : NULL;
    if (row && !row->verdict) {
        row->id = copy_text(r, id);
        row->verdict = copy_text(r, verdict);
    }
}

void report_summary(report *r, summary s)
{
    put_cell(r, (report_cell){.filled = true, .value = s.median, .low = s.low, .high = s.high, .count = s.count});
}

void report_begin_plot(report *r, plot_kind kind, const char *id, const char *title, const char *x_label, const char *y_label)
{
    report_section *s = report_last(r);
    report_plot *p = s ? grow(r, &s->plots, &s->plot_count, sizeof *p) : NULL;
    if (p)
        *p = (report_plot){.kind = kind,
                           .id = copy_text(r, id),
                           .title = copy_text(r, title),
                           .x_label = copy_text(r, x_label),
                           .y_label = copy_text(r, y_label)};
}

static report_plot *last_plot(report *r)
{
    report_section *s = report_last(r);
    return s && s->plot_count ? &s->plots[s->plot_count - 1] : NULL;
}

void report_plot_log(report *r, bool x, bool y)
{
    report_plot *p = last_plot(r);
    if (p) {
        p->log_x = x;
        p->log_y = y;
    }
}

void report_add_series(report *r, variant v, const double *x, const double *y, size_t count)
{
    report_plot *p = last_plot(r);
    if (!p || p->series_count == REPORT_MAX_SERIES)
        return;
    const size_t room = count ? count : 1;
    report_series s = {.variant = v, .x = malloc(room * sizeof *s.x), .y = malloc(room * sizeof *s.y), .count = count};
    if (!s.x || !s.y) {
        r->incomplete = true;
        free(s.x);
        free(s.y);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        s.x[i] = x ? x[i] : (double)i;
        s.y[i] = y[i];
    }
    p->series[p->series_count++] = s;
}

void report_add_label(report *r, const char *label)
{
    report_plot *p = last_plot(r);
    if (p)
        add_text(r, &p->labels, &p->label_count, copy_text(r, label));
}

void report_set_timeline(report *r, struct timeline *t)
{
    report_section *s = report_last(r);
    if (!s) {
        timeline_free(t);
        return;
    }
    timeline_free(s->timeline);
    s->timeline = t;
}

static void free_texts(char **list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

static void free_table(report_table *t)
{
    for (size_t i = 0; i < t->row_count; i++) {
        free(t->rows[i].label);
        free(t->rows[i].unit);
        free(t->rows[i].note);
        free(t->rows[i].id);
        free(t->rows[i].verdict);
    }
    for (int i = 0; i < t->column_count; i++)
        free(t->columns[i]);
    free(t->rows);
    free(t->id);
    free(t->title);
}

static void free_plot(report_plot *p)
{
    for (int i = 0; i < p->series_count; i++) {
        free(p->series[i].x);
        free(p->series[i].y);
    }
    free_texts(p->labels, p->label_count);
    free(p->id);
    free(p->title);
    free(p->x_label);
    free(p->y_label);
}

void report_free(report *r)
{
    for (size_t i = 0; i < r->section_count; i++) {
        report_section *s = &r->sections[i];
        for (size_t k = 0; k < s->table_count; k++)
            free_table(&s->tables[k]);
        for (size_t k = 0; k < s->plot_count; k++)
            free_plot(&s->plots[k]);
        timeline_free(s->timeline);
        free(s->tables);
        free(s->plots);
        free_texts(s->remarks, s->remark_count);
        free(s->id);
        free(s->title);
        free(s->text);
        free(s->result);
    }
    free(r->sections);
    free_texts(r->facts, r->fact_count);
    free(r->mode);
    free(r->warning);
    *r = (report){0};
}

bool report_write(const report *r, const char *path, bool (*put)(FILE *f, const report *r))
{
    struct stat there;
    const bool is_replaced = stat(path, &there) || S_ISREG(there.st_mode);
    char *beside = NULL;
    if (is_replaced && asprintf(&beside, "%s.new", path) < 0)
        return false;
    FILE *f = fopen(is_replaced ? beside : path, "w");
    bool written = f && put(f, r);
    if (f) {
        written &= !ferror(f);
        written &= fclose(f) == 0;
        written = written && (!is_replaced || rename(beside, path) == 0);
        if (!written && is_replaced)
            unlink(beside);
    }
    if (is_replaced)
        free(beside);
    return written;
}

const char *better_text(better b) { return b == BETTER_LOWER ? "lower" : b == BETTER_HIGHER ? "higher" : ""; }

void format_time(char *text, size_t size, double us)
{
    if (isnan(us))
        snprintf(text, size, "-");
    else
        snprintf(text, size, "%.3g %s", us < 999.5 ? us : us < 999.5e3 ? us / 1e3 : us / 1e6, us < 999.5 ? "us" : us < 999.5e3 ? "ms" : "s");
}

void format_number(char *text, size_t size, double value)
{
    const double magnitude = fabs(value);
    if (isnan(value))
        snprintf(text, size, "-");
    else if (value == 0)
        snprintf(text, size, "0");
    else if (value == floor(value) && magnitude < 1e7)
        snprintf(text, size, "%.0f", value);
    else if (magnitude >= 1e7 || magnitude < 1e-3)
        snprintf(text, size, "%.3g", value);
    else
        snprintf(text, size, "%.*f", magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : magnitude >= 1 ? 2 : magnitude >= 0.1 ? 3 : 4, value);
}
