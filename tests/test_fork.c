/*
 * Promise 7, second half: the parent of a fork waits for no kernel; the child has a working library, in which finished
 * tensors are valid and unfinished ones are poisoned with a status of their own.
 *
 * A child tells by its exit status which of its checks failed: the line, modulo 251, plus 1.
 */
#define _GNU_SOURCE
#include "helpers/asleep.h"
#include "helpers/child.h"
#include "helpers/taken_apart.h"

#include "async/os/os.h"

#include <pthread.h>
#include <sys/syscall.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) \
            _exit(__LINE__ % 251 + 1); \
    } while (0)

static bool child_works(int workers)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers};
    if (ra_init(&config))
        return false;
    ra_tensor *x = ra_arange(RA_I(0), RA_I(100000), RA_I(1), RA_OPTS(ra_arange, .dtype = RA_INT64)), *y = ra_add(x, 1), *sum = ra_sum(y, RA_ALL);
    int64_t v = 0;
    bool right = !ra_item_i64(sum, &v) && v == INT64_C(100000) * 100001 / 2;
    ra_release(x), ra_release(y), ra_release(sum);
    return right && !ra_shutdown();
}

static void assert_child_ended_well(pid_t child)
{
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!WIFEXITED(status))
        fail_msg("the child ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status))
        fail_msg("a check of the child failed at line %d modulo 251", WEXITSTATUS(status) - 1);
}

/* The child has the parent's alarm no more: one of its own, so that it cannot hang. */
static pid_t fork_limited(void)
{
    fflush(NULL);
    pid_t p = fork();
    if (p == 0)
        alarm(10 * HARNESS_SLOWER);
    return p;
}

static void while_a_kernel_runs(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 3; workers++) {
        start(workers);
        held h = {0};
        ra_tensor *finished = ra_full(RA_DIMS(1000), RA_F(2)), *running = held_new(&h, 4), *waiting = ra_add(running, 1);
        ra_tensor *half = ra_zeros(RA_DIMS(4)), *part = ra_narrow(half, 0, 2, 1), *apart = ra_narrow(half, 0, 0, 2);
        OK(ra_wait(finished));
        OK(ra_wait(half));
        RA_AUTO ra_tensor *one = ra_narrow(running, 0, 0, 1);
        OK(ra_copy_(part, one));
        EVENTUALLY(atomic_load(&h.running));
        pid_t child = fork_limited();
        if (child == 0) {
            CHECK(atomic_load(&h.running) > 0 && atomic_load(&h.done) == 0); /* the hostile moment */
            CHECK(at(finished, 999) == 2);
            CHECK(ra_wait(running) == RA_ERR_FORKED);
            CHECK(ra_wait(waiting) == RA_ERR_FORKED);
            CHECK(ra_is_ready(waiting));
            CHECK(ra_wait(part) == RA_ERR_FORKED);
            CHECK(ra_wait(apart) == RA_OK && at(apart, 1) == 0); /* these bytes had been written */
            ra_clear_error();
            RA_AUTO ra_tensor *more = ra_add(finished, 1), *poisoned = ra_add(waiting, 1); /* starts the engine anew */
            CHECK(at(more, 0) == 3);
            CHECK(ra_wait(poisoned) == RA_ERR_FORKED);
            ra_clear_error();
            CHECK(ra_fill_(waiting, 6.0) == RA_OK && at(waiting, 3) == 6); /* overwritten, it is well again */
            CHECK(ra_shutdown() == RA_OK);
            CHECK(child_works(-1) && child_works(2));
            _exit(0);
        }
        assert_child_ended_well(child);
        assert_int_equal(atomic_load(&h.done), 0); /* the parent waited for nothing */
        let_go(&h);
        assert_true(at(waiting, 3) == 1004 && at(half, 2) == 1000);
        ra_release(finished), ra_release(running), ra_release(waiting), ra_release(half), ra_release(part), ra_release(apart), ra_release(one);
        one = NULL;
        stop();
    }
}

/* Parts of a range are with thieves when the process forks: the child's workers must not go on with them. */
static void while_a_range_is_shared(void **state)
{
    (void)state;
    start(3);
    held h = {0};
    ra_tensor *t = held_new(&h, 64);
    EVENTUALLY(atomic_load(&h.running) == 3);
    assert_true(ra_get_stats().grains_stolen > 0);
    pid_t child = fork_limited();
    if (child == 0) {
        int before = atomic_load(&h.running);
        let_go(&h);
        CHECK(child_works(3) && child_works(-1));
        CHECK(atomic_load(&h.running) == before && atomic_load(&h.done) == 0); /* nobody took it up */
        CHECK(ra_wait(t) == RA_ERR_FORKED);
        _exit(0);
    }
    assert_child_ended_well(child);
    let_go(&h);
    assert_true(at(t, 63) == 1063);
    assert_int_equal(atomic_load(&h.done), 64);
    ra_release(t);
    stop();
}

