/*
 * The trace: the hooks that see what tasks do.
 */
#include "async/run/trace.h"

#include "async/fusion/fusion.h"
#include "async/os/os.h"
#include "async/thread/state.h"
#include "async/thread/trace_ring.h"
#include "async/thread/trace_text.h"
#include "async/thread/trace_times.h"
#include "async/values/device.h"

#include <stdio.h>
#include <string.h>

/* "float32 (2, 3)", cut where it is too long. */
static void put_layout(char *text, size_t size, const ra_layout *l)
{
    ra__text t = {text, text + size};
    const char *dtype = ra_dtype_name((ra_dtype)l->dtype);
    ra__text_put(&t, dtype, strlen(dtype));
    RA__TEXT_LITERAL(&t, " (");
    for (int d = 0; d < l->ndim && ra__text_room(&t) > RA__TEXT_NUMBER + 8; d++) {
        if (d)
            RA__TEXT_LITERAL(&t, ", ");
        ra__text_number(&t, ra__sizes(l)[d]);
    }
    ra__text_put(&t, ")", sizeof ")");
}

/* ---- hooks ---- */

/* The edges into a task stay as they are from its commit until its record goes. */
static void each_predecessor(const ra_task *t, void (*visit)(uint64_t sequence))
{
    ra__edges_in in = ra__edges_of(t);
    for (const ra__edge *e; (e = ra__next_edge(&in));)
        visit(e->sequence);
}

static void start_one(const ra_task *t, uint64_t now)
{
    ra__times_started(ra__task_number(t), now);
    each_predecessor(t, ra__trace_add_arrow);
}

void ra__trace_start_task(const ra_task *t)
{
    uint64_t now = ra__os_now_ns();
    ra__trace_see();
    ra__trace_starting(ra__task_number(t));
    for (int i = 0; t->group && i < t->group->count; i++)
        start_one(t->group->member[i].task, now);
    if (!t->group)
        start_one(t, now);
}

/* The first name and, as far as there is room, the others. */
static void name_group(const ra__group *g, char *name, size_t size)
{
    ra__text t = {name, name + size - sizeof " ..."};
    RA__TEXT_LITERAL(&t, "fused");
    for (int i = 0; i < g->count; i++) {
        const char *of = ra__job_name(&g->member[i].task->job);
        size_t n = strlen(of);
        if (ra__text_room(&t) < n + 1) {
            t.end += sizeof " ..." - 1;
            RA__TEXT_LITERAL(&t, " ...");
            break;
        }
        RA__TEXT_LITERAL(&t, " ");
        ra__text_put(&t, of, n);
    }
    *t.at = 0;
}

void ra__trace_kernel_of(const ra_task *t, uint64_t start_ns, uint64_t ns)
{
    char layout[160], name[RA__TRACE_NAME];
    const ra__group *g = t->group;
    const ra__job *last = g ? &g->member[g->count - 1].task->job : &t->job;
    ra__trace_argument arguments[2];
    int count = 0;
    if (last->results) {
        put_layout(layout, sizeof layout, last->operand[0].layout);
        arguments[count++] = (ra__trace_argument){.key = "result", .text = layout};
    }
    if (g) {
        name_group(g, name, sizeof name);
        arguments[count++] = (ra__trace_argument){.key = "operators", .number = g->count};
    }
    ra__trace_named_kernel(g ? name : ra__job_name(&t->job), ra__task_number(t), start_ns, ns, arguments, count);
}

void ra__trace_inline_kernel(const ra__job *j, uint64_t start_ns, uint64_t ns)
{
    char layout[160];
    const ra__trace_argument arguments[] = {{.key = "task", .number = (int64_t)j->sequence}, {.key = "queued_us"}, {.key = "inline", .number = 1}, {.key = "result", .text = layout}};
    if (j->results)
        put_layout(layout, sizeof layout, j->operand[0].layout);
    ra__trace_named_kernel(ra__job_name(j), 0, start_ns, ns, arguments, j->results ? 4 : 3);
}

static __thread ra__times latest; /* among the predecessors of a join, or of a job on a stream */

static void note_latest(uint64_t task)
{
    ra__times p;
    if (ra__times_look_up(task, &p) && p.end_ns > latest.end_ns)
        latest = p;
}

/* ---- streams ---- */

/*
 * A stream is a track. When a device begins a job and ends it, it does not say; its completing lane sees the end, of several jobs at a time
 * where there is one mark behind them. A job begins when it has been issued and all that it comes behind has ended, as far as that was
 * seen.
 */
static struct {
    _Atomic uint32_t introduced;
    _Atomic uint64_t end_ns; /* of the last job; both are written by the completing lane */
} tracks[RA__DEVICES * RA__STREAMS];

_Static_assert(RA__STREAMS == 1 << RA__DEVICE_SHIFT, "a stream's name is its place");

static void add_predecessor(uint64_t task)
{
    note_latest(task);
    ra__trace_add_arrow(task);
}

void ra__trace_stream_kernel(const ra_task *t)
{
    const unsigned stream = ra__task_stream(t);
    const uint64_t now = ra__os_now_ns();
    char name[48];
    ra__times issued;
    if (!t->group && !t->job.plan->phases)
        return;
    ra__trace_see();
    snprintf(name, sizeof name, "%s stream %u", ra_device_name(RA_CUDA_AT(stream >> RA__DEVICE_SHIFT)), stream & (RA__STREAMS - 1));
    ra__trace_begin_track(RA__TRACE_TRACKS | (int32_t)stream, name, &tracks[stream].introduced);
    ra__trace_starting(ra__task_number(t));
    latest = (ra__times){.end_ns = atomic_load_explicit(&tracks[stream].end_ns, memory_order_relaxed)};
    for (int i = 0; t->group && i < t->group->count; i++)
        each_predecessor(t->group->member[i].task, add_predecessor);
    if (!t->group)
        each_predecessor(t, add_predecessor);
    if (!ra__times_look_up(ra__task_number(t), &issued) || !issued.started_ns)
        issued.started_ns = now; /* it was issued before there was a trace */
    const uint64_t start = issued.started_ns > latest.end_ns ? issued.started_ns : latest.end_ns;
    const uint64_t end = now > start ? now : start + 1;
    ra__trace_kernel_of(t, start, end - start);
    atomic_store_explicit(&tracks[stream].end_ns, end, memory_order_relaxed);
    ra__trace_end_track();
}

/* ---- ends ---- */

void ra__trace_end_task(const ra_task *t)
{
    const ra_task *first = atomic_load_explicit(&t->leader, memory_order_relaxed);
    uint64_t leader = first ? ra__task_number(first) : ra__task_number(t);
    ra__trace_see();
    if (t->kind == RA__TASK_JOB) {
        uint64_t end_ns;
        int32_t tid;
        if (ra__trace_last_kernel(leader, &end_ns, &tid) || ra__trace_last_kernel(ra__task_number(t), &end_ns, &tid))
            ra__times_ended(ra__task_number(t), end_ns, leader, tid);
        return;
    }
    latest = (ra__times){0};
    each_predecessor(t, note_latest);
    if (latest.end_ns)
        ra__times_ended(ra__task_number(t), latest.end_ns, latest.end_task, latest.end_tid);
}
