#include "random/compare.h"
#include "random/figures.h"

#include "async/os/point.h"
#include "async/thread/stats.h"

#include <sched.h>
#include <stdio.h>
#include <time.h>

enum { SHRINK_TRIES = 12, SHRINK_SECONDS = 15, PACED_COUNT = 8, PACED_BYTES = 65536, LIMITED_BYTES = 1 << 20 };

#define TWO_NODES "node:2 core:4 pu:1"

const int worker_counts[WORKER_COUNTS] = {-1, 1, 2, 7, 64};
static const char *const fusions[] = {"on", "off", "always", "random"};

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

/* ---- settings ---- */

/* RA_WORKERS: so many alone, and all else from the environment. */
static bool is_given(struct setting *s)
{
    const char *only = getenv("RA_WORKERS");
    if (only)
        *s = (struct setting){.workers = atoi(only) ? atoi(only) : -1};
    return only;
}

struct setting setting_of(long batch, int k)
{
    struct setting s = {.workers = worker_counts[k]};
    if (is_given(&s))
        return s;
    s.no_inline = (batch + k) % 2;
    s.pacing_count = (batch + k) % 3 == 0 ? PACED_COUNT : 0;
    s.fusion = (ra_fusion)((batch / 3 + k) % 4);
    s.two_nodes = s.workers > 2 && (batch / 2 + k) % 2;
    return s;
}

struct setting setting_drawn(uint64_t batch)
{
    uint64_t state = batch, word = random_next(&state);
    struct setting s = {.workers = worker_counts[(word >> 32) % WORKER_COUNTS]};
    if (is_given(&s))
        return s;
    s.fusion = (ra_fusion)(word >> 16 & 3);
    s.no_inline = word & 1;
    s.pacing_count = word >> 1 & 7 ? 0 : PACED_COUNT;
    s.pacing_bytes = word >> 4 & 7 ? 0 : PACED_BYTES;
    s.memory_limit = word >> 7 & 7 ? 0 : LIMITED_BYTES;
    s.two_nodes = s.workers > 2 && word >> 10 & 1;
    return s;
}

static bool is_checked(void)
{
    const char *check = getenv("RUNAHEAD_CHECK");
    return check && *check == '1';
}

static void count_setting(const struct setting *s)
{
    char name[32];
    int k = 0;
    while (k < WORKER_COUNTS - 1 && worker_counts[k] != s->workers)
        k++;
    snprintf(name, sizeof name, "%d workers", s->workers < 0 ? 0 : s->workers);
    figure_setting(k, name);
    snprintf(name, sizeof name, "fusion %s", fusions[s->fusion]);
    figure_setting(8 + (int)s->fusion, name);
    const struct {
        bool is;
        const char *name;
    } others[] = {{s->no_inline, "nothing inline"}, {s->two_nodes, "two nodes"}, {s->pacing_count, "paced by count"}, {s->pacing_bytes, "paced by bytes"}, {s->memory_limit, "little memory"}, {is_checked(), "handles checked"}};
    for (int i = 0; i < (int)(sizeof others / sizeof *others); i++)
        if (others[i].is)
            figure_setting(16 + i, others[i].name);
}

static void print_setting(const struct program *p, const struct setting *s)
{
    printf("reproduce with RA_SEED=%llu RA_WORKERS=%d RUNAHEAD_FUSION=%s%s%s", (unsigned long long)p->seed, s->workers < 0 ? 0 : s->workers, fusions[s->fusion],
           s->no_inline ? " RUNAHEAD_NO_INLINE=1" : "", s->two_nodes ? " RUNAHEAD_TOPOLOGY='" TWO_NODES "'" : "");
    if (s->pacing_count)
        printf(" RUNAHEAD_PACING_COUNT=%zu", s->pacing_count);
    if (s->pacing_bytes)
        printf(" RUNAHEAD_PACING_BYTES=%zu", s->pacing_bytes);
    if (s->memory_limit)
        printf(" RUNAHEAD_MEMORY_LIMIT=%zu", s->memory_limit);
    printf("%s RA_REPEAT=100\n", is_checked() ? " RUNAHEAD_CHECK=1" : "");
    fflush(stdout);
}

/* ---- one program ---- */

static uint64_t current_seed; /* for the handler of crashes */
static unsigned patience;     /* seconds; 0: nobody looks */

static void begin_program(const struct program *p)
{
    current_seed = p->seed;
    if (patience)
        alarm(patience);
}

static bool little_memory;

static bool same(const struct program *p, const struct outcome *a, const struct outcome *b, char *why)
{
    if (b->lost)
        return sprintf(why, "%d buffers were never given back, or callbacks never came", b->lost), false;
    if (little_memory) /* who gets the last of it is not defined: nothing is lost, and all of it is given back */
        return true;
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
    return true;
}

