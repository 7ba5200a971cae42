/*
 * Failure injection: a representative program (faults_program.c) in which each allocation and each system call fails once,
 * alone and in company: while another thread cancels what it shows, traces and asks for reports, computes itself, forks
 * children that go on computing under failures of their own, and while it shuts down and starts again in the middle of its
 * work. The company's calls fail as well. No leak, no crash, no hang, no wrong value; afterwards the pool works.
 *
 * All of them with RA_TEST_FULL=1; otherwise as many as a few seconds have room for, spread over all. What was tried is
 * printed.
 */
#define _GNU_SOURCE
#include "helpers/faults.h"
#include "helpers/moments.h"

#include "async/os/os.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <sys/wait.h>

enum { SECONDS = 2, SECONDS_FULL = 3000 };

static faults_actor control = {.name = "control"}, other = {.name = "other"};
static _Atomic bool is_over;
static bool is_child;

/* ---- the failure in force ---- */

static struct {
    enum ra__os_call call;
    long n; /* 0: none, calls are counted */
    const char *company;
    int workers;
} now;

static char described[160];

static void arm(enum ra__os_call call, long n)
{
    now.call = call, now.n = n;
    snprintf(described, sizeof described, "%s, %d workers, %s %ld", now.company, now.workers, ra__os_call_name(call), n);
    harness_now.name = described; /* said where a test runs out of time */
    ra__os_fault_arm_call(call, n, 1);
}

/* ---- company ---- */

static void *cancels(void *unused)
{
    (void)unused;
    while (!atomic_load(&is_over)) {
        ra_tensor *t = faults_take_shown();
        if (t) {
            faults_judge(&other, "ra_cancel", ra_cancel(t));
            faults_judge(&other, "ra_wait", ra_wait(t));
        }
        ra_release(t);
        sched_yield();
    }
    return NULL;
}

static void *observes(void *unused)
{
    (void)unused;
    char path[300], text[1000];
    ra_info info;
    faults_path(path, sizeof path, "trace", ".json");
    while (!atomic_load(&is_over)) {
        faults_judge(&other, "ra_trace_start", ra_trace_start(path));
        ra_report(text, sizeof text);
        (void)ra_get_stats();
        faults_judge(&other, "ra_get_info", ra_get_info(&info));
        ra_trim(0);
        ra_tensor *t = faults_take_shown();
        if (t && ra_tensor_error(t, text, sizeof text) && !*text)
            faults_wrong(&other, "a failure without a word");
        ra_release(t);
        faults_judge(&other, "ra_trace_stop", ra_trace_stop());
        sched_yield();
    }
    return NULL;
}

static void *computes(void *unused)
{
    (void)unused;
    do
        faults_program(&other);
    while (!atomic_load(&is_over));
    return NULL;
}

/* The child of a thread whose work is pending, in a process whose others are anywhere. It starts an engine, works, and ends. */
static void be_child(const ra_tensor *pending)
{
    static faults_actor child = {.name = "child"};
    char path[300];
    float seen[64 * 64];
    is_child = true;
    alarm(30 * HARNESS_SLOWER);
    faults_path(path, sizeof path, child.name, ".npy");
    unlink(path);
    const ra_status s = pending ? ra_copy_to(pending, seen, sizeof seen) : RA_OK;
    if (pending && !s && seen[5] != 64)
        faults_wrong(&child, "what was computed before the fork is %g", seen[5]);
    faults_judge(&child, "what was pending at the fork", s);
    if (now.n)
        ra__os_fault_arm_call(now.call, now.n, 1);
    for (int again = 0; again < 2; again++) { /* with the failure, and without */
        faults_program(&child);
        faults_judge(&child, "ra_wait_all", ra_wait_all());
        ra_status down = RA_OK;
        for (int tries = 0; tries < 3 && (down = ra_shutdown()); tries++)
            faults_judge(&child, "ra_shutdown", down);
        if (down)
            faults_wrong(&child, "it cannot be shut down");
        if (ra_get_memory_stats().in_flight)
            faults_wrong(&child, "%zu bytes in flight", ra_get_memory_stats().in_flight);
        ra__os_fault_disarm();
    }
    if (child.wrong[0])
        fprintf(stderr, "%s: in the child: %s\n", described, child.wrong);
    _exit(child.wrong[0] != 0);
}

