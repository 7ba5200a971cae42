/*
 * Elementwise work: how a space is walked, in which grains, and where in scratch each operand has its tile (elementwise.c).
 */
#include "cpu/cost.h"
#include "cpu/elementwise_state.h"
#include "cpu/stream.h"

#include <string.h>

/* Bytes of one operand's tile where the result is streamed: measured, and not the same for vectors of a whole line as for shorter ones. */
#if defined(__AVX512F__)
enum { STREAMED_TILE = RA__STREAM_TILE / 2 };
#else
enum { STREAMED_TILE = RA__STREAM_TILE };
#endif

enum {
    TILE_BYTES = 8192,   /* of one operand's tile in scratch: four of them fit a first-level cache */
    SHORT_ROW = 32,      /* below so many elements the cost of a call per row shows, */
    SHORTEST_ROW = 8,    /* and below so many that of a row, where all are handed over in one call, */
    BLOCK_MIN = 8,       /* elements along the other dimension from which on blocks pay */
    SIDE_BYTES = 512,    /* of a block's row: as in copy.c */
    SIDE_MAX = 256,
    STREAMED_PER_NS = 4, /* elements: a kernel that is slower has its plain stores done while it computes */
    STREAMED_ROW = 1024, /* bytes from which on pieces of a row are streamed */
    FEW_GRAINS = 8,      /* below so many, an odd one would make one of two threads wait */
    LINE_ELEMENTS = 64,  /* grains begin at whole lines of every dtype */
    GRAIN_NS = 3000,     /* a grain's aim: what two threads may share of an operator of a few of them */
    NEAR_BYTES = 16384,  /* of an input's rows that a first-level cache keeps beside what else goes through it */
    NO_WORK_PER_NS = 5,  /* elements: what takes less time moves them, more or less */
    FAR_BYTES = 4 << 20, /* of memory that an input goes through: more than second-level caches keep */
    NEAR_ROWS = 4,       /* so many at least: what the other inputs then read again is little beside it */
};

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

