/*
 * Memory for many small things that stay: 2 MiB at a time. It is zero.
 *
 * It is taken in calls of control threads, whose first touch of a huge page lasts until the whole of it is cleared: 5 ms on a virtual
 * machine whose memory is not there yet either. In small pages it takes several times as long in all. So where there are workers, one of
 * them has two regions touched in advance, in huge pages; where they could not keep up, there is one in small pages, and where there are
 * none, in huge ones.
 */
#ifndef RA_ASYNC_REGION_H
#define RA_ASYNC_REGION_H

#include "async/os/room.h"
#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { RA__REGION_BYTES = RA__ROOM(2 << 20, 1 << 12) };

/* Fewer than there should be are touched in advance. */
extern RA__HIDDEN _Atomic bool ra__region_wanted;

/* NULL: none to be had. */
void *ra__region_map(void);
/* Where that fails it is lost, which only the system's lack of mappings can do. */
void ra__region_unmap(void *start);
/* Of all that there are. */
size_t ra__region_bytes(void);
/* One will be asked for. */
void ra__region_want(void);
/* By a worker, where one is wanted: touches one. */
void ra__region_prepare(void);
/* There are workers; there are none any more, and what was touched in advance is given back. By the one thread that starts or stops
 * them, and the one of a child. */
void ra__region_start(void);
void ra__region_stop(void);

#endif
