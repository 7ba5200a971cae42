#define _GNU_SOURCE
#include "measure/device_limits.h"
#include "measure/clock.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NON_BLOCKING = 1, CAPABILITY_MAJOR = 75, CAPABILITY_MINOR = 76 };
enum { REAL_32F = 0, REAL_16F = 2, REAL_16BF = 14, COMPUTE_32F = 68, NO_REDUCED_PRECISION = 16, GEMM_DEFAULT = -1, WORKSPACE = 32 << 20 };

/* entry(name of the symbol, arguments); each answers 0 for success. */
#define DRIVER(entry) \
    entry(cuInit, (unsigned flags)) \
    entry(cuDeviceGet, (int *device, int index)) \
    entry(cuDeviceGetName, (char *name, int room, int device)) \
    entry(cuDeviceGetAttribute, (int *value, int attribute, int device)) \
    entry(cuDevicePrimaryCtxRetain, (void **context, int device)) \
    entry(cuDevicePrimaryCtxRelease_v2, (int device)) \
    entry(cuCtxSetCurrent, (void *context)) \
    entry(cuStreamCreate, (void **stream, unsigned flags)) \
    entry(cuStreamSynchronize, (void *stream)) \
    entry(cuStreamDestroy_v2, (void *stream)) \
    entry(cuMemAlloc_v2, (uint64_t *address, size_t bytes)) \
    entry(cuMemFree_v2, (uint64_t address)) \
    entry(cuMemHostAlloc, (void **address, size_t bytes, unsigned flags)) \
    entry(cuMemFreeHost, (void *address)) \
    entry(cuMemcpyHtoDAsync_v2, (uint64_t to, const void *from, size_t bytes, void *stream)) \
    entry(cuMemcpyDtoHAsync_v2, (void *to, uint64_t from, size_t bytes, void *stream)) \
    entry(cuMemcpyDtoDAsync_v2, (uint64_t to, uint64_t from, size_t bytes, void *stream)) \
    entry(cuModuleLoadData, (void **module, const void *image)) \
    entry(cuModuleUnload, (void *module)) \
    entry(cuModuleGetFunction, (void **function, void *module, const char *name)) \
    entry(cuLaunchKernel, (void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, void *stream, \
                           void **arguments, void **extra))
#define COMPILER(entry) \
    entry(nvrtcCreateProgram, (void **program, const char *source, const char *name, int headers, const char *const *texts, const char *const *names)) \
    entry(nvrtcCompileProgram, (void *program, int count, const char *const *options)) \
    entry(nvrtcDestroyProgram, (void **program)) \
    entry(nvrtcGetCUBINSize, (void *program, size_t *bytes)) \
    entry(nvrtcGetCUBIN, (void *program, char *image))
#define BLAS(entry) \
    entry(cublasCreate_v2, (void **handle)) \
    entry(cublasDestroy_v2, (void *handle)) \
    entry(cublasSetStream_v2, (void *handle, void *stream)) \
    entry(cublasSetWorkspace_v2, (void *handle, void *workspace, size_t bytes)) \
    entry(cublasSetMathMode, (void *handle, int mode)) \
    entry(cublasGemmEx, (void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type, int ldb, \
                         const void *beta, void *c, int c_type, int ldc, int compute, int algorithm))

#define MEMBER(name, arguments) int(*name) arguments;
typedef struct calls {
    DRIVER(MEMBER)
    COMPILER(MEMBER)
    BLAS(MEMBER)
} calls;

typedef struct symbol {
    const char *name;
    size_t at;
} symbol;
#define SYMBOL(name, arguments) {#name, offsetof(calls, name)},
static const symbol driver_symbols[] = {DRIVER(SYMBOL){NULL, 0}}, compiler_symbols[] = {COMPILER(SYMBOL){NULL, 0}}, blas_symbols[] = {BLAS(SYMBOL){NULL, 0}};

enum { PAIR = 2, MATRICES = 3 };

