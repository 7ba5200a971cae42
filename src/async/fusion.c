/*
 * Fusion: pending elementwise tasks over one space of elements run together, tile by tile.
 *
 * Whoever has claimed a task that can be fused (its plan is LINEAR) looks along the edges that lead out of it before it
 * starts. A successor joins the group if everything it still waits for is in the group, if it goes over the same space,
 * and if it touches shared bytes only in the very view in which other members do. Then element i of it needs nothing of
 * the others but their elements i, so a tile may go through all members before the next one does. The kernels are those
 * that would have run anyway, over ranges of elements instead of grains: the bits are the same.
 *
 * A reduction, softmax or norm of lines may be the last member: it reads the space unit by unit (ra_plan.unit), and a tile
 * is then a number of units. Its own results are in memory, and its further phases follow as they would have.
 *
 * A member is claimed like any other task, from WAITING instead of READY, which nobody else can do: its remaining waits
 * are the ends of tasks that this thread has claimed. RA__WAITS_FUSED keeps those ends from making it ready. What a
 * successor waits for besides may be READY and of the same space (the condition of a where): it is claimed as well, in
 * competition with everybody else, and published again where it does not fit. All members
 * are DONE when the last tile is; then their successors are told, and only after that is any record let go, since edges
 * lie in the records of successors.
 *
 * A storage whose holds are all the group's own cannot be observed by anybody, now or later (to get at it somebody would
 * need a handle, which is a hold). If a member writes it first, and it has no memory yet, it needs none: a tile in
 * scratch, that of a slot, stands for it.
 *
 * When does it pay to look for more? A control thread records an operator in a microsecond or so. A worker that has
 * claimed an operator of milliseconds looks for a small part of that time, as long as the group keeps growing, and not at
 * all while somebody waits. Threads that wait take only what their target needs, and do not look twice.
 */
#include "async/fusion.h"

#include "async/graph.h"
#include "async/os.h"
#include "async/pool.h"
#include "async/settings.h"
#include "async/state.h"
#include "async/stats.h"

#include <string.h>

enum {
    UNIT_MOST = 65536,     /* elements of a tail's unit: a tile of so many still fits a second-level cache */
    LEAST_BYTES = 16384,   /* of a result: less stays in the first cache from one operator to the next by itself */
    TILE_BYTES = 16384,    /* of the widest operand's tile: a few of them fit a second-level cache beside what streams by */
    GRAIN_NS = 10000,
    WANTED_DEPTH = 4,      /* steps from a candidate to what a waiter is known to need */
    LOOK_SHARE = 50,       /* one part in so many of the estimated time is spent on looking for more */
    LOOK_MOST_NS = 200000, /* and no more than this */
    GROWTH_NS = 10000      /* nor longer than this after the last find: the control thread does something else */
};

/* ---- who may join ---- */

