/*
 * Memory of handles, storages and the courses of tasks, which come and go with every operator.
 *
 * A thread has up to two batches of free blocks of each kind at hand, and takes and gives without an atomic operation. A
 * third batch goes onto a list that all threads share; who has none left takes that list whole (so that no popper can be
 * overtaken), and puts back what it does not need if nobody has put anything there meanwhile. Storages are often given up by
 * workers and always made by recorders: this is how they come back, 64 at a time. Blocks are cut from the heap in batches,
 * by those who need many from regions, and stay blocks for as long as the process runs. Under the address sanitizer each is
 * an allocation of its own, so that a use after release is seen.
 */
#ifndef RA_ASYNC_BLOCKS_H
#define RA_ASYNC_BLOCKS_H

#include "async/os/room.h"
#include "meta/hidden.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ra__block_kind { RA__BLOCK_TENSOR, RA__BLOCK_STORAGE, RA__BLOCK_COURSE, RA__BLOCK_KINDS };
enum { RA__BLOCK_BATCH = RA__ROOM(64, 2) };

typedef struct ra__block {
    struct ra__block *next;       /* in its batch */
    struct ra__block *next_batch; /* of a batch's first, as is */
    uint32_t count;               /* of blocks in it: as many as a batch has, but for what a thread leaves at its end */
} ra__block;

typedef struct ra__blocks {
    ra__block *first;  /* the batch that is taken from and given to, of `count` */
    ra__block *second; /* a full one, or NULL */
    ra__block *more;   /* by next_batch, taken from the shared list */
    uint32_t count;
    uint32_t cut;      /* batches, from the heap and from regions */
    char *region;      /* the last of those, behind what has been cut from it, of `left` bytes */
    uint32_t left;
    uint32_t bytes;    /* of a block */
    uint8_t noted;     /* the thread's end is */
} ra__blocks;

extern RA__HIDDEN __thread ra__blocks ra__my_blocks[RA__BLOCK_KINDS];

/* Where none is at hand, and where there is no room for one: a block of so many bytes, all of one kind of the same size, or NULL (out
 * of memory); and back. */
void *ra__block_fetch(enum ra__block_kind kind, size_t bytes);
void ra__block_pass(enum ra__block_kind kind, void *block);

/* One at hand; NULL: there is none. */
static inline void *ra__block_at_hand(enum ra__block_kind kind)
{
    ra__blocks *mine = &ra__my_blocks[kind];
    ra__block *b = mine->first;
    if (__builtin_expect(!b, 0))
        return NULL;
    mine->first = b->next;
    mine->count--;
    return b;
}

/* It is at hand from now on; false: there is no room. */
static inline bool ra__block_keep(enum ra__block_kind kind, void *block)
{
    ra__blocks *mine = &ra__my_blocks[kind];
    ra__block *b = block;
    if (__builtin_expect(mine->count == RA__BLOCK_BATCH || !mine->noted, 0))
        return false;
    b->next = mine->first;
    mine->first = b;
    mine->count++;
    return true;
}

static inline void *ra__block_take(enum ra__block_kind kind, size_t bytes)
{
    void *block = ra__block_at_hand(kind);
    return block ? block : ra__block_fetch(kind, bytes);
}

static inline void ra__block_give(enum ra__block_kind kind, void *block)
{
    if (!ra__block_keep(kind, block))
        ra__block_pass(kind, block);
}

/* The calling thread ends. */
void ra__blocks_leave(void);

#endif