struct device_limits {
    calls call;
    int device;
    bool is_retained, is_simulated;
    char name[200], error[200];
    void *stream[PAIR];
    void *pinned[PAIR];
    uint64_t block[PAIR], matrix[MATRICES], workspace, few;
    size_t pinned_bytes, block_bytes, matrix_bytes;
    void *module, *add, *blas;
    bool was_compiled;
};

/* ---- libraries: those that the process has loaded ---- */

static const char *const driver_names[] = {"libcuda.so.1", NULL}, *const compiler_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", NULL},
                         *const blas_names[] = {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11", NULL};

static bool bind(device_limits *l, const char *const *names, const symbol *symbols)
{
    void *library = NULL;
    for (int i = 0; names[i] && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_NOLOAD);
    if (!library) {
        snprintf(l->error, sizeof l->error, "%s is not loaded", names[0]);
        return false;
    }
    for (; symbols->name; symbols++) {
        void *address = dlsym(library, symbols->name);
        if (!address) {
            snprintf(l->error, sizeof l->error, "%s is not there", symbols->name);
            return false;
        }
        memcpy((char *)&l->call + symbols->at, &address, sizeof address);
    }
    if (names == driver_names)
        l->is_simulated = dlsym(library, "simcuda_count") != NULL;
    return true;
}

static bool good(device_limits *l, const char *what, int result)
{
    if (result)
        snprintf(l->error, sizeof l->error, "%s: %d", what, result);
    return !result;
}

device_limits *device_limits_open(char *why, size_t size)
{
    device_limits *l = calloc(1, sizeof *l);
    void *context;
    snprintf(why, size, "out of memory");
    if (!l)
        return NULL;
    bool there = bind(l, driver_names, driver_symbols) && good(l, "cuInit", l->call.cuInit(0)) && good(l, "cuDeviceGet", l->call.cuDeviceGet(&l->device, 0));
    if (there) {
        (void)l->call.cuDeviceGetName(l->name, sizeof l->name, l->device);
        there = l->is_retained = good(l, "cuDevicePrimaryCtxRetain", l->call.cuDevicePrimaryCtxRetain(&context, l->device));
    }
    there = there && good(l, "cuCtxSetCurrent", l->call.cuCtxSetCurrent(context));
    for (int i = 0; i < PAIR; i++)
        there = there && good(l, "cuStreamCreate", l->call.cuStreamCreate(&l->stream[i], NON_BLOCKING));
    snprintf(why, size, "%s", l->error);
    if (there)
        return l;
    device_limits_close(l);
    return NULL;
}

static void free_blocks(device_limits *l, uint64_t *blocks, int count)
{
    for (int i = 0; i < count; i++) {
        if (blocks[i])
            (void)l->call.cuMemFree_v2(blocks[i]);
        blocks[i] = 0;
    }
}

void device_limits_release(device_limits *l)
{
    if (!l || !l->is_retained)
        return;
    for (int i = 0; i < PAIR; i++) {
        if (l->pinned[i])
            (void)l->call.cuMemFreeHost(l->pinned[i]);
        l->pinned[i] = NULL;
    }
    free_blocks(l, l->block, PAIR);
    free_blocks(l, l->matrix, MATRICES);
    l->pinned_bytes = l->block_bytes = l->matrix_bytes = 0;
}

void device_limits_close(device_limits *l)
{
    if (!l)
        return;
    device_limits_release(l);
    if (l->blas)
        (void)l->call.cublasDestroy_v2(l->blas);
    if (l->is_retained) {
        free_blocks(l, &l->workspace, 1);
        free_blocks(l, &l->few, 1);
    }
    if (l->module)
        (void)l->call.cuModuleUnload(l->module);
    for (int i = 0; i < PAIR; i++)
        if (l->stream[i])
            (void)l->call.cuStreamDestroy_v2(l->stream[i]);
    if (l->is_retained)
        (void)l->call.cuDevicePrimaryCtxRelease_v2(l->device);
    free(l);
}

const char *device_limits_name(const device_limits *l) { return l->name; }
bool device_limits_is_simulated(const device_limits *l) { return l->is_simulated; }
const char *device_limits_error(const device_limits *l) { return l->error; }

static double seconds_since(int64_t start) { return (double)(clock_now_ns() - start) / 1e9; }

static bool wait_for(device_limits *l)
{
    bool well = true;
    for (int i = 0; i < PAIR; i++)
        well &= good(l, "cuStreamSynchronize", l->call.cuStreamSynchronize(l->stream[i]));
    return well;
}

/* ---- copies ---- */

/* Whoever copies writes all of a block: what is copied has been written before. */
static bool prepare(device_limits *l, size_t bytes)
{
    if (l->pinned_bytes >= bytes)
        return true;
    device_limits_release(l);
    bool well = true;
    for (int i = 0; well && i < PAIR; i++) {
        well = good(l, "cuMemHostAlloc", l->call.cuMemHostAlloc(&l->pinned[i], bytes, 0)) && good(l, "cuMemAlloc", l->call.cuMemAlloc_v2(&l->block[i], bytes));
        if (well)
            memset(l->pinned[i], 1, bytes);
        well = well && good(l, "cuMemcpyHtoDAsync", l->call.cuMemcpyHtoDAsync_v2(l->block[i], l->pinned[i], bytes, l->stream[i]));
    }
    if (!wait_for(l) || !well) {
        device_limits_release(l);
        return false;
    }
    l->pinned_bytes = bytes;
    return true;
}

double device_limits_copy(device_limits *l, device_way way, size_t bytes, int count)
{
    bool well = prepare(l, bytes);
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++) {
        if (way == DEVICE_THERE || way == DEVICE_BOTH)
            well = good(l, "cuMemcpyHtoDAsync", l->call.cuMemcpyHtoDAsync_v2(l->block[0], l->pinned[0], bytes, l->stream[0]));
        if (well && (way == DEVICE_BACK || way == DEVICE_BOTH))
            well = good(l, "cuMemcpyDtoHAsync", l->call.cuMemcpyDtoHAsync_v2(l->pinned[1], l->block[1], bytes, l->stream[1]));
        if (well && way == DEVICE_WITHIN)
            well = good(l, "cuMemcpyDtoDAsync", l->call.cuMemcpyDtoDAsync_v2(l->block[0], l->block[1], bytes, l->stream[0]));
    }
    return wait_for(l) && well ? seconds_since(start) : NAN;
}

