/*
 * sort, argsort and topk: the elements' keys are sorted whole, with their places, by tiles and merges.
 */
#include "cuda/sort.h"

#include "cuda/program.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 1024 }; /* as sort.cu has it */

/* As struct ra_sorting and struct ra_sorted. */
typedef struct sorting {
    int64_t rows, length, room, rows_a_tile, run;
    ra__cuda_entry *from, *to;
} sorting;

typedef struct sorted {
    ra__cuda_lines lines;
    int64_t kept;
    const char *in;
    char *values, *places;
    ra__cuda_entry *entries;
} sorted;

typedef struct order {
    ra_dtype dtype;
    bool descending, values;
    sorted argument;
} order;

/* ---- entries ---- */

size_t ra__cuda_sort_bytes(int64_t rows, int64_t length)
{
    const int64_t buffers = length > TILE ? 2 : 1;
    return (size_t)ra__capped_product(rows * length, buffers * (int64_t)sizeof(ra__cuda_entry)); /* fits: elements */
}

ra__cuda_entry *ra__cuda_sorted_rows(const ra__run *r, int64_t rows, int64_t length)
{
    bool is_second = false;
    for (int64_t done = TILE; done < length; done *= 2) /* fits: below twice the length */
        is_second = !is_second;
    return (ra__cuda_entry *)r->workspace + (is_second ? rows * length : 0); /* fits: the workspace */
}

static ra_status launch(ra__run *r, const char *name, int64_t threads, sorting *s)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_sort, NULL};
    static const ra__cuda_program program = {.parts = parts};
    void *function = ra__cuda_program_function(&program, name, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, s, r->message, r->message_size) : RA_ERR_SYSTEM;
}

ra_status ra__cuda_sort_rows(ra__run *r, int64_t rows, int64_t length, ra__cuda_entry **to)
{
    sorting s = {.rows = rows, .length = length, .room = 1, .from = r->workspace};
    while (s.room < length && s.room < TILE)
        s.room *= 2;
    s.rows_a_tile = TILE / s.room;
    s.to = s.from + rows * length;
    const int64_t tiles = s.rows_a_tile > 1 ? ra__cuda_pieces(rows, s.rows_a_tile) : rows * ra__cuda_pieces(length, s.room);
    ra_status status = launch(r, "tiles", tiles * RA__CUDA_THREADS, &s); /* fits: no more than the elements and a tile */
    for (s.run = TILE; !status && s.run < length; s.run *= 2) {
        ra__cuda_entry *from = s.from;
        status = launch(r, "merge", rows * length, &s);
        s.from = s.to;
        s.to = from;
    }
    *to = s.from;
    return status;
}

/* ---- sequences ---- */

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    static const int64_t none[RA_MAX_DIMS];
    const ra_layout *in = m->in[0].layout;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    const bool values = m->out_count > 1;
    const ra__shape *out[2] = {values ? ra__out_shape(m, 0) : NULL, ra__out_shape(m, m->out_count - 1)};
    const ra__cuda_side sides[] = {{ra__strides(in), ra__element_bytes((ra_dtype)in->dtype)},
                                   {values ? out[0]->strides : none, ra__element_bytes((ra_dtype)in->dtype)},
                                   {out[1]->strides, ra__element_bytes(RA_INT64)}};
    order *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->dtype = (ra_dtype)in->dtype;
    s->descending = pre->descending;
    s->values = values;
    ra__cuda_lines_of(&s->argument.lines, in->ndim, ra__sizes(in), in->ndim ? UINT32_C(1) << pre->dim : 0, 3, sides);
    s->argument.kept = m->op->id == RA__OP_topk ? pre->k : s->argument.lines.length;
    p->state = s;
    p->phases = in->numel > 0 && s->argument.kept > 0;
    if (p->phases)
        p->workspace = ra__cuda_sort_bytes(s->argument.lines.count, s->argument.lines.length);
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const order *s = variant;
    snprintf(text, size, "#define RA_D %s\n%s%s", ra__cuda_types[s->dtype], s->descending ? "#define RA_DESCENDING\n" : "", s->values ? "#define RA_VALUES\n" : "");
}

static ra_status launch_of(const order *s, const char *name, const sorted *a, int64_t threads, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_lines, ra__cuda_text_sort, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    sorted copy = *a;
    snprintf(key, sizeof key, "sort %s %d %d %d", name, (int)s->dtype, s->descending, s->values);
    void *function = ra__cuda_program_function(&program, key, name, s, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, &copy, r->message, r->message_size) : RA_ERR_SYSTEM;
}

ra_status ra__cuda_sort_keys(ra__run *r, ra_dtype dtype, const ra__cuda_lines *lines, const char *in)
{
    const order s = {.dtype = dtype};
    const sorted a = {.lines = *lines, .in = in, .entries = r->workspace};
    return launch_of(&s, "keys", &a, lines->count * lines->length, r);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const order *s = r->plan->state;
    sorted a = s->argument;
    a.values = s->values ? r->data[0] : NULL;
    a.places = r->data[s->values];
    a.in = r->data[s->values + 1];
    a.entries = r->workspace;
    ra_status status = launch_of(s, "keys", &a, a.lines.count * a.lines.length, r);
    if (!status)
        status = ra__cuda_sort_rows(r, a.lines.count, a.lines.length, &a.entries);
    if (!status)
        status = launch_of(s, "store", &a, a.lines.count * a.kept, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_sort_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "sort", .plan = plan, .run = run};
    return op->id == RA__OP_sort || op->id == RA__OP_argsort || op->id == RA__OP_topk ? &kernel : NULL;
}
