/* topology.h - the machine as a flat table: which CPUs there are, and how far apart.
 *
 * Filled once from hwloc and then only read. All that is decided about placement is decided on this table, so a
 * made-up machine ("node:2 core:4 pu:2", in hwloc's synthetic notation) tests it anywhere. */
#ifndef RA_ASYNC_TOPOLOGY_H
#define RA_ASYNC_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

/* A hardware thread. The table is in hwloc's logical order: neighbours in the table are neighbours in the machine, the
 * threads of a core, the cores of a cache and the CPUs of a node each stand together. */
struct ra__topology_cpu {
    int os_cpu; /* the system's number (that of a made-up machine, where bindable is false) */
    int core;   /* 0 <= core < ncores */
    int l3;     /* 0 <= l3 < nl3s, or -1: no such cache is known */
    int node;   /* 0 <= node < nnodes; the nearest one, where memory-only nodes are about */
};

struct ra__topology {
    int ncpus;        /* >= 1: those that this thread may run on */
    int machine_cpus; /* >= ncpus: those that hwloc sees, less what a cgroup's cpuset hides */
    int ncores, nl3s; /* among ncpus; nl3s may be 0 */
    int nnodes;       /* >= 1: those that have a CPU of the table */
    int64_t cache_bytes; /* of their last-level caches, together; 0: not known */
    struct ra__topology_cpu *cpus; /* [ncpus] */
    int *node_os;                  /* [nnodes]: the system's number; -1 where nothing can be placed */
    int *node_distance;            /* [nnodes * nnodes]: relative latency from a row's to a column's; 10 is local */
    bool bindable;      /* the CPUs exist: threads may be bound to them. False for a made-up machine. */
    const char *source; /* where the table is from, in words */
};

/* How far two CPUs are apart, by the nearest thing that they share. */
enum ra__distance {
    RA__DISTANCE_SMT,     /* the core */
    RA__DISTANCE_L3,      /* the last cache, and the memory */
    RA__DISTANCE_NUMA,    /* the memory */
    RA__DISTANCE_MACHINE, /* no more than the machine */
    RA__DISTANCES
};

enum { RA__TOPOLOGY_MADE_MAX = 1024 }; /* processors of a made-up machine: as many as there can be workers */

/* Fills the table: from `synthetic`, where NULL from the environment's RUNAHEAD_TOPOLOGY, where that is unset from the
 * machine, less the CPUs that the calling thread may not run on. Where hwloc cannot read the machine, the table is
 * flat: every CPU a core of its own on one node. May take some milliseconds.
 * -EINVAL: not a synthetic description, one of more than RA__TOPOLOGY_MADE_MAX processors, or one that gives an index twice; -ENOMEM. */
int ra__topology_load(struct ra__topology *topology, const char *synthetic);

/* Legal on a zeroed table, and twice. */
void ra__topology_free(struct ra__topology *topology);

/* Of two rows of the table. */
enum ra__distance ra__topology_distance(const struct ra__topology *topology, int a, int b);

#endif
