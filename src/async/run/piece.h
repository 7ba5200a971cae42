/*
 * Short jobs in one piece: one phase of one grain, of a kernel of the library's own that ends by itself. Nobody else can have a part of
 * one, so it has no course, no slot and no notes of failures: it goes from its memory over its kernel to its end on one thread, like a
 * job that runs in the call (ra__job_run). The clock is looked at as seldom as there.
 */
#ifndef RA_ASYNC_PIECE_H
#define RA_ASYNC_PIECE_H

#include "async/run/costs.h"
#include "async/tasks/task.h"

static inline bool ra__is_piece(const ra_task *t)
{
    enum { OTHERWISE = RA__PLAN_BLOCKING | RA__PLAN_LATE, SHORT_NS = 100000 };
    const ra_plan *p = t->job.plan;
    return !t->group && p->phases == 1 && p->grains[0] == 1 && (p->flags & (RA__PLAN_LEAF | OTHERWISE)) == RA__PLAN_LEAF && p->cost_ns <= SHORT_NS &&
           ra__job_is_built_in(&t->job);
}

/* Runs the job of a claimed task, which is to run; it is to be released, and the task to be ended. False: there is no memory, and nothing has
 * happened. */
bool ra__run_piece(ra_task *t);

#endif
