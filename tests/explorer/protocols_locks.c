/*
 * Locks, lanes, and what is made or started once. See protocols.c.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
/* The system is made up here; of the real one the loader's lock is looked at, under other names. */
#define ra__os_loader_enter loader_enter
#define ra__os_loader_leave loader_leave
#define ra__os_at_end loader_at_end
#define ra__os_at_exit loader_at_exit
#define ra__os_before_exit loader_before_exit
#define ra__os_stay_loaded loader_stay_loaded
#define ra__os_dlopen loader_dlopen
#define ra__os_dlopen_deep loader_dlopen_deep
#define ra__os_link_map loader_link_map
#define ra__os_make_writable loader_make_writable
#define ra__os_dlsym loader_dlsym
#define ra__os_dlclose loader_dlclose
#define ra__os_symbol loader_symbol
#define ra__os_object loader_object
#include "async/os/os_load.c"

#include "protocols.h"

#include "async/front/check.h"
#include "async/front/external.h"
#include "async/tasks/graph.h"
#include "async/thread/serial.h"

#include <runahead.h>

static int counted;

/* ---- the lock of recorders: three who count ---- */

static void lock_user(void)
{
    ra__graph_lock();
    counted++;
    ra__graph_unlock();
}

static void lock_trier(void)
{
    while (!ra__graph_try_lock())
        ra__os_relax();
    counted++;
    ra__graph_unlock();
}

static bool counted_three(void)
{
    return counted == 3;
}

/* ---- that of the handles that are checked ---- */

static void check_user(void)
{
    ra__check_lock();
    counted++;
    ra__check_unlock();
}

/* ---- that of the loader: two who load, and the end of the process, which keeps it ---- */

static int loaded[2];

static void loader_user(int i)
{
    if (!loader_enter())
        return;
    (void)loader_enter(); /* a constructor that loads */
    counted++;
    loader_leave();
    loaded[i] = 1;
    loader_leave();
}

static void loader_first(void) { loader_user(0); }
static void loader_second(void) { loader_user(1); }

static void loader_last(void)
{
    close_loader();
    loaded[0]++; /* nobody loads any more */
    loaded[1]++;
}

static bool loader_end(void)
{
    return loaded[0] >= 1 && loaded[1] >= 1 && counted == loaded[0] + loaded[1] - 2;
}

static void loader_third(void)
{
    if (!loader_enter())
        return;
    counted++;
    loader_leave();
}

/* ---- a lane: it is started by the first, sleeps, is woken and stopped ---- */

static int served;

static void serve(ra__serial_item *item)
{
    (void)item;
    served++;
    ex_note(0);
}

static ra__serial lane = {.number = 9100, .serve = serve};
static ra__serial_item items[2];

static void lane_first(void)
{
    (void)ra__serial_push(&lane, &items[0]);
}

static void lane_second(void)
{
    (void)ra__serial_push(&lane, &items[1]);
}

static void lane_both(void)
{
    lane_first();
    lane_second();
    ra__serial_stop(&lane);
}

static bool lane_end(void)
{
    ra__serial_stop(&lane);
    return served == 2 && ra__serial_is_quiet(&lane);
}

static bool lane_stopped(void)
{
    ra__serial_stop(&lane);
    return served == 1;
}

/* One that waits for what it has handed over: nothing else wakes the lane. */
static void lane_waiter(void)
{
    lane_first();
    ex_wait_noted(0, 1);
}

/* Another stops it than has started it, and it starts again. */
static void lane_stopper(void)
{
    ex_wait_noted(1, 1);
    ra__serial_stop(&lane);
    ex_note(2);
}

static void lane_starter(void)
{
    lane_first();
    ex_note(1);
}

static void lane_restarter(void)
{
    ex_wait_noted(2, 1);
    lane_second();
}

/* ---- the tokens of files: two who are the first ---- */

static ra_tensor *of_file[2];

static ra_status run_nothing(const ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)r, (void)phase, (void)first, (void)last;
    return RA_OK;
}

static const ra_kernel nothing = {.name = "nothing", .run = run_nothing};

static void files_begin(void)
{
    ra_config c = {.size = sizeof c, .workers = -1};
    if (ra_init(&c))
        ex_note(7);
}

static void files_user(int i)
{
    of_file[i] = ra__external_record(&(ra__external){.name = "nothing", .kernel = &nothing, .grains = 1, .result = {.dtype = RA_UINT8, .ndim = 1, .sizes = {1}, .strides = {1}}, .token = 1 + 4 * i}, NULL);
}

static void files_first(void) { files_user(0); }
static void files_second(void) { files_user(1); }

static bool files_end(void)
{
    if (!of_file[0] || !of_file[1] || ra_wait(of_file[0]) || ra_wait(of_file[1]))
        ex_note(7);
    ra_release(of_file[0]);
    ra_release(of_file[1]);
    return ra_shutdown() == RA_OK && ex_noted(7) == 0;
}

/* ---- the engine: two who start it, of whom one is refused; and one who starts it beside others who use it, with no lock ---- */

static void engine_starter(void)
{
    ra_config c = {.size = sizeof c, .workers = -1};
    if (ra_init(&c))
        ex_note(0);
    ex_note(1);
    ra_tensor *t = ra_full(RA_DIMS(2), 1.0f);
    if (!t)
        ex_note(7);
    ra_release(t);
}

static void engine_user(void)
{
    const float two[2] = {1, 2};
    ex_wait_noted(1, 1);
    ra_tensor *t = ra_from_copy(two, RA_FLOAT32, RA_DIMS(2)), *n = ra_neg(t);
    if (!n)
        ex_note(7);
    ra_release(t);
    ra_release(n);
}

static void engine_caller(void)
{
    ex_wait_noted(1, 1);
    ra_release(ra_full(RA_DIMS(2), 1.0f));
}

static void engine_poller(void)
{
    ex_wait_noted(1, 1);
    (void)ra_poll();
}

static bool engine_end(void)
{
    return ra_shutdown() == RA_OK && ex_noted(0) == ex_noted(1) - 1 && ex_noted(7) == 0;
}

const ex_protocol ex_protocols_locks[] = {
    {"lock", NULL, {lock_user, lock_user, lock_trier}, counted_three},
    {"check's lock", NULL, {check_user, check_user, check_user}, counted_three, .timeless = true},
    {"loader's lock", NULL, {loader_third, loader_third, loader_third}, counted_three, .timeless = true},
    {"loader's end", NULL, {loader_first, loader_second, loader_last}, loader_end, .timeless = true},
    {"lane", NULL, {lane_first, lane_second}, lane_end},
    {"lane's end", NULL, {lane_both}, lane_end},
    {"lane's waking", NULL, {lane_waiter}, lane_stopped, .timeless = true},
    {"lane's next", NULL, {lane_starter, lane_stopper, lane_restarter}, lane_end, .most = 2},
    {"files' tokens", files_begin, {files_first, files_second}, files_end, .most = 2},
    {"engine's start", NULL, {engine_starter, engine_starter}, engine_end, .most = 1},
    {"engine's use", NULL, {engine_starter, engine_user, engine_caller}, engine_end, .most = 1},
    {"engine's poll", NULL, {engine_starter, engine_poller}, engine_end, .most = 1},
    {NULL},
};
