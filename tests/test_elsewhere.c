/*
 * Where a woken thread runs: on a processor that its waker is not on, if it may, and then wherever it could before. Nobody else's
 * decision about that is touched.
 */
#define _GNU_SOURCE
#include "helpers/asleep.h"
#include "helpers/child.h"
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/os/elsewhere.h"
#include "async/os/os.h"
#include "async/pool/parking.h"
#include "async/pool/workers.h"

#include <dirent.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static cpu_set_t home;

static int first_of(const cpu_set_t *set)
{
    int cpu = 0;
    while (!CPU_ISSET(cpu, set))
        cpu++;
    return cpu;
}

static cpu_set_t set_of(int tid)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(tid, sizeof set, &set), 0);
    return set;
}

static cpu_set_t only(int cpu)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    return set;
}

static cpu_set_t home_without(int cpu)
{
    cpu_set_t set = home;
    CPU_CLR(cpu, &set);
    return set;
}

/* ---- one that sleeps ---- */

typedef struct sleeper {
    ra__elsewhere elsewhere;
    pthread_t thread;
    _Atomic int phase, rose, ending, ended_after;
} sleeper;

enum { BEGUN = 1, UP, END };

static _Atomic int let_go_by_now;

static void *sleep_and_rise(void *of)
{
    sleeper *s = of;
    ra__elsewhere_begin(&s->elsewhere);
    atomic_store(&s->phase, BEGUN);
    for (int phase = BEGUN; phase < END;) {
        EVENTUALLY(atomic_load(&s->phase) != phase);
        phase = atomic_load(&s->phase);
        if (phase == UP) {
            ra__elsewhere_risen(&s->elsewhere);
            atomic_store(&s->rose, 1);
        }
    }
    atomic_store(&s->ending, 1);
    ra__elsewhere_end(&s->elsewhere);
    atomic_store(&s->ended_after, atomic_load(&let_go_by_now) ? 1 : -1);
    return NULL;
}

static void sleeper_begin(sleeper *s)
{
    memset(s, 0, sizeof *s);
    assert_int_equal(pthread_create(&s->thread, NULL, sleep_and_rise, s), 0);
    EVENTUALLY(atomic_load(&s->phase) == BEGUN);
}

static void sleeper_end(sleeper *s)
{
    atomic_store(&s->phase, END);
    assert_int_equal(pthread_join(s->thread, NULL), 0);
}

static ra__elsewhere_taken taken_by(int here, int perhaps)
{
    ra__elsewhere_taken t = {.here = here, .perhaps = perhaps};
    ra__os_cpuset_add(&t.set, here);
    return t;
}

static bool is_alone(void)
{
    return CPU_COUNT(&home) < 2;
}

static void a_sleeper_is_kept_from_its_wakers_processor_until_it_is_let_go(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const int here = first_of(&home);
    const cpu_set_t others = home_without(here);
    const ra__elsewhere_taken t = taken_by(here, -1);
    const int to = ra__elsewhere_confine(&s.elsewhere, &t, here);
    assert_int_equal(to, first_of(&others));
    cpu_set_t now = set_of(s.elsewhere.tid);
    assert_true(CPU_EQUAL(&now, &others));
    assert_int_equal(ra__elsewhere_confine(&s.elsewhere, &t, here), -1); /* another waker leaves it alone */
    ra__elsewhere_let_go(&s.elsewhere);
    now = set_of(s.elsewhere.tid);
    assert_true(CPU_EQUAL(&now, &home));
    assert_int_equal(ra__elsewhere_confine(&s.elsewhere, &t, to), to); /* where it was, if it may be there */
    ra__elsewhere_let_go(&s.elsewhere);
    sleeper_end(&s);
}

