/*
 * cumsum: running sums along a dimension, in double for float32, float32 for halves, int64 for integers.
 *
 * Sequences lie side by side (across: a tile of them advances row by row) or are taken one by one (along). Those that
 * are long are cut into blocks: phase 0 sums each block, phase 1 adds the sums up, phase 2 scans each block on top of
 * what came before it. Elements pass through a tile in scratch, or for float32 through registers, and are read before
 * they are written, so the result may be the input.
 */
#include "cpu/convert.h"
#include "cpu/scan_rows.h"
#include "cpu/sort.h"
#include "cpu/stream.h"

#include <complex.h>
#include <string.h>

enum {
    TILE = 2048,    /* elements of a tile along */
    WIDTH = 512,    /* sequences side by side */
    BUDGET = 65536, /* elements of a grain */
    STREAMED_ROW = 1024, /* bytes */
    BLOCK_ALONG = 32768,
    SHORT = 32 /* elements of a sequence that is too short for a call of its own */
};

#define SCAN_NAME f32
#define SCAN_T float
#include "cpu/cumsum_scan.h"

#define SCAN_NAME f32_in_f64
#define SCAN_T double
#define SCAN_M float
#define SCAN_WIDEN(x) _mm256_cvtps_pd(_mm_loadu_ps(x)) /* what convertvector becomes goes through memory */
#include "cpu/cumsum_scan.h"

#define SCAN_NAME f64
#define SCAN_T double
#include "cpu/cumsum_scan.h"

#define SCAN_NAME i64
#define SCAN_T uint64_t
#include "cpu/cumsum_scan.h"

#define SCAN_NAME c128
#define SCAN_T double _Complex
#define SCAN_PLAIN
#include "cpu/cumsum_scan.h"

#define SUM(c, x) ((c) + (x))
#define ROWS_NAME sum_rows_f32
#define ROWS_T double
#define ROWS_M float
#define ROWS_FIRST 0
#define ROWS_NEXT SUM
#include "cpu/scan_rows_template.h"
#define ROWS_NAME sum_rows_f64
#define ROWS_T double
#define ROWS_M double
#define ROWS_FIRST 0
#define ROWS_NEXT SUM
#include "cpu/scan_rows_template.h"
#define ROWS_NAME sum_rows_i64
#define ROWS_T uint64_t
#define ROWS_M uint64_t
#define ROWS_FIRST 0
#define ROWS_NEXT SUM
#include "cpu/scan_rows_template.h"

typedef struct scan {
    ra__rows rows;            /* strides: input, result */
    void (*along)(void *to, const void *from, int64_t n, void *carry);
    void (*direct)(void *to, const void *from, int64_t n, void *carry); /* the same from and to the result's dtype; NULL: there is none */
    ra__scan_rows_fn together; /* the same for short sequences; NULL: they are scanned one by one */
    void (*across)(void *row, int64_t width, void *carry);
    void (*add)(void *to, const void *from, int64_t width);
    ra__convert_fn first, then, store; /* memory to result dtype (NULL: it is that), to the scan's dtype, back */
    size_t item, via, sum, out;        /* bytes of an element on each stage */
    bool is_across;
    int64_t streamed_bytes;            /* of the result, if it may be streamed; else 0 */
    int64_t width, tiles_a_row, units; /* sequences taken together: rows.sizes[0] is cut where is_across */
    int64_t block, blocks, batch;
    size_t via_at, carry_at;           /* in scratch */
} scan;

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static ra_dtype choose_scan(scan *s, ra_dtype result)
{
    if (ra__is_complex(result)) {
        s->along = along_c128, s->across = across_c128, s->add = add_c128;
        return RA_COMPLEX128;
    }
    if (ra__is_half(result)) {
        s->along = along_f32, s->across = across_f32, s->add = add_f32;
        return RA_FLOAT32;
    }
    if (ra__is_floating(result)) {
        s->direct = result == RA_FLOAT32 ? along_f32_in_f64 : along_f64;
        s->along = along_f64, s->across = across_f64, s->add = add_f64;
        return RA_FLOAT64;
    }
    s->direct = result == RA_INT64 ? along_i64 : NULL;
    s->along = along_i64, s->across = across_i64, s->add = add_i64;
    return RA_INT64;
}

