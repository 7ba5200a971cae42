/*
 * A pool by its words alone: a worker that is none, whose flag, count and standing are set by hand, beside who wakes it and the real
 * watch and its threads. See protocols.c.
 */
#include "protocols.h"

#include "async/os/os.h"
#include "async/pool/doubt.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/relief.h"
#include "async/pool/stand_back.h"
#include "async/pool/workers.h"
#include "async/thread/guest.h"
#include "async/thread/state.h"

#include <string.h>

static ra__worker workers[2], *const worker = &workers[0];
static ra__inject queues[3];
static ra_task left;

static void make_pool(enum ra__parked parked, enum ra__standing standing)
{
    static uint8_t itself[1];
    ra__pool.placement = (struct ra__placement){.nearest = itself};
    atomic_store_explicit(&ra__pool.stopping, false, memory_order_relaxed);
    ra__pool.workers = workers;
    ra__pool.inject = queues;
    for (int i = 0; i < 3; i++)
        if (!ra__inject_init(&queues[i]))
            ex_note(7);
    ra__pool.count = ra__pool.nodes = 1;
    atomic_store_explicit(&ra__pool.started, 1, memory_order_relaxed);
    ra__pool.priority = RA_PRIORITY_BACKGROUND;
    atomic_store_explicit(&ra__pool.idle[0].count, parked == RA__ASLEEP ? RA__SLEEPING : 0, memory_order_relaxed);
    atomic_store_explicit(&worker->parked, parked, memory_order_relaxed);
    atomic_store_explicit(&worker->standing, standing, memory_order_relaxed);
    atomic_store_explicit(&worker->last_cpu, -1, memory_order_relaxed);
    worker->searching = false;
}

/* ---- two would wake it: who finds its flag taken does not leave it to who has taken it, a thread of the library that may be off the
 * processor for good by then ---- */

static void begin_asleep(void)
{
    make_pool(RA__ASLEEP, RA__SERVES);
}

static void notify_as_library(void)
{
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    ra__pool_notify(0);
}

/* It ran here last, and so is asked last: nothing is looked at behind its flag. */
static void notify(void)
{
    atomic_store_explicit(&worker->last_cpu, ra__os_cpu_now(), memory_order_relaxed);
    ra__pool_notify(0);
    if (!ex_wakes())
        ex_note(7);
}

static bool nothing_wrong(void)
{
    return ex_noted(7) == 0;
}

/* ---- the watch, which sleeps while all workers do: it does not go on sleeping when one is up ---- */

static bool serve(void)
{
    if (ex_noted(0))
        return false;
    ex_note(0);
    return true;
}

static void begin_watch(void)
{
    begin_asleep();
    ra__relief_start(serve);
}

static void wake_it(void)
{
    if (!ra__pool_wake_one(0))
        ex_note(7);
}

static void stop(void)
{
    atomic_store_explicit(&ra__pool.stopping, true, memory_order_seq_cst);
    ra__relief_stop();
}

/* Wherever the watch and who serves are, they end. */
static bool stopped(void)
{
    return ex_noted(7) == 0;
}

static bool watch_is_up(void)
{
    ex_pause();
    const uint32_t sleeps = atomic_load_explicit(&ra__pool.watch.sleeps, memory_order_relaxed);
    stop();
    return sleeps != RA__WATCH_SLEEPS && ex_noted(7) == 0;
}

/* One that is about to sleep, finds something, and gets up by itself. */
static void begin_rising(void)
{
    make_pool(RA__UP, RA__SERVES);
    ra__inject_put(&queues[0], &left);
    ra__relief_start(serve);
}

static void rise(void)
{
    ra__sleep_until_woken(worker);
}

/* ---- who waits calls the watch: an ordinary thread serves in the place of a worker of whom there is doubt ---- */

static void begin_doubt(void)
{
    make_pool(RA__UP, RA__DOUBTED);
    ra__relief_start(serve);
}

static int handed_over;

static void call(void)
{
    handed_over = 7;
    ra__pool_wait_begin();
    ra__relief_call();
    ex_wait_noted(0, 1);
}

static bool served(void)
{
    stop();
    return ex_noted(0) == 1 && ex_noted(7) == 0;
}

static void call_and_stop(void)
{
    call();
    ra__pool_wait_end();
    stop();
}

/* ---- who serves for the work itself, and has found nothing, is rung by who publishes: the worker is woken and gets no processor, or none is ---- */

static bool take_one(void)
{
    if (!ra__inject_take(&queues[0]))
        return false;
    ex_note(ex_noted(0));
    return true;
}

static void begin_lull(void)
{
    make_pool(RA__UP, RA__DOUBTED);
    ra__pool.watch.percent = 100;
    ra__relief_start(take_one);
}

static void publish_and_see(int what)
{
    ra__inject_put(&queues[0], &left);
    ra__pool_notify(0);
    ex_wait_noted(what, 1);
}

