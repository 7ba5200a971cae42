/* Inside the simulated cuBLAS: its handle, and what its calls check. Numbers as in the library's public documentation. */
#ifndef SIMCUDA_CUBLAS_H
#define SIMCUDA_CUBLAS_H

#include "library.h"

#define EXPORT __attribute__((visibility("default")))

enum { STATUS_SUCCESS = 0, STATUS_NOT_INITIALIZED = 1, STATUS_ALLOC_FAILED = 3, STATUS_INVALID_VALUE = 7, STATUS_EXECUTION_FAILED = 13, STATUS_NOT_SUPPORTED = 15 };
enum { POINTER_HOST = 0, POINTER_DEVICE = 1 };
enum { OP_N = 0, OP_T = 1, OP_C = 2 };
enum { SIDE_LEFT = 0, SIDE_RIGHT = 1, FILL_LOWER = 0, FILL_UPPER = 1, DIAGONAL_NON_UNIT = 0, DIAGONAL_UNIT = 1 };
enum { COMPUTE_32F = 68, COMPUTE_64F = 70, COMPUTE_32F_FAST_TF32 = 77 };

struct blas {
    uint32_t magic;
    CUcontext context;
    CUstream stream;
    void *workspace; /* NULL: the library's own, which is not allowed here */
    size_t workspace_bytes;
    int math, pointers;
};

int status_of(CUresult result);
/* The rules for every call with a handle; STATUS_SUCCESS, or what it answers. */
int blas_enter(const char *name, const struct blas *handle);
/* And those for calls that compute: a stream of one's own, a workspace there. */
int blas_computes(const char *name, const struct blas *handle);
/* A column-major operand, of which nothing is read yet. */
int blas_matrix(const char *name, const char *operand, int type, int64_t rows, int64_t columns, const void *at, int64_t ld);
/* Scalars where the pointer mode says that they are. */
int blas_scalar(const char *name, const struct blas *handle, const void *at, size_t bytes);
/* That kernels use the workspace: in the order of the stream. */
CUresult blas_workspace(struct access *access, void *workspace, size_t bytes);

#endif
