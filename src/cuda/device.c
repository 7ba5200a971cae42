/*
 * CUDA devices: contexts, streams, launches.
 *
 * A device is used by its primary context, which is shared with whatever other library of the process uses it.
 */
#include "cuda/device.h"

#include "cuda/load.h"

static ra__cuda_device devices[RA__DEVICES];
static bool forked; /* the driver has no use in this process: written in the child of a fork, while it has one thread */

ra__cuda_device *ra__cuda_device_of(int index)
{
    return &devices[index];
}

void ra__cuda_lose(void)
{
    forked |= ra__cuda_load_fork_child();
}

bool ra__cuda_is_lost(void)
{
    return forked;
}

bool ra__cuda_enter(const ra__cuda_device *d)
{
    return !forked && d->context && !ra__cuda.cuCtxSetCurrent(d->context);
}

enum { TRIES = 3 };

bool ra__cuda_enter_again(const ra__cuda_device *d)
{
    bool is_there = false;
    for (int i = 0; i < TRIES && !is_there; i++)
        is_there = ra__cuda_enter(d);
    return is_there;
}

bool ra__cuda_visit(const ra__cuda_device *d)
{
    return !forked && d->context && !ra__cuda.cuCtxPushCurrent_v2(d->context);
}

bool ra__cuda_visit_again(const ra__cuda_device *d)
{
    bool is_there = false;
    for (int i = 0; i < TRIES && !is_there; i++)
        is_there = ra__cuda_visit(d);
    return is_there;
}

void ra__cuda_leave(void)
{
    void *left;
    for (int i = 0; i < TRIES && ra__cuda.cuCtxPopCurrent_v2(&left); i++)
        ;
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

ra_status ra__cuda_open(int index, char *why, size_t size)
{
    ra__cuda_device *d = &devices[index];
    int major = 0, minor = 0;
    if (d->context) /* others may look at it */
        return RA_OK;
    TRY(cuDeviceGet, &d->handle, index);
    TRY(cuDeviceGetAttribute, &major, RA__CU_MAJOR, d->handle);
    TRY(cuDeviceGetAttribute, &minor, RA__CU_MINOR, d->handle);
    TRY(cuDeviceGetAttribute, &d->multiprocessors, RA__CU_MULTIPROCESSORS, d->handle);
    if (ra__cuda.cuDeviceGetAttribute(&d->node, RA__CU_HOST_NODE, d->handle)) /* a driver that does not know of it */
        d->node = -1;
    if (ra__cuda.cuDeviceTotalMem_v2(&d->bytes, d->handle))
        d->bytes = 0;
    d->architecture = major * 10 + minor;
    TRY(cuDevicePrimaryCtxRetain, &d->context, d->handle);
    return RA_OK;
}

enum { BLOCK = 256, BLOCKS_EACH = 16, EACH_AT_LEAST = 8 }; /* more elements than threads: each goes through some */

ra_status ra__cuda_launch_blocks(int index, void *function, const unsigned *grid, const unsigned *block, unsigned shared, void *argument, char *why, size_t size)
{
    ra__cuda_device *d = &devices[index];
    void *arguments[] = {argument};
    TRY(cuCtxSetCurrent, d->context);
    TRY(cuLaunchKernel, function, grid[0], grid[1], grid[2], block[0], block[1], block[2], shared, d->stream, arguments, NULL);
    return RA_OK;
}

static unsigned blocks_for(int index, int64_t elements)
{
    const int64_t blocks = (elements + BLOCK - 1) / BLOCK, most = (int64_t)devices[index].multiprocessors * BLOCKS_EACH; /* fits: RA__MOST_ELEMENTS */
    return (unsigned)(blocks > most && most > 0 ? most : blocks);
}

ra_status ra__cuda_launch(int index, void *function, int64_t elements, void *argument, char *why, size_t size)
{
    return ra__cuda_launch_blocks(index, function, (const unsigned[]){blocks_for(index, elements), 1, 1}, (const unsigned[]){BLOCK, 1, 1}, 0, argument, why, size);
}

ra_status ra__cuda_launch_many(int index, void *function, int64_t elements, void *argument, char *why, size_t size)
{
    const int64_t few = blocks_for(index, elements), all = elements / (BLOCK * EACH_AT_LEAST) + 1, most = all < INT32_MAX ? all : INT32_MAX;
    return ra__cuda_launch_blocks(index, function, (const unsigned[]){(unsigned)(few > most ? few : most), 1, 1}, (const unsigned[]){BLOCK, 1, 1}, 0, argument, why, size);
}

ra_status ra__cuda_launch_apart(int index, void *function, int64_t elements, void *argument, char *why, size_t size)
{
    void *arguments[] = {argument}, *stream;
    if (!elements)
        return RA_OK;
    TRY(cuCtxSetCurrent, devices[index].context);
    TRY(cuStreamCreate, &stream, RA__CU_STREAM_NON_BLOCKING);
    ra__cu_result result = ra__cuda.cuLaunchKernel(function, blocks_for(index, elements), 1, 1, BLOCK, 1, 1, 0, stream, arguments, NULL);
    if (!result)
        result = ra__cuda.cuStreamSynchronize(stream);
    (void)ra__cuda.cuStreamDestroy_v2(stream);
    return result ? failed("a launch apart", result, why, size) : RA_OK;
}
