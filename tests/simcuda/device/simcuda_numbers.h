// Arithmetic: what NVRTC has without a header. The host's mathematical library computes what a device would, to its own last bits.
#pragma once

// ---- one name for both precisions ----

#define SIMCUDA_OF_ONE(name)             \
    extern "C" double name(double a);    \
    extern "C" float name##f(float a);   \
    static inline float name(float a) { return name##f(a); }
#define SIMCUDA_OF_TWO(name)                      \
    extern "C" double name(double a, double b);   \
    extern "C" float name##f(float a, float b);   \
    static inline float name(float a, float b) { return name##f(a, b); }
#define SIMCUDA_ASKS(name)                                                         \
    static inline bool name(float a) { return __builtin_##name(a); }               \
    static inline bool name(double a) { return __builtin_##name(a); }
#define SIMCUDA_MAGNITUDE(type, builtin) static inline type abs(type a) { return builtin(a); }
SIMCUDA_OF_ONE(acos) SIMCUDA_OF_ONE(acosh) SIMCUDA_OF_ONE(asin) SIMCUDA_OF_ONE(asinh) SIMCUDA_OF_ONE(atan) SIMCUDA_OF_ONE(atanh)
SIMCUDA_OF_ONE(cbrt) SIMCUDA_OF_ONE(ceil) SIMCUDA_OF_ONE(cos) SIMCUDA_OF_ONE(cosh) SIMCUDA_OF_ONE(erf) SIMCUDA_OF_ONE(erfc)
SIMCUDA_OF_ONE(exp) SIMCUDA_OF_ONE(exp2) SIMCUDA_OF_ONE(expm1) SIMCUDA_OF_ONE(fabs) SIMCUDA_OF_ONE(floor) SIMCUDA_OF_ONE(lgamma)
SIMCUDA_OF_ONE(log) SIMCUDA_OF_ONE(log10) SIMCUDA_OF_ONE(log1p) SIMCUDA_OF_ONE(log2) SIMCUDA_OF_ONE(logb) SIMCUDA_OF_ONE(nearbyint)
SIMCUDA_OF_ONE(rint) SIMCUDA_OF_ONE(round) SIMCUDA_OF_ONE(sin) SIMCUDA_OF_ONE(sinh) SIMCUDA_OF_ONE(sqrt) SIMCUDA_OF_ONE(tan)
SIMCUDA_OF_ONE(tanh) SIMCUDA_OF_ONE(tgamma) SIMCUDA_OF_ONE(trunc)
SIMCUDA_OF_TWO(atan2) SIMCUDA_OF_TWO(copysign) SIMCUDA_OF_TWO(fdim) SIMCUDA_OF_TWO(fmax) SIMCUDA_OF_TWO(fmin) SIMCUDA_OF_TWO(fmod)
SIMCUDA_OF_TWO(hypot) SIMCUDA_OF_TWO(nextafter) SIMCUDA_OF_TWO(pow) SIMCUDA_OF_TWO(remainder)
extern "C" {
double fma(double a, double b, double c), frexp(double a, int *exponent), ldexp(double a, int exponent), modf(double a, double *whole);
float fmaf(float a, float b, float c), frexpf(float a, int *exponent), ldexpf(float a, int exponent), modff(float a, float *whole);
long double expl(long double a), erfcl(long double a);
int printf(const char *format, ...);
}
static inline float fma(float a, float b, float c) { return fmaf(a, b, c); }
static inline float frexp(float a, int *exponent) { return frexpf(a, exponent); }
static inline float ldexp(float a, int exponent) { return ldexpf(a, exponent); }
static inline float modf(float a, float *whole) { return modff(a, whole); }
SIMCUDA_ASKS(isfinite)
SIMCUDA_ASKS(isinf)
SIMCUDA_ASKS(isnan)
SIMCUDA_ASKS(signbit)
SIMCUDA_MAGNITUDE(int, __builtin_abs)
SIMCUDA_MAGNITUDE(long, __builtin_labs)
SIMCUDA_MAGNITUDE(long long, __builtin_llabs)
SIMCUDA_MAGNITUDE(float, __builtin_fabsf)
SIMCUDA_MAGNITUDE(double, __builtin_fabs)

// ---- bits ----

static inline int __float_as_int(float v) { return __builtin_bit_cast(int, v); }
static inline unsigned __float_as_uint(float v) { return __builtin_bit_cast(unsigned, v); }
static inline float __int_as_float(int v) { return __builtin_bit_cast(float, v); }
static inline float __uint_as_float(unsigned v) { return __builtin_bit_cast(float, v); }
static inline long long __double_as_longlong(double v) { return __builtin_bit_cast(long long, v); }
static inline double __longlong_as_double(long long v) { return __builtin_bit_cast(double, v); }
static inline int __double2hiint(double v) { return (int)(__builtin_bit_cast(unsigned long long, v) >> 32); }
static inline int __double2loint(double v) { return (int)__builtin_bit_cast(unsigned long long, v); }
static inline double __hiloint2double(int high, int low) { return __builtin_bit_cast(double, (unsigned long long)(unsigned)high << 32 | (unsigned)low); }

static inline int __popc(unsigned v) { return __builtin_popcount(v); }
static inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
static inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
static inline int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __ffsll(long long v) { return __builtin_ffsll(v); }
static inline unsigned __brev(unsigned v)
{
    unsigned r = 0;
    for (int i = 0; i < 32; i++)
        r |= (v >> i & 1u) << (31 - i);
    return r;
}
static inline unsigned long long __brevll(unsigned long long v) { return (unsigned long long)__brev((unsigned)v) << 32 | __brev((unsigned)(v >> 32)); }
static inline unsigned __byte_perm(unsigned a, unsigned b, unsigned s)
{
    unsigned long long both = (unsigned long long)b << 32 | a;
    unsigned r = 0;
    for (int i = 0; i < 4; i++)
        r |= (unsigned)(both >> (8 * (s >> (4 * i) & 7)) & 0xff) << (8 * i);
    return r;
}
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned n) { return (unsigned)(((unsigned long long)high << 32 | low) << (n & 31) >> 32); }
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned n) { return (unsigned)(((unsigned long long)high << 32 | low) >> (n & 31)); }

// ---- integers ----

static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) { return (unsigned long long)((unsigned __int128)a * b >> 64); }
static inline long long __mul64hi(long long a, long long b) { return (long long)((__int128)a * b >> 64); }
static inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
static inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
static inline unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }

