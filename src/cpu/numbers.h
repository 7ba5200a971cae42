/*
 * Whether elements are numbers, none of them infinite or NaN: x - x is 0 of numbers, and of nothing else.
 */
#ifndef RA_CPU_NUMBERS_H
#define RA_CPU_NUMBERS_H

#include "cpu/vector.h"

#include <stdbool.h>
#include <stdint.h>

#define RA__ARE_NUMBERS(name, T, VECTOR) \
    static inline bool ra__are_numbers_##name(const T *x, int64_t n) \
    { \
        const int64_t width = RA__VECTOR_BYTES / sizeof *x; \
        VECTOR sum = {0}; \
        T rest = 0; \
        int64_t i = 0; \
        for (; i + width <= n; i += width) { \
            const VECTOR v = *(const VECTOR##_any *)(const void *)(x + i); \
            sum += v - v; \
        } \
        for (; i < n; i++) \
            rest += x[i] - x[i]; \
        return rest == 0 && (n < width || ra__vsum_##name(sum) == 0); \
    }
RA__ARE_NUMBERS(f32, float, ra__vf32)
RA__ARE_NUMBERS(f64, double, ra__vf64)
#undef RA__ARE_NUMBERS

#endif
