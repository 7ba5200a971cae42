/* For the tests of the simulated CUDA libraries: opened beside the program, each test with a context of its own, and what was told. */
#ifndef HELPERS_SIMCUDA_H
#define HELPERS_SIMCUDA_H

#include "helpers/harness.h"
#include "simcuda/calls.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT = 1000 };

static CUcontext context;

#define CU(call) assert_int_equal(call, CUDA_SUCCESS)

static void *open_beside(const char *name)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    assert_true(length > 0);
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    strcat(strcat(path, "/../simcuda/"), name);
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        fail_msg("%s", dlerror());
    return handle;
}

static inline void find(void *library, const char *name, void *into)
{
    void *at = dlsym(library, name);
    assert_non_null(at);
    memcpy(into, &at, sizeof at);
}

/* ---- what was told ---- */

static char told[1024];
static atomic_int told_count;

static void tell(const char *message)
{
    if (atomic_fetch_add_explicit(&told_count, 1, memory_order_relaxed) == 0)
        snprintf(told, sizeof told, "%s", message);
}

static inline void expect(const char *part)
{
    if (!atomic_load_explicit(&told_count, memory_order_relaxed) || !strstr(told, part))
        fail_msg("\"%s\" was to be told, and this was: %s", part, told_count ? told : "nothing");
    atomic_store_explicit(&told_count, 0, memory_order_relaxed);
}

static inline void expect_nothing(void)
{
    if (atomic_load_explicit(&told_count, memory_order_relaxed))
        fail_msg("told: %s", told);
}

static int begin(void **state)
{
    (void)state;
    void *driver = open_beside("libcuda.so.1"), *compiler = open_beside("libnvrtc.so.12");
#define X(result, name, arguments) assert_non_null(name = (__typeof__(name))dlsym(driver, #name));
    SIMCUDA_CALLS(X)
#undef X
#define X(result, name, arguments) assert_non_null(name = (__typeof__(name))dlsym(compiler, #name));
    SIMCUDA_NVRTC_CALLS(X)
#undef X
    assert_int_equal(cuDeviceGetCount(&(int){0}), CUDA_ERROR_NOT_INITIALIZED);
    setenv("SIMCUDA_DEVICES", "2", 1);
    setenv("SIMCUDA_MEMORY", "67108864", 0);
    setenv("SIMCUDA_STALL", "300", 0);
    setenv("SIMCUDA_CHANNELS", "8", 0);
    CU(cuInit(0));
    return 0;
}

/* Each test has a context without the last one's error. */
static int fresh(void **state)
{
    (void)state;
    simcuda_on_violation(tell);
    simcuda_fail(NULL);
    CU(cuDevicePrimaryCtxReset_v2(0)); /* what the last test left is done */
    atomic_store_explicit(&told_count, 0, memory_order_relaxed);
    CU(cuDevicePrimaryCtxRetain(&context, 0));
    CU(cuCtxSetCurrent(context));
    return 0;
}

static inline CUdeviceptr device(size_t bytes)
{
    CUdeviceptr at;
    CU(cuMemAlloc_v2(&at, bytes));
    return at;
}

static inline void *pinned(size_t bytes)
{
    void *at;
    CU(cuMemAllocHost_v2(&at, bytes));
    return at;
}

static inline CUstream stream(void)
{
    CUstream s;
    CU(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    return s;
}

static inline CUevent event(void)
{
    CUevent e;
    CU(cuEventCreate(&e, CU_EVENT_DISABLE_TIMING));
    return e;
}

static inline CUmodule compiled(const char *source)
{
    static const char *const options[] = {"--gpu-architecture=sm_90", "--std=c++17"};
    nvrtcProgram program;
    assert_int_equal(nvrtcCreateProgram(&program, source, "kernels.cu", 0, NULL, NULL), 0);
    int result = nvrtcCompileProgram(program, 2, options);
    size_t length;
    if (result) {
        assert_int_equal(nvrtcGetProgramLogSize(program, &length), 0);
        char *log = malloc(length);
        assert_int_equal(nvrtcGetProgramLog(program, log), 0);
        fail_msg("%s", log);
    }
    assert_int_equal(nvrtcGetCUBINSize(program, &length), 0);
    char *image = malloc(length);
    assert_int_equal(nvrtcGetCUBIN(program, image), 0);
    CUmodule module;
    CU(cuModuleLoadData(&module, image));
    free(image);
    assert_int_equal(nvrtcDestroyProgram(&program), 0);
    return module;
}

#endif
