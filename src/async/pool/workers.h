/*
 * The workers of the pool and what they have, as the parts of the pool see it.
 */
#ifndef RA_ASYNC_WORKERS_H
#define RA_ASYNC_WORKERS_H

#include "async/os/placement.h"
#include "async/pool/budget.h"
#include "async/pool/queue.h"
#include "async/pool/slot.h"

#include <runahead/engine.h>

typedef struct ra__worker {
    _Alignas(64) ra__deque deque;
    _Alignas(64) _Atomic uint32_t parked; /* 1: asleep or about to be; taken by exchange */
    int index, node;
    _Atomic int tid;
    _Atomic int last_cpu;     /* where it ran when it last went to sleep */
    _Atomic(ra_task *) busy;  /* what it runs a piece of; released, since others look at the record, which may be new to them */
    _Atomic bool raised;      /* into the normal class, by a waiter, or it has not left that yet */
    uint64_t used;            /* of the processor, by when it last asked for its budget */
    uint64_t starved_until;   /* it was kept off the processor not long ago */
    unsigned turns;
    bool takes_last;          /* has found nothing for a while: see wide.h */
    _Atomic(ra__slot *) slot; /* for thieves; NULL when there was no memory for it: then they find it among all slots */
    struct ra__os_thread thread;
    struct ra__os_cpuset cpus;
    bool bound;
} ra__worker;

extern struct ra__pool {
    int count, nodes;
    _Atomic int started; /* threads that could be had */
    ra__worker *workers;
    ra__inject *inject; /* a node, and behind them one for what is urgent */
    struct ra__placement placement;
    ra_worker_priority priority;
    int64_t spin_ns;
    struct {
        _Alignas(64) _Atomic uint64_t count; /* searching << 32 | sleeping */
    } idle[RA__NODES_MAX];
    _Alignas(64) _Atomic bool stopping;
    _Atomic int waiting;      /* threads that wait */
    _Atomic bool raise_refused; /* the host does not let us */
    ra__budget budget;
} ra__pool;

static inline int ra__pool_workers(void)
{
    return atomic_load_explicit(&ra__pool.started, memory_order_relaxed);
}

/* Node number i by nearness to `node`; the first is itself. */
static inline int ra__nearest_node(int node, int i)
{
    return ra__pool.placement.nearest[node * ra__pool.nodes + i];
}

#endif
