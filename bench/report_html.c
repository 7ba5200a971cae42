/* The report as one self-contained page: figures, plots as SVG, the machine. No script, nothing loaded from elsewhere. */
#define _GNU_SOURCE
#include "plot.h"
#include "report.h"
#include "timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char style[] =
    ":root{color-scheme:light dark;--text:#1c2228;--soft:#5b6670;--line:#d5dade;--ground:#ffffff;--band:#f4f6f7;--bad:#b3261e}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e4e8eb;--soft:#9aa5ae;--line:#3a434b;--ground:#14181b;--band:#1c2226;--bad:#ff8a80}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:72rem;padding:1.5rem clamp(.8rem,3vw,2rem);background:var(--ground);color:var(--text);"
    "font:1rem/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.7rem;margin:.2rem 0}h2{font-size:1.3rem;margin:2.5rem 0 .4rem;border-top:1px solid var(--line);padding-top:1rem}\n"
    "h3{font-size:1rem;margin:1.2rem 0 .4rem}p{max-width:46rem;margin:.4rem 0}.soft{color:var(--soft)}.bad{color:var(--bad)}\n"
    "nav a{display:inline-block;margin-right:1rem}a{color:inherit}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    "@media(max-width:40rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}}\n"
    ".wide{overflow-x:auto;margin:.5rem 0 1rem}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28rem .7rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}\n"
    "th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--ground)}\n"
    "td:first-child{white-space:normal;min-width:9rem}\n@media(min-width:60rem){td:first-child{min-width:17rem}}thead th{color:var(--soft);font-weight:600;white-space:normal;vertical-align:bottom}\n"
    "th.word,td.word{text-align:left;color:var(--soft)}td.note{text-align:left;color:var(--soft);white-space:normal;min-width:14rem}\n"
    ".spread{color:var(--soft);font-size:.85em}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:1rem}\n"
    "figure{margin:0;padding:.8rem;background:var(--band);border-radius:.4rem;min-width:0}figcaption{font-weight:600;margin-bottom:.3rem}\n"
    "svg{display:block;width:100%;height:auto;color:var(--text)}svg g[color=\"black\"]{color:var(--text)}svg text{fill:var(--text)}\n"
    ".timeline{margin-bottom:1rem}.timeline svg text{font-variant-numeric:tabular-nums}.timeline svg text.lane{fill:var(--soft)}.timeline svg rect.lane{fill:var(--ground)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;max-width:none;font-size:.9rem}.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:.15em}\n"
    "svg g[fill=\"black\"]{fill:var(--text)}svg [stroke=\"black\"]{stroke:var(--text)}svg [stroke=\"gray\"]{stroke:var(--soft)}\n";

static void put_text(FILE *f, const char *text)
{
    for (; text && *text; text++) {
        switch (*text) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        default:
            fputc(*text, f);
        }
    }
}

static void put_element(FILE *f, const char *name, const char *class, const char *text)
{
    if (class)
        fprintf(f, "<%s class=\"%s\">", name, class);
    else
        fprintf(f, "<%s>", name);
    put_text(f, text);
    fprintf(f, "</%s>", name);
}

static void put_cell(FILE *f, const report_cell *c)
{
    char number[24], low[24], high[24];
    format_number(number, sizeof number, c->filled ? c->value : NAN);
    if (!c->filled || isnan(c->low) || isnan(c->value)) {
        put_element(f, "td", NULL, number);
        return;
    }
    format_number(low, sizeof low, c->low);
    format_number(high, sizeof high, c->high);
    fprintf(f, "<td title=\"median of %zu; half of them between %s and %s\">%s <span class=\"spread\">\xc2\xb1%.0f%%</span></td>", c->count, low, high, number,
            c->value != 0 ? 50 * (c->high - c->low) / fabs(c->value) : 0.0);
}

static void put_table(FILE *f, const report_table *t)
{
    bool notes = false;
    for (size_t i = 0; i < t->row_count; i++)
        notes |= t->rows[i].note != NULL;
    put_element(f, "h3", NULL, t->title);
    fputs("\n<div class=\"wide\"><table><thead><tr><th></th>", f);
    for (int c = 0; c < t->column_count; c++)
        put_element(f, "th", NULL, t->columns[c]);
    fprintf(f, "<th class=\"word\">unit</th><th class=\"word\">better</th>%s</tr></thead><tbody>\n", notes ? "<th></th>" : "");
    for (size_t i = 0; i < t->row_count; i++) {
        const report_row *row = &t->rows[i];
        fputs("<tr>", f);
        put_element(f, "td", NULL, row->label);
        for (int c = 0; c < t->column_count; c++)
            put_cell(f, &row->cells[c]);
        put_element(f, "td", "word", row->unit);
        put_element(f, "td", "word", better_text(row->better));
        if (notes)
            put_element(f, "td", "note", row->note);
        if (row->verdict)
            put_element(f, "td", "word", row->verdict);
        fputs("</tr>\n", f);
    }
    fputs("</tbody></table></div>\n", f);
}

