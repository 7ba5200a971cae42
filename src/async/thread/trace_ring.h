/*
 * Events on their way from the threads that see them to the one that writes them: a bounded ring of bytes for each thread.
 *
 * Actors
 *   producer   the thread that has taken a ring; it alone moves head, in ra__trace_push
 *   consumer   the writer of the trace (trace_file.c); it alone moves tail, in ra__trace_take and ra__trace_taken
 * An event is written before head passes it (release, acquire), and read before tail does. A ring that is full loses the
 * event and counts it. A thread that ends gives its ring up to another, with what is in it: events say which thread they
 * are of. Rings are made at a thread's first event, and never freed.
 */
#ifndef RA_ASYNC_TRACE_RING_H
#define RA_ASYNC_TRACE_RING_H

#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    RA__TRACE_NAME = 160,     /* bytes of a name, and of what stands beside it; a longer one is cut */
    RA__TRACE_ARGUMENTS = 640 /* bytes of arguments as JSON; what does not fit is left out */
};

enum ra__event_kind {
    RA__EVENT_SKIP,   /* nothing up to the end of the ring */
    RA__EVENT_THREAD, /* name: of the thread */
    RA__EVENT_KERNEL, /* these three: something that took a while; name, arguments */
    RA__EVENT_WAIT,
    RA__EVENT_RECORD,
    RA__EVENT_ARROW   /* to (tid, start_ns), the beginning of task, or of what has none; from (from_tid, from_ns); name: its kind */
};

typedef struct ra__event {
    uint16_t bytes; /* with the two strings behind it and up to the next multiple of 8 */
    uint8_t kind;
    int32_t tid;
    uint64_t task; /* 0: none */
    uint64_t start_ns, ns;
    uint64_t from_task, from_ns;
    int32_t from_tid;
    char text[]; /* name, 0, arguments, 0 */
} ra__event;

enum { RA__TRACE_ARROWS = 8 }; /* into one task: of more, the first */

/* What a thread knows of what it has told, and what it tells next (trace_events.c): with its ring, and all 0 at first. */
typedef struct ra__teller {
    uint32_t introduced;         /* in this trace */
    uint64_t last_task, last_ns; /* of the last kernel: its task and its end, */
    int32_t last_tid;            /* and its track */
    int32_t track;               /* that it tells of; 0: its own */
    uint64_t starting;           /* the task that has been started and not yet run a kernel */
    int arrows;
    struct {
        uint64_t task, ns;
        int32_t tid;
    } arrow[RA__TRACE_ARROWS]; /* into it */
} ra__teller;

/* Of the calling thread. NULL: it has no ring, and none is to be had, so that what it tells is lost. */
ra__teller *ra__trace_teller(void);

/* Of the calling thread, whose tid is filled in, unless it has another. False: lost. */
bool ra__trace_push(ra__event *event, const char *name, const char *arguments);
/* The same of one that is tried again where there is no room: it counts for none then. */
bool ra__trace_try(ra__event *event, const char *name, const char *arguments);
/* The thread ends. */
void ra__trace_thread_leave(void);
int32_t ra__trace_tid(void);

/* For the consumer: the next event of any ring, which stays in place until it has been told that it is taken. NULL: none. */
const ra__event *ra__trace_take(void);
void ra__trace_taken(const ra__event *event);
/* Events lost for want of room since the last call. */
uint64_t ra__trace_lost(void);

/* Set by a producer whose ring is half full, with a wake-up; the consumer clears it before it looks. */
extern RA__HIDDEN _Atomic uint32_t ra__trace_hurry;

/* In the child of a fork: rings are empty and nobody's. */
void ra__trace_rings_fork_child(void);

#endif
