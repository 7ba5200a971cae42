/*
 * The device interface: what the engine needs of a place where tensors live and operators run. Dispatch, storages and
 * waits go through it alone, so a further device is a further row.
 *
 * Order: jobs are submitted in program order. `submit` takes a job over and may run it at any later time; the hazards
 * have named what must be complete before it (task.h), and its end is told by ra__complete, from any thread, or by its
 * own runner. When memory is taken is the device's choice: the processor takes it when the task is ready.
 */
#ifndef RA_ASYNC_DEVICE_H
#define RA_ASYNC_DEVICE_H

#include "async/job.h"

typedef struct ra__device {
    const char *name;
    /* What computes an operator here; NULL where nothing is to be computed, or can be. */
    const ra_kernel *(*kernel)(const ra_op *op);
    void (*submit)(ra__job *j);
    /* Memory of storages: 0 or a negative errno; release of NULL is legal. */
    int (*allocate)(int node, size_t bytes, void **out);
    void (*release)(void *memory, size_t bytes, int node);
} ra__device;

/* NULL for a device that this build does not have. */
const ra__device *ra__device_of(ra_device device);

#endif
