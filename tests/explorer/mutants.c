/*
 * Whether the explorer bites: how many schedules it takes to find each line of src/async/os/mutants.def, and each ordering of an
 * atomic access that is weakened to relaxed (all copies of a line of source together). An ordering is looked for in the small
 * protocols that come by it first, with up to three deviations, and then by the general programs; by the protocols alone where
 * no schedules of programs are asked for.
 *
 * What is not found, and is not expected to be, fails. tests/explorer/unfound.txt says what is, and why (* for any):
 *   file function order   nothing finds it (order:2: the second of that order in the function)
 *   general file function order   the protocols come by it and do not find it: the programs must
 *   mutant NAME
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "driver.h"
#include "exhaust.h"

#include "async/os/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 1024, BASES = 64, WARM_UP = 1500 };
static const char *const orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};

typedef struct item {
    int mutant;        /* 0: an ordering */
    char place[160];   /* of which line */
    int order, number; /* which of that order in its function */
    uint64_t protocols; /* that come by it */
    const char *by;    /* the protocol that found it */
    uint64_t took[BASES]; /* schedules until it was found; 0: it was not */
    char report[160];  /* of the first */
    bool ok, done;
} item;

static void weaken(const item *it, const ex_site *sites, int n)
{
    for (int i = 0; i < n; i++)
        ex_site_of(sites[i].address)->weakened = !it->mutant && sites[i].order == it->order && !strcmp(sites[i].text, it->place);
    ex.mutant = it->mutant;
}

/* The seeds of two bases never meet. */
static uint64_t first_seed(int base)
{
    return 1000003 + (uint64_t)base * 10000019;
}

static void keep_report(item *it)
{
    if (!it->report[0])
        snprintf(it->report, sizeof it->report, "%.*s", (int)strcspn(ex.report, "\n"), ex.report);
}

static bool is_expected(const item *it, bool programs)
{
    const char *path = getenv("EXPLORER_UNFOUND");
    FILE *f = fopen(path ? path : "tests/explorer/unfound.txt", "r");
    char line[512], file[128] = "", function[128] = "", a[128], b[128], c[128];
    char order[32], numbered[48];
    bool expected = false;
    snprintf(order, sizeof order, "%s", orders[it->order]);
    snprintf(numbered, sizeof numbered, "%s:%d", order, it->number);
    sscanf(it->place, "%127[^:]:%*d (%127[^)]", file, function);
    while (f && !expected && fgets(line, sizeof line, f)) {
        bool general = !strncmp(line, "general ", 8);
        if (line[0] == '#' || (general && programs) || sscanf(line + (general ? 8 : 0), "%127s %127s %127s", a, b, c) < 2)
            continue;
        if (it->mutant)
            expected = !strcmp(a, "mutant") && !strcmp(b, ra__mutant_names[it->mutant]);
        else
            expected = !strcmp(a, file) && (!strcmp(b, "*") || !strcmp(b, function)) && (!strcmp(c, "*") || !strcmp(c, order) || !strcmp(c, numbered));
    }
    if (f)
        fclose(f);
    return expected;
}

static void try_item(item *it, uint64_t most, int bases)
{
    uint64_t schedules = 0;
    if (!most && is_expected(it, false)) /* it would be gone through in vain */
        return;
    if ((it->by = ex_exhaust_find(it->protocols, EX_DEVIATIONS, &schedules))) {
        it->took[0] = schedules;
        keep_report(it);
        return;
    }
    for (int b = 0; b < bases; b++) {
        for (uint64_t i = 0; i < most && !it->took[b]; i++) {
            ex_program p;
            ex_generate(&p, first_seed(b) + i);
            if (!ex_run(&p, ex_schedule_of(first_seed(b) + i))) {
                it->took[b] = i + 1;
                keep_report(it);
            }
        }
        if (!it->took[b])
            break;
    }
}

/* The line of a place; what stands before it and behind it is compared. */
static int line_of(const char *place, char *rest, size_t size)
{
    const char *colon = strchr(place, ':');
    snprintf(rest, size, "%.*s%s", colon ? (int)(colon - place) : 0, place, colon ? colon + strcspn(colon, " ") : "");
    return colon ? atoi(colon + 1) : 0;
}

