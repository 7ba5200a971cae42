#include "parts/numa_model.h"

#include "async/memory/memory.h"
#include "async/os/placement.h"
#include "async/os/topology.h"
#include "async/pool/parking.h"
#include "async/pool/wide.h"
#include "async/thread/node.h"
#include "async/values/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
    GRAINS = 4096,       /* of a large operator */
    OPERATORS = 24,      /* one after another */
    BUFFERS = 3,         /* their results take turns */
    SMALL = 12800,       /* small operators at a time */
    ROUNDS = 24,
    LOCAL = 10           /* what node_distance says of a node itself */
};

#define GRAIN_NS 40000.0   /* what the kernels cut for */
#define BEGIN_NS 2000.0    /* allocating, and offering */
#define STEAL_NS 500.0     /* near; from another node four times as much */
#define LOOK_NS 200.0      /* at one victim that has nothing */
#define IDLE_NS 5000.0     /* between two searches */
enum { PATIENCE = 4 };     /* of those, before another node's last units are taken */
#define BYTES ((int64_t)GRAINS << 16)

typedef struct model_worker {
    ra__slot slot;
    double slower;        /* times longer that all takes */
    double delay;         /* until it goes on with the grain in hand, or looks for one */
    int grain;            /* -1: none */
    int reads, writes;    /* nodes */
    double accesses_ns, compute_ns; /* of the grain, were all of it local */
    double left;          /* part of it, 1 to 0 */
    double pace;          /* how long all of it would take as things are */
    double busy;
    int searches;         /* in vain */
} model_worker;

typedef struct model {
    struct ra__topology topology;
    struct ra__placement placement;
    model_policy policy;
    model_load load;
    uint64_t random;
    int count, nodes;
    model_worker *workers;
    double *demand;                      /* [nodes]: cores' worth of accesses that work in progress makes there */
    ra_task *task;                       /* the operator in progress */
    ra__operand operand;
    ra_plan plan;
    int operator_index;
    int64_t left;                        /* of its grains */
    int16_t page[BUFFERS][GRAINS];       /* node, -1: not touched yet */
    int home[SMALL], *queue, *head, *tail; /* small ones: [nodes + 1] queues of SMALL each */
    double now, ideal, power; /* work, all of it local; cores, slow ones as parts */
    uint64_t accesses, remote, taken, taken_far, events;
} model;

/* ---- what wide.c asks of threads and of the pool ---- */

static int current_node;

int ra__thread_node(void)
{
    return current_node;
}

void ra__pool_notify(int node)
{
    (void)node; /* whoever is idle looks again soon */
}

/* ---- chance ---- */

static uint64_t next_random(model *m)
{
    m->random ^= m->random << 13;
    m->random ^= m->random >> 7;
    m->random ^= m->random << 17;
    return m->random;
}

static double between(model *m, double low, double high)
{
    return low + (high - low) * (double)(next_random(m) >> 11) / 9007199254740992.0;
}

/* ---- time ---- */

static int node_of(const model *m, int worker)
{
    return m->placement.places[worker].node;
}

static double distance(const model *m, int a, int b)
{
    return (double)m->topology.node_distance[a * m->topology.nnodes + b] / LOCAL;
}

/* Begins to run something that reads one node and writes another. */
static void begin_work(model *m, int w, double accesses_ns, double compute_ns, int reads, int writes)
{
    model_worker *worker = &m->workers[w];
    const int here = node_of(m, w);
    worker->reads = reads;
    worker->writes = writes;
    worker->accesses_ns = accesses_ns;
    worker->compute_ns = compute_ns;
    worker->left = 1;
    m->accesses += 2;
    m->remote += (uint64_t)((reads != here) + (writes != here));
    m->ideal += accesses_ns + compute_ns;
    m->events++;
}

/* How many times longer accesses to a node take now: by the way, and where others want the same. */
static double slowdown(const model *m, int here, int node)
{
    const double crowd = m->demand[node] / ((double)m->count / m->nodes);
    return distance(m, here, node) * (crowd > 1 ? crowd : 1);
}

