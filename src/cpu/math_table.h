/* math_table.h: a template (no include guard). Makes ra__<name>(x), ra__<name>_n(out, in, count) and, each of them times another
 * number, ra__<name>_times_n(out, in, by, count) for a function of float32
 * that is a polynomial of its own in each of 32 intervals of z = |x|, where there are vectors whose lanes take from a table of
 * 32 floats; or, without times, by math_table_rows.h, where RA__BY_ROWS says so. Beyond near, ra__<name>_far(x). What an element gets
 * depends on its value alone, never on its neighbours.
 *
 * ra__<name>_table holds a row of centres and then rows of coefficients c0, c1, ...: those of interval k are
 * in column k. c0 and c1 are nearly exact, since centres are floats at which the function, and its slope, lie within 2^-8 and 2^-4 of
 * a float's last bit; so the sum is good beyond float's last bit but for its own rounding. The interval is the nearest integer of
 * linear z + square z^2.
 *
 * Parameters, undefined at the end: RA_TABLE_NAME, RA_TABLE_DEGREE, RA_TABLE_NEAR, RA_TABLE_LINEAR, RA_TABLE_SQUARE (left out: 0),
 * RA_TABLE_LEVEL, if it is defined: beyond near the function is what it is there, so that nothing is far; and how the
 * result is made of x, the polynomial w and s, which is RA__ROUND_F32 and the interval: RA_TABLE_JOIN(x, s, w) of
 * floats and RA_TABLE_JOIN_VECTOR(x, s, w) of vectors, RA_TABLE_JOIN_ROWS(x, k, w) of those of eight floats,
 * k 32 times the interval.
 * RA_TABLE_FAR_N(out, in, n), if it is defined, is ra__<name>_far of many; RA_TABLE_ROWS_FAR(x) what is far where it is above near, if not |x|.
 */
#define RA__TABLE_JOIN_(a, b, c) a##b##c
#define RA__TABLE_JOIN(a, b, c) RA__TABLE_JOIN_(a, b, c)
#define RA__TABLE(step) RA__TABLE_JOIN(ra__, RA_TABLE_NAME, step)
#define RA__TABLE_BLOCK 512
#define RA__TABLE_REGISTERS (2 * (RA_TABLE_DEGREE + 2))
#ifdef RA_TABLE_SQUARE
#define RA__TABLE_PLACE(z, fma, constant) fma(z, fma(z, constant(RA_TABLE_SQUARE), constant(RA_TABLE_LINEAR)), constant(RA__ROUND_F32))
#else
#define RA__TABLE_PLACE(z, fma, constant) fma(z, constant(RA_TABLE_LINEAR), constant(RA__ROUND_F32))
#endif

#ifdef RA_TABLE_LEVEL
#define RA__TABLE_MAGNITUDE ra__magnitude_f32(x, RA_TABLE_NEAR)
#define RA__TABLE_MAGNITUDES _mm512_min_ps(_mm512_set1_ps(RA_TABLE_NEAR), _mm512_abs_ps(x)) /* NaN stays */
#define RA__TABLE_FAR(z) 0
#else
#define RA__TABLE_MAGNITUDE __builtin_fabsf(x)
#define RA__TABLE_MAGNITUDES _mm512_abs_ps(x)
#define RA__TABLE_FAR(z) _mm512_cmp_ps_mask(z, _mm512_set1_ps(RA_TABLE_NEAR), _CMP_GT_OQ)
#endif

RA_MATH float RA__TABLE(_near)(float x) {
    float z = RA__TABLE_MAGNITUDE, s = RA__TABLE_PLACE(z, RA_FMAF, );
    uint32_t k = ra__bits_f32(s) & 31u;
    float t = z - RA__TABLE(_table)[0][k], w = RA__TABLE(_table)[RA_TABLE_DEGREE + 1][k];
    for (int j = RA_TABLE_DEGREE; j > 0; j--)
        w = RA_FMAF(w, t, RA__TABLE(_table)[j][k]);
    return RA_TABLE_JOIN(x, s, w);
}

#ifdef RA_TABLE_LEVEL
RA_MATH float RA__TABLE()(float x) { return RA__TABLE(_near)(x); }
RA_MATH float RA__TABLE(_far)(float x) { return x; } /* of no element */
#else
RA_MATH float RA__TABLE()(float x) { return __builtin_fabsf(x) > RA_TABLE_NEAR ? RA__TABLE(_far)(x) : RA__TABLE(_near)(x); }
#endif

#ifdef RA_TABLE_FAR_N
RA_MATH void RA__TABLE(_far_block)(float *x, size_t n) { RA_TABLE_FAR_N(x, x, n); }
#else
static __attribute__((noinline, unused)) void RA__TABLE(_far_block)(float *x, size_t n) {
    for (size_t i = 0; i < n; i++)
        x[i] = RA__TABLE(_far)(x[i]);
}
#endif

