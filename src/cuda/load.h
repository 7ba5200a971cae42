/*
 * The libraries of CUDA, found and loaded once: driver and NVRTC at the first use of a device, behind which the driver is started, those upon
 * them at the first operator that needs one.
 */
#ifndef RA_CUDA_LOAD_H
#define RA_CUDA_LOAD_H

#include "cuda/abi.h"
#include "cuda/libraries.h"
#include "meta/hidden.h"

#include <stdbool.h>

extern RA__HIDDEN ra__cu ra__cuda; /* whole once ra__cuda_find has given true */

/* Finds driver and NVRTC, and asks them for their versions alone. False: why says what there is not, and where it was looked for; or, once that
 * is known, what the driver lacks. By any thread: it waits for nobody but who finds them at the same moment. */
bool ra__cuda_find(char *why, size_t size);
/* The same, and has the driver start. May take long, and starts threads of the driver's. Any thread. */
bool ra__cuda_load(char *why, size_t size);
/* How many devices there are; -1: the driver has not said. */
int ra__cuda_devices(void);
/* cuBLAS, cuSOLVER and cuFFT: NULL, and why says what there is not, and where it was looked for. May take long; by any thread, once the driver
 * is loaded. */
const ra__cu_blas *ra__cuda_load_blas(char *why, size_t size);
const ra__cu_solver *ra__cuda_load_solver(char *why, size_t size);
const ra__cu_fft *ra__cuda_load_fft(char *why, size_t size);
/* See values/device.h. */
const char *ra__cuda_library(int number, bool *is_there, char *text, size_t size);
/* In the child of a fork: whether the driver has been started, so that it is of no use there. */
bool ra__cuda_load_fork_child(void);
/* What was found, for people: texts that stay. Once ra__cuda_load has come to an end. */
typedef struct ra__cuda_found {
    char driver[512], nvrtc[512]; /* file, and version */
    char error[640];
} ra__cuda_found;
const ra__cuda_found *ra__cuda_look(void);

/* "cuLaunchKernel: CUDA_ERROR_INVALID_VALUE (invalid argument)" */
const char *ra__cuda_error(const char *function, ra__cu_result result, char *text, size_t size);

#endif
