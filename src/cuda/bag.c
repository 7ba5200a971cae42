/*
 * embedding_bag.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_bag. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t bags, per_bag, padding, mode, ends;
    int64_t rows, width, row_stride, stride, offset_stride;
    const char *in, *indices, *offsets, *weights;
    char *out;
    uint64_t *flag;
} argument;

typedef struct bag {
    ra_dtype dtype, index, offset; /* offset: RA_NO_DTYPE: bags are rows */
    bool has_weights;
    argument argument;
} bag;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__bag_pre *pre = RA__PRE(m, const struct ra__bag_pre);
    const ra_layout *weight = ra__layout(m, 0), *indices = ra__layout(m, 1), *each = ra__layout(m, 3);
    bag *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->dtype = (ra_dtype)weight->dtype;
    s->index = (ra_dtype)indices->dtype;
    s->offset = pre->per_bag < 0 ? (ra_dtype)ra__layout(m, 2)->dtype : RA_NO_DTYPE;
    s->has_weights = each != NULL;
    const int64_t item = ra__element_bytes(s->dtype);
    const ra__cuda_side sides[] = {{ra__strides(indices), ra__element_bytes(s->index)}, {ra__strides(each ? each : indices), item}};
    argument *a = &s->argument;
    ra__cuda_lines_of(&a->lines, indices->ndim, ra__sizes(indices), 0, 2, sides);
    a->bags = pre->bags;
    a->per_bag = pre->per_bag;
    a->padding = pre->padding;
    a->mode = pre->mode == RA__BAG_SUM ? 0 : pre->mode == RA__BAG_MEAN ? 1 : 2;
    a->ends = pre->ends;
    a->rows = ra__sizes(weight)[0];
    a->width = ra__sizes(weight)[1];
    a->row_stride = ra__strides(weight)[0] * item; /* fits: a stride in bytes */
    a->stride = ra__strides(weight)[1] * item; /* fits: likewise */
    a->offset_stride = s->offset ? ra__strides(ra__layout(m, 2))[0] * ra__element_bytes(s->offset) : 0; /* fits: likewise */
    p->state = s;
    p->phases = a->bags > 0;
    ra__cuda_flag_planned(p);
    p->staging = 4 * sizeof(uint64_t);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const bag *s = variant;
    const int at = snprintf(text, size, "#define RA_D %s\n#define RA_T %s\n#define RA_I %s\n", ra__cuda_types[s->dtype], ra__cuda_types[ra__compute_dtype(s->dtype)], ra__cuda_types[s->index]);
    if (s->offset)
        snprintf(text + at, size - (size_t)at, "#define RA_O %s\n", ra__cuda_types[s->offset]);
}

static ra_status launch(const bag *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_bag, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[60];
    snprintf(key, sizeof key, "bag %s %d %d %d", name, (int)s->dtype, (int)s->index, (int)s->offset);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static ra_status tell(const bag *s, ra__run *r)
{
    int64_t at[4];
    memcpy(at, r->staging, sizeof at);
    if ((uint64_t)at[0] == RA__CUDA_NO_FLAG)
        return RA_OK;
    if (at[1])
        return ra__fault(r, RA_ERR_INDEX, "index %lld at position %lld is out of range for %lld rows", (long long)at[2], (long long)at[3], (long long)s->argument.rows);
    return ra__fault(r, RA_ERR_INDEX, "bag %lld is from %lld to %lld of %lld indices", (long long)at[0], (long long)at[2], (long long)at[3], (long long)s->argument.lines.count);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const bag *s = r->plan->state;
    argument a = s->argument;
    if (phase == 1)
        return tell(s, r);
    a.out = r->data[0];
    a.in = r->data[1];
    a.indices = r->data[2];
    a.offsets = s->offset ? r->data[3] : NULL;
    a.weights = s->has_weights ? r->data[4] : NULL;
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    if (!status)
        status = launch(s, "bags", a.bags * (a.width ? a.width : 1), &a, r); /* fits: the result, or the bags */
    if (!status)
        status = launch(s, "settle", 1, &a, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_bag_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "embedding_bag", .plan = plan, .run = run};
    return op->id == RA__OP_embedding_bag ? &kernel : NULL;
}
