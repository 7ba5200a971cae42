/* Memory used again against fresh pages: the same operator, its result in memory kept from before or given back each time. */
#include "measure/clock.h"
#include "parts/micro.h"

#include <math.h>
#include <sys/resource.h>

enum { FLOATS = 1 << 24 };

static double page_faults(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (double)usage.ru_minflt : NAN;
}

typedef struct memory_run {
    samples ms, faults, fresh; /* per operator; fresh in MiB taken from the system */
} memory_run;

static bool one(bench *b, const ra_tensor *a, memory_run *run, bool give_back)
{
    if (give_back)
        ra_trim(0);
    const double faults = page_faults(), fresh = (double)ra_get_memory_stats().fresh;
    const int64_t start = clock_now_ns();
    ra_tensor *r = ra_add(a, a);
    const bool good = bench_need(b, "add", r) && bench_ok(b, "ra_wait", ra_wait(r));
    samples_add(&run->ms, (double)(clock_now_ns() - start) / 1e6);
    samples_add(&run->faults, page_faults() - faults);
    samples_add(&run->fresh, ((double)ra_get_memory_stats().fresh - fresh) / (1 << 20));
    ra_release(r);
    return good && bench_ok(b, "ra_wait_all", ra_wait_all());
}

static void memory_run_free(memory_run *run)
{
    samples_free(&run->ms);
    samples_free(&run->faults);
    samples_free(&run->fresh);
}

void micro_memory(bench *b)
{
    static const char *const columns[] = {"used again", "given back each time", NULL};
    memory_run runs[2] = {0}, unused = {0};
    const int times = (int)bench_pick(b, 7, 21, 61);
    progress("micro: memory");
    RA_AUTO ra_tensor *a = bench_restart(b, NULL) ? ra_ones(RA_DIMS(FLOATS)) : NULL;
    bool good = bench_need(b, "ones", a) && one(b, a, &unused, false);
    for (int i = 0; good && i < times; i++)
        good = one(b, a, &runs[1], true) && one(b, a, &unused, false) && one(b, a, &runs[0], false);
    report_begin_table(b->report, "micro_memory", "add of 16.8 million floats into a new result of 64 MiB", columns);
    static const struct {
        const char *label, *unit;
    } rows[] = {{"time", "ms"}, {"page faults", ""}, {"memory taken from the system", "MiB"}};
    for (int row = 0; row < 3; row++) {
        report_begin_row(b->report, rows[row].label, rows[row].unit, BETTER_LOWER, NULL);
        for (int k = 0; k < 2; k++)
            report_summary(b->report, samples_summary(row == 0 ? &runs[k].ms : row == 1 ? &runs[k].faults : &runs[k].fresh));
    }
    memory_run_free(&runs[0]);
    memory_run_free(&runs[1]);
    memory_run_free(&unused);
}
