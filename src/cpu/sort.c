/*
 * sort and argsort. Rows of moderate length are sorted whole, several to a grain; long ones by blocks and parts. Long ones of elements of a
 * byte are counted: how many there are of each in each block tells where the first of them in that block goes, and the others behind it.
 */
#include "cpu/sort.h"

enum { LONG_ROW = 2 * RA__SORT_BLOCK, BYTES = 256 };
#define COUNTED_NS 2.5
#define WORKSPACE_LIMIT ((int64_t)1 << 32)
#define GRAIN_NS 50000.0

typedef struct sorting {
    ra__rows rows;
    ra__sorter sorter;
    ra__long_sort split;
    bool is_long, is_counted;
    uint8_t turned; /* (counted) bits of elements that are not those of their keys */
    int64_t batch;
    size_t item, room; /* bytes of an element; where the room for sorting starts in scratch */
    int values, positions; /* results; -1: not asked for */
} sorting;

static ra_status plan_sort(const ra_meta *m, ra_plan *p, bool values)
{
    sorting *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    ra_dtype dtype = m->in[0].layout->dtype;
    s->values = values ? 0 : -1;
    s->positions = values ? 1 : 0;
    s->item = ra_dtype_size(dtype);
    RA__ISA_NAME(ra__rows_init)(&s->rows, m, pre->dim, m->out_count);
    RA__ISA_NAME(ra__sorter_init)(&s->sorter, dtype, s->rows.n, pre->descending);
    int64_t n = s->rows.n, rows = s->rows.rows;
    p->state = s;
    p->phases = 0;
    if (n == 0 || rows == 0)
        return RA_OK;
    double row_ns = 30 + (double)n * (n < 40 * s->sorter.digits ? 12 : 4 + 1.5 * s->sorter.digits);
    p->cost_ns = (double)rows * row_ns;
    s->is_long = n > LONG_ROW && rows <= WORKSPACE_LIMIT / (int64_t)s->sorter.entry / n;
    s->is_counted = s->is_long && s->item == 1;
    if (s->is_long)
        RA__ISA_NAME(ra__long_sort_init)(&s->split, dtype, n, pre->descending);
    if (s->is_counted) {
        s->turned = (uint8_t)(s->sorter.flip ^ (dtype == RA_INT8 ? 0x80 : 0));
        p->cost_ns = (double)rows * (double)n * COUNTED_NS;
        p->workspace = (size_t)(rows * s->split.blocks) * BYTES * sizeof(int64_t); /* fits: less than WORKSPACE_LIMIT */
        p->phases = 3;
        p->grains[0] = p->grains[2] = rows * s->split.blocks;
        p->grains[1] = rows;
        return RA_OK;
    }
    if (s->is_long) {
        p->workspace = (size_t)rows * s->split.bytes; /* fits: WORKSPACE_LIMIT and what it is rounded to */
        p->scratch = RA__ISA_NAME(ra__long_sort_scratch)(&s->split);
        p->phases = 3;
        p->grains[0] = rows * s->split.blocks;
        p->grains[1] = rows;
        p->grains[2] = rows * s->split.parts;
        return RA_OK;
    }
    s->batch = (int64_t)(GRAIN_NS / row_ns);
    if (s->batch < 1)
        s->batch = 1;
    s->room = ((size_t)n * s->sorter.entry + 63) & ~(size_t)63;
    p->scratch = 2 * s->room; /* fits: a row */
    p->phases = 1;
    p->grains[0] = (rows + s->batch - 1) / s->batch;
    return RA_OK;
}

static void store(const sorting *s, ra__run *r, const int64_t offsets[3], const void *entries, int64_t place, int64_t n)
{
    int results = s->values >= 0 ? 2 : 1;
    int64_t values_stride = s->rows.stride[1], positions_stride = s->rows.stride[1 + s->positions];
    char *values = s->values >= 0 ? r->data[s->values] + offsets[1] + place * values_stride : NULL;
    char *positions = r->data[s->positions] + offsets[1 + s->positions] + place * positions_stride;
    RA__ISA_NAME(ra__sort_store)(&s->sorter, entries, n, r->data[results] + offsets[0], s->rows.stride[0], s->item, values, values_stride, positions,
                                 positions_stride);
}

static void sort_row(const sorting *s, ra__run *r, int64_t row)
{
    int64_t offsets[3];
    const char *in = r->data[s->values >= 0 ? 2 : 1];
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    s->sorter.load(r->scratch, in + offsets[0], s->rows.stride[0], s->rows.n, 0, s->sorter.flip);
    s->sorter.sort(r->scratch, (char *)r->scratch + s->room, s->rows.n, s->sorter.digits);
    store(s, r, offsets, r->scratch, 0, s->rows.n);
}

static void sort_block(const sorting *s, ra__run *r, int64_t row, int64_t block)
{
    int64_t offsets[3];
    const char *in = r->data[s->values >= 0 ? 2 : 1];
    void *entries;
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    int64_t n = ra__long_sort_block(&s->split, block, (char *)r->workspace + (size_t)row * s->split.bytes, &entries);
    int64_t first = block * RA__SORT_BLOCK;
    s->sorter.load(entries, in + offsets[0] + first * s->rows.stride[0], s->rows.stride[0], n, first, s->sorter.flip);
    s->sorter.sort(entries, r->scratch, n, s->sorter.digits);
}

