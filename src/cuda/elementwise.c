/*
 * Elementwise operators, of one to three inputs: what is worked out from the call is a key and an argument; the program for the key is
 * put together and compiled when the first such job is issued.
 */
#include "cuda/elementwise.h"

#include "cuda/text.h"
#include "meta/dtype.h"

#include <stdio.h>
#include <string.h>

enum { ARGUMENT_MOST = 1 + RA_MAX_DIMS * (1 + RA__MAX_OPERANDS) + 3 * RA__MAX_OPERANDS + 4 + 1 };

/* ---- expressions: those of src/cpu ---- */

typedef struct row {
    int op;
    const char *on_bool, *on_int, *on_float; /* NULL: not computed here */
} row;

#define SAME(text) text, text, text
#define REAL(text) NULL, NULL, text

static const row rows[] = {
    {RA__OP_add, "(a | (b & (PI(3) == 0 || PI(0) != 0))) != 0", "(RA_W)a + (PI(3) ? (RA_W)PI(0) : (RA_W)1) * (RA_W)b", "PI(3) ? a + (RA_T)PF(0) * b : a + b"},
    {RA__OP_sub, NULL, "(RA_W)a - (PI(3) ? (RA_W)PI(0) : (RA_W)1) * (RA_W)b", "PI(3) ? a - (RA_T)PF(0) * b : a - b"},
    {RA__OP_mul, "(a & b) != 0", "(RA_W)a * (RA_W)b", "a * b"},
    {RA__OP_maximum, "a | b", "b > a ? b : a", "((a > b) | (a != a)) ? a : b"},
    {RA__OP_minimum, "a & b", "b < a ? b : a", "((a < b) | (a != a)) ? a : b"},
    {RA__OP_eq, SAME("a == b")}, {RA__OP_ne, SAME("a != b")}, {RA__OP_lt, SAME("a < b")},
    {RA__OP_le, SAME("a <= b")}, {RA__OP_gt, SAME("a > b")}, {RA__OP_ge, SAME("a >= b")},
    {RA__OP_isnan, "0", "0", "a != a"},
    {RA__OP_logical_and, "(a != 0) & (b != 0)", NULL, NULL},
    {RA__OP_logical_or, "(a | b) != 0", NULL, NULL},
    {RA__OP_logical_not, "a == 0", NULL, NULL},
    {RA__OP_bitwise_and, "a & b", "a & b", NULL},
    {RA__OP_bitwise_or, "a | b", "a | b", NULL},
    {RA__OP_neg, NULL, "0 - (RA_W)a", "-a"},
    {RA__OP_abs, NULL, "a > 0 ? (RA_W)a : 0 - (RA_W)a", "fabs(a)"},
    {RA__OP_sign, "a != 0", "a > 0 ? 1 : a == 0 ? 0 : -1", "(RA_T)(a > 0) - (RA_T)(a < 0)"},
    {RA__OP_relu, NULL, "a > 0 ? a : (RA_T)0", "a < 0 ? (RA_T)0 : a"},
    {RA__OP_leaky_relu, REAL("a > 0 ? a : a * (RA_T)PF(0)")},
    {RA__OP_square, NULL, "(RA_W)a * (RA_W)a", "a * a"},
    {RA__OP_reciprocal, REAL("(RA_T)1 / a")},
    {RA__OP_sqrt, REAL("sqrt(a)")},
    {RA__OP_ceil, NULL, "a", "ceil(a)"},
    {RA__OP_floor, NULL, "a", "floor(a)"},
    {RA__OP_round, NULL, "a", "rint(a)"},
    {RA__OP_exp, REAL("exp(a)")}, {RA__OP_expm1, REAL("expm1(a)")}, {RA__OP_log, REAL("log(a)")}, {RA__OP_log1p, REAL("log1p(a)")},
    {RA__OP_sin, REAL("sin(a)")}, {RA__OP_cos, REAL("cos(a)")}, {RA__OP_tanh, REAL("tanh(a)")}, {RA__OP_erf, REAL("erf(a)")},
    {RA__OP_sigmoid, REAL("(RA_T)1 / ((RA_T)1 + exp(-a))")},
    {RA__OP_where, SAME("a != 0 ? b : c")},
    {RA__OP_masked_fill, SAME("b != 0 ? c : a")},
};

static const row *row_of(const ra_op *op)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id)
            return &rows[i];
    return NULL;
}

static bool find_expression(const ra_meta *m, ra__cuda_expression *e)
{
    const row *r = row_of(m->op);
    const ra_dtype compute = m->geometry.compute;
    e->name = m->op->name;
    e->fault = NULL;
    e->text = m->op->id == RA__OP_where || m->op->id == RA__OP_masked_fill ? r->on_int : compute == RA_BOOL ? r->on_bool : ra__is_integral(compute) ? r->on_int : ra__is_complex(compute) ? NULL : r->on_float;
    return e->text != NULL;
}

/* ---- a space ---- */

