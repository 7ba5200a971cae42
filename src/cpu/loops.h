/*
 * Template: the loops of one operation over its dtypes, and their table.
 *
 *   RA__NAME        the operation
 *   RA__TEMPLATE    the loop's template: "cpu/loop_unary.h", "cpu/loop_binary.h", ...
 *   RA__COST        ns per element of contiguous float32; defines the kernel RA__NAME. Left out: only the table
 *                   <RA__NAME>_loops is defined
 *   RA__PREDICATE   (optional) defined: the result is bool; else it has the inputs' dtype
 *   RA__MODULUS     (optional) defined: the result of complex inputs has the dtype of their parts
 *   RA__SETUP, RA__FINISH  (optional) see the template
 *   RA__FAULTS      (optional) true: a loop of integers may end with a data error
 *
 * and the operation itself, for those dtypes that it has:
 *
 *   RA__ON_BOOL(...)  uint8_t that is 0 or 1
 *   RA__ON_INT(...)   RA__T, with RA__W an unsigned type that is wide enough for its arithmetic not to be done in int
 *   RA__ON_FLOAT32(...), RA__ON_FLOAT64(...), or RA__ON_FLOAT(...) for both
 *   RA__ON_FLOAT16(...), RA__ON_BFLOAT16(...), or RA__ON_HALF(...) for both: uint16_t that are the bits of halves, where that is quicker than by
 *                   way of float32, in which halves are computed that have none; the same result but for the bits of NaN
 *   RA__ON_COMPLEX64(...), RA__ON_COMPLEX128(...), or RA__ON_COMPLEX(...) for both; RA__P is the type of a part
 *
 *   RA__EXPANDS     (optional) see the template
 *
 *   RA__DENSE_INT(out, in, n), RA__DENSE_FLOAT32, RA__DENSE_FLOAT64, RA__DENSE_COMPLEX64, RA__DENSE_COMPLEX128  (optional; of two inputs
 *                   out, a, b, n) the same for n contiguous elements
 *
 * All of these are undefined at the end.
 */
#ifndef RA__FAULTS
#define RA__FAULTS false
#endif
#ifdef RA__ON_FLOAT
#define RA__ON_FLOAT32 RA__ON_FLOAT
#define RA__ON_FLOAT64 RA__ON_FLOAT
#endif
#ifdef RA__ON_HALF
#define RA__ON_FLOAT16 RA__ON_HALF
#define RA__ON_BFLOAT16 RA__ON_HALF
#endif
#ifdef RA__ON_COMPLEX
#define RA__ON_COMPLEX64 RA__ON_COMPLEX
#define RA__ON_COMPLEX128 RA__ON_COMPLEX
#endif
#if defined(RA__PREDICATE)
#define RA__R uint8_t
#define RA__R_COMPLEX uint8_t
#elif defined(RA__MODULUS)
#define RA__R RA__T
#define RA__R_COMPLEX RA__P
#else
#define RA__R RA__T
#define RA__R_COMPLEX RA__T
#endif

#ifdef RA__ON_BOOL
#define RA__LOOP RA__PASTE(RA__NAME, bool)
#define RA__T uint8_t
#define RA__W uint32_t
#define RA__EVAL RA__ON_BOOL
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#undef RA__W
#undef RA__EVAL
#endif

#ifdef RA__ON_INT
#ifdef RA__DENSE_INT
#define RA__DENSE RA__DENSE_INT
#endif
#define RA__EVAL RA__ON_INT
#define RA__W uint32_t
#define RA__LOOP RA__PASTE(RA__NAME, uint8)
#define RA__T uint8_t
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#define RA__LOOP RA__PASTE(RA__NAME, int8)
#define RA__T int8_t
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#define RA__LOOP RA__PASTE(RA__NAME, int16)
#define RA__T int16_t
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#define RA__LOOP RA__PASTE(RA__NAME, int32)
#define RA__T int32_t
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#undef RA__W
#define RA__W uint64_t
#define RA__LOOP RA__PASTE(RA__NAME, int64)
#define RA__T int64_t
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#undef RA__W
#undef RA__EVAL
#undef RA__DENSE
#endif

#ifdef RA__ON_FLOAT32
#define RA__LOOP RA__PASTE(RA__NAME, float32)
#define RA__T float
#define RA__EVAL RA__ON_FLOAT32
#ifdef RA__DENSE_FLOAT32
#define RA__DENSE RA__DENSE_FLOAT32
#endif
#include RA__TEMPLATE
#undef RA__DENSE
#undef RA__LOOP
#undef RA__T
#undef RA__EVAL
#endif

