/*
 * Scans on CUDA, on the simulated driver, beside the processor's: over dtypes, layouts, dimensions, cuts, in place and into a given
 * result; integers, extremes and places are equal bit by bit, what is rounded lies within the error bound of its sum or product; the
 * same bits from run to run.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

#include <runahead/call.h>

/* of: the sum of moduli before each. */
static void compare_sums(const char *what, const ra_tensor *here, const ra_tensor *there_too, int64_t dim)
{
    ra_tensor *want = ra_cumsum(here, dim), *got = ra_cumsum(there_too, dim);
    if (!want || !got)
        fail_msg("%s: %s", what, ra_last_error());
    const ra_dtype dtype = ra_tensor_dtype(want);
    if (dtype == RA_INT64) {
        compare(what, want, got, 0, NULL);
        return;
    }
    ra_tensor *wide = in_double(here), *modulus = ra_abs(wide), *moduli = ra_cumsum(modulus, dim);
    compare(what, want, got, dtype == RA_FLOAT32 ? 1 : dtype == RA_FLOAT16 || dtype == RA_BFLOAT16 ? 1.5 : (double)ra_numel(here), moduli);
    ra_release(wide), ra_release(modulus), ra_release(moduli);
}

static void layouts(void **state)
{
    (void)state;
    start(2);
    ra_tensor *base = values(RA_FLOAT32, 5 * 37 * 30, false), *on_device = there(base);
    for (int how = 0; how < LAYOUTS; how++) {
        ra_tensor *a = laid_out(base, (enum layout)how), *b = laid_out(on_device, (enum layout)how);
        for (int64_t dim = -1; dim < 2; dim++)
            compare_sums("a layout", a, b, dim);
        ra_release(a), ra_release(b);
    }
    ra_release(base), ra_release(on_device);
    stop();
}

static void dtypes(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_BOOL, RA_UINT8, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_tensor *x = values(some[i], 7 * 50, false), *a = ra_view(x, RA_DIMS(7, 50)), *b = there(a);
        compare_sums("a dtype", a, b, 0);
        compare_sums("a dtype", a, b, 1);
        ra_release(x), ra_release(a), ra_release(b);
    }
    stop();
}

/* On both sides of a tile's and a chunk's end, along and across; the same bits each time. */
static void cuts(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {1, 4}, {3, 5}, {2, 1024}, {2, 1025}, {1, 5000}, {1, 70001}, {700, 9}, {3000, 1}, {40, 3000}, {0, 5}, {5, 0}};
    start(2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ra_scope_begin();
        ra_tensor *x = ra_view(values(RA_FLOAT32, sizes[i][0] * sizes[i][1], false), RA_DIMS(sizes[i][0], sizes[i][1])), *y = there(x);
        compare_sums("a cut", x, y, 0);
        compare_sums("a cut", x, y, 1);
        ra_tensor *once = ra_to(ra_cumsum(y, 1), RA_OPTS(ra_to, .device = RA_CPU));
        assert_same("once more", once, ra_keep(ra_cumsum(y, 1)));
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(), RA_F(2.5)), *y = there(x);
    compare_sums("0-dim", x, y, 0);
    OK(ra_scope_end());
    stop();
}

static void results_as_asked(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_view(values(RA_INT32, 6 * 3000, false), RA_DIMS(6, 3000)), *y = there(x);
    assert_same("by way of int8", ra_cumsum(x, 1, RA_OPTS(ra_cumsum, .dtype = RA_INT8)), ra_keep(ra_cumsum(y, 1, RA_OPTS(ra_cumsum, .dtype = RA_INT8))));
    ra_tensor *wide = ra_zeros(RA_DIMS(6, 6000), RA_OPTS(ra_zeros, .dtype = RA_INT32)), *there_wide = there(wide);
    OK(ra_cumsum_out(ra_slice(wide, 1, 1, RA_END, 2), x, 1));
    OK(ra_cumsum_out(ra_slice(there_wide, 1, 1, RA_END, 2), y, 1));
    assert_same("every other column", wide, ra_keep(there_wide));
    for (int i = 0; i < 10; i++) {
        OK(ra_cumsum_(x, i % 2));
        OK(ra_cumsum_(y, i % 2));
    }
    assert_same("in place, again and again", x, ra_keep(y));
    ra_tensor *specials = ra_from_copy((const float[]){1, INFINITY, 2, -INFINITY, 3, NAN, 4, 5}, RA_FLOAT32, RA_DIMS(8));
    assert_near("infinities", ra_keep(ra_cumsum(specials, 0)), ra_keep(ra_cumsum(there(specials), 0)), 0, 1);
    assert_null(ra_cumsum(there(x), 2));
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE);
    stop();
}