/* Sums of doubles in doubles are taken by groups, which are of 8, lest their errors add up. */
static ra__scan_rows_fn choose_rows(ra_dtype result, int64_t n)
{
    switch (result) {
    case RA_FLOAT32: return n <= SHORT ? sum_rows_f32 : NULL;
    case RA_FLOAT64: return n <= 8 ? sum_rows_f64 : NULL;
    case RA_INT64: return n <= SHORT ? sum_rows_i64 : NULL;
    default: return NULL;
    }
}

static void choose_cuts(scan *s)
{
    const ra__rows *rows = &s->rows;
    int64_t beside = rows->ndim ? rows->sizes[0] : 1;
    s->is_across = rows->n > 1 && beside >= 8 && rows->strides[0][0] < rows->stride[0];
    s->width = s->is_across ? beside < WIDTH ? beside : WIDTH : 1;
    s->tiles_a_row = s->is_across ? (beside + s->width - 1) / s->width : 1;
    s->units = s->is_across ? rows->rows / beside * s->tiles_a_row : rows->rows;
    s->block = s->is_across ? (BUDGET / s->width + 7) / 8 * 8 : BLOCK_ALONG;
    if (rows->n < 2 * s->block)
        s->block = rows->n;
    s->blocks = (rows->n + s->block - 1) / s->block;
    s->batch = BUDGET / (s->width * s->block);
    if (s->batch < 1)
        s->batch = 1;
}

static ra_status cumsum_plan(const ra_meta *m, ra_plan *p)
{
    scan *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    ra_dtype from = m->in[0].layout->dtype, result = ra__out_shape(m, 0)->dtype, sum = choose_scan(s, result);
    s->first = from != result ? RA__ISA_NAME(ra__convert)(result, from) : NULL;
    s->then = RA__ISA_NAME(ra__convert)(sum, result);
    s->store = RA__ISA_NAME(ra__convert)(result, sum);
    s->item = ra_dtype_size(from);
    s->via = s->out = ra_dtype_size(result);
    s->sum = ra_dtype_size(sum);
    RA__ISA_NAME(ra__rows_init)(&s->rows, m, RA__PRE(m, const ra__along_pre)->dim, 1);
    p->state = s;
    p->phases = 0;
    if (s->rows.n == 0 || s->rows.rows == 0)
        return RA_OK;
    choose_cuts(s);
    if (s->is_across || s->first || s->rows.stride[0] != (int64_t)s->out || s->rows.stride[1] != (int64_t)s->out)
        s->direct = NULL;
    else
        s->together = choose_rows(result, s->rows.n);
    int64_t row = s->rows.n * (int64_t)s->out;
    s->streamed_bytes = s->direct && row >= STREAMED_ROW ? s->rows.rows * row : 0;
    int64_t tile = s->is_across ? s->width : TILE;
    s->via_at = round_up((size_t)tile * s->sum);
    s->carry_at = s->via_at + round_up((size_t)tile * s->via);
    p->scratch = s->carry_at + round_up((size_t)s->width * s->sum); /* fits: tiles */
    p->cost_ns = 50 + (double)s->rows.rows * (20 + 0.8 * (double)s->rows.n);
    int64_t grains = (s->units * s->blocks + s->batch - 1) / s->batch;
    if (s->blocks == 1) {
        p->phases = 1;
        p->grains[0] = grains;
        return RA_OK;
    }
    p->workspace = (size_t)(s->units * s->blocks * s->width) * s->sum; /* fits: fewer than the elements */
    p->phases = 3;
    p->grains[0] = p->grains[2] = grains;
    p->grains[1] = s->units;
    return RA_OK;
}

/* Where a unit begins in input and result, and of how many sequences it is. */
static int64_t unit_at(const scan *s, int64_t unit, int64_t offsets[3])
{
    if (!s->is_across) {
        RA__ISA_NAME(ra__rows_at)(&s->rows, unit, offsets);
        return 1;
    }
    int64_t beside = s->rows.sizes[0], column = unit % s->tiles_a_row * s->width;
    RA__ISA_NAME(ra__rows_at)(&s->rows, unit / s->tiles_a_row * beside + column, offsets);
    return beside - column < s->width ? beside - column : s->width;
}

static void load(const scan *s, char *scratch, const char *src, int64_t stride, int64_t n)
{
    if (s->first) {
        s->first(scratch + s->via_at, (int64_t)s->via, src, stride, n);
        src = scratch + s->via_at;
        stride = (int64_t)s->via;
    }
    s->then(scratch, (int64_t)s->sum, src, stride, n);
}

