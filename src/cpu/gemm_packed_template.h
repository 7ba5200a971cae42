/*
 * gemm_packed_template.h: tiles over panels of numbers T. Parameters: T, t (f32, f64 or pairs), of which gemm_vector.h has the vectors; FLOATING, 1 where
 * T is; HEIGHT rows of a panel of A, HALF_HEIGHT of the next smaller tile: HEIGHT x 2 vectors of sums must fit the registers.
 */
#define RA__T_PASTE(a, b) a##_##b
#define RA__T_EXPAND(a, b) RA__T_PASTE(a, b)
#define F(name) RA__T_EXPAND(name, t)
#define VEC F(vec)
#define LANES F(LANES)
#define WIDTH (2 * LANES)

#include "gemm_pack_template.h"

/* ---- elements and numbers ---- */

/*
 * `lines` rows of A or columns of B; `depth` of k, each element of which counts as many times as it has parts. Lines that a panel has room for and that
 * are not there are zeros, and so is what a last number does not hold.
 */
typedef void (*F(packer))(int64_t lines, int64_t depth, const void *x, int64_t line_stride, int64_t k_stride, T *panel, int64_t width);
/* Where a block of sums goes: C's and D's first element of the block, and the product for all else. */
typedef void (*F(finisher))(const ra__product *x, void *c, const void *d, const T *sums, int64_t rows, int64_t columns);

typedef struct F(form) {
    F(packer) pack_a, pack_b;
    F(finisher) finish;
    int parts; /* of an element, each a number along k and along the columns */
    int held;  /* elements along k that one number holds */
} F(form);

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

/* ---- tiles ---- */

/* Panels first to last - 1 over `depth` numbers along k from number k0 on, one after another at `panels`. */
static void F(pack_panels_a)(const ra__product *x, const F(form) *f, size_t size, const char *a, int64_t first, int64_t last, int64_t k0, int64_t depth,
                             T *panels)
{
    for (int64_t i = first; i < last; i++, panels += depth * HEIGHT) {
        int64_t row = i * HEIGHT;
        f->pack_a(x->m - row < HEIGHT ? x->m - row : HEIGHT, ra__min(depth * f->held, x->k * f->parts - k0 * f->held),
                  a + (int64_t)size * (row * x->a_strides[0] + k0 * f->held / f->parts * x->a_strides[1]), x->a_strides[0], x->a_strides[1], panels, HEIGHT);
    }
}

static void F(pack_panels_b)(const ra__product *x, const F(form) *f, size_t size, const char *b, int64_t first, int64_t last, int64_t k0, int64_t depth,
                             T *panels)
{
    int64_t width = WIDTH / f->parts;
    for (int64_t j = first; j < last; j++, panels += depth * WIDTH) {
        int64_t column = j * width;
        f->pack_b(x->n - column < width ? x->n - column : width, ra__min(depth * f->held, x->k * f->parts - k0 * f->held),
                  b + (int64_t)size * (column * x->b_strides[1] + k0 * f->held / f->parts * x->b_strides[0]), x->b_strides[1], x->b_strides[0], panels, WIDTH);
    }
}

/* Shared panels lie stretch by stretch of k, so that what a tile reads at a time lies together. `all` of them. */
static void F(pack_shared_a)(const ra__product *x, const F(form) *f, size_t size, const char *a, int64_t first, int64_t last, int64_t all, T *panels)
{
    int64_t k = depth_of(x);
    for (int64_t p = 0; p < k; p += SHARED_DEPTH) {
        int64_t depth = k - p < SHARED_DEPTH ? k - p : SHARED_DEPTH;
        F(pack_panels_a)(x, f, size, a, first, last, p, depth, panels + HEIGHT * (p * all + depth * first));
    }
}

static void F(pack_shared_b)(const ra__product *x, const F(form) *f, size_t size, const char *b, int64_t first, int64_t last, int64_t all, T *panels)
{
    int64_t k = depth_of(x);
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
    int64_t k = depth_of(x), down = (x->m + HEIGHT - 1) / HEIGHT, across = (x->n * f->parts + WIDTH - 1) / WIDTH;
    for (int64_t p = 0; p < k; p += SHARED_DEPTH) {
        int64_t depth = k - p < SHARED_DEPTH ? k - p : SHARED_DEPTH;
        F(stretch)(x, f, size, tile, a + HEIGHT * (p * down + depth * tile.down_first), b + WIDTH * (p * across + depth * tile.across_first), depth,
                   p == 0, p + depth == k, c, d, sums, k > SHARED_DEPTH ? HEIGHT * WIDTH : 0);
    }
}

static void F(several)(const ra__share *s, const F(form) *f, size_t size, int count, char *c, const char *d, T *sums)
{
    for (int i = 0; i < count; i++, s++) {
        const int64_t depth = depth_of(&s->x);
        const T *a = s->a_panels, *b = s->b_panels;
        F(stretch)(&s->x, f, size, s->tile, a + HEIGHT * depth * s->tile.down_first, b + WIDTH * depth * s->tile.across_first, depth, i == 0, i + 1 == count, c, d, sums,
                   count > 1 ? HEIGHT * WIDTH : 0);
    }
}

static void F(own)(const ra__product *x, const F(form) *f, size_t size, ra__tile tile, const char *a, const char *b, char *c, const char *d, T *scratch)
{
    int64_t k = depth_of(x), down = tile.down_last - tile.down_first, across = tile.across_last - tile.across_first;
    T *left = scratch, *right = left + down * HEIGHT * OWN_DEPTH, *sums = right + across * WIDTH * OWN_DEPTH;
    for (int64_t p = 0; p < k; p += OWN_DEPTH) {
        int64_t depth = k - p < OWN_DEPTH ? k - p : OWN_DEPTH;
        F(pack_panels_a)(x, f, size, a, tile.down_first, tile.down_last, p, depth, left);
        F(pack_panels_b)(x, f, size, b, tile.across_first, tile.across_last, p, depth, right);
        F(stretch)(x, f, size, tile, left, right, depth, p == 0, p + depth == k, c, d, sums,
                   k > OWN_DEPTH ? HEIGHT * WIDTH : 0);
    }
}

#if FLOATING
#include "cpu/gemm_packed_float_template.h"
#endif

#undef WIDTH
#undef LANES
#undef VEC
#undef F
#undef RA__T_PASTE
#undef RA__T_EXPAND
#undef T
#undef t
#undef FLOATING