/* ---- products, logarithms of sums, extremes and where they are ---- */

static void compare_extremes(const char *what, const ra_tensor *here, const ra_tensor *there_too, int64_t dim)
{
    for (int least = 0; least < 2; least++) {
        ra_tensor *want[2], *got[2];
        if ((least ? ra_cummin(here, dim, &want[0], &want[1]) : ra_cummax(here, dim, &want[0], &want[1])) ||
            (least ? ra_cummin(there_too, dim, &got[0], &got[1]) : ra_cummax(there_too, dim, &got[0], &got[1])))
            fail_msg("%s: %s", what, ra_last_error());
        for (int k = 0; k < 2; k++)
            assert_same(what, want[k], ra_keep(got[k]));
    }
}

/* Near one, so that products of many stay within the range; of complex numbers by their modulus. */
static ra_tensor *factors(ra_dtype dtype, int64_t rows, int64_t columns)
{
    ra_tensor *x = values(RA_FLOAT64, rows * columns, false), *turned = ra_sin(x), *near_one = ra_add(ra_mul(turned, 0.02), 1);
    ra_tensor *y = ra__is_complex(dtype) ? ra_mul(near_one, ra_complex(ra_cos(x), turned)) : near_one;
    return ra_to(ra_view(y, RA_DIMS(rows, columns)), RA_OPTS(ra_to, .dtype = dtype));
}

static void compare_products(const char *what, const ra_tensor *here, const ra_tensor *there_too, int64_t dim)
{
    ra_tensor *want = ra_cumprod(here, dim), *got = ra_cumprod(there_too, dim);
    const ra_dtype dtype = ra_tensor_dtype(want);
    const bool is_wide = dtype == RA_FLOAT64 || ra__is_complex(dtype);
    compare(what, ra_keep(want), ra_keep(got), is_wide ? 2.0 * (double)ra_size(here, dim) : 1.5, NULL);
}

/* Of a logarithm beside the largest of what was added. */
static void compare_logarithms(const char *what, const ra_tensor *here, const ra_tensor *there_too, int64_t dim)
{
    ra_tensor *want = ra_logcumsumexp(here, dim), *got = ra_logcumsumexp(there_too, dim), *size = ra_add(ra_abs(in_double(want)), (double)ra_size(here, dim));
    compare(what, ra_keep(want), ra_keep(got), 2, size);
}

