/* See linalg_substitute.h. */
#include "cpu/linalg_substitute.h"

#include "cpu/gemm_packed.h"
#include "cpu/gemm_vector.h"
#include "cpu/sequence.h"

#if RA__VECTOR_BYTES == 64 || defined(__aarch64__)
enum { HEIGHT = 12 };
#else
enum { HEIGHT = 6 };
#endif

/* Right-hand sides for which a triangle is read where it lies; and as many as are taken together. */
enum { FEW = 32, MANY = 96 };
/* Columns between where a triangle is read and what is fetched for later. */
enum { AHEAD = 32 };

#define T float
#define t f32
#include "cpu/linalg_substitute_template.h"

#define T double
#define t f64
#include "cpu/linalg_substitute_template.h"

/*
 * X's rows are columns of its transposed matrix, which LAPACK's form has: X^T L^T = B^T. Backwards the same matrices begin at their
 * last elements, and L is an upper triangle.
 */
static void complex_triangle(const struct ra__blas *b, ra_dtype dtype, int64_t n, const char *l, int64_t row, int64_t column, bool unit, char *x,
                             int64_t x_row, int64_t width)
{
    const int64_t size = (int64_t)ra_dtype_size(dtype);
    const bool backwards = row < 0, by_columns = row == 1 || row == -1;
    if (backwards) {
        l += size * (n - 1) * (row + column);
        x += size * (n - 1) * x_row;
    }
    const int64_t apart = by_columns ? column : row, x_apart = x_row;
    const int m = (int)width, k = (int)n, ld = (int)(n <= 1 ? 1 : apart < 0 ? -apart : apart), ldx = (int)(x_apart < 0 ? -x_apart : x_apart);
    const char *half = by_columns != backwards ? "L" : "U", *form = by_columns ? "T" : "N", *diagonal = unit ? "U" : "N";
    if (dtype == RA_COMPLEX64)
        b->ctrsm_("R", half, form, diagonal, &m, &k, &(ra__c32){1}, (const void *)l, &ld, (void *)x, &ldx, 1, 1, 1, 1);
    else
        b->ztrsm_("R", half, form, diagonal, &m, &k, &(ra__c64){1}, (const void *)l, &ld, (void *)x, &ldx, 1, 1, 1, 1);
}

static void triangle(const struct ra__blas *b, const ra__triangle *l, const char *at, int64_t from, int64_t n, char *x, int64_t x_row, int64_t width)
{
    switch (l->dtype) {
    case RA_FLOAT32: triangle_f32(from, n, (const float *)(const void *)at, l->row, l->column, l->unit, (float *)(void *)x, x_row, width); break;
    case RA_FLOAT64: triangle_f64(from, n, (const double *)(const void *)at, l->row, l->column, l->unit, (double *)(void *)x, x_row, width); break;
    default: complex_triangle(b, l->dtype, n, at, l->row, l->column, l->unit, x, x_row, width); break;
    }
}

/* What rows [0, k) of X take from `rows` rows. */
static ra__product product_of(ra_dtype dtype, int64_t rows, int64_t k, int64_t width)
{
    return (ra__product){.dtype = dtype, .m = rows, .n = width, .k = k, .alpha = {-1}, .beta = {1}};
}

static ra__tile whole(const ra__product *x)
{
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(x, &sizes);
    return (ra__tile){0, sizes.a_panels, 0, sizes.b_panels};
}

static bool lies_in_lines(int64_t n, int64_t each, int64_t line)
{
    return n <= 1 || (each == 1 && line >= n && line <= INT32_MAX);
}

bool RA__ISA_NAME(ra__triangle_is_direct)(const ra__matrices *a)
{
    return lies_in_lines(a->rows, a->row, a->column) || lies_in_lines(a->rows, a->column, a->row);
}

size_t RA__ISA_NAME(ra__substitute_scratch)(ra_dtype dtype, int64_t n, int64_t width, int64_t step)
{
    const ra__product x = product_of(dtype, RA__BLOCK_ROWS, n, ra__min(width, MANY));
    const ra__tile all = whole(&x);
    return n <= ra__min(step, RA__BLOCK_ROWS) ? 0 : RA__ISA_NAME(ra__tile_own_scratch)(&x, all.down_last, all.across_last);
}

static void some(const struct ra__blas *b, const ra__triangle *l, int64_t first, int64_t last, char *x, int64_t x_row, int64_t width, char *scratch)
{
    const int64_t size = (int64_t)ra_dtype_size(l->dtype);
    if (width <= FEW && !ra__is_complex(l->dtype)) { /* each element of L is used so seldom that it is not worth a copy */
        triangle(b, l, l->at, first, last, x, x_row, width);
        return;
    }
    for (int64_t at = first; at < last; at += RA__BLOCK_ROWS) {
        const int64_t rows = ra__min(RA__BLOCK_ROWS, last - at);
        char *mine = x + size * at * x_row;
        if (at > 0) {
            ra__product p = product_of(l->dtype, rows, at, width);
            p.a_strides[0] = l->row;
            p.a_strides[1] = l->column;
            p.b_strides[0] = p.c_strides[0] = p.d_strides[0] = x_row;
            p.b_strides[1] = p.c_strides[1] = p.d_strides[1] = 1;
            RA__ISA_NAME(ra__tile_own)(&p, whole(&p), l->at + size * at * l->row, x, mine, mine, scratch);
        }
        triangle(b, l, l->at + size * at * (l->row + l->column), 0, rows, mine, x_row, width);
    }
}

void RA__ISA_NAME(ra__substitute)(const struct ra__blas *b, const ra__triangle *l, int64_t first, int64_t last, char *x, int64_t x_row, int64_t width,
                                  char *scratch)
{
    for (; width > 0; width -= MANY, x += (int64_t)ra_dtype_size(l->dtype) * MANY)
        some(b, l, first, last, x, x_row, ra__min(width, MANY), scratch);
}
