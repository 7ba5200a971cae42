/*
 * Lanes: threads for what is to be done by no worker.
 *
 * The blocking lane runs kernels that wait for something other than the processor (files), so that no worker sleeps in a system call:
 * one after another, but for those that a wait of one of them needs, which are run within that wait.
 * The completing lane goes on with tasks whose kernels answered that they go on elsewhere (RA__PENDING): whoever knows that they are
 * complete, on whatever thread of whatever library, says so and goes away. Each is started at the first use.
 */
#ifndef RA_ASYNC_LANE_H
#define RA_ASYNC_LANE_H

#include "async/tasks/task.h"

/* Takes a claimed task over; false on the lane itself, and where no thread can be had (the caller then runs it). */
bool ra__lane_take(ra_task *t, unsigned flags);
/* One will come: the thread is started by the caller, who is no worker. */
void ra__lane_expect(void);
/* This thread serves the blocking lane, or waits in the place of the one that does (and says so itself: lend). */
bool ra__lane_is_mine(void);
void ra__lane_lend(bool mine);
/*
 * Under the graph lock, by a wait of the blocking lane's: takes one out that is marked as needed by this one, and is not
 * estimated to take longer. It is claimed. NULL: there is none among the next few that lie there; the next call goes on behind these.
 */
ra_task *ra__lane_take_needed(uint64_t by, double longest_ns, unsigned *flags);
/* The same of the completing lane: before a kernel answers that it goes on elsewhere. False: no thread can be had. */
bool ra__complete_expect(void);
/*
 * What the kernel of t answered to go on elsewhere is complete, or has failed with this status. Once for each such answer, by any
 * thread, also before run has given it. Waits for nothing, runs nothing of the program's.
 */
void ra__complete(ra_task *t, ra_status status, const char *message);
void ra__lane_stop(void);
void ra__lane_fork_child(void);

#endif
