/*
 * Parking: workers that find nothing sleep, and whoever brings something wakes one. See protocols.c.
 */
#include "protocols.h"

#include "async/front/external.h"
#include "async/pool/pool.h"
#include "async/pool/slot.h"
#include "async/tasks/graph.h"

#include <runahead.h>

static ra_task *task[3];
static int result[3];

/* Ends once the others that must run at the same time have begun. */
static int together, first_of_three = -1;

static void finish(ra_task *t)
{
    int i = (int)(intptr_t)t->call.context;
    result[i]++;
    ex_note(i);
    if (together && i != first_of_three) {
        ex_note(6);
        ex_wait_noted(6, together);
    }
}

static void start(int workers)
{
    ra_config c = {.size = sizeof c, .workers = workers, .spin_us = -1, .priority = RA_PRIORITY_NORMAL};
    if (ra_init(&c))
        ex_note(7);
}

static void record(int i)
{
    ra__graph_lock();
    ra_task *t = ra__graph_new(RA__TASK_CALL);
    t->call.finish = finish;
    t->call.context = (void *)(intptr_t)i;
    if (!ra__graph_commit(t))
        ex_note(7);
    ra__graph_unlock();
    task[i] = t;
}

/* The worker has gone to sleep. */
static void begin_one(void)
{
    start(1);
    record(0);
    record(1);
    ex_wait_quiet();
}

static void begin_awake(void)
{
    start(1);
    record(0);
}

static void begin_two(void)
{
    start(2);
    record(0);
    record(1);
    together = 2;
}

/* ---- one publishes and waits for what happens elsewhere ---- */

static void publish_one(void)
{
    ra__publish(task[0]);
    ex_wait_noted(0, 1);
}

static void publish_two(void)
{
    ra__publish(task[0]);
    ra__publish(task[1]);
    ex_wait_noted(0, 1);
    ex_wait_noted(1, 1);
}

/* When the worker is back, or about to be. */
static void publish_again(void)
{
    publish_one();
    ra__publish(task[1]);
    ex_wait_noted(1, 1);
}

static bool one_ran(void)
{
    return ra_shutdown() == RA_OK && ex_noted(0) == 1 && ex_noted(7) == 0;
}

static bool all_ran(void)
{
    return ra_shutdown() == RA_OK && ex_noted(0) == 1 && ex_noted(1) == 1 && ex_noted(7) == 0;
}

/* ---- a worker makes two ready that run at the same time: one it runs, the other is for who is woken ---- */

static void begin_chain(void)
{
    start(2);
    record(0);
    ra__graph_lock();
    for (int i = 1; i < 3; i++) {
        task[i] = ra__graph_new(RA__TASK_CALL);
        task[i]->call.finish = finish;
        task[i]->call.context = (void *)(intptr_t)i;
        if (!ra__graph_order(task[i], task[0], ra__task_number(task[0])) || ra__graph_commit(task[i]))
            ex_note(7);
    }
    ra__graph_unlock();
    together = 2;
    first_of_three = 0;
}

static void publish_chain(void)
{
    ra__publish(task[0]);
    ex_wait_noted(1, 1);
    ex_wait_noted(2, 1);
}

static bool chain_ran(void)
{
    return ra_shutdown() == RA_OK && ex_noted(1) == 1 && ex_noted(2) == 1 && ex_noted(7) == 0;
}

/* ---- a job of two grains, each of which waits for the other: the second is for who is woken ---- */

static ra_tensor *grains;

static ra_status run_grains(const ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)r, (void)phase;
    for (int64_t g = first; g < last; g++) {
        ex_note((int)g);
        ex_wait_noted(1 - (int)g, 1);
    }
    return RA_OK;
}

static const ra_kernel two_grains = {.name = "grains", .run = run_grains};

static void begin_grains(void)
{
    start(2);
}

static void record_grains(void)
{
    grains = ra__external_record(&(ra__external){.name = "grains", .kernel = &two_grains, .flags = RA__PLAN_LEAF, .grains = 2, .cost_ns = 1e9,
                                                 .result = {.dtype = RA_UINT8, .ndim = 1, .sizes = {1}, .strides = {1}}}, NULL);
    ex_wait_noted(0, 1);
    ex_wait_noted(1, 1);
}

static bool grains_ran(void)
{
    ra_release(grains);
    return ra_shutdown() == RA_OK && ex_noted(0) == 1 && ex_noted(1) == 1 && ex_noted(7) == 0;
}

/* ---- the workers are to stop, wherever they are ---- */

static void begin_stop(void)
{
    start(1);
}

static void stop(void)
{
    if (ra_shutdown())
        ex_note(7);
}

static bool stopped(void)
{
    return ex_noted(7) == 0;
}

const ex_protocol ex_protocols_pool[] = {
    {"parking", begin_awake, {publish_one}, one_ran, .heavy = true},
    {"parking again", begin_one, {publish_again}, all_ran, .heavy = true},
    {"parking of two", begin_two, {publish_two}, all_ran, .most = 1},
    {"parking behind a task", begin_chain, {publish_chain}, chain_ran, .most = 2, .heavy = true},
    {"parking behind a part", begin_grains, {record_grains}, grains_ran, .most = 2, .heavy = true},
    {"stopping", begin_stop, {stop}, stopped, .most = 2},
    {NULL},
};
