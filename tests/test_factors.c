/*
 * Factors of matrices, what is solved by them, and the forms that tell where there is no answer: what comes out is multiplied
 * out again, for every dtype, in batches, from any strides; a matrix without an answer disturbs no other.
 */
#include "helpers/matrices.h"

static const int64_t sides[] = {1, 2, 5, 17, 70};
enum { SIDES = sizeof sides / sizeof *sides };

#define FOR_EACH_KIND                                                                              \
    for (int kind = 0; kind < DTYPES * SIDES * 2 * LAYOUTS; kind++) {                              \
        const ra_dtype dtype = dtypes[kind % DTYPES];                                              \
        const int64_t n = sides[kind / DTYPES % SIDES], batch = kind / DTYPES / SIDES % 2 ? 3 : 1; \
        const enum layout layout = (enum layout)(kind / DTYPES / SIDES / 2);                       \
        const bool flat = batch == 1;                                                              \
        if (getenv("RUNAHEAD_TEST_SHORT") && n > 17 && batch > 1) /* an emulator takes minutes for their products */ \
            continue;

#define END_KIND }

/* Entry i of a tensor of integers. */
static int told(const ra_tensor *info, int64_t i)
{
    ra_status s;
    const int32_t *entries = ra_data_i32(info, &s);
    assert_non_null(entries);
    return entries[i];
}

static void expect_failure(const ra_tensor *t, ra_status status, const char *words)
{
    ra_status s = RA_OK;
    assert_non_null(t);
    ra_clear_error();
    assert_null(ra_data(t, &s));
    assert_int_equal(s, status);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say \"%s\"", ra_last_error(), words);
    ra_clear_error();
}

static void check_same(const ra_tensor *a, const ra_tensor *b)
{
    matrix x = from_tensor(a), y = from_tensor(b);
    check_equal(&x, &y, 0);
    free(x.x);
    free(y.x);
}

/* ---- determinants ---- */

static void test_slogdet(void **state)
{
    (void)state;
    FOR_EACH_KIND
        matrix a = positive_matrix(dtype, batch, n);
        for (int64_t i = 0; i < batch * n * n; i++)
            a.x[i] /= (double)(i % 2 ? -n : n); /* of either sign, and none overflows */
        for (int64_t b = 0; b < batch; b++)
            for (int64_t i = 0; i < n; i++)
                *at(&a, b, i, i) = 3;
        RA_AUTO ra_tensor *t = to_tensor(&a, dtype, layout, flat), *sign = NULL, *logarithm = NULL, *det = ra_linalg_det(t);
        assert_int_equal(ra_linalg_slogdet(t, &sign, &logarithm), RA_OK);
        assert_int_equal(ra_tensor_dtype(logarithm), ra__real_of(dtype));
        matrix s = from_tensor(sign), l = from_tensor(logarithm), d = from_tensor(det);
        for (int64_t b = 0; b < batch; b++) {
            const value p = s.x[b] * exp(__real__ l.x[b]) - d.x[b];
            const double size = hypot(__real__ d.x[b], __imag__ d.x[b]), allowed = tolerance(dtype, n) * (1 + fabs(__real__ l.x[b])) * size;
            assert_true(isinf(size) || (fabs(__real__ p) <= allowed && fabs(__imag__ p) <= allowed));
            assert_true(fabs(hypot(__real__ s.x[b], __imag__ s.x[b]) - 1) <= tolerance(dtype, n));
        }
        free(a.x);
        free(s.x);
        free(l.x);
        free(d.x);
    END_KIND
}

