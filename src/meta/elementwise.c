/*
 * Elementwise results: broadcasting, output strides, geometry. The rules are those of PyTorch's TensorIterator.
 */
#include "meta/meta.h"
#include "meta/view.h"

#include <string.h>

bool ra__broadcast(int *ndim, int64_t *out, int other_ndim, const int64_t *other)
{
    int n = *ndim > other_ndim ? *ndim : other_ndim;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < n; d++) {
        int da = d - (n - *ndim), db = d - (n - other_ndim);
        int64_t a = da < 0 ? 1 : out[da], b = db < 0 ? 1 : other[db];
        if (a != b && a != 1 && b != 1)
            return false;
        sizes[d] = a == 1 ? b : a;
    }
    memcpy(out, sizes, (size_t)n * sizeof *out);
    *ndim = n;
    return true;
}

ra_dtype ra__common_dtype(const ra_meta *m)
{
    ra__promotion p = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    for (int k = 0; k < m->in_count; k++) {
        if (m->in[k].number)
            ra__promote_number(&p, m->in[k].number->kind, m->default_dtype);
        else if (m->in[k].layout)
            ra__promote_tensor(&p, (ra_dtype)m->in[k].layout->dtype, m->in[k].layout->ndim);
    }
    return ra__promoted(&p);
}

ra_dtype ra__to_float(const ra_meta *m, ra_dtype dtype)
{
    return dtype == RA_BOOL || ra__is_integral(dtype) ? m->default_dtype : dtype;
}

/* Channels must step least, then width, height, depth, batch; the checks mirror how ambiguous strides are judged. */
static bool lies_in_order(int ndim, const int64_t *sizes, const int64_t *strides, const int *order)
{
    int64_t min = 0;
    if (strides[1] == 0)
        return false;
    for (int k = 0; k < ndim; k++) {
        const int d = order[k];
        if (sizes[d] == 0 || strides[d] < min)
            return false;
        if (d == 0 && min == strides[1]) /* N111 and the like are taken as contiguous */
            return false;
        min = strides[d];
        if (sizes[d] > 1)
            min = ra__capped_product(min, sizes[d]);
    }
    return true;
}

static const int channels_last[] = {1, 3, 2, 0};

bool ra__suggests_channels_last(const ra_layout *l)
{
    return l->ndim == 4 && lies_in_order(4, ra__sizes(l), ra__strides(l), channels_last);
}

bool ra__image_suggests_channels_last(const ra_layout *l)
{
    if (l->ndim != 3)
        return ra__suggests_channels_last(l);
    const int64_t *n = ra__sizes(l), *step = ra__strides(l);
    const int64_t sizes[] = {1, n[0], n[1], n[2]}, strides[] = {ra__capped_product(n[0], step[0]), step[0], step[1], step[2]};
    return lies_in_order(4, sizes, strides, channels_last);
}

bool ra__suggests_channels_last_3d(const ra_layout *l)
{
    static const int order[] = {1, 4, 3, 2, 0};
    return l->ndim == 5 && lies_in_order(5, ra__sizes(l), ra__strides(l), order);
}

int64_t ra__broadcast_stride(const ra_layout *l, int ndim, const int64_t *sizes, int d)
{
    int own = d - (ndim - l->ndim);
    return own < 0 || (ra__sizes(l)[own] == 1 && sizes[d] != 1) ? 0 : ra__strides(l)[own];
}

/* All inputs have the very sizes of the result and agree on a dense layout: the result gets it. */
static bool fast_strides(const ra__input *in, int count, int ndim, const int64_t *sizes, int64_t *strides)
{
    unsigned all = RA__CONTIGUOUS | RA__CHANNELS_LAST | RA__DENSE;
    const ra_layout *first = NULL;
    bool equal = true;
    for (int k = 0; k < count; k++) {
        const ra_layout *l = in[k].layout;
        if (!l)
            continue;
        if (in[k].number ? ndim != 0 : l->ndim != ndim || memcmp(ra__sizes(l), sizes, (size_t)ndim * sizeof *sizes))
            return false;
        all &= l->flags;
        if (!first)
            first = l;
        else
            equal = equal && !memcmp(ra__strides(first), ra__strides(l), (size_t)ndim * sizeof *sizes);
    }
    if (!first)
        return false;
    if (all & RA__CONTIGUOUS)
        ra__strides_contiguous(ndim, sizes, strides);
    else if (all & RA__CHANNELS_LAST)
        ra__strides_channels_last(sizes, strides);
    else if ((all & RA__DENSE) && equal)
        memcpy(strides, ra__strides(first), (size_t)ndim * sizeof *strides);
    else
        return false;
    return true;
}

