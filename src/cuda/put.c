/*
 * Writing through indices: scatter, index_put_ and those that combine what they write with what is there. Targets are sorted, so that the
 * same of them wins every time, and they are combined in their order.
 */
#include "cuda/elementwise.h"
#include "cuda/indices.h"
#include "cuda/program.h"
#include "cuda/sort.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

/* As in put.cu. */
typedef struct argument {
    int64_t count, rest, rest_dims, number;
    int64_t to_strides[RA_MAX_DIMS], from_strides[RA_MAX_DIMS];
    int64_t rest_sizes[RA_MAX_DIMS], rest_to[RA_MAX_DIMS], rest_from[RA_MAX_DIMS];
    int64_t value[2], factor[2];
    char *to;
    const char *from;
    ra__cuda_entry *entries;
    ra__cuda_indices indices;
} argument;

typedef struct putting {
    ra__cuda_space *copy; /* of self to the result; NULL: it lies there */
    ra_dtype element;
    const char *combine;  /* as put.cu has it; NULL: the last wins */
    bool alone, mean;
    int source;           /* in ra__run.data */
    ra__cuda_index_plan index;
    argument argument;
} putting;

static bool plan_copy(const ra_meta *m, putting *s, ra_plan *p)
{
    static const ra__cuda_expression moved = {.name = "copy", .text = "a"};
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_layout *self = ra__layout(m, 0);
    ra__geometry g = {.ndim = out->ndim, .operands = 2, .outputs = 1, .compute = out->dtype};
    for (int d = 0; d < out->ndim; d++) {
        g.sizes[d] = out->sizes[d];
        g.strides[0][d] = out->strides[d] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
        g.strides[1][d] = ra__strides(self)[d] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
    }
    g.memory[0] = g.memory[1] = g.loop[0] = g.loop[1] = (uint8_t)out->dtype;
    ra__geometry_collapse(&g);
    return (s->copy = ra__cuda_space_new(&g, 1, &moved, 0, p)) != NULL;
}

/* Its indices are there, and what lies behind each place. is_none: what is written to has no elements, and its indices do not count. */
static ra_status finish(putting *s, ra_plan *p, bool is_none)
{
    argument *a = &s->argument;
    a->count = a->rest = 1;
    for (int d = 0; d < s->index.indices.dims; d++)
        a->count *= s->index.indices.sizes[d]; /* fits: an index's elements, or what they are broadcast to */
    for (int d = 0; d < a->rest_dims; d++)
        a->rest *= a->rest_sizes[d]; /* fits: at most the elements of self */
    p->state = s;
    const bool writes = a->count > 0 && a->rest > 0 && !is_none;
    p->phases = writes || s->copy;
    if (writes) {
        p->workspace = ra__cuda_sort_bytes(1, a->count);
        ra__cuda_indices_planned(p);
    }
    return RA_OK;
}

static ra_status plan_scatter(const ra_meta *m, ra_plan *p)
{
    const ra_layout *index = ra__layout(m, 2), *src = ra__layout(m, 3);
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_scalar *number = ra__in(m, 3)->number;
    const int dim = (int)m->pre.i[RA__PRE_DIM], last = index->ndim - 1;
    const int64_t bytes = ra__element_bytes(out->dtype);
    putting *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->element = ra__cuda_carrier(out->dtype);
    s->source = 1 + m->first[3];
    s->argument.number = number != NULL;
    if (number)
        ra__scalar_store(*number, out->dtype, s->argument.value);
    if (m->variant != RA_INPLACE && ra__layout(m, 0)->numel && !plan_copy(m, s, p))
        return RA_ERR_MEMORY;
    ra__cuda_indices_over(&s->index, index->ndim, ra__sizes(index));
    for (int d = 0; d < index->ndim; d++) {
        s->argument.to_strides[last - d] = d < out->ndim && d != dim ? out->strides[d] * bytes : 0; /* fits: a stride in bytes */
        s->argument.from_strides[last - d] = !number && d < src->ndim ? ra__strides(src)[d] * bytes : 0; /* fits: a stride in bytes */
    }
    ra__cuda_indices_add(&s->index, m, m->first[2], ra__strides(index), dim, out->ndim ? out->sizes[dim] : 1, out->ndim ? out->strides[dim] * bytes : 0); /* fits: a stride in bytes */
    return finish(s, p, false);
}

