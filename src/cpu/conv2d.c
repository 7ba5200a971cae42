/*
 * conv2d, and convolutions of volumes: plan and grains; see conv2d.h for how the work is laid out.
 */
#include "cpu/conv2d.h"
#include "cpu/numbers.h"

#include <string.h>

/* Output positions a register tile: two vectors of sums each, besides two of weights and one of input; or one, of no more channels than it has. */
#if defined(__AVX512F__)
#define RA__CONV_TILE 14
#define RA__CONV_THIN_TILE 14
#else
#define RA__CONV_TILE 6
#define RA__CONV_THIN_TILE 12
#endif
enum { TILE = RA__CONV_TILE, THIN_TILE = RA__CONV_THIN_TILE, STRIP_TILES = 8, LEAST_COLUMNS = 8 * TILE, WANTED = 64, PACK_NUMBERS = 1 << 15, NARROW_STEPS = 1 << 17 };

/* Bytes to the plane of the result that a part lies in, and to the first that it reads, which may be one of padding. */
static int64_t image_at(const struct conv2d_state *st, const conv2d_part *part)
{
    return part->image * st->out_stride[0] + part->plane * st->out_plane;
}

static int64_t input_at(const struct conv2d_state *st, const conv2d_part *part)
{
    return part->image * st->in_stride[0] + (part->plane * st->pre.depth.stride - st->pre.depth.padding) * st->in_plane;
}

/* Bytes from the first channel of numbers to another, of a tensor whose channels are `stride` apart. */
static inline int64_t channel_at(const struct conv2d_state *st, int64_t channel, int64_t stride)
{
    return st->numbers == 1 ? channel * stride : (channel >> 1) * stride + (channel & 1) * (st->bytes >> 1);
}

#define T float
#define VECTOR ra__vf32
#define VECTOR_ANY ra__vf32_any
#define VFMA ra__vfma_f32
#define VSET ra__vset_f32
#define VSUM ra__vsum_f32
#define NAME(name) name##_f32
#include "cpu/conv2d_template.h"

#define T double
#define VECTOR ra__vf64
#define VECTOR_ANY ra__vf64_any
#define VFMA ra__vfma_f64
#define VSET ra__vset_f64
#define VSUM ra__vsum_f64
#define NAME(name) name##_f64
#include "cpu/conv2d_template.h"

#define T uint8_t
#define A uint32_t
#define NAME(name) name##_8
#include "cpu/conv2d_plain_template.h"

#define T uint16_t
#define A uint32_t
#define NAME(name) name##_16
#include "cpu/conv2d_plain_template.h"

#define T uint32_t
#define A uint32_t
#define NAME(name) name##_32
#include "cpu/conv2d_plain_template.h"

#define T uint64_t
#define A uint64_t
#define NAME(name) name##_64
#include "cpu/conv2d_plain_template.h"

/* Of (C, H, W), (N, C, H, W) or (N, C, D, H, W). */
static void take_strides(int64_t to[4], int64_t *plane, int ndim, const int64_t *strides, int64_t bytes)
{
    to[0] = *plane = 0;
    for (int d = 0; d < ndim; d++)
        *(ndim == 5 && d == 2 ? plane : &to[ndim == 5 ? d - (d > 2) : 4 - ndim + d]) = strides[d] * bytes;
}

/* Of no channels nothing is read, whatever the planes and windows are: the smallest will do. */
static void see_nothing(struct conv2d_state *st)
{
    struct ra__window_pre *w = &st->pre;
    for (int k = 0; k < 2; k++) {
        w->kernel[k] = w->stride[k] = w->dilation[k] = 1;
        w->padding[k] = 0;
        w->in[k] = w->out[k];
    }
    w->depth.kernel = w->depth.stride = w->depth.dilation = 1;
    w->depth.padding = 0;
    w->depth.in = w->depth.out;
    memset(st->in_stride, 0, sizeof st->in_stride);
    st->in_plane = 0;
}

/* A 1 x 1 window over whole planes sees a plane as one row. */
static void flatten_planes(struct conv2d_state *st)
{
    struct ra__window_pre *w = &st->pre;
    for (int k = 0; k < 2; k++)
        if (w->kernel[k] != 1 || w->stride[k] != 1 || w->padding[k] != 0 || w->in[k] != w->out[k])
            return;
    if (st->in_stride[2] != ra__capped_product(w->in[1], st->in_stride[3]) || st->out_stride[2] != ra__capped_product(w->out[1], st->out_stride[3]))
        return;
    w->in[1] *= w->in[0];
    w->out[1] = w->in[1];
    w->in[0] = w->out[0] = 1;
}

