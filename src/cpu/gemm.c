/*
 * Matrix products, batched: three ways, chosen by shape and dtype alone.
 *
 * small    float32 and float64 up to where copying pays, with few rows or columns at any size, and integers of 32 and 64
 *          bits: gemm_small.h, straight from the operands; grains are tiles of one matrix, or several matrices. The only way
 *          of sums of products.
 * own      other dtypes of middle sizes, and what is too large to be copied whole: each tile makes its own panels.
 * shared   everything larger: the first phase lays A and B into panels in the workspace, the second computes tiles.
 *
 * No BLAS is needed: on its best core OpenBLAS is as fast for float32, slower for float64, and has to copy its operands
 * anew for each tile.
 */
#include "cpu/gemm_packed.h"
#include "cpu/gemm_small.h"
#include "cpu/gemm_tiles.h"
#include "cpu/sequence.h"

#include <string.h>

typedef enum way { SMALL, OWN, SHARED } way;

/* Speed on one core in multiply-adds per ns, about, of float32: for estimates and the size of grains. */
#if defined(__AVX512F__)
#define SPEED 110.0
#elif defined(__AVX2__)
#define SPEED 55.0
#else
#define SPEED 12.0
#endif

/* A grain of a large product: some 40 us. */
#define GRAIN_NS 40000.0
/* One of several small matrices costs at least so much. */
#define CALL_NS 30.0

enum {
    TILE_EDGE = 96,     /* columns of a shared tile, elements of float32: a few panels for any instruction set */
    TILE_LEAST = 48,    /* rows of a shared tile at least: each stretch of B is used that often from the L1 cache */
    TILE_MOST = 192,
    OWN_LEAST = 96,     /* edges of a tile that makes its own panels */
    OWN_MOST = 256,
    BLOCK_TILES = 5,    /* tiles go in blocks of 5 by 5, whose panels stay in the L3 cache while they are used */
    FEW_LINES = 8,      /* of integers, for which panels do not pay */
    PACK_NUMBERS = 1 << 16 /* that a grain of packing moves */
};

/* Panels may take as much; beyond, tiles make their own. */
static const size_t PANELS_MOST = (size_t)256 << 20;

typedef struct state {
    ra__gemm g;
    way way;
    int64_t rows, columns, down, across; /* small: a tile in elements; else in panels; and how many of them */
    int64_t group;                       /* matrices of a grain where each is one tile */
    ra__packed panels;
    int64_t a_copies, b_copies;          /* shared: matrices to pack; 1 where all of the batch have the same */
    size_t a_bytes, b_bytes;             /* of a packed matrix */
    int64_t a_group, b_group, a_grains, b_grains; /* panels of a packing grain; grains of a matrix */
} state;

/* ---- planning ---- */

/* Multiply-adds of real numbers in one matrix product. */
static double volume(const ra__product *x)
{
    double v = (double)x->m * (double)x->n * (double)x->k;
    return ra__is_complex(x->dtype) ? 4 * v : v;
}

static double speed(const state *s)
{
    switch (s->g.product.dtype) {
    case RA_FLOAT64:
    case RA_COMPLEX128: return SPEED / 2;
    case RA_FLOAT32:
    case RA_COMPLEX64: return SPEED;
    case RA_FLOAT16:
    case RA_BFLOAT16: return SPEED * (RA__ISA_NAME(ra__is_paired)(s->g.product.dtype) ? 1.4 : 0.7);
    case RA_INT64: return SPEED / 24;
    case RA_INT32: return SPEED / 12;
    default: return s->way == SMALL ? SPEED / 12 : SPEED * 1.2;
    }
}

/* Integers that panels hold. */
static bool is_narrow(ra_dtype dtype)
{
    return dtype == RA_INT8 || dtype == RA_UINT8 || dtype == RA_INT16;
}

static enum ra__gemm_kind kind_of(ra_dtype dtype)
{
    return dtype == RA_FLOAT32 ? RA__GEMM_F32 : dtype == RA_FLOAT64 ? RA__GEMM_F64 : RA__GEMM_OTHER;
}

