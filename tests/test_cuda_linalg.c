/*
 * Decompositions and solvers on CUDA, on the simulated driver, cuBLAS and cuSOLVER: what is determined beside the processor's results,
 * factors multiplied out again; over dtypes, layouts, batches, and what is empty. Triangles that must not be read hold NaN; what has no
 * answer fails with the processor's words; calls that fail, and a library that there is not.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_matrices.h"

enum { LONGEST = 17 };

static ra_tensor *solve_out(const ra_tensor *a, const ra_tensor *b, int64_t n, int64_t columns)
{
    ra_tensor *room = ra_full(RA_DIMS(2, n, 2 * columns), RA_F(NAN), RA_OPTS(ra_full, .dtype = ra_tensor_dtype(a), .device = ra_tensor_device(a))), *out = ra_slice(room, 2, 0, RA_END, 2);
    if (ra_linalg_solve_out(out, a, b))
        fail_msg("%s", ra_last_error());
    return out;
}

static void solvers(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 5, LONGEST, 0};
    start(2);
    for (int i = 0; i < DTYPES * 4; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES];
        const double roundings = 40 * (double)(n + 1);
        for (int how = 0; how < 3; how++) {
            ra_tensor *a[SIDES], *b[SIDES], *p[SIDES], *wide[SIDES], *one[SIDES], *row[SIDES];
            ra_scope_begin();
            both(a, matrices(dtype, 2, n, n, 1, 2 * (double)n));
            both(b, matrices(dtype, 2, n, 3, 2, 0));
            both(wide, matrices(dtype, 2, 3, n, 4, 0));
            both(p, positive(dtype, 2, n));
            both(one, ra_select(matrices(dtype, 1, n, n, 5, 2 * (double)n), 0, 0));
            both(row, ra_select(ra_transpose(matrices(dtype, 1, 1, n, 6, 0), 1, 2), 2, 0));
            for (int k = 0; k < SIDES; k++)
                a[k] = laid(a[k], how), b[k] = laid(b[k], how), wide[k] = laid(wide[k], how);
            NEAR_BY("inv", roundings, 1, ra_linalg_inv(a[k]));
            NEAR_BY("solve", roundings, 1, ra_linalg_solve(a[k], b[k]));
            NEAR_BY("solve from the right", roundings, 1, ra_linalg_solve(a[k], wide[k], RA_OPTS(ra_linalg_solve, .left = RA_NO)));
            NEAR_BY("solve one of many", roundings, 1, ra_linalg_solve(one[k], b[k]));
            NEAR_BY("solve a vector", roundings, 1, ra_linalg_solve(one[k], ra_select(row[k], 0, 0)));
            NEAR_BY("solve into gaps", roundings, 1, solve_out(a[k], b[k], n, 3));
            NEAR_BY("det of one", roundings, 1e3, ra_linalg_det(ra_mul(one[k], n ? 0.5 / (double)n : 1)));
            NEAR_BY("det", roundings, 1e3, ra_linalg_det(ra_mul(a[k], n ? 0.5 / (double)n : 1)));
            for (int upper = 0; upper < 2; upper++) {
                ra_tensor *t[SIDES];
                both(t, half(p[HERE], upper, false));
                NEAR_BY("cholesky", roundings, (double)(n + 3), ra_linalg_cholesky(laid(t[k], how), RA_OPTS(ra_linalg_cholesky, .upper = upper)));
                for (int unit = 0; unit < 2; unit++) {
                    both(t, half(ra_mul(a[HERE], unit ? 0.1 / (double)(n + 1) : 1), upper, unit));
                    NEAR_BY("solve_triangular", roundings, 4, ra_linalg_solve_triangular(laid(t[k], how), b[k], RA_OPTS(ra_linalg_solve_triangular, .upper = upper, .unitriangular = unit)));
                    NEAR_BY("solve_triangular from the right", roundings, 4,
                         ra_linalg_solve_triangular(laid(t[k], how), wide[k], RA_OPTS(ra_linalg_solve_triangular, .upper = upper, .left = RA_NO, .unitriangular = unit)));
                    NEAR_BY("one triangle of many", roundings, 4, ra_linalg_solve_triangular(ra_select(t[k], 0, 1), b[k], RA_OPTS(ra_linalg_solve_triangular, .upper = upper, .unitriangular = unit)));
                }
            }
            OK(ra_scope_end());
        }
    }
    stop();
}

/* ---- factors ---- */

