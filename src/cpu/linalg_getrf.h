/*
 * LU factors of one matrix, or of a panel, by LAPACK; by plain loops where an element is infinite or NaN: OpenBLAS scales what is below a pivot
 * that is NaN, or infinite, to 0, and so what a NaN reaches comes out as numbers.
 */
#ifndef RA_CPU_LINALG_GETRF_H
#define RA_CPU_LINALG_GETRF_H

#include "cpu/blas.h"
#include "cpu/linalg.h"
#include "cpu/linalg_plain.h"
#include "cpu/numbers.h"

static inline bool ra__has_numbers_alone(ra_dtype dtype, int64_t rows, int64_t columns, const char *a, int64_t ld)
{
    const bool is_single = dtype == RA_FLOAT32 || dtype == RA_COMPLEX64;
    const int64_t numbers = ra__is_complex(dtype) ? 2 : 1, size = (is_single ? 4 : 8) * numbers;
    bool all = true;
    if (ld == rows) { /* in one line */
        rows *= columns; /* fits: the elements */
        columns = columns > 0;
    }
    for (int64_t j = 0; j < columns && all; j++, a += ld * size)
        all = is_single ? ra__are_numbers_f32((const float *)(const void *)a, rows * numbers) : ra__are_numbers_f64((const double *)(const void *)a, rows * numbers);
    return all;
}

/* As getrf: gives the first pivot, from 1 on, that is zero, or 0. */
static inline int ra__getrf(const struct ra__blas *b, ra_dtype dtype, int rows, int columns, char *a, int ld, int *pivots)
{
    int info = 0;
    if (ra__has_numbers_alone(dtype, rows, columns, a, ld))
        RA__LAPACK(b, dtype, getrf_, &rows, &columns, (void *)a, &ld, pivots, &info);
    else
        switch (dtype) {
        case RA_FLOAT32: return ra__plain_getrf_f32(rows, columns, (void *)a, ld, pivots);
        case RA_FLOAT64: return ra__plain_getrf_f64(rows, columns, (void *)a, ld, pivots);
        case RA_COMPLEX64: return ra__plain_getrf_c64(rows, columns, (void *)a, ld, pivots);
        default: return ra__plain_getrf_c128(rows, columns, (void *)a, ld, pivots);
        }
    return info;
}

#endif
