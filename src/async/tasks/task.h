/*
 * Tasks: recorded jobs, their order, and their end.
 *
 * Actors and what they may touch
 *   recorders  threads that call operators. They hold the graph lock while they take a record, number it, register its
 *              hazards and push its edges.
 *   runners    workers, and threads that wait. They claim ready tasks, run them, close their lists of successors and
 *              make successors ready. They never take the graph lock (a kernel that itself records is a recorder). What they
 *              may run before a task that they have claimed has ended: guest.h.
 *   waiters    take the graph lock to look for what their target needs.
 *
 * Life of a record: FREE (or DONE before) -> WAITING (recorded, predecessors open) -> READY (waits == 0) -> RUNNING (claimed by exactly one
 * thread, by compare-and-swap of the word) -> DONE -> retired (a lock-free list), taken back by somebody who holds the
 * graph lock later. Records are never unmapped while the engine runs, and the sequence number in the word makes a reused
 * record differ from the one that an edge or a hazard remembers. Since records are only reused under the graph lock, a
 * holder of the lock who has checked the number may use the record until it unlocks.
 *
 * A job of a device with streams (run/stream.c) is ISSUED between RUNNING and DONE, when it has been handed to its stream. There are two
 * kinds of successors then: those on streams are let go at once, since what a stream is handed later it does later, and what it must
 * wait for on another is told it by the device; all others are let go when it is DONE. Jobs of a stream end in the order in which they
 * were issued, whatever became of them.
 *
 * Edges live in the record of the successor. A recorder pushes an edge onto the predecessor's list by compare-and-swap;
 * the end of the predecessor exchanges the list for CLOSED, so an edge is either seen by it or refused, never lost. waits
 * starts with a bias that no number of ends can consume, so a task becomes ready only after its last edge is counted.
 *
 * Queues hold tasks that may have been claimed meanwhile (waiters claim where they find); a runner who takes such an entry
 * drops it. A record is retired when it is done and no queue holds it (holds == 0).
 */
#ifndef RA_ASYNC_TASK_H
#define RA_ASYNC_TASK_H

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/room.h"
#include "async/thread/blocks.h"
#include "async/thread/serial.h"
#include "async/values/job.h"

#include <stdatomic.h>

typedef struct ra_task ra_task;

typedef struct ra__edge {
    struct ra__edge *next; /* in the predecessor's list; or what of a stream is waited for (ra__edge_to_stream) */
    ra_task *successor, *predecessor;
    uint64_t sequence;     /* of the predecessor */
} ra__edge;

/* Edges are on lists of predecessors and must not move: the first few lie in the record of the successor, more in blocks. */
enum {
    RA__FEW_EDGES = 2,
    RA__FIRST_EDGES = RA__ROOM(6, 1), /* of the first block; of the others. A join of 64 fills three: 2 + 6 + 28 + 28 */
    RA__MORE_EDGES = RA__ROOM(28, 2)
};

typedef struct ra__edge_block {
    struct ra__edge_block *next; /* the one before it */
    int room, count;
    ra__edge edges[];
} ra__edge_block;

#define RA__CLOSED ((ra__edge *)(uintptr_t)1)

/*
 * An edge from a job that has been issued, to one of another stream: it is on no list any more, and its next says which stream the
 * job is on (device and number) and which place it has there. It is written before the successor can become ready, and read while
 * that is issued and ended. Pointers are even.
 */
static inline void ra__edge_to_stream(ra__edge *e, unsigned stream, uint64_t place)
{
    e->next = (ra__edge *)(uintptr_t)(place << 9 | stream << 1 | 1);
}

/* False: there is nothing of a stream to be waited for. */
static inline bool ra__edge_of_stream(const ra__edge *e, unsigned *stream, uint64_t *place)
{
    const uintptr_t word = (uintptr_t)e->next;
    *stream = (unsigned)(word >> 1 & 255);
    *place = word >> 9;
    return word & 1;
}

/* Among the waits of a task that is being recorded: more than edges can ever take off before it is committed. */
#define RA__WAITS_UNCOMMITTED (INT64_C(1) << 40)
/* Added to the waits of a task that runs in its predecessors' group: their ends do not make it ready. */
#define RA__WAITS_FUSED (INT64_C(1) << 30)

/* The word: sequence << 8 | flags | state. */
enum {
    RA__TASK_FREE = 0,
    RA__TASK_WAITING = 1,
    RA__TASK_READY = 2,
    RA__TASK_RUNNING = 3,
    RA__TASK_DONE = 4,
    RA__TASK_ISSUED = 5, /* running, on a stream: what comes behind it there need not wait for its end */
    RA__TASK_STATE = 15,
    RA__TASK_URGENT = 1 << 4,    /* somebody has asked for it, and nobody takes that back (urgent.h) */
    RA__TASK_CANCELLED = 1 << 5, /* its results are poisoned instead of computed */
    RA__TASK_HELD = 1 << 7,      /* a holder of the graph lock asks whether anybody can observe it and will let go at once: not to be claimed */
    RA__TASK_DROPPED = 1 << 6    /* its job has been released, or will be by who set this: it has run, or nobody can observe it and nothing is to be run */
};

