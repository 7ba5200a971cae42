/*
 * What a job holds: its storages, as a reader or a writer, its extents, its layouts, and its plan.
 */
#include "async/values/job.h"

#include "async/os/mutant.h"
#include "async/os/os.h"

#include <string.h>

/*
 * A storage that a job reads and that has all its results (work in place) counts as written: the reading alone does not make
 * it needed. Where there is a result elsewhere, somebody may want that one, and it is made of what the storage holds.
 */
static inline uint64_t holds_of(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    if (!o->storage)
        return 0;
    if (o->writes)
        return RA__WRITER;
    if (j->results == 1)
        return j->operand[0].storage == o->storage ? RA__WRITER : RA__HOLDER;
    int here = 0;
    for (int r = 0; r < j->results; r++)
        here += j->operand[r].storage == o->storage;
    return here && (here == j->results || RA__MUTANT(NO_SIBLING)) ? RA__WRITER : RA__HOLDER;
}

uint64_t ra__job_holds(const ra__job *j, int k)
{
    return holds_of(j, k);
}

bool ra__job_writes(const ra__job *j, const ra_storage *s)
{
    for (int r = 0; r < j->results; r++)
        if (j->operand[r].storage == s)
            return true;
    return false;
}

bool ra__job_reads(const ra__job *j, int k)
{
    return ra__job_holds(j, k) == RA__HOLDER;
}

/* As below, where there is one result. */
static inline __attribute__((always_inline)) void each_hold_of_one(const ra__job *j, void (*change)(void *context, ra_storage *s, uint64_t holds), void *context)
{
    ra_storage *result = j->operand[0].storage, *now = result;
    uint64_t holds = RA__WRITER;
    for (int k = 1; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (s != now) {
            if (holds)
                change(context, now, holds);
            holds = 0;
            now = s;
        }
        holds += !s ? 0 : s == result ? RA__WRITER : RA__HOLDER;
    }
    if (holds)
        change(context, now, holds);
}

/* Calls `change` for every storage, with what is held of it; operands of one that follow one another are counted at once. */
static inline __attribute__((always_inline)) void each_hold(const ra__job *j, void (*change)(void *context, ra_storage *s, uint64_t holds), void *context)
{
    if (j->results == 1 && j->operand[0].storage) {
        each_hold_of_one(j, change, context);
        return;
    }
    uint64_t holds = 0;
    for (int k = 0; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage; /* of one that has gone only the place is looked at */
        holds += holds_of(j, k);
        if (!holds || (k + 1 < j->operands && j->operand[k + 1].storage == s))
            continue;
        change(context, s, holds);
        holds = 0;
    }
}

static void add_hold(void *none, ra_storage *s, uint64_t holds)
{
    (void)none;
    if (holds < RA__WRITER)
        ra__storage_add(s, holds);
    else
        ra__storage_add_writer(s, holds);
}

/* Of a fresh result, which no other operand can name: nobody else counts yet. */
static void hold_fresh(ra_storage *s)
{
    atomic_store_explicit(&s->counts, atomic_load_explicit(&s->counts, memory_order_relaxed) + RA__WRITER, memory_order_relaxed);
}

/* One result, which is fresh. */
static void hold_plain(const ra__job *j)
{
    hold_fresh(j->operand[0].storage);
    for (int k = 1; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        uint64_t holds = RA__HOLDER;
        for (; k + 1 < j->operands && j->operand[k + 1].storage == s; k++)
            holds += RA__HOLDER;
        if (s)
            ra__storage_add(s, holds);
    }
}

void ra__job_hold(ra__job *j)
{
    if (j->results == 1 && j->operand[0].fresh)
        hold_plain(j);
    else
        each_hold(j, add_hold, NULL);
}

static __attribute__((noinline)) void release_extents(ra__job *j)
{
    for (int r = 0; r < RA__MAX_RESULTS; r++)
        ra__extent_drop(j->extents->of[r]);
    ra__os_free(j->extents);
}

static inline void release_promises(ra__job *j)
{
    void (*release_state)(void *state) = ra__prepared_of(j->plan)->release_state;
    if (release_state)
        release_state(j->plan->state);
    if (j->extents)
        release_extents(j);
}

static inline void release_description(ra__job *j)
{
    for (int k = 0; k < j->operands && !j->lasting; k++)
        if (j->operand[k].layout)
            ra__layout_unref(j->operand[k].layout);
    if (j->operand != j->few)
        ra__os_free(j->operand);
}

void ra__job_close(ra__job *j)
{
    release_description(j);
    ra__prepared_drop(ra__prepared_of(j->plan));
}

void ra__job_discard_all(ra__job *j)
{
    release_promises(j);
    release_description(j);
    if (!j->borrows_plan)
        ra__prepared_drop(ra__prepared_of(j->plan));
}

static void drop_hold(void *none, ra_storage *s, uint64_t holds)
{
    (void)none;
    ra__storage_drop(s, holds);
}

void ra__job_release(ra__job *j)
{
    each_hold(j, drop_hold, NULL);
    release_promises(j);
}

void ra__job_stop_reading(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context)
{
    for (int k = j->results; j->results > 1 && k < j->operands && !RA__MUTANT(DROPPED_READS_ON); k++) {
        ra_storage *s = j->operand[k].storage;
        if (!s || !ra__job_reads(j, k) || !ra__job_writes(j, s))
            continue;
        j->operand[k].storage = NULL;
        take(context, s, RA__HOLDER);
    }
}

void ra__job_hand_over(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context)
{
    each_hold(j, take, context);
    release_promises(j);
}

/* Others than the job, which may itself read what it writes. Where nobody holds it any more nobody can come to: an old count is one that
 * was too high. */
static inline bool is_held_by_others(const ra__job *j, const ra_storage *s)
{
    uint64_t own = 0;
    for (int k = j->results; j->results > 1 && k < j->operands; k++)
        own += j->operand[k].storage == s && ra__job_reads(j, k);
    return (uint32_t)atomic_load_explicit(&s->counts, memory_order_relaxed) != own || (s->flags & RA__STORAGE_BORROWED);
}

bool ra__job_is_unobservable_at_all(const ra__job *j)
{
    if (j->plan->flags & RA__PLAN_EFFECT)
        return false;
    for (int k = 0; k < j->results; k++)
        if (is_held_by_others(j, j->operand[k].storage))
            return false;
    return j->results > 0;
}
