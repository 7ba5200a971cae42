/* Any number of random programs, in twice as many processes as there are processors, since half of the time a program waits; every other one checks handles. */
#include "random/compare.h"
#include "random/figures.h"

#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

enum {
    BATCH = 250,           /* programs that one engine runs */
    STUCK_SECONDS = 600,   /* that a program takes milliseconds for, on a machine that may be another's */
    PROCESSES = 64,
    ENOUGH = 20000,        /* programs that draw everything there is */
    TOLD_EVERY_S = 60
};

struct shared {
    _Atomic long done;
    _Atomic int failed, reported;
    ra_stats stats[PROCESSES];
};

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool check_batch(struct case_of *cases, uint64_t batch, int count, uint64_t seed)
{
    for (int i = 0; i < count; i++)
        program_make(&cases[i].program, seed + (uint64_t)i, USUAL_EFFORT);
    struct setting s = setting_drawn(batch);
    return run_reference(cases, count) && run_batch(cases, count, &s, 1);
}

static int check_share(struct shared *shared, int process, int processes, long programs, uint64_t seed)
{
    struct case_of *cases = calloc(BATCH, sizeof *cases);
    if (process % 2)
        setenv("RUNAHEAD_CHECK", "1", 0);
    compare_begin(&shared->reported);
    compare_watch(STUCK_SECONDS);
    bool well = cases != NULL;
    for (long batch = process; well && batch * BATCH < programs && !atomic_load(&shared->failed); batch += processes) {
        long left = programs - batch * BATCH;
        int count = left < BATCH ? (int)left : BATCH;
        uint64_t first = seed + (uint64_t)(batch * BATCH);
        well = check_batch(cases, first / BATCH, count, first);
        atomic_fetch_add(&shared->done, count);
    }
    compare_watch(0);
    shared->stats[process] = ra_get_stats();
    free(cases);
    if (!well)
        atomic_store(&shared->failed, 1);
    fflush(stdout);
    return well ? 0 : 1;
}

static void add_stats(ra_stats *to, const ra_stats *from)
{
    uint64_t *a = (uint64_t *)to;
    const uint64_t *b = (const uint64_t *)from;
    for (size_t i = 0; i < sizeof *to / sizeof *a; i++)
        a[i] += b[i];
}

/* Until all have ended; one that crashes ends the others after their batch. */
static int await_processes(struct shared *shared, int processes, double begin)
{
    int failed = 0, status;
    double told = begin;
    for (int left = processes; left > 0;) {
        pid_t p = waitpid(-1, &status, WNOHANG);
        if (p > 0) {
            left--;
            if (!WIFEXITED(status) || WEXITSTATUS(status)) {
                failed++;
                atomic_store(&shared->failed, 1);
            }
            continue;
        }
        if (now_s() - told > TOLD_EVERY_S) {
            told = now_s();
            fprintf(stderr, "%ld programs in %.0f s\n", atomic_load(&shared->done), told - begin);
        }
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    return failed;
}

int check_programs(long programs, uint64_t seed)
{
    struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const char *asked = getenv("RA_PROCESSES");
    const long wanted = asked ? atol(asked) : 2 * sysconf(_SC_NPROCESSORS_ONLN);
    int processes = wanted < 2 ? 2 : wanted > PROCESSES ? PROCESSES : (int)wanted;
    if (shared == MAP_FAILED || !figures_share()) {
        perror("no memory to share");
        return 1;
    }
    double begin = now_s();
    printf("1..2\n");
    fflush(stdout);
    for (int i = 0; i < processes; i++) {
        pid_t p = fork();
        if (p == 0)
            _exit(check_share(shared, i, processes, programs, seed));
        if (p < 0) {
            perror("fork");
            atomic_store(&shared->failed, 1);
            processes = i;
        }
    }
    int failed = await_processes(shared, processes, begin) + (atomic_load(&shared->failed) != 0);
    double took = now_s() - begin;
    ra_stats all = {0};
    for (int i = 0; i < processes; i++)
        add_stats(&all, &shared->stats[i]);
    figures_print(stdout);
    printf("# ");
    print_engine(stdout, &all, atomic_load(&shared->done));
    printf("# %ld programs in %.1f s (%.0f a second, %d processes), seeds from %llu\n", atomic_load(&shared->done), took, (double)atomic_load(&shared->done) / took, processes, (unsigned long long)seed);
    printf("%s 1 - %ld programs\n", failed ? "not ok" : "ok", programs);
    int missing = figures_missing(stdout);
    bool need = programs >= ENOUGH;
    printf("%s 2 - everything was drawn%s\n", missing && need ? "not ok" : "ok", need ? "" : " # SKIP by so few programs it need not be");
    return failed || (missing && need);
}
