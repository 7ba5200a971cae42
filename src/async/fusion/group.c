/*
 * Groups of fused tasks: which results need no memory, how the work is cut, and running it.
 *
 * A storage whose holds are all the group's own cannot be observed by anybody, now or later (to get at it somebody would
 * need a handle, which is a hold). If a member writes it first, and it has no memory yet, it needs none: a tile in
 * scratch, that of a slot, stands for it. Kernels are given the place where its first element would lie, so that element i
 * is found where it is for every other operand.
 *
 * A head writes its pieces wherever in the space they are. If its result cannot be observed, it is written where a later
 * result will lie that replaces it element by element.
 */
#include "async/fusion/fusion.h"

#include "async/os/room.h"
#include "async/thread/stats.h"

#include <string.h>

enum {
    TILE_BYTES = RA__ROOM(16384, 8), /* of the widest operand's tile: a few of them fit a second-level cache beside what streams by */
    GRAIN_NS = RA__ROOM(10000, 1)
};

/* ---- what needs no memory ---- */

/* A storage that members touch. */
typedef struct place {
    ra_storage *storage;
    uint64_t holds;  /* of members */
    int first, last; /* members that touch it */
    int slot;        /* -1: none now */
    int itemsize;
    bool fresh, elided;
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
    return o->writes && o->offset == 0 && (o->layout->flags & RA__DENSE) && o->layout->numel * ra__itemsize(o->layout) == o->need && /* fits: numel in bytes */
           !(s->flags & RA__STORAGE_BORROWED) && !atomic_load_explicit(&s->data, memory_order_relaxed);
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
                p->first = i;
                p->fresh = starts_fresh(o);
                p->elided = p->fresh && ra__fusion_kind_of(g->member[i].task) != RA__FUSION_LINES; /* whose results are over no elements of the space */
            }
            p->holds += ra__job_holds(j, k);
            p->last = i;
        }
    }
    for (int i = 0; i < count; i++)
        places[i].elided = places[i].elided && atomic_load_explicit(&places[i].storage->counts, memory_order_relaxed) == places[i].holds;
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

/* Whether a result may lie where an input does that is of no use afterwards: loops read the elements of a piece before they write them. */
static bool may_replace(const ra__job *j)
{
    return j->plan->flags & RA__PLAN_LINEAR && j->plan->kernel->loops && j->results == 1;
}

/* A result may take the tile of such an input, if it is as wide, so that pieces lie upon one another. */
static int inherit_slot(const ra__job *j, int i, const place *of, place *places, int count)
{
    for (int k = j->results; may_replace(j) && k < j->operands; k++) {
        place *p = j->operand[k].storage ? find_place(places, &count, j->operand[k].storage) : NULL;
        if (p && p->elided && p->last == i && p->slot >= 0 && p->itemsize == of->itemsize) {
            int slot = p->slot;
            p->slot = -1;
            return slot;
        }
    }
    return -1;
}

/* The head's result goes where a later one will lie; or it is in memory after all. */
static void find_host(ra__group *g, place *places, int count)
{
    const ra__job *head = &g->member[0].task->job;
    place *p = find_place(places, &count, head->operand[0].storage);
    for (int i = p->last; p->elided && !g->lodger && i < g->count; i++) {
        const ra__job *j = &g->member[i].task->job;
        const place *host = find_place(places, &count, j->operand[0].storage);
        if (host->first == i && host->fresh && !host->elided && host->itemsize == p->itemsize && (i > p->last || may_replace(j))) {
            g->lodger = p->storage;
            g->host = i;
        }
    }
    p->elided = false; /* it has no slot */
    for (int i = 0; g->lodger && i < g->count; i++) {
        ra__job *j = &g->member[i].task->job;
        for (int k = 0; k < j->operands; k++)
            if (j->operand[k].storage == g->lodger)
                j->operand[k].elided = true;
    }
    g->elided += g->lodger != NULL;
}

void ra__group_bind(ra__group *g)
{
    for (int i = 0; g->lodger && i < g->count; i++) {
        ra_task *t = g->member[i].task;
        for (int k = 0; k < t->job.operands; k++)
            if (t->job.operand[k].storage == g->lodger)
                t->course->memory.data[k] = g->member[g->host].task->course->memory.data[0];
    }
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
            g->elided++;
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
    ra__count(RA__STAT_ELIDED, -(uint64_t)g->elided); /* they were not, nor did they run together */
    ra__count(RA__STAT_FUSED, -(uint64_t)g->count);
    ra__count(RA__STAT_FUSED_GROUPS, -UINT64_C(1));
    for (int i = 0; i < g->count; i++)
        for (int k = 0; k < g->member[i].task->job.operands; k++)
            g->member[i].task->job.operand[k].elided = false;
}

/* ---- running ---- */

static ra__run run_of(const ra__run *r, const ra__group *g, const ra__member *m)
{
    ra__run mine = ra__job_run_of(&m->task->job, &m->task->course->memory);
    mine.message = r->message;
    mine.message_size = r->message_size;
    mine.scratch = r->scratch ? (char *)r->scratch + (size_t)g->slots * g->slot_bytes : NULL;
    mine.stream_from = 0; /* a later member may read what this one writes */
    return mine;
}