/* Everybody's pace, by what everybody does. A far access is waited for longer, so it asks for less at a time. */
static void set_paces(model *m)
{
    for (int n = 0; n < m->nodes; n++)
        m->demand[n] = 0;
    for (int w = 0; w < m->count; w++) {
        const model_worker *worker = &m->workers[w];
        if (worker->grain < 0)
            continue;
        const int here = node_of(m, w);
        const double demand = worker->accesses_ns / (worker->accesses_ns + worker->compute_ns) / worker->slower / 2;
        m->demand[worker->reads] += demand / distance(m, here, worker->reads);
        m->demand[worker->writes] += demand / distance(m, here, worker->writes);
    }
    for (int w = 0; w < m->count; w++) {
        model_worker *worker = &m->workers[w];
        if (worker->grain < 0)
            continue;
        const int here = node_of(m, w);
        const double slow = (slowdown(m, here, worker->reads) + slowdown(m, here, worker->writes)) / 2;
        worker->pace = worker->slower * (worker->compute_ns + worker->accesses_ns * slow);
    }
}

static double until_next(const model_worker *worker)
{
    return worker->delay + (worker->grain >= 0 ? worker->left * worker->pace : 0);
}

/* Time goes on to the next event; whose it is. */
static int advance(model *m)
{
    int next = 0;
    set_paces(m);
    for (int w = 1; w < m->count; w++)
        if (until_next(&m->workers[w]) < until_next(&m->workers[next]))
            next = w;
    const double time = until_next(&m->workers[next]);
    m->now += time;
    for (int w = 0; w < m->count; w++) {
        model_worker *worker = &m->workers[w];
        const double waited = worker->delay < time ? worker->delay : time;
        worker->delay -= waited;
        if (worker->grain >= 0) {
            worker->left -= (time - waited) / worker->pace;
            worker->busy += time - waited;
        }
    }
    return next;
}

/* ---- large operators ---- */

/* A result's pages, as the policy places them where they are fresh. */
static void place_pages(model *m, int buffer, int starter)
{
    for (int g = 0; g < GRAINS; g++) {
        int16_t *page = &m->page[buffer][g];
        if (*page >= 0)
            continue;
        const int64_t at = BYTES / GRAINS * g + BYTES / GRAINS / 2;
        if (m->policy == MODEL_SHARES)
            *page = (int16_t)ra__spread_node(BYTES, at);
        else if (m->policy == MODEL_DISTANCE)
            *page = (int16_t)node_of(m, starter);
        else if (m->policy == MODEL_INTERLEAVED)
            *page = (int16_t)(g % m->nodes);
    }
}

static void begin_operator(model *m, int w)
{
    int64_t first = 0, end = GRAINS;
    m->left = GRAINS;
    m->workers[w].delay += BEGIN_NS;
    place_pages(m, (m->operator_index + 1) % BUFFERS, w);
    current_node = node_of(m, w);
    if (m->policy == MODEL_SHARES)
        ra__wide_put_up(m->task, GRAINS, &first, &end);
    ra__slot_offer(&m->workers[w].slot, m->task, first, end);
}

static void begin_grain(model *m, int w, int grain)
{
    int16_t *reads = &m->page[m->operator_index % BUFFERS][grain], *writes = &m->page[(m->operator_index + 1) % BUFFERS][grain];
    if (*reads < 0)
        *reads = (int16_t)node_of(m, w);
    if (*writes < 0)
        *writes = (int16_t)node_of(m, w);
    m->workers[w].grain = grain;
    const double even = GRAIN_NS * between(m, 0.8, 1.2);
    if (m->load == MODEL_UNEVEN)
        begin_work(m, w, even / 2, even * grain / GRAINS, *reads, *writes);
    else
        begin_work(m, w, even, 0, *reads, *writes);
}