static void factors(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{5, 5}, {LONGEST, 6}, {6, LONGEST}, {1, 1}, {4, 0}, {0, 4}};
    static const char *const modes[] = {"reduced", "complete", "r"};
    start(2);
    for (int i = 0; i < DTYPES * 6; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t m = sizes[i / DTYPES][0], n = sizes[i / DTYPES][1];
        const double roundings = 20 * (double)(m + n);
        for (int how = 0; how < 3; how++) {
            ra_tensor *a[SIDES], *q[SIDES], *r[SIDES], *u[SIDES], *s[SIDES], *vh[SIDES];
            ra_scope_begin();
            both(a, matrices(dtype, 2, m, n, 1, 0));
            for (int k = 0; k < SIDES; k++)
                a[k] = laid(a[k], how);
            for (int mode = 0; mode < 3; mode++) {
                for (int k = 0; k < SIDES; k++)
                    OK(ra_linalg_qr(a[k], &q[k], &r[k], RA_OPTS(ra_linalg_qr, .mode = modes[mode])));
                same_strides(q), same_strides(r);
                assert_near("R", ra_ref(r[HERE]), ra_ref(r[THERE]), roundings, 4);
                if (mode < 2) {
                    is_product("QR", a[HERE], q[THERE], r[THERE], roundings);
                    are_orthonormal("Q", q[THERE], dtype, roundings);
                }
            }
            for (int full = 0; full < 2; full++) {
                for (int k = 0; k < SIDES; k++)
                    OK(ra_linalg_svd(a[k], &u[k], &s[k], &vh[k], RA_OPTS(ra_linalg_svd, .full_matrices = full ? RA_YES : RA_NO)));
                same_strides(u), same_strides(s), same_strides(vh);
                const int64_t least = m < n ? m : n;
                assert_near("S", ra_ref(s[HERE]), ra_ref(s[THERE]), roundings, 4);
                are_orthonormal("U", u[THERE], dtype, roundings);
                are_orthonormal("V", adjoint(vh[THERE]), dtype, roundings);
                is_product("USV", a[HERE], ra_mul(ra_slice(in_double(u[THERE]), 2, 0, least, 1), ra_unsqueeze(in_double(s[THERE]), 1)), ra_slice(vh[THERE], 1, 0, least, 1), roundings);
            }
            OK(ra_scope_end());
        }
    }
    stop();
}

static void eigenvalues(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 5, LONGEST, 0};
    start(2);
    for (int i = 0; i < DTYPES * 4; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES];
        const double roundings = 60 * (double)(n + 1);
        for (int upper = 0; upper < 2; upper++) {
            ra_tensor *a[SIDES], *w[SIDES], *x[SIDES];
            ra_scope_begin();
            ra_tensor *raw = in_double(matrices(dtype, 2, n, n, 1, 0)), *whole = ra_to(ra_add(raw, adjoint(raw)), RA_OPTS(ra_to, .dtype = dtype));
            both(a, half(whole, upper, false));
            for (int k = 0; k < SIDES; k++)
                OK(ra_linalg_eigh(laid(a[k], i % 3), &w[k], &x[k], RA_OPTS(ra_linalg_eigh, .UPLO = upper ? "U" : "L")));
            same_strides(w), same_strides(x);
            assert_near("eigenvalues", ra_ref(w[HERE]), ra_ref(w[THERE]), roundings, 4);
            are_orthonormal("eigenvectors", x[THERE], dtype, roundings);
            is_product("XWX", whole, ra_mul(in_double(x[THERE]), ra_unsqueeze(in_double(w[THERE]), 1)), adjoint(x[THERE]), roundings);
            OK(ra_scope_end());
        }
    }
    stop();
}

/* ---- what has no answer ---- */

