/*
 * Workers stand back: for other programs, and for what is left of a quota.
 *
 * A background worker that other programs keep off the processor may have in hand what a control thread waits for. The
 * waiter says that it waits (begin), and after a while of no progress that it is held up: then ordinary threads serve in the place
 * of workers that get no processor (relief.h), and where the host allows it, workers that run what `walk` needs (0: anything), and
 * those that are awake and run nothing just now, are put into the normal class until nobody waits any more: what they have in hand
 * nobody else can end.
 *
 * A worker in doubt of its processor (doubt.h) stands aside, and sees by resting whether it goes on in time.
 */
#ifndef RA_ASYNC_STAND_BACK_H
#define RA_ASYNC_STAND_BACK_H

#include "async/pool/workers.h"

void ra__pool_wait_begin(void);
void ra__pool_wait_end(void);
void ra__pool_held_up(uint64_t walk);
/* Every worker that may be: the pool is to end. */
void ra__pool_raise_all(void);

/* What this thread (if it is a worker) is busy with; NULL when done, with what it took and what it should have taken. */
void ra__pool_busy(ra_task *t);
void ra__pool_idle(uint64_t ns, double expected_ns);
/* Between two pieces: who works and has used more of the quota, or of its share, than there was rests for a while. */
void ra__pool_rest(void);
/* The same, but where it is a worker that stands aside. True: what it has offered of the job and nobody has taken is for others: until it goes on
 * itself, what it has done of it would not be counted. */
bool ra__pool_leaves_rest(void);

/* For the calling worker. Into the background. */
void ra__enter_background(ra__worker *w);
/* Before it looks for more: back into the background once nobody waits. True: it has rested, or slept, and taken nothing. */
bool ra__stands_back(ra__worker *w);
/* It has found nothing. True: there is something long, which is not for it now, and it has rested. */
bool ra__rests_for_want_of_a_processor(ra__worker *w);

#endif
