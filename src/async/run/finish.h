/*
 * The end of a task as others see it: it is DONE, its successors are told, and what is ready goes to this thread, or to the queues.
 */
#ifndef RA_ASYNC_FINISH_H
#define RA_ASYNC_FINISH_H

#include "async/tasks/task.h"

#define RA__CHUNK_NS 7e3 /* grains of less are taken several at a time */

/* DONE, successors told. Gives the next task for this thread, claimed, or the one there is. The caller has a hold of t. `offer` takes
 * what is ready for a device with streams (ra__stream_offer). */
ra_task *ra__finish(ra_task *t, ra_task *next, unsigned *flags, void (*offer)(ra_task *t));

/* Of those that this waiting thread has made ready and kept for itself: one, claimed, or NULL. */
ra_task *ra__take_kept(unsigned *flags);
bool ra__keeps_any(void);
/* They go to the queues. Whoever waits within a kernel may stay for long: others may have what is kept. */
void ra__kept_give_back(void);
void ra__kept_fork_child(void);

#endif
