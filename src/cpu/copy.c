/*
 * The copy kernel: any layout to any layout, any dtype to any dtype.
 *
 * rows    the usual case: the rows of the output's innermost dimension, one after another, as one move each. Where rows
 *         are short, whole runs of them are moved along dimension 1 instead.
 * blocks  the source is contiguous along another dimension than the output (a transpose): blocks are read along
 *         the source's dimension into a tile, and written from there along the output's, so that memory sees whole
 *         cache lines on both sides and strides that are powers of two do no harm. What is streamed goes without a
 *         tile where that can be: plain stores between streamed ones wait for these.
 */
#include "cpu/copy.h"
#include "cpu/convert.h"
#include "cpu/cost.h"
#include "cpu/rows.h"
#include "cpu/stream.h"
#include "cpu/turn.h"

#include <string.h>

enum {
    SHORT_ROW = 32,
    GRAIN_NS = 40000,
    SHARED_NS = 5000, /* what takes so long has two grains at least: a half each for two threads, which they find in their caches the next time */
    LINE = 64,     /* bytes */
    SPREAD = 512,    /* bytes of a row up to which rows of one element each are moved together; */
    COPIED_LEAST = 4, /* from which on, */
    COPIED = 512,    /* and up to which, rows that are not */
    REPEATED = 2048, /* and up to which one that repeats is copied from what it has become */
    STREAMED_ROW = 1024, /* bytes from which on a move is streamed */
    BLOCK_MIN = 8, /* below so many elements a side, rows do as well */
    ALONG_BYTES = 512, /* of a block: enough for memory to be read ahead, few enough for a block to stay in the cache */
    ACROSS_BYTES = 1024,
    SIDE_MAX = 256, /* elements */
    TURNED_FROM = 8 << 20, /* bytes of a transposed output from which on it is streamed */
    PAD = 16       /* bytes; keeps a tile's columns from falling into the same cache set */
};

typedef struct state {
    ra__convert_fn convert;
    int64_t total;   /* rows: elements; blocks: blocks */
    int64_t grain;   /* of these */
    int ndim;
    int source;      /* index in ra__run.data; -1: a number */
    int to, from;    /* bytes of an element */
    bool same;       /* equal dtypes */
    int64_t bytes;   /* of the output */
    int across;      /* blocks: the source's innermost dimension; rows: 0 */
    int64_t side[2]; /* of a block, in elements: along the output's innermost dimension, and across */
    _Alignas(16) unsigned char number[16];
    int64_t dims[];  /* sizes, output strides, source strides (bytes) */
} state;

static const int64_t *sizes_of(const state *s)
{
    return s->dims;
}

static const int64_t *to_of(const state *s)
{
    return s->dims + s->ndim;
}

static const int64_t *from_of(const state *s)
{
    return s->dims + 2 * s->ndim;
}

/* n elements along a dimension. */
static void move(const state *s, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    if (from_step == 0 && n > 1) {
        _Alignas(16) char element[16];
        if (!s->same)
            s->convert(element, s->to, from, s->from, 1);
        RA__ISA_NAME(ra__fill)(to, to_step, s->same ? from : element, s->to, n);
    } else if (s->same && to_step == s->to && from_step == s->to)
        ra__row_copy(to, from, n * s->to);
    else
        s->convert(to, to_step, from, from_step, n);
}

/* The same to elements that lie side by side; by way of a tile where bytes are not just copied. */
static void move_streaming(const state *s, char *to, const char *from, int64_t from_step, int64_t n)
{
    if (s->same && from_step == s->to) {
        ra__stream(to, from, n * s->to);
        return;
    }
    _Alignas(RA__STREAM_LINE) char tile[RA__STREAM_TILE];
    int64_t room = RA__STREAM_TILE / s->to;
    for (int64_t at = 0; at < n; at += room) {
        int64_t count = n - at < room ? n - at : room;
        if (from_step || at == 0)
            move(s, tile, s->to, from + at * from_step, from_step, count);
        ra__stream(to + at * s->to, tile, count * s->to);
    }
}

