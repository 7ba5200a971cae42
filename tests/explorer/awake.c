/*
 * Who comes for what is in a queue: one thread of the library may be off the processor, whichever it is, and for ever.
 *
 *   - A task that stands in a queue is found there by who looks, whatever becomes of those who put others there (queue.h).
 *   - It stands there once, or twice while a sweep has put it behind the others and has not taken it from the front (pool.h): a link is all
 *     that it has for a queue's stack.
 *   - Who says that there is something to find (ra__pool_notify) has woken somebody by the time that is said, or two are at hand
 *     already, or all are (parking.h). At hand is a worker that is up, and a thread of the library that is about to wake another.
 *   - For what is asked for and is long two are at hand, as nobody else runs it (urgent.h).
 *
 * Looked at are the words of the queues themselves, as they are: a task may have been taken though who takes it does not know it yet.
 */
#include "followed.h"
#include "order.h"

#include "async/pool/parking.h"
#include "async/pool/pool.h"
#include "async/pool/urgent.h"
#include "async/pool/workers.h"

/* ---- queues ---- */

static const ra_task *task_of(uint64_t word)
{
    return (const ra_task *)(uintptr_t)((word >> RA__ROUND_BITS) * RA__PLACE_UNIT);
}

/* Atomic accesses of what is not instrumented are plain ones of the newest value. */
static uint64_t value_of(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static const ra__ring *ring_of(const ra__inject *q, int i)
{
    return atomic_load_explicit(&q->rings[i], memory_order_relaxed);
}

/* The places where it stands. A stack that has become a circle ends somewhere. */
static int count_places(const ra__inject *q, const ra_task *t)
{
    int places = 0, left = NODES;
    for (int i = 0; i <= atomic_load_explicit(&q->last, memory_order_relaxed); i++)
        for (uint64_t k = 0; k < ring_of(q, i)->room; k++)
            places += task_of(value_of(&ring_of(q, i)->cells[k])) == t;
    for (const ra_task *in_stack = task_of(value_of(&q->stack)); in_stack && left--; in_stack = atomic_load_explicit(&in_stack->link, memory_order_relaxed))
        places += in_stack == t;
    return places;
}

static bool has(const ra__inject *q, const ra_task *t)
{
    return count_places(q, t) > 0;
}

bool ex_stands_in_queue(const ra_task *t)
{
    for (int k = 0; k < ra__pool_queues(); k++)
        if (has(&ra__pool.inject[k], t))
            return true;
    return false;
}

/* Somebody may have taken it and be off the processor before he knows that. */
bool ex_is_in_queue(const ex_node *n)
{
    return n->in_queue && ex_stands_in_queue(n->task);
}

/* What a taker comes to; NULL: it takes the ring for empty. */
static const ra_task *first_of(const ra__ring *r)
{
    const uint64_t rounds = (UINT64_C(1) << RA__ROUND_BITS) - 1;
    for (uint64_t at = value_of(&r->head);; at++) {
        const uint64_t word = value_of(&r->cells[at & (r->room - 1)]);
        if (((word ^ at >> r->shift) & rounds) == 0)
            return task_of(word);
    }
}

static bool is_taken_for_empty(const ra__inject *q)
{
    for (int i = 0; i <= atomic_load_explicit(&q->last, memory_order_relaxed); i++)
        if (first_of(ring_of(q, i)))
            return false;
    return !task_of(value_of(&q->stack));
}

/* Ready, and in one of them since that step or before; NULL: none is. */
static const ex_node *any_in_queue(uint64_t since)
{
    for (int i = 0; i < ex_followed_count; i++)
        if (ex_followed[i].queued_at <= since && ex_is_pending(&ex_followed[i]) && ex_is_in_queue(&ex_followed[i]))
            return &ex_followed[i];
    return NULL;
}

void ex_awake_put(const ra__inject *q, const ex_node *n)
{
    if (ex_is_pending(n) && has(q, n->task) && is_taken_for_empty(q))
        ex_fail("task %lu is in a queue, and hidden there behind another that is still to come", (unsigned long)n->sequence);
    int places = 0, allowed = 1;
    for (int k = 0; k < ra__pool_queues(); k++)
        places += count_places(&ra__pool.inject[k], n->task);
    for (int i = 0; i < ex.threads; i++)
        allowed += ex.thread[i].sweeps > 0;
    if (places > allowed)
        ex_fail("task %lu stands in %d places of queues", (unsigned long)n->sequence, places);
}

void __real_ra__pool_sweep(bool all, void (*end)(ra_task *t, unsigned flags));
void __wrap_ra__pool_sweep(bool all, void (*end)(ra_task *t, unsigned flags));
void __wrap_ra__pool_sweep(bool all, void (*end)(ra_task *t, unsigned flags))
{
    ex.now->sweeps++;
    __real_ra__pool_sweep(all, end);
    ex.now->sweeps--;
}

/* ---- workers ---- */

static bool is_asleep(const ex_thread *t)
{
    for (int i = 0; t->state == EX_SLEEPING && i < ra__pool.count; i++)
        if (t->asleep_on == (const void *)&ra__pool.workers[i].parked)
            return true;
    return false;
}

/* Fewer are at hand than wanted, and others sleep. */
static bool too_few(int wanted)
{
    int at_hand = 0, asleep = 0;
    for (int i = 0; i < ra__pool.count; i++)
        if (ra__pool.workers[i].relief.searching) /* an ordinary thread: it goes on, and takes it or tells others */
            return false;
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->state == EX_ENDED)
            continue;
        if (t->business != EX_BACKGROUND && t != ex.now && t->notifies) /* it goes on, and may wake one */
            return false;
        asleep += is_asleep(t);
        at_hand += t->is_worker ? !is_asleep(t) : t->business == EX_BACKGROUND && t != ex.now && t->notifies;
    }
    return asleep && at_hand < wanted && !atomic_load_explicit(&ra__pool.stopping, memory_order_relaxed);
}

void __real_ra__pool_notify(int node);
void __wrap_ra__pool_notify(int node);
void __wrap_ra__pool_notify(int node)
{
    const uint64_t before = ex.now->wakes, begun = ex.step; /* what is put somewhere later has others who say so */
    ex.now->notifies++;
    __real_ra__pool_notify(node);
    ex.now->notifies--;
    const ex_node *left = ex.now->wakes == before && too_few(2) ? any_in_queue(begun) : NULL;
    if (left)
        ex_fail("task %lu is in a queue, one worker at most is up, and nobody has been woken", (unsigned long)left->sequence);
}

/* What it is, who publishes it knows by what he has written himself. */
void __real_ra__publish(ra_task *t);
void __wrap_ra__publish(ra_task *t);
void __wrap_ra__publish(ra_task *t)
{
    const ex_node *n = ex.now ? ex_followed_of(t) : NULL;
    const uint64_t sequence = n ? n->sequence : 0;
    const bool for_two = n && n->asked_by == ex.now->number && ra__task_is_asked_for(t) && ra__task_is_long(t) && !ra__task_is_urgent(t);
    ex_kept_no_more(t);
    __real_ra__publish(t);
    if (for_two && n->sequence == sequence && n->in_queue && ex_is_pending(n) && too_few(2) && any_in_queue(ex.step))
        ex_fail("task %lu is asked for and takes long, and one worker at most comes for it", (unsigned long)sequence);
}
