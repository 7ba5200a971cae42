/* placement.h - how many workers, where each belongs, and from whom it steals. Pure arithmetic on the flat table of
 * topology.h (and the cgroup's quota), so that made-up machines test it. */
#ifndef RA_ASYNC_PLACEMENT_H
#define RA_ASYNC_PLACEMENT_H

#include "async/os/room.h"
#include <stdbool.h>
#include <stdint.h>

#include "async/os/os.h"
#include "async/os/topology.h"

#define RA__WORKERS_MAX 1024
#define RA__NODES_MAX RA__ROOM(64, 2) /* nodes beyond are counted with the first ones: number modulo this */

/* ---- how many ---- */

#define RA__WORKERS_AUTO (-1)

struct ra__worker_wish {
    int request;             /* how many; RA__WORKERS_AUTO, like any negative number: no wish. 0 is legal: the threads
                              * that wait do all the work */
    bool exact;              /* as many as requested, even beyond the CPUs and the quota; means nothing without one */
    const char *cgroup_root; /* see ra__cgroup_quota; NULL: the system's */
    const char *cgroup_process;
};

struct ra__worker_count {
    int workers;      /* 0 <= workers <= RA__WORKERS_MAX */
    int cpus;         /* of the table: the affinity mask's */
    double share;     /* of CPUs, the same quota as it stands; 0: none */
    int quota;        /* CPUs by the cgroup's quota, rounded up; 0: none. A made-up machine has one only if the wish
                       * names a cgroup_root */
    char reason[400]; /* one line: the number and what decided it */
};

/* The smallest of the table's CPUs, the quota and the request. Cannot fail. */
void ra__worker_count(const struct ra__topology *topology, const struct ra__worker_wish *wish,
                      struct ra__worker_count *count);

/* ---- where ---- */

struct ra__place {
    int cpu;  /* row of the table: where the worker belongs, and what distances are counted from */
    int node; /* that row's, < ra__placement.nodes */
    /* The other workers, nearest first: victims[0 .. ends[SMT]) share the core, up to ends[L3] the cache, up to
     * ends[NUMA] the memory, up to ends[MACHINE] = nvictims the machine. Among those at one distance, nearer nodes come
     * first; among those equally near, the list is turned by the worker's own number, so that thieves do not all begin
     * at the same one. */
    const uint16_t *victims;
    int nvictims;
    int ends[RA__DISTANCES];
};

/* How large things (the bytes of a storage, the grains of an operator) are divided among the nodes: each node's workers
 * have one share, in the order of the nodes' numbers, as large as they are many. The same extent always falls into the
 * same shares, so an operator over a space meets the pages that the one before it wrote. */
struct ra__shares {
    int nodes;
    uint16_t before[RA__NODES_MAX + 1]; /* workers on nodes of lower numbers; before[nodes] is all of them */
};

struct ra__placement {
    int nworkers;
    int nodes; /* 1 where the workers will be bound to nothing: they are on no node for long */
    struct ra__shares shares;
    uint8_t *nearest; /* [nodes * nodes]: row n is n, then the others, nearer ones first, equally near ones turned by n */
    struct ra__place *places; /* [nworkers] */
    uint16_t *victims;        /* [nworkers * (nworkers - 1)]: what the places point into */
};

/* Seats 0 to RA__WORKERS_MAX workers: one on each core first, in the order of the table (few workers stay together,
 * near one memory), then on the cores' other threads, then round again. -EINVAL, -ENOMEM. */
int ra__placement_make(struct ra__placement *placement, const struct ra__topology *topology, int nworkers);

/* Legal on a zeroed placement, and twice. */
void ra__placement_free(struct ra__placement *placement);

/* Where the share of a node begins among `units` (<= 2^52), and with node = nodes where the last one ends. A node
 * without workers has an empty share. */
static inline int64_t ra__share_first(const struct ra__shares *shares, int node, int64_t units)
{
    const int all = shares->before[shares->nodes];
    return all ? units * shares->before[node] / all : 0;
}

static inline int ra__share_workers(const struct ra__shares *shares, int node)
{
    return shares->before[node + 1] - shares->before[node];
}

/* The node in whose share unit `at` lies, 0 <= at < units. */
int ra__share_of(const struct ra__shares *shares, int64_t units, int64_t at);

/* Whether so many units can be divided: several nodes have workers, and each of those gets something. */
bool ra__share_is_possible(const struct ra__shares *shares, int64_t units);

/* How many of the `left` units of its node's share a worker of that node takes at once: what each would get if all of
 * them came now. Pieces become smaller as the share runs out, so the last ones end together. */
static inline int64_t ra__share_piece(const struct ra__shares *shares, int node, int64_t left)
{
    const int workers = ra__share_workers(shares, node);
    return workers ? (left + workers - 1) / workers : left;
}

/* ---- bound to what ---- */

enum ra__binding { RA__BIND_NONE, RA__BIND_NODE, RA__BIND_L3, RA__BIND_CPU };

/* What workers are best bound to. Their cache's CPUs, where there are several caches and a worker for each core:
 * nearness is kept and the system can still move them out of another program's way. Nothing, where there is but one
 * cache, or where the workers are fewer than the cores: several programs under a quota would all take the same first
 * CPUs. */
enum ra__binding ra__placement_binding(const struct ra__placement *placement, const struct ra__topology *topology);

/* The CPUs that a worker is to be bound to; false, and the set empty, when it is not to be bound (always false on a
 * table that is not bindable). Where no cache is known, the node stands for it. */
bool ra__placement_cpus(const struct ra__placement *placement, const struct ra__topology *topology, int worker,
                        enum ra__binding binding, struct ra__os_cpuset *set);

#endif
