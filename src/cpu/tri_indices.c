/*
 * tril_indices, triu_indices: rows and columns of the elements on one side of a diagonal, in row-major order.
 */
#include "cpu/walk.h"
#include "meta/pre.h"

typedef struct state {
    ra__triangle_pre triangle;
    int64_t first, end;   /* rows that have an element, which others, however many, need not be looked through for */
    int64_t grain, count; /* rows of a grain; elements of the result's rows */
    bool narrow;          /* int32 */
} state;

static ra_status plan_indices(const ra_meta *m, ra_plan *p)
{
    state *s = ra__plan_alloc(p, sizeof *s);
    const ra__triangle_pre *t = RA__PRE(m, const ra__triangle_pre);

    if (!s)
        return RA_ERR_MEMORY;
    *s = (state){.triangle = *t, .count = ra__out_shape(m, 0)->sizes[1], .narrow = ra__out_shape(m, 0)->dtype == RA_INT32};
    s->first = !t->upper && t->offset < 0 ? -t->offset : 0;
    s->end = t->upper && t->offset > t->columns - t->rows ? t->columns - t->offset : t->rows;
    s->grain = t->columns < 32768 ? 32768 / (t->columns + 1) + 1 : 1;
    p->state = s;
    p->phases = s->count > 0;
    p->grains[0] = s->count ? ra__grain_count(s->end - s->first, s->grain) : 0;
    p->cost_ns = (double)s->count * 1.5;
    return RA_OK;
}

static inline __attribute__((always_inline)) void write_rows(const state *s, char *out, int64_t first, int64_t end, size_t bytes)
{
    int64_t at = ra__triangle_start(&s->triangle, first);

    for (int64_t row = first; row < end; row++) {
        const int64_t next = ra__triangle_start(&s->triangle, row + 1), column = s->triangle.upper ? s->triangle.columns - (next - at) : 0;

        for (int64_t i = at; i < next; i++) {
            const int64_t place = column + i - at;

            memcpy(out + i * (int64_t)bytes, &row, bytes); /* the low bytes come first */
            memcpy(out + (s->count + i) * (int64_t)bytes, &place, bytes);
        }
        at = next;
    }
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t from = s->first + first * s->grain, end = ra__min64(s->first + last * s->grain, s->end);

    (void)phase;
    s->narrow ? write_rows(s, r->data[0], from, end, 4) : write_rows(s, r->data[0], from, end, 8);
    return RA_OK;
}

const ra_kernel RA__KERNEL(tri_indices) = {.name = "tri_indices", .plan = plan_indices, .run = run};