/* As pool.c searches: its node's shares, the neighbours, then the same of other nodes. */
static bool take_by_distance(model *m, int w, int64_t *first, int64_t *end, bool *far)
{
    const struct ra__place *place = &m->placement.places[w];
    for (int pass = 0; pass < 2; pass++) {
        *far = pass;
        for (int i = pass; i < (pass ? m->nodes : 1); i++)
            if (ra__wide_take(m->placement.nearest[place->node * m->nodes + i], place->node, !pass || m->workers[w].searches > PATIENCE, 0, first, end))
                return true;
        for (int i = pass ? place->ends[RA__DISTANCE_NUMA] : 0; i < place->ends[pass ? RA__DISTANCE_MACHINE : RA__DISTANCE_NUMA]; i++)
            if (ra__slot_steal(&m->workers[place->victims[i]].slot, 0, first, end))
                return true;
    }
    return false;
}

static bool take_at_random(model *m, int w, int64_t *first, int64_t *end, bool *far)
{
    for (int i = 0; i < 2 * m->count; i++) {
        const int victim = (int)(next_random(m) % (uint64_t)m->count);
        if (victim != w && ra__slot_steal(&m->workers[victim].slot, 0, first, end)) {
            *far = node_of(m, victim) != node_of(m, w);
            return true;
        }
        m->workers[w].delay += LOOK_NS;
    }
    return false;
}

static bool find_part(model *m, int w)
{
    int64_t first, end;
    bool far = false;
    const bool found = m->policy == MODEL_SHARES || m->policy == MODEL_DISTANCE ? take_by_distance(m, w, &first, &end, &far) : take_at_random(m, w, &first, &end, &far);
    if (!found)
        return false;
    m->taken++;
    m->taken_far += far;
    m->workers[w].delay += far ? 4 * STEAL_NS : STEAL_NS;
    ra__slot_offer(&m->workers[w].slot, m->task, first, end);
    return true;
}

/* One step of a worker: ends what it has in hand, and begins what it finds. False: all operators are done. */
static bool step_large(model *m, int w)
{
    model_worker *worker = &m->workers[w];
    int64_t first, end;
    if (worker->grain >= 0) {
        worker->grain = -1;
        if (--m->left == 0) {
            if (++m->operator_index == OPERATORS)
                return false;
            begin_operator(m, w);
        }
    }
    if (!ra__slot_take(&worker->slot, 1, &first, &end) && !(find_part(m, w) && ra__slot_take(&worker->slot, 1, &first, &end)))
        worker->delay += IDLE_NS, worker->searches++;
    else
        begin_grain(m, w, (int)first), worker->searches = 0;
    return true;
}

/* ---- small operators: recorded all at once, each with one operand, its result beside it ---- */

static void begin_round(model *m)
{
    m->left = SMALL;
    for (int q = 0; q <= m->nodes; q++)
        m->head[q] = m->tail[q] = 0;
    for (int i = 0; i < SMALL; i++) {
        const int q = m->policy == MODEL_SHARES || m->policy == MODEL_DISTANCE ? m->home[i] : m->nodes;
        m->queue[q * SMALL + m->tail[q]++] = i;
    }
}

static int take_small(model *m, int w, bool *far)
{
    const int here = node_of(m, w);
    for (int i = 0; i <= m->nodes; i++) {
        const int q = i < m->nodes ? m->placement.nearest[here * m->nodes + i] : m->nodes;
        if (m->head[q] < m->tail[q]) {
            *far = i > 0 && i < m->nodes;
            return m->queue[q * SMALL + m->head[q]++];
        }
    }
    return -1;
}

static bool step_small(model *m, int w)
{
    model_worker *worker = &m->workers[w];
    if (worker->grain >= 0) {
        worker->grain = -1;
        if (--m->left == 0) {
            if (++m->operator_index == ROUNDS)
                return false;
            begin_round(m);
        }
    }
    bool far = false;
    const int i = take_small(m, w, &far);
    if (i < 0) {
        worker->delay += IDLE_NS;
        return true;
    }
    m->taken += far;
    m->taken_far += far;
    worker->delay += far ? 4 * STEAL_NS : STEAL_NS;
    worker->grain = i;
    begin_work(m, w, GRAIN_NS / 2 * between(m, 0.5, 1.5), 0, m->home[i], m->home[i]);
    return true;
}

