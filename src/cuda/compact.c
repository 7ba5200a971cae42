/*
 * nonzero, masked_select and unique: what is found is counted and written by the device, on its stream, into memory for the most that
 * there may be; how much that was comes back in a word of the host's, and the second phase tells it. masked_scatter: what is found is
 * written to, if there is enough for it.
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "cuda/sort.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK_LEAST = 1024, CHUNKS_MOST = 16384 }; /* elements of a chunk, and how many there are */
enum { COUNT, PLACE, WRITE, LENGTHS };            /* as compact.cu has them */

/* As struct ra_compact. */
typedef struct argument {
    int64_t step, numel, chunk, chunks, dims;
    int64_t sizes[RA_MAX_DIMS], tested[RA_MAX_DIMS], taken[RA_MAX_DIMS];
    uint64_t bits;
    int64_t has_nan, item;
    int64_t kept, kept_row, kept_column;
    int64_t room;
    const char *test, *from;
    char *to;
    int64_t *starts;
    uint64_t *total;
    const ra__cuda_entry *entries;
    int64_t *places, *inverse, *counts;
    const char *source;
    int64_t put[RA_MAX_DIMS], source_dims, source_sizes[RA_MAX_DIMS], source_strides[RA_MAX_DIMS];
} argument;

typedef struct compact {
    const char *kind;       /* what compact.cu is told */
    ra_dtype element, sorted; /* what is moved or tested; what is sorted */
    int test, from, source; /* in ra__run.data; -1: none */
    bool inverse, counts;
    int64_t columns;        /* of the result */
    size_t starts_at, places_at; /* in the workspace, behind the entries */
    ra__cuda_lines lines;   /* of what is sorted */
    argument argument;
} compact;

/* ---- plans ---- */

static compact *compact_new(const ra_meta *m, ra_plan *p, const char *kind, ra_dtype element)
{
    const ra__result *out = &m->out[0];
    compact *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->element = ra__cuda_carrier(element);
    s->test = s->from = s->source = -1;
    s->argument.item = ra__element_bytes(out->shape.dtype);
    s->columns = out->shape.ndim == 2 ? out->shape.sizes[1] : 1;
    s->argument.kept = out->kept ? ra__sizes(out->kept)[0] : -1;
    s->argument.kept_row = out->kept ? ra__strides(out->kept)[0] * s->argument.item : 0; /* fits: a stride in bytes */
    s->argument.kept_column = out->kept && out->shape.ndim == 2 ? ra__strides(out->kept)[1] * s->argument.item : 0; /* fits: a stride in bytes */
    s->argument.room = s->columns > 0 ? out->room / s->columns / s->argument.item : INT64_MAX;
    return s;
}

/* Of a space of these sizes, outermost first. */
static void set_space(argument *a, int ndim, const int64_t *sizes)
{
    a->dims = ndim;
    a->numel = 1;
    for (int d = 0; d < ndim; d++) {
        a->sizes[d] = sizes[ndim - 1 - d];
        a->numel *= a->sizes[d]; /* fits: the meta function has seen to it */
    }
    const int64_t each = ra__cuda_pieces(a->numel, CHUNKS_MOST);
    a->chunk = each > CHUNK_LEAST ? ra__cuda_pieces(each, RA__CUDA_THREADS) * RA__CUDA_THREADS : CHUNK_LEAST; /* fits: less than twice numel */
    a->chunks = ra__cuda_pieces(a->numel, a->chunk);
}

/* Over the space that is set, an operand that is broadcast to it. */
static void set_strides(const argument *a, int64_t *strides, const ra_layout *l)
{
    for (int d = 0; d < l->ndim; d++)
        strides[l->ndim - 1 - d] = ra__sizes(l)[d] == 1 ? 0 : ra__strides(l)[d] * ra__element_bytes((ra_dtype)l->dtype); /* fits: a stride in bytes */
    for (int d = l->ndim; d < a->dims; d++)
        strides[d] = 0;
}

