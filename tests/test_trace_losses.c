/*
 * Where a trace ends before all is said: rings that are full, files and pipes that take no more, forks, programs that end.
 */
#include "helpers/trace_reading.h"

#include <sys/stat.h>

static void *floods(void *pushed)
{
    const ra__trace_argument result = {.key = "result", .text = "nothing"};
    for (long i = 0, n = harness_rounds(100000); i < n; i++) {
        ra__trace_named_kernel("flood", 1, ra__os_now_ns(), 5, &result, 1);
        atomic_fetch_add((_Atomic long *)pushed, 1);
    }
    return NULL;
}

/* Faster than anything can be written: what is not in the file is counted, and nothing else is missing. */
static void a_flood_is_counted(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    _Atomic long pushed = 0;
    start(-1);
    OK(ra_trace_start(path));
    for (int i = 0; i < THREADS; i++)
        OK(pthread_create(&threads[i], NULL, floods, &pushed));
    for (int i = 0; i < THREADS; i++)
        OK(pthread_join(threads[i], NULL));
    ra_status s = ra_trace_stop();
    read_trace();
    const json_t *end = only("i", NULL, "end");
    assert_int_equal(s, argument(end, "lost") ? RA_ERR_FILE : RA_OK);
    assert_int_equal(argument(end, "events") + 1, json_array_size(trace));
    assert_int_equal((json_int_t)count_of("X", "kernel", "flood") + argument(end, "lost"), atomic_load(&pushed));
    ra_clear_error();
    forget_trace();
    stop();
}

enum { PUSHED_LATE = 100 };

/* Into a ring that is full, as one may be that another thread has handed on. */
static void *goes_on_in_a_full_ring(void *lost)
{
    const ra__trace_argument result = {.key = "result", .text = "nothing"};
    while (ra__trace_push(&(ra__event){.kind = RA__EVENT_RECORD, .ns = 1}, "fills", ""))
        ;
    (void)ra__trace_lost();
    for (int i = 0; i < PUSHED_LATE; i++)
        ra__trace_named_kernel("late", 1, ra__os_now_ns(), 5, &result, 1);
    *(uint64_t *)lost = ra__trace_lost();
    return NULL;
}

/* The thread's name, which is tried again with each of its events until there is room, is not lost as often. */
static void what_is_tried_again_is_not_lost(void **state)
{
    (void)state;
    pthread_t thread;
    uint64_t lost = 0;
    start(-1);
    OK(ra_trace_start(path));
    OK(ra_trace_stop()); /* nobody empties rings from now on */
    OK(pthread_create(&thread, NULL, goes_on_in_a_full_ring, &lost));
    OK(pthread_join(thread, NULL));
    for (const ra__event *e; (e = ra__trace_take());)
        ra__trace_taken(e);
    assert_int_equal(lost, PUSHED_LATE);
    stop();
}

static void *records_a_little(void *unused)
{
    (void)unused;
    ra_tensor *x = ra_ones(RA_DIMS(8)), *y = ra_cumsum(x, 0);
    ra_release(x), ra_release(y);
    return NULL;
}

/* Threads that end hand their rings on: more threads than there can be rings lose nothing. */
static void threads_come_and_go(void **state)
{
    (void)state;
    enum { THREADS = 200 };
    start(1);
    OK(ra_trace_start(path));
    for (int i = 0; i < THREADS; i++) {
        pthread_t t;
        OK(pthread_create(&t, NULL, records_a_little, NULL));
        OK(pthread_join(t, NULL));
    }
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_int_equal(count_of("X", "record", "record ones"), THREADS);
    assert_true(count_of("M", NULL, "thread_name") > THREADS);
    forget_trace();
    stop();
}

