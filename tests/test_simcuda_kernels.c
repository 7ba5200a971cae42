/* The simulated NVRTC, and kernels on the simulated device: what right ones compute, and each rule broken once on purpose. */
#define _GNU_SOURCE
#include "helpers/simcuda.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

static const char kernels[] =
    "extern \"C\" __global__ void add(float *out, const float *a, const float *b, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        out[i] = a[i] + b[i];\n"
    "}\n"
    "extern \"C\" __global__ void __launch_bounds__(256) sum(float *out, const float *a, int n)\n"
    "{\n"
    "    __shared__ float part[256];\n"
    "    float own = 0;\n"
    "    for (int i = threadIdx.x; i < n; i += blockDim.x)\n"
    "        own += a[i];\n"
    "    part[threadIdx.x] = own;\n"
    "    __syncthreads();\n"
    "    for (int half = blockDim.x / 2; half > 0; half /= 2) {\n"
    "        if (threadIdx.x < half)\n"
    "            part[threadIdx.x] += part[threadIdx.x + half];\n"
    "        __syncthreads();\n"
    "    }\n"
    "    if (threadIdx.x == 0)\n"
    "        out[blockIdx.x] = part[0];\n"
    "}\n"
    "extern \"C\" __global__ void racing(float *out)\n"
    "{\n"
    "    __shared__ float part[64];\n"
    "    part[threadIdx.x] = threadIdx.x;\n"
    "    out[threadIdx.x] = part[63 - threadIdx.x];\n"
    "}\n"
    "extern \"C\" __global__ void lonely(float *out)\n"
    "{\n"
    "    if (threadIdx.x == 3)\n"
    "        return;\n"
    "    __syncthreads();\n"
    "    out[threadIdx.x] = 1;\n"
    "}\n"
    "extern \"C\" __global__ void reversed(float *out, const float *in)\n"
    "{\n"
    "    extern __shared__ float all[];\n"
    "    all[threadIdx.x] = in[threadIdx.x];\n"
    "    __syncthreads();\n"
    "    out[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];\n"
    "}\n"
    "extern \"C\" __global__ void warps(int *out)\n"
    "{\n"
    "    int v = threadIdx.x;\n"
    "    for (int d = 16; d > 0; d /= 2)\n"
    "        v += __shfl_down_sync(0xffffffffu, v, d);\n"
    "    unsigned odd = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
    "    if (threadIdx.x % 32 == 0)\n"
    "        atomicAdd(out, v + (odd == 0xaaaaaaaau));\n"
    "}\n"
    "extern \"C\" __global__ void half_warp(int *out) { if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0xffffffffu, 1, 0); }\n"
    "extern \"C\" __global__ void wide(float4 *out, const float4 *in) { out[threadIdx.x] = in[threadIdx.x]; }\n"
    "struct pair { double re, im; };\n"
    "extern \"C\" __global__ void pairs(pair *out, const pair *in) { out[threadIdx.x] = in[threadIdx.x]; }\n"
    "__device__ int counter = 7;\n"
    "extern \"C\" __global__ void count(int *out) { out[0] = counter; }\n"
    "extern \"C\" __global__ void one_more(int *out) { out[0]++; }\n";

/* Of a module of its own: so little shared memory has its place elsewhere in the loader than more has. */
static const char little[] =
    "extern \"C\" __global__ void little(int *out)\n"
    "{\n"
    "    __shared__ char few[32];\n"
    "    few[threadIdx.x] = threadIdx.x;\n"
    "    __syncthreads();\n"
    "    out[threadIdx.x] = few[31 - threadIdx.x];\n"
    "}\n";

/* In two modules, with parameters of another size each. */
static const char of_one_name[][160] = {
    "extern \"C\" __global__ void first(const int4 x, int *out) { out[0] = x.x; }\n",
    "struct more { int4 a, b, c; int d; };\nextern \"C\" __global__ void first(const more x, int *out) { out[0] = x.d; }\n",
};

static CUfunction kernel(const char *name)
{
    CUfunction f;
    CU(cuModuleGetFunction(&f, compiled(kernels), name));
    return f;
}

