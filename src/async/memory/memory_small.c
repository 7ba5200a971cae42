/* memory_small.c - blocks below 1 MiB, carved from regions.
 *
 * A region is 8 MiB that are never unmapped (but at shutdown). Its first part holds one link word for each 64 bytes of
 * the rest: links live outside the blocks, since a popper that was overtaken may still read the link of a block that is
 * in use (lifo.h). A block's number is its place, in units of 64 bytes, among all regions.
 *
 * A block's states:
 *   live     carved (used += size, by compare-and-exchange, in a current region of the node), or popped, or taken by a thread out of
 *            its magazine
 *   cached   pushed, or in the magazine of a thread, which passes half of a full one on, asks for half of one when it is empty, and
 *            passes all on before it sleeps for want of work; where a thread of the program's is off elsewhere nobody trims the regions of
 *            those few
 *   dropped  by the trimmer, with its whole region: it takes all stacks of a node in hand and adds up, region by
 *            region, what it holds; where that is all that was ever carved (used == gathered), nobody can have a block
 *            of it. One compare-and-exchange used -> CLOSED decides that against a carver that comes at this moment.
 *            The pages go back, used becomes 0, the region waits among the spares. The other blocks are pushed back.
 *
 * There are regions in huge pages, where workers carve, and regions in small ones, where all others do. The first touch of a huge
 * page lasts until the whole of it is cleared, 5 ms on a virtual machine whose memory is not there yet: a worker has that time and
 * saves 511 more touches, but not a control thread in its call, nor the thread that answers who asks for a tiny result. Whoever
 * carved a block, it comes back to the one cache of its class, touched.
 *
 * A region can be the current one, or wait among the spares, or both (the trimmer emptied the current one), or neither
 * (full). Being both is harmless, for carving asks only `used`; being among the spares twice is not, so that `queued`
 * admits it once. A region that is neither returns by the trimmer alone. */
#include "async/memory/memory.h"

#include "async/memory/memory_parts.h"
#include "async/os/os.h"
#include "async/thread/state.h"

#include <string.h>

enum {
    GRANULE = RA__MEM_ALIGN,
    REGION_GRANULES_LOG2 = 17,
    REGION_GRANULES = 1 << REGION_GRANULES_LOG2,
    REGIONS_MAX = 1 << (32 - REGION_GRANULES_LOG2) /* 256 GiB in small blocks: what 32-bit numbers reach */
};

#define REGION_BYTES ((size_t)REGION_GRANULES * GRANULE)
#define CLOSED UINT32_MAX /* `used` of a region that is being emptied: nothing fits */

struct ra__mem_region { /* at the start of its mapping, which begins on a multiple of REGION_BYTES */
    _Atomic uint32_t used;   /* granules carved: 0 <= used <= DATA_GRANULES, or CLOSED */
    _Atomic uint32_t queued; /* 1: is, or is about to be, among the spares */
    _Atomic uint32_t next;   /* link among the spares */
    uint32_t number;         /* regions[number] is this one */
    int node;
    bool huge; /* pages: of this source of the node */
    uint32_t gathered; /* the trimmer's: granules of this region in its hands */
    bool dropping;     /* the trimmer's: all blocks of it go */
    _Atomic uint32_t links[REGION_GRANULES]; /* by granule; of a block, that of its first */
};

/* Data begins on a page, so that giving its pages back leaves the header alone (64 KiB: the largest page there is). */
#define HEADER_GRANULES ((uint32_t)((sizeof(struct ra__mem_region) + 65535) / 65536 * 65536 / GRANULE))
#define DATA_GRANULES (REGION_GRANULES - HEADER_GRANULES)

static struct ra__mem_region *_Atomic regions[REGIONS_MAX];
static _Atomic uint32_t region_count; /* numbers given out; the pointer may follow a moment later */

/* ---- regions and blocks ---- */

static struct ra__mem_region *region_at(uint32_t number)
{
    /* Whoever holds a number of this region got it through an acquire after the pointer was stored. */
    return atomic_load_explicit(&regions[number], memory_order_relaxed);
}

static struct ra__mem_region *region_of(uint32_t block)
{
    return region_at(block >> REGION_GRANULES_LOG2);
}

