#include "async/pool.h"

#include "async/budget.h"
#include "async/graph.h"
#include "async/guest.h"
#include "async/help.h"
#include "async/memory.h"
#include "async/mutant.h"
#include "async/os.h"
#include "async/placement.h"
#include "async/point.h"
#include "async/queue.h"
#include "async/scratch.h"
#include "async/slot.h"
#include "async/state.h"
#include "async/stats.h"
#include "async/topology.h"
#include "async/urgent.h"
#include "async/wide.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

typedef struct ra__worker {
    _Alignas(64) ra__deque deque;
    _Alignas(64) _Atomic uint32_t parked; /* 1: asleep or about to be; taken by exchange */
    int index, node;
    _Atomic int tid;
    _Atomic int last_cpu;     /* where it ran when it last went to sleep */
    _Atomic(ra_task *) busy;  /* what it runs a piece of; released, since others look at the record, which may be new to them */
    _Atomic bool raised;      /* into the normal class, by a waiter, or it has not left that yet */
    uint64_t used;            /* of the processor, by when it last asked for its budget */
    uint64_t starved_until;   /* it was kept off the processor not long ago */
    unsigned turns;
    bool takes_last;          /* has found nothing for a while: see wide.h */
    _Atomic(ra__slot *) slot; /* for thieves; NULL when there was no memory for it: then they find it among all slots */
    struct ra__os_thread thread;
    struct ra__os_cpuset cpus;
    bool bound;
} ra__worker;

enum {
    MAX_NODES = RA__NODES_MAX,
    STARVED_NS = 3000000,      /* a piece that took so much longer than planned was interrupted */
    REST_NS = 10000000,        /* at most at once, for the want of a quota: the pool may be asked to stop */
    STAND_BACK_NS = 100000000  /* for how long a worker then leaves needed work to those who wait */
};

static struct {
    int count, nodes;
    _Atomic int started; /* threads that could be had */
    ra__worker *workers;
    ra__inject *inject; /* a node, and behind them one for what is urgent */
    struct ra__placement placement;
    bool knows_cpus;
    uint8_t cpu_node[RA__OS_CPUS_MAX]; /* by the system's number; for threads that are no workers */
    ra_worker_priority priority;
    int64_t spin_ns;
    struct {
        _Alignas(64) _Atomic uint64_t count; /* searching << 32 | sleeping */
    } idle[MAX_NODES];
    _Alignas(64) _Atomic bool stopping;
    _Atomic int waiting;      /* threads that wait */
    _Atomic bool raise_refused; /* the host does not let us */
    ra__budget budget;
} pool;

#define SEARCHING (UINT64_C(1) << 32)
#define SLEEPING UINT64_C(1)

int ra__pool_workers(void)
{
    return atomic_load_explicit(&pool.started, memory_order_relaxed);
}

bool ra__is_worker(void)
{
    return ra__tls.worker != NULL;
}

int ra__pool_node(void)
{
    if (ra__tls.worker)
        return ra__tls.worker->node;
    int cpu = pool.knows_cpus ? ra__os_cpu_now() : -1;
    return cpu >= 0 && cpu < RA__OS_CPUS_MAX ? pool.cpu_node[cpu] : 0;
}

/* ---- waking ---- */

/* Node number i by nearness to `node`; the first is itself. */
static int nearest(int node, int i)
{
    return pool.placement.nearest[node * pool.nodes + i];
}

/* The system tends to put a woken thread where it ran last. On the caller's own processor a background worker would wait
 * for the caller to stop, so those who last ran elsewhere come first. */
static bool wake_one(int node)
{
    int here = ra__os_cpu_now();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < pool.count; i++) {
            ra__worker *w = &pool.workers[i];
            /* seq_cst for who stops the pool: it has stored that it does, and counts no sleepers first. */
            if (w->node != node || !atomic_load_explicit(&w->parked, memory_order_seq_cst))
                continue;
            if (pass == 0 && atomic_load_explicit(&w->last_cpu, memory_order_relaxed) == here)
                continue;
            if (atomic_exchange_explicit(&w->parked, 0, memory_order_acq_rel)) {
                /* it wakes as a searcher */
                atomic_fetch_add_explicit(&pool.idle[node].count, SEARCHING - SLEEPING, memory_order_seq_cst);
                ra__os_futex_wake(&w->parked, 1);
                ra__count(RA__STAT_WAKES, 1);
                return true;
            }
        }
    return false;
}

