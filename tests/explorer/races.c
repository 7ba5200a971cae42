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

#define COLD __attribute__((cold, noinline))

enum { WRITES = 2, READS = 4, SHARED = 255 };

/*
 * In one word: the thread's clock (a schedule has fewer points than it can count, step_limit), the thread, whether it was atomic, and
 * of memory that no other had touched; the place (the executable lies in the lowest 16 MiB); which of the bytes.
 */
typedef uint64_t access;
enum { THREAD_AT = 22, ATOMIC = 1 << 26, OWN = 1 << 27, SITE_AT = 32, BYTES_AT = 56 };
_Static_assert(EX_THREADS <= 16, "a thread's number has four bits");

static inline uint32_t clock_of(access a) { return a & ((1 << THREAD_AT) - 1); }
static inline unsigned thread_of(access a) { return a >> THREAD_AT & 15; }
static inline const void *site_of(access a) { return (const void *)(uintptr_t)(a >> SITE_AT & 0xffffff); }
static inline uint8_t bytes_of(access a) { return (uint8_t)(a >> BYTES_AT); }

/* Of no byte yet. */
static inline access of_now(const void *site, unsigned kind)
{
    const ex_thread *t = ex.now;
    return (t->clock.at[t->number] & ((1u << THREAD_AT) - 1)) | (unsigned)t->number << THREAD_AT | kind | ((uintptr_t)site & 0xffffff) << SITE_AT;
}

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
    /* A schedule comes by few bytes of many pages. */
    (void)madvise(heap_cells, heap, MADV_HUGEPAGE);
    (void)madvise(engine_cells, engine, MADV_HUGEPAGE);
}

/* As it was left, perhaps by an earlier schedule. */
static inline cell *left(uintptr_t a)
{
    return a >= (uintptr_t)ex_heap_begin && a < (uintptr_t)ex_maps_end ? &heap_cells[(a - (uintptr_t)ex_heap_begin) / 8] : &engine_cells[a / 8 - (uintptr_t)ex_engine_begin / 8];
}

static inline cell *of(uintptr_t a)
{
    cell *c = left(a);
    if (c->generation != ex.generation)
        *c = (cell){.generation = ex.generation};
    return c;
}

static COLD void report(access before, bool writes, bool before_writes, uintptr_t a, const void *site)
{
    char first[512];
    snprintf(first, sizeof first, "%s", ex_site_text(site_of(before)));
    ex_fail("data race at %#lx: thread %d %s at %s, and thread %d %s%s at %s: neither happens before the other", (unsigned long)a, ex.now->number,
            writes ? "writes" : "reads", ex_site_text(site), (int)thread_of(before), before_writes ? "wrote" : "read", before & ATOMIC ? " (atomically)" : "", first);
}

static COLD void report_freed(const cell *c, bool writes, uintptr_t a, const void *site)
{
    char where[512];
    snprintf(where, sizeof where, "%s", ex_site_text((const void *)(uintptr_t)c->freed));
    ex_fail("use after free at %#lx: thread %d %s at %s; given back at %s", (unsigned long)a, ex.now->number, writes ? "writes" : "reads", ex_site_text(site), where);
}

/* Of two atomic accesses either could have come first. */
static void note_race(access before)
{
    ex.at->races[ex.at_own]++;
    ex_site_of(site_of(before))->races[(before & OWN) != 0]++;
}

static inline bool happens_before(access b)
{
    return ex.now->clock.at[thread_of(b)] >= clock_of(b);
}

static inline void check(access before, access mine, bool writes, bool before_writes, uintptr_t a, const void *site)
{
    if (!(bytes_of(before) & bytes_of(mine)) || happens_before(before))
        return;
    if (!(before & mine & ATOMIC))
        report(before, writes, before_writes, a, site);
    note_race(before);
}

static inline void put(access *list, uint8_t *count, uint8_t *next, int room, access a)
{
    for (int i = 0; i < *count; i++) /* the thread's own last one on these bytes, or one that is before this */
        if ((bytes_of(list[i]) & ~bytes_of(a)) == 0 && ((list[i] ^ a) & ATOMIC) == 0 && (thread_of(list[i]) == thread_of(a) || (room == WRITES && happens_before(list[i])))) {
            list[i] = a;
            return;
        }
    if (*count < room) {
        list[(*count)++] = a;
        return;
    }
    list[*next] = a;
    *next = (uint8_t)((*next + 1) % room);
}

