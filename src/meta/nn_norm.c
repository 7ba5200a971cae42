/*
 * Meta functions of layer_norm, and of norms by groups of channels.
 */
#include "meta/pre.h"

#include <string.h>

/* weight or bias: the normalized shape, in the input's dtype or, for halves, float32. */
static ra_status check_affine(ra_meta *m, int arg, const char *name, ra_dims shape)
{
    if (ra__is_absent(m, arg))
        return RA_OK;
    const ra_layout *l = ra__layout(m, arg);
    ra_dtype input = (ra_dtype)ra__layout(m, 0)->dtype, dtype = (ra_dtype)l->dtype;
    char have[128], want[128];
    if (l->ndim != shape.count || memcmp(ra__sizes(l), shape.values, (size_t)l->ndim * sizeof(int64_t)))
        return ra__refuse(m, RA_ERR_SHAPE, "%s has shape %s, normalized_shape is %s", name, ra__sizes_text(l->ndim, ra__sizes(l), have, sizeof have),
                          ra__sizes_text((int)shape.count, shape.values, want, sizeof want));
    if (dtype != input && !(ra__is_half(input) && dtype == RA_FLOAT32))
        return ra__refuse(m, RA_ERR_DTYPE, "%s has dtype %s, input %s", name, ra_dtype_name(dtype), ra_dtype_name(input));
    return RA_OK;
}

ra_status ra__meta_layer_norm(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_dims shape = ra__arg_dims(m, 1);
    char have[128], want[128];
    ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (s)
        return s;
    if (shape.count < 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "normalized_shape must list at least one extent");
    if (shape.count > in->ndim || memcmp(ra__sizes(in) + in->ndim - shape.count, shape.values, (size_t)shape.count * sizeof(int64_t)))
        return ra__refuse(m, RA_ERR_SHAPE, "input of shape %s does not end in normalized_shape %s", ra__sizes_text(in->ndim, ra__sizes(in), have, sizeof have),
                          ra__sizes_text(shape.count > RA_MAX_DIMS ? RA_MAX_DIMS : (int)shape.count, shape.values, want, sizeof want));
    s = check_affine(m, 2, "weight", shape);
    if (!s)
        s = check_affine(m, 3, "bias", shape);
    if (!s && !ra__is_absent(m, 2) && !ra__is_absent(m, 3) && ra__layout(m, 2)->dtype != ra__layout(m, 3)->dtype)
        s = ra__refuse(m, RA_ERR_DTYPE, "weight has dtype %s, bias %s", ra_dtype_name((ra_dtype)ra__layout(m, 2)->dtype),
                       ra_dtype_name((ra_dtype)ra__layout(m, 3)->dtype));
    if (s)
        return s;
    struct ra__layer_norm_pre *pre = RA__PRE(m, struct ra__layer_norm_pre);
    *pre = (struct ra__layer_norm_pre){.rows = 1, .n = 1, .run = 1, .period = 1, .eps = ra__arg_float(m, 4)};
    for (int d = 0; d < in->ndim; d++)
        *(d < in->ndim - shape.count ? &pre->rows : &pre->n) *= ra__sizes(in)[d]; /* fits: products of some sizes */
    return ra__set_output(m, 0, (ra_dtype)in->dtype, in->ndim, ra__sizes(in), NULL, RA__STRIDES_EXACT);
}

/* The composites have checked weight and bias. */
ra_status ra__meta_normalise_groups(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0);
    const ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (s)
        return s;
    const int64_t groups = ra__arg_int(m, 1), *sizes = ra__sizes(in);
    struct ra__layer_norm_pre *pre = RA__PRE(m, struct ra__layer_norm_pre);
    *pre = (struct ra__layer_norm_pre){.rows = ra__capped_product(sizes[0], groups), .run = 1, .period = groups, .eps = ra__arg_float(m, 4)};
    for (int d = 2; d < in->ndim; d++)
        pre->run = ra__capped_product(pre->run, sizes[d]);
    pre->n = ra__capped_product(sizes[1] / groups, pre->run);
    return ra__set_output(m, 0, (ra_dtype)in->dtype, in->ndim, sizes, NULL, RA__STRIDES_EXACT);
}
