/*
 * randperm and multinomial: as the processor draws them, to the bit.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "cuda/sort.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_draw. */
typedef struct argument {
    int64_t numbers[2];
    int64_t rows, n, samples, again;
    int64_t row_stride, stride, to_row, to;
    const char *in;
    char *out;
    double *sums;
    ra__cuda_entry *entries;
    double *totals;
    uint64_t *flag;
} argument;

typedef struct draw {
    ra_dtype dtype;   /* of an order, or of probabilities */
    bool is_order;
    size_t totals_at; /* in the workspace, behind sums or entries */
    argument argument;
} draw;

static draw *draw_new(const ra_meta *m, ra_plan *p, ra_dtype dtype)
{
    draw *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->dtype = dtype;
    s->argument.numbers[0] = (int64_t)m->seed;
    s->argument.numbers[1] = (int64_t)m->counter;
    p->state = s;
    return s;
}

static ra_status plan_randperm(const ra_meta *m, ra_plan *p)
{
    draw *s = draw_new(m, p, ra__out_shape(m, 0)->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    s->is_order = true;
    s->argument.n = ra__out_shape(m, 0)->sizes[0];
    p->phases = s->argument.n > 0;
    return RA_OK;
}

static ra_status plan_multinomial(const ra_meta *m, ra_plan *p)
{
    const struct ra__multinomial_pre *pre = RA__PRE(m, const struct ra__multinomial_pre);
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    const int last = self->ndim - 1;
    draw *s = draw_new(m, p, (ra_dtype)self->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    argument *a = &s->argument;
    a->rows = pre->rows;
    a->n = pre->n;
    a->samples = pre->samples;
    a->again = pre->replacement;
    a->stride = ra__strides(self)[last] * ra__element_bytes(s->dtype); /* fits: a stride in bytes */
    a->row_stride = last ? ra__strides(self)[0] * ra__element_bytes(s->dtype) : 0; /* fits: likewise */
    a->to = out->strides[last] * ra__element_bytes(RA_INT64); /* fits: likewise */
    a->to_row = last ? out->strides[0] * ra__element_bytes(RA_INT64) : 0; /* fits: likewise */
    p->phases = a->rows > 0;
    s->totals_at = a->again ? (size_t)ra__capped_product(self->numel, sizeof(double)) : ra__cuda_sort_bytes(a->rows, a->n);
    p->workspace = s->totals_at + (size_t)a->rows * 2 * sizeof(double); /* fits: rows are no more than the result has elements */
    ra__cuda_flag_planned(p);
    p->staging = 2 * sizeof(uint64_t);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const draw *s = variant;
    snprintf(text, size, "#define %s %s\n", s->is_order ? "RA_D" : "RA_M", ra__cuda_types[s->dtype]);
}

static ra_status launch(const draw *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_random, ra__cuda_text_entries, ra__cuda_text_lines, ra__cuda_text_draw, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[60];
    snprintf(key, sizeof key, "draw %s %d", name, (int)s->dtype);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status issue_rows(const draw *s, argument *a, ra__run *r)
{
    a->in = r->data[1];
    a->sums = r->workspace;
    a->entries = r->workspace;
    a->totals = (double *)(void *)((char *)r->workspace + s->totals_at);
    ra_status status = ra__cuda_flag_bind(r, &a->flag);
    if (!status)
        status = launch(s, "weigh", a->rows * RA__CUDA_THREADS, a, r); /* fits: rows, by a block */
    if (!status && a->again)
        status = a->n ? launch(s, "fall", a->rows * a->samples, a, r) : RA_OK; /* fits: the result */
    else if (!status && !(status = launch(s, "ring", a->rows * a->n, a, r)) && !(status = ra__cuda_sort_rows(r, a->rows, a->n, &a->entries)))
        status = launch(s, "write", a->rows * a->samples, a, r); /* fits: the result */
    return status ? status : launch(s, "settle", 1, a, r);
}

static ra_status tell(const draw *s, ra__run *r)
{
    uint64_t at;
    double value;
    memcpy(&at, r->staging, sizeof at);
    memcpy(&value, (const char *)r->staging + sizeof at, sizeof value);
    if (at == RA__CUDA_NO_FLAG)
        return RA_OK;
    const int64_t n = s->argument.n, row = (int64_t)at / (n + 1);
    return (int64_t)at % (n + 1) < n ? ra__fault(r, RA_ERR_VALUE, "self has %g, which is no probability", value)
                                     : ra__fault(r, RA_ERR_VALUE, "the probabilities of row %lld add up to %g", (long long)row, value);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const draw *s = r->plan->state;
    argument a = s->argument;
    if (phase == 1)
        return tell(s, r);
    a.out = r->data[0];
    ra_status status;
    if (!s->is_order)
        status = issue_rows(s, &a, r);
    else if (!(status = launch(s, "order", a.n, &a, r)))
        status = launch(s, "exchange", RA__CUDA_THREADS, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_draw_kernel(const ra_op *op)
{
    static const ra_kernel randperm = {.name = "randperm", .plan = plan_randperm, .run = run}, multinomial = {.name = "multinomial", .plan = plan_multinomial, .run = run};
    return op->id == RA__OP_randperm ? &randperm : op->id == RA__OP_multinomial ? &multinomial : NULL;
}
