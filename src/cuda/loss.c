/*
 * cross_entropy.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_loss. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t ignored, reduction;
    double smoothing;
    const char *in, *target, *weight;
    char *out;
    double *shares;
    uint64_t *flag;
} argument;

typedef struct loss {
    ra_dtype logits, target, result;
    bool probabilities, has_weight;
    argument argument;
} loss;

/* Over the dimensions of the logits: a target of classes lacks that of the classes, along which a weight lies alone. */
static void plan_lines(loss *s, const ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *target = ra__layout(m, 1);
    const int classes = self->ndim > 1;
    int64_t of_target[RA_MAX_DIMS] = {0}, of_weight[RA_MAX_DIMS] = {0};
    for (int d = 0; d < self->ndim; d++)
        if (s->probabilities || d != classes)
            of_target[d] = ra__strides(target)[s->probabilities || d < classes ? d : d - 1];
    if (s->has_weight)
        of_weight[classes] = ra__strides(ra__layout(m, 2))[0];
    const ra__cuda_side sides[] = {{ra__strides(self), ra__element_bytes(s->logits)}, {of_target, ra__element_bytes(s->target)}, {of_weight, ra__element_bytes(s->logits)}};
    ra__cuda_lines_of(&s->argument.lines, self->ndim, ra__sizes(self), UINT32_C(1) << classes, 3, sides);
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__cross_entropy_pre *pre = RA__PRE(m, const struct ra__cross_entropy_pre);
    loss *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->logits = (ra_dtype)ra__layout(m, 0)->dtype;
    s->target = (ra_dtype)ra__layout(m, 1)->dtype;
    s->result = ra__out_shape(m, 0)->dtype;
    s->probabilities = pre->probabilities;
    s->has_weight = !ra__is_absent(m, 2);
    s->argument.ignored = pre->ignore_index;
    s->argument.reduction = pre->reduction;
    s->argument.smoothing = pre->smoothing;
    plan_lines(s, m);
    const bool reduces = pre->reduction != 2;
    p->state = s;
    p->phases = reduces || s->argument.lines.count > 0;
    if (reduces)
        p->workspace = (size_t)(s->argument.lines.count + 1) * 2 * sizeof(double); /* fits: places, in memory as the logits */
    ra__cuda_flag_planned(p);
    p->staging = 2 * sizeof(uint64_t);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const loss *s = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_T %s\n#define RA_D %s\n#define RA_Q %s\n%s", ra__cuda_types[s->logits], ra__cuda_types[ra__compute_dtype(s->result)],
             ra__cuda_types[s->result], ra__cuda_types[s->target], s->probabilities ? "#define RA_PROBABILITIES\n" : "");
}

static ra_status launch(const loss *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_loss, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "loss %s %d %d %d", name, (int)s->logits, (int)s->target, (int)s->result);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status tell(const loss *s, ra__run *r)
{
    int64_t at[2];
    memcpy(at, r->staging, sizeof at);
    if ((uint64_t)at[0] == RA__CUDA_NO_FLAG)
        return RA_OK;
    return ra__fault(r, RA_ERR_INDEX, "target %lld at position %lld is not one of %lld classes", (long long)at[1], (long long)at[0], (long long)s->argument.lines.length);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const loss *s = r->plan->state;
    argument a = s->argument;
    if (phase == 1)
        return tell(s, r);
    a.out = r->data[0];
    a.in = r->data[1];
    a.target = r->data[2];
    a.weight = s->has_weight ? r->data[3] : NULL;
    a.shares = r->plan->workspace ? r->workspace : NULL;
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    if (!status && a.lines.count)
        status = launch(s, "losses", ra__cuda_lines_tiles(&a.lines) * RA__CUDA_THREADS, &a, r); /* fits: twice the elements */
    if (!status && (a.shares || !s->probabilities))
        status = launch(s, "settle", RA__CUDA_THREADS, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_loss_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "cross_entropy", .plan = plan, .run = run};
    return op->id == RA__OP_cross_entropy ? &kernel : NULL;
}
