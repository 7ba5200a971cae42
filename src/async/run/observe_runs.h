/*
 * What the tests watch: pairs of tasks that run at once, and tasks that start out of order. Nobody else pays for it (ra__observing).
 */
#ifndef RA_ASYNC_OBSERVE_RUNS_H
#define RA_ASYNC_OBSERVE_RUNS_H

#include "async/thread/stats.h"

void ra__observe_run(uint64_t sequence);
void ra__observe_run_end(void);
void ra__observe_runs_fork_child(void);

/* A task starts. Whether it is counted as running. */
static inline bool ra__observes_run(uint64_t sequence)
{
    const bool observing = atomic_load_explicit(&ra__observing, memory_order_relaxed);
    if (__builtin_expect(observing, false))
        ra__observe_run(sequence);
    return observing;
}

#endif
