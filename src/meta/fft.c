/*
 * Meta functions of the Fourier transforms. Strides are PyTorch's: the dimensions that are not transformed keep their order in memory,
 * then come those that are.
 */
#include "meta/pre.h"

#include <math.h>

/* What a row computes. */
static ra__fft_mode mode_of(const ra_meta *m)
{
    return m->op->as & RA__AS_TO_HALF ? RA__FFT_TO_HALF : m->op->as & RA__AS_FROM_HALF ? RA__FFT_FROM_HALF : RA__FFT_COMPLEX;
}

static bool is_inverse(const ra_meta *m)
{
    return m->op->as & RA__AS_INVERSE;
}

/* Converted as PyTorch would convert it before: strides of self in that dtype. */
static ra_status choose_dtype(ra_meta *m, ra__fft_mode mode, ra_dtype *computed, int64_t *strides)
{
    const ra_layout *self = ra__layout(m, 0);
    ra_dtype dtype = ra__to_float(m, (ra_dtype)self->dtype);
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    if (ra__is_complex(dtype) && (mode == RA__FFT_TO_HALF || mode == RA__FFT_MIRRORED))
        return ra__refuse(m, RA_ERR_DTYPE, "self must be real, but it is %s", ra_dtype_name(dtype));
    if (mode == RA__FFT_COMPLEX || mode == RA__FFT_FROM_HALF)
        dtype = ra__complex_of(dtype);
    if (dtype == (ra_dtype)self->dtype)
        memcpy(strides, ra__strides(self), self->ndim * sizeof *strides);
    else
        ra__strides_preserved(self->ndim, ra__sizes(self), ra__strides(self), strides);
    *computed = dtype;
    return RA_OK;
}

/* ---- strides ---- */

/* Of what is cut, or filled up, to sizes: then it is a copy, channels-last if what was cut suggests it. */
static void resized_strides(const ra_layout *self, ra_dtype dtype, const int64_t *sizes, int64_t *strides)
{
    union {
        ra_layout layout;
        char room[sizeof(ra_layout) + 2 * RA_MAX_DIMS * sizeof(int64_t)];
    } cut;
    ra__shape shape = {.dtype = dtype, .ndim = self->ndim};
    bool grows = false;
    for (int d = 0; d < self->ndim; d++) {
        grows = grows || ra__sizes(self)[d] < sizes[d];
        shape.sizes[d] = ra__sizes(self)[d] < sizes[d] ? ra__sizes(self)[d] : sizes[d];
        shape.strides[d] = strides[d];
    }
    if (!grows)
        return;
    ra__layout_from_shape(&cut.layout, &shape, 0);
    ra__strides_contiguous(self->ndim, sizes, strides);
    const bool planes = ra__suggests_channels_last(&cut.layout);
    if (!planes && !ra__suggests_channels_last_3d(&cut.layout))
        return;
    int64_t next = 1;
    for (int i = 0; i < self->ndim; i++) {
        const int d = i == 0 ? 1 : i == self->ndim - 1 ? 0 : self->ndim - i;
        strides[d] = next;
        next = ra__capped_product(next, sizes[d] > 1 ? sizes[d] : 1);
    }
}

/* The largest strides first; what has the same stays in its order. */
static void sort_by_strides(int *dims, int count, const int64_t *strides)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && strides[dims[k]] > strides[dims[k - 1]]; k--) {
            const int d = dims[k];
            dims[k] = dims[k - 1];
            dims[k - 1] = d;
        }
}

/* The dimensions that are not transformed, in the order in which std::partition leaves them, which counts where strides are the same. */
static int dims_beside(int ndim, uint32_t transformed, int *dims)
{
    int first = 0, last = ndim;
    for (int d = 0; d < ndim; d++)
        dims[d] = d;
    for (;; first++) {
        while (first < last && !(transformed >> dims[first] & 1))
            first++;
        do
            last--;
        while (last > first && transformed >> dims[last] & 1);
        if (last <= first)
            return first;
        const int d = dims[first];
        dims[first] = dims[last];
        dims[last] = d;
    }
}

/*
 * Strides become those of a result of sizes, of which `dims` are transformed at once, from those of what it is computed from. dims is brought into
 * the order of memory, but for the last where that is kept.
 */
static void transformed_strides(int ndim, const int64_t *sizes, int count, int *dims, bool keeps_last, int64_t *strides)
{
    int beside[RA_MAX_DIMS];
    uint32_t mask = 0;
    int64_t next = 1;
    for (int i = 0; i < count; i++)
        mask |= 1u << dims[i];
    const int others = dims_beside(ndim, mask, beside);
    sort_by_strides(beside, others, strides);
    sort_by_strides(dims, count - (keeps_last ? 1 : 0), strides);
    for (int i = count - 1; i >= 0; i--) {
        strides[dims[i]] = next;
        next = ra__capped_product(next, sizes[dims[i]]);
    }
    for (int i = others - 1; i >= 0; i--) {
        strides[beside[i]] = next;
        next = ra__capped_product(next, sizes[beside[i]]);
    }
}