static void move_row(const state *s, bool streams, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    if (streams && to_step == s->to && n * s->to >= STREAMED_ROW)
        move_streaming(s, to, from, from_step, n);
    else
        move(s, to, to_step, from, from_step, n);
}

/* ---- rows ---- */

/* Moves rows of dimension 0, `rows` of them one after another along dimension 1. */
static void move_rows(const state *s, bool streams, char *to, const char *from, int64_t rows)
{
    const int64_t *ts = to_of(s), *fs = from_of(s);
    int64_t row = sizes_of(s)[0];
    const int64_t bytes = row * s->to;
    const bool is_plain = s->same && !streams && ts[0] == s->to;
    if (is_plain && fs[0] == 0 && bytes <= SPREAD)
        ra__rows_spread(to, ts[1], from, fs[1], s->to, row, rows);
    else if (is_plain && fs[0] == s->to && fs[1] == 0 && ts[1] == bytes && bytes <= REPEATED) {
        ra__row_copy(to, from, bytes);
        ra__rows_repeat(to, bytes, bytes * rows); /* fits: of the output */
    } else if (is_plain && fs[0] == s->to && bytes >= COPIED_LEAST && bytes <= COPIED)
        ra__rows_copy(to, ts[1], from, fs[1], bytes, rows);
    else if (rows > row && row < SHORT_ROW)
        for (int64_t i = 0; i < row; i++)
            move_row(s, streams, to + i * ts[0], ts[1], from + i * fs[0], fs[1], rows);
    else
        for (int64_t i = 0; i < rows; i++)
            move_row(s, streams, to + i * ts[1], ts[0], from + i * fs[1], fs[0], row);
}

static __attribute__((noinline)) void run_rows(const state *s, bool streams, char *to, const char *from, int64_t at, int64_t end)
{
    const int64_t *sizes = sizes_of(s), *ts = to_of(s), *fs = from_of(s);
    while (at < end) {
        int64_t rest = at, t = 0, f = 0, index[2] = {0, 0};
        for (int d = 0; d < s->ndim && rest; d++) { /* no division where all of a small one is moved at once */
            int64_t i = rest % sizes[d];
            rest /= sizes[d];
            t += i * ts[d];
            f += i * fs[d];
            if (d < 2)
                index[d] = i;
        }
        int64_t n = sizes[0] - index[0];
        if (s->ndim > 1 && index[0] == 0 && end - at >= n) {
            int64_t rows = (end - at) / n, left = sizes[1] - index[1];
            rows = rows < left ? rows : left;
            move_rows(s, streams, to + t, from + f, rows);
            n *= rows;
        } else {
            n = n < end - at ? n : end - at;
            move_row(s, streams, to + t, ts[0], from + f, fs[0], n);
        }
        at += n;
    }
}

/* ---- blocks ---- */

/* Of so many elements; in the output's innermost dimension so many more follow. */
static void move_block(const state *s, bool streams, char *to, const char *from, char *tile, int64_t along, int64_t across, int64_t below)
{
    const int64_t *ts = to_of(s), *fs = from_of(s);
    int64_t pitch = s->side[1] * s->to + PAD;
    if (streams && s->same && ts[0] == s->to && fs[s->across] == s->to && RA__ISA_NAME(ra__turn_lines)(to, ts[s->across], from, fs[0], s->to, along, across, below))
        return;
    for (int64_t i = 0; i < along; i++)
        move(s, tile + i * pitch, s->to, from + i * fs[0], fs[s->across], across);
    if (ts[0] == s->to && streams)
        RA__ISA_NAME(ra__turn_streaming)(to, ts[s->across], tile, pitch, s->to, along, across);
    else if (ts[0] == s->to)
        RA__ISA_NAME(ra__turn)(to, ts[s->across], tile, pitch, s->to, along, across);
    else
        for (int64_t j = 0; j < across; j++)
            for (int64_t i = 0; i < along; i++)
                memcpy(to + j * ts[s->across] + i * ts[0], tile + i * pitch + j * s->to, (size_t)s->to);
}

static int64_t pieces(int64_t size, int64_t side)
{
    return (size + side - 1) / side;
}

