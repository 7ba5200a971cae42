/*
 * One element of each row by its rank, and where it is: kthvalue, median, nanmedian; and mode, the most frequent.
 *
 * Short rows are sorted. Of long ones the key at a rank is found byte by byte, from the highest: each pass counts what follows the
 * bytes that are settled. Of equal elements the first is told; of the most frequent one its last.
 */
#include "cpu/sort.h"

#include <string.h>

enum {
    TILE = 64,  /* keys made at a time */
    SHORT = 512 /* elements of a row that is sorted */
};
#define GRAIN_NS 50000.0

enum kind { KTH, MEDIAN, NANMEDIAN, MODE };

typedef struct ranking {
    ra__rows rows;
    ra__sorter sorter;
    enum kind kind;
    int64_t k; /* from 0 */
    int64_t batch;
    size_t item, room; /* bytes of an element; where the room for sorting starts in scratch */
    bool sorts;
} ranking;

static ra_status plan_rank(const ra_meta *m, ra_plan *p, enum kind kind)
{
    ranking *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    const ra_dtype dtype = m->in[0].layout->dtype;
    *s = (ranking){.kind = kind, .k = pre->k - 1, .item = ra_dtype_size(dtype)};
    RA__ISA_NAME(ra__rows_init)(&s->rows, m, pre->dim, 2);
    const int64_t n = s->rows.n, rows = s->rows.rows;
    RA__ISA_NAME(ra__sorter_init)(&s->sorter, dtype, n, false);
    p->state = s;
    p->phases = 0;
    if (n == 0 || rows == 0)
        return RA_OK;
    s->sorts = kind == MODE || n < SHORT;
    const double row_ns = 40 + (double)n * (s->sorts ? n < 40 * s->sorter.digits ? 12 : 4 + 1.5 * s->sorter.digits : 1.5 * (s->sorter.digits + 1));
    s->room = ((size_t)(s->sorts ? n : TILE) * s->sorter.entry + 63) & ~(size_t)63;
    p->scratch = 2 * s->room; /* fits: a row */
    p->cost_ns = (double)rows * row_ns;
    s->batch = row_ns < GRAIN_NS ? (int64_t)(GRAIN_NS / row_ns) : 1;
    p->phases = 1;
    p->grains[0] = (rows + s->batch - 1) / s->batch;
    return RA_OK;
}

/* The rank that is wanted, of n elements of which `nans` are NaN, which rank last. */
static int64_t rank_of(const ranking *s, int64_t n, int64_t nans)
{
    if (s->kind == KTH)
        return s->k;
    if (s->kind == MEDIAN)
        return nans ? n - nans : (n - 1) / 2;
    return nans == n ? 0 : (n - nans - 1) / 2;
}

/* ---- short rows ---- */

static int64_t sorted_nans(const ranking *s, const void *entries, int64_t n)
{
    int64_t nans = 0;
    while (s->sorter.has_nan && nans < n && ra__entry_key(&s->sorter, entries, n - 1 - nans) == s->sorter.nan)
        nans++;
    return nans;
}

/* Of the entry whose key is that of the most entries, and least; NaN are all different. */
static int64_t most_frequent(const ranking *s, const void *entries, int64_t n)
{
    int64_t best = 0, most = 0, first = 0;
    for (int64_t i = 0; i < n; i++) {
        const uint64_t key = ra__entry_key(&s->sorter, entries, i);
        const bool ends = i + 1 == n || key != ra__entry_key(&s->sorter, entries, i + 1) || (s->sorter.has_nan && key == s->sorter.nan);
        if (ends && i + 1 - first > most) {
            most = i + 1 - first;
            best = i;
        }
        if (ends)
            first = i + 1;
    }
    return best;
}

