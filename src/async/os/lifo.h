/* lifo.h - a lock-free stack of numbered things.
 *
 * Members are named by 32-bit numbers, 0 being none; the caller supplies link(number), the address of the member's
 * link word. Two rules make it safe:
 *
 * - A link word is never unmapped and is only ever touched atomically. A popper that was overtaken may read the link
 *   of a member that somebody else owns by now: it reads a stale number, harmlessly, and its exchange then fails.
 * - The head carries a tag that every change increments, so the exchange fails whenever the stack changed in
 *   between, even if the same member is on top again (the ABA problem). To be fooled, a thread would have to be off
 *   the processor between two neighbouring instructions for exactly a multiple of 2^32 changes of this one stack,
 *   and find its old top there: at 20 ns a change that is 86 s of nothing else, hit to the very change.
 *
 * Every change of the head is a read-modify-write, those that put something there release, those that take acquire, so that all of them
 * form one release sequence: whoever takes a member sees all that was written to it before it was put here, by whatever thread, however long ago.
 *
 * No operation waits for another thread: one that was stopped midway holds nothing that others need. */
#ifndef RA_ASYNC_LIFO_H
#define RA_ASYNC_LIFO_H

#include <stdatomic.h>
#include <stdint.h>

struct ra__lifo {
    _Atomic uint64_t head; /* tag << 32 | number of the top member */
};

typedef _Atomic uint32_t *ra__lifo_link_fn(uint32_t number);

static inline uint32_t ra__lifo_top(uint64_t head)
{
    return (uint32_t)head;
}

static inline uint64_t ra__lifo_changed(uint64_t head, uint32_t top)
{
    return ((head >> 32) + 1) << 32 | top;
}

/* Puts a chain first -> ... -> last, linked by the caller, on top: first comes off first. */
static inline void ra__lifo_push_chain(struct ra__lifo *stack, ra__lifo_link_fn *link, uint32_t first, uint32_t last)
{
    uint64_t head = atomic_load_explicit(&stack->head, memory_order_relaxed);
    do
        atomic_store_explicit(link(last), ra__lifo_top(head), memory_order_release);
    while (!atomic_compare_exchange_weak_explicit(&stack->head, &head, ra__lifo_changed(head, first),
                                                  memory_order_release, memory_order_relaxed));
}

static inline void ra__lifo_push(struct ra__lifo *stack, ra__lifo_link_fn *link, uint32_t number)
{
    ra__lifo_push_chain(stack, link, number, number);
}

/* The top member, or 0. The acquire on the way into link() pairs with the push that wrote that link. */
static inline uint32_t ra__lifo_pop(struct ra__lifo *stack, ra__lifo_link_fn *link)
{
    uint64_t head = atomic_load_explicit(&stack->head, memory_order_acquire);
    while (ra__lifo_top(head)) {
        uint32_t below = atomic_load_explicit(link(ra__lifo_top(head)), memory_order_relaxed);
        if (atomic_compare_exchange_weak_explicit(&stack->head, &head, ra__lifo_changed(head, below),
                                                  memory_order_acquire, memory_order_acquire))
            break;
    }
    return ra__lifo_top(head);
}

/*
 * Up to so many members from the top, as a chain, top first, or 0; *count of them. A link that was read while the stack was as it is now leads
 * to a member of it; one that somebody has written who took that member off first was stored by a release, and the stack is then seen to have
 * changed.
 */
static inline uint32_t ra__lifo_pop_chain(struct ra__lifo *stack, ra__lifo_link_fn *link, int most, int *count)
{
    uint64_t head = atomic_load_explicit(&stack->head, memory_order_acquire);
    for (int tries = 0; ra__lifo_top(head); tries++) {
        uint32_t below = ra__lifo_top(head);
        uint64_t now = head;
        if (tries == 4) /* others come and go all the while */
            most = 1;
        for (*count = 0; *count < most && below && now == head; (*count)++) {
            below = atomic_load_explicit(link(below), memory_order_acquire);
            now = atomic_load_explicit(&stack->head, memory_order_acquire);
        }
        if (now != head)
            head = now;
        else if (atomic_compare_exchange_weak_explicit(&stack->head, &head, ra__lifo_changed(head, below), memory_order_acquire, memory_order_acquire))
            break;
    }
    return ra__lifo_top(head);
}

/* The whole chain, top first, or 0; the stack is empty afterwards. */
static inline uint32_t ra__lifo_take_all(struct ra__lifo *stack)
{
    uint64_t head = atomic_load_explicit(&stack->head, memory_order_relaxed);
    while (ra__lifo_top(head) &&
           !atomic_compare_exchange_weak_explicit(&stack->head, &head, ra__lifo_changed(head, 0),
                                                  memory_order_acquire, memory_order_relaxed))
        ;
    return ra__lifo_top(head);
}

#endif
