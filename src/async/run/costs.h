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
    _Atomic uint32_t patience; /* 0: it is short enough for the call. Else: after so many calls it is tried there again */
    _Atomic uint32_t untried;  /* calls since it was */
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

/* Whether its run, expected to take so long, is to be timed: now and then, and always where it is a near thing whether it should run in the call.
 * One run in eight, drawn, is counted as eight: the line is others' too. */
static inline bool ra__cost_is_due(const ra__job *j, double expected_ns, int64_t limit_ns)
{
    enum { DRAWN_BITS = 3 };
    _Atomic uint32_t *untimed = &ra__job_op(j)->cost->untimed;
    uint32_t left = atomic_load_explicit(untimed, memory_order_relaxed);
    if (left == 0 || expected_ns * 4 > (double)limit_ns)
        return true;
    ra__tls.draw = ra__tls.draw * UINT32_C(0x9E3779B1) + 1;
    if (ra__tls.draw >> (32 - DRAWN_BITS) == 0)
        atomic_store_explicit(untimed, left > 1 << DRAWN_BITS ? left - (1 << DRAWN_BITS) : 0, memory_order_relaxed);
    return false;
}

/* Of one that was too long for the call the last time, or is now. */
bool ra__cost_is_tried(const ra__job *j, double expected_ns, int64_t limit_ns);

/* Whether it is to be run in the call. */
static inline bool ra__cost_is_short(const ra__job *j, double expected_ns, int64_t limit_ns)
{
    const bool is_away = atomic_load_explicit(&ra__job_op(j)->cost->patience, memory_order_relaxed) != 0;
    return (!is_away && expected_ns <= (double)limit_ns) || ra__cost_is_tried(j, expected_ns, limit_ns);
}

/* It ran in the call, in one piece, and took so long. */
void ra__cost_ran_in_call(const ra__job *j, uint64_t ns, int64_t limit_ns);
/* A job that ran in one piece took so long: later estimates for its operator follow. */
void ra__cost_learn(const ra__job *j, uint64_t ns);

#endif
