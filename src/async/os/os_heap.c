/* os_heap.c - the heap of the library's own records, without a lock.
 *
 * A worker of the background class may be off the processor for long, wherever it is. So what it takes and gives back here must not be
 * behind a lock, as it would be in the C library: there a block goes back to the arena that it came from, mostly that of the
 * control thread, which would then wait in its next call for a thread that does not run. Nor does a control thread's own malloc
 * meet a worker any more: no thread of the library's enters that once the engine runs, but in what the program lets it run.
 *
 * Blocks of one size (a class) lie in chunks, which begin at multiples of their size and stay what they are; a chunk is divided into
 * slabs of as many blocks as a word has bits. Of a slab `free` has a bit for each block that nobody has:
 *
 *   free != 0: the slab is in its class's stack, once, or in the hands of one thread that has taken it from there
 *   free == 0: it is neither
 *
 * Who wants a block takes a slab from the stack, clears a bit, and puts the slab back if others are left. Bits are cleared only by the
 * one who has the slab, and set by whoever gives a block back; who sets the first one puts the slab into the stack. So a thread
 * that is stopped anywhere has one slab at most, without which the others do: they take the next, or a new chunk. Links are beside the
 * blocks and are only touched atomically, as lifo.h wants it.
 *
 * Chunks come from areas, since mapping one takes five system calls (60 us), and waits for whoever maps something at that moment: a
 * control thread does not get there by using a size for the first time. Nothing of an area is there but what has been touched.
 *
 * What is larger than the classes is a mapping of its own, which begins where a chunk could: so a block's chunk is found from its
 * address. Chunks are never given back: what the records of one time needed at most is there for the next.
 *
 * Under the address sanitizer everything is the C library's, so that leaks and uses after release are seen. */
#include "async/os/os_gate.h"

