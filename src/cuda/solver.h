/*
 * cuSOLVER on a device: one handle, on the stream in use.
 */
#ifndef RA_CUDA_SOLVER_H
#define RA_CUDA_SOLVER_H

#include "cuda/room.h"

typedef struct ra__cuda_solver {
    const ra__cu_solver *calls;
    void *handle, *params, *stream;
} ra__cuda_solver;

/* The library, loaded at its first use; or the job's fault. By the issuing lane. */
ra_status ra__cuda_solver_of(ra__run *r, const ra__cuda_solver **solver);
/* What a call has answered: RA_OK, or the job's fault. */
ra_status ra__cuda_solver_told(ra__run *r, const char *function, int status);
/* As ra__cuda_blas_close. */
void ra__cuda_solver_close(int index);

#endif