static void other_dtypes(void **state)
{
    (void)state;
    static const ra_dtype ordered[] = {RA_BOOL, RA_UINT8, RA_INT8, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    static const ra_dtype rounded[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    static const ra_dtype whole[] = {RA_BOOL, RA_UINT8, RA_INT32, RA_INT64};
    start(2);
    for (int64_t dim = 0; dim < 2; dim++) {
        for (size_t i = 0; i < sizeof ordered / sizeof *ordered; i++) {
            ra_scope_begin();
            ra_tensor *x = ra_view(values(ordered[i], 9 * 130, false), RA_DIMS(9, 130));
            compare_extremes("extremes", x, there(x), dim);
            OK(ra_scope_end());
        }
        for (size_t i = 0; i < sizeof rounded / sizeof *rounded; i++) {
            ra_scope_begin();
            ra_tensor *x = factors(rounded[i], 9, 130);
            compare_products("products", x, there(x), dim);
            compare_logarithms("logarithms", x, there(x), dim);
            OK(ra_scope_end());
        }
        for (size_t i = 0; i < sizeof whole / sizeof *whole; i++) {
            ra_scope_begin();
            ra_tensor *x = ra_view(values(whole[i], 9 * 130, false), RA_DIMS(9, 130));
            assert_same("products of integers", ra_cumprod(x, dim), ra_keep(ra_cumprod(there(x), dim)));
            OK(ra_scope_end());
        }
    }
    stop();
}

/* Equal ones, of which the last counts, and NaN, which wins; across tiles and chunks. */
static void other_cuts(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {3, 5}, {2, 1025}, {1, 70001}, {700, 9}, {40, 3000}, {0, 5}, {5, 0}};
    start(2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const int64_t n = sizes[i][0] * sizes[i][1];
        ra_scope_begin();
        ra_tensor *x = ra_view(ra_remainder(values(RA_INT64, n, false), 5), RA_DIMS(sizes[i][0], sizes[i][1])), *y = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
        ra_tensor *z = factors(RA_FLOAT32, sizes[i][0], sizes[i][1]), *spoilt = n > 7 ? ra_where(ra_eq(ra_remainder(ra_reshape(ra_arange(0, n, 1), RA_DIMS(sizes[i][0], sizes[i][1])), 997), 6), NAN, y) : y;
        for (int64_t dim = 0; dim < 2; dim++) {
            compare_extremes("with equal ones", x, there(x), dim);
            compare_extremes("with NaN", spoilt, there(spoilt), dim);
            compare_products("products", z, there(z), dim);
            compare_logarithms("logarithms", y, there(y), dim);
        }
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(), RA_F(2.5)), *y = there(x);
    compare_extremes("0-dim", x, y, 0);
    ra_tensor *ends = ra_from_copy((const float[]){-INFINITY, -INFINITY, 2, -INFINITY, 3, INFINITY, 4, NAN, 5}, RA_FLOAT32, RA_DIMS(9));
    compare_logarithms("infinities", ends, there(ends), 0);
    compare_extremes("infinities", ends, there(ends), 0);
    ra_tensor *finite = ra_from_copy((const float[]){-INFINITY, -INFINITY, 2, -INFINITY, -3, 400, 4, 1, 5}, RA_FLOAT32, RA_DIMS(9));
    ra_tensor *turns = ra_from_copy((const float[]){0, 1, 3, -2, 3.1415927f, 0.5f, -3, 2, 1}, RA_FLOAT32, RA_DIMS(9)), *both_parts = ra_complex(finite, turns);
    compare_logarithms("complex ones in order, turned around", both_parts, there(both_parts), 0);
    both_parts = ra_complex(ends, turns);
    compare_logarithms("complex infinities", both_parts, there(both_parts), 0);
    ra_tensor *row = ra_view(ra_slice(ra_exp(ra_complex(values(RA_FLOAT64, 3000, true), values(RA_FLOAT64, 3000, false))), 0, 0, 3000, 1), RA_DIMS(3, 1000));
    compare_logarithms("long ones", ra_t(row), ra_t(there(row)), 1);
    ra_tensor *turned = ra_t(ra_view(values(RA_FLOAT32, 30 * 40, false), RA_DIMS(30, 40))), *elsewhere = there(turned);
    compare_extremes("turned", turned, elsewhere, 0);
    OK(ra_cumprod_(turned, 1)), OK(ra_cumprod_(elsewhere, 1));
    OK(ra_scope_end());
    stop();
}

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_scan, which))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(70000)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_cumsum(y, 0) : NULL;
    static float got[70000];
    if (!z || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 70000; i++)
        if (got[i] != (float)(i + 1))
            return 2;
    ra_release(x), ra_release(y), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_scan));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(layouts, 100, NULL, shut_down),
        HARNESS_TEST(dtypes, 200, NULL, shut_down),
        HARNESS_TEST(cuts, 100, NULL, shut_down),
        HARNESS_TEST(results_as_asked, 100, NULL, shut_down),
        HARNESS_TEST(other_dtypes, 200, NULL, shut_down),
        HARNESS_TEST(other_cuts, 200, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 200, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