static bool is_same_for_all(const ra__gemm *g, int operand)
{
    for (int d = 0; d < g->dims; d++)
        if (g->strides[operand][d] != 0)
            return false;
    return true;
}

static size_t whole_lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static void size_panels(state *s)
{
    RA__ISA_NAME(ra__packed_sizes)(&s->g.product, &s->panels);
    s->a_copies = is_same_for_all(&s->g, RA__GEMM_A) ? 1 : s->g.batch;
    s->b_copies = is_same_for_all(&s->g, RA__GEMM_B) ? 1 : s->g.batch;
    s->a_bytes = whole_lines(s->panels.a_panel_bytes * (size_t)s->panels.a_panels);
    s->b_bytes = whole_lines(s->panels.b_panel_bytes * (size_t)s->panels.b_panels);
}

static way choose(state *s, const struct ra__gemm_cut *cut)
{
    const ra__product *x = &s->g.product;
    double v = volume(x);
    bool real = x->dtype == RA_FLOAT32 || x->dtype == RA_FLOAT64;
    bool few = x->m < FEW_LINES || x->n < FEW_LINES || v < FEW_LINES * FEW_LINES * FEW_LINES;
    if ((ra__is_integral(x->dtype) && (!is_narrow(x->dtype) || few)) || x->k == 0 || (real && cut->own) || s->g.pairs != 1)
        return SMALL;
    size_panels(s);
    if (v <= 256.0 * 256 * 256)
        return OWN;
    double bytes = (double)s->a_copies * (double)s->a_bytes + (double)s->b_copies * (double)s->b_bytes;
    return bytes <= (double)PANELS_MOST ? SHARED : OWN;
}

static int64_t between(double wanted, int64_t least, int64_t most)
{
    return wanted < (double)least ? least : wanted > (double)most ? most : (int64_t)wanted;
}

/* Tiles in whole panels, as even as they come. */
static void cut_panels(state *s, int64_t rows, int64_t columns)
{
    int64_t high = ra__max(1, rows / s->panels.height), wide = ra__max(1, columns / s->panels.width);
    s->down = ra__ceil_div(s->panels.a_panels, high);
    s->across = ra__ceil_div(s->panels.b_panels, wide);
    s->rows = ra__ceil_div(s->panels.a_panels, s->down);
    s->columns = ra__ceil_div(s->panels.b_panels, s->across);
    s->down = ra__ceil_div(s->panels.a_panels, s->rows);
    s->across = ra__ceil_div(s->panels.b_panels, s->columns);
}

static void plan_small(state *s, const struct ra__gemm_cut *cut)
{
    s->rows = cut->rows;
    s->columns = cut->columns;
    s->down = cut->down;
    s->across = cut->across;
}

static size_t plan_own(state *s)
{
    const ra__product *x = &s->g.product;
    double area = GRAIN_NS * speed(s) / ((double)x->k * (ra__is_complex(x->dtype) ? 4 : 1));
    int64_t edge = between(__builtin_sqrt(area), OWN_LEAST, OWN_MOST);
    cut_panels(s, edge, edge);
    return RA__ISA_NAME(ra__tile_own_scratch)(x, s->rows, s->columns);
}

static size_t plan_shared(state *s, ra_plan *p)
{
    const ra__product *x = &s->g.product;
    int64_t size = (int64_t)ra_dtype_size(ra__is_half(x->dtype) || is_narrow(x->dtype) ? RA_FLOAT32 : x->dtype), columns = ra__max(TILE_EDGE * 4 / size, s->panels.width);
    double each = (double)x->k * (double)columns * (ra__is_complex(x->dtype) ? 4 : 1) / speed(s);
    cut_panels(s, between(GRAIN_NS / each, TILE_LEAST, TILE_MOST), columns);
    s->a_group = ra__max(1, PACK_NUMBERS / ra__max(1, s->panels.height * x->k));
    s->b_group = ra__max(1, PACK_NUMBERS / ra__max(1, s->panels.width * x->k));
    s->a_grains = ra__ceil_div(s->panels.a_panels, s->a_group);
    s->b_grains = ra__ceil_div(s->panels.b_panels, s->b_group);
    p->workspace = (size_t)s->a_copies * s->a_bytes + (size_t)s->b_copies * s->b_bytes; /* fits: elements of the factors, in panels of a few vectors */
    p->grains[p->phases++] = s->a_copies * s->a_grains + s->b_copies * s->b_grains;
    return RA__ISA_NAME(ra__tile_scratch)(x, s->rows, s->columns);
}