/* One that searches may be off the processor, and for long: it takes two to let the others sleep. */
void ra__pool_notify(int node)
{
    uint64_t searching = 0, enough = RA__MUTANT(SEARCHER_SUPPRESSES) ? 1 : 2;
    for (int i = 0; i < pool.nodes; i++) {
        int near = nearest(node, i);
        uint64_t idle = atomic_load_explicit(&pool.idle[near].count, memory_order_seq_cst);
        searching += idle >> 32;
        if (searching >= enough || ((uint32_t)idle != 0 && wake_one(near)))
            return;
    }
}

/* ---- publishing ---- */

int ra__pool_home(const ra__job *j)
{
    if (pool.nodes <= 1)
        return 0;
    int64_t largest = -1;
    int node = 0;
    for (int k = 0; k < j->operands; k++) {
        const ra_storage *s = j->operand[k].storage;
        int on = s ? atomic_load_explicit(&s->node, memory_order_relaxed) : -1;
        if (on == RA__MEM_SPREAD)
            on = ra__spread_node(ra__storage_bytes(s), j->operand[k].offset);
        if (on >= 0 && on < pool.nodes && ra__storage_bytes(s) > largest) {
            largest = ra__storage_bytes(s);
            node = on;
        }
    }
    return node;
}

void ra__publish(ra_task *t)
{
    RA__POINT(PUBLISH);
    ra__worker *w = ra__tls.worker;
    int node = w ? w->node : t->home;
    if (!w && t->kind == RA__TASK_JOB)
        RA__PLACED(.kind = RA__PLACED_HOME, .node = node, .sequence = ra__task_number(t));
    bool urgent = ra__task_is_urgent(t);
    if (urgent || !w || !ra__deque_put(&w->deque, t))
        ra__inject_put(&pool.inject[urgent ? pool.nodes : node], t);
    ra__pool_notify(node);
    if (urgent)
        ra__urgent_ring();
}

/* ---- workers that are kept off the processor ---- */

void ra__pool_wait_begin(void)
{
    atomic_fetch_add_explicit(&pool.waiting, 1, memory_order_relaxed);
}

void ra__pool_wait_end(void)
{
    atomic_fetch_sub_explicit(&pool.waiting, 1, memory_order_relaxed);
}

int64_t ra__pool_spin_ns(void)
{
    return ra__pool_workers() ? pool.spin_ns : 0;
}

bool ra__pool_is_waited_for(void)
{
    return atomic_load_explicit(&pool.waiting, memory_order_relaxed) > 0;
}

static bool may_raise(void)
{
    return pool.priority == RA_PRIORITY_BACKGROUND && !atomic_load_explicit(&pool.raise_refused, memory_order_relaxed);
}

/* One that has not begun, or has ended, has no number. */
static void raise_worker(const ra__worker *w)
{
    int tid = atomic_load_explicit(&w->tid, memory_order_relaxed), error = tid ? ra__os_thread_raise(tid) : 0;
    if (error && error != -ESRCH) /* it has just ended */
        atomic_store_explicit(&pool.raise_refused, true, memory_order_relaxed);
}

/* Between two pieces a worker has in hand what it has claimed and not begun, or whose end it has not told yet. */
void ra__pool_held_up(uint64_t walk)
{
    for (int i = 0; i < pool.count && may_raise(); i++) {
        ra__worker *w = &pool.workers[i];
        ra_task *t = atomic_load_explicit(&w->busy, memory_order_acquire);
        if (t ? walk && atomic_load_explicit(&t->needed, memory_order_relaxed) != walk : atomic_load_explicit(&w->parked, memory_order_relaxed))
            continue;
        if (!atomic_exchange_explicit(&w->raised, true, memory_order_acquire))
            raise_worker(w);
    }
}

