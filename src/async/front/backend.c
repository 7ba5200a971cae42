#include "async/front/backend.h"

#include "async/run/submit.h"

const ra__kernel_table *ra__kernels;

static const ra_kernel *cpu_kernel(const ra_op *op)
{
    return ra__kernels->kernels[op->id];
}

/* Descriptions only. */
static const ra_kernel *meta_kernel(const ra_op *op)
{
    (void)op;
    return NULL;
}

static const ra__backend cpu = {.kernel = cpu_kernel, .submit = ra__submit};
static const ra__backend meta = {.kernel = meta_kernel, .submit = ra__submit};

const ra__backend *ra__backend_of(ra_device device)
{
    return device == RA_CPU ? &cpu : device == RA_META ? &meta : NULL;
}
