/*
 * Batches of matrices for tests of src/cuda, and what is said of their factors and failures.
 */
#ifndef TESTS_HELPERS_CUDA_MATRICES_H
#define TESTS_HELPERS_CUDA_MATRICES_H

#include "helpers/cuda_values.h"

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

static inline bool is_complex(ra_dtype dtype)
{
    return dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128;
}

/* Batches of matrices of numbers of about one, the same for the same seed; `add` on the diagonal. */
static inline ra_tensor *matrices(ra_dtype dtype, int64_t batch, int64_t rows, int64_t columns, int seed, double add)
{
    double *x = calloc((size_t)(2 * batch * rows * columns) + 1, sizeof *x);
    for (int64_t i = 0; i < batch * rows * columns; i++) {
        x[2 * i] = sin((double)(i * 7 + seed * 1001)) + (i / columns % rows == i % columns ? add : 0);
        x[2 * i + 1] = is_complex(dtype) ? cos((double)(i * 5 + seed * 907)) : 0;
    }
    ra_tensor *wide = ra_from_copy(x, RA_COMPLEX128, RA_DIMS(batch, rows, columns)), *t = is_complex(dtype) ? ra_to(wide, RA_OPTS(ra_to, .dtype = dtype)) : NULL;
    if (!t) { /* the real part */
        for (int64_t i = 0; i < batch * rows * columns; i++)
            x[i] = x[2 * i];
        t = ra_to(ra_from_copy(x, RA_FLOAT64, RA_DIMS(batch, rows, columns)), RA_OPTS(ra_to, .dtype = dtype));
    }
    free(x);
    assert_non_null(t);
    return t;
}

/* Here, in complex128, whatever it is and wherever. */
static inline ra_tensor *adjoint(const ra_tensor *t)
{
    const int64_t batch = ra_size(t, 0), rows = ra_size(t, 1), columns = ra_size(t, 2);
    ra_tensor *wide = in_double(t);
    double *x = calloc((size_t)(2 * ra_numel(t)) + 1, sizeof *x), *y = calloc((size_t)(2 * ra_numel(t)) + 1, sizeof *y);
    OK(ra_copy_to(wide, x, (size_t)(2 * ra_numel(t)) * sizeof *x));
    for (int64_t i = 0; i < ra_numel(t); i++) {
        const int64_t to = i / (rows * columns) * rows * columns + i % columns * rows + i / columns % rows;
        y[2 * to] = x[2 * i];
        y[2 * to + 1] = -x[2 * i + 1];
    }
    ra_tensor *turned = ra_from_copy(y, RA_COMPLEX128, RA_DIMS(batch, columns, rows));
    free(x), free(y);
    return turned;
}

static inline ra_tensor *positive(ra_dtype dtype, int64_t batch, int64_t n)
{
    ra_tensor *a = in_double(matrices(dtype, batch, n, n, 3, 2));
    return ra_to(ra_add(ra_matmul(a, adjoint(a)), ra_eye(n, n)), RA_OPTS(ra_to, .dtype = dtype));
}

/* With NaN in the triangle that is not to be read; with_diagonal: there too. */
static inline ra_tensor *half(ra_tensor *t, bool upper, bool with_diagonal)
{
    const int64_t n = ra_size(t, -1);
    ra_tensor *ones = ra_ones(RA_DIMS(n, n)), *other = upper ? ra_tril(ones, with_diagonal ? 0 : -1) : ra_triu(ones, with_diagonal ? 0 : 1);
    ra_tensor *is_other = ra_gt(other, 0.5);
    return ra_where(is_other, ra_full(RA_DIMS(), RA_F(NAN), RA_OPTS(ra_full, .dtype = ra_tensor_dtype(t))), t);
}

/* A layout of the same matrices. */
static inline ra_tensor *laid(ra_tensor *t, int how)
{
    if (how == 1)
        return ra_transpose(ra_contiguous(ra_transpose(t, -1, -2)), -1, -2);
    if (how == 2 && ra_numel(t)) {
        ra_tensor *pair[2] = {t, ra_full_like(t, RA_F(NAN))};
        return ra_select(ra_stack(RA_LIST(pair[0], pair[1]), -1), -1, 0);
    }
    return t;
}

