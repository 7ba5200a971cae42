/*
 * Cholesky factors.
 *
 * A large matrix is taken apart into panels of columns, of which one after another is factored: its block on the diagonal by LAPACK, the
 * blocks of rows below it by substitution, each by a grain (a solving step); then tiles of what is right of it take their share of
 * products (an updating step), where the first grain has the next block on the diagonal, and factors that at once. So no step
 * is one grain alone. A few panels are a group: behind one of them only the tiles of the next panel take their share, of all panels of the
 * group so far, and the others behind the last one, so that their elements are read and written once for all of the group.
 *
 * An upper factor U, A = U^H U, is the lower factor of A's transpose, transposed: L = U^T. Below, L's element (i, j) lies `row` i + `column` j
 * behind the first, and all is about the lower triangle.
 *
 * Workspace: what each panel's factoring has told, and the blocks of the present group's panels, in the order in which products read them as
 * their left and as their right operand: a solving step writes those of its panel, each grain its own, and the updating steps of the group
 * read them, before another group's come. `told` k + 1 is written with panel k's block, and read by steps after it: 0, or the rows and columns that show
 * that the matrix is not positive definite. Nothing is computed after that.
 */
#include "cpu/gemm_packed.h"
#include "cpu/linalg.h"
#include "cpu/linalg_substitute.h"
#include "cpu/sequence.h"

#include <string.h>

/* A panel is one block wide: all that a product reads of it is one stretch, also of complex numbers (gemm_packed.c). */
enum { BLOCK = RA__BLOCK_ROWS, GROUP_MOST = 4 };
enum { LOADED = 600 << 10 }; /* bytes that a grain loads: some 100 us where their memory is new */
enum { COMPLEX_FROM = 240 }; /* with fewer rows of complex numbers the whole takes less than its parts */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    bool informs;                /* result 1 tells of each matrix whether there is an answer */
    int64_t panels, group;       /* in all; in each but the last group */
    int64_t rows, parts;         /* that a grain loads of a panel, which has so many of such */
    int64_t row, column;         /* strides of L in the result */
    ra__packed packed;           /* of the first product */
    size_t left, right;          /* workspace of the first of a group */
    size_t packed_bytes;         /* of each */
    size_t conjugated, sums;     /* scratch */
} state;

static bool is_nan_at(const ra__linalg *l, const char *element)
{
    if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
        return *(const float *)(const void *)element != *(const float *)(const void *)element;
    return *(const double *)(const void *)element != *(const double *)(const void *)element;
}

/* Factors n x n of L in place, and clears what is above its diagonal. Gives LAPACK's info. */
static int factor(const struct ra__blas *b, const ra__linalg *l, int n, char *at, int ld)
{
    int info = 0;
    if (n > 0)
        RA__LAPACK(b, l->dtype, potrf_, l->pre.upper ? "U" : "L", &n, (void *)at, &ld, &info, 1);
    for (int i = 0; i < n && info == 0; i++) /* a NaN is not positive, which not every implementation notices */
        if (is_nan_at(l, at + l->size * (i * (int64_t)ld + i)))
            info = i + 1;
    return info;
}

static void clear_half(const ra__linalg *l, int64_t n, char *at, int64_t ld)
{
    for (int64_t j = 0; j < n; j++, at += l->size * ld) {
        if (l->pre.upper)
            memset(at + l->size * (j + 1), 0, (size_t)(l->size * (n - j - 1)));
        else
            memset(at, 0, (size_t)(l->size * j));
    }
}

/* Writes what is told of a matrix, where that is a result; whether it is an error. */
static ra_status tell(ra__run *r, int64_t at, int info)
{
    const state *s = r->plan->state;
    char label[48];
    if (s->informs)
        ((int32_t *)(void *)r->data[1])[at] = info;
    if (info == 0 || !s->base.pre.strict)
        return RA_OK;
    return ra__fault(r, RA_ERR_SINGULAR, "%snot positive definite, as its first %d rows and columns show", LABEL(&s->base, at, label), info);
}