/* The dimensions of the indices are the places, the others are behind each. */
static ra_status plan_index_put(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *values = ra__layout(m, 2);
    const int64_t bytes = ra__element_bytes((ra_dtype)self->dtype);
    ra_meta checked = *m; /* its checks were passed in the meta function and cannot fail here */
    ra__index_space space;
    int64_t strides[RA_MAX_DIMS], from[RA_MAX_DIMS] = {0};
    putting *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    (void)ra__index_space_of(&checked, self, m->first[1], m->first[2] - m->first[1], &space);
    s->combine = ra__arg_bool(m, 3) ? "ra_added(a, b)" : NULL;
    s->element = s->combine ? (ra_dtype)self->dtype : ra__cuda_carrier((ra_dtype)self->dtype);
    s->source = 1 + m->first[2];
    for (int d = 0; d < values->ndim; d++)
        from[space.ndim - values->ndim + d] = ra__sizes(values)[d] == 1 ? 0 : ra__strides(values)[d] * bytes; /* fits: a stride in bytes */
    ra__cuda_indices_over(&s->index, space.index_ndim, space.sizes + space.at);
    s->index.indices.back = 1;
    for (int k = 0; k < space.count; k++) {
        ra__index_strides(&space, m->in[space.input[k]].layout, strides);
        ra__cuda_indices_add(&s->index, m, space.input[k], strides + space.at, space.dim[k], space.size[k], space.step[k] * bytes); /* fits: a stride in bytes */
    }
    for (int d = space.ndim - 1; d >= 0; d--)
        if (d >= space.at && d < space.at + space.index_ndim)
            s->argument.from_strides[space.at + space.index_ndim - 1 - d] = from[d];
        else {
            const int64_t to = s->argument.rest_dims++;
            s->argument.rest_sizes[to] = space.sizes[d];
            s->argument.rest_to[to] = space.self[d] * bytes; /* fits: a stride in bytes */
            s->argument.rest_from[to] = from[d];
        }
    return finish(s, p, false);
}

/* With what stands there; where self does not count, that is the neutral element. */
static void choose(putting *s, const ra_meta *m, ra_dtype dtype)
{
    static const char *const combine[] = {
        [RA__PUT_SUM] = "ra_added(a, b)", [RA__PUT_MEAN] = "ra_added(a, b)", [RA__PUT_PROD] = "ra_multiplied(a, b)", [RA__PUT_AMAX] = "ra_most(a, b)", [RA__PUT_AMIN] = "ra_least(a, b)",
    };
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    _Alignas(16) char element[16] = "";
    s->element = pre->operation == RA__PUT_COPY ? ra__cuda_carrier(dtype) : dtype;
    if (pre->operation == RA__PUT_COPY)
        return;
    s->combine = pre->scales ? "ra_added_scaled(a, f, b)" : combine[pre->operation];
    s->mean = pre->operation == RA__PUT_MEAN;
    s->alone = !pre->include_self;
    ra__scalar_store(ra__put_neutral(pre->operation, dtype), dtype, element);
    memcpy(s->argument.value, element, sizeof element);
    if (pre->scales) {
        ra__scalar_store(pre->alpha, dtype, element);
        memcpy(s->argument.factor, element, sizeof element);
    }
}