/* Every element of what is computed in double here. */
static inline void are_close(const char *what, const ra_tensor *want, const ra_tensor *got, double room)
{
    const size_t n = 2 * (size_t)ra_numel(want);
    double *x = calloc(n + 1, sizeof *x), *y = calloc(n + 1, sizeof *y);
    assert_int_equal(ra_numel(want), ra_numel(got));
    OK(ra_copy_to(in_double(want), x, n * sizeof *x));
    OK(ra_copy_to(in_double(got), y, n * sizeof *y));
    for (size_t i = 0; i < n; i++)
        if (!(fabs(x[i] - y[i]) <= room))
            fail_msg("%s: element %zu of %zu is %g, not %g", what, i / 2, n / 2, y[i], x[i]);
    free(x), free(y);
}

static inline void is_product(const char *what, const ra_tensor *want, const ra_tensor *left, const ra_tensor *right, double roundings)
{
    are_close(what, want, ra_matmul(in_double(left), in_double(right)), 4 * roundings * rounding(ra_tensor_dtype(want)));
}

static inline void are_orthonormal(const char *what, const ra_tensor *q, ra_dtype dtype, double roundings)
{
    const int64_t n = ra_size(q, -1);
    are_close(what, ra_expand(ra_eye(n, n), RA_DIMS(2, n, n)), ra_matmul(adjoint(q), in_double(q)), roundings * rounding(dtype));
}

static inline void same_strides(ra_tensor *const x[SIDES])
{
    assert_int_equal(ra_ndim(x[HERE]), ra_ndim(x[THERE]));
    for (int d = 0; d < ra_ndim(x[HERE]); d++) {
        assert_int_equal(ra_size(x[HERE], d), ra_size(x[THERE], d));
        assert_int_equal(ra_stride(x[HERE], d), ra_stride(x[THERE], d));
    }
}

/* What a result fails with on both sides, behind where it was called. */
static inline void same_failure(const char *what, ra_tensor *const x[SIDES], const char *words)
{
    for (int k = 0; k < SIDES; k++) {
        assert_non_null(x[k]);
        const ra_status status = ra_wait(x[k]);
        if (!status || !strstr(ra_last_error(), words))
            fail_msg("%s on side %d: %s does not say \"%s\"", what, k, status ? ra_last_error() : "that it has come to an end", words);
        assert_int_equal(status, strstr(words, "convergence") ? RA_ERR_CONVERGE : RA_ERR_SINGULAR);
        ra_clear_error();
    }
}

/* Ones in what is computed of an identity, of which so many are single numbers at the end; else it says why not. Gives all up. */
static inline void tell_of_ones(ra_tensor **all, int count, int single, size_t numbers)
{
    for (int k = 0; k < count; k++) {
        float got[32] = {0};
        if (!all[k] || ra_copy_to(all[k], got, (k < count - single ? numbers : 1) * sizeof *got))
            printf("%s; ", ra_last_error());
        else if (fabsf(got[0]) != 1 || got[1] != 0)
            printf("%d is wrong: %g %g; ", k, (double)got[0], (double)got[1]);
        ra_release(all[k]);
        ra_clear_error();
    }
}

/* That one call fails in the program "failing": nothing is wrong there, and the message tells its name, and what the library says. */
static inline void call_fails(const char *call, int number, const char *name, const char *says)
{
    char text[8192], fail[64];
    need_simulated();
    snprintf(fail, sizeof fail, "%s:%d:999", call, number);
    setenv("SIMCUDA_FAIL", fail, 1);
    const int code = child_output("failing", "", text, sizeof text);
    unsetenv("SIMCUDA_FAIL");
    if (code || strstr(text, "wrong") || !strstr(text, name) || !strstr(text, says))
        fail_msg("%s fails: exit status %d, %s", fail, code, text);
}

#endif
