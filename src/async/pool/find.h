/*
 * Finding work, and sleeping where there is none (parking.h).
 *
 * Who finds nothing of its own looks at what is near, all kinds of it, before it looks afar: its node's injection queue,
 * the deques of workers on its core, its cache, its node, then what its node has been given of large operators and what
 * those neighbours share, and control threads; only then the queues, deques and parts of other nodes, nearer nodes first.
 * From beyond its cache it takes half of a deque at once. The order is the placement's (placement.h), made at the start.
 */
#ifndef RA_ASYNC_FIND_H
#define RA_ASYNC_FIND_H

#include "async/pool/workers.h"

/* A ready task, claimed; or part of a running one. */
typedef struct ra__found {
    ra_task *task; /* NULL: a part */
    unsigned flags;
    ra_task *part;
    int64_t first, end;
} ra__found;

/* For a worker; false: there is nothing. */
bool ra__find(ra__worker *w, ra__found *found);
/* A ready task, claimed; NULL: there is none. `leaf`: one that ends by itself, if there is such near the front. Any thread. */
ra_task *ra__find_any(bool leaf, unsigned *flags);
/* Of those that are urgent (urgent.h), which are in a queue of their own. */
ra_task *ra__pool_take_urgent(unsigned *flags);
/* Part of a running task (with a walk: only of one that it needs), for this thread; NULL: there is none to be had. */
ra_task *ra__find_part(uint64_t walk, int64_t *first, int64_t *end);

/* Counts the worker as searching, or no more, and passes the search on, unless enough are left. */
void ra__search_begin(ra__worker *w);
void ra__search_end(ra__worker *w);
/* It is about to end what somebody waits for, who may have something new a moment later: it is to be found there as one that searches. */
void ra__search_ahead(ra__worker *w);
/* Whether anything waits to be taken, by whomever: a task in a queue; or also part of one that runs. */
bool ra__anything_queued(void);
bool ra__anything_to_find(void);
/* Nothing was found: looks once more and sleeps. It is woken as one that searches. */
void ra__sleep_until_woken(ra__worker *w);

/* All workers have ended: what queues hold has been run by others. */
void ra__find_drain(void);

#endif
