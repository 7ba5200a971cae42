#include "cuda/blas.h"
#include "cuda/room.h"

#include <stdio.h>

/* As NVIDIA advises: 32 MiB from sm_90 on. */
enum { WORKSPACE = 4 << 20, WORKSPACE_90 = 32 << 20 };

/* Of the issuing lane, until the device is stopped. */
typedef struct library {
    const ra__cu_blas *calls;
    void *handle, *stream;
    int number; /* of the stream that is set, whose workspace goes with it: the driver may have another at the same address later */
    void *workspace[RA__STREAMS]; /* one a stream: products of several go on at a time */
    size_t bytes;
    int scalars; /* where they are: the handle's pointer mode */
} library;

enum { UNKNOWN = -1 };

static library libraries[RA__DEVICES];

ra_status ra__cuda_blas_told(ra__run *r, const char *function, int status)
{
    const ra__cu_blas *calls = libraries[ra__device_index(r->plan->device)].calls;
    return status ? ra__fault(r, RA_ERR_BLAS, "%s: %s", function, calls->cublasGetStatusName(status)) : RA_OK;
}

static ra_status take_workspace(library *l, ra__run *r, const ra__cuda_device *d, int index)
{
    const size_t bytes = d->architecture >= 90 ? WORKSPACE_90 : WORKSPACE;
    void **workspace = &l->workspace[d->stream_number];
    for (int again = 0; !*workspace && again < 2; again++) { /* what is cached goes back to the driver */
        if (again)
            ra__cuda_room_reclaim(index);
        if (!ra__cuda_allocate(index, bytes, workspace))
            l->bytes = bytes;
    }
    return *workspace ? RA_OK : ra__fault(r, RA_ERR_TASK_MEMORY, "%zu bytes of workspace for cuBLAS", bytes);
}

static ra_status make_handle(library *l, ra__run *r, int index)
{
    int status = l->calls->cublasCreate_v2(&l->handle);
    if (status == RA__CU_BLAS_ALLOC_FAILED) {
        ra__cuda_room_reclaim(index);
        status = l->calls->cublasCreate_v2(&l->handle);
    }
    if (status)
        l->handle = NULL;
    else if ((status = l->calls->cublasSetMathMode(l->handle, RA__CU_MATH_DEFAULT | RA__CU_MATH_NO_REDUCED_PRECISION))) {
        (void)l->calls->cublasDestroy_v2(l->handle);
        l->handle = NULL;
    }
    return ra__cuda_blas_told(r, "cublasCreate", status);
}

/* To set the stream takes the workspace away. */
static ra_status set_stream(library *l, ra__run *r, const ra__cuda_device *d)
{
    l->stream = NULL;
    ra_status s = ra__cuda_blas_told(r, "cublasSetStream", l->calls->cublasSetStream_v2(l->handle, d->stream));
    if (!s)
        s = ra__cuda_blas_told(r, "cublasSetWorkspace", l->calls->cublasSetWorkspace_v2(l->handle, l->workspace[d->stream_number], l->bytes));
    if (!s) {
        l->stream = d->stream;
        l->number = d->stream_number;
    }
    return s;
}

static ra_status set_scalars(library *l, ra__run *r, int where)
{
    if (l->scalars == where)
        return RA_OK;
    l->scalars = UNKNOWN;
    ra_status s = ra__cuda_blas_told(r, "cublasSetPointerMode", l->calls->cublasSetPointerMode_v2(l->handle, where));
    if (!s)
        l->scalars = where;
    return s;
}

ra_status ra__cuda_blas_scalars_there(ra__run *r)
{
    return set_scalars(&libraries[ra__device_index(r->plan->device)], r, RA__CU_POINTER_DEVICE);
}

ra_status ra__cuda_blas(ra__run *r, const ra__cu_blas **calls, void **handle)
{
    const int index = ra__device_index(r->plan->device);
    const ra__cuda_device *d = ra__cuda_device_of(index);
    library *l = &libraries[index];
    char why[700];
    if (!ra__cuda_enter(d))
        return ra__fault(r, RA_ERR_SYSTEM, "the device's context is not to be had");
    if (!l->calls && !(l->calls = ra__cuda_load_blas(why, sizeof why)))
        return ra__fault(r, RA_ERR_BLAS, "%s", why);
    ra_status s = l->handle ? RA_OK : make_handle(l, r, index);
    if (!s && !l->workspace[d->stream_number])
        s = take_workspace(l, r, d, index);
    if (!s && (l->stream != d->stream || l->number != d->stream_number))
        s = set_stream(l, r, d);
    if (!s)
        s = set_scalars(l, r, RA__CU_POINTER_HOST);
    *calls = l->calls;
    *handle = l->handle;
    return s;
}

void ra__cuda_blas_close(int index)
{
    library *l = &libraries[index];
    if (l->handle)
        (void)l->calls->cublasDestroy_v2(l->handle);
    for (int i = 0; i < RA__STREAMS; i++)
        if (l->workspace[i])
            ra__cuda_release(l->workspace[i], l->bytes, index);
    *l = (library){.calls = l->calls};
}

int ra__cuda_blas_type(ra_dtype dtype)
{
    switch (dtype) {
    case RA_FLOAT16: return RA__CU_R_16F;
    case RA_BFLOAT16: return RA__CU_R_16BF;
    case RA_FLOAT32: return RA__CU_R_32F;
    case RA_FLOAT64: return RA__CU_R_64F;
    case RA_COMPLEX64: return RA__CU_C_32F;
    case RA_COMPLEX128: return RA__CU_C_64F;
    default: return -1;
    }
}

ra_status ra__cuda_blas_solve(ra__run *r, const ra__cu_blas *calls, void *handle, ra_dtype dtype, const ra__cuda_triangle *t, const void *a, void *x)
{
    static const float one_single[2] = {1, 0};
    static const double one_double[2] = {1, 0};
#define TRSM(letter, one) \
    ra__cuda_blas_told(r, "cublas" #letter "trsm", calls->cublas##letter##trsm_v2(handle, t->side, t->half, t->op, t->diagonal, t->m, t->n, one, a, t->lda, x, t->ldx))
    switch (dtype) {
    case RA_FLOAT32: return TRSM(S, one_single);
    case RA_FLOAT64: return TRSM(D, one_double);
    case RA_COMPLEX64: return TRSM(C, one_single);
    default: return TRSM(Z, one_double);
    }
#undef TRSM
}