/* A sum of products is as deep as all of them, but is cut as what is small. */
static int64_t depth_to_cut(const ra__gemm *g)
{
    enum { EDGE = 256 };
    const ra__product *x = &g->product;
    const int64_t most = EDGE * EDGE * EDGE / ra__capped_product(x->m, x->n);
    return g->pairs == 1 ? x->k : ra__max(x->k, ra__min(most, ra__capped_product(g->pairs, x->k)));
}

static ra_status gemm_plan(const ra_meta *m, ra_plan *p)
{
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    p->state = s;
    p->phases = 0;
    if (!ra__gemm_describe(m, &s->g))
        return RA_OK;
    const ra__product *x = &s->g.product;
    bool nothing = ra__is_integral(x->dtype) ? x->alpha_integer == 0 : x->alpha[0] == 0 && x->alpha[1] == 0;
    if (nothing) /* A and B are not looked at, whatever is in them */
        s->g.product.k = 0;
    struct ra__gemm_cut cut = ra__gemm_cut(x->m, x->n, depth_to_cut(&s->g), kind_of(x->dtype));
    s->way = choose(s, &cut);
    if (s->way == SMALL)
        plan_small(s, &cut);
    else
        p->scratch = s->way == OWN ? plan_own(s) : plan_shared(s, p);
    double each = CALL_NS + (double)s->g.pairs * volume(x) / speed(s) + 0.1 * (double)x->m * (double)x->n;
    s->group = s->down * s->across > 1 ? 1 : between(GRAIN_NS / each, 1, s->g.batch);
    p->grains[p->phases++] = ra__ceil_div(s->g.batch, s->group) * s->down * s->across;
    p->cost_ns = each * (double)s->g.batch;
    if (x->c_strides[0] == 1 || x->c_strides[1] == 1)
        p->flags |= RA__PLAN_PIECES;
    return RA_OK;
}

/* ---- running ---- */

/* D's elements where C's will be: the small kernels of most dtypes add to what they find. */
static void copy_d(const ra__product *x, char *c, const char *d, int64_t rows, int64_t columns)
{
    const int64_t size = (int64_t)ra_dtype_size(x->dtype), to = x->c_strides[1] * size, from = x->d_strides[1] * size;
    for (int64_t i = 0; i < rows; i++, c += x->c_strides[0] * size, d += x->d_strides[0] * size) {
        if (to == size && from == size) {
            memcpy(c, d, (size_t)(columns * size));
            continue;
        }
        for (int64_t j = 0; j < columns; j++)
            memcpy(c + j * to, d + j * from, (size_t)size);
    }
}

/* What float32 and float64 have in common. */
#define RA__ADD(name, T, alpha, beta)                                                                                                              \
    RA__GEMM_NAME(name)(rows, columns, x->k, (const T *)a, x->a_strides[0], x->a_strides[1], (const T *)b, x->b_strides[0], x->b_strides[1],      \
                        (T *)c, x->c_strides[0], x->c_strides[1], (const T *)d, x->d_strides[0], x->d_strides[1], alpha, beta)
#define RA__SUM(name, T, alpha, beta)                                                                                                              \
    RA__GEMM_NAME(name)(g->pairs, rows, columns, x->k, (const T *)a, g->a_step, x->a_strides[0], x->a_strides[1], (const T *)b, g->b_step,        \
                        x->b_strides[0], x->b_strides[1], (T *)c, x->c_strides[0], x->c_strides[1], (const T *)d, x->d_strides[0],                \
                        x->d_strides[1], alpha, beta)

