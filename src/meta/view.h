/*
 * When sizes can be changed without moving data, and the common ground of the view operators.
 */
#ifndef RA_META_VIEW_H
#define RA_META_VIEW_H

#include "meta/meta.h"

/*
 * Strides under which the elements of a view (ndim, sizes, strides), taken in row-major order, have the sizes
 * new_sizes. The number of elements, of so many bytes, must be the same. False where none exist. (PyTorch's computeStride.)
 */
bool ra__view_strides(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides, int new_ndim, const int64_t *new_sizes, int64_t *new_strides);

/* A layout on the stack. */
typedef union ra__layout_space {
    ra_layout layout;
    char bytes[sizeof(ra_layout) + 2 * RA_MAX_DIMS * sizeof(int64_t)];
} ra__layout_space;

/* Strides of a view that is expanded to sizes, which it broadcasts to (PyTorch's inferExpandGeometry). */
void ra__strides_expanded(const ra__shape *view, int ndim, const int64_t *sizes, int64_t *strides);
/*
 * Result i is the view s of argument 0, `steps` of `stride` elements behind its first. A place that no storage has is one that only
 * an empty view can have, for which any will do.
 */
ra_status ra__set_view_at(ra_meta *m, int i, const ra__shape *s, int64_t steps, int64_t stride);
/* Room for so many results, which are views, of an operator that gives a list. */
ra_status ra__reserve_views(ra_meta *m, int64_t results);

/* Copies the sizes (or dimensions) of an argument into out[RA_MAX_DIMS]; refuses RA_ALL and too many. */
ra_status ra__read_dims(ra_meta *m, int arg, int *count, int64_t *out);

#endif
