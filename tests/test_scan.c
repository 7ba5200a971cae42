/*
 * Running sums and products of rows in memory's order, by the ways that short and long ones take (of other layouts: test_reduce.c). Of short
 * ones some are taken together: those of each row are what it gives alone, wherever rows lie, however many there are beside one another, and
 * where they are written over.
 */
#include "helpers/harness.h"

#include <math.h>
#include <runahead.h>
#include <stdlib.h>
#include <string.h>

static const ra_dtype scanned_in[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64};
enum { SCANNED_IN = sizeof scanned_in / sizeof *scanned_in };

/* `count` numbers, of which sums are rounded unless they are integers, and products do not grow. */
static ra_tensor *numbers(ra_dtype dtype, int64_t count)
{
    double *x = malloc((size_t)count * sizeof *x);
    assert_non_null(x);
    for (int64_t i = 0; i < count; i++)
        x[i] = dtype == RA_INT64 ? (i % 7 == 3 ? -3 : i % 5 == 1 ? 2 : 1) : 1.5 + sin((double)(i * i % 1009));
    RA_AUTO ra_tensor *wide = ra_from_copy(x, RA_FLOAT64, RA_DIMS(count));
    free(x);
    return ra_to(wide, RA_OPTS(ra_to, .dtype = dtype));
}

static ra_tensor *scanned(bool multiplied, const ra_tensor *x, int64_t dim)
{
    return multiplied ? ra_cumprod(x, dim) : ra_cumsum(x, dim);
}

