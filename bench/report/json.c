/* The report as JSON. */
#include "report/report.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* JSON has no NaN. */
static json_t *number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

static json_t *text_or_null(const char *text) { return text ? json_string(text) : json_null(); }

static json_t *cell_json(const report_cell *c)
{
    if (isnan(c->low))
        return json_pack("{s:o}", "value", number(c->value));
    return json_pack("{s:o,s:o,s:o,s:I}", "median", number(c->value), "quartile_low", number(c->low), "quartile_high", number(c->high), "count",
                     (json_int_t)c->count);
}

static json_t *table_json(const report_table *t)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < t->row_count; i++) {
        const report_row *row = &t->rows[i];
        json_t *cells = json_object();
        for (int c = 0; c < t->column_count; c++)
            if (row->cells[c].filled && t->columns[c])
                json_object_set_new(cells, t->columns[c], cell_json(&row->cells[c]));
        json_t *line = json_pack("{s:o,s:o,s:s,s:o,s:o}", "label", text_or_null(row->label), "unit", text_or_null(row->unit), "better",
                                 better_text(row->better), "note", text_or_null(row->note), "cells", cells);
        if (row->verdict) {
            json_object_set_new(line, "id", text_or_null(row->id));
            json_object_set_new(line, "verdict", json_string(row->verdict));
        }
        json_array_append_new(rows, line);
    }
    return json_pack("{s:o,s:o,s:o}", "id", text_or_null(t->id), "title", text_or_null(t->title), "rows", rows);
}

static json_t *plot_json(const report_plot *p)
{
    json_t *series = json_array(), *labels = json_array();
    for (int i = 0; i < p->series_count; i++) {
        json_t *x = json_array(), *y = json_array();
        for (size_t k = 0; k < p->series[i].count; k++) {
            json_array_append_new(x, number(p->series[i].x[k]));
            json_array_append_new(y, number(p->series[i].y[k]));
        }
        json_array_append_new(series, json_pack("{s:o,s:o,s:o}", "name", json_string(variant_name(p->series[i].variant)), "x", x, "y", y));
    }
    for (size_t i = 0; i < p->label_count; i++)
        json_array_append_new(labels, json_string(p->labels[i]));
    return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "id", text_or_null(p->id), "title", text_or_null(p->title), "x_label", text_or_null(p->x_label), "y_label",
                     text_or_null(p->y_label), "labels", labels, "series", series);
}

static json_t *section_json(const report_section *s)
{
    json_t *tables = json_array(), *plots = json_array(), *remarks = json_array();
    for (size_t i = 0; i < s->table_count; i++)
        json_array_append_new(tables, table_json(&s->tables[i]));
    for (size_t i = 0; i < s->plot_count; i++)
        json_array_append_new(plots, plot_json(&s->plots[i]));
    for (size_t i = 0; i < s->remark_count; i++)
        json_array_append_new(remarks, json_string(s->remarks[i]));
    return json_pack("{s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "id", text_or_null(s->id), "title", text_or_null(s->title), "result", text_or_null(s->result), "text",
                     text_or_null(s->text), "tables", tables, "plots", plots, "remarks", remarks);
}

static json_t *report_json(const report *r)
{
    json_t *facts = json_object(), *sections = json_array();
    for (size_t i = 0; i < r->fact_count; i++)
        json_object_set_new(facts, r->facts[i], json_string(r->facts[i] + strlen(r->facts[i]) + 1));
    for (size_t i = 0; i < r->section_count; i++)
        json_array_append_new(sections, section_json(&r->sections[i]));
    return json_pack("{s:o,s:o,s:f,s:i,s:b,s:o,s:o}", "mode", text_or_null(r->mode), "warning", text_or_null(r->warning), "seconds", r->seconds, "failures", r->failures, "incomplete", r->incomplete,
                     "machine", facts, "sections", sections);
}

static bool put_json(FILE *f, const report *r)
{
    json_t *root = report_json(r);
    const bool put = root && json_dumpf(root, f, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(root);
    return put;
}

bool report_write_json(const report *r, const char *path) { return report_write(r, path, put_json); }
