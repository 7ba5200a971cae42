/*
 * bench overlap: frames of a photograph over the processor and a CUDA device, synchronous, run ahead, and the least that is possible.
 *
 * Where there is a device, time is the machine's. Else the simulated driver's virtual clock tells it (tests/simcuda/README.md): each
 * piece of work takes what it would by published figures of cards (card.h there), and the processor's functions what they declare; what the library
 * does itself takes none of that time. Then the same graph of tasks has a bound (work/graph_bound.h), which knows of no library.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "work/graph_bound.h"
#include "work/overlap_frames.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct scene {
    const char *label;
    int processors, frames;
    overlap_run sync, ahead;
    double bound_ms; /* NaN: nobody knows what the device was busy with */
    double with_ends_ms; /* the same with the shortest ways to and from what is busiest (graph_bound.h) */
    const char *busiest;
} scene;

enum { SCENES = 2, SYNC_FRAMES = 10 };

/* False where the process that runs it fails. */
static bool ask(bench *b, bool is_simulated, int frames, int workers, const char *way, overlap_run *r)
{
    char before[1000] = "", arguments[1100];
    int simulated = 0;
    if (strchr(b->driver_folder, '\'') || strchr(b->data_folder, '\''))
        return false;
    if (is_simulated)
        snprintf(before, sizeof before, "RUNAHEAD_CUDA='%.800s' RUNAHEAD_CUDA_CACHE=off SIMCUDA_VIRTUAL=%d", b->driver_folder, OVERLAP_STANDS_FOR);
    snprintf(arguments, sizeof arguments, "overlap %d %d %s '%.900s'", frames, workers, way, b->data_folder);
    FILE *f = mark_part(before, arguments);
    const bool good = f && fscanf(f, "%d %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &simulated, &r->seconds, &r->recording_us, &r->blocked_us, &r->result_us, &r->there, &r->back,
                                  &r->kernels, &r->waits, &r->implicit_waits, &r->checksum) == 11;
    return (f ? pclose(f) == 0 : false) && good && (bool)simulated == (is_simulated && strcmp(way, "cpu") != 0);
}

/* The graph of the frames: grey, there, kernels, back, counted. */
static void find_bound(scene *s)
{
    enum { PIECES = 5, RESOURCES = 4 };
    static const char *const names[RESOURCES] = {"the processors", "copies to the device", "kernels", "copies back"};
    const int resource[PIECES] = {0, 1, 2, 3, 0}, places[RESOURCES] = {s->processors, 1, 1, 1};
    const double takes[PIECES] = {OVERLAP_CPU_NS, s->ahead.there / s->frames, s->ahead.kernels / s->frames, s->ahead.back / s->frames, OVERLAP_CPU_NS};
    graph_task *tasks = calloc((size_t)s->frames * PIECES, sizeof *tasks);
    graph_least least = {.busiest = 0};
    for (int i = 0; tasks && i < s->frames * PIECES; i++)
        tasks[i] = (graph_task){.resource = resource[i % PIECES], .takes = takes[i % PIECES], .before = {i % PIECES ? i - 1 : -1, -1, -1, -1}};
    s->bound_ms = tasks ? graph_bound(tasks, s->frames * PIECES, places, RESOURCES, &least) / 1e6 : NAN;
    s->with_ends_ms = least.with_ends / 1e6;
    s->busiest = names[least.busiest];
    free(tasks);
}

static bool play(bench *b, bool is_simulated, scene *s)
{
    progress("overlap: %s", s->label);
    if (!ask(b, is_simulated, SYNC_FRAMES, s->processors, "sync", &s->sync) || !ask(b, is_simulated, s->frames, s->processors, "ahead", &s->ahead))
        return false;
    s->bound_ms = NAN;
    if (is_simulated)
        find_bound(s);
    return true;
}

/* A driver of the machine's with a device, or the simulated one; NULL: neither. */
static const char *find_driver(bench *b, bool *is_simulated)
{
    char path[900];
    overlap_run r;
    *is_simulated = false;
    if (ask(b, false, 2, 2, "ahead", &r))
        return "the machine's CUDA device";
    snprintf(path, sizeof path, "%.800s/libcuda.so.1", b->driver_folder);
    *is_simulated = true;
    return access(path, R_OK) == 0 ? "a simulated CUDA driver, by a virtual clock with published figures of cards" : NULL;
}

static bool play_all(bench *b, scene *scenes, const char **driver, bool *is_simulated)
{
    const int few = (int)bench_pick(b, 40, 120, 240), many = (int)bench_pick(b, 100, 240, 480);
    scenes[0] = (scene){.label = "2 processors", .processors = 2, .frames = few};
    scenes[1] = (scene){.label = "8 processors", .processors = 8, .frames = many};
    progress("overlap: looking for a device");
    *driver = find_driver(b, is_simulated);
    for (int i = 0; *driver && i < SCENES; i++)
        if (!play(b, *is_simulated, &scenes[i]))
            return false;
    return *driver != NULL;
}

