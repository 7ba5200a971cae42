/* Stacks that one thread switches between: a thread of a block is one. */
#ifndef SIMCUDA_FIBERS_H
#define SIMCUDA_FIBERS_H

#include <stddef.h>

/* Goes on with the other stack, from where it went away or from its beginning; comes back when another one switches to this. */
void fiber_switch(void **here, void *there);
/* A stack that begins with start(), which must not return. */
void *fiber_begin(void *stack, size_t bytes, void (*start)(void));

#endif
