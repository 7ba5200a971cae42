/*
 * The memory of task records. All under the graph lock.
 */
#ifndef RA_ASYNC_RECORDS_H
#define RA_ASYNC_RECORDS_H

#include "async/task.h"

/* A free record, or one that never was in use, of state FREE; NULL: out of memory. */
ra_task *ra__record_take(void);
void ra__record_give(ra_task *t);
/* Every record that was ever taken. */
void ra__record_each(void (*visit)(void *context, ra_task *t), void *context);
/* Gives all of them back to the system; or, in the child of a fork, leaves them where they are: the thread that forked may be in
 * the middle of one. */
void ra__records_free(void);
void ra__records_forget(void);

#endif
