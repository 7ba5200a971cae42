/*
 * Decompositions and solvers: what they give is multiplied out again and compared with what they were given, for every
 * dtype, in batches, from any strides; triangles that must not be read hold NaN; what has no answer fails by itself alone.
 */
#include "helpers/matrices.h"

static const int64_t sides[] = {1, 2, 5, 17, 64, 90};
enum { SIDES = sizeof sides / sizeof *sides };

/* The products that results are compared with are computed plainly: an emulator takes minutes for all of the large ones. */
static bool is_left_out(int64_t n, int64_t batch)
{
    return getenv("RUNAHEAD_TEST_SHORT") && (n > 64 || (n > 17 && batch > 1));
}

#define FOR_EACH_KIND                                                  \
    for (int kind = 0; kind < DTYPES * SIDES * 2 * LAYOUTS; kind++) {  \
        const ra_dtype dtype = dtypes[kind % DTYPES];                  \
        const int64_t n = sides[kind / DTYPES % SIDES], batch = kind / DTYPES / SIDES % 2 ? 3 : 1; \
        const enum layout layout = (enum layout)(kind / DTYPES / SIDES / 2); \
        const bool flat = batch == 1;                                  \
        (void)layout;                                                  \
        if (is_left_out(n, batch))                                     \
            continue;

#define END_KIND }

static void test_cholesky(void **state)
{
    (void)state;
    FOR_EACH_KIND
        matrix a = positive_matrix(dtype, batch, n), whole = matrix_new(batch, n, n);
        memcpy(whole.x, a.x, sizeof(value) * (size_t)(batch * n * n));
        for (int upper = 0; upper < 2; upper++) {
            memcpy(a.x, whole.x, sizeof(value) * (size_t)(batch * n * n));
            poison_triangle(&a, !upper);
            ra_tensor *t = to_tensor(&a, dtype, layout, flat), *f = ra_linalg_cholesky(t, RA_OPTS(ra_linalg_cholesky, .upper = upper));
            check_column_major(f);
            matrix l = from_tensor(f), h = adjoint(&l), product = upper ? multiply(&h, &l) : multiply(&l, &h);
            for (int64_t i = 0; i < n; i++)
                for (int64_t j = 0; j < n; j++)
                    if (upper ? j < i : j > i)
                        assert_true(*at(&l, batch - 1, i, j) == 0);
            check_equal(&product, &whole, tolerance(dtype, n) * (double)n);
            ra_release(t);
            ra_release(f);
            free(l.x);
            free(h.x);
            free(product.x);
        }
        free(a.x);
        free(whole.x);
    END_KIND
}

static void test_solve(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 4; way++) { /* left, right, a vector, one A for a batch of B */
            int64_t many = way == 2 ? 1 : 7;
            matrix a = positive_matrix(dtype, way == 3 ? 1 : batch, n), b = way == 1 ? random_matrix(dtype, batch, many, n) : random_matrix(dtype, batch, n, many);
            ra_tensor *ta = to_tensor(&a, dtype, layout, flat || way == 3), *tb = to_tensor(&b, dtype, (enum layout)((layout + way) % LAYOUTS), flat);
            ra_tensor *right = way == 2 ? ra_select(tb, -1, 0) : ra_ref(tb);
            ra_tensor *x = ra_linalg_solve(ta, right, RA_OPTS(ra_linalg_solve, .left = way == 1 ? RA_NO : RA_YES));
            assert_non_null(x);
            matrix solution = from_tensor(x), product;
            if (way == 2) {
                solution.batch = batch;
                solution.rows = n;
                solution.columns = 1;
            }
            product = way == 1 ? multiply(&solution, &a) : multiply(&a, &solution);
            check_equal(&product, &b, tolerance(dtype, n));
            ra_release(ta);
            ra_release(tb);
            ra_release(right);
            ra_release(x);
            free(a.x);
            free(b.x);
            free(solution.x);
            free(product.x);
        }
    END_KIND
}

