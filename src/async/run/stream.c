/*
 * Streams. Each device has some: its own, which computes; one that brings data there and one that takes it away, so that both go on
 * beside kernels; and those of the program. A device has one issuing lane, a stream one completing lane (values/device.h says what they
 * call).
 *
 *   take      whoever made a task ready, or submitted it, pushes it onto the device's issuing lane. It had to wait for the end of all
 *             predecessors that are no jobs of streams, and for those that are until they were issued.
 *   issue     the issuing lane has the job's stream come behind what it depends on elsewhere, takes its memory, runs phase 0 of its
 *             kernel, which hands the work over, makes it ISSUED and lets its successors on streams go: they come onto the same lane, or
 *             another device's. It puts the job on the list of those that are issued to the stream; behind every few, when
 *             successors are on other streams, and when nothing more is there, it has the device set a mark, and pushes them, by the first
 *             of them, onto the completing lane.
 *             What a plan that is PACKED does before that is shared with the workers, as phases are; the lane sees to its end, so all that
 *             it hands to the stream has its place there.
 *   complete  the completing lane waits for the mark, and ends the jobs before it, in their order: failures of their inputs are asked
 *             for again, since they may be those of jobs that were issued and not done when this one was. So a job ends behind those of
 *             other streams that it depends on, for which the lane waits: the device has done them, their lanes need only say so.
 *
 * What a job depends on, on another stream, is known by its edges (ra__edge_to_stream), which say the place that the other job has
 * there. They are written where that is let go of, or by the recorder who finds it issued; of other devices the latter waits for its
 * end. The stream waits for the first mark behind the place, of which there is one: the lane sets it before it lets go those of other
 * streams, and where it issues one that was recorded later.
 *
 * What reads in the processor's memory when it is issued, and may read what another brings there at its end, waits for that as a job of
 * the processor does (ra__task_awaits_end).
 *
 * Elementwise jobs that wait for nothing but those before them in a group (fusion.c) are issued together: the issuing lane gathers and
 * claims them when it comes to the first. A group is one job, by its leader, of the list and of the batch, but that all its members let go
 * their successors. Where it cannot be begun or handed over as one its members are issued one after another.
 *
 * What comes to nothing (dropped, cancelled, without memory) has its place in that order too, since what comes behind it relies on all
 * that came before. But its successors wait for its end: until then its results may have no memory.
 *
 * Invariants: a job on the list, or in a batch, is claimed and has its course; only the lanes touch that. A stream's issued jobs end in
 * the order of the list. The issuing lane waits for completing ones where memory is short; a completing one for the device, and for
 * others as to jobs that were issued before its own: so no lanes wait in a circle.
 */
#include "async/run/stream.h"

#include "async/fusion/fusion.h"
#include "async/memory/memory.h"
#include "async/os/lock.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/run/faults.h"
#include "async/run/run.h"
#include "async/run/streams.h"
#include "async/run/trace.h"
#include "async/tasks/graph.h"
#include "async/thread/stalls.h"
#include "async/thread/stats.h"

enum { BATCH = RA__ROOM(32, 2) }; /* jobs behind one mark: waiting for it costs about as much as handing ten over */

/* What becomes of a job at its end. */
enum fate { ISSUED, SETTLED /* it has not been handed over; nor have those */, GONE, UNOBSERVABLE, CANCELLED, WITHOUT_MEMORY, APART /* a group that is to be issued member by member */ };

typedef ra__stream_device device;
typedef ra_stream stream;

static _Atomic uint32_t start_lock;

static device *device_of(const ra_task *t)
{
    return &ra__stream_devices[ra__device_index(t->job.plan->device)];
}

static stream *stream_of(const ra_task *t)
{
    return ra__stream_named(ra__task_stream(t));
}

static const ra__device *row_of(const stream *s)
{
    return ra__stream_devices[ra__device_index(s->device)].row;
}

static void fail_at(ra_task *t, ra_status status, const char *message)
{
    ra__fault_note_at(t, 0, status, message);
}

/* ---- marks ---- */

static void drop_mark(stream *s, ra__mark *m)
{
    ra__lock(&s->lock);
    const bool last = --m->uses == 0;
    ra__unlock(&s->lock);
    if (!last)
        return;
    row_of(s)->unmark(ra__device_index(s->device), m->native);
    ra__os_free(m);
}

