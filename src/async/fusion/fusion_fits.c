/*
 * What may join a group of fused tasks.
 *
 * A task fits if it goes over the group's space of elements, and if it touches bytes that other members touch, where it or
 * they write them, only in the very view in which they do. Then element i of it needs nothing of the others but their
 * elements i, so a tile may go through all members before the next one does. What a member reads as a whole (a matrix
 * product its factors, a norm its weights) none of the others may write. All members are given their places before the first
 * tile: what makes a storage grow is not of a group that uses that storage.
 */
#include "async/fusion/fusion.h"

#include "async/os/mutant.h"
#include "async/thread/settings.h"

#include <string.h>

enum {
    UNIT_MOST = 65536,  /* elements of a tail's unit: a tile of so many still fits a second-level cache */
    LEAST_BYTES = 16384, /* of a result: less stays in the first cache from one operator to the next by itself */
    LEAST_RUN = 64       /* elements that a head writes side by side: the members' calls cost more than the cache saves for fewer */
};

static enum ra__fusion_kind kind_of_job(const ra__job *j)
{
    const ra_plan *p = j->plan;
    if (p->flags & RA__PLAN_LINEAR && p->kernel->range)
        return RA__FUSION_ELEMENTWISE;
    if (p->unit && p->unit <= UNIT_MOST && p->kernel->range)
        return RA__FUSION_LINES;
    if (p->flags & RA__PLAN_PIECES && p->kernel->piece && j->operand[0].layout->flags & RA__DENSE)
        return RA__FUSION_PIECES;
    return RA__FUSION_NONE;
}

static uint64_t mark_of(const ra_layout *l)
{
    uint64_t hash = (uint64_t)l->ndim;
    for (int d = 0; d < 2 * l->ndim; d++)
        hash = (hash ^ (uint64_t)l->dims[d]) * UINT64_C(0x9e3779b97f4a7c15);
    return hash - hash % RA__FUSION_KINDS;
}

/* The operand that goes over the space. */
static const ra_layout *space_of(const ra__job *j, enum ra__fusion_kind kind)
{
    return j->operand[kind == RA__FUSION_LINES ? j->results : 0].layout;
}

/* A head has pieces of narrow columns where its result is small. */
static bool has_long_runs(const ra_plan *head)
{
    ra__piece p;
    return head->kernel->piece(head, 0, 0, &p) && (p.length >= LEAST_RUN || p.step == p.length || p.count == 1);
}

static bool pays(const ra__job *j, enum ra__fusion_kind kind, const ra_layout *space)
{
    return space->numel * ra__itemsize(space) >= LEAST_BYTES && (kind != RA__FUSION_PIECES || has_long_runs(j->plan)); /* fits: numel in bytes */
}

/* Of a job that a stream of a device computes, which has all of its in order: to hand one over takes more than to compute a small
 * one. */
static __attribute__((noinline, cold)) uint64_t space_on_device(const ra__job *j)
{
    if (!j->plan->device || !(j->plan->flags & RA__PLAN_LINEAR) || j->operands > RA__JOB_OPERANDS || ra__settings.fusion == RA_FUSION_OFF)
        return 0;
    const uint64_t hash = mark_of(j->operand[0].layout) + (j->plan->device | (uint64_t)j->stream << 8) * UINT64_C(0x9e3779b97f4a7c15);
    return hash - hash % RA__FUSION_KINDS + RA__FUSION_ELEMENTWISE;
}

/* A matter of the plan alone, and of the layouts that it is for. */
static uint64_t space_on_processor(const ra__job *j)
{
    if (j->operands > RA__JOB_OPERANDS || j->extents || !(j->plan->flags & RA__PLAN_LEAF) || ra__settings.fusion == RA_FUSION_OFF)
        return 0;
    enum ra__fusion_kind kind = kind_of_job(j);
    if (kind == RA__FUSION_NONE)
        return 0;
    const ra_layout *l = space_of(j, kind);
    return ra__settings.fusion != RA_FUSION_ON || pays(j, kind, l) ? mark_of(l) + kind : 0;
}

uint64_t ra__fusion_find_space(const ra__job *j)
{
    ra__prepared *p = ra__prepared_of(j->plan);
    if (j->plan->flags & RA__PLAN_SERIAL)
        return space_on_device(j);
    p->has_space = true;
    return p->space = space_on_processor(j);
}

static bool is_same_space(const ra_layout *a, const ra_layout *b)
{
    return a->ndim == b->ndim && !memcmp(a->dims, b->dims, 2 * a->ndim * sizeof *a->dims);
}

static bool is_same_view(const ra__operand *a, const ra__operand *b)
{
    return a->offset == b->offset && a->need == b->need && (a->layout == b->layout || (a->layout->dtype == b->layout->dtype && is_same_space(a->layout, b->layout)));
}

/* One of them makes the storage grow, and so moves what the other has been given the place of. */
static bool is_moved(const ra__operand *x, const ra__operand *y)
{
    return x->need != y->need && !RA__MUTANT(GROWTH_IN_A_GROUP);
}

static bool is_disjoint(const ra__operand *x, const ra__operand *y)
{
    return x->offset >= ra__operand_end(y) || y->offset >= ra__operand_end(x);
}

/* Whether b, after a, may be computed element by element with it. */
static bool are_aligned(const ra__job *a, const ra__job *b)
{
    if (RA__MUTANT(NO_ALIGNMENT))
        return true;
    for (int i = 0; i < a->operands; i++)
        for (int k = 0; k < b->operands; k++) {
            const ra__operand *x = &a->operand[i], *y = &b->operand[k];
            if (x->storage && x->storage == y->storage && (x->writes || y->writes) && (is_moved(x, y) || (!is_disjoint(x, y) && !is_same_view(x, y))))
                return false;
        }
    return true;
}

bool ra__fusion_is_sound(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (s && ra__may_have_failed(s))
            return false;
    }
    return !ra__job_is_unobservable(j);
}

/* Whether a needs as a whole what b writes: all inputs of one that writes pieces, all but the first of one that reads lines. */
static bool needs_whole(const ra_task *a, const ra_task *b)
{
    const ra__job *j = &a->job;
    int first = ra__fusion_kind_of(a) == RA__FUSION_ELEMENTWISE ? j->operands : ra__fusion_kind_of(a) == RA__FUSION_LINES ? j->results + 1 : j->results;
    for (int k = first; k < j->operands; k++)
        if (j->operand[k].storage && ra__job_writes(&b->job, j->operand[k].storage))
            return true;
    return false;
}

bool ra__fusion_fits(const ra__group *g, const ra_task *t)
{
    const ra__job *j = &t->job;
    const ra_task *leader = g->member[0].task;
    const ra_layout *space = space_of(&leader->job, ra__fusion_kind_of(leader));
    if (leader->job.plan->device != j->plan->device || !is_same_space(space, space_of(j, ra__fusion_kind_of(t))) || !ra__fusion_is_sound(j))
        return false;
    for (int r = 1; ra__fusion_kind_of(t) == RA__FUSION_ELEMENTWISE && r < j->results; r++)
        if (!is_same_space(space, j->operand[r].layout))
            return false;
    for (int i = 0; i < g->count; i++) {
        const ra_task *m = g->member[i].task;
        if (!are_aligned(&m->job, j) || needs_whole(t, m) || needs_whole(m, t))
            return false;
    }
    return true;
}
