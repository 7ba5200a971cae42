/* Inside the simulated cuSOLVER: its calls' common form. Numbers as in the library's public documentation. */
#ifndef SIMCUDA_CUSOLVER_H
#define SIMCUDA_CUSOLVER_H

#include "library.h"

#include <complex.h>

#define EXPORT __attribute__((visibility("default")))

enum { STATUS_SUCCESS = 0, STATUS_NOT_INITIALIZED = 1, STATUS_ALLOC_FAILED = 2, STATUS_INVALID_VALUE = 3, STATUS_EXECUTION_FAILED = 6 };
enum { SIDE_LEFT = 0, OP_N = 0, OP_T = 1, OP_C = 2, FILL_LOWER = 0, FILL_UPPER = 1, WITH_VECTORS = 1 };

struct solver {
    uint32_t magic;
    CUcontext context;
    CUstream stream;
};

/* What one call works on; which of it depends on the call. */
struct call {
    int type, values_type, half, op;
    int64_t m, n, k, lda, ldb, ldc;
    void *a, *b, *c, *values; /* matrices, and a vector */
    int64_t *pivots;
    int *info;
    bool all_u, all_v;
    void *room;
    size_t room_bytes;
};

/* The rules for every call with a handle that computes: a stream of one's own in the current context. */
int solver_enter(const char *name, const struct solver *handle);
/* As much room as its twin says: of the device, and of the host, of which each is written. */
size_t device_room(int64_t n);
enum { HOST_ROOM = 48 };
/* Checks room (n: of how much; -1: it has none) and info and hands it to the stream; run frees the call. */
int solver_give(const char *name, const struct solver *handle, const struct call *call, int64_t n, void *host, size_t host_bytes, bool has_host,
                CUresult (*run)(void *data, struct access *access));

/* A matrix as it is read, column by column; NULL: *result says why. */
double complex *complex_read(struct access *access, int type, int64_t rows, int64_t columns, const void *at, int64_t ld, CUresult *result);
CUresult complex_write(struct access *access, int type, int64_t rows, int64_t columns, void *at, int64_t ld, const double complex *from);
/* The room is used, and info is told: what a call ends with. */
CUresult solver_end(const struct call *call, struct access *access, CUresult result, int info);

#endif
