/* The flat table, the number of workers, their places and their victims: on made-up machines, on this one, under a restricted
 * affinity mask, and with a cgroup's quota made up in a folder. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "async/os/os.h"
#include "async/os/placement.h"
#include "async/os/topology.h"
#include "async/values/pages.h"
#include "helpers/group_files.h"

static struct ra__topology topology;
static struct ra__placement placement;

/* Every test has a limit of its own. */
static void clean(void)
{
    ra__placement_free(&placement);
    ra__topology_free(&topology);
}

static int teardown(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    ra__os_setenv("RUNAHEAD_TOPOLOGY", NULL);
    clean();
    clean(); /* twice is legal */
    return 0;
}

static void load(const char *synthetic)
{
    clean();
    assert_int_equal(ra__topology_load(&topology, synthetic), 0);
}

/* ---- the table ---- */

static void test_two_nodes(void **state)
{
    (void)state;
    load("node:2 core:4 pu:1");
    assert_int_equal(topology.ncpus, 8);
    assert_int_equal(topology.machine_cpus, 8);
    assert_int_equal(topology.ncores, 8);
    assert_int_equal(topology.nnodes, 2);
    assert_int_equal(topology.nl3s, 0);
    assert_false(topology.bindable);
    for (int cpu = 0; cpu < 8; cpu++) {
        assert_int_equal(topology.cpus[cpu].os_cpu, cpu);
        assert_int_equal(topology.cpus[cpu].core, cpu);
        assert_int_equal(topology.cpus[cpu].node, cpu / 4);
        assert_int_equal(topology.cpus[cpu].l3, -1);
    }
    assert_int_equal(ra__topology_distance(&topology, 3, 3), RA__DISTANCE_SMT);
    assert_int_equal(ra__topology_distance(&topology, 0, 3), RA__DISTANCE_NUMA);
    assert_int_equal(ra__topology_distance(&topology, 3, 4), RA__DISTANCE_MACHINE);
    assert_int_equal(topology.node_distance[0], 10);
    assert_true(topology.node_distance[1] > 10);
    assert_int_equal(topology.node_os[0], -1);
}

static void test_all_levels(void **state)
{
    (void)state;
    load("node:2 l3:2 core:2 pu:2");
    assert_int_equal(topology.ncpus, 16);
    assert_int_equal(topology.ncores, 8);
    assert_int_equal(topology.nl3s, 4);
    for (int a = 0; a < 16; a++)
        for (int b = 0; b < 16; b++) {
            const enum ra__distance expected = a / 2 == b / 2   ? RA__DISTANCE_SMT
                                               : a / 4 == b / 4 ? RA__DISTANCE_L3
                                               : a / 8 == b / 8 ? RA__DISTANCE_NUMA
                                                                : RA__DISTANCE_MACHINE;
            assert_int_equal(ra__topology_distance(&topology, a, b), expected);
        }
}

/* Of the last level alone, together; where a machine has no third, its second. */
static void test_caches(void **state)
{
    (void)state;
    load("node:2 l3:2(size=8388608) l2:2(size=1048576) core:1 pu:2");
    assert_int_equal(topology.cache_bytes, 4 << 23);
    load("l2:3(size=2097152) core:2 pu:1");
    assert_int_equal(topology.cache_bytes, 3 << 21);
    load("node:2 core:4 pu:1");
    assert_int_equal(topology.cache_bytes, 0);
    const struct {
        int64_t caches, from;
    } cases[] = {{1, RA__STREAM_LEAST}, {RA__STREAM_LEAST, RA__STREAM_LEAST}, {INT64_C(3) << 30, INT64_C(3) << 30}, {0, 32 << 20}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ra__pages_note_caches(cases[i].caches);
        assert_int_equal(ra__stream_from, cases[i].from);
    }
}

static void test_one_core(void **state)
{
    (void)state;
    load("core:1 pu:1");
    assert_int_equal(topology.ncpus, 1);
    assert_int_equal(topology.nnodes, 1);
    assert_int_equal(ra__placement_make(&placement, &topology, 1), 0);
    assert_int_equal(placement.places[0].nvictims, 0);
    assert_int_equal(ra__placement_binding(&placement, &topology), RA__BIND_NONE);
}

