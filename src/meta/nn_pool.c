/*
 * Meta functions of max_pool2d, with positions and without, and avg_pool2d.
 */
#include "meta/window.h"

#include <string.h>

static ra_status check_input(ra_meta *m, const ra_layout *in)
{
    if (in->ndim != 3 && in->ndim != 4)
        return ra__refuse(m, RA_ERR_SHAPE, "self must be (N, C, H, W) or (C, H, W), got %s", RA__LAYOUT_SIZES_TEXT(in));
    for (int d = in->ndim - 3; d < in->ndim; d++)
        if (ra__sizes(in)[d] == 0)
            return ra__refuse(m, RA_ERR_SHAPE, "self %s may be empty in its batch only", RA__LAYOUT_SIZES_TEXT(in));
    return RA_OK;
}

/* Windows along one dimension. With ceil_mode the last may reach past the end, but starts in the input or the padding before it. */
static ra_status count_windows(ra_meta *m, struct ra__window_pre *pre, int k, bool ceil_mode)
{
    int64_t span, padded, last;
    if (!ra__product_fits(pre->dilation[k], pre->kernel[k] - 1, &span) || span == INT64_MAX)
        return ra__refuse(m, RA_ERR_OVERFLOW, "kernel_size or dilation is too large");
    if (pre->padding[k] > pre->kernel[k] / 2)
        return ra__refuse(m, RA_ERR_ARGUMENT, "padding (%lld) must be at most half of kernel_size (%lld)", (long long)pre->padding[k],
                          (long long)pre->kernel[k]);
    if (!ra__end_fits(pre->in[k], pre->padding[k], 2, &padded) || !ra__sum_fits(padded, pre->stride[k], &last))
        return ra__refuse(m, RA_ERR_OVERFLOW, "padding or stride is too large");
    last = padded - span - 1 + (ceil_mode ? pre->stride[k] - 1 : 0);
    pre->out[k] = last < 0 ? 0 : last / pre->stride[k] + 1;
    if (ceil_mode && pre->out[k] > 0 && (pre->out[k] - 1) * pre->stride[k] >= pre->in[k] + pre->padding[k])
        pre->out[k]--;
    if (pre->out[k] < 1)
        return ra__refuse(m, RA_ERR_SHAPE, "no window of extent %lld fits the padded %s of %lld", (long long)(span + 1), k ? "width" : "height", (long long)padded);
    return RA_OK;
}

/* Everything but dilation (1 where there is none) and what is avg_pool2d's own. */
static ra_status take_windows(ra_meta *m, struct ra__window_pre *pre, bool ceil_mode)
{
    const ra_layout *in = ra__layout(m, 0);
    ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (!s)
        s = check_input(m, in);
    if (!s)
        s = ra__window_pair(m, 1, "kernel_size", 1, pre->kernel);
    if (!s)
        s = ra__window_pair(m, 2, "stride", 0, pre->stride);
    if (!s)
        s = ra__window_pair(m, 3, "padding", 0, pre->padding);
    if (!s && !pre->stride[0] != !pre->stride[1])
        s = ra__refuse(m, RA_ERR_ARGUMENT, "stride must be positive, got (%lld, %lld); both 0 stand for kernel_size", (long long)pre->stride[0],
                       (long long)pre->stride[1]);
    pre->batch = in->ndim == 4 ? ra__sizes(in)[0] : 1;
    for (int k = 0; k < 2 && !s; k++) {
        pre->stride[k] = pre->stride[k] ? pre->stride[k] : pre->kernel[k];
        pre->in[k] = ra__sizes(in)[in->ndim - 2 + k];
        pre->behind[k] = pre->padding[k];
        s = count_windows(m, pre, k, ceil_mode);
    }
    if (!s)
        pre->channels = ra__sizes(in)[in->ndim - 3];
    return s ? s : ra__window_settle(m, pre, 1);
}

static ra_status set_plane_output(ra_meta *m, int i, ra_dtype dtype, const struct ra__window_pre *pre)
{
    const ra_layout *in = ra__layout(m, 0);
    int64_t sizes[4] = {pre->batch, pre->channels, pre->out[0], pre->out[1]}, strides[4];
    if (in->ndim == 4 && ra__suggests_channels_last(in))
        ra__strides_channels_last(sizes, strides);
    else
        ra__strides_contiguous(4, sizes, strides);
    int skip = 4 - in->ndim;
    return ra__set_output(m, i, dtype, in->ndim, sizes + skip, strides + skip, RA__STRIDES_EXACT | RA__NO_OVERLAP);
}

ra_status ra__meta_largest_of_windows(ra_meta *m)
{
    struct ra__window_pre *pre = RA__PRE(m, struct ra__window_pre);
    memset(pre, 0, sizeof *pre);
    ra_status s = ra__window_pair(m, 4, "dilation", 1, pre->dilation);
    if (!s)
        s = take_windows(m, pre, ra__arg_bool(m, 5));
    return s ? s : set_plane_output(m, 0, (ra_dtype)ra__layout(m, 0)->dtype, pre);
}

ra_status ra__meta_max_pool2d(ra_meta *m)
{
    const ra_status s = ra__meta_largest_of_windows(m);
    return s ? s : set_plane_output(m, 1, RA_INT64, RA__PRE(m, struct ra__window_pre));
}

ra_status ra__meta_avg_pool2d(ra_meta *m)
{
    struct ra__window_pre *pre = RA__PRE(m, struct ra__window_pre);
    memset(pre, 0, sizeof *pre);
    pre->dilation[0] = pre->dilation[1] = 1;
    pre->count_padding = ra__arg_bool(m, 5);
    pre->divisor = ra__arg_int(m, 6);
    ra_status s = take_windows(m, pre, ra__arg_bool(m, 4));
    return s ? s : set_plane_output(m, 0, (ra_dtype)ra__layout(m, 0)->dtype, pre);
}
