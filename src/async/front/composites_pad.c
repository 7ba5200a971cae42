/*
 * Composites: paddings, and the shuffles between channels and places.
 */
#include "async/front/composites_layers.h"

#include <string.h>

/* ---- paddings ---- */

enum { MOST_PADDING_BITS = 60 };

/* Of pairs, the last dimension first. */
static ra_status check_pairs(const ra_tensor *t, ra_dims pad)
{
    const int ndim = ra_ndim(t);
    if (pad.count < 0 || pad.count % 2)
        return ra__refusal(RA_ERR_ARGUMENT, "pad: must list pairs, before and after, not %lld numbers", (long long)pad.count);
    if (pad.count / 2 > ndim)
        return ra__refusal(RA_ERR_ARGUMENT, "pad: lists %lld pairs for %d dimensions", (long long)(pad.count / 2), ndim);
    for (int64_t i = 0; i < pad.count; i++)
        if (pad.values[i] >> MOST_PADDING_BITS != 0 && pad.values[i] >> MOST_PADDING_BITS != -1)
            return ra__refusal(RA_ERR_OVERFLOW, "pad: %lld is too large", (long long)pad.values[i]);
    for (int64_t i = 0; i < pad.count / 2; i++) {
        const int d = ndim - 1 - (int)i;
        const int64_t size = ra_size(t, d);
        if (size >> MOST_PADDING_BITS)
            return ra__refusal(RA_ERR_OVERFLOW, "self: size %lld of dimension %d is too large", (long long)size, d);
        if (size + pad.values[2 * i] + pad.values[2 * i + 1] < 0)
            return ra__refusal(RA_ERR_SHAPE, "pad: %lld and %lld leave less than nothing of dimension %d, of size %lld", (long long)pad.values[2 * i],
                               (long long)pad.values[2 * i + 1], d, (long long)size);
    }
    return RA_OK;
}

enum { ROW_MOST = 65536 }; /* elements: longer rows are better taken in parts */

/* Whether a kernel takes all at once, of amounts that are not negative: into contiguous results, by whole rows. */
static bool is_at_once(const ra_tensor *t, const int64_t *sizes, bool channels_last)
{
    return ra__layer_is_here(t) && !channels_last && sizes[ra_ndim(t) - 1] <= ROW_MOST;
}

/* mode as the kernel counts: 0 of constants, which are value, 1 of reflections, 2 of edges, 3 round. */
static ra_tensor *at_once(const ra_tensor *t, ra_dims pad, const ra_tensor *value, int mode)
{
    const ra_arg none = {.kind = RA_ARG_NONE};
    return ra__hidden(surround, {.tensor = t, .kind = RA_ARG_TENSOR}, {.dims = pad, .kind = RA_ARG_DIMS}, value ? (ra_arg){.tensor = value, .kind = RA_ARG_TENSOR} : none,
                      {.integer = mode, .kind = RA_ARG_INT});
}

ra_tensor *ra__layer_padded(const ra_tensor *t, ra_dims pad, ra_scalar value)
{
    int64_t sizes[RA_MAX_DIMS];
    const int ndim = ra_ndim(t);
    bool grows = false;
    if (!t || check_pairs(t, pad))
        return NULL;
    const ra_tensor *kept = t;
    for (int d = 0; d < ndim; d++) {
        const int64_t i = ndim - 1 - d, size = sizes[d] = ra_size(t, d);
        if (i >= pad.count / 2)
            continue;
        const int64_t before = pad.values[2 * i], after = pad.values[2 * i + 1];
        if (before < 0)
            kept = ra_narrow(kept, d, -before, size + before);
        if (after < 0)
            kept = ra_narrow(kept, d, 0, size + (before < 0 ? before : 0) + after);
        sizes[d] = size + before + after;
        grows |= before > 0 || after > 0;
    }
    if (!kept)
        return NULL;
    if (!grows)
        return ra_clone(kept, NULL);
    if (is_at_once(t, sizes, ra__layer_is_channels_last(t))) {
        int64_t around[2 * RA_MAX_DIMS];
        for (int64_t i = 0; i < pad.count; i++)
            around[i] = pad.values[i] > 0 ? pad.values[i] : 0;
        if (!ra__number_fits(value, ra_tensor_dtype(t))) { /* one element alone would take more */
            ra__refusal(RA_ERR_ARGUMENT, "value: cannot be held by dtype %s", ra_dtype_name(ra_tensor_dtype(t)));
            return NULL;
        }
        ra_tensor *one = ra__layer_empty(t, RA_DIMS(1), ra_tensor_dtype(t), false);
        return one && !ra_fill_(one, value) ? at_once(kept, ra_dims_of(around, pad.count), one, 0) : NULL;
    }
    ra_tensor *result = ra__layer_empty(t, ra_dims_of(sizes, ndim), ra_tensor_dtype(t), ra__layer_is_channels_last(t));
    ra_tensor *inside = result;
    for (int64_t i = 0; i < pad.count / 2; i++)
        inside = ra_narrow(inside, ndim - 1 - i, pad.values[2 * i] > 0 ? pad.values[2 * i] : 0, ra_size(kept, ndim - 1 - i));
    return inside && !ra_fill_(result, value) && !ra_copy_(inside, kept) ? result : NULL;
}

