/*
 * Wide jobs: large operators on a machine with several memories.
 *
 * A job is wide when it touches at least a huge page's worth for every node that has workers. What it writes is then
 * spread: each node has the share of the pages that is due to it by the number of its workers. And each phase whose units
 * suffice is cut in the same proportion: the thread that begins it keeps its own node's share and puts up the others, each
 * for the workers of its node. So whatever comes next over the same space is computed where its operands lie, pages that
 * are touched first are touched by their own node, and every memory's bandwidth is used. All of this follows from shapes
 * and from the table of the machine; time decides only who helps whom in the end: workers of the node take pieces from the
 * front of a share, each as large as what all of them would get now; workers of other nodes come when their own is done,
 * and take half of what is left from the back, as long as it is more than one unit for each of the node's workers: for the
 * last ones they would take longer than those. Only when they have found nothing else for a while they take these too, for
 * a node's workers may be kept off the processor.
 *
 * What is put up is a slot without an owner (slot.h): whoever takes its last unit gives it back. The thread that puts up
 * keeps a part of the phase to itself until all is put up, so the task cannot end meanwhile.
 */
#ifndef RA_ASYNC_WIDE_H
#define RA_ASYNC_WIDE_H

#include "async/slot.h"

struct ra__shares;

/* Before the first job; the nodes of the pool. */
void ra__wide_start(const struct ra__shares *shares);

bool ra__is_wide(const ra__job *j);

/* Where a block of so many bytes is to lie that a job (NULL: the program) writes first, in this thread: a node, or
 * RA__MEM_SPREAD. What no worker writes first is spread where it is large enough, since all of them will read it. */
int ra__pages_for(const ra__job *j, int64_t bytes);
/* The node that a byte of a spread block lies on. */
int ra__spread_node(int64_t bytes, int64_t at);

/* Puts up what other nodes are to do of a phase; [*first, *end) is left for the caller, and never empty. */
void ra__wide_put_up(ra_task *t, int64_t units, int64_t *first, int64_t *end);

/* A piece of what is put up for `node`, for a worker of node `by`; NULL: nothing there. last: of another node's also the
 * last units. walk: as in ra__slot_steal. */
ra_task *ra__wide_take(int node, int by, bool last, uint64_t walk, int64_t *first, int64_t *end);
/* The same of any node, for a thread that is no worker. */
ra_task *ra__wide_take_any(uint64_t walk, int64_t *first, int64_t *end);
bool ra__wide_any(void);

void ra__wide_fork_child(void);

/* For tests: decisions about places, as they are made. A load and a branch where nobody listens. */
enum ra__placed_kind {
    RA__PLACED_PAGES, /* `bytes` at `data` were taken for `node` */
    RA__PLACED_HOME,  /* task `sequence` goes to the workers of `node` */
    RA__PLACED_SHARE, /* units first to end - 1 of a phase of task `sequence` are for `node` */
    RA__PLACED_PIECE  /* a thread of node `by` takes units first to end - 1 from what was put up for `node` */
};

struct ra__placed {
    enum ra__placed_kind kind;
    int node, by, phase;
    uint64_t sequence;
    int64_t first, end;
    const void *data;
    int64_t bytes;
};

typedef void (*ra__placed_hook)(const struct ra__placed *placed);
extern _Atomic(ra__placed_hook) ra__placed_hooked;

#define RA__PLACED(...) \
    do { \
        ra__placed_hook hook_ = atomic_load_explicit(&ra__placed_hooked, memory_order_relaxed); \
        if (__builtin_expect(hook_ != 0, 0)) \
            hook_(&(struct ra__placed){__VA_ARGS__}); \
    } while (0)

#endif