/* Where the determinant itself is 0 or infinite, and where there is nothing to multiply. */
static void test_slogdet_at_the_edge(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        RA_AUTO ra_tensor *eye = ra_eye(90, 90, RA_OPTS(ra_eye, .dtype = dtypes[k])), *large = ra_mul(eye, -1e30), *zero = ra_mul(eye, 0), *none = ra_narrow(zero, 0, 0, 0);
        RA_AUTO ra_tensor *empty = ra_narrow(none, 1, 0, 0), *s0 = NULL, *l0 = NULL, *s1 = NULL, *l1 = NULL, *s2 = NULL, *l2 = NULL;
        assert_int_equal(ra_linalg_slogdet(large, &s0, &l0), RA_OK);
        assert_int_equal(ra_linalg_slogdet(zero, &s1, &l1), RA_OK);
        assert_int_equal(ra_linalg_slogdet(empty, &s2, &l2), RA_OK);
        matrix x[] = {from_tensor(s0), from_tensor(l0), from_tensor(s1), from_tensor(l1), from_tensor(s2), from_tensor(l2)};
        assert_true(fabs(__real__ x[0].x[0] - 1) < 1e-5);
        assert_true(fabs(__real__ x[1].x[0] / (90 * log(1e30)) - 1) < 1e-6);
        assert_true(x[2].x[0] == 0 && __real__ x[3].x[0] == -INFINITY && x[4].x[0] == 1 && x[5].x[0] == 0);
        for (int i = 0; i < 6; i++)
            free(x[i].x);
    }
}

/* ---- LU ---- */

/* Rows exchanged back, from the last on, as pivots say they were exchanged. */
static void exchange_back(matrix *product, const ra_tensor *pivots, int64_t k)
{
    for (int64_t b = 0; b < product->batch; b++)
        for (int64_t i = k - 1; i >= 0; i--) {
            const int64_t other = told(pivots, b * k + i) - 1;
            assert_true(other >= i && other < product->rows);
            for (int64_t j = 0; j < product->columns; j++) {
                const value x = *at(product, b, i, j);
                *at(product, b, i, j) = *at(product, b, other, j);
                *at(product, b, other, j) = x;
            }
        }
}

static void test_lu(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 3; way++) { /* square, wide, tall */
            const int64_t rows = way == 2 ? n + 3 : n, columns = way == 1 ? n + 4 : n, k = rows < columns ? rows : columns;
            matrix a = random_matrix(dtype, batch, rows, columns), l = matrix_new(batch, rows, k), u = matrix_new(batch, k, columns);
            RA_AUTO ra_tensor *t = to_tensor(&a, dtype, layout, flat), *lu = NULL, *pivots = NULL, *info = NULL, *same = NULL, *also = NULL;
            assert_int_equal(ra_linalg_lu_factor_ex(t, &lu, &pivots, &info), RA_OK);
            assert_int_equal(ra_linalg_lu_factor(t, &same, &also), RA_OK);
            check_column_major(lu);
            matrix both = from_tensor(lu), again = from_tensor(same);
            check_equal(&both, &again, 0);
            for (int64_t b = 0; b < batch; b++) {
                assert_int_equal(told(info, b), 0);
                for (int64_t i = 0; i < rows; i++)
                    for (int64_t j = 0; j < columns; j++)
                        if (i > j)
                            *at(&l, b, i, j) = *at(&both, b, i, j);
                        else
                            *at(&u, b, i, j) = *at(&both, b, i, j);
                for (int64_t i = 0; i < k; i++)
                    *at(&l, b, i, i) = 1;
            }
            matrix product = multiply(&l, &u);
            exchange_back(&product, pivots, k);
            check_equal(&product, &a, tolerance(dtype, n));
            free(a.x);
            free(l.x);
            free(u.x);
            free(both.x);
            free(again.x);
            free(product.x);
        }
    END_KIND
}

/* ---- factors that are known ---- */

enum { KNOWN = 9 };

/* -1, 0 or 1 */
static double any_sign(void)
{
    return (double)lround(next_value());
}

/*
 * Three matrices of which nothing is rounded: below the diagonal of L there are halves and zeros, in U `unit` times small integers, and powers of
 * two on its diagonal, in the middle one zeros from place `zero` on in every second place.
 */