/* Behind all that was issued to it. NULL: none of that goes on any more; a status: it has failed. */
static ra__mark *set_mark(stream *s, ra_status *status, char *message, size_t size)
{
    const int index = ra__device_index(s->device);
    const ra__device *row = row_of(s);
    void *native = NULL;
    if ((*status = row->mark(index, s->native, &native)))
        return NULL;
    ra__mark *m = ra__os_alloc(sizeof *m);
    if (!m) {
        *status = row->await(index, native, message, size);
        row->unmark(index, native);
        return NULL;
    }
    *m = (ra__mark){.native = native, .place = s->issued, .uses = 1};
    ra__lock(&s->lock);
    *s->newest = m;
    s->newest = &m->next;
    ra__unlock(&s->lock);
    return m;
}

/* The first behind the place, with a use of it; NULL: that has been reached. */
static ra__mark *mark_behind(stream *s, uint64_t place)
{
    ra__lock(&s->lock);
    ra__mark *m = place > s->reached ? s->marks : NULL;
    while (m && m->place < place)
        m = m->next;
    if (m)
        m->uses++;
    ra__unlock(&s->lock);
    return m;
}

/* By the completing lane, which has waited for it: the oldest. */
static void take_mark_off(stream *s, ra__mark *m)
{
    ra__lock(&s->lock);
    s->reached = m->place;
    if (!(s->marks = m->next))
        s->newest = &s->marks;
    ra__unlock(&s->lock);
    drop_mark(s, m);
}

/* ---- issuing ---- */

/* A batch is known by its first course, whose item is free again. */
static void end_batch(stream *s)
{
    ra__course *first = s->first;
    char message[RA__FAULT_TEXT] = "the device takes no mark";
    ra_status status;
    if (!first)
        return;
    *s->behind = NULL;
    s->first = NULL;
    s->behind = &s->first;
    s->count = 0;
    first->mark = set_mark(s, &status, message, sizeof message);
    for (ra__course *c = status ? first : NULL; c; c = c->issued_next)
        if (c->fate == ISSUED)
            fail_at(c->task, status, message);
    (void)ra__serial_push(&s->completing, &first->lane_item); /* the thread is there */
}

static void end_batches(device *d)
{
    for (int i = 0; i < RA__STREAMS_NOW; i++)
        end_batch(&d->stream[i]);
}

static void rest(ra__serial *lane)
{
    end_batches((device *)((char *)lane - offsetof(device, issuing)));
}

/* Until the completing lanes have nothing left. */
static void drain(device *d)
{
    end_batches(d);
    for (int i = 0; i < RA__STREAMS_NOW; i++)
        ra__streams_wait_until_ended(&d->stream[i], d->stream[i].issued);
}

/* The stream comes behind the jobs of another up to the place. */
static void come_behind(device *d, stream *s, stream *other, uint64_t place)
{
    char message[RA__FAULT_TEXT];
    uint64_t *after = other->device == s->device ? &s->after[other->number] : NULL;
    if (atomic_load_explicit(&other->ended, memory_order_acquire) >= place || (after && *after >= place))
        return;
    if (after && place > other->issued - (uint64_t)other->count)
        end_batch(other);
    ra__mark *m = mark_behind(other, place);
    if (m && d->row->order(ra__device_index(s->device), s->native, m->native))
        (void)d->row->await(ra__device_index(other->device), m->native, message, sizeof message); /* its own lane says what has failed */
    if (after)
        *after = m ? m->place : place;
    if (m)
        drop_mark(other, m);
}

static void come_behind_all(device *d, stream *s, const ra_task *t)
{
    const int count = t->group ? t->group->count : 1;
    unsigned name;
    uint64_t place;
    for (int i = 0; i < count; i++) {
        ra__edges_in in = ra__edges_of(t->group ? t->group->member[i].task : t);
        for (ra__edge *e; (e = ra__next_edge(&in));)
            if (ra__edge_of_stream(e, &name, &place))
                come_behind(d, s, ra__stream_named(name), place);
    }
}

static void make_ready(ra_task *successor)
{
    atomic_fetch_add_explicit(&successor->holds, 1, memory_order_relaxed);
    ra__task_make_ready(successor);
    ra__stream_offer(successor);
}