/* ---- launches ---- */

static bool compile(device_limits *l)
{
    static const char source[] = "extern \"C\" __global__ void add_few(float *out, const float *a, const float *b)\n"
                                 "{\n    out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];\n}\n";
    char option[60];
    const char *const options[] = {option};
    void *program = NULL;
    char *image = NULL;
    size_t bytes = 0;
    int major = 0, minor = 0;
    if (!bind(l, compiler_names, compiler_symbols) || !good(l, "cuDeviceGetAttribute", l->call.cuDeviceGetAttribute(&major, CAPABILITY_MAJOR, l->device)) ||
        !good(l, "cuDeviceGetAttribute", l->call.cuDeviceGetAttribute(&minor, CAPABILITY_MINOR, l->device)))
        return false;
    snprintf(option, sizeof option, "--gpu-architecture=sm_%d%d", major, minor);
    bool well = good(l, "nvrtcCreateProgram", l->call.nvrtcCreateProgram(&program, source, "add_few.cu", 0, NULL, NULL)) &&
                good(l, "nvrtcCompileProgram", l->call.nvrtcCompileProgram(program, 1, options)) && good(l, "nvrtcGetCUBINSize", l->call.nvrtcGetCUBINSize(program, &bytes)) &&
                (image = malloc(bytes)) && good(l, "nvrtcGetCUBIN", l->call.nvrtcGetCUBIN(program, image)) && good(l, "cuModuleLoadData", l->call.cuModuleLoadData(&l->module, image)) &&
                good(l, "cuModuleGetFunction", l->call.cuModuleGetFunction(&l->add, l->module, "add_few")) && good(l, "cuMemAlloc", l->call.cuMemAlloc_v2(&l->few, 3 * 16 * sizeof(float)));
    const float numbers[48] = {1};
    well = well && good(l, "cuMemcpyHtoDAsync", l->call.cuMemcpyHtoDAsync_v2(l->few, numbers, sizeof numbers, l->stream[0]));
    well = wait_for(l) && well;
    if (program)
        (void)l->call.nvrtcDestroyProgram(&program);
    free(image);
    if (!well)
        l->add = NULL;
    return well;
}