static ra_status run_tile(ra__run *r, const ra__group *g, int from, int64_t at, int64_t end)
{
    ra_status status = RA_OK;
    char *data[RA__JOB_OPERANDS];
    for (int i = from; i < g->count && !status; i++) {
        const ra__member *m = &g->member[i];
        const ra__job *j = &m->task->job;
        for (int k = 0; k < j->operands; k++) {
            data[k] = m->task->course->memory.data[k];
            if (m->slot[k] >= 0) /* where the first element of all would lie */
                data[k] = (char *)((uintptr_t)r->scratch + (size_t)m->slot[k] * g->slot_bytes - (uintptr_t)(at * ra__itemsize(j->operand[k].layout)));
        }
        ra__run mine = run_of(r, g, m);
        mine.data = data;
        status = j->plan->kernel->range(&mine, at / j->plan->unit, (end + j->plan->unit - 1) / j->plan->unit);
    }
    return status;
}

/* Elements [at, end), tile by tile, through the members from `from` on. */
static ra_status run_tiles(ra__run *r, const ra__group *g, int from, int64_t at, int64_t end)
{
    ra_status status = RA_OK;
    for (; at < end && !status; at += g->tile)
        status = run_tile(r, g, from, at, end - at < g->tile ? end : at + g->tile);
    return status;
}

static ra_status run_piece(ra__run *r, const ra__group *g, const ra__piece *piece)
{
    if (piece->step == piece->length)
        return run_tiles(r, g, 1, piece->first, piece->first + piece->count * piece->length);
    ra_status status = RA_OK;
    for (int64_t i = 0, at = piece->first; i < piece->count && !status; i++, at += piece->step)
        status = run_tiles(r, g, 1, at, at + piece->length);
    return status;
}

/* Grains of a group with a head. */
static ra_status run_headed(ra__run *r, int phase, int64_t first, int64_t last)
{
    const ra__group *g = r->plan->state;
    const ra_plan *head = g->member[0].task->job.plan;
    ra__run mine = run_of(r, g, &g->member[0]);
    if (phase < head->phases - 1)
        return head->kernel->run(&mine, phase, first, last);
    ra_status status = RA_OK;
    ra__piece piece;
    for (int64_t grain = first; grain < last && !status; grain++) {
        status = head->kernel->run(&mine, phase, grain, grain + 1);
        for (int64_t n = 0; !status && head->kernel->piece(head, grain, n, &piece); n++)
            status = run_piece(r, g, &piece);
    }
    return status;
}

/* Grains of others: stretches of elements; and what a tail does after it has read them. */
static ra_status run_group(ra__run *r, int phase, int64_t first, int64_t last)
{
    const ra__group *g = r->plan->state;
    if (phase > 0) {
        ra__run mine = run_of(r, g, &g->member[g->count - 1]);
        return mine.plan->kernel->run(&mine, phase, first, last);
    }
    int64_t from = first * g->grain, to = last * g->grain;
    return run_tiles(r, g, 0, from, to < g->total ? to : g->total);
}

static const ra_kernel fused = {.name = "fused", .run = run_group};
static const ra_kernel fused_to_head = {.name = "fused", .run = run_headed};

static void cut(ra__group *g, int64_t widest)
{
    const ra_plan *first = g->member[0].task->job.plan, *last = g->member[g->count - 1].task->job.plan;
    double ns = ra__group_cost(g) / (double)g->total;
    g->tile = TILE_BYTES / widest;
    g->tile = last->unit > g->tile ? last->unit : g->tile / last->unit * last->unit;
    int64_t tiles = (int64_t)(GRAIN_NS / (ns * (double)g->tile));
    g->grain = (tiles > 0 ? tiles : 1) * g->tile;
    g->slot_bytes = ((size_t)(g->tile * widest) + 63) / 64 * 64;
    g->plan = (ra_plan){.kernel = g->has_head ? &fused_to_head : &fused, .state = g, .cost_ns = ra__group_cost(g), .scratch = (size_t)g->slots * g->slot_bytes + g->scratch};
    if (g->has_head) {
        g->plan.phases = first->phases;
        memcpy(g->plan.grains, first->grains, sizeof g->plan.grains);
        return;
    }
    g->plan.phases = 1;
    g->plan.grains[0] = (g->total + g->grain - 1) / g->grain;
    for (int phase = 1; phase < last->phases; phase++)
        g->plan.grains[g->plan.phases++] = last->grains[phase];
}

void ra__group_plan(ra__group *g)
{
    place places[PLACES];
    slots s = {.count = 0};
    int64_t widest = 1;
    int count = find_places(g, places);
    g->elided = 0;
    if (g->has_head)
        find_host(g, places, count);
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
    ra__count(RA__STAT_ELIDED, (uint64_t)g->elided);
    if (g->member[0].task->job.plan->device)
        ra__group_plan_issue(g);
    else
        cut(g, widest);
}
