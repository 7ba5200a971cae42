/*
 * The machine's own vectors, for kernels that block by registers: as wide as the instruction set level has them, with
 * a fused multiply-add where there is one. Element by element the arithmetic is that of the scalar operations.
 */
#ifndef RA_CPU_VECTOR_H
#define RA_CPU_VECTOR_H

#include <stdint.h>

#if defined(__AVX512F__)
#include <immintrin.h>
#define RA__VECTOR_BYTES 64
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define RA__VECTOR_BYTES 32
#else
#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif
#define RA__VECTOR_BYTES 16
#endif

/* Before a loop over a known number of vectors. */
#if defined(__clang__)
#define RA__UNROLL _Pragma("unroll")
#else
#define RA__UNROLL _Pragma("GCC unroll 16")
#endif

/* Before a short loop that is to become vectors: unrolled before that it often becomes none. */
#if defined(__clang__)
#define RA__ROLLED
#else
#define RA__ROLLED _Pragma("GCC unroll 1")
#endif

typedef float ra__vf32 __attribute__((vector_size(RA__VECTOR_BYTES)));
typedef double ra__vf64 __attribute__((vector_size(RA__VECTOR_BYTES)));
typedef int32_t ra__vi32 __attribute__((vector_size(RA__VECTOR_BYTES)));
typedef int64_t ra__vi64 __attribute__((vector_size(RA__VECTOR_BYTES)));
/* The same at any address. */
typedef float ra__vf32_any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(4), may_alias));
typedef double ra__vf64_any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(8), may_alias));
typedef int32_t ra__vi32_any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(4), may_alias));
typedef int64_t ra__vi64_any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(8), may_alias));

/* x in every element. */
static inline ra__vf32 ra__vset_f32(float x)
{
#if defined(__AVX512F__)
    return (ra__vf32)_mm512_set1_ps(x);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf32)_mm256_set1_ps(x);
#else
    return (ra__vf32){x, x, x, x};
#endif
}

static inline ra__vf64 ra__vset_f64(double x)
{
#if defined(__AVX512F__)
    return (ra__vf64)_mm512_set1_pd(x);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf64)_mm256_set1_pd(x);
#else
    return (ra__vf64){x, x};
#endif
}

/* a * b + c */
static inline ra__vf32 ra__vfma_f32(ra__vf32 a, ra__vf32 b, ra__vf32 c)
{
#if defined(__AVX512F__)
    return (ra__vf32)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf32)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif defined(__aarch64__)
    return (ra__vf32)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#else
    return a * b + c;
#endif
}

static inline ra__vf64 ra__vfma_f64(ra__vf64 a, ra__vf64 b, ra__vf64 c)
{
#if defined(__AVX512F__)
    return (ra__vf64)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf64)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif defined(__aarch64__)
    return (ra__vf64)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
    return a * b + c;
#endif
}

/* ---- parts of a vector ---- */

/* -1 in the first `count` elements, 0 in the others. */
static inline ra__vi32 ra__vfirst_f32(int64_t count)
{
    static const int32_t at[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return *(const ra__vi32_any *)at < (int32_t)count - (ra__vi32){0};
}

static inline ra__vi64 ra__vfirst_f64(int64_t count)
{
    static const int64_t at[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    return *(const ra__vi64_any *)at < count - (ra__vi64){0};
}

/* The first `count` elements at p, at most as many as a vector has; the others are 0, and not touched. */
static inline ra__vf32 ra__vload_part_f32(const float *p, int64_t count)
{
#if defined(__AVX512F__)
    return (ra__vf32)_mm512_maskz_loadu_ps((__mmask16)((1u << count) - 1), p);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf32)_mm256_maskload_ps(p, (__m256i)ra__vfirst_f32(count));
#else
    ra__vf32 v = {0};
    for (int64_t i = 0; i < count; i++)
        v[i] = p[i];
    return v;
#endif
}

static inline ra__vf64 ra__vload_part_f64(const double *p, int64_t count)
{
#if defined(__AVX512F__)
    return (ra__vf64)_mm512_maskz_loadu_pd((__mmask8)((1u << count) - 1), p);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf64)_mm256_maskload_pd(p, (__m256i)ra__vfirst_f64(count));
#else
    ra__vf64 v = {0};
    for (int64_t i = 0; i < count; i++)
        v[i] = p[i];
    return v;
#endif
}

/* ---- over the elements of one ---- */

