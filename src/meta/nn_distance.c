/*
 * Meta function of cdist.
 */
#include "meta/pre.h"

#include <string.h>

ra_status ra__meta_cdist(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    ra_status s = ra__check_dtype(m, (ra_dtype)a->dtype);
    if (s)
        return s;
    if (a->dtype != b->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "x1 has dtype %s, x2 %s", ra_dtype_name((ra_dtype)a->dtype), ra_dtype_name((ra_dtype)b->dtype));
    if (a->ndim < 2 || b->ndim < 2)
        return ra__refuse(m, RA_ERR_SHAPE, "x1 %s and x2 %s must have at least 2 dimensions", RA__LAYOUT_SIZES_TEXT(a), RA__LAYOUT_SIZES_TEXT(b));
    if (ra__sizes(a)[a->ndim - 1] != ra__sizes(b)[b->ndim - 1])
        return ra__refuse(m, RA_ERR_SHAPE, "rows of x1 %s and x2 %s differ in length", RA__LAYOUT_SIZES_TEXT(a), RA__LAYOUT_SIZES_TEXT(b));
    if (!(ra__arg_float(m, 2) >= 0))
        return ra__refuse(m, RA_ERR_ARGUMENT, "p (%g) must not be negative", ra__arg_float(m, 2));
    int64_t sizes[RA_MAX_DIMS];
    int batch = a->ndim - 2;
    memcpy(sizes, ra__sizes(a), (size_t)batch * sizeof *sizes);
    if (!ra__broadcast(&batch, sizes, b->ndim - 2, ra__sizes(b)))
        return ra__refuse(m, RA_ERR_SHAPE, "batches of x1 %s and x2 %s do not broadcast", RA__LAYOUT_SIZES_TEXT(a), RA__LAYOUT_SIZES_TEXT(b));
    sizes[batch] = ra__sizes(a)[a->ndim - 2];
    sizes[batch + 1] = ra__sizes(b)[b->ndim - 2];
    return ra__set_output(m, 0, (ra_dtype)a->dtype, batch + 2, sizes, NULL, RA__STRIDES_EXACT);
}
