/*
 * Rows: softmax, log_softmax, layer_norm. Which class of rows.cu computes them, and in what.
 */
#include "cuda/device.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { KEPT = 64 /* bytes of a thread, as rows.cu has it */ };

/* As in rows.cu. */
typedef struct argument {
    ra__cuda_lines lines;
    double value;
    int64_t is_wide;
    const char *in;
    char *out;
    const char *weight, *bias;
} argument;

typedef struct rows {
    char how[48];                        /* the class */
    uint8_t memory, via, compute, result; /* dtypes */
    uint8_t affine[2];                   /* of weight and bias; RA_NO_DTYPE where there is none */
    int64_t groups[RA__CUDA_LINE_OPERANDS]; /* bytes that a whole group of each has; 0: there are none, or they do not lie together */
    argument argument;
} rows;

static ra__cuda_side side_of(const int64_t *strides, ra_dtype dtype)
{
    return (ra__cuda_side){strides, ra__element_bytes(dtype)};
}

static rows *rows_new(const ra_meta *m, ra_plan *p)
{
    rows *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->memory = m->in[0].layout->dtype;
    s->result = (uint8_t)ra__out_shape(m, 0)->dtype;
    s->compute = (uint8_t)ra__compute_dtype((ra_dtype)s->result);
    s->via = s->memory;
    p->state = s;
    p->phases = m->in[0].layout->numel > 0;
    return s;
}

/* How its threads share the rows, and whether their groups are whole, but for where the data begins. */
static void share(rows *s, const ra__cuda_side *side, int sides)
{
    ra__cuda_lines *l = &s->argument.lines;
    s->argument.is_wide = 1;
    for (int k = 0; k < sides; k++) {
        s->groups[k] = side[k].bytes * RA__CUDA_GROUP;
        if (s->groups[k])
            s->argument.is_wide &= ra__cuda_lines_grouped(l, k, side[k].bytes);
    }
    ra__cuda_lines_keep(l, KEPT / ra__element_bytes((ra_dtype)s->compute));
}

/* dtype= names a half: the input is converted to it before anything is computed. */
static ra_status plan_softmax(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = m->in[0].layout;
    const ra__shape *out = ra__out_shape(m, 0);
    const struct ra__softmax_pre *pre = RA__PRE(m, const struct ra__softmax_pre);
    const ra__cuda_side sides[] = {side_of(ra__strides(in), (ra_dtype)in->dtype), side_of(out->strides, out->dtype)};
    const int64_t dim = ra__arg_int(m, 1);
    rows *s = rows_new(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    s->via = s->result;
    snprintf(s->how, sizeof s->how, "ra_softmax<RA_T, %s, %s>", pre->log ? "true" : "false", pre->or_zero ? "true" : "false");
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), in->ndim ? UINT32_C(1) << (dim < 0 ? dim + in->ndim : dim) : 0, 2, sides);
    share(s, sides, 2);
    return RA_OK;
}

static ra_status plan_layer_norm(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = m->in[0].layout;
    const ra__shape *out = ra__out_shape(m, 0);
    const int normalized = (int)ra__arg_dims(m, 1).count, first = in->ndim - normalized;
    int64_t strides[2][RA_MAX_DIMS] = {{0}};
    ra__cuda_side sides[] = {side_of(ra__strides(in), (ra_dtype)in->dtype), side_of(out->strides, out->dtype), {strides[0], 0}, {strides[1], 0}};
    uint32_t mask = 0;
    rows *s = rows_new(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    for (int d = first; d < in->ndim; d++)
        mask |= UINT32_C(1) << d;
    for (int k = 0; k < 2; k++) {
        if (ra__is_absent(m, 2 + k))
            continue;
        const ra_layout *affine = ra__layout(m, 2 + k);
        s->affine[k] = affine->dtype;
        sides[2 + k].bytes = ra__element_bytes((ra_dtype)affine->dtype);
        memcpy(strides[k] + first, ra__strides(affine), (size_t)normalized * sizeof(int64_t)); /* fits: dimensions */
    }
    snprintf(s->how, sizeof s->how, "ra_layer_norm<RA_T, %s, %s>", s->affine[0] ? "true" : "false", s->affine[1] ? "true" : "false");
    s->argument.value = RA__PRE(m, const struct ra__layer_norm_pre)->eps;
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), mask, 4, sides);
    share(s, sides, 4);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const rows *s = variant;
    int at = snprintf(text, size, "#define RA_M %s\n#define RA_VIA %s\n#define RA_T %s\n#define RA_D %s\n#define RA_ROW %s\n", ra__cuda_types[s->memory], ra__cuda_types[s->via],
                      ra__cuda_types[s->compute], ra__cuda_types[s->result], s->how);
    for (int k = 0; k < 2; k++)
        if (s->affine[k])
            at += snprintf(text + at, size - (size_t)at, "#define %s %s\n", k ? "RA_BIAS" : "RA_WEIGHT", ra__cuda_types[s->affine[k]]);
    if (s->argument.lines.along > 1)
        snprintf(text + at, size - (size_t)at, "#define RA_UNEVEN\n");
}

static void *function_of(const rows *s, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_reducers, ra__cuda_text_rows, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[160];
    snprintf(key, sizeof key, "rows %s %u %u %u %u %u %u %d", s->how, s->memory, s->via, s->compute, s->result, s->affine[0], s->affine[1], s->argument.lines.along > 1);
    return ra__cuda_program_function(&program, key, "rows", s, r);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const rows *s = r->plan->state;
    const int index = ra__device_index(r->plan->device);
    void *function = function_of(s, r);
    argument a = s->argument;
    if (!function)
        return RA_ERR_SYSTEM;
    a.in = r->data[1];
    a.out = r->data[0];
    a.weight = s->affine[0] ? r->data[2] : NULL;
    a.bias = s->affine[1] ? r->data[3] : NULL;
    const void *const data[] = {a.in, a.out, a.weight, a.bias};
    for (int k = 0; k < RA__CUDA_LINE_OPERANDS; k++)
        a.is_wide &= !s->groups[k] || (uintptr_t)data[k] % (uint64_t)s->groups[k] == 0;
    ra_status status = ra__cuda_launch(index, function, ra__cuda_lines_tiles(&a.lines) * RA__CUDA_THREADS, &a, r->message, r->message_size); /* fits: twice the elements */
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_rows_kernel(const ra_op *op)
{
    static const ra_kernel softmax = {.name = "softmax", .plan = plan_softmax, .run = run}, layer_norm = {.name = "layer_norm", .plan = plan_layer_norm, .run = run};
    return op->id == RA__OP_softmax || op->id == RA__OP_log_softmax || op->id == RA__OP_softmax_or_zero ? &softmax : op->id == RA__OP_layer_norm ? &layer_norm : NULL;
}
