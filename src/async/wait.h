/*
 * Waiting: for tensors, for tasks, for room.
 *
 * A thread that waits becomes a runner for what its target needs. It looks for a ready task among the target's unfinished
 * ancestors (under the graph lock), claims and runs it, follows what that makes ready as far as it is needed, takes parts
 * of needed tasks that others run, and sleeps only where there is nothing of that, for short times, since what a worker
 * of the background class has in hand may come free without a word.
 */
#ifndef RA_ASYNC_WAIT_H
#define RA_ASYNC_WAIT_H

#include "async/engine.h"
#include "async/task.h"

/* A call that waits, with nothing begun: a cancelled thread ends here, but for one that runs a kernel or callback, for whom
 * others wait. */
void ra__wait_begins(void);
/* Waits for a task that cannot be reused meanwhile (the caller has a hold). */
void ra__wait_task(ra_task *t);
/* Holds a control thread, which is recording this operator, back while more is in flight than the settings allow. */
void ra__pace(const char *operator);

#endif
