/*
 * Least squares on CUDA, on the simulated driver, cuBLAS and cuSOLVER, beside the processor's gels: over dtypes, layouts, batches, more rows
 * than columns and fewer, vectors, and what is empty; what has no answer, drivers that there are not, and calls that fail.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_matrices.h"

typedef struct answer {
    ra_tensor *solution[SIDES], *residuals[SIDES], *rank[SIDES], *values[SIDES];
} answer;

static answer solve(ra_tensor *const a[SIDES], ra_tensor *const b[SIDES])
{
    answer x;
    for (int k = 0; k < SIDES; k++)
        OK(ra_linalg_lstsq(a[k], b[k], &x.solution[k], &x.residuals[k], &x.rank[k], &x.values[k], RA_OPTS(ra_linalg_lstsq, .driver = "gels")));
    return x;
}

static void near_answer(ra_tensor *const a[SIDES], ra_tensor *const b[SIDES], double roundings)
{
    const answer x = solve(a, b);
    same_strides(x.solution), same_strides(x.residuals), same_strides(x.rank), same_strides(x.values);
    assert_near("solution", ra_ref(x.solution[HERE]), ra_ref(x.solution[THERE]), roundings, 2);
    assert_near("residuals", ra_ref(x.residuals[HERE]), ra_ref(x.residuals[THERE]), roundings, 20);
}

static void solutions(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{5, 5}, {17, 6}, {6, 17}, {1, 1}, {4, 1}, {1, 4}, {4, 0}, {0, 4}};
    start(2);
    for (int i = 0; i < DTYPES * 8; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t m = sizes[i / DTYPES][0], n = sizes[i / DTYPES][1];
        for (int how = 0; how < 3; how++) {
            ra_tensor *a[SIDES], *b[SIDES], *one[SIDES], *column[SIDES], *none[SIDES];
            ra_scope_begin();
            both(a, matrices(dtype, 2, m, n, 1, 3));
            both(b, matrices(dtype, 2, m, 3, 2, 0));
            for (int k = 0; k < SIDES; k++) {
                a[k] = laid(a[k], how), b[k] = laid(b[k], how);
                one[k] = ra_select(a[k], 0, 1), column[k] = ra_select(b[k], 2, 1), none[k] = ra_narrow(b[k], 2, 0, 0);
            }
            near_answer(a, b, 60 * (double)(m + n));
            near_answer(a, column, 60 * (double)(m + n));
            near_answer(a, none, 60 * (double)(m + n));
            for (int k = 0; k < SIDES; k++)
                a[k] = ra_expand(one[k], RA_DIMS(2, m, n));
            near_answer(a, b, 60 * (double)(m + n));
            for (int k = 0; k < SIDES; k++)
                column[k] = ra_select(column[k], 0, 0);
            near_answer(one, column, 60 * (double)(m + n));
            OK(ra_scope_end());
        }
    }
    stop();
}

static ra_tensor *solution_into(const ra_tensor *a, const ra_tensor *b, ra_dtype dtype, ra_dtype real)
{
    const ra_device d = ra_tensor_device(a);
    ra_tensor *out[4];
    for (int i = 0; i < 4; i++)
        out[i] = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = i == 0 ? dtype : i == 2 ? RA_INT64 : real, .device = d));
    if (ra_linalg_lstsq_out(out[0], out[1], out[2], out[3], a, b, RA_OPTS(ra_linalg_lstsq, .driver = "gels")))
        fail_msg("%s", ra_last_error());
    return ra_cat(RA_LIST(ra_reshape(out[0], RA_DIMS(-1)), ra_to(ra_reshape(out[1], RA_DIMS(-1)), RA_OPTS(ra_to, .dtype = dtype))), 0);
}

static void given(void **state)
{
    (void)state;
    start(2);
    for (int i = 0; i < DTYPES; i++) {
        const bool single = dtypes[i] == RA_FLOAT32 || dtypes[i] == RA_COMPLEX64;
        ra_tensor *a[SIDES], *b[SIDES];
        ra_scope_begin();
        both(a, matrices(dtypes[i], 2, 5, 3, 1, 3));
        both(b, matrices(dtypes[i], 2, 5, 2, 2, 0));
        NEAR_BY("into its dtype", 400, 20, solution_into(a[k], b[k], dtypes[i], single ? RA_FLOAT32 : RA_FLOAT64));
        NEAR_BY("into a wider one", single ? 400.0 * (1 << 29) : 400, 20, solution_into(a[k], b[k], is_complex(dtypes[i]) ? RA_COMPLEX128 : RA_FLOAT64, RA_FLOAT64));
        OK(ra_scope_end());
    }
    stop();
}

/* Without a driver that is gels; the others are refused. */
static void drivers(void **state)
{
    (void)state;
    static const char *const others[] = {"gelsy", "gelsd", "gelss"};
    start(1);
    ra_scope_begin();
    ra_tensor *a[SIDES], *b[SIDES], *x = NULL, *left = NULL, *rank = NULL, *values = NULL;
    both(a, matrices(RA_FLOAT64, 1, 5, 3, 1, 3));
    both(b, matrices(RA_FLOAT64, 1, 5, 2, 2, 0));
    const answer want = solve(a, b);
    OK(ra_linalg_lstsq(a[THERE], b[THERE], &x, &left, &rank, &values));
    assert_same("without a driver", ra_to(want.solution[THERE], RA_OPTS(ra_to, .device = RA_CPU)), ra_ref(x));
    assert_int_equal(ra_numel(left), 2);
    assert_int_equal(ra_numel(rank), 0);
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "driver %s is for the processor; device cuda:0 has gels alone", others[i]);
        assert_int_equal(ra_linalg_lstsq(a[THERE], b[THERE], &x, &left, &rank, &values, RA_OPTS(ra_linalg_lstsq, .driver = others[i])), RA_ERR_UNSUPPORTED);
        if (!strstr(ra_last_error(), text))
            fail_msg("%s", ra_last_error());
        ra_clear_error();
    }
    assert_int_equal(ra_scope_end(), RA_ERR_UNSUPPORTED);
    ra_clear_error();
    stop();
}

