/*
 * The reduction engine: cuts, gathering, trees. See reduce.h for the idea.
 *
 * Two ways to read, chosen by strides. Along: elements of one output lie side by side (or are gathered so) and a leaf is a run
 * of them. Across: neighbouring outputs lie side by side, a leaf is a stack of rows, and all loops run over outputs. Either way
 * a rectangle of `tile` outputs by `chunk` elements of their sequences is the unit of work. Where there is one chunk, a
 * rectangle ends in results; else in a block of accumulators in the workspace, which phase 1 combines.
 *
 * Where elements are gathered along that lie apart, and those of neighbouring outputs lie near each other, `beside` outputs are
 * gathered together, by transposing what lies from the first to the last of them: each alone would read the same lines again.
 * What becomes of an output's elements is the same either way.
 */
#include "cpu/reduce.h"

#include "cpu/reduce_tree.h"
#include "cpu/turn.h"
#include "cpu/vector.h"
#include "meta/reduction.h"

#include <string.h>

enum {
    MAX_STAGES = 4,
    GRAIN_NS = 40000,
    UNIT_MOST = 16384, /* elements of a rectangle (ra_plan.unit): few enough to come from a second-level cache beside others, enough for memory to give them in a row */
    BESIDE_RUN = 64,   /* elements of each that are transposed at once: all lie in a first-level cache until they are where they belong */
    BESIDE_MOST = 16,
    BESIDE_BYTES = 256 << 10, /* of their leaves, which lie in a second-level cache beside what they are read from */
    BESIDE_APART = 4,         /* elements from one to the next: what lies between is read for nothing */
    SHORT_RUN = 256 /* runs below this are gathered into leaves rather than being leaves of their own */
};

typedef struct stage {
    ra__convert_fn convert; /* NULL: map */
    ra_dtype to, from;
} stage;

typedef struct reduction {
    const ra__reducer *reducer;
    ra__reduce_finish_fn finish;
    ra__reduce_map_fn map;
    double value;
    stage stages[MAX_STAGES];
    int stage_count;      /* 0: elements are read where they lie, */
    ra__convert_fn gather; /* or by this, which converts nothing */
    size_t stage_bytes;   /* widest element on the way */
    size_t memory_bytes;  /* of an element in memory */
    bool across, direct;
    int64_t beside; /* so many sequences are gathered together; else 1 */
    int64_t many;   /* so many sequences, each a leaf, are taken together; else 1 */
    ra__reduction space;
    int64_t tile, tiles_a_row, tiles;
    int64_t chunk, chunks;
    int64_t batch, combine_batch; /* rectangles, tiles in a grain of phase 0, 1 */
    int levels;
    size_t block;          /* bytes of a block of `tile` accumulators, rounded up */
    int results[2];        /* which of the kernel's results is result k of finish; -1: none */
    ra_dtype result_dtype[2];
    size_t result_bytes[2];
    ra__convert_fn store[2];
    int input;             /* of r->data */
    /* places in scratch */
    size_t rows_at, stage_at[2], turned_at, finish_at[2];
} reduction;

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

/* ---- plan ---- */

static void convert_to(reduction *s, ra_dtype to, ra_dtype *at)
{
    if (to == RA_NO_DTYPE || to == *at)
        return;
    s->stages[s->stage_count++] = (stage){RA__ISA_NAME(ra__convert)(to, *at), to, *at};
    *at = to;
    if (ra_dtype_size(to) > s->stage_bytes)
        s->stage_bytes = ra_dtype_size(to);
}

static void choose_stages(reduction *s, const ra_meta *m, const ra__reduce_choice *c)
{
    const bool maps_first = c->mapped != RA_NO_DTYPE;
    ra_dtype at = m->in[0].layout->dtype;
    s->memory_bytes = s->stage_bytes = ra_dtype_size(at);
    s->gather = RA__ISA_NAME(ra__convert)(at, at);
    convert_to(s, c->mapped, &at);
    if (maps_first)
        s->stages[s->stage_count++] = (stage){NULL, at, at};
    convert_to(s, c->via, &at);
    convert_to(s, c->compute, &at);
    if (c->map && !maps_first)
        s->stages[s->stage_count++] = (stage){NULL, at, at};
    if (s->reducer->element > s->stage_bytes)
        s->stage_bytes = s->reducer->element;
}

