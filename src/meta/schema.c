/*
 * The schema parser: PyTorch's notation, as far as the table uses it.
 *
 *   schema   = "(" [item {"," item}] ")" "->" (result | "(" result {"," result} ")")
 *   item     = "*" | type name ["=" default]
 *   type     = word ["{" choice {"," choice} "}"] ["?"] ["[" [number] "]"] ["?"]
 */
#include "meta/op.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    ra_op *op;
    const char *at;
    size_t text_used;
    int choices_used;
    char *error;
    size_t error_size;
} parser;

static bool fail(parser *p, const char *format, ...) RA_PRINTF(2, 3);

static bool fail(parser *p, const char *format, ...)
{
    char what[128];
    va_list ap;
    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    snprintf(p->error, p->error_size, "schema of %s: %s at \"%.24s\"", p->op->name, what, p->at);
    return false;
}

static void skip_space(parser *p)
{
    while (*p->at == ' ')
        p->at++;
}

static bool accept(parser *p, const char *token)
{
    skip_space(p);
    size_t n = strlen(token);
    if (strncmp(p->at, token, n))
        return false;
    p->at += n;
    return true;
}

/* Copies the next word, of which a choice may have hyphens, into the operator's text. */
static const char *word_of(parser *p, bool hyphens)
{
    skip_space(p);
    size_t n = 0;
    while (isalnum((unsigned char)p->at[n]) || p->at[n] == '_' || (hyphens && n && p->at[n] == '-'))
        n++;
    if (!n || p->text_used + n + 1 > sizeof p->op->text) {
        fail(p, n ? "too much text" : "a name is missing");
        return NULL;
    }
    char *copy = p->op->text + p->text_used;
    memcpy(copy, p->at, n);
    copy[n] = 0;
    p->text_used += n + 1;
    p->at += n;
    return copy;
}

static const char *word(parser *p)
{
    return word_of(p, false);
}

static bool parse_choices(parser *p, ra_op_arg *a)
{
    a->choices = p->op->choices + p->choices_used;
    do {
        const char *c = word_of(p, true);
        if (!c)
            return false;
        if ((size_t)p->choices_used + 2 > sizeof p->op->choices / sizeof *p->op->choices)
            return fail(p, "too many choices");
        p->op->choices[p->choices_used++] = c;
    } while (accept(p, ","));
    p->op->choices[p->choices_used++] = NULL;
    return accept(p, "}") || fail(p, "} is missing");
}

/* Of numbers, as of the sizes of a tensor; a list of tensors has any. */
static bool parse_length(parser *p, ra_op_arg *a)
{
    char *end;
    const long length = strtol(p->at, &end, 10);
    if (end == p->at)
        return fail(p, "] is missing");
    if (a->kind != RA_ARG_DIMS || length < 1 || length > RA_MAX_DIMS)
        return fail(p, "the length of a list is 1 to %d, of int alone", RA_MAX_DIMS);
    p->at = end;
    a->length = length;
    return accept(p, "]") || fail(p, "] is missing");
}

static bool parse_type(parser *p, ra_op_arg *a)
{
    static const struct {
        const char *text;
        ra_arg_kind kind;
    } kinds[] = {{"Tensor", RA_ARG_TENSOR}, {"Operand", RA_ARG_OPERAND}, {"Scalar", RA_ARG_SCALAR},       {"Generator", RA_ARG_GENERATOR}, {"dtype", RA_ARG_DTYPE},
                 {"device", RA_ARG_DEVICE}, {"bool", RA_ARG_BOOL},       {"int", RA_ARG_INT},             {"float", RA_ARG_FLOAT},         {"str", RA_ARG_STRING}};
    skip_space(p);
    a->kind = RA_ARG_NONE;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t n = strlen(kinds[k].text);
        if (!strncmp(p->at, kinds[k].text, n) && !isalnum((unsigned char)p->at[n])) {
            a->kind = kinds[k].kind;
            p->at += n;
            break;
        }
    }
    if (a->kind == RA_ARG_NONE)
        return fail(p, "unknown type");
    a->optional = accept(p, "?");
    if (accept(p, "{") && !parse_choices(p, a))
        return false;
    if (accept(p, "[")) {
        if (a->kind != RA_ARG_TENSOR && a->kind != RA_ARG_INT)
            return fail(p, "no list of this type");
        a->kind = a->kind == RA_ARG_TENSOR ? RA_ARG_TENSORS : RA_ARG_DIMS;
        if (!accept(p, "]") && !parse_length(p, a))
            return false;
        if (a->kind == RA_ARG_DIMS)
            a->optional = accept(p, "?");
    }
    return true;
}

