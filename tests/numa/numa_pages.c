/*
 * Run by numa_machine.sh inside a machine with several nodes: operators with workers bound to their nodes, then where the
 * system says that each page lies, against where the engine decided to put it. Prints TAP.
 */
#include "async/front/tensor.h"
#include "async/memory/memory.h"
#include "async/os/os.h"
#include "async/os/placed.h"
#include "async/os/placement.h"
#include "async/os/point.h"
#include "async/pool/pool.h"
#include "async/pool/wide.h"
#include "async/thread/node.h"
#include "async/values/pages.h"
#include "async/values/storage.h"

#include <runahead.h>

#include <stdio.h>
#include <stdlib.h>

enum { MIB = 1 << 20, FLOATS = 4 * MIB, NOTES = 4096, PAGE = 4096, KEPT = 64 };

static struct ra__topology topology;
static struct ra__placement placement;
static int checks, failures;

static void check(bool good, const char *what)
{
    printf("%sok %d - %s\n", good ? "" : "not ", ++checks, what);
    failures += !good;
}

/* ---- what was decided, and what was seen ---- */

static struct ra__placed notes[NOTES];
static _Atomic int noted;
static _Atomic long units_home, units_away;      /* taken from what was put up for their node, and for others */
static _Atomic long grains_bound, grains_astray; /* run by workers on a CPU of their node, and elsewhere */

static void note(const struct ra__placed *placed)
{
    if (placed->kind == RA__PLACED_PIECE) {
        atomic_fetch_add(placed->by == placed->node ? &units_home : &units_away, placed->end - placed->first);
        return;
    }
    const int at = atomic_fetch_add(&noted, 1);
    if (at < NOTES)
        notes[at] = *placed;
}

static int node_of_cpu(int os_cpu)
{
    for (int i = 0; i < topology.ncpus; i++)
        if (topology.cpus[i].os_cpu == os_cpu)
            return topology.cpus[i].node;
    return -1;
}

static void watch(enum ra__point point)
{
    if (point == RA__POINT_GRAIN && ra__is_worker())
        atomic_fetch_add(node_of_cpu(ra__os_cpu_now()) == ra__thread_node() ? &grains_bound : &grains_astray, 1);
}

/* ---- where the pages are ---- */

typedef struct tally {
    long right, wrong, untouched, on[RA__NODES_MAX];
} tally;

/* The node on which byte `at` of a block was to lie: a share is rounded to whole huge pages. */
static int decided(const struct ra__placed *pages, int64_t at)
{
    if (pages->node != RA__MEM_SPREAD)
        return pages->node;
    const int64_t huge = RA__MEM_SPREAD_PAGE;
    int node = 0;
    for (int n = 1; n < placement.nodes; n++)
        if (at >= (ra__share_first(&placement.shares, n, pages->bytes) + huge / 2) / huge * huge)
            node = n;
    return node;
}

static bool count_pages(const struct ra__placed *pages, tally *t)
{
    enum { AT_ONCE = 512 };
    void *addresses[AT_ONCE];
    int nodes[AT_ONCE];
    for (int64_t at = 0; at < pages->bytes; at += (int64_t)AT_ONCE * PAGE) {
        size_t count = 0;
        for (int64_t p = at; p < pages->bytes && count < AT_ONCE; p += PAGE)
            addresses[count++] = (char *)(uintptr_t)pages->data + p;
        const int error = ra__os_page_nodes(addresses, count, nodes);
        if (error) {
            printf("# move_pages: error %d\n", error);
            return false;
        }
        for (size_t i = 0; i < count; i++) {
            const int wanted = topology.node_os[decided(pages, at + (int64_t)i * PAGE)];
            if (nodes[i] >= 0 && nodes[i] < RA__NODES_MAX)
                t->on[nodes[i]]++;
            t->untouched += nodes[i] < 0;
            t->right += nodes[i] == wanted;
            t->wrong += nodes[i] >= 0 && nodes[i] != wanted;
        }
    }
    return true;
}

