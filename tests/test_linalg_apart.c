/*
 * Matrices that are large enough to be taken apart: what they give is multiplied out again; which panel shows that there is no
 * answer; results that lie where the operands do; batches.
 */
#include "helpers/matrices.h"

/* Where panels, blocks and stripes end, and just beyond. */
static const int64_t sides[] = {256, 289, 337};
enum { SIDES = sizeof sides / sizeof *sides };
static const int64_t shapes[][2] = {{256, 256}, {289, 337}, {400, 257}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool is_left_out(int64_t n, int kind)
{
    return harness_short() && (n > 256 || kind > 0);
}

/* Far from singular, with the pivots far from the diagonal. */
static matrix turned_matrix(ra_dtype dtype, int64_t rows, int64_t columns)
{
    matrix m = random_matrix(dtype, 1, rows, columns);
    for (int64_t i = 0; i < rows && i < columns; i++)
        *at(&m, 0, rows - 1 - i, i) += 3 * sqrt((double)rows);
    return m;
}

/* The greatest absolute value of a part. */
static double size_of(const matrix *m)
{
    double most = 0;
    for (int64_t i = 0; i < m->batch * m->rows * m->columns; i++)
        most = fmax(most, fmax(fabs(__real__ m->x[i]), fabs(__imag__ m->x[i])));
    return most;
}

/* a x is b. */
static void check_solution(const matrix *a, const matrix *x, const matrix *b, ra_dtype dtype)
{
    matrix product = multiply(a, x);
    check_equal(&product, b, tolerance(dtype, a->columns) * (1 + size_of(a) * size_of(x)));
    free(product.x);
}

static void assert_same(const ra_tensor *a, const ra_tensor *b)
{
    bool same = false;
    assert_int_equal(ra_equal(a, b, &same), RA_OK);
    assert_true(same);
}

static void test_cholesky(void **state)
{
    (void)state;
    static const int64_t n_of[] = {256, 289, 337, 500}; /* two to five panels behind the first, of which in some dtypes four are a group */
    for (int kind = 0; kind < DTYPES * 4 * 2; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int64_t n = n_of[kind / DTYPES % 4];
        const bool upper = kind / DTYPES / 4;
        if (is_left_out(n, kind % DTYPES))
            continue;
        matrix a = positive_matrix(dtype, 1, n), whole = matrix_new(1, n, n);
        memcpy(whole.x, a.x, sizeof(value) * (size_t)(n * n));
        poison_triangle(&a, !upper);
        ra_tensor *t = to_tensor(&a, dtype, (enum layout)(kind % LAYOUTS), true), *f = ra_linalg_cholesky(t, RA_OPTS(ra_linalg_cholesky, .upper = upper));
        check_column_major(f);
        matrix l = from_tensor(f), h = adjoint(&l), product = upper ? multiply(&h, &l) : multiply(&l, &h);
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                if (upper ? j < i : j > i)
                    assert_true(*at(&l, 0, i, j) == 0);
        check_equal(&product, &whole, tolerance(dtype, n) * (double)n);
        ra_release(t), ra_release(f);
        free(a.x), free(whole.x), free(l.x), free(h.x), free(product.x);
    }
}

static void test_solve_and_inv(void **state)
{
    (void)state;
    for (int kind = 0; kind < DTYPES * SIDES; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int64_t n = sides[kind / DTYPES], columns = kind % 2 ? 5 : 50;
        if (is_left_out(n, kind % DTYPES))
            continue;
        matrix a = turned_matrix(dtype, n, n), b = random_matrix(dtype, 1, n, columns), id = identity(n);
        ra_tensor *ta = to_tensor(&a, dtype, (enum layout)(kind % LAYOUTS), true), *tb = to_tensor(&b, dtype, (enum layout)((kind + 1) % LAYOUTS), true);
        ra_tensor *tx = ra_linalg_solve(ta, tb), *ti = ra_linalg_inv(ta);
        matrix x = from_tensor(tx), i = from_tensor(ti);
        check_solution(&a, &x, &b, dtype);
        check_solution(&a, &i, &id, dtype);
        ra_tensor *over = ra_clone(ta), *right = ra_clone(tb); /* X where B lies, and the inverse where A does */
        assert_int_equal(ra_linalg_solve_out(right, ta, right), RA_OK);
        assert_int_equal(ra_linalg_inv_out(over, over), RA_OK);
        assert_same(right, tx);
        assert_same(over, ti);
        ra_release(ta), ra_release(tb), ra_release(tx), ra_release(ti), ra_release(over), ra_release(right);
        free(a.x), free(b.x), free(id.x), free(x.x), free(i.x);
    }
}

/* L U with the rows as the pivots say. */
static void test_lu(void **state)
{
    (void)state;
    for (int kind = 0; kind < DTYPES * SHAPES; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int64_t m = shapes[kind / DTYPES][0], n = shapes[kind / DTYPES][1], k = m < n ? m : n;
        if (is_left_out(m, kind % DTYPES))
            continue;
        matrix a = turned_matrix(dtype, m, n), l = matrix_new(1, m, k), u = matrix_new(1, k, n);
        ra_tensor *t = to_tensor(&a, dtype, (enum layout)(kind % LAYOUTS), true), *lu = NULL, *pivots = NULL;
        assert_int_equal(ra_linalg_lu_factor(t, &lu, &pivots), RA_OK);
        check_column_major(lu);
        matrix x = from_tensor(lu);
        ra_status s;
        const int32_t *p = ra_data(pivots, &s);
        assert_non_null(p);
        for (int64_t i = 0; i < m; i++)
            for (int64_t j = 0; j < n; j++)
                if (j < i)
                    *at(&l, 0, i, j) = *at(&x, 0, i, j);
                else
                    *at(&u, 0, i, j) = *at(&x, 0, i, j);
        for (int64_t i = 0; i < k; i++) {
            *at(&l, 0, i, i) = 1;
            assert_true(p[i] > i && p[i] <= m);
            for (int64_t j = 0; j < n && p[i] != i + 1; j++) {
                value v = *at(&a, 0, i, j);
                *at(&a, 0, i, j) = *at(&a, 0, p[i] - 1, j);
                *at(&a, 0, p[i] - 1, j) = v;
            }
        }
        for (int64_t i = 0; i < m * k; i++) /* the pivots were the largest */
            assert_true(hypot(__real__ l.x[i], __imag__ l.x[i]) < 1.5);
        check_solution(&l, &u, &a, dtype);
        ra_release(t), ra_release(lu), ra_release(pivots);
        free(a.x), free(l.x), free(u.x), free(x.x);
    }
}

/* Q R is A, the columns of Q are orthonormal, and below R's diagonal there is nothing. */
static void test_qr(void **state)
{
    (void)state;
    static const char *const modes[] = {"reduced", "complete", "r"};
    for (int kind = 0; kind < DTYPES * SHAPES; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int64_t m = shapes[kind / DTYPES][0], n = shapes[kind / DTYPES][1], k = m < n ? m : n;
        if (is_left_out(m, kind % DTYPES))
            continue;
        matrix a = turned_matrix(dtype, m, n);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtype, (enum layout)(kind % LAYOUTS), true), *reduced = NULL;
        for (int mode = 0; mode < 3; mode++) {
            const int64_t wide = mode == 1 ? m : k;
            RA_AUTO ra_tensor *tq = NULL, *tr = NULL;
            assert_int_equal(ra_linalg_qr(t, &tq, &tr, RA_OPTS(ra_linalg_qr, .mode = modes[mode])), RA_OK);
            if (mode == 2) {
                assert_same(tr, reduced);
                continue;
            }
            check_column_major(tq);
            check_column_major(tr);
            matrix q = from_tensor(tq), r = from_tensor(tr), h = adjoint(&q), id = identity(wide);
            assert_true(q.rows == m && q.columns == wide && r.rows == wide && r.columns == n);
            for (int64_t i = 0; i < wide; i++)
                for (int64_t j = 0; j < n && j < i; j++)
                    assert_true(*at(&r, 0, i, j) == 0);
            check_solution(&q, &r, &a, dtype);
            check_solution(&h, &q, &id, dtype);
            if (mode == 0) {
                reduced = tr;
                tr = NULL;
            }
            free(q.x), free(r.x), free(h.x), free(id.x);
        }
        if (m == n) { /* R where A lies, and Q */
            RA_AUTO ra_tensor *over = ra_clone(t), *beside = ra_empty_like(t), *again = ra_clone(t), *aside = ra_empty_like(t), *q = NULL, *r = NULL;
            assert_int_equal(ra_linalg_qr(t, &q, &r), RA_OK);
            assert_int_equal(ra_linalg_qr_out(beside, over, over), RA_OK);
            assert_int_equal(ra_linalg_qr_out(again, aside, again), RA_OK);
            assert_same(over, r);
            assert_same(beside, q);
            assert_same(again, q);
            assert_same(aside, r);
        }
        free(a.x);
    }
}