static void test_solve_triangular(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 8; way++) {
            bool upper = way & 1, left = way & 2, unit = way & 4;
            matrix a = random_matrix(dtype, batch, n, n), t = matrix_new(batch, n, n), b = left ? random_matrix(dtype, batch, n, 6) : random_matrix(dtype, batch, 6, n);
            for (int64_t m = 0; m < batch; m++)
                for (int64_t i = 0; i < n; i++)
                    for (int64_t j = 0; j < n; j++) {
                        *at(&a, m, i, j) = i == j ? (unit ? NAN : 2 + *at(&a, m, i, j)) : *at(&a, m, i, j) / (double)n;
                        *at(&t, m, i, j) = i == j && unit ? 1 : (upper ? j >= i : j <= i) ? *at(&a, m, i, j) : 0;
                    }
            poison_triangle(&a, !upper);
            ra_tensor *ta = to_tensor(&a, dtype, layout, flat), *tb = to_tensor(&b, dtype, (enum layout)((layout + way) % LAYOUTS), flat);
            ra_tensor *x = ra_linalg_solve_triangular(ta, tb, RA_OPTS(ra_linalg_solve_triangular, .upper = upper, .left = left ? RA_YES : RA_NO, .unitriangular = unit));
            assert_non_null(x);
            check_column_major(x);
            matrix solution = from_tensor(x), product = left ? multiply(&t, &solution) : multiply(&solution, &t);
            check_equal(&product, &b, tolerance(dtype, n));
            ra_release(ta);
            ra_release(tb);
            ra_release(x);
            free(a.x);
            free(t.x);
            free(b.x);
            free(solution.x);
            free(product.x);
        }
    END_KIND
}

static void test_inv_and_det(void **state)
{
    (void)state;
    FOR_EACH_KIND
        matrix a = positive_matrix(dtype, batch, n), one = identity(n);
        for (int64_t i = 0; i < batch * n * n; i++)
            a.x[i] /= (double)n; /* so that no determinant overflows float32 */
        ra_tensor *t = to_tensor(&a, dtype, layout, flat), *i = ra_linalg_inv(t), *d = ra_linalg_det(t), *di = ra_linalg_det(i);
        check_column_major(i);
        matrix inverse = from_tensor(i), product = multiply(&a, &inverse), det = from_tensor(d), det_inverse = from_tensor(di);
        check_equal(&product, &one, tolerance(dtype, n));
        for (int64_t b = 0; b < batch; b++) {
            value p = det.x[b] * det_inverse.x[b] - 1;
            assert_true(isinf(__real__ det.x[b]) || det_inverse.x[b] == 0 || (fabs(__real__ p) < tolerance(dtype, 2 * n) && fabs(__imag__ p) < tolerance(dtype, 2 * n)));
        }
        ra_release(t);
        ra_release(i);
        ra_release(d);
        ra_release(di);
        free(a.x);
        free(one.x);
        free(inverse.x);
        free(product.x);
        free(det.x);
        free(det_inverse.x);
    END_KIND
    static const double plain[] = {0, 2, 0, 3, 0, 0, 0, 0, 5}; /* one exchange of rows */
    RA_AUTO ra_tensor *t = ra_from_copy(plain, RA_FLOAT64, RA_DIMS(3, 3)), *d = ra_linalg_det(t), *none = ra_zeros(RA_DIMS(0, 0)), *empty = ra_linalg_det(none);
    double x = 0;
    assert_int_equal(ra_item_f64(d, &x), RA_OK);
    assert_true(x == -30);
    assert_int_equal(ra_item_f64(empty, &x), RA_OK);
    assert_true(x == 1);
    RA_AUTO ra_tensor *zeros = ra_zeros(RA_DIMS(4, 4)), *zero = ra_linalg_det(zeros);
    assert_int_equal(ra_item_f64(zero, &x), RA_OK);
    assert_true(x == 0);
}

