/*
 * The instruction set levels that the kernels were built for, and the one to use.
 */
#ifndef RA_ASYNC_LEVELS_H
#define RA_ASYNC_LEVELS_H

#include "meta/plan.h"

/* Built level i, from the lowest; NULL past the last. */
const ra__kernel_table *ra__level_at(int i);
/*
 * The highest built level that this processor runs; with a name, that one. NULL where it was not built or the processor
 * lacks it (or runs none of those built), and *why says which.
 */
const ra__kernel_table *ra__level_choose(const char *name, const char **why);

#endif
