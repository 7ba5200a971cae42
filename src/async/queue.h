/*
 * Where ready tasks wait: a work-stealing deque per worker, an injection queue per node. Lock-free, bounded; both say
 * when they are full, and both may hold tasks that were claimed meanwhile.
 *
 * The deque is Chase and Lev's, with sequentially consistent operations where the paper has fences (the owner's take
 * exchanges bottom): the race for the last entry is decided by the exchange of top. The injection queue is a ring of
 * cells with sequence numbers (after Vyukov): a producer or consumer that is stopped between its two steps blocks its
 * own cell, not the queue's others, until the ring has gone round. What does not fit into the ring is linked, and one
 * taker at a time brings it back; meanwhile the queue may look empty to others, who then look again.
 */
#ifndef RA_ASYNC_QUEUE_H
#define RA_ASYNC_QUEUE_H

#include "async/room.h"
#include "async/task.h"

enum { RA__DEQUE_ROOM = RA__ROOM(1 << 11, 4), RA__INJECT_ROOM = RA__ROOM(1 << 12, 4) };

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
        if (!atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            task = NULL;
    }
    atomic_store_explicit(&d->bottom, b + 1, memory_order_release);
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

typedef struct ra__inject {
    _Alignas(64) _Atomic uint64_t head;
    _Alignas(64) _Atomic uint64_t tail;
    _Alignas(64) _Atomic(ra_task *) overflow; /* a stack, linked by ra_task.link: what the ring has no room for */
    _Atomic(ra_task *) backlog; /* what came from there, the oldest first; written by the thread that refills the ring */
    _Atomic bool refilling;     /* there is such a thread: who exchanges it for true is the one until it stores false */
    struct {
        _Atomic uint64_t sequence;
        _Atomic(ra_task *) task;
    } cells[RA__INJECT_ROOM];
} ra__inject;

void ra__inject_init(ra__inject *q);
/* Ends with a sequentially consistent read-modify-write, so that what the caller reads next is read after it. */
void ra__inject_put(ra__inject *q, ra_task *t);
ra_task *ra__inject_take(ra__inject *q);
bool ra__inject_is_empty(ra__inject *q);
/* What would be taken next, or was a moment ago: by now its record may be another task's. NULL: perhaps nothing. */
ra_task *ra__inject_peek(ra__inject *q);

#endif
