/*
 * Eigenvalues of any matrices on CUDA, on the simulated driver and cuSOLVER: the processor's in some order, with vectors that are theirs,
 * over dtypes, layouts, batches, and what is empty; what has no answer, calls that fail, and a library from before there was geev.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_matrices.h"

#include <complex.h>

enum { BATCH = 2 };

/* Numbers of about one without an order, so that eigenvalues are apart, and those of real matrices in pairs. */
static ra_tensor *mixed(ra_dtype dtype, int64_t n)
{
    double *x = calloc((size_t)(2 * BATCH * n * n) + 1, sizeof *x);
    for (int64_t i = 0; i < BATCH * n * n; i++) {
        x[2 * i] = sin(0.37 * (double)(i * i) + 1);
        x[2 * i + 1] = is_complex(dtype) ? cos(0.71 * (double)(i * i)) : 0;
    }
    ra_tensor *wide = ra_from_copy(x, RA_COMPLEX128, RA_DIMS(BATCH, n, n)), *t = ra_to(is_complex(dtype) ? wide : ra_real(wide), RA_OPTS(ra_to, .dtype = dtype));
    free(x);
    assert_non_null(t);
    return ra_contiguous(t);
}

/* Each of the one among those of the other that are left, by nearness. */
static void same_values(const ra_tensor *want, const ra_tensor *got, double room)
{
    const int64_t n = ra_size(want, 1);
    double complex *x = calloc((size_t)(BATCH * n) + 1, sizeof *x), *y = calloc((size_t)(BATCH * n) + 1, sizeof *y);
    OK(ra_copy_to(in_double(want), x, (size_t)(BATCH * n) * sizeof *x));
    OK(ra_copy_to(in_double(got), y, (size_t)(BATCH * n) * sizeof *y));
    for (int64_t b = 0; b < BATCH; b++)
        for (int64_t i = 0; i < n; i++) {
            double complex *left = y + b * n;
            int64_t nearest = i;
            for (int64_t j = i; j < n; j++)
                nearest = cabs(left[j] - x[b * n + i]) < cabs(left[nearest] - x[b * n + i]) ? j : nearest;
            const double complex found = left[nearest];
            if (!(cabs(found - x[b * n + i]) <= room))
                fail_msg("no eigenvalue is %g%+gi, but %g%+gi", creal(x[b * n + i]), cimag(x[b * n + i]), creal(found), cimag(found));
            left[nearest] = left[i];
            left[i] = found;
        }
    free(x), free(y);
}

static void decompositions(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 5, 17, 0};
    start(2);
    for (int i = 0; i < DTYPES * 5; i++) {
        const ra_dtype dtype = dtypes[i % DTYPES];
        const int64_t n = sizes[i / DTYPES];
        const double room = 400 * (double)(n + 1) * rounding(dtype);
        for (int how = 0; how < 3; how++) {
            ra_tensor *a[SIDES], *w[SIDES], *v[SIDES], *alone[SIDES];
            ra_scope_begin();
            both(a, mixed(dtype, n));
            for (int k = 0; k < SIDES; k++) {
                a[k] = laid(a[k], how);
                OK(ra_linalg_eig(a[k], &w[k], &v[k]));
                if (!(alone[k] = ra_linalg_eigvals(a[k])))
                    fail_msg("%s", ra_last_error());
            }
            same_strides(w), same_strides(v), same_strides(alone);
            assert_int_equal(ra_tensor_dtype(w[THERE]), ra_tensor_dtype(w[HERE]));
            same_values(w[HERE], w[THERE], room);
            same_values(w[HERE], alone[THERE], room);
            are_close("A V", ra_matmul(in_double(a[HERE]), in_double(v[THERE])), ra_mul(in_double(v[THERE]), ra_unsqueeze(in_double(w[THERE]), 1)), room);
            are_close("lengths", ra_ones(RA_DIMS(BATCH, n)), ra_linalg_vector_norm(in_double(v[THERE]), 2, RA_DIMS(1)), room);
            OK(ra_scope_end());
        }
    }
    stop();
}

/* Of real matrices a pair is one number and its conjugate, to the bit, and so are its vectors. */
static void pairs(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < 2; i++) {
        ra_scope_begin();
        const double turn[2][3][3] = {{{0, 1, 0}, {-1, 0, 0}, {0, 0, 2}}, {{3, 0, 0}, {0, 1, -2}, {0, 2, 1}}};
        ra_tensor *a = there(ra_to(ra_from_copy(turn, RA_FLOAT64, RA_DIMS(2, 3, 3)), RA_OPTS(ra_to, .dtype = dtypes[i]))), *w = NULL, *v = NULL;
        double complex x[2][3], y[2][3][3];
        OK(ra_linalg_eig(a, &w, &v));
        OK(ra_copy_to(in_double(w), x, sizeof x));
        OK(ra_copy_to(in_double(v), y, sizeof y));
        for (int b = 0; b < 2; b++) {
            int on_axis = 0, conjugate = 0;
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++) {
                    on_axis += j == k && cimag(x[b][j]) == 0;
                    if (cimag(x[b][j]) > 0 && x[b][k] == conj(x[b][j]))
                        for (int row = 0; row < 3; row++)
                            conjugate += y[b][row][k] == conj(y[b][row][j]);
                }
            assert_int_equal(on_axis, 1);
            assert_int_equal(conjugate, 3);
        }
        OK(ra_scope_end());
    }
    stop();
}

