// Barriers, what a warp does together, atomic operations, and loads and stores with a cache's hint.
#pragma once

extern "C" {
SIMCUDA_OWN void __syncthreads();
SIMCUDA_OWN int __syncthreads_count(int predicate), __syncthreads_or(int predicate), __syncthreads_and(int predicate);
SIMCUDA_OWN void __syncwarp(unsigned mask = 0xffffffffu);
SIMCUDA_OWN unsigned __activemask();
SIMCUDA_OWN void __trap();
SIMCUDA_OWN void simcuda_assert(bool holds, const char *text);
SIMCUDA_OWN unsigned simcuda_vote(const char *what, unsigned mask, int predicate);
}
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __threadfence_system() {}
static inline void __nanosleep(unsigned) {}
#define assert(condition) simcuda_assert(static_cast<bool>(condition), "assertion failed: " #condition)

// ---- warps ----

template <class T> static SIMCUDA_PLAIN T simcuda_shuffle(const char *what, unsigned mask, T value, int from, int own, bool stays)
{
    static_assert(sizeof(T) <= 8, "at most 8 bytes are shuffled");
    unsigned long long bits = 0, all[SIMCUDA_WARP];
    __builtin_memcpy(&bits, &value, sizeof value);
    simcuda_runtime_now->meet(what, mask, bits, all);
    if (stays)
        from = own;
    if (!(mask >> from & 1))
        simcuda_runtime_now->stop(719, "a lane is read that the mask leaves out");
    __builtin_memcpy(&value, &all[from], sizeof value);
    return value;
}
template <class T> static inline T __shfl_sync(unsigned mask, T value, int source, int width = 32)
{
    int own = (int)simcuda_lane(), first = own & -width;
    return simcuda_shuffle("__shfl_sync", mask, value, first + (source & (width - 1)), own, false);
}
template <class T> static inline T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    int own = (int)simcuda_lane(), first = own & -width, from = own - (int)delta;
    return simcuda_shuffle("__shfl_up_sync", mask, value, from, own, from < first);
}
template <class T> static inline T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32)
{
    int own = (int)simcuda_lane(), first = own & -width, from = own + (int)delta;
    return simcuda_shuffle("__shfl_down_sync", mask, value, from, own, from >= first + width);
}
template <class T> static inline T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = 32)
{
    int own = (int)simcuda_lane(), first = own & -width, from = own ^ lanes;
    return simcuda_shuffle("__shfl_xor_sync", mask, value, from, own, from >= first + width);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate) { return simcuda_vote("__ballot_sync", mask, predicate); }
