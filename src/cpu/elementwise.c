/*
 * Elementwise work: the walk of a loop over a geometry.
 *
 * The iteration space is taken in linear order, dimension 0 innermost, and cut into grains of so many elements. Within
 * a grain there are three ways to feed the loop:
 *
 * rows   the innermost dimension is long: one call per row. An operand in the loop's dtype that steps by one element,
 *        or stands still, is handed over in place; any other goes through a tile in scratch.
 * tiles  the innermost dimension is short: one call per tile, which may span many rows. An operand that is contiguous
 *        over the whole space is handed over in place; any other is gathered into (or scattered from) a tile in scratch.
 * blocks rows, but an input is contiguous along another dimension than the output (a transpose). The space is cut into
 *        blocks of that dimension and the innermost; such an input is read along its own dimension and turned in scratch.
 *
 * Inputs are read completely before the outputs of the same piece are written, so an output may be the identical view
 * of an input.
 *
 * An output that is too large for any cache to keep is computed into a tile as well, and streamed from there; see stream.h.
 */
#include "cpu/elementwise.h"
#include "cpu/convert.h"
#include "cpu/cost.h"
#include "cpu/stream.h"
#include "cpu/turn.h"

#include <string.h>

enum {
    TILE_BYTES = 8192,   /* of one operand's tile in scratch: four of them fit a first-level cache */
    SHORT_ROW = 32,      /* below so many elements the cost of a call per row shows */
    BLOCK_MIN = 8,       /* elements along the other dimension from which on blocks pay */
    SIDE_BYTES = 512,    /* of a block's row: as in copy.c */
    SIDE_MAX = 256,
    STREAMED_PER_NS = 4, /* elements: a kernel that is slower has its plain stores done while it computes */
    STREAMED_ROW = 1024, /* bytes from which on pieces of a row are streamed */
    PAD = 16,            /* keeps the columns of a block from falling into the same cache set */
    FEW_GRAINS = 8,      /* below so many, an odd one would make one of two threads wait */
    LINE_ELEMENTS = 64,  /* grains begin at whole lines of every dtype */
    GRAIN_NS = 7000      /* a grain's aim: what two threads may share of an operator of a few of them */
};

typedef struct operand {
    const int64_t *strides; /* bytes, one per dimension */
    ra__convert_fn load;    /* input: memory to loop dtype; output: loop dtype to memory */
    ra__convert_fn narrow;  /* input of another dtype than the half that is computed in: rounds to it, float32 to half */
    ra__convert_fn widen;   /* and back */
    int64_t scratch;        /* where its tile lies */
    int64_t period;         /* inputs: it repeats after so many elements of the linear order; 0: never */
    int source;             /* index in ra__run.data; -1: a number */
    int size;               /* bytes of an element in memory */
    int width;              /* bytes of an element in the loop's dtype */
    bool same;              /* memory and loop dtype are equal */
    bool linear;            /* contiguous over the whole space */
    bool still;             /* stride 0 everywhere */
    bool turned;            /* (blocks) contiguous along dimension `across` */
    bool streamed;          /* output: it may be streamed, from a tile */
    _Alignas(16) unsigned char number[16];
} operand;

typedef struct state {
    ra__loop_fn loop;
    int64_t total;          /* elements; blocks: blocks */
    int64_t grain;          /* of these */
    int64_t tile;           /* elements that go through scratch at a time */
    int ndim, operands, outputs;
    bool by_tiles;
    bool direct;            /* rows: every operand is handed over in place, if none is streamed */
    int64_t streamed_bytes; /* of the outputs that may be streamed; 0: there are none */
    int64_t streamed_tile;  /* elements that go through scratch at a time where one is */
    int across;             /* blocks: the other dimension; else 0 */
    int64_t side;           /* blocks: elements of a side */
    int64_t unturned;       /* blocks: where a block lies in scratch before it is turned */
    ra__params params;
    const int64_t *sizes;
    operand op[];
} state;

