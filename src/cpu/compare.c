/*
 * Comparisons, isnan, isinf and its two signs: results are bool.
 */
#include "cpu/loop.h"
#include "cpu/math_base.h"

#define RA__NAME eq
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a == b)
#define RA__ON_INT(a, b) (a == b)
#define RA__ON_FLOAT(a, b) (a == b)
#define RA__ON_COMPLEX(a, b) (a == b)
#include "cpu/loops.h"

#define RA__NAME ne
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a != b)
#define RA__ON_INT(a, b) (a != b)
#define RA__ON_FLOAT(a, b) (a != b)
#define RA__ON_COMPLEX(a, b) (a != b)
#include "cpu/loops.h"

#define RA__NAME lt
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a < b)
#define RA__ON_INT(a, b) (a < b)
#define RA__ON_FLOAT(a, b) (a < b)
#include "cpu/loops.h"

#define RA__NAME le
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a <= b)
#define RA__ON_INT(a, b) (a <= b)
#define RA__ON_FLOAT(a, b) (a <= b)
#include "cpu/loops.h"

#define RA__NAME gt
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a > b)
#define RA__ON_INT(a, b) (a > b)
#define RA__ON_FLOAT(a, b) (a > b)
#include "cpu/loops.h"

#define RA__NAME ge
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a, b) (a >= b)
#define RA__ON_INT(a, b) (a >= b)
#define RA__ON_FLOAT(a, b) (a >= b)
#include "cpu/loops.h"

/* In a function, which uint8 may be given to. */
static inline bool is_negative(int64_t a)
{
    return a < 0;
}

#define RA__NAME signbit
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a) ((void)a, 0)
#define RA__ON_INT(a) is_negative(a)
#define RA__ON_FLOAT32(a) (ra__bits_f32(a) >> 31)
#define RA__ON_FLOAT64(a) (ra__bits_f64(a) >> 63) /* of the builtin compilers here make no vectors of 512 bits */
#include "cpu/loops.h"

/* No integer is NaN or infinite; the constant takes the place of a test. */
#define NEVER(a) ((void)a, 0)
#define IS_INF32(a) (__builtin_fabsf(a) > 0x1.fffffep127f)
#define IS_INF64(a) (__builtin_fabs(a) > 0x1.fffffffffffffp1023)

#define RA__NAME isnan
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a) NEVER(a)
#define RA__ON_INT(a) NEVER(a)
#define RA__ON_FLOAT(a) (a != a)
#define RA__ON_COMPLEX(a) (a != a)
#include "cpu/loops.h"

#define RA__NAME isinf
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a) NEVER(a)
#define RA__ON_INT(a) NEVER(a)
#define RA__ON_FLOAT32(a) IS_INF32(a)
#define RA__ON_FLOAT64(a) IS_INF64(a)
#define RA__ON_COMPLEX64(a) (IS_INF32(__real__ a) | IS_INF32(__imag__ a))
#define RA__ON_COMPLEX128(a) (IS_INF64(__real__ a) | IS_INF64(__imag__ a))
#include "cpu/loops.h"

#define RA__NAME isposinf
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a) NEVER(a)
#define RA__ON_INT(a) NEVER(a)
#define RA__ON_FLOAT32(a) (a > 0x1.fffffep127f)
#define RA__ON_FLOAT64(a) (a > 0x1.fffffffffffffp1023)
#include "cpu/loops.h"

#define RA__NAME isneginf
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__PREDICATE
#define RA__ON_BOOL(a) NEVER(a)
#define RA__ON_INT(a) NEVER(a)
#define RA__ON_FLOAT32(a) (a < -0x1.fffffep127f)
#define RA__ON_FLOAT64(a) (a < -0x1.fffffffffffffp1023)
#include "cpu/loops.h"
