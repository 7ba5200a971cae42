/*
 * cuBLAS on a device: one handle, on the device's stream, with a workspace that is its own and stays, so that results are the same bits
 * every time.
 */
#ifndef RA_CUDA_BLAS_H
#define RA_CUDA_BLAS_H

#include "cuda/device.h"

/* The library, loaded at its first use, and the handle for the job's device, with scalars in memory of the host; or the job's fault. By
 * the issuing lane. */
ra_status ra__cuda_blas(ra__run *r, const ra__cu_blas **calls, void **handle);
/* Until the next job scalars are in the device's memory. */
ra_status ra__cuda_blas_scalars_there(ra__run *r);
/* What a call has answered: RA_OK, or the job's fault. */
ra_status ra__cuda_blas_told(ra__run *r, const char *function, int status);
/* The handle is given up, if there is one. Nothing is pending, and the context is the calling thread's. */
void ra__cuda_blas_close(int index);

/* One triangle of A, m x m or, from the right, n x n, of leading dimension lda: X of m x n in place of B, of leading dimension ldx. */
typedef struct ra__cuda_triangle {
    int side, half, op, diagonal; /* RA__CU_LEFT, RA__CU_UPPER and so on */
    int m, n, lda, ldx;
} ra__cuda_triangle;
ra_status ra__cuda_blas_solve(ra__run *r, const ra__cu_blas *calls, void *handle, ra_dtype dtype, const ra__cuda_triangle *t, const void *a, void *x);

/* Its number for a type of elements that it multiplies; -1: it does not. */
int ra__cuda_blas_type(ra_dtype dtype);

#endif
