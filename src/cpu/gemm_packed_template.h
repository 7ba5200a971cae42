/*
 * gemm_packed_template.h: tiles over panels, for T (float or double). Parameters: T, t (f32 or f64); HEIGHT rows of a
 * panel of A, HALF_HEIGHT of the next smaller tile: HEIGHT x 2 vectors of sums must fit the registers.
 */
#define RA__T_PASTE(a, b) a##_##b
#define RA__T_EXPAND(a, b) RA__T_PASTE(a, b)
#define F(name) RA__T_EXPAND(name, t)
#define VEC F(vec)
#define LANES F(LANES)
#define WIDTH (2 * LANES)

#include "gemm_pack_template.h"

/* ---- panels ---- */

/* `lines` rows of A or columns of B, `depth` of k; lines that a panel has room for and that are not there are zeros. */
typedef void (*F(packer))(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width);

static void F(pack_real)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    if (lines < width)
        memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    if (lines == width && line_stride == 1 && width == WIDTH) { /* two whole vectors a row: B as it mostly lies */
        const T *from = x;
        for (int64_t p = 0; p < depth; p++, from += k_stride, panel += WIDTH) {
            F(store)(panel, F(load)(from));
            F(store)(panel + LANES, F(load)(from + LANES));
        }
        return;
    }
    F(pack)(depth, lines, x, k_stride, line_stride, panel, width);
}

/* Rows of A: re and im one after another along k. `depth` counts real numbers. */
static void F(pack_complex_a)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    const T *from = x;
    if (k_stride == 1) {
        F(pack_real)(lines, depth, x, 2 * line_stride, 1, panel, width);
        return;
    }
    memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    for (int64_t p = 0; p < depth; p++)
        for (int64_t l = 0; l < lines; l++)
            panel[p * width + l] = from[2 * (l * line_stride + (p >> 1) * k_stride) + (p & 1)];
}

/* Columns of B: x + iy as the rows (x, y) and (-y, x). `lines` counts complex numbers, `depth` and `width` real ones. */
static void F(pack_complex_b)(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width)
{
    const T *from = x;
    if (2 * lines < width)
        memset(panel, 0, sizeof(T) * (size_t)(depth * width));
    for (int64_t p = 0; 2 * p < depth; p++) {
        T *first = panel + 2 * p * width, *second = first + width;
        for (int64_t l = 0; l < lines; l++) {
            const T *z = from + 2 * (l * line_stride + p * k_stride);
            first[2 * l] = second[2 * l + 1] = z[0];
            first[2 * l + 1] = z[1];
            second[2 * l] = -z[1];
        }
    }
}

/* ---- sums ---- */

/*
 * rows x vectors of sums, rows WIDTH apart, go on (or start) over a stretch of k. Meanwhile what comes next is fetched: the
 * following panel of A, and the share of the following panel of B that lies at `ahead`, `step` bytes for each k.
 */
RA__INLINE void F(sum_tile)(int rows, int vectors, int64_t depth, const T *a, const T *b, T *sums, bool fresh, const char *ahead, int64_t step)
{
    VEC sum[HEIGHT][2];
    const T *a_ahead = a + depth * HEIGHT;
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++)
            sum[i][v] = fresh ? (VEC){0} : F(load)(sums + i * WIDTH + v * LANES);
    for (int64_t p = 0; p < depth; p++, a += HEIGHT, a_ahead += HEIGHT, b += WIDTH, ahead += step) {
        VEC bv[2];
        __builtin_prefetch(a_ahead);
        __builtin_prefetch(ahead, 0, 2);
        RA__UNROLL for (int v = 0; v < vectors; v++)
            bv[v] = F(load)(b + v * LANES);
        RA__UNROLL for (int i = 0; i < rows; i++) {
            VEC av = F(broadcast)(a[i]);
            RA__UNROLL for (int v = 0; v < vectors; v++)
                sum[i][v] = F(fma)(av, bv[v], sum[i][v]);
        }
    }
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++)
            F(store)(sums + i * WIDTH + v * LANES, sum[i][v]);
}

static __attribute__((noinline)) void F(sum_whole)(int64_t depth, const T *a, const T *b, T *sums, bool fresh, const char *ahead, int64_t step)
{
    F(sum_tile)(HEIGHT, 2, depth, a, b, sums, fresh, ahead, step);
}

/* At an edge: the smallest form that holds what is left. Panels are filled up with zeros. */
static __attribute__((noinline)) void F(sum_edge)(int64_t rows, int64_t columns, int64_t depth, const T *a, const T *b, T *sums, bool fresh,
                                                  const char *ahead, int64_t step)
{
    if (columns > LANES) {
        if (rows > HALF_HEIGHT)
            F(sum_tile)(HEIGHT, 2, depth, a, b, sums, fresh, ahead, step);
        else if (rows > 4)
            F(sum_tile)(HALF_HEIGHT, 2, depth, a, b, sums, fresh, ahead, step);
        else
            F(sum_tile)(4, 2, depth, a, b, sums, fresh, ahead, step);
    } else {
        if (rows > HALF_HEIGHT)
            F(sum_tile)(HEIGHT, 1, depth, a, b, sums, fresh, ahead, step);
        else if (rows > 4)
            F(sum_tile)(HALF_HEIGHT, 1, depth, a, b, sums, fresh, ahead, step);
        else
            F(sum_tile)(4, 1, depth, a, b, sums, fresh, ahead, step);
    }
}

