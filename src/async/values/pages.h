/*
 * Where the pages of large results lie, on a machine with several memories.
 *
 * A job is wide when it touches at least a huge page's worth for every node that has workers. What it writes is then
 * spread: each node has the share of the pages that is due to it by the number of its workers, which compute that share
 * (wide.h). What no worker writes first is spread as well where it is large enough, since all of them will read it. All of
 * this follows from shapes and from the table of the machine.
 */
#ifndef RA_ASYNC_PAGES_H
#define RA_ASYNC_PAGES_H

#include "async/os/placement.h"
#include "meta/hidden.h"
#include "meta/plan.h"

extern RA__HIDDEN struct ra__shares ra__node_shares; /* written before the workers start */

/* Before the first job; the nodes of the pool. */
void ra__pages_start(const struct ra__shares *shares);

extern RA__HIDDEN int64_t ra__wide_bytes; /* a job that touches so many is wide, if it can be divided; INT64_MAX: none is */

/* Results of so many bytes are written past the caches (cpu/stream.h): what the last-level caches of the processors hold together. A smaller one
 * is found there, in part at least, by whoever reads it next, and by the next that is written in its place. */
extern RA__HIDDEN int64_t ra__stream_from;
/* Before the first job; 0: it is not known. */
void ra__pages_note_caches(int64_t bytes);

/* Where a block of so many bytes is to lie that this thread writes first, for a job (wide or not) or for the program: a node, or
 * RA__MEM_SPREAD. */
int ra__pages_for_job(int64_t bytes, bool wide);
int ra__pages_for_program(int64_t bytes);
/* The node that a byte of a spread block lies on. */
int ra__spread_node(int64_t bytes, int64_t at);

#endif
