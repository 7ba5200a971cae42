/* The table of all marks: what was found, judged. */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"
#include "peers/peers.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { AT_MOST, AT_LEAST, REPORTED };

static const struct mark {
    const char *id;
    mark_section section;
    const char *what, *unit, *peer, *limit, *judged;
    int sense;
    double bound;
} list[MARK_COUNT] = {
#define MARK(id, section, what, unit, peer, limit, judged, sense, mark) {#id, section, what, unit, peer, limit, judged, sense, mark},
#define STEP(id, step)
#include "marks/marks.def"
#undef MARK
#undef STEP
};
/* 0: there is none. */
static const double steps[MARK_COUNT] = {
#define MARK(id, section, what, unit, peer, limit, judged, sense, mark)
#define STEP(id, step) [MARK_##id] = step,
#include "marks/marks.def"
#undef MARK
#undef STEP
};

static const char *const section_titles[MARK_SECTIONS] = {"Dispatch", "Pool", "Fusion", "Kernels and memory", "Linear algebra", "Prompt", "NUMA", "Seeing"};

/* ---- findings ---- */

static double judged(const char *how, double ours, double peer, double limit)
{
    const double other = strstr(how, "peer") ? peer : limit;
    if (strcmp(how, "ours") == 0)
        return ours;
    if (strchr(how, '-'))
        return ours - other;
    return strncmp(how, "ours", 4) == 0 ? ours / other : other / ours;
}

void mark_found(marks *m, mark_id id, double ours, double peer, double limit)
{
    finding *f = &m->found[id];
    f->told = true;
    f->ours = ours;
    f->peer = peer;
    f->limit = limit;
    f->judged = judged(list[id].judged, ours, peer, limit);
}

void mark_note(marks *m, mark_id id, const char *format, ...)
{
    finding *f = &m->found[id];
    const size_t used = strlen(f->note);
    va_list values;
    va_start(values, format);
    f->told = true;
    if (used + 2 < sizeof f->note) {
        const size_t gap = used ? 2 : 0;
        memcpy(f->note + used, "; ", gap);
        vsnprintf(f->note + used + gap, sizeof f->note - used - gap, format, values);
    }
    va_end(values);
}

bool mark_is_measured(const marks *m, mark_id id) { return isfinite(m->found[id].judged); }

/* ---- helpers ---- */

double mark_peer(peer_work_fn peer, const char *work, int64_t size, int times)
{
    if (!peer)
        return NAN;
    const double seconds = peer(work, size, times);
    clock_sleep_until_idle();
    return seconds;
}

int mark_times(double one, double seconds)
{
    const double times = seconds / (one > 1e-9 ? one : 1e-9);
    return times < 1 ? 1 : times > 100000 ? 100000 : (int)times;
}

bool mark_restart(marks *m, const char *fusion, const ra_config *config)
{
    fusion = fusion ? fusion : m->fusion;
    if (fusion)
        setenv("RUNAHEAD_FUSION", fusion, 1);
    else
        unsetenv("RUNAHEAD_FUSION");
    return bench_restart(m->b, config);
}

/* ---- the table ---- */

/* The marks are of the newest libtorch; sorting was slower in the first, and the mark with it higher. */
static double bound_of(const marks *m, const struct mark *what)
{
    return strcmp(what->id, "SORT") == 0 && strncmp(m->torch_version, "1.", 2) == 0 ? 3 : what->bound;
}

static bool is_reached(const marks *m, const struct mark *what, double value)
{
    return what->sense == AT_MOST ? value <= bound_of(m, what) : value >= bound_of(m, what);
}

static bool is_step_reached(const struct mark *what, double value)
{
    const double step = steps[what - list];
    return step && (what->sense == AT_MOST ? value <= step : value >= step);
}