/* Tables of rows apart from one another, results apart in other steps or over what they are of. */
static void rows_together_and_alone(void **state)
{
    (void)state;
    static const int64_t counts[] = {1, 2, 3, 4, 5, 9}, lengths[] = {1, 3, 8, 9, 31, 32, 33};
    for (int k = 0; k < 6 * 6 * 7 * SCANNED_IN * 2 * 2; k++) {
        const bool multiplied = k & 1, over = k & 2;
        const ra_dtype dtype = scanned_in[k / 4 % SCANNED_IN];
        const int64_t tables = counts[k / 12 % 6], rows = counts[k / 72 % 6], n = lengths[k / 432], step = n + k % 3, apart = rows * step + k % 5;
        ra_scope_begin();
        ra_tensor *all = numbers(dtype, tables * apart), *room = ra_zeros(RA_DIMS(tables, rows + 1, n + 2), RA_OPTS(ra_zeros, .dtype = dtype));
        ra_tensor *t = ra_as_strided(all, RA_DIMS(tables, rows, n), RA_DIMS(apart, step, 1), 0), *from = ra_clone(t, NULL);
        ra_tensor *to = over ? t : ra_narrow(ra_narrow(room, 1, 0, rows), 2, 1, n);
        assert_int_equal(multiplied ? ra_cumprod_out(to, t, 2) : ra_cumsum_out(to, t, 2), RA_OK);
        for (int64_t i = 0; i < tables * rows; i++) {
            char got[33 * 8], want[33 * 8];
            const size_t bytes = (size_t)n * ra_dtype_size(dtype);
            assert_int_equal(ra_copy_to(ra_select(ra_select(to, 0, i / rows), 0, i % rows), got, bytes), RA_OK);
            assert_int_equal(ra_copy_to(scanned(multiplied, ra_select(ra_select(from, 0, i / rows), 0, i % rows), 0), want, bytes), RA_OK);
            if (memcmp(got, want, bytes))
                fail_msg("%s of %s: row %lld of %lld tables of %lld rows of %lld is another one alone", multiplied ? "cumprod" : "cumsum", ra_dtype_name(dtype), (long long)i,
                         (long long)tables, (long long)rows, (long long)n);
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* As many as several workers share, of a number that four do not divide: none is scanned twice, and none is left out. */
static void many_rows_over_themselves(void **state)
{
    (void)state;
    static const int64_t lengths[] = {1, 5, 8, 32};
    for (int k = 0; k < 4 * SCANNED_IN * 2; k++) {
        const bool multiplied = k & 1;
        const int64_t n = lengths[k / 2 % 4], rows = 300007 / n;
        ra_scope_begin();
        ra_tensor *x = ra_view(numbers(scanned_in[k / 8], rows * n), RA_DIMS(rows, n)), *columns = ra_contiguous(ra_t(x)), *want = ra_t(scanned(multiplied, columns, 0));
        assert_int_equal(multiplied ? ra_cumprod_(x, 1) : ra_cumsum_(x, 1), RA_OK);
        bool close = false;
        assert_int_equal(ra_allclose(x, want, 1e-6, 0, false, &close), RA_OK);
        assert_true(close);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* Of any number of rows, which may lie apart, of those lengths that are taken some together, and a few more. */
static void running_values_of_short_rows(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_INT32, RA_BFLOAT16};
    for (int64_t n = 1; n < 40; n++)
        for (int64_t rows = 1; rows < 15; rows += 1 + n % 3)
            for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++) {
                const int64_t step = n + rows % 2;
                float x[14 * 40], sums[14 * 40], products[14 * 40];
                for (int64_t i = 0; i < rows * step; i++)
                    x[i] = i % 7 == 3 ? 2 : i % 3 == 1 ? -1 : 1;
                RA_AUTO ra_tensor *floats = ra_from_copy(x, RA_FLOAT32, RA_DIMS(rows, step));
                RA_AUTO ra_tensor *all = ra_to(floats, RA_OPTS(ra_to, .dtype = dtypes[k]));
                RA_AUTO ra_tensor *t = ra_narrow(all, 1, 0, n);
                RA_AUTO ra_tensor *own_sum = ra_cumsum(t, 1);
                RA_AUTO ra_tensor *own_product = ra_cumprod(t, 1);
                RA_AUTO ra_tensor *sum = ra_to(own_sum, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
                RA_AUTO ra_tensor *product = ra_to(own_product, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
                assert_int_equal(ra_copy_to(sum, sums, (size_t)(rows * n) * sizeof *sums), RA_OK);
                assert_int_equal(ra_copy_to(product, products, (size_t)(rows * n) * sizeof *products), RA_OK);
                for (int64_t row = 0; row < rows; row++) {
                    float added = 0, multiplied = 1;
                    for (int64_t i = 0; i < n; i++) {
                        added += x[row * step + i];
                        multiplied *= x[row * step + i];
                        assert_true(sums[row * n + i] == added && products[row * n + i] == multiplied);
                    }
                }
            }
}

/* Longer than a tile, to a result and in place. */
static void running_products_of_a_long_row(void **state)
{
    (void)state;
    enum { N = 5001 };
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_COMPLEX128};
    static float x[N], got[N];
    for (int i = 0; i < N; i++)
        x[i] = i % 7 == 3 ? -1 : 1;
    x[0] = 3;
    for (size_t k = 0; k < 2 * sizeof dtypes / sizeof *dtypes; k++) {
        RA_AUTO ra_tensor *floats = ra_from_copy(x, RA_FLOAT32, RA_DIMS(N));
        RA_AUTO ra_tensor *t = ra_to(floats, RA_OPTS(ra_to, .dtype = dtypes[k / 2]));
        RA_AUTO ra_tensor *apart = k % 2 ? NULL : ra_cumprod(t, 0);
        if (k % 2)
            assert_int_equal(ra_cumprod_(t, 0), RA_OK);
        RA_AUTO ra_tensor *product = ra_to(k % 2 ? t : apart, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
        assert_int_equal(ra_copy_to(product, got, sizeof got), RA_OK);
        float want = 1;
        for (int i = 0; i < N; i++) {
            want *= x[i];
            assert_true(got[i] == want);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_together_and_alone),
        cmocka_unit_test(many_rows_over_themselves),
        cmocka_unit_test(running_values_of_short_rows),
        cmocka_unit_test(running_products_of_a_long_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
