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
