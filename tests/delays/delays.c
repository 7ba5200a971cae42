/*
 * Threads that are late: what the compiler calls at every atomic access of the engine (-fsanitize=thread), linked into the library in
 * the place of the thread sanitizer. The access is made, and now and then the thread is held up behind it: between two steps that follow
 * one another within nanoseconds anything else may happen then, in the engine and in the tests, whose expectations must hold all the same.
 *
 * Where a thread is held up, the seed says (DELAYS). At a place that is often the first times that the process comes to it, as
 * what happens seldom is where nobody has looked, and less and less from then on, so that what loops goes on.
 */
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ENTRY __attribute__((visibility("default"), used, noinline))
#define HERE __builtin_return_address(0)

enum { PLACES = 1 << 13, OFTEN_IN = 4, SELDOM_IN = 4096, LONG_IN = 4, LONG_NS = 4000000, SHORT_NS = 60000 };

static _Atomic uint32_t visits[PLACES];
static _Atomic uint64_t threads, seed;
static _Thread_local uint64_t chance __attribute__((tls_model("initial-exec")));

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("DELAYS");
    atomic_store_explicit(&seed, text ? strtoull(text, NULL, 0) + 1 : 0, memory_order_relaxed);
}

static uint64_t draw(void)
{
    if (!chance)
        chance = (atomic_load_explicit(&seed, memory_order_relaxed) << 20) + atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed) + 1;
    chance += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = chance;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static bool once_in(uint64_t many)
{
    return draw() % many == 0;
}

/* By system calls of its own: a test may count or refuse the engine's, and hook its clock. */
static uint64_t now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* It does not sleep: that is what tests look for in who waits for something. */
static void behind(const void *place)
{
    if (!atomic_load_explicit(&seed, memory_order_relaxed))
        return;
    const size_t at = ((uintptr_t)place * UINT64_C(0x9e3779b97f4a7c15)) >> (64 - 13);
    const uint32_t before = atomic_load_explicit(&visits[at], memory_order_relaxed);
    const uint32_t in = OFTEN_IN + before / OFTEN_IN;
    if (in < SELDOM_IN)
        atomic_store_explicit(&visits[at], before + 1, memory_order_relaxed);
    if (!once_in(in))
        return;
    const uint64_t until = now() + draw() % (once_in(LONG_IN) ? LONG_NS : SHORT_NS);
    do
        (void)syscall(SYS_sched_yield);
    while (now() < until);
}

void __tsan_init(void);
ENTRY void __tsan_init(void) {}

#define PLAIN(name)                         \
    void __tsan_##name(void *address);      \
    ENTRY void __tsan_##name(void *address) \
    {                                       \
        (void)address;                      \
    }
#define PLAINS(bytes)               \
    PLAIN(read##bytes)              \
    PLAIN(write##bytes)             \
    PLAIN(unaligned_read##bytes)    \
    PLAIN(unaligned_write##bytes)   \
    PLAIN(volatile_read##bytes)     \
    PLAIN(volatile_write##bytes)
PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

#define RANGE(name)                                        \
    void __tsan_##name##_range(void *address, size_t bytes);   \
    ENTRY void __tsan_##name##_range(void *address, size_t bytes) \
    {                                                      \
        (void)address, (void)bytes;                        \
    }
RANGE(read)
RANGE(write)

/* All as strong as they can be: what a weaker order allows beyond that is the explorer's (tests/explorer). */
#define CHANGE(bits, type, name, how)                                           \
    type __tsan_atomic##bits##_##name(type *address, type operand, int order);  \
    ENTRY type __tsan_atomic##bits##_##name(type *address, type operand, int order) \
    {                                                                           \
        (void)order;                                                            \
        const type old = how(address, operand, __ATOMIC_SEQ_CST);               \
        behind(HERE);                                                           \
        return old;                                                             \
    }
#define COMPARE(bits, type, name)                                                                                                   \
    int __tsan_atomic##bits##_compare_exchange_##name(type *address, type *expected, type desired, int success, int failure);       \
    ENTRY int __tsan_atomic##bits##_compare_exchange_##name(type *address, type *expected, type desired, int success, int failure)  \
    {                                                                                                                               \
        (void)success, (void)failure;                                                                                               \
        const bool done = __atomic_compare_exchange_n(address, expected, desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);           \
        behind(HERE);                                                                                                               \
        return done;                                                                                                                \
    }
#define ATOMICS(bits, type)                                                       \
    type __tsan_atomic##bits##_load(const type *address, int order);              \
    ENTRY type __tsan_atomic##bits##_load(const type *address, int order)         \
    {                                                                             \
        (void)order;                                                              \
        const type value = __atomic_load_n(address, __ATOMIC_SEQ_CST);            \
        behind(HERE);                                                             \
        return value;                                                             \
    }                                                                             \
    void __tsan_atomic##bits##_store(type *address, type value, int order);       \
    ENTRY void __tsan_atomic##bits##_store(type *address, type value, int order)  \
    {                                                                             \
        (void)order;                                                              \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                       \
        behind(HERE);                                                             \
    }                                                                             \
    CHANGE(bits, type, exchange, __atomic_exchange_n)                             \
    CHANGE(bits, type, fetch_add, __atomic_fetch_add)                             \
    CHANGE(bits, type, fetch_sub, __atomic_fetch_sub)                             \
    CHANGE(bits, type, fetch_and, __atomic_fetch_and)                             \
    CHANGE(bits, type, fetch_or, __atomic_fetch_or)                               \
    CHANGE(bits, type, fetch_xor, __atomic_fetch_xor)                             \
    COMPARE(bits, type, strong)                                                   \
    COMPARE(bits, type, weak)
ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);
ENTRY void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    behind(HERE);
}
ENTRY void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
