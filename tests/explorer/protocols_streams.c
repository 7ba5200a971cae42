/*
 * A place among the streams of the program, which one gives up and another takes while a third still uses what it was. See protocols.c.
 */
#include "protocols.h"

#include "async/run/streams.h"

static ra__stream_device *device;
static ra_stream *stream;
static void *before; /* the driver's handle of what it was */
static ra_plan plan;
static ra__job job;

static void serve(ra__serial_item *item)
{
    (void)item;
}

static void begin(void)
{
    char why[400];
    device = &ra__stream_devices[ra__device_index(RA_CUDA)];
    device->device = RA_CUDA;
    device->row = ra__device_of(RA_CUDA);
    ra__streams_make(device, serve);
    stream = ra__streams_open_another(device, &before, why, sizeof why);
    before = stream ? stream->native : NULL;
    plan.device = RA_CUDA;
    job.plan = &plan;
    if (!before)
        ex_note(7);
}

/* What it gets a use of is what it was; or it has none, since that was given up. */
static void user(void)
{
    if (!ra__streams_use(stream))
        ex_note(7);
    ex_note(0);
    if (ra__streams_for(&job) != stream->number)
        return;
    if (stream->native != before)
        ex_note(7);
    ra__streams_leave(stream);
}

static void opener(void)
{
    static char other;
    char why[400];
    ex_wait_noted(0, 1);
    ra__streams_free(stream);
    (void)ra__streams_open_another(device, &other, why, sizeof why); /* where there is a use of the place yet there is none to be had */
}

static bool end(void)
{
    ra__streams_close(device);
    return ex_noted(7) == 0;
}

const ex_protocol ex_protocols_streams[] = {
    {"a stream's place", begin, {user, opener}, end},
    {NULL},
};