/* By the same thread at the same clock, and of these bytes at least: whoever races with the one races with the other. */
static inline bool covers(access one, access other)
{
    return (uint32_t)one == (uint32_t)other && (bytes_of(other) & ~bytes_of(one)) == 0;
}

/* Most accesses are like one before. Of those that are no more in the lists there is 0, which is nobody's: clocks begin with 1. */
static inline bool is_again(const cell *c, access mine, bool writes)
{
    if (c->generation != ex.generation || (c->atomic_bytes & bytes_of(mine)))
        return false;
    return covers(c->write[0], mine) || covers(c->write[1], mine) || (!writes && (covers(c->read[0], mine) || covers(c->read[1], mine)));
}

static inline void look_at(cell *c, access mine, bool writes, uintptr_t a, const void *site)
{
    if (__builtin_expect(c->freed != 0, 0))
        report_freed(c, writes, a, site);
    const bool alone = c->owner == thread_of(mine) + 1; /* nobody else has touched it */
    if (!alone)
        c->owner = c->owner ? SHARED : (uint8_t)(thread_of(mine) + 1);
    if (__builtin_expect(c->unknown, 0))
        return;
    for (int i = 0; !alone && i < c->writes; i++)
        check(c->write[i], mine, writes, true, a, site);
    if (!writes) {
        put(c->read, &c->reads, &c->next_read, READS, mine);
        if (mine & ATOMIC)
            c->atomic_bytes |= bytes_of(mine);
        return;
    }
    ex_dirty(a);
    for (int i = 0; !alone && i < c->reads; i++)
        check(c->read[i], mine, writes, false, a, site);
    put(c->write, &c->writes, &c->next_write, WRITES, mine);
    if (mine & ATOMIC)
        c->atomic_bytes |= bytes_of(mine);
    else if (c->atomic_bytes & bytes_of(mine)) {
        ex_forget_location(a & ~(uintptr_t)7, bytes_of(mine));
        c->atomic_bytes &= (uint8_t)~bytes_of(mine);
    }
}

static inline access with_bytes(access a, unsigned bytes)
{
    return a | (access)bytes << BYTES_AT;
}

static __attribute__((noinline)) void look_at_all(uintptr_t a, size_t size, int how, const void *site)
{
    const uintptr_t end = a + size;
    if (!size)
        return;
    if (!ex_is_shadowed(end - 1))
        ex_fail("access past the end of memory: %zu bytes at %#lx, at %s", size, (unsigned long)a, ex_site_text(site));
    const access mine = of_now(site, 0);
    while (a < end) {
        uintptr_t word = a & ~(uintptr_t)7, stop = word + 8 < end ? word + 8 : end;
        look_at(of(a), with_bytes(mine, ((1u << (stop - a)) - 1) << (a - word)), how == EX_STORE, word, site);
        a = stop;
    }
}

void ex_plain(const void *address, size_t size, int how, const void *site)
{
    const uintptr_t a = (uintptr_t)address;
    if (!ex.now || !ex_is_shadowed(a))
        return;
    if ((a & 7) + size > 8 || !is_again(left(a), with_bytes(of_now(site, 0), ((1u << size) - 1) << (a & 7)), how == EX_STORE))
        look_at_all(a, size, how, site);
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
        look_at(of(a), with_bytes(of_now(site, ATOMIC | (ex.at_own ? OWN : 0)), ((1u << size) - 1) << (a - word)), how == EX_STORE, word, site);
    else if (a < 4096)
        ex_fail("atomic access through NULL at %s", ex_site_text(site));
}

/* A write of all of it; whoever comes by it then is found by that alone. */
void ex_give(const void *start, size_t bytes, const void *site)
{
    for (uintptr_t a = (uintptr_t)start & ~(uintptr_t)7; a < (uintptr_t)start + bytes; a += 8) {
        cell *c = left(a);
        if (c->generation == ex.generation)
            look_at(c, with_bytes(of_now(site, 0), 255), true, a, site);
        *c = (cell){.generation = ex.generation, .freed = (uint32_t)(uintptr_t)site};
    }
}

void ex_mark_unknown(const void *start, size_t bytes)
{
    for (uintptr_t a = (uintptr_t)start & ~(uintptr_t)7; a < (uintptr_t)start + bytes; a += 8)
        of(a)->unknown = true;
}
