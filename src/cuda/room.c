#include "cuda/room.h"

#include "async/os/mutant.h"
#include "async/os/os.h"

/* Of the issuing lanes. */
static struct {
    void *memory;
    size_t bytes;
} rooms[RA__DEVICES][RA__STREAMS];

/* What a room has outgrown, and calls on its stream may still use, up to the event. */
typedef struct outgrown {
    struct outgrown *next;
    void *memory, *event;
    size_t bytes;
} outgrown;

static outgrown *left[RA__DEVICES]; /* each is of the issuing lane of its device, as the rooms are; of who stops the device, once that has ended */

static void give_back(int index, int stream)
{
    if (rooms[index][stream].memory)
        ra__cuda_release(rooms[index][stream].memory, rooms[index][stream].bytes, index);
    rooms[index][stream].memory = NULL;
    rooms[index][stream].bytes = 0;
}

/* All that was left, or what nobody uses any more. */
static void collect(int index, bool all)
{
    for (outgrown **at = &left[index], *o; (o = *at);) {
        if (!all && !RA__MUTANT(ROOM_AT_ONCE) && ra__cuda.cuEventQuery(o->event)) {
            at = &o->next;
            continue;
        }
        *at = o->next;
        ra__cuda_release(o->memory, o->bytes, index);
        (void)ra__cuda.cuEventDestroy_v2(o->event);
        ra__os_free(o);
    }
}

void ra__cuda_room_sweep(int index)
{
    collect(index, false);
}

void ra__cuda_room_reclaim(int index)
{
    if (left[index])
        (void)ra__cuda.cuCtxSynchronize();
    collect(index, true);
    ra__cuda_trim(index, 0);
}

void ra__cuda_room_trim(int index)
{
    bool any = false;
    for (int i = 0; i < RA__STREAMS; i++)
        any = any || rooms[index][i].memory;
    if (any)
        (void)ra__cuda.cuCtxSynchronize();
    for (int i = 0; i < RA__STREAMS; i++)
        give_back(index, i);
    ra__cuda_room_reclaim(index);
}

void ra__cuda_room_close(int index)
{
    collect(index, true);
    for (int i = 0; i < RA__STREAMS; i++)
        give_back(index, i);
}

/* The room that a stream has goes back once what was issued before has come to its end. */
static void leave(int index, const ra__cuda_device *d)
{
    const int stream = d->stream_number;
    outgrown *o = ra__os_alloc(sizeof *o);
    void *event = NULL;
    if (o && !ra__cuda.cuEventCreate(&event, RA__CU_EVENT_DISABLE_TIMING) && !ra__cuda.cuEventRecord(event, d->stream)) {
        *o = (outgrown){left[index], rooms[index][stream].memory, event, rooms[index][stream].bytes};
        left[index] = o;
        rooms[index][stream].memory = NULL;
        return;
    }
    if (event)
        (void)ra__cuda.cuEventDestroy_v2(event);
    ra__os_free(o);
    (void)ra__cuda.cuStreamSynchronize(d->stream); /* without an event there is no other way to know */
    give_back(index, stream);
}

/* Half as much again as it was, so that there are few of them. */
static ra_status grow(ra__run *r, size_t bytes)
{
    const int index = ra__device_index(r->plan->device);
    const ra__cuda_device *d = ra__cuda_device_of(index);
    const int stream = d->stream_number;
    const size_t more = rooms[index][stream].bytes + rooms[index][stream].bytes / 2;
    size_t wanted = bytes > more ? bytes : more;
    if (rooms[index][stream].memory)
        leave(index, d);
    rooms[index][stream].bytes = 0;
    for (int again = 0; again < 2; again++, wanted = bytes) {
        if (again)
            ra__cuda_room_trim(index);
        if (!ra__cuda_allocate(index, wanted, &rooms[index][stream].memory)) {
            rooms[index][stream].bytes = wanted;
            return RA_OK;
        }
    }
    rooms[index][stream].memory = NULL;
    return ra__fault(r, RA_ERR_TASK_MEMORY, "%zu bytes of workspace for cuSOLVER or cuFFT", bytes);
}

ra_status ra__cuda_room_take(ra__run *r, ra__cuda_room *room)
{
    const int index = ra__device_index(r->plan->device), stream = ra__cuda_device_of(index)->stream_number;
    ra__cuda_room_sweep(index);
    ra_status status = rooms[index][stream].bytes < room->device_bytes ? grow(r, room->device_bytes) : RA_OK;
    room->device = rooms[index][stream].memory;
    room->host = NULL;
    if (!status && room->host_bytes && !(room->host = ra__os_alloc(room->host_bytes)))
        status = ra__fault(r, RA_ERR_TASK_MEMORY, "%zu bytes of the host for cuSOLVER", room->host_bytes);
    return status;
}

void ra__cuda_room_give(ra__cuda_room *room)
{
    ra__os_free(room->host);
    room->host = NULL;
}
