/* See gemm_packed.h. */
#include "cpu/gemm_packed.h"

#include "cpu/gemm_vector.h"
#include "cpu/half.h"
#include "cpu/sequence.h"

#include <string.h>

/* 32 registers of AVX-512 and NEON hold 12 x 2 sums, 16 of AVX and SSE 6 x 2, beside two vectors of B and one of A. */
#if RA__VECTOR_BYTES == 64 || defined(__aarch64__)
enum { HEIGHT = 12, HALF_HEIGHT = 8 };
#else
enum { HEIGHT = 6, HALF_HEIGHT = 5 };
#endif

/*
 * How much of k a tile goes along at a time. A stretch of one panel of B (two vectors wide) should stay in the L1 cache
 * while all of the tile's rows pass by it: 32 KiB. Where the tile makes its own panels, those of A must fit L2 as well.
 */
enum { SHARED_DEPTH = 256, OWN_DEPTH = 256 };

bool RA__ISA_NAME(ra__is_paired)(ra_dtype dtype)
{
    return ra__is_integral(dtype) || (RA__HAS_BF16_PAIRS && dtype == RA_BFLOAT16);
}

static int64_t parts_of(ra_dtype dtype)
{
    return ra__is_complex(dtype) ? 2 : 1;
}

/* Numbers along k: a complex element is two, and two elements of a pair are one. */
static int64_t depth_of(const ra__product *x)
{
    return RA__ISA_NAME(ra__is_paired)(x->dtype) ? (x->k + 1) / 2 : x->k * parts_of(x->dtype);
}

#define T float
#define t f32
#define FLOATING 1
#include "cpu/gemm_packed_template.h"

#define T double
#define t f64
#define FLOATING 1
#include "cpu/gemm_packed_template.h"

#define T uint32_t
#define t pairs
#define FLOATING 0
#include "cpu/gemm_packed_template.h"

#if RA__HAS_BF16_PAIRS
#define T uint32_t
#define t bf16_pairs
#define FLOATING 0
#include "cpu/gemm_packed_template.h"
#endif

/* ---- halves ---- */

/* Runs along k are widened into rows first, then laid into the panel as float32 is. Panels have at most LINES lines. */
enum { RUN = 128, LINES = 32 };

/* Sums are float32 in panels of either kind. */
typedef float __attribute__((may_alias)) sum_of_halves;

#define RA__HALF_FORM(name, widen, narrow)                                                                                                     \
    static void pack_##name(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, float *panel, int64_t width)  \
    {                                                                                                                                          \
        const uint16_t *from = x;                                                                                                              \
        float rows[LINES * RUN];                                                                                                               \
        if (lines < width)                                                                                                                     \
            memset(panel, 0, sizeof *panel * (size_t)(depth * width));                                                                         \
        if (k_stride != 1) {                                                                                                                   \
            for (int64_t p = 0; p < depth; p++)                                                                                                \
                for (int64_t l = 0; l < lines; l++)                                                                                            \
                    panel[p * width + l] = widen(from[l * line_stride + p * k_stride]);                                                        \
            return;                                                                                                                            \
        }                                                                                                                                      \
        for (int64_t p = 0; p < depth; p += RUN) {                                                                                             \
            int64_t run = depth - p < RUN ? depth - p : RUN;                                                                                   \
            for (int64_t l = 0; l < lines; l++)                                                                                                \
                for (int64_t q = 0; q < run; q++)                                                                                              \
                    rows[l * RUN + q] = widen(from[l * line_stride + p + q]);                                                                  \
            pack_f32(run, lines, rows, 1, RUN, panel + p * width, width);                                                                      \
        }                                                                                                                                      \
    }                                                                                                                                          \
                                                                                                                                               \
    static void finish_##name(const ra__product *x, void *c, const void *d, const sum_of_halves *sums, int64_t rows, int64_t columns)          \
    {                                                                                                                                          \
        const float alpha = (float)x->alpha[0], beta = (float)x->beta[0];                                                                      \
        for (int64_t i = 0; i < rows; i++, sums += 2 * LANES_f32) {                                                                            \
            uint16_t *to = (uint16_t *)c + i * x->c_strides[0], rounded[2 * LANES_f32];                                                        \
            float line[2 * LANES_f32];                                                                                                         \
            for (int j = 0; j < 2 * LANES_f32; j++)                                                                                            \
                line[j] = alpha * sums[j];                                                                                                     \
            if (beta != 0)                                                                                                                     \
                for (int64_t j = 0; j < columns; j++)                                                                                          \
                    line[j] = beta * widen(((const uint16_t *)d)[i * x->d_strides[0] + j * x->d_strides[1]]) + line[j];                        \
            for (int j = 0; j < 2 * LANES_f32; j++)                                                                                            \
                rounded[j] = narrow(line[j]);                                                                                                  \
            if (x->c_strides[1] == 1)                                                                                                          \
                memcpy(to, rounded, (size_t)columns * sizeof *to);                                                                             \
            else                                                                                                                               \
                for (int64_t j = 0; j < columns; j++)                                                                                          \
                    to[j * x->c_strides[1]] = rounded[j];                                                                                      \
        }                                                                                                                                      \
    }                                                                                                                                          \
    static void finish_sums_##name(const ra__product *x, void *c, const void *d, const float *sums, int64_t rows, int64_t columns)             \
    {                                                                                                                                          \
        finish_##name(x, c, d, sums, rows, columns);                                                                                           \
    }                                                                                                                                          \
    static const form_f32 form_##name = {pack_##name, pack_##name, finish_sums_##name, 1, 1}