/* A place in the iteration space. */
typedef struct cursor {
    int64_t at[RA_MAX_DIMS];
} cursor;

static void seek(const state *s, cursor *c, int64_t linear)
{
    for (int d = 0; d < s->ndim; d++) {
        c->at[d] = linear % s->sizes[d];
        linear /= s->sizes[d];
    }
}

/* Goes on by n steps of dimension d, which do not lead past its end; carries where they reach it. */
static void step(const state *s, cursor *c, int d, int64_t n)
{
    c->at[d] += n;
    while (c->at[d] == s->sizes[d] && d + 1 < s->ndim) {
        c->at[d] = 0;
        c->at[++d]++;
    }
}

static int64_t offset_of(const state *s, const operand *o, const cursor *c)
{
    int64_t offset = 0;
    for (int d = 0; d < s->ndim; d++)
        offset += c->at[d] * o->strides[d];
    return offset;
}

/* ---- tiles ---- */

/* Rounds n float32 elements of a tile to a half dtype. */
static void round_tile(const operand *o, char *tile, int64_t n)
{
    enum { PIECE = 256, HALF = 2, SINGLE = 4 };
    char halves[PIECE * HALF];
    for (; o->narrow && n > 0; n -= PIECE, tile += PIECE * SINGLE) {
        int64_t count = n < PIECE ? n : PIECE;
        o->narrow(halves, HALF, tile, SINGLE, count);
        o->widen(tile, SINGLE, halves, HALF, count);
    }
}

/* n elements between memory and tile. */
static void move(const operand *o, bool out, char *memory, int64_t memory_step, char *tile, int64_t tile_step, int64_t n)
{
    if (out)
        o->load(memory, memory_step, tile, tile_step, n);
    else
        o->load(tile, tile_step, memory, memory_step, n);
}

/*
 * Gathers (or scatters) count elements from place c on, whatever rows they lie in. Where whole short rows follow one
 * another, the moves go along dimension 1, which is longer.
 */
static void transfer(const state *s, const operand *o, bool out, cursor c, char *memory, char *tile, int64_t count)
{
    const int64_t *stride = o->strides;
    int64_t row = s->sizes[0];
    while (count > 0) {
        char *m = memory + offset_of(s, o, &c);
        if (c.at[0] == 0 && s->ndim > 1 && count >= 2 * row) {
            int64_t rows = count / row, left = s->sizes[1] - c.at[1];
            rows = rows < left ? rows : left;
            if (rows > row)
                for (int64_t i = 0; i < row; i++)
                    move(o, out, m + i * stride[0], stride[1], tile + i * o->width, row * o->width, rows);
            else
                for (int64_t i = 0; i < rows; i++)
                    move(o, out, m + i * stride[1], stride[0], tile + i * row * o->width, o->width, row);
            step(s, &c, 1, rows);
            tile += rows * row * o->width;
            count -= rows * row;
        } else {
            int64_t n = row - c.at[0];
            n = n < count ? n : count;
            move(o, out, m, stride[0], tile, o->width, n);
            step(s, &c, 0, n);
            tile += n * o->width;
            count -= n;
        }
    }
}

/* As transfer for an input that repeats: one period is gathered, the rest copied from it. */
static void gather_periodic(const state *s, const operand *o, const cursor *c, char *memory, char *tile, int64_t count)
{
    int64_t have = o->period < count ? o->period : count;
    transfer(s, o, false, *c, memory, tile, have);
    while (have < count) {
        int64_t n = have < count - have ? have : count - have;
        memcpy(tile + have * o->width, tile, (size_t)(n * o->width));
        have += n;
    }
}

