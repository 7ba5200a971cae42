/*
 * The workers of the pool and what they have, as the parts of the pool see it.
 */
#ifndef RA_ASYNC_WORKERS_H
#define RA_ASYNC_WORKERS_H

#include "async/os/elsewhere.h"
#include "async/os/placement.h"
#include "async/pool/budget.h"
#include "async/pool/queue.h"
#include "async/pool/slot.h"
#include "meta/hidden.h"

#include <runahead/engine.h>

/* How it stands with a background worker's share of the processors (stand_back.h, relief.h). */
enum ra__standing {
    RA__SERVES,  /* nothing speaks against it */
    RA__ON_TRIAL, /* it serves again after it was RELIEVED: an ordinary thread is rung with it, and serves while it is woken and not up */
    RA__DOUBTED, /* it was late, or long over a piece: by itself, that alone takes this back */
    RA__CALLED,  /* others have seen that it waits for a processor: while somebody waits an ordinary thread serves in its place */
    RA__RELIEVED /* the same, and the work itself does not get on: also while nobody waits */
};

enum ra__parked {
    RA__UP,
    RA__ASLEEP, /* or about to be */
    RA__TAKEN   /* by who wakes it, until it is up */
};

/* The ordinary thread that serves in a worker's place. */
typedef struct ra__relief {
    bool there;             /* the watch's, like the thread and what it has seen */
    struct ra__os_thread thread;
    uint64_t seen_at;       /* when it noted the worker's processor time */
    uint64_t seen_used;
    _Atomic uint32_t rung;  /* 1: who serves is to look for work; a futex. Set (released) by the watch, by who publishes something, by the worker
                             * while it stands aside, and by who stops the pool; taken back by who serves, before he looks, who acquires what it
                             * was set behind: all by exchanges, so that none is lost */
    _Atomic bool rests;     /* between two pieces, for its share. Who serves alone writes it and the next, relaxed: hints */
    _Atomic bool awake;     /* it serves, looks for something, or rests (whom to ring is not he then); else it sleeps until it is rung, or for a
                             * while. Where that is missed another is rung, and the watch comes by */
    bool searching;         /* his: he is counted so, as a worker that searches is */
    _Atomic uint64_t looked_at; /* when he last looked while he is; else 0. He alone writes it, as the worker does its own below: relaxed, and
                             * released with the count of searchers when he forgets it */
    ra__elsewhere elsewhere; /* he is his own waker in it: nobody else confines him */
    int kept_off;           /* his: the processor where a thread of the program computes; -1: none */
    bool counts;            /* his: what he uses counts for the share, as nobody waits, from when he had used so much: */
    uint64_t counted;       /* his: of his processor time, what is in the share already, or counts for none */
    _Atomic uint64_t used;  /* his processor time by when he last asked for his budget */
} ra__relief;

typedef struct ra__worker {
    _Alignas(64) ra__deque deque;
    _Alignas(64) _Atomic uint32_t parked; /* enum ra__parked; a futex */
    int index, node;
    _Atomic int tid;
    _Atomic int last_cpu;     /* where it ran when it last looked, or was woken to; -1: it has not yet */
    _Atomic(ra_task *) busy;  /* what it runs a piece of; released, since others look at the record, which may be new to them */
    _Atomic bool raised;      /* into the normal class, by a waiter, or it has not left that yet */
    _Atomic int standing;     /* enum ra__standing. The watch relieves it, itself alone doubts and serves again (doubt.h). It orders nothing */
    _Atomic uint64_t woken_at; /* when it was last woken, or woke itself */
    _Atomic uint64_t looked_at; /* when it last looked for work; 0: it does not search. It alone writes, relaxed: that it forgets it before it
                                   sleeps is released by the count of sleepers (parking.h); read too early, it is a look of a moment ago */
    int on_time;              /* its own, like the next three: times in a row that it went on when it was to */
    uint64_t on_time_since;   /* when the first of those was due */
    uint64_t proof_ns;        /* how long it is to do so (doubt.h); 0: it has not been in doubt yet */
    bool proved;              /* since it was woken it has found nobody before it on its processor */
    _Atomic uint64_t used;    /* of the processor, by when it last asked for its budget */
    ra__relief relief;
    bool searching;           /* its own: it is counted so */
    int runs;                 /* its own: what it runs, one within another */
    bool looks_longer;        /* its own: the last time that it slept there was work for it soon */
    unsigned turns;
    bool takes_last;          /* has found nothing for a while: see wide.h */
    _Atomic(ra__slot *) slot; /* for thieves; NULL when there was no memory for it: then they find it among all slots */
    struct ra__os_thread thread;
    ra__elsewhere elsewhere;
    struct ra__os_cpuset cpus;
    bool bound;
} ra__worker;

