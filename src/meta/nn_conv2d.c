/*
 * Meta functions of conv2d and of convolutions of volumes.
 */
#include "meta/window.h"

#include <string.h>

static ra_status check_dims(ra_meta *m, const ra_layout *in, const ra_layout *weight)
{
    if (in->ndim != 3 && in->ndim != 4)
        return ra__refuse(m, RA_ERR_SHAPE, "input must be (N, C, H, W) or (C, H, W), got %s", RA__LAYOUT_SIZES_TEXT(in));
    if (weight->ndim != 4)
        return ra__refuse(m, RA_ERR_SHAPE, "weight must be (O, C / groups, kH, kW), got %s", RA__LAYOUT_SIZES_TEXT(weight));
    return RA_OK;
}

static ra_status check_operands(ra_meta *m, const ra_layout *in, const ra_layout *weight, int channel_dim)
{
    if (in->dtype != weight->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "input has dtype %s, weight %s", ra_dtype_name((ra_dtype)in->dtype), ra_dtype_name((ra_dtype)weight->dtype));
    int64_t groups = ra__arg_int(m, 6), outs = ra__sizes(weight)[0], channels = ra__sizes(in)[channel_dim];
    if (groups < 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "groups must be positive, got %lld", (long long)groups);
    if (outs < groups || outs % groups)
        return ra__refuse(m, RA_ERR_SHAPE, "out channels of weight %s are no multiple of groups (%lld)", RA__LAYOUT_SIZES_TEXT(weight), (long long)groups);
    if (channels % groups || channels / groups != ra__sizes(weight)[1])
        return ra__refuse(m, RA_ERR_SHAPE, "input %s has %lld channels, weight %s with groups %lld needs %lld", RA__LAYOUT_SIZES_TEXT(in), (long long)channels,
                          RA__LAYOUT_SIZES_TEXT(weight), (long long)groups, (long long)ra__capped_product(ra__sizes(weight)[1], groups));
    for (int d = 2; d < weight->ndim; d++)
        if (ra__sizes(weight)[d] < 1)
            return ra__refuse(m, RA_ERR_SHAPE, "weight %s has an empty window", RA__LAYOUT_SIZES_TEXT(weight));
    if (ra__is_absent(m, 2))
        return RA_OK;
    const ra_layout *bias = ra__layout(m, 2);
    if (bias->ndim != 1 || ra__sizes(bias)[0] != outs)
        return ra__refuse(m, RA_ERR_SHAPE, "bias must be (%lld), got %s", (long long)outs, RA__LAYOUT_SIZES_TEXT(bias));
    if (bias->dtype != in->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "input has dtype %s, bias %s", ra_dtype_name((ra_dtype)in->dtype), ra_dtype_name((ra_dtype)bias->dtype));
    return RA_OK;
}

static ra_status out_extents(ra_meta *m, struct ra__window_pre *pre)
{
    for (int k = 0; k < 2; k++) {
        int64_t span = 0, padded = 0;
        if (!ra__product_fits(pre->dilation[k], pre->kernel[k] - 1, &span) || span == INT64_MAX || !ra__sum_fits(pre->in[k], pre->padding[k], &padded) ||
            !ra__sum_fits(padded, pre->behind[k], &padded))
            return ra__refuse(m, RA_ERR_OVERFLOW, "padding or dilation is too large");
        if (pre->in[k] < 1 && pre->batch && pre->channels)
            return ra__refuse(m, RA_ERR_SHAPE, "input has an empty %s", k ? "width" : "height");
        if (padded - span < 1)
            return ra__refuse(m, RA_ERR_SHAPE, "the window spans %lld in %s, the padded input only %lld", (long long)(span + 1), k ? "width" : "height",
                              (long long)padded);
        pre->out[k] = (padded - span - 1) / pre->stride[k] + 1;
    }
    return RA_OK;
}

/* What is known when channels, steps and windows are; depth has been counted. */
static ra_status settle(ra_meta *m, struct ra__window_pre *pre, const int64_t *planes, const int64_t *window)
{
    for (int k = 0; k < 2; k++) {
        pre->in[k] = planes[k];
        pre->kernel[k] = window[k];
    }
    const ra_status s = out_extents(m, pre);
    return s ? s : ra__window_settle(m, pre, ra__capped_product(pre->channels / pre->groups, pre->depth.kernel));
}

