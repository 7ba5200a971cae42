#include "async/pool/find.h"

#include "async/memory/memory.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/pool/doubt.h"
#include "async/pool/parking.h"
#include "async/pool/wide.h"
#include "async/tasks/graph.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

/* True if the task is this thread's now, with the queue's hold; else that is given up. */
static bool claim_queued(ra_task *t, unsigned *flags)
{
    RA__POINT(CLAIM);
    if (ra__task_claim(t, ra__task_number(t), flags)) {
        *flags |= RA__TASK_QUEUED;
        return true;
    }
    ra__graph_let_go(t);
    return false;
}

static ra_task *from_queue(ra__inject *q, unsigned *flags)
{
    ra_task *t;
    while ((t = ra__inject_take(q)))
        if (claim_queued(t, flags))
            return t;
    return NULL;
}

static ra_task *from_inject(int node, unsigned *flags)
{
    return from_queue(&ra__pool.inject[node], flags);
}

/* What is long a worker leaves to others while it is not sure of the processor. */
static ra_task *long_of(ra__worker *w, int node, unsigned *flags)
{
    ra__inject *q = ra__pool_long(node);
    return !ra__inject_is_empty(q) && ra__is_sure_of_processor(w) ? from_queue(q, flags) : NULL;
}

ra_task *ra__pool_take_urgent(unsigned *flags)
{
    return from_inject(ra__pool.nodes, flags);
}

/* From a worker beyond the cache, half of what it has. */
static void take_more(ra__worker *w, ra__worker *victim)
{
    for (int64_t n = ra__deque_count(&victim->deque) / 2; n > 0; n--) {
        ra_task *t = ra__deque_steal(&victim->deque);
        if (!t)
            return;
        if (!ra__deque_put(&w->deque, t))
            ra__inject_put(&ra__pool.inject[w->node], t);
    }
}

static ra_task *from_others(ra__worker *w, int first, int end, unsigned *flags)
{
    const struct ra__place *place = &ra__pool.placement.places[w->index];
    for (int i = first; i < end; i++) {
        ra__worker *victim = &ra__pool.workers[place->victims[i]];
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
    ra_task *t = ra__inject_is_empty(&ra__pool.inject[ra__pool.nodes]) ? NULL : ra__pool_take_urgent(flags);
    if (!t && ++w->turns % 61 == 0)
        t = from_inject(w->node, flags);
    if (!t)
        t = from_own(w, flags);
    if (!t)
        t = from_inject(w->node, flags);
    if (!t)
        t = long_of(w, w->node, flags);
    if (!t)
        t = from_others(w, 0, ra__pool.placement.places[w->index].ends[RA__DISTANCE_NUMA], flags);
    return t;
}

static ra_task *find_afar(ra__worker *w, unsigned *flags)
{
    ra_task *t = NULL;
    for (int i = 1; !t && i < ra__pool.nodes; i++)
        if (!(t = from_inject(ra__nearest_node(w->node, i), flags)))
            t = long_of(w, ra__nearest_node(w->node, i), flags);
    const int *ends = ra__pool.placement.places[w->index].ends;
    return t ? t : from_others(w, ends[RA__DISTANCE_NUMA], ends[RA__DISTANCE_MACHINE], flags);
}

static ra_task *part_of_others(const ra__worker *w, int begin, int stop, uint64_t walk, int64_t *first, int64_t *end)
{
    const struct ra__place *place = &ra__pool.placement.places[w->index];
    ra_task *t = NULL;
    for (int i = begin; !t && i < stop; i++) {
        ra__slot *s = atomic_load_explicit(&ra__pool.workers[place->victims[i]].slot, memory_order_acquire);
        t = s ? ra__slot_steal(s, walk, first, end) : NULL;
    }
    return t;
}

/* Of any thread, or of those that have no place in the ra__pool. */
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
        t = part_of_others(w, 0, ra__pool.placement.places[w->index].ends[RA__DISTANCE_NUMA], walk, first, end);
    return t ? t : part_of_any(false, walk, first, end);
}

