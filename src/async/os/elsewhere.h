/*
 * Waking a thread elsewhere than where its waker goes on.
 *
 * The system puts a woken thread where it ran last, or beside its waker. In a virtual machine it takes a processor that the
 * host has put to sleep for one that is taken, and so leaves a thread of the background behind a waker that computes, for
 * milliseconds, while that processor idles; and one of the ordinary class until the waker's slice is over, while a processor
 * that only works in the background would let it in at once. So the waker confines the sleeper to processors that it may hope are free, wakes
 * it, and lets it go everywhere again at once: the system has placed it by then, and may move it on.
 *
 * Who: a thread that can be woken so has a record. Its word says who may change where the thread runs:
 *
 *   ENDED -> FREE     by the thread, when it begins
 *   FREE -> HELD      by a waker (confine), who alone changes it until he gives it back (let_go)
 *   HELD -> FREE      the thread may run where it always could
 *   HELD -> CONFINED  the system did not let it: the thread does it itself, when it is up
 *   FREE -> ENDED     by the thread, before its end: the number that the system has for it is another's afterwards
 *   CONFINED -> ENDED, CONFINED -> FREE   by the thread
 *
 * A waker who finds it held wakes without this. One who is stopped for ever while he holds it leaves the thread confined at
 * most until it is up the next time (risen), and wakers without this, but nobody asleep: what wakes is not taken before the
 * word is. Only the thread's end waits for him.
 *
 * A thread's own set is what it may run on when it begins. Where somebody else has changed that (a program's tool, a control
 * group), it is not touched as long as that is so: who does it at the same moment as a waker may have to do it again. Where
 * the system refuses, it is not asked again.
 */
#ifndef RA_ASYNC_ELSEWHERE_H
#define RA_ASYNC_ELSEWHERE_H

#include "async/os/os.h"

typedef struct ra__elsewhere {
    _Atomic uint32_t word;
    int tid;                 /* this and the next are written while no waker can come */
    int count;               /* processors of its own; 0: not known */
    struct ra__os_cpuset own;
} ra__elsewhere;

/* What a waker knows: processors of threads that go on computing, his own among them, and one of a thread that perhaps does.
 * Once for all sleepers. */
typedef struct ra__elsewhere_taken {
    struct ra__os_cpuset set;
    int here, perhaps; /* the waker's own; -1: none */
} ra__elsewhere_taken;

/* Where a thread of the program was, which goes on computing, when it woke somebody last, or made something ready
 * while ordinary threads serve in workers' places (pool/relief.h). */
void ra__elsewhere_note_program(int cpu);
int ra__elsewhere_program(void);

/* The thread, before anybody wakes it, or behind an end; when it is up; before its end, or before it begins anew. */
void ra__elsewhere_begin(ra__elsewhere *e);
void ra__elsewhere_risen(ra__elsewhere *e);
void ra__elsewhere_end(ra__elsewhere *e);

/* A waker, before he takes what wakes. `last`: where the thread was; gives where the system is likely to put it, or -1: nothing
 * was done, and nothing is to be let go. */
int ra__elsewhere_confine(ra__elsewhere *e, const ra__elsewhere_taken *taken, int last);
/* After it was woken. */
void ra__elsewhere_let_go(ra__elsewhere *e);

#endif
