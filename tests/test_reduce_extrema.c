/*
 * The largest and smallest elements: NaN wins, of equal ones the first counts, whatever the layout and wherever they lie in a line. Lines of
 * every length around the rows, groups and leaves that they are read in.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <string.h>

static void read_values(const ra_tensor *t, double *to, int64_t n)
{
    assert_int_equal(ra_copy_to(ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), to, (size_t)n * sizeof *to), RA_OK);
}

static void nan_wins_and_ties_are_first(void **state)
{
    (void)state;
    const float x[3][5] = {{1, NAN, 7, NAN, 2}, {3, 9, 9, 1, 1}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    const double largest[3] = {1, 1, 0}, smallest[3] = {1, 3, 0};
    for (int across = 0; across < 2; across++) {
        const ra_tensor *rows = ra_from_copy(x, RA_FLOAT32, RA_DIMS(3, 5)), *t = across ? ra_t(rows) : rows;
        const int64_t dim = across ? 0 : 1;
        ra_tensor *values, *indices;
        double got[3];
        assert_int_equal(ra_max(t, dim, &values, &indices), RA_OK);
        read_values(indices, got, 3);
        assert_memory_equal(got, largest, sizeof got);
        read_values(values, got, 3);
        assert_true(isnan(got[0]) && got[1] == 9 && got[2] == -INFINITY);
        assert_int_equal(ra_min(t, dim, &values, &indices), RA_OK);
        read_values(indices, got, 3);
        assert_memory_equal(got, smallest, sizeof got);
        read_values(ra_argmax(t, RA_ALL), got, 1);
        assert_true(got[0] == (across ? 3 : 1));
    }
}

/* NaN, infinities of both signs and zeros of both, anywhere in lines that cross the rows and groups of a leaf. */
static void extrema_of_odd_elements(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 63, 64, 65, 511, 512, 513, 1024, 4095, 4097, 5000};
    static float x[5000];
    for (size_t k = 0; k < 4 * sizeof sizes / sizeof *sizes; k++)
        for (int64_t n = sizes[k / 4], at = 0; at < n; at += n / 7 + 1) {
            double got[1], low = INFINITY, high = -INFINITY;
            for (int64_t i = 0; i < n; i++)
                x[i] = k % 4 == 3 ? (i < at ? 0.0f : -0.0f) : sinf((float)(i * i));
            x[at] = k % 4 == 0 ? NAN : k % 4 == 1 ? INFINITY : x[at];
            x[n - 1 - at] = k % 4 == 1 ? -INFINITY : x[n - 1 - at];
            for (int64_t i = 0; i < n; i++) {
                low = (double)x[i] < low ? (double)x[i] : low; /* of equal ones the first */
                high = (double)x[i] > high ? (double)x[i] : high;
            }
            for (int wide = 0; wide < 2; wide++) {
                const ra_tensor *f = ra_from_copy(x, RA_FLOAT32, RA_DIMS(n));
                const ra_tensor *t = ra_to(f, RA_OPTS(ra_to, .dtype = wide ? RA_FLOAT64 : RA_FLOAT32));
                const ra_tensor *most = ra_amax(t, RA_ALL);
                const ra_tensor *least = ra_amin(t, RA_ALL);
                assert_int_equal(ra_item_f64(most, got), RA_OK);
                assert_true(k % 4 == 0 ? isnan(got[0]) : got[0] == high && signbit(got[0]) == signbit(high));
                assert_int_equal(ra_item_f64(least, got), RA_OK);
                assert_true(k % 4 == 0 ? isnan(got[0]) : got[0] == low && signbit(got[0]) == signbit(low));
            }
        }
}