#define RA__SMALL(name, T, alpha, beta)                                                                                                           \
    RA__GEMM_NAME(name)(rows, columns, x->k, (const T *)a, x->a_strides[0], x->a_strides[1], (const T *)b, x->b_strides[0], x->b_strides[1], \
                        (T *)c, x->c_strides[0], x->c_strides[1], alpha, beta)

static void small_tile(const ra__gemm *g, const char *a, const char *b, char *c, const char *d, int64_t i, int64_t j, int64_t rows, int64_t columns)
{
    const ra__product *x = &g->product;
    const int64_t size = (int64_t)ra_dtype_size(x->dtype);
    const double beta = d ? x->beta[0] : 0, beta_imaginary = d ? x->beta[1] : 0;
    const int64_t beta_integer = d ? x->beta_integer : 0;
    a += size * i * x->a_strides[0];
    b += size * j * x->b_strides[1];
    c += size * (i * x->c_strides[0] + j * x->c_strides[1]);
    const bool is_summed = g->pairs != 1, is_real = x->dtype == RA_FLOAT32 || x->dtype == RA_FLOAT64;
    d = d ? d + size * (i * x->d_strides[0] + j * x->d_strides[1]) : is_real ? c : NULL;
    if (!is_real && d && !g->in_place)
        copy_d(x, c, d, rows, columns);
    switch (x->dtype) {
    case RA_FLOAT32:
        if (is_summed)
            RA__SUM(sum_f32, float, (float)x->alpha[0], (float)beta);
        else
            RA__ADD(add_f32, float, (float)x->alpha[0], (float)beta);
        break;
    case RA_FLOAT64:
        if (is_summed)
            RA__SUM(sum_f64, double, x->alpha[0], beta);
        else
            RA__ADD(add_f64, double, x->alpha[0], beta);
        break;
    case RA_FLOAT16: RA__SMALL(f16, uint16_t, (float)x->alpha[0], (float)beta); break;
    case RA_BFLOAT16: RA__SMALL(bf16, uint16_t, (float)x->alpha[0], (float)beta); break;
    case RA_COMPLEX64:
        RA__SMALL(c32, float _Complex, __builtin_complex((float)x->alpha[0], (float)x->alpha[1]), __builtin_complex((float)beta, (float)beta_imaginary));
        break;
    case RA_COMPLEX128:
        RA__SMALL(c64, double _Complex, __builtin_complex(x->alpha[0], x->alpha[1]), __builtin_complex(beta, beta_imaginary));
        break;
    case RA_UINT8: RA__SMALL(u8, uint8_t, x->alpha_integer, beta_integer); break;
    case RA_INT8: RA__SMALL(i8, int8_t, x->alpha_integer, beta_integer); break;
    case RA_INT16: RA__SMALL(i16, int16_t, x->alpha_integer, beta_integer); break;
    case RA_INT32: RA__SMALL(i32, int32_t, x->alpha_integer, beta_integer); break;
    default: RA__SMALL(i64, int64_t, x->alpha_integer, beta_integer); break;
    }
}

/* Which tile of a matrix a grain is: columns of blocks, in each blocks from above, in each its columns of tiles. */
static void locate(const state *s, int64_t t, int64_t *i, int64_t *j)
{
    int64_t block_column = t / (BLOCK_TILES * s->down), left = block_column * BLOCK_TILES, wide = ra__min(BLOCK_TILES, s->across - left);
    t -= left * s->down;
    int64_t above = t / (BLOCK_TILES * wide) * BLOCK_TILES, high = ra__min(BLOCK_TILES, s->down - above);
    t -= above * wide;
    *i = above + t % high;
    *j = left + t / high;
}

/* Of C, in elements. */
typedef struct rectangle {
    int64_t row, column, rows, columns;
} rectangle;

static rectangle rectangle_of(const state *s, int64_t t)
{
    const ra__product *x = &s->g.product;
    int64_t i, j, high = s->rows, wide = s->columns;
    locate(s, t, &i, &j);
    if (s->way != SMALL)
        high *= s->panels.height, wide *= s->panels.width;
    return (rectangle){i * high, j * wide, ra__min(high, x->m - i * high), ra__min(wide, x->n - j * wide)};
}

