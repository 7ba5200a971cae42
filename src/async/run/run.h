/*
 * Running tasks, and what comes next for the thread that has.
 */
#ifndef RA_ASYNC_RUN_H
#define RA_ASYNC_RUN_H

#include "async/tasks/needed.h"
#include "async/tasks/task.h"

/* Runs a claimed task to its end on this thread, and then what it made ready, as far as that is this thread's to do. */
void ra__run_claimed(ra_task *t, unsigned flags);
/* The same within a walk (needed.h) by which nothing is needed: what it makes ready goes to the queues. */
static inline void ra__run_within(ra_task *t, unsigned flags, uint64_t walk)
{
    const uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = walk;
    ra__run_claimed(t, flags);
    ra__waiting_walk = outer;
}

static inline void ra__run_alone(ra_task *t, unsigned flags)
{
    ra__run_within(t, flags, RA__WALK_ALONE);
}

/* What can run together with a claimed task is claimed and becomes its group; what was claimed for that and does not fit is run. */
void ra__run_gather(ra_task *t);
/* The phase that a task's kernel answered to go on elsewhere is complete: runs those that follow, and ends it. What it makes ready
 * goes to the queues. By one of the library's threads: others, ra__complete (lane.h). */
void ra__run_resume(ra_task *t);
/* The first phase of a job on a stream whose plan is PACKED, to its end, by the lane that is to issue it, and by who helps. The second is
 * the one to run then; false: it has failed. */
bool ra__run_packing(ra_task *t);
/* Before the first phase: nothing has failed yet. Its course is there. */
void ra__run_prepare(ra_task *t);
/* Its job is over: storages are given up. */
void ra__run_release(ra_task *t);
/* After that: successors are told, and what is ready goes to the queues. */
void ra__run_end(ra_task *t);
/* Runs units of a running task that this thread has taken. */
void ra__run_part(ra_task *t, int64_t first, int64_t end);
/* Takes such a part (with a walk: only of a task that it needs) and runs it; false if there is none to be had. */
bool ra__steal_part(uint64_t walk);
/* The same of any; what ends with it goes to the queues. */
bool ra__steal_any_part(void);
/* Runs one ready task (zero workers, pacing), or part of one; false if there is none. `upon_another`: the caller has claimed a task
 * that has not ended, as has a thread in a kernel anyway; then only one that may run upon it (guest.h), if there is such near the
 * front. */
bool ra__run_one(bool upon_another);

void ra__run_fork_child(void);

#endif
