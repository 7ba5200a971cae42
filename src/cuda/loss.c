/*
 * cross_entropy, nll_loss and binary_cross_entropy.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 4096 }; /* as loss.cu has it */
enum kind { CLASSES, PROBABILITIES, GIVEN, BINARY };

/* As struct ra_loss. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t ignored, reduction, parts;
    double smoothing;
    const char *in, *target, *weight;
    char *out, *total;
    double *shares;
    uint64_t *flag;
} argument;

typedef struct loss {
    enum kind kind;
    ra_dtype logits, target, weight, result;
    bool has_weight;
    int results; /* the second is the total of the weights */
    argument argument;
} loss;

static loss *loss_new(const ra_meta *m, ra_plan *p, enum kind kind, int reduction)
{
    loss *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->logits = (ra_dtype)ra__layout(m, 0)->dtype;
    s->target = (ra_dtype)ra__layout(m, 1)->dtype;
    s->has_weight = !ra__is_absent(m, 2);
    s->weight = s->has_weight ? (ra_dtype)ra__layout(m, 2)->dtype : s->logits;
    s->result = ra__out_shape(m, 0)->dtype;
    s->results = m->out_count;
    s->argument.reduction = reduction;
    return s;
}

/* Its lines are there. */
static ra_status finish(loss *s, ra_plan *p)
{
    argument *a = &s->argument;
    const bool reduces = a->reduction != 2;
    a->parts = s->kind < GIVEN ? a->lines.count : ra__cuda_pieces(a->lines.count, TILE);
    p->state = s;
    p->phases = reduces || s->results > 1 || a->lines.count > 0;
    if (reduces)
        p->workspace = (size_t)(a->parts + 1) * 2 * sizeof(double); /* fits: places, in memory as the logits */
    ra__cuda_flag_planned(p);
    p->staging = 2 * sizeof(uint64_t);
    return RA_OK;
}

/* Over the dimensions of the logits: a target of classes and the losses lack that of the classes, along which a weight lies alone. */
static void plan_lines(loss *s, const ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *target = ra__layout(m, 1);
    const ra__shape *out = ra__out_shape(m, 0);
    const int classes = self->ndim > 1;
    int64_t of_target[RA_MAX_DIMS] = {0}, of_weight[RA_MAX_DIMS] = {0}, of_out[RA_MAX_DIMS] = {0};
    for (int d = 0; d < self->ndim; d++) {
        if (s->kind == PROBABILITIES || d != classes)
            of_target[d] = ra__strides(target)[s->kind == PROBABILITIES || d < classes ? d : d - 1];
        if (s->argument.reduction == 2 && d != classes)
            of_out[d] = out->strides[d < classes ? d : d - 1];
    }
    if (s->has_weight)
        of_weight[classes] = ra__strides(ra__layout(m, 2))[0];
    const ra__cuda_side sides[] = {{ra__strides(self), ra__element_bytes(s->logits)}, {of_target, ra__element_bytes(s->target)}, {of_weight, ra__element_bytes(s->logits)},
                                   {of_out, ra__element_bytes(s->result)}};
    ra__cuda_lines_of(&s->argument.lines, self->ndim, ra__sizes(self), UINT32_C(1) << classes, 4, sides);
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__cross_entropy_pre *pre = RA__PRE(m, const struct ra__cross_entropy_pre);
    loss *s = loss_new(m, p, pre->given ? GIVEN : pre->probabilities ? PROBABILITIES : CLASSES, pre->reduction);
    if (!s)
        return RA_ERR_MEMORY;
    s->argument.ignored = pre->ignore_index;
    s->argument.smoothing = pre->smoothing;
    plan_lines(s, m);
    return finish(s, p);
}

static ra_status plan_binary(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *weight = ra__layout(m, 2);
    const int reduction = RA__PRE(m, const struct ra__binary_cross_entropy_pre)->reduction;
    int64_t of_weight[RA_MAX_DIMS] = {0}, of_out[RA_MAX_DIMS] = {0};
    loss *s = loss_new(m, p, BINARY, reduction);
    if (!s)
        return RA_ERR_MEMORY;
    for (int d = 0; weight && d < weight->ndim; d++)
        of_weight[self->ndim - weight->ndim + d] = ra__sizes(weight)[d] == 1 ? 0 : ra__strides(weight)[d];
    if (reduction == 2)
        memcpy(of_out, ra__out_shape(m, 0)->strides, self->ndim * sizeof *of_out);
    const ra__cuda_side sides[] = {{ra__strides(self), ra__element_bytes(s->logits)}, {ra__strides(ra__layout(m, 1)), ra__element_bytes(s->target)},
                                   {of_weight, ra__element_bytes(s->weight)}, {of_out, ra__element_bytes(s->result)}};
    ra__cuda_lines_of(&s->argument.lines, self->ndim, ra__sizes(self), 0, 4, sides);
    return finish(s, p);
}

static void define(const void *variant, char *text, size_t size)
{
    static const char *const kinds[] = {[CLASSES] = "", [PROBABILITIES] = "#define RA_PROBABILITIES\n", [GIVEN] = "#define RA_GIVEN\n", [BINARY] = "#define RA_BINARY\n"};
    const loss *s = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_T %s\n#define RA_D %s\n#define RA_Q %s\n#define RA_V %s\n%s", ra__cuda_types[s->logits],
             ra__cuda_types[ra__compute_dtype(s->result)], ra__cuda_types[s->result], ra__cuda_types[s->target], ra__cuda_types[s->weight], kinds[s->kind]);
}

static ra_status launch(const loss *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_loss, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "loss %s %d %d %d %d %d", name, (int)s->kind, (int)s->logits, (int)s->target, (int)s->weight, (int)s->result);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status tell(const loss *s, ra__run *r)
{
    int64_t at[2];
    double value;
    memcpy(at, r->staging, sizeof at);
    if ((uint64_t)at[0] == RA__CUDA_NO_FLAG)
        return RA_OK;
    memcpy(&value, &at[1], sizeof value);
    if (s->kind == BINARY)
        return ra__fault(r, RA_ERR_VALUE, "%s has %g, and must be between 0 and 1", at[0] % 2 ? "target" : "self", value);
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
    a.total = s->results > 1 ? r->data[1] : NULL;
    a.in = r->data[s->results];
    a.target = r->data[s->results + 1];
    a.weight = s->has_weight ? r->data[s->results + 2] : NULL;
    a.shares = r->plan->workspace ? r->workspace : NULL;
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    if (!status && a.lines.count)
        status = launch(s, "losses", (s->kind < GIVEN ? ra__cuda_lines_tiles(&a.lines) : a.parts) * RA__CUDA_THREADS, &a, r); /* fits: twice the elements */
    if (!status && (a.shares || s->kind != PROBABILITIES))
        status = launch(s, "settle", RA__CUDA_THREADS, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_loss_kernel(const ra_op *op)
{
    static const ra_kernel entropy = {.name = "cross_entropy", .plan = plan, .run = run}, binary = {.name = "binary_cross_entropy", .plan = plan_binary, .run = run};
    switch (op->id) {
    case RA__OP_cross_entropy:
    case RA__OP_nll_loss:
    case RA__OP_nll_loss_forward: return &entropy;
    case RA__OP_binary_cross_entropy: return &binary;
    default: return NULL;
    }
}