static void a_file_that_cannot_be_written(void **state)
{
    (void)state;
    unsigned long long lost = 0, all = 0;
    start(1);
    assert_int_equal(ra_trace_start(""), RA_ERR_ARGUMENT);
    assert_int_equal(ra_trace_start("/nonexistent/trace.json"), RA_ERR_FILE);
    assert_int_equal(ra_trace_start("/dev/full"), RA_ERR_FILE);
    OK(ra_trace_start(path));
    ra_clear_error();
    assert_int_equal(ra_trace_start(path), RA_ERR_STATE);
    ra_clear_error();
    ra__os_fault_arm_call(RA__OS_WRITE, 1, 1 << 30); /* from here on */
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(8)), *y = ra_cumsum(x, 0);
    OK(ra_wait(y));
    OK(ra_wait_all());
    assert_int_equal(ra_trace_stop(), RA_ERR_FILE);
    assert_true(ra__os_fault_hits() > 0);
    ra__os_fault_disarm();
    assert_int_equal(sscanf(strstr(ra_last_error(), "ra_trace_stop: ") + strlen("ra_trace_stop: "), "%llu of %llu events", &lost, &all), 2);
    assert_true(lost >= 10 && lost < all); /* two of each operator, their arrows, this wait, counters; not what stands at the beginning */
    ra_clear_error();
    read_trace();
    assert_int_equal(json_array_size(trace), all - lost);
    forget_trace();
    ra__os_fault_arm_call(RA__OS_WRITE, 2, 1); /* one write in the middle, whole: what comes after it is there */
    OK(ra_trace_start(path));
    ra_release(y);
    y = ra_cumsum(x, 0);
    OK(ra_wait(y));
    EVENTUALLY(ra__os_fault_hits());
    ra_release(y);
    y = ra_neg(x);
    OK(ra_wait(y));
    OK(ra_wait_all());
    assert_int_equal(ra_trace_stop(), RA_ERR_FILE);
    ra_clear_error();
    read_trace();
    assert_int_equal(count_of("X", "record", "record neg"), 1);
    assert_true(argument(only("i", NULL, "end"), "lost") > 0);
    forget_trace();
    OK(ra_trace_stop()); /* there is none */
    ra_release(x), ra_release(y);
    x = y = NULL;
    stop();
}

static void a_pipe_takes_it_too(void **state)
{
    (void)state;
    int ends[2];
    char name[40];
    start(1);
    OK(pipe(ends));
    snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
    OK(ra_trace_start(name));
    close(ends[1]);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait(x));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    trace = json_loadfd(ends[0], 0, NULL);
    close(ends[0]);
    assert_non_null(trace);
    check_events();
    assert_int_equal(count_of("X", "record", "record ones"), 1);
    forget_trace();
    ra_release(x);
    x = NULL;
    stop();
}

/* ---- fork and exit ---- */

static void wait_for_child(pid_t child)
{
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* TSan does not let the child of a program with threads start threads, and an allocator of ASan may be held in it. */
static void a_fork_in_between(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    skip();
#endif
    char of_child[120];
    snprintf(of_child, sizeof of_child, "%s-child", path);
    start(1);
    OK(ra_trace_start(path));
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 8), *y = ra_cumsum(t, 0);
    EVENTUALLY(atomic_load(&h.running));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        setenv("RUNAHEAD_NO_INLINE", "1", 1);
        ra_tensor *x = ra_ones(RA_DIMS(8)), *z = ra_amax(x, RA_ALL); /* not traced: the trace is the parent's */
        bool good = ra_wait(z) == RA_OK && ra_trace_stop() == RA_OK && ra_trace_start(of_child) == RA_OK;
        ra_tensor *more = ra_cumsum(x, 0);
        good = good && ra_wait(more) == RA_OK && ra_wait_all() == RA_OK && ra_trace_stop() == RA_OK;
        _exit(good ? 0 : 1);
    }
    wait_for_child(child);
    let_go(&h);
    OK(ra_wait(y));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_int_equal(arrows_between("held", "cumsum"), 1);
    assert_int_equal(count_of("X", "record", "record amax"), 0);
    forget_trace();
    char parents[sizeof path];
    strcpy(parents, path);
    strcpy(path, of_child);
    read_trace();
    unlink(path);
    check_events();
    assert_int_equal(count_of("X", "record", "record cumsum"), 1);
    assert_int_equal(count_of("X", "record", NULL), 1);
    forget_trace();
    strcpy(path, parents);
    ra_release(t), ra_release(y);
    t = y = NULL;
    stop();
}

/* RUNAHEAD_TRACE, in a program that ends without a shutdown. */
static void a_program_that_just_ends(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        setenv("RUNAHEAD_TRACE", path, 1);
        setenv("RUNAHEAD_NO_INLINE", "1", 1);
        ra_tensor *x = ra_randn(RA_DIMS(1000)), *y = ra_cumsum(x, 0);
        ra_status s = ra_wait(y);
        ra_release(x), ra_release(y);
        exit(s ? 1 : 0);
    }
    wait_for_child(child);
    read_trace();
    check_events();
    assert_int_equal(count_of("X", "record", "record cumsum"), 1);
    forget_trace();
}

