/*
 * A thread that waits helps: it runs what its targets need until they have ended.
 */
#ifndef RA_ASYNC_HELP_H
#define RA_ASYNC_HELP_H

#include "async/needed.h"

/*
 * Says what is waited for, in an empty list; under the graph lock. True: nothing more is to come once these have ended; else it is
 * asked again then.
 */
typedef bool ra__gather(ra__targets *targets, void *what);

/*
 * Waits until all of it has ended; false: the deadline has passed. It leaves nothing behind in the graph. *ended is the number of the
 * task that was waited for last.
 */
bool ra__help_until(ra__gather *gather, void *what, uint64_t deadline, uint64_t *ended);
/* Runs one task that is ready and needed; false if there is none to be had. */
bool ra__help_once(ra__gather *gather, void *what);
/* Runs a claimed task and nothing that it makes ready. */
void ra__run_alone(ra_task *t, unsigned flags);
/* The same of what the urgent thread runs (urgent.h). */
void ra__run_urgent(ra_task *t, unsigned flags);
/* Cancels what is pending of the range (drop.h); what can end at once does. */
void ra__cancel_range(ra_storage *s, int64_t first, int64_t end);
/* Somebody watches t, which has ended and told its successors: wakes who sleeps. */
void ra__tell_watchers(const ra_task *t);

#endif
