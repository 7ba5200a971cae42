/* Devices and their primary contexts: which of them is current is a thread's own matter. */
#define _GNU_SOURCE
#include "sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT_MAGIC = 0xc0117e27, STACK = 64 };

static struct context primaries[DEVICES_MAX];
static __thread struct context *stack[STACK];
static __thread int depth;

struct context *current_context(void)
{
    return depth ? stack[depth - 1] : NULL;
}

bool context_is(struct context *c)
{
    return c >= primaries && c < primaries + DEVICES_MAX && c->magic == CONTEXT_MAGIC;
}

static CUresult check_device(CUdevice device)
{
    return device >= 0 && device < settings.devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

#define CHECK_DEVICE(device, pointer)           \
    do {                                        \
        ENTER(NEEDS_INIT);                      \
        if (!(pointer))                         \
            return CUDA_ERROR_INVALID_VALUE;    \
        if (check_device(device))               \
            return CUDA_ERROR_INVALID_DEVICE;   \
    } while (0)

/* ---- devices ---- */

EXPORT CUresult cuDeviceGetCount(int *number);
EXPORT CUresult cuDeviceGetCount(int *number)
{
    ENTER(NEEDS_INIT);
    if (!number)
        return CUDA_ERROR_INVALID_VALUE;
    *number = settings.devices;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal);
EXPORT CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    CHECK_DEVICE(ordinal, device);
    *device = ordinal;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetName(char *name, int room, CUdevice device);
EXPORT CUresult cuDeviceGetName(char *name, int room, CUdevice device)
{
    CHECK_DEVICE(device, name);
    if (room <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(name, (size_t)room, "Simulated device");
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device);
EXPORT CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    CHECK_DEVICE(device, uuid);
    memcpy(uuid->bytes, "simulated device", 16);
    uuid->bytes[15] = (char)device;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device);
EXPORT CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device)
{
    return cuDeviceGetUuid(uuid, device);
}

EXPORT CUresult cuDeviceGetPCIBusId(char *text, int room, CUdevice device);
EXPORT CUresult cuDeviceGetPCIBusId(char *text, int room, CUdevice device)
{
    CHECK_DEVICE(device, text);
    if (room < 13)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(text, (size_t)room, "0000:%02x:00.0", 0x81 + (unsigned)device);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
EXPORT CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    CHECK_DEVICE(device, bytes);
    *bytes = settings.memory;
    return CUDA_SUCCESS;
}

/* What a card of capability 9.0 says, where it matters to a program. */
static const struct {
    int attribute, value;
} attributes[] = {
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 2147483647},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
    {CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536},
    {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
    {CU_DEVICE_ATTRIBUTE_MAX_PITCH, 2147483647},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
    {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
    {CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512},
    {CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1},
    {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4},
    {CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT, 0},
    {CU_DEVICE_ATTRIBUTE_INTEGRATED, 0},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, 0},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1},
    {CU_DEVICE_ATTRIBUTE_ECC_ENABLED, 1},
    {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 0},
    {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 0},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 2619000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 5120},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 52428800},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
    {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 0},
    {CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 0},
    {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
    {CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES, 1},
    {CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1},
};

EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device);
EXPORT CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    CHECK_DEVICE(device, value);
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID:
        *value = 0x81 + device;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID:
        *value = settings.nodes ? device % settings.nodes : -1;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
        *value = settings.capability / 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
        *value = settings.capability % 10;
        return CUDA_SUCCESS;
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
        *value = settings.memory_operations;
        return CUDA_SUCCESS;
    }
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (attributes[i].attribute == attribute) {
            *value = attributes[i].value;
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_INVALID_VALUE;
}

/* ---- primary contexts ---- */

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    CHECK_DEVICE(device, context);
    struct context *c = &primaries[device];
    pthread_mutex_lock(&sim_lock);
    c->magic = CONTEXT_MAGIC;
    c->device = device;
    c->is_alive = true;
    c->retained++;
    pthread_mutex_unlock(&sim_lock);
    *context = c;
    return CUDA_SUCCESS;
}

