#include "meta/dtype.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const names[RA_DTYPE_COUNT] = {
#define X(id, number, ctype, bytes, text) [number] = text,
    RA_DTYPE_LIST(X)
#undef X
};

const char *ra_dtype_name(ra_dtype dtype)
{
    return ra__is_valid_dtype(dtype) ? names[dtype] : "none";
}

size_t ra_dtype_size(ra_dtype dtype)
{
    return ra__is_valid_dtype(dtype) ? (size_t)ra__element_bytes(dtype) : 0;
}

ra_dtype ra_dtype_find(const char *name)
{
    for (int d = 1; name && d < RA_DTYPE_COUNT; d++)
        if (!strcmp(names[d], name))
            return (ra_dtype)d;
    return RA_NO_DTYPE;
}

int ra__dtype_category(ra_dtype d)
{
    return d == RA_BOOL ? 0 : ra__is_integral(d) ? 1 : ra__is_floating(d) ? 2 : 3;
}

ra_dtype ra__real_of(ra_dtype d)
{
    return d == RA_COMPLEX64 ? RA_FLOAT32 : d == RA_COMPLEX128 ? RA_FLOAT64 : d;
}

ra_dtype ra__complex_of(ra_dtype d)
{
    return ra__is_complex(d) ? d : d == RA_FLOAT64 ? RA_COMPLEX128 : RA_COMPLEX64;
}

ra_dtype ra__compute_dtype(ra_dtype d)
{
    return ra__is_half(d) ? RA_FLOAT32 : d;
}

ra_dtype ra__scalar_dtype(ra_scalar_kind kind, ra_dtype default_dtype)
{
    switch (kind) {
    case RA_SCALAR_BOOL: return RA_BOOL;
    case RA_SCALAR_INT: return RA_INT64;
    case RA_SCALAR_FLOAT: return default_dtype;
    case RA_SCALAR_COMPLEX: return ra__complex_of(default_dtype);
    default: return RA_NO_DTYPE;
    }
}

/* Within a category the wider wins; across categories the higher; the cases where neither holds come first. */
ra_dtype ra_promote_types(ra_dtype a, ra_dtype b)
{
    if (a == b || b == RA_NO_DTYPE)
        return a;
    if (a == RA_NO_DTYPE)
        return b;
    int ca = ra__dtype_category(a), cb = ra__dtype_category(b);
    if (ca > cb)
        return ra_promote_types(b, a);
    if (cb == 3) { /* complex with anything: its precision and a float64's */
        bool wide = a == RA_FLOAT64 || a == RA_COMPLEX128 || b == RA_COMPLEX128;
        return wide ? RA_COMPLEX128 : RA_COMPLEX64;
    }
    if (ca < cb)
        return b;
    if (ca == 2 && ra__is_half(a) && ra__is_half(b))
        return RA_FLOAT32;
    if (ca == 1 && (a == RA_UINT8 || b == RA_UINT8)) {
        ra_dtype other = a == RA_UINT8 ? b : a;
        return other == RA_INT8 ? RA_INT16 : other;
    }
    return a > b ? a : b; /* numbers ascend with width within the rest */
}

bool ra_can_cast(ra_dtype from, ra_dtype to)
{
    int f = ra__dtype_category(from), t = ra__dtype_category(to);
    return ra__is_valid_dtype(from) && ra__is_valid_dtype(to) && !(f == 3 && t != 3) && !(f == 2 && t < 2) && !(f == 1 && t == 0);
}

void ra__promote_tensor(ra__promotion *p, ra_dtype dtype, int ndim)
{
    ra_dtype *slot = ndim > 0 ? &p->dimensioned : &p->zero_dim;
    *slot = ra_promote_types(*slot, dtype);
}

void ra__promote_number(ra__promotion *p, ra_scalar_kind kind, ra_dtype default_dtype)
{
    p->number = ra_promote_types(p->number, ra__scalar_dtype(kind, default_dtype));
}