#include "async/os/lifo.h"
#include "async/os/room.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined(__SANITIZE_ADDRESS__)
enum { BY_C_LIBRARY = 1 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { BY_C_LIBRARY = 1 };
#else
enum { BY_C_LIBRARY = 0 };
#endif
#else
enum { BY_C_LIBRARY = 0 };
#endif

enum {
    CHUNK_BITS = RA__ROOM(20, 12),
    CHUNK_BYTES = 1 << CHUNK_BITS,
    AREA_BYTES = CHUNK_BYTES * RA__ROOM(64, 2), /* chunks are mapped so many at a time, more than CLASSES: the first area is for all of them */
    SLAB_BLOCKS = RA__ROOM(64, 2),              /* at most the bits of a word */
    SMALLEST_BITS = 5,
    EVEN_BITS = 7, /* classes are 16 bytes apart up to here, and then a quarter of a power of two */
    EVEN_CLASSES = ((1 << EVEN_BITS) - (1 << SMALLEST_BITS)) / 16 + 1,
    BIGGEST_BITS = CHUNK_BITS - 3, /* seven in a chunk, beside its head */
    CLASSES = EVEN_CLASSES + (BIGGEST_BITS - EVEN_BITS) * 4,
    SLABS_BITS = CHUNK_BITS - SMALLEST_BITS - RA__ROOM(6, 1), /* more than a chunk of the smallest has */
    CHUNKS_MAX = 1 << 16, /* 64 GiB; a number has 16 bits for the chunk, and SLABS_BITS for the slab */
    ALIGN_MOST = 4096
};

struct slab {
    _Atomic uint64_t free; /* a bit for each block that nobody has */
    _Atomic uint32_t next; /* in the stack of its class: another's number */
};

struct chunk {
    size_t mapped;         /* of a block with a mapping of its own, else 0 */
    uint32_t bytes, first; /* of a block; from here to the first of them */
    uint32_t number, class;
    struct slab slab[];
};

static struct ra__lifo slabs[CLASSES];                 /* that have a free block */
static struct chunk *_Atomic chunks[CHUNKS_MAX];
static _Atomic uint32_t chunk_count;
static _Atomic uintptr_t fresh;                        /* the next chunk of the latest area; a multiple of AREA_BYTES: there is none left */
static _Atomic size_t held;

size_t ra__os_heap_bytes(void)
{
    return atomic_load_explicit(&held, memory_order_relaxed);
}

/* ---- classes ---- */

static int class_of(size_t bytes)
{
    if (bytes <= 1 << EVEN_BITS)
        return bytes <= 1 << SMALLEST_BITS ? 0 : (int)((bytes + 15) / 16) - (1 << SMALLEST_BITS) / 16;
    const int octave = 63 - __builtin_clzl(bytes - 1), quarter = (int)((bytes - 1) >> (octave - 2)) & 3;
    return EVEN_CLASSES + (octave - EVEN_BITS) * 4 + quarter;
}

static size_t class_bytes(int class)
{
    if (class < EVEN_CLASSES)
        return (size_t)(1 << SMALLEST_BITS) + (size_t)class * 16;
    const int octave = EVEN_BITS + (class - EVEN_CLASSES) / 4, quarter = (class - EVEN_CLASSES) % 4;
    return ((size_t)1 << octave) + (size_t)(quarter + 1) * ((size_t)1 << (octave - 2));
}

static size_t round_up(size_t bytes, size_t to)
{
    return (bytes + to - 1) & ~(to - 1);
}

/* ---- chunks and slabs ---- */

/* Who has a number came by it through an acquire, after the chunk was there. */
static struct slab *slab_at(uint32_t number, struct chunk **chunk)
{
    *chunk = atomic_load_explicit(&chunks[(number - 1) >> SLABS_BITS], memory_order_relaxed);
    return &(*chunk)->slab[(number - 1) & ((1 << SLABS_BITS) - 1)];
}

static _Atomic uint32_t *slab_link(uint32_t number)
{
    struct chunk *chunk;
    return &slab_at(number, &chunk)->next;
}

static uint32_t slab_number(const struct chunk *c, uint32_t slab)
{
    return (c->number << SLABS_BITS | slab) + 1;
}

static void *map(size_t bytes, size_t align)
{
    void *start;
    if (ra__os_map(bytes, align, 0, &start))
        return NULL;
    /* A huge page is cleared as a whole at the first touch, for a few records. */
    (void)madvise(start, bytes, MADV_NOHUGEPAGE);
    return start;
}

static void *chunk_memory(void)
{
    uintptr_t at = atomic_load_explicit(&fresh, memory_order_relaxed);
    for (;;) {
        if (at % AREA_BYTES) {
            if (atomic_compare_exchange_weak_explicit(&fresh, &at, at + CHUNK_BYTES, memory_order_relaxed, memory_order_relaxed))
                return (void *)at;
            continue;
        }
        char *area = map(AREA_BYTES, AREA_BYTES);
        if (!area)
            return map(CHUNK_BYTES, CHUNK_BYTES);
        if (atomic_compare_exchange_strong_explicit(&fresh, &at, (uintptr_t)area + CHUNK_BYTES, memory_order_relaxed, memory_order_relaxed))
            return area;
        (void)ra__os_unmap(area, AREA_BYTES); /* another was quicker */
    }
}

/* What is behind the head begins at a multiple of what the blocks do. */
static uint32_t head_bytes(size_t block)
{
    const size_t align = block & -block, most = CHUNK_BYTES / block / SLAB_BLOCKS + 1;
    return (uint32_t)round_up(sizeof(struct chunk) + most * sizeof(struct slab), align < 64 ? 64 : align < ALIGN_MOST ? align : ALIGN_MOST);
}

/* A number for a chunk; CHUNKS_MAX: there is none left. */
static uint32_t chunk_number(void)
{
    uint32_t number = atomic_load_explicit(&chunk_count, memory_order_relaxed);
    while (number < CHUNKS_MAX && !atomic_compare_exchange_weak_explicit(&chunk_count, &number, number + 1, memory_order_relaxed, memory_order_relaxed))
        ;
    return number;
}

/* All its slabs are in the stack but the first, which is the caller's; 0: out of memory. */
static uint32_t chunk_new(int class)
{
    struct chunk *c = atomic_load_explicit(&chunk_count, memory_order_relaxed) < CHUNKS_MAX ? chunk_memory() : NULL;
    const uint32_t number = c ? chunk_number() : CHUNKS_MAX;
    if (number == CHUNKS_MAX)
        return 0;
    *c = (struct chunk){.bytes = (uint32_t)class_bytes(class), .first = head_bytes(class_bytes(class)), .number = number, .class = (uint32_t)class};
    const uint32_t blocks = (CHUNK_BYTES - c->first) / c->bytes, count = (blocks + SLAB_BLOCKS - 1) / SLAB_BLOCKS;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t left = blocks - i * SLAB_BLOCKS;
        atomic_init(&c->slab[i].free, ~UINT64_C(0) >> (64 - (left < SLAB_BLOCKS ? left : SLAB_BLOCKS)));
        atomic_init(&c->slab[i].next, slab_number(c, i + 1));
    }
    atomic_store_explicit(&chunks[number], c, memory_order_relaxed);
    atomic_fetch_add_explicit(&held, CHUNK_BYTES, memory_order_relaxed);
    if (count > 1)
        ra__lifo_push_chain(&slabs[class], slab_link, slab_number(c, 1), slab_number(c, count - 1));
    return slab_number(c, 0);
}

static struct chunk *chunk_of(const void *block)
{
    return (struct chunk *)((uintptr_t)block & ~(uintptr_t)(CHUNK_BYTES - 1));
}

