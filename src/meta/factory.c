/*
 * Meta functions of the factories: sizes and dtypes from arguments alone.
 */
#include "meta/copy.h"
#include "meta/pre.h"

#include <math.h>
#include <string.h>

/* The sizes of a factory: as many as a tensor can have, none negative. */
static ra_status check_sizes(ra_meta *m, ra_dims size)
{
    char text[128];
    if (size.count < 0 || size.count > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_ARGUMENT, "size must list 0 to %d extents, got %lld", RA_MAX_DIMS, (long long)size.count);
    for (int64_t d = 0; d < size.count; d++)
        if (size.values[d] < 0)
            return ra__refuse(m, RA_ERR_SHAPE, "size %s has a negative extent", ra__sizes_text((int)size.count, size.values, text, sizeof text));
    return RA_OK;
}

static ra_status new_contiguous(ra_meta *m, ra_dtype dtype, ra_dims size)
{
    ra_status s = check_sizes(m, size);
    return s ? s : ra__set_output(m, 0, dtype, (int)size.count, size.values, NULL, RA__STRIDES_HINT | RA__SAME_VALUE);
}

/* The dtype argument, else that of a given output, else `otherwise`. */
static ra_dtype dtype_or(const ra_meta *m, int arg, ra_dtype otherwise)
{
    ra_dtype dtype = ra__arg_dtype(m, arg);
    return dtype ? dtype : m->given ? (ra_dtype)m->given[0].layout->dtype : otherwise;
}

/* Fills result 0, once it is set. */
static ra_status fill_with(ra_meta *m, ra_scalar value)
{
    const ra__shape *out = ra__out_shape(m, 0);
    bool alone = true;
    for (int d = 0; d < out->ndim; d++)
        alone = alone && out->sizes[d] == 1;
    ra_status s = ra__check_fill(m, value, out->dtype, alone);
    if (s)
        return s;
    memset(RA__PRE(m, struct ra__fill_pre), 0, sizeof(struct ra__fill_pre));
    RA__PRE(m, struct ra__fill_pre)->value = value;
    return RA_OK;
}

/* Result like tensor argument 0 in one of the formats preserve, contiguous, channels_last. */
static ra_status new_like(ra_meta *m, ra_dtype dtype, int format_arg)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    switch (ra__arg_choice(m, format_arg)) {
    case 1:
        ra__strides_contiguous(self->ndim, ra__sizes(self), strides);
        break;
    case 2:
        if (self->ndim != 4)
            return ra__refuse(m, RA_ERR_SHAPE, "memory_format channels_last needs 4 dimensions, self has %d", self->ndim);
        ra__strides_channels_last(ra__sizes(self), strides);
        break;
    default:
        ra__strides_preserved(self->ndim, ra__sizes(self), ra__strides(self), strides);
    }
    return ra__set_output(m, 0, dtype, self->ndim, ra__sizes(self), strides, RA__STRIDES_EXACT);
}

static ra_dtype like_dtype(const ra_meta *m, int arg)
{
    return dtype_or(m, arg, (ra_dtype)ra__layout(m, 0)->dtype);
}

static ra_scalar zero_or_one(const ra_meta *m)
{
    return ra_scalar_int(m->op->as == RA__AS_ONES);
}

ra_status ra__meta_empty(ra_meta *m)
{
    ra_dims size = ra__arg_dims(m, 0);
    ra_status s = check_sizes(m, size);
    if (s)
        return s;
    int64_t strides[RA_MAX_DIMS];
    bool last = ra__arg_choice(m, 3) == 1;
    if (last && size.count != 4)
        return ra__refuse(m, RA_ERR_SHAPE, "memory_format channels_last needs 4 dimensions, size lists %d", (int)size.count);
    if (last)
        ra__strides_channels_last(size.values, strides);
    const bool is_locked = ra__arg_bool(m, 4);
    if (is_locked && m->device != RA_CPU)
        return ra__refuse(m, RA_ERR_ARGUMENT, "pin_memory is for tensors of the processor, not of %s", ra_device_name(m->device));
    if (is_locked && m->given)
        return ra__refuse(m, RA_ERR_ARGUMENT, "pin_memory is for a new tensor, and out is there");
    s = ra__set_output(m, 0, dtype_or(m, 1, m->default_dtype), (int)size.count, size.values, last ? strides : NULL, RA__STRIDES_EXACT);
    if (!s)
        m->out[0].is_locked = is_locked;
    return s;
}

