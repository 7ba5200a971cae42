#include "async/pool/pool.h"

#include "async/memory/memory.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/placed.h"
#include "async/os/point.h"
#include "async/os/region.h"
#include "async/os/topology.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/relief.h"
#include "async/pool/stand_back.h"
#include "async/pool/urgent.h"
#include "async/tasks/graph.h"
#include "async/thread/node.h"
#include "async/thread/state.h"
#include "async/values/pages.h"

#include <string.h>

/* ---- publishing ---- */

int ra__pool_find_home(const ra__job *j)
{
    int64_t largest = -1;
    int node = 0;
    for (int k = 0; k < j->operands; k++) {
        const ra_storage *s = j->operand[k].storage;
        int on = s && s->device == RA_CPU ? atomic_load_explicit(&s->node, memory_order_relaxed) : -1;
        if (on == RA__MEM_SPREAD)
            on = ra__spread_node(ra__storage_bytes(s), j->operand[k].offset);
        if (on >= 0 && on < ra__pool.nodes && ra__storage_bytes(s) > largest) {
            largest = ra__storage_bytes(s);
            node = on;
        }
    }
    return node;
}

static void count_put(void)
{
    atomic_store_explicit(&ra__pool.sweep.put, atomic_load_explicit(&ra__pool.sweep.put, memory_order_relaxed) + 1, memory_order_relaxed);
}

void ra__publish(ra_task *t)
{
    RA__POINT(PUBLISH);
    ra__worker *w = ra__tls.worker;
    int node = w ? w->node : t->home;
    if (!w)
        count_put();
    else /* it has looked ahead to a search, and has something now: who wakes another is not to count for one besides */
        ra__search_end(w);
    if (!w && t->kind == RA__TASK_JOB)
        RA__PLACED(.kind = RA__PLACED_HOME, .node = node, .sequence = ra__task_number(t));
    bool asked_for = ra__task_is_asked_for(t), urgent = ra__task_is_urgent(t), is_long = ra__task_is_long(t) && ra__pool.count;
    if (is_long && !urgent)
        ra__inject_put(ra__pool_long(node), t);
    else if (urgent || !w || !ra__deque_put(&w->deque, t))
        ra__inject_put(&ra__pool.inject[urgent ? ra__pool.nodes : node], t);
    if (asked_for || !ra__pool_is_looked_at())
        ra__pool_notify(node);
    if (urgent)
        ra__urgent_ring();
    else if (asked_for && !RA__MUTANT(ONE_FOR_AN_ASK))
        ra__pool_notify(node);
}

/* ---- starting and stopping ---- */

static void forget_sweeps(void)
{
    atomic_store_explicit(&ra__pool.sweep.put, 0, memory_order_relaxed);
    ra__pool.sweep.unseen = ra__pool.sweep.kept = 0;
    ra__pool.sweep.begun = false; /* in the child of a fork: by a thread that is not there */
}

static void free_parts(void)
{
    for (int i = 0; ra__pool.inject && i < ra__pool_queues(); i++)
        ra__inject_free(&ra__pool.inject[i]);
    ra__placement_free(&ra__pool.placement);
    ra__os_free(ra__pool.inject);
    ra__os_free(ra__pool.workers);
    memset(&ra__pool.placement, 0, sizeof ra__pool.placement);
    ra__pool.inject = NULL;
    ra__pool.workers = NULL;
}

static int make_parts(const ra__pool_settings *settings)
{
    int n = settings->workers;
    if (ra__placement_make(&ra__pool.placement, settings->topology, n))
        return -1;
    ra__pool.nodes = ra__pool.placement.nodes;
    ra__pool.inject = ra__os_alloc_aligned(64, (size_t)ra__pool_queues() * sizeof *ra__pool.inject);
    ra__pool.workers = n ? ra__os_alloc_aligned(64, (size_t)n * sizeof *ra__pool.workers) : NULL;
    bool ok = ra__pool.inject && (ra__pool.workers || !n);
    for (int i = 0; ra__pool.inject && i < ra__pool_queues(); i++)
        ok = ra__inject_init(&ra__pool.inject[i]) && ok;
    if (!ok)
        free_parts();
    return ok ? 0 : -1;
}

