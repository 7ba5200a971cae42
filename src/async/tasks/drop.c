#include "async/tasks/drop.h"

#include "async/os/mutant.h"
#include "async/os/point.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"
#include "async/thread/stats.h"

enum { AT_ONCE = 32 }; /* storages and tasks that are looked at in one hold of the lock */

/* ---- dropping what nobody can observe ---- */

/*
 * What one thread drops, newest to oldest, however long the chain is: no step calls another. Under the lock, storages that
 * have lost their last holder show the tasks that write them. One all of whose results nobody can observe is marked, and
 * shows those that it had to follow. Without the lock marked tasks give up their storages, which may lose their last holders
 * by that, and so on: what is called when a storage or a job goes (an allocator, a lane, functions of the program) is called
 * there.
 */
typedef struct drop_list {
    ra_storage *storages; /* to be looked at; each is kept by a hold of kind WRITER, which is the list's */
    ra_storage *seen;     /* those that have been */
    ra_task *tasks;       /* marked, and what they follow is to be looked at; each is kept by a hold */
    ra_task *marked;      /* those where that has been done: they give up their storages next */
} drop_list;

/* Keeps runners off a pending task for a moment; false if it is no longer pending. */
static bool hold_task(ra_task *t)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    do {
        unsigned state = ra__task_state(word);
        if ((state != RA__TASK_WAITING && state != RA__TASK_READY) || (word & RA__TASK_DROPPED))
            return false;
    } while (!atomic_compare_exchange_weak_explicit(&t->word, &word, word | RA__TASK_HELD, memory_order_acquire, memory_order_relaxed)); /* acquire: after fusion, which may have put it back */
    return true;
}

static void mark_if_useless(ra_task *t, drop_list *list)
{
    if (!hold_task(t))
        return;
    if (!ra__job_is_unobservable(&t->job)) {
        atomic_fetch_and_explicit(&t->word, ~(uint64_t)RA__TASK_HELD, memory_order_release);
        return;
    }
    atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
    t->next_dropped = list->tasks;
    list->tasks = t;
    atomic_fetch_sub_explicit(&t->word, RA__TASK_HELD - RA__TASK_DROPPED, memory_order_release); /* the one becomes the other */
    ra__graph_uncount_bytes(t);
    ra__count(RA__STAT_DROPPED, 1);
}

static void look_at_storage(drop_list *list)
{
    ra_storage *s = list->storages;
    list->storages = s->next_dropped;
    s->next_dropped = list->seen;
    list->seen = s;
    ra__hazards_now(&s->hazards);
    for (int i = 0; i < s->hazards.count; i++) {
        const ra__hazard *h = &s->hazards.entries[i];
        if (ra__hazard_writes(h) && ra__task_is_live(h->task, ra__hazard_sequence(h)) && h->task->kind == RA__TASK_JOB)
            mark_if_useless(h->task, list);
    }
}

static void look_at_task(drop_list *list)
{
    ra_task *t = list->tasks;
    list->tasks = t->next_dropped;
    t->next_dropped = list->marked;
    list->marked = t;
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));)
        if (ra__task_is_live(e->predecessor, e->sequence) && e->predecessor->kind == RA__TASK_JOB)
            mark_if_useless(e->predecessor, list);
}

/* Exchanges holds for one of the list's, which keeps the storage if they were the last holders. */
static void take_hold(void *of, ra_storage *s, uint64_t holds)
{
    drop_list *list = of;
    uint64_t counts = atomic_fetch_add_explicit(&s->counts, RA__WRITER - holds, memory_order_relaxed) + RA__WRITER - holds;
    if ((uint32_t)holds == 0 || (uint32_t)counts != 0 || (s->flags & RA__STORAGE_BORROWED)) {
        ra__storage_drop(s, RA__WRITER);
        return;
    }
    s->next_dropped = list->storages;
    list->storages = s;
}

static void let_go(drop_list *list)
{
    for (ra_storage *s; (s = list->seen);) {
        list->seen = s->next_dropped;
        ra__storage_drop(s, RA__WRITER);
    }
    for (ra_task *t; (t = list->marked);) {
        list->marked = t->next_dropped;
        ra__job_hand_over(&t->job, take_hold, list);
        ra__graph_let_go(t);
    }
}

void ra__drop_hold(ra_storage *s, uint64_t holds)
{
    drop_list list = {.storages = NULL};
    take_hold(&list, s, holds);
    while (list.storages || list.tasks) {
        ra__graph_lock();
        for (int n = 0; n < AT_ONCE && (list.storages || list.tasks); n++)
            if (list.tasks)
                look_at_task(&list);
            else
                look_at_storage(&list);
        ra__graph_unlock();
        let_go(&list);
    }
}