static void sort_part(const sorting *s, ra__run *r, int64_t row, int64_t part)
{
    int64_t offsets[3], place;
    uint64_t key_before;
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    int64_t n = RA__ISA_NAME(ra__long_sort_part)(&s->split, (char *)r->workspace + (size_t)row * s->split.bytes, part, r->scratch, &place, &key_before);
    store(s, r, offsets, r->scratch, place, n);
}

/* Of each byte in a block: how many there are, and then where the next of them goes. */
static int64_t *counts_of(const sorting *s, const ra__run *r, int64_t row, int64_t block)
{
    return (int64_t *)r->workspace + (row * s->split.blocks + block) * BYTES;
}

static const uint8_t *bytes_of(const sorting *s, const ra__run *r, const int64_t offsets[3], int64_t block)
{
    return (const uint8_t *)r->data[s->values >= 0 ? 2 : 1] + offsets[0] + block * RA__SORT_BLOCK * s->rows.stride[0];
}

static int64_t length_of(const sorting *s, int64_t block)
{
    const int64_t left = s->rows.n - block * RA__SORT_BLOCK;
    return left < RA__SORT_BLOCK ? left : RA__SORT_BLOCK;
}

static void count_block(const sorting *s, const ra__run *r, int64_t row, int64_t block)
{
    int64_t offsets[3], *counts = counts_of(s, r, row, block);
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    const uint8_t *in = bytes_of(s, r, offsets, block);
    const int64_t n = length_of(s, block), stride = s->rows.stride[0];
    uint32_t found[2][BYTES] = {{0}}; /* in turn: of equal neighbours the second would wait for the first */
    for (int64_t i = 0; i < n; i++)
        found[i % 2][in[i * stride] ^ s->turned]++;
    for (int key = 0; key < BYTES; key++)
        counts[key] = (int64_t)found[0][key] + found[1][key];
}

static void place_blocks(const sorting *s, const ra__run *r, int64_t row)
{
    int64_t *counts = counts_of(s, r, row, 0), place = 0;
    for (int key = 0; key < BYTES; key++)
        for (int64_t block = 0; block < s->split.blocks; block++) {
            const int64_t count = counts[block * BYTES + key];
            counts[block * BYTES + key] = place;
            place += count;
        }
}

static void spread_block(const sorting *s, const ra__run *r, int64_t row, int64_t block)
{
    int64_t offsets[3], *places = counts_of(s, r, row, block);
    RA__ISA_NAME(ra__rows_at)(&s->rows, row, offsets);
    const uint8_t *in = bytes_of(s, r, offsets, block);
    const int64_t n = length_of(s, block), first = block * RA__SORT_BLOCK, stride = s->rows.stride[0];
    const int64_t values_stride = s->rows.stride[1], positions_stride = s->rows.stride[1 + s->positions];
    char *values = s->values >= 0 ? r->data[s->values] + offsets[1] : NULL, *positions = r->data[s->positions] + offsets[1 + s->positions];
    for (int64_t i = 0; i < n; i++) {
        const uint8_t x = in[i * stride];
        const int64_t place = places[x ^ s->turned]++;
        *(int64_t *)(void *)(positions + place * positions_stride) = first + i;
        if (values)
            *(uint8_t *)(values + place * values_stride) = x;
    }
}

static void run_counted(const sorting *s, const ra__run *r, int phase, int64_t first, int64_t last)
{
    const int64_t blocks = s->split.blocks;
    for (int64_t g = first; g < last; g++)
        if (phase == 0)
            count_block(s, r, g / blocks, g % blocks);
        else if (phase == 1)
            place_blocks(s, r, g);
        else
            spread_block(s, r, g / blocks, g % blocks);
}

static ra_status run_sort(ra__run *r, int phase, int64_t first, int64_t last)
{
    const sorting *s = r->plan->state;
    if (!s->is_long) {
        int64_t end = last * s->batch < s->rows.rows ? last * s->batch : s->rows.rows;
        for (int64_t row = first * s->batch; row < end; row++)
            sort_row(s, r, row);
        return RA_OK;
    }
    if (s->is_counted) {
        run_counted(s, r, phase, first, last);
        return RA_OK;
    }
    for (int64_t g = first; g < last; g++)
        if (phase == 0)
            sort_block(s, r, g / s->split.blocks, g % s->split.blocks);
        else if (phase == 1)
            RA__ISA_NAME(ra__long_sort_split)(&s->split, (char *)r->workspace + (size_t)g * s->split.bytes, r->scratch);
        else
            sort_part(s, r, g / s->split.parts, g % s->split.parts);
    return RA_OK;
}

static ra_status sort_plan(const ra_meta *m, ra_plan *p)
{
    return plan_sort(m, p, true);
}

static ra_status argsort_plan(const ra_meta *m, ra_plan *p)
{
    return plan_sort(m, p, false);
}

const ra_kernel RA__KERNEL(sort) = {.name = "sort", .plan = sort_plan, .run = run_sort};
const ra_kernel RA__KERNEL(argsort) = {.name = "argsort", .plan = argsort_plan, .run = run_sort};
