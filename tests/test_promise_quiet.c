/*
 * Promise 8: it stays out of the way. Idle costs no CPU; no signal handler, no output, no change to the host's threads,
 * floating-point state, or BLAS; threads named and with signals blocked; affinity respected.
 */
#define _GNU_SOURCE
#include "helpers/moments.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

static int64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

/* Something of everything: workers, both lanes, the callback thread. */
static void work(void)
{
    char path[] = "/tmp/runahead-quiet-XXXXXX";
    close(mkstemp(path));
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(300, 300)), *y = ra_mm(x, x), *sum = ra_sum(y, RA_ALL), *saved = ra_save_npy(path, y), *loaded = ra_load_npy(path);
    int fd = -1;
    (void)loaded;
    ra_clear_error();
    OK(ra_wait(saved));
    OK(ra_ready_fd(sum, &fd));
    OK(ra_wait_all());
    ra_clear_error();
    close(fd);
    unlink(path);
}

static void idle_costs_no_cpu(void **state)
{
    (void)state;
    start(3);
    work();
    usleep(200000); /* whoever was about to sleep */
    uint64_t slept = ra_get_stats().sleeps;
    assert_true(slept > 0); /* workers had work, and lay down again */
    int64_t before = cpu_ns();
    sleep(2);
    int64_t burnt = cpu_ns() - before;
    assert_int_equal(ra_get_stats().sleeps, slept); /* nobody woke up for nothing */
    assert_in_range(burnt, 0, HARNESS_SANITIZED ? 200000000 : 4000000); /* of two seconds */
    stop();
}

/* ---- threads ---- */

/* Those that were there before the engine: the program's own, an emulator's, a sanitizer's. */
static int hosts[64], host_count;

static void each_thread(void (*see)(int thread, void *context), void *context)
{
    DIR *d = opendir("/proc/self/task");
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.')
            see(atoi(e->d_name), context);
    closedir(d);
}

static void note_host(int thread, void *context)
{
    (void)context;
    assert_true(host_count < (int)(sizeof hosts / sizeof *hosts));
    hosts[host_count++] = thread;
}

static void note_hosts(void)
{
    host_count = 0;
    each_thread(note_host, NULL);
}

/* A thread's name, and which signals it blocks. Empty for one that has just ended. */
static unsigned long long status_of(int thread, char name[64])
{
    char path[64], line[256];
    unsigned long long blocked = 0;
    name[0] = 0;
    snprintf(path, sizeof path, "/proc/self/task/%d/status", thread);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        sscanf(line, "Name: %63s", name);
        sscanf(line, "SigBlk: %llx", &blocked);
    }
    if (f)
        fclose(f);
    return blocked;
}

/* A sanitizer starts its thread when it likes. */
static bool is_ours(int thread)
{
    char name[64];
    for (int i = 0; i < host_count; i++)
        if (hosts[i] == thread)
            return false;
    status_of(thread, name);
    return !HARNESS_SANITIZED || !strncmp(name, "ra-", 3);
}

struct ours {
    int count;
    bool all_named, all_blocked;
};

static void look_at(int thread, void *context)
{
    struct ours *ours = context;
    char name[64];
    if (!is_ours(thread))
        return;
    const unsigned long long blocked = status_of(thread, name);
    ours->count++;
    ours->all_named &= !strncmp(name, "ra-", 3);
    for (int s = 1; s < 32; s++)
        ours->all_blocked &= s == SIGKILL || s == SIGSTOP || (blocked >> (s - 1) & 1);
}

static struct ours threads_of_ours(void)
{
    struct ours ours = {.all_named = true, .all_blocked = true};
    each_thread(look_at, &ours);
    return ours;
}

static void threads_are_named(void **state)
{
    (void)state;
    note_hosts();
    start(3);
    work();
    assert_true(threads_of_ours().count >= 3);
    EVENTUALLY(threads_of_ours().all_named); /* one that relieves a worker may just have been made, and names itself first */
    stop();
    EVENTUALLY(threads_of_ours().count == 0); /* a joined thread may still be in the list for a moment */
}

