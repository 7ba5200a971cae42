/*
 * Estimates that kernels plan by: from shapes alone, as grains must not depend on the state of a cache.
 */
#ifndef RA_CPU_COST_H
#define RA_CPU_COST_H

#include <stdint.h>

/* ns to move a byte, of so many in all: at the pace of a second-level cache for what fits one, else of memory. */
static inline double ra__byte_ns(int64_t bytes)
{
    return bytes <= 1 << 20 ? 0.02 : 0.06;
}

#endif
