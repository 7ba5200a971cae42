/*
 * Reductions: for each operator which reducer of reduce.cu computes it, and in what; for each call how the work is cut, from sizes and
 * strides alone.
 */
#include "cuda/device.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"
#include "meta/reduction.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PARTIAL = 32 }; /* as reduce.cu has it */
enum {
    BLOCKS = 2048,       /* what a device is given at least, if there is as much to do: sequences are cut for that */
    CHUNK_LEAST = 16     /* elements for each thread that a cut leaves */
};

/* What elements become before they are reduced; by way of dtype= where the operator has that. */
enum computed { ITSELF /* halves in float32 */, ADDED /* integers in int64 */, TRUTH };

typedef struct row {
    int op;
    enum computed computed;
    bool values, positions; /* results, in that order */
    const char *reducer;    /* NULL: by the order of the norm */
} row;

static const row rows[] = {
    {RA__OP_sum, ADDED, true, false, "ra_sum<RA_T>"},
    {RA__OP_nansum, ADDED, true, false, "ra_sum_known<RA_T>"},
    {RA__OP_mean, ADDED, true, false, "ra_mean<RA_T>"},
    {RA__OP_prod, ADDED, true, false, "ra_product<RA_T>"},
    {RA__OP_all, TRUTH, true, false, "ra_truth<1>"},
    {RA__OP_any, TRUTH, true, false, "ra_truth<0>"},
    {RA__OP_amax, ITSELF, true, false, "ra_extreme<RA_T, true>"},
    {RA__OP_amin, ITSELF, true, false, "ra_extreme<RA_T, false>"},
    {RA__OP_max, ITSELF, true, true, "ra_first<RA_T, true>"},
    {RA__OP_min, ITSELF, true, true, "ra_first<RA_T, false>"},
    {RA__OP_argmax, ITSELF, false, true, "ra_first<RA_T, true>"},
    {RA__OP_argmin, ITSELF, false, true, "ra_first<RA_T, false>"},
    {RA__OP_var, ITSELF, true, false, "ra_variance<RA_T, false>"},
    {RA__OP_std, ITSELF, true, false, "ra_variance<RA_T, true>"},
    {RA__OP_logsumexp, ITSELF, true, false, "ra_logsumexp<RA_T>"},
    {RA__OP_linalg_vector_norm, ITSELF, true, false, NULL},
};

/* As in reduce.cu. */
typedef struct argument {
    int64_t outputs, length, chunk, chunks, lines, beside, is_across, is_second, kept, reduced;
    int64_t kept_sizes[RA_MAX_DIMS + 1], kept_in[RA_MAX_DIMS + 1], kept_out[2][RA_MAX_DIMS + 1], sizes[RA_MAX_DIMS + 1], strides[RA_MAX_DIMS + 1];
    int64_t count;
    double value;
    const char *in;
    char *out[2], *partial;
} argument;

typedef struct reduction {
    const char *reducer, *computed;   /* types of the program */
    uint8_t memory, via, values, positions; /* dtypes of the input, by whose way, of results: RA_NO_DTYPE where there is none */
    int results;
    bool is_known;                    /* floating elements that become integers, NaN left out */
    argument first, second;           /* launches; of the second chunks is 0 where there is none */
} reduction;

static const row *row_of(const ra_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id)
            return &rows[i];
    return NULL;
}

static const char *norm_of(double order)
{
    if (isinf(order))
        return order > 0 ? "ra_norm_extreme<RA_T, true>" : "ra_norm_extreme<RA_T, false>";
    return order == 2 ? "ra_norm_2<RA_T>" : order == 1 ? "ra_norm_1<RA_T>" : order == 0 ? "ra_norm_0<RA_T>" : "ra_norm_p<RA_T>";
}

static const char *type_computed(enum computed computed, ra_dtype via)
{
    const bool is_whole = via == RA_BOOL || ra__is_integral(via);
    if (computed == TRUTH)
        return "ra_bool";
    if (computed == ADDED && is_whole)
        return "ra_i64";
    return via == RA_BOOL ? "ra_u8" : ra__cuda_types[ra__compute_dtype(via)];
}

/* ---- cuts ---- */

static void choose_threads(argument *a)
{
    ra__cuda_lines_share(a->length, a->is_across ? a->kept_sizes[0] : 1, &a->lines, &a->beside);
}

static int64_t tiles_of(const argument *a)
{
    return ra__cuda_pieces(a->outputs, a->beside) * a->chunks;
}

static void cut(argument *a)
{
    choose_threads(a);
    a->chunks = 1;
    a->chunk = a->length;
    const int64_t least = a->lines * CHUNK_LEAST, wanted = ra__cuda_pieces(BLOCKS, tiles_of(a)), most = ra__cuda_pieces(a->length, least);
    if (wanted < 2 || most < 2)
        return;
    a->chunk = ra__cuda_pieces(ra__cuda_pieces(a->length, wanted < most ? wanted : most), a->lines) * a->lines; /* fits: less than twice the length */
    a->chunks = ra__cuda_pieces(a->length, a->chunk);
}