static void nothing_is_done_where_nothing_is_free(void **state)
{
    (void)state;
    sleeper s;
    sleeper_begin(&s);
    ra__elsewhere_taken all = taken_by(first_of(&home), -1), far = taken_by(RA__OS_CPUS_MAX - 1, -1);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &home))
            ra__os_cpuset_add(&all.set, cpu);
    ra__os_fault_arm_call(RA__OS_AFFINITY_SET, 0, 0);
    assert_int_equal(ra__elsewhere_confine(&s.elsewhere, &all, -1), -1);
    assert_int_equal(ra__elsewhere_confine(&s.elsewhere, &far, -1), -1); /* the waker's is none of its own */
    assert_int_equal(ra__os_fault_count(), 0);
    ra__os_fault_disarm();
    sleeper_end(&s);
}

/* A processor that is perhaps taken is one, where there is no other. */
static void what_is_perhaps_taken_comes_last(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const int here = first_of(&home);
    const cpu_set_t others = home_without(here);
    const int perhaps = first_of(&others);
    const ra__elsewhere_taken t = taken_by(here, perhaps);
    const int to = ra__elsewhere_confine(&s.elsewhere, &t, perhaps);
    assert_true((to == perhaps) == (CPU_COUNT(&others) == 1));
    ra__elsewhere_let_go(&s.elsewhere);
    sleeper_end(&s);
}

static void what_others_decide_stays(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const int here = first_of(&home);
    const cpu_set_t one = only(here);
    const ra__elsewhere_taken t = taken_by(here, -1);
    assert_int_equal(sched_setaffinity(s.elsewhere.tid, sizeof one, &one), 0);
    assert_int_equal(ra__elsewhere_confine(&s.elsewhere, &t, here), -1);
    cpu_set_t now = set_of(s.elsewhere.tid);
    assert_true(CPU_EQUAL(&now, &one));
    assert_int_equal(sched_setaffinity(s.elsewhere.tid, sizeof home, &home), 0); /* it is as it was */
    assert_true(ra__elsewhere_confine(&s.elsewhere, &t, here) >= 0);
    ra__elsewhere_let_go(&s.elsewhere);
    sleeper_end(&s);
}

static void who_could_not_be_let_go_does_it_when_it_is_up(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const ra__elsewhere_taken t = taken_by(first_of(&home), -1);
    assert_true(ra__elsewhere_confine(&s.elsewhere, &t, -1) >= 0);
    ra__os_fault_arm_call(RA__OS_AFFINITY_SET, 1, 1);
    ra__elsewhere_let_go(&s.elsewhere);
    assert_int_equal(ra__os_fault_hits(), 1);
    ra__os_fault_disarm();
    atomic_store(&s.phase, UP);
    EVENTUALLY(atomic_load(&s.rose));
    cpu_set_t now = set_of(s.elsewhere.tid);
    assert_true(CPU_EQUAL(&now, &home));
    assert_true(ra__elsewhere_confine(&s.elsewhere, &t, -1) >= 0); /* wakers may again */
    ra__elsewhere_let_go(&s.elsewhere);
    sleeper_end(&s);
}

/* Of a waker who never comes back. */
static void who_is_up_is_everywhere_again(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const ra__elsewhere_taken t = taken_by(first_of(&home), -1);
    assert_true(ra__elsewhere_confine(&s.elsewhere, &t, -1) >= 0);
    atomic_store(&s.phase, UP);
    EVENTUALLY(atomic_load(&s.rose));
    cpu_set_t now = set_of(s.elsewhere.tid);
    assert_true(CPU_EQUAL(&now, &home));
    ra__elsewhere_let_go(&s.elsewhere);
    sleeper_end(&s);
}

/* Its number may be another thread's when it has ended. */
static void a_thread_does_not_end_while_a_waker_holds_it(void **state)
{
    (void)state;
    enum { TURNS = 10000 };
    if (is_alone())
        skip();
    sleeper s;
    sleeper_begin(&s);
    const ra__elsewhere_taken t = taken_by(first_of(&home), -1);
    atomic_store(&let_go_by_now, 0);
    assert_true(ra__elsewhere_confine(&s.elsewhere, &t, -1) >= 0);
    atomic_store(&s.phase, END);
    EVENTUALLY(atomic_load(&s.ending));
    for (int i = 0; i < TURNS && !atomic_load(&s.ended_after); i++)
        sched_yield();
    atomic_store(&let_go_by_now, 1);
    ra__elsewhere_let_go(&s.elsewhere);
    assert_int_equal(pthread_join(s.thread, NULL), 0);
    assert_int_equal(atomic_load(&s.ended_after), 1);
}

