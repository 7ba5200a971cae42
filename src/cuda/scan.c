/*
 * Running sums: in what they are added, and how the sequences are cut, from sizes and strides alone.
 */
#include "cuda/device.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS = 4 }; /* as scan.cu has it */
enum {
    BLOCKS = 512,    /* what a device is given at least, if there is as much to do */
    TILES_LEAST = 4  /* of a block's work on a sequence, which a cut leaves */
};

/* As in scan.cu. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t chunk, chunks, is_first;
    const char *in;
    char *out, *totals;
} argument;

typedef struct scan {
    uint8_t memory, result, sum; /* dtypes */
    argument argument;
} scan;

static ra_dtype sum_of(ra_dtype result)
{
    return ra__is_complex(result) ? RA_COMPLEX128 : ra__is_half(result) ? RA_FLOAT32 : ra__is_floating(result) ? RA_FLOAT64 : RA_INT64;
}

static void cut(argument *a)
{
    const int64_t tile = a->lines.lines * ITEMS, tiles = ra__cuda_lines_tiles(&a->lines);
    a->chunk = a->lines.length;
    a->chunks = 1;
    if (!tiles)
        return;
    const int64_t wanted = ra__cuda_pieces(BLOCKS, tiles), most = ra__cuda_pieces(a->lines.length, tile * TILES_LEAST);
    if (wanted < 2 || most < 2)
        return;
    a->chunk = ra__cuda_pieces(ra__cuda_pieces(a->lines.length, wanted < most ? wanted : most), tile) * tile; /* fits: less than twice the length */
    a->chunks = ra__cuda_pieces(a->lines.length, a->chunk);
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = m->in[0].layout;
    const ra__shape *out = ra__out_shape(m, 0);
    const ra__cuda_side sides[] = {{ra__strides(in), ra__element_bytes((ra_dtype)in->dtype)}, {out->strides, ra__element_bytes(out->dtype)}};
    scan *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->memory = in->dtype;
    s->result = (uint8_t)out->dtype;
    s->sum = (uint8_t)sum_of(out->dtype);
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), in->ndim ? UINT32_C(1) << RA__PRE(m, const ra__along_pre)->dim : 0, 2, sides);
    cut(&s->argument);
    if (s->argument.chunks > 1)
        p->workspace = (size_t)(s->argument.lines.count * s->argument.chunks * ra__element_bytes((ra_dtype)s->sum)); /* fits: fewer than the elements, by 16 */
    p->state = s;
    p->phases = in->numel > 0;
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const scan *s = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_D %s\n#define RA_T %s\n", ra__cuda_types[s->memory], ra__cuda_types[s->result], ra__cuda_types[s->sum]);
}

static void *function_of(const scan *s, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_reducers, ra__cuda_text_scan, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "scan %u %u", s->memory, s->result);
    return ra__cuda_program_function(&program, key, "scan", s, r);
}

static ra_status launch(argument *a, bool is_first, ra__run *r, int index, void *function)
{
    a->is_first = is_first;
    return ra__cuda_launch(index, function, ra__cuda_lines_tiles(&a->lines) * a->chunks * RA__CUDA_THREADS, a, r->message, r->message_size); /* fits: about the elements */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const scan *s = r->plan->state;
    const int index = ra__device_index(r->plan->device);
    void *function = function_of(s, r);
    argument a = s->argument;
    if (!function)
        return RA_ERR_SYSTEM;
    a.in = r->data[1];
    a.out = r->data[0];
    a.totals = r->workspace;
    ra_status status = a.chunks > 1 ? launch(&a, true, r, index, function) : RA_OK;
    if (!status)
        status = launch(&a, false, r, index, function);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_scan_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "cumsum", .plan = plan, .run = run};
    return op->id == RA__OP_cumsum ? &kernel : NULL;
}
