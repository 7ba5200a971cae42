/*
 * Reductions on CUDA, on the simulated driver, beside the processor's: integers, positions and extremes are equal bit by bit, what is
 * rounded lies within the error bound of its sum; over dtypes, layouts, dimensions, cuts and empty ones; the same bits from run to run.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

#include <runahead/call.h>

/* ---- calls by name ---- */

enum bound { EXACT, SUMMED /* so many roundings of the sum of moduli */, RELATIVE };

static const struct subject {
    const char *name;
    enum bound bound;
    bool one_dim; /* or all */
} subjects[] = {
    {"sum", SUMMED, false}, {"nansum", SUMMED, false}, {"mean", SUMMED, false}, {"prod", RELATIVE, true}, {"all", EXACT, false}, {"any", EXACT, false},
    {"amax", EXACT, false}, {"amin", EXACT, false}, {"argmax", EXACT, true}, {"argmin", EXACT, true}, {"max", EXACT, true}, {"min", EXACT, true},
    {"var", RELATIVE, false}, {"std", RELATIVE, false}, {"logsumexp", RELATIVE, false}, {"linalg_vector_norm", RELATIVE, false},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static const struct subject *subject_of(const char *name)
{
    for (int i = 0; i < SUBJECTS; i++)
        if (!strcmp(subjects[i].name, name))
            return &subjects[i];
    fail_msg("%s", name);
    return NULL;
}

/* How many results; -1: it is refused. */
static int reduce(const char *name, const ra_tensor *t, ra_dims dims, bool keepdim, double order, ra_tensor **results)
{
    const ra_op *op = ra_op_find(name);
    const bool is_norm = !strcmp(name, "linalg_vector_norm"), has_pair = !strcmp(name, "max") || !strcmp(name, "min");
    const bool has_correction = !strcmp(name, "var") || !strcmp(name, "std");
    ra_arg args[5] = {{.tensor = t, .kind = RA_ARG_TENSOR}};
    int n = 1;
    if (is_norm)
        args[n++] = (ra_arg){.scalar = RA_F(order), .kind = RA_ARG_SCALAR};
    args[n++] = has_pair ? (ra_arg){.integer = dims.values[0], .kind = RA_ARG_INT} : (ra_arg){.dims = dims, .kind = RA_ARG_DIMS};
    if (has_correction)
        args[n++] = (ra_arg){.real = order, .kind = RA_ARG_FLOAT};
    args[n++] = (ra_arg){.boolean = keepdim, .kind = RA_ARG_BOOL};
    return ra_call(op, RA_FUNCTIONAL, args, (size_t)n, results, has_pair ? 2 : 1, NULL) ? -1 : has_pair ? 2 : 1;
}

/* ---- comparing ---- */

static void text_of(const ra_tensor *t, ra_dims dims, char *text, size_t size)
{
    int at = snprintf(text, size, "%s [", ra_dtype_name(ra_tensor_dtype(t)));
    for (int d = 0; d < ra_ndim(t); d++)
        at += snprintf(text + at, size - (size_t)at, "%s%lld by %lld", d ? ", " : "", (long long)ra_size(t, d), (long long)ra_stride(t, d));
    at += snprintf(text + at, size - (size_t)at, "] over");
    for (int64_t i = 0; dims.values && i < dims.count; i++)
        at += snprintf(text + at, size - (size_t)at, " %lld", (long long)dims.values[i]);
    snprintf(text + at, size - (size_t)at, "%s", dims.values ? "" : " all");
}

/* Of the same reduction of both. */
static void compare_reductions(const struct subject *s, const ra_tensor *here, const ra_tensor *on_device, ra_dims dims, bool keepdim, double order)
{
    ra_tensor *want[2], *got[2], *moduli = NULL;
    char what[400], text[300];
    text_of(here, dims, text, sizeof text);
    snprintf(what, sizeof what, "%s (%g) of %s", s->name, order, text);
    const int n = reduce(s->name, here, dims, keepdim, order, want), m = n < 0 ? n : reduce(s->name, on_device, dims, keepdim, order, got);
    if (n < 0 || m != n)
        fail_msg("%s: %s", what, ra_last_error());
    const ra_dtype dtype = ra_tensor_dtype(want[0]);
    const bool is_whole = dtype >= RA_BOOL && dtype <= RA_INT64;
    if (s->bound == SUMMED && !is_whole) {
        ra_tensor *a = in_double(here), *b = ra_abs(a);
        if (reduce(s->name, b, dims, keepdim, order, &moduli) != 1)
            fail_msg("%s: %s", what, ra_last_error());
        ra_release(a), ra_release(b);
    }
    const double roundings = s->bound == EXACT || is_whole ? 0 : strcmp(s->name, "prod") ? 64 : 2 * (double)ra_numel(here);
    for (int k = 0; k < n; k++)
        compare(what, want[k], got[k], k ? 0 : roundings, k ? NULL : moduli);
    ra_release(moduli);
}

static const int64_t dim_sets[][3] = {{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}};
static const int dim_counts[] = {1, 1, 1, 2, 2, 2};

static void over_all_dims(const struct subject *s, const ra_tensor *here, const ra_tensor *on_device, double order)
{
    const bool has_pair = !strcmp(s->name, "max") || !strcmp(s->name, "min");
    for (int i = 0; i < (s->one_dim ? 3 : 6); i++)
        compare_reductions(s, here, on_device, ra_dims_of(dim_sets[i], (size_t)dim_counts[i]), i % 2, order);
    if (!has_pair)
        compare_reductions(s, here, on_device, RA_ALL, true, order);
}

static double order_of(const struct subject *s)
{
    return !strcmp(s->name, "var") ? 1 : !strcmp(s->name, "std") ? 0 : 2;
}

/* ---- tests ---- */

static void layouts(void **state)
{
    (void)state;
    start(2);
    for (int i = 0; i < SUBJECTS; i++) {
        ra_tensor *base = values(RA_FLOAT32, 5 * 37 * 30, !strcmp(subjects[i].name, "prod")), *there_too = there(base);
        for (int how = 0; how < LAYOUTS; how++) {
            ra_tensor *a = laid_out(base, (enum layout)how), *b = laid_out(there_too, (enum layout)how);
            over_all_dims(&subjects[i], a, b, order_of(&subjects[i]));
            ra_release(a), ra_release(b);
        }
        ra_release(base), ra_release(there_too);
    }
    stop();
}

static void norms(void **state)
{
    (void)state;
    static const double orders[] = {0, 1, 3, -2.5, INFINITY, -INFINITY};
    const struct subject *norm = subject_of("linalg_vector_norm");
    start(2);
    ra_tensor *base = values(RA_FLOAT32, 40 * 60, true), *on_device = there(base), *a = ra_view(base, RA_DIMS(40, 60)), *b = ra_view(on_device, RA_DIMS(40, 60));
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        compare_reductions(norm, a, b, RA_DIMS(1), false, orders[i]);
        compare_reductions(norm, a, b, RA_ALL, false, orders[i]);
    }
    ra_release(base), ra_release(on_device), ra_release(a), ra_release(b);
    stop();
}

