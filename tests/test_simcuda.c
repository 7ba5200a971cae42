/* The simulated CUDA driver, used through dlopen alone: each rule of streams, events, memory and host functions, broken once on purpose. */
#define _GNU_SOURCE
#include "helpers/simcuda.h"

#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>

/* ---- waits left out ---- */

static void missing_event(void **state)
{
    (void)state;
    CUdeviceptr d = device(4 * COUNT);
    CUstream one = stream(), two = stream();
    CU(cuMemsetD32Async(d, 1, COUNT, one));
    CU(cuMemsetD32Async(d + 4 * (COUNT - 1), 2, 1, two));
    CU(cuCtxSynchronize());
    expect("a wait is missing: cuMemsetD32Async");
    /* The event is recorded too early, or nobody waits for it. */
    CUevent e = event();
    CU(cuEventRecord(e, one));
    CU(cuMemsetD32Async(d, 1, COUNT, one));
    CU(cuStreamWaitEvent(two, e, 0));
    CUdeviceptr other = device(4 * COUNT);
    CU(cuMemcpyDtoDAsync_v2(other, d, 4 * COUNT, two));
    CU(cuCtxSynchronize());
    expect_nothing(); /* the allocation between them waited for all */
    CU(cuMemsetD32Async(d, 1, COUNT, one));
    CU(cuMemcpyDtoDAsync_v2(other, d, 4 * COUNT, two));
    CU(cuCtxSynchronize());
    expect("nothing orders");
}

static void readers_may_overlap(void **state)
{
    (void)state;
    CUdeviceptr d = device(64), out = device(128);
    CUstream one = stream(), two = stream();
    CU(cuMemsetD32Async(d, 1, 16, one));
    CU(cuStreamSynchronize(one));
    CU(cuMemcpyDtoDAsync_v2(out, d, 64, one));
    CU(cuMemcpyDtoDAsync_v2(out + 64, d, 64, two));
    CU(cuCtxSynchronize());
    expect_nothing();
    CU(cuMemcpyDtoDAsync_v2(out, d, 64, one));
    CU(cuMemsetD32Async(d, 2, 16, two)); /* while it may be read */
    CU(cuCtxSynchronize());
    expect("writes");
}