static void *forks(void *unused)
{
    (void)unused;
    do {
        ra_tensor *x = ra_ones(RA_DIMS(64, 64)), *y = ra_mm(x, x);
        ra_clear_error();
        fflush(NULL);
        const pid_t child = fork();
        int status = 0;
        if (child == 0)
            be_child(y);
        if (child > 0 && (waitpid(child, &status, 0) != child || status))
            faults_wrong(&other, "the child ended with %#x", (unsigned)status);
        ra_release(x), ra_release(y);
    } while (!atomic_load(&is_over));
    return NULL;
}

/* A thread that is there before a shutdown and after it: in no call meanwhile, but with all that it keeps. */
static pthread_barrier_t between;

static void *stays(void *unused)
{
    (void)unused;
    faults_program(&other);
    faults_leave(&other);
    pthread_barrier_wait(&between);
    pthread_barrier_wait(&between);
    faults_program(&other);
    return NULL;
}

/* ---- one run ---- */

static void init(int workers)
{
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = workers > 0, .fusion = RA_FUSION_ALWAYS};
    faults_judge(&control, "ra_init", ra_init(&config));
}

/* One that found no memory to wait can be repeated. */
static void shut_down(void)
{
    ra_status s = RA_OK;
    for (int tries = 0; tries < 3 && (s = ra_shutdown()); tries++)
        faults_judge(&control, "ra_shutdown", s);
    assert_int_equal(s, RA_OK);
    if (faults_owed())
        fail_msg("%s: %d callbacks and buffers are still owed", described, faults_owed());
}

static void run(void *(*company)(void *))
{
    pthread_t thread;
    atomic_store(&is_over, false);
    init(now.workers);
    if (company)
        assert_int_equal(pthread_create(&thread, NULL, company, NULL), 0);
    faults_program(&control);
    if (company == stays) {
        faults_leave(&control);
        pthread_barrier_wait(&between);
        shut_down();
        init(now.workers > 0 ? now.workers + 1 : -1);
        pthread_barrier_wait(&between);
        faults_program(&control);
    }
    atomic_store(&is_over, true);
    if (company)
        pthread_join(thread, NULL);
    faults_judge(&control, "ra_wait_all", ra_wait_all());
    shut_down();
}

static int entries(const char *path)
{
    int n = 0;
    DIR *d = opendir(path);
    while (d && readdir(d))
        n++;
    if (d)
        closedir(d);
    return n;
}

static void nothing_is_left(int descriptors, int threads)
{
    ra_memory_stats m = ra_get_memory_stats();
    if (control.wrong[0] || other.wrong[0])
        fail_msg("%s: %s%s%s", described, control.wrong, control.wrong[0] && other.wrong[0] ? "; " : "", other.wrong);
    if (m.in_flight || m.live)
        fail_msg("%s: %zu bytes in flight and %zu live", described, m.in_flight, m.live);
    if (faults_left_behind() && ra__os_fault_last() != RA__OS_UNLINK)
        fail_msg("%s: %d temporary files", described, faults_left_behind());
    if (entries("/proc/self/fd") != descriptors)
        fail_msg("%s: %d descriptors, %d before", described, entries("/proc/self/fd"), descriptors);
    EVENTUALLY(entries("/proc/self/task") <= threads); /* one that has been joined may be listed a moment longer */
    faults_folder_remove();
    faults_folder_make();
    control.saved = other.saved = 0;
}

static void the_pool_works(void)
{
    ra_clear_error();
    start(1);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(100)), *y = ra_add(x, 1), *sum = ra_sum(y, RA_ALL), *e = ra_eye(3, 3), *inverse = ra_linalg_inv(e);
    assert_true(item(sum) == 200);
    OK(ra_wait(inverse));
    char path[300];
    faults_path(path, sizeof path, "last", ".json");
    OK(ra_trace_start(path));
    OK(ra_trace_stop());
    ra_release(x), ra_release(y), ra_release(sum), ra_release(e), ra_release(inverse);
    x = y = sum = e = inverse = NULL;
    stop();
}

/* ---- the sweep ---- */

static _Atomic uint32_t toss;

