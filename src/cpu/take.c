/*
 * Reading through indices: index_select, embedding, gather, index.
 *
 * All four are one walk over the result. Where the indices stand still along its innermost dimension (rows of an
 * embedding, slices behind the indexed dimensions) a whole run is moved for one look at them.
 */
#include "cpu/indexed.h"
#include "cpu/stream.h"
#include "meta/pre.h"

/* looks_anyway: into indices of slices that have nothing to move; the walk is over those alone then, of elements of no bytes. */
static ra_status finish(ra__indexed *s, const ra_meta *m, ra_plan *p, bool looks_anyway)
{
    const ra__shape *out = ra__out_shape(m, 0);
    bool empty = false;

    memcpy(s->walk->sizes, out->sizes, (size_t)out->ndim * sizeof *out->sizes);
    for (int d = 0; d < out->ndim; d++)
        empty |= out->sizes[d] == 0;
    for (int d = 0; d < out->ndim && looks_anyway && empty; d++)
        if (s->walk->strides[d * s->walk->operands + 2] == 0)
            s->walk->sizes[d] = 1;
    if (looks_anyway && empty)
        s->bytes = 0;
    ra__walk_set(s->walk, 0, out->strides, (int64_t)s->bytes);
    ra__walk_order(s->walk);
    ra__walk_finish(s->walk);
    ra__walk_lengthen(s->walk);
    const bool constant = s->bytes && ra__index_is_constant(s, s->walk->strides + (s->walk->ndim - 1) * s->walk->operands);
    if (constant) {
        const int64_t row = s->walk->sizes[s->walk->ndim - 1], grain = ra__move_grain(s->bytes);

        s->grain = row && row <= grain ? grain / row * row : grain;
    }
    p->phases = s->walk->numel > 0;
    p->grains[0] = ra__grain_count(s->walk->numel, s->grain);
    p->cost_ns = (double)s->walk->numel * (constant ? 0.1 * (double)s->bytes : 2 + s->count);
    return RA_OK;
}

static ra_status plan_index_select(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2);
    const int dim = (int)m->pre.i[RA__PRE_DIM];
    ra__indexed *s = ra__indexed_new(p, self->ndim, 1, ra_dtype_size((ra_dtype)self->dtype));
    int64_t strides[RA_MAX_DIMS], step = 0, size = 1;

    if (!s)
        return RA_ERR_MEMORY;
    memcpy(strides, ra__strides(self), self->ndim * sizeof *strides);
    if (self->ndim) {
        step = strides[dim];
        size = ra__sizes(self)[dim];
        strides[dim] = 0;
    }
    ra__walk_set(s->walk, 1, strides, (int64_t)s->bytes);
    ra__indexed_spread(index, dim, self->ndim, strides);
    ra__indexed_set(s, m, 0, m->first[2], strides, dim, size, step);
    return finish(s, m, p, index->numel > 0);
}

static ra_status plan_embedding(const ra_meta *m, ra_plan *p)
{
    const ra_layout *weight = ra__layout(m, 0), *indices = ra__layout(m, 1);
    ra__indexed *s = ra__indexed_new(p, indices->ndim + 1, 1, ra_dtype_size((ra_dtype)weight->dtype));
    int64_t strides[RA_MAX_DIMS] = {0};

    if (!s)
        return RA_ERR_MEMORY;
    strides[indices->ndim] = ra__strides(weight)[1];
    ra__walk_set(s->walk, 1, strides, (int64_t)s->bytes);
    ra__indexed_spread(indices, 0, indices->ndim, strides);
    ra__indexed_set(s, m, 0, m->first[1], strides, 0, ra__sizes(weight)[0], ra__strides(weight)[0]);
    return finish(s, m, p, indices->numel > 0);
}

static ra_status plan_gather(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2);
    const int dim = (int)m->pre.i[RA__PRE_DIM];
    ra__indexed *s = ra__indexed_new(p, index->ndim, 1, ra_dtype_size((ra_dtype)self->dtype));
    int64_t strides[RA_MAX_DIMS] = {0};

    if (!s)
        return RA_ERR_MEMORY;
    for (int d = 0; d < index->ndim && d < self->ndim; d++)
        strides[d] = d == dim ? 0 : ra__strides(self)[d];
    ra__walk_set(s->walk, 1, strides, (int64_t)s->bytes);
    ra__indexed_set(s, m, 0, m->first[2], ra__strides(index), dim, self->ndim ? ra__sizes(self)[dim] : 1, self->ndim ? ra__strides(self)[dim] : 0);
    return finish(s, m, p, false);
}