static matrix known_matrix(int64_t rows, int64_t columns, double unit, int64_t zero, matrix *lu, int pivots[3][KNOWN])
{
    const int64_t k = rows < columns ? rows : columns;
    matrix l = matrix_new(3, rows, k), u = matrix_new(3, k, columns);
    *lu = matrix_new(3, rows, columns);
    for (int64_t b = 0; b < 3; b++) {
        for (int64_t i = 0; i < k; i++) {
            const bool none = b == 1 && i >= zero && (i - zero) % 2 == 0;
            *at(&l, b, i, i) = 1;
            for (int64_t j = i + 1; j < rows; j++)
                *at(&l, b, j, i) = *at(lu, b, j, i) = none ? 0 : any_sign() / 2;
            for (int64_t j = i; j < columns; j++)
                *at(&u, b, i, j) = *at(lu, b, i, j) = (j > i ? any_sign() : none ? 0 : any_sign() < 0 ? -2 : 1) * unit;
            pivots[b][i] = (int)(i + (none ? 0 : (int64_t)(fabs(next_value()) * 1e6) % (rows - i)));
        }
    }
    matrix a = multiply(&l, &u);
    for (int64_t b = 0; b < 3; b++)
        for (int64_t i = k - 1; i >= 0; i--)
            for (int64_t j = 0; j < columns; j++) {
                const value x = *at(&a, b, i, j);
                *at(&a, b, i, j) = *at(&a, b, pivots[b][i], j);
                *at(&a, b, pivots[b][i], j) = x;
            }
    free(l.x);
    free(u.x);
    return a;
}

/* What is solved by a matrix of which nothing is rounded, and its inverse and determinant. */
static void check_known_square(const matrix *a, const matrix *lu, int pivots[3][KNOWN], const ra_tensor *t, double unit, int singular)
{
    const int64_t n = a->rows;
    const ra_dtype dtype = ra_tensor_dtype(t);
    for (int way = 0; way < 2 * KNOWN; way++) {
        const bool left = way % 2;
        if (unit != 1 && (!left || way / 2 == KNOWN - 1))
            continue; /* BLAS multiplies by what is infinite */
        matrix x = matrix_new(3, left ? n : 1 + way / 2, left ? 1 + way / 2 : n);
        for (int64_t i = 0; i < 3 * x.rows * x.columns; i++)
            x.x[i] = any_sign() + 2 * any_sign();
        matrix b = left ? multiply(a, &x) : multiply(&x, a);
        RA_AUTO ra_tensor *right = to_tensor(&b, dtype, (enum layout)(way % LAYOUTS), false), *info = ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .dtype = RA_INT32));
        RA_AUTO ra_tensor *room = ra_zeros(RA_DIMS(3 * x.columns * (x.rows + 2)), RA_OPTS(ra_zeros, .dtype = dtype)); /* for columns that lie apart */
        RA_AUTO ra_tensor *solved = ra_as_strided(room, RA_DIMS(3, x.rows, x.columns), RA_DIMS(x.columns * (x.rows + 2), 1, x.rows + 2), 0);
        assert_int_equal(ra_linalg_solve_ex_out(solved, info, t, right, RA_OPTS(ra_linalg_solve_ex, .left = left ? RA_YES : RA_NO)), RA_OK);
        matrix got = from_tensor(solved);
        for (int64_t m = 0; m < 3; m++)
            for (int64_t i = 0; i < x.rows * x.columns; i++)
                assert_true((m == 1 && singular) || got.x[m * x.rows * x.columns + i] == x.x[m * x.rows * x.columns + i]);
        assert_int_equal(told(info, 1), singular);
        free(x.x);
        free(b.x);
        free(got.x);
    }
    if (unit != 1)
        return;
    RA_AUTO ra_tensor *inverse = NULL, *info = NULL, *det = ra_linalg_det(t);
    assert_int_equal(ra_linalg_inv_ex(t, &inverse, &info), RA_OK);
    matrix inverted = from_tensor(inverse), product = multiply(a, &inverted), determinants = from_tensor(det), one = identity(n);
    for (int64_t m = 0; m < 3; m++) {
        value want = 1;
        for (int64_t i = 0; i < n; i++)
            want *= *at(lu, m, i, i) * (pivots[m][i] == i ? 1 : -1);
        assert_true(determinants.x[m] == want);
        assert_int_equal(told(info, m), m == 1 ? singular : 0);
        for (int64_t i = 0; i < n * n && !(m == 1 && singular); i++)
            assert_true(fabs(__real__(product.x[m * n * n + i] - one.x[i])) <= (dtype == RA_FLOAT64 ? 0 : 1e-3));
    }
    free(inverted.x);
    free(product.x);
    free(determinants.x);
    free(one.x);
}