/* ---- a matrix by itself ---- */

static ra_status one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows, ld = ra__ld(n);
    char *out = r->data[0] + at * n * (int64_t)n * l->size;
    LOAD(l, &s->a, AT(l, &s->a, r->data[l->results], at), out, ld);
    const int info = factor(b, l, n, out, ld);
    clear_half(l, n, out, ld);
    return tell(r, at, info);
}

/* ---- a matrix that is taken apart ---- */

/* A matrix of the batch, and the panel that a step is about. */
typedef struct work {
    const state *s;
    const struct ra__blas *b;
    ra__run *r;
    int64_t at, k;
    char *out;
} work;

static char *element(const work *w, int64_t i, int64_t j)
{
    return w->out + w->s->base.size * (i * w->s->row + j * w->s->column);
}

static int32_t *told(const work *w)
{
    return w->r->workspace;
}

static int64_t rows_left(const state *s, int64_t k)
{
    return ra__max(0, s->base.pre.rows - (k + 1) * BLOCK);
}

static int64_t blocks_left(const state *s, int64_t k)
{
    return ra__ceil_div(rows_left(s, k), BLOCK);
}

/* Block k on the diagonal. */
static ra_status factor_block(const work *w, int64_t k)
{
    const ra__linalg *l = &w->s->base;
    const int64_t n = ra__min(BLOCK, l->pre.rows - k * BLOCK);
    int info = k > 0 ? told(w)[k] : 0;
    char *block = element(w, k * BLOCK, k * BLOCK);
    if (info == 0) {
        info = factor(w->b, l, (int)n, block, (int)l->pre.rows);
        info += info > 0 ? (int)(k * BLOCK) : 0;
    }
    clear_half(l, n, block, l->pre.rows);
    told(w)[k + 1] = info;
    return k + 1 == w->s->panels || info ? tell(w->r, w->at, info) : RA_OK;
}

/* Panel `block` of A, from its diagonal on, and zeros in its place on the other side: of that, rows `top` to bottom - 1. */
static ra_status load_panel(const work *w, int64_t block, int64_t top, int64_t bottom)
{
    const ra__linalg *l = &w->s->base;
    const int64_t n = l->pre.rows, first = block * BLOCK, wide = ra__min(BLOCK, n - first), end = first + wide;
    const int64_t from = l->pre.upper ? top : ra__max(top, first), to = l->pre.upper ? ra__min(bottom, end) : bottom;
    const int64_t clear_from = l->pre.upper ? ra__max(top, end) : top, clear_to = l->pre.upper ? bottom : ra__min(bottom, first);
    ra__matrices part = w->s->a;
    part.columns = wide;
    part.rows = to - from;
    if (part.rows > 0)
        LOAD(l, &part, AT(l, &w->s->a, w->r->data[l->results], w->at) + l->size * (first * part.column + from * part.row),
             w->out + l->size * (first * n + from), n);
    for (int64_t j = first; j < end && clear_from < clear_to; j++)
        memset(w->out + l->size * (j * n + clear_from), 0, (size_t)(l->size * (clear_to - clear_from)));
    return block == 0 && top == 0 ? factor_block(w, 0) : RA_OK;
}

/* What panel k takes from that which is right of it: C^T = C^T - conj(L) L^T, of whose right operand and result the rows are contiguous in the
 * lower form, and C = C - L L^H in the upper one. */
static ra__product product_of(const state *s, int64_t k)
{
    const int64_t n = rows_left(s, k), step[2] = {s->row, s->column};
    return (ra__product){.dtype = s->base.dtype, .m = n, .n = n, .k = BLOCK, .alpha = {-1}, .beta = {1},
                         .a_strides = {step[0], step[1]}, .b_strides = {step[1], step[0]},
                         .c_strides = {s->base.pre.rows, 1}, .d_strides = {s->base.pre.rows, 1}};
}

