/*
 * A simulated cuBLAS: handles, their stream and workspace, and what every call checks. The stream's workspace must be the caller's:
 * with the library's own, results may differ from run to run where streams meet; and to set the stream takes the workspace away, as it
 * is documented.
 */
#define _GNU_SOURCE
#include "cublas.h"

#include <stdlib.h>

enum { MAGIC = 0xb1a5, LEAST_WORKSPACE = 4 << 20 };

int status_of(CUresult result)
{
    switch (result) {
    case CUDA_SUCCESS: return STATUS_SUCCESS;
    case CUDA_ERROR_OUT_OF_MEMORY: return STATUS_ALLOC_FAILED;
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_NOT_INITIALIZED: return STATUS_NOT_INITIALIZED;
    case CUDA_ERROR_INVALID_VALUE: return STATUS_INVALID_VALUE;
    default: return STATUS_EXECUTION_FAILED;
    }
}

int blas_enter(const char *name, const struct blas *h)
{
    CUresult result = simcuda_library_enter(name);
    if (result)
        return status_of(result);
    if (!h || h->magic != MAGIC) {
        simcuda_library_violation("%s: a handle that is none", name);
        return STATUS_NOT_INITIALIZED;
    }
    if (h->context != simcuda_library_context()) {
        simcuda_library_violation("%s: the handle was made in another context than the current one", name);
        return STATUS_NOT_INITIALIZED;
    }
    return STATUS_SUCCESS;
}

int blas_computes(const char *name, const struct blas *h)
{
    int status = blas_enter(name, h);
    if (status)
        return status;
    if (!simcuda_library_is_stream(h->stream)) {
        simcuda_library_violation("%s: the handle has no stream of the current context", name);
        return STATUS_INVALID_VALUE;
    }
    if (!h->workspace || h->workspace_bytes < LEAST_WORKSPACE || !simcuda_library_is_device(h->workspace, h->workspace_bytes)) {
        simcuda_library_violation("%s: the stream has no workspace of 4 MiB: cublasSetWorkspace comes after cublasSetStream, and the memory must be there", name);
        return STATUS_INVALID_VALUE;
    }
    return STATUS_SUCCESS;
}

int blas_matrix(const char *name, const char *operand, int type, int64_t rows, int64_t columns, const void *at, int64_t ld)
{
    return matrix_is_there(name, operand, type, rows, columns, at, ld) ? STATUS_SUCCESS : STATUS_INVALID_VALUE;
}

int blas_scalar(const char *name, const struct blas *h, const void *at, size_t bytes)
{
    if (at && simcuda_library_is_device(at, bytes) == (h->pointers == POINTER_DEVICE))
        return STATUS_SUCCESS;
    simcuda_library_violation("%s: a scalar at %p, where the pointer mode is the %s's", name, at, h->pointers == POINTER_DEVICE ? "device" : "host");
    return STATUS_INVALID_VALUE;
}

CUresult blas_workspace(struct access *access, void *workspace, size_t bytes)
{
    void *at;
    CUresult result = simcuda_library_touch(access, workspace, 256, SIMCUDA_WRITE, &at);
    return result ? result : simcuda_library_touch(access, (char *)workspace + bytes - 256, 256, SIMCUDA_WRITE, &at);
}

EXPORT int cublasCreate_v2(struct blas **handle);
EXPORT int cublasCreate_v2(struct blas **handle)
{
    CUresult result = simcuda_library_enter("cublasCreate");
    if (result)
        return status_of(result);
    simcuda_library_wait();
    *handle = malloc(sizeof **handle);
    if (!*handle)
        return STATUS_ALLOC_FAILED;
    **handle = (struct blas){.magic = MAGIC, .context = simcuda_library_context()};
    return STATUS_SUCCESS;
}

EXPORT int cublasDestroy_v2(struct blas *h);
EXPORT int cublasDestroy_v2(struct blas *h)
{
    int status = blas_enter("cublasDestroy", h);
    if (status) {
        simcuda_library_keep(h);
        return status;
    }
    simcuda_library_wait();
    h->magic = 0;
    free(h);
    return STATUS_SUCCESS;
}

EXPORT int cublasGetVersion_v2(struct blas *h, int *version);
EXPORT int cublasGetVersion_v2(struct blas *h, int *version)
{
    (void)h;
    *version = 120400;
    return STATUS_SUCCESS;
}

EXPORT int cublasSetStream_v2(struct blas *h, CUstream stream);
EXPORT int cublasSetStream_v2(struct blas *h, CUstream stream)
{
    int status = blas_enter("cublasSetStream", h);
    if (status)
        return status;
    if (!simcuda_library_is_stream(stream)) {
        simcuda_library_violation("cublasSetStream: no stream of the current context");
        return STATUS_INVALID_VALUE;
    }
    h->stream = stream;
    h->workspace = NULL;
    return STATUS_SUCCESS;
}

EXPORT int cublasSetWorkspace_v2(struct blas *h, void *workspace, size_t bytes);
EXPORT int cublasSetWorkspace_v2(struct blas *h, void *workspace, size_t bytes)
{
    int status = blas_enter("cublasSetWorkspace", h);
    if (status)
        return status;
    if ((uintptr_t)workspace % 256 || !simcuda_library_is_device(workspace, bytes)) {
        simcuda_library_violation("cublasSetWorkspace: %p is no memory of the device, or not aligned to 256 bytes", workspace);
        return STATUS_INVALID_VALUE;
    }
    h->workspace = workspace;
    h->workspace_bytes = bytes;
    return STATUS_SUCCESS;
}

EXPORT int cublasSetMathMode(struct blas *h, int mode);
EXPORT int cublasSetMathMode(struct blas *h, int mode)
{
    int status = blas_enter("cublasSetMathMode", h);
    if (!status)
        h->math = mode;
    return status;
}

EXPORT int cublasSetPointerMode_v2(struct blas *h, int mode);
EXPORT int cublasSetPointerMode_v2(struct blas *h, int mode)
{
    int status = blas_enter("cublasSetPointerMode", h);
    if (!status)
        h->pointers = mode;
    return status;
}

EXPORT const char *cublasGetStatusName(int status);
EXPORT const char *cublasGetStatusName(int status)
{
    switch (status) {
    case STATUS_SUCCESS: return "CUBLAS_STATUS_SUCCESS";
    case STATUS_NOT_INITIALIZED: return "CUBLAS_STATUS_NOT_INITIALIZED";
    case STATUS_ALLOC_FAILED: return "CUBLAS_STATUS_ALLOC_FAILED";
    case STATUS_INVALID_VALUE: return "CUBLAS_STATUS_INVALID_VALUE";
    case STATUS_EXECUTION_FAILED: return "CUBLAS_STATUS_EXECUTION_FAILED";
    case STATUS_NOT_SUPPORTED: return "CUBLAS_STATUS_NOT_SUPPORTED";
    }
    return "unknown";
}

EXPORT int cublasGetProperty(int part, int *value);
EXPORT int cublasGetProperty(int part, int *value)
{
    static const int version[] = {12, 4, 0};
    *value = version[part];
    return STATUS_SUCCESS;
}
