/*
 * Whether the explorer bites: how many schedules it takes to find each line of src/async/os/mutants.def, and each ordering of an
 * atomic access that is weakened (all copies of a line of source together). It is weakened by one step: seq_cst to acquire, release
 * or acq_rel, acq_rel to each of its halves, the others to relaxed; and further, where nothing is expected to find the steps
 * before. What an exchange that fails is ordered by is another ordering, by itself: relaxed at once. An ordering is looked for in the small protocols that come by it first, with up to three deviations, and then by the
 * general programs; by the protocols alone where no schedules of programs are asked for.
 *
 * What is not found, and is not expected to be, fails. tests/explorer/unfound.txt says what is, and why (* for any):
 *   file function order   nothing finds it (order:2: the second of that order in the function; order>to: where it is weakened to that)
 *   file function failing   the same of an exchange that fails (failing:2)
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
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, ORDERS };
static const char *const orders[] = {"relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};

enum access { LOADS, STORES, CHANGES }; /* the last: read-modify-writes, and fences */

typedef struct item {
    int mutant;        /* 0: an ordering */
    char place[160];   /* of which line */
    enum access access;
    bool failing;      /* the order of an exchange that fails */
    int order, number; /* which of that order in its function */
    int to;            /* what it is weakened to */
    ex_protocol_set protocols; /* that come by it */
    const char *by;    /* the protocol that found it */
    uint64_t took[BASES]; /* schedules until it was found; 0: it was not */
    char report[160];  /* of the first */
    bool ok, done;
} item;

static enum access access_of(const ex_site *s)
{
    return strstr(s->does, "_load") ? LOADS : strstr(s->does, "_store") ? STORES : CHANGES;
}

/* Whether it is weaker by one step. */
static bool is_next(enum access access, int from, int to)
{
    switch (from) {
    case SEQ_CST:
        return to == (access == LOADS ? ACQUIRE : access == STORES ? RELEASE : ACQ_REL);
    case ACQ_REL:
        return to == ACQUIRE || to == RELEASE;
    default:
        return from != RELAXED && to == RELAXED;
    }
}

static bool is_of(const item *it, const ex_site *s)
{
    return !it->mutant && (it->failing ? s->failing : s->order) == it->order && access_of(s) == it->access && !strcmp(s->text, it->place);
}

