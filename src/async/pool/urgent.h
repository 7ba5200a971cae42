/*
 * What somebody asks for and does not wait for himself: a descriptor, a callback, ra_hurry. Who waits helps, and runs what he
 * needs; for who is only told, a thread does that never was in the background class. It runs what is estimated to be quick, and
 * leaves the rest to the workers: so it has time for the next who asks, whatever the workers are busy with.
 *
 * It goes once over all that an ask needs: what is ready and quick it runs, the others it marks (ra_task.needed). Marked tasks
 * that become ready come into a queue of their own (ra__publish), which workers look at before any other, and it is rung for.
 */
#ifndef RA_ASYNC_URGENT_H
#define RA_ASYNC_URGENT_H

#include "async/tasks/task.h"

#define RA__URGENT UINT64_MAX /* the walk of all asks */
#define RA__URGENT_NS 200e3   /* estimated run time up to which a task is quick */

/* Of a job, only what is ours can be estimated: a function of the program's may take any time, as may a file or a library. */
static inline bool ra__task_is_quick(const ra_task *t)
{
    enum { KINDS = RA__PLAN_LEAF | RA__PLAN_BLOCKING | RA__PLAN_LAPACK };
    return t->kind != RA__TASK_JOB || ((t->job.plan->flags & KINDS) == RA__PLAN_LEAF && t->job.plan->cost_ns <= RA__URGENT_NS);
}

static inline bool ra__task_is_urgent(const ra_task *t)
{
    return atomic_load_explicit(&t->needed, memory_order_relaxed) == RA__URGENT && ra__task_is_quick(t);
}

/* How it runs a claimed task. When the engine starts. */
void ra__urgent_start(void (*run)(ra_task *t, unsigned flags));
/* For t, of kind CALL, which is pending; with a hold of it, which is taken over. Not under the graph lock. */
void ra__urgent_ask(ra_task *t);
/* There is something in the queue. */
void ra__urgent_ring(void);
/* Nothing is pending. */
void ra__urgent_stop(void);
void ra__urgent_fork_child(void);

#endif