/* The upper half onto the lower, until one is left. */
#if RA__VECTOR_BYTES == 64
#define RA__HALVES_64_F32(OP, v) OP(__builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7), __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15))
#define RA__HALVES_64_F64(OP, v) OP(__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7))
#else
#define RA__HALVES_64_F32(OP, v) (v)
#define RA__HALVES_64_F64(OP, v) (v)
#endif
#if RA__VECTOR_BYTES >= 32
#define RA__HALVES_32_F32(OP, v) OP(__builtin_shufflevector(v, v, 0, 1, 2, 3), __builtin_shufflevector(v, v, 4, 5, 6, 7))
#define RA__HALVES_32_F64(OP, v) OP(__builtin_shufflevector(v, v, 0, 1), __builtin_shufflevector(v, v, 2, 3))
#else
#define RA__HALVES_32_F32(OP, v) (v)
#define RA__HALVES_32_F64(OP, v) (v)
#endif

#define RA__VSUM(a, b) ((a) + (b))
/* Of each two the larger; of what cannot be compared, and of equals, the first. */
#define RA__VLARGER(a, b)                                                                                  \
    __extension__({                                                                                        \
        __auto_type larger = (b) > (a);                                                                    \
        (__typeof__(a))((larger & (__typeof__(larger))(b)) | (~larger & (__typeof__(larger))(a)));         \
    })

/* RA__VLARGER of whole vectors, for which processors have an instruction. */
static inline ra__vf32 ra__vlarger_f32(ra__vf32 a, ra__vf32 b)
{
#if defined(__AVX512F__)
    return (ra__vf32)_mm512_max_ps((__m512)b, (__m512)a);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf32)_mm256_max_ps((__m256)b, (__m256)a);
#elif defined(__SSE2__)
    return (ra__vf32)_mm_max_ps((__m128)b, (__m128)a);
#else
    return RA__VLARGER(a, b);
#endif
}

static inline ra__vf64 ra__vlarger_f64(ra__vf64 a, ra__vf64 b)
{
#if defined(__AVX512F__)
    return (ra__vf64)_mm512_max_pd((__m512d)b, (__m512d)a);
#elif defined(__AVX2__) && defined(__FMA__)
    return (ra__vf64)_mm256_max_pd((__m256d)b, (__m256d)a);
#elif defined(__SSE2__)
    return (ra__vf64)_mm_max_pd((__m128d)b, (__m128d)a);
#else
    return RA__VLARGER(a, b);
#endif
}

static inline float ra__vsum_f32(ra__vf32 v)
{
    __auto_type eight = RA__HALVES_64_F32(RA__VSUM, v);
    __auto_type four = RA__HALVES_32_F32(RA__VSUM, eight);
    __auto_type two = four + __builtin_shufflevector(four, four, 2, 3, 2, 3);
    return two[0] + two[1];
}

static inline double ra__vsum_f64(ra__vf64 v)
{
    __auto_type four = RA__HALVES_64_F64(RA__VSUM, v);
    __auto_type two = RA__HALVES_32_F64(RA__VSUM, four);
    return two[0] + two[1];
}

static inline float ra__vmax_f32(ra__vf32 v)
{
    __auto_type eight = RA__HALVES_64_F32(RA__VLARGER, v);
    __auto_type four = RA__HALVES_32_F32(RA__VLARGER, eight);
    __auto_type other = __builtin_shufflevector(four, four, 2, 3, 2, 3);
    __auto_type two = RA__VLARGER(four, other);
    return two[1] > two[0] ? two[1] : two[0];
}

static inline double ra__vmax_f64(ra__vf64 v)
{
    __auto_type four = RA__HALVES_64_F64(RA__VLARGER, v);
    __auto_type two = RA__HALVES_32_F64(RA__VLARGER, four);
    return two[1] > two[0] ? two[1] : two[0];
}

/*
 * Lines of the cache, from memory to registers in their order: a compiler loads what an expression needs in whichever order it likes, and
 * the machine then sees no stream in it to read ahead. `to` is what is computed with, for a compiler to leave out.
 */
enum { RA__LINE = 64 };
#if defined(__aarch64__)
#define RA__IN_A_REGISTER "+w"
#elif defined(__AVX512F__)
#define RA__IN_A_REGISTER "+v"
#elif defined(__SSE2__)
#define RA__IN_A_REGISTER "+x"
#else
#define RA__IN_A_REGISTER "+m"
#endif
static inline __attribute__((always_inline)) void ra__read_lines(void *to, const void *from, int lines)
{
    typedef int64_t any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(1), may_alias));
    const any *x = from;
    any *y = to;
    RA__UNROLL for (int i = 0; i < lines * RA__LINE / RA__VECTOR_BYTES; i++) {
        ra__vi64 now = (ra__vi64)x[i];
        __asm__ volatile("" : RA__IN_A_REGISTER(now));
        y[i] = (any)now;
    }
}

#endif
