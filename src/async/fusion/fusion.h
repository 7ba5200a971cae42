/*
 * Fusion: pending elementwise tasks over one space of elements run together, tile by tile. See fusion.c, fusion_fits.c and group.c.
 */
#ifndef RA_ASYNC_FUSION_H
#define RA_ASYNC_FUSION_H

#include "async/tasks/task.h"

enum { RA__GROUP_MOST = 32 }; /* members: what keeps the scan short, and the first result from waiting for ever more work */

/* A task of a group, in the order in which they run. */
typedef struct ra__member {
    ra_task *task;
    int8_t slot[RA__JOB_OPERANDS]; /* of the tile that stands for an operand; -1: the operand is in memory */
} ra__member;

typedef struct ra__group {
    ra_plan plan;       /* of all members as one job */
    int count;
    int slots;          /* tiles that are held at once */
    bool has_head;      /* the first member is no elementwise task: it fills the space piece by piece, in its last phase */
    ra_storage *lodger; /* the head's result, where nobody else wants it: in the memory of a later result; NULL: it has its own */
    int host;           /* the member whose first result that is */
    int64_t total;      /* elements */
    int64_t tile;       /* elements that go through all members at a time */
    int64_t grain;      /* elements */
    size_t slot_bytes;
    size_t scratch;     /* bytes of the members' own, behind the slots */
    int elided;         /* results that are never in memory */
    bool closed;        /* it grows no more */
    struct ra__refused *refused; /* while it is gathered */
    ra__edge *seen[RA__GROUP_MOST]; /* of each member's successors, those from here on have been looked at */
    ra__member member[RA__GROUP_MOST];
} ra__group;

/* What a job does with its space of elements. */
enum ra__fusion_kind {
    RA__FUSION_NONE,
    RA__FUSION_ELEMENTWISE, /* reads and writes it, element by element */
    RA__FUSION_LINES,       /* reads it unit by unit (a reduction of lines) */
    RA__FUSION_PIECES,      /* writes it piece by piece, from what it reads as a whole (a matrix product) */
    RA__FUSION_KINDS
};

/* The mark of a job's kind and space, for ra_task.space; 0: it cannot be fused. Under the graph lock. */
uint64_t ra__fusion_find_space(const ra__job *j);
static inline uint64_t ra__fusion_space(const ra__job *j)
{
    const ra__prepared *p = ra__prepared_of(j->plan);
    return p->has_space ? p->space : ra__fusion_find_space(j);
}
static inline enum ra__fusion_kind ra__fusion_kind_of(const ra_task *t)
{
    return ra__task_space(t) % RA__FUSION_KINDS;
}
/* Not one whose bytes have failed, or that nobody can observe: its fate is settled without running. */
bool ra__fusion_is_sound(const ra__job *j);
/* Whether t, whose mark is that of its kind over the group's space, may run after the members, piece by piece with them. */
bool ra__fusion_fits(const ra__group *g, const ra_task *t);

/* Tasks that were claimed for a group and do not fit after all: ready work, which whoever gathered runs. */
typedef struct ra__refused {
    int count;
    struct {
        ra_task *task;
        unsigned flags;
    } of[4];
} ra__refused;

/*
 * Before a task that this thread has claimed is started: gathers and claims the tasks that can run together with it. Sets
 * t->group if there are any. May look for more for a little while.
 */
void ra__fuse(ra_task *t, ra__refused *refused);
/* After its last member has ended. */
void ra__group_free(ra__group *g);
/* The calling thread ends. */
void ra__fusion_leave(void);
/* group.c: decides which results need no memory, and how the group is cut; then its operands can be allocated. */
void ra__group_plan(ra__group *g);
/* After its members have begun: where their operands are. */
void ra__group_bind(ra__group *g);
/* The members' results are to be in memory after all: it could not be begun as a group. */
void ra__group_keep_all(ra__group *g);
/* group_issue.c: the group is a device's, which computes it as one piece of work. After which results need no memory is decided. */
void ra__group_plan_issue(ra__group *g);
/* Before it is issued: every member has begun, or none has, and they are to be issued one by one. */
bool ra__group_begin_issue(ra__group *g, ra__spent *spent);
/* After that: it is not handed over as a group. */
void ra__group_give_up(ra__group *g);

/* The estimate for all of it. */
static inline double ra__group_cost(const ra__group *g)
{
    double ns = 0;
    for (int i = 0; i < g->count; i++)
        ns += g->member[i].task->job.plan->cost_ns;
    return ns;
}

/* What t runs by: its own plan or its group's. */
static inline const ra_plan *ra__task_plan(const ra_task *t)
{
    return t->group ? &t->group->plan : t->job.plan;
}

#endif