static void test_known_factors(void **state)
{
    (void)state;
    for (int64_t k = 0; k < KNOWN * KNOWN * 8; k++) {
        const int64_t rows = 1 + k / 8 % KNOWN, columns = 1 + k / 8 / KNOWN, least = rows < columns ? rows : columns, zero = k & 1 ? least / 3 : least;
        const ra_dtype dtype = k & 2 ? RA_FLOAT64 : RA_FLOAT32;
        const bool tiny = (k & 4) && rows < KNOWN && columns < KNOWN; /* the reciprocal of a pivot is infinite */
        const double unit = !tiny ? 1 : k & 2 ? 0x1p-1026 : 0x1p-130;
        matrix lu;
        int pivots[3][KNOWN];
        matrix a = known_matrix(rows, columns, unit, zero, &lu, pivots);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtype, (enum layout)(k % LAYOUTS), false), *factors = NULL, *exchanges = NULL, *info = NULL;
        assert_int_equal(ra_linalg_lu_factor_ex(t, &factors, &exchanges, &info), RA_OK);
        matrix got = from_tensor(factors);
        check_equal(&got, &lu, 0);
        for (int64_t b = 0; b < 3; b++) {
            assert_int_equal(told(info, b), b == 1 && zero < least ? zero + 1 : 0);
            for (int64_t i = 0; i < least; i++)
                assert_int_equal(told(exchanges, b * least + i), pivots[b][i] + 1);
        }
        if (rows == columns)
            check_known_square(&a, &lu, pivots, t, unit, zero < least ? (int)zero + 1 : 0);
        free(a.x);
        free(lu.x);
        free(got.x);
    }
}

/* A pivot that is no number is not zero, to the library's own factors: BLAS may find none beside it, and say so. */
static void test_pivots_that_are_no_numbers(void **state)
{
    (void)state;
    for (int k = 0; k < 2 * 8 * 8; k++) {
        const int64_t n = 1 + k / 2 % 8, place = k / 16 % n;
        matrix a = identity(n);
        *at(&a, 0, place, place) = NAN;
        RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k % 2], ROWS, true), *inverse = NULL, *info = NULL, *det = ra_linalg_det(t);
        assert_int_equal(ra_linalg_inv_ex(t, &inverse, &info), RA_OK);
        matrix inverted = from_tensor(inverse), determinant = from_tensor(det);
        assert_int_equal(told(info, 0), 0);
        assert_true(isnan(__real__ * at(&inverted, 0, place, place)) && isnan(__real__ determinant.x[0]));
        free(a.x);
        free(inverted.x);
        free(determinant.x);
    }
}

static void test_lu_solve(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 8; way++) { /* left or right, A or its adjoint, one A for a batch of B */
            const bool left = way & 1, turned = way & 2, shared = way & 4;
            matrix a = positive_matrix(dtype, shared ? 1 : batch, n), b = left ? random_matrix(dtype, batch, n, 6) : random_matrix(dtype, batch, 6, n);
            for (int64_t m = 0; m < a.batch; m++)
                *at(&a, m, 0, n - 1) += (double)n; /* unlike its adjoint */
            matrix h = adjoint(&a);
            RA_AUTO ra_tensor *ta = to_tensor(&a, dtype, layout, flat || shared), *tb = to_tensor(&b, dtype, (enum layout)((layout + way) % LAYOUTS), flat);
            RA_AUTO ra_tensor *lu = NULL, *pivots = NULL;
            assert_int_equal(ra_linalg_lu_factor(ta, &lu, &pivots), RA_OK);
            RA_AUTO ra_tensor *x = ra_linalg_lu_solve(lu, pivots, tb, RA_OPTS(ra_linalg_lu_solve, .left = left ? RA_YES : RA_NO, .adjoint = turned));
            assert_non_null(x);
            matrix solution = from_tensor(x), product = left ? multiply(turned ? &h : &a, &solution) : multiply(&solution, turned ? &h : &a);
            check_equal(&product, &b, tolerance(dtype, n));
            free(a.x);
            free(b.x);
            free(h.x);
            free(solution.x);
            free(product.x);
        }
    END_KIND
}

