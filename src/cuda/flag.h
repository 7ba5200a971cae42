/*
 * A word in which a kernel notes that an element is at fault. It lies in memory of the host, which the device reaches: nothing is copied
 * where there is none.
 */
#ifndef RA_CUDA_FLAG_H
#define RA_CUDA_FLAG_H

#include "cuda/device.h"

#define RA__CUDA_NO_FLAG UINT64_MAX /* what it is at first */

/* The plan, whose first phase is settled, has the word and a second phase, which is to look at it. */
void ra__cuda_flag_planned(ra_plan *p);
/* For a launch: as it is at first, and where the device finds it. */
ra_status ra__cuda_flag_bind(ra__run *r, uint64_t **flag);
/* In the second phase. */
uint64_t ra__cuda_flag_of(const ra__run *r);

#endif
