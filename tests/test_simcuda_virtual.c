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
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

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

/* ---- who wakes by himself, as a wait of the library's does to look for work ---- */

static atomic_bool over;

static void *look_again(void *unused)
{
    while (!atomic_load(&over))
        nanosleep(&(struct timespec){0, 250000}, NULL);
    return unused;
}

static void *only_sleep(void *until)
{
    while (sem_wait(until))
        ;
    return NULL;
}

/* More often than all the others can be looked at: he has nothing to do, and time goes on. */
static void who_looks_again_does_not_stop_the_clock(void **state)
{
    (void)state;
    enum { SLEEPERS = 60, THREADS = SLEEPERS + 2 };
    pthread_t threads[THREADS];
    sem_t end;
    sem_init(&end, 0, 0);
    atomic_store(&over, false);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, i < SLEEPERS ? only_sleep : look_again, &end), 0);
    const uint64_t start = now();
    for (int i = 0; i < 10; i++)
        spend(1000);
    assert_int_equal(now() - start, 10000);
    atomic_store(&over, true);
    for (int i = 0; i < SLEEPERS; i++)
        sem_post(&end);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    sem_destroy(&end);
}

typedef struct player {
    sem_t *mine, *others;
    uint64_t began, ended; /* by the virtual clock */
} player;

/* Each in turn computes, and lets the other go on. */
static void *play(void *of)
{
    player *p = of;
    p->began = now();
    for (int n = 0; n < 200; n++) {
        while (sem_wait(p->mine))
            ;
        struct timespec begin, t;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        do
            clock_gettime(CLOCK_MONOTONIC, &t);
        while ((t.tv_sec - begin.tv_sec) * 1000000000 + t.tv_nsec - begin.tv_nsec < 100000);
        sem_post(p->others);
    }
    p->ended = now();
    return NULL;
}

/* All that they do is at one time. */
static void who_works_in_turn_does(void **state)
{
    (void)state;
    pthread_t looking, playing[2];
    sem_t turn[2];
    player players[2] = {{&turn[0], &turn[1], 0, 0}, {&turn[1], &turn[0], 0, 0}};
    atomic_store(&over, false);
    assert_int_equal(pthread_create(&looking, NULL, look_again, NULL), 0);
    for (int i = 0; i < 2; i++)
        sem_init(&turn[i], 0, i == 0);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&playing[i], NULL, play, &players[i]), 0);
    spend(1000000);
    atomic_store(&over, true);
    pthread_join(looking, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(playing[i], NULL);
    for (int i = 0; i < 2; i++) {
        sem_destroy(&turn[i]);
        assert_int_equal(players[i].ended, players[i].began);
    }
}

static void bounds(void **state)
{
    (void)state;
    /* two chains of 1, 2 and 3 over three resources, of which the last is the busiest; then with two places there */
    const graph_task tasks[] = {{0, 1, {-1, -1, -1, -1}}, {1, 2, {0, -1, -1, -1}}, {2, 3, {1, -1, -1, -1}},
                                {0, 1, {-1, -1, -1, -1}}, {1, 2, {3, -1, -1, -1}}, {2, 3.5, {4, -1, -1, -1}}};
    int places[] = {1, 1, 1};
    graph_least least;
    assert_true(graph_bound(tasks, 6, places, 3, &least) == 6.5);
    assert_true(least.chain == 6.5 && least.load == 6.5 && least.busiest == 2);
    assert_true(least.with_ends == 3 + 6.5); /* which is what they take, the shorter one first */
    places[2] = 2;
    assert_true(graph_bound(tasks, 6, places, 3, &least) == 6.5);
    assert_true(least.load == 4 && least.busiest == 1);
    assert_true(least.with_ends == 1 + 4 + 3); /* the longer one first */
    places[2] = 1;
    assert_true(graph_bound(tasks, 3, places, 3, &least) == 6 && least.load == 3 && least.with_ends == 6);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(copies_take_their_time, fresh), cmocka_unit_test_setup(engines_work_together, fresh), cmocka_unit_test_setup(waiting_takes_time, fresh),
    cmocka_unit_test_setup(values_come_in_time, fresh),    cmocka_unit_test(who_looks_again_does_not_stop_the_clock), cmocka_unit_test(who_works_in_turn_does),
    cmocka_unit_test(bounds),
};

int main(void)
{
    return cmocka_run_group_tests(tests, begin_virtual, NULL);
}
