/*
 * Plain accesses: two of the same byte, one of them a write, that neither happens before the other are an error, and so is one of
 * memory that has been given back.
 *
 * Each eight bytes have a cell with the last two writes and the last four reads, as (thread, its clock, which of the bytes). An
 * older one that happens before is replaced first; where there is no room the oldest goes, and a race with it is not seen in
 * this schedule. Atomic accesses are noted too, and conflict with plain ones alone.
 */
#include "explorer.h"

#include <string.h>
#include <sys/mman.h>
#include <stdio.h>
#include <stdlib.h>

enum { WRITES = 2, READS = 4, SHARED = 255 };

typedef struct access {
    uint32_t clock : 22, thread : 4, atomic : 1, own : 1; /* a schedule has fewer points than a clock can count (step_limit) */
    uint32_t site : 24, bytes : 8;                        /* the executable lies in the lowest 16 MiB */
} access;
_Static_assert(EX_THREADS <= 16, "a thread's number has four bits");

typedef struct cell {
    uint32_t generation;
    uint32_t freed; /* by a call from here */
    uint8_t writes, reads, next_write, next_read;
    uint8_t atomic_bytes; /* that atomic accesses have come by */
    bool unknown;
    uint8_t owner; /* the one thread that has touched it, plus one; 0: none; SHARED */
    access write[WRITES], read[READS];
} cell;
_Static_assert(sizeof(cell) == 64, "a line of the cache: most of what a schedule costs is waiting for these");

static cell *heap_cells, *engine_cells;

