/*
 * The row of CUDA devices (values/device.h): from here all of this folder is reached, and nothing of it reaches here.
 *
 * A device has one stream, to which the issuing lane alone hands work; a mark is an event, for which the completing lane waits in the
 * driver: where the device has failed, that call says so, as a function that the driver were to call would not. Device errors stick:
 * from then on every job fails.
 */
#include "cuda/blas.h"
#include "cuda/solver.h"

#include <stdio.h>

static ra_status start(int index, char *why, size_t size)
{
    if (ra__cuda_is_lost()) {
        snprintf(why, size, "CUDA cannot be used in the child of a fork");
        return RA_ERR_FORKED;
    }
    if (!ra__cuda_load(why, size))
        return RA_ERR_DEVICE;
    if (index >= ra__cuda_look()->devices) {
        snprintf(why, size, "there are %d", ra__cuda_look()->devices);
        return RA_ERR_DEVICE;
    }
    void *before = NULL; /* of the thread of the program's that is here first */
    (void)ra__cuda.cuCtxGetCurrent(&before);
    ra_status s = ra__cuda_open(index, why, size);
    (void)ra__cuda.cuCtxSetCurrent(before);
    return s;
}

static void stop(int index)
{
    ra__cuda_device *d = ra__cuda_device_of(index);
    void *before = NULL;
    (void)ra__cuda.cuCtxGetCurrent(&before);
    if (ra__cuda_enter(d)) {
        (void)ra__cuda.cuStreamSynchronize(d->stream);
        ra__cuda_blas_close(index);
        ra__cuda_solver_close(index);
        ra__cuda_trim(index);
        ra__cuda_forget_functions(index, NULL);
        ra__cuda_forget_forms(index);
        (void)ra__cuda.cuStreamDestroy_v2(d->stream);
    }
    d->stream = NULL; /* the context stays: tensors may have memory there */
    (void)ra__cuda.cuCtxSetCurrent(before);
}

static ra_status copy(int index, void *to, const void *from, size_t bytes)
{
    ra__cuda_device *d = ra__cuda_device_of(index);
    return ra__cuda_enter(d) && !ra__cuda.cuMemcpyDtoDAsync_v2((ra__cu_address)(uintptr_t)to, (ra__cu_address)(uintptr_t)from, bytes, d->stream) ? RA_OK : RA_ERR_SYSTEM;
}

static ra_status mark(int index, void **event)
{
    ra__cuda_device *d = ra__cuda_device_of(index);
    if (ra__cuda_enter(d))
        ra__cuda_own_sweep(index);
    if (ra__cuda_enter(d) && !ra__cuda.cuEventCreate(event, RA__CU_EVENT_BLOCKING_SYNC | RA__CU_EVENT_DISABLE_TIMING)) {
        if (!ra__cuda.cuEventRecord(*event, d->stream))
            return RA_OK;
        (void)ra__cuda.cuEventDestroy_v2(*event);
    }
    (void)ra__cuda.cuStreamSynchronize(d->stream);
    return RA_ERR_SYSTEM;
}

static ra_status await(int index, void *event, char *why, size_t size)
{
    (void)ra__cuda_enter(ra__cuda_device_of(index)); /* the event knows its own: whatever that answers, the device is waited for */
    const ra__cu_result result = ra__cuda.cuEventSynchronize(event);
    (void)ra__cuda.cuEventDestroy_v2(event);
    if (result)
        ra__cuda_error("the device", result, why, size);
    return result ? RA_ERR_SYSTEM : RA_OK;
}

static void trim(int index)
{
    ra__cuda_solver_trim(index);
    ra__cuda_trim(index);
}

static const ra__device row = {
    .allocate = ra__cuda_allocate,
    .release = ra__cuda_release,
    .start = start,
    .stop = stop,
    .fork_child = ra__cuda_lose,
    .kernel = ra__cuda_kernel,
    .examine = ra__cuda_own_examine,
    .forget = ra__cuda_own_forget,
    .join = ra__cuda_join,
    .shortage = ra__cuda_shortage,
    .stage = ra__cuda_stage,
    .unstage = ra__cuda_unstage,
    .copy = copy,
    .mark = mark,
    .await = await,
    .trim = trim,
};

/* Before constructors of programs, which may call the library: see engine.c. */
__attribute__((constructor(101))) static void offer(void)
{
    ra__device_offer(&row);
}