static void enter_background(ra__worker *w)
{
    ra__os_thread_class(RA__OS_BACKGROUND);
    atomic_store_explicit(&w->raised, false, memory_order_release); /* not before it is there, or it would be raised too early */
}

void ra__pool_busy(ra_task *t)
{
    if (ra__tls.worker)
        atomic_store_explicit(&ra__tls.worker->busy, t, memory_order_release);
}

/* Ten times as long as planned, and by milliseconds: that was not the arithmetic. */
void ra__pool_idle(uint64_t ns, double expected_ns)
{
    ra__worker *w = ra__tls.worker;
    if (!w)
        return;
    const ra__guest *outer = ra__tls.guest; /* in whose kernel it has run something else */
    atomic_store_explicit(&w->busy, outer ? outer->task : NULL, memory_order_release);
    if (ns > STARVED_NS && (double)ns > 10 * expected_ns)
        w->starved_until = ra__os_now_ns() + STAND_BACK_NS;
}

/* Before it looks for more: back into the background once nobody waits; true if it should leave the work to others. */
static bool stands_back(ra__worker *w)
{
    bool waiting = atomic_load_explicit(&pool.waiting, memory_order_relaxed) > 0;
    if (!waiting) {
        if (pool.priority == RA_PRIORITY_BACKGROUND && atomic_load_explicit(&w->raised, memory_order_relaxed))
            enter_background(w);
        return false;
    }
    return w->starved_until && atomic_load_explicit(&pool.raise_refused, memory_order_relaxed) && ra__os_now_ns() < w->starved_until;
}

/* ---- a quota ---- */

static uint64_t used_by_others(void)
{
    uint64_t workers = 0;
    for (int i = 0; i < ra__pool_workers(); i++)
        workers += ra__os_thread_used_ns(&pool.workers[i].thread);
    const uint64_t process = ra__os_process_cpu_ns();
    return process > workers ? process - workers : 0;
}

/* Until when this worker is to rest; 0: it may go on. */
static uint64_t rests_until(ra__worker *w)
{
    if (pool.budget.quota <= 0)
        return 0;
    uint64_t now = ra__os_now_ns(), used = ra__os_thread_cpu_ns(), since;
    if (ra__budget_is_due(&pool.budget, now, &since))
        ra__budget_estimate(&pool.budget, since, now, used_by_others());
    uint64_t until = ra__budget_spend(&pool.budget, used - w->used, now);
    w->used = used;
    return until < now + REST_NS ? until : now + REST_NS;
}

static void rest(uint64_t until)
{
    _Atomic uint32_t never = 0;
    ra__os_futex_wait(&never, 0, until);
}

void ra__pool_rest(void)
{
    uint64_t until = ra__tls.worker ? rests_until(ra__tls.worker) : 0;
    if (until)
        rest(until);
}

/* ---- finding ---- */

/* A queue's hold is given up; true if the task is this thread's now. */
static bool claim_queued(ra_task *t, unsigned *flags)
{
    RA__POINT(CLAIM);
    bool mine = ra__task_claim(t, ra__task_number(t), flags);
    ra__graph_let_go(t);
    return mine;
}

static ra_task *from_inject(int node, unsigned *flags)
{
    ra_task *t;
    while ((t = ra__inject_take(&pool.inject[node])))
        if (claim_queued(t, flags))
            return t;
    return NULL;
}

ra_task *ra__pool_take_urgent(unsigned *flags)
{
    return from_inject(pool.nodes, flags);
}

/* From a worker beyond the cache, half of what it has. */
static void take_more(ra__worker *w, ra__worker *victim)
{
    for (int64_t n = ra__deque_count(&victim->deque) / 2; n > 0; n--) {
        ra_task *t = ra__deque_steal(&victim->deque);
        if (!t)
            return;
        if (!ra__deque_put(&w->deque, t))
            ra__inject_put(&pool.inject[w->node], t);
    }
}