static void put_verdict(marks *m, const struct mark *what, const finding *f)
{
    char verdict[300];
    if (isfinite(f->judged))
        snprintf(verdict, sizeof verdict, "%s", what->sense == REPORTED ? "reported" : is_reached(m, what, f->judged) ? "reached" : is_step_reached(what, f->judged) ? "step reached" : "short");
    else
        snprintf(verdict, sizeof verdict, "not measured: %s", *f->note ? f->note : "the figures could not be had");
    report_verdict(m->b->report, what->id, verdict);
}

static void put_row(marks *m, const struct mark *what, const finding *f)
{
    char note[400], peer[80];
    snprintf(peer, sizeof peer, "%s%s", what->peer ? what->peer : "", what->limit ? what->limit : "");
    snprintf(note, sizeof note, "judged: %s%s%s%s%s%s", what->judged, *peer ? " (" : "", peer, *peer ? ")" : "", isfinite(f->judged) && *f->note ? "; " : "",
             isfinite(f->judged) ? f->note : "");
    report_begin_row(m->b->report, what->what, what->unit, what->sense == AT_MOST ? BETTER_LOWER : what->sense == AT_LEAST ? BETTER_HIGHER : BETTER_NONE, note);
    const double step = steps[what - list], cells[] = {f->ours, f->peer, f->limit, f->judged, step ? step : NAN, bound_of(m, what)};
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        report_value(m->b->report, cells[i]);
    put_verdict(m, what, f);
}

static void put_tables(marks *m, unsigned sections)
{
    static const char *const columns[] = {"ours", "peer", "limit", "judged", "step", "mark", NULL};
    int reached = 0, on_the_way = 0, fell_short = 0, missing = 0;
    for (int s = 0; s < MARK_SECTIONS; s++) {
        if (!(sections >> s & 1))
            continue;
        char id[32];
        bool begun = false;
        snprintf(id, sizeof id, "marks_%d", s);
        for (int i = 0; i < MARK_COUNT; i++) {
            if ((int)list[i].section != s || (m->partial && !m->found[i].told))
                continue;
            if (!begun)
                report_begin_table(m->b->report, id, section_titles[s], columns);
            begun = true;
            const double value = m->found[i].judged;
            put_row(m, &list[i], &m->found[i]);
            missing += !isfinite(value);
            if (isfinite(value) && list[i].sense != REPORTED)
                is_reached(m, &list[i], value) ? reached++ : is_step_reached(&list[i], value) ? on_the_way++ : fell_short++;
        }
    }
    report_result(m->b->report, "%d marks reached, of %d the step on the way there, %d short, %d rows not measured.", reached, on_the_way, fell_short, missing);
    report_remark(m->b->report, "Lower: the judged figure is to be at most the mark; higher: at least.");
}

/* ---- the commands ---- */

static peer_work_fn open_peer(marks *m, const char *file, const char *symbol)
{
    void *found = peers_symbol(m->b, file, symbol);
    peer_work_fn work;
    memcpy(&work, &found, sizeof work);
    return work;
}

static void open_peers(marks *m)
{
    void *symbol = peers_symbol(m->b, "peer_torch.so", "peer_torch_open");
    peer_torch_open_fn open;
    peer_torch table;
    memcpy(&open, &symbol, sizeof open);
    if (open && open(&table, m->threads)) {
        snprintf(m->torch_version, sizeof m->torch_version, "%s", table.version);
        report_fact(m->b->report, "libtorch", "%s, %d threads", table.version, m->threads);
        m->torch = open_peer(m, "peer_torch.so", "peer_torch_work");
    }
    void *tasks = peers_symbol(m->b, "peer_tasks.so", "peer_tasks_list");
    peer_tasks_list_fn start;
    memcpy(&start, &tasks, sizeof start);
    if (start && start(m->threads))
        m->tasks = open_peer(m, "peer_tasks.so", "peer_tasks_work");
}