/* The text of a string default is one of the choices, so it need not be copied. */
static bool parse_string_default(parser *p, ra_op_arg *a)
{
    size_t n = strcspn(p->at, "\"");
    for (int c = 0; a->choices && a->choices[c]; c++)
        if (p->at[n] && strlen(a->choices[c]) == n && !strncmp(a->choices[c], p->at, n)) {
            a->default_value.string = a->choices[c];
            p->at += n + 1;
            return true;
        }
    return fail(p, "default is not among the choices");
}

static bool parse_default(parser *p, ra_op_arg *a)
{
    a->has_default = true;
    if (accept(p, "None"))
        return true;
    ra_arg *v = &a->default_value;
    v->kind = a->kind;
    char *end;
    switch (a->kind) {
    case RA_ARG_BOOL:
        v->boolean = accept(p, "True");
        return v->boolean || accept(p, "False") || fail(p, "True or False expected");
    case RA_ARG_INT:
        v->integer = strtoll(p->at, &end, 10);
        break;
    case RA_ARG_FLOAT:
        v->real = strtod(p->at, &end);
        break;
    case RA_ARG_SCALAR:
        v->scalar = strcspn(p->at, ".e") < strcspn(p->at, ",)") ? ra_scalar_float(strtod(p->at, &end)) : ra_scalar_int(strtoll(p->at, &end, 10));
        break;
    case RA_ARG_DIMS: { /* one number, for all of a fixed length */
        static const int64_t values[] = {0, 0, 0, 1, 1, 1};
        long n = strtol(p->at, &end, 10);
        if (a->length > 3 || n < 0 || n > 1)
            return fail(p, "default of this list not supported");
        v->dims = ra_dims_of(values + (n ? 3 : 0), a->length);
        break;
    }
    case RA_ARG_STRING:
        return accept(p, "\"") ? parse_string_default(p, a) : fail(p, "string expected");
    default:
        return fail(p, "no default for this type");
    }
    if (end == p->at)
        return fail(p, "number expected");
    p->at = end;
    return true;
}

static bool parse_args(parser *p)
{
    ra_op *op = p->op;
    bool keyword = false;
    if (accept(p, ")"))
        return true;
    do {
        if (accept(p, "*")) {
            keyword = true;
            continue;
        }
        if (op->arg_count == RA__MAX_ARGS)
            return fail(p, "too many arguments");
        ra_op_arg *a = &op->args[op->arg_count++];
        memset(a, 0, sizeof *a);
        a->keyword = keyword;
        if (!parse_type(p, a) || !(a->name = word(p)) || (accept(p, "=") && !parse_default(p, a)))
            return false;
        op->positional += !keyword;
    } while (accept(p, ","));
    return accept(p, ")") || fail(p, ") is missing");
}

static bool parse_result(parser *p, bool named)
{
    ra_op *op = p->op;
    if ((size_t)op->result_count == sizeof op->results / sizeof *op->results)
        return fail(p, "too many results");
    ra_op_arg *r = &op->results[op->result_count++];
    memset(r, 0, sizeof *r);
    r->name = "result";
    if (!parse_type(p, r) || (named && !(r->name = word(p))))
        return false;
    op->returns_list |= r->kind == RA_ARG_TENSORS;
    return r->kind == RA_ARG_TENSOR || (r->kind == RA_ARG_TENSORS && !named) || fail(p, "a result must be a tensor, or one list");
}

static int keyed_from(const ra_op *op)
{
    enum { NEVER = RA_OP_RANDOM | RA_OP_DATA_SHAPE | RA_OP_MAY_WAIT | RA_OP_COMPOSITE };
    if ((op->properties & NEVER) || op->returns_list || op->as == RA__AS_UNKEYED)
        return RA__MAX_ARGS + 1;
    int from = op->arg_count;
    while (from > 0 && op->args[from - 1].kind != RA_ARG_TENSOR && op->args[from - 1].kind != RA_ARG_OPERAND)
        from--;
    return from;
}

bool ra__schema_parse(ra_op *op, char *error, size_t error_size)
{
    parser p = {.op = op, .at = op->schema, .error = error, .error_size = error_size};
    op->arg_count = op->result_count = op->positional = 0;
    op->returns_list = false;
    if (!accept(&p, "("))
        return fail(&p, "( is missing");
    if (!parse_args(&p))
        return false;
    if (!accept(&p, "->"))
        return fail(&p, "-> is missing");
    if (accept(&p, "(")) {
        do {
            if (!parse_result(&p, true))
                return false;
        } while (accept(&p, ","));
        if (!accept(&p, ")"))
            return fail(&p, ") is missing");
    } else if (!parse_result(&p, false))
        return false;
    skip_space(&p);
    ra__roles_note(op);
    op->keyed_from = keyed_from(op);
    return !*p.at || fail(&p, "text behind the end");
}
