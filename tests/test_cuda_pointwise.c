/*
 * Elementwise operators on CUDA, on the simulated driver, beside the processor's: integers, truths and signs of division by zero are
 * equal bit by bit, what is rounded lies within 4 units in the last place, of complex numbers of the modulus. Over values of all
 * magnitudes and those that are special, over dtypes and layouts, in place and into given results.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include <runahead/call.h>

/* ---- values: of all magnitudes and both signs, and the special ones ---- */

enum { SPECIAL = 8, EVEN = 60 };

static int magnitudes(ra_dtype dtype, double *x)
{
    const bool is_wide = dtype == RA_FLOAT64 || dtype == RA_COMPLEX128;
    const int least = is_wide ? -1074 : -149, most = is_wide ? 1023 : 127, step = is_wide ? 37 : 5;
    static const double special[SPECIAL] = {0, -0.0, INFINITY, -INFINITY, NAN, 1, -1, 0.5};
    int n = 0;
    for (; n < SPECIAL; n++)
        x[n] = special[n];
    for (int i = 0; i < EVEN; i++)
        x[n++] = (i - EVEN / 2) * 1.37 + (i % 7) * 0.011;
    for (int e = least; e <= most; e += step)
        for (int sign = -1; sign < 2; sign += 2)
            x[n++] = ldexp(sign * (1 + (e & 15) / 17.0), e);
    return n;
}

static ra_tensor *real_values(ra_dtype dtype)
{
    double x[400];
    const int n = magnitudes(dtype, x);
    return ra_to(ra_from_copy(x, RA_FLOAT64, RA_DIMS(n)), RA_OPTS(ra_to, .dtype = dtype));
}

/* Parts that are near one another, and zeros; special ones beside all others where asked for. */
static ra_tensor *complex_values(ra_dtype dtype, double largest, bool special)
{
    static const double parts[] = {0, -0.0, 1, -1, 0.5, -0.25, 1e-3, 0.75, -3, 20, -30, 1e-9, 1.0000001, -90, 300, -800};
    static const double more[] = {INFINITY, -INFINITY, NAN};
    double x[2 * 20 * 20];
    int n = 0;
    for (size_t i = 0; i < 16 + 3 * (size_t)special; i++)
        for (size_t k = 0; k < 16 + 3 * (size_t)special; k++) {
            const double re = i < 16 ? parts[i] : more[i - 16], im = k < 16 ? parts[k] : more[k - 16];
            if ((fabs(re) > largest && i < 16) || (fabs(im) > largest && k < 16))
                continue;
            x[2 * n] = re;
            x[2 * n++ + 1] = im;
        }
    return ra_to(ra_from_copy(x, RA_COMPLEX128, RA_DIMS(n)), RA_OPTS(ra_to, .dtype = dtype));
}

static ra_tensor *whole_values(ra_dtype dtype)
{
    static const int64_t some[] = {0, 1, -1, 2, 7, -7, 100, -128, 127, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 3, 5, 255, -2, 12345, -99999};
    return ra_to(ra_from_copy(some, RA_INT64, RA_DIMS(19)), RA_OPTS(ra_to, .dtype = dtype));
}

static ra_tensor *unlike_zero(ra_tensor *t)
{
    return ra_where(ra_eq(t, 0), 3, t);
}

/* ---- comparing ---- */

#define NEAR(what, expression) \
    do { \
        ra_tensor *results_[SIDES]; \
        for (int k = 0; k < SIDES; k++) \
            if (!(results_[k] = (expression))) \
                fail_msg("%s on side %d: %s", what, k, ra_last_error()); \
        compare(what, ra_keep(results_[HERE]), ra_keep(results_[THERE]), 4, NULL); \
    } while (0)

/* ---- tests ---- */

