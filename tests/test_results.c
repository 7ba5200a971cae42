/*
 * Results that lie where inputs do, and results that lie where one another do: operators of several results, with some of
 * them kept.
 */
#include "moments.h"
#include "release.h"

/* A column-major float32 matrix, as LAPACK writes it, of zeros. */
static ra_tensor *by_columns(int64_t n)
{
    ra_tensor *m = ra_empty_strided(RA_DIMS(n, n), RA_DIMS(1, n));
    OK(ra_zero_(m));
    OK(ra_wait(m));
    return m;
}

/* [4 2; 6 3] once `after` is there, written into m. Its lower half has the eigenvalues -2.52 and 9.52. */
static void write_matrix(ra_tensor *m, const ra_tensor *after)
{
    static const float values[] = {4, 2, 2, 1};
    ra_tensor *zero = ra_mul(after, 0), *source = ra_from_copy(values, RA_FLOAT32, RA_DIMS(2, 2)), *sum = ra_add(source, zero);
    OK(ra_cumsum_out(m, sum, 0));
    RELEASE(zero, source, sum);
}

static bool has_eigenvalues(const ra_tensor *w)
{
    return at(w, 0) > -2.53f && at(w, 0) < -2.51f && at(w, 1) > 9.51f && at(w, 1) < 9.53f;
}

/* Eigenvectors over the matrix itself, whose handle goes; the eigenvalues are kept, and need what the matrix held. */
static void what_another_result_needs_is_computed(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        held h = {0};
        ra_tensor *after = held_new(&h, 1), *w = ra_zeros(RA_DIMS(2)), *m = by_columns(2);
        write_matrix(m, after);
        OK(ra_linalg_eigh_out(w, m, m, NULL));
        ra_release(m);
        let_go(&h);
        assert_true(has_eigenvalues(w));
        assert_int_equal(ra_get_stats().dropped, 0);
        RELEASE(after, w);
        stop();
    }
}

/* The matrix had failed, and is well once it is written: so are the eigenvalues. */
static void what_another_result_needs_is_well_again(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        held h = {0}, bad = {.open = true, .status = RA_ERR_VALUE};
        ra_tensor *failed = held_new(&bad, 1), *w = ra_zeros(RA_DIMS(2)), *m = by_columns(2);
        OK(ra_copy_(m, failed));
        assert_int_equal(ra_wait(m), RA_ERR_VALUE);
        ra_clear_error();
        ra_tensor *after = held_new(&h, 1);
        write_matrix(m, after);
        OK(ra_linalg_eigh_out(w, m, m, NULL));
        ra_release(m);
        let_go(&h);
        assert_true(has_eigenvalues(w));
        RELEASE(failed, after, w);
        stop();
    }
}

/* That an operator reads what it writes does not keep it, nor what made that, from being dropped with its results. */
static void what_only_reads_its_own_results_is_dropped(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        start(1);
        held h = {0};
        ra_tensor *after = held_new(&h, 1), *w = ra_zeros(RA_DIMS(2)), *m = by_columns(2);
        OK(ra_wait(w));
        ra_reset_stats();
        write_matrix(m, after);
        OK(ra_linalg_eigh_out(w, m, m, NULL));
        ra_release(first ? w : m);
        ra_release(first ? m : w);
        let_go(&h);
        OK(ra_wait_all());
        assert_in_range(ra_get_stats().dropped, first ? 1 : 2, 4);
        ra_release(after);
        stop();
    }
}

int main(void)
{
#define T(f) TEST_AROUND(f, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(what_another_result_needs_is_computed), T(what_another_result_needs_is_well_again), T(what_only_reads_its_own_results_is_dropped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
