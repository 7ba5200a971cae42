/*
 * kthvalue, median, nanmedian and mode: each sequence is sorted whole, and one of its entries chosen.
 */
#include "cuda/program.h"
#include "cuda/sort.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

typedef struct row {
    int op;
    const char *rank; /* as rank.cu has it; NULL: the most frequent */
} row;

static const row rows[] = {
    {RA__OP_kthvalue, "s.k"},
    {RA__OP_median, "nans ? n - nans : (n - 1) / 2"},
    {RA__OP_nanmedian, "nans == n ? 0 : (n - nans - 1) / 2"},
    {RA__OP_mode, NULL},
};

/* As struct ra_ranking. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t k;
    const char *in;
    char *values, *places;
    ra__cuda_entry *entries;
} argument;

typedef struct ranking {
    const row *row;
    ra_dtype dtype;
    argument argument;
} ranking;

static const row *row_of(const ra_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id)
            return &rows[i];
    return NULL;
}

/* Of a result over the dimensions of the input: it steps nowhere along the one that is gone. */
static void strides_over(const ra_layout *in, int dim, const ra__shape *out, int64_t *strides)
{
    for (int d = 0; d < in->ndim; d++)
        strides[d] = d == dim ? 0 : out->strides[out->ndim < in->ndim && d > dim ? d - 1 : d];
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = m->in[0].layout;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    int64_t values[RA_MAX_DIMS], places[RA_MAX_DIMS];
    ranking *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    strides_over(in, pre->dim, ra__out_shape(m, 0), values);
    strides_over(in, pre->dim, ra__out_shape(m, 1), places);
    const int64_t item = ra__element_bytes((ra_dtype)in->dtype);
    const ra__cuda_side sides[] = {{ra__strides(in), item}, {values, item}, {places, ra__element_bytes(RA_INT64)}};
    s->row = row_of(m->op);
    s->dtype = (ra_dtype)in->dtype;
    s->argument.k = pre->k - 1;
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), in->ndim ? UINT32_C(1) << pre->dim : 0, 3, sides);
    p->state = s;
    p->phases = in->numel > 0;
    if (p->phases)
        p->workspace = ra__cuda_sort_bytes(s->argument.lines.count, s->argument.lines.length);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    static const char *const nan_keys[17] = {[2] = "0xffffULL", [4] = "0xffffffffULL", [8] = "0xffffffffffffffffULL"};
    const ranking *s = variant;
    int at = snprintf(text, size, "#define RA_D %s\n", ra__cuda_types[s->dtype]);
    if (s->row->rank)
        at += snprintf(text + at, size - (size_t)at, "#define RA_RANK (%s)\n", s->row->rank);
    if (ra__is_floating(s->dtype))
        snprintf(text + at, size - (size_t)at, "#define RA_NAN %s\n", nan_keys[ra_dtype_size(s->dtype)]);
}

static ra_status choose(const ranking *s, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_lines, ra__cuda_text_rank, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "rank %d %d", s->row->op, (int)s->dtype);
    void *function = ra__cuda_program_function(&program, key, "rank", s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, a->lines.count * RA__CUDA_THREADS, a, r->message, r->message_size) /* fits: fewer than 2^55 */
                    : RA_ERR_SYSTEM;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const ranking *s = r->plan->state;
    argument a = s->argument;
    a.values = r->data[0];
    a.places = r->data[1];
    a.in = r->data[2];
    ra_status status = ra__cuda_sort_keys(r, s->dtype, &a.lines, a.in);
    if (!status)
        status = ra__cuda_sort_rows(r, a.lines.count, a.lines.length, &a.entries);
    if (!status)
        status = choose(s, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_rank_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "rank", .plan = plan, .run = run};
    return row_of(op) ? &kernel : NULL;
}