static void failure(ra_tensor *const a[SIDES], ra_tensor *const b[SIDES], ra_status status, const char *words)
{
    answer x = solve(a, b);
    for (int k = 0; k < SIDES; k++) {
        assert_int_equal(ra_wait(x.solution[k]), status);
        if (!strstr(ra_last_error(), words))
            fail_msg("on side %d: %s does not say \"%s\"", k, ra_last_error(), words);
        ra_clear_error();
        ra_release(x.solution[k]), ra_release(x.residuals[k]), ra_release(x.rank[k]), ra_release(x.values[k]);
    }
}

static void no_answer(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < DTYPES; i++)
        for (int wide = 0; wide < 2; wide++) {
            ra_tensor *a[SIDES], *b[SIDES], *flat[SIDES], *spoilt[SIDES], *bad[SIDES];
            const int64_t m = wide ? 3 : 5, n = wide ? 5 : 3;
            ra_scope_begin();
            ra_tensor *good = matrices(dtypes[i], 2, m, n, 1, 3), *sides = matrices(dtypes[i], 2, m, 2, 2, 0), *zero = ra_clone(good), *nan = ra_clone(good), *nan_sides = ra_clone(sides);
            OK(ra_zero_(ra_select(ra_select(zero, 0, 1), wide ? 0 : 1, 1)));
            OK(ra_fill_(ra_select(ra_select(ra_select(nan, 0, 1), 0, 1), 0, 2), RA_F(NAN)));
            OK(ra_fill_(ra_select(ra_select(ra_select(nan_sides, 0, 0), 0, 2), 0, 1), RA_F(INFINITY)));
            both(a, ra_keep(good)), both(b, ra_keep(sides)), both(flat, ra_keep(zero)), both(spoilt, ra_keep(nan)), both(bad, ra_keep(nan_sides));
            ra_keep(a[THERE]), ra_keep(b[THERE]), ra_keep(flat[THERE]), ra_keep(spoilt[THERE]), ra_keep(bad[THERE]);
            OK(ra_scope_end());
            failure(flat, b, RA_ERR_SINGULAR, "matrix 1: not of full rank, as number 2 of the diagonal of its triangular factor is 0");
            failure(spoilt, b, RA_ERR_CONVERGE, "matrix 1: no convergence: an element is not finite");
            failure(a, bad, RA_ERR_CONVERGE, "matrix 0: no convergence: an element is not finite");
            for (int k = 0; k < SIDES; k++)
                ra_release(a[k]), ra_release(b[k]), ra_release(flat[k]), ra_release(spoilt[k]), ra_release(bad[k]);
        }
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed with words. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    ra_tensor *square = ra_eye(4, 3, RA_OPTS(ra_eye, .device = RA_CUDA)), *wide = ra_eye(3, 4, RA_OPTS(ra_eye, .device = RA_CUDA));
    for (int i = 0; i < 4; i++) {
        const ra_tensor *a = i % 2 ? wide : square;
        ra_tensor *x = NULL, *left = NULL, *rank = NULL, *values = NULL;
        float got[16] = {0};
        if (ra_linalg_lstsq(a, a, &x, &left, &rank, &values) || ra_copy_to(x, got, (size_t)ra_numel(x) * sizeof *got))
            printf("%s; ", ra_last_error());
        else if (fabsf(got[0] - 1) > 1e-5F || fabsf(got[1]) > 1e-5F)
            printf("%d is wrong: %g %g; ", i, (double)got[0], (double)got[1]);
        ra_clear_error();
        ra_release(x), ra_release(left), ra_release(rank), ra_release(values);
    }
    ra_release(square), ra_release(wide);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}};

static void calls_that_fail(void **state)
{
    (void)state;
    static const char *const calls[] = {"cusolverDnXgeqrf_bufferSize", "cusolverDnXgeqrf", "cusolverDnSormqr_bufferSize", "cusolverDnSormqr", "cublasStrsm"};
    for (int i = 0; i < 5; i++)
        for (int n = 1; n < 3; n++)
            call_fails(calls[i], n, i == 2 ? "cusolverDnormqr_bufferSize" : i == 3 ? "cusolverDnormqr" : calls[i], i < 4 ? "cuSOLVER answers 6" : "CUBLAS_STATUS_EXECUTION_FAILED");
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(solutions, 300, NULL, shut_down),
        HARNESS_TEST(given, 100, NULL, shut_down),
        HARNESS_TEST(drivers, 100, NULL, shut_down),
        HARNESS_TEST(no_answer, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 300, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
