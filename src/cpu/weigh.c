/*
 * Places of a dimension as weighed sums of others of it: what resampling is made of.
 *
 * Phase 0 sees that all places exist. Where there is something behind the dimension vectors run along that, else along the places of the result.
 */
#include "cpu/isa.h"
#include "cpu/sequence.h"
#include "meta/pre.h"

enum { GRAIN_STEPS = 1 << 16, CHUNK = 1 << 14, MOST_TAPS = 4 }; /* there are two taps or as many as that */

struct weigh_state {
    struct ra__weigh_pre pre;
    ra_dtype dtype;
    int64_t rows, length;   /* of the result, as vectors run */
    int64_t chunk, chunks;  /* of a row */
    int64_t units_per_grain;
};

#define T float
#define NAME(name) name##_f32
#include "cpu/weigh_template.h"
#define T double
#define NAME(name) name##_f64
#include "cpu/weigh_template.h"

static ra_status weigh_places_plan(const ra_meta *m, ra_plan *p)
{
    struct weigh_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    const struct ra__weigh_pre *pre = RA__PRE(m, struct ra__weigh_pre);
    *st = (struct weigh_state){.pre = *pre, .dtype = ra__out_shape(m, 0)->dtype};
    p->state = st;
    p->phases = 0;
    if (ra__shape_numel(ra__out_shape(m, 0)) == 0)
        return RA_OK;
    st->rows = pre->inner > 1 ? pre->outer * pre->count : pre->outer;
    st->length = pre->inner > 1 ? pre->inner : pre->count;
    st->chunk = ra__min(st->length, CHUNK);
    st->chunks = ra__ceil_div(st->length, st->chunk);
    st->units_per_grain = ra__max(1, GRAIN_STEPS / (st->chunk * pre->taps));
    p->workspace = (size_t)(pre->taps * pre->count) * sizeof(int32_t); /* fits: less than the places, which lie in memory */
    p->phases = 2;
    p->grains[0] = 1;
    p->grains[1] = ra__ceil_div(st->rows * st->chunks, st->units_per_grain);
    p->cost_ns = 0.15 * (double)ra__shape_numel(ra__out_shape(m, 0)) * (double)pre->taps;
    return RA_OK;
}

static ra_status take_places(const struct weigh_state *st, ra__run *r)
{
    const int64_t *place = (const int64_t *)(const void *)r->data[2];
    int32_t *to = r->workspace;
    for (int64_t i = 0; i < st->pre.taps * st->pre.count; i++) {
        if (place[i] < 0 || place[i] >= st->pre.size)
            return ra__fault(r, RA_ERR_INDEX, "place %lld is none of %lld", (long long)place[i], (long long)st->pre.size);
        to[i] = (int32_t)place[i];
    }
    return RA_OK;
}

static ra_status weigh_places_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct weigh_state *st = r->plan->state;
    if (phase == 0)
        return take_places(st, r);
    const int64_t end = ra__min(last * st->units_per_grain, st->rows * st->chunks);
    for (int64_t unit = first * st->units_per_grain; unit < end; unit++)
        if (st->dtype == RA_FLOAT64)
            weigh_f64(st, r, unit / st->chunks, unit % st->chunks * st->chunk);
        else
            weigh_f32(st, r, unit / st->chunks, unit % st->chunks * st->chunk);
    return RA_OK;
}

const ra_kernel RA__KERNEL(weigh_places) = {.name = "weigh_places", .plan = weigh_places_plan, .run = weigh_places_run};