static ra_status run_tiles(const ra__run *r, const state *s, bool streams, int64_t from, int64_t to)
{
    char *data[RA__MAX_OPERANDS];
    int64_t strides[RA__MAX_OPERANDS], size = streams ? s->streamed_tile : s->tile;
    cursor c;
    for (int64_t at = from; at < to; at += size) {
        int64_t n = to - at < size ? to - at : size;
        seek(s, &c, at);
        for (int k = 0; k < s->operands; k++) {
            const operand *o = &s->op[k];
            char *memory = o->source < 0 ? (char *)(uintptr_t)o->number : r->data[o->source];
            char *tile = (char *)r->scratch + o->scratch;
            data[k] = tile;
            strides[k] = o->still && k >= s->outputs ? 0 : o->width;
            if (streams && o->streamed)
                continue;
            else if (o->same && o->linear)
                data[k] = memory + at * o->size;
            else if (k < s->outputs)
                continue;
            else if (o->still && o->same)
                data[k] = memory;
            else if (o->still)
                o->load(tile, o->width, memory, 0, 1);
            else if (o->linear)
                o->load(tile, o->width, memory + at * o->size, o->size, n);
            else if (o->period)
                gather_periodic(s, o, &c, memory, tile, n);
            else
                transfer(s, o, false, c, memory, tile, n);
            if (data[k] == tile && k >= s->outputs)
                round_tile(o, tile, o->still ? 1 : n);
        }
        ra_status status = s->loop(data, strides, n, &s->params);
        if (status)
            return status;
        for (int k = 0; k < s->outputs; k++) {
            const operand *o = &s->op[k];
            if (streams && o->streamed)
                ra__stream(r->data[o->source] + at * o->size, data[k], n * o->size);
            else if (!o->same && o->linear)
                o->load(r->data[o->source] + at * o->size, o->size, data[k], o->width, n);
            else if (!o->linear)
                transfer(s, o, true, c, r->data[o->source], data[k], n);
        }
    }
    return RA_OK;
}

/* ---- rows ---- */

/* Whether operand k of a row is handed over in place. */
static bool in_place(const state *s, int k)
{
    const operand *o = &s->op[k];
    return o->same && (o->strides[0] == o->size || (o->strides[0] == 0 && k >= s->outputs));
}

/* One piece of a row: base[k] is where operand k's first element lies (of a turned one, in its turned block). */
static ra_status run_piece(const ra__run *r, const state *s, bool streams, char *const *base, int64_t n)
{
    char *data[RA__MAX_OPERANDS];
    int64_t strides[RA__MAX_OPERANDS];
    for (int k = 0; k < s->operands; k++) {
        const operand *o = &s->op[k];
        if (!(streams && o->streamed) && (o->turned || in_place(s, k))) {
            data[k] = base[k];
            strides[k] = o->turned ? o->width : o->strides[0];
            continue;
        }
        data[k] = (char *)r->scratch + o->scratch;
        strides[k] = o->width;
        if (k < s->outputs)
            continue;
        strides[k] = o->strides[0] == 0 ? 0 : o->width;
        int64_t count = o->strides[0] == 0 ? 1 : n;
        o->load(data[k], o->width, base[k], o->strides[0], count);
        round_tile(o, data[k], count);
    }
    ra_status status = s->loop(data, strides, n, &s->params);
    if (status)
        return status;
    for (int k = 0; k < s->outputs; k++)
        if (streams && s->op[k].streamed)
            ra__stream(base[k], data[k], n * s->op[k].size);
        else if (!in_place(s, k))
            s->op[k].load(base[k], s->op[k].strides[0], data[k], s->op[k].width, n);
    return RA_OK;
}

/* Whole rows, `rows` of them along dimension 1, of operands that are all handed over in place. Advances base. */
static ra_status run_direct(const state *s, char **base, int64_t rows)
{
    int64_t strides[RA__MAX_OPERANDS];
    ra_status status = RA_OK;
    for (int k = 0; k < s->operands; k++)
        strides[k] = s->op[k].strides[0];
    for (int64_t i = 0; i < rows && !status; i++) {
        status = s->loop(base, strides, s->sizes[0], &s->params);
        for (int k = 0; k < s->operands; k++)
            base[k] += s->op[k].strides[1];
    }
    return status;
}

