/*
 * Masks among advanced indices: a bool or uint8 tensor stands for the columns of its nonzero, whose number only the data
 * can give. The call waits for the mask and goes on with integer indices.
 */
#ifndef RA_ASYNC_MASKS_H
#define RA_ASYNC_MASKS_H

#include "meta/op.h"

#include <runahead/tensor.h>

/* *replaced: there were masks, and the call has been made with their columns. */
ra_status ra__dispatch_with_masks(const ra_op *op, ra_variant variant, const ra_arg *args, ra_tensor **results, size_t result_count,
                                  size_t *produced, bool *replaced);

#endif
