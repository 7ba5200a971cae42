/*
 * LU factors, what is solved by factors that are given, logarithms of determinants, and what tells of matrices without an answer, on CUDA:
 * on the simulated driver and cuSOLVER, beside the processor's, over dtypes, layouts, batches, and what is empty.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_held.h"
#include "helpers/cuda_matrices.h"

static void near_pair(const char *what, ra_tensor *const x[SIDES], double roundings, double size)
{
    same_strides(x);
    assert_near(what, ra_ref(x[HERE]), ra_ref(x[THERE]), roundings, size);
}

/* Whose rows LU exchanges. */
static ra_tensor *turned(ra_dtype dtype, int64_t batch, int64_t rows, int64_t columns)
{
    return ra_contiguous(ra_flip(matrices(dtype, batch, rows, columns, 1, (double)(rows + columns)), RA_DIMS(1)));
}

static void lu(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{5, 5}, {17, 6}, {6, 17}, {1, 1}, {4, 0}, {0, 0}};
    start(2);
    for (int i = 0; i < DTYPES * 6; i++) {
        const int64_t m = sizes[i / DTYPES][0], n = sizes[i / DTYPES][1];
        for (int how = 0; how < 3; how++) {
            ra_tensor *a[SIDES], *f[SIDES], *p[SIDES], *g[SIDES], *q[SIDES], *info[SIDES], *sign[SIDES], *logarithm[SIDES];
            ra_scope_begin();
            both(a, turned(dtypes[i % DTYPES], 3, m, n));
            for (int k = 0; k < SIDES; k++) {
                a[k] = laid(a[k], how);
                OK(ra_linalg_lu_factor(a[k], &f[k], &p[k]));
                OK(ra_linalg_lu_factor_ex(a[k], &g[k], &q[k], &info[k]));
            }
            near_pair("LU", f, 20 * (double)(m + n), (double)(m + n));
            near_pair("LU of _ex", g, 20 * (double)(m + n), (double)(m + n));
            assert_same("pivots", p[HERE], ra_ref(p[THERE]));
            assert_same("pivots of _ex", p[HERE], ra_ref(q[THERE]));
            assert_same("info", ra_zeros(RA_DIMS(3), RA_OPTS(ra_zeros, .dtype = RA_INT32)), ra_ref(info[THERE]));
            for (int k = 0; k < SIDES && m == n; k++)
                OK(ra_linalg_slogdet(a[k], &sign[k], &logarithm[k]));
            if (m == n) {
                near_pair("sign", sign, 40 * (double)(n + 1), 1);
                near_pair("logarithm", logarithm, 40 * (double)(n + 1), (double)n + 1);
            }
            OK(ra_scope_end());
        }
    }
    stop();
}

/* Where rows stay where they are a pivot that is zero is told, though an exchange would have found another. */
static void without_exchanges(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{5, 5}, {17, 6}, {6, 17}, {1, 1}, {0, 0}};
    static const double values[2][2][2] = {{{0, 1}, {1, 0}}, {{1, 2}, {3, 4}}};
    start(1);
    for (int i = 0; i < DTYPES * 5; i++) {
        const int64_t m = sizes[i / DTYPES][0], n = sizes[i / DTYPES][1], k = m < n ? m : n;
        ra_scope_begin();
        ra_tensor *a = matrices(dtypes[i % DTYPES], 2, m, n, 1, (double)(m + n)), *lu = NULL, *p = NULL, *info = NULL;
        OK(ra_linalg_lu_factor_ex(there(a), &lu, &p, &info, RA_OPTS(ra_linalg_lu_factor_ex, .pivot = RA_NO)));
        ra_tensor *both_factors = in_double(lu), *left = ra_add(ra_tril(ra_narrow(both_factors, 2, 0, k), -1), ra_eye(m, k)), *right = ra_triu(ra_narrow(both_factors, 1, 0, k), 0);
        are_close("LU", a, ra_matmul(left, right), 40 * (double)(m + n) * (double)(m + n) * rounding(dtypes[i % DTYPES]));
        assert_same("pivots", ra_contiguous(ra_expand(ra_arange(1, k + 1, 1, RA_OPTS(ra_arange, .dtype = RA_INT32)), RA_DIMS(2, k))), ra_ref(p));
        assert_same("info", ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_INT32)), ra_ref(info));
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *lu = NULL, *p = NULL, *info = NULL;
    OK(ra_linalg_lu_factor_ex(there(ra_from_copy(values, RA_FLOAT64, RA_DIMS(2, 2, 2))), &lu, &p, &info, RA_OPTS(ra_linalg_lu_factor_ex, .pivot = RA_NO)));
    assert_same("info", RA_VEC(int32_t, 1, 0), ra_ref(info));
    OK(ra_scope_end());
    stop();
}

