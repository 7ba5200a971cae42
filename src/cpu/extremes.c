/*
 * maximum and minimum, where NaN wins and of equal values (zeros) the second operand is taken; clamp, where NaN wins and what is equal to a
 * bound stays; fmax and fmin, where a number wins and the first is taken.
 */
#include "cpu/loop.h"

#define LARGER(a, b) (((a > b) | (a != a)) ? a : b)
#define SMALLER(a, b) (((a < b) | (a != a)) ? a : b)

/*
 * Halves by their bits: the number that orders them has the sign and the magnitude, so that both zeros are the same; a magnitude beyond
 * `infinity` is NaN.
 */
static inline int16_t order_of_half(uint16_t bits)
{
    return (int16_t)(bits & 0x8000 ? -(bits & 0x7fff) : bits);
}

static inline bool is_nan_half(uint16_t bits, uint16_t infinity)
{
    return (bits & 0x7fff) > infinity;
}

static inline uint16_t larger_half(uint16_t a, uint16_t b, uint16_t infinity)
{
    return is_nan_half(a, infinity) | ((order_of_half(a) > order_of_half(b)) & !is_nan_half(b, infinity)) ? a : b;
}

static inline uint16_t smaller_half(uint16_t a, uint16_t b, uint16_t infinity)
{
    return is_nan_half(a, infinity) | ((order_of_half(a) < order_of_half(b)) & !is_nan_half(b, infinity)) ? a : b;
}

#define RA__NAME maximum
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a | b)
#define RA__ON_INT(a, b) (b > a ? b : a)
#define RA__ON_FLOAT(a, b) LARGER(a, b)
#define RA__ON_FLOAT16(a, b) larger_half(a, b, 0x7c00)
#define RA__ON_BFLOAT16(a, b) larger_half(a, b, 0x7f80)
#include "cpu/loops.h"

#define RA__NAME minimum
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a & b)
#define RA__ON_INT(a, b) (b < a ? b : a)
#define RA__ON_FLOAT(a, b) SMALLER(a, b)
#define RA__ON_FLOAT16(a, b) smaller_half(a, b, 0x7c00)
#define RA__ON_BFLOAT16(a, b) smaller_half(a, b, 0x7f80)
#include "cpu/loops.h"

/* In the form of which gcc makes one instruction for each bound that is a number. */
#define CLAMP(type)                                                \
    static inline type at_least_##type(type x, type low)           \
    {                                                              \
        type y = low > x ? low : x;                                \
        return low != low ? low : y;                               \
    }                                                              \
    static inline type at_most_##type(type x, type high)           \
    {                                                              \
        type y = high < x ? high : x;                              \
        return high != high ? high : y;                            \
    }
CLAMP(float)
CLAMP(double)

#define RA__NAME clamp_both
#define RA__TEMPLATE "cpu/loop_ternary.h"
#define RA__ON_INT(a, b, c) ((b > a ? b : a) < c ? (b > a ? b : a) : c)
#define RA__ON_FLOAT32(a, b, c) at_most_float(at_least_float(a, b), c)
#define RA__ON_FLOAT64(a, b, c) at_most_double(at_least_double(a, b), c)
#include "cpu/loops.h"

#define RA__NAME clamp_least
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a | b)
#define RA__ON_INT(a, b) (b > a ? b : a)
#define RA__ON_FLOAT32(a, b) at_least_float(a, b)
#define RA__ON_FLOAT64(a, b) at_least_double(a, b)
#include "cpu/loops.h"

#define RA__NAME clamp_most
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a & b)
#define RA__ON_INT(a, b) (b < a ? b : a)
#define RA__ON_FLOAT32(a, b) at_most_float(a, b)
#define RA__ON_FLOAT64(a, b) at_most_double(a, b)
#include "cpu/loops.h"

/* Variants: both bounds, min alone, max alone. */
#define RA__NAME clamp
#define RA__VARIANTS clamp_both_loops, clamp_least_loops, clamp_most_loops
#define RA__COST 0.1
#include "cpu/variants.h"

#define RA__NAME fmax
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a | b)
#define RA__ON_INT(a, b) (b > a ? b : a)
#define RA__ON_FLOAT(a, b) (((a >= b) | (b != b)) ? a : b)
#include "cpu/loops.h"

#define RA__NAME fmin
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a & b)
#define RA__ON_INT(a, b) (b < a ? b : a)
#define RA__ON_FLOAT(a, b) (((a <= b) | (b != b)) ? a : b)
#include "cpu/loops.h"
