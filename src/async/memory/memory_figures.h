/* memory_figures.h - how much memory of tensors is held and used, what its limit is, and on which nodes it lies. */
#ifndef RA_ASYNC_MEMORY_FIGURES_H
#define RA_ASYNC_MEMORY_FIGURES_H

#include "async/os/room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RA__MEM_ALIGN 64
#define RA__MEM_NODES_MAX RA__ROOM(64, 2)

/* A node number: on all nodes, a share of the pages on each, for large blocks that all nodes' workers are to compute. */
#define RA__MEM_SPREAD (1 << 20)
/* What shares are rounded to: a huge page has one node. */
#define RA__MEM_SPREAD_PAGE ((size_t)2 << 20)

/* How many NUMA nodes have a cache of their own (1 to RA__MEM_NODES_MAX), and the system's number of each to place
 * its pages there; -1, or system_nodes NULL: no placing (one node, or a made-up topology). Before the first block, or
 * after ra__mem_shutdown; no other thread in this module meanwhile. Without it: one node, no placing.
 * -EINVAL: nodes out of range; -EBUSY: memory is held already, under other numbers. */
int ra__mem_init(int nodes, const int *system_nodes);

struct ra__shares; /* placement.h */

/* How RA__MEM_SPREAD divides blocks from now on. Blocks that are cached or live keep their pages where they are. NULL, or
 * never called: such blocks lie where they are first touched. No other thread in this module meanwhile. */
void ra__mem_share(const struct ra__shares *shares);

/* At most this much live and cached memory together; 0: no limit. Lowering it takes nothing back by itself. `by` is what
 * sets the limit, for messages; it stays valid. */
void ra__mem_limit(size_t bytes, const char *by);

struct ra__mem_stats {
    size_t live;        /* in blocks handed out, by their capacity */
    size_t cached;      /* in blocks kept for later */
    size_t peak;        /* the most that was ever live, to within 8 KiB for each thread beside the first */
    size_t limit;       /* 0: none */
    size_t fresh_pages; /* pages handed out for the first time since they were mapped or given back, ever */
    int nodes;
    struct {
        size_t live, cached;
    } node[RA__MEM_NODES_MAX], spread;
};

/* The figures of this moment; while others allocate, they are of slightly different moments, never negative. */
void ra__mem_stats(struct ra__mem_stats *stats);

/* False: a block of so many bytes is more than the limit allows or, without one, the machine has. No waiting helps then. */
bool ra__mem_could_hold(size_t bytes);

/* What there is to say of a request that failed: "4096 bytes wanted, 8192 in use, and at most 10000 ..."; gives the text. */
enum { RA__SHORTAGE_TEXT = 200 };
const char *ra__mem_shortage(size_t bytes, char *text, size_t size);

#endif