RA__HALF_FORM(f16, ra__f32_of_f16, ra__f16_of_f32);
RA__HALF_FORM(bf16, ra__f32_of_bf16, ra__bf16_of_f32);

/* ---- pairs: integers of up to 16 bits, and bfloat16 ---- */

enum { IS_LITTLE_ENDIAN = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ };

/* The same with a sign or without: what is left of a sum lies in its lower bits. */
static inline uint32_t pair_of(int32_t first, int32_t second)
{
    return ((uint32_t)first & 0xffff) | (uint32_t)second << 16;
}

/* As halves, two elements of k to a number. */
#define RA__PAIR_PACKER(name, T, pack)                                                                                                         \
    static void pack_##name(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, uint32_t *panel, int64_t width) \
    {                                                                                                                                          \
        const T *from = x;                                                                                                                     \
        const int64_t whole = depth / 2;                                                                                                       \
        uint32_t rows[LINES * RUN];                                                                                                            \
        if (lines < width)                                                                                                                     \
            memset(panel, 0, sizeof *panel * (size_t)((depth + 1) / 2 * width));                                                               \
        if (depth % 2)                                                                                                                         \
            for (int64_t l = 0; l < lines; l++)                                                                                                \
                panel[whole * width + l] = pair_of(from[l * line_stride + 2 * whole * k_stride], 0);                                           \
        for (int64_t p = 0; line_stride == 1 && p < whole; p++)                                                                                \
            for (int64_t l = 0; l < lines; l++)                                                                                                \
                panel[p * width + l] = pair_of(from[l + 2 * p * k_stride], from[l + (2 * p + 1) * k_stride]);                                  \
        for (int64_t p = 0; line_stride != 1 && p < whole; p += RUN) {                                                                         \
            const int64_t run = ra__min(RUN, whole - p);                                                                                       \
            for (int64_t l = 0; l < lines; l++) {                                                                                              \
                const T *row = from + l * line_stride + 2 * p * k_stride;                                                                      \
                if (k_stride == 1 && sizeof(T) == 2 && IS_LITTLE_ENDIAN)                                                                       \
                    memcpy(rows + l * RUN, row, (size_t)run * sizeof *rows);                                                                   \
                for (int64_t q = 0; k_stride == 1 && !(sizeof(T) == 2 && IS_LITTLE_ENDIAN) && q < run; q++)                                    \
                    rows[l * RUN + q] = pair_of(row[2 * q], row[2 * q + 1]);                                                                   \
                for (int64_t q = 0; k_stride != 1 && q < run; q++)                                                                             \
                    rows[l * RUN + q] = pair_of(row[2 * q * k_stride], row[(2 * q + 1) * k_stride]);                                           \
            }                                                                                                                                  \
            pack(run, lines, rows, 1, RUN, panel + p * width, width);                                                                          \
        }                                                                                                                                      \
    }

