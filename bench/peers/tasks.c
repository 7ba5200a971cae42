/* bench peers: tasks beside oneTBB and OpenMP; and how a plug-in is loaded. */
#include "measure/clock.h"
#include "peers/abi.h"
#include "peers/peers.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *peers_symbol(bench *b, const char *file, const char *symbol)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", b->peer_folder, file);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL); /* stays loaded: its threads may run until the end */
    if (!library)
        report_remark(b->report, "Not measured: %s", dlerror());
    return library ? dlsym(library, symbol) : NULL;
}

enum { TASKS = 20000 };

/* Smallest operators handed to the workers: ns per operator until all are recorded, and until all are done. */
static bool our_tasks(bench *b, samples *submitting, samples *total)
{
    ra_tensor **results = calloc(TASKS, sizeof *results);
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS());
    bool good = results && a && bench_ok(b, "ra_wait_all", ra_wait_all());
    const int64_t start = clock_now_ns();
    for (int i = 0; good && i < TASKS; i++)
        good = (results[i] = ra_neg(a)) != NULL;
    const int64_t recorded = clock_now_ns();
    good = good && bench_ok(b, "ra_wait_all", ra_wait_all());
    const int64_t done = clock_now_ns();
    for (int i = 0; results && i < TASKS; i++)
        ra_release(results[i]);
    free(results);
    samples_add(submitting, (double)(recorded - start) / TASKS);
    samples_add(total, (double)(done - start) / TASKS);
    return good;
}

static void put_task_row(bench *b, const char *name, const char *what, samples *ns)
{
    char label[96];
    snprintf(label, sizeof label, "%s: %s", name, what);
    report_begin_row(b->report, label, "ns", BETTER_LOWER, NULL);
    report_summary(b->report, samples_summary(ns));
    report_value(b->report, samples_quantile(ns, 0.99));
}

void peers_tasks(bench *b, int threads)
{
    enum { MAX = 8 };
    const char *const columns[] = {"median", "p99", NULL};
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    const int repetitions = (int)bench_pick(b, 5, 15, 51);
    samples ours[2] = {0}, theirs[MAX] = {0};
    void *symbol = peers_symbol(b, "peer_tasks.so", "peer_tasks_list");
    peer_tasks_list_fn list_of;
    memcpy(&list_of, &symbol, sizeof symbol);
    const peer_task *list = symbol ? list_of(threads) : NULL;
    bool good = bench_restart(b, &hand_over);
    for (int i = 0; good && i < repetitions; i++) {
        progress("peers: tasks, %d of %d", i, repetitions);
        good = our_tasks(b, &ours[0], &ours[1]);
        for (int k = 0; list && k < MAX && list[k].name; k++) {
            const bool short_one = strstr(list[k].what, "waking") != NULL;
            for (int n = 0; n < (short_one ? 20 : 1); n++)
                samples_add(&theirs[k], list[k].measure());
        }
        clock_sleep_until_idle();
    }
    report_begin_table(b->report, "peers_tasks", "task runtimes; our task is an operator on a single element, never run inline", columns);
    put_task_row(b, "runahead", "neg of one element, recording", &ours[0]);
    put_task_row(b, "runahead", "neg of one element, recorded and done", &ours[1]);
    for (int k = 0; list && k < MAX && list[k].name; k++)
        put_task_row(b, list[k].name, list[k].what, &theirs[k]);
    samples_free(&ours[0]);
    samples_free(&ours[1]);
    for (int k = 0; k < MAX; k++)
        samples_free(&theirs[k]);
    bench_restart(b, NULL);
}

