/* See linalg_lu.h. */
#include "cpu/linalg_lu.h"

#include "cpu/linalg_getrf.h"
#include "cpu/linalg_substitute.h"
#include "cpu/sequence.h"

#include <string.h>

enum { STRIPE = RA__LU_STRIPE, NARROW = STRIPE, WIDE = 2 * STRIPE, WIDE_FROM = 1024 };
/* Multiply-adds of float32 in a grain that brings U to right-hand sides: some 150 us. */
#define BACK_GRAIN 6e6
enum { BACK_WIDE_FROM = 768 }; /* right-hand sides that are enough for stripes of twice the width */

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

void RA__ISA_NAME(ra__lu_plan)(ra__linalg *l, ra__lu *lu, int64_t rows, int64_t columns, int64_t right, bool inverts, size_t *workspace)
{
    lu->l = l;
    lu->inverts = inverts;
    lu->rows = rows;
    lu->columns = columns;
    lu->right = right;
    lu->least = ra__min(rows, columns);
    lu->width = lu->least < WIDE_FROM ? NARROW : WIDE;
    lu->panels = ra__ceil_div(lu->least, lu->width);
    const ra__product x = product_of(lu, 0, STRIPE, rows);
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    lu->told = ra__linalg_room(workspace, (size_t)(lu->panels + 1) * sizeof(int32_t));
    for (int i = 0; i < 2; i++)
        lu->packed[i] = ra__linalg_room(workspace, (size_t)sizes.b_panels * sizes.b_panel_bytes);
    lu->pivots = ra__linalg_room(workspace, (size_t)lu->least * sizeof(int));
    lu->solved = RA__ISA_NAME(ra__linalg_take)(l, STRIPE * lu->width, l->size);
    lu->left = RA__ISA_NAME(ra__linalg_take)(l, sizes.a_panels, (int64_t)sizes.a_panel_bytes);
    lu->back_width = right < BACK_WIDE_FROM ? STRIPE : 2 * STRIPE;
    lu->back_bytes = (size_t)(rows * lu->back_width * l->size); /* fits: elements of the right-hand sides, and a stripe more */
    lu->back = ra__linalg_room(workspace, (size_t)ra__ceil_div(right, lu->back_width) * lu->back_bytes);
    const double dear = l->dtype == RA_FLOAT32 ? 1 : l->dtype == RA_FLOAT64 ? 2 : l->dtype == RA_COMPLEX64 ? 4 : 8;
    const int64_t blocks = (int64_t)(BACK_GRAIN / dear / ((double)rows * (double)lu->back_width * RA__BLOCK_ROWS));
    lu->back_rows = ra__max(1, ra__min(blocks, (rows - 1) / RA__BLOCK_ROWS)) * RA__BLOCK_ROWS; /* at least two steps: all are loaded before one is stored */
    lu->straight = RA__ISA_NAME(ra__linalg_take)(l, inverts ? rows * lu->back_width : 0, l->size);
    lu->places = RA__ISA_NAME(ra__linalg_take)(l, inverts ? rows : 0, sizeof(int));
    lu->back_sums = RA__ISA_NAME(ra__linalg_take)(l, (int64_t)RA__ISA_NAME(ra__substitute_scratch)(l->dtype, rows, lu->back_width), 1);
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
        return ra__ceil_div(lu->right, lu->back_width);
    if (step == 0)
        return 1 + ra__ceil_div(lu->columns - first_of(lu, 1), STRIPE);
    return has_next(lu, k) + stripes_of(lu, k) + ra__ceil_div(lu->inverts ? first_of(lu, k + 1) : lu->right, STRIPE);
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
    int *pivots = w->pivots + first;
    const int info = ra__getrf(w->b, lu->l->dtype, rows, columns, element(w, first, first), ld, pivots);
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

/* Brings panel k to a stripe of columns, whose rows are in order now. */
static void bring(const ra__lu_work *w, int64_t k, char *column, int64_t ld, int64_t columns)
{
    const ra__lu *lu = w->lu;
    const ra__linalg *l = lu->l;
    const int64_t first = first_of(lu, k), end = first_of(lu, k + 1);
    char *solved = w->scratch + lu->solved, *left = w->scratch + lu->left, *below = column + l->size * end;
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
    for (; first < end; first += STRIPE) {
        const int64_t columns = ra__min(STRIPE, end - first);
        exchange(w, element(w, 0, first), w->ld, columns, first_of(w->lu, k), first_of(w->lu, k + 1));
        bring(w, k, element(w, 0, first), w->ld, columns);
    }
}

static void bring_right(const ra__lu_work *w, int64_t k, int64_t stripe)
{
    const ra__lu *lu = w->lu;
    const int64_t first = stripe * STRIPE, columns = ra__min(STRIPE, lu->right - first);
    char *column = w->right + lu->l->size * first * w->right_ld;
    if (lu->inverts && first >= first_of(lu, k))
        RA__ISA_NAME(ra__matrix_identity)(lu->l, column, w->right_ld, first, columns);
    else
        exchange(w, column, w->right_ld, columns, first_of(lu, k), first_of(lu, k + 1));
    bring(w, k, column, w->right_ld, columns);
}

/* Columns first to first + columns - 1 of U^-1 L^-1, by rows, to where they are in the inverse. */
static void store_inverse(const ra__lu_work *w, const ra__matrices *turned, const char *x, int64_t first)
{
    const ra__lu *lu = w->lu;
    const int64_t size = lu->l->size, n = lu->rows;
    char *columns = w->scratch + lu->straight;
    int *place = (int *)(void *)(w->scratch + lu->places);
    for (int64_t i = 0; i < n; i++)
        place[i] = (int)i;
    for (int64_t i = 0; i < n; i++) {
        const int with = w->pivots[i] - 1, was = place[i];
        place[i] = place[with];
        place[with] = was;
    }
    ra__matrices v = *turned;
    v.row = n;
    RA__ISA_NAME(ra__matrix_store)(lu->l, &v, columns, x, lu->back_width);
    for (int64_t j = 0; j < v.rows; j++)
        memcpy(w->right + size * place[first + j] * w->right_ld, columns + size * j * n, (size_t)(size * n));
}

/* U X = Y in rows first to end - 1 from below, of a stripe of right-hand sides, which is turned before and after all of them. */
static void bring_back(const ra__lu_work *w, int64_t first, int64_t end, int64_t stripe)
{
    const ra__lu *lu = w->lu;
    const ra__linalg *l = lu->l;
    const int64_t n = lu->rows, wide = lu->back_width, left = stripe * wide, columns = ra__min(wide, lu->right - left);
    char *column = w->right + l->size * left * w->right_ld, *x = w->workspace + lu->back + (size_t)stripe * lu->back_bytes;
    const ra__matrices turned = {.rows = columns, .columns = n, .row = w->right_ld, .column = 1};
    if (first == 0)
        RA__ISA_NAME(ra__matrix_load)(l, &turned, column, x, wide);
    const ra__triangle u = {.dtype = l->dtype, .n = n, .at = element(w, n - 1, n - 1), .row = -1, .column = -w->ld};
    RA__ISA_NAME(ra__substitute)(w->b, &u, first, end, x + l->size * (n - 1) * wide, -wide, columns, w->scratch + lu->back_sums);
    if (end == n && lu->inverts)
        store_inverse(w, &turned, x, left);
    else if (end == n)
        RA__ISA_NAME(ra__matrix_store)(l, &turned, column, x, wide);
}

void RA__ISA_NAME(ra__lu_run)(const ra__lu_work *w, int64_t step, int64_t grain)
{
    const ra__lu *lu = w->lu;
    const int64_t k = step - 1;
    if (k >= lu->panels) {
        const int64_t from = (k - lu->panels) * lu->back_rows;
        bring_back(w, from, ra__min(from + lu->back_rows, lu->rows), grain);
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
    bring_right(w, k, grain - stripes_of(lu, k));
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
