/*
 * How devices with streams are started and stopped.
 *
 * A driver takes long to start, and who records does not wait for it: the first use of a device finds out what can be found out at once
 * (ra__device.find), has the device's issuing lane, and asks it for the start (state STARTING, and the item `ask`). What is recorded from then
 * on is pushed onto that lane as at any time. The lane starts the device before the first that it comes to, and takes its own place near
 * it. Where there is none (REFUSED) the lane turns away what it comes to, with the reason, until a later use asks again: a row knows what
 * is not worth asking for again, and refuses that at once. Who is to have something of the driver's waits until it is no more STARTING.
 *
 * STARTING is written by who asks, under the lock, over IDLE and REFUSED; what comes of it by the lane, over STARTING. THERE stays until the
 * engine stops. In the child of a fork nothing has been started.
 */
#include "async/run/stream.h"

#include "async/os/lock.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/run/streams.h"
#include "async/tasks/graph.h"
#include "async/thread/node.h"
#include "async/thread/stalls.h"

typedef ra__stream_device device;

static _Atomic uint32_t start_lock; /* of who asks for a start, or for a stream */
static void (*complete)(ra__serial_item *item);

void ra__stream_start(void (*serve_completing)(ra__serial_item *item))
{
    complete = serve_completing;
}

/* ---- by the issuing lane ---- */

/* What follows from where it is, and from how large. */
static void settle(device *d)
{
    const int index = ra__device_index(d->device);
    const size_t capacity = d->row->capacity ? d->row->capacity(index) : 0;
    ra__graph_bound(ra__memory_of(d->device), capacity);
    d->most_ahead = ra__stream_most_ahead(capacity);
    d->near = d->row->node && ra__node_cpus(d->row->node(index), &d->cpus) ? &d->cpus : NULL;
    if (d->near)
        ra__serial_move(&d->issuing, d->near);
    for (int i = 0; i < RA__STREAMS_NOW; i++)
        d->stream[i].completing.cpus = d->near;
}

static void start_wanted(device *d)
{
    char why[RA__DEVICE_WHY] = "";
    const int index = ra__device_index(d->device);
    if (ra__device_state(index) != RA__DEVICE_STARTING)
        return;
    ra_status status = d->row->start(index, why, sizeof why);
    if (!status) {
        settle(d);
        if (!ra__streams_open(d, d->stream, why, sizeof why)) {
            ra__streams_close(d);
            d->row->stop(index);
            status = RA_ERR_SYSTEM;
        }
    }
    if (status) {
        ra__device_refuse(index, status, why);
        return;
    }
    d->serves = true;
    atomic_store_explicit(&d->stream->is_open, true, memory_order_relaxed);
    ra__device_set_state(index, RA__DEVICE_THERE);
}

/* ---- by who uses it ---- */

/* The lane is there, for whatever its device may come to be. */
static bool expect_lane(device *d)
{
    if (!ra__serial_is_running(&d->issuing)) {
        d->issuing = (ra__serial){.number = 9300 + ra__device_index(d->device), .serve = ra__stream_serve, .rest = ra__stream_rest};
        d->start = start_wanted;
        d->near = NULL;
        d->most_ahead = ra__stream_most_ahead(0);
        ra__graph_bound(ra__memory_of(d->device), 0);
        ra__streams_make(d, complete);
    }
    return ra__serial_expect(&d->issuing);
}

static ra_status ask(device *d, ra_device of, const char *function)
{
    char why[RA__DEVICE_WHY] = "";
    const int index = ra__device_index(of);
    const ra__device *row = ra__device_of(of);
    if (!row)
        return ra__refusal(RA_ERR_DEVICE, "%s: device %s: is not supported in this build", function, ra_device_name(of));
    const ra_status status = row->find ? row->find(index, why, sizeof why) : RA_OK;
    if (status)
        return ra__refusal(status, "%s: device %s: %s", function, ra_device_name(of), why);
    if (!ra__serial_is_running(&d->issuing)) {
        d->device = of;
        d->row = row;
    }
    if (!expect_lane(d))
        return ra__refusal(RA_ERR_SYSTEM, "%s: device %s: no thread to be had that issues its work", function, ra_device_name(of));
    ra__device_set_state(index, RA__DEVICE_STARTING);
    if (!atomic_exchange_explicit(&d->is_asked, true, memory_order_acq_rel))
        (void)ra__serial_push(&d->issuing, &d->ask); /* the thread is there */
    return RA_OK;
}

ra_status ra__stream_ensure(ra_device of, const char *function)
{
    const int index = ra__device_index(of);
    ra_status status = RA_OK;
    if (ra__device_state(index) >= RA__DEVICE_STARTING)
        return RA_OK;
    const uint64_t begin_ns = ra__os_now_ns();
    ra__lock(&start_lock);
    if (ra__device_state(index) < RA__DEVICE_STARTING)
        status = ask(&ra__stream_devices[index], of, function);
    ra__unlock(&start_lock);
    if (RA__MUTANT(FIRST_USE_WAITS) && !status)
        (void)ra__device_await(index);
    ra__note_wait(RA__WAIT_START, NULL, 0, begin_ns);
    return status;
}

ra_status ra__stream_ensure_started(ra_device of, const char *function)
{
    char why[RA__DEVICE_WHY];
    const int index = ra__device_index(of);
    ra_status status = ra__stream_ensure(of, function);
    if (status || ra__device_state(index) == RA__DEVICE_THERE)
        return status;
    const uint64_t begin_ns = ra__os_now_ns();
    const bool is_there = ra__device_await(index) == RA__DEVICE_THERE;
    ra__note_wait(RA__WAIT_START, NULL, 0, begin_ns);
    if (is_there)
        return RA_OK;
    status = ra__device_why(index, why);
    return ra__refusal(status, "%s: %s", function, why);
}

ra_stream *ra__stream_new(ra_device of, void *native, const char *function)
{
    device *d = &ra__stream_devices[ra__device_index(of)];
    char why[400] = "";
    if (ra__stream_ensure_started(of, function))
        return NULL;
    ra__lock(&start_lock);
    ra_stream *s = ra__streams_open_another(d, native, why, sizeof why);
    ra__unlock(&start_lock);
    if (!s)
        ra__refusal(RA_ERR_SYSTEM, "%s: device %s: %s", function, ra_device_name(of), why);
    return s;
}

/* ---- the end ---- */

void ra__stream_stop(void)
{
    for (int i = 0; i < RA__DEVICES; i++)
        if (ra__device_state(i) != RA__DEVICE_IDLE)
            ra__serial_stop(&ra__stream_devices[i].issuing); /* what it has been asked for it does before */
    for (int i = 0; i < RA__DEVICES; i++) {
        device *d = &ra__stream_devices[i];
        if (d->serves) {
            ra__streams_close(d);
            d->row->stop(i);
        }
        d->serves = false;
        ra__device_set_state(i, RA__DEVICE_IDLE);
    }
}

void ra__stream_fork_child(void)
{
    const ra__device *row = ra__device_of(RA_CUDA); /* also where the fork was in the first use of all */
    if (row)
        row->fork_child();
    for (int i = 0; i < RA__DEVICES; i++) {
        device *d = &ra__stream_devices[i];
        ra__serial_fork_child(&d->issuing);
        ra__streams_fork_child(d);
        d->serves = false;
        atomic_store_explicit(&d->is_asked, false, memory_order_relaxed);
    }
    ra__device_fork_child();
    atomic_store_explicit(&start_lock, 0, memory_order_relaxed);
}
