/*
 * Results whose elements are made of their places, or taken from elsewhere by them: for each operator the expression of places.cu.
 */
#include "cuda/indices.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIXTEEN = 16, PARTS = 4 }; /* bytes that are moved at a time, and how many of those by a thread */

/* As in places.cu; what it ends in is passed with it where there are indices. */
typedef struct argument {
    int64_t numel, dims;
    int64_t sizes[RA_MAX_DIMS], to_strides[RA_MAX_DIMS], from_strides[RA_MAX_DIMS], wraps[RA_MAX_DIMS];
    union {
        int64_t i[9];
        double f[9];
    } params;
    int64_t whole, group;
    char *to;
    const char *from;
    ra__cuda_indices indices;
} argument;

typedef struct places {
    const char *value, *means; /* the expression; RA_WRAPS and the like */
    ra_dtype element;
    int64_t start;             /* bytes from the source's first element to that for the first place */
    ra__cuda_index_plan *index; /* NULL: none */
    bool is_random, is_complex; /* what it calls */
    argument argument;
} places;

/* Of result 0. */
static places *places_new(const ra_meta *m, ra_plan *p, const char *value, const char *means)
{
    const ra__shape *out = ra__out_shape(m, 0);
    places *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->value = value;
    s->means = means;
    s->element = *means ? ra__cuda_carrier(out->dtype) : out->dtype;
    s->argument.numel = 1;
    s->argument.dims = out->ndim;
    for (int d = 0; d < out->ndim; d++) {
        const int from = out->ndim - 1 - d;
        s->argument.sizes[d] = out->sizes[from];
        s->argument.numel *= out->sizes[from]; /* fits: the result is no larger than memory, or empty */
        s->argument.to_strides[d] = out->strides[from] * ra__element_bytes(out->dtype); /* fits: a stride in bytes */
    }
    p->state = s;
    p->phases = s->argument.numel > 0;
    return s;
}

/* ---- made ---- */

static ra_status plan_arange(const ra_meta *m, ra_plan *p)
{
    const struct ra__arange_pre *pre = RA__PRE(m, const struct ra__arange_pre);
    places *s = places_new(m, p, pre->is_integer ? "ra_element<RA_D>::of((ra_i64)((unsigned long long)PI(0) + (unsigned long long)i * (unsigned long long)PI(1)))"
                                                 : "ra_element<RA_D>::of(PF(2) + (double)i * PF(3))", "");
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.i[0] = pre->start_int;
    s->argument.params.i[1] = pre->step_int;
    s->argument.params.f[2] = pre->start;
    s->argument.params.f[3] = pre->step;
    return RA_OK;
}

/* From the nearer end. */
#define NEARER(start, end, step) "(i < PI(7) ? PF(" #start ") + PF(" #step ") * (double)i : PF(" #end ") - PF(" #step ") * (double)(PI(6) - 1 - i))"

static ra_status plan_spaced(const ra_meta *m, ra_plan *p, const char *real, const char *both)
{
    const struct ra__linspace_pre *pre = RA__PRE(m, const struct ra__linspace_pre);
    const bool is_complex = ra__is_complex(ra__out_shape(m, 0)->dtype);
    places *s = places_new(m, p, is_complex ? both : real, "");
    if (!s)
        return RA_ERR_MEMORY;
    for (int part = 0; part < 2; part++) {
        double *to = s->argument.params.f + 3 * part;
        to[0] = pre->start[part];
        to[1] = pre->end[part];
        to[2] = pre->steps > 1 ? (pre->end[part] - pre->start[part]) / (double)(pre->steps - 1) : 0;
    }
    s->argument.params.i[6] = pre->steps;
    s->argument.params.i[7] = pre->steps == 1 ? 1 : pre->steps / 2;
    s->argument.params.f[8] = pre->base;
    s->is_complex = is_complex;
    return RA_OK;
}

static ra_status plan_linspace(const ra_meta *m, ra_plan *p)
{
    return plan_spaced(m, p, "ra_element<RA_D>::of(" NEARER(0, 1, 2) ")", "ra_element<RA_D>::of(ra_c128{" NEARER(0, 1, 2) ", " NEARER(3, 4, 5) "})");
}

static ra_status plan_logspace(const ra_meta *m, ra_plan *p)
{
    return plan_spaced(m, p, "ra_element<RA_D>::of(ra_whole_power(PF(8), " NEARER(0, 1, 2) "))",
                       "ra_element<RA_D>::of(ra_power(ra_c128{PF(8), 0}, ra_c128{" NEARER(0, 1, 2) ", " NEARER(3, 4, 5) "}))");
}