static void must(ra_status s)
{
    if (s) {
        printf("%s\n", ra_last_error());
        fflush(stdout);
        abort();
    }
}

static void start_engine(const struct setting *s)
{
    ra_config config = {.size = sizeof config, .workers = s ? s->workers : -1, .execution = s ? RA_RUN_AHEAD : RA_SYNC};
    if (s) {
        config.no_inline = s->no_inline;
        config.fusion = s->fusion;
        config.pacing_count = s->pacing_count;
        config.pacing_bytes = s->pacing_bytes;
        config.memory_limit = s->memory_limit;
        config.topology = s->two_nodes ? TWO_NODES : NULL;
    }
    little_memory = config.memory_limit || getenv("RUNAHEAD_MEMORY_LIMIT");
    must(ra_init(&config));
}

static void stop_engine(void)
{
    must(ra_shutdown());
}

static void run_ahead(const struct program *p, struct outcome *o, FILE *listing)
{
    begin_program(p);
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
        run_ahead(p, &got, NULL);
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

static _Atomic int *told;

static void report(struct program p, const struct setting *s, char *why)
{
    if (told && atomic_exchange(told, 1))
        return;
    printf("program with seed %llu differs: %s\n", (unsigned long long)p.seed, why);
    print_setting(&p, s);
    shrink(&p, s, why);
    printf("shrunk (%d threads, sizes %lld and %lld): %s\n", p.threads, (long long)p.m, (long long)p.n, why);
    struct outcome o;
    start_engine(NULL);
    program_run(&p, true, &o, stdout);
    stop_engine();
    fflush(stdout);
}

/* ---- many ---- */

bool run_reference(struct case_of *cases, int count)
{
    char why[128];
    int bad = -1;
    start_engine(NULL);
    for (int i = 0; i < count && bad < 0; i++) {
        begin_program(&cases[i].program);
        program_run(&cases[i].program, true, &cases[i].wanted, NULL);
        if (!same(&cases[i].program, &cases[i].wanted, &cases[i].wanted, why)) /* wrong by itself */
            bad = i;
    }
    stop_engine();
    if (bad >= 0)
        report(cases[bad].program, &(struct setting){.workers = -1}, why);
    return bad < 0;
}

bool run_batch(const struct case_of *cases, int count, const struct setting *s, long repeat)
{
    struct outcome got;
    char why[128] = "";
    int bad = -1;
    start_engine(s);
    for (int i = 0; i < count && bad < 0; i++) {
        count_setting(s);
        for (long n = 0; n < repeat && bad < 0; n++) {
            run_ahead(&cases[i].program, &got, NULL);
            if (!same(&cases[i].program, &cases[i].wanted, &got, why))
                bad = i;
        }
    }
    stop_engine();
    size_t live = ra_get_memory_stats().live;
    if (bad < 0 && live) {
        printf("%zu bytes are live after programs %llu to %llu\n", live, (unsigned long long)cases[0].program.seed, (unsigned long long)cases[count - 1].program.seed);
        return false;
    }
    if (bad >= 0)
        report(cases[bad].program, s, why);
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
    harness_say(signal_number == SIGALRM ? "\nstuck" : "\ncrashed");
    harness_say(" in the program with seed ");
    if (write(STDERR_FILENO, text + n, sizeof text - (size_t)n) < 0)
        _exit(125);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void compare_begin(_Atomic int *reported)
{
    told = reported;
    if (!HARNESS_SANITIZED) { /* over those of the test framework, which do not know of programs */
        static const int signals[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
        for (int i = 0; i < 4; i++)
            signal(signals[i], crashed);
    }
    ra_reset_stats();
    atomic_store_explicit(&ra__observing, true, memory_order_relaxed);
    atomic_store_explicit(&ra__point_hooked, delay, memory_order_relaxed);
}

void compare_watch(unsigned seconds)
{
    signal(SIGALRM, crashed);
    alarm(patience = seconds);
}

void print_engine(FILE *to, const ra_stats *t, long programs)
{
    fprintf(to, "%ld programs: %llu tasks and %llu inline, %llu fused in %llu groups with %llu results elided, %llu dropped, %llu failed, %llu grains of which %llu stolen; %llu pairs overlapped, %llu tasks ran out of order\n",
            programs, (unsigned long long)t->recorded, (unsigned long long)t->ran_inline, (unsigned long long)t->fused, (unsigned long long)t->fused_groups, (unsigned long long)t->elided, (unsigned long long)t->dropped, (unsigned long long)t->failed,
            (unsigned long long)t->grains, (unsigned long long)t->grains_stolen, (unsigned long long)t->overlapped, (unsigned long long)t->out_of_order);
}