/* entries: bytes of the workspace that come first. */
static ra_status finish(compact *s, size_t entries, ra_plan *p)
{
    s->starts_at = entries;
    s->places_at = entries + (size_t)(s->argument.chunks + 1) * sizeof(int64_t); /* fits: chunks */
    p->workspace = s->places_at + (s->counts ? (size_t)s->argument.numel * sizeof(int64_t) : 0); /* fits: 8 bytes for an element in memory */
    p->state = s;
    p->phases = 1;
    ra__cuda_flag_planned(p);
    return RA_OK;
}

/* The bits of an element (of each half of complex128) that make it unlike zero: no sign of a floating one. */
static uint64_t bits_of(ra_dtype dtype)
{
    const bool is_real = ra__is_floating(dtype);
    switch (ra_dtype_size(dtype)) {
    case 2:
        return is_real ? INT16_MAX : UINT16_MAX;
    case 4:
        return is_real ? INT32_MAX : UINT32_MAX;
    case 8:
        return is_real ? INT64_MAX : dtype == RA_COMPLEX64 ? UINT64_C(0x7fffffff7fffffff) : UINT64_MAX;
    case 16:
        return INT64_MAX;
    default:
        return UINT8_MAX;
    }
}

static ra_status plan_nonzero(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    compact *s = compact_new(m, p, "RA_NONZERO", (ra_dtype)self->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    s->test = 1;
    s->argument.bits = bits_of((ra_dtype)self->dtype);
    set_space(&s->argument, self->ndim, ra__sizes(self));
    set_strides(&s->argument, s->argument.tested, self);
    return finish(s, 0, p);
}

static ra_status plan_masked_select(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *mask = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    compact *s = compact_new(m, p, "RA_SELECT", (ra_dtype)self->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    (void)ra__broadcast(&ndim, sizes, self->ndim, ra__sizes(self)); /* the meta function has seen that they do */
    (void)ra__broadcast(&ndim, sizes, mask->ndim, ra__sizes(mask));
    s->from = 1;
    s->test = 2;
    set_space(&s->argument, ndim, sizes);
    set_strides(&s->argument, s->argument.tested, mask);
    set_strides(&s->argument, s->argument.taken, self);
    return finish(s, 0, p);
}

/* Self, of fewer dimensions than the result, is broadcast to it, as the mask is; the source is taken in its own order. */
static ra_status plan_masked_scatter(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0), *source = ra__layout(m, 2);
    const ra__shape *out = ra__out_shape(m, 0);
    compact *s = compact_new(m, p, "RA_SCATTER", out->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    argument *a = &s->argument;
    s->from = 1;
    s->test = 2;
    s->source = 3;
    set_space(a, out->ndim, out->sizes);
    set_strides(a, a->tested, ra__layout(m, 1));
    set_strides(a, a->taken, self);
    a->kept = -1;
    a->room = source->numel;
    a->source_dims = source->ndim;
    for (int d = 0; d < out->ndim; d++)
        a->put[out->ndim - 1 - d] = out->strides[d] * a->item; /* fits: a stride in bytes */
    for (int d = 0; d < source->ndim; d++) {
        a->source_sizes[source->ndim - 1 - d] = ra__sizes(source)[d];
        a->source_strides[source->ndim - 1 - d] = ra__strides(source)[d] * a->item; /* fits: likewise */
    }
    if (a->numel)
        return finish(s, 0, p);
    p->state = s;
    p->phases = 0;
    return RA_OK;
}

static ra_status plan_unique(const ra_meta *m, ra_plan *p)
{
    const ra_layout *in = ra__layout(m, 0);
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    const ra__cuda_side side = {ra__strides(in), ra__element_bytes((ra_dtype)in->dtype)};
    compact *s = compact_new(m, p, "RA_UNIQUE", (ra_dtype)in->dtype);
    if (!s)
        return RA_ERR_MEMORY;
    p->state = s;
    p->phases = 0;
    if (!in->numel)
        return RA_OK;
    s->from = 3;
    s->sorted = (ra_dtype)in->dtype;
    s->inverse = pre->inverse;
    s->counts = pre->counts;
    s->argument.has_nan = ra__is_floating((ra_dtype)in->dtype);
    s->argument.bits = UINT64_MAX >> (64 - 8 * ra_dtype_size((ra_dtype)in->dtype)); /* of NaN, in sort.cu; fits: at most 64 */
    ra__cuda_lines_of(&s->lines, in->ndim, ra__sizes(in), (UINT32_C(1) << in->ndim) - 1, 1, &side);
    set_space(&s->argument, in->ndim, ra__sizes(in));
    set_strides(&s->argument, s->argument.taken, in);
    return finish(s, ra__cuda_sort_bytes(1, in->numel), p);
}

/* ---- running ---- */

static void define(const void *variant, char *text, size_t size)
{
    const compact *s = variant;
    snprintf(text, size, "#define RA_D %s\n#define %s\n", ra__cuda_types[s->element], s->kind);
}

static ra_status step(argument *a, int step, int64_t threads, void *function, ra__run *r)
{
    a->step = step;
    return ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size);
}

static ra_status find(const compact *s, argument *a, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_compact, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[60];
    snprintf(key, sizeof key, "compact %d %s", (int)s->element, s->kind);
    void *function = ra__cuda_program_function(&program, key, "compact", s, r);
    const int64_t all = a->chunks * RA__CUDA_THREADS; /* fits: about the elements */
    ra_status status = function ? step(a, COUNT, all, function, r) : RA_ERR_SYSTEM;
    if (!status)
        status = step(a, PLACE, RA__CUDA_THREADS, function, r);
    if (!status)
        status = step(a, WRITE, all, function, r);
    return status || !s->counts ? status : step(a, LENGTHS, a->numel, function, r);
}

static ra_status issue(const compact *s, ra__run *r)
{
    argument a = s->argument;
    char *work = r->workspace;
    ra__cuda_entry *entries = NULL;
    a.test = s->test < 0 ? NULL : r->data[s->test];
    a.from = s->from < 0 ? NULL : r->data[s->from];
    a.source = s->source < 0 ? NULL : r->data[s->source];
    a.to = r->data[0];
    a.inverse = s->inverse ? (int64_t *)(void *)r->data[1] : NULL;
    a.counts = s->counts ? (int64_t *)(void *)r->data[2] : NULL;
    a.starts = (int64_t *)(void *)(work + s->starts_at);
    a.places = (int64_t *)(void *)(work + s->places_at);
    ra_status status = ra__cuda_flag_bind(r, &a.total);
    if (!status && s->sorted)
        status = ra__cuda_sort_keys(r, s->sorted, &s->lines, a.from);
    if (!status && s->sorted)
        status = ra__cuda_sort_rows(r, 1, a.numel, &entries);
    a.entries = entries;
    return status ? status : find(s, &a, r);
}

static ra_status tell(const compact *s, ra__run *r)
{
    const argument *a = &s->argument;
    const int64_t total = a->numel ? (int64_t)ra__cuda_flag_of(r) : 0;
    if (s->source >= 0)
        return total <= a->room ? RA_OK : ra__fault(r, RA_ERR_INDEX, "mask holds at %lld places, but source has %lld elements", (long long)total, (long long)a->room);
    if (total != a->kept && total > a->room)
        return ra__fault(r, RA_ERR_SHAPE, "out is a borrowed buffer that cannot grow to %lld rows of %lld elements", (long long)total, (long long)s->columns);
    r->extents[0] = total;
    if (s->counts)
        r->extents[2] = total;
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const compact *s = r->plan->state;
    if (phase == 1)
        return tell(s, r);
    const ra_status status = s->argument.numel ? issue(s, r) : RA_OK;
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_compact_kernel(const ra_op *op)
{
    static const ra_kernel nonzero = {.name = "nonzero", .plan = plan_nonzero, .run = run}, masked_select = {.name = "masked_select", .plan = plan_masked_select, .run = run},
                           masked_scatter = {.name = "masked_scatter", .plan = plan_masked_scatter, .run = run}, unique = {.name = "unique", .plan = plan_unique, .run = run};
    switch (op->id) {
    case RA__OP_nonzero: return &nonzero;
    case RA__OP_masked_select: return &masked_select;
    case RA__OP_masked_scatter: return &masked_scatter;
    case RA__OP_unique: return &unique;
    default: return NULL;
    }
}