static uint64_t mark_of(const ra_layout *l)
{
    uint64_t hash = (uint64_t)l->ndim;
    if (ra__settings.fusion == RA_FUSION_ON && l->numel * ra__itemsize(l) < LEAST_BYTES)
        return 0;
    for (int d = 0; d < 2 * l->ndim; d++)
        hash = (hash ^ (uint64_t)l->dims[d]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash | 2;
}

uint64_t ra__fusion_space(const ra__job *j)
{
    const ra_plan *p = j->plan;
    if (!p->unit || !p->kernel->range || p->flags & RA__PLAN_SERIAL || j->operands > RA__JOB_OPERANDS || j->extents || !j->op || ra__settings.fusion == RA_FUSION_OFF)
        return 0;
    if (p->flags & RA__PLAN_LINEAR) {
        uint64_t mark = mark_of(j->operand[0].layout);
        return mark ? mark | 1 : 0;
    }
    return p->unit <= UNIT_MOST ? mark_of(j->operand[j->results].layout) & ~UINT64_C(1) : 0;
}

static bool is_elementwise(const ra_task *t)
{
    return t->space & 1;
}

/* The operand that goes over the space. */
static const ra_layout *space_of(const ra_task *t)
{
    return t->job.operand[is_elementwise(t) ? 0 : t->job.results].layout;
}

static bool is_same_space(const ra_layout *a, const ra_layout *b)
{
    return a->ndim == b->ndim && !memcmp(a->dims, b->dims, 2 * a->ndim * sizeof *a->dims);
}

static bool is_same_view(const ra__operand *a, const ra__operand *b)
{
    return a->offset == b->offset && a->need == b->need && (a->layout == b->layout || (a->layout->dtype == b->layout->dtype && is_same_space(a->layout, b->layout)));
}

/* Whether b, after a, may be computed element by element with it. */
static bool are_aligned(const ra__job *a, const ra__job *b)
{
    for (int i = 0; i < a->operands; i++)
        for (int k = 0; k < b->operands; k++) {
            const ra__operand *x = &a->operand[i], *y = &b->operand[k];
            if (x->storage && x->storage == y->storage && (x->writes || y->writes) && x->first < y->end && y->first < x->end && !is_same_view(x, y))
                return false;
        }
    return true;
}

/* Not one whose bytes have failed, or that nobody can observe: its fate is settled without running. */
static bool is_sound(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (s && (atomic_load_explicit(&s->poison, memory_order_acquire) || atomic_load_explicit(&s->lost, memory_order_acquire)))
            return false;
    }
    return !ra__job_is_unobservable(j);
}

static bool writes(const ra__job *j, const ra_storage *s)
{
    for (int r = 0; r < j->results; r++)
        if (j->operand[r].storage == s)
            return true;
    return false;
}

static bool fits(const ra__group *g, const ra_task *t)
{
    const ra__job *j = &t->job;
    const ra_layout *space = space_of(g->member[0].task);
    if (!is_same_space(space, space_of(t)) || !is_sound(j))
        return false;
    for (int r = 1; is_elementwise(t) && r < j->results; r++)
        if (!is_same_space(space, j->operand[r].layout))
            return false;
    for (int i = 0; i < g->count; i++) {
        const ra__job *m = &g->member[i].task->job;
        if (!are_aligned(m, j))
            return false;
        for (int k = j->results + 1; !is_elementwise(t) && k < j->operands; k++) /* it reads these as a whole */
            if (writes(m, j->operand[k].storage))
                return false;
    }
    return true;
}

static bool toss(void)
{
    static __thread uint64_t state;
    if (!state)
        state = (uint64_t)(uintptr_t)&state | 1;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 63;
}

/*
 * A thread that waits runs what its target needs: what its walk has marked, and what those come after. t waits for a
 * member, so what waits for t is not going away.
 */
