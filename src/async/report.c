/*
 * A table of call sites, open addressing, entries claimed by compare-and-swap of their key and never removed; what does
 * not fit is counted under "elsewhere". A site is a file and line, or the address that called, which is looked up in
 * the debug information only when a report is made.
 */
#include "async/report.h"

#include "async/graph.h"
#include "async/os.h"
#include "async/settings.h"
#include "async/source_line.h"
#include "async/stats.h"

#include <runahead/engine.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SITES = 256 };

typedef struct site {
    _Atomic uint64_t key; /* 0: free. Of the place and the reason */
    _Atomic bool ready;   /* the two fields below have been written */
    ra_site at;
    ra__wait_reason reason;
    _Atomic(const char *) operator; /* what was waited for; ra__several: not always the same */
    _Atomic uint64_t count, ns, longest_ns;
} site;

static site sites[SITES];
static site elsewhere;

/* Every bit of the place and the reason reaches every bit of the key, so that no two of a program share one. */
static uint64_t key_of(ra__wait_reason reason, const ra_site *at)
{
    uint64_t x = (uintptr_t)at->file;
    x = (x ^ (uint64_t)at->line << 40 ^ (uint64_t)reason << 56) * UINT64_C(0x9e3779b97f4a7c15);
    return (x ^ x >> 32) | 1;
}

static site *find(ra__wait_reason reason, const ra_site *at)
{
    uint64_t key = key_of(reason, at);
    for (unsigned i = 0; i < SITES; i++) {
        site *s = &sites[(key / 16 + i) % SITES];
        uint64_t have = 0;
        if (atomic_compare_exchange_strong_explicit(&s->key, &have, key, memory_order_acq_rel, memory_order_acquire)) {
            s->at = *at;
            s->reason = reason;
            atomic_store_explicit(&s->ready, true, memory_order_release);
            return s;
        }
        if (have == key)
            return s;
    }
    return &elsewhere;
}

static void note_operator(site *s, const char *operator)
{
    const char *before = NULL;
    if (!operator || atomic_compare_exchange_strong_explicit(&s->operator, &before, operator, memory_order_relaxed, memory_order_relaxed))
        return;
    if (before != operator && strcmp(before, operator))
        atomic_store_explicit(&s->operator, ra__several, memory_order_relaxed);
}

