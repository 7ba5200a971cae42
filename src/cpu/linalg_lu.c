/* See linalg_lu.h. */
#include "cpu/linalg_lu.h"

#include "cpu/linalg_getrf.h"
#include "cpu/linalg_substitute.h"
#include "cpu/sequence.h"

#include <string.h>

/* Columns of a panel; and of a stripe: whole panels of A's of any instruction set. */
enum { NARROW = 48, WIDE = 96, WIDE_FROM = 1024, STRIPE_MOST = 48, STRIPE_LEAST = 12 };
/* Multiply-adds of float32 in a grain that brings a panel to a stripe, at most: 200 us; and to a piece, which it factors too. */
#define STRIPE_GRAIN 10e6
#define PIECE_GRAIN 7e6
enum { OWN_PANELS = 4 }; /* of the rows below, that a product within a panel reads at a time */
/* Multiply-adds of float32 in a grain that brings U to right-hand sides: some 150 us. */
#define BACK_GRAIN 6e6
/* Of a step of few rows, which take longest to be read first (complex numbers take four times that: with twice, complex128 of 1500 rows took a
 * tenth longer); and how few those may be, before stripes are narrow and behind that. */
#define BACK_MOST 8e6
enum { BACK_FEW = 48, BACK_FEWEST = 12 };
enum { BACK_NARROW = 48, BACK_WIDE = 96, BACK_WIDE_FROM = 768 }; /* columns of a stripe then; right-hand sides that are enough for wide ones */

static int64_t first_of(const ra__lu *lu, int64_t panel)
{
    return ra__panel_first(&lu->panels, panel);
}

/* What `lines` columns take of columns first to end - 1 of L, below those: C^T = C^T - U^T L^T, whose rows are contiguous. */
static ra__product product_of(const ra__lu *lu, int64_t first, int64_t end, int64_t lines, int64_t ld)
{
    return (ra__product){.dtype = lu->l->dtype, .m = lines, .n = lu->rows - end, .k = end - first, .alpha = {-1}, .beta = {1},
                         .a_strides = {1, lu->panels.stripe}, .b_strides = {ld, 1}, .c_strides = {ld, 1}, .d_strides = {ld, 1}};
}

