/*
 * Interned layouts.
 *
 * A hash table of chains into which layouts are only ever pushed, by compare-and-swap, so that looking up takes no
 * lock. Interned layouts live for ever; their number is capped, and past the cap each handle gets a counted layout of
 * its own (equal pointers still mean equal layouts). Threads keep a small direct-mapped cache in front.
 */
#include "async/values/intern.h"

#include "async/os/os.h"
#include "async/os/room.h"
#include "async/thread/belongings.h"

#include <stdatomic.h>

enum { BUCKETS = RA__ROOM(1 << 13, 2), CAP = RA__ROOM(1 << 15, 5) };

typedef struct interned {
    struct interned *next;
    _Atomic int32_t refs; /* 0: interned, never freed */
    ra_layout layout;     /* its dims follow */
} interned;

static _Atomic(interned *) table[BUCKETS];
static _Atomic int32_t population;

static interned *entry_of(const ra_layout *layout)
{
    return (interned *)((char *)(uintptr_t)layout - offsetof(interned, layout));
}

static interned *make(const ra__shape *shape, uint32_t hash, int32_t refs)
{
    interned *e = ra__os_alloc(offsetof(interned, layout) + ra__layout_bytes(shape->ndim));
    if (!e)
        return NULL;
    e->next = NULL;
    atomic_init(&e->refs, refs);
    ra__layout_from_shape(&e->layout, shape, hash);
    if (!refs)
        e->layout.flags |= RA__LASTING;
    return e;
}

static const ra_layout *find(interned *e, const ra__shape *shape, uint32_t hash)
{
    for (; e; e = e->next)
        if (e->layout.hash == hash && ra__layout_equals(&e->layout, shape))
            return &e->layout;
    return NULL;
}

/* The same, not among those that the thread has met last. */
static const ra_layout *intern(const ra__shape *shape, uint32_t hash)
{
    _Atomic(interned *) *bucket = &table[hash % BUCKETS];
    interned *head = atomic_load_explicit(bucket, memory_order_acquire);
    const ra_layout *l = find(head, shape, hash);
    if (!l) {
        bool full = atomic_load_explicit(&population, memory_order_relaxed) >= CAP;
        interned *e = make(shape, hash, full ? 1 : 0);
        if (!e || full)
            return e ? &e->layout : NULL;
        e->next = head;
        while (!atomic_compare_exchange_weak_explicit(bucket, &head, e, memory_order_acq_rel, memory_order_acquire)) {
            l = find(head, shape, hash); /* somebody else pushed; perhaps this very layout */
            if (l) {
                ra__os_free(e);
                return l;
            }
            e->next = head;
        }
        atomic_fetch_add_explicit(&population, 1, memory_order_relaxed);
        l = &e->layout;
    }
    return l;
}

const ra_layout *ra__layout_intern(const ra__shape *shape)
{
    uint32_t hash = ra__shape_hash(shape);
    ra__belongings *mine = ra__belongings_mine();
    const ra_layout *l = mine ? mine->near[hash % RA__NEAR] : NULL;
    if (l && l->hash == hash && ra__layout_equals(l, shape))
        return l;
    l = intern(shape, hash);
    if (mine && l && l->flags & RA__LASTING)
        mine->near[hash % RA__NEAR] = l;
    return l;
}

void ra__layout_count(const ra_layout *layout)
{
    atomic_fetch_add_explicit(&entry_of(layout)->refs, 1, memory_order_relaxed);
}

void ra__layout_uncount(const ra_layout *layout)
{
    interned *e = entry_of(layout);
    if (atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) == 1)
        ra__os_free(e);
}

/* Happens only past the cap, once per result whose extent depends on data; the bytes stay reachable from the list. */
void ra__layout_retire(const ra_layout *layout)
{
    static _Atomic(interned *) retired;
    interned *e = entry_of(layout);
    if (layout->flags & RA__LASTING)
        return;
    interned *head = atomic_load_explicit(&retired, memory_order_relaxed);
    do
        e->next = head;
    while (!atomic_compare_exchange_weak_explicit(&retired, &head, e, memory_order_relaxed, memory_order_relaxed));
}