/* A block of a panel whose elements are conjugated, in the same order without gaps. */
static const char *conjugate(const work *w, const char *from, int64_t rows, ra__product *x)
{
    const ra__linalg *l = &w->s->base;
    const bool upper = l->pre.upper;
    const int64_t length = upper ? BLOCK : rows, count = upper ? rows : BLOCK, half = l->size / 2;
    char *to = (char *)w->r->scratch + w->s->conjugated;
    for (int64_t j = 0; j < count; j++) {
        char *run = memcpy(to + l->size * j * length, from + l->size * j * l->pre.rows, (size_t)(l->size * length));
        for (int64_t i = 0; i < length; i++)
            if (half == 4)
                ((float *)(void *)run)[2 * i + 1] *= -1;
            else
                ((double *)(void *)run)[2 * i + 1] *= -1;
    }
    if (upper)
        x->b_strides[1] = length;
    else
        x->a_strides[1] = length;
    return to;
}

/* L L_k^H = A in a block of rows below block k. */
static void solve_block(const work *w, int64_t block)
{
    const ra__linalg *l = &w->s->base;
    const int64_t first = (w->k + 1) * BLOCK + block * BLOCK, rows = ra__min(BLOCK, l->pre.rows - first);
    const char *triangle = element(w, w->k * BLOCK, w->k * BLOCK);
    char *x = element(w, first, w->k * BLOCK);
    const int high = l->pre.upper ? BLOCK : (int)rows, wide = l->pre.upper ? (int)rows : BLOCK, ld = (int)l->pre.rows;
    const char *side = l->pre.upper ? "L" : "R", *half = l->pre.upper ? "U" : "L";
    if (!l->pre.upper && !ra__is_complex(l->dtype)) { /* the columns of X^T are rows here, side by side */
        const ra__triangle t = {.dtype = l->dtype, .n = BLOCK, .at = triangle, .row = 1, .column = ld};
        RA__ISA_NAME(ra__substitute)(w->b, &t, 0, BLOCK, x, ld, rows, NULL);
        return;
    }
    switch (l->dtype) {
    case RA_FLOAT32: w->b->strsm_(side, half, "T", "N", &high, &wide, &(float){1}, (const void *)triangle, &ld, (void *)x, &ld, 1, 1, 1, 1); break;
    case RA_FLOAT64: w->b->dtrsm_(side, half, "T", "N", &high, &wide, &(double){1}, (const void *)triangle, &ld, (void *)x, &ld, 1, 1, 1, 1); break;
    case RA_COMPLEX64: w->b->ctrsm_(side, half, "C", "N", &high, &wide, &(ra__c32){1}, (const void *)triangle, &ld, (void *)x, &ld, 1, 1, 1, 1); break;
    default: w->b->ztrsm_(side, half, "C", "N", &high, &wide, &(ra__c64){1}, (const void *)triangle, &ld, (void *)x, &ld, 1, 1, 1, 1); break;
    }
}

/* Panel k's place among the group's. */
static char *packed_of(const work *w, int64_t k)
{
    return (char *)w->r->workspace + (size_t)(k % w->s->group) * w->s->packed_bytes;
}

static void pack_block(const work *w, int64_t block)
{
    const state *s = w->s;
    const int64_t first = (w->k + 1) * BLOCK + block * BLOCK, rows = ra__min(BLOCK, s->base.pre.rows - first);
    const char *from = element(w, first, w->k * BLOCK), *left = from, *right = from;
    char *workspace = packed_of(w, w->k);
    ra__product x = product_of(s, w->k);
    x.m = x.n = rows;
    if (ra__is_complex(s->base.dtype))
        *(s->base.pre.upper ? &right : &left) = conjugate(w, from, rows, &x);
    const int64_t a_panels = BLOCK / s->packed.height, b_panels = BLOCK / s->packed.width;
    RA__ISA_NAME(ra__pack_a)(&x, left, 0, ra__ceil_div(rows, s->packed.height), workspace + s->left + (size_t)(block * a_panels) * s->packed.a_panel_bytes);
    RA__ISA_NAME(ra__pack_b)(&x, right, 0, ra__ceil_div(rows, s->packed.width), workspace + s->right + (size_t)(block * b_panels) * s->packed.b_panel_bytes);
}

