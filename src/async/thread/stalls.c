/*
 * A table of call sites, open addressing, entries claimed by compare-and-swap of their key and never removed; what does
 * not fit is counted under "elsewhere". A site is a file and line, or the address that called, which is looked up in
 * the debug information only when a report is made.
 */
#include "async/thread/stalls.h"

#include "async/os/os.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"
#include "async/thread/trace_events.h"

#include <string.h>

typedef struct site {
    _Atomic uint64_t key; /* 0: free. Of the place and the reason */
    _Atomic bool ready;   /* the two fields below have been written */
    ra_site at;
    ra__wait_reason reason;
    _Atomic(const char *) operator; /* what was waited for; ra__several: not always the same */
    _Atomic uint64_t count, ns, longest_ns;
} site;

const char ra__several[] = "several operators";

static site sites[RA__STALLS];
static site elsewhere;

static const char *const names[RA__WAIT_REASONS] = {
    [RA__WAIT_READ] = "read",
    [RA__WAIT_WRITE] = "write access",
    [RA__WAIT_EXTENT] = "size",
    [RA__WAIT_EXPLICIT] = "wait",
    [RA__WAIT_PACED_BYTES] = "pacing by bytes",
    [RA__WAIT_PACED_COUNT] = "pacing by count",
    [RA__WAIT_FILE] = "file",
    [RA__WAIT_LIBRARY] = "library",
    [RA__WAIT_LOCK] = "lock",
    [RA__WAIT_TRIM] = "trim",
    [RA__WAIT_START] = "start",
    [RA__WAIT_SHUTDOWN] = "shutdown",
};

const char *ra__wait_name(ra__wait_reason reason)
{
    return names[reason];
}

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
    for (unsigned i = 0; i < RA__STALLS; i++) {
        site *s = &sites[(key / 16 + i) % RA__STALLS];
        uint64_t have = 0;
        if (atomic_compare_exchange_strong_explicit(&s->key, &have, key, memory_order_relaxed, memory_order_relaxed)) {
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

static void count_at(ra__wait_reason reason, const ra_site *at, const char *operator, uint64_t ns)
{
    site *s = find(reason, at);
    note_operator(s, operator);
    atomic_fetch_add_explicit(&s->count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&s->ns, ns, memory_order_relaxed);
    uint64_t longest = atomic_load_explicit(&s->longest_ns, memory_order_relaxed);
    while (ns > longest && !atomic_compare_exchange_weak_explicit(&s->longest_ns, &longest, ns, memory_order_relaxed, memory_order_relaxed))
        ;
}

void ra__note_wait(ra__wait_reason reason, const char *operator, uint64_t ended, uint64_t start)
{
    uint64_t ns = ra__os_now_ns() - start;
    if (ra__tls.carried.mode & RA__MODE_KERNEL)
        return;
    ra__count(RA__STAT_WAITS, 1);
    ra__count(RA__STAT_WAIT_NS, ns);
    count_at(reason, &ra__tls.carried.site, operator, ns);
    ra__trace_wait(names[reason], operator, ended, start, ns);
}

/* ---- what was noted ---- */

bool ra__stall_at(int i, ra__stall *found)
{
    const site *s = i < RA__STALLS ? &sites[i] : &elsewhere;
    uint64_t count = atomic_load_explicit(&s->count, memory_order_relaxed);
    if (!count || (s != &elsewhere && !atomic_load_explicit(&s->ready, memory_order_acquire)))
        return false;
    *found = (ra__stall){.at = s->at,
                         .reason = s->reason,
                         .operator = atomic_load_explicit(&s->operator, memory_order_relaxed),
                         .count = count,
                         .ns = atomic_load_explicit(&s->ns, memory_order_relaxed),
                         .longest_ns = atomic_load_explicit(&s->longest_ns, memory_order_relaxed)};
    return true;
}

static void forget(site *s)
{
    atomic_store_explicit(&s->operator, NULL, memory_order_relaxed);
    atomic_store_explicit(&s->count, 0, memory_order_relaxed);
    atomic_store_explicit(&s->ns, 0, memory_order_relaxed);
    atomic_store_explicit(&s->longest_ns, 0, memory_order_relaxed);
}

void ra__stalls_forget(void)
{
    for (int i = 0; i < RA__STALLS; i++)
        forget(&sites[i]);
    forget(&elsewhere);
}
