/*
 * cat and stack: each tensor of the list is copied into its part of the result.
 */
#include "cuda/elementwise.h"

#include "meta/pre.h"

typedef struct part {
    ra__cuda_space *space;
    int64_t offset; /* bytes from the start of the result */
    int input;      /* in ra_meta.in: more than a geometry has room for */
} part;

typedef struct joined {
    int count;
    part parts[];
} joined;

static const ra__cuda_expression moved = {.name = "copy", .text = "a"};

static ra__cuda_space *space_of(const ra_meta *m, int input, int dim, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_layout *in = m->in[input].layout;
    ra__geometry g = {.ndim = in->ndim, .operands = 2, .outputs = 1, .compute = out->dtype};
    g.via = RA_NO_DTYPE;
    for (int d = 0; d < in->ndim; d++) {
        g.sizes[d] = ra__sizes(in)[d];
        g.strides[0][d] = out->strides[d + (in->ndim < out->ndim && d >= dim)] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
        g.strides[1][d] = ra__strides(in)[d] * ra__element_bytes((ra_dtype)in->dtype); /* fits: a stride in bytes */
    }
    g.memory[0] = g.loop[0] = g.loop[1] = (uint8_t)out->dtype;
    g.memory[1] = in->dtype;
    ra__geometry_collapse(&g);
    return ra__cuda_space_new(&g, 1, &moved, 0, p);
}

/* What is empty moves nothing: the others are empty too, or it is skipped, or adds no size. */
static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    const int dim = (int)m->pre.i[RA__PRE_DIM], list = m->first[0], count = m->in_count - list;
    joined *s = ra__plan_alloc(p, sizeof *s + (size_t)count * sizeof *s->parts); /* fits: tensors of one call */
    int64_t position = 0;
    if (!s)
        return RA_ERR_MEMORY;
    s->count = 0;
    for (int k = 0; k < count; k++) {
        const ra_layout *in = m->in[list + k].layout;
        if (!in->numel)
            continue;
        part *one = &s->parts[s->count++];
        one->input = list + k;
        one->offset = position * out->strides[dim] * ra__element_bytes(out->dtype); /* fits: within the storage */
        if (!(one->space = space_of(m, list + k, dim, p)))
            return RA_ERR_MEMORY;
        position += in->ndim < out->ndim ? 1 : ra__sizes(in)[dim]; /* fits: a size of the result */
    }
    p->state = s;
    p->phases = s->count > 0;
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const joined *s = r->plan->state;
    for (int k = 0; k < s->count; k++) {
        char *const instead[] = {r->data[0] + s->parts[k].offset, r->data[1 + s->parts[k].input]};
        ra_status status = ra__cuda_space_launch(s->parts[k].space, r, instead, NULL);
        if (status)
            return status;
    }
    return (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_join_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "cat", .plan = plan, .run = run};
    return op->id == RA__OP_cat || op->id == RA__OP_stack ? &kernel : NULL;
}
