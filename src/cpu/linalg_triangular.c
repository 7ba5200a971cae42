/*
 * Equations whose matrix is a triangle, by substitution.
 *
 * X A = B is solved as A^T X^T = B^T: below, b and x are the transposed views then, and so is the triangle. Right-hand sides are brought into
 * rows for it, all of a matrix by one grain, or in stripes where there is more to do: these stay in the workspace until all are
 * solved, since X may lie where A does.
 */
#include "cpu/linalg.h"
#include "cpu/linalg_substitute.h"
#include "cpu/sequence.h"

#include <string.h>

enum { WIDE = 48, NARROW = 16, MANY = 96, FEW = 4 };
/* Multiply-adds of float32: in a grain, some 150 us, and in a matrix that is taken apart, at least. */
#define GRAIN_WORK 6e6
#define APART_WORK 4e6

typedef struct state {
    ra__linalg base;
    ra__matrices a, b, x;
    bool upper;
    int64_t width, stripes, rows; /* right-hand sides of a stripe; and rows of a step */
    size_t stripe_bytes;          /* in the workspace */
    size_t copy, right, sums;     /* scratch; the first where A is read from a copy */
    bool copied;
} state;

/* Right-hand sides in memory of ours: row after row, so many apart. */
static int64_t apart_by(int64_t columns)
{
    return ra__ceil_div(columns, NARROW) * NARROW;
}

static ra__triangle triangle_of(const ra__run *r, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    const int64_t n = s->a.rows, last = s->upper ? n - 1 : 0, sign = s->upper ? -1 : 1;
    const char *a = AT(l, &s->a, r->data[l->results], at);
    ra__triangle t = {.dtype = l->dtype, .n = n, .row = s->a.row, .column = s->a.column, .unit = l->pre.unit};
    if (s->copied) {
        char *copy = (char *)r->scratch + s->copy;
        RA__ISA_NAME(ra__matrix_load)(l, &s->a, a, copy, n);
        a = copy;
        t.row = 1;
        t.column = n;
    }
    t.at = a + l->size * last * (t.row + t.column);
    t.row *= sign;
    t.column *= sign;
    return t;
}

/* Rows first to end - 1, in the order in which they are solved, of `columns` right-hand sides at x. */
static void solve(const ra__run *r, const struct ra__blas *b, const ra__triangle *t, int64_t first, int64_t end, char *x, int64_t row, int64_t columns)
{
    const state *s = r->plan->state;
    char *from = s->upper ? x + s->base.size * (s->a.rows - 1) * row : x;
    RA__ISA_NAME(ra__substitute)(b, t, first, end, from, s->upper ? -row : row, columns, (char *)r->scratch + s->sums);
}

/* Columns first to end - 1 of B or X, as the rows of a matrix whose columns are X's rows here. */
static ra__matrices turned(const state *s, const ra__matrices *v, int64_t columns)
{
    return (ra__matrices){.rows = columns, .columns = s->a.rows, .row = v->column, .column = v->row};
}

static void load(const ra__run *r, const state *s, int64_t at, int64_t first, int64_t columns, char *x, int64_t row)
{
    const ra__linalg *l = &s->base;
    const ra__matrices v = turned(s, &s->b, columns);
    RA__ISA_NAME(ra__matrix_load)(l, &v, AT(l, &s->b, r->data[l->results + 1], at) + l->size * first * s->b.column, x, row);
}

static void store(const ra__run *r, const state *s, int64_t at, int64_t first, int64_t columns, const char *x, int64_t row)
{
    const ra__linalg *l = &s->base;
    const ra__matrices v = turned(s, &s->x, columns);
    RA__ISA_NAME(ra__matrix_store)(l, &v, AT(l, &s->x, r->data[0], at) + l->size * first * s->x.column, x, row);
}

static ra_status one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const int64_t columns = s->x.columns, row = apart_by(columns);
    char *right = (char *)r->scratch + s->right;
    if (s->a.rows == 0 || columns == 0)
        return RA_OK;
    const ra__triangle t = triangle_of(r, s, at);
    load(r, s, at, 0, columns, right, row);
    solve(r, b, &t, 0, t.n, right, row, columns);
    store(r, s, at, 0, columns, right, row);
    return RA_OK;
}

