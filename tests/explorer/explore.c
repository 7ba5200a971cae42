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

/* Lines of tests/explorer/unreached.txt: "file function  why", and what begins with # is said of the list. */
static bool is_known(const char *file, const char *function)
{
    static char *text;
    if (!text) {
        const char *path = getenv("EXPLORER_UNREACHED");
        FILE *f = fopen(path ? path : "tests/explorer/unreached.txt", "r");
        text = calloc(1, 1 << 16);
        if (f && text) {
            text[fread(text, 1, (1 << 16) - 1, f)] = 0;
            fclose(f);
        }
    }
    char line[512];
    for (const char *p = text; p && *p; p = strchr(p, '\n') ? strchr(p, '\n') + 1 : NULL) {
        char known_file[128], known_function[128];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        if (line[0] != '#' && sscanf(line, "%127s %127s", known_file, known_function) == 2 && !strcmp(known_file, file) &&
            (!strcmp(known_function, "*") || !strcmp(known_function, function)))
            return true;
    }
    return false;
}

/* A line of source may be there many times, where functions were put inline: it counts as reached if one of them was. */
static int tell_unreached(const seen *all)
{
    ex_site *sites;
    int n = ex_sites(&sites), unknown = 0, reached = 0, lines = 0;
    static struct {
        char place[160];
        uint64_t times, points;
        bool quiet;
    } by_line[SITES];
    ex_sites_name(sites, n);
    for (int i = 0; i < n && i < SITES; i++) {
        char place[160];
        reached += all->times[i] != 0;
        snprintf(place, sizeof place, "%s", sites[i].text);
        int k = 0;
        while (k < lines && strcmp(by_line[k].place, place))
            k++;
        if (k == lines)
            snprintf(by_line[lines++].place, sizeof place, "%s", place);
        by_line[k].times = by_line[k].times > all->times[i] ? by_line[k].times : all->times[i];
        by_line[k].points += all->points[i];
        by_line[k].quiet |= sites[i].quiet[0] && sites[i].quiet[1];
    }
    int lines_reached = 0, seldom = 0;
    for (int k = 0; k < lines; k++) {
        char file[128] = "", function[128] = "";
        lines_reached += by_line[k].times != 0;
        if (getenv("EXPLORER_PLACES"))
            printf("# %10lu %10.3f %s%s\n", (unsigned long)by_line[k].times, (double)by_line[k].points / (double)all->schedules, by_line[k].place, by_line[k].quiet ? ", no point" : "");
        if (by_line[k].times >= SELDOM || sscanf(by_line[k].place, "%127[^:]:%*d (%127[^)]", file, function) < 2 || is_known(file, function))
            continue;
        if (by_line[k].times)
            printf("# reached by %lu schedules: %s\n", (unsigned long)by_line[k].times, by_line[k].place);
        else
            printf("# never reached: %s\n", by_line[k].place);
        unknown += by_line[k].times == 0;
        seldom += by_line[k].times != 0;
    }
    for (int i = 0; i < n && i < SITES; i++)
        if (all->raced[i])
            printf("# not a point, and %lu times one of two accesses that could have come in the other order: %s\n", (unsigned long)all->raced[i], sites[i].text);
    printf("# %d of %d places of atomic accesses reached, %d of %d lines; %d of these by fewer than %d schedules\n", reached, n, lines_reached, lines, seldom, SELDOM);
    return unknown;
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
    printf("# %lu schedules in %.1f s (%.0f a second, %d processes), seeds from %lu; %.0f points (%.0f in the median) and %.0f switches each; %lu stale values read, %lu pairs of tasks reordered; digest %016lx\n",
           (unsigned long)all->schedules, took, (double)all->schedules / took, jobs, (unsigned long)seed, (double)all->length / (double)all->schedules, median(all),
           (double)all->switches / (double)all->schedules, (unsigned long)all->reordered, (unsigned long)all->overtaken, (unsigned long)all->digest);
    if (all->failed != UINT64_MAX)
        ex_tell(all->failed, ex_schedule_of(all->failed));
    bool ok = all->failed == UINT64_MAX && !crashed;
    printf("%sok 1 - %lu schedules\n", ok ? "" : "not ", (unsigned long)schedules);
    int unknown = tell_unreached(all);
    bool few = schedules < 100000; /* too few to reach everything */
    printf("%sok 2 - every place is reached%s\n", unknown && ok && !few ? "not " : "", few ? " # SKIP so few schedules need not" : "");
    int protocols = ex_exhaust(few ? 2 : 3);
    printf("%sok 3 - every schedule of the small protocols\n", protocols ? "not " : "");
    return !(ok && (few || !unknown) && !protocols);
}
