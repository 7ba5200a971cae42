/*
 * Meta function of what resampling is made of.
 */
#include "meta/pre.h"

/* The composites have made places and weights, and dim is one of self's. */
ra_status ra__meta_weigh_places(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    const int dim = (int)ra__arg_int(m, 3); /* fits: a dimension */
    const ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (s)
        return s;
    struct ra__weigh_pre *pre = RA__PRE(m, struct ra__weigh_pre);
    *pre = (struct ra__weigh_pre){.outer = 1, .size = ra__sizes(in)[dim], .inner = 1, .taps = ra__sizes(ra__layout(m, 1))[0], .count = ra__sizes(ra__layout(m, 1))[1]};
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < in->ndim; d++) {
        sizes[d] = d == dim ? pre->count : ra__sizes(in)[d];
        if (d != dim)
            *(d < dim ? &pre->outer : &pre->inner) *= sizes[d]; /* fits: products of some sizes */
    }
    return ra__set_output(m, 0, (ra_dtype)in->dtype, in->ndim, sizes, NULL, RA__STRIDES_EXACT);
}
