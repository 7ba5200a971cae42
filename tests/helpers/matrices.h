/* Matrices for tests of linear algebra: held in complex double, made at random, multiplied out, and made tensors of every dtype
 * and layout. */
#ifndef TESTS_HELPERS_MATRICES_H
#define TESTS_HELPERS_MATRICES_H

#include "helpers/harness.h"
#include "meta/dtype.h"

#include <math.h>
#include <runahead.h>

static uint64_t seed = 0x853c49e6748fea9b;

static inline double next_value(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (double)(int64_t)(seed % 4001) / 2000 - 1;
}

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
enum { DTYPES = 4 };

static inline double tolerance(ra_dtype dtype, int64_t n)
{
    return (dtype == RA_FLOAT64 || dtype == RA_COMPLEX128 ? 0x1p-53 : 0x1p-24) * 200 * (double)(n + 1);
}

/* ---- matrices, held in complex double, row-major ---- */

typedef double _Complex value;

typedef struct matrix {
    int64_t batch, rows, columns;
    value *x;
} matrix;

static inline matrix matrix_new(int64_t batch, int64_t rows, int64_t columns)
{
    matrix m = {batch, rows, columns, calloc((size_t)(batch * rows * columns + 1), sizeof(value))};
    return m;
}

HARNESS_REFERENCE static value *at(const matrix *m, int64_t b, int64_t i, int64_t j)
{
    return &m->x[((m->batch == 1 ? 0 : b) * m->rows + i) * m->columns + j];
}

static inline matrix random_matrix(ra_dtype dtype, int64_t batch, int64_t rows, int64_t columns)
{
    matrix m = matrix_new(batch, rows, columns);
    for (int64_t i = 0; i < batch * rows * columns; i++)
        m.x[i] = __builtin_complex(next_value(), ra__is_complex(dtype) ? next_value() : 0.0);
    return m;
}

HARNESS_REFERENCE static matrix adjoint(const matrix *a)
{
    matrix m = matrix_new(a->batch, a->columns, a->rows);
    for (int64_t b = 0; b < a->batch; b++)
        for (int64_t i = 0; i < a->rows; i++)
            for (int64_t j = 0; j < a->columns; j++)
                *at(&m, b, j, i) = __builtin_conj(*at(a, b, i, j));
    return m;
}

HARNESS_REFERENCE static matrix multiply(const matrix *a, const matrix *b)
{
    matrix m = matrix_new(a->batch > b->batch ? a->batch : b->batch, a->rows, b->columns);
    for (int64_t t = 0; t < m.batch; t++)
        for (int64_t i = 0; i < m.rows; i++)
            for (int64_t p = 0; p < a->columns; p++) {
                const value x = *at(a, t, i, p), *row = at(b, t, p, 0);
                value *sum = at(&m, t, i, 0);
                for (int64_t j = 0; j < m.columns; j++) /* the written-out product: the operator's looks for NaN and calls a function */
                    sum[j] += __builtin_complex(__real__ x * __real__ row[j] - __imag__ x * __imag__ row[j], __real__ x * __imag__ row[j] + __imag__ x * __real__ row[j]);
            }
    return m;
}

static inline matrix identity(int64_t n)
{
    matrix m = matrix_new(1, n, n);
    for (int64_t i = 0; i < n; i++)
        *at(&m, 0, i, i) = 1;
    return m;
}

/* A A* + n, well conditioned. */
static inline matrix positive_matrix(ra_dtype dtype, int64_t batch, int64_t n)
{
    matrix a = random_matrix(dtype, batch, n, n), t = adjoint(&a), m = multiply(&a, &t);
    for (int64_t b = 0; b < batch; b++)
        for (int64_t i = 0; i < n; i++)
            *at(&m, b, i, i) += (double)n;
    free(a.x);
    free(t.x);
    return m;
}

