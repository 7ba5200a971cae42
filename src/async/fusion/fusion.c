/*
 * Fusion: pending elementwise tasks over one space of elements run together, tile by tile (group.c).
 *
 * Whoever has claimed a task that can be fused (its plan is LINEAR) looks along the edges that lead out of it before it
 * starts. A successor joins the group if everything it still waits for is in the group, and if it fits (fusion_fits.c). The
 * kernels are those that would have run anyway, over ranges of elements instead of grains: the bits are the same.
 *
 * A reduction, softmax or norm of lines may be the last member: it reads the space unit by unit (ra_plan.unit), and a tile
 * is then a number of units. Its own results are in memory, and its further phases follow as they would have.
 *
 * A matrix product or convolution may be the first member: whoever has run a grain of its last phase takes the pieces that
 * it wrote (ra_kernel.piece) through the others.
 *
 * A member is claimed like any other task, from WAITING instead of READY, which nobody else can do: its remaining waits
 * are the ends of tasks that this thread has claimed. RA__WAITS_FUSED keeps those ends from making it ready. What a
 * successor waits for besides may be READY and of the same space (the condition of a where): it is claimed as well, in
 * competition with everybody else. All members are DONE when the last tile is; then their successors are told, and
 * only after that is any record let go, since edges lie in the records of successors.
 *
 * When does it pay to look for more? A control thread records an operator in a microsecond or so. A worker that has
 * claimed an operator of milliseconds looks for a small part of that time, as long as the group keeps growing, or whoever
 * records is kept in a call (in which it wakes that very worker, or works out what it has not called for yet), and no more
 * once somebody waits. Threads that wait take only what their target needs, and do not look twice.
 */
#include "async/fusion/fusion.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/os/room.h"
#include "async/pool/workers.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"
#include "async/thread/settings.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

#include <string.h>

enum {
    WANTED_DEPTH = 4,      /* steps from a candidate to what a waiter is known to need */
    WANTED_LOOKS = 64,     /* tasks that are looked at for it: one may have any number of successors */
    LOOK_SHARE = 50,       /* one part in so many of the estimated time is spent on looking for more */
    LOOK_FROM_NS = RA__ROOM(50000, 0), /* where that is worth it */
    LOOK_MOST_NS = 200000, /* and no more than this */
    GROWTH_NS = 10000      /* nor longer than this after the last find: the control thread does something else */
};

/* The mark of tasks of this kind over the group's space. */
static uint64_t mark_in(const ra__group *g, enum ra__fusion_kind kind)
{
    uint64_t space = ra__task_space(g->member[0].task);
    return space - space % RA__FUSION_KINDS + kind;
}

static bool toss(void)
{
    static _Atomic uint32_t threads;
    static __thread uint64_t state;
    if (!state) /* by the order in which threads come here, so that what is run again the same way tosses the same */
        state = (atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1) * UINT64_C(0x9e3779b97f4a7c15);
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 63;
}

/* It waits for nothing that this is needed by. */
static bool takes_anything(void)
{
    return !ra__waiting_walk || ra__waiting_walk == RA__WALK_ALONE;
}

/*
 * A thread that waits runs what its target needs: what its walk has marked, and what those come after. t waits for a
 * member, so what waits for t is not going away.
 */
static bool is_wanted(ra_task *t, int depth, int *looks)
{
    if (takes_anything() || atomic_load_explicit(&t->needed, memory_order_relaxed) == ra__waiting_walk)
        return true;
    for (ra__edge *e = atomic_load_explicit(&t->successors, memory_order_acquire); e && depth > 0 && *looks > 0; e = e->next)
        if (--*looks, is_wanted(e->successor, depth - 1, looks)) {
            atomic_store_explicit(&t->needed, ra__waiting_walk, memory_order_relaxed);
            return true;
        }
    return false;
}

static void add(ra__group *g, ra_task *t)
{
    atomic_store_explicit(&t->leader, g->member[0].task, memory_order_relaxed);
    g->seen[g->count] = NULL;
    g->member[g->count++].task = t;
}

/*
 * t, of this sequence, is what a successor that is wanted waits for besides members. One that does not fit after all is given
 * back to be run by this thread: its entry in a queue may be gone, or still there, and a task is not queued twice.
 */
static void pull(void *group, ra_task *t, uint64_t sequence)
{
    ra__group *g = group;
    unsigned flags;
    uint64_t wanted = mark_in(g, RA__FUSION_ELEMENTWISE);
    bool full = g->count >= RA__GROUP_MOST - 1 || g->refused->count == sizeof g->refused->of / sizeof *g->refused->of;
    if (full || ra__task_space(t) != wanted || !ra__task_claim(t, sequence, &flags))
        return;
    if (!flags && t->kind == RA__TASK_JOB && ra__task_space(t) == wanted && ra__fusion_fits(g, t))
        add(g, t);
    else {
        g->refused->of[g->refused->count].task = t;
        g->refused->of[g->refused->count++].flags = flags;
    }
}

/* t is a member's successor; it joins if it has this mark. False: it is to be seen again, as whoever records it, or asks who can observe it,
 * is not done. */
