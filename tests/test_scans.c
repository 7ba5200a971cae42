/*
 * Running sums and products of rows in memory's order, by the ways that short and long ones take (of other layouts: test_reduce.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <runahead/ops.h>
#include <runahead/tensor.h>

/* Of any number of rows, which may lie apart, of those lengths that are taken some together, and a few more. */
static void running_values_of_short_rows(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_INT32, RA_BFLOAT16};
    for (int64_t n = 1; n < 40; n++)
        for (int64_t rows = 1; rows < 15; rows += 1 + n % 3)
            for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++) {
                const int64_t step = n + rows % 2;
                float x[14 * 40];
                float sums[14 * 40], products[14 * 40];
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
        cmocka_unit_test(running_values_of_short_rows),
        cmocka_unit_test(running_products_of_a_long_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