static void test_description_from_environment(void **state)
{
    (void)state;
    assert_int_equal(ra__os_setenv("RUNAHEAD_TOPOLOGY", "node:3 core:2 pu:1"), 0);
    load(NULL);
    assert_int_equal(topology.nnodes, 3);
    assert_int_equal(topology.ncpus, 6);
    load("node:1 core:2 pu:1"); /* the argument is stronger */
    assert_int_equal(topology.ncpus, 2);
}

/* What hwloc would say on stderr stays unsaid: such a description does not come to it. */
static void test_indexes(void **state)
{
    (void)state;
    const char *wrong[] = {"core:2 pu:2(indexes=0,1,1,2)", "node:2 core:2 pu:1(indexes=0,1,0x1,2)", "core:2 pu:2(indexes=1*2:1*2)", "node:2(indexes=0,0) core:2 pu:1",
                           "node:2(memory=4096 indexes=3,3) pu:2", "[numa(indexes=0,0)] core:2 pu:2(indexes=0,2,1,3)",
                           /* by levels below their own */
                           "package:1 die:2(indexes=l1i) l1:3 l1i:2 pu:3", "core:3(indexes=pu) pu:2", "[numa(indexes=pu)] core:2 pu:2", "node:2 core:2(indexes=node:pu) pu:2"};
    const char *right[] = {"core:2 pu:2(indexes=0,2,1,3)", "node:2(indexes=1,0) core:2 pu:1(indexes=3,2,1,0)", "core:2 pu:2(indexes=2*2:1*2)",
                           "node:2 core:2 pu:2(indexes=core:node)", "core:2 pu:2(indexes=0,1)", "core:2 pu:2(indexes=pu:core)",
                            "package:2 [numa] core:2(indexes=core:package) pu:1"};
    FILE *said = tmpfile();
    int before = dup(STDERR_FILENO);
    assert_non_null(said);
    fflush(stderr);
    assert_true(dup2(fileno(said), STDERR_FILENO) >= 0);
    int error[sizeof wrong / sizeof *wrong], good[sizeof right / sizeof *right];
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        error[i] = ra__topology_load(&topology, wrong[i]);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        good[i] = ra__topology_load(&topology, right[i]);
        ra__topology_free(&topology);
    }
    fflush(stderr);
    long bytes = lseek(fileno(said), 0, SEEK_END);
    dup2(before, STDERR_FILENO);
    close(before);
    fclose(said);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(error[i], -EINVAL);
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_int_equal(good[i], 0);
    assert_int_equal(bytes, 0);
}

static void test_wrong_description(void **state)
{
    (void)state;
    const char *wrong[] = {"nonsense", "node:0", "core:2 node", "node:2 core:", ":"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(ra__topology_load(&topology, wrong[i]), -EINVAL);
        assert_null(topology.cpus);
    }
}

static void test_this_machine(void **state)
{
    (void)state;
    struct ra__os_cpuset mask;
    assert_int_equal(ra__os_affinity_get(0, &mask), 0);
    load(NULL);
    assert_true(topology.bindable);
    assert_int_equal(topology.ncpus, ra__os_cpuset_count(&mask));
    assert_true(topology.machine_cpus >= topology.ncpus);
    assert_true(topology.ncores >= 1 && topology.ncores <= topology.ncpus);
    for (int cpu = 0; cpu < topology.ncpus; cpu++) {
        assert_true(ra__os_cpuset_has(&mask, topology.cpus[cpu].os_cpu));
        assert_in_range(topology.cpus[cpu].core, 0, topology.ncores - 1);
        assert_in_range(topology.cpus[cpu].node, 0, topology.nnodes - 1);
        assert_true(topology.cpus[cpu].l3 >= -1 && topology.cpus[cpu].l3 < topology.nl3s);
    }
    for (int node = 0; node < topology.nnodes; node++) {
        assert_true(topology.node_os[node] >= 0);
        assert_int_equal(topology.node_distance[node * topology.nnodes + node], 10);
    }
}