/* The space is one row, of operands that are all handed over in place: most small operators are. */
static ra_status run_line(const ra__run *r, const state *s, int64_t from, int64_t to)
{
    char *data[RA__MAX_OPERANDS];
    int64_t strides[RA__MAX_OPERANDS];
    for (int k = 0; k < s->operands; k++) {
        const operand *o = &s->op[k];
        strides[k] = o->strides[0];
        data[k] = (o->source < 0 ? (char *)(uintptr_t)o->number : r->data[o->source]) + from * strides[k];
    }
    return s->loop(data, strides, to - from, &s->params);
}

static ra_status run_rows(const ra__run *r, const state *s, bool streams, int64_t from, int64_t to)
{
    if (s->direct && !streams && s->ndim == 1)
        return run_line(r, s, from, to);
    char *base[RA__MAX_OPERANDS];
    int64_t tile = streams ? s->streamed_tile : s->tile;
    cursor c;
    seek(s, &c, from);
    while (from < to) {
        int64_t row = s->sizes[0], n = row - c.at[0];
        n = n < to - from ? n : to - from;
        n = n < tile ? n : tile;
        for (int k = 0; k < s->operands; k++) {
            const operand *o = &s->op[k];
            base[k] = o->source < 0 ? (char *)(uintptr_t)o->number : r->data[o->source] + offset_of(s, o, &c);
        }
        ra_status status;
        if (s->direct && !streams && n == row && s->ndim > 1) {
            int64_t rows = (to - from) / row, left = s->sizes[1] - c.at[1];
            rows = rows < left ? rows : left;
            status = run_direct(s, base, rows);
            step(s, &c, 1, rows);
            n *= rows;
        } else {
            status = run_piece(r, s, streams, base, n);
            step(s, &c, 0, n);
        }
        if (status)
            return status;
        from += n;
    }
    return RA_OK;
}

/* ---- blocks ---- */

static int64_t pieces(int64_t size, int64_t side)
{
    return (size + side - 1) / side;
}

/* Reads a block of a turned operand into its tile, rows along dimension 0. */
static void load_turned(const ra__run *r, const state *s, const operand *o, const char *memory, int64_t along, int64_t across)
{
    int64_t pitch = s->side * o->width + PAD;
    char *unturned = (char *)r->scratch + s->unturned;
    for (int64_t i = 0; i < along; i++) {
        o->load(unturned + i * pitch, o->width, memory + i * o->strides[0], o->strides[s->across], across);
        round_tile(o, unturned + i * pitch, across);
    }
    RA__ISA_NAME(ra__turn)((char *)r->scratch + o->scratch, s->side * o->width, unturned, pitch, o->width, along, across);
}

static ra_status run_block(const ra__run *r, const state *s, bool streams, const cursor *c, int64_t along, int64_t across)
{
    char *base[RA__MAX_OPERANDS];
    int64_t steps[RA__MAX_OPERANDS];
    for (int k = 0; k < s->operands; k++) {
        const operand *o = &s->op[k];
        base[k] = o->source < 0 ? (char *)(uintptr_t)o->number : r->data[o->source] + offset_of(s, o, c);
        steps[k] = o->strides[s->across];
        if (o->turned) {
            load_turned(r, s, o, base[k], along, across);
            base[k] = (char *)r->scratch + o->scratch;
            steps[k] = s->side * o->width;
        }
    }
    for (int64_t j = 0; j < across; j++) {
        ra_status status = run_piece(r, s, streams, base, along);
        if (status)
            return status;
        for (int k = 0; k < s->operands; k++)
            base[k] += steps[k];
    }
    return RA_OK;
}