struct some {
    const char *name;
    ra_dtype dtypes[8];
};

static void over_dtypes(const struct some *some, size_t count)
{
    start(2);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 8 && some[i].dtypes[k]; k++) {
            const struct subject *s = subject_of(some[i].name);
            ra_tensor *base = values(some[i].dtypes[k], 5 * 37 * 30, !strcmp(s->name, "prod")), *on_device = there(base), *a = laid_out(base, SLICED), *b = laid_out(on_device, SLICED);
            over_all_dims(s, a, b, order_of(s));
            ra_release(base), ra_release(on_device), ra_release(a), ra_release(b);
        }
    stop();
}

/* A program of the device's for each, which the host's compiler takes its time for: so each operator has few that tell something. */
static void dtypes_added(void **state)
{
    (void)state;
    static const struct some some[] = {
        {"sum", {RA_BOOL, RA_UINT8, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64, RA_COMPLEX64}},
        {"nansum", {RA_UINT8, RA_BFLOAT16}}, {"mean", {RA_BFLOAT16, RA_COMPLEX64}}, {"prod", {RA_BOOL, RA_INT32, RA_FLOAT16, RA_COMPLEX128}}, {"var", {RA_FLOAT16, RA_FLOAT64, RA_COMPLEX64}}, {"std", {RA_COMPLEX128}},
        {"logsumexp", {RA_INT16, RA_FLOAT64, RA_COMPLEX64}}, {"linalg_vector_norm", {RA_FLOAT16, RA_COMPLEX64}},
    };
    over_dtypes(some, sizeof some / sizeof *some);
}