/*
 * Across where outputs lie side by side, or nearer to each other than the elements of a sequence, so that a line of memory is read once for
 * all that it holds; or where sequences are too short to be worth loops of their own.
 */
static void choose_direction(reduction *s)
{
    int64_t item = (int64_t)s->memory_bytes;
    bool along = s->space.strides[0] == item || s->space.sizes[0] == 1;
    bool beside = s->space.kept_in[0] == item;
    bool raw = s->stage_count == 0;
    bool in_turn = raw || s->space.kept_in[0] == s->space.sizes[0] * item; /* what is converted is so for many sequences at once */
    bool lines = s->reducer->many && s->space.reduced == 1 && s->space.sizes[0] * (int64_t)s->reducer->element >= RA__LINE;
    if (along && (s->space.sizes[0] >= 32 || (lines && in_turn)))
        s->across = false;
    else if ((beside || (!along && s->space.kept_in[0] < s->space.strides[0])) && s->space.kept_sizes[0] >= 16)
        s->across = true;
    else
        s->across = s->space.length <= 1 || (s->space.kept_sizes[0] >= 16 && s->space.length < 64);
    if (s->across)
        s->direct = raw && (beside || s->space.kept_sizes[0] == 1);
    else
        s->direct = raw && along && (s->space.reduced == 1 || s->space.sizes[0] >= SHORT_RUN);
}

static void choose_beside(reduction *s)
{
    const int64_t item = (int64_t)s->memory_bytes, apart = s->space.kept_in[0], most = BESIDE_BYTES / (RA__LEAF * (int64_t)s->reducer->element);
    const bool together = !s->across && !s->direct && s->space.strides[0] != item && apart > 0 && apart % item == 0 && apart <= BESIDE_APART * item;
    s->beside = !together ? 1 : most < BESIDE_MOST ? most : BESIDE_MOST;
    if (s->beside > s->space.kept_sizes[0])
        s->beside = s->space.kept_sizes[0];
}

static void choose_cuts(reduction *s, double element_ns)
{
    int64_t budget = (int64_t)(GRAIN_NS / element_ns);
    if (budget < RA__LEAF)
        budget = RA__LEAF;
    int64_t length = s->space.length > 0 ? s->space.length : 1, width = s->space.kept_sizes[0];
    if (s->across) {
        int64_t most = RA__LEAF_WIDTH * 4 / (int64_t)(s->reducer->element > 4 ? s->reducer->element : 4);
        if (!s->direct)
            most /= 4;
        s->tile = width < most ? width : most;
    } else {
        int64_t most = budget < UNIT_MOST ? budget : UNIT_MOST;
        s->tile = length >= most ? 1 : most / length < RA__MANY ? most / length : RA__MANY;
        if (s->tile > width)
            s->tile = width;
    }
    if (s->tile < 1)
        s->tile = 1; /* no outputs */
    s->tiles_a_row = (width + s->tile - 1) / s->tile;
    s->tiles = width > 0 ? s->space.outputs / width * s->tiles_a_row : 0;
    s->chunk = length;
    s->chunks = 1;
    if (s->tile * length > budget) {
        int64_t unit = s->across ? RA__LEAF_ROWS : RA__LEAF;
        int64_t chunk = budget / s->tile / unit * unit;
        if (!s->across && chunk > UNIT_MOST)
            chunk = UNIT_MOST;
        if (chunk < unit)
            chunk = unit;
        if (length > chunk + chunk / 2) {
            s->chunk = chunk;
            s->chunks = (length + chunk - 1) / chunk;
        }
    }
    if (!s->across && (s->chunks > 1 || s->tile < s->beside)) { /* accumulators of split sequences are blocks of one */
        s->tile = s->beside;
        s->tiles_a_row = (width + s->tile - 1) / s->tile;
        s->tiles = s->space.outputs / width * s->tiles_a_row;
    }
    s->batch = budget / (s->tile * s->chunk);
    s->combine_batch = budget / (s->tile * s->chunks * 4);
    if (s->batch < 1)
        s->batch = 1;
    if (s->combine_batch < 1)
        s->combine_batch = 1;
    s->levels = 3;
    for (int64_t leaves = s->chunk; leaves > 1; leaves /= 2)
        s->levels++;
}

