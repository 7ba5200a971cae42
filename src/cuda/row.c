/*
 * The row of CUDA devices (values/device.h): from here all of this folder is reached, and nothing of it reaches here.
 *
 * The issuing lane alone hands work to a device's streams; a mark is an event, which other streams wait for on the device, and a stream's
 * completing lane in the driver: where the device has failed, that call says so, as a function that the driver were to call would not.
 * Device errors stick: from then on every job fails.
 */
#include "cuda/blas.h"
#include "cuda/fft_plans.h"
#include "cuda/later.h"
#include "cuda/room.h"
#include "cuda/solver.h"

#include <stdio.h>

static ra_status failed(const char *function, ra__cu_result result, char *why, size_t size)
{
    ra__cuda_error(function, result, why, size);
    return RA_ERR_SYSTEM;
}

static ra_status check_index(int index, char *why, size_t size)
{
    const int devices = ra__cuda_devices();
    if (index < devices || devices < 0)
        return RA_OK;
    snprintf(why, size, "there are %d", devices);
    return RA_ERR_DEVICE;
}

static ra_status find(int index, char *why, size_t size)
{
    if (ra__cuda_is_lost()) {
        snprintf(why, size, "CUDA cannot be used in the child of a fork");
        return RA_ERR_FORKED;
    }
    if (!ra__cuda_find(why, size))
        return RA_ERR_DEVICE;
    ra__cuda_compile_attend();
    return check_index(index, why, size);
}

static ra_status start(int index, char *why, size_t size)
{
    if (!ra__cuda_load(why, size))
        return RA_ERR_DEVICE;
    const ra_status status = check_index(index, why, size);
    return status ? status : ra__cuda_open(index, why, size);
}

static int node(int index)
{
    return ra__cuda_device_of(index)->node;
}

static size_t capacity(int index)
{
    return ra__cuda_device_of(index)->bytes;
}

static ra_status open_stream(int index, void **stream, char *why, size_t size)
{
    if (!ra__cuda_visit(ra__cuda_device_of(index))) /* by a thread of the program's */
        return failed("cuStreamCreate", RA__CU_NO_CONTEXT, why, size);
    const ra__cu_result result = ra__cuda.cuStreamCreate(stream, RA__CU_STREAM_NON_BLOCKING);
    ra__cuda_leave();
    return result ? failed("cuStreamCreate", result, why, size) : RA_OK;
}

static void close_stream(int index, void *stream)
{
    if (!ra__cuda_visit_again(ra__cuda_device_of(index)))
        return;
    (void)ra__cuda.cuStreamDestroy_v2(stream);
    ra__cuda_leave();
}

static void use(int index, int number, void *stream)
{
    ra__cuda_device *d = ra__cuda_device_of(index);
    if (d->stream != stream)
        (void)ra__cuda_enter(d); /* for functions of the program; whatever else there is enters itself */
    d->stream = stream;
    d->stream_number = number;
}

/* Also where there is no context to be had any more: what the driver does not take back then is nobody's, but for memory, which is cached.
 * The context stays: tensors may have memory there. */
static void stop(int index)
{
    ra__cuda_device *d = ra__cuda_device_of(index);
    ra__cuda_later_close(index);
    const bool is_there = ra__cuda_visit_again(d);
    ra__cuda_blas_close(index);
    ra__cuda_solver_close(index);
    ra__cuda_fft_close(index);
    ra__cuda_room_close(index);
    if (is_there)
        ra__cuda_trim(index, 0);
    ra__cuda_forget_functions(index, NULL);
    ra__cuda_forget_forms(index);
    d->stream = NULL;
    d->peers = 0;
    if (is_there)
        ra__cuda_leave();
}

static bool copy_on(const ra__cuda_device *d, void *stream, void *to, const void *from, size_t bytes)
{
    return ra__cuda_enter(d) && !ra__cuda.cuMemcpyDtoDAsync_v2((ra__cu_address)(uintptr_t)to, (ra__cu_address)(uintptr_t)from, bytes, stream);
}

