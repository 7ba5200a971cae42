/*
 * Every schedule of a small protocol with so many deviations: a deviation is a thread that is made to wait though it could go on, or
 * a load that reads an older store than the newest. Who goes on where one must stop anyway is tried in every way besides.
 *
 * A schedule is the list of its choices, 0 being what is done without a deviation. The next one, depth first: the last choice that
 * can be one more, with the rest of the list taken off.
 */
#include "exhaust.h"

#include "async/os/mutant.h"
#include "cuda.h"
#include "device.h"
#include "driver.h"
#include "order.h"
#include "protocols.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHOICES = 8192 };

static struct {
    uint16_t chosen[CHOICES];
    uint16_t of[CHOICES];
    bool costs[CHOICES];
    int length, at; /* of the list, as far as it is laid down; where this schedule is */
    int most;    /* deviations */
    bool frozen; /* what is decided is not gone through: always the first */
} list;

uint32_t ex_decide(uint32_t n, bool costs)
{
    if (n < 2 || list.frozen)
        return 0;
    if (list.at == CHOICES)
        ex_fail("more than %d choices", CHOICES);
    int i = list.at++;
    if (i >= list.length) {
        list.chosen[i] = 0;
        list.length = i + 1;
    }
    list.of[i] = (uint16_t)n;
    list.costs[i] = costs;
    return list.chosen[i];
}

static bool next_schedule(void)
{
    int spent = 0;
    for (int i = 0; i < list.length; i++)
        spent += list.costs[i] && list.chosen[i];
    while (list.length) {
        int i = list.length - 1;
        bool deviates = list.costs[i] && list.chosen[i];
        if (list.chosen[i] + 1 < list.of[i] && (!list.costs[i] || deviates || spent < list.most)) {
            list.chosen[i]++;
            return true;
        }
        spent -= deviates;
        list.length--;
    }
    return false;
}

/* ---- one schedule ---- */

static const ex_protocol *const files[] = {ex_protocols_queues, ex_protocols_tasks, ex_protocols_pool, ex_protocols_fusion, ex_protocols_memory, ex_protocols_values, ex_protocols_locks, ex_protocols_heap, ex_protocols_devices, ex_protocols_own, ex_protocols_relief, ex_protocols_full, ex_protocols_streams, ex_protocols_waits, ex_protocols_cuda};
static const ex_protocol *protocol;
static int ended, notes[EX_NOTES];

static const ex_protocol *protocol_at(int i)
{
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (const ex_protocol *p = files[f]; p->name; p++)
            if (i-- == 0)
                return p;
    return NULL;
}

void ex_note(int what)
{
    notes[what]++;
}

int ex_noted(int what)
{
    return notes[what];
}

int ex_wakes(void)
{
    int wakes = 0;
    for (int i = 0; i < ex.threads; i++)
        wakes += (int)ex.thread[i].wakes;
    return wakes;
}

static int wanted[EX_THREADS][2];

static bool is_noted(void *of)
{
    const int *want = of;
    return notes[want[0]] >= want[1];
}

void ex_wait_noted(int what, int times)
{
    int *want = wanted[ex.now->number];
    want[0] = what;
    want[1] = times;
    ex_wait_until(is_noted, want);
}

/* ---- which of them comes by a place, in what is gone through ---- */

enum { SITES = 1 << 12 };
static struct {
    const void *address;
    ex_protocol_set by;
    uint64_t before;
} seen[SITES];
static int seen_count, looking = -1; /* the number of the protocol that is looked at */

static void look(bool at_end)
{
    ex_site *sites;
    if (looking < 0)
        return;
    seen_count = ex_sites(&sites);
    for (int i = 0; i < seen_count; i++) {
        seen[i].address = sites[i].address;
        const uint64_t visits = sites[i].visits[0] + sites[i].visits[1];
        seen[i].by |= (ex_protocol_set)(at_end && visits != seen[i].before) << looking;
        seen[i].before = visits;
    }
}

static void party(void *run)
{
    ((void (*)(void))(uintptr_t)run)();
    ex_system_thread_leaves();
    ended++;
}

static bool all_ended(void *count)
{
    return ended == *(int *)count;
}

