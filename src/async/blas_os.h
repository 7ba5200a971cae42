/*
 * The BLAS library from the engine's side: when it is loaded, and with which system calls.
 */
#ifndef RA_ASYNC_BLAS_OS_H
#define RA_ASYNC_BLAS_OS_H

#include <stddef.h>

/* Lets kernels load the library at their first need: the one at `path` (copied), or where NULL the usual one. Loads nothing
 * itself. A library that is loaded already stays. */
void ra__blas_setup(const char *path);

/* In the child of a fork, before anything else is computed. */
void ra__blas_fork_child(void);

/* For ra_info: what is loaded, or why nothing could be; empty strings as long as nothing has been asked for. Never loads. */
struct ra__blas_description {
    char library[256], core[32], error[160];
};
void ra__blas_describe(struct ra__blas_description *out);

#endif