void ra__strides_elementwise(const ra__input *in, int count, int ndim, const int64_t *sizes, int64_t *strides)
{
    if (fast_strides(in, count, ndim, sizes, strides))
        return;
    int perm[RA_MAX_DIMS];
    for (int d = 0; d < ndim; d++)
        perm[d] = ndim - 1 - d;
    for (int i = 1; i < ndim; i++) {
        int at = i;
        for (int k = i - 1; k >= 0; k--) {
            int a = perm[k], b = perm[at], c = 0;
            for (int o = 0; o < count && c == 0; o++) {
                if (!in[o].layout)
                    continue;
                int64_t sa = ra__broadcast_stride(in[o].layout, ndim, sizes, a), sb = ra__broadcast_stride(in[o].layout, ndim, sizes, b);
                if (sa == 0 || sb == 0)
                    continue;
                c = sa < sb ? -1 : sa > sb ? 1 : sizes[a] > sizes[b] ? 1 : 0;
            }
            if (c > 0) {
                perm[k] = b;
                perm[at] = a;
                at = k;
            } else if (c < 0)
                break;
        }
    }
    bool identity = true;
    for (int k = 0; k < ndim; k++)
        identity &= perm[k] == ndim - 1 - k;
    int64_t step = 1;
    for (int k = 0; k < ndim; k++) { /* an empty dimension counts as it is, unless the result is plainly contiguous */
        strides[perm[k]] = step;
        step = ra__capped_product(step, identity && sizes[perm[k]] == 0 ? 1 : sizes[perm[k]]);
    }
}

ra_status ra__broadcast_inputs(ra_meta *m, int *ndim, int64_t *sizes)
{
    *ndim = 0;
    for (int k = 0; k < m->in_count; k++) {
        const ra_layout *l = m->in[k].layout;
        if (!l || ra__broadcast(ndim, sizes, l->ndim, ra__sizes(l)))
            continue;
        char a[160], b[160];
        return ra__refuse(m, RA_ERR_SHAPE, "shapes %s and %s do not broadcast", ra__sizes_text(*ndim, sizes, a, sizeof a),
                          ra__sizes_text(l->ndim, ra__sizes(l), b, sizeof b));
    }
    return RA_OK;
}

static void add_operand(ra__geometry *g, int k, ra_dtype memory, ra_dtype loop, int index)
{
    g->memory[k] = (uint8_t)memory;
    g->loop[k] = (uint8_t)loop;
    g->input[k] = (uint8_t)index;
    g->is_number[k] = false;
}

/* Operand k of input i becomes `via` on its way, a number at once. */
static void go_by_way(const ra_meta *m, int k, int i, ra_dtype via, ra__geometry *g)
{
    _Alignas(16) unsigned char element[16];
    if (m->in[i].number) {
        ra__scalar_store(g->number[k], via, element);
        g->number[k] = ra__scalar_load(via, element);
    } else if (g->memory[k] != via) {
        g->via = via;
        g->by_way |= 1u << k;
    }
}

/*
 * Operands, their dtypes and numbers; strides are to follow. Loops of halves run in float32, so what is to have the
 * precision of the half is rounded to it on the way: tensors of other dtypes, numbers, and a result that a wider out= takes.
 */
static void fill_operands(ra_meta *m, const ra__elementwise *e)
{
    ra__geometry *g = &m->geometry;
    g->compute = ra__compute_dtype(e->compute);
    g->via = RA_NO_DTYPE;
    g->by_way = 0;
    g->outputs = 1;
    ra_dtype loop_result = e->loop_result ? e->loop_result : e->result == RA_BOOL ? RA_BOOL : ra__compute_dtype(e->result);
    bool half = ra__is_half(e->compute);
    add_operand(g, 0, m->out[0].shape.dtype, loop_result, 0);
    if (half && loop_result == RA_FLOAT32 && g->memory[0] != e->compute) {
        g->via = e->compute;
        g->by_way = 1;
    }
    int k = 1;
    for (int i = 0; i < m->in_count; i++) {
        const ra__input *in = &m->in[i];
        if (!in->layout)
            continue;
        ra_dtype loop = e->loop_input[i] ? e->loop_input[i] : g->compute;
        add_operand(g, k, in->number ? loop : (ra_dtype)in->layout->dtype, loop, i);
        if (in->number) {
            g->is_number[k] = true;
            g->number[k] = *in->number;
        }
        if (half && loop == RA_FLOAT32 && !((e->keeps >> i & 1) && in->layout->numel == 1))
            go_by_way(m, k, i, e->compute, g);
        else if (e->via && in->layout->ndim == 0 && loop != e->via)
            go_by_way(m, k, i, e->via, g);
        k++;
    }
    g->operands = k;
}

static void fill_strides(ra_meta *m, int ndim, const int64_t *sizes)
{
    ra__geometry *g = &m->geometry;
    const ra__shape *out = &m->out[0].shape;
    g->ndim = ndim;
    memcpy(g->sizes, sizes, (size_t)ndim * sizeof *sizes);
    for (int d = 0; d < ndim; d++)
        g->strides[0][d] = out->strides[d] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
    for (int k = 1; k < g->operands; k++) {
        const ra_layout *l = m->in[g->input[k]].layout;
        for (int d = 0; d < ndim; d++)
            g->strides[k][d] = ra__broadcast_stride(l, ndim, sizes, d) * ra__element_bytes((ra_dtype)l->dtype); /* fits: a stride in bytes */
    }
    ra__geometry_collapse(g);
}