static void *block_take(int class)
{
    uint32_t number = ra__lifo_pop(&slabs[class], slab_link);
    if (!number && !(number = chunk_new(class)))
        return NULL;
    struct chunk *c;
    struct slab *s = slab_at(number, &c);
    const int at = __builtin_ctzl(atomic_load_explicit(&s->free, memory_order_relaxed));
    const uint64_t bit = UINT64_C(1) << at;
    /* Acquire: the block's last owner is done with it. */
    if (atomic_fetch_and_explicit(&s->free, ~bit, memory_order_acquire) != bit)
        ra__lifo_push(&slabs[class], slab_link, number);
    const uint32_t place = (uint32_t)(s - c->slab) * SLAB_BLOCKS + (uint32_t)at;
    return (char *)c + c->first + (size_t)place * c->bytes;
}

static void block_give(struct chunk *c, const void *block)
{
    const uint32_t place = ((uint32_t)((const char *)block - (const char *)c) - c->first) / c->bytes, slab = place / SLAB_BLOCKS;
    const uint64_t bit = UINT64_C(1) << place % SLAB_BLOCKS;
    if (atomic_fetch_or_explicit(&c->slab[slab].free, bit, memory_order_release) == 0)
        ra__lifo_push(&slabs[c->class], slab_link, slab_number(c, slab));
}

/* ---- any size ---- */

static void *mapping_take(size_t align, size_t bytes)
{
    const size_t head = align < 64 ? 64 : align;
    if (bytes > SIZE_MAX / 2)
        return NULL;
    const size_t mapped = round_up(bytes + head, ra__os_page_size());
    struct chunk *c = map(mapped, CHUNK_BYTES);
    if (!c)
        return NULL;
    c->mapped = mapped;
    c->first = (uint32_t)head;
    atomic_fetch_add_explicit(&held, mapped, memory_order_relaxed);
    return (char *)c + head;
}

static void *take(size_t align, size_t bytes)
{
    bytes = bytes > 1 ? bytes : 1;
    if (align > 16 && bytes <= 1 << BIGGEST_BITS)
        bytes = round_up(bytes, align);
    if (align > ALIGN_MOST || bytes > 1 << BIGGEST_BITS)
        return align > ALIGN_MOST ? NULL : mapping_take(align, bytes);
    int class = class_of(bytes);
    while (class_bytes(class) % align) /* of a power of two there is one */
        class++;
    return block_take(class);
}

/* What fits into a block. */
static size_t room_of(const void *block)
{
    const struct chunk *c = chunk_of(block);
    return c->mapped ? c->mapped - c->first : c->bytes;
}

void *ra__os_alloc_surely(size_t bytes)
{
    return BY_C_LIBRARY ? malloc(bytes ? bytes : 1) : take(16, bytes);
}

void *ra__os_alloc(size_t bytes)
{
    return ra__os_should_fail(RA__OS_HEAP) ? NULL : ra__os_alloc_surely(bytes);
}

void *ra__os_calloc(size_t count, size_t bytes)
{
    size_t product;
    /* The C library checks this too, but under a sanitizer that check ends the process. */
    if (ra__os_should_fail(RA__OS_HEAP) || __builtin_mul_overflow(count, bytes, &product))
        return NULL;
    if (BY_C_LIBRARY)
        return calloc(product ? product : 1, 1);
    void *block = take(16, product);
    return block && !chunk_of(block)->mapped ? memset(block, 0, product) : block;
}

void *ra__os_realloc(void *block, size_t bytes)
{
    if (ra__os_should_fail(RA__OS_HEAP))
        return NULL;
    if (BY_C_LIBRARY)
        return realloc(block, bytes ? bytes : 1);
    const size_t had = block ? room_of(block) : 0;
    if (block && bytes <= had && bytes > had / 2)
        return block;
    void *other = take(16, bytes);
    if (block && other) {
        memcpy(other, block, had < bytes ? had : bytes);
        ra__os_free(block);
    }
    return other;
}

void *ra__os_alloc_aligned(size_t align, size_t bytes)
{
    void *block;
    if (ra__os_should_fail(RA__OS_HEAP))
        return NULL;
    if (BY_C_LIBRARY)
        return posix_memalign(&block, align, bytes ? bytes : 1) ? NULL : block;
    return take(align, bytes);
}

void ra__os_free(void *block)
{
    if (BY_C_LIBRARY) {
        free(block);
        return;
    }
    struct chunk *c = block ? chunk_of(block) : NULL;
    if (!c)
        return;
    if (!c->mapped) {
        block_give(c, block);
        return;
    }
    /* Where that fails it is lost, which only the system's lack of mappings can do. */
    const size_t mapped = c->mapped;
    if (!ra__os_unmap(c, mapped))
        atomic_fetch_sub_explicit(&held, mapped, memory_order_relaxed);
}

char *ra__os_text_for_program(const char *text)
{
    return !text || ra__os_should_fail(RA__OS_HEAP) ? NULL : strdup(text);
}
