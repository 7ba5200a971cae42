/*
 * The trace: what happened when, for Perfetto. One load and a branch a hook while it is off; see trace_events.c.
 */
#ifndef RA_ASYNC_TRACE_EVENTS_H
#define RA_ASYNC_TRACE_EVENTS_H

#include "async/os/os.h"
#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

extern RA__HIDDEN _Atomic bool ra__tracing;

static inline bool ra__is_tracing(void)
{
    return __builtin_expect(atomic_load_explicit(&ra__tracing, memory_order_relaxed), false);
}

/* A hook has seen relaxed that there is a trace: what was made before it is there as well. */
static inline void ra__trace_see(void)
{
    (void)atomic_load_explicit(&ra__tracing, memory_order_acquire);
}

/* ---- what the hooks call while there is a trace ---- */

void ra__trace_number_record(uint64_t task, uint64_t start_ns);
void ra__trace_end_record(const char *name, uint64_t task, uint64_t start_ns);
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

/* The next kernel of this thread is the first of that task; it follows the arrows that are added. */
void ra__trace_starting(uint64_t task);
void ra__trace_add_arrow(uint64_t from);
/* Whether the last kernel that the thread told of was of that task, when it ended and on which track. */
bool ra__trace_last_kernel(uint64_t task, uint64_t *end_ns, int32_t *tid);

/*
 * What the calling thread tells between these two is of another track than its own, which has this number, that no thread has, and this
 * name. One thread at a time tells of it; *introduced is the track's, and 0 at first.
 */
enum { RA__TRACE_TRACKS = 1 << 30 };
void ra__trace_begin_track(int32_t tid, const char *name, _Atomic uint32_t *introduced);
void ra__trace_end_track(void);

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

/* `wait`: number of the task that was waited for last; 0: none. */
static inline void ra__trace_wait(const char *what, const char *operator, uint64_t wait, uint64_t start_ns, uint64_t ns)
{
    if (ra__is_tracing())
        ra__trace_end_wait(what, operator, wait, start_ns, ns);
}

/* ---- life (trace_start.h) ---- */

extern RA__HIDDEN _Atomic uint32_t ra__trace_number; /* of the present trace, for threads to introduce themselves once */

#endif