static void copies_and_kernels(void **state)
{
    (void)state;
    CUfunction add = kernel("add");
    float *host = pinned(3 * COUNT * sizeof *host);
    CUdeviceptr a = device(COUNT * sizeof *host), b = device(COUNT * sizeof *host), c = device(COUNT * sizeof *host);
    CUstream one = stream(), two = stream();
    CUevent copied = event();
    for (int i = 0; i < COUNT; i++) {
        host[i] = (float)i;
        host[COUNT + i] = 0.5f;
    }
    CU(cuMemcpyHtoDAsync_v2(a, host, COUNT * sizeof *host, one));
    CU(cuMemcpyHtoDAsync_v2(b, host + COUNT, COUNT * sizeof *host, two));
    CU(cuEventRecord(copied, two));
    CU(cuStreamWaitEvent(one, copied, 0));
    int n = COUNT;
    CU(cuLaunchKernel(add, (COUNT + 127) / 128, 1, 1, 128, 1, 1, 0, one, (void *[]){&c, &a, &b, &n}, NULL));
    CU(cuMemcpyDtoHAsync_v2(host + 2 * COUNT, c, COUNT * sizeof *host, one));
    CU(cuStreamSynchronize(one));
    for (int i = 0; i < COUNT; i++)
        assert_true(host[2 * COUNT + i] == (float)i + 0.5f);
    expect_nothing();
}

static void run_on(CUfunction f, unsigned threads, unsigned shared, void **parameters)
{
    CUstream s = stream();
    CU(cuLaunchKernel(f, 1, 1, 1, threads, 1, 1, shared, s, parameters, NULL));
    cuStreamSynchronize(s);
}

static void blocks_with_barriers(void **state)
{
    (void)state;
    float in[COUNT], out[64];
    float expected = 0;
    for (int i = 0; i < COUNT; i++)
        expected += in[i] = (float)(i % 7);
    CUdeviceptr a = device(sizeof in), r = device(sizeof out);
    int n = COUNT;
    CU(cuMemcpyHtoD_v2(a, in, sizeof in));
    run_on(kernel("sum"), 256, 0, (void *[]){&r, &a, &n});
    CU(cuMemcpyDtoH_v2(out, r, sizeof *out));
    assert_true(out[0] == expected);
    run_on(kernel("reversed"), 64, 64 * sizeof *in, (void *[]){&r, &a});
    CU(cuMemcpyDtoH_v2(out, r, sizeof out));
    for (int i = 0; i < 64; i++)
        assert_true(out[i] == in[63 - i]);
    CUfunction f;
    int few[32];
    CU(cuModuleGetFunction(&f, compiled(little), "little"));
    run_on(f, 32, 0, (void *[]){&r});
    CU(cuMemcpyDtoH_v2(few, r, sizeof few));
    for (int i = 0; i < 32; i++)
        assert_int_equal(few[i], 31 - i);
    const int numbers[16] = {[0] = 5, [12] = 7}; /* the larger one, with what it is filled up by */
    for (int i = 0; i < 2; i++) {
        int got = 0;
        CU(cuModuleGetFunction(&f, compiled(of_one_name[i]), "first"));
        run_on(f, 1, 0, (void *[]){(void *)numbers, &r});
        CU(cuMemcpyDtoH_v2(&got, r, sizeof got));
        assert_int_equal(got, i ? 7 : 5);
    }
    int total = 0;
    CU(cuMemcpyHtoD_v2(r, &total, sizeof total));
    run_on(kernel("warps"), 128, 0, (void *[]){&r});
    CU(cuMemcpyDtoH_v2(&total, r, sizeof total));
    assert_int_equal(total, 127 * 128 / 2 + 4);
    expect_nothing();
}