static ra_task *part_afar(const ra__worker *w, uint64_t walk, int64_t *first, int64_t *end)
{
    ra_task *t = NULL;
    for (int i = 1; !t && i < ra__pool.nodes; i++)
        t = ra__wide_take(ra__nearest_node(w->node, i), w->node, walk || w->takes_last, walk, first, end);
    const int *ends = ra__pool.placement.places[w->index].ends;
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

bool ra__find(ra__worker *w, ra__found *f)
{
    f->part = NULL;
    f->task = find_near(w, &f->flags);
    if (!f->task && !(f->part = part_near(w, 0, &f->first, &f->end)) && !(f->task = find_afar(w, &f->flags)))
        f->part = part_afar(w, 0, &f->first, &f->end);
    return f->task || f->part;
}

/* It ends by itself. A queue holds t. */
static bool is_leaf(const ra_task *t)
{
    return t->kind != RA__TASK_JOB || (t->job.plan->flags & RA__PLAN_LEAF);
}

/*
 * *passed counts those that have gone back to a queue, for others: under the graph lock, as a sweep that has put the same task behind the others
 * would leave it there if this thread had it, and then it came to the queue twice. Who takes it with no lock runs it, or it is run already.
 */
static ra_task *take_if(bool leaf, ra_task *t, int *passed, unsigned *flags)
{
    if (!leaf || is_leaf(t))
        return claim_queued(t, flags) ? t : NULL;
    const int node = t->home % ra__pool.nodes; /* once it is in the queue it is others' to end */
    ++*passed;
    ra__inject_put(&ra__pool.inject[node], t);
    ra__pool_notify(node);
    return NULL;
}

ra_task *ra__find_any(bool leaf, unsigned *flags)
{
    enum { PASSED_MOST = 32 };
    int passed = 0;
    ra_task *t = NULL, *queued;
    if (leaf)
        ra__graph_lock();
    for (int n = 0; !t && n < ra__pool_queues() && ra__pool.inject; n++) /* first what is urgent, then what is long */
        while (!t && passed < PASSED_MOST && (queued = ra__inject_take(&ra__pool.inject[(ra__pool.nodes + n) % ra__pool_queues()])))
            t = take_if(leaf, queued, &passed, flags);
    for (int i = 0; !t && i < ra__pool.count; i++)
        while (!t && passed < PASSED_MOST && (queued = ra__deque_steal(&ra__pool.workers[i].deque)))
            t = take_if(leaf, queued, &passed, flags);
    if (leaf)
        ra__graph_unlock();
    return t;
}

static void drain(ra_task *t)
{
    unsigned flags;
    if (claim_queued(t, &flags))
        ra__graph_let_go(t);
}

void ra__find_drain(void)
{
    for (int i = 0; i < ra__pool_queues(); i++)
        for (ra_task *t; (t = ra__inject_take(&ra__pool.inject[i]));)
            drain(t);
    for (int i = 0; i < ra__pool.count; i++)
        for (ra_task *t; (t = ra__deque_steal(&ra__pool.workers[i].deque));)
            drain(t);
}

/* ---- sleeping ---- */

void ra__search_begin(ra__worker *w)
{
    if (w->searching)
        return;
    atomic_fetch_add_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING, memory_order_seq_cst);
    w->searching = true;
}

void ra__search_ahead(ra__worker *w)
{
    ra__search_begin(w);
    atomic_store_explicit(&w->looked_at, ra__os_now_ns(), memory_order_relaxed);
}

bool ra__anything_queued(void)
{
    for (int i = 0; i < ra__pool_queues(); i++)
        if (!ra__inject_is_empty(&ra__pool.inject[i]))
            return true;
    for (int i = 0; i < ra__pool.count; i++)
        if (ra__deque_count(&ra__pool.workers[i].deque) > 0)
            return true;
    return false;
}

bool ra__anything_to_find(void)
{
    return ra__anything_queued() || ra__slot_any() || ra__wide_any();
}

/* Who published and was told that enough search had done so before the count fell: it is seen here, or has been found. */
void ra__search_end(ra__worker *w)
{
    if (!w->searching)
        return;
    w->searching = false;
    atomic_store_explicit(&w->looked_at, 0, memory_order_relaxed);
    atomic_fetch_sub_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING, memory_order_seq_cst);
    if (ra__anything_to_find())
        ra__pool_notify(w->node);
}

/* For who looks for a free processor. */
static void note_cpu(ra__worker *w)
{
    const int cpu = ra__os_cpu_now();
    if (atomic_load_explicit(&w->last_cpu, memory_order_relaxed) != cpu)
        atomic_store_explicit(&w->last_cpu, cpu, memory_order_relaxed);
}

void ra__sleep_until_woken(ra__worker *w)
{
    RA__POINT(SLEEP);
    uint64_t change = RA__SLEEPING - (w->searching ? RA__SEARCHING : 0);
    note_cpu(w);
    atomic_store_explicit(&w->looked_at, 0, memory_order_relaxed); /* before the count, which releases it: who finds it asleep does not count on its looks */
    /* Counted first: whoever took the flag of one that is not would take the count of another, who would not be woken then. */
    atomic_fetch_add_explicit(&ra__pool.idle[w->node].count, change, memory_order_seq_cst);
    atomic_store_explicit(&w->parked, RA__ASLEEP, memory_order_seq_cst);
    w->searching = false;
    w->proved = false;
    uint32_t asleep = RA__ASLEEP;
    if ((ra__anything_to_find() || atomic_load_explicit(&ra__pool.stopping, memory_order_seq_cst)) &&
        atomic_compare_exchange_strong_explicit(&w->parked, &asleep, RA__UP, memory_order_seq_cst, memory_order_relaxed)) {
        /* As a searcher again: who stands aside takes nothing, and tells others when the search ends. */
        atomic_fetch_add_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING - RA__SLEEPING, memory_order_seq_cst);
        w->searching = true;
        ra__watch_ring(); /* the watch may have seen it as asleep */
        return;
    }
    ra__count(RA__STAT_SLEEPS, 1);
    ra__mem_rest();
    while (atomic_load_explicit(&w->parked, memory_order_acquire) == RA__ASLEEP)
        ra__os_futex_wait(&w->parked, RA__ASLEEP, RA__OS_FOREVER);
    atomic_store_explicit(&w->parked, RA__UP, memory_order_relaxed);
    RA__POINT(RISEN);
    ra__elsewhere_risen(&w->elsewhere);
    note_cpu(w);
    w->searching = true; /* counted by whoever took the flag, or will be */
    ra__goes_on(w, atomic_load_explicit(&w->woken_at, memory_order_relaxed));
}
