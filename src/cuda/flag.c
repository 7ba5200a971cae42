/*
 * The word for a fault: of the staging of a job.
 */
#include "cuda/flag.h"

#include <string.h>

void ra__cuda_flag_planned(ra_plan *p)
{
    p->staging = sizeof(uint64_t);
    if (p->phases) {
        p->phases = 2;
        p->grains[1] = 1;
    }
}

ra_status ra__cuda_flag_bind(ra__run *r, uint64_t **flag)
{
    ra__cu_address address = 0;
    const uint64_t none = RA__CUDA_NO_FLAG;
    memcpy(r->staging, &none, sizeof none);
    const ra__cu_result result = ra__cuda.cuMemHostGetDevicePointer_v2(&address, r->staging, 0);
    if (result) {
        ra__cuda_error("cuMemHostGetDevicePointer", result, r->message, r->message_size);
        return RA_ERR_SYSTEM;
    }
    *flag = (uint64_t *)(uintptr_t)address;
    return RA_OK;
}

uint64_t ra__cuda_flag_of(const ra__run *r)
{
    uint64_t flag;
    memcpy(&flag, r->staging, sizeof flag);
    return flag;
}