static int64_t place_by_sorting(const ranking *s, void *scratch, const char *src)
{
    const int64_t n = s->rows.n;
    s->sorter.load(scratch, src, s->rows.stride[0], n, 0, 0);
    s->sorter.sort(scratch, (char *)scratch + s->room, n, s->sorter.digits);
    if (s->kind == MODE)
        return ra__entry_position(&s->sorter, scratch, most_frequent(s, scratch, n));
    int64_t rank = rank_of(s, n, sorted_nans(s, scratch, n));
    const uint64_t key = ra__entry_key(&s->sorter, scratch, rank);
    while (rank > 0 && ra__entry_key(&s->sorter, scratch, rank - 1) == key)
        rank--;
    return ra__entry_position(&s->sorter, scratch, rank);
}

/* ---- long rows ---- */

static int64_t tile_of(const ranking *s, void *tile, const char *src, int64_t i)
{
    const int64_t n = s->rows.n - i < TILE ? s->rows.n - i : TILE;
    s->sorter.load(tile, src + i * s->rows.stride[0], s->rows.stride[0], n, i, 0);
    return n;
}

static int64_t count_key(const ranking *s, void *tile, const char *src, uint64_t key)
{
    int64_t count = 0;
    for (int64_t i = 0; i < s->rows.n; i += TILE) {
        const int64_t n = tile_of(s, tile, src, i);
        for (int64_t j = 0; j < n; j++)
            count += ra__entry_key(&s->sorter, tile, j) == key;
    }
    return count;
}

/* The key of that rank. */
static uint64_t select_key(const ranking *s, void *tile, const char *src, int64_t rank)
{
    uint64_t settled = 0, mask = 0;
    for (int d = s->sorter.digits - 1; d >= 0; d--) {
        int64_t counts[256] = {0};
        for (int64_t i = 0; i < s->rows.n; i += TILE) {
            const int64_t n = tile_of(s, tile, src, i);
            for (int64_t j = 0; j < n; j++) {
                const uint64_t key = ra__entry_key(&s->sorter, tile, j);
                counts[key >> 8 * d & 255] += (key & mask) == settled;
            }
        }
        uint64_t digit = 0;
        while (rank >= counts[digit])
            rank -= counts[digit++];
        settled |= digit << 8 * d;
        mask |= (uint64_t)255 << 8 * d;
    }
    return settled;
}

static int64_t first_of(const ranking *s, void *tile, const char *src, uint64_t key)
{
    for (int64_t i = 0; i < s->rows.n; i += TILE) {
        const int64_t n = tile_of(s, tile, src, i);
        for (int64_t j = 0; j < n; j++)
            if (ra__entry_key(&s->sorter, tile, j) == key)
                return i + j;
    }
    return 0;
}

static int64_t place_by_counting(const ranking *s, void *tile, const char *src)
{
    const int64_t nans = s->kind != KTH && s->sorter.has_nan ? count_key(s, tile, src, s->sorter.nan) : 0;
    return first_of(s, tile, src, select_key(s, tile, src, rank_of(s, s->rows.n, nans)));
}

static ra_status run_rank(ra__run *r, int phase, int64_t first, int64_t last)
{
    const ranking *s = r->plan->state;
    const int64_t end = last * s->batch < s->rows.rows ? last * s->batch : s->rows.rows;
    (void)phase;
    for (int64_t row = first * s->batch; row < end; row++) {
        int64_t offsets[3];
        RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
        const char *src = r->data[2] + offsets[0];
        const int64_t at = s->sorts ? place_by_sorting(s, r->scratch, src) : place_by_counting(s, r->scratch, src);
        memcpy(r->data[0] + offsets[1], src + at * s->rows.stride[0], s->item);
        memcpy(r->data[1] + offsets[2], &at, sizeof at);
    }
    return RA_OK;
}

#define KERNEL(op, kind) \
    static ra_status op##_plan(const ra_meta *m, ra_plan *p) \
    { \
        return plan_rank(m, p, kind); \
    } \
    const ra_kernel RA__KERNEL(op) = {.name = #op, .plan = op##_plan, .run = run_rank};
KERNEL(kthvalue, KTH)
KERNEL(median, MEDIAN)
KERNEL(nanmedian, NANMEDIAN)
KERNEL(mode, MODE)