#define SIMCUDA_LESS(type)                                              \
    static inline type min(type a, type b) { return b < a ? b : a; }    \
    static inline type max(type a, type b) { return a < b ? b : a; }
SIMCUDA_LESS(int)
SIMCUDA_LESS(unsigned)
SIMCUDA_LESS(long)
SIMCUDA_LESS(unsigned long)
SIMCUDA_LESS(long long)
SIMCUDA_LESS(unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }
static inline long long llmin(long long a, long long b) { return min(a, b); }
static inline long long llmax(long long a, long long b) { return max(a, b); }

// ---- conversions, saturating as a device's are; a NaN becomes zero ----

template <class To, class From> static inline To simcuda_saturate(From v)
{
    if (!(v == v))
        return 0;
    constexpr bool is_signed = (To)-1 < (To)0;
    constexpr int digits = sizeof(To) * 8 - is_signed;
    const From top = static_cast<From>(digits == 31 ? 2147483648.0 : digits == 32 ? 4294967296.0 : digits == 63 ? 9223372036854775808.0 : 18446744073709551616.0);
    if (v >= top)
        return (To)(is_signed ? (digits == 31 ? 2147483647ull : 9223372036854775807ull) : ~0ull);
    if (v < (is_signed ? -top : (From)0))
        return is_signed ? (To)(digits == 31 ? -2147483647 - 1 : (long long)(-9223372036854775807ll - 1)) : (To)0;
    return (To)v;
}
#define SIMCUDA_TO_INTEGER(from, short_from, to, short_to)                                                                     \
    SIMCUDA_IF_CALLED static inline to __##short_from##2##short_to##_rn(from v) { return simcuda_saturate<to>(nearbyint(v)); }              \
    SIMCUDA_IF_CALLED static inline to __##short_from##2##short_to##_rz(from v) { return simcuda_saturate<to>(trunc(v)); }                  \
    SIMCUDA_IF_CALLED static inline to __##short_from##2##short_to##_rd(from v) { return simcuda_saturate<to>(floor(v)); }                  \
    SIMCUDA_IF_CALLED static inline to __##short_from##2##short_to##_ru(from v) { return simcuda_saturate<to>(ceil(v)); }
