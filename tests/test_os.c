/* The operating-system layer: what os.h promises, each call's failure, and the gate that makes them fail. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "async/os/os.h"

/* Every test has a limit of its own. */
static int disarm(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    return 0;
}

/* ---- threads ---- */

struct seen {
    char name[16];
    int tid, unblocked, policy, nice, class_error;
    bool background;
    struct ra__os_cpuset where;
};

static void look_around(void *arg)
{
    struct seen *seen = arg;
    sigset_t blocked;
    seen->tid = ra__os_gettid();
    pthread_getname_np(pthread_self(), seen->name, sizeof seen->name);
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    for (int s = 1; s < 32; s++)
        seen->unblocked += s != SIGKILL && s != SIGSTOP && !sigismember(&blocked, s);
    ra__os_affinity_get(0, &seen->where);
    seen->class_error = ra__os_thread_class(seen->background ? RA__OS_BACKGROUND : RA__OS_NORMAL);
    seen->policy = sched_getscheduler(0);
    seen->nice = getpriority(PRIO_PROCESS, (id_t)ra__os_gettid());
}

/* What a process was started with under `nice` only a privilege takes back. */
static void skip_where_nice(void)
{
    if (getpriority(PRIO_PROCESS, 0) <= 0 || geteuid() == 0)
        return;
    print_message("started with a niceness that this user may not take back\n");
    skip();
}

static void test_thread(void **state)
{
    (void)state;
    skip_where_nice();
    for (int background = 0; background < 2; background++) {
        struct ra__os_thread thread;
        struct seen seen = {.background = background};
        assert_int_equal(ra__os_thread_create(&thread, 7, look_around, &seen, NULL), 0);
        ra__os_thread_join(&thread);
        assert_string_equal(seen.name, "ra-7");
        assert_int_equal(seen.unblocked, 0);
        assert_int_not_equal(seen.tid, ra__os_gettid());
        assert_int_equal(seen.class_error, 0);
        if (background)
            assert_true(seen.policy == SCHED_IDLE || seen.nice == 19);
        else
            assert_int_equal(seen.policy, SCHED_OTHER);
    }
    /* The caller's own mask and class are as before. */
    sigset_t mine;
    pthread_sigmask(SIG_SETMASK, NULL, &mine);
    assert_false(sigismember(&mine, SIGTERM));
    assert_int_equal(sched_getscheduler(0), SCHED_OTHER);
}

static void test_thread_affinity(void **state)
{
    (void)state;
    struct ra__os_cpuset all, one = {{0}}, absent = {{0}};
    assert_int_equal(ra__os_affinity_get(0, &all), 0);
    int cpu = 0;
    while (!ra__os_cpuset_has(&all, cpu))
        cpu++;
    ra__os_cpuset_add(&one, cpu);
    ra__os_cpuset_add(&absent, RA__OS_CPUS_MAX - 1);
    assert_int_equal(ra__os_cpuset_count(&one), 1);

    struct ra__os_thread thread;
    struct seen seen = {.background = false};
    assert_int_equal(ra__os_thread_create(&thread, 1, look_around, &seen, &one), 0);
    ra__os_thread_join(&thread);
    assert_memory_equal(&seen.where, &one, sizeof one);

    /* CPUs that do not exist are a wish not granted, no failure. */
    assert_int_equal(ra__os_affinity_set(0, &absent), -EINVAL);
    assert_int_equal(ra__os_thread_create(&thread, 2, look_around, &seen, &absent), 0);
    ra__os_thread_join(&thread);
    assert_memory_equal(&seen.where, &all, sizeof all);
}

/* ---- futex ---- */

struct baton {
    _Atomic uint32_t word;
    int payload; /* plain: the futex word must order it, also in the eyes of ThreadSanitizer */
};

static void pass_baton(void *arg)
{
    struct baton *baton = arg;
    baton->payload = 42;
    atomic_store_explicit(&baton->word, 1, memory_order_release);
    ra__os_futex_wake(&baton->word, INT_MAX);
}

static void test_futex(void **state)
{
    (void)state;
    for (int round = 0; round < 200; round++) {
        struct baton baton = {.word = 0};
        struct ra__os_thread thread;
        assert_int_equal(ra__os_thread_create(&thread, 0, pass_baton, &baton, NULL), 0);
        while (!atomic_load_explicit(&baton.word, memory_order_acquire))
            assert_int_equal(ra__os_futex_wait(&baton.word, 0, RA__OS_FOREVER), 0);
        assert_int_equal(baton.payload, 42);
        ra__os_thread_join(&thread);
    }
}