/* Names, PTX, templates and their lowered names, and errors with the line of the text. */
static void the_compiler(void **state)
{
    (void)state;
    static const char *const options[] = {"--gpu-architecture=compute_80", "-DBONUS=3"};
    static const char source[] = "template <class T, int N> __global__ void scale(T *out) { out[threadIdx.x] = threadIdx.x * N + BONUS; }\n";
    nvrtcProgram program;
    assert_int_equal(nvrtcCreateProgram(&program, source, "scale.cu", 0, NULL, NULL), 0);
    assert_int_equal(nvrtcAddNameExpression(program, "scale<double, 2>"), 0);
    assert_int_equal(nvrtcCompileProgram(program, 2, options), 0);
    const char *lowered;
    size_t length;
    assert_int_equal(nvrtcGetLoweredName(program, "scale<double, 2>", &lowered), 0);
    assert_int_equal(nvrtcGetCUBINSize(program, &length), 0);
    assert_int_equal(length, 0);
    assert_int_equal(nvrtcGetPTXSize(program, &length), 0);
    char *ptx = malloc(length);
    assert_int_equal(nvrtcGetPTX(program, ptx), 0);
    assert_int_equal(strlen(ptx) + 1, length);
    CUmodule module;
    CUfunction f;
    CU(cuModuleLoadData(&module, ptx));
    free(ptx);
    CU(cuModuleGetFunction(&f, module, lowered));
    assert_int_equal(cuModuleGetFunction(&f, module, "scale"), CUDA_ERROR_NOT_FOUND);
    nvrtcDestroyProgram(&program);
    double out[4];
    CUdeviceptr d = device(sizeof out);
    run_on(f, 4, 0, (void *[]){&d});
    CU(cuMemcpyDtoH_v2(out, d, sizeof out));
    for (int i = 0; i < 4; i++)
        assert_true(out[i] == 2 * i + 3);
    static const char *const wrong[] = {"__global__ void f(int *p)\n{\n    p[0] = missing;\n}\n", "__global__ void f(double *p)\n{\n    \n    p[0] = INFINITY;\n}\n", "#include <math.h>\n", "__global__ void f(uint8_t *p) {}\n"};
    static const char *const said[] = {"wrong.cu(3): error", "wrong.cu(4): error", "wrong.cu(1): fatal error", "wrong.cu(1): error"};
    for (int i = 0; i < 4; i++) {
        char log[4096];
        assert_int_equal(nvrtcCreateProgram(&program, wrong[i], "wrong.cu", 0, NULL, NULL), 0);
        assert_int_equal(nvrtcCompileProgram(program, 2, options), 6);
        assert_int_equal(nvrtcGetProgramLogSize(program, &length), 0);
        assert_true(length <= sizeof log);
        assert_int_equal(nvrtcGetProgramLog(program, log), 0);
        if (!strstr(log, said[i]))
            fail_msg("%s: %s", said[i], log);
        nvrtcDestroyProgram(&program);
    }
    assert_int_equal(nvrtcCreateProgram(&program, source, NULL, 0, NULL, NULL), 0);
    assert_int_equal(nvrtcCompileProgram(program, 1, (const char *const[]){"--no-such-option"}), 5);
    nvrtcDestroyProgram(&program);
    expect_nothing();
}

static void missing_wait_before_a_kernel(void **state)
{
    (void)state;
    CUfunction add = kernel("add");
    CUdeviceptr a = device(4 * COUNT), b = device(4 * COUNT), c = device(4 * COUNT);
    CUstream one = stream(), two = stream();
    int n = COUNT;
    CU(cuMemsetD32Async(a, 0, COUNT, one));
    CU(cuMemsetD32Async(b, 0, COUNT, two));
    CU(cuLaunchKernel(add, 8, 1, 1, 128, 1, 1, 0, one, (void *[]){&c, &a, &b, &n}, NULL));
    CU(cuCtxSynchronize());
    expect("add on stream");
}

static void races_in_shared_memory(void **state)
{
    (void)state;
    CUdeviceptr out = device(64 * 4);
    run_on(kernel("racing"), 64, 0, (void *[]){&out});
    expect("with no barrier between them");
}

static void a_barrier_that_not_all_reach(void **state)
{
    (void)state;
    CUdeviceptr out = device(64 * 4);
    run_on(kernel("lonely"), 64, 0, (void *[]){&out});
    expect("have returned without it");
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
}

static void lanes_that_do_not_come(void **state)
{
    (void)state;
    CUdeviceptr out = device(64 * 4);
    run_on(kernel("half_warp"), 32, 0, (void *[]){&out});
    expect("for lanes that do not come");
}

