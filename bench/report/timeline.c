/* Traces as lanes: reading them, and drawing them as SVG. */
#define _GNU_SOURCE
#include "report/timeline.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *const fixed[TIMELINE_FIXED] = {"control work", "deadline missed", "recording", "waiting", "other kernels"};
static const char *const fixed_colours[TIMELINE_FIXED] = {"#3f9a6b", "#d1495b", "#e08e0b", "#e3a7ad", "#7a8791"};
static const char *const kernel_colours[TIMELINE_SHOWN] = {"#2a7fbf", "#8a63b5", "#1f9ea3", "#b5651d", "#5865c3", "#a3487f"};

timeline *timeline_new(double ms)
{
    timeline *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->ms = ms;
    t->kind_count = TIMELINE_FIXED;
    for (int i = 0; i < TIMELINE_FIXED; i++)
        snprintf(t->kinds[i].name, sizeof t->kinds[i].name, "%s", fixed[i]);
    return t;
}

void timeline_free(timeline *t)
{
    for (int p = 0; t && p < t->panel_count; p++)
        for (int l = 0; l < t->panels[p].lane_count; l++)
            free(t->panels[p].lanes[l].spans);
    free(t);
}

/* ---- reading ---- */

static int kind_of_kernel(timeline *t, const char *name)
{
    for (int i = TIMELINE_FIXED; i < t->kind_count; i++)
        if (strncmp(t->kinds[i].name, name, sizeof t->kinds[i].name - 1) == 0)
            return i;
    if (t->kind_count == TIMELINE_KINDS)
        return TIMELINE_OTHER;
    snprintf(t->kinds[t->kind_count].name, sizeof t->kinds[0].name, "%s", name);
    return t->kind_count++;
}

static timeline_lane *lane_named(timeline_panel *p, const char *name)
{
    for (int i = 0; i < p->lane_count; i++)
        if (strcmp(p->lanes[i].name, name) == 0)
            return &p->lanes[i];
    if (p->lane_count == TIMELINE_LANES) {
        p->lanes_left_out++;
        return NULL;
    }
    timeline_lane *l = &p->lanes[p->lane_count++];
    snprintf(l->name, sizeof l->name, "%s", name);
    return l;
}

static bool add_span(timeline *t, timeline_lane *l, double from, double to, int kind)
{
    from = from > 0 ? from : 0;
    to = to < t->ms ? to : t->ms;
    if (!l || from >= to)
        return true;
    timeline_span *grown = realloc(l->spans, (l->count + 1) * sizeof *grown);
    if (!grown)
        return false;
    l->spans = grown;
    l->spans[l->count++] = (timeline_span){from, to, kind};
    t->kinds[kind].total_ms += to - from;
    return true;
}

static const char *text_of(const json_t *e, const char *key)
{
    const char *text = json_string_value(json_object_get(e, key));
    return text ? text : "";
}

/* "control NAME" is the control thread, "ra-3" worker 3. */
static void lane_name(char *name, size_t size, const json_t *trace, json_int_t tid)
{
    size_t i;
    json_t *e;
    snprintf(name, size, "thread %lld", (long long)tid);
    json_array_foreach(trace, i, e)
        if (strcmp(text_of(e, "name"), "thread_name") == 0 && json_integer_value(json_object_get(e, "tid")) == tid) {
            const char *own = text_of(json_object_get(e, "args"), "name");
            if (strncmp(own, "control", 7) == 0)
                snprintf(name, size, "control thread");
            else if (strncmp(own, "ra-", 3) == 0)
                snprintf(name, size, "worker %.20s", own + 3);
        }
}

/* The clock's time at the trace's zero; -1: there is none. */
static int64_t zero_of(const json_t *trace)
{
    size_t i;
    json_t *e;
    json_array_foreach(trace, i, e)
        if (strcmp(text_of(e, "name"), "begin") == 0)
            return json_integer_value(json_object_get(json_object_get(e, "args"), "clock_monotonic_ns"));
    return -1;
}

static bool add_events(timeline *t, timeline_panel *p, const json_t *trace, double begin_ms)
{
    size_t i;
    json_t *e;
    json_array_foreach(trace, i, e) {
        if (strcmp(text_of(e, "ph"), "X"))
            continue;
        const double from = json_number_value(json_object_get(e, "ts")) / 1e3 - begin_ms, to = from + json_number_value(json_object_get(e, "dur")) / 1e3;
        if (to <= 0 || from >= t->ms)
            continue;
        char name[32];
        lane_name(name, sizeof name, trace, json_integer_value(json_object_get(e, "tid")));
        const char *category = text_of(e, "cat");
        const int kind = strcmp(category, "wait") == 0 ? TIMELINE_WAIT : strcmp(category, "record") == 0 ? TIMELINE_RECORD : kind_of_kernel(t, text_of(e, "name"));
        if (!add_span(t, lane_named(p, name), from, to, kind))
            return false;
    }
    return true;
}

