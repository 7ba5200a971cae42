/*
 * cuSOLVER on a device: one handle, on the stream in use; and room for its calls, of which it says itself how much they need.
 */
#ifndef RA_CUDA_SOLVER_H
#define RA_CUDA_SOLVER_H

#include "cuda/device.h"

typedef struct ra__cuda_solver {
    const ra__cu_solver *calls;
    void *handle, *params, *stream;
    struct {
        void *memory;
        size_t bytes;
    } room[RA__STREAMS]; /* of the device, for the calls on a stream, which come one after another */
} ra__cuda_solver;

/* The library, loaded at its first use; or the job's fault. By the issuing lane. */
ra_status ra__cuda_solver_of(ra__run *r, const ra__cuda_solver **solver);
/* What a call has answered: RA_OK, or the job's fault. */
ra_status ra__cuda_solver_told(ra__run *r, const char *function, int status);
/* As ra__cuda_blas_close. */
void ra__cuda_solver_close(int index);
/* The room goes back, once what uses it has come to its end: where memory is short. By the issuing lane. */
void ra__cuda_solver_trim(int index);

typedef struct ra__cuda_room {
    size_t device_bytes, host_bytes;
    void *device, *host;
} ra__cuda_room;

/* Of so many bytes, until the next taking on the same stream. By the issuing lane, which waits where there was less. */
ra_status ra__cuda_room_take(ra__run *r, ra__cuda_room *room);
/* The host's, which a call uses no longer than it takes. */
void ra__cuda_room_give(ra__cuda_room *room);

#endif
