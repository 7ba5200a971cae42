/*
 * Conversions between all pairs of dtypes, by template.
 */
#include "cpu/convert.h"
#include "cpu/half.h"

#include <string.h>

#define ITSELF(x) (x)
#define IS_TRUE(x) ((x) != 0)
#define REAL_PART(x) __real__(x)

/* From 2^16 on all are infinite in float16, and up to there exact in float32: by way of 32 bits, which every level converts in vectors. */
static inline void f16_of_i64_n(uint16_t *out, const int64_t *in, size_t n)
{
    enum { BLOCK = 512 };
    int32_t limited[BLOCK];
    float exact[BLOCK];
    for (size_t at = 0; at < n; at += BLOCK) {
        const size_t count = n - at < BLOCK ? n - at : BLOCK;
        for (size_t i = 0; i < count; i++) {
            const int64_t x = in[at + i], below = x < 65536 ? x : 65536;
            limited[i] = (int32_t)(below > -65536 ? below : -65536);
        }
        for (size_t i = 0; i < count; i++)
            exact[i] = (float)limited[i];
        ra__f16_of_f32_n(out + at, exact, count);
    }
}

#define RA__FROM bool
#define RA__S uint8_t
#define RA__LOAD IS_TRUE
#define RA__REAL ITSELF
#include "cpu/convert_from.h"
#define RA__FROM uint8
#define RA__S uint8_t
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#include "cpu/convert_from.h"
#define RA__FROM int8
#define RA__S int8_t
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#include "cpu/convert_from.h"
#define RA__FROM int16
#define RA__S int16_t
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#include "cpu/convert_from.h"
#define RA__FROM int32
#define RA__S int32_t
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#include "cpu/convert_from.h"
#define RA__FROM int64
#define RA__S int64_t
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#define RA__DENSE_TO_FLOAT16 f16_of_i64_n
#include "cpu/convert_from.h"
#define RA__FROM float16
#define RA__S uint16_t
#define RA__LOAD ra__f32_of_f16
#define RA__DENSE_TO_FLOAT32 ra__f32_of_f16_n
#define RA__REAL ITSELF
#define RA__FLOATING
#include "cpu/convert_from.h"
#define RA__FROM bfloat16
#define RA__S uint16_t
#define RA__LOAD ra__f32_of_bf16
#define RA__REAL ITSELF
#define RA__FLOATING
#include "cpu/convert_from.h"
#define RA__FROM float32
#define RA__DENSE_TO_FLOAT16 ra__f16_of_f32_n
#define RA__S float
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#define RA__FLOATING
#include "cpu/convert_from.h"
#define RA__FROM float64
#define RA__S double
#define RA__LOAD ITSELF
#define RA__REAL ITSELF
#define RA__FLOATING
#include "cpu/convert_from.h"
#define RA__FROM complex64
#define RA__S float _Complex
#define RA__LOAD ITSELF
#define RA__REAL REAL_PART
#define RA__FLOATING
#include "cpu/convert_from.h"
#define RA__FROM complex128
#define RA__S double _Complex
#define RA__DENSE_TO_COMPLEX128(out, in, n) memmove(out, in, (n) * sizeof *(out))
#define RA__LOAD ITSELF
#define RA__REAL REAL_PART
#define RA__FLOATING
#include "cpu/convert_from.h"

static const ra__convert_fn *const tables[RA_DTYPE_COUNT] = {
    [RA_BOOL] = RA__PASTE(from, bool),
    [RA_UINT8] = RA__PASTE(from, uint8),
    [RA_INT8] = RA__PASTE(from, int8),
    [RA_INT16] = RA__PASTE(from, int16),
    [RA_INT32] = RA__PASTE(from, int32),
    [RA_INT64] = RA__PASTE(from, int64),
    [RA_FLOAT16] = RA__PASTE(from, float16),
    [RA_BFLOAT16] = RA__PASTE(from, bfloat16),
    [RA_FLOAT32] = RA__PASTE(from, float32),
    [RA_FLOAT64] = RA__PASTE(from, float64),
    [RA_COMPLEX64] = RA__PASTE(from, complex64),
    [RA_COMPLEX128] = RA__PASTE(from, complex128),
};

/* Copies of the same dtype move bits: no NaN is quieted, no bool normalised. */
static ra_dtype carrier(ra_dtype d)
{
    switch (ra__element_bytes(d)) {
    case 1:
        return RA_INT8;
    case 2:
        return RA_INT16;
    case 4:
        return RA_INT32;
    case 8:
        return RA_INT64;
    default:
        return RA_COMPLEX128;
    }
}

ra__convert_fn RA__ISA_NAME(ra__convert)(ra_dtype to, ra_dtype from)
{
    if (to == from)
        to = from = carrier(to);
    return tables[from][to];
}