static __attribute__((constructor)) void make_cells(void)
{
    size_t heap = (size_t)(ex_maps_end - ex_heap_begin) / 8 * sizeof(cell), engine = ((size_t)(ex_engine_end - ex_engine_begin) / 8 + 2) * sizeof(cell);
    heap_cells = mmap(NULL, heap, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    engine_cells = mmap(NULL, engine, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (heap_cells == MAP_FAILED || engine_cells == MAP_FAILED) {
        perror("explorer: cells");
        exit(2);
    }
}

static inline cell *of(uintptr_t a)
{
    cell *c = a >= (uintptr_t)ex_heap_begin && a < (uintptr_t)ex_maps_end ? &heap_cells[(a - (uintptr_t)ex_heap_begin) / 8] : &engine_cells[a / 8 - (uintptr_t)ex_engine_begin / 8];
    if (c->generation != ex.generation) {
        c->generation = ex.generation;
        c->freed = 0;
        c->writes = c->reads = c->next_write = c->next_read = 0;
        c->atomic_bytes = 0;
        c->unknown = false;
        c->owner = 0;
    }
    return c;
}

static void report(const access *before, int how, bool before_writes, uintptr_t a, const void *site)
{
    char first[512];
    snprintf(first, sizeof first, "%s", ex_site_text((const void *)(uintptr_t)before->site));
    ex_fail("data race at %#lx: thread %d %s at %s, and thread %d %s%s at %s: neither happens before the other", (unsigned long)a, ex.now->number,
            how == EX_STORE ? "writes" : "reads", ex_site_text(site), before->thread, before_writes ? "wrote" : "read", before->atomic ? " (atomically)" : "", first);
}

/* Of two atomic accesses either could have come first. */
static void note_race(const access *before)
{
    ex.at->races[ex.at_own]++;
    ex_site_of((const void *)(uintptr_t)before->site)->races[before->own]++;
}

static inline bool happens_before(const access *b)
{
    return ex.now->clock.at[b->thread] >= b->clock;
}

static void put(access *list, uint8_t *count, uint8_t *next, int room, const access *a)
{
    for (int i = 0; i < *count; i++) /* the thread's own last one on these bytes, or one that is before this */
        if ((list[i].bytes & ~a->bytes) == 0 && list[i].atomic == a->atomic && (list[i].thread == a->thread || (list != NULL && happens_before(&list[i]) && room == WRITES))) {
            list[i] = *a;
            return;
        }
    if (*count < room) {
        list[(*count)++] = *a;
        return;
    }
    list[*next] = *a;
    *next = (uint8_t)((*next + 1) % room);
}

static inline void look(uintptr_t a, uint8_t bytes, int how, bool atomic, const void *site)
{
    cell *c = of(a);
    const access mine = {.clock = ex.now->clock.at[ex.now->number] & 0x3fffff, .site = (uintptr_t)site & 0xffffff, .thread = (unsigned)ex.now->number & 15, .bytes = bytes, .atomic = atomic, .own = ex.at_own};
    if (__builtin_expect(c->freed != 0, 0)) {
        char where[512];
        snprintf(where, sizeof where, "%s", ex_site_text((const void *)(uintptr_t)c->freed));
        ex_fail("use after free at %#lx: thread %d %s at %s; given back at %s", (unsigned long)a, ex.now->number, how == EX_STORE ? "writes" : "reads", ex_site_text(site), where);
    }
    if (c->owner != mine.thread + 1)
        c->owner = c->owner ? SHARED : mine.thread + 1;
    if (c->unknown)
        return;
    for (int i = 0; i < c->writes; i++)
        if ((c->write[i].bytes & bytes) && !happens_before(&c->write[i])) {
            if (!(atomic && c->write[i].atomic))
                report(&c->write[i], how, true, a, site);
            note_race(&c->write[i]);
        }
    if (how == EX_STORE) {
        ex_dirty(a);
        for (int i = 0; i < c->reads; i++)
            if ((c->read[i].bytes & bytes) && !happens_before(&c->read[i])) {
                if (!(atomic && c->read[i].atomic))
                    report(&c->read[i], how, false, a, site);
                note_race(&c->read[i]);
            }
        put(c->write, &c->writes, &c->next_write, WRITES, &mine);
        if (atomic)
            c->atomic_bytes |= bytes;
        else if (c->atomic_bytes & bytes) {
            ex_forget_location(a & ~(uintptr_t)7, bytes);
            c->atomic_bytes &= (uint8_t)~bytes;
        }
    } else {
        put(c->read, &c->reads, &c->next_read, READS, &mine);
        if (atomic)
            c->atomic_bytes |= bytes;
    }
}

void ex_plain(const void *address, size_t size, int how, const void *site)
{
    uintptr_t a = (uintptr_t)address, end = a + size;
    if (!ex.now || !size || !ex_is_shadowed(a))
        return;
    if (!ex_is_shadowed(end - 1))
        ex_fail("access past the end of memory: %zu bytes at %p, at %s", size, address, ex_site_text(site));
    if (end <= (a | 7) + 1) { /* most are of one word */
        look(a & ~(uintptr_t)7, (uint8_t)(((1u << size) - 1) << (a & 7)), how, false, site);
        return;
    }
    while (a < end) {
        uintptr_t word = a & ~(uintptr_t)7, stop = word + 8 < end ? word + 8 : end;
        uint8_t bytes = (uint8_t)(((1u << (stop - a)) - 1) << (a - word));
        look(word, bytes, how, false, site);
        a = stop;
    }
}

bool ex_is_own(const void *address)
{
    uintptr_t a = (uintptr_t)address;
    if (!ex_is_shadowed(a))
        return false;
    const cell *c = of(a & ~(uintptr_t)7);
    return c->owner == 0 || c->owner == ex.now->number + 1;
}

void ex_plain_atomic(const void *address, size_t size, int how, const void *site)
{
    uintptr_t a = (uintptr_t)address, word = a & ~(uintptr_t)7;
    if (ex_is_shadowed(a))
        look(word, (uint8_t)(((1u << size) - 1) << (a - word)), how, true, site);
    else if (a < 4096)
        ex_fail("atomic access through NULL at %s", ex_site_text(site));
}

void ex_mark_freed(const void *start, size_t bytes, const void *site)
{
    for (uintptr_t a = (uintptr_t)start & ~(uintptr_t)7; a < (uintptr_t)start + bytes; a += 8)
        of(a)->freed = (uint32_t)(uintptr_t)site;
}

void ex_mark_unknown(const void *start, size_t bytes)
{
    for (uintptr_t a = (uintptr_t)start & ~(uintptr_t)7; a < (uintptr_t)start + bytes; a += 8)
        of(a)->unknown = true;
}
