/*
 * Tasks, by themselves: their words, edges and records, and those who wait for them. See protocols.c.
 */
#include "protocols.h"
#include "works.h"

#include "async/pool/pool.h"
#include "async/run/wait.h"
#include "async/tasks/bell.h"
#include "async/tasks/drop.h"
#include "async/tasks/graph.h"
#include "async/thread/stats.h"

#include <runahead.h>

enum { TASKS = 4 };
static ra_task *task[TASKS];
static uint64_t sequence[TASKS];
static int result[TASKS]; /* written by the task alone */
static unsigned flags_of[TASKS];

/* ---- a word: two bring it to READY, and all three would run it, who then see what those two have done ---- */

static ra_task bare;
static int brought[2], runs;

static void word_begin(void)
{
    atomic_store_explicit(&bare.word, UINT64_C(9) << 8 | RA__TASK_WAITING, memory_order_relaxed);
    atomic_store_explicit(&bare.waits, 2, memory_order_relaxed);
}

static void word_runner(void)
{
    unsigned flags;
    if (ra__task_claim(&bare, 9, &flags))
        runs += brought[0] + brought[1];
}

static void word_bringer(int i)
{
    brought[i] = 1;
    if (atomic_fetch_sub_explicit(&bare.waits, 1, memory_order_acq_rel) == 1)
        ra__task_make_ready(&bare);
    word_runner();
}

static void word_first(void) { word_bringer(0); }
static void word_second(void) { word_bringer(1); }

static bool word_end(void)
{
    return runs == 2;
}

/* ---- tasks that do nothing but say that they have run ---- */

static int number_of(const ra_task *t)
{
    return (int)(intptr_t)t->call.context;
}

static void finish(ra_task *t)
{
    int i = number_of(t);
    result[i]++;
    ex_note(i);
}

/* Under the lock. Its record has one hold besides its own, for whoever the protocol gives it to. */
static ra_task *new_task(int i)
{
    ra_task *t = ra__graph_new(RA__TASK_CALL);
    t->call.finish = finish;
    t->call.context = (void *)(intptr_t)i;
    atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
    sequence[i] = ra__task_number(t);
    return task[i] = t;
}

static void run_if(bool ready, ra_task *t, uint64_t number)
{
    unsigned flags;
    if (!ready)
        return;
    bool mine = ra__task_claim(t, number, &flags);
    ra__graph_let_go(t);
    if (mine)
        ra__run_claimed(t, flags);
}

/* Task 0 is recorded, and claimed for who will run it. */
static void claimed_begin(void)
{
    ra_config c = {.size = sizeof c, .workers = -1};
    if (ra_init(&c))
        ex_note(7);
    ra__graph_lock();
    ra_task *t = new_task(0);
    if (ra__graph_commit(t))
        (void)ra__task_claim(t, sequence[0], &flags_of[0]);
    ra__graph_unlock();
    ra__graph_let_go(t); /* the hold of who would publish it */
}

static void run_first(void)
{
    ra__run_claimed(task[0], flags_of[0]);
}

/* ---- who waits for it sleeps at its bell, and is woken without a time limit ---- */

static void waiter(void)
{
    ra__count(RA__STAT_WAITS, 0); /* this thread's counters are made now: whoever makes its own later on learns what this one has done before */
    ra__wait_task(task[0]);
    if (result[0] == 1)
        ex_note(1);
}

static bool wait_end(void)
{
    ra__graph_let_go(task[0]);
    ra__graph_collect_all();
    return ex_noted(0) == 1 && ex_noted(1) == 2 && ra__graph_in_flight().tasks == 0;
}

/* The same without a look before: what it learns of the end it learns between its watching and its sleep. */
static void watcher(void)
{
    ra__graph_lock();
    atomic_fetch_add_explicit(&task[0]->watched, 1, memory_order_seq_cst);
    ra__graph_unlock();
    ra__sleep_until_ended(task[0], sequence[0], RA__OS_FOREVER);
    ex_note(1);
}

static bool watch_end(void)
{
    ra__graph_let_go(task[0]);
    ra__graph_collect_all();
    return ex_noted(0) == 1 && ex_noted(1) == 1;
}

/* ---- an edge to a task that is about to end: it is seen by the end, or refused ---- */

static int told; /* by the recorder, behind the edge */

static void finish_second(ra_task *t)
{
    if (result[0] != 1 || (number_of(t) == 1 && !told)) /* it comes after */
        ex_note(7);
    finish(t);
}

static void follower(void)
{
    ra__graph_lock();
    ra_task *t = new_task(1);
    t->call.finish = finish_second;
    (void)ra__graph_order(t, task[0], sequence[0]);
    told = 1;
    bool ready = ra__graph_commit(t);
    ra__graph_unlock();
    run_if(ready, t, sequence[1]);
}

