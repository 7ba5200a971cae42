#include "async/front/backend.h"

#include "async/run/submit.h"

const ra__kernel_table *ra__kernels;

const ra_kernel *ra__kernel_on(ra_device device, const ra_op *op)
{
    if (device == RA_CPU)
        return op->kernel;
    const ra__device *row = ra__device_has_streams(device) ? ra__device_of(device) : NULL;
    return row ? row->kernel(op) : NULL;
}

ra__submit_fn ra__submit_to(ra_device device)
{
    return ra__device_has_streams(device) ? ra__submit_to_device : ra__submit;
}
