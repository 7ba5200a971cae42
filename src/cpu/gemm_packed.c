/* See gemm_packed.h. */
#include "cpu/gemm_packed.h"

#include "cpu/gemm_vector.h"
#include "cpu/half.h"

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

#define T float
#define t f32
#include "cpu/gemm_packed_template.h"

#define T double
#define t f64
#include "cpu/gemm_packed_template.h"

/* ---- halves ---- */

/* Runs along k are widened into rows first, then laid into the panel as float32 is. */
enum { RUN = 128, LINES = 32 };

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
    static void finish_##name(const ra__product *x, void *c, const void *d, const float *sums, int64_t rows, int64_t columns)                  \
    {                                                                                                                                          \
        const float alpha = (float)x->alpha[0], beta = (float)x->beta[0];                                                                      \
        for (int64_t i = 0; i < rows; i++)                                                                                                     \
            for (int64_t j = 0; j < columns; j++) {                                                                                            \
                uint16_t *to = (uint16_t *)c + i * x->c_strides[0] + j * x->c_strides[1];                                                      \
                float value = alpha * sums[i * 2 * LANES_f32 + j];                                                                             \
                if (beta != 0)                                                                                                                 \
                    value = beta * widen(((const uint16_t *)d)[i * x->d_strides[0] + j * x->d_strides[1]]) + value;                            \
                *to = narrow(value);                                                                                                           \
            }                                                                                                                                  \
    }                                                                                                                                          \
    static const form_f32 form_##name = {pack_##name, pack_##name, finish_##name, 1}

RA__HALF_FORM(f16, ra__f32_of_f16, ra__f16_of_f32);
RA__HALF_FORM(bf16, ra__f32_of_bf16, ra__bf16_of_f32);

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

static bool is_double(ra_dtype dtype)
{
    return dtype == RA_FLOAT64 || dtype == RA_COMPLEX128;
}

static int64_t parts_of(ra_dtype dtype)
{
    return dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128 ? 2 : 1;
}

static int64_t real_size(ra_dtype dtype)
{
    return is_double(dtype) ? 8 : 4;
}

void RA__ISA_NAME(ra__packed_sizes)(const ra__product *x, ra__packed *sizes)
{
    int64_t parts = parts_of(x->dtype), size = real_size(x->dtype), width = RA__VECTOR_BYTES / size * 2;
    sizes->height = HEIGHT;
    sizes->width = width / parts;
    sizes->a_panels = (x->m + HEIGHT - 1) / HEIGHT;
    sizes->b_panels = (x->n + sizes->width - 1) / sizes->width;
    sizes->a_panel_bytes = (size_t)(size * HEIGHT * x->k * parts);
    sizes->b_panel_bytes = (size_t)(size * width * x->k * parts);
}

void RA__ISA_NAME(ra__pack_a)(const ra__product *x, const void *a, int64_t first, int64_t last, void *panels)
{
    int64_t all = (x->m + HEIGHT - 1) / HEIGHT;
    size_t size = ra_dtype_size(x->dtype);
    if (is_double(x->dtype))
        pack_shared_a_f64(x, form_of_f64(x->dtype), size, a, first, last, all, panels);
    else
        pack_shared_a_f32(x, form_of_f32(x->dtype), size, a, first, last, all, panels);
}

void RA__ISA_NAME(ra__pack_b)(const ra__product *x, const void *b, int64_t first, int64_t last, void *panels)
{
    int64_t width = RA__VECTOR_BYTES / real_size(x->dtype) * 2, all = (x->n * parts_of(x->dtype) + width - 1) / width;
    size_t size = ra_dtype_size(x->dtype);
    if (is_double(x->dtype))
        pack_shared_b_f64(x, form_of_f64(x->dtype), size, b, first, last, all, panels);
    else
        pack_shared_b_f32(x, form_of_f32(x->dtype), size, b, first, last, all, panels);
}

/* Sums of the blocks of a tile: of all where they rest between stretches, else of one at a time. */
static size_t sums_bytes(const ra__product *x, int64_t down, int64_t across, int64_t depth)
{
    int64_t blocks = x->k * parts_of(x->dtype) > depth ? down * across : 1;
    return (size_t)(blocks * HEIGHT * 2 * RA__VECTOR_BYTES);
}

size_t RA__ISA_NAME(ra__tile_scratch)(const ra__product *x, int64_t down, int64_t across)
{
    return sums_bytes(x, down, across, SHARED_DEPTH);
}

size_t RA__ISA_NAME(ra__tile_own_scratch)(const ra__product *x, int64_t down, int64_t across)
{
    return sums_bytes(x, down, across, OWN_DEPTH) + (size_t)(OWN_DEPTH * (down * HEIGHT * real_size(x->dtype) + across * 2 * RA__VECTOR_BYTES));
}

void RA__ISA_NAME(ra__tile_shared)(const ra__product *x, ra__tile tile, const void *a_panels, const void *b_panels, void *c, const void *d,
                                   void *scratch)
{
    size_t size = ra_dtype_size(x->dtype);
    if (is_double(x->dtype))
        shared_f64(x, form_of_f64(x->dtype), size, tile, a_panels, b_panels, c, d, scratch);
    else
        shared_f32(x, form_of_f32(x->dtype), size, tile, a_panels, b_panels, c, d, scratch);
}

void RA__ISA_NAME(ra__tile_own)(const ra__product *x, ra__tile tile, const void *a, const void *b, void *c, const void *d, void *scratch)
{
    size_t size = ra_dtype_size(x->dtype);
    if (is_double(x->dtype))
        own_f64(x, form_of_f64(x->dtype), size, tile, a, b, c, d, scratch);
    else
        own_f32(x, form_of_f32(x->dtype), size, tile, a, b, c, d, scratch);
}
