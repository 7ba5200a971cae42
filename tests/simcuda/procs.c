/* cuGetProcAddress: the functions by the names that they have in the documentation, from the version that brought them. */
#define _GNU_SOURCE
#include "sim.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Functions whose first form is another one, which is not here: their suffix, and the version that brought it. */
static const struct {
    const char *name;
    int suffix, since;
} newer[] = {
    {"cuDevicePrimaryCtxRelease", 2, 11000}, {"cuDevicePrimaryCtxReset", 2, 11000}, {"cuDevicePrimaryCtxSetFlags", 2, 11000},
    {"cuDeviceTotalMem", 2, 3020}, {"cuDeviceGetUuid", 2, 11040}, {"cuCtxPushCurrent", 2, 4000}, {"cuCtxPopCurrent", 2, 4000},
    {"cuMemAlloc", 2, 3020}, {"cuMemFree", 2, 3020}, {"cuMemAllocHost", 2, 3020}, {"cuMemHostRegister", 2, 6050},
    {"cuMemHostGetDevicePointer", 2, 3020}, {"cuMemGetInfo", 2, 3020}, {"cuMemGetAddressRange", 2, 3020},
    {"cuMemcpyHtoD", 2, 3020}, {"cuMemcpyDtoH", 2, 3020}, {"cuMemcpyDtoD", 2, 3020}, {"cuMemcpyHtoDAsync", 2, 3020},
    {"cuMemcpyDtoHAsync", 2, 3020}, {"cuMemcpyDtoDAsync", 2, 3020}, {"cuMemsetD8", 2, 3020}, {"cuMemsetD16", 2, 3020},
    {"cuMemsetD32", 2, 3020}, {"cuStreamDestroy", 2, 4000}, {"cuEventDestroy", 2, 4000}, {"cuModuleGetGlobal", 2, 3020},
    {"cuStreamWaitValue32", 2, 11070}, {"cuStreamWaitValue64", 2, 11070}, {"cuStreamWriteValue32", 2, 11070},
    {"cuStreamWriteValue64", 2, 11070}, {"cuGetProcAddress", 2, 12000},
};

static void *self(void)
{
    static void *handle;
    Dl_info info;
    if (!handle && dladdr((void *)self, &info))
        handle = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
    return handle;
}

static CUresult find(const char *name, void **function, int version, int *status)
{
    char full[128];
    int suffix = 0, since = 0;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        if (!strcmp(newer[i].name, name)) {
            suffix = newer[i].suffix;
            since = newer[i].since;
        }
    if (suffix)
        snprintf(full, sizeof full, "%s_v%d", name, suffix);
    else
        snprintf(full, sizeof full, "%s", name);
    *function = version >= since && !strncmp(name, "cu", 2) && !strstr(name, "_v") && self() ? dlsym(self(), full) : NULL;
    int found = *function ? CU_GET_PROC_ADDRESS_SUCCESS : version < since ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    if (status)
        *status = found;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status);
EXPORT CUresult cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status)
{
    ENTER(NEEDS_NOTHING);
    if (!name || !function || flags > 2)
        return CUDA_ERROR_INVALID_VALUE;
    int found;
    find(name, function, version, &found);
    if (status)
        *status = found;
    return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version, uint64_t flags);
EXPORT CUresult cuGetProcAddress(const char *name, void **function, int version, uint64_t flags)
{
    return cuGetProcAddress_v2(name, function, version, flags, NULL);
}
