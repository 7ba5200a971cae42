/*
 * Meta functions of losses with kernels of their own.
 */
#include "meta/pre.h"

#include <string.h>

/* Sizes without the class dimension: what target has where it holds indices, and the result where nothing is reduced. */
static int without_classes(const ra_layout *self, int64_t *sizes)
{
    int n = 0, classes = self->ndim == 1 ? 0 : 1;
    for (int d = 0; d < self->ndim; d++)
        if (d != classes)
            sizes[n++] = ra__sizes(self)[d];
    return n;
}

static ra_status check_weight(ra_meta *m, int64_t classes)
{
    if (ra__is_absent(m, 2))
        return RA_OK;
    const ra_layout *weight = ra__layout(m, 2);
    ra_dtype dtype = (ra_dtype)ra__layout(m, 0)->dtype;
    char text[128];
    if (weight->ndim != 1 || ra__sizes(weight)[0] != classes)
        return ra__refuse(m, RA_ERR_SHAPE, "weight must be (%lld), one for each class, got %s", (long long)classes,
                          ra__sizes_text(weight->ndim, ra__sizes(weight), text, sizeof text));
    if (weight->dtype != dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "self has dtype %s, weight %s", ra_dtype_name(dtype), ra_dtype_name((ra_dtype)weight->dtype));
    return RA_OK;
}

static ra_status check_target(ra_meta *m, struct ra__cross_entropy_pre *pre, int ndim, const int64_t *sizes)
{
    const ra_layout *self = ra__layout(m, 0), *target = ra__layout(m, 1);
    ra_dtype dtype = (ra_dtype)target->dtype;
    char have[128], want[128];
    pre->probabilities = target->ndim == self->ndim && !memcmp(ra__sizes(target), ra__sizes(self), (size_t)self->ndim * sizeof(int64_t));
    if (pre->probabilities) {
        if (!ra__is_floating(dtype))
            return ra__refuse(m, RA_ERR_DTYPE, "target of self's shape holds probabilities and must be floating, not %s", ra_dtype_name(dtype));
        if (pre->ignore_index >= 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "ignore_index (%lld) has no meaning for a target of probabilities", (long long)pre->ignore_index);
        return RA_OK;
    }
    if (target->ndim != ndim || memcmp(ra__sizes(target), sizes, (size_t)ndim * sizeof(int64_t)))
        return ra__refuse(m, RA_ERR_SHAPE, "target has shape %s; class indices need %s", ra__sizes_text(target->ndim, ra__sizes(target), have, sizeof have),
                          ra__sizes_text(ndim, sizes, want, sizeof want));
    if (dtype != RA_INT64 && dtype != RA_UINT8)
        return ra__refuse(m, RA_ERR_DTYPE, "class indices must be int64 or uint8, not %s", ra_dtype_name(dtype));
    return RA_OK;
}

/* self is (C), (N, C) or (N, C, ...). */
static ra_status set_places(ra_meta *m, struct ra__cross_entropy_pre *pre)
{
    const ra_layout *self = ra__layout(m, 0);
    if (self->ndim < 1)
        return ra__refuse(m, RA_ERR_SHAPE, "self must be (C) or (N, C, ...), got a 0-dim tensor");
    pre->batch = self->ndim == 1 ? 1 : ra__sizes(self)[0];
    pre->classes = ra__sizes(self)[self->ndim == 1 ? 0 : 1];
    pre->places = 1;
    for (int d = 2; d < self->ndim; d++)
        pre->places *= ra__sizes(self)[d]; /* fits: a product of some sizes */
    return RA_OK;
}

ra_status ra__meta_cross_entropy(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    struct ra__cross_entropy_pre *pre = RA__PRE(m, struct ra__cross_entropy_pre);
    int64_t sizes[RA_MAX_DIMS];
    memset(pre, 0, sizeof *pre);
    ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s || (s = set_places(m, pre)))
        return s;
    pre->reduction = ra__arg_choice(m, 3);
    pre->ignore_index = ra__arg_int(m, 4);
    pre->smoothing = ra__arg_float(m, 5);
    if (pre->smoothing > 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "label_smoothing (%g) must not be above 1", pre->smoothing);
    if (!(pre->smoothing > 0)) /* below, or NaN: none */
        pre->smoothing = 0;
    int ndim = without_classes(self, sizes);
    s = check_target(m, pre, ndim, sizes);
    if (!s)
        s = check_weight(m, pre->classes);
    ra_dtype dtype = (ra_dtype)self->dtype;
    if (pre->probabilities)
        dtype = ra_promote_types(dtype, (ra_dtype)ra__layout(m, 1)->dtype);
    return s ? s : ra__set_output(m, 0, dtype, pre->reduction == 2 ? ndim : 0, sizes, NULL, RA__STRIDES_EXACT);
}

