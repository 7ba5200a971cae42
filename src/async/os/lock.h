/*
 * A lock in a word: 0 free, 1 held, 2 held and somebody sleeps for it. It knows no owner: in the child of a fork the word is put
 * back by whoever knows who held it.
 */
#ifndef RA_ASYNC_LOCK_H
#define RA_ASYNC_LOCK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* True: it has slept for it. */
bool ra__lock(_Atomic uint32_t *word);
/* False where somebody has it. */
static inline bool ra__try_lock(_Atomic uint32_t *word)
{
    uint32_t seen = 0;
    return atomic_compare_exchange_strong_explicit(word, &seen, 1, memory_order_acquire, memory_order_relaxed);
}
/* After the word has been given free, for one who sleeps for it. */
void ra__lock_wake(_Atomic uint32_t *word);
static inline void ra__unlock(_Atomic uint32_t *word)
{
    if (__builtin_expect(atomic_exchange_explicit(word, 0, memory_order_release) == 2, 0))
        ra__lock_wake(word);
}

#endif
