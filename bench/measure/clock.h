/*
 * Time: CLOCK_MONOTONIC for everything that is measured, the process's CPU clock for what it burns.
 */
#ifndef BENCH_MEASURE_CLOCK_H
#define BENCH_MEASURE_CLOCK_H

#include <stdint.h>

int64_t clock_now_ns(void);
/* CPU time of all threads of this process. */
int64_t clock_process_cpu_ns(void);
/* Sleeps until CLOCK_MONOTONIC reaches this; returns at once when it is past. */
void clock_sleep_until(int64_t ns);
void clock_sleep_for(int64_t ns);
/*
 * Sleeps until no thread of this process works, for a second at most: an OpenMP pool spins for milliseconds after its work, on
 * the processors of what is measured next.
 */
void clock_sleep_until_idle(void);

#endif
