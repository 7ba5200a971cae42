#include "cuda/solver.h"

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

void ra__cuda_solver_close(int index)
{
    ra__cuda_solver *s = &solvers[index];
    if (s->handle) {
        (void)s->calls->cusolverDnDestroyParams(s->params);
        (void)s->calls->cusolverDnDestroy(s->handle);
    }
    *s = (ra__cuda_solver){.calls = s->calls};
}
