/*
 * Division: div in its three roundings, remainder, fmod, gcd, lcm. An integer divisor of zero ends the loop with RA_ERR_DIVIDE; the
 * smallest integer divided by -1 wraps.
 */
#include "cpu/half.h"
#include "cpu/loop.h"
#include "cpu/math_complex.h"

#define RA__NAME div_true
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__ON_FLOAT(a, b) (a / b)
#define RA__ON_COMPLEX64(a, b) ra__c64_div(a, b)
#define RA__ON_COMPLEX128(a, b) ra__c128_div(a, b)
#include "cpu/loops.h"

/*
 * Integers of up to 32 bits divide in double: quotients closer to an integer than double can tell do not exist, as they
 * differ from one by 2^-31 at least where they are small enough to be below 2^31 / divisor.
 */
static inline int64_t quotient_of_doubles(double q)
{
    return q < 0x1p31 && q >= -0x1p31 ? (int64_t)(int32_t)q : -0x80000000LL;
}

/* Their operands are of 32 bits: of wider ones compilers here make no vectors, where they were bytes without a sign. */
static inline int64_t trunc_small(int32_t a, int32_t b)
{
    return quotient_of_doubles((double)a / (double)b);
}

static inline int64_t floor_small(int32_t a, int32_t b)
{
    return quotient_of_doubles(__builtin_floor((double)a / (double)b));
}

static inline int64_t remainder_small(int32_t a, int32_t b)
{
    return a - (int64_t)b * floor_small(a, b);
}

