/*
 * The BLAS library from the engine's side: when it is loaded, and with which system calls.
 */
#ifndef RA_ASYNC_BLAS_OS_H
#define RA_ASYNC_BLAS_OS_H

#include <stdbool.h>
#include <stddef.h>

/* Lets kernels load the library at their first need: the one at `path` (copied), or where NULL the usual one. Loads nothing
 * itself. A library that is loaded already stays. */
void ra__blas_setup(const char *path);

/* A job that needs it is about to be recorded: has it loaded by a thread of its own, in the ordinary class, so that neither
 * a control thread nor one in the background spends that time inside the loader. Never waits. True if there is nothing to
 * load any more. */
bool ra__blas_expect(void);
/* A job that needs it is about to run on this thread, for `operator`: loads it now. A stall, and told as one. */
void ra__blas_load_now(const char *operator);
/* No kernel runs: the loading thread, if there was one, has ended. */
void ra__blas_stop(void);
/* The process ends: a loading thread that has done its work is joined, one that has not is left to end with the process. */
void ra__blas_end(void);

/* In the child of a fork, before anything else is computed. */
void ra__blas_fork_child(void);

/* For ra_info: what is loaded, or why nothing could be; empty strings as long as nothing has been asked for. Never loads. */
struct ra__blas_description {
    char library[256], core[32], error[160];
};
void ra__blas_describe(struct ra__blas_description *out);

#endif