static bool consider(ra__group *g, ra_task *t, uint64_t space)
{
    ra_task *leader = g->member[0].task;
    int looks = WANTED_LOOKS;
    int64_t waits = atomic_load_explicit(&t->waits, memory_order_acquire);
    if (waits >= RA__WAITS_UNCOMMITTED / 2 && !RA__MUTANT(SEEN_TOO_SOON))
        return false;
    if (waits >= RA__WAITS_FUSED || t->kind != RA__TASK_JOB || ra__task_space(t) != space || !is_wanted(t, WANTED_DEPTH, &looks)) /* or it is a member already */
        return true;
    if (ra__settings.fusion == RA_FUSION_RANDOM && toss())
        return true;
    if (ra__graph_edges_from(t, leader) != waits) {
        ra__graph_each_ready_before(t, pull, g);
        if (ra__graph_edges_from(t, leader) != (waits = atomic_load_explicit(&t->waits, memory_order_acquire)))
            return true;
    }
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (word & 0xff & ~(uint64_t)(RA__TASK_WAITING | RA__TASK_URGENT)) /* cancelled, dropped, or looked at by a holder of the lock */
        return !(word & RA__TASK_HELD);
    if (!atomic_compare_exchange_strong_explicit(&t->word, &word, word + (RA__TASK_RUNNING - RA__TASK_WAITING), memory_order_acquire, memory_order_relaxed))
        return false;
    RA__POINT(FUSE);
    bool fits = ra__fusion_fits(g, t), cancelled = atomic_load_explicit(&t->word, memory_order_relaxed) & RA__TASK_CANCELLED; /* meanwhile */
    if (fits && !cancelled) {
        atomic_fetch_add_explicit(&t->waits, RA__WAITS_FUSED, memory_order_relaxed);
        add(g, t);
    } else
        atomic_fetch_sub_explicit(&t->word, RA__TASK_RUNNING - RA__TASK_WAITING, memory_order_release);
    return true;
}

/* Follows the edges out of the members, new ones included. True if the group has grown. */
static bool grow(ra__group *g)
{
    int before = g->count;
    for (int i = 0; i < g->count && g->count < RA__GROUP_MOST; i++) {
        ra_task *t = g->member[i].task;
        ra__edge *head = atomic_load_explicit(&t->successors, memory_order_acquire);
        g->closed = g->closed || atomic_load_explicit(&t->watched, memory_order_relaxed); /* somebody waits for this very result */
        for (ra__edge *e = head; e != g->seen[i] && !g->closed; e = e->next)
            g->closed = e->successor->kind == RA__TASK_CALL; /* or is to be told of it */
        if (g->closed)
            return g->count > before;
        bool seen = true;
        for (ra__edge *e = head; e != g->seen[i] && g->count < RA__GROUP_MOST; e = e->next)
            seen &= consider(g, e->successor, mark_in(g, RA__FUSION_ELEMENTWISE));
        if (seen)
            g->seen[i] = head;
    }
    g->closed = g->closed || g->count == RA__GROUP_MOST;
    return g->count > before;
}

/* Something that reads the space by lines, after all that writes it. */
static void find_tail(ra__group *g)
{
    int before = g->count;
    if (g->has_head) /* whose pieces need not be lines */
        return;
    for (int i = before - 1; i >= 0 && g->count == before && before < RA__GROUP_MOST; i--)
        for (ra__edge *e = atomic_load_explicit(&g->member[i].task->successors, memory_order_acquire); e && g->count == before; e = e->next)
            (void)consider(g, e->successor, mark_in(g, RA__FUSION_LINES));
}

static void look_for_more(ra__group *g)
{
    uint64_t start = ra__os_now_ns(), now = start, grown = start;
    bool waiting = false; /* before it looks: who waits has recorded what he waits for */
    while (!g->closed && !waiting && now - grown < GROWTH_NS) {
        double part = ra__group_cost(g) / LOOK_SHARE;
        if ((double)(now - start) > (part < LOOK_MOST_NS ? part : LOOK_MOST_NS))
            break;
        for (int i = 0; i < 16; i++)
            ra__os_relax();
        now = ra__os_now_ns();
        waiting = ra__pool_is_waited_for();
        if (grow(g) || atomic_load_explicit(&ra__pool.amid_calls, memory_order_relaxed) > 0)
            grown = now;
    }
}

/* A group of this thread's for the next look: most looks find nothing, and a block of this size is not for malloc to move about. */
static __thread ra__group *spare;

static ra__group *take_group(void)
{
    ra__group *g = spare;
    spare = NULL;
    return g ? g : ra__os_alloc(sizeof *g);
}

void ra__group_free(ra__group *g)
{
    if (spare)
        ra__os_free(g);
    else
        spare = g;
}

void ra__fusion_leave(void)
{
    ra__os_free(spare);
    spare = NULL;
}

void ra__fuse(ra_task *t, ra__refused *refused)
{
    bool hurried = !takes_anything() && ra__waiting_longest_ns < 1e300;
    enum ra__fusion_kind kind = ra__fusion_kind_of(t);
    if ((kind != RA__FUSION_ELEMENTWISE && kind != RA__FUSION_PIECES) || ra__tls.carried.mode & RA__MODE_SYNC || hurried || !ra__fusion_is_sound(&t->job))
        return;
    ra__group *g = take_group();
    if (!g)
        return;
    memset(&g->plan, 0, sizeof g->plan);
    g->count = 0;
    g->closed = false;
    g->refused = refused;
    g->has_head = kind == RA__FUSION_PIECES;
    g->lodger = NULL;
    g->member[0].task = t;
    add(g, t);
    grow(g);
    if (takes_anything() && ra__is_worker() && !g->closed && ra__group_cost(g) > LOOK_FROM_NS)
        look_for_more(g);
    find_tail(g);
    if (g->count == 1) {
        ra__group_free(g);
        return;
    }
    t->group = g;
    ra__count(RA__STAT_FUSED_GROUPS, 1);
    ra__count(RA__STAT_FUSED, (uint64_t)g->count);
}
