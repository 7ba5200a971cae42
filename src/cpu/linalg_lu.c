/* See linalg_lu.h. */
#include "cpu/linalg_lu.h"

#include "cpu/linalg_substitute.h"
#include "cpu/sequence.h"

#include <string.h>

enum { STRIPE = RA__LU_STRIPE, NARROW = STRIPE, WIDE = 2 * STRIPE, WIDE_FROM = 1024 };
/* Multiply-adds of float32 in a grain that brings U to right-hand sides: some 150 us. */
#define BACK_GRAIN 6e6

static size_t take(size_t *from, size_t bytes)
{
    size_t at = *from;
    *from += (bytes + 63) / 64 * 64; /* fits: a matrix of the operands' size, or parts of one */
    return at;
}

static int64_t first_of(const ra__lu *lu, int64_t panel)
{
    return ra__min(panel * lu->width, lu->least);
}

/* What `lines` columns take below panel k: C^T = C^T - U^T L^T, whose rows are contiguous. */
static ra__product product_of(const ra__lu *lu, int64_t k, int64_t lines, int64_t ld)
{
    const int64_t first = first_of(lu, k), end = first_of(lu, k + 1);
    return (ra__product){.dtype = lu->l->dtype, .m = lines, .n = lu->rows - end, .k = end - first, .alpha = {-1}, .beta = {1},
                         .a_strides = {1, STRIPE}, .b_strides = {ld, 1}, .c_strides = {ld, 1}, .d_strides = {ld, 1}};
}

void RA__ISA_NAME(ra__lu_plan)(ra__linalg *l, ra__lu *lu, int64_t rows, int64_t columns, int64_t right, size_t *workspace)
{
    lu->l = l;
    lu->rows = rows;
    lu->columns = columns;
    lu->right = right;
    lu->least = ra__min(rows, columns);
    lu->width = lu->least < WIDE_FROM ? NARROW : WIDE;
    lu->panels = ra__ceil_div(lu->least, lu->width);
    const ra__product x = product_of(lu, 0, STRIPE, rows);
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    lu->told = take(workspace, (size_t)(lu->panels + 1) * sizeof(int32_t));
    for (int i = 0; i < 2; i++)
        lu->packed[i] = take(workspace, (size_t)sizes.b_panels * sizes.b_panel_bytes);
    lu->pivots = take(workspace, (size_t)lu->least * sizeof(int));
    lu->solved = RA__ISA_NAME(ra__linalg_take)(l, STRIPE * lu->width, l->size);
    lu->left = RA__ISA_NAME(ra__linalg_take)(l, sizes.a_panels, (int64_t)sizes.a_panel_bytes);
    const double dear = l->dtype == RA_FLOAT32 ? 1 : l->dtype == RA_FLOAT64 ? 2 : l->dtype == RA_COMPLEX64 ? 4 : 8;
    const int64_t blocks = (int64_t)(BACK_GRAIN / dear / ((double)rows * STRIPE * RA__BLOCK_ROWS));
    lu->back_rows = ra__max(1, blocks) * RA__BLOCK_ROWS; /* fits: a quotient of a few million */
    lu->back = RA__ISA_NAME(ra__linalg_take)(l, right > 0 ? rows * STRIPE : 0, l->size);
    lu->back_sums = RA__ISA_NAME(ra__linalg_take)(l, (int64_t)RA__ISA_NAME(ra__substitute_scratch)(l->dtype, rows, STRIPE), 1);
    lu->sums = RA__ISA_NAME(ra__linalg_take)(l, (int64_t)RA__ISA_NAME(ra__tile_scratch)(&x, sizes.a_panels, sizes.b_panels), 1);
}

/* ---- the cut ---- */

/* In step 1 + k: whether there is a panel k + 1, and the columns right of it. */
static bool has_next(const ra__lu *lu, int64_t k)
{
    return k + 1 < lu->panels;
}

static int64_t columns_from(const ra__lu *lu, int64_t k)
{
    return has_next(lu, k) ? first_of(lu, k + 2) : first_of(lu, k + 1);
}

static int64_t stripes_of(const ra__lu *lu, int64_t k)
{
    return ra__ceil_div(lu->columns - columns_from(lu, k), STRIPE);
}

