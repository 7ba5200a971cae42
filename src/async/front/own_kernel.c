/*
 * Kernels of the program's own. A plan holds, for each operand, what the kernel is told of it but for its place in memory, and the
 * arguments by value; a run adds the places, in scratch. Where operands are to be contiguous, a phase before the kernel's copies those
 * inputs that are not into the workspace, each a grain.
 */
#include "async/front/own.h"

#include "async/front/backend.h"

#include <stdio.h>
#include <string.h>

enum { LINE = 64, NUMBER_BYTES = 16, DEFAULT_NS = 1000, GRAIN_NS = 50000, MOST_GRAINS = 1 << 20, COPIED_PER_NS = 1 };

typedef struct state {
    ra__own_call call;      /* its packs are the grains of the first phase */
    const ra__own *own;
    int64_t units;
    size_t operands_at;     /* in scratch, behind what the kernel has there */
} state;

bool ra__own_is_status(ra_status status)
{
    switch (status) {
#define X(name, number, text) case RA_##name:
        RA_STATUS_LIST(X)
#undef X
        return true;
    }
    return false;
}

ra_status ra__own_status(ra__run *r, ra_status status)
{
    r->message[r->message_size - 1] = 0;
    return ra__own_is_status(status) ? status : ra__fault(r, RA_ERR_VALUE, "it returned %d, which is no status", (int)status);
}

/* ---- planning ---- */

static size_t round_up(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE; /* fits: of scratch or an operand */
}

static bool describe(ra_plan *p, ra_op_operand *o, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    int64_t *dims = ra__plan_alloc(p, (2 * (size_t)ndim + 1) * sizeof *dims); /* fits: of at most RA_MAX_DIMS */
    if (!dims)
        return false;
    memcpy(dims, sizes, (size_t)ndim * sizeof *dims);
    memcpy(dims + ndim, strides, (size_t)ndim * sizeof *dims);
    *o = (ra_op_operand){.dtype = dtype, .ndim = ndim, .sizes = dims, .strides = dims + ndim};
    return true;
}

static bool describe_input(ra_plan *p, ra_op_operand *o, const ra__input *in)
{
    *o = (ra_op_operand){.dtype = RA_NO_DTYPE};
    if (!in->layout)
        return true;
    if (!describe(p, o, (ra_dtype)in->layout->dtype, in->layout->ndim, ra__sizes(in->layout), ra__strides(in->layout)))
        return false;
    if (in->number && (o->data = ra__plan_alloc(p, NUMBER_BYTES)))
        ra__scalar_store(*in->number, o->dtype, o->data);
    return !in->number || o->data;
}

/* By value, with the texts and lists that they point to. */
static bool copy_args(const ra_meta *m, ra_plan *p, ra_arg *args)
{
    for (int a = 0; a < m->op->arg_count; a++) {
        const ra_arg *from = &m->args[a];
        void *copy = NULL;
        size_t bytes = 0;
        args[a] = *from;
        if (from->kind == RA_ARG_TENSOR)
            args[a].tensor = NULL;
        else if (from->kind == RA_ARG_TENSORS)
            args[a].tensors.items = NULL;
        else if (from->kind == RA_ARG_DIMS && from->dims.count > 0)
            bytes = (size_t)from->dims.count * sizeof *from->dims.values; /* fits: a list in memory */
        else if (from->kind == RA_ARG_STRING)
            bytes = strlen(from->string) + 1;
        if (!bytes)
            continue;
        copy = ra__plan_alloc(p, bytes);
        if (!copy)
            return false;
        memcpy(copy, from->kind == RA_ARG_DIMS ? (const void *)from->dims.values : from->string, bytes);
        if (from->kind == RA_ARG_DIMS)
            args[a].dims.values = copy;
        else
            args[a].string = copy;
    }
    return true;
}

static int64_t numel_of(const ra_op_operand *o, int dims)
{
    int64_t n = 1;
    for (int d = 0; d < dims; d++)
        n *= o->sizes[d]; /* fits: elements of a tensor */
    return n;
}

/* Whether a kernel that wants it contiguous can have it as it is. */
static bool is_contiguous(const ra_op_operand *o)
{
    int64_t step = 1;
    for (int d = o->ndim; d-- > 0; step *= o->sizes[d]) /* fits: elements of a tensor */
        if (o->sizes[d] != 1 && o->strides[d] != step)
            return numel_of(o, o->ndim) == 0;
    return true;
}

