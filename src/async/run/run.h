/*
 * Running tasks, and what comes next for the thread that has.
 */
#ifndef RA_ASYNC_RUN_H
#define RA_ASYNC_RUN_H

#include "async/tasks/needed.h"
#include "async/tasks/task.h"

/* Runs a claimed task to its end on this thread, and then what it made ready, as far as that is this thread's to do. */
void ra__run_claimed(ra_task *t, unsigned flags);
/* The same, but what it makes ready goes to the queues. */
void ra__run_alone(ra_task *t, unsigned flags);
/* What this thread keeps of what it has made ready goes to the queues. */
void ra__run_give_back(void);
/* Ends a task whose kernel answered that it goes on elsewhere; what it makes ready goes to the queues. Any thread. */
void ra__complete(ra_task *t, ra_status status, const char *message);
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
