/*
 * How the results of layers lie in memory: contiguous, or with the channels (dimension 1 of 4 or 5) innermost. Strides of dimensions of
 * size 1 are those of a fresh tensor, whatever the parts had from which the result was made: who reads it next decides by them.
 */
#include "async/front/composites_layers.h"

/* Batch, places, channels; *back leads from there to batch, channels, places. */
static void channels_behind(int ndim, int64_t *order, int64_t *back)
{
    for (int d = 0; d < ndim; d++) {
        order[d] = d == 0 ? 0 : d == ndim - 1 ? 1 : d + 1;
        back[d] = d == 0 ? 0 : d == 1 ? ndim - 1 : d - 1;
    }
}

/* What PyTorch gives a fresh tensor: of contiguous ones, dimensions of size 0 count as of 1. */
static void fresh_strides(ra_dims sizes, bool channels_last, int64_t *strides)
{
    int64_t order[RA_MAX_DIMS], back[RA_MAX_DIMS], next = 1;
    const int ndim = (int)sizes.count; /* fits: dimensions */
    channels_behind(ndim, order, back);
    for (int k = ndim - 1; k >= 0; k--) {
        const int d = channels_last ? (int)order[k] : k; /* fits: dimensions */
        strides[d] = next;
        next = ra__capped_product(next, sizes.values[d] > 0 || channels_last ? sizes.values[d] : 1);
    }
}

ra_tensor *ra__layer_ordered(ra_tensor *t, bool channels_last)
{
    int64_t order[RA_MAX_DIMS], back[RA_MAX_DIMS], sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    bool is_so = true;
    if (!t)
        return NULL;
    const int ndim = ra_ndim(t);
    channels_behind(ndim, order, back);
    t = channels_last ? ra_permute(ra_contiguous(ra_permute(t, ra_dims_of(order, ndim)), NULL), ra_dims_of(back, ndim)) : ra_contiguous(t, NULL);
    if (!t)
        return NULL;
    for (int d = 0; d < ndim; d++)
        sizes[d] = ra_size(t, d);
    fresh_strides(ra_dims_of(sizes, ndim), channels_last, strides);
    for (int d = 0; d < ndim; d++)
        is_so &= ra_stride(t, d) == strides[d];
    return is_so ? t : ra_as_strided(t, ra_dims_of(sizes, ndim), ra_dims_of(strides, ndim), -1);
}

ra_tensor *ra__layer_empty(const ra_tensor *device_of, ra_dims sizes, ra_dtype dtype, bool channels_last)
{
    int64_t strides[RA_MAX_DIMS];
    fresh_strides(sizes, channels_last, strides);
    return ra_empty_strided(sizes, ra_dims_of(strides, sizes.count), RA_OPTS(ra_empty_strided, .dtype = dtype, .device = ra_tensor_device(device_of)));
}

/* As it is, if it lies so. */
static ra_tensor *in_strides(ra_tensor *t, const int64_t *strides)
{
    const ra_layout *l = ra__layout_of(t);
    if (!memcmp(ra__strides(l), strides, (size_t)l->ndim * sizeof *strides))
        return t;
    ra_tensor *result = ra_empty_strided(ra_dims_of(ra__sizes(l), l->ndim), ra_dims_of(strides, l->ndim),
                                         RA_OPTS(ra_empty_strided, .dtype = ra_tensor_dtype(t), .device = ra_tensor_device(t)));
    return result && ra_copy_(result, t) ? NULL : result;
}

/* Of an extent that is pending nothing is known but that it is laid out anew. */
ra_tensor *ra__layer_strided(ra_tensor *t, const ra_tensor *like)
{
    return !t || !like || ra__tensor_pending(t) ? t : in_strides(t, ra__strides(ra__layout_of(like)));
}

ra_tensor *ra__layer_over(ra_tensor *t, const ra_tensor *self)
{
    int64_t strides[RA_MAX_DIMS];
    if (!t || !self || ra__tensor_pending(t))
        return t;
    const ra_layout *l = ra__layout_of(self);
    ra__strides_elementwise(&(ra__input){.layout = l}, 1, l->ndim, ra__sizes(l), strides);
    return in_strides(t, strides);
}

bool ra__layer_is_dense_last(const ra_tensor *t)
{
    int64_t order[RA_MAX_DIMS], back[RA_MAX_DIMS];
    const int ndim = ra_ndim(t);
    channels_behind(ndim, order, back);
    return (ndim == 4 || ndim == 5) && ra_is_contiguous(ra_permute(t, ra_dims_of(order, ndim)));
}