static void given(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < DTYPES; i++) {
        ra_scope_begin();
        ra_tensor *a = there(mixed(dtypes[i], 4)), *w = NULL, *v = NULL, *room = ra_full(RA_DIMS(BATCH, 8), RA_F(9), RA_OPTS(ra_full, .dtype = RA_COMPLEX128, .device = RA_CUDA));
        ra_tensor *spread = ra_slice(room, 1, 0, RA_END, 2), *vectors = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .dtype = RA_COMPLEX128, .device = RA_CUDA));
        OK(ra_linalg_eig(a, &w, &v));
        OK(ra_linalg_eig_out(spread, vectors, a));
        assert_same("eigenvalues in gaps", ra_to(ra_to(w, RA_OPTS(ra_to, .device = RA_CPU)), RA_OPTS(ra_to, .dtype = RA_COMPLEX128)), ra_contiguous(spread));
        assert_same("vectors in another dtype", ra_contiguous(ra_to(ra_to(v, RA_OPTS(ra_to, .device = RA_CPU)), RA_OPTS(ra_to, .dtype = RA_COMPLEX128))), ra_contiguous(vectors));
        assert_same("gaps", ra_full(RA_DIMS(BATCH, 4), RA_F(9), RA_OPTS(ra_full, .dtype = RA_COMPLEX128)), ra_contiguous(ra_slice(room, 1, 1, RA_END, 2)));
        OK(ra_scope_end());
    }
    stop();
}

static void no_answer(void **state)
{
    (void)state;
    start(1);
    for (int i = 0; i < DTYPES; i++) {
        ra_tensor *a[SIDES], *w[SIDES], *v[SIDES], *alone[SIDES];
        ra_scope_begin();
        ra_tensor *bad = mixed(dtypes[i], 4);
        OK(ra_fill_(ra_select(ra_select(ra_select(bad, 0, 1), 0, 2), 0, 3), RA_F(NAN)));
        both(a, ra_keep(bad));
        ra_keep(a[THERE]);
        OK(ra_scope_end());
        for (int k = 0; k < SIDES; k++) {
            OK(ra_linalg_eig(a[k], &w[k], &v[k]));
            alone[k] = ra_linalg_eigvals(a[k]);
        }
        same_failure("eig", w, "matrix 1: no convergence: an element is not finite");
        same_failure("eigvals", alone, "matrix 1: no convergence: an element is not finite");
        for (int k = 0; k < SIDES; k++)
            ra_release(a[k]), ra_release(w[k]), ra_release(v[k]), ra_release(alone[k]);
    }
    stop();
}

/* ---- programs of their own ---- */

/* Whatever fails, results are right or have failed with words. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    ra_tensor *x = ra_eye(3, 3, RA_OPTS(ra_eye, .device = RA_CUDA));
    for (int i = 0; i < 2; i++) {
        ra_tensor *w = NULL, *v = NULL;
        if (ra_linalg_eig(x, &w, &v))
            printf("refused: %s; ", ra_last_error());
        ra_tensor *all[] = {w, ra_linalg_eigvals(x)};
        tell_of_ones(all, 2, 0, 6);
        tell_of_ones(&v, 1, 0, 18);
    }
    ra_release(x);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"failing", program_failing}};

static void calls_that_fail(void **state)
{
    (void)state;
    static const char *const calls[] = {"cusolverDnXgeev_bufferSize", "cusolverDnXgeev"};
    for (int i = 0; i < 2; i++)
        for (int n = 1; n < 4; n++)
            call_fails(calls[i], n, calls[i], "cuSOLVER answers 6");
}

/* Of everything else there is no lack in it. */
static void from_before(void **state)
{
    (void)state;
    static const char *const there_are[] = {"libcuda.so.1", "libnvrtc.so.12", "libcublas.so.12", "older/libcusolver.so.11"};
    char folder[PATH_MAX], text[8192];
    const int code = failing_with(there_are, 4, folder, text, sizeof text);
    for (const char *const *op = (const char *const[]){"linalg_eig(", "linalg_eigvals(", NULL}; *op; op++)
        if (code || strstr(text, "wrong") || !strstr(text, *op) || !strstr(text, "cuSOLVER is too old: cusolverDnXgeev is not there, which it has from version 11.7, of CUDA 12.6, on"))
            fail_msg("exit status %d, %s", code, text);
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(decompositions, 300, NULL, shut_down), HARNESS_TEST(pairs, 100, NULL, shut_down),           HARNESS_TEST(given, 100, NULL, shut_down),
        HARNESS_TEST(no_answer, 100, NULL, shut_down),      HARNESS_TEST(calls_that_fail, 300, NULL, NULL), HARNESS_TEST(from_before, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