/* Of one frame, with nothing else under way but in the last. */
static void put_latencies(bench *b, bool is_simulated, const scene *s)
{
    enum { LATENCY, BLOCKED, WAITS, RESULT, ROWS };
    static const char *const names[ROWS] = {"latency of its calls", "time blocked in them", "waits in them", "time to the result"};
    const char *const notes[ROWS] = {[LATENCY] = "the machine's time, as is the next",
                                     [RESULT] = is_simulated ? "processor: the machine's time, of a small frame; else the virtual clock's" : "processor: of a frame of 96 x 64"};
    const char *const columns[] = {"processor", "CUDA", "both, one frame", "both, overlapped", NULL};
    overlap_run r[4] = {[3] = s->ahead};
    const bool good = ask(b, false, 1, s->processors, "cpu", &r[0]) && ask(b, is_simulated, 1, s->processors, "cuda", &r[1]) &&
                      ask(b, is_simulated, 1, s->processors, "ahead", &r[2]);
    if (!good) {
        report_failure(b->report, "FAILED: a frame alone");
        return;
    }
    report_begin_table(b->report, "overlap_latency", "a frame: what its calls take the control thread, how long it is blocked in them, and when the result is there", columns);
    for (int row = 0; row < ROWS; row++) {
        report_begin_row(b->report, names[row], row == WAITS ? "" : "us", BETTER_LOWER, notes[row]);
        for (int k = 0; k < 4; k++)
            report_value(b->report, (const double[ROWS]){r[k].recording_us, r[k].blocked_us, r[k].waits, r[k].result_us}[row]);
    }
}

void bench_overlap(bench *b)
{
    const char *const columns[] = {"synchronous", "run ahead", "ideal", "run ahead / ideal", NULL};
    scene scenes[SCENES];
    const char *driver = NULL;
    bool is_simulated = false;
    report_begin(b->report, "overlap", "Processor and CUDA device together",
                 "Frames of a photo: made grey by a function on the processor, copied to the device, gradients there, copied back, counted by a function on the processor.");
    if (!play_all(b, scenes, &driver, &is_simulated)) {
        if (driver)
            report_failure(b->report, "FAILED: the process that runs the frames");
        else
            report_remark(b->report, "Not measured: there is no CUDA device, and the simulated driver was not made (make simcuda).");
        return;
    }
    report_fact(b->report, "CUDA in bench overlap", "%s", driver);
    report_begin_table(b->report, "overlap_frames", is_simulated ? "virtual time per frame of 1152 x 768" : "time per frame of 624 x 416", columns);
    for (int i = 0; i < SCENES; i++) {
        const scene *s = &scenes[i];
        const double ahead = 1e6 * s->ahead.seconds / s->frames, bound = 1e3 * s->bound_ms / s->frames;
        char note[160] = "";
        if (is_simulated)
            snprintf(note, sizeof note, "%d frames; %s have the most to do", s->frames, s->busiest);
        report_begin_row(b->report, s->label, "us", BETTER_LOWER, note);
        report_value(b->report, 1e6 * s->sync.seconds / SYNC_FRAMES);
        report_value(b->report, ahead);
        if (is_simulated) {
            report_value(b->report, bound);
            report_value(b->report, ahead / bound);
        } else {
            report_no_value(b->report);
            report_no_value(b->report);
        }
    }
    put_latencies(b, is_simulated, &scenes[0]);
    report_result(b->report, "On %s: run ahead a frame takes %.0f us, synchronously %.0f us; the control thread waited %.0f times while it recorded %d frames.", driver,
                  1e6 * scenes[0].ahead.seconds / scenes[0].frames, 1e6 * scenes[0].sync.seconds / SYNC_FRAMES, scenes[0].ahead.waits + scenes[1].ahead.waits,
                  scenes[0].frames + scenes[1].frames);
    report_remark(b->report, "CUDA: %s. Waits inside the driver for the whole device while the frames ran: %.0f and %.0f.", driver, scenes[0].ahead.implicit_waits,
                  scenes[1].ahead.implicit_waits);
}

void marks_overlap(marks *m)
{
    static const mark_id ids[SCENES] = {MARK_OVERLAP, MARK_OVERLAP_DEVICE};
    scene scenes[SCENES];
    const char *driver = NULL;
    bool is_simulated = false;
    if (!play_all(m->b, scenes, &driver, &is_simulated) || !is_simulated) {
        for (int i = 0; i < SCENES; i++)
            mark_note(m, ids[i], !driver ? "the simulated driver is not there (make simcuda)" : is_simulated ? "the process that runs the frames failed" : "on a real device nobody knows what it was busy with");
        mark_note(m, MARK_OVERLAP_WAITS, "needs the frames");
        return;
    }
    for (int i = 0; i < SCENES; i++) {
        mark_found(m, ids[i], 1e3 * scenes[i].ahead.seconds, NAN, scenes[i].bound_ms);
        mark_note(m, ids[i], "simulated driver, virtual time; %d frames, busiest: %s; with the ways to and from these at least %.4g ms", scenes[i].frames, scenes[i].busiest,
                  scenes[i].with_ends_ms);
    }
    mark_found(m, MARK_OVERLAP_WAITS, scenes[0].ahead.waits + scenes[1].ahead.waits, NAN, NAN);
    mark_note(m, MARK_OVERLAP_WAITS, "simulated driver; %d frames", scenes[0].frames + scenes[1].frames);
}