static void weaken(const item *it, const ex_site *sites, int n)
{
    for (int i = 0; i < n; i++) {
        ex_site *s = ex_site_of(sites[i].address);
        s->fails_relaxed = it->failing && is_of(it, &sites[i]);
        s->weakened = !it->failing && is_of(it, &sites[i]);
        s->weakened_to = it->to;
    }
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

static const char *name_of(const item *it)
{
    return it->failing ? "failing" : orders[it->order];
}

/* Whether a word of unfound.txt names it: order, order:number, and either with >to. */
static bool names_order(char *word, const item *it)
{
    char numbered[48];
    char *to = strchr(word, '>');
    if (to)
        *to++ = 0;
    snprintf(numbered, sizeof numbered, "%s:%d", name_of(it), it->number);
    return (!to || !strcmp(to, orders[it->to])) && (!strcmp(word, "*") || !strcmp(word, name_of(it)) || !strcmp(word, numbered));
}

static bool is_expected(const item *it, bool programs)
{
    const char *path = getenv("EXPLORER_UNFOUND");
    FILE *f = fopen(path ? path : "tests/explorer/unfound.txt", "r");
    char line[512], file[128] = "", function[128] = "", a[128], b[128], c[128];
    bool expected = false;
    sscanf(it->place, "%127[^:]:%*d (%127[^)]", file, function);
    while (f && !expected && fgets(line, sizeof line, f)) {
        bool general = !strncmp(line, "general ", 8);
        if (line[0] == '#' || (general && programs) || sscanf(line + (general ? 8 : 0), "%127s %127s %127s", a, b, c) < 2)
            continue;
        if (it->mutant)
            expected = !strcmp(a, "mutant") && !strcmp(b, ra__mutant_names[it->mutant]);
        else
            expected = !strcmp(a, file) && (!strcmp(b, "*") || !strcmp(b, function)) && names_order(c, it);
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
        if (!it->took[b] && is_expected(it, true))
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
            items[k].number += items[i].order == items[k].order && items[i].failing == items[k].failing && line_of(items[i].place, its, sizeof its) < line && !strcmp(mine, its);
    }
}

/* The steps of an ordering that are tried, as a set: the first ones, and behind what nothing is expected to find the next, unless who
 * finds another before it finds that as well. */
static unsigned steps_of(const item *ordering, bool programs)
{
    item it = *ordering;
    bool comes_by[ORDERS] = {false}, unfound[ORDERS] = {false};
    unsigned tried = 0;
    comes_by[it.order] = unfound[it.order] = true;
    for (it.to = it.order - 1; it.to >= RELAXED; it.to--) {
        bool is_open = true;
        for (int from = it.to + 1; from <= it.order; from++)
            if (comes_by[from] && is_next(it.access, from, it.to)) {
                comes_by[it.to] = true;
                is_open &= unfound[from];
            }
        if (comes_by[it.to] && is_open) {
            tried |= 1u << it.to;
            unfound[it.to] = is_expected(&it, programs);
        }
    }
    return tried;
}

static int add_steps(item *items, int count, const item *ordering, bool programs)
{
    unsigned tried = steps_of(ordering, programs);
    for (int to = RELAXED; to < ORDERS && count < ITEMS; to++)
        if (tried >> to & 1) {
            items[count] = *ordering;
            items[count++].to = to;
        }
    return count;
}

static int add_ordering(item *orderings, int count, const ex_site *s, bool failing)
{
    const int order = failing ? s->failing : s->order;
    int k = 0;
    if (order <= RELAXED || count == ITEMS)
        return count;
    while (k < count && !(orderings[k].failing == failing && is_of(&orderings[k], s)))
        k++;
    if (k == count) {
        orderings[count] = (item){.order = order, .failing = failing, .access = access_of(s)};
        snprintf(orderings[count++].place, sizeof orderings[0].place, "%s", s->text);
    }
    orderings[k].protocols |= ex_exhaust_comes_by(s->address);
    return count;
}

/* Those whose name has `which` in it: without programs, of the orderings those that protocols come by, and no mutants. */
static int list(item *items, ex_site *sites, int n, const char *which, bool programs)
{
    static item orderings[ITEMS];
    int all = 0, count = 0;
    for (int m = 1; programs && m < RA__MUTANTS_COUNT; m++) {
        char name[100];
        snprintf(name, sizeof name, "mutant %s", ra__mutant_names[m]);
        if (strstr(name, which))
            items[count++] = (item){.mutant = m};
    }
    for (int i = 0; i < n; i++)
        if (!strncmp(sites[i].text, "src/", 4)) {
            all = add_ordering(orderings, all, &sites[i], false);
            all = add_ordering(orderings, all, &sites[i], true);
        }
    count_in_function(orderings, all);
    for (int k = 0; k < all; k++)
        if ((programs || orderings[k].protocols) && strstr(orderings[k].place, which))
            count = add_steps(items, count, &orderings[k], programs);
    return count;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void tell(item *it, uint64_t most, int bases)
{
    int found = 0;
    for (int b = 0; b < bases; b++)
        if (it->took[b])
            it->took[found++] = it->took[b];
    qsort(it->took, (size_t)found, sizeof *it->took, by_number);
    uint64_t worst = found ? it->took[found - 1] : 0, median = found ? it->took[(found - 1) / 2] : 0;
    char name[200];
    if (it->mutant)
        snprintf(name, sizeof name, "%s", ra__mutant_names[it->mutant]);
    else
        snprintf(name, sizeof name, "%s, %s%s weakened to %s", it->place, orders[it->order], it->failing ? " of one that fails" : "", orders[it->to]);
    it->ok = it->by || (bases && found == bases) || is_expected(it, most != 0);
    if (it->by)
        printf("ok       %s: found in %lu schedules of the protocol: %s\n", name, (unsigned long)it->took[0], it->report);
    else if (bases && found == bases)
        printf("ok       %s: found in %lu schedules at most, %lu in the median of %d: %s\n", name, (unsigned long)worst, (unsigned long)median, bases, it->report);
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
