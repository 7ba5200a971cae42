/*
 * See fft_plans.h. One plan serves all streams of a device, as cuFFT documents it: each run sets its stream, and the work area, which no
 * two streams have in common. Behind each run an event is recorded, one a stream: a plan is given back once all of them have come, which
 * is asked when another is made, without a wait. Until then it is kept, beyond the number that are kept otherwise, and may be used again.
 */
#include "cuda/fft_plans.h"

#include "async/os/os.h"

#include <string.h>

enum { KEPT = 32 };

typedef struct kept_plan {
    struct kept_plan *next;
    ra__cuda_transform of;
    int plan;
    size_t work_bytes;
    void *events[RA__STREAMS]; /* behind its last run there; NULL: there was none */
    bool is_unmarked;          /* a run has no event behind it: nobody knows when it ends */
} kept_plan;

/* Of the issuing lane, until the device is stopped. */
static struct {
    const ra__cu_fft *calls;
    kept_plan *plans; /* the one used last first */
} libraries[RA__DEVICES];

static ra_status told(ra__run *r, const char *function, int status)
{
    return status ? ra__fault(r, RA_ERR_BLAS, "%s: cuFFT answers %d", function, status) : RA_OK;
}

static bool is_same(const ra__cuda_transform *a, const ra__cuda_transform *b)
{
    return a->type == b->type && a->rank == b->rank && a->batch == b->batch && !memcmp(a->n, b->n, (size_t)a->rank * sizeof *a->n);
}

/* The one of this transform, which comes to be the first. */
static kept_plan *find(int index, const ra__cuda_transform *t)
{
    kept_plan **at = &libraries[index].plans, *p;
    while ((p = *at) && !is_same(&p->of, t))
        at = &p->next;
    if (p) {
        *at = p->next;
        p->next = libraries[index].plans;
        libraries[index].plans = p;
    }
    return p;
}

/* False too where the driver does not say. */
static bool is_idle(const kept_plan *p)
{
    for (int i = 0; i < RA__STREAMS; i++)
        if (p->events[i] && ra__cuda.cuEventQuery(p->events[i]))
            return false;
    return !p->is_unmarked;
}

static void give_up(const ra__cu_fft *calls, kept_plan *p)
{
    for (int i = 0; i < RA__STREAMS; i++)
        if (p->events[i])
            (void)ra__cuda.cuEventDestroy_v2(p->events[i]);
    (void)calls->cufftDestroy(p->plan);
    ra__os_free(p);
}

/* Of those behind the first `count` the ones go whose work has ended. */
static void keep(int index, int count)
{
    kept_plan **at = &libraries[index].plans;
    for (int i = 0; *at; i++) {
        kept_plan *p = *at;
        if (i >= count && is_idle(p)) {
            *at = p->next;
            give_up(libraries[index].calls, p);
        } else
            at = &p->next;
    }
}

static int make(const ra__cu_fft *calls, const ra__cuda_transform *t, kept_plan *to, const char **function)
{
    long long n[RA__CUDA_FFT_RANK];
    memcpy(n, t->n, sizeof n);
    *function = "cufftCreate";
    int status = calls->cufftCreate(&to->plan);
    if (status)
        return status;
    *function = "cufftSetAutoAllocation";
    status = calls->cufftSetAutoAllocation(to->plan, 0);
    if (!status) {
        *function = "cufftMakePlanMany64";
        status = calls->cufftMakePlanMany64(to->plan, t->rank, n, NULL, 1, 0, NULL, 1, 0, t->type, t->batch, &to->work_bytes);
    }
    if (status)
        (void)calls->cufftDestroy(to->plan);
    return status;
}