static ra_task *from_others(ra__worker *w, int first, int end, unsigned *flags)
{
    const struct ra__place *place = &pool.placement.places[w->index];
    for (int i = first; i < end; i++) {
        ra__worker *victim = &pool.workers[place->victims[i]];
        ra_task *t;
        while ((t = ra__deque_steal(&victim->deque))) {
            ra__count(RA__STAT_STEALS, 1);
            if (i >= place->ends[RA__DISTANCE_L3])
                take_more(w, victim);
            if (claim_queued(t, flags))
                return t;
        }
    }
    return NULL;
}

static ra_task *from_own(ra__worker *w, unsigned *flags)
{
    ra_task *t;
    while ((t = ra__deque_take(&w->deque)))
        if (claim_queued(t, flags))
            return t;
    return NULL;
}

/* Now and then what came from outside goes first, so that it is not starved by what workers make ready themselves. */
static ra_task *find_near(ra__worker *w, unsigned *flags)
{
    ra_task *t = ra__inject_is_empty(&pool.inject[pool.nodes]) ? NULL : ra__pool_take_urgent(flags);
    if (!t && ++w->turns % 61 == 0)
        t = from_inject(w->node, flags);
    if (!t)
        t = from_own(w, flags);
    if (!t)
        t = from_inject(w->node, flags);
    if (!t)
        t = from_others(w, 0, pool.placement.places[w->index].ends[RA__DISTANCE_NUMA], flags);
    return t;
}

static ra_task *find_afar(ra__worker *w, unsigned *flags)
{
    ra_task *t = NULL;
    for (int i = 1; !t && i < pool.nodes; i++)
        t = from_inject(nearest(w->node, i), flags);
    const int *ends = pool.placement.places[w->index].ends;
    return t ? t : from_others(w, ends[RA__DISTANCE_NUMA], ends[RA__DISTANCE_MACHINE], flags);
}

static ra_task *part_of_others(const ra__worker *w, int begin, int stop, uint64_t walk, int64_t *first, int64_t *end)
{
    const struct ra__place *place = &pool.placement.places[w->index];
    ra_task *t = NULL;
    for (int i = begin; !t && i < stop; i++) {
        ra__slot *s = atomic_load_explicit(&pool.workers[place->victims[i]].slot, memory_order_acquire);
        t = s ? ra__slot_steal(s, walk, first, end) : NULL;
    }
    return t;
}

/* Of any thread, or of those that have no place in the pool. */
static ra_task *part_of_any(bool placed, uint64_t walk, int64_t *first, int64_t *end)
{
    ra_task *t = NULL;
    for (ra__slot *s = ra__slot_all(); !t && s; s = s->next)
        if (placed || !atomic_load_explicit(&s->of_worker, memory_order_relaxed))
            t = ra__slot_steal(s, walk, first, end);
    return t;
}

static ra_task *part_near(const ra__worker *w, uint64_t walk, int64_t *first, int64_t *end)
{
    ra_task *t = ra__wide_take(w->node, w->node, true, walk, first, end);
    if (!t)
        t = part_of_others(w, 0, pool.placement.places[w->index].ends[RA__DISTANCE_NUMA], walk, first, end);
    return t ? t : part_of_any(false, walk, first, end);
}

static ra_task *part_afar(const ra__worker *w, uint64_t walk, int64_t *first, int64_t *end)
{
    ra_task *t = NULL;
    for (int i = 1; !t && i < pool.nodes; i++)
        t = ra__wide_take(nearest(w->node, i), w->node, walk || w->takes_last, walk, first, end);
    const int *ends = pool.placement.places[w->index].ends;
    return t ? t : part_of_others(w, ends[RA__DISTANCE_NUMA], ends[RA__DISTANCE_MACHINE], walk, first, end);
}

ra_task *ra__find_part(uint64_t walk, int64_t *first, int64_t *end)
{
    ra__worker *w = ra__tls.worker;
    ra_task *t = w ? part_near(w, walk, first, end) : part_of_any(true, walk, first, end);
    if (!t)
        t = w ? part_afar(w, walk, first, end) : ra__wide_take_any(walk, first, end);
    return t;
}