/* ---- a run ---- */

static bool make(model *m, const char *machine)
{
    if (ra__topology_load(&m->topology, machine) || ra__placement_make(&m->placement, &m->topology, m->topology.ncpus))
        return false;
    m->count = m->placement.nworkers;
    m->nodes = m->placement.nodes;
    m->workers = aligned_alloc(64, (size_t)m->count * sizeof *m->workers);
    m->demand = calloc((size_t)m->nodes, sizeof *m->demand);
    m->task = calloc(1, sizeof *m->task);
    m->queue = calloc((size_t)(m->nodes + 1) * SMALL, sizeof *m->queue);
    m->head = calloc((size_t)m->nodes + 1, sizeof *m->head);
    m->tail = calloc((size_t)m->nodes + 1, sizeof *m->tail);
    if (!m->workers || !m->demand || !m->task || !m->queue || !m->head || !m->tail)
        return false;
    memset(m->workers, 0, (size_t)m->count * sizeof *m->workers);
    for (int w = 0; w < m->count; w++) {
        m->workers[w].grain = -1;
        m->workers[w].slower = m->load == MODEL_DISTURBED && node_of(m, w) == 0 && w % 2 ? 2 : 1;
        m->power += 1 / m->workers[w].slower;
    }
    for (int b = 0; b < BUFFERS; b++)
        for (int g = 0; g < GRAINS; g++)
            m->page[b][g] = -1;
    for (int i = 0; i < SMALL; i++)
        m->home[i] = (int)(next_random(m) % (uint64_t)m->nodes);
    return true;
}

/* What wide.c looks at in a task: one operand of so many bytes, in so many grains. */
static void describe_task(model *m)
{
    static char storage;
    static const ra_layout layout = {.dtype = RA_UINT8, .extent = BYTES};
    m->operand = (ra__operand){.storage = (ra_storage *)(void *)&storage, .layout = &layout};
    m->task->job.operand = &m->operand;
    m->task->job.operands = 1;
    m->plan = (ra_plan){.phases = 1, .grains = {GRAINS}};
    m->task->job.plan = &m->plan;
    ra__pages_start(&m->placement.shares);
}

static void summarise(const model *m, model_outcome *outcome)
{
    double most = 0, all = 0;
    for (int w = 0; w < m->count; w++) {
        all += m->workers[w].busy;
        most = m->workers[w].busy > most ? m->workers[w].busy : most;
    }
    *outcome = (model_outcome){
        .remote = (double)m->remote / (double)m->accesses,
        .imbalance = most / (all / m->count),
        .makespan = m->now / (m->ideal / m->power),
        .far_steals = m->taken ? (double)m->taken_far / (double)m->taken : 0,
        .events = m->events,
    };
}

bool model_run(const char *machine, model_policy policy, model_load load, uint64_t seed, model_outcome *outcome)
{
    model *m = calloc(1, sizeof *m);
    if (!m)
        return false;
    m->policy = policy;
    m->load = load;
    m->random = seed * 2 + 1;
    const bool made = make(m, machine);
    if (made) {
        describe_task(m);
        if (load == MODEL_SMALL)
            begin_round(m);
        else
            begin_operator(m, 0);
        while (load == MODEL_SMALL ? step_small(m, advance(m)) : step_large(m, advance(m)))
            ;
        summarise(m, outcome);
    }
    ra__placement_free(&m->placement);
    ra__topology_free(&m->topology);
    free(m->workers);
    free(m->demand);
    free(m->task);
    free(m->queue);
    free(m->head);
    free(m->tail);
    free(m);
    return made;
}
