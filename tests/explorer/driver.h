/*
 * Many schedules: in several processes, and what is done with one that fails.
 */
#ifndef TESTS_EXPLORER_DRIVER_H
#define TESTS_EXPLORER_DRIVER_H

#include "program.h"

int ex_jobs(void);
/* The schedule that goes with a program's seed. */
static inline uint64_t ex_schedule_of(uint64_t seed)
{
    return seed * UINT64_C(0x9e3779b97f4a7c15) + 1;
}
/* learn.c: which places are quiet. */
void ex_learn(void);
int ex_explore(uint64_t schedules, uint64_t seed);
int ex_replay(uint64_t seed, uint64_t schedule, uint64_t steps);
int ex_mutants(uint64_t most, int bases, const char *which);
/* shrink.c: tells what went wrong, in a program as short as can be found. */
void ex_tell(uint64_t seed, uint64_t schedule);
/* The program of a seed, with those of its steps alone. */
void ex_make(ex_program *p, uint64_t seed, uint64_t steps);

#endif
