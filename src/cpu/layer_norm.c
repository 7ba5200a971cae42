/*
 * layer_norm, and norms by groups of channels: rows brought to mean 0 and variance 1, then scaled and shifted.
 *
 * The variance is summed from differences to the mean, in a second pass over a row that is still in the cache. weight
 * and bias are brought into the dtype computed in once, by phase 0, unless they lie there as needed.
 */
#include "cpu/lanes.h"
#include "cpu/sequence.h"
#include "cpu/stream.h"
#include "cpu/strided.h"
#include "meta/pre.h"

enum { GRAIN_ELEMENTS = 32768, CHUNK = 1024, STREAMED_ROW = 1024 /* bytes */, AHEAD_FROM = 256 /* elements of a row, for the next one to be asked for */ };

struct layer_norm_state {
    struct ra__layer_norm_pre pre;
    ra__strided in, affine[2]; /* weight, bias */
    bool has_affine[2], direct_affine[2];
    bool in_direct, out_direct;
    int64_t streamed_bytes; /* of the result and as much that is read, if it may be streamed; else 0 */
    bool prepares; /* there is a phase 0 */
    ra_dtype out, compute;
    size_t affine_at[2]; /* in the workspace */
    int64_t rows_per_grain;
};

#define T float
#define EPSILON 0x1p-23
#define NAME(name) name##_f32
#define SQRT __builtin_sqrtf
#include "cpu/layer_norm_template.h"

#define T double
#define EPSILON 0x1p-52
#define NAME(name) name##_f64
#define SQRT __builtin_sqrt
#include "cpu/layer_norm_template.h"

/* Of weight, and of bias. */
static int64_t numbers_of(const struct ra__layer_norm_pre *pre)
{
    return pre->run ? pre->n / pre->run * pre->period : 0; /* fits: elements of a few rows */
}

static ra_status layer_norm_plan(const ra_meta *m, ra_plan *p)
{
    struct layer_norm_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    st->pre = *RA__PRE(m, struct ra__layer_norm_pre);
    ra__strided_from_layout(&st->in, ra__layout(m, 0));
    st->out = ra__out_shape(m, 0)->dtype;
    st->compute = ra__compute_dtype(st->out);
    int64_t bytes = (int64_t)ra_dtype_size(st->compute), n = st->pre.n, numbers = numbers_of(&st->pre), last = st->in.ndim - 1;
    st->in_direct = n > 0 && st->in.dtype == st->compute && (n == 1 || (st->in.strides[last] == bytes && st->in.sizes[last] % n == 0));
    st->out_direct = st->out == st->compute;
    st->streamed_bytes = st->out_direct && ra__capped_product(n, bytes) >= STREAMED_ROW ? 2 * st->pre.rows * ra__capped_product(n, bytes) : 0; /* fits: or no row */
    for (int k = 0; k < 2; k++) {
        st->has_affine[k] = !ra__is_absent(m, 2 + k);
        st->direct_affine[k] = false;
        st->affine_at[k] = 0;
        if (!st->has_affine[k])
            continue;
        ra__strided_from_layout(&st->affine[k], ra__layout(m, 2 + k));
        st->direct_affine[k] = st->affine[k].contiguous && st->affine[k].dtype == st->compute;
        if (!st->direct_affine[k]) {
            st->affine_at[k] = p->workspace;
            p->workspace += ((size_t)(numbers * bytes) + 63) / 64 * 64; /* fits: the elements of an operand */
        }
    }
    if (!st->in_direct || !st->out_direct)
        p->scratch = (size_t)ra__capped_product(n, 2 * bytes) + 64; /* fits: or there is no row */
    st->rows_per_grain = ra__max(1, GRAIN_ELEMENTS / ra__max(1, n));
    st->prepares = false;
    p->state = st;
    p->phases = 0;
    if (st->pre.rows == 0 || n == 0)
        return RA_OK;
    st->prepares = p->workspace != 0;
    p->phases = st->prepares ? 2 : 1;
    p->unit = !st->prepares && (m->in[0].layout->flags & RA__CONTIGUOUS) ? n : 0;
    p->grains[0] = 1;
    p->grains[p->phases - 1] = ra__ceil_div(st->pre.rows, st->rows_per_grain);
    p->cost_ns = 0.2 * (double)n * (double)st->pre.rows;
    return RA_OK;
}

static ra_status layer_norm_range(ra__run *r, int64_t first, int64_t end)
{
    const struct layer_norm_state *st = r->plan->state;
    bool streams = ra__streams(r, st->streamed_bytes) && r->data[0] != r->data[1];
    const char *affine[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++)
        if (st->has_affine[k])
            affine[k] = st->direct_affine[k] ? r->data[2 + k] : (char *)r->workspace + st->affine_at[k];
    for (int64_t row = first; row < end; row++)
        if (st->compute == RA_FLOAT64)
            layer_norm_row_f64(st, streams, r->data[1], r->data[0], row, affine, r->scratch);
        else
            layer_norm_row_f32(st, streams, r->data[1], r->data[0], row, affine, r->scratch);
    if (streams)
        ra__stream_fence(); /* before the grain is said to be done */
    return RA_OK;
}

static ra_status layer_norm_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct layer_norm_state *st = r->plan->state;
    if (phase == 0 && st->prepares) {
        for (int k = 0; k < 2; k++)
            if (st->has_affine[k] && !st->direct_affine[k])
                ra__strided_gather(&st->affine[k], r->data[2 + k], 0, numbers_of(&st->pre), (char *)r->workspace + st->affine_at[k], st->compute);
        return RA_OK;
    }
    return layer_norm_range(r, first * st->rows_per_grain, ra__min(last * st->rows_per_grain, st->pre.rows));
}

const ra_kernel RA__KERNEL(layer_norm) = {.name = "layer_norm", .plan = layer_norm_plan, .run = layer_norm_run, .range = layer_norm_range};
const ra_kernel RA__KERNEL(normalise_groups) = {.name = "normalise_groups", .plan = layer_norm_plan, .run = layer_norm_run, .range = layer_norm_range};
