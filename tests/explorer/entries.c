/*
 * What the compiler calls at every access of the engine (-fsanitize=thread), and what the engine's memcpy, memmove and memset
 * have become (engine_flags in explorer.mk).
 */
#include "explorer.h"

#include <string.h>

#define SITE __builtin_return_address(0)
#define ENTRY __attribute__((visibility("default"), used, noinline))

void __tsan_init(void);
void __tsan_func_entry(void *pc);
void __tsan_func_exit(void);
ENTRY void __tsan_init(void) {}
ENTRY void __tsan_func_entry(void *pc) { (void)pc; }
ENTRY void __tsan_func_exit(void) {}

#define PLAIN(name, bytes, how)            \
    void __tsan_##name(void *address);     \
    ENTRY void __tsan_##name(void *address) \
    {                                      \
        ex_plain(address, bytes, how, SITE); \
    }
#define PLAINS(bytes)                            \
    PLAIN(read##bytes, bytes, EX_LOAD)           \
    PLAIN(write##bytes, bytes, EX_STORE)         \
    PLAIN(unaligned_read##bytes, bytes, EX_LOAD) \
    PLAIN(unaligned_write##bytes, bytes, EX_STORE) \
    PLAIN(volatile_read##bytes, bytes, EX_LOAD)  \
    PLAIN(volatile_write##bytes, bytes, EX_STORE)
PLAINS(1)
PLAINS(2)
PLAINS(4)
PLAINS(8)
PLAINS(16)

void __tsan_read_range(void *address, size_t bytes);
void __tsan_write_range(void *address, size_t bytes);
ENTRY void __tsan_read_range(void *address, size_t bytes)
{
    ex_plain(address, bytes, EX_LOAD, SITE);
}
ENTRY void __tsan_write_range(void *address, size_t bytes)
{
    ex_plain(address, bytes, EX_STORE, SITE);
}

void *ex_memcpy(void *to, const void *from, size_t bytes);
void *ex_memmove(void *to, const void *from, size_t bytes);
void *ex_memset(void *to, int value, size_t bytes);
ENTRY void *ex_memcpy(void *to, const void *from, size_t bytes)
{
    ex_plain(from, bytes, EX_LOAD, SITE);
    ex_plain(to, bytes, EX_STORE, SITE);
    return memcpy(to, from, bytes);
}
ENTRY void *ex_memmove(void *to, const void *from, size_t bytes)
{
    ex_plain(from, bytes, EX_LOAD, SITE);
    ex_plain(to, bytes, EX_STORE, SITE);
    return memmove(to, from, bytes);
}
ENTRY void *ex_memset(void *to, int value, size_t bytes)
{
    ex_plain(to, bytes, EX_STORE, SITE);
    return memset(to, value, bytes);
}

/* ---- atomic accesses ---- */

/* The running thread comes to an access: the order that the place has, or for a mutant of it a weaker one. */
static inline int come_to(const void *site, const void *address, int order)
{
    ex_site *s = ex_site_of(site);
    s->times += s->generation != ex.generation;
    s->generation = ex.generation;
    s->order = order;
    bool own = ex_is_own(address);
    s->visits[own]++;
    if ((s->quiet[own] || ex.calm) && !ex.every_point)
        ex_no_point(site);
    else {
        uint64_t before = ex.step;
        ex_point(site);
        s->points += ex.step != before;
    }
    ex.at = s;
    ex.at_own = ex_is_own(address);
    return s->weakened ? s->weakened_to : order;
}

/* The order of one that fails, where that of one that succeeds has become weaker. */
static inline int weaker_failure(int failure, int success)
{
    const bool acquires = success == __ATOMIC_ACQUIRE || success == __ATOMIC_ACQ_REL;
    return failure == __ATOMIC_RELAXED || !acquires ? __ATOMIC_RELAXED : __ATOMIC_ACQUIRE;
}

static uint64_t take_new(uint64_t old, uint64_t operand) { (void)old; return operand; }
static uint64_t add(uint64_t old, uint64_t operand) { return old + operand; }
static uint64_t sub(uint64_t old, uint64_t operand) { return old - operand; }
static uint64_t and_(uint64_t old, uint64_t operand) { return old & operand; }
static uint64_t or_(uint64_t old, uint64_t operand) { return old | operand; }
static uint64_t xor_(uint64_t old, uint64_t operand) { return old ^ operand; }
static uint64_t nand_(uint64_t old, uint64_t operand) { return ~(old & operand); }

#define CHANGE(bits, type, name, how)                                                      \
    type __tsan_atomic##bits##_##name(type *address, type operand, int order);             \
    ENTRY type __tsan_atomic##bits##_##name(type *address, type operand, int order)        \
    {                                                                                      \
        const void *site = SITE;                                                           \
        if (!ex.now) {                                                                     \
            type old = *address;                                                           \
            *address = (type)how(old, operand);                                            \
            return old;                                                                    \
        }                                                                                  \
        order = come_to(site, address, order);                                                      \
        return (type)ex_atomic_change(address, bits / 8, how, operand, order, site);       \
    }

#define COMPARE(bits, type, name, weak)                                                                                        \
    int __tsan_atomic##bits##_compare_exchange_##name(type *address, type *expected, type desired, int success, int failure);  \
    ENTRY int __tsan_atomic##bits##_compare_exchange_##name(type *address, type *expected, type desired, int success, int failure) \
    {                                                                                                                          \
        const void *site = SITE;                                                                                               \
        if (!ex.now) {                                                                                                         \
            if (*address == *expected) {                                                                                       \
                *address = desired;                                                                                            \
                return 1;                                                                                                      \
            }                                                                                                                  \
            *expected = *address;                                                                                              \
            return 0;                                                                                                          \
        }                                                                                                                      \
        success = come_to(site, address, success);                                                                                      \
        uint64_t wanted = *expected;                                                                                           \
        ex.at->failing = (int8_t)failure;                                                                                      \
        failure = ex.at->fails_relaxed ? __ATOMIC_RELAXED : ex.at->weakened ? weaker_failure(failure, success) : failure;       \
        bool done = ex_atomic_compare(address, bits / 8, &wanted, desired, success, failure, weak, site); \
        *expected = (type)wanted;                                                                                              \
        return done;                                                                                                           \
    }

#define ATOMICS(bits, type)                                                       \
    type __tsan_atomic##bits##_load(const type *address, int order);              \
    ENTRY type __tsan_atomic##bits##_load(const type *address, int order)         \
    {                                                                             \
        const void *site = SITE;                                                  \
        if (!ex.now)                                                              \
            return *address;                                                      \
        order = come_to(site, address, order);                                             \
        return (type)ex_atomic_load(address, bits / 8, order, site);              \
    }                                                                             \
    void __tsan_atomic##bits##_store(type *address, type value, int order);       \
    ENTRY void __tsan_atomic##bits##_store(type *address, type value, int order)  \
    {                                                                             \
        const void *site = SITE;                                                  \
        if (!ex.now) {                                                            \
            *address = value;                                                     \
            return;                                                               \
        }                                                                         \
        order = come_to(site, address, order);                                             \
        ex_atomic_store(address, bits / 8, value, order, site);                   \
    }                                                                             \
    CHANGE(bits, type, exchange, take_new)                                        \
    CHANGE(bits, type, fetch_add, add)                                            \
    CHANGE(bits, type, fetch_sub, sub)                                            \
    CHANGE(bits, type, fetch_and, and_)                                           \
    CHANGE(bits, type, fetch_or, or_)                                             \
    CHANGE(bits, type, fetch_xor, xor_)                                           \
    CHANGE(bits, type, fetch_nand, nand_)                                         \
    COMPARE(bits, type, strong, false)                                            \
    COMPARE(bits, type, weak, true)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_signal_fence(int order);
ENTRY void __tsan_atomic_thread_fence(int order)
{
    const void *site = SITE;
    if (!ex.now)
        return;
    order = come_to(site, NULL, order);
    ex_atomic_fence(order, site);
}
ENTRY void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}
