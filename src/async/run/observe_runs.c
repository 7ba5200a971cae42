#include "async/run/observe_runs.h"

static _Atomic int64_t running_now;
static _Atomic uint64_t latest_started;

void ra__observe_run(uint64_t sequence)
{
    int64_t others = atomic_fetch_add_explicit(&running_now, 1, memory_order_relaxed);
    ra__count(RA__STAT_OVERLAPPED, (uint64_t)others);
    uint64_t latest = atomic_load_explicit(&latest_started, memory_order_relaxed);
    if (sequence < latest)
        ra__count(RA__STAT_OUT_OF_ORDER, 1);
    while (sequence > latest && !atomic_compare_exchange_weak_explicit(&latest_started, &latest, sequence, memory_order_relaxed, memory_order_relaxed))
        ;
}

void ra__observe_run_end(void)
{
    atomic_fetch_sub_explicit(&running_now, 1, memory_order_relaxed);
}

void ra__observe_runs_fork_child(void)
{
    atomic_store_explicit(&running_now, 0, memory_order_relaxed);
}
