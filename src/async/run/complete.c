#include "async/run/complete.h"

#include "async/fusion/fusion.h"
#include "async/os/mutant.h"
#include "async/run/faults.h"
#include "async/run/marks.h"
#include "async/run/run.h"
#include "async/run/streams.h"
#include "async/run/trace.h"
#include "async/tasks/graph.h"
#include "async/thread/blocks.h"
#include "async/thread/stats.h"

/* Its job is settled as one that has run to no result, or has no results that matter. */
static void end_unissued(ra__course *c, ra_task *t, enum ra__fate fate)
{
    if (fate == RA__FATE_GONE) {
        ra__block_give(RA__BLOCK_COURSE, c);
        ra__run_end(t);
        return;
    }
    ra__outgrown_release(&c->memory.outgrown); /* it may have begun in part */
    if (fate == RA__FATE_UNOBSERVABLE)
        ra__count(RA__STAT_DROPPED, 1);
    else if (fate == RA__FATE_SETTLED)
        ra__job_end(&t->job, NULL, RA_OK, NULL);
    else if (fate == RA__FATE_WITHOUT_DEVICE) {
        char why[RA__FAULT_TEXT];
        const ra_status status = ra__faults_take(t, why);
        ra__job_end(&t->job, NULL, status, why);
    }
    else
        ra__job_end(&t->job, NULL, fate == RA__FATE_CANCELLED ? RA_ERR_CANCELLED : RA_ERR_TASK_MEMORY, NULL);
    ra__run_release(t);
    ra__run_end(t);
}

/* What t depends on, on other streams, ends before it does. Who waits for those of this batch that have ended may be who is waited for. */
static void follow_others(ra_stream *s, const ra_task *t)
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

static void end_one(ra_stream *s, ra__course *c, uint64_t place, ra_status status, const char *message)
{
    ra_task *t = c->task;
    const int count = c->fate == RA__FATE_ISSUED && t->group ? t->group->count : 1;
    for (int i = 0; i < count; i++) {
        const ra_task *one = count > 1 ? t->group->member[i].task : t;
        follow_others(s, one);
        if (c->fate == RA__FATE_ISSUED)
            ra__spent_end(&s->spent, &one->job, &one->course->memory, place);
        ra__streams_leave(s);
    }
    ra__count(RA__STAT_RAN_BY_DEVICE, (uint64_t)count);
    if (c->fate != RA__FATE_ISSUED) {
        end_unissued(c, t, c->fate);
        return;
    }
    if (status)
        ra__fault_note_at(t, 0, status, message);
    ra__run_resume(t);
}

void ra__stream_complete(ra__serial_item *item)
{
    ra__course *c = ra__course_of_item(item), *next;
    ra_stream *s = ra__stream_named(ra__task_stream(c->task));
    const int64_t bytes = c->bytes;
    char message[RA__FAULT_TEXT];
    ra_status status = RA_OK;
    message[0] = 0;
    if (c->mark) {
        if (!RA__MUTANT(ENDS_UNMARKED))
            status = ra__stream_row(s)->await(ra__device_index(s->device), ((ra__mark *)c->mark)->native, message, sizeof message);
        ra__mark_take_off(s, c->mark);
    }
    for (uint64_t place = atomic_load_explicit(&s->ended, memory_order_relaxed); c; c = next) {
        next = c->issued_next;
        end_one(s, c, ++place, status, message);
        atomic_store_explicit(&s->ended, place, memory_order_release);
    }
    ra__streams_ring(s);
    atomic_fetch_sub_explicit(&s->ahead, bytes, memory_order_relaxed); /* fits: added before */
    if (atomic_exchange_explicit(&s->is_held, false, memory_order_acq_rel))
        (void)ra__serial_push(&ra__stream_devices[ra__device_index(s->device)].issuing, &s->resume); /* the thread is there */
}
