/*
 * Elementwise work: the walk of a loop over a geometry.
 *
 * The iteration space is taken in linear order, dimension 0 innermost, and cut into grains of so many elements. Within
 * a grain there are three ways to feed the loop:
 *
 * rows   the innermost dimension is long: one call per row. An operand in the loop's dtype that steps by one element,
 *        or stands still, is handed over in place; any other goes through a tile in scratch. Where all are handed over,
 *        many rows are in one call, and short ones, too, if the loop does little for an element.
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
#include "cpu/elementwise_state.h"
#include "cpu/rows.h"
#include "cpu/stream.h"
#include "cpu/turn.h"

#include <string.h>

enum { FORESEEN = 512 }; /* bytes of a row from which on the next is asked for */

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

/* One row of elements. */
static inline ra_status compute(const state *s, char *const *data, const int64_t *strides, int64_t n)
{
    return s->loop ? s->loop(data, strides, n, strides, 1, &s->params) : s->line(data, strides, n, &s->params);
}

/* ---- tiles ---- */

static __attribute__((noinline)) void convert_by_way(const operand *o, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    enum { PIECE = 256, WIDEST = 16 };
    _Alignas(WIDEST) char third[PIECE * WIDEST];
    for (; n > 0; n -= PIECE, to += PIECE * to_step, from += PIECE * from_step) {
        int64_t count = n < PIECE ? n : PIECE;
        o->load(third, o->step, from, from_step, count);
        o->onward(to, to_step, third, o->step, count);
    }
}

/* n elements on their way between memory and the loop, in either direction. */
static inline void convert(const operand *o, char *to, int64_t to_step, const char *from, int64_t from_step, int64_t n)
{
    if (o->onward)
        convert_by_way(o, to, to_step, from, from_step, n);
    else
        o->load(to, to_step, from, from_step, n);
}

/* n elements between memory and tile. */
static void move(const operand *o, bool out, char *memory, int64_t memory_step, char *tile, int64_t tile_step, int64_t n)
{
    if (out)
        convert(o, memory, memory_step, tile, tile_step, n);
    else
        convert(o, tile, tile_step, memory, memory_step, n);
}

/* Rows of one element each, which is converted once. */
static void spread_converted(const operand *o, char *tile, const char *memory, int64_t row, int64_t rows)
{
    enum { PIECE = 128, WIDEST = 16 };
    _Alignas(WIDEST) char column[PIECE * WIDEST];
    const int64_t bytes = row * o->width;
    for (int64_t at = 0; at < rows; at += PIECE) {
        const int64_t n = rows - at < PIECE ? rows - at : PIECE;
        convert(o, column, o->width, memory + at * o->strides[1], o->strides[1], n);
        ra__rows_spread(tile + at * bytes, bytes, column, o->width, o->width, row, n);
    }
}

/*
 * Whole rows, that follow one another along dimension 1: as they are, or of one element each. Where elements do not lie side by side, or are
 * converted and few, the moves go along dimension 1 if that is longer.
 */
static void transfer_rows(const operand *o, bool out, char *memory, char *tile, int64_t row, int64_t rows)
{
    enum { COPIED_LEAST = 4, CONVERTED_LEAST = 8 }; /* bytes; elements */
    const int64_t bytes = row * o->width, along = o->strides[0], down = o->strides[1];
    const bool together = along == o->size;
    if (along == 0 && !out && o->same)
        ra__rows_spread(tile, bytes, memory, down, o->size, row, rows);
    else if (along == 0 && !out)
        spread_converted(o, tile, memory, row, rows);
    else if (together && o->same && bytes >= COPIED_LEAST)
        ra__rows_copy(out ? memory : tile, out ? down : bytes, out ? tile : memory, out ? bytes : down, bytes, rows);
    else if (rows > row && !(together && row >= CONVERTED_LEAST))
        for (int64_t i = 0; i < row; i++)
            move(o, out, memory + i * along, down, tile + i * o->width, bytes, rows);
    else
        for (int64_t i = 0; i < rows; i++)
            move(o, out, memory + i * down, along, tile + i * bytes, o->width, row);
}

/* Gathers (or scatters) count elements from place c on, whatever rows they lie in. */
static void transfer(const state *s, const operand *o, bool out, cursor c, char *memory, char *tile, int64_t count)
{
    const int64_t *stride = o->strides;
    int64_t row = s->sizes[0];
    while (count > 0) {
        char *m = memory + offset_of(s, o, &c);
        if (c.at[0] == 0 && s->ndim > 1 && count >= 2 * row) {
            int64_t rows = count / row, left = s->sizes[1] - c.at[1];
            rows = rows < left ? rows : left;
            transfer_rows(o, out, m, tile, row, rows);
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
    ra__rows_repeat(tile, have * o->width, count * o->width);
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
                convert(o, tile, o->width, memory, 0, 1);
            else if (o->linear)
                convert(o, tile, o->width, memory + at * o->size, o->size, n);
            else if (o->period)
                gather_periodic(s, o, &c, memory, tile, n);
            else
                transfer(s, o, false, c, memory, tile, n);
        }
        ra_status status = compute(s, data, strides, n);
        if (status)
            return status;
        for (int k = 0; k < s->outputs; k++) {
            const operand *o = &s->op[k];
            if (streams && o->streamed)
                ra__stream(r->data[o->source] + at * o->size, data[k], n * o->size);
            else if (!o->same && o->linear)
                convert(o, r->data[o->source] + at * o->size, o->size, data[k], o->width, n);
            else if (!o->linear)
                transfer(s, o, true, c, r->data[o->source], data[k], n);
        }
    }
    return RA_OK;
}