static inline void check_equal(const matrix *a, const matrix *b, double allowed)
{
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    for (int64_t t = 0; t < a->batch; t++)
        for (int64_t i = 0; i < a->rows; i++)
            for (int64_t j = 0; j < a->columns; j++) {
                value d = *at(a, t, i, j) - *at(b, t, i, j);
                if (!(fabs(__real__ d) <= allowed && fabs(__imag__ d) <= allowed))
                    fail_msg("matrix %lld, element (%lld, %lld): off by %g%+gi, allowed %g", (long long)t, (long long)i, (long long)j, __real__ d, __imag__ d,
                             allowed);
            }
}

/* ---- to and from tensors ---- */

enum layout { ROWS, COLUMNS, SLICED, LAYOUTS };

/* (batch, rows, columns), or (rows, columns) where `flat`. */
static inline ra_tensor *to_tensor(const matrix *m, ra_dtype dtype, enum layout layout, bool flat)
{
    int64_t gap = layout == SLICED ? 2 : 1, row = layout == COLUMNS ? 1 : m->columns * gap + (layout == SLICED), column = layout == COLUMNS ? m->rows : gap;
    int64_t each = (layout == COLUMNS ? m->columns * m->rows : m->rows * row) + 1, size = (int64_t)ra_dtype_size(dtype);
    char *values = calloc((size_t)(m->batch * each + 1), (size_t)size);
    for (int64_t b = 0; b < m->batch; b++)
        for (int64_t i = 0; i < m->rows; i++)
            for (int64_t j = 0; j < m->columns; j++) {
                value v = *at(m, b, i, j);
                ra__scalar_store(ra__is_complex(dtype) ? RA_C(__real__ v, __imag__ v) : RA_F(__real__ v), dtype, values + size * (b * each + i * row + j * column));
            }
    ra_tensor *base = ra_from_copy(values, dtype, RA_DIMS(m->batch * each + 1));
    ra_tensor *t = flat ? ra_as_strided(base, RA_DIMS(m->rows, m->columns), RA_DIMS(row, column), 0)
                        : ra_as_strided(base, RA_DIMS(m->batch, m->rows, m->columns), RA_DIMS(each, row, column), 0);
    assert_non_null(t);
    ra_release(base);
    free(values);
    return t;
}

static inline matrix from_tensor(const ra_tensor *t)
{
    int n = ra_ndim(t);
    ra_dtype dtype = ra_tensor_dtype(t);
    size_t size = ra_dtype_size(dtype), bytes = (size_t)ra_numel(t) * size;
    matrix m = matrix_new(n > 2 ? ra_numel(t) / (ra_size(t, -1) * ra_size(t, -2) > 0 ? ra_size(t, -1) * ra_size(t, -2) : 1) : 1, n > 1 ? ra_size(t, -2) : 1,
                          n > 0 ? ra_size(t, -1) : 1);
    char *values = malloc(bytes + 1);
    assert_int_equal(ra_copy_to(t, values, bytes), RA_OK);
    for (int64_t i = 0; i < ra_numel(t); i++) {
        ra_scalar s = ra__scalar_load(dtype, values + (size_t)i * size);
        m.x[i] = __builtin_complex(ra__scalar_double(s), s.kind == RA_SCALAR_COMPLEX ? s.value.f[1] : 0.0);
    }
    free(values);
    return m;
}

/* Strides as PyTorch gives them: columns one after another. */
static inline void check_column_major(const ra_tensor *t)
{
    assert_int_equal(ra_stride(t, -2), 1);
    assert_int_equal(ra_stride(t, -1), ra_size(t, -2) > 1 ? ra_size(t, -2) : 1);
}

static inline void poison_triangle(const matrix *m, bool upper)
{
    for (int64_t b = 0; b < m->batch; b++)
        for (int64_t i = 0; i < m->rows; i++)
            for (int64_t j = 0; j < m->columns; j++)
                if (upper ? j > i : j < i)
                    *at(m, b, i, j) = NAN;
}

#endif