/* Rows of the identity turned on by so many, times powers of two: nothing is rounded, and rows are exchanged at every step. */
static void check_turned(ra_dtype dtype, int n, int by)
{
    double a[100] = {0}, right[100], determinant = 1;
    for (int i = 0; i < n; i++) {
        a[i * n + (i + by) % n] = ldexp(i % 3 ? -1 : 1, i % 5 - 2);
        determinant *= a[i * n + (i + by) % n];
        for (int j = 0; j < n; j++)
            right[i * n + j] = i * n + j + 1;
    }
    determinant *= by * (n - by) % 2 ? -1 : 1;
    RA_AUTO ra_tensor *wide = ra_from_copy(a, RA_FLOAT64, RA_DIMS(n, n)), *b_wide = ra_from_copy(right, RA_FLOAT64, RA_DIMS(n, n));
    RA_AUTO ra_tensor *t = ra_to(wide, RA_OPTS(ra_to, .dtype = dtype)), *b = ra_to(b_wide, RA_OPTS(ra_to, .dtype = dtype));
    RA_AUTO ra_tensor *inverse = ra_linalg_inv(t), *det = ra_linalg_det(t), *x = ra_linalg_solve(t, b);
    matrix inverted = from_tensor(inverse), solution = from_tensor(x);
    double d;
    assert_int_equal(ra_item_f64(det, &d), RA_OK);
    assert_true(d == determinant);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const int to = (i + by) % n;
            assert_true(__real__ inverted.x[i * n + j] == (a[j * n + i] == 0 ? 0 : 1 / a[j * n + i]));
            assert_true(__real__ solution.x[to * n + j] == right[i * n + j] / a[i * n + to]);
        }
    free(inverted.x);
    free(solution.x);
}

static void test_rows_are_exchanged(void **state)
{
    (void)state;
    for (int n = 1; n <= 10; n++)
        for (int by = 0; by < n; by++) {
            check_turned(RA_FLOAT32, n, by);
            check_turned(RA_FLOAT64, n, by);
            check_turned(RA_COMPLEX64, n, by);
        }
}

/* Columns are orthonormal. */
static void check_orthonormal(const matrix *q, double allowed)
{
    matrix h = adjoint(q), product = multiply(&h, q), one = identity(q->columns);
    check_equal(&product, &one, allowed);
    free(h.x);
    free(product.x);
    free(one.x);
}

static void test_qr(void **state)
{
    (void)state;
    static const char *const modes[] = {"reduced", "complete", "r"};
    FOR_EACH_KIND
        for (int way = 0; way < 6; way++) {
            int64_t rows = way < 3 ? n : n + 4, columns = way < 3 ? n + 3 : n;
            matrix a = random_matrix(dtype, batch, rows, columns);
            ra_tensor *t = to_tensor(&a, dtype, layout, flat), *q = NULL, *r = NULL;
            assert_int_equal(ra_linalg_qr(t, &q, &r, RA_OPTS(ra_linalg_qr, .mode = modes[way % 3])), RA_OK);
            check_column_major(r);
            matrix right = from_tensor(r), h = adjoint(&right), gram = multiply(&h, &right), ah = adjoint(&a), want = multiply(&ah, &a);
            check_equal(&gram, &want, tolerance(dtype, rows) * 4);
            for (int64_t i = 0; i < right.rows; i++)
                for (int64_t j = 0; j < i && j < columns; j++)
                    assert_true(*at(&right, batch - 1, i, j) == 0);
            if (way % 3 == 2)
                assert_int_equal(ra_numel(q), 0);
            else {
                matrix left = from_tensor(q), product = multiply(&left, &right);
                check_column_major(q);
                check_orthonormal(&left, tolerance(dtype, rows));
                check_equal(&product, &a, tolerance(dtype, rows));
                free(left.x);
                free(product.x);
            }
            ra_release(t);
            ra_release(q);
            ra_release(r);
            free(a.x);
            free(right.x);
            free(h.x);
            free(gram.x);
            free(ah.x);
            free(want.x);
        }
    END_KIND
}

