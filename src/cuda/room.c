#include "cuda/room.h"

#include "async/os/os.h"

/* Of the issuing lanes. */
static struct {
    void *memory;
    size_t bytes;
} rooms[RA__DEVICES][RA__STREAMS];

static void give_back(int index, int stream)
{
    if (rooms[index][stream].memory)
        ra__cuda_release(rooms[index][stream].memory, rooms[index][stream].bytes, index);
    rooms[index][stream].memory = NULL;
    rooms[index][stream].bytes = 0;
}

void ra__cuda_room_trim(int index)
{
    bool any = false;
    for (int i = 0; i < RA__STREAMS; i++)
        any = any || rooms[index][i].memory;
    if (any)
        (void)ra__cuda.cuCtxSynchronize();
    ra__cuda_room_close(index);
}

void ra__cuda_room_close(int index)
{
    for (int i = 0; i < RA__STREAMS; i++)
        give_back(index, i);
}

/* Half as much again as it was: who grows waits for what is pending. */
static ra_status grow(ra__run *r, size_t bytes)
{
    const int index = ra__device_index(r->plan->device);
    const ra__cuda_device *d = ra__cuda_device_of(index);
    const int stream = d->stream_number;
    const size_t more = rooms[index][stream].bytes + rooms[index][stream].bytes / 2;
    size_t wanted = bytes > more ? bytes : more;
    if (rooms[index][stream].memory)
        (void)ra__cuda.cuStreamSynchronize(d->stream);
    give_back(index, stream);
    for (int again = 0; again < 2; again++, wanted = bytes) {
        if (again)
            ra__cuda_trim(index, 0);
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
