/*
 * Meta functions of the random operators: what is drawn, and how many counters it takes.
 *
 * Numbers come in tiles: RA__RANDOM_COUNTERS successive counters give a tile of 64 words of 32 bits (one number each)
 * or 32 of 64. Element i of the flattened tensor (a complex one counts as two) is number i of the tiles that follow the
 * call's first counter, whatever its strides.
 */
#include "meta/pre.h"

#include <float.h>
#include <math.h>
#include <string.h>

static unsigned drawn_by(const ra_meta *m)
{
    return m->op->as & RA__AS_DRAWN;
}

static ra_status reserve_counters(ra_meta *m)
{
    const ra__shape *out = ra__out_shape(m, 0);
    uint64_t numbers = ra__is_complex(out->dtype) ? 2 : 1;
    for (int d = 0; d < out->ndim; d++)
        numbers *= (uint64_t)out->sizes[d]; /* fits: half of a complex element's bytes and more are to spare */
    bool wide = m->op->as & RA__AS_WIDE || ra__real_of(out->dtype) == RA_FLOAT64;
    uint64_t per_tile = wide ? 32 : 64;
    m->draws = (numbers / per_tile + (numbers % per_tile != 0)) * RA__RANDOM_COUNTERS; /* fits: at most half of the numbers, rounded up */
    return RA_OK;
}

/* The dtype argument, else that of a given output, else `otherwise`. */
static ra_dtype dtype_or(const ra_meta *m, int arg, ra_dtype otherwise)
{
    ra_dtype dtype = ra__arg_dtype(m, arg);
    return dtype ? dtype : m->given ? (ra_dtype)m->given[0].layout->dtype : otherwise;
}

static ra_status new_random(ra_meta *m, ra_dims size, ra_dtype dtype)
{
    if (size.count < 0 || size.count > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_ARGUMENT, "size must list 0 to %d extents, got %lld", RA_MAX_DIMS, (long long)size.count);
    ra_status s = ra__check_dtype(m, dtype);
    if (!s)
        s = ra__set_output(m, 0, dtype, (int)size.count, size.values, NULL, RA__STRIDES_EXACT);
    return s ? s : reserve_counters(m);
}

/* Standard uniform or normal. */
ra_status ra__meta_rand(ra_meta *m)
{
    ra_dtype dtype = dtype_or(m, 2, m->default_dtype);
    struct ra__random_pre *pre = RA__PRE(m, struct ra__random_pre);
    memset(pre, 0, sizeof *pre);
    pre->b = drawn_by(m) == RA__AS_NORMAL && ra__is_complex(dtype) ? 0x1.6a09e667f3bcdp-1 /* sqrt(1/2) */ : 1;
    return new_random(m, ra__arg_dims(m, 0), dtype);
}

double ra__largest_of(ra_dtype dtype)
{
    switch (ra__real_of(dtype)) {
    case RA_FLOAT16:
        return 65504.0;
    case RA_BFLOAT16:
        return 0x1.FEp127;
    case RA_FLOAT32:
        return FLT_MAX;
    default:
        return DBL_MAX;
    }
}

/* Bounds of the integers that a dtype can hold, if not all of them exactly. */
static void integer_bounds(ra_dtype dtype, int64_t *least, int64_t *most)
{
    *least = INT64_MIN;
    *most = INT64_MAX;
    if (dtype == RA_BOOL || dtype == RA_UINT8) {
        *least = 0;
        *most = dtype == RA_BOOL ? 1 : 255;
    } else if (ra__is_integral(dtype)) {
        *most = (int64_t)(((uint64_t)1 << (8 * ra_dtype_size(dtype) - 1)) - 1); /* fits: of one element */
        *least = -*most - 1;
    } else if (dtype == RA_FLOAT16) {
        *most = 65504;
        *least = -*most;
    }
}

