/*
 * The trace: what happened when, for Perfetto. One load and a branch a hook while it is off; see trace.c.
 */
#ifndef RA_ASYNC_TRACE_H
#define RA_ASYNC_TRACE_H

#include "async/task.h"

#include <runahead/engine.h>
#include <stdatomic.h>

extern _Atomic bool ra__tracing;

static inline bool ra__is_tracing(void)
{
    return __builtin_expect(atomic_load_explicit(&ra__tracing, memory_order_relaxed), false);
}

/* ---- what the hooks below call while there is a trace ---- */

void ra__trace_number_record(uint64_t task, uint64_t start_ns);
void ra__trace_end_record(const char *name, uint64_t task, uint64_t start_ns);
void ra__trace_start_task(const ra_task *t);
void ra__trace_kernel_of(const ra_task *t, uint64_t start_ns, uint64_t ns);
void ra__trace_inline_kernel(const ra__job *j, uint64_t start_ns, uint64_t ns);
void ra__trace_end_task(const ra_task *t);
void ra__trace_end_wait(const char *what, const char *operator, uint64_t wait, uint64_t start_ns, uint64_t ns);

/* Something that a kernel is shown with: a text, or where that is NULL a number. The key is a plain word. */
typedef struct ra__trace_argument {
    const char *key, *text;
    int64_t number;
} ra__trace_argument;

/*
 * A kernel under a name of its own, on the calling thread: that of a task (for its queue time and its arrows; 0: of none),
 * with so many arguments. All strings are copied.
 */
void ra__trace_named_kernel(const char *name, uint64_t task, uint64_t start_ns, uint64_t ns, const ra__trace_argument *arguments, int count);

/* ---- hooks ---- */

/* A task is about to be recorded: the time, for the two hooks that follow; 0: there is no trace. */
static inline uint64_t ra__trace_recording(void)
{
    return ra__is_tracing() ? ra__os_now_ns() : 0;
}

/* It has a number, and cannot start yet. */
static inline void ra__trace_numbered(uint64_t task, uint64_t start_ns)
{
    if (__builtin_expect(start_ns != 0, false))
        ra__trace_number_record(task, start_ns);
}

/* It has been recorded, and may have run and be gone. */
static inline void ra__trace_recorded(const char *name, uint64_t task, uint64_t start_ns)
{
    if (__builtin_expect(start_ns != 0, false))
        ra__trace_end_record(name, task, start_ns);
}

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

/* `wait`: number of the task that was waited for last; 0: none. */
static inline void ra__trace_wait(const char *what, const char *operator, uint64_t wait, uint64_t start_ns, uint64_t ns)
{
    if (ra__is_tracing())
        ra__trace_end_wait(what, operator, wait, start_ns, ns);
}

/* ---- life ---- */

/* As ra_trace_start, which tells the thread the reason; here it is given as text. */
ra_status ra__trace_begin(const char *path, char *why, size_t size);
void ra__trace_fork_child(void);
/* No other thread is in the library. */
void ra__trace_free(void);

#endif
