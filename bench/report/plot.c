/*
 * Drives gnuplot: the script goes to a temporary file, the SVG is read from its output.
 *
 * Lines and bars have the colours of their variants, text and axes the colour of the text around (the page's style sheet does
 * that). The legend is the page's: gnuplot's own is cut off where its names are long.
 */
#define _GNU_SOURCE
#include "report/plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Quoted for gnuplot: a double quote or a backslash would end or change the string. */
static void put_quoted(FILE *f, const char *text)
{
    fputc('"', f);
    for (; text && *text; text++)
        if (*text != '"' && *text != '\\')
            fputc(*text, f);
    fputc('"', f);
}

static void put_data(FILE *f, const report_plot *p)
{
    for (int s = 0; s < p->series_count; s++) {
        fprintf(f, "$data%d << EOD\n", s);
        for (size_t i = 0; i < p->series[s].count; i++)
            if (isfinite(p->series[s].y[i]))
                fprintf(f, "%.9g %.9g\n", p->series[s].x[i], p->series[s].y[i]);
        fputs("EOD\n", f);
    }
}

static void put_axes(FILE *f, const report_plot *p)
{
    fputs("set xlabel ", f);
    put_quoted(f, p->x_label);
    fputs("\nset ylabel ", f);
    put_quoted(f, p->y_label);
    fputs("\nset border 3\nset tics nomirror\nset grid ytics lw 0.5 dt 3\nset key off\n", f);
    if (p->log_x)
        fputs("set logscale x\nset format x \"%.0s%c\"\n", f);
    if (p->log_y)
        fputs("set logscale y\nset format y \"%g\"\n", f);
    if (p->kind != PLOT_BARS)
        return;
    fputs("set style fill solid 0.9\nset boxwidth 0.9 relative\nset xtics (", f);
    for (size_t i = 0; i < p->label_count; i++) {
        fputs(i ? ", " : "", f);
        put_quoted(f, p->labels[i]);
        fprintf(f, " %zu", i);
    }
    fprintf(f, ")\nset xrange [-0.6:%g]\n", (double)p->label_count - 0.4);
    if (!p->log_y)
        fputs("set yrange [0:*]\n", f);
}

static void put_script(FILE *f, const report_plot *p)
{
    put_data(f, p);
    fprintf(f, "set term svg size 560,380 dynamic noenhanced font \"sans-serif,15\" name \"%s\"\n", p->id);
    put_axes(f, p);
    const double bar = p->series_count ? 0.8 / p->series_count : 0.8;
    for (int s = 0; s < p->series_count; s++) {
        const char *colour = variant_colour(p->series[s].variant);
        fputs(s ? ", " : "plot ", f);
        if (p->kind == PLOT_BARS)
            fprintf(f, "$data%d using ($1+%g):2:(%g) with boxes lc rgb \"%s\" title ", s, bar * (s - (p->series_count - 1) / 2.0), 0.9 * bar, colour);
        else
            fprintf(f, "$data%d using 1:2 with lines lw 2 lc rgb \"%s\" title ", s, colour);
        put_quoted(f, variant_name(p->series[s].variant)); /* shown where a pointer rests */
    }
    fputc('\n', f);
}

static char *read_all(FILE *f)
{
    size_t length = 0, room = 1 << 16;
    char *text = malloc(room);
    while (text) {
        length += fread(text + length, 1, room - length - 1, f);
        if (length < room - 1)
            break;
        char *grown = realloc(text, room *= 2);
        if (!grown)
            free(text);
        text = grown;
    }
    if (text)
        text[length] = 0;
    return text;
}

/* Without the XML prologue, which has no place inside a page. */
static char *cut_prologue(char *text)
{
    char *svg = text ? strstr(text, "<svg") : NULL;
    if (!svg) {
        free(text);
        return NULL;
    }
    return memmove(text, svg, strlen(svg) + 1);
}

char *plot_svg(const report_plot *p)
{
    char path[] = "/tmp/runahead-plot-XXXXXX", command[80];
    const int fd = mkstemp(path);
    FILE *script = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!script) {
        if (fd >= 0) {
            close(fd);
            unlink(path);
        }
        return NULL;
    }
    put_script(script, p);
    char *text = NULL;
    const bool failed = ferror(script) != 0;
    if (fclose(script) == 0 && !failed) {
        snprintf(command, sizeof command, "gnuplot %s 2>/dev/null", path);
        FILE *output = popen(command, "r");
        if (output) {
            text = read_all(output);
            if (pclose(output) != 0) {
                free(text);
                text = NULL;
            }
        }
    }
    unlink(path);
    return cut_prologue(text);
}
