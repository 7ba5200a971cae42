/*
 * A place among the streams of the program, which one gives up and another takes while a third still uses what it was; memory that is
 * spent. See protocols.c.
 */
#include "protocols.h"

#include "async/run/streams.h"
#include "async/values/job.h"

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

/* ---- memory that is spent: the issuing lane has it, or the last who gives up its storage gives it back ---- */

enum { BYTES = 64, TAKEN = 1, ISSUED = 2, WRONG = 7 };
static ra_storage *storage;
static ra__spent list[2];
static ra__job reader[2];
static ra__job_memory at[2];
static char *block;

/* Two hold it: a job and a handle, or the jobs of two streams. */
static void spent_begin(void)
{
    bool taken;
    storage = ra__storage_new(RA_CUDA, BYTES);
    if (ra__storage_take(storage, BYTES, &taken))
        ex_note(WRONG);
    block = ra__storage_data(storage);
    plan.device = RA_CUDA;
    plan.phases = 1;
    for (int i = 0; i < 2; i++) {
        list[i].stream = (uint8_t)(i + 1);
        reader[i] = (ra__job){.plan = &plan, .operands = 1};
        reader[i].operand = reader[i].few;
        reader[i].few[0].storage = storage;
        at[i].data = at[i].few;
        at[i].few[0] = block;
    }
    ra__storage_add(storage, RA__HOLDER);
}


/* Whoever holds it reads what lies there until then, but for a job of the stream that takes it, behind which that comes on the device. */
static void spent_read(void)
{
    if (*(volatile char *)block == 1)
        ex_note(WRONG);
}

static void spent_issue(int i)
{
    ra__spent_note(&list[i], &reader[i], &at[i], 1);
    ex_note(ISSUED + i);
}

static void spent_take(int i)
{
    int64_t have = 0;
    char *memory = ra__spent_take(&list[i], BYTES, &have);
    if (!memory)
        return;
    if (memory != block || have != BYTES)
        ex_note(WRONG);
    *memory = 1;
    ex_note(TAKEN);
}

static void spent_end(int i)
{
    ex_wait_noted(ISSUED + i, 1);
    ra__spent_end(&list[i], &reader[i], &at[i], 1);
    ra__storage_drop(storage, RA__HOLDER);
}

static void spent_lane(void)
{
    spent_issue(0);
    spent_take(0);
    spent_take(0);
}

static void spent_lane_of_two(void)
{
    spent_issue(0);
    spent_issue(1);
    spent_take(1);
    spent_take(1);
}

static void spent_ended(void)
{
    spent_end(0);
}

static void spent_ended_too(void)
{
    spent_end(1);
}

static void spent_ended_elsewhere(void)
{
    spent_read();
    spent_end(0);
}

static void spent_holder(void)
{
    spent_read();
    ra__storage_drop(storage, RA__HOLDER);
}

static bool spent_over(void)
{
    if (ex_noted(TAKEN))
        ra__device_of(RA_CUDA)->release(block, BYTES, 0);
    return ex_noted(TAKEN) < 2 && ex_noted(WRONG) == 0 && list[0].count == 0 && list[1].count == 0;
}
const ex_protocol ex_protocols_streams[] = {
    {"a stream's place", begin, {user, opener}, end},
    {"memory that is spent", spent_begin, {spent_lane, spent_ended, spent_holder}, spent_over},
    {"memory that is spent, of two streams", spent_begin, {spent_lane_of_two, spent_ended_elsewhere, spent_ended_too}, spent_over},
    {NULL},
};