static bool gemm_piece(const ra_plan *p, int64_t grain, int64_t n, ra__piece *piece)
{
    const state *s = p->state;
    const int64_t *step = s->g.product.c_strides, tiles = s->down * s->across, at = grain / tiles * s->group + n;
    if (n >= s->group || at >= s->g.batch)
        return false;
    rectangle x = rectangle_of(s, grain % tiles);
    piece->first = ra__gemm_offset(&s->g, RA__GEMM_C, at) / (int64_t)ra_dtype_size(s->g.product.dtype) + x.row * step[0] + x.column * step[1];
    bool by_rows = step[1] == 1;
    piece->count = by_rows ? x.rows : x.columns;
    piece->step = step[!by_rows ? 1 : 0];
    piece->length = by_rows ? x.columns : x.rows;
    return true;
}

static void compute(const ra__run *r, const state *s, int64_t at, int64_t t)
{
    const ra__gemm *g = &s->g;
    const char *a = ra__gemm_matrix(g, r->data, RA__GEMM_A, at), *b = ra__gemm_matrix(g, r->data, RA__GEMM_B, at);
    const char *d = ra__gemm_matrix(g, r->data, RA__GEMM_D, at);
    char *c = ra__gemm_matrix(g, r->data, RA__GEMM_C, at);
    if (s->way == SMALL) {
        rectangle x = rectangle_of(s, t);
        small_tile(g, a, b, c, d, x.row, x.column, x.rows, x.columns);
        return;
    }
    int64_t i, j;
    locate(s, t, &i, &j);
    ra__tile tile = {i * s->rows, ra__min((i + 1) * s->rows, s->panels.a_panels), j * s->columns, ra__min((j + 1) * s->columns, s->panels.b_panels)};
    if (s->way == OWN) {
        RA__ISA_NAME(ra__tile_own)(&g->product, tile, a, b, c, d, r->scratch);
        return;
    }
    const char *left = (const char *)r->workspace + (s->a_copies > 1 ? (size_t)at * s->a_bytes : 0);
    const char *right = (const char *)r->workspace + (size_t)s->a_copies * s->a_bytes + (s->b_copies > 1 ? (size_t)at * s->b_bytes : 0);
    RA__ISA_NAME(ra__tile_shared)(&g->product, tile, left, right, c, d, r->scratch);
}

static void pack(const ra__run *r, const state *s, int64_t grain)
{
    const ra__gemm *g = &s->g;
    int64_t all = s->a_copies * s->a_grains;
    char *panels = r->workspace;
    if (grain < all) {
        int64_t at = grain / s->a_grains, first = grain % s->a_grains * s->a_group;
        RA__ISA_NAME(ra__pack_a)(&g->product, ra__gemm_matrix(g, r->data, RA__GEMM_A, at), first,
                                 ra__min(first + s->a_group, s->panels.a_panels), panels + (size_t)at * s->a_bytes);
        return;
    }
    grain -= all;
    panels += (size_t)s->a_copies * s->a_bytes;
    int64_t at = grain / s->b_grains, first = grain % s->b_grains * s->b_group;
    RA__ISA_NAME(ra__pack_b)(&g->product, ra__gemm_matrix(g, r->data, RA__GEMM_B, at), first,
                             ra__min(first + s->b_group, s->panels.b_panels), panels + (size_t)at * s->b_bytes);
}

static ra_status gemm_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    int64_t tiles = s->down * s->across;
    if (s->way == SHARED && phase == 0) {
        for (int64_t grain = first; grain < last; grain++)
            pack(r, s, grain);
        return RA_OK;
    }
    for (int64_t grain = first; grain < last; grain++) {
        int64_t at = grain / tiles * s->group, end = ra__min(at + s->group, s->g.batch);
        for (; at < end; at++)
            compute(r, s, at, grain % tiles);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(gemm) = {.name = "gemm", .plan = gemm_plan, .run = gemm_run, .piece = gemm_piece};
