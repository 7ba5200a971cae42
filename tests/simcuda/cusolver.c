/* A simulated cuSOLVER: handles, and what every call checks. */
#define _GNU_SOURCE
#include "cusolver.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x501e };
static char params_there_are;

static int status_of(CUresult result)
{
    return result == CUDA_SUCCESS ? STATUS_SUCCESS : result == CUDA_ERROR_OUT_OF_MEMORY ? STATUS_ALLOC_FAILED : result == CUDA_ERROR_INVALID_VALUE ? STATUS_INVALID_VALUE :
           result == CUDA_ERROR_INVALID_CONTEXT || result == CUDA_ERROR_NOT_INITIALIZED ? STATUS_NOT_INITIALIZED : STATUS_EXECUTION_FAILED;
}

static int handle_enter(const char *name, const struct solver *h)
{
    CUresult result = simcuda_library_enter(name);
    if (result)
        return status_of(result);
    if (h && h->magic == MAGIC && h->context == simcuda_library_context())
        return STATUS_SUCCESS;
    simcuda_library_violation("%s: a handle that is none, or of another context than the current one", name);
    return STATUS_NOT_INITIALIZED;
}

int solver_enter(const char *name, const struct solver *h)
{
    int status = handle_enter(name, h);
    if (status || simcuda_library_is_stream(h->stream))
        return status;
    simcuda_library_violation("%s: the handle has no stream of the current context", name);
    return STATUS_INVALID_VALUE;
}

size_t device_room(int64_t n)
{
    return (size_t)(n + 1) * 16;
}

int solver_give(const char *name, const struct solver *h, const struct call *call, int64_t n, void *host, size_t host_bytes, bool has_host, CUresult (*run)(void *data, struct access *access))
{
    if (n >= 0 && (call->room_bytes < device_room(n) || !simcuda_library_is_device(call->room, call->room_bytes))) {
        simcuda_library_violation("%s: %zu bytes of room at %p, where %zu of the device's are asked for", name, call->room_bytes, call->room, device_room(n));
        return STATUS_INVALID_VALUE;
    }
    if (has_host && (host_bytes < HOST_ROOM || !host || simcuda_library_is_device(host, host_bytes))) {
        simcuda_library_violation("%s: %zu bytes of room at %p, where %d of the host's are asked for", name, host_bytes, host, HOST_ROOM);
        return STATUS_INVALID_VALUE;
    }
    if (has_host)
        memset(host, 0x5a, HOST_ROOM);
    if ((uintptr_t)call->info % sizeof(int) || !simcuda_library_is_device(call->info, sizeof(int))) {
        simcuda_library_violation("%s: info at %p is no integer of the device's", name, (void *)call->info);
        return STATUS_INVALID_VALUE;
    }
    struct call *given = malloc(sizeof *given);
    if (!given)
        return STATUS_ALLOC_FAILED;
    *given = *call;
    const CUresult result = simcuda_library_give(h->stream, name, run, given);
    if (result)
        free(given);
    return status_of(result);
}

double complex *complex_read(struct access *access, int type, int64_t rows, int64_t columns, const void *at, int64_t ld, CUresult *result)
{
    struct number *numbers = matrix_read(access, type, rows, columns, at, ld, result);
    double complex *x = numbers ? malloc(((size_t)(rows * columns) + 1) * sizeof *x) : NULL;
    for (int64_t i = 0; x && i < rows * columns; i++)
        x[i] = CMPLX(numbers[i].re, numbers[i].im);
    if (numbers && !x)
        *result = CUDA_ERROR_OUT_OF_MEMORY;
    free(numbers);
    return x;
}

CUresult complex_write(struct access *access, int type, int64_t rows, int64_t columns, void *at, int64_t ld, const double complex *from)
{
    struct number *numbers = malloc(((size_t)(rows * columns) + 1) * sizeof *numbers);
    CUresult result = numbers ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (int64_t i = 0; numbers && i < rows * columns; i++)
        numbers[i] = (struct number){creal(from[i]), cimag(from[i])};
    if (numbers)
        result = matrix_write(access, type, rows, columns, at, ld, numbers);
    free(numbers);
    return result;
}

CUresult solver_end(const struct call *call, struct access *access, CUresult result, int info)
{
    void *at;
    if (!result)
        result = simcuda_library_touch(access, call->room, call->room_bytes, SIMCUDA_WRITE, &at);
    if (!result && call->room_bytes)
        memset(at, 0x5a, call->room_bytes);
    if (!result)
        result = simcuda_library_touch(access, call->info, sizeof info, SIMCUDA_WRITE, &at);
    if (!result)
        memcpy(at, &info, sizeof info);
    return result;
}

EXPORT int cusolverDnCreate(struct solver **handle);
EXPORT int cusolverDnCreate(struct solver **handle)
{
    CUresult result = simcuda_library_enter("cusolverDnCreate");
    if (result)
        return status_of(result);
    simcuda_library_wait();
    *handle = malloc(sizeof **handle);
    if (!*handle)
        return STATUS_ALLOC_FAILED;
    **handle = (struct solver){.magic = MAGIC, .context = simcuda_library_context()};
    return STATUS_SUCCESS;
}

EXPORT int cusolverDnDestroy(struct solver *h);
EXPORT int cusolverDnDestroy(struct solver *h)
{
    int status = handle_enter("cusolverDnDestroy", h);
    if (status) {
        simcuda_library_keep(h);
        return status;
    }
    simcuda_library_wait();
    h->magic = 0;
    free(h);
    return STATUS_SUCCESS;
}

EXPORT int cusolverDnSetStream(struct solver *h, CUstream stream);
EXPORT int cusolverDnSetStream(struct solver *h, CUstream stream)
{
    int status = handle_enter("cusolverDnSetStream", h);
    if (status)
        return status;
    if (!simcuda_library_is_stream(stream)) {
        simcuda_library_violation("cusolverDnSetStream: no stream of the current context");
        return STATUS_INVALID_VALUE;
    }
    h->stream = stream;
    return STATUS_SUCCESS;
}

EXPORT int cusolverDnCreateParams(void **params);
EXPORT int cusolverDnCreateParams(void **params)
{
    CUresult result = simcuda_library_enter("cusolverDnCreateParams");
    *params = result ? NULL : &params_there_are;
    return status_of(result);
}

EXPORT int cusolverDnDestroyParams(void *params);
EXPORT int cusolverDnDestroyParams(void *params)
{
    return params == &params_there_are ? STATUS_SUCCESS : STATUS_INVALID_VALUE;
}

EXPORT int cusolverGetProperty(int part, int *value);
EXPORT int cusolverGetProperty(int part, int *value)
{
    static const int version[] = {11, 6, 0};
    *value = version[part];
    return STATUS_SUCCESS;
}
