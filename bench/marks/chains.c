/*
 * Random chains: numbers, broadcast and strided operands, conversions, where, in-place steps; ours with fusion forced beside
 * the same links tiled (tiles_generated.c), which must give the same bits.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"
#include "work/tiles.h"

#include <stdlib.h>

enum { CHAINS = 50, SHORTEST = 5 };

static uint64_t random_state;

static int random_below(int n)
{
    random_state ^= random_state >> 12; /* xorshift64*: any fixed sequence will do */
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (int)((random_state * 0x2545f4914f6cdd1dull >> 33) % (uint64_t)n);
}

/* Chain number `seed`; its length. */
static int generate(chain_link *links, int seed)
{
    random_state = 0x9e3779b97f4a7c15ull * (uint64_t)(seed + 1);
    const int count = SHORTEST + random_below(TILES_LINKS - SHORTEST);
    for (int i = 0; i < count; i++) {
        chain_link *l = &links[i];
        *l = (chain_link){.op = (link_op)random_below(LINK_OPS), .operand = (link_operand)random_below(LINK_OPERANDS), .number = 0.25 * (1 + random_below(6))};
        l->in_place = i > 0 && random_below(4) == 0;
        if (l->op == LINK_INTEGER)
            l->number = 1 + random_below(3);
        if (l->op == LINK_SQRT && i > 0 && links[i - 1].op != LINK_ABS)
            l->op = LINK_ABS; /* a root follows an absolute value */
        else if (l->op == LINK_SQRT && i == 0)
            l->op = LINK_RELU;
    }
    return count;
}

/* ---- ours ---- */

typedef struct chain_inputs {
    ra_tensor *start, *full, *row, *column, *wide, *stepped, *square, *turned;
    ra_tensor *out; /* of the tiled side */
    tiles_operands raw;
    float *raw_out;
} chain_inputs;

