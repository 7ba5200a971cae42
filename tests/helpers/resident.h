/* How much of the 2 MiB around a place has memory: as much as one huge page, or only what was touched. */
#ifndef TESTS_HELPERS_RESIDENT_H
#define TESTS_HELPERS_RESIDENT_H

#include "async/os/os.h"

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

enum { HUGE_PAGE = 2 << 20 };

/* In bytes; all 2 MiB are of one mapping. -1: the system does not tell. */
static inline long resident_around(const void *place)
{
    static unsigned char in[HUGE_PAGE / 4096];
    const size_t page = ra__os_page_size();
    void *start = (void *)((uintptr_t)place & ~(uintptr_t)(HUGE_PAGE - 1));
    long bytes = 0;
    if (mincore(start, HUGE_PAGE, in))
        return -1;
    for (size_t i = 0; i < HUGE_PAGE / page; i++)
        bytes += in[i] & 1 ? (long)page : 0;
    return bytes;
}

#endif