static void flags_order_streams_and_the_host(void **state)
{
    (void)state;
    uint32_t *flag = pinned(64);
    char *staging = pinned(64);
    CUdeviceptr d = device(64);
    CUstream s = stream();
    *flag = 0;
    CU(cuStreamWaitValue32_v2(s, (CUdeviceptr)(uintptr_t)flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
    CU(cuMemcpyHtoDAsync_v2(d, staging, 64, s));
    simcuda_host_touches(staging, 64, 1);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    CU(cuStreamSynchronize(s));
    expect_nothing();
    /* The same without the stream's wait, held up so that the host is first. */
    *flag = 0;
    CUstream other = stream();
    CU(cuStreamWaitValue32_v2(other, (CUdeviceptr)(uintptr_t)flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
    CU(cuMemcpyHtoDAsync_v2(d, staging, 64, s));
    simcuda_host_touches(staging, 64, 1);
    __atomic_store_n(flag, 1, __ATOMIC_RELEASE);
    CU(cuCtxSynchronize());
    expect("a wait is missing");
}

/* ---- memory ---- */

static void device_memory_is_closed_to_the_host(void **state)
{
    (void)state;
    CUdeviceptr d = device(64);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        *(volatile char *)(uintptr_t)d = 1;
        _exit(0);
    }
    int status;
    assert_true(waitpid(child, &status, 0) == child);
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status)); /* a sanitizer exits */
}

static void beyond_an_allocation(void **state)
{
    (void)state;
    CUdeviceptr d = device(60);
    CUstream s = stream();
    CU(cuMemsetD32Async(d, 1, 16, s)); /* four bytes too many */
    assert_int_equal(cuStreamSynchronize(s), CUDA_ERROR_ILLEGAL_ADDRESS);
    expect("where nothing is allocated");
}

static void freed_memory(void **state)
{
    (void)state;
    CUstream s = stream(), other = stream();
    CUdeviceptr d;
    CU(cuMemAllocAsync(&d, 64, s));
    CU(cuMemsetD32Async(d, 1, 16, s));
    CU(cuMemFreeAsync(d, s));
    CU(cuStreamSynchronize(s));
    expect_nothing();
    assert_int_equal(cuMemFreeAsync(d, s), CUDA_ERROR_INVALID_VALUE);
    expect("freed");
    CU(cuMemAllocAsync(&d, 64, s));
    CU(cuMemsetD32Async(d, 1, 16, s));
    CU(cuMemFreeAsync(d, other)); /* nothing orders it behind the fill */
    cuCtxSynchronize();
    assert_true(told_count > 0);
}

static void out_of_memory(void **state)
{
    (void)state;
    size_t available, total;
    CUdeviceptr d, more;
    CU(cuMemGetInfo_v2(&available, &total));
    assert_int_equal(cuMemAlloc_v2(&d, total + 1), CUDA_ERROR_OUT_OF_MEMORY);
    CU(cuMemAlloc_v2(&d, total / 4 * 3));
    assert_int_equal(cuMemAlloc_v2(&more, total / 2), CUDA_ERROR_OUT_OF_MEMORY);
    CU(cuMemFree_v2(d));
    CU(cuMemAlloc_v2(&more, total / 2));
    CU(cuMemFree_v2(more));
    expect_nothing();
}

/* ---- waits of the host, host functions, errors, handles ---- */

static void implicit_waits(void **state)
{
    (void)state;
    char pageable[64] = {0};
    char *own = pinned(64);
    CUdeviceptr d = device(64);
    CUstream s = stream();
    uint64_t before = simcuda_count("implicit waits");
    CU(cuMemcpyHtoDAsync_v2(d, own, 64, s));
    CU(cuMemcpyDtoHAsync_v2(own, d, 64, s));
    assert_int_equal(simcuda_count("implicit waits"), before);
    CU(cuMemcpyHtoDAsync_v2(d, pageable, 64, s));
    assert_int_equal(simcuda_count("implicit waits"), before + 1);
    CU(cuMemcpyDtoHAsync_v2(pageable, d, 64, s));
    CU(cuMemFree_v2(d));
    assert_int_equal(simcuda_count("implicit waits"), before + 3);
    expect_nothing();
}

static void call_driver(void *data)
{
    *(CUresult *)data = cuStreamQuery(NULL);
}

static void host_functions_call_no_driver(void **state)
{
    (void)state;
    CUresult answer = CUDA_SUCCESS;
    CUstream s = stream();
    CU(cuLaunchHostFunc(s, call_driver, &answer));
    CU(cuStreamSynchronize(s));
    assert_int_equal(answer, CUDA_ERROR_NOT_PERMITTED);
    expect("from a host function");
}

static void set_int(void *data)
{
    *(int *)data = 1;
}

static void errors_stick(void **state)
{
    (void)state;
    int ran = 0;
    CUdeviceptr d = device(8);
    CUstream s = stream();
    CU(cuMemsetD32Async(d, 1, 3, s));
    CUresult late = cuLaunchHostFunc(s, set_int, &ran); /* may see the error already */
    assert_true(late == CUDA_SUCCESS || late == CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cuStreamSynchronize(s), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(ran, 0);
    assert_int_equal(cuMemAlloc_v2(&d, 8), CUDA_ERROR_ILLEGAL_ADDRESS);
    expect("where nothing is allocated");
}

/* Streams that share a queue of the device: the one that waits for memory holds up the one that would write it. */
static void order_by_memory_alone(void **state)
{
    (void)state;
    uint32_t *flag = pinned(64);
    *flag = 0;
    CUdeviceptr d = device(4 * 64);
    CUstream first = stream();
    CU(cuStreamWaitValue32_v2(first, (CUdeviceptr)(uintptr_t)flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
    for (unsigned i = 0; i < 64; i++) /* on eight queues, one of which is the first one's */
        CU(cuMemsetD32Async(d + 4 * i, i, 1, stream()));
    while (!atomic_load_explicit(&told_count, memory_order_relaxed))
        usleep(1000);
    cuCtxSynchronize();
    expect("which shares its queue on the device, is held up behind it");
}

static void destroyed_handles(void **state)
{
    (void)state;
    CUstream s = stream();
    CUevent e = event();
    CU(cuStreamDestroy_v2(s));
    assert_int_equal(cuStreamSynchronize(s), CUDA_ERROR_INVALID_HANDLE);
    expect("destroyed");
    CU(cuEventDestroy_v2(e));
    assert_int_equal(cuEventQuery(e), CUDA_ERROR_INVALID_HANDLE);
    expect("destroyed");
}

#define REFUSED(call) assert_int_equal(call, CUDA_ERROR_INVALID_CONTEXT)

/* None of them has done anything. */
static void refused_everything(CUstream s, CUevent e, CUdeviceptr d, char *host)
{
    CUdeviceptr p;
    CUstream other;
    CUevent fresh_one;
    void *at;
    float ms;
    size_t free_bytes, total;
    int ran = 0;
    const uint64_t made = simcuda_count("handles made"), given_back = simcuda_count("handles given back");
    REFUSED(cuCtxSynchronize());
    REFUSED(cuMemAlloc_v2(&p, 8));
    REFUSED(cuMemFree_v2(d));
    REFUSED(cuMemAllocAsync(&p, 8, s));
    REFUSED(cuMemFreeAsync(d, s));
    REFUSED(cuMemAllocHost_v2(&at, 8));
    REFUSED(cuMemFreeHost(host));
    REFUSED(cuMemGetInfo_v2(&free_bytes, &total));
    REFUSED(cuMemcpyHtoD_v2(d, host, 8));
    REFUSED(cuMemcpyDtoH_v2(host, d, 8));
    REFUSED(cuMemcpyHtoDAsync_v2(d, host, 8, s));
    REFUSED(cuMemcpyDtoHAsync_v2(host, d, 8, s));
    REFUSED(cuMemsetD32Async(d, 1, 2, s));
    REFUSED(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    REFUSED(cuStreamDestroy_v2(s));
    REFUSED(cuStreamQuery(s));
    REFUSED(cuStreamSynchronize(s));
    REFUSED(cuStreamWaitEvent(s, e, 0));
    REFUSED(cuStreamWriteValue32_v2(s, d, 1, 0));
    REFUSED(cuLaunchHostFunc(s, set_int, &ran));
    REFUSED(cuEventCreate(&fresh_one, 0));
    REFUSED(cuEventDestroy_v2(e));
    REFUSED(cuEventRecord(e, s));
    REFUSED(cuEventQuery(e));
    REFUSED(cuEventSynchronize(e));
    REFUSED(cuEventElapsedTime(&ms, e, e));
    assert_int_equal(simcuda_count("handles made"), made);
    assert_int_equal(simcuda_count("handles given back"), given_back);
}

static void *ask_from_elsewhere(void *stream)
{
    return (void *)(uintptr_t)cuStreamQuery(stream);
}

/* Handles tell nothing of it: a thread's calls are about the context that is current there, and without one they are none. */
static void no_current_context(void **state)
{
    (void)state;
    CUstream s = stream();
    CUevent e = event();
    CUdeviceptr d = device(8);
    uint32_t *host = pinned(8);
    CU(cuMemsetD32Async(d, 7, 2, s));
    CU(cuEventRecord(e, s));
    CU(cuStreamSynchronize(s));
    CU(cuCtxSetCurrent(NULL));
    refused_everything(s, e, d, (char *)host);
    CU(cuCtxSetCurrent(context));
    void *answer = NULL;
    pthread_t elsewhere; /* which has never had one */
    assert_int_equal(pthread_create(&elsewhere, NULL, ask_from_elsewhere, s), 0);
    assert_int_equal(pthread_join(elsewhere, &answer), 0);
    assert_int_equal((uintptr_t)answer, CUDA_ERROR_INVALID_CONTEXT);
    CU(cuMemcpyDtoHAsync_v2(host, d, 8, s));
    CU(cuEventRecord(e, s));
    CU(cuEventSynchronize(e));
    assert_int_equal(host[1], 7);
    expect_nothing();
}

static void injected_failures(void **state)
{
    (void)state;
    CUdeviceptr d;
    simcuda_fail("cuMemAlloc_v2:2");
    CU(cuMemAlloc_v2(&d, 64));
    assert_int_equal(cuMemAlloc_v2(&d, 64), CUDA_ERROR_OUT_OF_MEMORY);
    CU(cuMemAlloc_v2(&d, 64));
    simcuda_fail("1:719");
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_LAUNCH_FAILED);
    CU(cuCtxSynchronize());
}

/* For good: of one context, until it is another; of all calls, until they are told otherwise. */
static void failures_that_stay(void **state)
{
    (void)state;
    CUdeviceptr d;
    CUcontext c;
    simcuda_fail("cuMemAlloc_v2:1:700:sticks");
    CU(cuCtxSynchronize());
    assert_null(simcuda_failed());
    assert_int_equal(cuMemAlloc_v2(&d, 64), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_string_equal(simcuda_failed(), "cuMemAlloc_v2");
    simcuda_fail(NULL);
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    CU(cuDevicePrimaryCtxRetain(&c, 1));
    CU(cuCtxSetCurrent(c));
    CU(cuCtxSynchronize());
    fresh(NULL);
    CU(cuCtxSynchronize());
    simcuda_fail("2:999:lost");
    CU(cuCtxSynchronize());
    for (int i = 0; i < 3; i++)
        assert_int_equal(cuCtxSetCurrent(c), CUDA_ERROR_UNKNOWN);
    simcuda_fail(NULL);
    CU(cuCtxSynchronize());
}

static void peers(void **state)
{
    (void)state;
    CUcontext other;
    CUdeviceptr far, near = device(64);
    CU(cuDevicePrimaryCtxRetain(&other, 1));
    CU(cuCtxSetCurrent(other));
    CU(cuMemAlloc_v2(&far, 64));
    CU(cuCtxSetCurrent(context));
    CUstream s = stream();
    CU(cuMemcpyPeerAsync(far, other, near, context, 64, s));
    CU(cuStreamSynchronize(s));
    expect_nothing();
    CU(cuMemcpyDtoDAsync_v2(far, near, 64, s));
    assert_int_equal(cuStreamSynchronize(s), CUDA_ERROR_ILLEGAL_ADDRESS);
    expect("no peer access");
    fresh(NULL);
    near = device(64);
    s = stream();
    CU(cuCtxEnablePeerAccess(other, 0));
    CU(cuMemcpyDtoDAsync_v2(far, near, 64, s));
    CU(cuStreamSynchronize(s));
    expect_nothing();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(missing_event, fresh),
    cmocka_unit_test_setup(readers_may_overlap, fresh),
    cmocka_unit_test_setup(flags_order_streams_and_the_host, fresh),
    cmocka_unit_test_setup(device_memory_is_closed_to_the_host, fresh),
    cmocka_unit_test_setup(beyond_an_allocation, fresh),
    cmocka_unit_test_setup(freed_memory, fresh),
    cmocka_unit_test_setup(out_of_memory, fresh),
    cmocka_unit_test_setup(implicit_waits, fresh),
    cmocka_unit_test_setup(host_functions_call_no_driver, fresh),
    cmocka_unit_test_setup(errors_stick, fresh),
    cmocka_unit_test_setup(order_by_memory_alone, fresh),
    cmocka_unit_test_setup(destroyed_handles, fresh),
    cmocka_unit_test_setup(no_current_context, fresh),
    cmocka_unit_test_setup(injected_failures, fresh),
    cmocka_unit_test_setup(failures_that_stay, fresh),
    cmocka_unit_test_setup(peers, fresh),
};

int main(void)
{
    return cmocka_run_group_tests(tests, begin, NULL);
}
