/*
 * Moments: what a test of the engine needs to bring one about on purpose, and to know that it was there.
 *
 * A held kernel says when it runs and ends when it is told to. A hook at a scheduling point does the same to operators.
 * Nothing here sleeps for a time and hopes; what never comes ends in the test's time limit.
 */
#ifndef TESTS_HELPERS_MOMENTS_H
#define TESTS_HELPERS_MOMENTS_H

#include "helpers/harness.h"

#include "async/front/external.h"
#include "async/os/point.h"
#include "async/tasks/graph.h"
#include "async/thread/stats.h"

#include <runahead.h>
#include <stdatomic.h>
#include <stdio.h>

#define EVENTUALLY(condition) \
    while (!(condition)) \
    usleep(100)

/* ---- the engine ---- */

/* workers: -1 for none. Tiny operators are handed over like any other, so that the moment is the same for all sizes; and what a held
 * worker leaves lying is for nobody else while nobody waits, however long it lies (relief.h). */
static inline void start(int workers)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .relief_percent = -1};
    assert_int_equal(ra_init(&config), RA_OK);
    ra_reset_stats();
}

/* ---- a clock of the test's own ---- */

static _Atomic uint64_t clock_time, clock_step; /* what it shows, and how far it goes on whenever it is read; in ns */

static inline uint64_t clock_read(void)
{
    return atomic_fetch_add(&clock_time, atomic_load(&clock_step));
}

static inline void clock_inject(uint64_t step)
{
    atomic_store(&clock_time, UINT64_C(1000000000000));
    atomic_store(&clock_step, step);
    atomic_store(&ra__os_clock_hooked, clock_read);
}

/* Nothing is left behind. */
static inline void stop(void)
{
    atomic_store(&ra__point_hooked, NULL);
    assert_int_equal(ra_shutdown(), RA_OK);
    ra_memory_stats m = ra_get_memory_stats();
    assert_int_equal(m.in_flight, 0);
    assert_int_equal(m.live, 0);
}

/* Between tests, also after one that failed half way. */
static inline int clean_up(void **state)
{
    (void)state;
    atomic_store(&ra__point_hooked, NULL);
    atomic_store(&ra__os_clock_hooked, NULL);
    atomic_store(&ra__observing, false);
    ra_set_execution(RA_RUN_AHEAD);
    ra_set_site(NULL, 0);
    ra_clear_error();
    return 0;
}

/* ---- a kernel that is held ---- */

typedef struct held {
    _Atomic int running, released, done; /* grains that have begun; released by the test; grains that have ended */
    bool open;                           /* not held at all */
    ra_status status;                    /* what it answers */
    void (*inside)(void *context, int64_t grain); /* called within the kernel; may be NULL */
    void *context;
    double cost_ns;                      /* that is declared of a grain; 0: 1e5 */
} held;

static ra_status held_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    held *h = r->plan->state;
    (void)phase;
    for (int64_t g = first; g < last; g++) {
        atomic_fetch_add(&h->running, 1);
        if (h->inside)
            h->inside(h->context, g);
        if (!h->open)
            EVENTUALLY(atomic_load(&h->released));
        if (h->status) {
            snprintf(r->message, r->message_size, "grain %lld was told to fail", (long long)g);
            return h->status;
        }
        ((float *)(void *)r->data[0])[g] = (float)(1000 + g);
        atomic_fetch_add(&h->done, 1);
    }
    return RA_OK;
}

static const ra_kernel held_kernel = {.name = "held", .run = held_run};

/* float32 of `grains` elements; element g is 1000 + g. inputs: NULL-terminated, read by it in name only. */
static inline ra_tensor *held_after(held *h, int64_t grains, const ra_tensor *const *inputs)
{
    ra__external e = {.name = "held", .kernel = &held_kernel, .grains = grains, .cost_ns = (h->cost_ns > 0 ? h->cost_ns : 1e5) * (double)grains, .state = h};
    e.result = (ra__shape){.dtype = RA_FLOAT32, .ndim = 1, .sizes = {grains}, .strides = {1}};
    e.inputs = inputs;
    for (const ra_tensor *const *t = inputs; t && *t; t++)
        e.input_count++;
    ra_tensor *t = ra__external_record(&e, NULL);
    assert_non_null(t);
    return t;
}

static inline ra_tensor *held_new(held *h, int64_t grains)
{
    return held_after(h, grains, NULL);
}

static inline void let_go(held *h)
{
    atomic_store(&h->released, 1);
}

/* ---- a scheduling point that is held: threads that come by stop there ---- */

static _Atomic int gate_arrived, gate_open;
static _Atomic int gate_point;

static inline void gate_hook(enum ra__point point)
{
    if ((int)point != atomic_load(&gate_point))
        return;
    atomic_fetch_add(&gate_arrived, 1);
    EVENTUALLY(atomic_load(&gate_open));
}

static inline void gate_close(enum ra__point point)
{
    atomic_store(&gate_arrived, 0);
    atomic_store(&gate_open, 0);
    atomic_store(&gate_point, (int)point);
    atomic_store(&ra__point_hooked, gate_hook);
}

static inline void gate_release(void)
{
    atomic_store(&gate_open, 1);
    atomic_store(&ra__point_hooked, NULL);
}

/* ---- values ---- */

static inline double item(const ra_tensor *t)
{
    double v = -1;
    assert_int_equal(ra_item_f64(t, &v), RA_OK);
    return v;
}

/* Element i of a flat float32 tensor. */
static inline float at(const ra_tensor *t, int64_t i)
{
    ra_status s;
    const float *p = ra_data(t, &s);
    if (s)
        fail_msg("%s", ra_last_error());
    return p[i];
}

#define OK(call) assert_int_equal(call, RA_OK)

/* What of this file a program does not use. */
static inline void moments_unused(void)
{
    (void)held_new, (void)let_go, (void)gate_close, (void)gate_release, (void)item, (void)at, (void)start, (void)stop;
}

#endif
