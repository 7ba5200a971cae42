/*
 * Wide jobs (pages.h), put up for the nodes.
 *
 * Each phase whose units suffice is cut in the proportion of the pages: the thread that begins it keeps its own node's share
 * and puts up the others, each for the workers of its node. So whatever comes next over the same space is computed where its
 * operands lie, pages that are touched first are touched by their own node, and every memory's bandwidth is used. The cut
 * follows from shapes and from the table of the machine; time decides only who helps whom in the end: workers of the node take pieces from the
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

#include "async/pool/slot.h"

/* Puts up what other nodes are to do of a phase; [*first, *end) is left for the caller, and never empty. */
void ra__wide_put_up(ra_task *t, int64_t units, int64_t *first, int64_t *end);

/* A worker that leaves what it is in puts up the rest for those of its node; it has yet to count what it did, so t cannot end meanwhile. False:
 * without memory, and it is still its. */
bool ra__wide_leave(ra_task *t, int64_t first, int64_t end);

/* A piece of what is put up for `node`, for a worker of node `by`; NULL: nothing there. last: of another node's also the
 * last units. walk: as in ra__slot_steal. */
ra_task *ra__wide_take(int node, int by, bool last, uint64_t walk, int64_t *first, int64_t *end);
/* The same of any node, for a thread that is no worker. */
ra_task *ra__wide_take_any(uint64_t walk, int64_t *first, int64_t *end);
bool ra__wide_any(void);

void ra__wide_fork_child(void);

#endif
