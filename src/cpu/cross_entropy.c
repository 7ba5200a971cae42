/*
 * cross_entropy, and nll_loss, which is given the logarithms: for each place the logarithm of its softmax, weighed by the target.
 *
 * With lse the logarithm of the sum of exponentials and w the class weights, the loss of a place is, for class t,
 * w[t] (lse - x[t]), smoothed by e: (1 - e) w[t] (lse - x[t]) + e / C sum_c w[c] (lse - x[c]); and for probabilities q
 * sum_c ((1 - e) q[c] + e / C) w[c] (lse - x[c]). The mean divides by the sum of w[t] over places that are not ignored,
 * or by the number of places. Phase 0 gives a partial sum per grain (or the losses), phase 1 adds them in order.
 */
#include "cpu/lanes.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <string.h>

enum { GRAIN_ELEMENTS = 32768, CHUNK = 1024 };

struct cross_entropy_state {
    struct ra__cross_entropy_pre pre;
    ra_dtype dtype, input, compute; /* of the result, of self and weight */
    int places_ndim;
    int64_t places_sizes[RA_MAX_DIMS];
    int64_t in_places[RA_MAX_DIMS], target_places[RA_MAX_DIMS]; /* bytes */
    int64_t in_stride[2], target_stride[2];                     /* bytes: batch, class */
    int64_t weight_stride;
    bool has_weight;
    ra_dtype target;
    int results;                                                /* before the inputs in ra__run.data; the second is the total weight */
    int64_t items, items_per_grain;
};

/* A grain's share of the mean. */
struct partial {
    double loss, weight;
};

/* Where the logits and the target of a place start. */
static void locate(const struct cross_entropy_state *st, int64_t item, int64_t *in, int64_t *target)
{
    if (st->pre.places == 1) {
        *in = item * st->in_stride[0];
        *target = item * st->target_stride[0];
        return;
    }
    int64_t place = item % st->pre.places, batch = item / st->pre.places;
    *in = batch * st->in_stride[0];
    *target = batch * st->target_stride[0];
    for (int d = st->places_ndim - 1; d >= 0; d--) {
        int64_t at = place % st->places_sizes[d];
        place /= st->places_sizes[d];
        *in += at * st->in_places[d];
        *target += at * st->target_places[d];
    }
}

static int64_t class_at(const struct cross_entropy_state *st, const char *target)
{
    return st->target == RA_UINT8 ? *(const uint8_t *)target : *(const int64_t *)(const void *)target;
}

static ra_status no_class(ra__run *r, int64_t target, int64_t item, int64_t classes)
{
    return ra__fault(r, RA_ERR_INDEX, "target %lld at position %lld is not one of %lld classes", (long long)target, (long long)item, (long long)classes);
}

#define T float
#define NAME(name) name##_f32
#define EXP ra__expf
#define LOG ra__logf
#include "cpu/cross_entropy_template.h"

#define T double
#define NAME(name) name##_f64
#define EXP ra__exp
#define LOG ra__log
#include "cpu/cross_entropy_template.h"

static void plan_strides(struct cross_entropy_state *st, const ra_layout *self, const ra_layout *target)
{
    int64_t bytes = (int64_t)ra_dtype_size(st->input), target_bytes = (int64_t)ra_dtype_size(st->target);
    const int64_t *s = ra__strides(self), *t = ra__strides(target);
    bool batched = self->ndim > 1;
    st->in_stride[0] = batched ? s[0] * bytes : 0;
    st->in_stride[1] = s[batched] * bytes;
    st->target_stride[0] = batched ? t[0] * target_bytes : 0; /* of one sample there is one */
    st->target_stride[1] = st->pre.probabilities ? t[batched] * target_bytes : 0;
    for (int d = 2; d < self->ndim; d++) {
        st->places_sizes[d - 2] = ra__sizes(self)[d];
        st->in_places[d - 2] = s[d] * bytes;
        st->target_places[d - 2] = t[st->pre.probabilities ? d : d - 1] * target_bytes;
    }
    st->places_ndim = self->ndim > 2 ? self->ndim - 2 : 0;
}

static ra_status cross_entropy_plan(const ra_meta *m, ra_plan *p)
{
    struct cross_entropy_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    memset(st, 0, sizeof *st);
    p->state = st;
    st->pre = *RA__PRE(m, struct ra__cross_entropy_pre);
    st->dtype = ra__out_shape(m, 0)->dtype;
    st->results = m->op->result_count;
    st->input = (ra_dtype)ra__layout(m, 0)->dtype;
    st->compute = ra__compute_dtype(st->dtype);
    st->target = (ra_dtype)ra__layout(m, 1)->dtype;
    st->has_weight = !ra__is_absent(m, 2);
    st->weight_stride = st->has_weight ? ra__strides(ra__layout(m, 2))[0] * (int64_t)ra_dtype_size(st->input) : 0;
    plan_strides(st, ra__layout(m, 0), ra__layout(m, 1));
    int64_t classes = st->pre.classes;
    st->items = st->pre.batch * st->pre.places;
    st->items_per_grain = st->pre.given ? GRAIN_ELEMENTS : ra__max(1, GRAIN_ELEMENTS / ra__max(1, classes));
    bool reduces = st->pre.reduction != 2;
    if (classes == 0 && st->pre.probabilities && reduces)
        st->items = 0; /* which add nothing, and count for nothing: their mean is NaN in PyTorch, too */
    p->phases = 0;
    if (st->items == 0 && !reduces && st->results == 1)
        return RA_OK;
    p->phases = reduces || st->results > 1 ? 2 : 1;
    p->grains[0] = ra__max(1, ra__ceil_div(st->items, st->items_per_grain));
    p->grains[1] = 1;
    p->workspace = reduces ? (size_t)p->grains[0] * sizeof(struct partial) : 0; /* fits: grains */
    p->scratch = (size_t)ra__capped_product(st->items ? ra__max(1, classes) : 1, 3 * (int64_t)ra_dtype_size(st->compute)); /* fits: a row of self */
    p->cost_ns = (st->pre.given ? 3.0 : 1.0 * (double)classes) * (double)st->items + 100;
    return RA_OK;
}

static void finish(const struct cross_entropy_state *st, ra__run *r)
{
    const struct partial *partials = r->workspace;
    if (st->pre.reduction == 2) { /* of losses that stay apart PyTorch tells none */
        ra__scalar_store(ra_scalar_float(0), st->dtype, r->data[1]);
        return;
    }
    struct partial sum = {0, 0};
    for (int64_t g = 0; g < r->plan->grains[0]; g++) {
        sum.loss += partials[g].loss;
        sum.weight += partials[g].weight;
    }
    double loss = st->pre.reduction == 0 ? sum.loss / sum.weight : sum.loss;
    ra__scalar_store(ra_scalar_float(loss), st->dtype, r->data[0]);
    if (st->results > 1)
        ra__scalar_store(ra_scalar_float(sum.weight), st->dtype, r->data[1]);
}

static ra_status cross_entropy_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct cross_entropy_state *st = r->plan->state;
    if (phase == 1) {
        finish(st, r);
        return RA_OK;
    }
    for (int64_t g = first; g < last; g++) {
        ra_status s = st->compute == RA_FLOAT64 ? losses_f64(st, r, g) : losses_f32(st, r, g);
        if (s)
            return s;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(cross_entropy) = {.name = "cross_entropy", .plan = cross_entropy_plan, .run = cross_entropy_run};