static void choose_many(reduction *s)
{
    const int64_t n = s->space.length;
    const bool leaves = !s->across && s->space.reduced == 1 && s->chunks == 1 && n > 0 && n <= RA__LEAF;
    s->many = !s->reducer->many || !leaves ? 1 : s->direct || RA__LEAF / n > RA__MANY ? RA__MANY : RA__LEAF / n;
}

/* Bytes from a leaf to the one beside it: not a power of two, of which few would have room in a cache. */
static size_t leaf_pitch(const reduction *s)
{
    return RA__LEAF * s->reducer->element + RA__LINE;
}

/* Elements of memory from the first of so many neighbouring outputs to the last. */
static int64_t span_of(const reduction *s, int64_t width)
{
    return (width - 1) * (s->space.kept_in[0] / (int64_t)s->memory_bytes) + 1;
}

static void lay_out_scratch(reduction *s, ra_plan *p)
{
    int64_t wide = s->across ? s->tile : s->many;
    s->block = round_up((size_t)wide * s->reducer->accumulator);
    size_t at = (size_t)s->beside * (size_t)s->levels * s->block;
    s->rows_at = at;
    if (!s->direct) {
        at += s->across ? round_up((size_t)(RA__LEAF_ROWS * s->tile) * s->reducer->element) : (size_t)s->beside * leaf_pitch(s);
        s->turned_at = at;
        if (s->beside > 1)
            at += round_up((size_t)span_of(s, s->beside) * BESIDE_RUN * s->memory_bytes);
        int64_t unit = s->across ? s->tile : RA__LEAF;
        for (int k = 0; k < 2; k++) {
            s->stage_at[k] = at;
            at += round_up((size_t)unit * s->stage_bytes);
        }
    }
    for (int k = 0; k < 2; k++) {
        s->finish_at[k] = at;
        at += round_up((size_t)s->tile * s->result_bytes[k]);
    }
    p->scratch = at;
    p->workspace = s->chunks > 1 ? (size_t)s->tiles * (size_t)s->chunks * (size_t)s->beside * s->block : 0; /* fits: fewer than the elements */
}

/* Elements of a rectangle, if rectangles lie one behind the other in the input. */
static int64_t unit_of(const reduction *s, const ra_layout *in)
{
    int64_t item = (int64_t)s->memory_bytes;
    bool lines = s->space.reduced == 1 && (s->space.strides[0] == item || s->space.sizes[0] == 1) && (in->flags & RA__DENSE);
    bool in_turn = s->space.kept == 1 && (s->space.outputs == 1 || s->space.kept_in[0] == s->space.length * item);
    if (s->across || !lines || !in_turn)
        return 0;
    return s->chunks == 1 ? s->tile * s->space.length : s->space.outputs == 1 || s->space.length % s->chunk == 0 ? s->chunk : 0;
}

ra_status RA__ISA_NAME(ra__reduce_plan)(const ra_meta *m, ra_plan *p, const ra__reduce_choice *c)
{
    reduction *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->reducer = c->reducer;
    s->finish = c->finish;
    s->map = c->map;
    s->value = c->value;
    s->input = m->out_count;
    s->results[0] = s->results[1] = -1;
    for (int k = 0, result = 0; k < 2; k++) {
        s->result_dtype[k] = c->result_dtype[k];
        s->result_bytes[k] = ra_dtype_size(c->result_dtype[k]);
        if (c->result_dtype[k] != RA_NO_DTYPE) {
            s->results[k] = result++;
            s->store[k] = RA__ISA_NAME(ra__convert)(ra__out_shape(m, s->results[k])->dtype, c->result_dtype[k]);
        }
    }
    ra__reduction_of(m, s->results, c->in_order, &s->space);
    p->state = s;
    p->phases = 0; /* until there is something to do */
    if (s->space.outputs == 0)
        return RA_OK;
    choose_stages(s, m, c);
    choose_direction(s);
    double read_ns = 0.06 * (double)s->memory_bytes + (s->direct ? 0 : 0.4 + 0.3 * s->stage_count);
    double element_ns = read_ns + s->reducer->cost;
    choose_beside(s);
    choose_cuts(s, element_ns);
    choose_many(s);
    lay_out_scratch(s, p);
    int64_t rectangles = s->tiles * s->chunks;
    p->grains[0] = (rectangles + s->batch - 1) / s->batch;
    p->phases = 1;
    p->unit = unit_of(s, m->in[0].layout);
    if (s->chunks > 1) {
        p->grains[1] = (s->tiles + s->combine_batch - 1) / s->combine_batch;
        p->phases = 2;
    }
    p->cost_ns = 50 + (double)s->space.outputs * (s->across ? 1 : 12) + (double)s->space.outputs * (double)s->space.length * element_ns;
    return RA_OK;
}

