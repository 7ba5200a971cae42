/*
 * Task runtimes on the work that the marks name. The thread that submits does not help: it sleeps until all is done, so that
 * the tasks are executed by workers; which share of them was is asked for with "... share".
 */
#include "peers/abi.h"

#include <tbb/flow_graph.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

using Node = tbb::flow::continue_node<tbb::flow::continue_msg>;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/* A counter of each thread alone, so that counting is no contention. */
struct alignas(128) Count {
    std::atomic<int64_t> value{0};
};
Count counts[256];
std::atomic<int> threads_seen{0};

void count_one()
{
    static thread_local const int own = threads_seen.fetch_add(1) % 256;
    counts[own].value.fetch_add(1, std::memory_order_relaxed);
}

int64_t counted()
{
    int64_t sum = 0;
    for (const Count &c : counts)
        sum += c.value.load(std::memory_order_acquire);
    return sum;
}

double last_share = std::nan("");

/* Which of the counters is the submitting thread's is told by what it gains in a count of its own. */
int64_t own_count()
{
    static thread_local int own = -1;
    if (own < 0) {
        int64_t before[256];
        for (int i = 0; i < 256; i++)
            before[i] = counts[i].value;
        count_one();
        for (int i = 0; i < 256; i++)
            if (counts[i].value != before[i])
                own = i;
    }
    return counts[own].value;
}

void sleep_until(int64_t target)
{
    while (counted() < target)
        std::this_thread::sleep_for(std::chrono::microseconds(50));
}

double tbb_tasks(int64_t n)
{
    const int64_t own = own_count(), before = counted();
    tbb::task_group group;
    const double start = now();
    for (int64_t i = 0; i < n; i++)
        group.run(count_one);
    sleep_until(before + n);
    const double took = now() - start;
    group.wait();
    last_share = 1 - static_cast<double>(own_count() - own) / static_cast<double>(n);
    return took / static_cast<double>(n);
}

double omp_tasks(int64_t n, int threads)
{
    const int64_t own = own_count(), before = counted();
    const double start = now();
#pragma omp parallel num_threads(threads)
#pragma omp master
    {
        for (int64_t i = 0; i < n; i++) {
#pragma omp task
            count_one();
        }
        sleep_until(before + n);
    }
    const double took = now() - start;
    last_share = 1 - static_cast<double>(own_count() - own) / static_cast<double>(n);
    return took / static_cast<double>(n);
}

/* Built, run and taken down. */
double tbb_chain(int64_t n)
{
    const int64_t own = own_count(), before = counted();
    const double start = now();
    tbb::flow::graph graph;
    std::vector<std::unique_ptr<Node>> nodes;
    nodes.reserve(static_cast<size_t>(n));
    for (int64_t i = 0; i < n; i++) {
        nodes.push_back(std::make_unique<Node>(graph, [](const tbb::flow::continue_msg &) { count_one(); }));
        if (i > 0)
            tbb::flow::make_edge(*nodes[static_cast<size_t>(i - 1)], *nodes.back());
    }
    nodes[0]->try_put(tbb::flow::continue_msg());
    sleep_until(before + n);
    graph.wait_for_all();
    nodes.clear();
    const double took = now() - start;
    last_share = 1 - static_cast<double>(own_count() - own) / static_cast<double>(n);
    return took / static_cast<double>(n);
}

/* From handing over to the task's first instruction, by a worker that has slept. */
double tbb_wake()
{
    static tbb::task_arena arena(2, 0);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::atomic<bool> done{false};
    const double start = now();
    arena.enqueue([&] { done.store(true, std::memory_order_release); });
    while (!done.load(std::memory_order_acquire))
        ;
    return now() - start;
}

} // namespace

extern "C" __attribute__((visibility("default"))) double peer_tasks_work(const char *work, int64_t size, int times)
{
    const std::string name(work);
    if (name == "tbb tasks")
        return tbb_tasks(size);
    if (name == "omp tasks")
        return omp_tasks(size, times);
    if (name == "tbb chain")
        return tbb_chain(size);
    if (name == "tbb wake")
        return tbb_wake();
    if (name == "share")
        return last_share;
    return std::nan("");
}
