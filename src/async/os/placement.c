/* placement.c - the decisions of placement.h. Made once at start; speed is no concern, but for the number of workers
 * squared, which is what the lists of victims take. */
#include "async/os/placement.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "async/os/cgroup.h"

/* ---- how many ---- */

static void explain_quota(const struct ra__cgroup_quota *quota, char *text, size_t room)
{
    if (quota->cpus)
        snprintf(text, room, "cgroup quota %.2f CPUs (%s)", (double)quota->quota / (double)quota->period, quota->where);
    else
        snprintf(text, room, "no cgroup quota");
}

static const char *deciding(const struct ra__worker_count *count, const struct ra__worker_wish *wish)
{
    const bool asked = wish->request >= 0;
    if (asked && wish->exact)
        return "exactly as requested";
    if (asked && count->workers == wish->request)
        return "as requested";
    if (count->quota && count->workers == count->quota && count->quota < count->cpus)
        return "limited by the cgroup quota";
    return asked ? "limited by the CPUs" : "one for each CPU";
}

void ra__worker_count(const struct ra__topology *topology, const struct ra__worker_wish *wish,
                      struct ra__worker_count *count)
{
    struct ra__cgroup_quota quota = {.cpus = 0};
    if (topology->bindable || wish->cgroup_root)
        ra__cgroup_quota(wish->cgroup_root, wish->cgroup_process, &quota);
    const bool asked = wish->request >= 0;
    int workers = topology->ncpus;
    if (quota.cpus && quota.cpus < workers)
        workers = quota.cpus;
    if (asked && (wish->exact || wish->request < workers))
        workers = wish->request;
    *count = (struct ra__worker_count){
        .workers = workers > RA__WORKERS_MAX ? RA__WORKERS_MAX : workers,
        .cpus = topology->ncpus,
        .quota = quota.cpus,
        .share = quota.cpus ? (double)quota.quota / (double)quota.period : 0,
    };
    char why_quota[320], request[32] = "no request";
    explain_quota(&quota, why_quota, sizeof why_quota);
    if (asked)
        snprintf(request, sizeof request, "request %d", wish->request);
    int length = snprintf(count->reason, sizeof count->reason, "%d worker%s, %s: %d of %d CPUs allowed, %s, %s",
                          count->workers, count->workers == 1 ? "" : "s", deciding(count, wish), topology->ncpus,
                          topology->machine_cpus, request, why_quota);
    (void)length; /* a reason that is too long is cut */
}

/* ---- where ---- */