static void count_in_function(item *items, int count)
{
    char mine[160], its[160];
    for (int k = 0; k < count; k++) {
        int line = line_of(items[k].place, mine, sizeof mine);
        items[k].number = 1;
        for (int i = 0; i < count; i++)
            items[k].number += items[i].order == items[k].order && line_of(items[i].place, its, sizeof its) < line && !strcmp(mine, its);
    }
}

/* Those whose name has `which` in it: without programs, of the orderings those that protocols come by, and no mutants. */
static int list(item *items, ex_site *sites, int n, const char *which, bool programs)
{
    int count = 0;
    for (int m = 1; programs && m < RA__MUTANTS_COUNT; m++) {
        char name[100];
        snprintf(name, sizeof name, "mutant %s", ra__mutant_names[m]);
        if (strstr(name, which))
            items[count++] = (item){.mutant = m};
    }
    for (int i = 0; i < n && count < ITEMS; i++) {
        int k = 0;
        uint64_t by = ex_exhaust_comes_by(sites[i].address);
        if (sites[i].order <= 0 || strncmp(sites[i].text, "src/", 4))
            continue;
        while (k < count && (items[k].mutant || items[k].order != sites[i].order || strcmp(items[k].place, sites[i].text)))
            k++;
        if (k == count) {
            items[count] = (item){.order = sites[i].order};
            snprintf(items[count++].place, sizeof items[0].place, "%s", sites[i].text);
        }
        items[k].protocols |= by;
    }
    int left = 0;
    count_in_function(items, count);
    for (int k = 0; k < count; k++)
        if ((programs || items[k].protocols) && (items[k].mutant || strstr(items[k].place, which)))
            items[left++] = items[k];
    return left;
}

static void tell(item *it, uint64_t most, int bases)
{
    uint64_t worst = 0;
    int found = 0;
    for (int b = 0; b < bases && it->took[b]; b++, found++)
        worst = it->took[b] > worst ? it->took[b] : worst;
    char name[200];
    if (it->mutant)
        snprintf(name, sizeof name, "%s", ra__mutant_names[it->mutant]);
    else
        snprintf(name, sizeof name, "%s, %s weakened", it->place, orders[it->order]);
    it->ok = it->by || (bases && found == bases) || is_expected(it, most != 0);
    if (it->by)
        printf("ok       %s: found in %lu schedules of the protocol: %s\n", name, (unsigned long)it->took[0], it->report);
    else if (bases && found == bases)
        printf("ok       %s: found in %lu schedules at most: %s\n", name, (unsigned long)worst, it->report);
    else if (most)
        printf("%-8s %s: not found in %lu schedules (%d of %d seeds found it)\n", it->ok ? "expected" : "FAILED", name, (unsigned long)most, found, bases);
    else
        printf("%-8s %s: not found by the protocols that come by it\n", it->ok ? "expected" : "FAILED", name);
}

/* What the engine does as it is must be right before anything is taken from it. */
static bool warm_up(void)
{
    for (uint64_t i = 0; i < WARM_UP; i++) {
        ex_program p;
        ex_generate(&p, i + 1);
        if (!ex_run(&p, ex_schedule_of(i + 1))) {
            ex_tell(i + 1, ex_schedule_of(i + 1));
            return false;
        }
    }
    return true;
}

int ex_mutants(uint64_t most, int bases, const char *which)
{
    item *items = mmap(NULL, ITEMS * sizeof *items + 64, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (items == MAP_FAILED || bases > BASES)
        return 2;
    _Atomic int *next = (_Atomic int *)(void *)&items[ITEMS];
    ex.quiet = true;
    if (most && !warm_up())
        return 1;
    ex_exhaust_look();
    ex_site *sites;
    int n = ex_sites(&sites), bad = 0;
    ex_sites_name(sites, n);
    int count = list(items, sites, n, which, most != 0);
    for (int j = 0; j < ex_jobs(); j++)
        if (fork() == 0) {
            ex_sites_own();
            for (int i; (i = (*next)++) < count;) {
                weaken(&items[i], sites, n);
                try_item(&items[i], most, most ? bases : 0);
                tell(&items[i], most, most ? bases : 0);
                items[i].done = true;
            }
            fflush(stdout);
            _exit(0);
        }
    for (int status; wait(&status) > 0;)
        ;
    for (int i = 0; i < count; i++)
        bad += !items[i].done || !items[i].ok;
    printf("%d passed, %d failed\n", count - bad, bad);
    return bad != 0;
}