#ifdef RA__ON_FLOAT64
#define RA__LOOP RA__PASTE(RA__NAME, float64)
#define RA__T double
#define RA__EVAL RA__ON_FLOAT64
#ifdef RA__DENSE_FLOAT64
#define RA__DENSE RA__DENSE_FLOAT64
#endif
#include RA__TEMPLATE
#undef RA__DENSE
#undef RA__LOOP
#undef RA__T
#undef RA__EVAL
#endif

#ifdef RA__ON_FLOAT16
#define RA__LOOP RA__PASTE(RA__NAME, float16)
#define RA__T uint16_t
#define RA__EVAL RA__ON_FLOAT16
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#undef RA__EVAL
#endif

#ifdef RA__ON_BFLOAT16
#define RA__LOOP RA__PASTE(RA__NAME, bfloat16)
#define RA__T uint16_t
#define RA__EVAL RA__ON_BFLOAT16
#include RA__TEMPLATE
#undef RA__LOOP
#undef RA__T
#undef RA__EVAL
#endif

#undef RA__R
#define RA__R RA__R_COMPLEX

#ifdef RA__ON_COMPLEX64
#define RA__LOOP RA__PASTE(RA__NAME, complex64)
#define RA__T float _Complex
#define RA__P float
#define RA__EVAL RA__ON_COMPLEX64
#ifdef RA__DENSE_COMPLEX64
#define RA__DENSE RA__DENSE_COMPLEX64
#endif
#include RA__TEMPLATE
#undef RA__DENSE
#undef RA__LOOP
#undef RA__T
#undef RA__P
#undef RA__EVAL
#endif

#ifdef RA__ON_COMPLEX128
#define RA__LOOP RA__PASTE(RA__NAME, complex128)
#define RA__T double _Complex
#define RA__P double
#define RA__EVAL RA__ON_COMPLEX128
#ifdef RA__DENSE_COMPLEX128
#define RA__DENSE RA__DENSE_COMPLEX128
#endif
#include RA__TEMPLATE
#undef RA__DENSE
#undef RA__LOOP
#undef RA__T
#undef RA__P
#undef RA__EVAL
#endif

static const ra__loop_fn RA__PASTE(RA__NAME, loops)[RA_DTYPE_COUNT] = {
#ifdef RA__ON_BOOL
    [RA_BOOL] = RA__PASTE(RA__NAME, bool),
#endif
#ifdef RA__ON_INT
    [RA_UINT8] = RA__PASTE(RA__NAME, uint8),
    [RA_INT8] = RA__PASTE(RA__NAME, int8),
    [RA_INT16] = RA__PASTE(RA__NAME, int16),
    [RA_INT32] = RA__PASTE(RA__NAME, int32),
    [RA_INT64] = RA__PASTE(RA__NAME, int64),
#endif
#ifdef RA__ON_FLOAT32
    [RA_FLOAT32] = RA__PASTE(RA__NAME, float32),
#endif
#ifdef RA__ON_FLOAT64
    [RA_FLOAT64] = RA__PASTE(RA__NAME, float64),
#endif
#ifdef RA__ON_FLOAT16
    [RA_FLOAT16] = RA__PASTE(RA__NAME, float16),
#endif
#ifdef RA__ON_BFLOAT16
    [RA_BFLOAT16] = RA__PASTE(RA__NAME, bfloat16),
#endif
#ifdef RA__ON_COMPLEX64
    [RA_COMPLEX64] = RA__PASTE(RA__NAME, complex64),
#endif
#ifdef RA__ON_COMPLEX128
    [RA_COMPLEX128] = RA__PASTE(RA__NAME, complex128),
#endif
};

#ifdef RA__COST
RA__ELEMENTWISE_KERNEL_OF(RA__NAME, RA__PASTE(RA__NAME, loops), RA__COST, RA__FAULTS);
#undef RA__COST
#endif

#undef RA__NAME
#undef RA__TEMPLATE
#undef RA__FAULTS
#undef RA__R
#undef RA__R_COMPLEX
#undef RA__PREDICATE
#undef RA__MODULUS
#undef RA__DENSE_INT
#undef RA__DENSE_FLOAT32
#undef RA__DENSE_FLOAT64
#undef RA__DENSE_COMPLEX64
#undef RA__DENSE_COMPLEX128
#undef RA__SETUP
#undef RA__EXPANDS
#undef RA__FINISH
#undef RA__ON_BOOL
#undef RA__ON_INT
#undef RA__ON_FLOAT
#undef RA__ON_FLOAT32
#undef RA__ON_FLOAT64
#undef RA__ON_HALF
#undef RA__ON_FLOAT16
#undef RA__ON_BFLOAT16
#undef RA__ON_COMPLEX
#undef RA__ON_COMPLEX64
#undef RA__ON_COMPLEX128