static ra_status run_blocks(const ra__run *r, const state *s, bool streams, int64_t from, int64_t to)
{
    for (int64_t b = from; b < to; b++) {
        cursor c;
        int64_t rest = b, extent[2] = {0, 0};
        for (int d = 0; d < s->ndim; d++) {
            bool cut = d == 0 || d == s->across;
            int64_t count = cut ? pieces(s->sizes[d], s->side) : s->sizes[d];
            c.at[d] = rest % count;
            rest /= count;
            if (cut) {
                c.at[d] *= s->side;
                extent[d != 0] = s->sizes[d] - c.at[d] < s->side ? s->sizes[d] - c.at[d] : s->side;
            }
        }
        ra_status status = run_block(r, s, streams, &c, extent[0], extent[1]);
        if (status)
            return status;
    }
    return RA_OK;
}

/* What is read is in a cache when it is overwritten: an output that is an input as well is not streamed. */
static bool overwrites(const ra__run *r, const state *s)
{
    for (int k = 0; k < s->outputs; k++)
        for (int i = s->outputs; i < s->operands; i++)
            if (s->op[i].source >= 0 && r->data[s->op[i].source] == r->data[s->op[k].source])
                return true;
    return false;
}

static ra_status run_space(ra__run *r, const state *s, int64_t from, int64_t to)
{
    bool streams = ra__streams(r, s->streamed_bytes) && !overwrites(r, s);
    ra_status status = s->across    ? run_blocks(r, s, streams, from, to)
                       : s->by_tiles ? run_tiles(r, s, streams, from, to)
                                     : run_rows(r, s, streams, from, to);
    if (streams)
        ra__stream_fence(); /* before the grain is said to be done */
    return status ? ra__fault(r, status, "%s", ra_status_text(status)) : RA_OK;
}

ra_status RA__ISA_NAME(ra__elementwise_range)(ra__run *r, int64_t first, int64_t end)
{
    return run_space(r, r->plan->state, first, end);
}

ra_status RA__ISA_NAME(ra__elementwise_run)(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const state *s = r->plan->state;
    int64_t from = first * s->grain, to = last * s->grain;
    return run_space(r, s, from, to < s->total ? to : s->total);
}

/* ---- planning ---- */

/* Elements after which an input repeats in linear order, where that is short enough to be worth it. */
static int64_t period_of(const ra__geometry *g, const int64_t *strides, int64_t tile)
{
    int64_t period = 1;
    int outer = g->ndim;
    while (outer > 0 && strides[outer - 1] == 0)
        outer--;
    for (int d = 0; d < outer; d++) {
        period *= g->sizes[d];
        if (period > tile / 2)
            return 0;
    }
    return outer < g->ndim ? period : 0;
}

static void plan_operand(const ra_meta *m, const state *s, operand *o, int k, int64_t *strides)
{
    const ra__geometry *g = &m->geometry;
    ra_dtype memory = (ra_dtype)g->memory[k], loop = (ra_dtype)g->loop[k];
    bool out = k < g->outputs;
    memcpy(strides, g->strides[k], (size_t)g->ndim * sizeof *strides);
    o->strides = strides;
    o->size = (int)ra__element_bytes(memory);
    o->width = (int)ra__element_bytes(loop);
    o->same = memory == loop;
    o->source = out ? g->input[k] : m->out_count + g->input[k];
    o->load = out ? RA__ISA_NAME(ra__convert)(memory, loop) : RA__ISA_NAME(ra__convert)(loop, memory);
    if (!out && !g->is_number[k] && g->half && memory != g->half && loop == RA_FLOAT32) {
        o->narrow = RA__ISA_NAME(ra__convert)(g->half, RA_FLOAT32);
        o->widen = RA__ISA_NAME(ra__convert)(RA_FLOAT32, g->half);
        o->same = false;
    }
    o->linear = true;
    o->still = true;
    int64_t dense = o->size;
    for (int d = 0; d < g->ndim; d++) {
        if (g->sizes[d] == 1)
            continue;
        o->linear = o->linear && strides[d] == dense;
        o->still = o->still && strides[d] == 0;
        dense *= g->sizes[d];
    }
    if (g->is_number[k]) {
        ra__scalar_store(g->number[k], loop, o->number);
        memset(strides, 0, (size_t)g->ndim * sizeof *strides);
        o->source = -1;
        o->same = o->still = true;
        o->linear = false;
    }
    o->period = out ? 0 : period_of(g, strides, s->tile);
}

