/*
 * What the definition of an operator of the table makes ready is published at its end: a worker that took the first operator at once would
 * find it alone, and not at the head of a chain. Whoever waits for it finds it in the graph meanwhile.
 */
#ifndef RA_ASYNC_DEFINED_H
#define RA_ASYNC_DEFINED_H

#include "async/tasks/task.h"

/* As ra__publish; in a definition, at its end. */
void ra__publish_defined(ra_task *t);
/* How much the calling thread has yet to publish so; its own, and of defined.c alone to change. */
extern RA__HIDDEN __thread int ra__defined_ready;
/* As below, where there is some. */
void ra__tell_some_defined(void);
/* A definition is at its end, or its thread waits: what it has made ready is there for workers from now on. */
static inline void ra__tell_defined(void)
{
    if (ra__defined_ready)
        ra__tell_some_defined();
}

#endif