/* Every side, half and diagonal, from every layout; what is not read is NaN. */
static void test_triangular(void **state)
{
    (void)state;
    for (int kind = 0; kind < DTYPES * 8; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const bool left = kind / DTYPES & 1, upper = kind / DTYPES & 2, unit = kind / DTYPES & 4;
        const int64_t n = 337;
        if (is_left_out(256, kind % DTYPES))
            continue;
        for (int64_t columns = 3; columns <= 110; columns += 51) {
            matrix a = random_matrix(dtype, 1, n, n), b = left ? random_matrix(dtype, 1, n, columns) : random_matrix(dtype, 1, columns, n);
            for (int64_t i = 0; i < n * n; i++)
                a.x[i] /= (double)n;
            for (int64_t i = 0; i < n; i++)
                *at(&a, 0, i, i) = unit ? (value)NAN : 2;
            poison_triangle(&a, !upper);
            ra_tensor *ta = to_tensor(&a, dtype, (enum layout)((kind + columns) % LAYOUTS), true), *tb = to_tensor(&b, dtype, (enum layout)(kind % LAYOUTS), true);
            ra_tensor *tx = ra_linalg_solve_triangular(ta, tb, RA_OPTS(ra_linalg_solve_triangular, .upper = upper, .left = left, .unitriangular = unit));
            for (int64_t i = 0; i < n; i++)
                for (int64_t j = 0; j < n; j++)
                    if (upper ? j < i : j > i)
                        *at(&a, 0, i, j) = 0;
                    else if (i == j && unit)
                        *at(&a, 0, i, j) = 1;
            matrix x = from_tensor(tx);
            if (left)
                check_solution(&a, &x, &b, dtype);
            else
                check_solution(&x, &a, &b, dtype);
            ra_release(ta), ra_release(tb), ra_release(tx);
            free(a.x), free(b.x), free(x.x);
        }
    }
    RA_AUTO ra_tensor *g = ra_randn(RA_DIMS(300, 300)), *e = ra_eye(300, 300), *small = ra_mul(g, 0.01), *a = ra_add(small, e), *over = ra_clone(a);
    RA_AUTO ra_tensor *x = ra_linalg_solve_triangular(a, a, RA_OPTS(ra_linalg_solve_triangular, .upper = true)); /* many stripes, where A lies */
    assert_int_equal(ra_linalg_solve_triangular_out(over, over, over, RA_OPTS(ra_linalg_solve_triangular_out, .upper = true)), RA_OK);
    assert_same(over, x);
}

