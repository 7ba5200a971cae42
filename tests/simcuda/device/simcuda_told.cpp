// What is the same for all kernels, and part of each object: who runs it, what threads do together, and each load and store, as the
// compiler's thread sanitizer tells them.
#include "simcuda_abi.h"

#define SIMCUDA_OWN __attribute__((visibility("hidden"))) // the object's: other modules have the same

extern "C" {
extern SIMCUDA_OWN const simcuda_runtime *simcuda_runtime_now;
const simcuda_runtime *simcuda_runtime_now;
__attribute__((visibility("default"))) __thread simcuda_thread *simcuda_me; // found by its name, see block.c

SIMCUDA_OWN simcuda_dim simcuda_thread_index() { return simcuda_me->thread; }
SIMCUDA_OWN simcuda_dim simcuda_block_index() { return simcuda_me->block; }
SIMCUDA_OWN simcuda_dim simcuda_block_size() { return simcuda_me->block_dim; }
SIMCUDA_OWN simcuda_dim simcuda_grid_size() { return simcuda_me->grid_dim; }
SIMCUDA_OWN unsigned simcuda_lane() { return simcuda_me->lane; }
SIMCUDA_OWN void *simcuda_dynamic_shared() { return simcuda_me->shared; }
SIMCUDA_OWN void simcuda_touch(const void *at, unsigned long size, unsigned long alignment, int how) { simcuda_runtime_now->touch(at, size, alignment, how); }

SIMCUDA_OWN void __syncthreads() { simcuda_runtime_now->barrier(0); }
SIMCUDA_OWN int __syncthreads_count(int predicate) { return simcuda_runtime_now->barrier(predicate); }
SIMCUDA_OWN int __syncthreads_or(int predicate) { return simcuda_runtime_now->barrier(predicate) != 0; }
SIMCUDA_OWN int __syncthreads_and(int predicate) { return simcuda_runtime_now->barrier(!predicate) == 0; }
SIMCUDA_OWN void __syncwarp(unsigned mask) { simcuda_runtime_now->warp_barrier(mask); }
SIMCUDA_OWN unsigned __activemask() { return simcuda_runtime_now->active(); }
SIMCUDA_OWN void __trap() { simcuda_runtime_now->stop(719, "__trap"); }
SIMCUDA_OWN void simcuda_assert(bool holds, const char *text)
{
    if (!holds)
        simcuda_runtime_now->stop(710, text);
}
SIMCUDA_OWN unsigned simcuda_vote(const char *what, unsigned mask, int predicate)
{
    unsigned long long all[SIMCUDA_WARP];
    unsigned set = 0;
    simcuda_runtime_now->meet(what, mask, predicate != 0, all);
    for (int lane = 0; lane < SIMCUDA_WARP; lane++)
        if ((mask >> lane & 1) && all[lane])
            set |= 1u << lane;
    return set;
}

SIMCUDA_OWN void __tsan_init(void) {}
SIMCUDA_OWN void __tsan_func_entry(void *) {}
SIMCUDA_OWN void __tsan_func_exit(void) {}
SIMCUDA_OWN void __tsan_vptr_update(void **, void *) {}
#define SIMCUDA_TOLD(n)                                                                                   \
    SIMCUDA_OWN void __tsan_read##n(void *at) { simcuda_runtime_now->touch(at, n, n < 8 ? n : 8, SIMCUDA_READ); } \
    SIMCUDA_OWN void __tsan_write##n(void *at) { simcuda_runtime_now->touch(at, n, n < 8 ? n : 8, SIMCUDA_WRITE); } \
    SIMCUDA_OWN void __tsan_unaligned_read##n(void *at) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_READ); } \
    SIMCUDA_OWN void __tsan_unaligned_write##n(void *at) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_WRITE); }
SIMCUDA_TOLD(1)
SIMCUDA_TOLD(2)
SIMCUDA_TOLD(4)
SIMCUDA_TOLD(8)
SIMCUDA_TOLD(16)
/* 16 bytes may be told so of what is aligned to 8. What is to be aligned to more is told of beside. */
struct simcuda_expected {
    const char *file;
    unsigned line, column;
    void *type;
    unsigned char log_alignment, kind;
};
SIMCUDA_OWN void __ubsan_handle_type_mismatch_v1(simcuda_expected *e, void *at) { simcuda_runtime_now->touch(at, 1, 1ul << e->log_alignment, SIMCUDA_READ); }
SIMCUDA_OWN void __tsan_read_range(void *at, unsigned long n) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_READ); }
SIMCUDA_OWN void __tsan_write_range(void *at, unsigned long n) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_WRITE); }
}
