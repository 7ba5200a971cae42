/* memory.h - where the data of tensors lives.
 *
 * A caching allocator: what is freed stays mapped and is handed out again, last in first out, so that a program in
 * its steady state touches no fresh page (a fresh page costs more than the arithmetic on it). It takes its memory
 * from the system by mmap only, never from the heap, and all of it may be called from any thread: no operation waits
 * for another thread, whatever its priority. Blocks begin on a multiple of 64 bytes; those of 1 MiB and more on a
 * multiple of 2 MiB, in huge pages where the system has them. Contents are undefined. */
#ifndef RA_ASYNC_MEMORY_H
#define RA_ASYNC_MEMORY_H

#include "async/memory/memory_figures.h"

#include <stddef.h>
#include <stdint.h>

/* A block of at least `bytes` on a node (numbers that do not exist fold onto those that do; negative: node 0).
 * Zero bytes give a valid pointer that nothing may be read from. Takes from the cache, else from the system; where
 * the system or the limit refuses, gives cached memory back and tries once more.
 * -ENOMEM: no memory, or over the limit (near the limit also in passing, while another thread has cached blocks in hand
 * to trim them); *out is untouched. */
int ra__mem_alloc(int node, size_t bytes, void **out);

/* Takes a block back, with the arguments that it was allocated with; NULL is legal. Never fails. All that the
 * caller's thread did with the block happens before whatever its next owner does. */
void ra__mem_free(void *block, size_t bytes, int node);

/* What ra__mem_alloc sets aside for a request of `bytes` that meets an empty cache: at least bytes, at most bytes +
 * 1/8 above 512 bytes, multiples of 64 below; 0 for 0, SIZE_MAX for what can never be had. */
size_t ra__mem_capacity(size_t bytes);

/* Gives cached memory back to the system until at most `keep` bytes are cached; how many bytes went. Large blocks go
 * first, the largest first; small ones go by regions of which no block is in use, nor at hand to a thread of the program's that is
 * elsewhere, so that more than `keep` can remain.
 * While it looks at the small ones (one caller at a time; others skip that part) the caches it has in hand look empty
 * to others. */
size_t ra__mem_trim(size_t keep);

/* Unmaps everything and forgets the figures; the limit stays. No other thread in this module, but for those that
 * are in ra__mem_leave.
 * -EBUSY, and nothing is unmapped, while a block is live. -ENOMEM: the system would not unmap something; all else works. */
int ra__mem_shutdown(void);

/* The calling thread is about to sleep, and it ends: the few blocks that it has at hand are for others. */
void ra__mem_rest(void);
void ra__mem_leave(void);

/* In the child of a fork: frees the trimmer's place, which a thread may have held that the child does not have. What
 * such threads had in hand at that moment is lost to the child, no more. */
void ra__mem_fork_child(void);

#endif