void ra__report_wait(ra__wait_reason reason, const ra_site *at, const char *operator, uint64_t ns)
{
    site *s = find(reason, at);
    note_operator(s, operator);
    atomic_fetch_add_explicit(&s->count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->ns, ns, memory_order_relaxed);
    uint64_t longest = atomic_load_explicit(&s->longest_ns, memory_order_relaxed);
    while (ns > longest && !atomic_compare_exchange_weak_explicit(&s->longest_ns, &longest, ns, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* ---- as text ---- */

static const struct {
    const char *name, *advice;
} kinds[RA__WAIT_REASONS] = {
    [RA__WAIT_READ] = {"read", "read too early: read later, or do something else until ra_is_ready or ra_on_ready says that it is there"},
    [RA__WAIT_WRITE] = {"write access", "changed while tasks still read or wrote it: change a tensor of its own, or later"},
    [RA__WAIT_EXTENT] = {"size", "a shape that depends on data was asked for, or an operator needs it: ra_size_bound does not wait; a mask keeps the shape"},
    [RA__WAIT_EXPLICIT] = {"wait", "asked for: ra_is_ready, ra_on_ready and ra_ready_fd tell the same without a wait"},
    [RA__WAIT_PACED_BYTES] = {"pacing by bytes", NULL},
    [RA__WAIT_PACED_COUNT] = {"pacing by count", NULL},
    [RA__WAIT_FILE] = {"file", "a file was opened and its header read: open it before the loop, or in another thread"},
    [RA__WAIT_LIBRARY] = {"library", "LAPACK was loaded by the thread that computes with it, once: a small decomposition at the start does it when it suits"},
    [RA__WAIT_TRIM] = {"trim", "memory was given back to the system: trim where there is time"},
    [RA__WAIT_START] = {"start", "the first call started the engine: ra_init does it when it suits"},
    [RA__WAIT_SHUTDOWN] = {"shutdown", "what was pending was finished"},
};

const char *ra__wait_name(ra__wait_reason reason)
{
    return kinds[reason].name;
}

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
    ra__wait_reason reason;
    const char *operator;
    uint64_t count, ns, longest_ns;
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

static told tell(const site *s)
{
    return (told){.reason = s->reason,
                  .operator = atomic_load_explicit(&s->operator, memory_order_relaxed),
                  .count = atomic_load_explicit(&s->count, memory_order_relaxed),
                  .ns = atomic_load_explicit(&s->ns, memory_order_relaxed),
                  .longest_ns = atomic_load_explicit(&s->longest_ns, memory_order_relaxed)};
}

static void add(told *to, const told *t)
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
    for (int i = 0; i < SITES; i++) {
        if (!atomic_load_explicit(&sites[i].ready, memory_order_acquire) || !atomic_load_explicit(&sites[i].count, memory_order_relaxed))
            continue;
        told *t = &list[n];
        *t = tell(&sites[i]);
        put_place(w, &sites[i].at, t->where, sizeof t->where);
        int k = 0;
        while (list[k].reason != t->reason || strcmp(list[k].where, t->where)) /* ends at t itself */
            k++;
        if (k < n)
            add(&list[k], t);
        else
            n++;
    }
    return n;
}

static int by_time(const void *a, const void *b)
{
    uint64_t left = ((const told *)a)->ns, right = ((const told *)b)->ns;
    return left < right ? 1 : left > right ? -1 : 0;
}

static void put_advice(writer *w, ra__wait_reason reason)
{
    if (reason == RA__WAIT_PACED_BYTES)
        put(w, "%14sheld: more than %zu bytes of results were in flight (RUNAHEAD_PACING_BYTES): recording is faster than the work\n", "", ra__settings.pacing_bytes);
    else if (reason == RA__WAIT_PACED_COUNT)
        put(w, "%14sheld: more than %zu operators were in flight (RUNAHEAD_PACING_COUNT): recording is faster than the work\n", "", ra__settings.pacing_count);
    else
        put(w, "%14s%s\n", "", kinds[reason].advice);
}

static void put_times(writer *w, const told *t)
{
    put(w, "%8llu times %12.3f ms %12.3f ms longest  ", (unsigned long long)t->count, (double)t->ns / 1e6, (double)t->longest_ns / 1e6);
}

static void put_places(void *arg)
{
    writer *w = arg;
    told *list = ra__os_alloc(SITES * sizeof *list);
    int n = list ? collect(w, list) : 0;
    if (list)
        qsort(list, (size_t)n, sizeof *list, by_time);
    else
        put(w, "%14s(no memory to tell where)\n", "");
    for (int i = 0; i < n; i++) {
        const told *t = &list[i];
        put_times(w, t);
        put(w, "%s%s%s at %s\n", kinds[t->reason].name, t->operator ? ": " : "", t->operator ? t->operator : "", t->where);
        put_advice(w, t->reason);
    }
    ra__os_free(list);
    told others = tell(&elsewhere);
    if (others.count) {
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
    size_t size = (SITES + 4) * LONGEST_PLACE;
    char *text = ra__os_alloc(size);
    if (!text)
        return;
    size_t n = ra_report(text, size);
    (void)ra__os_write_full(2, text, n < size ? n : size - 1);
    ra__os_free(text);
}

static void forget(site *s)
{
    atomic_store_explicit(&s->operator, NULL, memory_order_relaxed);
    atomic_store_explicit(&s->count, 0, memory_order_relaxed);
    atomic_store_explicit(&s->ns, 0, memory_order_relaxed);
    atomic_store_explicit(&s->longest_ns, 0, memory_order_relaxed);
}

void ra__report_reset(void)
{
    for (int i = 0; i < SITES; i++)
        forget(&sites[i]);
    forget(&elsewhere);
}