/*
 * Estimate of a grain's time per element: arithmetic by the kernel's own account, the way to memory, odd strides. Complex
 * functions that are more than arithmetic are calls of the C library, ten times a vector's share.
 */
static double cost_of(const ra__geometry *g, const state *s, double kernel_ns)
{
    enum { LINE = 64 };
    double ns = 0;
    int64_t bytes = 0;
    int widest = 4;
    for (int k = 0; k < g->operands; k++) {
        const operand *o = &s->op[k];
        widest = o->width > widest ? o->width : widest;
        if (o->source < 0 || o->strides[0] == 0)
            continue;
        bytes += o->size;
        if (s->by_tiles && !o->linear)
            ns += 0.4;
        else if (o->strides[0] != o->size)
            ns += o->strides[0] < LINE || o->turned ? 1.0 : 4.0;
        if (g->memory[k] != g->loop[k])
            ns += 0.2;
    }
    if (ra__is_complex(g->compute) && kernel_ns > 0.3)
        kernel_ns *= 10;
    return ns + (double)bytes * ra__byte_ns(bytes * g->numel) + kernel_ns * widest / 4;
}

/* The dimension along which an input is contiguous (or nearly so) that steps widely along dimension 0; else 0. */
static int find_across(const ra__geometry *g)
{
    for (int k = g->outputs; k < g->operands; k++) {
        const int64_t *strides = g->strides[k];
        int best = 0;
        for (int d = 1; d < g->ndim && !g->is_number[k]; d++)
            if (strides[d] != 0 && strides[d] < strides[best] && g->sizes[d] >= BLOCK_MIN)
                best = d;
        if (best)
            return best;
    }
    return 0;
}

/* Decides how the space is walked and gives every operand its room in scratch. */
static void plan_walk(const ra__geometry *g, state *s, size_t *scratch)
{
    int64_t widest = 1;
    for (int k = 0; k < g->operands; k++) {
        int64_t width = ra__element_bytes((ra_dtype)g->loop[k]);
        widest = width > widest ? width : widest;
    }
    s->by_tiles = g->ndim > 1 && g->sizes[0] < SHORT_ROW;
    s->across = s->by_tiles ? 0 : find_across(g);
    s->tile = TILE_BYTES / widest;
    s->side = SIDE_BYTES / widest < SIDE_MAX ? SIDE_BYTES / widest : SIDE_MAX;
    s->unturned = 0;
    if (s->across)
        *scratch = (size_t)(s->side * (s->side * widest + PAD));
}

static void give_scratch(const state *s, operand *o, int k, size_t *scratch)
{
    bool out = k < s->outputs;
    o->turned = s->across && !out && o->strides[s->across] != 0 && o->strides[s->across] < o->strides[0];
    bool direct = s->by_tiles ? o->same && (o->linear || (o->still && !out)) : in_place(s, k);
    o->scratch = (int64_t)*scratch;
    if (o->turned)
        *scratch += (size_t)(s->side * s->side * o->width);
    else if (!direct && o->source >= 0)
        *scratch += (size_t)(s->tile * o->width);
}

