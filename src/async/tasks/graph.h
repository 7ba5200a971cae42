/*
 * The graph of pending tasks: recording, retiring, dropping. See task.h for the protocol, hazard.h for the order.
 */
#ifndef RA_ASYNC_GRAPH_H
#define RA_ASYNC_GRAPH_H

#include "async/tasks/task.h"
#include "async/values/device.h"
#include "async/values/hazard_list.h"

/*
 * The lock of recorders and waiters. Who takes it is in a call of the library's, or ends: a thread of the program, a lane, the
 * urgent thread; a worker only where a kernel that it runs calls the library, or it stops. So of the background class only such a
 * worker can have it, which may then be off the processor for as long as others like. Claiming, running and ending tasks need it not.
 *
 * It is held for one operator's operands, some records that are taken back, a part of a walk or of a list: whatever can be long is
 * done in parts, but what one operator of very many operands takes, which is in proportion to them, and a fork. Who has it and is
 * about to write waits for those who read that in a call, one tiny kernel each, which do not take it (values/readers.h). Under it runs
 * no code but the library's own: tiny kernels that call nothing (RA__PLAN_LEAF), the heap, in a fork the handlers of that.
 */
void ra__graph_lock(void);
void ra__graph_unlock(void);
/* False where somebody has it. */
bool ra__graph_try_lock(void);

/* A record in reserve, so that a thread which has begun to submit can record whatever memory there is. */
extern RA__HIDDEN __thread struct ra__graph_reserved {
    ra_task *record;
    uint32_t epoch; /* that it is of: an earlier one's is gone */
} ra__graph_reserved;

/* Makes sure that this thread's next record of a job is to be had; false: out of memory. Not under the lock. */
bool ra__graph_reserve_now(void);
static inline bool ra__graph_reserve(void)
{
    const bool has = ra__graph_reserved.record && ra__graph_reserved.epoch == atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed);
    return has || ra__graph_reserve_now();
}
/* The calling thread ends. Not under the lock. */
void ra__graph_leave(void);

/* Everything below is under the lock where it does not say otherwise; ra__graph_let_go, ra__graph_in_flight and
 * ra__graph_last_sequence need it not. */

extern RA__HIDDEN _Atomic uint64_t ra__graph_latest; /* number that was given: changed under the lock */

/* The number of the latest record, whatever became of it. Without the lock: at least that of what was recorded before, as the program
 * orders its calls. */
static inline uint64_t ra__graph_last_sequence(void)
{
    return atomic_load_explicit(&ra__graph_latest, memory_order_relaxed);
}

/* The next number in program order, for a job that runs without a record, but under the lock. */
static inline uint64_t ra__graph_number(void)
{
    const uint64_t next = ra__graph_last_sequence() + 1;
    atomic_store_explicit(&ra__graph_latest, next, memory_order_relaxed);
    return next;
}

/* A free record, or NULL when out of memory; of a job, the one in reserve then. Sequence number and state are set (WAITING, with
 * the bias). */
ra_task *ra__graph_new(enum ra__task_kind kind);
/* Gives a record back that was not recorded. */
void ra__graph_abandon(ra_task *t);

/* t runs after `before`, unless that is done; twice in one hold of the lock is once. False when out of memory. */
bool ra__graph_order(ra_task *t, ra_task *before, uint64_t sequence);

/* Takes the bias off and counts t as in flight: true if t became ready. Then the caller has a hold of it, and publishes or
 * runs it (after unlocking). */
bool ra__graph_commit(ra_task *t);

/* Results of t, which has been committed, take no memory any more: their bytes are in flight no longer. */
void ra__graph_uncount_bytes(ra_task *t);

/* How many of the edges into t, which has been committed and has not run, come from members of this group (no lock; by the
 * thread that runs the group). */
int64_t ra__graph_edges_from(ra_task *t, const ra_task *leader);

/* Those of the tasks that t (as above) comes after which are READY, or were a moment ago. */
void ra__graph_each_ready_before(ra_task *t, void (*visit)(void *context, ra_task *before, uint64_t sequence), void *context);

/* A join that had nothing left to wait for ends at once. */
void ra__graph_finish_join(ra_task *t);

/* Takes a hold of t, which may end meanwhile. False: it has ended, and its record is retired. */
bool ra__graph_hold(ra_task *t);
/* Gives up a hold of t, which is retired with the last (no lock). */
void ra__graph_let_go(ra_task *t);
/* The same of so many. */
void ra__graph_let_go_of(ra_task *t, int holds);
/* Takes some of the retired records back; whether there are more. */
bool ra__graph_collect(void);
/* All of them, some at a time. Not under the lock. */
void ra__graph_collect_all(void);
/* Somebody waits for what records that have ended still have a use of (1), or no longer does (-1): meanwhile each new record looks for them. */
void ra__graph_await_ended(int change);

typedef struct ra__in_flight {
    int64_t tasks, bytes; /* committed and not taken back; bytes of the processor's memory */
    int64_t joins;        /* the same of joins, for which the program is not paced: they are the hazards' business */
} ra__in_flight;

extern RA__HIDDEN struct ra__graph_counts {
    _Atomic int64_t tasks, joins, bytes[RA__MEMORIES]; /* changed under the lock, read without it, by pacing */
} ra__graph_counts;

/* How many bytes of each memory may be in flight before those are paced who record for it; written before anybody does, and of a device's once
 * more when it has been started. It orders nothing. */
extern RA__HIDDEN _Atomic size_t ra__graph_most_bytes[RA__MEMORIES];
/* As the settings say it, or a quarter of so many, if they say nothing and that is known. */
void ra__graph_bound(int memory, size_t bytes);

/* As ra__in_flight.bytes, of any memory. */
static inline int64_t ra__graph_bytes(int memory)
{
    return atomic_load_explicit(&ra__graph_counts.bytes[memory], memory_order_relaxed);
}

static inline ra__in_flight ra__graph_in_flight(void)
{
    return (ra__in_flight){.tasks = atomic_load_explicit(&ra__graph_counts.tasks, memory_order_relaxed),
                           .joins = atomic_load_explicit(&ra__graph_counts.joins, memory_order_relaxed),
                           .bytes = ra__graph_bytes(0)};
}

/* It has been committed and is not DONE. */
bool ra__graph_is_recorded(const ra_task *t);
/* Calls visit for every such record (fork). */
void ra__graph_each(void (*visit)(ra_task *t));
/* Frees all records and forgets everything; nothing is pending. */
void ra__graph_shutdown(void);
/* In the child of a fork, once what was pending has been poisoned: starts with no records. */
void ra__graph_forget(void);
/* In the child of a fork: the lock is taken to be held by this thread. */
void ra__graph_fork_child(void);

#endif