DEFINE(constant_pad_nd)
{
    return ra__gives(results, ra__layer_padded(call->args[0].tensor, call->args[1].dims, call->args[2].scalar));
}

/* Where each element of a padded dimension comes from. */
static ra_tensor *sources(const ra_tensor *t, int64_t size, int64_t before, int64_t after, char mode)
{
    if (mode == 'c') { /* round what cropping has left */
        const int64_t first = before < 0 ? -before : 0, left = size - first + (after < 0 ? after : 0);
        return ra_add(ra_remainder(ra__layer_steps(t, before < 0 ? 0 : -before, left + (after < 0 ? 0 : after)), left > 0 ? left : 1), first);
    }
    ra_tensor *at = ra__layer_steps(t, -before, size + after);
    if (mode == 'e')
        return ra_clamp(at, 0, size - 1);
    return ra_sub(size - 1, ra_abs(ra_sub(size - 1, ra_abs(at)))); /* there and back again, once on either side */
}

/*
 * What is padded by amounts that are not negative is copied once, and then each dimension's edges from what is there of it, which for the
 * later ones has the earlier ones' edges in it.
 */
static ra_tensor *padded_by_edges(const ra_tensor *t, ra_dims pad, char mode, bool channels_last)
{
    int64_t sizes[RA_MAX_DIMS];
    const int ndim = ra_ndim(t), padded = (int)(pad.count / 2);
    for (int d = 0; d < ndim; d++)
        sizes[d] = ra_size(t, d);
    for (int i = 0; i < padded; i++)
        sizes[ndim - 1 - i] += pad.values[2 * i] + pad.values[2 * i + 1]; /* fits: all three are below 2^60 */
    if (is_at_once(t, sizes, channels_last))
        return at_once(t, pad, NULL, mode == 'r' ? 1 : mode == 'e' ? 2 : 3);
    ra_tensor *result = ra__layer_empty(t, ra_dims_of(sizes, ndim), ra_tensor_dtype(t), channels_last), *inside = result;
    for (int i = 0; i < padded; i++)
        inside = ra_narrow(inside, ndim - 1 - i, pad.values[2 * i], ra_size(t, ndim - 1 - i));
    if (!inside || ra_copy_(inside, t))
        return NULL;
    for (int i = 0; i < padded; i++) {
        const int d = ndim - 1 - i;
        const int64_t before = pad.values[2 * i], after = pad.values[2 * i + 1], size = ra_size(t, d);
        ra_tensor *whole = result; /* of this dimension and the ones done; of the others what is inside */
        for (int k = i + 1; k < padded; k++)
            whole = ra_narrow(whole, ndim - 1 - k, pad.values[2 * k], ra_size(t, ndim - 1 - k));
        for (int end = 0; end < 2; end++) {
            const int64_t n = end ? after : before, first = end ? before + size : 0;
            const int64_t from = mode == 'r' ? (end ? before + size - 1 - n : before + 1) : mode == 'c' ? (end ? before : size) : end ? before + size - 1 : before;
            if (!n)
                continue;
            ra_tensor *edge = ra_narrow(whole, d, first, n), *source = ra_narrow(whole, d, from, mode == 'e' ? 1 : n);
            source = mode == 'r' ? ra_flip(source, RA_DIMS(d)) : ra_clone(source, NULL); /* views that interleave may count as overlapping */
            if (!edge || !source || ra_copy_(edge, source))
                return NULL;
        }
    }
    return result;
}

