/*
 * Running sums, products and extremes: in what they are taken, and how the sequences are cut, from sizes and strides alone.
 */
#include "cuda/device.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { ITEMS = 8, STATE = 32 }; /* as scan.cu has them */
enum {
    BLOCKS = 1024,   /* what a device is given at least, if there is as much to do */
    TILES_LEAST = 4  /* of a block's work on a sequence, which a cut leaves */
};

typedef struct row {
    int op;
    bool positions, in_double; /* there is a second result; halves are taken in float64 too */
    const char *so_far;
} row;

static const row rows[] = {
    {RA__OP_cumsum, false, false, "ra_sum<RA_T>"},
    {RA__OP_cumprod, false, false, "ra_product<RA_T>"},
    {RA__OP_logcumsumexp, false, true, "ra_logsumexp<RA_T>"},
    {RA__OP_cummax, true, false, "ra_last<RA_T, true>"},
    {RA__OP_cummin, true, false, "ra_last<RA_T, false>"},
};

/* As in scan.cu. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t chunk, chunks, is_first, is_wide;
    const char *in;
    char *out[2], *totals;
} argument;

typedef struct scan {
    const row *row;
    uint8_t memory, result, taken; /* dtypes */
    bool in_order;                 /* which of its values a complex logarithm has follows from the order of the steps */
    argument argument;
} scan;

static const row *row_of(const ra_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id)
            return &rows[i];
    return NULL;
}

/* As the processor takes them. */
static ra_dtype taken_of(const row *r, ra_dtype result)
{
    if (ra__is_complex(result))
        return RA_COMPLEX128;
    if (ra__is_half(result) && !r->in_double)
        return RA_FLOAT32;
    if (ra__is_floating(result))
        return result == RA_FLOAT32 && r->positions ? RA_FLOAT32 : RA_FLOAT64;
    return r->positions && (result == RA_BOOL || result == RA_UINT8) ? RA_UINT8 : RA_INT64;
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
    const row *r = row_of(m->op);
    const ra__shape *places = r->positions ? ra__out_shape(m, 1) : out;
    const ra__cuda_side sides[] = {{ra__strides(in), ra__element_bytes((ra_dtype)in->dtype)}, {out->strides, ra__element_bytes(out->dtype)}, {places->strides, ra__element_bytes(places->dtype)}};
    scan *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->memory = in->dtype;
    s->result = (uint8_t)out->dtype;
    s->taken = (uint8_t)taken_of(r, out->dtype);
    s->row = r;
    s->in_order = r->in_double && ra__is_complex(out->dtype);
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), in->ndim ? UINT32_C(1) << RA__PRE(m, const ra__along_pre)->dim : 0, r->positions ? 3 : 2, sides);
    s->argument.is_wide = ra__cuda_lines_grouped(&s->argument.lines, 0, sides[0].bytes) && ra__cuda_lines_grouped(&s->argument.lines, 1, sides[1].bytes);
    s->argument.chunks = 1;
    if (!s->in_order)
        cut(&s->argument);
    if (s->argument.chunks > 1)
        p->workspace = (size_t)(s->argument.lines.count * s->argument.chunks * STATE); /* fits: fewer than a chunk's least part of the elements */
    p->state = s;
    p->phases = in->numel > 0;
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    static const char in_order[] = "#define RA_IN_ORDER ra_log_of_sum(so_far, x)\n#define RA_FIRST ra_parts(-RA_INFINITY, 0)\n";
    const scan *s = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_D %s\n#define RA_T %s\n#define RA_SO_FAR %s\n%s", ra__cuda_types[s->memory], ra__cuda_types[s->result],
             ra__cuda_types[s->taken], s->row->so_far, s->in_order ? in_order : s->row->positions ? "#define RA_POSITIONS ra_i64\n" : "");
}

static void *function_of(const scan *s, ra__run *r)
{
    const char *const parts[] = {ra__cuda_text_lines, s->in_order ? ra__cuda_text_complex : ra__cuda_text_reducers, ra__cuda_text_scan, NULL};
    const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "scan %s %u %u", s->row->so_far, s->memory, s->result);
    return ra__cuda_program_function(&program, key, "scan", s, r);
}

static ra_status launch(argument *a, bool in_order, bool is_first, ra__run *r, int index, void *function)
{
    const int64_t threads = in_order ? a->lines.count : ra__cuda_lines_tiles(&a->lines) * a->chunks * RA__CUDA_THREADS; /* fits: about the elements */
    a->is_first = is_first;
    return ra__cuda_launch(index, function, threads, a, r->message, r->message_size);
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
    const int results = s->row->positions ? 2 : 1;
    a.in = r->data[results];
    for (int k = 0; k < results; k++)
        a.out[k] = r->data[k];
    a.totals = r->workspace;
    a.is_wide &= (uintptr_t)a.in % (uint64_t)(RA__CUDA_GROUP * ra__element_bytes(s->memory)) == 0 && (uintptr_t)a.out[0] % (uint64_t)(RA__CUDA_GROUP * ra__element_bytes(s->result)) == 0;
    ra_status status = a.chunks > 1 ? launch(&a, false, true, r, index, function) : RA_OK;
    if (!status)
        status = launch(&a, s->in_order, false, r, index, function);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_scan_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "scan", .plan = plan, .run = run};
    return row_of(op) ? &kernel : NULL;
}
