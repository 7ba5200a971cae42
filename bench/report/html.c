/* The report as one self-contained page: figures, plots as SVG, the machine. No script, nothing loaded from elsewhere. */
#define _GNU_SOURCE
#include "report/plot.h"
#include "report/report.h"
#include "report/timeline.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char style[] =
    ":root{color-scheme:light dark;--text:#1c2228;--soft:#56616b;--line:#d5dade;--ground:#ffffff;--band:#f4f6f7;--bad:#b3261e;--good:#1b6e45;--accent:#2a7fbf}\n"
    "@media(prefers-color-scheme:dark){:root{--text:#e4e8eb;--soft:#9aa5ae;--line:#3a434b;--ground:#14181b;--band:#1c2226;--bad:#ff8a80;--good:#7fd1a5}}\n"
    "*{box-sizing:border-box}html{scroll-padding-top:1rem}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n"
    "body{margin:0 auto;max-width:80rem;padding:1.5rem clamp(.8rem,3vw,2rem) 3rem;background:var(--ground);color:var(--text);"
    "font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}\n"
    "h1{font-size:1rem;font-weight:600;margin:0;color:var(--soft)}h2{font-size:1.3rem;margin:2.5rem 0 .4rem;border-top:1px solid var(--line);padding-top:1.2rem}\n"
    "h3{font-size:1rem;margin:1.6rem 0 .4rem}p{max-width:46rem;margin:.4rem 0}.soft{color:var(--soft)}.bad{color:var(--bad)}.good{color:var(--good)}\n"
    ".result{font-weight:500}h1+.result{font-size:clamp(1.15rem,1rem + 1vw,1.6rem);line-height:1.4;max-width:64rem;margin:.4rem 0 1rem;font-weight:400}.result b{font-weight:650;white-space:nowrap}\n"
    "nav{margin:1rem 0}nav a{display:inline-block;margin-right:1.2rem;padding:.15rem 0}a{color:inherit}\n"
    "summary{cursor:pointer;color:var(--soft);width:fit-content;max-width:100%}\n"
    "dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}\n"
    ".wide{overflow-x:auto;margin:.5rem 0 1rem}\n"
    "table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.28rem .7rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}td{white-space:nowrap}tbody tr:hover>*{background:var(--band)}\n"
    "th:first-child{text-align:left;padding-left:0;min-width:clamp(9rem,22vw,19rem)}tbody th{font-weight:inherit}thead th{color:var(--soft);font-weight:600;vertical-align:bottom}\n"
    "th.word,td.word{text-align:left;color:var(--soft)}td.verdict{white-space:normal;text-align:left;min-width:7rem}.note{display:block;font-size:.85em;font-weight:400;color:var(--soft);max-width:26rem}th small{display:none}\n"
    ".spread{color:var(--soft);font-size:.85em}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:1rem;margin-top:.8rem}\n"
    "figure{margin:0;padding:.8rem;background:var(--band);border-radius:.4rem;min-width:0;break-inside:avoid}figcaption{font-weight:600;margin-bottom:.3rem}\n"
    "svg{display:block;width:100%;height:auto;color:var(--text)}svg g[color=\"black\"]{color:var(--text)}svg text{fill:var(--text)}\n"
    ".timeline{margin-top:.8rem}.timeline svg text{font-variant-numeric:tabular-nums}.timeline svg text.lane{fill:var(--soft)}.timeline svg rect.lane{fill:var(--ground)}\n"
    ".legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;max-width:none;font-size:.9rem}.legend i{display:inline-block;width:.8em;height:.8em;margin-right:.4em;border-radius:.15em;print-color-adjust:exact}\n"
    "svg g[fill=\"black\"]{fill:var(--text)}svg [stroke=\"black\"]{stroke:var(--text)}svg [stroke=\"gray\"]{stroke:var(--soft)}\n"
    /* On a narrow screen each row is a block of its own, with the column's name over each value: none lies outside. */
    "@media screen and (max-width:48rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.4rem}\n"
    "thead,td.word,td.none{display:none}table,tbody,th,td{display:block}tr{display:grid;grid-template-columns:repeat(auto-fill,minmax(6.6rem,1fr));gap:.1rem .8rem;padding:.5rem 0;border-bottom:1px solid var(--line)}\n"
    "th,td{padding:0;border:0;text-align:left}tbody th{grid-column:1/-1;font-weight:600}th small{display:inline;font-weight:400;color:var(--soft)}td.verdict{grid-column:1/-1}\n"
    "td[data-column]::before{content:attr(data-column);display:block;font-size:.8rem;line-height:1.2;color:var(--soft);white-space:normal}}\n"
    "@media print{:root{--text:#000;--soft:#444;--line:#bbb;--ground:#fff;--band:#fff;--bad:#a00;--good:#063}body{max-width:none;padding:0;font-size:9pt}nav{display:none}"
    ".wide{overflow:visible}td{white-space:normal}th,td{padding:.15rem .35rem}th:first-child{min-width:7rem}.plots{grid-template-columns:1fr 1fr}tr,h2,h3{break-inside:avoid}h2,h3{break-after:avoid}details::details-content{content-visibility:visible;block-size:auto}svg rect,svg path{print-color-adjust:exact}}\n";

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

