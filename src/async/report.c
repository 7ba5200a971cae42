/*
 * A table of call sites, open addressing, entries claimed by compare-and-swap of their key and never removed; what does
 * not fit is counted under "elsewhere". A site is the file and line of ra_set_site, or the address that called.
 */
#include "async/report.h"

#include "async/os.h"
#include "async/stats.h"

#include <runahead/engine.h>
#include <stdio.h>
#include <string.h>

enum { SITES = 256 };

typedef struct site {
    _Atomic uintptr_t key; /* 0: free. Address of the file's name or of the code, mixed with line and reason */
    _Atomic bool ready;    /* the fields below have been written */
    ra__site at;
    ra__wait_reason reason;
    _Atomic uint64_t count, ns, longest_ns;
} site;

static site sites[SITES];
static site elsewhere;

static site *find(ra__wait_reason reason, const ra__site *at)
{
    uintptr_t key = ((uintptr_t)(at->file ? at->file : (const char *)at->address) * 31 + (uintptr_t)at->line * 7 + (uintptr_t)reason) | 1;
    for (unsigned i = 0; i < SITES; i++) {
        site *s = &sites[(key / 16 + i) % SITES];
        uintptr_t have = 0;
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

void ra__report_wait(ra__wait_reason reason, const ra__site *at, uint64_t ns)
{
    site *s = find(reason, at);
    atomic_fetch_add_explicit(&s->count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->ns, ns, memory_order_relaxed);
    uint64_t longest = atomic_load_explicit(&s->longest_ns, memory_order_relaxed);
    while (ns > longest && !atomic_compare_exchange_weak_explicit(&s->longest_ns, &longest, ns, memory_order_relaxed, memory_order_relaxed))
        ;
}

static const char *const advice[RA__WAIT_REASONS] = {
    [RA__WAIT_READ] = "data was read before it was ready: read later, or ask ra_is_ready first",
    [RA__WAIT_WRITE] = "data was to be changed while tasks still read or wrote it",
    [RA__WAIT_EXTENT] = "a size that depends on the data was asked for (also by an operator that needs it)",
    [RA__WAIT_EXPLICIT] = "ra_wait or its kin",
    [RA__WAIT_PACING] = "the program ran further ahead than PACING_BYTES or PACING_COUNT allow",
};

static const char *site_text(const ra__site *at, char *text, size_t size)
{
    const char *name;
    size_t offset;
    if (at->file)
        snprintf(text, size, "%s:%d", at->file, at->line);
    else if (ra__os_symbol(at->address, &name, &offset))
        snprintf(text, size, "%s+%#zx", name, offset);
    else if (at->address)
        snprintf(text, size, "%p", at->address);
    else
        snprintf(text, size, "(unknown)");
    return text;
}

typedef struct writer {
    char *text;
    size_t size, at;
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

static void put_site(writer *w, const site *s)
{
    char where[256];
    uint64_t count = atomic_load_explicit(&s->count, memory_order_relaxed);
    put(w, "%8llu times %12.3f ms %12.3f ms longest  %s: %s\n", (unsigned long long)count, (double)atomic_load_explicit(&s->ns, memory_order_relaxed) / 1e6,
        (double)atomic_load_explicit(&s->longest_ns, memory_order_relaxed) / 1e6, s == &elsewhere ? "(other places)" : site_text(&s->at, where, sizeof where),
        s == &elsewhere ? "" : advice[s->reason]);
}

size_t ra_report(char *text, size_t size)
{
    writer w = {text, text ? size : 0, 0};
    const site *order[SITES];
    int n = 0;
    for (int i = 0; i < SITES; i++)
        if (atomic_load_explicit(&sites[i].ready, memory_order_acquire) && atomic_load_explicit(&sites[i].count, memory_order_relaxed)) {
            int k = n++;
            uint64_t ns = atomic_load_explicit(&sites[i].ns, memory_order_relaxed);
            for (; k > 0 && atomic_load_explicit(&order[k - 1]->ns, memory_order_relaxed) < ns; k--)
                order[k] = order[k - 1];
            order[k] = &sites[i];
        }
    ra_stats s = ra_get_stats();
    put(&w, "Control threads waited %llu times, %.3f ms in all.\n", (unsigned long long)s.waits, (double)s.wait_ns / 1e6);
    for (int i = 0; i < n; i++)
        put_site(&w, order[i]);
    if (atomic_load_explicit(&elsewhere.count, memory_order_relaxed))
        put_site(&w, &elsewhere);
    put(&w, "Operators: %llu recorded, %llu run inline (longest %.1f us), %llu dropped unseen, %llu failed.\n", (unsigned long long)s.recorded,
        (unsigned long long)s.ran_inline, (double)s.inline_ns_max / 1e3, (unsigned long long)s.dropped, (unsigned long long)s.failed);
    return w.at;
}

void ra__report_print(void)
{
    size_t size = ra_report(NULL, 0) + 4096; /* other threads may be adding lines */
    char *text = ra__os_alloc(size);
    if (!text)
        return;
    size_t n = ra_report(text, size);
    (void)ra__os_write_full(2, text, n < size ? n : size - 1);
    ra__os_free(text);
}

void ra__report_reset(void)
{
    for (int i = 0; i < SITES; i++) {
        atomic_store_explicit(&sites[i].count, 0, memory_order_relaxed);
        atomic_store_explicit(&sites[i].ns, 0, memory_order_relaxed);
        atomic_store_explicit(&sites[i].longest_ns, 0, memory_order_relaxed);
    }
    atomic_store_explicit(&elsewhere.count, 0, memory_order_relaxed);
    atomic_store_explicit(&elsewhere.ns, 0, memory_order_relaxed);
    atomic_store_explicit(&elsewhere.longest_ns, 0, memory_order_relaxed);
}