static ra_status grain_of(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain)
{
    const state *s = r->plan->state;
    const int64_t first = grain * s->width, columns = ra__min(s->width, s->x.columns - first), from = step * s->rows;
    char *x = (char *)r->workspace + (size_t)grain * s->stripe_bytes;
    if (step == s->base.steps - 1) {
        store(r, s, at, first, columns, x, s->width);
        return RA_OK;
    }
    const ra__triangle t = triangle_of(r, s, at);
    if (step == 0)
        load(r, s, at, first, columns, x, s->width);
    solve(r, b, &t, from, ra__min(from + s->rows, t.n), x, s->width, columns);
    return RA_OK;
}

static int64_t triangular_grains(const ra_plan *p, int phase)
{
    (void)phase;
    return ((const state *)p->state)->stripes;
}

static ra_status triangular_plan(const ra_meta *m, ra_plan *p)
{
    const ra__shape *x = ra__out_shape(m, 0);
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, x->ndim - 2, x->sizes);
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    MATRICES(l, &s->b, b->ndim, ra__sizes(b), ra__strides(b), false);
    MATRICES(l, &s->x, x->ndim, x->sizes, x->strides, false);
    s->upper = l->pre.upper;
    if (!l->pre.left) {
        s->a = ra__matrices_transposed(&s->a);
        s->b = ra__matrices_transposed(&s->b);
        s->x = ra__matrices_transposed(&s->x);
        s->upper = !s->upper;
    }
    const int64_t n = s->a.rows, columns = s->x.columns;
    const double dear = l->dtype == RA_FLOAT32 ? 1 : l->dtype == RA_FLOAT64 ? 2 : l->dtype == RA_COMPLEX64 ? 4 : 8;
    const double each = (double)n * (double)n * (double)columns / 2, ns = ra__linalg_cubic(l, n, columns);
    if (n == 0 || columns == 0)
        l->batch = 0; /* of solutions without elements there is none to compute, in a batch of any size */
    s->copied = ra__is_complex(l->dtype) && !RA__ISA_NAME(ra__triangle_is_direct)(&s->a);
    s->copy = s->copied ? TAKE(l, n * n, l->size) : 0;
    if (l->batch > FEW || each * dear < APART_WORK || s->copied) {
        s->right = TAKE(l, n * apart_by(columns), l->size);
        s->sums = TAKE(l, (int64_t)RA__ISA_NAME(ra__substitute_scratch)(l->dtype, n, columns, n), 1);
        return RA__ISA_NAME(ra__linalg_finish)(l, p, ns);
    }
    s->width = columns >= MANY ? WIDE : NARROW;
    s->stripes = ra__ceil_div(columns, s->width);
    s->stripe_bytes = (size_t)(n * s->width * l->size + 63) / 64 * 64; /* fits: elements of X, and a stripe more */
    p->workspace = (size_t)s->stripes * s->stripe_bytes; /* fits: likewise */
    s->rows = ra__max(1, (int64_t)(GRAIN_WORK / dear / ((double)n * (double)s->width * RA__BLOCK_ROWS))) * RA__BLOCK_ROWS;
    s->sums = TAKE(l, (int64_t)RA__ISA_NAME(ra__substitute_scratch)(l->dtype, n, s->width, s->rows), 1);
    return RA__ISA_NAME(ra__linalg_finish_apart)(l, p, ra__ceil_div(n, s->rows) + 1, ns);
}

static ra_status triangular_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    return s->base.steps ? RA__ISA_NAME(ra__linalg_run_apart)(r, phase, first, last, grain_of) : RA__ISA_NAME(ra__linalg_run)(r, first, last, one);
}

const ra_kernel RA__KERNEL(linalg_solve_triangular) = {
    .name = "linalg_solve_triangular", .plan = triangular_plan, .run = triangular_run, .grains = triangular_grains};
