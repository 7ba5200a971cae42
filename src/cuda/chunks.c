#include "cuda/chunks.h"

#include "async/os/os.h"

/* The driver itself gives memory by 2 MiB. Chunks are at least so large (16 MiB of those that are not small), at least a quarter of what
 * there is, so that there is at most a quarter too much of it and that a program that grows asks seldom, and at most a GiB, which others
 * on the device may be in need of. */
static const size_t GRANULE = (size_t)2 << 20, LEAST = (size_t)16 << 20, MOST = (size_t)1 << 30;

size_t ra__chunk_rounded(size_t bytes)
{
    return bytes > SIZE_MAX / 2 ? bytes : (bytes + (bytes == 0) + RA__CHUNK_STEP - 1) / RA__CHUNK_STEP * RA__CHUNK_STEP;
}

/* ---- lists of free ones: by quarters of a power of two ---- */

static unsigned bin_of(size_t bytes)
{
    const size_t steps = bytes / RA__CHUNK_STEP;
    if (steps < 8)
        return (unsigned)steps;
    const unsigned power = 63 - (unsigned)__builtin_clzll(steps); /* at most 54 */
    return 8 + (power - 3) * 4 + (unsigned)(steps >> (power - 2) & 3);
}

static void put_in_list(ra__chunks *c, ra__chunk_block *b)
{
    ra__chunk_block **list = &c->free[b->is_small][bin_of(b->bytes)];
    b->is_free = true;
    b->previous = NULL;
    b->next = *list;
    if (b->next)
        b->next->previous = b;
    *list = b;
}

static void take_from_list(ra__chunks *c, ra__chunk_block *b)
{
    if (b->previous)
        b->previous->next = b->next;
    else
        c->free[b->is_small][bin_of(b->bytes)] = b->next;
    if (b->next)
        b->next->previous = b->previous;
    b->is_free = false;
}

static bool is_whole(const ra__chunk_block *b)
{
    return !b->before && !b->behind;
}

/* The smallest that is large enough; of several the one that was given back last. */
static ra__chunk_block *find_free(const ra__chunks *c, bool is_small, size_t bytes)
{
    ra__chunk_block *best = NULL;
    for (unsigned bin = bin_of(bytes); bin < RA__CHUNK_BINS && !best; bin++)
        for (ra__chunk_block *b = c->free[is_small][bin]; b && !(best && best->bytes == bytes); b = b->next)
            if (b->bytes >= bytes && (!best || b->bytes < best->bytes))
                best = b;
    return best;
}

static ra__chunk_block *find_whole(const ra__chunks *c, bool is_small, size_t bytes)
{
    ra__chunk_block *b = c->free[is_small][bin_of(bytes)];
    while (b && !(b->bytes == bytes && is_whole(b)))
        b = b->next;
    return b;
}

/* ---- those in use, by address ---- */

static size_t list_of(const char *memory, size_t lists)
{
    return (uintptr_t)memory / RA__CHUNK_STEP * UINT64_C(0x9E3779B97F4A7C15) >> 32 & (lists - 1);
}

static void make_lists(ra__chunks *c, ra__chunk_block **used, size_t lists)
{
    for (size_t i = 0; i < lists; i++)
        used[i] = NULL;
    for (size_t i = 0; i < c->lists; i++)
        for (ra__chunk_block *b = c->used[i], *next; b; b = next) {
            ra__chunk_block **list = &used[list_of(b->memory, lists)];
            next = b->next;
            b->next = *list;
            *list = b;
        }
    if (c->used != c->few)
        ra__os_free(c->used);
    c->used = used;
    c->lists = lists;
}

/* Longer lists do as well, where there is no memory for more. */
static void put_in_use(ra__chunks *c, ra__chunk_block *b)
{
    if (!c->lists)
        make_lists(c, c->few, RA__CHUNK_FEW);
    if (c->count == 2 * c->lists) {
        ra__chunk_block **more = ra__os_alloc(4 * c->lists * sizeof(ra__chunk_block *));
        if (more)
            make_lists(c, more, 4 * c->lists);
    }
    ra__chunk_block **list = &c->used[list_of(b->memory, c->lists)];
    b->next = *list;
    *list = b;
    c->count++;
    c->live += b->bytes;
    c->peak = c->live > c->peak ? c->live : c->peak;
}

static ra__chunk_block *take_out_of_use(ra__chunks *c, const void *memory)
{
    if (!c->lists)
        return NULL;
    ra__chunk_block **at = &c->used[list_of(memory, c->lists)], *b;
    while (*at && (*at)->memory != memory)
        at = &(*at)->next;
    if ((b = *at)) {
        *at = b->next;
        c->count--;
        c->live -= b->bytes;
    }
    return b;
}

/* ---- blocks ---- */