static void of_one(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_BFLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        both(x, real_values(some[i]));
        NEAR("rsqrt", ra_rsqrt(x[k]));
        NEAR("sigmoid", ra_sigmoid(x[k]));
        NEAR("silu", ra_silu(x[k]));
        NEAR("gelu", ra_gelu(x[k]));
        NEAR("gelu by tanh", ra_gelu(x[k], RA_OPTS(ra_gelu, .approximate = "tanh")));
        SAME_BITS("isinf", ra_isinf(x[k]));
        OK(ra_scope_end());
    }
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, whole_values(RA_INT16));
    SAME_BITS("isinf of integers", ra_isinf(x[k]));
    NEAR("rsqrt of integers", ra_rsqrt(x[k]));
    OK(ra_scope_end());
    stop();
}

/* Pairs of all with all, of which one is a row and the other a column. */
static void quotients(void **state)
{
    (void)state;
    static const ra_dtype whole[] = {RA_UINT8, RA_INT16, RA_INT64}, real[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16};
    static const char *const modes[] = {"trunc", "floor"};
    start(2);
    for (size_t i = 0; i < 6; i++) {
        const ra_dtype dtype = i < 3 ? whole[i] : real[i - 3];
        ra_tensor *x[SIDES], *y[SIDES], *base;
        ra_scope_begin();
        base = i < 3 ? whole_values(dtype) : ra_slice(real_values(dtype), 0, 0, 68, 1);
        both(x, ra_unsqueeze(base, 1));
        both(y, i < 3 ? unlike_zero(base) : ra_slice(base, 0, 0, 68, 3));
        NEAR("div", ra_div(x[k], y[k]));
        for (int mode = 0; mode < 2; mode++)
            SAME_BITS(modes[mode], ra_div(x[k], y[k], RA_OPTS(ra_div, .rounding_mode = modes[mode])));
        SAME_BITS("floor_divide", ra_floor_divide(x[k], y[k]));
        SAME_BITS("remainder", ra_remainder(x[k], y[k]));
        OK(ra_scope_end());
    }
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, whole_values(RA_INT32));
    SAME_BITS("by a number", ra_floor_divide(x[k], -7));
    SAME_BITS("of a number", ra_remainder(100, unlike_zero(x[k])));
    SAME_BITS("of floats by a number", ra_floor_divide(ra_to(x[k], RA_OPTS(ra_to, .dtype = RA_FLOAT32)), 0.3));
    OK(ra_scope_end());
    stop();
}

/* As on the processor; what depends on it fails too, what does not goes on, and the next is none the worse. */
static void by_zero(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x[SIDES], *y[SIDES], *zero[SIDES];
    both(x, whole_values(RA_INT32));
    both(y, ra_remainder(x[HERE], 5));
    both(zero, ra_zeros(RA_DIMS(), RA_OPTS(ra_zeros, .dtype = RA_INT32)));
    ra_tensor *bytes[SIDES];
    both(bytes, whole_values(RA_INT8));
    for (int k = 0; k < SIDES; k++) /* what is zero in the dtype that is computed in */
        for (int how = 0; how < 3; how++) {
            ra_tensor *q = how == 0 ? ra_floor_divide(bytes[k], 256) : how == 1 ? ra_remainder(bytes[k], -512) : ra_div(bytes[k], 256, RA_OPTS(ra_div, .rounding_mode = "trunc"));
            assert_int_equal(ra_wait(q), RA_ERR_DIVIDE);
            ra_clear_error();
        }
    SAME_BITS("by what is not", ra_floor_divide(bytes[k], 257));
    for (int again = 0; again < 3; again++)
        for (int k = 0; k < SIDES; k++) {
            ra_tensor *q = again == 0 ? ra_div(x[k], y[k], RA_OPTS(ra_div, .rounding_mode = "trunc")) : again == 1 ? ra_floor_divide(x[k], zero[k]) : ra_remainder(x[k], 0), *after = ra_add(q, 1);
            char text[SIDES][400];
            assert_int_equal(ra_wait(after), RA_ERR_DIVIDE);
            snprintf(text[k], sizeof text[k], "%s", ra_last_error());
            assert_non_null(strstr(text[k], again == 0 ? "div" : again == 1 ? "floor_divide" : "remainder"));
            if (k == THERE)
                assert_non_null(strstr(text[k], ra_status_text(RA_ERR_DIVIDE)));
            ra_clear_error();
            OK(ra_wait(ra_add(x[k], 1)));
        }
    SAME_BITS("afterwards", ra_div(x[k], 7, RA_OPTS(ra_div, .rounding_mode = "trunc")));
    SAME_BITS("of nothing", ra_remainder(ra_slice(x[k], 0, 0, 0, 1), 0));
    assert_int_equal(ra_scope_end(), RA_ERR_DIVIDE);
    ra_clear_error();
    stop();
}