static void find_edges(struct conv2d_state *st)
{
    const struct ra__window_pre *w = &st->pre;
    for (int k = 0; k < 2; k++) {
        const int64_t room = w->in[k] + w->padding[k] - (w->kernel[k] - 1) * w->dilation[k] - 1; /* fits: within what is padded */
        st->inner[k][0] = w->padding[k] > 0 ? ra__min(w->out[k], ra__ceil_div(w->padding[k], w->stride[k])) : 0;
        st->inner[k][1] = room < 0 ? st->inner[k][0] : ra__max(st->inner[k][0], ra__min(w->out[k], room / w->stride[k] + 1));
    }
}

/* Whether all windows lie in the input, whose first is read first. */
static bool is_inner(const struct conv2d_state *st)
{
    const struct ra__window_pre *w = &st->pre;
    for (int k = 0; k < 2; k++)
        if (w->padding[k] != 0 || st->inner[k][1] != w->out[k])
            return false;
    return true;
}

/* Products of a grain's rows and columns, some 50 us; more, if there are enough, where neighbours pack the same ones again. */
static int64_t grain_steps(const struct conv2d_state *st)
{
    const struct ra__window_pre *w = &st->pre;
    const double all = (double)w->batch * (double)w->depth.out * (double)w->out_channels * (double)w->out[0] * (double)w->out[1] * (double)st->terms;
    return st->in_place ? 1 << 21 : all >= 1 << 27 ? 1 << 23 : all <= 1 << 23 ? 1 << 19 : (int64_t)(all / 16);
}

static void plan_packing(struct conv2d_state *st)
{
    struct ra__window_pre *w = &st->pre;
    int64_t bytes = (int64_t)ra_dtype_size(st->compute);
    int64_t column_steps = ra__max(1, st->terms * (st->narrow ? st->group_out : st->blocks * st->block));
    st->in_place = !st->narrow && st->numbers == 1 && st->dtype == st->compute && is_inner(st) && (w->stride[1] == 1 || w->out[1] == 1) &&
                   (st->in_stride[3] == bytes || w->in[1] == 1);
    st->columns = ra__min(w->out[1], ra__max(LEAST_COLUMNS, grain_steps(st) / column_steps));
    st->columns = ra__ceil_div(w->out[1], ra__ceil_div(w->out[1], st->columns));
    st->phases = w->kernel[1] == 1 ? 1 : w->stride[1];
    st->pitch = st->columns + (w->kernel[1] - 1) * w->dilation[1] / w->stride[1];
    st->row_pitch = st->phases * st->group_planes * st->pitch;
    int64_t *offset = st->offsets;
    for (int64_t p = 0; p < st->group_planes; p++) {
        const int64_t c = p % st->group_in, z = p / st->group_in, packed = c * w->depth.kernel + z;
        for (int64_t i = 0; i < w->kernel[0]; i++)
            for (int64_t j = 0; j < w->kernel[1]; j++) {
                int64_t x = j * w->dilation[1];
                if (st->in_place)
                    *offset++ = (c * st->in_stride[1] + z * w->depth.dilation * st->in_plane + i * w->dilation[0] * st->in_stride[2]) / bytes + x;
                else
                    *offset++ = i * w->dilation[0] * st->row_pitch + (x % w->stride[1] * st->group_planes + packed) * st->pitch + x / w->stride[1];
            }
    }
}

/*
 * Grains of about grain_steps products: as many channels as leave room for WANTED positions, which share the weights
 * in the cache, then rows, then groups; of narrow ones, which share nothing, about NARROW_STEPS.
 */
static void plan_cut(struct conv2d_state *st)
{
    struct ra__window_pre *w = &st->pre;
    const int64_t steps = grain_steps(st);
    int64_t block_row = ra__max(1, ra__capped_product(st->columns, st->terms * st->block));
    int64_t wanted = ra__min(w->out[0], ra__ceil_div(WANTED, st->columns));
    st->channel_blocks = ra__max(1, ra__min(st->blocks, steps / ra__capped_product(block_row, wanted)));
    st->channel_grains = ra__ceil_div(st->blocks, st->channel_blocks);
    int64_t row = ra__capped_product(block_row, st->channel_blocks);
    st->rows = ra__max(1, ra__min(w->out[0], steps / row));
    st->row_grains = ra__ceil_div(w->out[0], st->rows);
    st->rows = ra__ceil_div(w->out[0], st->row_grains);
    st->row_grains = ra__ceil_div(w->out[0], st->rows);
    st->column_grains = ra__ceil_div(w->out[1], st->columns);
    st->groups = ra__max(1, ra__min(w->groups, (st->narrow ? NARROW_STEPS : steps) / ra__capped_product(row, st->rows)));
    st->group_grains = ra__ceil_div(w->groups, st->groups);
}