/* What input i is converted to before the loop; of a logical operator the dtype that it is promoted to. */
static ra_dtype converted_dtype(const ra__elementwise *e, int i)
{
    return e->loop_input[i] ? e->loop_input[i] : e->via ? e->via : e->compute;
}

static bool leaves_gaps(const ra__input *in, ra_dtype dtype)
{
    return in->layout && !in->number && in->layout->dtype != dtype && !(in->layout->flags & RA__DENSE);
}

/*
 * A fresh result's strides. Where an operand has another dtype, PyTorch's rule is over what converting it by itself gives:
 * the same strides where it is dense, and where it is not, those of a dense tensor in its order.
 */
static void fresh_strides(const ra_meta *m, const ra__elementwise *e, int ndim, const int64_t *sizes, int64_t *strides)
{
    const int count = e->leading ? e->leading : m->in_count;
    bool as_they_are = true;
    for (int i = 0; i < count; i++)
        as_they_are = as_they_are && !leaves_gaps(&m->in[i], converted_dtype(e, i));
    if (as_they_are) {
        ra__strides_elementwise(m->in, count, ndim, sizes, strides);
        return;
    }
    ra__input in[RA__MAX_OPERANDS];
    ra__layout_space space[RA__MAX_OPERANDS];
    memcpy(in, m->in, (size_t)count * sizeof *in);
    for (int i = 0; i < count; i++) {
        ra__shape shape;
        if (!leaves_gaps(&in[i], converted_dtype(e, i)))
            continue;
        ra__shape_from_layout(&shape, in[i].layout);
        ra__strides_preserved(shape.ndim, ra__sizes(in[i].layout), ra__strides(in[i].layout), shape.strides);
        ra__layout_from_shape(&space[i].layout, &shape, 0);
        in[i].layout = &space[i].layout;
    }
    ra__strides_elementwise(in, count, ndim, sizes, strides);
}

/* The layout of all inputs, where it is one without gaps, and the result is new and will be like it; else NULL. */
static const ra_layout *find_common_layout(const ra_meta *m)
{
    const ra_layout *l = m->in[0].layout;
    if (m->given || !l || !(l->flags & RA__CONTIGUOUS) || l->numel < 2)
        return NULL;
    for (int k = 1; k < m->in_count; k++)
        if (m->in[k].layout && m->in[k].layout != l)
            return NULL;
    return l;
}

/* What the general way comes to for operands of one layout without gaps: one dimension. */
static ra_status output_like(ra_meta *m, const ra__elementwise *e, const ra_layout *l)
{
    ra__geometry *g = &m->geometry;
    ra_status s = ra__set_output(m, 0, e->result, l->ndim, ra__sizes(l), NULL, RA__STRIDES_HINT);
    if (s)
        return s;
    fill_operands(m, e);
    g->ndim = 1;
    g->numel = g->sizes[0] = l->numel;
    for (int k = 0; k < g->operands; k++)
        g->strides[k][0] = ra__element_bytes((ra_dtype)g->memory[k]);
    return RA_OK;
}

ra_status ra__elementwise_output(ra_meta *m, const ra__elementwise *e)
{
    int ndim;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    const ra_layout *common = e->like_first || e->beside_number ? NULL : find_common_layout(m);
    if (common)
        return output_like(m, e, common);
    ra_status s = ra__broadcast_inputs(m, &ndim, sizes);
    if (s)
        return s;
    if (e->beside_number) {
        const ra_scalar number = ra_scalar_int(0);
        ra__shape shape;
        ra__layout_space self, alone;
        ra__shape_from_layout(&shape, m->in[0].layout);
        ra__input parts = m->in[0]; /* of complex numbers PyTorch looks at all real parts, then at the others */
        for (int d = 0; ra__is_complex(shape.dtype) && d < ndim; d++)
            shape.strides[d] = shape.strides[d] > INT64_MAX / 2 ? INT64_MAX : 2 * shape.strides[d]; /* fits: asked just before */
        ra__layout_from_shape(&self.layout, &shape, 0);
        parts.layout = &self.layout;
        ra__strides_elementwise(&parts, 1, ndim, sizes, shape.strides);
        ra__layout_from_shape(&self.layout, &shape, 0);
        ra__layout_from_shape(&alone.layout, &(ra__shape){.dtype = RA_INT64}, 0);
        ra__strides_elementwise((ra__input[]){{.layout = &self.layout}, {.layout = &alone.layout, .number = &number}}, 2, ndim, sizes, strides);
    } else if (e->like_first)
        ra__strides_preserved(ndim, sizes, ra__strides(m->in[0].layout), strides);
    else if (!e->contiguous)
        fresh_strides(m, e, ndim, sizes, strides);
    s = ra__set_output(m, 0, e->result, ndim, sizes, e->contiguous ? NULL : strides, e->exact_dtype ? RA__STRIDES_HINT : RA__STRIDES_HINT | RA__CAST_OUTPUT);
    if (s)
        return s;
    fill_operands(m, e);
    fill_strides(m, ndim, sizes);
    return RA_OK;
}