extern RA__HIDDEN struct ra__pool {
    int count, nodes;
    _Atomic int started; /* threads that could be had */
    ra__worker *workers;
    ra__inject *inject; /* one a node; one for what is urgent; one a node for what is long (see ra__task_is_long) */
    struct ra__placement placement;
    ra_worker_priority priority;
    int64_t spin_ns;
    struct {
        _Alignas(64) _Atomic uint64_t count; /* searching << 32 | sleeping */
    } idle[RA__NODES_MAX];
    _Alignas(64) _Atomic bool stopping;
    int processors;           /* that the process may run on; written before there is a worker */
    _Atomic int waiting;      /* threads that wait */
    _Atomic int waiting_asleep; /* of them: each counts itself. It orders nothing: a count of a moment ago wakes one more, or one less where somebody works */
    _Atomic int amid_calls;   /* threads that are in the part of a call which takes long, and so may record more in a moment: each counts itself.
                                 It orders nothing: who misses it takes what there is, also in the child of a fork within one, where it is one less */
    _Atomic int waking;       /* threads of the library that are about to wake a worker */
    _Atomic bool raise_refused; /* the host does not let us */
    ra__budget budget;
    struct ra__watch {
        _Atomic uint32_t sleeps; /* RA__WATCH_*; a futex */
        _Atomic bool called;     /* somebody waits and is held up */
        _Atomic bool there;      /* and the threads that it wanted could be had */
        _Atomic int serving;     /* threads that serve in workers' places: each counts itself. Who records only looks whether to say where
                                    the program computes, so it is relaxed: a count of a moment ago costs a place that is not as good */
        _Atomic int relieved;    /* workers in whose places ordinary threads serve, while somebody waits at least, or would (on trial): who changes how one stands counts it.
                                    It orders nothing */
        int percent;             /* of the workers' processors, for those who serve in their places where nobody waits */
        ra__flow share;          /* what those have left of it: by each of them, in counts that order nothing (budget.h) */
    } watch;
    struct { /* on a line of its own: those who record write it at every task */
        _Alignas(64) _Atomic uint32_t put; /* into queues, by any thread that is no worker, since the last one began. It orders nothing, and of two
                                              put at once one may be lost: then what has ended is let go a little later */
        uint32_t unseen;                   /* put before that, perhaps, behind what stayed in front; under the graph lock, as what follows */
        uint32_t kept;                     /* by the last one that saw all */
        bool begun;                        /* by a thread that gives the lock up in between */
    } sweep; /* see ra__pool_sweep() */
} ra__pool;

static inline int ra__pool_workers(void)
{
    return atomic_load_explicit(&ra__pool.started, memory_order_relaxed);
}

static inline bool ra__pool_is_waited_for(void)
{
    return atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed) > 0;
}

static inline int ra__pool_queues(void)
{
    return 2 * ra__pool.nodes + 1;
}

static inline ra__inject *ra__pool_long(int node)
{
    return &ra__pool.inject[ra__pool.nodes + 1 + node];
}

/* In one piece and for milliseconds: who is kept off the processor in the middle of it has it for good. */
static inline bool ra__task_is_long(const ra_task *t)
{
    enum { LONG_NS = 1000000 };
    const ra_plan *p = t->kind == RA__TASK_JOB ? t->job.plan : NULL;
    return p && p->cost_ns > LONG_NS && p->phases == 1 && p->cost_ns > LONG_NS * (double)p->grains[0];
}

/* Node number i by nearness to `node`; the first is itself. */
static inline int ra__nearest_node(int node, int i)
{
    return ra__pool.placement.nearest[node * ra__pool.nodes + i];
}

/*
 * How long a thread that finds nothing looks on before it sleeps; 0: not at all, as under a quota. To wake it costs whoever has work for it tens
 * of microseconds on a virtual machine: longer where it would have found the last in so much time, and nobody needs its processor.
 */
static inline uint64_t ra__pool_look_ns(bool longer)
{
    enum { LONGER = 10 };
    return ra__pool.spin_ns > 0 ? (uint64_t)ra__pool.spin_ns * (longer ? LONGER : 1) : 0;
}

#endif