/* Whoever comes to a scheduling point gives way now and then, so that the order of things differs from failure to failure. */
static void give_way(enum ra__point point)
{
    (void)point;
    if (atomic_fetch_add_explicit(&toss, 0x9e3779b9, memory_order_relaxed) >> 29 == 0)
        sched_yield();
}

/* The failures of all kinds in one row, and a step through it that is prime to its length: wherever time runs out, what was
 * tried is spread over all. */
static void sweep(const char *name, void *(*company)(void *), int workers)
{
    const bool full = getenv("RA_TEST_FULL") != NULL;
    long counts[RA__OS_CALL_COUNT], all = 0, tried = 0, hits = 0, at = 0;
    now.company = name, now.workers = workers;
    atomic_store(&ra__point_hooked, give_way);
    arm(RA__OS_CALL_COUNT, 0);
    run(company); /* what is set up once a process */
    ra__os_fault_disarm();
    const int descriptors = entries("/proc/self/fd"), threads = entries("/proc/self/task");
    nothing_is_left(descriptors, threads);
    for (int call = 0; call < RA__OS_CALL_COUNT; call++) {
        counts[call] = LONG_MAX;
        for (int turn = 0; turn < (company ? 3 : 1); turn++) { /* company that goes on as long as the run calls the more often the longer that takes */
            arm((enum ra__os_call)call, 0);
            run(company);
            const long count = ra__os_fault_count();
            ra__os_fault_disarm();
            if (counts[call] > count)
                counts[call] = count;
        }
        if (call == RA__OS_FUTEX_WAIT && counts[call] > 3)
            counts[call] = 3;
        all += counts[call];
    }
    nothing_is_left(descriptors, threads);
    assert_true(all > 50);
    long step = full ? 1 : all * 618 / 1000 | 1;
    while (all % step == 0 && step > 1)
        step += 2;
    const uint64_t end = ra__os_now_ns() + (uint64_t)(full ? SECONDS_FULL : SECONDS) * UINT64_C(1000000000);
    for (; tried < all && ra__os_now_ns() < end; tried++, at = (at + step) % all) {
        int call = 0;
        long n = at;
        for (; n >= counts[call]; call++)
            n -= counts[call];
        arm((enum ra__os_call)call, n + 1);
        run(company);
        ra__os_fault_disarm();
        hits += ra__os_fault_hits();
        nothing_is_left(descriptors, threads);
    }
    print_message("%s, %d workers: %ld of %ld gated calls failed once each (%ld tried)\n", name, workers < 0 ? 0 : workers, hits, all, tried);
    assert_true(hits > tried / 2); /* counts differ a little from run to run */
    the_pool_works();
}

static void alone(void **state)
{
    (void)state;
    sweep("alone", NULL, -1);
    sweep("alone", NULL, 1);
    sweep("alone", NULL, 3);
}

#define COMPANY(test, function)                \
    static void test(void **state)             \
    {                                          \
        (void)state;                           \
        sweep(#function, function, -1);        \
        sweep(#function, function, 2);         \
    }

COMPANY(while_another_thread_cancels, cancels)
COMPANY(while_another_thread_observes, observes)
COMPANY(while_another_thread_computes, computes)
COMPANY(while_the_engine_is_shut_down_and_started, stays)

static void while_another_thread_forks(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__) || (defined(__SANITIZE_ADDRESS__) && !defined(__clang__) && __GNUC__ < 14)
    skip(); /* their runtimes have no children of processes with threads */
#endif
    sweep("forks", forks, -1);
    sweep("forks", forks, 2);
}

static int before(void **state)
{
    (void)state;
    faults_folder_make();
    control.wrong[0] = other.wrong[0] = 0;
    control.saved = other.saved = 0;
    return 0;
}

static int after(void **state)
{
    ra__os_fault_disarm();
    faults_folder_remove();
    return clean_up(state);
}

#define T(function) HARNESS_TEST(function, getenv("RA_TEST_FULL") ? 3 * SECONDS_FULL : 100, before, after)

int main(void)
{
    pthread_barrier_init(&between, NULL, 2);
    const struct CMUnitTest tests[] = {
        T(alone),
        T(while_another_thread_cancels),
        T(while_another_thread_observes),
        T(while_another_thread_computes),
        T(while_another_thread_forks),
        T(while_the_engine_is_shut_down_and_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
