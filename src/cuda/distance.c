/*
 * cdist.
 */
#include "cuda/lines.h"
#include "cuda/program.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 16 }; /* as distance.cu has it */

/* As struct ra_distance. */
typedef struct argument {
    int64_t batches, dims;
    int64_t sizes[RA_MAX_DIMS], batch[2][RA_MAX_DIMS];
    int64_t rows[2], length;
    int64_t row_strides[2], strides[2];
    double order;
    const char *of[2];
    char *to;
} argument;

typedef struct distance {
    ra_dtype dtype;
    int norm; /* as distance.cu numbers them */
    argument argument;
} distance;

static int norm_of(double p)
{
    return p == 0 ? 0 : p == 1 ? 1 : p == 2 ? 2 : isinf(p) ? 3 : 4;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    distance *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    argument *a = &s->argument;
    s->dtype = out->dtype;
    a->order = ra__arg_float(m, 2);
    if (s->dtype == RA_FLOAT32)
        a->order = (float)a->order; /* in which it may be 0 or infinite */
    s->norm = norm_of(a->order);
    a->dims = out->ndim - 2;
    a->batches = 1;
    for (int64_t d = 0; d < a->dims; d++) {
        a->sizes[d] = out->sizes[a->dims - 1 - d];
        a->batches *= a->sizes[d]; /* fits: elements of the result, or 0 */
    }
    for (int k = 0; k < 2; k++) {
        const ra_layout *l = ra__layout(m, k);
        const int64_t bytes = ra__element_bytes(s->dtype);
        a->rows[k] = ra__sizes(l)[l->ndim - 2];
        a->length = ra__sizes(l)[l->ndim - 1];
        a->row_strides[k] = ra__strides(l)[l->ndim - 2] * bytes; /* fits: a stride in bytes */
        a->strides[k] = ra__strides(l)[l->ndim - 1] * bytes; /* fits: a stride in bytes */
        for (int d = l->ndim - 3; d >= 0; d--)
            a->batch[k][l->ndim - 3 - d] = ra__sizes(l)[d] > 1 ? ra__strides(l)[d] * bytes : 0; /* fits: a stride in bytes */
    }
    p->state = s;
    p->phases = a->batches > 0 && a->rows[0] > 0 && a->rows[1] > 0;
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const distance *s = variant;
    snprintf(text, size, "#define RA_T %s\n#define RA_NORM %d\n", ra__cuda_types[s->dtype], s->norm);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    static const char *const parts[] = {ra__cuda_text_distance, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    const distance *s = r->plan->state;
    argument a = s->argument;
    char key[40];
    snprintf(key, sizeof key, "distance %d %d", (int)s->dtype, s->norm);
    void *function = ra__cuda_program_function(&program, key, "distance", s, r);
    if (!function)
        return RA_ERR_SYSTEM;
    a.of[0] = r->data[1];
    a.of[1] = r->data[2];
    a.to = r->data[0];
    const int64_t tiles = a.batches * ra__cuda_pieces(a.rows[0], SIDE) * ra__cuda_pieces(a.rows[1], SIDE); /* fits: at most the elements */
    const ra_status status = ra__cuda_launch(ra__device_index(r->plan->device), function, tiles * RA__CUDA_THREADS, &a, r->message, r->message_size); /* fits: by 256 */
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_distance_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "cdist", .plan = plan, .run = run};
    return op->id == RA__OP_cdist ? &kernel : NULL;
}