/* What has a meaning in each place of a line is there once: another length or place would give another result. */
static void lines_of_every_length(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT16, RA_INT64, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64};
    const ra_tensor *numbers = ra_remainder(ra_arange(0, 4700, 1), 5), *ones = ra_ones(RA_DIMS(4700));
    for (int k = 0; k < 7; k++) {
        const ra_tensor *all = ra_to(numbers, RA_OPTS(ra_to, .dtype = dtypes[k]));
        ra_tensor *marked = ra_to(ones, RA_OPTS(ra_to, .dtype = dtypes[k]));
        for (int64_t n = 1, at = 0; n < 4700; n += n < 300 ? 1 : n < 1100 ? 13 : 97, at = (at * 7 + 5) % n) {
            ra_scope_begin();
            double got[4];
            read_values(ra_sum(ra_narrow(all, 0, 0, n), RA_ALL, RA_OPTS(ra_sum, .dtype = k < 3 ? RA_INT64 : k == 3 ? RA_FLOAT32 : dtypes[k])), got, 1);
            const double rest = (double)(n % 5), sum = (double)(n / 5 * 10) + rest * (rest - 1) / 2;
            assert_true(got[0] == sum);
            assert_int_equal(ra_fill_(ra_narrow(marked, 0, at, 1), 3), RA_OK);
            read_values(ra_prod(ra_narrow(marked, 0, 0, n), RA_ALL), got, 1);
            assert_true(got[0] == 3);
            if (k < 6) {
                read_values(ra_amax(ra_narrow(marked, 0, 0, n), RA_ALL), got, 1);
                read_values(ra_amin(ra_narrow(all, 0, 1, n), RA_ALL), got + 1, 1);
                assert_true(got[0] == 3 && got[1] == (n < 5 ? 1 : 0));
            }
            if (k >= 3 && k < 6) {
                assert_int_equal(ra_fill_(ra_narrow(marked, 0, at, 1), (double)NAN), RA_OK);
                read_values(ra_amax(ra_narrow(marked, 0, 0, n), RA_ALL), got, 1);
                read_values(ra_amin(ra_narrow(marked, 0, 0, n), RA_ALL), got + 1, 1);
                read_values(ra_nansum(ra_narrow(marked, 0, 0, n), RA_ALL, RA_OPTS(ra_nansum, .dtype = k == 3 ? RA_FLOAT32 : dtypes[k])), got + 2, 1);
                assert_true(isnan(got[0]) && isnan(got[1]) && got[2] == (double)(n - 1));
            }
            assert_int_equal(ra_fill_(ra_narrow(marked, 0, at, 1), 1), RA_OK);
            assert_int_equal(ra_scope_end(), RA_OK);
        }
    }
}

/* The same of rows, more than are taken together, which may lie apart as their elements may: each has what the others have not, one no number. */
static void rows_of_every_length(void **state)
{
    (void)state;
    enum { ROWS = 131, MOST = 280 };
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT16, RA_INT64, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64};
    static float x[2 * ROWS * (MOST + 1)];
    static double got[4][ROWS];
    for (int64_t n = 1; n <= MOST; n += n < 150 ? 1 : 7)
        for (int k = 0; k < 7; k++) {
            const ra_dims last = RA_DIMS(1);
            const int64_t odd = n * 31 % ROWS, apart = n % 5 == 0 ? 2 : 1, step = (n + n % 2) * apart;
            const bool floats = k >= 3 && k < 6;
            ra_scope_begin();
            for (int64_t i = 0; i < ROWS * step; i++)
                x[i] = 9;
            for (int64_t i = 0; i < ROWS * n; i++)
                x[i / n * step + i % n * apart] = i % n == i / n * 5 % n ? (float)(2 + i / n % 5) : 1;
            if (floats)
                x[odd * step + n * 3 % 7 % n * apart] = NAN;
            const ra_tensor *all = ra_to(ra_from_copy(x, RA_FLOAT32, RA_DIMS(ROWS * step)), RA_OPTS(ra_to, .dtype = dtypes[k]));
            const ra_tensor *t = ra_as_strided(all, RA_DIMS(ROWS, n), RA_DIMS(step, apart), 0);
            read_values(ra_sum(t, last), got[0], ROWS);
            read_values(k < 6 ? ra_amax(t, last) : ra_prod(t, last), got[1], ROWS);
            read_values(k > 0 && k < 6 ? ra_neg(ra_amin(ra_neg(t), last)) : ra_prod(t, last), got[2], ROWS);
            if (floats && k > 3)
                read_values(ra_logsumexp(t, last), got[3], ROWS);
            for (int64_t row = 0; row < ROWS; row++) {
                const double most = (double)(2 + row % 5), powers = log(exp(most) + (double)(n - 1) * exp(1));
                assert_true(!floats || k == 3 || (row == odd ? isnan(got[3][row]) : fabs(got[3][row] - powers) < 1e-5));
                for (int what = 0; what < 3; what++)
                    assert_true(floats && row == odd ? isnan(got[what][row]) : got[what][row] == (what ? most : most + (double)(n - 1)));
            }
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, open_scope, close_scope)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nan_wins_and_ties_are_first),
        TEST(extrema_of_odd_elements),
        TEST(lines_of_every_length),
        TEST(rows_of_every_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
