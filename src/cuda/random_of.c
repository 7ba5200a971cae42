/*
 * bernoulli and normal, whose parameters are tensors.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_random_of. */
typedef struct argument {
    ra__cuda_lines lines;
    union {
        int64_t i[4];
        double f[4];
    } params;
    double number[2];
    char *out;
    const char *of[2];
    uint64_t *flag;
} argument;

typedef struct random_of {
    bool is_normal;
    int parameters;
    bool is_number[2];
    ra_dtype result, of[2];
    argument argument;
} random_of;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__random_pre *pre = RA__PRE(m, const struct ra__random_pre);
    const ra__shape *out = ra__out_shape(m, 0);
    int64_t strides[2][RA_MAX_DIMS];
    random_of *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->is_normal = m->op->id == RA__OP_normal;
    s->parameters = m->in_count;
    s->result = s->of[0] = s->of[1] = out->dtype;
    s->argument.params.i[0] = (int64_t)m->seed;
    s->argument.params.i[1] = (int64_t)m->counter;
    s->argument.params.f[3] = 1;
    s->argument.number[0] = pre->a;
    s->argument.number[1] = pre->b;
    ra__cuda_side sides[3] = {{out->strides, ra__element_bytes(out->dtype)}};
    for (int k = 0; k < m->in_count; k++) {
        const ra_layout *l = m->in[k].layout;
        s->is_number[k] = m->in[k].number != NULL;
        if (!s->is_number[k])
            s->of[k] = (ra_dtype)l->dtype;
        for (int d = 0; d < out->ndim; d++)
            strides[k][d] = ra__broadcast_stride(l, out->ndim, out->sizes, d);
        sides[1 + k] = (ra__cuda_side){strides[k], ra__element_bytes(s->of[k])};
    }
    ra__cuda_lines_of(&s->argument.lines, out->ndim, out->sizes, 0, 1 + m->in_count, sides);
    p->state = s;
    p->phases = s->argument.lines.count > 0;
    ra__cuda_flag_planned(p);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const random_of *s = variant;
    const ra_dtype computed = s->is_normal ? ra__compute_dtype(s->result) : RA_FLOAT64;
    snprintf(text, size, "#define RA_D %s\n#define RA_A %s\n#define RA_B %s\n#define RA_T %s\n%s", ra__cuda_types[s->result], ra__cuda_types[s->of[0]],
             ra__cuda_types[s->of[1]], ra__cuda_types[computed], s->is_normal ? "#define RA_NORMAL\n" : "");
}

static ra_status launch(const random_of *s, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_random, ra__cuda_text_lines, ra__cuda_text_random_of, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "random_of %d %d %d %d", s->is_normal, (int)s->result, (int)s->of[0], (int)s->of[1]);
    void *function = ra__cuda_program_function(&program, key, "random_of", s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, a->lines.count, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status tell(const random_of *s, ra__run *r)
{
    const uint64_t at = ra__cuda_flag_of(r);
    if (at == RA__CUDA_NO_FLAG)
        return RA_OK;
    return s->is_normal ? ra__fault(r, RA_ERR_VALUE, "std at element %lld of the result is negative or NaN", (long long)at)
                        : ra__fault(r, RA_ERR_VALUE, "element %lld of self is no probability", (long long)at);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const random_of *s = r->plan->state;
    argument a = s->argument;
    if (phase == 1)
        return tell(s, r);
    a.out = r->data[0];
    for (int k = 0; k < s->parameters; k++)
        a.of[k] = s->is_number[k] ? NULL : r->data[1 + k];
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    if (!status)
        status = launch(s, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_random_of_kernel(const ra_op *op)
{
    static const ra_kernel bernoulli = {.name = "bernoulli", .plan = plan, .run = run}, normal = {.name = "normal", .plan = plan, .run = run};
    return op->id == RA__OP_bernoulli ? &bernoulli : op->id == RA__OP_normal ? &normal : NULL;
}
