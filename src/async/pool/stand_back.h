/*
 * Workers stand back: for other programs, and for what is left of a quota.
 *
 * A background worker that other programs keep off the processor may have in hand what a control thread waits for. The
 * waiter says that it sleeps (begin), and after a while of no progress that it is held up: workers that run what `walk`
 * needs (0: anything), and those that are awake and run nothing just now, are then put into the normal class until nobody
 * waits any more. Where the host does not allow that, workers that notice that they hardly get to run leave the work to
 * those who wait.
 */
#ifndef RA_ASYNC_STAND_BACK_H
#define RA_ASYNC_STAND_BACK_H

#include "async/pool/workers.h"

void ra__pool_wait_begin(void);
void ra__pool_wait_end(void);
bool ra__pool_is_waited_for(void);
void ra__pool_held_up(uint64_t walk);
/* Every worker that may be: the pool is to end. */
void ra__pool_raise_all(void);

/* What this thread (if it is a worker) is busy with; NULL when done, with what it took and what it should have taken. */
void ra__pool_busy(ra_task *t);
void ra__pool_idle(uint64_t ns, double expected_ns);
/* Between two pieces: a worker that has used more of the quota than there was rests for a while. */
void ra__pool_rest(void);

/* For the calling worker. Into the background. */
void ra__enter_background(ra__worker *w);
/* Before it looks for more: back into the background once nobody waits; and until when it should leave the work to others, 0: it is
 * to go on. */
uint64_t ra__stands_back_until(ra__worker *w);
void ra__rest_until(uint64_t until);

#endif