void RA__ISA_NAME(ra__lu_plan)(ra__linalg *l, ra__lu *lu, int64_t rows, int64_t columns, int64_t right, bool inverts, size_t *workspace)
{
    lu->l = l;
    lu->inverts = inverts;
    lu->rows = rows;
    lu->right = right;
    const int64_t least = ra__min(rows, columns), width = least < WIDE_FROM || ra__is_complex(l->dtype) ? NARROW : WIDE;
    const double each = ra__linalg_dear(l->dtype) * (double)rows, back_most = ra__is_complex(l->dtype) ? 4 * BACK_MOST : BACK_MOST;
    ra__panels *p = &lu->panels;
    *p = (ra__panels){.columns = columns, .least = least, .width = width, .count = ra__ceil_div(least, width)};
    p->stripe = ra__panels_narrowed(STRIPE_MOST, STRIPE_LEAST, each * (double)width, STRIPE_GRAIN);
    p->piece = ra__panels_narrowed(p->stripe, STRIPE_LEAST, each * (double)width, PIECE_GRAIN);
    p->pieces = width / p->piece;
    const ra__product x = product_of(lu, 0, width, p->stripe, rows);
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    lu->told = ra__linalg_room(workspace, (size_t)(p->count + 1) * sizeof(int32_t));
    for (int i = 0; i < 2; i++)
        lu->packed[i] = ra__linalg_room(workspace, (size_t)sizes.b_panels * sizes.b_panel_bytes);
    lu->pivots = ra__linalg_room(workspace, (size_t)least * sizeof(int));
    lu->solved = RA__ISA_NAME(ra__linalg_take)(l, p->stripe * width, l->size);
    lu->left = RA__ISA_NAME(ra__linalg_take)(l, sizes.a_panels, (int64_t)sizes.a_panel_bytes);
    lu->back_width = right < BACK_WIDE_FROM ? BACK_NARROW : BACK_WIDE;
    int64_t some = RA__BLOCK_ROWS;
    while (some > BACK_FEW && (some >= rows || each * (double)(lu->back_width * some) > back_most))
        some /= 2;
    while (lu->back_width > BACK_NARROW && each * (double)(lu->back_width * some) > back_most)
        lu->back_width /= 2;
    while (some > BACK_FEWEST && each * (double)(lu->back_width * some) > back_most)
        some /= 2;
    lu->back_bytes = (size_t)(rows * lu->back_width * l->size); /* fits: elements of the right-hand sides, and a stripe more */
    lu->back = ra__linalg_room(workspace, (size_t)ra__ceil_div(right, lu->back_width) * lu->back_bytes);
    const int64_t blocks = (int64_t)(BACK_GRAIN / (each * (double)(lu->back_width * some)));
    lu->back_rows = ra__max(1, ra__min(blocks, (rows - 1) / some)) * some; /* at least two steps: all are loaded before one is stored */
    const double shallow = some < RA__BLOCK_ROWS ? back_most / (each / (double)rows * (double)(lu->back_width * 2 * some)) : 0;
    lu->back_shallow = (int64_t)(shallow < (double)rows / 2 ? shallow : (double)rows / 2) / (2 * some) * (2 * some);
    lu->straight = RA__ISA_NAME(ra__linalg_take)(l, inverts ? rows * lu->back_width : 0, l->size);
    lu->places = RA__ISA_NAME(ra__linalg_take)(l, inverts ? rows : 0, sizeof(int));
    const size_t back_sums = right > 0 ? RA__ISA_NAME(ra__substitute_scratch)(l->dtype, rows, lu->back_width, lu->back_rows) : 0;
    lu->back_sums = RA__ISA_NAME(ra__linalg_take)(l, (int64_t)back_sums, 1);
    const size_t shared = RA__ISA_NAME(ra__tile_scratch)(&x, sizes.a_panels, sizes.b_panels);
    const size_t own = p->pieces > 1 ? RA__ISA_NAME(ra__tile_own_scratch)(&x, sizes.a_panels, OWN_PANELS) : 0;
    lu->sums = RA__ISA_NAME(ra__linalg_take)(l, (int64_t)(own > shared ? own : shared), 1);
}

/* ---- the cut ---- */

/* A step of the factors: right-hand sides of the inverse are there up to the panel that is brought. */
static ra__panel_step step_of(const ra__lu *lu, int64_t step)
{
    const int64_t made = step / lu->panels.pieces, right = lu->inverts ? first_of(lu, made) : lu->right;
    return ra__panels_step(&lu->panels, step, made == 0 ? 0 : ra__ceil_div(right, lu->panels.stripe));
}

int64_t RA__ISA_NAME(ra__lu_factor_steps)(const ra__lu *lu)
{
    return ra__panels_steps(&lu->panels);
}

/* Rows from below of a step that brings U to the right-hand sides. */
static void back_step(const ra__lu *lu, int64_t step, int64_t *first, int64_t *end)
{
    const int64_t shallow = lu->back_shallow / (2 * lu->back_rows), rows = step < shallow ? 2 * lu->back_rows : lu->back_rows;
    *first = step < shallow ? step * rows : lu->back_shallow + (step - shallow) * rows;
    *end = ra__min(*first + rows, lu->rows);
}

int64_t RA__ISA_NAME(ra__lu_steps)(const ra__lu *lu)
{
    const int64_t back = lu->back_shallow / (2 * lu->back_rows) + ra__ceil_div(lu->rows - lu->back_shallow, lu->back_rows);
    return RA__ISA_NAME(ra__lu_factor_steps)(lu) + (lu->right > 0 ? back : 0);
}

int64_t RA__ISA_NAME(ra__lu_grains)(const ra__lu *lu, int64_t step)
{
    if (step >= RA__ISA_NAME(ra__lu_factor_steps)(lu))
        return ra__ceil_div(lu->right, lu->back_width);
    const ra__panel_step c = step_of(lu, step);
    return ra__panel_grains(&c);
}

bool RA__ISA_NAME(ra__lu_columns)(const ra__lu *lu, int64_t step, int64_t grain, int64_t *first, int64_t *end)
{
    const ra__panel_step c = step_of(lu, step);
    const int64_t stripe = ra__panel_stripe(&c, grain);
    if (c.made > 0 || stripe < 0)
        return false;
    ra__panel_columns(&lu->panels, &c, stripe, first, end);
    return true;
}

