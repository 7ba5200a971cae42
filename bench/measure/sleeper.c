/* A thread that sleeps on a futex. */
#define _GNU_SOURCE
#include "measure/sleeper.h"
#include "measure/clock.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *sleep_and_stamp(void *argument)
{
    sleeper *s = argument;
    if (s->background)
        sched_setscheduler(0, SCHED_IDLE, &(struct sched_param){0});
    atomic_store_explicit(&s->tid, (int)syscall(SYS_gettid), memory_order_release);
    for (uint32_t seen = 0;;) {
        const uint32_t word = atomic_load_explicit(&s->word, memory_order_acquire);
        if (word == UINT32_MAX)
            return NULL;
        if (word == seen) {
            syscall(SYS_futex, &s->word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
            continue;
        }
        seen = word;
        atomic_store_explicit(&s->woken_ns, clock_now_ns(), memory_order_release);
    }
}

bool sleeper_start(sleeper *s, bool background)
{
    *s = (sleeper){.background = background};
    if (pthread_create(&s->thread, NULL, sleep_and_stamp, s) != 0)
        return false;
    while (!atomic_load_explicit(&s->tid, memory_order_acquire))
        clock_sleep_for(100000);
    return true;
}

void sleeper_ask(sleeper *s, uint32_t round)
{
    atomic_store_explicit(&s->woken_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&s->word, round, memory_order_release);
    syscall(SYS_futex, &s->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void sleeper_stop(sleeper *s)
{
    sleeper_ask(s, UINT32_MAX);
    pthread_join(s->thread, NULL);
}
