/*
 * nonzero and masked_select: count, add up, write.
 *
 * Phase 0 counts what each grain will write, phase 1 (one grain) turns the counts into the places where grains start to
 * write and tells the extent, phase 2 writes. So the result does not depend on who runs what. A new result has no memory
 * before phase 2: what it may have at most is as much as eight times self, and often nearly all of that would be kept for nothing.
 */
#include "cpu/walk.h"

enum { COUNT, PLACE, WRITE, PHASES };

/* Elements of a grain: a test and an occasional write take about a nanosecond. */
enum { GRAIN = 65536 };

typedef struct state {
    const ra__walk *walk;    /* nonzero: self; masked_select: mask, self */
    int64_t grains;
    int64_t bound;           /* elements of the space */
    size_t bytes;            /* nonzero: of an element; masked_select: of one of self */
    uint64_t bits;           /* nonzero: those of an element (of each half of complex128) that make it unlike zero: no sign of a floating one */
    int ndim;                /* nonzero: sizes of self, whose coordinates are written */
    int64_t sizes[RA_MAX_DIMS];
    size_t item;             /* of the result */
    int64_t columns;         /* of the result: each as long as there are rows, one after another */
    int64_t kept;            /* rows with which the given output stays as it is; -1: none */
    int64_t kept_strides[2]; /* bytes */
    int64_t room;            /* bytes of a result that is not kept */
} state;

static void describe_result(state *s, const ra_meta *m)
{
    const ra__result *r = &m->out[0];

    s->item = ra_dtype_size(r->shape.dtype);
    s->columns = r->shape.ndim == 2 ? r->shape.sizes[1] : 1;
    s->kept = r->kept ? ra__sizes(r->kept)[0] : -1;
    for (int d = 0; r->kept && d < r->shape.ndim; d++)
        s->kept_strides[d] = ra__strides(r->kept)[d] * (int64_t)s->item;
    s->room = r->room;
}

static int64_t row_step(const state *s, int64_t rows)
{
    return rows == s->kept ? s->kept_strides[0] : (int64_t)s->item;
}

static int64_t column_step(const state *s, int64_t rows)
{
    return rows == s->kept ? s->kept_strides[1] : rows * (int64_t)s->item;
}

static void finish(state *s, ra__walk *w, ra_plan *p, bool is_new, double ns)
{
    ra__walk_finish(w);
    s->walk = w;
    s->bound = w->numel;
    s->grains = ra__grain_count(w->numel, GRAIN);
    p->state = s;
    p->phases = s->grains ? PHASES : 1; /* where there is nothing, a phase tells that extent */
    p->grains[COUNT] = s->grains ? s->grains : 1;
    p->grains[PLACE] = 1;
    p->grains[WRITE] = s->grains;
    p->workspace = (size_t)(s->grains + 1) * sizeof(int64_t); /* counts, then starts of grains; the total; fits: grains */
    if (s->grains && is_new)
        p->flags |= RA__PLAN_LATE;
    p->cost_ns = (double)w->numel * ns;
}

/* Which bits of an element (of each half of a complex128) are zero in every zero. */
static uint64_t bits_of(ra_dtype dtype)
{
    switch (dtype) {
    case RA_FLOAT16:
    case RA_BFLOAT16:
        return INT16_MAX;
    case RA_FLOAT32:
        return INT32_MAX;
    case RA_FLOAT64:
    case RA_COMPLEX128:
        return INT64_MAX;
    case RA_COMPLEX64:
        return UINT64_C(0x7fffffff7fffffff);
    default:
        return UINT64_MAX;
    }
}

static ra_status plan_nonzero(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    ra__walk *w = ra__walk_new(p, self->ndim, 1);
    state *s = ra__plan_alloc(p, sizeof *s);

    if (!w || !s)
        return RA_ERR_MEMORY;
    *s = (state){.bytes = ra_dtype_size((ra_dtype)self->dtype), .bits = bits_of((ra_dtype)self->dtype), .ndim = self->ndim};
    memcpy(s->sizes, ra__sizes(self), self->ndim * sizeof *s->sizes);
    memcpy(w->sizes, ra__sizes(self), self->ndim * sizeof *w->sizes);
    ra__walk_set(w, 0, ra__strides(self), (int64_t)s->bytes);
    describe_result(s, m);
    finish(s, w, p, !m->given, 0.9);
    return RA_OK;
}