static void test_cholesky_solve(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 4; way++) {
            const bool upper = way & 1, shared = way & 2;
            matrix a = positive_matrix(dtype, shared ? 1 : batch, n), b = random_matrix(dtype, batch, n, 4);
            RA_AUTO ra_tensor *ta = to_tensor(&a, dtype, ROWS, flat || shared), *tb = to_tensor(&b, dtype, layout, flat);
            RA_AUTO ra_tensor *f = ra_linalg_cholesky(ta, RA_OPTS(ra_linalg_cholesky, .upper = upper));
            matrix half = from_tensor(f);
            poison_triangle(&half, !upper);
            RA_AUTO ra_tensor *tf = to_tensor(&half, dtype, layout, flat || shared), *x = ra_cholesky_solve(tb, tf, upper);
            assert_non_null(x);
            check_column_major(x);
            matrix solution = from_tensor(x), product = multiply(&a, &solution);
            check_equal(&product, &b, tolerance(dtype, n));
            free(a.x);
            free(b.x);
            free(half.x);
            free(solution.x);
            free(product.x);
        }
    END_KIND
}

/* ---- eigenvalues ---- */

static void check_eigen(const matrix *a, const matrix *w, const matrix *v, double allowed)
{
    matrix product = multiply(a, v), scaled = matrix_new(v->batch, v->rows, v->columns);
    for (int64_t b = 0; b < v->batch; b++)
        for (int64_t j = 0; j < v->columns; j++) {
            double length = 0;
            for (int64_t i = 0; i < v->rows; i++) {
                const value x = *at(v, b, i, j);
                *at(&scaled, b, i, j) = x * w->x[b * v->columns + j];
                length += __real__ x * __real__ x + __imag__ x * __imag__ x;
            }
            assert_true(fabs(length - 1) <= allowed);
        }
    check_equal(&product, &scaled, allowed * (double)a->rows);
    free(product.x);
    free(scaled.x);
}

static void test_eig(void **state)
{
    (void)state;
    FOR_EACH_KIND
        matrix a = random_matrix(dtype, batch, n, n);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtype, layout, flat), *w = NULL, *v = NULL, *alone = ra_linalg_eigvals(t);
        assert_int_equal(ra_linalg_eig(t, &w, &v), RA_OK);
        check_column_major(v);
        matrix values = from_tensor(w), vectors = from_tensor(v), others = from_tensor(alone);
        check_eigen(&a, &values, &vectors, tolerance(dtype, n));
        for (int64_t b = 0; b < batch; b++) {
            value sum = 0, trace = 0, other = 0;
            for (int64_t i = 0; i < n; i++) {
                sum += values.x[b * n + i];
                other += others.x[b * n + i];
                trace += *at(&a, b, i, i);
            }
            assert_true(hypot(__real__(sum - trace), __imag__(sum - trace)) <= tolerance(dtype, n) * (double)n);
            assert_true(hypot(__real__(other - trace), __imag__(other - trace)) <= tolerance(dtype, n) * (double)n);
        }
        free(a.x);
        free(values.x);
        free(vectors.x);
        free(others.x);
    END_KIND
}

