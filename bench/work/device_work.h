/*
 * What `bench device` has the library do on a CUDA device: copies, small operators one after another, a chain of elementwise ones,
 * products, and operators of several kinds. Each gives seconds, or NaN with the failure noted.
 */
#ifndef BENCH_WORK_DEVICE_WORK_H
#define BENCH_WORK_DEVICE_WORK_H

#include "bench.h"
#include "measure/device_limits.h"

typedef struct device_sizes {
    int64_t elements;      /* of what is limited by memory */
    int64_t copied;        /* floats of a copy from or to the processor */
    int64_t rows, columns; /* of what goes by rows */
    int64_t turned;        /* sides of the matrix that is transposed */
    int64_t scanned, sorted;
    int64_t images, channels, plane;
    int large, small; /* sides of the products' matrices */
} device_sizes;

/* elements: 0 for the usual ones. */
device_sizes device_sizes_of(int64_t elements, bool quick);

/* Whether something has been waited for in vain: then there is no use in more of it. */
bool device_is_stuck(void);

/* ---- copies ---- */

typedef struct device_copies {
    ra_tensor *here, *there;
    ra_tensor *locked[2], *place; /* what is copied there and back in page-locked memory, and to where there */
} device_copies;

bool device_copies_open(bench *b, const device_sizes *s, device_copies *c);
/* Of those that are open: page-locked memory, too. */
bool device_copies_lock(bench *b, device_copies *c);
void device_copies_close(device_copies *c);
double device_copies_seconds(bench *b, const device_copies *c, device_way way, bool is_locked, int count);

/* ---- launches ---- */

/* So many additions of 4 x 4 floats, each of the result of the one before, or all into one tensor; *recorded: until the last call has returned. */
double device_launches_seconds(bench *b, bool makes_new, int count, double *recorded);

/* ---- the chain: its last operator alone has its result in memory, where all are one kernel ---- */

enum { DEVICE_CHAIN = 8 };

typedef struct device_fused {
    uint64_t operators, groups;
} device_fused;

/* So many of them over x, each over some elements less than the one before, so that no two become one kernel. is_pending: none begins before all have
 * been recorded; else each operator may begin when it has been recorded. */
double device_chains_seconds(bench *b, const ra_tensor *x, int count, bool is_pending, device_fused *fused);
/* Floats on the device, none of them 0. */
ra_tensor *device_chain_operand(bench *b, const device_sizes *s);

/* ---- single operators ---- */

enum { DEVICE_OPERANDS = 3, DEVICE_CALLS_MOST = 512 /* of a turn */ };

typedef struct device_case {
    const char *id, *unit;
    bool is_product;
    void (*describe)(const device_sizes *s, char *label, size_t size, double *work); /* work: of a call, in the unit, times seconds */
    void (*open)(const device_sizes *s, ra_tensor **in);
    ra_tensor *(*run)(ra_tensor *const *in);
} device_case;

extern const device_case device_cases[];
extern const int device_case_count;

bool device_case_open(bench *b, const device_case *c, const device_sizes *s, ra_tensor **in);
void device_case_close(ra_tensor **in);
/* *bytes: of one result. */
double device_case_seconds(bench *b, const device_case *c, ra_tensor *const *in, int count, size_t *bytes);

/* Values of the products, of either sign, from 0.5 to 1, by their bits: the same for whoever multiplies them. Freed by the caller. */
void *device_values(device_number type, int64_t count);

#endif
