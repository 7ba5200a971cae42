/*
 * repeat_interleave: of (outer, n, inner) each element of n as often as it is told.
 *
 * Where a tensor tells, phase 0 adds up how much comes before each element, which tells the size; the last phase writes.
 */
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <string.h>

enum { GRAIN_ELEMENTS = 16384, CHUNK = 256 };

typedef struct state {
    struct ra__repeat_pre pre;
    int64_t per_grain; /* pairs of outer and n */
    size_t item;
    bool late, one;    /* one: repeats is a single number, in a tensor */
    ra__strided self, repeats;
} state;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *repeats = ra__layout(m, 1);
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    s->pre = *RA__PRE(m, const struct ra__repeat_pre);
    s->item = ra_dtype_size((ra_dtype)ra__layout(m, 0)->dtype);
    s->late = s->pre.total < 0;
    s->one = s->pre.number < 0 && repeats->numel == 1;
    s->per_grain = ra__max(1, GRAIN_ELEMENTS / ra__max(1, s->pre.inner));
    ra__strided_from_layout(&s->self, ra__layout(m, 0));
    if (s->pre.number < 0)
        ra__strided_from_layout(&s->repeats, repeats);
    p->state = s;
    p->phases = 0;
    p->cost_ns = 100 + 4.0 * (double)ra__layout(m, 0)->numel;
    if (!s->pre.n)
        return RA_OK;
    if (s->pre.number < 0) {
        p->workspace = ((size_t)s->pre.n + 1) * sizeof(int64_t); /* fits: at most eight times the repeats or, of one, of self */
        p->grains[p->phases++] = 1;
    }
    if (s->late)
        p->flags |= RA__PLAN_LATE;
    p->grains[p->phases++] = ra__max(1, ra__ceil_div(s->pre.outer * s->pre.n, s->per_grain));
    return RA_OK;
}

static ra_status add_up(const state *s, ra__run *r)
{
    int64_t buffer[CHUNK], *before = r->workspace, total = 0;
    for (int64_t at = 0; at < s->pre.n; at += CHUNK) {
        const int64_t n = ra__min(CHUNK, s->pre.n - at);
        if (!s->one || at == 0)
            ra__strided_gather(&s->repeats, r->data[2], at, s->one ? 1 : n, buffer, RA_INT64);
        for (int64_t i = 0; i < n; i++) {
            const int64_t times = buffer[s->one ? 0 : i];
            if (times < 0)
                return ra__fault(r, RA_ERR_VALUE, "repeats has %lld, which is negative", (long long)times);
            before[at + i] = total;
            if (!ra__sum_fits(total, times, &total) || (s->late && total > s->pre.bound))
                return ra__fault(r, RA_ERR_VALUE, "repeats add up to more than a result could have room for");
        }
    }
    before[s->pre.n] = total;
    if (!s->late && total != s->pre.total)
        return ra__fault(r, RA_ERR_VALUE, "repeats add up to %lld, but output_size is %lld", (long long)total, (long long)s->pre.total);
    if (s->late)
        r->extents[0] = total;
    return RA_OK;
}

/* Of n elements as many as before tells, or `number` of each. */
#define SPREAD(bits) \
    static void spread_##bits(void *out, const void *in, int64_t n, const int64_t *before, int64_t number) \
    { \
        uint##bits##_t *restrict to = out; \
        const uint##bits##_t *restrict x = in; \
        for (int64_t i = 0; number == 2 && i < n; i++) { \
            to[2 * i] = x[i]; \
            to[2 * i + 1] = x[i]; \
        } \
        for (int64_t i = 0; number != 2 && i < n; i++) \
            for (int64_t times = before ? before[i + 1] - before[i] : number; times > 0; times--) \
                *to++ = x[i]; \
    }
SPREAD(8)
SPREAD(16)
SPREAD(32)
SPREAD(64)

/* Of elements as wide as a number, many at a time. */
static void write_narrow(const state *s, ra__run *r, int64_t pair, int64_t end, int64_t bytes)
{
    void (*spread)(void *, const void *, int64_t, const int64_t *, int64_t) = bytes == 1 ? spread_8 : bytes == 2 ? spread_16 : bytes == 4 ? spread_32 : spread_64;
    const int64_t *before = s->pre.number < 0 ? r->workspace : NULL;
    const int64_t total = before ? before[s->pre.n] : s->pre.total;
    while (pair < end) {
        uint64_t buffer[CHUNK];
        const int64_t outer = pair / s->pre.n, i = pair % s->pre.n;
        const int64_t n = before ? ra__min(ra__min(CHUNK, end - pair), s->pre.n - i) : ra__min(CHUNK, end - pair);
        const int64_t start = before ? outer * total + before[i] : pair * s->pre.number; /* fits: within the result */
        ra__strided_gather(&s->self, r->data[1], pair * s->pre.inner, n * s->pre.inner, buffer, s->self.dtype);
        spread(r->data[0] + start * bytes, buffer, n, before ? before + i : NULL, s->pre.number);
        pair += n;
    }
}

static void write(const state *s, ra__run *r, int64_t g)
{
    const int64_t *before = s->pre.number < 0 ? r->workspace : NULL, inner = s->pre.inner;
    const int64_t total = before ? before[s->pre.n] : s->pre.total, end = ra__min((g + 1) * s->per_grain, s->pre.outer * s->pre.n);
    const size_t bytes = (size_t)inner * s->item; /* fits: of self */
    if (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8) {
        write_narrow(s, r, g * s->per_grain, end, (int64_t)bytes);
        return;
    }
    for (int64_t pair = g * s->per_grain; bytes && pair < end; pair++) {
        const int64_t outer = pair / s->pre.n, i = pair % s->pre.n;
        const int64_t start = before ? before[i] : i * s->pre.number, times = before ? before[i + 1] - start : s->pre.number;
        char *to = r->data[0] + (outer * total + start) * (int64_t)bytes; /* fits: within the result */
        if (times)
            ra__strided_gather(&s->self, r->data[1], pair * inner, inner, to, s->self.dtype);
        for (int64_t k = 1; k < times; k++)
            memcpy(to + k * (int64_t)bytes, to, bytes);
    }
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    if (phase < r->plan->phases - 1)
        return add_up(s, r);
    for (int64_t g = first; g < last; g++)
        write(s, r, g);
    return RA_OK;
}

const ra_kernel RA__KERNEL(repeat_interleave) = {.name = "repeat_interleave", .plan = plan, .run = run};
