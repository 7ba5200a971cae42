/*
 * Scans of sequences that are dense, some together, since each by itself waits for the element before.
 */
#ifndef RA_CPU_SCAN_ROWS_H
#define RA_CPU_SCAN_ROWS_H

#include "cpu/sort.h"

enum { RA__SCANS_TOGETHER = 4 };

/* The first so many sequences, and `groups - 1` times as many, each `step` bytes behind the one's of the group before it. */
typedef void (*ra__scan_rows_fn)(char *const *to, const char *const *from, int64_t to_step, int64_t from_step, int64_t n, int64_t groups);

/* Scans sequences from number `first` on, of which RA__SCANS_TOGETHER at least lie before `end`: how many. */
static inline int64_t ra__scan_rows(const ra__rows *rows, ra__scan_rows_fn scan, char *to, const char *from, int64_t first, int64_t end)
{
    enum { TOGETHER = RA__SCANS_TOGETHER };
    const int64_t beside = rows->ndim ? rows->sizes[0] : 1;
    const int64_t to_next = rows->ndim ? rows->strides[1][0] : 0, from_next = rows->ndim ? rows->strides[0][0] : 0;
    int64_t run = beside - first % beside, offsets[3];
    char *results[TOGETHER];
    const char *inputs[TOGETHER];
    run = run < end - first ? run : end - first;
    for (int k = 0; k < TOGETHER; k++) {
        if (k == 0 || k >= run)
            RA__ISA_NAME(ra__rows_at)(rows, first + k, offsets);
        results[k] = k > 0 && k < run ? results[k - 1] + to_next : to + offsets[1];
        inputs[k] = k > 0 && k < run ? inputs[k - 1] + from_next : from + offsets[0];
    }
    const int64_t groups = run < TOGETHER ? 1 : run / TOGETHER;
    scan(results, inputs, TOGETHER * to_next, TOGETHER * from_next, rows->n, groups);
    return groups * TOGETHER;
}

#endif
