/* For a program that uses the simulated libraries through dlopen alone: their calls, found by name; and what the simulation adds. */
#ifndef SIMCUDA_CALLS_H
#define SIMCUDA_CALLS_H

#include "abi.h"

typedef struct program *nvrtcProgram;

#define SIMCUDA_CALLS(X)                                                                                                           \
    X(CUresult, cuInit, (unsigned))                                                                                                \
    X(CUresult, cuDriverGetVersion, (int *))                                                                                       \
    X(CUresult, cuGetErrorName, (CUresult, const char **))                                                                         \
    X(CUresult, cuDeviceGetCount, (int *))                                                                                         \
    X(CUresult, cuDeviceGetAttribute, (int *, int, CUdevice))                                                                      \
    X(CUresult, cuDevicePrimaryCtxRetain, (CUcontext *, CUdevice))                                                                 \
    X(CUresult, cuDevicePrimaryCtxReset_v2, (CUdevice))                                                                            \
    X(CUresult, cuCtxSetCurrent, (CUcontext))                                                                                      \
    X(CUresult, cuCtxSynchronize, (void))                                                                                          \
    X(CUresult, cuCtxEnablePeerAccess, (CUcontext, unsigned))                                                                      \
    X(CUresult, cuMemAlloc_v2, (CUdeviceptr *, size_t))                                                                            \
    X(CUresult, cuMemFree_v2, (CUdeviceptr))                                                                                       \
    X(CUresult, cuMemAllocAsync, (CUdeviceptr *, size_t, CUstream))                                                                \
    X(CUresult, cuMemFreeAsync, (CUdeviceptr, CUstream))                                                                           \
    X(CUresult, cuMemAllocHost_v2, (void **, size_t))                                                                              \
    X(CUresult, cuMemFreeHost, (void *))                                                                                           \
    X(CUresult, cuMemHostRegister_v2, (void *, size_t, unsigned))                                                                  \
    X(CUresult, cuMemHostUnregister, (void *))                                                                                     \
    X(CUresult, cuMemGetInfo_v2, (size_t *, size_t *))                                                                             \
    X(CUresult, cuPointerGetAttribute, (void *, int, CUdeviceptr))                                                                 \
    X(CUresult, cuMemcpyHtoD_v2, (CUdeviceptr, const void *, size_t))                                                              \
    X(CUresult, cuMemcpyDtoH_v2, (void *, CUdeviceptr, size_t))                                                                    \
    X(CUresult, cuMemcpyHtoDAsync_v2, (CUdeviceptr, const void *, size_t, CUstream))                                               \
    X(CUresult, cuMemcpyDtoHAsync_v2, (void *, CUdeviceptr, size_t, CUstream))                                                     \
    X(CUresult, cuMemcpyDtoDAsync_v2, (CUdeviceptr, CUdeviceptr, size_t, CUstream))                                                \
    X(CUresult, cuMemcpyPeerAsync, (CUdeviceptr, CUcontext, CUdeviceptr, CUcontext, size_t, CUstream))                             \
    X(CUresult, cuMemsetD32Async, (CUdeviceptr, unsigned, size_t, CUstream))                                                       \
    X(CUresult, cuStreamCreate, (CUstream *, unsigned))                                                                            \
    X(CUresult, cuStreamDestroy_v2, (CUstream))                                                                                    \
    X(CUresult, cuStreamQuery, (CUstream))                                                                                         \
    X(CUresult, cuStreamSynchronize, (CUstream))                                                                                   \
    X(CUresult, cuStreamWaitEvent, (CUstream, CUevent, unsigned))                                                                  \
    X(CUresult, cuStreamWaitValue32_v2, (CUstream, CUdeviceptr, uint32_t, unsigned))                                               \
    X(CUresult, cuStreamWriteValue32_v2, (CUstream, CUdeviceptr, uint32_t, unsigned))                                              \
    X(CUresult, cuStreamWaitValue64_v2, (CUstream, CUdeviceptr, uint64_t, unsigned))                                               \
    X(CUresult, cuLaunchHostFunc, (CUstream, CUhostFn, void *))                                                                    \
    X(CUresult, cuEventCreate, (CUevent *, unsigned))                                                                              \
    X(CUresult, cuEventDestroy_v2, (CUevent))                                                                                      \
    X(CUresult, cuEventRecord, (CUevent, CUstream))                                                                                \
    X(CUresult, cuEventQuery, (CUevent))                                                                                           \
    X(CUresult, cuEventSynchronize, (CUevent))                                                                                     \
    X(CUresult, cuEventElapsedTime, (float *, CUevent, CUevent))                                                                   \
    X(CUresult, cuModuleLoadData, (CUmodule *, const void *))                                                                      \
    X(CUresult, cuModuleUnload, (CUmodule))                                                                                        \
    X(CUresult, cuModuleGetFunction, (CUfunction *, CUmodule, const char *))                                                       \
    X(CUresult, cuModuleGetGlobal_v2, (CUdeviceptr *, size_t *, CUmodule, const char *))                                           \
    X(CUresult, cuFuncSetAttribute, (CUfunction, int, int))                                                                        \
    X(CUresult, cuLaunchKernel, (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, void **, void **)) \
    X(CUresult, cuGetProcAddress_v2, (const char *, void **, int, uint64_t, int *))                                                \
    X(uint64_t, simcuda_count, (const char *))                                                                                     \
    X(void, simcuda_on_violation, (void (*)(const char *)))                                                                        \
    X(const char *, simcuda_failed, (void))                                                                                        \
    X(void, simcuda_fail, (const char *))                                                                                          \
    X(void, simcuda_host_touches, (const void *, size_t, int))

#define SIMCUDA_NVRTC_CALLS(X)                                                                         \
    X(int, nvrtcVersion, (int *, int *))                                                               \
    X(int, nvrtcCreateProgram, (nvrtcProgram *, const char *, const char *, int, const char *const *, const char *const *)) \
    X(int, nvrtcCompileProgram, (nvrtcProgram, int, const char *const *))                              \
    X(int, nvrtcGetPTXSize, (nvrtcProgram, size_t *))                                                  \
    X(int, nvrtcGetPTX, (nvrtcProgram, char *))                                                        \
    X(int, nvrtcGetCUBINSize, (nvrtcProgram, size_t *))                                                \
    X(int, nvrtcGetCUBIN, (nvrtcProgram, char *))                                                      \
    X(int, nvrtcGetProgramLogSize, (nvrtcProgram, size_t *))                                           \
    X(int, nvrtcGetProgramLog, (nvrtcProgram, char *))                                                 \
    X(int, nvrtcAddNameExpression, (nvrtcProgram, const char *))                                       \
    X(int, nvrtcGetLoweredName, (nvrtcProgram, const char *, const char **))                           \
    X(int, nvrtcDestroyProgram, (nvrtcProgram *))

#define X(result, name, arguments) static result(*name) arguments;
SIMCUDA_CALLS(X)
SIMCUDA_NVRTC_CALLS(X)
#undef X

#endif
