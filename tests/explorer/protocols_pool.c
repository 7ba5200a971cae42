/*
 * Parking: workers that find nothing sleep, and whoever brings something wakes one. See protocols.c.
 */
#include "protocols.h"

#include "async/pool/pool.h"
#include "async/pool/slot.h"
#include "async/tasks/graph.h"

#include <runahead.h>

static ra_task *task[3];
static int result[3];

/* Ends once the others that must run at the same time have begun. */
static int together;

static void finish(ra_task *t)
{
    int i = (int)(intptr_t)t->call.context;
    result[i]++;
    ex_note(i);
    if (together) {
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
    {"stopping", begin_stop, {stop}, stopped, .most = 2},
    {NULL},
};
