/*
 * The machine of the explorer, in place of hwloc's: four processors on one node, or two on each of two.
 */
#include "async/os/cgroup.h"
#include "async/os/os.h"
#include "async/os/topology.h"
#include "program.h"

#include <errno.h>
#include <string.h>

int ex_nodes = 1;

int ra__topology_load(struct ra__topology *t, const char *synthetic)
{
    (void)synthetic;
    *t = (struct ra__topology){.ncpus = 4, .machine_cpus = 4, .ncores = 4, .nl3s = ex_nodes, .nnodes = ex_nodes, .source = "the explorer's"};
    t->cpus = ra__os_calloc(4, sizeof *t->cpus);
    t->node_os = ra__os_calloc((size_t)ex_nodes, sizeof *t->node_os);
    t->node_distance = ra__os_calloc((size_t)(ex_nodes * ex_nodes), sizeof *t->node_distance);
    if (!t->cpus || !t->node_os || !t->node_distance) {
        ra__topology_free(t);
        return -ENOMEM;
    }
    for (int i = 0; i < 4; i++)
        t->cpus[i] = (struct ra__topology_cpu){.os_cpu = i, .core = i, .l3 = i * ex_nodes / 4, .node = i * ex_nodes / 4};
    for (int i = 0; i < ex_nodes * ex_nodes; i++)
        t->node_distance[i] = i % (ex_nodes + 1) == 0 ? 10 : 20;
    for (int i = 0; i < ex_nodes; i++)
        t->node_os[i] = -1;
    return 0;
}

void ra__topology_free(struct ra__topology *t)
{
    ra__os_free(t->cpus);
    ra__os_free(t->node_os);
    ra__os_free(t->node_distance);
    memset(t, 0, sizeof *t);
}

enum ra__distance ra__topology_distance(const struct ra__topology *t, int a, int b)
{
    const struct ra__topology_cpu *x = &t->cpus[a], *y = &t->cpus[b];
    return x->core == y->core ? RA__DISTANCE_SMT : x->l3 == y->l3 ? RA__DISTANCE_L3 : x->node == y->node ? RA__DISTANCE_NUMA : RA__DISTANCE_MACHINE;
}

/* No group of the system's has a limit here. */
void ra__cgroup_quota(const char *root, const char *process, struct ra__cgroup_quota *quota)
{
    (void)root, (void)process;
    memset(quota, 0, sizeof *quota);
}

void ra__cgroup_memory(const char *root, const char *process, struct ra__cgroup_memory *memory)
{
    (void)root, (void)process;
    memset(memory, 0, sizeof *memory);
}