/* Whether the system tells which signals a thread blocks: an emulator's threads have masks of the emulator's own. */
static bool masks_can_be_seen(void)
{
    sigset_t all, before;
    char name[64];
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const unsigned long long seen = status_of(getpid(), name);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return (seen >> (SIGINT - 1) & 1) && (seen >> (SIGSEGV - 1) & 1);
}

static void threads_block_signals(void **state)
{
    (void)state;
    if (!masks_can_be_seen()) {
        print_message("# the system does not tell what a thread blocks\n");
        skip();
    }
    note_hosts();
    start(3);
    work();
    const struct ours ours = threads_of_ours();
    assert_true(ours.count >= 3);
    assert_true(ours.all_blocked);
    stop();
}

static void signal_handlers_are_the_hosts(void **state)
{
    (void)state;
    struct sigaction before[65], after;
    sigset_t mask_before, mask_after;
    memset(before, 0, sizeof before);
    for (int s = 1; s < 65; s++)
        sigaction(s, NULL, &before[s]);
    sigprocmask(SIG_SETMASK, NULL, &mask_before);
    start(2);
    work();
    stop();
    for (int s = 1; s < 65; s++)
        if (!sigaction(s, NULL, &after))
            assert_true(after.sa_handler == before[s].sa_handler);
    sigprocmask(SIG_SETMASK, NULL, &mask_after);
    for (int s = 1; s < 32; s++)
        assert_int_equal(sigismember(&mask_before, s), sigismember(&mask_after, s));
}

/* What a child prints on both streams, errors included. */
static size_t output_of(void (*run)(void), char *text, size_t room)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        dup2(ends[1], 1);
        dup2(ends[1], 2);
        close(ends[0]);
        run();
        exit(0);
    }
    close(ends[1]);
    size_t n = 0;
    for (ssize_t got; n < room - 1 && (got = read(ends[0], text + n, room - 1 - n)) > 0;)
        n += (size_t)got;
    text[n] = 0;
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    return n;
}

static void fails_in_every_way(void)
{
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3, 4)), *bad = ra_mm(x, x), *zero = ra_zeros(RA_DIMS(3, 3)), *inverse = ra_linalg_inv(zero);
    RA_AUTO ra_tensor *none = ra_load_npy("/nowhere.npy"), *wide = ra_empty(RA_DIMS(INT64_C(1) << 60, 1 << 20));
    (void)!ra_wait(inverse);
    (void)!ra_wait(bad);
    (void)none, (void)wide;
    (void)!ra_shutdown();
}

static void nothing_is_printed(void **state)
{
    (void)state;
    char text[4096];
    size_t n = output_of(fails_in_every_way, text, sizeof text);
    if (n)
        fail_msg("printed: %s", text);
}

static void asks_for_a_report(void)
{
    setenv("RUNAHEAD_REPORT", "1", 1);
    ra_set_site("loop.c", 77);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(500, 500)), *y = ra_mm(x, x);
    (void)!ra_wait(y);
}

/* But for what was asked for. */
static void the_report_is_printed_at_the_end(void **state)
{
    (void)state;
    char text[8192];
    output_of(asks_for_a_report, text, sizeof text);
    assert_non_null(strstr(text, "Control threads waited"));
    assert_non_null(strstr(text, "loop.c:77"));
}

static void in_a_child(void (*run)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        run();
        _exit(0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status)
        fail_msg("the child ended with %#x", status);
}

/* Ends the child where a thread of the engine may run elsewhere than the mask says. */
static void look_at_affinity(int thread, void *mask)
{
    cpu_set_t its;
    if (is_ours(thread) && (sched_getaffinity(thread, sizeof its, &its) || !CPU_EQUAL((cpu_set_t *)mask, &its)))
        _exit(5);
}

