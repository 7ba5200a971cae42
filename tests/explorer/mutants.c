/*
 * Whether the explorer bites: how many schedules it takes to find each line of src/async/mutants.def, and each ordering of an
 * atomic access that is weakened to relaxed (all copies of a line of source together).
 *
 * What stands in tests/explorer/unfound.txt is expected not to be found, with the reason: "file function order", or "mutant NAME".
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "driver.h"

#include "async/mutant.h"

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
    int order;
    uint64_t took[BASES]; /* schedules until it was found; 0: it was not */
    char report[160];  /* of the first */
    bool done;
} item;

static void weaken(const item *it, const ex_site *sites, int n)
{
    for (int i = 0; i < n; i++)
        ex_site_of(sites[i].address)->weakened = !it->mutant && !strcmp(sites[i].text, it->place);
    ex.mutant = it->mutant;
}

/* The seeds of two bases never meet. */
static uint64_t first_seed(int base)
{
    return 1000003 + (uint64_t)base * 10000019;
}

static void try_item(item *it, const ex_site *sites, int n, uint64_t most, int bases)
{
    weaken(it, sites, n);
    for (int b = 0; b < bases; b++) {
        for (uint64_t i = 0; i < most && !it->took[b]; i++) {
            ex_program p;
            ex_generate(&p, first_seed(b) + i);
            if (!ex_run(&p, ex_schedule_of(first_seed(b) + i))) {
                it->took[b] = i + 1;
                if (!it->report[0])
                    snprintf(it->report, sizeof it->report, "%.*s", (int)strcspn(ex.report, "\n"), ex.report);
            }
        }
        if (!it->took[b])
            break;
    }
    it->done = true;
}

/* Those that were reached, with what orders them; of them those whose name has `which` in it. */
static int list(item *items, ex_site *sites, int n, const char *which)
{
    int count = 0;
    for (int m = 1; m < RA__MUTANTS_COUNT; m++)
        if (strstr(ra__mutant_names[m], which))
            items[count++] = (item){.mutant = m};
    for (int i = 0; i < n && count < ITEMS; i++) {
        int k = 0;
        if (sites[i].order <= 0 || !strstr(sites[i].text, which))
            continue;
        while (k < count && (items[k].mutant || strcmp(items[k].place, sites[i].text)))
            k++;
        if (k == count) {
            items[count] = (item){.order = sites[i].order};
            snprintf(items[count++].place, sizeof items[0].place, "%s", sites[i].text);
        }
    }
    return count;
}

static bool is_expected(const item *it)
{
    const char *path = getenv("EXPLORER_UNFOUND");
    FILE *f = fopen(path ? path : "tests/explorer/unfound.txt", "r");
    char line[512], file[128] = "", function[128] = "", a[128], b[128], c[128];
    bool expected = false;
    sscanf(it->place, "%127[^:]:%*d (%127[^)]", file, function);
    while (f && !expected && fgets(line, sizeof line, f)) {
        if (line[0] == '#' || sscanf(line, "%127s %127s %127s", a, b, c) < 2)
            continue;
        if (it->mutant)
            expected = !strcmp(a, "mutant") && !strcmp(b, ra__mutant_names[it->mutant]);
        else
            expected = !strcmp(a, file) && !strcmp(b, function) && !strcmp(c, orders[it->order]);
    }
    if (f)
        fclose(f);
    return expected;
}

static bool tell(const item *it, uint64_t most, int bases)
{
    uint64_t worst = 0;
    int found = 0;
    for (int b = 0; b < bases && it->took[b]; b++, found++)
        worst = it->took[b] > worst ? it->took[b] : worst;
    bool all = found == bases, ok = all || is_expected(it);
    char name[200];
    if (it->mutant)
        snprintf(name, sizeof name, "%s", ra__mutant_names[it->mutant]);
    else
        snprintf(name, sizeof name, "%s, %s weakened", it->place, orders[it->order]);
    if (all)
        printf("ok       %s: found in %lu schedules at most: %s\n", name, (unsigned long)worst, it->report);
    else
        printf("%-8s %s: not found in %lu schedules (%d of %d seeds found it)\n", ok ? "expected" : "FAILED", name, (unsigned long)most, found, bases);
    return ok;
}

int ex_mutants(uint64_t most, int bases, const char *which)
{
    item *items = mmap(NULL, ITEMS * sizeof *items + 64, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (items == MAP_FAILED || bases > BASES)
        return 2;
    _Atomic int *next = (_Atomic int *)(void *)&items[ITEMS];
    ex.quiet = true;
    for (uint64_t i = 0; i < WARM_UP; i++) {
        ex_program p;
        ex_generate(&p, i + 1);
        if (!ex_run(&p, ex_schedule_of(i + 1))) {
            ex_tell(i + 1, ex_schedule_of(i + 1));
            return 1;
        }
    }
    ex_site *sites;
    int n = ex_sites(&sites);
    ex_sites_name(sites, n);
    int count = list(items, sites, n, which), bad = 0;
    for (int j = 0; j < ex_jobs(); j++)
        if (fork() == 0) {
            ex_sites_own();
            for (int i; (i = (*next)++) < count;)
                try_item(&items[i], sites, n, most, bases);
            _exit(0);
        }
    for (int status; wait(&status) > 0;)
        ;
    for (int i = 0; i < count; i++)
        bad += !items[i].done || !tell(&items[i], most, bases);
    printf("%d found or expected, %d not\n", count - bad, bad);
    return bad != 0;
}