/* What was decided last for the memory of a tensor. */
static const struct ra__placed *pages_of(const ra_tensor *t)
{
    const void *data = ra__storage_data(t->storage);
    const int count = atomic_load(&noted);
    for (int i = count - 1; i >= 0; i--)
        if (notes[i].kind == RA__PLACED_PAGES && notes[i].data == data)
            return &notes[i];
    return NULL;
}

static void check_pages(const char *what, ra_tensor *const *tensors, int count, bool spread)
{
    tally t = {0};
    bool known = true, as_meant = true;
    for (int i = 0; i < count; i++) {
        const struct ra__placed *pages = pages_of(tensors[i]);
        known = known && pages && count_pages(pages, &t);
        as_meant = as_meant && pages && (pages->node == RA__MEM_SPREAD) == spread;
    }
    printf("# %s: %ld pages where they were to be, %ld elsewhere, %ld untouched; by node:", what, t.right, t.wrong, t.untouched);
    for (int n = 0; n < topology.nnodes; n++)
        printf(" %ld", t.on[topology.node_os[n]]);
    printf("\n");
    check(known && as_meant && t.right > 0 && t.wrong == 0 && t.untouched == 0, what);
    if (spread) {
        bool even = true;
        for (int n = 0; n < topology.nnodes; n++) {
            const double fair = (double)t.right * ra__share_workers(&placement.shares, n) / placement.nworkers;
            even = even && (double)t.on[topology.node_os[n]] > 0.8 * fair && (double)t.on[topology.node_os[n]] < 1.2 * fair;
        }
        check(even, "    every node has its workers' share of them");
    }
}

/* ---- the work ---- */

static void release(ra_tensor **tensors, int count)
{
    for (int i = 0; i < count; i++)
        ra_release(tensors[i]);
}

static void chain(ra_tensor **of, int count)
{
    of[0] = ra_full(RA_DIMS(FLOATS), RA_F(0.5));
    for (int i = 1; i < count; i++)
        of[i] = i % 2 ? ra_add(of[i - 1], 1) : ra_mul(of[i - 1], of[i - 2]);
    check(ra_wait_all() == RA_OK, "a chain of large operators runs");
}

static void large(void)
{
    ra_tensor *of[KEPT];
    double sum = 0;
    chain(of, 6);
    check_pages("pages of a chain's results", of, 6, true);
    RA_AUTO ra_tensor *all = ra_sum(of[1], RA_ALL);
    check(ra_item_f64(all, &sum) == RA_OK && sum == 1.5 * FLOATS, "its numbers are right");
    release(of, 6);
    const size_t fresh = ra_get_memory_stats().fresh;
    chain(of, 6);
    check_pages("pages of memory that is used again", of, 6, true);
    check(ra_get_memory_stats().fresh == fresh, "    no fresh ones");
    release(of, 6);
    for (int i = 0; i < 3; i++) /* of other sizes, and cut in other ways */
        of[i] = ra_full(RA_DIMS(3000 + 500 * i, 1100), RA_F(1));
    of[3] = ra_softmax(of[0], 1);
    of[4] = ra_contiguous(ra_t(of[1]));
    if (ra_wait_all() != RA_OK)
        check(false, "other operators run");
    check_pages("pages of other shapes", of, 5, true);
    release(of, 5);
}

static void small(void)
{
    ra_tensor *of[KEPT];
    for (int i = 0; i < KEPT; i++)
        of[i] = ra_full(RA_DIMS(100000), RA_I(i));
    check(ra_wait_all() == RA_OK, "small operators run");
    check_pages("pages of small results, each on the node of who wrote it", of, KEPT, false);
    release(of, KEPT);
}