#define RA__INTEGER_FORM(name, T)                                                                                                              \
    RA__PAIR_PACKER(name, T, pack_pairs)                                                                                                       \
    static void finish_##name(const ra__product *x, void *c, const void *d, const uint32_t *sums, int64_t rows, int64_t columns)               \
    {                                                                                                                                          \
        const uint32_t alpha = (uint32_t)x->alpha_integer, beta = d ? (uint32_t)x->beta_integer : 0;                                           \
        for (int64_t i = 0; i < rows; i++, sums += 2 * LANES_pairs) {                                                                          \
            T *to = (T *)c + i * x->c_strides[0];                                                                                              \
            const T *old = beta ? (const T *)d + i * x->d_strides[0] : NULL;                                                                   \
            for (int64_t j = 0; j < columns; j++)                                                                                              \
                to[j * x->c_strides[1]] = (T)(alpha * sums[j] + (old ? beta * (uint32_t)old[j * x->d_strides[1]] : 0));                        \
        }                                                                                                                                      \
    }                                                                                                                                          \
    static const form_pairs form_##name = {pack_##name, pack_##name, finish_##name, 1, 2}

RA__INTEGER_FORM(u8, uint8_t);
RA__INTEGER_FORM(i8, int8_t);
RA__INTEGER_FORM(i16, int16_t);

#if RA__HAS_BF16_PAIRS
RA__PAIR_PACKER(pairs_of_bf16, uint16_t, pack_bf16_pairs)

static void finish_bf16_pairs(const ra__product *x, void *c, const void *d, const uint32_t *sums, int64_t rows, int64_t columns)
{
    finish_bf16(x, c, d, (const sum_of_halves *)sums, rows, columns);
}
static const form_bf16_pairs paired_form_bf16 = {pack_pairs_of_bf16, pack_pairs_of_bf16, finish_bf16_pairs, 1, 2};
#define RA__IN_BF16_PAIRS(name, x, ...) name##_bf16_pairs(x, &paired_form_bf16, sizeof(uint16_t), __VA_ARGS__)
#else
#define RA__IN_BF16_PAIRS(name, x, ...) (void)0
#endif

/* ---- dtypes ---- */

static const form_f32 *form_of_f32(ra_dtype dtype)
{
    switch (dtype) {
    case RA_FLOAT16: return &form_f16;
    case RA_BFLOAT16: return &form_bf16;
    case RA_COMPLEX64: return &complex_form_f32;
    default: return &real_form_f32;
    }
}

static const form_f64 *form_of_f64(ra_dtype dtype)
{
    return dtype == RA_COMPLEX128 ? &complex_form_f64 : &real_form_f64;
}

static const form_pairs *form_of_pairs(ra_dtype dtype)
{
    return dtype == RA_UINT8 ? &form_u8 : dtype == RA_INT8 ? &form_i8 : &form_i16;
}

static bool is_double(ra_dtype dtype)
{
    return dtype == RA_FLOAT64 || dtype == RA_COMPLEX128;
}

/* Calls name_f32(x, form, size, ...), or that of the numbers which elements of a dtype are computed with. */
#define RA__IN_NUMBERS_OF(dtype, name, x, ...)                                                    \
    do {                                                                                          \
        const ra_dtype of_ = dtype;                                                               \
        if (is_double(of_))                                                                       \
            name##_f64(x, form_of_f64(of_), ra_dtype_size(of_), __VA_ARGS__);                     \
        else if (ra__is_integral(of_))                                                            \
            name##_pairs(x, form_of_pairs(of_), ra_dtype_size(of_), __VA_ARGS__);                 \
        else if (RA__ISA_NAME(ra__is_paired)(of_))                                                \
            RA__IN_BF16_PAIRS(name, x, __VA_ARGS__);                                              \
        else                                                                                      \
            name##_f32(x, form_of_f32(of_), ra_dtype_size(of_), __VA_ARGS__);                     \
    } while (0)