static void failures(void **state)
{
    (void)state;
    start(2);
    for (int i = 0; i < DTYPES; i++) {
        ra_tensor *a[SIDES], *x[SIDES], *bad[SIDES], *u[SIDES], *s[SIDES], *v[SIDES];
        ra_tensor *ones = ra_ones(RA_DIMS(3, 4, 4), RA_OPTS(ra_ones, .dtype = dtypes[i])), *eye = ra_eye(4, 4, RA_OPTS(ra_eye, .dtype = dtypes[i]));
        ra_tensor *many = ra_mul(ones, eye), *last = ra_select(many, 0, 2), *third = ra_select(last, 0, 2), *middle = ra_select(third, 0, 2);
        OK(ra_zero_(middle));
        both(a, many);
        for (int k = 0; k < SIDES; k++)
            x[k] = ra_linalg_cholesky(a[k]);
        same_failure("cholesky", x, "matrix 2: not positive definite, as its first 3 rows and columns show");
        ra_release(x[HERE]), ra_release(x[THERE]);
        for (int k = 0; k < SIDES; k++)
            x[k] = ra_linalg_inv(a[k]);
        same_failure("inv", x, "matrix 2: singular: pivot 3 is zero");
        ra_release(x[HERE]), ra_release(x[THERE]);
        for (int k = 0; k < SIDES; k++)
            x[k] = ra_linalg_solve(a[k], a[k]);
        same_failure("solve", x, "matrix 2: singular: pivot 3 is zero");
        ra_release(x[HERE]), ra_release(x[THERE]);
        ra_tensor *det[SIDES] = {ra_linalg_det(a[HERE]), ra_linalg_det(a[THERE])};
        assert_near("det", det[HERE], det[THERE], 0, 1);
        ra_tensor *second = ra_select(last, 0, 1), *spoilt = ra_select(second, 0, 1);
        OK(ra_fill_(middle, RA_F(1)));
        OK(ra_fill_(spoilt, RA_F(NAN)));
        both(bad, many);
        for (int k = 0; k < SIDES; k++)
            x[k] = ra_linalg_cholesky(bad[k]);
        same_failure("cholesky", x, "matrix 2: not positive definite, as its first 2 rows and columns show");
        ra_release(x[HERE]), ra_release(x[THERE]);
        for (int k = 0; k < SIDES; k++)
            OK(ra_linalg_svd(bad[k], &u[k], &s[k], &v[k]));
        same_failure("svd", s, "matrix 2: no convergence: an element is not finite");
        for (int k = 0; k < SIDES; k++)
            ra_release(u[k]), ra_release(s[k]), ra_release(v[k]);
        for (int k = 0; k < SIDES; k++)
            OK(ra_linalg_eigh(bad[k], &s[k], &v[k]));
        assert_near("eigenvalues", s[HERE], s[THERE], 20, 1);
        ra_tensor *first[SIDES] = {ra_select(v[HERE], 0, 2), ra_select(v[THERE], 0, 2)};
        assert_near("no vectors", first[HERE], first[THERE], 0, 1);
        ra_release(v[HERE]), ra_release(v[THERE]);
        ra_release(ones), ra_release(eye), ra_release(last), ra_release(third), ra_release(middle), ra_release(second), ra_release(spoilt);
        ra_release(a[THERE]), ra_release(bad[THERE]), ra_release(many);
    }
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed with words. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 2; i++) {
        ra_tensor *x = ra_eye(3, 3, RA_OPTS(ra_eye, .device = RA_CUDA)), *u = NULL, *s = NULL, *v = NULL, *q = NULL, *r = NULL, *w = NULL, *e = NULL;
        if (ra_linalg_svd(x, &u, &s, &v) || ra_linalg_qr(x, &q, &r) || ra_linalg_eigh(x, &w, &e))
            printf("refused: %s; ", ra_last_error());
        ra_tensor *all[] = {ra_linalg_inv(x), ra_linalg_cholesky(x), ra_linalg_solve(x, x), ra_linalg_solve_triangular(x, x, RA_OPTS(ra_linalg_solve_triangular, .upper = true)), e, v, q, ra_linalg_det(x)};
        tell_of_ones(all, 8, 1, 9);
        ra_release(x), ra_release(u), ra_release(s), ra_release(r), ra_release(w);
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}};

static void calls_that_fail(void **state)
{
    (void)state;
    static const char *const calls[] = {"cusolverDnCreate", "cusolverDnCreateParams", "cusolverDnSetStream", "cusolverDnXpotrf_bufferSize", "cusolverDnXpotrf", "cusolverDnXgetrf_bufferSize",
                                        "cusolverDnXgetrf", "cusolverDnXgetrs", "cusolverDnXgeqrf_bufferSize", "cusolverDnXgeqrf", "cusolverDnSorgqr_bufferSize", "cusolverDnSorgqr",
                                        "cusolverDnXsyevd_bufferSize", "cusolverDnXsyevd", "cusolverDnXgesvd_bufferSize", "cusolverDnXgesvd", "cublasStrsm"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        const char *name = !strstr(calls[i], "orgqr") ? calls[i] : strchr(calls[i], '_') ? "cusolverDnorgqr_bufferSize" : "cusolverDnorgqr";
        call_fails(calls[i], 1, name, i < 16 ? "cuSOLVER answers 6" : "CUBLAS_STATUS_EXECUTION_FAILED");
    }
}

/* A folder without it. */
static void absent(void **state)
{
    (void)state;
    static const char *const there_are[] = {"libcuda.so.1", "libnvrtc.so.12", "libcublas.so.12"};
    assert_missing_is_told(there_are, sizeof there_are / sizeof *there_are, "there is no cuSOLVER: libcusolver.so.11");
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(solvers, 300, NULL, shut_down),
        HARNESS_TEST(factors, 300, NULL, shut_down),
        HARNESS_TEST(eigenvalues, 300, NULL, shut_down),
        HARNESS_TEST(failures, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 300, NULL, NULL),
        HARNESS_TEST(absent, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