static ra_status plan_index(const ra_meta *m, ra_plan *p)
{
    ra_meta checked = *m; /* its checks were passed in the meta function and cannot fail here */
    ra__index_space space;
    ra__indexed *s;

    (void)ra__index_space_of(&checked, ra__layout(m, 0), m->first[1], m->in_count - m->first[1], &space);
    s = ra__indexed_from_space(m, p, &space, 1);
    return s ? finish(s, m, p, false) : RA_ERR_MEMORY;
}

/* What a tile of a run reads and writes; strides in bytes. */
typedef struct tile {
    char *dst;
    int64_t dst_stride;
    const char *src;
    int64_t src_stride;
    int64_t n;
} tile;

static inline __attribute__((always_inline)) void take_sized(const tile *t, const int64_t *offsets, size_t bytes)
{
    const tile at = *t; /* what is written might be thought to change t */

    for (int64_t i = 0; i < at.n; i++)
        memcpy(at.dst + i * at.dst_stride, at.src + i * at.src_stride + offsets[i], bytes);
}

static void take(const tile *t, const int64_t *offsets, size_t bytes)
{
    switch (bytes) {
    case 1:
        take_sized(t, offsets, 1);
        break;
    case 2:
        take_sized(t, offsets, 2);
        break;
    case 4:
        take_sized(t, offsets, 4);
        break;
    case 8:
        take_sized(t, offsets, 8);
        break;
    default:
        take_sized(t, offsets, 16);
    }
}

static inline __attribute__((always_inline)) void take_single_strided(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, const char *index, int64_t stride,
                                                                      int64_t step, int64_t wrap, bool wide, int64_t n, size_t bytes)
{
    for (int64_t i = 0; i < n; i++)
        memcpy(dst + i * dst_stride, src + i * src_stride + ra__index_step(index, stride, step, wrap, wide, i), bytes);
}

/*
 * Elements of a row in any order, by a dense int64 index: the strides are constants. The indices behind the tile are asked for meanwhile, as
 * a tile of them fills a page, at the end of which the processor stops guessing.
 */
static inline __attribute__((always_inline)) void take_dense(char *restrict dst, const char *restrict src, const char *restrict index, int64_t wrap, int64_t n, size_t bytes)
{
    const int64_t step = (int64_t)bytes;
    int64_t i = 0;

    for (; i + 8 <= n; i += 8) {
        __builtin_prefetch(index + (i + RA__INDEX_TILE) * 8);
#pragma GCC unroll 8
        for (int64_t j = i; j < i + 8; j++)
            memcpy(dst + j * step, src + ra__index_step(index, 8, step, wrap, true, j), bytes);
    }
    for (; i < n; i++)
        memcpy(dst + i * step, src + ra__index_step(index, 8, step, wrap, true, i), bytes);
}

static inline __attribute__((always_inline)) void take_single_sized(const tile *t, const ra__index_way *w, bool wide, size_t bytes)
{
    const int64_t step = (int64_t)bytes;

    if (!wide || w->stride != 8 || w->step != step || t->dst_stride != step || t->src_stride != 0)
        take_single_strided(t->dst, t->dst_stride, t->src, t->src_stride, w->index, w->stride, w->step, w->wrap, wide, t->n, bytes);
    else if (w->wrap)
        take_dense(t->dst, t->src, w->index, w->wrap, t->n, bytes);
    else
        take_dense(t->dst, t->src, w->index, 0, t->n, bytes);
}

static __attribute__((noinline)) void take_single(const tile *t, const ra__index_way *w, bool wide, size_t bytes)
{
    switch (bytes) {
    case 1:
        wide ? take_single_sized(t, w, true, 1) : take_single_sized(t, w, false, 1);
        break;
    case 2:
        wide ? take_single_sized(t, w, true, 2) : take_single_sized(t, w, false, 2);
        break;
    case 4:
        wide ? take_single_sized(t, w, true, 4) : take_single_sized(t, w, false, 4);
        break;
    case 8:
        wide ? take_single_sized(t, w, true, 8) : take_single_sized(t, w, false, 8);
        break;
    default:
        wide ? take_single_sized(t, w, true, 16) : take_single_sized(t, w, false, 16);
    }
}

