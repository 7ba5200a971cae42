/*
 * What operators obey whatever their operands are, on random ones: applied twice they change nothing more, or undo themselves; another
 * undoes them; they keep the order of what they are applied to; they go with sums and multiples.
 *
 * Operators are found by name and called through reflection; which ones obey what, in which dtypes, stands in tables.
 */
#define _GNU_SOURCE
#include "helpers/harness.h"

#include <math.h>
#include <runahead.h>

enum { N = 2000 };

static uint64_t state_of_draw = 1;

/* Uniform on [0, 1). */
static double draw(void)
{
    state_of_draw = state_of_draw * 6364136223846793005u + 1442695040888963407u;
    return (double)(state_of_draw >> 11) * 0x1p-53;
}

static ra_tensor *numbers(ra_dtype dtype, double least, double most, bool whole, ra_dims sizes)
{
    static double values[N];
    int64_t n = 1;
    for (int64_t d = 0; d < sizes.count; d++)
        n *= sizes.values[d];
    assert_in_range(n, 1, N);
    for (int64_t i = 0; i < n; i++) {
        values[i] = least + (most - least) * draw();
        if (whole)
            values[i] = floor(values[i]);
    }
    ra_tensor *from = ra_from_copy(values, RA_FLOAT64, sizes), *to = ra_to(from, RA_OPTS(ra_to, .dtype = dtype, .copy = true));
    assert_non_null(to);
    ra_release(from);
    return to;
}

/* The first result of the operator of x, other arguments left at their defaults; or of x and what is given besides. */
static ra_tensor *apply(const char *name, const ra_tensor *x, const ra_arg *more, size_t count)
{
    const ra_op *op = ra_op_find(name);
    ra_arg args[8] = {{.tensor = x, .kind = RA_ARG_TENSOR}};
    ra_tensor *results[4] = {NULL};
    if (count)
        memcpy(&args[1], more, count * sizeof *more);
    if (ra_call(op, RA_FUNCTIONAL, args, 1 + count, results, 4, NULL))
        fail_msg("%s: %s", name, ra_last_error());
    for (int i = 1; i < 4; i++)
        ra_release(results[i]);
    return results[0];
}

static void read_doubles(const ra_tensor *x, double *values)
{
    RA_AUTO ra_tensor *wide = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    assert_in_range(ra_numel(x), 1, N);
    assert_int_equal(ra_copy_to(wide, values, (size_t)ra_numel(x) * sizeof *values), RA_OK);
}

/* ---- twice is once; twice is never ---- */

struct law {
    const char *name;
    bool integers; /* of these too */
};
static const struct law idempotent[] = {{"abs", true}, {"sign", true}, {"sgn", true}, {"ceil", true}, {"floor", true}, {"round", true}, {"trunc", true}, {"relu", true}, {"relu6", true}, {"hardtanh", false},
                  {"nan_to_num", true}, {"clone", true}, {"contiguous", true}, {"positive", true}, {"hardshrink", false}, {"msort", true}};
static const struct law involutions[] = {{"neg", true}, {"bitwise_not", true}, {"conj_physical", true}, {"t", true}};

static void same(const char *law, const char *name, ra_dtype dtype, const ra_tensor *a, const ra_tensor *b)
{
    bool equal = false;
    assert_int_equal(ra_equal(a, b, &equal), RA_OK);
    if (!equal)
        fail_msg("%s, %s: %s", name, ra_dtype_name(dtype), law);
}

static void twice(const char *name, bool integers, bool undone)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16, RA_BFLOAT16, RA_INT8, RA_INT32, RA_INT64};
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
        if (!(ra_op_dtypes(ra_op_find(name)) >> dtypes[d] & 1) || (dtypes[d] < RA_FLOAT16 && !integers))
            continue;
        RA_AUTO ra_tensor *x = numbers(dtypes[d], -100, 100, false, RA_DIMS(40, 50)), *once = apply(name, x, NULL, 0), *again = apply(name, once, NULL, 0);
        same(undone ? "twice is not what it was" : "twice is not once", name, dtypes[d], again, undone ? x : once);
    }
}

