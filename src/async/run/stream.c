/*
 * Streams. Each device has one, with two lanes (values/device.h says what they call).
 *
 *   take      whoever made a task ready, or submitted it, pushes it onto the issuing lane. It had to wait for the end of all
 *             predecessors that are no jobs of this stream, and for those that are until they were issued.
 *   issue     the issuing lane takes its memory, runs phase 0 of its kernel, which hands the work over, makes it ISSUED and lets its
 *             successors on the stream go: they come onto the same lane. It puts the job on the list of those that are issued; behind
 *             every few, and when nothing more is there, it has the device set a mark, and pushes them, by the first of them, onto the
 *             completing lane.
 *   complete  the completing lane waits for the mark, and ends the jobs before it, in their order: failures of their inputs are asked
 *             for again, since they may be those of jobs that were issued and not done when this one was.
 *
 * Elementwise jobs that wait for nothing but those before them in a group (fusion.c) are issued together: the issuing lane gathers and
 * claims them when it comes to the first. A group is one job, by its leader, of the list and of the batch, but that all its members let go
 * their successors. Where it cannot be begun or handed over as one its members are issued one after another.
 *
 * What comes to nothing (dropped, cancelled, without memory) has its place in that order too, since what comes behind it relies on all
 * that came before. But its successors wait for its end: until then its results may have no memory.
 *
 * Invariants: a job on the list, or in a batch, is claimed and has its course; only the lanes touch that. A stream's issued jobs end in
 * the order of the list. The issuing lane waits for the completing one where memory is short, the completing one for the device alone.
 */
#include "async/run/stream.h"

#include "async/fusion/fusion.h"
#include "async/memory/memory.h"
#include "async/os/lock.h"
#include "async/os/os.h"
#include "async/os/room.h"
#include "async/run/faults.h"
#include "async/run/run.h"
#include "async/run/trace.h"
#include "async/tasks/graph.h"
#include "async/thread/serial.h"
#include "async/thread/stalls.h"
#include "async/thread/stats.h"
#include "async/values/device.h"

#include <limits.h>

enum { BATCH = RA__ROOM(32, 2) }; /* jobs behind one mark: waiting for it costs about as much as handing ten over */

/* What becomes of a job at its end. */
enum fate { ISSUED, SETTLED /* it has not been handed over; nor have those */, GONE, UNOBSERVABLE, CANCELLED, WITHOUT_MEMORY, APART /* a group that is to be issued member by member */ };

typedef struct stream {
    ra__serial issuing, completing;
    ra_device device;
    const ra__device *row;
    _Atomic bool there;
    /* of the issuing lane */
    ra__course *first, **behind;
    int count;
    _Atomic uint32_t batches;       /* not completed */
} stream;

static stream streams[RA__DEVICES];
static _Atomic uint32_t start_lock;

/* ---- issuing ---- */

static stream *stream_of(const ra_task *t)
{
    return &streams[ra__device_index(t->job.plan->device)];
}

static void fail_at(ra_task *t, ra_status status, const char *message)
{
    ra__fault_note_at(t, 0, status, message);
}

/* A batch is known by its first course, whose item is free again. */
static void end_batch(stream *s)
{
    ra__course *first = s->first;
    char message[] = "the device takes no mark";
    if (!first)
        return;
    *s->behind = NULL;
    s->first = NULL;
    s->behind = &s->first;
    s->count = 0;
    ra_status status = s->row->mark(ra__device_index(s->device), &first->mark);
    for (ra__course *c = status ? first : NULL; c; c = c->issued_next)
        if (c->fate == ISSUED)
            fail_at(c->task, status, message);
    if (status)
        first->mark = NULL;
    atomic_fetch_add_explicit(&s->batches, 1, memory_order_relaxed);
    (void)ra__serial_push(&s->completing, &first->lane_item); /* the thread is there */
}

static void rest(ra__serial *lane)
{
    end_batch((stream *)((char *)lane - offsetof(stream, issuing)));
}

/* Until the completing lane has nothing left. */
static void drain(stream *s)
{
    uint32_t left;
    end_batch(s);
    while ((left = atomic_load_explicit(&s->batches, memory_order_acquire)))
        ra__os_futex_wait(&s->batches, left, RA__OS_FOREVER);
}

/* Those on this stream, which wait for no more than that, are let go. The others are put back, in any order, where the list is empty: what
 * a recorder has put there meanwhile is looked at before. One that comes later sees ISSUED, and takes back what need not wait. */
static void let_go_on(ra_task *t)
{
    const unsigned device = t->job.plan->device;
    ra__edge *others = NULL, *empty;
    atomic_fetch_add_explicit(&t->word, RA__TASK_ISSUED - RA__TASK_RUNNING, memory_order_relaxed); /* who finds it so leaves the rest to this lane */
    do {
        for (ra__edge *e = atomic_exchange_explicit(&t->successors, NULL, memory_order_acq_rel), *next; e; e = next) {
            ra_task *successor = e->successor;
            next = e->next;
            if (ra__task_device(successor) != device) {
                e->next = others;
                others = e;
            } else if (atomic_fetch_sub_explicit(&successor->waits, 1, memory_order_acquire) == 1) { /* what it does behind t is this lane's as well */
                atomic_fetch_add_explicit(&successor->holds, 1, memory_order_relaxed);
                ra__task_make_ready(successor);
                ra__stream_offer(successor);
            }
        }
        empty = NULL;
    } while (others && !atomic_compare_exchange_strong_explicit(&t->successors, &empty, others, memory_order_release, memory_order_relaxed));
}