/* mode: r of reflect, e of the edge, c of circular */
static ra_status check_sources(const ra_tensor *t, ra_dims pad, char mode)
{
    const int ndim = ra_ndim(t), padded = (int)(pad.count / 2);
    if (padded < 1 || padded > 3 || ndim < padded + 1 || ndim > padded + 2)
        return ra__refusal(RA_ERR_SHAPE, "self and pad: %d dimensions with %d pairs; this mode pads the last 1, 2 or 3 dimensions, before which there are one or two", ndim, padded);
    for (int d = ndim - padded - 1; mode != 'c' && d < ndim; d++)
        if (!ra_size(t, d))
            return ra__refusal(RA_ERR_SHAPE, "self: may be empty in its batch only");
    bool leaves_any = mode == 'c';
    for (int i = 0; i < padded; i++) {
        const int d = ndim - 1 - i;
        const int64_t before = pad.values[2 * i], after = pad.values[2 * i + 1], size = ra_size(t, d);
        const int64_t most = mode == 'r' ? size - 1 : size + (before < 0 ? before : 0) + (after < 0 ? after : 0); /* circular ones go round what is left */
        if (mode != 'e' && (before > most || after > most))
            return ra__refusal(RA_ERR_ARGUMENT, "pad: %lld and %lld reach past what there is of dimension %d, of size %lld", (long long)before, (long long)after, d, (long long)size);
        leaves_any |= size + before + after > 0;
    }
    return leaves_any ? RA_OK : ra__refusal(RA_ERR_SHAPE, "pad: nothing is left of any dimension");
}

DEFINE(pad)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims pad = call->args[1].dims;
    const char *name = call->args[2].string, mode = !strcmp(name, "reflect") ? 'r' : !strcmp(name, "replicate") ? 'e' : 'c';
    const bool has_value = call->args[3].kind == RA_ARG_SCALAR;
    const ra_scalar value = has_value ? call->args[3].scalar : RA_F(0);
    if (has_value && value.kind == RA_SCALAR_COMPLEX)
        return ra__refusal(RA_ERR_DTYPE, "value: a complex number");
    if (!strcmp(name, "constant"))
        return ra__gives(results, ra__layer_padded(self, pad, value));
    ra_status s = check_pairs(self, pad);
    if (s)
        return s;
    if (has_value && (value.kind == RA_SCALAR_FLOAT ? value.value.f[0] != 0 : value.value.i != 0))
        return ra__refusal(RA_ERR_ARGUMENT, "value: mode %s has none", name);
    if (mode != 'c' && ra_tensor_dtype(self) == RA_BOOL)
        return ra__refusal(RA_ERR_DTYPE, "mode %s is not defined for dtype bool", name);
    if ((s = check_sources(self, pad, mode)))
        return s;
    const bool channels_last = mode != 'c' && ra__layer_is_channels_last(self);
    bool crops = false;
    for (int64_t i = 0; i < pad.count; i++)
        crops |= pad.values[i] < 0;
    if (!crops)
        return ra__gives(results, padded_by_edges(self, pad, mode, channels_last));
    ra_tensor *t = NULL;
    for (int i = 0; i < pad.count / 2; i++) {
        const int d = ra_ndim(self) - 1 - i;
        const int64_t before = pad.values[2 * i], after = pad.values[2 * i + 1];
        if (before || after)
            t = ra_index_select(t ? t : self, d, sources(self, ra_size(self, d), before, after, mode));
    }
    t = t ? t : ra_clone(self, RA_OPTS(ra_clone, .memory_format = "contiguous"));
    return ra__gives(results, ra__layer_ordered(t, channels_last));
}

/* ---- between channels and places ---- */

/*
 * A new tensor of what split is in another order of its dimensions, merged to sizes: one, then the channels, which take `channels` of
 * split's dimensions, from `first` on in the order, then the others. Where channels_last, they come last in memory.
 */
static ra_tensor *rearranged(const ra_tensor *split, const int64_t *order, int first, int channels, const int64_t *sizes, int ndim, bool channels_last)
{
    int64_t moved[RA_MAX_DIMS];
    const int n = ra_ndim(split), behind = n - first - channels;
    if (!split)
        return NULL;
    if (!channels_last)
        return ra_view(ra_clone(ra_permute(split, ra_dims_of(order, n)), RA_OPTS(ra_clone, .memory_format = "contiguous")), ra_dims_of(sizes, ndim));
    memcpy(moved, order, (size_t)first * sizeof *moved); /* fits: dimensions, and below */
    memcpy(moved + first, order + first + channels, (size_t)behind * sizeof *moved);
    memcpy(moved + first + behind, order + first, (size_t)channels * sizeof *moved);
    ra_tensor *dense = ra_clone(ra_permute(split, ra_dims_of(moved, n)), RA_OPTS(ra_clone, .memory_format = "contiguous"));
    return ra_permute(ra_view(dense, RA_DIMS(sizes[0], sizes[2], sizes[3], sizes[1])), RA_DIMS(0, 3, 1, 2));
}