static void test_futex_deadline(void **state)
{
    (void)state;
    _Atomic uint32_t word = 3;
    const uint64_t start = ra__os_now_ns(), deadline = start + 5000000;
    int result;
    while (!(result = ra__os_futex_wait(&word, 3, deadline)))
        ;
    assert_int_equal(result, -ETIMEDOUT);
    assert_true(ra__os_now_ns() >= deadline);
    assert_int_equal(ra__os_futex_wait(&word, 3, 1), -ETIMEDOUT); /* long past */
    assert_int_equal(ra__os_futex_wait(&word, 4, RA__OS_FOREVER), 0); /* another value: no sleep */
    assert_int_equal(ra__os_futex_wake(&word, 1), 0);
    ra__os_fault_arm_call(RA__OS_FUTEX_WAIT, 1, 1);
    assert_int_equal(ra__os_futex_wait(&word, 3, RA__OS_FOREVER), 0); /* would hang but for the spurious wake */
    assert_int_equal(ra__os_fault_hits(), 1);
}

/* ---- eventfd ---- */

static int readable(int fd)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 0);
}

static void test_event(void **state)
{
    (void)state;
    int fd;
    assert_int_equal(ra__os_event_create(&fd), 0);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    assert_int_equal(readable(fd), 0);
    assert_int_equal(ra__os_event_drain(fd), 0);
    assert_int_equal(ra__os_event_signal(fd), 0);
    assert_int_equal(ra__os_event_signal(fd), 0);
    assert_int_equal(readable(fd), 1);
    assert_int_equal(ra__os_event_drain(fd), 0);
    assert_int_equal(readable(fd), 0);
    const uint64_t most = UINT64_MAX - 1; /* a full counter: signalling must not block */
    assert_int_equal(write(fd, &most, sizeof most), sizeof most);
    assert_int_equal(ra__os_event_signal(fd), 0);
    assert_int_equal(readable(fd), 1);
    assert_int_equal(ra__os_close(fd), 0);
    assert_int_equal(ra__os_event_signal(fd), -EBADF);
    assert_int_equal(ra__os_event_drain(fd), -EBADF);
}

/* ---- files ---- */

static void test_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/ra-test-os-XXXXXX", target[64], name[128], second[128], text[32];
    assert_non_null(mkdtemp(folder));
    snprintf(target, sizeof target, "%s/data", folder);
    int fd = -1, other = -1;
    assert_int_equal(ra__os_create_beside(target, name, 10, &fd), -ENAMETOOLONG);
    assert_int_equal(fd, -1);
    assert_int_equal(ra__os_create_beside(target, name, sizeof name, &fd), 0);
    assert_int_equal(ra__os_create_beside(target, second, sizeof second, &other), 0);
    assert_string_not_equal(name, second);
    assert_memory_equal(name, target, strlen(folder) + 1);
    assert_int_equal(ra__os_close(other), 0);
    assert_int_equal(ra__os_unlink(second), 0);
    assert_int_equal(ra__os_unlink(second), -ENOENT);

    assert_int_equal(ra__os_write_full(fd, "hello world", 11), 0);
    assert_int_equal(ra__os_fsync(fd), 0);
    assert_int_equal(ra__os_close(fd), 0);
    assert_int_equal(ra__os_rename(name, target), 0);
    assert_int_equal(ra__os_fsync_folder_of(target), 0);
    assert_int_equal(ra__os_fsync_folder_of("no-folder-part"), 0);

    assert_int_equal(ra__os_open_read(target, &fd), 0);
    assert_true(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    uint64_t size;
    assert_int_equal(ra__os_file_size(fd, &size), 0);
    assert_int_equal(size, 11);
    size_t got;
    assert_int_equal(ra__os_pread_full(fd, text, 5, 6, &got), 0);
    assert_int_equal(got, 5);
    assert_memory_equal(text, "world", 5);
    assert_int_equal(ra__os_pread_full(fd, text, 20, 6, &got), 0);
    assert_int_equal(got, 5);
    assert_int_equal(ra__os_pread_full(fd, text, 20, 100, &got), 0);
    assert_int_equal(got, 0);
    assert_int_equal(ra__os_pread_full(fd, text, 20, UINT64_MAX, &got), -EOVERFLOW);
    assert_int_equal(ra__os_write_full(fd, "x", 1), -EBADF); /* opened for reading */
    assert_int_equal(ra__os_close(fd), 0);
    assert_int_equal(ra__os_close(fd), -EBADF);

    assert_int_equal(ra__os_read_text(target, text, 12), 0);
    assert_string_equal(text, "hello world");
    assert_int_equal(ra__os_read_text(target, text, 11), -EFBIG);
    assert_string_equal(text, "");
    assert_int_equal(ra__os_read_text(folder, text, sizeof text), -EISDIR);
    assert_int_equal(ra__os_read_text("/proc/self/comm", text, sizeof text), 0);
    assert_true(strlen(text) > 0);

    assert_int_equal(ra__os_unlink(target), 0);
    assert_int_equal(ra__os_open_read(target, &fd), -ENOENT);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(ra__os_file_size(ends[0], &size), -ESPIPE);
    close(ends[0]);
    close(ends[1]);
    assert_int_equal(rmdir(folder), 0); /* nothing was left behind */
}