static void expect_failure(ra_tensor *t, const char *words)
{
    ra_status s = RA_OK;
    assert_non_null(t);
    ra_clear_error();
    assert_null(ra_data(t, &s));
    assert_int_equal(s, RA_ERR_SINGULAR);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say \"%s\"", ra_last_error(), words);
    ra_clear_error();
    ra_release(t);
}

static int info_of(ra_tensor *t)
{
    int64_t v = -1;
    assert_int_equal(ra_item_i64(t, &v), RA_OK);
    ra_release(t);
    return (int)v;
}

static bool is_nan_or_zero(ra_tensor *t, bool zero)
{
    matrix m = from_tensor(t);
    const value v = m.x[m.batch * m.rows * m.columns - 1];
    const bool is = zero ? v == 0 : __real__ v != __real__ v;
    free(m.x);
    ra_release(t);
    return is;
}

/* In the first panel, one in the middle, and the last. */
static void test_no_answer(void **state)
{
    (void)state;
    static const int64_t places[] = {0, 47, 48, 150, 390, 499};
    const int64_t n = 500;
    for (int kind = 0; kind < DTYPES; kind++)
        for (int p = 0; p < 6; p++) {
            const ra_dtype dtype = dtypes[kind];
            const int64_t place = places[p];
            char words[80];
            if (is_left_out(256, kind))
                continue;
            matrix a = matrix_new(1, n, n), b = turned_matrix(dtype, n, n);
            for (int64_t i = 0; i < n; i++) {
                *at(&a, 0, i, i) = i == place ? -1 : 2;
                *at(&b, 0, i, place) = 0;
                if (i > 0)
                    *at(&a, 0, i, i - 1) = *at(&a, 0, i - 1, i) = 0.5;
            }
            RA_AUTO ra_tensor *bad = to_tensor(&a, dtype, ROWS, true), *flat = to_tensor(&b, dtype, ROWS, true), *right = ra_ones(RA_DIMS(n, 3), RA_OPTS(ra_ones, .dtype = dtype));
            ra_tensor *x = NULL, *y = NULL, *info = NULL;
            snprintf(words, sizeof words, "not positive definite, as its first %d rows and columns show", (int)place + 1);
            for (int upper = 0; upper < 2; upper++) {
                expect_failure(ra_linalg_cholesky(bad, RA_OPTS(ra_linalg_cholesky, .upper = upper)), words);
                assert_int_equal(ra_linalg_cholesky_ex(bad, &x, &info, RA_OPTS(ra_linalg_cholesky_ex, .upper = upper)), RA_OK);
                assert_int_equal(info_of(info), place + 1);
                ra_release(x);
            }
            snprintf(words, sizeof words, "singular: pivot %d is zero", (int)place + 1);
            expect_failure(ra_linalg_inv(flat), words);
            expect_failure(ra_linalg_solve(flat, right), words);
            assert_int_equal(ra_linalg_inv_ex(flat, &x, &info), RA_OK);
            assert_int_equal(info_of(info), place + 1);
            assert_true(is_nan_or_zero(x, false));
            assert_int_equal(ra_linalg_solve_ex(flat, right, &x, &info), RA_OK);
            assert_int_equal(info_of(info), place + 1);
            ra_release(x);
            assert_int_equal(ra_linalg_lu_factor_ex(flat, &x, &y, &info), RA_OK);
            assert_int_equal(info_of(info), place + 1);
            ra_release(x), ra_release(y);
            assert_int_equal(ra_linalg_slogdet(flat, &x, &y), RA_OK);
            assert_true(is_nan_or_zero(x, true));
            ra_release(y);
            free(a.x), free(b.x);
        }
}

