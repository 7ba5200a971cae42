/*
 * What somebody asks for and does not wait for himself: a descriptor, a callback, ra_hurry, ra_urgent_begin. Who waits helps, and
 * runs what he needs; for who is only told, a thread does that never was in the background class. It runs what is estimated to be
 * quick, and leaves the rest to the workers: so it has time for the next who asks, whatever the workers are busy with.
 *
 * It goes once over all that an ask needs: what is ready and quick it runs, the others it marks (RA__TASK_URGENT). Marked tasks
 * that become ready and are quick come into a queue of their own (ra__publish), which workers look at before any other, and it is
 * rung for. For what is not quick two workers are woken: the first may be off the processor, and nobody waits who would see that.
 * What is recorded as urgent is marked from the start; where all that it comes after is marked too, nobody need go over it.
 */
#ifndef RA_ASYNC_URGENT_H
#define RA_ASYNC_URGENT_H

#include "async/tasks/task.h"

#define RA__URGENT_NS 200e3   /* estimated run time up to which a task is quick */

/* Of a job, only what is ours can be estimated: a function of the program's may take any time, as may a file or a library. */
static inline bool ra__task_is_quick(const ra_task *t)
{
    enum { KINDS = RA__PLAN_LEAF | RA__PLAN_BLOCKING | RA__PLAN_LAPACK };
    return t->kind != RA__TASK_JOB || ((t->job.plan->flags & KINDS) == RA__PLAN_LEAF && t->job.plan->cost_ns <= RA__URGENT_NS);
}

static inline bool ra__task_is_asked_for(const ra_task *t)
{
    return atomic_load_explicit(&t->word, memory_order_relaxed) & RA__TASK_URGENT;
}

static inline bool ra__task_is_urgent(const ra_task *t)
{
    return ra__task_is_asked_for(t) && ra__task_is_quick(t);
}

/* How it runs a claimed task. When the engine starts. */
void ra__urgent_start(void (*run)(ra_task *t, unsigned flags));
/* For t, of kind CALL, which is pending; with a hold of it, which is taken over. Not under the graph lock. */
void ra__urgent_ask(ra_task *t);
/* What a task does that only asks: nothing. */
void ra__urgent_asked(ra_task *t);
/* What t comes after is asked for from now on, so that nobody else need ask: under the graph lock, before t's commit, by who will ask. */
void ra__urgent_mark(const ra_task *t);
/* The thread runs, or will; false: there is no need for it, or none can be had. Not under the graph lock. */
bool ra__urgent_expect(void);
/*
 * t is recorded as urgent: under the graph lock, with its edges, before its commit. Gives a task that asks for it, for
 * ra__urgent_ask; NULL where it needs nothing that is not urgent, and where there is no memory: then that keeps its place.
 */
ra_task *ra__urgent_record(ra_task *t);
/* There is something in the queue. */
void ra__urgent_ring(void);
/* Nothing is pending. */
void ra__urgent_stop(void);
void ra__urgent_fork_child(void);

#endif