/* ---- results ---- */

/* Where a block of sums goes: C's and D's first element of the block, and the product for all else. */
typedef void (*F(finisher))(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns);

RA__INLINE VEC F(scaled)(T alpha, VEC sum, T beta, VEC old)
{
    VEC r = alpha == 1 ? sum : F(broadcast)(alpha) * sum;
    return beta == 0 ? r : F(fma)(F(broadcast)(beta), old, r);
}

/* `count` elements `stride` apart, as a vector. */
RA__INLINE VEC F(gather)(const T *x, int64_t stride, int count)
{
    T each[LANES] = {0};
    if (stride == 1)
        return count == LANES ? F(load)(x) : F(load_part)(x, count);
    for (int l = 0; l < count; l++)
        each[l] = x[l * stride];
    return F(load)(each);
}

static void F(finish_real)(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns)
{
    const T alpha = (T)x->alpha[0], beta = (T)x->beta[0];
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j += LANES) {
            int count = columns - j < LANES ? (int)(columns - j) : LANES;
            T *to = (T *)c + i * x->c_strides[0] + j * x->c_strides[1];
            VEC old = {0};
            if (beta != 0)
                old = F(gather)((const T *)d + i * x->d_strides[0] + j * x->d_strides[1], x->d_strides[1], count);
            VEC value = F(scaled)(alpha, F(load)(sums + i * WIDTH + j), beta, old);
            if (x->c_strides[1] == 1 && count == LANES)
                F(store)(to, value);
            else if (x->c_strides[1] == 1)
                F(store_part)(to, value, count);
            else
                for (int l = 0; l < count; l++)
                    to[l * x->c_strides[1]] = value[l];
        }
}

static void F(finish_complex)(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns)
{
    const T ar = (T)x->alpha[0], ai = (T)x->alpha[1], br = (T)x->beta[0], bi = (T)x->beta[1];
    const T minus_ai = -ai, minus_bi = -bi; /* both parts are differences: see math_complex.h */
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++) {
            T re = sums[i * WIDTH + 2 * j], im = sums[i * WIDTH + 2 * j + 1];
            T *to = (T *)c + 2 * (i * x->c_strides[0] + j * x->c_strides[1]);
            if (ar != 1 || ai != 0) { /* times 1 keeps infinities: 0 * inf would be NaN */
                T r = ar * re - ai * im;
                im = ar * im - minus_ai * re;
                re = r;
            }
            if (br != 0 || bi != 0) {
                const T *old = (const T *)d + 2 * (i * x->d_strides[0] + j * x->d_strides[1]);
                T or = old[0], oi = old[1];
                re += br * or - bi * oi;
                im += br * oi - minus_bi * or;
            }
            to[0] = re;
            to[1] = im;
        }
}

/* ---- tiles ---- */

typedef struct F(form) {
    F(packer) pack_a, pack_b;
    F(finisher) finish;
    int parts; /* real numbers of an element */
} F(form);

static const F(form) F(real_form) = {F(pack_real), F(pack_real), F(finish_real), 1};
static const F(form) F(complex_form) = {F(pack_complex_a), F(pack_complex_b), F(finish_complex), 2};

/* Panels first to last - 1 over `depth` of k from k0 on, one after another at `panels`. */
static void F(pack_panels_a)(const ra__product *x, const F(form) *f, size_t size, const char *a, int64_t first, int64_t last, int64_t k0, int64_t depth,
                             T *panels)
{
    for (int64_t i = first; i < last; i++, panels += depth * HEIGHT) {
        int64_t row = i * HEIGHT;
        f->pack_a(x->m - row < HEIGHT ? x->m - row : HEIGHT, depth,
                  a + (int64_t)size * (row * x->a_strides[0] + k0 / f->parts * x->a_strides[1]), x->a_strides[0], x->a_strides[1], panels, HEIGHT);
    }
}

static void F(pack_panels_b)(const ra__product *x, const F(form) *f, size_t size, const char *b, int64_t first, int64_t last, int64_t k0, int64_t depth,
                             T *panels)
{
    int64_t width = WIDTH / f->parts;
    for (int64_t j = first; j < last; j++, panels += depth * WIDTH) {
        int64_t column = j * width;
        f->pack_b(x->n - column < width ? x->n - column : width, depth,
                  b + (int64_t)size * (column * x->b_strides[1] + k0 / f->parts * x->b_strides[0]), x->b_strides[1], x->b_strides[0], panels, WIDTH);
    }
}

/* Shared panels lie stretch by stretch of k, so that what a tile reads at a time lies together. `all` of them. */
static void F(pack_shared_a)(const ra__product *x, const F(form) *f, size_t size, const char *a, int64_t first, int64_t last, int64_t all, T *panels)
{
    int64_t k = x->k * f->parts;
    for (int64_t p = 0; p < k; p += SHARED_DEPTH) {
        int64_t depth = k - p < SHARED_DEPTH ? k - p : SHARED_DEPTH;
        F(pack_panels_a)(x, f, size, a, first, last, p, depth, panels + HEIGHT * (p * all + depth * first));
    }
}