/* Among the flags of a task that this thread has claimed: it has taken over the hold of the queue where it found it (run.c). */
enum { RA__TASK_QUEUED = 1 << 8 };

enum ra__task_kind {
    RA__TASK_JOB,
    RA__TASK_JOIN, /* waits for others and does nothing (merged hazards) */
    RA__TASK_CALL  /* calls finish(): waiters, callbacks, descriptors */
};

/* One failing piece of a job; that of the lowest grain counts. */
typedef struct ra__fault_note {
    struct ra__fault_note *next;
    int64_t grain;
    ra_status status;
    char text[400];
} ra__fault_note;

/* What a job needs besides while it runs: of whoever started it, given back by whoever ends it. Grains of a phase are handed out
 * by slots (pool.h); who holds some that are not counted as finished may look at this. */
typedef struct ra__course {
    ra__job_memory memory;
    int phase;                  /* that is running: this and the next three are written between phases, by the one thread that goes on with the job then */
    int64_t grains;             /* of that */
    int64_t grain_unit;         /* of those, that a slot counts as one, so that its counters fit */
    int64_t backwards;          /* units of the phase, which are counted from its end (run.c); 0: from its beginning */
    _Atomic int64_t remaining;  /* units of the phase not finished */
    _Atomic int64_t failed_at;  /* lowest failing grain; INT64_MAX: none */
    _Atomic(ra__fault_note *) notes;
    _Atomic(ra_status) bare_status; /* of a failure for whose note there was no memory */
    bool observed;              /* counted as running (stats.h) */
    uint8_t fate;               /* of a job on a stream (run/stream.c), as are the next three */
    struct ra__course *issued_next;
    void *mark;                 /* behind it and those that it is the first of */
    int64_t bytes;              /* that these touch */
    unsigned lane_flags;
    ra__serial_item lane_item;  /* in the blocking lane's list */
    ra_task *task;
} ra__course;

struct ra_task {
    /* the completion record: all that hazards and edges know of, and that walks look at */
    _Atomic uint64_t word;
    _Atomic(ra__edge *) successors;
    _Atomic int64_t waits;
    _Atomic int32_t holds;
    int edge_count;         /* edges in; the first RA__FEW_EDGES in few_edges, the others in blocks. Under the graph lock */
    /* The next in the free list, the retired list, what a thread keeps for itself (run/finish.c), or the stack of a ready queue. Who takes from
     * that stack and is overtaken reads it at any time, of whatever list it is by then, to no effect: so it is only ever touched atomically. */
    _Atomic(ra_task *) link;
    _Atomic uint64_t needed; /* the waiter (its walk) that wants it run; a hint */
    _Atomic(ra_task *) leader; /* of the group that it runs in: counts only while it is RUNNING, as long as the leader's record lasts at least */
    uint32_t visited;       /* the last walk that came by; under the graph lock, as is the edge it came by */
    uint8_t kind : 2;       /* enum ra__task_kind. It and the next: by the recorder, before the commit */
    uint8_t memory : 6;     /* that its bytes are of: ra__memory_of */
    int8_t home;            /* node whose workers should find it */
    _Atomic uint8_t watched; /* threads that wait for its end; it changes under the graph lock */
    bool unpacks;           /* of a job that is ISSUED: if it writes the processor's memory it does so at its end. Set before */

    ra__edge *came_by;
    uint64_t needed_in_lane; /* the wait of the blocking lane's that cannot end before this one (help.c); 0: none.
                              * By walks, and read by waits, under the graph lock */
    int64_t bytes;          /* counted by pacing; what it is changes under the graph lock */
    _Atomic uint64_t space; /* of its elements, if it can be fused: equal where sizes and order are; 0: it cannot. Set before the commit */
    ra__edge_block *blocks; /* the newest first */
    struct ra__group *group; /* that it leads, while it runs */
    uint64_t place;          /* on its stream, of a job that is ISSUED: set before */
    union {
        ra__course *course;    /* a job's, from its start to its end; else NULL */
        ra_task *next_dropped; /* of one that is marked as dropped: in the list of the thread that drops (drop.c) */
    };
    union {
        ra__job job;        /* RA__TASK_JOB; it has no plan until it is moved in */
        struct {            /* RA__TASK_CALL */
            void (*finish)(ra_task *t); /* when everything it waits for is done; by any runner, holding nothing */
            void *context;
            ra__serial_item ask; /* of who is told, on the list of the thread that helps (urgent.h) */
        } call;
        struct {            /* RA__TASK_JOIN */
            int64_t first, end; /* bytes that those it stands for may touch */
            const ra_storage *written; /* the storage, of a join of writers; NULL: of readers */
        } join;
    };
    ra__edge few_edges[RA__FEW_EDGES];
};

/* A walk over the edges into a task, newest block first. */
typedef struct ra__edges_in {
    const ra_task *t;
    ra__edge_block *block; /* NULL: among the first few */
    int left;              /* in this block, or of the few */
} ra__edges_in;