/* ---- the pool ---- */

static void all_asleep(void)
{
    EVENTUALLY(workers_asleep() == ra__pool_workers());
}

static cpu_set_t seen;
static _Atomic int looked;

/* Where the library's threads may run that may not run everywhere, by the waker, when it has a sleeper in hand. One that this thread has
 * made just now may run where it may, until it has said where it belongs. */
static void look_at_threads(enum ra__point point)
{
    if (point != RA__POINT_WAKE || ra__os_gettid() != getpid() || atomic_load(&looked))
        return;
    const cpu_set_t mine = set_of(0);
    DIR *threads = opendir("/proc/self/task");
    for (struct dirent *e; threads && (e = readdir(threads));) {
        const int tid = atoi(e->d_name);
        cpu_set_t its;
        if (tid > 0 && tid != getpid() && sched_getaffinity(tid, sizeof its, &its) == 0 && !CPU_EQUAL(&its, &home) && !CPU_EQUAL(&its, &mine))
            seen = its;
    }
    if (threads)
        closedir(threads);
    atomic_store(&looked, 1);
}

static void look_from(int cpu)
{
    const cpu_set_t here = only(cpu);
    assert_int_equal(sched_setaffinity(0, sizeof here, &here), 0);
    CPU_ZERO(&seen);
    atomic_store(&looked, 0);
    atomic_store(&ra__point_hooked, look_at_threads);
}

static void look_no_more(void)
{
    atomic_store(&ra__point_hooked, NULL);
    assert_int_equal(sched_setaffinity(0, sizeof home, &home), 0);
}

/* Records something on a thread that is kept on one processor; false: no worker was confined meanwhile. */
static bool wakes_from(int cpu)
{
    held h = {.open = true};
    all_asleep();
    look_from(cpu);
    ra_tensor *t = held_new(&h, 1);
    look_no_more();
    assert_true(atomic_load(&looked));
    OK(ra_wait(t));
    ra_release(t);
    all_asleep();
    return CPU_COUNT(&seen) > 0;
}

static void a_worker_is_woken_elsewhere_than_where_its_waker_is(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    start(2);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &home)) {
            assert_true(wakes_from(cpu));
            assert_false(CPU_ISSET(cpu, &seen));
        }
    for (int i = 0; i < ra__pool.count; i++) {
        cpu_set_t its = set_of(atomic_load(&ra__pool.workers[i].tid));
        assert_true(CPU_EQUAL(&its, &home));
    }
    stop();
}

/* What is asked for is looked after by a thread of the ordinary class, which would have to wait for the end of the asker's slice. */
static void who_serves_an_ask_is_woken_elsewhere_too(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    enum { TURNS = 1000 };
    held h = {0};
    start(1);
    ra_tensor *late = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running)); /* no worker is left to be woken */
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
        if (CPU_ISSET(cpu, &home)) {
            look_from(cpu);
            while (!atomic_load(&looked)) { /* until it has gone to sleep before */
                RA_AUTO ra_tensor *t = ra_add(late, 1);
                OK(ra_hurry(t));
                for (int i = 0; i < TURNS && !atomic_load(&looked); i++)
                    sched_yield();
            }
            look_no_more();
            assert_true(CPU_COUNT(&seen) > 0 && !CPU_ISSET(cpu, &seen));
        }
    let_go(&h);
    OK(ra_wait(late));
    ra_release(late);
    stop();
}

static void a_worker_that_others_have_moved_stays_there(void **state)
{
    (void)state;
    if (is_alone())
        skip();
    start(1);
    all_asleep();
    const int cpu = first_of(&home), tid = atomic_load(&ra__pool.workers[0].tid);
    const cpu_set_t one = only(cpu);
    assert_int_equal(sched_setaffinity(tid, sizeof one, &one), 0);
    (void)wakes_from(cpu);
    cpu_set_t its = set_of(tid);
    assert_true(CPU_EQUAL(&its, &one));
    stop();
}