static void applied_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof idempotent / sizeof *idempotent; i++)
        twice(idempotent[i].name, idempotent[i].integers, false);
    for (size_t i = 0; i < sizeof involutions / sizeof *involutions; i++)
        twice(involutions[i].name, involutions[i].integers, true);
}

/* ---- one undoes the other ---- */

static const struct {
    const char *there, *back;
    double least, most;
    double lost; /* so many roundings, of the larger of x and 1 */
} inverse[] = {
    {"exp", "log", -20, 20, 8},       {"expm1", "log1p", -3, 20, 32},  {"exp2", "log2", -20, 20, 8}, {"log", "exp", 0.01, 100, 16}, {"log1p", "expm1", -0.9, 100, 32},
    {"sqrt", "square", 0, 100, 4},    {"square", "sqrt", 0, 100, 4},   {"sin", "asin", -1, 1, 8},    {"tan", "atan", -1.5, 1.5, 8}, {"sinh", "asinh", -10, 10, 8},
    {"asinh", "sinh", -100, 100, 32}, {"tanh", "atanh", -2, 2, 64},    {"cosh", "acosh", 1, 10, 8},  {"deg2rad", "rad2deg", -360, 360, 4},
    {"erf", "erfinv", -1.5, 1.5, 64}, {"sigmoid", "logit", -4, 4, 128}, {"special_ndtr", "special_ndtri", -2, 2, 128}, {"reciprocal", "reciprocal", 0.01, 100, 4},
    {"fft_fft", "fft_ifft", -1, 1, 32}, {"fft_rfft", "fft_irfft", -1, 1, 32}, {"fft_fftshift", "fft_ifftshift", -1, 1, 0},
};

static void undone(void **state)
{
    (void)state;
    static double was[N], is[N];
    for (size_t i = 0; i < sizeof inverse / sizeof *inverse; i++)
        for (ra_dtype dtype = RA_FLOAT32; dtype <= RA_FLOAT64; dtype++) {
            RA_AUTO ra_tensor *x = numbers(dtype, inverse[i].least, inverse[i].most, false, RA_DIMS(20, 100));
            RA_AUTO ra_tensor *there = apply(inverse[i].there, x, NULL, 0), *back = apply(inverse[i].back, there, NULL, 0);
            RA_AUTO ra_tensor *real = ra_tensor_dtype(back) >= RA_COMPLEX64 ? ra_real(back) : ra_ref(back);
            const double eps = dtype == RA_FLOAT32 ? 0x1p-23 : 0x1p-52;
            read_doubles(x, was), read_doubles(real, is);
            for (int k = 0; k < N; k++)
                if (!(fabs(is[k] - was[k]) <= inverse[i].lost * eps * fmax(fabs(was[k]), 1)))
                    fail_msg("%s of %s, %s: %.17g became %.17g", inverse[i].back, inverse[i].there, ra_dtype_name(dtype), was[k], is[k]);
        }
}

/* ---- larger of larger ---- */

static const struct {
    const char *name;
    double least, most;
    double ulps; /* that a value may be below the one before: of what is exact, none */
} monotone[] = {
    {"exp", -80, 80, 1},      {"expm1", -80, 80, 2},      {"exp2", -100, 100, 1},    {"log", 0.001, 1000, 1}, {"log1p", -0.99, 1000, 2}, {"log2", 0.001, 1000, 2}, {"log10", 0.001, 1000, 2},
    {"sqrt", 0, 1000, 0},     {"tanh", -8, 8, 2},         {"atan", -100, 100, 1},    {"asin", -1, 1, 1},      {"asinh", -100, 100, 2},   {"sinh", -20, 20, 2},    {"atanh", -0.99, 0.99, 2},
    {"acosh", 1, 1000, 2},    {"erf", -4, 4, 2},          {"sigmoid", -20, 20, 2},   {"floor", -9, 9, 0},     {"ceil", -9, 9, 0},        {"round", -9, 9, 0},     {"trunc", -9, 9, 0},
    {"relu", -9, 9, 0},       {"relu6", -9, 9, 0},        {"hardtanh", -9, 9, 0},    {"sign", -9, 9, 0},      {"softplus", -20, 20, 2},  {"leaky_relu", -9, 9, 0}, {"hardsigmoid", -9, 9, 1},
    {"elu", -9, 9, 2},        {"log_sigmoid", -20, 20, 2}, {"special_ndtr", -4, 4, 4}, {"erfinv", -0.99, 0.99, 4}, {"logit", 0.01, 0.99, 4}, {"deg2rad", -9, 9, 0}, {"rad2deg", -9, 9, 0},
};

