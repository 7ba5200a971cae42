/*
 * eye: zeros, and ones on the diagonal.
 */
#include "cpu/isa.h"
#include "cpu/sequence.h"

#include <string.h>

struct eye_state {
    int64_t rows, columns, rows_per_grain, bytes;
    _Alignas(16) char one[16];
};

static ra_status eye_plan(const ra_meta *m, ra_plan *p)
{
    struct eye_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    const ra__shape *out = ra__out_shape(m, 0);
    memset(st, 0, sizeof *st);
    st->rows = out->sizes[0];
    st->columns = out->sizes[1];
    st->bytes = (int64_t)ra_dtype_size(out->dtype);
    st->rows_per_grain = ra__max(1, (1 << 18) / ra__max(1, st->columns * st->bytes));
    ra__scalar_store(ra_scalar_int(1), out->dtype, st->one);
    p->state = st;
    ra__plan_sequence(p, st->columns ? st->rows : 0, st->rows_per_grain, 0.1 * (double)(st->columns * st->bytes));
    return RA_OK;
}

static ra_status eye_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const struct eye_state *st = r->plan->state;
    int64_t begin = first * st->rows_per_grain, end = ra__min(last * st->rows_per_grain, st->rows), pitch = st->columns * st->bytes;
    memset(r->data[0] + begin * pitch, 0, (size_t)((end - begin) * pitch));
    for (int64_t i = begin; i < ra__min(end, st->columns); i++)
        memcpy(r->data[0] + i * pitch + i * st->bytes, st->one, (size_t)st->bytes);
    return RA_OK;
}

const ra_kernel RA__KERNEL(eye) = {.name = "eye", .plan = eye_plan, .run = eye_run};