void ra__storage_release(ra_storage *s)
{
    uint64_t counts = atomic_load_explicit(&s->counts, memory_order_acquire);
    if (counts == RA__HOLDER) {
        ra__storage_free(s);
        return;
    }
    if ((uint32_t)counts > 1 || (s->flags & RA__STORAGE_BORROWED)) {
        ra__storage_drop(s, RA__HOLDER);
        return;
    }
    ra__drop_hold(s, RA__HOLDER); /* the last, with writers pending */
}

/* ---- cancelling ---- */

/*
 * Only the tasks that write these bytes are marked: what depends on them by data inherits their poison when its turn comes,
 * what merely comes after them runs. Joins stand for any number of tasks, other joins among them: those that are met are in
 * a list, each kept by a hold, and the graph lock is given up between one and the next. One thread cancels at a time, since
 * a join is in one list.
 */
static _Atomic uint32_t cancel_lock;
static uint32_t last_cancel; /* under it */

typedef struct cancelled {
    const ra_storage *storage;
    int64_t first, end;
    ra_task *joins;
    uint64_t waiter;
    ra__cancelled *ready;
    bool full;
} cancelled;

/* Of a job whose record is not reused meanwhile: of storages only the places are looked at, they may have gone. */
static bool writes_into(const ra__job *j, const cancelled *c)
{
    for (int r = 0; r < j->results; r++) {
        const ra__operand *o = &j->operand[r];
        int64_t behind = ra__operand_end(o);
        if (o->storage == c->storage && o->offset < c->end && c->first < (behind > o->offset ? behind : o->offset + 1)) /* fits: at most ra__most_bytes, and one */
            return true;
    }
    return false;
}

/* It would wait in a queue until a worker has time to poison its results. */
static void claim_ready(ra_task *t, cancelled *c)
{
    ra__cancelled *r = c->ready;
    if (r->count == RA__CANCELLED)
        c->full = true;
    else if (ra__task_claim(t, ra__task_number(t), &r->flags[r->count]))
        r->task[r->count++] = t;
}

/* One that is RUNNING may yet be put back: fusion claims what it looks at. */
static void mark_cancelled(ra_task *t, cancelled *c)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    do {
        unsigned state = ra__task_state(word);
        if (state != RA__TASK_WAITING && state != RA__TASK_READY && (state != RA__TASK_RUNNING || RA__MUTANT(LOST_CANCEL)))
            return;
    } while (!atomic_compare_exchange_weak_explicit(&t->word, &word, word | RA__TASK_CANCELLED, memory_order_relaxed, memory_order_relaxed)); /* the flag says it all */
    if (ra__task_state(word) == RA__TASK_RUNNING)
        return;
    ra__graph_uncount_bytes(t);
    atomic_store_explicit(&t->needed, c->waiter, memory_order_relaxed);
    claim_ready(t, c);
}

static void cancel_task(ra_task *t, cancelled *c)
{
    if (t->kind == RA__TASK_JOB && writes_into(&t->job, c))
        mark_cancelled(t, c);
    if (t->kind != RA__TASK_JOIN || t->join.cancel == last_cancel)
        return;
    RA__POINT(CANCEL);
    if (!ra__graph_hold(t)) /* it has ended meanwhile, and all that it stands for with it */
        return;
    atomic_store_explicit(&t->needed, c->waiter, memory_order_relaxed); /* it ends with the last of them */
    t->join.cancel = last_cancel;
    t->join.next = c->joins;
    c->joins = t;
}

static void cancel_behind(ra_task *join, cancelled *c)
{
    ra__edges_in in = ra__edges_of(join);
    for (ra__edge *e; (e = ra__next_edge(&in));)
        if (ra__task_is_live(e->predecessor, e->sequence))
            cancel_task(e->predecessor, c);
}

bool ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready)
{
    cancelled c = {s, first, end > first ? end : first + 1, NULL, waiter, ready, false};
    ready->count = 0;
    ra__lock(&cancel_lock);
    last_cancel = last_cancel + 1 ? last_cancel + 1 : 1; /* 0: none came by */
    ra__graph_lock();
    ra__hazards_now(&s->hazards);
    for (int i = 0; i < s->hazards.count; i++) {
        const ra__hazard *h = &s->hazards.entries[i];
        if (ra__hazard_writes(h) && ra__hazard_meets(h, c.first, c.end))
            cancel_task(h->task, &c);
    }
    ra__graph_unlock();
    for (ra_task *join; (join = c.joins);) {
        c.joins = join->join.next;
        ra__graph_lock();
        cancel_behind(join, &c);
        ra__graph_unlock();
        ra__graph_let_go(join);
    }
    ra__unlock(&cancel_lock);
    return !c.full;
}

void ra__drop_fork_child(void)
{
    atomic_store_explicit(&cancel_lock, 0, memory_order_relaxed);
}
