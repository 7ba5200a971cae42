/*
 * Slots: what a thread that runs a task of several grains offers to thieves. See pool.h.
 */
#ifndef RA_ASYNC_SLOT_H
#define RA_ASYNC_SLOT_H

#include "async/tasks/task.h"

/* generation << 40 | first << 20 | end; units, not grains, so that 20 bits suffice. */
enum { RA__UNITS_MAX = (1 << 20) - 1 };

typedef struct ra__slot {
    _Alignas(64) _Atomic uint64_t range;
    _Atomic(ra_task *) task; /* written before the range of its generation */
    struct ra__slot *next;   /* of the list of all slots, which only grows */
    _Atomic bool taken;      /* by a thread */
    _Atomic bool of_worker;  /* whose slot others find by its place in the pool */
    int node;                /* of a slot that no thread owns (wide.h): whose workers it is for */
} ra__slot;

static inline uint64_t ra__slot_pack(uint64_t generation, uint64_t first, uint64_t end)
{
    return generation << 40 | first << 20 | end;
}

static inline int64_t ra__slot_first(uint64_t range)
{
    return (int64_t)(range >> 20 & RA__UNITS_MAX);
}

static inline int64_t ra__slot_end(uint64_t range)
{
    return (int64_t)(range & RA__UNITS_MAX);
}

/* The owner offers [first, end) of t. */
static inline void ra__slot_offer(ra__slot *s, ra_task *t, int64_t first, int64_t end)
{
    uint64_t generation = (atomic_load_explicit(&s->range, memory_order_relaxed) >> 40) + 1;
    atomic_store_explicit(&s->task, t, memory_order_release);
    atomic_exchange_explicit(&s->range, ra__slot_pack(generation & 0xffffff, (uint64_t)first, (uint64_t)end), memory_order_seq_cst);
}

/* Whether an offer of the owner's is still open: it is in the middle of a task whose kernel waits for another. */
static inline bool ra__slot_is_open(const ra__slot *s)
{
    uint64_t range = atomic_load_explicit(&s->range, memory_order_relaxed);
    return ra__slot_first(range) < ra__slot_end(range);
}

/* The owner takes up to `most` units from the front; false when nothing is left. */
static inline bool ra__slot_take(ra__slot *s, int64_t most, int64_t *first, int64_t *end)
{
    uint64_t range = atomic_load_explicit(&s->range, memory_order_relaxed);
    for (;;) {
        int64_t f = ra__slot_first(range), e = ra__slot_end(range);
        if (f >= e)
            return false;
        int64_t to = e - f < most ? e : f + most;
        uint64_t rest = ra__slot_pack(range >> 40, (uint64_t)to, (uint64_t)e);
        if (atomic_compare_exchange_weak_explicit(&s->range, &range, rest, memory_order_relaxed, memory_order_relaxed)) {
            *first = f;
            *end = to;
            return true;
        }
    }
}

/* A thief takes the back half of what is left, the last unit too: the owner is busy with one. walk: only of a task that it needs; 0: of any. */
static inline ra_task *ra__slot_steal(ra__slot *s, uint64_t walk, int64_t *first, int64_t *end)
{
    uint64_t range = atomic_load_explicit(&s->range, memory_order_acquire);
    int64_t f = ra__slot_first(range), e = ra__slot_end(range);
    if (f >= e)
        return NULL;
    ra_task *t = atomic_load_explicit(&s->task, memory_order_acquire);
    if (walk && atomic_load_explicit(&t->needed, memory_order_relaxed) != walk)
        return NULL;
    int64_t middle = f + (e - f) / 2;
    uint64_t rest = ra__slot_pack(range >> 40, (uint64_t)f, (uint64_t)middle);
    if (!atomic_compare_exchange_strong_explicit(&s->range, &range, rest, memory_order_relaxed, memory_order_relaxed))
        return NULL;
    *first = middle;
    *end = e;
    return t;
}

/* This thread's slot, made at the first use; NULL when out of memory (then its tasks are not shared). */
ra__slot *ra__slot_mine(void);
void ra__slot_leave(void);
/* Whether anything could be stolen now. */
bool ra__slot_any(void);
/* The child of a fork: the other threads' offers went with them. */
void ra__slot_fork_child(void);
/* The list of all threads' slots. */
ra__slot *ra__slot_all(void);
/* One that no thread owns, in no list, taken; NULL when out of memory. */
ra__slot *ra__slot_new(int node);
/* Empties it, in the child of a fork. */
void ra__slot_forget(ra__slot *s);

#endif