static enum ra__begin begin(stream *s, ra_task *t)
{
    enum ra__begin begun = ra__job_begin_issue(&t->job, &t->course->memory);
    if (begun == RA__SETTLED && t->job.plan->kernel) { /* unless what failed was written anew, by a job that has been issued and not ended */
        drain(s);
        begun = ra__job_begin_issue(&t->job, &t->course->memory);
    }
    for (int i = 0; i < 2 && begun == RA__NO_MEMORY; i++) { /* what is done gives some back, and then what is cached goes */
        drain(s);
        if (i) {
            s->row->trim(ra__device_index(s->device));
            ra__mem_trim(0);
        }
        begun = ra__job_begin_issue(&t->job, &t->course->memory);
    }
    return begun;
}

/* False: it is a group that the device does not take as one. */
static bool hand_over(ra_task *t)
{
    char message[RA__FAULT_TEXT];
    message[0] = 0;
    ra__run run = t->group ? (ra__run){.plan = &t->group->plan} : ra__job_run_of(&t->job, &t->course->memory);
    run.message = message;
    run.message_size = sizeof message;
    ra_status status = run.plan->kernel->run(&run, 0, 0, 1);
    if (t->group && status == RA_ERR_UNSUPPORTED) {
        ra__group_give_up(t->group);
        return false;
    }
    ra__count(RA__STAT_GRAINS, 1);
    if (status && (int)status != RA__PENDING)
        fail_at(t, status, message);
    return true;
}

static enum fate issue_group(ra_task *leader)
{
    if (!ra__group_begin_issue(leader->group) || !hand_over(leader))
        return APART;
    ra__trace_started(leader);
    for (int i = 0; i < leader->group->count; i++)
        let_go_on(leader->group->member[i].task);
    return ISSUED;
}

static enum fate issue(stream *s, ra_task *t, unsigned flags)
{
    if (flags & RA__TASK_DROPPED)
        return GONE;
    if (flags & RA__TASK_CANCELLED)
        return CANCELLED;
    if (ra__job_is_unobservable(&t->job))
        return UNOBSERVABLE;
    if (t->group)
        return issue_group(t);
    enum ra__begin begun = begin(s, t);
    if (begun != RA__BEGUN)
        return begun == RA__SETTLED ? SETTLED : WITHOUT_MEMORY;
    ra__trace_started(t);
    if (t->job.plan->phases)
        (void)hand_over(t);
    let_go_on(t);
    return ISSUED;
}

/* Unless it comes apart it may have ended afterwards. */
static enum fate issue_next(stream *s, ra__course *c)
{
    if (!(c->lane_flags & RA__TASK_DROPPED)) {
        ra__run_prepare(c->task);
        c->task->phase = 0;
    }
    c->observed = false;
    const enum fate fate = issue(s, c->task, c->lane_flags);
    if (fate == APART)
        return fate;
    c->fate = (uint8_t)fate;
    *s->behind = c;
    s->behind = &c->issued_next;
    if (++s->count >= BATCH)
        end_batch(s);
    return fate;
}

/* Their waits keep them from being made ready. One that came to nothing has ended when the next begins, which may need what it would have
 * had as its result. */
static void issue_apart(stream *s, ra_task *leader)
{
    ra__group *g = leader->group;
    ra__group_keep_all(g);
    leader->group = NULL;
    for (int i = 0; i < g->count; i++)
        atomic_store_explicit(&g->member[i].task->leader, NULL, memory_order_relaxed); /* whose record another may have before they end */
    for (int i = 0; i < g->count; i++) {
        ra_task *t = g->member[i].task;
        while (!ra__task_take_course(t))
            ra__os_yield();
        t->course->lane_flags = 0;
        if (issue_next(s, t->course) != ISSUED)
            drain(s);
    }
    ra__group_free(g);
}

static void serve_issuing(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item));
    stream *s = stream_of(c->task);
    if (!c->lane_flags)
        ra__run_gather(c->task);
    if (issue_next(s, c) == APART)
        issue_apart(s, c->task);
}

/* ---- completing ---- */

/* Its job is settled as one that has run to no result, or has no results that matter. */
static void end_unissued(ra__course *c, ra_task *t, enum fate fate)
{
    if (fate == GONE) {
        ra__block_give(RA__BLOCK_COURSE, c);
        ra__run_end(t);
        return;
    }
    if (fate == UNOBSERVABLE)
        ra__count(RA__STAT_DROPPED, 1);
    else if (fate == SETTLED)
        ra__job_end(&t->job, NULL, RA_OK, NULL);
    else
        ra__job_end(&t->job, NULL, fate == CANCELLED ? RA_ERR_CANCELLED : RA_ERR_TASK_MEMORY, NULL);
    ra__run_release(t);
    ra__run_end(t);
}