int64_t RA__ISA_NAME(ra__lu_steps)(const ra__lu *lu)
{
    return 1 + lu->panels + (lu->right > 0 ? ra__ceil_div(lu->rows, lu->back_rows) : 0);
}

int64_t RA__ISA_NAME(ra__lu_grains)(const ra__lu *lu, int64_t step)
{
    const int64_t k = step - 1;
    if (k >= lu->panels)
        return ra__ceil_div(lu->right, STRIPE);
    if (step == 0)
        return 1 + ra__ceil_div(lu->columns - first_of(lu, 1), STRIPE);
    return has_next(lu, k) + stripes_of(lu, k) + ra__ceil_div(lu->right, STRIPE);
}

void RA__ISA_NAME(ra__lu_columns)(const ra__lu *lu, int64_t grain, int64_t *first, int64_t *end)
{
    *first = grain == 0 ? 0 : first_of(lu, 1) + (grain - 1) * STRIPE;
    *end = grain == 0 ? first_of(lu, 1) : ra__min(*first + STRIPE, lu->columns);
}

bool RA__ISA_NAME(ra__lu_right)(const ra__lu *lu, int64_t grain, int64_t *first, int64_t *end)
{
    *first = (grain - has_next(lu, 0) - stripes_of(lu, 0)) * STRIPE;
    *end = ra__min(*first + STRIPE, lu->right);
    return *first >= 0;
}

/* ---- a panel ---- */

static int32_t *told(const ra__lu_work *w)
{
    return (int32_t *)(void *)(w->workspace + w->lu->told);
}

static char *element(const ra__lu_work *w, int64_t i, int64_t j)
{
    return w->a + w->lu->l->size * (j * w->ld + i);
}

static void factor(const ra__lu_work *w, int64_t k)
{
    const ra__lu *lu = w->lu;
    const int64_t first = first_of(lu, k), end = first_of(lu, k + 1);
    const int rows = (int)(lu->rows - first), columns = (int)(end - first), ld = (int)w->ld;
    int *pivots = w->pivots + first, info = 0;
    RA__LAPACK(w->b, lu->l->dtype, getrf_, &rows, &columns, (void *)element(w, first, first), &ld, pivots, &info);
    for (int i = 0; i < columns; i++)
        pivots[i] += (int)first;
    const int before = k > 0 ? told(w)[k] : 0;
    told(w)[k + 1] = before ? before : info > 0 ? info + (int32_t)first : 0;
    const ra__product x = product_of(lu, k, STRIPE, w->ld);
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    RA__ISA_NAME(ra__pack_b)(&x, element(w, end, first), 0, sizes.b_panels, w->workspace + lu->packed[k % 2]);
}

static void exchange(const ra__lu_work *w, char *column, int64_t ld, int64_t columns, int64_t first, int64_t end)
{
    const int64_t size = w->lu->l->size;
    for (; columns > 0; columns--, column += size * ld)
        for (int64_t i = first; i < end; i++) {
            const int64_t with = w->pivots[i] - 1;
            if (with == i)
                continue;
            char *x = column + size * i, *y = column + size * with, z[16];
            if (size == 4) {
                memcpy(z, x, 4);
                memcpy(x, y, 4);
                memcpy(y, z, 4);
            } else if (size == 8) {
                memcpy(z, x, 8);
                memcpy(x, y, 8);
                memcpy(y, z, 8);
            } else {
                memcpy(z, x, 16);
                memcpy(x, y, 16);
                memcpy(y, z, 16);
            }
        }
}