/* An exchange of rows changes the sign; of what is singular it is 0, of a real NaN too. */
static void signs(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    const double values[4][4] = {{0, 2, 3, 0}, {-2, 0, 0, 3}, {1, 1, 1, 1}, {NAN, 0, 0, 1}};
    ra_tensor *a[SIDES], *sign[SIDES], *logarithm[SIDES];
    for (int i = 0; i < DTYPES; i++) {
        const bool with_nan = i < 2 && !is_real(); /* which cuSOLVER takes for no pivot: that matrix is singular to it */
        both(a, ra_to(ra_from_copy(values, RA_FLOAT64, RA_DIMS(with_nan ? 4 : 3, 2, 2)), RA_OPTS(ra_to, .dtype = dtypes[i])));
        for (int k = 0; k < SIDES; k++)
            OK(ra_linalg_slogdet(a[k], &sign[k], &logarithm[k]));
        near_pair("sign", sign, 2, 1);
        near_pair("logarithm", logarithm, 2, 2);
    }
    OK(ra_scope_end());
    stop();
}

/* X A = B too, and by the adjoint of A; one set of factors for many B. */
static void by_lu(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 5, 17, 0};
    start(2);
    for (int i = 0; i < DTYPES * 4; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES];
        const double roundings = 40 * (double)(n + 1);
        for (int how = 0; how < 3; how++) {
            ra_tensor *f[SIDES], *p[SIDES], *b[SIDES], *wide[SIDES];
            ra_scope_begin();
            OK(ra_linalg_lu_factor(turned(dtype, 2, n, n), &f[HERE], &p[HERE]));
            both(f, f[HERE]);
            both(p, p[HERE]);
            both(b, matrices(dtype, 2, n, 3, 2, 0));
            both(wide, matrices(dtype, 2, 3, n, 4, 0));
            for (int k = 0; k < SIDES; k++) {
                f[k] = laid(f[k], how), b[k] = laid(b[k], how), wide[k] = laid(wide[k], how);
                if (how == 2 && n)
                    p[k] = ra_select(ra_stack(RA_LIST(p[k], ra_zeros_like(p[k])), -1), -1, 0);
            }
            for (int adjoint_too = 0; adjoint_too < 2; adjoint_too++) {
                NEAR_BY("lu_solve", roundings, 1, ra_linalg_lu_solve(f[k], p[k], b[k], RA_OPTS(ra_linalg_lu_solve, .adjoint = adjoint_too)));
                NEAR_BY("lu_solve from the right", roundings, 1, ra_linalg_lu_solve(f[k], p[k], wide[k], RA_OPTS(ra_linalg_lu_solve, .left = RA_NO, .adjoint = adjoint_too)));
                NEAR_BY("lu_solve one of many", roundings, 1, ra_linalg_lu_solve(ra_select(f[k], 0, 1), ra_select(p[k], 0, 1), b[k], RA_OPTS(ra_linalg_lu_solve, .adjoint = adjoint_too)));
            }
            OK(ra_scope_end());
        }
    }
    stop();
}

static ra_tensor *solved_into(const ra_tensor *b, const ra_tensor *l, bool upper, ra_dtype dtype)
{
    ra_tensor *out = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = dtype, .device = ra_tensor_device(b)));
    if (ra_cholesky_solve_out(out, b, l, upper))
        fail_msg("%s", ra_last_error());
    return out;
}