/* Those on this stream, which wait for no more than that, are let go; those on other streams are put on a list. The others are put back, in
 * any order, where the list is empty: what a recorder has put there meanwhile is looked at before. One that comes later sees ISSUED, and
 * takes back what need not wait. */
static void let_go_on(ra_task *t, ra__edge **elsewhere)
{
    const unsigned name = ra__task_stream(t);
    ra__edge *others = NULL, *empty;
    atomic_fetch_add_explicit(&t->word, RA__TASK_ISSUED - RA__TASK_RUNNING, memory_order_release); /* who finds it so leaves the rest to this lane */
    do {
        for (ra__edge *e = atomic_exchange_explicit(&t->successors, NULL, memory_order_acq_rel), *next; e; e = next) {
            ra_task *successor = e->successor;
            const unsigned to = ra__task_device(successor) && !ra__task_awaits_end(successor, t) ? ra__task_device(successor) : 0;
            ra__edge **list = !to ? &others : ra__task_stream(successor) != name ? elsewhere : NULL;
            next = e->next;
            if (list) {
                e->next = *list;
                *list = e;
            } else if (atomic_fetch_sub_explicit(&successor->waits, 1, memory_order_acquire) == 1) /* what it does behind t is this lane's as well */
                make_ready(successor);
        }
        empty = NULL;
    } while (others && !atomic_compare_exchange_strong_explicit(&t->successors, &empty, others, memory_order_release, memory_order_relaxed));
}

/* t may have ended. */
static void let_go_elsewhere(ra__edge *list, unsigned name, uint64_t place)
{
    for (ra__edge *e = list, *next; e; e = next) {
        ra_task *successor = e->successor;
        next = e->next;
        if (RA__MUTANT(NO_ORDER_OF_STREAMS))
            e->next = NULL;
        else
            ra__edge_to_stream(e, name, place);
        if (atomic_fetch_sub_explicit(&successor->waits, 1, memory_order_acq_rel) == 1)
            make_ready(successor);
    }
}

static enum ra__begin begin(device *d, ra_task *t)
{
    enum ra__begin begun = ra__job_begin_issue(&t->job, &t->course->memory);
    if (begun == RA__SETTLED && t->job.plan->kernel) { /* unless what failed was written anew, by a job that has been issued and not ended */
        drain(d);
        begun = ra__job_begin_issue(&t->job, &t->course->memory);
    }
    for (int i = 0; i < 2 && begun == RA__NO_MEMORY; i++) { /* what is done gives some back, and then what is cached goes */
        drain(d);
        if (i) {
            d->row->trim(ra__device_index(d->device));
            ra__mem_trim(0);
        }
        begun = ra__job_begin_issue(&t->job, &t->course->memory);
    }
    return begun;
}

/* False: it is a group that the device does not take as one. */
static bool hand_over(ra_task *t)
{
    const bool is_packed = !t->group && t->job.plan->flags & RA__PLAN_PACKED;
    if (is_packed && !ra__run_packing(t))
        return true;
    char message[RA__FAULT_TEXT];
    message[0] = 0;
    ra__run run = t->group ? (ra__run){.plan = &t->group->plan} : ra__job_run_of(&t->job, &t->course->memory);
    run.message = message;
    run.message_size = sizeof message;
    ra_status status = run.plan->kernel->run(&run, is_packed, 0, 1);
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
    return ISSUED;
}

static enum fate issue(device *d, stream *s, ra_task *t, unsigned flags)
{
    if (flags & RA__TASK_DROPPED)
        return GONE;
    if (flags & RA__TASK_CANCELLED)
        return CANCELLED;
    if (ra__job_is_unobservable(&t->job))
        return UNOBSERVABLE;
    come_behind_all(d, s, t);
    d->in_use = s;
    d->row->use(ra__device_index(s->device), s->number, s->native);
    if (t->group)
        return issue_group(t);
    enum ra__begin begun = begin(d, t);
    if (begun != RA__BEGUN)
        return begun == RA__SETTLED ? SETTLED : WITHOUT_MEMORY;
    ra__trace_started(t);
    if (t->job.plan->phases)
        (void)hand_over(t);
    return ISSUED;
}