static void test_svd(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int way = 0; way < 6; way++) { /* wide, tall, much taller than wide; thin and full */
            int64_t rows = way % 3 == 0 ? n : way % 3 == 1 ? n + 4 : 3 * n + 5, columns = way % 3 == 0 ? n + 3 : n, k = rows < columns ? rows : columns;
            matrix a = random_matrix(dtype, batch, rows, columns);
            ra_tensor *t = to_tensor(&a, dtype, layout, flat), *u = NULL, *s = NULL, *vh = NULL;
            assert_int_equal(ra_linalg_svd(t, &u, &s, &vh, RA_OPTS(ra_linalg_svd, .full_matrices = way < 3 ? RA_YES : RA_NO)), RA_OK);
            check_column_major(u);
            check_column_major(vh);
            matrix left = from_tensor(u), values = from_tensor(s), right = from_tensor(vh), v = adjoint(&right), middle = matrix_new(batch, left.columns, right.rows);
            for (int64_t b = 0; b < batch; b++)
                for (int64_t i = 0; i < k; i++) {
                    *at(&middle, b, i, i) = values.x[b * k + i];
                    assert_true(i == 0 || __real__ values.x[b * k + i - 1] >= __real__ values.x[b * k + i]);
                }
            matrix half = multiply(&left, &middle), product = multiply(&half, &right);
            check_orthonormal(&left, tolerance(dtype, rows));
            check_orthonormal(&v, tolerance(dtype, rows));
            check_equal(&product, &a, tolerance(dtype, rows));
            ra_release(t);
            ra_release(u);
            ra_release(s);
            ra_release(vh);
            free(a.x);
            free(left.x);
            free(values.x);
            free(right.x);
            free(v.x);
            free(middle.x);
            free(half.x);
            free(product.x);
        }
    END_KIND
}

static void test_eigh(void **state)
{
    (void)state;
    FOR_EACH_KIND
        for (int upper = 0; upper < 2; upper++) {
            matrix whole = positive_matrix(dtype, batch, n), a = matrix_new(batch, n, n), scaled = matrix_new(batch, n, n);
            memcpy(a.x, whole.x, sizeof(value) * (size_t)(batch * n * n));
            poison_triangle(&a, !upper);
            ra_tensor *t = to_tensor(&a, dtype, layout, flat), *w = NULL, *v = NULL;
            assert_int_equal(ra_linalg_eigh(t, &w, &v, RA_OPTS(ra_linalg_eigh, .UPLO = upper ? "U" : "L")), RA_OK);
            check_column_major(v);
            matrix values = from_tensor(w), vectors = from_tensor(v), h = adjoint(&vectors);
            for (int64_t b = 0; b < batch; b++)
                for (int64_t j = 0; j < n; j++) {
                    assert_true(j == 0 || __real__ values.x[b * n + j - 1] <= __real__ values.x[b * n + j]);
                    for (int64_t i = 0; i < n; i++)
                        *at(&scaled, b, i, j) = *at(&vectors, b, i, j) * values.x[b * n + j];
                }
            matrix product = multiply(&scaled, &h);
            check_orthonormal(&vectors, tolerance(dtype, n));
            check_equal(&product, &whole, tolerance(dtype, n) * (double)n);
            ra_release(t);
            ra_release(w);
            ra_release(v);
            free(whole.x);
            free(a.x);
            free(scaled.x);
            free(values.x);
            free(vectors.x);
            free(h.x);
            free(product.x);
        }
    END_KIND
}

static void check_same(const ra_tensor *a, const ra_tensor *b)
{
    matrix x = from_tensor(a), y = from_tensor(b);
    check_equal(&x, &y, 0);
    free(x.x);
    free(y.x);
}

