/*
 * The report: the stalls, and what became of the operators, as text.
 */
#include "async/observe/report.h"

#include "async/os/os.h"
#include "async/os/source_line.h"
#include "async/thread/settings.h"
#include "async/thread/stalls.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

#include <runahead/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const advice[RA__WAIT_REASONS] = {
    [RA__WAIT_READ] = "read too early: read later, or do something else until ra_is_ready or ra_on_ready says that it is there",
    [RA__WAIT_WRITE] = "changed while tasks still read or wrote it: change a tensor of its own, or later",
    [RA__WAIT_EXTENT] = "a shape that depends on data was asked for, or an operator needs it: ra_size_bound does not wait; a mask keeps the shape",
    [RA__WAIT_EXPLICIT] = "asked for: ra_is_ready, ra_on_ready and ra_ready_fd tell the same without a wait",
    [RA__WAIT_FILE] = "a file was opened and its header read: open it before the loop, or in another thread",
    [RA__WAIT_LIBRARY] = "LAPACK was loaded by the thread that computes with it, once: a small decomposition at the start does it when it suits",
    [RA__WAIT_LOCK] = "another thread of the library's was off the processor while it held a lock: the machine is busy with other programs; normal workers (RUNAHEAD_WORKER_PRIORITY) are off it for less long",
    [RA__WAIT_TRIM] = "memory was given back to the system: trim where there is time",
    [RA__WAIT_START] = "the engine was started, or a device that the call needs: ra_init does the one when it suits, ra_stream_current the other",
    [RA__WAIT_SHUTDOWN] = "what was pending was finished",
};

typedef struct writer {
    char *text;
    size_t size, at;
    ra__source_lines *lines; /* opened when the first address is to be told */
    bool asked;
} writer;

static void put(writer *w, const char *format, ...) RA_PRINTF(2, 3);

static void put(writer *w, const char *format, ...)
{
    __builtin_va_list ap;
    __builtin_va_start(ap, format);
    int n = vsnprintf(w->at < w->size ? w->text + w->at : NULL, w->at < w->size ? w->size - w->at : 0, format, ap);
    __builtin_va_end(ap);
    w->at += n > 0 ? (size_t)n : 0;
}

/* A line of the report: one place and kind, of whatever many calls there. */
typedef struct told {
    ra__stall stall;
    char where[400];
} told;

static void put_place(writer *w, const ra_site *at, char *text, size_t size)
{
    if (at->file && at->line != RA__NO_LINE) {
        snprintf(text, size, "%s:%d", at->file, at->line);
        return;
    }
    if (!w->asked)
        w->lines = ra__source_open();
    w->asked = true;
    ra__source_text(w->lines, at->file, text, size);
}

static void add(ra__stall *to, const ra__stall *t)
{
    if (t->operator && to->operator && strcmp(t->operator, to->operator))
        to->operator = ra__several;
    else if (t->operator)
        to->operator = t->operator;
    to->count += t->count;
    to->ns += t->ns;
    to->longest_ns = t->longest_ns > to->longest_ns ? t->longest_ns : to->longest_ns;
}

/* Calls that return to different addresses may stand in one line. */
static int collect(writer *w, told *list)
{
    int n = 0;
    for (int i = 0; i < RA__STALLS; i++) {
        told *t = &list[n];
        if (!ra__stall_at(i, &t->stall))
            continue;
        put_place(w, &t->stall.at, t->where, sizeof t->where);
        int k = 0;
        while (list[k].stall.reason != t->stall.reason || strcmp(list[k].where, t->where)) /* ends at t itself */
            k++;
        if (k < n)
            add(&list[k].stall, &t->stall);
        else
            n++;
    }
    return n;
}

static int by_time(const void *a, const void *b)
{
    uint64_t left = ((const told *)a)->stall.ns, right = ((const told *)b)->stall.ns;
    return left < right ? 1 : left > right ? -1 : 0;
}

