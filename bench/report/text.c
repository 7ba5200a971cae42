/* A section as an aligned table of plain text. */
#include "report/report.h"

#include <math.h>
#include <string.h>

enum { CELL_TEXT = 48 };

/* The value, and behind it half the distance between the quartiles as a percentage, which is how far it scatters. */
static void cell_text(char *text, const report_cell *c)
{
    if (!c->filled || isnan(c->value)) {
        snprintf(text, CELL_TEXT, "-");
        return;
    }
    char number[24];
    format_number(number, sizeof number, c->value);
    if (isnan(c->low) || c->value == 0)
        snprintf(text, CELL_TEXT, "%s", number);
    else
        snprintf(text, CELL_TEXT, "%s \xc2\xb1%.0f%%", number, 50 * (c->high - c->low) / fabs(c->value));
}

/* Columns on a terminal, not bytes: continuation bytes of UTF-8 take no room. */
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

static void put_padded(FILE *stream, const char *text, int width, bool right)
{
    const int pad = width - width_of(text);
    if (right)
        fprintf(stream, "%*s%s", pad > 0 ? pad : 0, "", text);
    else
        fprintf(stream, "%s%*s", text, pad > 0 ? pad : 0, "");
}

static int wider(int width, const char *text)
{
    const int w = text ? width_of(text) : 0;
    return w > width ? w : width;
}

static void print_table(FILE *stream, const report_table *t)
{
    char text[CELL_TEXT];
    int label = 0, unit = 4, column[REPORT_MAX_COLUMNS];
    for (int c = 0; c < t->column_count; c++)
        column[c] = wider(8, t->columns[c]);
    for (size_t i = 0; i < t->row_count; i++) {
        label = wider(label, t->rows[i].label);
        unit = wider(unit, t->rows[i].unit);
        for (int c = 0; c < t->column_count; c++) {
            cell_text(text, &t->rows[i].cells[c]);
            column[c] = wider(column[c], text);
        }
    }
    fprintf(stream, "\n  %s\n  ", t->title);
    put_padded(stream, "", label, false);
    for (int c = 0; c < t->column_count; c++) {
        fputs("  ", stream);
        put_padded(stream, t->columns[c], column[c], true);
    }
    fputs("  ", stream);
    put_padded(stream, "unit", unit, false);
    fputs("  better\n", stream);
    for (size_t i = 0; i < t->row_count; i++) {
        const report_row *row = &t->rows[i];
        fputs("  ", stream);
        put_padded(stream, row->label ? row->label : "", label, false);
        for (int c = 0; c < t->column_count; c++) {
            cell_text(text, &row->cells[c]);
            fputs("  ", stream);
            put_padded(stream, text, column[c], true);
        }
        fputs("  ", stream);
        put_padded(stream, row->unit ? row->unit : "", unit, false);
        fprintf(stream, "  %-6s%s%s%s%s\n", better_text(row->better), row->verdict ? "  " : "", row->verdict ? row->verdict : "", row->note ? "  " : "",
                row->note ? row->note : "");
    }
}

void report_print_section(FILE *stream, const report_section *s)
{
    fprintf(stream, "\n== %s ==\n", s->title);
    if (s->result)
        fprintf(stream, "  %s\n\n", s->result);
    if (s->text)
        fprintf(stream, "  %s\n", s->text);
    for (size_t i = 0; i < s->table_count; i++)
        print_table(stream, &s->tables[i]);
    if (s->remark_count)
        fputc('\n', stream);
    for (size_t i = 0; i < s->remark_count; i++)
        fprintf(stream, "  %s\n", s->remarks[i]);
    fflush(stream);
}