/* out= in strides of their own, and into the operand itself. */
static void test_out(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = positive_matrix(dtypes[k], 3, 9), b = random_matrix(dtypes[k], 3, 9, 4);
        ra_tensor *ta = to_tensor(&a, dtypes[k], SLICED, false), *tb = to_tensor(&b, dtypes[k], ROWS, false), *want = ra_linalg_inv(ta), *x = ra_linalg_solve(ta, tb);
        ra_tensor *out = to_tensor(&a, dtypes[k], SLICED, false), *right = to_tensor(&b, dtypes[k], SLICED, false);
        assert_int_equal(ra_linalg_inv_out(out, ta), RA_OK);
        check_same(out, want);
        assert_int_equal(ra_linalg_solve_out(right, ta, tb), RA_OK);
        check_same(right, x);
        assert_int_equal(ra_linalg_solve_out(tb, ta, tb), RA_OK);
        check_same(tb, x);
        assert_int_equal(ra_linalg_inv_out(ta, ta), RA_OK);
        check_same(ta, want);
        ra_release(ta);
        ra_release(tb);
        ra_release(want);
        ra_release(x);
        ra_release(out);
        ra_release(right);
        free(a.x);
        free(b.x);
    }
}

/* A triangle that is solved where it lies: the same bits when X is written over it. */
static void test_out_over_triangle(void **state)
{
    (void)state;
    static const enum layout layouts[] = {ROWS, COLUMNS, SLICED};
    for (int k = 0; k < DTYPES * 3 * 2; k++) {
        ra_dtype dtype = dtypes[k % DTYPES];
        enum layout layout = layouts[k / DTYPES % 3];
        const ra_choice left = k / DTYPES / 3 ? RA_YES : RA_NO;
        matrix a = positive_matrix(dtype, 2, 70), b = random_matrix(dtype, 2, 70, 70);
        ra_tensor *ta = to_tensor(&a, dtype, layout, false), *tb = to_tensor(&b, dtype, ROWS, false), *rows = to_tensor(&a, dtype, ROWS, false);
        ra_tensor *want = ra_linalg_solve_triangular(rows, tb, RA_OPTS(ra_linalg_solve_triangular, .upper = true, .left = left));
        assert_int_equal(ra_linalg_solve_triangular_out(ta, ta, tb, RA_OPTS(ra_linalg_solve_triangular, .upper = true, .left = left)), RA_OK);
        check_same(ta, want);
        ra_release(ta);
        ra_release(tb);
        ra_release(rows);
        ra_release(want);
        free(a.x);
        free(b.x);
    }
}

/* ---- failures ---- */

static void expect_failure(ra_tensor *t, ra_status status, const char *words)
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

static void test_failures(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES; k++) {
        matrix a = matrix_new(3, 4, 4); /* two identities and a matrix of rank 3 */
        for (int64_t b = 0; b < 3; b++)
            for (int64_t i = 0; i < 4; i++)
                *at(&a, b, i, i) = b == 2 && i == 2 ? 0 : 1;
        RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k], ROWS, false), *one = ra_select(t, 0, 2), *b = ra_ones_like(t), *fine = ra_select(t, 0, 0);
        RA_AUTO ra_tensor *chol = ra_linalg_cholesky(t), *inv = ra_linalg_inv(t), *solved = ra_linalg_solve(t, b), *inv_one = ra_linalg_inv(one);
        RA_AUTO ra_tensor *next = ra_mm(inv_one, fine), *good = ra_linalg_inv(fine);
        expect_failure(chol, RA_ERR_SINGULAR, "matrix 2: not positive definite, as its first 3 rows");
        expect_failure(inv, RA_ERR_SINGULAR, "matrix 2: singular: pivot 3 is zero");
        expect_failure(solved, RA_ERR_SINGULAR, "matrix 2: singular: pivot 3 is zero");
        expect_failure(inv_one, RA_ERR_SINGULAR, "singular: pivot 3 is zero");
        expect_failure(next, RA_ERR_SINGULAR, "linalg_inv");
        matrix g = from_tensor(good), id = identity(4); /* the next one works */
        check_equal(&g, &id, 0);
        free(a.x);
        free(g.x);
        free(id.x);
    }
}