static void test_restricted_affinity(void **state)
{
    (void)state;
    struct ra__os_cpuset before, one = {{0}};
    assert_int_equal(ra__os_affinity_get(0, &before), 0);
    if (ra__os_cpuset_count(&before) < 2)
        skip(); /* there is nothing to take away */
    int last = 0;
    for (int cpu = 0; cpu < RA__OS_CPUS_MAX; cpu++)
        if (ra__os_cpuset_has(&before, cpu))
            last = cpu;
    ra__os_cpuset_add(&one, last);
    assert_int_equal(ra__os_affinity_set(0, &one), 0);
    const int error = ra__topology_load(&topology, NULL);
    assert_int_equal(ra__os_affinity_set(0, &before), 0);
    assert_int_equal(error, 0);
    assert_int_equal(topology.ncpus, 1);
    assert_int_equal(topology.cpus[0].os_cpu, last);
    assert_true(topology.machine_cpus > 1);
    const struct ra__worker_wish wish = {.request = RA__WORKERS_AUTO};
    struct ra__worker_count count;
    ra__worker_count(&topology, &wish, &count);
    assert_int_equal(count.workers, 1);
    assert_int_equal(count.cpus, 1);
    assert_int_equal(ra__placement_make(&placement, &topology, 3), 0);
    struct ra__os_cpuset set;
    assert_true(ra__placement_cpus(&placement, &topology, 2, RA__BIND_NODE, &set));
    assert_memory_equal(&set, &one, sizeof set); /* never outside the mask */
}

static void test_table_without_hwloc(void **state)
{
    (void)state;
    struct ra__os_cpuset mask;
    assert_int_equal(ra__os_affinity_get(0, &mask), 0);
    ra__os_fault_arm_call(RA__OS_TOPOLOGY, 1, 1);
    load(NULL);
    assert_int_equal(ra__os_fault_hits(), 1);
    assert_int_equal(topology.ncpus, ra__os_cpuset_count(&mask));
    assert_int_equal(topology.nnodes, 1);
    assert_true(topology.bindable);
    for (int cpu = 0; cpu < topology.ncpus; cpu++)
        assert_true(ra__os_cpuset_has(&mask, topology.cpus[cpu].os_cpu));
    assert_non_null(strstr(topology.source, "hwloc cannot"));
}

/* ---- how many ---- */

static struct ra__worker_count count_for(int request, bool exact, const char *max)
{
    struct ra__worker_count count;
    char root[128], self[128];
    make_fixture();
    put("/self", "0::/g\n");
    put("/fs/g/cpu.max", max);
    snprintf(root, sizeof root, "%s/fs", fixture);
    snprintf(self, sizeof self, "%s/self", fixture);
    const struct ra__worker_wish wish = {request, exact, root, self};
    ra__worker_count(&topology, &wish, &count);
    remove_fixture();
    return count;
}