static bool streams(const scan *s, const ra__run *r)
{
    return ra__streams(r, s->streamed_bytes) && r->data[0] != r->data[1];
}

/* Scans n elements that lie side by side, as the result's do; out is NULL where only the sum is wanted. */
static void scan_direct(const scan *s, const ra__run *r, char *out, const char *in, int64_t n, void *carry)
{
    if (!out || !streams(s, r)) {
        s->direct(out, in, n, carry);
        return;
    }
    char *tile = r->scratch;
    for (int64_t at = 0, room = RA__STREAM_TILE / (int64_t)s->out; at < n; at += room) {
        int64_t count = n - at < room ? n - at : room, byte = at * (int64_t)s->out;
        s->direct(tile, in + byte, count, carry);
        ra__stream(out + byte, tile, count * (int64_t)s->out);
    }
}

/* Scans one block from *carry on; out is NULL where only the sum is wanted. */
static void scan_block(const scan *s, ra__run *r, int64_t unit, int64_t block, void *carry, char *out)
{
    int64_t offsets[3], width = unit_at(s, unit, offsets);
    int64_t first = block * s->block, last = first + s->block < s->rows.n ? first + s->block : s->rows.n;
    const char *in = r->data[1] + offsets[0];
    if (s->direct) {
        scan_direct(s, r, out ? out + offsets[1] + first * s->rows.stride[1] : NULL, in + first * s->rows.stride[0], last - first, carry);
        return;
    }
    char *tile = r->scratch;
    int64_t step = s->is_across ? 1 : TILE;
    for (int64_t i = first; i < last; i += step) {
        int64_t n = s->is_across ? width : last - i < TILE ? last - i : TILE;
        load(s, tile, in + i * s->rows.stride[0], s->is_across ? s->rows.strides[0][0] : s->rows.stride[0], n);
        if (s->is_across)
            s->across(tile, n, carry);
        else
            s->along(tile, tile, n, carry);
        if (out)
            s->store(out + offsets[1] + i * s->rows.stride[1], s->is_across ? s->rows.strides[1][0] : s->rows.stride[1], tile, (int64_t)s->sum, n);
    }
}

static char *block_carry(const scan *s, const ra__run *r, int64_t unit, int64_t block)
{
    return (char *)r->workspace + (size_t)((unit * s->blocks + block) * s->width) * s->sum;
}

/* Sums of blocks become what goes before each: block b holds the sum of b until b + 1 has taken it over. */
static void add_up(const scan *s, ra__run *r, int64_t unit)
{
    size_t bytes = (size_t)s->width * s->sum;
    char *total = r->scratch, *own = (char *)r->scratch + s->carry_at;
    memset(total, 0, bytes);
    for (int64_t b = 0; b < s->blocks; b++) {
        char *carry = block_carry(s, r, unit, b);
        memcpy(own, carry, bytes);
        memcpy(carry, total, bytes);
        if (b + 1 < s->blocks)
            s->add(total, own, s->width);
    }
}

static ra_status cumsum_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const scan *s = r->plan->state;
    if (phase == 1) {
        for (int64_t unit = first; unit < last; unit++)
            add_up(s, r, unit);
        return RA_OK;
    }
    int64_t end = last * s->batch < s->units * s->blocks ? last * s->batch : s->units * s->blocks, i = first * s->batch;
    while (s->together && i + RA__SCANS_TOGETHER <= end)
        i += ra__scan_rows(&s->rows, s->together, r->data[0], r->data[1], i, end);
    for (; i < end; i++) {
        int64_t unit = i / s->blocks, block = i % s->blocks;
        bool sums = phase == 0 && s->blocks > 1;
        char *carry = s->blocks > 1 ? block_carry(s, r, unit, block) : (char *)r->scratch + s->carry_at;
        if (phase == 0)
            memset(carry, 0, (size_t)s->width * s->sum);
        if (sums && block == s->blocks - 1)
            continue; /* nothing comes after it */
        scan_block(s, r, unit, block, carry, sums ? NULL : r->data[0]);
    }
    if (streams(s, r))
        ra__stream_fence(); /* before the grain is said to be done */
    return RA_OK;
}

const ra_kernel RA__KERNEL(cumsum) = {.name = "cumsum", .plan = cumsum_plan, .run = cumsum_run};
