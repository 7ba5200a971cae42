/*
 * tril and triu: of every row a part is copied and the rest is zeroed. Works in place, where only zeros are written.
 */
#include "cpu/walk.h"

typedef struct state {
    const ra__walk *walk; /* over rows; operands: result, self */
    int64_t rows, columns;
    int64_t out_step, in_step; /* bytes from column to column */
    int64_t diagonal;
    int64_t grain_rows, grain_columns; /* a grain is a block of these */
    size_t bytes;
    bool lower, in_place;
} state;

static ra_status plan_part(const ra_meta *m, ra_plan *p, bool lower)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    const int rows = out->ndim - 1; /* dimensions without columns */
    const size_t bytes = ra_dtype_size(out->dtype);
    const int64_t grain = ra__move_grain(bytes);
    ra__walk *w = ra__walk_new(p, rows, 2);
    state *s = ra__plan_alloc(p, sizeof *s);

    if (!w || !s)
        return RA_ERR_MEMORY;
    memcpy(w->sizes, out->sizes, (size_t)rows * sizeof *w->sizes);
    ra__walk_set(w, 0, out->strides, (int64_t)bytes);
    ra__walk_set(w, 1, ra__strides(self), (int64_t)bytes);
    ra__walk_finish(w);
    *s = (state){.walk = w, .rows = out->sizes[rows - 1], .columns = out->sizes[rows], .diagonal = ra__arg_int(m, 1), .bytes = bytes, .lower = lower};
    s->out_step = out->strides[rows] * (int64_t)bytes;
    s->in_step = ra__strides(self)[rows] * (int64_t)bytes;
    s->in_place = m->variant == RA_INPLACE;
    p->state = s;
    p->phases = self->numel > 0;
    if (self->numel) {
        s->grain_columns = ra__min64(s->columns, grain);
        s->grain_rows = grain / s->grain_columns;
        p->grains[0] = ra__grain_count(w->numel, s->grain_rows) * ra__grain_count(s->columns, s->grain_columns);
    }
    p->cost_ns = (double)self->numel * 0.1 * (double)bytes;
    return RA_OK;
}

static ra_status plan_tril(const ra_meta *m, ra_plan *p)
{
    return plan_part(m, p, true);
}

static ra_status plan_triu(const ra_meta *m, ra_plan *p)
{
    return plan_part(m, p, false);
}

/* Columns of a grain. */
typedef struct block {
    const state *s;
    int64_t from, to;
} block;

static int64_t limit(int64_t value, const block *b)
{
    return value < b->from ? b->from : value > b->to ? b->to : value;
}

static void do_row(const block *b, char *out, char *in, int64_t row)
{
    const state *s = b->s;
    _Alignas(16) const char zero[16] = {0};
    int64_t border, keep, end; /* columns [keep, end) are copied */

    /* Past both ends a diagonal says no more than at them, and row + diagonal cannot overflow. */
    border = s->diagonal > s->columns ? s->columns : s->diagonal < -s->rows ? -s->rows : s->diagonal;
    border += row;
    keep = s->lower ? b->from : limit(border, b);
    end = s->lower ? limit(border + 1, b) : b->to;
    if (!s->in_place && out != in)
        ra__move(out + keep * s->out_step, s->out_step, in + keep * s->in_step, s->in_step, end - keep, s->bytes);
    if (s->lower)
        ra__move(out + end * s->out_step, s->out_step, zero, 0, b->to - end, s->bytes);
    else
        ra__move(out + b->from * s->out_step, s->out_step, zero, 0, keep - b->from, s->bytes);
}

static ra_status do_rows(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    const block *b = context;

    for (int64_t i = 0; i < n; i++)
        do_row(b, data[0] + i * strides[0], data[1] + i * strides[1], (at + i) % b->s->rows);
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t across = ra__grain_count(s->columns, s->grain_columns);
    char *base[2] = {r->data[0], r->data[1]};

    (void)phase;
    for (int64_t g = first; g < last; g++) {
        const int64_t row = g / across * s->grain_rows, column = g % across * s->grain_columns;
        block b = {s, column, ra__min64(s->columns, column + s->grain_columns)};

        (void)ra__walk_run(s->walk, base, row, ra__min64(s->walk->numel, row + s->grain_rows), do_rows, &b);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(tril) = {.name = "tril", .plan = plan_tril, .run = run};
const ra_kernel RA__KERNEL(triu) = {.name = "triu", .plan = plan_triu, .run = run};