/* The same in a program whose engine is started three times so, and without a trace in between: each of these lives has a file, with a number in
 * front of what ends the name. */
static void a_program_with_three_lives(void **state)
{
    (void)state;
    static const char *const names[] = {"/run.json", "/run.2.json", "/run.3.json"}, *const plain[] = {"/run", "/run.2", "/run.3"};
    char own[sizeof path], folder[sizeof path];
    strcpy(own, path);
    snprintf(folder, sizeof folder, "%.*s.lives", (int)sizeof folder - 32, own);
    for (int k = 0; k < 2; k++) {
        const char *const *name = k ? plain : names;
        assert_int_equal(mkdir(folder, 0700), 0);
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            alarm(20 * HARNESS_SLOWER);
            snprintf(path, sizeof path, "%.*s%s", (int)sizeof path - 32, folder, strrchr(name[0], '/'));
            setenv("RUNAHEAD_NO_INLINE", "1", 1);
            int bad = 0;
            for (int life = 0; life < 3; life++) {
                setenv("RUNAHEAD_TRACE", "", 1);
                bad |= ra_init(NULL) != RA_OK || ra_shutdown() != RA_OK;
                setenv("RUNAHEAD_TRACE", path, 1);
                ra_tensor *x = ra_randn(RA_DIMS(1000)), *y = life == 0 ? ra_cumsum(x, 0) : life == 1 ? ra_amax(x, RA_ALL) : ra_sum(x, RA_ALL);
                bad |= ra_wait(y) != RA_OK;
                ra_release(x), ra_release(y);
                bad |= ra_shutdown() != RA_OK;
            }
            _exit(bad);
        }
        wait_for_child(child);
        for (int life = 0; life < 3; life++) {
            snprintf(path, sizeof path, "%.*s%s", (int)sizeof path - 32, folder, strrchr(name[life], '/'));
            read_trace();
            check_events();
            assert_int_equal(count_of("X", "record", "record cumsum"), life == 0);
            assert_int_equal(count_of("X", "record", "record amax"), life == 1);
            assert_int_equal(count_of("X", "record", "record sum"), life == 2);
            forget_trace();
            unlink(path);
        }
        assert_int_equal(rmdir(folder), 0);
    }
    strcpy(path, own);
}

/* The same in a program that forks: what its child computes is not in its trace, and spoils none of it. */
static void fork_by_the_settings(bool is_over)
{
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    skip();
#endif
    fflush(NULL);
    pid_t parent = fork();
    if (parent == 0) {
        alarm(20 * HARNESS_SLOWER);
        setenv("RUNAHEAD_TRACE", path, 1);
        setenv("RUNAHEAD_NO_INLINE", "1", 1);
        ra_tensor *x = ra_randn(RA_DIMS(1000)), *y = ra_cumsum(x, 0);
        bool good = ra_wait(y) == RA_OK && (!is_over || ra_trace_stop() == RA_OK);
        pid_t child = fork();
        if (child == 0) {
            ra_info info;
            ra_tensor *z = ra_ones(RA_DIMS(8)), *largest = ra_amax(z, RA_ALL);
            good = ra_wait(largest) == RA_OK && ra_get_info(&info) == RA_OK && strstr(info.trace_error, path);
            _exit(good ? 0 : 1);
        }
        int status = 1;
        good = good && waitpid(child, &status, 0) == child && status == 0;
        ra_tensor *z = ra_cumsum(y, 0);
        good = good && ra_wait(z) == RA_OK && ra_trace_stop() == RA_OK;
        _exit(good ? 0 : 1);
    }
    wait_for_child(parent);
    read_trace();
    check_events();
    assert_int_equal(count_of("X", "record", "record cumsum"), is_over ? 1 : 2);
    assert_int_equal(count_of("X", "record", "record amax"), 0);
    forget_trace();
}

static void a_fork_by_the_settings(void **state)
{
    (void)state;
    fork_by_the_settings(false);
    fork_by_the_settings(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {T(a_program_that_just_ends), T(a_program_with_three_lives), T(a_fork_by_the_settings), T(a_flood_is_counted), T(what_is_tried_again_is_not_lost), T(threads_come_and_go), T(a_file_that_cannot_be_written), T(a_pipe_takes_it_too), T(a_fork_in_between)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
