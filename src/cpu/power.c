/*
 * Powers and roots: square, sqrt, rsqrt, reciprocal, pow.
 */
#include "cpu/half.h"
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/math_f64_pow.h"

#define RA__NAME square
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) ((RA__W)a * (RA__W)a)
#define RA__ON_FLOAT(a) (a * a)
#define RA__ON_COMPLEX64(a) ra__c64_mul(a, a)
#define RA__ON_COMPLEX128(a) ra__c128_mul(a, a)
#include "cpu/loops.h"

#define RA__NAME sqrt
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.4
#define RA__DENSE_FLOAT32(out, in, n) ra__sqrtf_n(out, in, n)
#define RA__ON_FLOAT32(a) __builtin_sqrtf(a)
#define RA__ON_FLOAT64(a) __builtin_sqrt(a)
#define RA__ON_BFLOAT16(a) ra__bf16_of_f32(__builtin_sqrtf(ra__f32_of_bf16(a)))
#define RA__ON_COMPLEX64(a) ra__c64_sqrt(a)
#define RA__ON_COMPLEX128(a) ra__c128_sqrt(a)
#include "cpu/loops.h"

#define RA__NAME rsqrt
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.5
#define RA__DENSE_FLOAT32(out, in, n) ra__rsqrtf_n(out, in, n)
#define RA__ON_FLOAT32(a) ra__rsqrtf(a)
#define RA__ON_FLOAT64(a) ra__rsqrt(a)
#define RA__ON_COMPLEX64(a) ra__c64_rsqrt(a)
#define RA__ON_COMPLEX128(a) ra__c128_rsqrt(a)
#include "cpu/loops.h"

#define RA__NAME reciprocal
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.4
#define RA__ON_FLOAT(a) (1 / a)
#define RA__ON_COMPLEX64(a) ra__c64_reciprocal(a)
#define RA__ON_COMPLEX128(a) ra__c128_reciprocal(a)
#include "cpu/loops.h"

/*
 * base^exponent modulo 2^64, whose low bits are those of narrower types. Of the negative powers only those of 1 and -1
 * are integers; the others are cut to 0.
 */
static inline uint64_t integer_power(int64_t base, int64_t exponent)
{
    uint64_t power = 1, b = (uint64_t)base;
    if (exponent < 0)
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? (uint64_t)-1 : 1) : 0;
    for (uint64_t e = (uint64_t)exponent; e; e >>= 1, b *= b)
        if (e & 1)
            power *= b;
    return power;
}

static inline bool is_negative(int64_t x) { return x < 0; }

/*
 * The same of contiguous elements, of a block one bit of all exponents after another, so that nothing hangs on an element but what is
 * kept. T is unsigned and wide enough for a product not to be made in int. A block with a negative exponent goes element by element.
 */
#define INTEGER_POWERS(E, T)                                                                                 \
    static inline void integer_powers_##E(E *out, const E *bases, const E *exponents, size_t n)              \
    {                                                                                                        \
        enum { BLOCK = 256 };                                                                                \
        T power[BLOCK], base[BLOCK], rest[BLOCK];                                                            \
        for (size_t at = 0; at < n; at += BLOCK) {                                                           \
            const size_t count = n - at < BLOCK ? n - at : BLOCK;                                            \
            const E *a = bases + at, *b = exponents + at;                                                    \
            E bits = 0;                                                                                      \
            for (size_t i = 0; i < count; i++)                                                               \
                bits |= b[i];                                                                                \
            if (is_negative(bits)) {                                                                         \
                for (size_t i = 0; i < count; i++)                                                           \
                    out[at + i] = (E)integer_power(a[i], b[i]);                                              \
                continue;                                                                                    \
            }                                                                                                \
            for (size_t i = 0; i < count; i++)                                                               \
                power[i] = 1, base[i] = (T)a[i], rest[i] = (T)b[i];                                          \
            for (T left = (T)bits; left; left >>= 1)                                                         \
                for (size_t i = 0; i < count; i++) {                                                         \
                    power[i] *= rest[i] & 1 ? base[i] : 1;                                                   \
                    base[i] *= base[i];                                                                      \
                    rest[i] >>= 1;                                                                           \
                }                                                                                            \
            for (size_t i = 0; i < count; i++)                                                               \
                out[at + i] = (E)power[i];                                                                   \
        }                                                                                                    \
    }
INTEGER_POWERS(uint8_t, uint32_t)
INTEGER_POWERS(int8_t, uint32_t)
INTEGER_POWERS(int16_t, uint32_t)
INTEGER_POWERS(int32_t, uint32_t)
INTEGER_POWERS(int64_t, uint64_t)

/* Variant 0 is general, the others are for exponents that are numbers: 2, 3, 1/2, -1/2, -1, -2. */
#define RA__NAME pow_any
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__EXPANDS 1
#define RA__ON_BOOL(a, b) ((a | !b) != 0)
#define RA__ON_INT(a, b) integer_power(a, b)
#define RA__DENSE_INT(out, a, b, n)                                                                                               \
    _Generic(*(out), uint8_t: integer_powers_uint8_t, int8_t: integer_powers_int8_t, int16_t: integer_powers_int16_t,             \
             int32_t: integer_powers_int32_t, int64_t: integer_powers_int64_t)(out, a, b, n)
#define RA__ON_FLOAT32(a, b) ra__powf(a, b)
#define RA__ON_FLOAT64(a, b) ra__pow(a, b)
#define RA__ON_COMPLEX64(a, b) ra__c64_pow(a, b)
#define RA__ON_COMPLEX128(a, b) ra__c128_pow(a, b)
#include "cpu/loops.h"

#define RA__NAME pow_cube
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__ON_INT(a) ((RA__W)a * (RA__W)a * (RA__W)a)
#define RA__ON_FLOAT(a) (a * a * a)
#include "cpu/loops.h"

#define RA__NAME pow_rsqrt
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__DENSE_FLOAT32(out, in, n) ra__rsqrtf_n(out, in, n)
#define RA__ON_FLOAT32(a) ra__rsqrtf(a)
#define RA__ON_FLOAT64(a) ra__rsqrt(a)
#include "cpu/loops.h"

#define RA__NAME pow_inverse_square
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__ON_FLOAT(a) (1 / (a * a))
#include "cpu/loops.h"

#define RA__NAME pow
#define RA__VARIANTS pow_any_loops, square_loops, pow_cube_loops, sqrt_loops, pow_rsqrt_loops, reciprocal_loops, pow_inverse_square_loops
#define RA__COST 2.0
#include "cpu/variants.h"