static ra_status plan_eye(const ra_meta *m, ra_plan *p)
{
    return places_new(m, p, "ra_element<RA_D>::of(at0 == at1 ? 1 : 0)", "") ? RA_OK : RA_ERR_MEMORY;
}

/* Rows and columns, one above the other. */
static ra_status plan_triangle(const ra_meta *m, ra_plan *p)
{
    const ra__triangle_pre *t = RA__PRE(m, const ra__triangle_pre);
    places *s = places_new(m, p, t->upper ? "ra_element<RA_D>::of(ra_in_triangle(s.params, true, at0, at1))" : "ra_element<RA_D>::of(ra_in_triangle(s.params, false, at0, at1))", "");
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.i[0] = !t->upper && t->offset < 0 ? -t->offset : 0;
    s->argument.params.i[1] = t->upper && t->offset > t->columns - t->rows ? t->columns - t->offset : t->rows;
    s->argument.params.i[2] = t->columns;
    s->argument.params.i[3] = t->offset;
    return RA_OK;
}

/* ---- random ---- */

/* Two numbers of a complex element. */
#define OF_BOTH(type, number, real) "ra_element<RA_D>::of(" type "{" number "(s.params, 2 * i, " real "), " number "(s.params, 2 * i + 1, " real ")})"
#define OF_ONE(number, real) "ra_element<RA_D>::of(" number "(s.params, i, " real "))"

static places *random_new(const ra_meta *m, ra_plan *p, const char *const values[4])
{
    const ra_dtype dtype = ra__out_shape(m, 0)->dtype;
    places *s = places_new(m, p, values[2 * ra__is_complex(dtype) + (ra__real_of(dtype) == RA_FLOAT64)], "");
    if (!s)
        return NULL;
    s->is_random = true;
    s->argument.params.i[0] = (int64_t)m->seed;
    s->argument.params.i[1] = (int64_t)m->counter;
    return s;
}

static ra_status plan_uniform(const ra_meta *m, ra_plan *p)
{
    static const char *const values[] = {OF_ONE("ra_uniform", "0.0f"), OF_ONE("ra_uniform", "0.0"), OF_BOTH("ra_c64", "ra_uniform", "0.0f"), OF_BOTH("ra_c128", "ra_uniform", "0.0")};
    const struct ra__random_pre *pre = RA__PRE(m, const struct ra__random_pre);
    const ra_dtype real = ra__real_of(ra__out_shape(m, 0)->dtype);
    const int bits = real == RA_FLOAT16 ? 11 : real == RA_BFLOAT16 ? 8 : 24; /* as many as it has room for */
    places *s = random_new(m, p, values);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.f[2] = pre->a;
    s->argument.params.f[3] = pre->b - pre->a;
    s->argument.params.f[4] = ra__uniform_most(real, pre->a, pre->b);
    s->argument.params.f[5] = ldexp(1.0, -bits);
    s->argument.params.i[6] = 32 - bits;
    return RA_OK;
}

static ra_status plan_normal(const ra_meta *m, ra_plan *p)
{
    static const char *const values[] = {OF_ONE("ra_normal", "0.0f"), OF_ONE("ra_normal", "0.0"), OF_BOTH("ra_c64", "ra_normal", "0.0f"), OF_BOTH("ra_c128", "ra_normal", "0.0")};
    const struct ra__random_pre *pre = RA__PRE(m, const struct ra__random_pre);
    places *s = random_new(m, p, values);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.f[2] = pre->a;
    s->argument.params.f[3] = pre->b;
    return RA_OK;
}

static ra_status plan_randint(const ra_meta *m, ra_plan *p)
{
    static const char *const values[] = {"ra_element<RA_D>::of(ra_integer(s.params, i))", "ra_element<RA_D>::of(ra_integer(s.params, i))", "", ""};
    const struct ra__random_pre *pre = RA__PRE(m, const struct ra__random_pre);
    places *s = random_new(m, p, values);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.i[2] = pre->low;
    s->argument.params.i[3] = (int64_t)pre->range;
    return RA_OK;
}

static ra_status plan_exponential(const ra_meta *m, ra_plan *p)
{
    static const char *const values[] = {OF_ONE("ra_exponential", "0.0f"), OF_ONE("ra_exponential", "0.0"), "", ""};
    const ra_dtype dtype = ra__out_shape(m, 0)->dtype;
    places *s = random_new(m, p, values);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.f[2] = RA__PRE(m, const struct ra__random_pre)->a;
    s->argument.params.f[3] = dtype == RA_FLOAT16 ? 0x1p-24 : dtype == RA_BFLOAT16 ? 0x1p-133 : dtype == RA_FLOAT32 ? 0x1p-149 : 0x1p-1074;
    s->argument.params.f[4] = ra__largest_of(dtype);
    return RA_OK;
}

