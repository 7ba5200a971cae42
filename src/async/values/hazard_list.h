/*
 * The list of hazards that a storage has (hazard.h): the tasks that may still have to run before a newcomer.
 */
#ifndef RA_ASYNC_HAZARD_LIST_H
#define RA_ASYNC_HAZARD_LIST_H

#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ra_storage;
struct ra_task;

typedef struct ra__hazard {
    struct ra_task *task;
    uint64_t what; /* sequence << 8 | flags | number of the operand, of which all from the last number on have that */
} ra__hazard;

enum {
    RA__HAZARD_WRITES = 1 << 7,
    RA__HAZARD_WHOLE = 1 << 6, /* all the storage has and will have, whatever the operand says */
    RA__HAZARD_OPERAND = (1 << 6) - 1
};

enum { RA__FEW_HAZARDS = 2, RA__FEW_HAZARDS_BITS = 1 }; /* of the task that writes a result and the one that reads it */

/* All of it is read and written under the graph lock; without it, while nobody else knows of the storage. */
typedef struct ra__hazards {
    uint32_t epoch; /* the records named are those of this life of the graph; of an earlier one they are gone */
    int32_t count;
    int32_t writers;   /* of the entries */
    uint16_t asked;    /* while a job is registered: entries that operands of it have asked room for */
    uint8_t room_bits; /* there is room for 1 << room_bits */
    bool written;      /* a task or the program has taken the storage's memory */
    ra__hazard *entries; /* `few`, or on the heap */
    ra__hazard few[RA__FEW_HAZARDS]; /* most storages never have more */
} ra__hazards;

extern RA__HIDDEN _Atomic uint32_t ra__graph_epoch; /* changed under the lock, while the engine is stopped */

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

static inline int ra__hazards_room(const ra__hazards *hs)
{
    return 1 << hs->room_bits;
}

static inline uint64_t ra__hazard_sequence(const ra__hazard *h)
{
    return h->what >> 8;
}

static inline bool ra__hazard_writes(const ra__hazard *h)
{
    return h->what & RA__HAZARD_WRITES;
}

#endif