/* What a context had is gone: streams, modules and memory; a new one of the same device begins without the old one's error. */
static void end_context(struct context *c)
{
    wait_context(c, true);
    streams_end(c);
    allocations_end(c);
    c->is_alive = false;
    c->error = CUDA_SUCCESS;
    c->retained = 0;
    c->legacy = NULL;
    c->peers = 0;
}

EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    CHECK_DEVICE(device, true);
    struct context *c = &primaries[device];
    pthread_mutex_lock(&sim_lock);
    bool was = c->is_alive && c->retained;
    if (was && --c->retained == 0)
        end_context(c);
    pthread_mutex_unlock(&sim_lock);
    return was ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice device);
EXPORT CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    CHECK_DEVICE(device, true);
    pthread_mutex_lock(&sim_lock);
    if (primaries[device].is_alive)
        end_context(&primaries[device]);
    pthread_mutex_unlock(&sim_lock);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
EXPORT CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
    CHECK_DEVICE(device, true);
    primaries[device].flags = flags;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);
EXPORT CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    CHECK_DEVICE(device, flags && active);
    *flags = primaries[device].flags;
    *active = primaries[device].is_alive;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(CUcontext context);
EXPORT CUresult cuCtxSetCurrent(CUcontext context)
{
    ENTER(NEEDS_INIT);
    if (context && !context_is(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!context) {
        depth -= depth > 0;
        return CUDA_SUCCESS;
    }
    if (!depth)
        depth = 1;
    stack[depth - 1] = context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *context);
EXPORT CUresult cuCtxGetCurrent(CUcontext *context)
{
    ENTER(NEEDS_INIT);
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    *context = current_context();
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context);
EXPORT CUresult cuCtxPushCurrent_v2(CUcontext context)
{
    ENTER(NEEDS_INIT);
    if (!context_is(context) || depth == STACK)
        return CUDA_ERROR_INVALID_CONTEXT;
    stack[depth++] = context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context);
EXPORT CUresult cuCtxPopCurrent_v2(CUcontext *context)
{
    ENTER(NEEDS_INIT);
    if (!depth)
        return CUDA_ERROR_INVALID_CONTEXT;
    struct context *popped = stack[--depth];
    if (context)
        *context = popped;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetDevice(CUdevice *device);
EXPORT CUresult cuCtxGetDevice(CUdevice *device)
{
    ENTER(NEEDS_CONTEXT);
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    *device = current_context()->device;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxSynchronize(void);
EXPORT CUresult cuCtxSynchronize(void)
{
    ENTER(NEEDS_CONTEXT);
    struct context *c = current_context();
    pthread_mutex_lock(&sim_lock);
    wait_context(c, false);
    CUresult result = c->error;
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest);
EXPORT CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    ENTER(NEEDS_CONTEXT);
    if (least)
        *least = 0;
    if (greatest)
        *greatest = -5;
    return CUDA_SUCCESS;
}

/* ---- peers ---- */

EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
EXPORT CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    CHECK_DEVICE(device, can);
    if (check_device(peer))
        return CUDA_ERROR_INVALID_DEVICE;
    *can = settings.peers && device != peer;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);
EXPORT CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    struct context *c = current_context();
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context_is(peer) || !peer->is_alive || peer == c)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!settings.peers) {
        violation("cuCtxEnablePeerAccess: device %d does not reach device %d, as cuDeviceCanAccessPeer says", c->device, peer->device);
        return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    }
    pthread_mutex_lock(&sim_memory_lock);
    bool was = c->peers >> peer->device & 1;
    c->peers |= UINT64_C(1) << peer->device;
    pthread_mutex_unlock(&sim_memory_lock);
    return was ? CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED : CUDA_SUCCESS;
}

EXPORT CUresult cuCtxDisablePeerAccess(CUcontext peer);
EXPORT CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    ENTER(NEEDS_CONTEXT);
    struct context *c = current_context();
    if (!context_is(peer))
        return CUDA_ERROR_INVALID_CONTEXT;
    pthread_mutex_lock(&sim_memory_lock);
    bool was = c->peers >> peer->device & 1;
    c->peers &= ~(UINT64_C(1) << peer->device);
    pthread_mutex_unlock(&sim_memory_lock);
    return was ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
}