/* As of cross_entropy with indices; of one sample, whose target may also be one index in one dimension. */
ra_status ra__meta_nll_loss(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *target = ra__layout(m, 1);
    struct ra__cross_entropy_pre *pre = RA__PRE(m, struct ra__cross_entropy_pre);
    int64_t sizes[RA_MAX_DIMS];
    memset(pre, 0, sizeof *pre);
    ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s || (s = set_places(m, pre)))
        return s;
    pre->given = true;
    pre->reduction = ra__arg_choice(m, 3);
    if (self->ndim == 1 && pre->reduction == 2)
        pre->reduction = 1; /* which is the same, and tells the weight */
    pre->ignore_index = ra__arg_int(m, 4);
    const int ndim = without_classes(self, sizes);
    const bool alone = self->ndim == 1 && target->ndim == 1 && ra__sizes(target)[0] == 1;
    char have[128], want[128];
    if (!alone && (target->ndim != ndim || memcmp(ra__sizes(target), sizes, (size_t)ndim * sizeof(int64_t))))
        return ra__refuse(m, RA_ERR_SHAPE, "target has shape %s; class indices need %s", ra__sizes_text(target->ndim, ra__sizes(target), have, sizeof have),
                          ra__sizes_text(ndim, sizes, want, sizeof want));
    if (target->dtype != RA_INT64 && target->dtype != RA_UINT8)
        return ra__refuse(m, RA_ERR_DTYPE, "class indices must be int64 or uint8, not %s", ra_dtype_name((ra_dtype)target->dtype));
    s = check_weight(m, pre->classes);
    if (!s)
        s = ra__set_output(m, 0, (ra_dtype)self->dtype, pre->reduction == 2 ? ndim : 0, sizes, NULL, RA__STRIDES_EXACT);
    return s || m->op->result_count == 1 ? s : ra__set_output(m, 1, (ra_dtype)self->dtype, 0, ra__sizes(self), NULL, RA__STRIDES_EXACT);
}

ra_status ra__meta_binary_cross_entropy(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *target = ra__layout(m, 1), *weight = ra__layout(m, 2);
    struct ra__binary_cross_entropy_pre *pre = RA__PRE(m, struct ra__binary_cross_entropy_pre);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim = 0;
    char have[128], want[128];
    ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    pre->reduction = ra__arg_choice(m, 3);
    if (target->dtype != self->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "self has dtype %s, target %s", ra_dtype_name((ra_dtype)self->dtype), ra_dtype_name((ra_dtype)target->dtype));
    if (target->ndim != self->ndim || memcmp(ra__sizes(target), ra__sizes(self), self->ndim * sizeof *sizes))
        return ra__refuse(m, RA_ERR_SHAPE, "target has shape %s, self %s", ra__sizes_text(target->ndim, ra__sizes(target), have, sizeof have),
                          ra__sizes_text(self->ndim, ra__sizes(self), want, sizeof want));
    if (weight && ra__is_complex((ra_dtype)weight->dtype))
        return ra__refuse(m, RA_ERR_DTYPE, "weight has dtype %s", ra_dtype_name((ra_dtype)weight->dtype));
    ra__broadcast(&ndim, sizes, self->ndim, ra__sizes(self));
    if (weight && (!ra__broadcast(&ndim, sizes, weight->ndim, ra__sizes(weight)) || ndim != self->ndim || memcmp(sizes, ra__sizes(self), (size_t)ndim * sizeof *sizes)))
        return ra__refuse(m, RA_ERR_SHAPE, "weight of shape %s does not broadcast to self, %s", ra__sizes_text(weight->ndim, ra__sizes(weight), have, sizeof have),
                          ra__sizes_text(self->ndim, ra__sizes(self), want, sizeof want));
    ra__strides_preserved(self->ndim, ra__sizes(self), ra__strides(self), strides);
    return pre->reduction == 2 ? ra__set_output(m, 0, (ra_dtype)self->dtype, ndim, sizes, strides, RA__NO_OVERLAP)
                               : ra__set_output(m, 0, (ra_dtype)self->dtype, 0, sizes, NULL, RA__NO_OVERLAP);
}
