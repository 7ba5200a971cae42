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
enum { RA__MAGAZINE_CLASSES = 32, RA__MAGAZINE_ROOM = RA__ROOM(16, 4) };

/*
 * Free blocks of memory that the thread has at hand, of few bytes and of one node, and what it has done to the figures and not told yet
 * (memory/memory_small.c). Of the thread alone, but that others read what is atomic, which orders nothing, and that a shutdown empties it.
 */
typedef struct ra__magazine {
    _Atomic size_t live; /* bytes taken less those given since the figures were told; it wraps */
    _Atomic size_t most; /* that `live` has been meanwhile */
    const struct ra__mem_node *_Atomic home; /* NULL: of none yet */
    uint8_t count[RA__MAGAZINE_CLASSES];
    uint32_t block[RA__MAGAZINE_CLASSES][RA__MAGAZINE_ROOM]; /* by number, the one that was given last behind the others */
} ra__magazine;

typedef struct ra__belongings {
    ra__counters counters;                  /* first: stats.h has their address alone */
    const struct ra_layout *near[RA__NEAR]; /* interned layouts that it has met last, by their hash: of whoever had the set before, too */
    ra__magazine magazine;
    char error[RA__ERROR_BYTES];            /* its first refusal, while it has one */
    struct ra__belongings *next;            /* written before the set is in the list */
    _Atomic bool taken;                     /* by a thread, alone in writing what stands above while the library runs; given up by a release, which the next acquires */
} ra__belongings;

/* The calling thread's; NULL: there was no memory for one. */
ra__belongings *ra__belongings_make(void);

static inline ra__belongings *ra__belongings_mine(void)
{
    return ra__my_counters ? (ra__belongings *)(void *)ra__my_counters : ra__belongings_make();
}

/* All that there are, from the newest on. */
ra__belongings *ra__belongings_all(void);

/* The calling thread ends. */
void ra__belongings_leave(void);
/* In the child of a fork: those of threads that it does not have are for others, but for blocks, which may have been on their way. */
void ra__belongings_fork_child(void);

#endif
