/*
 * Hazards: who must run before whom, by byte range of a storage.
 *
 * A storage keeps the tasks that may still have to run before a newcomer: the last writers of its bytes and the readers
 * since. A newcomer that reads depends on the writers it overlaps, one that writes on everybody it overlaps. A writer
 * that covers an entry replaces it (what it covered ran before it). Entries name a task and its sequence number, so one
 * of a finished and reused record is recognised as done. The number of entries is bounded: when it is reached, finished
 * ones are removed, and if that is not enough, all readers (or else all entries) are joined under one task that does
 * nothing but wait for them.
 *
 * Everything here is under the graph lock.
 */
#ifndef RA_ASYNC_HAZARD_H
#define RA_ASYNC_HAZARD_H

#include <runahead/status.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ra_layout;
struct ra_storage;
struct ra_task;

typedef struct ra__hazard {
    int64_t first, end; /* bytes that may be touched */
    struct ra_task *task;
    uint64_t sequence;
    const struct ra_layout *layout; /* for the test of disjoint boxes; immortal, or NULL */
    bool writes;
    bool dense; /* every byte of [first, end) is touched: a writer covers what lies within */
} ra__hazard;

enum { RA__FEW_HAZARDS = 2 }; /* of the task that writes a result and the one that reads it */

/* All of it is read and written under the graph lock. */
typedef struct ra__hazards {
    ra__hazard *entries; /* `few`, or on the heap; NULL: there has been none yet */
    int32_t count, room;
    int32_t writers;     /* of the entries */
    int32_t wanted;      /* entries that the job which is being registered may make */
    uint32_t epoch; /* the records named are those of this life of the graph; of an earlier one they are gone */
    ra__hazard few[RA__FEW_HAZARDS]; /* most storages never have more */
} ra__hazards;

extern _Atomic uint32_t ra__graph_epoch; /* changed under the lock, while the engine is stopped */

/* The entries that still mean something. */
static inline ra__hazards *ra__hazards_now(ra__hazards *hs)
{
    uint32_t now = atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed);
    if (hs->epoch != now) {
        hs->count = hs->writers = 0;
        hs->epoch = now;
    }
    return hs;
}

/* The storage goes. */
void ra__hazards_free(ra__hazards *hs);

#endif
