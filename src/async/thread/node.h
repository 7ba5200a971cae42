/*
 * The memory node that the calling thread is on.
 */
#ifndef RA_ASYNC_NODE_H
#define RA_ASYNC_NODE_H

#include "async/os/os.h"
#include "async/os/placement.h"
#include "meta/hidden.h"

#include <stdbool.h>
#include <stdint.h>

/* For threads that are no workers: written before the workers start. */
extern RA__HIDDEN struct ra__node_map {
    bool known; /* else they are on node 0, as on a made-up machine */
    uint8_t of_cpu[RA__OS_CPUS_MAX]; /* by the system's number */
    struct ra__os_cpuset cpus;       /* those of which it says something */
    int os[RA__NODES_MAX];           /* the system's number of each node */
} ra__node_map;

/* Of a worker its own, of others where they run now. */
int ra__thread_node(void);
/* The processors of a node, by the system's number. False: none is known, or all there are. */
bool ra__node_cpus(int os, struct ra__os_cpuset *cpus);

#endif
