/*
 * Memory for many small things that stay: 2 MiB at a time. It is zero, and is there when it is first touched, a small page at a
 * time: a control thread touches it, which would wait in that call until a whole huge page is cleared (5 ms, on a virtual machine
 * whose memory is not there yet either).
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
    (void)ra__os_advise_huge(start, RA__REGION_BYTES, false);
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