static bool is_all_nan(ra_tensor *t)
{
    matrix m = from_tensor(t);
    bool is = true;
    for (int64_t i = 0; i < m.batch * m.rows * m.columns; i++)
        is = is && __real__ m.x[i] != __real__ m.x[i];
    free(m.x);
    ra_release(t);
    return is;
}

/* A NaN is not positive; elsewhere it comes out. */
static void test_nan(void **state)
{
    (void)state;
    static const int64_t places[] = {0, 100, 290};
    for (int kind = 0; kind < DTYPES; kind++)
        for (int p = 0; p < 3; p++) {
            if (is_left_out(256, kind))
                continue;
            matrix a = matrix_new(1, 300, 300);
            for (int64_t i = 0; i < 300; i++)
                *at(&a, 0, i, i) = 2;
            *at(&a, 0, 299, places[p]) = *at(&a, 0, places[p], 299) = NAN;
            RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[kind], ROWS, true);
            expect_failure(ra_linalg_cholesky(t), "as its first 300 rows");
            expect_failure(ra_linalg_cholesky(t, RA_OPTS(ra_linalg_cholesky, .upper = true)), "as its first 300 rows");
            assert_true(is_nan_or_zero(ra_linalg_det(t), false));
            ra_tensor *values = NULL, *vectors = NULL;
            assert_int_equal(ra_linalg_eigh(t, &values, &vectors), RA_OK);
            assert_true(is_all_nan(values) && is_all_nan(vectors));
            free(a.x);
        }
}

/* A V = V diag(values), V is unitary, the values rise: of either triangle, and where squares of the elements leave the dtype's range. */
static void test_eigh(void **state)
{
    (void)state;
    static const int64_t n_of[] = {256, 290};
    for (int kind = 0; kind < DTYPES * 2 * 2 * 3; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int64_t n = n_of[kind / DTYPES % 2];
        const bool upper = kind / DTYPES / 2 % 2, single = dtype == RA_FLOAT32 || dtype == RA_COMPLEX64;
        const double scale = ldexp(1, kind / DTYPES / 4 * (single ? 90 : 800) - (single ? 90 : 800));
        if (is_left_out(n, kind % DTYPES))
            continue;
        matrix a = random_matrix(dtype, 1, n, n), half = adjoint(&a);
        for (int64_t i = 0; i < n * n; i++)
            a.x[i] = (a.x[i] + half.x[i]) * scale;
        matrix whole = matrix_new(1, n, n);
        memcpy(whole.x, a.x, sizeof(value) * (size_t)(n * n));
        poison_triangle(&a, !upper);
        RA_AUTO ra_tensor *t = to_tensor(&a, dtype, (enum layout)(kind % LAYOUTS), true), *w = NULL, *v = NULL;
        assert_int_equal(ra_linalg_eigh(t, &w, &v, RA_OPTS(ra_linalg_eigh, .UPLO = upper ? "U" : "L")), RA_OK);
        matrix values = from_tensor(w), vectors = from_tensor(v), image = multiply(&whole, &vectors), h = adjoint(&vectors), one = multiply(&h, &vectors), id = identity(n);
        check_equal(&one, &id, tolerance(dtype, n));
        for (int64_t j = 0; j < n; j++) {
            assert_true(j == 0 || __real__ values.x[j - 1] <= __real__ values.x[j]);
            for (int64_t i = 0; i < n; i++)
                *at(&vectors, 0, i, j) *= values.x[j] / scale, *at(&image, 0, i, j) /= scale;
        }
        check_equal(&image, &vectors, tolerance(dtype, n) * 4 * sqrt((double)n));
        free(a.x), free(half.x), free(whole.x), free(values.x), free(vectors.x), free(image.x), free(h.x), free(one.x), free(id.x);
    }
}

