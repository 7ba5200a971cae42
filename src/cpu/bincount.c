/*
 * bincount: how often each number occurs, or the sum of the weights that lie beside it.
 *
 * Phase 0 finds the largest number of each grain, phase 1 the largest of all, which tells the size; phase 2 (one grain, so that sums are
 * added in order) counts.
 */
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <string.h>

enum { GRAIN = 65536, CHUNK = 512 };

typedef struct state {
    int64_t n, least, bound; /* least: elements that the result has in any case */
    ra_dtype dtype;
    bool has_weights;
    ra__strided self, weights;
} state;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->n = ra__layout(m, 0)->numel;
    s->least = RA__PRE(m, const struct ra__count_pre)->count;
    s->bound = out->sizes[0];
    s->dtype = out->dtype;
    s->has_weights = s->n && !ra__is_absent(m, 1);
    ra__strided_from_layout(&s->self, ra__layout(m, 0));
    if (s->has_weights)
        ra__strided_from_layout(&s->weights, ra__layout(m, 1));
    p->state = s;
    p->phases = 0;
    p->cost_ns = 100 + (s->has_weights ? 0.7 : 0.45) * (double)s->n;
    if (!s->n) { /* zeros, as many as are known */
        p->phases = s->least > 0;
        p->grains[0] = 1;
        return RA_OK;
    }
    p->flags |= RA__PLAN_LATE;
    p->phases = 3;
    p->grains[0] = ra__ceil_div(s->n, GRAIN);
    p->grains[1] = p->grains[2] = 1;
    p->workspace = (size_t)p->grains[0] * sizeof(int64_t); /* fits: grains */
    return RA_OK;
}

/* Elements at to at + n - 1 of self: where they lie, if they do so in one run, else in the buffer. */
static const int64_t *numbers(const state *s, const ra__run *r, int64_t at, int64_t n, int64_t *buffer)
{
    if (s->self.contiguous && s->self.dtype == RA_INT64)
        return (const int64_t *)(const void *)r->data[1] + at;
    ra__strided_gather(&s->self, r->data[1], at, n, buffer, RA_INT64);
    return buffer;
}

/* The first of n numbers that is none to count by is told. */
static ra_status refuse(const state *s, ra__run *r, const int64_t *x, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        if (x[i] < 0)
            return ra__fault(r, RA_ERR_VALUE, "self has %lld, which is negative", (long long)x[i]);
        if (x[i] >= s->bound)
            return ra__fault(r, RA_ERR_VALUE, "self has %lld, for which no result could have room", (long long)x[i]);
    }
    return RA_OK;
}

static ra_status find(const state *s, ra__run *r, int64_t g)
{
    int64_t buffer[CHUNK];
    uint64_t most = 0; /* of the numbers as unsigned ones: a negative one is above the bound too */
    const int64_t end = ra__min((g + 1) * GRAIN, s->n);
    for (int64_t at = g * GRAIN; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        const int64_t *x = numbers(s, r, at, n, buffer);
        uint64_t here = 0;
        for (int64_t i = 0; i < n; i++)
            here = (uint64_t)x[i] > here ? (uint64_t)x[i] : here;
        if (here >= (uint64_t)s->bound)
            return refuse(s, r, x, n);
        most = here > most ? here : most;
    }
    ((int64_t *)r->workspace)[g] = (int64_t)most;
    return RA_OK;
}

/* Neighbours are counted apart, so that many that are the same need not wait for one another. */
static void count_apart(const int64_t *x, int64_t n, int64_t *to, int64_t *beside)
{
    int64_t i = 0;
    for (; i + 2 <= n; i += 2) {
        to[x[i]]++;
        beside[x[i + 1]]++;
    }
    if (i < n)
        to[x[i]]++;
}

static void count(const state *s, ra__run *r, int64_t size)
{
    enum { APART = 2048 };
    int64_t buffer[CHUNK], beside[APART];
    union {
        double f64[CHUNK];
        float f32[CHUNK];
    } weight;
    const bool apart = s->dtype == RA_INT64 && size <= APART && size <= s->n;
    int64_t *to = (int64_t *)(void *)r->data[0];
    memset(r->data[0], 0, (size_t)size * ra_dtype_size(s->dtype)); /* fits: the result */
    if (apart)
        memset(beside, 0, (size_t)size * sizeof *beside); /* fits: APART */
    for (int64_t at = 0; at < s->n; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, s->n - at);
        const int64_t *x = numbers(s, r, at, n, buffer);
        if (apart) {
            count_apart(x, n, to, beside);
            continue;
        }
        if (s->has_weights)
            ra__strided_gather(&s->weights, r->data[2], at, n, &weight, s->dtype);
        for (int64_t i = 0; i < n; i++)
            if (s->dtype == RA_INT64)
                to[x[i]]++;
            else if (s->dtype == RA_FLOAT32)
                ((float *)(void *)r->data[0])[x[i]] += weight.f32[i];
            else
                ((double *)(void *)r->data[0])[x[i]] += weight.f64[i];
    }
    for (int64_t i = 0; apart && i < size; i++)
        to[i] += beside[i];
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    int64_t most = 0;
    if (r->plan->phases == 1 || phase == 2) {
        count(s, r, r->plan->phases == 1 ? s->least : r->extents[0]);
        return RA_OK;
    }
    for (int64_t g = first; phase == 0 && g < last; g++) {
        const ra_status status = find(s, r, g);
        if (status)
            return status;
    }
    if (phase == 0)
        return RA_OK;
    for (int64_t g = 0; g < r->plan->grains[0]; g++)
        most = ra__max(most, ((const int64_t *)r->workspace)[g]);
    r->extents[0] = ra__max(most + 1, s->least);
    return RA_OK;
}

const ra_kernel RA__KERNEL(bincount) = {.name = "bincount", .plan = plan, .run = run};
