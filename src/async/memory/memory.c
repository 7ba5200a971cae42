/* memory.c - the caching allocator of memory.h: blocks, and what is done when memory is short.
 *
 * A block of 1 to 2^46 bytes has a size class; each node keeps one lock-free stack (lifo.h) of free blocks a class.
 * Blocks below 1 MiB are carved from regions (memory_small.c), larger ones are mappings of their own (memory_large.c).
 * No lock is taken anywhere but where a thread ends, so one that is off the processor for long holds up nobody.
 */
#include "async/memory/memory.h"

#include <errno.h>

#include "async/memory/memory_parts.h"
#include "async/os/lock.h"
#include "async/thread/belongings.h"
#include "meta/sizes.h"

static _Atomic uint32_t trimming; /* 1: somebody is at the small blocks */
static _Atomic uint32_t ending; /* a lock, of threads that end, and of the shutdown, which one of those may come by */

static _Alignas(RA__MEM_ALIGN) char nothing[RA__MEM_ALIGN]; /* every block of zero bytes */

_Static_assert(RA__MEM_CLASSES == 304 && RA__MOST_MEMORY == (int64_t)1 << 46, "the largest block is what a description may ask for");

size_t ra__mem_capacity(size_t bytes)
{
    if (!bytes)
        return 0;
    return bytes > ra__mem_class_bytes(RA__MEM_CLASSES - 1) ? SIZE_MAX : ra__mem_class_bytes(ra__mem_class_of(bytes));
}

/* ---- trimming ------------------------------------------------------------------------------ */

size_t ra__mem_trim(size_t keep)
{
    size_t gone = ra__mem_large_trim(keep);
    if (ra__mem_cached() > keep && !atomic_exchange_explicit(&trimming, 1, memory_order_acquire)) {
        for (int n = 0; n < ra__mem_node_count; n++)
            gone += ra__mem_small_trim(&ra__mem_nodes[n], keep);
        atomic_store_explicit(&trimming, 0, memory_order_release);
    }
    return gone;
}

/* For a request that failed. */
static void make_room(size_t bytes)
{
    const size_t keep = ra__mem_keep_for(bytes);
    if (keep != SIZE_MAX)
        ra__mem_trim(keep);
}

/* ---- the interface ------------------------------------------------------------------------- */

int ra__mem_alloc(int node, size_t bytes, void **out)
{
    if (!bytes) {
        *out = nothing;
        return 0;
    }
    if (bytes > ra__mem_class_bytes(RA__MEM_CLASSES - 1))
        return -ENOMEM;
    struct ra__mem_node *home = &ra__mem_nodes[node > 0 ? node % ra__mem_node_count : 0];
    if (node == RA__MEM_SPREAD && bytes >= RA__MEM_LARGE_MIN)
        home = RA__MEM_SPREAD_HOME;
    void *data = NULL;
    for (int attempt = 0; attempt < 2 && !data; attempt++) {
        if (attempt)
            make_room(ra__mem_capacity(bytes));
        data = bytes < RA__MEM_LARGE_MIN ? ra__mem_small_alloc(home, bytes) : ra__mem_large_alloc(home, bytes);
    }
    if (!data)
        return -ENOMEM;
    RA__MEM_UNPOISON(data, bytes);
    *out = data;
    return 0;
}

void ra__mem_free(void *block, size_t bytes, int node)
{
    (void)node; /* a block knows its home, which holds even if its owner has forgotten */
    if (!block || !bytes)
        return;
    if (bytes < RA__MEM_LARGE_MIN)
        ra__mem_small_free(block, bytes);
    else
        ra__mem_large_free(block);
}

static int unmap_all(void)
{
    if (ra__mem_is_live())
        return -EBUSY;
    ra__mem_large_trim(0);
    if (!ra__mem_large_none())
        return -ENOMEM;
    const bool all = ra__mem_small_unmap();
    ra__mem_forget_figures();
    return all ? 0 : -ENOMEM;
}

int ra__mem_shutdown(void)
{
    ra__lock(&ending);
    ra__mem_small_rest_all();
    const int error = unmap_all();
    ra__unlock(&ending);
    return error;
}

void ra__mem_leave(void)
{
    ra__lock(&ending);
    ra__mem_rest();
    ra__unlock(&ending);
}

void ra__mem_fork_child(void)
{
    atomic_store_explicit(&trimming, 0, memory_order_relaxed);
    atomic_store_explicit(&ending, 0, memory_order_relaxed);
    ra__belongings_fork_child();
}