static _Atomic uint32_t *block_link(uint32_t block)
{
    return &region_of(block)->links[block % REGION_GRANULES];
}

static _Atomic uint32_t *spare_link(uint32_t number)
{
    return &region_at(number - 1)->next;
}

static char *block_data(uint32_t block)
{
    return (char *)region_of(block) + (size_t)(block % REGION_GRANULES) * GRANULE;
}

static uint32_t block_number(struct ra__mem_region *region, const char *data)
{
    return region->number << REGION_GRANULES_LOG2 | (uint32_t)((size_t)(data - (char *)region) / GRANULE);
}

static char *region_data(struct ra__mem_region *region)
{
    return (char *)region + (size_t)HEADER_GRANULES * GRANULE;
}

static struct ra__mem_region *region_new(struct ra__mem_node *node, bool huge)
{
    void *start;
    if (ra__os_map(REGION_BYTES, REGION_BYTES, 0, &start))
        return NULL;
    uint32_t number = atomic_load_explicit(&region_count, memory_order_relaxed);
    do
        if (number == REGIONS_MAX) {
            ra__os_unmap(start, REGION_BYTES);
            return NULL;
        }
    while (!atomic_compare_exchange_weak_explicit(&region_count, &number, number + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
    ra__mem_place(node, start, REGION_BYTES, huge);
    struct ra__mem_region *region = start; /* zero-filled by the system */
    region->number = number;
    region->node = (int)(node - ra__mem_nodes);
    region->huge = huge;
    RA__MEM_POISON(region_data(region), (size_t)DATA_GRANULES * GRANULE);
    atomic_store_explicit(&regions[number], region, memory_order_release); /* for the trimmer, who walks the table */
    return region;
}

static void spare_put(struct ra__mem_node *node, struct ra__mem_region *region)
{
    if (!atomic_exchange_explicit(&region->queued, 1, memory_order_acq_rel))
        ra__lifo_push(&node->source[region->huge].spares, spare_link, region->number + 1);
}

static struct ra__mem_region *spare_take(struct ra__mem_source *source)
{
    const uint32_t number = ra__lifo_pop(&source->spares, spare_link);
    if (!number)
        return NULL;
    struct ra__mem_region *region = region_at(number - 1);
    /* A trimmer that has emptied it meanwhile, and found it queued, leaves it to us: acquire, so that we see it empty. */
    atomic_exchange_explicit(&region->queued, 0, memory_order_acq_rel);
    return region;
}

/* A block never handed out before (or not since its pages went back), or NULL. */
static char *carve(struct ra__mem_node *node, int class)
{
    const size_t bytes = ra__mem_class_bytes(class);
    const uint32_t granules = (uint32_t)(bytes / GRANULE);
    const bool huge = ra__is_worker();
    struct ra__mem_source *source = &node->source[huge];
    if (!ra__mem_reserve(node, bytes))
        return NULL;
    for (;;) {
        struct ra__mem_region *region = atomic_load_explicit(&source->current, memory_order_acquire);
        if (region) {
            uint32_t used = atomic_load_explicit(&region->used, memory_order_relaxed);
            while (used <= DATA_GRANULES - granules) {
                /* Acquire: after the trimmer's store of 0 the pages are the trimmer's no more. */
                if (atomic_compare_exchange_weak_explicit(&region->used, &used, used + granules, memory_order_acquire,
                                                          memory_order_relaxed)) {
                    ra__mem_count_fresh(bytes);
                    return region_data(region) + (size_t)used * GRANULE;
                }
            }
        }
        struct ra__mem_region *next = spare_take(source);
        if (!next)
            next = region_new(node, huge);
        if (!next) {
            ra__mem_unreserve(node, bytes);
            return NULL;
        }
        /* Somebody else was faster: theirs is current, ours waits. */
        if (!atomic_compare_exchange_strong_explicit(&source->current, &region, next, memory_order_release,
                                                     memory_order_relaxed))
            spare_put(node, next);
    }
}

/* ---- magazines: blocks of up to 4 KiB that a thread has at hand, of the node of the first since its last rest ---- */

_Static_assert(RA__MAGAZINE_CLASSES == 32, "the last one: 4 KiB");

/* Of a class: 8 KiB at most. */
static int room_for(int class)
{
    const int room = RA__MAGAZINE_ROOM >> class / 8;
    return room ? room : 1;
}

/* That of the calling thread, where it has one for such a block. Where there is a limit what threads have at hand would count against it. */
static inline ra__magazine *magazine_for(const struct ra__mem_node *node, int class)
{
    ra__belongings *mine = class < RA__MAGAZINE_CLASSES && !atomic_load_explicit(&ra__mem_most, memory_order_relaxed) ? ra__belongings_mine() : NULL;
    if (!mine)
        return NULL;
    const struct ra__mem_node *home = atomic_load_explicit(&mine->magazine.home, memory_order_relaxed);
    if (!home)
        atomic_store_explicit(&mine->magazine.home, home = node, memory_order_relaxed);
    return home == node ? &mine->magazine : NULL;
}

/* From those that all threads share, with some more. */
static __attribute__((noinline)) uint32_t refill(ra__magazine *m, struct ra__mem_node *node, int class)
{
    int count = 0;
    uint32_t block = ra__lifo_pop_chain(&node->small[class], block_link, (room_for(class) + 1) / 2, &count);
    if (!block)
        return 0;
    for (int i = count; i--; block = atomic_load_explicit(block_link(block), memory_order_relaxed))
        m->block[class][i] = block;
    m->count[class] = (uint8_t)(count - 1);
    return m->block[class][count - 1];
}

/* So many, of those that there are, to all: those that were given first. */
static __attribute__((noinline)) void pass_on(ra__magazine *m, struct ra__mem_node *node, int class, int count)
{
    uint32_t *block = m->block[class];
    const int all = m->count[class], n = count < all ? count : all;
    if (!n)
        return;
    for (int i = n - 1; i > 0; i--)
        atomic_store_explicit(block_link(block[i]), block[i - 1], memory_order_release); /* as every link (lifo.h) */
    ra__lifo_push_chain(&node->small[class], block_link, block[n - 1], block[0]);
    memmove(block, block + n, (size_t)(all - n) * sizeof *block);
    m->count[class] = (uint8_t)(all - n);
}

/* All that it has, and what it has not told; and it is of no node. */
static void rest(ra__magazine *m)
{
    const struct ra__mem_node *home = atomic_load_explicit(&m->home, memory_order_relaxed);
    if (!home)
        return;
    struct ra__mem_node *node = &ra__mem_nodes[home - ra__mem_nodes];
    for (int class = 0; class < RA__MAGAZINE_CLASSES; class++)
        pass_on(m, node, class, RA__MAGAZINE_ROOM);
    ra__mem_tell(m, node);
    atomic_store_explicit(&m->home, NULL, memory_order_relaxed);
}

void ra__mem_rest(void)
{
    if (ra__my_counters)
        rest(&ra__belongings_mine()->magazine);
}

void ra__mem_small_rest_all(void)
{
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next)
        rest(&b->magazine);
}

void *ra__mem_small_alloc(struct ra__mem_node *node, size_t bytes)
{
    const int class = ra__mem_class_of(bytes);
    ra__magazine *m = magazine_for(node, class);
    const uint32_t block = !m ? ra__lifo_pop(&node->small[class], block_link) : m->count[class] ? m->block[class][--m->count[class]] : refill(m, node, class);
    char *data = block ? block_data(block) : carve(node, class);
    if (data && m)
        ra__mem_note_live(m, node, ra__mem_class_bytes(class));
    else if (data)
        ra__mem_count_live(node, ra__mem_class_bytes(class));
    return data;
}

void ra__mem_small_free(char *data, size_t bytes)
{
    struct ra__mem_region *region = (struct ra__mem_region *)((uintptr_t)data & ~(uintptr_t)(REGION_BYTES - 1));
    struct ra__mem_node *node = &ra__mem_nodes[region->node];
    const int class = ra__mem_class_of(bytes);
    ra__magazine *m = magazine_for(node, class);
    RA__MEM_POISON(data, ra__mem_class_bytes(class));
    if (!m) {
        ra__mem_count_dead(node, ra__mem_class_bytes(class));
        ra__lifo_push(&node->small[class], block_link, block_number(region, data));
        return;
    }
    ra__mem_note_dead(m, node, ra__mem_class_bytes(class));
    if (m->count[class] == room_for(class))
        pass_on(m, node, class, (room_for(class) + 1) / 2);
    m->block[class][m->count[class]++] = block_number(region, data);
}

/* ---- trimming ---- */

/* The region of that number if it is there and of this node. (It may not be there yet, having its number only.) */
static struct ra__mem_region *region_on(const struct ra__mem_node *node, uint32_t number)
{
    struct ra__mem_region *region = atomic_load_explicit(&regions[number], memory_order_acquire);
    return region && &ra__mem_nodes[region->node] == node ? region : NULL;
}

/* Takes all free small blocks of a node in hand and adds them up by region. */
static void gather(struct ra__mem_node *node, uint32_t count, uint32_t taken[RA__MEM_SMALL_CLASSES])
{
    for (uint32_t r = 0; r < count; r++) {
        struct ra__mem_region *region = region_on(node, r);
        if (region) {
            region->gathered = 0;
            region->dropping = false;
        }
    }
    for (int class = 0; class < RA__MEM_SMALL_CLASSES; class++) {
        taken[class] = ra__lifo_take_all(&node->small[class]);
        for (uint32_t b = taken[class]; b; b = atomic_load_explicit(block_link(b), memory_order_relaxed))
            region_of(b)->gathered += (uint32_t)(ra__mem_class_bytes(class) / GRANULE); /* fits: of one region */
    }
}

/* Returns the blocks that stay, in their order. */
static void put_back(struct ra__mem_node *node, const uint32_t taken[RA__MEM_SMALL_CLASSES])
{
    for (int class = 0; class < RA__MEM_SMALL_CLASSES; class++) {
        uint32_t first = 0, last = 0, next;
        for (uint32_t b = taken[class]; b; b = next) {
            next = atomic_load_explicit(block_link(b), memory_order_relaxed);
            if (region_of(b)->dropping)
                continue;
            if (last)
                atomic_store_explicit(block_link(last), b, memory_order_release); /* as every link (lifo.h) */
            else
                first = b;
            last = b;
        }
        if (last)
            ra__lifo_push_chain(&node->small[class], block_link, first, last);
    }
}

size_t ra__mem_small_trim(struct ra__mem_node *node, size_t keep)
{
    uint32_t taken[RA__MEM_SMALL_CLASSES];
    const uint32_t count = atomic_load_explicit(&region_count, memory_order_relaxed);
    const size_t cached = ra__mem_cached();
    size_t gone = 0;
    ra__mem_rest();
    gather(node, count, taken);
    for (uint32_t r = 0; r < count && cached > keep && gone < cached - keep; r++) {
        struct ra__mem_region *region = region_on(node, r);
        if (!region || !region->gathered)
            continue;
        /* All that was carved is in our hands, and from now on nobody carves. */
        uint32_t all = region->gathered;
        region->dropping = atomic_compare_exchange_strong_explicit(&region->used, &all, CLOSED, memory_order_relaxed,
                                                                   memory_order_relaxed);
        gone += region->dropping ? (size_t)all * GRANULE : 0;
    }
    put_back(node, taken);
    for (uint32_t r = 0; r < count; r++) {
        struct ra__mem_region *region = region_on(node, r);
        if (!region || !region->dropping)
            continue;
        region->dropping = false;
        /* If the system refuses, the pages stay, to be carved again all the same. */
        ra__os_discard(region_data(region), (size_t)DATA_GRANULES * GRANULE);
        ra__mem_unreserve(node, (size_t)region->gathered * GRANULE);
        atomic_store_explicit(&region->used, 0, memory_order_release);
        spare_put(node, region);
    }
    return gone;
}

bool ra__mem_small_unmap(void)
{
    const uint32_t count = atomic_load_explicit(&region_count, memory_order_relaxed);
    bool all = true;
    for (uint32_t r = 0; r < count; r++) {
        struct ra__mem_region *region = region_at(r);
        RA__MEM_UNPOISON(region, REGION_BYTES);
        all = !ra__os_unmap(region, REGION_BYTES) && all;
        atomic_store_explicit(&regions[r], NULL, memory_order_relaxed);
    }
    atomic_store_explicit(&region_count, 0, memory_order_relaxed);
    return all;
}
