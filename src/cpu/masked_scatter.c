/*
 * masked_scatter: elements of source, in row-major order, where a mask holds.
 *
 * Phase 0 counts what each grain takes, phase 1 (one grain) turns the counts into the places where grains begin and tells
 * whether there are enough, phase 2 writes: so the result does not depend on who runs what. Of one grain alone all three are one.
 */
#include "cpu/walk.h"
#include "meta/layout.h"

enum { COUNT, PLACE, WRITE, PHASES };
enum { GRAIN = 65536, NEAR_END = 256 /* elements left of source from which on each place is compared with its end */ };

typedef struct state {
    const ra__walk *walk; /* operands: result, self, mask */
    int64_t grains;
    size_t bytes;
    int64_t available;    /* elements of source */
    bool is_contiguous;
    int ndim;             /* of source; strides in bytes */
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
} state;

static ra_status plan_masked_scatter(const ra_meta *m, ra_plan *p)
{
    const ra_layout *source = ra__layout(m, 2);
    const ra__shape *out = ra__out_shape(m, 0);
    ra__walk *w = ra__walk_new(p, out->ndim, 3);
    state *s = ra__plan_alloc(p, sizeof *s);

    if (!w || !s)
        return RA_ERR_MEMORY;
    *s = (state){.walk = w, .bytes = ra_dtype_size(out->dtype), .available = source->numel, .is_contiguous = source->flags & RA__CONTIGUOUS, .ndim = source->ndim};
    for (int d = 0; d < source->ndim; d++) {
        s->sizes[d] = ra__sizes(source)[d];
        s->strides[d] = ra__strides(source)[d] * (int64_t)s->bytes;
    }
    memcpy(w->sizes, out->sizes, (size_t)out->ndim * sizeof *w->sizes);
    ra__walk_set(w, 0, out->strides, (int64_t)s->bytes);
    for (int k = 0; k < 2; k++) {
        const ra_layout *l = ra__layout(m, k);
        int64_t strides[RA_MAX_DIMS] = {0};

        for (int d = 0; d < l->ndim; d++)
            strides[out->ndim - l->ndim + d] = ra__sizes(l)[d] == 1 ? 0 : ra__strides(l)[d];
        ra__walk_set(w, 1 + k, strides, k ? 1 : (int64_t)s->bytes);
    }
    ra__walk_finish(w);
    s->grains = ra__grain_count(w->numel, GRAIN);
    p->state = s;
    p->phases = s->grains > 1 ? PHASES : (int)s->grains;
    for (int phase = 0; phase < p->phases; phase++)
        p->grains[phase] = phase == PLACE ? 1 : s->grains;
    p->workspace = (size_t)s->grains * sizeof(int64_t); /* fits: grains */
    p->cost_ns = (double)w->numel * 1.5;
    return RA_OK;
}

static ra_status count_mask(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    int64_t count = 0;

    (void)at;
    for (int64_t i = 0; i < n; i++)
        count += data[2][i * strides[2]] != 0;
    *(int64_t *)context += count;
    return RA_OK;
}

typedef struct taker {
    const state *s;
    const char *source;
    int64_t next; /* the element of source to take */
} taker;

static const char *taken(taker *t)
{
    const state *s = t->s;
    int64_t i = t->next++, offset = 0;

    if (s->is_contiguous)
        return t->source + i * (int64_t)s->bytes;
    for (int d = s->ndim - 1; d >= 0; d--) {
        offset += i % s->sizes[d] * s->strides[d];
        i /= s->sizes[d];
    }
    return t->source + offset;
}

/*
 * Where source is dense: without a branch on the mask, which may be anything. What would be next is read whether it is taken or not, which is
 * quicker than to choose where to read; near the end of source, where there may be no next one, the last.
 */
#define RA__WRITE_ONE(T, place)                                                                                          \
    do {                                                                                                                 \
        const T takes = mask[i * mask_step] != 0, own = *(const T *)(const void *)(self + i * self_step);                \
        *(T *)(void *)(to + i * to_step) = (T)(own ^ ((own ^ from[place]) & (T)-takes));                                 \
        next += (int64_t)takes;                                                                                          \
    } while (0)