static ra_tensor *wave(ra_dims sizes, int64_t count, double period)
{
    RA_AUTO ra_tensor *steps = ra_arange(0, count, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    RA_AUTO ra_tensor *rest = ra_remainder(steps, period);
    RA_AUTO ra_tensor *scaled = ra_mul(rest, 3.0 / period);
    RA_AUTO ra_tensor *moved = ra_sub(scaled, 1.0);
    return ra_reshape(moved, sizes);
}

static const float *floats_of(const ra_tensor *t, bool *good)
{
    ra_status status = RA_ERR_REFUSED;
    const float *p = t ? ra_data_f32(t, &status) : NULL;
    *good = *good && p && status == RA_OK;
    return p;
}

static bool inputs_open(marks *m, chain_inputs *in)
{
    enum { R = TILES_ROWS, C = TILES_COLUMNS };
    *in = (chain_inputs){.start = wave(RA_DIMS(R, C), R * C, 101), .full = wave(RA_DIMS(R, C), R * C, 89), .row = wave(RA_DIMS(C), C, 53),
                         .column = wave(RA_DIMS(R, 1), R, 47), .wide = wave(RA_DIMS(R, 2 * C), 2 * R * C, 71), .square = wave(RA_DIMS(C, R), C * R, 83),
                         .out = ra_zeros(RA_DIMS(R, C))};
    in->stepped = ra_slice(in->wide, 1, 0, 2 * C, 2);
    in->turned = ra_transpose(in->square, 0, 1);
    bool good = in->stepped && in->turned;
    in->raw = (tiles_operands){.full = floats_of(in->full, &good), .start = floats_of(in->start, &good), .row = floats_of(in->row, &good),
                               .column = floats_of(in->column, &good), .stepped = floats_of(in->wide, &good), .turned = floats_of(in->square, &good)};
    ra_status status = RA_ERR_REFUSED;
    in->raw_out = good ? ra_data_mut(in->out, &status) : NULL;
    return bench_ok(m->b, "operands of chains", good ? status : RA_ERR_REFUSED);
}

static void inputs_close(chain_inputs *in)
{
    ra_tensor *const all[] = {in->start, in->full, in->row, in->column, in->wide, in->stepped, in->square, in->turned, in->out};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
}

static ra_operand operand_of(const chain_inputs *in, const chain_link *l)
{
    const ra_tensor *const tensors[LINK_OPERANDS] = {NULL, in->full, in->row, in->column, in->stepped, in->turned};
    return l->operand == OPERAND_NUMBER ? RA_OPERAND(l->number) : RA_OPERAND(tensors[l->operand]);
}

static ra_tensor *convert(const ra_tensor *x, ra_dtype dtype) { return ra_to(x, RA_OPTS(ra_to, .dtype = dtype)); }

/* The functional form; handles in between belong to the scope. */
static ra_tensor *record_link(const chain_inputs *in, ra_tensor *x, const chain_link *l)
{
    const ra_operand other = operand_of(in, l);
    switch (l->op) {
    case LINK_RELU:
        return ra_relu(x);
    case LINK_ABS:
        return ra_abs(x);
    case LINK_NEG:
        return ra_neg(x);
    case LINK_SQRT:
        return ra_sqrt(x);
    case LINK_TANH:
        return ra_tanh(x);
    case LINK_SIGMOID:
        return ra_sigmoid(x);
    case LINK_ADD:
        return ra_add(x, other);
    case LINK_SUB:
        return ra_sub(x, other);
    case LINK_MUL:
        return ra_mul(x, other);
    case LINK_MAXIMUM:
        return ra_maximum(x, other);
    case LINK_MINIMUM:
        return ra_minimum(x, other);
    case LINK_LESS_WHERE:
        return ra_where(ra_lt(x, other), x, l->number);
    case LINK_DOUBLE:
        return convert(ra_mul(convert(x, RA_FLOAT64), l->number), RA_FLOAT32);
    default:
        return convert(ra_add(convert(x, RA_INT32), (int64_t)l->number), RA_FLOAT32);
    }
}

/* In place where the link says so and the operator has that form. */
static ra_tensor *step(const chain_inputs *in, ra_tensor *x, const chain_link *l)
{
    const ra_operand other = operand_of(in, l);
    if (!l->in_place)
        return record_link(in, x, l);
    switch (l->op) {
    case LINK_RELU:
        return ra_relu_(x) ? NULL : x;
    case LINK_NEG:
        return ra_neg_(x) ? NULL : x;
    case LINK_ADD:
        return ra_add_(x, other) ? NULL : x;
    case LINK_SUB:
        return ra_sub_(x, other) ? NULL : x;
    case LINK_MUL:
        return ra_mul_(x, other) ? NULL : x;
    default:
        return record_link(in, x, l);
    }
}

static ra_tensor *record_chain(const chain_inputs *in, const chain_link *links, int count)
{
    ra_scope_begin();
    ra_tensor *x = in->start;
    for (int i = 0; x && i < count; i++)
        x = step(in, x, &links[i]);
    x = x ? ra_keep(x) : NULL;
    return ra_scope_end() == RA_OK ? x : NULL;
}

/* ---- beside one another ---- */

static double our_ms(marks *m, const chain_inputs *in, const chain_link *links, int count, bool compare)
{
    const int64_t start = clock_now_ns();
    RA_AUTO ra_tensor *r = record_chain(in, links, count);
    if (!bench_need(m->b, "chain", r) || !bench_ok(m->b, "ra_wait", ra_wait(r)))
        return NAN;
    const double ms = (double)(clock_now_ns() - start) / 1e6;
    bool equal = true;
    if (compare && bench_ok(m->b, "ra_equal", ra_equal(r, in->out, &equal)) && !equal)
        report_failure(m->b->report, "FAILED: a random chain tiled by hand and the engine's differ");
    return ms;
}

void marks_chains(marks *m)
{
    const int turns = (int)bench_pick(m->b, 2, 5, 15), chains = (int)bench_pick(m->b, 10, CHAINS, CHAINS);
    double logarithms = 0, our_logarithms = 0, worst = 0;
    chain_inputs in = {0};
    bool good = mark_restart(m, "always", NULL) && tiles_open(m->b) && inputs_open(m, &in);
    ra_reset_stats();
    for (int c = 0; good && c < chains; c++) {
        chain_link links[TILES_LINKS];
        samples ours = {0}, tiled = {0};
        const int count = generate(links, c);
        progress("marks: random chains, %d of %d", c, chains);
        for (int i = 0; good && i < turns + 1; i++) {
            const double by_tiles = 1e3 * tiles_generated(links, count, &in.raw, in.raw_out, m->threads), ms = our_ms(m, &in, links, count, i == 0);
            good = isfinite(ms) && isfinite(by_tiles);
            if (i > 0) {
                samples_add(&ours, ms);
                samples_add(&tiled, by_tiles);
            }
        }
        const double ratio = samples_quantile(&ours, 0.5) / samples_quantile(&tiled, 0.5);
        logarithms += log(ratio);
        our_logarithms += log(samples_quantile(&ours, 0.5));
        worst = ratio > worst ? ratio : worst;
        samples_free(&ours);
        samples_free(&tiled);
    }
    const double ours = good ? exp(our_logarithms / chains) : NAN;
    mark_found(m, MARK_CHAINS_TILED, ours, NAN, ours / exp(logarithms / chains));
    mark_note(m, MARK_CHAINS_TILED, "%d chains; the worst ratio is %.2f", chains, worst);
    const ra_stats s = ra_get_stats(); /* every operator of these chains is elementwise, over one space */
    mark_found(m, MARK_CHAINS_SHARE, good ? (double)s.fused / (double)(s.recorded - s.dropped) : NAN, NAN, NAN);
    mark_note(m, MARK_CHAINS_SHARE, "in groups of %.1f", s.fused_groups ? (double)s.fused / (double)s.fused_groups : NAN);
    inputs_close(&in);
}
