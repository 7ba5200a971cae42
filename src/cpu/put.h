/*
 * What operators that write into a copy of self share: the copy, in a phase of its own.
 */
#ifndef RA_CPU_PUT_H
#define RA_CPU_PUT_H

#include "cpu/walk.h"

/* Operands: result, self. NULL when out of memory. */
static inline const ra__walk *ra__put_copy(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    ra__walk *w = ra__walk_new(p, out->ndim, 2);

    if (!w)
        return NULL;
    memcpy(w->sizes, out->sizes, (size_t)out->ndim * sizeof *out->sizes);
    ra__walk_set(w, 0, out->strides, (int64_t)ra_dtype_size(out->dtype));
    ra__walk_set(w, 1, ra__strides(self), (int64_t)ra_dtype_size(out->dtype));
    ra__walk_order(w);
    ra__walk_finish(w);
    return w;
}

/* A run of it; context is the bytes of an element. */
static inline ra_status ra__put_copy_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    (void)at;
    ra__move(data[0], strides[0], data[1], strides[1], n, *(const size_t *)context);
    return RA_OK;
}

#endif
