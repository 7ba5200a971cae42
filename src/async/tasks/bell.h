/*
 * Sleeping until a task ends.
 *
 * Who sleeps until a task ends counts itself as watching it, under the graph lock, where the record is not used again. Its
 * end closes the list of successors and then looks who watches; the sleeper looks whether the list is closed after it has
 * counted itself, so that one of the two sees the other. It sleeps at a bell, which tasks share by their place: odd while
 * somebody may sleep there, it changes with each end that is watched. Who is awake is not woken by a system call.
 */
#ifndef RA_ASYNC_BELL_H
#define RA_ASYNC_BELL_H

#include "async/tasks/task.h"

/* Somebody watches t, which has ended and told its successors: wakes who sleeps. */
void ra__tell_watchers(const ra_task *t);
/* The caller watches the task of this sequence, which may have ended. Also returns for no reason. */
void ra__sleep_until_ended(ra_task *t, uint64_t sequence, uint64_t deadline);

#endif
