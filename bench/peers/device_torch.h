/*
 * The rows of `bench device` in PyTorch, from Python.
 */
#ifndef BENCH_PEERS_DEVICE_TORCH_H
#define BENCH_PEERS_DEVICE_TORCH_H

#include "work/device_work.h"

/* Told of each row as it is measured: the seconds that one call took in each turn. */
typedef void (*device_torch_told)(void *context, const char *name, const double *seconds, int count);

/* Adds remarks on its version, and on what could not be measured. Waits, for `limit_s` at most. */
void device_torch(bench *b, const device_sizes *s, int launches, int turns, bool compiles, int limit_s, device_torch_told told, void *context);

#endif