static ra_status add(ra__run *r, int index, const ra__cuda_transform *t, kept_plan **made)
{
    const ra__cu_fft *calls = libraries[index].calls;
    const char *function;
    keep(index, KEPT - 1);
    kept_plan *p = ra__os_alloc(sizeof *p);
    if (!p)
        return ra__fault(r, RA_ERR_TASK_MEMORY, "a plan of cuFFT");
    *p = (kept_plan){.of = *t};
    int status = make(calls, t, p, &function);
    if (status == RA__CU_FFT_ALLOC_FAILED) {
        keep(index, 0);
        ra__cuda_room_reclaim(index);
        status = make(calls, t, p, &function);
    }
    if (status) {
        ra__os_free(p);
        return told(r, function, status);
    }
    p->next = libraries[index].plans;
    libraries[index].plans = *made = p;
    return RA_OK;
}

static ra_status refused(ra__run *r, const char *function, ra__cu_result result)
{
    ra__cuda_error(function, result, r->message, r->message_size);
    return RA_ERR_SYSTEM;
}

/* Made before a run on the stream that might have none behind it. */
static ra_status prepare_mark(ra__run *r, kept_plan *p, int stream)
{
    const ra__cu_result result = p->events[stream] ? 0 : ra__cuda.cuEventCreate(&p->events[stream], RA__CU_EVENT_DISABLE_TIMING);
    if (!result)
        return RA_OK;
    p->events[stream] = NULL;
    return refused(r, "cuEventCreate", result);
}

static ra_status mark(ra__run *r, kept_plan *p, const ra__cuda_device *d)
{
    const ra__cu_result result = ra__cuda.cuEventRecord(p->events[d->stream_number], d->stream);
    if (!result)
        return RA_OK;
    p->is_unmarked = true;
    return refused(r, "cuEventRecord", result);
}

static ra_status execute(ra__run *r, const ra__cu_fft *calls, const kept_plan *p, int direction, void *in, void *out)
{
    switch (p->of.type) {
    case RA__CU_C2C: return told(r, "cufftExecC2C", calls->cufftExecC2C(p->plan, in, out, direction));
    case RA__CU_Z2Z: return told(r, "cufftExecZ2Z", calls->cufftExecZ2Z(p->plan, in, out, direction));
    case RA__CU_R2C: return told(r, "cufftExecR2C", calls->cufftExecR2C(p->plan, in, out));
    case RA__CU_D2Z: return told(r, "cufftExecD2Z", calls->cufftExecD2Z(p->plan, in, out));
    case RA__CU_C2R: return told(r, "cufftExecC2R", calls->cufftExecC2R(p->plan, in, out));
    default: return told(r, "cufftExecZ2D", calls->cufftExecZ2D(p->plan, in, out));
    }
}

ra_status ra__cuda_fft(ra__run *r, const ra__cuda_transform *t, int direction, void *in, void *out)
{
    const int index = ra__device_index(r->plan->device);
    const ra__cuda_device *d = ra__cuda_device_of(index);
    char why[700];
    if (!ra__cuda_enter(d))
        return ra__fault(r, RA_ERR_SYSTEM, "the device's context is not to be had");
    if (!libraries[index].calls && !(libraries[index].calls = ra__cuda_load_fft(why, sizeof why)))
        return ra__fault(r, RA_ERR_BLAS, "%s", why);
    const ra__cu_fft *calls = libraries[index].calls;
    kept_plan *p = find(index, t);
    ra_status status = p ? RA_OK : add(r, index, t, &p);
    if (!status)
        status = prepare_mark(r, p, d->stream_number);
    if (status)
        return status;
    ra__cuda_room room = {.device_bytes = p->work_bytes};
    status = ra__cuda_room_take(r, &room);
    if (!status)
        status = told(r, "cufftSetStream", calls->cufftSetStream(p->plan, d->stream));
    if (!status && p->work_bytes)
        status = told(r, "cufftSetWorkArea", calls->cufftSetWorkArea(p->plan, room.device));
    if (!status)
        status = execute(r, calls, p, direction, in, out);
    return status ? status : mark(r, p, d);
}

void ra__cuda_fft_close(int index)
{
    kept_plan *next;
    for (kept_plan *p = libraries[index].plans; p; p = next) {
        next = p->next;
        give_up(libraries[index].calls, p);
    }
    libraries[index].plans = NULL;
}