/* A lower category only matters to the result where its kind is above that of the higher one. */
static ra_dtype combine(ra_dtype high, ra_dtype low)
{
    if (high == RA_NO_DTYPE)
        return low;
    if (low == RA_NO_DTYPE || ra__is_complex(high))
        return high;
    if (ra__is_complex(low))
        return ra__is_floating(high) ? ra__complex_of(high) : low;
    if (ra__is_floating(high))
        return high;
    if (high == RA_BOOL || ra__is_floating(low))
        return ra_promote_types(high, low);
    return high;
}

ra_dtype ra__promoted(const ra__promotion *p)
{
    return combine(p->dimensioned, combine(p->zero_dim, p->number));
}

double ra__scalar_double(ra_scalar s)
{
    return s.kind == RA_SCALAR_FLOAT || s.kind == RA_SCALAR_COMPLEX ? s.value.f[0] : (double)s.value.i;
}

bool ra__scalar_is_real(ra_scalar s)
{
    return s.kind != RA_SCALAR_COMPLEX || s.value.f[1] == 0;
}

const char *ra__scalar_text(const ra_scalar *s, char *buffer, size_t size)
{
    const double *f = s->value.f;
    if (s->kind == RA_SCALAR_BOOL)
        snprintf(buffer, size, s->value.i ? "true" : "false");
    else if (s->kind == RA_SCALAR_COMPLEX)
        snprintf(buffer, size, "(%g%+gj)", f[0], f[1]);
    else if (s->kind == RA_SCALAR_FLOAT)
        snprintf(buffer, size, f[0] == trunc(f[0]) && fabs(f[0]) < 1e5 ? "%.1f" : "%g", f[0]);
    else
        snprintf(buffer, size, "%lld", (long long)s->value.i);
    return buffer;
}

/* Out-of-range values give INT64_MIN, as the conversion instruction of x86-64 does. */
int64_t ra__scalar_int64(ra_scalar s)
{
    if (s.kind == RA_SCALAR_BOOL || s.kind == RA_SCALAR_INT)
        return s.value.i;
    double d = s.value.f[0];
    return d >= -0x1p63 && d < 0x1p63 ? (int64_t)d : INT64_MIN;
}

bool ra__scalar_is_true(ra_scalar s)
{
    return s.kind == RA_SCALAR_BOOL || s.kind == RA_SCALAR_INT ? s.value.i != 0
                                                               : s.value.f[0] != 0 || (s.kind == RA_SCALAR_COMPLEX && s.value.f[1] != 0);
}

void ra__scalar_store(ra_scalar s, ra_dtype d, void *element)
{
    double re = ra__scalar_double(s), im = s.kind == RA_SCALAR_COMPLEX ? s.value.f[1] : 0;
    int64_t i = ra__is_integral(d) ? ra__scalar_int64(s) : 0;
    switch (d) {
    case RA_BOOL: *(uint8_t *)element = ra__scalar_is_true(s); break;
    case RA_UINT8:
    case RA_INT8: *(uint8_t *)element = (uint8_t)i; break;
    case RA_INT16: *(uint16_t *)element = (uint16_t)i; break;
    case RA_INT32: *(uint32_t *)element = (uint32_t)i; break;
    case RA_INT64: *(int64_t *)element = i; break;
    case RA_FLOAT16: *(uint16_t *)element = ra__half_from_float((float)re); break;
    case RA_BFLOAT16: *(uint16_t *)element = ra__bfloat_from_float((float)re); break;
    case RA_FLOAT32: *(float *)element = (float)re; break;
    case RA_FLOAT64: *(double *)element = re; break;
    case RA_COMPLEX64: ((float *)element)[0] = (float)re, ((float *)element)[1] = (float)im; break;
    case RA_COMPLEX128: ((double *)element)[0] = re, ((double *)element)[1] = im; break;
    default: break;
    }
}

