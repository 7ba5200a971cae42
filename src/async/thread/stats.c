#include "async/thread/stats.h"

#include "async/os/os.h"

#include <runahead/engine.h>
#include <string.h>

_Atomic bool ra__observing;
__thread ra__counters *ra__my_counters;

/* Sets are never freed while the process runs; those of threads that ended are handed on. */
typedef struct node {
    ra__counters counters;
    struct node *next;
    _Atomic bool taken;
} node;

static _Atomic(node *) sets;
static node shared;
static ra_stats base; /* what ra_reset_stats subtracts; of the thread that resets */

ra__counters *ra__counters_make(void)
{
    ra__os_at_thread_exit();
    for (node *n = atomic_load_explicit(&sets, memory_order_acquire); n; n = n->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong_explicit(&n->taken, &taken, true, memory_order_acquire, memory_order_relaxed))
            return ra__my_counters = &n->counters;
    }
    node *n = ra__os_calloc(1, sizeof *n);
    if (!n)
        return &shared.counters;
    atomic_init(&n->taken, true);
    n->next = atomic_load_explicit(&sets, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&sets, &n->next, n, memory_order_release, memory_order_relaxed))
        ;
    return ra__my_counters = &n->counters;
}

void ra__counters_leave(void)
{
    ra__counters *c = ra__my_counters;
    ra__my_counters = NULL;
    if (c)
        atomic_store_explicit(&((node *)(void *)c)->taken, false, memory_order_release);
}

static void add(ra_stats *to, const ra__counters *c)
{
#define X(name, field) \
    { \
        uint64_t v = atomic_load_explicit(&c->value[RA__STAT_##name], memory_order_relaxed); \
        if (RA__STAT_##name == RA__STAT_INLINE_NS_MAX) \
            to->field = v > to->field ? v : to->field; \
        else \
            to->field += v; \
    }
    RA__STAT_LIST(X)
#undef X
}

static ra_stats sum(void)
{
    ra_stats s;
    memset(&s, 0, sizeof s);
    add(&s, &shared.counters);
    for (node *n = atomic_load_explicit(&sets, memory_order_acquire); n; n = n->next)
        add(&s, &n->counters);
    return s;
}

ra_stats ra_get_stats(void)
{
    ra_stats s = sum();
#define X(name, field) \
    if (RA__STAT_##name != RA__STAT_INLINE_NS_MAX) \
        s.field -= base.field;
    RA__STAT_LIST(X)
#undef X
    return s;
}

void ra__counters_reset(void)
{
    base = sum();
    atomic_store_explicit(&shared.counters.value[RA__STAT_INLINE_NS_MAX], 0, memory_order_relaxed);
    for (node *n = atomic_load_explicit(&sets, memory_order_acquire); n; n = n->next)
        atomic_store_explicit(&n->counters.value[RA__STAT_INLINE_NS_MAX], 0, memory_order_relaxed);
}