ra_status ra__meta_empty_strided(ra_meta *m)
{
    ra_dims size = ra__arg_dims(m, 0), stride = ra__arg_dims(m, 1);
    ra_status s = check_sizes(m, size);
    if (s)
        return s;
    if (stride.count != size.count)
        return ra__refuse(m, RA_ERR_ARGUMENT, "size lists %d extents but stride lists %lld", (int)size.count, (long long)stride.count);
    for (int64_t d = 0; d < stride.count; d++)
        if (stride.values[d] < 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "stride of dimension %d is negative (%lld)", (int)d, (long long)stride.values[d]);
    return ra__set_output(m, 0, dtype_or(m, 2, m->default_dtype), (int)size.count, size.values, stride.values, RA__STRIDES_EXACT);
}

ra_status ra__meta_empty_like(ra_meta *m)
{
    return new_like(m, like_dtype(m, 1), 3);
}

ra_status ra__meta_full_constant(ra_meta *m)
{
    ra_dtype dtype = dtype_or(m, 1, m->default_dtype);
    ra_status s = new_contiguous(m, dtype, ra__arg_dims(m, 0));
    return s ? s : fill_with(m, zero_or_one(m));
}

ra_status ra__meta_full_constant_like(ra_meta *m)
{
    ra_dtype dtype = like_dtype(m, 1);
    ra_status s = new_like(m, dtype, 3);
    return s ? s : fill_with(m, zero_or_one(m));
}

ra_status ra__meta_full(ra_meta *m)
{
    ra_scalar value = ra__arg_scalar(m, 1);
    ra_dtype dtype = dtype_or(m, 2, ra__scalar_dtype(value.kind, m->default_dtype));
    ra_status s = new_contiguous(m, dtype, ra__arg_dims(m, 0));
    return s ? s : fill_with(m, value);
}

ra_status ra__meta_full_like(ra_meta *m)
{
    ra_dtype dtype = like_dtype(m, 2);
    ra_status s = new_like(m, dtype, 4);
    return s ? s : fill_with(m, ra__arg_scalar(m, 1));
}

ra_status ra__meta_scalar_tensor(ra_meta *m)
{
    ra_dtype dtype = dtype_or(m, 1, m->default_dtype);
    ra_status s = ra__set_output(m, 0, dtype, 0, (const int64_t[1]){0}, NULL, RA__STRIDES_EXACT);
    return s ? s : fill_with(m, ra__arg_scalar(m, 0));
}

/* ceil((end - start) / step) of integers, without overflow; step is not 0 and of the right sign. */
static uint64_t integer_steps(int64_t start, int64_t end, int64_t step)
{
    uint64_t span = step > 0 ? (uint64_t)end - (uint64_t)start : (uint64_t)start - (uint64_t)end;
    uint64_t stride = step > 0 ? (uint64_t)step : 0 - (uint64_t)step;
    return span / stride + (span % stride != 0);
}

/* A sequence of so many values; a given output of as many elements is filled in the order of its sizes, whatever these are. */
static ra_status set_sequence(ra_meta *m, ra_dtype dtype, int64_t count)
{
    const ra_layout *given = m->given ? m->given[0].layout : NULL;
    if (given && given->numel == count)
        return ra__set_output(m, 0, dtype, given->ndim, ra__sizes(given), NULL, RA__STRIDES_EXACT);
    return ra__set_output(m, 0, dtype, 1, &count, NULL, RA__STRIDES_EXACT);
}