static void put_advice(writer *w, ra__wait_reason reason)
{
    if (reason == RA__WAIT_PACED_BYTES)
        put(w, "%14sheld: more than %zu bytes of results were in flight (RUNAHEAD_PACING_BYTES): recording is faster than the work\n", "", ra__settings.pacing_bytes);
    else if (reason == RA__WAIT_PACED_COUNT)
        put(w, "%14sheld: more than %zu operators were in flight (RUNAHEAD_PACING_COUNT): recording is faster than the work\n", "", ra__settings.pacing_count);
    else
        put(w, "%14s%s\n", "", advice[reason]);
}

static void put_times(writer *w, const ra__stall *t)
{
    put(w, "%8llu times %12.3f ms %12.3f ms longest  ", (unsigned long long)t->count, (double)t->ns / 1e6, (double)t->longest_ns / 1e6);
}

static void put_places(void *arg)
{
    writer *w = arg;
    told *list = ra__os_alloc(RA__STALLS * sizeof *list);
    int n = list ? collect(w, list) : 0;
    if (list)
        qsort(list, (size_t)n, sizeof *list, by_time);
    else
        put(w, "%14s(no memory to tell where)\n", "");
    for (int i = 0; i < n; i++) {
        const ra__stall *t = &list[i].stall;
        put_times(w, t);
        put(w, "%s%s%s at %s\n", ra__wait_name(t->reason), t->operator ? ": " : "", t->operator ? t->operator : "", list[i].where);
        put_advice(w, t->reason);
    }
    ra__os_free(list);
    ra__stall others;
    if (ra__stall_at(RA__STALLS, &others)) {
        put_times(w, &others);
        put(w, "(other places)\n");
    }
    ra__source_close(w->lines);
}

/* What became of the operators: the counters that are not zero, and what was recorded in any case. */
static const struct {
    size_t field;
    const char *what;
} outcomes[] = {
    {offsetof(ra_stats, recorded), "recorded"},
    {offsetof(ra_stats, ran_inline), "run in the call"},
    {offsetof(ra_stats, cached), "described and planned like an earlier call (views among them)"},
    {offsetof(ra_stats, ran_chained), "run right after what they waited for, by the same thread"},
    {offsetof(ra_stats, ran_by_waiter), "run by threads that waited"},
    {offsetof(ra_stats, fused), "run together with others, tile by tile"},
    {offsetof(ra_stats, elided), "of those, whose results were never written, since nobody could see them any more"},
    {offsetof(ra_stats, dropped), "dropped, since nobody could see the result"},
    {offsetof(ra_stats, poisoned), "not run, since an operand had failed"},
    {offsetof(ra_stats, failed), "failed"},
};

static void put_outcomes(writer *w)
{
    ra_stats s = ra_get_stats();
    put(w, "Operators:\n");
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        uint64_t n;
        memcpy(&n, (const char *)&s + outcomes[i].field, sizeof n);
        if (n || i == 0)
            put(w, "%8llu %s\n", (unsigned long long)n, outcomes[i].what);
    }
    put(w, "Time in kernels: %.3f ms, of it %.3f ms on control threads that did not wait; the longest run in a call took %.1f us.\n", (double)s.kernel_ns / 1e6, (double)s.kernel_ns_control / 1e6,
        (double)s.inline_ns_max / 1e3);
}

size_t ra_report(char *text, size_t size)
{
    writer w = {.text = text, .size = text ? size : 0};
    ra_stats s = ra_get_stats();
    put(&w, "Control threads waited %llu times, %.3f ms in all.\n", (unsigned long long)s.waits, (double)s.wait_ns / 1e6);
    int before = ra__os_cancel_defer();
    ra__os_call_deep(put_places, &w); /* libdw takes a hundred KiB of stack */
    ra__os_cancel_restore(before);
    put_outcomes(&w);
    return w.at;
}

/* At once into as much room as the longest report takes, since to measure it first would mean to read the debug
 * information twice. */
void ra__report_print(void)
{
    enum { LONGEST_PLACE = 900 };
    size_t size = (RA__STALLS + 4) * LONGEST_PLACE;
    char *text = ra__os_alloc(size);
    if (!text)
        return;
    size_t n = ra_report(text, size);
    (void)ra__os_write_full(2, text, n < size ? n : size - 1);
    ra__os_free(text);
}

void ra_reset_stats(void)
{
    ra__counters_reset();
    ra__stalls_forget();
}
