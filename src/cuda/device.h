/*
 * A CUDA device: its context, its streams, its memory, its functions. Each function here makes the context the calling thread's, but those
 * that threads of the program call, which leave it that thread's own.
 */
#ifndef RA_CUDA_DEVICE_H
#define RA_CUDA_DEVICE_H

#include "async/values/device.h"
#include "cuda/load.h"

#include <stdatomic.h>

typedef struct ra__cuda_device {
    ra__cu_device handle;
    void *context;
    void *stream;        /* which work is issued to; of the issuing lane, as is its number */
    int stream_number;   /* what is kept for a stream is kept by this */
    int architecture;    /* 90 for sm_90 */
    int multiprocessors;
    size_t bytes;        /* of its memory; 0: not known */
    int node;            /* of the host's memory that is near it, by the system's number; -1: not known */
    unsigned peers;      /* devices to whose memory access was asked for, a bit each; of the issuing lane */
} ra__cuda_device;

/* A device that has been started. */
ra__cuda_device *ra__cuda_device_of(int index);
/* Gives it a context, and finds out what it is: once. By who starts it. */
ra_status ra__cuda_open(int index, char *why, size_t size);
/* From here on: the calling thread is the one of a fork's child. */
void ra__cuda_lose(void);
/* In the child of a fork, where the driver has no use, and what others were about when it was made has no end. */
bool ra__cuda_is_lost(void);
/* The calling thread's calls are about this device. */
bool ra__cuda_enter(const ra__cuda_device *d);
/* The same, for something to be given back, which is lost otherwise: what is refused is asked for again. */
bool ra__cuda_enter_again(const ra__cuda_device *d);
/* The same until ra__cuda_leave, in a thread of the program's: what was current there before is so again, whatever it was, which the driver
 * knows and is not asked. False: nothing has changed, and there is nothing to leave. */
bool ra__cuda_visit(const ra__cuda_device *d);
bool ra__cuda_visit_again(const ra__cuda_device *d);
void ra__cuda_leave(void);

/* ---- memory: memory.c ---- */

int ra__cuda_allocate(int index, size_t bytes, void **out);
void ra__cuda_release(void *memory, size_t bytes, int index);
int ra__cuda_stage(int index, size_t bytes, void **out);
void ra__cuda_unstage(int index, void *memory, size_t bytes);
/* By the issuing lane; bytes > 0. */
bool ra__cuda_reaches(int index, const void *memory, size_t bytes);
/* What is cached goes back to the driver, but for so many bytes, as far as its chunks are free: in a thread that has the device's context,
 * and in any. */
void ra__cuda_trim(int index, size_t keep);
void ra__cuda_give_back(int index, size_t keep);
void ra__cuda_memory(int index, struct ra_memory_stats *stats);
const char *ra__cuda_shortage(int index, size_t bytes, char *text, size_t size);

/* ---- functions: module.c ---- */

/* The function `name` of a program, compiled at its first use: that may take long. NULL: message says why, with the line. The
 * program's text is in parts; no part: NULL where it has not been compiled. `key` tells it apart from all others, and is kept. By the issuing lane. */
void *ra__cuda_function(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size);
/* The same, but it is not compiled: NULL where it is not kept on disk either. */
void *ra__cuda_function_kept(int index, const char *key, const char *const *parts, int count, const char *name, char *message, size_t size);
/* Whether it has been asked for, by any of these. *function is NULL where it is not there: not yet, or it does not compile. */
bool ra__cuda_function_asked(int index, const char *key, void **function);
/* Asks for one that has not been asked for: it is compiled by another thread, and there some time. False: not now. `name` stays. */
bool ra__cuda_function_later(int index, const char *key, const char *const *parts, int count, const char *name);
/* Those of the device whose keys are gone are given up; NULL: all. By the issuing lane, or where there is none. */
void ra__cuda_forget_functions(int index, bool (*is_gone)(const char *key));