/* What tile (i, j), in blocks of the matrix, takes of panel k. */
static ra__share share_of(const work *w, int64_t k, int64_t i, int64_t j)
{
    const state *s = w->s;
    const int64_t down = (s->base.pre.upper ? i : j) - (k + 1), across = (s->base.pre.upper ? j : i) - (k + 1);
    const int64_t high = BLOCK / s->packed.height, wide = BLOCK / s->packed.width;
    const char *packed = packed_of(w, k);
    ra__share share = {.x = product_of(s, k), .a_panels = packed + s->left, .b_panels = packed + s->right};
    share.tile = (ra__tile){down * high, ra__min((down + 1) * high, ra__ceil_div(share.x.m, s->packed.height)), across * wide,
                            ra__min((across + 1) * wide, ra__ceil_div(share.x.n, s->packed.width))};
    return share;
}

/* Its shares of the group's panels up to k. */
static void update_tile(const work *w, int64_t i, int64_t j)
{
    const state *s = w->s;
    const int64_t first = w->k - w->k % s->group, count = w->k - first + 1;
    char *c = element(w, (w->k + 1) * BLOCK, (w->k + 1) * BLOCK), *sums = (char *)w->r->scratch + s->sums;
    ra__share shares[GROUP_MOST], some[GROUP_MOST];
    for (int64_t g = 0; g < count; g++)
        shares[g] = some[g] = share_of(w, first + g, i, j);
    if (i != j) {
        RA__ISA_NAME(ra__tile_sum)(shares, (int)count, c, c, sums);
        return;
    }
    /* On the diagonal each panel of columns has the rows that the half has there: the first ones in the lower form, which is C^T, else the last ones. */
    const ra__tile *all = &shares[0].tile;
    const int64_t high = all->down_last - all->down_first;
    for (int64_t q = 0; q < all->across_last - all->across_first; q++) {
        const int64_t from = s->base.pre.upper ? q * s->packed.width / s->packed.height : 0;
        const int64_t to = s->base.pre.upper ? high : ra__min(ra__ceil_div((q + 1) * s->packed.width, s->packed.height), high);
        for (int64_t g = 0; g < count; g++) {
            const ra__tile *t = &shares[g].tile;
            some[g].tile = (ra__tile){t->down_first + from, t->down_first + to, t->across_first + q, t->across_first + q + 1};
        }
        RA__ISA_NAME(ra__tile_sum)(some, (int)count, c, c, sums);
    }
}

static bool ends_group(const state *s, int64_t k)
{
    return k % s->group == s->group - 1;
}

/* Behind panel k. The tiles go by columns: grain 0 is the first, on the diagonal. */
static int64_t update_grains(const state *s, int64_t k)
{
    const int64_t blocks = blocks_left(s, k);
    return ends_group(s, k) ? blocks * (blocks + 1) / 2 : blocks;
}

static ra_status update(const work *w, int64_t grain)
{
    int64_t i = grain, j = 0;
    for (int64_t high = blocks_left(w->s, w->k); i >= high; high--, j++)
        i -= high;
    if (told(w)[w->k + 1] == 0)
        update_tile(w, w->k + 1 + i + j, w->k + 1 + j);
    return grain == 0 ? factor_block(w, w->k + 1) : RA_OK;
}

/* Steps of a matrix: load; then solve and update for each panel but the last. */
static int64_t cholesky_grains(const ra_plan *p, int phase)
{
    const state *s = p->state;
    const int64_t step = phase % s->base.steps, k = (step - 1) / 2;
    return step == 0 ? s->panels * s->parts : step % 2 ? blocks_left(s, k) : update_grains(s, k);
}