/* Brings panel k to a stripe of columns. */
static void bring(const ra__lu_work *w, int64_t k, char *column, int64_t ld, int64_t columns)
{
    const ra__lu *lu = w->lu;
    const ra__linalg *l = lu->l;
    const int64_t first = first_of(lu, k), end = first_of(lu, k + 1);
    char *solved = w->scratch + lu->solved, *left = w->scratch + lu->left, *below = column + l->size * end;
    exchange(w, column, ld, columns, first, end);
    const ra__matrices turned = {.rows = columns, .columns = end - first, .row = ld, .column = 1};
    RA__ISA_NAME(ra__matrix_load)(l, &turned, column + l->size * first, solved, STRIPE);
    const ra__triangle t = {.dtype = l->dtype, .n = end - first, .at = element(w, first, first), .row = 1, .column = w->ld, .unit = true};
    RA__ISA_NAME(ra__substitute)(w->b, &t, 0, end - first, solved, STRIPE, columns, NULL);
    RA__ISA_NAME(ra__matrix_store)(l, &turned, column + l->size * first, solved, STRIPE);
    const ra__product x = product_of(lu, k, columns, ld);
    if (x.n == 0)
        return;
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    RA__ISA_NAME(ra__pack_a)(&x, solved, 0, sizes.a_panels, left);
    RA__ISA_NAME(ra__tile_shared)(&x, (ra__tile){0, sizes.a_panels, 0, sizes.b_panels}, left, w->workspace + lu->packed[k % 2], below, below,
                                  w->scratch + lu->sums);
}

static void bring_to(const ra__lu_work *w, int64_t k, int64_t first, int64_t end)
{
    for (; first < end; first += STRIPE)
        bring(w, k, element(w, 0, first), w->ld, ra__min(STRIPE, end - first));
}

/* U X = Y in rows first to end - 1 from below, of a stripe of right-hand sides. */
static void bring_back(const ra__lu_work *w, int64_t first, int64_t end, char *column, int64_t columns)
{
    const ra__linalg *l = w->lu->l;
    const int64_t n = w->lu->rows;
    char *x = w->scratch + w->lu->back;
    ra__matrices turned = {.rows = columns, .columns = end, .row = w->right_ld, .column = 1};
    RA__ISA_NAME(ra__matrix_load)(l, &turned, column + l->size * (n - end), x, STRIPE);
    const ra__triangle u = {.dtype = l->dtype, .n = n, .at = element(w, n - 1, n - 1), .row = -1, .column = -w->ld};
    RA__ISA_NAME(ra__substitute)(w->b, &u, first, end, x + l->size * (end - 1) * STRIPE, -STRIPE, columns, w->scratch + w->lu->back_sums);
    turned.columns = end - first;
    RA__ISA_NAME(ra__matrix_store)(l, &turned, column + l->size * (n - end), x, STRIPE);
}

void RA__ISA_NAME(ra__lu_run)(const ra__lu_work *w, int64_t step, int64_t grain)
{
    const ra__lu *lu = w->lu;
    const int64_t k = step - 1;
    if (k >= lu->panels) {
        const int64_t from = (k - lu->panels) * lu->back_rows, left = grain * STRIPE;
        bring_back(w, from, ra__min(from + lu->back_rows, lu->rows), w->right + lu->l->size * left * w->right_ld, ra__min(STRIPE, lu->right - left));
        return;
    }
    if (step == 0) {
        if (grain == 0)
            factor(w, 0);
        return;
    }
    if (has_next(lu, k) && grain == 0) {
        bring_to(w, k, first_of(lu, k + 1), first_of(lu, k + 2));
        factor(w, k + 1);
        return;
    }
    grain -= has_next(lu, k);
    int64_t first = columns_from(lu, k) + grain * STRIPE;
    if (first < lu->columns) {
        bring_to(w, k, first, ra__min(first + STRIPE, lu->columns));
        return;
    }
    first = (grain - stripes_of(lu, k)) * STRIPE;
    bring(w, k, w->right + lu->l->size * first * w->right_ld, w->right_ld, ra__min(STRIPE, lu->right - first));
}

int RA__ISA_NAME(ra__lu_info)(const ra__lu_work *w)
{
    return told(w)[w->lu->panels];
}

int64_t RA__ISA_NAME(ra__lu_exchanges)(const ra__lu *lu)
{
    return ra__ceil_div(first_of(lu, lu->panels - 1), STRIPE);
}

void RA__ISA_NAME(ra__lu_exchange)(const ra__lu_work *w, int64_t stripe)
{
    const int64_t first = stripe * STRIPE;
    exchange(w, element(w, 0, first), w->ld, STRIPE, first_of(w->lu, first / w->lu->width + 1), w->lu->least);
}
