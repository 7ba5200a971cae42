/*
 * Schedules by the thousand. Processes take seeds in turn; what each has seen is in memory that they share.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "driver.h"
#include "exhaust.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { JOBS = 64, CLASSES = 40, SITES = 4096, SELDOM = 20 };

typedef struct seen {
    uint64_t schedules, length, switches, reordered, overtaken, digest;
    uint64_t lengths[CLASSES]; /* schedules by the logarithm of their points, in quarters */
    uint64_t failed;           /* the first seed that did; UINT64_MAX: none */
    uint64_t times[SITES], points[SITES], raced[SITES]; /* by place, in the order of addresses */
    char report[512];
} seen;

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of the processor, by those that have ended. */
static double processor_seconds(void)
{
    struct rusage r;
    getrusage(RUSAGE_CHILDREN, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) + 1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static int class_of(uint64_t points)
{
    int c = 0;
    for (double x = 16; x < (double)points && c < CLASSES - 1; x *= 1.19)
        c++;
    return c;
}

/* At a place that was taken for one where that does not happen. */
static uint64_t raced_quietly(const ex_site *s)
{
    return s->figure ? 0 : (s->quiet[0] ? s->races[0] : 0) + (s->quiet[1] ? s->races[1] : 0);
}

/* Seeds first, first + step, ... below end, until one fails or another process has failed. */
static void work(seen *mine, uint64_t first, uint64_t end, uint64_t step, volatile uint64_t *stop)
{
    ex.quiet = true;
    ex_sites_own();
    for (uint64_t seed = first; seed < end && seed < *stop; seed += step) {
        ex_program p;
        ex_generate(&p, seed);
        bool ok = ex_run(&p, ex_schedule_of(seed));
        mine->schedules++;
        mine->length += ex.step;
        mine->digest += ex.digest;
        mine->lengths[class_of(ex.step)]++;
        if (!ok) {
            if (ex.stands) /* at once: it is gone through once more, and whoever waits may have lost patience by then */
                printf("# seed %lu %s# replay: explorer replay %lu %#lx\n", (unsigned long)seed, ex.report, (unsigned long)seed, (unsigned long)ex_schedule_of(seed));
            mine->failed = seed;
            if (seed < *stop)
                *stop = seed;
            break;
        }
    }
    mine->switches = ex.switches;
    mine->reordered = ex.reordered;
    mine->overtaken = ex.overtaken;
    ex_site *sites;
    int n = ex_sites(&sites);
    for (int i = 0; i < n && i < SITES; i++)
        mine->times[i] = sites[i].times, mine->points[i] = sites[i].points, mine->raced[i] = raced_quietly(&sites[i]);
}

static void add(seen *all, const seen *one)
{
    all->schedules += one->schedules;
    all->length += one->length;
    all->switches += one->switches;
    all->reordered += one->reordered;
    all->overtaken += one->overtaken;
    all->digest += one->digest;
    for (int i = 0; i < CLASSES; i++)
        all->lengths[i] += one->lengths[i];
    for (int i = 0; i < SITES; i++)
        all->times[i] += one->times[i], all->points[i] += one->points[i], all->raced[i] += one->raced[i];
    all->failed = one->failed < all->failed ? one->failed : all->failed;
}

static double median(const seen *s)
{
    uint64_t before = 0;
    double x = 16;
    for (int i = 0; i < CLASSES; i++, x *= 1.19)
        if ((before += s->lengths[i]) * 2 >= s->schedules)
            return x;
    return x;
}

/* ---- places that were never reached ---- */

enum { KNOWN = 512 };

/* A line of source with an access: where a function was put inline it is there many times, and reached if one of them was. */
typedef struct line {
    char place[160], file[128], function[128], point[48];
    int number;
    const char *does;
    uint64_t times, points;
    bool quiet;
} line;

/* Lines of tests/explorer/unreached.txt: "file function point  why"; what begins with # is said of the list. */
static struct known {
    char file[128], function[128], point[48];
    bool used;
} known[KNOWN];
static int knowns;

static bool read_known(void)
{
    const char *path = getenv("EXPLORER_UNREACHED");
    FILE *f = fopen(path ? path : "tests/explorer/unreached.txt", "r");
    char text[512], why[8];
    while (f && fgets(text, sizeof text, f)) {
        struct known *k = &known[knowns];
        if (text[0] == '#' || text[0] == '\n')
            continue;
        if (knowns == KNOWN || sscanf(text, "%127s %127s %47s %7s", k->file, k->function, k->point, why) != 4) {
            printf("# unreached.txt: not a place with a reason: %s", text);
            fclose(f);
            return false;
        }
        knowns++;
    }
    if (f)
        fclose(f);
    return f != NULL;
}

static struct known *find_known(const line *l)
{
    for (int i = 0; i < knowns; i++)
        if (!strcmp(known[i].file, l->file) && !strcmp(known[i].function, l->function) && !strcmp(known[i].point, l->point))
            return &known[i];
    return NULL;
}

/* The points of a function: what is done there, and which of those that do it, in the order of lines. */
static void name_points(line *lines, int count)
{
    for (int i = 0; i < count; i++) {
        int before = 1;
        for (int k = 0; k < count; k++)
            before += !strcmp(lines[k].file, lines[i].file) && !strcmp(lines[k].function, lines[i].function) && lines[k].does == lines[i].does && lines[k].number < lines[i].number;
        snprintf(lines[i].point, sizeof lines[i].point, "%s:%d", lines[i].does, before);
    }
}

static int by_lines(line *lines, const ex_site *sites, int n, const seen *all)
{
    int count = 0;
    for (int i = 0; i < n && i < SITES; i++) {
        int k = 0;
        while (k < count && (strcmp(lines[k].place, sites[i].text) || lines[k].does != sites[i].does))
            k++;
        line *l = &lines[k];
        if (k == count) {
            count++;
            l->does = sites[i].does;
            snprintf(l->place, sizeof l->place, "%s", sites[i].text);
            if (sscanf(l->place, "%127[^:]:%d (%127[^)]", l->file, &l->number, l->function) < 3)
                l->file[0] = 0;
        }
        l->times = l->times > all->times[i] ? l->times : all->times[i];
        l->points += all->points[i];
        l->quiet |= sites[i].quiet[0] && sites[i].quiet[1];
    }
    name_points(lines, count);
    return count;
}

/* How many places were never reached and are not in the list. */
static int tell_unreached(const seen *all)
{
    static line lines[SITES];
    ex_site *sites;
    int n = ex_sites(&sites), unknown = 0, reached = 0, lines_reached = 0, seldom = 0;
    ex_sites_name(sites, n);
    int count = by_lines(lines, sites, n, all);
    bool has_list = read_known();
    for (int i = 0; i < n && i < SITES; i++)
        reached += all->times[i] != 0;
    for (int k = 0; k < count; k++) {
        const line *l = &lines[k];
        lines_reached += l->times != 0;
        if (getenv("EXPLORER_PLACES"))
            printf("# %10lu %10.3f %s %s%s\n", (unsigned long)l->times, (double)l->points / (double)all->schedules, l->place, l->point, l->quiet ? ", no point" : "");
        struct known *excuse = l->file[0] ? find_known(l) : NULL;
        if (excuse)
            excuse->used = true;
        if (excuse && l->times >= SELDOM)
            printf("# reached by %lu schedules, and excused in unreached.txt: %s %s\n", (unsigned long)l->times, l->place, l->point);
        if (excuse || l->times >= SELDOM || !l->file[0] || !strncmp(l->file, "tests/", 6)) /* protocols are gone through by themselves */
            continue;
        if (l->times)
            printf("# reached by %lu schedules: %s %s\n", (unsigned long)l->times, l->place, l->point);
        else
            printf("# never reached: %s %s\n", l->place, l->point);
        unknown += l->times == 0;
        seldom += l->times != 0;
    }
    for (int i = 0; i < knowns; i++)
        if (!known[i].used)
            printf("# unreached.txt names a place that there is not: %s %s %s\n", known[i].file, known[i].function, known[i].point);
    for (int i = 0; i < n && i < SITES; i++)
        if (all->raced[i])
            printf("# not a point, and %lu times one of two accesses that could have come in the other order: %s\n", (unsigned long)all->raced[i], sites[i].text);
    printf("# %d of %d places of atomic accesses reached, %d of %d lines; %d of these by fewer than %d schedules\n", reached, n, lines_reached, count, seldom, SELDOM);
    return unknown + !has_list;
}

/* ---- all of it ---- */

int ex_explore(uint64_t schedules, uint64_t seed)
{
    int jobs = ex_jobs();
    seen *of = mmap(NULL, (JOBS + 2) * sizeof *of, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (of == MAP_FAILED)
        return 2;
    volatile uint64_t *stop = (volatile uint64_t *)(void *)&of[JOBS + 1];
    seen *all = &of[JOBS];
    *stop = UINT64_MAX;
    all->failed = UINT64_MAX;
    printf("1..3\n");
    double begin = seconds();
    for (int i = 0; i < jobs; i++) {
        of[i].failed = UINT64_MAX;
        if (fork() == 0) {
            work(&of[i], seed + (uint64_t)i, seed + schedules, (uint64_t)jobs, stop);
            _exit(0);
        }
    }
    bool crashed = false;
    for (int status; wait(&status) > 0;)
        crashed |= status != 0;
    double took = seconds() - begin;
    for (int i = 0; i < jobs; i++)
        add(all, &of[i]);
    printf("# %lu schedules in %.1f s (%.0f a second, %d processes; %.0f a second of a processor), seeds from %lu; %.0f points (%.0f in the median) and %.0f switches each; %lu stale values read, %lu pairs of tasks reordered; digest %016lx\n",
           (unsigned long)all->schedules, took, (double)all->schedules / took, jobs, (double)all->schedules / processor_seconds(), (unsigned long)seed, (double)all->length / (double)all->schedules, median(all),
           (double)all->switches / (double)all->schedules, (unsigned long)all->reordered, (unsigned long)all->overtaken, (unsigned long)all->digest);
    if (all->failed != UINT64_MAX)
        ex_tell(all->failed, ex_schedule_of(all->failed));
    bool ok = all->failed == UINT64_MAX && !crashed;
    printf("%sok 1 - %lu schedules\n", ok ? "" : "not ", (unsigned long)schedules);
    if (!ok) {
        printf("ok 2 - every place is reached # SKIP a schedule has failed\nok 3 - every schedule of the small protocols # SKIP the same\n");
        return 1;
    }
    int unknown = tell_unreached(all);
    bool few = schedules < 100000; /* too few to reach everything */
    printf("%sok 2 - every place is reached%s\n", unknown && !few ? "not " : "", few ? " # SKIP so few schedules need not" : "");
    int protocols = ex_exhaust(schedules < 1000000 ? 2 : 3); /* with three they are millions */
    printf("%sok 3 - every schedule of the small protocols\n", protocols ? "not " : "");
    return !((few || !unknown) && !protocols);
}
