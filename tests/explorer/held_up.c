/*
 * Waits, cancels and sleeps: who goes on watching, whether a cancel has reached what it was to, and who is held up by a thread that
 * is off the processor for ever, as the tasks that order.c follows tell.
 */
#include "followed.h"
#include "order.h"
#include "program.h"

#include "async/tasks/drop.h"

#include <string.h>

static const ra_storage *waited_for[EX_THREADS];

void ex_held_up_begin(void)
{
    memset(waited_for, 0, sizeof waited_for);
}

/* ---- waits and cancels ---- */

/* Who watches is in a wait: the others that are, and no more. */
void ex_order_check_wait_left(void)
{
    int watched = 0, waiting = 0;
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
        if (ra__task_sequence(word) == n->sequence && ra__task_state(word) != RA__TASK_DONE)
            watched += (int)atomic_load_explicit(&n->task->watched, memory_order_relaxed);
    }
    for (int i = 0; i < ex.threads; i++)
        waiting += (&ex.thread[i] != ex.now && ex.thread[i].business == EX_WAITS && ex.thread[i].state != EX_ENDED) + ex.thread[i].nested;
    if (watched > waiting)
        ex_fail("a wait has ended, and goes on watching a task");
}

void __real_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready);
void __wrap_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready);
/*
 * The tasks that wrote these bytes last: once the cancel is done each has been marked, or had been claimed. One that turns out to
 * have been claimed only to be looked at, and is pending again without the mark, must not run.
 */
void __wrap_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready)
{
    touch t = {.storage = s};
    bool asked[NODES] = {false};
    for (int64_t b = first / FOUR; b < 32 && b * FOUR < end; b++)
        t.fours |= UINT32_C(1) << b;
    ex_find_sources(&t, ex_followed_count);
    for (int i = 0; i < ex_followed_count; i++)
        asked[i] = ex_has(t.source, i) && ex_followed[i].phase == RECORDED;
    __real_ra__cancel_writers(s, first, end, waiter, ready);
    if (ready->again)
        return;
    for (int i = 0; i < ex_followed_count; i++) {
        ex_node *n = &ex_followed[i];
        uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
        if (asked[i] && n->phase == RECORDED && ra__task_sequence(word) == n->sequence && !(word & (RA__TASK_CANCELLED | RA__TASK_DROPPED))) {
            n->cancel_asked = true;
            n->cancel_due = ex_is_pending(n);
            if (n->cancel_due || ra__task_state(word) == RA__TASK_RUNNING) /* who has claimed it to look at it may put it back */
                ex_fail("a cancel has not marked task %lu", (unsigned long)n->sequence);
        }
    }
}

/* ---- who is held up by a thread that is off the processor for ever ---- */

void ex_order_waits_for(const void *storage)
{
    waited_for[ex.now->number] = storage;
}

/* The task of this record and number is over for all who look at its word. */
static bool is_done(const ra_task *t, uint64_t sequence)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    return ra__task_sequence(word) != sequence || ra__task_state(word) == RA__TASK_DONE;
}

/* A worker that sleeps, and that nobody is about to wake: its flag stands. -1: none. */
static int sleeper(void)
{
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->is_worker && !t->suspended && t->state == EX_SLEEPING && t->deadline == UINT64_MAX && *(const uint32_t *)t->asleep_on == 1)
            return i;
    }
    return -1;
}

/*
 * Whether this task, which is not done, or anything that it comes after by the engine's own edges, is in a thread's hands: it is
 * claimed, its job has ended and its word does not say so yet, it is on its way to a queue or from it, or the last it came
 * after is done and about to tell it. `stopped`: where nobody helps who waits, the step at which a worker has stopped. It may have
 * been woken for a task, once: that one is in its hands, unless another was put into a queue later, and somebody else woken.
 */
