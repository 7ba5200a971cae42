/*
 * Extents that depend on data.
 */
#ifndef RA_ASYNC_EXTENT_H
#define RA_ASYNC_EXTENT_H

#include "async/values/intern.h"

#include <stdatomic.h>

/*
 * Shared by the handles of one result and the task that computes it. value is -1 until the task has run, unless the bound leaves
 * no choice; it stays -1 if the task failed, which no byte may tell of, where the bound has no element: hence `failed`. A given output that turns out to be of the very size stays as it is laid
 * out; any other is laid out like a fresh result.
 */
typedef struct ra__extent {
    _Atomic int32_t refs;
    _Atomic int64_t value; /* these two are read after a wait for the task, which orders them */
    _Atomic int failed;    /* the ra_status of a task that has told no value */
    const ra_layout *kept; /* of the given output; NULL: it cannot be of that size. Held */
    int64_t elements;  /* for each step of the extent */
    uint16_t dims;     /* bit d: dimension d has this extent */
    bool column_major; /* strides of the known layout: the first dimension innermost, else row-major */
} ra__extent;

/* Whether with this value the given output stays as it is. */
static inline bool ra__extent_keeps(const ra__extent *e, int64_t value)
{
    return e->kept && ra__sizes(e->kept)[__builtin_ctz(e->dims)] == value;
}

/* Of the dimensions `dims` of a result. kept: may be NULL. */
ra__extent *ra__extent_new(uint16_t dims, const ra__shape *result, const ra_layout *kept);
void ra__extent_drop(ra__extent *e);
/* Turns the shape as bounded into the known one; the task has run. */
void ra__extent_apply(const ra__extent *e, ra__shape *s);

#endif
