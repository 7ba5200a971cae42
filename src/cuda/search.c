/*
 * searchsorted and bucketize: a thread searches the row of each value where it lies, converting on the way what it meets.
 */
#include "cuda/flag.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_search. */
typedef struct argument {
    int64_t numel, dims, rows, n, per_row, right;
    int64_t sizes[RA_MAX_DIMS], to_strides[RA_MAX_DIMS], value_strides[RA_MAX_DIMS];
    int64_t outer, outer_sizes[RA_MAX_DIMS], outer_strides[RA_MAX_DIMS], outer_sorters[RA_MAX_DIMS], stride, sorter_stride;
    int64_t number[2];
    char *to;
    const char *values, *sequence, *sorter;
    uint64_t *flag;
} argument;

typedef struct search {
    uint8_t of_values, of_sequence, common, compared, result; /* dtypes */
    int values, sequence, sorter;                             /* in ra__run.data; -1: a number, none */
    argument argument;
} search;

static ra_dtype compared_in(ra_dtype d)
{
    return d == RA_FLOAT64 ? RA_FLOAT64 : ra__is_floating(d) ? RA_FLOAT32 : RA_INT64;
}

/* The dimensions of the rows, innermost first. */
static void put_rows(argument *a, const ra_layout *sequence, const ra_layout *sorter)
{
    const int64_t item = ra__element_bytes((ra_dtype)sequence->dtype), index = sizeof(int64_t);
    const int last = sequence->ndim - 1;
    a->n = ra__sizes(sequence)[last];
    a->outer = last;
    a->rows = 1;
    for (int d = 0; d < last; d++) {
        const int from = last - 1 - d;
        a->outer_sizes[d] = ra__sizes(sequence)[from];
        a->outer_strides[d] = ra__strides(sequence)[from] * item; /* fits: within the storage, as the others are */
        a->outer_sorters[d] = sorter ? ra__strides(sorter)[from] * index : 0; /* fits: likewise */
        a->rows *= a->outer_sizes[d]; /* fits: at most its elements, or 0 */
    }
    a->stride = ra__strides(sequence)[last] * item; /* fits: likewise */
    a->sorter_stride = sorter ? ra__strides(sorter)[last] * index : 0; /* fits: likewise */
}

static void put_values(argument *a, const ra__shape *out, const ra_layout *values)
{
    a->dims = out->ndim;
    a->numel = 1;
    for (int d = 0; d < out->ndim; d++) {
        const int from = out->ndim - 1 - d;
        a->sizes[d] = out->sizes[from];
        a->to_strides[d] = out->strides[from] * ra__element_bytes(out->dtype); /* fits: within the storage */
        a->value_strides[d] = values ? ra__strides(values)[from] * ra__element_bytes((ra_dtype)values->dtype) : 0; /* fits: likewise */
        a->numel *= out->sizes[from]; /* fits: numel */
    }
}

static ra_status plan_search(const ra_meta *m, ra_plan *p, int sequence_arg, int values_arg)
{
    const ra__search_pre *pre = RA__PRE(m, const ra__search_pre);
    const ra_layout *sequence = ra__layout(m, sequence_arg), *values = ra__layout(m, values_arg), *sorter = pre->sorter_arg < 0 ? NULL : ra__layout(m, pre->sorter_arg);
    const ra_scalar *number = ra__in(m, values_arg)->number;
    const ra__shape *out = ra__out_shape(m, 0);
    search *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->of_values = number ? (uint8_t)pre->common : values->dtype;
    s->of_sequence = sequence->dtype;
    s->common = (uint8_t)pre->common;
    s->compared = (uint8_t)compared_in(pre->common);
    s->result = (uint8_t)out->dtype;
    s->values = number ? -1 : 1 + m->first[values_arg];
    s->sequence = 1 + m->first[sequence_arg];
    s->sorter = sorter ? 1 + m->first[pre->sorter_arg] : -1;
    argument *a = &s->argument;
    put_rows(a, sequence, sorter);
    put_values(a, out, number ? NULL : values);
    a->per_row = a->outer ? ra__sizes(values)[values->ndim - 1] : 0;
    a->right = pre->right;
    if (number) {
        _Alignas(16) char element[16] = "";
        ra__scalar_store(*number, pre->common, element);
        memcpy(a->number, element, sizeof a->number);
    }
    p->state = s;
    p->phases = a->numel > 0 || (sorter && sorter->numel); /* which is looked at even so */
    if (p->phases && sorter) {
        ra__cuda_flag_planned(p);
        p->staging = 2 * sizeof(uint64_t); /* which index, what it says */
    }
    return RA_OK;
}

static ra_status searchsorted_plan(const ra_meta *m, ra_plan *p)
{
    return plan_search(m, p, 0, 1);
}

static ra_status bucketize_plan(const ra_meta *m, ra_plan *p)
{
    return plan_search(m, p, 1, 0);
}

static void define(const void *variant, char *text, size_t size)
{
    const search *s = variant;
    snprintf(text, size, "#define RA_MV %s\n#define RA_MS %s\n#define RA_C %s\n#define RA_T %s\n#define RA_D %s\n%s%s", ra__cuda_types[s->of_values], ra__cuda_types[s->of_sequence],
             ra__cuda_types[s->common], ra__cuda_types[s->compared], ra__cuda_types[s->result], s->values < 0 ? "#define RA_NUMBER\n" : "", s->sorter < 0 ? "" : "#define RA_SORTER\n");
}

static void *function_of(const search *s, ra__run *r)
{
    static const char *const parts[] = {ra__cuda_text_search, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    snprintf(key, sizeof key, "search %u %u %u %u %d %d", s->of_values, s->of_sequence, s->common, s->result, s->values < 0, s->sorter >= 0);
    return ra__cuda_program_function(&program, key, "search", s, r);
}

static ra_status tell(const search *s, ra__run *r)
{
    int64_t value;
    if (ra__cuda_flag_of(r) == RA__CUDA_NO_FLAG)
        return RA_OK;
    memcpy(&value, (const char *)r->staging + sizeof(uint64_t), sizeof value);
    return ra__fault(r, RA_ERR_INDEX, "sorter has index %lld, which is out of range for %lld elements", (long long)value, (long long)s->argument.n);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const search *s = r->plan->state;
    if (phase == 1)
        return tell(s, r);
    void *function = function_of(s, r);
    argument a = s->argument;
    if (!function)
        return RA_ERR_SYSTEM;
    a.to = r->data[0];
    a.values = s->values < 0 ? NULL : r->data[s->values];
    a.sequence = r->data[s->sequence];
    a.sorter = s->sorter < 0 ? NULL : r->data[s->sorter];
    ra_status status = a.sorter ? ra__cuda_flag_bind(r, &a.flag) : RA_OK;
    if (!status)
        status = ra__cuda_launch(ra__device_index(r->plan->device), function, a.numel ? a.numel : a.rows * a.n, &a, r->message, r->message_size);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_search_kernel(const ra_op *op)
{
    static const ra_kernel searchsorted = {.name = "searchsorted", .plan = searchsorted_plan, .run = run};
    static const ra_kernel bucketize = {.name = "bucketize", .plan = bucketize_plan, .run = run};
    return op->id == RA__OP_searchsorted ? &searchsorted : op->id == RA__OP_bucketize ? &bucketize : NULL;
}
