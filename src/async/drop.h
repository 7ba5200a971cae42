/*
 * Dropping what nobody can observe, and cancelling: both mark pending tasks that are not to be run. None of it is called under
 * the graph lock, which is taken for a bounded number of tasks at a time.
 */
#ifndef RA_ASYNC_DROP_H
#define RA_ASYNC_DROP_H

#include "async/storage.h"

/* Gives such holds up, with holders among them. If they were the last holders, and writers are pending, drops the tasks that
 * only those could have shown, and what they alone needed. */
void ra__drop_hold(ra_storage *s, uint64_t holds);
/* Marks the pending tasks that write the range: they poison their results instead of computing them, and what depends on
 * those inherits it. */
void ra__cancel_writers(ra_storage *s, int64_t first, int64_t end);
void ra__drop_fork_child(void);

#endif