static ra_status plan_cauchy(const ra_meta *m, ra_plan *p)
{
    static const char *const values[] = {OF_ONE("ra_cauchy", "0.0f"), OF_ONE("ra_cauchy", "0.0"), "", ""};
    const struct ra__random_pre *pre = RA__PRE(m, const struct ra__random_pre);
    places *s = random_new(m, p, values);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.f[2] = pre->a;
    s->argument.params.f[3] = pre->b;
    return RA_OK;
}

static ra_status plan_trials(const ra_meta *m, ra_plan *p)
{
    static const char *const geometric[] = {"ra_element<RA_D>::of(ra_geometric(s.params, i))", "ra_element<RA_D>::of(ra_geometric(s.params, i))", "", ""};
    static const char *const bernoulli[] = {"ra_element<RA_D>::of(ra_bernoulli(s.params, i))", "ra_element<RA_D>::of(ra_bernoulli(s.params, i))", "", ""};
    const double share = RA__PRE(m, const struct ra__random_pre)->a;
    const bool is_one = m->op->id == RA__OP_bernoulli_;
    places *s = random_new(m, p, is_one ? bernoulli : geometric);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.params.f[2] = is_one ? share : log1p(-share);
    return RA_OK;
}

/* ---- moved ---- */

static void set_source(places *s, int ndim, const int64_t *strides, ra_dtype dtype)
{
    const int more = (int)s->argument.dims - ndim; /* it stands still along those before */
    for (int d = 0; d < ndim; d++)
        s->argument.from_strides[s->argument.dims - 1 - more - d] = strides[d] * ra__element_bytes(dtype); /* fits: a stride in bytes */
}

static ra_status plan_tri(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    places *s = places_new(m, p, m->op->id == RA__OP_tril ? "at0 - at1 <= PI(0) ? SOURCE : RA_D()" : "at0 - at1 >= PI(0) ? SOURCE : RA_D()", "#define RA_SOURCE\n");
    if (!s)
        return RA_ERR_MEMORY;
    set_source(s, self->ndim, ra__strides(self), (ra_dtype)self->dtype);
    s->argument.params.i[0] = ra__arg_int(m, 1);
    return RA_OK;
}

static ra_status plan_flip(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    places *s = places_new(m, p, "SOURCE", "#define RA_SOURCE\n");
    if (!s)
        return RA_ERR_MEMORY;
    set_source(s, self->ndim, ra__strides(self), (ra_dtype)self->dtype);
    for (int d = 0; self->numel && d < self->ndim; d++) {
        int64_t *stride = &s->argument.from_strides[self->ndim - 1 - d];
        if (!(m->pre.i[RA__PRE_DIMS] >> d & 1))
            continue;
        s->start += (ra__sizes(self)[d] - 1) * *stride; /* fits: within the storage */
        *stride = -*stride;
    }
    return RA_OK;
}

static ra_status plan_repeat(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    places *s = places_new(m, p, "SOURCE", "#define RA_SOURCE\n#define RA_WRAPS\n");
    if (!s)
        return RA_ERR_MEMORY;
    set_source(s, self->ndim, ra__strides(self), (ra_dtype)self->dtype);
    for (int d = 0; d < s->argument.dims; d++)
        s->argument.wraps[d] = d < self->ndim ? ra__sizes(self)[self->ndim - 1 - d] : 1;
    return RA_OK;
}

/* ---- taken: what the processor's src/cpu/take.c says of each ---- */

static places *taking(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    places *s = places_new(m, p, "SOURCE", "#define RA_SOURCE\n#define RA_INDEXED\n");
    if (!s || !(s->index = ra__plan_alloc(p, sizeof *s->index)))
        return NULL;
    ra__cuda_indices_over(s->index, out->ndim, out->sizes);
    ra__cuda_indices_planned(p);
    return s;
}

