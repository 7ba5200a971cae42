/*
 * What operators cost: estimates are scaled by what was measured, an operator at a time: how much longer (or less long) its
 * runs of one piece took than planned, in the call or not. Any thread; a lost update between threads does no harm.
 */
#ifndef RA_ASYNC_COSTS_H
#define RA_ASYNC_COSTS_H

#include "async/values/job.h"
#include "meta/hidden.h"

typedef struct ra__cost {
    _Atomic float scale;     /* 0: nothing measured yet */
    _Atomic uint32_t untimed; /* runs in the call from now on that need no measuring: a look at the clock costs as much as a tiny kernel */
    _Atomic uint32_t untried; /* calls that it was a little too long for since the last that tried it */
} ra__cost;

/* Gives the table's rows theirs. Once, before any call. */
void ra__costs_init(void);

/* Operators are measured, the program's own too; what else runs (files, functions) is not. */
static inline bool ra__cost_is_measured(const ra__job *j)
{
    return ra__job_op(j) && ra__job_op(j)->cost;
}

/* Of one that is measured: how much longer than planned it took; 1 where it has not run yet. */
static inline double ra__cost_measured(const ra__job *j)
{
    float scale = atomic_load_explicit(&ra__job_op(j)->cost->scale, memory_order_relaxed);
    return scale > 0 ? (double)scale : 1;
}

/* The same of any job. */
static inline double ra__cost_scale(const ra__job *j)
{
    return ra__cost_is_measured(j) ? ra__cost_measured(j) : 1;
}

/* How long one that is measured will take. */
static inline double ra__cost_expected_ns(const ra__job *j)
{
    return j->plan->cost_ns * ra__cost_measured(j);
}

/* Whether its run, expected to take so long, is to be timed: now and then, and always where it is a near thing whether it should run in the call. */
static inline bool ra__cost_is_due(const ra__job *j, double expected_ns, int64_t limit_ns)
{
    _Atomic uint32_t *untimed = &ra__job_op(j)->cost->untimed;
    uint32_t left = atomic_load_explicit(untimed, memory_order_relaxed);
    if (left == 0 || expected_ns * 4 > (double)limit_ns)
        return true;
    atomic_store_explicit(untimed, left - 1, memory_order_relaxed);
    return false;
}

/*
 * Whether it is short enough to be run in the call. Nearly so, it is tried now and then: what is shared is not measured as a whole, and what
 * another thread runs finds its operands in other caches, so that an operator that seemed long once would seem so for ever.
 */
static inline bool ra__cost_is_short(const ra__job *j, int64_t limit_ns)
{
    enum { TRIED = 32, NEARLY = 2 };
    const double expected_ns = ra__cost_expected_ns(j);
    if (expected_ns <= (double)limit_ns || expected_ns > NEARLY * (double)limit_ns)
        return expected_ns <= (double)limit_ns;
    _Atomic uint32_t *untried = &ra__job_op(j)->cost->untried;
    const uint32_t calls = atomic_load_explicit(untried, memory_order_relaxed) + 1;
    atomic_store_explicit(untried, calls % TRIED, memory_order_relaxed);
    return calls >= TRIED;
}

/* A job that ran in one piece took so long: later estimates for its operator follow. */
void ra__cost_learn(const ra__job *j, uint64_t ns);

#endif
