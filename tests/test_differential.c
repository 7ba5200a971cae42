/*
 * Random programs give the same bits whether they run in the call or ahead, with any number of workers.
 *
 * Each program runs once synchronously, step by step; then ahead, with 0, 1, 2, 7 and 64 workers, with small operators
 * inline or handed over, fused or not or at random, paced hard or hardly, on the machine or on an invented one of two
 * nodes, while a hook delays whoever comes by the engine's scheduling points. Statuses, samples on the way, and everything left at the end must be
 * equal. A program that differs is shrunk (steps are taken out while it still does) and printed.
 *
 *   RA_PROGRAMS=100000   how many programs
 *   RA_SEED=17           this program alone; RA_WORKERS=7 with so many workers alone; RA_REPEAT=100 so often
 */
#include "harness.h"
#include "random_program.h"

#include "async/point.h"
#include "async/stats.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

enum { PROGRAMS = 2000, BATCH = 250, FIRST_SEED = 1000, SHRINK_TRIES = 12, SHRINK_SECONDS = 15 };

struct setting {
    int workers; /* as in ra_config: -1 none */
    bool no_inline, paced, two_nodes;
    ra_fusion fusion;
};

static const int worker_counts[] = {-1, 1, 2, 7, 64};
enum { WORKER_COUNTS = sizeof worker_counts / sizeof *worker_counts };

/* ---- delays ---- */

static _Atomic uint64_t hook_seed;
static __thread uint64_t hook_state;
static __thread uint64_t hook_seeded_by;
static _Atomic uint64_t hook_threads;

static void spin(uint64_t turns)
{
    for (volatile uint64_t i = 0; i < turns; i++)
        ;
}

/* One program in four runs without delays; in the others a point in so many is delayed, by a seeded choice. */
static void delay(enum ra__point point)
{
    uint64_t seed = atomic_load_explicit(&hook_seed, memory_order_relaxed);
    if (seed % 4 == 0)
        return;
    if (hook_seeded_by != seed) {
        hook_seeded_by = seed;
        hook_state = seed * 64 + atomic_fetch_add_explicit(&hook_threads, 1, memory_order_relaxed);
    }
    uint64_t r = random_next(&hook_state) + (uint64_t)point;
    switch (r % (seed % 4 == 1 ? 64 : 16)) {
    case 0: sched_yield(); break;
    case 1: spin(r >> 32 & 0x3ff); break;
    case 2:
        if ((r >> 8) % 32 == 0)
            nanosleep(&(struct timespec){.tv_nsec = 20000}, NULL);
        break;
    default: break;
    }
}

/* ---- one program ---- */

static uint64_t current_seed; /* for the handler of crashes */
static int current_workers;

static bool same(const struct program *p, const struct outcome *a, const struct outcome *b, char *why)
{
    if (b->unnoticed)
        return sprintf(why, "%d failures went unnoticed", b->unnoticed), false;
    if (b->stale)
        return sprintf(why, "%d failures lie on what had been overwritten", b->stale), false;
    for (int i = 0; i < p->steps; i++)
        if (a->step[i] != b->step[i])
            return sprintf(why, "step %d gave something else", i), false;
    for (int i = 0; i < ALL_SLOTS; i++)
        if (a->end[i] != b->end[i])
            return sprintf(why, "slot %d.%d holds something else at the end", i / PRIVATE_SLOTS, i % PRIVATE_SLOTS), false;
    if (b->lost)
        return sprintf(why, "%d buffers were never given back, or callbacks never came", b->lost), false;
    return true;
}

static void start_engine(const struct setting *s)
{
    ra_config config = {.size = sizeof config, .workers = s ? s->workers : -1, .execution = s ? RA_RUN_AHEAD : RA_SYNC};
    if (s) {
        config.no_inline = s->no_inline;
        config.fusion = s->fusion;
        config.pacing_count = s->paced ? 8 : 0;
        config.topology = s->two_nodes ? "node:2 core:4 pu:1" : NULL;
    }
    assert_int_equal(ra_init(&config), RA_OK);
}

