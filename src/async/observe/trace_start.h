/*
 * The beginning and the end of a trace.
 */
#ifndef RA_ASYNC_TRACE_START_H
#define RA_ASYNC_TRACE_START_H

#include <runahead/engine.h>
#include <stddef.h>

/* As ra_trace_start, which tells the thread the reason; here it is given as text. So many operators are expected to be in flight. */
ra_status ra__trace_begin(const char *path, size_t in_flight, char *why, size_t size);
void ra__trace_fork_child(void);
/* No other thread is in the library. */
void ra__trace_free(void);

#endif
