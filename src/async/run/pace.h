/*
 * Pacing: who runs far ahead is held back.
 */
#ifndef RA_ASYNC_PACE_H
#define RA_ASYNC_PACE_H

#include "async/tasks/graph.h"
#include "async/thread/settings.h"
#include "async/values/job.h"

/* Joins count apart: each stands for some sixty operators of one tensor, and where one of them does not end, neither do the joins behind it. */
static inline bool ra__pace_is_over(int memory, ra__in_flight f)
{
    return (size_t)ra__graph_bytes(memory) > ra__graph_most_bytes[memory] || (size_t)f.tasks > ra__settings.pacing_count || (size_t)f.joins > ra__settings.pacing_count;
}

/* Holds a control thread, which is recording this operator, back while more is in flight than the settings allow: of operators, and of
 * bytes of the memory that its results are in. */
void ra__pace_slowly(const char *operator, int memory);

static inline void ra__pace(const ra__job *j)
{
    const int memory = ra__job_memory_of(j);
    if (__builtin_expect(ra__pace_is_over(memory, ra__graph_in_flight()), false))
        ra__pace_slowly(ra__job_name(j), memory);
}

#endif
