/*
 * The row of CUDA devices (values/device.h): contexts, streams, marks.
 *
 * A device is used by its primary context, which is shared with whatever other library of the process uses it. It has one stream, to
 * which the issuing lane alone hands work; a mark is an event, for which the completing lane waits in the driver: where the device has
 * failed, that call says so, as a function that the driver were to call would not. Device errors stick: from then on every job fails.
 */
#include "cuda/blas.h"
#include "cuda/solver.h"

#include <errno.h>
#include <stdio.h>

static ra__cuda_device devices[RA__DEVICES];
static bool forked; /* the driver has no use in this process: written in the child of a fork, while it has one thread */

ra__cuda_device *ra__cuda_device_of(int index)
{
    return &devices[index];
}

bool ra__cuda_is_lost(void)
{
    return forked;
}

bool ra__cuda_enter(const ra__cuda_device *d)
{
    return !forked && d->context && !ra__cuda.cuCtxSetCurrent(d->context);
}

static ra_status failed(const char *function, ra__cu_result result, char *why, size_t size)
{
    ra__cuda_error(function, result, why, size);
    return RA_ERR_SYSTEM;
}

#define TRY(function, ...) \
    do { \
        ra__cu_result result_ = ra__cuda.function(__VA_ARGS__); \
        if (result_) \
            return failed(#function, result_, why, size); \
    } while (0)

static ra_status open_device(int index, char *why, size_t size)
{
    ra__cuda_device *d = &devices[index];
    int major = 0, minor = 0;
    TRY(cuDeviceGet, &d->handle, index);
    TRY(cuDeviceGetAttribute, &major, RA__CU_MAJOR, d->handle);
    TRY(cuDeviceGetAttribute, &minor, RA__CU_MINOR, d->handle);
    TRY(cuDeviceGetAttribute, &d->multiprocessors, RA__CU_MULTIPROCESSORS, d->handle);
    d->architecture = major * 10 + minor;
    if (!d->context)
        TRY(cuDevicePrimaryCtxRetain, &d->context, d->handle);
    TRY(cuCtxSetCurrent, d->context);
    TRY(cuStreamCreate, &d->stream, RA__CU_STREAM_NON_BLOCKING);
    return RA_OK;
}

static ra_status start(int index, char *why, size_t size)
{
    if (forked) {
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
    ra_status s = open_device(index, why, size);
    (void)ra__cuda.cuCtxSetCurrent(before);
    return s;
}

static void stop(int index)
{
    ra__cuda_device *d = &devices[index];
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

static void fork_child(void)
{
    forked = true;
}

static ra_status copy(int index, void *to, const void *from, size_t bytes)
{
    ra__cuda_device *d = &devices[index];
    return ra__cuda_enter(d) && !ra__cuda.cuMemcpyDtoDAsync_v2((ra__cu_address)(uintptr_t)to, (ra__cu_address)(uintptr_t)from, bytes, d->stream) ? RA_OK : RA_ERR_SYSTEM;
}

static ra_status mark(int index, void **event)
{
    ra__cuda_device *d = &devices[index];
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
    (void)ra__cuda_enter(&devices[index]); /* the event knows its own: whatever that answers, the device is waited for */
    const ra__cu_result result = ra__cuda.cuEventSynchronize(event);
    (void)ra__cuda.cuEventDestroy_v2(event);
    return result ? failed("the device", result, why, size) : RA_OK;
}

ra_status ra__cuda_launch_blocks(int index, void *function, const unsigned *grid, const unsigned *block, unsigned shared, void *argument, char *why, size_t size)
{
    ra__cuda_device *d = &devices[index];
    void *arguments[] = {argument};
    TRY(cuCtxSetCurrent, d->context);
    TRY(cuLaunchKernel, function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, d->stream, arguments, NULL);
    return RA_OK;
}

ra_status ra__cuda_launch(int index, void *function, int64_t elements, void *argument, char *why, size_t size)
{
    enum { BLOCK = 256, BLOCKS_EACH = 16 }; /* more elements than threads: each goes through some */
    int64_t blocks = (elements + BLOCK - 1) / BLOCK, most = (int64_t)devices[index].multiprocessors * BLOCKS_EACH; /* fits: RA__MOST_ELEMENTS */
    if (blocks > most && most > 0)
        blocks = most;
    return ra__cuda_launch_blocks(index, function, (const unsigned[]){(unsigned)blocks, 1, 1}, (const unsigned[]){BLOCK, 1, 1}, 0, argument, why, size);
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
    .fork_child = fork_child,
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