/* Of rows without elements nothing is taken, but what the index says is looked at. */
static ra_status plan_looking(const ra_meta *m, ra_plan *p, int arg, int dim, int64_t size)
{
    const ra_layout *index = ra__layout(m, arg);
    places *s = taking(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    s->means = "#define RA_SOURCE\n#define RA_INDEXED\n#define RA_LOOKS\n";
    s->value = "";
    s->argument.dims = 1;
    s->argument.numel = s->argument.sizes[0] = index->numel;
    ra__cuda_indices_over(s->index, index->ndim, ra__sizes(index));
    ra__cuda_indices_add(s->index, m, m->first[arg], ra__strides(index), dim, size, 0);
    p->phases = 1;
    ra__cuda_indices_planned(p);
    return RA_OK;
}

static int64_t size_along(const ra_layout *l, int dim)
{
    return l->ndim ? ra__sizes(l)[dim] : 1;
}

static int64_t step_along(const ra_layout *l, int dim)
{
    return l->ndim ? ra__strides(l)[dim] * ra__element_bytes((ra_dtype)l->dtype) : 0; /* fits: a stride in bytes */
}

/* index_select and gather: over the result self stands still along dim; the index lies along that alone, or over all. */
static ra_status plan_along(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2);
    const int dim = (int)m->pre.i[RA__PRE_DIM], ndim = ra__out_shape(m, 0)->ndim;
    int64_t strides[RA_MAX_DIMS] = {0};
    if (m->op->id == RA__OP_index_select && index->numel && ra__shape_numel(ra__out_shape(m, 0)) == 0)
        return plan_looking(m, p, 2, dim, size_along(self, dim));
    places *s = taking(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    for (int d = 0; d < self->ndim && d < ndim; d++)
        strides[d] = d == dim ? 0 : ra__strides(self)[d];
    set_source(s, ndim, strides, (ra_dtype)self->dtype);
    memset(strides, 0, sizeof strides);
    for (int d = 0; d < index->ndim; d++)
        if (m->op->id == RA__OP_gather || ndim)
            strides[m->op->id == RA__OP_gather ? d : dim + d] = ra__strides(index)[d];
    ra__cuda_indices_add(s->index, m, m->first[2], strides, dim, size_along(self, dim), step_along(self, dim));
    return RA_OK;
}

static ra_status plan_embedding(const ra_meta *m, ra_plan *p)
{
    const ra_layout *weight = ra__layout(m, 0), *indices = ra__layout(m, 1);
    int64_t strides[RA_MAX_DIMS] = {0};
    if (indices->numel && !ra__shape_numel(ra__out_shape(m, 0)))
        return plan_looking(m, p, 1, 0, size_along(weight, 0));
    places *s = taking(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    set_source(s, 1, ra__strides(weight) + 1, (ra_dtype)weight->dtype);
    memcpy(strides, ra__strides(indices), indices->ndim * sizeof *strides);
    ra__cuda_indices_add(s->index, m, m->first[1], strides, 0, size_along(weight, 0), step_along(weight, 0));
    return RA_OK;
}

static ra_status plan_index(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    ra_meta checked = *m; /* its checks were passed in the meta function and cannot fail here */
    ra__index_space space;
    int64_t strides[RA_MAX_DIMS];
    places *s = taking(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    (void)ra__index_space_of(&checked, self, m->first[1], m->in_count - m->first[1], &space);
    set_source(s, space.ndim, space.self, (ra_dtype)self->dtype);
    s->index->indices.back = 1;
    for (int k = 0; k < space.count; k++) {
        ra__index_strides(&space, m->in[space.input[k]].layout, strides);
        ra__cuda_indices_add(s->index, m, space.input[k], strides, space.dim[k], space.size[k], space.step[k] * ra__element_bytes((ra_dtype)self->dtype)); /* fits: a stride in bytes */
    }
    return RA_OK;
}

/* ---- running ---- */

/* Whether what is taken can be moved by sixteen bytes: it lies together along the last dimension, on both sides, and all that leads to it is a multiple of those. */
static bool is_wide(const places *s, const argument *a)
{
    const int64_t bytes = ra__element_bytes(s->element);
    uint64_t all = (uintptr_t)a->to | (uintptr_t)a->from | (uint64_t)(a->sizes[0] * bytes); /* fits: within the result */
    if (strcmp(s->value, "SOURCE") || !a->dims || a->to_strides[0] != bytes || a->from_strides[0] != bytes || (a->wraps[0] && a->wraps[0] != a->sizes[0]))
        return false;
    for (int d = 1; d < a->dims; d++)
        all |= (uint64_t)a->to_strides[d] | (uint64_t)a->from_strides[d];
    for (int k = 0; s->index && k < a->indices.count; k++) {
        all |= (uint64_t)a->indices.step[k];
        if (a->indices.strides[k][0])
            return false;
    }
    return all % SIXTEEN == 0;
}

static void widen(const places *s, argument *a)
{
    const int64_t rows = a->numel / a->sizes[0];
    a->group = SIXTEEN / ra__element_bytes(s->element);
    a->whole = a->sizes[0] / a->group;
    a->wraps[0] = a->whole;
    a->sizes[0] = ra__cuda_pieces(a->whole, PARTS);
    a->to_strides[0] = a->from_strides[0] = SIXTEEN;
    a->numel = rows * a->sizes[0]; /* fits: no more than there were */
}

typedef struct variant {
    const places *places;
    bool wide;
} variant;

static void define(const void *of, char *text, size_t size)
{
    const variant *v = of;
    const places *s = v->places;
    if (v->wide)
        snprintf(text, size, "#define RA_D ra_sixteen\n#define RA_PARTS %d\n%s", PARTS, s->means);
    else
        snprintf(text, size, "#define RA_D %s\n%s#define RA_VALUE %s\n", ra__cuda_types[s->element], s->means, s->value);
}

static void *function_of(const places *s, bool wide, ra__run *r)
{
    const char *const parts[] = {s->index ? ra__cuda_text_indices : s->is_random ? ra__cuda_text_random : s->is_complex ? ra__cuda_text_complex : "", ra__cuda_text_places, NULL};
    const ra__cuda_program program = {.parts = parts, .define = define};
    const variant v = {s, wide};
    char key[500];
    snprintf(key, sizeof key, "places %d %s%s", wide ? -1 : (int)s->element, s->means, s->value);
    return ra__cuda_program_function(&program, key, "places", &v, r);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const places *s = r->plan->state;
    const int index = ra__device_index(r->plan->device);
    if (phase == 1)
        return ra__cuda_indices_tell(s->index, r);
    argument a = s->argument;
    a.to = r->data[0];
    a.from = *s->means ? r->data[1] + s->start : NULL;
    if (s->index)
        a.indices = s->index->indices;
    const bool wide = is_wide(s, &a);
    void *function = function_of(s, wide, r);
    if (!function)
        return RA_ERR_SYSTEM;
    if (wide)
        widen(s, &a);
    ra_status status = s->index ? ra__cuda_indices_bind(s->index, r, 1, &a.indices) : RA_OK;
    if (!status)
        status = ra__cuda_launch(index, function, a.numel, &a, r->message, r->message_size);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_places_kernel(const ra_op *op)
{
    static const ra_kernel arange = {.name = "arange", .plan = plan_arange, .run = run}, linspace = {.name = "linspace", .plan = plan_linspace, .run = run},
                           logspace = {.name = "logspace", .plan = plan_logspace, .run = run},
                           eye = {.name = "eye", .plan = plan_eye, .run = run}, tri = {.name = "tri", .plan = plan_tri, .run = run},
                           flip = {.name = "flip", .plan = plan_flip, .run = run}, repeat = {.name = "repeat", .plan = plan_repeat, .run = run},
                           along = {.name = "take", .plan = plan_along, .run = run}, embedding = {.name = "embedding", .plan = plan_embedding, .run = run},
                           indexed = {.name = "index", .plan = plan_index, .run = run}, uniform = {.name = "uniform", .plan = plan_uniform, .run = run},
                           normal = {.name = "normal", .plan = plan_normal, .run = run}, randint = {.name = "randint", .plan = plan_randint, .run = run},
                           triangle = {.name = "tri_indices", .plan = plan_triangle, .run = run}, exponential = {.name = "exponential", .plan = plan_exponential, .run = run},
                           cauchy = {.name = "cauchy", .plan = plan_cauchy, .run = run}, trials = {.name = "trials", .plan = plan_trials, .run = run};
    static const struct {
        int op;
        const ra_kernel *kernel;
    } rows[] = {{RA__OP_arange, &arange}, {RA__OP_linspace, &linspace}, {RA__OP_logspace, &logspace}, {RA__OP_eye, &eye}, {RA__OP_tril, &tri}, {RA__OP_triu, &tri}, {RA__OP_flip, &flip}, {RA__OP_repeat, &repeat},
                {RA__OP_index_select, &along}, {RA__OP_gather, &along}, {RA__OP_embedding, &embedding}, {RA__OP_index, &indexed},
                {RA__OP_rand, &uniform}, {RA__OP_uniform_, &uniform}, {RA__OP_randn, &normal}, {RA__OP_normal_, &normal}, {RA__OP_randint, &randint},
                {RA__OP_tril_indices, &triangle}, {RA__OP_triu_indices, &triangle}, {RA__OP_exponential_, &exponential}, {RA__OP_cauchy_, &cauchy},
                {RA__OP_bernoulli_, &trials}, {RA__OP_geometric_, &trials}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id)
            return rows[i].kernel;
    return NULL;
}
