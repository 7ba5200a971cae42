/*
 * Copies and fills. With pageable memory of the host an asynchronous copy waits as it is documented: to the device until the stream
 * is done and the bytes are staged, from the device until the copy is done.
 */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

enum side { HOST, DEVICE };

static bool is_device_range(uintptr_t at, size_t bytes)
{
    const struct region *region = region_of(at);
    return region && (region->device >= 0 || at + bytes <= region->base + region->bytes);
}

static bool is_pageable(uintptr_t at)
{
    return region_of(at) == NULL;
}

static void wait_here(struct stream *s, bool is_implicit)
{
    pthread_mutex_lock(&sim_lock);
    count(is_implicit ? COUNT_IMPLICIT_WAITS : COUNT_WAITS);
    wait_stream(s);
    pthread_mutex_unlock(&sim_lock);
}

static CUresult copy_on(struct stream *s, uintptr_t to, uintptr_t from, size_t bytes, const char *what, bool waits)
{
    if (!bytes)
        return CUDA_SUCCESS;
    struct work work = {.kind = WORK_COPY, .what = what, .copy = {.to = to, .from = from, .bytes = bytes}};
    bool stages = is_pageable(from);
    if (stages) {
        wait_here(s, true);
        work.copy.staged = malloc(bytes);
        if (!work.copy.staged)
            return CUDA_ERROR_OUT_OF_MEMORY;
        memcpy(work.copy.staged, (const void *)from, bytes);
    }
    CUresult result = give(s, &work);
    if (result)
        free(work.copy.staged);
    if (result || (!waits && !is_pageable(to)))
        return result; /* what becomes of it is told later */
    wait_here(s, !waits);
    pthread_mutex_lock(&sim_lock);
    result = s->context->error;
    pthread_mutex_unlock(&sim_lock);
    return result;
}

static CUresult copy(uintptr_t to, enum side to_side, uintptr_t from, enum side from_side, size_t bytes, CUstream handle, const char *what, bool waits)
{
    struct stream *s;
    CUresult result = stream_find(handle, current_context(), &s);
    if (result)
        return result;
    if (!bytes)
        return CUDA_SUCCESS;
    if ((to_side == DEVICE && !is_device_range(to, bytes)) || (from_side == DEVICE && !is_device_range(from, bytes))) {
        violation("%s: %p is no address of a device", what, (void *)(to_side == DEVICE && !is_device_range(to, bytes) ? to : from));
        return CUDA_ERROR_INVALID_VALUE;
    }
    const struct region *host = region_of(to_side == HOST ? to : from);
    if ((to_side == HOST || from_side == HOST) && host && host->device >= 0) {
        violation("%s: %p is an address of a device where one of the host belongs", what, (void *)(to_side == HOST ? to : from));
        return CUDA_ERROR_INVALID_VALUE;
    }
    return copy_on(s, to, from, bytes, what, waits);
}

EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, DEVICE, (uintptr_t)from, HOST, bytes, stream, "cuMemcpyHtoDAsync", false);
}

EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, HOST, (uintptr_t)from, DEVICE, bytes, stream, "cuMemcpyDtoHAsync", false);
}

EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, DEVICE, (uintptr_t)from, DEVICE, bytes, stream, "cuMemcpyDtoDAsync", false);
}

/* By unified addressing: where the bytes lie is seen from the addresses. */
EXPORT CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    struct stream *s;
    CUresult result = stream_find(stream, current_context(), &s);
    return result ? result : copy_on(s, (uintptr_t)to, (uintptr_t)from, bytes, "cuMemcpyAsync", false);
}

EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes);
EXPORT CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, DEVICE, (uintptr_t)from, HOST, bytes, NULL, "cuMemcpyHtoD", true);
}

EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes);
EXPORT CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, HOST, (uintptr_t)from, DEVICE, bytes, NULL, "cuMemcpyDtoH", true);
}

EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes);
EXPORT CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    ENTER(NEEDS_CONTEXT);
    return copy((uintptr_t)to, DEVICE, (uintptr_t)from, DEVICE, bytes, NULL, "cuMemcpyDtoD", true);
}

/* Needs no peer access: the bytes go through the host where there is none. */
static CUresult with_both(void *data, struct access *access)
{
    struct { uintptr_t to, from; size_t bytes; } *c = data;
    struct context *own = access->context;
    access->context = NULL;
    CUresult result = memory_touch(access, c->from, c->bytes, 0);
    if (!result)
        result = memory_touch(access, c->to, c->bytes, 1);
    if (!result)
        memmove((void *)shadow_of(c->to), (void *)shadow_of(c->from), c->bytes);
    access->context = own;
    free(data);
    return result;
}

static bool reaches(const struct context *c, int device)
{
    return device == c->device || c->peers >> device & 1;
}

EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes, CUstream stream);
EXPORT CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    struct stream *s;
    CUresult result = stream_find(stream, current_context(), &s);
    if (result)
        return result;
    if (!context_is(to_context) || !context_is(from_context))
        return CUDA_ERROR_INVALID_CONTEXT;
    const struct region *a = region_of((uintptr_t)to), *b = region_of((uintptr_t)from);
    if (!a || !b || a->device != to_context->device || b->device != from_context->device) {
        violation("cuMemcpyPeerAsync: an address is not of the context's device that it is given with");
        return CUDA_ERROR_INVALID_VALUE;
    }
    struct { uintptr_t to, from; size_t bytes; } *c = malloc(sizeof *c);
    if (!c)
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (!reaches(s->context, a->device) || !reaches(s->context, b->device))
        count(COUNT_THROUGH_HOST);
    c->to = (uintptr_t)to, c->from = (uintptr_t)from, c->bytes = bytes;
    result = give(s, &(struct work){.kind = WORK_CALL, .what = "cuMemcpyPeerAsync", .call = {with_both, c}});
    if (result)
        free(c);
    return result;
}

/* ---- fills ---- */

static CUresult fill(CUdeviceptr to, uint32_t value, size_t element, size_t number, CUstream handle, const char *what)
{
    struct stream *s;
    CUresult result = stream_find(handle, current_context(), &s);
    if (result || !number)
        return result;
    if (!is_device_range((uintptr_t)to, number * element) || to % element) {
        violation("%s: %p is no address of a device, or not aligned to its elements", what, (void *)(uintptr_t)to);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return give(s, &(struct work){.kind = WORK_FILL, .what = what, .fill = {(uintptr_t)to, number, element, value}});
}

#define FILL(bits, type)                                                                                          \
    EXPORT CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t number, CUstream stream);            \
    EXPORT CUresult cuMemsetD##bits##Async(CUdeviceptr to, type value, size_t number, CUstream stream)             \
    {                                                                                                             \
        ENTER(NEEDS_CONTEXT);                                                                                     \
        return fill(to, value, (bits) / 8, number, stream, "cuMemsetD" #bits "Async");                            \
    }                                                                                                             \
    EXPORT CUresult cuMemsetD##bits##_v2(CUdeviceptr to, type value, size_t number);                              \
    EXPORT CUresult cuMemsetD##bits##_v2(CUdeviceptr to, type value, size_t number)                               \
    {                                                                                                             \
        ENTER(NEEDS_CONTEXT);                                                                                     \
        return fill(to, value, (bits) / 8, number, NULL, "cuMemsetD" #bits);                                      \
    }
FILL(8, unsigned char)
FILL(16, unsigned short)
FILL(32, unsigned)
