/*
 * Submitting takes over what a job holds: it runs now, from where it is, or later, from a record of its own. It cannot fail,
 * since the thread has made sure of a record before; false from that: out of memory.
 */
#ifndef RA_ASYNC_SUBMIT_H
#define RA_ASYNC_SUBMIT_H

#include "async/tasks/graph.h"
#include "async/values/job.h"

static inline bool ra__submit_begin(void)
{
    return ra__graph_reserve();
}
void ra__submit(ra__job *j);
/* Of a job whose plan names a device with streams, which may be recorded for (ra__stream_ensure). */
void ra__submit_to_device(ra__job *j);

#endif