/* What overwrites it may have been handed over and not be done, when what reads all of it is handed over. */
static void a_failure_that_is_overwritten(void **state)
{
    (void)state;
    start(2);
    for (int round = 0; round < 24; round++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        both(x, whole_values(RA_INT32));
        OK(ra_wait(x[THERE]));
        for (int k = 0; k < SIDES; k++) {
            ra_tensor *part = ra_slice(x[k], 0, 3, 9, 1);
            ra_release(ra_cumsum(x[k], 0));
            OK(ra_floor_divide_(part, 0));
            for (int i = 0; i < round / 4; i++)
                ra_release(ra_cumsum(x[k], 0));
            OK(ra_fill_(part, 7));
        }
        SAME_BITS("all of it", ra_add(x[k], 1));
        ra_status status = ra_scope_end();
        assert_true(status == RA_OK || status == RA_ERR_DIVIDE);
        ra_clear_error();
    }
    stop();
}

static void powers(void **state)
{
    (void)state;
    static const double exponents[] = {2, 3, 0.5, -0.5, -1, -2, 0.3};
    start(2);
    ra_tensor *x[SIDES], *y[SIDES], *z[SIDES], *bits[SIDES];
    ra_scope_begin();
    both(x, ra_unsqueeze(real_values(RA_FLOAT32), 1));
    both(y, ra_slice(real_values(RA_FLOAT32), 0, 0, 68, 1));
    NEAR("pow", ra_pow(x[k], y[k]));
    for (int e = 0; e < 7; e++)
        NEAR("pow by a number", ra_pow(x[k], exponents[e]));
    both(z, whole_values(RA_INT64));
    SAME_BITS("of integers", ra_pow(ra_unsqueeze(z[k], 1), z[k]));
    SAME_BITS("of integers by 3", ra_pow(z[k], 3));
    SAME_BITS("of narrow integers", ra_pow(ra_to(z[k], RA_OPTS(ra_to, .dtype = RA_INT8)), 5));
    both(bits, ra_gt(z[HERE], 0));
    SAME_BITS("of bools", ra_pow(bits[k], (bool)false));
    NEAR("of a number", ra_pow(2.5, ra_to(y[k], RA_OPTS(ra_to, .dtype = RA_FLOAT16))));
    OK(ra_scope_end());
    stop();
}

