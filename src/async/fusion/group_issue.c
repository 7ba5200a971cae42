/*
 * Groups of a device with streams: their members are handed to it as one piece of work (ra__device.join), which keeps an element's
 * values from one member to the next. What a member reads of another's result it has from there, whether or not that is in memory as well;
 * where several write the same place, the last one's is what is written.
 */
#include "async/fusion/fusion.h"

#include "async/values/device.h"

_Static_assert((int)RA__JOINED_OPERANDS == (int)RA__JOB_OPERANDS, "members have all their operands in the job");

static bool is_elsewhere(const ra__operand *x, const ra__operand *y)
{
    return x->storage != y->storage || x->offset >= ra__operand_end(y) || y->offset >= ra__operand_end(x);
}

/* The last before member i that writes the operand, in the view that it is (fusion_fits.c); -1: none does. */
static int writer_before(const ra__group *g, int i, const ra__operand *o)
{
    while (--i >= 0 && is_elsewhere(&g->member[i].task->job.operand[0], o))
        ;
    return i;
}

static bool is_overwritten(const ra__group *g, int i)
{
    const ra__operand *o = &g->member[i].task->job.operand[0];
    for (int k = i + 1; k < g->count; k++)
        if (!is_elsewhere(&g->member[k].task->job.operand[0], o))
            return true;
    return false;
}

static ra_status run_joined(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const ra__group *g = r->plan->state;
    ra__joined jobs[RA__GROUP_MOST];
    for (int i = 0; i < g->count; i++) {
        ra_task *t = g->member[i].task;
        const ra__job *j = &t->job;
        jobs[i] = (ra__joined){.run = ra__job_run_of(j, &t->course->memory), .is_kept = !j->operand[0].elided && !is_overwritten(g, i)};
        for (int k = 0; k < RA__JOINED_OPERANDS; k++)
            jobs[i].from[k] = (int8_t)(k >= j->results && k < j->operands && j->operand[k].storage ? writer_before(g, i, &j->operand[k]) : -1);
    }
    jobs[0].run.message = r->message;
    jobs[0].run.message_size = r->message_size;
    const ra_device device = g->member[0].task->job.plan->device;
    return ra__device_of(device)->join(jobs, g->count);
}

static const ra_kernel joined = {.name = "fused", .run = run_joined};

void ra__group_plan_issue(ra__group *g)
{
    g->plan = (ra_plan){.kernel = &joined, .state = g, .phases = 1, .grains = {1}, .device = g->member[0].task->job.plan->device, .cost_ns = ra__group_cost(g)};
}

/* The first so many, which have begun. */
static void give_up(ra__group *g, int count)
{
    for (int i = 0; i < count; i++)
        ra__job_give_up(&g->member[i].task->job, &g->member[i].task->course->memory);
}

void ra__group_give_up(ra__group *g)
{
    give_up(g, g->count);
}

bool ra__group_begin_issue(ra__group *g, ra__spent *spent)
{
    int i = 0;
    ra__group_plan(g);
    while (i < g->count && ra__task_take_course(g->member[i].task) && ra__job_begin_issue(&g->member[i].task->job, &g->member[i].task->course->memory, spent) == RA__BEGUN)
        i++;
    if (i == g->count)
        return true;
    give_up(g, i);
    return false;
}
