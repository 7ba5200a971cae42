/*
 * Least squares by every driver: what is left is orthogonal to the columns, in every dtype, in batches, from any strides; of
 * several solutions it is the shortest; ranks, singular values and residuals are those of the matrix.
 */
#include "helpers/matrices.h"

static const char *const drivers[] = {"gelsy", "gels", "gelsd", "gelss"};
enum { GELSY, GELS, GELSD, GELSS, DRIVERS };

typedef struct answer {
    ra_tensor *solution, *residuals, *rank, *values;
} answer;

static answer solve(const ra_tensor *a, const ra_tensor *b, int driver)
{
    answer x = {NULL, NULL, NULL, NULL};
    assert_int_equal(ra_linalg_lstsq(a, b, &x.solution, &x.residuals, &x.rank, &x.values, RA_OPTS(ra_linalg_lstsq, .driver = drivers[driver])), RA_OK);
    return x;
}

static void release(answer *x)
{
    ra_release(x->solution);
    ra_release(x->residuals);
    ra_release(x->rank);
    ra_release(x->values);
}

static double number(const ra_tensor *t, int64_t i)
{
    RA_AUTO ra_tensor *line = ra_reshape(t, RA_DIMS(-1)), *one = ra_select(line, 0, i), *real = ra_to(one, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    double x;
    assert_int_equal(ra_item_f64(real, &x), RA_OK);
    return x;
}

/* A^H (A X - B) is 0; with `shortest`, X is A^H of something: without what A X = 0 has. */
static void check_normal(const matrix *a, const matrix *b, const ra_tensor *solution, double allowed)
{
    matrix x = from_tensor(solution), product = multiply(a, &x), left = adjoint(a);
    for (int64_t i = 0; i < product.batch * product.rows * product.columns; i++)
        product.x[i] -= b->x[i];
    matrix none = multiply(&left, &product), zero = matrix_new(none.batch, none.rows, none.columns);
    check_equal(&none, &zero, allowed);
    free(x.x);
    free(product.x);
    free(left.x);
    free(none.x);
    free(zero.x);
}

static void test_every_driver(void **state)
{
    static const int64_t shapes[][2] = {{5, 3}, {3, 3}, {3, 5}, {40, 7}, {70, 70}, {1, 4}, {4, 1}};
    (void)state;
    for (int kind = 0; kind < DTYPES * DRIVERS * LAYOUTS * 7; kind++) {
        const ra_dtype dtype = dtypes[kind % DTYPES];
        const int driver = kind / DTYPES % DRIVERS, shape = kind / DTYPES / DRIVERS / LAYOUTS;
        const enum layout layout = (enum layout)(kind / DTYPES / DRIVERS % LAYOUTS);
        const int64_t m = shapes[shape][0], n = shapes[shape][1], batch = 2;
        matrix a = random_matrix(dtype, batch, m, n), b = random_matrix(dtype, batch, m, 3);
        RA_AUTO ra_tensor *ta = to_tensor(&a, dtype, layout, false), *tb = to_tensor(&b, dtype, layout, false);
        answer x = solve(ta, tb, driver);
        check_normal(&a, &b, x.solution, tolerance(dtype, m + n) * 40);
        assert_int_equal(ra_stride(x.solution, 1), 1);
        assert_int_equal(ra_stride(x.solution, 2), m > n ? m : n);
        assert_int_equal(ra_numel(x.rank), driver == GELS ? 0 : batch);
        assert_int_equal(ra_numel(x.values), driver == GELSD || driver == GELSS ? batch * (m < n ? m : n) : 0);
        for (int64_t i = 0; driver != GELS && i < batch; i++)
            assert_true(number(x.rank, i) == (double)(m < n ? m : n));
        assert_int_equal(ra_numel(x.residuals), m > n && driver != GELSY ? batch * 3 : 0);
        if (m > n && driver != GELSY) {
            RA_AUTO ra_tensor *product = ra_matmul(ta, x.solution), *left = ra_sub(product, tb), *size = ra_linalg_vector_norm(left, 2, RA_DIMS(1)), *want = ra_square(size);
            bool close = false;
            assert_int_equal(ra_allclose(x.residuals, want, tolerance(dtype, m) * 10, tolerance(dtype, m) * 10, false, &close), RA_OK);
            assert_true(close);
        }
        release(&x);
        free(a.x);
        free(b.x);
    }
}

/* Rows 0 and 1 of A are one, and so are its columns 0 and 2. */
static ra_tensor *of_rank_two(void)
{
    return RA_TENSOR(double, RA_DIMS(4, 3), 1, 0, 1, 1, 0, 1, 2, 1, 2, 0, 3, 0);
}

static void test_less_than_full_rank(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *a = of_rank_two(), *b = RA_VEC(double, 1, 3, 4, 0), *inverse = ra_linalg_pinv(a, RA_NONE, RA_NONE), *want = ra_matmul(inverse, b);
    for (int driver = 0; driver < DRIVERS; driver++) {
        if (driver == GELS)
            continue;
        answer x = solve(a, b, driver);
        bool close = false;
        assert_int_equal(ra_allclose(x.solution, want, 1e-12, 1e-12, false, &close), RA_OK);
        assert_true(close);
        assert_true(number(x.rank, 0) == 2);
        assert_int_equal(ra_has_pending_extent(x.residuals) ? ra_size(x.residuals, 0) : ra_numel(x.residuals), 0);
        if (driver != GELSY)
            assert_true(number(x.values, 2) < 1e-14 && number(x.values, 1) > 1);
        release(&x);
    }
}

/* Of a batch in which one matrix is of less than full rank nothing is told of what is left. */
static void test_residuals_of_a_batch(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *one = of_rank_two(), *noise = ra_eye(4, 3, RA_OPTS(ra_eye, .dtype = RA_FLOAT64)), *other = ra_add(one, noise), *pair = ra_stack(RA_LIST(other, one), 0),
                      *twice = ra_stack(RA_LIST(other, other), 0), *b = ra_ones(RA_DIMS(2, 4, 2), RA_OPTS(ra_ones, .dtype = RA_FLOAT64));
    for (int driver = GELSD; driver < DRIVERS; driver++) {
        answer x = solve(pair, b, driver), y = solve(twice, b, driver);
        assert_int_equal(ra_size_bound(x.residuals, 0), 2);
        assert_int_equal(ra_size(x.residuals, 0), 0);
        assert_int_equal(ra_size(x.residuals, 1), 2);
        assert_int_equal(ra_size(y.residuals, 0), 2);
        assert_true(number(y.residuals, 0) == number(y.residuals, 2));
        release(&x);
        release(&y);
    }
}

/* A given buffer that has no room for what the ranks turn out to tell is not written behind its end. */
static void test_residuals_in_a_borrowed_buffer(void **state)
{
    (void)state;
    double room[3] = {7, 7, 7};
    RA_AUTO ra_tensor *a = ra_eye(4, 3, RA_OPTS(ra_eye, .dtype = RA_FLOAT64)), *b = ra_ones(RA_DIMS(4, 2), RA_OPTS(ra_ones, .dtype = RA_FLOAT64)), *less = of_rank_two();
    RA_AUTO ra_tensor *solution = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = RA_FLOAT64)), *rank = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = RA_INT64)),
                      *values = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = RA_FLOAT64)), *residuals = ra_from_data(room, RA_FLOAT64, RA_DIMS(1), NULL);
    assert_int_equal(ra_linalg_lstsq_out(solution, residuals, rank, values, a, b, RA_OPTS(ra_linalg_lstsq, .driver = "gelsd")), RA_OK);
    assert_int_equal(ra_wait(solution), RA_ERR_SHAPE);
    assert_non_null(strstr(ra_last_error(), "borrowed buffer with room for 8 bytes"));
    ra_clear_error();
    assert_true(room[0] == 7 && room[1] == 7);
    RA_AUTO ra_tensor *enough = ra_from_data(room, RA_FLOAT64, RA_DIMS(2), NULL);
    assert_int_equal(ra_linalg_lstsq_out(solution, enough, rank, values, a, b, RA_OPTS(ra_linalg_lstsq, .driver = "gelsd")), RA_OK);
    assert_int_equal(ra_wait(enough), RA_OK);
    assert_true(room[0] == 1 && room[1] == 1 && room[2] == 7);
    assert_int_equal(ra_linalg_lstsq_out(solution, enough, rank, values, less, b, RA_OPTS(ra_linalg_lstsq, .driver = "gelss")), RA_OK);
    assert_int_equal(ra_size(enough, 0), 0);
}