static void test_disk_full(void **state)
{
    (void)state;
    int fd = open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        skip();
    assert_int_equal(ra__os_write_full(fd, "x", 1), -ENOSPC);
    ra__os_close(fd);
}

/* ---- the rest ---- */

static void test_dl_and_environment(void **state)
{
    (void)state;
    void *library = NULL, *address = NULL;
    char why[200];
    assert_int_equal(ra__os_dlopen("libno-such-library.so", &library, why, sizeof why), -ENOENT);
    assert_non_null(strstr(why, "libno-such-library"));
    assert_int_equal(ra__os_dlopen("libm.so.6", &library, NULL, 0), 0);
    assert_int_equal(ra__os_dlsym(library, "no_such_symbol", &address), -ENOENT);
    assert_null(address);
    assert_int_equal(ra__os_dlsym(library, "cos", &address), 0);
    assert_non_null(address);
    ra__os_dlclose(library);

    assert_int_equal(ra__os_setenv("RA_TEST_OS", "a"), 0);
    assert_string_equal(ra__os_getenv("RA_TEST_OS"), "a");
    assert_int_equal(ra__os_setenv("RA_TEST_OS", ""), 0);
    assert_null(ra__os_getenv("RA_TEST_OS"));
    assert_int_equal(ra__os_setenv("RA_TEST_OS", NULL), 0);
    assert_null(ra__os_getenv("RA_TEST_OS"));
    assert_int_equal(ra__os_getpid(), getpid());
    assert_true(ra__os_cpu_now() >= 0);
    ra__os_yield();
    ra__os_relax();
}

