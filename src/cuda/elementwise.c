/*
 * Elementwise operators, of one to three inputs: what is worked out from the call is a key and an argument; the program for the key is
 * put together and compiled when the first such job is issued.
 */
#include "cuda/elementwise.h"

#include "cuda/flag.h"
#include "cuda/text.h"
#include "meta/dtype.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_MOST = 1 + RA_MAX_DIMS * (1 + RA__MAX_OPERANDS) + 3 * RA__MAX_OPERANDS + 4 + 1 };

/* ---- a space ---- */

ra__cuda_space *ra__cuda_space_new(const ra__geometry *g, int results, const ra__cuda_expression *e, unsigned host, ra_plan *p)
{
    const int n = g->operands, dims = g->ndim;
    const int words = 1 + dims * (1 + n) + 2 * n + 4;
    ra__cuda_space *s = ra__plan_alloc(p, sizeof *s + (size_t)(words + n + 1) * sizeof s->argument[0]); /* fits: operands and dimensions */
    void **known = ra__plan_alloc(p, 2 * sizeof *known);
    if (!s || !known)
        return NULL;
    known[0] = known[1] = NULL;
    *s = (ra__cuda_space){.expression = *e, .known = known, .ndim = dims, .operands = n, .compute = (uint8_t)g->compute, .via = (uint8_t)g->via, .host = host, .words = words};
    int64_t *at = s->argument;
    *at++ = g->numel;
    for (int d = 0; d < dims; d++)
        *at++ = g->sizes[d];
    int64_t *number = at + n * dims;
    for (int k = 0; k < n; k++, number += 2) {
        const bool is_number = g->is_number[k] && k >= g->outputs, is_host = host >> k & 1;
        s->memory[k] = is_number ? g->loop[k] : g->memory[k];
        s->loop[k] = g->loop[k];
        s->source[k] = is_number ? -1 : k < g->outputs ? g->input[k] : results + g->input[k];
        s->numbers |= (unsigned)(is_number || is_host) << k;
        s->by_way |= (unsigned)(!is_number && (g->by_way >> k & 1)) << k;
        number[0] = number[1] = 0;
        if (is_number)
            ra__scalar_store(g->number[k], (ra_dtype)g->loop[k], number);
        for (int d = 0; d < dims; d++)
            *at++ = is_number || is_host ? 0 : g->strides[k][d];
    }
    memcpy(number, &g->params, 4 * sizeof *number);
    return s;
}

static void put_key(const ra__cuda_space *s, bool in_groups, char *key, size_t size)
{
    int at = snprintf(key, size, "%s %d %d %d %d %u %u %u %u", s->expression.name, in_groups, s->expression.variant, s->expression.fault != NULL, s->ndim, s->numbers, s->by_way, s->compute, s->via);
    for (int k = 0; k < s->operands; k++)
        at += snprintf(key + at, size - (size_t)at, " %u:%u", s->memory[k], s->loop[k]);
}

static const char *unsigned_of(ra_dtype d)
{
    static const char *const of[RA_DTYPE_COUNT] = {[RA_UINT8] = "unsigned", [RA_INT8] = "unsigned", [RA_INT16] = "unsigned", [RA_INT32] = "unsigned", [RA_INT64] = "unsigned long long"};
    return of[d] ? of[d] : "unsigned";
}

void ra__cuda_compute_types(const ra__cuda_space *s, const char **compute, const char **wide)
{
    *compute = s->compute == RA_BOOL ? "ra_u8" : ra__cuda_types[s->compute] ? ra__cuda_types[s->compute] : "float";
    *wide = unsigned_of((ra_dtype)s->compute);
}

static void put_definitions(const ra__cuda_space *s, bool in_groups, char *text, size_t size)
{
    const char *compute, *wide;
    ra__cuda_compute_types(s, &compute, &wide);
    int at = snprintf(text, size, "#define RA_DIMS %d\n#define RA_GROUPS %d\n#define RA_OPERANDS %d\n#define RA_NUMBERS %u\n#define RA_BY_WAY %u\n#define RA_VIA %s\n#define RA_T %s\n#define RA_W %s\n",
                      s->ndim, in_groups, s->operands, s->numbers, s->by_way, s->via ? ra__cuda_types[s->via] : "ra_half", compute, wide);
    for (int k = 0; k < s->operands; k++)
        at += snprintf(text + at, size - (size_t)at, "#define RA_M%d %s\n#define RA_L%d %s\n", k, ra__cuda_types[s->memory[k]], k, ra__cuda_types[s->loop[k]]);
    if (s->expression.fault)
        at += snprintf(text + at, size - (size_t)at, "#define RA_FAULT %s\n", s->expression.fault);
    snprintf(text + at, size - (size_t)at, "#define RA_EXPRESSION (%s)\n", s->expression.text);
}