static void misaligned_by(unsigned by)
{
    CUdeviceptr in = device(1024), out = device(1024), off = in + by;
    CUstream s = stream();
    CU(cuMemsetD32Async(in, 0, 256, s));
    CU(cuStreamSynchronize(s));
    CU(cuLaunchKernel(kernel("pairs"), 1, 1, 1, 8, 1, 1, 0, s, (void *[]){&out, &off}, NULL));
    if (by % 8 == 0) { /* as much at a time, of a type that is aligned to half of it */
        CU(cuStreamSynchronize(s));
        CU(cuLaunchKernel(kernel("wide"), 1, 1, 1, 8, 1, 1, 0, s, (void *[]){&out, &off}, NULL));
    }
    assert_int_equal(cuStreamSynchronize(s), CUDA_ERROR_MISALIGNED_ADDRESS);
    expect("aligned");
}

static void misaligned(void **state)
{
    (void)state;
    misaligned_by(4);
}

static void misaligned_by_half(void **state)
{
    (void)state;
    misaligned_by(8);
}

static void launch_limits(void **state)
{
    (void)state;
    CUfunction sum = kernel("sum"), reversed = kernel("reversed");
    CUdeviceptr d = device(64);
    int n = 0;
    CUstream s = stream();
    void *parameters[] = {&d, &d, &n};
    assert_int_equal(cuLaunchKernel(sum, 1, 1, 1, 512, 1, 1, 0, s, parameters, NULL), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    expect("bounded to 256");
    assert_int_equal(cuLaunchKernel(sum, 0, 1, 1, 32, 1, 1, 0, s, parameters, NULL), CUDA_ERROR_INVALID_VALUE);
    expect("limits");
    assert_int_equal(cuLaunchKernel(sum, 1, 65536, 1, 32, 1, 1, 0, s, parameters, NULL), CUDA_ERROR_INVALID_VALUE);
    expect("limits");
    assert_int_equal(cuLaunchKernel(reversed, 1, 1, 1, 32, 1, 1, 50000, s, parameters, NULL), CUDA_ERROR_INVALID_VALUE);
    expect("dynamic shared memory");
    CU(cuFuncSetAttribute(reversed, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536));
    CUcontext other;
    CU(cuDevicePrimaryCtxRetain(&other, 1));
    CU(cuCtxSetCurrent(other));
    assert_int_equal(cuLaunchKernel(sum, 1, 1, 1, 32, 1, 1, 0, s, parameters, NULL), CUDA_ERROR_INVALID_HANDLE);
    expect("another context");
    CU(cuCtxSetCurrent(context));
}

/* A launch is of the current context, as its stream and its function are; likewise a record, as its event and its stream are. */
static void another_context(void **state)
{
    (void)state;
    CUcontext other;
    CUfunction here = kernel("count");
    CUstream s_here = stream();
    CUevent e_here = event();
    CUdeviceptr d_here = device(4);
    CU(cuDevicePrimaryCtxRetain(&other, 1));
    CU(cuCtxSetCurrent(other));
    CUfunction over_there = kernel("count");
    CUstream s_there = stream();
    CUevent e_there = event();
    CUdeviceptr d_there = device(4);
    void *of_here[] = {&d_here}, *of_there[] = {&d_there};
    CU(cuLaunchKernel(over_there, 1, 1, 1, 1, 1, 1, 0, s_there, of_there, NULL));
    CU(cuEventRecord(e_there, s_there));
    CU(cuStreamSynchronize(s_there));
    expect_nothing();
    assert_int_equal(cuLaunchKernel(here, 1, 1, 1, 1, 1, 1, 0, s_there, of_there, NULL), CUDA_ERROR_INVALID_HANDLE);
    expect("another context");
    assert_int_equal(cuLaunchKernel(over_there, 1, 1, 1, 1, 1, 1, 0, s_here, of_there, NULL), CUDA_ERROR_INVALID_HANDLE);
    expect("another context");
    assert_int_equal(cuEventRecord(e_here, s_there), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cuEventRecord(e_there, s_here), CUDA_ERROR_INVALID_HANDLE);
    CU(cuCtxSetCurrent(context));
    assert_int_equal(cuLaunchKernel(over_there, 1, 1, 1, 1, 1, 1, 0, s_there, of_there, NULL), CUDA_ERROR_INVALID_HANDLE);
    expect("another context");
    CU(cuLaunchKernel(here, 1, 1, 1, 1, 1, 1, 0, s_here, of_here, NULL));
    CU(cuStreamSynchronize(s_here));
    CU(cuCtxSetCurrent(NULL));
    CUmodule module;
    assert_int_equal(cuLaunchKernel(here, 1, 1, 1, 1, 1, 1, 0, s_here, of_here, NULL), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cuModuleLoadData(&module, kernels), CUDA_ERROR_INVALID_CONTEXT);
    CU(cuCtxSetCurrent(context));
    expect_nothing();
}

/* ---- queues ---- */

enum { QUEUE = 64 }; /* what a channel holds */

static void wait_for_it(void *semaphore)
{
    while (sem_wait(semaphore))
        ;
}

typedef struct one_more {
    CUfunction f;
    CUstream s;
    void **parameters;
    CUresult result;
    atomic_bool is_released, was_released; /* the stream goes on; it had, when the launch was done */
} one_more;

static void *launch_one_more(void *data)
{
    one_more *m = data;
    m->result = cuCtxSetCurrent(context);
    if (!m->result)
        m->result = cuLaunchKernel(m->f, 1, 1, 1, 1, 1, 1, 0, m->s, m->parameters, NULL);
    m->was_released = m->is_released;
    return NULL;
}

/* Of a stream that is held up, launches return at once until its queue is full. The next waits until the stream has gone on, and is done as well. */
static void a_full_queue(void **state)
{
    (void)state;
    sem_t go_on;
    pthread_t thread;
    int total = 0;
    CUdeviceptr d = device(4);
    one_more m = {.f = kernel("one_more"), .s = stream(), .parameters = (void *[]){&d}};
    const uint64_t before = simcuda_count("full queues");
    CU(cuMemcpyHtoD_v2(d, &total, sizeof total));
    assert_int_equal(sem_init(&go_on, 0, 0), 0);
    CU(cuLaunchHostFunc(m.s, wait_for_it, &go_on));
    for (int i = 1; i < QUEUE; i++)
        CU(cuLaunchKernel(m.f, 1, 1, 1, 1, 1, 1, 0, m.s, m.parameters, NULL));
    assert_int_equal(simcuda_count("full queues"), before);
    assert_int_equal(pthread_create(&thread, NULL, launch_one_more, &m), 0);
    while (simcuda_count("full queues") == before)
        usleep(1000);
    assert_int_equal(cuStreamQuery(m.s), CUDA_ERROR_NOT_READY);
    usleep(20000); /* in which a launch that does not wait is done */
    m.is_released = true;
    assert_int_equal(sem_post(&go_on), 0);
    assert_int_equal(pthread_join(thread, NULL), 0);
    CU(m.result);
    assert_true(m.was_released);
    CU(cuStreamSynchronize(m.s));
    CU(cuMemcpyDtoH_v2(&total, d, sizeof total));
    assert_int_equal(total, QUEUE);
    expect_nothing();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(copies_and_kernels, fresh),
    cmocka_unit_test_setup(blocks_with_barriers, fresh),
    cmocka_unit_test_setup(the_compiler, fresh),
    cmocka_unit_test_setup(missing_wait_before_a_kernel, fresh),
    cmocka_unit_test_setup(races_in_shared_memory, fresh),
    cmocka_unit_test_setup(a_barrier_that_not_all_reach, fresh),
    cmocka_unit_test_setup(lanes_that_do_not_come, fresh),
    cmocka_unit_test_setup(misaligned, fresh), cmocka_unit_test_setup(misaligned_by_half, fresh),
    cmocka_unit_test_setup(launch_limits, fresh), cmocka_unit_test_setup(another_context, fresh),
    cmocka_unit_test_setup(a_full_queue, fresh),
};

int main(void)
{
    return cmocka_run_group_tests(tests, begin, NULL);
}
