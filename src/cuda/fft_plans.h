/*
 * Plans of cuFFT on a device: made at their first use, which takes long, and the driver may wait for the device
 * then; the latest are kept, and those whose work has not ended.
 */
#ifndef RA_CUDA_FFT_PLANS_H
#define RA_CUDA_FFT_PLANS_H

#include "cuda/room.h"

enum { RA__CUDA_FFT_RANK = 3 /* dimensions that a plan transforms at most */ };

/* `batch` blocks that lie one after another, of n[0] * ... * n[rank - 1] numbers; of the half of real ones the last is n / 2 + 1. */
typedef struct ra__cuda_transform {
    int type, rank;
    long long n[RA__CUDA_FFT_RANK], batch;
} ra__cuda_transform;

/* Issues it, from `in`, which a transform to real numbers may destroy, to `out`; the direction counts where both are complex. By the issuing lane. */
ra_status ra__cuda_fft(ra__run *r, const ra__cuda_transform *t, int direction, void *in, void *out);
/* As ra__cuda_blas_close. */
void ra__cuda_fft_close(int index);

#endif