static void publish_after_a_lull(enum ra__parked parked, enum ra__standing standing)
{
    ra__pool_wait_begin();
    ra__relief_call();
    publish_and_see(0);
    (void)ra__set_standing(worker, RA__SERVES); /* so that this thread has counted it, and sees that */
    (void)ra__set_standing(worker, standing);
    ra__pool_wait_end();
    ex_pause();
    atomic_store_explicit(&ra__pool.idle[0].count, parked == RA__ASLEEP ? RA__SLEEPING : 0, memory_order_relaxed);
    atomic_store_explicit(&worker->parked, parked, memory_order_relaxed);
    publish_and_see(1);
}

static void publish_to_relieved(void)
{
    publish_after_a_lull(RA__ASLEEP, RA__RELIEVED);
}

static void publish_to_busy(void)
{
    publish_after_a_lull(RA__UP, RA__RELIEVED);
}

/* It serves again, but does not get up. */
static void publish_to_one_on_trial(void)
{
    publish_after_a_lull(RA__ASLEEP, RA__ON_TRIAL);
}

static void publish_to_one_woken_on_trial(void)
{
    publish_after_a_lull(RA__TAKEN, RA__ON_TRIAL);
}

/* ---- and who finds that it has been rung does not leave it to who did that, a thread of the library that may be off the processor for good ---- */

static void begin_two_rings(void)
{
    make_pool(RA__UP, RA__RELIEVED);
    atomic_store_explicit(&ra__pool.watch.there, true, memory_order_relaxed);
    ra__pool.watch.percent = 1;
}

static void sleep_until_rung(void)
{
    ra__os_futex_wait(&worker->relief.rung, 0, RA__OS_FOREVER);
}

static void ring(void)
{
    ra__relief_ring(worker);
}

static void ring_and_see(void)
{
    ra__relief_ring(worker);
    if (!ex_wakes())
        ex_note(7);
}

/* ---- who is held up looks at what a worker runs a piece of: a record that is new to him ---- */

static void run_a_piece(void)
{
    static ra__guest outer = {.task = &left};
    ra__tls.worker = worker;
    memset(&left, 0, sizeof left);
    ra__pool_busy(&left);
    ra__tls.guest = &outer;
    ra__pool_idle(0, 0); /* of another piece, upon that one */
    ra__tls.guest = NULL;
    ra__pool_idle(0, 0);
    ra__tls.worker = NULL;
}

static void hold_up(void)
{
    ra__pool_held_up(5);
}

/* ---- one that stands aside, and takes nothing, leaves what was published in reliance on its search to who sleeps; another one that
 * searches is off the processor ---- */

static void begin_aside(void)
{
    make_pool(RA__UP, RA__RELIEVED);
    ra__pool.count = 2;
    atomic_store_explicit(&ra__pool.watch.there, true, memory_order_relaxed);
    ra__pool.watch.percent = 1;
    atomic_store_explicit(&workers[1].parked, RA__ASLEEP, memory_order_relaxed);
    atomic_store_explicit(&workers[1].last_cpu, -1, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.idle[0].count, 2 * RA__SEARCHING + RA__SLEEPING, memory_order_relaxed);
}

static void stand_aside(void)
{
    worker->searching = true;
    for (int i = 0; i < 2; i++)
        if (!ra__stands_back(worker))
            ex_note(7);
}

/* Somebody has been woken by when nobody can go on: the sleeper, or the other one, who slept as well. */
static void publish_to_who_sleeps(void)
{
    ra__inject_put(&queues[0], &left);
    ra__pool_notify(0);
    ex_pause();
    if (!ex_wakes())
        ex_note(7);
    ra__pool_wake_one(0);
}

const ex_protocol ex_protocols_relief[] = {
    {"parking's wakers", begin_asleep, {notify_as_library, notify}, nothing_wrong},
    {"watch beside a waker", begin_watch, {wake_it}, watch_is_up},
    {"watch beside who rises", begin_rising, {rise}, watch_is_up},
    {"watch that is called", begin_doubt, {call}, served, .timeless = true},
    {"watch called by two", begin_doubt, {call, call}, served, .timeless = true, .most = 1},
    {"watch that stops", begin_watch, {stop}, stopped, .timeless = true},
    {"relief that stops", begin_doubt, {call_and_stop}, stopped, .timeless = true, .most = 2},
    {"relief rung by who wakes", begin_lull, {publish_to_relieved}, served, .timeless = true, .most = 2},
    {"relief rung by who wakes nobody", begin_lull, {publish_to_busy}, served, .timeless = true, .most = 2},
    {"relief rung with one on trial", begin_lull, {publish_to_one_on_trial}, served, .timeless = true, .most = 2},
    {"relief rung for one on trial", begin_lull, {publish_to_one_woken_on_trial}, served, .timeless = true, .most = 2},
    {"relief rung by two", begin_two_rings, {sleep_until_rung, ring, ring_and_see}, nothing_wrong},
    {"standing back", begin_asleep, {run_a_piece, hold_up}, stopped},
    {"standing aside", begin_aside, {stand_aside, publish_to_who_sleeps}, nothing_wrong},
    {NULL},
};
