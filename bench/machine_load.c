/* Others' work: what /proc/stat counts as busy, less what this process and its children used. */
#define _GNU_SOURCE
#include "machine_load.h"
#include "clock.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* user, nice, system, irq and softirq of all processors; neither idle nor waiting, nor what a hypervisor took. */
static double busy_seconds(void)
{
    unsigned long long user, nice, system, idle, wait, irq, soft;
    FILE *f = fopen("/proc/stat", "r");
    if (!f)
        return NAN;
    const int read = fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &soft);
    fclose(f);
    return read == 7 ? (double)(user + nice + system + irq + soft) / (double)sysconf(_SC_CLK_TCK) : NAN;
}

static double children_seconds(void)
{
    struct rusage u;
    if (getrusage(RUSAGE_CHILDREN, &u) != 0)
        return 0;
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

machine_load machine_load_now(void)
{
    return (machine_load){.busy = busy_seconds(), .own = (double)clock_process_cpu_ns() / 1e9 + children_seconds(), .seconds = (double)clock_now_ns() / 1e9};
}

double machine_load_of_others(machine_load since)
{
    const machine_load now = machine_load_now();
    const double all = (now.seconds - since.seconds) * (double)sysconf(_SC_NPROCESSORS_ONLN);
    return all > 0 ? fmax(0, (now.busy - since.busy) - (now.own - since.own)) / all : NAN;
}
