/*
 * Layouts, interned and counted.
 */
#ifndef RA_ASYNC_INTERN_H
#define RA_ASYNC_INTERN_H

#include "meta/dtype.h"
#include "meta/layout.h"

static inline int64_t ra__itemsize(const ra_layout *l)
{
    return ra__element_bytes((ra_dtype)l->dtype);
}

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
