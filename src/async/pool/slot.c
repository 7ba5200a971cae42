#include "async/pool/slot.h"

#include "async/os/os.h"
#include "async/os/room.h"

static _Atomic(ra__slot *) all;
static __thread ra__slot *mine;

ra__slot *ra__slot_all(void)
{
    return atomic_load_explicit(&all, memory_order_acquire);
}

ra__slot *ra__slot_new(int node)
{
    ra__slot *s = ra__os_alloc_aligned(64, sizeof *s);
    if (!s)
        return NULL;
    atomic_init(&s->range, ra__slot_pack(RA__ROOM(0, 0xfffffc), 0, 0));
    atomic_init(&s->task, NULL);
    atomic_init(&s->taken, true);
    atomic_init(&s->of_worker, false);
    s->node = node;
    return s;
}

ra__slot *ra__slot_mine(void)
{
    if (mine)
        return mine;
    for (ra__slot *s = ra__slot_all(); s; s = s->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong_explicit(&s->taken, &taken, true, memory_order_acquire, memory_order_relaxed))
            return mine = s;
    }
    ra__slot *s = ra__slot_new(-1);
    if (!s)
        return NULL;
    s->next = atomic_load_explicit(&all, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&all, &s->next, s, memory_order_release, memory_order_relaxed))
        ;
    return mine = s;
}

void ra__slot_leave(void)
{
    if (mine) {
        atomic_store_explicit(&mine->of_worker, false, memory_order_relaxed);
        atomic_store_explicit(&mine->taken, false, memory_order_release);
    }
    mine = NULL;
}

void ra__slot_forget(ra__slot *s)
{
    uint64_t generation = (atomic_load_explicit(&s->range, memory_order_relaxed) >> 40) + 1;
    atomic_store_explicit(&s->range, ra__slot_pack(generation & 0xffffff, 0, 0), memory_order_relaxed);
    atomic_store_explicit(&s->of_worker, false, memory_order_relaxed);
    atomic_store_explicit(&s->taken, s == mine, memory_order_relaxed);
}

void ra__slot_fork_child(void)
{
    for (ra__slot *s = ra__slot_all(); s; s = s->next)
        ra__slot_forget(s);
}

bool ra__slot_any(void)
{
    for (ra__slot *s = ra__slot_all(); s; s = s->next) {
        uint64_t range = atomic_load_explicit(&s->range, memory_order_seq_cst);
        if (ra__slot_first(range) < ra__slot_end(range))
            return true;
    }
    return false;
}