/* ---- what all have in common ---- */

static ra_status check_points(ra_meta *m, int64_t n)
{
    if (n < 1)
        return ra__refuse(m, RA_ERR_SHAPE, "invalid number of data points: %lld", (long long)n);
    return RA_OK;
}

static double scale_of(const ra_meta *m, const ra__fft_pre *pre, int norm_arg)
{
    enum { BACKWARD, ORTHO, FORWARD };
    const int norm = ra__arg_choice(m, norm_arg);
    double n = 1;
    for (int i = 0; i < pre->count; i++)
        n *= (double)pre->n[i];
    return norm == ORTHO ? 1 / sqrt(n) : norm == (pre->inverse ? FORWARD : BACKWARD) || (norm < 0 && !pre->inverse) ? 1 : 1 / n;
}

/* Dimensions and lengths are in pre; those of the last one by what goes in, which a real transform back has n / 2 + 1 of. */
static ra_status set_transformed(ra_meta *m, ra__fft_mode mode, int norm_arg)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__fft_pre *pre = RA__PRE(m, ra__fft_pre);
    const bool inverse = is_inverse(m);
    int64_t sizes[RA_MAX_DIMS] = {0}, strides[RA_MAX_DIMS] = {0};
    const int last = pre->count - 1;
    unsigned how = RA__STRIDES_HINT | RA__CAST_OUTPUT;
    ra_dtype dtype = RA_NO_DTYPE;
    ra_status s = choose_dtype(m, mode, &dtype, strides);
    if (s)
        return s;
    pre->mode = mode;
    pre->inverse = inverse;
    pre->is_double = ra__real_of(dtype) == RA_FLOAT64;
    pre->scale = scale_of(m, pre, norm_arg);
    memcpy(sizes, ra__sizes(self), self->ndim * sizeof *sizes);
    for (int i = 0; i < pre->count; i++)
        sizes[pre->dims[i]] = i == last && mode == RA__FFT_FROM_HALF ? pre->n[i] / 2 + 1 : pre->n[i];
    for (int d = 0; d < self->ndim && pre->count > 0; d++)
        if (sizes[d] == 0)
            return ra__refuse(m, RA_ERR_SHAPE, "there are no lines to transform: dimension %d has size 0", d);
    if (pre->count > 0)
        resized_strides(self, dtype, sizes, strides);
    else
        ra__strides_preserved(self->ndim, sizes, strides, strides);
    if (mode == RA__FFT_FROM_HALF) {
        if (!inverse) /* PyTorch conjugates it before */
            ra__strides_preserved(self->ndim, sizes, strides, strides);
        int dims[RA__FFT_MOST_DIMS];
        memcpy(dims, pre->dims, sizeof dims);
        if (last > 0)
            transformed_strides(self->ndim, sizes, last, dims, false, strides);
        sizes[pre->dims[last]] = pre->n[last];
        transformed_strides(self->ndim, sizes, 1, pre->dims + last, false, strides);
    } else if (pre->count > 0) {
        int dims[RA__FFT_MOST_DIMS];
        memcpy(dims, pre->dims, sizeof dims);
        if (mode == RA__FFT_TO_HALF)
            sizes[pre->dims[last]] = pre->n[last] / 2 + 1;
        transformed_strides(self->ndim, sizes, pre->count, dims, mode == RA__FFT_TO_HALF, strides);
    }
    dtype = mode == RA__FFT_FROM_HALF ? ra__real_of(dtype) : ra__complex_of(dtype);
    if (m->given && mode == RA__FFT_FROM_HALF && !ra__is_floating((ra_dtype)m->given[0].layout->dtype))
        return ra__refuse(m, RA_ERR_DTYPE, "out must be floating, but it is %s", ra_dtype_name((ra_dtype)m->given[0].layout->dtype));
    if (inverse && (mode == RA__FFT_TO_HALF || mode == RA__FFT_MIRRORED))
        how = RA__STRIDES_HINT; /* PyTorch conjugates, which converts nothing */
    if (m->given && !(how & RA__CAST_OUTPUT)) { /* written by what conjugates, as elementwise results are */
        union {
            ra_layout layout;
            char room[sizeof(ra_layout) + 2 * RA_MAX_DIMS * sizeof(int64_t)];
        } fresh;
        ra__shape shape = {.dtype = dtype, .ndim = self->ndim};
        memcpy(shape.sizes, sizes, sizeof sizes);
        memcpy(shape.strides, strides, sizeof strides);
        ra__layout_from_shape(&fresh.layout, &shape, 0);
        ra__strides_elementwise(&(ra__input){.layout = &fresh.layout}, 1, self->ndim, sizes, strides);
    }
    return ra__set_output(m, 0, dtype, self->ndim, sizes, m->given && how & RA__CAST_OUTPUT ? NULL : strides, how); /* one that is resized for a copy is contiguous */
}

/* Dimensions with wrapped indices: a tensor without any has none. */
static ra_status wrap(ra_meta *m, int64_t dim, int *out)
{
    if (ra__layout(m, 0)->ndim == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "dim is %lld, but self has no dimensions", (long long)dim);
    return ra__wrap_dim(m, dim, ra__layout(m, 0)->ndim, out);
}

