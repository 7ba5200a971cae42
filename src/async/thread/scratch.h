/*
 * Scratch: memory private to a thread that runs grains. It is no tensor memory, so it comes from the heap and does not
 * count as such. A thread keeps what it took, so that steady state allocates
 * nothing; nested runs (a kernel that waits and helps) get memory of their own.
 */
#ifndef RA_ASYNC_SCRATCH_H
#define RA_ASYNC_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

typedef struct ra__scratch {
    void *memory;
    size_t bytes;
    bool kept; /* the thread's own */
} ra__scratch;

/* 64-byte aligned; NULL when out of memory, or for zero bytes. */
void *ra__scratch_take(ra__scratch *s, size_t bytes);
void ra__scratch_give(ra__scratch *s);
/* The thread ends, or the engine stops. */
void ra__scratch_free_own(void);

#endif
