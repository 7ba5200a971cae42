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
 * A stream is issued to no further ahead of the device than by some bytes: what comes then is held by the lane, in its order, until the
 * completing lane has ended enough and pushes the stream's own item (resume) onto the issuing one.
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
 * A device is started by its issuing lane, which comes to what was recorded meanwhile behind that (stream_start.c). Where there is none, that
 * comes to nothing.
 *
 * What comes to nothing (dropped, cancelled, without memory, without a device) has its place in that order too, since what comes behind it relies on all
 * that came before. But its successors wait for its end: until then its results may have no memory.
 *
 * Invariants: a job on the list, or in a batch, is claimed and has its course; only the lanes touch that. A stream's issued jobs end in
 * the order of the list. The issuing lane waits for completing ones where memory is short; a completing one for the device, and for
 * others as to jobs that were issued before its own: so no lanes wait in a circle.
 */
#include "async/run/stream.h"

#include "async/fusion/fusion.h"
#include "async/memory/memory.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/pool/pool.h"
#include "async/run/faults.h"
#include "async/run/marks.h"
#include "async/run/run.h"
#include "async/run/streams.h"
#include "async/run/trace.h"
#include "async/tasks/graph.h"
#include "async/thread/stats.h"

/* Jobs behind one mark, waiting for which costs about as much as handing ten over; or bytes that they touch: beside what takes the device so
 * long it is nothing, and what is held for them is given back the sooner. */
enum { BATCH = RA__ROOM(32, 2), BATCH_BYTES = RA__ROOM(512 << 20, 1) };
/* With so many bytes before it a job waits to be issued: some times as long as it takes to tell a lane that the device has done its work. But
 * what is issued has its memory, and is given back no sooner than the device comes to it: that is a part of a small device's at most. */
static const int64_t AHEAD_BYTES = RA__ROOM(INT64_C(2) << 30, 2);
enum { AHEAD_PART = 8 };

int64_t ra__stream_most_ahead(size_t capacity)
{
    const size_t part = capacity / AHEAD_PART;
    return part && part < (size_t)AHEAD_BYTES ? (int64_t)part : AHEAD_BYTES;
}

typedef ra__stream_device device;
typedef ra_stream stream;

static device *device_of(const ra_task *t)
{
    return &ra__stream_devices[ra__device_index(t->job.plan->device)];
}

static stream *stream_of(const ra_task *t)
{
    return ra__stream_named(ra__task_stream(t));
}

static void fail_at(ra_task *t, ra_status status, const char *message)
{
    ra__fault_note_at(t, 0, status, message);
}

/* ---- issuing ---- */

/* A batch is known by its first course, whose item is free again. Of a device that is not there, which has no other lane, it ends here: nothing
 * of the stream has been issued. */
static void end_batch(stream *s)
{
    ra__course *first = s->first;
    char message[RA__FAULT_TEXT] = "";
    ra_status status;
    if (!first)
        return;
    *s->behind = NULL;
    first->bytes = s->bytes;
    s->first = NULL;
    s->behind = &s->first;
    s->count = 0;
    s->bytes = 0;
    if (!ra__stream_devices[ra__device_index(s->device)].serves) {
        first->mark = NULL;
        s->completing.serve(&first->lane_item);
        return;
    }
    first->mark = ra__mark_set(s, &status, message, sizeof message);
    for (ra__course *c = status ? first : NULL; c; c = c->issued_next)
        if (c->fate == RA__FATE_ISSUED)
            fail_at(c->task, status, message);
    (void)ra__serial_push(&s->completing, &first->lane_item); /* the thread is there */
}

static void end_batches(device *d)
{
    for (int i = 0; i < RA__STREAMS_NOW; i++)
        end_batch(&d->stream[i]);
}

void ra__stream_rest(ra__serial *lane)
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
    ra__mark *m = ra__mark_behind(other, place);
    if (m && d->row->order(ra__device_index(s->device), s->native, m->native))
        (void)d->row->await(ra__device_index(other->device), m->native, message, sizeof message); /* its own lane says what has failed */
    if (after)
        *after = m ? m->place : place;
    if (m)
        ra__mark_drop(other, m);
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
    if (RA__MUTANT(HERE_AT_ISSUE) && !ra__task_device(successor))
        ra__publish(successor);
    else
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
            if (RA__MUTANT(HERE_AT_ISSUE) && !ra__task_device(successor))
                list = NULL;
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

