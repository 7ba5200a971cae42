#include "async/thread/blocks.h"

#include "async/os/os.h"
#include "async/os/region.h"

#include <stdatomic.h>

#ifdef __SANITIZE_ADDRESS__
enum { EACH_BY_ITSELF = 1 };
#else
enum { EACH_BY_ITSELF = 0 };
#endif

enum { HEAP_BATCHES = 16 };

__thread ra__blocks ra__my_blocks[RA__BLOCK_KINDS];

static _Atomic(ra__block *) shared[RA__BLOCK_KINDS]; /* batches */

static void share(enum ra__block_kind kind, ra__block *batch, uint32_t count)
{
    batch->count = count;
    ra__block *head = atomic_load_explicit(&shared[kind], memory_order_relaxed);
    do
        batch->next_batch = head;
    while (!atomic_compare_exchange_weak_explicit(&shared[kind], &head, batch, memory_order_release, memory_order_relaxed));
}

/* A batch from the shared list, of which this thread keeps a few more. */
static ra__block *take_shared(enum ra__block_kind kind)
{
    enum { KEPT = RA__ROOM(16, 1) };
    ra__blocks *mine = &ra__my_blocks[kind];
    ra__block *batch = mine->more;
    if (!batch)
        batch = atomic_exchange_explicit(&shared[kind], NULL, memory_order_acquire);
    if (!batch)
        return NULL;
    if (!mine->more) {
        ra__block *last = batch, *none = NULL;
        for (int i = 0; i < KEPT && last->next_batch; i++)
            last = last->next_batch;
        if (last->next_batch && atomic_compare_exchange_strong_explicit(&shared[kind], &none, last->next_batch, memory_order_relaxed, memory_order_relaxed))
            last->next_batch = NULL;
    }
    mine->more = batch->next_batch;
    return batch;
}

/*
 * How much to take from the heap at once: for one batch, and then for many. What a thread cuts stays with others, who give blocks up
 * and keep up to two batches each, now more, now less: that must not have it ask the system again and again.
 */
static uint32_t heap_batches(const ra__blocks *mine, uint32_t size)
{
    enum { HEAP_BYTES = 64 << 10 };
    const uint32_t most = HEAP_BYTES / size, left = mine->cut < HEAP_BATCHES ? HEAP_BATCHES - mine->cut : 1;
    return mine->cut == 0 || most == 0 ? 1 : most < left ? most : left;
}

/* Memory for a batch. */
static char *memory_for(enum ra__block_kind kind)
{
    ra__blocks *mine = &ra__my_blocks[kind];
    const uint32_t size = RA__BLOCK_BATCH * mine->bytes;
    if (mine->left < size) {
        const bool by_region = mine->cut >= HEAP_BATCHES && (mine->region = ra__region_map());
        const uint32_t bytes = by_region ? RA__REGION_BYTES : size * heap_batches(mine, size);
        if (!by_region && !(mine->region = ra__os_alloc_aligned(64, bytes)))
            return NULL;
        mine->left = bytes;
    }
    mine->left -= size;
    mine->region += size;
    return mine->region - size;
}

static ra__block *cut(enum ra__block_kind kind)
{
    char *memory = memory_for(kind);
    ra__block *first = NULL;
    for (int i = RA__BLOCK_BATCH - 1; memory && i >= 0; i--) {
        ra__block *b = (ra__block *)(void *)(memory + (size_t)i * ra__my_blocks[kind].bytes);
        b->next = first;
        first = b;
    }
    if (first) {
        first->count = RA__BLOCK_BATCH;
        ra__my_blocks[kind].cut++;
    }
    return first;
}

static void note_end(ra__blocks *mine)
{
    if (!mine->noted)
        ra__os_at_thread_exit();
    mine->noted = 1;
}

void *ra__block_fetch(enum ra__block_kind kind, size_t bytes)
{
    ra__blocks *mine = &ra__my_blocks[kind];
    if (EACH_BY_ITSELF)
        return ra__os_alloc_aligned(64, bytes);
    note_end(mine);
    mine->bytes = (uint32_t)bytes;
    ra__block *b = mine->second;
    mine->second = NULL;
    if (!b)
        b = take_shared(kind);
    if (!b)
        b = cut(kind);
    if (!b)
        return NULL;
    mine->first = b->next;
    mine->count = b->count - 1;
    return b;
}

void ra__block_pass(enum ra__block_kind kind, void *block)
{
    ra__block *b = block;
    ra__blocks *mine = &ra__my_blocks[kind];
    if (EACH_BY_ITSELF) {
        ra__os_free(b);
        return;
    }
    note_end(mine);
    if (mine->count == RA__BLOCK_BATCH) {
        if (mine->second)
            share(kind, mine->second, RA__BLOCK_BATCH);
        mine->second = mine->first;
        mine->second->count = RA__BLOCK_BATCH;
        mine->first = NULL;
        mine->count = 0;
    }
    b->next = mine->first;
    mine->first = b;
    mine->count++;
}

void ra__blocks_leave(void)
{
    for (int kind = 0; kind < RA__BLOCK_KINDS; kind++) {
        ra__blocks *mine = &ra__my_blocks[kind];
        while (mine->more) {
            ra__block *next = mine->more->next_batch;
            share(kind, mine->more, mine->more->count);
            mine->more = next;
        }
        if (mine->second)
            share(kind, mine->second, RA__BLOCK_BATCH);
        if (mine->first)
            share(kind, mine->first, mine->count);
        while (mine->bytes && mine->left >= RA__BLOCK_BATCH * mine->bytes)
            share(kind, cut(kind), RA__BLOCK_BATCH);
        *mine = (ra__blocks){.first = NULL};
    }
}
