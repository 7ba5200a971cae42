/* What tests of the allocator share: it begins anew before each, and has everything back after it. */
#ifndef TESTS_HELPERS_ALLOCATOR_H
#define TESTS_HELPERS_ALLOCATOR_H

#include "helpers/harness.h"

#include "async/memory/memory.h"
#include "async/os/os.h"
#include "async/os/placement.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/wait.h>

#define MIB ((size_t)1 << 20)

static inline int fresh_start(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    ra__mem_limit(0, "a test");
    if (ra__mem_shutdown())
        return -1;
    return ra__mem_init(1, NULL);
}

/* Every test gives back all it took. */
static inline int all_back(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    struct ra__mem_stats s;
    ra__mem_stats(&s);
    return s.live ? -1 : 0;
}

static inline struct ra__mem_stats stats(void)
{
    struct ra__mem_stats s;
    ra__mem_stats(&s);
    return s;
}

static inline void *take(int node, size_t bytes)
{
    void *block = NULL;
    assert_int_equal(ra__mem_alloc(node, bytes, &block), 0);
    assert_non_null(block);
    return block;
}

#endif