static void by_cholesky(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 5, 17, 0};
    start(2);
    for (int i = 0; i < DTYPES * 4; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES];
        const double roundings = 60 * (double)(n + 1);
        for (int how = 0; how < 3; how++)
            for (int upper = 0; upper < 2; upper++) {
                ra_tensor *l[SIDES], *b[SIDES];
                ra_scope_begin();
                both(l, half(ra_contiguous(ra_linalg_cholesky(positive(dtype, 2, n), RA_OPTS(ra_linalg_cholesky, .upper = upper))), upper, false));
                both(b, matrices(dtype, 2, n, 3, 2, 0));
                for (int k = 0; k < SIDES; k++)
                    l[k] = laid(l[k], how), b[k] = laid(b[k], how);
                NEAR_BY("cholesky_solve", roundings, 2, ra_cholesky_solve(b[k], l[k], upper));
                NEAR_BY("cholesky_solve one of many", roundings, 2, ra_cholesky_solve(b[k], ra_select(l[k], 0, 1), upper));
                NEAR_BY("cholesky_solve into another dtype", roundings * (dtype == RA_FLOAT32 || dtype == RA_COMPLEX64 ? 1 << 29 : 1), 2,
                     solved_into(b[k], l[k], upper, is_complex(dtype) ? RA_COMPLEX128 : RA_FLOAT64));
                OK(ra_scope_end());
            }
    }
    stop();
}

/* ---- what has no answer ---- */

/* The second of three is singular, and not positive definite. */
static ra_tensor *mixed(ra_dtype dtype)
{
    ra_tensor *eye = ra_mul(ra_eye(4, 4, RA_OPTS(ra_eye, .dtype = dtype)), 3), *bad = ra_clone(eye);
    OK(ra_zero_(ra_select(ra_select(bad, 0, 2), 0, 2)));
    return ra_stack(RA_LIST(eye, bad, eye), 0);
}

static void informed(void **state)
{
    (void)state;
    static const int32_t told[] = {0, 3, 0};
    start(2);
    for (int i = 0; i < DTYPES; i++) {
        ra_tensor *a[SIDES], *b[SIDES], *x[5][SIDES], *info[5][SIDES], *pivots;
        ra_scope_begin();
        ra_tensor *whole = mixed(dtypes[i]), *want = ra_from_copy(told, RA_INT32, RA_DIMS(3));
        both(a, whole);
        both(b, matrices(dtypes[i], 3, 4, 2, 2, 0));
        for (int k = 0; k < SIDES; k++) {
            OK(ra_linalg_cholesky_ex(a[k], &x[0][k], &info[0][k]));
            OK(ra_linalg_inv_ex(a[k], &x[1][k], &info[1][k]));
            OK(ra_linalg_solve_ex(a[k], b[k], &x[2][k], &info[2][k]));
            OK(ra_linalg_lu_factor_ex(a[k], &x[3][k], &pivots, &info[3][k]));
            OK(ra_linalg_cholesky_ex(a[k], &x[4][k], &info[4][k], RA_OPTS(ra_linalg_cholesky_ex, .upper = true)));
        }
        for (int f = 0; f < 5; f++) {
            same_strides(x[f]);
            assert_same("info here", want, ra_ref(info[f][HERE]));
            assert_same("info there", want, ra_ref(info[f][THERE]));
            for (int at = 0; at < 3; at += 2)
                assert_near("of a good one", ra_ref(ra_select(x[f][HERE], 0, at)), ra_ref(ra_select(x[f][THERE], 0, at)), 40, 4);
        }
        assert_near("no inverse", ra_ref(ra_select(x[1][HERE], 0, 1)), ra_ref(ra_select(x[1][THERE], 0, 1)), 0, 1);
        OK(ra_scope_end());
    }
    stop();
}

/* A matrix that serves several B has one entry, also where there is no B; a NaN is not positive. */
static void informed_once(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *a[SIDES], *many[SIDES], *none[SIDES], *x[SIDES], *info[SIDES], *y[SIDES], *only[SIDES], *l[SIDES], *nan[SIDES];
    ra_tensor *eye = ra_eye(3, 3), *zero = ra_mul(eye, 0);
    both(a, ra_unsqueeze(ra_stack(RA_LIST(eye, zero), 0), 1));
    both(many, ra_ones(RA_DIMS(5, 2, 5, 3, 1)));
    both(none, ra_ones(RA_DIMS(0, 3, 4)));
    for (int k = 0; k < SIDES; k++) {
        OK(ra_linalg_solve_ex(a[k], many[k], &x[k], &info[k]));
        OK(ra_linalg_solve_ex(ra_select(a[k], 0, 1), none[k], &y[k], &only[k]));
        OK(ra_linalg_cholesky_ex(ra_full_like(a[k], RA_F(NAN)), &l[k], &nan[k]));
    }
    same_strides(x), same_strides(y), same_strides(info);
    assert_same("info", info[HERE], ra_ref(info[THERE]));
    assert_same("info of none", only[HERE], ra_ref(only[THERE]));
    assert_same("info of NaN", nan[HERE], ra_ref(nan[THERE]));
    OK(ra_scope_end());
    stop();
}

