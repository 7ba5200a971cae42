/*
 * The virtual clock of the simulated CUDA driver: copies, kernels and waits take what its table has, engines are busy with one thing at a
 * time and with several things together, values in memory and work of the host come in their order. And the bound of a graph that `bench
 * overlap` is held against.
 */
#define _GNU_SOURCE
#include "helpers/simcuda.h"
#include "simcuda/card.h"
#include "work/graph_bound.h"

#include <math.h>
#include <pthread.h>

enum { BYTES = 1 << 20 };

static uint64_t (*now)(void), (*busy)(int device, int kind);
static void (*spend)(uint64_t ns);

static int begin_virtual(void **state)
{
    setenv("SIMCUDA_VIRTUAL", "1", 1);
    void *driver = open_beside("libcuda.so.1");
    now = (uint64_t (*)(void))dlsym(driver, "simcuda_virtual_now");
    busy = (uint64_t (*)(int, int))dlsym(driver, "simcuda_virtual_busy");
    spend = (void (*)(uint64_t))dlsym(driver, "simcuda_virtual_spend");
    assert_true(now && busy && spend);
    return begin(state);
}

static uint64_t of_copy(size_t bytes)
{
    return (uint64_t)((double)bytes / card_copies + 0.5);
}

static void copies_take_their_time(void **state)
{
    (void)state;
    CUdeviceptr d = device(BYTES);
    void *p = pinned(BYTES);
    CUstream s = stream();
    const uint64_t start = now(), there = busy(0, 0);
    CU(cuMemcpyHtoDAsync_v2(d, p, BYTES, s));
    CU(cuMemcpyHtoDAsync_v2(d, p, BYTES, s));
    CU(cuStreamSynchronize(s));
    assert_int_equal(now() - start, 2 * of_copy(BYTES));
    assert_int_equal(busy(0, 0) - there, 2 * of_copy(BYTES));
    CU(cuMemcpyDtoHAsync_v2(p, d, BYTES / 2, s));
    CU(cuStreamSynchronize(s));
    assert_int_equal(now() - start, 2 * of_copy(BYTES) + of_copy(BYTES / 2));
    CU(cuMemsetD32Async(d, 1, BYTES / 4, s));
    CU(cuStreamSynchronize(s));
    assert_int_equal(now() - start, 2 * of_copy(BYTES) + of_copy(BYTES / 2) + (uint64_t)(BYTES / card_memory + 0.5) + CARD_GAP_NS);
    expect_nothing();
}

static void engines_work_together(void **state)
{
    (void)state;
    CUdeviceptr a = device(BYTES), b = device(BYTES), c = device(BYTES);
    char *p = pinned(3 * BYTES);
    CUstream one = stream(), two = stream(), three = stream();
    CU(cuMemsetD32Async(b, 1, BYTES / 4, one));
    CU(cuCtxSynchronize());
    const uint64_t start = now();
    CU(cuMemcpyHtoDAsync_v2(a, p, BYTES, one));
    CU(cuMemcpyDtoHAsync_v2(p + BYTES, b, BYTES, two));
    CU(cuCtxSynchronize());
    assert_int_equal(now() - start, of_copy(BYTES)); /* both ways at once */
    CU(cuMemcpyHtoDAsync_v2(a, p, BYTES, one));
    CU(cuMemcpyHtoDAsync_v2(c, p + 2 * BYTES, BYTES, three));
    CU(cuCtxSynchronize());
    assert_int_equal(now() - start, 3 * of_copy(BYTES)); /* one way, one after the other */
    expect_nothing();
}

static void waiting_takes_time(void **state)
{
    (void)state;
    CUdeviceptr d = device(BYTES);
    void *p = pinned(BYTES);
    CUstream s = stream();
    CUevent e = event();
    const uint64_t start = now();
    CU(cuMemcpyHtoDAsync_v2(d, p, BYTES, s));
    CU(cuEventRecord(e, s));
    CU(cuEventSynchronize(e));
    assert_int_equal(now() - start, of_copy(BYTES) + CARD_WAIT_NS);
    CU(cuEventSynchronize(e)); /* done: nobody waits */
    assert_int_equal(now() - start, of_copy(BYTES) + CARD_WAIT_NS);
}

static void *compute(void *flag)
{
    spend(5000);
    __atomic_store_n((uint32_t *)flag, 1, __ATOMIC_RELEASE);
    spend(7000);
    return NULL;
}

/* A stream that waits for what the host computes, while that goes on. */
static void values_come_in_time(void **state)
{
    (void)state;
    uint32_t *flag = pinned(64);
    CUdeviceptr d = device(BYTES);
    void *p = pinned(BYTES);
    CUstream s = stream();
    CUevent e = event();
    pthread_t thread;
    *flag = 0;
    const uint64_t start = now();
    CU(cuStreamWaitValue32_v2(s, (CUdeviceptr)(uintptr_t)flag, 1, CU_STREAM_WAIT_VALUE_GEQ));
    CU(cuMemcpyHtoDAsync_v2(d, p, BYTES, s));
    CU(cuEventRecord(e, s));
    assert_int_equal(pthread_create(&thread, NULL, compute, flag), 0);
    CU(cuStreamSynchronize(s));
    assert_int_equal(now() - start, 5000 + of_copy(BYTES));
    pthread_join(thread, NULL);
    assert_int_equal(now() - start, 5000 + of_copy(BYTES)); /* longer than 7 us */
}

static void bounds(void **state)
{
    (void)state;
    /* two chains of 1, 2 and 3 over three resources, of which the last is the busiest; then with two places there */
    const graph_task tasks[] = {{0, 1, {-1, -1, -1, -1}}, {1, 2, {0, -1, -1, -1}}, {2, 3, {1, -1, -1, -1}},
                                {0, 1, {-1, -1, -1, -1}}, {1, 2, {3, -1, -1, -1}}, {2, 3.5, {4, -1, -1, -1}}};
    int places[] = {1, 1, 1}, busiest;
    double chain, load;
    assert_true(graph_bound(tasks, 6, places, 3, &chain, &load, &busiest) == 6.5);
    assert_true(chain == 6.5 && load == 6.5 && busiest == 2);
    places[2] = 2;
    assert_true(graph_bound(tasks, 6, places, 3, &chain, &load, &busiest) == 6.5);
    assert_true(load == 4 && busiest == 1);
    places[2] = 1;
    assert_true(graph_bound(tasks, 3, places, 3, &chain, &load, NULL) == 6 && load == 3);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(copies_take_their_time, fresh), cmocka_unit_test_setup(engines_work_together, fresh), cmocka_unit_test_setup(waiting_takes_time, fresh),
    cmocka_unit_test_setup(values_come_in_time, fresh),    cmocka_unit_test(bounds),
};

int main(void)
{
    return cmocka_run_group_tests(tests, begin_virtual, NULL);
}
