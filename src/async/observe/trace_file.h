/*
 * The file of the trace: Chrome's JSON array of events, which Perfetto opens.
 */
#ifndef RA_ASYNC_TRACE_FILE_H
#define RA_ASYNC_TRACE_FILE_H

#include <stdint.h>

typedef struct ra__trace_outcome {
    uint64_t written, lost; /* events */
} ra__trace_outcome;

/* Takes the descriptor over and starts the thread that writes. start_ns is the trace's zero. -EAGAIN, -ENOMEM, or why
 * nothing can be written; the descriptor is the caller's then. */
int ra__trace_file_begin(int fd, uint64_t start_ns);
/* Writes what has been pushed before, and the end; closes. Not by two threads at once. */
ra__trace_outcome ra__trace_file_end(void);

/* In the child of a fork, which does not have the thread: lets go of the file. */
void ra__trace_file_fork_child(void);

#endif