static __attribute__((noinline)) void run_blocks(const ra__run *r, const state *s, bool streams, char *to, const char *from, int64_t first, int64_t last)
{
    const int64_t *sizes = sizes_of(s), *ts = to_of(s), *fs = from_of(s);
    for (int64_t b = first; b < last; b++) {
        int64_t rest = b, t = 0, f = 0, extent[2] = {0, 0}, below = 0;
        for (int d = 0; d < s->ndim; d++) {
            bool cut = d == 0 || d == s->across;
            const int64_t side = s->side[d != 0];
            int64_t count = cut ? pieces(sizes[d], side) : sizes[d], i = rest % count;
            rest /= count;
            if (cut) {
                i *= side;
                extent[d != 0] = sizes[d] - i < side ? sizes[d] - i : side;
                below = d == 0 ? sizes[d] - i - extent[0] : below;
            }
            t += i * ts[d];
            f += i * fs[d];
        }
        move_block(s, streams, to + t, from + f, r->scratch, extent[0], extent[1], below);
    }
}

/* A transposed result reaches memory in pieces too short for plain stores to be fast: it is streamed much earlier. */
static bool streams_now(const ra__run *r, const state *s)
{
    return s->across ? r->stream_from > 0 && s->bytes >= TURNED_FROM : ra__streams(r, s->bytes);
}

static ra_status run_space(const ra__run *r, int64_t at, int64_t end)
{
    const state *s = r->plan->state;
    const char *from = s->source < 0 ? (const char *)s->number : r->data[s->source];
    bool streams = streams_now(r, s) && r->data[0] != from; /* the identical view is in a cache when it is written */
    if (s->across)
        run_blocks(r, s, streams, r->data[0], from, at, end);
    else if (s->ndim == 1)
        move_row(s, streams, r->data[0] + at * to_of(s)[0], to_of(s)[0], from + at * from_of(s)[0], from_of(s)[0], end - at);
    else
        run_rows(s, streams, r->data[0], from, at, end);
    if (streams)
        ra__stream_fence(); /* before the grain is said to be done */
    return RA_OK;
}

ra_status RA__ISA_NAME(ra__copy_run)(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const state *s = r->plan->state;
    int64_t at = first * s->grain, end = last * s->grain;
    return run_space(r, at, end < s->total ? end : s->total);
}

ra_status RA__ISA_NAME(ra__copy_range)(ra__run *r, int64_t first, int64_t end)
{
    return run_space(r, first, end);
}

/* ---- planning ---- */

/* The dimension along which the source is read best, where that is not the output's own and blocks pay; else 0. */
static int find_across(const ra__geometry *g)
{
    const int64_t *from = g->strides[1];
    if (from[0] == 0 || g->sizes[0] < BLOCK_MIN)
        return 0;
    int best = 0;
    for (int d = 1; d < g->ndim; d++)
        if (from[d] != 0 && from[d] < from[best] && g->sizes[d] >= BLOCK_MIN)
            best = d;
    return best;
}

/*
 * Dimensions that the output does not step along are written once, and where elements may still share memory one thread
 * writes them all. (Only fills have such outputs: every element gets the same value.)
 */
static bool may_overlap(const ra__geometry *g, int64_t *sizes)
{
    int64_t reach = (int64_t)ra_dtype_size((ra_dtype)g->memory[0]);
    bool overlap = false;
    for (int d = 0; d < g->ndim; d++) {
        if (g->strides[0][d] == 0)
            sizes[d] = 1;
        if (sizes[d] == 1)
            continue;
        overlap = overlap || g->strides[0][d] < reach;
        reach += (sizes[d] - 1) * g->strides[0][d];
    }
    return overlap;
}

/* Whether the output lies in the order of the elements, without gaps. */
static bool is_linear(const ra__geometry *g)
{
    int64_t dense = ra__element_bytes((ra_dtype)g->memory[0]);
    for (int d = 0; d < g->ndim; d++) {
        if (g->sizes[d] != 1 && g->strides[0][d] != dense)
            return false;
        dense *= g->sizes[d];
    }
    return true;
}

