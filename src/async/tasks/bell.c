#include "async/tasks/bell.h"

#include "async/os/os.h"
#include "async/os/room.h"

#include <limits.h>

enum { BELLS = RA__ROOM(64, 1) };

static _Atomic uint32_t bells[BELLS];

static _Atomic uint32_t *bell_of(const ra_task *t)
{
    return &bells[(uintptr_t)t / sizeof *t % BELLS];
}

void ra__tell_watchers(const ra_task *t)
{
    _Atomic uint32_t *bell = bell_of(t);
    uint32_t before = atomic_load_explicit(bell, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(bell, &before, (before + 2) & ~UINT32_C(1), memory_order_seq_cst, memory_order_relaxed))
        ;
    if (before & 1)
        ra__os_futex_wake(bell, INT_MAX);
}

void ra__sleep_until_ended(ra_task *t, uint64_t sequence, uint64_t deadline)
{
    _Atomic uint32_t *bell = bell_of(t);
    uint32_t odd = atomic_fetch_or_explicit(bell, 1, memory_order_seq_cst) | 1;
    if (ra__task_is_live(t, sequence) && atomic_load_explicit(&t->successors, memory_order_seq_cst) != RA__CLOSED)
        ra__os_futex_wait(bell, odd, deadline);
}