static void errors(void **state)
{
    (void)state;
    static const char *const words[] = {"matrix 1: not positive definite, as its first 3 rows and columns show", "matrix 1: singular: pivot 3 is zero"};
    start(2);
    for (int i = 0; i < DTYPES; i++) {
        ra_tensor *a[SIDES], *x[5][SIDES], *info[SIDES], *pivots[SIDES];
        ra_scope_begin();
        ra_tensor *whole = ra_keep(mixed(dtypes[i]));
        OK(ra_scope_end());
        both(a, whole);
        for (int f = 0; f < 5; f++) {
            for (int k = 0; k < SIDES; k++) {
                info[k] = pivots[k] = NULL;
                OK(f == 0 ? ra_linalg_cholesky_ex(a[k], &x[f][k], &info[k], RA_OPTS(ra_linalg_cholesky_ex, .check_errors = true)) :
                   f == 1 ? ra_linalg_inv_ex(a[k], &x[f][k], &info[k], RA_OPTS(ra_linalg_inv_ex, .check_errors = true)) :
                   f == 2 ? ra_linalg_solve_ex(a[k], a[k], &x[f][k], &info[k], RA_OPTS(ra_linalg_solve_ex, .check_errors = true)) :
                   f == 3 ? ra_linalg_lu_factor_ex(a[k], &x[f][k], &pivots[k], &info[k], RA_OPTS(ra_linalg_lu_factor_ex, .check_errors = true)) :
                            ra_linalg_lu_factor(a[k], &x[f][k], &pivots[k]));
            }
            same_failure("with check_errors", x[f], words[f > 0]);
            for (int k = 0; k < SIDES; k++)
                ra_release(x[f][k]), ra_release(info[k]), ra_release(pivots[k]);
        }
        ra_release(whole), ra_release(a[THERE]);
    }
    stop();
}

/* Pivots that name no row, of the second matrix. */
static void pivots_out_of_range(void **state)
{
    (void)state;
    static const int32_t bad[][3] = {{1, 0, 3}, {4, 2, 3}, {1, 2, -7}};
    static const char *const words[] = {"matrix 1: pivot 1 is 0, but rows are counted from 1 to 3", "matrix 1: pivot 0 is 4, but", "matrix 1: pivot 2 is -7, but"};
    start(2);
    for (int i = 0; i < 3; i++) {
        const int32_t all[2][3] = {{1, 2, 3}, {bad[i][0], bad[i][1], bad[i][2]}};
        ra_scope_begin();
        RA_AUTO ra_tensor *f = ra_keep(matrices(RA_FLOAT64, 2, 3, 3, 1, 4));
        OK(ra_scope_end());
        RA_AUTO ra_tensor *p = ra_from_copy(all, RA_INT32, RA_DIMS(2, 3)), *far_f = there(f), *far_p = there(p);
        RA_AUTO ra_tensor *here = ra_linalg_lu_solve(f, p, f), *far = ra_linalg_lu_solve(far_f, far_p, far_f);
        for (int k = 0; k < SIDES; k++) {
            assert_int_equal(ra_wait(k == HERE ? here : far), RA_ERR_INDEX);
            assert_non_null(strstr(ra_last_error(), words[i]));
            ra_clear_error();
        }
    }
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed with words. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 2; i++) {
        ra_tensor *x = ra_eye(3, 3, RA_OPTS(ra_eye, .device = RA_CUDA)), *lu = NULL, *p = NULL, *sign = NULL, *logarithm = NULL, *inverse = NULL, *info = NULL;
        if (ra_linalg_lu_factor(x, &lu, &p) || ra_linalg_slogdet(x, &sign, &logarithm) || ra_linalg_inv_ex(x, &inverse, &info))
            printf("refused: %s; ", ra_last_error());
        ra_tensor *all[] = {lu, ra_linalg_lu_solve(lu, p, x), ra_cholesky_solve(x, x, false), inverse, sign};
        tell_of_ones(all, 5, 1, 9);
        ra_release(x), ra_release(p), ra_release(logarithm), ra_release(info);
    }
    return ra_shutdown() ? 1 : 0;
}

