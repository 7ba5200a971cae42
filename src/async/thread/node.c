#include "async/thread/node.h"

#include "async/thread/state.h"

struct ra__node_map ra__node_map;

int ra__thread_node(void)
{
    if (ra__is_worker())
        return ra__tls.node;
    int cpu = ra__node_map.known ? ra__os_cpu_now() : -1;
    return cpu >= 0 && cpu < RA__OS_CPUS_MAX ? ra__node_map.of_cpu[cpu] : 0;
}

bool ra__node_cpus(int os, struct ra__os_cpuset *cpus)
{
    *cpus = (struct ra__os_cpuset){{0}};
    for (int cpu = 0; ra__node_map.known && cpu < RA__OS_CPUS_MAX; cpu++)
        if (ra__os_cpuset_has(&ra__node_map.cpus, cpu) && ra__node_map.os[ra__node_map.of_cpu[cpu]] == os)
            ra__os_cpuset_add(cpus, cpu);
    return ra__os_cpuset_count(cpus) > 0;
}