/* ---- one dimension ---- */

ra_status ra__meta_fft_line(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__fft_pre *pre = RA__PRE(m, ra__fft_pre);
    ra__fft_mode mode = mode_of(m);
    if (mode == RA__FFT_COMPLEX && !ra__is_complex((ra_dtype)self->dtype))
        mode = RA__FFT_MIRRORED;
    int64_t n = ra__arg_int(m, 1);
    ra_status s = wrap(m, ra__arg_int(m, 2), &pre->dims[0]);
    if (s)
        return s;
    if (n == -1)
        n = mode == RA__FFT_FROM_HALF ? 2 * (ra__sizes(self)[pre->dims[0]] - 1) : ra__sizes(self)[pre->dims[0]]; /* fits: a size of a tensor that has memory, else
                                                                                                               refused by ra__set_output */
    s = check_points(m, n);
    if (s)
        return s;
    pre->count = 1;
    pre->n[0] = n;
    return set_transformed(m, mode, 3);
}

/* ---- several ---- */

static ra_status choose_dims(ra_meta *m, bool two, ra_dims s, ra__fft_pre *pre)
{
    static const int64_t last_two[] = {-2, -1};
    const ra_layout *self = ra__layout(m, 0);
    ra_dims dim = ra__arg_dims(m, 2);
    if (m->args[2].kind != RA_ARG_DIMS || dim.count < 0)
        dim = two ? (ra_dims){.values = last_two, .count = 2} : RA_ALL;
    const int64_t count = dim.count >= 0 ? dim.count : s.count >= 0 ? s.count : self->ndim;
    uint32_t mask = 0;
    if (dim.count >= 0 && s.count >= 0 && s.count != dim.count)
        return ra__refuse(m, RA_ERR_ARGUMENT, "s and dim must be as many, but they are %lld and %lld", (long long)s.count, (long long)dim.count);
    if (dim.count < 0 && count > self->ndim)
        return ra__refuse(m, RA_ERR_ARGUMENT, "s has %lld sizes, but self only %d dimensions", (long long)count, self->ndim);
    if (count > RA__FFT_MOST_DIMS)
        return ra__refuse(m, RA_ERR_ARGUMENT, "at most %d dimensions can be transformed at once, not %lld", (int)RA__FFT_MOST_DIMS, (long long)count);
    for (int i = 0; i < count; i++) {
        ra_status status = dim.count >= 0 ? wrap(m, dim.values[i], &pre->dims[i]) : RA_OK;
        if (status)
            return status;
        if (dim.count < 0)
            pre->dims[i] = self->ndim - (int)count + i;
        if (mask >> pre->dims[i] & 1)
            return ra__refuse(m, RA_ERR_ARGUMENT, "dim %d appears more than once", pre->dims[i]);
        mask |= 1u << pre->dims[i];
    }
    pre->count = (int)count;
    return RA_OK;
}

ra_status ra__meta_fft_dims(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__fft_mode mode = mode_of(m);
    const ra_dims sizes = m->args[1].kind == RA_ARG_DIMS ? ra__arg_dims(m, 1) : RA_ALL;
    ra__fft_pre *pre = RA__PRE(m, ra__fft_pre);
    ra_status s = choose_dims(m, m->op->as & RA__AS_PLANE, sizes, pre);
    if (s)
        return s;
    if (mode != RA__FFT_COMPLEX && pre->count == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "at least one dimension must be transformed");
    for (int i = 0; i < pre->count; i++) {
        const int64_t size = ra__sizes(self)[pre->dims[i]];
        const bool real = i == pre->count - 1 && mode == RA__FFT_FROM_HALF, given = sizes.count >= 0 && sizes.values[i] != -1;
        pre->n[i] = given ? sizes.values[i] : real ? 2 * (size - 1) : size; /* fits: as for a line */
        s = check_points(m, pre->n[i]);
        if (s)
            return s;
    }
    return set_transformed(m, mode, 3);
}

/* ---- frequencies ---- */

ra_status ra__meta_fft_frequencies(ra_meta *m)
{
    const bool half = m->op->as == RA__AS_HALF;
    const int64_t n = ra__arg_int(m, 0), count = half ? n / 2 + 1 : n;
    const ra_dtype named = ra__arg_dtype(m, 2), dtype = named ? named : m->given ? (ra_dtype)m->given[0].layout->dtype : m->default_dtype;
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    if (count < 0)
        return ra__refuse(m, RA_ERR_SHAPE, "n is negative: %lld", (long long)n);
    *RA__PRE(m, ra__fft_frequencies_pre) =
        (ra__fft_frequencies_pre){.count = count, .wraps = half ? count : n / 2 + n % 2, .n = n, .scale = 1 / ((double)n * ra__arg_float(m, 1))};
    return ra__set_output(m, 0, dtype, 1, (int64_t[]){count}, NULL, RA__STRIDES_EXACT);
}
