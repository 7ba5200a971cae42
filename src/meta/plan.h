/*
 * Plans and kernels: the contract between what schedules work and what does it.
 *
 * A kernel is planned once per call, from layouts and attributes alone, and then run over grains: `run(r, phase, first,
 * last)` does grains first to last - 1 of a phase. Grains of a phase are independent and may run in any order, on any
 * thread, at the same time; a phase starts when the one before it is complete. So a reduction is a phase of leaves that
 * write partial results into the workspace and a phase of one grain that combines them. The cut into grains depends on
 * layouts and attributes alone: the same bits come out whoever runs what.
 */
#ifndef RA_META_PLAN_H
#define RA_META_PLAN_H

#include "meta/hidden.h"
#include "meta/meta.h"

enum { RA__MAX_PHASES = 8 }; /* whose grains the plan itself holds: a Fourier transform has one for each of 7 dimensions, and one before */

typedef struct ra_kernel ra_kernel;
typedef struct ra_plan ra_plan;

enum {
    RA__PLAN_BLOCKING = 1 << 0, /* waits for something other than the processor (files): runs in a lane of its own */
    RA__PLAN_SERIAL = 1 << 1,   /* grains must be run in order, by one thread at a time */
    RA__PLAN_EFFECT = 1 << 2,   /* does something beside its results (a file): is never dropped as unobservable */
    RA__PLAN_LAPACK = 1 << 5,   /* calls a library that has to be loaded before, which takes milliseconds once */
    RA__PLAN_PIECES = 1 << 4,   /* each grain of the last phase writes pieces of result 0 of its own, which kernel->piece tells; there are
                                   no other results, and the kernel cannot fail */
    RA__PLAN_LEAF = 1 << 6,     /* its kernel calls nothing of the library's: it ends by itself, wherever it is run */
    RA__PLAN_INCOMING = 1 << 7, /* of a device with streams: brings it what lies elsewhere */
    RA__PLAN_OUTGOING = 1 << 8, /* likewise: brings what it has to the processor */
    RA__PLAN_READS_HERE = 1 << 11, /* likewise: an input lies in the processor's memory, and is read there when the job is issued */
    RA__PLAN_PACKED = 1 << 12,  /* likewise: it is handed over by phase 1, of one grain; those of phase 0, which end before, run on the
                                   processor, and may hand pieces to the stream in any order */
    RA__PLAN_DIRECT = 1 << 13,  /* likewise: of the processor's memory it reads, or writes, bytes that lie side by side, and where the device reaches
                                   those by itself it is given no staging: then it hands all over at once, by the phase that hands over, and has no others */
    RA__PLAN_LATE = 1 << 9,     /* results whose extent the data decide have no bound worth having: they have no memory before the last
                                   phase, which has a grain; those before it tell the extents, which are within what ra__late_bound gives */
    RA__PLAN_TOLD = 1 << 10,    /* any number of phases, whose grains kernel->grains tells; grains[0] is how many there are in all, and
                                   cost_ns is shared evenly among them */
    RA__PLAN_LINEAR = 1 << 3    /* element i of every result lies i elements behind its first, is computed from the elements of the
                                   same place alone, and cannot fail: unit is 1 */
};

struct ra_plan {
    const ra_kernel *kernel;
    void *state;               /* what run needs: from ra__plan_alloc, lives as long as the plan, never written after plan() */
    int phases;                /* 0: nothing to do */
    unsigned flags;
    int64_t grains[RA__MAX_PHASES];
    int64_t unit;              /* elements: kernel->range takes phase 0 by units, of which number u reads elements [u * unit, (u + 1) * unit) of
                                  the first input, in the order of its memory, which has no gaps, and cannot fail; 0: it cannot */
    size_t workspace;          /* bytes shared by all grains, 64-byte aligned, undefined at the start */
    size_t scratch;            /* bytes private to each running thread, 64-byte aligned, undefined at each run() */
    uint8_t device;            /* an ra_device with streams, which is handed the work; 0: the processor, by itself */
    size_t staging;            /* bytes of memory of the host that such a device reaches, undefined at the start */
    double cost_ns;            /* estimate of the whole work on one core: decides inline execution, wake-ups, splitting */
    void *(*alloc)(ra_plan *p, size_t bytes); /* 16-byte aligned; NULL when out of memory */
};

/* Whether anything that comes in or goes out has an element; where nothing has, there is nothing to compute, however many parts there are. */
bool ra__plan_has_elements(const ra_meta *m);

