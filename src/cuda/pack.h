/*
 * Elements of the processor's memory, between where they lie and a dense block.
 */
#ifndef RA_CUDA_PACK_H
#define RA_CUDA_PACK_H

#include "meta/geometry.h"
#include "meta/hidden.h"

/* Elements first to last - 1, in the order of the space, from operand k into a block that has all of them side by side, or from there. Past
 * the caches: as far as that can be done. */
void ra__cuda_pack(const ra__geometry *g, int k, const char *strided, char *dense, int64_t first, int64_t last, bool past);
void ra__cuda_unpack(const ra__geometry *g, int k, char *strided, const char *dense, int64_t first, int64_t last, bool past);

#endif