SIMCUDA_TO_INTEGER(float, float, int, int)
SIMCUDA_TO_INTEGER(float, float, unsigned, uint)
SIMCUDA_TO_INTEGER(float, float, long long, ll)
SIMCUDA_TO_INTEGER(float, float, unsigned long long, ull)
SIMCUDA_TO_INTEGER(double, double, int, int)
SIMCUDA_TO_INTEGER(double, double, unsigned, uint)
SIMCUDA_TO_INTEGER(double, double, long long, ll)
SIMCUDA_TO_INTEGER(double, double, unsigned long long, ull)
static inline float __int2float_rn(int v) { return (float)v; }
static inline float __uint2float_rn(unsigned v) { return (float)v; }
static inline float __ll2float_rn(long long v) { return (float)v; }
static inline float __ull2float_rn(unsigned long long v) { return (float)v; }
static inline double __int2double_rn(int v) { return v; }
static inline double __uint2double_rn(unsigned v) { return v; }
static inline double __ll2double_rn(long long v) { return (double)v; }
static inline double __ull2double_rn(unsigned long long v) { return (double)v; }
static inline float __double2float_rn(double v) { return (float)v; }

// ---- rounded once, never contracted (the text is compiled so) ----

#define SIMCUDA_ROUNDED(type, f, d, suffix)                                                           \
    static inline type __##f##add_rn(type a, type b) { return a + b; }                                \
    static inline type __##f##sub_rn(type a, type b) { return a - b; }                                \
    static inline type __##f##mul_rn(type a, type b) { return a * b; }                                \
    static inline type __##d##div_rn(type a, type b) { return a / b; }                                \
    static inline type __##d##sqrt_rn(type a) { return sqrt##suffix(a); }                             \
    static inline type __##d##rcp_rn(type a) { return 1 / a; }
SIMCUDA_ROUNDED(float, f, f, f)
SIMCUDA_ROUNDED(double, d, d, )
static inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
static inline float __frsqrt_rn(float a) { return (float)(1 / sqrt((double)a)); }
static inline float __fdividef(float a, float b) { return a / b; }
static inline float fdividef(float a, float b) { return a / b; }
static inline float __saturatef(float a) { return a != a ? 0.0f : a < 0 ? 0.0f : a > 1 ? 1.0f : a; }

// ---- functions that the host lacks, or calls otherwise ----

static inline float rsqrtf(float a) { return (float)(1 / sqrt((double)a)); }
static inline double rsqrt(double a) { return 1 / sqrt(a); }
static inline float rcbrtf(float a) { return (float)(1 / cbrt((double)a)); }
static inline double rcbrt(double a) { return 1 / cbrt(a); }
static inline float sinpif(float a) { return (float)sin(3.14159265358979323846 * fmod((double)a, 2)); }
static inline float cospif(float a) { return (float)cos(3.14159265358979323846 * fmod((double)a, 2)); }
static inline double sinpi(double a) { return sin(3.14159265358979323846 * fmod(a, 2)); }
static inline double cospi(double a) { return cos(3.14159265358979323846 * fmod(a, 2)); }
static inline void sincospif(float a, float *s, float *c) { *s = sinpif(a), *c = cospif(a); }
static inline void sincospi(double a, double *s, double *c) { *s = sinpi(a), *c = cospi(a); }
// The host's library has these names for itself.
#define __expf simcuda_expf
#define __exp10f simcuda_exp10f
#define __logf simcuda_logf
#define __log2f simcuda_log2f
#define __log10f simcuda_log10f
#define __sinf simcuda_sinf
#define __cosf simcuda_cosf
#define __tanf simcuda_tanf
#define __powf simcuda_powf
#define __sincosf simcuda_sincosf
static inline float __expf(float a) { return expf(a); }
static inline float __exp10f(float a) { return powf(10, a); }
static inline float __logf(float a) { return logf(a); }
static inline float __log2f(float a) { return log2f(a); }
static inline float __log10f(float a) { return log10f(a); }
static inline float __sinf(float a) { return sinf(a); }
static inline float __cosf(float a) { return cosf(a); }
static inline float __tanf(float a) { return tanf(a); }
static inline float __powf(float a, float b) { return powf(a, b); }
static inline void __sincosf(float a, float *s, float *c) { *s = sinf(a), *c = cosf(a); }
static inline float normcdff(float a) { return 0.5f * erfcf(-0.70710678118654752440f * a); }
static inline double erfcx(double a)
{
    const double u = 0.5 / (a * a);
    if (a > 50)
        return 0.56418958354775628695 / a * (1 - u * (1 - u * (3 - u * (15 - u * 105))));
    return a < -30 ? __builtin_huge_val() : (double)(expl((long double)a * a) * erfcl(a));
}
static inline double normcdf(double a) { return 0.5 * erfc(-0.70710678118654752440 * a); }

static inline long long clock64()
{
    static long long ticks;
    return __atomic_fetch_add(&ticks, 1, __ATOMIC_RELAXED);
}
