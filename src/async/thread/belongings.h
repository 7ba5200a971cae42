/*
 * What a thread has besides its thread-local storage, of which a program that loads the library while it runs has little to give
 * (initial-exec, Makefile).
 *
 * A thread takes a set when it first needs one. Sets are never freed while the process runs; those of threads that have ended are
 * handed on, but for threads that end before the library has first been started: their ends are not noted yet.
 */
#ifndef RA_ASYNC_BELONGINGS_H
#define RA_ASYNC_BELONGINGS_H

#include "async/os/room.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

enum { RA__NEAR = RA__ROOM(64, 2) };

typedef struct ra__belongings {
    ra__counters counters;                  /* first: stats.h has their address alone */
    const struct ra_layout *near[RA__NEAR]; /* interned layouts that it has met last, by their hash: of whoever had the set before, too */
    char error[RA__ERROR_BYTES];            /* its first refusal, while it has one */
    struct ra__belongings *next;            /* written before the set is in the list */
    _Atomic bool taken;                     /* by a thread, alone in writing what stands above; given up by a release, which the next acquires */
} ra__belongings;

/* The calling thread's; NULL: there was no memory for one. */
ra__belongings *ra__belongings_mine(void);

/* All that there are, from the newest on. */
ra__belongings *ra__belongings_all(void);

/* The calling thread ends. */
void ra__belongings_leave(void);

#endif
