/* topology.c - from hwloc's tree to the flat table of topology.h.
 *
 * The tree is walked once, over its hardware threads in logical order, and let go. Cores and caches are numbered as
 * they come by: in logical order those of one core (one cache) are neighbours, so a change of ancestor is a new
 * number. Nodes are looked up among those seen, since a node may hang anywhere in the tree. */
#include "async/os/topology.h"

#include <errno.h>
#include <hwloc.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "async/os/os.h"

enum { LOCAL = 10, REMOTE = 20 }; /* what firmware says where it says nothing in particular (ACPI SLIT) */

/* Room for as many nodes as CPUs, for each node has one. */
static int table_alloc(struct ra__topology *t, int cpus)
{
    t->cpus = ra__os_calloc((size_t)cpus, sizeof *t->cpus);
    t->node_os = ra__os_calloc((size_t)cpus, sizeof *t->node_os);
    if (t->cpus && t->node_os)
        return 0;
    ra__topology_free(t);
    return -ENOMEM;
}

static int distances_alloc(struct ra__topology *t)
{
    t->node_distance = ra__os_calloc((size_t)t->nnodes * (size_t)t->nnodes, sizeof *t->node_distance);
    if (!t->node_distance) {
        ra__topology_free(t);
        return -ENOMEM;
    }
    for (int a = 0; a < t->nnodes; a++)
        for (int b = 0; b < t->nnodes; b++)
            t->node_distance[a * t->nnodes + b] = a == b ? LOCAL : REMOTE;
    return 0;
}

/* ---- without hwloc ---- */

static int load_flat(struct ra__topology *t, const struct ra__os_cpuset *allowed)
{
    struct ra__os_cpuset only_cpu_0 = {{1}};
    if (!ra__os_cpuset_count(allowed))
        allowed = &only_cpu_0;
    const int count = ra__os_cpuset_count(allowed);
    if (table_alloc(t, count))
        return -ENOMEM;
    for (int cpu = 0; cpu < RA__OS_CPUS_MAX; cpu++)
        if (ra__os_cpuset_has(allowed, cpu)) {
            t->cpus[t->ncpus] = (struct ra__topology_cpu){.os_cpu = cpu, .core = t->ncpus, .l3 = -1};
            t->ncpus++;
        }
    t->machine_cpus = t->ncores = t->ncpus;
    t->nnodes = 1;
    t->node_os[0] = -1;
    t->bindable = allowed != &only_cpu_0;
    t->source = "the affinity mask alone (hwloc cannot read this machine)";
    return distances_alloc(t);
}

/* ---- with hwloc ---- */

/* The table's number for the node nearest to a hardware thread; a new one at the end if it is not there yet. */
static int node_of(struct ra__topology *t, hwloc_obj_t pu)
{
    const int os = pu->nodeset && !hwloc_bitmap_iszero(pu->nodeset) ? hwloc_bitmap_first(pu->nodeset) : 0;
    for (int n = 0; n < t->nnodes; n++)
        if (t->node_os[n] == os)
            return n;
    t->node_os[t->nnodes] = os;
    return t->nnodes++;
}

static void add_cpus(struct ra__topology *t, hwloc_topology_t tree, const struct ra__os_cpuset *allowed)
{
    hwloc_obj_t core_before = NULL, l3_before = NULL, last_before = NULL;
    for (hwloc_obj_t pu = NULL; (pu = hwloc_get_next_obj_by_type(tree, HWLOC_OBJ_PU, pu));) {
        if (allowed && !ra__os_cpuset_has(allowed, (int)pu->os_index))
            continue;
        hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(tree, HWLOC_OBJ_CORE, pu);
        hwloc_obj_t l3 = hwloc_get_ancestor_obj_by_type(tree, HWLOC_OBJ_L3CACHE, pu);
        hwloc_obj_t last = l3 ? l3 : hwloc_get_ancestor_obj_by_type(tree, HWLOC_OBJ_L2CACHE, pu);
        if (!core)
            core = pu;
        t->cache_bytes += last && last != last_before ? (int64_t)last->attr->cache.size : 0;
        last_before = last;
        t->ncores += core != core_before;
        t->nl3s += l3 && l3 != l3_before;
        core_before = core;
        l3_before = l3;
        t->cpus[t->ncpus++] = (struct ra__topology_cpu){
            .os_cpu = (int)pu->os_index,
            .core = t->ncores - 1,
            .l3 = l3 ? t->nl3s - 1 : -1,
            .node = node_of(t, pu),
        };
    }
}

static int clamp_distance(uint64_t value)
{
    return value < LOCAL ? LOCAL : value > 60000 ? 60000 : (int)value;
}