static bool rows_are_contiguous(const struct conv2d_state *st)
{
    return (st->out_stride[3] == st->bytes || st->pre.out[1] == 1) && (st->out_stride[2] == st->pre.out[1] * st->bytes || st->pre.out[0] == 1);
}

/* In what numbers of `dtype` are computed with where a result is a bias and the sum of so many products. */
static ra_dtype computed_in(ra_dtype dtype, int64_t terms)
{
    const int64_t most = dtype == RA_INT8 ? 128 : 255, sum = ra__capped_product(terms, most * most);
    if (dtype != RA_INT8 && dtype != RA_UINT8)
        return ra__compute_dtype(dtype);
    /* Whole numbers up to 2^24 are float's; and conversions to a byte go by way of int32. */
    return sum <= (1 << 24) - most ? RA_FLOAT32 : sum <= INT32_MAX - most ? RA_FLOAT64 : dtype;
}

static ra_status conv2d_plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__window_pre *w = RA__PRE(m, struct ra__window_pre);
    const ra_layout *in = ra__layout(m, 0), *weight = ra__layout(m, 1);
    const ra__shape *out = ra__out_shape(m, 0);
    const int64_t numbers = ra__is_complex(out->dtype) ? 2 : 1, bytes = (int64_t)ra_dtype_size(out->dtype);
    int64_t terms = numbers * (w->channels / w->groups) * w->depth.kernel * w->kernel[0] * w->kernel[1]; /* fits: numbers of a weight, whose bytes do */
    struct conv2d_state *st = ra__plan_alloc(p, sizeof *st + (size_t)terms * sizeof st->offsets[0]); /* fits: a window, ra__window_settle */
    if (!st)
        return RA_ERR_MEMORY;
    memset(st, 0, sizeof *st);
    p->state = st;
    st->pre = *w;
    w = &st->pre;
    st->dtype = ra__real_of(out->dtype);
    st->compute = computed_in(st->dtype, terms);
    st->bytes = bytes;
    st->numbers = numbers;
    take_strides(st->in_stride, &st->in_plane, in->ndim, ra__strides(in), bytes);
    take_strides(st->weight_stride, &st->weight_plane, weight->ndim, ra__strides(weight), bytes);
    take_strides(st->out_stride, &st->out_plane, out->ndim, out->strides, bytes);
    st->has_bias = !ra__is_absent(m, 2);
    st->bias_stride = st->has_bias ? ra__strides(ra__layout(m, 2))[0] * bytes : 0;
    st->group_in = numbers * (w->channels / w->groups);
    st->group_out = numbers * (w->out_channels / w->groups);
    st->group_planes = st->group_in * w->depth.kernel;
    st->terms = terms;
    int64_t width = RA__VECTOR_BYTES / (int64_t)ra_dtype_size(st->compute);
    st->plain = !ra__is_floating(st->compute);
    st->narrow = st->group_out < width || st->plain;
    st->block = st->narrow ? st->group_out : 2 * width;
    st->blocks = ra__ceil_div(st->group_out, ra__max(1, st->block));
    p->phases = 0;
    if (ra__shape_numel(out) == 0)
        return RA_OK;
    if (st->group_in == 0)
        see_nothing(st);
    if (!st->narrow)
        flatten_planes(st);
    find_edges(st);
    plan_packing(st);
    plan_cut(st);
    bool plain = st->plain;
    int64_t units = w->groups * st->blocks, element = (int64_t)ra_dtype_size(st->compute);
    st->bias_at = ((size_t)(units * st->block * terms * element) + 63) / 64 * 64;
    p->workspace = plain ? 0 : st->bias_at + (size_t)(units * st->block * element) + 64; /* fits: elements of weight, in blocks of a few vectors */
    int64_t span = (st->rows - 1) * w->stride[0] + (w->kernel[0] - 1) * w->dilation[0] + 1;
    if (!plain && !st->in_place)
        p->scratch = (size_t)((span * st->row_pitch + 8 * width) * element); /* fits: at most twice a padded plane, ra__window_settle */
    p->phases = 2;
    st->units = plain ? 1 : units; /* which packs none */
    st->pack_units = ra__max(1, PACK_NUMBERS / ra__max(1, terms * st->block));
    p->grains[0] = ra__ceil_div(st->units, st->pack_units);
    p->grains[1] = w->batch * w->depth.out * st->group_grains * st->row_grains * st->column_grains * st->channel_grains;
    p->cost_ns = (double)ra__shape_numel(out) * (double)terms * (plain ? 1.0 : st->narrow ? 0.1 : 0.02) * (double)(bytes > 4 ? 2 : 1);
    if (rows_are_contiguous(st))
        p->flags |= RA__PLAN_PIECES;
    return RA_OK;
}