static double grain_ns(double all_ns)
{
    const double half = all_ns > SHARED_NS ? all_ns / 2 : all_ns;
    return half < GRAIN_NS ? half : GRAIN_NS;
}

ra_status RA__ISA_NAME(ra__copy_plan)(const ra__geometry *g, int out_count, ra_plan *p)
{
    p->phases = 0;
    if (g->numel == 0)
        return RA_OK;
    size_t n = (size_t)g->ndim;
    state *s = ra__plan_alloc(p, sizeof *s + 3 * n * sizeof(int64_t)); /* fits: dimensions */
    if (!s)
        return RA_ERR_MEMORY;
    ra_dtype to = (ra_dtype)g->memory[0], from = g->is_number[1] ? to : (ra_dtype)g->memory[1];
    memset(s, 0, sizeof *s);
    s->convert = RA__ISA_NAME(ra__convert)(to, from);
    s->ndim = g->ndim;
    s->to = (int)ra_dtype_size(to);
    s->from = (int)ra_dtype_size(from);
    s->same = to == from;
    s->bytes = g->numel * s->to;
    s->source = out_count + g->input[1];
    memcpy(s->dims, g->sizes, n * sizeof(int64_t));
    if (may_overlap(g, s->dims))
        p->flags |= RA__PLAN_SERIAL;
    memcpy(s->dims + n, g->strides[0], n * sizeof(int64_t));
    memcpy(s->dims + 2 * n, g->strides[1], n * sizeof(int64_t));
    if (g->is_number[1]) {
        ra__scalar_store(g->number[1], to, s->number);
        memset(s->dims + 2 * n, 0, n * sizeof(int64_t));
        s->source = -1;
    } else
        s->across = find_across(g);

    int64_t bytes = s->to + (g->is_number[1] ? 0 : s->from);
    double ns = (double)bytes * ra__byte_ns(bytes * g->numel) + (s->same ? 0.0 : 0.1);
    if (s->across) {
        ns += 0.3;
        s->side[0] = ALONG_BYTES / s->to < SIDE_MAX ? ALONG_BYTES / s->to : SIDE_MAX;
        s->side[1] = ACROSS_BYTES / s->to < SIDE_MAX ? ACROSS_BYTES / s->to : SIDE_MAX;
        s->grain = (int64_t)(GRAIN_NS / ns) / (s->side[0] * s->side[1]);
        s->grain = s->grain < 1 ? 1 : s->grain;
        s->total = 1;
        for (int d = 0; d < g->ndim; d++)
            s->total *= d == 0 || d == s->across ? pieces(g->sizes[d], s->side[d != 0]) : g->sizes[d];
        p->scratch = (size_t)(s->side[0] * (s->side[1] * s->to + PAD)); /* fits: a block */
    } else {
        s->total = 1;
        for (int d = 0; d < g->ndim; d++)
            s->total *= s->dims[d];
        int64_t step = s->source < 0 || g->strides[1][0] < g->strides[0][0] ? g->strides[0][0] : g->strides[1][0];
        if (step > (s->to > s->from ? s->to : s->from))
            ns += step < LINE ? 0.6 : 4.0; /* a cache line an element */
        s->grain = ((int64_t)(grain_ns(ns * (double)s->total) / ns) + 4095) & ~(int64_t)4095;
    }
    if (!s->across && is_linear(g))
        p->flags |= RA__PLAN_LINEAR, p->unit = 1;
    p->grains[0] = pieces(s->total, s->grain);
    p->state = s;
    p->phases = 1;
    p->cost_ns = 30 + ns * (double)g->numel;
    return RA_OK;
}

static ra_status plan_copy(const ra_meta *m, ra_plan *p)
{
    return RA__ISA_NAME(ra__copy_plan)(&m->geometry, m->out_count, p);
}

const ra_kernel RA__KERNEL(copy) = {
    .name = "copy",
    .plan = plan_copy,
    .run = RA__ISA_NAME(ra__copy_run),
    .range = RA__ISA_NAME(ra__copy_range),
    .cost = 0.1,
};