ra_status ra__meta_randint(ra_meta *m)
{
    int64_t low = ra__arg_int(m, 0), high = ra__arg_int(m, 1), least, most;
    ra_dtype dtype = dtype_or(m, 4, RA_INT64);
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    if (low >= high)
        return ra__refuse(m, RA_ERR_ARGUMENT, "low (%lld) must be less than high (%lld)", (long long)low, (long long)high);
    integer_bounds(dtype, &least, &most);
    if (low < least || high - 1 > most)
        return ra__refuse(m, RA_ERR_ARGUMENT, "integers of [%lld, %lld) are out of range for %s", (long long)low, (long long)high, ra_dtype_name(dtype));
    struct ra__random_pre *pre = RA__PRE(m, struct ra__random_pre);
    memset(pre, 0, sizeof *pre);
    pre->low = low;
    pre->range = (uint64_t)high - (uint64_t)low;
    return new_random(m, ra__arg_dims(m, 2), dtype);
}

ra_status ra__meta_randperm(ra_meta *m)
{
    const int64_t n = ra__arg_int(m, 0);
    const ra_dtype dtype = dtype_or(m, 2, RA_INT64), real = ra__real_of(dtype);
    const int digits = real == RA_FLOAT16 ? 11 : real == RA_BFLOAT16 ? 8 : real == RA_FLOAT32 ? 24 : real == RA_FLOAT64 ? 53 : 63;
    int64_t least, most;
    if (n < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "n (%lld) must not be negative", (long long)n);
    integer_bounds(dtype, &least, &most);
    if (n - 1 > most || n - 1 > (int64_t)1 << (digits < 62 ? digits : 62))
        return ra__refuse(m, RA_ERR_ARGUMENT, "%lld numbers are out of range for %s", (long long)n, ra_dtype_name(dtype));
    return new_random(m, ra_dims_of(&n, 1), dtype);
}

static ra_status check_share(ra_meta *m, double p, bool whole)
{
    return whole ? (p >= 0 && p <= 1 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "p (%g) must be between 0 and 1", p))
                 : (p > 0 && p < 1 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "p (%g) must be between 0 and 1, and neither", p));
}

/* Those of one parameter have the other 0. */
static ra_status check_parameters(ra_meta *m, double a, double b)
{
    switch (drawn_by(m)) {
    case RA__AS_BERNOULLI:
    case RA__AS_GEOMETRIC: return check_share(m, a, drawn_by(m) == RA__AS_BERNOULLI);
    case RA__AS_EXPONENTIAL: return a > 0 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "lambd (%g) must be positive", a);
    case RA__AS_CAUCHY: return b > 0 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "sigma (%g) must be positive", b);
    default: return b >= 0 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "std (%g) must not be negative", b);
    }
}

/* uniform_, normal_ and the others in place */
ra_status ra__meta_random_fill(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    ra_dtype dtype = (ra_dtype)self->dtype;
    const bool two = m->op->args[2].kind == RA_ARG_FLOAT;
    double a = ra__arg_float(m, 1), b = two ? ra__arg_float(m, 2) : 0;
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    struct ra__random_pre *pre = RA__PRE(m, struct ra__random_pre);
    memset(pre, 0, sizeof *pre);
    if (drawn_by(m) == RA__AS_UNIFORM) {
        const double most = ra__largest_of(dtype);
        if (!(fabs(a) <= most) || !(fabs(b) <= most))
            return ra__refuse(m, RA_ERR_ARGUMENT, "from (%g) and to (%g) must be finite in %s", a, b, ra_dtype_name(dtype));
        if (a > b)
            return ra__refuse(m, RA_ERR_ARGUMENT, "from (%g) must not be greater than to (%g)", a, b);
        if (b - a > most)
            return ra__refuse(m, RA_ERR_ARGUMENT, "to - from (%g) is not finite in %s", b - a, ra_dtype_name(dtype));
    } else {
        if ((s = check_parameters(m, a, b)) != RA_OK)
            return s;
        if (ra__is_complex(dtype))
            b *= 0x1.6a09e667f3bcdp-1; /* sqrt(1/2): half of the variance in each part */
    }
    pre->a = a;
    pre->b = b;
    s = ra__set_output(m, 0, dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_HINT);
    return s ? s : reserve_counters(m);
}

/* A number that stands for a mean, or a standard deviation. */
static ra_status take_number(ra_meta *m, int k, const ra_scalar *number, double *to)
{
    if (number->kind == RA_SCALAR_COMPLEX)
        return ra__refuse(m, RA_ERR_DTYPE, "%s is complex", m->op->args[k].name);
    *to = ra__scalar_double(*number);
    return k == 0 || *to >= 0 ? RA_OK : ra__refuse(m, RA_ERR_ARGUMENT, "std (%g) must not be negative", *to);
}

