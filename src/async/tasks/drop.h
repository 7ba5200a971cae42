/*
 * Dropping what nobody can observe, and cancelling: both mark pending tasks that are not to be run. None of it is called under
 * the graph lock, which is taken for a bounded number of tasks at a time.
 */
#ifndef RA_ASYNC_DROP_H
#define RA_ASYNC_DROP_H

#include "async/os/room.h"
#include "async/tasks/task.h"
#include "async/values/storage.h"

/* Gives such holds up, with holders among them. If they were the last holders, and writers are pending, drops the tasks that
 * only those could have shown, and what they alone needed. */
void ra__drop_hold(ra_storage *s, uint64_t holds);

/* Ready tasks that were cancelled, claimed by who cancels: to be run, which poisons their results. */
enum { RA__CANCELLED = RA__ROOM(32, 1) };
typedef struct ra__cancelled {
    bool again; /* of those that have been marked before alone: what others record meanwhile is not cancelled */
    int count;
    ra_task *task[RA__CANCELLED];
    unsigned flags[RA__CANCELLED];
} ra__cancelled;

/* A handle lets go of its storage: pending work that nobody can observe any more is dropped. */
void ra__storage_release(ra_storage *s);
/* Marks the pending tasks that write the range: they poison their results instead of computing them, and what depends on
 * those inherits it. They are marked as needed by that waiter too. Those that are ready are claimed, as many as there is room for; by a call again, more. */
void ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready);

#endif