static bool plan_packing(const ra_meta *m, ra__own_call *c, ra_plan *p)
{
    for (int k = 0; k < c->inputs; k++) {
        ra_op_operand *o = &c->operand[c->results + k];
        c->packed_at[k] = -1;
        if (ra__own_of(m->op)->given.strided || !m->in[k].layout || m->in[k].number || is_contiguous(o))
            continue;
        const int64_t bytes = numel_of(o, o->ndim) * ra__element_bytes(o->dtype); /* fits: elements of a tensor */
        int64_t *strides = ra__plan_alloc(p, (size_t)o->ndim * sizeof *strides);  /* fits: of at most RA_MAX_DIMS */
        if (!strides)
            return false;
        c->packs[c->packed++] = (struct ra__own_pack){.input = k, .strides = o->strides};
        ra__strides_contiguous(o->ndim, o->sizes, strides);
        o->strides = strides;
        c->packed_at[k] = (int64_t)p->workspace;
        p->workspace = (size_t)ra__capped_sum((int64_t)p->workspace, (int64_t)round_up((size_t)bytes)); /* what does not fit is refused when it is taken */
    }
    return true;
}

bool ra__own_keep_call(const ra_meta *m, ra_plan *p, ra__own_call *c)
{
    const size_t inputs = (size_t)m->in_count, operands = inputs + (size_t)m->out_count;
    *c = (ra__own_call){.results = m->out_count, .inputs = m->in_count};
    c->operand = ra__plan_alloc(p, operands * sizeof *c->operand);         /* fits: a few bytes for each argument */
    c->packed_at = ra__plan_alloc(p, (inputs + 1) * sizeof *c->packed_at); /* fits: likewise */
    c->packs = ra__plan_alloc(p, (inputs + 1) * sizeof *c->packs);         /* fits: likewise */
    if (!c->operand || !c->packed_at || !c->packs || !copy_args(m, p, c->args))
        return false;
    for (int i = 0; i < m->out_count; i++) {
        const ra__shape *shape = ra__out_shape(m, i);
        if (!describe(p, &c->operand[i], shape->dtype, shape->ndim, shape->sizes, shape->strides))
            return false;
    }
    for (int k = 0; k < m->in_count; k++)
        if (!describe_input(p, &c->operand[m->out_count + k], &m->in[k]))
            return false;
    return plan_packing(m, c, p);
}

bool ra__own_writes(const ra__own_call *c)
{
    for (int i = 0; i < c->results; i++)
        if (numel_of(&c->operand[i], c->operand[i].ndim))
            return true;
    return false;
}

static ra_status own_plan(const ra_meta *m, ra_plan *p)
{
    const ra__own *own = ra__own_of(m->op);
    const ra_op_description *d = &own->given;
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s || !ra__own_keep_call(m, p, &s->call))
        return RA_ERR_MEMORY;
    s->own = own;
    s->units = 1;
    s->operands_at = round_up(d->scratch);
    p->state = s;
    p->scratch = s->operands_at + (size_t)(m->in_count + m->out_count) * sizeof *s->call.operand; /* fits: a few bytes for each argument */
    p->flags |= d->effect ? RA__PLAN_EFFECT : 0;
    if (d->range_dims) {
        const ra_op_operand *first = &s->call.operand[0];
        s->units = numel_of(first, d->range_dims < 0 || d->range_dims > first->ndim ? first->ndim : d->range_dims);
    }
    if (!s->units || (!d->effect && !ra__own_writes(&s->call))) { /* there is nothing to write */
        p->phases = 0;
        p->workspace = 0;
        return RA_OK;
    }
    const double unit_ns = d->cost_ns > 0 ? d->cost_ns : DEFAULT_NS, work_ns = unit_ns * (double)s->units;
    const double pieces = work_ns / GRAIN_NS < MOST_GRAINS ? work_ns / GRAIN_NS : MOST_GRAINS;
    p->cost_ns = work_ns + (double)p->workspace / COPIED_PER_NS;
    p->phases = s->call.packed ? 2 : 1;
    p->grains[0] = s->call.packed;
    p->grains[p->phases - 1] = pieces < 1 ? 1 : pieces < (double)s->units ? (int64_t)pieces : s->units;
    return RA_OK;
}