/* What is not finite comes out as NaN or as an error, soon, as in PyTorch. */
static void test_not_finite(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int k = 0; k < DTYPES; k++)
        for (int v = 0; v < 3; v++) {
            matrix a = positive_matrix(dtypes[k], 2, 40);
            *at(&a, 1, 7, 3) = *at(&a, 1, 3, 7) = bad[v];
            RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[k], ROWS, false), *u = NULL, *s = NULL, *vh = NULL, *w = NULL, *x = NULL, *q = NULL, *r = NULL;
            assert_int_equal(ra_linalg_svd(t, &u, &s, &vh), RA_OK);
            expect_failure(s, RA_ERR_CONVERGE, "matrix 1: no convergence: ");
            expect_failure(u, RA_ERR_CONVERGE, "not finite");
            assert_int_equal(ra_linalg_eigh(t, &w, &x), RA_OK);
            matrix values = from_tensor(w);
            assert_false(isnan(__real__ values.x[0]));
            assert_true(isnan(__real__ values.x[40]));
            assert_int_equal(ra_linalg_qr(t, &q, &r), RA_OK);
            matrix right = from_tensor(r);
            int64_t strange = 0;
            for (int64_t i = 0; i < 40 * 40; i++)
                strange += !isfinite(__real__ right.x[40 * 40 + i]);
            assert_true(strange > 0);
            RA_AUTO ra_tensor *inv = ra_linalg_inv(t), *det = ra_linalg_det(t), *chol = ra_linalg_cholesky(t);
            assert_non_null(inv);
            matrix determinants = from_tensor(det);
            assert_false(isfinite(__real__ determinants.x[1]));
            if (v == 0)
                expect_failure(chol, RA_ERR_SINGULAR, "matrix 1: ");
            free(a.x);
            free(values.x);
            free(right.x);
            free(determinants.x);
        }
}

static void expect_refusal(ra_tensor *result, ra_status status)
{
    assert_null(result);
    assert_int_equal(ra_last_status(), status);
    ra_clear_error();
}

static void test_refusals(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *wide = ra_zeros(RA_DIMS(2, 3)), *square = ra_eye(3, 3), *vector = ra_zeros(RA_DIMS(3)), *ints = ra_ones(RA_DIMS(2, 2), RA_OPTS(ra_ones, .dtype = RA_INT32));
    RA_AUTO ra_tensor *halves = ra_ones(RA_DIMS(2, 2), RA_OPTS(ra_ones, .dtype = RA_FLOAT16)), *doubles = ra_ones(RA_DIMS(3, 3), RA_OPTS(ra_ones, .dtype = RA_FLOAT64));
    RA_AUTO ra_tensor *two = ra_zeros(RA_DIMS(2, 3, 3)), *three = ra_zeros(RA_DIMS(4, 3, 3)), *q = NULL, *r = NULL;
    expect_refusal(ra_linalg_cholesky(wide), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_cholesky(vector), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_inv(wide), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_det(ints), RA_ERR_DTYPE);
    expect_refusal(ra_linalg_inv(halves), RA_ERR_DTYPE);
    expect_refusal(ra_linalg_solve(square, wide), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_solve(square, doubles), RA_ERR_DTYPE);
    expect_refusal(ra_linalg_solve(two, three), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_solve_triangular(square, vector, RA_OPTS(ra_linalg_solve_triangular, .upper = true)), RA_ERR_SHAPE);
    expect_refusal(ra_linalg_solve_triangular(square, doubles, RA_OPTS(ra_linalg_solve_triangular, .upper = true)), RA_ERR_DTYPE);
    assert_int_equal(ra_linalg_qr(vector, &q, &r), RA_ERR_SHAPE);
    assert_null(q);
    assert_int_equal(ra_linalg_inv_out(doubles, square), RA_ERR_DTYPE);
    ra_clear_error();
}

/* ---- what is none ---- */

static void assert_all_none(const char *what, ra_dtype dtype, int64_t n, int64_t at, const ra_tensor *t)
{
    double numbers;
    if (!t || ra_item_f64(ra_sum(ra_isfinite(t)), &numbers))
        fail_msg("%s: %s", what, ra_last_error());
    if (numbers != 0)
        fail_msg("%s in %s: of %lld x %lld, NaN at (%lld, 0): %g of %lld are numbers", what, ra_dtype_name(dtype), (long long)n, (long long)n, (long long)at, numbers, (long long)ra_numel(t));
}

