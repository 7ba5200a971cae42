#include "async/os/lock.h"

#include "async/os/os.h"

bool ra__lock(_Atomic uint32_t *word)
{
    if (ra__try_lock(word))
        return false;
    for (int spin = 0; spin < 100; spin++) {
        uint32_t seen = 0;
        ra__os_relax();
        if (atomic_compare_exchange_weak_explicit(word, &seen, 1, memory_order_acquire, memory_order_relaxed))
            return false;
    }
    while (atomic_exchange_explicit(word, 2, memory_order_acquire) != 0)
        ra__os_futex_wait(word, 2, RA__OS_FOREVER);
    return true;
}

void ra__lock_wake(_Atomic uint32_t *word)
{
    ra__os_futex_wake(word, 1);
}