ra_scalar ra__scalar_load(ra_dtype d, const void *element)
{
    switch (d) {
    case RA_BOOL: return ra_scalar_bool(*(const uint8_t *)element != 0);
    case RA_UINT8: return ra_scalar_int(*(const uint8_t *)element);
    case RA_INT8: return ra_scalar_int(*(const int8_t *)element);
    case RA_INT16: return ra_scalar_int(*(const int16_t *)element);
    case RA_INT32: return ra_scalar_int(*(const int32_t *)element);
    case RA_INT64: return ra_scalar_int(*(const int64_t *)element);
    case RA_FLOAT16: return ra_scalar_float((double)ra__float_from_half(*(const uint16_t *)element));
    case RA_BFLOAT16: return ra_scalar_float((double)ra__float_from_bfloat(*(const uint16_t *)element));
    case RA_FLOAT32: return ra_scalar_float((double)*(const float *)element);
    case RA_FLOAT64: return ra_scalar_float(*(const double *)element);
    case RA_COMPLEX64: return ra_scalar_complex((double)((const float *)element)[0], (double)((const float *)element)[1]);
    case RA_COMPLEX128: return ra_scalar_complex(((const double *)element)[0], ((const double *)element)[1]);
    default: return (ra_scalar){.kind = RA_SCALAR_NONE};
    }
}

float ra__float_from_bfloat(uint16_t h)
{
    uint32_t bits = (uint32_t)h << 16;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

uint16_t ra__bfloat_from_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return 0x7fc0;
    return (uint16_t)((bits + 0x7fffu + ((bits >> 16) & 1)) >> 16);
}

float ra__float_from_half(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = (h >> 10) & 31, mantissa = h & 0x3ff, bits;
    float f;
    if (exponent == 31)
        bits = sign | 0x7f800000u | mantissa << 13;
    else if (exponent)
        bits = sign | (exponent + 112) << 23 | mantissa << 13;
    else { /* zero or subnormal: mantissa * 2^-24, exact in float32 */
        f = (float)mantissa * 0x1p-24f;
        return sign ? -f : f;
    }
    memcpy(&f, &bits, sizeof f);
    return f;
}

uint16_t ra__half_from_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 0x47800000u) /* 65536 and up: infinity; 65520 to 65536 round up to it below */
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x38800000u) { /* below 2^-14: adding 0.5 leaves the subnormal's bits, rounded to even, at the end */
        float shifted;
        memcpy(&shifted, &magnitude, sizeof shifted);
        shifted += 0.5f;
        uint32_t s;
        memcpy(&s, &shifted, sizeof s);
        return (uint16_t)(sign | (s - 0x3f000000u));
    }
    uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1);
    return (uint16_t)(sign | ((rounded - 0x38000000u) >> 13));
}

static bool fits_real(double x, ra_dtype d)
{
    static const double most[RA_DTYPE_COUNT] = {
        [RA_FLOAT16] = 65504.0, [RA_BFLOAT16] = 0x1.FEp127, [RA_FLOAT32] = FLT_MAX, [RA_FLOAT64] = DBL_MAX, [RA_COMPLEX64] = FLT_MAX, [RA_COMPLEX128] = DBL_MAX};
    if (!ra__is_integral(d))
        return !isfinite(x) || fabs(x) <= most[d];
    const double top = d == RA_UINT8 ? 256.0 : ldexp(1.0, 8 * (int)ra__element_bytes(d) - 1); /* fits: at most 64 bits */
    return (d == RA_INT64 ? x < top : x <= top - 1) && (d == RA_UINT8 ? x >= 0 : x >= -top);
}

bool ra__number_fits(ra_scalar s, ra_dtype d)
{
    if (d == RA_BOOL)
        return true;
    if (s.kind == RA_SCALAR_COMPLEX)
        return (ra__is_complex(d) ? fits_real(s.value.f[1], d) : s.value.f[1] == 0) && fits_real(s.value.f[0], d);
    if (s.kind == RA_SCALAR_FLOAT)
        return fits_real(s.value.f[0], d);
    const int bits = 8 * (int)ra__element_bytes(d); /* fits: at most 128 */
    const int64_t i = s.value.i;
    if (!ra__is_integral(d))
        return fits_real((double)i, d);
    if (d == RA_UINT8)
        return i >= -255 && i <= 255;
    return bits == 64 || (i >= -((int64_t)1 << (bits - 1)) && i < (int64_t)1 << (bits - 1));
}
