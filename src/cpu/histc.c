/*
 * histc: how many elements lie in each of so many equal parts of a range.
 *
 * Phases 0 and 1 find the range, where it is that of the data; phase 2 counts in each grain, phase 3 adds up. Places are computed in the
 * dtype of self, each step rounded to it, as PyTorch does, since an edge is hit or missed by that.
 */
#include "cpu/half.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <math.h>
#include <string.h>

enum { FIND, RANGE, COUNT, SUM, PHASES };
enum { GRAIN = 8192, CHUNK = 512, MOST_COUNTS = 1 << 20, SUMMED = 8 }; /* SUMMED: elements of a grain at least for each of its counts, which are added up */

typedef struct range {
    double least, most;
} range;

typedef struct state {
    struct ra__histogram_pre pre;
    ra_dtype dtype, compute;
    int64_t n, grains, per_grain; /* of the counting */
    size_t counts_at;             /* in the workspace, behind a range for each grain of the finding and that of all */
    ra__strided self, out;
} state;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->pre = *RA__PRE(m, const struct ra__histogram_pre);
    s->dtype = (ra_dtype)ra__layout(m, 0)->dtype;
    s->compute = ra__compute_dtype(s->dtype);
    s->n = ra__layout(m, 0)->numel;
    s->grains = ra__max(1, ra__min(ra__ceil_div(s->n, ra__max(GRAIN, SUMMED * s->pre.bins)), MOST_COUNTS / s->pre.bins));
    s->per_grain = ra__ceil_div(s->n, s->grains);
    ra__strided_from_layout(&s->self, ra__layout(m, 0));
    ra__strided_from_shape(&s->out, ra__out_shape(m, 0));
    p->state = s;
    p->phases = PHASES;
    const bool finds = s->pre.least == s->pre.most && s->n;
    p->grains[FIND] = finds ? ra__ceil_div(s->n, GRAIN) : 0;
    p->grains[RANGE] = 1;
    p->grains[COUNT] = s->grains;
    p->grains[SUM] = 1;
    s->counts_at = ((size_t)p->grains[FIND] + 1) * sizeof(range);
    p->workspace = s->counts_at + (size_t)s->grains * (size_t)s->pre.bins * sizeof(int64_t); /* fits: grains of the result's length, which are few where it is long */
    p->cost_ns = 200 + (finds ? 6.0 : 4.0) * (double)s->n + (double)s->grains * (double)s->pre.bins;
    return RA_OK;
}

static void find(const state *s, ra__run *r, int64_t g)
{
    double buffer[CHUNK];
    range *found = (range *)r->workspace + 1 + g;
    const int64_t end = ra__min((g + 1) * GRAIN, s->n);
    *found = (range){INFINITY, -INFINITY};
    for (int64_t at = g * GRAIN; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        ra__strided_gather(&s->self, r->data[1], at, n, buffer, RA_FLOAT64);
        for (int64_t i = 0; i < n; i++) {
            found->least = buffer[i] < found->least || isnan(buffer[i]) ? buffer[i] : found->least; /* NaN stays: nothing is less than it */
            found->most = buffer[i] > found->most || isnan(buffer[i]) ? buffer[i] : found->most;
        }
    }
}

static ra_status settle_range(const state *s, ra__run *r)
{
    const range *found = (const range *)r->workspace + 1;
    range all = {s->pre.least, s->pre.most};
    if (r->plan->grains[FIND])
        all = (range){INFINITY, -INFINITY};
    for (int64_t g = 0; g < r->plan->grains[FIND]; g++) {
        all.least = found[g].least < all.least || isnan(found[g].least) ? found[g].least : all.least;
        all.most = found[g].most > all.most || isnan(found[g].most) ? found[g].most : all.most;
    }
    if (!isfinite(all.least) || !isfinite(all.most))
        return ra__fault(r, RA_ERR_VALUE, "the range from %g to %g is not finite", all.least, all.most);
    if (all.least == all.most) {
        all.least -= 1;
        all.most += 1;
    }
    *(range *)r->workspace = all;
    return RA_OK;
}

static float rounded(ra_dtype dtype, float x)
{
    return dtype == RA_FLOAT16 ? ra__float_from_half(ra__half_from_float(x)) : dtype == RA_BFLOAT16 ? ra__float_from_bfloat(ra__bfloat_from_float(x)) : x;
}

static int64_t kept(double place, int64_t bins)
{
    return place >= (double)bins ? bins - 1 : place > 0 ? ra__min((int64_t)place, bins - 1) : 0;
}

static void count_f32(const state *s, const float *x, int64_t n, range all, int64_t *counts)
{
    const ra_dtype d = s->dtype;
    const float least = rounded(d, (float)all.least), most = rounded(d, (float)all.most), width = rounded(d, most - least), bins = rounded(d, (float)s->pre.bins);
    for (int64_t i = 0; i < n; i++)
        if (x[i] >= least && x[i] <= most)
            counts[kept((double)rounded(d, rounded(d, rounded(d, x[i] - least) * bins) / width), s->pre.bins)]++;
}

static void count_f64(const state *s, const double *x, int64_t n, range all, int64_t *counts)
{
    const double width = all.most - all.least, bins = (double)s->pre.bins;
    for (int64_t i = 0; i < n; i++)
        if (x[i] >= all.least && x[i] <= all.most)
            counts[kept((x[i] - all.least) * bins / width, s->pre.bins)]++;
}

static int64_t *counts_of(const state *s, ra__run *r, int64_t g)
{
    return (int64_t *)(void *)((char *)r->workspace + s->counts_at) + g * s->pre.bins;
}

static void count(const state *s, ra__run *r, int64_t g)
{
    union {
        double f64[CHUNK];
        float f32[CHUNK];
    } buffer;
    int64_t *counts = counts_of(s, r, g);
    const int64_t end = ra__min((g + 1) * s->per_grain, s->n);
    const range all = *(const range *)r->workspace;
    memset(counts, 0, (size_t)s->pre.bins * sizeof *counts); /* fits: the workspace */
    for (int64_t at = g * s->per_grain; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        ra__strided_gather(&s->self, r->data[1], at, n, &buffer, s->compute);
        if (s->compute == RA_FLOAT64)
            count_f64(s, buffer.f64, n, all, counts);
        else
            count_f32(s, buffer.f32, n, all, counts);
    }
}

static void add_up(const state *s, ra__run *r)
{
    int64_t *sums = counts_of(s, r, 0);
    for (int64_t g = 1; g < s->grains; g++)
        for (int64_t i = 0; i < s->pre.bins; i++)
            sums[i] += counts_of(s, r, g)[i];
    ra__strided_scatter(&s->out, r->data[0], 0, s->pre.bins, sums, RA_INT64);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    if (phase == RANGE)
        return settle_range(s, r);
    if (phase == SUM) {
        add_up(s, r);
        return RA_OK;
    }
    for (int64_t g = first; g < last; g++)
        if (phase == FIND)
            find(s, r, g);
        else
            count(s, r, g);
    return RA_OK;
}

const ra_kernel RA__KERNEL(histc) = {.name = "histc", .plan = plan, .run = run};
