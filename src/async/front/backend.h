/*
 * What dispatch needs of a device: kernels, and who takes its jobs. A further kind of device is a further row in values/device.h.
 *
 * Order: jobs are submitted in program order. `submit` takes a job over and may run it at any later time; the hazards have named what
 * must be complete before it (task.h). When memory is taken is the device's choice: the processor takes it when the task is ready, a
 * stream when it is issued.
 */
#ifndef RA_ASYNC_BACKEND_H
#define RA_ASYNC_BACKEND_H

#include "async/values/device.h"
#include "async/values/job.h"
#include "meta/hidden.h"

/* What computes an operator there; NULL where nothing is to be computed, or can be. */
const ra_kernel *ra__kernel_on(ra_device device, const ra_op *op);

typedef void (*ra__submit_fn)(ra__job *j);
/* Of jobs whose plans are of this device. */
ra__submit_fn ra__submit_to(ra_device device);

extern RA__HIDDEN const ra__kernel_table *ra__kernels; /* of the instruction set level in use */

#endif
