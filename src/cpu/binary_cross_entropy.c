/*
 * binary_cross_entropy: of a probability x and what it should be, t, the loss (t - 1) max(log(1 - x), -100) - t max(log(x), -100), times a
 * weight. Phase 0 gives a partial sum per grain (or the losses), phase 1 adds them in order.
 */
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

enum { GRAIN = 16384, CHUNK = 512 };

typedef struct state {
    int reduction;
    ra_dtype compute;
    bool has_weight;
    int64_t n;
    ra__strided out, self, target, weight;
} state;

static double log_kept(double logarithm)
{
    return logarithm < -100 ? -100 : logarithm;
}

static float log_kept_f32(float logarithm)
{
    return logarithm < -100 ? -100 : logarithm;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *weight = ra__layout(m, 2);
    const ra__shape *out = ra__out_shape(m, 0);
    int64_t strides[RA_MAX_DIMS] = {0};
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->reduction = RA__PRE(m, const struct ra__binary_cross_entropy_pre)->reduction;
    s->compute = ra__compute_dtype((ra_dtype)self->dtype);
    s->has_weight = weight;
    s->n = self->numel;
    ra__strided_from_shape(&s->out, out);
    ra__strided_from_layout(&s->self, self);
    ra__strided_from_layout(&s->target, ra__layout(m, 1));
    for (int d = 0; weight && d < weight->ndim; d++)
        strides[self->ndim - weight->ndim + d] = ra__sizes(weight)[d] == 1 ? 0 : ra__strides(weight)[d];
    if (weight)
        ra__strided_set(&s->weight, (ra_dtype)weight->dtype, self->ndim, ra__sizes(self), strides);
    p->state = s;
    const bool reduces = s->reduction != 2;
    p->phases = reduces ? 2 : s->n > 0;
    p->grains[0] = ra__max(1, ra__ceil_div(s->n, GRAIN));
    p->grains[1] = 1;
    p->workspace = reduces ? (size_t)p->grains[0] * sizeof(double) : 0; /* fits: grains */
    p->cost_ns = 100 + 4.0 * (double)s->n;
    return RA_OK;
}

static ra_status improbable(ra__run *r, double x, double t)
{
    const bool of_self = !(x >= 0 && x <= 1);
    return ra__fault(r, RA_ERR_VALUE, "%s has %g, and must be between 0 and 1", of_self ? "self" : "target", of_self ? x : t);
}

static ra_status losses_f32(ra__run *r, float *x, const float *t, const float *w, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (!(x[i] >= 0 && x[i] <= 1 && t[i] >= 0 && t[i] <= 1))
            return improbable(r, (double)x[i], (double)t[i]);
        const float loss = (t[i] - 1) * log_kept_f32(ra__log1pf_wide(-x[i])) - t[i] * log_kept_f32(ra__logf(x[i]));
        x[i] = w ? loss * w[i] : loss;
    }
    return RA_OK;
}

static ra_status losses_f64(ra__run *r, double *x, const double *t, const double *w, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (!(x[i] >= 0 && x[i] <= 1 && t[i] >= 0 && t[i] <= 1))
            return improbable(r, x[i], t[i]);
        const double loss = (t[i] - 1) * log_kept(ra__log1p(-x[i])) - t[i] * log_kept(ra__log(x[i]));
        x[i] = w ? loss * w[i] : loss;
    }
    return RA_OK;
}

static ra_status grain(const state *s, ra__run *r, int64_t g)
{
    union numbers {
        double f64[CHUNK];
        float f32[CHUNK];
    } buffer[3];
    double sum = 0;
    const int64_t end = ra__min((g + 1) * GRAIN, s->n);
    for (int64_t at = g * GRAIN; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        ra__strided_gather(&s->self, r->data[1], at, n, &buffer[0], s->compute);
        ra__strided_gather(&s->target, r->data[2], at, n, &buffer[1], s->compute);
        if (s->has_weight)
            ra__strided_gather(&s->weight, r->data[3], at, n, &buffer[2], s->compute);
        const ra_status status = s->compute == RA_FLOAT64
                                     ? losses_f64(r, buffer[0].f64, buffer[1].f64, s->has_weight ? buffer[2].f64 : NULL, n)
                                     : losses_f32(r, buffer[0].f32, buffer[1].f32, s->has_weight ? buffer[2].f32 : NULL, n);
        if (status)
            return status;
        if (s->reduction == 2)
            ra__strided_scatter(&s->out, r->data[0], at, n, &buffer[0], s->compute);
        else
            for (int64_t i = 0; i < n; i++)
                sum += s->compute == RA_FLOAT64 ? buffer[0].f64[i] : (double)buffer[0].f32[i];
    }
    if (s->reduction != 2)
        ((double *)r->workspace)[g] = sum;
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    double sum = 0;
    for (int64_t g = first; phase == 0 && g < last; g++) {
        const ra_status status = grain(s, r, g);
        if (status)
            return status;
    }
    if (phase == 0)
        return RA_OK;
    for (int64_t g = 0; g < r->plan->grains[0]; g++)
        sum += ((const double *)r->workspace)[g];
    ra__scalar_store(ra_scalar_float(s->reduction == 0 ? sum / (double)s->n : sum), s->out.dtype, r->data[0]);
    return RA_OK;
}

const ra_kernel RA__KERNEL(binary_cross_entropy) = {.name = "binary_cross_entropy", .plan = plan, .run = run};