static void limits(void **state)
{
    (void)state;
    start(2);
    ra_tensor *x[SIDES], *y[SIDES], *z[SIDES], *low[SIDES], *bits[SIDES];
    ra_scope_begin();
    both(x, real_values(RA_FLOAT32));
    both(low, ra_flip(x[HERE], RA_DIMS(0)));
    SAME_BITS("clamp", ra_clamp(x[k], -1.5, 7));
    SAME_BITS("clamp from below", ra_clamp(x[k], -1.5, RA_NONE));
    SAME_BITS("clamp from above", ra_clamp(x[k], RA_NONE, 7));
    SAME_BITS("clamp by tensors", ra_clamp(x[k], low[k], ra_add(low[k], 2)));
    SAME_BITS("clamp_min", ra_clamp_min(x[k], low[k]));
    SAME_BITS("clamp_max", ra_clamp_max(x[k], 3));
    both(low, ra_mul(ra_zeros_like(x[HERE]), -1));
    SAME_BITS("what equals the bound", ra_clamp(low[k], 0, 1));
    SAME_BITS("what equals the lower bound alone", ra_clamp_min(low[k], 0));
    SAME_BITS("what equals the upper bound alone", ra_clamp(ra_abs(low[k]), RA_NONE, RA_F(-0.0)));
    both(y, whole_values(RA_INT64));
    both(z, whole_values(RA_UINT8));
    SAME_BITS("of integers", ra_clamp(y[k], -5, 100));
    SAME_BITS("of bytes", ra_clamp(z[k], 3, 100));
    SAME_BITS("that cross", ra_clamp(ra_to(x[k], RA_OPTS(ra_to, .dtype = RA_BFLOAT16)), 9, 4));
    both(bits, ra_gt(y[HERE], 0));
    SAME_BITS("of bools", ra_clamp_min(bits[k], ra_flip(bits[k], RA_DIMS(0))));
    OK(ra_scope_end());
    stop();
}

/* Of complex numbers whose parts are all numbers: on which side of a cut they lie. */
static void assert_same_signs(const char *what, const ra_tensor *want, const ra_tensor *got)
{
    ra_tensor *a = in_double(want), *b = in_double(got);
    const size_t n = (size_t)ra_numel(a);
    double *x = calloc(2 * n, sizeof *x), *y = calloc(2 * n, sizeof *y);
    OK(ra_copy_to(a, x, 2 * n * sizeof *x));
    OK(ra_copy_to(b, y, 2 * n * sizeof *y));
    for (size_t i = 0; i < n; i++)
        for (size_t k = 2 * i; k < 2 * i + 2 && !isnan(x[2 * i]) && !isnan(x[2 * i + 1]); k++)
            if (!signbit(x[k]) != !signbit(y[k]))
                fail_msg("%s: part %zu of element %zu of %zu is %g, not %g", what, k - 2 * i, i, n, y[k], x[k]);
    free(x), free(y);
    ra_release(a), ra_release(b);
}

static void complex_ones(void **state)
{
    (void)state;
    static const char *const of_any[] = {"neg", "abs", "reciprocal", "sqrt", "rsqrt", "square", "exp", "log", "log2", "log10", "sgn", "nan_to_num", "sin", "cos", "tanh", "isnan", "isinf",
                                         "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh"};
    static const char *const of_few[] = {"expm1", "log1p", "sigmoid", "silu", "sinc"};
    start(2);
    for (int wide = 0; wide < 2; wide++) {
        const ra_dtype dtype = wide ? RA_COMPLEX128 : RA_COMPLEX64;
        ra_tensor *x[SIDES], *few[SIDES], *y[SIDES];
        ra_scope_begin();
        both(x, complex_values(dtype, wide ? 800 : 90, true));
        both(few, complex_values(dtype, 90, false));
        both(y, ra_slice(few[HERE], 0, 3, RA_END, 11));
        for (size_t i = 0; i < sizeof of_any / sizeof *of_any + sizeof of_few / sizeof *of_few; i++) {
            const bool any = i < sizeof of_any / sizeof *of_any;
            const char *name = any ? of_any[i] : of_few[i - sizeof of_any / sizeof *of_any];
            ra_tensor *got[SIDES];
            if (!wide && i % 3)
                continue;
            for (int k = 0; k < SIDES; k++) {
                const ra_arg arg = {.tensor = any ? x[k] : few[k], .kind = RA_ARG_TENSOR};
                OK(ra_call(ra_op_find(name), RA_FUNCTIONAL, &arg, 1, &got[k], 1, NULL));
            }
            if (i > 16 && any)
                assert_same_signs(name, got[HERE], got[THERE]);
            compare(name, got[HERE], got[THERE], any ? 4 : 8, NULL);
        }
        NEAR("add", ra_add(few[k], ra_unsqueeze(y[k], 1), RA_OPTS(ra_add, .alpha = RA_C(0.5, -2))));
        NEAR("sub", ra_sub(few[k], ra_unsqueeze(y[k], 1)));
        if (is_real()) /* whose exponential and logarithm are its own: what they are off by is of the terms' size */
            NEAR_BY("logaddexp", 4, 8, ra_logaddexp(few[k], ra_unsqueeze(y[k], 1)));
        else
            NEAR("logaddexp", ra_logaddexp(few[k], ra_unsqueeze(y[k], 1)));
        NEAR("mul", ra_mul(few[k], RA_C(2, -0.7)));
        NEAR("div", ra_div(few[k], ra_unsqueeze(y[k], 1)));
        SAME_BITS("eq", ra_eq(few[k], ra_unsqueeze(y[k], 1)));
        SAME_BITS("ne", ra_ne(few[k], ra_unsqueeze(y[k], 1)));
        if (wide) {
            ra_tensor *base[SIDES], *power[SIDES];
            both(base, complex_values(dtype, 20, false));
            both(power, ra_unsqueeze(ra_slice(base[HERE], 0, 3, 60, 5), 1));
            NEAR("pow by 2", ra_pow(base[k], 2));
            for (int k = 0; k < SIDES; k++)
                power[k] = ra_pow(base[k], power[k]);
            compare("pow", ra_keep(power[HERE]), ra_keep(power[THERE]), 256, NULL); /* of the rounding of the exponent, which is magnified */
        }
        OK(ra_scope_end());
    }
    stop();
}

