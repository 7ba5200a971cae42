/*
 * Meta function of what paddings are made of.
 */
#include "meta/meta.h"

/* The composites have checked pad, which lists pairs that are not negative, of sizes and amounts below 2^60 each. */
ra_status ra__meta_surround(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    const ra_dims pad = ra__arg_dims(m, 1);
    int64_t sizes[RA_MAX_DIMS];
    const ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (s)
        return s;
    for (int d = 0; d < in->ndim; d++) {
        const int64_t i = in->ndim - 1 - d;
        sizes[d] = ra__sizes(in)[d];
        if (i < pad.count / 2)
            sizes[d] += pad.values[2 * i] + pad.values[2 * i + 1]; /* fits: all three are below 2^60 */
    }
    return ra__set_output(m, 0, (ra_dtype)in->dtype, in->ndim, sizes, NULL, RA__STRIDES_EXACT);
}