ra_status RA__ISA_NAME(ra__loop_expanded)(ra__loop_fn loop, char *const *data, const int64_t *strides, const int *sizes, int operands, unsigned still, int64_t n,
                                          const int64_t *steps, int64_t rows, const ra__params *params)
{
    enum { BYTES = 2048, MOST = 2 }; /* of a tile; tiles, since one operand at least lies in memory */
    _Alignas(64) char tile[MOST][BYTES];
    char *at[RA__MAX_OPERANDS];
    int64_t along[RA__MAX_OPERANDS], down[RA__MAX_OPERANDS], length = n, height = rows;
    for (int k = 0; k < operands; k++)
        length = still >> k & 1 && BYTES / sizes[k] < length ? BYTES / sizes[k] : length;
    for (int k = 0; k < operands; k++)
        height = still >> k & 1 && steps[k] && BYTES / (length * sizes[k]) < height ? BYTES / (length * sizes[k]) : height;
    for (int64_t row = 0; row < rows; row += height) {
        const int64_t now = rows - row < height ? rows - row : height;
        for (int k = 0, tiles = 0; k < operands; k++) {
            const bool expanded = still >> k & 1;
            at[k] = expanded ? tile[tiles++] : data[k] + row * steps[k];
            along[k] = expanded ? sizes[k] : strides[k];
            down[k] = expanded && steps[k] ? length * sizes[k] : steps[k];
            if (expanded && (steps[k] || !row))
                ra__rows_spread(at[k], length * sizes[k], data[k] + row * steps[k], steps[k], sizes[k], length, steps[k] ? now : 1);
        }
        for (int64_t i = 0; i < n; i += length) {
            const ra_status status = loop(at, along, n - i < length ? n - i : length, down, now, params);
            if (status)
                return status;
            for (int k = 0; k < operands; k++)
                at[k] += still >> k & 1 ? 0 : length * along[k];
        }
    }
    return RA_OK;
}

/* ---- rows ---- */

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
        convert(o, data[k], o->width, base[k], o->strides[0], count);
    }
    ra_status status = compute(s, data, strides, n);
    if (status)
        return status;
    for (int k = 0; k < s->outputs; k++)
        if (streams && s->op[k].streamed)
            ra__stream(base[k], data[k], n * s->op[k].size);
        else if (!in_place(s, k))
            convert(&s->op[k], base[k], s->op[k].strides[0], data[k], s->op[k].width, n);
    return RA_OK;
}

/* Of operand k: rows that do not lie one behind another, so that the processor's own looking ahead ends with each. */
static inline bool is_foreseen(const state *s, int k)
{
    const operand *o = &s->op[k];
    const int64_t bytes = s->sizes[0] * o->strides[0];
    return o->strides[1] != 0 && o->strides[1] != bytes && bytes >= FORESEEN;
}

/* The row after this one. */
static void foresee(const state *s, char *const *base)
{
    enum { MOST = 4096 };
    for (int k = s->outputs; k < s->operands; k++)
        if (is_foreseen(s, k)) {
            const int64_t bytes = s->sizes[0] * s->op[k].strides[0];
            ra__look_ahead(base[k] + s->op[k].strides[1], bytes < MOST ? bytes : MOST);
        }
}

/* Whole rows, `rows` of them along dimension 1, of operands that are all handed over in place: at once, or one by one. */
static ra_status run_direct(const state *s, char **base, int64_t rows)
{
    int64_t strides[RA__MAX_OPERANDS], steps[RA__MAX_OPERANDS];
    ra_status status = RA_OK;
    bool at_once = s->loop != NULL;
    for (int k = 0; k < s->operands; k++) {
        strides[k] = s->op[k].strides[0];
        steps[k] = s->op[k].strides[1];
        at_once = at_once && (k < s->outputs || !is_foreseen(s, k));
    }
    if (at_once)
        return s->loop(base, strides, s->sizes[0], steps, rows, &s->params);
    for (int64_t i = 0; i < rows && !status; i++) {
        if (i + 1 < rows)
            foresee(s, base);
        status = compute(s, base, strides, s->sizes[0]);
        for (int k = 0; k < s->operands; k++)
            base[k] += steps[k];
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
    return compute(s, data, strides, to - from);
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

/* Reads a block of a turned operand into its tile, rows along dimension 0. */
static void load_turned(const ra__run *r, const state *s, const operand *o, const char *memory, int64_t along, int64_t across)
{
    int64_t pitch = s->side * o->width + PAD;
    char *unturned = (char *)r->scratch + s->unturned;
    for (int64_t i = 0; i < along; i++)
        convert(o, unturned + i * pitch, o->width, memory + i * o->strides[0], o->strides[s->across], across);
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
    const state *plan = r->plan->state, *s = plan->by_grains ? plan->by_grains : plan;
    int64_t from = first * s->grain, to = last * s->grain;
    return run_space(r, s, from, to < s->total ? to : s->total);
}
