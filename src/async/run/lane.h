/*
 * The blocking lane: a thread for kernels that wait for something other than the processor (files), so that no worker
 * sleeps in a system call. Started at the first use.
 */
#ifndef RA_ASYNC_LANE_H
#define RA_ASYNC_LANE_H

#include "async/tasks/task.h"

/* Takes a claimed task over; false on the lane itself, and where no thread can be had (the caller then runs it). */
bool ra__lane_take(ra_task *t, unsigned flags);
/* One will come: the thread is started by the caller, who is no worker. */
void ra__lane_expect(void);
void ra__lane_stop(void);
void ra__lane_fork_child(void);

#endif