static argument first_launch(const ra__reduction *g, double value)
{
    argument a = {.outputs = g->outputs, .length = g->length, .kept = g->kept, .reduced = g->reduced, .count = g->length, .value = value};
    memcpy(a.kept_sizes, g->kept_sizes, sizeof a.kept_sizes);
    memcpy(a.kept_in, g->kept_in, sizeof a.kept_in);
    memcpy(a.kept_out, g->kept_out, sizeof a.kept_out);
    memcpy(a.sizes, g->sizes, sizeof a.sizes);
    memcpy(a.strides, g->strides, sizeof a.strides);
    a.is_across = g->kept_sizes[0] > 1 && (g->length <= 1 || g->kept_in[0] < g->strides[0]);
    if (a.outputs > 0)
        cut(&a);
    return a;
}

/* Of the partial results of the first. */
static argument second_launch(const argument *first)
{
    argument a = *first;
    a.length = first->chunks;
    a.is_second = 1;
    a.is_across = 0;
    choose_threads(&a);
    a.chunks = 1;
    a.chunk = a.length;
    return a;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const row *r = row_of(m->op);
    const ra__reduce_pre *pre = RA__PRE(m, const ra__reduce_pre);
    const int results[2] = {0, r->values && r->positions ? 1 : -1};
    ra__reduction g = {.kept = 0};
    reduction *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    ra__reduction_of(m, results, r->positions, &g);
    memset(s, 0, sizeof *s);
    s->memory = m->in[0].layout->dtype;
    s->via = pre->via == RA_NO_DTYPE ? s->memory : (uint8_t)pre->via;
    s->reducer = r->reducer ? r->reducer : norm_of(pre->value);
    s->computed = type_computed(r->computed, (ra_dtype)s->via);
    s->is_known = m->op->id == RA__OP_nansum && ra__is_floating((ra_dtype)s->memory) && !ra__is_floating((ra_dtype)s->via);
    s->results = m->out_count;
    s->values = r->values ? (uint8_t)ra__out_shape(m, 0)->dtype : RA_NO_DTYPE;
    s->positions = r->positions ? (uint8_t)ra__out_shape(m, m->out_count - 1)->dtype : RA_NO_DTYPE;
    s->first = first_launch(&g, pre->value);
    if (s->first.chunks > 1) {
        s->second = second_launch(&s->first);
        p->workspace = (size_t)(g.outputs * s->first.chunks) * PARTIAL; /* fits: fewer than 2 * BLOCKS * RA__CUDA_THREADS */
    }
    p->state = s;
    p->phases = g.outputs > 0;
    return RA_OK;
}

/* ---- running ---- */

static void define(const void *variant, char *text, size_t size)
{
    const reduction *s = variant;
    int at = snprintf(text, size, "#define RA_M %s\n#define RA_VIA %s\n#define RA_T %s\n#define RA_REDUCER %s\n", ra__cuda_types[s->memory], ra__cuda_types[s->via], s->computed, s->reducer);
    if (s->is_known)
        at += snprintf(text + at, size - (size_t)at, "#define RA_KNOWN\n");
    if (s->values)
        at += snprintf(text + at, size - (size_t)at, "#define RA_VALUES %s\n", ra__cuda_types[s->values]);
    if (s->positions)
        snprintf(text + at, size - (size_t)at, "#define RA_POSITIONS %s\n", ra__cuda_types[s->positions]);
}

static void *function_of(const reduction *s, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_reducers, ra__cuda_text_reduce, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[200];
    snprintf(key, sizeof key, "reduce %s %s %u %u %u %u", s->reducer, s->computed, s->memory, s->via, s->values, s->positions);
    return ra__cuda_program_function(&program, key, "reduce", s, r);
}

static ra_status launch(const argument *with, ra__run *r, const reduction *s, int index, void *function)
{
    argument a = *with;
    a.in = r->data[s->results];
    for (int k = 0; k < s->results; k++)
        a.out[k] = r->data[k];
    a.partial = r->workspace;
    return ra__cuda_launch(index, function, tiles_of(&a) * RA__CUDA_THREADS, &a, r->message, r->message_size); /* fits: no more than there are elements */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const reduction *s = r->plan->state;
    const int index = ra__device_index(r->plan->device);
    void *function = function_of(s, r);
    if (!function)
        return RA_ERR_SYSTEM;
    ra_status status = launch(&s->first, r, s, index, function);
    if (!status && s->first.chunks > 1)
        status = launch(&s->second, r, s, index, function);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_reduce_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "reduce", .plan = plan, .run = run};
    return row_of(op) ? &kernel : NULL;
}