#define RA__WRITE_DENSE(name, T)                                                                                         \
    static void name(taker *t, char *const *data, const int64_t *strides, int64_t n)                                     \
    {                                                                                                                    \
        const T *from = (const T *)(const void *)t->source;                                                              \
        char *to = data[0];                                                                                              \
        const char *self = data[1], *mask = data[2];                                                                     \
        const int64_t to_step = strides[0], self_step = strides[1], mask_step = strides[2], all = t->s->available;       \
        int64_t next = t->next, i = 0;                                                                                   \
        while (i < n && all - next >= NEAR_END)                                                                          \
            for (const int64_t end = ra__min64(n, i + all - next); i < end; i++)                                         \
                RA__WRITE_ONE(T, next);                                                                                  \
        for (; i < n; i++)                                                                                               \
            RA__WRITE_ONE(T, ra__min64(next, all - 1));                                                                  \
        t->next = next;                                                                                                  \
    }
RA__WRITE_DENSE(write_8, uint8_t)
RA__WRITE_DENSE(write_16, uint16_t)
RA__WRITE_DENSE(write_32, uint32_t)
RA__WRITE_DENSE(write_64, uint64_t)

static void write_any(taker *t, char *const *data, const int64_t *strides, int64_t n)
{
    for (int64_t i = 0; i < n; i++) {
        const char *from = data[2][i * strides[2]] ? taken(t) : data[1] + i * strides[1];

        memmove(data[0] + i * strides[0], from, t->s->bytes);
    }
}

static ra_status write_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    taker *t = context;
    (void)at;
    switch (t->s->is_contiguous && t->s->available > 0 ? t->s->bytes : 0) {
    case 1: write_8(t, data, strides, n); break;
    case 2: write_16(t, data, strides, n); break;
    case 4: write_32(t, data, strides, n); break;
    case 8: write_64(t, data, strides, n); break;
    default: write_any(t, data, strides, n);
    }
    return RA_OK;
}

static ra_status place(ra__run *r, const state *s)
{
    int64_t *starts = r->workspace, total = 0;

    for (int64_t g = 0; g < s->grains; g++) {
        const int64_t count = starts[g];

        starts[g] = total;
        total += count;
    }
    if (total > s->available)
        return ra__fault(r, RA_ERR_INDEX, "mask holds at %lld places, but source has %lld elements", (long long)total, (long long)s->available);
    return RA_OK;
}

static void count_grain(const ra__run *r, int64_t grain)
{
    const state *s = r->plan->state;
    int64_t *count = (int64_t *)r->workspace + grain;
    char *base[3] = {r->data[0], r->data[1], r->data[2]};

    *count = 0;
    (void)ra__walk_run(s->walk, base, grain * GRAIN, ra__min64(s->walk->numel, (grain + 1) * GRAIN), count_mask, count);
}

static void write_grain(const ra__run *r, int64_t grain)
{
    const state *s = r->plan->state;
    char *base[3] = {r->data[0], r->data[1], r->data[2]};
    taker t = {s, r->data[3], ((const int64_t *)r->workspace)[grain]};

    (void)ra__walk_run(s->walk, base, grain * GRAIN, ra__min64(s->walk->numel, (grain + 1) * GRAIN), write_run, &t);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;

    if (s->grains == 1) {
        count_grain(r, 0);
        const ra_status status = place(r, s);

        if (status == RA_OK)
            write_grain(r, 0);
        return status;
    }
    if (phase == PLACE)
        return place(r, s);
    for (int64_t g = first; g < last; g++)
        (phase == COUNT ? count_grain : write_grain)(r, g);
    return RA_OK;
}

const ra_kernel RA__KERNEL(masked_scatter) = {.name = "masked_scatter", .plan = plan_masked_scatter, .run = run};
