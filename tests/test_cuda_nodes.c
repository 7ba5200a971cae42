/*
 * What belongs to a CUDA device on the host is near it: staging and page-locked memory on its NUMA node, its lanes on the processors of that.
 * Here the machine's nodes are made up, and the devices that the simulated driver says to be near them.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_copies.h"

#include "async/os/placed.h"
#include "async/thread/node.h"

#include <dirent.h>
#include <sched.h>

enum { MIB = 1 << 20 };

static _Atomic int64_t taken; /* bytes of node 1, of which nothing else is here */

static void note(const struct ra__placed *p)
{
    if (p->kind == RA__PLACED_PAGES && p->node == 1)
        atomic_fetch_add(&taken, p->bytes);
}

static void memory_is_near(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    ra_tensor *x = numbers(RA_FLOAT32, MIB, 1), *strided = ra_slice(x, 0, 0, RA_END, 2);
    OK(ra_wait(x));
    for (int i = 0; i < 2; i++) {
        taken = 0;
        atomic_store(&ra__placed_hooked, note);
        ra_tensor *far = ra_to(strided, RA_OPTS(ra_to, .device = RA_CUDA_AT(i)));
        OK(ra_wait(far));
        atomic_store(&ra__placed_hooked, NULL);
        assert_true(i ? taken >= 2 * MIB : taken == 0);
        ra_release(far);
    }
    ra_release(x), ra_release(strided);
    stop();
}

/* A processor of each node, of those that this process may use. */
static bool make_up_nodes(int cpu[2])
{
    cpu_set_t all;
    int found = 0;
    assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
    for (int c = 0; c < CPU_SETSIZE && found < 2; c++)
        if (CPU_ISSET(c, &all))
            cpu[found++] = c;
    if (found < 2)
        return false;
    memset(&ra__node_map.cpus, 0, sizeof ra__node_map.cpus);
    for (int n = 0; n < 2; n++) {
        ra__node_map.of_cpu[cpu[n]] = (uint8_t)n;
        ra__node_map.os[n] = n;
        ra__os_cpuset_add(&ra__node_map.cpus, cpu[n]);
    }
    ra__node_map.known = true;
    return true;
}

/* How many threads of these numbers there are; all may run there alone. */
static int lanes_on(int first, int last, int cpu)
{
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    assert_non_null(tasks);
    for (struct dirent *e; (e = readdir(tasks));) {
        char path[300], name[32] = "";
        int number;
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", e->d_name);
        FILE *f = fopen(path, "r");
        if (f && fgets(name, sizeof name, f) && sscanf(name, "ra-%d", &number) == 1 && number >= first && number <= last) {
            cpu_set_t set;
            assert_int_equal(sched_getaffinity(atoi(e->d_name), sizeof set, &set), 0);
            assert_true(CPU_ISSET(cpu, &set));
            assert_int_equal(CPU_COUNT(&set), 1);
            count++;
        }
        if (f)
            fclose(f);
    }
    closedir(tasks);
    return count;
}

static void lanes_are_near(void **state)
{
    int cpu[2];
    (void)state;
    need_simulated();
    start(1);
    if (!make_up_nodes(cpu)) {
        stop();
        skip();
    }
    for (int i = 0; i < 2; i++) {
        ra_tensor *far = ra_ones(RA_DIMS(100), RA_OPTS(ra_ones, .device = RA_CUDA_AT(i))), *here = ra_to(far, RA_OPTS(ra_to, .device = RA_CPU));
        OK(ra_wait(here));
        assert_int_equal(lanes_on(9300 + i, 9300 + i, cpu[i]), 1);
        assert_int_equal(lanes_on(9400 + 16 * i, 9415 + 16 * i, cpu[i]), 2); /* what computes, and what takes */
        ra_release(far), ra_release(here);
    }
    stop();
}

int main(void)
{
    setenv("SIMCUDA_DEVICES", "2", 1);
    setenv("SIMCUDA_NODES", "2", 1);
    find_driver();
    (void)assert_same, (void)count, (void)refuse, (void)assert_equal_to, (void)there;
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(memory_is_near, 60, NULL, shut_down),
        HARNESS_TEST(lanes_are_near, 60, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