static void note_cpus(const struct ra__topology *t)
{
    ra__node_map.known = t->bindable && ra__pool.nodes > 1;
    memset(ra__node_map.of_cpu, 0, sizeof ra__node_map.of_cpu);
    ra__node_map.cpus = (struct ra__os_cpuset){{0}};
    for (int n = 0; n < ra__pool.nodes; n++)
        ra__node_map.os[n] = ra__pool.nodes == t->nnodes ? t->node_os[n] : -1;
    for (int i = 0; i < t->ncpus; i++)
        if (t->cpus[i].os_cpu >= 0 && t->cpus[i].os_cpu < RA__OS_CPUS_MAX) {
            ra__node_map.of_cpu[t->cpus[i].os_cpu] = (uint8_t)(t->cpus[i].node % ra__pool.nodes);
            ra__os_cpuset_add(&ra__node_map.cpus, t->cpus[i].os_cpu);
        }
}

int ra__pool_start(const ra__pool_settings *settings)
{
    for (int n = 0; n < RA__NODES_MAX; n++)
        atomic_store_explicit(&ra__pool.idle[n].count, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.stopping, false, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.waking, 0, memory_order_relaxed);
    ra__pool.count = 0;
    forget_sweeps();
    if (make_parts(settings))
        return -1;
    /* Refused where memory is held from before: then its nodes stay. */
    ra__mem_init(ra__pool.nodes, ra__pool.nodes == settings->topology->nnodes ? settings->topology->node_os : NULL);
    ra__mem_share(&ra__pool.placement.shares);
    ra__pages_start(&ra__pool.placement.shares);
    note_cpus(settings->topology);
    ra__pool.priority = settings->priority;
    ra__pool.spin_ns = settings->spin_ns;
    ra__pool.processors = settings->topology->ncpus;
    ra__pool.watch.percent = settings->relief_percent;
    ra__budget_start(&ra__pool.budget, settings->quota, ra__os_now_ns(), ra__os_process_cpu_ns());
    enum ra__binding binding = ra__placement_binding(&ra__pool.placement, settings->topology);
    for (int i = 0; i < settings->workers; i++) {
        ra__worker *w = &ra__pool.workers[i];
        memset(w, 0, sizeof *w);
        w->index = i;
        w->raised = true;
        w->last_cpu = -1;
        w->node = ra__pool.placement.places[i].node;
        w->bound = ra__placement_cpus(&ra__pool.placement, settings->topology, i, binding, &w->cpus);
    }
    /* All records stand before the first worker looks at the others'. */
    ra__pool.count = settings->workers;
    for (int i = 0; i < settings->workers; i++) {
        ra__worker *w = &ra__pool.workers[i];
        atomic_store_explicit(&w->woken_at, ra__os_now_ns(), memory_order_relaxed);
        if (ra__os_thread_create(&w->thread, i, settings->main, w, w->bound ? &w->cpus : NULL))
            break;
        atomic_store_explicit(&ra__pool.started, i + 1, memory_order_relaxed);
    }
    if (ra__pool_workers())
        ra__region_start();
    if (settings->priority == RA_PRIORITY_BACKGROUND && ra__pool_workers())
        ra__relief_start(settings->relieve);
    return 0;
}

void ra__pool_stop(void)
{
    atomic_store_explicit(&ra__pool.stopping, true, memory_order_seq_cst);
    for (int n = 0; n < ra__pool.nodes; n++)
        while (ra__pool_wake_one(n))
            ;
    ra__relief_stop();
    ra__pool_raise_all();
    for (int i = 0; i < ra__pool_workers(); i++)
        ra__os_thread_join(&ra__pool.workers[i].thread);
    ra__region_stop();
    ra__find_drain(); /* what waiters have claimed may still be named by queues */
    free_parts();
    ra__pool.count = 0;
    atomic_store_explicit(&ra__pool.started, 0, memory_order_relaxed);
}

void ra__pool_fork_child(void)
{
    /* The threads are gone, and what they had in hand; the memory of the queues is let go with them. Where a worker has
     * forked, it finds in the child that it is to stop. */
    atomic_store_explicit(&ra__pool.stopping, true, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.waiting, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.waiting_asleep, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.amid_calls, 0, memory_order_relaxed);
    ra__relief_fork_child();
    ra__region_stop();
    ra__pool.nodes = 0;
    ra__node_map.known = false;
    forget_sweeps();
    ra__pool.inject = NULL;
    ra__pool.workers = NULL;
    memset(&ra__pool.placement, 0, sizeof ra__pool.placement);
    ra__pool.count = 0;
    atomic_store_explicit(&ra__pool.started, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.waiting, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.waiting_asleep, 0, memory_order_relaxed);
}

