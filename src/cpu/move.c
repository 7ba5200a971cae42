/*
 * repeat and flip: a copy of self, walked in another way.
 */
#include "cpu/walk.h"
#include "meta/pre.h"

typedef struct state {
    const ra__walk *walk; /* operands: result, self */
    int64_t start;        /* bytes from self's first element to where the walk starts */
    size_t bytes;
    int64_t grain;
} state;

static ra_status finish(ra_plan *p, ra__walk *w, int64_t start, size_t bytes)
{
    state *s = ra__plan_alloc(p, sizeof *s);

    if (!s)
        return RA_ERR_MEMORY;
    ra__walk_order(w);
    ra__walk_finish(w);
    ra__walk_lengthen(w);
    *s = (state){.walk = w, .start = start, .bytes = bytes, .grain = ra__move_grain(bytes)};
    p->state = s;
    p->grains[0] = ra__grain_count(w->numel, s->grain);
    p->phases = w->numel > 0;
    p->cost_ns = (double)w->numel * 0.3 * (bytes > 4 ? (double)bytes / 4 : 1);
    return RA_OK;
}

static ra_status move_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    (void)at;
    ra__move(data[0], strides[0], data[1], strides[1], n, *(const size_t *)context);
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    char *base[2] = {r->data[0], r->data[1] + s->start};
    size_t bytes = s->bytes;

    (void)phase;
    return ra__walk_run(s->walk, base, first * s->grain, ra__min64(last * s->grain, s->walk->numel), move_run, &bytes);
}

/* Every dimension is two: which copy, in which self stands still, and where in it. */
static ra_status plan_repeat(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    const int64_t bytes = (int64_t)ra_dtype_size(out->dtype);
    ra__walk *w = ra__walk_new(p, 2 * out->ndim, 2);

    if (!w)
        return RA_ERR_MEMORY;
    for (int d = 0; d < out->ndim; d++) {
        const int own = d - (out->ndim - self->ndim);
        const int64_t size = own >= 0 ? ra__sizes(self)[own] : 1;
        int64_t *copies = w->strides + 4 * d, *within = copies + 2;

        w->sizes[2 * d] = size ? out->sizes[d] / size : 0;
        w->sizes[2 * d + 1] = size;
        copies[0] = w->sizes[2 * d] ? size * out->strides[d] * bytes : 0; /* fits: within the result's size */
        within[0] = out->strides[d] * bytes;
        within[1] = own >= 0 ? ra__strides(self)[own] * bytes : 0;
    }
    return finish(p, w, 0, (size_t)bytes);
}

static ra_status plan_flip(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    const int64_t bytes = (int64_t)ra_dtype_size(out->dtype);
    ra__walk *w = ra__walk_new(p, out->ndim, 2);
    int64_t start = 0;

    if (!w)
        return RA_ERR_MEMORY;
    ra__walk_set(w, 0, out->strides, bytes);
    ra__walk_set(w, 1, ra__strides(self), bytes);
    for (int d = 0; d < out->ndim; d++) {
        w->sizes[d] = out->sizes[d];
        if (self->numel && m->pre.i[RA__PRE_DIMS] >> d & 1) {
            start += (out->sizes[d] - 1) * w->strides[2 * d + 1];
            w->strides[2 * d + 1] *= -1;
        }
    }
    return finish(p, w, start, (size_t)bytes);
}

const ra_kernel RA__KERNEL(repeat) = {.name = "repeat", .plan = plan_repeat, .run = run};
const ra_kernel RA__KERNEL(flip) = {.name = "flip", .plan = plan_flip, .run = run};
