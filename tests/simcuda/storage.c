/* Calls that allocate and free: those not in the order of a stream wait for the whole context. */
#include "sim.h"

#include <stdlib.h>
#include <string.h>

static CUresult allocate(int device, size_t bytes, uintptr_t *at, const char *what)
{
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    struct context *c = current_context();
    struct allocation made;
    pthread_mutex_lock(&sim_lock);
    wait_context(c, true);
    CUresult result = c->error;
    if (!result)
        result = allocation_new(device, c, bytes, false, &made);
    if (!result) {
        pthread_mutex_lock(&sim_memory_lock);
        struct access access = host_access(what);
        memory_begin(&access, made.at, bytes);
        pthread_mutex_unlock(&sim_memory_lock);
        *at = made.at;
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

static CUresult deallocate(uintptr_t at, bool is_device, const char *what)
{
    struct context *c = current_context();
    pthread_mutex_lock(&sim_lock);
    struct allocation *a = allocation_of(at);
    if (!a || a->at != at || a->is_freed || (a->device >= 0) != is_device) {
        pthread_mutex_unlock(&sim_lock);
        violation("%s of %p, which is no allocation of its kind, or was freed", what, (void *)at);
        return CUDA_ERROR_INVALID_VALUE;
    }
    a->is_freed = true;
    wait_context(a->context, true);
    if (a->context != c)
        wait_context(c, true);
    a = allocation_of(at);
    pthread_mutex_lock(&sim_memory_lock);
    struct access access = host_access(what);
    memory_end(&access, at, a->bytes);
    pthread_mutex_unlock(&sim_memory_lock);
    allocation_end(a);
    CUresult result = c->error;
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes);
EXPORT CUresult cuMemAlloc_v2(CUdeviceptr *pointer, size_t bytes)
{
    ENTER(NEEDS_CONTEXT);
    uintptr_t at;
    CUresult result = pointer ? allocate(current_context()->device, bytes, &at, "cuMemAlloc") : CUDA_ERROR_INVALID_VALUE;
    if (!result)
        *pointer = at;
    return result;
}

EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer);
EXPORT CUresult cuMemFree_v2(CUdeviceptr pointer)
{
    ENTER(NEEDS_CONTEXT);
    return pointer ? deallocate((uintptr_t)pointer, true, "cuMemFree") : CUDA_SUCCESS;
}

EXPORT CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags);
EXPORT CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    uintptr_t at;
    CUresult result = pointer && flags < 8 ? allocate(-1, bytes, &at, "cuMemHostAlloc") : CUDA_ERROR_INVALID_VALUE;
    if (!result)
        *pointer = (void *)at;
    return result;
}

EXPORT CUresult cuMemAllocHost_v2(void **pointer, size_t bytes);
EXPORT CUresult cuMemAllocHost_v2(void **pointer, size_t bytes)
{
    return cuMemHostAlloc(pointer, bytes, 0);
}

EXPORT CUresult cuMemFreeHost(void *pointer);
EXPORT CUresult cuMemFreeHost(void *pointer)
{
    ENTER(NEEDS_CONTEXT);
    return pointer ? deallocate((uintptr_t)pointer, false, "cuMemFreeHost") : CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned flags);
EXPORT CUresult cuMemHostRegister_v2(void *pointer, size_t bytes, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    if (!pointer || !bytes || flags > 15)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    wait_context(current_context(), true);
    pthread_mutex_lock(&sim_memory_lock);
    const struct region *there = region_of((uintptr_t)pointer);
    CUresult result = there ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED : region_register(pointer, bytes);
    pthread_mutex_unlock(&sim_memory_lock);
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuMemHostUnregister(void *pointer);
EXPORT CUresult cuMemHostUnregister(void *pointer)
{
    ENTER(NEEDS_CONTEXT);
    pthread_mutex_lock(&sim_lock);
    wait_context(current_context(), true);
    pthread_mutex_lock(&sim_memory_lock);
    CUresult result = region_unregister(pointer);
    pthread_mutex_unlock(&sim_memory_lock);
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *pointer, unsigned flags);
EXPORT CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *pointer, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    if (!device || flags)
        return CUDA_ERROR_INVALID_VALUE;
    const struct region *region = region_of((uintptr_t)pointer);
    if (!region || region->device >= 0)
        return CUDA_ERROR_INVALID_VALUE;
    *device = (uintptr_t)pointer;
    return CUDA_SUCCESS;
}

/* ---- in the order of a stream ---- */

struct pool {
    uint64_t threshold;
};
static struct pool pools[DEVICES_MAX];

static CUresult allocate_async(CUdeviceptr *pointer, size_t bytes, int device, CUstream handle)
{
    struct context *c = current_context();
    struct stream *s;
    if (!pointer || !bytes)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = stream_find(handle, c, &s);
    if (result)
        return result;
    struct allocation made;
    pthread_mutex_lock(&sim_lock);
    result = allocation_new(device, s->context, bytes, true, &made);
    pthread_mutex_unlock(&sim_lock);
    if (result)
        return result;
    result = give(s, &(struct work){.kind = WORK_ALLOCATE, .what = "cuMemAllocAsync", .memory = {made.at, bytes}});
    if (!result) {
        *pointer = made.at;
        return CUDA_SUCCESS;
    }
    pthread_mutex_lock(&sim_lock);
    allocation_end(allocation_of(made.at));
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream);
EXPORT CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t bytes, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    return allocate_async(pointer, bytes, current_context()->device, stream);
}

EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes, CUmemoryPool pool, CUstream stream);
EXPORT CUresult cuMemAllocFromPoolAsync(CUdeviceptr *pointer, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    if (pool < pools || pool >= pools + settings.devices)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate_async(pointer, bytes, (int)(pool - pools), stream);
}

EXPORT CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream);
EXPORT CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    struct stream *s;
    CUresult result = stream_find(stream, current_context(), &s);
    if (result)
        return result;
    pthread_mutex_lock(&sim_lock);
    struct allocation *a = allocation_of((uintptr_t)pointer);
    bool is_one = a && a->at == pointer && !a->is_freed && a->device >= 0;
    size_t bytes = is_one ? a->bytes : 0;
    if (is_one)
        a->is_freed = true;
    pthread_mutex_unlock(&sim_lock);
    if (!is_one) {
        violation("cuMemFreeAsync of %p, which is no allocation, or was freed", (void *)(uintptr_t)pointer);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return give(s, &(struct work){.kind = WORK_FREE, .what = "cuMemFreeAsync", .memory = {(uintptr_t)pointer, bytes}});
}

EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device);
EXPORT CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    ENTER(NEEDS_INIT);
    if (!pool)
        return CUDA_ERROR_INVALID_VALUE;
    if (device < 0 || device >= settings.devices)
        return CUDA_ERROR_INVALID_DEVICE;
    *pool = &pools[device];
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device);
EXPORT CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    return cuDeviceGetDefaultMemPool(pool, device);
}

static bool is_pool(CUmemoryPool pool)
{
    return pool >= pools && pool < pools + settings.devices;
}

EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value);
EXPORT CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    ENTER(NEEDS_INIT);
    if (!is_pool(pool) || !value || attribute < 1 || attribute > 8)
        return CUDA_ERROR_INVALID_VALUE;
    if (attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
        pool->threshold = *(uint64_t *)value;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value);
EXPORT CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    ENTER(NEEDS_INIT);
    if (!is_pool(pool) || !value || attribute < 1 || attribute > 8)
        return CUDA_ERROR_INVALID_VALUE;
    if (attribute < CU_MEMPOOL_ATTR_RELEASE_THRESHOLD)
        *(int *)value = 1;
    else
        *(uint64_t *)value = attribute == CU_MEMPOOL_ATTR_RELEASE_THRESHOLD ? pool->threshold : memory_used((int)(pool - pools));
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t least);
EXPORT CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t least)
{
    ENTER(NEEDS_INIT);
    (void)least;
    return is_pool(pool) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* ---- what is known of memory ---- */

EXPORT CUresult cuMemGetInfo_v2(size_t *available, size_t *total);
EXPORT CUresult cuMemGetInfo_v2(size_t *available, size_t *total)
{
    ENTER(NEEDS_CONTEXT);
    if (!available || !total)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    *available = settings.memory - memory_used(current_context()->device);
    *total = settings.memory;
    pthread_mutex_unlock(&sim_lock);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer);
EXPORT CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer)
{
    ENTER(NEEDS_CONTEXT);
    pthread_mutex_lock(&sim_lock);
    struct allocation *a = allocation_of((uintptr_t)pointer);
    if (a && base)
        *base = a->at;
    if (a && bytes)
        *bytes = a->bytes;
    pthread_mutex_unlock(&sim_lock);
    return a ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static CUresult pointer_attribute(void *value, int attribute, uintptr_t at)
{
    const struct region *region = region_of(at);
    const struct allocation *a = allocation_of(at);
    if (!region || (!region->is_registered && !a))
        return CUDA_ERROR_INVALID_VALUE;
    uintptr_t base = a ? a->at : region->base;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *(CUcontext *)value = a ? a->context : current_context();
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)value = region->device >= 0 ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        *(CUdeviceptr *)value = at;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (region->device >= 0)
            return CUDA_ERROR_INVALID_VALUE;
        *(void **)value = (void *)at;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
        *(uint64_t *)value = a ? a->number : base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(int *)value = 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)value = region->device >= 0 ? region->device : a ? a->context->device : 0;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
        *(CUdeviceptr *)value = base;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
        *(size_t *)value = a ? a->bytes : region->bytes;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        *(int *)value = 1;
        return CUDA_SUCCESS;
    }
    return CUDA_ERROR_INVALID_VALUE;
}

EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer);
EXPORT CUresult cuPointerGetAttribute(void *value, int attribute, CUdeviceptr pointer)
{
    ENTER(NEEDS_CONTEXT);
    if (!value)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    CUresult result = pointer_attribute(value, attribute, (uintptr_t)pointer);
    pthread_mutex_unlock(&sim_lock);
    return result;
}
