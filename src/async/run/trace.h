/*
 * The trace: what tasks do (trace_events.h). One load and a branch a hook while it is off.
 */
#ifndef RA_ASYNC_TRACE_H
#define RA_ASYNC_TRACE_H

#include "async/tasks/task.h"
#include "async/thread/trace_events.h"

/* ---- what the hooks below call while there is a trace ---- */

void ra__trace_start_task(const ra_task *t);
void ra__trace_kernel_of(const ra_task *t, uint64_t start_ns, uint64_t ns);
void ra__trace_stream_kernel(const ra_task *t);
void ra__trace_inline_kernel(const ra__job *j, uint64_t start_ns, uint64_t ns);
void ra__trace_end_task(const ra_task *t);

/* ---- hooks ---- */

/* A job, or the group that it leads, is about to run its first kernel. */
static inline void ra__trace_started(const ra_task *t)
{
    if (ra__is_tracing())
        ra__trace_start_task(t);
}

/* A kernel of a task, or of the group that it leads, has run on this thread. */
static inline void ra__trace_kernel(const ra_task *t, uint64_t start_ns, uint64_t ns)
{
    if (ra__is_tracing())
        ra__trace_kernel_of(t, start_ns, ns);
}

/* A device has done what it was handed of a job, or of the group that it leads, which is about to be ended by the completing lane. */
static inline void ra__trace_streamed(const ra_task *t)
{
    if (ra__is_tracing())
        ra__trace_stream_kernel(t);
}

/* The same of a job that ran in the call. */
static inline void ra__trace_inline(const ra__job *j, uint64_t start_ns, uint64_t ns)
{
    if (ra__is_tracing())
        ra__trace_inline_kernel(j, start_ns, ns);
}

/* Before the successors of a task are told, or the waiter that it is. */
static inline void ra__trace_ended(const ra_task *t)
{
    if (ra__is_tracing())
        ra__trace_end_task(t);
}

#endif
