/*
 * one_hot: rows of zeros with a one where each element says.
 *
 * Where the data tell how many classes there are, phase 0 finds the largest element of each grain and phase 1 the largest of all; the last
 * phase writes.
 */
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <string.h>

enum { FIND_GRAIN = 65536, CHUNK = 512, WRITTEN = 32768 };

typedef struct state {
    int64_t n, classes, per_grain, bound; /* classes: -1: the data tell */
    ra__strided self;
} state;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->n = self->numel;
    s->classes = RA__PRE(m, const struct ra__count_pre)->count;
    s->bound = out->sizes[out->ndim - 1];
    s->per_grain = s->classes < 0 ? CHUNK : ra__max(1, WRITTEN / ra__max(1, s->classes));
    ra__strided_from_layout(&s->self, self);
    p->state = s;
    p->phases = 0;
    p->cost_ns = 100 + (double)s->n * (s->classes < 0 ? 10.0 : 2.0 + 0.3 * (double)s->classes);
    if (!s->n)
        return RA_OK;
    if (s->classes < 0) {
        p->flags |= RA__PLAN_LATE;
        p->grains[p->phases++] = ra__ceil_div(s->n, FIND_GRAIN);
        p->grains[p->phases++] = 1;
        p->workspace = (size_t)p->grains[0] * sizeof(int64_t); /* fits: grains */
    }
    p->grains[p->phases++] = ra__ceil_div(s->n, s->per_grain);
    return RA_OK;
}

static ra_status outside(ra__run *r, int64_t value, int64_t classes)
{
    return ra__fault(r, RA_ERR_INDEX, "self has %lld, which is none of %lld classes", (long long)value, (long long)classes);
}

static ra_status find(const state *s, ra__run *r, int64_t g)
{
    int64_t buffer[CHUNK], most = 0;
    const int64_t end = ra__min((g + 1) * FIND_GRAIN, s->n);
    for (int64_t at = g * FIND_GRAIN; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        ra__strided_gather(&s->self, r->data[1], at, n, buffer, RA_INT64);
        for (int64_t i = 0; i < n; i++) {
            if (buffer[i] < 0 || buffer[i] >= s->bound) /* which nobody has given */
                return ra__fault(r, RA_ERR_INDEX, buffer[i] < 0 ? "self has %lld, which is negative" : "self has %lld, for which no result could have room", (long long)buffer[i]);
            most = ra__max(most, buffer[i]);
        }
    }
    ((int64_t *)r->workspace)[g] = most;
    return RA_OK;
}

static ra_status write(const state *s, ra__run *r, int64_t g, int64_t classes)
{
    int64_t buffer[CHUNK], *out = (int64_t *)(void *)r->data[0];
    const int64_t end = ra__min((g + 1) * s->per_grain, s->n);
    for (int64_t at = g * s->per_grain; at < end; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, end - at);
        ra__strided_gather(&s->self, r->data[1], at, n, buffer, RA_INT64);
        memset(out + at * classes, 0, (size_t)(n * classes) * sizeof *out); /* fits: within the result */
        for (int64_t i = 0; i < n; i++) {
            if (buffer[i] < 0 || buffer[i] >= classes)
                return outside(r, buffer[i], classes);
            out[(at + i) * classes + buffer[i]] = 1;
        }
    }
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const bool writes = phase == r->plan->phases - 1;
    if (!writes && phase == 1) {
        int64_t most = 0;
        for (int64_t g = 0; g < r->plan->grains[0]; g++)
            most = ra__max(most, ((const int64_t *)r->workspace)[g]);
        r->extents[0] = most + 1;
        return RA_OK;
    }
    for (int64_t g = first; g < last; g++) {
        const ra_status status = writes ? write(s, r, g, s->classes < 0 ? r->extents[0] : s->classes) : find(s, r, g);
        if (status)
            return status;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(one_hot) = {.name = "one_hot", .plan = plan, .run = run};