static void plan_grains(const ra__geometry *g, state *s, ra_plan *p, double ns)
{
    int64_t unit = s->tile;
    s->total = g->numel;
    if (s->across) {
        unit = s->side * s->side;
        s->total = 1;
        for (int d = 0; d < g->ndim; d++)
            s->total *= d == 0 || d == s->across ? pieces(g->sizes[d], s->side) : g->sizes[d];
    }
    int64_t units = (int64_t)(GRAIN_NS / (ns * (double)unit));
    units = units < 1 ? 1 : units;
    s->grain = s->across ? units : units * s->tile;
    int64_t step = s->across ? 1 : LINE_ELEMENTS, count = pieces(s->total, s->grain);
    count += count > 1 && count < FEW_GRAINS ? count % 2 : 0;
    s->grain = pieces(pieces(s->total, count), step) * step; /* no small one is left over */
    s->direct = !s->by_tiles && p->scratch == 0;
    if (s->direct)
        s->tile = s->grain;
    p->grains[0] = pieces(s->total, s->grain);
    p->cost_ns = 30 + ns * (double)g->numel;
}

/* Which outputs may be streamed: from pieces of the space in which their elements lie side by side. */
static void plan_streams(const ra__geometry *g, state *s, double kernel_ns, size_t *scratch)
{
    int64_t widest = 1;
    if (kernel_ns * STREAMED_PER_NS > 1)
        return;
    for (int k = 0; k < s->operands; k++)
        widest = s->op[k].width > widest ? s->op[k].width : widest;
    for (int k = 0; k < s->outputs; k++) {
        operand *o = &s->op[k];
        bool together = s->by_tiles ? o->linear : o->strides[0] == o->size && g->sizes[0] * o->size >= STREAMED_ROW;
        int64_t bytes = g->numel * o->size;
        o->streamed = o->same && together && bytes >= RA__STREAM_FROM;
        if (!o->streamed)
            continue;
        s->streamed_bytes = bytes > s->streamed_bytes ? bytes : s->streamed_bytes;
        s->streamed_tile = RA__STREAM_TILE / widest;
        o->scratch = (int64_t)*scratch;
        *scratch += (size_t)(s->streamed_tile * o->size);
    }
}

/* Whether any range of elements can be computed by itself, and every result lies in their order without gaps. */
static bool is_linear(const ra__geometry *g, const state *s, const ra_kernel *kernel)
{
    bool linear = !s->across && !(kernel->faults_on_integers && (ra__is_integral(g->compute) || g->compute == RA_BOOL));
    for (int k = 0; k < s->outputs; k++)
        linear = linear && s->op[k].linear;
    return linear;
}

ra_status RA__ISA_NAME(ra__elementwise_plan)(const ra_meta *m, ra_plan *p)
{
    const ra__geometry *g = &m->geometry;
    p->phases = 0;
    if (g->numel == 0)
        return RA_OK;
    size_t dims = (size_t)g->ndim * (1 + (size_t)g->operands);
    size_t ops = sizeof(state) + (size_t)g->operands * sizeof(operand);
    state *s = ra__plan_alloc(p, ops + dims * sizeof(int64_t)); /* fits: dimensions */
    if (!s)
        return RA_ERR_MEMORY;
    int64_t *sizes = (int64_t *)(void *)((char *)s + ops);
    memcpy(sizes, g->sizes, (size_t)g->ndim * sizeof *sizes);
    s->sizes = sizes;
    s->loop = p->kernel->loops[g->compute];
    s->ndim = g->ndim;
    s->operands = g->operands;
    s->outputs = g->outputs;
    s->params = g->params;
    s->streamed_bytes = s->streamed_tile = 0;
    p->scratch = 0;
    plan_walk(g, s, &p->scratch);
    for (int k = 0; k < g->operands; k++) {
        memset(&s->op[k], 0, sizeof s->op[k]);
        plan_operand(m, s, &s->op[k], k, sizes + (size_t)g->ndim * (size_t)(k + 1));
        give_scratch(s, &s->op[k], k, &p->scratch);
    }
    plan_grains(g, s, p, cost_of(g, s, p->kernel->cost));
    plan_streams(g, s, p->kernel->cost, &p->scratch);
    if (is_linear(g, s, p->kernel))
        p->flags |= RA__PLAN_LINEAR, p->unit = 1;
    p->state = s;
    p->phases = 1;
    return RA_OK;
}