static void F(pack_shared_b)(const ra__product *x, const F(form) *f, size_t size, const char *b, int64_t first, int64_t last, int64_t all, T *panels)
{
    int64_t k = x->k * f->parts;
    for (int64_t p = 0; p < k; p += SHARED_DEPTH) {
        int64_t depth = k - p < SHARED_DEPTH ? k - p : SHARED_DEPTH;
        F(pack_panels_b)(x, f, size, b, first, last, p, depth, panels + WIDTH * (p * all + depth * first));
    }
}

/* What a block is to be added to, while its sums are made: rows of so many bytes, which rarely begin with a cache line. */
RA__INLINE void F(fetch_old)(const char *old, int64_t step, int64_t rows, int64_t bytes)
{
    for (int64_t i = 0; i < rows; i++, old += step) {
        for (int64_t at = 0; at < bytes; at += 64)
            __builtin_prefetch(old + at);
        __builtin_prefetch(old + bytes - 1);
    }
}

/*
 * A tile over `depth` of k from panels that lie one after another at a and b.
 * Between stretches the sums of each block rest in `sums`; the last one finishes them.
 */
static void F(stretch)(const ra__product *x, const F(form) *f, size_t size, ra__tile tile, const T *a, const T *b, int64_t depth,
                       bool first, bool last, char *c, const char *d, T *sums, int64_t sums_step)
{
    int64_t width = WIDTH / f->parts;
    for (int64_t j = tile.across_first; j < tile.across_last; j++, b += WIDTH * depth) {
        const T *panel = a;
        int64_t step = WIDTH * (int64_t)sizeof(T) / (tile.down_last - tile.down_first);
        const char *ahead = (const char *)(b + WIDTH * depth);
        int64_t columns = x->n - j * width < width ? x->n - j * width : width;
        for (int64_t i = tile.down_first; i < tile.down_last; i++, panel += HEIGHT * depth, ahead += step * depth, sums += sums_step) {
            int64_t rows = x->m - i * HEIGHT < HEIGHT ? x->m - i * HEIGHT : HEIGHT;
            const char *old = d ? d + (int64_t)size * (i * HEIGHT * x->d_strides[0] + j * width * x->d_strides[1]) : NULL;
            if (last && old && x->d_strides[1] == 1)
                F(fetch_old)(old, (int64_t)size * x->d_strides[0], rows, (int64_t)size * columns);
            if (rows == HEIGHT && columns == width)
                F(sum_whole)(depth, panel, b, sums, first, ahead, step);
            else
                F(sum_edge)(rows, columns * f->parts, depth, panel, b, sums, first, ahead, step);
            if (!last)
                continue;
            f->finish(x, c + (int64_t)size * (i * HEIGHT * x->c_strides[0] + j * width * x->c_strides[1]), old, sums, rows, columns);
        }
    }
}

static void F(shared)(const ra__product *x, const F(form) *f, size_t size, ra__tile tile, const T *a, const T *b, char *c, const char *d, T *sums)
{
    int64_t k = x->k * f->parts, down = (x->m + HEIGHT - 1) / HEIGHT, across = (x->n * f->parts + WIDTH - 1) / WIDTH;
    for (int64_t p = 0; p < k; p += SHARED_DEPTH) {
        int64_t depth = k - p < SHARED_DEPTH ? k - p : SHARED_DEPTH;
        F(stretch)(x, f, size, tile, a + HEIGHT * (p * down + depth * tile.down_first), b + WIDTH * (p * across + depth * tile.across_first), depth,
                   p == 0, p + depth == k, c, d, sums, k > SHARED_DEPTH ? HEIGHT * WIDTH : 0);
    }
}

static void F(own)(const ra__product *x, const F(form) *f, size_t size, ra__tile tile, const char *a, const char *b, char *c, const char *d, T *scratch)
{
    int64_t k = x->k * f->parts, down = tile.down_last - tile.down_first, across = tile.across_last - tile.across_first;
    T *left = scratch, *right = left + down * HEIGHT * OWN_DEPTH, *sums = right + across * WIDTH * OWN_DEPTH;
    for (int64_t p = 0; p < k; p += OWN_DEPTH) {
        int64_t depth = k - p < OWN_DEPTH ? k - p : OWN_DEPTH;
        F(pack_panels_a)(x, f, size, a, tile.down_first, tile.down_last, p, depth, left);
        F(pack_panels_b)(x, f, size, b, tile.across_first, tile.across_last, p, depth, right);
        F(stretch)(x, f, size, tile, left, right, depth, p == 0, p + depth == k, c, d, sums,
                   k > OWN_DEPTH ? HEIGHT * WIDTH : 0);
    }
}

#undef WIDTH
#undef LANES
#undef VEC
#undef F
#undef RA__T_PASTE
#undef RA__T_EXPAND
#undef T
#undef t
