/*
 * one_hot and bincount. Where the data tell how large the result is, the stream leaves what it is made from in the workspace and the largest
 * number in a word of the host's; the last launch, when there is memory for the result, is made apart (ra__cuda_launch_apart).
 */
#include "cuda/flag.h"
#include "cuda/lines.h"
#include "cuda/program.h"
#include "cuda/sort.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_count. */
typedef struct argument {
    ra__cuda_lines lines;
    int64_t bound, size;
    const char *in, *weights;
    int64_t *kept;
    ra__cuda_entry *entries;
    char *sums, *out;
    uint64_t *flag;
} argument;

/* What the stream leaves in the staging, and what is needed there at the end. */
typedef struct found {
    uint64_t place;
    int64_t number, most;
    void *last;
} found;

typedef struct counting {
    ra_dtype numbers, weights, result;
    bool is_late, sums, adds; /* sums: bincount; adds: weights */
    size_t sums_at;           /* in the workspace, behind the entries */
    argument argument;
} counting;

static counting *counting_new(const ra_meta *m, ra_plan *p, const ra_layout *weights)
{
    const ra_layout *self = ra__layout(m, 0);
    counting *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->numbers = (ra_dtype)self->dtype;
    s->adds = weights != NULL;
    s->weights = weights ? (ra_dtype)weights->dtype : RA_INT64;
    s->result = ra__out_shape(m, 0)->dtype;
    s->argument.size = RA__PRE(m, const struct ra__count_pre)->count;
    const ra__cuda_side sides[] = {{ra__strides(self), ra__element_bytes(s->numbers)}, {ra__strides(weights ? weights : self), ra__element_bytes(s->weights)}};
    ra__cuda_lines_of(&s->argument.lines, self->ndim, ra__sizes(self), 0, 2, sides);
    p->state = s;
    p->phases = 0;
    return s;
}

/* Phase 0, and the flag's; the last where the data tell. */
static ra_status finish(counting *s, ra_plan *p)
{
    p->phases = 1;
    ra__cuda_flag_planned(p);
    p->staging = sizeof(found);
    if (s->is_late) {
        p->flags |= RA__PLAN_LATE;
        p->grains[p->phases++] = 1;
    }
    return RA_OK;
}

static ra_status plan_one_hot(const ra_meta *m, ra_plan *p)
{
    const ra__shape *out = ra__out_shape(m, 0);
    counting *s = counting_new(m, p, NULL);
    if (!s)
        return RA_ERR_MEMORY;
    s->is_late = s->argument.size < 0;
    s->argument.bound = out->sizes[out->ndim - 1];
    if (!s->argument.lines.count)
        return RA_OK;
    if (s->is_late)
        p->workspace = (size_t)ra__capped_product(s->argument.lines.count, sizeof(int64_t));
    return finish(s, p);
}

static ra_status plan_bincount(const ra_meta *m, ra_plan *p)
{
    const int64_t n = ra__layout(m, 0)->numel;
    counting *s = counting_new(m, p, n ? ra__layout(m, 1) : NULL);
    if (!s)
        return RA_ERR_MEMORY;
    s->sums = true;
    s->is_late = n > 0;
    s->argument.bound = ra__out_shape(m, 0)->sizes[0];
    if (!n) { /* zeros, as many as are known */
        p->phases = s->argument.size > 0;
        return RA_OK;
    }
    s->sums_at = ra__cuda_sort_bytes(1, n);
    p->workspace = s->sums_at + (s->adds ? (size_t)ra__capped_product(n, sizeof(double)) : 0); /* fits: two that are below 2^63 */
    return finish(s, p);
}

static void define(const void *variant, char *text, size_t size)
{
    const counting *s = variant;
    int at = snprintf(text, size, "#define RA_M %s\n", ra__cuda_types[s->numbers]);
    if (s->sums)
        at += snprintf(text + at, size - (size_t)at, "#define RA_D %s\n", ra__cuda_types[s->result]);
    if (s->adds)
        snprintf(text + at, size - (size_t)at, "#define RA_V %s\n", ra__cuda_types[s->weights]);
}

