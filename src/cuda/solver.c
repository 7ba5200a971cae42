#include "cuda/solver.h"

#include "async/os/os.h"

static ra__cuda_solver solvers[RA__DEVICES]; /* of the issuing lanes, until their devices are stopped */

ra_status ra__cuda_solver_told(ra__run *r, const char *function, int status)
{
    return status ? ra__fault(r, RA_ERR_BLAS, "%s: cuSOLVER answers %d", function, status) : RA_OK;
}

static ra_status make_handle(ra__cuda_solver *s, ra__run *r)
{
    ra_status status = ra__cuda_solver_told(r, "cusolverDnCreate", s->calls->cusolverDnCreate(&s->handle));
    if (status) {
        s->handle = NULL;
        return status;
    }
    status = ra__cuda_solver_told(r, "cusolverDnCreateParams", s->calls->cusolverDnCreateParams(&s->params));
    if (status) {
        (void)s->calls->cusolverDnDestroy(s->handle);
        s->handle = s->params = NULL;
    }
    return status;
}

ra_status ra__cuda_solver_of(ra__run *r, const ra__cuda_solver **solver)
{
    const int index = ra__device_index(r->plan->device);
    const ra__cuda_device *d = ra__cuda_device_of(index);
    ra__cuda_solver *s = &solvers[index];
    char why[700];
    *solver = s;
    if (!ra__cuda_enter(d))
        return ra__fault(r, RA_ERR_SYSTEM, "the device's context is not to be had");
    if (!s->calls && !(s->calls = ra__cuda_load_solver(why, sizeof why)))
        return ra__fault(r, RA_ERR_BLAS, "%s", why);
    ra_status status = s->handle ? RA_OK : make_handle(s, r);
    if (!status && s->stream != d->stream) {
        status = ra__cuda_solver_told(r, "cusolverDnSetStream", s->calls->cusolverDnSetStream(s->handle, d->stream));
        s->stream = status ? NULL : d->stream;
    }
    return status;
}

static void give_back(ra__cuda_solver *s, int index, int stream)
{
    if (s->room[stream].memory)
        ra__cuda_release(s->room[stream].memory, s->room[stream].bytes, index);
    s->room[stream].memory = NULL;
    s->room[stream].bytes = 0;
}

void ra__cuda_solver_trim(int index)
{
    ra__cuda_solver *s = &solvers[index];
    bool any = false;
    for (int i = 0; i < RA__STREAMS; i++)
        any = any || s->room[i].memory;
    if (any)
        (void)ra__cuda.cuCtxSynchronize();
    for (int i = 0; i < RA__STREAMS; i++)
        give_back(s, index, i);
}

void ra__cuda_solver_close(int index)
{
    ra__cuda_solver *s = &solvers[index];
    if (s->handle) {
        for (int i = 0; i < RA__STREAMS; i++) /* which have ended */
            give_back(s, index, i);
        (void)s->calls->cusolverDnDestroyParams(s->params);
        (void)s->calls->cusolverDnDestroy(s->handle);
    }
    *s = (ra__cuda_solver){.calls = s->calls};
}

/* ---- room ---- */

/* Half as much again as it was: who grows waits for what is pending. */
static ra_status grow(ra__cuda_solver *s, ra__run *r, size_t bytes)
{
    const int index = ra__device_index(r->plan->device), stream = ra__cuda_device_of(index)->stream_number;
    const size_t more = s->room[stream].bytes + s->room[stream].bytes / 2;
    size_t wanted = bytes > more ? bytes : more;
    if (s->room[stream].memory)
        (void)ra__cuda.cuStreamSynchronize(s->stream);
    give_back(s, index, stream);
    for (int again = 0; again < 2; again++, wanted = bytes) {
        if (again)
            ra__cuda_trim(index, 0);
        if (!ra__cuda_allocate(index, wanted, &s->room[stream].memory)) {
            s->room[stream].bytes = wanted;
            return RA_OK;
        }
    }
    s->room[stream].memory = NULL;
    return ra__fault(r, RA_ERR_TASK_MEMORY, "%zu bytes of workspace for cuSOLVER", bytes);
}

ra_status ra__cuda_room_take(ra__run *r, ra__cuda_room *room)
{
    const int index = ra__device_index(r->plan->device), stream = ra__cuda_device_of(index)->stream_number;
    ra__cuda_solver *s = &solvers[index];
    ra_status status = s->room[stream].bytes < room->device_bytes ? grow(s, r, room->device_bytes) : RA_OK;
    room->device = s->room[stream].memory;
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