/* ---- what has ended in queues ---- */

enum { SWEPT_AT_ONCE = RA__ROOM(64, 2) };

/* Of a sweep of a queue: the first that is left, and what nobody can observe any more, claimed. */
typedef struct swept {
    ra_task *first;
    bool stays; /* what is in front is left there */
    int dropped;
    ra_task *of[SWEPT_AT_ONCE];
    unsigned flags[SWEPT_AT_ONCE];
} swept;

static bool is_ready(uint64_t word)
{
    return ra__task_state(word) == RA__TASK_READY;
}

/* Under the graph lock, so that it is the same task still. */
static void end_entry(const ra__front *f, uint64_t word, swept *s)
{
    if (!ra__inject_take_from(f))
        return;
    ra_task *t = f->task;
    unsigned *flags = &s->flags[s->dropped];
    if (is_ready(word) && ra__task_claim(t, ra__task_number(t), flags)) {
        *flags |= RA__TASK_QUEUED;
        s->of[s->dropped++] = t;
    } else
        ra__graph_let_go(t);
}

/* It is behind all others before it is gone from the front. */
static void put_behind(ra__inject *q, const ra__front *f, swept *s)
{
    ra_task *t = f->task;
    if (!ra__graph_hold(t))
        return;
    ra__inject_put(q, t);
    if (ra__inject_take_from(f))
        ra__graph_let_go(t);
    s->first = s->first ? s->first : t;
    ra__pool.sweep.kept++;
}

/* One at the front of a queue. False: it is at the end, where the first that was left is again, or what is left stays in front. */
static bool sweep_one(ra__inject *q, bool all, swept *s)
{
    ra__front front;
    ra_task *t = ra__inject_front(q, &front);
    if (!t || t == s->first)
        return false;
    const uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (!is_ready(word) || word & RA__TASK_DROPPED)
        end_entry(&front, word, s);
    else if (all)
        put_behind(q, &front, s);
    else
        s->stays = true;
    return !s->stays;
}

/* True: to its end. The lock is given up again and again. */
static bool sweep(ra__inject *q, bool all, void (*end)(ra_task *t, unsigned flags))
{
    swept s = {.first = NULL};
    int64_t left = ra__graph_in_flight().tasks; /* more are not there; the first may not come to the front again: another takes it, or there is no memory for its place */
    for (bool more = true; more;) {
        s.dropped = 0;
        for (int n = 0; n < SWEPT_AT_ONCE && more; n++)
            more = left-- > 0 && sweep_one(q, all, &s);
        ra__graph_unlock();
        for (int i = 0; i < s.dropped; i++)
            end(s.of[i], s.flags[i]);
        ra__graph_lock();
    }
    return !s.stays;
}

void ra__pool_sweep(bool all, void (*end)(ra_task *t, unsigned flags))
{
    enum { LEAST = RA__ROOM(8, 2) };
    const uint32_t put = atomic_load_explicit(&ra__pool.sweep.put, memory_order_relaxed);
    bool whole = true;
    if ((put < LEAST && !all) || ra__tls.worker) /* which may be off the processor for long with the lock */
        return;
    all = all || ra__pool_workers() == 0;
    ra__graph_lock();
    if (!ra__pool.sweep.begun && (!all || put + ra__pool.sweep.unseen >= ra__pool.sweep.kept)) {
        ra__pool.sweep.begun = true;
        ra__pool.sweep.kept = all ? 0 : ra__pool.sweep.kept;
        atomic_store_explicit(&ra__pool.sweep.put, 0, memory_order_relaxed);
        for (int n = 0; ra__pool.inject && n < ra__pool_queues(); n++)
            whole = sweep(&ra__pool.inject[n], all, end) && whole;
        ra__pool.sweep.unseen = whole ? 0 : ra__pool.sweep.unseen + put;
        ra__pool.sweep.begun = false;
    }
    ra__graph_unlock();
}