static conv2d_part part_of(const struct conv2d_state *st, int64_t grain)
{
    conv2d_part part;
    part.block = grain % st->channel_grains * st->channel_blocks;
    part.blocks = ra__min(st->channel_blocks, st->blocks - part.block);
    grain /= st->channel_grains;
    part.column = grain % st->column_grains * st->columns;
    part.columns = ra__min(st->columns, st->pre.out[1] - part.column);
    grain /= st->column_grains;
    part.row = grain % st->row_grains * st->rows;
    part.rows = ra__min(st->rows, st->pre.out[0] - part.row);
    grain /= st->row_grains;
    part.group = grain % st->group_grains * st->groups;
    part.groups = ra__min(st->groups, st->pre.groups - part.group);
    grain /= st->group_grains;
    part.plane = grain % st->pre.depth.out;
    part.image = grain / st->pre.depth.out;
    const int64_t top = part.plane * st->pre.depth.stride - st->pre.depth.padding, dilation = st->pre.depth.dilation, planes = st->pre.depth.kernel;
    part.first_plane = ra__min(planes, top < 0 ? ra__ceil_div(-top, dilation) : 0);
    part.end_plane = ra__max(part.first_plane, top < st->pre.depth.in ? ra__min(planes, ra__ceil_div(st->pre.depth.in - top, dilation)) : 0);
    part.first = part.first_plane * (st->terms / planes);
    part.terms = part.end_plane * (st->terms / planes) - part.first;
    return part;
}

/* Whole rows of a channel lie one behind another: a piece is a group's channels. Of parts of rows it is one row of them. */
static bool conv2d_piece(const ra_plan *p, int64_t grain, int64_t n, ra__piece *piece)
{
    const struct conv2d_state *st = p->state;
    conv2d_part part = part_of(st, grain);
    bool whole_rows = part.columns == st->pre.out[1];
    int64_t rows = whole_rows ? 1 : part.rows, group = part.group + n / rows, row = part.row + n % rows, bytes = st->bytes;
    if (n >= part.groups * rows)
        return false;
    int64_t channel = part.block * st->block;
    piece->first = (image_at(st, &part) + channel_at(st, group * st->group_out + channel, st->out_stride[1]) + row * st->out_stride[2] + part.column * st->out_stride[3]) / bytes;
    piece->count = ra__min(part.blocks * st->block, st->group_out - channel) / st->numbers;
    piece->step = st->out_stride[1] / bytes;
    piece->length = whole_rows ? part.rows * part.columns : part.columns;
    return true;
}

static ra_status conv2d_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    static void (*const parts[RA_DTYPE_COUNT])(const struct conv2d_state *, const conv2d_part *, ra__run *) = {
        [RA_UINT8] = conv2d_plain_8,     [RA_INT8] = conv2d_plain_8,      [RA_INT16] = conv2d_plain_16,      [RA_INT32] = conv2d_plain_32,
        [RA_INT64] = conv2d_plain_64,    [RA_FLOAT32] = conv2d_part_f32, [RA_FLOAT64] = conv2d_part_f64};
    const struct conv2d_state *st = r->plan->state;
    for (int64_t g = first; g < last; g++) {
        if (phase == 1) {
            conv2d_part part = part_of(st, g);
            parts[st->compute](st, &part, r);
            continue;
        }
        const int64_t end = ra__min(st->units, (g + 1) * st->pack_units);
        for (int64_t unit = g * st->pack_units; unit < end; unit++)
            if (st->compute == RA_FLOAT32)
                pack_weights_f32(st, r, unit);
            else if (st->compute == RA_FLOAT64)
                pack_weights_f64(st, r, unit);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(conv2d) = {.name = "conv2d", .plan = conv2d_plan, .run = conv2d_run, .piece = conv2d_piece};
const ra_kernel RA__KERNEL(convolve_volumes) = {.name = "convolve_volumes", .plan = conv2d_plan, .run = conv2d_run, .piece = conv2d_piece};
