/* memory_parts.h - what the parts of the allocator share; for memory.c and memory_*.c only. */
#ifndef RA_ASYNC_MEMORY_PARTS_H
#define RA_ASYNC_MEMORY_PARTS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "async/memory/memory_figures.h"
#include "async/os/asan.h"
#include "async/os/lifo.h"
#include "async/thread/belongings.h"
#include "meta/hidden.h"

enum {
    RA__MEM_SMALL_CLASSES = 96, /* the last one: 1 MiB */
    RA__MEM_CLASSES = 304,      /* the last one: 2^46 bytes, half of what a process can address */
    /* 1 MiB itself is in both: small when rounded up to it, large when asked for */
    RA__MEM_FIRST_LARGE = RA__MEM_SMALL_CLASSES - 1,
    RA__MEM_LARGE_CLASSES = RA__MEM_CLASSES - RA__MEM_FIRST_LARGE
};

#define RA__MEM_LARGE_MIN ((size_t)1 << 20)

struct ra__mem_region;

struct ra__mem_source { /* of fresh small blocks */
    struct ra__lifo spares;                 /* of region numbers + 1 */
    struct ra__mem_region *_Atomic current; /* where they are carved; NULL at first */
};

struct ra__mem_node {
    _Alignas(128) struct ra__lifo small[RA__MEM_SMALL_CLASSES]; /* of block numbers, by class */
    struct ra__mem_source source[2];                            /* in small pages, and in huge ones */
    struct ra__lifo large[RA__MEM_LARGE_CLASSES];               /* of record numbers, by class - RA__MEM_FIRST_LARGE */
    _Alignas(128) _Atomic size_t held;                          /* held = live + cached */
    _Atomic size_t live;
    int system_node; /* plus one, so that zero means none */
};

/* Behind the nodes stands the cache of large blocks that are spread over them. */
extern RA__HIDDEN struct ra__mem_node ra__mem_nodes[RA__MEM_NODES_MAX + 1];
#define RA__MEM_SPREAD_HOME (&ra__mem_nodes[RA__MEM_NODES_MAX])
extern RA__HIDDEN int ra__mem_node_count;

/* ---- size classes: multiples of 64 bytes up to 512, then eight to the octave ---- */

/* bytes in [1, 2^46]. By the index of the last granule touched: the three bits below its leading one, and the position
 * of that. */
static inline int ra__mem_class_of(size_t bytes)
{
    const size_t last = (bytes - 1) / RA__MEM_ALIGN;
    if (last < 8)
        return (int)last;
    const int shift = 60 - __builtin_clzll(last); /* leaves last >> shift in [8, 15] */
    return 8 * (shift + 1) + (int)(last >> shift) - 8;
}

static inline size_t ra__mem_class_bytes(int class)
{
    if (class < 8)
        return (size_t)(class + 1) * RA__MEM_ALIGN;
    return (size_t)(class % 8 + 9) * RA__MEM_ALIGN << (class / 8 - 1);
}

/* ---- figures (memory_figures.c) ---- */

extern RA__HIDDEN _Atomic size_t ra__mem_most; /* what may be held; 0: no limit */

/* Before memory is taken from the system: false where the limit forbids it. Undone by unreserve. */
bool ra__mem_reserve(struct ra__mem_node *node, size_t bytes);
void ra__mem_unreserve(struct ra__mem_node *node, size_t bytes);
/* Once memory is in a caller's hands; before it is in a cache. */
void ra__mem_count_live(struct ra__mem_node *node, size_t bytes);
void ra__mem_count_dead(struct ra__mem_node *node, size_t bytes);
/* The same of a thread that has a magazine of the node's, in which it notes it until that is much. */
enum { RA__MEM_UNTOLD = RA__ROOM(8192, 256) };
void ra__mem_tell(ra__magazine *magazine, struct ra__mem_node *node);

static inline void ra__mem_note_live(ra__magazine *magazine, struct ra__mem_node *node, size_t bytes)
{
    const size_t live = atomic_load_explicit(&magazine->live, memory_order_relaxed) + bytes;
    atomic_store_explicit(&magazine->live, live, memory_order_relaxed);
    if ((intptr_t)live > (intptr_t)atomic_load_explicit(&magazine->most, memory_order_relaxed))
        atomic_store_explicit(&magazine->most, live, memory_order_relaxed);
    if ((intptr_t)live >= RA__MEM_UNTOLD)
        ra__mem_tell(magazine, node);
}

static inline void ra__mem_note_dead(ra__magazine *magazine, struct ra__mem_node *node, size_t bytes)
{
    const size_t live = atomic_load_explicit(&magazine->live, memory_order_relaxed) - bytes;
    atomic_store_explicit(&magazine->live, live, memory_order_relaxed);
    if ((intptr_t)live <= -RA__MEM_UNTOLD)
        ra__mem_tell(magazine, node);
}
void ra__mem_count_fresh(size_t bytes);
size_t ra__mem_cached(void);
/* How much may stay cached so that a request which failed goes through; SIZE_MAX: giving memory back cannot help. */
size_t ra__mem_keep_for(size_t bytes);
bool ra__mem_is_live(void);
/* Nothing is held any more. */
void ra__mem_forget_figures(void);

/* Wishes for new mappings: huge pages or none, and the node's own memory. */
void ra__mem_place(struct ra__mem_node *node, void *start, size_t bytes, bool huge);
/* The same for a spread block: `bytes` of the `capacity` are divided, and the last share has the rest too. */
void ra__mem_place_shares(char *start, size_t bytes, size_t capacity);

/* ---- blocks below 1 MiB (memory_small.c) and from there on (memory_large.c) ---- */

/* NULL: the limit or the system refuses. */
void *ra__mem_small_alloc(struct ra__mem_node *node, size_t bytes);
void *ra__mem_large_alloc(struct ra__mem_node *node, size_t bytes);
void ra__mem_small_free(char *data, size_t bytes);
void ra__mem_large_free(char *data);
/* Both until `keep` bytes are cached in all; how many bytes went. The small one only by one thread at a time. */
size_t ra__mem_small_trim(struct ra__mem_node *node, size_t keep);
size_t ra__mem_large_trim(size_t keep);
/* All that threads have at hand is for all, when nobody else is here. */
void ra__mem_small_rest_all(void);
/* For the end, when nothing is live and nobody else is here. False: the system kept some regions, lost to us. */
bool ra__mem_small_unmap(void);
/* Are no large blocks cached? */
bool ra__mem_large_none(void);

#endif