static void stop_engine(void)
{
    assert_int_equal(ra_shutdown(), RA_OK);
}

static void run_ahead(const struct program *p, const struct setting *s, struct outcome *o, FILE *listing)
{
    current_seed = p->seed;
    current_workers = s->workers;
    atomic_store_explicit(&hook_seed, p->seed, memory_order_relaxed);
    program_run(p, false, o, listing);
}

/* ---- shrinking ---- */

/* Whether the program differs in any of some runs. The engine is stopped. */
static bool still_differs(const struct program *p, const struct setting *s, int tries, char *why)
{
    struct outcome wanted, got;
    bool differs = false;
    start_engine(NULL);
    program_run(p, true, &wanted, NULL);
    stop_engine();
    if (!same(p, &wanted, &wanted, why))
        return true;
    start_engine(s);
    for (int i = 0; i < tries && !differs; i++) {
        run_ahead(p, s, &got, NULL);
        differs = !same(p, &wanted, &got, why);
    }
    stop_engine();
    return differs;
}

/* Runs of steps are taken out, ever shorter ones. */
static void shrink(struct program *p, const struct setting *s, char *why)
{
    time_t end = time(NULL) + SHRINK_SECONDS;
    for (int length = p->steps / 2; length > 0; length /= 2)
        for (int at = 0; at + length <= p->steps && time(NULL) < end; at += length) {
            struct program less = *p;
            bool any = false;
            for (int i = at; i < at + length; i++) {
                any |= !less.step[i].removed;
                less.step[i].removed = true;
            }
            char reason[128];
            if (any && still_differs(&less, s, SHRINK_TRIES, reason)) {
                *p = less;
                strcpy(why, reason);
            }
        }
}

static void report(struct program *p, const struct setting *s, char *why)
{
    printf("program with seed %llu differs: %s\n", (unsigned long long)p->seed, why);
    static const char *const fusions[] = {"on", "off", "always", "random"};
    printf("reproduce with RA_SEED=%llu RA_WORKERS=%d RUNAHEAD_FUSION=%s%s%s%s RA_REPEAT=100\n", (unsigned long long)p->seed, s->workers < 0 ? 0 : s->workers, fusions[s->fusion],
           s->no_inline ? " RUNAHEAD_NO_INLINE=1" : "", s->paced ? " RUNAHEAD_PACING_COUNT=8" : "", s->two_nodes ? " RUNAHEAD_TOPOLOGY='node:2 core:4 pu:1'" : "");
    fflush(stdout);
    shrink(p, s, why);
    printf("shrunk (%d threads, sizes %lld and %lld): %s\n", p->threads, (long long)p->m, (long long)p->n, why);
    struct outcome o;
    start_engine(NULL);
    program_run(p, true, &o, stdout);
    stop_engine();
    fflush(stdout);
}

/* ---- all ---- */