/* Launches over so many elements, one argument of so many bytes. */
ra_status ra__cuda_launch(int index, void *function, int64_t elements, void *argument, char *message, size_t size);
/* The same, but where there are many elements a thread goes through a few and is done. */
ra_status ra__cuda_launch_many(int index, void *function, int64_t elements, void *argument, char *message, size_t size);
/* As the first, by any thread, on a stream of its own: done when it returns. Of none: nothing. */
ra_status ra__cuda_launch_apart(int index, void *function, int64_t elements, void *argument, char *message, size_t size);
/* As the first by blocks, so many of so many threads by x, y and z, with so many bytes of dynamic shared memory each. */
ra_status ra__cuda_launch_blocks(int index, void *function, const unsigned *grid, const unsigned *block, unsigned shared, void *argument, char *message, size_t size);

/* ---- operators of the program's own: own.c ---- */

/* Of the device's row. */
ra_status ra__cuda_own_examine(const ra_op *op, const struct ra__source_types *types, char *why, size_t size);
void ra__cuda_own_forget(const ra_op *op);
/* What was compiled for operators that are gone is given up. By the issuing lane. */
void ra__cuda_own_sweep(int index);
/* NULL: it has no source. */
const ra_kernel *ra__cuda_own_kernel(const ra_op *op);

/* ---- kernels: each file's, NULL where the operator is none of its; ra__cuda_kernel, of kernels.c: whoever has it ---- */

const ra_kernel *ra__cuda_kernel(const ra_op *op);
const ra_kernel *ra__cuda_copy_kernel(const ra_op *op);
/* Of the row: fuse.c. */
ra_status ra__cuda_join(const ra__joined *jobs, int count);
/* How often which were asked for. */
void ra__cuda_forget_forms(int index);
const ra_kernel *ra__cuda_elementwise_kernel(const ra_op *op);
const ra_kernel *ra__cuda_reduce_kernel(const ra_op *op);
const ra_kernel *ra__cuda_rows_kernel(const ra_op *op);
const ra_kernel *ra__cuda_scan_kernel(const ra_op *op);
const ra_kernel *ra__cuda_places_kernel(const ra_op *op);
const ra_kernel *ra__cuda_join_kernel(const ra_op *op);
const ra_kernel *ra__cuda_sort_kernel(const ra_op *op);
const ra_kernel *ra__cuda_put_kernel(const ra_op *op);
const ra_kernel *ra__cuda_matmul_kernel(const ra_op *op);
const ra_kernel *ra__cuda_solve_kernel(const ra_op *op);
const ra_kernel *ra__cuda_factored_kernel(const ra_op *op);
const ra_kernel *ra__cuda_factors_kernel(const ra_op *op);
const ra_kernel *ra__cuda_lstsq_kernel(const ra_op *op);
const ra_kernel *ra__cuda_eig_kernel(const ra_op *op);
const ra_kernel *ra__cuda_compact_kernel(const ra_op *op);
const ra_kernel *ra__cuda_window_kernel(const ra_op *op);
const ra_kernel *ra__cuda_distance_kernel(const ra_op *op);
const ra_kernel *ra__cuda_loss_kernel(const ra_op *op);
const ra_kernel *ra__cuda_search_kernel(const ra_op *op);
const ra_kernel *ra__cuda_rank_kernel(const ra_op *op);
const ra_kernel *ra__cuda_count_kernel(const ra_op *op);
const ra_kernel *ra__cuda_histogram_kernel(const ra_op *op);
const ra_kernel *ra__cuda_spread_kernel(const ra_op *op);
const ra_kernel *ra__cuda_bag_kernel(const ra_op *op);
const ra_kernel *ra__cuda_draw_kernel(const ra_op *op);
const ra_kernel *ra__cuda_fft_kernel(const ra_op *op);
const ra_kernel *ra__cuda_random_of_kernel(const ra_op *op);

#endif