/* bernoulli and normal, whose parameters are tensors: of the first one's dtype, over all their sizes. */
ra_status ra__meta_random_of(ra_meta *m)
{
    struct ra__random_pre *pre = RA__PRE(m, struct ra__random_pre);
    ra_dtype dtype = RA_NO_DTYPE;
    int64_t sizes[RA_MAX_DIMS];
    int ndim;
    memset(pre, 0, sizeof *pre);
    for (int k = 0; k < m->in_count; k++) {
        const ra_dtype own = (ra_dtype)m->in[k].layout->dtype;
        const ra_scalar *number = m->in[k].number;
        const ra_status s = number ? take_number(m, k, number, k ? &pre->b : &pre->a) : ra__check_dtype(m, own);
        if (s)
            return s;
        if (!number && !dtype)
            dtype = own;
    }
    if (!dtype)
        return ra__refuse(m, RA_ERR_ARGUMENT, "mean and std are numbers, and one must be a tensor");
    ra_status s = ra__broadcast_inputs(m, &ndim, sizes);
    if (!s)
        s = ra__set_output(m, 0, dtype, ndim, sizes, NULL, RA__NO_OVERLAP);
    return s ? s : reserve_counters(m);
}

static double rounded_to(ra_dtype dtype, double x)
{
    double element[2];
    ra__scalar_store(ra_scalar_float(x), dtype, element);
    return ra__scalar_double(ra__scalar_load(dtype, element));
}

/* The number of a dtype before one that it has. */
static double before(ra_dtype dtype, double x)
{
    uint16_t bits;
    if (dtype == RA_FLOAT64)
        return nextafter(x, -INFINITY);
    if (dtype == RA_FLOAT32)
        return (double)nextafterf((float)x, -INFINITY);
    ra__scalar_store(ra_scalar_float((double)(float)x), dtype, &bits);
    bits = (bits & 0x7fff) == 0 ? 0x8001 : bits & 0x8000 ? bits + 1 : bits - 1;
    return ra__scalar_double(ra__scalar_load(dtype, &bits));
}

double ra__uniform_most(ra_dtype real, double from, double to)
{
    return rounded_to(real, from) < rounded_to(real, to) ? before(real, to) : to;
}

/* ---- indices by their share ---- */

ra_status ra__meta_multinomial(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    struct ra__multinomial_pre *pre = RA__PRE(m, struct ra__multinomial_pre);
    const ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    if (self->ndim != 1 && self->ndim != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %d dimensions, neither 1 nor 2", self->ndim);
    pre->rows = self->ndim == 2 ? ra__sizes(self)[0] : 1;
    pre->n = ra__sizes(self)[self->ndim - 1];
    pre->samples = ra__arg_int(m, 1);
    pre->replacement = ra__arg_bool(m, 2);
    if (pre->samples < 1)
        return ra__refuse(m, RA_ERR_ARGUMENT, "num_samples (%lld) must be above 0", (long long)pre->samples);
    if (!pre->replacement && pre->samples > pre->n)
        return ra__refuse(m, RA_ERR_ARGUMENT, "%lld samples of %lld without replacement", (long long)pre->samples, (long long)pre->n);
    if (pre->n > 1 << 24)
        return ra__refuse(m, RA_ERR_ARGUMENT, "%lld probabilities are more than %d", (long long)pre->n, 1 << 24);
    const int64_t sizes[] = {pre->rows, pre->samples};
    const ra_status status = ra__set_output(m, 0, RA_INT64, self->ndim, self->ndim == 2 ? sizes : sizes + 1, NULL, RA__NO_OVERLAP);
    const uint64_t numbers = (uint64_t)pre->rows * (uint64_t)(pre->replacement ? pre->samples : pre->n); /* fits: elements of a result, or of self */
    m->draws = (numbers / 32 + (numbers % 32 != 0)) * RA__RANDOM_COUNTERS; /* fits: at most half of the numbers, rounded up */
    return status;
}
