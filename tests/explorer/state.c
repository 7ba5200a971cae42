/*
 * Memory, and how each schedule begins with the same.
 *
 * The heap is cut from one range, and a block that has been given back is not used again within the schedule: whoever touches it
 * is found. What mappings are asked for comes from a second range. Both are at fixed addresses. The engine's data are in one
 * section (engine.ld). Between two schedules the data and the first part of the heap are written back as they were kept, and
 * the mappings are empty again.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "explorer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { MAPPINGS = 64 };

/* Before each block. */
typedef struct header {
    size_t bytes;
    const void *site; /* who took it */
    struct header *next;
    uint32_t generation; /* of the schedule in which it was taken */
    bool live;
    char pad[31];
} header;
_Static_assert(sizeof(header) == 64, "blocks begin at multiples of 64");

static char *heap_next, *maps_next;
static header *blocks; /* the newest first */
static int live_count;
static size_t live_bytes;
static struct {
    char *data, *heap;
    size_t heap_bytes;
    char *heap_next, *maps_next, *maps;
    size_t maps_bytes;
    header *blocks;
} kept;

void ex_state_init(void)
{
    char *got = mmap(ex_heap_begin, EX_HEAP_BYTES + EX_MAPS_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | MAP_NORESERVE, -1, 0);
    if (got != ex_heap_begin) {
        perror("explorer: memory");
        exit(2);
    }
    heap_next = ex_heap_begin;
    maps_next = ex_maps_begin;
}

static size_t data_bytes(void)
{
    return (size_t)(ex_engine_end - ex_engine_begin);
}

/* ---- what has been written to ---- */

enum { PAGES = (EX_HEAP_BYTES + EX_MAPS_BYTES) / EX_PAGE + (16 << 20) / EX_PAGE };
uint8_t ex_page_dirty[PAGES];
static uintptr_t dirty[PAGES];
static int dirty_count;

void ex_page_note(uintptr_t address)
{
    ex_page_dirty[ex_page_of(address)] = 1;
    dirty[dirty_count++] = address & ~(uintptr_t)(EX_PAGE - 1);
}

void ex_state_keep(void)
{
    kept.data = malloc(data_bytes());
    kept.heap_bytes = (size_t)(heap_next - ex_heap_begin);
    kept.heap = malloc(kept.heap_bytes + 1);
    kept.maps_bytes = (size_t)(maps_next - ex_maps_begin);
    if (!kept.data || !kept.heap || kept.maps_bytes) {
        fprintf(stderr, "explorer: no memory to keep the state in, or mappings left (%zu bytes)\n", kept.maps_bytes);
        exit(2);
    }
    madvise(ex_maps_begin, EX_MAPS_BYTES, MADV_DONTNEED);
    memset(ex_page_dirty, 0, sizeof ex_page_dirty);
    dirty_count = 0;
    memcpy(kept.data, ex_engine_begin, data_bytes());
    memcpy(kept.heap, ex_heap_begin, kept.heap_bytes);
    kept.heap_next = heap_next;
    kept.maps_next = maps_next;
    kept.blocks = blocks;
}

static void write_back(uintptr_t page)
{
    uintptr_t from = page, end = page + EX_PAGE, data = (uintptr_t)ex_engine_begin, heap = (uintptr_t)ex_heap_begin;
    if (page >= (uintptr_t)ex_maps_begin)
        memset((void *)page, 0, EX_PAGE);
    else if (page >= heap) {
        end = end < heap + kept.heap_bytes ? end : heap + kept.heap_bytes;
        if (end > from)
            memcpy((void *)from, kept.heap + (from - heap), end - from);
    } else {
        from = from > data ? from : data;
        end = end < data + data_bytes() ? end : data + data_bytes();
        memcpy((void *)from, kept.data + (from - data), end - from);
    }
}

/* Whether anything has been written that no access told of. */
static void check_restored(void)
{
    for (size_t i = 0; i < data_bytes(); i++)
        if (ex_engine_begin[i] != kept.data[i]) {
            fprintf(stderr, "explorer: the engine's data at %p are written by something that is not seen\n", (void *)(ex_engine_begin + i));
            exit(2);
        }
}

void ex_state_restore(void)
{
    static unsigned times;
    for (int i = 0; i < dirty_count; i++) {
        ex_page_dirty[ex_page_of(dirty[i] < (uintptr_t)ex_engine_begin ? (uintptr_t)ex_engine_begin : dirty[i])] = 0;
        write_back(dirty[i]);
    }
    dirty_count = 0;
    if (times++ % 4096 == 0)
        check_restored();
    heap_next = kept.heap_next;
    maps_next = kept.maps_next;
    blocks = kept.blocks;
    live_count = 0;
    live_bytes = 0;
}

void *ex_heap_take(size_t bytes, size_t align)
{
    if (align < 16)
        align = 16;
    uintptr_t at = ((uintptr_t)heap_next + sizeof(header) + align - 1) & ~(uintptr_t)(align - 1);
    if (bytes > EX_HEAP_BYTES || at + bytes > (uintptr_t)ex_heap_end)
        return NULL;
    header *h = (header *)at - 1;
    *h = (header){.bytes = bytes, .site = ex.now ? ex.now->site : NULL, .next = blocks, .generation = ex.generation, .live = true};
    blocks = h;
    live_count++;
    live_bytes += bytes;
    heap_next = (char *)((at + bytes + 15) & ~(uintptr_t)15);
    memset((void *)at, 0xa5, bytes < 512 ? bytes : 512); /* as the C library's memory it is not zero */
    return (void *)at;
}

size_t ex_heap_size(const void *block)
{
    return ((const header *)block - 1)->bytes;
}

void ex_heap_give(void *block, const void *site)
{
    header *h = (header *)block - 1;
    if (!ex_is_shadowed((uintptr_t)block) || !h->live)
        ex_fail("%p is given back twice, or was never taken, at %s", block, ex_site_text(site));
    if (ex.now)
        ex_dirty((uintptr_t)h);
    h->live = false;
    if (h->generation == ex.generation) {
        live_count--;
        live_bytes -= h->bytes;
    }
    if (ex.now)
        ex_give(block, h->bytes, site);
}

int ex_heap_live(size_t *bytes)
{
    *bytes = live_bytes;
    return live_count;
}

void ex_heap_each_live(void (*visit)(const void *block, size_t bytes, const void *site))
{
    for (header *h = blocks; h && h != kept.blocks; h = h->next)
        if (h->live && h->generation == ex.generation)
            visit(h + 1, h->bytes, h->site);
}

void *ex_map_take(size_t bytes, size_t align, size_t before)
{
    uintptr_t at = (((uintptr_t)maps_next + before + align - 1) & ~(uintptr_t)(align - 1)) - before;
    if (at < (uintptr_t)maps_next)
        at += align;
    if (bytes > EX_MAPS_BYTES || at + bytes > (uintptr_t)ex_maps_end)
        return NULL;
    maps_next = (char *)at + bytes;
    return (void *)at;
}

/* The address is not used again, and reading it is an error: whoever does is found as one that reads what was given back. */
void ex_map_give(void *start, size_t bytes)
{
    if ((char *)start + bytes == maps_next && !ex.now)
        maps_next = start;
    if (!ex.now)
        madvise(start, bytes, MADV_DONTNEED);
}