/* What is long is drawn first, so that what lies within it is seen. */
static int by_length(const void *a, const void *b)
{
    const timeline_span *x = a, *y = b;
    const double left = x->to - x->from, right = y->to - y->from;
    return left < right ? 1 : left > right ? -1 : 0;
}

static int by_start(const void *a, const void *b)
{
    const double left = ((const timeline_span *)a)->from, right = ((const timeline_span *)b)->from;
    return left < right ? -1 : left > right ? 1 : 0;
}

/* Neighbours of a kind that a drawing could not tell apart become one: a trace has more events than a page should. */
static void merge(timeline_lane *l, double gap)
{
    size_t last[TIMELINE_KINDS], n = 0;
    if (!l->count)
        return;
    memset(last, 0xff, sizeof last);
    qsort(l->spans, l->count, sizeof *l->spans, by_start);
    for (size_t i = 0; i < l->count; i++) {
        const timeline_span s = l->spans[i];
        const size_t before = last[s.kind];
        if (before != SIZE_MAX && s.from - l->spans[before].to < gap) {
            if (s.to > l->spans[before].to)
                l->spans[before].to = s.to;
        } else {
            last[s.kind] = n;
            l->spans[n++] = s;
        }
    }
    l->count = n;
    qsort(l->spans, l->count, sizeof *l->spans, by_length);
}

static int by_name(const void *a, const void *b)
{
    return strverscmp(((const timeline_lane *)a)->name, ((const timeline_lane *)b)->name);
}

bool timeline_add(timeline *t, const char *title, const char *path, int64_t begin_ns, const timeline_mark *marks, size_t mark_count, const char **why)
{
    timeline_panel *p = &t->panels[t->panel_count];
    json_t *trace = json_load_file(path, 0, NULL);
    const int64_t zero = trace ? zero_of(trace) : -1;
    *why = "the trace could not be read";
    if (t->panel_count == TIMELINE_PANELS || zero < 0) {
        json_decref(trace);
        return false;
    }
    t->panel_count++;
    snprintf(p->title, sizeof p->title, "%s", title);
    timeline_lane *control = lane_named(p, "control thread");
    bool good = add_events(t, p, trace, (double)(begin_ns - zero) / 1e6);
    for (size_t i = 0; good && i < mark_count; i++)
        good = add_span(t, control, (double)(marks[i].start_ns - begin_ns) / 1e6, (double)(marks[i].end_ns - begin_ns) / 1e6, marks[i].kind);
    json_decref(trace);
    *why = "no memory";
    qsort(p->lanes + 1, (size_t)p->lane_count - 1, sizeof *p->lanes, by_name);
    for (int i = 0; i < p->lane_count; i++)
        merge(&p->lanes[i], t->ms / 2500);
    return good;
}

/* ---- drawing ---- */

enum { TITLE_HEIGHT = 26, LABEL_HEIGHT = 17, BAR_HEIGHT = 16, LANE_GAP = 8, STRIP_HEIGHT = 4, AXIS_HEIGHT = 34 };

const char *timeline_colour(const timeline *t, int kind)
{
    int kernels = 0, longer = 0;
    for (int i = TIMELINE_FIXED; i < t->kind_count; i++) {
        kernels += t->kinds[i].total_ms > 0;
        longer += t->kinds[i].total_ms > t->kinds[kind].total_ms || (t->kinds[i].total_ms == t->kinds[kind].total_ms && i < kind);
    }
    const bool shown = t->kinds[kind].total_ms > 0 || (kind == TIMELINE_OTHER && kernels > TIMELINE_SHOWN);
    if (kind < TIMELINE_FIXED)
        return shown ? fixed_colours[kind] : NULL;
    return shown && longer < TIMELINE_SHOWN ? kernel_colours[longer] : NULL;
}

/* Names of kernels and threads are plain, but a drawing must be well-formed whatever they are. */
static void put_plain(FILE *f, const char *text)
{
    for (; *text; text++)
        fputc(*text == '<' || *text == '>' || *text == '&' || *text == '"' ? '?' : *text, f);
}

