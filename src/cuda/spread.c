/*
 * repeat_interleave. Where a tensor tells how large the result is, the stream leaves how many come before each, and the elements, in the
 * workspace; the last launch, when there is memory for the result, is made apart (ra__cuda_launch_apart).
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

enum { CHUNK_LEAST = 1024, CHUNKS_MOST = 16384 }; /* numbers of a chunk, and how many there are */
enum { SUM, PLACE, WRITE, SETTLE };               /* as spread.cu has them */

/* As struct ra_spread. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t step, outer, n, inner, number, total;
    int64_t chunk, chunks, stride, bound;
    const char *in, *numbers;
    char *out, *kept;
    int64_t *before, *starts;
    uint64_t *flag;
} argument;

/* What the stream leaves in the staging, and what is needed there at the end. */
typedef struct found {
    uint64_t place;
    int64_t number, total;
    void *last;
} found;

typedef struct spread {
    ra_dtype element, numbers; /* numbers: RA_NO_DTYPE: the call says how often */
    bool is_late;
    size_t starts_at, kept_at; /* in the workspace, behind what comes before each */
    argument argument;
} spread;

static void plan_numbers(spread *s, const ra_layout *repeats, const struct ra__repeat_pre *pre, int64_t elements, ra_plan *p)
{
    argument *a = &s->argument;
    const int64_t each = ra__cuda_pieces(a->n, CHUNKS_MOST);
    s->numbers = (ra_dtype)repeats->dtype;
    s->is_late = pre->total < 0;
    a->stride = repeats->numel == 1 ? 0 : ra__strides(repeats)[0] * ra__element_bytes(s->numbers); /* fits: a stride in bytes */
    a->bound = s->is_late ? pre->bound : INT64_MAX - 1;
    a->chunk = each > CHUNK_LEAST ? ra__cuda_pieces(each, RA__CUDA_THREADS) * RA__CUDA_THREADS : CHUNK_LEAST; /* fits: less than twice n */
    a->chunks = ra__cuda_pieces(a->n, a->chunk);
    s->starts_at = (size_t)ra__capped_product(a->n + 1, sizeof(int64_t)); /* fits: elements, or numbers */
    s->kept_at = (s->starts_at + (size_t)a->chunks * sizeof(int64_t) + 15) / 16 * 16; /* fits: chunks are few */
    p->workspace = s->kept_at + (s->is_late ? (size_t)(elements * ra__element_bytes(s->element)) : 0); /* fits: two that are below 2^63 */
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const struct ra__repeat_pre *pre = RA__PRE(m, const struct ra__repeat_pre);
    const ra_layout *self = ra__layout(m, 0);
    spread *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->element = ra__cuda_carrier((ra_dtype)self->dtype);
    s->numbers = RA_NO_DTYPE;
    argument *a = &s->argument;
    const ra__cuda_side side = {ra__strides(self), ra__element_bytes(s->element)};
    ra__cuda_lines_of(&a->lines, self->ndim, ra__sizes(self), 0, 1, &side);
    a->outer = pre->outer;
    a->n = pre->n;
    a->inner = pre->inner;
    a->number = pre->number;
    a->total = pre->total;
    p->state = s;
    p->phases = pre->n > 0 && (pre->number < 0 || (pre->total > 0 && a->lines.count > 0));
    if (!p->phases || pre->number >= 0)
        return RA_OK;
    plan_numbers(s, ra__layout(m, 1), pre, self->numel, p);
    ra__cuda_flag_planned(p);
    p->staging = sizeof(found);
    if (s->is_late) {
        p->flags |= RA__PLAN_LATE;
        p->grains[p->phases++] = 1;
    }
    return RA_OK;
}

static void define(const void *variant, char *text, size_t size)
{
    const spread *s = variant;
    const int at = snprintf(text, size, "#define RA_D %s\n", ra__cuda_types[s->element]);
    if (s->numbers)
        snprintf(text + at, size - (size_t)at, "#define RA_N %s\n", ra__cuda_types[s->numbers]);
}

static void *function_of(const spread *s, const char *name, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_lines, ra__cuda_text_spread, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[60];
    snprintf(key, sizeof key, "spread %s %d %d", name, (int)s->element, (int)s->numbers);
    return ra__cuda_program_function(&program, key, name, s, r);
}

static ra_status launch(const spread *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    void *function = threads ? function_of(s, name, r) : NULL;
    return !threads ? RA_OK : function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static argument bound_to(const spread *s, ra__run *r)
{
    argument a = s->argument;
    char *work = r->workspace;
    a.out = r->data[0];
    a.in = r->data[1];
    if (!s->numbers)
        return a;
    a.numbers = r->data[2];
    a.before = r->workspace;
    a.starts = (int64_t *)(void *)(work + s->starts_at);
    a.kept = s->is_late ? work + s->kept_at : NULL;
    return a;
}

static ra_status add_up(const spread *s, argument *a, ra__run *r)
{
    ra_status status = ra__cuda_flag_bind(r, &a->flag);
    for (int step = SUM; !status && step <= SETTLE; step++) {
        a->step = step;
        status = launch(s, "add_up", (step == PLACE || step == SETTLE ? 1 : a->chunks) * RA__CUDA_THREADS, a, r); /* fits: chunks */
    }
    return status;
}

/* The function of the last launch is found here: it may have to be compiled. */
static ra_status issue(const spread *s, ra__run *r)
{
    argument a = bound_to(s, r);
    ra_status status = s->numbers ? add_up(s, &a, r) : RA_OK;
    if (status || !s->is_late)
        return status ? status : launch(s, "spread", a.outer * a.total * a.inner, &a, r); /* fits: the result */
    ((found *)r->staging)->last = function_of(s, "spread", r);
    return ((found *)r->staging)->last ? launch(s, "keep", a.lines.count, &a, r) : RA_ERR_SYSTEM;
}

static ra_status tell(const spread *s, ra__run *r)
{
    const found *f = r->staging;
    const argument *a = &s->argument;
    if (f->place != RA__CUDA_NO_FLAG && f->place % 2 == 0)
        return ra__fault(r, RA_ERR_VALUE, "repeats has %lld, which is negative", (long long)f->number);
    if (f->place != RA__CUDA_NO_FLAG)
        return ra__fault(r, RA_ERR_VALUE, "repeats add up to more than a result could have room for");
    if (!s->is_late && f->total != a->total)
        return ra__fault(r, RA_ERR_VALUE, "repeats add up to %lld, but output_size is %lld", (long long)f->total, (long long)a->total);
    if (s->is_late)
        r->extents[0] = f->total;
    return RA_OK;
}

static ra_status write_last(const spread *s, ra__run *r)
{
    argument a = bound_to(s, r);
    a.total = r->extents[0];
    return ra__cuda_launch_apart(ra__device_index(r->plan->device), ((found *)r->staging)->last, a.outer * a.total * a.inner, &a, r->message, r->message_size); /* fits: the result */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const spread *s = r->plan->state;
    if (phase)
        return phase == 1 ? tell(s, r) : write_last(s, r);
    const ra_status status = issue(s, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_spread_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "repeat_interleave", .plan = plan, .run = run};
    return op->id == RA__OP_repeat_interleave ? &kernel : NULL;
}
