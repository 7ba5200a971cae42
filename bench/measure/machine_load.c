/* Others' work: what /proc/stat counts as busy, less what this process and its children used, and as stolen. */
#define _GNU_SOURCE
#include "measure/machine_load.h"
#include "measure/clock.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Of all processors: busy is user, nice, system, irq and softirq; stolen, what a hypervisor gave to other machines. NaN: not told. */
static void read_stat(double *busy, double *stolen)
{
    unsigned long long user, nice, system, idle, wait, irq, soft, steal;
    const double tick = 1 / (double)sysconf(_SC_CLK_TCK);
    FILE *f = fopen("/proc/stat", "r");
    const int read = f ? fscanf(f, "cpu %llu %llu %llu %llu %llu %llu %llu %llu", &user, &nice, &system, &idle, &wait, &irq, &soft, &steal) : 0;
    if (f)
        fclose(f);
    *busy = read >= 7 ? tick * (double)(user + nice + system + irq + soft) : NAN;
    *stolen = read == 8 ? tick * (double)steal : NAN;
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
    machine_load now = {.own = (double)clock_process_cpu_ns() / 1e9 + children_seconds(), .seconds = (double)clock_now_ns() / 1e9};
    read_stat(&now.busy, &now.stolen);
    return now;
}

machine_share machine_share_since(machine_load since)
{
    const machine_load now = machine_load_now();
    const double all = (now.seconds - since.seconds) * (double)sysconf(_SC_NPROCESSORS_ONLN);
    return (machine_share){.others = all > 0 ? fmax(0, (now.busy - since.busy) - (now.own - since.own)) / all : NAN,
                           .host = all > 0 ? (now.stolen - since.stolen) / all : NAN};
}
