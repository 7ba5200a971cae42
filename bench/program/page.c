/* runahead ops NAME: all that is known of one operator, from its header and from reflection. */
#include "program/page.h"
#include "program/header_text.h"
#include "program/operator.h"

#include <stdio.h>
#include <string.h>

enum { WIDTH = 100 };

/* Lines of at most WIDTH characters; those behind the first are indented. */
static void print_wrapped(const char *first, const char *indent, const char *text)
{
    int column = printf("%s", first);
    for (const char *gap = ""; *text; gap = " ") {
        const int length = (int)strcspn(text, " ");
        if (*gap && column + 1 + length > WIDTH) {
            printf("\n");
            column = printf("%s", indent);
            gap = "";
        }
        column += printf("%s%.*s", gap, length, text);
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

static void print_scalar(ra_scalar s)
{
    switch (s.kind) {
    case RA_SCALAR_BOOL: printf("%s", s.value.i ? "yes" : "no"); break;
    case RA_SCALAR_INT: printf("%lld", (long long)s.value.i); break;
    case RA_SCALAR_FLOAT: printf("%g", s.value.f[0]); break;
    case RA_SCALAR_COMPLEX: printf("%g%+gi", s.value.f[0], s.value.f[1]); break;
    default: printf("none");
    }
}

static void print_dims(ra_dims d)
{
    if (d.count < 0)
        printf("all");
    for (int64_t i = 0; i < d.count; i++)
        printf("%s%lld", i ? ", " : "", (long long)d.values[i]);
}

static void print_default(const ra_arg *d)
{
    switch (d->kind) {
    case RA_ARG_SCALAR: print_scalar(d->scalar); break;
    case RA_ARG_DIMS: print_dims(d->dims); break;
    case RA_ARG_DTYPE: printf("%s", ra_dtype_name(d->dtype)); break;
    case RA_ARG_DEVICE: printf("%s", ra_device_name(d->device)); break;
    case RA_ARG_BOOL: printf("%s", d->boolean ? "yes" : "no"); break;
    case RA_ARG_INT: printf("%lld", (long long)d->integer); break;
    case RA_ARG_FLOAT: printf("%g", d->real); break;
    case RA_ARG_STRING: printf("%s", d->string); break;
    default: printf("none");
    }
}

/* What may be given: in words, with how many and which. */
static void print_kind(const ra_op_arg *a)
{
    static const char *const words[] = {
        [RA_ARG_TENSOR] = "tensor", [RA_ARG_TENSORS] = "list of tensors",     [RA_ARG_SCALAR] = "number", [RA_ARG_DIMS] = "list of integers",
        [RA_ARG_DTYPE] = "dtype",   [RA_ARG_DEVICE] = "device",               [RA_ARG_BOOL] = "bool",     [RA_ARG_INT] = "integer",
        [RA_ARG_FLOAT] = "float",   [RA_ARG_STRING] = "one of",               [RA_ARG_GENERATOR] = "generator", [RA_ARG_OPERAND] = "tensor or number",
    };
    if (a->kind == RA_ARG_DIMS && a->length)
        printf("list of %lld integers", (long long)a->length);
    else
        printf("%s", words[a->kind]);
    for (size_t i = 0; a->choices && a->choices[i]; i++)
        printf("%s \"%s\"", i ? "," : "", a->choices[i]);
}

static void print_arguments(const ra_op *op)
{
    for (size_t i = 0; i < ra_op_arg_count(op); i++) {
        const ra_op_arg *a = ra_op_arg_at(op, i);
        if (a->keyword && (i == 0 || !ra_op_arg_at(op, i - 1)->keyword))
            printf("\nOptions, as RA_OPTS(ra_%s, .%s = ...)\n", ra_op_name(op), a->name);
        else if (i == 0)
            printf("\nArguments\n");
        printf("  %-18s ", a->name);
        print_kind(a);
        if (a->optional)
            printf(a->kind == RA_ARG_TENSORS ? "; entries may be RA_NONE" : a->keyword ? "; may be left out" : a->kind == RA_ARG_TENSOR ? ", or RA_NONE" : ", or none");
        if (a->has_default && a->default_value.kind != RA_ARG_NONE) {
            printf(a->keyword ? "; default " : "; in a call by name by default ");
            print_default(&a->default_value);
        }
        printf("\n");
    }
}

static void print_results(const ra_op *op)
{
    printf("\nResults\n");
    if (ra_op_returns_list(op))
        printf("  a list of tensors\n");
    for (size_t i = 0; i < ra_op_result_count(op) && !ra_op_returns_list(op); i++) {
        const ra_op_arg *r = ra_op_result_at(op, i);
        printf(r->name && *r->name ? "  %-18s tensor\n" : "  a tensor\n", r->name);
    }
}

static void print_properties(unsigned properties)
{
    static const struct {
        unsigned bit;
        const char *text;
    } texts[] = {
        {RA_OP_ELEMENTWISE, "elementwise: an element of the result comes from the operands' elements at the same place"},
        {RA_OP_COMMUTES, "the first two operands may be exchanged"},
        {RA_OP_VIEW, "a view: the result shares the memory of the first argument, and there is no task"},
        {RA_OP_COMPOSITE, "made of other operators"},
        {RA_OP_RANDOM, "draws from a generator"},
        {RA_OP_DATA_SHAPE, "an extent of the result depends on the data: it is bounded until asked for, and asking may wait"},
        {RA_OP_MAY_WAIT, "the call itself may wait for data"},
        {RA_OP_MAY_ALIAS, "the result is a view where that will do, else a copy"},
        {RA_OP_VECTORISED, "its kernel uses the machine's vector instructions"},
        {RA_OP_SPLITTABLE, "one call can be worked on by several workers"},
        {RA_OP_NO_KERNEL, "takes memory and computes nothing"},
        {RA_OP_OVERWRITES, "the old values of the first argument are not read"},
    };
    if (properties)
        printf("\nProperties\n");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (properties & texts[i].bit)
            printf("  %s\n", texts[i].text);
}

static void print_list(const char *title, const char *words)
{
    char text[256];
    size_t length = 0;
    for (; *words && length + 2 < sizeof text; words++) {
        text[length++] = *words;
        if (*words == ',')
            text[length++] = ' ';
    }
    text[length] = 0;
    print_wrapped(title, "             ", text);
}

void page_print(const ra_op *op)
{
    const op_line l = op_describe(op);
    printf("%s (%s)\n\n", l.name, l.family);
    print_wrapped("  ", "  ", ra_op_doc(op));
    printf("\n  %s%s\n\nIn C\n", l.name, l.schema);
    header_print(stdout, l.name);
    print_arguments(op);
    print_results(op);
    printf("\n");
    print_list("Forms        ", l.variants);
    print_list("Computes in  ", l.dtypes);
    print_list("Devices      ", l.devices);
    print_properties(ra_op_properties(op));
}