#define RA__IN_NUMBERS(name, x, ...) RA__IN_NUMBERS_OF((x)->dtype, name, x, __VA_ARGS__)

static int64_t number_size(ra_dtype dtype)
{
    return is_double(dtype) ? 8 : 4;
}

/* ---- panels and tiles ---- */

void RA__ISA_NAME(ra__packed_sizes)(const ra__product *x, ra__packed *sizes)
{
    int64_t size = number_size(x->dtype), width = RA__VECTOR_BYTES / size * 2;
    sizes->height = HEIGHT;
    sizes->width = width / parts_of(x->dtype);
    sizes->a_panels = (x->m + HEIGHT - 1) / HEIGHT;
    sizes->b_panels = (x->n + sizes->width - 1) / sizes->width;
    sizes->a_panel_bytes = (size_t)(size * HEIGHT * depth_of(x));
    sizes->b_panel_bytes = (size_t)(size * width * depth_of(x));
}

void RA__ISA_NAME(ra__pack_a)(const ra__product *x, const void *a, int64_t first, int64_t last, void *panels)
{
    int64_t all = (x->m + HEIGHT - 1) / HEIGHT;
    RA__IN_NUMBERS(pack_shared_a, x, a, first, last, all, panels);
}

void RA__ISA_NAME(ra__pack_b)(const ra__product *x, const void *b, int64_t first, int64_t last, void *panels)
{
    int64_t width = RA__VECTOR_BYTES / number_size(x->dtype) * 2, all = (x->n * parts_of(x->dtype) + width - 1) / width;
    RA__IN_NUMBERS(pack_shared_b, x, b, first, last, all, panels);
}

/* Sums of the blocks of a tile: of all where they rest between stretches, else of one at a time. */
static size_t sums_bytes(const ra__product *x, int64_t down, int64_t across, int64_t depth)
{
    int64_t blocks = depth_of(x) > depth ? down * across : 1;
    return (size_t)(blocks * HEIGHT * 2 * RA__VECTOR_BYTES);
}

size_t RA__ISA_NAME(ra__tile_scratch)(const ra__product *x, int64_t down, int64_t across)
{
    return sums_bytes(x, down, across, SHARED_DEPTH);
}

size_t RA__ISA_NAME(ra__tile_own_scratch)(const ra__product *x, int64_t down, int64_t across)
{
    return sums_bytes(x, down, across, OWN_DEPTH) + (size_t)(OWN_DEPTH * (down * HEIGHT * number_size(x->dtype) + across * 2 * RA__VECTOR_BYTES));
}

void RA__ISA_NAME(ra__tile_shared)(const ra__product *x, ra__tile tile, const void *a_panels, const void *b_panels, void *c, const void *d,
                                   void *scratch)
{
    RA__IN_NUMBERS(shared, x, tile, a_panels, b_panels, c, d, scratch);
}

size_t RA__ISA_NAME(ra__tile_sum_scratch)(int64_t down, int64_t across)
{
    return (size_t)(down * across * HEIGHT * 2 * RA__VECTOR_BYTES);
}

void RA__ISA_NAME(ra__tile_sum)(const ra__share *shares, int count, void *c, const void *d, void *scratch)
{
    RA__IN_NUMBERS_OF(shares->x.dtype, several, shares, count, c, d, scratch);
}

void RA__ISA_NAME(ra__tile_own)(const ra__product *x, ra__tile tile, const void *a, const void *b, void *c, const void *d, void *scratch)
{
    RA__IN_NUMBERS(own, x, tile, a, b, c, d, scratch);
}
