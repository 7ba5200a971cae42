/*
 * Meta function of softmax and log_softmax.
 */
#include "meta/pre.h"

ra_status ra__meta_softmax(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra_dtype dtype = ra__arg_dtype(m, 2) ? ra__arg_dtype(m, 2) : (ra_dtype)self->dtype;
    int dim;
    ra_status s = ra__check_dtype(m, dtype);
    if (!s)
        s = ra__wrap_dim(m, ra__arg_int(m, 1), self->ndim, &dim);
    if (s)
        return s;
    struct ra__softmax_pre *pre = RA__PRE(m, struct ra__softmax_pre);
    *pre = (struct ra__softmax_pre){.outer = 1, .n = 1, .inner = 1, .log = m->op->as == RA__AS_LOG, .or_zero = m->op->as == RA__AS_OR_ZERO};
    for (int d = 0; d < self->ndim; d++)
        *(d < dim ? &pre->outer : d == dim ? &pre->n : &pre->inner) *= ra__sizes(self)[d]; /* fits: numel */
    return ra__set_output(m, 0, dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_EXACT);
}
