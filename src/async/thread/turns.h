/*
 * Whether a thread takes turns with the library: it waits for what each call has made before it makes the next. It has nothing to run
 * ahead of, and what is not long is there soonest if it is computed in the call.
 */
#ifndef RA_ASYNC_TURNS_H
#define RA_ASYNC_TURNS_H

#include "async/thread/state.h"

enum { RA__TURNS_ENOUGH = 8 }; /* in a row, for the next one to be expected */

/* What is counted (ra__tls.turns) is the calling thread's: nobody else reads or writes it. */

/* A call is about to have something computed; those of a definition are one, which begins before it says that the thread is within. */
static inline void ra__turns_called(void)
{
    ra__tls.turns.calls += !ra__tls.carried.within && ra__tls.turns.calls < 2;
}

static inline void ra__turns_waited(void)
{
    const unsigned calls = ra__tls.turns.calls, taken = ra__tls.turns.taken;
    ra__tls.turns.taken = (uint8_t)(calls > 1 ? 0 : taken + (calls && taken < RA__TURNS_ENOUGH));
    ra__tls.turns.calls = 0;
}

/* Whether what the thread has called for now is likely all that it will before it waits. */
static inline bool ra__turns_are_taken(void)
{
    return ra__tls.turns.taken == RA__TURNS_ENOUGH && ra__tls.turns.calls == 1;
}

#endif
