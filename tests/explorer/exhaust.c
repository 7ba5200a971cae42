/*
 * Every schedule of a small protocol with so many deviations: a deviation is a thread that is made to wait though it could go on, or
 * a load that reads an older store than the newest. Who goes on where one must stop anyway is tried in every way besides.
 *
 * A schedule is the list of its choices, 0 being what is done without a deviation. The next one, depth first: the last choice that
 * can be one more, with the rest of the list taken off.
 */
#include "exhaust.h"

#include "driver.h"
#include "order.h"
#include "protocols.h"

#include <stdio.h>
#include <string.h>

enum { CHOICES = 4096 };

static struct {
    uint16_t chosen[CHOICES];
    uint16_t of[CHOICES];
    bool costs[CHOICES];
    int length, at; /* of the list, as far as it is laid down; where this schedule is */
    int deviations, most;
} list;

uint32_t ex_decide(uint32_t n, bool costs)
{
    if (n < 2)
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

static const ex_protocol *protocol;
static int ended;

static void party(void *run)
{
    ((void (*)(void))(uintptr_t)run)();
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
    for (int i = 0; i < EX_PARTIES && protocol->party[i]; i++) {
        ex_thread *t = ex_thread_new(party, (void *)(uintptr_t)protocol->party[i]);
        t->does = protocol->name;
        ex_fork_edge(t);
        count++;
    }
    ex_wait_until(all_ended, &count);
    for (int i = 0; i < ex.threads; i++)
        ex_join_edge(&ex.thread[i]);
    if (!protocol->end())
        ex_fail("%s: lost or taken twice", protocol->name);
    ex.over = true;
}

static bool run_once(void)
{
    ex_state_restore();
    ex_schedule_begin(1);
    ex.strategy = EX_EXHAUST;
    ex.stale_in = 1;
    ex.fail_in = ex.early_in = 0;
    ex.suspend_at = UINT64_MAX;
    ex_order_begin();
    list.at = 0;
    ended = 0;
    ex_thread *t = ex_thread_new(first, NULL);
    t->does = "the first thread";
    ex_enter_first(t);
    ex.now = NULL;
    return !ex.failed;
}

int ex_exhaust(int most)
{
    int bad = 0;
    for (int p = 0; p < ex_protocol_count; p++) {
        uint64_t runs = 0;
        bool ok = true;
        protocol = &ex_protocols[p];
        list.length = 0;
        list.most = most;
        ex.quiet = true;
        do {
            ok = run_once();
            runs++;
        } while (ok && next_schedule());
        if (!ok) {
            ex.quiet = false;
            run_once();
            printf("# %s", ex.report);
        }
        printf("# %s: %lu schedules, all with up to %d deviations%s\n", protocol->name, (unsigned long)runs, most, ok ? "" : ", until one failed");
        bad += !ok;
    }
    return bad;
}
