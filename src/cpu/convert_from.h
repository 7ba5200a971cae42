/*
 * Template: conversions from one dtype to every dtype, and their table.
 *
 *   RA__FROM      its name
 *   RA__S         its element type
 *   RA__LOAD(x)   the number that an element stands for
 *   RA__REAL(v)   the real part of such a number
 *   RA__FLOATING  (optional) defined where RA__REAL(v) is floating
 *   RA__DENSE_TO_FLOAT16, RA__DENSE_TO_FLOAT32, RA__DENSE_TO_COMPLEX128  (optional) functions (out, in, n) for contiguous elements
 *
 * All are undefined at the end.
 */
#define RA__TO bool
#define RA__D uint8_t
#define RA__STORE(v) ((v) != 0)
#include "cpu/convert_loop.h"

/*
 * Out of range of an integer a floating number gives what the processor's conversion to int32 (int64 for int64) leaves
 * after wrapping; only uint8, where images come from, goes by way of int64 like PyTorch.
 */
#ifdef RA__FLOATING
#define RA__INTEGER(v) ((int32_t)RA__REAL(v))
#define RA__STORE_FAR(v) ((uint8_t)(int64_t)RA__REAL(v))
#else
#define RA__INTEGER(v) RA__REAL(v)
#endif
#define RA__TO uint8
#define RA__D uint8_t
#define RA__STORE(v) ((uint8_t)RA__INTEGER(v))
#include "cpu/convert_loop.h"
#define RA__TO int8
#define RA__D int8_t
#define RA__STORE(v) ((int8_t)RA__INTEGER(v))
#include "cpu/convert_loop.h"
#define RA__TO int16
#define RA__D int16_t
#define RA__STORE(v) ((int16_t)RA__INTEGER(v))
#include "cpu/convert_loop.h"
#define RA__TO int32
#define RA__D int32_t
#define RA__STORE(v) ((int32_t)RA__REAL(v))
#include "cpu/convert_loop.h"
#define RA__TO int64
#define RA__D int64_t
#define RA__STORE(v) ((int64_t)RA__REAL(v))
#include "cpu/convert_loop.h"
#undef RA__INTEGER

#define RA__TO float16
#define RA__D uint16_t
#define RA__STORE(v) ra__f16_of_f32((float)RA__REAL(v))
#ifdef RA__DENSE_TO_FLOAT16
#define RA__DENSE RA__DENSE_TO_FLOAT16
#endif
#include "cpu/convert_loop.h"
#define RA__TO bfloat16
#define RA__D uint16_t
#define RA__STORE(v) ra__bf16_of_f32((float)RA__REAL(v))
#include "cpu/convert_loop.h"
#define RA__TO float32
#define RA__D float
#define RA__STORE(v) ((float)RA__REAL(v))
#ifdef RA__DENSE_TO_FLOAT32
#define RA__DENSE RA__DENSE_TO_FLOAT32
#endif
#include "cpu/convert_loop.h"
#define RA__TO float64
#define RA__D double
#define RA__STORE(v) ((double)RA__REAL(v))
#include "cpu/convert_loop.h"
#define RA__TO complex64
#define RA__D float _Complex
#define RA__STORE(v) ((float _Complex)(v))
#include "cpu/convert_loop.h"
#define RA__TO complex128
#define RA__D double _Complex
#define RA__STORE(v) ((double _Complex)(v))
#ifdef RA__DENSE_TO_COMPLEX128
#define RA__DENSE RA__DENSE_TO_COMPLEX128
#endif
#include "cpu/convert_loop.h"

static const ra__convert_fn RA__PASTE(from, RA__FROM)[RA_DTYPE_COUNT] = {
    [RA_BOOL] = RA__PASTE(RA__FROM, bool),
    [RA_UINT8] = RA__PASTE(RA__FROM, uint8),
    [RA_INT8] = RA__PASTE(RA__FROM, int8),
    [RA_INT16] = RA__PASTE(RA__FROM, int16),
    [RA_INT32] = RA__PASTE(RA__FROM, int32),
    [RA_INT64] = RA__PASTE(RA__FROM, int64),
    [RA_FLOAT16] = RA__PASTE(RA__FROM, float16),
    [RA_BFLOAT16] = RA__PASTE(RA__FROM, bfloat16),
    [RA_FLOAT32] = RA__PASTE(RA__FROM, float32),
    [RA_FLOAT64] = RA__PASTE(RA__FROM, float64),
    [RA_COMPLEX64] = RA__PASTE(RA__FROM, complex64),
    [RA_COMPLEX128] = RA__PASTE(RA__FROM, complex128),
};
#undef RA__FROM
#undef RA__S
#undef RA__LOAD
#undef RA__REAL
#undef RA__FLOATING
#undef RA__DENSE_TO_FLOAT16
#undef RA__DENSE_TO_FLOAT32
#undef RA__DENSE_TO_COMPLEX128
