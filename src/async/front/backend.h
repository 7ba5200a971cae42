/*
 * What dispatch needs of a device: kernels, and who takes its jobs. A further device is a further row here and in device.h.
 *
 * Order: jobs are submitted in program order. `submit` takes a job over and may run it at any later time; the hazards
 * have named what must be complete before it (task.h), and its end is told by ra__complete, from any thread, or by its
 * own runner. When memory is taken is the device's choice: the processor takes it when the task is ready.
 */
#ifndef RA_ASYNC_BACKEND_H
#define RA_ASYNC_BACKEND_H

#include "async/values/job.h"
#include "meta/hidden.h"

typedef struct ra__backend {
    /* What computes an operator here; NULL where nothing is to be computed, or can be. */
    const ra_kernel *(*kernel)(const ra_op *op);
    void (*submit)(ra__job *j);
} ra__backend;

/* NULL for a device that this build does not have. */
const ra__backend *ra__backend_of(ra_device device);

extern RA__HIDDEN const ra__kernel_table *ra__kernels; /* of the instruction set level in use */

#endif
