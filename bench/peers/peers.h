/*
 * The parts of bench peers.
 */
#ifndef BENCH_PEERS_PEERS_H
#define BENCH_PEERS_PEERS_H

#include "bench.h"

/* A plug-in's symbol; NULL, with a remark, where it cannot be loaded. */
void *peers_symbol(bench *b, const char *file, const char *symbol);
/* Adds the table of task runtimes. */
void peers_tasks(bench *b, int threads);
/* Adds the control loop, in Python's libraries as well, where PYTHON or python3 has them. */
void peers_loop(bench *b, int threads);

#endif