static bool is_wanted(ra_task *t, int depth)
{
    if (!ra__waiting_walk || atomic_load_explicit(&t->needed, memory_order_relaxed) == ra__waiting_walk)
        return true;
    for (ra__edge *e = atomic_load_explicit(&t->successors, memory_order_acquire); e && depth > 0; e = e->next)
        if (is_wanted(e->successor, depth - 1)) {
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

/* t, of this sequence, is what a successor that is wanted waits for besides members. */
static void pull(void *group, ra_task *t, uint64_t sequence)
{
    ra__group *g = group;
    unsigned flags;
    if (g->count >= RA__GROUP_MOST - 1 || !ra__task_claim(t, sequence, &flags))
        return;
    if (!flags && t->kind == RA__TASK_JOB && t->space == g->member[0].task->space && fits(g, t)) {
        add(g, t);
        return;
    }
    atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&t->word, RA__TASK_RUNNING - RA__TASK_READY, memory_order_release);
    ra__publish(t);
}

/* t is a member's successor; it joins if its space has this mark. */
static void consider(ra__group *g, ra_task *t, uint64_t space)
{
    ra_task *leader = g->member[0].task;
    int64_t waits = atomic_load_explicit(&t->waits, memory_order_acquire);
    if (waits >= RA__WAITS_FUSED || t->kind != RA__TASK_JOB || t->space != space || !is_wanted(t, WANTED_DEPTH)) /* not committed, or a member already */
        return;
    if (ra__settings.fusion == RA_FUSION_RANDOM && toss())
        return;
    if (ra__graph_edges_from(t, leader) != waits) {
        ra__graph_each_ready_before(t, pull, g);
        if (ra__graph_edges_from(t, leader) != (waits = atomic_load_explicit(&t->waits, memory_order_acquire)))
            return;
    }
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    if (word & 0xff & ~(uint64_t)RA__TASK_WAITING) /* cancelled, dropped, or looked at by a holder of the lock */
        return;
    if (!atomic_compare_exchange_strong_explicit(&t->word, &word, word + (RA__TASK_RUNNING - RA__TASK_WAITING), memory_order_acq_rel, memory_order_relaxed))
        return;
    if (fits(g, t)) {
        atomic_fetch_add_explicit(&t->waits, RA__WAITS_FUSED, memory_order_relaxed);
        add(g, t);
    } else
        atomic_fetch_sub_explicit(&t->word, RA__TASK_RUNNING - RA__TASK_WAITING, memory_order_release);
}

/* Follows the edges out of the members, new ones included. True if the group has grown. */
static bool grow(ra__group *g)
{
    int before = g->count;
    for (int i = 0; i < g->count && g->count < RA__GROUP_MOST; i++) {
        ra_task *t = g->member[i].task;
        ra__edge *head = atomic_load_explicit(&t->successors, memory_order_acquire);
        for (ra__edge *e = head; e != g->seen[i]; e = e->next)
            if (e->successor->kind == RA__TASK_CALL) { /* somebody waits for this very result */
                g->closed = true;
                return g->count > before;
            }
        for (ra__edge *e = head; e != g->seen[i] && g->count < RA__GROUP_MOST; e = e->next)
            consider(g, e->successor, g->member[0].task->space);
        g->seen[i] = head;
    }
    g->closed = g->closed || g->count == RA__GROUP_MOST;
    return g->count > before;
}

/* Something that reads the space by lines, after all that writes it. */
static void find_tail(ra__group *g)
{
    int before = g->count;
    for (int i = before - 1; i >= 0 && g->count == before && before < RA__GROUP_MOST; i--)
        for (ra__edge *e = atomic_load_explicit(&g->member[i].task->successors, memory_order_acquire); e && g->count == before; e = e->next)
            consider(g, e->successor, g->member[0].task->space - 1);
    g->has_tail = g->count > before;
}

static double cost_of(const ra__group *g)
{
    double ns = 0;
    for (int i = 0; i < g->count; i++)
        ns += g->member[i].task->job.plan->cost_ns;
    return ns;
}

static void look_for_more(ra__group *g)
{
    uint64_t start = ra__os_now_ns(), now = start, grown = start;
    while (!g->closed && !ra__pool_is_waited_for() && now - grown < GROWTH_NS) {
        double part = cost_of(g) / LOOK_SHARE;
        if ((double)(now - start) > (part < LOOK_MOST_NS ? part : LOOK_MOST_NS))
            break;
        for (int i = 0; i < 16; i++)
            ra__os_relax();
        now = ra__os_now_ns();
        if (grow(g))
            grown = now;
    }
}

void ra__fuse(ra_task *t)
{
    bool hurried = ra__waiting_walk && ra__waiting_longest_ns < 1e300;
    if (!is_elementwise(t) || ra__tls.mode & RA__MODE_SYNC || hurried || !is_sound(&t->job))
        return;
    ra__group *g = ra__os_alloc(sizeof *g);
    if (!g)
        return;
    memset(&g->plan, 0, sizeof g->plan);
    g->count = 0;
    g->closed = g->has_tail = false;
    g->member[0].task = t;
    add(g, t);
    grow(g);
    if (!ra__waiting_walk && !g->closed && cost_of(g) > LOOK_SHARE * 1000.0)
        look_for_more(g);
    find_tail(g);
    if (g->count == 1) {
        ra__os_free(g);
        return;
    }
    t->group = g;
    ra__count(RA__STAT_FUSED_GROUPS, 1);
    ra__count(RA__STAT_FUSED, (uint64_t)g->count);
}

/* ---- what needs no memory ---- */

/* A storage that members touch. */
typedef struct place {
    ra_storage *storage;
    uint64_t holds;  /* of members */
    int last;        /* member that touches it */
    int slot;        /* -1: none now */
    int itemsize;
    bool elided;
} place;

enum { PLACES = RA__GROUP_MOST * RA__JOB_OPERANDS };

static place *find_place(place *places, int *count, ra_storage *s)
{
    for (int i = *count - 1; i >= 0; i--)
        if (places[i].storage == s)
            return &places[i];
    places[*count] = (place){.storage = s, .slot = -1};
    return &places[(*count)++];
}

/* Written before it is read, as a whole, and without memory so far. */
static bool starts_fresh(const ra__operand *o)
{
    const ra_storage *s = o->storage;
    return o->writes && o->offset == 0 && (o->layout->flags & RA__DENSE) && o->layout->numel * ra__itemsize(o->layout) == o->need &&
           !(s->flags & RA__STORAGE_BORROWED) && !atomic_load_explicit(&s->data, memory_order_acquire);
}

static int find_places(ra__group *g, place *places)
{
    int count = 0;
    for (int i = 0; i < g->count; i++) {
        const ra__job *j = &g->member[i].task->job;
        for (int n = 0; n < j->operands; n++) {
            int k = n < j->operands - j->results ? j->results + n : n - (j->operands - j->results); /* inputs first */
            const ra__operand *o = &j->operand[k];
            if (!o->storage)
                continue;
            int before = count;
            place *p = find_place(places, &count, o->storage);
            if (count > before) {
                p->itemsize = (int)ra__itemsize(o->layout);
                p->elided = starts_fresh(o);
            }
            p->holds += ra__job_holds(j, k);
            p->last = i;
        }
    }
    for (int i = 0; i < count; i++)
        places[i].elided = places[i].elided && atomic_load_explicit(&places[i].storage->counts, memory_order_acquire) == places[i].holds;
    return count;
}

/* ---- tiles ---- */

typedef struct slots {
    bool taken[PLACES];
    int count;
} slots;

static int take_slot(slots *s)
{
    int i = 0;
    while (i < s->count && s->taken[i])
        i++;
    s->count = i < s->count ? s->count : i + 1;
    s->taken[i] = true;
    return i;
}

/*
 * A result may take the tile of an input that is of no use after this member: the loops read the elements of a piece
 * before they write them. (Only loops, and only equal widths, so that pieces lie upon one another.)
 */
static int inherit_slot(const ra__job *j, int i, const place *of, place *places, int count)
{
    for (int k = j->results; j->plan->flags & RA__PLAN_LINEAR && j->plan->kernel->loops && j->results == 1 && k < j->operands; k++) {
        place *p = j->operand[k].storage ? find_place(places, &count, j->operand[k].storage) : NULL;
        if (p && p->elided && p->last == i && p->slot >= 0 && p->itemsize == of->itemsize) {
            int slot = p->slot;
            p->slot = -1;
            return slot;
        }
    }
    return -1;
}

static void give_slots(ra__group *g, int i, place *places, int count, slots *s)
{
    ra__member *m = &g->member[i];
    ra__job *j = &m->task->job;
    for (int k = j->operands - 1; k >= 0; k--) { /* inputs have theirs when the results come */
        m->slot[k] = -1;
        place *p = j->operand[k].storage ? find_place(places, &count, j->operand[k].storage) : NULL;
        if (!p || !p->elided)
            continue;
        j->operand[k].elided = true;
        if (p->slot < 0 && k < j->results) {
            ra__count(RA__STAT_ELIDED, 1);
            p->slot = inherit_slot(j, i, p, places, count);
            if (p->slot < 0)
                p->slot = take_slot(s);
        }
        m->slot[k] = (int8_t)p->slot;
    }
    for (int n = 0; n < count; n++)
        if (places[n].elided && places[n].last == i && places[n].slot >= 0)
            s->taken[places[n].slot] = false;
}

void ra__group_keep_all(ra__group *g)
{
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < g->member[i].task->job.operands; k++)
            g->member[i].task->job.operand[k].elided = false;
}

