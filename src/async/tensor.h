/*
 * Handles.
 */
#ifndef RA_ASYNC_TENSOR_H
#define RA_ASYNC_TENSOR_H

#include "async/storage.h"
#include "meta/dtype.h"
#include "meta/layout.h"

struct ra__scope;

/*
 * An extent that depends on data: shared by the handles of one result and the task that computes it. value is -1 until
 * the task has run; it stays -1 if the task failed. A given output that turns out to be of the very size stays as it is laid
 * out; any other is laid out like a fresh result.
 */
typedef struct ra__extent {
    _Atomic int32_t refs;
    _Atomic int64_t value;
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

struct ra_tensor {
    _Atomic(const ra_layout *) layout; /* exchanged once, when a pending extent becomes known */
    ra_storage *storage;
    int64_t offset; /* bytes */
    _Atomic(ra__extent *) extent; /* NULL: everything was known at the call */
    _Atomic bool known;           /* the extent has been put into the layout */
    ra_tensor *scope_next;
    ra_tensor **scope_at;         /* what points to it in the list of its scope; NULL: it has none, and is released by the program */
};

static inline const ra_layout *ra__layout_of(const ra_tensor *t)
{
    return atomic_load_explicit(&t->layout, memory_order_acquire);
}

static inline int64_t ra__itemsize(const ra_layout *l)
{
    return ra__element_bytes((ra_dtype)l->dtype);
}

/* A handle of the calling thread's scope. Takes over one hold of the storage; on NULL (out of memory) it does not. */
ra_tensor *ra__tensor_new(ra_storage *storage, const ra__shape *shape, int64_t offset);
/* The same for a layout, of which it takes over one hold, on NULL too. */
ra_tensor *ra__tensor_of_layout(ra_storage *storage, const ra_layout *layout, int64_t offset);
/* A handle that may be of the innermost scope goes to the one around it (or to the program). */
void ra__tensor_to_outer_scope(ra_tensor *t);
/* Waits for a pending extent and puts the known layout in place. */
ra_status ra__tensor_resolve(const ra_tensor *t);

/* Of the dimensions `dims` of a result. kept: may be NULL. */
ra__extent *ra__extent_new(uint16_t dims, const ra__shape *result, const ra_layout *kept);
void ra__extent_drop(ra__extent *e);
/* Turns the shape as bounded into the known one; the task has run. */
void ra__extent_apply(const ra__extent *e, ra__shape *s);

/* The immutable layout of a shape: interned, so that equal pointers mean equal layouts (never the converse). */
const ra_layout *ra__layout_intern(const ra__shape *shape);
void ra__layout_count(const ra_layout *layout);
void ra__layout_uncount(const ra_layout *layout);
static inline const ra_layout *ra__layout_ref(const ra_layout *layout)
{
    if (!(layout->flags & RA__LASTING))
        ra__layout_count(layout);
    return layout;
}
static inline void ra__layout_unref(const ra_layout *layout)
{
    if (!(layout->flags & RA__LASTING))
        ra__layout_uncount(layout);
}
/* The same for a layout that other threads may be about to read: it is kept until the process ends. */
void ra__layout_retire(const ra_layout *layout);
/* The layout if it lives for ever, else NULL: for those who would rather not hold it. */
static inline const ra_layout *ra__layout_lasting(const ra_layout *layout)
{
    return layout->flags & RA__LASTING ? layout : NULL;
}

#endif
