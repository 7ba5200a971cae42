/*
 * What the machine can do at most, by loops of our own and by its BLAS: the marks that operators are held against.
 */
#ifndef BENCH_MEASURE_MACHINE_LIMITS_H
#define BENCH_MEASURE_MACHINE_LIMITS_H

#include <stdbool.h>
#include <stddef.h>

enum { LIMIT_THREADS = 64 };

/* STREAM: with non-temporal stores; the same as without where the processor has none. */
typedef enum limit_kind { LIMIT_READ, LIMIT_COPY, LIMIT_ADD, LIMIT_GEMM, LIMIT_COPY_STREAM, LIMIT_ADD_STREAM, LIMIT_KINDS } limit_kind;

typedef struct limits limits;

/* Buffers of so many floats, touched; matrices of gemm x gemm. blas: the library to ask, NULL or "" for none. NULL: no memory. */
limits *limits_open(size_t floats, int gemm, const char *blas);
void limits_close(limits *l);
bool limits_has_blas(const limits *l);
/* Seconds of one pass on so many threads at once; NaN where it cannot be done. */
double limits_seconds(limits *l, limit_kind kind, int threads);

/* Nanoseconds that the system takes for a page of memory touched first, of 4 KiB. */
double limits_page_ns(bool huge);

#endif