bool RA__ISA_NAME(ra__lu_right)(const ra__lu *lu, int64_t step, int64_t grain, int64_t *first, int64_t *end)
{
    const ra__panel_step c = step_of(lu, step);
    *first = (ra__panel_stripe(&c, grain) - c.stripes) * lu->panels.stripe;
    *end = ra__min(*first + lu->panels.stripe, lu->right);
    return c.made == 1 && step < RA__ISA_NAME(ra__lu_factor_steps)(lu) && *first >= 0;
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

/* Brings columns first to end - 1 of L to a stripe of columns, whose rows are in order now. `packed`: as products read them, or NULL. */
static void bring(const ra__lu_work *w, int64_t first, int64_t end, char *column, int64_t ld, int64_t columns, const char *packed)
{
    const ra__lu *lu = w->lu;
    const ra__linalg *l = lu->l;
    char *solved = w->scratch + lu->solved, *left = w->scratch + lu->left, *sums = w->scratch + lu->sums, *below = column + l->size * end;
    const ra__matrices turned = {.rows = columns, .columns = end - first, .row = ld, .column = 1};
    RA__ISA_NAME(ra__matrix_load)(l, &turned, column + l->size * first, solved, lu->panels.stripe);
    const ra__triangle t = {.dtype = l->dtype, .n = end - first, .at = element(w, first, first), .row = 1, .column = w->ld, .unit = true};
    RA__ISA_NAME(ra__substitute)(w->b, &t, 0, end - first, solved, lu->panels.stripe, columns, NULL);
    RA__ISA_NAME(ra__matrix_store)(l, &turned, column + l->size * first, solved, lu->panels.stripe);
    ra__product x = product_of(lu, first, end, columns, ld);
    if (x.n == 0)
        return;
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    const ra__tile all = {0, sizes.a_panels, 0, sizes.b_panels};
    if (packed) {
        RA__ISA_NAME(ra__pack_a)(&x, solved, 0, sizes.a_panels, left);
        RA__ISA_NAME(ra__tile_shared)(&x, all, left, packed, below, below, sums);
        return;
    }
    for (int64_t at = 0; at < all.across_last; at += OWN_PANELS) {
        const ra__tile some = {0, all.down_last, at, ra__min(at + OWN_PANELS, all.across_last)};
        RA__ISA_NAME(ra__tile_own)(&x, some, solved, element(w, end, first), below, below, sums);
    }
}

static const char *packed_of(const ra__lu_work *w, int64_t k)
{
    return w->workspace + w->lu->packed[k % 2];
}

/* Brings panel k to a stripe of columns of A. */
static void bring_to(const ra__lu_work *w, int64_t k, int64_t first, int64_t end)
{
    const int64_t from = first_of(w->lu, k), to = first_of(w->lu, k + 1);
    exchange(w, element(w, 0, first), w->ld, end - first, from, to);
    bring(w, from, to, element(w, 0, first), w->ld, end - first, packed_of(w, k));
}

static void bring_right(const ra__lu_work *w, int64_t k, int64_t stripe)
{
    const ra__lu *lu = w->lu;
    const int64_t from = first_of(lu, k), to = first_of(lu, k + 1), first = stripe * lu->panels.stripe, columns = ra__min(lu->panels.stripe, lu->right - first);
    char *column = w->right + lu->l->size * first * w->right_ld;
    if (lu->inverts && first >= from)
        RA__ISA_NAME(ra__matrix_identity)(lu->l, column, w->right_ld, first, columns);
    else
        exchange(w, column, w->right_ld, columns, from, to);
    bring(w, from, to, column, w->right_ld, columns, packed_of(w, k));
}

/* A piece of the panel that is made: the last one makes what products read of it. */
static void factor(const ra__lu_work *w, const ra__panel_step *c)
{
    const ra__lu *lu = w->lu;
    int64_t first, end;
    ra__panel_columns(&lu->panels, c, c->piece, &first, &end);
    if (first > c->first) {
        exchange(w, element(w, 0, first), w->ld, end - first, c->first, first);
        bring(w, c->first, first, element(w, 0, first), w->ld, end - first, NULL);
    }
    int *pivots = w->pivots + first;
    int32_t *tell = told(w) + c->made;
    const int info = ra__getrf(w->b, lu->l->dtype, (int)(lu->rows - first), (int)(end - first), element(w, first, first), (int)w->ld, pivots);
    for (int64_t i = first; i < end; i++)
        w->pivots[i] += (int)first;
    exchange(w, element(w, 0, c->first), w->ld, first - c->first, first, end);
    const int32_t before = c->piece > 0 ? tell[1] : c->made > 0 ? tell[0] : 0;
    tell[1] = before ? before : info > 0 ? info + (int32_t)first : 0;
    if (end < c->end)
        return;
    const ra__product x = product_of(lu, c->first, end, lu->panels.stripe, w->ld);
    ra__packed sizes;
    RA__ISA_NAME(ra__packed_sizes)(&x, &sizes);
    RA__ISA_NAME(ra__pack_b)(&x, element(w, end, c->first), 0, sizes.b_panels, w->workspace + lu->packed[c->made % 2]);
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
    const int64_t steps = RA__ISA_NAME(ra__lu_factor_steps)(lu);
    int64_t first, end;
    if (step >= steps) {
        back_step(lu, step - steps, &first, &end);
        bring_back(w, first, end, grain);
        return;
    }
    const ra__panel_step c = step_of(lu, step);
    const int64_t stripe = ra__panel_stripe(&c, grain);
    if (c.made > 0 && stripe >= c.stripes)
        bring_right(w, c.made - 1, stripe - c.stripes);
    else if (c.made > 0 && stripe >= 0) {
        ra__panel_columns(&lu->panels, &c, stripe, &first, &end);
        bring_to(w, c.made - 1, first, end);
    }
    if (grain == 0 && c.has_piece)
        factor(w, &c);
}

/* Columns first to end - 1 of L to `columns`. */
static double work_of_bringing(const ra__lu *lu, int64_t first, int64_t end, int64_t columns)
{
    return ra__work_product(lu->l, lu->rows - first, end - first, columns);
}

double RA__ISA_NAME(ra__lu_grain_work)(const ra__lu *lu, int64_t step, int64_t grain)
{
    const ra__linalg *l = lu->l;
    const int64_t steps = ra__panels_steps(&lu->panels);
    if (step >= steps) {
        int64_t from, end;
        back_step(lu, step - steps, &from, &end);
        return ra__work_product(l, end - from, lu->back_width, end);
    }
    const ra__panel_step s = step_of(lu, step);
    const int64_t stripe = ra__panel_stripe(&s, grain), k = s.made - 1;
    int64_t first, end;
    double work = 0;
    if (stripe >= 0) {
        ra__panel_columns(&lu->panels, &s, stripe < s.stripes ? stripe : 0, &first, &end);
        const int64_t columns = stripe < s.stripes ? end - first : lu->panels.stripe;
        work += k < 0 ? ra__work_load(l, lu->rows, columns) : work_of_bringing(lu, first_of(lu, k), first_of(lu, k + 1), columns);
    }
    if (grain == 0 && s.has_piece) {
        ra__panel_columns(&lu->panels, &s, s.piece, &first, &end);
        work += work_of_bringing(lu, s.first, first, end - first) + ra__work_factors(l, lu->rows - first, end - first);
    }
    return work;
}

int RA__ISA_NAME(ra__lu_info)(const ra__lu_work *w)
{
    return told(w)[w->lu->panels.count];
}

int64_t RA__ISA_NAME(ra__lu_exchanges)(const ra__lu *lu)
{
    return ra__ceil_div(first_of(lu, lu->panels.count - 1), lu->panels.stripe);
}

void RA__ISA_NAME(ra__lu_exchange)(const ra__lu_work *w, int64_t stripe)
{
    const ra__lu *lu = w->lu;
    const int64_t first = stripe * lu->panels.stripe;
    exchange(w, element(w, 0, first), w->ld, lu->panels.stripe, first_of(lu, first / lu->panels.width + 1), lu->panels.least);
}
