/* What the benches share. */
#define _GNU_SOURCE
#include "bench.h"
#include "measure/clock.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

double bench_pick(const bench *b, double quick, double usual, double full)
{
    return b->mode == BENCH_QUICK ? quick : b->mode == BENCH_FULL ? full : usual;
}

bool bench_ok(bench *b, const char *what, ra_status status)
{
    if (status == RA_OK)
        return true;
    const char *message = ra_last_error();
    report_failure(b->report, "FAILED %s: %s (%s)", what, message && *message ? message : ra_status_text(status), ra_status_name(status));
    ra_clear_error();
    return false;
}

ra_tensor *bench_need(bench *b, const char *what, ra_tensor *t)
{
    if (!t)
        bench_ok(b, what, ra_last_status() ? ra_last_status() : RA_ERR_REFUSED);
    return t;
}

ra_tensor *bench_load(bench *b, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", b->data_folder, name);
    ra_tensor *t = bench_need(b, path, ra_load_npy(path));
    if (t && !bench_ok(b, path, ra_wait(t))) {
        ra_release(t);
        return NULL;
    }
    return t;
}

bool bench_restart(bench *b, const ra_config *config)
{
    ra_config defaults = {.size = sizeof defaults};
    return bench_ok(b, "ra_shutdown", ra_shutdown()) && bench_ok(b, "ra_init", ra_init(config ? config : &defaults));
}

int bench_workers(void)
{
    ra_info info;
    return ra_get_info(&info) == RA_OK ? info.workers : 0;
}

inline_share bench_inline_share(void)
{
    const ra_stats s = ra_get_stats();
    return (inline_share){.share = s.kernel_ns ? (double)s.kernel_ns_control / (double)s.kernel_ns : NAN,
                          .longest_us = (double)s.inline_ns_max / 1e3,
                          .kernel_ns = s.kernel_ns,
                          .kernel_ns_control = s.kernel_ns_control};
}

void progress(const char *format, ...)
{
    static int64_t start;
    if (!isatty(STDERR_FILENO))
        return;
    start = start ? start : clock_now_ns();
    va_list list;
    va_start(list, format);
    fprintf(stderr, "\r\033[K[%3lld s] ", (long long)((clock_now_ns() - start) / 1000000000));
    vfprintf(stderr, format, list);
    fflush(stderr);
    va_end(list);
}

void progress_done(void)
{
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
}
