#include "async/thread/belongings.h"

#include "async/os/os.h"

#include <string.h>

static _Atomic(ra__belongings *) sets;

ra__belongings *ra__belongings_all(void)
{
    return atomic_load_explicit(&sets, memory_order_acquire);
}

static ra__belongings *take(void)
{
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next) {
        bool taken = false;
        if (!atomic_load_explicit(&b->taken, memory_order_relaxed) && atomic_compare_exchange_strong_explicit(&b->taken, &taken, true, memory_order_acquire, memory_order_relaxed))
            return b;
    }
    ra__belongings *b = ra__os_calloc(1, sizeof *b);
    if (!b)
        return NULL;
    atomic_init(&b->taken, true);
    b->next = atomic_load_explicit(&sets, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&sets, &b->next, b, memory_order_release, memory_order_relaxed))
        ;
    return b;
}

ra__belongings *ra__belongings_make(void)
{
    ra__os_at_thread_exit();
    ra__belongings *b = take();
    ra__my_counters = b ? &b->counters : NULL;
    return b;
}

void ra__belongings_leave(void)
{
    ra__belongings *b = (ra__belongings *)(void *)ra__my_counters;
    ra__my_counters = NULL;
    if (b)
        atomic_store_explicit(&b->taken, false, memory_order_release);
}

void ra__belongings_fork_child(void)
{
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next)
        if (&b->counters != ra__my_counters) {
            memset(b->magazine.count, 0, sizeof b->magazine.count);
            atomic_store_explicit(&b->taken, false, memory_order_relaxed);
        }
}
