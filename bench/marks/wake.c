/*
 * The wake of an idle worker, and what idle workers burn.
 *
 * The limit is a thread that sleeps on a futex in the class that workers have, woken by a store and one system call; it
 * answers by a stamp of the clock. Ours is an operator on one element: recorded, run by the worker, seen to be ready.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"
#include "measure/sleeper.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASLEEP_NS = 2000000, PATIENCE_NS = 1000000000 };

static double futex_us(sleeper *s, uint32_t round)
{
    clock_sleep_for(ASLEEP_NS);
    const int64_t start = clock_now_ns();
    sleeper_ask(s, round);
    while (!atomic_load_explicit(&s->woken_ns, memory_order_acquire) && clock_now_ns() - start < PATIENCE_NS)
        ;
    return (double)(clock_now_ns() - start) / 1e3;
}

static double our_us(marks *m, const ra_tensor *a)
{
    clock_sleep_for(ASLEEP_NS);
    const int64_t start = clock_now_ns();
    RA_AUTO ra_tensor *r = ra_neg(a);
    while (r && !ra_is_ready(r) && clock_now_ns() - start < PATIENCE_NS)
        ;
    const double us = (double)(clock_now_ns() - start) / 1e3;
    return bench_need(m->b, "neg", r) && bench_ok(m->b, "ra_wait", ra_wait(r)) ? us : NAN;
}

static void measure_wake(marks *m)
{
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    const int times = (int)bench_pick(m->b, 200, 1500, 10000);
    samples ours = {0}, limit = {0}, tbb = {0};
    ra_info info = {0};
    sleeper s;
    RA_AUTO ra_tensor *a = mark_restart(m, NULL, &hand_over) && ra_get_info(&info) == RA_OK ? ra_ones(RA_DIMS()) : NULL;
    if (!a || ra_wait(a) || !sleeper_start(&s, info.priority == RA_PRIORITY_BACKGROUND)) {
        mark_note(m, MARK_WAKE_50, "no thread could be started");
        return;
    }
    for (int i = 0; i < times; i++) {
        samples_add(&ours, our_us(m, a));
        samples_add(&limit, futex_us(&s, (uint32_t)i + 1));
        if (m->tasks)
            samples_add(&tbb, 1e6 * mark_peer(m->tasks, "tbb wake", 0, 1));
    }
    sleeper_stop(&s);
    mark_found(m, MARK_WAKE_50, samples_quantile(&ours, 0.5), NAN, samples_quantile(&limit, 0.5));
    mark_found(m, MARK_WAKE_99, samples_quantile(&ours, 0.99), NAN, samples_quantile(&limit, 0.99));
    mark_found(m, MARK_WAKE_TBB, samples_quantile(&ours, 0.5), samples_quantile(&tbb, 0.5), NAN);
    mark_note(m, MARK_WAKE_50, "%d wakes, both threads in the %s class", times, s.background ? "background" : "normal");
    samples_free(&ours);
    samples_free(&limit);
    samples_free(&tbb);
}

/* us of processor time that the threads of the library have used; NaN where the kernel does not say. */
static double workers_us(void)
{
    DIR *tasks = opendir("/proc/self/task");
    double sum = tasks ? 0 : NAN;
    for (struct dirent *e; tasks && (e = readdir(tasks));) {
        char path[320], name[32] = "";
        unsigned long long ns = 0;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        const bool ours = f && fgets(name, sizeof name, f) && strncmp(name, "ra-", 3) == 0;
        if (f)
            fclose(f);
        snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", e->d_name);
        f = ours ? fopen(path, "r") : NULL;
        if (ours)
            sum += f && fscanf(f, "%llu", &ns) == 1 ? (double)ns / 1e3 : NAN;
        if (f)
            fclose(f);
    }
    if (tasks)
        closedir(tasks);
    return sum;
}

static void measure_idle(marks *m)
{
    const double seconds = bench_pick(m->b, 1, 10, 10);
    progress("marks: idle for %.0f s", seconds);
    if (!mark_restart(m, NULL, NULL))
        return;
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS(1 << 20));
    RA_AUTO ra_tensor *r = ra_exp(a);
    bench_ok(m->b, "ra_wait", ra_wait(r)); /* they have worked once */
    clock_sleep_for(100000000);
    const double before = workers_us();
    clock_sleep_for((int64_t)(seconds * 1e9));
    mark_found(m, MARK_IDLE, workers_us() - before, NAN, NAN);
    mark_note(m, MARK_IDLE, "all threads of the library, over %.0f s", seconds);
}

void marks_wake(marks *m)
{
    measure_idle(m);
    progress("marks: wakes");
    measure_wake(m);
}