static ra_status check_places(const ra_tensor *self, const char *argument, int64_t factor)
{
    if (ra_ndim(self) < 3)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 3", ra_ndim(self));
    if (factor < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %lld is not above 0", argument, (long long)factor);
    if (ra_ndim(self) > RA_MAX_DIMS - 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has more than %d dimensions", RA_MAX_DIMS - 2);
    return RA_OK;
}

DEFINE(pixel_shuffle)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t r = call->args[1].integer;
    const int ndim = ra_ndim(self), c = ndim - 3;
    int64_t sizes[RA_MAX_DIMS], order[RA_MAX_DIMS], square;
    ra_status s = check_places(self, "upscale_factor", r);
    if (s)
        return s;
    for (int d = 0; d < ndim; d++)
        order[d] = d, sizes[d] = ra_size(self, d);
    if (__builtin_mul_overflow(r, r, &square) || sizes[c] % square)
        return ra__refusal(RA_ERR_SHAPE, "self: its %lld channels are no multiple of upscale_factor squared", (long long)sizes[c]);
    ra_tensor *split = ra_unflatten(self, c, RA_DIMS(sizes[c] / square, r, r));
    memcpy(order + c, (int64_t[]){c, c + 3, c + 1, c + 4, c + 2}, 5 * sizeof *order); /* channels, height, its parts, width, its parts */
    sizes[c] /= square;
    if (__builtin_mul_overflow(sizes[c + 1], r, &sizes[c + 1]) || __builtin_mul_overflow(sizes[c + 2], r, &sizes[c + 2]))
        return ra__refusal(RA_ERR_OVERFLOW, "upscale_factor: the result is too large");
    return ra__gives(results, rearranged(split, order, c, 1, sizes, ndim, ndim == 4 && ra__layer_is_channels_last(self)));
}

DEFINE(pixel_unshuffle)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t r = call->args[1].integer;
    const int ndim = ra_ndim(self), c = ndim - 3;
    int64_t sizes[RA_MAX_DIMS], order[RA_MAX_DIMS];
    ra_status s = check_places(self, "downscale_factor", r);
    if (s)
        return s;
    for (int d = 0; d < ndim; d++)
        order[d] = d, sizes[d] = ra_size(self, d);
    if (sizes[c + 1] % r || sizes[c + 2] % r)
        return ra__refusal(RA_ERR_SHAPE, "self: planes of %lld by %lld are no multiple of downscale_factor", (long long)sizes[c + 1], (long long)sizes[c + 2]);
    sizes[c + 1] /= r;
    sizes[c + 2] /= r;
    ra_tensor *split = ra_unflatten(ra_unflatten(self, c + 2, RA_DIMS(sizes[c + 2], r)), c + 1, RA_DIMS(sizes[c + 1], r));
    memcpy(order + c, (int64_t[]){c, c + 2, c + 4, c + 1, c + 3}, 5 * sizeof *order); /* channels, parts, height, width */
    if (__builtin_mul_overflow(sizes[c], r, &sizes[c]) || __builtin_mul_overflow(sizes[c], r, &sizes[c]))
        return ra__refusal(RA_ERR_OVERFLOW, "downscale_factor: the result is too large");
    return ra__gives(results, rearranged(split, order, c, 3, sizes, ndim, ndim == 4 && ra__layer_is_channels_last(self)));
}

DEFINE(channel_shuffle)
{
    const ra_tensor *self = call->args[0].tensor;
    const int64_t groups = call->args[1].integer;
    const int ndim = ra_ndim(self);
    int64_t sizes[RA_MAX_DIMS], order[RA_MAX_DIMS];
    ra_status s = check_places(self, "groups", groups);
    if (s)
        return s;
    for (int d = 0; d < ndim; d++)
        order[d + 1] = d + 1, sizes[d] = ra_size(self, d);
    if (sizes[1] % groups)
        return ra__refusal(RA_ERR_SHAPE, "self: its %lld channels are no multiple of groups", (long long)sizes[1]);
    order[0] = 0, order[1] = 2, order[2] = 1;
    return ra__gives(results, rearranged(ra_unflatten(self, 1, RA_DIMS(groups, sizes[1] / groups)), order, 1, 2, sizes, ndim, ndim == 4 && ra__layer_is_channels_last(self)));
}