/* The length of a quantity that begins here, a number and its unit; 0 where none does. */
static size_t quantity_length(const char *text)
{
    static const char *const units[] = {"ns", "us", "ms", "s", "%"};
    const size_t number = strspn(text, "0123456789.,e+-");
    for (size_t i = 0; number && text[number] == ' ' && i < sizeof units / sizeof *units; i++) {
        const size_t length = number + 1 + strlen(units[i]);
        if (strncmp(text + number + 1, units[i], strlen(units[i])) == 0 && !isalnum((unsigned char)text[length]))
            return length;
    }
    return 0;
}

/* What was found, its quantities set off. */
static void put_result(FILE *f, const char *text)
{
    fputs("<p class=\"result\">", f);
    while (*text) {
        const size_t quantity = quantity_length(text);
        /* else up to the end of a word: what follows a letter begins no number */
        const size_t length = quantity ? quantity : strcspn(text, " (") + (text[strcspn(text, " (")] != 0);
        char *piece = strndup(text, length);
        if (quantity)
            put_element(f, "b", NULL, piece);
        else
            put_text(f, piece);
        free(piece);
        text += length;
    }
    fputs("</p>\n", f);
}

static void put_attribute(FILE *f, const char *name, const char *value)
{
    fprintf(f, " %s=\"", name);
    put_text(f, value);
    fputc('"', f);
}

static void put_cell(FILE *f, const report_cell *c, const char *column)
{
    char number[24], low[24], high[24];
    const bool is_number = c->filled && !isnan(c->value), scatters = is_number && !isnan(c->low);
    format_number(number, sizeof number, is_number ? c->value : NAN);
    fputs(is_number ? "<td" : "<td class=\"none\"", f);
    put_attribute(f, "data-column", column);
    if (!scatters) {
        fprintf(f, ">%s</td>", number);
        return;
    }
    format_number(low, sizeof low, c->low);
    format_number(high, sizeof high, c->high);
    fprintf(f, " title=\"median of %zu; half of them between %s and %s\">%s <span class=\"spread\">\xc2\xb1%.0f%%</span></td>", c->count, low, high, number,
            c->value != 0 ? 50 * (c->high - c->low) / fabs(c->value) : 0.0);
}

/* The name of a row, and its note; where the columns of units are not shown, they stand behind the name. */
static void put_label(FILE *f, const report_row *row)
{
    const char *unit = row->unit ? row->unit : "", *sense = better_text(row->better);
    fputs("<th scope=\"row\">", f);
    put_text(f, row->label);
    fputs("<small>", f);
    put_text(f, *unit ? ", " : "");
    put_text(f, unit);
    fprintf(f, *sense ? ", %s is better</small>" : "%s</small>", sense);
    if (row->note)
        put_element(f, "span", "note", row->note);
    fputs("</th>", f);
}

static void put_row(FILE *f, const report_table *t, const report_row *row, bool verdicts)
{
    fputs("<tr>", f);
    put_label(f, row);
    for (int c = 0; c < t->column_count; c++)
        put_cell(f, &row->cells[c], t->columns[c]);
    put_element(f, "td", "word", row->unit);
    put_element(f, "td", "word", better_text(row->better));
    if (verdicts) {
        const char *verdict = row->verdict ? row->verdict : "";
        put_element(f, "td", strcmp(verdict, "reached") == 0 ? "verdict good" : strcmp(verdict, "short") == 0 ? "verdict bad" : "verdict", verdict);
    }
    fputs("</tr>\n", f);
}

