/*
 * Memory for many small things that stay: 2 MiB at a time, which is one page where the system has huge ones. It is zero, and
 * is there when it is first touched.
 */
#ifndef RA_ASYNC_REGION_H
#define RA_ASYNC_REGION_H

#include "async/os.h"

enum { RA__REGION_BYTES = 2 << 20 };

/* NULL: none to be had. */
static inline void *ra__region_map(void)
{
    void *start;
    if (ra__os_map(RA__REGION_BYTES, RA__REGION_BYTES, 0, &start))
        return NULL;
    (void)ra__os_advise_huge(start, RA__REGION_BYTES);
    return start;
}

#endif
