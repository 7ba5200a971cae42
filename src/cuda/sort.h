/*
 * Sorting of entries (sort.cu): what is done for each dtype is its user's.
 */
#ifndef RA_CUDA_SORT_H
#define RA_CUDA_SORT_H

#include "cuda/device.h"
#include "cuda/lines.h"

/* As struct ra_entry. */
typedef struct ra__cuda_entry {
    uint64_t key, place;
} ra__cuda_entry;

/* Bytes of workspace for the entries of so many rows. */
size_t ra__cuda_sort_bytes(int64_t rows, int64_t length);
/* Puts the keys of all elements along such lines there, each with its place in its row. */
ra_status ra__cuda_sort_keys(ra__run *r, ra_dtype dtype, const ra__cuda_lines *lines, const char *in);
/* Sorts the rows at the start of such a workspace; *sorted: where they are then. RA_OK, or the run's message says why not. */
ra_status ra__cuda_sort_rows(ra__run *r, int64_t rows, int64_t length, ra__cuda_entry **sorted);
/* Where that leaves them. */
ra__cuda_entry *ra__cuda_sorted_rows(const ra__run *r, int64_t rows, int64_t length);

#endif