/* Larger matrices than any before take new room on a stream that is held up, and nobody waits for what uses the old. */
static void room_grows(void **state)
{
    (void)state;
    need_simulated();
    enum { SIZES = 5 };
    start(1);
    ra_scope_begin();
    ra_tensor *a[SIZES][SIDES], *f[SIZES][SIDES], *p[SIZES][SIDES];
    ra_stream *slow = stream_of(RA_CUDA);
    for (int i = 0; i < SIZES; i++)
        both(a[i], turned(RA_FLOAT64, 1, 4 << i, 4 << i));
    for (int i = 0; i < SIZES; i++)
        OK(ra_wait(a[i][THERE]));
    hold_up(slow);
    OK(ra_stream_use(slow));
    for (int i = 0; i < SIZES; i++)
        for (int k = 0; k < SIDES; k++)
            OK(ra_linalg_lu_factor(a[i][k], &f[i][k], &p[i][k]));
    until_issued(RA_CUDA);
    assert_false(ra_is_ready(f[0][THERE]));
    release_it();
    OK(ra_stream_use(NULL));
    for (int i = 0; i < SIZES; i++)
        near_pair("of one size after another", f[i], 160 << i, 8 << i);
    ra_stream_free(slow);
    OK(ra_scope_end());
    stop();
}

/* Each matrix needs more room than the one before, while that is used; what comes of it is right, or has failed with words. */
static int program_growing(const char *nothing)
{
    (void)nothing;
    enum { SIZES = 5 };
    static float got[64 * 64];
    ra_tensor *x[SIZES] = {NULL}, *lu[SIZES] = {NULL}, *p[SIZES] = {NULL};
    for (int i = 0; i < SIZES; i++) {
        x[i] = ra_eye(4 << i, 4 << i, RA_OPTS(ra_eye, .device = RA_CUDA));
        if (ra_linalg_lu_factor(x[i], &lu[i], &p[i]))
            printf("%s; ", ra_last_error());
    }
    for (int i = 0; i < SIZES; i++) {
        const int n = 4 << i;
        if (ra_copy_to(lu[i], got, (size_t)(n * n) * sizeof *got))
            printf("%s; ", ra_last_error());
        else
            for (int k = 0; k < n * n; k++)
                if (got[k] != (k % (n + 1) == 0))
                    printf("%d of %d is wrong: %g; ", k, n, (double)got[k]);
        ra_release(x[i]), ra_release(p[i]), ra_release(lu[i]);
        ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}, {"growing", program_growing}};

static void calls_that_fail(void **state)
{
    (void)state;
    static const char *const calls[] = {"cusolverDnCreate", "cusolverDnXgetrf_bufferSize", "cusolverDnXgetrf", "cusolverDnXgetrs", "cusolverDnXpotrs"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        for (int n = 1; n < (i ? 3 : 2); n++) /* the first is made once */
            call_fails(calls[i], n, calls[i], "cuSOLVER answers 6");
}

/* Among them the event that tells when outgrown room is free: without it the lane waits for the stream, and nothing fails. */
static void events_that_fail(void **state)
{
    (void)state;
    need_simulated();
    int unharmed = 0;
    for (int i = 0; i < 2 * 6; i++) {
        char text[8192], fail[64];
        snprintf(fail, sizeof fail, "%s:%d:999", i % 2 ? "cuEventRecord" : "cuEventCreate", i / 2 + 1);
        setenv("SIMCUDA_FAIL", fail, 1);
        const int code = child_output("growing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || strstr(text, "wrong"))
            fail_msg("%s: exit status %d, %s", fail, code, text);
        unharmed += !*text;
    }
    assert_true(unharmed > 0 && unharmed < 2 * 6);
}

int main(int argc, char **argv)
{
    setenv("SIMCUDA_CHANNELS", "0", 0); /* so that a stream which is held up holds up no other */
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(lu, 300, NULL, shut_down),
        HARNESS_TEST(without_exchanges, 100, NULL, shut_down),
        HARNESS_TEST(signs, 100, NULL, shut_down),
        HARNESS_TEST(by_lu, 300, NULL, shut_down),
        HARNESS_TEST(by_cholesky, 300, NULL, shut_down),
        HARNESS_TEST(informed, 100, NULL, shut_down),
        HARNESS_TEST(informed_once, 100, NULL, shut_down),
        HARNESS_TEST(errors, 100, NULL, shut_down),
        HARNESS_TEST(pivots_out_of_range, 100, NULL, shut_down),
        HARNESS_TEST(room_grows, 100, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 300, NULL, NULL),
        HARNESS_TEST(events_that_fail, 300, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