static inline ra__edges_in ra__edges_of(const ra_task *t)
{
    return (ra__edges_in){t, t->blocks, t->blocks ? t->blocks->count : t->edge_count};
}

static inline ra__edge *ra__next_edge(ra__edges_in *in)
{
    while (in->left == 0) {
        if (!in->block)
            return NULL;
        in->block = in->block->next;
        in->left = in->block ? in->block->count : RA__FEW_EDGES;
    }
    in->left--;
    return in->block ? &in->block->edges[in->left] : (ra__edge *)(uintptr_t)&in->t->few_edges[in->left];
}

/* False: out of memory. Only by who has claimed t. */
static inline bool ra__task_take_course(ra_task *t)
{
    if (!t->course && (t->course = ra__block_take(RA__BLOCK_COURSE, sizeof(ra__course)))) {
        t->course->task = t;
        t->course->memory.outgrown = NULL;
    }
    return t->course != NULL;
}

static inline void ra__task_give_course(ra_task *t)
{
    if (t->course)
        ra__block_give(RA__BLOCK_COURSE, t->course);
    t->course = NULL;
}

/* Whether a wait with a limit should leave it to others. */
static inline bool ra__is_too_long(const ra_task *t, double longest_ns)
{
    return t->kind == RA__TASK_JOB && t->job.plan->cost_ns > longest_ns;
}

/* Of a task that is not the caller's it is a hint: the record may be another's by now. */
static inline uint64_t ra__task_space(const ra_task *t)
{
    return atomic_load_explicit(&t->space, memory_order_relaxed);
}

static inline uint64_t ra__task_sequence(uint64_t word)
{
    return word >> 8;
}

/* Of a record that cannot be reused meanwhile. */
static inline uint64_t ra__task_number(const ra_task *t)
{
    return ra__task_sequence(atomic_load_explicit(&t->word, memory_order_relaxed));
}

static inline unsigned ra__task_state(uint64_t word)
{
    return (unsigned)word & RA__TASK_STATE;
}

static inline bool ra__task_runs(uint64_t word)
{
    return ra__task_state(word) == RA__TASK_RUNNING || ra__task_state(word) == RA__TASK_ISSUED;
}

/* Who asks for it would add nothing: it runs, with all that it needs done, or is asked for with all that it needs. Under the graph lock. */
static inline bool ra__task_needs_no_ask(const ra_task *t)
{
    const uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    return ra__task_runs(word) || word & RA__TASK_URGENT;
}

/* The device whose stream it goes to; 0: none. Of a record that cannot be reused meanwhile. */
static inline unsigned ra__task_device(const ra_task *t)
{
    return t->kind == RA__TASK_JOB && t->job.plan ? t->job.plan->device : 0;
}

/* The device's stream that it goes to, as edges name it. Of one that goes to some, as above. */
static inline unsigned ra__task_stream(const ra_task *t)
{
    return (t->job.plan->device & 0xf0u) | t->job.stream;
}

/* Whether t, on a stream, is to come behind the end of another, ISSUED, there all the same: what brings a result to the processor writes it
 * there at its end, if the device does not, and t reads it, or may, when it is issued; or, as self is an input of copy_, has the device
 * write there. Of records as above. */
static inline bool ra__task_awaits_end(const ra_task *t, const ra_task *before)
{
    const unsigned brings = RA__PLAN_OUTGOING, reads = RA__PLAN_READS_HERE;
    return before->job.plan->flags & brings && t->job.plan->flags & reads && (before->unpacks || !(t->job.plan->flags & brings)) && !RA__MUTANT(AWAITS_NO_END);
}

/* Whether the task of this sequence has yet to end; until a holder of the graph lock unlocks, its record is not reused. */
static inline bool ra__task_is_live(const ra_task *t, uint64_t sequence)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_acquire);
    return ra__task_sequence(word) == sequence && ra__task_state(word) != RA__TASK_DONE;
}

/* WAITING becomes READY: by whoever brought waits to zero. */
static inline void ra__task_make_ready(ra_task *t)
{
    atomic_fetch_add_explicit(&t->word, RA__TASK_READY - RA__TASK_WAITING, memory_order_release);
}

/* True for the one thread that may run it; *flags are those of the word at that moment. Who may not has learnt nothing about t, so the
 * exchange alone acquires. */
static inline bool ra__task_claim(ra_task *t, uint64_t sequence, unsigned *flags)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    while (ra__task_sequence(word) == sequence && ra__task_state(word) == RA__TASK_READY)
        if (word & RA__TASK_HELD) {
            ra__os_relax();
            word = atomic_load_explicit(&t->word, memory_order_relaxed);
        } else if (atomic_compare_exchange_weak_explicit(&t->word, &word, word + (RA__TASK_RUNNING - RA__TASK_READY), memory_order_acquire, memory_order_relaxed)) {
            *flags = (unsigned)word & (RA__TASK_CANCELLED | RA__TASK_DROPPED);
            return true;
        }
    return false;
}

#endif