/* Of the greatest and the least numbers that there are: many times the identity, whose eigenvalues are their one. */
static void test_eigh_at_the_ends(void **state)
{
    (void)state;
    enum { N = 256 };
    static const struct {
        ra_dtype dtype;
        double value;
    } ends[] = {{RA_FLOAT32, 0x1.8p127}, {RA_FLOAT32, 0x1.8p-140}, {RA_FLOAT64, 0x1.8p1023}, {RA_FLOAT64, 0x1.8p-1070}, {RA_COMPLEX128, 0x1.8p1023}, {RA_FLOAT64, 0}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        matrix a = matrix_new(1, N, N);
        for (int64_t k = 0; k < N; k++)
            *at(&a, 0, k, k) = ends[i].value;
        RA_AUTO ra_tensor *t = to_tensor(&a, ends[i].dtype, ROWS, true), *w = NULL, *v = NULL;
        assert_int_equal(ra_linalg_eigh(t, &w, &v), RA_OK);
        matrix values = from_tensor(w);
        for (int64_t k = 0; k < N; k++)
            if (__real__ values.x[k] != ends[i].value)
                fail_msg("case %zu, value %lld: %a", i, (long long)k, __real__ values.x[k]);
        free(a.x), free(values.x);
    }
}

/* One after another; the first that has no answer is named, and of one that is told by info the next ones are right. */
static void test_batches(void **state)
{
    (void)state;
    const int64_t n = 260;
    matrix a = matrix_new(3, n, n);
    for (int64_t b = 0; b < 3; b++)
        for (int64_t i = 0; i < n; i++) {
            *at(&a, b, i, i) = b == 1 && i == 200 ? 0 : 4 + (double)b;
            if (i > 0)
                *at(&a, b, i, i - 1) = *at(&a, b, i - 1, i) = b == 1 && (i == 200 || i == 201) ? 0 : 1;
        }
    RA_AUTO ra_tensor *t = to_tensor(&a, RA_FLOAT64, ROWS, false), *last = ra_select(t, 0, 2), *right = ra_randn(RA_DIMS(3, n, 7), RA_OPTS(ra_randn, .dtype = RA_FLOAT64));
    expect_failure(ra_linalg_cholesky(t), "matrix 1: not positive definite, as its first 201 rows");
    expect_failure(ra_linalg_inv(t), "matrix 1: singular: pivot 201 is zero");
    expect_failure(ra_linalg_solve(t, right), "matrix 1: singular: pivot 201 is zero");
    RA_AUTO ra_tensor *l = NULL, *info = NULL, *x = NULL, *x_info = NULL, *alone = ra_linalg_cholesky(last), *last_right = ra_select(right, 0, 2);
    RA_AUTO ra_tensor *x_alone = ra_linalg_solve(last, last_right);
    assert_int_equal(ra_linalg_cholesky_ex(t, &l, &info), RA_OK);
    assert_int_equal(ra_linalg_solve_ex(t, right, &x, &x_info), RA_OK);
    static const int32_t expected[] = {0, 201, 0};
    int32_t told[3];
    assert_int_equal(ra_copy_to(info, told, sizeof told), RA_OK);
    assert_memory_equal(told, expected, sizeof told);
    assert_int_equal(ra_copy_to(x_info, told, sizeof told), RA_OK);
    assert_memory_equal(told, expected, sizeof told);
    RA_AUTO ra_tensor *l_last = ra_select(l, 0, 2), *x_last = ra_select(x, 0, 2);
    assert_same(l_last, alone);
    assert_same(x_last, x_alone);
    free(a.x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cholesky),  cmocka_unit_test(test_solve_and_inv), cmocka_unit_test(test_lu),  cmocka_unit_test(test_qr),
        cmocka_unit_test(test_triangular), cmocka_unit_test(test_no_answer), cmocka_unit_test(test_nan), cmocka_unit_test(test_batches),
        cmocka_unit_test(test_eigh), cmocka_unit_test(test_eigh_at_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