/* No searcher any more: passes the search on, unless enough are left. */
static void stop_searching(const ra__worker *w, bool *searching)
{
    if (!*searching)
        return;
    *searching = false;
    atomic_fetch_sub_explicit(&pool.idle[w->node].count, SEARCHING, memory_order_seq_cst);
    ra__pool_notify(w->node);
}

static bool find_and_run(ra__worker *w, bool *searching)
{
    unsigned flags;
    int64_t first = 0, end = 0;
    ra_task *t = find_near(w, &flags), *part = NULL;
    if (!t && !(part = part_near(w, 0, &first, &end)) && !(t = find_afar(w, &flags)))
        part = part_afar(w, 0, &first, &end);
    if (!t && !part)
        return false;
    stop_searching(w, searching);
    if (t)
        ra__run_claimed(t, flags);
    else
        ra__run_part(part, first, end);
    return true;
}

/* ---- a worker ---- */

static bool anything_to_find(void)
{
    for (int i = 0; i <= pool.nodes; i++)
        if (!ra__inject_is_empty(&pool.inject[i]))
            return true;
    for (int i = 0; i < pool.count; i++)
        if (ra__deque_count(&pool.workers[i].deque) > 0)
            return true;
    return ra__slot_any() || ra__wide_any() || atomic_load_explicit(&pool.stopping, memory_order_seq_cst);
}

static void sleep_until_woken(ra__worker *w, bool *searching)
{
    RA__POINT(SLEEP);
    uint64_t change = SLEEPING - (*searching ? SEARCHING : 0);
    atomic_store_explicit(&w->last_cpu, ra__os_cpu_now(), memory_order_relaxed);
    atomic_store_explicit(&w->parked, 1, memory_order_seq_cst);
    atomic_fetch_add_explicit(&pool.idle[w->node].count, change, memory_order_seq_cst);
    *searching = false;
    if (anything_to_find() && atomic_exchange_explicit(&w->parked, 0, memory_order_seq_cst)) {
        atomic_fetch_sub_explicit(&pool.idle[w->node].count, SLEEPING, memory_order_seq_cst);
        return;
    }
    ra__count(RA__STAT_SLEEPS, 1);
    while (atomic_load_explicit(&w->parked, memory_order_acquire))
        ra__os_futex_wait(&w->parked, 1, RA__OS_FOREVER);
    *searching = true; /* counted by whoever took the flag */
}

static void search(ra__worker *w)
{
    bool searching = false;
    uint64_t until = 0;
    while (!atomic_load_explicit(&pool.stopping, memory_order_acquire)) {
        uint64_t until_then = stands_back(w) ? ra__os_now_ns() + STARVED_NS : rests_until(w);
        if (until_then) {
            stop_searching(w, &searching); /* who publishes must not count on it */
            rest(until_then);
            continue;
        }
        if (find_and_run(w, &searching)) {
            until = 0;
            w->takes_last = false;
            continue;
        }
        if (!searching) {
            atomic_fetch_add_explicit(&pool.idle[w->node].count, SEARCHING, memory_order_seq_cst);
            searching = true;
        }
        uint64_t now = pool.spin_ns > 0 ? ra__os_now_ns() : 1;
        if (!until)
            until = now + (uint64_t)(pool.spin_ns > 0 ? pool.spin_ns : 0);
        if (now < until) {
            for (int i = 0; i < 32; i++)
                ra__os_relax();
            continue;
        }
        until = 0;
        if (pool.nodes > 1 && !w->takes_last) {
            w->takes_last = true;
            continue;
        }
        w->takes_last = false;
        sleep_until_woken(w, &searching);
    }
    if (searching)
        atomic_fetch_sub_explicit(&pool.idle[w->node].count, SEARCHING, memory_order_seq_cst);
}

static void show_slot(ra__worker *w)
{
    ra__slot *s = ra__slot_mine();
    if (s)
        atomic_store_explicit(&s->of_worker, true, memory_order_relaxed);
    atomic_store_explicit(&w->slot, s, memory_order_release);
}

