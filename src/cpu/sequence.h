/*
 * Grains of kernels that work on the flattened elements of one result.
 */
#ifndef RA_CPU_SEQUENCE_H
#define RA_CPU_SEQUENCE_H

#include "meta/plan.h"

static inline int64_t ra__min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static inline int64_t ra__max(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t ra__ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* One phase over n things, `per_grain` at a time. */
static inline void ra__plan_sequence(ra_plan *p, int64_t n, int64_t per_grain, double ns_each)
{
    p->phases = n > 0;
    p->grains[0] = ra__ceil_div(n, per_grain);
    p->cost_ns = (double)n * ns_each;
}

#endif