/* In the middle of its steps: the child goes on with none, and computes the same bits anew. */
static void while_a_matrix_is_taken_apart(void **state)
{
    (void)state;
    static const int at_grain[] = {0, 9, 17};
    for (int i = 0; i < 3; i++)
        for (int workers = 1; workers <= 3; workers++) {
            start(workers);
            seed = SEED;
            ra_set_execution(RA_SYNC);
            RA_AUTO ra_tensor *a = made(RA_FLOAT32, 500, 500, true), *alone = ra_linalg_cholesky(a);
            ra_set_execution(RA_RUN_AHEAD);
            const uint64_t expected = digest(alone);
            hold_grain(at_grain[i]);
            RA_AUTO ra_tensor *factor = ra_linalg_cholesky(a), *behind = ra_mul(factor, 2), *part = ra_narrow(factor, 0, 0, 1);
            EVENTUALLY(atomic_load(&gate_arrived));
            pid_t child = fork_limited();
            if (child == 0) {
                CHECK(!atomic_load(&gate_open)); /* the hostile moment */
                CHECK(ra_wait(factor) == RA_ERR_FORKED && ra_wait(behind) == RA_ERR_FORKED && ra_wait(part) == RA_ERR_FORKED);
                ra_clear_error();
                CHECK(ra_wait(alone) == RA_OK && digest(alone) == expected);
                CHECK(ra_linalg_cholesky_out(factor, a) == RA_OK && ra_wait(factor) == RA_OK && digest(factor) == expected); /* computed anew, it is well again */
                CHECK(ra_wait(behind) == RA_ERR_FORKED);
                ra_clear_error();
                CHECK(ra_shutdown() == RA_OK);
                CHECK(child_works(2));
                _exit(0);
            }
            assert_child_ended_well(child);
            assert_false(ra_is_ready(factor)); /* the parent has waited for nothing */
            gate_release();
            OK(ra_wait(factor));
            assert_true(digest(factor) == expected);
            assert_true(at(behind, 0) == 2 * at(part, 0));
            ra_release(a), ra_release(alone), ra_release(factor), ra_release(behind), ra_release(part);
            a = alone = factor = behind = part = NULL;
            stop();
        }
}

static void before_the_first_use_and_after_the_last(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        pid_t child = fork_limited();
        if (child == 0) {
            CHECK(child_works(2));
            _exit(0);
        }
        assert_child_ended_well(child);
        start(2);
        RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(10)), *y = ra_add(x, 1);
        assert_true(at(y, 0) == 2);
        ra_release(x), ra_release(y);
        x = y = NULL;
        stop();
    }
}

/* A chain of forks, each child the parent of the next. */
static void children_have_children(void **state)
{
    (void)state;
    start(2);
    ra_tensor *x = ra_full(RA_DIMS(100), RA_F(1));
    OK(ra_wait(x));
    pid_t child = fork_limited();
    if (child == 0) {
        ra_tensor *y = ra_add(x, 1);
        CHECK(at(y, 0) == 2);
        held h = {0};
        ra_tensor *running = held_new(&h, 1);
        EVENTUALLY(atomic_load(&h.running));
        pid_t grandchild = fork_limited();
        if (grandchild == 0) {
            CHECK(at(x, 0) == 1 && at(y, 99) == 2);
            CHECK(ra_wait(running) == RA_ERR_FORKED);
            CHECK(child_works(2));
            _exit(0);
        }
        int status;
        CHECK(waitpid(grandchild, &status, 0) == grandchild && status == 0);
        let_go(&h);
        CHECK(at(running, 0) == 1000);
        _exit(0);
    }
    assert_child_ended_well(child);
    ra_release(x);
    stop();
}

/* ---- while other threads are in the middle of calls ---- */

static _Atomic int hammering, hammered;

static void *hammers(void *arg)
{
    (void)arg;
    for (int64_t i = 0; atomic_load(&hammering); i++) {
        RA_AUTO ra_tensor *x = ra_full(RA_DIMS(1 + i % 50), RA_F(2)), *y = ra_add(x, 1), *z = ra_mul(y, x), *view = ra_narrow(z, 0, 0, 1);
        double v = 0;
        if (i % 4 == 0 && (ra_item_f64(view, &v) || v != 6))
            abort();
        atomic_fetch_add(&hammered, 1);
        if (i % 64 == 0)
            usleep(500); /* or the children have no processor */
    }
    return NULL;
}