static void plan_operand(const ra_meta *m, const ra__geometry *g, const state *s, operand *o, int k, int64_t *strides)
{
    ra_dtype memory = (ra_dtype)g->memory[k], loop = (ra_dtype)g->loop[k];
    bool out = k < g->outputs;
    memcpy(strides, g->strides[k], (size_t)g->ndim * sizeof *strides);
    o->strides = strides;
    o->size = (int)ra__element_bytes(memory);
    o->width = (int)ra__element_bytes(loop);
    o->same = memory == loop;
    o->source = out ? g->input[k] : m->out_count + g->input[k];
    o->load = out ? RA__ISA_NAME(ra__convert)(memory, loop) : RA__ISA_NAME(ra__convert)(loop, memory);
    if (g->by_way >> k & 1) {
        o->load = RA__ISA_NAME(ra__convert)(g->via, out ? loop : memory);
        o->onward = RA__ISA_NAME(ra__convert)(out ? memory : loop, g->via);
        o->step = (int)ra__element_bytes(g->via);
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

/*
 * Below so many elements a row is gathered with others into a tile. Many that lie in place can be handed over in one call, of which each then
 * costs little; what computes much is quicker with elements of many rows at a time, if they are not all the same in each, and so is what has
 * halves, of which a short row fills no vector.
 */
static int64_t short_row(const ra__geometry *g, const state *s, double kernel_ns)
{
    bool in_place = s->loop != NULL, still = true;
    for (int k = 0; in_place && k < g->operands; k++) {
        const int64_t step = g->is_number[k] ? 0 : g->strides[k][0];
        const bool steps = step == ra__element_bytes((ra_dtype)g->memory[k]) || (step == 0 && k >= g->outputs);
        in_place = g->is_number[k] || (steps && g->memory[k] == g->loop[k] && !(g->by_way >> k & 1));
        still = still && (k < g->outputs || step == 0);
    }
    const bool is_half = g->compute == RA_FLOAT16 || g->compute == RA_BFLOAT16;
    return in_place && (still || (kernel_ns * NO_WORK_PER_NS <= 1 && !is_half)) ? SHORTEST_ROW : SHORT_ROW;
}

/* Decides how the space is walked and gives every operand its room in scratch. */
static void plan_walk(const ra__geometry *g, state *s, double kernel_ns, size_t *scratch)
{
    int64_t widest = 1;
    for (int k = 0; k < g->operands; k++) {
        int64_t width = ra__element_bytes((ra_dtype)g->loop[k]);
        widest = width > widest ? width : widest;
    }
    s->by_tiles = g->ndim > 1 && g->sizes[0] < short_row(g, s, kernel_ns);
    s->across = s->by_tiles ? 0 : find_across(g);
    s->tile = TILE_BYTES / widest;
    s->side = SIDE_BYTES / widest < SIDE_MAX ? SIDE_BYTES / widest : SIDE_MAX;
    s->unturned = 0;
    if (s->across)
        *scratch = (size_t)(s->side * (s->side * widest + PAD));
}

/*
 * Two inputs whose elements lie apart, but in the same lines or in neighbouring ones, are read where they are by what has no branch: side by
 * side, as the machine then looks ahead in both, and without a copy of each, for which there are vectors only where every second element is
 * taken: that is quicker as long as caches have it. Maxima and comparisons branch at each element: those are left to vectors.
 */
static void find_stepped(const ra__geometry *g, state *s, const ra_kernel *kernel)
{
    enum { LINE = 64 };
    unsigned stepped = 0;
    bool pays = false;
    const bool branches = kernel != &RA__KERNEL(add) && kernel != &RA__KERNEL(sub) && kernel != &RA__KERNEL(mul);
    if (branches || !s->loop || s->by_tiles || s->across || ra__is_complex(g->compute))
        return;
    for (int k = s->outputs; k < s->operands; k++) {
        const operand *o = &s->op[k];
        if (o->source < 0 || !o->same || (o->size != 4 && o->size != 8) || o->strides[0] <= o->size || o->strides[0] >= LINE)
            continue;
        stepped |= 1u << k;
        pays = pays || o->strides[0] != 2 * o->size || o->strides[0] * g->numel >= FAR_BYTES;
    }
    for (int k = s->outputs; k < s->operands; k++)
        s->op[k].stepped = pays && (stepped & (stepped - 1)) && (stepped >> k & 1);
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
        o->streamed = o->same && together && bytes >= RA__STREAM_LEAST;
        if (!o->streamed)
            continue;
        s->streamed_bytes = bytes > s->streamed_bytes ? bytes : s->streamed_bytes;
        s->streamed_tile = STREAMED_TILE / widest;
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

/* How the space g is walked. NULL when out of memory. */
static state *plan_space(const ra_meta *m, const ra__geometry *g, ra_plan *p)
{
    size_t dims = (size_t)g->ndim * (1 + (size_t)g->operands);
    size_t ops = sizeof(state) + (size_t)g->operands * sizeof(operand);
    state *s = ra__plan_alloc(p, ops + dims * sizeof(int64_t)); /* fits: dimensions */
    if (!s)
        return NULL;
    int64_t *sizes = (int64_t *)(void *)((char *)s + ops);
    memcpy(sizes, g->sizes, (size_t)g->ndim * sizeof *sizes);
    s->by_grains = NULL;
    s->sizes = sizes;
    s->loop = p->kernel->loops ? p->kernel->loops[g->compute] : NULL;
    s->line = s->loop ? NULL : p->kernel->lines[g->compute];
    s->ndim = g->ndim;
    s->operands = g->operands;
    s->outputs = g->outputs;
    s->params = g->params;
    s->streamed_bytes = s->streamed_tile = 0;
    p->scratch = 0;
    plan_walk(g, s, p->kernel->cost, &p->scratch);
    for (int k = 0; k < g->operands; k++) {
        memset(&s->op[k], 0, sizeof s->op[k]);
        plan_operand(m, g, s, &s->op[k], k, sizes + (size_t)g->ndim * (size_t)(k + 1));
    }
    find_stepped(g, s, p->kernel);
    for (int k = 0; k < g->operands; k++)
        give_scratch(s, &s->op[k], k, &p->scratch);
    plan_grains(g, s, p, cost_of(g, s, p->kernel->cost));
    plan_streams(g, s, p->kernel->cost, &p->scratch);
    return s;
}

/*
 * How many rows along dimension 1 stay near: of an input that is the same all along dimension 2, and so is read again for each of its
 * places, the rows may be too many for the first cache (each row of one table with each of another). 0: there is none, or no part of
 * them divides the dimension.
 */
static int64_t rows_near(const ra__geometry *g, const state *s)
{
    int64_t widest = 0, rows;

    if (g->ndim < 3 || g->ndim == RA_MAX_DIMS || s->by_tiles || s->across || g->sizes[2] < NEAR_ROWS)
        return 0;
    for (int k = g->outputs; k < g->operands; k++) {
        const int64_t *strides = g->strides[k], bytes = g->sizes[0] * s->op[k].size;
        if (!g->is_number[k] && strides[0] && strides[1] && !strides[2] && bytes * g->sizes[1] > 2 * NEAR_BYTES && bytes > widest)
            widest = bytes;
    }
    if (!widest)
        return 0;
    for (rows = NEAR_BYTES / widest; rows >= NEAR_ROWS && g->sizes[1] % rows; rows--)
        continue;
    return rows >= NEAR_ROWS && rows < g->sizes[1] ? rows : 0;
}

/* Parts of so many rows along dimension 1, each of which goes along dimension 2 before the next. */
static void cut(ra__geometry *g, int64_t rows)
{
    for (int d = g->ndim; d > 3; d--)
        g->sizes[d] = g->sizes[d - 1];
    g->sizes[3] = g->sizes[1] / rows;
    g->sizes[1] = rows;
    for (int k = 0; k < g->operands; k++) {
        int64_t *strides = g->strides[k];
        for (int d = g->ndim; d > 3; d--)
            strides[d] = strides[d - 1];
        strides[3] = strides[1] * rows;
    }
    g->ndim++;
}

/* Whether all operands are halves of one dtype in memory, of which the kernel has a loop: nothing is converted then. */
static bool is_of_halves(const ra__geometry *g, const ra_kernel *kernel)
{
    const ra_dtype half = (ra_dtype)g->memory[0];
    bool all = (half == RA_FLOAT16 || half == RA_BFLOAT16) && g->compute == RA_FLOAT32 && !g->by_way && kernel->loops && kernel->loops[half];
    for (int k = 0; all && k < g->operands; k++)
        all = g->memory[k] == half && g->loop[k] == RA_FLOAT32 && !g->is_number[k];
    return all;
}

static ra_status plan_geometry(const ra_meta *m, const ra__geometry *g, ra_plan *p)
{
    state *s = plan_space(m, g, p);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t near = rows_near(g, s);
    if (near) {
        const size_t scratch = p->scratch;
        ra__geometry parts = *g;
        cut(&parts, near);
        s->by_grains = plan_space(m, &parts, p);
        if (!s->by_grains)
            return RA_ERR_MEMORY;
        p->scratch = p->scratch > scratch ? p->scratch : scratch;
    }
    if (is_linear(g, s, p->kernel))
        p->flags |= RA__PLAN_LINEAR, p->unit = 1;
    p->state = s;
    p->phases = 1;
    return RA_OK;
}

ra_status RA__ISA_NAME(ra__elementwise_plan)(const ra_meta *m, ra_plan *p)
{
    p->phases = 0;
    if (m->geometry.numel == 0)
        return RA_OK;
    if (!is_of_halves(&m->geometry, p->kernel))
        return plan_geometry(m, &m->geometry, p);
    ra__geometry halves = m->geometry;
    halves.compute = (ra_dtype)halves.memory[0];
    memcpy(halves.loop, halves.memory, sizeof halves.loop);
    return plan_geometry(m, &halves, p);
}