/* Each number of an answer is made of all of a matrix's that are not zero. */
static void a_nan_in_a_matrix_reaches_every_answer(void **state)
{
    (void)state;
    static const int64_t sizes[] = {2, 5, 9, 17, 40, 200};
    for (size_t i = 0; i < 4 * sizeof sizes / sizeof *sizes; i++) {
        const ra_dtype dtype = dtypes[i % 4];
        const int64_t n = sizes[i / 4];
        for (int64_t at = 0; at < n; at += n - 1 > 0 ? n - 1 : 1) {
            ra_scope_begin();
            ra_tensor *a = ra_add(ra_rand(RA_DIMS(n, n), RA_OPTS(ra_rand, .dtype = dtype)), ra_mul(ra_eye(n, n), (double)n)), *det;
            assert_int_equal(ra_set_item(a, RA_DIMS(at, 0), (double)NAN), RA_OK);
            assert_all_none("linalg_solve", dtype, n, at, ra_linalg_solve(a, ra_ones(RA_DIMS(n, 3), RA_OPTS(ra_ones, .dtype = dtype))));
            det = ra_linalg_det(a);
            assert_all_none("linalg_det", dtype, n, at, det);
            assert_all_none("linalg_inv", dtype, n, at, ra_linalg_inv(a));
            assert_int_equal(ra_scope_end(), RA_OK);
        }
    }
}

/* Q's columns and R's rows and columns from that of the NaN on, and nothing before them. */
static void a_nan_in_a_column_reaches_all_from_there_on(void **state)
{
    (void)state;
    static const int64_t sizes[] = {2, 6, 40, 200, 300};
    for (int i = 0; i < DTYPES * 5 * 3; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES % 5], rows = n + 3, at = i / DTYPES / 5 * (n - 1) / 2;
        ra_scope_begin();
        ra_tensor *a = ra_rand(RA_DIMS(rows, n), RA_OPTS(ra_rand, .dtype = dtype)), *q, *r;
        assert_int_equal(ra_set_item(a, RA_DIMS(rows / 2, at), (double)NAN), RA_OK);
        assert_int_equal(ra_linalg_qr(a, &q, &r), RA_OK);
        assert_all_none("Q", dtype, n, at, ra_slice(q, 1, at, n, 1));
        ra_tensor *below = ra_slice(ra_slice(r, 0, at, n, 1), 1, at, n, 1);
        const ra_tensor *there = ra_triu(ra_ones(RA_DIMS(n - at, n - at)), 0);
        assert_all_none("R", dtype, n, at, ra_masked_select(below, ra_to(there, RA_OPTS(ra_to, .dtype = RA_BOOL))));
        double all;
        assert_int_equal(ra_item_f64(ra_to(ra_all(ra_isfinite(ra_slice(q, 1, 0, at, 1))), RA_OPTS(ra_to, .dtype = RA_FLOAT64)), &all), RA_OK);
        if (all != 1)
            fail_msg("%s, %lld x %lld: NaN before column %lld", ra_dtype_name(dtype), (long long)rows, (long long)n, (long long)at);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cholesky), cmocka_unit_test(test_solve), cmocka_unit_test(test_solve_triangular), cmocka_unit_test(test_inv_and_det),
        cmocka_unit_test(test_rows_are_exchanged),
        cmocka_unit_test(test_qr),       cmocka_unit_test(test_svd),   cmocka_unit_test(test_eigh),             cmocka_unit_test(test_out),
        cmocka_unit_test(test_out_over_triangle),
        cmocka_unit_test(test_failures), cmocka_unit_test(test_not_finite), cmocka_unit_test(test_refusals), cmocka_unit_test(a_nan_in_a_matrix_reaches_every_answer),
        cmocka_unit_test(a_nan_in_a_column_reaches_all_from_there_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
