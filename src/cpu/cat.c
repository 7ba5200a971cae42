/*
 * cat and stack: every tensor of the list is copied into its part of the result.
 *
 * Where every part lies in one piece, the parts are walked one by one, each cut into grains of its own, so that a grain never spans two
 * tensors. Else parts may share lines of the result, and a grain is a share of each of them: of the same rows, since all are walked in the
 * order of the result.
 */
#include "cpu/convert.h"
#include "cpu/rows.h"
#include "cpu/walk.h"
#include "meta/pre.h"

typedef struct piece {
    const ra__walk *walk;   /* operands: the part of the result, the tensor */
    ra__convert_fn convert; /* NULL: same dtype */
    bool block;             /* nothing between its elements, here or there: they go as one */
    int64_t offset;         /* bytes from the start of the result to the part */
    int64_t first_grain;
    int input;
} piece;

typedef struct state {
    int count;
    size_t bytes;
    int64_t grain;
    int64_t shares; /* that each part is cut into; 0: into grains */
    piece pieces[];
} state;

static const ra__walk *walk_piece(ra_plan *p, const ra__shape *out, const ra_layout *in, int dim)
{
    ra__walk *w = ra__walk_new(p, in->ndim, 2);
    int64_t strides[RA_MAX_DIMS];

    if (!w)
        return NULL;
    for (int d = 0; d < in->ndim; d++) {
        w->sizes[d] = ra__sizes(in)[d];
        strides[d] = out->strides[d + (in->ndim < out->ndim && d >= dim)];
    }
    ra__walk_set(w, 0, strides, (int64_t)ra_dtype_size(out->dtype));
    ra__walk_set(w, 1, ra__strides(in), (int64_t)ra_dtype_size((ra_dtype)in->dtype));
    ra__walk_order(w);
    ra__walk_finish(w);
    ra__walk_lengthen(w);
    return w;
}

static bool is_block(const ra__walk *w, int64_t bytes)
{
    return w->numel == 1 || (w->ndim == 1 && w->strides[0] == bytes && w->strides[1] == bytes);
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    const int dim = (int)m->pre.i[RA__PRE_DIM], list = m->first[0], count = m->in_count - list;
    const int64_t bytes = (int64_t)ra_dtype_size(out->dtype);
    state *s = ra__plan_alloc(p, sizeof *s + (size_t)count * sizeof *s->pieces); /* fits: tensors of one call */
    int64_t position = 0, grains = 0, numel = 0;
    bool blocks = true;

    if (!s)
        return RA_ERR_MEMORY;
    s->count = 0;
    s->bytes = (size_t)bytes;
    s->grain = ra__move_grain(s->bytes);
    p->cost_ns = 0;
    for (int k = 0; k < count; k++) {
        const ra_layout *in = m->in[list + k].layout;
        piece *part = &s->pieces[s->count];

        if (in->numel) { /* what is empty moves nothing: the others are empty too, or it is skipped, or adds no size */
            *part = (piece){.offset = position * out->strides[dim] * bytes, .first_grain = grains, .input = list + k};
            part->walk = walk_piece(p, out, in, dim);
            if (!part->walk)
                return RA_ERR_MEMORY;
            if (in->dtype != out->dtype)
                part->convert = RA__ISA_NAME(ra__convert)(out->dtype, (ra_dtype)in->dtype);
            part->block = !part->convert && is_block(part->walk, bytes);
            blocks = blocks && part->block;
            numel += in->numel; /* fits: elements of the result */
            grains += ra__grain_count(in->numel, s->grain);
            p->cost_ns += (double)in->numel * (in->dtype != out->dtype ? 1.0 : 0.1 * (double)bytes);
            s->count++;
            position += in->ndim < out->ndim ? 1 : ra__sizes(in)[dim];
        }
    }
    s->shares = blocks ? 0 : ra__grain_count(numel, s->grain);
    p->state = s;
    p->phases = grains > 0;
    p->grains[0] = blocks ? grains : s->shares;
    return RA_OK;
}

typedef struct mover {
    ra__convert_fn convert;
    size_t bytes;
} mover;

static ra_status move_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    const mover *how = context;

    (void)at;
    if (how->convert)
        how->convert(data[0], strides[0], data[1], strides[1], n);
    else
        ra__move(data[0], strides[0], data[1], strides[1], n, how->bytes);
    return RA_OK;
}

/* The last piece that starts at or before a grain. */
static int piece_of(const state *s, int64_t grain)
{
    int low = 0, high = s->count;

    while (high - low > 1) {
        const int middle = low + (high - low) / 2;

        if (s->pieces[middle].first_grain <= grain)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Elements of a part, in the order of its walk. */
static void move_part(const ra__run *r, const state *s, const piece *part, int64_t from, int64_t to)
{
    char *base[2] = {r->data[0] + part->offset, r->data[1 + part->input]};
    mover how = {part->convert, s->bytes};

    if (part->block)
        ra__row_copy(base[0] + from * (int64_t)s->bytes, base[1] + from * (int64_t)s->bytes, (to - from) * (int64_t)s->bytes);
    else
        (void)ra__walk_run(part->walk, base, from, to, move_run, &how);
}

/* Where a share of n elements begins; the first n % shares are one longer than the others. */
static int64_t share_of(const state *s, int64_t n, int64_t share)
{
    return n / s->shares * share + ra__min64(share, n % s->shares);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;

    (void)phase;
    for (; s->shares && first < last; first++)
        for (const piece *part = s->pieces; part < s->pieces + s->count; part++)
            move_part(r, s, part, share_of(s, part->walk->numel, first), share_of(s, part->walk->numel, first + 1));
    for (int k = piece_of(s, first); first < last; k++) {
        const piece *part = &s->pieces[k];
        const int64_t end = k + 1 < s->count ? ra__min64(last, s->pieces[k + 1].first_grain) : last;

        move_part(r, s, part, (first - part->first_grain) * s->grain, ra__min64(part->walk->numel, (end - part->first_grain) * s->grain));
        first = end;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(cat) = {.name = "cat", .plan = plan, .run = run};