static void expect_failure(answer *x, ra_status status, const char *words)
{
    ra_clear_error();
    assert_int_equal(ra_wait(x->solution), status);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say \"%s\"", ra_last_error(), words);
    ra_clear_error();
    release(x);
}

static void test_what_has_no_answer(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *flat = RA_TENSOR(float, RA_DIMS(3, 2), 1, 0, 1, 0, 1, 0), *good = ra_eye(3, 2), *pair = ra_stack(RA_LIST(good, flat), 0), *b = ra_ones(RA_DIMS(3)), *two = ra_ones(RA_DIMS(2, 3, 1));
    RA_AUTO ra_tensor *nan = ra_full(RA_DIMS(3), NAN), *infinite = ra_full(RA_DIMS(3, 2), INFINITY);
    answer x = solve(flat, b, GELS), y = solve(pair, two, GELS);
    expect_failure(&x, RA_ERR_SINGULAR, "not of full rank");
    expect_failure(&y, RA_ERR_SINGULAR, "matrix 1: not of full rank");
    for (int driver = 0; driver < DRIVERS; driver++) {
        x = solve(good, nan, driver);
        y = solve(infinite, b, driver);
        expect_failure(&x, RA_ERR_CONVERGE, "an element is not finite");
        expect_failure(&y, RA_ERR_CONVERGE, "an element is not finite");
    }
}

