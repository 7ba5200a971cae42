#include "vectors/match.h"

#include <math.h>
#include <string.h>

/* Bits of the fraction, and the exponent of the smallest subnormal number. */
static void format_of(ra_dtype dtype, int *fraction, int *smallest)
{
    switch (dtype) {
    case RA_FLOAT16: *fraction = 10, *smallest = -24; break;
    case RA_BFLOAT16: *fraction = 7, *smallest = -133; break;
    case RA_FLOAT32:
    case RA_COMPLEX64: *fraction = 23, *smallest = -149; break;
    default: *fraction = 52, *smallest = -1074;
    }
}

static double half_value(uint16_t h)
{
    int exponent = h >> 10 & 31, fraction = h & 1023;
    double magnitude = exponent == 31 ? (fraction ? NAN : INFINITY) : exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
    return h >> 15 ? -magnitude : magnitude;
}

static double brain_value(uint16_t b)
{
    uint32_t bits = (uint32_t)b << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static double load_float(const uint8_t *at)
{
    float f;
    memcpy(&f, at, sizeof f);
    return (double)f;
}

static double load_double(const uint8_t *at)
{
    double d;
    memcpy(&d, at, sizeof d);
    return d;
}

static int64_t load_integer(const uint8_t *at, size_t bytes)
{
    int64_t value = 0;
    memcpy(&value, at, bytes);
    return bytes < 8 ? (int64_t)((uint64_t)value << (64 - 8 * bytes)) >> (64 - 8 * bytes) : value;
}

void vector_value(ra_dtype dtype, const uint8_t *at, double parts[2])
{
    uint16_t half;
    parts[1] = 0;
    switch (dtype) {
    case RA_FLOAT16:
        memcpy(&half, at, 2);
        parts[0] = half_value(half);
        break;
    case RA_BFLOAT16:
        memcpy(&half, at, 2);
        parts[0] = brain_value(half);
        break;
    case RA_FLOAT32: parts[0] = load_float(at); break;
    case RA_FLOAT64: parts[0] = load_double(at); break;
    case RA_COMPLEX64:
        parts[0] = load_float(at);
        parts[1] = load_float(at + 4);
        break;
    case RA_COMPLEX128:
        parts[0] = load_double(at);
        parts[1] = load_double(at + 8);
        break;
    case RA_BOOL:
    case RA_UINT8: parts[0] = *at; break;
    default: parts[0] = (double)load_integer(at, ra_dtype_size(dtype));
    }
}

/* The distance from a magnitude to the next number of the dtype. */
static double ulp_of(ra_dtype dtype, double magnitude)
{
    int fraction, smallest, exponent = 0;
    format_of(dtype, &fraction, &smallest);
    if (!isfinite(magnitude) || magnitude == 0)
        return ldexp(1, smallest);
    (void)frexp(magnitude, &exponent);
    int e = exponent - 1 - fraction;
    return ldexp(1, e < smallest ? smallest : e);
}

static bool part_matches(double got, double want, double allowed, bool exact)
{
    if (isnan(want) || isnan(got))
        return isnan(want) && isnan(got);
    if (isinf(want) || isinf(got))
        return got == want;
    if (exact)
        return got == want && signbit(got) == signbit(want);
    return fabs(got - want) <= allowed;
}

bool vector_matches(const struct vector_case *c, ra_dtype dtype, const uint8_t *got, const uint8_t *want)
{
    if (dtype < RA_FLOAT16)
        return memcmp(got, want, ra_dtype_size(dtype)) == 0;
    double g[2], w[2];
    vector_value(dtype, got, g);
    vector_value(dtype, want, w);
    double a = isfinite(w[0]) ? fabs(w[0]) : 0, b = isfinite(w[1]) ? fabs(w[1]) : 0;
    double allowed = c->ulps * ulp_of(dtype, a > b ? a : b) + c->atol;
    bool exact = c->ulps == 0 && c->atol == 0;
    return part_matches(g[0], w[0], allowed, exact) && part_matches(g[1], w[1], allowed, exact);
}

double vector_distance(ra_dtype dtype, const uint8_t *got, const uint8_t *want)
{
    if (dtype < RA_FLOAT16)
        return 0;
    double g[2], w[2];
    vector_value(dtype, got, g);
    vector_value(dtype, want, w);
    if (!isfinite(w[0]) || !isfinite(w[1]))
        return 0; /* it matches, or it does not */
    return fmax(fabs(g[0] - w[0]), fabs(g[1] - w[1])) / ulp_of(dtype, fmax(fabs(w[0]), fabs(w[1])));
}

int64_t vector_numel(const struct vector_tensor *t)
{
    int64_t n = 1;
    for (int i = 0; i < t->dims; i++)
        n *= t->sizes[i];
    return n;
}

int64_t vector_offset(const struct vector_tensor *t, int64_t index)
{
    int64_t at = t->offset;
    for (int i = t->dims - 1; i >= 0; i--) {
        at += index % t->sizes[i] * t->strides[i];
        index /= t->sizes[i];
    }
    return at;
}

const uint8_t *vector_element(const struct vector_tensor *t, const uint8_t *base, int64_t index)
{
    return base + vector_offset(t, index) * (int64_t)ra_dtype_size(t->dtype);
}