/* Of a group all members have the leader's place. */
static ra__edge *let_all_go_on(ra_task *t, uint64_t place)
{
    const int count = t->group ? t->group->count : 1;
    ra__edge *elsewhere = NULL;
    for (int i = 0; i < count; i++) {
        ra_task *one = t->group ? t->group->member[i].task : t;
        one->place = place;
        let_go_on(one, &elsewhere);
    }
    return elsewhere;
}

/* Unless it comes apart it may have ended afterwards. */
static enum fate issue_next(device *d, stream *s, ra__course *c)
{
    ra_task *t = c->task;
    const unsigned name = ra__task_stream(t);
    if (!(c->lane_flags & RA__TASK_DROPPED)) {
        ra__run_prepare(t);
        c->phase = 0;
    }
    c->observed = false;
    const enum fate fate = issue(d, s, t, c->lane_flags);
    if (fate == APART)
        return fate;
    const uint64_t place = ++s->issued;
    c->fate = (uint8_t)fate;
    *s->behind = c;
    s->behind = &c->issued_next;
    s->count++;
    ra__edge *elsewhere = fate == ISSUED ? let_all_go_on(t, place) : NULL;
    if (elsewhere || s->count >= BATCH || s->number == RA__STREAM_BRINGS || s->number == RA__STREAM_TAKES)
        end_batch(s); /* what others wait for, and what a large copy was staged in, is told at once */
    let_go_elsewhere(elsewhere, name, place);
    return fate;
}

/* Their waits keep them from being made ready. One that came to nothing has ended when the next begins, which may need what it would have
 * had as its result. */
static void issue_apart(device *d, stream *s, ra_task *leader)
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
        if (issue_next(d, s, t->course) != ISSUED)
            drain(d);
    }
    ra__group_free(g);
}

/* One of the library's that is not there yet is opened; where it cannot be, the one that computes does its work. */
static stream *open_stream(device *d, ra_task *t)
{
    char why[RA__FAULT_TEXT];
    stream *s = stream_of(t);
    if (s->native || ra__streams_open(d, s, why, sizeof why))
        return s;
    t->job.stream = RA__STREAM_COMPUTES;
    return stream_of(t);
}

static void serve_issuing(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item));
    device *d = device_of(c->task);
    stream *s = open_stream(d, c->task);
    if (!c->lane_flags)
        ra__run_gather(c->task);
    if (issue_next(d, s, c) == APART)
        issue_apart(d, s, c->task);
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
    ra__outgrown_release(&c->memory.outgrown); /* it may have begun in part */
    if (fate == UNOBSERVABLE)
        ra__count(RA__STAT_DROPPED, 1);
    else if (fate == SETTLED)
        ra__job_end(&t->job, NULL, RA_OK, NULL);
    else
        ra__job_end(&t->job, NULL, fate == CANCELLED ? RA_ERR_CANCELLED : RA_ERR_TASK_MEMORY, NULL);
    ra__run_release(t);
    ra__run_end(t);
}

/* What t depends on, on other streams, ends before it does. Who waits for those of this batch that have ended may be who is waited for. */
static void follow_others(stream *s, const ra_task *t)
{
    unsigned name;
    uint64_t place;
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in)) && !RA__MUTANT(NO_ENDS_OF_STREAMS);) {
        if (!ra__edge_of_stream(e, &name, &place) || atomic_load_explicit(&ra__stream_named(name)->ended, memory_order_acquire) >= place)
            continue;
        ra__streams_ring(s);
        ra__streams_wait_until_ended(ra__stream_named(name), place);
    }
}

static void end_one(stream *s, ra__course *c, ra_status status, const char *message)
{
    ra_task *t = c->task;
    const int count = c->fate == ISSUED && t->group ? t->group->count : 1;
    for (int i = 0; i < count; i++) {
        follow_others(s, count > 1 ? t->group->member[i].task : t);
        ra__streams_leave(s);
    }
    ra__count(RA__STAT_RAN_BY_DEVICE, (uint64_t)count);
    if (c->fate != ISSUED) {
        end_unissued(c, t, c->fate);
        return;
    }
    if (status)
        fail_at(t, status, message);
    ra__run_resume(t);
}

