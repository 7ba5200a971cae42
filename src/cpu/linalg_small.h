/*
 * Factors, inverses and solutions of small real matrices, column-major and by partial pivoting as LAPACK's, whose routines take about twice as
 * long for these: of a few rows the call of one, and of what it calls for each column, is most of it.
 */
#ifndef RA_CPU_LINALG_SMALL_H
#define RA_CPU_LINALG_SMALL_H

#include "cpu/linalg_plain.h"
#include "meta/dtype.h"

#include <stdbool.h>
#include <stdint.h>

enum { RA__LINALG_SMALL = 8 }; /* rows and columns at most */

static inline bool ra__is_small_matrix(ra_dtype dtype, int64_t rows, int64_t columns)
{
    return (dtype == RA_FLOAT32 || dtype == RA_FLOAT64) && rows <= RA__LINALG_SMALL && columns <= RA__LINALG_SMALL;
}

#define RA__SMALL_NAME(name) name##_f32
#define RA__SMALL_T float
#define RA__SMALL_ABS __builtin_fabsf
#include "cpu/linalg_small_template.h"

#define RA__SMALL_NAME(name) name##_f64
#define RA__SMALL_T double
#define RA__SMALL_ABS __builtin_fabs
#include "cpu/linalg_small_template.h"

/* As getrf: A becomes its factors, columns `ld` apart; gives the first pivot, from 1 on, that is zero, or 0. */
static inline int ra__small_factor(ra_dtype dtype, int rows, int columns, void *a, int ld, int *pivots)
{
    return dtype == RA_FLOAT32 ? ra__small_factor_f32(rows, columns, a, ld, pivots) : ra__small_factor_f64(rows, columns, a, ld, pivots);
}

/* As getrs: columns of B become what A takes to them. */
static inline void ra__small_solve(ra_dtype dtype, int n, int columns, const void *lu, int ld, const int *pivots, void *b, int ldb)
{
    if (dtype == RA_FLOAT32)
        ra__small_solve_f32(n, columns, lu, ld, pivots, b, ldb);
    else
        ra__small_solve_f64(n, columns, lu, ld, pivots, b, ldb);
}

/* As getri, of n columns that lie side by side: factors become the inverse. */
static inline void ra__small_inverse(ra_dtype dtype, int n, void *lu, const int *pivots)
{
    if (dtype == RA_FLOAT32)
        ra__small_inverse_f32(n, lu, pivots);
    else
        ra__small_inverse_f64(n, lu, pivots);
}

#endif