/* Into outputs of another dtype and in strides of their own, and of what is not finite. */
static void test_eig_out(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = random_matrix(dtypes[k], 2, 6, 6);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k], ROWS, false), *w = NULL, *v = NULL;
        RA_AUTO ra_tensor *values = ra_zeros(RA_DIMS(6, 2), RA_OPTS(ra_zeros, .dtype = RA_COMPLEX128)), *turned = ra_t(values), *vectors = ra_zeros(RA_DIMS(2, 6, 6), RA_OPTS(ra_zeros, .dtype = RA_COMPLEX64));
        assert_int_equal(ra_linalg_eig(t, &w, &v), RA_OK);
        assert_int_equal(ra_linalg_eig_out(turned, vectors, t), RA_OK);
        RA_AUTO ra_tensor *w128 = ra_to(w, RA_OPTS(ra_to, .dtype = RA_COMPLEX128)), *v64 = ra_to(v, RA_OPTS(ra_to, .dtype = RA_COMPLEX64));
        check_same(turned, w128);
        check_same(vectors, v64);
        *at(&a, 1, 2, 3) = NAN;
        RA_AUTO ra_tensor *bad = to_tensor(&a, dtypes[k], ROWS, false), *alone = ra_linalg_eigvals(bad), *x = NULL, *y = NULL;
        expect_failure(alone, RA_ERR_CONVERGE, "matrix 1: no convergence: an element is not finite");
        assert_int_equal(ra_linalg_eig(bad, &x, &y), RA_OK);
        expect_failure(y, RA_ERR_CONVERGE, "linalg_eig");
        free(a.x);
    }
}

/* ---- what has no answer ---- */

/* Three matrices, of which the middle one is singular, and not positive. */
static matrix mixed(ra_dtype dtype, int64_t n)
{
    matrix a = positive_matrix(dtype, 3, n);
    for (int64_t i = 0; i < n; i++)
        *at(&a, 1, i, n / 2) = *at(&a, 1, n / 2, i) = 0;
    return a;
}

static void check_matrix(const ra_tensor *batch, int64_t i, const ra_tensor *want)
{
    RA_AUTO ra_tensor *one = ra_select(batch, 0, i);
    check_same(one, want);
}

static void test_info(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = mixed(dtypes[k], 9), b = random_matrix(dtypes[k], 3, 9, 2);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k], ROWS, false), *tb = to_tensor(&b, dtypes[k], ROWS, false), *pivots = NULL;
        ra_tensor *results[4], *infos[4];
        assert_int_equal(ra_linalg_cholesky_ex(t, &results[0], &infos[0]), RA_OK);
        assert_int_equal(ra_linalg_inv_ex(t, &results[1], &infos[1]), RA_OK);
        assert_int_equal(ra_linalg_solve_ex(t, tb, &results[2], &infos[2]), RA_OK);
        assert_int_equal(ra_linalg_lu_factor_ex(t, &results[3], &pivots, &infos[3]), RA_OK);
        for (int i = 0; i < 3; i += 2) {
            RA_AUTO ra_tensor *one = ra_select(t, 0, i), *right = ra_select(tb, 0, i), *l = ra_linalg_cholesky(one), *inverse = ra_linalg_inv(one), *x = ra_linalg_solve(one, right);
            check_matrix(results[0], i, l);
            check_matrix(results[1], i, inverse);
            check_matrix(results[2], i, x);
        }
        for (int f = 0; f < 4; f++) {
            assert_int_equal(told(infos[f], 0), 0);
            assert_int_equal(told(infos[f], 1), f == 0 ? 5 : told(infos[3], 1));
            assert_int_equal(told(infos[f], 2), 0);
            assert_true(told(infos[f], 1) > 0);
            ra_release(results[f]);
            ra_release(infos[f]);
        }
        free(a.x);
        free(b.x);
    }
}

