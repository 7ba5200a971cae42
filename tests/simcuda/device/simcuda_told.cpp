// Each load and store of a kernel, as the compiler's thread sanitizer tells them. The same for all, and part of each object.
#include "simcuda_abi.h"

#define SIMCUDA_OWN __attribute__((visibility("hidden"))) // the object's: other modules have the same

extern "C" {
extern SIMCUDA_OWN const simcuda_runtime *simcuda_runtime_now;
const simcuda_runtime *simcuda_runtime_now;

SIMCUDA_OWN void __tsan_init(void) {}
SIMCUDA_OWN void __tsan_func_entry(void *) {}
SIMCUDA_OWN void __tsan_func_exit(void) {}
SIMCUDA_OWN void __tsan_vptr_update(void **, void *) {}
#define SIMCUDA_TOLD(n)                                                                                   \
    SIMCUDA_OWN void __tsan_read##n(void *at) { simcuda_runtime_now->touch(at, n, n, SIMCUDA_READ); } \
    SIMCUDA_OWN void __tsan_write##n(void *at) { simcuda_runtime_now->touch(at, n, n, SIMCUDA_WRITE); } \
    SIMCUDA_OWN void __tsan_unaligned_read##n(void *at) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_READ); } \
    SIMCUDA_OWN void __tsan_unaligned_write##n(void *at) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_WRITE); }
SIMCUDA_TOLD(1)
SIMCUDA_TOLD(2)
SIMCUDA_TOLD(4)
SIMCUDA_TOLD(8)
SIMCUDA_TOLD(16)
SIMCUDA_OWN void __tsan_read_range(void *at, unsigned long n) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_READ); }
SIMCUDA_OWN void __tsan_write_range(void *at, unsigned long n) { simcuda_runtime_now->touch(at, n, 1, SIMCUDA_WRITE); }
}
