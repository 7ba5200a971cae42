/*
 * Counters, one set a thread, written by their thread alone and summed by whoever asks.
 */
#ifndef RA_ASYNC_STATS_H
#define RA_ASYNC_STATS_H

#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* In the order of ra_stats; MAX ones are maxima, not sums. */
#define RA__STAT_LIST(X) \
    X(RECORDED, recorded) \
    X(RAN_INLINE, ran_inline) \
    X(RAN_CHAINED, ran_chained) \
    X(RAN_BY_WORKER, ran_by_worker) \
    X(RAN_BY_WAITER, ran_by_waiter) \
    X(DROPPED, dropped) \
    X(FUSED, fused) \
    X(FUSED_GROUPS, fused_groups) \
    X(ELIDED, elided) \
    X(FAILED, failed) \
    X(POISONED, poisoned) \
    X(STEALS, steals) \
    X(GRAINS, grains) \
    X(GRAINS_STOLEN, grains_stolen) \
    X(SLEEPS, sleeps) \
    X(WAKES, wakes) \
    X(WAITS, waits) \
    X(WAIT_NS, wait_ns) \
    X(PACED, paced) \
    X(PACED_NS, paced_ns) \
    X(KERNEL_NS, kernel_ns) \
    X(KERNEL_NS_CONTROL, kernel_ns_control) \
    X(INLINE_NS_MAX, inline_ns_max) \
    X(OVERLAPPED, overlapped) \
    X(OUT_OF_ORDER, out_of_order) \
    X(PLANS_CACHED, cached) \
    X(RELIEVED, relieved) \
    X(RAN_BY_DEVICE, ran_by_device) \
    X(COMPILED, compiled) \
    X(FROM_DISK, from_disk)

enum ra__stat {
#define X(name, field) RA__STAT_##name,
    RA__STAT_LIST(X)
#undef X
    RA__STATS
};

typedef struct ra__counters {
    _Atomic uint64_t value[RA__STATS];
} ra__counters;

/* This thread's, with which its belongings begin (belongings.h). NULL: it has none yet. */
extern RA__HIDDEN __thread ra__counters *ra__my_counters;
/* The same; a shared set where there is no memory for one. */
ra__counters *ra__counters_make(void);

static inline ra__counters *ra__counters_mine(void)
{
    return ra__my_counters ? ra__my_counters : ra__counters_make();
}

static inline void ra__count_in(ra__counters *mine, enum ra__stat stat, uint64_t n)
{
    _Atomic uint64_t *v = &mine->value[stat];
    atomic_store_explicit(v, atomic_load_explicit(v, memory_order_relaxed) + n, memory_order_relaxed);
}

static inline __attribute__((always_inline)) void ra__count(enum ra__stat stat, uint64_t n)
{
    ra__count_in(ra__counters_mine(), stat, n);
}

static inline void ra__count_max(enum ra__stat stat, uint64_t n)
{
    _Atomic uint64_t *v = &ra__counters_mine()->value[stat];
    if (n > atomic_load_explicit(v, memory_order_relaxed))
        atomic_store_explicit(v, n, memory_order_relaxed);
}

/* What the tests want to see and nobody else pays for: pairs of tasks running at once, tasks started out of order. */
extern RA__HIDDEN _Atomic bool ra__observing;

/* What is counted from now on is told (ra_get_stats); by one thread at a time. */
void ra__counters_reset(void);

#endif
