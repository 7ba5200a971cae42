/*
 * The memory node that the calling thread is on.
 */
#ifndef RA_ASYNC_NODE_H
#define RA_ASYNC_NODE_H

#include "async/os/os.h"
#include "meta/hidden.h"

#include <stdbool.h>
#include <stdint.h>

/* For threads that are no workers: written before the workers start. */
extern RA__HIDDEN struct ra__node_map {
    bool known; /* else they are on node 0, as on a made-up machine */
    uint8_t of_cpu[RA__OS_CPUS_MAX]; /* by the system's number */
} ra__node_map;

/* Of a worker its own, of others where they run now. */
int ra__thread_node(void);

#endif