static void serve_completing(ra__serial_item *item)
{
    ra__course *c = (ra__course *)((char *)item - offsetof(ra__course, lane_item)), *next;
    stream *s = stream_of(c->task);
    char message[RA__FAULT_TEXT];
    ra_status status = RA_OK;
    message[0] = 0;
    if (c->mark) {
        status = row_of(s)->await(ra__device_index(s->device), ((ra__mark *)c->mark)->native, message, sizeof message);
        take_mark_off(s, c->mark);
    }
    for (uint64_t place = atomic_load_explicit(&s->ended, memory_order_relaxed); c; c = next) {
        next = c->issued_next;
        end_one(s, c, status, message);
        atomic_store_explicit(&s->ended, ++place, memory_order_release);
    }
    ra__streams_ring(s);
}

/* ---- the program's ---- */

void *ra__stream_in_use(ra_device of)
{
    const device *d = &ra__stream_devices[ra__device_index(of)];
    return RA__MUTANT(FUNCTION_ON_ANOTHER_STREAM) ? d->stream->native : d->in_use->native;
}

ra_stream *ra__stream_new(ra_device of, void *native, const char *function)
{
    device *d = &ra__stream_devices[ra__device_index(of)];
    char why[400] = "";
    if (ra__stream_ensure(of, function))
        return NULL;
    ra__lock(&start_lock);
    ra_stream *s = ra__streams_open_another(d, native, why, sizeof why);
    ra__unlock(&start_lock);
    if (!s)
        ra__refusal(RA_ERR_SYSTEM, "%s: device %s: %s", function, ra_device_name(of), why);
    return s;
}

/* ---- starting and stopping ---- */

static ra_status start(device *d, ra_device of, const char *function)
{
    char why[400] = "";
    const int index = ra__device_index(of);
    d->device = of;
    d->row = ra__device_of(of);
    ra_status status = d->row ? d->row->start(index, why, sizeof why) : RA_ERR_DEVICE;
    if (status)
        return ra__refusal(status, "%s: device %s: %s", function, ra_device_name(of), d->row ? why : "is not supported in this build");
    d->issuing = (ra__serial){.number = 9300 + index, .serve = serve_issuing, .rest = rest};
    ra__streams_make(d, serve_completing);
    if (!ra__streams_open(d, d->stream, why, sizeof why) || !ra__serial_expect(&d->issuing)) {
        ra__streams_close(d);
        d->row->stop(index);
        return ra__refusal(RA_ERR_SYSTEM, "%s: device %s: %s", function, ra_device_name(of), *why ? why : "no thread to be had that issues its work");
    }
    atomic_store_explicit(&d->stream->is_open, true, memory_order_relaxed);
    atomic_store_explicit(&d->there, true, memory_order_release);
    return RA_OK;
}

ra_status ra__stream_ensure(ra_device of, const char *function)
{
    device *d = &ra__stream_devices[ra__device_index(of)];
    ra_status status = RA_OK;
    if (atomic_load_explicit(&d->there, memory_order_acquire))
        return RA_OK;
    const uint64_t begin_ns = ra__os_now_ns();
    ra__lock(&start_lock);
    if (!atomic_load_explicit(&d->there, memory_order_relaxed))
        status = start(d, of, function);
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
    (void)ra__serial_push(&ra__stream_devices[ra__device_index(t->job.plan->device)].issuing, &c->lane_item); /* the thread is there */
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
    for (int i = 0; i < RA__DEVICES; i++)
        if (atomic_load_explicit(&ra__stream_devices[i].there, memory_order_relaxed))
            ra__serial_stop(&ra__stream_devices[i].issuing);
    for (int i = 0; i < RA__DEVICES; i++) {
        device *d = &ra__stream_devices[i];
        if (!atomic_load_explicit(&d->there, memory_order_relaxed))
            continue;
        ra__streams_close(d);
        d->row->stop(i);
        atomic_store_explicit(&d->there, false, memory_order_relaxed);
    }
}

void ra__stream_fork_child(void)
{
    for (int i = 0; i < RA__DEVICES; i++) {
        device *d = &ra__stream_devices[i];
        ra__serial_fork_child(&d->issuing);
        if (d->row)
            d->row->fork_child();
        ra__streams_fork_child(d);
        atomic_store_explicit(&d->there, false, memory_order_relaxed);
    }
    atomic_store_explicit(&start_lock, 0, memory_order_relaxed);
}