static void bound_to_one(void)
{
    cpu_set_t one;
    note_hosts();
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    if (sched_setaffinity(0, sizeof one, &one))
        _exit(2);
    ra_info info;
    if (ra_init(NULL) || ra_get_info(&info) || info.workers != 1)
        _exit(3);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(1000)), *y = ra_add(x, 1), *sum = ra_sum(y, RA_ALL);
    double v = 0;
    if (ra_item_f64(sum, &v) || v != 2000)
        _exit(4);
    each_thread(look_at_affinity, &one);
    if (ra_shutdown())
        _exit(6);
}

static void affinity_is_respected(void **state)
{
    (void)state;
    in_a_child(bound_to_one);
}

/* ---- the host's floating-point state ---- */

static void flush_to_zero_stays_outside(void **state)
{
    (void)state;
#if defined(__x86_64__)
    for (int workers = -1; workers <= 1; workers += 2)
        for (int inlined = 0; inlined < 2; inlined++) {
            ra_config config = {.size = sizeof config, .workers = workers, .no_inline = !inlined};
            OK(ra_init(&config));
            static const float tiny = 1e-40f;
            double seen[3];
            ra_stats before = ra_get_stats();
            unsigned host = _mm_getcsr();
            _mm_setcsr(host | 0x8040); /* flush to zero, denormals are zero */
            RA_AUTO ra_tensor *x = ra_from_copy(&tiny, RA_FLOAT32, RA_DIMS(1)), *same = ra_mul(x, 1), *half = ra_mul(x, 0.5), *more = ra_add(half, 1e-40);
            ra_status s = ra_item_f64(same, &seen[0]) | ra_item_f64(half, &seen[1]) | ra_item_f64(more, &seen[2]);
            unsigned left = _mm_getcsr();
            _mm_setcsr(host);
            ra_stats after = ra_get_stats();
            OK(s);
            assert_int_equal(left & 0x8040, 0x8040);
            assert_true(seen[0] == (double)tiny);
            assert_true(seen[1] == (double)(tiny * 0.5f));
            assert_true(seen[2] == (double)(tiny * 0.5f + tiny));
            if (!inlined) /* both ways have been taken */
                assert_true(after.recorded > before.recorded);
            ra_release(x), ra_release(same), ra_release(half), ra_release(more);
            x = same = half = more = NULL;
            stop();
        }
#else
    skip();
#endif
}

/* ---- the host's OpenBLAS ---- */

static void the_hosts_blas_keeps_its_threads(void **state)
{
    (void)state;
    void *host = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
    int (*get)(void) = host ? (int (*)(void))(uintptr_t)dlsym(host, "openblas_get_num_threads") : NULL;
    void (*set)(int) = host ? (void (*)(int))(uintptr_t)dlsym(host, "openblas_set_num_threads") : NULL;
    if (!get || !set) {
        if (host)
            dlclose(host);
        skip(); /* the host has none */
    }
    set(2);
    int before = get();
    start(2);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(400, 400)), *y = ra_mm(x, x);
    assert_true(at(y, 7) == 400);
    ra_release(x), ra_release(y);
    x = y = NULL;
    stop();
    assert_int_equal(get(), before);
}

static void the_hosts_scheduling_is_its_own(void **state)
{
    (void)state;
    int policy = sched_getscheduler(0), nice = getpriority(PRIO_PROCESS, 0);
    start(2);
    work();
    assert_int_equal(sched_getscheduler(0), policy);
    assert_int_equal(getpriority(PRIO_PROCESS, 0), nice);
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(affinity_is_respected), T(nothing_is_printed), T(the_report_is_printed_at_the_end), T(signal_handlers_are_the_hosts),
                                       T(threads_are_named), T(threads_block_signals), T(idle_costs_no_cpu), T(flush_to_zero_stays_outside), T(the_hosts_blas_keeps_its_threads),
                                       T(the_hosts_scheduling_is_its_own)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