static long from_environment(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static struct setting setting_of(long batch, int k)
{
    struct setting s = {.workers = worker_counts[k]};
    s.no_inline = (batch + k) % 2;
    s.paced = (batch + k) % 3 == 0;
    s.fusion = (ra_fusion)((batch / 3 + k) % 4);
    s.two_nodes = s.workers > 2 && (batch / 2 + k) % 2;
    const char *only = getenv("RA_WORKERS");
    if (only)
        s = (struct setting){.workers = atoi(only) ? atoi(only) : -1};
    return s;
}

struct case_of {
    struct program program;
    struct outcome wanted;
};

/* False after a difference, which has been reported. */
static bool run_batch(struct case_of *cases, int count, const struct setting *s, long repeat)
{
    struct outcome got;
    char why[128] = "";
    int bad = -1;
    start_engine(s);
    for (int i = 0; i < count && bad < 0; i++)
        for (long n = 0; n < repeat && bad < 0; n++) {
            run_ahead(&cases[i].program, s, &got, NULL);
            if (!same(&cases[i].program, &cases[i].wanted, &got, why))
                bad = i;
        }
    stop_engine();
    size_t live = ra_get_memory_stats().live;
    if (bad < 0 && live) {
        printf("%zu bytes are live after programs %llu to %llu\n", live, (unsigned long long)cases[0].program.seed, (unsigned long long)cases[count - 1].program.seed);
        return false;
    }
    if (bad >= 0)
        report(&cases[bad].program, s, why);
    return bad < 0;
}

/* A crash names its program. */
static void crashed(int signal_number)
{
    char text[80];
    uint64_t seed = current_seed;
    int n = sizeof text - 1;
    text[n] = '\n';
    do
        text[--n] = (char)('0' + seed % 10);
    while ((seed /= 10) && n > 0);
    harness_say("\ncrashed in the program with seed ");
    if (write(STDERR_FILENO, text + n, sizeof text - (size_t)n) < 0)
        _exit(125);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void sync_and_ahead_agree(void **state)
{
    (void)state;
    if (!HARNESS_SANITIZED) { /* over those of the test framework, which do not know of programs */
        static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
        for (int i = 0; i < 4; i++)
            signal(signals[i], crashed);
    }
    const char *one = getenv("RA_SEED");
    long programs = one ? 1 : from_environment("RA_PROGRAMS", harness_rounds(PROGRAMS)), repeat = from_environment("RA_REPEAT", 1), done = 0;
    uint64_t seed = one ? strtoull(one, NULL, 10) : FIRST_SEED;
    struct case_of *cases = calloc(BATCH, sizeof *cases);
    assert_non_null(cases);
    ra_reset_stats();
    atomic_store_explicit(&ra__observing, true, memory_order_relaxed);
    atomic_store_explicit(&ra__point_hooked, delay, memory_order_relaxed);
    for (long batch = 0; done < programs; batch++) {
        int count = programs - done < BATCH ? (int)(programs - done) : BATCH;
        start_engine(NULL);
        for (int i = 0; i < count; i++) {
            program_make(&cases[i].program, seed++, HARNESS_SANITIZED ? 0.2 : 1);
            current_seed = cases[i].program.seed;
            program_run(&cases[i].program, true, &cases[i].wanted, NULL);
            char why[128];
            if (!same(&cases[i].program, &cases[i].wanted, &cases[i].wanted, why)) { /* wrong by itself */
                stop_engine();
                report(&cases[i].program, &(struct setting){.workers = -1}, why);
                fail();
            }
        }
        stop_engine();
        for (int k = 0; k < (getenv("RA_WORKERS") ? 1 : WORKER_COUNTS); k++) {
            struct setting s = setting_of(batch, k);
            if (!run_batch(cases, count, &s, repeat))
                fail();
        }
        done += count;
        if (programs > PROGRAMS && batch % 8 == 7)
            fprintf(stderr, "%ld programs\n", done);
    }
    free(cases);
    ra_stats t = ra_get_stats();
    fprintf(stderr, "%ld programs: %llu tasks and %llu inline, %llu fused in %llu groups with %llu results elided, %llu dropped, %llu failed, %llu grains of which %llu stolen; %llu pairs overlapped, %llu tasks ran out of order\n",
            programs, (unsigned long long)t.recorded, (unsigned long long)t.ran_inline, (unsigned long long)t.fused, (unsigned long long)t.fused_groups, (unsigned long long)t.elided, (unsigned long long)t.dropped, (unsigned long long)t.failed,
            (unsigned long long)t.grains, (unsigned long long)t.grains_stolen, (unsigned long long)t.overlapped, (unsigned long long)t.out_of_order);
    if (!one) { /* else nothing was tested */
        assert_true(t.overlapped > 0);
        assert_true(t.out_of_order > 0);
        assert_true(t.dropped > 0);
        assert_true(t.elided > 0 || getenv("RUNAHEAD_FUSION"));
        assert_true(t.failed > 0);
        assert_true(t.grains_stolen > 0 || programs < 1000); /* big operators are rare */
    }
}

int main(void)
{
    long programs = from_environment("RA_PROGRAMS", PROGRAMS);
    const struct CMUnitTest tests[] = {TEST_LIMITED(sync_and_ahead_agree, (unsigned)(100 + programs / 10))};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