static void dtypes_compared(void **state)
{
    (void)state;
    static const struct some some[] = {
        {"all", {RA_UINT8, RA_COMPLEX64}}, {"any", {RA_BOOL, RA_FLOAT16}}, {"amax", {RA_BOOL, RA_UINT8, RA_INT8, RA_INT16, RA_FLOAT64}}, {"amin", {RA_INT64, RA_FLOAT16}},
        {"max", {RA_BOOL, RA_BFLOAT16}}, {"min", {RA_INT32}}, {"argmax", {RA_INT8, RA_FLOAT64}}, {"argmin", {RA_INT64}},
    };
    over_dtypes(some, sizeof some / sizeof *some);
}

/* dtype= converts first; an out= of another dtype is converted to, one with strides is written by them. */
static void results_as_asked(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = values(RA_FLOAT32, 6 * 70, false), *a = ra_view(x, RA_DIMS(6, 70)), *b = there(a);
    assert_same("by way of int8", ra_sum(a, RA_DIMS(1), RA_OPTS(ra_sum, .dtype = RA_INT8)), ra_sum(b, RA_DIMS(1), RA_OPTS(ra_sum, .dtype = RA_INT8)));
    ra_tensor *wide = ra_zeros(RA_DIMS(6, 4), RA_OPTS(ra_zeros, .device = RA_CUDA)), *want = ra_zeros(RA_DIMS(6, 4));
    OK(ra_amax_out(ra_select(wide, 1, 2), b, RA_DIMS(1)));
    OK(ra_amax_out(ra_select(want, 1, 2), a, RA_DIMS(1)));
    assert_same("a column", want, wide);
    ra_tensor *doubles = ra_empty(RA_DIMS(70), RA_OPTS(ra_empty, .dtype = RA_FLOAT64, .device = RA_CUDA)), *expected = ra_empty(RA_DIMS(70), RA_OPTS(ra_empty, .dtype = RA_FLOAT64));
    OK(ra_var_out(doubles, b, RA_DIMS(0)));
    OK(ra_var_out(expected, a, RA_DIMS(0)));
    compare("a variance in double", expected, doubles, 0x1p32, NULL);
    OK(ra_scope_end());
    stop();
}

/* Lengths on both sides of every cut, along and across; many results, of which a block takes some; the same bits each time. */
static void cuts(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {1, 4}, {1, 5}, {1, 1023}, {1, 1025}, {1, 4096}, {1, 4097}, {1, 70001}, {3, 20000}, {700, 9}, {3000, 1}, {100, 300}, {0, 5}};
    static const char *const names[] = {"sum", "argmax", "var"};
    start(2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int k = 0; k < 3; k++) {
            const int64_t rows = sizes[i][0], n = sizes[i][1];
            const int64_t along = 1, across = 0;
            ra_scope_begin();
            ra_tensor *x = values(RA_FLOAT32, rows * n, false), *a = ra_view(x, RA_DIMS(rows, n)), *b = there(a), *t = ra_view(x, RA_DIMS(n, rows)), *u = there(t);
            compare_reductions(subject_of(names[k]), a, b, ra_dims_of(&along, 1), false, 0);
            compare_reductions(subject_of(names[k]), t, u, ra_dims_of(&across, 1), false, 0);
            if (k == 0)
                for (int again = 0; again < 2; again++)
                    assert_same("the same once more", ra_to(ra_sum(again ? b : u, RA_DIMS(again)), RA_OPTS(ra_to, .device = RA_CPU)), ra_sum(again ? b : u, RA_DIMS(again)));
            OK(ra_scope_end());
        }
    stop();
}

/* NaN wins, the first of them is where it is; infinities; elements that are no numbers' worth. */
static void specials(void **state)
{
    (void)state;
    static const float rows[][6] = {
        {1, 5, 5, -2, 5, 0}, {1, NAN, 7, NAN, INFINITY, 0}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}, {INFINITY, 1, 2, -INFINITY, 3, 4},
        {INFINITY, 1, 2, 3, 4, 5}, {-INFINITY, -1000, -1000, -INFINITY, -1001, -INFINITY}, {1000, 1001, 999, -INFINITY, 0, 0}, {0.0f, -0.0f, 0, 0, -0.0f, 0},
    };
    static const char *const names[] = {"sum", "nansum", "mean", "amax", "amin", "argmax", "argmin", "max", "min", "var", "logsumexp", "all", "any", "linalg_vector_norm", "prod"};
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_from_copy(rows, RA_FLOAT32, RA_DIMS(8, 6)), *y = there(x);
    const int64_t dim = 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        compare_reductions(subject_of(names[i]), x, y, ra_dims_of(&dim, 1), false, order_of(subject_of(names[i])));
    ra_tensor *sums = ra_to(ra_logsumexp(y, RA_DIMS(1)), RA_OPTS(ra_to, .device = RA_CPU));
    float got[8];
    OK(ra_copy_to(sums, got, sizeof got));
    assert_true(got[2] == -INFINITY && got[4] == INFINITY && isnan(got[1]) && fabsf(got[5] + 999.138f) < 0.001f);
    OK(ra_scope_end());
    stop();
}

