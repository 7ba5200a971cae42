/*
 * Pacing: who runs far ahead is held back.
 */
#ifndef RA_ASYNC_PACE_H
#define RA_ASYNC_PACE_H

#include "async/tasks/graph.h"
#include "async/thread/settings.h"
#include "async/values/job.h"

static inline bool ra__pace_is_over(int memory, int64_t tasks)
{
    return (size_t)ra__graph_bytes(memory) > atomic_load_explicit(&ra__graph_most_bytes[memory], memory_order_relaxed) || (size_t)tasks > ra__settings.pacing_count;
}

/* Holds a control thread, which is recording this operator, back while more is in flight than the settings allow: of operators, and of
 * bytes of the memory that its results are in. */
void ra__pace_slowly(const char *operator, int memory);

static inline void ra__pace(const ra__job *j)
{
    const int memory = ra__job_memory_of(j);
    if (__builtin_expect(ra__pace_is_over(memory, ra__graph_in_flight().tasks), false))
        ra__pace_slowly(ra__job_name(j), memory);
}

#endif
