/*
 * Whether a background worker gets its processor, as far as it can tell itself.
 *
 * What a worker without a processor has in hand nobody else can end: Linux gives a background thread three thousandths of one beside
 * others, and what it is in the middle of ends a second later. So one in doubt takes nothing, as long as others serve in its place (relief.h):
 * it only rests, a quarter of a millisecond to two, and sees whether it goes on in time, or sleeps when there is nothing to find. Where
 * nobody would, it leaves alone what is long, in one piece, and yields between two pieces, with nothing in hand.
 *
 * It is in doubt when it goes on more than 0.5 ms after it was woken, or was to go on after a rest, or last looked for work; when a piece
 * took more than 1 ms and ten times as long as planned; and when it yields, and others run for so long. It serves again when it has gone
 * on in time for a quarter of the longest time that it was off for since, but for half as long as the last time where that is longer: at
 * least five times, and at most for a tenth of a second, or a hundredth where nobody serves in its place. So beside programs that leave a
 * processor now and then for some milliseconds it is not trusted for these, and where it is off for as few it soon is: there what it has in
 * hand only comes so much later.
 *
 * That it goes on after a rest says little of how it does when it is woken: a program that asks for what it has just recorded, again and
 * again, has the processor then that it had left to the worker. So one that was relieved for the work itself is on trial at first. It is
 * woken and takes what there is like any other, but an ordinary thread is rung with it, and whichever is up first has that: the other one
 * finds nothing. Who is doubted on trial is relieved at once, without the watch; it serves like the others when it has been up in time a
 * hundred times, woken for something. So a trial costs a wake more, and no processor.
 */
#ifndef RA_ASYNC_DOUBT_H
#define RA_ASYNC_DOUBT_H

#include "async/pool/workers.h"

/* For the calling worker. It was interrupted, for so long. */
void ra__doubt(ra__worker *w, uint64_t off_ns);
/* It was to go on at that time, and does now. */
void ra__goes_on(ra__worker *w, uint64_t due);
/* It looks for work, and has last looked then: it goes on at once. */
void ra__looks_on(ra__worker *w, uint64_t looked_at, uint64_t now);
/* How long it rests before it sees again whether it goes on in time. */
uint64_t ra__doubt_rest_ns(const ra__worker *w);
/* Whether it may take what is long: nothing speaks against it, and nobody else wants to run here just now. */
bool ra__is_sure_of_processor(ra__worker *w);

/* It takes what there is to take. */
static inline bool ra__is_trusted(const ra__worker *w)
{
    return atomic_load_explicit(&w->standing, memory_order_relaxed) <= RA__ON_TRIAL;
}

/* Others serve in its place, or would if it did not get up. */
static inline bool ra__has_relief(int standing)
{
    return standing == RA__ON_TRIAL || standing >= RA__CALLED;
}

/* It stands so from now on; how it stood before. */
static inline int ra__set_standing(ra__worker *w, enum ra__standing standing)
{
    const int before = atomic_exchange_explicit(&w->standing, (int)standing, memory_order_relaxed), change = ra__has_relief(standing) - ra__has_relief(before);
    if (change)
        atomic_fetch_add_explicit(&ra__pool.watch.relieved, change, memory_order_relaxed);
    return before;
}

/* Whether others come to serve in the place of who stands aside (relief.h), for who waits, or for the work itself. */
static inline bool ra__is_relief_there(bool for_waiting)
{
    return atomic_load_explicit(&ra__pool.watch.there, memory_order_relaxed) && (for_waiting || ra__pool.watch.percent);
}

/* And there are others for what it does not take. */
static inline bool ra__is_in_doubt(const ra__worker *w)
{
    return !ra__is_trusted(w) && !atomic_load_explicit(&w->raised, memory_order_relaxed) && ra__is_relief_there(true);
}

/* An ordinary thread serves in the place of w, now that somebody waits or nobody does. */
static inline bool ra__is_relieved(const ra__worker *w, bool waiting)
{
    return atomic_load_explicit(&w->standing, memory_order_relaxed) >= (waiting ? RA__CALLED : RA__RELIEVED) && ra__is_relief_there(waiting);
}

/* Or does until it is up: it is on trial, and has been woken. */
static inline bool ra__is_served_for(const ra__worker *w, bool waiting)
{
    if (atomic_load_explicit(&w->standing, memory_order_relaxed) == RA__ON_TRIAL)
        return atomic_load_explicit(&w->parked, memory_order_relaxed) == RA__TAKEN && ra__is_relief_there(waiting);
    return ra__is_relieved(w, waiting);
}

#endif
