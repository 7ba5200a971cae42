/*
 * The tree of accumulators in which the reduction engine combines the leaves of a sequence, pair by pair.
 */
#ifndef RA_CPU_REDUCE_TREE_H
#define RA_CPU_REDUCE_TREE_H

#include "cpu/reduce.h"

enum { RA__TREE_LEVELS = 52 };

/* Blocks that wait for their pair, as a binary counter: rank r stands for 2^r leaves. */
typedef struct ra__tree {
    char *blocks;
    size_t block;
    int depth;
    int rank[RA__TREE_LEVELS];
    int64_t count[RA__TREE_LEVELS];
} ra__tree;

static inline void ra__tree_start(ra__tree *t, char *blocks, size_t block)
{
    t->blocks = blocks;
    t->block = block;
    t->depth = 0;
}

static inline void *ra__tree_top(const ra__tree *t)
{
    return t->blocks + (size_t)t->depth * t->block;
}

static inline void ra__tree_join(ra__tree *t, const ra__reducer *reducer, int64_t width)
{
    char *last = t->blocks + (size_t)(t->depth - 1) * t->block;
    reducer->combine(last - t->block, last, width, t->count[t->depth - 2], t->count[t->depth - 1]);
    t->count[t->depth - 2] += t->count[t->depth - 1];
    t->depth--;
}

/* The block at the top has been filled from count elements. */
static inline void ra__tree_push(ra__tree *t, const ra__reducer *reducer, int64_t width, int64_t count)
{
    t->rank[t->depth] = 0;
    t->count[t->depth] = count;
    t->depth++;
    while (t->depth > 1 && t->rank[t->depth - 2] == t->rank[t->depth - 1]) {
        ra__tree_join(t, reducer, width);
        t->rank[t->depth - 1]++;
    }
}

static inline void *ra__tree_finish(ra__tree *t, const ra__reducer *reducer, int64_t width)
{
    while (t->depth > 1)
        ra__tree_join(t, reducer, width);
    return t->blocks;
}

#endif