static enum ra__begin begin(device *d, stream *s, ra_task *t)
{
    enum ra__begin begun = ra__job_begin_issue(&t->job, &t->course->memory, &s->spent);
    if (begun == RA__SETTLED && t->job.plan->kernel) { /* unless what failed was written anew, by a job that has been issued and not ended */
        drain(d);
        begun = ra__job_begin_issue(&t->job, &t->course->memory, &s->spent);
    }
    for (int i = 0; i < 2 && begun == RA__NO_MEMORY; i++) { /* what is done gives some back, and then what is cached goes */
        drain(d);
        if (i) {
            d->row->trim(ra__device_index(d->device));
            ra__mem_trim(0);
        }
        begun = ra__job_begin_issue(&t->job, &t->course->memory, &s->spent);
    }
    return begun;
}

/* Without staging where there could be some. */
static bool is_direct(const ra_task *t)
{
    return !t->group && t->job.plan->flags & RA__PLAN_DIRECT && !t->course->memory.staging;
}

/* False: it is a group that the device does not take as one. */
static bool hand_over(ra_task *t)
{
    const bool is_packed = !t->group && t->job.plan->flags & RA__PLAN_PACKED;
    if (is_packed && !is_direct(t) && !ra__run_packing(t))
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
    if (is_direct(t))
        t->course->phase = t->job.plan->phases - 1;
    ra__count(RA__STAT_GRAINS, 1);
    if (status && (int)status != RA__PENDING)
        fail_at(t, status, message);
    return true;
}

static enum ra__fate issue_group(stream *s, ra_task *leader)
{
    if (!ra__group_begin_issue(leader->group, &s->spent) || !hand_over(leader))
        return RA__FATE_APART;
    ra__trace_started(leader);
    return RA__FATE_ISSUED;
}

static enum ra__fate turn_away(const device *d, ra_task *t)
{
    char why[RA__DEVICE_WHY];
    const ra_status status = ra__device_why(ra__device_index(d->device), why);
    fail_at(t, status, why);
    return RA__FATE_WITHOUT_DEVICE;
}

/* What nobody has written may be read before its device is there, whose memory it is given then. The caller's is, so that no other lane waits for it
 * meanwhile. */
static void await_others(const device *d, const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        const ra_storage *s = j->operand[k].storage;
        if (s && s->device != d->device && ra__device_has_streams(s->device))
            (void)ra__device_await(ra__device_index(s->device));
    }
}

static enum ra__fate issue(device *d, stream *s, ra_task *t, unsigned flags)
{
    if (flags & RA__TASK_DROPPED)
        return RA__FATE_GONE;
    if (flags & RA__TASK_CANCELLED)
        return RA__FATE_CANCELLED;
    if (ra__job_is_unobservable(&t->job))
        return RA__FATE_UNOBSERVABLE;
    if (!d->serves)
        return turn_away(d, t);
    await_others(d, &t->job);
    come_behind_all(d, s, t);
    d->in_use = s;
    d->row->use(ra__device_index(s->device), s->number, s->native);
    if (t->group)
        return issue_group(s, t);
    enum ra__begin begun = begin(d, s, t);
    if (begun != RA__BEGUN)
        return begun == RA__SETTLED ? RA__FATE_SETTLED : RA__FATE_WITHOUT_MEMORY;
    ra__trace_started(t);
    t->unpacks = !is_direct(t);
    if (t->job.plan->phases)
        (void)hand_over(t);
    return RA__FATE_ISSUED;
}

/* Of a group all members have the leader's place. */
static ra__edge *let_all_go_on(stream *s, ra_task *t, uint64_t place)
{
    const int count = t->group ? t->group->count : 1;
    ra__edge *elsewhere = NULL;
    for (int i = 0; i < count; i++) {
        ra_task *one = t->group ? t->group->member[i].task : t;
        one->place = place;
        ra__spent_note(&s->spent, &one->job, &one->course->memory, place);
        let_go_on(one, &elsewhere);
    }
    return elsewhere;
}

/* Of a group, those of its leader. */
static int64_t bytes_touched(const ra_task *t)
{
    int64_t bytes = 0;
    for (int k = 0; k < t->job.operands; k++) {
        const ra_layout *l = t->job.operand[k].storage ? t->job.operand[k].layout : NULL;
        if (l)
            bytes += (l->numel < l->extent ? l->numel : l->extent) * ra__itemsize(l); /* fits: within a storage, of a few */
    }
    return bytes;
}