static double cholesky_work(const ra_plan *p, int phase, int64_t grain)
{
    const state *s = p->state;
    const ra__linalg *l = &s->base;
    const int64_t step = phase % s->base.steps, k = (step - 1) / 2;
    const double factors = grain == 0 ? ra__work_factors(l, BLOCK, BLOCK) / 3 : 0;
    if (step == 0)
        return ra__work_load(l, ra__min(s->rows, l->pre.rows), BLOCK) + factors;
    if (step % 2)
        return ra__work_product(l, BLOCK, BLOCK, BLOCK);
    return ra__work_product(l, BLOCK, BLOCK, (k % s->group + 1) * BLOCK) + factors;
}

static ra_status grain_of(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const int64_t n = s->base.pre.rows;
    const work w = {s, b, r, at, (step - 1) / 2, r->data[0] + at * n * n * s->base.size};
    if (step == 0)
        return load_panel(&w, grain / s->parts, grain % s->parts * s->rows, ra__min((grain % s->parts + 1) * s->rows, n));
    if (step % 2 == 0)
        return update(&w, grain);
    if (told(&w)[w.k + 1] == 0) {
        solve_block(&w, grain);
        pack_block(&w, grain);
    }
    return RA_OK;
}

/* ---- the kernel ---- */

static void plan_apart(state *s, ra_plan *p)
{
    const int64_t n = s->base.pre.rows;
    const ra__product x = product_of(s, 0);
    s->panels = ra__ceil_div(n, BLOCK);
    s->group = s->base.dtype == RA_COMPLEX128 ? 1 : s->base.dtype == RA_COMPLEX64 ? 2 : GROUP_MOST; /* a tile of all of a group takes 100 to 250 us */
    s->rows = ra__max(BLOCK, LOADED / (BLOCK * s->base.size)); /* the first of them have all of the block on the diagonal */
    s->parts = ra__ceil_div(n, s->rows);
    RA__ISA_NAME(ra__packed_sizes)(&x, &s->packed);
    size_t end = 0;
    (void)ra__linalg_room(&end, (size_t)(s->panels + 1) * sizeof(int32_t)); /* told; fits: one of so many rows */
    s->left = ra__linalg_room(&end, (size_t)s->packed.a_panels * s->packed.a_panel_bytes); /* fits: elements of a panel of the result */
    s->right = ra__linalg_room(&end, (size_t)s->packed.b_panels * s->packed.b_panel_bytes); /* fits: so are these, at most twice */
    s->packed_bytes = end - s->left;
    p->workspace = s->left + (size_t)s->group * s->packed_bytes; /* fits: a few times as much */
    s->conjugated = TAKE(&s->base, ra__is_complex(s->base.dtype) ? BLOCK * BLOCK : 0, s->base.size);
    s->sums = TAKE(&s->base, (int64_t)RA__ISA_NAME(ra__tile_sum_scratch)(BLOCK / s->packed.height, BLOCK / s->packed.width), 1);
}

static ra_status cholesky_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)BEGIN(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t n = s->base.pre.rows;
    const double ns = ra__linalg_cubic(&s->base, n, n) / 3;
    MATRICES(&s->base, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->informs = s->base.results > 1;
    s->row = s->base.pre.upper ? n : 1;
    s->column = s->base.pre.upper ? 1 : n;
    if (!RA__ISA_NAME(ra__linalg_is_apart)(&s->base, n) || (ra__is_complex(s->base.dtype) && n < COMPLEX_FROM))
        return FINISH(&s->base, p, ns);
    plan_apart(s, p);
    return RA__ISA_NAME(ra__linalg_finish_apart)(&s->base, p, 2 * s->panels - 1, ns);
}

static ra_status cholesky_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, grain_of) : RUN(r, first, last, one);
}

const ra_kernel RA__KERNEL(linalg_cholesky) = {.name = "linalg_cholesky", .plan = cholesky_plan, .run = cholesky_run, .grains = cholesky_grains, .work = cholesky_work};