/* The rows of the table in the order in which they are taken: the first thread of every core, the second, ... */
static void seating(const struct ra__topology *topology, int *order)
{
    int seated = 0;
    for (int rank = 0; seated < topology->ncpus; rank++) {
        int core = -1, thread = 0;
        for (int cpu = 0; cpu < topology->ncpus; cpu++) {
            /* The threads of a core stand together. */
            thread = topology->cpus[cpu].core == core ? thread + 1 : 0;
            core = topology->cpus[cpu].core;
            if (thread == rank)
                order[seated++] = cpu;
        }
    }
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* One number to sort by: distance, then how far the node is, then the worker. */
static uint64_t victim_key(const struct ra__placement *p, const struct ra__topology *t, int thief, int victim)
{
    const struct ra__place *from = &p->places[thief], *to = &p->places[victim];
    const uint64_t distance = ra__topology_distance(t, from->cpu, to->cpu);
    const int a = t->cpus[from->cpu].node, b = t->cpus[to->cpu].node;
    const uint64_t latency = (uint64_t)t->node_distance[a * t->nnodes + b]; /* <= 60000 */
    return distance << 48 | latency << 32 | (uint64_t)victim;
}

static void choose_victims(struct ra__placement *p, const struct ra__topology *t, int thief, uint64_t *keys)
{
    int count = 0;
    for (int victim = 0; victim < p->nworkers; victim++)
        if (victim != thief)
            keys[count++] = victim_key(p, t, thief, victim);
    qsort(keys, (size_t)count, sizeof *keys, ascending);
    uint16_t *list = p->victims + (size_t)thief * (size_t)count;
    struct ra__place *place = &p->places[thief];
    place->victims = list;
    place->nvictims = count;
    /* Each run of equally near ones is turned by the thief's number. */
    for (int first = 0, end; first < count; first = end) {
        for (end = first; end < count && keys[end] >> 32 == keys[first] >> 32; end++)
            place->ends[keys[end] >> 48]++;
        for (int i = 0; i < end - first; i++)
            list[first + i] = (uint16_t)keys[first + (i + thief) % (end - first)];
    }
    for (int d = 1; d < RA__DISTANCES; d++)
        place->ends[d] += place->ends[d - 1];
}

/* Workers that roam over several nodes are not told apart by them. */
static int count_nodes(const struct ra__topology *t, int nworkers)
{
    if (t->bindable && nworkers < t->ncores)
        return 1;
    return t->nnodes < RA__NODES_MAX ? t->nnodes : RA__NODES_MAX;
}

static void divide(struct ra__placement *p)
{
    struct ra__shares *shares = &p->shares;
    shares->nodes = p->nodes;
    for (int w = 0; w < p->nworkers; w++)
        shares->before[p->places[w].node + 1]++;
    for (int n = 0; n < p->nodes; n++)
        shares->before[n + 1] = (uint16_t)(shares->before[n + 1] + shares->before[n]);
}

static void order_nodes(struct ra__placement *p, const struct ra__topology *t)
{
    for (int from = 0; from < p->nodes; from++) {
        uint64_t keys[RA__NODES_MAX];
        for (int turn = 0; turn < p->nodes; turn++) {
            const int to = (from + turn) % p->nodes;
            const int latency = turn ? t->node_distance[from * t->nnodes + to] + 1 : 0;
            keys[turn] = (uint64_t)latency << 32 | (uint64_t)turn;
        }
        qsort(keys, (size_t)p->nodes, sizeof *keys, ascending);
        for (int i = 0; i < p->nodes; i++)
            p->nearest[from * p->nodes + i] = (uint8_t)((from + (int)(uint32_t)keys[i]) % p->nodes);
    }
}

int ra__placement_make(struct ra__placement *placement, const struct ra__topology *topology, int nworkers)
{
    if (nworkers < 0 || nworkers > RA__WORKERS_MAX)
        return -EINVAL;
    const size_t count = (size_t)nworkers;
    const int nodes = count_nodes(topology, nworkers);
    struct ra__placement made = {
        .nworkers = nworkers,
        .nodes = nodes,
        .nearest = ra__os_calloc((size_t)nodes * (size_t)nodes, sizeof *made.nearest),
        .places = ra__os_calloc(count, sizeof *made.places),
        .victims = ra__os_calloc(count * (count ? count - 1 : 0), sizeof *made.victims),
    };
    int *order = ra__os_calloc((size_t)topology->ncpus, sizeof *order);
    uint64_t *keys = ra__os_calloc(count, sizeof *keys);
    const bool all = made.nearest && made.places && made.victims && order && keys;
    if (all) {
        seating(topology, order);
        for (int w = 0; w < nworkers; w++) {
            made.places[w].cpu = order[w % topology->ncpus];
            made.places[w].node = topology->cpus[made.places[w].cpu].node % nodes;
        }
        divide(&made);
        order_nodes(&made, topology);
        for (int w = 0; w < nworkers; w++)
            choose_victims(&made, topology, w, keys);
        *placement = made;
    } else {
        ra__placement_free(&made);
    }
    ra__os_free(order);
    ra__os_free(keys);
    return all ? 0 : -ENOMEM;
}

void ra__placement_free(struct ra__placement *placement)
{
    ra__os_free(placement->nearest);
    ra__os_free(placement->places);
    ra__os_free(placement->victims);
    *placement = (struct ra__placement){.nworkers = 0};
}

/* ---- shares ---- */

int ra__share_of(const struct ra__shares *shares, int64_t units, int64_t at)
{
    int node = 0;
    while (node + 1 < shares->nodes && at >= ra__share_first(shares, node + 1, units))
        node++;
    return node;
}

bool ra__share_is_possible(const struct ra__shares *shares, int64_t units)
{
    int some = 0;
    for (int n = 0; n < shares->nodes; n++)
        if (ra__share_workers(shares, n)) {
            if (ra__share_first(shares, n + 1, units) == ra__share_first(shares, n, units))
                return false;
            some++;
        }
    return some > 1;
}

/* ---- bound to what ---- */

enum ra__binding ra__placement_binding(const struct ra__placement *placement, const struct ra__topology *topology)
{
    if (!topology->bindable || placement->nworkers < topology->ncores)
        return RA__BIND_NONE;
    return topology->nl3s > 1 || topology->nnodes > 1 ? RA__BIND_L3 : RA__BIND_NONE;
}

static bool within(const struct ra__topology *t, int home, int cpu, enum ra__binding binding)
{
    const struct ra__topology_cpu *a = &t->cpus[home], *b = &t->cpus[cpu];
    if (binding == RA__BIND_CPU)
        return home == cpu;
    if (binding == RA__BIND_L3 && a->l3 != b->l3)
        return false;
    return a->node == b->node;
}

bool ra__placement_cpus(const struct ra__placement *placement, const struct ra__topology *topology, int worker,
                        enum ra__binding binding, struct ra__os_cpuset *set)
{
    *set = (struct ra__os_cpuset){{0}};
    if (binding == RA__BIND_NONE || !topology->bindable)
        return false;
    for (int cpu = 0; cpu < topology->ncpus; cpu++)
        if (within(topology, placement->places[worker].cpu, cpu, binding))
            ra__os_cpuset_add(set, topology->cpus[cpu].os_cpu);
    return true;
}
