/*
 * The reduction engine: what a kernel of the family hands to it.
 *
 * Reduced elements of an output form a sequence (reduced dimensions by stride, or in row-major order where positions
 * count). The sequence is cut into chunks, a chunk into leaves; a leaf becomes an accumulator, and accumulators are
 * combined pairwise by index. All cuts depend on layouts alone, so the bits do not depend on who runs which grain.
 *
 * A reducer works on contiguous elements of one dtype; the engine gathers and converts where memory has another layout
 * or dtype. Accumulators come in blocks of `width` (one per output); how a block is laid out is the reducer's own.
 */
#ifndef RA_CPU_REDUCE_H
#define RA_CPU_REDUCE_H

#include "cpu/convert.h"
#include "cpu/isa.h"
#include "meta/pre.h"

enum {
    RA__LEAF = 4096,      /* elements of a leaf along contiguous memory: the tile and its temporaries stay in L1 */
    RA__LEAF_ROWS = 32,   /* rows of a leaf across outputs; positions within it fit an int8_t */
    RA__LEAF_WIDTH = 1024, /* outputs side by side at most */
    RA__MANY = 64         /* leaves taken together at most */
};

typedef struct ra__reducer {
    size_t element;     /* bytes of an element that inner and outer read */
    size_t accumulator; /* bytes of an accumulator */
    double cost;        /* about ns per element beyond reading it */
    /* A block of one accumulator from n >= 1 contiguous elements, the first of which is number `start` of the sequence. */
    void (*inner)(void *block, const void *x, int64_t n, int64_t start);
    /* A block of `width` accumulators (at most RA__MANY), each of n elements as inner takes them (at most RA__LEAF), which begin `stride` bytes
     * behind those of the one before; NULL: inner takes one after another. */
    void (*many)(void *block, const void *x, int64_t stride, int64_t n, int64_t width);
    /* A block of `width` accumulators from count rows (1 to RA__LEAF_ROWS) of that many elements. */
    void (*outer)(void *block, const void *const *rows, int64_t count, int64_t width, int64_t start);
    /* block = block + later, of so many elements each; later stands behind block in the sequence. */
    void (*combine)(void *block, const void *later, int64_t width, int64_t count, int64_t later_count);
    /* Accumulators of no element; NULL where the meta function refuses that. */
    void (*identity)(void *block, int64_t width);
} ra__reducer;

/* Elements after conversion to others, such as absolute values. */
typedef void (*ra__reduce_map_fn)(void *dst, const void *src, int64_t n, double value);

/* Results of a block: element i of result r to out[r], contiguous, in dtype result_dtype[r]; out[r] is NULL where nobody asks. */
typedef void (*ra__reduce_finish_fn)(void *const *out, const void *block, int64_t width, int64_t length, double value);

typedef struct ra__reduce_choice {
    const ra__reducer *reducer;
    ra__reduce_finish_fn finish;
    ra__reduce_map_fn map;     /* NULL: none */
    ra_dtype via;              /* elements are converted to this dtype first (dtype=), RA_NO_DTYPE: not so */
    ra_dtype compute;          /* then to this one, which map or the reducer reads */
    ra_dtype mapped;           /* map reads this one, before all of that; RA_NO_DTYPE: what is computed with */
    ra_dtype result_dtype[2];  /* of what finish writes; RA_NO_DTYPE: there is no such result */
    double value;              /* correction, order, ...: passed to map and finish */
    bool in_order;             /* positions count: keep the row-major order of reduced dimensions */
} ra__reduce_choice;

ra_status RA__ISA_NAME(ra__reduce_plan)(const ra_meta *m, ra_plan *p, const ra__reduce_choice *choice);
ra_status RA__ISA_NAME(ra__reduce_run)(ra__run *r, int phase, int64_t first, int64_t last);
ra_status RA__ISA_NAME(ra__reduce_range)(ra__run *r, int64_t first, int64_t end);

#define RA__REDUCE_KERNEL(kernel_name, plan_function) \
    const ra_kernel RA__KERNEL(kernel_name) = {.name = #kernel_name, .plan = plan_function, .run = RA__ISA_NAME(ra__reduce_run), .range = RA__ISA_NAME(ra__reduce_range)}

/* Reducers that others build on: sums and extrema by dtype; NULL where there is none. */
const ra__reducer *RA__ISA_NAME(ra__reducer_sum)(ra_dtype dtype);
const ra__reducer *RA__ISA_NAME(ra__reducer_max)(ra_dtype dtype);
const ra__reducer *RA__ISA_NAME(ra__reducer_min)(ra_dtype dtype);

#endif