static ra_status plan_masked_select(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *mask = ra__layout(m, 1);
    const int ndim = self->ndim > mask->ndim ? self->ndim : mask->ndim;
    ra__walk *w = ra__walk_new(p, ndim, 2);
    state *s = ra__plan_alloc(p, sizeof *s);
    int64_t strides[2][RA_MAX_DIMS];

    if (!w || !s)
        return RA_ERR_MEMORY;
    *s = (state){.bytes = ra_dtype_size((ra_dtype)self->dtype)};
    describe_result(s, m);
    for (int d = 0; d < ndim; d++) {
        w->sizes[d] = 1;
        for (int k = 0; k < 2; k++) {
            const ra_layout *l = k ? self : mask;
            const int own = d - (ndim - l->ndim);

            strides[k][d] = own < 0 || ra__sizes(l)[own] == 1 ? 0 : ra__strides(l)[own];
            if (own >= 0 && ra__sizes(l)[own] != 1)
                w->sizes[d] = ra__sizes(l)[own];
        }
    }
    ra__walk_set(w, 0, strides[0], 1);
    ra__walk_set(w, 1, strides[1], (int64_t)s->bytes);
    finish(s, w, p, !m->given, 0.9);
    return RA_OK;
}

static ra_status place(ra__run *r)
{
    const state *s = r->plan->state;
    int64_t *starts = r->workspace, total = 0;

    for (int64_t g = 0; g < s->grains; g++) {
        const int64_t count = starts[g];

        starts[g] = total;
        total += count;
    }
    starts[s->grains] = total;
    if (total != s->kept && s->columns > 0 && total > s->room / s->columns / (int64_t)s->item)
        return ra__fault(r, RA_ERR_SHAPE, "out is a borrowed buffer with room for %lld bytes and cannot grow to %lld rows of %lld elements", (long long)s->room,
                         (long long)total, (long long)s->columns);
    r->extents[0] = total;
    return RA_OK;
}

static inline __attribute__((always_inline)) bool is_set(const char *at, uint64_t bits, size_t bytes)
{
    uint64_t value[2] = {0};

    memcpy(value, at, bytes);
    return ((value[0] | value[1]) & bits) != 0;
}

static inline __attribute__((always_inline)) int64_t count_sized(const char *at, int64_t stride, int64_t n, uint64_t bits, size_t bytes)
{
    int64_t count = 0;

    for (int64_t i = 0; i < n; i++)
        count += is_set(at + i * stride, bits, bytes);
    return count;
}

typedef struct counter {
    const state *s;
    int64_t count;
} counter;

static ra_status count_nonzero(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    counter *c = context;
    const uint64_t bits = c->s->bits;

    (void)at;
    switch (c->s->bytes) {
    case 1:
        c->count += strides[0] == 1 ? count_sized(data[0], 1, n, bits, 1) : count_sized(data[0], strides[0], n, bits, 1);
        break;
    case 2:
        c->count += count_sized(data[0], strides[0], n, bits, 2);
        break;
    case 4:
        c->count += strides[0] == 4 ? count_sized(data[0], 4, n, bits, 4) : count_sized(data[0], strides[0], n, bits, 4);
        break;
    case 8:
        c->count += count_sized(data[0], strides[0], n, bits, 8);
        break;
    default:
        c->count += count_sized(data[0], strides[0], n, bits, 16);
    }
    return RA_OK;
}

/* So many elements are looked at before what was found is written: whether one is set then sends nobody another way. */
enum { BLOCK = 512 };

static inline __attribute__((always_inline)) int find_sized(uint16_t *found, const char *at, int64_t stride, int n, uint64_t bits, size_t bytes)
{
    int count = 0;

    for (int i = 0; i < n; i++) {
        found[count] = (uint16_t)i;
        count += is_set(at + i * stride, bits, bytes);
    }
    return count;
}

/* Leaves in `found` which of n elements, BLOCK at most, are set; returns how many. */
static int find(uint16_t *found, const char *at, int64_t stride, int n, uint64_t bits, size_t bytes)
{
    switch (bytes) {
    case 1:
        return stride == 1 ? find_sized(found, at, 1, n, bits, 1) : find_sized(found, at, stride, n, bits, 1);
    case 2:
        return find_sized(found, at, stride, n, bits, 2);
    case 4:
        return find_sized(found, at, stride, n, bits, 4);
    case 8:
        return find_sized(found, at, stride, n, bits, 8);
    default:
        return find_sized(found, at, stride, n, bits, 16);
    }
}

/* Where the next row of coordinates goes, and those of the last element found. */
typedef struct writer {
    const state *s;
    char *row;
    int64_t row_step, column_step; /* bytes */
    int64_t at, coordinates[RA_MAX_DIMS];
} writer;

