/*
 * The parts of bench micro; each adds tables to the section that micro.c begins.
 */
#ifndef BENCH_PARTS_MICRO_H
#define BENCH_PARTS_MICRO_H

#include "bench.h"

void micro_cost(bench *b);    /* control-thread cost of recording */
void micro_latency(bench *b); /* a tiny operator end to end, waking a worker, burning nothing while idle */
void micro_memory(bench *b);  /* memory used again against fresh pages */
void micro_speed(bench *b);   /* elementwise, reduction and GEMM beside the machine's limits */

#endif
