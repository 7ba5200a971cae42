/*
 * Results that lie where inputs do, and results that lie where one another do: operators of several results, with some of
 * them kept.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

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

typedef struct unwanted {
    ra_tensor *after, *w, *m;
} unwanted;

/* A matrix that is written once h is let go, and eigenvectors over it. */
static unwanted record_unwanted(held *h)
{
    const unwanted u = {held_new(h, 1), ra_zeros(RA_DIMS(2)), by_columns(2)};
    OK(ra_wait(u.w));
    ra_reset_stats();
    write_matrix(u.m, u.after);
    OK(ra_linalg_eigh_out(u.w, u.m, u.m, NULL));
    return u;
}

/* That an operator reads what it writes does not keep it, nor what made that, from being dropped with its results. */
static void what_only_reads_its_own_results_is_dropped(void **state)
{
    (void)state;
    for (int first = 0; first < 2; first++) {
        start(1);
        held h = {0};
        const unwanted u = record_unwanted(&h);
        ra_release(first ? u.w : u.m);
        ra_release(first ? u.m : u.w);
        let_go(&h);
        OK(ra_wait_all());
        assert_in_range(ra_get_stats().dropped, first ? 1 : 2, 4);
        ra_release(u.after);
        stop();
    }
}

static void *release_last(void *handle)
{
    ra_release(handle);
    return NULL;
}

/* Nor is what comes behind it, and would read what it was to write: from the moment on when it is dropped. */
static void what_is_behind_one_that_is_dropped_is_not_run(void **state)
{
    (void)state;
    pthread_t releases;
    start(1);
    held h = {0};
    const unwanted u = record_unwanted(&h);
    OK(ra_neg_(u.m));
    ra_release(u.m);
    gate_close(RA__POINT_DROP);
    assert_int_equal(pthread_create(&releases, NULL, release_last, u.w), 0);
    EVENTUALLY(atomic_load(&gate_arrived));
    let_go(&h);
    assert_int_equal(ra_get_stats().dropped, 3); /* it, what comes behind it, and what wrote the matrix */
    gate_release();
    OK(ra_wait_all());
    pthread_join(releases, NULL);
    ra_release(u.after);
    stop();
}

/* ---- results over one another ---- */

static void refuses(ra_status s, const char *why)
{
    assert_int_equal(s, RA_ERR_OVERLAP);
    assert_non_null(strstr(ra_last_error(), why));
    ra_clear_error();
}

static ra_tensor *int64_zeros(ra_dims sizes)
{
    return ra_zeros(sizes, RA_OPTS(ra_zeros, .dtype = RA_INT64));
}

static void results_that_share_memory_are_refused(void **state)
{
    (void)state;
    start(1);
    ra_tensor *up = ra_arange(0, 10, 1), *x = ra_flip(up, RA_DIMS(0)), *m = ra_ones(RA_DIMS(4, 4)), *none = int64_zeros(RA_DIMS(0));
    ra_tensor *a = int64_zeros(RA_DIMS(10)), *same = ra_ref(a), *e = int64_zeros(RA_DIMS(0)), *line = int64_zeros(RA_DIMS(30));
    ra_tensor *first = ra_narrow(line, 0, 0, 10), *second = ra_narrow(line, 0, 9, 10), *one = ra_narrow(line, 0, 0, 1), *far = ra_narrow(line, 0, 10, 10);
    ra_tensor *q = ra_zeros(RA_DIMS(4, 4)), *q0 = ra_zeros(RA_DIMS(0));
    refuses(ra_sort_out(a, a, x, 0), "values and indices are one handle");
    refuses(ra_sort_out(e, e, x, 0), "one handle");
    refuses(ra_sort_out(e, e, none, 0), "one handle");
    refuses(ra_sort_out(a, same, x, 0), "values and indices share memory");
    refuses(ra_sort_out(first, second, x, 0), "share memory");
    refuses(ra_sort_out(one, second, x, 0), "share memory"); /* once it has grown */
    refuses(ra_sort_out(second, one, x, 0), "share memory");
    refuses(ra_linalg_qr_out(q, q, m), "one handle");
    refuses(ra_linalg_qr_out(q0, q0, m), "one handle");
    assert_int_equal(ra_numel(e), 0);
    assert_int_equal(ra_numel(one), 1);
    ra_tensor *any = ra_any(line, RA_ALL);
    assert_true(item(any) == 0);
    OK(ra_sort_out(one, far, x, 0)); /* it ends where the other begins */
    int64_t found[20];
    ra_tensor *both = ra_narrow(line, 0, 0, 20);
    OK(ra_copy_to(both, found, sizeof found));
    for (int i = 0; i < 10; i++)
        assert_true(found[i] == i && found[10 + i] == 9 - i);
    RELEASE(up, x, m, none, a, same, e, line, first, second, one, far, q, q0, any, both);
    stop();
}

/* Columns of one matrix lie between one another, and share nothing: as results, and as result and input. */
static void results_between_one_another_are_computed(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        ra_tensor *base = int64_zeros(RA_DIMS(5, 3)), *values = ra_select(base, 1, 0), *indices = ra_select(base, 1, 2), *middle = ra_select(base, 1, 1);
        ra_tensor *up = ra_arange(0, 5, 1), *x = ra_flip(up, RA_DIMS(0));
        OK(ra_sort_out(values, indices, x, 0));
        OK(ra_add_out(middle, values, 10));
        int64_t found[15];
        OK(ra_copy_to(base, found, sizeof found));
        for (int i = 0; i < 5; i++)
            assert_true(found[3 * i] == i && found[3 * i + 1] == 10 + i && found[3 * i + 2] == 4 - i);
        RELEASE(base, values, indices, middle, up, x);
        stop();
    }
}

int main(void)
{
#define T(f) TEST_AROUND(f, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(what_another_result_needs_is_computed), T(what_another_result_needs_is_well_again), T(what_only_reads_its_own_results_is_dropped),
                                       T(what_is_behind_one_that_is_dropped_is_not_run), T(results_that_share_memory_are_refused), T(results_between_one_another_are_computed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