static inline void *ra__plan_alloc(ra_plan *p, size_t bytes)
{
    return p->alloc(p, bytes);
}

typedef struct ra__run {
    const ra_plan *plan;
    char *const *data;  /* first element of each result, then of each input of m->in; NULL where absent or a number; nobody's address where there is no memory */
    void *workspace;    /* of the device, where the plan has one */
    void *staging;
    void *scratch;
    int64_t *extents;   /* results with a pending extent: extents[i] is written by the kernel for result i */
    char *message;      /* of a data error */
    size_t message_size;
    int64_t stream_from; /* a result of so many bytes or more may be written past the caches: RA__STREAM_LEAST at least; 0: none */
} ra__run;

/* Of fewer bytes no result is streamed, whatever the machine. */
enum { RA__STREAM_LEAST = 16 << 20 };

/* Reports a data error: writes the message and gives the status back, to be returned from run. */
ra_status ra__fault(ra__run *r, ra_status status, const char *format, ...) RA_PRINTF(3, 4);

/*
 * Answer of run when the work goes on elsewhere and is completed later through the engine: of the only grain of a phase. What run was
 * given but data, workspace and staging is no more its own then; the phases that follow are run once the work is complete.
 */
enum { RA__PENDING = -1 };

/* Elements of a result in the order of its memory: `count` runs of `length`, their beginnings `step` apart. */
typedef struct ra__piece {
    int64_t first, count, step, length;
} ra__piece;

/*
 * An elementwise loop over rows of n elements: data and byte strides of outputs, then inputs, and how many bytes a row of each lies behind
 * the one before; of one row nobody looks at those. Anything but RA_OK is a data error.
 */
typedef ra_status (*ra__loop_fn)(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows, const ra__params *params);
/* The same of one row: a loop of the program's own. */
typedef ra_status (*ra__line_fn)(char *const *data, const int64_t *strides, int64_t n, const ra__params *params);

struct ra_kernel {
    const char *name;
    ra_status (*plan)(const ra_meta *m, ra_plan *p); /* RA_OK or RA_ERR_MEMORY: what can be refused, the meta function refused. Every operand has
                                                        at most RA__MOST_ELEMENTS */
    ra_status (*run)(ra__run *r, int phase, int64_t first, int64_t last);
    ra_status (*range)(ra__run *r, int64_t first, int64_t end); /* units first to end - 1 of phase 0, where the plan has units; NULL: it never has */
    int64_t (*grains)(const ra_plan *p, int phase); /* of a phase, where the plan is RA__PLAN_TOLD */
    double (*work)(const ra_plan *p, int phase, int64_t grain); /* likewise, where it is not NULL: about how much a grain does, in multiplications and additions
                                                                   of a product of float32. Nothing depends on it: the tests look for grains that are too long */
    bool (*piece)(const ra_plan *p, int64_t grain, int64_t n, ra__piece *piece); /* the nth piece of a grain, from 0; false: it has no more */
    const ra__loop_fn *loops; /* elementwise kernels: by compute dtype, NULL where there is none (one of halves is for operands that all are); */
    const ra__line_fn *lines; /* or these */
    double cost;              /* elementwise kernels: about ns per element, contiguous float32 */
    bool faults_on_integers;  /* elementwise kernels: integers may be a data error (a divisor of zero) */
};

/* Grains of a phase. */
static inline int64_t ra__plan_grains(const ra_plan *p, int phase)
{
    return p->flags & RA__PLAN_TOLD ? p->kernel->grains(p, phase) : p->grains[phase];
}

/* Counts that the plan itself holds: one a phase, or, where the kernel tells them, that of all. */
static inline int ra__plan_counts(const ra_plan *p)
{
    return p->flags & RA__PLAN_TOLD ? 1 : p->phases;
}

/* The CPU kernels of one instruction set level, by operator id, for the rows of the table to take; NULL for operators without one. */
typedef struct ra__kernel_table {
    const char *isa; /* "v2", "v3", "v4", "v4_bf16"; "neon" or "base" elsewhere than on x86-64 */
    const ra_kernel *kernels[RA__OP_COUNT];
    const ra_kernel *copy; /* the elementwise copy, for outputs that need a temporary */
} ra__kernel_table;

/* Of those, the ones for which the build defines RA_BUILT_<level> are there. */
extern RA__HIDDEN const ra__kernel_table ra__kernels_v2, ra__kernels_v3, ra__kernels_v4, ra__kernels_v4_bf16, ra__kernels_neon, ra__kernels_base;

#endif