static void put_table(FILE *f, const report_table *t)
{
    bool verdicts = false;
    for (size_t i = 0; i < t->row_count; i++)
        verdicts |= t->rows[i].verdict != NULL;
    put_element(f, "h3", NULL, t->title);
    fputs("\n<div class=\"wide\"><table><thead><tr><th></th>", f);
    for (int c = 0; c < t->column_count; c++)
        put_element(f, "th", NULL, t->columns[c]);
    fprintf(f, "<th class=\"word\">unit</th><th class=\"word\">better</th>%s</tr></thead><tbody>\n", verdicts ? "<th class=\"word\">verdict</th>" : "");
    for (size_t i = 0; i < t->row_count; i++)
        put_row(f, t, &t->rows[i], verdicts);
    fputs("</tbody></table></div>\n", f);
}

static void put_legend_entry(FILE *f, const char *colour, const char *name)
{
    fprintf(f, "<span><i style=\"background:%s\"></i>", colour);
    put_text(f, name);
    fputs("</span>", f);
}

/* Gives whether it could be drawn. */
static bool put_plot(FILE *f, const report_plot *p)
{
    char *svg = plot_svg(p);
    fputs("<figure>", f);
    put_element(f, "figcaption", NULL, p->title);
    fputs("<p class=\"legend\">", f);
    for (int i = 0; i < p->series_count; i++)
        put_legend_entry(f, variant_colour(p->series[i].variant), variant_name(p->series[i].variant));
    fputs("</p>\n", f);
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
        if (colour)
            put_legend_entry(f, colour, t->kinds[kind].name);
    }
    fputs("</p>\n", f);
    timeline_draw(f, t);
    put_element(f, "p", "soft", t->caption);
    fputs("</figure>\n", f);
}

static void put_section(FILE *f, const report_section *s, bool with_result)
{
    fprintf(f, "<section id=\"%s\">", s->id ? s->id : "");
    put_element(f, "h2", NULL, s->title);
    fputc('\n', f);
    if (s->result && with_result)
        put_result(f, s->result);
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

static void put_facts(FILE *f, const report *r)
{
    fputs("<details><summary>The machine, and what the library chose on it</summary>\n<dl>", f);
    for (size_t i = 0; i < r->fact_count; i++) {
        put_element(f, "dt", NULL, r->facts[i]);
        put_element(f, "dd", NULL, r->facts[i] + strlen(r->facts[i]) + 1);
        fputc('\n', f);
    }
    fputs("</dl></details>\n", f);
}

/* The section whose result is said first, the page's own; NULL: none says one. */
static const report_section *first_result(const report *r)
{
    for (size_t i = 0; i < r->section_count; i++)
        if (r->sections[i].result)
            return &r->sections[i];
    return NULL;
}

static void put_head(FILE *f, const report *r, const char *result)
{
    fprintf(f, "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">"
               "<title>runahead: measurements</title><style>\n%s</style></head><body>\n<header><h1>runahead: measurements</h1>\n",
            style);
    put_result(f, result);
    if (r->failures)
        fprintf(f, "<p class=\"bad\">%d result(s) were wrong or could not be had: see the remarks.</p>\n", r->failures);
    if (r->incomplete)
        fputs("<p class=\"bad\">Memory ran out while this was written: something is missing.</p>\n", f);
    if (r->warning)
        put_element(f, "p", "bad", r->warning);
    put_facts(f, r);
    fputs("<nav aria-label=\"sections\">", f);
    for (size_t i = 0; i < r->section_count; i++) {
        fprintf(f, "<a href=\"#%s\">", r->sections[i].id ? r->sections[i].id : "");
        put_text(f, r->sections[i].title);
        fputs("</a>", f);
    }
    fputs("</nav>\n<p class=\"soft\">Figures are medians; behind \xc2\xb1 half the distance between the quartiles. Compare within this page only.</p></header>\n<main>\n", f);
}

static bool put_page(FILE *f, const report *r)
{
    const report_section *first = first_result(r);
    put_head(f, r, first ? first->result : "Nothing was found.");
    for (size_t i = 0; i < r->section_count; i++)
        put_section(f, &r->sections[i], &r->sections[i] != first);
    fputs("</main></body></html>\n", f);
    return true;
}

bool report_write_html(const report *r, const char *path) { return report_write(r, path, put_page); }