static bool is_in_hands(const ra_task *t, uint64_t stopped, int depth)
{
    const ex_node *n = ex_followed_of(t);
    unsigned state = ra__task_state(atomic_load_explicit(&t->word, memory_order_relaxed));
    if (!n || n->sequence != ra__task_number(t) || depth == 0 || state == RA__TASK_RUNNING || n->claimer >= 0 || n->phase >= BEGUN)
        return true;
    if (state == RA__TASK_READY)
        return !ex_is_in_queue(n) || n->queued_at <= stopped || (stopped && n->queued_at == ex_last_put);
    bool waits = false;
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        if (is_done(e->predecessor, e->sequence))
            continue;
        waits = true;
        if (is_in_hands(e->predecessor, stopped, depth - 1))
            return true;
    }
    return !waits;
}

static bool is_unrelated(const ex_thread *t, const ex_thread *held)
{
    const ra_storage *s = waited_for[t->number];
    if (!s || ex_followed_overflow)
        return false;
    bool pending = false;
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        bool writes = false;
        for (int k = 0; k < n->touches; k++)
            writes |= n->touch[k].storage == s;
        if (!writes || is_done(n->task, n->sequence))
            continue;
        pending = true;
        if (is_in_hands(n->task, t->passive ? held->suspended_at : 0, 12))
            return false;
    }
    return pending;
}

/* One that neither is held up for good nor runs a kernel that calls the library, and waits in it perhaps. */
static bool any_free_worker(const ex_thread *held)
{
    for (int i = 0; i < ex.threads; i++)
        if (&ex.thread[i] != held && ex.thread[i].is_worker && ex.thread[i].state != EX_ENDED && !ex.thread[i].nested)
            return true;
    return false;
}

void ex_order_check_held_up(ex_thread *held)
{
    if (held->business != EX_BACKGROUND)
        return;
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->state == EX_ENDED || t == held || t->business == EX_BACKGROUND)
            continue;
        if (t->business == EX_RECORDS && t->state != EX_WAITING && !ex_program_paces())
            ex_fail("thread %d, which records or releases, is held up by thread %d, a suspended one of the library", i, held->number);
        if (t->business == EX_WAITS && !(t->passive && !any_free_worker(held)) && is_unrelated(t, held))
            ex_fail("thread %d waits for what has nothing to do with thread %d, a suspended one of the library, and is held up by it", i, held->number);
    }
}

void ex_order_check_paused(void)
{
    uint64_t stopped = 0;
    int asleep = sleeper();
    for (int i = 0; i < ex.threads; i++)
        if (ex.thread[i].suspended)
            stopped = ex.thread[i].suspended_at;
    for (int i = 0; asleep >= 0 && i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        if (n->phase == RECORDED && ex_is_pending(n) && !is_in_hands(n->task, stopped, 1))
            ex_fail("task %lu is in a queue, and thread %d sleeps, who could take it", (unsigned long)n->sequence, asleep);
    }
}

/* ---- what a thread keeps ---- */

/* A task that it has made ready is in a queue, or another's, before it begins a wait, or sleeps in one. */
void ex_kept_no_more(const ra_task *t)
{
    ex_node *n = ex.now ? ex_followed_of(t) : NULL;
    if (n)
        n->keeper = -1;
}

void __real_ra__sleep_until_ended(ra_task *t, uint64_t sequence, uint64_t deadline);
void __wrap_ra__sleep_until_ended(ra_task *t, uint64_t sequence, uint64_t deadline);
static void check_kept(const char *where)
{
    for (int i = 0; ex.now && ex.now->nested && i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        if (n->keeper == ex.now->number && n->phase == RECORDED && ex_is_pending(n))
            ex_fail("thread %d %s a wait, and keeps task %lu from others", n->keeper, where, (unsigned long)n->sequence);
    }
}

void __wrap_ra__sleep_until_ended(ra_task *t, uint64_t sequence, uint64_t deadline)
{
    check_kept("sleeps in");
    __real_ra__sleep_until_ended(t, sequence, deadline);
}

void __real_ra__pool_wait_begin(void);
void __wrap_ra__pool_wait_begin(void);
void __wrap_ra__pool_wait_begin(void)
{
    check_kept("begins");
    __real_ra__pool_wait_begin();
}