/* ---- running ---- */

static ra__run run_of(const ra__run *r, const ra__group *g, const ra__member *m)
{
    ra__run mine = ra__job_run_of(&m->task->job, &m->task->running);
    mine.message = r->message;
    mine.message_size = r->message_size;
    mine.scratch = (char *)r->scratch + (size_t)g->slots * g->slot_bytes;
    return mine;
}

static ra_status run_tile(ra__run *r, const ra__group *g, int64_t at, int64_t end)
{
    ra_status status = RA_OK;
    char *data[RA__JOB_OPERANDS];
    for (int i = 0; i < g->count && !status; i++) {
        const ra__member *m = &g->member[i];
        const ra__job *j = &m->task->job;
        for (int k = 0; k < j->operands; k++) {
            data[k] = m->task->running.data[k];
            if (m->slot[k] >= 0) /* where the first element of all would lie */
                data[k] = (char *)((uintptr_t)r->scratch + (size_t)m->slot[k] * g->slot_bytes - (uintptr_t)(at * ra__itemsize(j->operand[k].layout)));
        }
        ra__run mine = run_of(r, g, m);
        mine.data = data;
        status = j->plan->kernel->range(&mine, at / j->plan->unit, (end + j->plan->unit - 1) / j->plan->unit);
    }
    return status;
}

