/*
 * histc.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 4096, RANGE = 2 * sizeof(double) }; /* as histogram.cu has them */

/* As struct ra_histogram. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t bins, parts, stride;
    double least, most;
    const char *in;
    char *out;
    void *ranges;
    uint64_t *counts, *flag;
} argument;

typedef struct histogram {
    ra_dtype dtype;
    argument argument;
} histogram;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__histogram_pre *pre = RA__PRE(m, const struct ra__histogram_pre);
    const ra_layout *self = ra__layout(m, 0);
    histogram *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->dtype = (ra_dtype)self->dtype;
    argument *a = &s->argument;
    const ra__cuda_side side = {ra__strides(self), ra__element_bytes(s->dtype)};
    ra__cuda_lines_of(&a->lines, self->ndim, ra__sizes(self), 0, 1, &side);
    a->bins = pre->bins;
    a->least = pre->least;
    a->most = pre->most;
    a->parts = pre->least == pre->most ? ra__cuda_pieces(a->lines.count, TILE) : 0;
    a->stride = ra__out_shape(m, 0)->strides[0] * ra__element_bytes(s->dtype); /* fits: a stride in bytes */
    p->state = s;
    p->phases = 1;
    p->workspace = (size_t)(a->parts + 1) * RANGE + (size_t)a->bins * sizeof(uint64_t); /* fits: far fewer than the elements, and 8 bytes for an element of the result */
    ra__cuda_flag_planned(p);
    p->staging = sizeof(uint64_t) + RANGE;
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const histogram *s = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_T %s\n", ra__cuda_types[s->dtype], ra__cuda_types[ra__compute_dtype(s->dtype)]);
}

static ra_status launch(const histogram *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_histogram, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[60];
    snprintf(key, sizeof key, "histogram %s %d", name, (int)s->dtype);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status tell(ra__run *r)
{
    double range[2];
    memcpy(range, (const char *)r->staging + sizeof(uint64_t), sizeof range);
    return ra__cuda_flag_of(r) == RA__CUDA_NO_FLAG ? RA_OK : ra__fault(r, RA_ERR_VALUE, "the range from %g to %g is not finite", range[0], range[1]);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const histogram *s = r->plan->state;
    argument a = s->argument;
    if (phase == 1)
        return tell(r);
    a.out = r->data[0];
    a.in = r->data[1];
    a.ranges = r->workspace;
    a.counts = (uint64_t *)(void *)((char *)r->workspace + (size_t)(a.parts + 1) * RANGE); /* fits: the workspace */
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    if (!status && a.parts)
        status = launch(s, "find", a.parts * RA__CUDA_THREADS, &a, r); /* fits: fewer than the elements, by a block */
    if (!status)
        status = launch(s, "settle", RA__CUDA_THREADS, &a, r);
    if (!status && a.lines.count)
        status = launch(s, "count", a.lines.count, &a, r);
    if (!status)
        status = launch(s, "store", a.bins, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_histogram_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "histc", .plan = plan, .run = run};
    return op->id == RA__OP_histc ? &kernel : NULL;
}
