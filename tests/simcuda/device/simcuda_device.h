// What a kernel's text finds when it is compiled for the host: NVRTC's keywords, variables and functions. Included before the text,
// which was run through the preprocessor without it: whatever this header pulls in of the host is no macro of the text's.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "simcuda_abi.h"

#define SIMCUDA_PLAIN __attribute__((no_sanitize("thread"), noinline, unused)) // touches memory without telling
#define SIMCUDA_IF_CALLED template <int = 0> // what it calls is made where it is called, and not in every object
#define SIMCUDA_OWN __attribute__((visibility("hidden"))) // the object's: other modules have the same

// ---- who runs it ----

extern "C" {
extern SIMCUDA_OWN const simcuda_runtime *simcuda_runtime_now;
SIMCUDA_OWN __attribute__((const)) simcuda_dim simcuda_thread_index(), simcuda_block_index(), simcuda_block_size(), simcuda_grid_size();
SIMCUDA_OWN __attribute__((const)) unsigned simcuda_lane();
SIMCUDA_OWN __attribute__((const)) void *simcuda_dynamic_shared();
SIMCUDA_OWN void simcuda_touch(const void *at, unsigned long size, unsigned long alignment, int how);
}

#define threadIdx (simcuda_thread_index())
#define blockIdx (simcuda_block_index())
#define blockDim (simcuda_block_size())
#define gridDim (simcuda_grid_size())
#define warpSize 32

// ---- the object's table ----

template <class T> struct simcuda_referred {
    using type = T;
};
template <class T> struct simcuda_referred<T &> {
    using type = T;
};
template <size_t... I> struct simcuda_places {
};
template <class... A, size_t... I> static inline __attribute__((no_sanitize("thread"), always_inline)) void simcuda_call(void (*f)(A...), void **p, simcuda_places<I...>)
{
    (void)p;
    f(*static_cast<typename simcuda_referred<A>::type *>(p[I])...);
}
template <auto F> struct simcuda_entry;
template <class... A, void (*F)(A...)> struct simcuda_entry<F> {
    static SIMCUDA_PLAIN void run(void **p) { simcuda_call(F, p, simcuda_places<__integer_pack(sizeof...(A))...>{}); }
    static constexpr int count = sizeof...(A);
    static constexpr unsigned sizes[] = {sizeof(A)..., 0}, alignments[] = {alignof(A)..., 0};
};
#define SIMCUDA_KERNEL(name, function, bound) {name, simcuda_entry<function>::run, simcuda_entry<function>::count, simcuda_entry<function>::sizes, simcuda_entry<function>::alignments, bound}

#include "simcuda_vectors.h"
#include "simcuda_threads.h"
#include "simcuda_numbers.h"
