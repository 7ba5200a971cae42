/*
 * The binary interface of the CUDA driver and of NVRTC, as far as it is used: own declarations, from their public documentation, so
 * that nothing of CUDA is needed to build. Handles are pointers whose contents are not ours.
 */
#ifndef RA_CUDA_ABI_H
#define RA_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

typedef int ra__cu_result; /* CUresult; 0: success */
typedef int ra__cu_device;
typedef uint64_t ra__cu_address; /* CUdeviceptr */

enum { RA__CU_OUT_OF_MEMORY = 2, RA__CU_NO_CONTEXT = 201 };
enum { RA__CU_STREAM_NON_BLOCKING = 1 };
enum { RA__CU_EVENT_BLOCKING_SYNC = 1, RA__CU_EVENT_DISABLE_TIMING = 2 };
enum { RA__CU_HOST_PORTABLE = 1, RA__CU_HOST_MAPPED = 2 };
enum { RA__CU_POINTER_MEMORY_TYPE = 2, RA__CU_MEMORY_OF_HOST = 1 };
enum { RA__CU_MULTIPROCESSORS = 16, RA__CU_MAJOR = 75, RA__CU_MINOR = 76, RA__CU_HOST_NODE = 134 }; /* attributes of a device */

enum { RA__CU_NVRTC_COMPILATION = 6 }; /* a result of nvrtcCompileProgram: the text does not compile */

/* entry(result, name of the symbol, arguments). Names with a suffix are the ones that the driver's header maps the plain ones to. */
#define RA__CU_DRIVER_LIST(entry) \
    entry(cuInit, (unsigned flags)) \
    entry(cuDriverGetVersion, (int *version)) \
    entry(cuDeviceGetCount, (int *count)) \
    entry(cuDeviceGet, (ra__cu_device *device, int index)) \
    entry(cuDeviceGetName, (char *name, int room, ra__cu_device device)) \
    entry(cuDeviceTotalMem_v2, (size_t *bytes, ra__cu_device device)) \
    entry(cuDeviceGetAttribute, (int *value, int attribute, ra__cu_device device)) \
    entry(cuDevicePrimaryCtxRetain, (void **context, ra__cu_device device)) \
    entry(cuDevicePrimaryCtxRelease_v2, (ra__cu_device device)) \
    entry(cuCtxSetCurrent, (void *context)) \
    entry(cuCtxPushCurrent_v2, (void *context)) \
    entry(cuCtxPopCurrent_v2, (void **context)) \
    entry(cuCtxSynchronize, (void)) \
    entry(cuDeviceCanAccessPeer, (int *can, ra__cu_device device, ra__cu_device peer)) \
    entry(cuCtxEnablePeerAccess, (void *context, unsigned flags)) \
    entry(cuStreamCreate, (void **stream, unsigned flags)) \
    entry(cuStreamSynchronize, (void *stream)) \
    entry(cuStreamDestroy_v2, (void *stream)) \
    entry(cuStreamWaitEvent, (void *stream, void *event, unsigned flags)) \
    entry(cuEventCreate, (void **event, unsigned flags)) \
    entry(cuEventRecord, (void *event, void *stream)) \
    entry(cuEventQuery, (void *event)) \
    entry(cuEventSynchronize, (void *event)) \
    entry(cuEventDestroy_v2, (void *event)) \
    entry(cuMemAlloc_v2, (ra__cu_address *address, size_t bytes)) \
    entry(cuMemFree_v2, (ra__cu_address address)) \
    entry(cuMemHostAlloc, (void **address, size_t bytes, unsigned flags)) \
    entry(cuMemFreeHost, (void *address)) \
    entry(cuMemHostRegister_v2, (void *address, size_t bytes, unsigned flags)) \
    entry(cuMemHostUnregister, (void *address)) \
    entry(cuPointerGetAttribute, (void *value, int attribute, ra__cu_address address)) \
    entry(cuMemHostGetDevicePointer_v2, (ra__cu_address *device, void *address, unsigned flags)) \
    entry(cuMemcpyHtoDAsync_v2, (ra__cu_address to, const void *from, size_t bytes, void *stream)) \
    entry(cuMemcpyDtoHAsync_v2, (void *to, ra__cu_address from, size_t bytes, void *stream)) \
    entry(cuMemcpyDtoDAsync_v2, (ra__cu_address to, ra__cu_address from, size_t bytes, void *stream)) \
    entry(cuMemcpyPeerAsync, (ra__cu_address to, void *to_context, ra__cu_address from, void *from_context, size_t bytes, void *stream)) \
    entry(cuModuleLoadData, (void **module, const void *image)) \
    entry(cuModuleUnload, (void *module)) \
    entry(cuModuleGetFunction, (void **function, void *module, const char *name)) \
    entry(cuLaunchKernel, (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, \
                           unsigned shared, void *stream, void **arguments, void **extra)) \
    entry(cuGetErrorName, (ra__cu_result result, const char **name)) \
    entry(cuGetErrorString, (ra__cu_result result, const char **text))

#define RA__CU_NVRTC_LIST(entry) \
    entry(nvrtcVersion, (int *major, int *minor)) \
    entry(nvrtcCreateProgram, (void **program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names)) \
    entry(nvrtcCompileProgram, (void *program, int count, const char *const *options)) \
    entry(nvrtcDestroyProgram, (void **program)) \
    entry(nvrtcGetCUBINSize, (void *program, size_t *bytes)) \
    entry(nvrtcGetCUBIN, (void *program, char *image)) \
    entry(nvrtcGetProgramLogSize, (void *program, size_t *bytes)) \
    entry(nvrtcGetProgramLog, (void *program, char *log))

#define RA__CU_MEMBER(name, arguments) ra__cu_result(*name) arguments;
typedef struct ra__cu {
    RA__CU_DRIVER_LIST(RA__CU_MEMBER)
    RA__CU_NVRTC_LIST(RA__CU_MEMBER)
} ra__cu;
#undef RA__CU_MEMBER

#endif