static void *function_of(const counting *s, const char *name, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_entries, ra__cuda_text_lines, ra__cuda_text_count, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "count %s %d %d %d %d", name, (int)s->numbers, (int)s->result, s->sums, s->adds ? (int)s->weights : -1);
    return ra__cuda_program_function(&program, key, name, s, r);
}

static ra_status launch(const counting *s, const char *name, int64_t threads, argument *a, ra__run *r)
{
    void *function = function_of(s, name, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, threads, a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

static argument bound_to(const counting *s, ra__run *r)
{
    argument a = s->argument;
    const bool waits = s->is_late && r->workspace;
    a.in = r->data[1];
    a.weights = s->adds ? r->data[2] : NULL;
    a.kept = waits && !s->sums ? r->workspace : NULL;
    a.entries = waits && s->sums ? r->workspace : NULL;
    a.sums = s->adds ? (char *)r->workspace + s->sums_at : NULL;
    a.out = r->data[0];
    return a;
}

/* The function of the last launch is found here: it may have to be compiled. */
static ra_status issue(const counting *s, ra__run *r)
{
    argument a = bound_to(s, r);
    const char *last = s->sums ? "count" : "ones";
    const int64_t n = a.lines.count;
    if (!n)
        return launch(s, last, a.size, &a, r);
    ra_status status = ra__cuda_flag_bind(r, &a.flag);
    memset((char *)r->staging + offsetof(found, number), 0, sizeof(found) - offsetof(found, number));
    if (!status && s->is_late) {
        ((found *)r->staging)->last = function_of(s, last, r);
        status = ((found *)r->staging)->last ? launch(s, s->sums ? "enter" : "keep", n, &a, r) : RA_ERR_SYSTEM;
    } else if (!status)
        status = launch(s, last, n * a.size, &a, r); /* fits: the result */
    if (!status && s->sums)
        status = ra__cuda_sort_rows(r, 1, n, &a.entries);
    return status ? status : launch(s, "settle", 1, &a, r);
}

static ra_status tell(const counting *s, ra__run *r)
{
    const argument *a = &s->argument;
    const found *f = r->staging;
    if (f->place != RA__CUDA_NO_FLAG && !s->sums && !s->is_late)
        return ra__fault(r, RA_ERR_INDEX, "self has %lld, which is none of %lld classes", (long long)f->number, (long long)a->bound);
    if (f->place != RA__CUDA_NO_FLAG)
        return ra__fault(r, s->sums ? RA_ERR_VALUE : RA_ERR_INDEX, f->number < 0 ? "self has %lld, which is negative" : "self has %lld, for which no result could have room", (long long)f->number);
    if (s->is_late)
        r->extents[0] = s->sums && f->most + 1 < a->size ? a->size : f->most + 1;
    return RA_OK;
}

static ra_status write_last(const counting *s, ra__run *r)
{
    argument a = bound_to(s, r);
    a.size = r->extents[0];
    if (s->sums)
        a.entries = ra__cuda_sorted_rows(r, 1, a.lines.count);
    return ra__cuda_launch_apart(ra__device_index(r->plan->device), ((found *)r->staging)->last, s->sums ? a.size : a.lines.count * a.size, &a, r->message, r->message_size); /* fits: the result */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const counting *s = r->plan->state;
    if (phase)
        return phase == 1 ? tell(s, r) : write_last(s, r);
    const ra_status status = issue(s, r);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_count_kernel(const ra_op *op)
{
    static const ra_kernel one_hot = {.name = "one_hot", .plan = plan_one_hot, .run = run}, bincount = {.name = "bincount", .plan = plan_bincount, .run = run};
    return op->id == RA__OP_one_hot ? &one_hot : op->id == RA__OP_bincount ? &bincount : NULL;
}