static void worker_main(void *arg)
{
    ra__worker *w = arg;
    ra__os_at_thread_exit();
    ra__tls.worker = w;
    atomic_store_explicit(&w->tid, ra__os_gettid(), memory_order_relaxed);
    ra__tls.mode |= RA__MODE_KERNEL;
    show_slot(w);
    if (pool.priority == RA_PRIORITY_BACKGROUND && !atomic_load_explicit(&pool.stopping, memory_order_relaxed))
        enter_background(w);
    search(w);
    if (pool.priority == RA_PRIORITY_BACKGROUND)
        ra__os_thread_class(RA__OS_NORMAL);
    atomic_store_explicit(&w->tid, 0, memory_order_relaxed);
}

/* ---- starting and stopping ---- */

static void free_parts(void)
{
    for (int i = 0; pool.inject && i <= pool.nodes; i++)
        ra__inject_free(&pool.inject[i]);
    ra__placement_free(&pool.placement);
    ra__os_free(pool.inject);
    ra__os_free(pool.workers);
    memset(&pool.placement, 0, sizeof pool.placement);
    pool.inject = NULL;
    pool.workers = NULL;
}

static int make_parts(const ra__pool_settings *settings)
{
    int n = settings->workers;
    if (ra__placement_make(&pool.placement, settings->topology, n))
        return -1;
    pool.nodes = pool.placement.nodes;
    pool.inject = ra__os_alloc_aligned(64, (size_t)(pool.nodes + 1) * sizeof *pool.inject);
    pool.workers = n ? ra__os_alloc_aligned(64, (size_t)n * sizeof *pool.workers) : NULL;
    bool ok = pool.inject && (pool.workers || !n);
    for (int i = 0; pool.inject && i <= pool.nodes; i++)
        ok = ra__inject_init(&pool.inject[i]) && ok;
    if (!ok)
        free_parts();
    return ok ? 0 : -1;
}

static void note_cpus(const struct ra__topology *t)
{
    pool.knows_cpus = t->bindable && pool.nodes > 1;
    memset(pool.cpu_node, 0, sizeof pool.cpu_node);
    for (int i = 0; i < t->ncpus; i++)
        if (t->cpus[i].os_cpu >= 0 && t->cpus[i].os_cpu < RA__OS_CPUS_MAX)
            pool.cpu_node[t->cpus[i].os_cpu] = (uint8_t)(t->cpus[i].node % pool.nodes);
}

int ra__pool_start(const ra__pool_settings *settings)
{
    for (int n = 0; n < MAX_NODES; n++)
        atomic_store_explicit(&pool.idle[n].count, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.stopping, false, memory_order_relaxed);
    pool.count = 0;
    if (make_parts(settings))
        return -1;
    /* Refused where memory is held from before: then its nodes stay. */
    ra__mem_init(pool.nodes, pool.nodes == settings->topology->nnodes ? settings->topology->node_os : NULL);
    ra__mem_share(&pool.placement.shares);
    ra__wide_start(&pool.placement.shares);
    note_cpus(settings->topology);
    pool.priority = settings->priority;
    pool.spin_ns = settings->spin_ns;
    ra__budget_start(&pool.budget, settings->quota, ra__os_now_ns(), ra__os_process_cpu_ns());
    enum ra__binding binding = ra__placement_binding(&pool.placement, settings->topology);
    for (int i = 0; i < settings->workers; i++) {
        ra__worker *w = &pool.workers[i];
        memset(w, 0, sizeof *w);
        w->index = i;
        w->raised = true;
        w->node = pool.placement.places[i].node;
        w->bound = ra__placement_cpus(&pool.placement, settings->topology, i, binding, &w->cpus);
    }
    /* All records stand before the first worker looks at the others'. */
    pool.count = settings->workers;
    for (int i = 0; i < settings->workers; i++) {
        ra__worker *w = &pool.workers[i];
        if (ra__os_thread_create(&w->thread, i, worker_main, w, w->bound ? &w->cpus : NULL)) {
            atomic_store_explicit(&pool.started, i, memory_order_relaxed);
            return 0;
        }
        atomic_store_explicit(&pool.started, i + 1, memory_order_relaxed);
    }
    return 0;
}

