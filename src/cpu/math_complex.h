/* math_complex.h: arithmetic and elementary functions of complex64 (float _Complex) and complex128
 * (double _Complex).
 *
 * Products and quotients are written out: the compiler's own have the recovery of infinities of C99
 * annex G, which is slow and which PyTorch does not have. The elementary functions are the C
 * library's in double, with its branch cuts (those of C99 and NumPy); complex64 computes them in double
 * too and rounds once, so that its parts are good to an ulp wherever double's are good to a few
 * thousand. Names: ra__c64_<name>, ra__c128_<name>.
 */
#ifndef RA_CPU_MATH_COMPLEX_H
#define RA_CPU_MATH_COMPLEX_H

#include <complex.h>
#include <math.h>

static inline float _Complex ra__c64(float re, float im) { return __builtin_complex(re, im); }
static inline double _Complex ra__c128(double re, double im) { return __builtin_complex(re, im); }

/* Both parts are differences: where one is a sum, gcc 12 makes fused instructions of the pair in vector code, though
 * contraction is off, and not in what is left over, which then has other bits. */
static inline float _Complex ra__c64_mul(float _Complex x, float _Complex y) {
    float a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y, minus_b = -b;
    return ra__c64(a * c - b * d, a * d - minus_b * c);
}

static inline double _Complex ra__c128_mul(double _Complex x, double _Complex y) {
    double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y, minus_b = -b;
    return ra__c128(a * c - b * d, a * d - minus_b * c);
}

/* Smith's quotient: the larger part of the divisor is taken out, so that no square overflows. Each
 * part over zero gives infinity or NaN as a real quotient does. */
static inline double _Complex ra__c128_div(double _Complex x, double _Complex y) {
    double a = __real__ x, b = __imag__ x, c = __real__ y, d = __imag__ y;
    int turned = fabs(c) < fabs(d);
    double big = turned ? d : c, small = turned ? c : d;
    double ratio = small / big, scale = 1.0 / (big + small * ratio);
    double re = (turned ? b : a) + (turned ? a : b) * ratio; /* sums in both parts: as with products */
    double im = (turned ? -a : b) + (turned ? b : -a) * ratio;
    int zero = c == 0.0 && d == 0.0;
    return ra__c128(zero ? a / fabs(c) : re * scale, zero ? b / fabs(c) : im * scale);
}

static inline float _Complex ra__c64_div(float _Complex x, float _Complex y) {
    return (float _Complex)ra__c128_div((double _Complex)x, (double _Complex)y);
}

static inline double _Complex ra__c128_reciprocal(double _Complex z) {
    return ra__c128_div(ra__c128(1.0, 0.0), z);
}