/* ---- reading ---- */

/* n elements at byte distance `stride` to dst, contiguous and as the reducer reads them. */
static void load(const reduction *s, char *scratch, char *dst, const char *src, int64_t stride, int64_t n)
{
    if (s->stage_count == 0) {
        s->gather(dst, (int64_t)s->memory_bytes, src, stride, n);
        return;
    }
    for (int i = 0; i < s->stage_count; i++) {
        char *to = i == s->stage_count - 1 ? dst : scratch + s->stage_at[i % 2];
        if (s->stages[i].convert)
            s->stages[i].convert(to, (int64_t)ra_dtype_size(s->stages[i].to), src, stride, n);
        else {
            if (i == 0 && stride != (int64_t)s->memory_bytes) { /* map reads contiguous elements */
                char *packed = scratch + s->stage_at[1];
                RA__ISA_NAME(ra__convert)(s->stages[i].from, s->stages[i].from)(packed, (int64_t)s->memory_bytes, src, stride, n);
                src = packed;
            }
            s->map(to, src, n, s->value);
        }
        src = to;
        stride = (int64_t)ra_dtype_size(s->stages[i].to);
    }
}

/* n elements of each of `width` neighbouring outputs, to rows that are `pitch` bytes apart. */
static void load_beside(const reduction *s, char *scratch, char *dst, size_t pitch, const char *src, int64_t width, int64_t n)
{
    const int64_t item = (int64_t)s->memory_bytes, row = BESIDE_RUN * item, stride = s->space.strides[0], step = s->space.kept_in[0];
    const bool at_once = s->stage_count == 0 && step == item; /* to where they belong */
    char *turned = scratch + s->turned_at;
    for (int64_t j = 0, some = s->beside; j < width; j += some)
        for (int64_t i = 0; i < n; i += BESIDE_RUN) {
            const int64_t run = n - i < BESIDE_RUN ? n - i : BESIDE_RUN, count = width - j < some ? width - j : some;
            char *to = dst + (size_t)j * pitch + (size_t)i * s->reducer->element;
            RA__ISA_NAME(ra__turn)(at_once ? to : turned, at_once ? (int64_t)pitch : row, src + j * step + i * stride, stride, (int)item, run,
                                   span_of(s, count));
            for (int64_t k = 0; !at_once && k < count; k++)
                load(s, scratch, to + (size_t)k * pitch, turned + k * step / item * row, item, run);
        }
}

/* Place in a sequence. */
typedef struct walk {
    int64_t index[RA_MAX_DIMS + 1];
    const char *at;
} walk;

static void walk_start(walk *w, const reduction *s, const char *base, int64_t position)
{
    w->at = base;
    for (int d = 0; d < s->space.reduced; d++) {
        w->index[d] = s->space.sizes[d] > 0 ? position % s->space.sizes[d] : 0;
        position = s->space.sizes[d] > 0 ? position / s->space.sizes[d] : 0;
        w->at += w->index[d] * s->space.strides[d];
    }
}

/* Goes on by n elements, which end at most at the end of dimension 0. */
static void walk_by(walk *w, const reduction *s, int64_t n)
{
    w->index[0] += n;
    w->at += n * s->space.strides[0];
    for (int d = 0; d + 1 < s->space.reduced && w->index[d] == s->space.sizes[d]; d++) {
        w->at += s->space.strides[d + 1] - s->space.sizes[d] * s->space.strides[d];
        w->index[d] = 0;
        w->index[d + 1]++;
    }
}

/* ---- rectangles ---- */

/* From the place of w on, n elements of each of `width` sequences to the tile, in rows. */
static void gather(const reduction *s, char *scratch, walk *w, int64_t width, int64_t n)
{
    for (char *to = scratch + s->rows_at; n > 0;) {
        int64_t run = s->space.sizes[0] - w->index[0] < n ? s->space.sizes[0] - w->index[0] : n;
        if (width > 1)
            load_beside(s, scratch, to, leaf_pitch(s), w->at, width, run);
        else
            load(s, scratch, to, w->at, s->space.strides[0], run);
        walk_by(w, s, run);
        to += (size_t)run * s->reducer->element;
        n -= run;
    }
}

