/*
 * What the first CUDA device does by itself: copies, launches and products by its driver and its cuBLAS, called directly, by nothing of
 * the library's. The binary interface is declared here anew, from its public documentation.
 */
#ifndef BENCH_MEASURE_DEVICE_LIMITS_H
#define BENCH_MEASURE_DEVICE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Of pinned memory of the host; WITHIN: from one block of the device's to another. */
typedef enum device_way { DEVICE_THERE, DEVICE_BACK, DEVICE_BOTH, DEVICE_WITHIN } device_way;
typedef enum device_number { DEVICE_FLOAT32, DEVICE_FLOAT16, DEVICE_BFLOAT16, DEVICE_NUMBERS } device_number;

typedef struct device_limits device_limits;

/* Of the driver that this process has loaded, in the device's primary context, which is the calling thread's from then on. NULL: why says
 * what there is not. All calls by one thread. */
device_limits *device_limits_open(char *why, size_t size);
void device_limits_close(device_limits *l);
const char *device_limits_name(const device_limits *l);
bool device_limits_is_simulated(const device_limits *l);
/* What failed last; empty: nothing. */
const char *device_limits_error(const device_limits *l);
/* Gives back the blocks that were copied and multiplied. */
void device_limits_release(device_limits *l);

/* Each gives seconds, or NaN where it cannot be done. */

/* So many copies of so many bytes, handed over one after another, until all are done; BOTH: so many each way, on two streams. */
double device_limits_copy(device_limits *l, device_way way, size_t bytes, int count);
/* So many launches of a kernel that adds 16 floats, until all are done; *handed_over: until the last call has returned. */
double device_limits_launch(device_limits *l, int count, double *handed_over);
/* So many products of square matrices, which device_limits_fill has filled, by cuBLAS as the process has loaded it: without TF32, summed in float32. */
double device_limits_multiply(device_limits *l, device_number type, int side, int count);
bool device_limits_fill(device_limits *l, device_number type, int side, const void *values);

#endif
