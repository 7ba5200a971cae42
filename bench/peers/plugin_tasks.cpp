/*
 * Task runtimes as peers: what an empty task costs, submitted from one thread, and one that spawns others; and how long a
 * sleeping worker takes to begin. oneTBB and the compiler's OpenMP.
 */
#include "peers/abi.h"

#include <omp.h>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

namespace {

int thread_count = 2;
constexpr int empty_tasks = 200000;

double now_ns()
{
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double tbb_submit()
{
    std::atomic<long> done{0};
    tbb::task_group group;
    const double start = now_ns();
    for (int i = 0; i < empty_tasks; i++)
        group.run([&] { done.fetch_add(1, std::memory_order_relaxed); });
    const double submitted = now_ns();
    group.wait();
    return (submitted - start) / empty_tasks;
}

double tbb_total()
{
    std::atomic<long> done{0};
    tbb::task_group group;
    const double start = now_ns();
    for (int i = 0; i < empty_tasks; i++)
        group.run([&] { done.fetch_add(1, std::memory_order_relaxed); });
    group.wait();
    return (now_ns() - start) / empty_tasks;
}

double omp_total()
{
    std::atomic<long> done{0};
    const double start = now_ns();
#pragma omp parallel num_threads(thread_count)
#pragma omp single
    for (int i = 0; i < empty_tasks; i++) {
#pragma omp task
        done.fetch_add(1, std::memory_order_relaxed);
    }
    return (now_ns() - start) / empty_tasks;
}

long fibonacci(int n)
{
    if (n < 2)
        return n;
    long a, b;
    tbb::task_group group;
    group.run([&] { a = fibonacci(n - 1); });
    b = fibonacci(n - 2);
    group.wait();
    return a + b;
}

double tbb_spawn()
{
    constexpr int n = 22, spawns = 28656; /* additions of fib(22) */
    const double start = now_ns();
    const volatile long value = fibonacci(n);
    (void)value;
    return (now_ns() - start) / spawns;
}

double tbb_wake()
{
    static tbb::task_arena arena(2, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::atomic<bool> done{false};
    double began = 0;
    const double start = now_ns();
    arena.enqueue([&] {
        began = now_ns();
        done.store(true, std::memory_order_release);
    });
    while (!done.load(std::memory_order_acquire))
        ;
    return began - start;
}

const peer_task list[] = {{"oneTBB", "empty task, submitting", tbb_submit},
                          {"oneTBB", "empty task, submitted and done", tbb_total},
                          {"OpenMP", "empty task, submitted and done", omp_total},
                          {"oneTBB", "a spawn within fib(22)", tbb_spawn},
                          {"oneTBB", "waking an idle worker", tbb_wake},
                          {nullptr, nullptr, nullptr}};

std::unique_ptr<tbb::global_control> control;

} // namespace

extern "C" __attribute__((visibility("default"))) const peer_task *peer_tasks_list(int threads)
{
    thread_count = threads < 1 ? 1 : threads;
    control = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(thread_count) + 1);
    return list;
}