ra_status ra__meta_conv2d(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0), *weight = ra__layout(m, 1);
    struct ra__window_pre *pre = RA__PRE(m, struct ra__window_pre);
    memset(pre, 0, sizeof *pre);
    ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (!s)
        s = check_dims(m, in, weight);
    if (!s)
        s = check_operands(m, in, weight, in->ndim - 3);
    if (!s)
        s = ra__window_pair(m, 3, "stride", 1, pre->stride);
    if (!s)
        s = ra__window_pair(m, 4, "padding", 0, pre->padding);
    if (!s)
        s = ra__window_pair(m, 5, "dilation", 1, pre->dilation);
    if (s)
        return s;
    memcpy(pre->behind, pre->padding, sizeof pre->behind);
    const int64_t *sizes = ra__sizes(in) + in->ndim - 3;
    pre->batch = in->ndim == 4 ? ra__sizes(in)[0] : 1;
    pre->channels = sizes[0];
    pre->out_channels = ra__sizes(weight)[0];
    pre->groups = ra__arg_int(m, 6);
    pre->depth.in = pre->depth.out = pre->depth.kernel = pre->depth.stride = pre->depth.dilation = 1;
    s = settle(m, pre, sizes + 1, ra__sizes(weight) + 2);
    if (s)
        return s;
    int64_t out[4] = {pre->batch, pre->out_channels, pre->out[0], pre->out[1]}, strides[4];
    if (in->numel && (ra__suggests_channels_last(weight) || ra__image_suggests_channels_last(in)))
        ra__strides_channels_last(out, strides);
    else
        ra__strides_contiguous(4, out, strides);
    int skip = 4 - in->ndim;
    return ra__set_output(m, 0, (ra_dtype)in->dtype, in->ndim, out + skip, strides + skip, RA__STRIDES_EXACT);
}

/* The composite has checked dimensions, steps and depth, of which products of two fit. */
ra_status ra__meta_convolve_volumes(ra_meta *m)
{
    const ra_layout *in = ra__layout(m, 0), *weight = ra__layout(m, 1);
    struct ra__window_pre *pre = RA__PRE(m, struct ra__window_pre);
    memset(pre, 0, sizeof *pre);
    ra_status s = ra__check_dtype(m, (ra_dtype)in->dtype);
    if (!s)
        s = check_operands(m, in, weight, 1);
    if (s)
        return s;
    const int64_t *sizes = ra__sizes(in), *stride = ra__arg_dims(m, 3).values, *padding = ra__arg_dims(m, 4).values, *behind = ra__arg_dims(m, 5).values,
                  *dilation = ra__arg_dims(m, 7).values;
    pre->batch = sizes[0];
    pre->channels = sizes[1];
    pre->out_channels = ra__sizes(weight)[0];
    pre->groups = ra__arg_int(m, 6);
    for (int k = 0; k < 2; k++) {
        pre->stride[k] = stride[1 + k];
        pre->padding[k] = padding[1 + k];
        pre->behind[k] = behind[1 + k];
        pre->dilation[k] = dilation[1 + k];
    }
    pre->depth.in = sizes[2];
    pre->depth.kernel = ra__sizes(weight)[2];
    pre->depth.stride = stride[0];
    pre->depth.padding = padding[0];
    pre->depth.dilation = dilation[0];
    pre->depth.out = (sizes[2] + padding[0] + behind[0] - dilation[0] * (pre->depth.kernel - 1) - 1) / stride[0] + 1; /* fits: checked by the composite */
    s = settle(m, pre, sizes + 3, ra__sizes(weight) + 3);
    const int64_t out[5] = {pre->batch, pre->out_channels, pre->depth.out, pre->out[0], pre->out[1]};
    return s ? s : ra__set_output(m, 0, (ra_dtype)in->dtype, 5, out, NULL, RA__STRIDES_EXACT);
}
