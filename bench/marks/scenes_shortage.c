/* Scenes in which a machine is short of processors: a wait, a loop and its mathematics, a lock, a quota. */
#define _GNU_SOURCE
#include "marks/scenes.h"
#include "measure/clock.h"
#include "measure/stats.h"
#include "work/control_loop.h"

#include <fcntl.h>
#include <grp.h>
#include <math.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { NOBODY = 65534 };

bool prompt_become(const prompt *p)
{
    if (!p->ordinary || geteuid() != 0)
        return true;
    if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
        return false;
    prctl(PR_SET_DUMPABLE, 1); /* /proc/self is this user's again */
    return true;
}

bool prompt_begin(const prompt *p, const ra_config *config) { return prompt_become(p) && bench_ok(p->b, "ra_init", ra_init(config)); }

/* The waiter takes over what nobody has begun; what a worker has in hand waits until that worker is given a processor. */
bool prompt_wait(const prompt *p, double figures[PROMPT_FIGURES])
{
    enum { SIZE = 1200 };
    const ra_config config = {.size = sizeof config};
    if (!prompt_begin(p, &config))
        return false;
    RA_AUTO ra_tensor *a = ra_randn(RA_DIMS(SIZE, SIZE));
    samples waits = {0};
    const int64_t begin = clock_now_ns();
    bool good = bench_ok(p->b, "ra_wait", ra_wait(a));
    while (good && (!waits.count || (double)(clock_now_ns() - begin) / 1e9 < p->seconds)) {
        const int64_t start = clock_now_ns();
        RA_AUTO ra_tensor *inverse = ra_linalg_inv(a), *product = ra_mm(inverse, a), *last = ra_linalg_inv(product);
        clock_sleep_for(30000000);
        const ra_status status = ra_wait_for(last, INT64_C(1000000000) * PROMPT_PATIENCE_S);
        good = status == RA_OK || status == RA_ERR_TIMEOUT;
        samples_add(&waits, (double)(clock_now_ns() - start) / 1e9);
    }
    figures[0] = samples_quantile(&waits, 0.5);
    samples_free(&waits);
    return good;
}

/* Lateness of a loop with mathematics behind it; where wanted, fits per second behind it, and of the mathematics alone. */
static bool play_loop(const prompt *p, bool with_fits, double figures[PROMPT_FIGURES])
{
    enum { BEHIND, ALONE, KINDS };
    const ra_config config = {.size = sizeof config};
    bench b = *p->b;
    b.data_folder = p->place;
    control_run runs[KINDS] = {0};
    ridge math;
    bool good = prompt_begin(p, &config) && ridge_open(&b, &math);
    if (!good)
        return false;
    for (int k = 0; k < KINDS; k++)
        good = control_run_reserve(&runs[k], p->seconds) && good;
    if (good)
        control_loop(&b, &runs[BEHIND], &math, control_calibrate(), p->seconds);
    if (good && with_fits)
        control_mathematics(&b, &runs[ALONE], &math, p->seconds);
    good = good && !runs[BEHIND].failed && !runs[ALONE].failed;
    figures[0] = samples_quantile(&runs[BEHIND].lateness_us, 0.99) / 1e3;
    if (with_fits) {
        figures[1] = (double)runs[BEHIND].fits / runs[BEHIND].seconds;
        figures[2] = (double)runs[ALONE].fits / runs[ALONE].seconds;
    }
    for (int k = 0; k < KINDS; k++)
        control_run_free(&runs[k]);
    ridge_close(&math);
    return good;
}

bool prompt_loop(const prompt *p, double figures[PROMPT_FIGURES])
{
    return play_loop(p, false, figures);
}

bool prompt_progress(const prompt *p, double figures[PROMPT_FIGURES])
{
    return play_loop(p, true, figures);
}

/* Recording, releasing and asking, as a control thread does in each period; the longest such call in us. */
static double longest_call(const ra_tensor *x, ra_tensor *sum, double seconds)
{
    double longest = 0;
    const int64_t end = clock_now_ns() + (int64_t)(seconds * 1e9);
    for (int64_t now = clock_now_ns(), n = 0; now < end; n++) {
        int64_t at[5] = {clock_now_ns()};
        ra_tensor *y = ra_cumsum(x, 0);
        at[1] = clock_now_ns();
        const ra_status added = ra_add_(sum, y);
        at[2] = clock_now_ns();
        ra_release(y);
        at[3] = clock_now_ns();
        (void)ra_is_ready(sum);
        at[4] = clock_now_ns();
        if (added)
            return NAN;
        for (int i = 1; i < 5; i++)
            longest = fmax(longest, (double)(at[i] - at[i - 1]) / 1e3);
        clock_sleep_for(700000 + n % 7 * 30000);
        now = clock_now_ns();
    }
    return longest;
}