ra__cuda_space *ra__cuda_space_new(const ra__geometry *g, int results, const ra__cuda_expression *e, unsigned host, ra_plan *p)
{
    const int n = g->operands, dims = g->ndim;
    const int words = 1 + dims * (1 + n) + 2 * n + 4;
    ra__cuda_space *s = ra__plan_alloc(p, sizeof *s + (size_t)(words + n + 1) * sizeof s->argument[0]); /* fits: operands and dimensions */
    if (!s)
        return NULL;
    *s = (ra__cuda_space){.expression = *e, .ndim = dims, .operands = n, .compute = (uint8_t)g->compute, .via = (uint8_t)g->via, .host = host, .words = words};
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

static void put_key(const ra__cuda_space *s, char *key, size_t size)
{
    int at = snprintf(key, size, "%s %d %u %u %u %u", s->expression.name, s->ndim, s->numbers, s->by_way, s->compute, s->via);
    for (int k = 0; k < s->operands; k++)
        at += snprintf(key + at, size - (size_t)at, " %u:%u", s->memory[k], s->loop[k]);
}

static const char *unsigned_of(ra_dtype d)
{
    static const char *const of[RA_DTYPE_COUNT] = {[RA_UINT8] = "unsigned", [RA_INT8] = "unsigned", [RA_INT16] = "unsigned", [RA_INT32] = "unsigned", [RA_INT64] = "unsigned long long"};
    return of[d] ? of[d] : "unsigned";
}

static void put_definitions(const ra__cuda_space *s, char *text, size_t size)
{
    const char *compute = s->compute == RA_BOOL ? "ra_u8" : ra__cuda_types[s->compute] ? ra__cuda_types[s->compute] : "float";
    int at = snprintf(text, size, "#define RA_DIMS %d\n#define RA_OPERANDS %d\n#define RA_NUMBERS %u\n#define RA_BY_WAY %u\n#define RA_VIA %s\n#define RA_T %s\n#define RA_W %s\n",
                      s->ndim, s->operands, s->numbers, s->by_way, s->via ? ra__cuda_types[s->via] : "ra_half", compute, unsigned_of((ra_dtype)s->compute));
    for (int k = 0; k < s->operands; k++)
        at += snprintf(text + at, size - (size_t)at, "#define RA_M%d %s\n#define RA_L%d %s\n", k, ra__cuda_types[s->memory[k]], k, ra__cuda_types[s->loop[k]]);
    if (s->expression.fault)
        at += snprintf(text + at, size - (size_t)at, "#define RA_FAULT %s\n", s->expression.fault);
    snprintf(text + at, size - (size_t)at, "#define RA_EXPRESSION (%s)\n", s->expression.text);
}

static void *function_of(const ra__cuda_space *s, int index, char *message, size_t size)
{
    char key[200], definitions[1600];
    put_key(s, key, sizeof key);
    void *function = ra__cuda_function(index, key, NULL, 0, NULL, message, size);
    if (function)
        return function;
    put_definitions(s, definitions, sizeof definitions);
    const char *const parts[] = {ra__cuda_text_common, definitions, ra__cuda_text_elementwise};
    return ra__cuda_function(index, key, parts, 3, "elementwise", message, size);
}

ra_status ra__cuda_space_launch(const ra__cuda_space *s, ra__run *r, char *const *instead, int *flag)
{
    const int index = ra__device_index(r->plan->device);
    int64_t argument[ARGUMENT_MOST], *at = argument + s->words;
    void *function = function_of(s, index, r->message, r->message_size);
    if (!function)
        return RA_ERR_SYSTEM;
    memcpy(argument, s->argument, (size_t)s->words * sizeof *argument);
    int64_t *number = argument + 1 + s->ndim * (1 + s->operands);
    for (int k = 0; k < s->operands; k++) {
        char *data = instead && instead[k] ? instead[k] : s->source[k] < 0 ? NULL : r->data[s->source[k]];
        if (s->host >> k & 1) /* what comes before it is done: its value is there */
            memcpy(&number[2 * k], data, (size_t)ra__element_bytes((ra_dtype)s->memory[k])); /* fits: an element */
        *at++ = (int64_t)(intptr_t)data;
    }
    *at = (int64_t)(intptr_t)flag;
    return ra__cuda_launch(index, function, argument[0], argument, r->message, r->message_size);
}

/* ---- the kernel ---- */

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra__geometry *g = &m->geometry;
    ra__cuda_expression e;
    unsigned host = 0;
    if (!find_expression(m, &e))
        return RA_ERR_UNSUPPORTED;
    p->phases = g->numel > 0;
    for (int k = g->outputs; k < g->operands; k++)
        host |= (unsigned)(!g->is_number[k] && m->in[g->input[k]].device == RA_CPU) << k;
    p->state = ra__cuda_space_new(g, m->out_count, &e, host, p);
    return p->state ? RA_OK : RA_ERR_MEMORY;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    ra_status s = ra__cuda_space_launch(r->plan->state, r, NULL, NULL);
    return s ? s : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_elementwise_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "elementwise", .plan = plan, .run = run};
    return row_of(op) ? &kernel : NULL;
}