static ra_status take_tile(ra__run *r, const ra__indexed *s, char *const *data, const int64_t *strides, int64_t from, int64_t n)
{
    const tile t = {data[0] + from * strides[0], strides[0], data[1] + from * strides[1], strides[1], n};
    int64_t offsets[RA__INDEX_TILE];
    ra__index_way way;
    ra_status status;

    if (s->count == 1) {
        status = ra__index_single(r, s, data, strides, from, n, &way);
        if (status == RA_OK)
            take_single(&t, &way, s->index[0].wide, s->bytes);
    } else {
        status = ra__index_offsets(r, s, data, strides, from, n, offsets);
        if (status == RA_OK)
            take(&t, offsets, s->bytes);
    }
    return status;
}

static ra_status take_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    ra__run *r = context;
    const ra__indexed *s = r->plan->state;
    ra_status status = RA_OK;
    int64_t offset = 0;

    (void)at;
    if (s->bytes == 0) {
        int64_t unused[RA__INDEX_TILE];

        for (int64_t i = 0; i < n && status == RA_OK; i += RA__INDEX_TILE)
            status = ra__index_offsets(r, s, data, strides, i, ra__min64(n - i, RA__INDEX_TILE), unused);
        return status;
    }
    if (ra__index_is_constant(s, strides)) {
        status = ra__index_offsets(r, s, data, strides, 0, 1, &offset);
        if (status == RA_OK)
            ra__move(data[0], strides[0], data[1] + offset, strides[1], n, s->bytes);
        return status;
    }
    for (int64_t i = 0; i < n && status == RA_OK; i += RA__INDEX_TILE)
        status = take_tile(r, s, data, strides, i, ra__min64(n - i, RA__INDEX_TILE));
    return status;
}

enum { ROWS_AHEAD = 2, ASKED_MOST = 2048 }; /* bytes of a row that are asked for: what follows is guessed by the processor */

/* Whole rows of a walk of two dimensions, whose indices are of rows: they are looked at some together, and rows to come are asked for meanwhile. */
static ra_status take_rows(ra__run *r, const ra__indexed *s, char *const *base, int64_t row, int64_t end)
{
    const ra__walk *w = s->walk;
    const int64_t *step = w->strides, *within = step + w->operands, n = w->sizes[1], bytes = (int64_t)s->bytes;
    const int64_t asked = within[1] == bytes ? ra__min64(n * bytes, ASKED_MOST) : 0;
    int64_t offsets[RA__INDEX_TILE], count;
    ra_status status = RA_OK;

    for (; row < end && status == RA_OK; row += count) {
        count = ra__min64(end - row, RA__INDEX_TILE);
        status = ra__index_offsets(r, s, base, step, row, count, offsets);
        for (int64_t i = 0; i < count && status == RA_OK; i++) {
            if (i + ROWS_AHEAD < count)
                ra__look_ahead(base[1] + (row + i + ROWS_AHEAD) * step[1] + offsets[i + ROWS_AHEAD], asked);
            ra__move(base[0] + (row + i) * step[0], within[0], base[1] + (row + i) * step[1] + offsets[i], within[1], n, s->bytes);
        }
    }
    return status;
}

/* Whether grains are of whole rows, for take_rows. */
static bool is_by_rows(const ra__indexed *s)
{
    const ra__walk *w = s->walk;

    return s->bytes && w->ndim == 2 && ra__index_is_constant(s, w->strides + w->operands) && s->grain % w->sizes[1] == 0;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const ra__indexed *s = r->plan->state;
    char *base[RA__WALK_OPERANDS];

    (void)phase;
    ra__indexed_base(r, s, r->data[0], r->data[1], base);
    if (is_by_rows(s)) {
        const int64_t row = s->walk->sizes[1], end = ra__min64(last * s->grain, s->walk->numel);
        return take_rows(r, s, base, first * s->grain / row, end / row);
    }
    return ra__walk_run(s->walk, base, first * s->grain, ra__min64(last * s->grain, s->walk->numel), take_run, r);
}

const ra_kernel RA__KERNEL(index_select) = {.name = "index_select", .plan = plan_index_select, .run = run};
const ra_kernel RA__KERNEL(embedding) = {.name = "embedding", .plan = plan_embedding, .run = run};
const ra_kernel RA__KERNEL(gather) = {.name = "gather", .plan = plan_gather, .run = run};
const ra_kernel RA__KERNEL(index) = {.name = "index", .plan = plan_index, .run = run};
