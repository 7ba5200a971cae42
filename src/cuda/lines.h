/*
 * Lines: the sequences that an operator takes one by one, along some dimensions, and how the threads of a block share them (lines.cu).
 */
#ifndef RA_CUDA_LINES_H
#define RA_CUDA_LINES_H

#include "meta/layout.h"

enum { RA__CUDA_THREADS = 256, RA__CUDA_LINE_OPERANDS = 4, RA__CUDA_GROUP = 4 /* as lines.cu has it */ };

/* As struct ra_lines. */
typedef struct ra__cuda_lines {
    int64_t count, length;
    int64_t lines, beside, is_across;
    int64_t kept, along;
    int64_t kept_sizes[RA_MAX_DIMS + 1], along_sizes[RA_MAX_DIMS + 1];
    int64_t kept_strides[RA__CUDA_LINE_OPERANDS][RA_MAX_DIMS + 1], along_strides[RA__CUDA_LINE_OPERANDS][RA_MAX_DIMS + 1];
} ra__cuda_lines;

/* An operand: its strides over the dimensions that the lines are of, in elements of so many bytes. */
typedef struct ra__cuda_side {
    const int64_t *strides;
    int64_t bytes;
} ra__cuda_side;

/* Along the dimensions in `mask` of `sizes`; side 0 decides which threads are neighbours. */
void ra__cuda_lines_of(ra__cuda_lines *l, int ndim, const int64_t *sizes, uint32_t mask, int sides, const ra__cuda_side *side);

/* So that a thread takes up to `most` elements of a sequence that is not too long for it, as it can keep them all. */
void ra__cuda_lines_keep(ra__cuda_lines *l, int64_t most);

/* Whether all groups of operand k, whose elements have so many bytes, are whole ones, at multiples of their size from its first. */
bool ra__cuda_lines_grouped(const ra__cuda_lines *l, int k, int64_t bytes);

/* How many threads share a sequence of so many elements, where `neighbours` (1: not) are to lie side by side. */
void ra__cuda_lines_share(int64_t length, int64_t neighbours, int64_t *lines, int64_t *beside);
/* Blocks that take all of them once. */
int64_t ra__cuda_lines_tiles(const ra__cuda_lines *l);

/* n in pieces of such a size. */
static inline int64_t ra__cuda_pieces(int64_t n, int64_t size)
{
    return n / size + (n % size != 0);
}

#endif
