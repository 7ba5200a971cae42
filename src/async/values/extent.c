#include "async/values/extent.h"

#include "async/os/os.h"

ra__extent *ra__extent_new(uint16_t dims, const ra__shape *result, const ra_layout *kept)
{
    ra__extent *e = ra__os_alloc(sizeof *e);
    if (!e)
        return NULL;
    atomic_init(&e->refs, 1);
    atomic_init(&e->value, result->sizes[__builtin_ctz(dims)] ? -1 : 0);
    atomic_init(&e->failed, RA_OK);
    e->dims = dims;
    e->column_major = result->ndim == 2 && result->strides[0] == 1 && (result->sizes[1] != 1 || result->strides[1] == result->sizes[0]);
    e->elements = 1;
    for (int d = 0; d < result->ndim; d++)
        e->elements *= dims >> d & 1 ? 1 : result->sizes[d]; /* fits: a product of some sizes, or 0 */
    e->kept = kept ? ra__layout_ref(kept) : NULL;
    return e;
}

void ra__extent_drop(ra__extent *e)
{
    if (!e || atomic_fetch_sub_explicit(&e->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (e->kept)
        ra__layout_unref(e->kept);
    ra__os_free(e);
}

void ra__extent_apply(const ra__extent *e, ra__shape *s)
{
    int64_t value = atomic_load_explicit(&e->value, memory_order_relaxed);
    if (ra__extent_keeps(e, value)) {
        ra__shape_from_layout(s, e->kept);
        return;
    }
    for (int d = 0; d < s->ndim; d++)
        if (e->dims >> d & 1)
            s->sizes[d] = value;
    if (e->column_major) { /* consecutive along the pending dimension */
        int64_t step = 1;
        for (int d = 0; d < s->ndim; d++) {
            s->strides[d] = step;
            step *= s->sizes[d]; /* fits: at most numel of the bound */
        }
    } else
        ra__strides_contiguous(s->ndim, s->sizes, s->strides);
}
