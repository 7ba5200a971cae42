/*
 * topk: the first k entries of each row, in order.
 *
 * Where k is small against the row, entries that beat the k-th so far are collected, and each time the collection is
 * full it is sorted and cut down to k. A long row is cut into stretches that do so on their own; a second phase sorts
 * what they kept. Where k is large the row is sorted whole.
 */
#include "cpu/sort.h"

#include <string.h>

enum {
    STRETCH = 65536, /* elements of a long row that one grain looks through */
    TILE = 64        /* entries made, and passed over, at a time */
};
#define GRAIN_NS 50000.0

typedef struct topk {
    ra__rows rows;
    ra__sorter sorter;
    size_t item;
    int64_t k, room;            /* room: entries collected before they are cut down */
    int64_t stretches, kept;    /* of a row; entries that each leaves in the workspace */
    int64_t batch;
    size_t tile_at, sort_at;    /* in scratch */
} topk;

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static ra_status topk_plan(const ra_meta *m, ra_plan *p)
{
    topk *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    ra_dtype dtype = m->in[0].layout->dtype;
    s->item = ra_dtype_size(dtype);
    s->k = pre->k;
    RA__ISA_NAME(ra__rows_init)(&s->rows, m, pre->dim, 2);
    RA__ISA_NAME(ra__sorter_init)(&s->sorter, dtype, s->rows.n, pre->descending);
    int64_t n = s->rows.n, rows = s->rows.rows;
    p->state = s;
    p->phases = 0;
    if (s->k == 0 || n == 0 || rows == 0)
        return RA_OK;
    bool whole = s->k > n / 8;
    s->room = whole ? n : s->k < 16 ? 32 : 2 * s->k;
    s->stretches = !whole && n > 2 * STRETCH && s->k <= STRETCH / 8 ? (n + STRETCH - 1) / STRETCH : 1;
    s->kept = s->k;
    int64_t most = s->room > s->stretches * s->kept ? s->room : s->stretches * s->kept;
    s->tile_at = round_up((size_t)most * s->sorter.entry);
    s->sort_at = s->tile_at + round_up(TILE * s->sorter.entry);
    p->scratch = s->sort_at + round_up((size_t)most * s->sorter.entry); /* fits: a row */
    double row_ns = whole ? (double)n * 12 + 50 : (double)n * 1.2 + (double)s->room * 20;
    p->cost_ns = row_ns * (double)rows;
    s->batch = (int64_t)(GRAIN_NS / row_ns);
    if (s->batch < 1 || s->stretches > 1)
        s->batch = 1;
    p->grains[0] = (rows * s->stretches + s->batch - 1) / s->batch;
    p->phases = 1;
    if (s->stretches > 1) {
        p->workspace = (size_t)(rows * s->stretches * s->kept) * s->sorter.entry; /* fits: fewer than the elements */
        p->grains[1] = rows;
        p->phases = 2;
    }
    return RA_OK;
}

/* Whether any of the entries is less than bound; all of the tile at once, so that it is a vector loop. */
static bool any_below(const topk *s, const void *tile, int64_t n, const void *bound)
{
    uint64_t found = 0;
    if (s->sorter.wide) {
        const ra__sort_pair *e = tile;
        uint64_t key = ((const ra__sort_pair *)bound)->key;
        for (int64_t i = 0; i < n; i++)
            found |= e[i].key < key; /* equal keys come later and do not beat it */
    } else {
        const uint64_t *e = tile;
        uint64_t limit = *(const uint64_t *)bound;
        for (int64_t i = 0; i < n; i++)
            found |= e[i] < limit;
    }
    return found;
}

/* Appends those of n entries that beat bound (NULL: all of them), as far as there is room; how many were looked at. */
static int64_t append(const topk *s, void *collection, int64_t *held, const void *tile, int64_t n, const void *bound)
{
    int64_t at = *held, i = 0;
    if (s->sorter.wide) {
        const ra__sort_pair *e = tile, *limit = bound;
        ra__sort_pair *to = collection;
        for (; i < n && at < s->room; i++) {
            to[at] = e[i];
            at += !limit || e[i].key < limit->key;
        }
    } else {
        const uint64_t *e = tile, *limit = bound;
        uint64_t *to = collection;
        for (; i < n && at < s->room; i++) {
            to[at] = e[i];
            at += !limit || e[i] < *limit;
        }
    }
    *held = at;
    return i;
}