static void expect_refusal(const ra_tensor *a, const ra_tensor *b, const ra_linalg_lstsq_opts *o, ra_status status, const char *words)
{
    ra_tensor *r[4] = {NULL, NULL, NULL, NULL};
    assert_int_equal(ra_linalg_lstsq(a, b, &r[0], &r[1], &r[2], &r[3], o), status);
    if (!strstr(ra_last_error(), words))
        fail_msg("\"%s\" does not say \"%s\"", ra_last_error(), words);
    ra_clear_error();
    assert_true(!r[0] && !r[1] && !r[2] && !r[3]);
}

static void test_refusals(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *a = ra_zeros(RA_DIMS(4, 2)), *b = ra_zeros(RA_DIMS(3, 2)), *doubles = ra_zeros(RA_DIMS(4), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64)), *whole = ra_zeros(RA_DIMS(4, 2), RA_OPTS(ra_zeros, .dtype = RA_INT64)),
                      *batch = ra_zeros(RA_DIMS(2, 4, 2)), *more = ra_zeros(RA_DIMS(3, 4, 2)), *number = ra_zeros(RA_DIMS()), *meta = ra_zeros(RA_DIMS(20000, 20000), RA_OPTS(ra_zeros, .device = RA_META)),
                      *wide = ra_zeros(RA_DIMS(20000, 200000), RA_OPTS(ra_zeros, .device = RA_META));
    expect_refusal(a, b, NULL, RA_ERR_SHAPE, "self has 4 rows, but b has 3");
    expect_refusal(a, number, NULL, RA_ERR_SHAPE, "at least 1 dimension");
    expect_refusal(a, batch, NULL, RA_ERR_SHAPE, "b must have as many dimensions as self");
    expect_refusal(batch, more, NULL, RA_ERR_SHAPE, "do not broadcast");
    expect_refusal(a, doubles, NULL, RA_ERR_DTYPE, "float64");
    expect_refusal(whole, whole, NULL, RA_ERR_DTYPE, "int64");
    expect_refusal(a, a, RA_OPTS(ra_linalg_lstsq, .driver = "geqrf"), RA_ERR_ARGUMENT, "driver");
    expect_refusal(a, a, RA_OPTS(ra_linalg_lstsq, .rcond = RA_C(1, 1)), RA_ERR_ARGUMENT, "rcond");
    expect_refusal(meta, meta, RA_OPTS(ra_linalg_lstsq, .driver = "gelsd"), RA_ERR_OVERFLOW, "beyond LAPACK");
    expect_refusal(meta, wide, NULL, RA_ERR_OVERFLOW, "right hand sides is beyond LAPACK");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_driver),        cmocka_unit_test(test_less_than_full_rank),
        cmocka_unit_test(test_residuals_of_a_batch), cmocka_unit_test(test_residuals_in_a_borrowed_buffer),
        cmocka_unit_test(test_what_has_no_answer),  cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