/* Overwrites the default distances where the machine knows better. */
static void add_distances(struct ra__topology *t, hwloc_topology_t tree)
{
    struct hwloc_distances_s *matrix;
    unsigned count = 1;
    if (hwloc_distances_get_by_type(tree, HWLOC_OBJ_NUMANODE, &count, &matrix, HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) ||
        !count)
        return;
    for (int a = 0; a < t->nnodes; a++)
        for (int b = 0; b < t->nnodes; b++)
            for (unsigned i = 0; i < matrix->nbobjs; i++)
                for (unsigned j = 0; j < matrix->nbobjs; j++)
                    if ((int)matrix->objs[i]->os_index == t->node_os[a] &&
                        (int)matrix->objs[j]->os_index == t->node_os[b])
                        t->node_distance[a * t->nnodes + b] =
                            clamp_distance(matrix->values[i * matrix->nbobjs + j]);
    hwloc_distances_release(tree, matrix);
}

static int flatten(struct ra__topology *t, hwloc_topology_t tree, const struct ra__os_cpuset *allowed)
{
    const int found = hwloc_get_nbobjs_by_type(tree, HWLOC_OBJ_PU);
    if (found < 1)
        return -ENODEV;
    if (table_alloc(t, found))
        return -ENOMEM;
    add_cpus(t, tree, allowed);
    if (!t->ncpus) {
        ra__topology_free(t);
        return -ENODEV;
    }
    t->machine_cpus = found;
    if (distances_alloc(t))
        return -ENOMEM;
    add_distances(t, tree);
    return 0;
}

/*
 * Whether a description is of no more processors than are allowed, as far as its numbers tell: hwloc would set out to build
 * whatever is asked for, in time that grows with the cube. The levels' numbers are multiplied; what stands in parentheses and
 * brackets is of other things.
 */
static bool is_of_bounded_size(const char *synthetic)
{
    int64_t processors = 1, number;
    for (const char *at = synthetic; *at && processors <= RA__TOPOLOGY_MADE_MAX;) {
        if (*at == '(' || *at == '[') {
            at += strcspn(at, *at == '(' ? ")" : "]");
            continue;
        }
        const bool stands_alone = at == synthetic || at[-1] == ' ' || at[-1] == ':';
        if (!stands_alone || *at < '0' || *at > '9') {
            at++;
            continue;
        }
        char *end;
        number = strtoll(at, &end, 0); /* hwloc reads hexadecimal ones, too */
        if (number > RA__TOPOLOGY_MADE_MAX)
            return false;
        processors *= number > 0 ? number : 1;
        at = end;
    }
    return processors <= RA__TOPOLOGY_MADE_MAX;
}

/* Adds `step` times 0 to count - 1 to each of the numbers there are; how many there are then, 0: too many. */
static int interleave(long *numbers, int have, long step, long count)
{
    if (count < 1 || count > RA__TOPOLOGY_MADE_MAX / have)
        return 0;
    for (int i = have; i < have * (int)count; i++)
        numbers[i] = numbers[i % have] + i / have * step;
    return have * (int)count;
}

/* The numbers that one "indexes=" gives, a list (0,2,1,3) or loops of step and count (2*2:1*2); 0: neither, or more than can be. */
static int read_indexes(const char *at, long *numbers)
{
    const size_t length = strcspn(at, " )");
    const bool loops = memchr(at, '*', length);
    int have = loops;
    numbers[0] = 0;
    for (char *end; loops || have < RA__TOPOLOGY_MADE_MAX; at = end + 1) {
        const long number = strtol(at, &end, 0);
        if (end == at || number < 0 || number > UINT_MAX)
            return 0;
        if (!loops)
            numbers[have++] = number;
        else if (*end != '*' || !(have = interleave(numbers, have, number, strtol(end + 1, &end, 0))))
            return 0;
        if (*end != (loops ? ':' : ','))
            return have;
    }
    return 0;
}

/* Whether no list of indexes has one twice: of those hwloc makes what cannot be, and says so on stderr. */
static bool has_distinct_indexes(const char *synthetic)
{
    static const char name[] = "indexes=";
    long numbers[RA__TOPOLOGY_MADE_MAX];
    for (const char *at = synthetic; (at = strstr(at, name)); at += sizeof name - 1) {
        const int count = read_indexes(at + sizeof name - 1, numbers);
        for (int i = 1; i < count; i++)
            for (int k = 0; k < i; k++)
                if (numbers[k] == numbers[i])
                    return false;
    }
    return true;
}