static void serve_completing(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item)), *next;
    stream *s = stream_of(c->task);
    char message[RA__FAULT_TEXT];
    message[0] = 0;
    ra_status status = c->mark ? s->row->await(ra__device_index(s->device), c->mark, message, sizeof message) : RA_OK;
    for (; c; c = next) {
        ra_task *t = c->task;
        next = c->issued_next;
        ra__count(RA__STAT_RAN_BY_DEVICE, c->fate == ISSUED && t->group ? (uint64_t)t->group->count : 1);
        if (c->fate != ISSUED) {
            end_unissued(c, t, c->fate);
            continue;
        }
        if (status)
            fail_at(t, status, message);
        ra__run_resume(t);
    }
    if (atomic_fetch_sub_explicit(&s->batches, 1, memory_order_release) == 1)
        ra__os_futex_wake(&s->batches, INT_MAX);
}

/* ---- starting and stopping ---- */

static ra_status start(stream *s, ra_device device, const char *function)
{
    char why[400] = "";
    const int index = ra__device_index(device);
    s->device = device;
    s->row = ra__device_of(device);
    ra_status status = s->row ? s->row->start(index, why, sizeof why) : RA_ERR_DEVICE;
    if (status)
        return ra__refusal(status, "%s: device %s: %s", function, ra_device_name(device), s->row ? why : "is not supported in this build");
    s->issuing = (ra__serial){.number = 9300 + index, .serve = serve_issuing, .rest = rest};
    s->completing = (ra__serial){.number = 9400 + index, .serve = serve_completing};
    s->behind = &s->first;
    if (!ra__serial_expect(&s->completing) || !ra__serial_expect(&s->issuing)) {
        ra__serial_stop(&s->completing);
        s->row->stop(index);
        return ra__refusal(RA_ERR_SYSTEM, "%s: device %s: no thread to be had that issues its work", function, ra_device_name(device));
    }
    atomic_store_explicit(&s->there, true, memory_order_release);
    return RA_OK;
}

ra_status ra__stream_ensure(ra_device device, const char *function)
{
    stream *s = &streams[ra__device_index(device)];
    ra_status status = RA_OK;
    if (atomic_load_explicit(&s->there, memory_order_acquire))
        return RA_OK;
    const uint64_t begin_ns = ra__os_now_ns();
    ra__lock(&start_lock);
    if (!atomic_load_explicit(&s->there, memory_order_relaxed))
        status = start(s, device, function);
    ra__unlock(&start_lock);
    ra__note_wait(RA__WAIT_START, NULL, 0, begin_ns);
    return status;
}

ra_status ra__stream_examine(const ra__device *row, const ra_op *op, const struct ra__source_types *types, char *why, size_t size)
{
    const uint64_t begin_ns = ra__os_now_ns();
    ra__lock(&start_lock);
    const ra_status status = row->examine(op, types, why, size);
    ra__unlock(&start_lock);
    ra__note_wait(RA__WAIT_START, NULL, 0, begin_ns);
    return status;
}

/* Without memory for what it needs to run, a job still must not be lost. That of one that is dropped is not its own: in its record
 * something else may have the place (task.h). */
void ra__stream_take(ra_task *t, unsigned flags)
{
    ra__course *c = NULL;
    while (!c)
        if (flags & RA__TASK_DROPPED ? !(c = ra__block_take(RA__BLOCK_COURSE, sizeof *c)) : !ra__task_take_course(t))
            ra__os_yield();
        else if (!c)
            c = t->course;
    c->task = t;
    c->lane_flags = flags;
    (void)ra__serial_push(&stream_of(t)->issuing, &c->lane_item); /* the thread is there */
}

void ra__stream_offer(ra_task *t)
{
    unsigned flags;
    if (ra__task_claim(t, ra__task_number(t), &flags))
        ra__stream_take(t, flags);
    ra__graph_let_go(t);
}

void ra__stream_stop(void)
{
    for (int i = 0; i < RA__DEVICES; i++) {
        stream *s = &streams[i];
        if (!atomic_load_explicit(&s->there, memory_order_relaxed))
            continue;
        ra__serial_stop(&s->issuing);
        ra__serial_stop(&s->completing);
        s->row->stop(i);
        atomic_store_explicit(&s->there, false, memory_order_relaxed);
    }
}

void ra__stream_fork_child(void)
{
    for (int i = 0; i < RA__DEVICES; i++) {
        stream *s = &streams[i];
        ra__serial_fork_child(&s->issuing);
        ra__serial_fork_child(&s->completing);
        if (s->row)
            s->row->fork_child();
        atomic_store_explicit(&s->batches, 0, memory_order_relaxed);
        atomic_store_explicit(&s->there, false, memory_order_relaxed);
        s->first = NULL;
        s->count = 0;
    }
    atomic_store_explicit(&start_lock, 0, memory_order_relaxed);
}
