/*
 * What sort, argsort, topk and unique share: elements become entries, an unsigned key in the order wanted and the
 * position in the row. Entries of a row all differ, so their order is one and the same however the work is cut, and it
 * is stable.
 *
 * Keys: integers with the sign bit turned; floating point turned so that bits order like values, -0 as 0, NaN above
 * all. Descending: the complement. A key of up to 32 bits shares a uint64_t with its position; wider ones, and rows of
 * 2^32 elements, take a pair.
 *
 * A long row is sorted in three phases: blocks; splitters, picked from a sample of the sorted blocks; then parts, each
 * of which takes what lies between two splitters out of every block. A part knows its place in the result from its
 * splitter's place in each block alone.
 */
#ifndef RA_CPU_SORT_H
#define RA_CPU_SORT_H

#include "cpu/isa.h"
#include "meta/pre.h"

enum {
    RA__SORT_BLOCK = 16384, /* entries of a block, and of a part on average; a part has at most about twice as many */
    RA__SORT_SAMPLE = 32    /* taken from each block */
};

typedef struct ra__sort_pair {
    uint64_t key, position;
} ra__sort_pair;

/* How elements of one dtype become entries and are sorted. */
typedef struct ra__sorter {
    bool wide;    /* entries are ra__sort_pair, else uint64_t: key << 32 | position */
    size_t entry; /* bytes */
    int digits;   /* bytes of the key */
    uint64_t nan; /* key of NaN, in the entry's order; 0 where there is none: then has_nan is false */
    bool has_nan;
    uint64_t flip; /* xor'ed to keys: all ones to descend */
    /* n entries from elements `stride` bytes apart, the first at `position` of its row. */
    void (*load)(void *entries, const char *src, int64_t stride, int64_t n, int64_t position, uint64_t flip);
    void (*sort)(void *entries, void *room, int64_t n, int digits);
    int64_t (*find)(const void *entries, int64_t n, const void *e); /* how many of them are less */
} ra__sorter;

void RA__ISA_NAME(ra__sorter_init)(ra__sorter *s, ra_dtype dtype, int64_t n, bool descending);

static inline uint64_t ra__entry_key(const ra__sorter *s, const void *entries, int64_t i)
{
    return s->wide ? ((const ra__sort_pair *)entries)[i].key : ((const uint64_t *)entries)[i] >> 32;
}

static inline int64_t ra__entry_position(const ra__sorter *s, const void *entries, int64_t i)
{
    return s->wide ? (int64_t)((const ra__sort_pair *)entries)[i].position : (int64_t)(uint32_t)((const uint64_t *)entries)[i];
}

/* The rows of a tensor along one dimension, in memory order of the input; byte strides. Results may lack that dimension. */
typedef struct ra__rows {
    int64_t rows, n;                 /* of the input */
    int64_t stride[3];               /* along the row: input, results */
    int ndim;
    int64_t sizes[RA_MAX_DIMS], strides[3][RA_MAX_DIMS];
} ra__rows;

void RA__ISA_NAME(ra__rows_init)(ra__rows *rows, const ra_meta *m, int dim, int results);
/* Offsets of row `row` in the input and the results. */
void RA__ISA_NAME(ra__rows_at)(const ra__rows *rows, int64_t row, int64_t offsets[3]);

/* Sorted entries to results: values (NULL: not asked for) and positions. */
void RA__ISA_NAME(ra__sort_store)(const ra__sorter *s, const void *entries, int64_t n, const char *src, int64_t src_stride, size_t item, char *values,
                                  int64_t values_stride, char *positions, int64_t positions_stride);

/* ---- long rows ---- */

typedef struct ra__long_sort {
    ra__sorter sorter;
    int64_t n, blocks, parts;
    size_t blocks_at, splitters_at, bytes; /* in the workspace of one row */
} ra__long_sort;

/* Elements of a long row for block b; the caller knows how to find them. */
void RA__ISA_NAME(ra__long_sort_init)(ra__long_sort *s, ra_dtype dtype, int64_t n, bool descending);
static inline int64_t ra__long_sort_block(const ra__long_sort *s, int64_t b, void *row, void **entries)
{
    int64_t first = b * RA__SORT_BLOCK;
    *entries = (char *)row + s->blocks_at + (size_t)first * s->sorter.entry;
    return s->n - first < RA__SORT_BLOCK ? s->n - first : RA__SORT_BLOCK;
}
/* Room in scratch for ra__long_sort_split and for a part: the part's entries come first. */
size_t RA__ISA_NAME(ra__long_sort_scratch)(const ra__long_sort *s);
void RA__ISA_NAME(ra__long_sort_split)(const ra__long_sort *s, void *row, void *scratch);
/* Part p, sorted, at the start of scratch; gives its size and place in the result, and the largest key before it. */
int64_t RA__ISA_NAME(ra__long_sort_part)(const ra__long_sort *s, void *row, int64_t p, void *scratch, int64_t *place, uint64_t *key_before);

#endif