static ra_status run_group(ra__run *r, int phase, int64_t first, int64_t last)
{
    const ra__group *g = r->plan->state;
    if (phase > 0) {
        ra__run mine = run_of(r, g, &g->member[g->count - 1]);
        return mine.plan->kernel->run(&mine, phase, first, last);
    }
    int64_t from = first * g->grain, to = last * g->grain;
    to = to < g->total ? to : g->total;
    ra_status status = RA_OK;
    for (int64_t at = from; at < to && !status; at += g->tile)
        status = run_tile(r, g, at, to - at < g->tile ? to : at + g->tile);
    return status;
}

static const ra_kernel fused = {.name = "fused", .run = run_group};

static void cut(ra__group *g, int64_t widest)
{
    const ra_plan *last = g->member[g->count - 1].task->job.plan;
    double ns = cost_of(g) / (double)g->total;
    g->tile = TILE_BYTES / widest;
    g->tile = last->unit > g->tile ? last->unit : g->tile / last->unit * last->unit;
    int64_t tiles = (int64_t)(GRAIN_NS / (ns * (double)g->tile));
    g->grain = (tiles > 0 ? tiles : 1) * g->tile;
    g->slot_bytes = (size_t)(g->tile * widest);
    g->plan = (ra_plan){.kernel = &fused, .state = g, .phases = 1, .grains = {(g->total + g->grain - 1) / g->grain}, .cost_ns = cost_of(g),
                        .scratch = (size_t)g->slots * g->slot_bytes + g->scratch};
    for (int phase = 1; phase < last->phases; phase++)
        g->plan.grains[g->plan.phases++] = last->grains[phase];
}

void ra__group_plan(ra__group *g)
{
    place places[PLACES];
    slots s = {.count = 0};
    int64_t widest = 1;
    int count = find_places(g, places);
    g->scratch = 0;
    for (int i = 0; i < g->count; i++) {
        const ra__job *j = &g->member[i].task->job;
        give_slots(g, i, places, count, &s);
        g->scratch = j->plan->scratch > g->scratch ? j->plan->scratch : g->scratch;
        for (int k = 0; k < j->operands; k++)
            if (j->operand[k].storage && ra__itemsize(j->operand[k].layout) > widest)
                widest = ra__itemsize(j->operand[k].layout);
    }
    g->slots = s.count;
    g->total = g->member[0].task->job.operand[0].layout->numel;
    cut(g, widest);
}
