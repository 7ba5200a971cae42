/*
 * A tensor with more around it: what paddings are made of. The result is contiguous, and is written row by row from its first element to its
 * last: what is around a row is written while the row is in the cache, and nothing twice.
 */
#include "cpu/rows.h"
#include "cpu/stream.h"
#include "cpu/walk.h"

enum { CONSTANT, REFLECT, EDGE, CIRCULAR }; /* as composites_pad.c numbers them */
enum { ROW_MOST = 65536, STREAMED_ROW = 1024 }; /* elements that are merged to one row; bytes of a row that is streamed */

typedef struct side {
    int64_t size, before, whole; /* whole: with what is around */
    int64_t step;                /* bytes, of self */
} side;

typedef struct state {
    int ndim, mode;
    bool has_value;
    size_t bytes;
    int64_t rows, grain; /* of the last dimension */
    side sides[RA_MAX_DIMS + 1];
} state;

/* Dimensions behind the padded ones, as long as self has no gaps between them, are one; there are two at least. */
static void merge(state *s)
{
    while (s->ndim > 1) {
        const side *last = &s->sides[s->ndim - 1];
        side *next = &s->sides[s->ndim - 2];
        if (last->whole != last->size || next->whole != next->size || next->step != last->size * last->step || last->size > ROW_MOST / (next->size ? next->size : 1))
            break;
        const int64_t n = next->size * last->size; /* fits: below ROW_MOST */
        *next = (side){n, 0, n, last->step};
        s->ndim--;
    }
    if (s->ndim == 1) {
        s->sides[1] = s->sides[0];
        s->sides[0] = (side){1, 0, 1, 0};
        s->ndim = 2;
    }
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = ra__layout(m, 0);
    const ra_dims pad = ra__arg_dims(m, 1);
    const ra__shape *out = ra__out_shape(m, 0);
    state *s = ra__plan_alloc(p, sizeof *s);

    if (!s)
        return RA_ERR_MEMORY;
    *s = (state){.ndim = in->ndim, .mode = (int)ra__arg_int(m, 3), .has_value = !ra__is_absent(m, 2), .bytes = ra_dtype_size(out->dtype), .rows = 1};
    for (int d = 0; d < in->ndim; d++) {
        const int64_t i = in->ndim - 1 - d;
        s->sides[d] = (side){ra__sizes(in)[d], i < pad.count / 2 ? pad.values[2 * i] : 0, out->sizes[d], ra__strides(in)[d] * (int64_t)s->bytes};
    }
    p->state = s;
    p->phases = 0;
    if (ra__shape_numel(out) == 0)
        return RA_OK;
    merge(s);
    for (int d = 0; d < s->ndim - 1; d++)
        s->rows *= s->sides[d].whole;
    s->grain = ra__move_grain(s->bytes) / s->sides[s->ndim - 1].whole;
    s->grain = s->grain ? s->grain : 1;
    p->phases = 1;
    p->grains[0] = ra__grain_count(s->rows, s->grain);
    p->cost_ns = (double)ra__shape_numel(out) * 0.1 * (double)s->bytes;
    return RA_OK;
}

/* What stands at place i, counted from self's first: a place of self, or -1: the value. */
static inline int64_t source(const state *s, const side *d, int64_t i)
{
    if (i >= 0 && i < d->size)
        return i;
    switch (s->mode) {
    case REFLECT:
        return i < 0 ? -i : 2 * (d->size - 1) - i;
    case EDGE:
        return i < 0 ? 0 : d->size - 1;
    case CIRCULAR:
        return i < 0 ? i + d->size : i - d->size;
    default:
        return -1;
    }
}

/* A row of the result, from self's row; NULL: of values alone. */
static inline __attribute__((always_inline)) void put_row(const state *s, const side *d, char *to, const char *from, const char *value, bool streams, size_t bytes)
{
    const int64_t step = (int64_t)bytes, before = d->before, end = before + d->size;

    if (!from) {
        ra__fill_sized(to, step, value, d->whole, bytes);
        return;
    }
    if (s->mode == CONSTANT) {
        ra__fill_sized(to, step, value, before, bytes);
        ra__fill_sized(to + end * step, step, value, d->whole - end, bytes);
    } else {
        for (int64_t i = 0; i < before; i++)
            memcpy(to + i * step, from + source(s, d, i - before) * d->step, bytes);
        for (int64_t i = end; i < d->whole; i++)
            memcpy(to + i * step, from + source(s, d, i - before) * d->step, bytes);
    }
    if (streams && d->step == step && d->size * step >= STREAMED_ROW)
        ra__stream(to + before * step, from, d->size * step);
    else if (d->step == step)
        ra__row_copy(to + before * step, from, d->size * step);
    else
        ra__move_of(to + before * step, step, from, d->step, d->size, bytes);
}

static inline __attribute__((always_inline)) void put_rows(const state *s, ra__run *r, int64_t row, int64_t end, const char *value, size_t bytes)
{
    const int inner = s->ndim - 1;
    const side *last = &s->sides[inner], *down = last - 1;
    const bool streams = ra__streams(r, s->rows * last->whole * (int64_t)bytes);
    char *to = r->data[0] + row * last->whole * (int64_t)bytes;

    while (row < end) {
        int64_t rest = row / down->whole, at = row % down->whole;
        const int64_t n = ra__min64(end - row, down->whole - at);
        const char *plane = r->data[1];

        for (int d = inner - 2; d >= 0; d--) {
            const int64_t i = source(s, &s->sides[d], rest % s->sides[d].whole - s->sides[d].before);
            rest /= s->sides[d].whole;
            plane = i < 0 || !plane ? NULL : plane + i * s->sides[d].step;
        }
        for (int64_t k = 0; k < n; k++, at++, to += last->whole * (int64_t)bytes) {
            const int64_t i = plane ? source(s, down, at - down->before) : -1;
            put_row(s, last, to, i < 0 ? NULL : plane + i * down->step, value, streams, bytes);
        }
        row += n;
    }
    if (streams)
        ra__stream_fence();
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t row = first * s->grain, end = ra__min64(last * s->grain, s->rows);
    _Alignas(16) char value[16] = {0};

    (void)phase;
    if (s->has_value)
        memcpy(value, r->data[2], s->bytes);
    switch (s->bytes) {
    case 1: put_rows(s, r, row, end, value, 1); break;
    case 2: put_rows(s, r, row, end, value, 2); break;
    case 4: put_rows(s, r, row, end, value, 4); break;
    case 8: put_rows(s, r, row, end, value, 8); break;
    default: put_rows(s, r, row, end, value, 16);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(surround) = {.name = "surround", .plan = plan, .run = run};