static void while_other_threads_record_and_wait(void **state)
{
    (void)state;
#if defined(__SANITIZE_ADDRESS__)
    skip(); /* gcc 12's allocator under ASan may be held by another thread at the fork, and stays so in the child */
#endif
    enum { THREADS = 3 };
    start(2);
    pthread_t threads[THREADS];
    atomic_store(&hammering, 1);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hammers, NULL), 0);
    long forks = harness_rounds(10);
    for (long i = 0; i < forks; i++) {
        int before = atomic_load(&hammered);
        EVENTUALLY(atomic_load(&hammered) > before); /* they are at it */
        pid_t child = fork_limited();
        if (child == 0) {
            CHECK(child_works(i % 3 == 0 ? -1 : 2));
            _exit(0);
        }
        assert_child_ended_well(child);
    }
    atomic_store(&hammering, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    stop();
}

/* ---- from a callback, also while a shutdown waits for it ---- */

static _Atomic int forked_inside, child_status;

static void forks(void *context, ra_status status)
{
    (void)context, (void)status;
    pid_t child = fork_limited();
    if (child == 0) {
        CHECK(child_works(1));
        _exit(0);
    }
    int ended = -1;
    waitpid(child, &ended, 0);
    atomic_store(&child_status, ended);
    atomic_fetch_add(&forked_inside, 1);
}

static void from_a_callback(void **state)
{
    (void)state;
    for (int during_shutdown = 0; during_shutdown < 2; during_shutdown++) {
        start(1);
        atomic_store(&forked_inside, 0);
        held h = {0};
        ra_tensor *x = held_new(&h, 1);
        OK(ra_on_ready(x, forks, NULL));
        ra_release(x);
        let_go(&h);
        if (!during_shutdown)
            EVENTUALLY(atomic_load(&forked_inside));
        stop();
        assert_int_equal(atomic_load(&forked_inside), 1);
        assert_int_equal(atomic_load(&child_status), 0);
    }
}

/* ---- while a thread loads a library ---- */

static _Atomic int loading, forked;
static int forker;

/* In the constructor of what is being loaded: until the fork has been made, or waits for the end of this. */
static void constructed(void)
{
    atomic_store(&loading, 1);
    EVENTUALLY(atomic_load(&forked) || (atomic_load(&loading) == 2 && is_asleep(forker)));
    atomic_store(&loading, 0);
}

static void about_to_fork(void)
{
    if (atomic_load(&loading) == 1)
        atomic_store(&loading, 2);
}

static void has_forked(void)
{
    atomic_store(&forked, 1);
}

/* Of the child of a fork in the middle of it, nobody could say what its loader is like. */
static int fork_while_loading(const char *workers)
{
    char path[PATH_MAX], address[32];
    child_beside("tests/told.so", path, sizeof path);
    snprintf(address, sizeof address, "%p", (void *)(uintptr_t)constructed);
    setenv("TEST_CONSTRUCTOR", address, 1);
    setenv("RUNAHEAD_BLAS", path, 1);
    forker = (int)syscall(SYS_gettid);
    if (ra_init(&(ra_config){.size = sizeof(ra_config), .workers = atoi(workers)}))
        return 2;
    if (pthread_atfork(about_to_fork, has_forked, NULL)) /* the last one is the first that prepares */
        return 3;
    RA_AUTO ra_tensor *x = ra_eye(3, 3), *inverse = ra_linalg_inv(x);
    EVENTUALLY(atomic_load(&loading));
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        CHECK(atomic_load(&loading) == 0);
        unsetenv("TEST_CONSTRUCTOR");
        CHECK(child_works(1));
        _exit(0);
    }
    int status = -1;
    if (waitpid(child, &status, 0) != child || status)
        return 4;
    return ra_wait(inverse) == RA_ERR_BLAS ? 0 : 5;
}

/* The thread that is to load has been made, and is kept from beginning: the child has no such thread, and must not wait for it. */
static int fork_before_loading(const char *unused)
{
    (void)unused;
    if (ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1}) || !ra__os_loader_enter())
        return 2;
    RA_AUTO ra_tensor *x = ra_eye(3, 3), *inverse = ra_linalg_inv(x);
    pid_t child = fork();
    ra__os_loader_leave();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        CHECK(child_works(1));
        RA_AUTO ra_tensor *y = ra_eye(3, 3), *again = ra_linalg_inv(y);
        const ra_status s = ra_wait(again);
        CHECK(s == RA_OK || s == RA_ERR_BLAS);
        _exit(0);
    }
    int status = -1;
    if (waitpid(child, &status, 0) != child || status)
        return 4;
    const ra_status s = ra_wait(inverse);
    return s == RA_OK || s == RA_ERR_BLAS ? 0 : 5;
}

