#include "async/run/finish.h"

#include "async/os/point.h"
#include "async/os/room.h"
#include "async/pool/doubt.h"
#include "async/pool/pool.h"
#include "async/pool/urgent.h"
#include "async/run/trace.h"
#include "async/tasks/bell.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"
#include "async/thread/stats.h"

/* Tasks that this waiting thread has made ready and keeps for itself, the newest first, by their links; none of them is in a queue. */
enum { KEPT = RA__ROOM(64, 2) };
static __thread ra_task *kept;
static __thread int kept_count;

static void keep(ra_task *t)
{
    atomic_store_explicit(&t->link, kept, memory_order_relaxed);
    kept = t;
    kept_count++;
}

static ra_task *unkeep(void)
{
    ra_task *t = kept;
    kept = atomic_load_explicit(&t->link, memory_order_relaxed);
    kept_count--;
    return t;
}

/* ---- the end ---- */

/* Worth the way to a worker: a waiting thread does not sit on it while it runs something else. */
static bool is_worth_sharing(const ra_task *t)
{
    return ra__pool_workers() > 0 && t->kind == RA__TASK_JOB && t->job.plan->cost_ns >= RA__CHUNK_NS;
}

/* Whether this thread should run it, and not leave it to the others. */
static bool is_wanted(ra_task *t)
{
    ra__worker *w = ra__tls.worker;
    if (!ra__waiting_walk)
        return !w || (ra__task_is_long(t) ? ra__is_sure_of_processor(w) : !ra__is_in_doubt(w));
    if (ra__waiting_walk == RA__WALK_URGENT)
        return ra__task_is_urgent(t);
    return ra__is_needed_in_time(t);
}

/*
 * t has nothing left to wait for, and nobody else knows of it but who looks at it under the graph lock, and marks it meanwhile. It goes
 * from WAITING to RUNNING without having been READY: no queue has it, so it needs no hold but its own. False: it is looked at.
 */
static bool claim_waiting(ra_task *t, unsigned *flags)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (ra__task_state(word) != RA__TASK_WAITING || word & RA__TASK_HELD ||
        !atomic_compare_exchange_strong_explicit(&t->word, &word, word + (RA__TASK_RUNNING - RA__TASK_WAITING), memory_order_acquire, memory_order_relaxed))
        return false;
    *flags = (unsigned)word & (RA__TASK_CANCELLED | RA__TASK_DROPPED);
    return true;
}

/* Edges to successors in recorded order. */
typedef struct successors {
    ra__edge *first, *last;
} successors;

/* t is DONE, and whoever watches it is told. */
static successors end(ra_task *t)
{
    RA__POINT(END);
    ra__trace_ended(t);
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    atomic_store_explicit(&t->word, (word & ~(uint64_t)RA__TASK_STATE) | RA__TASK_DONE, memory_order_release);
    ra__edge *list = atomic_exchange_explicit(&t->successors, RA__CLOSED, memory_order_seq_cst); /* before it looks who watches */
    if (atomic_load_explicit(&t->watched, memory_order_seq_cst))
        ra__tell_watchers(t);
    successors s = {NULL, list};
    while (list) { /* newest first: turned round */
        ra__edge *after = list->next;
        list->next = s.first;
        s.first = list;
        list = after;
    }
    return s;
}

/* What has nothing to compute: a join, and where there are no workers, who would take it from a queue, whoever is to be told. */
static bool ends_at_once(const ra_task *t)
{
    return t->kind == RA__TASK_JOIN || (t->kind == RA__TASK_CALL && ra__pool_workers() == 0);
}

/*
 * Such a task ends where the last that it comes after does, and its successors are told behind those of that. In a queue it would lie where there
 * are no workers until somebody needs it, and all joins behind it with it.
 */
static bool end_at_once(ra_task *t, successors *s)
{
    unsigned flags;
    if (!ends_at_once(t) || !claim_waiting(t, &flags))
        return false;
    if (t->kind == RA__TASK_CALL)
        t->call.finish(t);
    const successors more = end(t);
    if (s->first && more.first)
        s->last->next = more.first;
    else if (more.first)
        s->first = more.first;
    s->last = more.first ? more.last : s->last;
    ra__graph_let_go(t);
    return true;
}

/* Takes what is next for this thread, claimed, if it has none yet; the others are published. */
static ra_task *pass_on(successors s, ra_task *next, unsigned *flags, void (*offer)(ra_task *t))
{
    while (s.first) {
        ra_task *t = s.first->successor;
        s.first = s.first->next; /* before the successor can run and its record be reused */
        if (atomic_fetch_sub_explicit(&t->waits, 1, memory_order_acq_rel) != 1 || end_at_once(t, &s))
            continue;
        if (ra__task_device(t)) {
            atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
            ra__task_make_ready(t);
            offer(t);
            continue;
        }
        uint64_t sequence = ra__task_number(t);
        bool wanted = is_wanted(t);
        if (!next && wanted && claim_waiting(t, flags)) {
            next = t;
            ra__count(RA__STAT_RAN_CHAINED, 1);
        } else if (!next && wanted) {
            atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed); /* until it is claimed or given up */
            ra__task_make_ready(t);
            if (ra__task_claim(t, sequence, flags)) {
                next = t;
                ra__count(RA__STAT_RAN_CHAINED, 1);
            }
            ra__graph_let_go(t);
        } else if (wanted && ra__waiting_walk && kept_count < KEPT && !is_worth_sharing(t)) {
            atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
            ra__task_make_ready(t);
            keep(t);
        } else {
            atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
            ra__task_make_ready(t);
            ra__publish(t);
        }
    }
    return next;
}

/* DONE, successors told. Gives the next task, claimed, or the one there is. */
ra_task *ra__finish(ra_task *t, ra_task *next, unsigned *flags, void (*offer)(ra_task *t))
{
    return pass_on(end(t), next, flags, offer);
}

/* ---- what is kept ---- */

bool ra__keeps_any(void)
{
    return kept;
}

void ra__kept_fork_child(void)
{
    kept = NULL;
    kept_count = 0;
}

ra_task *ra__take_kept(unsigned *flags)
{
    while (kept) {
        ra_task *t = unkeep();
        uint64_t sequence = ra__task_number(t);
        bool mine = ra__task_claim(t, sequence, flags);
        ra__graph_let_go(t);
        if (mine)
            return t;
    }
    return NULL;
}

void ra__kept_give_back(void)
{
    while (kept)
        ra__publish(unkeep());
}
