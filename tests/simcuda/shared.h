/* Who touches a block's shared memory: two threads, one of them writing, with no barrier between them, are reported. */
#ifndef SIMCUDA_SHARED_H
#define SIMCUDA_SHARED_H

#include "sim.h"
#include "device/simcuda_abi.h"

struct shared_memory;
struct shared_memory *shared_new(size_t bytes);
bool shared_reserve(struct shared_memory *s, size_t bytes);
void shared_barrier(struct shared_memory *s); /* of the block; also where a block begins */
void shared_warp_barrier(struct shared_memory *s, unsigned warp);
void shared_touch(struct shared_memory *s, struct access *access, size_t at, size_t bytes, int how, const struct simcuda_thread *thread);

#endif
