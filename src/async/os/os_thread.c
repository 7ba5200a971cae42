/* os_thread.c - threads of this process: making them, their class, where they run, what is called at their end. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/os_gate.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int ra__os_cpuset_count(const struct ra__os_cpuset *set)
{
    int count = 0;
    for (int i = 0; i < RA__OS_CPUS_MAX / 64; i++)
        count += __builtin_popcountll(set->bits[i]);
    return count;
}

static void *thread_main(void *record)
{
    struct ra__os_thread *thread = record;
    /* Named by itself: no debugger ever sees it run under the name of its parent. */
    pthread_setname_np(pthread_self(), thread->name);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL); /* what it runs for the program may find out who it is */
    thread->run(thread->arg);
    return NULL;
}

static struct ra__os_cpuset home;
static _Atomic bool has_home;

int ra__os_thread_home(void)
{
    int error = ra__os_affinity_get(0, &home);
    atomic_store_explicit(&has_home, error == 0, memory_order_release);
    return error;
}

/* One attempt; `set` may be NULL. `ordinary`: in the ordinary class, whatever the caller's. */
static int thread_start(struct ra__os_thread *thread, const struct ra__os_cpuset *set, bool ordinary)
{
    /* Room for kernels with automatic arrays and for LAPACK, whatever the ulimit says; only virtual until touched. */
    const size_t stack = (size_t)8 << 20;
    pthread_attr_t attributes;
    int error = pthread_attr_init(&attributes);
    if (error)
        return -error;
    error = pthread_attr_setstacksize(&attributes, stack);
    if (!error && set)
        error = pthread_attr_setaffinity_np(&attributes, sizeof set->bits, (const cpu_set_t *)(const void *)set->bits);
    if (!error && ordinary) {
        const struct sched_param none = {.sched_priority = 0};
        pthread_attr_setschedpolicy(&attributes, SCHED_OTHER);
        pthread_attr_setschedparam(&attributes, &none);
        error = pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    }
    if (!error) {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before); /* inherited: there is no moment with signals open */
        error = pthread_create(&thread->handle, &attributes, thread_main, thread);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&attributes);
    return -error;
}

int ra__os_thread_create(struct ra__os_thread *thread, int number, void (*run)(void *arg), void *arg,
                         const struct ra__os_cpuset *affinity)
{
    GATE(RA__OS_THREAD_CREATE);
    thread->run = run;
    thread->arg = arg;
    snprintf(thread->name, sizeof thread->name, "ra-%d", number);
    const struct ra__os_cpuset *set = affinity ? affinity : atomic_load_explicit(&has_home, memory_order_acquire) ? &home : NULL;
    bool ordinary = sched_getscheduler(0) != SCHED_OTHER; /* else there is nothing to ask for */
    int error = thread_start(thread, set, ordinary);
    if (error == -EPERM && ordinary) /* an unprivileged thread in the background cannot make one that is not */
        error = thread_start(thread, set, false);
    if (error == -EINVAL && set)
        error = thread_start(thread, NULL, false);
    return error;
}

static pthread_key_t exit_key;
static void (*_Atomic exit_leave)(void); /* once there is a key */

static void thread_exits(void *unused)
{
    (void)unused;
    atomic_load_explicit(&exit_leave, memory_order_acquire)();
}

int ra__os_thread_exit_init(void (*leave)(void))
{
    if (ra__os_should_fail(RA__OS_ATFORK))
        return -EAGAIN;
    const int error = pthread_key_create(&exit_key, thread_exits);
    if (!error)
        atomic_store_explicit(&exit_leave, leave, memory_order_release);
    return -error;
}

void ra__os_at_thread_exit(void)
{
    if (atomic_load_explicit(&exit_leave, memory_order_acquire))
        pthread_setspecific(exit_key, &exit_key);
}

void ra__os_thread_join(struct ra__os_thread *thread)
{
    (void)UNCANCELLED(pthread_join(thread->handle, NULL));
}

