/*
 * The memory of devices: where the contents of storages lie. What computes there is in backend.h.
 */
#ifndef RA_ASYNC_DEVICE_H
#define RA_ASYNC_DEVICE_H

#include <runahead/tensor.h>

typedef struct ra__device {
    /* Memory of storages: 0 or a negative errno; release of NULL is legal. */
    int (*allocate)(int node, size_t bytes, void **out);
    void (*release)(void *memory, size_t bytes, int node);
} ra__device;

/* NULL for a device that this build does not have. */
const ra__device *ra__device_of(ra_device device);

#endif