/* As an error, where that is asked for: of all results. */
static void test_check_errors(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = mixed(dtypes[k], 4), b = random_matrix(dtypes[k], 3, 4, 2);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k], ROWS, false), *tb = to_tensor(&b, dtypes[k], ROWS, false);
        ra_tensor *results[10];
        assert_int_equal(ra_linalg_cholesky_ex(t, &results[0], &results[1], RA_OPTS(ra_linalg_cholesky_ex, .check_errors = true)), RA_OK);
        assert_int_equal(ra_linalg_inv_ex(t, &results[2], &results[3], RA_OPTS(ra_linalg_inv_ex, .check_errors = true)), RA_OK);
        assert_int_equal(ra_linalg_solve_ex(t, tb, &results[4], &results[5], RA_OPTS(ra_linalg_solve_ex, .check_errors = true)), RA_OK);
        assert_int_equal(ra_linalg_lu_factor_ex(t, &results[6], &results[8], &results[7], RA_OPTS(ra_linalg_lu_factor_ex, .check_errors = true)), RA_OK);
        for (int i = 0; i < 8; i++)
            expect_failure(results[i], RA_ERR_SINGULAR, i < 2 ? "matrix 1: not positive definite, as its first 3 rows" : "matrix 1: singular: pivot ");
        ra_release(results[8]);
        assert_int_equal(ra_linalg_lu_factor(t, &results[8], &results[9]), RA_OK);
        expect_failure(results[9], RA_ERR_SINGULAR, "linalg_lu_factor");
        for (int i = 0; i < 10; i++)
            ra_release(results[i]);
        free(a.x);
        free(b.x);
    }
}

/* Of a matrix that is broadcast over several B, or over none, info has one entry. */
static void test_info_of_what_is_broadcast(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *eye = ra_eye(3, 3), *zero = ra_mul(eye, 0), *a = ra_stack(RA_LIST(eye, zero), 0), *column = ra_unsqueeze(a, 1), *one = ra_unsqueeze(zero, 0);
    RA_AUTO ra_tensor *many = ra_ones(RA_DIMS(5, 2, 5, 3, 1)), *none = ra_ones(RA_DIMS(0, 3, 4)), *x = NULL, *info = NULL, *y = NULL, *only = NULL, *error = NULL, *strict = NULL;
    assert_int_equal(ra_linalg_solve_ex(column, many, &x, &info), RA_OK);
    assert_int_equal(ra_numel(x), 5 * 2 * 5 * 3);
    assert_int_equal(ra_numel(info), 2);
    assert_int_equal(told(info, 0), 0);
    assert_int_equal(told(info, 1), 1);
    assert_int_equal(ra_linalg_solve_ex(one, none, &y, &only), RA_OK);
    assert_int_equal(ra_numel(y), 0);
    assert_int_equal(ra_numel(only), 1);
    assert_int_equal(told(only, 0), 1);
    assert_int_equal(ra_linalg_solve_ex(one, none, &error, &strict, RA_OPTS(ra_linalg_solve_ex, .check_errors = true)), RA_OK);
    expect_failure(strict, RA_ERR_SINGULAR, "matrix 0: singular: pivot 1 is zero");
}

static void test_wrong_pivots(void **state)
{
    (void)state;
    static const int32_t wrong[] = {0, -7, 4, INT32_MAX};
    RA_AUTO ra_tensor *lu = ra_eye(3, 3), *b = ra_ones(RA_DIMS(3, 2));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const int32_t entries[] = {1, 2, wrong[i]};
        RA_AUTO ra_tensor *pivots = ra_from_copy(entries, RA_INT32, RA_DIMS(3)), *x = ra_linalg_lu_solve(lu, pivots, b);
        expect_failure(x, RA_ERR_INDEX, "pivot 2 is ");
    }
}

/* ---- outputs and refusals ---- */

/* Into an operand, into strides of its own, into another dtype. */
static void test_out(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = positive_matrix(dtypes[k], 3, 9), b = random_matrix(dtypes[k], 3, 9, 4);
        RA_AUTO ra_tensor *ta = to_tensor(&a, dtypes[k], SLICED, false), *tb = to_tensor(&b, dtypes[k], ROWS, false), *lu = NULL, *pivots = NULL, *info = ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .dtype = RA_INT32));
        assert_int_equal(ra_linalg_lu_factor(ta, &lu, &pivots), RA_OK);
        RA_AUTO ra_tensor *x = ra_linalg_lu_solve(lu, pivots, tb), *out = to_tensor(&b, dtypes[k], SLICED, false), *l = ra_linalg_cholesky(ta), *y = ra_cholesky_solve(tb, l, false);
        RA_AUTO ra_tensor *wide = ra_zeros(RA_DIMS(3, 9, 4), RA_OPTS(ra_zeros, .dtype = RA_COMPLEX128)), *want = ra_to(y, RA_OPTS(ra_to, .dtype = RA_COMPLEX128)), *inverse = ra_linalg_inv(ta);
        assert_int_equal(ra_linalg_lu_solve_out(out, lu, pivots, tb), RA_OK);
        check_same(out, x);
        assert_int_equal(ra_cholesky_solve_out(wide, tb, l, false), RA_OK);
        check_same(wide, want);
        assert_int_equal(ra_cholesky_solve_out(tb, tb, l, false), RA_OK);
        check_same(tb, y);
        assert_int_equal(ra_linalg_inv_ex_out(ta, info, ta), RA_OK);
        check_same(ta, inverse);
        free(a.x);
        free(b.x);
    }
}