/* The first k (or all, where there are fewer) of n elements from `position` on, sorted, at the start of scratch. */
static int64_t collect(const topk *s, char *scratch, const char *src, int64_t n, int64_t position)
{
    char *tile = scratch + s->tile_at, *room = scratch + s->sort_at;
    int64_t held = 0;
    const char *bound = NULL;
    for (int64_t i = 0; i < n; i += TILE) {
        int64_t count = n - i < TILE ? n - i : TILE;
        s->sorter.load(tile, src + i * s->rows.stride[0], s->rows.stride[0], count, position + i, s->sorter.flip);
        if (bound && !any_below(s, tile, count, bound))
            continue;
        for (int64_t j = 0; j < count;) {
            j += append(s, scratch, &held, tile + (size_t)j * s->sorter.entry, count - j, bound);
            if (held == s->room && s->room > s->k) {
                s->sorter.sort(scratch, room, held, s->sorter.digits);
                held = s->k;
                bound = scratch + (size_t)(s->k - 1) * s->sorter.entry;
            }
        }
    }
    s->sorter.sort(scratch, room, held, s->sorter.digits);
    return held < s->k ? held : s->k;
}

static void store(const topk *s, ra__run *r, int64_t row, const void *entries)
{
    int64_t offsets[3];
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    RA__ISA_NAME(ra__sort_store)(&s->sorter, entries, s->k, r->data[2] + offsets[0], s->rows.stride[0], s->item, r->data[0] + offsets[1],
                                 s->rows.stride[1], r->data[1] + offsets[2], s->rows.stride[2]);
}

/* What a stretch kept to the workspace; where it has fewer than k elements the rest is left out by the count. */
static int64_t kept_by(const topk *s, int64_t stretch)
{
    int64_t n = s->rows.n - stretch * STRETCH < STRETCH ? s->rows.n - stretch * STRETCH : STRETCH;
    return n < s->k ? n : s->k;
}

static void run_stretch(const topk *s, ra__run *r, int64_t row, int64_t stretch)
{
    int64_t offsets[3], first = stretch * STRETCH;
    int64_t n = s->rows.n - first < STRETCH ? s->rows.n - first : STRETCH;
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    int64_t held = collect(s, r->scratch, r->data[2] + offsets[0] + first * s->rows.stride[0], n, first);
    char *to = (char *)r->workspace + (size_t)((row * s->stretches + stretch) * s->kept) * s->sorter.entry;
    memcpy(to, r->scratch, (size_t)held * s->sorter.entry);
}

static void join_stretches(const topk *s, ra__run *r, int64_t row)
{
    size_t entry = s->sorter.entry;
    char *to = r->scratch;
    int64_t n = 0;
    for (int64_t i = 0; i < s->stretches; i++) {
        int64_t held = kept_by(s, i);
        memcpy(to + (size_t)n * entry, (char *)r->workspace + (size_t)((row * s->stretches + i) * s->kept) * entry, (size_t)held * entry);
        n += held;
    }
    s->sorter.sort(to, to + s->sort_at, n, s->sorter.digits);
    store(s, r, row, to);
}

static ra_status topk_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const topk *s = r->plan->state;
    if (phase == 1) {
        for (int64_t row = first; row < last; row++)
            join_stretches(s, r, row);
    } else if (s->stretches > 1) {
        for (int64_t g = first; g < last; g++)
            run_stretch(s, r, g / s->stretches, g % s->stretches);
    } else {
        int64_t end = last * s->batch < s->rows.rows ? last * s->batch : s->rows.rows;
        for (int64_t row = first * s->batch; row < end; row++) {
            int64_t offsets[3];
            RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
            collect(s, r->scratch, r->data[2] + offsets[0], s->rows.n, 0);
            store(s, r, row, r->scratch);
        }
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(topk) = {.name = "topk", .plan = topk_plan, .run = topk_run};