static void *function_of(const ra__cuda_space *s, bool in_groups, int index, char *message, size_t size)
{
    void **known = &s->known[in_groups];
    char key[200], definitions[1600];
    if (*known)
        return *known;
    put_key(s, in_groups, key, sizeof key);
    if ((*known = ra__cuda_function(index, key, NULL, 0, NULL, message, size)))
        return *known;
    put_definitions(s, in_groups, definitions, sizeof definitions);
    const char *const parts[] = {ra__cuda_text_common, s->expression.helpers ? s->expression.helpers : "", definitions, ra__cuda_text_elementwise};
    return ra__cuda_function(index, key, parts, 4, "elementwise", message, size);
}

bool ra__cuda_lies_in_groups(ra_dtype memory, const void *data, int64_t stride, bool is_read)
{
    enum { AT_A_TIME = 4, SMALL = 4 }; /* bytes: larger elements are moved as quickly one by one */
    const int64_t bytes = ra__element_bytes(memory);
    return bytes <= SMALL && ((stride == bytes && (uintptr_t)data % (uintptr_t)(AT_A_TIME * bytes) == 0) || (is_read && stride == 0));
}

/* By where the argument says that they lie. */
static bool all_in_groups(const ra__cuda_space *s, const int64_t *data)
{
    bool all = s->ndim == 1;
    for (int k = 0; all && k < s->operands; k++)
        all = s->numbers >> k & 1 || ra__cuda_lies_in_groups((ra_dtype)s->memory[k], (const void *)(intptr_t)data[k], s->argument[2 + k], k > 0);
    return all;
}

ra_status ra__cuda_space_launch(const ra__cuda_space *s, ra__run *r, char *const *instead, uint64_t *flag)
{
    const int index = ra__device_index(r->plan->device);
    int64_t argument[ARGUMENT_MOST], *at = argument + s->words;
    memcpy(argument, s->argument, (size_t)s->words * sizeof *argument);
    int64_t *number = argument + 1 + s->ndim * (1 + s->operands);
    for (int k = 0; k < s->operands; k++) {
        char *data = instead && instead[k] ? instead[k] : s->source[k] < 0 ? NULL : r->data[s->source[k]];
        if (s->host >> k & 1) /* what comes before it is done: its value is there */
            memcpy(&number[2 * k], data, (size_t)ra__element_bytes((ra_dtype)s->memory[k])); /* fits: an element */
        *at++ = (int64_t)(intptr_t)data;
    }
    *at = (int64_t)(intptr_t)flag;
    void *function = function_of(s, all_in_groups(s, at - s->operands), index, r->message, r->message_size);
    if (!function)
        return RA_ERR_SYSTEM;
    return ra__cuda_launch_many(index, function, argument[0], argument, r->message, r->message_size);
}

/* ---- the kernel ---- */

bool ra__cuda_lies_in_order(const ra__geometry *g, int k)
{
    int64_t step = ra__element_bytes((ra_dtype)g->memory[k]);
    for (int d = 0; d < g->ndim; step *= g->sizes[d++]) /* fits: at most numel in bytes */
        if (g->sizes[d] != 1 && g->strides[k][d] != step)
            return false;
    return true;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__geometry *g = &m->geometry;
    ra__cuda_expression e;
    unsigned host = 0;
    if (!ra__cuda_expression_of(m, &e))
        return RA_ERR_UNSUPPORTED;
    p->phases = g->numel > 0;
    if (g->numel && !e.fault && ra__cuda_lies_in_order(g, 0))
        p->flags |= RA__PLAN_LINEAR;
    for (int k = 1; k < g->operands && k < RA__MAX_OPERANDS; k++) /* one result */
        host |= (unsigned)(!g->is_number[k] && m->in[g->input[k]].device == RA_CPU) << k;
    if (e.fault)
        ra__cuda_flag_planned(p);
    p->state = ra__cuda_space_new(g, m->out_count, &e, host, p);
    return p->state ? RA_OK : RA_ERR_MEMORY;
}

/* Of what may fault, the second phase looks whether it has. */
static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const ra__cuda_space *s = r->plan->state;
    uint64_t *flag = NULL;
    if (phase == 1)
        return ra__cuda_flag_of(r) == RA__CUDA_NO_FLAG ? RA_OK : RA_ERR_DIVIDE;
    ra_status status = s->expression.fault ? ra__cuda_flag_bind(r, &flag) : RA_OK;
    if (!status)
        status = ra__cuda_space_launch(s, r, NULL, flag);
    return status ? status : (ra_status)RA__PENDING;
}

const ra__cuda_space *ra__cuda_space_of(const ra_plan *p)
{
    return p->kernel->run == run ? p->state : ra__cuda_copied_space(p);
}

const ra_kernel *ra__cuda_elementwise_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "elementwise", .plan = plan, .run = run};
    return ra__cuda_has_expression(op) ? &kernel : NULL;
}