/* With the processor's own text, of all magnitudes and of where their pieces meet. */
static void special_ones(void **state)
{
    (void)state;
    static const char *const names[] = {"erfinv", "special_ndtr", "i0", "special_i0e", "special_i1", "special_i1e", "special_erfcx", "special_ndtri", "special_log_ndtr"};
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        ra_tensor *all = ra_cat(RA_LIST(real_values(some[i]), ra_linspace(-1, 1, 401, RA_OPTS(ra_linspace, .dtype = some[i])), ra_linspace(-40, 40, 641, RA_OPTS(ra_linspace, .dtype = some[i]))), 0);
        both(x, all);
        for (size_t n = 0; n < (some[i] == RA_FLOAT16 ? 6 : sizeof names / sizeof *names); n++) { /* the last three are not of halves */
            ra_tensor *got[SIDES];
            for (int k = 0; k < SIDES; k++) {
                const ra_arg arg = {.tensor = x[k], .kind = RA_ARG_TENSOR};
                OK(ra_call(ra_op_find(names[n]), RA_FUNCTIONAL, &arg, 1, &got[k], 1, NULL));
            }
            compare(names[n], got[HERE], got[THERE], is_real() && !strcmp(names[n], "special_erfcx") ? 12 : 4, NULL); /* there it is the device's own */
        }
        NEAR("digamma", ra_digamma(ra_abs(x[k])));
        NEAR("digamma below zero, by its terms", ra_add(ra_digamma(ra_neg(ra_abs(x[k]))), 16)); /* it has zeros there, near which they cancel */
        OK(ra_scope_end());
    }
    ra_tensor *whole[SIDES];
    ra_scope_begin();
    both(whole, whole_values(RA_INT16));
    NEAR("digamma of integers", ra_digamma(whole[k]));
    NEAR("in a chain", ra_mul(ra_erfinv(ra_div(ra_sigmoid(whole[k]), 2)), 2)); /* far from where a rounding before it is magnified */
    OK(ra_scope_end());
    stop();
}

static void neighbours(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16, RA_BFLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_tensor *x[SIDES], *y[SIDES];
        ra_scope_begin();
        both(x, ra_unsqueeze(real_values(some[i]), 1));
        both(y, ra_slice(real_values(some[i]), 0, 0, 68, 3));
        SAME_BITS("nextafter", ra_nextafter(x[k], y[k]));
        SAME_BITS("towards infinity", ra_nextafter(x[k], ra_full_like(x[k], INFINITY)));
        OK(ra_scope_end());
    }
    stop();
}

