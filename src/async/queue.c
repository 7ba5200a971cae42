#include "async/queue.h"

void ra__inject_init(ra__inject *q)
{
    atomic_init(&q->head, 0);
    atomic_init(&q->tail, 0);
    atomic_init(&q->overflow, NULL);
    atomic_init(&q->backlog, NULL);
    atomic_init(&q->refilling, false);
    for (uint64_t i = 0; i < RA__INJECT_ROOM; i++)
        atomic_init(&q->cells[i].sequence, i);
}

static bool ring_put(ra__inject *q, ra_task *t)
{
    uint64_t at = atomic_load_explicit(&q->tail, memory_order_relaxed);
    for (;;) {
        uint64_t sequence = atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, memory_order_acquire);
        if (sequence == at) {
            if (atomic_compare_exchange_weak_explicit(&q->tail, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
                break;
        } else if (sequence < at)
            return false;
        else
            at = atomic_load_explicit(&q->tail, memory_order_relaxed);
    }
    atomic_store_explicit(&q->cells[at % RA__INJECT_ROOM].task, t, memory_order_relaxed);
    atomic_exchange_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, at + 1, memory_order_seq_cst);
    return true;
}

void ra__inject_put(ra__inject *q, ra_task *t)
{
    bool behind = atomic_load_explicit(&q->backlog, memory_order_relaxed) || atomic_load_explicit(&q->overflow, memory_order_relaxed);
    if (!behind && ring_put(q, t))
        return;
    ra_task *top = atomic_load_explicit(&q->overflow, memory_order_relaxed);
    do
        atomic_store_explicit(&t->link, top, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&q->overflow, &top, t, memory_order_seq_cst, memory_order_relaxed));
}

static ra_task *ring_take(ra__inject *q)
{
    uint64_t at = atomic_load_explicit(&q->head, memory_order_relaxed);
    for (;;) {
        uint64_t sequence = atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, memory_order_seq_cst);
        if (sequence == at + 1) {
            if (atomic_compare_exchange_weak_explicit(&q->head, &at, at + 1, memory_order_relaxed, memory_order_relaxed))
                break;
        } else if (sequence < at + 1)
            return NULL;
        else
            at = atomic_load_explicit(&q->head, memory_order_relaxed);
    }
    ra_task *t = atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].task, memory_order_relaxed);
    atomic_store_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, at + RA__INJECT_ROOM, memory_order_release);
    return t;
}

/* The overflow as it is now, the oldest first. */
static ra_task *turned_overflow(ra__inject *q)
{
    ra_task *top = atomic_exchange_explicit(&q->overflow, NULL, memory_order_seq_cst), *first = NULL;
    while (top) {
        ra_task *below = atomic_load_explicit(&top->link, memory_order_relaxed);
        atomic_store_explicit(&top->link, first, memory_order_relaxed);
        first = top;
        top = below;
    }
    return first;
}

/* Gives the oldest of those that are linked, and moves as many of the next into the ring as it holds. */
static ra_task *refill(ra__inject *q)
{
    if (atomic_exchange_explicit(&q->refilling, true, memory_order_seq_cst))
        return NULL;
    ra_task *first = atomic_load_explicit(&q->backlog, memory_order_relaxed);
    if (!first)
        first = turned_overflow(q);
    ra_task *next = first ? atomic_load_explicit(&first->link, memory_order_relaxed) : NULL;
    while (next) {
        ra_task *after = atomic_load_explicit(&next->link, memory_order_relaxed); /* before it can be taken and linked elsewhere */
        if (!ring_put(q, next))
            break;
        next = after;
    }
    atomic_store_explicit(&q->backlog, next, memory_order_seq_cst);
    atomic_store_explicit(&q->refilling, false, memory_order_seq_cst);
    return first;
}

ra_task *ra__inject_take(ra__inject *q)
{
    ra_task *t = ring_take(q);
    if (t || (!atomic_load_explicit(&q->backlog, memory_order_seq_cst) && !atomic_load_explicit(&q->overflow, memory_order_seq_cst)))
        return t;
    return refill(q);
}

/* Looks in the order in which tasks move on, so that it misses none that moves meanwhile. */
bool ra__inject_is_empty(ra__inject *q)
{
    if (atomic_load_explicit(&q->overflow, memory_order_seq_cst) || atomic_load_explicit(&q->refilling, memory_order_seq_cst) ||
        atomic_load_explicit(&q->backlog, memory_order_seq_cst))
        return false;
    uint64_t at = atomic_load_explicit(&q->head, memory_order_seq_cst);
    return atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, memory_order_seq_cst) < at + 1;
}

ra_task *ra__inject_peek(ra__inject *q)
{
    uint64_t at = atomic_load_explicit(&q->head, memory_order_relaxed);
    if (atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].sequence, memory_order_acquire) != at + 1)
        return NULL;
    return atomic_load_explicit(&q->cells[at % RA__INJECT_ROOM].task, memory_order_relaxed);
}