/* Of `width` sequences, at most as many as are gathered together; the block of number k is s->levels blocks behind that of the one before it. */
static void *reduce_along(const reduction *s, char *scratch, const char *base, int64_t width, int64_t first, int64_t last)
{
    if (s->direct && s->space.reduced == 1 && last - first <= RA__LEAF) {
        s->reducer->inner(scratch, base + first * s->space.strides[0], last - first, first);
        return scratch;
    }
    ra__tree t[BESIDE_MOST];
    for (int64_t k = 0; k < width; k++)
        ra__tree_start(&t[k], scratch + (size_t)(k * s->levels) * s->block, s->block);
    walk w;
    walk_start(&w, s, base, first);
    for (int64_t n; first < last; first += n) {
        const char *x = s->direct ? w.at : scratch + s->rows_at;
        n = last - first < RA__LEAF ? last - first : RA__LEAF;
        if (s->direct) {
            n = s->space.sizes[0] - w.index[0] < n ? s->space.sizes[0] - w.index[0] : n;
            walk_by(&w, s, n);
        } else
            gather(s, scratch, &w, width, n);
        for (int64_t k = 0; k < width; k++) {
            s->reducer->inner(ra__tree_top(&t[k]), x + (size_t)k * leaf_pitch(s), n, first);
            ra__tree_push(&t[k], s->reducer, 1, n);
        }
    }
    for (int64_t k = 0; k < width; k++)
        ra__tree_finish(&t[k], s->reducer, 1);
    return scratch;
}

/* Whole sequences that are leaves. */
static void *reduce_many(const reduction *s, char *scratch, const char *base, int64_t width)
{
    const int64_t n = s->space.length, step = s->space.kept_in[0], stride = s->space.strides[0], row = n * (int64_t)s->reducer->element;
    char *tile = scratch + s->rows_at;
    if (s->direct) {
        s->reducer->many(scratch, base, step, n, width);
        return scratch;
    }
    if (step == n * stride)
        load(s, scratch, tile, base, stride, n * width);
    else if (s->beside > 1)
        load_beside(s, scratch, tile, (size_t)row, base, width, n);
    else
        for (int64_t i = 0; i < width; i++)
            load(s, scratch, tile + i * row, base + i * step, stride, n);
    s->reducer->many(scratch, tile, row, n, width);
    return scratch;
}

static void *reduce_across(const reduction *s, char *scratch, const char *base, int64_t width, int64_t first, int64_t last)
{
    ra__tree t;
    ra__tree_start(&t, scratch, s->block);
    walk w;
    walk_start(&w, s, base, first);
    const void *rows[RA__LEAF_ROWS];
    while (first < last) {
        int64_t n = last - first < RA__LEAF_ROWS ? last - first : RA__LEAF_ROWS;
        for (int64_t i = 0; i < n; i++) {
            if (s->direct)
                rows[i] = w.at;
            else {
                char *row = scratch + s->rows_at + (size_t)(i * s->tile) * s->reducer->element;
                load(s, scratch, row, w.at, s->space.kept_in[0], width);
                rows[i] = row;
            }
            walk_by(&w, s, 1);
        }
        s->reducer->outer(ra__tree_top(&t), rows, n, width, first);
        ra__tree_push(&t, s->reducer, width, n);
        first += n;
    }
    return ra__tree_finish(&t, s->reducer, width);
}

/* Where a tile of outputs begins, and how many they are. */
typedef struct place {
    int64_t in, out[2], width;
} place;

static place place_of(const reduction *s, int64_t tile)
{
    int64_t column = tile % s->tiles_a_row * s->tile, row = tile / s->tiles_a_row;
    place at;
    at.width = s->space.kept_sizes[0] - column < s->tile ? s->space.kept_sizes[0] - column : s->tile;
    at.in = column * s->space.kept_in[0];
    at.out[0] = column * s->space.kept_out[0][0];
    at.out[1] = column * s->space.kept_out[1][0];
    for (int d = 1; d < s->space.kept; d++) {
        int64_t i = row % s->space.kept_sizes[d];
        row /= s->space.kept_sizes[d];
        at.in += i * s->space.kept_in[d];
        at.out[0] += i * s->space.kept_out[0][d];
        at.out[1] += i * s->space.kept_out[1][d];
    }
    return at;
}