/* It keeps so many bytes, and what is behind them is free. */
static void cut(ra__chunks *c, ra__chunk_block *b, size_t bytes)
{
    ra__chunk_block *rest = b->bytes > bytes ? ra__os_alloc(sizeof *rest) : NULL;
    if (!rest)
        return;
    *rest = (ra__chunk_block){.before = b, .behind = b->behind, .memory = b->memory + bytes, .bytes = b->bytes - bytes, .is_small = b->is_small};
    if (rest->behind)
        rest->behind->before = rest;
    b->behind = rest;
    b->bytes = bytes;
    put_in_list(c, rest);
}

/* The one behind it goes into it. */
static void join(ra__chunk_block *b)
{
    ra__chunk_block *gone = b->behind;
    b->bytes += gone->bytes;
    b->behind = gone->behind;
    if (b->behind)
        b->behind->before = b;
    ra__os_free(gone);
}

void *ra__chunks_take(ra__chunks *c, size_t bytes, ra__chunks_which which)
{
    const bool is_small = bytes <= RA__CHUNK_SMALL;
    ra__chunk_block *b = which == RA__CHUNKS_WHOLE ? find_whole(c, is_small, bytes) : find_free(c, is_small, bytes);
    if (!b && which == RA__CHUNKS_ANY)
        b = find_free(c, !is_small, bytes);
    if (!b)
        return NULL;
    take_from_list(c, b);
    if (which != RA__CHUNKS_WHOLE)
        cut(c, b, bytes);
    c->cached -= b->bytes;
    put_in_use(c, b);
    return b->memory;
}

void ra__chunks_give(ra__chunks *c, void *memory)
{
    ra__chunk_block *b = take_out_of_use(c, memory);
    if (!b)
        return;
    c->cached += b->bytes;
    if (b->behind && b->behind->is_free) {
        take_from_list(c, b->behind);
        join(b);
    }
    if (b->before && b->before->is_free) {
        b = b->before;
        take_from_list(c, b);
        join(b);
    }
    put_in_list(c, b);
}

/* ---- chunks ---- */

size_t ra__chunks_wanted(const ra__chunks *c, size_t bytes)
{
    const bool is_small = bytes <= RA__CHUNK_SMALL;
    const size_t quarter = c->held[is_small] / 4, least = is_small ? GRANULE : LEAST;
    size_t wanted = quarter > MOST ? MOST : quarter < least ? least : quarter;
    if (bytes > wanted / 2)
        wanted = bytes;
    return wanted > SIZE_MAX / 2 ? wanted : (wanted + GRANULE - 1) / GRANULE * GRANULE;
}

bool ra__chunks_expect(ra__chunks *c, size_t bytes, size_t chunk, size_t most)
{
    const size_t held = c->held[0] + c->held[1]; /* fits: the device has it */
    if (chunk > SIZE_MAX / 2 || (most && (chunk > most || held > most - chunk)))
        return false;
    c->held[bytes <= RA__CHUNK_SMALL] += chunk;
    return true;
}

void ra__chunks_expect_no_more(ra__chunks *c, size_t bytes, size_t chunk)
{
    c->held[bytes <= RA__CHUNK_SMALL] -= chunk;
}

bool ra__chunks_add(ra__chunks *c, size_t bytes, size_t chunk, void *memory)
{
    ra__chunk_block *b = ra__os_alloc(sizeof *b);
    if (!b)
        return false;
    *b = (ra__chunk_block){.memory = memory, .bytes = chunk, .is_small = bytes <= RA__CHUNK_SMALL};
    cut(c, b, bytes);
    c->fresh += chunk;
    c->cached += chunk - b->bytes;
    put_in_use(c, b);
    return true;
}

ra__chunk_block *ra__chunks_remove(ra__chunks *c, size_t keep)
{
    const size_t spare = c->cached > keep ? c->cached - keep : 0;
    ra__chunk_block *large = NULL, *small = NULL;
    for (unsigned i = 0; spare && i < 2 * RA__CHUNK_BINS; i++)
        for (ra__chunk_block *b = c->free[i % 2][i / 2]; b; b = b->next)
            if (is_whole(b)) {
                large = b->bytes <= spare && (!large || b->bytes > large->bytes) ? b : large;
                small = !small || b->bytes < small->bytes ? b : small;
            }
    ra__chunk_block *b = large ? large : small;
    if (b) {
        take_from_list(c, b);
        c->cached -= b->bytes;
    }
    return b;
}

void ra__chunks_removed(ra__chunks *c, ra__chunk_block *chunk)
{
    c->held[chunk->is_small] -= chunk->bytes;
    ra__os_free(chunk);
}

size_t ra__chunks_largest(const ra__chunks *c)
{
    size_t most = 0;
    for (unsigned i = 0; i < 2 * RA__CHUNK_BINS; i++)
        for (const ra__chunk_block *b = c->free[i % 2][i / 2]; b; b = b->next)
            most = b->bytes > most ? b->bytes : most;
    return most;
}
