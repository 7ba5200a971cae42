/*
 * Operators whose result has a size that only the data can give: nonzero, masked_select.
 */
#include <string.h>

#include "meta/meta.h"

ra_status ra__meta_nonzero(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    const int64_t sizes[2] = {self->numel, self->ndim}, strides[2] = {1, self->numel};

    return ra__set_output(m, 0, RA_INT64, 2, sizes, strides, RA__NO_OVERLAP | RA__DATA_SIZE);
}

ra_status ra__meta_masked_select(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *mask = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS], numel;
    int ndim = 0;
    const int64_t one = 1;
    char a[160], b[160];

    if (mask->dtype != RA_BOOL)
        return ra__refuse(m, RA_ERR_DTYPE, "mask has dtype %s and must be bool", ra_dtype_name((ra_dtype)mask->dtype));
    if (!ra__broadcast(&ndim, sizes, self->ndim, ra__sizes(self)) || !ra__broadcast(&ndim, sizes, mask->ndim, ra__sizes(mask)))
        return ra__refuse(m, RA_ERR_SHAPE, "self of sizes %s and mask of sizes %s do not broadcast", ra__sizes_text(self->ndim, ra__sizes(self), a, sizeof a),
                          ra__sizes_text(mask->ndim, ra__sizes(mask), b, sizeof b));
    if (!ra__sizes_numel((ra_dtype)self->dtype, ndim, sizes, &numel))
        return ra__refuse(m, RA_ERR_OVERFLOW, "the broadcast of self and mask does not fit the address space");
    return ra__set_output(m, 0, self->dtype, 1, &numel, &one, RA__NO_OVERLAP | RA__DATA_SIZE);
}