/* The results of `width` outputs to scratch, from output `from` of the tile. */
static void finish(const reduction *s, char *scratch, const void *block, int64_t from, int64_t width)
{
    void *out[2];
    for (int k = 0; k < 2; k++)
        out[k] = s->results[k] >= 0 ? scratch + s->finish_at[k] + (size_t)from * s->result_bytes[k] : NULL;
    s->finish(out, block, width, s->space.length, s->value);
}

static void store(const reduction *s, ra__run *r, const place *at)
{
    for (int k = 0; k < 2; k++)
        if (s->results[k] >= 0)
            s->store[k](r->data[s->results[k]] + at->out[k], s->space.kept_out[k][0], (char *)r->scratch + s->finish_at[k], (int64_t)s->result_bytes[k],
                        at->width);
}

static void run_rectangle(const reduction *s, ra__run *r, int64_t rectangle)
{
    char *scratch = r->scratch;
    int64_t tile = rectangle / s->chunks, chunk = rectangle % s->chunks;
    int64_t first = chunk * s->chunk, last = first + s->chunk < s->space.length ? first + s->chunk : s->space.length;
    place at = place_of(s, tile);
    const char *base = r->data[s->input] + at.in;
    if (s->chunks > 1) {
        char *block = s->across ? reduce_across(s, scratch, base, at.width, first, last) : reduce_along(s, scratch, base, at.width, first, last);
        for (int64_t k = 0; k < (s->across ? 1 : at.width); k++)
            memcpy((char *)r->workspace + (size_t)(rectangle * s->beside + k) * s->block, block + (size_t)(k * s->levels) * s->block,
                   (size_t)(s->across ? at.width : 1) * s->reducer->accumulator);
        return;
    }
    for (int64_t j = 0, width = s->across ? at.width : s->many > 1 ? s->many : s->beside; j < at.width; j += width) {
        char *block = scratch;
        const char *from = base + j * s->space.kept_in[0];
        width = width < at.width - j ? width : at.width - j;
        if (s->space.length == 0)
            s->reducer->identity(block, width);
        else if (s->across)
            block = reduce_across(s, scratch, from, width, first, last);
        else if (s->many > 1)
            block = reduce_many(s, scratch, from, width);
        else {
            block = reduce_along(s, scratch, from, width, first, last);
            for (int64_t k = 0; k < width; k++)
                finish(s, scratch, block + (size_t)(k * s->levels) * s->block, j + k, 1);
            continue;
        }
        finish(s, scratch, block, j, width);
    }
    store(s, r, &at);
}

static void combine_tile(const reduction *s, ra__run *r, int64_t tile)
{
    place at = place_of(s, tile);
    const int64_t width = s->across ? at.width : 1; /* of a block */
    char *blocks = (char *)r->workspace + (size_t)(tile * s->chunks * s->beside) * s->block;
    const size_t pitch = (size_t)s->beside * s->block;
    for (int64_t k = 0; k < at.width; k += width, blocks += s->block) {
        for (int64_t step = 1; step < s->chunks; step *= 2)
            for (int64_t c = 0; c + step < s->chunks; c += 2 * step) {
                int64_t end = (c + 2 * step) * s->chunk < s->space.length ? (c + 2 * step) * s->chunk : s->space.length;
                s->reducer->combine(blocks + (size_t)c * pitch, blocks + (size_t)(c + step) * pitch, width, step * s->chunk, end - (c + step) * s->chunk);
            }
        finish(s, r->scratch, blocks, k, width);
    }
    store(s, r, &at);
}

ra_status RA__ISA_NAME(ra__reduce_range)(ra__run *r, int64_t first, int64_t end)
{
    for (int64_t i = first; i < end; i++)
        run_rectangle(r->plan->state, r, i);
    return RA_OK;
}

ra_status RA__ISA_NAME(ra__reduce_run)(ra__run *r, int phase, int64_t first, int64_t last)
{
    const reduction *s = r->plan->state;
    if (phase == 0) {
        int64_t rectangles = s->tiles * s->chunks;
        return RA__ISA_NAME(ra__reduce_range)(r, first * s->batch, last * s->batch < rectangles ? last * s->batch : rectangles);
    } else {
        int64_t end = last * s->combine_batch < s->tiles ? last * s->combine_batch : s->tiles;
        for (int64_t i = first * s->combine_batch; i < end; i++)
            combine_tile(s, r, i);
    }
    return RA_OK;
}
