/*
 * Memory in chunks, each of which its owner has from the driver by one call. A chunk is cut into blocks that lie side by side; each is in
 * use or free, and no two free ones touch. What is small has chunks of its own, so that it holds none of the large ones back.
 *
 * A request takes the free block that fits best and leaves the rest of it free; what is given back is one with its free neighbours; a
 * chunk that is one free block can go. Chunks grow with what there is, so that their number does with its logarithm.
 *
 * All under the owner's lock. Nothing here calls a driver or touches the memory.
 */
#ifndef RA_CUDA_CHUNKS_H
#define RA_CUDA_CHUNKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RA__CHUNK_STEP = 512, RA__CHUNK_SMALL = 1 << 20, RA__CHUNK_BINS = 224, RA__CHUNK_FEW = 64 };

typedef struct ra__chunk_block {
    struct ra__chunk_block *before, *behind;  /* beside it in its chunk; NULL at the ends */
    struct ra__chunk_block *previous, *next;  /* of its list; previous of free ones alone */
    char *memory;
    size_t bytes;
    bool is_free, is_small; /* small: its chunk is of those */
} ra__chunk_block;

typedef struct ra__chunks {
    ra__chunk_block *free[2][RA__CHUNK_BINS]; /* of large chunks, of small ones: by size */
    ra__chunk_block **used, *few[RA__CHUNK_FEW]; /* by address; few until there are more, and before the first */
    size_t lists, count;                    /* of used */
    size_t held[2];      /* bytes that the driver has given, and those that it is asked for now */
    size_t live, cached; /* in use, and free; live + cached = held, but for what is on its way */
    size_t peak, fresh;  /* the most that was ever live, and what the driver has given in all */
} ra__chunks;

/* Which blocks a request takes from what there is: those of chunks for such sizes; any; a chunk that has these bytes and no more. */
typedef enum ra__chunks_which { RA__CHUNKS_OF_SORT, RA__CHUNKS_ANY, RA__CHUNKS_WHOLE } ra__chunks_which;

/* A multiple of RA__CHUNK_STEP, by which blocks are cut; what no driver has is left as it is. */
size_t ra__chunk_rounded(size_t bytes);
/* NULL: none of these fits. A block is not cut where there is no memory to note the rest. */
void *ra__chunks_take(ra__chunks *c, size_t bytes, ra__chunks_which which);
/* How large the next chunk is that is to have room for so many bytes: at least as many. */
size_t ra__chunks_wanted(const ra__chunks *c, size_t bytes);
/* A chunk is about to be asked for. False: with it there would be more than `most` (0: any). Then it is there, and its first bytes are
 * handed out (false: there is no memory to note it), or it is not. */
bool ra__chunks_expect(ra__chunks *c, size_t bytes, size_t chunk, size_t most);
bool ra__chunks_add(ra__chunks *c, size_t bytes, size_t chunk, void *memory);
void ra__chunks_expect_no_more(ra__chunks *c, size_t bytes, size_t chunk);
void ra__chunks_give(ra__chunks *c, void *memory);
/* A chunk that is not in use, where more than `keep` is cached: the largest that leaves as much, or else the smallest. NULL: there is
 * none. It counts as held until the driver has it back. */
ra__chunk_block *ra__chunks_remove(ra__chunks *c, size_t keep);
void ra__chunks_removed(ra__chunks *c, ra__chunk_block *chunk);
/* The most bytes that are free side by side. */
size_t ra__chunks_largest(const ra__chunks *c);

#endif
