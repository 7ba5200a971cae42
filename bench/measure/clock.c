/* Time. */
#define _GNU_SOURCE
#include "measure/clock.h"

#include <errno.h>
#include <time.h>

static int64_t read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t); /* cannot fail for the two clocks used here */
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t clock_now_ns(void) { return read_clock(CLOCK_MONOTONIC); }

int64_t clock_process_cpu_ns(void) { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

void clock_sleep_until(int64_t ns)
{
    const struct timespec t = {.tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR)
        ;
}

void clock_sleep_for(int64_t ns) { clock_sleep_until(clock_now_ns() + ns); }

void clock_sleep_until_idle(void)
{
    /* what a thread on another processor burns is counted at the kernel's ticks, which are up to 10 ms apart */
    enum { LOOK_NS = 12000000, BUSY_NS = 1000000, LOOKS = 80 };
    for (int64_t i = 0, before = clock_process_cpu_ns(), now; i < LOOKS; i++, before = now) {
        clock_sleep_for(LOOK_NS);
        now = clock_process_cpu_ns();
        if (now - before < BUSY_NS)
            return;
    }
}