/* The longest call of a thread of the real-time class that shares one processor with the workers; whether it is of that class. */
bool prompt_inversion(const prompt *p, double figures[PROMPT_FIGURES])
{
    const ra_config config = {.size = sizeof config, .workers = 2, .priority = strcmp(p->place, "normal") == 0 ? RA_PRIORITY_NORMAL : RA_PRIORITY_BACKGROUND};
    cpu_set_t allowed, one;
    int first = 0;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof allowed, &allowed))
        return false;
    while (first < CPU_SETSIZE - 1 && !CPU_ISSET(first, &allowed))
        first++;
    CPU_SET(first, &one);
    /* The engine first: its threads would inherit the class; and the class before the rights to it are given up. */
    if (sched_setaffinity(0, sizeof one, &one) || !bench_ok(p->b, "ra_init", ra_init(&config)))
        return false;
    figures[1] = sched_setscheduler(0, SCHED_FIFO, &(struct sched_param){.sched_priority = 10}) == 0;
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(4096)), *sum = ra_zeros(RA_DIMS(4096));
    if (!prompt_become(p) || !x || !sum)
        return false;
    figures[0] = longest_call(x, sum, p->seconds);
    return isfinite(figures[0]);
}

/* ---- a quota ---- */

typedef struct loop_use {
    double late_ms, processors; /* in the mean; that the process used */
} loop_use;

static loop_use periods(const ra_tensor *a, double seconds)
{
    ra_tensor *product = NULL;
    double late = 0;
    const int count = (int)(seconds * 1e9 / CONTROL_PERIOD_NS);
    const int64_t begin = clock_now_ns(), used = clock_process_cpu_ns();
    for (int i = 0; i < count; i++) {
        const int64_t due = begin + (int64_t)i * CONTROL_PERIOD_NS;
        clock_sleep_until(due);
        late += (double)(clock_now_ns() - due) / 1e6;
        if (product && ra_is_ready(product)) {
            ra_release(product);
            product = NULL;
        }
        if (a && !product)
            product = ra_mm(a, a);
    }
    const loop_use found = {late / count, (double)(clock_process_cpu_ns() - used) / (double)(clock_now_ns() - begin)};
    ra_release(product);
    return found;
}

/* Mean lateness with products behind the loop, and without; the share of what the loop leaves that is used for them. */
bool prompt_quota(const prompt *p, double figures[PROMPT_FIGURES])
{
    char path[512];
    const ra_config config = {.size = sizeof config};
    snprintf(path, sizeof path, "%s/cgroup.procs", p->place);
    const int fd = open(path, O_WRONLY | O_CLOEXEC);
    const bool inside = fd >= 0 && write(fd, "0", 1) == 1;
    if (fd >= 0)
        close(fd);
    if (!inside || !prompt_begin(p, &config))
        return false;
    RA_AUTO ra_tensor *a = ra_randn(RA_DIMS(700, 700));
    if (!bench_ok(p->b, "ra_wait", ra_wait(a)))
        return false;
    clock_sleep_for(500000000); /* the periods in which that was computed are over */
    prctl(PR_SET_TIMERSLACK, 1);
    const loop_use alone = periods(NULL, p->seconds), behind = periods(a, p->seconds);
    figures[0] = behind.late_ms;
    figures[1] = alone.late_ms;
    figures[2] = (behind.processors - alone.processors) / (PROMPT_QUOTA_PERCENT / 100.0 - alone.processors);
    return true;
}

/* ---- the process of a scene ---- */

int prompt_run(int argc, char **argv)
{
    static const struct {
        const char *name;
        bool (*run)(const prompt *p, double figures[PROMPT_FIGURES]);
    } scenes[] = {{"wait", prompt_wait},   {"loop", prompt_loop}, {"progress", prompt_progress}, {"inversion", prompt_inversion}, {"quota", prompt_quota},
                  {"wake", prompt_wake}, {"asked", prompt_asked}, {"urgency", prompt_urgency}, {"cancel", prompt_cancel}};
    report r = {0};
    bench b = {.report = &r};
    double figures[PROMPT_FIGURES];
    for (int i = 0; i < PROMPT_FIGURES; i++)
        figures[i] = NAN;
    bool good = false;
    if (argc != 4)
        return 2;
    report_begin(&r, "prompt", "prompt", NULL);
    const prompt p = {.b = &b, .ordinary = strcmp(argv[1], "ordinary") == 0, .seconds = atof(argv[2]), .place = argv[3]};
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(argv[0], scenes[i].name) == 0)
            good = scenes[i].run(&p, figures);
    good = good && !r.failures;
    for (int i = 0; good && i < PROMPT_FIGURES; i++)
        printf("%.9g ", figures[i]);
    printf("\n");
    fflush(stdout);
    report_free(&r);
    _exit(good ? 0 : 1); /* what is under way is not wanted any more */
}