/* Over the sizes of index or, of those by slices, whose index has one dimension, over those of the source. */
static ra_status plan_combined(const ra_meta *m, ra_plan *p, bool by_slices)
{
    const ra__put_pre *pre = RA__PRE(m, const ra__put_pre);
    const ra_layout *index = ra__layout(m, 2), *src = ra__layout(m, 3), *space = by_slices ? src : index;
    const ra__shape *out = ra__out_shape(m, 0);
    const int64_t bytes = ra__element_bytes(out->dtype);
    const int last = space->ndim - 1;
    int64_t by[RA_MAX_DIMS] = {0};
    putting *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    choose(s, m, out->dtype);
    s->source = 1 + m->first[3];
    if (m->variant != RA_INPLACE && ra__layout(m, 0)->numel && !plan_copy(m, s, p))
        return RA_ERR_MEMORY;
    ra__cuda_indices_over(&s->index, space->ndim, ra__sizes(space));
    for (int d = 0; d < space->ndim; d++) {
        s->argument.to_strides[last - d] = d < out->ndim && d != pre->dim ? out->strides[d] * bytes : 0; /* fits: a stride in bytes */
        s->argument.from_strides[last - d] = d < src->ndim ? ra__strides(src)[d] * bytes : 0; /* fits: a stride in bytes */
        by[d] = !by_slices ? ra__strides(index)[d] : d == pre->dim && index->ndim ? ra__strides(index)[0] : 0;
    }
    ra__cuda_indices_add(&s->index, m, m->first[2], by, pre->dim, out->ndim ? out->sizes[pre->dim] : 1, out->ndim ? out->strides[pre->dim] * bytes : 0); /* fits: a stride in bytes */
    return finish(s, p, m->op->id == RA__OP_index_add && !ra__layout(m, 0)->numel);
}

static ra_status plan_scattered(const ra_meta *m, ra_plan *p)
{
    return plan_combined(m, p, false);
}

static ra_status plan_slices(const ra_meta *m, ra_plan *p)
{
    return plan_combined(m, p, true);
}

static void define(const void *variant, char *text, size_t size)
{
    const putting *s = variant;
    int at = snprintf(text, size, "#define RA_D %s\n", ra__cuda_types[s->element]);
    if (s->combine)
        snprintf(text + at, size - (size_t)at, "#define RA_COMBINE %s\n%s%s", s->combine, s->alone ? "#define RA_ALONE\n" : "", s->mean ? "#define RA_MEAN\n" : "");
}

static void *function_of(const putting *s, const char *name, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_indices, ra__cuda_text_put, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[120];
    snprintf(key, sizeof key, "put %s %d %s %d %d", name, (int)s->element, s->combine ? s->combine : "", s->alone, s->mean);
    return ra__cuda_program_function(&program, key, name, s, r);
}

static ra_status write_all(const putting *s, ra__run *r)
{
    const int index = ra__device_index(r->plan->device);
    void *targets = function_of(s, "targets", r), *put = targets ? function_of(s, "put", r) : NULL;
    argument a = s->argument;
    if (!put)
        return RA_ERR_SYSTEM;
    a.to = r->data[0];
    a.from = a.number ? NULL : r->data[s->source];
    a.entries = r->workspace;
    ra_status status = ra__cuda_indices_bind(&s->index, r, 1, &a.indices);
    if (!status)
        status = ra__cuda_launch(index, targets, a.count, &a, r->message, r->message_size);
    if (!status)
        status = ra__cuda_sort_rows(r, 1, a.count, &a.entries);
    return status ? status : ra__cuda_launch(index, put, a.count * a.rest, &a, r->message, r->message_size); /* fits: the elements of what is written */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const putting *s = r->plan->state;
    if (phase == 1)
        return ra__cuda_indices_tell(&s->index, r);
    ra_status status = s->copy ? ra__cuda_space_launch(s->copy, r, NULL, NULL) : RA_OK;
    if (!status && r->plan->workspace)
        status = write_all(s, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_put_kernel(const ra_op *op)
{
    static const ra_kernel scatter = {.name = "scatter", .plan = plan_scatter, .run = run}, index_put = {.name = "index_put", .plan = plan_index_put, .run = run};
    static const ra_kernel scattered = {.name = "scatter_reduce", .plan = plan_scattered, .run = run}, slices = {.name = "index_reduce", .plan = plan_slices, .run = run};
    switch (op->id) {
    case RA__OP_scatter: return &scatter;
    case RA__OP_index_put_: return &index_put;
    case RA__OP_scatter_add:
    case RA__OP_scatter_reduce: return &scattered;
    case RA__OP_index_add:
    case RA__OP_index_copy:
    case RA__OP_index_reduce: return &slices;
    default: return NULL;
    }
}
