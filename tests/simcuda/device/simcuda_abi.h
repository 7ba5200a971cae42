/*
 * Between the driver and the shared objects that NVRTC makes of kernels: what an object shows of itself, and what it calls. In C and
 * in C++.
 */
#ifndef SIMCUDA_DEVICE_ABI_H
#define SIMCUDA_DEVICE_ABI_H

enum { SIMCUDA_ABI_VERSION = 2, SIMCUDA_WARP = 32 };

/* How memory is touched. */
enum { SIMCUDA_READ, SIMCUDA_WRITE, SIMCUDA_ATOMIC };

struct simcuda_dim {
    unsigned x, y, z;
};

/* A thread of a block, as its kernel sees it. */
struct simcuda_thread {
    struct simcuda_dim thread, block, block_dim, grid_dim;
    unsigned lane, warp; /* of the threads in order, 32 a warp */
    void *shared;        /* dynamic shared memory */
};

/* What a kernel asks of whoever runs it. A call may switch to another thread of the block. */
struct simcuda_runtime {
    /* Before the bytes are touched: within an allocation, aligned (to its power of two; 0: any), ordered after whoever touched them last. */
    void (*touch)(const void *bytes, unsigned long size, unsigned long alignment, int how);
    /* __syncthreads; gives how many threads came with a predicate that is not 0. */
    int (*barrier)(int predicate);
    /* The lanes of the mask meet; gives, in values, what each of them brought, by lane. `what` names the primitive, the same for all. */
    void (*meet)(const char *what, unsigned mask, unsigned long long value, unsigned long long values[SIMCUDA_WARP]);
    /* As meet, and orders memory between the lanes. */
    void (*warp_barrier)(unsigned mask);
    unsigned (*active)(void); /* lanes that have not returned */
    void (*stop)(int result, const char *why); /* does not return: the launch fails with this CUresult */
};

struct simcuda_kernel {
    const char *name;     /* as cuModuleGetFunction is given it */
    void (*entry)(void **parameters); /* one thread of it */
    int parameters;
    const unsigned *sizes, *alignments; /* of each parameter, in bytes */
    int max_threads;       /* of __launch_bounds__; 0: none given */
};

/* The symbol `simcuda_object` of an object; in its thread-local `simcuda_me` a thread keeps the one that it plays. */
struct simcuda_object {
    int version, kernel_count;
    const struct simcuda_kernel *kernels;
    const struct simcuda_runtime **runtime; /* set by who loads it */
    int architecture;                       /* 90 for sm_90 */
};

#endif