static inline int64_t trunc_wide(int64_t a, int64_t b)
{
    return b == 0 ? 0 : b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

static inline int64_t floor_wide(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return trunc_wide(a, b);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static inline int64_t remainder_wide(int64_t a, int64_t b)
{
    if (b == 0 || b == -1)
        return 0;
    int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

#define AS_IT_IS(x) (x)
#define AS_FLOAT16(x) ra__f32_of_f16(ra__f16_of_f32(x))
#define AS_BFLOAT16(x) ra__f32_of_bf16(ra__bf16_of_f32(x))

/*
 * The steps of Python's floor division: the remainder is exact, so the quotient is near an integer. Of two tensors of halves PyTorch
 * rounds each step to the half, which is where quotients that a half cannot hold end at another neighbour.
 */
#define FLOOR_QUOTIENT(name, T, ROUNDED)                                             \
    static inline T name(T a, T b, T remainder)                                      \
    {                                                                                \
        T q = ROUNDED(ROUNDED(a - remainder) / b);                                   \
        q = remainder != 0 && (b < 0) != (remainder < 0) ? ROUNDED(q - 1) : q;       \
        T f = (T)__builtin_floor(q);                                                 \
        f = ROUNDED(q - f) > (T)0.5 ? f + 1 : f;                                     \
        f = q != 0 ? f : (T)__builtin_copysign(0.0, a / b);                          \
        return b == 0 ? a / b : f;                                                   \
    }
FLOOR_QUOTIENT(floor_quotient, double, AS_IT_IS)
FLOOR_QUOTIENT(floor_quotientf, float, AS_IT_IS)
FLOOR_QUOTIENT(floor_quotient_f16, float, AS_FLOAT16)
FLOOR_QUOTIENT(floor_quotient_bf16, float, AS_BFLOAT16)

/*
 * float32 divides in double where the quotient is below 2^21: it is an integer or 2^-24 of itself away from one, so it
 * is never rounded to one; its product with the divisor is exact, and floor_quotientf gives the same integer. float64, where there is
 * a fused multiply-add and the quotient is below 2^49, subtracts the divisor as often as the rounded quotient says, rounding once, and
 * adds it again where that was once too often, as it is where the quotient was rounded to an integer. A loop with an element that this is not for goes to the C
 * library's fmod, with the same bits where both are right.
 */
static inline bool is_near_f32(float a, float b)
{
    return (__builtin_fabsf(b) <= 0x1.fffffep127f) & (__builtin_fabsf(a) < 0x1p21f * __builtin_fabsf(b));
}

static inline bool is_near_f64(double a, double b)
{
    return (__builtin_fabs(b) <= 0x1.fffffffffffffp1023) & (__builtin_fabs(a) < 0x1p49 * __builtin_fabs(b));
}

/*
 * Wide integers below 2^51 are exact in double, and so are quotients of them, rounded down or towards zero: one that is no integer is farther
 * from the next than it is rounded by.
 */
static inline bool is_near_i64(int64_t a, int64_t b)
{
    const uint64_t bound = UINT64_C(1) << 51;

    return ((uint64_t)a + bound < 2 * bound) & ((uint64_t)b + bound < 2 * bound);
}

#define ALL_NEAR(name, type, is_near)                                                                                               \
    static bool name##_row(const char *a, int64_t a_stride, const char *b, int64_t b_stride, int64_t n)                            \
    {                                                                                                                               \
        unsigned far = 0;                                                                                                           \
        if (a_stride == sizeof(type) && b_stride == sizeof(type))                                                                   \
            for (int64_t i = 0; i < n; i++)                                                                                         \
                far |= !is_near(((const type *)(const void *)a)[i], ((const type *)(const void *)b)[i]);                            \
        else if (a_stride == sizeof(type) && b_stride == 0)                                                                         \
            for (int64_t i = 0; i < n; i++)                                                                                         \
                far |= !is_near(((const type *)(const void *)a)[i], *(const type *)(const void *)b);                                \
        else                                                                                                                        \
            for (int64_t i = 0; i < n; i++)                                                                                         \
                far |= !is_near(*(const type *)(const void *)(a + i * a_stride), *(const type *)(const void *)(b + i * b_stride));  \
        return !far;                                                                                                                \
    }                                                                                                                               \
    static bool name(char *const *data, const int64_t *strides, int64_t n, const int64_t *steps, int64_t rows)                     \
    {                                                                                                                               \
        bool near = true;                                                                                                           \
        for (int64_t i = 0; i < rows && near; i++)                                                                                  \
            near = name##_row(data[1] + i * steps[1], strides[1], data[2] + i * steps[2], strides[2], n);                           \
        return near;                                                                                                                \
    }
ALL_NEAR(all_near_f32, float, is_near_f32)
ALL_NEAR(all_near_f64, double, is_near_f64)
ALL_NEAR(all_near_i64, int64_t, is_near_i64)

/* To double and back, up to 2^51: in the lower bits of a number there is the integer by which it is above its exponent's middle. */
#define MIDDLE 0x1.8p52
#define BITS_OF_MIDDLE INT64_C(0x4338000000000000)

static inline double double_of_near(int64_t x)
{
    return ra__from_bits_f64((uint64_t)(x + BITS_OF_MIDDLE)) - MIDDLE;
}

static inline int64_t near_of_double(double x)
{
    return (int64_t)(ra__bits_f64(x + MIDDLE) - (uint64_t)BITS_OF_MIDDLE);
}

static inline int64_t trunc_near_i64(int64_t a, int64_t b)
{
    return near_of_double(__builtin_trunc(double_of_near(a) / double_of_near(b)));
}

static inline int64_t floor_near_i64(int64_t a, int64_t b)
{
    return near_of_double(__builtin_floor(double_of_near(a) / double_of_near(b)));
}

/* What the quotient leaves of a. */
static inline int64_t rest_near_i64(int64_t a, int64_t b, double quotient)
{
#ifdef __FP_FAST_FMA
    return near_of_double(__builtin_fma(-quotient, double_of_near(b), double_of_near(a)));
#else
    return (int64_t)((uint64_t)a - (uint64_t)near_of_double(quotient) * (uint64_t)b);
#endif
}

static inline int64_t fmod_near_i64(int64_t a, int64_t b)
{
    return rest_near_i64(a, b, __builtin_trunc(double_of_near(a) / double_of_near(b)));
}

static inline int64_t remainder_near_i64(int64_t a, int64_t b)
{
    return rest_near_i64(a, b, __builtin_floor(double_of_near(a) / double_of_near(b)));
}

static inline float fmod_near_f32(float a, float b)
{
    const double q = __builtin_trunc((double)a / (double)b);

    return __builtin_copysignf((float)((double)a - q * (double)b), a);
}

static inline double fmod_near_f64(double a, double b)
{
    const double r = __builtin_fma(-__builtin_trunc(a / b), b, a);

    return __builtin_copysign((r < 0 && a > 0) || (r > 0 && a < 0) ? r + __builtin_copysign(b, a) : r, a);
}

static inline float floor_near_f32(float a, float b)
{
    return (float)__builtin_floor((double)a / (double)b);
}

static inline bool is_beyond(double remainder, double b)
{
    return remainder != 0 && (b < 0) != (remainder < 0);
}

static inline double floor_near_f64(double a, double b)
{
    const double q = __builtin_floor(a / b);

    return is_beyond(__builtin_fma(-q, b, a), b) ? q - 1 : q;
}

static inline double remainder_near_f64(double a, double b)
{
    const double r = __builtin_fma(-__builtin_floor(a / b), b, a);

    return is_beyond(r, b) ? r + b : r == 0 ? __builtin_copysign(r, a) : r;
}

static inline double with_sign_of(double remainder, double b)
{
    return is_beyond(remainder, b) ? remainder + b : remainder;
}

static inline float with_sign_off(float remainder, float b)
{
    return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder;
}

/* Out of line, so that a loop with it is small enough for the compiler to make another, of vectors, for what is near. */
static __attribute__((noinline)) double floor_far_f64(double a, double b)
{
    return floor_quotient(a, b, __builtin_fmod(a, b));
}

/* What the steps of halves come to is too much for that: here are the two loops. */
#define FLOOR_HALVES(name, QUOTIENT)                                                                     \
    static inline void name(float *out, const float *as, const float *bs, size_t n, bool near)           \
    {                                                                                                    \
        if (near) {                                                                                      \
            RA__INDEPENDENT                                                                              \
            for (size_t i = 0; i < n; i++)                                                               \
                out[i] = QUOTIENT(as[i], bs[i], fmod_near_f32(as[i], bs[i]));                            \
        } else {                                                                                         \
            RA__INDEPENDENT                                                                              \
            for (size_t i = 0; i < n; i++)                                                               \
                out[i] = QUOTIENT(as[i], bs[i], __builtin_fmodf(as[i], bs[i]));                          \
        }                                                                                                \
    }
FLOOR_HALVES(floor_f16_n, floor_quotient_f16)
FLOOR_HALVES(floor_bf16_n, floor_quotient_bf16)

#define CHECKED unsigned zero = 0;
#define REFUSE_ZERO \
    if (zero) \
        return RA_ERR_DIVIDE;
#define IS_WIDE (sizeof(RA__T) == 8)
#define IS_FLOAT32 (sizeof(RA__T) == 4 && (RA__T)0.5 != 0)
#ifdef __FP_FAST_FMA
#define IS_FLOAT64 (sizeof(RA__T) == 8 && (RA__T)0.5 != 0)
#else
#define IS_FLOAT64 false
#endif
#define IS_INT64 (sizeof(RA__T) == 8 && (RA__T)0.5 == 0)
#define CHECKED_INT64 CHECKED const bool near = IS_INT64 && all_near_i64(data, strides, n, steps, rows);
#define CHECKED_NEAR                                                              \
    CHECKED const bool near = IS_FLOAT32 ? all_near_f32(data, strides, n, steps, rows) \
        : IS_FLOAT64                     ? all_near_f64(data, strides, n, steps, rows) \
        : IS_INT64                       ? all_near_i64(data, strides, n, steps, rows) : false;

#define RA__NAME div_trunc
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP CHECKED_INT64 (void)zero; (void)near;
#define RA__FINISH REFUSE_ZERO
#define RA__ON_INT(a, b) (zero |= b == 0, near ? trunc_near_i64(a, b) : IS_WIDE ? trunc_wide(a, b) : trunc_small(a, b))
#define RA__ON_FLOAT32(a, b) __builtin_truncf(a / b)
#define RA__ON_FLOAT64(a, b) __builtin_trunc(a / b)
#include "cpu/loops.h"

#define RA__NAME div_floor
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP CHECKED_NEAR (void)zero; (void)near;
#define RA__FINISH REFUSE_ZERO
#define RA__ON_INT(a, b) (zero |= b == 0, near ? floor_near_i64(a, b) : IS_WIDE ? floor_wide(a, b) : floor_small(a, b))
#define RA__ON_FLOAT32(a, b) (near ? floor_near_f32(a, b) : floor_quotientf(a, b, __builtin_fmodf(a, b)))
#define RA__ON_FLOAT64(a, b) (near ? floor_near_f64(a, b) : floor_far_f64(a, b))
#include "cpu/loops.h"

#define RA__NAME div_floor_float16
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP CHECKED_NEAR (void)zero;
#define RA__ON_FLOAT32(a, b) floor_quotient_f16(a, b, near ? fmod_near_f32(a, b) : __builtin_fmodf(a, b))
#define RA__DENSE_FLOAT32(out, a, b, n) floor_f16_n(out, a, b, n, near)
#define RA__EXPANDS 1
#include "cpu/loops.h"

#define RA__NAME div_floor_bfloat16
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__SETUP CHECKED_NEAR (void)zero;
#define RA__ON_FLOAT32(a, b) floor_quotient_bf16(a, b, near ? fmod_near_f32(a, b) : __builtin_fmodf(a, b))
#define RA__DENSE_FLOAT32(out, a, b, n) floor_bf16_n(out, a, b, n, near)
#define RA__EXPANDS 1
#include "cpu/loops.h"

/* Variants: as PyTorch divides, then in the order of the choices of rounding_mode, of which the last has the steps of halves as well. */
#define RA__NAME div
#define RA__VARIANTS div_true_loops, div_trunc_loops, div_floor_loops, div_floor_float16_loops, div_floor_bfloat16_loops
#define RA__COST 0.8
#define RA__FAULTS true
#include "cpu/variants.h"

#define RA__NAME remainder
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.6
#define RA__FAULTS true
#define RA__SETUP CHECKED_NEAR (void)zero; (void)near;
#define RA__FINISH REFUSE_ZERO
#define RA__ON_INT(a, b) (zero |= b == 0, near ? remainder_near_i64(a, b) : IS_WIDE ? remainder_wide(a, b) : remainder_small(a, b))
#define RA__ON_FLOAT32(a, b) with_sign_off(near ? fmod_near_f32(a, b) : __builtin_fmodf(a, b), b)
#define RA__ON_FLOAT64(a, b) (near ? remainder_near_f64(a, b) : with_sign_of(__builtin_fmod(a, b), b))
#include "cpu/loops.h"

static inline int64_t fmod_small(int32_t a, int32_t b)
{
    return a - (int64_t)b * trunc_small(a, b);
}

static inline int64_t fmod_wide(int64_t a, int64_t b)
{
    return b == 0 || b == -1 ? 0 : a % b;
}

#define RA__NAME fmod
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.6
#define RA__FAULTS true
#define RA__SETUP CHECKED_NEAR (void)zero; (void)near;
#define RA__FINISH REFUSE_ZERO
#define RA__ON_INT(a, b) (zero |= b == 0, near ? fmod_near_i64(a, b) : IS_WIDE ? fmod_wide(a, b) : fmod_small(a, b))
#define RA__ON_FLOAT32(a, b) (near ? fmod_near_f32(a, b) : __builtin_fmodf(a, b))
#define RA__ON_FLOAT64(a, b) (near ? fmod_near_f64(a, b) : __builtin_fmod(a, b))
#include "cpu/loops.h"

/* Euclid's, of magnitudes. */
static inline uint64_t common_divisor(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y) {
        const uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

#define RA__NAME gcd
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 20
#define RA__ON_INT(a, b) common_divisor(a, b)
#include "cpu/loops.h"

static inline int64_t magnitude(int64_t a)
{
    return a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
}

/* |a / divisor * b|, in int where that is wider than a and b, and then in their dtype. */
#define RA__NAME lcm
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 20
#define MULTIPLE(a, b) ((RA__W)(RA__T)(a / (RA__T)common_divisor(a, b)) * (RA__W)b)
#define RA__ON_INT(a, b) ((a | b) == 0 ? 0 : magnitude(IS_WIDE ? (int64_t)MULTIPLE(a, b) : (int32_t)MULTIPLE(a, b)))
#include "cpu/loops.h"