static void of_two_parts(void **state)
{
    (void)state;
    start(2);
    for (int wide = 0; wide < 2; wide++) {
        ra_tensor *x[SIDES], *y[SIDES];
        ra_scope_begin();
        both(x, ra_unsqueeze(real_values(wide ? RA_FLOAT64 : RA_FLOAT32), 1));
        both(y, ra_slice(real_values(wide ? RA_FLOAT64 : RA_FLOAT32), 0, 0, 68, 3));
        SAME_BITS("complex", ra_complex(x[k], y[k]));
        NEAR("polar", ra_polar(x[k], y[k]));
        NEAR("of a chain", ra_mul(ra_complex(ra_neg(x[k]), y[k]), 2));
        OK(ra_scope_end());
    }
    stop();
}

/* Of every layout, in place, into strided results of another dtype, and of what is empty or a number. */
static void layouts(void **state)
{
    (void)state;
    start(2);
    ra_tensor *base[SIDES], *x[SIDES], *wide[SIDES], *number[SIDES];
    ra_scope_begin();
    both(base, values(RA_FLOAT32, 5 * 37 * 30, false));
    for (int how = 0; how < LAYOUTS; how++) {
        for (int k = 0; k < SIDES; k++)
            x[k] = laid_out(base[k], (enum layout)how);
        SAME_BITS("remainder", ra_remainder(x[k], 0.7));
        SAME_BITS("clamp", ra_clamp(x[k], ra_select(x[k], 0, 0), 2));
    }
    for (int k = 0; k < SIDES; k++) {
        ra_tensor *turned = ra_permute(ra_view(base[k], RA_DIMS(5, 37, 30)), RA_DIMS(2, 1, 0));
        OK(ra_div_(turned, 3, RA_OPTS(ra_div_, .rounding_mode = "floor")));
        OK(ra_clamp_(ra_slice(turned, 0, 1, 30, 2), RA_NONE, 0.5));
        OK(ra_pow_(ra_select(turned, 1, 4), 2));
    }
    SAME_BITS("in place", ra_ref(base[k]));
    both(wide, ra_zeros(RA_DIMS(20, 12), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64)));
    for (int k = 0; k < SIDES; k++) {
        ra_tensor *part = ra_slice(ra_view(base[k], RA_DIMS(-1)), 0, 0, 60, 1);
        OK(ra_remainder_out(ra_slice(wide[k], 1, 0, 12, 4), ra_view(part, RA_DIMS(20, 3)), 0.25));
    }
    SAME_BITS("into a given result", ra_ref(wide[k]));
    both(number, ra_full(RA_DIMS(), RA_F(2.5)));
    SAME_BITS("of numbers", ra_remainder(number[k], number[k]));
    SAME_BITS("of nothing", ra_silu(ra_slice(base[k], 0, 0, 0, 1)));
    SAME_BITS("of a number there and one here", ra_clamp(number[k], 1, number[k]));
    OK(ra_scope_end());
    stop();
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(of_one, 200, NULL, shut_down),
        HARNESS_TEST(quotients, 200, NULL, shut_down),
        HARNESS_TEST(by_zero, 100, NULL, shut_down),
        HARNESS_TEST(a_failure_that_is_overwritten, 100, NULL, shut_down),
        HARNESS_TEST(powers, 100, NULL, shut_down),
        HARNESS_TEST(limits, 100, NULL, shut_down),
        HARNESS_TEST(complex_ones, 300, NULL, shut_down),
        HARNESS_TEST(special_ones, 200, NULL, shut_down),
        HARNESS_TEST(neighbours, 100, NULL, shut_down),
        HARNESS_TEST(of_two_parts, 100, NULL, shut_down),
        HARNESS_TEST(layouts, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