/* Nothing is asked of the system where there is nothing to choose. */
static void with_one_processor_nothing_is_done(void **state)
{
    (void)state;
    const cpu_set_t one = only(first_of(&home));
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    start(2);
    held h = {.open = true};
    all_asleep();
    ra__os_fault_arm_call(RA__OS_AFFINITY_SET, 0, 0);
    ra_tensor *t = held_new(&h, 1);
    OK(ra_wait(t));
    all_asleep();
    assert_int_equal(ra__os_fault_count(), 0);
    ra__os_fault_disarm();
    ra_release(t);
    stop();
    assert_int_equal(sched_setaffinity(0, sizeof home, &home), 0);
}

/* Who finds the only thing there was has nobody look for more. */
static void one_task_wakes_one_worker(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    all_asleep();
    ra_reset_stats();
    ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    assert_int_equal(ra_get_stats().wakes, 1);
    let_go(&h);
    OK(ra_wait(t));
    ra_release(t);
    stop();
}

/* ---- where the system does not allow it ---- */

static int refused(const char *argument)
{
    (void)argument;
    struct sock_filter refuse[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
                                   BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1 /* EPERM */), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const struct sock_fprog program = {.len = sizeof refuse / sizeof *refuse, .filter = refuse};
    sleeper s;
    sleeper_begin(&s);
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
        return 77;
    const ra__elsewhere_taken t = taken_by(first_of(&home), -1);
    long before = -1;
    ra__os_fault_arm_call(RA__OS_AFFINITY_SET, 0, 0);
    const bool left = ra__elsewhere_confine(&s.elsewhere, &t, -1) == -1 && (before = ra__os_fault_count()) == 1;
    const bool left_again = ra__elsewhere_confine(&s.elsewhere, &t, -1) == -1 && ra__os_fault_count() == before;
    ra__os_fault_disarm();
    atomic_store(&s.phase, END);
    pthread_join(s.thread, NULL);
    ra_config config = {.size = sizeof config, .workers = 2, .no_inline = true};
    if (!left || !left_again || ra_init(&config))
        return 1;
    for (int i = 0; i < 10; i++) {
        all_asleep();
        ra_tensor *x = ra_full(RA_DIMS(3), i), *y = ra_add(x, 1);
        if (ra_wait(y))
            return 2;
        RELEASE(x, y);
    }
    return ra_shutdown() ? 3 : 0;
}

static void where_it_is_refused_it_is_not_asked_again(void **state)
{
    (void)state;
    char text[4096];
    if (is_alone())
        skip();
    const int status = child_output("refused", "", text, sizeof text);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip();
    assert_int_equal(status, 0);
}

static const child_program programs[] = {{"refused", refused}};

int main(int argc, char **argv)
{
    if (sched_getaffinity(0, sizeof home, &home))
        return 1;
    CHILD_MAIN(argc, argv, programs);
#define T(name) TEST_AROUND(name, NULL, clean_up)
    const struct CMUnitTest tests[] = {
        T(a_sleeper_is_kept_from_its_wakers_processor_until_it_is_let_go), T(nothing_is_done_where_nothing_is_free), T(what_is_perhaps_taken_comes_last),
        T(what_others_decide_stays), T(who_could_not_be_let_go_does_it_when_it_is_up), T(who_is_up_is_everywhere_again), T(a_thread_does_not_end_while_a_waker_holds_it),
        T(a_worker_is_woken_elsewhere_than_where_its_waker_is), T(who_serves_an_ask_is_woken_elsewhere_too), T(a_worker_that_others_have_moved_stays_there), T(with_one_processor_nothing_is_done),
        T(one_task_wakes_one_worker), T(where_it_is_refused_it_is_not_asked_again)};
#undef T
    return cmocka_run_group_tests(tests, NULL, NULL);
}
