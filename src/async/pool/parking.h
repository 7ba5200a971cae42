/*
 * Parking: who sleeps, who searches, and who is woken.
 *
 * Sleeping: a worker that finds nothing counts itself as sleeping, sets its parked flag, and looks at everything once
 * more before it sleeps. Whoever publishes work does so by a sequentially consistent store or read-modify-write and reads
 * the counts of sleepers after it, so one of the two sees the other. Sleepers and searchers are counted by node. A publisher
 * goes through the nodes, nearest to the work first: where two are searching already, on the way to there counted in, it
 * stops, where somebody sleeps it wakes one. One searcher is not enough, since a background thread may be off the processor
 * for as long as others like; but one that has looked within the last microseconds is upon one, and to wake another takes the publisher more
 * of them than that one to find it: where it has, and nobody has asked for the task, the publisher wakes nobody. (If it loses its
 * processor just then, the watch relieves it: relief.h. The explorer knows no moments: there it always takes two.) A searcher that finds work counts itself out, and wakes the next by the same
 * rule if there is anything left to find. Who ends what somebody waits for counts as a searcher from before that end: what the waiter then
 * publishes is for it. Taking a parked flag (from ASLEEP) is what entitles to wake, or to get up by oneself; it is what takes
 * the sleeper out of the count.
 *
 * Who takes a flag may be off the processor before it has counted or woken the sleeper, and for ever, where it is a thread of the
 * library: such ones are counted while they do it, and a publisher who wakes nobody, and finds that there are any, wakes those
 * again whose flags are taken. Such a sleeper may be up before it is counted as a searcher, and have counted itself out: the halves
 * of a count go below zero then, by one for each such waker, and are read with their signs.
 *
 * Of those who sleep the ones of whom there is doubt (doubt.h) are woken last: they would stand aside first.
 *
 * Who wakes goes on computing, as a rule, and a background worker beside it would wait for that: it is woken elsewhere
 * (os/elsewhere.h), where nobody is known to compute. Of that the pool knows its workers that are awake, the waker, and the
 * thread of the program that woke somebody last.
 */
#ifndef RA_ASYNC_PARKING_H
#define RA_ASYNC_PARKING_H

#include "async/pool/workers.h"

#include <stdbool.h>
#include <stdint.h>

/* In the count of a node: who searches is added in the upper half, who sleeps in the lower. */
#define RA__SEARCHING (UINT64_C(1) << 32)
#define RA__SLEEPING UINT64_C(1)

static inline int ra__searching_of(uint64_t count)
{
    return (int)((count - (uint64_t)(int64_t)(int32_t)(uint32_t)count) >> 32);
}

static inline int ra__sleeping_of(uint64_t count)
{
    return (int32_t)(uint32_t)count;
}

/* There is something to find for that node's workers: wakes a sleeper unless enough are searching already. */
void ra__pool_notify(int node);
/* Whether with those who wait and do not sleep, of whom there are some, and the workers that are awake, and who serves in workers' places, every
 * processor has somebody. */
bool ra__pool_is_full_with_waiters(void);
/* Whether there is a processor for each of the latter and each thread of the program, which is one, or as many as wait and do not sleep. */
bool ra__pool_has_room(void);
/* A waiter goes to sleep, or has slept. */
void ra__pool_waiter_sleeps(bool sleeps);
/* A worker searches, or who serves in the place of one, and has looked a moment ago: it finds what has been published, and tells others of what it does not take. */
bool ra__pool_is_looked_at(void);
/* A worker of that node searches; it may be off the processor. */
bool ra__pool_is_searched(int node);
/* And there is a task in its queue: it has it in a moment, unless it is off the processor. */
bool ra__pool_is_about_to_take(int node);
/* Wakes one of a node, as a searcher; false: none sleeps. */
bool ra__pool_wake_one(int node);

/* The watch (relief.h), which sleeps while all workers do. */
enum { RA__WATCH_AWAKE, RA__WATCH_LOOKS_AGAIN, RA__WATCH_SLEEPS };
/* A worker is awake from now on. */
void ra__watch_ring(void);
/* Wherever it sleeps. */
void ra__watch_wake(void);

/* There is something to find: who serves in the place of w (relief.h), if anybody does just now, looks; but not while he rests for his share. */
void ra__relief_ring(ra__worker *w);
/* The same of one of all of them: who sleeps; but while somebody waits who is awake, if anybody is, where there is no processor for one more. */
void ra__relief_ring_one(void);
/* Whoever he is, and wherever he sleeps. */
void ra__relief_wake(ra__worker *w);

#endif
