/*
 * A thread that sleeps on a futex and stamps the clock each time it is woken: what the system's own wake costs.
 */
#ifndef BENCH_MEASURE_SLEEPER_H
#define BENCH_MEASURE_SLEEPER_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct sleeper {
    pthread_t thread;
    _Atomic uint32_t word; /* rounds asked for; UINT32_MAX: the end */
    _Atomic int tid;       /* 0 until it runs */
    _Atomic int64_t woken_ns;
    bool background; /* it enters SCHED_IDLE */
} sleeper;

/* Starts it and waits until it runs; false: there could be no thread. */
bool sleeper_start(sleeper *s, bool background);

/* Clears the stamp and wakes it: a store and one system call. The rounds count from 1. */
void sleeper_ask(sleeper *s, uint32_t round);

/* Ends the thread and waits for its end. */
void sleeper_stop(sleeper *s);

#endif