static inline int __any_sync(unsigned mask, int predicate) { return simcuda_vote("__any_sync", mask, predicate) != 0; }
static inline int __all_sync(unsigned mask, int predicate) { return simcuda_vote("__all_sync", mask, !predicate) == 0; }
template <class T> static SIMCUDA_PLAIN unsigned __match_any_sync(unsigned mask, T value)
{
    unsigned long long bits = 0, all[SIMCUDA_WARP];
    unsigned set = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    simcuda_runtime_now->meet("__match_any_sync", mask, bits, all);
    for (int lane = 0; lane < SIMCUDA_WARP; lane++)
        if ((mask >> lane & 1) && all[lane] == bits)
            set |= 1u << lane;
    return set;
}
template <class T, class F> static SIMCUDA_PLAIN T simcuda_reduce(const char *what, unsigned mask, T value, F fold)
{
    unsigned long long all[SIMCUDA_WARP];
    simcuda_runtime_now->meet(what, mask, (unsigned)value, all);
    bool any = false;
    T result = value;
    for (int lane = 0; lane < SIMCUDA_WARP; lane++)
        if (mask >> lane & 1) {
            result = any ? fold(result, (T)(unsigned)all[lane]) : (T)(unsigned)all[lane];
            any = true;
        }
    return result;
}
#define SIMCUDA_REDUCE(name, type, expression) \
    SIMCUDA_IF_CALLED static inline type name(unsigned mask, type value) { return simcuda_reduce(#name, mask, value, [](type a, type b) -> type { return expression; }); }
SIMCUDA_REDUCE(__reduce_add_sync, unsigned, a + b)
SIMCUDA_REDUCE(__reduce_add_sync, int, (int)((unsigned)a + (unsigned)b))
SIMCUDA_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
SIMCUDA_REDUCE(__reduce_min_sync, int, a < b ? a : b)
SIMCUDA_REDUCE(__reduce_max_sync, unsigned, a > b ? a : b)
SIMCUDA_REDUCE(__reduce_max_sync, int, a > b ? a : b)
SIMCUDA_REDUCE(__reduce_and_sync, unsigned, a &b)
SIMCUDA_REDUCE(__reduce_or_sync, unsigned, a | b)
SIMCUDA_REDUCE(__reduce_xor_sync, unsigned, a ^ b)

// ---- atomic operations: of integers of 4 and 8 bytes, of 2 with compare-and-swap, of float and double where CUDA has them ----

template <size_t N> struct simcuda_bits;
template <> struct simcuda_bits<2> { using type = unsigned short; };
template <> struct simcuda_bits<4> { using type = unsigned; };
template <> struct simcuda_bits<8> { using type = unsigned long long; };

template <class T, class F> static SIMCUDA_PLAIN T simcuda_atomic(T *at, F change)
{
    using bits = typename simcuda_bits<sizeof(T)>::type;
    simcuda_runtime_now->touch(at, sizeof(T), sizeof(T), SIMCUDA_ATOMIC);
    bits before = __atomic_load_n(reinterpret_cast<bits *>(at), __ATOMIC_RELAXED), after;
    T old;
    do {
        __builtin_memcpy(&old, &before, sizeof old);
        T changed = change(old);
        __builtin_memcpy(&after, &changed, sizeof after);
    } while (!__atomic_compare_exchange_n(reinterpret_cast<bits *>(at), &before, after, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}
#define SIMCUDA_ATOMIC_OF(name, type, expression)                                                                          \
    SIMCUDA_IF_CALLED static inline type name(type *at, type v) { return simcuda_atomic(at, [v](type old) -> type { return expression; }); } \
    SIMCUDA_IF_CALLED static inline type name##_block(type *at, type v) { return name(at, v); }                                              \
    SIMCUDA_IF_CALLED static inline type name##_system(type *at, type v) { return name(at, v); }
SIMCUDA_ATOMIC_OF(atomicAdd, int, (int)((unsigned)old + (unsigned)v))
SIMCUDA_ATOMIC_OF(atomicAdd, unsigned, old + v)
SIMCUDA_ATOMIC_OF(atomicAdd, unsigned long long, old + v)
SIMCUDA_ATOMIC_OF(atomicAdd, float, old + v)
SIMCUDA_ATOMIC_OF(atomicAdd, double, old + v)
SIMCUDA_ATOMIC_OF(atomicSub, int, (int)((unsigned)old - (unsigned)v))
SIMCUDA_ATOMIC_OF(atomicSub, unsigned, old - v)
#define SIMCUDA_ATOMIC_INTEGERS(name, expression) \
    SIMCUDA_ATOMIC_OF(name, int, expression)      \
    SIMCUDA_ATOMIC_OF(name, unsigned, expression) \
    SIMCUDA_ATOMIC_OF(name, unsigned long long, expression)
SIMCUDA_ATOMIC_INTEGERS(atomicExch, ((void)old, v))
SIMCUDA_ATOMIC_OF(atomicExch, float, ((void)old, v))
SIMCUDA_ATOMIC_INTEGERS(atomicMin, old < v ? old : v)
SIMCUDA_ATOMIC_OF(atomicMin, long long, old < v ? old : v)
SIMCUDA_ATOMIC_INTEGERS(atomicMax, old > v ? old : v)
SIMCUDA_ATOMIC_OF(atomicMax, long long, old > v ? old : v)
SIMCUDA_ATOMIC_INTEGERS(atomicAnd, old &v)
SIMCUDA_ATOMIC_INTEGERS(atomicOr, old | v)
SIMCUDA_ATOMIC_INTEGERS(atomicXor, old ^ v)
SIMCUDA_ATOMIC_OF(atomicInc, unsigned, old >= v ? 0 : old + 1)
SIMCUDA_ATOMIC_OF(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
#define SIMCUDA_CAS(type) \
    SIMCUDA_IF_CALLED static inline type atomicCAS(type *at, type expected, type v) { return simcuda_atomic(at, [=](type old) { return old == expected ? v : old; }); }
SIMCUDA_CAS(int)
SIMCUDA_CAS(unsigned)
SIMCUDA_CAS(unsigned long long)
SIMCUDA_CAS(unsigned short)

// ---- loads and stores ----

#define SIMCUDA_LOAD(name) \
    template <class T> static inline T name(const T *at) { return *at; }
SIMCUDA_LOAD(__ldg)
SIMCUDA_LOAD(__ldcg)
SIMCUDA_LOAD(__ldca)
SIMCUDA_LOAD(__ldcs)
SIMCUDA_LOAD(__ldlu)
SIMCUDA_LOAD(__ldcv)
#define SIMCUDA_STORE(name) \
    template <class T> static inline void name(T *at, T value) { *at = value; }
SIMCUDA_STORE(__stwb)
SIMCUDA_STORE(__stcg)
SIMCUDA_STORE(__stcs)
SIMCUDA_STORE(__stwt)