static void nothing_to_reduce(void **state)
{
    (void)state;
    static const char *const names[] = {"sum", "nansum", "mean", "prod", "all", "any", "var", "std", "logsumexp", "linalg_vector_norm"};
    start(2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const int64_t zero = 0, one = 1;
        ra_scope_begin();
        ra_tensor *x = ra_zeros(RA_DIMS(3, 0)), *y = there(x), *single = ra_full(RA_DIMS(), RA_F(2.5)), *z = there(single);
        compare_reductions(subject_of(names[i]), x, y, ra_dims_of(&one, 1), false, 2);
        compare_reductions(subject_of(names[i]), x, y, ra_dims_of(&zero, 1), true, 2);
        compare_reductions(subject_of(names[i]), single, z, RA_ALL, false, 0);
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *x = there(ra_zeros(RA_DIMS(3, 0)));
    assert_null(ra_amax(x, RA_DIMS(1)));
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE);
    stop();
}

/* Far ahead, from the processor to the device and back, with nothing waited for between. */
static void a_chain_ahead(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = values(RA_FLOAT64, 300 * 40, false), *a = ra_view(x, RA_DIMS(300, 40)), *total = ra_zeros(RA_DIMS(1, 40), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64)), *want = ra_clone(total);
    for (int i = 0; i < 20; i++) {
        ra_tensor *on_device = there(a), *top = ra_amax(on_device, RA_DIMS(0), RA_OPTS(ra_amax, .keepdim = true)), *back = ra_to(top, RA_OPTS(ra_to, .device = RA_CPU));
        OK(ra_add_(total, back));
        OK(ra_add_(want, ra_amax(a, RA_DIMS(0), RA_OPTS(ra_amax, .keepdim = true))));
        OK(ra_mul_(a, -0.5));
    }
    assert_same("a chain", want, total);
    OK(ra_scope_end());
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed, and the program ends. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 3; i++) {
        ra_tensor *x = ra_ones(RA_DIMS(20000)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_sum(y, RA_ALL) : NULL;
        float got;
        if (z && !ra_copy_to(z, &got, sizeof got) && got != 20000)
            printf("the sum is %g; ", (double)got);
        ra_release(x), ra_release(y), ra_release(z);
        ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_reduce, which))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(4000, 60)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_sum(y, RA_DIMS(1)) : NULL;
    float got[4000];
    if (!z || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 4000; i++)
        if (got[i] != 60)
            return 2;
    ra_release(x), ra_release(y), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}, {"barrier", program_barrier}};

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cuMemAlloc_v2:1", "cuMemAlloc_v2:2", "cuMemAlloc_v2:3", "cuMemHostRegister_v2:1", "cuModuleLoadData:1", "cuModuleGetFunction:1", "cuLaunchKernel:1",
                                        "cuLaunchKernel:2", "cuLaunchKernel:3", "cuEventCreate:1", "cuEventRecord:1", "cuEventSynchronize:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[1024];
        setenv("SIMCUDA_FAIL", calls[i], 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || *text)
            fail_msg("%s fails: exit status %d, %s", calls[i], code, text);
    }
}

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_reduce));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(layouts, 100, NULL, shut_down),
        HARNESS_TEST(norms, 100, NULL, shut_down),
        HARNESS_TEST(dtypes_added, 200, NULL, shut_down),
        HARNESS_TEST(dtypes_compared, 200, NULL, shut_down),
        HARNESS_TEST(results_as_asked, 100, NULL, shut_down),
        HARNESS_TEST(cuts, 100, NULL, shut_down),
        HARNESS_TEST(specials, 100, NULL, shut_down),
        HARNESS_TEST(nothing_to_reduce, 100, NULL, shut_down),
        HARNESS_TEST(a_chain_ahead, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 200, NULL, NULL),
        HARNESS_TEST(barriers_are_needed, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
