/* memory_large.c - blocks of 1 MiB and more, each a mapping of its own.
 *
 * A mapping begins a page before the 2 MiB boundary on which the data begins; that page names the block's record.
 * Records are in a table and stay readable for ever, for the sake of overtaken poppers (lifo.h): a block may be
 * unmapped, its record may not. A request takes the smallest cached block that is at most a quarter larger than what
 * was asked for, by class; a block keeps its class whatever it is lent out for.
 *
 * Spread blocks have a cache of their own, beside those of the nodes. Their pages are divided by the size that was first
 * asked for, and stay; so such a block is only lent out within its class, where sizes differ by an eighth at most, and
 * so by as much does what then lies in another share than was meant. */
#include "async/memory/memory_parts.h"

#include "async/os/os.h"

enum { RECORDS_MAX = RA__ROOM(1 << 18, 64) }; /* four times Linux's default limit of mappings a process */

#define LARGE_ALIGN ((size_t)2 << 20)

struct record { /* of a large block; written by whoever owns the block, which a stack hands over */
    _Atomic uint32_t next;
    int node, class;
    char *data;
};

static struct record records[RECORDS_MAX + 1]; /* record 0 is none; untouched pages cost nothing */
static _Atomic uint32_t record_count;
static struct ra__lifo spare_records;

static _Atomic uint32_t *record_link(uint32_t number)
{
    return &records[number].next;
}

/* The last word before the data. */
static uint64_t *record_number(char *data)
{
    return (uint64_t *)(void *)(data - sizeof(uint64_t));
}

static uint32_t record_new(void)
{
    uint32_t number = ra__lifo_pop(&spare_records, record_link);
    if (number)
        return number;
    number = atomic_load_explicit(&record_count, memory_order_relaxed);
    do
        if (number == RECORDS_MAX)
            return 0;
    while (!atomic_compare_exchange_weak_explicit(&record_count, &number, number + 1, memory_order_relaxed,
                                                  memory_order_relaxed));
    return number + 1;
}

static uint32_t large_map(struct ra__mem_node *node, int class, size_t asked)
{
    const size_t bytes = ra__mem_class_bytes(class), page = ra__os_page_size();
    if (!ra__mem_reserve(node, bytes))
        return 0;
    const uint32_t number = record_new();
    void *start;
    if (!number || ra__os_map(page + bytes, LARGE_ALIGN, page, &start)) {
        if (number)
            ra__lifo_push(&spare_records, record_link, number);
        ra__mem_unreserve(node, bytes);
        return 0;
    }
    if (node == RA__MEM_SPREAD_HOME)
        ra__mem_place_shares((char *)start + page, asked, bytes);
    else
        ra__mem_place(node, (char *)start + page, bytes, true);
    struct record *record = &records[number];
    record->node = (int)(node - ra__mem_nodes);
    record->class = class;
    record->data = (char *)start + page;
    *record_number(record->data) = number;
    RA__MEM_POISON(start, page + bytes);
    ra__mem_count_fresh(bytes);
    return number;
}

/* Back to the system; false when that refuses: the block is then as it was. */
static bool large_unmap(uint32_t number)
{
    const size_t page = ra__os_page_size();
    struct record *record = &records[number];
    const size_t bytes = ra__mem_class_bytes(record->class);
    RA__MEM_UNPOISON(record->data - page, page + bytes); /* the addresses may be somebody else's next */
    if (ra__os_unmap(record->data - page, page + bytes)) {
        RA__MEM_POISON(record->data - page, page + bytes);
        return false;
    }
    ra__mem_unreserve(&ra__mem_nodes[record->node], bytes);
    ra__lifo_push(&spare_records, record_link, number);
    return true;
}

/* 0 <= n <= ra__mem_node_count: the nodes, then the spread blocks. */
static struct ra__mem_node *home_at(int n)
{
    return n < ra__mem_node_count ? &ra__mem_nodes[n] : RA__MEM_SPREAD_HOME;
}

static struct ra__lifo *large_stack(struct ra__mem_node *node, int class)
{
    return &node->large[class - RA__MEM_FIRST_LARGE];
}

void *ra__mem_large_alloc(struct ra__mem_node *node, size_t bytes)
{
    const int fitting = ra__mem_class_of(bytes);
    const size_t most = node == RA__MEM_SPREAD_HOME ? bytes : bytes + bytes / 4;
    uint32_t number = 0;
    for (int class = fitting; !number && class < RA__MEM_CLASSES; class++) {
        if (class > fitting && ra__mem_class_bytes(class) > most)
            break;
        number = ra__lifo_pop(large_stack(node, class), record_link);
    }
    if (!number)
        number = large_map(node, fitting, bytes);
    if (!number)
        return NULL;
    ra__mem_count_live(node, ra__mem_class_bytes(records[number].class));
    return records[number].data;
}

void ra__mem_large_free(char *data)
{
    RA__MEM_UNPOISON(record_number(data), sizeof(uint64_t));
    const uint32_t number = (uint32_t)*record_number(data);
    struct ra__mem_node *node = &ra__mem_nodes[records[number].node];
    const int class = records[number].class;
    RA__MEM_POISON(record_number(data), sizeof(uint64_t) + ra__mem_class_bytes(class));
    ra__mem_count_dead(node, ra__mem_class_bytes(class));
    ra__lifo_push(large_stack(node, class), record_link, number);
}

/* Unmaps cached large blocks, the largest first, until `keep` bytes are cached; how many bytes went. */
size_t ra__mem_large_trim(size_t keep)
{
    size_t gone = 0;
    for (int class = RA__MEM_CLASSES - 1; class >= RA__MEM_FIRST_LARGE; class--)
        for (int n = 0; n <= ra__mem_node_count; n++)
            while (ra__mem_cached() > keep) {
                struct ra__lifo *stack = large_stack(home_at(n), class);
                const uint32_t number = ra__lifo_pop(stack, record_link);
                if (!number)
                    break;
                if (!large_unmap(number)) {
                    ra__lifo_push(stack, record_link, number);
                    return gone; /* no room for the system's own records: more of the same would not help */
                }
                gone += ra__mem_class_bytes(class); /* fits: is mapped */
            }
    return gone;
}

bool ra__mem_large_none(void)
{
    for (int n = 0; n <= ra__mem_node_count; n++)
        for (int class = RA__MEM_FIRST_LARGE; class < RA__MEM_CLASSES; class++)
            if (ra__lifo_top(atomic_load_explicit(&large_stack(home_at(n), class)->head, memory_order_relaxed)))
                return false;
    return true;
}