ra_status ra__meta_arange(ra_meta *m)
{
    ra_scalar arg[3];
    bool integers = true;
    for (int i = 0; i < 3; i++) {
        arg[i] = ra__arg_scalar(m, i);
        if (arg[i].kind == RA_SCALAR_COMPLEX)
            return ra__refuse(m, RA_ERR_ARGUMENT, "start, end and step must be real");
        integers = integers && arg[i].kind != RA_SCALAR_FLOAT;
        if (!isfinite(ra__scalar_double(arg[i])))
            return ra__refuse(m, RA_ERR_ARGUMENT, "start, end and step must be finite");
    }
    ra_dtype dtype = dtype_or(m, 3, integers ? RA_INT64 : m->default_dtype);
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    struct ra__arange_pre *pre = RA__PRE(m, struct ra__arange_pre);
    double start = ra__scalar_double(arg[0]), end = ra__scalar_double(arg[1]), step = ra__scalar_double(arg[2]);
    pre->is_integer = ra__is_integral(dtype);
    pre->start = start;
    pre->step = step;
    pre->start_int = ra__scalar_int64(arg[0]);
    pre->step_int = ra__scalar_int64(arg[2]);
    int64_t end_int = ra__scalar_int64(arg[1]), count;
    if (step == 0 || (dtype == RA_INT64 && pre->step_int == 0))
        return ra__refuse(m, RA_ERR_ARGUMENT, "step must not be zero");
    if (step > 0 ? end < start : end > start)
        return ra__refuse(m, RA_ERR_ARGUMENT, "end lies on the other side of start than step leads to");
    if (integers || dtype == RA_INT64) {
        uint64_t steps = integer_steps(pre->start_int, end_int, pre->step_int);
        count = steps > INT64_MAX ? INT64_MAX : (int64_t)steps;
    } else {
        double steps = ceil((end - start) / step);
        if (!(steps < 0x1p63))
            return ra__refuse(m, RA_ERR_OVERFLOW, "the range has too many values");
        count = (int64_t)steps;
    }
    pre->count = count;
    return set_sequence(m, dtype, count);
}

/* Argument `dtype_arg` names the dtype. cuts: integers are spaced between integers, however few there are. */
static ra_status set_spaced(ra_meta *m, int dtype_arg, bool cuts)
{
    ra_scalar ends[2] = {ra__arg_scalar(m, 0), ra__arg_scalar(m, 1)};
    int64_t steps = ra__arg_int(m, 2);
    bool complex_ends = ends[0].kind == RA_SCALAR_COMPLEX || ends[1].kind == RA_SCALAR_COMPLEX;
    ra_dtype dtype = dtype_or(m, dtype_arg, complex_ends ? ra__complex_of(m->default_dtype) : m->default_dtype);
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    if (complex_ends && !ra__is_complex(dtype))
        return ra__refuse(m, RA_ERR_DTYPE, "complex start or end needs a complex dtype, not %s", ra_dtype_name(dtype));
    if (steps < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "steps must not be negative, got %lld", (long long)steps);
    struct ra__linspace_pre *pre = RA__PRE(m, struct ra__linspace_pre);
    pre->steps = steps;
    for (int i = 0; i < 2; i++) {
        double *part = i ? pre->end : pre->start;
        if (!ra__number_fits(ends[i], dtype))
            return ra__refuse(m, RA_ERR_ARGUMENT, "%s cannot be represented in %s", i ? "end" : "start", ra_dtype_name(dtype));
        const int64_t whole = ra__scalar_int64(ends[i]);
        part[0] = !ra__is_integral(dtype) || !cuts ? ra__scalar_double(ends[i]) : (double)(dtype == RA_UINT8 ? (uint8_t)whole : whole);
        part[1] = ends[i].kind == RA_SCALAR_COMPLEX ? ends[i].value.f[1] : 0;
    }
    return set_sequence(m, dtype, steps);
}

ra_status ra__meta_linspace(ra_meta *m)
{
    return set_spaced(m, 3, true);
}

ra_status ra__meta_logspace(ra_meta *m)
{
    RA__PRE(m, struct ra__linspace_pre)->base = ra__arg_float(m, 3);
    return set_spaced(m, 4, ra__arg_int(m, 2) != 1); /* of one PyTorch takes the power of what start is */
}

ra_status ra__meta_eye(ra_meta *m)
{
    int64_t n = ra__arg_int(m, 0), columns = ra__arg_int(m, 1);
    if (n < 0)
        return ra__refuse(m, RA_ERR_SHAPE, "n must not be negative, got %lld", (long long)n);
    if (columns < -1)
        return ra__refuse(m, RA_ERR_SHAPE, "m must not be negative (-1 stands for n), got %lld", (long long)columns);
    int64_t sizes[2] = {n, columns == -1 ? n : columns};
    return ra__set_output(m, 0, dtype_or(m, 2, m->default_dtype), 2, sizes, NULL, RA__STRIDES_EXACT);
}
