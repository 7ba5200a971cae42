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

static void mark_if_useless(ra_task *t, drop_list *list)
{
    if (!hold_task(t))
        return;
    if (!ra__job_is_unobservable(&t->job)) {
        atomic_fetch_and_explicit(&t->word, ~(uint64_t)RA__TASK_HELD, memory_order_release);
        return;
    }
    ra__job_stop_reading(&t->job, take_hold, list);
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
        if (RA__MUTANT(GIVEN_UP_UNDER_THE_LOCK))
            let_go(&list);
        ra__graph_unlock();
        RA__POINT(DROP);
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
 * what merely comes after them runs. Two kinds of entries stand for what was there before them: a join of writers, and a task
 * that makes the storage grow, which moves all of it. Either has taken the place of all others, so that of one storage each stands
 * before at most one more: the cancel goes from one to the next, keeps the one by a hold, and gives the lock up in between.
 */
typedef struct cancelled {
    const ra_storage *storage;
    int64_t first, end;
    ra_task *behind; /* what is gone through next, held; NULL: nothing */
    uint64_t waiter;
    ra__cancelled *ready;
} cancelled;

/* Of a job whose record is not reused meanwhile: of storages only the places are looked at, they may have gone. */
static bool writes_into(const ra__operand *o, const cancelled *c)
{
    int64_t behind = ra__operand_end(o);
    return o->storage == c->storage && o->offset < c->end && c->first < (behind > o->offset ? behind : o->offset + 1); /* fits: at most ra__most_bytes, and one */
}

/* It would wait in a queue until a worker has time to poison its results. */
static void claim_ready(ra_task *t, cancelled *c)
{
    ra__cancelled *r = c->ready;
    if (r->count < RA__CANCELLED && ra__task_claim(t, ra__task_number(t), &r->flags[r->count]))
        r->task[r->count++] = t;
}

/* One that is RUNNING may yet be put back: fusion claims what it looks at. */
static void mark_cancelled(ra_task *t, cancelled *c)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (c->ready->again) {
        if (word & RA__TASK_CANCELLED)
            claim_ready(t, c);
        return;
    }
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

static void go_behind(ra_task *t, cancelled *c)
{
    RA__POINT(CANCEL);
    if (c->behind || !ra__graph_hold(t)) /* it has ended meanwhile, and all that it stands for with it */
        return;
    c->behind = t;
}

static void cancel_job(ra_task *t, cancelled *c)
{
    bool writes = false, stands_for_others = false;
    for (int r = 0; r < t->job.results; r++) {
        const ra__operand *o = &t->job.operand[r];
        writes |= writes_into(o, c);
        stands_for_others |= o->storage == c->storage && t->job.moves & ra__job_moves_bit(r);
    }
    if (stands_for_others) /* before it is marked: it may be run then, and end */
        go_behind(t, c);
    if (writes)
        mark_cancelled(t, c);
}

static void cancel_task(ra_task *t, cancelled *c)
{
    if (t->kind == RA__TASK_JOB)
        cancel_job(t, c);
    else if (t->kind == RA__TASK_JOIN && t->join.written == c->storage) {
        atomic_store_explicit(&t->needed, c->waiter, memory_order_relaxed); /* it ends with the last of them */
        go_behind(t, c);
    }
}

/* Those that t stands for. */
static void cancel_before(ra_task *t, cancelled *c)
{
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));)
        if (ra__task_is_live(e->predecessor, e->sequence))
            cancel_task(e->predecessor, c);
}

/* From the last to the one that writes all of the bytes: what was there before that one is not what is cancelled. */
static void cancel_entries(ra_storage *s, cancelled *c)
{
    ra__hazards_now(&s->hazards);
    for (int i = s->hazards.count; i-- > 0;) {
        const ra__hazard *h = &s->hazards.entries[i];
        if (!ra__hazard_writes(h) || !ra__hazard_meets(h, c->first, c->end))
            continue;
        bool all = ra__hazard_writes_all(h, c->first, c->end);
        cancel_task(h->task, c);
        if (all)
            return;
    }
}

void ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready)
{
    cancelled c = {s, first, end > first ? end : first + 1, NULL, waiter, ready};
    ready->count = 0;
    ra__graph_lock();
    cancel_entries(s, &c);
    ra__graph_unlock();
    for (ra_task *t; (t = c.behind);) {
        c.behind = NULL;
        ra__graph_lock();
        cancel_before(t, &c);
        ra__graph_unlock();
        ra__graph_let_go(t);
    }
}