void ra__pool_stop(void)
{
    atomic_store_explicit(&pool.stopping, true, memory_order_seq_cst);
    for (int n = 0; n < pool.nodes; n++)
        while (wake_one(n))
            ;
    for (int i = 0; i < ra__pool_workers() && may_raise(); i++)
        raise_worker(&pool.workers[i]);
    for (int i = 0; i < ra__pool_workers(); i++)
        ra__os_thread_join(&pool.workers[i].thread);
    /* What waiters have claimed may still be named by queues. */
    unsigned flags;
    for (int i = 0; i <= pool.nodes; i++)
        for (ra_task *t; (t = ra__inject_take(&pool.inject[i]));)
            claim_queued(t, &flags);
    for (int i = 0; i < pool.count; i++)
        for (ra_task *t; (t = ra__deque_steal(&pool.workers[i].deque));)
            claim_queued(t, &flags);
    free_parts();
    pool.count = 0;
    atomic_store_explicit(&pool.started, 0, memory_order_relaxed);
}

void ra__pool_fork_child(void)
{
    /* The threads are gone, and what they had in hand; the memory of the queues is let go with them. Where a worker has
     * forked, it finds in the child that it is to stop. */
    atomic_store_explicit(&pool.stopping, true, memory_order_relaxed);
    atomic_store_explicit(&pool.waiting, 0, memory_order_relaxed);
    pool.nodes = 0;
    pool.knows_cpus = false;
    pool.inject = NULL;
    pool.workers = NULL;
    memset(&pool.placement, 0, sizeof pool.placement);
    pool.count = 0;
    atomic_store_explicit(&pool.started, 0, memory_order_relaxed);
    atomic_store_explicit(&pool.waiting, 0, memory_order_relaxed);
}

static bool is_ready(const ra_task *t)
{
    return ra__task_state(atomic_load_explicit(&t->word, memory_order_acquire)) == RA__TASK_READY;
}

void ra__pool_sweep(void)
{
    for (int n = 0; n < pool.nodes && pool.count == 0; n++) {
        ra_task *t;
        while ((t = ra__inject_peek(&pool.inject[n])) && !is_ready(t)) {
            if (!(t = ra__inject_take(&pool.inject[n])))
                break;
            if (is_ready(t)) { /* another has taken the one that was looked at */
                ra__inject_put(&pool.inject[n], t);
                break;
            }
            ra__graph_let_go(t);
        }
    }
}

/* It ends by itself. A queue holds t. */
static bool is_leaf(const ra_task *t)
{
    return t->kind != RA__TASK_JOB || (t->job.plan->flags & RA__PLAN_LEAF);
}

/* *passed counts those that have gone back to a queue, for others. */
static ra_task *take_if(bool leaf, ra_task *t, int *passed, unsigned *flags)
{
    if (!leaf || is_leaf(t))
        return claim_queued(t, flags) ? t : NULL;
    ++*passed;
    ra__inject_put(&pool.inject[t->home % pool.nodes], t);
    ra__pool_notify(t->home % pool.nodes);
    return NULL;
}

bool ra__run_one(bool upon_another)
{
    enum { PASSED_MOST = 32 };
    bool leaf = (upon_another || ra__tls.guest) && !RA__MUTANT(UPON_ANYTHING);
    unsigned flags;
    int passed = 0;
    ra_task *t = NULL, *queued;
    for (int n = pool.nodes; !t && n >= 0 && pool.inject; n--)
        while (!t && passed < PASSED_MOST && (queued = ra__inject_take(&pool.inject[n])))
            t = take_if(leaf, queued, &passed, &flags);
    for (int i = 0; !t && i < pool.count; i++)
        while (!t && passed < PASSED_MOST && (queued = ra__deque_steal(&pool.workers[i].deque)))
            t = take_if(leaf, queued, &passed, &flags);
    if (t)
        ra__run_alone(t, flags); /* what it makes ready is for the next one: the caller may want no more than this */
    return t || (!leaf && ra__steal_any_part());
}
