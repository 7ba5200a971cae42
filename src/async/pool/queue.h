/*
 * Where ready tasks wait: a work-stealing deque per worker, an injection queue per node. Lock-free; both may hold tasks
 * that were claimed meanwhile. A thread that stops for ever between any two steps hides no task but the one it has in hand.
 *
 * The deque is Chase and Lev's, with sequentially consistent operations where the paper has fences (the owner's take
 * exchanges bottom): the race for the last entry is decided by the exchange of top. It is bounded, and says when it is full.
 *
 * The injection queue is a ring of cells, each one word: a task or nothing, and the round it is of. A task comes into the
 * cell at the tail, and goes out of the one at the head, by one compare-and-swap of the word; whoever finds that the tail or
 * the head has not followed moves it on. Since the round is in the word, an exchange that comes late fails. When a ring is
 * full another of twice its size goes on for good, and what is in the first is taken before; without memory for that, tasks
 * are linked to a stack, from which one at a time is taken (newest first: there is no order without memory).
 */
#ifndef RA_ASYNC_QUEUE_H
#define RA_ASYNC_QUEUE_H

#include "async/os/room.h"
#include "async/tasks/task.h"

enum {
    RA__DEQUE_ROOM = RA__ROOM(1 << 11, 4),
    RA__INJECT_ROOM = RA__ROOM(1 << 12, 4), /* of the first ring */
    RA__INJECT_RINGS = RA__ROOM(20, 2)
};

typedef struct ra__deque {
    _Alignas(64) _Atomic int64_t top;    /* thieves take here */
    _Alignas(64) _Atomic int64_t bottom; /* the owner puts and takes here */
    _Atomic(ra_task *) items[RA__DEQUE_ROOM];
} ra__deque;

/* The owner. False when full. */
static inline bool ra__deque_put(ra__deque *d, ra_task *t)
{
    int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    if (b - atomic_load_explicit(&d->top, memory_order_acquire) >= RA__DEQUE_ROOM)
        return false;
    atomic_store_explicit(&d->items[b % RA__DEQUE_ROOM], t, memory_order_relaxed);
    atomic_store_explicit(&d->bottom, b + 1, memory_order_seq_cst); /* before the owner looks for sleepers */
    return true;
}

/* The owner: the newest, or NULL. */
static inline ra_task *ra__deque_take(ra__deque *d)
{
    int64_t b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
    atomic_exchange_explicit(&d->bottom, b, memory_order_seq_cst); /* before reading top */
    int64_t t = atomic_load_explicit(&d->top, memory_order_seq_cst);
    ra_task *task = NULL;
    if (t <= b) {
        task = atomic_load_explicit(&d->items[b % RA__DEQUE_ROOM], memory_order_relaxed);
        if (t < b)
            return task;
        if (!atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_release, memory_order_relaxed))
            task = NULL;
    }
    atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed); /* nothing below is to be had: top has passed it */
    return task;
}

/* Anybody: the oldest, or NULL (empty, or lost the race). */
static inline ra_task *ra__deque_steal(ra__deque *d)
{
    int64_t t = atomic_load_explicit(&d->top, memory_order_seq_cst);
    int64_t b = atomic_load_explicit(&d->bottom, memory_order_seq_cst);
    if (t >= b)
        return NULL;
    ra_task *task = atomic_load_explicit(&d->items[t % RA__DEQUE_ROOM], memory_order_relaxed);
    return atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed) ? task : NULL;
}

static inline int64_t ra__deque_count(ra__deque *d)
{
    return atomic_load_explicit(&d->bottom, memory_order_seq_cst) - atomic_load_explicit(&d->top, memory_order_seq_cst);
}

typedef struct ra__ring {
    _Alignas(64) _Atomic uint64_t head;
    _Alignas(64) _Atomic uint64_t tail;
    _Alignas(64) uint64_t room; /* a power of two, 1 << shift */
    int shift;
    _Atomic uint64_t cells[];   /* place of a task << RA__ROUND_BITS | round */
} ra__ring;

typedef struct ra__inject {
    _Atomic(ra__ring *) rings[RA__INJECT_RINGS]; /* each twice as large as the one before it; made when that is full */
    _Atomic int last;                            /* ring that tasks come into; those before it are emptied */
    _Alignas(64) _Atomic uint64_t stack;         /* place of the newest task << RA__ROUND_BITS | changes, for want of memory */
} ra__inject;

/* What is in front of a queue: a task at the head of a ring, its cell, and the word there. */
typedef struct ra__front {
    ra_task *task;
    ra__ring *ring;
    uint64_t at, word;
} ra__front;

/* Places are multiples of 8 below 2^48, as user space is: 45 bits. Rounds and changes have the other 19, and come back after 2^31
 * tasks at least. */
enum { RA__ROUND_BITS = 19, RA__PLACE_UNIT = 8 };

/* False: out of memory. */
bool ra__inject_init(ra__inject *q);
/* Nobody uses it any more. What is in it is forgotten. */
void ra__inject_free(ra__inject *q);
/* Of a task that is in no queue, as it has one link for a stack; or that is in front of this one and is taken there next: under the graph
 * lock, which who takes a task and puts it back has too. Ends with a sequentially consistent read-modify-write, or with one and others
 * behind it, so that what the caller reads next is read after it. */
void ra__inject_put(ra__inject *q, ra_task *t);
/* The oldest, or NULL: there was none. */
ra_task *ra__inject_take(ra__inject *q);
bool ra__inject_is_empty(ra__inject *q);
/* What would be taken next, or was a moment ago, and where it stands: by now its record may be another task's. NULL: perhaps nothing. */
ra_task *ra__inject_front(ra__inject *q, ra__front *f);
/* What stood there when it was looked at, and nothing that has come since, the same task included. False: another thread has taken it. */
bool ra__inject_take_from(const ra__front *f);

#endif