static void draw_span(FILE *f, const timeline *t, const timeline_span *s, int y)
{
    const double x = 100 * s->from / t->ms, width = 100 * (s->to - s->from) / t->ms;
    const bool strip = s->kind == TIMELINE_MISSED;
    const char *colour = timeline_colour(t, s->kind);
    fprintf(f, "<rect x=\"%.3f%%\" width=\"%.3f%%\" y=\"%d\" height=\"%d\" fill=\"%s\"", x, width > 0.08 ? width : 0.08, strip ? y + BAR_HEIGHT : y,
            strip ? STRIP_HEIGHT : BAR_HEIGHT, colour ? colour : fixed_colours[TIMELINE_OTHER]);
    if (width < 0.5) {
        fputs("/>\n", f);
        return;
    }
    fputs("><title>", f);
    put_plain(f, t->kinds[s->kind].name);
    fprintf(f, ", %.3g ms</title></rect>\n", s->to - s->from);
}

static void draw_axis(FILE *f, const timeline *t, int top, int y)
{
    const int step = t->ms > 120 ? 50 : t->ms > 30 ? 10 : 5;
    for (int ms = 0; ms <= (int)t->ms; ms += step) {
        const double x = 100 * ms / t->ms;
        const char *anchor = ms == 0 ? "start" : ms + step > t->ms ? "end" : "middle";
        fprintf(f, "<line x1=\"%.3f%%\" x2=\"%.3f%%\" y1=\"%d\" y2=\"%d\" stroke=\"gray\" stroke-width=\"0.5\" stroke-dasharray=\"2 4\"/>", x, x, top, y);
        fprintf(f, "<text x=\"%.3f%%\" y=\"%d\" text-anchor=\"%s\">%d%s</text>\n", x, y + 14, anchor, ms, ms + step > t->ms ? " ms" : "");
    }
}

/* The lanes of all panels, so that each has them, be they empty. */
static int union_of_lanes(const timeline *t, const timeline_lane **lanes, int most)
{
    int n = 0;
    for (int p = 0; p < t->panel_count; p++)
        for (int l = 0; l < t->panels[p].lane_count; l++) {
            bool known = false;
            for (int i = 0; i < n; i++)
                known |= strcmp(lanes[i]->name, t->panels[p].lanes[l].name) == 0;
            if (!known && n < most)
                lanes[n++] = &t->panels[p].lanes[l];
        }
    return n;
}

static int draw_panel(FILE *f, const timeline *t, const timeline_panel *p, const timeline_lane *const *lanes, int lane_count, int y)
{
    fprintf(f, "<text x=\"0\" y=\"%d\" font-weight=\"600\">", y + 16);
    put_plain(f, p->title);
    fputs("</text>\n", f);
    y += TITLE_HEIGHT;
    const int top = y;
    for (int i = 0; i < lane_count; i++) {
        fprintf(f, "<text class=\"lane\" x=\"0\" y=\"%d\">", y + LABEL_HEIGHT - 5);
        put_plain(f, lanes[i]->name);
        fputs("</text>\n", f);
        y += LABEL_HEIGHT;
        fprintf(f, "<rect class=\"lane\" x=\"0\" width=\"100%%\" y=\"%d\" height=\"%d\"/>\n", y, BAR_HEIGHT);
        for (int l = 0; l < p->lane_count; l++)
            for (size_t s = 0; strcmp(p->lanes[l].name, lanes[i]->name) == 0 && s < p->lanes[l].count; s++)
                draw_span(f, t, &p->lanes[l].spans[s], y);
        y += BAR_HEIGHT + LANE_GAP;
    }
    draw_axis(f, t, top, y);
    return y + AXIS_HEIGHT;
}

void timeline_draw(FILE *f, const timeline *t)
{
    const timeline_lane *lanes[TIMELINE_LANES];
    const int lane_count = union_of_lanes(t, lanes, TIMELINE_LANES);
    const int height = t->panel_count * (TITLE_HEIGHT + lane_count * (LABEL_HEIGHT + BAR_HEIGHT + LANE_GAP) + AXIS_HEIGHT);
    int y = 0;
    fprintf(f, "<svg role=\"img\" style=\"height:%dpx\" font-size=\"13\">\n", height);
    for (int p = 0; p < t->panel_count; p++)
        y = draw_panel(f, t, &t->panels[p], lanes, lane_count, y);
    fputs("</svg>\n", f);
}
