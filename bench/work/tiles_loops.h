/*
 * The library's elementwise loops, by operator: contiguous tiles of float32 unless said otherwise.
 */
#ifndef BENCH_WORK_TILES_LOOPS_H
#define BENCH_WORK_TILES_LOOPS_H

#include "async/engine/levels.h"

/* Of the engine's instruction set level, from tiles_open on. */
extern const ra__kernel_table *tiles_kernels;

/* Strides are in bytes; 0: one number. */
static inline void loop_of(ra__op_id op, ra_dtype dtype, char *const *data, const int64_t *strides, int64_t n)
{
    static const ra__params none;
    tiles_kernels->kernels[op]->loops[dtype](data, strides, n, strides, 1, &none);
}

static inline void loop_1(ra__op_id op, float *out, const float *a, int64_t n)
{
    char *const data[] = {(char *)out, (char *)(uintptr_t)a};
    loop_of(op, RA_FLOAT32, data, (const int64_t[]){4, 4}, n);
}

static inline void loop_2(ra__op_id op, float *out, const float *a, int64_t a_stride, const float *b, int64_t b_stride, int64_t n)
{
    char *const data[] = {(char *)out, (char *)(uintptr_t)a, (char *)(uintptr_t)b};
    loop_of(op, RA_FLOAT32, data, (const int64_t[]){4, a_stride, b_stride}, n);
}

#endif
