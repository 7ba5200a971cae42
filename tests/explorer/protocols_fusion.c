/*
 * Groups beside what others do to their tasks: those that end, and those that nobody can observe any more. See protocols.c.
 */
#include "protocols.h"

#include "async/front/tensor.h"
#include "async/pool/pool.h"
#include "async/run/run.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"
#include "async/thread/stats.h"

#include <runahead.h>

static ra_tensor *x, *a, *p, *t, *more;
static struct {
    ra_task *task;
    unsigned flags;
} claimed[2];

static void start(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true, .fusion = RA_FUSION_ALWAYS};
    float four[4] = {1, 2, 3, 4};
    if (ra_init(&c))
        ex_note(7);
    x = ra_from_copy(four, RA_FLOAT32, RA_DIMS(4));
}

/* The task that is to write it, for whoever will run it. */
static void claim_writer(const ra_tensor *of, int i)
{
    ra__graph_lock();
    const ra__hazards *h = ra__hazards_now(&of->storage->hazards);
    for (int k = 0; k < h->count; k++)
        if (ra__hazard_writes(&h->entries[k]))
            claimed[i].task = h->entries[k].task;
    if (!claimed[i].task || !ra__task_claim(claimed[i].task, ra__task_number(claimed[i].task), &claimed[i].flags))
        ex_note(7);
    ra__graph_unlock();
}

/* What a thread gives to all when it begins to count, or ends, would be taken by the other, and order what is not ordered otherwise: so
 * they count from the start, and both are there to the end. */
static void run_first(void)
{
    ra__count(RA__STAT_WAITS, 0);
    ra__run_claimed(claimed[0].task, claimed[0].flags);
    ex_note(0);
}

static void run_second(void)
{
    ra__count(RA__STAT_WAITS, 0);
    ra__run_claimed(claimed[1].task, claimed[1].flags);
    ex_wait_noted(0, 1);
}

static bool all_end(void)
{
    ra_release(x);
    ra_release(a);
    ra_release(p);
    ra_release(t);
    ra_release(more);
    return ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(7) == 0;
}

/* ---- a group takes in what comes after it and after another task, which ends between its two looks ---- */

static void begin_looks(void)
{
    start();
    a = ra_neg(x);
    p = ra_neg(x);
    t = ra_add(a, p);
    claim_writer(a, 0);
    claim_writer(p, 1);
}

static bool looks_end(void)
{
    float got[4] = {0};
    if (ra_copy_to(t, got, sizeof got) || got[0] != -2 || got[3] != -8)
        ex_note(7);
    return all_end();
}

/* ---- what a group looks at and puts back, since it reads what failed, is dropped, and its memory is another's ---- */

static void begin_put_back(void)
{
    start();
    a = ra_neg(x);
    p = ra_neg(x);
    if (ra_cancel(p))
        ex_note(7);
    t = ra_add(a, p);
    claim_writer(a, 0);
}

static void drop_last(void)
{
    ra_release(t);
    t = NULL;
    more = ra_neg(x);
}

/* ---- it looks for what comes after it while that is recorded ---- */

static void begin_recorded(void)
{
    start();
    a = ra_neg(x);
    claim_writer(a, 0);
}

static void record_more(void)
{
    t = ra_neg(a);
    more = ra_neg(t);
    ex_wait_noted(0, 1);
}

/* ---- who drops one of two results looks at the task, which somebody needs for the other: that is run, and the other given up ---- */

static void begin_two(void)
{
    start();
    if (ra_sort(x, 0, &a, &p))
        ex_note(7);
}

static void drop_one(void)
{
    ra_release(p);
    p = NULL;
}

static void poll(void)
{
    (void)ra_poll();
    ex_note(0);
    ex_wait_noted(1, 1);
}

static void give_up_other(void)
{
    ex_wait_noted(0, 1);
    ra_release(a);
    a = NULL;
    ex_note(1);
}

const ex_protocol ex_protocols_fusion[] = {
    {"fusing beside an end", begin_looks, {run_first, run_second}, looks_end, .most = 2, .heavy = true},
    {"fusing beside a drop", begin_put_back, {drop_last, run_first}, all_end, .most = 2, .enough = 40000, .heavy = true},
    {"fusing beside a recorder", begin_recorded, {run_first, record_more}, all_end, .most = 1},
    {"dropping one of two", begin_two, {drop_one, poll, give_up_other}, all_end, .most = 2, .heavy = true},
    {NULL},
};
