/* Inside the simulated cuFFT: plans, and what is computed of them. Numbers as in the library's public documentation. */
#ifndef SIMCUDA_CUFFT_H
#define SIMCUDA_CUFFT_H

#include "library.h"

#include <stdatomic.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    RESULT_SUCCESS = 0, RESULT_INVALID_PLAN = 1, RESULT_ALLOC_FAILED = 2, RESULT_INVALID_TYPE = 3, RESULT_INVALID_VALUE = 4, RESULT_INTERNAL_ERROR = 5,
    RESULT_EXEC_FAILED = 6, RESULT_SETUP_FAILED = 7, RESULT_INVALID_SIZE = 8
};
enum { R2C = 0x2a, C2R = 0x2c, C2C = 0x29, D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69, FORWARD = -1, INVERSE = 1, RANK_MOST = 3 };

struct plan {
    CUcontext context;
    bool allocates, is_made;
    int type, rank;
    int64_t n[RANK_MOST], batch;
    size_t work_bytes;
    void *work;
    CUstream stream;
    atomic_int pending; /* runs that have not come to their end */
};

/* One run. */
struct transform {
    struct plan *plan;
    int type, rank, direction;
    int64_t n[RANK_MOST], batch;
    void *in, *out, *work;
    size_t work_bytes;
};

/* Numbers of a block as they lie: of the half of real ones the last dimension is n / 2 + 1. */
int64_t block_of(const int64_t *n, int rank, bool half);
/* Of a type: what goes in, what comes out, in cudaDataType. */
int type_in(int type);
int type_out(int type);
/* Work of a stream; frees the transform. */
CUresult transform_run(void *data, struct access *access);

#endif