static void the_programs_own(void)
{
    ra_status s;
    ra_tensor *of[1] = {ra_empty(RA_DIMS(FLOATS))};
    float *data = ra_data_mut(of[0], &s);
    for (int i = 0; data && i < FLOATS; i++)
        data[i] = 1;
    check_pages("pages of a large tensor that the program fills", of, 1, true);
    release(of, 1);
}

/* A small operator that is run by the program's own thread, wherever that is. */
static void in_the_call(void)
{
    struct ra__os_cpuset before;
    bool good = !ra__os_affinity_get(0, &before);
    ra_set_execution(RA_SYNC);
    for (int i = 0; good && i < topology.ncpus; i++) {
        struct ra__os_cpuset here = {{0}};
        ra__os_cpuset_add(&here, topology.cpus[i].os_cpu);
        good = !ra__os_affinity_set(0, &here);
        RA_AUTO ra_tensor *x = ra_full(RA_DIMS(2000), RA_I(i));
        tally t = {0};
        const struct ra__placed *pages = good && ra_is_ready(x) ? pages_of(x) : NULL;
        good = pages && pages->node == topology.cpus[i].node && count_pages(pages, &t) && t.right > 0 && !t.wrong && !t.untouched;
    }
    ra_set_execution(RA_RUN_AHEAD);
    good = !ra__os_affinity_set(0, &before) && good;
    check(good, "what the program's thread computes itself lies on its node, whatever CPU it is on");
}

/* Where it was said that pages are to lie and nobody decided otherwise, so that a wrong node would be noticed. */
static void a_block_on_each_node(void)
{
    bool good = true;
    for (int n = 0; n < topology.nnodes; n++) {
        void *block;
        tally t = {0};
        good = good && !ra__mem_alloc(n, 3 * MIB, &block);
        for (int64_t i = 0; good && i < 3 * MIB; i += PAGE)
            ((volatile char *)block)[i] = 1;
        const struct ra__placed pages = {.node = n, .data = block, .bytes = 3 * MIB};
        good = good && count_pages(&pages, &t) && t.right == 3 * MIB / PAGE;
        if (good)
            ra__mem_free(block, 3 * MIB, n);
    }
    check(good, "one thread's block on each node lies there");
}

int main(void)
{
    ra_info info;
    atomic_store(&ra__placed_hooked, note);
    atomic_store(&ra__point_hooked, watch);
    if (ra__topology_load(&topology, NULL) || ra__placement_make(&placement, &topology, topology.ncpus) || ra_init(NULL) != RA_OK || ra_get_info(&info) != RA_OK) {
        printf("not ok 1 - the engine starts\n");
        return 1;
    }
    printf("# %d nodes, %d CPUs, %s; %s; kernels %s\n# shares of the nodes:", topology.nnodes, topology.ncpus, topology.source, info.workers_why, info.isa);
    for (int n = 0; n < topology.nnodes; n++)
        printf(" %d/%d", ra__share_workers(&placement.shares, n), placement.nworkers);
    printf("\n");
    const char *nodes = getenv("NUMA_NODES");
    check(nodes && topology.nnodes == atoi(nodes) && topology.bindable, "the machine has the nodes it was started with");
    check(info.workers == topology.ncpus && ra__placement_binding(&placement, &topology) != RA__BIND_NONE, "a worker for each CPU, bound to its node");
    a_block_on_each_node();
    large();
    small();
    the_programs_own();
    in_the_call();
    const long home = atomic_load(&units_home), away = atomic_load(&units_away);
    printf("# units put up for a node and taken by its own workers: %ld of %ld\n", home, home + away);
    printf("# grains run by workers on a CPU of their node: %ld of %ld\n", atomic_load(&grains_bound), atomic_load(&grains_bound) + atomic_load(&grains_astray));
    check(atomic_load(&grains_bound) > 0 && atomic_load(&grains_astray) == 0, "workers stay on their nodes");
    check(ra_shutdown() == RA_OK && atomic_load(&noted) < NOTES, "the engine stops");
    printf("1..%d\n", checks);
    return failures != 0;
}