/* Whether a level of the type that a name begins with stands in the text before its end. */
static bool is_level_before(const char *name, const char *text, const char *end)
{
    hwloc_obj_type_t type, of;
    if (hwloc_type_sscanf(name, &type, NULL, 0))
        return false;
    for (const char *at = text; at < end; at++)
        if ((at == text || at[-1] == ' ' || at[-1] == '[') && !hwloc_type_sscanf(at, &of, NULL, 0) && of == type)
            return true;
    return false;
}

/* Whether indexes that go by types (core:package) name no level below their own: there hwloc divides by what it has no part of, and ends
 * the process. */
static bool goes_by_levels_above(const char *synthetic)
{
    static const char name[] = "indexes=";
    for (const char *at = synthetic; (at = strstr(at, name)); at += sizeof name - 1) {
        const char *type = at + sizeof name - 1, *const end = type + strcspn(type, " )");
        for (; type < end; type += strcspn(type, ":") + 1)
            if ((*type < '0' || *type > '9') && !is_level_before(type, synthetic, at))
                return false;
    }
    return true;
}

static int open_tree(hwloc_topology_t *tree, const char *synthetic)
{
    if (ra__os_should_fail(RA__OS_TOPOLOGY) || hwloc_topology_init(tree))
        return -ENOSYS;
    int error = 0;
    if (synthetic && hwloc_topology_set_synthetic(*tree, synthetic))
        error = -EINVAL;
    else if (hwloc_topology_load(*tree))
        error = synthetic ? -EINVAL : -ENOSYS;
    if (error)
        hwloc_topology_destroy(*tree);
    return error;
}

static int load_synthetic(struct ra__topology *t, const char *synthetic)
{
    hwloc_topology_t tree;
    int error = is_of_bounded_size(synthetic) && has_distinct_indexes(synthetic) && goes_by_levels_above(synthetic) ? open_tree(&tree, synthetic) : -EINVAL;
    if (error)
        return error == -ENOSYS ? -ENOMEM : error;
    error = flatten(t, tree, NULL);
    hwloc_topology_destroy(tree);
    if (error)
        return error;
    for (int n = 0; n < t->nnodes; n++)
        t->node_os[n] = -1;
    t->source = "a synthetic description";
    return 0;
}

static int load_machine(struct ra__topology *t)
{
    struct ra__os_cpuset allowed = {{0}};
    const bool known = !ra__os_affinity_get(0, &allowed);
    hwloc_topology_t tree;
    int error = open_tree(&tree, NULL);
    if (error)
        return load_flat(t, &allowed);
    /* hwloc has its own environment variables, by which a user can show it another machine. */
    const bool here = hwloc_topology_is_thissystem(tree);
    error = flatten(t, tree, here && known ? &allowed : NULL);
    hwloc_topology_destroy(tree);
    if (error)
        return error == -ENOMEM ? error : load_flat(t, &allowed);
    t->bindable = here && known;
    for (int n = 0; n < t->nnodes && !here; n++)
        t->node_os[n] = -1;
    t->source = here ? "this machine, by hwloc" : "another machine, by hwloc's environment";
    return 0;
}

/* ---- the interface ---- */

struct load {
    struct ra__topology *topology;
    const char *synthetic;
    int error;
};

/* hwloc loads libraries of its own (its plug-ins). */
static void load(void *arg)
{
    struct load *l = arg;
    bool entered = ra__os_loader_enter();
    l->error = l->synthetic ? load_synthetic(l->topology, l->synthetic) : load_machine(l->topology);
    if (entered)
        ra__os_loader_leave();
}

int ra__topology_load(struct ra__topology *topology, const char *synthetic)
{
    *topology = (struct ra__topology){.ncpus = 0};
    struct load l = {topology, synthetic ? synthetic : ra__os_getenv("RUNAHEAD_TOPOLOGY"), 0};
    int before = ra__os_cancel_defer(); /* where there is no thread for it */
    ra__os_call_deep(load, &l);
    ra__os_cancel_restore(before);
    return l.error;
}

void ra__topology_free(struct ra__topology *topology)
{
    ra__os_free(topology->cpus);
    ra__os_free(topology->node_os);
    ra__os_free(topology->node_distance);
    *topology = (struct ra__topology){.ncpus = 0};
}

enum ra__distance ra__topology_distance(const struct ra__topology *topology, int a, int b)
{
    const struct ra__topology_cpu *x = &topology->cpus[a], *y = &topology->cpus[b];
    if (x->core == y->core)
        return RA__DISTANCE_SMT;
    if (x->node != y->node)
        return RA__DISTANCE_MACHINE; /* whatever cache they share: its memory is in parts (sub-NUMA clusters) */
    return x->l3 >= 0 && x->l3 == y->l3 ? RA__DISTANCE_L3 : RA__DISTANCE_NUMA;
}
