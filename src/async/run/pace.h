/*
 * Pacing: who runs far ahead is held back.
 */
#ifndef RA_ASYNC_PACE_H
#define RA_ASYNC_PACE_H

#include "async/tasks/graph.h"
#include "async/thread/settings.h"
#include "async/values/job.h"

/* Holds a control thread, which is recording this operator, back while more is in flight than the settings allow. */
void ra__pace_slowly(const char *operator);

static inline void ra__pace(const ra__job *j)
{
    const ra__in_flight f = ra__graph_in_flight();
    if (__builtin_expect((size_t)f.bytes > ra__settings.pacing_bytes || (size_t)f.tasks > ra__settings.pacing_count, false))
        ra__pace_slowly(ra__job_name(j));
}

#endif