/* Takes records back, so that one that is let go too early is another's. */
static void recorder(void)
{
    ra__graph_lock();
    ra_task *t = new_task(2);
    bool ready = ra__graph_commit(t);
    ra__graph_unlock();
    run_if(ready, t, sequence[2]);
}

static bool edge_end(void)
{
    for (int i = 0; i < 3; i++)
        if (task[i])
            ra__graph_let_go(task[i]);
    ra__graph_collect_all();
    return ex_noted(0) == 1 && ex_noted(1) == 1 && ex_noted(7) == 0 && ra__graph_in_flight().tasks == 0;
}

/* ---- a task that comes after two, which end at the same time ---- */

static void join_begin(void)
{
    claimed_begin();
    ra__graph_lock();
    ra_task *other = new_task(1), *t = new_task(2);
    if (ra__graph_commit(other))
        (void)ra__task_claim(other, sequence[1], &flags_of[1]);
    t->call.finish = finish_second;
    (void)ra__graph_order(t, task[0], sequence[0]);
    (void)ra__graph_order(t, task[1], sequence[1]);
    (void)ra__graph_commit(t);
    ra__graph_unlock();
    ra__graph_let_go(other);
}

static void run_second(void)
{
    ra__run_claimed(task[1], flags_of[1]);
}

static bool join_end(void)
{
    for (int i = 0; i < 3; i++)
        ra__graph_let_go(task[i]);
    ra__graph_collect_all();
    return ex_noted(0) == 1 && ex_noted(1) == 1 && ex_noted(2) == 1 && ex_noted(7) == 0 && ra__graph_in_flight().tasks == 0;
}

/* ---- a pending operator: it is run by one, while another gives up its result, or cancels it, and a third uses records again ---- */

static ra_tensor *input, *output;
static float got[4];

static void operator_begin(void)
{
    ra_config c = {.size = sizeof c, .workers = -1, .no_inline = true, .fusion = RA_FUSION_OFF};
    float four[4] = {1, 2, 3, 4};
    if (ra_init(&c))
        ex_note(7);
    input = ra_from_copy(four, RA_FLOAT32, RA_DIMS(4));
    output = ra_neg(input);
}

static void operator_runner(void)
{
    (void)ra_poll();
}

static void operator_dropper(void)
{
    ra_release(output);
    output = NULL;
}

static void operator_canceller(void)
{
    if (ra_cancel(output))
        ex_note(7);
}

static void operator_reader(void)
{
    if (ra_copy_to(output, got, sizeof got) || got[0] != -1 || got[3] != -4)
        ex_note(7);
}

/* Its record may be that of the operator that has just ended. */
static void operator_recorder(void)
{
    ra_tensor *t = ra_neg(input);
    (void)ra_poll();
    ra_release(t);
}

static bool operator_end(void)
{
    ra_release(input);
    ra_release(output);
    return ra_shutdown() == RA_OK && ra_get_memory_stats().live == 0 && ex_noted(7) == 0;
}

/* ---- two results, of which one lies over what is read, and what comes behind it there: nobody keeps them, and none is run alone ---- */

static void pair_begin(void)
{
    operator_begin();
    ex_works_begin();
}

static void pair_dropper(void)
{
    ra_tensor *over = output;
    output = ex_work_pair(0, 4, over);
    if (!output || ra_neg_(over))
        ex_note(7);
    ra_release(over);
    operator_dropper();
}

static void pair_runner(void)
{
    for (int i = 0; i < 3; i++)
        operator_runner();
}

const ex_protocol ex_protocols_tasks[] = {
    {"word", word_begin, {word_first, word_second, word_runner}, word_end},
    {"bell", claimed_begin, {run_first, waiter, waiter}, wait_end, .heavy = true, .timeless = true},
    {"bell alone", claimed_begin, {run_first, watcher}, watch_end, .timeless = true},
    {"edge", claimed_begin, {run_first, follower, recorder}, edge_end, .heavy = true},
    {"join", join_begin, {run_first, run_second}, join_end},
    {"dropping", operator_begin, {operator_runner, operator_dropper}, operator_end, .most = 2, .heavy = true},
    {"dropping two results", pair_begin, {pair_dropper, pair_runner}, operator_end, .most = 2, .heavy = true},
    {"cancelling", operator_begin, {operator_runner, operator_canceller}, operator_end, .most = 2, .heavy = true},
    {"reading", operator_begin, {operator_runner, operator_reader, operator_recorder}, operator_end, .most = 1},
    {NULL},
};
