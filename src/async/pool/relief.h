/*
 * Relief: where a background worker gets no processor, an ordinary thread serves in its place.
 *
 * Linux lets a thread enter the background class and, without a privilege, not leave it. So for each worker there can be a second
 * thread that never was in it. It has no deque: it takes ready tasks from the queues and other workers' deques, and parts of what
 * runs, as a waiting thread does, and what it makes ready goes to the queues. So nothing is handed over between the two threads,
 * no task can be lost between them, and no deque has two owners.
 *
 *   SERVES -> DOUBTED     by the worker: it went on late, found others on its processor, or was long over a piece (stand_back.h)
 *   any    -> CALLED      by the watch, for those who wait: it has been awake for a while, asks for a processor, and had less than a
 *   any    -> RELIEVED    quarter of one; RELIEVED for the work itself
 *   any    -> SERVES      by the worker: some times in a row it went on when it was to; but while somebody waits not from the latter two
 *   RELIEVED -> ON_TRIAL  instead, from where it is RELIEVED again as soon as it is in doubt, and SERVES when it has often been up in time
 *
 * Who serves in the place of one that is on trial does so from when that is woken until it is up. Nothing hangs on which of the two comes
 * first: what was published lies where both look, and the worker is up when it looks.
 *
 * Who does not serve takes nothing new, while somebody waits or there are those who serve for the work itself: it holds the one piece
 * that it is in, if any, and rests and looks at the clock until it comes back on time. Who was called for those who wait stands down with
 * the last of them: an ordinary thread in a long piece holds a processor for a slice where a background worker would let everybody in at
 * once, and keeps the worker off it, which so would never find that it gets one. Until then he serves, as a worker that was raised would
 * (stand_back.h): one that came back as soon as it was on time has its processor only until others want it, who may just have left it to
 * wait for what it takes then.
 *
 * The watch is an ordinary thread that relieves, and makes the threads that serve when they are needed first (where none can be had,
 * the worker goes on by itself). It sleeps while all workers do. Whoever wakes a worker, or is a worker that gets up by itself, reads
 * after that whether the watch sleeps, and rings; the watch says that it sleeps, and then looks at the workers once more: one of the
 * two sees the other. While a worker is awake the watch sleeps for PATIENCE at a time, so there is no ring to pay for. It relieves
 *   for those who wait     when one of them is held up (ra__relief_call): all workers of whom there is doubt. Where nobody is relieved
 *                          for the work itself, at each look besides: who waits may be in a function of the program's, which asks
 *                          and calls nobody;
 *   for the work itself    when there is something to find and no worker that is awake gets a processor, though nobody was relieved
 *                          meanwhile for those who wait: whoever serves for those may himself keep the workers off.
 * Who serves does so until there is nothing to find or the worker serves again; whoever publishes something after that rings him, where the
 * worker that he wakes has one or is on trial, or he wakes none: a program that asks now and then, and waits for nothing, would wait for a look of the
 * watch's. For the work itself all of them keep to a share of the workers' processors together, so that one alone may use what the others
 * leave: where the work has one long piece after the other, there is only one who has something to do. When the share of a PERIOD is used
 * up they rest until there is that of another, between two pieces; a long one is made up for afterwards. What they do while somebody waits
 * counts for no share, and his call cuts a rest short: one may have in hand a piece of what he needs. What a control group's quota allows
 * bounds each like a worker (budget.h). Between two waits he looks on for a moment, counted as one that searches, so that a program which
 * waits for one call after the other finds him awake; no more of them are woken then than have a processor beside those who wait.
 * While nobody waits it keeps off the processor where a thread of the program, which goes on computing, recorded last: two who take
 * turns there let a third in only when the turn of one is over, and so would make a loop late that shares it with one other program.
 *
 * A fork's child has none of these threads; the end of the pool joins the watch first, which makes no more of them.
 */
#ifndef RA_ASYNC_RELIEF_H
#define RA_ASYNC_RELIEF_H

#include "async/pool/workers.h"

#include <stdbool.h>

/* Somebody waits, and nothing that he could do himself is to be had. */
void ra__relief_call(void);
/* For the calling thread, if it serves in a place: rests where it has had its share. */
void ra__relief_rest(void);
/* For a thread that serves in a place: it has taken something, and is about to run it. Others look for what else there is. */
void ra__relief_found(void);

/* The workers stand. `serve` runs something ready or part of it, and says before that that it has found it; false: there is nothing. */
void ra__relief_start(bool (*serve)(void));
/* Nothing is pending, and the pool says that it stops. */
void ra__relief_stop(void);
void ra__relief_fork_child(void);

#endif