static void test_cpu_level(void **state)
{
    (void)state;
    const int level = ra__os_cpu_level();
#if defined(__x86_64__)
    assert_in_range(level, 1, 5);
    assert_int_equal(level == 5, level >= 4 && __builtin_cpu_supports("avx512bf16"));
    /* The compiler knows single features in its own way. */
    if (level >= 2)
        assert_true(__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt"));
    assert_int_equal(level >= 3, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && level >= 3);
    if (level == 3)
        assert_false(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                     __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                     __builtin_cpu_supports("avx512cd"));
    if (level == 2)
        assert_false(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2"));
#else
    assert_int_equal(level, 0);
#endif
}

static int in_child;
static void note_child(void)
{
    in_child++;
}

static void test_atfork(void **state)
{
    (void)state;
    assert_int_equal(ra__os_atfork(NULL, NULL, note_child), 0);
    pid_t child = fork();
    if (!child)
        _exit(in_child == 1 ? 0 : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(in_child, 0);
}

/* ---- the gate ---- */

static int writable_data = 1;

/* Every gated call once; what each returned goes into errors[], by kind. Leaves nothing behind. */
static void every_call(int *errors)
{
    struct ra__os_thread thread;
    struct seen seen = {.background = false};
    struct ra__os_cpuset set;
    void *p = NULL, *address;
    int fd = -1;
    uint64_t size;
    size_t got;
    char text[256], name[256], beside[64]; /* a file that there is not */
    _Atomic uint32_t word = 0;
    snprintf(beside, sizeof beside, "/tmp/runahead-os-%d", (int)getpid());

    errors[RA__OS_HEAP] = (p = ra__os_alloc(1)) ? 0 : -ENOMEM;
    ra__os_free(p);
    errors[RA__OS_AFFINITY_GET] = ra__os_affinity_get(0, &set);
    errors[RA__OS_AFFINITY_SET] = errors[RA__OS_AFFINITY_GET] ? 0 : ra__os_affinity_set(0, &set);
    errors[RA__OS_THREAD_CLASS] = ra__os_thread_class(RA__OS_NORMAL);
    errors[RA__OS_ATFORK] = ra__os_atfork(NULL, NULL, NULL);
    errors[RA__OS_FUTEX_WAIT] = ra__os_futex_wait(&word, 1, 0);
    errors[RA__OS_EVENT_CREATE] = ra__os_event_create(&fd);
    if (fd >= 0) {
        errors[RA__OS_EVENT_SIGNAL] = ra__os_event_signal(fd);
        errors[RA__OS_EVENT_DRAIN] = ra__os_event_drain(fd);
        close(fd);
    }
    if (!(errors[RA__OS_MAP] = ra__os_map(65536, 65536, 0, &p))) {
        int huge = ra__os_advise_huge(p, 65536, true), node = ra__os_bind_node(p, 65536, 0);
        /* Both may fail by themselves: only an armed failure counts here. */
        errors[RA__OS_ADVISE_HUGE] = ra__os_fault_last() == RA__OS_ADVISE_HUGE ? huge : 0;
        errors[RA__OS_BIND_NODE] = ra__os_fault_last() == RA__OS_BIND_NODE ? node : 0;
        node = ra__os_page_nodes(&p, 1, &(int){0});
        errors[RA__OS_PAGE_NODES] = ra__os_fault_last() == RA__OS_PAGE_NODES ? node : 0;
        errors[RA__OS_DISCARD] = ra__os_discard(p, 65536);
        if ((errors[RA__OS_UNMAP] = ra__os_unmap(p, 65536)))
            munmap(p, 65536);
    }
    if (!(errors[RA__OS_CREATE] = ra__os_create_beside(beside, name, sizeof name, &fd))) {
        errors[RA__OS_WRITE] = ra__os_write_full(fd, "abc", 3);
        errors[RA__OS_FSYNC] = ra__os_fsync(fd);
        errors[RA__OS_FILE_SIZE] = ra__os_file_size(fd, &size);
        errors[RA__OS_CLOSE] = ra__os_close(fd);
        assert_int_equal(fcntl(fd, F_GETFD), -1); /* closed whatever it said */
        errors[RA__OS_RENAME] = ra__os_rename(name, name);
        if (!(errors[RA__OS_OPEN] = ra__os_open_read(name, &fd))) {
            errors[RA__OS_READ] = ra__os_pread_full(fd, text, 3, 0, &got);
            close(fd);
        }
        if ((errors[RA__OS_UNLINK] = ra__os_unlink(name)))
            unlink(name);
    }
    if (!(errors[RA__OS_DLOPEN] = ra__os_dlopen("libm.so.6", &p, text, sizeof text))) {
        const void *map;
        errors[RA__OS_DLSYM] = ra__os_dlsym(p, "cos", &address);
        errors[RA__OS_LINK_MAP] = ra__os_link_map(p, &map);
        ra__os_dlclose(p);
    }
    errors[RA__OS_PROTECT] = ra__os_make_writable(&writable_data, sizeof writable_data);
    errors[RA__OS_READ_TEXT] = ra__os_read_text("/proc/self/comm", text, sizeof text);
    errors[RA__OS_SETENV] = ra__os_setenv("RA_TEST_OS", NULL);
    errors[RA__OS_TOPOLOGY] = ra__os_should_fail(RA__OS_TOPOLOGY) ? -ENOSYS : 0;
    /* Last: the thread itself makes gated calls. */
    errors[RA__OS_THREAD_CREATE] = ra__os_thread_create(&thread, 1, look_around, &seen, NULL);
    if (!errors[RA__OS_THREAD_CREATE])
        ra__os_thread_join(&thread);
}

static void test_sweep(void **state)
{
    (void)state;
    skip_where_nice();
    int errors[RA__OS_CALL_COUNT] = {0};
    ra__os_free(ra__os_alloc(1)); /* the heap has memory for that one: it maps none below */
    ra__os_fault_arm(0);
    every_call(errors);
    const long calls = ra__os_fault_count();
    assert_int_equal(ra__os_fault_hits(), 0);
    assert_int_equal(ra__os_fault_last(), RA__OS_CALL_COUNT);
    static const bool swept[RA__OS_CALL_COUNT] = {
#define X(name, error, swept) swept,
        RA__OS_CALLS(X)
#undef X
    };
    int kinds = 0;
    for (int k = 0; k < RA__OS_CALL_COUNT; k++)
        kinds += swept[k];
    assert_true(calls >= kinds);
    for (int k = 0; k < RA__OS_CALL_COUNT; k++)
        assert_int_equal(errors[k], 0);
    bool met[RA__OS_CALL_COUNT] = {false};
    for (long n = 1; n <= calls; n++) {
        memset(errors, 0, sizeof errors);
        ra__os_fault_arm(n);
        every_call(errors);
        assert_int_equal(ra__os_fault_hits(), 1);
        const int kind = (int)ra__os_fault_last();
        met[kind] = true;
        for (int k = 0; k < RA__OS_CALL_COUNT; k++)
            if (k != kind)
                assert_int_equal(errors[k], 0);
        if (n <= calls - 2) /* the last two are the thread's own */
            assert_true(errors[kind] < 0);
    }
    for (int k = 0; k < RA__OS_CALL_COUNT; k++) {
        if (met[k] != swept[k])
            fail_msg("%s %s", ra__os_call_name((enum ra__os_call)k), swept[k] ? "never failed" : "failed in a sweep");
    }
}

static void test_one_kind(void **state)
{
    (void)state;
    ra__os_fault_arm_call(RA__OS_MAP, 2, 2);
    void *maps[4], *heap;
    int results[4];
    for (int i = 0; i < 4; i++) {
        assert_non_null(heap = ra__os_alloc(8));
        ra__os_free(heap);
        results[i] = ra__os_map(4096, ra__os_page_size(), 0, &maps[i]);
        if (!results[i])
            ra__os_unmap(maps[i], 4096);
    }
    assert_int_equal(results[0], 0);
    assert_int_equal(results[1], -ENOMEM);
    assert_int_equal(results[2], -ENOMEM);
    assert_int_equal(results[3], 0);
    assert_int_equal(ra__os_fault_count(), 4);
    assert_int_equal(ra__os_fault_hits(), 2);
    ra__os_fault_disarm();
    assert_non_null(heap = ra__os_alloc(8));
    ra__os_free(heap);
    assert_int_equal(ra__os_fault_count(), 4);
    assert_string_equal(ra__os_call_name(RA__OS_MAP), "MAP");
}

enum { GATE_THREADS = 4, GATE_CALLS = 5000 };

static void hammer_gate(void *arg)
{
    long *failed = arg;
    for (int i = 0; i < GATE_CALLS; i++)
        *failed += ra__os_should_fail(RA__OS_HEAP);
}

static void test_gate_is_exact_in_threads(void **state)
{
    (void)state;
    struct ra__os_thread threads[GATE_THREADS];
    long failed[GATE_THREADS][16] = {{0}};
    ra__os_fault_arm_call(RA__OS_HEAP, 1000, 37);
    for (int i = 0; i < GATE_THREADS; i++)
        assert_int_equal(ra__os_thread_create(&threads[i], i, hammer_gate, failed[i], NULL), 0);
    long total = 0;
    for (int i = 0; i < GATE_THREADS; i++) {
        ra__os_thread_join(&threads[i]);
        total += failed[i][0];
    }
    assert_int_equal(total, 37);
    assert_int_equal(ra__os_fault_hits(), 37);
    assert_int_equal(ra__os_fault_count(), GATE_THREADS * GATE_CALLS);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, disarm)
    const struct CMUnitTest tests[] = {
        TEST(test_thread),
        TEST(test_thread_affinity),
        TEST(test_futex),
        TEST(test_futex_deadline),
        TEST(test_event),
        TEST(test_files),
        TEST(test_disk_full),
        TEST(test_dl_and_environment),
        TEST(test_cpu_level),
        TEST(test_atfork),
        TEST(test_sweep),
        TEST(test_one_kind),
        TEST(test_gate_is_exact_in_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
