/*
 * The texts of the programs, as they stand beside this file.
 */
#include "cuda/text.h"

#define TEXT_OF(name, files) __asm__(".pushsection .rodata\n.balign 16\n.globl " #name "\n.hidden " #name "\n.type " #name ", %object\n" #name ":\n" files ".byte 0\n.size " #name ", . - " #name "\n.popsection\n");
#define TEXT(name, file) TEXT_OF(name, ".incbin \"src/cuda/" file "\"\n")
#define TEXT_BEFORE(name, file, other) TEXT_OF(name, ".incbin \"src/cuda/" file "\"\n.incbin \"" other "\"\n")

TEXT(ra__cuda_text_common, "common.cu")
TEXT(ra__cuda_text_own, "own.cu")
TEXT(ra__cuda_text_elementwise, "elementwise.cu")
TEXT(ra__cuda_text_fuse, "fuse.cu")
TEXT(ra__cuda_text_lines, "lines.cu")
TEXT(ra__cuda_text_reducers, "reducers.cu")
TEXT(ra__cuda_text_reduce, "reduce.cu")
TEXT(ra__cuda_text_rows, "rows.cu")
TEXT(ra__cuda_text_scan, "scan.cu")
TEXT(ra__cuda_text_indices, "indices.cu")
TEXT(ra__cuda_text_places, "places.cu")
TEXT(ra__cuda_text_entries, "entries.cu")
TEXT(ra__cuda_text_sort, "sort.cu")
TEXT(ra__cuda_text_put, "put.cu")
TEXT(ra__cuda_text_product, "product.cu")
TEXT(ra__cuda_text_linalg, "linalg.cu")
TEXT(ra__cuda_text_random, "random.cu")
TEXT(ra__cuda_text_random_of, "random_of.cu")
TEXT(ra__cuda_text_pointwise, "pointwise.cu")
TEXT(ra__cuda_text_complex, "complex.cu")
TEXT_BEFORE(ra__cuda_text_special, "special.cu", "src/cpu/math_special_both.h")
TEXT(ra__cuda_text_compact, "compact.cu")
TEXT(ra__cuda_text_window, "window.cu")
TEXT(ra__cuda_text_distance, "distance.cu")
TEXT(ra__cuda_text_loss, "loss.cu")
TEXT(ra__cuda_text_search, "search.cu")
TEXT(ra__cuda_text_rank, "rank.cu")
TEXT(ra__cuda_text_count, "count.cu")
TEXT(ra__cuda_text_histogram, "histogram.cu")
TEXT(ra__cuda_text_spread, "spread.cu")
TEXT(ra__cuda_text_bag, "bag.cu")
TEXT(ra__cuda_text_draw, "draw.cu")
TEXT(ra__cuda_text_fft, "fft.cu")

const char *const ra__cuda_types[RA_DTYPE_COUNT] = {
    [RA_BOOL] = "ra_bool", [RA_UINT8] = "ra_u8", [RA_INT8] = "ra_i8", [RA_INT16] = "ra_i16", [RA_INT32] = "ra_i32", [RA_INT64] = "ra_i64",
    [RA_FLOAT16] = "ra_half", [RA_BFLOAT16] = "ra_bfloat", [RA_FLOAT32] = "float", [RA_FLOAT64] = "double", [RA_COMPLEX64] = "ra_c64", [RA_COMPLEX128] = "ra_c128",
};

ra_dtype ra__cuda_carrier(ra_dtype dtype)
{
    static const uint8_t of[17] = {[1] = RA_UINT8, [2] = RA_INT16, [4] = RA_INT32, [8] = RA_INT64, [16] = RA_COMPLEX128};
    return (ra_dtype)of[ra_dtype_size(dtype)];
}