#ifdef RA__BY_ROWS
#include "math_table_rows.h"
#else
/* As ra__<name>_near, a lane an element. *far: where it does not hold. */
RA_MATH __m512 RA__TABLE(_vector)(__m512 x, const __m512 *table, __mmask16 *far) {
    const __m512 z = RA__TABLE_MAGNITUDES, s = RA__TABLE_PLACE(z, _mm512_fmadd_ps, _mm512_set1_ps);
    const __m512i k = _mm512_castps_si512(s); /* of which the low five bits count */
    const __m512 t = _mm512_sub_ps(z, _mm512_permutex2var_ps(table[0], k, table[1]));
    __m512 w = _mm512_permutex2var_ps(table[RA__TABLE_REGISTERS - 2], k, table[RA__TABLE_REGISTERS - 1]);
    for (int j = RA_TABLE_DEGREE; j > 0; j--)
        w = _mm512_fmadd_ps(w, t, _mm512_permutex2var_ps(table[2 * j], k, table[2 * j + 1]));
    *far = RA__TABLE_FAR(z);
    return RA_TABLE_JOIN_VECTOR(x, s, w);
}

/* At most RA__TABLE_BLOCK elements, times those of by, if it is there. Vectors in which some are far are set aside, and those done
 * together behind the others: until then what they are made of stays where it is, since out may be by. */
RA_MATH void RA__TABLE(_block)(float *out, const float *in, const float *by, size_t n, const __m512 *table) {
    float aside[RA__TABLE_BLOCK] __attribute__((aligned(64)));
    uint16_t places[RA__TABLE_BLOCK / 16];
    __mmask16 masks[RA__TABLE_BLOCK / 16], far;
    size_t count = 0;
    for (size_t i = 0; i < n; i += 16) {
        const __mmask16 whole = n - i < 16 ? (__mmask16)((1u << (n - i)) - 1) : 0xffff;
        const __m512 x = whole == 0xffff ? _mm512_loadu_ps(in + i) : _mm512_maskz_loadu_ps(whole, in + i);
        const __m512 y = RA__TABLE(_vector)(x, table, &far), z = by ? _mm512_mul_ps(_mm512_maskz_loadu_ps(whole, by + i), y) : y;
        if (whole == 0xffff && !far)
            _mm512_storeu_ps(out + i, z);
        else
            _mm512_mask_storeu_ps(out + i, (__mmask16)(whole & ~far), z);
        if (far) {
            _mm512_store_ps(aside + 16 * count, x);
            places[count] = (uint16_t)i;
            masks[count++] = far;
        }
    }
    if (count)
        RA__TABLE(_far_block)(aside, 16 * count);
    for (size_t j = 0; j < count; j++) {
        const __m512 y = _mm512_load_ps(aside + 16 * j);
        _mm512_mask_storeu_ps(out + places[j], masks[j], by ? _mm512_mul_ps(_mm512_maskz_loadu_ps(masks[j], by + places[j]), y) : y);
    }
}

RA_MATH void RA__TABLE(_all)(float *out, const float *in, const float *by, size_t count) {
    __m512 table[RA__TABLE_REGISTERS];
    for (int j = 0; j < RA__TABLE_REGISTERS; j++)
        table[j] = _mm512_load_ps(RA__TABLE(_table)[0] + 16 * j);
    for (size_t at = 0; at < count; at += RA__TABLE_BLOCK)
        RA__TABLE(_block)(out + at, in + at, by ? by + at : NULL, count - at < RA__TABLE_BLOCK ? count - at : RA__TABLE_BLOCK, table);
}

/* out and the others are the same array or do not overlap. */
static inline void RA__TABLE(_n)(float *out, const float *in, size_t count) { RA__TABLE(_all)(out, in, NULL, count); }
static inline __attribute__((unused)) void RA__TABLE(_times_n)(float *out, const float *in, const float *by, size_t count) { RA__TABLE(_all)(out, in, by, count); }

#endif

#undef RA__TABLE_JOIN_
#undef RA__TABLE_JOIN
#undef RA__TABLE
#undef RA__TABLE_BLOCK
#undef RA__TABLE_REGISTERS
#undef RA__TABLE_PLACE
#undef RA__TABLE_MAGNITUDE
#undef RA__TABLE_MAGNITUDES
#undef RA__TABLE_FAR
#undef RA_TABLE_NAME
#undef RA_TABLE_DEGREE
#undef RA_TABLE_NEAR
#undef RA_TABLE_LINEAR
#undef RA_TABLE_SQUARE
#undef RA_TABLE_LEVEL
#undef RA_TABLE_JOIN
#undef RA_TABLE_JOIN_VECTOR
#undef RA_TABLE_JOIN_ROWS
#undef RA_TABLE_FAR_N
#undef RA_TABLE_ROWS_FAR