/* From one element found to the next: the distance is carried upwards. */
static void write_row(writer *w, int64_t at)
{
    const int inner = w->s->ndim - 1;

    if (inner >= 0)
        w->coordinates[inner] += at - w->at;
    w->at = at;
    for (int d = inner; d > 0 && w->coordinates[d] >= w->s->sizes[d]; d--) {
        const int64_t carry = w->coordinates[d] / w->s->sizes[d];

        w->coordinates[d] -= carry * w->s->sizes[d];
        w->coordinates[d - 1] += carry;
    }
    for (int d = 0; d <= inner; d++)
        memcpy(w->row + d * w->column_step, &w->coordinates[d], sizeof w->coordinates[d]);
    w->row += w->row_step;
}

/* Those of a vector are where it was found. */
static void write_places(writer *w, const uint16_t *found, int count, int64_t at)
{
    for (int i = 0; i < count; i++) {
        const int64_t place = at + found[i];

        memcpy(w->row + i * w->row_step, &place, sizeof place);
    }
    w->row += count * w->row_step;
}

static ra_status write_nonzero(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    writer *w = context;
    uint16_t found[BLOCK];

    for (int64_t done = 0; done < n; done += BLOCK) {
        const int count = find(found, data[0] + done * strides[0], strides[0], (int)ra__min64(n - done, BLOCK), w->s->bits, w->s->bytes);

        if (w->s->ndim == 1)
            write_places(w, found, count, at + done);
        else
            for (int i = 0; i < count; i++)
                write_row(w, at + done + found[i]);
    }
    return RA_OK;
}

static ra_status run_nonzero(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    int64_t *starts = r->workspace;

    if (phase == PLACE || !s->grains)
        return place(r);
    for (int64_t g = first; g < last; g++) {
        const int64_t from = g * GRAIN, to = ra__min64(s->bound, from + GRAIN);

        if (phase == COUNT) {
            counter c = {s, 0};

            (void)ra__walk_run(s->walk, &r->data[1], from, to, count_nonzero, &c);
            starts[g] = c.count;
        } else {
            writer w = {.s = s, .row_step = row_step(s, starts[s->grains]), .column_step = column_step(s, starts[s->grains])};

            w.row = r->data[0] + starts[g] * w.row_step;
            (void)ra__walk_run(s->walk, &r->data[1], from, to, write_nonzero, &w);
        }
    }
    return RA_OK;
}

static ra_status count_mask(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    int64_t *count = context;

    (void)at;
    *count += strides[0] == 1 ? count_sized(data[0], 1, n, UINT64_MAX, 1) : count_sized(data[0], strides[0], n, UINT64_MAX, 1);
    return RA_OK;
}

typedef struct selector {
    char *to;
    int64_t step;
    size_t bytes;
} selector;

static inline __attribute__((always_inline)) void select_sized(selector *s, const char *from, int64_t stride, const uint16_t *found, int count, size_t bytes)
{
    for (int i = 0; i < count; i++)
        memcpy(s->to + i * s->step, from + found[i] * stride, bytes);
    s->to += count * s->step;
}

static void select_found(selector *s, const char *from, int64_t stride, const uint16_t *found, int count)
{
    switch (s->bytes) {
    case 1:
        select_sized(s, from, stride, found, count, 1);
        break;
    case 2:
        select_sized(s, from, stride, found, count, 2);
        break;
    case 4:
        select_sized(s, from, stride, found, count, 4);
        break;
    case 8:
        select_sized(s, from, stride, found, count, 8);
        break;
    default:
        select_sized(s, from, stride, found, count, 16);
    }
}

static ra_status select_masked(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    uint16_t found[BLOCK];

    (void)at;
    for (int64_t done = 0; done < n; done += BLOCK) {
        const int count = find(found, data[0] + done * strides[0], strides[0], (int)ra__min64(n - done, BLOCK), UINT64_MAX, 1);

        select_found(context, data[1] + done * strides[1], strides[1], found, count);
    }
    return RA_OK;
}

static ra_status run_masked_select(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    int64_t *starts = r->workspace;
    char *base[2] = {r->data[2], r->data[1]};

    if (phase == PLACE || !s->grains)
        return place(r);
    for (int64_t g = first; g < last; g++) {
        const int64_t from = g * GRAIN, to = ra__min64(s->bound, from + GRAIN);

        if (phase == COUNT) {
            int64_t count = 0;

            (void)ra__walk_run(s->walk, base, from, to, count_mask, &count);
            starts[g] = count;
        } else {
            const int64_t step = row_step(s, starts[s->grains]);
            selector to_row = {r->data[0] + starts[g] * step, step, s->bytes};

            (void)ra__walk_run(s->walk, base, from, to, select_masked, &to_row);
        }
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(nonzero) = {.name = "nonzero", .plan = plan_nonzero, .run = run_nonzero};
const ra_kernel RA__KERNEL(masked_select) = {.name = "masked_select", .plan = plan_masked_select, .run = run_masked_select};
