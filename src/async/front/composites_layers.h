/*
 * What composites of layers share.
 */
#ifndef RA_ASYNC_COMPOSITES_LAYERS_H
#define RA_ASYNC_COMPOSITES_LAYERS_H

#include "async/front/composites.h"
#include "async/front/tensor.h"
#include "meta/dtype.h"
#include "meta/meta.h"

#include <runahead/ops.h>

/* Of 4 dimensions or 5. */
static inline bool ra__layer_is_channels_last(const ra_tensor *t)
{
    return t && (ra__suggests_channels_last(ra__layout_of(t)) || ra__suggests_channels_last_3d(ra__layout_of(t)));
}

/* Whether it fills its memory so, whatever the strides of dimensions of size 1. */
bool ra__layer_is_dense_last(const ra_tensor *t);

/* A new tensor in the order of memory that is said, with the strides that a fresh one has; as it is, if it lies so (composites_layers.c). */
ra_tensor *ra__layer_ordered(ra_tensor *t, bool channels_last);
ra_tensor *ra__layer_empty(const ra_tensor *device_of, ra_dims sizes, ra_dtype dtype, bool channels_last);

/* There is nothing in it to be computed, however large it is: parts beyond the first show no more. */
static inline bool ra__layer_is_hollow(const ra_tensor *t)
{
    return ra_tensor_device(t) == RA_META || !ra_numel(t);
}

/* Whether what is made of t is computed here, or not at all: hidden rows without a kernel for CUDA take it. */
static inline bool ra__layer_is_here(const ra_tensor *t)
{
    return ra_tensor_device(t) == RA_CPU || ra_tensor_device(t) == RA_META;
}

/* What t holds in the strides of like, which has its sizes; in those of an elementwise result over self alone, which has its sizes. */
ra_tensor *ra__layer_strided(ra_tensor *t, const ra_tensor *like);
ra_tensor *ra__layer_over(ra_tensor *t, const ra_tensor *self);

static inline ra_tensor *ra__layer_laid_out(ra_tensor *t, const ra_tensor *like)
{
    return ra__layer_ordered(t, ra__layer_is_channels_last(like));
}

/* What an argument is computed as: half dtypes in float32, as in kernels, so that the result is rounded once. */
static inline ra_tensor *ra__layer_widened(const ra_tensor *t)
{
    return ra_to(t, RA_OPTS(ra_to, .dtype = ra__compute_dtype(ra_tensor_dtype(t))));
}

static inline ra_tensor *ra__layer_narrowed(const ra_tensor *t, const ra_tensor *like)
{
    return ra_to(t, RA_OPTS(ra_to, .dtype = ra_tensor_dtype(like)));
}

/* first, first + 1, ... below end, as int64 where t lies. */
static inline ra_tensor *ra__layer_steps(const ra_tensor *t, int64_t first, int64_t end)
{
    return ra_arange(first, end, 1, RA_OPTS(ra_arange, .dtype = RA_INT64, .device = ra_tensor_device(t)));
}

/* With value around, as many as pad says: pairs before and after, the last dimension first; negative ones crop (composites_pad.c). */
ra_tensor *ra__layer_padded(const ra_tensor *t, ra_dims pad, ra_scalar value);

#endif
