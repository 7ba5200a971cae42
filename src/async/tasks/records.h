/*
 * The memory of task records. All under the graph lock.
 */
#ifndef RA_ASYNC_RECORDS_H
#define RA_ASYNC_RECORDS_H

#include "async/tasks/task.h"

/* A free record, or one that never was in use, of state FREE; NULL: out of memory. */
ra_task *ra__record_take(void);
void ra__record_give(ra_task *t);
/* A walk over records, the newest memory first; zero at first. What is taken meanwhile it may meet or not. */
typedef struct ra__record_cursor {
    void *slab;
    int at;
    bool begun;
} ra__record_cursor;
/* The next; NULL: that was all. */
ra_task *ra__record_next(ra__record_cursor *c);
/* Every record that was ever taken. */
void ra__record_each(void (*visit)(void *context, ra_task *t), void *context);
/* Gives all of them back to the system; or, in the child of a fork, leaves them where they are: the thread that forked may be in
 * the middle of one. */
void ra__records_free(void);
void ra__records_forget(void);

#endif