static void expect_refusal(ra_status got, ra_status status, const char *words)
{
    assert_int_equal(got, status);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say \"%s\"", ra_last_error(), words);
    ra_clear_error();
}

static ra_status of(const ra_tensor *result)
{
    assert_null(result);
    return ra_last_status();
}

static void test_refusals(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *wide = ra_zeros(RA_DIMS(2, 3)), *square = ra_eye(3, 3), *vector = ra_zeros(RA_DIMS(3)), *doubles = ra_to(square, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    RA_AUTO ra_tensor *pivots = ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .dtype = RA_INT32)), *longs = ra_to(pivots, RA_OPTS(ra_to, .dtype = RA_INT64)), *two = ra_narrow(pivots, 0, 0, 2);
    RA_AUTO ra_tensor *pair = ra_zeros(RA_DIMS(2, 3, 3)), *triple = ra_zeros(RA_DIMS(3, 3, 3));
    ra_tensor *a = NULL, *b = NULL, *c = NULL;
    expect_refusal(ra_linalg_slogdet(wide, &a, &b), RA_ERR_SHAPE, "square");
    expect_refusal(ra_linalg_lu_factor(vector, &a, &b), RA_ERR_SHAPE, "at least 2 dimensions");
    expect_refusal(ra_linalg_lu_factor_ex(square, &a, &b, &c, RA_OPTS(ra_linalg_lu_factor_ex, .pivot = RA_NO)), RA_ERR_ARGUMENT, "pivot=false");
    expect_refusal(ra_linalg_cholesky_ex(wide, &a, &b), RA_ERR_SHAPE, "square");
    expect_refusal(ra_linalg_inv_ex_out(doubles, pivots, square), RA_ERR_DTYPE, "float64");
    expect_refusal(of(ra_linalg_lu_solve(square, longs, square)), RA_ERR_DTYPE, "int64");
    expect_refusal(of(ra_linalg_lu_solve(square, two, square)), RA_ERR_SHAPE, "[2]");
    expect_refusal(of(ra_linalg_lu_solve(square, pivots, doubles)), RA_ERR_DTYPE, "float64");
    expect_refusal(of(ra_linalg_lu_solve(square, pivots, wide)), RA_ERR_SHAPE, "2x3");
    expect_refusal(of(ra_cholesky_solve(wide, square, false)), RA_ERR_SHAPE, "2x3");
    expect_refusal(of(ra_cholesky_solve(pair, triple, false)), RA_ERR_SHAPE, "do not broadcast");
    expect_refusal(ra_linalg_solve_ex(square, wide, &a, &b), RA_ERR_SHAPE, "2x3");
    assert_true(!a && !b && !c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slogdet),     cmocka_unit_test(test_slogdet_at_the_edge), cmocka_unit_test(test_lu),
        cmocka_unit_test(test_known_factors), cmocka_unit_test(test_pivots_that_are_no_numbers),
        cmocka_unit_test(test_lu_solve),    cmocka_unit_test(test_cholesky_solve),      cmocka_unit_test(test_info),
        cmocka_unit_test(test_check_errors), cmocka_unit_test(test_info_of_what_is_broadcast), cmocka_unit_test(test_wrong_pivots),
        cmocka_unit_test(test_eig),         cmocka_unit_test(test_eig_out),             cmocka_unit_test(test_out),         cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