static void ordered(void **state)
{
    (void)state;
    static double y[N];
    for (size_t i = 0; i < sizeof monotone / sizeof *monotone; i++)
        for (ra_dtype dtype = RA_FLOAT32; dtype <= RA_FLOAT64; dtype++) {
            RA_AUTO ra_tensor *x = numbers(dtype, monotone[i].least, monotone[i].most, false, RA_DIMS(N)), *sorted = ra_msort(x), *of = apply(monotone[i].name, sorted, NULL, 0);
            const double eps = dtype == RA_FLOAT32 ? 0x1p-23 : 0x1p-52;
            read_doubles(of, y);
            for (int k = 1; k < N; k++)
                if (!(y[k] >= y[k - 1] - monotone[i].ulps * eps * fabs(y[k - 1])))
                    fail_msg("%s, %s: %.17g comes behind %.17g", monotone[i].name, ra_dtype_name(dtype), y[k], y[k - 1]);
        }
}

/* ---- sums and multiples ---- */

#define INT(i) {.integer = (i), .kind = RA_ARG_INT}
#define LIST(d) {.dims = (d), .kind = RA_ARG_DIMS}

/* Of whole numbers that stay small all of them are exact, whatever the dtype. */
static void linear(void **state)
{
    (void)state;
    static const int64_t one = 1, both[] = {0, 1}, turn[] = {3};
    const ra_dims along = {&one, 1}, all = {both, 2}, by = {turn, 1};
    const struct {
        const char *name;
        ra_arg more[2];
        size_t count;
    } laws[] = {
        {"sum", {LIST(along)}, 1},       {"cumsum", {INT(1)}, 1},         {"flip", {LIST(along)}, 1},   {"roll", {LIST(by), LIST(along)}, 2}, {"tril", {INT(0)}, 1}, {"triu", {INT(1)}, 1},
        {"t", {{.kind = RA_ARG_NONE}}, 0}, {"diff", {INT(1), INT(1)}, 2}, {"trace", {{.kind = RA_ARG_NONE}}, 0}, {"diagonal", {INT(0)}, 1}, {"flatten", {{.kind = RA_ARG_NONE}}, 0},
        {"neg", {{.kind = RA_ARG_NONE}}, 0}, {"rot90", {INT(1), LIST(all)}, 2}, {"sum", {LIST(all)}, 1},
    };
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT32, RA_INT64};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++) {
            RA_AUTO ra_tensor *x = numbers(dtypes[d], -8, 8, true, RA_DIMS(40, 40)), *y = numbers(dtypes[d], -8, 8, true, RA_DIMS(40, 40));
            RA_AUTO ra_tensor *twofold = ra_add(x, x), *threefold = ra_mul(y, 3), *mixed = ra_add(twofold, threefold);
            RA_AUTO ra_tensor *of_mixed = apply(laws[i].name, mixed, laws[i].more, laws[i].count);
            RA_AUTO ra_tensor *of_x = apply(laws[i].name, x, laws[i].more, laws[i].count), *of_y = apply(laws[i].name, y, laws[i].more, laws[i].count);
            RA_AUTO ra_tensor *thrice = ra_mul(of_y, 3), *doubled = ra_add(of_x, of_x), *expected = ra_add(doubled, thrice);
            same("of a sum it is not the sum", laws[i].name, dtypes[d], of_mixed, expected);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(applied_twice),
        TEST(undone),
        TEST(ordered),
        TEST(linear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