/* A row that lacks its figures for want of a peer says so. */
static void explain_missing(marks *m)
{
    for (int i = 0; i < MARK_COUNT; i++) {
        const char *peer = list[i].peer ? list[i].peer : "";
        finding *f = &m->found[i];
        if (isfinite(f->judged))
            continue;
        if (strcmp(peer, "libtorch") == 0 && !m->torch)
            snprintf(f->note, sizeof f->note, "no libtorch: peer_torch.so is not there (make bench-peers)");
        else if ((strncmp(peer, "oneTBB", 6) == 0 || strcmp(peer, "libgomp") == 0) && !m->tasks)
            snprintf(f->note, sizeof f->note, "no %s: peer_tasks.so is not there (make bench-peers)", peer);
    }
}

static const struct part {
    const char *name;
    void (*run)(marks *m);
    bool has_peers;
} parts[] = {{"idle", marks_wake, true},     {"counts", marks_counts, true},   {"dispatch", marks_dispatch, true}, {"pool", marks_pool, true},
             {"control", marks_control, false}, {"fusion", marks_fusion, true}, {"chains", marks_chains, true},     {"memory", marks_stream, true},
             {"kernels", marks_kernels, true}, {"linalg", marks_linalg, true}, {"gemm", marks_gemm, true},     {"trace", marks_trace, false},      {"numa", marks_numa, false},
             {"prompt", marks_prompt, false},  {"overlap", marks_overlap, false}};

/* Whether the name stands between the commas. */
static bool is_wanted(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    return !names;
}

/* Each name between the commas is one of a part. */
static bool are_known(const char *names)
{
    for (const char *at = names; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        bool known = false;
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            const size_t length = strlen(parts[i].name);
            known |= strncmp(at, parts[i].name, length) == 0 && (at[length] == ',' || !at[length]);
        }
        if (!known)
            return false;
    }
    return true;
}

static void run(bench *b, bool detail, unsigned sections, const char *names)
{
    marks m = {.b = b, .detail = detail, .partial = names != NULL};
    for (int i = 0; i < MARK_COUNT; i++)
        m.found[i] = (finding){.ours = NAN, .peer = NAN, .limit = NAN, .judged = NAN};
    m.threads = bench_workers() > 0 ? bench_workers() : 1;
    bool has_peers = false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        has_peers |= parts[i].has_peers && is_wanted(names, parts[i].name);
    if (has_peers)
        open_peers(&m);
    char *const fusion = getenv("RUNAHEAD_FUSION") ? strdup(getenv("RUNAHEAD_FUSION")) : NULL;
    m.fusion = fusion;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (!is_wanted(names, parts[i].name))
            continue;
        const int64_t start = clock_now_ns();
        if (mark_restart(&m, NULL, NULL))
            parts[i].run(&m);
        report_remark(b->report, "%s: %.1f s", parts[i].name, (double)(clock_now_ns() - start) / 1e9);
    }
    mark_restart(&m, NULL, NULL);
    free(fusion);
    explain_missing(&m);
    put_tables(&m, sections);
}

void bench_marks(bench *b)
{
    report_begin(b->report, "marks", "All marks", "What the engine is to reach, beside its peers and the machine's limits, read turn by turn in one run.");
    if (are_known(b->marks_parts))
        run(b, false, ~0u, b->marks_parts);
    else
        report_failure(b->report, "FAILED: there is no such part of the marks: %s", b->marks_parts);
}

void bench_prompt(bench *b)
{
    report_begin(b->report, "prompt", "Promptness",
                 "How soon work starts, an asked-for result is there and work that is given up is gone, beside this process's own heavy work and beside others'.");
    run(b, false, 1u << PROMPT, "prompt");
}

void bench_fusion(bench *b)
{
    report_begin(b->report, "fusion", "Fusion", "Chains of elementwise operators: fused, unfused, tiled by hand from the same kernels, and in libtorch.");
    run(b, true, 1u << FUSION, "fusion,chains");
}
