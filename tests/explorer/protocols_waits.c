/*
 * Who finds that what he would wait for has ended has what it did. See protocols.c.
 */
#include "protocols.h"

#include "async/run/run.h"
#include "async/tasks/graph.h"
#include "async/thread/stats.h"

#include <runahead.h>

static void init(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true, .fusion = RA_FUSION_OFF};
    if (ra_init(&c))
        ex_note(7);
}

/* ---- one who would keep its record ---- */

static ra_task *task;
static unsigned flags;
static int done; /* written by the task alone */

static void finish(ra_task *t)
{
    (void)t;
    done++;
}

static void begin_task(void)
{
    init();
    ra__graph_lock();
    task = ra__graph_new(RA__TASK_CALL);
    task->call.finish = finish;
    if (ra__graph_commit(task))
        (void)ra__task_claim(task, ra__task_number(task), &flags);
    ra__graph_unlock();
    ra__graph_let_go(task); /* the hold of who would publish it */
}

static void run(void)
{
    ra__run_claimed(task, flags);
}

static void hold(void)
{
    ra__graph_lock();
    const bool held = ra__graph_hold(task);
    if (!held && !done)
        ex_note(7);
    ra__graph_unlock();
    if (held)
        ra__graph_let_go(task);
}

static bool task_end(void)
{
    ra__graph_collect_all();
    return done == 1 && ex_noted(7) == 0 && ra__graph_in_flight().tasks == 0;
}

/* ---- one who waits for all that is pending, where the program has the memory and nothing but this tells it of the end ---- */

static float data[4];
static ra_tensor *tensor;

static void begin_operator(void)
{
    init();
    tensor = ra_from_data(data, RA_FLOAT32, RA_DIMS(4));
    if (ra_fill_(tensor, 1))
        ex_note(7);
}

static void poll(void)
{
    (void)ra_poll();
}

static void wait_for_all(void)
{
    ra__count(RA__STAT_WAITS, 0); /* this thread's counters are made now: whoever makes its own later on learns what this one has done before */
    if (ra_wait_all() || data[0] != 1)
        ex_note(7);
}

static bool operator_end(void)
{
    ra_release(tensor);
    return ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(7) == 0;
}

const ex_protocol ex_protocols_waits[] = {
    {"a hold of what ends", begin_task, {run, hold}, task_end},
    {"waiting for all", begin_operator, {poll, wait_for_all}, operator_end, .most = 2},
    {NULL},
};