/* ---- running ---- */

/* The elements in row-major order, from where they step as the strides say. Of one dimension at least: others are contiguous. */
static void pack(char *to, const char *from, const ra_op_operand *o, const int64_t *strides)
{
    const int64_t bytes = ra__element_bytes(o->dtype);
    const int last = o->ndim - 1;
    int64_t at[RA_MAX_DIMS] = {0};
    for (int64_t left = numel_of(o, o->ndim); left > 0; left -= o->sizes[last]) {
        const char *row = from;
        for (int d = 0; d < last; d++)
            row += at[d] * strides[d] * bytes; /* fits: within the tensor */
        for (int64_t i = 0; i < o->sizes[last]; i++, to += bytes)
            memcpy(to, row + i * strides[last] * bytes, (size_t)bytes); /* fits: likewise */
        for (int d = last - 1; d >= 0 && ++at[d] == o->sizes[d]; d--)
            at[d] = 0;
    }
}

static void pack_inputs(ra__run *r, const ra__own_call *c, int64_t first, int64_t last)
{
    for (int64_t g = first; g < last; g++) {
        const int k = c->packs[g].input;
        pack((char *)r->workspace + c->packed_at[k], r->data[c->results + k], &c->operand[c->results + k], c->packs[g].strides);
    }
}

static ra_status own_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const ra__own_call *c = &s->call;
    if (phase < r->plan->phases - 1) {
        pack_inputs(r, c, first, last);
        return RA_OK;
    }
    ra_op_operand *operand = (ra_op_operand *)(void *)((char *)r->scratch + s->operands_at);
    memcpy(operand, c->operand, (size_t)(c->results + c->inputs) * sizeof *operand);
    for (int i = 0; i < c->results; i++)
        operand[i].data = r->data[i];
    for (int k = 0; k < c->inputs; k++)
        if (operand[c->results + k].dtype && !operand[c->results + k].data)
            operand[c->results + k].data = c->packed_at[k] < 0 ? r->data[c->results + k] : (char *)r->workspace + c->packed_at[k];
    const int64_t grains = r->plan->grains[phase];
    const ra_op_work work = {.results = operand, .inputs = operand + c->results, .result_count = c->results, .input_count = c->inputs, .args = c->args,
                             .first = s->units / grains * first + (first < s->units % grains ? first : s->units % grains),
                             .last = s->units / grains * last + (last < s->units % grains ? last : s->units % grains), .scratch = r->scratch, .state = s->own->given.state,
                             .message = r->message, .message_size = r->message_size};
    return ra__own_status(r, s->own->given.kernel(&work));
}

/* ---- loops ---- */

static ra_status loops_plan(const ra_meta *m, ra_plan *p)
{
    ra_status s = ra__ops[RA__OP_neg].kernel->plan(m, p);
    p->flags |= RA__PLAN_LEAF | (ra__own_of(m->op)->given.effect ? RA__PLAN_EFFECT : 0);
    return s;
}

/* Any number but a status is a failure: one of them would say that the work goes on elsewhere. */
static ra_status loops_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    return ra__own_status(r, ra__ops[RA__OP_neg].kernel->run(r, phase, first, last));
}

static ra_status loops_range(ra__run *r, int64_t first, int64_t end)
{
    return ra__own_status(r, ra__ops[RA__OP_neg].kernel->range(r, first, end));
}

void ra__own_make_kernel(ra__own *own)
{
    const ra_kernel *elementwise = ra__ops[RA__OP_neg].kernel;
    if (ra__own_has_loops(own)) {
        own->kernel = *elementwise;
        own->kernel.loops = NULL;
        own->kernel.lines = own->given.loops;
        own->kernel.cost = own->given.cost_ns > 0 ? own->given.cost_ns : 1;
        own->kernel.plan = loops_plan;
        own->kernel.run = loops_run;
        own->kernel.range = loops_range;
        own->op.properties |= RA_OP_ELEMENTWISE | RA_OP_SPLITTABLE;
    } else {
        own->kernel = (ra_kernel){.plan = own_plan, .run = own_run};
        own->op.properties |= own->given.range_dims ? RA_OP_SPLITTABLE : 0;
    }
    own->kernel.name = own->op.name;
    own->op.kernel = &own->kernel;
}
