/*
 * The trace: what happened when, for Perfetto. One load and a branch a hook while it is off.
 */
#ifndef RA_ASYNC_TRACE_H
#define RA_ASYNC_TRACE_H

#include "async/job.h"

#include <stdatomic.h>

extern _Atomic bool ra__tracing;

void ra__trace_kernel_event(const ra__job *j, uint64_t start_ns, uint64_t ns);
void ra__trace_wait_event(const char *why, uint64_t start_ns, uint64_t ns);
void ra__trace_record_event(const char *name, uint64_t sequence);

void ra__trace_fork_child(void);

static inline void ra__trace_kernel(const ra__job *j, uint64_t start_ns, uint64_t ns)
{
    if (__builtin_expect(atomic_load_explicit(&ra__tracing, memory_order_relaxed), false))
        ra__trace_kernel_event(j, start_ns, ns);
}

static inline void ra__trace_wait(const char *why, uint64_t start_ns, uint64_t ns)
{
    if (__builtin_expect(atomic_load_explicit(&ra__tracing, memory_order_relaxed), false))
        ra__trace_wait_event(why, start_ns, ns);
}

/* Once a job is recorded it may have run and be gone: what is told of it was noted before. */
static inline void ra__trace_record(const char *name, uint64_t sequence)
{
    if (__builtin_expect(atomic_load_explicit(&ra__tracing, memory_order_relaxed), false))
        ra__trace_record_event(name, sequence);
}

#endif