static void while_a_library_is_loaded(void **state)
{
    (void)state;
    child_ends_well("fork_before_loading", "");
    child_ends_well("fork_while_loading", "1");
    child_ends_well("fork_while_loading", "2");
}

/* A borrowed buffer of a task that the child does not have is given back there, too. */
static _Atomic int given_back;

static void gives_back(void *context)
{
    (void)context;
    atomic_fetch_add(&given_back, 1);
}

static void borrowed_buffers_come_back(void **state)
{
    (void)state;
    static float buffer[4] = {1, 2, 3, 4};
    start(1);
    atomic_store(&given_back, 0);
    held h = {0};
    ra_tensor *slow = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    ra_tensor *borrowed = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), RA_OPTS(ra_from_data, .release = gives_back)), *sum = ra_add(borrowed, slow);
    ra_release(borrowed);
    pid_t child = fork_limited();
    if (child == 0) {
        CHECK(atomic_load(&given_back) == 0);
        CHECK(ra_wait(sum) == RA_ERR_FORKED);
        CHECK(child_works(1));
        CHECK(atomic_load(&given_back) == 1);
        _exit(0);
    }
    assert_child_ended_well(child);
    assert_int_equal(atomic_load(&given_back), 0);
    let_go(&h);
    assert_true(at(sum, 3) == 1004);
    EVENTUALLY(atomic_load(&given_back));
    ra_release(slow), ra_release(sum);
    stop();
    assert_int_equal(atomic_load(&given_back), 1);
}

/* What the forking thread has begun goes on in the child, on another thread that runs it: the child's workers are inside a kernel. */
static void what_is_urgent_goes_on(void **state)
{
    (void)state;
    start(1);
    ra_urgent_begin();
    ra_tensor *x = ra_full(RA_DIMS(200), 2.0);
    EVENTUALLY(ra_is_ready(x));
    pid_t child = fork_limited();
    if (child == 0) {
        held own = {0};
        ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .relief_percent = -1};
        CHECK(ra_init(&config) == RA_OK);
        ra_tensor *holds = held_new(&own, 1);
        EVENTUALLY(atomic_load(&own.running));
        ra_tensor *y = ra_add(x, 1), *z = ra_mul(y, 2);
        EVENTUALLY(ra_is_ready(z));
        CHECK(at(z, 199) == 6);
        CHECK(ra_urgent_end() == RA_OK && ra_urgent_end() == RA_ERR_STATE);
        let_go(&own);
        ra_release(holds), ra_release(y), ra_release(z);
        CHECK(ra_shutdown() == RA_OK);
        _exit(0);
    }
    assert_child_ended_well(child);
    OK(ra_urgent_end());
    ra_release(x);
    stop();
}

/* TSan does not let the child of a program with threads start threads. Before gcc 14 ASan's allocator is copied by a fork as it
 * is, locks that other threads hold included, and the child may wait for ever in a malloc. */
#if defined(__SANITIZE_THREAD__) || (defined(__SANITIZE_ADDRESS__) && !defined(__clang__) && __GNUC__ < 14)
#define FORK_IS_UNSAFE 1
static void skipped(void **state)
{
    (void)state;
    skip();
}
#endif

#define T(function) TEST_AROUND(function, NULL, clean_up)

static const child_program programs[] = {{"fork_before_loading", fork_before_loading}, {"fork_while_loading", fork_while_loading}};

int main(int argc, char **argv)
{
    CHILD_MAIN(argc, argv, programs);
#ifdef FORK_IS_UNSAFE
    return cmocka_run_group_tests_name("fork", (const struct CMUnitTest[]){cmocka_unit_test(skipped)}, NULL, NULL);
#endif
    const struct CMUnitTest tests[] = {T(while_a_kernel_runs), T(while_a_range_is_shared), T(while_a_matrix_is_taken_apart),
                                       T(before_the_first_use_and_after_the_last), T(children_have_children),
                                       HARNESS_TEST(while_other_threads_record_and_wait, 60, NULL, clean_up), T(from_a_callback), T(while_a_library_is_loaded), T(borrowed_buffers_come_back), T(what_is_urgent_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
