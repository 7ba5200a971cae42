/*
 * The rows of operators of the program's own: rows in blocks that are never moved or given back, each twice as large as the one
 * before. Names are taken and given up under the graph lock; what is found there is found without it, by the row's standing.
 */
#include "async/front/own.h"

#include "async/os/os.h"
#include "async/os/room.h"
#include "async/tasks/graph.h"

#include <string.h>

enum { FIRST = RA__ROOM(16, 1), BLOCKS = 16 };

static _Atomic(ra__own *) blocks[BLOCKS];
static _Atomic size_t rows; /* that are in use, or were; under the graph lock where it grows */

static size_t rows_in(int block)
{
    return (size_t)FIRST << block;
}

/* Row i of all, below rows: who has acquired those, or has the lock, sees the block. */
static ra__own *row_at(size_t i)
{
    int block = 0;
    for (; i >= rows_in(block); block++)
        i -= rows_in(block);
    return atomic_load_explicit(&blocks[block], memory_order_relaxed) + i;
}

static ra__own_standing standing_of(const ra__own *own)
{
    return (ra__own_standing)atomic_load_explicit(&own->standing, memory_order_acquire);
}

ra__own_standing ra__own_standing_of(const ra_op *op)
{
    for (int b = 0; b < BLOCKS; b++) {
        const ra__own *block = atomic_load_explicit(&blocks[b], memory_order_acquire);
        if (!block)
            break;
        const uintptr_t at = (uintptr_t)op - (uintptr_t)block;
        if (at < rows_in(b) * sizeof *block)
            return at % sizeof *block ? RA__OWN_NONE : standing_of(ra__own_of(op));
    }
    return RA__OWN_NONE;
}

bool ra__own_keep(const ra_op *op)
{
    ra__own *own = (ra__own *)(uintptr_t)op;
    int64_t uses = atomic_load_explicit(&own->uses, memory_order_relaxed);
    while (uses && !atomic_compare_exchange_weak_explicit(&own->uses, &uses, uses + 1, memory_order_relaxed, memory_order_relaxed))
        ;
    return uses;
}

size_t ra__own_count(void)
{
    size_t n = 0;
    for (size_t i = 0; i < atomic_load_explicit(&rows, memory_order_acquire); i++)
        n += standing_of(row_at(i)) == RA__OWN_REGISTERED;
    return n;
}

const ra_op *ra__own_at(size_t index)
{
    for (size_t i = 0; i < atomic_load_explicit(&rows, memory_order_acquire); i++)
        if (standing_of(row_at(i)) == RA__OWN_REGISTERED && index-- == 0)
            return &row_at(i)->op;
    return NULL;
}

static const ra__own *find(const char *name, ra__own_standing least)
{
    for (size_t i = 0; i < atomic_load_explicit(&rows, memory_order_acquire); i++) {
        const ra__own *own = row_at(i);
        const ra__own_standing standing = standing_of(own);
        if (standing >= least && standing <= RA__OWN_REGISTERED && !strcmp(own->op.name, name))
            return own;
    }
    return NULL;
}

const ra_op *ra__own_find(const char *name)
{
    const ra__own *own = find(name, RA__OWN_REGISTERED);
    return own ? &own->op : NULL;
}

/* ---- rows ---- */

/* A row that is free, or was never used; NULL: out of memory. Under the graph lock. */
static ra__own *free_row(void)
{
    const size_t n = atomic_load_explicit(&rows, memory_order_relaxed);
    size_t i = 0, first = 0;
    while (i < n && standing_of(row_at(i)) != RA__OWN_NONE)
        i++;
    int block = 0;
    while (block < BLOCKS && i - first >= rows_in(block))
        first += rows_in(block++);
    if (block == BLOCKS)
        return NULL;
    if (!atomic_load_explicit(&blocks[block], memory_order_relaxed)) {
        ra__own *made = ra__os_calloc(rows_in(block), sizeof *made);
        if (!made)
            return NULL;
        atomic_store_explicit(&blocks[block], made, memory_order_release);
    }
    if (i == n)
        atomic_store_explicit(&rows, n + 1, memory_order_release);
    return row_at(i);
}

ra__own *ra__own_take(const ra_op *begun, bool *is_taken)
{
    ra__graph_lock();
    *is_taken = find(begun->name, RA__OWN_BEING_MADE) != NULL;
    ra__own *own = *is_taken ? NULL : free_row();
    if (own) {
        own->op = *begun;
        own->op.cost = &own->cost;
        atomic_store_explicit(&own->standing, RA__OWN_BEING_MADE, memory_order_relaxed); /* only who has the lock looks at such a row */
    }
    ra__graph_unlock();
    return own;
}

bool ra__own_stand(ra__own *own, ra__own_standing from, ra__own_standing to)
{
    ra__graph_lock();
    const bool stood = standing_of(own) == from;
    if (stood)
        atomic_store_explicit(&own->standing, to, memory_order_release);
    ra__graph_unlock();
    return stood;
}