/* Gives whether it could be drawn. */
static bool put_plot(FILE *f, const report_plot *p)
{
    char *svg = plot_svg(p);
    fputs("<figure>", f);
    put_element(f, "figcaption", NULL, p->title);
    if (svg)
        fputs(svg, f);
    else
        put_element(f, "p", "soft", "Not drawn: gnuplot is missing. The values are in the JSON file.");
    fputs("</figure>\n", f);
    free(svg);
    return svg != NULL;
}

static void put_timeline(FILE *f, const timeline *t)
{
    fputs("<figure class=\"timeline\">", f);
    put_element(f, "figcaption", NULL, "The control loop over time");
    fputs("<p class=\"legend\">", f);
    for (int i = 0; i < t->kind_count; i++) {
        const int kind = (i + TIMELINE_FIXED) % t->kind_count; /* kernels before the rest */
        const char *colour = timeline_colour(t, kind);
        if (!colour)
            continue;
        fprintf(f, "<span><i style=\"background:%s\"></i>", colour);
        put_text(f, t->kinds[kind].name);
        fputs("</span>", f);
    }
    fputs("</p>\n", f);
    timeline_draw(f, t);
    put_element(f, "p", "soft", t->caption);
    fputs("</figure>\n", f);
}

static void put_section(FILE *f, const report_section *s)
{
    fprintf(f, "<section id=\"%s\">", s->id ? s->id : "");
    put_element(f, "h2", NULL, s->title);
    fputc('\n', f);
    if (s->text)
        put_element(f, "p", NULL, s->text);
    if (s->timeline)
        put_timeline(f, s->timeline);
    if (s->plot_count) {
        fputs("<div class=\"plots\">\n", f);
        for (size_t i = 0; i < s->plot_count; i++)
            if (!put_plot(f, &s->plots[i]))
                break;
        fputs("</div>\n", f);
    }
    for (size_t i = 0; i < s->table_count; i++)
        put_table(f, &s->tables[i]);
    for (size_t i = 0; i < s->remark_count; i++) {
        put_element(f, "p", "soft", s->remarks[i]);
        fputc('\n', f);
    }
    fputs("</section>\n", f);
}

static void put_page(FILE *f, const report *r)
{
    fprintf(f, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
               "<title>runahead: measurements</title><style>\n%s</style></head><body>\n<h1>runahead: measurements</h1>\n<nav class=\"soft\">",
            style);
    for (size_t i = 0; i < r->section_count; i++) {
        fprintf(f, "<a href=\"#%s\">", r->sections[i].id ? r->sections[i].id : "");
        put_text(f, r->sections[i].title);
        fputs("</a>", f);
    }
    fputs("</nav>\n<dl>", f);
    for (size_t i = 0; i < r->fact_count; i++) {
        put_element(f, "dt", NULL, r->facts[i]);
        put_element(f, "dd", NULL, r->facts[i] + strlen(r->facts[i]) + 1);
        fputc('\n', f);
    }
    fputs("</dl>\n", f);
    if (r->failures)
        fprintf(f, "<p class=\"bad\">%d result(s) were wrong or could not be had: see the remarks.</p>\n", r->failures);
    fputs("<p class=\"soft\">Figures are medians; behind \xc2\xb1 half the distance between the quartiles. Compare within this page only.</p>\n", f);
    for (size_t i = 0; i < r->section_count; i++)
        put_section(f, &r->sections[i]);
    fputs("</body></html>\n", f);
}

bool report_write_html(const report *r, const char *path)
{
    char *beside;
    if (asprintf(&beside, "%s.new", path) < 0)
        return false;
    FILE *f = fopen(beside, "w");
    bool written = f != NULL;
    if (f) {
        put_page(f, r);
        written = !ferror(f);
        written &= fclose(f) == 0;
        written = written && rename(beside, path) == 0;
        if (!written)
            unlink(beside);
    }
    free(beside);
    return written;
}
