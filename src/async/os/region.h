/*
 * Memory for many small things that stay: 2 MiB at a time, which is one page where the system has huge ones. It is zero, and
 * is there when it is first touched. (In small pages the calls of a control thread that runs further ahead than ever before would take
 * three times as long, 430 ns for 140; as it is one in thousands waits until a huge page is cleared.)
 */
#ifndef RA_ASYNC_REGION_H
#define RA_ASYNC_REGION_H

#include "async/os/os.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#else /* where leaks are looked for, what these things name is in use */
#define __lsan_register_root_region(start, bytes) ((void)0)
#define __lsan_unregister_root_region(start, bytes) ((void)0)
#endif

enum { RA__REGION_BYTES = 2 << 20 };

/* NULL: none to be had. */
static inline void *ra__region_map(void)
{
    void *start;
    if (ra__os_map(RA__REGION_BYTES, RA__REGION_BYTES, 0, &start))
        return NULL;
    (void)ra__os_advise_huge(start, RA__REGION_BYTES, true);
    __lsan_register_root_region(start, RA__REGION_BYTES);
    return start;
}

/* Where that fails it is lost, which only the system's lack of mappings can do. */
static inline void ra__region_unmap(void *start)
{
    __lsan_unregister_root_region(start, RA__REGION_BYTES);
    (void)ra__os_unmap(start, RA__REGION_BYTES);
}

#endif