static void first(void *unused)
{
    static int count;
    (void)unused;
    count = 0;
    if (protocol->begin)
        protocol->begin();
    list.frozen = false;
    look(false);
    for (int i = 0; i < EX_PARTIES && protocol->party[i]; i++) {
        ex_thread *t = ex_thread_new(party, (void *)(uintptr_t)protocol->party[i]);
        t->does = protocol->name;
        ex_fork_edge(t);
        count++;
    }
    ex_wait_until(all_ended, &count);
    for (int i = 0; i < ex.threads; i++)
        if (ex.thread[i].state == EX_ENDED)
            ex_join_edge(&ex.thread[i]);
    list.frozen = true;
    look(true);
    if (!protocol->end())
        ex_fail("%s: lost or taken twice", protocol->name);
    ex.over = true;
}

static bool run_once(void)
{
    ex_nodes = 1;
    ex_state_restore();
    ex_dirty((uintptr_t)&ra__mutant);
    ra__mutant = (enum ra__mutant)ex.mutant;
    ex_schedule_begin(1);
    ex.strategy = EX_EXHAUST;
    ex.every_point = true;
    ex.stale_in = 1;
    ex.fail_in = ex.early_in = 0;
    ex.suspend_at = UINT64_MAX;
    ex.timeless = protocol->timeless;
    ex_events_reset();
    ex_file_reset();
    ex_system_begin();
    ex_device_begin();
    ex_cuda_begin();
    ex_order_begin();
    list.at = 0;
    list.frozen = true;
    ended = 0;
    memset(notes, 0, sizeof notes);
    ex_thread *t = ex_thread_new(first, NULL);
    t->does = "the first thread";
    ex_run_guarded(t);
    return !ex.failed;
}

/* Deviations of p where so many are asked for. */
static int bound(const ex_protocol *p, int asked)
{
    const int most = (p->most ? asked + p->most - EX_DEVIATIONS : asked) - (p->heavy && asked < EX_DEVIATIONS);
    return most > 0 ? most : 0;
}

/* Until one fails: false. No more than `limit`. */
static bool run_all(const ex_protocol *p, int most, uint64_t limit, uint64_t *schedules)
{
    const uint64_t before = *schedules;
    bool ok;
    protocol = p;
    list.length = 0;
    list.most = most;
    do {
        ok = run_once();
        ++*schedules;
    } while (ok && *schedules - before < limit && next_schedule());
    return ok;
}

/* The one of that name; where there is none, those that have it in theirs. */
static bool is_meant(const ex_protocol *p, const char *name)
{
    bool is_whole = false;
    const ex_protocol *q;
    for (int i = 0; (q = protocol_at(i)) && !is_whole; i++)
        is_whole = !strcmp(q->name, name);
    return is_whole ? !strcmp(p->name, name) : strstr(p->name, name) != NULL;
}

int ex_exhaust(int most)
{
    int bad = 0;
    const ex_protocol *p;
    const char *which = getenv("EXPLORER_PROTOCOL");
    for (int i = 0; (p = protocol_at(i)); i++) {
        uint64_t schedules = 0;
        if (which && !is_meant(p, which))
            continue;
        ex.quiet = true;
        bool ok = run_all(p, bound(p, most), UINT64_MAX, &schedules);
        if (!ok) {
            ex.quiet = false;
            run_once();
            printf("# %s", ex.report);
        }
        printf("# %s: %lu schedules, all with up to %d deviations%s\n", p->name, (unsigned long)schedules, list.most, ok ? "" : ", until one failed");
        bad += !ok;
    }
    return bad;
}

/* ---- which of them finds something ---- */

enum { LOOKS = 300 };

void ex_exhaust_look(void)
{
    const ex_protocol *p;
    for (int k = 0; (p = protocol_at(k)); k++) {
        uint64_t schedules = 0;
        if (k == (int)(8 * sizeof(ex_protocol_set))) {
            fprintf(stderr, "explorer: more than %d protocols\n", k);
            exit(2);
        }
        looking = k;
        run_all(p, 1, LOOKS, &schedules);
    }
    looking = -1;
}

ex_protocol_set ex_exhaust_comes_by(const void *address)
{
    for (int i = 0; i < seen_count; i++)
        if (seen[i].address == address)
            return seen[i].by;
    return 0;
}

/* With three deviations a protocol may have more than it is worth to try for each of the orderings on its way. */
enum { ENOUGH = 10000 };

const char *ex_exhaust_find(ex_protocol_set of, int most, uint64_t *schedules)
{
    const ex_protocol *p;
    for (int deviations = 0; deviations <= most; deviations++)
        for (int k = 0; (p = protocol_at(k)); k++)
            if ((of >> k & 1) && deviations <= bound(p, EX_DEVIATIONS) && !run_all(p, deviations, p->enough ? p->enough : ENOUGH, schedules))
                return p->name;
    return NULL;
}
