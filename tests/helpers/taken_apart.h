/*
 * Large matrices, which are taken apart into steps of many grains; and a moment in the middle of those.
 */
#ifndef TESTS_HELPERS_TAKEN_APART_H
#define TESTS_HELPERS_TAKEN_APART_H

#include "helpers/moments.h"

/* ---- matrices ---- */

static const uint64_t SEED = 0x853c49e6748fea9b;
static uint64_t seed;

static inline double next_value(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(int64_t)(seed % 4001) / 2000 - 1;
}

static inline void put(char *x, ra_dtype dtype, int64_t i, double re, double im)
{
    switch (dtype) {
    case RA_FLOAT32: ((float *)(void *)x)[i] = (float)re; break;
    case RA_FLOAT64: ((double *)(void *)x)[i] = re; break;
    case RA_COMPLEX64: ((float *)(void *)x)[2 * i] = (float)re, ((float *)(void *)x)[2 * i + 1] = (float)im; break;
    default: ((double *)(void *)x)[2 * i] = re, ((double *)(void *)x)[2 * i + 1] = im; break;
    }
}

/* Any matrix; or one that is Hermitian and positive definite. */
static inline ra_tensor *made(ra_dtype dtype, int64_t rows, int64_t columns, bool positive)
{
    char *x = malloc((size_t)(rows * columns) * ra_dtype_size(dtype));
    assert_non_null(x);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < (positive ? i + 1 : columns); j++) {
            const double re = next_value(), im = next_value();
            put(x, dtype, i * columns + j, positive && i == j ? (double)rows : re, positive && i == j ? 0 : im);
            if (positive && i != j)
                put(x, dtype, j * columns + i, re, -im);
        }
    ra_tensor *t = ra_from_copy(x, dtype, RA_DIMS(rows, columns));
    assert_non_null(t);
    free(x);
    return t;
}

static inline uint64_t digest(const ra_tensor *t)
{
    const size_t bytes = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    unsigned char *x = malloc(bytes + 1);
    uint64_t h = 14695981039346656037u;
    OK(ra_copy_to(t, x, bytes));
    for (size_t i = 0; i < bytes; i++)
        h = (h ^ x[i]) * 1099511628211u;
    free(x);
    return h;
}

/* ---- a moment ---- */

static _Atomic int passed;
static int stop_at;

/* The `stop_at`th grain waits until the gate is opened. */
static inline void hold_a_grain(enum ra__point point)
{
    if (point == RA__POINT_GRAIN && atomic_fetch_add(&passed, 1) == stop_at) {
        atomic_store(&gate_arrived, 1);
        EVENTUALLY(atomic_load(&gate_open));
    }
}

/* From here on, until gate_release: gate_arrived says that it is there. Grains are counted as threads take them, one or several at a time: of
 * a step at least once. */
static inline void hold_grain(int at)
{
    atomic_store(&passed, 0);
    atomic_store(&gate_arrived, 0);
    atomic_store(&gate_open, 0);
    stop_at = at;
    atomic_store(&ra__point_hooked, hold_a_grain);
}

#endif