uint64_t ra__os_thread_used_ns(const struct ra__os_thread *thread)
{
    clockid_t clock;
    struct timespec used;
    if (pthread_getcpuclockid(thread->handle, &clock) || clock_gettime(clock, &used))
        return 0;
    return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

bool ra__os_thread_is_runnable(int tid)
{
    char path[64], text[512];
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
    if (ra__os_read_text(path, text, sizeof text))
        return false;
    const char *name_ends = strrchr(text, ')'); /* the name may have anything in it */
    return name_ends && !strncmp(name_ends, ") R", 3);
}

void ra__os_call_deep(void (*run)(void *arg), void *arg)
{
    enum { NUMBER = 9003 };
    struct ra__os_thread thread;
    if (ra__os_thread_create(&thread, NUMBER, run, arg, NULL))
        run(arg);
    else
        ra__os_thread_join(&thread);
}

int ra__os_cancel_defer(void)
{
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

void ra__os_cancel_restore(int before)
{
    pthread_setcancelstate(before, NULL);
}

void ra__os_cancel_point(void)
{
    pthread_testcancel();
}

/* Of the ordinary class, and as nice as the program is: its first thread, which is nobody else's to change. */
static int make_ordinary(int tid)
{
    const struct sched_param none = {.sched_priority = 0};
    if (sched_setscheduler(tid, SCHED_OTHER, &none))
        return -errno;
    const int wanted = getpriority(PRIO_PROCESS, (id_t)getpid());
    if (getpriority(PRIO_PROCESS, (id_t)tid) > wanted && setpriority(PRIO_PROCESS, (id_t)tid, wanted))
        return -errno;
    return 0;
}

int ra__os_thread_class(enum ra__os_class wanted)
{
    GATE(RA__OS_THREAD_CLASS);
    const struct sched_param none = {.sched_priority = 0};
    const int self = ra__os_gettid(); /* Linux keeps niceness per thread */
    if (wanted == RA__OS_BACKGROUND) {
        if (!sched_setscheduler(0, SCHED_IDLE, &none))
            return 0;
        return setpriority(PRIO_PROCESS, (id_t)self, 19) ? -errno : 0;
    }
    return make_ordinary(self);
}

int ra__os_thread_raise(int tid)
{
    GATE(RA__OS_THREAD_CLASS);
    return make_ordinary(tid);
}

void ra__os_thread_long_slices(void)
{
    const struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t runtime, deadline, period;
    } wanted = {.size = sizeof wanted, .policy = SCHED_OTHER, .nice = getpriority(PRIO_PROCESS, (id_t)ra__os_gettid()), .runtime = 100000000};
    (void)syscall(SYS_sched_setattr, 0, &wanted, 0);
}

int ra__os_affinity_get(int tid, struct ra__os_cpuset *set)
{
    GATE(RA__OS_AFFINITY_GET);
    struct ra__os_cpuset found = {{0}};
    if (sched_getaffinity(tid, sizeof found.bits, (cpu_set_t *)(void *)found.bits))
        return -errno;
    *set = found;
    return 0;
}

int ra__os_affinity_set(int tid, const struct ra__os_cpuset *set)
{
    GATE(RA__OS_AFFINITY_SET);
    return sched_setaffinity(tid, sizeof set->bits, (const cpu_set_t *)(const void *)set->bits) ? -errno : 0;
}

int ra__os_cpu_now(void)
{
    return sched_getcpu();
}

void ra__os_thread_name(char *name, size_t size)
{
    if (pthread_getname_np(pthread_self(), name, size) && size)
        name[0] = 0;
}

int ra__os_gettid(void)
{
    return (int)syscall(SYS_gettid);
}

int ra__os_getpid(void)
{
    return (int)getpid();
}

int ra__os_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    GATE(RA__OS_ATFORK);
    return -pthread_atfork(prepare, parent, child);
}
