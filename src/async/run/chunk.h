/*
 * How much of a phase a thread takes at once, and who is told that there is more.
 */
#ifndef RA_ASYNC_CHUNK_H
#define RA_ASYNC_CHUNK_H

#include "async/os/room.h"
#include "async/pool/parking.h"
#include "async/pool/workers.h"
#include "async/run/finish.h"
#include "async/thread/node.h"

/* How many units to take at once. */
static inline int64_t ra__chunk_of(double unit_ns)
{
    return unit_ns * 2 >= RA__CHUNK_NS ? 1 : unit_ns <= RA__CHUNK_NS / 4096 ? 4096 : (int64_t)(RA__CHUNK_NS / unit_ns);
}

/* The same by what the last ones took: estimates are of operators, and the caches decide. One that was interrupted is outweighed by the next.
 * No more than an eighth of what is left: the rest is for those who come later. */
static inline int64_t ra__next_chunk(int64_t chunk, int64_t done, uint64_t ns, int64_t left)
{
    enum { GROWTH = 8, SHARES = 8 };
    const int64_t wanted = ra__chunk_of((double)ns / (double)done), grown = chunk * GROWTH, share = left / SHARES + 1; /* fits: units of a phase */
    const int64_t most = grown < share ? grown : share;
    return wanted < most ? wanted : most;
}

/* What would be taken at once is worth sharing with those who look for work just now: who waits, for it, as a rule, or a worker. */
static inline bool ra__is_looked_for(double ns)
{
    enum { SHARED_FROM_NS = RA__ROOM(3000, 1) };
    return ns >= SHARED_FROM_NS && (ra__pool_is_waited_for() || ra__pool_is_searched(ra__thread_node()));
}

/* Who waits for it takes parts of it, where there is no processor for another worker. Of a group a waiter watches any. */
static inline bool ra__is_helped(const ra_task *t)
{
    return (t->group || atomic_load_explicit(&t->watched, memory_order_relaxed)) && ra__pool_is_full_with_waiters();
}

#endif
