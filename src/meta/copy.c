/*
 * Meta functions of copies, conversions and fills.
 */
#include "meta/copy.h"
#include "meta/pre.h"

#include <string.h>

void ra__copy_geometry(ra_meta *m, int in)
{
    ra__geometry *g = &m->geometry;
    const ra__shape *out = &m->out[0].shape;
    const ra__input *source = &m->in[in];
    const ra_layout *l = source->layout;
    g->ndim = out->ndim;
    g->operands = 2;
    g->outputs = 1;
    g->compute = ra__compute_dtype(out->dtype);
    g->via = RA_NO_DTYPE;
    g->by_way = 0;
    g->memory[0] = g->loop[0] = g->loop[1] = (uint8_t)out->dtype;
    g->memory[1] = source->number ? (uint8_t)out->dtype : l->dtype;
    g->input[0] = 0;
    g->input[1] = (uint8_t)in;
    g->is_number[0] = false;
    g->is_number[1] = source->number != NULL;
    if (source->number)
        g->number[1] = *source->number;
    int lead = out->ndim - l->ndim;
    for (int d = 0; d < out->ndim; d++) {
        bool still = d < lead || (ra__sizes(l)[d - lead] == 1 && out->sizes[d] != 1);
        g->sizes[d] = out->sizes[d];
        g->strides[0][d] = out->strides[d] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
        g->strides[1][d] = still ? 0 : ra__strides(l)[d - lead] * ra__element_bytes((ra_dtype)l->dtype); /* fits: likewise */
    }
    ra__geometry_collapse(g);
}

ra_status ra__format_strides(ra_meta *m, int format, const ra_layout *like, int64_t *strides)
{
    if (format == RA__FORMAT_CHANNELS_LAST) {
        if (like->ndim != 4)
            return ra__refuse(m, RA_ERR_SHAPE, "channels_last needs 4 dimensions, not %d", like->ndim);
        ra__strides_channels_last(ra__sizes(like), strides);
    } else if (format == RA__FORMAT_CONTIGUOUS)
        ra__strides_contiguous(like->ndim, ra__sizes(like), strides);
    else
        ra__strides_preserved(like->ndim, ra__sizes(like), ra__strides(like), strides);
    return RA_OK;
}

ra_status ra__check_number(ra_meta *m, ra_scalar number, ra_dtype dtype)
{
    return ra__number_fits(number, dtype) ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "the number cannot be held by dtype %s", ra_dtype_name(dtype));
}

ra_status ra__check_fill(ra_meta *m, ra_scalar number, ra_dtype dtype, bool alone)
{
    return alone && ra__is_half(dtype) && ra__number_fits(number, RA_FLOAT64) ? RA_OK : ra__check_number(m, number, dtype);
}

/* ---- into self ---- */

static ra_status set_self(ra_meta *m, unsigned how)
{
    const ra_layout *l = ra__layout(m, 0);
    return ra__set_output(m, 0, (ra_dtype)l->dtype, l->ndim, ra__sizes(l), ra__strides(l), RA__STRIDES_HINT | how);
}

ra_status ra__meta_copy_(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *src = ra__layout(m, 1);
    int ndim = self->ndim;
    int64_t sizes[RA_MAX_DIMS];
    memcpy(sizes, ra__sizes(self), (size_t)ndim * sizeof *sizes);
    if (!ra__broadcast(&ndim, sizes, src->ndim, ra__sizes(src)) || ndim != self->ndim ||
        memcmp(sizes, ra__sizes(self), (size_t)ndim * sizeof *sizes)) {
        char a[160], b[160];
        return ra__refuse(m, RA_ERR_SHAPE, "src of shape %s does not broadcast to %s", ra__sizes_text(src->ndim, ra__sizes(src), a, sizeof a),
                          ra__sizes_text(self->ndim, ra__sizes(self), b, sizeof b));
    }
    ra_status s = set_self(m, 0);
    if (s)
        return s;
    ra__copy_geometry(m, m->first[1]);
    return RA_OK;
}

ra_status ra__meta_fill_(ra_meta *m)
{
    const ra__input *value = ra__in(m, 1);
    ra_status s = RA_OK;
    if (value->number)
        s = ra__check_fill(m, *value->number, (ra_dtype)ra__layout(m, 0)->dtype, ra__layout(m, 0)->numel == 1);
    else if (value->layout->ndim != 0)
        s = ra__refuse(m, RA_ERR_SHAPE, "value must be a number or a tensor of 0 dimensions, not %d", value->layout->ndim);
    if (!s)
        s = set_self(m, value->number ? RA__SAME_VALUE : 0);
    if (s)
        return s;
    ra__copy_geometry(m, m->first[1]);
    return RA_OK;
}

ra_status ra__meta_zero_(ra_meta *m)
{
    RA__PRE(m, struct ra__fill_pre)->value = ra_scalar_int(0);
    return set_self(m, RA__SAME_VALUE);
}

/* ---- fresh copies, and self where one will do ---- */

static ra_status alias_self(ra_meta *m)
{
    ra__shape shape;
    ra__shape_from_layout(&shape, ra__layout(m, 0));
    return ra__set_view(m, 0, m->first[0], &shape, ra__in(m, 0)->offset);
}

static ra_status copy_self(ra_meta *m, ra_dtype dtype, int format)
{
    const ra_layout *l = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    ra_status s = ra__format_strides(m, format, l, strides);
    if (!s)
        s = ra__set_output(m, 0, dtype, l->ndim, ra__sizes(l), strides, RA__STRIDES_HINT);
    if (s)
        return s;
    ra__copy_geometry(m, m->first[0]);
    return RA_OK;
}

ra_status ra__meta_clone(ra_meta *m)
{
    return copy_self(m, (ra_dtype)ra__layout(m, 0)->dtype, ra__arg_choice(m, 1));
}

ra_status ra__meta_contiguous(ra_meta *m)
{
    const ra_layout *l = ra__layout(m, 0);
    int format = ra__arg_choice(m, 1) + RA__FORMAT_CONTIGUOUS;
    if (l->flags & (format == RA__FORMAT_CONTIGUOUS ? RA__CONTIGUOUS : RA__CHANNELS_LAST))
        return alias_self(m);
    return copy_self(m, (ra_dtype)l->dtype, format);
}

ra_status ra__meta_to(ra_meta *m)
{
    const ra_layout *l = ra__layout(m, 0);
    ra_dtype dtype = ra__arg_dtype(m, 1);
    ra_device device = m->args[2].kind == RA_ARG_DEVICE ? m->args[2].device : ra__in(m, 0)->device;
    bool copy = ra__arg_bool(m, 3);
    int format = ra__arg_choice(m, 4);
    if (dtype == RA_NO_DTYPE)
        dtype = (ra_dtype)l->dtype;
    bool same_format = format == RA__FORMAT_PRESERVE || (format == RA__FORMAT_CHANNELS_LAST) == ra__suggests_channels_last(l);
    if (!copy && same_format && dtype == (ra_dtype)l->dtype && device == ra__in(m, 0)->device)
        return alias_self(m);
    m->device = device;
    return copy_self(m, dtype, format);
}