static void test_worker_count(void **state)
{
    (void)state;
    load("node:2 core:4 pu:1");
    static const struct {
        int request;
        bool exact;
        const char *max;
        int workers;
        const char *why;
    } cases[] = {
        {RA__WORKERS_AUTO, false, "max 100000", 8, "8 workers, one for each CPU: 8 of 8 CPUs allowed, no request"},
        {RA__WORKERS_AUTO, false, "250000 100000", 3, "cgroup quota 2.50 CPUs"},
        {RA__WORKERS_AUTO, false, "250000 100000", 3, "3 workers, limited by the cgroup quota"},
        {RA__WORKERS_AUTO, false, "1600000 100000", 8, "one for each CPU"},
        {2, false, "250000 100000", 2, "2 workers, as requested"},
        {1, false, "max 100000", 1, "1 worker, as requested"},
        {5, false, "250000 100000", 3, "limited by the cgroup quota"},
        {64, false, "max 100000", 8, "limited by the CPUs"},
        {0, false, "max 100000", 0, "0 workers, as requested"},
        {64, true, "250000 100000", 64, "exactly as requested"},
        {100000, true, "max 100000", RA__WORKERS_MAX, "exactly"},
        {RA__WORKERS_AUTO, true, "250000 100000", 3, "limited by the cgroup quota"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ra__worker_count count = count_for(cases[i].request, cases[i].exact, cases[i].max);
        assert_int_equal(count.workers, cases[i].workers);
        assert_int_equal(count.cpus, 8);
        if (!strstr(count.reason, cases[i].why))
            fail_msg("case %zu: \"%s\" does not say \"%s\"", i, count.reason, cases[i].why);
    }
    /* The quota of the machine underneath means nothing to a made-up one. */
    const struct ra__worker_wish wish = {.request = RA__WORKERS_AUTO};
    struct ra__worker_count count;
    ra__worker_count(&topology, &wish, &count);
    assert_int_equal(count.workers, 8);
    assert_int_equal(count.quota, 0);
}

/* ---- where ---- */

/* What holds for every placement: each other worker is a victim once, never nearer ones after farther ones. */
static void check_victims(void)
{
    for (int w = 0; w < placement.nworkers; w++) {
        const struct ra__place *place = &placement.places[w];
        static bool met[RA__WORKERS_MAX];
        memset(met, 0, sizeof met);
        assert_in_range(place->cpu, 0, topology.ncpus - 1);
        assert_int_equal(place->node, topology.cpus[place->cpu].node);
        assert_int_equal(place->nvictims, placement.nworkers - 1);
        assert_int_equal(place->ends[RA__DISTANCE_MACHINE], place->nvictims);
        int distance = 0;
        for (int i = 0; i < place->nvictims; i++) {
            const int victim = place->victims[i];
            assert_true(victim != w && victim < placement.nworkers && !met[victim]);
            met[victim] = true;
            while (i >= place->ends[distance])
                distance++;
            assert_int_equal(ra__topology_distance(&topology, place->cpu, placement.places[victim].cpu), distance);
        }
    }
}

static void seat(const char *synthetic, int nworkers)
{
    load(synthetic);
    assert_int_equal(ra__placement_make(&placement, &topology, nworkers), 0);
    assert_int_equal(placement.nworkers, nworkers);
    check_victims();
}

static void test_placement(void **state)
{
    (void)state;
    seat("node:2 l3:2 core:2 pu:2", 16);
    /* Cores first, then their second threads. */
    for (int w = 0; w < 16; w++)
        assert_int_equal(placement.places[w].cpu, w < 8 ? 2 * w : 2 * (w - 8) + 1);
    const struct ra__place *first = &placement.places[0];
    assert_int_equal(first->ends[RA__DISTANCE_SMT], 1);
    assert_int_equal(first->ends[RA__DISTANCE_L3], 3);
    assert_int_equal(first->ends[RA__DISTANCE_NUMA], 7);
    assert_int_equal(first->ends[RA__DISTANCE_MACHINE], 15);
    assert_int_equal(first->victims[0], 8); /* the other thread of its core */
    assert_int_equal(first->victims[1], 1); /* the other core of its cache */
    assert_int_equal(first->victims[2], 9);
    /* Thieves of one cache begin at different victims afar. */
    assert_int_not_equal(placement.places[4].victims[7], placement.places[5].victims[7]);

    seat("node:2 core:4 pu:1", 4); /* few stay on one node */
    for (int w = 0; w < 4; w++)
        assert_int_equal(placement.places[w].node, 0);
    seat("node:2 core:4 pu:1", 8);
    for (int w = 0; w < 8; w++)
        assert_int_equal(placement.places[w].node, w / 4);
    seat("core:1 pu:1", 1);
}

static void test_more_workers_than_cpus(void **state)
{
    (void)state;
    seat("core:2 pu:1", 64);
    for (int w = 0; w < 64; w++)
        assert_int_equal(placement.places[w].cpu, w % 2);
    assert_int_equal(placement.places[0].ends[RA__DISTANCE_SMT], 31);
    assert_int_equal(placement.places[63].nvictims, 63);
    seat("node:2 core:4 pu:1", 9);
    seat("node:2 l3:2 core:2 pu:2", 300);
    seat("core:3 pu:1", 0);
    assert_int_equal(ra__placement_make(&placement, &topology, -1), -EINVAL);
    assert_int_equal(ra__placement_make(&placement, &topology, RA__WORKERS_MAX + 1), -EINVAL);
}

/* Remote nodes in the order of their distance, not of their number. */
static void test_nearer_nodes_first(void **state)
{
    (void)state;
    load("node:3 core:2 pu:1");
    const int distances[9] = {10, 30, 20, 30, 10, 20, 20, 20, 10};
    memcpy(topology.node_distance, distances, sizeof distances);
    assert_int_equal(ra__placement_make(&placement, &topology, 6), 0);
    check_victims();
    const uint16_t expected[] = {1, 4, 5, 2, 3};
    assert_memory_equal(placement.places[0].victims, expected, sizeof expected);
}

static void test_binding(void **state)
{
    (void)state;
    struct ra__os_cpuset set;
    seat("node:2 l3:2 core:2 pu:2", 16);
    /* Not one thread is bound to a CPU that does not exist. */
    assert_int_equal(ra__placement_binding(&placement, &topology), RA__BIND_NONE);
    assert_false(ra__placement_cpus(&placement, &topology, 3, RA__BIND_CPU, &set));
    assert_int_equal(ra__os_cpuset_count(&set), 0);
    topology.bindable = true; /* if this were such a machine */
    assert_int_equal(ra__placement_binding(&placement, &topology), RA__BIND_L3);
    assert_false(ra__placement_cpus(&placement, &topology, 3, RA__BIND_NONE, &set));
    assert_true(ra__placement_cpus(&placement, &topology, 3, RA__BIND_CPU, &set));
    assert_int_equal(ra__os_cpuset_count(&set), 1);
    assert_true(ra__os_cpuset_has(&set, 6));
    assert_true(ra__placement_cpus(&placement, &topology, 3, RA__BIND_L3, &set));
    assert_int_equal(ra__os_cpuset_count(&set), 4);
    assert_true(ra__os_cpuset_has(&set, 4) && ra__os_cpuset_has(&set, 7));
    assert_true(ra__placement_cpus(&placement, &topology, 3, RA__BIND_NODE, &set));
    assert_int_equal(ra__os_cpuset_count(&set), 8);
    ra__placement_free(&placement);
    assert_int_equal(ra__placement_make(&placement, &topology, 7), 0); /* fewer than cores: they stay free */
    assert_int_equal(ra__placement_binding(&placement, &topology), RA__BIND_NONE);
    seat("node:2 core:4 pu:1", 8);
    topology.bindable = true;
    assert_true(ra__placement_cpus(&placement, &topology, 5, RA__BIND_L3, &set)); /* no cache known: the node */
    assert_int_equal(ra__os_cpuset_count(&set), 4);
    assert_true(ra__os_cpuset_has(&set, 4) && ra__os_cpuset_has(&set, 7));
}

/* Every allocation and every system call of a start fails once. */
static void test_each_call_fails_once(void **state)
{
    (void)state;
    long calls = 1;
    int refusals = 0, starts = 0;
    for (long n = 0; n <= calls; n++) {
        struct ra__worker_count count;
        const struct ra__worker_wish wish = {.request = RA__WORKERS_AUTO};
        clean();
        ra__os_fault_arm(n);
        int error = ra__topology_load(&topology, NULL);
        if (!error) {
            ra__worker_count(&topology, &wish, &count);
            error = ra__placement_make(&placement, &topology, 4);
        } else {
            assert_null(topology.cpus);
        }
        if (!n)
            calls = ra__os_fault_count();
        else
            assert_int_equal(ra__os_fault_hits(), 1);
        ra__os_fault_disarm();
        assert_true(error == 0 || error == -ENOMEM);
        if (error)
            assert_null(placement.places);
        else
            check_victims();
        refusals += error != 0;
        starts += !error;
    }
    assert_true(refusals >= 7); /* the heap's; without it there is no start */
    assert_true(starts >= 3);   /* all else is only worse placed */
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_two_nodes),
        TEST(test_all_levels),
        TEST(test_caches),
        TEST(test_one_core),
        TEST(test_description_from_environment),
        TEST(test_indexes),
        TEST(test_wrong_description),
        TEST(test_this_machine),
        TEST(test_restricted_affinity),
        TEST(test_table_without_hwloc),
        TEST(test_worker_count),
        TEST(test_placement),
        TEST(test_more_workers_than_cpus),
        TEST(test_nearer_nodes_first),
        TEST(test_binding),
        TEST(test_each_call_fails_once),
    };
    ra__os_setenv("RUNAHEAD_TOPOLOGY", NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
