/*
 * What operators are known to cost. Whether one runs in the call follows from what its earlier runs took, which is the machine's and its
 * other programs'; a test for which it matters says so instead.
 */
#ifndef TESTS_HELPERS_KNOWN_COSTS_H
#define TESTS_HELPERS_KNOWN_COSTS_H

#include "async/run/costs.h"

#include <runahead.h>

/* `operator` takes `scale` times as long as planned, and has never been too long for the call. */
static inline void known_to_take(const char *operator, float scale)
{
    ra__cost *cost = ra_op_find(operator)->cost;
    atomic_store(&cost->scale, scale);
    atomic_store(&cost->patience, 0);
}

/* It runs in the call where it may, and is not measured there. */
static inline void known_as_short(const char *operator)
{
    known_to_take(operator, 0.1f);
    atomic_store(&ra_op_find(operator)->cost->untimed, UINT32_MAX);
}

#endif
