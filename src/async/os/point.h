/*
 * Scheduling points: places where another order of events is possible. A test installs a hook that delays or yields
 * there by a seeded choice, so that rare orders become common; without one a point is a load and a branch.
 */
#ifndef RA_ASYNC_POINT_H
#define RA_ASYNC_POINT_H

#include "meta/hidden.h"

#include <runahead/base.h>
#include <stdatomic.h>

enum ra__point { RA__POINT_COMMIT, RA__POINT_PUBLISH, RA__POINT_CLAIM, RA__POINT_RUN, RA__POINT_GRAIN, RA__POINT_END, RA__POINT_STEAL, RA__POINT_SLEEP, RA__POINT_WAIT, RA__POINT_FUSE, RA__POINT_QUEUED, RA__POINT_DEQUEUED, RA__POINT_CANCEL, RA__POINT_DROP, RA__POINT_WAKE, RA__POINT_RISEN, RA__POINT_ORDER, RA__POINT_READ, RA__POINTS };

typedef void (*ra__point_hook)(enum ra__point point);
extern RA__HIDDEN _Atomic(ra__point_hook) ra__point_hooked;

#define RA__POINT(name) \
    do { \
        ra__point_hook hook_ = atomic_load_explicit(&ra__point_hooked, memory_order_relaxed); \
        if (__builtin_expect(hook_ != 0, 0)) \
            hook_(RA__POINT_##name); \
    } while (0)

#endif