/* Unless it comes apart it may have ended afterwards. */
static enum ra__fate issue_next(device *d, stream *s, ra__course *c)
{
    ra_task *t = c->task;
    const unsigned name = ra__task_stream(t);
    if (!(c->lane_flags & RA__TASK_DROPPED)) {
        ra__run_prepare(t);
        c->phase = 0;
    }
    c->observed = false;
    const enum ra__fate fate = issue(d, s, t, c->lane_flags);
    if (fate == RA__FATE_APART)
        return fate;
    const uint64_t place = ++s->issued;
    c->fate = (uint8_t)fate;
    *s->behind = c;
    s->behind = &c->issued_next;
    const int64_t bytes = fate == RA__FATE_ISSUED ? bytes_touched(t) : 0;
    s->count++;
    s->bytes += bytes; /* fits: a few jobs' more than BATCH_BYTES */
    atomic_fetch_add_explicit(&s->ahead, bytes, memory_order_relaxed); /* fits: as above, with most_ahead */
    ra__edge *elsewhere = fate == RA__FATE_ISSUED ? let_all_go_on(s, t, place) : NULL;
    if (elsewhere || !d->serves || s->count >= BATCH || s->bytes >= BATCH_BYTES || s->number == RA__STREAM_BRINGS || s->number == RA__STREAM_TAKES)
        end_batch(s); /* what others wait for, what a large copy was staged in, and what is turned away is told at once */
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
        if (issue_next(d, s, t->course) != RA__FATE_ISSUED)
            drain(d);
    }
    ra__group_free(g);
}

/* One of the library's that is not there yet is opened; where it cannot be, the one that computes does its work. No stream is opened of a
 * device that is not there. */
static stream *open_stream(device *d, ra_task *t)
{
    char why[RA__FAULT_TEXT];
    stream *s = stream_of(t);
    if (s->native || !d->serves || ra__streams_open(d, s, why, sizeof why))
        return s;
    t->job.stream = RA__STREAM_COMPUTES;
    return stream_of(t);
}

static void issue_one(device *d, stream *s, ra__course *c)
{
    if (!c->lane_flags && d->serves)
        ra__run_gather(c->task);
    if (issue_next(d, s, c) == RA__FATE_APART)
        issue_apart(d, s, c->task);
}

static bool is_ahead(const device *d, stream *s)
{
    return atomic_load_explicit(&s->ahead, memory_order_relaxed) >= d->most_ahead;
}

/* Issues what is held, as far as that may be. The rest goes on when the completing lane says so, which it does if it finds, once it has ended
 * more, that some is held. If it has not found that, its exchange came before the one here, which has acquired what it had ended by then; if it
 * has, this lane is done with the item. */
static void go_on(device *d, stream *s)
{
    do {
        while (s->held && !is_ahead(d, s)) {
            ra__serial_item *item = s->held;
            if (!(s->held = item->next))
                s->held_behind = &s->held;
            issue_one(d, s, ra__course_of_item(item));
        }
        if (!s->held)
            return;
        end_batch(s);
        (void)atomic_exchange_explicit(&s->is_held, true, memory_order_acq_rel);
    } while (!is_ahead(d, s) && atomic_exchange_explicit(&s->is_held, false, memory_order_relaxed));
}

/* Behind others on its stream that are held, or too far ahead of the device: until then what comes behind it can become one with it, and
 * what it has no use of can go. */
static void hold(device *d, stream *s, ra__course *c)
{
    const bool is_first = !s->held;
    c->lane_item.next = NULL;
    *s->held_behind = &c->lane_item;
    s->held_behind = &c->lane_item.next;
    if (is_first)
        go_on(d, s);
}

/* NULL: it is a course's. */
static device *whose(const ra__serial_item *item)
{
    const char *at = (const char *)item, *first = (const char *)ra__stream_devices;
    return at >= first && at < (const char *)(ra__stream_devices + RA__DEVICES) ? &ra__stream_devices[(size_t)(at - first) / sizeof(device)] : NULL;
}

/* What a stream holds may go on; or a start is asked for. */
static void serve_own(device *d, ra__serial_item *item)
{
    if (item != &d->ask) {
        go_on(d, (stream *)((char *)item - offsetof(stream, resume)));
        return;
    }
    (void)atomic_exchange_explicit(&d->is_asked, false, memory_order_acq_rel);
    d->start(d);
}

/* Who records finds a device that is being started, and may be here before the item that asks for that. */
void ra__stream_serve(ra__serial_item *item)
{
    device *d = whose(item);
    if (d) {
        serve_own(d, item);
        return;
    }
    ra__course *c = ra__course_of_item(item);
    d = device_of(c->task);
    if (!d->serves)
        d->start(d);
    stream *s = open_stream(d, c->task);
    if (s->held || is_ahead(d, s))
        hold(d, s, c);
    else
        issue_one(d, s, c);
}

void *ra__stream_in_use(ra_device of)
{
    const device *d = &ra__stream_devices[ra__device_index(of)];
    return RA__MUTANT(FUNCTION_ON_ANOTHER_STREAM) ? d->stream->native : d->in_use->native;
}

/* ---- taking ---- */

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
