#include "async/thread/stats.h"

#include "async/thread/belongings.h"

#include <runahead/engine.h>
#include <string.h>

_Atomic bool ra__observing;
__thread ra__counters *ra__my_counters;

static ra__counters shared;
static ra_stats base; /* what ra_reset_stats subtracts; of the thread that resets */

ra__counters *ra__counters_make(void)
{
    ra__belongings *mine = ra__belongings_mine();
    return mine ? &mine->counters : &shared;
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
    add(&s, &shared);
    for (const ra__belongings *b = ra__belongings_all(); b; b = b->next)
        add(&s, &b->counters);
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
    atomic_store_explicit(&shared.value[RA__STAT_INLINE_NS_MAX], 0, memory_order_relaxed);
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next)
        atomic_store_explicit(&b->counters.value[RA__STAT_INLINE_NS_MAX], 0, memory_order_relaxed);
}