double device_limits_launch(device_limits *l, int count, double *handed_over)
{
    if (!l->was_compiled)
        (void)compile(l);
    l->was_compiled = true;
    bool well = l->add != NULL;
    uint64_t out = l->few, a = out + 64, b = out + 128;
    void *arguments[] = {&out, &a, &b};
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++)
        well = good(l, "cuLaunchKernel", l->call.cuLaunchKernel(l->add, 1, 1, 1, 16, 1, 1, 0, l->stream[0], arguments, NULL));
    *handed_over = well ? seconds_since(start) : NAN;
    return wait_for(l) && well ? seconds_since(start) : NAN;
}

/* ---- products ---- */

static bool open_blas(device_limits *l)
{
    if (l->blas)
        return true;
    if (!bind(l, blas_names, blas_symbols) || !good(l, "cublasCreate", l->call.cublasCreate_v2(&l->blas)))
        return false;
    const bool well = good(l, "cublasSetMathMode", l->call.cublasSetMathMode(l->blas, NO_REDUCED_PRECISION)) &&
                      good(l, "cuMemAlloc", l->call.cuMemAlloc_v2(&l->workspace, WORKSPACE)) && good(l, "cublasSetStream", l->call.cublasSetStream_v2(l->blas, l->stream[0])) &&
                      good(l, "cublasSetWorkspace", l->call.cublasSetWorkspace_v2(l->blas, (void *)(uintptr_t)l->workspace, WORKSPACE));
    if (!well) {
        (void)l->call.cublasDestroy_v2(l->blas);
        l->blas = NULL;
        free_blocks(l, &l->workspace, 1);
    }
    return well;
}

static size_t bytes_of(device_number type, int side) { return (size_t)side * (size_t)side * (type == DEVICE_FLOAT32 ? 4 : 2); }

bool device_limits_fill(device_limits *l, device_number type, int side, const void *values)
{
    const size_t bytes = bytes_of(type, side);
    bool well = true;
    if (l->matrix_bytes < bytes) {
        free_blocks(l, l->matrix, MATRICES);
        for (int i = 0; well && i < MATRICES; i++)
            well = good(l, "cuMemAlloc", l->call.cuMemAlloc_v2(&l->matrix[i], bytes));
        l->matrix_bytes = well ? bytes : 0;
    }
    for (int i = 0; well && i < MATRICES; i++)
        well = good(l, "cuMemcpyHtoDAsync", l->call.cuMemcpyHtoDAsync_v2(l->matrix[i], values, bytes, l->stream[0]));
    return wait_for(l) && well;
}

double device_limits_multiply(device_limits *l, device_number type, int side, int count)
{
    static const int types[DEVICE_NUMBERS] = {REAL_32F, REAL_16F, REAL_16BF};
    const float one = 1, nothing = 0;
    void *m[MATRICES];
    bool well = open_blas(l) && l->matrix_bytes >= bytes_of(type, side);
    for (int i = 0; i < MATRICES; i++)
        m[i] = (void *)(uintptr_t)l->matrix[i];
    const int64_t start = clock_now_ns();
    for (int i = 0; well && i < count; i++)
        well = good(l, "cublasGemmEx", l->call.cublasGemmEx(l->blas, 0, 0, side, side, side, &one, m[0], types[type], side, m[1], types[type], side, &nothing, m[2], types[type], side,
                                                            COMPUTE_32F, GEMM_DEFAULT));
    return wait_for(l) && well ? seconds_since(start) : NAN;
}
