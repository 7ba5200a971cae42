/*
 * See fft_plans.h. One plan serves all streams of a device, as cuFFT documents it: each run sets its stream, and the work area, which no
 * two streams have in common.
 */
#include "cuda/fft_plans.h"

#include <string.h>

enum { KEPT = 32 };

typedef struct kept_plan {
    ra__cuda_transform of;
    int plan;
    size_t work_bytes;
    uint64_t used; /* when, by the count of the library's uses; 0: there is none */
} kept_plan;

/* Of the issuing lane, until the device is stopped. */
static struct {
    const ra__cu_fft *calls;
    uint64_t uses;
    kept_plan plans[KEPT];
} libraries[RA__DEVICES];

static ra_status told(ra__run *r, const char *function, int status)
{
    return status ? ra__fault(r, RA_ERR_BLAS, "%s: cuFFT answers %d", function, status) : RA_OK;
}

static bool is_same(const ra__cuda_transform *a, const ra__cuda_transform *b)
{
    return a->type == b->type && a->rank == b->rank && a->batch == b->batch && !memcmp(a->n, b->n, (size_t)a->rank * sizeof *a->n);
}

/* The one of this transform, or else the one that goes: a free place, or the plan that was not used for longest. */
static kept_plan *place_of(int index, const ra__cuda_transform *t)
{
    kept_plan *plans = libraries[index].plans, *place = plans;
    for (int i = 0; i < KEPT; i++) {
        if (plans[i].used && is_same(&plans[i].of, t))
            return &plans[i];
        if (plans[i].used < place->used)
            place = &plans[i];
    }
    return place;
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

/* Work of a plan that goes comes to its end before; making another waits for the device as well. */
static ra_status replace(ra__run *r, int index, const ra__cuda_transform *t, kept_plan *at)
{
    const ra__cu_fft *calls = libraries[index].calls;
    const char *function;
    if (at->used) {
        (void)ra__cuda.cuCtxSynchronize();
        (void)calls->cufftDestroy(at->plan);
        at->used = 0;
    }
    int status = make(calls, t, at, &function);
    if (status == RA__CU_FFT_ALLOC_FAILED) {
        ra__cuda_trim(index, 0);
        status = make(calls, t, at, &function);
    }
    if (!status)
        at->of = *t;
    return told(r, function, status);
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
    kept_plan *p = place_of(index, t);
    ra_status status = p->used && is_same(&p->of, t) ? RA_OK : replace(r, index, t, p);
    if (status)
        return status;
    p->used = ++libraries[index].uses;
    ra__cuda_room room = {.device_bytes = p->work_bytes};
    status = ra__cuda_room_take(r, &room);
    if (!status)
        status = told(r, "cufftSetStream", calls->cufftSetStream(p->plan, d->stream));
    if (!status && p->work_bytes)
        status = told(r, "cufftSetWorkArea", calls->cufftSetWorkArea(p->plan, room.device));
    return status ? status : execute(r, calls, p, direction, in, out);
}

void ra__cuda_fft_close(int index)
{
    kept_plan *plans = libraries[index].plans;
    for (int i = 0; i < KEPT; i++) {
        if (plans[i].used)
            (void)libraries[index].calls->cufftDestroy(plans[i].plan);
        plans[i].used = 0;
    }
}
