/*
 * State of the trace: OFF -> CHANGING -> ON -> CHANGING -> OFF, by compare-and-swap; what changes belongs to who swapped.
 * A hook that saw ra__tracing may still push when the trace has ended: the next one leaves out what lies before its
 * beginning. The table lives until a shutdown, when no other thread is in a call; rings stay, as counters do, since
 * threads that end give theirs up at any time.
 */
#include "async/observe/trace_start.h"

#include "async/observe/trace_file.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "async/thread/settings.h"
#include "async/thread/state.h"
#include "async/thread/trace_events.h"
#include "async/thread/trace_ring.h"
#include "async/thread/trace_times.h"

#include <stdio.h>
#include <string.h>

enum { OFF, CHANGING, ON };

static _Atomic int state;

ra_status ra__trace_begin(const char *path, size_t in_flight, char *why, size_t size)
{
    int fd, error, from = OFF;
    bool made;
    if (!atomic_compare_exchange_strong_explicit(&state, &from, CHANGING, memory_order_acquire, memory_order_relaxed)) {
        snprintf(why, size, "a trace is being written already");
        return RA_ERR_STATE;
    }
    if (!(made = ra__times_make(in_flight)))
        error = -1;
    else if (!(error = ra__os_open_new(path, &fd)) && (error = ra__trace_file_begin(fd, ra__os_now_ns())))
        ra__os_close(fd);
    if (error) {
        atomic_store_explicit(&state, OFF, memory_order_release);
        snprintf(why, size, "%s: %s", made ? path : "out of memory", made ? strerror(-error) : "for the times of tasks");
        return made ? RA_ERR_FILE : RA_ERR_MEMORY;
    }
    atomic_fetch_add_explicit(&ra__trace_number, 1, memory_order_relaxed);
    atomic_store_explicit(&state, ON, memory_order_release);
    atomic_store_explicit(&ra__tracing, true, memory_order_release);
    return RA_OK;
}

ra_status ra_trace_start(const char *path)
{
    RA__NOTE_CALLER();
    char why[640];
    if (!path || !*path)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_trace_start: path is %s", path ? "empty" : "NULL");
    /* What another thread may be setting just now is not looked at before the engine runs. */
    ra_status s = ra__trace_begin(path, ra__engine_is_running() ? ra__settings.pacing_count : RA__PACING_COUNT, why, sizeof why);
    return s ? ra__refusal(s, "ra_trace_start: %s", why) : RA_OK;
}

ra_status ra_trace_stop(void)
{
    RA__NOTE_CALLER();
    int from = ON;
    if (!atomic_compare_exchange_strong_explicit(&state, &from, CHANGING, memory_order_acquire, memory_order_relaxed))
        return RA_OK;
    atomic_store_explicit(&ra__tracing, false, memory_order_release);
    ra__trace_outcome o = ra__trace_file_end();
    atomic_store_explicit(&state, OFF, memory_order_release);
    return o.lost ? ra__refusal(RA_ERR_FILE, "ra_trace_stop: %llu of %llu events are not in the trace", (unsigned long long)o.lost, (unsigned long long)(o.lost + o.written))
                  : RA_OK;
}

void ra__trace_free(void)
{
    ra__times_free();
}

void ra__trace_fork_child(void)
{
    atomic_store_explicit(&ra__tracing, false, memory_order_relaxed);
    if (atomic_exchange_explicit(&state, OFF, memory_order_relaxed) != OFF)
        ra__trace_file_fork_child();
    ra__trace_free();
    ra__trace_rings_fork_child();
}