/* Without overflow on the way; infinite if either part is. */
static inline float ra__c64_abs(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
static inline double ra__c128_abs(double _Complex z) { return hypot(__real__ z, __imag__ z); }

/* In (-pi, pi]; the sign of a zero imaginary part counts. */
static inline double ra__c128_angle(double _Complex z) { return atan2(__imag__ z, __real__ z); }

static inline double _Complex ra__c128_sqrt(double _Complex z) { return csqrt(z); }
static inline double _Complex ra__c128_exp(double _Complex z) { return cexp(z); }
static inline double _Complex ra__c128_log(double _Complex z) { return clog(z); }
static inline double _Complex ra__c128_sin(double _Complex z) { return csin(z); }
static inline double _Complex ra__c128_cos(double _Complex z) { return ccos(z); }
static inline double _Complex ra__c128_tan(double _Complex z) { return ctan(z); }
static inline double _Complex ra__c128_asin(double _Complex z) { return casin(z); }
static inline double _Complex ra__c128_acos(double _Complex z) { return cacos(z); }
static inline double _Complex ra__c128_atan(double _Complex z) { return catan(z); }
static inline double _Complex ra__c128_sinh(double _Complex z) { return csinh(z); }
static inline double _Complex ra__c128_cosh(double _Complex z) { return ccosh(z); }
static inline double _Complex ra__c128_tanh(double _Complex z) { return ctanh(z); }
static inline double _Complex ra__c128_asinh(double _Complex z) { return casinh(z); }
static inline double _Complex ra__c128_acosh(double _Complex z) { return cacosh(z); }
static inline double _Complex ra__c128_atanh(double _Complex z) { return catanh(z); }

static inline double _Complex ra__c128_rsqrt(double _Complex z) {
    return ra__c128_reciprocal(csqrt(z));
}

static inline double _Complex ra__c128_log2(double _Complex z) {
    double _Complex l = clog(z);
    return ra__c128(__real__ l / 0x1.62e42fefa39efp-1, __imag__ l / 0x1.62e42fefa39efp-1);
}

static inline double _Complex ra__c128_log10(double _Complex z) {
    double _Complex l = clog(z);
    return ra__c128(__real__ l / 0x1.26bb1bbb55516p+1, __imag__ l / 0x1.26bb1bbb55516p+1);
}

static inline double _Complex ra__c128_exp2(double _Complex z) {
    return cexp(ra__c128(__real__ z * 0x1.62e42fefa39efp-1, __imag__ z * 0x1.62e42fefa39efp-1));
}

/* |1+z|^2 - 1 = x (2+x) + y^2, which keeps a small z. */
static inline double _Complex ra__c128_log1p(double _Complex z) {
    double x = __real__ z, y = __imag__ z;
    int near = fabs(x) < 0.5 && fabs(y) < 0.5;
    double re = near ? 0.5 * log1p(x * (2.0 + x) + y * y) : log(hypot(1.0 + x, y));
    return ra__c128(re, atan2(y, 1.0 + x));
}

/* e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y/2), which keeps a small z. */
static inline double _Complex ra__c128_expm1(double _Complex z) {
    double x = __real__ z, y = __imag__ z, s = sin(0.5 * y);
    if (!(fabs(x) < 1.0)) {
        double _Complex e = cexp(z);
        return ra__c128(__real__ e - 1.0, __imag__ e);
    }
    return ra__c128(expm1(x) * cos(y) - 2.0 * s * s, exp(x) * sin(y));
}

/* 1 / (1 + e^-z); for a negative real part as e^z / (1 + e^z), which does not overflow. */
static inline double _Complex ra__c128_sigmoid(double _Complex z) {
    int left = __real__ z < 0.0;
    double _Complex e = cexp(left ? z : ra__c128(-__real__ z, -__imag__ z));
    double _Complex d = ra__c128(1.0 + __real__ e, __imag__ e);
    return left ? ra__c128_div(e, d) : ra__c128_reciprocal(d);
}

/* e^(y log x). x^0 = 1 for every x, 0^y = 0 for a positive real part of y and NaN for others; whole
 * powers up to 64 by multiplication, so that real and imaginary x stay so. */
static inline double _Complex ra__c128_pow(double _Complex x, double _Complex y) {
    double c = __real__ y, d = __imag__ y;
    if (c == 0.0 && d == 0.0)
        return ra__c128(1.0, 0.0);
    if (__real__ x == 0.0 && __imag__ x == 0.0)
        return c > 0.0 ? ra__c128(0.0, 0.0) : ra__c128(NAN, NAN);
    if (d == 0.0 && c == rint(c) && fabs(c) <= 64.0) {
        double _Complex power = c < 0.0 ? ra__c128_reciprocal(x) : x, result = ra__c128(1.0, 0.0);
        for (int n = (int)fabs(c); n; n >>= 1) {
            if (n & 1)
                result = ra__c128_mul(result, power);
            power = ra__c128_mul(power, power);
        }
        return result;
    }
    return cexp(ra__c128_mul(y, clog(x)));
}

static inline float _Complex ra__c64_pow(float _Complex x, float _Complex y) {
    return (float _Complex)ra__c128_pow((double _Complex)x, (double _Complex)y);
}

/* complex64 through complex128 */
#define RA__C64_OF_C128(name)                                                                      \
    static inline float _Complex ra__c64_##name(float _Complex z) {                                \
        return (float _Complex)ra__c128_##name((double _Complex)z);                                \
    }
RA__C64_OF_C128(reciprocal)
RA__C64_OF_C128(sqrt)
RA__C64_OF_C128(rsqrt)
RA__C64_OF_C128(exp)
RA__C64_OF_C128(expm1)
RA__C64_OF_C128(exp2)
RA__C64_OF_C128(log)
RA__C64_OF_C128(log1p)
RA__C64_OF_C128(log2)
RA__C64_OF_C128(log10)
RA__C64_OF_C128(sin)
RA__C64_OF_C128(cos)
RA__C64_OF_C128(tan)
RA__C64_OF_C128(asin)
RA__C64_OF_C128(acos)
RA__C64_OF_C128(atan)
RA__C64_OF_C128(sinh)
RA__C64_OF_C128(cosh)
RA__C64_OF_C128(tanh)
RA__C64_OF_C128(asinh)
RA__C64_OF_C128(acosh)
RA__C64_OF_C128(atanh)
RA__C64_OF_C128(sigmoid)
#undef RA__C64_OF_C128

#endif