static ra_status copy(int index, void *to, const void *from, size_t bytes, bool later)
{
    const ra__cuda_device *d = ra__cuda_device_of(index);
    void *own;
    if (later)
        return copy_on(d, d->stream, to, from, bytes) ? RA_OK : RA_ERR_SYSTEM;
    if (!ra__cuda_visit(d)) /* by a thread of the program's */
        return RA_ERR_SYSTEM;
    bool copied = false;
    if (!ra__cuda.cuStreamCreate(&own, RA__CU_STREAM_NON_BLOCKING)) {
        copied = copy_on(d, own, to, from, bytes) && !ra__cuda.cuStreamSynchronize(own);
        (void)ra__cuda.cuStreamDestroy_v2(own);
    }
    ra__cuda_leave();
    return copied ? RA_OK : RA_ERR_SYSTEM;
}

static ra_status mark(int index, void *stream, void **event, char *why, size_t size)
{
    const ra__cuda_device *d = ra__cuda_device_of(index);
    if (ra__cuda_enter(d)) {
        ra__cuda_own_sweep(index);
        ra__cuda_room_sweep(index);
    }
    const char *function = "cuCtxSetCurrent";
    ra__cu_result result = ra__cuda.cuCtxSetCurrent(d->context);
    if (!result) {
        function = "cuEventCreate";
        result = ra__cuda.cuEventCreate(event, RA__CU_EVENT_BLOCKING_SYNC | RA__CU_EVENT_DISABLE_TIMING);
    }
    if (!result) {
        function = "cuEventRecord";
        if (!(result = ra__cuda.cuEventRecord(*event, stream)))
            return RA_OK;
        (void)ra__cuda.cuEventDestroy_v2(*event);
    }
    (void)ra__cuda.cuStreamSynchronize(stream);
    return failed(function, result, why, size);
}

static ra_status order(int index, void *stream, void *event)
{
    return ra__cuda_enter(ra__cuda_device_of(index)) && !ra__cuda.cuStreamWaitEvent(stream, event, 0) ? RA_OK : RA_ERR_SYSTEM;
}

/* A thread that has no context does not wait, nor does a call that fails, and what the device still uses would be given back: it is asked
 * again. Where the context is never to be had, or has failed, it is no more, and nothing goes on in it. */
static ra_status await(int index, void *event, char *why, size_t size)
{
    enum { TRIES = 3 };
    ra__cu_result result = RA__CU_NO_CONTEXT, first = 0;
    for (int i = 0; i < TRIES && result; i++) {
        (void)ra__cuda_enter(ra__cuda_device_of(index)); /* in the one that it has had the event is waited for as well */
        result = ra__cuda.cuEventSynchronize(event);
        if (!first && result != RA__CU_NO_CONTEXT)
            first = result;
    }
    if (!first)
        first = result;
    return first ? failed("the device", first, why, size) : RA_OK;
}

static void unmark(int index, void *event)
{
    if (ra__cuda_enter_again(ra__cuda_device_of(index)))
        (void)ra__cuda.cuEventDestroy_v2(event);
}

static const ra__device row = {
    .allocate = ra__cuda_allocate,
    .release = ra__cuda_release,
    .find = find,
    .start = start,
    .stop = stop,
    .node = node,
    .capacity = capacity,
    .fork_child = ra__cuda_lose,
    .kernel = ra__cuda_kernel,
    .examine = ra__cuda_own_examine,
    .forget = ra__cuda_own_forget,
    .join = ra__cuda_join,
    .shortage = ra__cuda_shortage,
    .stage = ra__cuda_stage,
    .unstage = ra__cuda_unstage,
    .reaches = ra__cuda_reaches,
    .open = open_stream,
    .close = close_stream,
    .use = use,
    .copy = copy,
    .mark = mark,
    .order = order,
    .await = await,
    .unmark = unmark,
    .trim = ra__cuda_room_trim,
    .give_back = ra__cuda_give_back,
    .memory = ra__cuda_memory,
    .library = ra__cuda_library,
};

/* Before constructors of programs, which may call the library: see engine.c. */
__attribute__((constructor(101))) static void offer(void)
{
    ra__device_offer(&row);
}
