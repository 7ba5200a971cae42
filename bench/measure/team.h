/*
 * So many threads that begin together: for limits that are measured by loops of our own.
 */
#ifndef BENCH_MEASURE_TEAM_H
#define BENCH_MEASURE_TEAM_H

enum { TEAM_MOST = 64 };

/* Runs work(context, index) on so many threads, the caller's among them; seconds from the first start to the last end, or NaN. */
double team_seconds(int threads, void (*work)(void *context, int index), void *context);

#endif
